// Who came and went before a deal that is closed, to be put right.

import { readEntry } from "../clag-score/src/sheet/entries.js";
import { isChange } from "../clag-score/src/sheet/interludes.js";
import { changed, whyNotChanged } from "../clag-score/src/sheet/roster.js";
import { besideText, quoted } from "./beside.js";
import { h } from "./elements.js";
import { LONGEST_NAME } from "./names.js";

/**
 * The part of a form that says who came and went before a deal.
 * @param {import("../clag-score/src/sheet/sheet.js").Sheet} sheet
 * @param {{deal: number, beside: string[]}} row
 * @returns {{element: HTMLElement, told: () => string}} `told` is what a correction says, "" where
 *   nothing is to be changed
 */
export function rosterForm(sheet, row) {
  const before = row.beside.filter((text) => isChange(readEntry(text)));
  let texts = before;
  const list = h("ul", { class: "menu", "aria-live": "polite" });
  const other = h("select", { "data-key": "other change" });
  const name = h("input", { maxlength: LONGEST_NAME, autocomplete: "off", "data-key": "came name" });
  const seat = h("select", { "data-key": "came seat" });

  const roster = () =>
    texts.map(readEntry).reduce(
      (there, change) => (whyNotChanged(there, change) ? there : changed(there, change)),
      sheet.rosterBefore(row.deal),
    );
  const put = (next) => {
    texts = next;
    draw();
    if (!element.contains(document.activeElement)) other.focus();
  };
  function draw() {
    const there = roster();
    const here = there.circle.map((line) => there.names[line]);
    const possible = here
      .flatMap((player) => ["out", "back", "leave"].map((verb) => `${verb} ${quoted(player)}`))
      .filter((text) => !whyNotChanged(there, readEntry(text)));
    list.replaceChildren(
      ...texts.map((text, place) =>
        h(
          "li",
          { class: "roster" },
          h("span", { class: "who" }, besideText([text])),
          h(
            "button",
            {
              type: "button",
              class: "choice text",
              "aria-label": `Not so: ${besideText([text])}`,
              onclick: () => put(texts.filter((_, each) => each !== place)),
            },
            "Not so",
          ),
        ),
      ),
    );
    if (!texts.length) list.append(h("li", { class: "hint" }, "Nobody came or went before this deal."));
    const option = (value, words) => h("option", { value }, words);
    other.replaceChildren(...possible.map((text) => option(text, besideText([text]))));
    seat.replaceChildren(
      ...here.map((player) => option(`after ${quoted(player)}`, `at the left of ${player}`)),
      ...here.map((player) => option(`for ${quoted(player)}`, `in the place of ${player}, who goes home`)),
    );
  }

  const add = (key, text) =>
    h("button", { type: "button", class: "choice text", "data-key": key, onclick: () => text() && put([...texts, text()]) }, "Add");
  const came = () => name.value.trim() && `join ${quoted(name.value.trim())} ${seat.value}`;
  const field = (words, input) => h("label", { class: "field" }, h("span", {}, words), input);
  draw();
  const element = h(
    "details",
    {},
    h("summary", {}, "Others came and went before it"),
    list,
    field("Also", other),
    add("add change", () => other.value),
    field("Somebody came", name),
    field("and sat down", seat),
    add("add comer", came),
    h(
      "p",
      { class: "hint" },
      "Where others play then than those whose bids and tricks were entered, these are asked for again, one deal after the other. ",
      "If you do not know them any more, leave the deal as it is, and enter under More who plays from now on.",
    ),
  );
  const told = () => {
    const left = came() ? [...texts, came()] : texts;
    return left.join("\n") === before.join("\n") ? "" : left.join(" and ") || "nobody";
  };
  return { element, told };
}
