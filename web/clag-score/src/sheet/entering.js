// What an entry does: from one moment of a sheet to the next.  Nothing here judges.

import { of } from "../score/expressions.js";
import { keptTakings } from "./judging.js";
import {
  counted,
  dealWinner,
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
  namedWhenTurned,
  namerIn,
  NEXT_DEALERS,
  nextPhase,
  ROLES,
  settledBids,
  standOf,
} from "./turns.js";

/**
 * Where a whole sheet stands.  `acting` is every seat of whom something is to be entered, none where
 * it is of all or of none.  `waiting` is what was entered before a correction, by deal, and counts
 * once what that has left open is entered.
 * @typedef {{setting: object, phase: string, acting: number[], deal: object, figures: object,
 *   history: object[], outcome: object | null, waiting: object[][]}} Moment
 */

/**
 * The moment in which the first entry is awaited.
 * @param {{table: import("../score/table.js").Table, names: string[], firstDealer: number | null}} setting
 * @returns {Moment}
 */
export function openSheet(setting) {
  const figures = noFigures(setting.table);
  const { firstDealer } = setting;
  if (firstDealer !== null) return beginDeal(setting, figures, [], firstDealer);
  const { deal } = beginDeal(setting, figures, [], setting.table.players - 1);
  const outcome = null;
  return { setting, phase: "dealer", acting: [], deal, figures, history: [], outcome, waiting: [] };
}

function beginDeal(setting, figures, history, dealer, facts = []) {
  const scheduled = setting.table.schedule[history.length];
  const deal = {
    scheduled,
    rules: setting.table.rulesOf(scheduled),
    dealer,
    cards: scheduled.cards,
    facts,
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
  };
  const begun = { setting, phase: "size", acting: [dealer], deal, figures, history };
  const moment = { ...begun, outcome: null, waiting: [] };
  return deal.cards === null ? moment : goOn(moment, deal, "size");
}

const SHOWING = ["call", "auction"]; // after these the fixed bids stand

/** Go on to the next thing that is to be entered. */
function goOn(moment, before, done) {
  const { rules } = before;
  const phase = nextPhase(rules, done);
  const settled = done === "size" || SHOWING.includes(done);
  const deal = settled ? { ...before, bids: settledBids(rules) } : before;
  const stop = (more, ...acting) => ({ ...moment, deal: { ...deal, ...more }, phase, acting });
  switch (phase) {
    case "turn":
      return goOn(moment, { ...deal, shown: true }, phase);
    case "call": {
      const last = moment.history.at(-1);
      const caller = of(CALLERS, rules.call.by)(deal.dealer, last ? last.winner : null);
      return stop({ caller }, caller);
    }
    case "auction":
      return stop({}, ROLES.eldest(deal));
    case "name":
      return stop({}, namerIn(deal));
    case "bid":
      return stop({}, ...bidders(deal));
    default:
      return stop({});
  }
}

const DOERS = {
  dealer: (moment, deal, { player }) => {
    const { setting, figures } = moment;
    return beginDeal(setting, figures, [], setting.names.indexOf(player), deal.facts);
  },
  cards(moment, deal, { number }) {
    const rules = moment.setting.table.rulesOf(deal.scheduled, [], number);
    return goOn(moment, { ...deal, cards: number, rules }, "size");
  },
  call(moment, deal, { names }) {
    const calls = orderedCall(deal.rules, names);
    const rules = moment.setting.table.rulesOf(deal.scheduled, calls, deal.cards);
    return goOn(moment, { ...deal, calls, rules }, "call");
  },
  auction: (moment, deal, { words }) =>
    say(moment, { ...deal, auction: [...deal.auction, words[0]] }),
  trump: name,
  order: name,
  first(moment, deal, { player }) {
    return goOn(moment, { ...deal, drawn: moment.setting.names.indexOf(player) }, "first");
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

/** The moment after a fact that may be entered. */
export function enter(moment, fact) {
  const seat = moment.acting[0] ?? null;
  const deal = { ...moment.deal, facts: [...moment.deal.facts, { seat, fact }] };
  return DOERS[fact.type](moment, deal, fact);
}

function name(moment, before, { trumps }) {
  const deal = { ...before, told: trumps };
  return moment.phase === "name" ? goOn(moment, deal, "name") : { ...moment, deal };
}

/** Say something in the auction; the last of them ends it. */
function say(moment, deal) {
  const turn = auctionTurn(deal);
  if (turn !== null) return { ...moment, deal, acting: [turn] };
  const { highest } = standOf(deal);
  if (!highest) return count(moment, deal, thrownIn(moment.figures.past));
  const named = deal.rules.trump.kind === "auction";
  const told = named ? (highest.trump === null ? [] : [highest.trump]) : deal.told;
  return goOn(moment, { ...deal, told }, "auction");
}

function close(moment, deal, fact) {
  const takings = keptTakings(moment, fact);
  const { figures, setting } = moment;
  const tricks = takings.map((taking) => taking.tricks);
  const { scheduled, rules } = deal;
  const brought = scoredDeal(rules, scheduled, takings, figures.past, setting.table.remembered);
  return count(moment, { ...deal, tricks }, brought);
}

/** Count what a deal has brought everybody; the next one begins, or the match is over. */
function count({ setting, ...moment }, closing, brought) {
  const { table } = setting;
  const { scheduled, rules, dealer } = closing;
  const winner = dealWinner(rules, brought.results, dealer);
  const figures = counted(moment.figures, brought, scheduled, table.remembered);
  const { totals } = figures;
  const deal = { ...closing, results: brought.results, winner, totals };
  const history = [...moment.history, deal];
  if (!isOver(table, scheduled.number, totals)) {
    const next = of(NEXT_DEALERS, rules.next_dealer)(deal, winner);
    return beginDeal(setting, figures, history, next);
  }
  const won = winners(table.game, figures);
  const outcome = { winners: won, payments: payments(table, figures, won) };
  return { setting, phase: "over", acting: [], deal, figures, history, outcome, waiting: [] };
}

