// What is shown beside the deals of a sheet: who comes and goes, and deals that wait.

import { readEntry } from "../clag-score/src/sheet/entries.js";
import { keeperWords as words } from "../look/words.js";

/** @typedef {import("../clag-score/src/sheet/sheet.js").Sheet} Sheet */

/** Returns entries between deals in a few words. @param {string[]} entries */
export const besideText = (entries) => words.changes(entries.map(readEntry));

/**
 * Returns why each line has no figures in each deal, by `deal line`, and from which deal on
 * latecomers play.
 * @param {Sheet} sheet
 */
export function absences(sheet) {
  const rows = sheet.phase === "over" || sheet.phase === "dealer" ? sheet.rows : [...sheet.rows, sheet.deal];
  /** @type {string[]} */
  const status = sheet.names.map((_, line) => (rows.length && rows[0].seats.includes(line) ? "" : "–"));
  const [absent, since] = [new Map(), new Map()];
  /** @type {Record<string, string>} */
  const after = { join: "", for: "", back: "", out: words.out, leave: words.gone };
  for (const row of rows) {
    for (const change of row.beside.map(readEntry)) {
      const { type, player, leaver } = /** @type {any} */ (change);
      const line = sheet.names.indexOf(player);
      const comes = type === "join" || type === "for";
      if (comes && row.deal > 1 && status[line] === "–") since.set(line, row.deal);
      if (Object.hasOwn(after, type)) status[line] = after[type];
      if (type === "for") status[sheet.names.indexOf(leaver)] = after.leave;
    }
    sheet.names.forEach((_, line) => {
      if (!row.seats.includes(line)) absent.set(`${row.deal} ${line}`, status[line]);
    });
  }
  return { absent, since };
}

/** Returns sentences about the deals that wait for what a correction has left open. @param {Sheet} sheet */
export function waitingTexts({ phase, waiting, anew }) {
  if (phase === "over") {
    const later = [...waiting, ...anew].sort((a, b) => a - b);
    return later.length ? [words.waitingAfterEnd(later)] : [];
  }
  return [anew.length > 0 && words.othersPlay(anew), waiting.length > 0 && words.countsAgain(waiting)].filter(Boolean);
}
