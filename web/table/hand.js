// The line of the player, and the hand: a fan that always fits.

import { cardClass, cardFace, readCard } from "../look/playing_cards.js";
import { phrase, plain } from "../look/catalogue.js";
import { face, personStyle } from "../look/people.js";
import { h } from "../look/view.js";
import { headline, needText } from "../look/table_words.js";
import { dealerMark, emote } from "./felt.js";
import { waysOf } from "./ways.js";

/** @typedef {import("./page.js").TableView} TableView */

/** More cards than this lie flat. */
const MOST_IN_FAN = 12;
/** Colours alternate in a hand, so that suits differ. */
const COLOURS = [["S", "C"], ["H", "D"]];

// --- the line of the player --------------------------------------------------------------------

/** @param {TableView} view */
export function me(view) {
  const { now, own } = view;
  const isTurn = now.isAsked;
  const [text, hint] = headline(view);
  const bid = now.phase === "over" ? null : now.bids[own];
  const isPlaying = now.phase === "play";
  return h(
    "section",
    { class: isTurn ? "me turn" : "me", key: "me", "data-seat": own, style: personStyle(own), "aria-label": phrase("table-you") },
    face(now.names[own], own),
    h("p", { class: now.question ? "say long" : "say", "aria-live": "polite" }, text, hint && h("small", {}, hint)),
    view.mayUndo && h("button", { class: "button small", "data-key": "undo", onclick: () => view.act("undo") }, phrase("take-back")),
    own === now.dealer && now.phase !== "over" && dealerMark(),
    emote(view, own),
    bid !== null && h("p", { class: "need" }, h("b", {}, isPlaying ? `${now.tricks[own]}/${bid}` : bid), isPlaying ? needText(bid - now.tricks[own], now.contracts[own]) : phrase("table-own-bid")),
    bid === null && isPlaying && h("p", { class: "need" }, h("b", {}, now.tricks[own]), phrase("table-tricks")),
    h("p", { class: "need" }, h("b", {}, plain(now.totals[own])), phrase("table-points-below")),
  );
}

// --- the hand ----------------------------------------------------------------------------------

/** Returns the suits of a hand: trump first if that is chosen, then alternating colours. */
export function suitOrder(cards, trump) {
  const there = new Set(cards.map(({ suit }) => suit));
  const rank = (suit) => (trump.includes(suit) ? trump.indexOf(suit) : trump.length);
  const colours = COLOURS.map((suits) => suits.filter((suit) => there.has(suit)).sort((a, b) => rank(a) - rank(b)));
  colours.sort((a, b) => (a.length && b.length ? rank(a[0]) - rank(b[0]) || b.length - a.length : b.length - a.length));
  const [first, second] = colours;
  if (first.length < second.length && !trump.length) return suitsBetween(second, first);
  return suitsBetween(first, second);
}

const suitsBetween = (first, second) =>
  Array.from({ length: Math.max(first.length, second.length) }, (_, place) => [first[place], second[place]])
    .flat()
    .filter((suit) => suit !== undefined);

/** Returns the cards of a hand as they are held: special ones first, then by suit. */
function sorted({ hand, trump }, isTrumpFirst) {
  const cards = hand.map(readCard);
  const order = suitOrder(cards, isTrumpFirst ? (trump ?? []) : []);
  return [null, ...order].flatMap((suit) => cards.filter((card) => card.suit === suit));
}

/** @param {TableView} view */
export function hand(view) {
  const { now, lifted, settings } = view;
  const isTurn = now.legal.some((entry) => entry.startsWith("play"));
  const copies = {};
  const faces = sorted(now, settings.isTrumpFirst).map((card) => {
    copies[card.text] = (copies[card.text] ?? 0) + 1;
    return { card, key: `${card.text} ${copies[card.text]}` };
  });
  const buttons = faces.map(({ card, key }) => cardButton(view, card, key, { isTurn, isLifted: lifted === key }));
  const backs = Array.from({ length: now.unseen }, (_, place) => back(view, place));
  const all = [...backs, ...buttons];
  const inRow = all.length > view.mostInRow ? Math.ceil(all.length / 2) : all.length;
  const rows = inRow < all.length ? [all.slice(0, inRow), all.slice(inRow)] : [all];
  return h(
    "section",
    { class: "hand", key: "hand", "aria-label": phrase("table-hand") },
    all.length === 0 && h("p", { class: "nothing" }, phrase("table-empty-hand")),
    all.length > 0 && rows.map((row, place) => fan(row, place, rows.length > 1 || row.length > MOST_IN_FAN)),
  );
}

const fan = (row, place, isFlat) =>
  h(
    "div",
    { key: `row ${place}`, class: isFlat ? "fan flat" : "fan", style: { "--gaps": Math.max(1, row.length - 1) } },
    row.map((button, index) => ({ ...button, props: { ...button.props, style: { "--i": (index - (row.length - 1) / 2).toFixed(1) } } })),
  );

function cardButton(view, card, key, { isTurn, isLifted }) {
  const { now, own } = view;
  const isAllowed = isTurn && waysOf(now.legal, card.text).length > 0;
  const classes = ["card", cardClass(card), isTurn && (isAllowed ? "may" : "dim"), isLifted && "lifted"];
  const why = isTurn && !isAllowed && (now.why[`play ${card.text}`]?.reason ?? (now.playsTop ? phrase("table-only-top") : phrase("table-not-now")));
  return h(
    "button",
    {
      key,
      class: classes.filter(Boolean).join(" "),
      "data-key": `card ${key}`,
      "data-card": `${own} ${card.text}`,
      "aria-disabled": isAllowed ? null : "true",
      "aria-pressed": isLifted ? "true" : null,
      onclick: (event) => view.tapCard(card.text, key, event.currentTarget),
    },
    cardFace(card),
    why && h("span", { class: "visually-hidden" }, `, ${phrase("table-card-not-now", { why: why.replaceAll("`", "") })}`),
  );
}

/** Returns a card that the player does not see, and may have to play. */
function back(view, place) {
  const isAllowed = waysOf(view.now.legal, "top").length > 0;
  return h(
    "button",
    {
      key: `back ${place}`,
      class: isAllowed ? "card back may" : "card back",
      "data-key": `back ${place}`,
      "data-card": `${view.own} top`,
      "aria-disabled": isAllowed ? null : "true",
      onclick: (event) => view.tapCard("top", `back ${place}`, event.currentTarget),
    },
    h("span", { class: "visually-hidden" }, phrase("table-hidden-card")),
  );
}
