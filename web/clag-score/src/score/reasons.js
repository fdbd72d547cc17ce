// Why something is refused.

/** Why an entry is refused: a code of clagdsl, the words, where the rule stands, what it cites. */
export class Reason {
  constructor(code, reason, origin = null) {
    const cited = origin ? origin.citations : [];
    this.code = code;
    this.reason = reason;
    this.place = origin ? origin.place : null;
    this.source =
      cited.map((one) => (one.passage === null ? one.title : `${one.title}, ${one.passage}`)).join("; ") ||
      null;
  }
}

/** An entry that is refused, or an argument that does not fit. */
export class Refused extends Error {
  /** @param {Reason} why */
  constructor(why) {
    super(`${why.code}: ${why.reason}`);
    this.why = why;
    this.code = why.code;
  }
}

/** Refuse an argument. */
export function refuse(code, reason) {
  throw new Refused(new Reason(code, reason));
}

/** Things in words: `2`, `3` or `4`. */
export function listed(things, joint = "or", marked = true) {
  const told = marked ? things.map((one) => `\`${one}\``) : things;
  return told.length < 2 ? told.join("") : `${told.slice(0, -1).join(", ")} ${joint} ${told.at(-1)}`;
}

/** A stranger's text as a message repeats it. */
export const shortened = (text) => (text.length > 60 ? `${text.slice(0, 57)}...` : text);
