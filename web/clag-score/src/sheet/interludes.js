// What happens at a table beside the deals, each with one text form: who comes and goes, points by
// hand, one more hand.

import { numberIn } from "./numbers.js";

const text = (told) => `"${told.replaceAll("\\", "\\\\").replaceAll('"', '\\"')}"`;

/** A name as it is entered: in quotes where it could be read otherwise. */
const name = (told) =>
  /^[^\s"\\]+( [^\s"\\]+)*$/.test(told) && !told.split(" ").includes("after") ? told : text(told);

/** The words of an entry, and texts in quotes. */
const words = (rest) =>
  [...rest.matchAll(/"((?:[^"\\]|\\[^])*)"(?!\S)|(\S+)/g)].map(([, quoted, plain]) => ({
    text: plain ?? quoted.replace(/\\([^])/g, "$1"),
    quoted: plain === undefined,
  }));

/** The name that words make up: one in quotes, or plain ones. */
function nameIn(some) {
  if (some.length === 1) return some[0].text;
  return some.length && !some.some((word) => word.quoted) ? some.map((word) => word.text).join(" ") : null;
}

const oneName = (type) => (rest) => {
  const player = nameIn(words(rest));
  return player === null ? null : { type, player };
};

/** The readers of these entries by their first word: each is given the rest. */
export const INTERLUDES = {
  join(rest) {
    const told = words(rest);
    const at = Math.max(0, told.findIndex((word) => !word.quoted && word.text === "after"));
    const [player, after] = [nameIn(told.slice(0, at)), nameIn(told.slice(at + 1))];
    return player === null || after === null ? null : { type: "join", player, after };
  },
  leave: oneName("leave"),
  out: oneName("out"),
  back: oneName("back"),
  adjust(rest) {
    const told = words(rest);
    const note = told.length > 2 && told.at(-1).quoted ? told.pop().text : null;
    const last = told.pop();
    const points = last && !last.quoted ? last.text.replaceAll("\u2212", "-") : "";
    const player = nameIn(told);
    if (player === null || !/^[+-]?[0-9]+$/.test(points)) return null;
    return { type: "adjust", player, points: numberIn(points), note };
  },
  more(rest) {
    const told = words(rest);
    const last = told.pop();
    const cards = last && !last.quoted ? last.text : "";
    const deal = nameIn(told);
    return deal === null || !/^[0-9]+$/.test(cards) ? null : { type: "more", deal, cards: numberIn(cards) };
  },
};

/** Their text forms. */
export const INTERLUDE_TEXTS = {
  join: ({ player, after }) => `join ${name(player)} after ${name(after)}`,
  leave: ({ player }) => `leave ${name(player)}`,
  out: ({ player }) => `out ${name(player)}`,
  back: ({ player }) => `back ${name(player)}`,
  adjust: ({ player, points, note }) =>
    `adjust ${name(player)} ${points}${note === null ? "" : ` ${text(note)}`}`,
  more: ({ deal, cards }) => `more ${text(deal)} ${cards}`,
};

/** Whether something has happened beside the deals. */
export const isInterlude = (fact) => Object.hasOwn(INTERLUDES, fact.type);

/** Whether it changes who plays. */
export const isChange = (fact) => isInterlude(fact) && !["adjust", "more"].includes(fact.type);
