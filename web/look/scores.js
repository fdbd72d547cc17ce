/**
 * Standings, sheet and log of a match, as tabs of a dialog or beside the page.
 * @module
 */

import { curve } from "./curve.js";
import { changesText, dealText, logLines } from "./log_lines.js";
import { face } from "./people.js";
import { attendance, linesByPlace, places, totalsByDeal } from "./standings.js";
import { h } from "./view.js";
import { locale, phrase, plain } from "./catalogue.js";
import { besideLine, kindText, shortDeal, signed, timeText } from "./words.js";

/** @typedef {import("./standings.js").Sheet} Sheet */
/** @typedef {import("./standings.js").Row} Row */
/**
 * A match as this module shows it. `empty` is its sheet before the first entry, `log` its entries as
 * they are stored; an online table has the `lines` of its log instead. `own` is the line of this
 * phone, if it has one.
 * @typedef {{sheet: Sheet, empty?: Sheet, log?: import("./log_lines.js").LoggedEntry[],
 *   lines?: import("./log_lines.js").LogLine[],
 *   own?: number | null, onCorrect?: ((row: Row) => void) | null}} Match
 */
/** What is chosen in the tabs. @typedef {{tab: keyof typeof TABS, name: string, deal: string, note: string}} Chosen */

/** Returns the choice with which the tabs open. @param {keyof typeof TABS} [tab] @returns {Chosen} */
export const chosenAtFirst = (tab = "standings") => ({ tab, name: "", deal: "", note: "" });

// --- standings ---------------------------------------------------------------------------------

/** Returns everybody by place, and the curve of the totals. @param {Match} match */
export function standings({ sheet, own = null }) {
  const place = places(sheet);
  const hasBegun = sheet.rows.length > 0;
  const marks = (line) =>
    [
      line === own && phrase("scores-you"),
      sheet.left.includes(line) && phrase("has-left"),
      sheet.out.includes(line) && phrase("sits-out"),
    ].filter(Boolean);
  const row = (line) =>
    h(
      "li",
      { key: line, class: line === own ? "standing own" : "standing" },
      h("span", { class: "place" }, (hasBegun && place[line]) || "–"),
      face(sheet.names[line], line),
      h("span", {}, sheet.names[line], marks(line).map((mark) => [" ", h("small", { class: "soft" }, mark)])),
      h("b", { class: "figure" }, plain(sheet.totals[line])),
    );
  return [
    h("ol", { class: "standings" }, linesByPlace(sheet).map(row)),
    hasBegun && curve(totalsByDeal(sheet), sheet.names),
    sheet.left.length > 0 && h("p", { class: "soft small" }, phrase("scores-left-hint")),
  ];
}

// --- the sheet ---------------------------------------------------------------------------------

/**
 * Returns the sheet as a table. A deal is a button if it can be corrected.
 * @param {{sheet: Sheet, onCorrect?: ((row: Row) => void) | null}} match
 * @param {{figures: (row: Row, line: number) => unknown, kind: (row: Row) => string, foot?: unknown}} parts
 *   `figures` are what a cell has beside the total, `kind` is beside the number of a deal
 */
export function sheetTable({ sheet, onCorrect = null }, { figures, kind, foot = null }) {
  const { rows, names } = sheet;
  const there = attendance(sheet, rows);
  const changes = (entries, lead = "") =>
    entries.length > 0 &&
    h("tr", { class: "changes" }, h("td", { colspan: names.length + 1 }, h("span", {}, lead, changesText(entries))));
  const cell = (row, place, line) => {
    const total = row.totals[line] !== null && h("b", {}, plain(row.totals[line]));
    if (row.seats.includes(line)) return h("td", { class: tone(line) }, total, figures(row, line));
    return h("td", { class: "soft" }, there[place][line] !== "left" && total, h("small", {}, phrase("scores-absent", { why: there[place][line].replace(" ", "-") })));
  };
  const tone = (line) => (sheet.left.includes(line) ? "soft" : null);
  const head = (row) => [row.deal, " ", h("small", {}, kind(row))];
  const deal = (row) =>
    onCorrect
      ? h("button", { type: "button", "data-key": `correct ${row.deal}`, "aria-label": phrase("scores-correct", { deal: row.deal }), onclick: () => onCorrect(row) }, head(row))
      : head(row);
  return h(
    "table",
    {},
    h(
      "thead",
      {},
      h(
        "tr",
        {},
        h("th", { scope: "col" }, phrase("deal-label")),
        names.map((name, line) => h("th", { scope: "col", class: tone(line) }, h("span", {}, name))),
      ),
    ),
    h(
      "tbody",
      {},
      rows.map((row, place) => [
        changes(row.beside),
        h("tr", { key: row.deal }, h("th", { scope: "row" }, deal(row)), names.map((_, line) => cell(row, place, line))),
      ]),
      sheet.over ? changes(sheet.closing, `${phrase("scores-at-the-end")} `) : changes(sheet.deal.beside, `${phrase("scores-in-deal", { deal: sheet.deal.deal })} `),
    ),
    foot,
  );
}

/** Returns the sign of a bid that was made or missed, if the contract counts. */
export const contractSign = (isCompleted) =>
  isCompleted !== null &&
  isCompleted !== undefined &&
  h(
    "span",
    { class: isCompleted ? "made" : "missed" },
    h("span", { "aria-hidden": "true" }, isCompleted ? " ✓" : " ✗"),
    h("span", { class: "visually-hidden" }, ` ${isCompleted ? phrase("is-made") : phrase("is-missed")}`),
  );

/**
 * Returns the whole sheet, which scrolls inside itself.
 * @param {{sheet: Sheet, onCorrect?: ((row: Row) => void) | null}} match
 */
export function wholeSheet(match) {
  const { sheet } = match;
  if (!sheet.rows.length && !sheet.deal.beside.length && !sheet.closing.length) return h("p", { class: "soft small" }, phrase("scores-empty"));
  const figures = (row, line) => {
    const won = row.tricks[line] ?? "–";
    const bid = row.bids[line] === null ? "" : `/${row.bids[line]}`;
    return [contractSign(row.completed[line]), h("small", {}, `${won}${bid} ${signed(row.points[line])}`)];
  };
  return h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": phrase("scores-sheet") }, sheetTable(match, { figures, kind: kindText }));
}

// --- the log -----------------------------------------------------------------------------------

/** The lines that were computed last: a filter draws them again. @type {{key: string, empty: Sheet | null, lines: import("./log_lines.js").LogLine[]}} */
let computed = { key: "", empty: null, lines: [] };

function linesOf(empty, log) {
  const key = JSON.stringify(log);
  if (computed.empty !== empty || computed.key !== key) computed = { key, empty, lines: logLines(empty, log) };
  return computed.lines;
}

/** Returns the log, newest first. @param {Match} match @param {Chosen} chosen @param {() => void} redraw */
export function logView({ sheet, empty, log, lines = linesOf(empty, log) }, chosen, redraw) {
  if (!lines.length) return h("p", { class: "soft small" }, phrase("log-empty"));
  const deals = [...new Set(lines.map(({ deal }) => deal))].sort((a, b) => (a ?? Infinity) - (b ?? Infinity));
  const optionValue = (deal) => String(deal ?? "end");
  const deal = deals.find((one) => optionValue(one) === chosen.deal);
  const shown = lines.filter(
    (line) =>
      (deal === undefined || line.deal === deal) && (!chosen.name || line.names.includes(chosen.name)),
  );
  const choose = (change) => {
    Object.assign(chosen, { note: "" }, change);
    redraw();
  };
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(dealText(lines, sheet, deal));
      choose({ note: phrase("log-copied") });
    } catch {
      choose({ note: phrase("log-not-copied") });
    }
  };
  const field = (label, value, options, change) =>
    h("label", { class: "field" }, label, h("select", { value, onchange: (event) => change(event.target.value) }, options));
  const option = (value, text) => h("option", { key: value, value }, text);
  return [
    h(
      "div",
      { class: "log-filter" },
      field(
        phrase("log-person"),
        chosen.name,
        [option("", phrase("everybody")), sheet.names.map((name) => option(name, name))],
        (name) => choose({ name }),
      ),
      field(
        phrase("deal-label"),
        deal === undefined ? "" : optionValue(deal),
        [option("", phrase("log-all-deals")), deals.map((one) => option(optionValue(one), shortDeal(one)))],
        (value) => choose({ deal: value }),
      ),
    ),
    deal !== undefined && h("button", { type: "button", class: "button wide", "data-key": "copy deal", onclick: copy }, phrase("log-copy")),
    h("p", { class: "soft small", role: "status" }, chosen.note || (!shown.length && phrase("log-nothing"))),
    h("ol", { class: "log", reversed: true }, [...shown].reverse().map(logItem)),
  ];
}

/** @param {import("./log_lines.js").LogLine} line */
function logItem({ deal, text, by, at, takenBack }) {
  const beside = besideLine({ by, takenBack });
  return h(
    "li",
    {},
    h("span", { class: "soft" }, shortDeal(deal)),
    h("span", {}, takenBack ? h("s", {}, text) : text, beside && h("small", { class: "soft" }, beside)),
    at && h("time", { class: "soft", datetime: at, title: new Date(at).toLocaleString(locale, { dateStyle: "medium", timeStyle: "short" }) }, timeText(at)),
  );
}

// --- the tabs ----------------------------------------------------------------------------------

const TABS = { standings, sheet: wholeSheet, log: logView };

/**
 * Returns the tabs and the chosen one of them.
 * @param {Match} match
 * @param {Chosen} chosen changed by what is tapped
 * @param {() => void} redraw
 */
export function scores(match, chosen, redraw) {
  const tabs = /** @type {(keyof typeof TABS)[]} */ (Object.keys(TABS));
  const open = (tab) => {
    chosen.tab = tab;
    redraw();
  };
  const step = (event) => {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!by) return;
    event.preventDefault();
    open(tabs.at((tabs.indexOf(chosen.tab) + by) % tabs.length));
    event.currentTarget.querySelector("[aria-selected=true]").focus();
  };
  return [
    h(
      "div",
      { class: "tabs", role: "tablist", "aria-label": phrase("scores-title"), onkeydown: step },
      tabs.map((tab) =>
        h(
          "button",
          {
            key: tab,
            type: "button",
            role: "tab",
            id: `tab-${tab}`,
            "aria-controls": "tab-panel",
            "aria-selected": String(tab === chosen.tab),
            tabindex: tab === chosen.tab ? "0" : "-1",
            "data-key": `tab ${tab}`,
            onclick: () => open(tab),
          },
          phrase("scores-tab", { tab }),
        ),
      ),
    ),
    h(
      "div",
      { key: chosen.tab, class: "tab-panel", role: "tabpanel", id: "tab-panel", "aria-labelledby": `tab-${chosen.tab}` },
      TABS[chosen.tab](match, chosen, redraw),
    ),
  ];
}
