// The entries of a score sheet: values with one canonical text each, their parser and writer.

import { INTERLUDE_TEXTS, INTERLUDES, isInterlude, MATCH_TEXTS, readChanges } from "./interludes.js";
import { numberIn, withHyphen } from "./numbers.js";
import { SUIT_NAMES, SUIT_SIGNS, SUITS } from "../score/pack.js";

const TEXT_LIMIT = 4000;

/**
 * A single fact, a row of several facts (`bids`, `auction` with several calls), a correction, or
 * `undo`. `kind` names the facts that a correction replaces.
 * @typedef {{type: string, kind?: string, [more: string]: unknown}} Entry
 */

/** Parses names between commas; a name in quotes may contain commas. */
function readNames(text) {
  if (!text.trim()) return [];
  const found = [...`${text},`.matchAll(/\s*"([^"]*)"\s*,|([^,]*),/g)];
  return found.map(([, quoted, plain]) => quoted || (plain ?? "").trim().split(/\s+/).join(" "));
}

const isPlain = (name) => name === name.trim().split(/\s+/).join(" ");

/** Returns the names of a call as one text, in quotes only where needed. */
export const writeNames = (names) =>
  names.map((name) => (isPlain(name) && !name.includes(",") ? name : `"${name}"`)).join(", ");

const writeName = (name) => (name && isPlain(name) && name[0] !== '"' ? name : `"${name}"`);

function readName(text) {
  if (text.length > 1 && text[0] === '"' && text.at(-1) === '"') return text.slice(1, -1);
  return text.split(/\s+/).join(" ") || null;
}

const readNumber = (text) => (/^-?[0-9]+$/.test(text) ? numberIn(text) : null);

const readSuit = (word) =>
  SUITS.includes(word)
    ? word
    : (SUITS.find((suit) => word === SUIT_NAMES[suit] || word === SUIT_SIGNS[suit]) ?? null);

function figures(words, number = /^[0-9]+$/) {
  if (!words.length || words.some((word) => !number.test(word))) return null;
  return words.map(numberIn);
}

/** Parses a call in an auction: null for a pass, undefined for any other text. */
function readWord(text) {
  if (text === "pass") return null;
  const found = /^([0-9]+)\s*(\S+)$/.exec(text);
  if (!found) return undefined;
  const trump = ["NT", "none"].includes(found[2]) ? null : readSuit(found[2]);
  if (trump === null && !["NT", "none"].includes(found[2])) return undefined;
  return { number: numberIn(found[1]), trump };
}

const numberEntry = (type, kind) => (rest) => {
  const number = readNumber(rest);
  return number === null ? null : { type, kind, number };
};

const nameEntry = (type) => (rest) => {
  const player = readName(rest);
  return player === null ? null : { type, kind: type, player };
};

const alone = (entry) => (rest) => (rest ? null : entry);

/** The parser of each entry by its first word; it is given the rest of the text. */
const READERS = {
  dealer: nameEntry("dealer"),
  first: nameEntry("first"),
  cards: numberEntry("cards", "cards"),
  look: alone({ type: "look", kind: "bids" }),
  pass: alone({ type: "auction", kind: "auction", words: [null], one: true }),
  undo: alone({ type: "undo" }),
  call(rest) {
    const names = readNames(rest);
    return names.every(Boolean) ? { type: "call", kind: "call", names } : null;
  },
  trump(rest) {
    if (rest === "none") return { type: "trump", kind: "trump", trumps: [] };
    const suit = readSuit(rest);
    return suit ? { type: "trump", kind: "trump", trumps: [suit] } : null;
  },
  order(rest) {
    const trumps = rest.split(/\s+/).map(readSuit);
    return trumps.every(Boolean) ? { type: "order", kind: "trump", trumps } : null;
  },
  auction(rest) {
    const single = readWord(rest);
    if (single) return { type: "auction", kind: "auction", words: [single], one: true };
    const words = rest.split(/\s+/).map(readWord);
    if (words.length < 2 || words.includes(undefined)) return null;
    return { type: "auction", kind: "auction", words };
  },
  bid(rest) {
    const [figure, ...more] = rest.split(/\s+/);
    const number = readNumber(figure);
    if (number === null || more.length > 1 || (more.length && more[0] !== "blind")) return null;
    return { type: "bid", kind: "bids", number, blind: more.length > 0 };
  },
  bids(rest) {
    const bids = [];
    for (const word of rest ? rest.split(/\s+/) : []) {
      const last = bids.at(-1);
      if (word === "blind" && last && !last.blind) last.blind = true;
      else if (/^[0-9]+$/.test(word)) {
        bids.push({ type: "bid", kind: "bids", number: numberIn(word), blind: false });
      } else return null;
    }
    return bids.length ? { type: "bids", kind: "bids", bids } : null;
  },
  won(rest) {
    const words = rest ? rest.split(/\s+/) : [];
    const at = words.includes("points") ? words.indexOf("points") : words.length;
    const tricks = figures(words.slice(0, at));
    const points = at < words.length ? figures(words.slice(at + 1).map(withHyphen), /^-?[0-9]+$/) : null; // points may be negative
    if (!tricks || (!points && at < words.length)) return null;
    return { type: "won", kind: "tricks", tricks, points };
  },
  taken(rest) {
    const seats = figures(rest ? rest.split(/\s+/) : []);
    return seats && { type: "taken", kind: "tricks", taken: seats.map((seat) => seat - 1) };
  },
  correct(rest) {
    const found = /^([0-9]+)\s+([\s\S]*)$/.exec(rest);
    if (!found) return null;
    const deal = numberIn(found[1]);
    const changes = found[2] === "nobody" ? [] : readChanges(found[2]);
    if (changes) return { type: "correct roster", deal, changes };
    const row = found[2].startsWith("correct") ? null : readEntry(found[2]);
    if (!row || row.type === "play") return null;
    if (row.type === "adjust") return { type: "correct adjust", deal, row };
    if (["more", "skip", "end"].includes(row.type)) return { type: "correct interlude", deal, row };
    if (isInterlude(row) || row.type in MATCH_TEXTS) return null; // changes were parsed above
    const part = /^(look|bid|undo|correct .+)$/.test(row.type) || isPass(row);
    if (part) return { type: "correct part", deal, row };
    return { type: "correct", deal, row: { ...row, one: false } };
  },
  deal: (rest) => (rest ? { type: "play" } : null), // entries of cards are recognised, but refused
  play: (rest) => (rest ? { type: "play" } : null),
  ...INTERLUDES,
};

export const isPass = (entry) => entry.type === "auction" && entry.one && entry.words[0] === null;

/**
 * Parses an entry, or returns null; the text from `entryText` parses to an equal entry.
 * @param {unknown} text
 * @returns {Entry | null}
 */
export function readEntry(text) {
  if (typeof text !== "string" || text.length > TEXT_LIMIT) return null;
  const [, word, rest] = /^\s*(\S*)\s*([\s\S]*?)\s*$/.exec(text);
  return Object.hasOwn(READERS, word) ? READERS[word](rest) : null;
}

const word = (said) => (said ? `${said.number}${said.trump || "NT"}` : "pass");

const WRITERS = {
  dealer: (entry) => `dealer ${writeName(entry.player)}`,
  first: (entry) => `first ${writeName(entry.player)}`,
  cards: (entry) => `cards ${entry.number}`,
  look: () => "look",
  undo: () => "undo",
  call: (entry) => `call ${writeNames(entry.names)}`.trimEnd(),
  trump: ({ trumps }) => `trump ${trumps.length ? SUIT_NAMES[trumps[0]] : "none"}`,
  order: ({ trumps }) => `order ${trumps.join(" ")}`,
  auction: (entry) => (isPass(entry) ? "pass" : `auction ${entry.words.map(word).join(" ")}`),
  bid: ({ number, blind }) => `bid ${number}${blind ? " blind" : ""}`,
  bids: ({ bids }) => bids.map((bid) => entryText(bid).slice(4)).reduce((a, b) => `${a} ${b}`, "bids"),
  won: ({ tricks, points }) =>
    `won ${tricks.join(" ")}${points ? ` points ${points.join(" ")}` : ""}`,
  taken: ({ taken }) => `taken ${taken.map((seat) => seat + 1).join(" ")}`,
  correct: ({ deal, row }) => `correct ${deal} ${entryText(row)}`,
  "correct adjust": ({ deal, row }) => `correct ${deal} ${entryText(row)}`,
  "correct roster": ({ deal, changes }) => `correct ${deal} ${changes.map(entryText).join(" and ") || "nobody"}`,
  play: () => "play",
  ...INTERLUDE_TEXTS,
  ...MATCH_TEXTS,
};

/** The kinds of entries, as in `type`. @typedef {keyof typeof WRITERS} EntryKind */

/** All kinds of entries. */
export const ENTRY_KINDS = /** @type {EntryKind[]} */ (Object.keys(WRITERS));

/** Returns the canonical text of an entry. */
export const entryText = (entry) => WRITERS[entry.type](entry);
