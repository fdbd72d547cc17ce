// The page before a match: the last people once more, or a choice of people, and earlier matches.

import { Refused } from "../clag-score/src/score/reasons.js";
import { CLOSE, icon } from "../look/cards.js";
import { againCard, PeopleForm } from "../look/people_form.js";
import { languageField } from "../look/language_field.js";
import { h, show } from "../look/view.js";
import { locale, phrase } from "../look/catalogue.js";
import { openDialog } from "../look/dialog.js";
import { drawsDealer, onceMore } from "./once_more.js";

/** @typedef {import("./once_more.js").NewMatch} NewMatch */
/** @typedef {NewMatch & {id: string, begun: string, log: string[], everybody: string[], last: NewMatch}} KeptMatch */

/**
 * @typedef {object} SetupOptions
 * @property {any} compiled the compiled rules
 * @property {string} rules the reference to the rules
 * @property {string} title
 * @property {string} sheet the rule sheet, as an HTML document
 * @property {Record<string, any[] | null>} proved the values of each parameter that are proved alone
 * @property {Record<string, any>} settings parameters that are proved together
 * @property {KeptMatch[]} matches earlier matches, the last one first; `last` is the match as it ended
 * @property {string[]} regulars names of people who have played before
 * @property {string} [message]
 * @property {(language: string) => void} keepLanguage
 * @property {(match: NewMatch) => void} begin throws Refused
 * @property {(id: string) => void} choose
 * @property {(id: string) => void} remove
 */

/** Shows the page. @param {Element} root @param {SetupOptions} options */
export function showSetup(root, options) {
  const { direction, parameters = [], players, ...game } = options.compiled.game;
  const isDrawn = drawsDealer(game);
  const [before] = options.matches;
  const last = before?.last;
  let isOpen = !last;

  const form = new PeopleForm({
    game: { direction, isDrawn, parameters, players },
    regulars: options.regulars,
    lastNames: last ? last.names : [],
    draw,
    begin,
    warning: (chosen) => notProved(options, chosen),
  });
  form.fill(last ? onceMore(last, isDrawn) : { names: [], dealer: null, parameters: options.settings });
  form.message = options.message ?? "";

  function begin(match) {
    try {
      options.begin(match);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      form.message = error.why.reason;
      isOpen = true;
      draw();
    }
  }

  function again() {
    const match = onceMore(last, isDrawn);
    return againCard(last.names, [phrase("setup-last-time", { date: new Date(before.begun).toLocaleDateString(locale) }), match.dealer && phrase("deals-first", { dealer: match.dealer })].filter(Boolean).join(" "), {
      isOpen,
      onAgain: () => begin(match),
      onChange: () => {
        isOpen = !isOpen;
        form.message = "";
        draw();
      },
    });
  }

  const earlier = () =>
    options.matches.length > 0 &&
    h(
      "section",
      { class: "panel", key: "earlier", "aria-labelledby": "earlier" },
      h("h2", { id: "earlier" }, phrase("setup-earlier")),
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
              h("strong", {}, match.everybody.join(", ")),
              h("small", { class: "soft" }, new Date(match.begun).toLocaleString(locale), ", ", phrase("entries", { number: match.log.length })),
            ),
            h("button", { class: "icon", "aria-label": phrase("setup-remove", { names: match.everybody }), onclick: () => window.confirm(phrase("setup-remove-sure")) && options.remove(match.id) }, icon(CLOSE)),
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
          h("button", { class: "button", "data-key": "rules", onclick: () => openRules(options) }, phrase("setup-rules")),
        ),
        last && again(),
        isOpen && form.view(phrase("setup-who-plays")),
        earlier(),
        languageField(options.keepLanguage),
      ),
    );
  }

  draw();
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
  return phrase("setup-not-proved", { command: `clagdsl keep ${rules}${names.map((name) => ` --set ${name}=${parameters[name]}`).join("")}` });
}

/** Opens the rule sheet. @param {{title: string, sheet: string}} options */
export function openRules({ title, sheet }) {
  const content = () => h("iframe", { title: phrase("setup-rules-frame", { title }), sandbox: "", srcdoc: sheet });
  openDialog(phrase("setup-rules"), content, { isFull: true });
}
