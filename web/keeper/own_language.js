/**
 * The language of a keeper in a file: the chosen one, or the first one that the browser prefers.
 *
 * It is chosen before any other module runs. The languages other than English are compressed; a browser
 * that cannot inflate them shows English.
 * @module
 */

const KEPT = "clagdsl language";
/** @type {{language: string, names: Record<string, string>, others: string}} */
const catalogue = /** @type {any} */ (globalThis).catalogue;

function preferred() {
  const languages = navigator.languages.map((tag) => tag.slice(0, 2));
  try {
    return [localStorage.getItem(KEPT), ...languages];
  } catch {
    return languages;
  }
}

async function choose(language) {
  if (!language || language === catalogue.language || !("DecompressionStream" in globalThis)) return;
  const packed = Uint8Array.from(atob(catalogue.others), (letter) => letter.charCodeAt(0));
  const inflated = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate"));
  Object.assign(catalogue, await new Response(inflated).json(), { language });
  document.documentElement.lang = language;
}

await choose(preferred().find((one) => Object.hasOwn(catalogue.names, one)));

/** Remembers the chosen language, if the browser lets pages keep anything. @param {string} language */
export function keepLanguage(language) {
  try {
    localStorage.setItem(KEPT, language);
  } catch {
    // the page stays in the language of the browser
  }
}
