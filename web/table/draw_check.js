/**
 * The draw of the seed as a phone checks it, which believes nothing that it can work out.
 *
 * A phone remembers what it has seen: the server's commitment from the first page on, its own nonces,
 * and the commitments of each round from the moment on when all were there. So nobody can exchange
 * one after a nonce was revealed. Over plain http browsers have no SHA-256, so here is one.
 * @module
 */

/**
 * The draw as the server sends it; texts are by seat.
 * @typedef {{round: number, commitments: Record<string, string>, nonces: Record<string, string>,
 *   reveals: boolean, over: boolean, waits: number[], failures: number[][], agreed: number[]}} Draw
 */
/**
 * What this phone has seen at a table. `own` has its nonce of each round, `revealed` the rounds in
 * which the server has taken it, `agreed` those that it wanted to end without a phone, and `settled`
 * the commitments of each round.
 * @typedef {{commitment: string, own: Record<string, string>, revealed: number[], agreed: number[],
 *   settled: Record<string, Record<string, string>>}} Memory
 */
/** @typedef {"server" | "swapped" | "foreign" | "nonce" | "copied" | "blamed" | "agreed" | "withheld" | "seed"} Fault */
/** What the server says of a table. @typedef {{name: string, commitment: string, draw: Draw, you: {seat: number | null}}} Sent */

// --- SHA-256 -----------------------------------------------------------------------------------

const primes = [];
for (let number = 2; primes.length < 64; number += 1) if (primes.every((prime) => number % prime)) primes.push(number);
/** Returns the first 32 bits behind the point. */
const fraction = (number) => ((number % 1) * 2 ** 32) | 0;
const FACTORS = primes.map((prime) => fraction(Math.cbrt(prime)));
const BEGINNING = primes.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));

const rotate = (word, bits) => (word >>> bits) | (word << (32 - bits));
const mix = (word, first, second, third) => rotate(word, first) ^ rotate(word, second) ^ third;

/** Returns the SHA-256 of a text in hexadecimal digits. @param {string} text */
export function sha256(text) {
  const bytes = new TextEncoder().encode(text);
  const blocks = new DataView(new ArrayBuffer((((bytes.length + 8) >> 6) + 1) << 6));
  new Uint8Array(blocks.buffer).set(bytes);
  blocks.setUint8(bytes.length, 0x80);
  blocks.setUint32(blocks.byteLength - 4, bytes.length * 8);
  let state = BEGINNING;
  for (let start = 0; start < blocks.byteLength; start += 64) {
    const words = Array.from({ length: 16 }, (_, place) => blocks.getInt32(start + 4 * place));
    let [a, b, c, d, e, f, g, h] = state;
    for (let place = 0; place < 64; place += 1) {
      if (place > 15) {
        const [early, late] = [words[place - 15], words[place - 2]];
        words[place] = (words[place - 16] + mix(early, 7, 18, early >>> 3) + words[place - 7] + mix(late, 17, 19, late >>> 10)) | 0;
      }
      const one = (h + mix(e, 6, 11, rotate(e, 25)) + ((e & f) ^ (~e & g)) + FACTORS[place] + words[place]) | 0;
      const two = mix(a, 2, 13, rotate(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
      [a, b, c, d, e, f, g, h] = [(one + two) | 0, a, b, c, (d + one) | 0, e, f, g];
    }
    state = [a, b, c, d, e, f, g, h].map((word, place) => (word + state[place]) | 0);
  }
  return state.map((word) => (word >>> 0).toString(16).padStart(8, "0")).join("");
}

/** Failed rounds after which a phone is left out only if all others agree. */
export const FREE_ROUNDS = 2;

// --- the draw ----------------------------------------------------------------------------------

/** Returns the commitment to a nonce. The server has round 0 and seat -1. */
export const commitmentOf = (table, round, seat, nonce) => sha256(`clagdsl draw ${table} ${round} ${seat + 1} ${nonce}`);

/** Returns the seed that nonces make together, as a decimal number. @param {string[]} nonces */
export const seedOf = (nonces) => BigInt(`0x${sha256(nonces.join(" ")).slice(0, 16)}`).toString();

/** Remembers what must not change any more. @param {Memory} memory @param {Sent} sent */
export function remember(memory, { commitment, draw }) {
  memory.commitment ||= commitment;
  if (draw.reveals) memory.settled[draw.round] ??= draw.commitments;
}

/**
 * Returns what is wrong with a draw, or null. At the end of the match, the server must reveal its
 * `secret`: the seed and its nonce.
 * @param {Memory} memory @param {Sent} sent @param {{phase?: string, secret?: string}} now
 * @returns {Fault | null}
 */
export function faultOf(memory, { name, commitment, draw, you }, { phase, secret }) {
  const { round, commitments, nonces } = draw;
  const own = memory.own[round];
  const all = Object.values(commitments);
  if (memory.commitment !== commitment) return "server";
  if (draw.reveals && JSON.stringify(memory.settled[round]) !== JSON.stringify(commitments)) return "swapped";
  if (draw.reveals && own && commitments[you.seat] !== commitmentOf(name, round, you.seat, own)) return "foreign";
  if (new Set([commitment, ...all]).size <= all.length) return "copied";
  for (const [seat, nonce] of Object.entries(nonces)) if (commitmentOf(name, round, Number(seat), nonce) !== commitments[seat]) return "nonce";
  if (secret) {
    const [seed, nonce] = secret.split(":");
    if (commitmentOf(name, 0, -1, nonce) !== commitment || seedOf([nonce, ...Object.values(nonces)]) !== seed) return "seed";
  }
  if (phase === "over" && !secret) return "withheld";
  for (const [index, seats] of draw.failures.entries()) {
    const failed = index + 1;
    if (seats.includes(you.seat) && memory.revealed.includes(failed)) return "blamed";
    const hasVote = memory.own[failed] && failed > FREE_ROUNDS && !seats.includes(you.seat);
    if (hasVote && !memory.agreed.includes(failed)) return "agreed";
  }
  return null;
}
