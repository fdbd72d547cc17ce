// Checks of names as people type them, by the rules of `clagdsl serve`.

import { shownName } from "../clag-score/src/score/reasons.js";
import { phrase } from "./catalogue.js";

/** Most letters of a name. */
export const LONGEST_NAME = 40;
const MOST_SHOWN = 60;

/** Returns why a text with an invisible or text-turning sign is refused, or null. @param {string} text @param {(shown: string) => string} sentence */
export function whyHidden(text, sentence) {
  const shown = shownName(text);
  return shown === text ? null : sentence(shown.slice(0, MOST_SHOWN));
}

/** Returns why nobody can have a name here, or null. @param {string} name */
export const whyNoNameHere = (name) =>
  [...name].length > LONGEST_NAME ? phrase("name-too-long", { most: LONGEST_NAME }) : whyHidden(name, (shown) => phrase("hidden-sign-in-name", { shown }));
