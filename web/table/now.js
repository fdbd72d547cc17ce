/**
 * A match as one seat sees it: the server sends it whole after every action.
 *
 * The page never folds a match, so it can show nothing that the server has not sent to this seat.
 * @module
 */

import { reportText } from "../look/reports.js";

/**
 * A card in a trick; `as` is the card or the power that it was played as.
 * @typedef {{seat: number, card: string, as?: string}} PlayedCard
 */
/** A finished trick and the seat that has won it. @typedef {{deal: number, number: number, seat: number, trick: PlayedCard[]}} LastTrick */
/** Why something is not allowed now. @typedef {{reason: string, source?: string | null}} Why */
/** What a bid brings if it is made, and the least and most if it is missed. @typedef {{made?: number | null, least?: number | null, most?: number | null}} Worth */
/** A line of the log: what a seat has seen happen, or what somebody did. @typedef {{n: number, text: string, by: string, kind?: string} & Record<string, any>} SeenEvent */

/** An emote, or a nudge of those who are to act. @typedef {{time: number, seat: number, name: string}} Sign */
/**
 * A claim of the rest, or a request to take back; `waits` are the seats that have not answered,
 * `after` is the number of actions after `action`, which would be taken back as well.
 * @typedef {{about: "claim" | "undo", seat: number, waits: number[], action?: string, after?: number}} Question
 */

/**
 * What the page knows. Lists have a value for each seat.
 * @typedef {object} Now
 * @property {string} title
 * @property {string} program
 * @property {string[]} names
 * @property {{id: string | null, seat: number | null, host: boolean, may: string}} you
 * @property {{id: string, name: string, seat: number | null, host: boolean}[]} members
 * @property {number} n the number of the last event
 * @property {number} deal
 * @property {number} deals
 * @property {string} kind what is special about the deal, "" for a normal one
 * @property {string} phase size, call, auction, name, bid, play or over
 * @property {number[]} actors the seats that are asked
 * @property {number | null} actor the first of them
 * @property {boolean} isAsked whether this seat is asked
 * @property {boolean} playsTop whether it is asked for the top card of its hand, whatever that is
 * @property {number} dealer
 * @property {number | null} cards dealt to each
 * @property {string[]} hand
 * @property {number} unseen how many own cards are not seen
 * @property {string[] | null} trump the suits, highest first; null if they are not known
 * @property {string[]} turned the cards turned up for trump
 * @property {string[]} calls
 * @property {(number | null)[]} bids null if a bid is not made, or not known
 * @property {boolean[]} hasBid
 * @property {boolean[]} blind
 * @property {boolean} asksBids false if nobody bids in this deal
 * @property {{seat: number, number: number, trump: string | null} | null} contract what stands in an auction
 * @property {(null | "made" | "holds" | "lost")[]} contracts what the rules say of each seat's contract
 * @property {number[]} tricks
 * @property {number[]} totals
 * @property {PlayedCard[]} trick
 * @property {number | null} takes the seat that takes the trick so far
 * @property {LastTrick | null} last
 * @property {string[][]} shown the hands of others that this seat sees
 * @property {string[]} legal what this seat may do
 * @property {Record<string, Why>} why why the other cards and bids are not allowed
 * @property {{kind: "one of" | "at most one of" | "any of", names: string[]}[]} groups of a call, if it has too many answers
 * @property {Record<string, Worth>} worth by entry
 * @property {boolean} mayUndo
 * @property {Question | null} question what somebody asks everybody
 * @property {Sign[]} signs the last emote of each seat, and the last nudge
 * @property {string[]} mayAsk what this seat may ask everybody: claim, undo
 * @property {boolean} counterclockwise
 * @property {number[]} [places] by the rules that decide the match
 * @property {(string | null)[]} bots the program that plays each seat
 * @property {boolean[]} joined
 * @property {string} [note] about the evening
 * @property {string} commitment the hash that promises the deals
 * @property {import("./draw_check.js").Draw} [draw] the draw of the seed by all phones
 * @property {string} [secret] the seed and the salt, once the match is over
 * @property {number[] | null} winners
 * @property {string[]} payments what each gets, as fractions
 * @property {SeenEvent[]} seen the lines of the log that the page lacks
 * @property {number} lines how many there are; fewer than before if something was taken back
 */

/** What an auction says: a seat, and `auction 5C` or `pass`. @typedef {{seat: number, entry: string}} AuctionEntry */

/** Returns what stands in an auction. @param {AuctionEntry[]} auction */
function contractOf(auction) {
  for (const { seat, entry } of auction.toReversed()) {
    const [, number, trump] = /^auction (\d+)(\D+)$/.exec(entry) ?? [];
    if (number) return { seat, number: Number(number), trump: trump === "NT" ? null : trump };
  }
  return null;
}

/**
 * Reads what the server sends; what is empty is left out there.
 * @param {any} sent the server's `now`, with what it says of the table and its people
 * @returns {Now}
 */
export function readNow(sent) {
  const { names, you, actors, members, bids, phase } = sent;
  const { auction = [], blind = [], bots = [], contracts = [], deal_name: dealName, groups = [], has_bid: hasBid = [], unseen = [], why = [], worth = {} } = sent;
  const ofSeats = (test) => names.map((_, seat) => test(seat));
  return {
    turned: [],
    calls: [],
    shown: [],
    takes: null,
    last: null,
    question: null,
    winners: null,
    payments: [],
    ...sent,
    actor: actors[0] ?? null,
    isAsked: sent.legal.length + groups.length > 0,
    playsTop: sent.legal.some((entry) => entry.startsWith("play top")),
    groups,
    kind: dealName === "normal" ? "" : dealName,
    unseen: unseen[you.seat] ?? 0,
    hasBid: ofSeats((seat) => bids[seat] !== null || hasBid.includes(seat)),
    blind: ofSeats((seat) => blind.includes(seat)),
    asksBids: phase === "bid" || (phase === "play" && bids.some((bid) => bid !== null)),
    contract: contractOf(auction),
    contracts: ofSeats((seat) => contracts[seat] ?? null),
    why: Object.assign({}, ...why.map(({ source, reasons }) => Object.fromEntries(Object.entries(reasons).map(([entry, reason]) => [entry, { reason: reportText(reason), source }])))),
    worth,
    bots: ofSeats((seat) => bots[seat] ?? null),
    joined: ofSeats((seat) => members.some((member) => member.seat === seat)),
    mayUndo: Boolean(sent.undo),
    mayAsk: sent.may_ask ?? [],
    signs: sent.signs ?? [],
    counterclockwise: sent.direction === "counterclockwise",
  };
}

/**
 * Returns the view with an own act that is on its way: a card lies on the table, a bid is made.
 * @param {Now} now
 * @param {string} entry
 * @returns {Now}
 */
export function withAct(now, entry) {
  const own = now.you.seat;
  const [, card] = /^play (.*?)(?: (?:as|low|high|asks).*)?$/.exec(entry) ?? [];
  const [, bid] = /^bid (\d+)/.exec(entry) ?? [];
  const after = { ...now, legal: [], groups: [], isAsked: false, question: null, mayAsk: [] };
  if (bid !== undefined) return { ...after, bids: now.bids.with(own, Number(bid)), hasBid: now.hasBid.with(own, true) };
  const place = now.hand.indexOf(card);
  if (place < 0) return after;
  return { ...after, hand: now.hand.toSpliced(place, 1), trick: [...now.trick, { seat: own, card }] };
}
