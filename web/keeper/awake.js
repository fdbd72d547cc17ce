// The screen stays on while a match is open, where the browser allows it.

/**
 * Returns a function that says whether the screen is to stay on. The browser forgets it whenever the
 * page is hidden.
 * @param {AbortSignal} signal ends it
 * @returns {(isWanted: boolean) => void}
 */
export function screenLock(signal) {
  /** @type {WakeLockSentinel | null} */
  let lock = null;
  let isWanted = false;
  let isAsking = false;

  async function update() {
    if (isWanted && !isAsking && !document.hidden && (lock?.released ?? true)) {
      isAsking = true;
      lock = (await navigator.wakeLock?.request("screen").catch(() => null)) ?? null;
      isAsking = false;
    }
    if (!isWanted) await lock?.release();
  }

  document.addEventListener("visibilitychange", update, { signal });
  signal.addEventListener("abort", () => {
    isWanted = false;
    update();
  });
  return (wanted) => {
    if (wanted === isWanted) return;
    isWanted = wanted;
    update();
  };
}
