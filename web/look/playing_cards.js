/**
 * Playing cards as shapes of our own: what is printed on them, and their names.
 * @module
 */

import { SUIT_SHAPES } from "./cards.js";
import { cardName } from "./table_words.js";
import { h } from "./view.js";

/** Shapes of special cards: a star, or a fool's cap. */
const SPECIAL_SHAPES = {
  star: "M12 1l2.800 7.200L22.500 9l-5.900 4.900 2 7.600L12 17.200l-6.600 4.300 2-7.600L1.500 9l7.700-.8z",
  cap: "M12 4c2 3 6 1 9-1-1 6-2 9-4 12H7C5 12 4 9 3 3c3 2 7 4 9 1zM7 17h10v3H7z",
};
const FOOLS = /jester|joker|fool/i;

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
  h("span", { class: "visually-hidden" }, cardName(card)),
];

/** Returns a card that lies on the table. @param {string} text @param {Record<string, unknown>} [props] */
export function lyingCard(text, props = {}) {
  const card = readCard(text);
  return h("span", { ...props, class: `card ${cardClass(card)}` }, cardFace(card));
}
