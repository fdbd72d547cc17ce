// Draws the score keeper and the online table at every moment of matches; prints every text once.
//
// Also reports in the language of the catalogue, beside the English sentences.

import "./english.mjs";
import { named, tap, textsIn } from "./small_document.mjs";
import { readFileSync } from "node:fs";

const { keep } = await import("../../web/clag-score/src/sheet/sheet.js");
const { Table } = await import("../../web/clag-score/src/score/table.js");
const { startKeeper } = await import("../../web/keeper/keeper.js");
const { startTable } = await import("../../web/table/table.js");
const { SeedDraw, openShuffle } = await import("../../web/table/shuffle.js");
const { eventText } = await import("../../web/look/table_words.js");
const { reportText } = await import("../../web/look/reports.js");
const { paper } = await import("../../web/house/paper.js");
const { show } = await import("../../web/look/view.js");

const texts = new Set();
const english = new Set();
/** Lines of the log as the server and the page write them. */
const lines = {};

const read = (node) => textsIn(node).forEach((text) => texts.add(text));

/** Taps what opens a dialog, and what is in it; all dialogs are read and closed. */
function look(root, keys) {
  for (const key of keys) {
    for (const button of named(root, key)) {
      tap(button);
      for (const inside of ["tab ", "menu "]) {
        for (const { drawn } of named(document.body, inside)) {
          if (!/menu (record|csv|share|rules|shuffle)/.test(drawn.props["data-key"])) drawn.props.onclick?.({});
          read(document.body);
        }
      }
      read(document.body);
      for (const box of [...document.body.childNodes]) if (box !== root) box.remove();
    }
  }
}

function playKeeper({ game, name, players, names, dealer, parameters = {}, entries }) {
  const root = document.createElement("div");
  document.body.append(root);
  const empty = keep(new Table(game, players, parameters), { names, dealer, rules: name });
  let change = () => {};
  const store = {
    sheet: empty,
    entries: [],
    notice: "",
    whereKept: "",
    enter: () => "",
    onChange: (callback) => {
      change = callback;
    },
  };
  const match = { names, dealer, parameters, begun: "2026-11-20T20:00:00Z" };
  const options = { compiled: game, rules: name, title: name, match, store, regulars: () => [], learn() {}, onAgain() {}, onLeave() {}, menu: [] };
  const page = startKeeper(root, options);
  entries.forEach((entry, place) => {
    for (const wrong of place % 5 ? [] : ["bid 99", "undo 3", "trump none", entry.replace(/\d+/, "77"), "won 1", "correct 1 bids 0"]) {
      const why = store.sheet.whyNot(wrong);
      if (why) english.add(why.reason);
    }
    store.sheet = store.sheet.apply(entry);
    store.entries = [...store.entries, { entry, by: "Ann", at: "2026-11-20T20:00:00Z" }];
    change();
    read(root);
    if (place % 40 === 0 || place === entries.length - 1) look(root, ["more", "scores"]);
  });
  show(root, paper({ sheet: store.sheet, title: name, date: match.begun }));
  read(root);
  page.stop();
  root.remove();
}

function playTable(moments) {
  const root = document.createElement("div");
  document.body.append(root);
  const table = startTable(root, moments[0], { act: async () => null, banner: () => "", base: "/t/table" });
  moments.forEach((sent, place) => {
    for (const { reasons } of sent.why ?? []) for (const reason of Object.values(reasons)) english.add(reason);
    for (const event of sent.seen) {
      if (!event.kind) english.add(event.text);
      else if (event.text) lines[event.text] = eventText(event, sent.names);
    }
    table.take(sent);
    read(root);
    if (place % 40 === 0 || place === moments.length - 1) look(root, ["menu", "scores", "say", "last"]);
  });
  root.remove();
}

/** Reads what a phone shows of the shuffle, when the server deals alone and when all phones draw. */
function shuffle({ names }) {
  const about = { name: "table", n: 1, names, commitment: "a", members: [], you: { seat: 0 } };
  openShuffle({ ...about, draw: undefined });
  openShuffle({ ...about, draw: undefined, secret: "1:2" });
  const draw = { round: 1, commitments: {}, nonces: {}, reveals: false, over: false, waits: [0, 1], failures: [], agreed: [] };
  const failed = { ...draw, round: 4, commitments: { 0: "b" }, waits: [1], failures: [[1], [1], [0, 1]], agreed: [0] };
  openShuffle({ ...about, draw: failed });
  const root = document.createElement("div");
  document.body.append(root);
  const live = { banner: "", listener: null, start() {}, act: async () => ({ reason: "" }) };
  const members = names.map((_, seat) => ({ seat }));
  for (const sent of [{ ...about, draw }, { ...about, draw: { ...failed, reveals: true } }, { ...about, members, draw: { ...failed, waits: [0, 1] } }]) {
    const shown = new SeedDraw(sent, "/t/table");
    shown.take({ n: 2 });
    texts.add(shown.line);
    shown.run(root, live);
    shown.take({ n: 3, phase: "over" });
    live.listener.changed();
    read(document.body);
  }
  for (const box of [...document.body.childNodes]) box.remove();
}

const { keepers, tables, reports } = JSON.parse(readFileSync(0, "utf-8"));
keepers.forEach(playKeeper);
tables.forEach(playTable);
for (const [sent] of tables) shuffle(sent);
for (const sentence of reports) english.add(sentence);
const answers = Object.fromEntries([...english].map((sentence) => [sentence, reportText(sentence)]));
process.stdout.write(JSON.stringify({ texts: [...texts], reports: answers, lines }));
