// The online table on a server. The page is the same for everybody; the table is in its address.

import { answerOf } from "../look/requests.js";
import { h, show } from "../look/view.js";
import { tableWords as words } from "../look/table_words.js";
import { LiveTable, SHUFFLE } from "./live.js";
import { startTable } from "./table.js";

const WALL = /\/wall$/;

/** A wall screen follows what everybody may see, below its own address. */
const follows = location.pathname;
const isWall = WALL.test(follows);
const base = follows.replace(WALL, "");
const root = document.getElementById("table");

async function open() {
  const sent = await answerOf(`${follows}/now`).catch(() => null);
  if (sent?.status !== 200) throw new Error(sent?.reason ?? words.nobody);
  const live = new LiveTable(follows, sent.program, {
    now: (now) => {
      draw?.take(now);
      table.take(now);
    },
    people: (people) => table.describe(people),
    changed: () => table.draw(),
  });
  const draw = sent.draw && new (await import(SHUFFLE)).SeedDraw(sent, base);
  if (draw && !sent.draw.over) {
    draw.run(root, live);
    return;
  }
  const table = startTable(root, sent, { act: (act) => live.act(act), banner: () => live.banner || draw?.fault, greeting: draw?.line, base, isWall });
  live.start(sent.n);
}

function fail(error) {
  show(
    root,
    h(
      "main",
      { class: "cannot-open" },
      h("p", { role: "alert" }, words.cannotOpen(error.message)),
      h("button", { class: "button main wide", onclick: () => location.reload() }, words.tryAgain),
      h("a", { class: "button wide", href: "/" }, words.menu.tables[0]),
    ),
  );
}

open().catch(fail);
