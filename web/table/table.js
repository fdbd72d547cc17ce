/**
 * The online table in the page: what is shown, how cards move, and what a tap does.
 *
 * The hand and the question always belong to the latest `now`. Only the felt may be behind: a
 * finished trick lies there for a moment, while the next one is already under way. Flights show how
 * cards came to their places; nothing waits for them but the trick that leaves.
 * @module
 */

import { printPaper } from "../house/paper.js";
import { phrase } from "../look/catalogue.js";
import { openDialog } from "../look/dialog.js";
import { flyFrom, flyTo } from "../look/flights.js";
import { newKey } from "../look/requests.js";
import { chosenAtFirst, scores } from "../look/scores.js";
import { lyingCard } from "../look/playing_cards.js";
import { h, show } from "../look/view.js";
import { eventText, headline } from "../look/table_words.js";
import { trickInOrder } from "./felt.js";
import { openMenu } from "./menu.js";
import { openSay } from "./say.js";
import { readNow, withAct } from "./now.js";
import { tablePage } from "./page.js";
import { matchSeen } from "./score_seen.js";
import { giveSign, keepAwake } from "./signs.js";
import { readSettings } from "./settings.js";
import { waysOf } from "./ways.js";

/** How long a question that others have changed takes no tap, in milliseconds. */
const GUARD = 400;
/** Cards whose visible part is narrower than this, in pixels, are lifted by the first tap. */
const THIN = 40;
/** How long a message is shown, in milliseconds. */
const NOTICE = 4000;
/** How long an emote is shown, in milliseconds. */
const EMOTE = 3000;
/** After how long the only card that is allowed goes by itself, in milliseconds. */
const AUTO = 500;

const WIDE = "(min-width: 700px)";
/** Smaller windows show a wall screen as watchers see the table. */
const LARGE = "(min-width: 1024px) and (min-height: 500px)";
const LOW = "(max-width: 699px), (max-height: 460px)";
const NARROW = "(max-width: 389px)";
/** How many cards of the hand are in one row at most, in these windows. */
const MOST_IN_ROW = { narrow: 10, low: 12, wide: Infinity };

const newDraft = () => ({ names: [], suits: [], level: null });

/** Returns what a seat is asked; a change of it ends everything that is half chosen. */
const questionOf = ({ deal, phase, legal, groups, question }) => JSON.stringify([deal, phase, legal, groups, question?.about, question?.seat]);
/** Returns whether this phone is to do something. @param {import("./now.js").Now} now */
const isTurn = ({ isAsked, question, you }) => (question ? question.waits.includes(you.seat) : isAsked);
const trickId = (last) => (last ? `${last.deal}.${last.number}` : "");

/**
 * @typedef {object} TableOptions
 * @property {(act: {seen: number, deal: number, for: number, entry: string}) => Promise<import("./now.js").Why | null>} act
 *   sends an act, and returns why it was not taken
 * @property {() => string} banner what is wrong with the connection, or with the deal
 * @property {string} [greeting] what is shown for a moment at the beginning
 * @property {string} base the address of the table
 * @property {boolean} [isWall]
 */

/**
 * Shows a table; `take` shows another state of it, `draw` the same one again.
 * @param {Element} root
 * @param {any} sent the server's first `now`
 * @param {TableOptions} options
 */
export function startTable(root, sent, options) {
  const { isWall = false } = options;
  const [wide, low, narrow, large] = [WIDE, LOW, NARROW, LARGE].map((query) => matchMedia(query));
  const settings = readSettings();
  const chosen = chosenAtFirst();
  /** What the server says of the table and its people; it is not sent again with every state. */
  const { title, program, names, direction, commitment, date, note } = sent;
  let about = { title, program, names, direction, commitment, draw: sent.draw, date, note, members: sent.members, you: sent.you };
  let latest = sent;
  let now = readNow(sent);
  let events = now.seen;
  /** The entry that is on its way. @type {string | null} */
  let pending = null;
  let draft = newDraft();
  /** @type {import("./now.js").LastTrick | null} */
  let held = null;
  /** @type {string | null} */
  let lifted = null;
  /** @type {string | null} */
  let ways = null;
  /** @type {import("./now.js").Why | null} */
  let notice = null;
  let guardedUntil = 0;
  /** The emotes that are shown, by seat. @type {Map<number, string>} */
  const emotes = new Map();
  let lastSign = Math.max(0, ...now.signs.map(({ time }) => time));
  let redrawScores = () => {};
  let redrawSay = () => {};
  const timers = { auto: 0, guard: 0, held: 0, notice: 0 };

  /** Returns what is drawn. @returns {import("./page.js").TableView} */
  function view() {
    const { seat } = now.you;
    const isWatching = isWall || seat === null;
    return {
      now: pending === null ? now : withAct(now, pending),
      events,
      own: seat === null || isWall ? 0 : seat,
      isWatching,
      isWall: isWall && large.matches,
      isWide: wide.matches,
      isLow: low.matches,
      mostInRow: MOST_IN_ROW[narrow.matches ? "narrow" : low.matches ? "low" : "wide"],
      isGuarded: performance.now() < guardedUntil,
      mayUndo: now.mayUndo && pending === null,
      held,
      lifted,
      ways,
      draft,
      notice,
      banner: options.banner(),
      settings,
      chosen,
      act,
      report,
      change,
      tapCard,
      closeWays: () => change(() => {
        ways = null;
      }),
      base: options.base,
      takeSeatBack,
      openMenu: () => openMenu({ now, base: options.base, settings, draw }),
      openSay: () => {
        redrawSay = openSay({ read: () => view().now, act, sign });
      },
      emotes,
      openScores,
      openLast,
      openHand,
      goOn: release,
      draw,
    };
  }

  // --- what is drawn ---------------------------------------------------------------------------

  /** Draws, and lets cards fly to the felt from where they were, or from their player. */
  function draw() {
    const rects = (selector, name) => new Map([...root.querySelectorAll(selector)].map((node) => [node.dataset[name], node.getBoundingClientRect()]));
    const before = rects("[data-card]", "card");
    const lay = new Set([...root.querySelectorAll(".lies [data-card]")].map((node) => /** @type {HTMLElement} */ (node).dataset.card));
    const seats = rects("[data-seat]", "seat");
    show(root, tablePage(view()));
    for (const node of root.querySelectorAll(".lies [data-by]")) {
      const { card, by } = /** @type {HTMLElement} */ (node).dataset;
      if (!lay.has(card)) flyFrom(node, before.get(card) ?? seats.get(by));
    }
    redrawScores();
    redrawSay();
  }

  // --- what the server says --------------------------------------------------------------------

  /** Shows another state. @param {any} next */
  function take(next) {
    const before = now;
    if (next.n < before.n) return; // an answer that was slower than the stream
    latest = next;
    now = readNow({ ...latest, ...about });
    events = [...events.slice(0, now.lines - now.seen.length), ...now.seen];
    if (pending === null && questionOf(before) !== questionOf(now)) {
      guard();
      resetChoices();
    }
    if (now.n > before.n) pending = null;
    if (trickId(now.last) && trickId(now.last) !== trickId(before.last)) hold(now.last);
    if (before.question && !now.question && now.seen.length) report({ reason: `${eventText(now.seen.at(-1), now.names)}.` });
    else draw();
    if (isTurn(now) && !isTurn(before)) giveSign(settings);
    now.signs.forEach(showSign);
    goOn();
  }

  /** Shows an emote for a moment; a nudge reaches those who are to act. @param {import("./now.js").Sign} sign */
  function showSign({ time, seat, name }) {
    if (time <= lastSign) return;
    lastSign = time;
    if (name !== "nudge") {
      emotes.set(seat, name);
      setTimeout(() => change(() => emotes.delete(seat)), EMOTE);
      draw();
    } else if (isTurn(now) && !isWall && seat !== now.you.seat) {
      report({ reason: phrase("table-nudged", { name: now.names[seat] }) });
      giveSign(settings);
    }
  }

  /** Gives a sign to everybody. @param {string} name */
  async function sign(name) {
    const { n, deal, you } = now;
    const why = await options.act({ seen: n, deal, for: you.seat, entry: `sign ${name}` });
    if (why) report(why);
  }

  function resetChoices() {
    draft = newDraft();
    lifted = null;
    ways = null;
  }

  /** Takes over what has changed about people. */
  function describe(people) {
    const { seat } = now.you;
    about = { ...about, members: people.members, you: people.you };
    now = readNow({ ...latest, ...about });
    draw();
    if (seat !== null && now.you.seat === null) report({ reason: phrase("table-seat-gone") });
  }

  /** Lets no tap through for a moment: it was meant for what was asked before. */
  function guard() {
    guardedUntil = performance.now() + GUARD;
    clearTimeout(timers.guard);
    timers.guard = setTimeout(draw, GUARD + 1);
  }

  /** Lets a finished trick lie for a moment, then fly to its winner. */
  function hold(trick) {
    held = trick;
    clearTimeout(timers.held);
    if (settings.pause !== null || isWall) timers.held = setTimeout(release, (settings.pause ?? 1.5) * 1000);
  }

  async function release() {
    if (!held) return;
    clearTimeout(timers.held);
    const trick = held;
    await flyTo(root.querySelectorAll(".lies"), root.querySelector(`[data-seat="${trick.seat}"]`)?.getBoundingClientRect());
    if (held !== trick) return;
    held = null;
    draw();
  }

  /** Sets the title, and plays the only card that is allowed if that is chosen. */
  function goOn() {
    const isDue = isTurn(now) && pending === null && !isWall;
    document.title = isDue ? phrase("table-your-turn") : now.title;
    if (isDue) /** @type {any} */ (navigator).setAppBadge?.(1).catch(() => {});
    else /** @type {any} */ (navigator).clearAppBadge?.().catch(() => {});
    clearTimeout(timers.auto);
    const [only, ...others] = now.legal;
    if (isDue && !now.question && settings.autoPlay && only?.startsWith("play") && !others.length) timers.auto = setTimeout(() => act(only), AUTO);
  }

  // --- what is tapped --------------------------------------------------------------------------

  /** Shows an act at once, and sends it. @param {string} entry */
  async function act(entry) {
    if (pending !== null || performance.now() < guardedUntil) return;
    const { n, deal, you } = now;
    pending = entry;
    held = null;
    notice = null;
    resetChoices();
    draw();
    goOn();
    const why = await options.act({ seen: n, deal, for: you.seat, entry });
    if (!why) return;
    pending = null;
    report(why);
    goOn();
  }

  /** Plays for the own seat again, in the place of a bot; everybody sees it. */
  async function takeSeatBack() {
    const body = new URLSearchParams({ key: newKey(), do: "play", seat: String(now.you.seat), policy: "", back: "table" });
    const answer = await fetch(`${options.base}/people`, { method: "POST", body }).catch(() => null);
    if (!answer?.ok) report({ reason: phrase("table-no-answer-now") });
  }

  /** Shows why something is not possible. @param {import("./now.js").Why} why */
  function report(why) {
    notice = why;
    clearTimeout(timers.notice);
    timers.notice = setTimeout(() => change(() => {
      notice = null;
    }), NOTICE);
    draw();
  }

  /** @param {() => void} work */
  function change(work) {
    work();
    draw();
  }

  /** A tap on a card: the reason why not, its ways, the card lifted, or played. */
  function tapCard(card, key, node) {
    if (pending !== null || performance.now() < guardedUntil) return;
    const possible = waysOf(now.legal, card);
    if (!possible.length) {
      lifted = null;
      report(whyNot(card));
      return;
    }
    const needsTwo = settings.taps === "two" || (settings.taps === "auto" && stripOf(node) < THIN);
    if (possible.length > 1) {
      change(() => {
        lifted = key;
        ways = card;
        notice = null;
      });
    } else if (lifted === key || !needsTwo) act(possible[0]);
    else
      change(() => {
        lifted = key;
        ways = null;
        notice = null;
      });
  }

  function whyNot(card) {
    const isTurn = now.legal.some((entry) => entry.startsWith("play"));
    if (isTurn) return now.why[`play ${card}`] ?? { reason: now.playsTop ? phrase("table-only-top") : phrase("table-not-now") };
    return { reason: headline(view())[0] };
  }

  /** Returns how much of a card is seen: as far as the next one. */
  function stripOf(node) {
    const next = node.nextElementSibling ?? node.previousElementSibling;
    return next ? Math.abs(next.offsetLeft - node.offsetLeft) : Infinity;
  }

  // --- dialogs ---------------------------------------------------------------------------------

  function openScores() {
    openDialog(phrase("scores-title"), ({ redraw }) => {
      redrawScores = redraw;
      return scores(matchSeen(view()), chosen, redraw);
    });
  }

  const openLast = () => now.last && openDialog(phrase("table-last-trick", { name: now.names[now.last.seat] }), () => trickInOrder(now, now.last));

  const openHand = (seat) =>
    openDialog(phrase("table-hand-of", { name: now.names[seat] }), () => h("div", { class: "last-trick" }, (now.shown[seat] ?? []).map((card, place) => lyingCard(card, { key: place }))));

  printPaper(() => ({ sheet: matchSeen(view()).sheet, title, date: about.date }), new AbortController().signal);
  for (const query of [wide, low, narrow, large]) query.onchange = draw;
  keepAwake();
  draw();
  if (options.greeting) report({ reason: options.greeting });
  goOn();
  return { take, describe, draw };
}
