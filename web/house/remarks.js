/**
 * Three remarks on a match, counted from its sheet.
 * @module
 */

/** @typedef {import("../clag-score/src/sheet/sheet.js").Sheet} Sheet */
/**
 * - `run`: the most bids made one after another, from two on; `from` and `to` are deals, null if
 *   several players share it.
 * - `boldest`: the highest bid that was made; of equal ones that with fewer cards, then the first.
 * - `close`: who missed most bids by one trick, from two on.
 *
 * Each is null if nobody has it.
 * @typedef {{run: {lines: number[], bids: number, from: number | null, to: number | null} | null,
 *   boldest: {line: number, bid: number, cards: number, deal: number} | null,
 *   close: {lines: number[], bids: number} | null}} Remarks
 */

const FEWEST = 2;

/** @param {Sheet} sheet @returns {Remarks} */
export function remarksOn(sheet) {
  const bidders = sheet.names.map((_, line) => bidsOf(sheet, line));
  return { run: longestRun(bidders), boldest: boldestBid(bidders), close: mostByOne(bidders) };
}

/** Returns the bids of a line whose tricks are known, deal by deal. */
const bidsOf = ({ rows }, line) =>
  rows
    .map(({ deal, cards, bids, tricks }) => ({ line, deal, cards, bid: bids[line] ?? null, won: tricks[line] ?? null }))
    .filter(({ bid, won }) => bid !== null && won !== null);

function longestRun(bidders) {
  const runs = bidders.map((bids) => {
    let longest = [];
    let run = [];
    for (const one of bids) {
      run = one.bid === one.won ? [...run, one] : [];
      if (run.length > longest.length) longest = run;
    }
    return longest;
  });
  const best = most(runs.map((run) => run.length));
  if (!best) return null;
  const [run] = best.lines.map((line) => runs[line]);
  const isAlone = best.lines.length === 1;
  return { lines: best.lines, bids: best.number, from: isAlone ? run[0].deal : null, to: isAlone ? run[run.length - 1].deal : null };
}

function boldestBid(bidders) {
  const made = bidders.flat().filter(({ bid, won }) => bid > 0 && bid === won);
  const [best] = made.sort((a, b) => b.bid - a.bid || a.cards - b.cards || a.deal - b.deal || a.line - b.line);
  return best ? { line: best.line, bid: best.bid, cards: best.cards, deal: best.deal } : null;
}

function mostByOne(bidders) {
  const best = most(bidders.map((bids) => bids.filter(({ bid, won }) => Math.abs(bid - won) === 1).length));
  return best && { lines: best.lines, bids: best.number };
}

/** Returns the largest of these numbers and whose it is, unless it is too small. */
function most(numbers) {
  const number = Math.max(0, ...numbers);
  const lines = numbers.flatMap((one, line) => (one === number ? [line] : []));
  return number < FEWEST ? null : { number, lines };
}
