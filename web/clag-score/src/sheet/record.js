// A score sheet as a record in TOML, which `clagdsl replay` reads.

import { choosesBid, wordText } from "../score/bids.js";
import { isChange, isInterlude } from "./interludes.js";
import { factsNow } from "./seating.js";
import { writeNames } from "./entries.js";
import { SUIT_NAMES } from "../score/pack.js";
import { bidsBySeat, blindSeats } from "./turns.js";

/** Returns a text as a basic string of TOML: as in JSON, but without the character 7F. */
const quoted = (text) => JSON.stringify(text).replaceAll("\x7f", "\\u007f");

const list = (texts) => `[${texts.map(quoted).join(", ")}]`;
const row = (figures) => quoted(figures.map((one) => one ?? "?").join(" "));
const value = (one) => (typeof one === "string" ? quoted(one) : String(one));

function aligned(pairs) {
  const kept = pairs.filter(([, text]) => text !== null);
  const width = Math.max(...kept.map(([key]) => key.length));
  return kept.map(([key, text]) => `${key.padEnd(width)} = ${text}`);
}

/**
 * Returns the record of a sheet as TOML, without a deal that has no entries yet.
 * @param {import("./entering.js").Moment} moment
 * @param {string | null} played the date of the match
 */
export function recordText(moment, played) {
  const { table, rules, firstDealer, names: firstNames, seats, note } = moment.setting;
  const { names } = moment.roster;
  const running = moment.phase !== "over" && moment.phase !== "dealer";
  const kept = running ? [...moment.history, moment.deal] : moment.history;
  const [opened = moment.deal] = moment.history;
  const isSet = opened.facts.some((one) => one.fact.kind === "dealer");
  const first = isSet ? opened.seats[opened.dealer] : firstDealer;
  const isKnown = first !== null && first < firstNames.length;
  const changed = (table.game.parameters || [])
    .filter((one) => table.parameters[one.name] !== one.default)
    .map(({ name }) => `${/^[\w-]+$/.test(name) ? name : quoted(name)} = ${value(table.parameters[name])}`);
  const said = kept.filter((deal) => deal.totals.length || isBegun(deal));
  const { roster, adjust } = besides(moment);
  const newer =
    played ||
    roster.length ||
    adjust.length ||
    moment.isEnded ||
    note !== null ||
    said.some((deal) => isMoved(deal) || deal.auction.length || deal.drawn !== null || deal.oneMore || takersOf(deal));
  const head = aligned([
    ["record", newer ? "2" : "1"],
    ["rules", quoted(rules)],
    ["rules_hash", quoted(table.hash)],
    ["players", list(seats.map((line) => firstNames[line]))],
    ["dealer", isKnown ? quoted(names[first]) : null],
    ["parameters", changed.length ? `{ ${changed.join(", ")} }` : null],
    ["played", played],
    ["note", note === null ? null : quoted(note)],
    ["roster", roster.length ? tables(roster) : null],
    ["adjust", adjust.length ? tables(adjust) : null],
    ["ended", moment.isEnded ? "true" : null],
  ]);
  const deals = said.flatMap((deal) => ["", "[[deal]]", ...aligned(dealPairs(deal, names))]);
  return `${[...head, ...deals].join("\n")}\n`;
}

/** Returns whether a deal has an entry other than interludes, or is one more hand. */
const isBegun = (deal) => deal.oneMore || deal.skipped > 0 || deal.facts.some((one) => !isInterlude(one.fact));

const tables = (some) => {
  const lines = some.map((pairs) => pairs.map(([key, told]) => `${key} = ${told}`).join(", "));
  return `[\n${lines.map((line) => `  { ${line} },\n`).join("")}]`;
};

/** The place where a new player sits down, as fields of the record. */
const SEATS = {
  join: ({ after }) => [["after", quoted(after)]],
  for: ({ leaver }) => [["for", quoted(leaver)]],
};

/** Returns the roster changes, with latecomers' totals, and the adjustments, each with its deal. */
function besides(moment) {
  const [roster, adjust] = [[], []];
  const here = new Set(moment.setting.names);
  const begun = [...moment.begun];
  const facts = [...moment.history.map((deal) => deal.facts), factsNow(moment)];
  facts.forEach((some, place) => {
    const deal = ["deal", String(place + 1)];
    for (const { fact } of some.filter((one) => isInterlude(one.fact))) {
      const player = quoted(fact.player ?? "");
      if (fact.type === "adjust") {
        const note = fact.note === null ? [] : [["note", quoted(fact.note)]];
        adjust.push([deal, ["player", player], ["points", String(fact.points)], ...note]);
      } else if (isChange(fact)) {
        const seat = SEATS[fact.type]?.(fact) ?? [];
        const isNew = seat.length && !here.has(fact.player);
        const total = isNew ? [["total", String(begun.shift())]] : [];
        here.add(fact.player);
        roster.push([deal, [seat.length ? "join" : fact.type, player], ...seat, ...total]);
      }
    }
  });
  return { roster, adjust };
}

/** Returns the seat that took each trick, from 0; null if only numbers of tricks were entered. */
export const takersOf = (deal) => deal.facts.map((one) => one.fact.taken).find(Boolean) ?? null;

/** Returns whether a deal has another number or size than the schedule has for it. */
const isMoved = ({ number, scheduled, facts }) =>
  scheduled.number !== number ||
  (scheduled.cards !== null && facts.some(({ fact }) => fact.kind === "cards"));

function dealPairs(deal, everybody) {
  const names = deal.seats.map((line) => everybody[line]);
  const more = Boolean(deal.oneMore);
  const told = deal.rules.trump.kind === "auction" ? null : deal.told;
  const bids = bidsBySeat(deal);
  const blind = blindSeats(deal).map((seat) => names[seat]);
  const looked = deal.looked.filter((seat) => bids[seat] === null);
  const name = (seat) => (seat === null || seat === undefined ? null : quoted(names[seat]));
  const hasCards = more || isMoved(deal) || deal.scheduled.cards === null;
  const chose = deal.bids.length && choosesBid(deal.rules);
  return [
    ["deal", String(deal.number)],
    ["scheduled", isMoved(deal) ? String(deal.scheduled.number) : null],
    ["label", more ? quoted(deal.rules.name) : null],
    ["dealer", name(deal.dealer)],
    ["caller", name(deal.caller)],
    ["cards", hasCards && deal.cards !== null ? String(deal.cards) : null],
    ["more", more ? "true" : null],
    ["calls", deal.calls ? quoted(writeNames(deal.calls)) : null],
    ["auction", deal.auction.length ? quoted(deal.auction.map(wordText).join(" ")) : null],
    ["trump", told && told.length < 2 ? quoted(told.length ? SUIT_NAMES[told[0]] : "none") : null],
    ["order", told && told.length > 1 ? quoted(told.join(" ")) : null],
    ["first", name(deal.drawn)],
    ["bids", chose ? row(bids) : null],
    ["blind", blind.length ? list(blind) : null],
    ["looked", name(looked.at(-1))],
    ["taken", takersOf(deal) && row(takersOf(deal).map((seat) => seat + 1))],
    ["won", deal.tricks.length ? row(deal.tricks) : null],
    ["totals", deal.totals.length ? row(deal.seats.map((line) => deal.totals[line])) : null],
  ];
}
