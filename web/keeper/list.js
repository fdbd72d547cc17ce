// Everybody at the table, one row each: name, place and last deal, bid, total.

import { personStyle } from "../look/people.js";
import { latecomers, places } from "../look/standings.js";
import { phrase, plain } from "../look/catalogue.js";
import { h } from "../look/view.js";
import { signed } from "../look/words.js";

/** @typedef {import("./keeper.js").Keeper} Keeper */

/** More people than this have one line each on a phone turned sideways. */
const CROWD = 8;
/** The signs of contracts that are made or missed. */
const MARKS = { true: "✓", false: "✗" };

/** Returns the lines of the list: who plays, clockwise, and who sits out. */
export const linesOf = (sheet) => [...sheet.seats, ...sheet.out];

/** Returns the list. @param {Keeper} keeper */
export function peopleList(keeper) {
  const { sheet } = keeper;
  const lines = linesOf(sheet);
  const place = keeper.counted ? [] : places(sheet);
  const since = latecomers(sheet);
  return h(
    "ol",
    { class: `people${keeper.draft.asked === "points" ? " with-points" : ""}${lines.length > CROWD ? " crowded" : ""}`, "aria-label": phrase("keeper-people"), key: "people" },
    lines.map((line) => person(keeper, line, place[line], since)),
  );
}

function person(keeper, line, place, since) {
  const { sheet, counted } = keeper;
  const isForPoints = keeper.draft.asked === "points";
  const seat = sheet.seats.indexOf(line);
  const isTurn = line === (keeper.editing ?? sheet.actor);
  return h(
    "li",
    { key: line, class: line === keeper.own ? "person own" : "person", style: personStyle(line), "aria-current": isTurn ? "true" : null },
    h(
      "div",
      { class: "name" },
      h("span", { class: "who" }, sheet.names[line], isDealer(sheet, line) && dealerMark()),
      isForPoints && counted && seat >= 0 ? pointsField(keeper, line, seat) : h("small", {}, hintOf(keeper, line, place, since)),
      !isForPoints && rowButton(keeper, line),
    ),
    counted && seat >= 0 ? counts(keeper, line, seat, counted.results[seat]) : figures(sheet, line, keeper),
  );
}

const isDealer = (sheet, line) => line === sheet.deal.dealer && sheet.phase !== "dealer";

const dealerMark = () =>
  h("span", { class: "dealer" }, h("span", { "aria-hidden": "true" }, phrase("dealer-letter")), h("span", { class: "visually-hidden" }, phrase("is-dealer")));

function hintOf({ sheet, counted }, line, place, since) {
  if (sheet.out.includes(line)) return phrase("sits-out");
  if (counted) return phrase("keeper-points", { total: sheet.totals[line] });
  const last = sheet.rows.at(-1);
  if (!last) return since.has(line) ? phrase("keeper-since-deal", { deal: since.get(line) }) : "";
  const mark = MARKS[last.completed[line]] ?? "";
  const parts = [
    phrase("place", { place }),
    since.has(line) && sheet.rows.length < since.get(line) + 1 && phrase("keeper-since-deal", { deal: since.get(line) }),
    last.seats.includes(line) && phrase("keeper-last-deal", { result: `${mark && `${mark} `}${signed(last.points[line])}` }),
  ];
  return parts.filter(Boolean).join(" · ");
}

/** Returns the bid and the total of a row. */
function figures(sheet, line, { draft, options }) {
  const bid = sheet.deal.bids[line] ?? null;
  const taken = sheet.phase === "tricks" ? draft.taken.filter((seat) => sheet.seats[seat] === line).length : null;
  const isAsked = sheet.phase === "bid" && sheet.actor === line;
  return [
    h(
      "span",
      { class: "bid" },
      taken !== null
        ? [h("b", {}, taken), bid !== null && ` ${phrase("keeper-of", { bid })}`]
        : bid !== null
          ? [options.store.waiting?.some((one) => one.for === line) && waitingSign(), `${phrase("keeper-bid")} `, h("b", {}, bid), sheet.deal.blind.includes(line) && ` ${phrase("keeper-blind")}`]
          : isAsked && phrase("keeper-bids-now"),
    ),
    h("span", { class: "total" }, plain(sheet.totals[line])),
  ];
}

/** Returns the sign that an entry waits to be sent. */
export const waitingSign = () => h("span", { class: "waiting", role: "img", "aria-label": phrase("keeper-is-waiting") });

/** Returns a button that takes the taps on a row, or null. */
function rowButton(keeper, line) {
  const { sheet } = keeper;
  const seat = sheet.seats.indexOf(line);
  if (seat < 0 || !keeper.mayEnter(null)) return null;
  const name = sheet.names[line];
  const button = (key, label, onclick) => h("button", { "data-key": key, "aria-label": label, onclick });
  if (sheet.phase === "dealer" || sheet.phase === "first") {
    const entry = sheet.legal().filter((text) => text.startsWith(`${sheet.phase} `))[seat];
    const label = sheet.phase === "dealer" ? phrase("keeper-deals-first", { name }) : phrase("keeper-bids-first", { name });
    return entry && button(entry, label, () => keeper.enter(entry));
  }
  if (keeper.draft.asked === "taken") {
    const { draft } = keeper;
    return button(`taker ${seat}`, phrase("keeper-takes-trick", { name, trick: draft.taken.length + 1 }), () => take(keeper, seat));
  }
  const bid = sheet.deal.bids[line] ?? null;
  if (bid === null || !keeper.hasBids || !keeper.mayChange || !["bid", "tricks"].includes(sheet.phase)) return null;
  return button(`change ${line}`, phrase("keeper-correct-bid", { name, bid }), () => keeper.edit(line));
}

function take(keeper, seat) {
  const { draft, sheet } = keeper;
  draft.taken.push(seat);
  if (draft.taken.length === sheet.deal.cards) keeper.enter(`taken ${draft.taken.map((one) => one + 1).join(" ")}`);
  else keeper.draw();
}

/** Returns the buttons that put the tricks of a row right. */
function counts(keeper, line, seat, { isMade, points }) {
  const { draft, sheet } = keeper;
  const name = sheet.names[line];
  const bid = sheet.deal.bids[line] ?? null;
  const set = (by) => () =>
    keeper.change(() => {
      draft.tricks[seat] = Math.max(0, Math.min(sheet.deal.cards, draft.tricks[seat] + by));
      draft.isTouched = true;
    });
  const mark = MARKS[isMade] ?? "";
  const kind = mark && (isMade ? "made" : "missed");
  return h(
    "div",
    { class: "counts", role: "group", "aria-label": phrase("keeper-tricks-of", { name }) },
    h("button", { "data-key": `less ${seat}`, "aria-label": phrase("keeper-less", { name }), onclick: set(-1) }, "−"),
    h(
      "output",
      { class: kind, "aria-live": "off" },
      draft.tricks[seat],
      bid !== null && h("i", {}, ` ${phrase("keeper-of", { bid })}`),
      h("small", {}, mark, points !== null && ` ${signed(points)}`),
    ),
    h("button", { "data-key": `more ${seat}`, "aria-label": phrase("keeper-more-for", { name }), onclick: set(1) }, "+"),
  );
}

const pointsField = (keeper, line, seat) =>
  h("input", {
    class: "card-points",
    type: "number",
    inputmode: "numeric",
    placeholder: "0",
    "aria-label": phrase("keeper-points-of", { name: keeper.sheet.names[line] }),
    "data-key": `points ${seat}`,
    value: keeper.draft.points[seat],
    oninput: (event) => {
      keeper.draft.points[seat] = event.target.value;
      keeper.draw();
    },
  });
