// The dialog of who comes and goes between two deals.

import { LONGEST_NAME } from "../look/names.js";
import { h } from "../look/view.js";
import { phrase } from "../look/catalogue.js";
import { failure, field, openDialog } from "../look/dialog.js";
import { quoted } from "./names.js";

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
          h("input", {
            maxlength: LONGEST_NAME,
            list: "known-names",
            autocomplete: "off",
            "data-key": "join name",
            oninput: (event) => {
              form.name = event.target.value;
            },
          }),
        ),
        h("datalist", { id: "known-names" }, known.map((name) => h("option", { value: name, key: name }))),
        field(
          phrase("keeper-sits-down"),
          h(
            "select",
            {
              "data-key": "join seat",
              value: form.seat,
              onchange: (event) => {
                form.seat = event.target.value;
              },
            },
            free.map(({ entry, text }) => h("option", { value: entry, key: entry }, text)),
          ),
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
  const seats = [
    ...here.map((other) => ({ entry: `after ${quoted(other)}`, text: phrase("keeper-at-left-of", { name: other }) })),
    ...here.map((other) => ({ entry: `for ${quoted(other)}`, text: phrase("keeper-in-place-of", { name: other }) })),
  ];
  const judged = seats.map((seat) => ({ ...seat, why: sheet.whyNot(`join ${quoted(unused)} ${seat.entry}`) }));
  return { free: judged.filter((seat) => !seat.why), usual: seats[here.length - 1].entry, why: judged[0].why };
}
