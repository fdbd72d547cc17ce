/**
 * The sheet on paper: A4 upright, every figure on one line, light also where the phone is dark.
 * @module
 */

import { phrase, plain } from "../look/catalogue.js";
import { curve } from "../look/curve.js";
import { contractSign, sheetTable } from "../look/scores.js";
import { totalsByDeal } from "../look/standings.js";
import { h, show } from "../look/view.js";
import { amountText, dateText, dealKind } from "../look/words.js";
import { settlePayments } from "./payments.js";

/** A match on paper; `date` is an ISO date. @typedef {{sheet: import("../look/standings.js").Sheet, title: string, date: string}} PaperMatch */

/** With more people, or more letters in their names, the heads are turned and figures closer. */
const MOST_UPRIGHT = 8;
const MOST_LETTERS = 72;

/** Returns the sheet. @param {PaperMatch} match */
export function paper({ sheet, title, date }) {
  const { names, rows } = sheet;
  const isNarrow = names.length > MOST_UPRIGHT || names.join("").length > MOST_LETTERS;
  const figures = (row, line) => {
    const bid = row.bids[line] === null ? "" : `/${row.bids[line]}`;
    return [" ", h("small", {}, `${row.tricks[line] ?? "–"}${bid}`, contractSign(row.completed[line]))];
  };
  const total = (line) => h("td", { class: sheet.left.includes(line) ? "soft" : null }, plain(sheet.totals[line]));
  const foot = h(
    "tfoot",
    {},
    h("tr", {}, h("th", { scope: "row" }, phrase("paper-total")), names.map((_, line) => total(line))),
  );
  const dealer = rows.length > 0 ? names[rows[0].dealer] : "";
  return h(
    "article",
    { class: isNarrow ? "paper narrow" : "paper" },
    h("h1", {}, title),
    h("p", { class: "soft" }, [phrase("paper-head", { date: dateText(date), number: rows.length }), dealer && phrase("deals-first", { dealer }), sheet.note].filter(Boolean).join(" ")),
    h(
      "div",
      { class: "scroll", tabindex: "0", role: "region", "aria-label": phrase("scores-sheet") },
      sheetTable({ sheet }, { figures, kind: (row) => `· ${dealKind(row) || row.cards}`, foot }),
    ),
    h("div", { class: "under" }, rows.length > 0 && curve(totalsByDeal(sheet), names, { width: 460, height: 180 }), result(sheet)),
  );
}

function result({ over, winners, names, payments }) {
  const settled = settlePayments(payments);
  return h(
    "div",
    {},
    over && h("p", {}, h("b", {}, phrase("wins", { names: winners.map((line) => names[line]) }))),
    h("ul", {}, settled.map(({ from, to, amount }) => h("li", {}, phrase("paper-pays", { from: names[from], to: names[to], amount: amountText(amount) })))),
    h("p", { class: "soft small" }, phrase("paper-hint")),
  );
}

/**
 * Puts the sheet on paper whenever the browser prints, in the place of the page.
 * @param {() => PaperMatch} match
 * @param {AbortSignal} signal ends it
 */
export function printPaper(match, signal) {
  const copy = document.createElement("div");
  copy.className = "print-copy";
  const before = () => {
    show(copy, paper(match()));
    document.body.append(copy);
  };
  window.addEventListener("beforeprint", before, { signal });
  window.addEventListener("afterprint", () => copy.remove(), { signal });
}
