/**
 * A score sheet for a match that is played with real cards, by the rules that clagdsl has compiled:
 * an immutable value, the fold of its entries, which are texts: `bid 2`, `won 2 0 1 4`, `undo`.
 * @module
 */

import { Fault } from "../score/expressions.js";
import { Reason, refuse, Refused, shortened } from "../score/reasons.js";
import { pointsNeeded } from "../score/scoring.js";
import { settledTrumps } from "../score/table.js";
import { worths } from "../score/worths.js";
import { DEALS_NEXT } from "./declared.js";
import { corrected, correctedAdjustment, correctedRoster, enteredRow, followed } from "./correcting.js";
import { enter, openSheet } from "./entering.js";
import { entryText, readEntry } from "./entries.js";
import { isChange, isInterlude } from "./interludes.js";
import { legal, matchOver, NAMEABLE, whyNot, whyNotNow } from "./judging.js";
import { recordText, takersOf } from "./record.js";
import { changed, latecomersTotal, leftOf, ofSeats, rosterOf, seatsOf, spelt, whyNoName } from "./roster.js";
import { noValue, tablesLike } from "./seating.js";
import { stakeOf } from "./stake.js";
import { bidsBySeat, blindSeats, CALLERS, ROLES, SHOWN } from "./turns.js";
import { waitingDeals } from "./waiting.js";

/** No sheet takes more entries, those that were taken back included. */
const MOST_ENTRIES = 20_000;

/** Every word of the language that only a sheet tells apart, by the table that does it. */
export const KNOWN_OF_SHEETS = { CALLERS, DEALS_NEXT, NAMEABLE, ROLES, SHOWN };

/**
 * An empty score sheet at a table.  The first dealer is the last seat unless said; where the rules
 * have it drawn, the sheet waits for `dealer ...`.
 * @param {import("../score/table.js").Table} table
 * @param {{names: string[], dealer?: string | number | null, rules?: string}} told `rules` is how
 *   its record names the rules
 */
export function keep(table, { names, dealer = null, rules = "" }) {
  checkNames(names, table.players);
  let firstDealer = typeof dealer === "string" ? names.indexOf(dealer) : dealer;
  if (dealer === null) firstDealer = table.game.first_dealer === "drawn" ? null : names.length - 1;
  if (firstDealer !== null && !(firstDealer in names)) {
    refuse("U623", `the first dealer cannot be \`${dealer}\``);
  }
  const setting = { table, names: [...names], firstDealer, rules, tableFor: tablesLike(table) };
  return new Sheet([], openSheet(setting), []);
}

function checkNames(names, players) {
  if (names.length !== players) refuse("U622", `\`${names.length}\` names for \`${players}\` players`);
  const wrong = names.map(whyNoName).find(Boolean);
  if (wrong) refuse("U622", wrong);
  if (new Set(names.map(spelt)).size < names.length) refuse("U622", "two players have the same name");
}

/** The score sheet of a match that is played with real cards: an immutable value. */
export class Sheet {
  #moment;
  #before;

  /** Use `keep`. */
  constructor(log, moment, before) {
    /** Every entry, in its one text form. @type {string[]} */
    this.log = log;
    this.#moment = moment;
    this.#before = before;
  }

  /** Everything that may be entered now, in a fixed order, but for rows of figures and undo. */
  legal() {
    return legal(this.#moment).map(entryText);
  }

  /** Why this may not be entered now, or null. @param {string} entry @returns {Reason | null} */
  whyNot(entry) {
    const after = this.#after(entry);
    return after instanceof Reason ? after : null;
  }

  /** The sheet after an entry; throws Refused. @param {string} entry @returns {Sheet} */
  apply(entry) {
    const after = this.#after(entry);
    if (after instanceof Reason) throw new Refused(after);
    return after;
  }

  #after(given) {
    const entry = readEntry(given);
    if (!entry) {
      const told = `\`${shortened(String(given))}\` is not understood`;
      return new Reason("A101", `${told}: write for example \`bid 2\`, \`won 2 0 1 4\`, \`undo\``);
    }
    if (this.log.length >= MOST_ENTRIES) {
      const told = "entries, those that were taken back included";
      return new Reason("A107", `the sheet is full: it holds \`${MOST_ENTRIES}\` ${told}`);
    }
    if (entry.type === "undo") {
      if (this.#before.length) {
        return new Sheet([...this.log, "undo"], this.#before.at(-1), this.#before.slice(0, -1));
      }
      return new Reason("A104", "nothing has been entered yet that could be taken back");
    }
    const moment = valued(() => entered(this.#moment, entry));
    if (moment instanceof Reason) return moment;
    return new Sheet([...this.log, entryText(entry)], moment, [...this.#before, this.#moment]);
  }

  get over() {
    return this.phase === "over";
  }

  /** What is entered next: dealer, size, call, auction, name, first, bid, tricks; or over. */
  get phase() {
    return this.#moment.phase;
  }

  /** The line of whom something is entered next; null where it is of all, and at the end. */
  get actor() {
    const { acting, deal } = this.#moment;
    return acting.length ? deal.seats[acting[0]] : null;
  }

  /** The rules at the table of those who play now. */
  get table() {
    return this.#moment.table;
  }

  /** Everybody by line: who sat down first, in seat order, then who joined. @returns {string[]} */
  get names() {
    return this.#moment.roster.names;
  }

  /** The lines of those who play now, clockwise: rows of figures are in this order. */
  get seats() {
    return seatsOf(this.#moment.roster);
  }

  /** The lines of those who sit out. @returns {number[]} */
  get out() {
    return this.#moment.roster.out;
  }

  /** The lines of those who have left. */
  get left() {
    return leftOf(this.#moment.roster);
  }

  /** What somebody would begin with who joined now. */
  get latecomersTotal() {
    const { standings, roster, table } = this.#moment;
    return latecomersTotal(ofSeats(standings, roster.circle).totals, table.game.winner);
  }

  get totals() {
    return this.#moment.standings.totals;
  }

  get failed() {
    return this.#moment.standings.failed;
  }

  get completed() {
    return this.#moment.standings.completed;
  }

  /** The lines that have won; empty while the match runs. @returns {number[]} */
  get winners() {
    return this.#moment.outcome ? this.#moment.outcome.winners : [];
  }

  /** What each line gets, exactly: "3", "-5/2"; empty while the match runs. @returns {string[]} */
  get payments() {
    return this.#moment.outcome ? this.#moment.outcome.payments : [];
  }

  /** The deals that are closed. */
  get rows() {
    return this.#moment.history.map((deal) => sheetRow(deal, this.names.length));
  }

  /** Of each closed deal the line that took each trick, or null if that was not entered. */
  get takers() {
    return this.#moment.history.map((deal) => takersOf(deal)?.map((seat) => deal.seats[seat]) ?? null);
  }

  /** The deal that is kept now, or the last one. */
  get deal() {
    return sheetRow(this.#moment.deal, this.names.length);
  }

  /** What was entered after the end. @returns {string[]} */
  get closing() {
    return this.#moment.closing.map((one) => entryText(one.fact));
  }

  /** Who was there before anybody came or went for a deal. @param {number} deal its number */
  rosterBefore(deal) {
    const { setting, history } = this.#moment;
    const facts = history.slice(0, deal - 1).flatMap((each) => each.facts.map((one) => one.fact));
    return facts.filter(isChange).reduce(changed, rosterOf(setting.names));
  }

  /** The rules of the deal that is kept now. */
  get rules() {
    return this.#moment.deal.rules;
  }

  /** The deals that count again once a correction has what it left open. @returns {number[]} */
  get waiting() {
    return waitingDeals(this.#moment).filter((deal) => !deal.others).map((deal) => deal.number);
  }

  /** The deals whose figures are asked for again: others play in them since a correction. */
  get anew() {
    return waitingDeals(this.#moment).filter((deal) => deal.others).map((deal) => deal.number);
  }

  /**
   * How the tricks of a deal are entered: `won`; `taken` where it counts who took which; `points`
   * where the cards in them decide what they are worth.
   * @param {number} [number] of the deal, the one that is kept now unless said
   */
  tricksAsked(number = this.deal.deal) {
    const deal = this.#moment.history[number - 1] || this.#moment.deal;
    const known = worths(deal.rules, deal.cards ?? deal.scheduled.low);
    const needed = pointsNeeded(deal.rules, this.table.remembered);
    if (known.each !== null || !needed) return "won";
    return known.byTakers ? "taken" : "points";
  }

  /** What a bid of a line is worth made and missed; throws Refused. */
  stake(seat, bid) {
    return stakeOf(this.#moment, seat, bid);
  }

  /** The sheet as a record, which `clagdsl replay` takes. @returns {string} TOML */
  record() {
    return recordText(this.#moment);
  }

  /** The whole sheet as clagdsl's `Sheet.to_json` has it. */
  toJSON() {
    const kept = this.#moment.phase === "over" || this.#moment.phase === "dealer";
    return {
      version: 1,
      kind: "SheetView",
      players: this.names,
      seats: this.seats,
      out: this.out,
      left: this.left,
      phase: this.phase,
      actor: this.actor,
      deal: this.#moment.deal.scheduled.number,
      deals: this.table.schedule.length,
      totals: this.totals,
      failed: this.failed,
      completed: this.completed,
      over: this.over,
      winners: this.winners,
      payments: this.payments,
      rows: kept ? this.rows : [...this.rows, this.deal],
      waiting: this.waiting,
      anew: this.anew,
      closing: this.closing,
      legal: this.legal(),
      log: this.log,
    };
  }
}

/** The moment after an entry that is no undo, or why it may not be made. */
function entered(moment, entry) {
  switch (entry.type) {
    case "correct":
      return corrected(moment, entry);
    case "correct adjust":
      return correctedAdjustment(moment, entry);
    case "correct roster":
      return correctedRoster(moment, entry);
    case "correct part": {
      const told = `\`${shortened(entryText(entry.row))}\` is a part of a row: a correction says the whole`;
      const some = `\`correct ${entry.deal} bids 2 0 1 1\` or \`correct ${entry.deal} won 2 0 1 4\``;
      return new Reason("A106", `${told}, for example ${some}`);
    }
    case "correct interlude": {
      const part = shortened(entryText(entry.row));
      const told = `no correction changes \`${part}\`: take it back with \`undo\`, or enter another`;
      return new Reason("A105", told);
    }
    case "play":
      return moment.phase === "over" ? matchOver() : whyNotNow(moment);
    case "bids":
      return enteredRow(moment, entry);
  }
  if (entry.type === "auction" && !entry.one) return enteredRow(moment, entry);
  const why = whyNot(moment, entry);
  if (why) return why;
  const after = enter(moment, entry);
  const waiting = moment.waiting.slice(after.history.length - moment.history.length);
  return waiting.length ? followed(after, waiting) : after;
}

/** What work comes to, or that the rules have no value for it, as in one more hand they may not. */
function valued(work) {
  try {
    return work();
  } catch (error) {
    if (error instanceof Fault) return noValue(error);
    throw error;
  }
}

/** A deal as a row of the sheet; figures go by line, null where somebody does not play. */
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
    deal: deal.scheduled.number,
    name: deal.rules.name,
    seats,
    dealer: seats[deal.dealer],
    cards: deal.cards,
    caller: deal.caller === null ? null : seats[deal.caller],
    calls: deal.calls,
    trump: deal.told ?? settledTrumps(deal.rules),
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
