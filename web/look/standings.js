/**
 * Who is where in a match: places, who was at the table, and the totals after each deal.
 * @module
 */

import { winners } from "../clag-score/src/score/scoring.js";
import { readEntry } from "../clag-score/src/sheet/entries.js";
import { isChange } from "../clag-score/src/sheet/interludes.js";
import { changed, ofSeats } from "../clag-score/src/sheet/roster.js";

/** A score sheet; that of an online table has its `places`. @typedef {import("../clag-score/src/sheet/sheet.js").Sheet & {places?: number[]}} Sheet */
/** @typedef {ReturnType<Sheet["rows"]["at"]>} Row */

/**
 * Returns each line's place by the rules that decide the match; null for players who have left.
 * Players who would share the win share a place.
 * @param {Sheet} sheet
 * @returns {(number | null)[]}
 */
export function places(sheet) {
  if (sheet.places) return sheet.places;
  const places = sheet.names.map(() => /** @type {number | null} */ (null));
  const { totals, failed, completed } = sheet;
  let left = sheet.names.map((_, line) => line).filter((line) => !sheet.left.includes(line));
  for (let place = 1; left.length; ) {
    const best = winners(sheet.table.game, ofSeats({ totals, failed, completed }, left)).map((seat) => left[seat]);
    for (const line of best) places[line] = place;
    place += best.length;
    left = left.filter((line) => !best.includes(line));
  }
  return places;
}

/** Returns all lines by place, those who have left last. @param {Sheet} sheet */
export function linesByPlace(sheet) {
  const place = places(sheet);
  return sheet.names.map((_, line) => line).sort((a, b) => (place[a] ?? Infinity) - (place[b] ?? Infinity) || a - b);
}

/**
 * Returns for each of these deals what each line does in it.
 * @param {Sheet} sheet
 * @param {Row[]} rows closed deals, and the current one perhaps
 * @returns {("plays" | "out" | "left" | "not yet")[][]}
 */
export function attendance(sheet, rows) {
  let roster = sheet.rosterBefore(1);
  return rows.map((row) => {
    roster = row.beside.map(readEntry).filter(isChange).reduce(changed, roster);
    return sheet.names.map((_, line) => {
      if (row.seats.includes(line)) return "plays";
      if (roster.circle.includes(line)) return "out";
      return line < roster.names.length ? "left" : "not yet";
    });
  });
}

/** Returns the first deal of each line that was not there from the first deal on. @param {Sheet} sheet */
export function latecomers(sheet) {
  /** @type {Map<number, number>} */
  const first = new Map();
  if (sheet.names.length === sheet.rosterBefore(1).names.length) return first;
  const rows = sheet.over || sheet.phase === "dealer" ? sheet.rows : [...sheet.rows, sheet.deal];
  const there = attendance(sheet, rows);
  sheet.names.forEach((_, line) => {
    const place = there.findIndex((lines) => lines[line] !== "not yet");
    if (place > 0) first.set(line, rows[place].deal);
  });
  return first;
}

/**
 * Returns the totals of each line at the start and after each deal; null for a line that was not at
 * the table. Points by hand after the last deal count as a deal of their own.
 * @param {Sheet} sheet
 * @returns {(number | null)[][]}
 */
export function totalsByDeal(sheet) {
  const { rows, names } = sheet;
  const first = sheet.rosterBefore(1).names.length;
  const there = attendance(sheet, rows);
  const start = names.map((_, line) => (line < first ? 0 : null));
  const after = rows.map((row, place) =>
    names.map((_, line) => (["left", "not yet"].includes(there[place][line]) ? null : row.totals[line])),
  );
  const last = rows.at(-1)?.totals ?? [];
  const isChanged = sheet.over && last.some((total, line) => total !== sheet.totals[line]);
  const end = isChanged ? [sheet.totals.map((total, line) => (sheet.left.includes(line) ? null : total))] : [];
  return [start, ...after, ...end];
}
