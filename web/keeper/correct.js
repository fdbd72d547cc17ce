// The form that corrects a closed deal, and the one-tap correction of a bid that was just entered.

import { readEntry } from "../clag-score/src/sheet/entries.js";
import { isChange } from "../clag-score/src/sheet/interludes.js";
import { changed, whyNotChanged } from "../clag-score/src/sheet/roster.js";
import { phrase } from "../look/catalogue.js";
import { changesText } from "../look/log_lines.js";
import { LONGEST_NAME } from "../look/names.js";
import { h } from "../look/view.js";
import { failure, field, openDialog, selection, textInput } from "../look/dialog.js";
import { quoted, seatsAmong } from "./names.js";

/** @typedef {import("../clag-score/src/sheet/sheet.js").Sheet} Sheet */

/**
 * Opens the form that corrects a deal.
 * @param {import("./keeper.js").Keeper} keeper
 * @param {any} row of the sheet
 */
export function correctDeal(keeper, row) {
  const { sheet } = keeper;
  const asked = sheet.tricksAsked(row.deal);
  const hasBids = row.bids.some((bid) => bid !== null) && sheet.log.some((text) => /bids? /.test(text));
  const figures = (values) => row.seats.map((line) => String(values[line] ?? ""));
  const before = { bids: figures(row.bids), tricks: figures(row.tricks) };
  const form = {
    bids: hasBids ? [...before.bids] : null,
    tricks: row.tricks.length && asked === "won" ? [...before.tricks] : null,
    other: "",
    wrong: null,
  };
  const roster = rosterForm(sheet, row);
  const isChanged = (kind) => form[kind]?.some((text, seat) => (text || "0") !== (before[kind][seat] || "0"));
  const bid = (text, seat) => `${text || 0}${row.blind.includes(row.seats[seat]) ? " blind" : ""}`;
  const entries = () =>
    [
      isChanged("bids") && `bids ${form.bids.map(bid).join(" ")}`,
      isChanged("tricks") && `won ${form.tricks.map((text) => text || 0).join(" ")}`,
      form.other.trim(),
      roster.entry(),
    ].filter(Boolean);

  openDialog(phrase("scores-correct", { deal: row.deal }), ({ redraw, close }) => {
    const submit = (event) => {
      event.preventDefault();
      let after = keeper.sheet;
      for (const entry of entries().map((text) => `correct ${row.deal} ${text}`)) {
        form.wrong = keeper.whyNot(entry, after);
        if (form.wrong) {
          redraw();
          return;
        }
        after = after.apply(entry);
      }
      close();
      keeper.enterAll(entries().map((text) => `correct ${row.deal} ${text}`), phrase("keeper-corrected", { deal: row.deal }));
    };
    const rowOf = (kind, label) =>
      form[kind] &&
      h(
        "fieldset",
        { class: "figures" },
        h("legend", {}, label),
        row.seats.map((line, seat) =>
          field(
            sheet.names[line],
            textInput(form[kind], seat, { type: "number", inputmode: "numeric", min: 0, max: row.cards, "data-key": `${kind} ${seat}` }),
          ),
        ),
      );
    return h(
      "form",
      { class: "stack", onsubmit: submit, novalidate: true },
      h("p", { class: "soft small" }, `${row.name === "normal" ? "" : `${row.name}, `}${phrase("keeper-correction-hint", { number: row.cards })}`),
      rowOf("bids", phrase("bids-label")),
      rowOf("tricks", phrase("keeper-tricks-row")),
      field(
        phrase("keeper-something-else"),
        textInput(form, "other", { placeholder: phrase("keeper-other-example", { asked }), "aria-label": phrase("keeper-other-label"), "data-key": "other" }),
      ),
      roster.view(redraw),
      failure(form.wrong),
      h("button", { class: "button main wide", "data-key": "do" }, phrase("keeper-put-right")),
    );
  });
}

/**
 * Returns the part of the form about who came and went before a deal.
 * @param {Sheet} sheet
 * @param {{deal: number, beside: string[]}} row
 * @returns {{view: (redraw: () => void) => unknown, entry: () => string}} `entry` is "" without changes
 */
function rosterForm(sheet, row) {
  const before = row.beside.filter((text) => isChange(readEntry(text)));
  const form = { texts: before, other: "", name: "", seat: "" };

  /** The roster after the listed changes, as far as they are possible. */
  const roster = () =>
    form.texts
      .map(readEntry)
      .reduce((there, change) => (whyNotChanged(there, change) ? there : changed(there, change)), sheet.rosterBefore(row.deal));
  const came = () => form.name.trim() && `join ${quoted(form.name.trim())} ${form.seat}`;

  function view(redraw) {
    const there = roster();
    const here = there.circle.map((line) => there.names[line]);
    const possible = here
      .flatMap((player) => ["out", "back", "leave"].map((verb) => `${verb} ${quoted(player)}`))
      .filter((text) => !whyNotChanged(there, readEntry(text)));
    const seats = seatsAmong(here);
    if (!possible.includes(form.other)) form.other = possible[0] ?? "";
    if (!seats.some(([entry]) => entry === form.seat)) form.seat = seats[0]?.[0] ?? "";
    const put = (texts) => {
      form.texts = texts;
      redraw();
      const dialog = [...document.querySelectorAll("dialog")].at(-1);
      if (!dialog.contains(document.activeElement)) {
        /** @type {HTMLElement} */ (dialog.querySelector('[data-key="other change"]')).focus();
      }
    };
    const add = (key, text) =>
      h("button", { type: "button", class: "button", "data-key": key, onclick: () => text() && put([...form.texts, text()]) }, phrase("add"));
    return h(
      "details",
      {},
      h("summary", {}, phrase("keeper-changes-before")),
      h(
        "ul",
        { class: "rows", "aria-live": "off" },
        form.texts.map((text, place) =>
          h(
            "li",
            { class: "roster", key: `${place} ${text}` },
            h("span", {}, changesText([text])),
            h(
              "button",
              {
                type: "button",
                class: "button",
                "aria-label": phrase("keeper-not-so-change", { change: changesText([text]) }),
                onclick: () => put(form.texts.filter((_, other) => other !== place)),
              },
              phrase("keeper-not-so"),
            ),
          ),
        ),
        form.texts.length === 0 && h("li", { class: "soft small" }, phrase("keeper-no-changes")),
      ),
      field(phrase("keeper-also"), selection(form, "other", possible.map((text) => [text, changesText([text])]), "other change")),
      add("add change", () => form.other),
      field(
        phrase("keeper-somebody-came"),
        textInput(form, "name", { maxlength: LONGEST_NAME, "data-key": "came name" }),
      ),
      field(phrase("keeper-sat-down"), selection(form, "seat", seats, "came seat")),
      add("add comer", came),
      h("p", { class: "soft small" }, phrase("keeper-changes-hint")),
    );
  }

  const entry = () => {
    const texts = came() ? [...form.texts, came()] : form.texts;
    return texts.join("\n") === before.join("\n") ? "" : texts.join(" and ") || "nobody";
  };
  return { view, entry };
}

/** Returns the entries that were not taken back. @param {Sheet} sheet */
export function standingEntries(sheet) {
  const standing = [];
  for (const entry of sheet.log) {
    if (entry === "undo") standing.pop();
    else standing.push(entry);
  }
  return standing;
}

/**
 * Returns the sheet at the moment before a line's bid in the current deal, and the entries since.
 * @param {Sheet} sheet
 * @param {number} line
 * @returns {{sheet: Sheet, entries: string[]}}
 */
function beforeBid(sheet, line) {
  const standing = standingEntries(sheet);
  let earlier = sheet;
  const entries = [];
  while (earlier.deal.bids[line] !== null) {
    entries.unshift(standing.pop());
    earlier = earlier.apply("undo");
  }
  return { sheet: earlier, entries };
}

/**
 * Returns why a line's bid in the current deal cannot become another one, and the entries that do it.
 *
 * Once everybody has bid, one correction replaces the row. Before that, entries are taken back to the
 * bid and entered again after it; the first one that no longer fits, and all after it, are asked for
 * again.
 * @param {Sheet} sheet
 * @param {number} line
 * @returns {(bid: number) => {why: import("../clag-score/src/score/reasons.js").Reason | null,
 *   entries: string[]}}
 */
export function bidCorrection(sheet, line) {
  const { deal } = sheet;
  if (sheet.phase !== "bid") {
    const bids = (bid) =>
      deal.seats.map((each) => `${each === line ? bid : deal.bids[each]}${deal.blind.includes(each) ? " blind" : ""}`);
    return (bid) => {
      const entry = `correct ${deal.deal} bids ${bids(bid).join(" ")}`;
      return { why: sheet.whyNot(entry), entries: [entry] };
    };
  }
  const { sheet: earlier, entries } = beforeBid(sheet, line);
  const [own, ...later] = entries;
  return (bid) => {
    const entry = `bid ${bid}${own.endsWith(" blind") ? " blind" : ""}`;
    const why = earlier.whyNot(entry);
    if (why) return { why, entries: [] };
    let after = earlier.apply(entry);
    const again = [];
    for (const text of later) {
      if (after.whyNot(text)) break;
      after = after.apply(text);
      again.push(text);
    }
    return { why: null, entries: [...entries.map(() => "undo"), entry, ...again] };
  };
}
