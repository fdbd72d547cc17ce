// The bar, the seats around the felt, and the trick in its middle.

import { LAST, MENU, SCORES, icon, suitShape, suitSign } from "../look/cards.js";
import { phrase, plain } from "../look/catalogue.js";
import { lyingCard, readCard } from "../look/playing_cards.js";
import { face, personStyle } from "../look/people.js";
import { h } from "../look/view.js";
import { kindOfDeal, playedAsText, resultOfMatch } from "../look/table_words.js";
import { signed } from "../look/words.js";
import { face as drawing } from "./say.js";
import { places } from "./seats.js";

/** @typedef {import("./page.js").TableView} TableView */
/** @typedef {import("./now.js").PlayedCard} PlayedCard */

// --- the bar -----------------------------------------------------------------------------------

/** @param {TableView} view */
export function bar(view) {
  const { now } = view;
  return h(
    "header",
    { class: "bar", key: "bar" },
    h("button", { class: "icon", "data-key": "menu", "aria-label": phrase("table-menu-title"), onclick: view.openMenu }, icon(MENU)),
    title(view),
    bidSum(now),
    trump(now),
    h("button", { class: "icon scores", "data-key": "scores", "aria-label": phrase("table-scores"), onclick: view.openScores }, icon(SCORES)),
  );
}

/** Returns the deal and what is special about it; a tap shows what does not fit. @param {TableView} view */
function title({ now, isWall, report }) {
  const number = `${now.deal}/${now.deals}`;
  const kind = kindOfDeal(now);
  const text = [h("span", {}, h("span", { class: "only-wide" }, `${phrase("deal-label")} `), number), h("small", {}, kind)];
  const tell = () => report({ reason: `${phrase("deal-label")} ${number}: ${kind}` });
  return h("h1", { class: "what" }, isWall ? h("span", {}, text) : h("button", { "data-key": "deal", onclick: tell }, text));
}

/** Returns the sum of the bids, and what it means once all have bid. */
function bidSum({ bids, cards, asksBids, phase }) {
  if (!asksBids || cards === null || phase === "over") return null;
  const made = bids.filter((bid) => bid !== null);
  const sum = made.reduce((all, bid) => all + bid, 0);
  const isComplete = made.length === bids.length;
  const over = sum - cards;
  const [figure, text] = isComplete
    ? [over ? signed(over) : "±0", over > 0 ? phrase("over") : over < 0 ? phrase("under") : phrase("even")]
    : [sum, phrase("table-of-bid", { cards })];
  return h("span", { class: "fact", key: "sum" }, h("b", {}, figure), text);
}

function trump({ trump: suits, phase }) {
  if (phase === "over") return null;
  const isOrder = suits !== null && suits.length > 1;
  const shown = suits === null ? "?" : suits.length ? suits.map((suit, place) => [place > 0 && "›", suitSign(suit)]) : phrase("table-none");
  return h("span", { class: "fact trump", key: "trump" }, h("b", {}, shown), isOrder ? phrase("table-highest-first") : phrase("table-trump"));
}

// --- the seats ---------------------------------------------------------------------------------

/** @param {TableView} view */
const placesOf = ({ now, own, isWide, isWatching }) =>
  places({ players: now.names.length, own, isWide, isCounterclockwise: now.counterclockwise, isWatching });

/** Returns what a seat has won of its bid. @param {import("./now.js").Now} now @param {number} seat */
export function tricksOfBid(now, seat) {
  const bid = now.bids[seat];
  const isLost = now.contracts[seat] === "lost";
  const isMet = !isLost && now.contracts[seat] !== null;
  return h(
    "span",
    { class: isMet ? "met" : isLost ? "lost" : null },
    h("b", {}, now.tricks[seat]),
    bid !== null && `/${bid}`,
    isMet ? "✓" : isLost ? "✗" : "",
    h("span", { class: "visually-hidden" }, ` ${bid === null ? phrase("table-tricks-won") : phrase("table-tricks-won-of-bid")}`),
  );
}

/** Returns what a plate says below the name. */
function standing(now, seat) {
  const total = h("span", { class: "total" }, phrase("table-points", { total: now.totals[seat] }));
  if (now.phase === "over") return total;
  if (now.phase === "play") return [tricksOfBid(now, seat), h("span", { class: "total" }, plain(now.totals[seat]))];
  const blind = now.blind[seat] && phrase("table-blind");
  if (now.bids[seat] !== null) return [!blind && phrase("table-bids"), h("b", {}, now.bids[seat]), blind];
  if (now.hasBid[seat]) return [phrase("table-has-bid"), blind];
  return now.actors.includes(seat) ? phrase("table-acts", { phase: now.phase }) : total;
}

/** @param {TableView} view @param {number} seat */
function plate(view, seat) {
  const { now, held } = view;
  const isTurn = now.phase !== "over" && now.actors.includes(seat);
  const hand = now.shown[seat] ?? [];
  const classes = ["seat", isTurn && "turn", (held?.seat === seat || now.winners?.includes(seat)) && "takes"];
  const away = now.bots[seat] ? phrase("table-bot") : !now.joined[seat] && phrase("table-no-phone");
  return h(
    "li",
    { key: seat, class: classes.filter(Boolean).join(" "), "data-seat": seat, style: personStyle(seat), "aria-current": isTurn ? "true" : null },
    face(now.names[seat], seat),
    h("span", { class: "name", title: now.names[seat] }, now.names[seat]),
    h("span", { class: "score" }, standing(now, seat)),
    seat === now.dealer && now.phase !== "over" && dealerMark(),
    away && h("span", { class: "away" }, away),
    emote(view, seat),
    hand.length > 1 && openHand(view, seat, hand),
  );
}

/** Returns the emote of a seat, for a moment. @param {TableView} view @param {number} seat */
export function emote({ emotes }, seat) {
  const name = emotes.get(seat);
  return name && h("span", { class: "emote", role: "img", "aria-label": phrase("table-emote", { emote: name }), key: "emote" }, drawing(name));
}

export const dealerMark = () => h("span", { class: "dealer", title: phrase("is-dealer") }, h("span", { "aria-hidden": "true" }, phrase("dealer-letter")), h("span", { class: "visually-hidden" }, phrase("is-dealer")));

/** Returns a strip of small faces below a plate; a tap makes it large. */
const openHand = (view, seat, hand) =>
  h(
    "button",
    { class: "open-hand", "data-key": `hand ${seat}`, "aria-label": phrase("table-hand-of", { name: view.now.names[seat] }), onclick: () => view.openHand(seat) },
    h("span", { class: "strip", "aria-hidden": "true" }, hand.map((card, place) => lyingCard(card, { key: place }))),
  );

// --- the middle --------------------------------------------------------------------------------

/** Returns the played cards. `data-card` lets a card fly from the hand. @param {TableView} view */
function trick(view, placeOf) {
  const { now, held } = view;
  const cards = held ? held.trick : now.trick;
  const winner = held ? held.seat : now.takes;
  return cards.map(({ seat, card, as }) => {
    const { x, y } = placeOf(seat);
    const takes = seat === winner;
    return h(
      "li",
      { key: `${held ? "held" : "now"} ${seat}`, class: takes ? "lies takes" : "lies", style: { "--x": x, "--y": y } },
      lyingCard(card, { "data-card": `${seat} ${card}`, "data-by": seat }),
      as && playedAs(as),
      h("span", { class: "visually-hidden" }, ` ${takes ? phrase("table-played-best", { name: now.names[seat] }) : phrase("table-played-by", { name: now.names[seat] })}`),
    );
  });
}

/** Returns what a card was played as; it fits on the card. @param {string} as */
function playedAs(as) {
  const { rank, suit } = readCard(as);
  const shown = suit ? h("span", { "aria-hidden": "true" }, rank, suitShape(suit)) : playedAsText(as);
  return h("span", { class: "played-as" }, shown, suit && h("span", { class: "visually-hidden" }, playedAsText(as)));
}

/** Returns cards on foreheads, which their holders do not see. @param {TableView} view */
const foreheads = ({ now, held }, around, placeOf) =>
  (held ? [] : around).flatMap(({ seat }) => {
    const hand = now.shown[seat] ?? [];
    if (hand.length !== 1 || now.trick.some((one) => one.seat === seat)) return [];
    const { x, y } = placeOf(seat);
    return h(
      "li",
      { key: `forehead ${seat}`, class: "lies forehead", style: { "--x": x, "--y": y } },
      lyingCard(hand[0], { "data-card": `${seat} ${hand[0]}` }),
      h("span", { class: "visually-hidden" }, ` ${phrase("table-on-forehead", { name: now.names[seat] })}`),
    );
  });

/** Returns what is in the middle while no card lies there. @param {TableView} view */
function middle({ now, held, own, isWatching }) {
  if (held || now.trick.length) return null;
  if (now.phase === "over") return h("div", { class: "middle" }, h("p", { class: "result" }, resultOfMatch(now)));
  if (now.phase === "play") {
    const [leader] = now.actors;
    return h("div", { class: "middle" }, leader === own && !isWatching ? phrase("table-you-lead") : phrase("table-leads", { name: now.names[leader] }));
  }
  // the middle of a phone has no room for it beside the cards on foreheads, and trump is in the bar
  if (now.shown.some((hand) => hand.length === 1)) return null;
  const stands = now.contract;
  if (!now.turned.length && !stands) return null;
  return h(
    "div",
    { class: "middle" },
    now.turned.length > 0 && [h("div", { class: "turned" }, now.turned.map((card, place) => lyingCard(card, { key: place }))), h("span", {}, phrase("table-turned"))],
    stands && h("p", { class: "on-felt" }, `${now.names[stands.seat]}: ${stands.number} `, stands.trump ? suitSign(stands.trump) : phrase("table-without-trump")),
  );
}

/** Returns the message of the last tap. @param {TableView} view */
const message = ({ notice }) =>
  notice && h("p", { class: "toast", role: "alert", key: "notice" }, notice.reason, notice.source && h("cite", {}, notice.source));

/** The last trick is offered where no question takes the room of its button. @param {TableView} view */
const hasTricks = ({ now, isWall }) => !isWall && (now.phase === "play" || now.phase === "over");

/** @param {TableView} view */
export function felt(view) {
  const { now, held } = view;
  const around = placesOf(view);
  const side = (name) => h("ol", { class: `side ${name}`, key: name }, around.filter((place) => place.side === name).map(({ seat }) => plate(view, seat)));
  const placeOf = (seat) => around.find((place) => place.seat === seat) ?? { x: 0, y: 1 };
  return h(
    "section",
    { class: held ? "felt won" : "felt", key: "felt", "aria-label": phrase("table-table"), onclick: held ? view.goOn : null },
    side("top"),
    side("left"),
    side("right"),
    view.isWatching && side("bottom"),
    h(
      "div",
      { class: "trick", key: "trick" },
      h("div", { class: "room" }, h("ol", { class: "cards", "aria-label": phrase("table-trick") }, foreheads(view, around, placeOf), trick(view, placeOf))),
      middle(view),
    ),
    !view.isWatching && now.phase !== "over" && h("button", { class: "pile talk", key: "say", "data-key": "say", onclick: view.openSay }, drawing("bubble"), phrase("table-say")),
    now.last && hasTricks(view) && h("button", { class: "pile", key: "last", "data-key": "last", onclick: view.openLast }, icon(LAST), phrase("table-last")),
    message(view),
  );
}

/** Returns a finished trick, in the order in which it was played. @param {import("./now.js").Now} now @param {import("./now.js").LastTrick} last */
export const trickInOrder = (now, last) =>
  h(
    "ol",
    { class: "last-trick" },
    last.trick.map(({ seat, card, as }) =>
      h("li", { key: seat, class: seat === last.seat ? "takes" : null }, lyingCard(card), h("span", { class: "small" }, now.names[seat], as && ` ${playedAsText(as)}`)),
    ),
  );

