// The scores beside the felt in wide windows; on a wall screen the standings, and how to join or who pays whom.

import { phrase } from "../look/catalogue.js";
import { standings, scores } from "../look/scores.js";
import { h } from "../look/view.js";
import { payments } from "./question.js";
import { matchSeen } from "./score_seen.js";

/** @param {import("./page.js").TableView} view */
export function aside(view) {
  if (!view.isWide || (view.isLow && !view.isWall)) return null;
  const match = matchSeen(view);
  return h(
    "aside",
    { class: "aside", key: "aside", "aria-label": phrase("scores-title") },
    view.isWall ? [h("h2", {}, phrase("scores-tab", { tab: "standings" })), standings(match), view.now.phase === "over" ? payments(view.now) : invitation()] : scores(match, view.chosen, view.draw),
  );
}

/** Returns the code that opens this table on a phone; the server draws it. */
const invitation = () =>
  h(
    "div",
    { class: "invite" },
    h("img", { src: `${location.pathname.replace(/\/wall$/, "")}/code.svg`, alt: phrase("table-join-code"), width: "116", height: "116" }),
    h("p", {}, h("b", {}, phrase("table-join-here")), h("br"), h("span", { class: "soft small" }, `${location.host}${location.pathname.replace(/\/wall$/, "")}`)),
  );
