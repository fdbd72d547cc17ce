/**
 * A score sheet for a match with real cards, by rules that clagdsl has compiled.
 *
 * A sheet is an immutable value, the fold of its entries. Entries are texts: `bid 2`,
 * `won 2 0 1 4`, `undo`. `apply` parses an entry (entries.js), checks it (judging.js), and enters
 * it (entering.js); rows and corrections go through correcting.js. `undo` returns to the moment
 * before.
 * @module
 */

import { Fault, once } from "../score/expressions.js";
import { Reason, refuse, Refused, shortened } from "../score/reasons.js";
import { isNeeded } from "../score/scoring.js";
import { settledTrumps } from "../score/table.js";
import { worths } from "../score/worths.js";
import {
  corrected,
  correctedAdjustment,
  correctedRoster,
  enteredRow,
  followed,
  isSizeLate,
  noted,
  reseated,
} from "./correcting.js";
import { enter, openSheet } from "./entering.js";
import { entryText, isPass, readEntry } from "./entries.js";
import { isChange, isInterlude } from "./interludes.js";
import { legal, matchOver, whyNot, whyNotNow } from "./judging.js";
import { recordText, takersOf } from "./record.js";
import { changed, latecomersTotal, leftOf, ofSeats, rosterOf, seatsOf, spelt, whyNoName } from "./roster.js";
import { noValue, tablesLike } from "./seating.js";
import { stakeOf } from "./stake.js";
import { bidsBySeat, blindSeats } from "./turns.js";
import { waitingDeals } from "./waiting.js";

/** Most entries of a sheet, including those that were taken back. */
const MOST_ENTRIES = 20_000;

/**
 * Returns an empty score sheet at a table.
 *
 * The first dealer is the last seat by default; if the rules draw for it, the entry `dealer ...` is
 * expected first.
 * @param {import("../score/table.js").Table} table
 * @param {{names: string[], dealer?: string | number | null, rules?: string}} told `rules` is
 *   the name of the rules in the record
 */
export function keep(table, { names, dealer = null, rules = "" }) {
  checkNames(names, table.players);
  let firstDealer = typeof dealer === "string" ? names.indexOf(dealer) : dealer;
  if (dealer === null) firstDealer = table.drawsDealer ? null : names.length - 1;
  if (firstDealer !== null && !(firstDealer in names)) {
    refuse("U623", `the first dealer cannot be \`${dealer}\``);
  }
  const seats = names.map((_, line) => line);
  const all = { table, names: [...names], firstDealer, rules, seats, note: null };
  const setting = { ...all, tableFor: tablesLike(table) };
  return new Sheet([], openSheet(setting), []);
}

function checkNames(names, players) {
  if (names.length !== players) refuse("U622", `\`${names.length}\` names for \`${players}\` players`);
  const wrong = names.map(whyNoName).find(Boolean);
  if (wrong) refuse("U622", wrong);
  if (new Set(names.map(spelt)).size < names.length) refuse("U622", "two players have the same name");
}

/** @typedef {"dealer" | "size" | "call" | "auction" | "name" | "first" | "bid" | "tricks" | "over"} Phase */

/** The score sheet of a match with real cards: an immutable value. */
export class Sheet {
  #moment;
  #before;
  #legal;
  #rows;
  #deal;
  /** The entry that was judged last, and the sheet after it or why not: it is often applied next. */
  #judged = {};

  /** @internal Use `keep`. */
  constructor(log, moment, before) {
    /** Every entry in its canonical text. @type {string[]} */
    this.log = log;
    this.#moment = moment;
    this.#before = before;
  }

  /** Returns every legal entry in a fixed order, except rows of figures and undo. @returns {string[]} */
  legal() {
    this.#legal ??= legal(this.#moment).map(entryText);
    return this.#legal;
  }

  /** Returns why an entry is illegal, or null. @param {string} entry @returns {Reason | null} */
  whyNot(entry) {
    if (!this.#judged.after || this.#judged.entry !== entry) this.#judged = { entry, after: this.#after(entry) };
    const { after } = this.#judged;
    return after instanceof Reason ? after : null;
  }

  /** Returns the sheet after an entry; throws Refused. @param {string} entry @returns {Sheet} */
  apply(entry) {
    const why = this.whyNot(entry);
    if (why) throw new Refused(why);
    const { after } = this.#judged;
    this.#judged = {}; // keeps no chain of sheets
    return after;
  }

  #after(given) {
    const entry = readEntry(given);
    if (!entry) {
      const told = `\`${shortened(String(given))}\` is not understood`;
      return new Reason("A101", `${told}: write, for example, \`bid 2\`, \`won 2 0 1 4\` or \`undo\``);
    }
    if (this.log.length >= MOST_ENTRIES) {
      const told = "entries, including those that were undone";
      return new Reason("A107", `the sheet is full: it holds \`${MOST_ENTRIES}\` ${told}`);
    }
    if (entry.type === "undo") {
      if (this.#before.length) {
        return new Sheet([...this.log, "undo"], this.#before.at(-1), this.#before.slice(0, -1));
      }
      return new Reason("A104", "there is no entry left to undo");
    }
    const moment = valued(() => entered(this.#moment, entry));
    if (moment instanceof Reason) return moment;
    return new Sheet([...this.log, entryText(entry)], moment, [...this.#before, this.#moment]);
  }

  get over() {
    return this.phase === "over";
  }

  /** True if the entry `end` stopped the match before its last deal. @returns {boolean} */
  get ended() {
    return this.#moment.isEnded;
  }

  /** The note on the match. @returns {string | null} */
  get note() {
    return this.#moment.setting.note;
  }

  /** The phase of the match. @returns {Phase} */
  get phase() {
    return this.#moment.phase;
  }

  /**
   * The line whose entry is expected next; null if it is everyone's, or the match is over.
   * @returns {number | null}
   */
  get actor() {
    const { acting, deal } = this.#moment;
    return acting.length ? deal.seats[acting[0]] : null;
  }

  /** The table for the current number of players. @returns {import("../score/table.js").Table} */
  get table() {
    return this.#moment.table;
  }

  /** All names by line: the original players by seat, then those who joined. @returns {string[]} */
  get names() {
    return this.#moment.roster.names;
  }

  /** The lines of those who play now, clockwise; rows of figures are in this order. @returns {number[]} */
  get seats() {
    return seatsOf(this.#moment.roster);
  }

  /** The lines of those who have not left, clockwise. @returns {number[]} */
  get circle() {
    return this.#moment.roster.circle;
  }

  /** The lines of those who sit out. @returns {number[]} */
  get out() {
    return this.#moment.roster.out;
  }

  /** The lines of those who have left. @returns {number[]} */
  get left() {
    return leftOf(this.#moment.roster);
  }

  /** The total with which somebody would begin who joined now. */
  get latecomersTotal() {
    const { standings, roster, table } = this.#moment;
    return latecomersTotal(ofSeats(standings, roster.circle).totals, table.game.winner);
  }

  /** The points of each line. @returns {number[]} */
  get totals() {
    return this.#moment.standings.totals;
  }

  /** The number of failed contracts of each line. @returns {number[]} */
  get failed() {
    return this.#moment.standings.failed;
  }

  /** The number of completed contracts of each line. @returns {number[]} */
  get completed() {
    return this.#moment.standings.completed;
  }

  /** The winners' lines; empty while the match runs. @returns {number[]} */
  get winners() {
    return this.#moment.outcome ? this.#moment.outcome.winners : [];
  }

  /** The exact payment to each line: "3", "-5/2"; empty until the end. @returns {string[]} */
  get payments() {
    return this.#moment.outcome ? this.#moment.outcome.payments : [];
  }

  /** The closed deals. @returns {SheetRow[]} */
  get rows() {
    const lines = this.names.length;
    this.#rows ??= this.#moment.history.map((deal) => once(deal, lines, () => sheetRow(deal, lines)));
    return this.#rows;
  }

  /**
   * For each closed deal, the line that took each trick, or null if that was not entered.
   * @returns {(number[] | null)[]}
   */
  get takers() {
    return this.#moment.history.map((deal) => takersOf(deal)?.map((seat) => deal.seats[seat]) ?? null);
  }

  /** The current deal, or the last one. @returns {SheetRow} */
  get deal() {
    this.#deal ??= sheetRow(this.#moment.deal, this.names.length);
    return this.#deal;
  }

  /** The entries after the end. @returns {string[]} */
  get closing() {
    return this.#moment.closing.map((one) => entryText(one.fact));
  }

  /** Returns the roster before a deal, and before its changes. @param {number} deal its number */
  rosterBefore(deal) {
    const { setting, history } = this.#moment;
    const facts = history.slice(0, deal - 1).flatMap((each) => each.facts.map((one) => one.fact));
    return facts.filter(isChange).reduce(changed, rosterOf(setting));
  }

  /** The rules of the current deal. */
  get rules() {
    return this.#moment.deal.rules;
  }

  /** The deals that wait until what a correction has left open is entered. @returns {number[]} */
  get waiting() {
    return waitingDeals(this.#moment).filter((deal) => !deal.others).map((deal) => deal.number);
  }

  /** The deals to be entered again, because a correction changed their players. @returns {number[]} */
  get anew() {
    return waitingDeals(this.#moment).filter((deal) => deal.others).map((deal) => deal.number);
  }

  /**
   * Returns the entry for the tricks of a deal: `won` if only their numbers count, `taken` if their
   * worth depends on who took which, `points` if it depends on the cards in them.
   * @param {number} [number] of the deal, by default the current one
   */
  tricksAsked(number = this.deal.deal) {
    const deal = this.#moment.history[number - 1] || this.#moment.deal;
    const known = worths(deal.rules, deal.cards ?? deal.scheduled.low);
    const needed = isNeeded("points", deal.rules, this.table.remembered);
    if (known.each !== null || !needed) return "won";
    return known.byTakers ? "taken" : "points";
  }

  /**
   * Returns the points of a line's bid if made and if missed; throws Refused.
   * @param {number} seat
   * @param {number} bid
   */
  stake(seat, bid) {
    return stakeOf(this.#moment, seat, bid);
  }

  /**
   * Returns the sheet as a record, which `clagdsl replay` reads.
   * @param {string | null} [played] the date of the match, such as `2026-01-31`
   * @returns {string} TOML
   */
  record(played = null) {
    return recordText(this.#moment, played);
  }
}

/** Returns a sheet in the same form as `Sheet.to_json` in Python. @param {Sheet} sheet */
export function sheetView(sheet) {
  const { deal, phase, rows } = sheet;
  const isBetween = phase === "over" || phase === "dealer";
  return {
    version: 1,
    kind: "SheetView",
    players: sheet.names,
    seats: sheet.seats,
    out: sheet.out,
    left: sheet.left,
    phase,
    actor: sheet.actor,
    deal: deal.deal,
    deals: deal.deal + sheet.table.schedule.length - deal.scheduled,
    totals: sheet.totals,
    failed: sheet.failed,
    completed: sheet.completed,
    over: sheet.over,
    ended: sheet.ended,
    note: sheet.note,
    winners: sheet.winners,
    payments: sheet.payments,
    rows: isBetween ? rows : [...rows, deal],
    waiting: sheet.waiting,
    anew: sheet.anew,
    closing: sheet.closing,
    legal: sheet.legal(),
    log: sheet.log,
  };
}

/** Returns the moment after an entry other than undo, or why it is refused. */
function entered(moment, entry) {
  switch (entry.type) {
    case "correct":
      return corrected(moment, entry);
    case "correct adjust":
      return correctedAdjustment(moment, entry);
    case "correct roster":
      return correctedRoster(moment, entry);
    case "correct part": {
      const told = `\`${shortened(entryText(entry.row))}\` is only part of a row: correct the whole row`;
      const row = isPass(entry.row) ? "auction 5C pass pass pass" : "bids 2 0 1 1";
      const some = `\`correct ${entry.deal} ${row}\` or \`correct ${entry.deal} won 2 0 1 4\``;
      return new Reason("A106", `${told}, for example with ${some}`);
    }
    case "correct interlude": {
      const part = shortened(entryText(entry.row));
      const undone = "only `undo` takes it back, along with everything entered later";
      return new Reason("A105", `\`${part}\` cannot be corrected: ${undone}`);
    }
    case "play":
      return moment.phase === "over" ? matchOver() : whyNotNow(moment);
    case "bids":
      return enteredRow(moment, entry);
    case "seats":
      return reseated(moment, entry);
    case "note":
      return noted(moment, entry);
  }
  if (entry.type === "auction" && !entry.one) return enteredRow(moment, entry);
  if (entry.type === "cards" && isSizeLate(moment)) {
    return corrected(moment, { deal: moment.deal.number, row: entry });
  }
  const why = whyNot(moment, entry);
  if (why) return why;
  const after = enter(moment, entry);
  const waiting = moment.waiting.slice(after.history.length - moment.history.length);
  return waiting.length ? followed(after, waiting) : after;
}

/** Returns the result of `work`, or a reason if the rules have no value, as in one more hand. */
function valued(work) {
  try {
    return work();
  } catch (error) {
    if (error instanceof Fault) return noValue(error);
    throw error;
  }
}

/**
 * A deal as a row of the sheet. Figures are by line, null for those who do not play; they are empty
 * until they are entered.
 * @typedef {{deal: number, scheduled: number, name: string, seats: number[], dealer: number,
 *   cards: number | null, caller: number | null, calls: string[], trump: string[] | null,
 *   bids: (number | null)[], blind: number[], tricks: (number | null)[],
 *   points: (number | null)[], completed: (boolean | null)[], totals: (number | null)[],
 *   beside: string[]}} SheetRow
 */

/** @returns {SheetRow} */
function sheetRow(deal, lines) {
  const { seats } = deal;
  const byLine = (figures) => {
    const row = Array(figures.length ? lines : 0).fill(null);
    figures.forEach((figure, seat) => {
      row[seats[seat]] = figure;
    });
    return row;
  };
  return {
    deal: deal.number,
    scheduled: deal.scheduled.number,
    name: deal.rules.name,
    seats,
    dealer: seats[deal.dealer],
    cards: deal.cards,
    caller: deal.caller === null ? null : seats[deal.caller],
    calls: deal.calls,
    trump: deal.calls || !deal.rules.offered.some(({ trump }) => trump) ? (deal.told ?? settledTrumps(deal.rules)) : null,
    bids: byLine(bidsBySeat(deal)),
    blind: blindSeats(deal).map((seat) => seats[seat]).sort((a, b) => a - b),
    tricks: byLine(deal.tricks),
    points: byLine(deal.results.map((result) => result.score)),
    completed: byLine(deal.results.map((result) => result.completed)),
    totals: deal.totals.length
      ? [...deal.totals, ...Array(lines - deal.totals.length).fill(null)]
      : [],
    beside: deal.facts.filter((one) => isInterlude(one.fact)).map((one) => entryText(one.fact)),
  };
}
