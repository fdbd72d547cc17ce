/**
 * Refusals of the rules and of the server in the language of the page.
 *
 * Both say why in an English sentence. The page recognises it by its words, takes the facts out, and
 * says it in its language. A sentence that it does not know stays English.
 * @module
 */

import { catalogue, language, resolve, say } from "./catalogue.js";

/** @type {{expression: RegExp, names: string[], pattern: import("./catalogue.js").Pattern}[] | null} */
let known = null;

function allKnown() {
  const texts = catalogue.refusals[language] ?? [];
  known ??= texts.map((pattern, place) => {
    const [expression, names] = catalogue.recognised[place];
    return { expression: new RegExp(expression), names, pattern };
  });
  return known;
}

/** Returns a list as the language joins it: `2`, `3` or `4`. @param {string} text */
const joined = (text) => text.replace(/ (or|and) ([^ ]+|`[^`]+`)$/, (_, joint, last) => (joint === "or" ? say("or") : say("and")) + last);

/** Returns a fact that a sentence has, in the language of the page. @param {string} name @param {string} text */
function factOf(name, text) {
  if (/^\d+$/.test(text)) return Number(text);
  if (!name.endsWith("list")) return translated(text) ?? text;
  const parts = joined(text);
  return parts === text ? (translated(text) ?? text) : parts;
}

/** Returns a sentence in the language of the page, or null if it is not known. @param {string} text @returns {string | null} */
function translated(text) {
  for (const { expression, names, pattern } of allKnown()) {
    const found = expression.exec(text);
    if (found && pattern) return resolve(pattern, Object.fromEntries(names.map((name, place) => [name, factOf(name, found[place + 1])])));
  }
  return null;
}

/** Returns a refusal in the language of the page. @param {string} text */
export function refusalText(text) {
  const told = translated(text);
  if (told !== null) return text.includes("`") ? told : told.replaceAll("`", "");
  if (!text.endsWith(".")) return text;
  const inside = translated(text[0].toLowerCase() + text.slice(1, -1)) ?? translated(text.slice(0, -1));
  return inside === null ? text : `${inside[0].toUpperCase()}${inside.slice(1)}.`;
}
