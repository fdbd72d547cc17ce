/**
 * The scores of a match from what this seat has seen, for the tabs of `look/scores.js`.
 *
 * The events say what happened in each deal; nothing is computed here that the rules decide.
 * @module
 */

import { eventText } from "../look/table_words.js";

/** @typedef {import("./now.js").SeenEvent} SeenEvent */

const emptyRow = (names, { deal, name, dealer }) => ({
  deal,
  name,
  dealer,
  cards: null,
  calls: null,
  seats: names.map((_, seat) => seat),
  bids: names.map(() => null),
  tricks: null,
  points: null,
  totals: null,
  completed: names.map(() => null),
  beside: [],
});

const CHANGES = {
  CardsDealt: (row, { cards }) => ({ ...row, cards }),
  FirstCardsDealt: (row, { cards }) => ({ ...row, cards }),
  CallMade: (row, { calls }) => ({ ...row, calls }),
  BidMade: (row, { seat, bid }) => ({ ...row, bids: row.bids.with(seat, bid) }),
  BidsTold: (row, { bids }) => ({ ...row, bids }),
  DealScored: (row, { tricks, scores, totals, made: completed }) => ({ ...row, tricks, points: scores, totals, completed }),
};

/** Returns the deals that were begun, the last one perhaps without a score. @param {string[]} names @param {SeenEvent[]} events */
export function dealsSeen(names, events) {
  const deals = [];
  for (const event of events) {
    if (event.kind === "DealBegun") deals.push(emptyRow(names, /** @type {any} */ (event)));
    else if (deals.length) deals[deals.length - 1] = CHANGES[event.kind]?.(deals.at(-1), event) ?? deals.at(-1);
  }
  return deals;
}

/** Returns the log: what happened, with its deal. */
function linesSeen(names, events) {
  let deal = null;
  return events.flatMap((event) => {
    if (event.kind === "DealBegun") deal = event.deal;
    if (!event.text) return [];
    const whose = typeof event.seat === "number" ? [names[event.seat]] : names;
    return [{ deal: event.kind === "MatchWon" ? null : deal, names: whose, text: eventText(event, names), by: null, at: null, takenBack: null }];
  });
}

/** Returns the match for the tabs. @param {import("./page.js").TableView} view */
export function matchSeen({ now, events, own, isWatching }) {
  const { names, totals } = now;
  const rows = dealsSeen(names, events).filter((row) => row.totals !== null);
  const everybody = { circle: names.map((_, seat) => seat), names };
  const sheet = {
    names,
    totals,
    rows,
    left: [],
    out: [],
    closing: [],
    over: now.phase === "over",
    winners: now.winners ?? [],
    payments: now.payments.map(String),
    note: now.note ?? "",
    phase: now.phase,
    deal: { deal: now.deal, beside: [] },
    places: now.places,
    rosterBefore: () => everybody,
  };
  return /** @type {import("../look/scores.js").Match} */ (/** @type {unknown} */ ({ sheet, lines: linesSeen(names, events), own: isWatching ? null : own }));
}
