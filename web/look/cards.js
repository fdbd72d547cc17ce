/**
 * Suits and icons as shapes of our own: the fonts of phones show some suits as emoji.
 * @module
 */

import { h } from "./view.js";
import { suitName } from "./words.js";

export const SUIT_SHAPES = {
  S: "M12 1C9 6 2 9.5 2 15a4.8 4.8 0 0 0 8.3 3.2C10.2 20.5 9.3 22 8 23h8c-1.3-1-2.2-2.5-2.3-4.8A4.8 4.8 0 0 0 22 15C22 9.5 15 6 12 1z",
  H: "M12 22C8 17 1.5 13 1.5 7.5A5.5 5.5 0 0 1 12 5a5.5 5.5 0 0 1 10.5 2.5C22.5 13 16 17 12 22z",
  D: "M12 1l8.5 11L12 23 3.5 12z",
  C: "M12 1.5a5 5 0 0 0-4 8A5 5 0 1 0 10.3 17.5C10.2 20 9.3 22 8 23h8c-1.3-1-2.2-3-2.3-5.5A5 5 0 1 0 16 9.5a5 5 0 0 0-4-8z",
};

// Icons, each by the strokes of its shape; a page has only those that it shows.
export const BACK = "M15 5l-7 7 7 7";
export const CARDS = "M4 7l9-3 5 14-9 3zM14 4h6v13";
export const CLOSE = "M6 6l12 12M18 6L6 18";
export const LAST = "M7 4h10v13H7zM4 8v12h9";
export const MENU = "M4 7h16M4 12h16M4 17h16";
export const MORE = "M5 12h.01M12 12h.01M19 12h.01";
export const PEN = "M4 20l1-5L16 4l4 4L9 19zM13 7l4 4";
export const PLUS = "M12 5v14M5 12h14";
export const SCORES = "M4 20V11M10 20V4M16 20v-6M21 20H3";
export const SHARE = "M12 15V3M8 7l4-4 4 4M5 12v8h14v-8";
export const UNDO = "M8 5L3 10l5 5M3 10h11a6 6 0 0 1 0 12h-3";

/** What is drawn of each shape: the same object again, which a page need not compare. @type {Record<string, any>} */
const shapes = {};

function shape(name, strokes) {
  shapes[strokes] ??= h("svg", { class: name, viewBox: "0 0 24 24", "aria-hidden": "true" }, h("path", { d: strokes }));
  return shapes[strokes];
}

/** Returns an icon; the button around it needs a label. @param {string} strokes */
export const icon = (strokes) => shape("icon-shape", strokes);

/** Returns the shape of a suit, without its name. @param {string} suit S, H, D or C */
export const suitShape = (suit) => shape(`suit ${suit}`, SUIT_SHAPES[suit]);

/** Returns the shape of a suit with its name for screen readers. @param {string} suit */
export const suitSign = (suit) => [suitShape(suit), h("span", { class: "visually-hidden" }, suitName(suit))];
