/**
 * The ways in which a card may be played now.
 *
 * `play 2H as AD` plays a wild card as another one, `play Joker asks highest H` a special card, and
 * `play top` the top card, which nobody has seen.
 * @module
 */

/**
 * Returns the entries that play a card.
 * @param {string[]} legal
 * @param {string} card
 */
export const waysOf = (legal, card) => legal.filter((entry) => entry === `play ${card}` || entry.startsWith(`play ${card} `));

/** Returns a way without the card: "" is as itself. @param {string} entry @param {string} card */
export const wayText = (entry, card) => entry.slice(`play ${card}`.length).trim();
