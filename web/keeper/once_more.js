// The match with which an evening goes on.

/** @typedef {{names: string[], dealer: string | null, parameters: Record<string, any>}} NewMatch */

/** Returns the match with which an evening goes on: the same people, the dealer moved on. @param {NewMatch} last @returns {NewMatch} */
export function onceMore({ names, dealer, parameters }, drawsDealer) {
  if (drawsDealer) return { names, dealer: null, parameters };
  const first = dealer === null ? names.length - 1 : names.indexOf(dealer);
  return { names, dealer: names[(first + 1) % names.length], parameters };
}

/** Returns whether the rules always draw for the first dealer. */
export const drawsDealer = (game) => Boolean(game.first_dealer?.alternatives.every(({ value }) => value === "drawn"));
