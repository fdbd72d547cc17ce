// Laws of the page's side of the sync, one `test` each; `node --test` runs them.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";

import { Table } from "../../web/clag-score/src/score/score.js";
import { keep } from "../../web/clag-score/src/sheet/sheet.js";
import { Sync } from "../../web/keeper/sync.js";

const game = JSON.parse(readFileSync(process.env.SYNC_GAME, "utf-8"));
const EMPTY = keep(new Table(game, 3), { names: ["Anna", "Bernd", "Clara"], dealer: 2, rules: "rules" });

/** Returns entries of the server from texts and lines: `["bid 1", 0]`. */
const logged = (...entries) =>
  entries.map(([entry, seat], at) => ({ n: at + 1, key: `server ${at}`, entry, for: seat, deal: 1, by: "Anna", at: "" }));

/** A browser and a server of which each test says what it answers. */
class Bench {
  answers = [];
  requests = [];
  waits = [];
  reloads = 0;
  keys = 0;
  text = null;

  open() {
    return new Sync({
      empty: EMPTY,
      store: { get: () => this.text, set: (text) => { this.text = text; } },
      changed() {},
      reload: () => { this.reloads += 1; },
      wait: (seconds, work) => this.waits.push({ seconds, work }),
      newKey: () => `own ${(this.keys += 1)}`,
      post: async (request) => {
        this.requests.push(request);
        const answer = this.answers.shift() ?? null;
        if (answer === null) throw new Error("no answer");
        return typeof answer === "function" ? answer(request) : answer;
      },
    });
  }
}

/** Stores an entry as the next one. */
const stored = ({ key, entry, for: seat, seen }) => ({
  status: 201,
  events: [{ n: seen + 1, key, entry, for: seat, deal: 1, by: "here", at: "" }],
});
const settled = async () => { for (let turn = 0; turn < 20; turn += 1) await null; };
const texts = (list) => list.map(({ entry }) => entry);

test("an entry is on the sheet at once and in the log once it is answered", async () => {
  const bench = new Bench();
  bench.answers = [stored];
  const sync = bench.open();
  assert.equal(sync.enter("bid 1", 0), null);
  assert.deepEqual(sync.log, ["bid 1"]);
  assert.deepEqual([texts(sync.queue), sync.number], [["bid 1"], 0]);
  await settled();
  assert.deepEqual([sync.queue, texts(sync.entries), sync.log], [[], ["bid 1"], ["bid 1"]]);
  assert.deepEqual(bench.requests, [{ key: "own 1", seen: 0, deal: 1, for: 0, entry: "bid 1" }]);
});

test("what the rules refuse, or is not asked now, is not queued", () => {
  const sync = new Bench().open();
  assert.equal(sync.enter("bid 9", 0).code, sync.sheet.whyNot("bid 9").code);
  assert.deepEqual(sync.enter("bid 1", 1), { reason: "" });
  assert.deepEqual([sync.queue, sync.log, sync.refused], [[], [], []]);
});

test("entries are sent one at a time, in order", async () => {
  const bench = new Bench();
  bench.answers = [stored, stored, stored];
  const sync = bench.open();
  for (const [entry, seat] of [["bid 1", 0], ["bid 0", 1], ["bid 1", 2]]) sync.enter(entry, seat);
  assert.equal(bench.requests.length, 1);
  await settled();
  assert.deepEqual(bench.requests.map(({ entry, seen }) => [entry, seen]), [["bid 1", 0], ["bid 0", 1], ["bid 1", 2]]);
});

test("without an answer it is tried again after 1, 2, 4, 8, 15 and 15 seconds, with its key", async () => {
  const bench = new Bench();
  const refusals = [null, { status: 503, reason: "the disk is full" }, { status: 429, reason: "many" }, { status: 408 }, null, { status: 500 }];
  bench.answers = [...refusals, stored];
  const sync = bench.open();
  sync.enter("bid 1", 0);
  const failures = [];
  for (const _ of refusals) {
    await settled();
    failures.push(sync.failure);
    assert.deepEqual(texts(sync.queue), ["bid 1"]);
    bench.waits.at(-1).work();
  }
  await settled();
  assert.deepEqual(bench.waits.map(({ seconds }) => seconds), [1, 2, 4, 8, 15, 15]);
  assert.deepEqual(failures, ["", "the disk is full", "many", "", "", ""]);
  assert.deepEqual(new Set(bench.requests.map(({ key }) => key)), new Set(["own 1"]));
  assert.deepEqual([sync.queue, sync.failures, texts(sync.entries)], [[], 0, ["bid 1"]]);
});

test("what is entered while an attempt is to be repeated waits for it", async () => {
  const bench = new Bench();
  const sync = bench.open();
  sync.enter("bid 1", 0);
  await settled();
  sync.enter("bid 0", 1);
  await settled();
  assert.deepEqual([bench.requests.length, texts(sync.queue)], [1, ["bid 1", "bid 0"]]);
  bench.answers = [stored, stored];
  bench.waits.at(-1).work();
  await settled();
  assert.deepEqual([sync.queue, texts(sync.entries)], [[], ["bid 1", "bid 0"]]);
});

test("only the latest attempt is repeated", async () => {
  const bench = new Bench();
  const sync = bench.open();
  sync.enter("bid 1", 0);
  await settled();
  sync.send(); // the network is back, as the browser says
  await settled();
  const [earlier, latest] = bench.waits;
  earlier.work();
  await settled();
  assert.equal(bench.requests.length, 2);
  latest.work();
  await settled();
  assert.equal(bench.requests.length, 3);
});

test("after 409 an entry that still fits is sent again", async () => {
  const bench = new Bench();
  const [first] = logged(["trump hearts", null]);
  bench.answers = [{ status: 409, events: [first] }, stored];
  const sync = bench.open();
  sync.enter("bid 1", 0);
  await settled();
  assert.deepEqual(bench.requests.map(({ seen }) => seen), [0, 1]);
  assert.deepEqual([sync.refused, texts(sync.entries)], [[], ["trump hearts", "bid 1"]]);
});

test("what no longer fits is refused with what was entered instead, and all after it", async () => {
  const bench = new Bench();
  const [other] = logged(["bid 0", 0]);
  bench.answers = [{ status: 409, events: [other] }];
  const sync = bench.open();
  sync.enter("bid 1", 0);
  sync.enter("bid 1", 1);
  await settled();
  const [refused] = sync.refused;
  assert.deepEqual([sync.refused.length, refused.entry, refused.for, refused.why], [1, "bid 1", 0, "moved"]);
  assert.deepEqual([refused.instead, texts(refused.also)], [other, ["bid 1"]]);
  assert.deepEqual([sync.queue, sync.log, bench.requests.length], [[], ["bid 0"], 1]);
  sync.dismiss(refused.key);
  assert.deepEqual([sync.refused, bench.open().refused], [[], []]);
});

test("what is about everybody is refused if another entry took its place", () => {
  const sync = new Bench().open();
  sync.hear(logged(["bid 1", 0]));
  sync.enter("undo", null);
  sync.hear([...logged(["bid 1", 0], ["bid 0", 1])]);
  const [{ entry, why, instead }] = sync.refused;
  assert.deepEqual([entry, why, instead.entry], ["undo", "moved", "bid 0"]);
  assert.deepEqual(sync.log, ["bid 1", "bid 0"]);
});

for (const [status, why] of [[422, "rules"], [403, "rights"], [400, "request"], [413, "request"]]) {
  test(`after ${status} it is refused, with the reason and what was built on it`, async () => {
    const bench = new Bench();
    bench.answers = [{ status, code: "A1", reason: "no", source: "the book" }];
    const sync = bench.open();
    sync.enter("bid 1", 0);
    sync.enter("bid 0", 1);
    await settled();
    const [refused] = sync.refused;
    assert.deepEqual([refused.why, refused.code, refused.reason, refused.source], [why, "A1", "no", "the book"]);
    assert.deepEqual([texts(refused.also), sync.queue, sync.log], [["bid 0"], [], []]);
    assert.deepEqual(bench.open().refused, sync.refused, "after a reload too");
    assert.equal(bench.requests.length, 1);
  });
}

test("an entry that the log has is not refused, whatever the answer", async () => {
  const bench = new Bench();
  bench.answers = [(request) => ({ ...stored(request), status: 422 })];
  const sync = bench.open();
  sync.enter("bid 1", 0);
  await settled();
  assert.deepEqual([sync.refused, texts(sync.entries)], [[], ["bid 1"]]);
});

for (const status of [410, 404]) {
  test(`after ${status} the queue stays and nothing more is sent`, async () => {
    const bench = new Bench();
    bench.answers = [{ status }];
    const sync = bench.open();
    sync.enter("bid 1", 0);
    await settled();
    sync.enter("bid 0", 1);
    await settled();
    assert.deepEqual([sync.isGone, texts(sync.queue), bench.requests.length], [true, ["bid 1", "bid 0"], 1]);
  });
}

test("a page that is loaded again goes on with its log and queue", async () => {
  const bench = new Bench();
  const first = bench.open();
  first.hear(logged(["bid 1", 0]));
  first.enter("bid 0", 1);
  await settled();
  const again = bench.open();
  assert.deepEqual([texts(again.entries), texts(again.queue), again.log], [["bid 1"], ["bid 0"], ["bid 1", "bid 0"]]);
  bench.answers = [stored];
  again.send();
  await settled();
  assert.deepEqual([again.queue, bench.requests.at(-1).key], [[], "own 1"]);
});

test("a gap in the events is reported, and a known event is heard once", () => {
  const sync = new Bench().open();
  const [first, second] = logged(["bid 1", 0], ["bid 0", 1]);
  assert.equal(sync.hear([second]), false);
  assert.equal(sync.hear([first, first, second]), true);
  assert.deepEqual(sync.log, ["bid 1", "bid 0"]);
});

for (const answer of [{ status: 409 }, { status: 201 }, { status: 409, events: logged(["bid 1", 0], ["bid 0", 1]).slice(1) }]) {
  test(`after ${JSON.stringify(answer)} the log is not the server's: it is loaded, and the entry waits`, async () => {
    const bench = new Bench();
    bench.answers = [answer];
    const sync = bench.open();
    sync.enter("bid 1", 0);
    await settled();
    assert.deepEqual([bench.reloads, texts(sync.queue), bench.waits.length, bench.requests.length], [1, ["bid 1"], 1, 1]);
  });
}

test("entries that the server has lost are told, and those that wait are kept", () => {
  const sync = new Bench().open();
  sync.hear(logged(["bid 1", 0], ["bid 0", 1]));
  sync.enter("trump hearts", null);
  sync.replace(logged(["bid 1", 0]));
  assert.deepEqual(sync.refused.map(({ entry, why }) => [entry, why]), [["bid 0", "lost"], ["trump hearts", "moved"]]);
  sync.enter("bid 1", 1);
  sync.replace(logged(["bid 1", 0], ["trump hearts", null]));
  assert.deepEqual([texts(sync.queue), sync.log], [["bid 1"], ["bid 1", "trump hearts", "bid 1"]]);
});

test("of two windows that enter at once neither loses anything, and one sends", async () => {
  const bench = new Bench();
  const [here, there] = [bench.open(), bench.open()];
  there.isSender = false;
  here.enter("bid 1", 0);
  const text = bench.text;
  bench.text = null; // the other window has not heard of it
  there.enter("bid 0", 0);
  const other = bench.text;
  bench.text = text;
  there.refresh();
  bench.text = other;
  here.refresh();
  const everywhere = (one) => [...one.queue, ...one.refused].map(({ key }) => key).sort();
  assert.deepEqual(everywhere(here), ["own 1", "own 2"]);
  there.refresh();
  assert.deepEqual(everywhere(there), ["own 1", "own 2"]);
  await settled();
  assert.deepEqual(new Set(bench.requests.map(({ key }) => key)), new Set(["own 1"]));
});
