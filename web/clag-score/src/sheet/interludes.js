// Interludes: events between deals, with one canonical text each. They are changes of who plays,
// points by hand, one more hand, deals left out, and the end before the last deal.

import { CHANGE_VERBS, INTERLUDE_VERBS } from "./declared.js";
import { numberIn, withHyphen } from "./numbers.js";

const text = (value) => `"${value.replaceAll("\\", "\\\\").replaceAll('"', '\\"')}"`;

/** Returns a name as it is entered, in quotes if it would be ambiguous. */
const name = (value) =>
  /^[^\s"\\]+( [^\s"\\]+)*$/.test(value) && !/(^| )(after|for|and)( |$)/.test(value) ? value : text(value);

/** Splits an entry into plain words and quoted texts. */
const words = (rest) =>
  [...rest.matchAll(/"((?:[^"\\]|\\[\s\S])*)"(?!\S)|(\S+)/g)].map(([, quoted, plain]) => ({
    text: plain ?? quoted.replace(/\\([\s\S])/g, "$1"),
    quoted: plain === undefined,
  }));

/** Returns the name that words form: one quoted text, or plain words; else null. */
function nameIn(some) {
  if (some.length === 1) return some[0].text;
  return some.length && !some.some((word) => word.quoted) ? some.map((word) => word.text).join(" ") : null;
}

const oneName = (type) => (tokens) => {
  const player = nameIn(tokens);
  return player === null ? null : { type, player };
};

/** The parsers of these entries by their first word; each is given the words after it. */
const READERS = {
  join(tokens) {
    const find = (between) => tokens.findIndex((word) => !word.quoted && word.text === between);
    const [after, instead] = [find("after"), find("for")];
    const at = Math.max(0, after < 0 ? instead : after);
    const [player, other] = [nameIn(tokens.slice(0, at)), nameIn(tokens.slice(at + 1))];
    if (player === null || other === null) return null;
    return after < 0 ? { type: "for", player, leaver: other } : { type: "join", player, after: other };
  },
  leave: oneName("leave"),
  out: oneName("out"),
  back: oneName("back"),
  adjust(tokens) {
    const note = tokens.length > 2 && tokens.at(-1).quoted ? tokens.pop().text : null;
    const last = tokens.pop();
    const points = last && !last.quoted ? withHyphen(last.text) : "";
    const player = nameIn(tokens);
    if (player === null || !/^[+-]?[0-9]+$/.test(points)) return null;
    return { type: "adjust", player, points: numberIn(points), note };
  },
  more(tokens) {
    const last = tokens.pop();
    const cards = last && !last.quoted ? last.text : "";
    const deal = nameIn(tokens);
    return deal === null || !/^[0-9]+$/.test(cards) ? null : { type: "more", deal, cards: numberIn(cards) };
  },
  skip(tokens) {
    if (!tokens.length) return { type: "skip", deals: 1 };
    const [{ text: number, quoted }] = tokens;
    const isNumber = tokens.length === 1 && !quoted && /^[0-9]+$/.test(number);
    return isNumber ? { type: "skip", deals: numberIn(number) } : null;
  },
  end: (tokens) => (tokens.length ? null : { type: "end" }),
  seats: (tokens) => (tokens.length ? { type: "seats", names: tokens.map((word) => word.text) } : null),
  note(tokens) {
    const note = nameIn(tokens);
    return note === null ? null : { type: "note", text: note };
  },
};

/** The parsers of these entries by their first word; each is given the rest of the text. */
export const INTERLUDES = Object.fromEntries(
  INTERLUDE_VERBS.map((verb) => [verb, (rest) => READERS[verb](words(rest))]),
);

/** Parses changes of who plays that are joined by `and`; null if one is invalid. */
export function readChanges(rest) {
  const parts = [[]];
  const tokens = words(rest);
  const isPlain = (word, ...texts) => word && !word.quoted && texts.includes(word.text);
  tokens.forEach((word, place) => {
    if (isPlain(word, "and") && isPlain(tokens[place + 1], ...CHANGE_VERBS)) parts.push([]);
    else parts.at(-1).push(word);
  });
  const read = parts.map(([verb, ...more]) => (isPlain(verb, ...CHANGE_VERBS) ? READERS[verb.text](more) : null));
  return read.every(Boolean) ? read : null;
}

/** The writers of their canonical texts. */
export const INTERLUDE_TEXTS = {
  join: ({ player, after }) => `join ${name(player)} after ${name(after)}`,
  for: ({ player, leaver }) => `join ${name(player)} for ${name(leaver)}`,
  leave: ({ player }) => `leave ${name(player)}`,
  out: ({ player }) => `out ${name(player)}`,
  back: ({ player }) => `back ${name(player)}`,
  adjust: ({ player, points, note }) =>
    `adjust ${name(player)} ${points}${note === null ? "" : ` ${text(note)}`}`,
  more: ({ deal, cards }) => `more ${text(deal)} ${cards}`,
  skip: ({ deals }) => (deals === 1 ? "skip" : `skip ${deals}`),
  end: () => "end",
};

/** The writers of entries about the whole match. */
export const MATCH_TEXTS = {
  seats: ({ names }) =>
    `seats ${names.map((one) => (one.includes(" ") ? text(one) : name(one))).join(" ")}`,
  note: ({ text: note }) => `note ${text(note)}`,
};

/** Returns whether a fact is an interlude. */
export const isInterlude = (fact) => Object.hasOwn(INTERLUDE_TEXTS, fact.type);

/** Returns whether a fact changes who plays. */
export const isChange = (fact) => fact.type === "for" || CHANGE_VERBS.includes(fact.type);
