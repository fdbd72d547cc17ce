/**
 * The score keeper: everybody in a list, the question in a dock under the thumb.
 *
 * The page shows the sheet of a store, the fold of its entries. The keeper checks an entry
 * and hands it to the store; the store keeps it, and reports entries of others by `onChange`. The
 * keeper does not know where entries are kept: in this browser, or on a server. Names and rules are
 * texts of strangers: they only ever become the text of an element.
 * @module
 */

import { sum } from "../clag-score/src/score/expressions.js";
import { SUITS } from "../clag-score/src/score/pack.js";
import { Table } from "../clag-score/src/score/table.js";
import { choosesBid } from "../clag-score/src/score/bids.js";
import { keep } from "../clag-score/src/sheet/sheet.js";
import { endPage } from "../house/end.js";
import { printPaper } from "../house/paper.js";
import { BACK, MORE, icon, suitShape } from "../look/cards.js";
import { phrase } from "../look/catalogue.js";
import { curve } from "../look/curve.js";
import { wholeSheet } from "../look/scores.js";
import { totalsByDeal } from "../look/standings.js";
import { h, show } from "../look/view.js";
import { dealKind, inOrder, signed } from "../look/words.js";
import { screenLock } from "./awake.js";
import { banners } from "./banners.js";
import { correctDeal } from "./correct.js";
import { openDialog } from "../look/dialog.js";
import { dock, suitChoices } from "./dock.js";
import { linesOf, peopleList, waitingSign } from "./list.js";
import { matchOnPaper, openMenu, openOneMore, openScores, sharePicture } from "./menu.js";
import { messages } from "./messages.js";
import { whyNotTyped } from "./names.js";
import { drawsDealer, lastMatch, onceMore } from "./once_more.js";
import { counting, newDraft, questionOf } from "./tricks.js";

/** How long a question that others have changed takes no tap, in milliseconds. */
const GUARD = 400;

/** How long the page rehearses, in milliseconds of work. */
const REHEARSAL = 300;

/** Windows in which the sheet is at the right, as in keeper.css. Elsewhere it is drawn on demand. */
const WIDE = "(min-width: 1000px) and (min-height: 501px)";

/** @typedef {import("../clag-score/src/sheet/sheet.js").Sheet} Sheet */
/** @typedef {{reason: string, source?: string | null}} Message */
/** @typedef {{names: string[], dealer: string | null, parameters: Record<string, any>, begun: string}} Match */

/**
 * The entries of a match, wherever they are kept.
 *
 * `sheet` is the fold of all entries, including those that are still on their way; `entries` has
 * them with phone and time, where they are known. `enter` keeps one that fits the sheet, and returns
 * why it cannot be kept, "" if it is; `line` is the player whose entry it is, null if it is
 * everyone's. The callback of `onChange` is called after every change by others, with a message for
 * the user if there is one. `notice` is shown above the list while something is wrong. A store that
 * sends its entries has those that wait, those that were not entered, and a method to forget one of
 * the latter. `mayEnter` returns whether this phone may enter for a player, or for everyone (null);
 * `mayUndo` and `mayChange` are its rights to take back, and to correct or change who plays. Without
 * them a phone may do everything.
 * @typedef {object} Store
 * @property {Sheet} sheet
 * @property {import("../look/log_lines.js").LoggedEntry[]} entries
 * @property {(entry: string, line: number | null) => string} enter
 * @property {(callback: (message?: string) => void) => void} onChange
 * @property {string} notice
 * @property {string} whereKept where entries are kept, as a sentence
 * @property {{for: number | null}[]} [waiting]
 * @property {import("./sync.js").RefusedEntry[]} [refused]
 * @property {(key: string) => void} [dismiss]
 * @property {number | null} [own] the line of the player whose phone this is
 * @property {(line: number | null) => boolean} [mayEnter]
 * @property {boolean} [mayUndo]
 * @property {boolean} [mayChange]
 * @property {string} [hint] why this phone may enter nothing
 */

/**
 * What a page knows about the game and its match.
 * @typedef {object} KeeperOptions
 * @property {any} compiled the compiled rules
 * @property {string} rules the reference to the rules in records
 * @property {string} title
 * @property {Match} match
 * @property {Store} store
 * @property {() => string[]} regulars names of people who have played before
 * @property {(name: string) => void} learn remembers the name of a newcomer
 * @property {(next: import("./once_more.js").NewMatch) => void} onAgain begins another match of the same people
 * @property {() => void} onLeave leaves the match
 * @property {(keeper: Keeper) => any} [hint] draws what this device shows once, or returns null
 * @property {[string, ((keeper: Keeper) => void) | null, boolean?][]} menu more entries of the menu, by
 *   their names in `menu` of the texts; null if the server has to answer first, false if it is left out
 */

/**
 * The keeper as its parts see it. `line` of the entry methods is as in `Store`; `enterTurn` enters
 * something of the player whose turn it is.
 * @typedef {object} Keeper
 * @property {KeeperOptions} options
 * @property {any} game
 * @property {boolean} lowWins
 * @property {Sheet} empty the sheet before the first entry
 * @property {Sheet} sheet
 * @property {import("./tricks.js").Draft} draft
 * @property {import("./tricks.js").Counting | null} counted the tricks as counted so far
 * @property {Message | null} message
 * @property {number | null} editing the line whose bid is corrected
 * @property {number | null} own the line of the player whose phone this is
 * @property {(line: number | null) => boolean} mayEnter
 * @property {boolean} mayUndo
 * @property {boolean} mayChange
 * @property {boolean} hasBids
 * @property {string} headline
 * @property {(entry: string, on?: Sheet) => string | null} whyNot
 * @property {(entry: string, line?: number | null) => void} enter
 * @property {(entry: string) => void} enterTurn
 * @property {(entries: string[], done?: string) => void} enterAll
 * @property {(work: () => void) => void} change
 * @property {(line: number | null) => void} edit
 * @property {(message: Message) => void} report
 * @property {() => void} draw
 * @property {() => void} redrawScores draws the open scores or menu again
 */

/**
 * Shows the keeper of a match.
 * @param {Element} root
 * @param {KeeperOptions} options
 * @returns {{stop: () => void}} `stop` takes its listeners away
 */
export function startKeeper(root, options) {
  const { compiled, match, store } = options;
  const table = new Table(compiled, match.names.length, match.parameters);
  const listening = new AbortController();
  const keepAwake = screenLock(listening.signal);
  const wide = window.matchMedia(WIDE);
  let guardedUntil = 0;
  let shownTurn = null;
  let shownSheet = null;

  /** @type {Keeper} */
  const keeper = {
    options,
    game: compiled.game,
    lowWins: compiled.game.winner.criteria.find((one) => one.endsWith("total")) === "lowest total",
    empty: keep(table, { names: match.names, dealer: match.dealer, rules: options.rules }),
    sheet: store.sheet,
    draft: newDraft(store.sheet),
    counted: null,
    message: null,
    editing: null,
    get own() {
      return store.own ?? null;
    },
    mayEnter: (line) => store.mayEnter?.(line) ?? true,
    get mayUndo() {
      return (store.mayUndo ?? true) && keeper.sheet.whyNot("undo") === null;
    },
    get mayChange() {
      return store.mayChange ?? true;
    },
    get hasBids() {
      return choosesBid(keeper.sheet.rules);
    },
    get headline() {
      const { sheet } = keeper;
      const { actor, names, phase } = sheet;
      return phase === "name" && actor === null ? phrase("keeper-what-is-trump") : phrase("keeper-headline", { phase, name: names[actor] });
    },
    whyNot: (entry, on = keeper.sheet) => whyNotTyped(entry) ?? on.whyNot(entry)?.reason ?? null,
    enter(entry, line = null) {
      const typed = whyNotTyped(entry);
      const why = typed ? { reason: typed } : keeper.sheet.whyNot(entry);
      if (why) {
        keeper.report(why);
        return;
      }
      keeper.message = null;
      put(entry, line);
      keeper.editing = null;
      draw();
    },
    enterTurn: (entry) => keeper.enter(entry, keeper.sheet.actor),
    enterAll(entries, done) {
      keeper.message = null;
      for (const entry of entries) {
        const isOwn = /^(bid |look$)/.test(entry);
        if (keeper.sheet.whyNot(entry) || !put(entry, isOwn ? keeper.sheet.actor : null)) break;
      }
      keeper.editing = null;
      if (done && !keeper.message) keeper.message = { reason: done };
      draw();
    },
    change(work) {
      work();
      keeper.message = null;
      draw();
    },
    edit: (line) =>
      keeper.change(() => {
        keeper.editing = line;
      }),
    report(message) {
      keeper.message = message;
      draw();
    },
    draw,
    redrawScores: () => {},
  };

  /** Puts an entry that fits into the store; returns whether it is kept. */
  function put(entry, line) {
    const reason = store.enter(entry, line);
    if (reason) keeper.message = { reason };
    keeper.sheet = store.sheet;
    return !reason;
  }

  store.onChange((message) => {
    if (listening.signal.aborted) return;
    const before = questionOf(keeper.sheet);
    keeper.sheet = store.sheet;
    if (message) keeper.message = { reason: message };
    if (questionOf(keeper.sheet) !== before) {
      keeper.editing = null;
      guardedUntil = performance.now() + GUARD;
      setTimeout(draw, GUARD);
    }
    draw();
  });

  function draw() {
    if (listening.signal.aborted) return;
    const { sheet } = keeper;
    if (keeper.draft.question !== questionOf(sheet)) keeper.draft = newDraft(sheet);
    if (shownSheet !== sheet) keeper.draft.stakes = null; // a correction may change them
    shownSheet = sheet;
    keeper.counted = keeper.mayEnter(null) && ["won", "points"].includes(keeper.draft.asked) ? counting(sheet, keeper.draft) : null;
    const hadFocus = root.contains(document.activeElement);
    const isGuarded = performance.now() < guardedUntil;
    show(root, page(keeper, isGuarded ? "keeper guarded" : "keeper", wide.matches));
    if (hadFocus && !root.contains(document.activeElement)) {
      /** @type {HTMLElement} */ (root.querySelector("#turn")).focus({ preventScroll: true });
    }
    // scrolling needs the layout, which is not computed within a tap: the frame comes first
    if (shownTurn !== sheet.actor) setTimeout(scrollToTurn, 50);
    shownTurn = sheet.actor;
    keepAwake(!sheet.over);
    keeper.redrawScores();
  }

  /**
   * Draws beside the page how a match might go on, one question after another: the browser has then
   * compiled what the first taps need, which takes longer than the taps.
   */
  function rehearse(other, box, left) {
    if (left < 0 || store.sheet.over || listening.signal.aborted) return;
    const began = performance.now();
    const { sheet } = other;
    const draft = newDraft(sheet);
    draft.tricks = draft.tricks.map((_, seat) => (seat ? 0 : sheet.deal.cards));
    const counted = draft.asked && counting(sheet, draft);
    show(box, page(Object.assign(other, { draft, counted })));
    const entry = sheet.legal()[0] ?? counted?.entry;
    other.sheet = sheet.whyNot(entry) ? store.sheet : sheet.apply(entry);
    setTimeout(rehearse, 0, other, box, left + began - performance.now());
  }

  const scrollToTurn = () => root.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" });

  function withheld(event) {
    if (performance.now() >= guardedUntil || !event.target.closest(".dock, .people")) return;
    event.stopPropagation();
    event.preventDefault();
  }

  function pressed(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
    if (/^(input|select|textarea)$/i.test(event.target.tagName) || performance.now() < guardedUntil) return;
    const { sheet } = keeper;
    if (/^[0-9]$/.test(event.key) && sheet.phase === "bid" && keeper.editing === null && keeper.mayEnter(sheet.actor)) {
      keeper.enterTurn(`bid ${event.key}${sheet.legal().includes("look") ? " blind" : ""}`);
    } else if (event.key === "u" && keeper.mayUndo) keeper.enter("undo");
  }

  root.addEventListener("click", withheld, { capture: true, signal: listening.signal });
  document.addEventListener("keydown", pressed, { signal: listening.signal });
  wide.addEventListener("change", draw, { signal: listening.signal });
  printPaper(() => matchOnPaper(keeper), listening.signal);
  draw();
  setTimeout(rehearse, 0, { ...keeper }, document.createElement("div"), REHEARSAL);
  return { stop: () => listening.abort() };
}

/** Returns the page of a match. @param {Keeper} keeper @param {string} [name] its class @param {boolean} [isWide] */
const page = (keeper, name, isWide) =>
  h(
    "main",
    { class: name, key: "keeper", style: { "--people": linesOf(keeper.sheet).length } },
    bar(keeper),
    banners(keeper),
    keeper.sheet.over ? end(keeper) : [peopleList(keeper), dock(keeper), isWide && beside(keeper)],
  );

// --- the bar -----------------------------------------------------------------------------------

function bar(keeper) {
  const { options, sheet } = keeper;
  const { deal } = sheet;
  const isWaiting = (options.store.waiting ?? []).length > 0;
  const isOneMore = !sheet.over && deal.beside.some((text) => text.startsWith("more "));
  const number = `${deal.deal}/${deal.deal + sheet.table.schedule.length - deal.scheduled}`;
  const parts = [keeper.own !== null && phrase("keeper-you-are", { name: sheet.names[keeper.own] }), deal.cards !== null && phrase("cards", { number: deal.cards }), dealKind(sheet.deal)].filter(Boolean).join(" · ");
  return h(
    "header",
    { class: "bar", key: "bar" },
    h("button", { class: "icon", "data-key": "all matches", "aria-label": phrase("keeper-all-matches"), onclick: options.onLeave }, icon(BACK)),
    h(
      "div",
      { class: "where" },
      h("h1", {}, isOneMore ? phrase("one-more-hand") : [h("span", { class: "if-wide" }, `${phrase("deal-label")} `), number]),
      h("p", {}, isWaiting && waitingSign(), parts, h("span", { class: "if-wide" }, parts && " · ", options.title)),
    ),
    sheet.over ? null : bidSum(sheet),
    sheet.over ? null : trumpChip(keeper),
    h("button", { class: "icon", "data-key": "more", "aria-label": phrase("more"), onclick: () => openMenu(keeper) }, icon(MORE)),
  );
}

/** Returns how the bids stand to the tricks of the deal. */
function bidSum({ phase, deal }) {
  const bids = deal.bids.filter((bid) => bid !== null);
  if (!bids.length || deal.cards === null) return null;
  const over = sum(bids) - deal.cards;
  const wide = (figure, text) => [figure, h("span", { class: "if-wide" }, ` ${text}`)];
  const text =
    phase === "bid" ? wide(`${over + deal.cards}/${deal.cards}`, phrase("keeper-bid-so-far")) : over > 0 ? wide(signed(over), phrase("over")) : over < 0 ? wide(signed(over), phrase("under")) : phrase("even");
  return h("span", { class: "chip" }, text);
}

/** Returns the trump; if it is to be seen at the table only, a tap enters it. */
function trumpChip(keeper) {
  const { sheet } = keeper;
  const { trump } = sheet.deal;
  if (trump !== null) {
    const signs = trump.map((suit, place) => [place > 0 && "›", suitShape(suit)]);
    return h(
      "span",
      { class: "chip" },
      h("span", { class: "visually-hidden" }, trump.length ? phrase("keeper-is-trump", { suits: inOrder(trump) }) : phrase("no-trump")),
      trump.length ? signs : h("span", { "aria-hidden": "true" }, phrase("keeper-none")),
    );
  }
  const legal = sheet.legal().filter((text) => /^(trump|order) /.test(text));
  if (sheet.phase === "name" || !legal.length || !keeper.mayEnter(null)) return null;
  const open = () =>
    openDialog(phrase("keeper-what-is-trump"), ({ close }) =>
      suitChoices(legal, (entry) => {
        close();
        keeper.enter(entry);
      }),
    );
  return h("button", { class: "chip", "data-key": "trump", "aria-label": phrase("keeper-what-is-trump"), onclick: open }, SUITS.map(suitShape), "?");
}

/** Returns what is shown at the right of large screens. */
const beside = (keeper) =>
  h(
    "aside",
    { class: "beside", key: "beside", "aria-label": phrase("keeper-sheet") },
    h("h2", {}, phrase("keeper-sheet")),
    wholeSheet({ sheet: keeper.sheet, onCorrect: keeper.mayChange ? (row) => correctDeal(keeper, row) : null }),
    keeper.sheet.rows.length > 0 && curve(totalsByDeal(keeper.sheet), keeper.sheet.names, { width: 460, height: 180 }),
  );

/** Returns the end of the match, in the place of list and dock. @param {Keeper} keeper */
function end(keeper) {
  const { match, onAgain } = keeper.options;
  const next = onceMore(lastMatch(keeper.sheet, match.parameters), drawsDealer(keeper.game));
  return h(
    "div",
    { class: "at-end", key: "end" },
    messages(keeper),
    endPage(matchOnPaper(keeper), {
      again: () => onAgain(next),
      dealer: next.dealer,
      picture: () => sharePicture(keeper),
      scores: () => openScores(keeper),
      print: () => window.print(),
      ...(keeper.mayChange ? { more: () => openOneMore(keeper) } : {}),
      ...(keeper.mayUndo ? { undo: () => keeper.enter("undo") } : {}),
    }),
  );
}
