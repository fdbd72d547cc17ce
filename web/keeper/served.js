// The keeper on a server: it shows a score sheet that all phones at the table share.
//
// The page is the same for everybody; the table is in its address.

import { keep } from "../clag-score/src/sheet/sheet.js";
import { Table } from "../clag-score/src/score/table.js";
import { keepOffline } from "../look/offline.js";
import { newKey } from "../look/requests.js";
import { h, show } from "../look/view.js";
import { logWords, servedWords as words } from "../look/words.js";
import { startKeeper } from "./keeper.js";
import { drawsDealer, onceMore } from "./once_more.js";
import { screenHint } from "./screen_hint.js";
import { ServedTable } from "./sync.js";

const base = location.pathname;
const root = document.getElementById("keeper");

/** Returns what is wrong at the moment, "" if nothing is. @param {ServedTable} table */
function notice({ isOutdated, isStored, lostSince, sync }) {
  const waiting = sync.queue.length;
  if (sync.isGone) return words.gone;
  const isLost = lostSince !== null;
  const parts = [
    sync.failure && waiting ? words.notStored(sync.failure, waiting) : isLost && words.lost(logWords.time(lostSince), waiting),
    waiting && isLost && !isStored && words.notKept,
    isOutdated && words.outdated,
  ];
  return parts.filter(Boolean).join(" ");
}

/** Returns the sheet of a table before the first entry. */
const emptySheet = (rules, { names, dealer, parameters, game }) =>
  keep(new Table(rules, names.length, parameters), { names, dealer, rules: game });

let hadSeat = false;

/** Returns why a phone without rights may enter nothing. @param {ServedTable} table */
function hint({ own, sync, table }) {
  hadSeat ||= own !== null;
  if (own !== null && sync.sheet.left.includes(own)) return words.wentHome;
  return table.you.may === "nothing" ? words.watching(hadSeat) : "";
}

/** Returns the next match of the people who are here now. @param {ServedTable} table */
function nextMatch({ rules, sync, table: { dealer, parameters } }) {
  const { rows, names } = sync.sheet;
  const { circle } = sync.sheet.rosterBefore(rows.length + 1);
  const first = rows.length ? names[rows[0].dealer] : dealer;
  return onceMore({ names: circle.map((line) => names[line]), dealer: first, parameters }, drawsDealer(rules.game));
}

/** Opens another table, of which this phone becomes the host. */
function openNext(dealer) {
  const form = Object.assign(document.createElement("form"), { method: "post", action: `${base}/again` });
  for (const [name, value] of Object.entries({ key: newKey(), dealer })) {
    form.append(Object.assign(document.createElement("input"), { type: "hidden", name, value }));
  }
  document.body.append(form);
  form.submit();
}

function begin(table) {
  const { game, names, dealer, parameters, title } = table.table;
  const go = (address) => () => location.assign(address);
  /** @type {[string, () => void][]} */
  const join = table.table.you.id === null ? [["join", go("/join")]] : [];
  document.title = words.title(title);
  keepOffline([base, `/rules/${table.table.rules}.json`]);
  startKeeper(root, {
    compiled: table.rules,
    rules: game,
    title,
    match: { names, dealer, parameters, begun: table.table.date || (table.sync.entries[0]?.at ?? new Date().toISOString()) },
    store: table,
    regulars: () => [],
    learn: () => {},
    get nextDealer() {
      return nextMatch(table).dealer ?? "";
    },
    onAgain: () => openNext(nextMatch(table).dealer ?? ""),
    onLeave: go("/"),
    hint: screenHint(`${base}/keep.html`),
    menu: [
      ["rules", go(`${base}/rules`)],
      ["people", go(`${base}/people`)],
      ...join,
      ["along", go(`${base}/keep.html`)],
      ["tables", go("/")],
    ],
  });
}

function fail(error) {
  show(
    root,
    h(
      "main",
      { class: "setup" },
      h("p", { class: "why message", role: "alert" }, words.cannotOpen(error.message)),
      h("button", { class: "button main wide", onclick: () => location.reload() }, words.tryAgain),
      h("a", { class: "button wide", href: "/" }, words.allTables),
    ),
  );
}

ServedTable.open(base, emptySheet, { movedOn: words.movedOn, noAnswer: words.noAnswer, isThere: words.isThere, notice, hint }).then(begin, fail);
