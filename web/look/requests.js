/**
 * Requests to the server, with keys that make it safe to repeat them.
 * @module
 */

/** Seconds after which an answer is no longer expected. */
const PATIENCE = 10;

/** Returns 128 random bits as 32 hexadecimal digits. */
export const newKey = () => [...crypto.getRandomValues(new Uint32Array(4))].map((word) => word.toString(16).padStart(8, "0")).join("");

/** Returns the JSON of an answer with its status; throws if there is no answer. */
export async function answerOf(address, options = {}) {
  const response = await fetch(address, { ...options, signal: AbortSignal.timeout(PATIENCE * 1000) });
  const fields = await response.json().catch(() => ({}));
  return { ...fields, status: response.status };
}
