// The menu of the table: other pages, and what is chosen on this phone.

import { phrase } from "../look/catalogue.js";
import { openDialog } from "../look/dialog.js";
import { languageField } from "../look/language_field.js";
import { h } from "../look/view.js";
import { SHUFFLE } from "./live.js";
import { keepSettings } from "./settings.js";
import { allowSound } from "./signs.js";

/** @typedef {import("./page.js").Settings} Settings */

/** Returns what an entry of the menu does; `hint` is the name of its hint, if that is another one. */
const texts = (entry, hint = entry) => [h("strong", {}, phrase("table-menu", { entry })), h("small", { class: "soft" }, phrase("table-menu-hint", { entry: hint }))];

const link = (name, href, hint = name) => h("li", { key: name }, h("a", { href, "data-key": `menu ${name}` }, texts(name, hint)));

/**
 * Opens the menu.
 * @param {{now: import("./now.js").Now, base: string, settings: Settings, draw: () => void}} table
 */
export function openMenu({ now, base, settings, draw }) {
  openDialog(phrase("table-menu-title"), ({ redraw, close }) => {
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
    const check = (name, label) =>
      h(
        "label",
        { class: "check", key: name },
        h("input", { type: "checkbox", checked: settings[name], "data-key": `set ${name}`, onchange: (event) => set(name, event.target.checked) }),
        label,
      );
    const select = (name, label, choices, read) =>
      h(
        "label",
        { class: "field", key: name },
        label,
        h(
          "select",
          { value: String(settings[name]), "data-key": `set ${name}`, onchange: (event) => set(name, read(event.target.value)) },
          choices.map(([value, text]) => h("option", { key: value, value }, text)),
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
        h("li", { key: "print" }, h("button", { "data-key": "menu print", onclick: print }, texts("print"))),
        h("li", { key: "shuffle" }, h("button", { "data-key": "menu shuffle", onclick: shuffle }, texts("shuffle"))),
        link("tables", "/", now.phase === "over" ? "end" : "tables"),
      ),
      h(
        "section",
        { class: "stack settings" },
        h("h3", {}, phrase("table-settings")),
        check("autoPlay", phrase("table-auto-play")),
        check("isTrumpFirst", phrase("table-trump-first")),
        check("signals", phrase("table-signals")),
        select("taps", phrase("table-taps-label"), ["auto", "one", "two"].map((taps) => [taps, phrase("table-taps", { taps })]), String),
        select("pause", phrase("table-pause-label"), [...[0.8, 1.5, 3].map((seconds) => [String(seconds), phrase("table-pause", { seconds })]), ["null", phrase("table-pause-until-tap")]], (value) => (value === "null" ? null : Number(value))),
        languageField(),
      ),
    ];
  });
}
