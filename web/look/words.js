/**
 * Sentences that are made from several messages of the catalogue, and numbers and dates as texts.
 * @module
 */

import { capital, locale, phrase, plain } from "./catalogue.js";

/** Returns the name of a suit. @param {string} suit S, H, D or C */
export const suitName = (suit) => phrase("suit", { suit });

/** Returns a number with its sign: +3, −2, 0. @param {number} number */
export const signed = (number) => (number > 0 ? `+${plain(number)}` : plain(number));

/**
 * A kind of entry that a log can have. `undo` has no line of its own, and cards are never entered.
 * @typedef {Exclude<import("../clag-score/src/sheet/entries.js").EntryKind, "undo" | "play">} LoggedKind
 */
/** The player whose turn it was, if it was one's, and the players of the deal by seat. @typedef {{actor: string | null, names: string[]}} DealPeople */

const callText = (call) => {
  if (!call) return phrase("entry-pass");
  return call.trump ? phrase("auction-bid", { ...call, suit: call.trump }) : phrase("auction-bid-without", call);
};
const bidText = ({ number, blind }) => (blind ? phrase("entry-blind", { bid: number }) : String(number));
/** Returns suits in their order, the highest first. @param {string[]} suits */
export const inOrder = (suits) => suits.map(suitName).join(phrase("then"));
const trumpText = (trumps) => (trumps.length ? inOrder(trumps) : phrase("entry-no-trump"));
/** Returns what each of these players has: Anna 2, Bernd 0. */
const each = (names, values) => names.map((name, seat) => `${name} ${values[seat]}`).join(", ");

/**
 * What each kind of entry says, in the log and between the deals of a sheet.
 * @type {Record<LoggedKind, (entry: any, people: DealPeople) => string>}
 */
export const entryWords = {
  dealer: (entry) => phrase("entry-dealer", entry),
  first: (entry) => phrase("entry-first", entry),
  cards: (entry) => phrase("entry-cards", entry),
  call: ({ names }, { actor }) => {
    const facts = { actor, calls: names.length ? names : phrase("entry-nothing") };
    return actor ? phrase("entry-calls", facts) : phrase("entry-called", facts);
  },
  trump: ({ trumps }, { actor }) => {
    const facts = { actor, trumps: trumpText(trumps) };
    return actor ? phrase("entry-names-trump", facts) : phrase("entry-trump", facts);
  },
  order: ({ trumps }, { actor }) => {
    const facts = { actor, trumps: trumpText(trumps) };
    return actor ? phrase("entry-names-order", facts) : phrase("entry-order", facts);
  },
  auction: ({ words }, { actor }) => {
    const [bid, ...bids] = words.map(callText);
    if (actor === null) return phrase("entry-auction", { bids: [bid, ...bids].join(", ") });
    return words[0] ? phrase("entry-bids-in-auction", { actor, bid }) : phrase("entry-passes", { actor });
  },
  look: (_, people) => phrase("entry-looks", people),
  bid: (bid, { actor }) => phrase("entry-bid", { actor, bid: bidText(bid) }),
  bids: ({ bids }, { names }) => phrase("entry-bids", { bids: each(names, bids.map(bidText)) }),
  won: ({ tricks, points }, { names }) => {
    const facts = { tricks: each(names, tricks), points: points && each(names, points.map(plain)) };
    return points ? phrase("entry-won-points", facts) : phrase("entry-won", facts);
  },
  taken: ({ taken }, { names }) => phrase("entry-taken", { takers: taken.map((seat) => names[seat]).join(", ") }),
  join: (entry) => phrase("entry-join", entry),
  for: (entry) => phrase("entry-for", entry),
  leave: (entry) => phrase("entry-leave", entry),
  out: (entry) => phrase("entry-out", entry),
  back: (entry) => phrase("entry-back", entry),
  adjust: (entry) => {
    const facts = { ...entry, points: signed(entry.points) };
    return entry.note ? phrase("entry-adjust-note", facts) : phrase("entry-adjust", facts);
  },
  more: () => phrase("one-more-hand"),
  skip: ({ deals: number }) => phrase("entry-skip", { number }),
  end: () => phrase("entry-end"),
  seats: ({ names }) => phrase("entry-seats", { names: names.join(", ") }),
  note: (entry) => (entry.text ? phrase("entry-note", entry) : phrase("entry-no-note")),
  correct: ({ row }, { names }) => phrase("entry-correct", { entry: capital(entryWords[row.type](row, { actor: null, names })) }),
  "correct adjust": ({ row }, people) => phrase("entry-correct", { entry: entryWords.adjust(row, people) }),
  "correct roster": ({ changes }, people) =>
    phrase("entry-correct", {
      entry: changes.map((change) => entryWords[change.type](change, people)).join("; ") || phrase("entry-nobody"),
    }),
};

/** Returns what is special about a deal: its calls, or its name; "" for a normal one. */
export const dealKind = ({ calls, name }) => calls?.join(", ") || (name === "normal" ? "" : name);

/** Returns what is special about a deal, or how many cards it has. */
export const kindText = (row) => dealKind(row) || phrase("cards", { number: row.cards });

/** Returns a time of day: 21:14. @param {string | number | null} at */
export const timeText = (at) => (at ? new Date(at).toTimeString().slice(0, 5) : "");

/** Returns the deal of a line of the log, in a column. @param {number | null} deal */
export const shortDeal = (deal) => (deal === null ? phrase("log-end") : phrase("log-deal", { deal }));

/** Returns on which phone and when an entry was taken back. @param {{by: string | null, at: string | null}} takenBack */
const takenBackText = ({ by: name, at }) =>
  [phrase("log-back"), name && phrase("log-on-phone", { name }), at && phrase("log-at", { time: timeText(at) })].filter(Boolean).join(" ");

/** Returns what stands beside a line of the log: whose phone, and whether it was taken back. */
export const besideLine = ({ by, takenBack }) =>
  [by && phrase("log-phone", { name: by }), takenBack && takenBackText(takenBack)].filter(Boolean).join(", ");

/** Returns a line of the log as it is copied: 21:14 Bernd bids 2 (Anna’s phone). */
export function lineAsText(line) {
  const more = besideLine(line);
  return `${line.at ? `${timeText(line.at)} ` : ""}${line.text}${more && ` (${more})`}`;
}

/** Returns a player's result of a closed deal. */
export function resultText(name, row, line) {
  const won = row.tricks[line] ?? 0;
  const bid = row.bids[line];
  const tricks = bid === null ? phrase("tricks", { number: won }) : phrase("log-won-of", { won, bid });
  return phrase("log-result", { name, tricks, points: signed(row.points[line]), total: row.totals[line] });
}

/** Returns an exact amount: 2.75, 1 1/3; its parts are never on two lines. @param {string} fraction such as "5/2" */
export function amountText(fraction) {
  const [number, parts = 1] = fraction.split("/").map(Number);
  if (100 % parts === 0) return plain(number / parts).replace(/[.,]\d$/, "$&0");
  const whole = Math.floor(Math.abs(number) / parts);
  return `${number < 0 ? "−" : ""}${whole ? `${whole}\u00a0` : ""}${Math.abs(number) % parts}/${parts}`;
}

/** Returns a date with its year. @param {string} iso */
export const dateText = (iso) => new Date(iso).toLocaleDateString(locale, { day: "numeric", month: "long", year: "numeric" });

/** Returns two numbers as a range, or the one that both are. @param {[number, number]} numbers */
export const range = ([low, high]) => (low === high ? plain(low) : phrase("range", { low, high }));

/** Returns why a bid is not allowed, as a label of its button. @param {number} number @param {string} reason */
export const barredText = (number, reason) => phrase("not-allowed", { number, reason: reason.replaceAll("`", "") });

/** Returns a bid with what it brings, as a label of its button. @param {number} number @param {string} made @param {string} missed */
export const worthText = (number, made, missed) =>
  [number, made && phrase("made", { points: made }), missed && phrase("missed", { points: missed })].filter((part) => part !== "").join(", ");

/** Returns the label of the button that calls. @param {string[]} names */
export const callLabel = (names) => (names.length ? phrase("call-these", { names: names.join(", ") }) : phrase("call-nothing"));

/** Returns the line about the length of a match. @param {number} number @param {boolean} isEnded */
export const dealsPlayed = (number, isEnded) => (isEnded ? phrase("end-deals-early", { number }) : phrase("end-deals", { number }));

/** Returns the numbers of deals as a list: deal 3, deals 3 to 5, deals 3 and 5. @param {number[]} numbers */
export function dealNumbers(numbers) {
  const [first, last] = [numbers[0], numbers[numbers.length - 1]];
  if (numbers.length === 1) return phrase("deal-number", { deal: first });
  if (numbers.length > 2 && last - first + 1 === numbers.length) return phrase("deal-range", { first, last });
  return phrase("deal-list", { deals: numbers.map(String) });
}

/** Returns a day: 20 November, with the year if it is another one. @param {string} time an ISO date or time */
export function dayText(time) {
  const date = new Date(time.length === 10 ? `${time}T12:00` : time);
  /** @type {Intl.DateTimeFormatOptions} */
  const format = { day: "numeric", month: "long" };
  return date.toLocaleDateString(locale, date.getFullYear() === new Date().getFullYear() ? format : { ...format, year: "numeric" });
}
