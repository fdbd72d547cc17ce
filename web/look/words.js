/**
 * Every text of the pages, in English: a constant or a function for each sentence.
 *
 * A translation replaces this module. Reasons of the rules come from `clag-score`.
 * @module
 */

/** Names of the suits. @type {Record<string, string>} */
export const suitNames = { S: "spades", H: "hearts", D: "diamonds", C: "clubs" };

/** Returns a number with its noun. @param {number} number @param {string} noun */
export const counted = (number, noun) => `${number} ${noun}${number === 1 ? "" : "s"}`;

/** Returns a number with its sign: +3, −2, 0. @param {number} number */
export const signed = (number) => (number > 0 ? `+${number}` : plain(number));

/** Returns a number with a minus sign instead of a hyphen. @param {number} number */
export const plain = (number) => (number < 0 ? `−${-number}` : String(number));

/** Returns names as a list in a sentence. @param {string[]} names */
export const listed = (names) =>
  names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;

/** Returns a place: 1st, 2nd, 23rd. @param {number} place */
export function ordinal(place) {
  const isTeen = Math.floor(place / 10) % 10 === 1;
  return `${place}${(!isTeen && ["", "st", "nd", "rd"][place % 10]) || "th"}`;
}

/**
 * A kind of entry that a log can have. `undo` has no line of its own, and cards are never entered.
 * @typedef {Exclude<import("../clag-score/src/sheet/entries.js").EntryKind, "undo" | "play">} LoggedKind
 */
/** The player whose turn it was, if it was one's, and the players of the deal by seat. @typedef {{actor: string | null, names: string[]}} DealPeople */

const callText = (call) => (call ? `${call.number} ${call.trump === null ? "without trump" : suitNames[call.trump]}` : "pass");
const bidText = ({ number, blind }) => `${number}${blind ? " blind" : ""}`;
const trumpText = (trumps) => (trumps.length ? trumps.map((suit) => suitNames[suit]).join(", then ") : "none");
const capital = (text) => `${text[0].toUpperCase()}${text.slice(1)}`;
/** Returns what each of these players has: Anna 2, Bernd 0. */
const each = (names, values) => names.map((name, seat) => `${name} ${values[seat]}`).join(", ");

/**
 * What each kind of entry says, in the log and between the deals of a sheet.
 * @type {Record<LoggedKind, (entry: any, people: DealPeople) => string>}
 */
export const entryWords = {
  dealer: ({ player }) => `${player} deals`,
  first: ({ player }) => `${player} is drawn to bid first`,
  cards: ({ number }) => `${counted(number, "card")} each`,
  call: ({ names }, { actor }) => `${actor ? `${actor} calls` : "Called:"} ${names.length ? listed(names) : "nothing"}`,
  trump: ({ trumps }, { actor }) => `${actor ? `${actor} names trump` : "Trump"}: ${trumpText(trumps)}`,
  order: ({ trumps }, { actor }) => `${actor ? `${actor} names the order of trumps` : "The order of trumps"}: ${trumpText(trumps)}`,
  auction: ({ words }, { actor }) => {
    if (actor === null) return `The auction: ${words.map(callText).join(", ")}`;
    return words[0] ? `${actor} bids ${callText(words[0])}` : `${actor} passes`;
  },
  look: (_, { actor }) => `${actor} looks at the cards`,
  bid: (bid, { actor }) => `${actor} bids ${bidText(bid)}`,
  bids: ({ bids }, { names }) => `Bids: ${each(names, bids.map(bidText))}`,
  won: ({ tricks, points }, { names }) =>
    `Tricks: ${each(names, tricks)}${points ? `; points in them: ${each(names, points.map(plain))}` : ""}`,
  taken: ({ taken }, { names }) => `Tricks taken by ${taken.map((seat) => names[seat]).join(", ")}`,
  join: ({ player, after }) => `${player} sits down at the left of ${after}`,
  for: ({ player, leaver }) => `${player} sits down in the place of ${leaver}, who goes home`,
  leave: ({ player }) => `${player} goes home`,
  out: ({ player }) => `${player} sits out`,
  back: ({ player }) => `${player} plays again`,
  adjust: ({ player, points, note }) => `${player} ${signed(points)} by hand${note ? `: ${note}` : ""}`,
  more: () => "One more hand",
  skip: ({ deals }) => `${counted(deals, "deal")} of the schedule left out`,
  end: () => "The match ends here",
  seats: ({ names }) => `Order of the seats: ${names.join(", ")}`,
  note: ({ text }) => (text ? `Note: ${text}` : "The note is removed"),
  correct: ({ row }, { names }) => `Corrected. ${capital(entryWords[row.type](row, { actor: null, names }))}`,
  "correct adjust": ({ row }, people) => `Corrected. ${entryWords.adjust(row, people)}`,
  "correct roster": ({ changes }, people) =>
    `Corrected. ${changes.length ? changes.map((change) => entryWords[change.type](change, people)).join("; ") : "Nobody came or went"}`,
};

/** Texts of the log. */
export const logWords = {
  deal: (deal) => (deal === null ? "After the last deal" : `Deal ${deal}`),
  shortDeal: (deal) => (deal === null ? "End" : `Deal ${deal}`),
  phone: (name) => `${name}’s phone`,
  takenBack: (by, time) => `taken back${by ? ` on ${by}’s phone` : ""}${time ? ` at ${time}` : ""}`,
  time: (at) => (at ? new Date(at).toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit" }) : ""),
  date: (at) => new Date(at).toLocaleString("en-GB", { dateStyle: "medium", timeStyle: "short" }),
  /** Returns a line as it is copied: 21:14 Bernd bids 2 (Anna’s phone). */
  asText: ({ text, by, at, takenBack }) => {
    const back = takenBack && logWords.takenBack(takenBack.by, logWords.time(takenBack.at));
    const more = [by && logWords.phone(by), back].filter(Boolean).join(", ");
    return `${at ? `${logWords.time(at)} ` : ""}${text}${more && ` (${more})`}`;
  },
  /** Returns a player's result of a closed deal. */
  result: (name, row, line) =>
    `${name}: ${row.bids[line] === null ? counted(row.tricks[line] ?? 0, "trick") : `${row.tricks[line] ?? 0} of ${row.bids[line]}`}, ${signed(row.points[line])}, total ${plain(row.totals[line])}`,
  person: "Person",
  everybody: "Everybody",
  whichDeal: "Deal",
  allDeals: "All deals",
  copy: "Copy this deal as text",
  copied: "Copied. Paste it wherever you like.",
  notCopied: "This browser does not let pages copy. Select the lines instead.",
  nothing: "Nothing was entered there.",
  empty: "Everything that is entered is listed here, also what is taken back.",
};

/** Texts of standings and sheet. */
export const scoresWords = {
  title: "Scores",
  tabs: { standings: "Standings", sheet: "Sheet", log: "Log" },
  you: "you",
  hasLeft: "has left",
  sitsOut: "sits out",
  leftHint: "Players who have left keep their total, and can no longer win.",
  sheet: "The whole score sheet",
  empty: "Every deal that is closed is shown here. Tap one to correct it.",
  dealColumn: "Deal",
  correct: (deal) => `Correct deal ${deal}`,
  atTheEnd: "At the end: ",
  inDeal: (deal) => `Deal ${deal}: `,
  absent: { out: "out", left: "gone", "not yet": "–" },
  kind: ({ calls, name, cards }) => calls?.join(", ") || (name === "normal" ? counted(cards, "card") : name),
  made: "made",
  missed: "missed",
};

/** Returns an exact amount: 2.75, 1 1/3; its parts are never on two lines. @param {string} fraction such as "5/2" */
export function amountText(fraction) {
  const [number, parts = 1] = fraction.split("/").map(Number);
  if (100 % parts === 0) return plain(number / parts).replace(/\.\d$/, "$&0");
  const whole = Math.floor(Math.abs(number) / parts);
  return `${number < 0 ? "−" : ""}${whole ? `${whole}\u00a0` : ""}${Math.abs(number) % parts}/${parts}`;
}

/** Texts of the end of a match. */
export const endWords = {
  wins: (names) => `${listed(names)} ${names.length > 1 ? "share the win" : "wins"}`,
  date: (iso) => new Date(iso).toLocaleDateString("en-GB", { day: "numeric", month: "long", year: "numeric" }),
  deals: (played, isEnded) => `${counted(played, "deal")}${isEnded ? ", ended early" : ""}`,
  whatNow: "What now",
  again: "Again",
  againWith: (dealer) => (dealer ? `same people, ${dealer} deals` : "same people"),
  picture: "Picture",
  more: "One more hand",
  scores: "Sheet and log",
  print: "Print",
  undo: "Take back",
  payments: "Who pays whom",
  pays: " pays ",
  neitherPays: (names) => `${listed(names)} ${names.length > 1 ? "have left, and neither pay nor get" : "has left, and neither pays nor gets"} anything.`,
  everybody: "Everybody",
  hasLeft: "has left",
  made: (bids) => `${bids} made`,
  howItWent: "How it went",
  run: "Longest run",
  runText: ({ bids, from, to }, names) =>
    `${listed(names)} ${names.length > 1 ? "each " : ""}made ${bids} bids in a row${from === null ? "" : `, deals ${from} to ${to}`}.`,
  boldest: "Boldest bid",
  boldestText: ({ bid, cards, deal }, name) => `${name} bid ${bid} of ${cards} in deal ${deal}, and made it.`,
  close: "So close",
  closeText: ({ bids }, names) => `${listed(names)} ${names.length > 1 ? "each " : ""}missed ${bids} times by one trick.`,
};

/** Texts of several pages. */
export const commonWords = {
  close: "Close",
  dealsMark: "deals",
};
