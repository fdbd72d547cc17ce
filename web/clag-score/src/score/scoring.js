// Scores, who has won the deal, who has won the match, and who pays whom.

import { choosesBid, hasAuction, SIGHTS } from "./bids.js";
import { evaluate, named, of, reads, sum } from "./expressions.js";
import { refuse } from "./reasons.js";
import { after, isOfRow } from "./table.js";
import { possiblePoints, possibleTogether, somePoints, worths } from "./worths.js";

/** Whether a deal completes a contract; null where it counts as none. */
export const CONTRACTS = {
  when: (contract, names) => evaluate(contract.condition, names),
  "not counted": () => null,
};

const OF_BIDS = ["bid", "bids", "made", "makers", "blind"];

/** Whether a deal has all the names that a run or a tally reads; else it is passed over. */
export function countsIn(one, rules) {
  const read = one.kind === "row_made" ? new Set(["made"]) : reads(one.expression);
  if (!hasAuction(rules) && read.has("auction")) return false;
  if (!of(SIGHTS, rules.sight) && read.has("blind")) return false;
  return rules.bid.kind !== "none" || !OF_BIDS.some((name) => read.has(name));
}

/** Whether a score, a contract, a run or a tally reads what the tricks of the deal are worth. */
export const pointsNeeded = (rules, remembered) =>
  pointsScored(rules) ||
  remembered.some((one) => one.expression && countsIn(one, rules) && reads(one.expression).has("points"));

export const pointsScored = ({ score, completed }) =>
  reads(score).has("points") || reads(completed).has("points");

/**
 * What the score of every player depends on; throws Refused where it does not fit the deal.
 * @param {{cards: number, bids: number[] | null, tricks: number[], taken?: number[] | null,
 *   points?: number[] | null, past: object[], asked: boolean}} told by seat; `taken` is the seat that
 *   won each trick, `points` what the tricks of each are worth, `past` what is remembered of each
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
  if (bids) {
    shared.bids = sum(bids);
    shared.makers = bids.filter((bid, seat) => bid === tricks[seat]).length;
  }
  return tricks.map((won, seat) => ({
    ...shared,
    tricks: won,
    points: points[seat],
    past: past[seat],
    ...(bids && { bid: bids[seat] }),
  }));
}

function checkedBids(rules, cards, bids) {
  if (rules.bid.kind === "none") {
    if (bids) refuse("U605", `no bids are made in \`${rules.name}\`: leave them out`);
    return null;
  }
  if (!choosesBid(rules)) {
    const { number } = rules.bid;
    if (bids && (bids.length !== rules.players || bids.some((bid) => bid !== number))) {
      refuse("U605", `every bid is fixed at \`${number}\` in \`${rules.name}\``);
    }
    return Array(rules.players).fill(number);
  }
  if (!bids) refuse("U605", `bids are made in \`${rules.name}\`: one for each player is needed`);
  if (bids.length !== rules.players) {
    refuse("U605", `\`${bids.length}\` bids for \`${rules.players}\` players`);
  }
  const wrong = bids.find((bid) => !(Number.isInteger(bid) && bid >= 0 && bid <= cards));
  if (wrong !== undefined) {
    refuse("U605", `\`${wrong}\` is no bid: a bid is from \`0\` to \`${cards}\` here`);
  }
  return bids;
}

function checkTricks({ players }, cards, tricks) {
  if (tricks.length !== players) {
    refuse("U606", `tricks of \`${tricks.length}\` players for \`${players}\` players`);
  }
  const wrong = tricks.find((won) => !Number.isInteger(won) || won < 0);
  if (wrong !== undefined) refuse("U606", `\`${wrong}\` is no number of tricks`);
  if (sum(tricks) !== cards) {
    refuse("U606", `the tricks come to \`${sum(tricks)}\`, but \`${cards}\` ${cards === 1 ? "is" : "are"} played`);
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
      ? "who took each of them is needed"
      : "the points of each player are needed";
    refuse("U607", `the tricks of \`${name}\` differ in value: ${needed}`);
  }
  const agrees = tricks.every((won, seat) => taken.filter((one) => one === seat).length === won);
  if (taken.length !== cards || !agrees) {
    refuse("U607", "who took which trick does not agree with the tricks of each player");
  }
  if (!known.byTakers) {
    if (!asked) return somePoints(rules, cards, taken);
    const needed = "the points of each player are needed";
    refuse("U607", `the cards decide what the tricks of \`${name}\` are worth: ${needed}`);
  }
  const points = tricks.map(() => 0);
  taken.forEach((seat, trick) => {
    points[seat] += known.choices[trick][0];
  });
  return points;
}

function checkedPoints({ name, players, ...rules }, cards, tricks, points) {
  if (points.length !== players) {
    refuse("U607", `points of \`${points.length}\` players for \`${players}\` players`);
  }
  const possible = possiblePoints({ name, players, ...rules }, cards);
  tricks.forEach((won, seat) => {
    if (!possible[won].has(points[seat])) {
      const worth = `\`${points[seat]}\` point${points[seat] === 1 ? "" : "s"}`;
      const tricks = `\`${won}\` trick${won === 1 ? "" : "s"} of \`${name}\``;
      refuse("U607", `${tricks} cannot be worth ${worth}`);
    }
  });
  if (!possibleTogether(possible, tricks, points)) {
    const every = [...possible[cards]].sort((a, b) => a - b);
    const whole =
      every.length > 1
        ? `all tricks are worth ${every[0]} to ${every.at(-1)}`
        : `they come to ${every[0]}`;
    refuse("U607", `the players of \`${name}\` cannot have \`${points.join(" ")}\` points: ${whole}`);
  }
  return points;
}

// --- what a deal brings --------------------------------------------------------------------

/** Everything that a score, a contract, a run or a tally may read of one player's deal. */
function takenNames(rules, deal, { past, ...taking }) {
  const names = named(rules.names, past, { deal }, taking);
  if (taking.bid === undefined) return names;
  names.made = taking.bid === taking.tricks;
  names.blind ??= false;
  if (names.row_made !== undefined && names.made) names.row_made += 1; // this deal counts, too
  return names;
}

/** What one player scores in the deal of that number, and whether the contract is completed. */
export function seatResult(rules, deal, taking) {
  const names = takenNames(rules, deal, taking);
  return {
    score: evaluate(rules.score, names),
    points: taking.points,
    completed: of(CONTRACTS, rules.completed.kind)(rules.completed, names),
  };
}

/**
 * What a deal brings each player, and what is remembered with it.
 * @param {Record<string, number>[]} past what is remembered of each player before it
 */
export function scoredDeal(rules, deal, takings, past, remembered) {
  const results = takings.map((taking) => seatResult(rules, deal.number, taking));
  const moved = past.map((own, seat) => {
    const names = takenNames(rules, deal.number, takings[seat]);
    const now = remembered.map((one) => [
      one.name,
      countsIn(one, rules) ? after(one, own[one.name], names, results[seat].score) : own[one.name],
    ]);
    return named(Object.fromEntries(now));
  });
  return { results, past: moved };
}

/** What a deal brings that nobody plays: nobody scores, and nothing is remembered. */
export const thrownIn = (past) => ({
  results: past.map(() => ({ score: 0, points: 0, completed: null })),
  past,
});

/** Where everybody stands before the first deal. */
export function noFigures({ players, remembered }) {
  const nothing = Array(players).fill(0);
  const past = nothing.map(() => named(...remembered.map(({ name }) => ({ [name]: 0 }))));
  return { totals: nothing, failed: nothing, completed: nothing, past };
}

/** Where everybody stands after a deal; with its last deal a row is forgotten. */
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

// --- who won -------------------------------------------------------------------------------

/** Who may have won a deal, by the highest score. */
export const DEAL_WINNERS = {
  "most points": (score, highest) => score === highest,
  "any points": (score, highest) => (highest > 0 ? score > 0 : score === highest),
};

/**
 * How a deal ended: all that decides who deals next.  `eldest`, at the dealer's left, `winner` and
 * `loser` are lines, because eldest may have sat out; `lines` are those of the seats, `circle`
 * those of everybody at the table, clockwise.
 * @param {{rules: Record<string, any>, dealer: number}} deal
 * @param {{score: number}[]} results
 * @param {number[]} lines
 * @param {number[]} circle
 */
export function dealEnd({ rules, dealer }, results, lines, circle) {
  const scores = results.map((one) => one.score);
  const [least, most] = [Math.min(...scores), Math.max(...scores)];
  const won = of(DEAL_WINNERS, rules.won_by);
  const fromLeft = scores.map((_, step) => (dealer + step + 1) % scores.length);
  return {
    eldest: circle[(circle.indexOf(lines[dealer]) + 1) % circle.length],
    winner: lines[fromLeft.find((seat) => won(scores[seat], most))],
    loser: lines[fromLeft.find((seat) => scores[seat] === least)],
  };
}

/** A number that is higher the better a player does. */
export const CRITERIA = {
  "highest total": (figures, seat) => figures.totals[seat],
  "fewest failed": (figures, seat) => -figures.failed[seat],
  "most completed": (figures, seat) => figures.completed[seat],
  "lowest total": (figures, seat) => -figures.totals[seat],
};

/** The seats that win the match: each criterion decides between those tied before it. */
export function winners(game, figures) {
  let tied = figures.totals.map((_, seat) => seat);
  for (const criterion of game.winner.criteria) {
    const merit = tied.map((seat) => of(CRITERIA, criterion)(figures, seat));
    const best = Math.max(...merit);
    tied = tied.filter((_, place) => merit[place] === best);
  }
  return tied;
}

/** Whether the deal of that number is the last one, with these totals after it. */
export function isOver({ game, names, schedule }, deal, totals) {
  if (deal === schedule.length) return true;
  const figures = { deal, highest_total: Math.max(...totals), lowest_total: Math.min(...totals) };
  return Boolean(game.ends && evaluate(game.ends.condition, named(names, figures)));
}

/**
 * What every seat receives at the end, exactly; what it pays is negative; all sum to zero.  Each
 * loser pays the mean of the settlement over the joint winners, who share it equally.
 * @returns {string[]} whole numbers, or fractions such as "5/2"
 */
export function payments({ game, names }, figures, won) {
  const whole = won.length ** 2;
  const paid = figures.totals.map(() => 0); // in parts, so many to the whole
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
