// What is chosen on this phone, for all online tables.

const NAME = "clagdsl table settings";

/** @type {import("./page.js").Settings} */
const USUAL = { autoPlay: false, taps: "auto", pause: 1.5, isTrumpFirst: true, signals: false };

/** @returns {import("./page.js").Settings} */
export function readSettings() {
  try {
    return { ...USUAL, ...JSON.parse(localStorage.getItem(NAME) ?? "{}") };
  } catch {
    return { ...USUAL };
  }
}

/** Keeps the settings, if the browser lets pages keep anything. @param {import("./page.js").Settings} settings */
export function keepSettings(settings) {
  try {
    localStorage.setItem(NAME, JSON.stringify(settings));
  } catch {
    // they hold until the page is closed
  }
}
