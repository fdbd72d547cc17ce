// The deals of a match, expanded from the rows of the schedule.

import { evaluate, Fault, of, range } from "./expressions.js";

/** Most deals of a match. */
export const MOST_DEALS = 500;

export const LADDERS = { up: 1, down: -1 };

/** The fewest and the most cards of each deal of a row, by kind of sizes. */
export const SIZES = {
  one: (sizes, names) => [[evaluate(sizes.size, names), evaluate(sizes.size, names)]],
  ladder(sizes, names) {
    const way = of(LADDERS, sizes.direction);
    const [first, last] = [evaluate(sizes.first, names), evaluate(sizes.last, names)];
    const by = sizes.by ? evaluate(sizes.by, names) : 1;
    if (by < 1) throw new Fault("a ladder that stands still");
    const steps = Math.floor(((last - first) * way) / by);
    if (steps > MOST_DEALS) throw new Fault("too many deals");
    return range(0, steps).map((step) => first + step * by * way).map((size) => [size, size]);
  },
  picked: (sizes, names) => [[evaluate(sizes.low, names), evaluate(sizes.high, names)]],
};

/**
 * A deal of the schedule.
 *
 * - `number` counts from 1. `low` and `high` are the fewest and the most cards of a player; if they
 *   differ, the dealer picks, and `cards` is null.
 * - `row` is the row of the schedule, from 0.
 * - `turn` is the number of earlier deals with the same name.
 * - `rowDeals` is the number of deals in its row, `inRow` the number of those before it.
 * @typedef {{number: number, name: string, low: number, high: number, cards: number | null,
 *   row: number, turn: number, rowDeals: number, inRow: number}} ScheduledDeal
 */

/**
 * Returns every deal of a match in order; throws a Fault if there are too many.
 * @returns {ScheduledDeal[]}
 */
export function scheduled(game, names) {
  const deals = [];
  const turns = new Map();

  const addRow = (place) => {
    const said = game.schedule[place];
    if (said.condition && !evaluate(said.condition, names)) return;
    const sizes = of(SIZES, said.sizes.kind)(said.sizes, names);
    const times = said.repeat ? Math.max(0, evaluate(said.repeat, names)) : 1;
    const rowDeals = times * sizes.length * said.deals.length;
    if (deals.length + rowDeals > MOST_DEALS) throw new Fault("too many deals");
    for (let inRow = 0; inRow < rowDeals; inRow++) {
      const name = said.deals[inRow % said.deals.length];
      const [low, high] = sizes[Math.floor(inRow / said.deals.length) % sizes.length];
      const turn = turns.get(name) || 0;
      turns.set(name, turn + 1);
      const cards = low === high ? low : null;
      const number = deals.length + 1;
      deals.push({ number, name, low, high, cards, row: place, turn, rowDeals, inRow });
    }
  };

  const rows = (first, last, repeated) => {
    const left = [...repeated];
    for (let place = first; place <= last; place++) {
      if (!left.length || left[0].first !== place) {
        addRow(place);
        continue;
      }
      const whole = left.shift();
      const within = left.filter((one) => one.first <= whole.last);
      left.splice(0, within.length);
      for (let times = evaluate(whole.times, names); times > 0; times--) {
        const before = deals.length;
        rows(place, whole.last, within);
        if (deals.length === before) break;
      }
      place = whole.last;
    }
  };

  rows(0, game.schedule.length - 1, game.repeated || []);
  return deals;
}
