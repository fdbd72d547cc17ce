/**
 * Where everybody sits: around the felt, clockwise from the left of the viewer.
 * @module
 */

/** How many sit at the left, at the top and at the right, by the number of others. */
const PHONE = [[0, 0, 0], [0, 1, 0], [0, 2, 0], [1, 1, 1], [1, 2, 1], [1, 3, 1], [2, 2, 2], [2, 3, 2], [3, 2, 3], [3, 3, 3]];
/** The same in windows from 700 px. */
const WIDE = [...PHONE.slice(0, 6), [1, 4, 1], [2, 3, 2], [2, 4, 2], [2, 5, 2]];
/** How far from the middle the outermost places of a side are; its whole length is 1. */
const SPREAD = 0.64;
/** Two at the top sit closer together. */
const PAIR = 0.66;

/**
 * A place at the table. `x` and `y` are where a card lies that is played from there, between -1 and
 * 1 from the middle.
 * @typedef {{seat: number, side: "left" | "top" | "right" | "bottom", x: number, y: number}} Place
 */

/** Returns the positions of some people along a side, from one end to the other. */
const spread = (number) =>
  Array.from({ length: number }, (_, place) => (number === 1 ? 0 : SPREAD * ((2 * place) / (number - 1) - 1)));

/**
 * Returns the places of the others; with `isWatching` also the one below, of seat 0.
 * @param {{players: number, own: number, isWide: boolean, isCounterclockwise?: boolean, isWatching?: boolean}} table
 * @returns {Place[]}
 */
export function places({ players, own, isWide, isCounterclockwise = false, isWatching = false }) {
  const [left, top, right] = (isWide ? WIDE : PHONE)[players - 1];
  const around = [
    ...spread(left).reverse().map((y) => ({ side: /** @type {const} */ ("left"), x: -1, y })),
    ...spread(top).map((x) => ({ side: /** @type {const} */ ("top"), x: top === 2 ? x * PAIR : x, y: -1 })),
    ...spread(right).map((y) => ({ side: /** @type {const} */ ("right"), x: 1, y })),
  ];
  if (isCounterclockwise) around.reverse();
  const others = around.map((place, step) => ({ ...place, seat: (own + 1 + step) % players }));
  return isWatching ? [...others, { seat: own, side: /** @type {const} */ ("bottom"), x: 0, y: 1 }] : others;
}
