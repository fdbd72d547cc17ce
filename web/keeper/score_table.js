// Standings and the whole sheet of a match.

import { curve } from "../look/curve.js";
import { face } from "../look/people.js";
import { h } from "../look/view.js";
import { keeperWords as words, plain, signed } from "../look/words.js";
import { absences, besideText } from "./beside.js";

/** @typedef {import("../clag-score/src/sheet/sheet.js").Sheet} Sheet */

/** Returns whether fewer points are better. */
const lowWins = (game) => game.winner.criteria.find((one) => one.endsWith("total")) === "lowest total";

/** Returns each line's place by its total; null for players who have left. @param {Sheet} sheet */
export function places(sheet) {
  const isLow = lowWins(sheet.table.game);
  const here = sheet.totals.filter((_, line) => !sheet.left.includes(line));
  return sheet.totals.map((total, line) =>
    sheet.left.includes(line) ? null : 1 + here.filter((other) => (isLow ? other < total : other > total)).length,
  );
}

/** Returns the kind of a deal: its calls, the name of a special deal, or its cards. */
const kindOf = ({ calls, name, cards }) =>
  calls?.join(", ") || (name === "normal" ? words.cards(cards) : name);

/** Returns everybody by place, and who has left. @param {Sheet} sheet */
export function standings(sheet) {
  const place = places(sheet);
  const order = sheet.names.map((_, line) => line).sort((a, b) => (place[a] ?? 99) - (place[b] ?? 99));
  const hasBegun = sheet.rows.length > 0;
  return [
    h(
      "ol",
      { class: "standings" },
      order.map((line) =>
        h(
          "li",
          { key: line },
          h("span", { class: "place" }, hasBegun ? (place[line] ?? "–") : "–"),
          face(sheet.names[line], line),
          h("span", {}, sheet.names[line], sheet.left.includes(line) && h("small", { class: "soft" }, ` ${words.left}`)),
          h("b", {}, plain(sheet.totals[line])),
        ),
      ),
    ),
    sheet.left.length > 0 && h("p", { class: "soft small" }, words.leftHint),
  ];
}

/** Returns the curve of the totals. @param {Sheet} sheet @param {{width?: number, height?: number}} [size] */
export function totalsCurve(sheet, size) {
  const [first] = sheet.rows;
  const start = sheet.names.map((_, line) => (first?.seats.includes(line) ? 0 : null));
  return curve([start, ...sheet.rows.map((row) => row.totals)], sheet.names, size);
}

/**
 * Returns the whole sheet; a tap on a deal corrects it.
 * @param {Sheet} sheet
 * @param {(row: object) => void} correct
 */
export function wholeSheet(sheet, correct) {
  const { rows, names } = sheet;
  if (!rows.length && !sheet.deal.beside.length) return h("p", { class: "soft small" }, words.emptySheet);
  const { absent } = absences(sheet);
  const beside = (entries, lead = "") =>
    entries.length > 0 &&
    h("tr", { class: "changes" }, h("td", { colspan: names.length + 1 }, h("span", {}, lead, besideText(entries))));
  const cell = (row, line) => {
    if (!row.seats.includes(line)) {
      return h("td", {}, row.totals[line] !== null && h("b", {}, plain(row.totals[line])), h("small", {}, absent.get(`${row.deal} ${line}`)));
    }
    const mark = { true: " ✓", false: " ✗" }[row.completed[line]];
    const figures = row.bids[line] === null ? `${row.tricks[line] ?? 0}` : `${row.tricks[line] ?? "–"}/${row.bids[line]}`;
    return h(
      "td",
      {},
      h("b", {}, plain(row.totals[line]), mark && h("span", { class: row.completed[line] ? "made" : "missed" }, mark)),
      h("small", {}, figures, ` ${signed(row.points[line])}`),
    );
  };
  const deal = (row) =>
    h(
      "th",
      { scope: "row" },
      h(
        "button",
        { "data-key": `correct ${row.deal}`, "aria-label": words.correctDeal(row.deal), onclick: () => correct(row) },
        row.deal,
        h("small", {}, kindOf(row)),
      ),
    );
  return h(
    "div",
    { class: "scroll", tabindex: "0", role: "region", "aria-label": words.wholeSheet },
    h(
      "table",
      {},
      h(
        "thead",
        {},
        h("tr", {}, h("th", { scope: "col" }, words.dealColumn), names.map((name) => h("th", { scope: "col" }, h("span", {}, name)))),
      ),
      h(
        "tbody",
        {},
        rows.map((row) => [
          beside(row.beside),
          h("tr", { key: row.deal }, deal(row), names.map((_, line) => cell(row, line))),
        ]),
        sheet.over ? beside(sheet.closing, words.atTheEnd) : beside(sheet.deal.beside, words.inDeal(sheet.deal.deal)),
      ),
    ),
  );
}
