// Phones that lose requests and answers, go offline, are reloaded and have a second window, and one
// server: counts what is lost, doubled or taken for another seat. Prints the counts as JSON.
//
// Standard input: {"game", "runs", "ignored"}; `ignored` names a field of requests at which the
// server does not look, to show that the trial notices it.

import { readFileSync } from "node:fs";

import { Table } from "../../web/clag-score/src/score/score.js";
import { keep } from "../../web/clag-score/src/sheet/sheet.js";
import { Sync } from "../../web/keeper/sync.js";

const { game, runs, ignored } = JSON.parse(readFileSync(0, "utf-8"));
const NAMES = ["Anna", "Bernd", "Clara", "Dieter"];
const LOSS = 0.15;
const STEPS = 220;
const PHONES = 3;
const EMPTY = keep(new Table(game, NAMES.length), { names: NAMES, dealer: 3, rules: "rules" });

let seed = 1;
/** Returns a number from 0 to 1 by the seed. */
function random() {
  seed = (Math.imul(seed, 1103515245) + 12345) >>> 0;
  return (seed >>> 8) / 16777216;
}
const chance = (share) => random() < share;
const pick = (list) => list[Math.floor(random() * list.length)];

/** A server like `clagdsl serve`: the same checks in the same order, without its pages. */
class Server {
  log = [];
  sheet = EMPTY;

  post({ key, seen, deal, for: seat, entry }) {
    const events = () => this.log.slice(seen);
    const known = ignored === "key" ? null : this.log.find((one) => one.key === key);
    if (known && known.entry !== entry) return { status: 422, reason: "the key was used", events: events() };
    if (known) return { status: 200, events: events() };
    const { sheet } = this;
    const fits = seat === null ? seen === this.log.length : sheet.actor === seat && sheet.deal.deal === deal;
    if (!fits && ignored !== "for") return { status: 409, events: events() };
    const why = sheet.whyNot(entry);
    if (why) return { status: 422, code: why.code, reason: why.reason, events: events() };
    this.sheet = sheet.apply(entry);
    this.log.push({ n: this.log.length + 1, key, entry, for: seat, deal: sheet.deal.deal, by: "", at: "" });
    return { status: 201, events: events() };
  }
}

/** Work that is done later, in any order. */
class Later {
  work = [];

  run(share) {
    const now = this.work;
    this.work = [];
    for (const one of now) chance(share) ? one() : this.work.push(one);
  }
}

/** A browser with one or two windows, which share what it stores and take turns at sending. */
class Phone {
  isOffline = false;
  text = null;

  constructor(match, windows) {
    this.match = match;
    this.windows = Array.from({ length: windows }, () => this.open());
    this.takeTurn(0);
  }

  open() {
    const { match } = this;
    const one = new Sync({
      empty: EMPTY,
      store: { get: () => this.text, set: (text) => { this.text = text; } },
      changed: () => match.notice(one),
      reload: () => match.later.work.push(() => this.windows.forEach((one) => one.replace(structuredClone(match.server.log)))),
      wait: (_, work) => match.later.work.push(work),
      newKey: () => match.newKey(),
      post: async (request) => {
        if (!match.isCalm && (this.isOffline || chance(LOSS))) throw new Error("the request was lost");
        const answer = match.server.post(request);
        if (!match.isCalm && chance(LOSS)) throw new Error("the answer was lost");
        return structuredClone(answer);
      },
    });
    return one;
  }

  takeTurn(number) {
    this.windows.forEach((one, at) => { one.isSender = at === number; });
    this.windows[number].send();
  }

  reload(number) {
    this.windows[number].isSender = false; // the old page is gone
    this.windows[number] = this.open();
    this.takeTurn(number);
  }

  hear(number) {
    const one = this.windows[number];
    one.hear(structuredClone(this.match.server.log.slice(one.number)));
  }
}

/** Returns something to enter and for whom; null if nothing fits. */
function entryFor(sheet) {
  if (chance(0.05) && sheet.log.length) return ["undo", null];
  if (sheet.phase === "tricks") {
    const won = NAMES.map(() => 0);
    for (let trick = 0; trick < sheet.deal.cards; trick += 1) won[pick([0, 1, 2, 3])] += 1;
    return [`won ${won.join(" ")}`, null];
  }
  const legal = sheet.legal().filter((text) => sheet.phase === "name" || !/^(trump|order)/.test(text));
  return legal.length ? [pick(legal), sheet.actor] : null;
}

const counts = { entered: 0, logged: 0, refused: 0, reloads: 0, doubled: 0, silent: 0, otherSeat: 0, falseAlarms: 0, unequalLogs: 0, stuck: 0 };

async function play(run) {
  seed = run * 7919 + 3;
  let keys = 0;
  const made = new Map();
  const match = {
    server: new Server(),
    later: new Later(),
    isCalm: false,
    refused: new Set(),
    newKey: () => `${run}.${(keys += 1)}`,
    notice(one) {
      for (const each of one.refused) for (const { key } of [each, ...each.also]) this.refused.add(key);
    },
  };
  const phones = Array.from({ length: PHONES }, (_, number) => new Phone(match, number === 0 ? 2 : 1));
  for (let step = 0; step < STEPS; step += 1) {
    const phone = pick(phones);
    const number = Math.floor(random() * phone.windows.length);
    if (chance(0.06)) phone.isOffline = !phone.isOffline;
    if (chance(0.1)) phone.takeTurn(number);
    if (chance(0.03)) {
      phone.reload(number);
      counts.reloads += 1;
    }
    if (!phone.isOffline && chance(0.6)) phone.hear(number);
    const one = phone.windows[number];
    if (chance(0.5)) {
      if (chance(0.5)) one.refresh();
      const [entry, seat] = entryFor(one.sheet) ?? [];
      const before = keys;
      if (entry && !one.enter(entry, seat)) {
        counts.entered += 1;
        made.set(`${run}.${before + 1}`, seat);
      }
    }
    match.later.run(0.5);
    for (let turn = 0; turn < 4; turn += 1) await null;
  }
  match.isCalm = true;
  for (let round = 0; round < 60; round += 1) {
    for (const phone of phones) {
      phone.windows.forEach((_, number) => phone.hear(number));
      phone.takeTurn(0);
    }
    match.later.run(1);
    for (let turn = 0; turn < 16; turn += 1) await null;
  }
  count(match, phones, made);
}

function count({ server, refused }, phones, made) {
  counts.logged += server.log.length;
  const times = new Map();
  for (const { key } of server.log) times.set(key, (times.get(key) ?? 0) + 1);
  const kept = new Set();
  for (const phone of phones) {
    for (const one of phone.windows) {
      one.refresh();
      if (one.queue.length) counts.stuck += 1;
      if (JSON.stringify(one.entries) !== JSON.stringify(server.log)) counts.unequalLogs += 1;
      for (const each of one.refused) for (const { key } of [each, ...each.also]) kept.add(key);
    }
  }
  for (const key of made.keys()) {
    const logged = times.get(key) ?? 0;
    if (logged > 1) counts.doubled += 1;
    if (!logged && !kept.has(key)) counts.silent += 1;
    if (refused.has(key)) counts.refused += 1;
    if (logged && refused.has(key)) counts.falseAlarms += 1;
  }
  let sheet = EMPTY;
  for (const { key, entry } of server.log) {
    const seat = made.get(key);
    if (seat !== null && sheet.actor !== seat) counts.otherSeat += 1;
    sheet = sheet.apply(entry);
  }
}

for (let run = 0; run < runs; run += 1) await play(run);
process.stdout.write(JSON.stringify(counts));
