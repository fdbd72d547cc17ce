// What the player is asked, between the player's line and the hand.

import { SUIT_NAMES } from "../clag-score/src/score/pack.js";
import { settlePayments } from "../house/payments.js";
import { suitShape } from "../look/cards.js";
import { phrase } from "../look/catalogue.js";
import { readCard } from "../look/playing_cards.js";
import { h } from "../look/view.js";
import { missedText, wayLabel } from "../look/table_words.js";
import { amountText, barredText, callLabel, signed, suitName, worthText } from "../look/words.js";
import { wayText, waysOf } from "./ways.js";

/** @typedef {import("./page.js").TableView} TableView */

/** More cards than this have smaller numbers. */
const MOST_WITH_LARGE_NUMBERS = 12;
const SUITS = ["S", "H", "D", "C"];

/** @param {TableView} view */
export function question(view) {
  const { now, ways } = view;
  if (now.phase === "over") return h("section", { class: "ask", key: "ask", "aria-label": phrase("table-match-over") }, atTheEnd(view));
  const isReplaced = now.you.may === "nothing";
  const content = isReplaced ? seatBack(view) : now.question && isInvolved(now) ? consent(view) : ways ? cardWays(view, ways) : now.isAsked && QUESTIONS[now.phase]?.(view);
  if (!content) return h("div", { class: "ask", key: "ask" });
  return h("section", { class: "ask", key: "ask", "aria-label": phrase("question") }, content);
}

/** Returns whether this phone is to answer what is asked of everybody, or has asked it. @param {import("./now.js").Now} now */
export const isInvolved = ({ question, you }) => question !== null && (question.seat === you.seat || question.waits.includes(you.seat));

/** A claim, or a request to take back: everybody else agrees or not. @param {TableView} view */
function consent(view) {
  const hasAsked = view.now.question.seat === view.own;
  return h(
    "div",
    { class: "choices", key: "consent" },
    !hasAsked && choice(view, { key: "agree", entry: "agree" }, phrase("table-agree")),
    choice(view, { key: "play on", entry: "play on" }, hasAsked ? phrase("table-withdraw") : phrase("table-play-on")),
  );
}

const QUESTIONS = { size, call, auction, name, bid, play };

/** Returns a button of the question. @param {TableView} view */
const choice = (view, { key, entry, label = null, why = null, isPressed = null, kind = null }, ...content) =>
  h(
    "button",
    {
      key,
      class: [kind, why && "barred on-felt"].filter(Boolean).join(" ") || null,
      "data-key": key,
      "aria-label": label,
      "aria-disabled": why ? "true" : null,
      "aria-pressed": isPressed,
      onclick: () => (why ? view.report(why) : view.act(entry)),
    },
    content,
  );

/** Returns how many numbers are in a row. */
function columns(numbers, isRoomy) {
  if (numbers <= 7) return numbers;
  if (numbers <= MOST_WITH_LARGE_NUMBERS) return Math.ceil(numbers / 2);
  return isRoomy ? 11 : 7;
}

const numberGrid = (view, numbers, buttons) =>
  h(
    "div",
    { class: view.now.cards > MOST_WITH_LARGE_NUMBERS ? "numbers dense" : "numbers", key: "numbers", style: { "--columns": columns(numbers, view.isWide && !view.isLow) } },
    buttons,
  );

/** A bot plays for this phone. @param {TableView} view */
const seatBack = (view) => h("button", { class: "wide", "data-key": "seat back", onclick: view.takeSeatBack }, phrase("table-take-seat-back"));

/** Who pays whom, and what now. @param {TableView} view */
const atTheEnd = ({ now, base }) => [
  payments(now),
  h(
    "div",
    { class: "choices", key: "what now" },
    h("a", { class: "button", "data-key": "another", href: "/" }, phrase("table-another")),
    h("a", { class: "button", "data-key": "record", href: `${base}/record.toml` }, phrase("table-menu", { entry: "record" })),
    h("button", { "data-key": "print", onclick: () => window.print() }, phrase("table-print")),
  ),
];

/** Returns who pays whom, with the fewest payments; nothing where nobody pays. @param {import("./now.js").Now} now */
export function payments({ names, payments }) {
  const settled = settlePayments(payments.map(String));
  const text = ({ from, to, amount }) => phrase("paper-pays", { from: names[from], to: names[to], amount: amountText(amount) });
  return settled.length > 0 && h("ul", { class: "payments", key: "payments", tabindex: "0", "aria-label": phrase("end-payments") }, settled.map((one) => h("li", {}, text(one))));
}

// --- numbers -----------------------------------------------------------------------------------

function bid(view) {
  const { now } = view;
  const isBlind = now.legal.includes("look");
  const numbers = Array.from({ length: now.cards + 1 }, (_, number) => number);
  const button = (number) => {
    const entry = isBlind ? `bid ${number} blind` : `bid ${number}`;
    const why = now.legal.includes(entry) ? null : (now.why[entry] ?? { reason: phrase("table-not-now") });
    const { made = null, least = null, most = null } = now.worth[entry] ?? {};
    const label = why ? barredText(number, why.reason) : worthText(number, made === null ? "" : signed(made), missedText(least, most));
    const note = !why && made !== null && h("small", { "aria-hidden": "true" }, signed(made));
    return choice(view, { key: `bid ${number}`, label, entry, why }, number, note);
  };
  return [
    isBlind && h("div", { class: "choices", key: "look" }, choice(view, { key: "look", entry: "look", kind: "wide" }, phrase("table-look"))),
    numberGrid(view, numbers.length, numbers.map(button)),
  ];
}

function size(view) {
  const entries = view.now.legal.filter((entry) => entry.startsWith("cards "));
  const button = (entry) => choice(view, { key: entry, label: phrase("cards", { number: Number(entry.slice(6)) }), entry }, entry.slice(6));
  return numberGrid(view, entries.length, entries.map(button));
}

// --- suits -------------------------------------------------------------------------------------

const suitButton = (view, suit, { key, entry, ...more }, note = null) =>
  choice(view, { key, entry, label: suit ? suitName(suit) : phrase("no-trump"), kind: "suit-button", ...more }, suit ? suitShape(suit) : phrase("table-no-trump-short"), note);

/** Trump: one tap; an order of the suits: the highest first, and a button that takes the last back. */
function name(view) {
  const { now, draft } = view;
  const orders = now.legal.filter((entry) => entry.startsWith("order "));
  if (!orders.length) {
    const entryOf = (suit) => `trump ${suit ? SUIT_NAMES[suit] : "none"}`;
    const trumps = [...SUITS, null].filter((suit) => now.legal.includes(entryOf(suit)));
    return h("div", { class: "choices" }, trumps.map((suit) => suitButton(view, suit, { key: entryOf(suit), entry: entryOf(suit) })));
  }
  const suits = SUITS.filter((suit) => orders[0].includes(` ${suit}`));
  const add = (suit) =>
    view.change(() => {
      if (draft.suits.includes(suit)) return;
      draft.suits.push(suit);
      if (draft.suits.length === suits.length) view.act(`order ${draft.suits.join(" ")}`);
    });
  const back = () => view.change(() => draft.suits.pop());
  return h(
    "div",
    { class: "choices" },
    suits.map((suit) => {
      const place = draft.suits.indexOf(suit);
      const label = place < 0 ? suitName(suit) : phrase("table-in-order", { suit, place: place + 1 });
      return h(
        "button",
        { key: suit, class: "suit-button", "data-key": `order ${suit}`, "aria-label": label, "aria-pressed": String(place >= 0), onclick: () => add(suit) },
        suitShape(suit),
        place >= 0 && h("small", {}, place + 1),
      );
    }),
    h("button", { key: "back", "data-key": "order back", "aria-disabled": draft.suits.length ? null : "true", onclick: back }, phrase("table-back")),
  );
}

/** The auction: the number of tricks, then its suit; passing is at the left. */
function auction(view) {
  const { now, draft } = view;
  const offers = now.legal.flatMap((entry) => {
    const [, level, trump] = /^auction (\d+)(\D+)$/.exec(entry) ?? [];
    return level ? [{ entry, level, trump }] : [];
  });
  const levels = [...new Set(offers.map(({ level }) => level))];
  const level = levels.includes(draft.level) ? draft.level : levels[0];
  const choose = (number) =>
    view.change(() => {
      draft.level = number;
    });
  const trumps = [...SUITS, "NT"].filter((trump) => offers.some((offer) => offer.trump === trump));
  return [
    levels.length > 1 &&
      numberGrid(
        view,
        levels.length,
        levels.map((number) =>
          h("button", { key: number, "data-key": `level ${number}`, "aria-label": phrase("tricks", { number: Number(number) }), "aria-pressed": String(number === level), onclick: () => choose(number) }, number),
        ),
      ),
    h(
      "div",
      { class: "choices", key: "suits" },
      now.legal.includes("pass") && choice(view, { key: "pass", entry: "pass" }, phrase("pass")),
      trumps.map((trump) => {
        const entry = offers.find((offer) => offer.level === level && offer.trump === trump)?.entry;
        const suit = trump === "NT" ? null : trump;
        const why = entry ? null : { reason: phrase("table-too-low", { level }) };
        return suitButton(view, suit, { key: `auction ${trump}`, entry, why, label: suit ? phrase("with-trump", { level, suit }) : phrase("with-no-trump", { level }) }, h("small", { "aria-hidden": "true" }, level));
      }),
    ),
  ];
}

// --- calls -------------------------------------------------------------------------------------

/** Returns the calls that are possible, as lists of names, in the order of their declaration. */
const callsOf = ({ legal }) =>
  legal
    .filter((entry) => /^call\b/.test(entry))
    .map((entry) => ({ entry, names: [...entry.slice(4).matchAll(/\s*(?:"([^"]*)"|([^,"]+))\s*(?:,|$)/g)].map(([, quoted, plainName]) => quoted ?? plainName.trim()) }));

const isWithin = (names, others) => names.every((one) => others.includes(one));

/** Returns the names of a call that may stand together, with the last one chosen. */
function fitting(now, calls, chosen, name) {
  if (now.groups.length) {
    const { kind, names } = now.groups.find((group) => group.names.includes(name));
    return kind === "any of" ? [...chosen, name] : [...chosen.filter((other) => !names.includes(other)), name];
  }
  const kept = [name];
  for (const other of chosen) if (calls.some((one) => isWithin([...kept, other], one.names))) kept.push(other);
  return kept;
}

/** Chips: a tap takes back what cannot be called together with it. */
function call(view) {
  const { now, draft } = view;
  const calls = callsOf(now);
  const names = now.groups.length ? now.groups.flatMap((group) => group.names) : [...new Set(calls.flatMap((one) => one.names))];
  const toggle = (name) =>
    view.change(() => {
      const isChosen = draft.names.includes(name);
      draft.names = isChosen ? draft.names.filter((other) => other !== name) : fitting(now, calls, draft.names, name);
    });
  const chosen = names.filter((name) => draft.names.includes(name));
  const entry = now.groups.length ? entryOf(now.groups, chosen) : calls.find((one) => one.names.length === chosen.length && isWithin(chosen, one.names))?.entry;
  const why = entry ? null : { reason: phrase("table-call-more") };
  return [
    h(
      "div",
      { class: "chips", key: "chips" },
      names.map((name) => h("button", { key: name, "data-key": `call ${name}`, "aria-pressed": String(draft.names.includes(name)), onclick: () => toggle(name) }, name)),
    ),
    h("div", { class: "choices", key: "call" }, choice(view, { key: "call", entry, why, kind: "wide" }, callLabel(chosen))),
  ];
}

/** Returns the entry of a call from groups, null if one of them lacks a name. */
function entryOf(groups, chosen) {
  if (groups.some(({ kind, names }) => kind === "one of" && !names.some((name) => chosen.includes(name)))) return null;
  return `call ${chosen.map((name) => (/[,"]/.test(name) ? `"${name}"` : name)).join(", ")}`.trim();
}

// --- ways to play a card -----------------------------------------------------------------------

/** Returns the button of a way; a card that is stood for is shown by its rank and suit. */
function wayButton(view, entry, way, isHidden) {
  const label = wayLabel(way, isHidden);
  const face = readCard(way.replace(/^as /, ""));
  return choice(view, { key: entry, entry, label }, face.suit ? [face.rank, suitShape(face.suit)] : label);
}

/** The top card of a hand that was seen and then shuffled; a hidden hand is tapped itself. @param {TableView} view */
function play(view) {
  const { playsTop, unseen, legal } = view.now;
  if (!playsTop || unseen) return null;
  const entries = waysOf(legal, "top");
  if (entries.length > 1) return h("div", { class: "chips ways" }, entries.map((entry) => wayButton(view, entry, wayText(entry, "top"), true)));
  return h("div", { class: "choices" }, choice(view, { key: "top", entry: entries[0] }, phrase("table-play-top")));
}

/** @param {TableView} view @param {string} card */
function cardWays(view, card) {
  const entries = waysOf(view.now.legal, card);
  return h(
    "div",
    { class: "chips ways" },
    h("button", { key: "close", "data-key": "close ways", onclick: () => view.closeWays() }, phrase("table-not-this")),
    entries.map((entry) => wayButton(view, entry, wayText(entry, card), card === "top")),
  );
}
