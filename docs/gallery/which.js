// Shows, after each answer or pasted deal, the games that agree best.

import { judge, readDeals } from "./deals.js";
import { playersAnswer, ranked } from "./ranking.js";

const MOST = 8; // games to show, unless more are tied for the best
const { games, questions } = JSON.parse(document.getElementById("games").textContent);
const form = /** @type {HTMLFormElement} */ (document.getElementById("questions"));
const pasted = /** @type {HTMLTextAreaElement} */ (document.getElementById("deals"));
const read = document.getElementById("read");
const list = document.getElementById("ranking");
let compiled = null; // fetched when a deal is first pasted
let judged = {}; // by name, of the deals that are pasted

function show() {
  const answers = Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value)]));
  answers.players = playersAnswer(answers.players);
  const ranking = ranked(games, answers, judged).filter(({ weight }) => weight > 1);
  const best = Math.max(...ranking.map(({ agreed }) => agreed));
  const shown = ranking.filter(({ agreed }, at) => at < MOST || agreed === best);
  list.replaceChildren(
    ...shown.map((game) => {
      const item = document.createElement("li");
      const link = document.createElement("a");
      link.href = `${game.name}.html`;
      link.textContent = game.title;
      item.append(link, ` agrees with ${game.agreed} of ${game.answered}`, misses(game), points(judged[game.name]));
      return item;
    }),
  );
}

/** Returns the answers that disagree, and the differences that the order depends on. */
function misses({ disagrees, expected }) {
  const subjects = disagrees.map((question) => questions[question]).join(", ");
  return `${subjects && `, not on ${subjects}`}; expect about ${Math.round(expected)} differences`;
}

/** Returns what is to say of a game's points, if a deal is pasted. */
function points(found) {
  if (!found) return "";
  if (found.gives === "perhaps") return "; its points also depend on what the deal does not show";
  const settings = Object.entries(found.parameters).map(([name, value]) => `${name} = ${value}`);
  const deals = [...new Set(found.as)].join(", ");
  return `; gives these points (${deals}${settings.length ? `, with ${settings.join(", ")}` : ""})`;
}

async function paste() {
  const { deals, unread } = readDeals(pasted.value);
  const skipped = unread.length ? `; not understood: ${unread.join("; ")}` : "";
  read.textContent = pasted.value.trim() ? `Deals read: ${deals.length}${skipped}` : "";
  if (deals.length) compiled ??= await (await fetch("games.json")).json();
  judged = {};
  if (deals.length) for (const { name } of games) judged[name] = judge(compiled[name], deals);
  if (deals.length && Object.values(judged).every(({ gives }) => gives === "no")) {
    read.textContent += ". No bundled game gives these points.";
  }
  show();
}

form.addEventListener("input", show);
pasted.addEventListener("change", paste);
show();
