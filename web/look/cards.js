/**
 * Suits and icons as shapes of our own: the fonts of phones show some suits as emoji.
 * @module
 */

import { h } from "./view.js";
import { suitNames } from "./words.js";

export const SUIT_SHAPES = {
  S: "M12 1C9 6 2 9.5 2 15a4.8 4.8 0 0 0 8.3 3.2C10.2 20.500 9.300 22 8 23h8c-1.300-1-2.200-2.500-2.300-4.800A4.800 4.800 0 0 0 22 15C22 9.500 15 6 12 1z",
  H: "M12 22C8 17 1.500 13 1.500 7.500A5.500 5.500 0 0 1 12 5a5.500 5.500 0 0 1 10.500 2.500C22.500 13 16 17 12 22z",
  D: "M12 1l8.500 11L12 23 3.500 12z",
  C: "M12 1.500a5 5 0 0 0-4 8A5 5 0 1 0 10.300 17.500C10.200 20 9.300 22 8 23h8c-1.300-1-2.200-3-2.300-5.500A5 5 0 1 0 16 9.500a5 5 0 0 0-4-8z",
};

const ICON_STROKES = {
  back: "M15 5l-7 7 7 7",
  cards: "M4 7l9-3 5 14-9 3zM14 4h6v13",
  clock: "M12 3a9 9 0 1 0 0 18a9 9 0 0 0 0-18zM12 7v5l3 3",
  close: "M6 6l12 12M18 6L6 18",
  last: "M7 4h10v13H7zM4 8v12h9",
  menu: "M4 7h16M4 12h16M4 17h16",
  more: "M5 12h.01M12 12h.01M19 12h.01",
  pen: "M4 20l1-5L16 4l4 4L9 19zM13 7l4 4",
  plus: "M12 5v14M5 12h14",
  scores: "M4 20V11M10 20V4M16 20v-6M21 20H3",
  share: "M12 15V3M8 7l4-4 4 4M5 12v8h14v-8",
  undo: "M8 5L3 10l5 5M3 10h11a6 6 0 0 1 0 12h-3",
};

/** @typedef {keyof typeof ICON_STROKES} Icon */

/** Returns an icon; the button around it needs a label. @param {Icon} name */
export const icon = (name) =>
  h("svg", { class: "icon-shape", viewBox: "0 0 24 24", "aria-hidden": "true" }, h("path", { d: ICON_STROKES[name] }));

/** Returns the shape of a suit, without its name. @param {string} suit S, H, D or C */
export const suitShape = (suit) =>
  h("svg", { class: `suit ${suit}`, viewBox: "0 0 24 24", "aria-hidden": "true" }, h("path", { d: SUIT_SHAPES[suit] }));

/** Returns the shape of a suit with its name for screen readers. @param {string} suit */
export const suitSign = (suit) => [suitShape(suit), h("span", { class: "visually-hidden" }, suitNames[suit])];
