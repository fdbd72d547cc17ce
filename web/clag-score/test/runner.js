// A runner of the conformance suite: reads a case in each line, and writes a verdict in each line.
//
//     node runner.js FOLDER < cases
//
// FOLDER is the unpacked suite. A verdict is `passed`, `failed` or `not implemented`. clag-score
// knows no cards: of the actions before a moment it takes those that a score sheet has.

import { readFileSync } from "node:fs";
import path from "node:path";
import { createInterface } from "node:readline";

import { deals, legalCalls, Refused, score, Table } from "../src/score/score.js";
import { orders } from "../src/score/pack.js";
import { keep } from "../src/sheet/sheet.js";

/** Raised for cases that a score sheet cannot judge. */
class NotImplemented extends Error {}

const PHASES = ["size", "call", "auction", "name", "bid"];
/** Actions that a score sheet judges. */
const ATTEMPTS = /^(auction|bid|call|cards|look|order|pass|trump)\b/;

const folder = process.argv.at(-1);
const inFolder = (...names) => JSON.parse(readFileSync(path.join(folder, ...names), "utf8"));
const codes = inFolder("cases", "codes.json").codes;
const games = new Map();

function game({ variant }) {
  if (!games.has(variant)) games.set(variant, inFolder("games", `${variant}.json`));
  return games.get(variant);
}

const tableOf = (start) => new Table(game(start), start.players, start.parameters);

/** Returns the code of the refusal of `work` as cases have it, or null. */
function refusal(work) {
  try {
    work();
    return null;
  } catch (error) {
    if (error instanceof Refused) return canonical(error.code);
    throw error;
  }
}

const canonical = (code) => codes[code]?.counts_as ?? code;

// --- sheets ----------------------------------------------------------------------------------

/** Returns the sheet at the beginning of the deal of `start`, with the dealer of `start`. */
function atDeal(start, table) {
  const { players, deal = 1, dealer = players - 1 } = start;
  const names = Array.from({ length: players }, (_, seat) => `Player ${seat}`);
  if (dealer === null) return keep(table, { names });
  for (let tried = 0; tried < players; tried++) {
    // the usual first dealer first: the deal passes one seat each time
    const first = (((dealer - deal + 1 + tried) % players) + players) % players;
    let sheet = keep(table, { names, dealer: first });
    if (table.drawsDealer) sheet = sheet.apply(`dealer ${names[first]}`);
    while (!sheet.over && sheet.deal.deal < deal) sheet = sheet.apply(anyEntry(sheet));
    if (!sheet.over && sheet.deal.dealer === dealer) return sheet;
  }
  throw new NotImplemented("this deal with this dealer");
}

/** Returns a legal entry: the first one, or all tricks for one player. */
function anyEntry(sheet) {
  if (sheet.phase !== "tricks") return sheet.legal()[0];
  const { cards, seats } = sheet.deal;
  return tricksEntry(sheet, seats.map((_, seat) => (seat ? 0 : cards)));
}

function tricksEntry(sheet, tricks, taken = tricks.flatMap((won, seat) => Array(won).fill(seat))) {
  const asked = sheet.tricksAsked();
  if (asked === "points") throw new NotImplemented("points that depend on the cards in tricks");
  return asked === "won" ? `won ${tricks.join(" ")}` : `taken ${taken.map((seat) => seat + 1).join(" ")}`;
}

/** Returns the sheet after one deal with the calls, bids and tricks of a row. */
function played(sheet, row) {
  const { deal } = sheet.deal;
  let after = sheet;
  while (!after.over && after.deal.deal === deal) after = after.apply(rowEntry(after, row));
  return after;
}

function rowEntry(sheet, { calls = [], bids, tricks, taken }) {
  switch (sheet.phase) {
    case "size":
      return `cards ${tricks.reduce((all, won) => all + won, 0)}`;
    case "call":
      return `call ${calls.join(", ")}`.trim();
    case "bid":
      return `bid ${bids[sheet.actor]}`;
    case "tricks":
      return tricksEntry(sheet, tricks, taken);
    default:
      return anyEntry(sheet);
  }
}

/** Returns the sheet after the actions of a case, if it judges what comes next. */
function afterActions(one) {
  const { attempt } = one;
  const { actor, legal, seen } = one.expect;
  if (seen || actor === "chance" || (attempt !== undefined && !ATTEMPTS.test(attempt))) {
    throw new NotImplemented("cards");
  }
  const dealt = one.actions.filter((action) => typeof action !== "string" || action.startsWith("deal "));
  const others = one.actions.filter((action) => !dealt.includes(action));
  if (others.some((action) => action.startsWith("play "))) throw new NotImplemented("cards");
  let sheet = atDeal(one.start, tableOf(one.start));
  for (const action of others) {
    // a sheet knows one bid of each player, not those that are changed later
    if (sheet.rules.bid.again) throw new NotImplemented("bids made again");
    sheet = (action.startsWith("first ") ? sheet : withFirst(sheet)).apply(action);
  }
  sheet = withFirst(sheet);
  const { phase, rules } = sheet;
  if (phase === "bid" && !one.hands && !one.pack && !dealt.length) throw new NotImplemented("cards that are not dealt");
  const isOfTurned = rules.trump.kind !== "named" && (phase === "name" || /^(trump|order)/.test(attempt ?? legal));
  if (!PHASES.includes(phase) || sheet.actor === null || rules.bid.again || isOfTurned) {
    throw new NotImplemented("what a score sheet is not told");
  }
  return sheet;
}

/** Returns the sheet after eldest hand is drawn to bid first, if somebody is to be drawn. */
const withFirst = (sheet) =>
  sheet.phase === "first" ? sheet.apply(`first ${sheet.names[(sheet.deal.dealer + 1) % sheet.names.length]}`) : sheet;

/** Returns the actions that a text of a case stands for. */
function expand(text) {
  const [kind, ...words] = text.split(" ");
  if (text === "") return [];
  if (text === "every order") return orders(["S", "H", "D", "C"]).map((suits) => `order ${suits.join(" ")}`);
  if (kind === "auction") return words.map((word) => (word === "pass" ? word : `auction ${word}`));
  if (kind === "look") return ["look", ...words.map((bid) => `bid ${bid} blind`)];
  if (kind !== "call") return words.map((word) => `${kind} ${word}`);
  const groups = words.join(" ").split("; ").map((group) => {
    const [name, choices] = group.split(": ");
    return { kind: name, choices: choices.split(", ") };
  });
  return legalCalls({ groups }).map((names) => `call ${names.join(", ")}`.trim());
}

// --- the kinds of cases ------------------------------------------------------------------------

/** What a case results in, in the form of its `expect`, by kind. */
const OUTCOMES = {
  schedule: ({ start }) => ({
    deals: deals(game(start), start.players, start.parameters).map(
      ({ cards, name }) => `${cards ?? "picked"} ${name}`,
    ),
  }),
  start: ({ start }) => ({ code: refusal(() => tableOf(start)) }),
  score({ start, expect, tricks, ...told }) {
    const results = score(tableOf(start), { deal: start.deal ?? 1, tricks, ...told });
    const scores = results.map((one) => one.score);
    return expect.completed ? { scores, completed: results.map((one) => one.completed) } : { scores };
  },
  match({ start, deals: rows }) {
    const { totals, failed, completed, winners, payments, over } = rows.reduce(
      played,
      atDeal(start, tableOf(start)),
    );
    return over ? { totals, failed, completed, winners, payments } : { over };
  },
  legal(one) {
    const sheet = afterActions(one);
    // the trump of a turned card may be entered at any time
    const expected = expand(one.expect.legal);
    const legal = sheet.legal().filter((entry) => expected.includes(entry) || !/^(trump|order)/.test(entry));
    const same = legal.length === expected.length && expected.every((action) => legal.includes(action));
    return { actor: sheet.actor, legal: same ? one.expect.legal : legal.join("; ") };
  },
  illegal(one) {
    const sheet = afterActions(one);
    return { code: refusal(() => sheet.apply(one.attempt)) };
  },
};

/** Returns a value with the keys of every object in alphabetical order, as a text. */
const text = (value) =>
  JSON.stringify(value, (_, part) =>
    part && typeof part === "object" && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([one], [other]) => (one < other ? -1 : 1)))
      : part,
  );

function verdict(one) {
  const { id, kind, expect } = one;
  if (!Object.hasOwn(OUTCOMES, kind)) return { id, verdict: "not implemented" };
  try {
    const found = OUTCOMES[kind](one);
    return text(found) === text(expect) ? { id, verdict: "passed" } : { id, verdict: "failed", found };
  } catch (error) {
    if (error instanceof NotImplemented) return { id, verdict: "not implemented" };
    return { id, verdict: "failed", found: String(error) };
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  process.stdout.write(`${JSON.stringify(verdict(JSON.parse(line)))}\n`);
}
