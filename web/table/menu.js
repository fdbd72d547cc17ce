// The menu of the table: other pages, and what is chosen on this phone.

import { openDialog } from "../look/dialog.js";
import { h } from "../look/view.js";
import { tableWords as words } from "../look/table_words.js";
import { SHUFFLE } from "./live.js";
import { keepSettings } from "./settings.js";
import { allowSound } from "./signs.js";

/** @typedef {import("./page.js").Settings} Settings */

const link = (name, href) => {
  const [label, hint] = words.menu[name];
  return h("li", { key: name }, h("a", { href, "data-key": `menu ${name}` }, h("strong", {}, label), h("small", { class: "soft" }, hint)));
};

/**
 * Opens the menu.
 * @param {{now: import("./now.js").Now, base: string, settings: Settings, draw: () => void}} table
 */
export function openMenu({ now, base, settings, draw }) {
  openDialog(words.menuTitle, ({ redraw, close }) => {
    const [label, hint] = words.menu.shuffle;
    const print = () => {
      close();
      window.print();
    };
    const shuffle = async () => {
      const { openShuffle } = await import(SHUFFLE);
      close();
      openShuffle(now);
    };
    const set = (name, value) => {
      settings[name] = value;
      keepSettings(settings);
      if (name === "signals" && value) allowSound();
      redraw();
      draw();
    };
    const check = (name) =>
      h(
        "label",
        { class: "check", key: name },
        h("input", { type: "checkbox", checked: settings[name], "data-key": `set ${name}`, onchange: (event) => set(name, event.target.checked) }),
        words[name],
      );
    const select = (name, label, choices, read) =>
      h(
        "label",
        { class: "field", key: name },
        label,
        h(
          "select",
          { value: String(settings[name]), "data-key": `set ${name}`, onchange: (event) => set(name, read(event.target.value)) },
          Object.entries(choices).map(([value, text]) => h("option", { key: value, value }, text)),
        ),
      );
    return [
      h(
        "ul",
        { class: "rows menu" },
        now.you.id === null && now.phase !== "over" && link("join", "/join"),
        link("people", `${base}/people`),
        link("rules", `${base}/rules`),
        link("wall", `${base}/wall`),
        now.phase === "over" && link("record", `${base}/record.toml`),
        h("li", { key: "print" }, h("button", { "data-key": "menu print", onclick: print }, h("strong", {}, words.menu.print[0]), h("small", { class: "soft" }, words.menu.print[1]))),
        h("li", { key: "shuffle" }, h("button", { "data-key": "menu shuffle", onclick: shuffle }, h("strong", {}, label), h("small", { class: "soft" }, hint))),
        link(now.phase === "over" ? "tablesAtTheEnd" : "tables", "/"),
      ),
      h(
        "section",
        { class: "stack settings" },
        h("h3", {}, words.settings),
        check("autoPlay"),
        check("isTrumpFirst"),
        check("signals"),
        select("taps", words.tapsLabel, words.taps, String),
        select("pause", words.pauseLabel, words.pauses, (value) => (value === "null" ? null : Number(value))),
      ),
    ];
  });
}
