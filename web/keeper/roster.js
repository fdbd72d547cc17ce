// The dialog of who comes and goes between two deals.

import { LONGEST_NAME } from "../look/names.js";
import { h } from "../look/view.js";
import { phrase } from "../look/catalogue.js";
import { failure, field, openDialog, selection, textInput } from "../look/dialog.js";
import { quoted, seatsAmong } from "./names.js";

/** @param {import("./keeper.js").Keeper} keeper */
export function openRoster(keeper) {
  const form = { name: "", seat: "", wrong: null };
  const { free, usual, why } = freeSeats(keeper.sheet);
  form.seat = usual;
  if (!free.length) form.wrong = why.reason;

  openDialog(phrase("keeper-menu", { entry: "roster" }), ({ redraw, close }) => {
    const { sheet } = keeper;
    const { names, left, out } = sheet;
    const attempt = (entry) => {
      form.wrong = keeper.whyNot(entry);
      if (form.wrong) {
        redraw();
        return false;
      }
      close();
      keeper.enter(entry);
      return true;
    };
    const button = (verb, label, line) => {
      const entry = `${verb} ${quoted(names[line])}`;
      return h(
        "button",
        {
          type: "button",
          class: "button",
          "data-key": `${verb} ${line}`,
          "aria-label": phrase("keeper-roster-button", { name: names[line], verb }),
          "aria-disabled": sheet.whyNot(entry) ? "true" : null,
          onclick: () => attempt(entry),
        },
        label,
      );
    };
    const player = (name, line) =>
      h(
        "li",
        { class: "roster", key: line },
        h("span", {}, name),
        left.includes(line)
          ? h("small", { class: "soft" }, phrase("has-left"))
          : [out.includes(line) ? button("back", phrase("keeper-plays-again"), line) : button("out", phrase("keeper-sits-out-button"), line), button("leave", phrase("keeper-goes-home"), line)],
      );
    const join = (event) => {
      event.preventDefault();
      const name = form.name.trim();
      const isNew = !names.includes(name);
      if (attempt(`join ${quoted(name)} ${form.seat}`) && isNew) keeper.options.learn(name);
    };
    const known = [...new Set([...left.map((line) => names[line]), ...keeper.options.regulars()])];
    return h(
      "form",
      { class: "stack", onsubmit: join, novalidate: true },
      h("ul", { class: "rows" }, names.map(player)),
      failure(form.wrong),
      free.length > 0 && [
        field(
          phrase("keeper-somebody-comes"),
          textInput(form, "name", { maxlength: LONGEST_NAME, list: "known-names", "data-key": "join name" }),
        ),
        h("datalist", { id: "known-names" }, known.map((name) => h("option", { value: name, key: name }))),
        field(
          phrase("keeper-sits-down"),
          selection(form, "seat", free, "join seat"),
        ),
        h("button", { class: "button main wide", "data-key": "join" }, phrase("keeper-sit-down")),
      ],
      h("p", { class: "soft small" }, phrase("keeper-roster-hint", { total: sheet.latecomersTotal, worst: keeper.lowWins ? "highest" : "lowest" })),
    );
  });
}

/** Returns where a newcomer may sit, beside a player or in their place, or why nobody may come. */
function freeSeats(sheet) {
  const unused = Array.from({ length: 99 }, (_, number) => `?${number}`).find((name) => !sheet.names.includes(name));
  const here = sheet.names.filter((_, line) => !sheet.left.includes(line));
  const seats = seatsAmong(here);
  const why = (seat) => sheet.whyNot(`join ${quoted(unused)} ${seat[0]}`);
  return { free: seats.filter((seat) => !why(seat)), usual: seats[here.length - 1][0], why: why(seats[0]) };
}
