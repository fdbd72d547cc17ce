// Pages without a network, where the browser allows it: on https and on localhost.

/** Whether this browser may keep the page, and the screen on: not on plain http in a local network. */
export const isInstallable = () => isSecureContext && "serviceWorker" in navigator;

/**
 * Lets pages open without a network.
 * @param {string[]} needs the addresses that this page has loaded by itself: its shell, its rules
 */
export async function keepOffline(needs) {
  if (!isInstallable()) return;
  const { serviceWorker } = navigator;
  try {
    await serviceWorker.register("/sw.js", { updateViaCache: "none" });
    (await serviceWorker.ready).active?.postMessage(needs);
  } catch {
    // a browser that forbids it, as in a private window: the page works with a network
  }
}

/**
 * Returns the score sheets that this browser keeps, as `keeper/sync.js` stores them.
 * @returns {{name: string, title: string, names: string[]}[]}
 */
export function keptTables() {
  try {
    const keys = Object.keys(localStorage).filter((key) => /^clagdsl \/t\/\S+ table$/.test(key));
    return keys.map((key) => JSON.parse(localStorage.getItem(key)));
  } catch {
    return [];
  }
}
