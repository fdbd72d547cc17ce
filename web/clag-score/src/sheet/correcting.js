// Entries of whole rows, and corrections, which replay the facts of all deals.
//
// A correction replaces one row of a deal; then all facts are entered again from the first deal on.
// A fact that no longer fits is dropped and asked for again, and the facts after it wait until it
// is entered. If a correction changes who plays, a deal's bids and tricks wait as long as its
// players differ from those who made them. So no bid is ever attributed to another player.

import { mayBidBlind } from "../score/bids.js";
import { enter, openSheet } from "./entering.js";
import { entryText } from "./entries.js";
import { isChange, isInterlude } from "./interludes.js";
import {
  hasFixedSize,
  matchOver,
  maySetDealer,
  maySetSize,
  mayTellTrump,
  whyNever,
  whyNot,
  whyNotNow,
  whyNotSize,
} from "./judging.js";
import { Reason, shortened } from "../score/reasons.js";
import { playersOf } from "./roster.js";
import { factsNow, stillWaiting, whyNoPoints } from "./seating.js";
import { inSeats, isOfOthers, saidBy, waitingDeals } from "./waiting.js";

const PHASE_OF = {
  dealer: "dealer",
  cards: "size",
  call: "call",
  auction: "auction",
  trump: "name",
  first: "first",
  bids: "bid",
  tricks: "tricks",
};

const LOOK = { type: "look", kind: "bids" };

/** Returns the moment after a row, several facts of a deal in one entry, or why it is refused. */
export function enteredRow(moment, row) {
  const { deal, phase } = moment;
  if (phase !== PHASE_OF[row.kind] || (row.kind === "bids" && deal.bids.length)) {
    if (phase === "over") return matchOver();
    return whyNotNow(moment, { type: row.kind === "bids" ? "bid" : "auction" });
  }
  const facts = factsOf(row, deal, moment.roster.names);
  if (facts instanceof Reason) return facts;
  const owed = { deal: deal.number, kind: row.kind };
  return followed(moment, [facts], owed, moment.waiting);
}

/** Returns the moment after a correction, or why it is refused. */
export function corrected(moment, { deal: number, row }) {
  const { kind } = row;
  const pools = byDeal(moment);
  const deal = moment.history[number - 1] || (number === moment.deal.number && moment.deal);
  if (!deal) return nothingThere(moment, number, entryText(row));
  if (number > moment.history.length && !isEntered(moment, kind)) return notEntered(moment, row);
  const facts = factsOf(row, deal, moment.roster.names);
  if (facts instanceof Reason) return facts;
  const before = pools[number - 1];
  const found = before.findIndex((one) => one.fact.kind === kind);
  const place = found < 0 ? begunAt(before) : found;
  const kept = before.slice(place).filter((one) => one.fact.kind !== kind);
  pools[number - 1] = [...before.slice(0, place), ...facts, ...kept];
  return enteredAgain(moment, pools, { deal: number, kind });
}

/** Returns the moment after a correction of who plays from a deal on, or why it is refused. */
export function correctedRoster(moment, entry) {
  const { deal: number, changes } = entry;
  const pools = byDeal(moment);
  const now = moment.phase === "over" ? 0 : moment.history.length + 1;
  const before = number >= 1 && number <= Math.max(now, moment.history.length) ? pools[number - 1] : null;
  const isHere = (one) => isChange(one.fact);
  if (!before || !(changes.length || before.some(isHere))) {
    return nothingThere(moment, number, entryText(entry).replace(/^correct \d+ /, ""));
  }
  const found = before.findIndex(isHere);
  const place = found < 0 ? begunAt(before) : Math.min(found, begunAt(before));
  const kept = before.slice(place).filter((one) => !isHere(one));
  pools[number - 1] = [...before.slice(0, place), ...changes.map((fact) => saidBy(null, fact, [])), ...kept];
  return enteredAgain(moment, pools, { deal: number, kind: "roster" });
}

const isAhead = ({ fact }) => isInterlude(fact) || fact.kind === "dealer";

/** Returns the index of the first fact of a deal that begins it. */
function begunAt(facts) {
  const found = facts.findIndex((one) => !isAhead(one));
  return found < 0 ? facts.length : found;
}

const BEFORE_BIDS = ["cards", "call", "trump", "first"];

/** Returns whether the size is entered after other facts, but before any bid or trick. */
export const isSizeLate = (moment) =>
  hasFixedSize(moment) &&
  !maySetSize(moment) &&
  moment.deal.facts.every((one) => isAhead(one) || BEFORE_BIDS.includes(one.fact.kind));

/** Returns the moment with another order of the seats at the start, or why it is refused. */
export function reseated(moment, { names }) {
  const { setting } = moment;
  const alike = [...names].sort().join("\n") === [...setting.names].sort().join("\n");
  if (!alike) {
    const now = entryText({ type: "seats", names: setting.seats.map((line) => setting.names[line]) });
    const text = "name everyone who sat down at the start exactly once, in the order of play";
    return new Reason("A112", `${text}, as in \`${now}\``);
  }
  const seats = names.map((name) => setting.names.indexOf(name));
  return followed(openSheet({ ...setting, seats }), byDeal(moment));
}

const MOST_NOTE = 1000;

/** Returns the moment with another note on the match, or why it is refused. */
export function noted(moment, { text }) {
  if ([...text].length > MOST_NOTE || /\p{Surrogate}/u.test(text)) {
    const most = MOST_NOTE.toLocaleString("en");
    return new Reason("A113", `a note on the match can have at most \`${most}\` characters`);
  }
  return { ...moment, setting: { ...moment.setting, note: text || null } };
}

/** Returns the moment after replaying all deals, or why the corrected row is refused. */
function enteredAgain(moment, pools, owed) {
  const after = followed(openSheet(moment.setting), pools, owed);
  if (after instanceof Reason) after.reason = `in deal ${owed.deal}: ${after.reason}`;
  return after;
}

/** Returns why there is nothing to correct: the deal itself waits, or lacks such an entry. */
function nothingThere(moment, number, part) {
  const isLater = number > moment.history.length + 1;
  const waits = isLater && waitingDeals(moment).some((deal) => deal.number === number);
  return waits ? stillWaiting(number) : nothingToCorrect(moment, number, part);
}

/** Returns the moment after a correction of points by hand in a deal, or why it is refused. */
export function correctedAdjustment(moment, { deal: number, row }) {
  const pools = byDeal(moment);
  const before = pools[number - 1] || [];
  const isOther = ({ fact: { type, player } }) => type !== "adjust" || player !== row.player;
  const place = before.findIndex((one) => !isOther(one));
  if (place < 0) return nothingToCorrect(moment, number, entryText(row));
  const wrong = row.points && whyNoPoints(row);
  if (wrong) return wrong;
  const put = row.points ? [saidBy(null, row, [])] : [];
  pools[number - 1] = [...before.slice(0, place), ...put, ...before.slice(place).filter(isOther)];
  return followed(openSheet(moment.setting), pools);
}

/** Returns why a row of the current deal that is not entered in full cannot be corrected. */
function notEntered(moment, row) {
  const { number } = moment.deal;
  if (moment.phase !== PHASE_OF[row.kind]) return nothingToCorrect(moment, number, entryText(row));
  return new Reason("A105", `this row of deal \`${number}\` is not complete: enter what is missing`);
}

/** Returns all facts by deal: the closed ones, the current one with its waiting facts, the rest. */
function byDeal(moment) {
  const [here, ...later] = moment.waiting.length ? moment.waiting : [[]];
  return [...moment.history.map((deal) => deal.facts), [...factsNow(moment), ...here], ...later];
}

function nothingToCorrect(moment, number, part) {
  const deals = byDeal(moment).length;
  if (number < 1 || number > deals) {
    const there = deals === 1 ? "only deal `1`" : `deals \`1\` to \`${deals}\``;
    return new Reason("A105", `there is no deal \`${number}\` to correct: the sheet has ${there}`);
  }
  const text = `has no entry that \`${shortened(part)}\` could correct`;
  return new Reason("A105", `deal \`${number}\` ${text}`);
}

/** Returns whether a kind of fact is complete in the current deal. */
const isEntered = (moment, kind) =>
  (kind === "dealer" && moment.setting.firstDealer !== null && !moment.history.length) ||
  (kind === "cards" && hasFixedSize(moment)) ||
  (moment.deal.facts.some((one) => one.fact.kind === kind) && moment.phase !== PHASE_OF[kind]);

/**
 * Returns the single facts of a row, or why their number is wrong.
 *
 * Bids belong to their seats, all other facts to the seat to act. `names` has the names by line.
 */
function factsOf(row, { rules, seats }, names) {
  const among = seats.map((line) => names[line]);
  if (row.type === "bids") {
    const players = seats.length;
    if (row.bids.length !== players) {
      const text = `\`${row.bids.length}\` bids for \`${players}\` players`;
      const how = "enter one for each, in the order of the seats";
      return new Reason("A206", `${text}: ${how}`, rules.origins.bid);
    }
    return row.bids.map((fact, seat) => saidBy(seat, fact, among));
  }
  if (row.type === "auction") {
    return row.words.map((word) => saidBy(null, { ...row, words: [word], one: true }, among));
  }
  return [saidBy(null, row, among)];
}

/**
 * Returns the moment after entering the facts of the deals from this one on.
 *
 * In each deal a fact is entered when it is due. A fact that does not fit is dropped. If a due fact
 * is missing, all facts after it wait, ahead of the facts that are waiting already. If a fact of
 * the kind `owed` is refused, the reason is returned instead.
 */
export function followed(begun, pools, owed = null, waiting = []) {
  let moment = { ...begun, waiting: [] };
  let later = waiting.length
    ? [[...pools[0], ...waiting[0]], ...waiting.slice(1)]
    : [...pools];
  while (later.length) {
    const number = moment.history.length + 1;
    const went = oneDeal(moment, later[0], owed && owed.deal === number ? owed.kind : null);
    if (went instanceof Reason) return went;
    moment = went.moment;
    if (moment.history.length < number) {
      later[0] = went.left;
      break;
    }
    later.shift();
  }
  if (!later.some((facts) => facts.length)) later = [];
  return { ...moment, waiting: later };
}

/** Enters the facts of one deal as far as possible; returns the moment and the facts left over. */
function oneDeal(begun, facts, owed) {
  let moment = begun;
  const number = moment.history.length + 1;
  let left = [...facts];
  while (left.length && moment.history.length < number) {
    const there = playersOf(moment.roster);
    left = left.map((one) => inSeats(one, there));
    const found = inTurn(moment, left).find((one) => isDue(moment, one));
    const place = left.indexOf(found);
    if (place < 0) break;
    const [{ fact }] = left.splice(place, 1);
    moment = lookedBefore(moment, fact);
    const why = whyNot(moment, fact);
    if (!why) moment = enter(moment, fact);
    else if (owed && owed === kindOwed(fact)) return saidOf(moment, fact, why);
  }
  const players = playersOf(moment.roster);
  const strange = owed && left.find((one) => kindOwed(one.fact) === owed && !isOfOthers(one, players));
  if (strange) return neverDue(moment, moment.history[number - 1] || moment.deal, strange.fact);
  return { moment, left };
}

const kindOwed = (fact) => (isChange(fact) ? "roster" : fact.kind);

/**
 * Returns the candidates for the next fact of a deal; of its interludes only the first one.
 *
 * If they belong to one more hand but the match is not over any more, they all wait.
 */
function inTurn({ phase }, left) {
  const [first] = left.filter((one) => isInterlude(one.fact));
  const more = left.some((one) => one.fact.type === "more");
  return left.filter((one) => one === first || (!isInterlude(one.fact) && (phase === "over" || !more)));
}

/** Returns whether a fact is of the kind, and of the player, that the sheet asks for. */
function isDue(moment, said) {
  const { seat, fact } = said;
  if (fact.type === "adjust" || fact.type === "end") return true;
  if (isInterlude(fact)) return (moment.phase === "over") === (fact.type === "more");
  if (fact.kind === "trump" && mayTellTrump(moment)) return true;
  if (fact.kind === "cards" && maySetSize(moment)) return true;
  if (fact.kind === "dealer" && maySetDealer(moment)) return true;
  if (moment.phase !== PHASE_OF[fact.kind] || isOfOthers(said, playersOf(moment.roster))) return false;
  const ofSeat = fact.kind === "bids" || fact.kind === "auction";
  return !ofSeat || seat === null || seat === moment.acting[0];
}

/** Returns the moment after the look at the cards that a bid in a row implies unless blind. */
function lookedBefore(moment, fact) {
  const { rules, looked } = moment.deal;
  if (fact.type !== "bid" || fact.blind || !mayBidBlind(rules)) return moment;
  return looked.includes(moment.acting[0]) ? moment : enter(moment, LOOK);
}

/** Adds the player's name to the reason, if the fact is one bid of a row. */
function saidOf({ roster, acting }, fact, why) {
  if (fact.type === "bid") why.reason = `${playersOf(roster)[acting[0]]}: ${why.reason}`;
  return why;
}

/** Returns why a fact has no place in a deal. */
function neverDue(moment, deal, fact) {
  const never = whyNever(deal.rules, fact);
  if (never) return never;
  if (fact.kind === "auction") {
    const said = shortened(entryText(fact).replace(/^auction /, ""));
    return new Reason("A103", `\`${said}\` comes after the end of the auction: leave it out`);
  }
  const size =
    fact.type === "cards" ? whyNotSize(deal.scheduled, fact.number, moment.table.game) : null;
  return size || nothingToCorrect(moment, deal.number, entryText(fact));
}
