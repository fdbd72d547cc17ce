// The roster of a table where people come and go, and the figures of everybody on the sheet.
//
// Everybody who has ever sat there has a line, a number that never changes: first the original
// players in seat order, then those who joined. A deal has seats: its players' lines, clockwise.

import { named } from "../score/expressions.js";
import { listed, Reason, shortened, shownName } from "../score/reasons.js";
import { isOfRow } from "../score/table.js";

const MOST_LINES = 40;
const MOST_NAME = 100;

/**
 * The names by line; `circle` has the lines of those who have not left, clockwise, `out` those of
 * them who sit out.
 * @typedef {{names: string[], circle: number[], out: number[]}} Roster
 */

/** Returns the roster at the start. @param {{names: string[], seats: number[]}} setting */
export const rosterOf = ({ names, seats }) => ({ names, circle: seats, out: [] });

/** Returns the lines of those who play, clockwise. */
export const seatsOf = ({ circle, out }) => circle.filter((line) => !out.includes(line));

/** Returns the names of those who play, in seat order. */
export const playersOf = (roster) => seatsOf(roster).map((line) => roster.names[line]);

/** Returns the lines of those who have left. */
export const leftOf = ({ names, circle }) =>
  names.flatMap((_, line) => (circle.includes(line) ? [] : [line]));

/** Returns the seat of a line in the circle, or of the next player on its left if it sits out. */
export function seatFrom({ circle, out }, line) {
  const at = circle.indexOf(line);
  const round = [...circle.slice(at), ...circle.slice(0, at)];
  return seatsOf({ circle, out }).indexOf(round.find((each) => !out.includes(each)));
}

/** Returns the roster after a change that `whyNotChanged` allows. */
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

/** Returns the two changes that replacing a player consists of. */
const joinAndLeave = ({ player, leaver }) => [
  { type: "join", player, after: leaver },
  { type: "leave", player: leaver },
];

/** Returns the line that takes over the turn of `due` after a change; `roster` is before it. */
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

/** Returns the reason that nobody has this name, listing the names. */
export const noSuchPlayer = (player, names) =>
  new Reason("A801", `nobody here is called \`${shortened(shownName(player))}\`: choose from ${listed(names)}`);

/** Returns the normal form of a name: equal for names with the same letters, however typed. */
export const spelt = (name) => name.normalize("NFC");

/** Returns why a player's name is invalid, or null. */
export function whyNoName(name) {
  if (!name.trim()) return "a player's name is empty";
  const whole = [...name].length <= MOST_NAME && !/\p{Surrogate}/u.test(name);
  return whole ? null : `a player's name has more than ${MOST_NAME} characters, or an incomplete one`;
}

/** Returns why a change of who plays is impossible under any rules, or null. */
export function whyNotChanged(roster, change) {
  const { names, circle, out } = roster;
  const { type, player, after } = change.type === "for" ? joinAndLeave(change)[0] : change;
  const line = names.indexOf(player);
  const here = circle.includes(line);
  const there = circle.map((each) => names[each]);
  const shown = `\`${shownName(player)}\``;
  if (type === "join") {
    if (line < 0 && names.some((one) => spelt(one) === spelt(player))) {
      return refused(`${shown} is already on the sheet, typed with different characters: choose the name from the sheet`);
    }
    if (here) return refused(`${shown} is already at the table`);
    if (!names.includes(after)) return noSuchPlayer(after, there);
    if (!there.includes(after)) {
      return refused(`\`${shownName(after)}\` has left: name a player at the table`);
    }
    const wrong = whyNoName(player);
    if (wrong) return refused(`${wrong}: choose another name`);
    const full = line < 0 && names.length >= MOST_LINES;
    return full ? refused(`the sheet is full: it has lines for \`${MOST_LINES}\` people`) : null;
  }
  if (line < 0) return noSuchPlayer(player, there);
  if (!here) return refused(`${shown} has left: to come back, join again`);
  if (type === "out" && out.includes(line)) return refused(`${shown} is already sitting out`);
  if (type === "back" && !out.includes(line)) return refused(`${shown} is not sitting out`);
  return null;
}

// --- figures -------------------------------------------------------------------------------

const columns = (figures, change) =>
  Object.fromEntries(Object.entries(figures).map(([name, column]) => [name, change(column, name)]));

/** Returns the figures of these lines, in this order. */
export const ofSeats = (figures, lines) =>
  columns(figures, (column) => lines.map((line) => column[line]));

/** Returns the figures by line, replaced for `lines` by those of `seated`. */
export const withSeats = (figures, lines, seated) =>
  columns(figures, (column, name) =>
    column.map((before, line) => (lines.includes(line) ? seated[name][lines.indexOf(line)] : before)),
  );

/** Returns the figures with one more line, which begins with this total. */
export const withLine = (figures, total, remembered) =>
  columns(figures, (column, name) => [
    ...column,
    { totals: total, past: named(...remembered.map((one) => ({ [one.name]: 0 }))) }[name] ?? 0,
  ]);

/** Returns runs and tallies with the figures of the row reset. */
export const withoutRow = (past, remembered) =>
  past.map((own) => named(own, ...remembered.filter(isOfRow).map(({ name }) => ({ [name]: 0 }))));

/** Returns the standings of a deal's players by seat, as its rules read them. */
export function figuresOf({ standings, deal, table }) {
  const seated = ofSeats(standings, deal.seats);
  const past = deal.scheduled.inRow > deal.skipped ? seated.past : withoutRow(seated.past, table.remembered);
  return { ...seated, past };
}

/** Returns the total that a latecomer begins with: that of the player in last place. */
export const latecomersTotal = (totals, { criteria }) =>
  criteria.find((one) => one.endsWith("total")) === "lowest total"
    ? Math.max(...totals)
    : Math.min(...totals);
