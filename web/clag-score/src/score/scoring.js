// Scores, running totals, the winners of deals and of the match, and payments.
//
// `takingsOf` validates the bids, tricks and points of a deal and returns the variables that each
// player's score reads. `scoredDeal` scores them, and `counted` adds the result to the standings.

import { choosesBid, hasAuction, SIGHTS } from "./bids.js";
import { evaluate, named, of, reads, sum } from "./expressions.js";
import { refuse } from "./reasons.js";
import { after, isOfRow } from "./table.js";
import { pointsOfWinners, possibleTogether, somePoints, worths } from "./worths.js";

/** Whether a player completed the contract, by kind of contract; null if it does not count. */
export const CONTRACTS = {
  when: (contract, names) => evaluate(contract.condition, names),
  "not counted": () => null,
};

const OF_BIDS = ["bid", "bids", "highest_bid", "same_bids", "made", "makers", "blind"];

/** Returns whether a deal counts in a run or tally: it has all variables that the latter reads. */
export function countsIn(one, rules) {
  const read = one.kind === "row_made" ? new Set(["made"]) : reads(one.expression);
  if (!hasAuction(rules) && read.has("auction")) return false;
  if (!of(SIGHTS, rules.sight) && read.has("blind")) return false;
  return rules.bid.kind !== "none" || !OF_BIDS.some((name) => read.has(name));
}

/** Returns whether a score, contract, run or tally depends on a variable, such as `points`. */
export const isNeeded = (name, rules, remembered) =>
  isScored(name, rules) ||
  remembered.some((one) => one.expression && countsIn(one, rules) && reads(one.expression).has(name));

export const isScored = (name, { score, completed }) =>
  reads(score).has(name) || reads(completed).has(name);

/**
 * Returns the variables that each player's score reads; throws Refused if the figures are invalid.
 * @param {{cards: number, bids: number[] | null, tricks: number[], taken?: number[] | null,
 *   points?: number[] | null, past: object[], asked: boolean, trump?: string | null}} told by seat;
 *   `taken` has the winner of each trick, `points` the points in each player's tricks, `past` runs
 *   and tallies; with `asked` the points must be known, otherwise possible ones are assumed
 */
export function takingsOf(rules, told) {
  const { cards, tricks, past } = told;
  const bids = checkedBids(rules, cards, told.bids);
  checkTricks(rules, cards, tricks);
  const points = told.points
    ? checkedPoints(rules, cards, tricks, told.points)
    : pointsOf(rules, told);
  const most = Math.max(...tricks);
  const shared = { cards, most, most_count: tricks.filter((won) => won === most).length };
  if (told.trump) shared.trump = told.trump;
  if (bids) {
    shared.bids = sum(bids);
    shared.highest_bid = Math.max(...bids);
    shared.makers = bids.filter((bid, seat) => bid === tricks[seat]).length;
  }
  return tricks.map((won, seat) => ({
    ...shared,
    tricks: won,
    points: points[seat],
    past: past[seat],
    ...(bids && {
      bid: bids[seat],
      same_bids: bids.filter((bid) => bid === bids[seat]).length - 1,
    }),
  }));
}

function checkedBids(rules, cards, bids) {
  if (rules.bid.kind === "none") {
    if (bids) refuse("U605", `there are no bids in \`${rules.name}\`: leave them out`);
    return null;
  }
  if (!choosesBid(rules)) {
    const { number } = rules.bid;
    if (bids && (bids.length !== rules.players || bids.some((bid) => bid !== number))) {
      refuse("U605", `every bid is fixed at \`${number}\` in \`${rules.name}\``);
    }
    return Array(rules.players).fill(number);
  }
  if (!bids) refuse("U605", `the bids of \`${rules.name}\` are missing: give one for each player`);
  if (bids.length !== rules.players) {
    refuse("U605", `\`${bids.length}\` bids for \`${rules.players}\` players`);
  }
  const wrong = bids.find((bid) => !(Number.isInteger(bid) && bid >= 0 && bid <= cards));
  if (wrong !== undefined) {
    refuse("U605", `\`${wrong}\` cannot be bid: a bid must be from \`0\` to \`${cards}\` here`);
  }
  return bids;
}

function checkTricks({ players }, cards, tricks = []) {
  if (tricks.length !== players) {
    refuse("U606", `\`${tricks.length}\` numbers of tricks for \`${players}\` players`);
  }
  const wrong = tricks.find((won) => !Number.isInteger(won) || won < 0);
  if (wrong !== undefined) refuse("U606", `\`${wrong}\` is not a number of tricks`);
  if (sum(tricks) !== cards) {
    refuse("U606", `the tricks add up to \`${sum(tricks)}\`, but \`${cards}\` ${cards === 1 ? "is" : "are"} played`);
  }
}

/** @param {{cards: number, tricks: number[], taken?: number[] | null, asked: boolean}} told */
function pointsOf(rules, told) {
  const { cards, tricks, taken, asked } = told;
  const known = worths(rules, cards);
  const { name } = rules;
  if (!taken) {
    if (known.each !== null) return tricks.map((won) => won * known.each);
    if (!asked) return somePoints(rules, cards, tricks.flatMap((won, seat) => Array(won).fill(seat)));
    const needed = known.byTakers
      ? "give the player who took each"
      : "give each player's points";
    refuse("U607", `the tricks of \`${name}\` differ in value: ${needed}`);
  }
  const agrees = tricks.every((won, seat) => taken.filter((one) => one === seat).length === won);
  if (taken.length !== cards || !agrees) {
    refuse("U607", "the players who took the tricks do not match each player's number of tricks");
  }
  if (!known.byTakers) {
    if (!asked) return somePoints(rules, cards, taken);
    const needed = "give each player's points";
    refuse("U607", `the cards decide what the tricks of \`${name}\` are worth: ${needed}`);
  }
  const points = tricks.map(() => 0);
  taken.forEach((seat, trick) => {
    points[seat] += known.choices[trick][0];
  });
  return points;
}

function checkedPoints(rules, cards, tricks, points) {
  const { name, players } = rules;
  if (points.length !== players) {
    refuse("U607", `\`${points.length}\` numbers of points for \`${players}\` players`);
  }
  const possible = pointsOfWinners(rules, cards);
  tricks.forEach((won, seat) => {
    if (!possible[won].has(points[seat])) {
      const worth = `\`${points[seat]}\` point${points[seat] === 1 ? "" : "s"}`;
      const tricks = `\`${won}\` trick${won === 1 ? "" : "s"} of \`${name}\``;
      refuse("U607", `${tricks} cannot be worth ${worth}`);
    }
  });
  if (!possibleTogether(possible, tricks, points)) {
    const every = [...possible[cards]].sort((a, b) => a - b);
    const [total, low, high] = [sum(points), every[0], every.at(-1)];
    let reason = "their tricks cannot be worth that together";
    if (low === high && total !== low) reason = `they must add up to ${low}`;
    else if (total < low || total > high) {
      reason = `all tricks together are worth ${low} to ${high}`;
    }
    refuse("U607", `the players of \`${name}\` cannot have \`${points.join(" ")}\` points: ${reason}`);
  }
  return points;
}

// --- the result of a deal ------------------------------------------------------------------

/** Returns all variables of one player that a score, contract, run or tally may read. */
function takenNames(rules, deal, { past, ...taking }) {
  const names = named(rules.names, past, { deal }, taking);
  if (taking.bid === undefined) return names;
  names.made = taking.bid === taking.tricks;
  names.blind ??= false;
  if (names.row_made !== undefined && names.made) names.row_made += 1; // includes this deal
  return names;
}

/** Returns one player's score in a deal, and whether the contract is completed. */
export function seatResult(rules, deal, taking) {
  const names = takenNames(rules, deal, taking);
  return {
    score: evaluate(rules.score, names),
    points: taking.points,
    completed: of(CONTRACTS, rules.completed.kind)(rules.completed, names),
  };
}

/**
 * Returns each player's result of a deal, by how many tricks they missed their bids, and their runs
 * and tallies after it.
 * @param {Record<string, number>[]} past each player's runs and tallies before it
 */
export function scoredDeal(rules, deal, takings, past, remembered) {
  const results = takings.map((taking) => seatResult(rules, deal.number, taking));
  const moved = past.map((own, seat) => {
    const names = takenNames(rules, deal.number, takings[seat]);
    names.scored = results[seat].score; // only runs and tallies read it
    const now = remembered.map((one) => [
      one.name,
      countsIn(one, rules) ? after(one, own[one.name], names, results[seat].score) : own[one.name],
    ]);
    return named(Object.fromEntries(now));
  });
  const missed = takings.map(({ bid, tricks }) => Math.abs((bid ?? tricks) - tricks));
  return { results, missed, past: moved };
}

/** Returns the result of a deal that was passed out: no scores, and unchanged runs and tallies. */
export const thrownIn = (past) => ({
  results: past.map(() => ({ score: 0, points: 0, completed: null })),
  missed: past.map(() => 0),
  past,
});

/** Returns the standings before the first deal. */
export function noFigures({ players, remembered }) {
  const nothing = Array(players).fill(0);
  const past = nothing.map(() => named(...remembered.map(({ name }) => ({ [name]: 0 }))));
  return { totals: nothing, failed: nothing, completed: nothing, past };
}

/** Returns the standings after a deal; after a row's last deal, the row's figures are reset. */
export function counted(before, { results, past }, deal, remembered) {
  const ends = deal.inRow + 1 === deal.rowDeals;
  const rows = remembered.filter((one) => ends && isOfRow(one)).map(({ name }) => ({ [name]: 0 }));
  const count = (figures, value) =>
    figures.map((many, seat) => many + (results[seat].completed === value));
  return {
    totals: before.totals.map((total, seat) => total + results[seat].score),
    failed: count(before.failed, false),
    completed: count(before.completed, true),
    past: past.map((own) => named(own, ...rows)),
  };
}

// --- winners and payments ------------------------------------------------------------------

/** Whether a score wins the deal, given the highest score. */
export const DEAL_WINNERS = {
  "most points": (score, highest) => score === highest,
  "any points": (score, highest) => (highest > 0 ? score > 0 : score === highest),
};

/**
 * Returns everything that decides the next dealer: the lines of `eldest`, `winner`, `loser` and so
 * on.
 *
 * These are lines, not seats, because eldest hand (at the dealer's left) may sit out. `lines` has
 * the line of each seat, `circle` those of everybody at the table, clockwise. `totals` are those
 * after the deal.
 * @param {{rules: Record<string, any>, dealer: number}} deal
 * @param {{results: {score: number}[], missed: number[]}} brought
 * @param {number[]} totals
 * @param {number[]} lines
 * @param {number[]} circle
 */
export function dealEnd({ rules, dealer }, { results, missed }, totals, lines, circle) {
  const scores = results.map((one) => one.score);
  const won = of(DEAL_WINNERS, rules.won_by);
  const fromLeft = scores.map((_, step) => (dealer + step + 1) % scores.length);
  /** The line of the first seat from the dealer's left that has this figure. */
  const first = (figures, figure) => lines[fromLeft.find((seat) => figures[seat] === figure)];
  return {
    eldest: circle[(circle.indexOf(lines[dealer]) + 1) % circle.length],
    winner: lines[fromLeft.find((seat) => won(scores[seat], Math.max(...scores)))],
    loser: first(scores, Math.min(...scores)),
    most_missed: first(missed, Math.max(...missed)),
    lowest_total: first(totals, Math.min(...totals)),
  };
}

/** The merit of a player by each criterion: the higher the better. */
export const CRITERIA = {
  "highest total": (figures, seat) => figures.totals[seat],
  "fewest failed": (figures, seat) => -figures.failed[seat],
  "most completed": (figures, seat) => figures.completed[seat],
  "lowest total": (figures, seat) => -figures.totals[seat],
};

/** Returns the seats that win the match; each criterion breaks ties of the ones before it. */
export function winners(game, figures) {
  let tied = figures.totals.map((_, seat) => seat);
  for (const criterion of game.winner.criteria) {
    const merit = tied.map((seat) => of(CRITERIA, criterion)(figures, seat));
    const best = Math.max(...merit);
    tied = tied.filter((_, place) => merit[place] === best);
  }
  return tied;
}

/** Returns whether the match is over after this deal, with these figures. */
export function isOver({ game, names, schedule }, deal, figures) {
  if (deal === schedule.length) return true;
  if (!game.ends) return false;
  const { totals } = figures;
  const [first] = game.winner.criteria;
  const known = {
    deal,
    highest_total: Math.max(...totals),
    lowest_total: Math.min(...totals),
    leaders: winners({ winner: { criteria: [first] } }, figures).length,
  };
  return Boolean(evaluate(game.ends.condition, named(names, known)));
}

/**
 * Returns the exact payment that each seat receives, negative if it pays; the sum is zero.
 *
 * Each loser pays the mean of the settlement over the joint winners, who share it equally.
 * @returns {string[]} whole numbers, or fractions such as "5/2"
 */
export function payments({ game, names }, figures, won) {
  const whole = won.length ** 2;
  const paid = figures.totals.map(() => 0); // in units of 1 / `whole`
  const of = (who, seat) => ({
    [`${who}.total`]: figures.totals[seat],
    [`${who}.failed`]: figures.failed[seat],
    [`${who}.completed`]: figures.completed[seat],
  });
  const losers = paid.map((_, seat) => seat).filter((seat) => !won.includes(seat));
  for (const loser of game.settlement ? losers : []) {
    const due = sum(
      won.map((winner) =>
        evaluate(game.settlement.expression, named(names, of("loser", loser), of("winner", winner))),
      ),
    );
    paid[loser] -= due * won.length;
    for (const winner of won) paid[winner] += due;
  }
  return paid.map((parts) => fraction(parts, whole));
}

const common = (a, b) => (b ? common(b, a % b) : Math.abs(a));

function fraction(parts, whole) {
  const shared = common(parts, whole);
  return `${parts / shared}${shared === whole ? "" : `/${whole / shared}`}`;
}
