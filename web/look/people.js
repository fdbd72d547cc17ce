/**
 * The colour of each person, by the line of the sheet.
 * @module
 */

import { h } from "./view.js";

/** How many colours `tokens.css` has for people. */
const COLOURS = 10;

/** Returns the style that sets a person's colour. @param {number} line of the sheet */
export const personStyle = (line) => ({ "--who": `var(--p${line % COLOURS})` });

/** Returns a person's initial in their colour. @param {string} name @param {number} line */
export const face = (name, line) =>
  h("span", { class: "face", style: personStyle(line), "aria-hidden": "true" }, [...name.trim()][0] ?? "?");
