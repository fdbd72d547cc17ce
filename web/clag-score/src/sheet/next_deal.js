// The next deal after players have come or gone, whose schedule is another one.

/** Returns 1 if the sizes of the row of a deal rise, -1 if they fall, 0 if all are equal. */
function rowDirection(schedule, { number, inRow, rowDeals }) {
  const first = number - inRow - 1;
  return Math.sign(schedule[first + rowDeals - 1].low - schedule[first].low);
}

const isAlike = (before, after) =>
  before.length === after.length &&
  before.every((one, place) =>
    ["name", "low", "high"].every((key) => one[key] === after[place][key]),
  );

/**
 * Returns the number of the next deal in the schedule `after` of other players.
 *
 * `number` is that of the next deal in the schedule `before`. The sizes go on in their direction,
 * as `number_after_change` in Python describes.
 */
export function numberAfterChange(before, number, after) {
  if (number === 1 || number > before.length || isAlike(before, after)) return number;
  const due = before[number - 1];
  const way = rowDirection(before, due);
  const progress = (deal) => (way ? deal.low * way : deal.inRow);
  const distance = (deal) => [
    Math.abs(deal.low - due.low) + Math.abs(deal.high - due.high),
    Number(rowDirection(after, deal) !== way),
    Number(deal.name !== due.name),
    Math.abs(progress(deal) - progress(due)),
    Math.abs(deal.number - number),
  ];
  const row = after.filter((deal) => deal.row === due.row);
  const ahead = row.filter((deal) => progress(deal) >= progress(due));
  if (row.length && !ahead.length) {
    const ends = row.filter(({ inRow, rowDeals }) => inRow + 1 === rowDeals);
    return 1 + nearest(ends, (deal) => [Math.abs(deal.number - number)]).number;
  }
  return nearest(ahead.length ? ahead : after, distance).number;
}

/** Returns the first of some deals whose distance is the smallest; distances are lists. */
const nearest = (deals, distance) =>
  deals.reduce((best, deal) => {
    const [one, other] = [distance(deal), distance(best)];
    const at = one.findIndex((part, place) => part !== other[place]);
    return at >= 0 && one[at] < other[at] ? deal : best;
  });
