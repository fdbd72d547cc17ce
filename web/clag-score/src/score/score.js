/**
 * The core, for games compiled by clagdsl: the schedule of a match, the legal calls and the scores
 * of a deal.
 * @module
 */

import { mayBidBlind } from "./bids.js";
import { named, range } from "./expressions.js";
import { listed, refuse } from "./reasons.js";
import { isScored, seatResult, takingsOf } from "./scoring.js";
import { dealNamed, orderedCall, Table, trumpNames, whyNotCall } from "./table.js";

export { Fault } from "./expressions.js";
export { Reason, Refused } from "./reasons.js";
export { legalCalls } from "./table.js";
export { Table };

/**
 * Returns the schedule of a match: number, name and cards of every deal, null if the dealer picks.
 * @param {Record<string, any>} compiled what `clagdsl compile` writes
 * @param {number} [players] by default the fewest
 * @param {Record<string, number | boolean | string>} [parameters]
 * @returns {import("./schedule.js").ScheduledDeal[]}
 */
export const deals = (compiled, players, parameters) =>
  new Table(compiled, players, parameters).schedule;

/**
 * Returns the points of each player in one deal, and whether the contract is completed.
 *
 * It does not check the limits on bids.
 * @param {Table} table
 * @param {{deal: number | string, bids?: (number | null)[] | null, tricks: number[],
 *   taken?: number[], points?: number[], calls?: string[], cards?: number,
 *   past?: Record<string, number[]>, blind?: number[], trump?: string}} told by seat; `past` has
 *   the values of runs and tallies by name, `trump` a suit, "none" or "order"
 * @returns {{score: number, points: number, completed: boolean | null}[]}
 */
export function score(table, told) {
  const scheduled = scheduledDeal(table, told.deal);
  const rows = typeof told.deal === "string"
    ? table.schedule.filter((one) => one.name === scheduled.name)
    : [scheduled];
  const sizes = [...new Set(rows.flatMap(({ low, high }) => range(low, high)))];
  const cards = told.cards ?? (sizes.length === 1 ? sizes[0] : null);
  const deal = rows.find(({ low, high }) => cards !== null && low <= cards && cards <= high);
  if (!deal) refuse("U625", `\`${told.deal}\` can have ${listed(sizes)} cards: give the number`);
  const plain = table.rulesOf(deal, [], cards);
  const hasCall = plain.call.kind === "call";
  const calls = told.calls ?? (hasCall ? null : []);
  if (!Array.isArray(calls)) refuse("U624", "give `calls` as a list of names");
  const why = (hasCall || calls.length) && whyNotCall(plain, calls);
  if (why) refuse("U624", why.reason);
  const rules = table.rulesOf(deal, orderedCall(plain, calls), cards);
  const blind = told.blind || [];
  if (blind.length && !mayBidBlind(rules)) refuse("U605", "nobody can choose to bid blind here");
  const past = range(0, table.players - 1).map((seat) => {
    const own = table.remembered.map(({ name }) => [name, 0]);
    const given = Object.entries(told.past || {}).map(([name, figures]) => [name, figures[seat]]);
    return named(Object.fromEntries([...own, ...given]), { blind: blind.includes(seat) });
  });
  const bids = told.bids?.some((bid) => bid !== null) ? told.bids : null;
  const asked = isScored("points", rules);
  const trump = isScored("trump", rules) ? checkedTrump(rules, cards, told.trump) : null;
  const takings = takingsOf(rules, { ...told, cards, bids, past, asked, trump });
  return takings.map((taking) => seatResult(rules, deal.number, taking));
}

/** Returns the scheduled deal with this number, or the first one with this name. */
function scheduledDeal({ game, schedule }, deal) {
  const found =
    typeof deal === "string" ? schedule.find(({ name }) => name === dealNamed(game, deal)?.name) : schedule[deal - 1];
  return found || refuse("U604", `the game has no deal \`${deal}\``);
}

/** Returns what is trump in a deal whose score reads it; the rules may settle it. */
function checkedTrump(rules, cards, trump) {
  const possible = trumpNames(rules, cards);
  if (trump === undefined && possible.length === 1) return possible[0];
  if (!possible.includes(trump)) {
    const told = `the score of \`${rules.name}\` depends on what is trump`;
    refuse("U648", `${told}: give ${listed(possible)}`);
  }
  return trump;
}
