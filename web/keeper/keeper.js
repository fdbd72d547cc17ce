// The score keeper: one phone in the middle of the table.
//
// What stands on the page is drawn anew from the sheet after each entry; the sheet is the fold of
// the entries, and these are kept in the browser after each tap.  Names and rules are strangers'
// texts: they only ever become the text of an element.

import { SUIT_NAMES, SUIT_SIGNS, SUITS } from "../clag-score/src/score/pack.js";
import { Refused } from "../clag-score/src/score/reasons.js";
import { Table } from "../clag-score/src/score/table.js";
import { keep } from "../clag-score/src/sheet/sheet.js";
import { besideText, comings, quoted, waitingTexts } from "./beside.js";
import { csvText } from "./csv.js";
import { h, prose } from "./elements.js";
import { LONGEST_NAME, whyNoNameHere, whyNotTyped } from "./names.js";
import { rosterForm } from "./roster_form.js";
import { Shelf } from "./shelf.js";

const told = JSON.parse(document.getElementById("told").textContent);
const { compiled, title } = told;
const { game } = compiled;
const [FEWEST, MOST] = game.players;

const root = document.getElementById("keeper");
const live = h("p", { class: "unseen", role: "status", "aria-live": "polite" });
const shelf = new Shelf(`clagdsl keep ${compiled.rules_hash}`);

/** What is on the page beside the match: a form half filled in, a message. */
const now = { draft: null, message: "", tricks: [], points: [], takers: [], chosen: [], order: [] };
let sheet = null;

// --- the match -----------------------------------------------------------------------------

function open(match) {
  const table = new Table(compiled, match.names.length, match.parameters);
  let opened = keep(table, { names: match.names, dealer: match.dealer, rules: told.rules });
  for (const entry of match.log) opened = opened.apply(entry);
  return opened;
}

function load() {
  const match = shelf.current;
  sheet = null;
  try {
    sheet = match ? open(match) : null;
  } catch (error) {
    now.message = `This match cannot be opened: ${error.message}`;
    shelf.close();
  }
  clear();
}

function clear() {
  Object.assign(now, { tricks: [], points: [], takers: [], chosen: [], order: [] });
}

function enter(entry) {
  if (wentOnElsewhere()) return;
  const why = whyNotEnter(sheet, entry);
  if (why) {
    tell(why);
    return;
  }
  keepOn(sheet.apply(entry), headline);
}

/** Why a sheet does not take an entry, as this page types names; or null. */
const whyNotEnter = (on, entry) => whyNotTyped(entry) ?? on.whyNot(entry)?.reason ?? null;

/** The match goes on with this sheet: it is kept, shown, and told. */
function keepOn(after, told) {
  sheet = after;
  shelf.log(sheet.log);
  clear();
  now.message = "";
  draw();
  live.textContent = told();
}

/** Whether the match has gone on in another window of this browser; then this one shows it. */
function wentOnElsewhere() {
  if (shelf.refresh(sheet.log)) return false;
  load();
  tell("The match went on in another window meanwhile. Look where it stands, and enter yours again.");
  return true;
}

/** Show what other windows have kept. */
function followOthers() {
  const asBefore = shelf.refresh(sheet ? sheet.log : null);
  if (sheet && asBefore) return;
  if (!asBefore) load();
  draw();
}

function tell(message) {
  now.message = message;
  draw();
}

// --- words ---------------------------------------------------------------------------------

const many = (number, thing) => `${number} ${thing}${number === 1 ? "" : "s"}`;
const signed = (number) => (number > 0 ? `+${number}` : number < 0 ? `−${-number}` : "0");
const plain = (number) => (number < 0 ? `−${-number}` : String(number));

function trumpText(trump) {
  if (trump === null) return null;
  if (!trump.length) return "No trump";
  return trump.map((suit) => `${SUIT_SIGNS[suit]} ${SUIT_NAMES[suit]}`).join(" › ");
}

const people = (seats) => {
  const names = seats.map((seat) => sheet.names[seat]);
  return names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
};

const HEADLINES = {
  dealer: () => "Who deals first?",
  size: (name) => `${name} deals: how many cards each?`,
  call: (name) => `${name} calls`,
  auction: (name) => `${name}: say more, or pass`,
  name: (name) => (name === undefined ? "What is trump?" : `${name} names trump`),
  first: () => "Who is drawn to bid first?",
  bid: (name) => `${name} bids`,
  tricks: () => "Count the tricks",
  over: () => `${people(sheet.winners)} ${sheet.winners.length > 1 ? "share the win" : "wins"}`,
};

const headline = () => HEADLINES[sheet.phase](sheet.names[sheet.actor]);

/** Whether who has fewer points is better off. */
const lowWins = () => game.winner.criteria.find((one) => one.endsWith("total")) === "lowest total";

function places() {
  const low = lowWins();
  const here = sheet.totals.filter((_, line) => !sheet.left.includes(line));
  return sheet.totals.map((total, line) =>
    sheet.left.includes(line)
      ? "–"
      : 1 + here.filter((other) => (low ? other < total : other > total)).length,
  );
}

// --- setting up ----------------------------------------------------------------------------

function draft() {
  const last = shelf.matches[0];
  return {
    names: last ? [...last.names] : Array(FEWEST).fill(""),
    dealer: null,
    parameters: { ...(last ? last.parameters : told.settings) },
  };
}

function begin(event) {
  event.preventDefault();
  const { names, dealer, parameters } = now.draft;
  const called = names.map((name) => name.trim());
  const wrong = called.map(whyNoNameHere).find(Boolean);
  if (wrong) {
    tell(wrong);
    return;
  }
  try {
    const match = { names: called, dealer: dealer === null ? null : called[dealer], parameters };
    sheet = open({ ...match, log: [] });
    shelf.begin(match);
    now.draft = null;
    now.message = "";
    clear();
    draw();
    live.textContent = headline();
    window.scrollTo(0, 0);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    tell(error.why.reason);
  }
}

function setUp() {
  now.draft ??= draft();
  const { draft: form } = now;
  const change = (work) => () => {
    work();
    form.dealer = null;
    draw();
  };
  const rows = form.names.map((name, seat) =>
    h(
      "li",
      { class: "seat" },
      h("span", { class: "number", "aria-hidden": "true" }, seat + 1),
      h("input", {
        value: name,
        maxlength: LONGEST_NAME,
        placeholder: `Player ${seat + 1}`,
        list: "regulars",
        autocomplete: "off",
        "aria-label": `Name of player ${seat + 1}`,
        "data-key": `name ${seat}`,
        oninput(event) {
          form.names[seat] = event.target.value;
          const option = document.querySelector(`[data-key=dealer] option[value="${seat}"]`);
          if (option) option.textContent = event.target.value || `Player ${seat + 1}`;
        },
      }),
      seat === 0
        ? h("span", { class: "icon" })
        : h(
          "button",
          {
            type: "button",
            class: "quiet icon",
            "aria-label": `Seat ${name || `player ${seat + 1}`} one place earlier`,
            "data-key": `up ${seat}`,
            onclick: change(() => form.names.splice(seat - 1, 0, ...form.names.splice(seat, 1))),
          },
          "↑",
        ),
      form.names.length > FEWEST &&
        h(
          "button",
          {
            type: "button",
            class: "quiet icon",
            "aria-label": `Leave out ${name || `player ${seat + 1}`}`,
            "data-key": `out ${seat}`,
            onclick: change(() => form.names.splice(seat, 1)),
          },
          "×",
        ),
    ),
  );
  const drawn = game.first_dealer?.alternatives.every(({ value }) => value === "drawn");
  const dealers = form.names.map((name, seat) =>
    h("option", { value: seat, selected: (form.dealer ?? form.names.length - 1) === seat }, name || `Player ${seat + 1}`),
  );
  return h(
    "main",
    { class: "setup" },
    h(
      "form",
      { class: "card", onsubmit: begin, novalidate: true },
      h("h2", {}, "Who plays?"),
      h(
        "p",
        { class: "hint" },
        FEWEST === MOST ? `${FEWEST} players, ` : `${FEWEST} to ${MOST} players, `,
        `in the order in which they sit, ${game.direction === "counterclockwise" ? "counterclockwise" : "clockwise"}.`,
      ),
      h("ol", { class: "seats" }, rows),
      h("datalist", { id: "regulars" }, shelf.regulars.map((name) => h("option", { value: name }))),
      form.names.length < MOST &&
        h(
          "button",
          { type: "button", class: "quiet wide", "data-key": "add", onclick: change(() => form.names.push("")) },
          "+ Add a player",
        ),
      !drawn &&
        h(
          "label",
          { class: "field" },
          h("span", {}, "Deals first"),
          h(
            "select",
            { "data-key": "dealer", onchange: (event) => (form.dealer = Number(event.target.value)) },
            dealers,
          ),
        ),
      game.parameters && game.parameters.length > 0 && parameterFields(form),
      message(),
      h("button", { class: "main wide", "data-key": "begin" }, "Begin the match"),
    ),
    earlier(),
  );
}

function parameterFields(form) {
  const warning = h("p", { class: "hint", role: "status" }, unproved(form.parameters));
  const fields = game.parameters.map((one) => {
    const value = form.parameters[one.name] ?? one.default;
    const set = (said) => {
      if (said === one.default) delete form.parameters[one.name];
      else form.parameters[one.name] = said;
      warning.textContent = unproved(form.parameters);
    };
    const words = one.description || one.name.replaceAll("_", " ");
    const key = { "data-key": `parameter ${one.name}` };
    if (one.range.kind === "truth") {
      return h(
        "label",
        { class: "check" },
        h("input", { ...key, type: "checkbox", checked: value, onchange: (e) => set(e.target.checked) }),
        h("span", {}, words),
      );
    }
    const input =
      one.range.kind === "word"
        ? h(
            "select",
            { ...key, onchange: (e) => set(e.target.value) },
            one.range.words.map((word) => h("option", { value: word, selected: word === value }, word)),
          )
        : h("input", {
            ...key,
            type: "number",
            inputmode: "numeric",
            min: one.range.low,
            max: one.range.high,
            value,
            onchange: (e) => set(e.target.value === "" ? one.default : Number(e.target.value)),
          });
    return h("label", { class: "field" }, h("span", {}, words), input);
  });
  const changed = Object.keys(form.parameters).length > 0;
  return h("details", { open: changed }, h("summary", {}, "House settings"), fields, warning);
}

/** What is said of settings that nobody has proved together, "" of all others. */
function unproved(parameters) {
  const names = Object.keys(parameters);
  const proved = told.proved[names[0]];
  const one = names.length === 1 && (proved === null || proved?.includes(parameters[names[0]]));
  const { settings } = told;
  const same = game.parameters.every(({ name, default: usual }) =>
    (parameters[name] ?? usual) === (settings[name] ?? usual));
  if (!names.length || one || same) return "";
  const set = names.map((name) => ` --set ${name}=${parameters[name]}`).join("");
  return `These settings have been checked one by one, and not together: there may be a deal for which the
    rules have no value. clagdsl keep ${told.rules}${set} checks them, and writes a page that begins with them.`;
}

function earlier() {
  if (!shelf.matches.length) return null;
  return h(
    "section",
    { class: "card", "aria-labelledby": "earlier" },
    h("h2", { id: "earlier" }, "Matches on this device"),
    h(
      "ul",
      { class: "earlier" },
      shelf.matches.map((match) =>
        h(
          "li",
          {},
          h(
            "button",
            {
              class: "quiet wide left",
              onclick() {
                shelf.choose(match.id);
                now.draft = null;
                load();
                draw();
              },
            },
            h("strong", {}, match.names.join(", ")),
            h("small", {}, new Date(match.begun).toLocaleString(), `, ${match.log.length} entries`),
          ),
          h(
            "button",
            {
              class: "quiet icon",
              "aria-label": `Delete the match of ${match.names.join(", ")}`,
              onclick() {
                if (!window.confirm("Delete this match from this device? Nothing is left of it.")) return;
                shelf.remove(match.id);
                draw();
              },
            },
            "×",
          ),
        ),
      ),
    ),
  );
}

const message = () =>
  h("p", { class: "message", role: "alert", hidden: !now.message }, prose(now.message));

// --- the deal ------------------------------------------------------------------------------

function deal() {
  const { deal: row, rules } = sheet;
  const trump = trumpText(row.trump);
  const chips = [
    row.cards !== null && many(row.cards, "card"),
    trump,
    row.calls && row.calls.length > 0 && row.calls.join(", "),
    sheet.phase !== "dealer" && `${sheet.names[row.dealer]} deals`,
  ];
  return h(
    "section",
    { class: sheet.over ? "card turn over" : "card turn", "aria-labelledby": "turn" },
    h(
      "p",
      { class: "where" },
      h("strong", {}, isOneMore() ? "One more hand" : `Deal ${row.deal}`),
      isOneMore() ? "" : ` of ${sheet.table.schedule.length}`,
      rules.name === "normal" ? "" : ` · ${rules.name}`,
    ),
    h("h2", { id: "turn", tabindex: "-1" }, headline()),
    !sheet.over && h("ul", { class: "chips" }, chips.filter(Boolean).map((text) => h("li", {}, text))),
    waitingTexts(sheet).map((text) => h("p", { class: "hint" }, text)),
    ACTIONS[sheet.phase](),
    message(),
    turnedTrump(),
  );
}

const isOneMore = () => !sheet.over && sheet.deal.beside.some((text) => text.startsWith("more "));

const ACTIONS = {
  dealer: () => choices(),
  first: () => choices(),
  size: () => choices((text) => text.slice(6)),
  call: calls,
  auction: () => choices((text) => text.replace(/^auction /, "").replace(/[SHDC]$/, (suit) => SUIT_SIGNS[suit])),
  name: names,
  bid: bids,
  tricks,
  over: () => ending(),
};

/** A button for each legal entry that is no trump told of a card turned. */
function choices(words = (text) => text.replace(/^\w+ /, "").replace(/^"(.*)"$/, "$1")) {
  const entries = sheet.legal().filter((text) => !/^(trump|order) /.test(text));
  return h(
    "div",
    { class: "choices" },
    entries.map((text) =>
      h("button", { class: "choice", "data-key": text, onclick: () => enter(text) }, words(text)),
    ),
  );
}

function calls() {
  const { groups } = sheet.rules.call;
  const toggle = (group, choice) => () => {
    const others = group.kind === "any of" ? [] : group.choices;
    const had = now.chosen.includes(choice);
    now.chosen = now.chosen.filter((one) => one !== choice && !others.includes(one));
    if (!had) now.chosen.push(choice);
    const declared = groups.flatMap((one) => one.choices);
    now.chosen.sort((one, other) => declared.indexOf(one) - declared.indexOf(other));
    now.message = "";
    draw();
  };
  const quoted = (name) => (/[,"]/.test(name) ? `"${name}"` : name);
  const lacking = groups.some((one) => one.kind === "one of" && !one.choices.some((each) => now.chosen.includes(each)));
  return h(
    "div",
    { class: "stack" },
    groups.map((group) =>
      h(
        "fieldset",
        { class: "choices" },
        h("legend", {}, { "one of": "One of", "at most one of": "At most one of", "any of": "Any of" }[group.kind]),
        group.choices.map((choice) =>
          h(
            "button",
            {
              class: "choice text",
              "aria-pressed": String(now.chosen.includes(choice)),
              "data-key": `call ${choice}`,
              onclick: toggle(group, choice),
            },
            choice,
          ),
        ),
      ),
    ),
    h(
      "button",
      {
        class: "main wide",
        "data-key": "call",
        disabled: lacking,
        onclick: () => enter(`call ${now.chosen.map(quoted).join(", ")}`.trim()),
      },
      lacking ? "Choose what is called" : now.chosen.length ? `Call ${now.chosen.join(", ")}` : "Call nothing",
    ),
  );
}

const suitButton = (suit, onclick, key, pressed) =>
  h(
    "button",
    { class: `choice suit ${suit}`, "data-key": key, onclick, "aria-label": SUIT_NAMES[suit], "aria-pressed": pressed },
    h("span", { "aria-hidden": "true" }, SUIT_SIGNS[suit]),
    h("small", { "aria-hidden": "true" }, SUIT_NAMES[suit]),
  );

/** The trump that is named: a suit, none, or the suits in their order, the highest first. */
function names() {
  const legal = sheet.legal();
  if (!legal.some((text) => text.startsWith("order"))) return suitChoices(legal);
  const single = legal.some((text) => text.startsWith("trump")) && suitChoices(legal);
  return h("div", { class: "stack" }, single, orderChoices(legal));
}

function suitChoices(legal) {
  const single = (suit) => `trump ${SUIT_NAMES[suit]}`;
  return h(
    "div",
    { class: "choices" },
    SUITS.filter((suit) => legal.includes(single(suit))).map((suit) =>
      suitButton(suit, () => enter(single(suit)), single(suit)),
    ),
    legal.includes("trump none") &&
      h("button", { class: "choice text", "data-key": "trump none", onclick: () => enter("trump none") }, "No trump"),
  );
}

function orderChoices(legal) {
  const there = SUITS.filter((suit) => legal.some((text) => text.startsWith("order") && text.includes(` ${suit}`)));
  const tap = (suit) => () => {
    now.order = now.order.includes(suit) ? now.order.filter((one) => one !== suit) : [...now.order, suit];
    if (now.order.length === there.length) enter(`order ${now.order.join(" ")}`);
    else draw();
  };
  return h(
    "div",
    { class: "stack" },
    h("p", { class: "hint" }, "Tap the suits in their order, the highest first. ", trumpText(now.order) && now.order.length ? trumpText(now.order) : ""),
    h("div", { class: "choices" }, there.map((suit) => suitButton(suit, tap(suit), `order ${suit}`, String(now.order.includes(suit))))),
  );
}

/** What a card turned up has made trump may be told at any time, and needs not be. */
function turnedTrump() {
  const legal = sheet.legal().filter((text) => /^(trump|order) /.test(text));
  if (sheet.phase === "name" || !legal.length) return null;
  return h(
    "details",
    { class: "turned" },
    h("summary", {}, "What is trump?"),
    h("p", { class: "hint" }, "It is for everybody to see, and for the record."),
    suitChoices(legal),
  );
}

// --- bids ----------------------------------------------------------------------------------

/** What each bid is worth, as far as that is known at once. */
function stakes(cards) {
  const until = performance.now() + 80;
  return Array.from({ length: cards + 1 }, (_, bid) => {
    if (performance.now() > until) return null;
    try {
      return sheet.stake(sheet.actor, bid);
    } catch {
      return null;
    }
  });
}

function bids() {
  const legal = sheet.legal();
  const blind = legal.includes("look");
  const { cards } = sheet.deal;
  const worth = stakes(cards);
  const said = sheet.deal.bids.filter((bid) => bid !== null);
  const total = said.reduce((all, bid) => all + bid, 0);
  const buttons = worth.map((stake, bid) => bidButton(bid, blind, stake));
  const refused = worth
    .map((_, bid) => [bid, sheet.whyNot(`bid ${bid}${blind ? " blind" : ""}`)])
    .filter(([, why]) => why);
  return h(
    "div",
    { class: "stack" },
    blind &&
      h("button", { class: "choice text wide", "data-key": "look", onclick: () => enter("look") }, "Looks at the cards first"),
    h("div", { class: "choices numbers", role: "group", "aria-label": blind ? "Bids blind" : "Bids" }, buttons),
    refused.slice(0, 2).map(([bid, why]) =>
      h("p", { class: "why", id: `why ${bid}`.replace(" ", "-") }, prose(why.reason), why.source && h("cite", {}, why.source)),
    ),
    h(
      "p",
      { class: "hint" },
      said.length
        ? `${total} bid so far of ${many(cards, "trick")}, ${sheet.seats.length - said.length} still to bid.`
        : `${many(cards, "trick")} to be won.`,
      worth.some(Boolean) ? " Under each number: what it brings made, and missed." : "",
    ),
  );
}

function bidButton(bid, blind, stake) {
  const entry = `bid ${bid}${blind ? " blind" : ""}`;
  const why = sheet.whyNot(entry);
  const made = stake && stake.made !== null ? signed(stake.made) : "";
  const missed = stake && stake.least !== null ? missedText(stake) : "";
  const words = [made && `made ${made}`, missed && `missed ${missed}`].filter(Boolean).join(", ");
  return h(
    "button",
    {
      class: why ? "choice number struck" : "choice number",
      "data-key": entry,
      "aria-disabled": why ? "true" : null,
      "aria-label": why ? `${bid}, not allowed: ${why.reason.replaceAll("`", "")}` : `${bid}${words && `, ${words}`}`,
      onclick: () => enter(entry),
    },
    h("span", { class: "figure", "aria-hidden": "true" }, bid),
    h("small", { "aria-hidden": "true" }, h("b", {}, made), " ", h("i", {}, missed)),
  );
}

const missedText = ({ least, most }) =>
  least === most ? signed(least) : `${plain(least)}…${plain(most)}`;

// --- tricks --------------------------------------------------------------------------------

function tricks() {
  const asked = sheet.tricksAsked();
  if (asked === "taken") return takers();
  const { cards, bids: made } = sheet.deal;
  if (!now.tricks.length) now.tricks = sheet.seats.map(() => 0);
  if (!now.points.length) now.points = sheet.seats.map(() => "");
  const won = now.tricks;
  const left = cards - won.reduce((all, one) => all + one, 0);
  const set = (seat, to) => () => {
    won[seat] = Math.max(0, Math.min(cards, to));
    now.message = "";
    draw();
  };
  const points = asked === "points" ? ` points ${now.points.map((one) => one || 0).join(" ")}` : "";
  const entry = `won ${won.join(" ")}${points}`;
  const rows = sheet.seats.map((line, seat) => {
    const name = sheet.names[line];
    const bid = made[line];
    return h(
      "li",
      { class: asked === "points" ? "taken valued" : "taken" },
      h("span", { class: "who" }, name),
      h(
        "div",
        { class: "stepper", role: "group", "aria-label": `Tricks of ${name}` },
        bid !== null &&
          h(
            "button",
            {
              class: "choice made",
              "aria-label": `${name} made the bid of ${bid}`,
              "aria-pressed": String(won[seat] === bid),
              "data-key": `made ${seat}`,
              onclick: set(seat, bid),
            },
            `${won[seat] === bid ? "✓ " : "bid "}${bid}`,
          ),
        h("button", { class: "choice", "aria-label": `One less for ${name}`, "data-key": `less ${seat}`, onclick: set(seat, won[seat] - 1) }, "−"),
        h("output", { "aria-live": "off" }, won[seat]),
        h("button", { class: "choice", "aria-label": `One more for ${name}`, "data-key": `more ${seat}`, onclick: set(seat, won[seat] + 1) }, "+"),
      ),
      asked === "points" &&
        h("input", {
          class: "points",
          type: "number",
          inputmode: "numeric",
          placeholder: "points",
          "aria-label": `Points in the tricks of ${name}`,
          "data-key": `points ${seat}`,
          value: now.points[seat],
          oninput: (event) => (now.points[seat] = event.target.value),
          onchange: () => draw(),
        }),
    );
  });
  const state = left > 0 ? `${left} of ${cards} still to be given` : left < 0 ? `${-left} too many` : "All tricks are there";
  return h(
    "div",
    { class: "stack" },
    h("ul", { class: "tricks" }, rows),
    h("p", { class: left ? "count off" : "count", role: "status" }, state),
    h("button", { class: "main wide", "data-key": "close", "aria-disabled": left ? "true" : null, onclick: () => enter(entry) }, "Close the deal"),
  );
}

/** Trick by trick, where tricks differ in value. */
function takers() {
  const { cards } = sheet.deal;
  const taken = now.takers;
  const give = (seat) => () => {
    taken.push(seat + 1);
    if (taken.length === cards) enter(`taken ${taken.join(" ")}`);
    else draw();
  };
  const counted = (seat) => taken.filter((one) => one === seat + 1).length;
  return h(
    "div",
    { class: "stack" },
    h("p", { class: "count", role: "status" }, `Who took trick ${taken.length + 1} of ${cards}?`),
    h(
      "div",
      { class: "choices" },
      sheet.seats.map((line, seat) =>
        h(
          "button",
          { class: "choice text", "data-key": `taker ${seat}`, onclick: give(seat) },
          sheet.names[line],
          h("small", {}, `${counted(seat)}${sheet.deal.bids[line] === null ? "" : ` of ${sheet.deal.bids[line]}`}`),
        ),
      ),
    ),
    taken.length > 0 &&
      h(
        "button",
        {
          class: "quiet wide",
          "data-key": "taker back",
          onclick() {
            taken.pop();
            draw();
          },
        },
        `Not trick ${taken.length}: ${sheet.names[sheet.seats[taken.at(-1) - 1]]}`,
      ),
  );
}

function ending() {
  const paid = sheet.payments.some((one) => one !== "0");
  return h(
    "div",
    { class: "stack" },
    paid &&
      h(
        "table",
        { class: "paid" },
        h("caption", {}, "What everybody gets, and pays"),
        h("tbody", {}, sheet.names.map((name, seat) => h("tr", {}, h("th", { scope: "row" }, name), h("td", {}, sheet.payments[seat].replace("-", "−"))))),
      ),
    h("button", { class: "main wide", "data-key": "again", onclick: leave }, "Another match"),
    h("button", { class: "quiet wide", "data-key": "one more", onclick: oneMoreHand }, "One more hand"),
  );
}

// --- standings and sheet -------------------------------------------------------------------

function standings() {
  const { deal: row } = sheet;
  const place = places();
  const begun = sheet.rows.length > 0;
  const { since } = comings(sheet);
  const marks = (line) =>
    [
      line === row.dealer && sheet.phase !== "over" && "dealer",
      sheet.left.includes(line)
        ? "has left"
        : sheet.out.includes(line)
          ? "sits out"
          : since.has(line) && `since deal ${since.get(line)}`,
    ].filter(Boolean);
  return h(
    "section",
    { class: "card", "aria-labelledby": "standings" },
    h("h2", { id: "standings" }, "Standings"),
    h(
      "ul",
      { class: "players" },
      sheet.names.map((name, seat) =>
        h(
          "li",
          { class: seat === sheet.actor ? "player acting" : "player", "aria-current": seat === sheet.actor ? "true" : null },
          h("span", { class: begun && place[seat] === 1 ? "place first" : "place" }, begun ? place[seat] : "–"),
          h("span", { class: "who" }, name, marks(seat).map((mark) => [" ", h("small", {}, mark)])),
          h("span", { class: "bid" }, sheet.over || (row.bids[seat] ?? null) === null ? "" : `bid ${row.bids[seat]}${row.blind.includes(seat) ? " blind" : ""}`),
          h("span", { class: "total" }, plain(sheet.totals[seat])),
        ),
      ),
    ),
    sheet.left.length > 0 && h("p", { class: "hint" }, "Who has left keeps the total, and can no longer win."),
  );
}

/** What kind of deal a row was: what was called, the name of a special deal, or how many cards. */
const kindOf = ({ calls, name, cards }) => (calls && calls.join(", ")) || (name === "normal" ? many(cards, "card") : name);

function wholeSheet() {
  const { rows, names: called } = sheet;
  const { absent } = comings(sheet);
  const beside = (entries, words = "") =>
    entries.length > 0 &&
    h("tr", { class: "beside" }, h("td", { colspan: called.length + 1 }, h("span", {}, words, besideText(entries))));
  const away = (row, seat) =>
    h("td", {}, row.totals[seat] !== null && h("b", {}, plain(row.totals[seat])), h("small", {}, absent.get(`${row.deal} ${seat}`)));
  const cell = (row, seat) =>
    !row.seats.includes(seat)
      ? away(row, seat)
      : h(
      "td",
      { class: row.completed[seat] === true ? "kept" : row.completed[seat] === false ? "failed" : null },
      h("b", {}, plain(row.totals[seat])),
      h(
        "small",
        {},
        row.bids[seat] === null ? `${row.tricks[seat] ?? 0}` : `${row.tricks[seat] ?? "–"} of ${row.bids[seat]}`,
        ` ${signed(row.points[seat])}`,
      ),
    );
  return h(
    "section",
    { class: "card", id: "sheet", "aria-labelledby": "whole" },
    h("h2", { id: "whole" }, "The sheet"),
    rows.length === 0
      ? h("p", { class: "hint" }, "Every deal that is closed stands here: total, tricks of those bid, points. Tap one to correct it.")
      : h(
          "div",
          { class: "scroll", tabindex: "0", role: "region", "aria-label": "The whole score sheet" },
          h(
            "table",
            { class: "sheet" },
            h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "Deal"), called.map((name) => h("th", { scope: "col" }, name)))),
            h(
              "tbody",
              {},
              rows.map((row) => [
                beside(row.beside),
                h(
                  "tr",
                  {},
                  h(
                    "th",
                    { scope: "row" },
                    h(
                      "button",
                      { class: "quiet", "data-key": `correct ${row.deal}`, "aria-label": `Correct deal ${row.deal}`, onclick: () => correct(row) },
                      row.deal,
                      h("small", {}, kindOf(row)),
                    ),
                  ),
                  called.map((_, seat) => cell(row, seat)),
                ),
              ]),
              sheet.over ? beside(sheet.closing, "At the end: ") : beside(sheet.deal.beside, `Deal ${sheet.deal.deal}: `),
            ),
          ),
        ),
  );
}

// --- dialogs -------------------------------------------------------------------------------

function dialog(heading, ...children) {
  const box = h(
    "dialog",
    { "aria-label": heading, onclose: () => box.remove() },
    h("header", {}, h("h2", {}, heading), h("button", { class: "quiet icon", "aria-label": "Close", onclick: () => shut(box) }, "×")),
    children,
  );
  root.append(box);
  box.showModal();
  return box;
}

/** Close a dialog; it is gone at once, while a browser tells of its closing later. */
function shut(box) {
  box.close();
  box.remove();
}

function correct(row) {
  const asked = sheet.tricksAsked(row.deal);
  const failed = h("p", { class: "message", role: "alert", hidden: true });
  const chose = row.bids.some((bid) => bid !== null) && sheet.log.some((text) => /bids? /.test(text));
  const fields = (kind, values) =>
    h(
      "fieldset",
      { class: "row" },
      h("legend", {}, kind),
      row.seats.map((line) =>
        h("label", {}, h("span", {}, sheet.names[line]), h("input", { type: "number", inputmode: "numeric", min: 0, max: row.cards, value: values[line] ?? "" })),
      ),
    );
  const bidsRow = chose ? fields("Bids", row.bids) : null;
  const tricksRow = row.tricks.length && asked === "won" ? fields("Tricks", row.tricks) : null;
  const roster = rosterForm(sheet, row);
  const other = h("input", { placeholder: OTHER[asked], "aria-label": "Another correction, in words", autocomplete: "off" });
  const read = (group) => [...group.querySelectorAll("input")].map((input) => input.value || "0");
  const changed = (group, values) => group && read(group).some((text, seat) => text !== String(values[row.seats[seat]] ?? 0));
  const apply = () => {
    const entries = [
      changed(bidsRow, row.bids) && `bids ${read(bidsRow).map((bid, seat) => (row.blind.includes(row.seats[seat]) ? `${bid} blind` : bid)).join(" ")}`,
      changed(tricksRow, row.tricks) && `won ${read(tricksRow).join(" ")}`,
      other.value.trim(),
      roster.told(),
    ].filter(Boolean);
    let after = sheet;
    for (const entry of entries) {
      const why = whyNotEnter(after, `correct ${row.deal} ${entry}`);
      if (why) {
        failed.hidden = false;
        failed.replaceChildren(...prose(why));
        return;
      }
      after = after.apply(`correct ${row.deal} ${entry}`);
    }
    shut(box);
    if (!wentOnElsewhere()) keepOn(after, () => `Deal ${row.deal} is corrected. ${headline()}`);
  };
  const box = dialog(
    `Correct deal ${row.deal}`,
    h("p", { class: "hint" }, row.name === "normal" ? "" : `${row.name}, `, `${many(row.cards, "card")}. Everything after it is counted again.`),
    bidsRow,
    tricksRow,
    h("label", { class: "field" }, h("span", {}, "Something else"), other),
    roster.element,
    failed,
    h("button", { class: "main wide", onclick: apply }, "Put it right"),
  );
}

const OTHER = {
  won: "for example: cards 5, trump hearts, call Misere",
  taken: "who took each trick: taken 1 3 2 2",
  points: "tricks and points: won 2 0 1 points 10 0 3",
};

function showRules() {
  const frame = h("iframe", { title: `The rules of ${title}`, sandbox: "", srcdoc: told.sheet });
  dialog("Rules", frame).classList.add("full");
}

function more() {
  const item = (words, hint, onclick) => h("li", {}, h("button", { class: "quiet wide left", onclick }, h("strong", {}, words), h("small", {}, hint)));
  const stem = `${told.rules.replace(/\.clag$/, "")}-${shelf.current.begun.slice(0, 10)}`;
  const file = (ending, type, text) => new File([text], `${stem}.${ending}`, { type });
  const record = () => file("toml", "text/plain", sheet.record());
  const box = dialog(
    "This match",
    h(
      "ul",
      { class: "menu" },
      item("Who comes and goes", "somebody joins, sits out, goes home", () => instead(box, whoPlays)),
      item("Points by hand", "for a total, with a note", () => instead(box, byHand)),
      item("Save the record", "what `clagdsl replay` takes".replaceAll("`", ""), () => save(record())),
      item("Save for a spreadsheet", "CSV: bids, tricks and totals of each deal", () => save(file("csv", "text/csv", csvText(sheet)))),
      item("Share the record", "with another app, or as a copied text", () => share(record(), box)),
      item("Print the sheet", "on paper, or as a PDF", () => {
        shut(box);
        window.print();
      }),
      item("Another match", "this one stays on this device", () => {
        shut(box);
        leave();
      }),
    ),
    h("p", { class: "hint" }, shelf.keeps ? "Everything that is entered is kept on this device." : "Nothing is kept: save the record before you close the page."),
  );
}

function instead(box, next) {
  shut(box);
  next();
}

/** A dialog whose form makes one entry, which closes it, or is refused in it. */
function entryDialog(heading, words, fields, deed, entry) {
  const failed = h("p", { class: "message", role: "alert", hidden: true });
  const box = dialog(
    heading,
    ...fields,
    h("p", { class: "hint" }, ...[words].flat()),
    failed,
    h("button", { class: "main wide", "data-key": "do", onclick: () => attempt(entry(), failed, box) }, deed),
  );
  return box;
}

/** Enter something from a dialog. */
function attempt(entry, failed, box) {
  const why = whyNotEnter(sheet, entry);
  if (why) {
    failed.hidden = false;
    failed.replaceChildren(...prose(why));
    return;
  }
  shut(box);
  enter(entry);
}

const field = (words, input) => h("label", { class: "field" }, h("span", {}, words), input);
const choice = (key, names, chosen) =>
  h("select", { "data-key": key }, names.map((name) => h("option", { value: name, selected: name === chosen }, name)));

function whoPlays() {
  const { names: called, left, out, latecomersTotal } = sheet;
  const failed = h("p", { class: "message", role: "alert", hidden: true });
  const row = (name, line) => {
    const tap = (word, label) => {
      const entry = `${word} ${quoted(name)}`;
      return h("button", { class: "choice text", "data-key": `${word} ${line}`, "aria-label": `${name}: ${label.toLowerCase()}`, "aria-disabled": sheet.whyNot(entry) ? "true" : null, onclick: () => attempt(entry, failed, box) }, label);
    };
    const taps = left.includes(line)
      ? [h("small", {}, "has left")]
      : [out.includes(line) ? tap("back", "Plays again") : tap("out", "Sits out"), tap("leave", "Goes home")];
    return h("li", { class: "roster" }, h("span", { class: "who" }, name), ...taps);
  };
  const name = h("input", { maxlength: LONGEST_NAME, list: "came", autocomplete: "off", "data-key": "join name" });
  const { free, usual, why } = freeSeats();
  const seat = h("select", { "data-key": "join seat" }, free.map(({ entry, words }) => h("option", { value: entry, selected: entry === usual }, words)));
  const join = () => {
    const player = name.value.trim();
    attempt(`join ${quoted(player)} ${seat.value}`, failed, box);
    if (called.length < sheet.names.length) shelf.know(player);
  };
  const begins = `${plain(latecomersTotal)}, the ${lowWins() ? "highest" : "lowest"} total at the table`;
  if (!free.length) {
    failed.hidden = false;
    failed.replaceChildren(...prose(why.reason));
  }
  const box = dialog(
    "Who comes and goes",
    h("ul", { class: "menu" }, called.map(row)),
    failed,
    free.length > 0 && [
      field("Somebody comes", name),
      h("datalist", { id: "came" }, [...new Set([...left.map((line) => called[line]), ...shelf.regulars])].map((one) => h("option", { value: one }))),
      field("and sits down", seat),
      h("button", { class: "main wide", "data-key": "join", onclick: join }, "Sit down"),
    ],
    h(
      "p",
      { class: "hint" },
      `Between two deals. Who comes late begins with ${begins}; who has left and comes again with the old total. `,
      "Who sits out can still win, who has left cannot.",
    ),
  );
}

/** Where somebody may sit down who comes, beside a player or in the place of one; or why nobody may. */
function freeSeats() {
  const newcomer = quoted(Array.from({ length: 99 }, (_, number) => `?${number}`).find((one) => !sheet.names.includes(one)));
  const here = sheet.names.filter((_, line) => !sheet.left.includes(line));
  const seats = [
    ...here.map((other) => ({ entry: `after ${quoted(other)}`, words: `at the left of ${other}` })),
    ...here.map((other) => ({ entry: `for ${quoted(other)}`, words: `in the place of ${other}, who goes home` })),
  ];
  const judged = seats.map((seat) => ({ ...seat, why: sheet.whyNot(`join ${newcomer} ${seat.entry}`) }));
  return { free: judged.filter((seat) => !seat.why), usual: seats[here.length - 1].entry, why: judged[0].why };
}

function byHand() {
  const player = choice("adjust name", sheet.names, sheet.names[0]);
  const number = h("input", { autocomplete: "off", placeholder: "-5", "data-key": "adjust points" });
  const note = h("input", { maxlength: 200, autocomplete: "off", "data-key": "adjust note" });
  entryDialog(
    "Points by hand",
    "With a minus where points are taken. It changes the total, and is no part of a deal.",
    [field("Whose total", player), field("Points", number), field("Note", note)],
    "Count them",
    () => `adjust ${quoted(player.value)} ${number.value.trim()}${note.value.trim() ? ` ${quoted(note.value.trim())}` : ""}`,
  );
}

function oneMoreHand() {
  const last = sheet.rows.at(-1);
  const kind = choice("more deal", game.deals.map((one) => one.name), last ? last.name : "");
  const cards = h("input", { type: "number", inputmode: "numeric", min: 1, value: last ? last.cards : 1, "data-key": "more cards" });
  entryDialog(
    "One more hand",
    "Its points count as those of any deal, and may change who wins. The match is over again after it.",
    [field("Which hand", kind), field("Cards for each", cards)],
    "Begin it",
    () => `more ${quoted(kind.value)} ${cards.value || 0}`,
  );
}

function save(file) {
  const address = URL.createObjectURL(file);
  const link = h("a", { href: address, download: file.name });
  root.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

async function share(file, box) {
  try {
    if (navigator.canShare && navigator.canShare({ files: [file] })) await navigator.share({ files: [file], title });
    else {
      await navigator.clipboard.writeText(await file.text());
      shut(box);
      tell("The record is copied: paste it wherever you like.");
    }
  } catch (error) {
    if (error.name !== "AbortError") save(file);
  }
}

function leave() {
  shelf.close();
  sheet = null;
  now.draft = null;
  now.message = "";
  draw();
}

// --- the page ------------------------------------------------------------------------------

function bar() {
  const standing = sheet.log.filter((text) => text !== "undo").length > sheet.log.length / 2;
  return h(
    "nav",
    { class: "bar", "aria-label": "Match" },
    h("button", { "data-key": "undo", disabled: !standing, onclick: () => enter("undo") }, h("span", { "aria-hidden": "true" }, "↶ "), "Undo"),
    h("button", { "data-key": "to sheet", onclick: () => document.getElementById("sheet").scrollIntoView() }, "Sheet"),
    h("button", { "data-key": "rules", onclick: showRules }, "Rules"),
    h("button", { "data-key": "more", onclick: more }, "More"),
  );
}

/** What is said where the browser keeps nothing, or cannot any more. */
const unkept = () =>
  shelf.keeps
    ? ""
    : h(
      "p",
      { class: "message unkept" },
      "What you enter is not kept: this browser lets pages keep nothing, or has no room left. ",
      shelf.matches.length > 1 && "Earlier matches can be deleted on the first page. ",
      "Save the record under More before you close the page.",
    );

function draw() {
  const at = document.activeElement;
  const key = at && at.dataset ? at.dataset.key : null;
  const inside = at && at.closest(".turn") !== null;
  const opened = [...root.querySelectorAll("details[open]")].length > 0 && root.querySelector("details.turned[open]") !== null;
  const dialogs = [...root.querySelectorAll("dialog")];
  root.replaceChildren(
    h("header", { class: "top" }, h("h1", {}, title), sheet && h("p", { class: "paper" }, new Date(shelf.current.begun).toLocaleDateString()), !sheet && h("button", { class: "quiet", "data-key": "rules", onclick: showRules }, "Rules")),
    unkept(),
    sheet ? h("main", { class: "match" }, h("div", { class: "side" }, deal(), standings()), wholeSheet()) : setUp(),
    sheet ? bar() : "",
    live,
    ...dialogs,
  );
  const turned = root.querySelector("details.turned");
  if (opened && turned) turned.open = true;
  const again = key && [...root.querySelectorAll("[data-key]")].find((one) => one.dataset.key === key && !one.disabled);
  if (again) again.focus({ preventScroll: true });
  else if (inside) root.querySelector("#turn").focus({ preventScroll: true });
}

document.addEventListener("keydown", (event) => {
  if (!sheet || event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
  if (/^(input|select|textarea)$/i.test(event.target.tagName)) return;
  if (/^[0-9]$/.test(event.key) && sheet.phase === "bid") {
    enter(`bid ${event.key}${sheet.legal().includes("look") ? " blind" : ""}`);
  } else if (event.key === "u" && sheet.log.length) enter("undo");
});

// the same match in another window of this browser goes on here, too, also in one that slept
window.addEventListener("storage", followOthers);
window.addEventListener("pageshow", followOthers);
document.addEventListener("visibilitychange", followOthers);

load();
draw();
