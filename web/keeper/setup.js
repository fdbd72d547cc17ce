// The page before a match: the last people once more, or a choice of people, and earlier matches.

import { Refused } from "../clag-score/src/score/reasons.js";
import { icon } from "../look/cards.js";
import { face } from "../look/people.js";
import { h, prose, show } from "../look/view.js";
import { setupWords as words } from "../look/words.js";
import { openRules } from "./menu.js";
import { LONGEST_NAME, whyNoNameHere } from "./names.js";
import { drawsDealer, onceMore } from "./once_more.js";

/** Most regulars that are offered as chips; the others are offered while a name is typed. */
const MOST_CHIPS = 12;

/** @typedef {import("./once_more.js").NewMatch} NewMatch */
/** @typedef {NewMatch & {id: string, begun: string, log: string[]}} KeptMatch */

/**
 * @typedef {object} SetupOptions
 * @property {any} compiled the compiled rules
 * @property {string} rules the reference to the rules
 * @property {string} title
 * @property {string} sheet the rule sheet, as an HTML document
 * @property {Record<string, any[] | null>} proved the values of each parameter that are proved alone
 * @property {Record<string, any>} settings parameters that are proved together
 * @property {KeptMatch[]} matches earlier matches, the last one first
 * @property {string[]} regulars names of people who have played before
 * @property {string} [message]
 * @property {(match: NewMatch) => void} begin throws Refused
 * @property {(id: string) => void} choose
 * @property {(id: string) => void} remove
 */

/** Shows the page. @param {Element} root @param {SetupOptions} options */
export function showSetup(root, options) {
  const { game } = options.compiled;
  const [fewest, most] = game.players;
  const isDrawn = drawsDealer(game);
  const [last] = options.matches;
  const form = {
    names: last ? [...last.names] : [],
    dealer: last ? onceMore(last, isDrawn).dealer : null,
    parameters: { ...(last ? last.parameters : options.settings) },
    added: [],
    typed: "",
    isOpen: !last,
    message: options.message ?? "",
  };

  const change = (work) => () => {
    work();
    form.message = "";
    draw();
  };

  function begin(match) {
    try {
      options.begin(match);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      form.message = error.why.reason;
      form.isOpen = true;
      draw();
    }
  }

  /** The dealer who is chosen, or the last seat. */
  const dealer = () => (isDrawn ? null : form.names.includes(form.dealer) ? form.dealer : (form.names.at(-1) ?? null));

  /** Seats somebody who is typed; returns whether the name can be used. */
  function add() {
    const name = form.typed.trim();
    form.message = whyNoNameHere(name) ?? "";
    if (!name || form.message) return !form.message;
    if (!form.names.includes(name)) form.names.push(name);
    form.added.push(name);
    form.typed = "";
    return true;
  }

  function submit(event) {
    event.preventDefault();
    if (add() && form.names.length >= fewest && form.names.length <= most) {
      begin({ names: form.names, dealer: dealer(), parameters: form.parameters });
      return;
    }
    form.message ||= form.names.length < fewest ? words.tooFew(form.names.length, fewest) : words.tooMany(form.names.length, most);
    draw();
  }

  const again = () => {
    const match = onceMore(last, isDrawn);
    const date = new Date(last.begun).toLocaleDateString();
    return h(
      "section",
      { class: "panel again", key: "again", "aria-labelledby": "again" },
      h("h2", { id: "again" }, words.onceMore),
      h("p", { class: "small" }, words.lastTime(date, match.dealer)),
      h("ul", { class: "faces" }, last.names.map((name, line) => h("li", { key: name }, face(name, line), h("span", {}, name)))),
      h(
        "div",
        { class: "two" },
        h("button", { class: "button main", "data-key": "again", onclick: () => begin(match) }, words.keepScore),
        h("button", { class: "button", "data-key": "change people", "aria-expanded": String(form.isOpen), onclick: change(() => {
          form.isOpen = !form.isOpen;
        }) }, words.changePeople),
      ),
    );
  };

  const toggle = (name) =>
    change(() => {
      if (form.names.includes(name)) form.names = form.names.filter((one) => one !== name);
      else form.names.push(name);
    });

  const person = (name) => {
    const seat = form.names.indexOf(name);
    const isSeated = seat >= 0;
    return h(
      "button",
      { type: "button", key: name, class: "person-chip", "data-key": `person ${name}`, "aria-pressed": String(isSeated), onclick: toggle(name) },
      isSeated && face(name, seat),
      h("span", {}, name, isSeated && h("span", { class: "visually-hidden" }, words.seat(seat + 1))),
    );
  };

  const others = () => [...new Set([...form.added, ...options.regulars.slice(0, MOST_CHIPS), ...(last?.names ?? [])])].filter((name) => !form.names.includes(name));

  const people = () =>
    h(
      "form",
      { class: "panel stack", key: "people", onsubmit: submit, novalidate: true },
      h("h2", {}, words.whoPlays),
      h("p", { class: "soft small" }, words.howMany(fewest, most, game.direction === "counterclockwise")),
      h("div", { class: "people-chips", role: "group", "aria-label": words.people }, [...form.names, ...others()].map(person)),
      h(
        "div",
        { class: "new-person" },
        h("input", {
          value: form.typed,
          maxlength: LONGEST_NAME,
          placeholder: form.names.length ? words.somebodyElse : words.firstName,
          "aria-label": words.somebodyElse,
          list: "known-names",
          autocomplete: "off",
          "data-key": "new name",
          oninput: (event) => {
            form.typed = event.target.value;
          },
          onkeydown: (event) => {
            if (event.key !== "Enter" || !form.typed.trim()) return;
            event.preventDefault();
            add();
            draw();
          },
        }),
        h("button", { type: "button", class: "button", "data-key": "add", onclick: () => {
          add();
          draw();
          /** @type {HTMLElement} */ (root.querySelector('[data-key="new name"]')).focus();
        } }, icon("plus"), words.add),
      ),
      h("datalist", { id: "known-names" }, options.regulars.map((name) => h("option", { value: name, key: name }))),
      !isDrawn && form.names.length > 0 && dealerField(),
      game.parameters?.length > 0 && settings(),
      form.message && h("p", { class: "why message", role: "alert" }, prose(form.message)),
      h("button", { class: "button main wide", "data-key": "begin" }, words.begin(form.names.length, dealer())),
    );

  const dealerField = () =>
    h(
      "label",
      { class: "field" },
      h("span", {}, words.dealsFirst),
      h(
        "select",
        { "data-key": "dealer", value: dealer(), onchange: (event) => change(() => {
          form.dealer = event.target.value;
        })() },
        form.names.map((name) => h("option", { value: name, key: name }, name)),
      ),
    );

  function settings() {
    const set = (parameter, value) =>
      change(() => {
        if (value === parameter.default) delete form.parameters[parameter.name];
        else form.parameters[parameter.name] = value;
      })();
    return h(
      "details",
      { open: Object.keys(form.parameters).length > 0, key: "settings" },
      h("summary", {}, words.settings),
      game.parameters.map((parameter) => settingField(parameter, form.parameters[parameter.name] ?? parameter.default, set)),
      h("p", { class: "soft small", role: "status" }, notProved(options, form.parameters)),
    );
  }

  const earlier = () =>
    options.matches.length > 0 &&
    h(
      "section",
      { class: "panel", key: "earlier", "aria-labelledby": "earlier" },
      h("h2", { id: "earlier" }, words.earlier),
      h(
        "ul",
        { class: "rows" },
        options.matches.map((match) =>
          h(
            "li",
            { class: "kept", key: match.id },
            h(
              "button",
              { onclick: () => options.choose(match.id) },
              h("strong", {}, match.names.join(", ")),
              h("small", { class: "soft" }, new Date(match.begun).toLocaleString(), ", ", words.entries(match.log.length)),
            ),
            h("button", { class: "icon", "aria-label": words.remove(match.names), onclick: () => window.confirm(words.removeSure) && options.remove(match.id) }, icon("close")),
          ),
        ),
      ),
    );

  function draw() {
    show(
      root,
      h(
        "main",
        { class: "setup", key: "setup" },
        h(
          "header",
          { class: "bar" },
          h("h1", {}, options.title),
          h("button", { class: "button", "data-key": "rules", onclick: () => openRules(options) }, words.rules),
        ),
        last && again(),
        form.isOpen && people(),
        earlier(),
      ),
    );
  }

  draw();
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

/** Returns a warning about settings that are not proved together, or "". @param {SetupOptions} options */
function notProved({ compiled, proved, rules, settings }, parameters) {
  const names = Object.keys(parameters);
  const values = proved[names[0]];
  const isProvedAlone = names.length === 1 && (values === null || values?.includes(parameters[names[0]]));
  const isProvedTogether = compiled.game.parameters.every(
    ({ name, default: usual }) => (parameters[name] ?? usual) === (settings[name] ?? usual),
  );
  if (!names.length || isProvedAlone || isProvedTogether) return "";
  return words.notProved(rules, names.map((name) => ` --set ${name}=${parameters[name]}`).join(""));
}
