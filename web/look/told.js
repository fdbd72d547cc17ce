/**
 * What the rules and the server tell, in the language of the page.
 *
 * Both tell it in an English sentence. The page recognises it by its words, takes the facts out, and
 * says it in its language. A sentence that it does not know stays English.
 * @module
 */

import { catalogue, language, resolve, say } from "./catalogue.js";

/** @type {{expression: RegExp, names: string[], pattern: import("./catalogue.js").Pattern}[] | null} */
let known = null;

function everyKnown() {
  known ??= (catalogue.told[language] ?? []).map((pattern, place) => {
    const [expression, names] = catalogue.recognised[place];
    return { expression: new RegExp(expression), names, pattern };
  });
  return known;
}

/** Returns a list as the language joins it: `2`, `3` or `4`. @param {string} text */
const listText = (text) =>
  text
    .split(/(, | or | and )/)
    .map((part) => (part === " or " ? say("or") : part === " and " ? say("and") : (translated(part) ?? part)))
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
  return reason === null ? whole : say("about", { what, reason });
}

/** Returns what is told, in the language of the page. @param {string} text */
export function toldText(text) {
  const isSentence = /^[A-Z].*\.$/.test(text);
  const inside = isSentence && knownText(text[0].toLowerCase() + text.slice(1, -1));
  const told = inside ? `${inside[0].toUpperCase()}${inside.slice(1)}.` : (knownText(text) ?? (isSentence && knownText(text.slice(0, -1))));
  if (!told) return text;
  return text.includes("`") ? told : told.replaceAll("`", "");
}
