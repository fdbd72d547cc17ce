// Checks of names as people type them, by the rules of `clagdsl serve`.

import { shownName } from "../clag-score/src/score/reasons.js";
import { typedWords } from "./words.js";

/** Most letters of a name. */
export const LONGEST_NAME = 40;
const MOST_SHOWN = 60;

/** Returns why a text with an invisible or text-turning sign is refused, or null. @param {string} text @param {string} what */
export function whyHidden(text, what) {
  const shown = shownName(text);
  return shown === text ? null : typedWords.hiddenSign(what, shown.slice(0, MOST_SHOWN));
}

/** Returns why nobody can have a name here, or null. @param {string} name */
export const whyNoNameHere = (name) =>
  [...name].length > LONGEST_NAME ? typedWords.nameTooLong(LONGEST_NAME) : whyHidden(name, typedWords.aName);
