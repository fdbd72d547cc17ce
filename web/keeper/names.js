// Checks of entries as people type them, by the rules of `clagdsl serve`.

import { readEntry } from "../clag-score/src/sheet/entries.js";
import { phrase } from "../look/catalogue.js";
import { whyHidden, whyNoNameHere } from "../look/names.js";

/** Returns why an entry with such a name or note is refused, or null. @param {string} entry */
export function whyNotTyped(entry) {
  const hidden = whyHidden(entry, (shown) => phrase("hidden-sign-in-entry", { shown }));
  if (hidden) return hidden;
  /** @type {any} */
  const read = readEntry(entry);
  const joined = [read, ...(read?.changes ?? [])].filter((one) => one && ["join", "for"].includes(one.type));
  return joined.map(({ player }) => whyNoNameHere(player)).find(Boolean) ?? null;
}

/** Returns a text in quotes, as entries have names that would be ambiguous. @param {string} text */
export const quoted = (text) => `"${text.replaceAll("\\", "\\\\").replaceAll('"', '\\"')}"`;

/** Returns where somebody may sit down among players: the end of an entry, with its text. @param {string[]} players */
export const seatsAmong = (players) => [
  ...players.map((name) => [`after ${quoted(name)}`, phrase("keeper-at-left-of", { name })]),
  ...players.map((name) => [`for ${quoted(name)}`, phrase("keeper-in-place-of", { name })]),
];
