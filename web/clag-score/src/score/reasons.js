// Reasons for refusals, and names and texts as messages quote them.

/** Why an entry is refused: error code, message, the rule's place in the file, and its sources. */
export class Reason {
  /** @param {string} code @param {string} reason @param {Record<string, any> | null} [origin] */
  constructor(code, reason, origin = null) {
    const cited = origin ? origin.citations : [];
    this.code = code;
    this.reason = reason;
    /** @type {{file: string, line: number, column: number, end_line: number, end_column: number} | null} */
    this.place = origin?.place ?? null;
    /** @type {string | null} */
    this.source =
      cited.map((one) => (one.passage === null ? one.title : `${one.title}, ${one.passage}`)).join("; ") ||
      null;
  }
}

/** An illegal entry, or an invalid argument. */
export class Refused extends Error {
  /** @param {Reason} why */
  constructor(why) {
    super(`${why.code}: ${why.reason}`);
    this.why = why;
    this.code = why.code;
  }
}

/**
 * Throws Refused for an invalid argument.
 * @returns {never}
 */
export function refuse(code, reason) {
  throw new Refused(new Reason(code, reason));
}

/** Returns a list in words: `2`, `3` or `4`. */
export function listed(things, joint = "or", marked = true) {
  const told = marked ? things.map((one) => `\`${one}\``) : things;
  return told.length < 2 ? told.join("") : `${told.slice(0, -1).join(", ")} ${joint} ${told.at(-1)}`;
}

const JOINED = "[\u0600-\u1cff\u2190-\u2bff\ua800-\uabff\ufb50-\ufdff\ufe0f\ufe70-\ufefc\u{10000}-\u{1faff}]";

/** Returns whether a zero-width joiner is needed here, as in Persian, Hindi and emoji sequences. */
const joins = (before, after) =>
  new RegExp(`${JOINED}$`, "u").test(before) && new RegExp(`^${JOINED}`, "u").test(after);

/** Returns a name for a message, with invisible and bidirectional control characters escaped. */
export const shownName = (name) =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is replaced
  name.replace(/[\0-\x1f\x7f-\x9f\xad\p{Cf}\p{Surrogate}\u2028\u2029]/gu, (one, place) => {
    if (/[\u200c\u200d]/.test(one) && joins(name.slice(0, place), name.slice(place + 1))) return one;
    const code = one.codePointAt(0);
    if (code < 32) return String.fromCharCode(0x2400 + code);
    return code === 127 ? "\u2421" : `<U+${code.toString(16).toUpperCase().padStart(4, "0")}>`;
  });

/** Returns a user's text for a message, cut to 60 characters. */
export const shortened = (text) => (text.length > 60 ? `${text.slice(0, 57)}...` : text);
