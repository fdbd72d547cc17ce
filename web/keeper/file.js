// The keeper in one file: it shows matches that are kept in this browser.
//
// The page holds what `clagdsl keep` knows about the game as JSON in the element `page-data`.

import { keepLanguage } from "./own_language.js";
import { keep } from "../clag-score/src/sheet/sheet.js";
import { Table } from "../clag-score/src/score/table.js";
import { phrase } from "../look/catalogue.js";
import { startKeeper } from "./keeper.js";
import { LocalStore } from "./local_store.js";
import { lastMatch } from "./once_more.js";
import { openRules, showSetup } from "./setup.js";
import { Shelf } from "./shelf.js";

const pageData = JSON.parse(document.getElementById("page-data").textContent);
const { compiled, rules } = pageData;
const root = document.getElementById("keeper");
const shelf = new Shelf(`clagdsl keep ${compiled.rules_hash}`);

/** What is shown: a match with its store, or the page before one. */
let shown = { store: null, stop: () => {} };

/** Returns the sheet of a match. Throws if its names, its dealer or an entry do not fit the rules. */
const sheetOf = ({ names, dealer, parameters, log = [] }) =>
  log.reduce((sheet, entry) => sheet.apply(entry), keep(new Table(compiled, names.length, parameters), { names, dealer, rules }));

function begin(match) {
  sheetOf(match); // a refusal of names or dealer is thrown before anything is kept
  shelf.begin(match);
  showMatch();
}

function showMatch() {
  shown.stop();
  const match = shelf.current;
  const leave = () => {
    shelf.close();
    showFirst();
  };
  const options = {
    ...pageData,
    match,
    regulars: () => shelf.regulars,
    learn: (name) => shelf.know(name),
    onAgain: begin,
    onLeave: leave,
    menu: [
      ["rules", () => openRules(pageData)],
      ["leave", leave],
    ],
  };
  try {
    const store = new LocalStore(shelf, sheetOf);
    shown = { store, stop: startKeeper(root, { ...options, store }).stop };
  } catch (error) {
    shelf.close();
    showFirst(phrase("setup-cannot-open", { reason: error.message }));
  }
}

/** Returns a match with everybody who was there; the last one as it ended. */
function described(match, place) {
  const asBegun = { ...match, everybody: match.names, last: match };
  if (place > 0 && !/join/.test(match.log.join())) return asBegun; // many matches take long
  try {
    const sheet = sheetOf(match);
    return { ...match, everybody: sheet.names, last: lastMatch(sheet, match.parameters) };
  } catch {
    return asBegun; // the rules no longer fit
  }
}

function showFirst(message = "") {
  shown.stop();
  shown = { store: null, stop: () => {} };
  showSetup(root, {
    ...pageData,
    message,
    matches: shelf.matches.map(described),
    regulars: shelf.regulars,
    keepLanguage,
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
