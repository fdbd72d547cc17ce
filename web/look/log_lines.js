/**
 * The log of a match in sentences: who entered what, in which deal, on which phone, and when.
 *
 * The entries are folded from an empty sheet once more, because a sentence depends on the moment
 * before its entry: "bid 2" is the bid of the player whose turn it was. An entry that was taken back
 * keeps its line, which says so; `undo` has no line of its own.
 * @module
 */

import { readEntry } from "../clag-score/src/sheet/entries.js";
import { phrase } from "./catalogue.js";
import { entryWords, lineAsText, resultText } from "./words.js";

/** @typedef {import("../clag-score/src/sheet/sheet.js").Sheet} Sheet */
/**
 * An entry as it is stored. `by` is the name of the phone, `at` the time (ISO); a keeper in a file
 * knows no phones.
 * @typedef {{entry: string, by?: string | null, at?: string | null}} LoggedEntry
 */
/**
 * A line of the log. `deal` is null after the last deal. `names` are those of the players whom it
 * is about. `takenBack` says on which phone and when it was taken back, null if it stands.
 * @typedef {{deal: number | null, names: string[], text: string, by: string | null,
 *   at: string | null, takenBack: {by: string | null, at: string | null} | null}} LogLine
 */

/** Entries that are about the player named in them. */
const OF_PLAYER = ["dealer", "first", "join", "for", "leave", "out", "back", "adjust"];
/** Entries of the player whose turn it is. */
const OF_ACTOR = ["bid", "look", "auction", "call", "trump", "order"];

/**
 * Returns the lines of a log.
 * @param {Sheet} empty the sheet before the first entry
 * @param {LoggedEntry[]} log
 * @returns {LogLine[]}
 */
export function logLines(empty, log) {
  let sheet = empty;
  const undoable = [];
  const lines = [];
  for (const { entry: text, by = null, at = null } of log) {
    const entry = readEntry(text);
    if (entry.type === "undo") {
      const last = undoable.pop();
      last.line.takenBack = { by, at };
      sheet = last.before;
      continue;
    }
    const after = sheet.apply(text);
    const line = { ...lineOf(entry, sheet, after), by, at, takenBack: null };
    undoable.push({ line, before: sheet });
    lines.push(line);
    sheet = after;
  }
  return lines;
}

function lineOf(entry, before, after) {
  const corrected = entry.type.startsWith("correct") ? entry.deal : null;
  const row = corrected === null ? before.deal : (before.rows[corrected - 1] ?? before.deal);
  const isActors = OF_ACTOR.includes(entry.type) && (entry.type !== "auction" || entry.one);
  const actor = isActors ? (before.names[before.actor] ?? null) : null;
  const seated = row.seats.map((line) => before.names[line]);
  const text = entryWords[entry.type](entry, { actor, names: seated });
  if (corrected !== null) return { deal: corrected, names: seated, text };
  if (entry.type === "more") return { deal: after.deal.deal, names: seated, text };
  const own = OF_PLAYER.includes(entry.type) ? [entry.player, entry.leaver] : [actor];
  const named = own.filter((name) => name !== null && name !== undefined);
  return { deal: before.over ? null : before.deal.deal, names: named.length ? named : seated, text };
}

/**
 * Returns an entry as a sentence, without the sheet before it.
 * @param {Sheet} sheet
 * @param {{entry: string, for: number | null, deal: number}} logged `for` is the player's line, `deal`
 *   the deal in which it was made
 */
export function entryText(sheet, { entry: text, for: line, deal }) {
  const entry = readEntry(text);
  if (entry.type === "undo") return phrase("take-back");
  const { seats } = sheet.rows.find((row) => row.deal === deal) ?? sheet.deal;
  const actor = line === null ? null : sheet.names[line];
  return entryWords[entry.type](entry, { actor, names: seats.map((seat) => sheet.names[seat]) });
}

/** Returns what happened between two deals, in a few words. @param {string[]} entries */
export const changesText = (entries) =>
  entries
    .map(readEntry)
    .map((entry) => entryWords[entry.type](entry, { actor: null, names: [] }))
    .join("; ");

/**
 * Returns a deal of the log as a text, to be sent to somebody.
 * @param {LogLine[]} lines
 * @param {Sheet} sheet
 * @param {number | null} deal
 */
export function dealText(lines, sheet, deal) {
  const ofDeal = lines.filter((line) => line.deal === deal);
  const row = sheet.rows.find((one) => one.deal === deal);
  const results = row ? row.seats.map((line) => resultText(sheet.names[line], row, line)) : [];
  return `${[deal === null ? phrase("log-after-last") : phrase("log-deal", { deal }), ...ofDeal.map(lineAsText), ...results].join("\n")}\n`;
}
