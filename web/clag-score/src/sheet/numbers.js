// Whole numbers as people type them.

/** Parses a whole number, limited to the range of safe integers. */
export const numberIn = (text) =>
  Math.max(-Number.MAX_SAFE_INTEGER, Math.min(Number(text), Number.MAX_SAFE_INTEGER)) + 0;

/** Returns a text with typographic minus signs replaced by hyphens. */
export const withHyphen = (text) => text.replaceAll("\u2212", "-");
