// The pack of a game, as far as a score sheet needs it.

import { evaluate, of } from "./expressions.js";

export const SUITS = ["S", "H", "D", "C"];
export const SUIT_NAMES = { S: "spades", H: "hearts", D: "diamonds", C: "clubs" };
export const SUIT_SIGNS = { S: "♠", H: "♥", D: "♦", C: "♣" };
export const RANKS = ["A", "K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2"];

export const RANKS_OF_PACK = {
  listed: (ranks) => RANKS.filter((rank) => ranks.ranks.includes(rank)),
  highest: (ranks, names) => RANKS.slice(0, evaluate(ranks.number, names)),
  all: () => RANKS,
};

/**
 * Returns the deck of a pack: every face once, the copies of each, and the special cards.
 * @typedef {{faces: {rank: string, suit: string, name: string}[], copies: number, specials:
 *   string[], suits: string[], size: number}} Deck
 * @returns {Deck}
 */
export function deckOf(pack, names) {
  const said = pack || { ranks: { kind: "all" }, suits: null, without: [] };
  const ranks = of(RANKS_OF_PACK, said.ranks.kind)(said.ranks, names);
  const suits = said.suits ? SUITS.slice(0, evaluate(said.suits, names)) : SUITS;
  const copies = said.copies ? evaluate(said.copies, names) : 1;
  const specials = (said.specials || []).flatMap((one) => Array(one.number).fill(one.name)).sort();
  const faces = suits
    .flatMap((suit) => ranks.map((rank) => ({ rank, suit, name: rank + suit })))
    .filter((face) => !said.without.includes(face.name));
  const there = suits.filter((suit) => faces.some((face) => face.suit === suit));
  return { faces, copies, specials, suits: there, size: faces.length * copies + specials.length };
}

/** Returns every order of the suits. */
export function orders(suits) {
  if (suits.length < 2) return [suits];
  return suits.flatMap((first) =>
    orders(suits.filter((suit) => suit !== first)).map((rest) => [first, ...rest]),
  );
}
