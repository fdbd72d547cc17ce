// What a page on plain http in a local network cannot do; a device shows it once.

import { phrase } from "../look/catalogue.js";
import { isInstallable } from "../look/offline.js";
import { h } from "../look/view.js";

const SEEN = "clagdsl screen hint";
const takeAlongText = phrase("keeper-menu", { entry: "along" });

/** Why a table cannot be taken along now. */
export const alongLater = `${takeAlongText} ${phrase("keeper-once-there")}.`;

function wasSeen() {
  try {
    return localStorage.getItem(SEEN) !== null;
  } catch {
    return false;
  }
}

/**
 * Returns a function that draws the hint until somebody has tapped one of its buttons, and null then.
 * @param {() => ((keeper: import("./keeper.js").Keeper) => void) | null} along returns what saves the
 *   table as a file, null if the server has to answer first
 */
export function screenHint(along) {
  let isShown = !isInstallable() && !wasSeen();
  /** @param {import("./keeper.js").Keeper} keeper */
  return (keeper) => {
    if (!isShown) return null;
    const take = along();
    const dismiss = () => {
      isShown = false;
      try {
        localStorage.setItem(SEEN, "");
      } catch {
        // it is shown again the next time
      }
      keeper.draw();
    };
    const takeAlong = () => {
      dismiss();
      take(keeper);
    };
    return h(
      "div",
      { class: "banner", key: "screen" },
      h("p", {}, phrase("served-screen"), !take && ` ${alongLater}`),
      take && h("button", { class: "button", "data-key": "along", onclick: takeAlong }, takeAlongText),
      h("button", { class: "button", "data-key": "screen all right", onclick: dismiss }, phrase("served-all-right")),
    );
  };
}
