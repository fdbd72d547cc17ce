// What the page says about a match: a refusal, and deals that wait for what a correction left open.

import { phrase } from "../look/catalogue.js";
import { reportText } from "../look/reports.js";
import { h, prose } from "../look/view.js";
import { dealNumbers } from "../look/words.js";

/** @param {import("./keeper.js").Keeper} keeper */
export const messages = ({ sheet, message }) => [
  waitingTexts(sheet).map((text) => h("p", { class: "why" }, text)),
  message && h("p", { class: "why message", role: "alert" }, prose(reportText(message.reason)), message.source && h("cite", {}, message.source)),
];

function waitingTexts({ phase, waiting, anew }) {
  if (phase === "over") {
    const later = [...waiting, ...anew].sort((a, b) => a - b);
    return later.length ? [phrase("keeper-waiting-after-end", { deals: dealNumbers(later) })] : [];
  }
  return [anew.length > 0 && phrase("keeper-others-play", { deals: dealNumbers(anew) }), waiting.length > 0 && phrase("keeper-counts-again", { deals: dealNumbers(waiting) })].filter(Boolean);
}
