// What the page says about a match: a refusal, and deals that wait for what a correction left open.

import { h, prose } from "../look/view.js";
import { keeperWords as words } from "../look/words.js";

/** @param {import("./keeper.js").Keeper} keeper */
export const messages = ({ sheet, message }) => [
  waitingTexts(sheet).map((text) => h("p", { class: "why" }, text)),
  message && h("p", { class: "why message", role: "alert" }, prose(message.reason), message.source && h("cite", {}, message.source)),
];

function waitingTexts({ phase, waiting, anew }) {
  if (phase === "over") {
    const later = [...waiting, ...anew].sort((a, b) => a - b);
    return later.length ? [words.waitingAfterEnd(later)] : [];
  }
  return [anew.length > 0 && words.othersPlay(anew), waiting.length > 0 && words.countsAgain(waiting)].filter(Boolean);
}
