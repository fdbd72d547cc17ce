// What stands beside the deals of a sheet: who comes and goes, points by hand, one more hand, deals
// left out, and an early end.

import { readEntry } from "../clag-score/src/sheet/entries.js";

const points = (number) => (number < 0 ? `−${-number}` : `+${number}`);

const WORDS = {
  join: ({ player, after }) => `${player} sits down at the left of ${after}`,
  for: ({ player, leaver }) => `${player} sits down in the place of ${leaver}, who goes home`,
  leave: ({ player }) => `${player} goes home`,
  out: ({ player }) => `${player} sits out`,
  back: ({ player }) => `${player} plays again`,
  adjust: (one) => `${one.player} ${points(one.points)} by hand${one.note ? `: ${one.note}` : ""}`,
  more: () => "One more hand",
  skip: ({ deals }) => `${deals} deal${deals === 1 ? "" : "s"} of the schedule left out`,
  end: () => "The match ends here",
};

/** Entries beside the deals in a few words. @param {string[]} entries */
export const besideText = (entries) =>
  entries.map(readEntry).map((entry) => WORDS[entry.type](entry)).join("; ");

/** A text in quotes, as an entry has names that could be read otherwise. */
export const quoted = (text) => `"${text.replaceAll("\\", "\\\\").replaceAll('"', '\\"')}"`;

/**
 * Why each line has no figures in each deal, by `deal line`, and from which deal on latecomers play.
 * @param {import("../clag-score/src/sheet/sheet.js").Sheet} sheet
 */
export function comings(sheet) {
  const rows = sheet.phase === "over" || sheet.phase === "dealer" ? sheet.rows : [...sheet.rows, sheet.deal];
  const standing = sheet.names.map((_, line) => (rows.length && rows[0].seats.includes(line) ? "" : "–"));
  const [absent, since] = [new Map(), new Map()];
  const after = { join: "", for: "", back: "", out: "out", leave: "gone" };
  for (const row of rows) {
    for (const { type, player, leaver } of row.beside.map(readEntry)) {
      const line = sheet.names.indexOf(player);
      const comes = type === "join" || type === "for";
      if (comes && row.deal > 1 && standing[line] === "–") since.set(line, row.deal);
      if (Object.hasOwn(after, type)) standing[line] = after[type];
      if (type === "for") standing[sheet.names.indexOf(leaver)] = after.leave;
    }
    sheet.names.forEach((_, line) => {
      if (!row.seats.includes(line)) absent.set(`${row.deal} ${line}`, standing[line]);
    });
  }
  return { absent, since };
}

/** The numbers of deals in words. */
function deals(numbers) {
  const [first, last] = [numbers[0], numbers.at(-1)];
  if (numbers.length === 1) return `deal ${first}`;
  if (numbers.length > 2 && last - first + 1 === numbers.length) return `deals ${first} to ${last}`;
  return `deals ${numbers.slice(0, -1).join(", ")} and ${last}`;
}

/** What is said of deals that wait for what a correction has left open. */
export function waitingTexts({ phase, waiting, anew }) {
  if (phase === "over") {
    const behind = [...waiting, ...anew].sort((a, b) => a - b);
    const told = () => `Since a correction the match ends before ${deals(behind)}: take that back, or correct it.`;
    return behind.length ? [told()] : [];
  }
  return [
    anew.length > 0 && `Since a correction others play in ${deals(anew)}: bids and tricks are asked for again.`,
    waiting.length > 0 && `What was entered for ${deals(waiting)} counts again once this is.`,
  ].filter(Boolean);
}
