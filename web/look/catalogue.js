/**
 * The language of the page, and its messages.
 *
 * `web/words` has the messages of each language, in the syntax of Project Fluent. A line before the
 * program sets `catalogue`: a page of the server comes with one language, and a keeper in a file with all,
 * of which `keeper/own_language.js` chooses one. All but English are compressed in a file.
 * @module
 */

/** @typedef {import("../words/messages.d.ts").Messages} Messages */
/**
 * A compiled message: a text with the names of its facts in braces, or a list of texts and choices. A
 * choice depends on a fact: on its value, or on the plural form of its number; if nothing fits, it is the
 * last variant. `isOrdinal` is for places.
 * @typedef {string | (string | Choice)[]} Pattern
 * @typedef {[name: string, variants: Record<string, Pattern>, isOrdinal?: 1]} Choice
 */

/**
 * What the page came with: the names of all languages, the one of the page, and for this one the messages
 * by number and the reports; and how to recognise each report: an expression, and the facts in its groups.
 * @type {{names: Record<string, string>, language: string, messages: Record<string, Record<string, Pattern>>,
 *   reports?: Record<string, Pattern[]>, recognised?: [string, string[]][]}}
 */
export const catalogue = /** @type {any} */ (globalThis).catalogue;
/** The language of the page. */
export const language = catalogue.language;
/** The language for dates and times. */
export const locale = language === "en" ? "en-GB" : language;

const plurals = new Intl.PluralRules(locale);
const ordinals = new Intl.PluralRules(locale, { type: "ordinal" });

/** Returns a number with a minus sign instead of a hyphen. @param {number} number */
export const plain = (number) => String(number).replace("-", "−").replace(".", () => phrase("decimal-mark"));

/** Returns a text with a capital letter. @param {string} text */
export const capital = (text) => `${text[0].toUpperCase()}${text.slice(1)}`;

/** Returns names as a list in a sentence. @param {string[]} list */
export const listed = (list) => (list.length < 2 ? list.join("") : `${list.slice(0, -1).join(", ")}${phrase("and")}${list.at(-1)}`);

const written = (value) => (typeof value === "number" ? plain(value) : Array.isArray(value) ? listed(value) : value);

/** @param {Pattern} pattern @param {Record<string, any>} facts @returns {string} */
export const resolve = (pattern, facts) =>
  typeof pattern === "string"
    ? pattern.replace(/{([^}]*)}/g, (_, name) => written(facts[name]))
    : pattern.map((part) => resolve(typeof part === "string" ? part : chosen(part, facts), facts)).join("");

/** Returns the variant of a choice that fits. @param {Choice} choice @param {Record<string, any>} facts */
function chosen([name, variants, isOrdinal], facts) {
  const value = facts[name];
  const count = Array.isArray(value) ? value.length : value;
  const own = (variant) => (Object.hasOwn(variants, variant) ? variants[variant] : null);
  const form = () => (typeof count === "number" ? own((isOrdinal ? ordinals : plurals).select(count)) : null);
  return own(count) ?? form() ?? Object.values(variants).at(-1);
}

/**
 * Returns a message in the language of the page.
 * @template {keyof Messages} Name
 * @param {Name} name
 * @param {Messages[Name] extends null ? [] : [Messages[Name]]} facts the values of its variables
 * @returns {string}
 */
export const phrase = (name, ...[facts]) => resolve(catalogue.messages[language][name], facts);
