// Shows, after each answer, the games that agree with most answers.

import { ranked } from "./ranking.js";

const MOST = 8; // games to show, unless more are tied for the best
const { games } = JSON.parse(document.getElementById("games").textContent);
const form = /** @type {HTMLFormElement} */ (document.getElementById("questions"));
const list = document.getElementById("ranking");

function show() {
  const answers = Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value)]));
  const ranking = ranked(games, answers);
  const { agreed: best, answered } = ranking[0];
  const shown = ranking.filter((game, at) => game.agreed && (at < MOST || game.agreed === best));
  list.replaceChildren(
    ...shown.map((game) => {
      const item = document.createElement("li");
      const link = document.createElement("a");
      link.href = `${game.name}.html`;
      link.textContent = game.title;
      item.append(link, ` agrees with ${game.agreed} of ${answered}`);
      return item;
    }),
  );
}

form.addEventListener("change", show);
show();
