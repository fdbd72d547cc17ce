// Whole numbers as people type them, however large: what is too much is told with its bound.

/** A number: of one that is far too great, so much as can be counted on. */
export const numberIn = (text) =>
  Math.max(-Number.MAX_SAFE_INTEGER, Math.min(Number(text), Number.MAX_SAFE_INTEGER)) + 0;

/** A number with the sign that keyboards have for the minus that is printed. */
export const withHyphen = (text) => text.replaceAll("\u2212", "-");
