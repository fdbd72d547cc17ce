/**
 * Sentences of the online table that are made from several messages of the catalogue.
 * @module
 */

import { SUIT_SIGNS } from "../clag-score/src/score/pack.js";
import { plain, say } from "./catalogue.js";
import { toldText } from "./told.js";
import { range, suitName } from "./words.js";

/** Returns the name of a card. @param {import("./playing_cards.js").Card} card */
export function cardName({ text, rank, suit, copy }) {
  if (suit === null) return text;
  return copy ? say("card-of-pack", { rank, suit, copy }) : say("card", { rank, suit });
}

const WAY = /^(high|low)? ?(?:asks (?:(highest|lowest) )?(?:of )?(.+))?$/;

/** Returns what a special card asks for. */
function demandText(which, asked) {
  if (asked.startsWith("n")) return say("table-asks-for", { what: asked.slice(0, 4) === "next" ? "next" : "nothing", suit: "" });
  return say("table-asks-for", { what: which ?? "suit", suit: asked });
}

/** Returns a card or a power in a few words: "ace of diamonds", "low", "asks highest hearts". @param {string} face */
export function faceText(face) {
  const [, rank, suit] = /^(10|[2-9AKQJ])([SHDC])\d*$/.exec(face) ?? [];
  if (rank) return say("card", { rank, suit });
  const [, power, which, asked] = WAY.exec(face) ?? [];
  if (!power && !asked) return face;
  return [power && say("table-power", { power }), asked && demandText(which, asked)].filter(Boolean).join(" ");
}

const capital = (text) => `${text[0].toUpperCase()}${text.slice(1)}`;

/** Most letters of a name in a sentence. */
const LONGEST_IN_SENTENCE = 12;

/** Returns a name, shortened where a line has no room for it. */
const short = (name) => ([...name].length > LONGEST_IN_SENTENCE ? `${[...name].slice(0, LONGEST_IN_SENTENCE - 1).join("")}…` : name);

/** Returns what is special about the deal, or how many cards it has. @param {import("../table/now.js").Now} now */
export const kindOfDeal = ({ calls, kind, cards }) => calls.join(", ") || kind || (cards === null ? "" : say("cards", { number: cards }));

/** Returns what a card was played as. @param {string} as */
export const playedAsText = (as) => (as.startsWith("asks") ? faceText(as) : say("table-played-as", { face: faceText(as) }));

/** Returns who has won. @param {import("../table/now.js").Now} now */
export const resultOfMatch = ({ winners, names }) => (winners ? say("wins", { names: winners.map((seat) => names[seat]) }) : say("table-match-over"));

/** Returns who must still do something. */
const waitsFor = ({ names }, seats) => say("table-waits-for", { names: seats.map((seat) => names[seat]) });

/** Returns what somebody asks everybody. @param {import("../table/now.js").Now} now */
function asksAll({ question: { about, seat, action = "", after }, names, you }) {
  const isOwn = seat === you.seat;
  if (about === "claim") return isOwn ? say("table-you-claim") : say("table-claims", { name: names[seat] });
  const what = action.startsWith("play ") ? say("table-the-card", { face: faceText(action.slice(5)) }) : action;
  const asks = isOwn ? say("table-you-ask-undo", { action: what }) : say("table-asks-undo", { name: short(names[seat]), action: what });
  return after ? `${asks}, ${say("table-and-after", { number: after })}` : asks;
}

function askHint({ phase, hasBid, legal }) {
  if (phase === "name") return legal.some((entry) => entry.startsWith("order")) && say("table-highest-suit-first");
  if (phase !== "bid") return "";
  const made = hasBid.filter(Boolean).length;
  return legal.includes("look") ? say("table-bid-is-blind") : say("table-have-bid", { made, all: hasBid.length });
}

function ledText(trick) {
  const [{ card, as }] = trick;
  const suit = /^(?:10|[2-9AKQJ])([SHDC])\d*$/.exec(as ?? card)?.[1];
  return suit ? say("table-led", { suit }) : say("table-card-led", { card });
}

/** Returns the line of the player, and a hint. @param {Pick<import("../table/page.js").TableView, "now" | "own" | "held" | "isWatching">} view */
export function headline({ now, own, held, isWatching }) {
  const { actors, names, phase, trick, bids, question } = now;
  if (phase === "over") return [resultOfMatch(now)];
  if (!isWatching && now.you.may === "nothing") return [say("table-bot-plays")];
  if (question) return [asksAll(now), question.waits.includes(now.you.seat) ? say("table-do-you-agree") : waitsFor(now, question.waits)];
  if (now.isAsked && phase === "play") {
    const turn = say("table-turn");
    if (now.playsTop) return [turn, say("table-only-top-card")];
    return [turn, trick.length ? ledText(trick) : Object.keys(now.why).length ? say("table-lead-allowed") : say("table-lead-any")];
  }
  if (now.isAsked) return [say("table-asks", { phase }), askHint(now)];
  if (held && !isWatching) return [held.seat === own ? say("table-you-take") : say("table-takes", { name: short(names[held.seat]) })];
  if (phase === "bid" && actors.length > 1) return [say("table-bids-hidden"), waitsFor(now, actors)];
  if (phase === "bid" && now.hasBid[own] && bids[own] === null) return [say("table-you-have-bid")];
  return [actors.length ? say("table-others-act", { phase, name: short(names[actors[0]]) }) : ""];
}

/** Returns what a seat still needs for its bid. @param {number} left @param {string | null} contract */
export function needText(left, contract) {
  if (left < 0) return say("table-need-over", { number: -left });
  if (contract === "made") return say("table-need-made");
  if (contract === "lost") return say("table-need-missed");
  return left > 0 ? say("table-need-to-win", { number: left }) : say("table-need-no-more");
}

/** Returns the points of a missed bid: 0, −3 to −1. @param {number | null} least @param {number | null} most */
export const missedText = (least, most) => (least === null ? "" : range([least, most]));

/** Returns a way to play a card, as the label of its button. @param {string} way "" is as itself @param {boolean} isHidden */
export function wayLabel(way, isHidden) {
  if (!way) return isHidden ? say("table-whatever-it-is") : say("table-as-itself");
  if (!way.startsWith("as ")) return capital(faceText(way));
  const face = faceText(way.slice(3));
  return isHidden ? say("table-if-wild", { face }) : say("table-as-the", { face });
}

/** Returns a card in short form: Q♠. @param {string} text */
const shortCard = (text) => text.replace(/^(10|[2-9AKQJ])([SHDC])/, (_, rank, suit) => rank + SUIT_SIGNS[suit]);

const trumpText = (suit = null) => (suit === null ? say("event-no-trump") : suitName(suit));

/** Returns a made bid as a line of the log. */
function bidText({ bid, blind, again }, name) {
  if (again) return say("event-bid-changed", { name, bid });
  if (bid === undefined) return blind ? say("event-bid-hidden-blind", { name }) : say("event-bid-hidden", { name });
  return blind ? say("event-bid-blind", { name, bid }) : say("event-bid", { name, bid });
}

/** Returns a turned card as a line of the log. */
function turnedText({ card, before = [], means = "its suit" }) {
  if (!card) return say("event-none-turned");
  const cards = [...before, card].map(shortCard);
  const turned = say("event-turned", { cards: cards.join(say("then")), number: cards.length });
  if (means === "its suit") return say("event-turned-trump", { turned, suit: card.match(/[SHDC]/)[0] });
  return means === "no trump" ? say("event-turned-none", { turned }) : turned;
}

const EVENTS = {
  DealerDrawn: (_, name) => say("event-dealer-drawn", { name }),
  BidderDrawn: (_, name) => say("event-bidder-drawn", { name }),
  DealBegun: ({ deal, name: kind, dealer }, _, names) =>
    kind === "normal" ? say("event-deal", { deal, dealer: names[dealer] }) : say("event-deal-named", { deal, kind, dealer: names[dealer] }),
  CardsPicked: ({ cards: number }, name) => say("event-cards-picked", { name, number }),
  FirstCardsDealt: ({ first: number }) => say("event-first-cards", { number }),
  CardsDealt: ({ cards: number }) => say("event-cards", { number }),
  CallMade: ({ calls }, name) => (calls.length ? say("event-call", { name, calls: calls.join(", ") }) : say("event-call-nothing", { name })),
  AuctionSaid: ({ number, trump }, name) => say("event-auction", { name, number, trump: trumpText(trump) }),
  AuctionWon: ({ number, trump }, name) => say("event-auction-won", { name, number, trump: trumpText(trump) }),
  Passed: (_, name) => say("event-passed", { name }),
  DealThrownIn: ({ deal }) => say("event-thrown-in", { deal }),
  TrumpNamed: ({ trump }, name) =>
    say("event-trump-named", { name, trump: trump.length > 1 ? trump.map(suitName).join(", ") : trumpText(trump[0]) }),
  TrumpTurned: turnedText,
  TrumpDrawn: ({ suit }) => say("event-trump-drawn", { suit }),
  Looked: (_, name) => say("event-looked", { name }),
  BidMade: bidText,
  BidsTold: ({ bids }, _, names) => say("event-bids-told", { bids: bids.map((bid, seat) => `${names[seat]} ${bid}`).join(", ") }),
  CardPlayed: ({ card, face }, name) => {
    if (!face) return say("event-played", { name, card: shortCard(card) });
    const [, way] = face.startsWith(`${card} `) ? face.split(`${card} `) : [];
    if (way) return say("event-played", { name, card: `${card} ${faceText(way)}` });
    return face === card ? say("event-played", { name, card }) : say("event-played-as", { name, card: shortCard(card), face: shortCard(face) });
  },
  TrickWon: ({ trick }, name) => say("event-trick-won", { name, trick }),
  DealScored: ({ deal, scores }, _, names) =>
    say("event-scored", { deal, scores: scores.map((score, seat) => `${names[seat]} ${score < 0 ? "" : "+"}${plain(score)}`).join(", ") }),
  MatchWon: ({ winners }, _, names) => say("event-match-won", { names: winners.map((seat) => names[seat]) }),
};

/** Returns an event of the match as a line of the log. @param {import("../table/now.js").SeenEvent} event @param {string[]} names */
export const eventText = (event, names) => EVENTS[event.kind]?.(event, names[event.seat], names) ?? toldText(event.text);
