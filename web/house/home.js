/**
 * The first page of the server: the last match once more, two ways to begin, and what goes on.
 *
 * The page is a shell; `GET /home` has what it shows, and `POST /tables` begins a score sheet.
 * @module
 */

import { onceMore } from "../keeper/once_more.js";
import { CARDS, PEN, icon } from "../look/cards.js";
import { phrase } from "../look/catalogue.js";
import { languageField } from "../look/language_field.js";
import { keepOffline, keptTables } from "../look/offline.js";
import { againCard, PeopleForm } from "../look/people_form.js";
import { h, show } from "../look/view.js";
import { dayText, range } from "../look/words.js";

/** How many tables of a list are shown before *All*. */
const SHOWN = 3;

const page = document.getElementById("page");

/** The answer to `GET /home`. @type {any} */
let home = null;
/** The games that can be chosen, the last one first. @type {any[]} */
let games = [];
/** @type {PeopleForm} */
let form;

const now = {
  /** What is begun. @type {"score" | "play"} */
  what: "score",
  isOpen: false,
  /** The place of the chosen game. */
  game: 0,
  failure: "",
  isBeginning: false,
  /** Titles of the lists that are shown whole. @type {Set<string>} */
  whole: new Set(),
};

/** The request key of each body, so that the same tap sent again begins the same table. @type {Map<string, string>} */
const keys = new Map();

const change = (work) => () => {
  work();
  draw();
};

// --- requests ----------------------------------------------------------------------------------

async function load() {
  try {
    const answer = await fetch("/home", { cache: "no-store" });
    if (!answer.ok) throw new Error();
    const isFirst = home === null;
    home = await answer.json();
    now.failure = "";
    if (isFirst) choose();
  } catch {
    if (home === null) now.failure = phrase("home-no-answer");
  }
  draw();
}

/** Makes the list of games and the form with the last people. */
function choose() {
  const { last } = home;
  const offered = home.games.filter(({ rules }) => rules !== null);
  const own = last && { ...offered.find(({ slug }) => slug === last.slug), slug: last.slug, title: last.title, like: last.name, group: "last" };
  if (own) own.rules = last.rules ?? own.rules;
  games = [...(own?.rules ? [own] : []), ...offered.filter(({ slug }) => !own || slug !== own.slug)];
  newForm();
  if (last) form.fill(nextMatch());
  now.isOpen = !last;
}

function newForm() {
  const { direction, draws_dealer: isDrawn, parameters, players } = games[now.game].rules;
  form = new PeopleForm({
    game: { direction, isDrawn, parameters, players },
    regulars: home.regulars,
    lastNames: home.last?.names ?? [],
    draw,
    begin: (match) => begin(games[now.game], match),
    warning: () => "",
  });
}

/** Returns the match that goes on after the last one. */
const nextMatch = () => onceMore(home.last, home.last.draws_dealer);

function chooseGame(place) {
  const { names, dealer } = form;
  now.game = place;
  newForm();
  const { like } = games[place];
  form.fill({ names, dealer, parameters: like ? home.last.parameters : {} });
  draw();
}

/** Begins a score sheet; this phone is its host. */
async function begin({ slug, like }, { names, dealer, parameters }) {
  if (now.isBeginning) return;
  const wish = { ...(slug === null ? { like } : { game: slug }), names, dealer: dealer ?? "", parameters };
  const text = JSON.stringify(wish);
  const key = keys.get(text) ?? newKey();
  keys.set(text, key);
  now.isBeginning = true;
  form.message = "";
  draw();
  const { status, table, reason } = await post({ key, ...wish });
  now.isBeginning = false;
  if (table) {
    location.assign(table);
    return;
  }
  // the server may have opened it if there was no answer; after another one, the next tap is new
  if (status !== 0) keys.delete(text);
  form.fill({ names, dealer, parameters });
  form.message = reason || phrase("home-no-answer");
  now.what = "score";
  now.isOpen = true;
  draw();
}

async function post(body) {
  try {
    const answer = await fetch("/tables", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
    });
    return { status: answer.status, ...(await answer.json()) };
  } catch {
    return { status: 0 };
  }
}

const newKey = () => [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

async function loadEarlier() {
  try {
    const answer = await fetch(`/home?before=${encodeURIComponent(home.older)}`, { cache: "no-store" });
    const { finished, older } = await answer.json();
    home.finished.push(...finished);
    home.older = older;
    now.failure = "";
  } catch {
    now.failure = phrase("home-no-answer");
  }
  draw();
}

// --- the parts ---------------------------------------------------------------------------------

const hero = () =>
  h(
    "header",
    { class: "hero", key: "hero" },
    h("img", { src: "/static/icon.svg", alt: "", width: 48, height: 48 }),
    h("div", {}, h("h1", {}, phrase("home-title")), h("p", {}, phrase("home-about"))),
  );

function lastTime({ title, date, opened, winners, total }, dealer) {
  const day = dayText(date || opened);
  const text = winners.length ? phrase("home-last-time-won", { title, day, winners, total }) : phrase("home-last-time", { title, day });
  return dealer ? `${text} ${phrase("deals-first", { dealer })}` : text;
}

function again() {
  const { last } = home;
  const match = nextMatch();
  return againCard(match.names, lastTime(last, match.dealer), {
    isOpen: now.isOpen && now.what === "score",
    onAgain: () => begin({ slug: null, like: last.name }, match),
    onChange: change(() => {
      now.isOpen = now.what !== "score" || !now.isOpen;
      now.what = "score";
    }),
  });
}

const choice = (what, sign, title, hint) =>
  h(
    "button",
    { class: "choice", key: what, "data-key": what, "aria-pressed": String(now.isOpen && now.what === what), onclick: change(() => {
      now.what = what;
      now.isOpen = true;
    }) },
    icon(sign),
    h("b", {}, title),
    h("small", {}, hint),
  );

const option = (game) => h("option", { value: String(games.indexOf(game)), key: game.slug ?? "last" }, game.title);

/** Returns what a game has: its deals, and what is special about it. */
const aboutGame = ({ deals, special_deals: number, special_cards: cards }) =>
  [phrase("home-deals", { deals: range(deals) }), number > 0 && phrase("home-special-deals", { number }), cards.length > 0 && phrase("home-special-cards", { cards })]
    .filter(Boolean)
    .join(", ");

/** Returns how far a match is, or who has won. */
function stateOf({ is_over: isOver, winners, deal, deals, leader, total }) {
  if (isOver) return winners.length ? phrase("home-won", { winners, total }) : phrase("home-over");
  return leader === null ? phrase("home-deal-of", { deal, deals }) : phrase("home-leads", { deal, deals, leader, total });
}

/** Returns the choice of the game, with a line about it. */
function gameField() {
  const groups = ["last", "own", "clag", "family"].map((group) => ({ label: phrase("home-group", { group }), list: games.filter((game) => game.group === group) }));
  const { rules, slug } = games[now.game];
  return [
    h(
      "label",
      { class: "field" },
      h("span", {}, phrase("home-game")),
      h(
        "select",
        { "data-key": "game", value: String(now.game), onchange: (event) => chooseGame(Number(event.target.value)) },
        groups.map(({ label, list }) => list.length > 0 && h("optgroup", { label, key: label }, list.map(option))),
      ),
    ),
    h("p", { class: "soft small" }, now.what === "play" && `${phrase("home-players", { players: range(rules.players) })}, `, aboutGame(rules), ". ", slug && h("a", { href: `/rules/${slug}` }, phrase("home-read-rules"))),
  ];
}

function play() {
  const { slug } = games[now.game];
  return h(
    "section",
    { class: "panel stack", key: "play", "aria-labelledby": "who" },
    h("h2", { id: "who" }, phrase("home-play-title")),
    gameField(),
    slug ? h("a", { class: "button main wide", "data-key": "go on", href: `/play/${slug}` }, phrase("home-choose-seats")) : h("p", { class: "why" }, phrase("home-not-offered")),
  );
}

/** Returns a list of tables, the first ones alone until all are asked for. */
function tables(title, list, go, more) {
  if (!list.length) return null;
  const isWhole = now.whole.has(title) || list.length <= SHOWN + 1;
  return h(
    "section",
    { class: "panel tables", key: title, "aria-label": title },
    h("h2", {}, title),
    h("ul", { class: "rows" }, (isWhole ? list : list.slice(0, SHOWN)).map((table) => row(table, go))),
    isWhole ? more : h("button", { class: "button wide", "data-key": `all ${title}`, onclick: change(() => now.whole.add(title)) }, phrase("home-all", { number: list.length })),
  );
}

/** Returns the score sheets of this device, which open without the server. */
function keptHere() {
  const list = keptTables();
  const link = ({ name, title, names }) =>
    h("li", { key: name }, h("a", { href: `/t/${name}` }, h("span", {}, h("b", {}, title), h("span", { class: "soft small" }, names.join(", ")))));
  return list.length > 0 && h("section", { class: "panel tables", key: "kept" }, h("h2", {}, phrase("home-kept")), h("ul", { class: "rows" }, list.map(link)));
}

const row = (table, go) =>
  h(
    "li",
    { key: table.name },
    h(
      "a",
      { href: `/t/${table.name}` },
      h(
        "span",
        {},
        h("b", {}, table.title),
        h("span", { class: "small" }, stateOf(table)),
        h("span", { class: "soft small" }, [dayText(table.date || table.changed), table.names.join(", "), table.note].filter(Boolean).join(" · ")),
      ),
      h("span", { class: "go" }, go),
    ),
  );

/** Returns the operator's files that have errors. */
function problems() {
  const broken = home.games.filter((game) => game.problems?.length);
  if (!broken.length && !home.left_out) return null;
  return h(
    "section",
    { class: "panel stack", key: "problems", "aria-label": phrase("home-problems") },
    h("h2", {}, phrase("home-problems")),
    broken.map(({ file, problems: found, rules, slug }) =>
      h(
        "details",
        { key: slug },
        h("summary", {}, rules === null ? phrase("home-broken", { file }) : phrase("home-broken-offered", { file })),
        h("ol", { class: "stack" }, found.map(({ where, text, help }) => h("li", {}, h("p", {}, where && `${where}: `, text), h("p", { class: "soft small" }, help)))),
      ),
    ),
    home.left_out > 0 && h("p", { class: "soft small" }, phrase("home-left-out", { number: home.left_out })),
  );
}

const rulesList = () =>
  h(
    "details",
    { class: "panel", key: "rules" },
    h("summary", {}, phrase("home-all-rules")),
    h("ul", { class: "rows links-list" }, games.filter(({ slug }) => slug).map(({ slug, title }) => h("li", { key: slug }, h("a", { href: `/rules/${slug}` }, title)))),
  );

const links = () =>
  h(
    "nav",
    { class: "links", "aria-label": phrase("more"), key: "links" },
    [
      ["/join", phrase("home-join")],
      ...(home.finished.length ? [["/season", phrase("home-season")]] : []),
      ["/write", phrase("home-write")],
      ["/editor/", phrase("home-playground")],
    ].map(([href, text]) => h("a", { class: "button", href, key: href }, text)),
    languageField(),
  );

function begins() {
  const choices = h("div", { class: "two", key: "choices" }, choice("score", PEN, phrase("home-score"), phrase("home-score-hint")), choice("play", CARDS, phrase("home-play"), phrase("home-play-hint")));
  const setup = now.what === "score" ? form.view(phrase("home-keep-score-of"), gameField()) : play();
  return h("div", { class: "column", key: "begin" }, home.last && again(), choices, now.isOpen && setup);
}

function goesOn() {
  const earlier = home.older && h("button", { class: "button wide", "data-key": "earlier", onclick: loadEarlier }, phrase("home-earlier"));
  return h(
    "div",
    { class: "column", key: "goes on" },
    tables(phrase("home-under-way"), home.running, phrase("home-go-on")),
    tables(phrase("home-put-aside"), home.put_aside, phrase("home-go-on")),
    tables(phrase("home-finished"), home.finished, phrase("home-look"), earlier),
    problems(),
    rulesList(),
  );
}

function draw() {
  const failure = now.failure && [
    h("p", { class: "why", role: "alert", key: "failure" }, now.failure),
    home === null && [h("button", { class: "button wide", onclick: load, key: "try" }, phrase("try-again")), keptHere()],
  ];
  const status = h("p", { class: "visually-hidden", role: "status", key: "status" }, now.isBeginning && phrase("home-beginning"));
  show(page, hero(), h("main", { key: "main", class: "columns" }, failure, home && [begins(), goesOn(), status]), home && links());
}

/** Shows what others did while the page was not looked at; taps on it begin something new. */
function lookAgain() {
  if (document.visibilityState === "visible") load();
}

document.title = phrase("home-title");
document.addEventListener("visibilitychange", lookAgain);
window.addEventListener("pageshow", (event) => {
  if (!event.persisted) return;
  keys.clear();
  load();
});
draw();
load();
keepOffline([]);
