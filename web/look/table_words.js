/**
 * Every text of the online table, in English; those that other pages have as well are in `words.js`.
 *
 * A translation replaces both modules.
 * @module
 */

import { counted, endWords, listed, ordinal, plain, signed, suitNames } from "./words.js";

const RANK_NAMES = { A: "ace", K: "king", Q: "queen", J: "jack" };

/** Names of cards. */
export const cardWords = {
  name: ({ text, rank, suit, copy }) =>
    suit === null ? text : `${RANK_NAMES[rank] ?? rank} of ${suitNames[suit]}${copy && `, pack ${copy}`}`,
};

/** Returns a card or a power in a few words: "as the ace of diamonds", "as low". */
const faceText = (face) => {
  const [, rank, suit] = /^(10|[2-9AKQJ])([SHDC])\d*$/.exec(face) ?? [];
  return rank ? `${RANK_NAMES[rank] ?? rank} of ${suitNames[suit]}` : face.replace(/\b[SHDC]\b/, (letter) => suitNames[letter]);
};

/** Most letters of a name in a sentence. */
const LONGEST_IN_SENTENCE = 12;

/** Returns a name, shortened where a line has no room for it. */
const short = (name) => ([...name].length > LONGEST_IN_SENTENCE ? `${[...name].slice(0, LONGEST_IN_SENTENCE - 1).join("")}…` : name);

/** Texts of the online table. */
export const tableWords = {
  pageTitle: (title, isTurn) => (isTurn ? "● Your turn" : title),
  table: "The table",
  trick: "The trick",
  hand: "Your hand",
  you: "You",
  question: "The question",
  menuTitle: "Menu",
  scores: "Scores, sheet and log",

  // the bar
  deal: "Deal ",
  kind: ({ calls, kind, cards }) => calls.join(", ") || kind || (cards === null ? "" : counted(cards, "card")),
  sumSoFar: (sum, cards) => [sum, `of ${cards} bid`],
  sum: (over) => [over ? signed(over) : "±0", over > 0 ? "too many" : over < 0 ? "too few" : "even"],
  none: "none",
  trump: "trump",
  highestFirst: "highest first",

  // the seats
  bids: "bids ",
  hasBid: "has bid",
  blind: " blind",
  acts: { size: "picks …", call: "calls …", auction: "bids …", name: "names …", bid: "bids …" },
  deals: "deals",
  points: (total) => `${plain(total)} pts`,
  tricksOfBid: (hasBid) => (hasBid ? " tricks won of those bid" : " tricks won"),
  away: ({ bots, joined }, seat) => (bots[seat] ? "bot" : joined[seat] ? "" : "no phone"),
  handOf: (name) => `The cards of ${name}`,

  // the trick
  playedBy: (name, takes) => ` by ${name}${takes ? ", the best so far" : ""}`,
  playedAs: (as) => (/^asks/.test(as) ? faceText(as) : `as ${faceText(as)}`),
  onForehead: (name) => ` on the forehead of ${name}`,
  youLead: "You lead",
  leads: (name) => `${name} leads`,
  turned: "turned",
  last: "Last",
  lastTrick: (name) => `Last trick: ${name}`,
  contract: ({ contract, names }) =>
    contract && { before: `${names[contract.seat]}: ${contract.number} `, suit: contract.trump, after: "without trump" },
  result: ({ winners, names }) => (winners ? endWords.wins(winners.map((seat) => names[seat])) : "The match is over"),

  // the line of the player
  headline: ({ now, own, held, isWatching }) => {
    const { actors, names, phase, trick, bids } = now;
    if (phase === "over") return [tableWords.result(now)];
    if (!isWatching && now.you.may === "nothing") return ["A bot plays for you"];
    const { question } = now;
    if (question) return [tableWords.asksAll(now), question.waits.includes(now.you.seat) ? "do you agree?" : tableWords.waitsFor(now, question.waits)];
    if (now.isAsked && phase === "play") {
      if (now.playsTop) return ["Your turn", "only the top card"];
      return ["Your turn", trick.length ? tableWords.led(trick) : Object.keys(now.why).length ? "lead a card that is allowed" : "lead any card"];
    }
    if (now.isAsked) return [tableWords.asks[phase], tableWords.askHint(now)];
    if (held && !isWatching) return [held.seat === own ? "You take the trick" : `${short(names[held.seat])} takes the trick`];
    if (phase === "bid" && actors.length > 1) return ["Bids are hidden", tableWords.waitsFor(now, actors)];
    if (phase === "bid" && now.hasBid[own] && bids[own] === null) return ["You have bid"];
    return [actors.length ? tableWords.othersAct[phase]?.(short(names[actors[0]])) ?? "" : ""];
  },
  asksAll: ({ question: { about, seat, action = "", after }, names, you }) => {
    if (about === "claim") return `${seat === you.seat ? "You claim" : `${names[seat]} claims`} the rest`;
    const what = action.startsWith("play ") ? `the ${faceText(action.slice(5))}` : action;
    const asks = `${seat === you.seat ? "You ask" : `${short(names[seat])} asks`} to take back ${what}`;
    return after ? `${asks}, and ${counted(after, "action")} after it` : asks;
  },
  waitsFor: ({ names }, seats) => `waiting for ${listed(seats.map((seat) => names[seat]))}`,
  asks: { size: "How many cards?", call: "What do you call?", auction: "Your bid, or pass", name: "Name trump", bid: "Your bid" },
  askHint: ({ phase, hasBid, legal }) => {
    if (phase === "name") return legal.some((entry) => entry.startsWith("order")) && "highest suit first";
    if (phase !== "bid") return "";
    const made = hasBid.filter(Boolean).length;
    return legal.includes("look") ? "a bid now is blind" : `${made} of ${hasBid.length} have bid`;
  },
  othersAct: {
    size: (name) => `${name} picks the number of cards`,
    call: (name) => `${name} calls`,
    auction: (name) => `${name} bids or passes`,
    name: (name) => `${name} names trump`,
    bid: (name) => `${name} bids`,
    play: (name) => `${name} plays`,
  },
  led: (trick) => {
    const [{ card, as }] = trick;
    const suit = /^(?:10|[2-9AKQJ])([SHDC])\d*$/.exec(as ?? card)?.[1];
    return suit ? `${suitNames[suit]} were led` : `${card} was led`;
  },
  need: (left, contract) => {
    if (left < 0) return `${-left} over`;
    if (contract === "made" || contract === "lost") return contract === "made" ? "made" : "missed";
    return left > 0 ? `${left} to win` : "no more!";
  },
  ownBid: "your bid",
  tricks: "tricks",
  pointsBelow: "points",
  takeBack: "Take back",

  // the hand
  emptyHand: "Your hand is empty.",
  hiddenCard: "a card that you cannot see",
  notNow: "not now",
  onlyTop: "Your hand was shuffled. You play its top card, whatever it is.",
  notYet: (view) => tableWords.headline(view)[0],
  notAllowed: (why) => `, not now: ${why.replaceAll("`", "")}`,

  // the question
  barred: (number, reason) => `${number}, not allowed: ${reason.replaceAll("`", "")}`,
  worth: (number, made, least, most) => {
    const missed = least === null ? "" : least === most ? plain(least) : `${plain(least)} to ${plain(most)}`;
    return [`${number}`, made !== null && `made ${signed(made)}`, missed && `missed ${missed}`].filter(Boolean).join(", ");
  },
  look: "Look at my cards",
  cards: (number) => counted(number, "card"),
  noTrump: "No trump",
  noTrumpShort: "none",
  inOrder: (suit, place) => `${suit}, ${ordinal(place)}`,
  back: "Back",
  pass: "Pass",
  tricksBid: (number) => counted(Number(number), "trick"),
  tooLow: (level) => `${level} with this trump is not higher than what was bid.`,
  levelWith: (level, suit) => `${level} with ${suit ? suitNames[suit] : "no trump"}`,
  call: (names) => (names.length ? `Call ${names.join(", ")}` : "Call nothing"),
  callMore: "Choose what is called.",
  way: (way, isHidden) => {
    if (!way) return isHidden ? "Whatever it is" : "As itself";
    const [, face] = /^as (.*)$/.exec(way) ?? [];
    if (isHidden && face) return `If it is wild, as the ${faceText(face)}`;
    return face ? `As the ${faceText(face)}` : `${way[0].toUpperCase()}${faceText(way).slice(1)}`;
  },
  notThis: "Another card",
  playTop: "Play the top card",
  takeSeatBack: "Take my seat back",
  agree: "Agree",
  playOn: "Play on",
  withdraw: "Withdraw",
  atTheEnd: "The match is over",
  print: "Print the sheet",
  another: "Another match",

  // the dialog *Say*
  say: "Say",
  claim: ["Claim the rest", "you win every trick that is left; otherwise everybody is asked"],
  claimWithBots: ["Claim the rest", "your cards must show that you win it all, because a bot plays"],
  askUndo: ["Ask to take back", "what you did last in this deal"],
  nudge: "Nudge",
  nudgeHint: (names) => `a sign to ${listed(names)}`,
  nudged: (name) => `${name} waits for you.`,
  emotes: { thumb: "well done", clap: "bravo", smile: "ha", wow: "oh", cry: "alas", thanks: "thanks" },

  // messages
  onItsWay: "Your tap is on its way.",
  noAnswer: "The server has not answered for a minute. Tap again.",
  noAnswerNow: "The server did not accept that. Tap again.",
  movedOn: "The table has moved on. Look at what is asked now.",
  seatGone: "Your seat was freed, or another phone has taken it.",
  lost: "No connection. The table waits for it.",
  gone: "This table was deleted.",
  outdated: "The server has another version. Load this page again.",
  cannotOpen: (reason) => `This table cannot be opened: ${reason}`,
  nobody: "the server does not answer.",
  tryAgain: "Try again",
  watching: "You are watching.",

  // the menu
  menu: {
    join: ["Join with a code", "to play on this phone"],
    people: ["People and phones", "codes to join, bots, your seat"],
    rules: ["Rules", "of this game"],
    wall: ["Wall screen", "everybody's table, on a large screen"],
    record: ["Save the record", "every card of the match"],
    print: ["Print the sheet", "on paper, or as a PDF"],
    shuffle: ["Is the deal fixed?", "how to check that nobody chose the cards"],
    tables: ["All tables", "this one goes on"],
    tablesAtTheEnd: ["All tables", "or begin another match"],
  },
  settings: "On this phone",
  autoPlay: "Play the only card that is allowed by itself",
  isTrumpFirst: "Trump at the left of the hand",
  signals: "Sound and vibration when it is your turn",
  tapsLabel: "A card is played",
  taps: { auto: "with one tap, thin ones with two", one: "with one tap", two: "with two taps" },
  pauseLabel: "A finished trick stays",
  pauses: { "0.8": "0.8 seconds", "1.5": "1.5 seconds", 3: "3 seconds", null: "until a tap" },
  goOn: "Go on",

  // joining
  joinHere: "Watch or join",
  joinCode: "Code that opens this table",
};
