"use strict";
// Everything works without this: it only shows at once what others enter, and opens the printer.
const live = document.querySelector("[data-changes]");
const QUIET = 40000; // over twice the seconds after which a server says that it is there
let source = null, heard = 0, again = 0, seen = live && live.dataset.number, whole = live && "refused" in live.dataset;
const FRESH = 400; // a finger on its way to what a part showed before must not tap what it shows now
const fields = form => [...form.elements].filter(each => each.matches("input:not([type=hidden]), select"));
const purpose = form => ["for", "row"].map(name => form.elements[name]?.value).join("|");
// Puts new content in a part: what was chosen there stays if it is for the same turn.
function swap(part, content) {
  const active = document.activeElement;
  const before = [...part.querySelectorAll("form")].map(form => [purpose(form), fields(form)]);
  const open = [...part.querySelectorAll("details[open] > summary")].map(each => each.textContent);
  part.innerHTML = content;
  for (const each of part.querySelectorAll("details > summary"))
    if (open.includes(each.textContent)) each.parentElement.open = true;
  for (const form of part.querySelectorAll("form"))
    for (const was of before.filter(each => each[0] === purpose(form)).flatMap(each => each[1]))
      for (const now of fields(form).filter(each => each.name === was.name)) {
        const ticks = was.type === "radio" || was.type === "checkbox";
        if (ticks && now.value !== was.value) continue;
        if (ticks) now.checked = was.checked;
        else if (!now.options || [...now.options].some(one => one.value === was.value)) now.value = was.value;
        if (was === active) now.focus();
      }
  part.dataset.fresh = "";
  clearTimeout(part.settling);
  part.settling = setTimeout(() => { delete part.dataset.fresh; }, FRESH);
}
function show(told) {
  if (told.gone) return location.reload();
  seen = told.number;
  if (!told.key) return;
  whole = false;
  // A form that was begun keeps the turn that it was begun for, and is refused if that is over.
  const begun = [...document.forms].filter(form => !form.closest("[data-part]") && fields(form).some(each => each.value));
  for (const [name, [classes, content]] of Object.entries(told.parts)) {
    const part = document.getElementById(name);
    if (!part || begun.includes(part.closest("form"))) continue;
    swap(part, content);
    part.className = classes;
  }
  for (const field of document.getElementsByName("key")) field.value = told.key;
  for (const field of document.getElementsByName("seen")) if (!begun.includes(field.form)) field.value = seen;
}
let early = false; // whether the finger went down on a part that had just been swapped
function guard(event) {
  const fresh = Boolean(event.target.closest?.("[data-fresh]"));
  if (event.type === "pointerdown") early = fresh;
  else if (fresh || (event.type === "click" && event.detail && early)) {
    event.preventDefault();
    event.stopPropagation();
  }
}
for (const kind of ["pointerdown", "click", "submit"]) addEventListener(kind, guard, true);
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
