/**
 * A match as one seat sees it: the server sends it whole after every action.
 *
 * The page never folds a match, so it can show nothing that the server has not sent to this seat.
 * `readNow` gives every field its usual value where the server leaves it out.
 * @module
 */

/**
 * A card in a trick; `as` is the card or the power that it was played as.
 * @typedef {{seat: number, card: string, as?: string}} PlayedCard
 */
/** A finished trick and the seat that has won it. @typedef {{deal: number, number: number, seat: number, trick: PlayedCard[]}} LastTrick */
/** Why something is not allowed now. @typedef {{reason: string, source?: string | null}} Why */
/** What a bid brings if it is made, and the least and most if it is missed. @typedef {{made?: number | null, least?: number | null, most?: number | null}} Worth */
/** What a seat has seen happen. @typedef {{n: number, text: string, kind?: string} & Record<string, any>} SeenEvent */

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
 * @property {number[]} tricks
 * @property {number[]} totals
 * @property {PlayedCard[]} trick
 * @property {number | null} takes the seat that takes the trick so far
 * @property {LastTrick | null} last
 * @property {string[][]} shown the hands of others that this seat sees
 * @property {string[]} legal what this seat may do
 * @property {Record<string, Why>} why why the other cards and bids are not allowed
 * @property {Record<string, Worth>} worth by bid
 * @property {boolean} mayUndo
 * @property {boolean} counterclockwise
 * @property {number[]} [places] by the rules that decide the match
 * @property {(string | null)[]} bots the program that plays each seat
 * @property {boolean[]} joined
 * @property {number[] | null} winners
 * @property {string[]} payments what each gets, as fractions
 * @property {SeenEvent[]} seen
 */

/** @param {any} sent @returns {Now} */
export function readNow(sent) {
  const everybody = sent.names;
  return {
    kind: "",
    contract: null,
    shown: [],
    worth: {},
    why: {},
    ...sent,
    blind: sent.blind?.length ? sent.blind : everybody.map(() => false),
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
  const after = { ...now, legal: [] };
  if (bid !== undefined) return { ...after, bids: now.bids.with(own, Number(bid)), hasBid: now.hasBid.with(own, true) };
  const place = now.hand.indexOf(card);
  if (place < 0) return after;
  return { ...after, hand: now.hand.toSpliced(place, 1), trick: [...now.trick, { seat: own, card }] };
}
