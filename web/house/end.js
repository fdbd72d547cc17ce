/**
 * The end of a match: who has won, who pays whom, how it went, and what now.
 * @module
 */

import { SHARE, UNDO, icon, suitShape } from "../look/cards.js";
import { phrase, plain } from "../look/catalogue.js";
import { curve } from "../look/curve.js";
import { face } from "../look/people.js";
import { linesByPlace, places, totalsByDeal } from "../look/standings.js";
import { h } from "../look/view.js";
import { amountText, dateText, dealsPlayed } from "../look/words.js";
import { settlePayments } from "./payments.js";
import { remarksOn } from "./remarks.js";

/** @typedef {import("../look/standings.js").Sheet} Sheet */
/**
 * What a page can do after a match; it shows a button for each. `dealer` deals first in the next
 * match, null if that is not known.
 * @typedef {{again?: () => void, dealer?: string | null, picture?: () => void, more?: () => void,
 *   scores?: () => void, print?: () => void, undo?: () => void}} Actions
 */

const STEPS = 3;

/**
 * Returns the page.
 * @param {{sheet: Sheet, title: string, date: string}} match `date` is an ISO date
 * @param {Actions} actions
 */
export function endPage({ sheet, title, date }, actions) {
  const parts = [title, dateText(date), dealsPlayed(sheet.rows.length, sheet.ended)];
  return h(
    "div",
    { class: "end" },
    h(
      "header",
      { class: "stage" },
      h("h1", { id: "turn", tabindex: "-1" }, phrase("wins", { names: sheet.winners.map((line) => sheet.names[line]) })),
      h("p", {}, parts.join(", ")),
      podium(sheet),
    ),
    h("div", { class: "end-parts" }, whatNow(actions), payments(sheet), everybody(sheet), howItWent(sheet)),
  );
}

/** The first three; who shares a place stands as high. */
function podium(sheet) {
  const place = places(sheet);
  const first = linesByPlace(sheet).filter((line) => place[line] !== null).slice(0, STEPS);
  return h(
    "ol",
    { class: "podium" },
    first.map((line) =>
      h(
        "li",
        { key: line, class: `step-${place[line]}` },
        face(sheet.names[line], line),
        h("b", {}, sheet.names[line]),
        h("span", { class: "step figure" }, plain(sheet.totals[line]), h("small", {}, phrase("place", { place: place[line] }))),
      ),
    ),
  );
}

/** @param {Actions} actions */
function whatNow({ again, dealer = null, picture, more, scores, print, undo }) {
  const button = (key, onclick, ...content) =>
    onclick && h("button", { type: "button", class: "button", "data-key": key, onclick }, content);
  return h(
    "section",
    { class: "end-actions", "aria-label": phrase("end-what-now") },
    again &&
      h(
        "button",
        { type: "button", class: "button main", "data-key": "again", onclick: again },
        h("span", {}, phrase("end-again"), " ", h("small", {}, dealer ? phrase("end-same-people-dealer", { dealer }) : phrase("end-same-people"))),
      ),
    button("picture", picture, icon(SHARE), phrase("end-picture")),
    button("one more", more, phrase("one-more-hand")),
    button("scores", scores, phrase("end-scores")),
    button("print", print, phrase("print")),
    button("undo", undo, icon(UNDO), phrase("take-back")),
  );
}

const panel = (id, heading, ...content) =>
  h("section", { class: "panel", "aria-labelledby": id }, h("h2", { id }, heading), content);

/** Who pays whom; nothing where nobody pays. */
function payments(sheet) {
  const settled = settlePayments(sheet.payments);
  if (!settled.length) return null;
  const { names } = sheet;
  const left = sheet.left.map((line) => names[line]);
  return panel(
    "payments",
    phrase("end-payments"),
    h(
      "ul",
      { class: "end-list" },
      settled.map(({ from, to, amount }) =>
        h(
          "li",
          { class: "payment" },
          face(names[from], from),
          h("span", {}, h("b", {}, names[from]), ` ${phrase("end-pays")} `, names[to]),
          h("b", { class: "figure" }, amountText(amount)),
        ),
      ),
    ),
    left.length > 0 && h("p", { class: "soft small" }, phrase("end-neither-pays", { names: left })),
  );
}

function everybody(sheet) {
  const place = places(sheet);
  const counts = sheet.completed.some(Boolean);
  return panel(
    "everybody",
    phrase("everybody"),
    h(
      "ol",
      { class: "end-list" },
      linesByPlace(sheet).map((line) =>
        h(
          "li",
          { key: line, class: "rank" },
          h("span", { class: "soft place" }, place[line] ?? "–"),
          face(sheet.names[line], line),
          h("span", {}, sheet.names[line], place[line] === null && h("small", { class: "soft" }, ` ${phrase("has-left")}`)),
          h("span", { class: "soft small figure" }, counts && phrase("end-made", { bids: sheet.completed[line] })),
          h("b", { class: "figure" }, plain(sheet.totals[line])),
        ),
      ),
    ),
  );
}

const runText = (facts) => (facts.from === null ? phrase("end-run-text", facts) : phrase("end-run-deals", facts));

function howItWent(sheet) {
  const { run, boldest, close } = remarksOn(sheet);
  const names = (lines) => lines.map((line) => sheet.names[line]);
  const remark = (suit, heading, text) =>
    h("li", {}, suitShape(suit), h("b", {}, heading), h("span", { class: "soft small" }, text));
  return panel(
    "how",
    phrase("end-how-it-went"),
    curve(totalsByDeal(sheet), sheet.names, { width: 400, height: 170 }),
    h(
      "ul",
      { class: "remarks" },
      run && remark("C", phrase("end-run"), runText({ ...run, names: names(run.lines) })),
      boldest && remark("S", phrase("end-boldest"), phrase("end-boldest-text", { ...boldest, name: sheet.names[boldest.line] })),
      close && remark("H", phrase("end-close"), phrase("end-close-text", { ...close, names: names(close.lines) })),
    ),
  );
}
