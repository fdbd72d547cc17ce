// The legal entries of a sheet at a moment, and the reasons why others are illegal.
//
// `legal` lists entries; `whyNot` judges one. `whyNever` gives the rule of the deal that excludes a
// kind of entry altogether, `whyNotNow` a reason for an entry that comes at the wrong time.

import {
  choosesBid,
  hasAuction,
  legalBids,
  legalWords,
  mayBidBlind,
  whyNotBid,
  whyNotBlind,
  whyNotSaid,
} from "../score/bids.js";
import { entryText } from "./entries.js";
import { Fault, named, of, range, sum } from "../score/expressions.js";
import { orders, SUIT_NAMES, SUITS } from "../score/pack.js";
import { listed, Reason, Refused } from "../score/reasons.js";
import { isNeeded, takingsOf } from "../score/scoring.js";
import { legalCalls, turnedTrumps, whyNotCall } from "../score/table.js";
import { isInterlude } from "./interludes.js";
import { figuresOf, noSuchPlayer, playersOf } from "./roster.js";
import { isBegun, whyNoInterlude, withSize } from "./seating.js";
import { bidsBySeat, blindSeats, namedWhenTurned, pastIn, trumpIn } from "./turns.js";
import { somePoints, worths } from "../score/worths.js";

const WANTED = {
  dealer: "the first dealer must be named",
  size: "the dealer must pick the number of cards",
  call: "the caller must make a call",
  auction: "a player must bid a number of tricks and a trump, or pass",
  name: "trump must be named",
  first: "the player drawn to bid first must be named",
  bid: "a player must bid",
  tricks: "each player's tricks must be counted",
  over: "nothing is left to do",
};

const naming = (trumps) => ({ type: trumps.length > 1 ? "order" : "trump", kind: "trump", trumps });
/** The suits of the pack, each alone; a drawn suit is that of a card of another pack. */
const singles = ({ trump, deck }) =>
  (trump.kind === "drawn" ? SUITS : deck.suits).map((suit) => [suit]);

/** The trumps that may be named, by kind. */
export const NAMEABLE = {
  suit: singles,
  "suit or none": (rules) => [...singles(rules), []],
  order: (rules) => orders(rules.deck.suits),
};

/** Returns the variables that a limit on the acting player's bid reads. */
const standing = (moment) => ({
  deal: moment.deal.scheduled.number,
  cards: moment.deal.cards,
  bids: moment.deal.bids,
  past: pastIn(moment.deal, figuresOf(moment).past)[moment.acting[0]],
});

/** Returns the legal bids; none if a limit has no value, as may happen in one more hand. */
function bidsNow(moment) {
  try {
    return legalBids(moment.deal.rules, standing(moment));
  } catch (error) {
    if (error instanceof Fault) return [];
    throw error;
  }
}

const OFFERED = {
  dealer: ({ roster }) => playersOf(roster).map((player) => ({ type: "dealer", kind: "dealer", player })),
  first: ({ roster }) => playersOf(roster).map((player) => ({ type: "first", kind: "first", player })),
  size: ({ deal: { scheduled } }) =>
    range(scheduled.low, scheduled.high).map((number) => ({ type: "cards", kind: "cards", number })),
  call: ({ deal }) => legalCalls(deal.rules.call).map((names) => ({ type: "call", kind: "call", names })),
  // nobody names a trump that was turned or drawn
  name: ({ deal: { rules, shown } }) => (shown ? [] : of(NAMEABLE, rules.trump.what)(rules).map(naming)),
  auction: ({ deal }) =>
    legalWords(deal.rules, deal.scheduled.number, deal.cards, deal.auction).map((said) => ({
      type: "auction",
      kind: "auction",
      words: [said],
      one: true,
    })),
  bid(moment) {
    const blind = mayBidBlind(moment.deal.rules) && !moment.deal.looked.includes(moment.acting[0]);
    const bids = bidsNow(moment);
    const entries = bids.map((number) => ({ type: "bid", kind: "bids", number, blind }));
    return blind ? [{ type: "look", kind: "bids" }, ...entries] : entries;
  },
  tricks: () => [],
  over: () => [],
};

/** Returns every legal entry in a fixed order, except rows of figures. */
export const legal = (moment) => [...OFFERED[moment.phase](moment), ...toldTrumps(moment)];

/** Returns whether the trump made by a turned card or a drawn suit may be entered now. */
export const mayTellTrump = ({ deal, phase }) =>
  deal.shown && deal.told === null && phase !== "over";

function toldTrumps(moment) {
  if (!mayTellTrump(moment)) return [];
  const { suits, none, order } = turnedTrumps(moment.deal.rules, moment.deal.cards);
  const some = [
    ...suits.map((suit) => [suit]),
    ...(none ? [[]] : []),
    ...(order ? orders(moment.deal.rules.deck.suits) : []),
  ];
  return some.map(naming);
}

// --- why not -------------------------------------------------------------------------------

export const matchOver = () =>
  new Reason("A102", "the match is over: the last deal has been scored");

const JUDGES = {
  "first first": whyNotPlayer,
  "size cards": ({ deal, table }, entry) =>
    whyNotSize(deal.scheduled, entry.number, table.game),
  "call call": ({ deal }, entry) => whyNotCall(deal.rules, entry.names),
  "auction auction": ({ deal }, { words }) =>
    words[0] === null
      ? null
      : whyNotSaid(deal.rules, deal.scheduled.number, deal.cards, deal.auction, words[0]),
  "bid bid": whyNotThisBid,
  "tricks won": whyNotTricks,
  "tricks taken": whyNotTricks,
};

/** Returns why a fact may not be entered now, or null. */
export function whyNot(moment, entry) {
  if (isInterlude(entry)) return whyNoInterlude(moment, entry, matchOver);
  const { phase, deal, acting } = moment;
  if (phase === "over") return matchOver();
  if (entry.type === "cards" && hasFixedSize(moment)) return whyNotSet(moment, entry.number);
  if (entry.type === "dealer" && maySetDealer(moment)) return whyNotPlayer(moment, entry);
  const judge = JUDGES[`${phase} ${entry.type}`];
  if (judge) return judge(moment, entry);
  if (entry.kind === "trump" && (phase === "name" || mayTellTrump(moment))) {
    return whyNotTrump(moment, entry.trumps);
  }
  const looks = entry.type === "look" && phase === "bid" && mayBidBlind(deal.rules);
  if (looks && !deal.looked.includes(acting[0])) return null;
  return whyNotNow(moment, entry);
}

/** Returns whether the first dealer may be entered, also if another one was set before. */
export const maySetDealer = ({ phase, setting, history, deal }) =>
  phase === "dealer" ||
  (setting.firstDealer !== null && !history.length && deal.facts.every((one) => isInterlude(one.fact)));

/** Returns whether the schedule has the size of the deal, which may be played with another. */
export const hasFixedSize = ({ phase, deal }) =>
  !["over", "dealer"].includes(phase) && !deal.oneMore && deal.scheduled.cards !== null;

/** Returns whether another size than the schedule's may be entered. */
export const maySetSize = (moment) => hasFixedSize(moment) && !isBegun(moment);

function whyNotSet(moment, cards) {
  const { deal, table } = moment;
  if (!maySetSize(moment)) {
    const told = "the deal has begun: to change its size";
    return new Reason("A103", `${told}, enter \`correct ${deal.number} cards ${cards}\``);
  }
  const other = withSize(table, deal.scheduled.number, cards);
  return other instanceof Reason ? other : null;
}

function whyNotPlayer({ roster }, { player }) {
  const names = playersOf(roster);
  return names.includes(player) ? null : noSuchPlayer(player, names);
}

export function whyNotSize({ low, high }, cards, game) {
  if (low <= cards && cards <= high) return null;
  const sizes = low === high ? `each player gets \`${low}\` here` : `pick from \`${low}\` to \`${high}\``;
  const told = `\`${cards}\` card${cards === 1 ? "" : "s"} cannot be dealt: ${sizes}`;
  return new Reason("A601", told, game.schedule_origin);
}

function whyNotThisBid(moment, { number, blind }) {
  const { rules, looked } = moment.deal;
  const so = standing(moment);
  const seen = looked.includes(moment.acting[0]);
  return (
    whyNotBlind(rules, number, blind, seen, () => bidsNow(moment)) ||
    whyNotBid(rules, so, number)
  );
}

const suitText = (suits) => listed(suits.map((suit) => SUIT_NAMES[suit]));

function whyNotTrump({ deal }, trumps) {
  const { rules, shown } = deal;
  const suits = singles(rules).flat();
  const no = (code, reason) => new Reason(code, reason, rules.origins.trump);
  const turned = turnedTrumps(deal.rules, deal.cards);
  if (shown && trumps.length && !turned.suits.length && !turned.order) {
    return no("A103", "nobody names trump in this deal");
  }
  const ordered = trumps.length > 1;
  const may = !shown ? of(NAMEABLE, rules.trump.what) && rules.trump.what : "";
  const suitWanted = !shown ? may !== "order" : !turned.order;
  if (ordered && suitWanted) {
    return no("A401", "name one trump suit, for example `trump hearts`");
  }
  if (ordered) {
    const whole = [...trumps].sort().join() === [...suits].sort().join();
    const many = ["no", "one", "two", "three", "four"][suits.length];
    const told = `\`${trumps.join(" ")}\` is not an order: name each of the ${many} suits once`;
    return whole ? null : no("A403", told);
  }
  if (may === "order") return no("A402", "name all suits in order, for example `order S H C D`");
  if (!trumps.length) {
    if (!shown ? may === "suit or none" : turned.none) return null;
    return no("A404", "there must be a trump: name a suit, for example `trump hearts`");
  }
  const [suit] = trumps;
  if (shown && suits.includes(suit) && !turned.suits.includes(suit)) {
    return no("A406", `no turned card makes ${SUIT_NAMES[suit]} trump`);
  }
  if (suits.includes(suit)) return null;
  return no("A405", `there are no ${SUIT_NAMES[suit]} in the pack: name ${suitText(suits)}`);
}

/** Whether a deal excludes a kind of entry, with the aspect that does and the reason. */
const NEVER = {
  bid: (rules) => !choosesBid(rules) && ["bid", "nobody bids in this deal: bids are fixed, or there are none"],
  trump: (rules) =>
    rules.trump.kind !== "named" &&
    !namedWhenTurned(rules) && ["trump", "nobody names trump in this deal"],
  auction: (rules) => !hasAuction(rules) && ["auction", "there is no auction in this deal"],
  look: (rules) =>
    !mayBidBlind(rules) && ["sight", "players cannot choose when to look at their cards in this deal"],
  first: (rules) =>
    rules.bid.first !== "drawn" && ["bid", "the first bidder is not drawn in this deal"],
  call: (rules) => rules.call.kind !== "call" && ["call", "there is nothing to call in this deal"],
};
NEVER.order = NEVER.trump;

/** Returns which rule excludes a kind of entry from a deal, or null. */
export function whyNever(rules, entry) {
  const [aspect, told] = (NEVER[entry.type] && NEVER[entry.type](rules)) || [];
  return told ? new Reason("A103", told, rules.origins[aspect]) : null;
}

/** Returns why an entry comes at the wrong time, citing a rule of the deal if one excludes it. */
export function whyNotNow(moment, entry = null) {
  const { rules } = moment.deal;
  // these entries are not excluded: bids may still come, and a turned trump may be entered later
  const later =
    !entry ||
    (entry.type === "bid" && moment.phase !== "tricks") ||
    (entry.kind === "trump" && ["turned", "drawn"].includes(rules.trump.kind));
  const never = later ? null : whyNever(rules, entry);
  if (never) return never;
  const early = entry && entry.type === "look" && moment.phase === "bid";
  const told = early ? "this player has already looked at the cards" : "you cannot do that now";
  return new Reason("A103", `${told}: ${wanted(moment)}`);
}

/** Returns a message about the entry that is expected now, with an example. */
export function wanted(moment) {
  const told = WANTED[moment.phase];
  if (moment.phase === "tricks") {
    return `${told}, for example \`won ${exampleTricks(moment.deal)}\``;
  }
  const [offered] = moment.phase === "name" ? legal(moment) : OFFERED[moment.phase](moment);
  return offered ? `${told}, for example \`${entryText(offered)}\`` : told;
}

const exampleTricks = ({ cards, rules }) => [cards, ...Array(rules.players - 1).fill(0)].join(" ");

// --- the tricks ----------------------------------------------------------------------------

function whyNotTricks(moment, entry) {
  const takings = keptTakings(moment, entry);
  return takings instanceof Reason ? takings : null;
}

/** Returns the variables of each player's score, or why these tricks are impossible. */
export function keptTakings(moment, entry) {
  const { deal, table } = moment;
  const { rules, cards } = deal;
  const { players } = rules;
  let { tricks, points = null, taken = null } = entry;
  if (taken) {
    const strange = taken.find((seat) => seat < 0 || seat >= players);
    if (strange !== undefined) {
      const told = `there is no player \`${strange + 1}\`: enter who took each trick, \`1\` to \`${players}\``;
      return new Reason("A605", told);
    }
    tricks = Array.from({ length: players }, (_, seat) => taken.filter((one) => one === seat).length);
  }
  const known = worths(rules, cards);
  const told = taken ? known.byTakers : known.each !== null;
  if (tricks.length === players && sum(tricks) === cards && !points && !told) {
    if (isNeeded("points", rules, table.remembered)) return worthNotSaid(deal, known);
    // nothing depends on the worth of the tricks, so any possible points will do
    const some = taken || tricks.flatMap((won, seat) => Array(won).fill(seat));
    [points, taken] = [somePoints(rules, cards, some), null];
  }
  const blind = blindSeats(deal);
  const past = pastIn(deal, figuresOf(moment).past).map((own, seat) =>
    mayBidBlind(rules) ? named(own, { blind: blind.includes(seat) }) : own,
  );
  const bids = deal.bids.length ? bidsBySeat(deal) : null;
  try {
    return takingsOf(rules, { cards, bids, tricks, taken, points, past, asked: true, trump: trumpIn(deal) });
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    const { code, reason } = error.why;
    return code === "U606"
      ? new Reason("A602", `${reason}: count the tricks again`, table.game.schedule_origin)
      : new Reason("A604", `${reason}; count the points again`, rules.origins.trick_worth);
  }
}

function worthNotSaid(deal, known) {
  const { rules, cards } = deal;
  const seats = Array.from({ length: cards }, (_, trick) => (trick % rules.players) + 1);
  const points = somePoints(rules, cards, Array(cards).fill(0));
  const how = known.byTakers
    ? `enter who took each trick, counting players from 1, as in \`taken ${seats.join(" ")}\``
    : `enter each player's points, as in \`won ${exampleTricks(deal)} points ${points.join(" ")}\``;
  const origin = rules.origins[known.byCards ? "card_worth" : "trick_worth"];
  return new Reason("A603", `the tricks of \`${rules.name}\` differ in value: ${how}`, origin);
}
