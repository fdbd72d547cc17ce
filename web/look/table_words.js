/**
 * Sentences of the online table that are made from several messages of the catalogue.
 * @module
 */

import { SUIT_SIGNS } from "../clag-score/src/score/pack.js";
import { capital, phrase, plain } from "./catalogue.js";
import { reportText } from "./reports.js";
import { range, suitName } from "./words.js";

/** Returns the name of a card. @param {import("./playing_cards.js").Card} card */
export function cardName({ text, rank, suit, copy }) {
  if (suit === null) return text;
  return copy ? phrase("card-of-pack", { rank, suit, copy }) : phrase("card", { rank, suit });
}

const WAY = /^(high|low)? ?(?:asks (?:(highest|lowest) )?(?:of )?(.+))?$/;

/** Returns what a special card asks for. */
function demandText(which, asked) {
  if (asked.startsWith("n")) return phrase("table-asks-for", { what: asked.slice(0, 4) === "next" ? "next" : "nothing", suit: "" });
  return phrase("table-asks-for", { what: which ?? "suit", suit: asked });
}

/** Returns a card or a power in a few words: "ace of diamonds", "low", "asks highest hearts". @param {string} face */
export function faceText(face) {
  const [, rank, suit] = /^(10|[2-9AKQJ])([SHDC])\d*$/.exec(face) ?? [];
  if (rank) return phrase("card", { rank, suit });
  const [, power, which, asked] = WAY.exec(face) ?? [];
  if (!power && !asked) return face;
  return [power && phrase("table-power", { power }), asked && demandText(which, asked)].filter(Boolean).join(" ");
}


/** Most letters of a name in a sentence. */
const LONGEST_IN_SENTENCE = 12;

/** Returns a name, shortened where a line has no room for it. */
const short = (name) => ([...name].length > LONGEST_IN_SENTENCE ? `${[...name].slice(0, LONGEST_IN_SENTENCE - 1).join("")}…` : name);

/** Returns what is special about the deal, or how many cards it has. @param {import("../table/now.js").Now} now */
export const kindOfDeal = ({ calls, kind, cards }) => calls.join(", ") || kind || (cards === null ? "" : phrase("cards", { number: cards }));

/** Returns what a card was played as. @param {string} as */
export const playedAsText = (as) => (as.startsWith("asks") ? faceText(as) : phrase("table-played-as", { face: faceText(as) }));

/** Returns who has won. @param {import("../table/now.js").Now} now */
export const resultOfMatch = ({ winners, names }) => (winners ? phrase("wins", { names: winners.map((seat) => names[seat]) }) : phrase("table-match-over"));

/** Returns who must still do something. */
const waitsFor = ({ names }, seats) => phrase("table-waits-for", { names: seats.map((seat) => names[seat]) });

/** Returns what somebody asks everybody. @param {import("../table/now.js").Now} now */
function asksAll({ question: { about, seat, action = "", after }, names, you }) {
  const isOwn = seat === you.seat;
  if (about === "claim") return isOwn ? phrase("table-you-claim") : phrase("table-claims", { name: names[seat] });
  const what = action.startsWith("play ") ? phrase("table-the-card", { face: faceText(action.slice(5)) }) : action;
  const asks = isOwn ? phrase("table-you-ask-undo", { action: what }) : phrase("table-asks-undo", { name: short(names[seat]), action: what });
  return after ? `${asks}, ${phrase("table-and-after", { number: after })}` : asks;
}

function askHint({ phase, hasBid, legal }) {
  if (phase === "name") return legal.some((entry) => entry.startsWith("order")) && phrase("table-highest-suit-first");
  if (phase !== "bid") return "";
  const made = hasBid.filter(Boolean).length;
  return legal.includes("look") ? phrase("bid-is-blind") : phrase("table-have-bid", { made, all: hasBid.length });
}

function ledText(trick) {
  const [{ card, as }] = trick;
  const suit = /^(?:10|[2-9AKQJ])([SHDC])\d*$/.exec(as ?? card)?.[1];
  return suit ? phrase("table-led", { suit }) : phrase("table-card-led", { card });
}

/** Returns the line of the player, and a hint. @param {Pick<import("../table/page.js").TableView, "now" | "own" | "held" | "isWatching">} view */
export function headline({ now, own, held, isWatching }) {
  const { actors, names, phase, trick, bids, question } = now;
  if (phase === "over") return [resultOfMatch(now)];
  if (!isWatching && now.you.may === "nothing") return [phrase("table-bot-plays")];
  if (question) return [asksAll(now), question.waits.includes(now.you.seat) ? phrase("table-do-you-agree") : waitsFor(now, question.waits)];
  if (now.isAsked && phase === "play") {
    const turn = phrase("table-turn");
    if (now.playsTop) return [turn, phrase("table-only-top-card")];
    return [turn, trick.length ? ledText(trick) : Object.keys(now.why).length ? phrase("table-lead-allowed") : phrase("table-lead-any")];
  }
  if (now.isAsked) return [phrase("table-asks", { phase }), askHint(now)];
  if (held && !isWatching) return [held.seat === own ? phrase("table-you-take") : phrase("table-takes", { name: short(names[held.seat]) })];
  if (phase === "bid" && actors.length > 1) return [phrase("table-bids-hidden"), waitsFor(now, actors)];
  if (phase === "bid" && now.hasBid[own] && bids[own] === null) return [phrase("table-you-have-bid")];
  return [actors.length ? phrase("table-others-act", { phase, name: short(names[actors[0]]) }) : ""];
}

/** Returns what a seat still needs for its bid. @param {number} left @param {string | null} contract */
export function needText(left, contract) {
  if (left < 0) return phrase("table-need-over", { number: -left });
  if (contract === "made") return phrase("is-made");
  if (contract === "lost") return phrase("is-missed");
  return left > 0 ? phrase("table-need-to-win", { number: left }) : phrase("table-need-no-more");
}

/** Returns the points of a missed bid: 0, −3 to −1. @param {number | null} least @param {number | null} most */
export const missedText = (least, most) => (least === null ? "" : range([least, most]));

/** Returns a way to play a card, as the label of its button. @param {string} way "" is as itself @param {boolean} isHidden */
export function wayLabel(way, isHidden) {
  if (!way) return isHidden ? phrase("table-whatever-it-is") : phrase("table-as-itself");
  if (!way.startsWith("as ")) return capital(faceText(way));
  const face = faceText(way.slice(3));
  return isHidden ? phrase("table-if-wild", { face }) : phrase("table-as-the", { face });
}

/** Returns a card in short form: Q♠. @param {string} text */
const shortCard = (text) => text.replace(/^(10|[2-9AKQJ])([SHDC])/, (_, rank, suit) => rank + SUIT_SIGNS[suit]);

const trumpText = (suit = null) => (suit === null ? phrase("event-no-trump") : suitName(suit));

/** Returns a made bid as a line of the log. */
function bidText({ bid, blind, again }, name) {
  if (again) return phrase("event-bid-changed", { name, bid });
  if (bid === undefined) return blind ? phrase("event-bid-hidden-blind", { name }) : phrase("event-bid-hidden", { name });
  return blind ? phrase("event-bid-blind", { name, bid }) : phrase("event-bid", { name, bid });
}

/** Returns a turned card as a line of the log. */
function turnedText({ card, before = [], means = "its suit" }) {
  if (!card) return phrase("event-none-turned");
  const cards = [...before, card].map(shortCard);
  const turned = phrase("event-turned", { cards: cards.join(phrase("then")), number: cards.length });
  if (means === "its suit") return phrase("event-turned-trump", { turned, suit: card.match(/[SHDC]/)[0] });
  return means === "no trump" ? phrase("event-turned-none", { turned }) : turned;
}

const EVENTS = {
  DealerDrawn: (_, name) => phrase("event-dealer-drawn", { name }),
  BidderDrawn: (_, name) => phrase("event-bidder-drawn", { name }),
  DealBegun: ({ deal, name: kind, dealer }, _, names) =>
    kind === "normal" ? phrase("event-deal", { deal, dealer: names[dealer] }) : phrase("event-deal-named", { deal, kind, dealer: names[dealer] }),
  CardsPicked: ({ cards: number }, name) => phrase("event-cards-picked", { name, number }),
  FirstCardsDealt: ({ first: number }) => phrase("event-first-cards", { number }),
  CardsDealt: ({ cards: number }) => phrase("event-cards", { number }),
  CallMade: ({ calls }, name) => (calls.length ? phrase("event-call", { name, calls: calls.join(", ") }) : phrase("event-call-nothing", { name })),
  AuctionSaid: ({ number, trump }, name) => phrase("event-auction", { name, number, trump: trumpText(trump) }),
  AuctionWon: ({ number, trump }, name) => phrase("event-auction-won", { name, number, trump: trumpText(trump) }),
  Passed: (_, name) => phrase("event-passed", { name }),
  DealThrownIn: ({ deal }) => phrase("event-thrown-in", { deal }),
  TrumpNamed: ({ trump }, name) =>
    phrase("event-trump-named", { name, trump: trump.length > 1 ? trump.map(suitName).join(", ") : trumpText(trump[0]) }),
  TrumpTurned: turnedText,
  TrumpDrawn: ({ suit }) => phrase("event-trump-drawn", { suit }),
  Looked: (_, name) => phrase("event-looked", { name }),
  BidMade: bidText,
  BidsTold: ({ bids }, _, names) => phrase("event-bids-told", { bids: bids.map((bid, seat) => `${names[seat]} ${bid}`).join(", ") }),
  CardPlayed: ({ card, face }, name) => {
    if (!face) return phrase("event-played", { name, card: shortCard(card) });
    const [, way] = face.startsWith(`${card} `) ? face.split(`${card} `) : [];
    if (way) return phrase("event-played", { name, card: `${card} ${faceText(way)}` });
    return face === card ? phrase("event-played", { name, card }) : phrase("event-played-as", { name, card: shortCard(card), face: shortCard(face) });
  },
  TrickWon: ({ trick }, name) => phrase("event-trick-won", { name, trick }),
  DealScored: ({ deal, scores }, _, names) =>
    phrase("event-scored", { deal, scores: scores.map((score, seat) => `${names[seat]} ${score < 0 ? "" : "+"}${plain(score)}`).join(", ") }),
  MatchWon: ({ winners }, _, names) => phrase("event-match-won", { names: winners.map((seat) => names[seat]) }),
};

/** Returns an event of the match as a line of the log. @param {import("../table/now.js").SeenEvent} event @param {string[]} names */
export const eventText = (event, names) => EVENTS[event.kind]?.(event, names[event.seat], names) ?? reportText(event.text);
