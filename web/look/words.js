/**
 * Every text of the pages, in English: a constant or a function for each sentence.
 *
 * A translation replaces this module. Reasons of the rules come from `clag-score`.
 * @module
 */

/** Names of the suits. @type {Record<string, string>} */
export const suitNames = { S: "spades", H: "hearts", D: "diamonds", C: "clubs" };

/** Returns a number with its noun. @param {number} number @param {string} noun */
export const counted = (number, noun) => `${number} ${noun}${number === 1 ? "" : "s"}`;

/** Returns a number with its sign: +3, −2, 0. @param {number} number */
export const signed = (number) => (number > 0 ? `+${number}` : plain(number));

/** Returns a number with a minus sign instead of a hyphen. @param {number} number */
export const plain = (number) => (number < 0 ? `−${-number}` : String(number));

/** Returns names as a list in a sentence. @param {string[]} names */
export const listed = (names) =>
  names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;

/** Returns a place: 1st, 2nd, 23rd. @param {number} place */
export function ordinal(place) {
  const isTeen = Math.floor(place / 10) % 10 === 1;
  return `${place}${(!isTeen && ["", "st", "nd", "rd"][place % 10]) || "th"}`;
}

/** Texts of several pages. */
export const commonWords = {
  close: "Close",
  dealsMark: "deals",
};
