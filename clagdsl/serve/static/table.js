"use strict";
// Everything works without this: it only shows at once what others enter, and opens the printer.
const live = document.querySelector("[data-changes]");
const QUIET = 40000; // over twice the seconds after which a server says that it is there
let source = null, heard = 0, again = 0, seen = live && live.dataset.number, whole = live && "refused" in live.dataset;
function show(told) {
  if (told.gone) return location.reload();
  seen = told.number;
  if (!told.key) return;
  whole = false;
  for (const [name, [classes, content]] of Object.entries(told.parts)) {
    const part = document.getElementById(name);
    part.innerHTML = content;
    part.className = classes;
  }
  for (const field of document.getElementsByName("key")) field.value = told.key;
  for (const field of document.getElementsByName("seen")) field.value = seen;
}
function listen() {
  if (source) source.close();
  clearTimeout(again);
  heard = Date.now();
  const from = `${live.dataset.changes}?seen=${seen}${whole ? "&whole=1" : ""}`;
  source = document.hidden ? null : new EventSource(from);
  if (!source) return;
  const asked = source;
  asked.onopen = () => { heard = Date.now(); };
  asked.addEventListener("here", asked.onopen);
  asked.onmessage = event => { heard = Date.now(); show(JSON.parse(event.data)); };
  // A browser asks again by itself where nobody answers, but not where a full server refused.
  asked.onerror = () => { if (asked.readyState === 2) again = setTimeout(listen, 5000); };
}
if (live) {
  listen();
  document.addEventListener("visibilitychange", listen);
  addEventListener("online", listen);
  // A phone that changes its network is told nothing: the stream says often that it is there.
  setInterval(() => { if (source && Date.now() - heard > QUIET) listen(); }, 3000);
}
if (document.querySelector("[data-print]")) addEventListener("load", () => print());
