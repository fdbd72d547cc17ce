// The worth of tricks: by their number in the deal, the winning rank, and the cards in them.

import { evaluate, named, of, once, range } from "./expressions.js";
import { RANKS, SUIT_NAMES } from "./pack.js";
import { trumpNames } from "./table.js";

/** Whether a face, or a special card as `{special: name}`, has a worth, by what the worth names. */
export const WORTHS = {
  suit: (name, face) => face.suit === name,
  rank: (name, face) => face.rank === name,
  card: (name, face) => face.name === name,
  special: (name, face) => face.special === name,
};

const rising = (numbers) => [...new Set(numbers)].sort((a, b) => a - b);

/**
 * Returns the possible worths of the tricks in a deal with `cards` cards.
 *
 * - `each`: the worth of every trick, null if it varies.
 * - `byCards`: whether cards in tricks have points of their own.
 * - `byTakers`: whether the points follow from who took each trick.
 * - `choices`: for each trick, all worths that the winning rank can give it.
 * - `byRank`: for each trick, the worth that each winning rank gives it.
 * - `byTrump`: the points of the cards: one object for each trump if trumps have worths of their own.
 *     - `byFace`: the points of each face.
 *     - `bySpecial`: the points of each special card in the pack.
 */
export const worths = (rules, cards) =>
  once(rules, `worths ${cards}`, () => {
    const { deck, trick_worth: worth } = rules;
    const names = named(rules.names, { cards });
    const ofTrump = rules.trump_worth.worths;
    const byTrump = (ofTrump.length ? trumpNames(rules, cards) : [""]).map((trump) => {
      const points = (card) => pointsOf(isTrump(rules, card, trump) ? ofTrump : rules.card_worth.worths, card);
      return { byFace: deck.faces.map(points), bySpecial: deck.specials.map((special) => points({ special })) };
    });
    const byCards = byTrump.some(({ byFace, bySpecial }) => [...byFace, ...bySpecial].some(Boolean));
    const ranks = [...new Set(deck.faces.map((face) => face.rank))];
    const byRank = range(1, cards).map((trick) =>
      [...ranks, ...new Set(deck.specials)].map((rank) => ({
        rank,
        value: evaluate(worth, Object.assign(names, { trick, won_with: rank })),
      })),
    );
    const choices = byRank.map((values) => rising(values.map((one) => one.value)));
    const every = rising(choices.flat());
    return {
      each: every.length === 1 && !byCards ? every[0] : null,
      byCards,
      byTakers: !byCards && choices.every((some) => some.length === 1),
      choices,
      byRank,
      byTrump,
    };
  });

/** Returns the points of a card by a list of worths. */
const pointsOf = (list, card) =>
  list.reduce((all, one) => all + (of(WORTHS, one.kind)(one.name, card) ? one.points : 0), 0);

/** Returns whether a card has the worth of a trump under this value of `trump`. */
function isTrump(rules, card, trump) {
  if (!rules.trump_worth.worths.length) return false;
  const listed = ({ kind, name }) => kind !== "rank" && of(WORTHS, kind)(name, card);
  return SUIT_NAMES[card.suit] === trump || rules.trump_rank.top.some(listed);
}

/** Returns the worth that most winning ranks give a trick, the lowest if tied. */
function usualValue(values) {
  const ordinary = values.filter((one) => RANKS.includes(one.rank)).map((one) => one.value);
  const many = (value) => ordinary.filter((one) => one === value).length;
  const most = Math.max(...ordinary.map(many));
  return Math.min(...ordinary.filter((value) => many(value) === most));
}

/** Returns for each number of tricks the set of points that these can be worth together. */
export function possiblePoints(rules, cards) {
  const known = worths(rules, cards);
  const sums = [new Set([0]), ...known.choices.map(() => new Set())];
  for (const choices of known.choices) {
    for (let taken = cards - 1; taken >= 0; taken--) {
      for (const value of choices) for (const total of sums[taken]) sums[taken + 1].add(total + value);
    }
  }
  return withCards(rules, known, cards, sums);
}

/**
 * Returns the same as `possiblePoints`, but each card wins one trick only.
 *
 * If the worth of a trick also depends on its number, this is not considered.
 */
export function pointsOfWinners(rules, cards) {
  const { deck } = rules;
  const known = worths(rules, cards);
  const [byRank] = known.byRank;
  if (known.byRank.some((values) => values.some(({ value }, n) => value !== byRank[n].value))) {
    return possiblePoints(rules, cards);
  }
  const values = new Map(byRank.map(({ rank, value }) => [rank, value]));
  const byFace = deck.faces.map((face) => values.get(face.rank));
  const bySpecial = deck.specials.map((name) => values.get(name));
  return withCards(rules, known, cards, ofCards(rules, 1, { byFace, bySpecial }, cards));
}

/** Returns sums of tricks with the points of their cards. */
function withCards(rules, known, cards, sums) {
  if (!known.byCards) return sums.map((own) => new Set(own));
  const held = known.byTrump.map((points) => ofCards(rules, rules.players, points, cards));
  const both = (own, tricks) =>
    held.flatMap((sums) => [...own].flatMap((one) => sums[tricks].map((other) => one + other)));
  return sums.map((own, tricks) => new Set(both(own, tricks)));
}

/** Returns the possible points of 0, 1, 2, ... times this many cards; they may be any cards. */
function ofCards({ deck, wild }, players, { byFace, bySpecial }, most) {
  const wilds = deck.faces.filter((face) => wild.ranks.includes(face.rank)).length * deck.copies;
  const values = deck.faces.flatMap((face, place) =>
    wild.ranks.includes(face.rank) ? [] : Array(deck.copies).fill(byFace[place]),
  );
  values.push(...bySpecial);
  const choices = wilds ? rising(byFace) : [];
  const lowest = Math.min(...values, ...choices);
  const total = values.length + wilds;
  // for each number of cards the reachable sums as a bit set, offset by the lowest worth per card
  const reached = [1n, ...Array(Math.min(players * most, total)).fill(0n)];
  const add = (some) => {
    for (let taken = reached.length - 1; taken > 0; taken--) {
      for (const value of some) reached[taken] |= reached[taken - 1] << BigInt(value - lowest);
    }
  };
  for (const value of values) add([value]);
  for (let wildCard = 0; wildCard < wilds; wildCard++) add(choices);
  return range(0, most).map((tricks) => {
    const cards = Math.min(players * tricks, total);
    const bits = [...reached[cards].toString(2)].reverse();
    return bits.flatMap((bit, place) => (bit === "1" ? [players * tricks * lowest + place] : []));
  });
}

/** Returns whether these tricks can have these points, for every subset of the players. */
export function possibleTogether(possible, tricks, points) {
  let together = [[0, 0]];
  tricks.forEach((won, seat) => {
    together = together.concat(together.map(([all, worth]) => [all + won, worth + points[seat]]));
  });
  return together.every(([won, worth]) => possible[won].has(worth));
}

/** Returns some possible points of the seats that took the tricks, if any will do. */
export function somePoints(rules, cards, taken) {
  const { byRank, byTrump } = worths(rules, cards);
  const { deck, players } = rules;
  const { byFace, bySpecial } = byTrump[0];
  const held = [...byFace.flatMap((points) => Array(deck.copies).fill(points)), ...bySpecial];
  const points = Array(players).fill(0);
  taken.forEach((seat, trick) => {
    const lie = held.slice(trick * players, (trick + 1) * players);
    points[seat] += lie.reduce((all, one) => all + one, usualValue(byRank[trick]));
  });
  return points;
}
