// Modules that are only there once the playground is built.
declare module "@codemirror/*";
declare module "@lezer/highlight";
declare module "*.tmLanguage.json";
declare module "*/pyodide.mjs";
// Node's own modules, for the programs that run the conformance suite.
declare module "node:*";
declare const process: any;
