// The rules for the current number of players, as people come and go between deals, and for one
// more hand after the end, which is not in the schedule.

import { everySaid, hasAuction, legalBids } from "../score/bids.js";
import { Fault, named, range } from "../score/expressions.js";
import { listed, Reason, Refused, shortened, shownName } from "../score/reasons.js";
import { MOST_DEALS } from "../score/schedule.js";
import { seatResult } from "../score/scoring.js";
import { legalCalls, Table, trumpNames } from "../score/table.js";
import { possiblePoints } from "../score/worths.js";
import { isChange } from "./interludes.js";
import { numberAfterChange } from "./next_deal.js";
import { changed, noSuchPlayer, seatsOf, whyNotChanged } from "./roster.js";
import { waitingDeals } from "./waiting.js";

const MOST_CHANGES = 300;
const MOST_ADJUSTED = 1_000_000;
const MOST_NOTE = 200;

/** Returns a function from a number of players to the table for them, cached. */
export function tablesLike(table) {
  const { game, hash: rules_hash, parameters } = table;
  const known = new Map([[table.players, table]]);
  return (players) => {
    const compiled = { format: "clagdsl game", version: 2, rules_hash, game };
    if (!known.has(players)) known.set(players, new Table(compiled, players, parameters));
    return known.get(players);
  };
}

/** Returns the table for a roster, with one more `hand` if given, or why it is impossible. */
export function tableWith(moment, roster, hand) {
  let table;
  try {
    table = moment.setting.tableFor(seatsOf(roster).length);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return notSoMany(error.why.reason);
  }
  return hand ? withOneMore(table, hand, moment.history) : table;
}

/** Returns the number of the next deal in the schedule of those who play it. */
export const numberIn = ({ schedule, number, skipped }, table) =>
  numberAfterChange(schedule, number, table.schedule) + skipped;

const notSoMany = (told) =>
  new Reason("A109", `${told}; to replace one player with another, enter \`join Eve for Bob\``);

const noHand = (told) => new Reason("A110", told);

/** Returns the reason that the rules have no value for this hand. */
export const noValue = (fault) => noHand(`the rules have no value for this hand: ${fault.message}`);

function withOneMore(table, { deal, cards }, history) {
  const { game, schedule } = table;
  const named = game.deals.find((one) => one.name === deal || one.short === deal);
  const number = history.length + 1;
  if (!named) {
    const kinds = listed(game.deals.map((one) => one.name));
    return noHand(`these rules have no deal \`${shortened(shownName(deal))}\`: choose from ${kinds}`);
  }
  if (number > MOST_DEALS) return noHand(`a match can have at most \`${MOST_DEALS}\` deals`);
  const turn = history.filter((one) => one.scheduled.name === named.name).length;
  const size = { low: cards, high: cards, cards };
  const last = { number, name: named.name, ...size, row: -1, turn, rowDeals: 1, inRow: 0 };
  const before = schedule.slice(0, number - 1);
  const between = range(before.length + 1, number - 1).map((each) => ({ ...last, number: each }));
  return ifDealt(withSchedule(table, [...before, ...between, last]), last);
}

const withSchedule = (table, schedule) =>
  Object.assign(Object.create(Table.prototype), table, { schedule, _rules: new Map() });

/** Returns the table with another size of one deal, or why it cannot be dealt. */
export function withSize(table, number, cards) {
  const before = table.schedule[number - 1];
  if (before.cards === null || before.cards === cards) return table;
  const deal = { ...before, low: cards, high: cards, cards };
  return ifDealt(withSchedule(table, table.schedule.map((one) => (one === before ? deal : one))), deal);
}

/** Returns a table with an unproved deal, or why the deal cannot be dealt. */
function ifDealt(table, last) {
  const { deck, players } = table;
  const { number, low: cards } = last;
  const most = Math.floor(deck.size / players);
  if (cards < 1 || cards > most) {
    return noHand(`\`${cards}\` cards each cannot be dealt: deal from \`1\` to \`${most}\``);
  }
  try {
    const every = everyRules(table, last);
    const turns = every.some(({ trump }) => trump.kind === "turned" && !trump.nothing_left);
    const needed = players * cards + (turns ? 1 : 0);
    if (needed > deck.size) {
      const told = `\`${cards}\` cards each need \`${needed}\` cards, including one to turn up`;
      return noHand(`${told}: the pack has \`${deck.size}\``);
    }
    for (const rules of every) {
      if (hasAuction(rules) && !everySaid(rules, number, cards).length) {
        return noHand(`the auction has no bid for \`${cards}\` cards each`);
      }
      askEveryValue(rules, number, cards, table.remembered);
    }
  } catch (error) {
    if (error instanceof Fault) return noValue(error);
    throw error;
  }
  return table;
}

function everyRules(table, deal) {
  const { call } = table.rulesOf(deal);
  const called = call.kind === "call" ? legalCalls(call) : [[]];
  return called.map((calls) => table.rulesOf(deal, calls, deal.low));
}

/** Evaluates the limit on the first bid and every score; throws a Fault if one has no value. */
function askEveryValue(rules, deal, cards, remembered) {
  const past = named({ auction: 0, blind: false }, ...remembered.map(({ name }) => ({ [name]: 0 })));
  legalBids(rules, { deal, cards, bids: [], past });
  const worth = possiblePoints(rules, cards);
  const trumps = trumpNames(rules, cards);
  for (const bid of rules.bid.kind === "none" ? [undefined] : range(0, cards)) {
    for (const tricks of range(0, cards)) {
      for (const points of worth[tricks]) {
        const same_bids = bid ? 0 : rules.players - 1;
        const made = { bid, bids: bid, highest_bid: bid, same_bids, makers: Number(bid === tricks) };
        const told = bid === undefined ? {} : made;
        const most = Math.max(1, tricks);
        for (const trump of trumps) {
          seatResult(rules, deal, { cards, ...told, tricks, points, most, most_count: 1, past, trump });
        }
      }
    }
  }
}

// --- why not -------------------------------------------------------------------------------

const notNow = (told) => new Reason("A103", told);

/** Returns why an interlude may not be entered now, or null. */
export function whyNoInterlude(moment, fact, matchOver) {
  if (fact.type === "adjust") return whyNotAdjusted(moment, fact);
  if (fact.type === "more") {
    if (moment.phase !== "over") {
      return notNow("the match is not over: one more hand can only follow its last deal");
    }
    return whyBehindNewEnd(moment) || refusal(tableWith(moment, moment.roster, fact));
  }
  if (moment.phase === "over") return matchOver();
  if (fact.type === "end") return whyNotEnded(moment);
  if (fact.type === "skip") return whyNotSkipped(moment, fact);
  if (isBegun(moment)) {
    return notNow("players cannot come or go in the middle of a deal: finish the deal, or undo its entries");
  }
  const why = whyNotChanged(moment.roster, fact);
  if (why) return why;
  const table = tableWith(moment, changed(moment.roster, fact), moment.deal.oneMore);
  return refusal(table) || whyNoDealLeft(moment, table) || whyFull(moment, isChange, "changes of players");
}

/** Returns whether anything but interludes and the first dealer is entered in the deal. */
export const isBegun = ({ deal }) => deal.facts.some(({ fact: { kind } }) => kind && kind !== "dealer");

const noDealLeft = (left) => {
  const told = left
    ? `you can skip at most \`${left}\` deal${left === 1 ? "" : "s"}`
    : "this is the last deal";
  return new Reason("A111", `${told}: \`end\` stops the match`);
};

function whyNotSkipped(moment, { deals }) {
  if (isBegun(moment) || moment.deal.oneMore) {
    return notNow("a deal can be skipped only before it begins: undo its entries");
  }
  const left = moment.table.schedule.length - moment.deal.scheduled.number;
  return deals >= 1 && deals <= left ? null : noDealLeft(left);
}

/** Returns why other players cannot leave a deal out: their schedule has none after it. */
function whyNoDealLeft({ nextDeal }, table) {
  const deals = table.schedule.length;
  if (!nextDeal.skipped || numberIn(nextDeal, table) <= deals) return null;
  return noDealLeft(Math.max(0, deals - numberIn({ ...nextDeal, skipped: 0 }, table)));
}

function whyNotEnded(moment) {
  if (isBegun(moment) || moment.deal.oneMore) {
    return notNow("a match cannot end in the middle of a deal: finish the deal, or undo its entries");
  }
  return moment.history.length ? null : notNow("a match cannot end before its first deal has been scored");
}

/** Returns why one more hand is refused after a correction ended the match earlier, or null. */
function whyBehindNewEnd(moment) {
  const [first] = waitingDeals(moment);
  if (!first) return null;
  const told = "a correction has moved the end of the match before deal";
  const back = "take the correction back with `undo`, or correct it";
  return notNow(`${told} \`${first.number}\`, which is already entered: ${back}`);
}

/** Returns the reason that a deal waits for what a correction has left open. */
export const stillWaiting = (deal) =>
  notNow(`deal \`${deal}\` is waiting for an entry that a correction left open: enter that first`);

const refusal = (table) => (table instanceof Reason ? table : null);

function whyNotAdjusted(moment, fact) {
  const { names } = moment.roster;
  if (!names.includes(fact.player)) return noSuchPlayer(fact.player, names);
  return whyNoPoints(fact) || whyFull(moment, ({ type }) => type === "adjust", "adjustments");
}

/** Returns why points by hand or their note are out of range, or null. */
export function whyNoPoints({ points, note }) {
  const most = MOST_ADJUSTED.toLocaleString("en");
  if (points === 0 || Math.abs(points) > MOST_ADJUSTED) {
    return new Reason("A108", `adjust a total by \`1\` to \`${most}\` points, up or down`);
  }
  if ([...(note ?? "")].length > MOST_NOTE || /\p{Surrogate}/u.test(note ?? "")) {
    return new Reason("A108", `a note can have at most \`${MOST_NOTE}\` characters`);
  }
  return null;
}

/** Returns why no more facts of this kind fit into a record, or null. */
function whyFull(moment, counted, what) {
  const facts = [...moment.history.flatMap((deal) => deal.facts), ...factsNow(moment)];
  if (facts.filter(({ fact }) => counted(fact)).length < MOST_CHANGES) return null;
  return new Reason("A107", `the sheet is full: it holds \`${MOST_CHANGES}\` ${what}`);
}

/** Returns the facts entered since the last closed deal. */
export const factsNow = (moment) => (moment.phase === "over" ? moment.closing : moment.deal.facts);
