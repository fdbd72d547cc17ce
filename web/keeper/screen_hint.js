// What a page on plain http in a local network cannot do; a device shows it once.

import { isInstallable } from "../look/offline.js";
import { h } from "../look/view.js";
import { servedWords as words } from "../look/words.js";

const SEEN = "clagdsl screen hint";

function wasSeen() {
  try {
    return localStorage.getItem(SEEN) !== null;
  } catch {
    return false;
  }
}

/**
 * Returns a function that draws the hint until somebody has tapped one of its buttons, and null then.
 * @param {string} along the address of the table as a file
 */
export function screenHint(along) {
  let isShown = !isInstallable() && !wasSeen();
  /** @param {() => void} draw draws the page again */
  return (draw) => {
    if (!isShown) return null;
    const dismiss = () => {
      isShown = false;
      try {
        localStorage.setItem(SEEN, "");
      } catch {
        // it is shown again the next time
      }
      draw();
    };
    return h(
      "div",
      { class: "banner", key: "screen" },
      h("p", {}, words.screen),
      h("a", { class: "button", "data-key": "along", href: along, onclick: dismiss }, words.takeAlong),
      h("button", { class: "button", "data-key": "screen all right", onclick: dismiss }, words.allRight),
    );
  };
}
