// What a player says at the table, other than by playing.

import { phrase } from "../look/catalogue.js";
import { openDialog } from "../look/dialog.js";
import { h } from "../look/view.js";

const HEAD = "M12 3a9 9 0 1 0 0 18a9 9 0 1 0 0-18M8.6 9v1M15.4 9v1";
const STROKES = {
  bubble: "M4 5h16v11H9l-5 4z",
  thumb: "M7 11v9H3v-9zM7 11l4-8c2 0 3 1 2.5 3L13 9h6c1.5 0 2 1 1.7 2.2l-1.6 7c-.3 1.2-1 1.8-2.2 1.8H7",
  clap: "M12 3l2.7 5.7 6.3.8-4.6 4.3 1.2 6.2L12 17l-5.6 3 1.2-6.2L3 9.5l6.3-.8z",
  smile: `${HEAD}M7.5 14c1.5 3.5 7.5 3.5 9 0`,
  wow: `${HEAD}M12 13.2a2 2.4 0 1 0 0 4.8a2 2.4 0 1 0 0-4.8`,
  cry: `${HEAD}M8 17c1.5-3 6.5-3 8 0M15.4 12v2`,
  thanks: "M12 20C5 15 3 12 3 8.5C3 6 5 4 7.5 4c2 0 3.5 1 4.5 3c1-2 2.5-3 4.5-3C19 4 21 6 21 8.5c0 3.5-2 6.5-9 11.5z",
};

/** Returns the drawing of an emote, or of what is said. @param {string} name */
export const face = (name) => h("svg", { class: "icon-shape", viewBox: "0 0 24 24", "aria-hidden": "true" }, h("path", { d: STROKES[name] }));

/** What may be asked of everybody, with its entry. */
const ASKS = [
  ["claim", "claim"],
  ["undo", "ask undo"],
];
const EMOTES = ["thumb", "clap", "smile", "wow", "cry", "thanks"];

/** Returns the label and the hint of what may be asked. @param {string} about @param {boolean} hasBots @returns {[string, string]} */
function textsOf(about, hasBots) {
  if (about === "undo") return [phrase("table-ask-undo"), phrase("table-ask-undo-hint")];
  return [phrase("table-claim"), hasBots ? phrase("table-claim-with-bots") : phrase("table-claim-hint")];
}

/**
 * Opens what this player may say now, and returns what draws it again.
 * @param {{read: () => import("./now.js").Now, act: (entry: string) => void, sign: (name: string) => void}} table
 */
export function openSay({ read, act, sign }) {
  let draw = () => {};
  openDialog(phrase("table-say"), ({ redraw, close }) => {
    draw = redraw;
    const now = read();
    const after = (run) => () => {
      close();
      run();
    };
    const entry = (name, [label, hint], run) =>
      h("li", { key: name }, h("button", { "data-key": `say ${name}`, onclick: after(run) }, h("strong", {}, label), h("small", { class: "soft" }, hint)));
    const asks = ASKS.filter(([about]) => now.mayAsk.includes(about) && !(about === "undo" && now.mayUndo));
    const late = (now.question?.waits ?? now.actors).filter((seat) => seat !== now.you.seat && !now.bots[seat]);
    return [
      h(
        "div",
        { class: "emotes" },
        EMOTES.map((name) =>
          h("button", { key: name, "data-key": `say ${name}`, "aria-label": phrase("table-emote", { emote: name }), onclick: after(() => sign(name)) }, face(name)),
        ),
      ),
      h(
        "ul",
        { class: "rows menu" },
        late.length > 0 && entry("nudge", [phrase("table-nudge"), phrase("table-nudge-hint", { names: late.map((seat) => now.names[seat]) })], () => sign("nudge")),
        asks.map(([name, text]) => entry(name, textsOf(name, now.bots.some(Boolean)), () => act(text))),
      ),
    ];
  });
  return draw;
}
