// The menu of a match, and the small forms behind it.

import { paper } from "../house/paper.js";
import { resultPicture } from "../house/picture.js";
import { phrase } from "../look/catalogue.js";
import { chosenAtFirst, scores } from "../look/scores.js";
import { h } from "../look/view.js";
import { correctDeal } from "./correct.js";
import { field, openDialog, openEntryDialog, selection, textInput } from "../look/dialog.js";
import { matchFile, save, share, shareFile } from "./files.js";
import { quoted } from "./names.js";
import { openRoster } from "./roster.js";

const MOST_NOTE = 1000;

/** @typedef {import("./keeper.js").Keeper} Keeper */

/** @param {Keeper} keeper */
export function openMenu(keeper) {
  const { options } = keeper;
  const file = (ending) => matchFile(keeper.sheet, options.rules, options.match.begun, ending);
  const shareRecord = async () => {
    if ((await share(file("toml"), options.title)) === "copied") keeper.report({ reason: phrase("keeper-copied") });
  };
  const items = () => {
    const { sheet } = keeper;
    const isLegal = (entry) => sheet.whyNot(entry) === null;
    const entries = [
      ["roster", () => openRoster(keeper)],
      ["points", () => openPoints(keeper)],
      ["correct", () => openScores(keeper, "sheet"), sheet.rows.length > 0],
      ["size", () => openSize(keeper), !sheet.over && isLegal(`cards ${sheet.deal.cards}`)],
      ["skip", () => keeper.enter("skip"), isLegal("skip")],
      ["seats", () => openSeats(keeper)],
      ["note", () => openNote(keeper)],
      ["more", () => openOneMore(keeper), sheet.over],
      ["end", () => openEnd(keeper), isLegal("end")],
      ["text", () => openText(keeper)],
    ];
    return [
      ...(keeper.mayChange ? entries : []),
      ["log", () => openScores(keeper, "log")],
      ["record", () => save(file("toml"))],
      ["csv", () => save(file("csv"))],
      ["share", shareRecord],
      ["print", () => openPaper(keeper)],
      ...options.menu,
    ];
  };
  openDialog(phrase("keeper-this-match"), ({ close, redraw }) => {
    keeper.redrawScores = redraw;
    return [
      h(
        "ul",
        { class: "rows menu" },
        items().map(([name, action, isThere = true]) => {
          if (!isThere) return null;
          const entry = /** @type {string} */ (name);
          const choose = () => {
            close();
            /** @type {(keeper: Keeper) => void} */ (action)(keeper);
          };
          return h(
            "li",
            { key: name },
            h(
              "button",
              { "data-key": `menu ${name}`, "aria-disabled": action ? null : "true", onclick: action && choose },
              h("strong", {}, phrase("keeper-menu", { entry })),
              h("small", { class: "soft" }, action ? phrase("keeper-menu-hint", { entry }) : phrase("keeper-once-there")),
            ),
          );
        }),
      ),
      h("p", { class: "soft small" }, options.store.whereKept),
    ];
  });
}

/**
 * Opens standings, sheet and log. They follow the match while they are open.
 * @param {Keeper} keeper
 * @param {"standings" | "sheet" | "log"} [tab]
 */
export function openScores(keeper, tab) {
  const chosen = chosenAtFirst(tab);
  const { empty, options } = keeper;
  openDialog(phrase("scores-title"), ({ redraw, close }) => {
    keeper.redrawScores = redraw;
    const correct = (row) => {
      close();
      correctDeal(keeper, row);
    };
    const { own, sheet } = keeper;
    const onCorrect = keeper.mayChange ? correct : null;
    return scores({ sheet, empty, log: options.store.entries, own, onCorrect }, chosen, redraw);
  });
}

/** Opens the sheet as it is printed. @param {Keeper} keeper */
function openPaper(keeper) {
  const print = () => h("button", { class: "button main wide", "data-key": "print", onclick: () => window.print() }, phrase("print"));
  const content = () => h("div", { class: "stack" }, print(), paper(matchOnPaper(keeper)));
  openDialog(phrase("paper-title"), content, { isFull: true });
}

/** Shares the result as a picture, or shows it to be saved. @param {Keeper} keeper */
export async function sharePicture(keeper) {
  const { canvas, file } = await resultPicture(matchOnPaper(keeper));
  if (navigator.maxTouchPoints && (await shareFile(file, keeper.options.title))) return;
  openDialog(phrase("end-picture-title"), () => h("div", { class: "stack" }, canvas, h("button", { class: "button main wide", "data-key": "save picture", onclick: () => save(file) }, phrase("end-save-picture"))));
}

/** Returns what the end and the paper need to know. @param {Keeper} keeper */
export const matchOnPaper = ({ sheet, options }) => ({ sheet, title: options.title, date: options.match.begun });

function openPoints(keeper) {
  const form = { player: keeper.sheet.names[0], points: "", note: "" };
  const note = () => (form.note.trim() ? ` ${quoted(form.note.trim())}` : "");
  openEntryDialog(keeper, {
    label: phrase("keeper-menu", { entry: "points" }),
    hint: phrase("keeper-points-hint"),
    fields: () => [
      field(phrase("keeper-whose-total"), selection(form, "player", keeper.sheet.names.map((name) => [name]), "adjust name")),
      field(phrase("keeper-points-field"), textInput(form, "points", { placeholder: "-5", "data-key": "adjust points" })),
      field(phrase("keeper-note-field"), textInput(form, "note", { maxlength: 200, "data-key": "adjust note" })),
    ],
    action: phrase("keeper-count-them"),
    entry: () => `adjust ${quoted(form.player)} ${form.points.trim()}${note()}`,
  });
}

/** Opens the form of one more hand. @param {Keeper} keeper */
export function openOneMore(keeper) {
  const last = keeper.sheet.rows.at(-1);
  const kinds = keeper.game.deals.map((deal) => [deal.name]);
  const form = { kind: last?.name ?? kinds[0][0], cards: String(last?.cards ?? 1) };
  openEntryDialog(keeper, {
    label: phrase("one-more-hand"),
    hint: phrase("keeper-one-more-hint"),
    fields: () => [
      field(phrase("keeper-which-hand"), selection(form, "kind", kinds, "more deal")),
      field(phrase("keeper-cards-each"), textInput(form, "cards", { type: "number", inputmode: "numeric", min: 1, "data-key": "more cards" })),
    ],
    action: phrase("keeper-begin-it"),
    entry: () => `more ${quoted(form.kind)} ${form.cards || 0}`,
  });
}

function openSize(keeper) {
  const form = { cards: String(keeper.sheet.deal.cards) };
  openEntryDialog(keeper, {
    label: phrase("keeper-menu", { entry: "size" }),
    hint: phrase("keeper-size-hint"),
    fields: () => field(phrase("keeper-cards-each"), textInput(form, "cards", { type: "number", inputmode: "numeric", min: 1, "data-key": "size cards" })),
    action: phrase("keeper-set-size"),
    entry: () => `cards ${form.cards || 0}`,
  });
}

function openText(keeper) {
  const form = { entry: "" };
  openEntryDialog(keeper, {
    label: phrase("keeper-menu", { entry: "text" }),
    hint: phrase("keeper-entry-hint"),
    fields: () => field(phrase("keeper-entry-field"), textInput(form, "entry", { placeholder: phrase("keeper-entry-example"), "data-key": "entry" })),
    action: phrase("keeper-enter-it"),
    entry: () => form.entry.trim(),
  });
}

const openEnd = (keeper) =>
  openEntryDialog(keeper, {
    label: phrase("keeper-menu", { entry: "end" }),
    hint: phrase("keeper-end-hint"),
    fields: () => null,
    action: phrase("keeper-end-here"),
    entry: () => "end",
  });

function openNote(keeper) {
  const form = { note: keeper.sheet.note ?? "" };
  openEntryDialog(keeper, {
    label: phrase("keeper-menu", { entry: "note" }),
    hint: phrase("keeper-note-hint"),
    fields: () => field(phrase("keeper-note-field"), textInput(form, "note", { maxlength: MOST_NOTE, "data-key": "note" })),
    action: phrase("keeper-save-note"),
    entry: () => `note ${quoted(form.note.trim())}`,
  });
}

function openSeats(keeper) {
  const first = keeper.sheet.rosterBefore(1);
  const form = { names: first.circle.map((line) => first.names[line]) };
  openEntryDialog(keeper, {
    label: phrase("keeper-menu", { entry: "seats" }),
    hint: phrase("keeper-seats-hint"),
    fields: (change) =>
      h(
        "ol",
        { class: "rows" },
        form.names.map((name, seat) =>
          h(
            "li",
            { class: "roster", key: name },
            h("span", {}, `${seat + 1}. ${name}`),
            seat > 0 &&
              h(
                "button",
                {
                  type: "button",
                  class: "button",
                  "data-key": `up ${seat}`,
                  "aria-label": phrase("keeper-earlier", { name }),
                  onclick: change(() => form.names.splice(seat - 1, 0, ...form.names.splice(seat, 1))),
                },
                "↑",
              ),
          ),
        ),
      ),
    action: phrase("keeper-put-right"),
    entry: () => `seats ${form.names.map(quoted).join(" ")}`,
  });
}
