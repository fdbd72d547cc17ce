/**
 * The language of the page, and its messages.
 *
 * `web/words` has the messages of each language, in the syntax of Project Fluent. A line before the
 * program sets `catalogue`: a page of the server comes with one language, a keeper in a file with all.
 * @module
 */

/** @typedef {import("../words/messages.d.ts").Messages} Messages */
/**
 * A compiled message: a text, or its parts. A part is a text, or a variable with the name of a fact.
 * A variable with variants chooses among them by its value, or by the plural form of its number;
 * `isOrdinal` is for places.
 * @typedef {string | (string | Variable)[]} Pattern
 * @typedef {[name: string, variants?: Record<string, Pattern>, otherwise?: string, isOrdinal?: 1]} Variable
 */

/**
 * What the page came with: the names of all languages; for each of its own, the messages by number and
 * the reports; and how to recognise each report: an expression, and the facts in its groups.
 * @type {{names: Record<string, string>, messages: Record<string, Record<string, Pattern>>,
 *   reports: Record<string, (Pattern | null)[]>, recognised: [string, string[]][]}}
 */
export const catalogue = /** @type {any} */ (globalThis).catalogue;
const { names, messages } = catalogue;

const KEPT = "clagdsl language";

/** Returns the language that the reader has chosen, or prefers; of a page of the server the only one. */
function bestLanguage() {
  const [only, ...others] = Object.keys(messages);
  if (!others.length) return only;
  const wanted = navigator.languages.map((tag) => tag.slice(0, 2));
  try {
    wanted.unshift(localStorage.getItem(KEPT));
  } catch {
    // this browser remembers nothing
  }
  return wanted.find((one) => Object.hasOwn(messages, one)) ?? only;
}

/** The languages of the catalogue, each with its own name. */
export const languages = names;
/** The language of the page. */
export const language = bestLanguage();
/** The language for dates and times. */
export const locale = language === "en" ? "en-GB" : language;

/** Chooses another language: this browser remembers it, and loads the page again. @param {string} chosen */
export function chooseLanguage(chosen) {
  try {
    localStorage.setItem(KEPT, chosen);
    // biome-ignore lint/suspicious/noDocumentCookie: the server reads it, and every browser knows it
    document.cookie = `language=${chosen}; path=/; max-age=31536000; samesite=lax`;
  } catch {
    // this browser remembers nothing
  }
  location.reload();
}

const plurals = new Intl.PluralRules(locale);
const ordinals = new Intl.PluralRules(locale, { type: "ordinal" });

/** Returns a number with a minus sign instead of a hyphen. @param {number} number */
export const plain = (number) => String(number).replace("-", "−").replace(".", () => phrase("decimal-mark"));

/** Returns names as a list in a sentence. @param {string[]} list */
export const listed = (list) => (list.length < 2 ? list.join("") : `${list.slice(0, -1).join(", ")}${phrase("and")}${list.at(-1)}`);

const written = (value) => (typeof value === "number" ? plain(value) : Array.isArray(value) ? listed(value) : value);

/** @param {Pattern} pattern @param {Record<string, any>} facts @returns {string} */
export const resolve = (pattern, facts) =>
  typeof pattern === "string"
    ? pattern
    : pattern
        .map((part) => {
          if (typeof part === "string") return part;
          const [name, variants, otherwise, isOrdinal] = part;
          const value = facts[name];
          if (!variants) return written(value);
          const count = Array.isArray(value) ? value.length : value;
          const form = typeof count === "number" ? (isOrdinal ? ordinals : plurals).select(count) : otherwise;
          return resolve(variants[count] ?? variants[form] ?? variants[otherwise], facts);
        })
        .join("");

/**
 * Returns a message in the language of the page.
 * @template {keyof Messages} Name
 * @param {Name} name
 * @param {Messages[Name] extends null ? [] : [Messages[Name]]} facts the values of its variables
 * @returns {string}
 */
export const phrase = (name, ...[facts]) => resolve(messages[language][name], facts);
