// What waits on a sheet for what a correction has left open.

import { isChange } from "./interludes.js";
import { changed, playersOf, whyNotChanged } from "./roster.js";

const OF_SEATS = ["auction", "bids", "tricks"];

/** What has happened among these players: where it tells of seats, it is of theirs. */
export const saidBy = (seat, fact, players) => ({
  seat,
  fact,
  players: OF_SEATS.includes(fact.kind) ? players : [],
});

const alike = (some, others) =>
  some.length === others.length && some.every((one, place) => one === others[place]);

/** Whether a fact is of the seats of other people than these, so that it cannot count. */
export const isOfOthers = (said, players) => said.players.length > 0 && !alike(said.players, players);

/**
 * The deals of which something waits, in order; `others` tells that other people play in it now.
 * @param {import("./entering.js").Moment} moment
 * @returns {{number: number, others: boolean}[]}
 */
export function waitingDeals({ waiting, roster, history }) {
  let there = roster;
  return waiting.flatMap((facts, place) => {
    for (const { fact } of facts) {
      if (isChange(fact) && !whyNotChanged(there, fact)) there = changed(there, fact);
    }
    const players = playersOf(there);
    const others = facts.some((one) => isOfOthers(one, players));
    return facts.length ? [{ number: history.length + 1 + place, others }] : [];
  });
}
