/**
 * The texts about the shuffle: the draw of the seed by all phones, and how to check it.
 * @module
 */

const list = new Intl.ListFormat("en");

export const shuffleWords = {
  title: "Is the deal fixed?",
  alone: "The server alone has drawn the seed of every card. It did so before the first deal. This is the SHA-256 of the seed and a salt:",
  later: "Seed and salt are shown when the match is over. Then clagdsl replay checks with the record that no card was dealt otherwise.",
  kept: "The match was dealt by this seed and this salt:",
  check: "clagdsl replay deals every card of the record again and compares. The SHA-256 of the line above is the one shown before the first deal.",

  // the draw
  drawing: "All phones shuffle together",
  how: "Each phone adds a random number, so nobody can choose the cards, not even the host.",
  joining: (names) => `Waiting for the phone of ${list.format(names)}. The host shows the codes.`,
  waiting: (names) => `Waiting for the phone of ${list.format(names)}: open this page there.`,
  failed: (round, names) => `Round ${round} failed: the phone of ${list.format(names)} did not reveal its number.`,
  lost: "This phone has lost its number. Another phone can go on.",
  newRound: "Begin a new round",
  goOn: (names, agreed) => `Go on without ${list.format(names)}${agreed ? ` (${agreed} agreed)` : ""}`,
  people: "People and phones",
  all: "This deal was drawn by all phones.",
  without: (names) => `This deal was drawn without the phone of ${list.format(names)}.`,
  faults: {
    server: "The server has changed its promise. Do not trust this deal.",
    swapped: "A promise was exchanged after all had made theirs. Do not trust this deal.",
    foreign: "The server shows another promise for this phone. Do not trust this deal.",
    nonce: "A number does not fit its promise. Do not trust this deal.",
    copied: "Two promises are equal. Do not trust this deal.",
    blamed: "This phone has revealed its number, but the server says that it did not.",
    agreed: "The server says that this phone agreed to leave out another one. It did not.",
    withheld: "The server does not show its number, so nobody can check this deal.",
    seed: "The seed does not come from the promised numbers: this deal was fixed.",
  },

  // the details
  server: "Server",
  details: "All promises and numbers",
  promise: "Promise:",
  number: "Number:",
  atTheEnd: "shown when the match is over",
  bots: "Bots have no number of their own.",
  compare: "Compare these promises with those on another phone. At the end, clagdsl replay checks the record: the seed is the first 64 bits of the SHA-256 of all numbers.",
};
