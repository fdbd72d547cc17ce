// Bids and auction calls: the legal ones, and why others are illegal.
//
// A limit on a bid has a condition that bids must meet, and perhaps a second one that applies if no
// bid meets the first. `each_bid` limits every bid, `last_bid` the last one only.

import { evaluate, named, namesIn, of, range, sum } from "./expressions.js";
import { listed, Reason } from "./reasons.js";

/** Whether players choose their bids, by kind of bid; fixed bids and no bids are not chosen. */
export const BIDS = { "in turn": true, together: true, fixed: false, none: false };
export const choosesBid = (rules) => of(BIDS, rules.bid.kind);

/** Whether a player may bid before looking at their cards ("blind"), under these rules. */
export const mayBidBlind = (rules) => of(SIGHTS, rules.sight) && choosesBid(rules);
export const SIGHTS = {
  "before bids": false,
  "after bids": false,
  never: false,
  "others only": false,
  "by choice": true,
};

/** The two conditions of a limit: the usual one, and one that applies if no bid meets that. */
export const LIMITS = {
  free: () => [null, null],
  keeps: (limit) => [limit.condition, limit.otherwise],
};

/** Returns the variables that describe the bids before a bid; -1 before the first one. */
const pastBids = (bids, bid) => ({
  previous_bid: bids.length ? bids.at(-1) : -1,
  highest_bid: Math.max(-1, ...bids),
  same_bids: bids.filter((other) => other === bid).length,
});

/** Returns the bids that the limits allow: `each` by the one on each bid, `final` on the last. */
function meeting(rules, { deal, cards, bids, past }) {
  const total = sum(bids);
  const last = bids.length === rules.players - 1;
  const names = named(rules.names, past, { deal, cards });
  const every = range(0, cards);
  const meets = (condition) =>
    every.filter((bid) =>
      evaluate(condition, named(names, pastBids(bids, bid), { bid, bids: total + bid })),
    );
  const [eachKeeps, eachElse] = of(LIMITS, rules.each_bid.kind)(rules.each_bid);
  const [lastKeeps, lastElse] = last ? of(LIMITS, rules.last_bid.kind)(rules.last_bid) : [null, null];
  const allowed = (keeps, otherwise) => {
    const found = keeps ? meets(keeps) : every;
    return found.length || !otherwise ? found : meets(otherwise);
  };
  let [each, final] = [allowed(eachKeeps, eachElse), allowed(lastKeeps, lastElse)];
  const both = () => each.filter((bid) => final.includes(bid));
  if (!both().length && lastElse) final = meets(lastElse);
  if (!both().length && eachElse) each = meets(eachElse);
  return { each, final, both: both() };
}

/**
 * Returns every bid that the next player may make, lowest first.
 * @param {{deal: number, cards: number, bids: number[], past: object}} so the deal so far
 * @returns {number[]}
 */
export const legalBids = (rules, so) => (choosesBid(rules) ? meeting(rules, so).both : []);

/** Returns why the next player may not make this bid, or null. */
export function whyNotBid(rules, so, bid) {
  const { bid: said, last_bid: last, each_bid: each } = rules.origins;
  if (!choosesBid(rules)) {
    return new Reason("A103", "nobody bids in this deal: bids are fixed, or there are none", said);
  }
  const { final, both } = meeting(rules, so);
  if (both.includes(bid)) return null;
  if (bid < 0 || bid > so.cards) {
    return new Reason("A201", `\`${bid}\` cannot be bid: a bid must be from \`0\` to \`${so.cards}\` here`, said);
  }
  return final.includes(bid)
    ? new Reason("A203", broken("each bid", rules.each_bid, rules, so, bid, both), each)
    : new Reason("A202", broken("the last bid", rules.last_bid, rules, so, bid, both), last);
}

/** Returns a message about a forbidden bid, with the values that the limit depends on. */
function broken(limit, said, rules, { deal, cards, bids, past }, bid, allowed) {
  const read = namesIn(said);
  const names = named(rules.names, past, { deal }, pastBids(bids, bid));
  const many = `\`${cards}\` card${cards === 1 ? "" : "s"}`;
  const why = [];
  if (read.has("bids")) {
    const beside = read.has("cards") ? ` with ${many}` : "";
    why.push(`the bids would add up to \`${sum(bids) + bid}\`${beside}`);
  } else if (read.has("cards")) why.push(`there ${cards === 1 ? "is" : "are"} ${many}`);
  for (const [name, shown] of read) {
    if (!["bid", "bids", "cards"].includes(name)) why.push(`\`${shown}\` is \`${names[name]}\``);
  }
  const told = why.length ? `: ${listed(why, "and", false)}` : "";
  const may = allowed.length ? `bid ${listed(allowed)}` : "no bid is allowed";
  return `the limit on ${limit} forbids \`${bid}\`${told}; ${may}`;
}

/** Returns why a bid must or must not be blind, with the nearest legal bid as example; or null. */
export function whyNotBlind(rules, bid, blind, looked, legal) {
  const choice = mayBidBlind(rules);
  if (blind === (choice && !looked)) return null;
  const near = legal().reduce(
    (best, one) => (Math.abs(one - bid) < Math.abs(best - bid) ? one : best),
    legal()[0] ?? bid,
  );
  const origin = rules.origins.sight;
  if (!blind) {
    const told = `this player has not looked at the cards: enter \`look\` first, or \`bid ${near} blind\``;
    return new Reason("A204", told, origin);
  }
  const why = choice
    ? "this player has looked at the cards and cannot bid blind"
    : "players cannot choose to bid blind in this deal";
  return new Reason("A205", `${why}: enter \`bid ${near}\``, origin);
}

// --- the auction ---------------------------------------------------------------------------

/** The numbers of tricks that may be called, by kind of auction. */
export const AUCTIONS = {
  none: () => [],
  auction: ({ low, high }, names) => range(evaluate(low, names), evaluate(high, names)),
};

export const hasAuction = (rules) => rules.auction.kind !== "none";

/** Returns the text of an auction call: `5C`, `6NT`; null is a pass. */
export const wordText = (word) => (word === null ? "pass" : `${word.number}${word.trump || "NT"}`);

/**
 * Returns the state of an auction: whose turn it is, who leads, and the highest call so far.
 * Players are counted from eldest hand; `turn` is null once the auction is over.
 * @param {({number: number, trump: string | null} | null)[]} words
 */
export function auctionStand(players, words) {
  const passed = new Set();
  let [leader, highest, turn] = [null, null, 0];
  for (const word of words) {
    if (word === null) passed.add(turn);
    else [leader, highest] = [turn, word];
    if (passed.size === players || (leader !== null && passed.size === players - 1)) {
      return { turn: null, leader, highest };
    }
    do turn = (turn + 1) % players;
    while (passed.has(turn));
  }
  return { turn, leader, highest };
}

export function everySaid(rules, deal, cards) {
  const numbers = of(AUCTIONS, rules.auction.kind)(rules.auction, named(rules.names, { deal, cards }));
  return numbers.flatMap((number) => rules.auction.trumps.map((trump) => ({ number, trump })));
}

/** Returns every call that the next player may make: a pass, and all that outbid the highest. */
export function legalWords(rules, deal, cards, words) {
  const every = everySaid(rules, deal, cards);
  const { turn, highest } = auctionStand(rules.players, words);
  if (turn === null || !every.length) return [];
  const first = highest ? every.findIndex((one) => wordText(one) === wordText(highest)) + 1 : 0;
  return [null, ...every.slice(first)];
}

/** Returns why the next player may not make this call in the auction, or null. */
export function whyNotSaid(rules, deal, cards, words, said) {
  const text = wordText(said);
  if (legalWords(rules, deal, cards, words).some((one) => one && wordText(one) === text)) return null;
  const every = everySaid(rules, deal, cards).map(wordText);
  const { highest } = auctionStand(rules.players, words);
  /** @type {[string, string]} */
  const told = every.includes(text)
    ? ["A902", `\`${text}\` is not higher than \`${wordText(highest)}\`: bid higher, or \`pass\``]
    : ["A901", `the auction has no bid \`${text}\`: bids go from \`${every[0]}\` to \`${every.at(-1)}\``];
  return new Reason(...told, rules.origins.auction);
}
