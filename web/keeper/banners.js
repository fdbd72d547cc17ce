// What is wrong at the moment, and entries that were not entered, above the list.

import { phrase } from "../look/catalogue.js";
import { entryText } from "../look/log_lines.js";
import { reportText } from "../look/reports.js";
import { h, prose } from "../look/view.js";
import { correctDeal } from "./correct.js";

/** How many of the entries that were refused with another one are named. */
const MOST_NAMED = 6;

/** @typedef {import("./keeper.js").Keeper} Keeper */
/** @typedef {import("./sync.js").RefusedEntry} RefusedEntry */

/** Returns the notices; the element is there before its first text, so that it is announced. @param {Keeper} keeper */
export function banners(keeper) {
  const { notice, refused = [] } = keeper.options.store;
  return h(
    "div",
    { class: "banners", role: "status", key: "banners" },
    notice && h("p", { class: "banner", key: "notice" }, notice),
    refused.map((one) => refusal(keeper, one)),
    keeper.options.hint?.(keeper),
  );
}

/** @param {Keeper} keeper @param {RefusedEntry} one */
function refusal(keeper, one) {
  const correct = correctionOf(keeper, one);
  const button = (name, label, action) =>
    h(
      "button",
      {
        class: "button",
        "data-key": name,
        onclick: () => {
          keeper.options.store.dismiss(one.key);
          keeper.draw();
          action?.();
        },
      },
      label,
    );
  return h(
    "div",
    { class: "banner", key: one.key },
    h("p", {}, prose(textOf(keeper.sheet, one))),
    correct && button("correct it", phrase("served-correct-it"), correct),
    button("all right", phrase("served-all-right")),
  );
}

/** @param {import("../clag-score/src/sheet/sheet.js").Sheet} sheet @param {RefusedEntry} one */
function textOf(sheet, one) {
  const { why, instead, reason = "", source = null, also } = one;
  const facts = {
    entry: entryText(sheet, one),
    entries: also.slice(0, MOST_NAMED).map((each) => phrase("served-quoted", { entry: entryText(sheet, each) })).join(", "),
    number: also.length - MOST_NAMED,
  };
  const because =
    why !== "moved"
      ? reportText(reason) + (source ? ` (${source})` : "")
      : instead
        ? phrase("served-faster", { name: instead.by, instead: entryText(sheet, instead) })
        : phrase("served-table-moved");
  const lead =
    why === "lost"
      ? phrase("served-refused-lost", facts)
      : why === "moved" || why === "rules"
        ? phrase("served-refused-because", facts)
        : phrase("served-refused", facts);
  const more = facts.number > 0 ? phrase("served-refused-also-more", facts) : also.length && phrase("served-refused-also", facts);
  return [lead, because, more].filter(Boolean).join(" ");
}

/** Returns what corrects the entry that was made in the place of another one, or null. @param {Keeper} keeper @param {RefusedEntry} one */
function correctionOf(keeper, { deal, for: line }) {
  const { sheet } = keeper;
  if (!keeper.mayChange) return null;
  const row = sheet.rows.find((each) => each.deal === deal);
  if (row) return () => correctDeal(keeper, row);
  const hasBid = line !== null && deal === sheet.deal.deal && (sheet.deal.bids[line] ?? null) !== null;
  return hasBid && ["bid", "tricks"].includes(sheet.phase) ? () => keeper.edit(line) : null;
}
