/**
 * Finds the games that give the points of scored deals.
 * @module
 */

import { choosesBid, mayBidBlind } from "../../web/clag-score/src/score/bids.js";
import { Fault, legalCalls, Refused, score as scoreOf, Table } from "../../web/clag-score/src/score/score.js";
import { isScored } from "../../web/clag-score/src/score/scoring.js";

const FIELDS = ["bid", "tricks", "points"];
const VERBS = { bid: /^(bids?|calls?|called|said|says)$/i, tricks: /^(took|takes?|won|wins?|made|makes|got)$/i, points: /^scored?s?$/i };
const NOUNS = { tricks: /^tricks?$/i, points: /^(points?|pts)$/i };
const TRUMPS = ["none", "spades", "hearts", "diamonds", "clubs", "order"];
const NEEDS_BIDS = "U605";
const NEEDS_CARDS = "U607";
const MOST_VALUES = 12; // whole numbers of a parameter that are tried

/** @typedef {{ bids: (number | null)[], tricks: number[], points: number[] }} ScoredDeal by player */

const fieldOf = (words, word = "") => Object.keys(words).find((field) => words[field].test(word));

/**
 * Returns the figures of a line by field. A verb has its number behind it ("took 2"); a noun has its
 * number before it if that is free ("2 tricks"), or else behind it ("tricks: 2"). Numbers without a
 * word go by the columns. A dash stands where there is no bid.
 */
function figuresOf(line, columns) {
  const tokens = line.replaceAll("\u2212", "-").match(/\p{L}+|(?<![\p{L}\d])[-+]?\d+|[-–—]/gu) ?? [];
  const figures = {};
  const free = new Map([...tokens.entries()].filter(([, token]) => /\d/.test(token)));
  const take = (field, place) => {
    if (!free.has(place) || field in figures) return;
    figures[field] = Number(free.get(place));
    free.delete(place);
  };
  for (const [place, token] of tokens.entries()) {
    const field = fieldOf(VERBS, token);
    if (field) take(field, place + 1);
  }
  for (const [place, token] of tokens.entries()) {
    const field = fieldOf(NOUNS, token);
    if (!field) continue;
    take(field, place - 1);
    take(field, place + 1);
  }
  const left = (Object.keys(figures).length ? FIELDS : columns).filter((field) => !(field in figures));
  const plain = [...free.values()].slice(-left.length || free.size);
  for (const field of left.slice(-plain.length || left.length)) {
    if (plain.length) figures[field] = Number(plain.shift());
  }
  return figures;
}

/**
 * Returns the scored deals in a text, in which each line is a player and an empty line ends a deal,
 * and the lines that are no player's.
 * @param {string} text
 * @returns {{ deals: ScoredDeal[], unread: string[] }}
 */
export function readDeals(text) {
  const deals = [];
  const unread = [];
  let columns = FIELDS;
  let deal = null;
  for (const line of text.split(/\r?\n/)) {
    const words = line.match(/\p{L}+/gu) ?? [];
    const head = words.map((word) => fieldOf(VERBS, word) ?? fieldOf(NOUNS, word)).filter(Boolean);
    const figures = figuresOf(line, columns);
    if (!line.trim()) deal = null;
    else if (!/\d/.test(line) && head.length > 1) columns = [...new Set(head)];
    else if (figures.tricks === undefined || figures.points === undefined) unread.push(line.trim());
    else {
      if (deal === null) {
        deal = { bids: [], tricks: [], points: [] };
        deals.push(deal);
      }
      deal.bids.push(figures.bid ?? null);
      deal.tricks.push(figures.tricks);
      deal.points.push(figures.points);
    }
  }
  return { deals, unread };
}

/**
 * Returns whether a game gives the points of all deals, with the parameters and the deals of the
 * schedule in which it does. "perhaps" means that they also depend on what a deal does not show:
 * earlier deals, an auction, or the cards in the tricks.
 * @param {Record<string, any>} compiled
 * @param {ScoredDeal[]} deals
 * @returns {{ gives: "yes" | "perhaps" | "no", parameters: Record<string, any>, as: string[] }}
 */
export function judge(compiled, deals) {
  for (const parameters of settings(compiled.game)) {
    const found = deals.map((deal) => judgeDeal(compiled, parameters, deal));
    if (found.some(({ gives }) => gives === "no")) continue;
    const gives = found.every((each) => each.gives === "yes") ? "yes" : "perhaps";
    return { gives, parameters, as: found.map(({ name }) => name) };
  }
  return { gives: "no", parameters: {}, as: [] };
}

/** Yields the defaults, then every other value of one parameter that deals depend on. */
function* settings({ parameters = [], deals, twists, lets, past, schedule }) {
  yield {};
  const text = JSON.stringify([deals, twists, lets, past, schedule]);
  for (const { name, range, default: usual } of parameters) {
    if (!text.includes(`"name":"${name}"`)) continue;
    const values = {
      truth: () => [!usual],
      word: () => range.words,
      integer: () =>
        Array.from({ length: Math.min(MOST_VALUES, range.high - range.low + 1) }, (_, more) => range.low + more),
    }[range.kind]();
    for (const value of values) if (value !== usual) yield { [name]: value };
  }
}

function judgeDeal(compiled, parameters, deal) {
  let perhaps = null;
  for (const way of waysOf(compiled, parameters, deal)) {
    const gives = judgeWay(way, deal.points);
    if (gives === "yes") return { gives, name: way.row.name };
    if (gives === "perhaps") perhaps ??= { gives, name: way.row.name };
  }
  return perhaps ?? { gives: "no", name: "" };
}

/** Yields every deal of the schedule, call and trump that these tricks can belong to. */
function* waysOf(compiled, parameters, { bids, tricks }) {
  const cards = tricks.reduce((all, one) => all + one, 0);
  let table;
  try {
    table = new Table(compiled, tricks.length, parameters);
  } catch (error) {
    if (error instanceof Refused) return;
    throw error;
  }
  const { deals, twists } = compiled.game;
  const byNumber = /"name":"deal"|"rotates"/.test(JSON.stringify([deals, twists]));
  const seen = new Set(); // deals and calls with the same score are tried once
  const isNew = (...key) => seen.size < seen.add(JSON.stringify(key)).size;
  for (const row of table.schedule.filter(({ low, high }) => low <= cards && cards <= high)) {
    const place = [byNumber && row.number, row.rowDeals];
    if (!isNew(row.name, place)) continue;
    const { call } = table.rulesOf(row, [], cards);
    for (const calls of call.kind === "call" ? legalCalls(call) : [undefined]) {
      const rules = table.rulesOf(row, calls, cards);
      const { score, completed, bid, sight, trump, wild, trick_worth, card_worth, trump_worth } = rules;
      if (!isNew(place, score, completed, bid, sight, trump, wild, trick_worth, card_worth, trump_worth)) continue;
      const own = choosesBid(rules) && !bids.includes(null) ? bids : null;
      for (const trump of isScored("trump", rules) ? TRUMPS : [undefined]) {
        yield { table, row, rules, facts: { deal: row.number, bids: own, tricks, calls, cards, trump } };
      }
    }
  }
}

function judgeWay({ table, rules, facts }, points) {
  try {
    const blind = mayBidBlind(rules) ? [[], points.map((_, seat) => seat)] : [[]];
    const scores = blind.map((seats) => scoreOf(table, { ...facts, blind: seats }));
    if (points.every((one, seat) => scores.some((each) => each[seat].score === one))) return "yes";
    return table.remembered.some(({ name }) => isScored(name, rules)) ? "perhaps" : "no";
  } catch (error) {
    if (error instanceof Fault) return "perhaps"; // the score reads the auction
    if (!(error instanceof Refused)) throw error;
    const hidden = error.code === NEEDS_CARDS || (error.code === NEEDS_BIDS && facts.bids === null);
    return hidden ? "perhaps" : "no";
  }
}
