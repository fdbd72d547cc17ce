/**
 * The log of a score sheet on a server: what is entered here is shown at once, kept in this
 * browser, and sent until the server has answered.
 *
 * `Sync` is the protocol. It has the entries of the server (the log), those that the server may not
 * have yet (the queue), and those that were not entered (refused). The page shows the fold of log
 * and queue. Nothing that was entered disappears silently: it is always in one of the three.
 *
 * - Log, queue and refused entries are stored together. A queue without the log on which its
 *   entries were made cannot be judged after a reload.
 * - An entry for a player waits until the sheet asks that player in that deal. Any other entry
 *   belongs to one place in the log: if another entry takes this place, it is refused.
 * - If an entry is refused, those after it in the queue are refused with it, because they were
 *   entered on a sheet that had it.
 * - Entries are sent one at a time, in order, each with a random key. The server takes a key once,
 *   so it is safe to repeat a request that had no answer.
 *
 * `ServedTable` connects it to a browser: requests, the stream of events, storage, and the other
 * windows of the same browser, of which one sends.
 * @module
 */

import { EventStream } from "../look/event_stream.js";
import { answerOf, newKey } from "../look/requests.js";

/**
 * An entry in the server's log, made on the phone `by`. `for` is the line of the player, null if it
 * is about everybody.
 * @typedef {{n: number, key: string, entry: string, for: number | null, deal: number, by: string, at: string}} LoggedEntry
 */

/**
 * An entry that the server may not have yet. `base` is the number of entries before it on the sheet
 * on which it was made.
 * @typedef {{key: string, entry: string, for: number | null, deal: number, base: number}} QueuedEntry
 */

/**
 * An entry that was not entered, and the queued ones that were refused with it (`also`). `why`:
 * - moved: the table has moved on; `instead` is what was entered in its place
 * - rules: the rules refuse it, with `code`, `reason` and `source`
 * - rights: this phone may not make it, with `reason`
 * - request: the server did not understand the request, with `reason`
 * - lost: the server had it and has it no more, after a backup of its file
 * @typedef {{key: string, entry: string, for: number | null, deal: number, why: "moved" | "rules" | "rights" | "request" | "lost",
 *   code?: string | null, reason?: string, source?: string | null, instead?: LoggedEntry | null, also: QueuedEntry[]}} RefusedEntry
 */

/** @typedef {import("../clag-score/src/sheet/sheet.js").Sheet} Sheet */

/** @typedef {{key: string, seen: number, deal: number, for: number | null, entry: string}} Request */

/** @typedef {{status: number, reason?: string, code?: string | null, source?: string | null, events?: LoggedEntry[]}} Answer */

/** Seconds between attempts to send; the last one repeats. */
const WAITS = [1, 2, 4, 8, 15];

/** Why an entry was refused, by the status of the answer. */
const REFUSALS = /** @type {Record<number, RefusedEntry["why"]>} */ ({ 403: "rights", 422: "rules" });

export class Sync {
  /** Entries of this window that the stored state may lack, if another window wrote meanwhile. @type {Map<string, QueuedEntry>} */
  #own = new Map();
  /** The stored text that this window has read or written last. @type {string | null} */
  #text = null;
  /** The fold of the log alone. @type {Sheet} */
  #confirmed;
  #isSending = false;
  /** Counts attempts, so that only the latest one has a timer. */
  #attempt = 0;

  /**
   * @param {object} setting
   * @param {Sheet} setting.empty the sheet before the first entry
   * @param {(request: Request) => Promise<Answer>} setting.post throws if there was no answer
   * @param {{get: () => string | null, set: (text: string) => void}} setting.store
   * @param {() => void} setting.changed called after each change but those by `enter`
   * @param {() => void} setting.reload called if the log is not the server's; then `replace` it
   * @param {(seconds: number, work: () => void) => void} setting.wait
   * @param {() => string} setting.newKey returns 128 random bits as 32 hexadecimal digits
   */
  constructor(setting) {
    this.setting = setting;
    /** The server's entries. @type {LoggedEntry[]} */
    this.entries = [];
    /** @type {QueuedEntry[]} */
    this.queue = [];
    /** @type {RefusedEntry[]} */
    this.refused = [];
    /** Failed attempts since the last answer. */
    this.failures = 0;
    /** Why the server could not store an entry, if it answered. */
    this.failure = "";
    /** True if the table was deleted. */
    this.isGone = false;
    /** False while another window of this browser sends. */
    this.isSender = true;
    /** The fold of log and queue. @type {Sheet} */
    this.sheet = setting.empty;
    this.#confirmed = setting.empty;
    this.#load();
  }

  /** The number of entries in the server's log. */
  get number() {
    return this.entries.length;
  }

  /** Every entry on the sheet that is shown. */
  get log() {
    return this.sheet.log;
  }

  /**
   * Enters something and sends it; returns why not, or null. An empty reason means that the sheet
   * does not ask that player now.
   * @param {string} entry
   * @param {number | null} seat the player's line, null if it is about everybody
   * @returns {{code?: string, reason: string, source?: string | null} | null}
   */
  enter(entry, seat) {
    this.refresh();
    const why = this.sheet.whyNot(entry);
    if (why) return why;
    if (seat !== null && this.sheet.actor !== seat) return { reason: "" };
    const base = this.number + this.queue.length;
    const deal = this.sheet.deal.deal;
    const queued = { key: this.setting.newKey(), entry, for: seat, deal, base };
    this.#own.set(queued.key, queued);
    this.queue.push(queued);
    this.sheet = this.sheet.apply(entry);
    this.#store();
    if (!this.failures) this.send(); // else a timer sends it
    return null;
  }

  /** Forgets a refused entry that the user has seen. @param {string} key */
  dismiss(key) {
    this.refresh();
    this.refused = this.refused.filter((one) => one.key !== key);
    this.#save();
  }

  /**
   * Takes over entries of the server; returns false if some before them are missing.
   * @param {LoggedEntry[]} events
   */
  hear(events) {
    this.refresh();
    const before = this.number;
    for (const event of events) {
      if (event.n > this.number + 1) return false;
      if (event.n <= this.number) continue;
      this.#confirmed = this.#confirmed.apply(event.entry);
      this.entries.push(event);
    }
    if (this.number > before) {
      this.#fold();
      this.#save();
    }
    return true;
  }

  /** Takes over the whole log of the server. @param {LoggedEntry[]} entries */
  replace(entries) {
    this.refresh();
    const keys = new Set(entries.map(({ key }) => key));
    const lost = this.entries.filter(({ key }) => !keys.has(key));
    const [first, ...also] = lost.map(({ n, key, entry, for: seat, deal }) => ({ key, entry, for: seat, deal, base: n - 1 }));
    if (first) this.refused.push({ ...first, why: "lost", also });
    this.#adopt({ entries, queue: this.queue, refused: this.refused });
    this.#save();
  }

  /** Sends what waits, unless an answer is expected. */
  async send() {
    if (this.#isSending || !this.isSender || this.isGone || !this.queue.length) return;
    this.#isSending = true;
    this.#attempt += 1;
    const [{ key, deal, for: seat, entry }] = this.queue;
    const answer = await this.setting.post({ key, seen: this.number, deal, for: seat, entry }).catch(() => null);
    this.#isSending = false;
    this.refresh();
    const isAnswered = answer !== null && this.#answered(answer, key);
    if (isAnswered) {
      this.failures = 0;
      this.failure = "";
      this.setting.changed();
      this.send();
      return;
    }
    this.failures += 1;
    const reason = answer?.reason ?? "";
    if (reason !== this.failure) this.setting.changed();
    this.failure = reason;
    const attempt = this.#attempt;
    const seconds = WAITS[Math.min(this.failures, WAITS.length) - 1];
    this.setting.wait(seconds, () => attempt === this.#attempt && this.send());
  }

  /** Takes over what another window of this browser has stored. */
  refresh() {
    if (!this.#load()) return;
    if (this.#state() === this.#text) this.setting.changed();
    else this.#save(); // both windows wrote at once, and the other was the last
  }

  /** Reads the stored state; returns false if it is what this window knows. */
  #load() {
    const text = this.setting.store.get();
    if (text === null || text === this.#text) return false;
    this.#text = text;
    this.#adopt(JSON.parse(text));
    return true;
  }

  /** Handles the answer for the first entry of the queue; returns false to repeat it later. */
  #answered({ status, reason, code, source, events = [] }, key) {
    if (status === 404 || status === 410) {
      this.isGone = true;
      return true;
    }
    if (status === 408 || status === 429 || status >= 500) return false;
    const before = this.number;
    const isComplete = this.hear(events);
    const at = this.queue.findIndex((one) => one.key === key);
    if (at < 0) return true;
    if (status === 409 && this.number > before) return true; // it still fits after these entries
    if (status === 409 || status < 400 || !isComplete) {
      this.setting.reload(); // the server counts another log
      return false;
    }
    this.#refuse(at, { why: REFUSALS[status] ?? "request", reason, code, source });
    this.#save();
    return true;
  }

  /**
   * Takes over a state, with the entries of this window that it lacks.
   * @param {{entries: LoggedEntry[], queue: QueuedEntry[], refused: RefusedEntry[]}} state
   */
  #adopt({ entries, queue, refused }) {
    const isLonger = this.entries.every(({ key }, at) => entries[at]?.key === key);
    const [start, from] = isLonger ? [this.#confirmed, this.number] : [this.setting.empty, 0];
    this.#confirmed = entries.slice(from).reduce((sheet, { entry }) => sheet.apply(entry), start);
    this.entries = entries;
    this.refused = refused;
    const there = new Set(queue.map(({ key }) => key));
    this.queue = [...queue, ...[...this.#own.values()].filter(({ key }) => !there.has(key))];
    this.#fold();
  }

  /** Folds the queue on the log; refuses what no longer fits, with all after it. */
  #fold() {
    const logged = new Set(this.entries.map(({ key }) => key));
    this.refused = this.refused.flatMap(({ also, ...one }) => {
      const [first, ...others] = [one, ...also].filter(({ key }) => !logged.has(key));
      return first ? [{ ...one, ...first, also: /** @type {QueuedEntry[]} */ (others) }] : [];
    });
    const settled = new Set(this.refused.flatMap((one) => [one, ...one.also]).map(({ key }) => key));
    this.queue = this.queue.filter(({ key }) => !logged.has(key) && !settled.has(key));
    this.sheet = this.#confirmed;
    for (const [at, one] of this.queue.entries()) {
      const isAsked = one.for === null ? one.base === this.number + at : this.sheet.actor === one.for;
      const why = isAsked && this.sheet.deal.deal === one.deal ? this.sheet.whyNot(one.entry) : { reason: "" };
      if (why) {
        this.#refuse(at, { why: "moved", reason: why.reason, instead: this.#instead(one) });
        break;
      }
      this.sheet = this.sheet.apply(one.entry);
    }
    const waits = new Set(this.queue.map(({ key }) => key));
    for (const key of this.#own.keys()) if (!waits.has(key)) this.#own.delete(key);
  }

  /** Returns what was entered in the place of a queued entry. @param {QueuedEntry} one */
  #instead(one) {
    const later = this.entries.slice(one.base);
    const same = later.find((event) => event.for === one.for && event.deal === one.deal);
    return same ?? later[0] ?? this.entries.at(-1) ?? null;
  }

  /** Moves a queued entry and those after it to the refused ones. @param {number} at */
  #refuse(at, why) {
    const [{ key, entry, for: seat, deal }, ...also] = this.queue.slice(at);
    this.refused.push({ key, entry, for: seat, deal, ...why, also });
    this.queue = this.queue.slice(0, at);
    for (const one of [key, ...also.map((each) => each.key)]) this.#own.delete(one);
    this.sheet = this.queue.reduce((sheet, one) => sheet.apply(one.entry), this.#confirmed);
  }

  #state() {
    const { entries, queue, refused } = this;
    return JSON.stringify({ entries, queue, refused });
  }

  #store() {
    this.#text = this.#state();
    this.setting.store.set(this.#text);
  }

  #save() {
    this.#store();
    this.setting.changed();
  }
}

/** Milliseconds after a tap in which a slow phone shows it; then it is sent. */
const FRAME = 50;

/** The events of the stream. */
const EVENTS = ["entry", "people", "note", "here", "gone", "reload"];

/**
 * What the server says of a table, without its log: see `now` in the description of the server.
 * @typedef {Record<string, any>} TableState
 */

/**
 * The texts of the page: `movedOn` for an entry of a player whom the sheet does not ask any more,
 * `noAnswer` if a table cannot be opened without the server. `isThere` says whether all entries are
 * on the server, or how many are not. `notice` is what is wrong at the moment, and `hint` why this
 * phone may enter nothing, "" if nothing is and if it may.
 * @typedef {{movedOn: string, noAnswer: string, isThere: (waiting: number) => string, notice: (table: ServedTable) => string,
 *   hint: (table: ServedTable) => string}} SyncTexts
 */

/** A score sheet on a server, as the page's store: see `Store` in `keeper.js`. */
export class ServedTable {
  /** @type {Set<() => void>} */
  #listeners = new Set();
  #isDue = false;
  #stream = new EventStream(EVENTS, {
    address: () => this.#events(),
    handle: (name, data) => this.#handle(name, data),
    heard: () => this.#found(),
    lost: (seconds) => this.#lose(seconds),
  });
  #memory;
  /** When the last entry is shown. @type {Promise<void> | undefined} */
  #shown;

  /**
   * Opens a table; without a network as it was stored. Throws if there is neither.
   * @param {string} base the table's path, such as `/t/abc`
   * @param {(rules: any, table: TableState) => Sheet} emptySheet makes the sheet before the first entry
   * @param {SyncTexts} texts
   */
  static async open(base, emptySheet, texts) {
    const memory = new Memory(base);
    const now = await answerOf(`${base}/now`).catch(() => null);
    const table = now && now.status < 300 ? now : memory.table;
    if (!table) throw new Error(now?.reason ?? texts.noAnswer);
    const rules = await answerOf(`/rules/${table.rules}.json`);
    const opened = new ServedTable(base, memory, emptySheet(rules, table), table, texts);
    opened.rules = rules;
    if (now === table) opened.#take(now);
    else if (now?.status === 404 || now?.status === 410) opened.sync.isGone = true;
    opened.#start();
    return opened;
  }

  /** Internal; use `open`. */
  constructor(base, memory, empty, table, texts) {
    this.base = base;
    this.texts = texts;
    this.#memory = memory;
    /** The compiled rules. @type {any} */
    this.rules = null;
    /** @type {TableState} */
    this.table = table;
    /** The version of the program with which this page was loaded. */
    this.program = table.program;
    /** When the server was last heard of, in ms, if it does not answer now; else null. @type {number | null} */
    this.lostSince = null;
    /** True if the program on the server is another: load the page again when nothing is half filled in. */
    this.isOutdated = false;
    this.sync = new Sync({
      empty,
      post: (request) => this.#post(request),
      store: memory,
      changed: () => this.#changed(),
      reload: () => this.#reload(),
      wait: (seconds, work) => setTimeout(work, seconds * 1000),
      newKey,
    });
  }

  /** The sheet that is shown. */
  get sheet() {
    return this.sync.sheet;
  }

  /** The same with the phone and the time of each. */
  get entries() {
    const { name = null } = this.#me ?? {};
    return [...this.sync.entries, ...this.sync.queue.map(({ entry }) => ({ entry, by: name, at: null }))];
  }

  /** The entries that the server does not have yet. */
  get waiting() {
    return this.sync.queue;
  }

  /** The entries that were not entered. */
  get refused() {
    return this.sync.refused;
  }

  /** Forgets one of them. @param {string} key */
  dismiss(key) {
    this.sync.dismiss(key);
  }

  /** Where entries are kept. */
  get whereKept() {
    return this.texts.isThere(this.waiting.length);
  }

  /** False if the browser stores nothing, so that a reload loses what waits. */
  get isStored() {
    return this.#memory.isStored;
  }

  /** Why this phone may enter nothing, "" if it may. */
  get hint() {
    return this.texts.hint(this);
  }

  /** Whether this phone may correct, and change who plays. */
  get mayChange() {
    return this.table.you.may === "everything";
  }

  /** Whether this phone may take back the last entry: others than the host only their own. */
  get mayUndo() {
    if (this.table.you.may !== "own") return this.mayChange;
    const phones = [];
    for (const { entry, by } of this.entries) {
      if (entry === "undo") phones.pop();
      else phones.push(by);
    }
    return phones.length > 0 && phones.at(-1) === this.#me?.name;
  }

  /** This phone among the members. */
  get #me() {
    const { members, you } = this.table;
    return members.find(({ id }) => id === you.id);
  }

  /** What is wrong at the moment, "" if nothing is. */
  get notice() {
    return this.texts.notice(this);
  }

  /** The player's line whose phone this is, or null. @returns {number | null} */
  get own() {
    return this.table.you.seat;
  }

  /** Returns whether this phone may enter for a player, or for everybody. @param {number | null} line */
  mayEnter(line) {
    const { may, seat } = this.table.you;
    return may === "everything" || (may === "own" && (line === null || line === seat));
  }

  /** Enters something; returns why not, or "". @param {string} entry @param {number | null} line */
  enter(entry, line) {
    this.#shown = new Promise((done) => setTimeout(done, FRAME));
    const why = this.sync.enter(entry, line);
    return why ? why.reason || this.texts.movedOn : "";
  }

  /** Calls a function after each change but those by `enter`; returns a function that stops it. @param {() => void} listener */
  onChange(listener) {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Calls the listeners once for all changes that come together: each of them draws the page. */
  #changed() {
    if (this.#isDue) return;
    this.#isDue = true;
    setTimeout(() => {
      this.#isDue = false;
      for (const listener of this.#listeners) listener();
    });
  }

  #start() {
    const turn = new SendingTurn(`clagdsl ${this.base}`, (isSender) => {
      this.sync.isSender = isSender;
      this.#stream.open();
      this.sync.send();
    });
    this.#memory.onChange((lostSince) => {
      this.table = /** @type {TableState} */ (this.#memory.table);
      if (lostSince !== undefined) this.lostSince = lostSince;
      this.sync.refresh();
      this.sync.send();
      this.#changed();
    });
    const look = () => {
      if (!document.hidden) {
        this.#memory.read();
        this.sync.refresh();
        turn.take();
      }
      this.#stream.open();
      this.sync.send();
    };
    document.addEventListener("visibilitychange", look);
    addEventListener("pageshow", look);
    addEventListener("online", look);
    look();
  }

  /** The address of the events, null if another window has them or nobody looks. */
  #events() {
    const { sync } = this;
    if (!sync.isSender || sync.isGone || document.hidden) return null;
    const key = sync.entries.at(-1)?.key ?? "";
    const query = new URLSearchParams({ after: String(sync.number), key, program: this.program });
    return `${this.base}/events?${query}`;
  }

  #lose(seconds = 0) {
    if (this.lostSince !== null) return;
    this.lostSince = Date.now() - seconds * 1000;
    this.#memory.send({ lostSince: this.lostSince });
    this.#changed();
  }

  #found() {
    if (this.lostSince === null) return;
    this.lostSince = null;
    this.#memory.send({ lostSince: null });
    this.#changed();
    this.sync.send();
  }

  #handle(name, data) {
    if (name === "entry" && !this.sync.hear([data])) this.#stream.open();
    if (name === "people" || name === "note") this.#describe(data);
    if (name === "reload") this.#reload();
    if (name === "gone") {
      this.sync.isGone = true;
      this.#stream.open();
      this.#changed();
    }
  }

  /** Takes over what has changed of a table. @param {TableState} parts */
  #describe(parts) {
    this.table = { ...this.table, ...parts };
    this.#memory.table = this.table;
    this.#changed();
  }

  /** Takes over the whole state of the server. */
  #take({ log, number: _number, status: _status, ...table }) {
    this.isOutdated = table.program !== this.program;
    this.#describe(table);
    this.sync.replace(log);
  }

  async #reload() {
    const now = await answerOf(`${this.base}/now`).catch(() => null);
    if (now?.status === 200) this.#take(now);
    this.#stream.open();
  }

  async #post(request) {
    await this.#shown;
    const body = JSON.stringify(request);
    const headers = { "content-type": "application/json" };
    try {
      const answer = await answerOf(`${this.base}/entries`, { method: "POST", body, headers });
      if (answer.status < 500) this.#found();
      else this.#lose();
      return answer;
    } catch (error) {
      this.#lose();
      throw error;
    }
  }
}

/** What this browser keeps of a table, for all of its windows. */
class Memory {
  #name;
  /** @type {string | null} */
  #text = null;
  /** @type {TableState | null} */
  #table = null;
  #channel;

  constructor(base) {
    this.#name = `clagdsl ${base}`;
    this.#channel = new BroadcastChannel(this.#name);
    /** False if the browser stores nothing, so that a reload loses what waits. */
    this.isStored = true;
    this.read();
  }

  /** Reads what is stored, which may be newer than the last message. */
  read() {
    try {
      this.#text = localStorage.getItem(this.#name) ?? this.#text;
      this.#table = JSON.parse(localStorage.getItem(`${this.#name} table`) ?? "null") ?? this.#table;
    } catch {
      this.isStored = false;
    }
  }

  get() {
    return this.#text;
  }

  /** @param {string} text */
  set(text) {
    this.#text = text;
    this.#write(this.#name, text);
  }

  get table() {
    return this.#table;
  }

  set table(table) {
    this.#table = table;
    this.#write(`${this.#name} table`, JSON.stringify(table));
  }

  /** Sends something to the other windows that is not stored. */
  send(message) {
    this.#channel.postMessage(message);
  }

  /** Calls a function after another window has stored or sent something. @param {(lostSince?: number | null) => void} handle */
  onChange(handle) {
    /** @param {{key?: string | null, newValue?: any, lostSince?: number | null}} news */
    const take = ({ key, newValue, lostSince }) => {
      if (key === this.#name) this.#text = newValue;
      else if (key) this.#table = JSON.parse(newValue);
      handle(lostSince);
    };
    this.#channel.onmessage = ({ data }) => take(data);
    addEventListener("storage", (event) => event.key?.startsWith(this.#name) && take(event));
  }

  /** Stores a text, of which the browser tells the other windows; without storage, they are sent it. */
  #write(key, newValue) {
    try {
      localStorage.setItem(key, newValue);
      this.isStored = true;
    } catch {
      this.isStored = false;
      this.send({ key, newValue });
    }
  }
}

/**
 * Decides which window of a browser sends: the one that was looked at last. A hidden window that the
 * browser has frozen could not send. Without `navigator.locks`, which only https and localhost have,
 * every window sends; the keys make that safe.
 */
class SendingTurn {
  #name;
  #changed;
  #has = false;
  #isTaking = false;
  /** @type {AbortController | null} */
  #waiting = null;

  /** @param {string} name @param {(isSender: boolean) => void} changed */
  constructor(name, changed) {
    this.#name = name;
    this.#changed = changed;
  }

  /** Takes the turn from the other windows. */
  take() {
    if (!navigator.locks || this.#has || this.#isTaking) return;
    this.#isTaking = true;
    this.#waiting?.abort();
    this.#request({ steal: true });
  }

  /** @param {LockOptions} options */
  #request(options) {
    const hold = () => {
      this.#has = true;
      this.#isTaking = false;
      this.#waiting = null;
      this.#changed(true);
      return new Promise(() => {});
    };
    navigator.locks.request(this.#name, options, hold).catch(() => {
      if (!this.#has) return; // it stopped waiting in order to take the turn
      this.#has = false;
      this.#changed(false);
      this.#waiting = new AbortController();
      this.#request({ signal: this.#waiting.signal });
    });
  }
}
