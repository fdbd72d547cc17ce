/**
 * Reports of the rules and the server in the language of the page.
 *
 * Both report in an English sentence. The page recognises the sentence, takes the facts out, and shows
 * the message of its language. An unknown sentence stays English.
 * @module
 */

import { catalogue, language, phrase, resolve } from "./catalogue.js";

/** @type {{expression: RegExp, names: string[], pattern: import("./catalogue.js").Pattern}[] | null} */
let known = null;

function everyKnown() {
  known ??= (catalogue.reports[language] ?? []).map((pattern, place) => {
    const [expression, names] = catalogue.recognised[place];
    return { expression: new RegExp(expression), names, pattern };
  });
  return known;
}

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
  for (const { expression, names, pattern } of everyKnown()) {
    const found = expression.exec(text);
    if (!found || !pattern) continue;
    return resolve(pattern, Object.fromEntries(names.map((name, place) => [name.replace("`", ""), factOf(name, found[place + 1])])));
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
  const inside = isSentence && knownText(text[0].toLowerCase() + text.slice(1, -1));
  const report = inside ? `${inside[0].toUpperCase()}${inside.slice(1)}.` : (knownText(text) ?? (isSentence && knownText(text.slice(0, -1))));
  if (!report) return text;
  return text.includes("`") ? report : report.replaceAll("`", "");
}
