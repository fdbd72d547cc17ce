// Written by docs/write_declared.py.

/** Who deals next, by the word of the language: a field of `dealEnd`. */
export const DEALS_NEXT = {
  left: "eldest",
  right: "eldest",
  winner: "winner",
  loser: "loser",
};
