// Rows that are entered at once, and corrections: the facts of the deals gone through once more.
//
// A correction puts one row of a deal in the place of what was there, and everything is entered
// again from the first deal on.  What no longer fits is left out, and asked for again; what was
// entered after that waits until it is.  Where a correction changes who plays, the figures of a deal
// wait as long as others play in it.  So nobody's bid is ever taken for another's.

import { mayBidBlind } from "../score/bids.js";
import { enter, openSheet } from "./entering.js";
import { entryText } from "./entries.js";
import { isChange, isInterlude } from "./interludes.js";
import { matchOver, mayTellTrump, whyNever, whyNot, whyNotNow, whyNotSize } from "./judging.js";
import { Reason, shortened } from "../score/reasons.js";
import { playersOf } from "./roster.js";
import { factsNow, stillWaiting, whyNoPoints } from "./seating.js";
import { isOfOthers, saidBy, waitingDeals } from "./waiting.js";

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

/** The moment after several facts of a deal that are entered at once, or why they may not be. */
export function enteredRow(moment, row) {
  const { deal, phase } = moment;
  if (phase !== PHASE_OF[row.kind] || (row.kind === "bids" && deal.bids.length)) {
    if (phase === "over") return matchOver();
    return whyNotNow(moment, { type: row.kind === "bids" ? "bid" : "auction" });
  }
  const facts = factsOf(row, deal, moment.roster.names);
  if (facts instanceof Reason) return facts;
  const owed = { deal: deal.scheduled.number, kind: row.kind };
  return followed(moment, [facts], owed, moment.waiting);
}

/** The moment after a correction, or why it may not be. */
export function corrected(moment, { deal: number, row }) {
  const { kind } = row;
  const pools = byDeal(moment);
  const deal = moment.history[number - 1] || (number === moment.deal.scheduled.number && moment.deal);
  if (!deal || (number > moment.history.length && !isEntered(moment, kind))) {
    return nothingThere(moment, number, entryText(row));
  }
  const facts = factsOf(row, deal, moment.roster.names);
  if (facts instanceof Reason) return facts;
  const before = pools[number - 1];
  const found = before.findIndex((one) => one.fact.kind === kind);
  const place = found < 0 ? before.findLastIndex((one) => isInterlude(one.fact)) + 1 : found;
  const kept = before.slice(place).filter((one) => one.fact.kind !== kind);
  pools[number - 1] = [...before.slice(0, place), ...facts, ...kept];
  return enteredAgain(moment, pools, { deal: number, kind });
}

/** The moment with other changes of who plays before a deal; or why they may not be. */
export function correctedRoster(moment, entry) {
  const { deal: number, changes } = entry;
  const pools = byDeal(moment);
  const now = moment.phase === "over" ? 0 : moment.history.length + 1;
  const before = number >= 1 && number <= Math.max(now, moment.history.length) ? pools[number - 1] : null;
  const isHere = (one) => isChange(one.fact);
  if (!before || !(changes.length || before.some(isHere))) {
    return nothingThere(moment, number, entryText(entry).replace(/^correct \d+ /, ""));
  }
  const isAhead = ({ fact }) => isInterlude(fact) || fact.kind === "dealer";
  const found = before.findIndex((one) => isHere(one) || !isAhead(one));
  const place = found < 0 ? before.length : found;
  const kept = before.slice(place).filter((one) => !isHere(one));
  pools[number - 1] = [...before.slice(0, place), ...changes.map((fact) => saidBy(null, fact, [])), ...kept];
  return enteredAgain(moment, pools, { deal: number, kind: "roster" });
}

/** The moment after everything from the first deal on, or why what is owed may not be. */
function enteredAgain(moment, pools, owed) {
  const after = followed(openSheet(moment.setting), pools, owed);
  if (after instanceof Reason) after.reason = `in deal ${owed.deal}: ${after.reason}`;
  return after;
}

/** Why nothing of a deal is corrected: it waits itself, or nothing like that is there. */
function nothingThere(moment, number, part) {
  const isLater = number > moment.history.length + 1;
  const waits = isLater && waitingDeals(moment).some((deal) => deal.number === number);
  return waits ? stillWaiting(number) : nothingToCorrect(moment, number, part);
}

/** The moment with other points by hand in a deal, or without them; or why it may not be. */
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

/** Everything that was entered, by deal: of the last one with what waits, then what waits. */
function byDeal(moment) {
  const [here, ...later] = moment.waiting.length ? moment.waiting : [[]];
  return [...moment.history.map((deal) => deal.facts), [...factsNow(moment), ...here], ...later];
}

function nothingToCorrect(moment, number, part) {
  const deals = byDeal(moment).length;
  if (number < 1 || number > deals) {
    const there = deals === 1 ? "deal `1` alone" : `deals \`1\` to \`${deals}\``;
    return new Reason("A105", `there is no deal \`${number}\` to correct: the sheet has ${there}`);
  }
  const told = `nothing that \`${shortened(part)}\` could correct has been entered`;
  return new Reason("A105", `${told} in deal \`${number}\``);
}

/** Whether all of a kind has been entered in the deal that is not closed yet. */
const isEntered = ({ deal, phase }, kind) =>
  deal.facts.some((one) => one.fact.kind === kind) && phase !== PHASE_OF[kind];

/**
 * A row as single facts; bids belong to their seats, all else to whoever's turn it is.  `names` are
 * those of the lines.
 */
function factsOf(row, { rules, seats }, names) {
  const among = seats.map((line) => names[line]);
  if (row.type === "bids") {
    const players = seats.length;
    if (row.bids.length !== players) {
      const told = `\`${row.bids.length}\` bids for \`${players}\` players`;
      const how = "say one for each, in the order of the seats";
      return new Reason("A206", `${told}: ${how}`, rules.origins.bid);
    }
    return row.bids.map((fact, seat) => saidBy(seat, fact, among));
  }
  if (row.type === "auction") {
    return row.words.map((word) => saidBy(null, { ...row, words: [word], one: true }, among));
  }
  return [saidBy(null, row, among)];
}

/**
 * The moment after the facts of the deals from this one on, or why one that is owed may not be.  In
 * every deal each fact is entered when it is its turn.  One that does not fit is left out, and where
 * one is missing all after it waits, before what is waiting already.
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

/** Enter the facts of one deal as far as they go; what is left of them. */
function oneDeal(begun, facts, owed) {
  let moment = begun;
  const number = moment.history.length + 1;
  const left = [...facts];
  while (left.length && moment.history.length < number) {
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
 * What is left of a deal, of what happened beside it the first alone.  Where one more hand was
 * played and the match is not over any more, all of that hand waits.
 */
function inTurn({ phase }, left) {
  const [first] = left.filter((one) => isInterlude(one.fact));
  const more = left.some((one) => one.fact.type === "more");
  return left.filter((one) => one === first || (!isInterlude(one.fact) && (phase === "over" || !more)));
}

/** Whether a fact is of the kind that is awaited, and of the player of whom it is. */
function isDue(moment, said) {
  const { seat, fact } = said;
  if (fact.type === "adjust") return true;
  if (isInterlude(fact)) return (moment.phase === "over") === (fact.type === "more");
  if (fact.kind === "trump" && mayTellTrump(moment)) return true;
  if (moment.phase !== PHASE_OF[fact.kind] || isOfOthers(said, playersOf(moment.roster))) return false;
  const ofSeat = fact.kind === "bids" || fact.kind === "auction";
  return !ofSeat || seat === null || seat === moment.acting[0];
}

/** The moment after the look that goes without saying where a bid of a row is not blind. */
function lookedBefore(moment, fact) {
  const { rules, looked } = moment.deal;
  if (fact.type !== "bid" || fact.blind || !mayBidBlind(rules)) return moment;
  return looked.includes(moment.acting[0]) ? moment : enter(moment, LOOK);
}

/** The reason with the name of the player, where it is one bid of a row. */
function saidOf({ roster, acting }, fact, why) {
  if (fact.type === "bid") why.reason = `${playersOf(roster)[acting[0]]}: ${why.reason}`;
  return why;
}

/** Why a fact has no place in a deal. */
function neverDue(moment, deal, fact) {
  const never = whyNever(deal.rules, fact);
  if (never) return never;
  if (fact.kind === "auction") {
    const said = shortened(entryText(fact).replace(/^auction /, ""));
    return new Reason("A103", `\`${said}\` comes after the end of the auction: leave it out`);
  }
  const size =
    fact.type === "cards" ? whyNotSize(deal.scheduled, fact.number, moment.table.game) : null;
  return size || nothingToCorrect(moment, deal.scheduled.number, entryText(fact));
}
