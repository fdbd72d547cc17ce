// The match with which an evening goes on.

/** @typedef {{names: string[], dealer: string | null, parameters: Record<string, any>}} NewMatch */

/** Returns the match with which an evening goes on: the same people, the dealer moved on. @param {NewMatch} last @returns {NewMatch} */
export function onceMore({ names, dealer, parameters }, drawsDealer) {
  if (drawsDealer) return { names, dealer: null, parameters };
  const first = dealer === null ? names.length - 1 : names.indexOf(dealer);
  return { names, dealer: names[(first + 1) % names.length], parameters };
}

/**
 * Returns the match of a sheet as it ended: who is still there, in their seats. If the first dealer
 * has left, the deal passes to the next one of the first deal who is there.
 * @param {import("../clag-score/src/sheet/sheet.js").Sheet} sheet
 * @param {Record<string, any>} parameters
 * @returns {NewMatch}
 */
export function lastMatch({ circle, deal, names, rows: [{ dealer: first, seats } = deal] }, parameters) {
  const at = seats.indexOf(first);
  const next = [...seats.slice(at), ...seats.slice(0, at)].find((line) => circle.includes(line));
  const dealer = [undefined, next].includes(first) ? first : circle.at(circle.indexOf(next) - 1);
  return { names: circle.map((line) => names[line]), dealer: names[dealer] ?? null, parameters };
}

/** Returns whether the rules always draw for the first dealer. */
export const drawsDealer = (game) => Boolean(game.first_dealer?.alternatives.every(({ value }) => value === "drawn"));
