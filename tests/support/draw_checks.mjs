// What a phone says of the draws that a server shows it: cases on standard input, answers on output.

import { readFileSync } from "node:fs";
import { faultOf, remember, seedOf, sha256 } from "../../web/table/draw_check.js";

const { cases, texts, nonces } = JSON.parse(readFileSync(0, "utf-8"));

/** Returns the fault of each state that a phone sees, one after the other. */
function faultsOf({ own, revealed = [], agreed = [], seen }) {
  const memory = { commitment: "", own, revealed, agreed, settled: {} };
  return seen.map((sent) => {
    remember(memory, sent);
    return faultOf(memory, sent, sent);
  });
}

console.log(JSON.stringify({ faults: cases.map(faultsOf), hashes: texts.map(sha256), seed: seedOf(nonces) }));
