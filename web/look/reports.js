/**
 * Reports of the rules and the server in the language of the page.
 *
 * Both report in an English sentence. The page recognises the sentence, takes the facts out, and shows
 * the message of its language. An unknown sentence stays English.
 * @module
 */

import { capital, catalogue, language, phrase, resolve } from "./catalogue.js";

/** The messages of the page's language, in the order in which reports are recognised; none in English. */
const patterns = catalogue.reports?.[language] ?? [];

/** Returns a list as the language joins it: `2`, `3` or `4`. @param {string} text */
const listText = (text) =>
  text
    .split(/(, | or | and )/)
    .map((part) => (part === " or " ? phrase("or") : part === " and " ? phrase("and") : (translated(part) ?? part)))
    .join("");

/** Returns a fact of a sentence in the language of the page; one between backticks is the same in all. */
function factOf(name, text) {
  if (/^\d+$/.test(text)) return Number(text);
  if (name.endsWith("`")) return text;
  return name.endsWith("list") ? listText(text) : (translated(text) ?? text);
}

/** Returns a sentence in the language of the page, or null if it is not known. @param {string} text @returns {string | null} */
function translated(text) {
  for (const [place, pattern] of patterns.entries()) {
    const [expression, names] = catalogue.recognised[place];
    const found = new RegExp(expression).exec(text);
    if (found) return resolve(pattern, Object.fromEntries(names.map((name, group) => [name.replace("`", ""), factOf(name, found[group + 1])])));
  }
  return null;
}

/** Returns what is known of a text: all of it, or what comes after a name. @param {string} text */
function knownText(text) {
  const whole = translated(text);
  const [, what, rest] = /^(.+?): (.+)$/.exec(text) ?? [];
  const reason = whole === null && rest ? translated(rest) : null;
  return reason === null ? whole : phrase("about", { what, reason });
}

/** Returns a report in the language of the page. @param {string} text */
export function reportText(text) {
  const isSentence = /^[A-Z].*\.$/.test(text);
  const report = knownText(isSentence ? text[0].toLowerCase() + text.slice(1, -1) : text);
  if (report === null) return text;
  const shown = text.includes("`") ? report : report.replaceAll("`", "");
  return isSentence ? `${capital(shown)}.` : shown;
}
