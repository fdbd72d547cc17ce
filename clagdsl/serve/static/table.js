"use strict";
// Everything works without this: it only shows at once what others enter, and opens the printer.
const live = document.querySelector("[data-changes]");
let source = null, seen = live && Number(live.dataset.number);
async function refresh(number) {
  if (number <= seen) return;
  const answer = await fetch(location.pathname.replace(/\/enter$/, ""), {cache: "no-store"});
  if (!answer.ok) return location.reload();
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  seen = Number(page.querySelector("[data-changes]").dataset.number);
  for (const part of page.querySelectorAll("[data-part]")) {
    const shown = document.getElementById(part.id);
    if (shown.innerHTML !== part.innerHTML) shown.innerHTML = part.innerHTML;
    shown.className = part.className;
  }
}
function listen() {
  if (source) source.close();
  source = document.hidden ? null : new EventSource(live.dataset.changes);
  if (source) source.onmessage = event => refresh(Number(event.data));
}
if (live) { listen(); document.addEventListener("visibilitychange", listen); }
if (document.querySelector("[data-print]")) addEventListener("load", () => print());
