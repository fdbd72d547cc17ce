// The order of phases in a deal, and the player to act in each.

import { auctionStand, choosesBid, hasAuction, mayBidBlind } from "../score/bids.js";
import { named, of } from "../score/expressions.js";
import { trumpName, trumpNames } from "../score/table.js";

/** The seat in each role of a deal. */
export const ROLES = {
  eldest: (deal) => (deal.dealer + 1) % deal.rules.players,
  dealer: (deal) => deal.dealer,
  caller: (deal) => deal.caller ?? deal.dealer,
  "right of dealer": ({ dealer, rules: { players } }) => (dealer + players - 1) % players,
  drawn: (deal) => deal.drawn,
  "highest bidder"(deal) {
    const bids = bidsBySeat(deal);
    const { players } = deal.rules;
    const after = (seat) => (seat - deal.dealer - 1 + players) % players;
    const highest = bids.flatMap((bid, seat) => (bid === Math.max(...bids) ? [seat] : []));
    return highest.reduce((first, seat) => (after(seat) < after(first) ? seat : first));
  },
  "auction winner": (deal) => auctionWinner(deal),
};

export const CALLERS = {
  dealer: (dealer) => dealer,
  "winner of last deal": (dealer, last) => last ?? dealer,
};

/** Whether the trump card is shown only after everybody has bid. */
export const SHOWN = { "before bids": false, "after bids": true };

export const standOf = (deal) => auctionStand(deal.rules.players, deal.auction);

/** Returns the seat whose turn it is in the auction, or null if the auction is over. */
export function auctionTurn(deal) {
  const { turn } = standOf(deal);
  return turn === null ? null : (deal.dealer + 1 + turn) % deal.rules.players;
}

function auctionWinner(deal) {
  const { turn, leader } = standOf(deal);
  return turn !== null || leader === null ? null : (deal.dealer + 1 + leader) % deal.rules.players;
}

/** Returns each player's runs and tallies, with the winning call of the auction added. */
export function pastIn(deal, past) {
  const winner = deal.auction.length ? auctionWinner(deal) : null;
  return past.map((own, seat) => {
    if (winner === null || !hasAuction(deal.rules)) return own;
    return named(own, { auction: seat === winner ? standOf(deal).highest.number : 0 });
  });
}

/** Returns the value of `trump` in the formulas of a deal; null as long as it is unknown. */
export function trumpIn({ told, rules, cards }) {
  if (told !== null) return trumpName(told);
  const possible = trumpNames(rules, cards);
  return possible.length === 1 ? possible[0] : null;
}

/** Returns the fixed bids by seat, or an empty list if bids are not fixed. */
export const settledBids = ({ bid, players }) =>
  bid.kind === "fixed" ? Array(players).fill(bid.number) : [];

const firstBidder = (deal) => {
  const { bid, players } = deal.rules;
  // who may have to bid again comes last, so that the limit on the last bid binds the final bid
  if (bid.kind === "together") return bid.again ? (of(ROLES, bid.again)(deal) + 1) % players : 0;
  return of(ROLES, (choosesBid(deal.rules) && bid.first) || "eldest")(deal);
};

/** Returns the seats that may bid first: all of them if all bid at once. */
export const bidders = (deal) =>
  deal.rules.bid.kind === "together"
    ? Array.from(
        { length: deal.rules.players },
        (_, step) => (firstBidder(deal) + step) % deal.rules.players,
      )
    : [firstBidder(deal)];

/** Returns the bids in seat order, null for a seat that has not bid. */
export function bidsBySeat(deal) {
  const { players } = deal.rules;
  const bids = Array(players).fill(null);
  const first = deal.bids.length ? firstBidder(deal) : 0;
  deal.bids.forEach((bid, step) => {
    bids[(first + step) % players] = bid;
  });
  return bids;
}

/** Returns the seats that have bid blind, if looking at the cards is optional. */
export const blindSeats = (deal) =>
  mayBidBlind(deal.rules)
    ? bidsBySeat(deal).flatMap((bid, seat) =>
        bid !== null && !deal.looked.includes(seat) ? [seat] : [],
      )
    : [];

/** Returns the seat that names trump. */
export const namerIn = (deal) =>
  deal.rules.trump.kind === "turned" ? deal.dealer : of(ROLES, deal.rules.trump.by)(deal);

/** Returns whether the dealer may have to name trump after a special card is turned. */
export const namedWhenTurned = ({ trump }) =>
  trump.kind === "turned" && (trump.on || []).some((one) => one.named !== null);

/** Returns the phases of a deal in order; trump may be turned or named after the bids. */
export function phases(rules) {
  const { trump } = rules;
  const shown = ["turned", "drawn"].includes(trump.kind) ? ["turn"] : [];
  const late = of(SHOWN, rules.shown) && choosesBid(rules);
  const name = trump.kind === "named" ? ["name"] : [];
  const lateName = trump.by === "highest bidder";
  return [
    "size",
    ...(rules.drawsBidder ? ["first"] : []),
    ...(rules.call.kind === "call" ? ["call"] : []),
    ...(hasAuction(rules) ? ["auction"] : []),
    ...(lateName ? [] : name),
    ...(late ? [] : shown),
    ...(choosesBid(rules) ? ["bid"] : []),
    ...(late ? shown : []),
    ...(lateName ? name : []),
    "tricks",
  ];
}

export function nextPhase(rules, done) {
  const order = phases(rules);
  return order[order.indexOf(done) + 1];
}
