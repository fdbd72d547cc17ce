// The stake of a bid: its points if made and if missed, by enumeration of what is still open.

import { mayBidBlind } from "../score/bids.js";
import { Fault, named, once, range, reads } from "../score/expressions.js";
import { wanted } from "./judging.js";
import { refuse, shownName } from "../score/reasons.js";
import { seatResult } from "../score/scoring.js";
import { figuresOf } from "./roster.js";
import { trumpNames } from "../score/table.js";
import { bidsBySeat, pastIn, trumpIn } from "./turns.js";
import { possiblePoints } from "../score/worths.js";

/** What a score may read of the other players' bids and tricks. */
const OF_OTHERS = ["bids", "makers", "highest_bid", "same_bids", "most", "most_count"];

/**
 * Returns the points of a bid if made, and the least and the most if missed.
 *
 * `made` is null if it is not a single number, `least` and `most` if the bid cannot be missed.
 * @typedef {{made: number | null, least: number | null, most: number | null}} Stake
 * @returns {Stake}
 */
export function stakeOf(moment, line, bid) {
  const { deal, phase, roster } = moment;
  const { rules, cards } = deal;
  const { name } = rules;
  const lines = roster.names.length;
  if (!Number.isInteger(line) || line < 0 || line >= lines) {
    refuse("U623", `the seat cannot be \`${line}\`: give a seat, 0 to ${lines - 1}, or a player's name`);
  }
  const seat = deal.seats.indexOf(line);
  if (seat < 0) refuse("U605", `${shownName(roster.names[line])} does not play in this deal`);
  if (["dealer", "size", "call", "auction", "over"].includes(phase)) {
    refuse("U605", `the stake of a bid cannot be known now: ${wanted(moment)}`);
  }
  if (rules.bid.kind === "none") refuse("U605", `there are no bids in \`${name}\``);
  if (rules.bid.kind === "fixed" && bid !== rules.bid.number) {
    refuse("U605", `every bid is fixed at \`${rules.bid.number}\` in \`${name}\``);
  }
  if (!Number.isInteger(bid) || bid < 0 || bid > cards) {
    refuse("U605", `a bid must be a whole number from \`0\` to \`${cards}\``);
  }
  const read = reads(rules.score);
  const blind = mayBidBlind(rules) ? { blind: !deal.looked.includes(seat) } : {};
  const past = named(pastIn(deal, figuresOf(moment).past)[seat], blind);
  const known = read.has("trump") ? trumpIn(deal) : "";
  const trumps = known === null ? trumpNames(rules, cards) : [known];
  const others = OF_OTHERS.some((name) => read.has(name)) && [seat, bidsBySeat(deal)];
  // all that a stake depends on: players often share it
  return once(rules, JSON.stringify([bid, cards, past, trumps, others]), () => {
    const made = new Set();
    const missed = new Set();
    for (const [tricks, score] of possibleScores(deal, seat, bid, past, trumps)) {
      if (tricks === bid) made.add(score);
      else if (score !== null) missed.add(score);
    }
    return {
      made: made.size === 1 ? [...made][0] : null,
      least: missed.size ? Math.min(...missed) : null,
      most: missed.size ? Math.max(...missed) : null,
    };
  });
}

/** Yields the possible pairs of tricks and score of a bid; null for a score without a value. */
function* possibleScores(deal, seat, bid, past, trumps) {
  const { rules, cards } = deal;
  const read = reads(rules.score);
  const points = read.has("points") ? possiblePoints(rules, cards) : null;
  for (const tricks of rules.players > 1 ? range(0, cards) : [cards]) {
    const worths = [...(points?.[tricks] ?? [0])];
    for (const others of othersOf(deal, seat, bid, cards - tricks, read)) {
      const most = Math.max(tricks, others.most);
      const many = Number(tricks === most) + (others.most === most ? others.many : 0);
      const makers = others.makers + Number(tricks === bid);
      const ofBids = { highest_bid: Math.max(bid, others.highest), same_bids: others.same };
      const own = { cards, bid, tricks, ...ofBids, most, most_count: many, makers, past };
      for (const points of worths) {
        for (const trump of trumps) {
          for (const bids of others.sums) {
            const told = { ...own, points, trump, bids: bid + bids };
            yield [tricks, scoreOf(rules, deal.scheduled.number, told)];
          }
        }
      }
    }
  }
}

/** Returns a score, or null if it has no value. */
function scoreOf(rules, deal, told) {
  try {
    return seatResult(rules, deal, told).score;
  } catch (error) {
    if (error instanceof Fault) return null;
    throw error;
  }
}

/**
 * Returns the possible aggregates of the other players' bids and tricks that a score reads.
 *
 * The others win `left` tricks in total. A dynamic program over the seats merges all cases with
 * equal aggregates: tricks so far, makers, the most tricks of a player and how many have them, the
 * highest bid, and how many have made the bid `own`.
 */
function othersOf(deal, seat, own, left, read) {
  const [ofSums, ofMakers, ofHighest, ofSame, ...ofMost] = OF_OTHERS.map((name) => read.has(name));
  const ofBids = ofSums || ofMakers || ofHighest || ofSame;
  const ofTricks = ofMost.includes(true);
  const none = { used: 0, makers: 0, most: 0, many: 0, highest: 0, same: 0, sums: new Set([0]) };
  if (!ofBids && !ofTricks) return [{ ...none, used: left }];
  const bids = bidsBySeat(deal);
  let found = [none];
  for (let other = 0; other < deal.rules.players; other++) {
    if (other === seat) continue;
    const after = new Map();
    const any = ofBids ? range(0, deal.cards) : [0];
    const may = bids[other] === null ? any : [bids[other]];
    for (const before of found) {
      for (const tricks of range(0, left - before.used)) {
        const most = ofTricks ? Math.max(tricks, before.most) : 0;
        const many = ofTricks
          ? Number(tricks === most) + (before.most === most ? before.many : 0)
          : 0;
        for (const bid of may) {
          const makers = before.makers + Number(ofMakers && bid === tricks);
          const highest = ofHighest ? Math.max(before.highest, bid) : 0;
          const same = before.same + Number(ofSame && bid === own);
          const used = before.used + tricks;
          const now = { used, makers, most, many, highest, same, sums: new Set() };
          const key = Object.values(now).slice(0, 6).join();
          if (!after.has(key)) after.set(key, now);
          for (const total of before.sums) after.get(key).sums.add(ofSums ? total + bid : 0);
        }
      }
    }
    found = [...after.values()];
  }
  return found.filter((one) => one.used === left);
}
