// The whole table: a function of what the server says and what is chosen on this phone.

import { h } from "../look/view.js";
import { bar, felt } from "./felt.js";
import { hand, me } from "./hand.js";
import { question } from "./question.js";
import { aside } from "./aside.js";

/** More people than this have plates without an initial. */
const MOST_WITH_FACES = 5;

/**
 * What is chosen on this phone and kept there.
 * @typedef {object} Settings
 * @property {boolean} autoPlay plays the only card that is allowed
 * @property {"auto" | "one" | "two"} taps how many taps play a card
 * @property {number | null} pause how long a finished trick lies, in seconds; null until a tap
 * @property {boolean} isTrumpFirst
 * @property {boolean} signals sound and vibration
 */

/**
 * Everything that is drawn, and what the buttons do.
 * @typedef {object} TableView
 * @property {import("./now.js").Now} now
 * @property {import("./now.js").SeenEvent[]} events everything that this seat has seen
 * @property {number} own the seat at the bottom: the own one, or 0 for watchers
 * @property {boolean} isWatching
 * @property {boolean} isWall
 * @property {boolean} isWide
 * @property {boolean} isLow too low or too narrow for scores beside the felt
 * @property {number} mostInRow how many cards of the hand fit in one row
 * @property {boolean} isGuarded the question has changed just now, and takes no tap
 * @property {boolean} mayUndo
 * @property {import("./now.js").LastTrick | null} held the finished trick that still lies there
 * @property {string | null} lifted the card that the next tap plays
 * @property {string | null} ways the card whose ways to be played are asked
 * @property {{names: string[], suits: string[], level: string | null}} draft what is half chosen
 * @property {import("./now.js").Why | null} notice
 * @property {string} banner what is wrong with the connection
 * @property {Settings} settings
 * @property {import("../look/scores.js").Chosen} chosen what is chosen in the scores
 * @property {(entry: string) => void} act
 * @property {(why: import("./now.js").Why) => void} report
 * @property {(work: () => void) => void} change changes the draft, and draws
 * @property {(card: string, key: string, node: Element) => void} tapCard
 * @property {() => void} closeWays
 * @property {() => void} goOn takes the finished trick away
 * @property {string} base the address of the table
 * @property {() => void} takeSeatBack
 * @property {() => void} openMenu
 * @property {() => void} openSay
 * @property {Map<number, string>} emotes what is shown beside a seat for a moment
 * @property {() => void} openScores
 * @property {() => void} openLast
 * @property {(seat: number) => void} openHand
 * @property {() => void} draw
 */

/** @param {TableView} view */
export function tablePage(view) {
  const { now, isWatching, isWall, banner } = view;
  const classes = ["table", now.names.length > MOST_WITH_FACES && "many", isWall && "wall", isWatching && "watching", view.isGuarded && "guarded"];
  return h(
    "main",
    { class: classes.filter(Boolean).join(" ") },
    bar(view),
    h("div", { class: "banners", role: "status", key: "banners" }, banner && h("p", { class: "banner" }, banner)),
    felt(view),
    !isWatching && me(view),
    (!isWatching || (now.phase === "over" && !isWall)) && question(view),
    !isWatching && now.phase !== "over" && hand(view),
    aside(view),
  );
}
