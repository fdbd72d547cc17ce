// Facts that wait for what a correction has left open.

import { isChange } from "./interludes.js";
import { changed, playersOf, whyNotChanged } from "./roster.js";

const OF_SEATS = ["auction", "bids", "tricks"];

/** Returns a fact with its seat and, if it has figures by seat, the players of these seats. */
export const saidBy = (seat, fact, players) => ({
  seat,
  fact,
  players: OF_SEATS.includes(fact.kind) ? players : [],
});

const alike = (some, others) =>
  some.length === others.length && some.every((one, place) => one === others[place]);

/** Returns whether a fact was entered for other players than these, so that it cannot count. */
export const isOfOthers = (said, players) =>
  said.players.length > 0 && !alike([...said.players].sort(), [...players].sort());

/** Returns a fact by the seats of the same players in another order; others as they are. */
export function inSeats(said, players) {
  const { players: before, fact, seat } = said;
  if (!before.length || alike(before, players) || isOfOthers(said, players)) return said;
  const seats = before.map((name) => players.indexOf(name));
  const moved = (figures) => figures && players.map((name) => figures[before.indexOf(name)]);
  const changed =
    fact.type === "won" && fact.tricks.length === players.length
      ? { ...fact, tricks: moved(fact.tricks), points: moved(fact.points) }
      : fact.type === "taken"
        ? { ...fact, taken: fact.taken.map((taker) => seats[taker]) }
        : fact;
  return { seat: seat === null ? null : seats[seat], fact: changed, players };
}

/**
 * Returns the deals with waiting facts, in order; `others` is true if their players have changed.
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
