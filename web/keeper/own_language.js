/**
 * The language of a keeper in a file: the chosen one, or the first one that the browser prefers.
 *
 * It is chosen before any other module runs.
 * @module
 */

const KEPT = "clagdsl language";
/** @type {{language: string, messages: Record<string, unknown>}} */
const catalogue = /** @type {any} */ (globalThis).catalogue;

function preferred() {
  const languages = navigator.languages.map((tag) => tag.slice(0, 2));
  try {
    return [localStorage.getItem(KEPT), ...languages];
  } catch {
    return languages;
  }
}

catalogue.language = preferred().find((one) => Object.hasOwn(catalogue.messages, one)) ?? catalogue.language;
document.documentElement.lang = catalogue.language;

/** Remembers the chosen language, if the browser lets pages keep anything. @param {string} language */
export function keepLanguage(language) {
  try {
    localStorage.setItem(KEPT, language);
  } catch {
    // the page stays in the language of the browser
  }
}
