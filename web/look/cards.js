/**
 * Suits and icons as shapes of our own: the fonts of phones show some suits as emoji.
 * @module
 */

import { h } from "./view.js";
import { cardWords, suitNames } from "./words.js";

const SUIT_SHAPES = {
  S: "M12 1C9 6 2 9.5 2 15a4.8 4.8 0 0 0 8.3 3.2C10.2 20.500 9.300 22 8 23h8c-1.300-1-2.200-2.500-2.300-4.800A4.800 4.800 0 0 0 22 15C22 9.500 15 6 12 1z",
  H: "M12 22C8 17 1.500 13 1.500 7.500A5.500 5.500 0 0 1 12 5a5.500 5.500 0 0 1 10.500 2.500C22.500 13 16 17 12 22z",
  D: "M12 1l8.500 11L12 23 3.500 12z",
  C: "M12 1.500a5 5 0 0 0-4 8A5 5 0 1 0 10.300 17.500C10.200 20 9.300 22 8 23h8c-1.300-1-2.200-3-2.300-5.500A5 5 0 1 0 16 9.500a5 5 0 0 0-4-8z",
};

/** Shapes of special cards: a star, or a fool's cap. */
const SPECIAL_SHAPES = {
  star: "M12 1l2.800 7.200L22.500 9l-5.900 4.900 2 7.600L12 17.200l-6.600 4.300 2-7.600L1.500 9l7.700-.8z",
  cap: "M12 4c2 3 6 1 9-1-1 6-2 9-4 12H7C5 12 4 9 3 3c3 2 7 4 9 1zM7 17h10v3H7z",
};
const FOOLS = /jester|joker|fool/i;

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

// --- cards -------------------------------------------------------------------------------------

/**
 * A card as its text says: `10H`, `AS1` (the first of two packs), or the name of a special card.
 * @typedef {{text: string, rank: string, suit: string | null, copy: string}} Card
 */

/** @param {string} text @returns {Card} */
export function readCard(text) {
  const [, rank, suit, copy] = /^(10|[2-9AKQJ])([SHDC])(\d*)$/.exec(text) ?? [];
  return rank ? { text, rank, suit, copy } : { text, rank: [...text][0], suit: null, copy: "" };
}

const shapeOf = ({ text, suit }) => SUIT_SHAPES[suit] ?? SPECIAL_SHAPES[FOOLS.test(text) ? "cap" : "star"];

/** Returns the class of a card: its suit, or that of a special card. @param {Card} card */
export const cardClass = ({ text, suit }) => suit ?? (FOOLS.test(text) ? "fool" : "star");

const cardShape = (card, kind) => h("svg", { class: kind, viewBox: "0 0 24 24", "aria-hidden": "true" }, h("path", { d: shapeOf(card) }));

/** Returns what is printed on a card. @param {Card} card */
export const cardFace = (card) => [
  h("span", { class: card.rank === "10" ? "index ten" : "index", "aria-hidden": "true" }, card.rank, cardShape(card, "small-sign"), card.copy && h("i", {}, card.copy)),
  cardShape(card, "large-sign"),
  card.suit === null && h("span", { class: "card-name", "aria-hidden": "true" }, card.text),
  h("span", { class: "visually-hidden" }, cardWords.name(card)),
];

/** Returns a card that lies on the table. @param {string} text @param {Record<string, unknown>} [props] */
export function lyingCard(text, props = {}) {
  const card = readCard(text);
  return h("span", { ...props, class: `card ${cardClass(card)}` }, cardFace(card));
}
