// The online table on a server. The page is the same for everybody; the table is in its address.

import { phrase } from "../look/catalogue.js";
import { answerOf } from "../look/requests.js";
import { reportText } from "../look/reports.js";
import { h, show } from "../look/view.js";
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
  if (sent?.status !== 200) throw new Error(sent?.reason ?? phrase("no-answer"));
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
      h("p", { role: "alert" }, phrase("cannot-open-table", { reason: reportText(error.message) })),
      h("button", { class: "button main wide", onclick: () => location.reload() }, phrase("try-again")),
      h("a", { class: "button wide", href: "/" }, phrase("all-tables")),
    ),
  );
}

open().catch(fail);
