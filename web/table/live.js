/**
 * The connection of an online table: what the server says, and what is tapped here.
 *
 * The server sends `now` whole after every action, so a page that has missed something needs no
 * history. There is no queue: one act is on its way at a time. Without an answer it is repeated with
 * its key, which the server takes once, for a minute.
 * @module
 */

import { language, phrase } from "../look/catalogue.js";
import { EventStream } from "../look/event_stream.js";
import { reportText } from "../look/reports.js";
import { answerOf, newKey } from "../look/requests.js";

/** Seconds between attempts to send; the last one repeats. */
const WAITS = [1, 2, 4, 8, 15];
/** Seconds after which an act without an answer is given up. */
const LONGEST = 60;

/** The module of the shuffle in the language of the page, which only some pages need. */
export const SHUFFLE = `/page/shuffle${language === "en" ? "" : `.${language}`}.js`;

/** The events of the stream. */
const EVENTS = ["now", "people", "here", "gone", "reload"];

const sleep = (seconds) => new Promise((done) => setTimeout(done, seconds * 1000));

/**
 * What happens on the connection.
 * @typedef {object} Listener
 * @property {(now: any) => void} now the server's whole view
 * @property {(people: any) => void} people who is at the table
 * @property {() => void} changed the connection, or an act on its way
 */

export class LiveTable {
  #after = 0;
  #stream = new EventStream(EVENTS, {
    address: () => this.#events(),
    handle: (name, data) => this.#handle(name, data),
    heard: () => this.#heard(),
    lost: () => this.#lose(),
  });

  /**
   * @param {string} base the address of the table; `events` and `acts` are below it
   * @param {string} program
   * @param {Listener} listener
   */
  constructor(base, program, listener) {
    this.base = base;
    this.program = program;
    this.listener = listener;
    this.isLost = false;
    this.isGone = false;
    this.isOutdated = false;
    /** True if an act has had no answer at once. */
    this.isWaiting = false;
  }

  /** Follows the table from event number `after` on. @param {number} after */
  start(after) {
    this.#after = after;
    const look = () => this.#stream.open();
    document.addEventListener("visibilitychange", look);
    addEventListener("pageshow", look);
    addEventListener("online", look);
    addEventListener("offline", () => this.#lose());
    look();
  }

  /** What is wrong at the moment, "" if nothing is. */
  get banner() {
    if (this.isGone) return phrase("table-gone");
    if (this.isOutdated) return phrase("table-outdated");
    return this.isLost ? phrase("table-lost") : this.isWaiting ? phrase("table-on-its-way") : "";
  }

  /**
   * Sends an act; returns why it was not taken, or null.
   * @param {{seen: number, deal: number, for: number, entry: string}} act
   * @returns {Promise<import("./now.js").Why | null>}
   */
  async act(act) {
    const body = JSON.stringify({ key: newKey(), ...act });
    const since = Date.now();
    for (let attempt = 0; Date.now() - since < LONGEST * 1000; attempt += 1) {
      const answer = await this.#post(body);
      const isAnswered = answer !== null && answer.status < 500 && ![408, 429].includes(answer.status);
      this.isWaiting = !isAnswered;
      this.listener.changed();
      if (isAnswered && answer.now) this.listener.now(answer.now);
      if (isAnswered) return this.#refusal(answer);
      await sleep(WAITS[Math.min(attempt, WAITS.length - 1)]);
    }
    this.isWaiting = false;
    return { reason: phrase("table-no-answer") };
  }

  #post(body) {
    return answerOf(`${this.base}/acts`, { method: "POST", body, headers: { "content-type": "application/json" } }).catch(() => null);
  }

  #refusal({ status, reason, source }) {
    if (status < 300) return null;
    if (status === 404 || status === 410) this.isGone = true;
    return { reason: reason ? reportText(reason) : phrase("table-moved-on"), source };
  }

  /** The address of the events, null if nobody looks. */
  #events() {
    if (this.isGone || document.hidden) return null;
    return `${this.base}/events?${new URLSearchParams({ after: String(this.#after), program: this.program })}`;
  }

  #heard() {
    if (!this.isLost) return;
    this.isLost = false;
    this.listener.changed();
  }

  #lose() {
    this.isLost = true;
    this.listener.changed();
  }

  #handle(name, data) {
    if (name === "now") {
      this.#after = data.n;
      this.listener.now(data);
    }
    if (name === "people") this.listener.people(data);
    if (name === "reload") {
      this.isOutdated = true;
      this.listener.changed();
    }
    if (name === "gone") {
      this.isGone = true;
      this.#stream.open();
      this.listener.changed();
    }
  }
}
