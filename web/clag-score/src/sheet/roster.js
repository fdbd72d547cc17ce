// Who sits at a table where people come and go, and what everybody of them has come to.
//
// Everybody who has ever sat there has a line, a number that never changes: first those who sat
// down, in seat order, then who joined.  A deal has seats: the lines of its players, clockwise.

import { named } from "../score/expressions.js";
import { listed, Reason, shortened, shownName } from "../score/reasons.js";
import { isOfRow } from "../score/table.js";

const MOST_LINES = 40;
const MOST_NAME = 100;

/**
 * Everybody who has a line, by name; `circle` are the lines of who has not left, clockwise, `out`
 * those of them who do not play now.
 * @typedef {{names: string[], circle: number[], out: number[]}} Roster
 */

/** @param {string[]} names @returns {Roster} */
export const rosterOf = (names) => ({ names, circle: names.map((_, line) => line), out: [] });

/** The lines of those who play, clockwise. */
export const seatsOf = ({ circle, out }) => circle.filter((line) => !out.includes(line));

/** The names of those who play, in seat order. */
export const playersOf = (roster) => seatsOf(roster).map((line) => roster.names[line]);

/** The lines of those who have left. */
export const leftOf = ({ names, circle }) =>
  names.flatMap((_, line) => (circle.includes(line) ? [] : [line]));

/** The seat of somebody in the circle, or of the next on the left who plays. */
export function seatFrom({ circle, out }, line) {
  const at = circle.indexOf(line);
  const round = [...circle.slice(at), ...circle.slice(0, at)];
  return seatsOf({ circle, out }).indexOf(round.find((each) => !out.includes(each)));
}

/** The roster after a change that `whyNotChanged` allows. */
export function changed(roster, change) {
  const { names, circle, out } = roster;
  const { type, player, after } = change;
  const known = names.indexOf(player);
  const line = known < 0 ? names.length : known;
  const rest = out.filter((each) => each !== line);
  switch (type) {
    case "join": {
      const at = circle.indexOf(names.indexOf(after)) + 1;
      const seated = [...circle.slice(0, at), line, ...circle.slice(at)];
      return { names: known < 0 ? [...names, player] : names, circle: seated, out };
    }
    case "for": {
      const [join, leave] = joinAndLeave(change);
      return changed(changed(roster, join), leave);
    }
    case "leave":
      return { names, circle: circle.filter((each) => each !== line), out: rest };
    case "out":
      return { names, circle, out: [...out, line].sort((a, b) => a - b) };
    default:
      return { names, circle, out: rest };
  }
}

/** What it comes to that somebody takes the place of another. */
const joinAndLeave = ({ player, leaver }) => [
  { type: "join", player, after: leaver },
  { type: "leave", player: leaver },
];

/** The line whose turn it is after a change, where it was that one's; `roster` is before it. */
export function dueAfter(roster, change, due) {
  if (change.type === "for") {
    const [join, leave] = joinAndLeave(change);
    return dueAfter(changed(roster, join), leave, due);
  }
  const { names, circle } = roster;
  const { type, player } = change;
  if (due === null || type !== "leave" || names.indexOf(player) !== due) return due;
  return circle[(circle.indexOf(due) + 1) % circle.length];
}

const refused = (told) => new Reason("A109", told);

/** That nobody has that name, among those who have. */
export const noSuchPlayer = (player, names) =>
  new Reason("A801", `nobody here is called \`${shortened(shownName(player))}\`: ${listed(names)}`);

/** The spelling of a name: equal for names that are the same letters, however these were typed. */
export const spelt = (name) => name.normalize("NFC");

/** What is wrong with the name of a player, or null. */
export function whyNoName(name) {
  if (!name.trim()) return "a player's name is empty";
  const whole = [...name].length <= MOST_NAME && !/\p{Surrogate}/u.test(name);
  return whole ? null : `a player's name has more than ${MOST_NAME} letters, or half of one`;
}

/** Why nobody comes or goes like that, whatever the rules allow; or null. */
export function whyNotChanged(roster, change) {
  const { names, circle, out } = roster;
  const { type, player, after } = change.type === "for" ? joinAndLeave(change)[0] : change;
  const line = names.indexOf(player);
  const here = circle.includes(line);
  const there = circle.map((each) => names[each]);
  const shown = `\`${shownName(player)}\``;
  if (type === "join") {
    if (line < 0 && names.some((one) => spelt(one) === spelt(player))) {
      return refused(`${shown} is on the sheet already, typed with other signs: choose the name that stands there`);
    }
    if (here) return refused(`${shown} is at the table already`);
    if (!names.includes(after)) return noSuchPlayer(after, there);
    if (!there.includes(after)) {
      return refused(`\`${shownName(after)}\` has left: name somebody who is at the table`);
    }
    const wrong = whyNoName(player);
    if (wrong) return refused(`${wrong}: choose another name`);
    const full = line < 0 && names.length >= MOST_LINES;
    return full ? refused(`the sheet has lines for \`${MOST_LINES}\` people, and no room for more`) : null;
  }
  if (line < 0) return noSuchPlayer(player, there);
  if (!here) return refused(`${shown} has left: who comes back joins again`);
  if (type === "out" && out.includes(line)) return refused(`${shown} sits out already`);
  if (type === "back" && !out.includes(line)) return refused(`${shown} does not sit out`);
  return null;
}

// --- what they have come to ----------------------------------------------------------------

const columns = (figures, change) =>
  Object.fromEntries(Object.entries(figures).map(([name, column]) => [name, change(column, name)]));

/** The figures of the players of these lines, in this order. */
export const ofSeats = (figures, lines) =>
  columns(figures, (column) => lines.map((line) => column[line]));

/** The figures of everybody, those of the players of these lines as `seated` has them. */
export const withSeats = (figures, lines, seated) =>
  columns(figures, (column, name) =>
    column.map((before, line) => (lines.includes(line) ? seated[name][lines.indexOf(line)] : before)),
  );

/** The figures of everybody and of one more, who begins with that total. */
export const withLine = (figures, total, remembered) =>
  columns(figures, (column, name) => [
    ...column,
    { totals: total, past: named(...remembered.map((one) => ({ [one.name]: 0 }))) }[name] ?? 0,
  ]);

/** What is remembered without that of the row of the schedule. */
export const withoutRow = (past, remembered) =>
  past.map((own) => named(own, ...remembered.filter(isOfRow).map(({ name }) => ({ [name]: 0 }))));

/** Where the players of the deal stand, by seat, as its rules read it. */
export function figuresOf({ standings, deal, table }) {
  const seated = ofSeats(standings, deal.seats);
  const past = deal.scheduled.inRow ? seated.past : withoutRow(seated.past, table.remembered);
  return { ...seated, past };
}

/** What somebody begins with who comes late: as much as whoever is last. */
export const latecomersTotal = (totals, { criteria }) =>
  criteria.find((one) => one.endsWith("total")) === "lowest total"
    ? Math.max(...totals)
    : Math.min(...totals);
