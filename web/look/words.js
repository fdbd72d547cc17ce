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

/** Returns what is special about a deal: its calls, or its name; "" for a normal one. */
export const dealKind = ({ calls, name }) => calls?.join(", ") || (name === "normal" ? "" : name);

/** Texts of the log. */
export const logWords = {
  deal: (deal) => (deal === null ? "After the last deal" : `Deal ${deal}`),
  shortDeal: (deal) => (deal === null ? "End" : `Deal ${deal}`),
  phone: (name) => `${name}’s phone`,
  takenBack: (by, time) => `taken back${by ? ` on ${by}’s phone` : ""}${time ? ` at ${time}` : ""}`,
  time: (at) => (at ? new Date(at).toTimeString().slice(0, 5) : ""),
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
  undo: "Take back",
  nothing: "Nothing was entered there.",
  empty: "All entries are listed here, also those taken back.",
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
  empty: "Closed deals are shown here. Tap one to correct it.",
  dealColumn: "Deal",
  correct: (deal) => `Correct deal ${deal}`,
  atTheEnd: "At the end: ",
  inDeal: (deal) => `Deal ${deal}: `,
  absent: { out: "out", left: "gone", "not yet": "–" },
  kind: (row) => dealKind(row) || counted(row.cards, "card"),
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
  pictureTitle: "The result",
  savePicture: "Save the picture",
  pictureText: (winners, names, totals) => `${endWords.wins(winners)}. ${names.map((name, place) => `${name} ${totals[place]}`).join(", ")}`,
  more: "One more hand",
  scores: "Sheet and log",
  print: "Print",
  undo: "Take back",
  payments: "Who pays whom",
  pays: " pays ",
  neitherPays: (names) => `Without payments, because they left: ${listed(names)}.`,
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

/** Texts of the sheet on paper. */
export const paperWords = {
  title: "On paper",
  print: "Print",
  head: (date, deals, dealer) => `${date}, ${counted(deals, "deal")}.${dealer ? ` ${dealer} deals first.` : ""}`,
  kind: (row) => `· ${dealKind(row) || row.cards}`,
  total: "Total",
  hint: "After each deal: its cards. After each total: tricks won of those bid.",
  pays: (from, to, amount) => `${from} pays ${to} ${amount}.`,
};

/** Texts of several pages. */
export const commonWords = {
  close: "Close",
};

/** Returns the numbers of deals as a list: deal 3, deals 3 to 5, deals 3 and 5. @param {number[]} numbers */
function dealNumbers(numbers) {
  const [first, last] = [numbers[0], numbers[numbers.length - 1]];
  if (numbers.length === 1) return `deal ${first}`;
  if (numbers.length > 2 && last - first + 1 === numbers.length) return `deals ${first} to ${last}`;
  return `deals ${listed(numbers.map(String))}`;
}

/** Texts about names and other texts that people type. */
export const typedWords = {
  nameTooLong: (most) => `A name has at most ${most} characters.`,
  hiddenSign: (what, shown) => `${what} has an invisible character, written out here: “${shown}”. Type it again instead of pasting it.`,
  aName: "A name",
  anEntry: "The entry",
};

/** Texts of the score keeper. */
export const keeperWords = {
  headline: {
    dealer: () => "Who deals first?",
    size: (name) => `${name} deals: how many cards?`,
    call: (name) => `${name} calls`,
    auction: (name) => `${name} bids or passes`,
    name: (name) => (name === undefined ? "What is trump?" : `${name} names trump`),
    first: () => "Who is drawn to bid first?",
    bid: (name) => `${name} bids`,
    tricks: () => "Count the tricks",
  },

  // the bar
  allMatches: "All matches",
  deal: (number, all) => [`Deal `, `${number}/${all}`],
  oneMoreHand: "One more hand",
  cards: (number) => counted(number, "card"),
  bidSoFar: (bids, cards) => ({ figure: `${bids}/${cards}`, text: " bid" }),
  even: "even",
  over: (by) => ({ figure: `+${by}`, text: " too many" }),
  under: (by) => ({ figure: `−${by}`, text: " too few" }),
  none: "none",
  noTrump: "No trump",
  whatIsTrump: "What is trump?",
  isTrump: (suits) => `Trump: ${suits.map((suit) => suitNames[suit]).join(", then ")}`,
  more: "More",

  // the list
  people: "Everybody at the table",
  deals: "deals",
  dealerLetter: "D",
  bidsNow: "bids …",
  bid: "bid",
  blind: "blind",
  sitsOut: "sits out",
  sinceDeal: (deal) => `since deal ${deal}`,
  points: (total) => `${plain(total)} point${Math.abs(total) === 1 ? "" : "s"}`,
  place: (place) => ordinal(place),
  lastDeal: (mark, points) => `last deal ${mark ? `${mark} ` : ""}${signed(points)}`,
  correctBid: (name, bid) => `${name}, bid ${bid}: correct it`,
  dealsFirst: (name) => `${name} deals first`,
  bidsFirst: (name) => `${name} bids first`,
  takesTrick: (name, trick) => `${name} took trick ${trick}`,
  of: (bid) => ` of ${bid}`,
  tricksOf: (name) => `Tricks of ${name}`,
  less: (name) => `One less for ${name}`,
  moreFor: (name) => `One more for ${name}`,
  pointsOf: (name) => `Points in the tricks of ${name}`,

  youAre: (name) => `You are ${name}`,
  isWaiting: "not sent yet,",

  // the dock
  question: "The question",
  ownBid: (bid) => `bid ${bid}`,
  takeBack: "Take back",
  scores: "Standings and sheet",
  stillToBid: (number) => (number === 1 ? "the last to bid" : `${number} still to bid`),
  correctingBid: (name) => `The bid of ${name}`,
  leaveBid: "Leave the bid as it is",
  correctingHint: (bid) => `entered: ${bid}`,
  worth: (number, made, missed) =>
    [`${number}`, made && `made ${made}`, missed && `missed ${missed}`].filter(Boolean).join(", "),
  notAllowed: (number, reason) => `${number}, not allowed: ${reason.replaceAll("`", "")}`,
  bids: (isBlind) => (isBlind ? "Bids blind" : "Bids"),
  look: "Looks at the cards first",
  blindHint: "a bid now is blind",
  groups: { "one of": "One of", "at most one of": "At most one of", "any of": "Any of" },
  callWhat: "Choose what is called",
  call: (names) => (names.length ? `Call ${names.join(", ")}` : "Call nothing"),
  pass: "Pass",
  level: "How many tricks?",
  highest: (level, suit) => ["highest: ", level, " ", suit],
  suitOf: (level) => `${level} with which trump?`,
  orderHint: "Tap the suits in their order, the highest first",
  someTook: { more: "Who took more?", fewer: "Who took fewer?", none: "Close the deal?" },
  notGiven: (tricks) => `${counted(tricks, "trick")} not given`,
  tooMany: (tricks) => `${counted(tricks, "trick")} too many`,
  allThere: "All tricks are there",
  given: (tricks, cards) => `${tricks} of ${counted(cards, "trick")}`,
  everybodyMade: "Everybody made it",
  everybodyMadeSure: "Yes, everybody made it",
  close: "Close the deal",
  closeWith: (made, missed) => `Close: ${made} made, ${missed} missed`,
  whoTook: (trick, cards) => `Who took trick ${trick} of ${cards}?`,
  tapRow: "Tap the row of the player",
  waitingAfterEnd: (numbers) => `A correction ends the match before ${dealNumbers(numbers)}: take it back, or correct it.`,
  othersPlay: (numbers) => `A correction changed who plays in ${dealNumbers(numbers)}: enter bids and tricks again.`,
  countsAgain: (numbers) => `The entries of ${dealNumbers(numbers)} count again after this.`,

  // messages
  corrected: (deal) => `Deal ${deal} is corrected.`,
  copied: "The record is copied: paste it wherever you like.",

  // the sheet
  sheet: "The sheet",
  correctDeal: (deal) => `Correct deal ${deal}`,
  left: "has left",

  // corrections
  correctionHint: (name, cards) => `${name === "normal" ? "" : `${name}, `}${counted(cards, "card")}. Everything after it is counted again.`,
  bidsRow: "Bids",
  tricksRow: "Tricks",
  somethingElse: "Something else",
  otherExample: {
    won: "for example: cards 5, trump hearts, call Misere",
    taken: "who took each trick: taken 1 3 2 2",
    points: "tricks and points: won 2 0 1 points 10 0 3",
  },
  otherLabel: "Another correction, in words",
  putRight: "Put it right",
  changesBefore: "Others came and went before it",
  notSo: "Not so",
  notSoChange: (change) => `Not so: ${change}`,
  noChanges: "Nobody came or went before this deal.",
  also: "Also",
  somebodyCame: "Somebody came",
  satDown: "and sat down",
  add: "Add",
  changesHint: "If other people played, enter their bids and tricks again, deal by deal. If nobody knows them any more, enter under More who plays from now on instead.",
  atLeftOf: (name) => `at the left of ${name}`,
  inPlaceOf: (name) => `in the place of ${name}, who goes home`,

  // the menu
  thisMatch: "This match",
  onceThere: "when the server answers",
  menu: {
    roster: ["Who comes and goes", "somebody joins, sits out, goes home"],
    points: ["Points by hand", "for a total, with a note"],
    correct: ["Correct a deal", "bids, tricks, and more of an earlier deal"],
    size: ["Another size", "of this deal, before its first bid"],
    skip: ["Leave out the next deal", "the schedule goes on after it"],
    seats: ["Order of the seats", "if somebody sits elsewhere"],
    note: ["Note", "one for the match, kept in the record"],
    more: ["One more hand", "its points count"],
    end: ["End here", "with the totals as they are"],
    log: ["Log", "who entered what, in which deal, and when"],
    text: ["Enter it as text", "anything without a button"],
    record: ["Save the record", "what clagdsl replay takes"],
    csv: ["Save for a spreadsheet", "CSV: bids, tricks and totals of each deal"],
    share: ["Share the record", "with another app, or as a copied text"],
    print: ["Print the sheet", "on paper, or as a PDF"],
    rules: ["Rules", "of this game"],
    leave: ["Another match", "this one stays on this device"],
    people: ["People and phones", "codes to join, rights, deleting"],
    join: ["Join with a code", "to enter something on this phone"],
    along: ["Take this table along", "a file that keeps score without the server"],
    tables: ["All tables", "this one goes on"],
  },
  playsAgain: "Plays again",
  sitsOutButton: "Sits out",
  goesHome: "Goes home",
  rosterButton: (name, words) => `${name}: ${words.toLowerCase()}`,
  somebodyComes: "Somebody comes",
  sitsDown: "and sits down",
  sitDown: "Sit down",
  rosterHint: (total, lowWins) =>
    `Between two deals. Latecomers begin with ${plain(total)}, the ${lowWins ? "highest" : "lowest"} total at the table, returning players with their old one. Players who go home cannot win.`,
  whoseTotal: "Whose total",
  pointsField: "Points",
  noteField: "Note",
  pointsHint: "With a minus if points are taken. Only the total changes.",
  countThem: "Count them",
  whichHand: "Which hand",
  cardsEach: "Cards for each",
  oneMoreHint: "Its points count, and may change who wins. The match is over after it.",
  beginIt: "Begin it",
  endHint: "Winner and payments follow from the totals as they are. You can take it back.",
  endHere: "End the match here",
  sizeHint: "The deals after it keep theirs.",
  setSize: "Deal this many",
  entryField: "Entry",
  entryExample: "correct 1 dealer Cai",
  entryHint: "As in a record: call Misere, trump hearts, correct 3 won 1 0 2 4.",
  enterIt: "Enter it",
  noteHint: "Leave it empty to remove it.",
  saveNote: "Save the note",
  seatsHint: "Those who sat down at the start, clockwise.",
  earlier: (name) => `Seat ${name} one place earlier`,
};

/** Returns how many entries. @param {number} number */
const entries = (number) => (number === 1 ? "1 entry" : `${number} entries`);

/** Texts of the keeper on a server. */
export const servedWords = {
  title: (title) => `${title}: score keeper`,
  isThere: (number) => (number ? `Not on the server yet: ${entries(number)}.` : "All entries are on the server."),
  movedOn: "Somebody else was faster.",
  lost: (since, number) =>
    `No connection since ${since}. ${number ? `To be sent later: ${entries(number)}.` : "What you enter is sent later."}`,
  notStored: (reason, number) => `${reason} ${entries(number)} will be sent again.`,
  notKept: "This browser stores nothing: keep the page open until all is sent.",
  gone: "This table was deleted. You can save its record under More.",
  outdated: "The server has another version: load this page again.",
  watching: (hadSeat) => `${hadSeat ? "Your seat was freed or taken" : "You are watching"}. To enter something, join with a code.`,
  wentHome: "You have gone home. The host can seat you again.",
  cannotOpen: (reason) => `This table cannot be opened: ${reason}`,
  noAnswer: "the server does not answer.",
  tryAgain: "Try again",
  allTables: "All tables",
  refused: {
    moved: (entry, instead, phone) =>
      `“${entry}” was not entered: ${instead ? `${phone} has entered “${instead}”.` : "the table has moved on."}`,
    rules: (entry, reason, source) => `“${entry}” was not entered: ${reason}${source ? ` (${source})` : ""}`,
    rights: (entry, reason) => `“${entry}” was not entered. ${reason}`,
    request: (entry, reason) => `“${entry}” was not entered. ${reason}`,
    lost: (entry) => `“${entry}” is no longer on the sheet: the server has an older file.`,
    also: (texts, more) =>
      ` Not entered with it: ${texts.map((text) => `“${text}”`).join(", ")}${more ? `, and ${more} more` : ""}.`,
  },
  correctIt: "Correct it",
  allRight: "All right",
  screen: "Set the screen to stay on.",
};

/** Texts of a match that is kept in the browser. */
export const localWords = {
  elsewhere: "The match went on in another window. Look at it, and enter yours again.",
  notKept: "Your entries are not saved: this browser lets pages store nothing, or has no room left. Save the record under More before you close the page.",
  keptHere: "All entries are saved on this device.",
  notKeptHere: "Nothing is saved: save the record before you close the page.",
};

/** Texts of the page before a match. */
export const setupWords = {
  onceMore: "Once more?",
  lastTime: (date, dealer) => `As on ${date}.${dealer ? ` ${dealer} deals first.` : ""}`,
  keepScore: "Keep score",
  changePeople: "Change people",
  whoPlays: "Who plays?",
  howMany: (fewest, most, isCounter) =>
    `${fewest === most ? fewest : `${fewest} to ${most}`} players, in the order of their seats, ${isCounter ? "counterclockwise" : "clockwise"}. Tap a name to seat it, tap again to leave it out.`,
  seat: (place) => `, seat ${place}`,
  people: "People",
  somebodyElse: "Somebody else",
  firstName: "Name",
  add: "Add",
  dealsFirst: "Deals first",
  begin: (number, dealer) => `Begin with ${number}${dealer ? `: ${dealer} deals` : ""}`,
  tooFew: (number, fewest) => `${number} of at least ${counted(fewest, "player")}`,
  tooMany: (number, most) => `${number} people, and at most ${most} can play`,
  settings: "House settings",
  notProved: (rules, options) =>
    `These settings were checked one by one, not together: the rules may have no value for some deal. clagdsl keep ${rules}${options} checks them, and writes a page that begins with them.`,
  earlier: "Matches on this device",
  entries,
  remove: (names) => `Delete the match of ${listed(names)}`,
  removeSure: "Delete this match from this device for good?",
  cannotOpen: (reason) => `This match cannot be opened: ${reason}`,
  rules: "Rules",
  rulesFrame: (title) => `The rules of ${title}`,
};

/** Returns a day: 20 November, with the year if it is another one. @param {string} time an ISO date or time */
function day(time) {
  const date = new Date(time.length === 10 ? `${time}T12:00` : time);
  /** @type {Intl.DateTimeFormatOptions} */
  const format = { day: "numeric", month: "long" };
  return date.toLocaleDateString([], date.getFullYear() === new Date().getFullYear() ? format : { ...format, year: "numeric" });
}

const range = ([low, high]) => (low === high ? String(low) : `${low} to ${high}`);

/** Texts of the first page. */
export const homeWords = {
  title: "At the table",
  about: "Keep score of card games with bids, by your own rules. Or play them here, on your phones.",
  lastTime: (title, time, winners, total, dealer) =>
    `${title}, as on ${day(time)}${winners.length ? `: ${listed(winners)} won with ${plain(total)}` : ""}.${dealer ? ` ${dealer} deals first.` : ""}`,
  score: "Score real cards",
  scoreHint: "one phone in the middle, or one each",
  play: "Play here",
  playHint: "dealt by the server, with bots",
  keepScoreOf: "Keep score of",
  playTitle: "Play here",
  goOn: "Choose who sits where",
  notOffered: "These rules are no longer offered. Choose another game to play it here.",
  game: "Game",
  groups: { last: "Played last", own: "Your rules", clag: "Clag", family: "Its family" },
  line: ({ deals, special_deals: special, special_cards: cards }) =>
    [`${range(deals)} deals`, special > 0 && `${special} ${special > 1 ? "kinds of special deals" : "kind of special deal"}`, cards.length > 0 && `with ${listed(cards)}`]
      .filter(Boolean)
      .join(", "),
  players: (players) => `${range(players)} players, `,
  readRules: "Read the rules",
  kept: "On this device",
  underWay: "Under way",
  putAside: "Put aside",
  finished: "Finished",
  goOnTable: "Go on",
  look: "Look",
  all: (number) => `All ${number}`,
  earlier: "Earlier ones",
  state: ({ is_over: isOver, winners, deal, deals, leader, total }) => {
    if (isOver) return winners.length ? `${listed(winners)} won with ${plain(total)}` : "over";
    return `deal ${deal} of ${deals}${leader === null ? "" : `, ${leader} leads with ${plain(total)}`}`;
  },
  since: day,
  broken: (file, isOffered) =>
    `${file} has mistakes${isOffered ? ": its last valid rules are offered" : ""}`,
  problems: "Your rules files",
  leftOut: (number) => `${number} more rules ${number === 1 ? "file is" : "files are"} not offered: there are too many.`,
  more: "More",
  join: "Join with a code",
  season: "Season",
  allRules: "Rules of all games",
  write: "Write your own rules",
  playground: "Playground",
  noAnswer: "The server does not answer. Try again.",
  tryAgain: "Try again",
  beginning: "Beginning…",
};
