// Signs of the own turn, and a screen that stays on.

const PITCH = 660;
const LENGTH = 0.12;

/** @type {AudioContext | null} */
let audio = null;

/** Prepares the sound: browsers allow it only after a tap. */
export function allowSound() {
  audio ??= new AudioContext();
  audio.resume();
}

/** Plays one short sound and vibrates, if this phone has chosen so. @param {import("./page.js").Settings} settings */
export function giveSign({ signals }) {
  if (!signals) return;
  navigator.vibrate?.(30);
  if (audio?.state !== "running") return;
  const [tone, volume] = [audio.createOscillator(), audio.createGain()];
  tone.frequency.value = PITCH;
  volume.gain.setValueAtTime(0.15, audio.currentTime);
  volume.gain.exponentialRampToValueAtTime(0.001, audio.currentTime + LENGTH);
  tone.connect(volume).connect(audio.destination);
  tone.start();
  tone.stop(audio.currentTime + LENGTH);
}

/** Keeps the screen on while the page is visible, where the browser allows it. */
export function keepAwake() {
  const request = () => {
    if (!document.hidden) navigator.wakeLock?.request("screen").catch(() => {});
  };
  document.addEventListener("visibilitychange", request);
  request();
}
