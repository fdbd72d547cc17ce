/**
 * The shuffle of a match, loaded when it is needed: the draw of the seed by all phones, and the dialog
 * with what proves that nobody has chosen the cards. `draw_check` has the checks.
 *
 * A phone takes part by itself. It commits when every player has a phone, as phones go to sleep while
 * they wait, and reveals only if nothing is wrong. When the draw is over, the page loads again.
 * @module
 */

import { phrase } from "../look/catalogue.js";
import { openDialog } from "../look/dialog.js";
import { newKey } from "../look/requests.js";
import { h, show } from "../look/view.js";
import { FREE_ROUNDS, commitmentOf, faultOf, remember } from "./draw_check.js";

/** Milliseconds without news after which somebody may go on without a phone. */
const PATIENCE = 20_000;

/**
 * Returns what this phone has stored about a table; another window may have added to it.
 * @param {string} name
 * @param {import("./draw_check.js").Memory} known what is returned if nothing is stored
 */
function recall(name, known) {
  try {
    return JSON.parse(localStorage.getItem(`draw ${name}`)) ?? known;
  } catch {
    return known;
  }
}

export class SeedDraw {
  #isBusy = false;
  #since = performance.now();
  #timer = 0;
  /** True if a cheat is at work; being blamed in an earlier round is none that this phone can end. */
  #isBroken = false;

  /** @param {any} sent the server's first `now` @param {string} base the address of the table */
  constructor(sent, base) {
    this.sent = sent;
    this.base = base;
    /** @type {import("./draw_check.js").Memory} */
    this.memory = { commitment: "", own: {}, revealed: [], agreed: [], settled: {} };
    this.take(sent);
  }

  /** Checks what the server says now. @param {any} now */
  take(now) {
    const { n, draw = this.sent.draw } = now;
    this.sent = { ...this.sent, n, draw };
    this.memory = recall(this.sent.name, this.memory);
    remember(this.memory, this.sent);
    this.#keep();
    const fault = faultOf(this.memory, this.sent, now);
    this.#isBroken = fault !== null && fault !== "blamed";
    this.fault = fault ? phrase("shuffle-fault", { fault }) : "";
  }

  /** Who has drawn the deal, in a sentence. */
  get line() {
    return this.fault || lineOf(this.sent);
  }

  /** Takes part until the draw is over. @param {Element} root @param {import("./live.js").LiveTable} live */
  run(root, live) {
    const draw = () => show(root, this.#page(live));
    live.listener = {
      now: (now) => {
        if (!now.draw || now.draw.over) {
          location.reload();
          return;
        }
        if (now.n < this.sent.n) return; // an event that was slower than an answer
        this.#since = performance.now();
        this.take(now);
        draw();
        this.#answer(live, draw);
      },
      people: ({ members, you }) => {
        this.sent = { ...this.sent, members, you };
        draw();
        this.#answer(live, draw);
      },
      changed: draw,
    };
    live.start(this.sent.n);
    draw();
    this.#answer(live, draw);
  }

  #keep() {
    try {
      localStorage.setItem(`draw ${this.sent.name}`, JSON.stringify(this.memory));
    } catch {
      // without storage, the phone remembers until the page is closed
    }
  }

  /** Sends what is due from this phone; what was refused is tried again after the next event. */
  async #answer(live, draw) {
    const { sent } = this;
    const { round, reveals, waits, failures } = sent.draw;
    const { seat } = sent.you;
    if (this.#isBusy || !waits.includes(seat) || this.#isBroken) return;
    const memory = recall(sent.name, this.memory);
    this.memory = memory;
    if (reveals ? !memory.own[round] : !failures.length && this.#joining.length) return;
    memory.own[round] ??= newKey();
    const nonce = memory.own[round];
    this.#keep();
    this.#isBusy = true;
    const why = await this.#send(live, reveals ? `reveal ${round} ${nonce}` : `commit ${round} ${commitmentOf(sent.name, round, seat, nonce)}`);
    this.#isBusy = false;
    draw();
    if (why) return;
    if (reveals) this.memory.revealed.push(round);
    this.#keep();
    await this.#answer(live, draw);
  }

  /** Ends a round without those that do not answer, as far as this phone is asked. */
  #goOn(live) {
    const { round } = this.sent.draw;
    this.memory.agreed.push(round);
    this.#keep();
    this.#send(live, `go on ${round}`);
  }

  #send(live, entry) {
    return live.act({ seen: this.sent.n, deal: 1, for: this.sent.you.seat, entry });
  }

  /** The seats without a phone. */
  get #joining() {
    return this.sent.draw.waits.filter((seat) => !this.sent.members.some((member) => member.seat === seat));
  }

  /** Returns for whom the draw waits. */
  #waitingText(named, others) {
    const joining = this.#joining;
    if (joining.length) return phrase("shuffle-joining", { names: named(joining) });
    return others.length > 0 && phrase("shuffle-waiting", { names: named(others) });
  }

  #page(live) {
    const { draw, you, names } = this.sent;
    const { reveals, waits, failures, agreed } = draw;
    const named = (seats) => seats.map((seat) => names[seat]);
    const others = waits.filter((seat) => seat !== you.seat);
    const isDone = you.seat !== null && String(you.seat) in (reveals ? draw.nonces : draw.commitments);
    const left = PATIENCE - (performance.now() - this.#since);
    const mayGoOn = isDone && others.length && (reveals || failures.length);
    clearTimeout(this.#timer);
    if (mayGoOn && left > 0) this.#timer = setTimeout(() => live.listener.changed(), left + 1);
    const without = { names: named(waits), agreed: agreed.length };
    const goOn = failures.length < FREE_ROUNDS ? phrase("shuffle-new-round") : agreed.length ? phrase("shuffle-go-on-agreed", without) : phrase("shuffle-go-on", without);
    return h(
      "main",
      { class: "cannot-open" },
      h("h1", {}, phrase("shuffle-drawing")),
      h("p", { class: "soft" }, phrase("shuffle-how")),
      failures.map((seats, index) => h("p", { key: index }, phrase("shuffle-failed", { round: index + 1, names: named(seats) }))),
      this.fault && h("p", { class: "why", role: "alert" }, this.fault),
      reveals && waits.includes(you.seat) && !this.memory.own[draw.round] && h("p", { role: "alert" }, phrase("shuffle-lost")),
      h("p", { role: "status" }, live.banner || this.#waitingText(named, others)),
      mayGoOn && left <= 0 && h("button", { class: "button main wide", "data-key": "go on", onclick: () => this.#goOn(live) }, goOn),
      h("a", { class: "button wide", href: `${this.base}/people` }, phrase("shuffle-people")),
      h("details", { key: "details" }, h("summary", {}, phrase("shuffle-details")), details(this.sent)),
    );
  }
}

/** Returns who has drawn the deal; bots have no part in it. */
function lineOf({ draw, names, bots = [] }) {
  const others = names.filter((_, seat) => !bots[seat] && !(seat in draw.nonces));
  return others.length ? phrase("shuffle-without", { names: others }) : phrase("shuffle-all");
}

/** Returns the promises and numbers of a draw, which can be compared with those on other phones. */
function details({ draw, names, commitment, secret }) {
  const line = (label, digits) => digits && h("p", { class: "small" }, label, " ", h("code", {}, digits));
  const entry = (name, promise, number) => promise && [h("h3", {}, name), line(phrase("shuffle-promise"), promise), line(phrase("shuffle-number"), number)];
  return [
    entry(phrase("shuffle-server"), commitment, secret?.split(":")[1]),
    !secret && h("p", { class: "small" }, phrase("shuffle-number-later")),
    names.map((name, seat) => entry(name, draw.commitments[seat], draw.nonces[seat])),
    h("p", { class: "soft small" }, phrase("shuffle-compare")),
  ];
}

/** Opens what proves that nobody has chosen the cards. @param {any} now */
export function openShuffle(now) {
  const { draw, commitment, secret, names } = now;
  openDialog(phrase("shuffle-title"), () =>
    h(
      "div",
      { class: "stack" },
      draw
        ? [
            h("p", {}, lineOf(now)),
            draw.failures.map((seats, index) => h("p", {}, phrase("shuffle-failed", { round: index + 1, names: seats.map((seat) => names[seat]) }))),
            details(now),
          ]
        : [
            [h("p", {}, phrase("shuffle-alone")), h("code", {}, commitment)],
            secret && [h("p", {}, phrase("shuffle-kept")), h("code", {}, secret)],
            h("p", { class: "soft small" }, secret ? phrase("shuffle-check") : phrase("shuffle-later")),
          ],
    ),
  );
}
