// Checks of names as people type them, by the rules of `clagdsl serve`.

import { shownName } from "../clag-score/src/score/reasons.js";
import { say } from "./catalogue.js";

/** Most letters of a name. */
export const LONGEST_NAME = 40;
const MOST_SHOWN = 60;

/** Returns why a text with an invisible or text-turning sign is refused, or null. @param {string} text @param {(shown: string) => string} told */
export function whyHidden(text, told) {
  const shown = shownName(text);
  return shown === text ? null : told(shown.slice(0, MOST_SHOWN));
}

/** Returns why nobody can have a name here, or null. @param {string} name */
export const whyNoNameHere = (name) =>
  [...name].length > LONGEST_NAME ? say("name-too-long", { most: LONGEST_NAME }) : whyHidden(name, (shown) => say("hidden-sign-in-name", { shown }));
