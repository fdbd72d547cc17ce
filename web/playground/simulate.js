// The panel that plays many matches, part by part, and shows the figures so far.

const SECONDS = 1; // about as long as a part takes: so often the figures are renewed
const GROWTH = 4; // a part has at most this many times the matches of the part before

/**
 * Brings the panel to life.
 * @param {(question: object) => Promise<any>} ask answers questions, apart from those of the editor
 * @param {() => string} rules returns the rules in the editor
 * @param {(text: string) => void} shown is told of the rules whose figures are shown
 */
export function openSimulator(ask, rules, shown) {
  /** @type {(id: string) => any} */
  const $ = (id) => document.getElementById(id);
  let run = 0; // an answer to an earlier run is not shown

  function show(busy, words) {
    $("stop").hidden = !busy;
    $("progress").hidden = !busy;
    $("simulating").textContent = words;
  }

  async function play(question) {
    run += 1;
    const mine = run;
    let part = 1;
    let counts = {};
    $("progress").removeAttribute("value");
    $("progress").max = question.matches;
    show(true, "Starting: this takes a few seconds.");
    for (;;) {
      const begun = performance.now();
      const answer = await ask({ ...question, ...counts, part }).catch((error) => ({ wrong: error.message }));
      if (mine !== run) return;
      const figures = answer.simulation ?? null;
      if (figures === null) {
        const why = answer.wrong ?? answer.problems.find((one) => one.severity === "error").message;
        show(false, why.replaceAll("`", ""));
        return;
      }
      $("simulated").hidden = false;
      $("simulated").textContent = figures.text;
      $("progress").value = figures.played;
      shown(question.text);
      if (figures.played === figures.matches) break;
      show(true, "");
      counts = { counts: figures.counts };
      const seconds = (performance.now() - begun) / 1000;
      part = Math.max(1, Math.round(part * Math.min(GROWTH, SECONDS / seconds)));
    }
    show(false, "");
  }

  $("simulate").addEventListener("submit", (event) => {
    event.preventDefault();
    const { matches, seed, players, policy, parameters } = Object.fromEntries(new FormData($("simulate")));
    const settings = String(parameters).split(/[\s,]+/).filter(Boolean).map((one) => one.split(/=(.*)/s));
    play({
      wish: "simulate",
      text: rules(),
      matches: Number(matches),
      seed: String(seed).trim(),
      policy,
      parameters: Object.fromEntries(settings.map(([name, value]) => [name, value ?? ""])),
      ...(players === "" ? {} : { players: Number(players) }),
    });
  });
  $("stop").addEventListener("click", () => {
    run += 1;
    show(false, "Stopped.");
  });
}
