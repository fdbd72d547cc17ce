// Written by docs/write_declared.py.

/** Who deals next, by the word of the language: a field of `dealEnd`. */
export const DEALS_NEXT = {
  left: "eldest",
  right: "eldest",
  winner: "winner",
  loser: "loser",
  "most missed": "most_missed",
  "lowest total": "lowest_total",
};

/** The first words of changes of who plays. */
export const CHANGE_VERBS = ["join", "leave", "out", "back"];

/** The first words of entries between deals, and about the whole match. */
export const INTERLUDE_VERBS = ["join", "leave", "out", "back", "adjust", "more", "skip", "end", "seats", "note"];
