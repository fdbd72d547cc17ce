/**
 * The people of a match: once more, or chosen as chips in the order in which they sit.
 *
 * The first page of the server and the page before a match of a keeper in a file share it. A page
 * draws itself and calls `view`; the form calls `draw` of the page after every change.
 * @module
 */

import { PLUS, icon } from "./cards.js";
import { LONGEST_NAME, whyNoNameHere } from "./names.js";
import { face } from "./people.js";
import { h, prose } from "./view.js";
import { phrase } from "./catalogue.js";
import { reportText } from "./reports.js";
import { range } from "./words.js";

/** Most regulars that are offered as chips; the others are offered while a name is typed. */
const MOST_CHIPS = 12;

/** @typedef {import("../keeper/once_more.js").NewMatch} NewMatch */

/**
 * What the form needs to know about a game.
 * @typedef {object} FormGame
 * @property {[number, number]} players fewest and most
 * @property {string} direction
 * @property {boolean} isDrawn whether the first dealer is always drawn
 * @property {any[]} parameters
 */

export class PeopleForm {
  /** @type {string[]} */
  names = [];
  /** The first dealer; the last seat if this is nobody who is seated. @type {string | null} */
  #dealer = null;
  /** Values other than the defaults. @type {Record<string, any>} */
  parameters = {};
  message = "";
  #typed = "";
  /** @type {string[]} */
  #added = [];

  /**
   * @param {object} setting
   * @param {FormGame} setting.game
   * @param {string[]} setting.regulars
   * @param {string[]} setting.lastNames people who are offered besides the regulars
   * @param {() => void} setting.draw
   * @param {(match: NewMatch) => void} setting.begin
   * @param {(parameters: Record<string, any>) => string} setting.warning about the parameters, or ""
   */
  constructor(setting) {
    this.setting = setting;
  }

  /** Seats the people of a match. @param {NewMatch} match */
  fill({ names, dealer, parameters }) {
    this.names = [...names];
    this.#dealer = dealer;
    this.parameters = { ...parameters };
  }

  get dealer() {
    if (this.setting.game.isDrawn) return null;
    return this.#dealer !== null && this.names.includes(this.#dealer) ? this.#dealer : (this.names.at(-1) ?? null);
  }

  #change = (work) => () => {
    work();
    this.message = "";
    this.setting.draw();
  };

  /** Seats somebody who is typed; returns whether the name can be used. */
  #add() {
    const name = this.#typed.trim();
    this.message = whyNoNameHere(name) ?? "";
    if (!name || this.message) return !this.message;
    if (!this.names.includes(name)) this.names.push(name);
    this.#added.push(name);
    this.#typed = "";
    return true;
  }

  #submit = (event) => {
    event.preventDefault();
    const [fewest, most] = this.setting.game.players;
    const isFine = this.#add();
    const { length } = this.names;
    if (isFine && length >= fewest && length <= most) {
      this.setting.begin({ names: this.names, dealer: this.dealer, parameters: this.parameters });
      return;
    }
    this.message ||= length < fewest ? phrase("setup-too-few", { number: length, fewest }) : phrase("setup-too-many", { number: length, most });
    this.setting.draw();
  };

  /** Returns the form. @param {string} title @param {...unknown} before what is chosen before the people */
  view(title, ...before) {
    const { game, regulars } = this.setting;
    return h(
      "form",
      { class: "panel stack", key: "people", onsubmit: this.#submit, novalidate: true, "aria-labelledby": "who" },
      h("h2", { id: "who" }, title),
      before,
      h("p", { class: "soft small" }, phrase("setup-how-many", { players: range(game.players), direction: game.direction })),
      h("div", { class: "people-chips", role: "group", "aria-label": phrase("setup-people") }, [...this.names, ...this.#others()].map((name) => this.#person(name))),
      this.#newPerson(),
      h("datalist", { id: "known-names" }, regulars.map((name) => h("option", { value: name, key: name }))),
      !game.isDrawn && this.names.length > 0 && this.#dealerField(),
      game.parameters.length > 0 && this.#settings(),
      this.message && h("p", { class: "why message", role: "alert" }, prose(reportText(this.message))),
      h("button", { class: "button main wide", "data-key": "begin" }, this.#beginText()),
    );
  }

  #beginText() {
    const { names, dealer } = this;
    return dealer ? phrase("setup-begin-dealer", { number: names.length, dealer }) : phrase("setup-begin", { number: names.length });
  }

  #others() {
    const { lastNames, regulars } = this.setting;
    return [...new Set([...this.#added, ...regulars.slice(0, MOST_CHIPS), ...lastNames])].filter((name) => !this.names.includes(name));
  }

  #person(name) {
    const seat = this.names.indexOf(name);
    const isSeated = seat >= 0;
    const toggle = this.#change(() => {
      this.names = isSeated ? this.names.filter((one) => one !== name) : [...this.names, name];
    });
    return h(
      "button",
      { type: "button", key: name, class: "person-chip", "data-key": `person ${name}`, "aria-pressed": String(isSeated), onclick: toggle },
      isSeated && face(name, seat),
      h("span", {}, name, isSeated && h("span", { class: "visually-hidden" }, `, ${phrase("setup-seat", { place: seat + 1 })}`)),
    );
  }

  #newPerson() {
    const add = (event) => {
      const place = event.target.closest(".new-person");
      this.#add();
      this.setting.draw();
      place.querySelector("input").focus();
    };
    return h(
      "div",
      { class: "new-person" },
      h("input", {
        key: this.#added.length, // an empty field after each name
        value: this.#typed,
        maxlength: LONGEST_NAME,
        placeholder: this.names.length ? phrase("setup-somebody-else") : phrase("setup-first-name"),
        "aria-label": phrase("setup-somebody-else"),
        list: "known-names",
        autocomplete: "off",
        "data-key": "new name",
        oninput: (event) => {
          this.#typed = event.target.value;
        },
        onkeydown: (event) => {
          if (event.key !== "Enter" || !this.#typed.trim()) return;
          event.preventDefault();
          add(event);
        },
      }),
      h("button", { type: "button", class: "button", "data-key": "add", onclick: add }, icon(PLUS), phrase("add")),
    );
  }

  #dealerField() {
    const choose = (event) =>
      this.#change(() => {
        this.#dealer = event.target.value;
      })();
    return h(
      "label",
      { class: "field" },
      h("span", {}, phrase("setup-deals-first")),
      h("select", { "data-key": "dealer", value: this.dealer, onchange: choose }, this.names.map((name) => h("option", { value: name, key: name }, name))),
    );
  }

  #settings() {
    const { game, warning } = this.setting;
    const set = (parameter, value) =>
      this.#change(() => {
        if (value === parameter.default) delete this.parameters[parameter.name];
        else this.parameters[parameter.name] = value;
      })();
    return h(
      "details",
      { open: Object.keys(this.parameters).length > 0, key: "settings" },
      h("summary", {}, phrase("setup-settings")),
      game.parameters.map((parameter) => settingField(parameter, this.parameters[parameter.name] ?? parameter.default, set)),
      h("p", { class: "soft small", role: "status" }, warning(this.parameters)),
    );
  }
}

/** Returns the field of a parameter. */
function settingField({ name, description, range, ...parameter }, value, set) {
  const label = description || name.replaceAll("_", " ");
  const changed = (read) => (event) => set({ name, ...parameter }, read(event.target));
  const common = { "data-key": `parameter ${name}` };
  if (range.kind === "truth") {
    const box = h("input", { ...common, type: "checkbox", checked: value, onchange: changed((target) => target.checked) });
    return h("label", { class: "check", key: name }, box, h("span", {}, label));
  }
  const input =
    range.kind === "word"
      ? h("select", { ...common, value, onchange: changed((target) => target.value) }, range.words.map((word) => h("option", { value: word, key: word }, word)))
      : h("input", {
          ...common,
          type: "number",
          inputmode: "numeric",
          min: range.low,
          max: range.high,
          value,
          onchange: changed((target) => (target.value === "" ? parameter.default : Number(target.value))),
        });
  return h("label", { class: "field", key: name }, h("span", {}, label), input);
}

/**
 * Returns the card that offers the last match once more.
 * @param {string[]} names
 * @param {string} about what the last match was
 * @param {{isOpen: boolean, onAgain: () => void, onChange: () => void}} taps
 */
export const againCard = (names, about, { isOpen, onAgain, onChange }) =>
  h(
    "section",
    { class: "panel again", key: "again", "aria-labelledby": "again" },
    h("h2", { id: "again" }, phrase("setup-once-more")),
    h("p", { class: "small" }, about),
    h("ul", { class: "faces" }, names.map((name, line) => h("li", { key: name }, face(name, line), h("span", {}, name)))),
    h(
      "div",
      { class: "two" },
      h("button", { class: "button main", "data-key": "again", onclick: onAgain }, phrase("setup-keep-score")),
      h("button", { class: "button", "data-key": "change people", "aria-expanded": String(isOpen), onclick: onChange }, phrase("setup-change-people")),
    ),
  );
