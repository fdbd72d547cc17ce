// Tricks that are being counted: a draft until the deal is closed.
//
// Everybody begins as having made the bid; only who has not is put right. Without bids everybody
// begins with none.

import { evaluate, once, sum } from "../clag-score/src/score/expressions.js";

/** @typedef {import("../clag-score/src/sheet/sheet.js").Sheet} Sheet */

/**
 * The half-filled answer to a question. `asked` is the kind of entry that the tricks need, null in
 * other phases. `tricks` and `points` are by seat, `taken` has the seat that took each trick, `stakes`
 * what a made or missed bid is worth, by seat.
 * @typedef {{question: string, asked: string | null, tricks: number[], points: string[], isTouched: boolean, isSure: boolean,
 *   taken: number[], chosen: string[], suits: string[], level: string | null,
 *   stakes: (import("../clag-score/src/sheet/stake.js").Stake | null)[] | null}} Draft
 */

const MOST_MILLISECONDS = 80;

/** Returns a text that changes as soon as a sheet asks something else. @param {Sheet} sheet */
export const questionOf = (sheet) =>
  once(sheet, "question", () => (sheet.over ? "over" : JSON.stringify([sheet.phase, sheet.deal.deal, sheet.actor, sheet.deal.bids, sheet.seats])));

/** Returns an empty draft for what a sheet asks. @param {Sheet} sheet @returns {Draft} */
export function newDraft(sheet) {
  const { bids } = sheet.deal;
  return {
    question: questionOf(sheet),
    asked: sheet.phase === "tricks" ? sheet.tricksAsked() : null,
    tricks: sheet.phase === "tricks" ? sheet.seats.map((line) => bids[line] ?? 0) : [],
    points: sheet.seats.map(() => ""),
    isTouched: false,
    isSure: false,
    taken: [],
    chosen: [],
    suits: [],
    level: null,
    stakes: null,
  };
}

/**
 * Returns what some bids of a line are worth, as far as that is known at once.
 * @param {Sheet} sheet
 * @param {(number | null)[][]} asked pairs of a line and a bid
 */
export function stakes(sheet, asked) {
  const until = performance.now() + MOST_MILLISECONDS;
  return asked.map(([line, bid]) => {
    if (bid === null || performance.now() > until) return null;
    try {
      return sheet.stake(line, bid);
    } catch {
      return null; // rules that have no value for it
    }
  });
}

/** Returns whether the rules say that a player's own figures make the contract; null if more counts. */
function isMade({ rules, deal: { cards } }, figures) {
  try {
    return evaluate(rules.completed.condition, { ...rules.names, cards, ...figures });
  } catch {
    return null; // there is no contract, or not all of it is known yet
  }
}

/** @typedef {ReturnType<typeof counting>} Counting */

/**
 * Returns what the counted tricks come to: the entry, how many tricks are left over, whether a tap
 * closes the deal, and for each seat whether the bid was made and its points, null if not known yet.
 * @param {Sheet} sheet
 * @param {Draft} draft
 */
export function counting(sheet, draft) {
  const { deal, seats } = sheet;
  const points = draft.asked === "points" ? ` points ${draft.points.map((text) => text || 0).join(" ")}` : "";
  const entry = `won ${draft.tricks.join(" ")}${points}`;
  const given = sum(draft.tricks);
  const left = deal.cards - given;
  const after = left === 0 && sheet.whyNot(entry) === null ? sheet.apply(entry) : null;
  const row = after?.rows[sheet.rows.length];
  draft.stakes ??= stakes(sheet, seats.map((line) => [line, deal.bids[line] ?? null]));
  const results = seats.map((line, seat) => {
    const bid = deal.bids[line];
    const tricks = draft.tricks[seat];
    if (row) return { isMade: row.completed[line], points: row.points[line] };
    const made = tricks === bid;
    const stake = draft.stakes[seat];
    return { isMade: isMade(sheet, { bid, tricks, made }), points: stake && (made ? stake.made : stake.least === stake.most ? stake.least : null) };
  });
  const isUnchanged = seats.every((line, seat) => draft.tricks[seat] === deal.bids[line]);
  return { entry, left, given, results, needsSecondTap: left === 0 && isUnchanged && !draft.isTouched && !draft.isSure };
}
