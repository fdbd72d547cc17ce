// A game at one table: its players, parameters, deck and schedule, and the rules of each deal.
//
// A clause of a deal is a list of alternatives with conditions. `rulesOf` picks one alternative of
// each, after the twists or deals that were called have replaced some clauses.

import { chosen, evaluate, Fault, named, of, range, reads } from "./expressions.js";
import { deckOf, SUIT_NAMES, SUITS } from "./pack.js";
import { listed, Reason, refuse } from "./reasons.js";
import { scheduled } from "./schedule.js";

/** Default values of aspects that a compiled game may lack. */
/** @type {Record<string, any>} */
const UNSAID = {
  auction: { kind: "none" },
  card_worth: { worths: [], kind: "cards" },
  trump_rank: { top: [] },
  trump_worth: { worths: [] },
};

/** The trumps that the rules of a deal fix, by kind; null if play determines them. */
export const TRUMPS = {
  none: () => [],
  order: (trump) => trump.suits,
  suit: (trump) => [trump.suit],
  turned: () => null,
  named: () => null,
  rotates: () => null,
  auction: () => null,
  drawn: () => null,
};

/** Whether a value is allowed for a parameter, by kind of range. */
export const RANGES = {
  integer: (range, value) => Number.isInteger(value) && range.low <= value && value <= range.high,
  truth: (_, value) => typeof value === "boolean",
  word: (range, value) => range.words.includes(value),
};

/** @param {string | number | undefined} word a name, a short name or undefined */
export const dealNamed = (game, word) => game.deals.find((one) => one.name === word || one.short === word);

export class Table {
  /**
   * Throws Refused if the game does not allow these players or parameters.
   * @param {Record<string, any>} compiled what `clagdsl compile` writes, compact or not
   * @param {number} [players] by default the fewest
   * @param {Record<string, number | boolean | string>} [parameters] values other than the defaults
   */
  constructor(compiled, players, parameters = {}) {
    if (compiled.format !== "clagdsl game") {
      throw new Error("not a compiled game");
    }
    if (compiled.version !== 2) {
      throw new Error(`this is a compiled game of version ${compiled.version}, not 2: compile the rules again`);
    }
    const { game } = compiled;
    const [low, high] = game.players;
    /** @type {string} */
    this.hash = compiled.rules_hash;
    /** @type {Record<string, any>} */
    this.game = game;
    /** @type {number} */
    this.players = players === undefined ? low : players;
    if (!Number.isInteger(this.players) || this.players < low || this.players > high) {
      const sizes = low === high ? low : `${low} to ${high}`;
      refuse("U601", `the game is for ${sizes} players, not \`${this.players}\``);
    }
    const declared = game.parameters || [];
    for (const name of Object.keys(parameters)) {
      if (!declared.some((one) => one.name === name)) refuse("U602", `the game has no parameter \`${name}\``);
    }
    this.parameters = named(
      ...declared.map(({ name, range, default: usual }) => {
        const value = Object.hasOwn(parameters, name) ? parameters[name] : usual;
        if (!of(RANGES, range.kind)(range, value)) refuse("U603", `\`${name}\` cannot be \`${value}\``);
        return named({ [name]: value });
      }),
    );
    this.names = named({ players: this.players }, this.parameters);
    try {
      for (const { name, expression } of game.lets || []) {
        this.names[name] = evaluate(expression, this.names);
      }
      this.drawsDealer = Boolean(game.first_dealer) && chosen(game.first_dealer, this.names) === "drawn";
      this.deck = deckOf(game.pack ? chosen(game.pack, this.names) : null, this.names);
      /** @type {import("./schedule.js").ScheduledDeal[]} */
      this.schedule = scheduled(game, this.names);
    } catch (error) {
      if (error instanceof Fault) refuse("U609", error.message);
      throw error;
    }
    if (!this.schedule.length) refuse("U609", "with these parameters the schedule has no deals");
    this._rules = new Map();
    this.remembered = remembered(game);
    for (const deal of this.schedule) this._checkCards(deal);
  }

  _checkCards(deal) {
    const dealt = this.players * deal.high;
    const turned = () => {
      const { call } = this.rulesOf(deal);
      const calls = call.kind === "call" ? legalCalls(call) : [[]];
      return calls.some((some) => turnsCard(this.rulesOf(deal, some, deal.high)));
    };
    const needed = dealt + (dealt === this.deck.size && turned() ? 1 : 0);
    if (deal.low >= 1 && deal.low <= deal.high && needed <= this.deck.size) return;
    const told = `deal ${deal.number} (\`${deal.name}\`) needs ${needed} cards`;
    refuse("U608", `${told} for ${this.players} players: the pack has ${this.deck.size}`);
  }

  /**
   * Returns the rules of a scheduled deal after these calls.
   *
   * Before the dealer has picked the number of cards, it is taken to be the fewest.
   * @param {import("./schedule.js").ScheduledDeal} deal
   * @param {string[]} [calls] by their full names, in the order of declaration
   */
  rulesOf(deal, calls = [], cards = deal.low) {
    const key = JSON.stringify([deal.number, calls, cards]);
    if (!this._rules.has(key)) this._rules.set(key, this._choose(deal, calls, cards));
    return this._rules.get(key);
  }

  _choose(deal, calls, cards) {
    const called = dealNamed(this.game, deal.name);
    const clauses = { ...called.aspects };
    for (const call of calls) Object.assign(clauses, replacement(this.game, called, call));
    const names = named(this.names, { deal: deal.number, cards });
    const rules = { ...UNSAID };
    const origins = {};
    for (const [aspect, clause] of Object.entries(clauses)) {
      rules[aspect] = chosen(clause, names);
      origins[aspect] = clause.origin;
    }
    if (rules.bid.kind === "together" && !rules.bid.again) rules.last_bid = { kind: "free" }; // nobody bids last
    if (rules.trump.kind === "rotates") {
      const suit = rules.trump.trumps[this._turn(deal, rules.trump) % rules.trump.trumps.length];
      rules.trump = suit === null ? { kind: "none" } : { kind: "suit", suit };
    }
    const choices = (rules.call.groups || []).flatMap((group) => group.choices);
    const offered = choices.map((choice) => replacement(this.game, called, choice));
    return Object.assign(rules, {
      name: called.name,
      calls,
      origins,
      names: named(this.names, { row_deals: deal.rowDeals }),
      players: this.players,
      deck: this.deck,
      // the draw comes before the call, so it is made if anything that may be called needs it
      drawsBidder: [called.aspects, ...offered].some(({ bid }) => bid && chosen(bid, names).first === "drawn"),
      offered,
      choices: rules.call.kind === "call" ? choiceNames(this.game, rules.call) : new Map(),
    });
  }

  /** Returns the number of earlier deals that count for the rotation of trumps of a deal. */
  _turn(deal, trump) {
    if (!trump.throughout) return deal.turn;
    const list = JSON.stringify(trump);
    const owner = ownerOf(this.game, deal.name);
    return this.schedule.filter(
      (other) =>
        other.number < deal.number &&
        ownerOf(this.game, other.name) === owner &&
        JSON.stringify(this._scheduledTrump(other)) === list,
    ).length;
  }

  /** Returns the trump of a scheduled deal before any call; a list if trumps rotate. */
  _scheduledTrump({ name, number, low }) {
    const names = named(this.names, { deal: number, cards: low });
    return chosen(dealNamed(this.game, name).aspects.trump, names);
  }
}

/** Returns the name of the deal that states the `trump` clause that a deal has. */
function ownerOf(game, name) {
  const deal = dealNamed(game, name);
  return deal.base && !deal.replaced.includes("trump") ? ownerOf(game, deal.base) : deal.name;
}

const turnsCard = ({ trump }) => trump.kind === "turned" && !trump.nothing_left;

/** Returns the trump suits that the rules of a deal fix, high to low; null if play decides them. */
export const settledTrumps = (rules) => of(TRUMPS, rules.trump.kind)(rules.trump);

/** Returns the value of `trump` in formulas: a suit, `none`, or `order` under an order of the suits. */
export const trumpName = (trumps) =>
  trumps.length > 1 ? "order" : trumps.length ? SUIT_NAMES[trumps[0]] : "none";

/** Whether a case of a turned card is that of a face, by its kind. */
export const TURNED_CASES = {
  special: () => false,
  rank: (name, face) => face.rank === name,
  suit: (name, face) => face.suit === name,
  card: (name, face) => face.name === name,
};

/** Returns the trumps that a turned card or a drawn suit can make: suits, none, an order. */
export function turnedTrumps({ trump, deck, players }, cards) {
  const { kind, on = [], nothing_left: ends } = trump;
  const { faces, copies, specials, suits, size } = deck;
  if (kind === "drawn") return { suits: [...SUITS], none: false, order: false };
  const left = size - players * cards;
  if (!left && ends !== "last card") return { suits: [], none: true, order: false };
  const ofFaces = faces.map((face) =>
    on.find((one) => of(TURNED_CASES, one.kind || "special")(one.name, face)),
  );
  const ofSpecials = specials.map((name) =>
    on.find((one) => (one.kind || "special") === "special" && one.name === name),
  );
  const all = [...Array(copies).fill(ofFaces).flat(), ...ofSpecials].filter((one) => one);
  const again = all.filter((one) => one.again).length;
  const named = all.filter((one) => !one.again).map((one) => one.named);
  if (again && again >= left) named.push(null); // no card may be left to turn
  const every = named.includes("suit") || named.includes("suit or none");
  const makes = (suit) => faces.some((face, place) => face.suit === suit && !ofFaces[place]);
  return {
    suits: suits.filter((suit) => every || makes(suit)),
    none: named.includes(null) || named.includes("suit or none"),
    order: named.includes("order"),
  };
}

/** Returns every value that `trump` can have in a deal, in a fixed order. */
export function trumpNames(rules, cards) {
  const { trump, auction, deck } = rules;
  const settled = settledTrumps(rules);
  const singles = (suits) => suits.map((suit) => trumpName(suit ? [suit] : []));
  const nameable = (what) => {
    if (what === "order") return [trumpName(deck.suits)];
    return [...(what ? singles(deck.suits) : []), ...(what === "suit" ? [] : ["none"])];
  };
  const turned = () => {
    const { suits, none, order } = turnedTrumps(rules, cards);
    return [...singles(suits), ...(none ? ["none"] : []), ...(order ? ["order"] : [])];
  };
  const possible = {
    turned,
    named: () => nameable(trump.what),
    auction: () => singles(auction.trumps),
    drawn: () => singles(SUITS),
  };
  const names = settled ? [trumpName(settled)] : of(possible, trump.kind)();
  return ["none", ...singles(SUITS), "order"].filter((name) => names.includes(name));
}

/** Returns the runs, the tallies, and those row figures that scores read. */
function remembered(game) {
  const every = [...game.deals.map((deal) => deal.aspects), ...game.twists];
  const read = new Set(every.flatMap((one) => [...reads(one.score), ...reads(one.completed)]));
  const rows = Object.keys(ROW_FIGURES).filter((name) => read.has(name));
  return [...(game.past || []), ...rows.map((name) => ({ name, kind: name }))];
}

/** Updates of figures about a row of the schedule after one more deal. */
const ROW_FIGURES = {
  row_made: (_, before, names) => before + (names.made === true),
  row_best: (_, before, _names, score) => Math.max(before, score),
};

export const PAST = {
  run: (one, before, names) => (evaluate(one.expression, names) ? before + 1 : 0),
  tally: (one, before, names) => before + evaluate(one.expression, names),
};

/** Returns a run, tally or row figure after a deal that counts in it. */
export const after = (one, before, names, score) =>
  of({ ...PAST, ...ROW_FIGURES }, one.kind)(one, before, names, score);

export const isOfRow = (one) => Object.hasOwn(ROW_FIGURES, one.kind);

// --- calls ---------------------------------------------------------------------------------

/** Returns the clauses by which a called choice replaces those of the deal. */
function replacement(game, called, choice) {
  const said = (clauses, aspects) =>
    Object.fromEntries(
      aspects.filter((aspect) => aspect !== "call").map((aspect) => [aspect, clauses[aspect]]),
    );
  const twist = game.twists.find((one) => one.name === choice);
  if (twist) {
    return said(twist, Object.keys(twist).filter((name) => twist[name]?.alternatives));
  }
  const deal = dealNamed(game, choice);
  const replaced = [];
  for (let step = deal; step && step.name !== called.name; step = dealNamed(game, step.base)) {
    replaced.push(...step.replaced);
  }
  const usual = (aspect) => ({
    alternatives: [{ value: UNSAID[aspect], condition: null }],
    origin: null,
  });
  return Object.fromEntries(
    Object.entries(said(deal.aspects, replaced)).map(([aspect, clause]) => [
      aspect,
      clause || usual(aspect),
    ]),
  );
}

/** Returns the full name of every choice, keyed by its full and its short name. */
function choiceNames(game, call) {
  const choices = call.groups.flatMap((group) => group.choices);
  const shorts = [...game.deals, ...game.twists].filter((one) => one.short && choices.includes(one.name));
  return new Map([
    ...shorts.map((one) => [one.short, one.name]),
    ...choices.map((choice) => [choice, choice]),
  ]);
}

const combinations = (choices, size) =>
  size === 0
    ? [[]]
    : choices.flatMap((choice, place) =>
        combinations(choices.slice(place + 1), size - 1).map((rest) => [choice, ...rest]),
      );

export const GROUPS = {
  "one of": (choices) => choices.map((one) => [one]),
  "at most one of": (choices) => [[], ...choices.map((one) => [one])],
  "any of": (choices) => range(0, choices.length).flatMap((size) => combinations(choices, size)),
};

/**
 * Returns every legal call; the last group varies fastest, small combinations first.
 * @param {Record<string, any>} call
 * @returns {string[][]}
 */
export const legalCalls = (call) =>
  call.groups.reduce(
    (before, group) =>
      before.flatMap((some) => of(GROUPS, group.kind)(group.choices).map((more) => [...some, ...more])),
    [[]],
  );

/** Returns the choices of a legal call by their full names, in the order of declaration. */
export function orderedCall(rules, names) {
  const called = names.map((name) => rules.choices.get(name));
  const groups = rules.call.groups || [];
  return groups.flatMap((group) => group.choices).filter((choice) => called.includes(choice));
}

/**
 * Returns why these choices may not be called, or null.
 * @param {Record<string, any>} rules
 * @param {string[]} names
 * @returns {Reason | null}
 */
export function whyNotCall(rules, names) {
  const no = (code, reason) => new Reason(code, reason, rules.origins.call);
  if (rules.call.kind !== "call") return no("A103", "there is nothing to call in this deal");
  const { groups } = rules.call;
  const called = new Set();
  for (const name of names) {
    const choice = rules.choices.get(name);
    if (choice === undefined) {
      const known = groups.flatMap((group) => group.choices);
      return no("A501", `\`${name}\` cannot be called: choose from ${listed(known)}`);
    }
    if (called.has(choice)) return no("A502", `\`${choice}\` is called twice: name it once`);
    called.add(choice);
  }
  for (const { kind, choices } of groups) {
    const some = choices.filter((choice) => called.has(choice));
    if (kind === "one of" && some.length !== 1) {
      const told = some.length ? `${listed(some, "and")} were called` : "none was called";
      return no("A503", `call exactly one of ${listed(choices)}: ${told}`);
    }
    if (kind === "at most one of" && some.length > 1) {
      return no("A504", `${listed(some, "and")} cannot be called together: keep one`);
    }
  }
  return null;
}
