// A page on which somebody writes rules, and sees what is wrong and what they come to.

import { element, explained, table, worded } from "./elements.js";
import { fragmentOf, textOf } from "./permalink.js";
import { edited, spanOf } from "./positions.js";
import { openSimulator } from "./simulate.js";

const PAUSE = 150; // milliseconds without a key before the rules are checked
const OWN = "rules.clag";
const KEPT = "clagdsl rules";
const FIRST = `clag 2
game "Our house rules" extends pagat

# What is not said here is as in the game above.
change players 4 to 6
`;
/** @type {(id: string) => any} */
const $ = (id) => document.getElementById(id);

/**
 * Bring the page to life: `ask` answers questions, `openEditor` makes an editor, and `simulate`, if
 * many matches can be played, answers the questions about them.
 */
export async function openPage(ask, openEditor, simulate = null) {
  let turn = 0; // answers about an older text are not shown
  let clock = 0;
  let linked = null; // the rules of the link that was opened
  const told = {}; // which text each panel was made of
  const editor = openEditor($("editor"), changed);
  const panels = { sheet: showSheet, differences: showDifferences, match: () => {} };
  if (simulate !== null) panels.simulate = () => {};

  function changed() {
    turn += 1;
    clearTimeout(clock);
    clock = setTimeout(check, PAUSE);
    keep();
  }

  function keep() {
    if (editor.text() === linked) return; // what somebody else wrote takes nobody's place
    try {
      localStorage.setItem(KEPT, editor.text());
    } catch {
      // a browser that keeps nothing: a link or a file does
    }
  }

  async function asked(question) {
    const mine = turn;
    try {
      const answer = await ask(question);
      return mine === turn ? answer : null;
    } catch (error) {
      if (mine === turn) say(error.message, "");
      return null;
    }
  }

  function say(words, kind) {
    $("status").textContent = words;
    $("status").className = kind;
  }

  async function check() {
    const text = editor.text();
    const answer = await asked({ wish: "check", text });
    if (answer === null) return;
    const own = answer.problems.filter((one) => one.file === OWN);
    editor.mark(
      own.map((one) => ({
        ...spanOf(text, one),
        severity: one.severity,
        words: `${one.message}\n${one.help}`.replaceAll("`", ""),
      }))
    );
    $("problems").replaceChildren(...answer.problems.map((one) => shown(one, answer.pages)));
    $("mend").hidden = !answer.problems.some((one) => one.safe);
    const errors = answer.problems.filter((one) => one.severity === "error");
    const first = errors[0] ?? answer.problems[0];
    const many = answer.problems.length;
    if (first === undefined) say(`${answer.title}: no problems found.`, "good");
    else {
      const where = first.file === OWN ? `line ${first.line}: ` : "";
      const words = first.message.replaceAll("`", "");
      say(`${many} ${many === 1 ? "problem" : "problems"}. ${where}${words}`, "");
    }
    document.body.dataset.checked = String(turn);
    await showPanel();
  }

  function shown(problem, pages) {
    const own = problem.file === OWN;
    const acts = element("div", { className: "acts" });
    if (own) {
      const go = element("button", { type: "button" }, `Line ${problem.line}`);
      go.addEventListener("click", () => {
        const { from, to } = spanOf(editor.text(), problem);
        editor.select(from, to);
      });
      acts.append(go);
    }
    if (problem.fix.length > 0) {
      const mend = element("button", { type: "button", className: "mend" }, ...mendWords(problem));
      const text = editor.text();
      mend.addEventListener("click", () => {
        if (editor.text() === text) editor.replace(edited(text, problem.fix));
      });
      acts.append(mend);
    }
    const page = pages[problem.code];
    const kind = { error: "Error", warning: "Warning", note: "Note" }[problem.severity];
    const inside = [
      element("p", { className: "what" }, element("b", {}, `${kind}: `), ...worded(problem.message)),
      element("p", {}, ...worded(problem.help)),
    ];
    if (problem.detail.length > 0) inside.push(element("pre", {}, problem.detail.join("\n")));
    inside.push(acts);
    if (page !== undefined) {
      const head = element("summary", {}, `${problem.code}: ${page.title}`);
      inside.push(element("details", {}, head, ...explained(page.page)));
    }
    return element("li", { className: problem.severity }, ...inside);
  }

  function mendWords(problem) {
    const [one, ...more] = problem.fix;
    const text = one.text.trim();
    if (more.length > 0 || text.length > 40 || text.includes("\n")) return ["Fix it"];
    return text ? ["Write", element("code", {}, text)] : ["Delete it"];
  }

  // --- the panels ---------------------------------------------------------------------------

  function chosen() {
    return Object.keys(panels).find((name) => !$(`panel-${name}`).hidden);
  }

  async function showPanel() {
    const name = chosen();
    const text = editor.text();
    const asks = { match: "played", simulate: "panel-simulate" }[name]; // not by itself
    const panel = $(asks ?? `panel-${name}`);
    panel.classList.toggle("old", told[name] !== undefined && told[name] !== text);
    if (asks !== undefined || told[name] === text) return;
    const answer = await asked({ wish: name, text });
    if (answer === null) return;
    if (answer.problems.some((one) => one.severity === "error")) {
      if (told[name] === undefined) panel.replaceChildren(element("p", { className: "hint" }, "This is shown once the rules have no errors."));
      return;
    }
    panels[name](answer[name], panel);
    panel.classList.remove("old");
    told[name] = text;
  }

  function showSheet(sheet, panel) {
    // the policy of a server refuses styles within a page, in one that is only parsed, too
    const plain = sheet.html.replace(/<style>[\s\S]*?<\/style>/g, "").replace(/ style="[^"]*"/g, "");
    const made = new DOMParser().parseFromString(plain, "text/html");
    const rules = made.querySelector("main");
    const parts = [made.querySelector("h1"), made.querySelector(".summary"), ...rules.children];
    for (const part of parts) {
      for (const one of part.querySelectorAll("table")) {
        const scroll = element("div", { className: "scroll", tabIndex: 0 });
        one.replaceWith(scroll);
        scroll.append(one);
      }
    }
    const heading = element("h2", {}, ...parts.shift().childNodes);
    for (const one of parts.flatMap((part) => [...part.querySelectorAll("h2")])) {
      one.replaceWith(element("h3", {}, ...one.childNodes));
    }
    panel.replaceChildren(heading, ...parts);
  }

  function showDifferences(found, panel) {
    if (found === null) {
      const words = "These rules do not extend another game. Write `extends pagat` after the title to change one.";
      panel.replaceChildren(element("p", { className: "hint" }, ...worded(words)));
      return;
    }
    if (found.same) {
      panel.replaceChildren(element("p", {}, ...worded(`The same rules as \`${found.parent}\`.`)));
      return;
    }
    const rows = found.differences.map((one) => [
      one.deal === null ? one.aspect : `${one.deal}: ${one.aspect}`, one.a ?? "–", one.b ?? "–",
    ]);
    panel.replaceChildren(table(["", found.parent, "here"], rows));
  }

  async function play() {
    const players = $("players").value;
    const answer = await asked({
      wish: "match",
      text: editor.text(),
      seed: $("seed").value.trim(),
      policy: $("policy").value,
      ...(players === "" ? {} : { players: Number(players) }),
    });
    if (answer === null) return;
    const match = answer.match ?? null;
    if (match === null) {
      const wrong = answer.problems.find((one) => one.severity === "error");
      $("played").replaceChildren(element("p", { className: "problem" }, ...worded(wrong.message)));
      return;
    }
    const end = match.finished
      ? `${match.winners.join(" and ")} ${match.winners.length === 1 ? "wins" : "win"}.`
      : "This match is too long to play here. It got this far.";
    const totals = match.players.map((name, seat) => [name, match.totals[seat]]);
    const deals = match.deals.map((lines, at) =>
      element("details", { open: at === 0 },
        element("summary", {}, lines[0]),
        element("ol", {}, ...lines.slice(1).map((line) => element("li", {}, line))))
    );
    $("played").replaceChildren(
      element("h2", {}, end), table(["Player", "Points"], totals, true), ...deals
    );
    $("played").classList.remove("old");
    told.match = editor.text();
  }

  function choose(name) {
    for (const each of Object.keys(panels)) {
      $(`panel-${each}`).hidden = each !== name;
      $(`tab-${each}`).setAttribute("aria-selected", String(each === name));
      $(`tab-${each}`).tabIndex = each === name ? 0 : -1;
    }
    showPanel();
  }

  for (const [at, name] of Object.keys(panels).entries()) {
    $(`tab-${name}`).addEventListener("click", () => choose(name));
    $(`tab-${name}`).addEventListener("keydown", (event) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (step === undefined) return;
      const names = Object.keys(panels);
      const next = names[(at + step + names.length) % names.length];
      choose(next);
      $(`tab-${next}`).focus();
    });
  }
  $("match").addEventListener("submit", (event) => {
    event.preventDefault();
    play();
  });

  if (simulate !== null) {
    $("tab-simulate").hidden = false;
    openSimulator(simulate, editor.text, (text) => {
      told.simulate = text;
      $("panel-simulate").classList.toggle("old", text !== editor.text());
    });
  }

  // --- games, links, files ------------------------------------------------------------------

  $("mend").addEventListener("click", async () => {
    const answer = await asked({ wish: "mend", text: editor.text() });
    if (answer !== null) editor.replace(answer.text);
  });
  $("games").addEventListener("change", () => {
    $("open").disabled = $("games").value === "";
  });
  $("open").addEventListener("click", async () => {
    const answer = await asked({ wish: "open", game: $("games").value });
    if (answer !== null) editor.replace(answer.text);
  });
  $("link").addEventListener("click", async () => {
    const fragment = await fragmentOf(editor.text());
    history.replaceState(null, "", fragment);
    const place = $("linked");
    place.hidden = false;
    try {
      await navigator.clipboard.writeText(location.href);
      place.textContent = "The link is copied. It contains the rules: anyone who opens it can read them.";
    } catch {
      const input = element("input", { readOnly: true, value: location.href });
      input.setAttribute("aria-label", "The link to these rules");
      place.replaceChildren("This link contains the rules:", input);
      input.select();
    }
  });
  $("save").addEventListener("click", () => {
    const file = new Blob([editor.text()], { type: "text/plain" });
    $("save").href = URL.createObjectURL(file);
  });

  async function fromLink() {
    try {
      linked = await textOf(location.hash);
      return linked;
    } catch {
      $("linked").hidden = false;
      $("linked").textContent = "This link is broken. Copy the whole link again.";
      return null;
    }
  }
  addEventListener("hashchange", async () => {
    const text = await fromLink();
    if (text !== null && text !== editor.text()) editor.replace(text);
  });

  let before = null;
  try {
    before = localStorage.getItem(KEPT);
  } catch {
    // as in `keep`
  }
  editor.replace((await fromLink()) ?? before ?? FIRST);
  const known = await ask({ wish: "games" }).catch(() => null); // a server may offer none here
  for (const part of [$("games").closest("label"), $("open")]) part.hidden = !known?.games;
  for (const game of known?.games ?? []) {
    $("games").append(element("option", { value: game.name }, game.title));
  }
}
