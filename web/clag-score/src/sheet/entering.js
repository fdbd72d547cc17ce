// The reducer: the effect of a legal entry on a moment of the sheet.
//
// `enter` takes a moment and a fact that `judging.js` has accepted, and returns the next moment.
// Moments are immutable values. Nothing here decides whether an entry is legal.

import { of } from "../score/expressions.js";
import { DEALS_NEXT } from "./declared.js";
import { isInterlude } from "./interludes.js";
import { keptTakings } from "./judging.js";
import {
  changed,
  dueAfter,
  figuresOf,
  latecomersTotal,
  ofSeats,
  playersOf,
  rosterOf,
  seatFrom,
  seatsOf,
  withLine,
  withoutRow,
  withSeats,
} from "./roster.js";
import { factsNow, numberIn, tableWith } from "./seating.js";
import {
  counted,
  dealEnd,
  isNeeded,
  isOver,
  noFigures,
  payments,
  scoredDeal,
  thrownIn,
  winners,
} from "../score/scoring.js";
import { orderedCall } from "../score/table.js";
import {
  auctionTurn,
  bidders,
  CALLERS,
  namerIn,
  nextPhase,
  ROLES,
  settledBids,
  standOf,
  trumpIn,
} from "./turns.js";
import { saidBy } from "./waiting.js";

/**
 * The complete state of a sheet.
 *
 * - `roster`: the people at the table. `table`: the rules for the number of them who play.
 * - `nextDeal`: the deal after the last one, as its `number` in the `schedule` of the last deal, and
 *   how many more are `skipped`.
 * - `due`: the line that deals next. `lastWinner`: the line that won the previous deal.
 * - `acting`: the seats from which an entry is expected; empty if it is from all or from nobody.
 * - `standings` and `outcome`: figures by line. `begun`: the totals that latecomers began with.
 * - `closing`: the facts entered after the last deal. `isEnded`: true if `end` stopped the match.
 * - `waiting`: facts by deal that wait for what a correction has left open.
 * @typedef {{setting: any, roster: import("./roster.js").Roster, table: any, due: number,
 *   nextDeal: {schedule: any[], number: number, skipped: number},
 *   phase: string, acting: number[], deal: any, standings: any, history: any[],
 *   outcome: object | null, lastWinner: number | null, begun: number[], closing: any[],
 *   isEnded: boolean, waiting: any[][]}} Moment
 */

/**
 * Returns the moment before the first entry.
 * `firstDealer` is a line, and `seats` has the lines clockwise.
 * @param {{table: import("../score/table.js").Table, names: string[], firstDealer: number | null,
 *   seats: number[], note: string | null,
 *   tableFor: (players: number) => object}} setting
 * @returns {Moment}
 */
export function openSheet(setting) {
  const { table, firstDealer } = setting;
  const roster = rosterOf(setting);
  const due = firstDealer ?? /** @type {number} */ (setting.seats.at(-1));
  const moment = {
    setting,
    roster,
    table,
    nextDeal: { schedule: table.schedule, number: 1, skipped: 0 },
    due,
    phase: "dealer",
    acting: [],
    deal: dealt(1, table, table.schedule[0], seatsOf(roster), seatFrom(roster, due)),
    standings: noFigures(table),
    history: [],
    outcome: null,
    lastWinner: null,
    begun: [],
    closing: [],
    isEnded: false,
    waiting: [],
  };
  return firstDealer === null ? moment : beginDeal(moment);
}

/**
 * Returns a deal without entries.
 *
 * `number` counts the deals of the sheet; `scheduled` has the number in the schedule, and the size
 * if it was set. `skipped` is how many deals before it are left out.
 * `seats` has the lines of its players. Other figures are by seat, except that `totals` are by line
 * and `bids` are in the order in which they were made.
 */
const dealt = (number, table, scheduled, seats, dealer) => ({
  number,
  scheduled,
  skipped: 0,
  rules: table.rulesOf(scheduled),
  seats,
  dealer,
  cards: scheduled.cards,
  oneMore: null,
  facts: [],
  caller: null,
  calls: null,
  told: null,
  shown: false,
  drawn: null,
  auction: [],
  looked: [],
  bids: [],
  tricks: [],
  results: [],
  winner: null,
  totals: [],
});

/** Begins the next deal with the facts since the last one, or ends the match. */
function beginDeal(moment, facts = [], oneMore = null) {
  const { table, roster, history, nextDeal } = moment;
  const number = history.length + 1;
  const scheduled = table.schedule[(oneMore ? number : numberIn(nextDeal, table)) - 1];
  if (!scheduled) return ended({ ...moment, closing: facts });
  const dealer = seatFrom(roster, moment.due);
  const { skipped } = nextDeal;
  const deal = { ...dealt(number, table, scheduled, seatsOf(roster), dealer), facts, oneMore, skipped };
  const fresh = { outcome: null, closing: [], waiting: [] };
  const begun = { ...moment, phase: "size", acting: [dealer], deal, ...fresh };
  return deal.cards === null ? begun : goOn(begun, deal, "size");
}

/** Ends the match; those who have not left win or lose it. */
function ended(moment) {
  const { circle, names } = moment.roster;
  const { table, history } = moment;
  const figures = ofSeats(moment.standings, circle);
  const won = winners(table.game, figures);
  const paid = payments(table, figures, won);
  const outcome = {
    winners: won.map((seat) => circle[seat]).sort((a, b) => a - b),
    payments: names.map((_, line) => (circle.includes(line) ? paid[circle.indexOf(line)] : "0")),
  };
  const deal = history.at(-1) || moment.deal;
  return { ...moment, phase: "over", acting: [], deal, outcome, waiting: [] };
}

const SHOWING = ["call", "auction"]; // after these, fixed bids are known

/** Moves on to the next phase of the deal. */
function goOn(moment, before, done) {
  const { rules } = before;
  const phase = nextPhase(rules, done);
  const isOpen = before.calls === null && rules.offered.some(({ bid }) => bid); // the call may replace it
  const settled = (done === "size" && !isOpen) || SHOWING.includes(done);
  const deal = settled ? { ...before, bids: settledBids(rules) } : before;
  const stop = (more, ...acting) => ({ ...moment, deal: { ...deal, ...more }, phase, acting });
  switch (phase) {
    case "turn":
      return goOn(moment, { ...deal, shown: true }, phase);
    case "call": {
      const { lastWinner, roster } = moment;
      const last = lastWinner === null ? null : seatFrom(roster, lastWinner);
      const caller = of(CALLERS, rules.call.by)(deal.dealer, last);
      return stop({ caller }, caller);
    }
    case "auction":
      return stop({}, ROLES.eldest(deal));
    case "name":
      return stop({}, namerIn(deal));
    case "bid":
      return stop({}, ...bidders(deal));
    case "tricks": {
      const isDue = trumpIn(deal) === null && isNeeded("trump", rules, moment.table.remembered);
      return { ...stop({}), phase: isDue ? "name" : "tricks" };
    }
    default:
      return stop({});
  }
}

const DOERS = {
  dealer: (moment, deal, { player }) => {
    const due = moment.roster.names.indexOf(player);
    if (moment.phase !== "dealer" && due === moment.due) return moment;
    return beginDeal({ ...moment, due }, deal.facts);
  },
  cards(moment, before, { number: cards }) {
    const { number, dealer, facts, skipped } = before;
    let { scheduled } = before;
    if (scheduled.cards === cards) return moment;
    if (scheduled.cards !== null) scheduled = { ...scheduled, low: cards, high: cards, cards };
    const deal = dealt(number, moment.table, scheduled, seatsOf(moment.roster), dealer);
    const rules = moment.table.rulesOf(scheduled, [], cards);
    return goOn(moment, { ...deal, facts, skipped, cards, rules }, "size");
  },
  call(moment, deal, { names }) {
    const calls = orderedCall(deal.rules, names);
    const rules = moment.table.rulesOf(deal.scheduled, calls, deal.cards);
    return goOn(moment, { ...deal, calls, rules }, "call");
  },
  auction: (moment, deal, { words }) =>
    say(moment, { ...deal, auction: [...deal.auction, words[0]] }),
  trump: name,
  order: name,
  first(moment, deal, { player }) {
    return goOn(moment, { ...deal, drawn: playersOf(moment.roster).indexOf(player) }, "first");
  },
  look: (moment, deal) => ({ ...moment, deal: { ...deal, looked: [...deal.looked, moment.acting[0]] } }),
  bid(moment, before, { number }) {
    const deal = { ...before, bids: [...before.bids, number] };
    const { bid, players } = deal.rules;
    if (deal.bids.length === players) return goOn(moment, deal, "bid");
    const next = [(moment.acting[0] + 1) % players];
    return { ...moment, deal, acting: bid.kind === "together" ? moment.acting.slice(1) : next };
  },
  won: close,
  taken: close,
};

/** Returns the moment after a legal fact. */
export function enter(moment, fact) {
  if (fact.type === "adjust") return adjusted(moment, fact);
  if (fact.type === "more") return oneMore(moment, fact);
  if (fact.type === "end") {
    const closing = [...withoutSkip(moment.deal.facts), saidBy(null, fact, [])];
    const nextDeal = { ...moment.nextDeal, skipped: 0 };
    return ended({ ...moment, closing, nextDeal, isEnded: true });
  }
  if (fact.type === "skip") return skip(moment, fact);
  if (isInterlude(fact)) return comeOrGo(moment, fact);
  const seat = moment.acting[0] ?? null;
  const said = saidBy(seat, fact, playersOf(moment.roster));
  const deal = { ...moment.deal, facts: [...moment.deal.facts, said] };
  return DOERS[fact.type](moment, deal, fact);
}

function adjusted(moment, fact) {
  const line = moment.roster.names.indexOf(fact.player);
  const totals = moment.standings.totals.map((total, each) => total + (each === line ? fact.points : 0));
  const facts = [...factsNow(moment), saidBy(null, fact, [])];
  const after = { ...moment, standings: { ...moment.standings, totals } };
  if (moment.phase === "over") return ended({ ...after, closing: facts });
  return { ...after, deal: { ...moment.deal, facts } };
}

function oneMore(moment, fact) {
  const table = tableWith(moment, moment.roster, fact);
  return beginDeal({ ...moment, table }, [...moment.closing, saidBy(null, fact, [])], fact);
}

/** Restarts the deal with other players. */
function comeOrGo(before, fact) {
  const { roster: old, deal: at } = before;
  const roster = changed(old, fact);
  const table = tableWith(before, roster, at.oneMore);
  let { standings, begun } = before;
  if (roster.names.length > old.names.length) {
    const total = latecomersTotal(ofSeats(standings, old.circle).totals, table.game.winner);
    [standings, begun] = [withLine(standings, total, table.remembered), [...begun, total]];
  }
  const due = dueAfter(old, fact, before.due);
  const lastWinner = dueAfter(old, fact, before.lastWinner);
  const moment = { ...before, roster, table, due, lastWinner, begun, standings };
  const facts = [...at.facts, saidBy(null, fact, [])];
  return restartDeal(moment, facts);
}

/** Restarts a deal in which nothing is entered but interludes and the first dealer. */
function restartDeal(moment, facts) {
  if (moment.phase !== "dealer") return beginDeal(moment, facts, moment.deal.oneMore);
  const { table, roster, nextDeal } = moment;
  const seats = seatsOf(roster);
  const scheduled = table.schedule[numberIn(nextDeal, table) - 1];
  const deal = dealt(1, table, scheduled, seats, seats.length - 1);
  return { ...moment, deal: { ...deal, facts, skipped: nextDeal.skipped } };
}

const withoutSkip = (facts) => facts.filter(({ fact }) => fact.type !== "skip");

/** Leaves out deals; all that are left out before a deal are one fact. */
function skip(moment, { deals }) {
  const skipped = moment.nextDeal.skipped + deals;
  const facts = [...withoutSkip(moment.deal.facts), saidBy(null, { type: "skip", deals: skipped }, [])];
  return restartDeal({ ...moment, nextDeal: { ...moment.nextDeal, skipped } }, facts);
}

function name(moment, before, { trumps }) {
  const deal = { ...before, told: trumps };
  if (moment.phase === "name" && deal.shown) return { ...moment, deal, phase: "tricks" };
  return moment.phase === "name" ? goOn(moment, deal, "name") : { ...moment, deal };
}

/** Adds a call to the auction, which may end it. */
function say(moment, deal) {
  const turn = auctionTurn(deal);
  if (turn !== null) return { ...moment, deal, acting: [turn] };
  const { highest } = standOf(deal);
  if (!highest) return count(moment, deal, thrownIn(figuresOf(moment).past));
  const named = deal.rules.trump.kind === "auction";
  const told = named ? (highest.trump === null ? [] : [highest.trump]) : deal.told;
  return goOn(moment, { ...deal, told }, "auction");
}

function close(moment, deal, fact) {
  const takings = /** @type {any[]} */ (keptTakings(moment, fact));
  const tricks = takings.map((taking) => taking.tricks);
  const { past } = figuresOf(moment);
  const { remembered } = moment.table;
  const brought = scoredDeal(deal.rules, deal.scheduled, takings, past, remembered);
  return count(moment, { ...deal, tricks }, brought);
}

/** Adds a deal's results to the standings; then begins the next deal or ends the match. */
function count(moment, closing, brought) {
  const { table, roster } = moment;
  const { scheduled, rules, seats } = closing;
  const after = counted(figuresOf(moment), brought, scheduled, table.remembered);
  const end = dealEnd(closing, brought, after.totals, seats, roster.circle);
  const winner = seats.indexOf(end.winner);
  const standings = withSeats(rowsForgotten(moment.standings, closing, table), seats, after);
  const deal = { ...closing, results: brought.results, winner, totals: standings.totals };
  const next = {
    ...moment,
    deal,
    standings,
    history: [...moment.history, deal],
    nextDeal: { schedule: table.schedule, number: scheduled.number + 1, skipped: 0 },
    due: of(end, of(DEALS_NEXT, rules.next_dealer)),
    lastWinner: end.winner,
  };
  const over = isOver(table, scheduled.number, ofSeats(standings, roster.circle)) || deal.oneMore;
  return over ? ended(next) : beginDeal(next);
}

/** Resets the row figures if a deal begins or ends its row of the schedule. */
function rowsForgotten(standings, { scheduled: { inRow, rowDeals }, skipped }, { remembered }) {
  if (inRow > skipped && inRow + 1 < rowDeals) return standings;
  return { ...standings, past: withoutRow(standings.past, remembered) };
}
