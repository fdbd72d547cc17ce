// Checks of names and notes as people type them, by the rules of `clagdsl serve`.

import { shownName } from "../clag-score/src/score/reasons.js";
import { readEntry } from "../clag-score/src/sheet/entries.js";
import { typedWords } from "../look/words.js";

/** Most letters of a name. */
export const LONGEST_NAME = 40;
const MOST_SHOWN = 60;

/** Returns why a text with an invisible or text-turning sign is refused, or null. */
function whyHidden(text, what) {
  const shown = shownName(text);
  return shown === text ? null : typedWords.hiddenSign(what, shown.slice(0, MOST_SHOWN));
}

/** Returns why nobody can have a name here, or null. @param {string} name */
export const whyNoNameHere = (name) =>
  [...name].length > LONGEST_NAME ? typedWords.nameTooLong(LONGEST_NAME) : whyHidden(name, typedWords.aName);

/** Returns why an entry with such a name or note is refused, or null. @param {string} entry */
export function whyNotTyped(entry) {
  const hidden = whyHidden(entry, typedWords.anEntry);
  if (hidden) return hidden;
  /** @type {any} */
  const read = readEntry(entry);
  const joined = [read, ...(read?.changes ?? [])].filter((one) => one && ["join", "for"].includes(one.type));
  return joined.map(({ player }) => whyNoNameHere(player)).find(Boolean) ?? null;
}

/** Returns a text in quotes, as entries have names that would be ambiguous. @param {string} text */
export const quoted = (text) => `"${text.replaceAll("\\", "\\\\").replaceAll('"', '\\"')}"`;
