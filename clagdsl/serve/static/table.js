"use strict";
// Everything works without this: it only shows at once what others enter, and opens the printer.
const live = document.querySelector("[data-changes]");
let source = null, seen = live && live.dataset.number, whole = live && "refused" in live.dataset;
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
  const from = `${live.dataset.changes}?seen=${seen}${whole ? "&whole=1" : ""}`;
  source = document.hidden ? null : new EventSource(from);
  if (source) source.onmessage = event => show(JSON.parse(event.data));
}
if (live) { listen(); document.addEventListener("visibilitychange", listen); }
if (document.querySelector("[data-print]")) addEventListener("load", () => print());
