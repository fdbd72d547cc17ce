// The question that the sheet asks now, at the bottom of the page under the thumb.

import { SUIT_NAMES, SUITS } from "../clag-score/src/score/pack.js";
import { CLOSE, SCORES, UNDO, icon, suitShape, suitSign } from "../look/cards.js";
import { phrase, plain } from "../look/catalogue.js";
import { reportText } from "../look/reports.js";
import { h } from "../look/view.js";
import { barredText, callLabel, dealKind, signed, suitName, worthText } from "../look/words.js";
import { bidCorrection, standingEntries } from "./correct.js";
import { openScores } from "./menu.js";
import { messages } from "./messages.js";
import { stakes } from "./tricks.js";

/** @typedef {import("./keeper.js").Keeper} Keeper */

/** Most cards with which each number shows what it brings. */
const MOST_WITH_NOTES = 12;

/** Returns the dock. @param {Keeper} keeper */
export function dock(keeper) {
  const { sheet } = keeper;
  const question = keeper.editing !== null ? correction(keeper) : mayAnswer(keeper) ? QUESTIONS[sheet.phase](keeper) : waiting(keeper);
  return h(
    "section",
    { class: "dock", key: "dock", "aria-label": phrase("question") },
    messages(keeper),
    h(
      "div",
      { class: "head" },
      backButton(keeper),
      h(
        "div",
        {},
        h("h2", { id: "turn", tabindex: "-1", "aria-live": "polite" }, question.title),
        h("p", { class: question.kind }, [question.hint, sheet.phase !== "tricks" && dealKind(sheet.deal)].filter(Boolean).join(" · ")),
      ),
      h("button", { class: "icon", "data-key": "scores", "aria-label": phrase("keeper-scores"), onclick: () => openScores(keeper) }, icon(SCORES)),
    ),
    question.answers,
  );
}

/** Returns whether this phone may answer what is asked. @param {Keeper} keeper */
const mayAnswer = ({ sheet, mayEnter }) => mayEnter(sheet.actor);

/** What a phone shows while others are asked: the own bid. */
function waiting({ headline, options, own, sheet }) {
  const bid = own === null ? null : (sheet.deal.bids[own] ?? null);
  return { title: headline, hint: options.store.hint ?? "", answers: bid !== null && h("p", { class: "own-count", key: "own" }, phrase("keeper-own-bid", { bid })) };
}

/** Returns the button at the left: it takes back a half-filled part first, then the last entry. */
function backButton(keeper) {
  const { draft } = keeper;
  if (keeper.editing !== null) {
    return h("button", { class: "icon", "data-key": "leave bid", "aria-label": phrase("keeper-leave-bid"), onclick: () => keeper.edit(null) }, icon(CLOSE));
  }
  const part = [draft.taken, draft.suits].find((list) => list.length);
  const canUndo = part || keeper.mayUndo;
  const back = () => {
    if (part) keeper.change(() => part.pop());
    else if (canUndo) keeper.enter("undo");
  };
  return h("button", { class: "icon", "data-key": "undo", "aria-label": phrase("take-back"), "aria-disabled": canUndo ? null : "true", onclick: back }, icon(UNDO));
}

const QUESTIONS = {
  dealer: (keeper) => ({ title: keeper.headline, hint: phrase("keeper-tap-row"), answers: null }),
  first: (keeper) => ({ title: keeper.headline, hint: phrase("keeper-tap-row"), answers: null }),
  size,
  call,
  auction,
  name: nameTrump,
  bid: bids,
  tricks: (keeper) => (keeper.counted ? closing(keeper) : takers(keeper)),
};

/** Returns how many numbers are in a row, so that none is narrower than a finger. */
function columns(numbers) {
  if (numbers <= 6) return Math.max(numbers, 1);
  if (numbers <= 8) return 4;
  if (numbers <= 12) return 6;
  return numbers === MOST_WITH_NOTES + 1 ? 5 : 7;
}

/** Returns buttons with numbers. */
function numbers(label, buttons) {
  const isDense = buttons.length > MOST_WITH_NOTES + 1;
  return h(
    "div",
    { class: isDense ? "numbers dense" : "numbers", role: "group", "aria-label": label, style: { "--columns": columns(buttons.length) } },
    buttons,
  );
}

/** Returns a number to choose; one that is not allowed is struck out, and a tap shows the rule. */
const numberButton = (keeper, { number, key, label, note = null, why = null, choose, isPressed = null }) =>
  h(
    "button",
    {
      key: number,
      class: why ? "barred" : null,
      "data-key": key,
      "aria-disabled": why ? "true" : null,
      "aria-pressed": isPressed,
      "aria-label": why ? barredText(number, reportText(why.reason)) : label,
      onclick: () => (why ? keeper.report(why) : choose()),
    },
    number,
    !why && note && h("small", { "aria-hidden": "true" }, note),
  );

// --- before the bids -------------------------------------------------------------------------

function size(keeper) {
  const entries = keeper.sheet.legal().filter((text) => text.startsWith("cards "));
  const button = (entry) => numberButton(keeper, { number: Number(entry.slice(6)), key: entry, label: phrase("cards", { number: Number(entry.slice(6)) }), choose: () => keeper.enterTurn(entry) });
  return { title: keeper.headline, hint: "", answers: numbers(keeper.headline, entries.map(button)) };
}

function call(keeper) {
  const { draft, sheet } = keeper;
  const { groups } = sheet.rules.call;
  const declared = groups.flatMap((group) => group.choices);
  const toggle = (group, choice) => () =>
    keeper.change(() => {
      const had = draft.chosen.includes(choice);
      const others = group.kind === "any of" ? [choice] : group.choices;
      draft.chosen = draft.chosen.filter((one) => !others.includes(one));
      if (!had) draft.chosen.push(choice);
      draft.chosen.sort((a, b) => declared.indexOf(a) - declared.indexOf(b));
    });
  const isIncomplete = groups.some((group) => group.kind === "one of" && !group.choices.some((choice) => draft.chosen.includes(choice)));
  const written = draft.chosen.map((name) => (/[,"]/.test(name) ? `"${name}"` : name));
  const enter = () => !isIncomplete && keeper.enterTurn(`call ${written.join(", ")}`.trim());
  return {
    title: keeper.headline,
    hint: "",
    answers: [
      groups.map((group, place) =>
        h(
          "fieldset",
          { class: "choices", key: place },
          h("legend", {}, phrase("keeper-group", { kind: group.kind.replaceAll(" ", "-") })),
          group.choices.map((choice) =>
            h(
              "button",
              { key: choice, class: "button", "data-key": `call ${choice}`, "aria-pressed": String(draft.chosen.includes(choice)), onclick: toggle(group, choice) },
              choice,
            ),
          ),
        ),
      ),
      h(
        "button",
        { class: "button main wide", key: "call", "data-key": "call", "aria-disabled": isIncomplete ? "true" : null, onclick: enter },
        isIncomplete ? phrase("keeper-call-what") : callLabel(draft.chosen),
      ),
    ],
  };
}

/** The auction: the number of tricks first, then the trump of it. */
function auction(keeper) {
  const { draft, sheet } = keeper;
  const legal = sheet.legal();
  const offers = legal.flatMap((text) => {
    const found = /^auction (\d+)(\S+)$/.exec(text);
    return found ? [{ text, level: found[1], trump: found[2] }] : [];
  });
  const levels = [...new Set(offers.map(({ level }) => level))];
  const level = levels.length === 1 ? levels[0] : draft.level;
  const choose = (number) => () => keeper.change(() => {
    draft.level = number;
  });
  const trumps = [...SUITS, "NT"].filter((trump) => offers.some((one) => one.trump === trump));
  return {
    title: keeper.headline,
    hint: level === null ? phrase("keeper-level") : phrase("keeper-suit-of", { level }),
    answers: [
      highestCall(sheet),
      numbers(
        phrase("keeper-level"),
        levels.map((number) => numberButton(keeper, { number, key: `level ${number}`, label: number, choose: choose(number), isPressed: String(number === level) })),
      ),
      h(
        "div",
        { class: "choices row" },
        legal.includes("pass") && h("button", { class: "button", "data-key": "pass", onclick: () => keeper.enterTurn("pass") }, phrase("pass")),
        trumps.map((trump) => {
          const entry = offers.find((one) => one.level === level && one.trump === trump)?.text;
          return trumpButton(trump === "NT" ? null : trump, entry ?? `auction ${trump}`, entry ? () => keeper.enterTurn(entry) : null);
        }),
      ),
    ],
  };
}

/** Returns the highest call of the auction so far. */
function highestCall(sheet) {
  const entries = standingEntries(sheet);
  const start = entries.findLastIndex((entry) => !/^(auction|pass)/.test(entry)) + 1;
  const [, level, trump] = /^auction .*?(\d+)([SHDC]|NT)$/.exec(entries.slice(start).findLast((entry) => entry !== "pass") ?? "") ?? [];
  return level && h("p", { class: "on-page small", key: "highest" }, `${phrase("keeper-highest")} ${level} `, trump === "NT" ? phrase("keeper-none") : suitSign(trump));
}

/** Returns the button of a suit, or of no trump. Without an action it is not allowed now. */
const trumpButton = (suit, key, choose, isPressed = null) =>
  h(
    "button",
    {
      key,
      class: "button suit-button on-page",
      "data-key": key,
      "aria-label": suit ? suitName(suit) : phrase("no-trump"),
      "aria-pressed": isPressed,
      "aria-disabled": choose ? null : "true",
      onclick: choose,
    },
    suit ? suitShape(suit) : phrase("no-trump"),
  );

/** The trump that is named: a suit, none, or the suits in their order, the highest first. */
function nameTrump(keeper) {
  const legal = keeper.sheet.legal();
  const isOrder = legal.some((text) => text.startsWith("order"));
  return {
    title: keeper.headline,
    hint: isOrder ? phrase("keeper-order-hint") : "",
    answers: [suitChoices(legal, keeper.enterTurn), isOrder && orderChoices(keeper, legal)],
  };
}

/**
 * Returns a button for each single trump among entries.
 * @param {string[]} legal
 * @param {(entry: string) => void} enter
 */
export function suitChoices(legal, enter) {
  const entry = (suit) => `trump ${suit ? SUIT_NAMES[suit] : "none"}`;
  const trumps = [...SUITS, null].filter((suit) => legal.includes(entry(suit)));
  return trumps.length > 0 && h("div", { class: "choices row" }, trumps.map((suit) => trumpButton(suit, entry(suit), () => enter(entry(suit)))));
}

function orderChoices(keeper, legal) {
  const { draft } = keeper;
  const suits = SUITS.filter((suit) => legal.some((text) => text.startsWith("order") && text.includes(` ${suit}`)));
  const add = (suit) => () => {
    if (draft.suits.includes(suit)) return;
    draft.suits.push(suit);
    if (draft.suits.length === suits.length) keeper.enterTurn(`order ${draft.suits.join(" ")}`);
    else keeper.draw();
  };
  return [
    draft.suits.length > 0 && h("p", { class: "on-page order" }, draft.suits.map((suit, place) => [place > 0 && " › ", suitShape(suit)])),
    h("div", { class: "choices row" }, suits.map((suit) => trumpButton(suit, `order ${suit}`, add(suit), String(draft.suits.includes(suit))))),
  ];
}

// --- bids ------------------------------------------------------------------------------------

function bids(keeper) {
  const { draft, sheet } = keeper;
  const { cards } = sheet.deal;
  const legal = sheet.legal();
  const isBlind = legal.includes("look");
  const all = Array.from({ length: cards + 1 }, (_, bid) => bid);
  draft.stakes ??= stakes(sheet, all.map((bid) => [sheet.actor, bid]));
  const worth = draft.stakes;
  const open = sheet.seats.filter((line) => (sheet.deal.bids[line] ?? null) === null).length;
  const button = (bid) => {
    const entry = `bid ${bid}${isBlind ? " blind" : ""}`;
    return bidButton(keeper, bid, entry, legal.includes(entry) ? null : sheet.whyNot(entry), worth[bid], () => keeper.enterTurn(entry));
  };
  return {
    title: keeper.headline,
    hint: [phrase("keeper-still-to-bid", { number: open }), isBlind && phrase("bid-is-blind")].filter(Boolean).join(" · "),
    answers: [
      isBlind && h("button", { class: "button wide", key: "look", "data-key": "look", onclick: () => keeper.enterTurn("look") }, phrase("keeper-look")),
      numbers((isBlind ? phrase("keeper-bids-blind") : phrase("bids-label")), all.map(button)),
    ],
  };
}

function bidButton(keeper, bid, key, why, stake, choose) {
  const made = stake && stake.made !== null ? signed(stake.made) : "";
  const { least = null, most = null } = stake ?? {};
  const missed = least === null ? "" : least === most ? signed(least) : `${plain(least)}…${plain(most)}`;
  const note = keeper.sheet.deal.cards <= MOST_WITH_NOTES ? made : null;
  return numberButton(keeper, { number: bid, key, label: worthText(bid, made, missed), note, why, choose });
}

/** A bid that was entered wrongly. */
function correction(keeper) {
  const { sheet, editing } = keeper;
  const corrected = bidCorrection(sheet, editing);
  const all = Array.from({ length: sheet.deal.cards + 1 }, (_, bid) => bid);
  const button = (bid) => {
    const { why, entries } = corrected(bid);
    return bidButton(keeper, bid, `correct bid ${bid}`, why, null, () => keeper.enterAll(entries));
  };
  return {
    title: phrase("keeper-correcting-bid", { name: sheet.names[editing] }),
    hint: phrase("keeper-correcting-hint", { bid: sheet.deal.bids[editing] }),
    answers: numbers(phrase("bids-label"), all.map(button)),
  };
}

// --- tricks and the end ----------------------------------------------------------------------

function closing(keeper) {
  const { draft, sheet } = keeper;
  const { left, given, entry, results, needsSecondTap } = keeper.counted;
  const { cards } = sheet.deal;
  const made = results.filter(({ isMade }) => isMade).length;
  const hasBids = results.every(({ isMade }) => isMade !== null);
  const title = left ? (hasBids ? (left > 0 ? phrase("keeper-who-took-more") : phrase("keeper-who-took-fewer")) : keeper.headline) : phrase("keeper-close-the-deal");
  const everybody = hasBids && made === results.length;
  const press = () => {
    if (needsSecondTap) keeper.change(() => {
      draft.isSure = true;
    });
    else keeper.enter(entry);
  };
  const label = () => {
    if (left) return phrase("keeper-given", { given, number: cards });
    if (needsSecondTap) return phrase("keeper-everybody-made");
    if (everybody) return draft.isSure ? phrase("keeper-everybody-made-sure") : phrase("keeper-everybody-made");
    return hasBids ? phrase("keeper-close-with", { made, missed: results.length - made }) : phrase("keeper-close");
  };
  return {
    title,
    hint: left > 0 ? phrase("keeper-not-given", { number: left }) : left < 0 ? phrase("keeper-too-many", { number: -left }) : phrase("keeper-all-there"),
    kind: left ? "missed" : "made",
    answers: h("button", { class: "button main wide", key: "close", "data-key": "close", "aria-disabled": left ? "true" : null, onclick: press }, label()),
  };
}

function takers(keeper) {
  const { draft, sheet } = keeper;
  return { title: phrase("keeper-who-took", { trick: draft.taken.length + 1, cards: sheet.deal.cards }), hint: phrase("keeper-tap-row"), answers: null };
}
