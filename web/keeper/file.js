// The keeper in one file: it shows matches that are kept in this browser.
//
// The page holds what `clagdsl keep` knows about the game as JSON in the element `page-data`.

import { keep } from "../clag-score/src/sheet/sheet.js";
import { Table } from "../clag-score/src/score/table.js";
import { setupWords as words } from "../look/words.js";
import { startKeeper } from "./keeper.js";
import { LocalStore } from "./local_store.js";
import { drawsDealer, onceMore } from "./once_more.js";
import { openRules, showSetup } from "./setup.js";
import { Shelf } from "./shelf.js";

const pageData = JSON.parse(document.getElementById("page-data").textContent);
const { compiled, rules } = pageData;
const root = document.getElementById("keeper");
const shelf = new Shelf(`clagdsl keep ${compiled.rules_hash}`);

/** What is shown: a match with its store, or the page before one. */
let shown = { store: null, stop: () => {} };

function begin(match) {
  // a refusal of names or dealer is thrown before anything is kept
  keep(new Table(compiled, match.names.length, match.parameters), { names: match.names, dealer: match.dealer, rules });
  shelf.begin(match);
  showMatch();
}

function showMatch() {
  shown.stop();
  const match = shelf.current;
  const store = new LocalStore(shelf);
  const next = onceMore(match, drawsDealer(compiled.game));
  const leave = () => {
    shelf.close();
    showFirst();
  };
  const options = {
    ...pageData,
    match,
    store,
    regulars: () => shelf.regulars,
    learn: (name) => shelf.know(name),
    nextDealer: next.dealer ?? "",
    onAgain: () => begin(next),
    onLeave: leave,
    menu: [
      ["rules", () => openRules(pageData)],
      ["leave", leave],
    ],
  };
  try {
    shown = { store, stop: startKeeper(root, options).stop };
  } catch (error) {
    shelf.close();
    showFirst(words.cannotOpen(error.message));
  }
}

function showFirst(message = "") {
  shown.stop();
  shown = { store: null, stop: () => {} };
  showSetup(root, {
    ...pageData,
    message,
    matches: shelf.matches,
    regulars: shelf.regulars,
    begin,
    choose: (id) => {
      shelf.choose(id);
      showMatch();
    },
    remove: (id) => {
      shelf.remove(id);
      showFirst();
    },
  });
}

/** Shows what other windows of this browser have kept. */
function followOthers() {
  if (shown.store) {
    if (!shown.store.follow()) showFirst();
    return;
  }
  const before = shelf.text;
  shelf.refresh(null);
  if (shelf.text !== before) showFirst();
}

// a window that was asleep gets no event, so it looks when it is shown again
window.addEventListener("storage", followOthers);
window.addEventListener("pageshow", followOthers);
document.addEventListener("visibilitychange", followOthers);

if (pageData.match) shelf.take(pageData.match);
if (shelf.current) showMatch();
else showFirst();
