// Modules that are only there once the playground is built.
declare module "@codemirror/*";
declare module "@lezer/highlight";
declare module "*.tmLanguage.json";
declare module "*/pyodide.mjs";
