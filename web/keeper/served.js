// The keeper on a server: it shows a score sheet that all phones at the table share.
//
// The page is the same for everybody; the table is in its address.

import { keep } from "../clag-score/src/sheet/sheet.js";
import { Table } from "../clag-score/src/score/table.js";
import { phrase } from "../look/catalogue.js";
import { isInstallable, keepOffline } from "../look/offline.js";
import { reportText } from "../look/reports.js";
import { newKey } from "../look/requests.js";
import { h, show } from "../look/view.js";
import { timeText } from "../look/words.js";
import { save } from "./files.js";
import { startKeeper } from "./keeper.js";
import { alongLater, screenHint } from "./screen_hint.js";
import { ServedTable } from "./sync.js";

const base = location.pathname;
const root = document.getElementById("keeper");

/** Whether this phone had a seat since the page was loaded. */
let hadSeat = false;

const lostText = (since, number) => (number ? phrase("served-lost-waiting", { since, number }) : phrase("served-lost", { since }));

/** Returns what is wrong at the moment, "" if nothing is. @param {ServedTable} table */
function notice({ isOutdated, isStored, lostSince, own, sync }) {
  hadSeat ||= own !== null;
  const waiting = sync.queue.length;
  if (sync.isGone) return phrase("served-gone");
  const isLost = lostSince !== null;
  const parts = [
    sync.failure && waiting ? phrase("served-not-stored", { reason: sync.failure, number: waiting }) : isLost && lostText(timeText(lostSince), waiting),
    waiting && isLost && !isStored && phrase("served-not-kept"),
    isOutdated && phrase("served-outdated"),
  ];
  return parts.filter(Boolean).join(" ");
}

/** Returns the sheet of a table before the first entry. */
const emptySheet = (rules, { names, dealer, parameters, game }) =>
  keep(new Table(rules, names.length, parameters), { names, dealer, rules: game });

/** Returns why a phone without rights may enter nothing. @param {ServedTable} table */
function hint({ own, sync, table }) {
  if (own !== null && sync.sheet.left.includes(own)) return phrase("served-went-home");
  return table.you.may === "nothing" ? (hadSeat ? phrase("served-seat-gone") : phrase("served-watching")) : "";
}

/** Opens another table of those who are here now; this phone becomes its host. @param {import("./once_more.js").NewMatch} next */
function openNext({ dealer }) {
  const form = Object.assign(document.createElement("form"), { method: "post", action: `${base}/again` });
  for (const [name, value] of Object.entries({ key: newKey(), dealer })) {
    form.append(Object.assign(document.createElement("input"), { type: "hidden", name, value }));
  }
  document.body.append(form);
  form.submit();
}

function begin(table) {
  const { game, names, dealer, parameters, title } = table.table;
  const isThere = () => table.lostSince === null;
  const go = (address, isKept = isThere()) => (isKept ? () => location.assign(address) : null);
  const along = () => (isThere() && !table.waiting.length ? takeAlong : null);

  /** Saves the table as a file that keeps score without the server. @param {import("./keeper.js").Keeper} keeper */
  async function takeAlong(keeper) {
    try {
      const answer = await fetch(`${base}/keep.html`);
      if (!answer.ok) throw answer;
      save(new File([await answer.blob()], `${title}.html`, { type: "text/html" }));
    } catch {
      keeper.report({ reason: alongLater });
    }
  }

  document.title = phrase("served-title", { title });
  keepOffline([base, `/rules/${table.table.rules}.json`]);
  startKeeper(root, {
    compiled: table.rules,
    rules: game,
    title,
    match: { names, dealer, parameters, begun: table.table.date || (table.sync.entries[0]?.at ?? new Date().toISOString()) },
    store: table,
    regulars: () => [],
    learn: () => {},
    onAgain: openNext,
    onLeave: () => location.assign("/"),
    hint: screenHint(along),
    get menu() {
      const menu = [
        ["rules", go(`${base}/rules`)],
        ["people", go(`${base}/people`)],
        ["join", go("/join"), table.table.you.id === null],
        ["along", along()],
        ["tables", go("/", isThere() || isInstallable())],
      ];
      return /** @type {import("./keeper.js").KeeperOptions["menu"]} */ (menu);
    },
  });
}

function fail(error) {
  show(
    root,
    h(
      "main",
      { class: "setup" },
      h("p", { class: "why message", role: "alert" }, phrase("cannot-open-table", { reason: reportText(error.message) })),
      h("button", { class: "button main wide", onclick: () => location.reload() }, phrase("try-again")),
      h("a", { class: "button wide", href: "/" }, phrase("all-tables")),
    ),
  );
}

ServedTable.open(base, emptySheet, { movedOn: phrase("served-moved-on"), noAnswer: phrase("no-answer"), isThere: (number) => (number ? phrase("served-not-there", { number }) : phrase("served-is-there")), notice, hint }).then(begin, fail);
