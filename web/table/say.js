// What a player says at the table, other than by playing.

import { openDialog } from "../look/dialog.js";
import { h } from "../look/view.js";
import { tableWords as words } from "../look/table_words.js";

/** Returns the icon of what is said. */
export const bubble = () => h("svg", { class: "icon-shape", viewBox: "0 0 24 24", "aria-hidden": "true" }, h("path", { d: "M4 5h16v11H9l-5 4z" }));

/** What may be asked of everybody, with its entry and its words. */
const ASKS = [
  ["claim", "claim", "claim"],
  ["undo", "ask undo", "askUndo"],
];

/**
 * Opens what this player may say now.
 * @param {{now: import("./now.js").Now, act: (entry: string) => void}} table
 */
export function openSay({ now, act }) {
  openDialog(words.say, ({ close }) => {
    const entry = (name, [label, hint], run) => {
      const tap = () => {
        close();
        run();
      };
      return h("li", { key: name }, h("button", { "data-key": `say ${name}`, onclick: tap }, h("strong", {}, label), h("small", { class: "soft" }, hint)));
    };
    const asks = ASKS.filter(([about]) => now.mayAsk.includes(about) && !(about === "undo" && now.mayUndo));
    return [
      asks.length > 0 && h("ul", { class: "rows menu" }, asks.map(([name, text, word]) => entry(name, words[word], () => act(text)))),
      asks.length === 0 && h("p", { class: "soft" }, words.nothingToSay),
    ];
  });
}
