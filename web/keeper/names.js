// Names as this page takes them: by the same rule as the pages of `clagdsl serve`.

import { shownName } from "../clag-score/src/score/reasons.js";
import { readEntry } from "../clag-score/src/sheet/entries.js";

/** No player has a name of more letters. */
export const LONGEST_NAME = 40;

/** Why a text cannot be taken in which a sign hides, or turns the line around; or null. */
const whyHidden = (text, called) => {
  const shown = shownName(text);
  return shown === text
    ? null
    : `${called} has a sign that is not seen, which is written out here: “${shown.slice(0, 60)}”. Type it anew, without pasting it.`;
};

/** Why no player is called so here, or null. */
export const whyNoNameHere = (name) =>
  [...name].length > LONGEST_NAME ? `A name has at most ${LONGEST_NAME} letters.` : whyHidden(name, "A name");

/** Why nothing is entered that has such a name, or a note in which a sign hides; or null. */
export function whyNotTyped(entry) {
  const hidden = whyHidden(entry, "What was entered");
  if (hidden) return hidden;
  const read = readEntry(entry);
  const joined = [read, ...((read && read.changes) || [])].filter((one) => one && ["join", "for"].includes(one.type));
  return joined.map(({ player }) => whyNoNameHere(player)).find(Boolean) ?? null;
}
