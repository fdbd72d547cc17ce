/**
 * Who pays whom at the end of a match, with the fewest payments.
 *
 * A group of k people whose balances sum to zero settles with k - 1 payments, so the fewest payments
 * come from the most such groups. These are found over all sets of people: `groups[set]` is the most
 * groups of sums zero that are reached by adding the people of a set one by one. Within a group, who
 * owes most pays who is owed most.
 * @module
 */

/** A payment; `amount` is a fraction such as "5/2". @typedef {{from: number, to: number, amount: string}} Payment */
/** What somebody is owed, in parts of a common whole. @typedef {{line: number, parts: bigint}} Balance */

/** Beyond this number of people there are too many sets: all are then one group. */
const MOST_FOR_SETS = 14;

/**
 * Returns the payments that settle what each line gets.
 * @param {string[]} balances exact, as in `Sheet.payments`: "3", "-5/2"; their sum is zero
 * @returns {Payment[]}
 */
export function settlePayments(balances) {
  const fractions = balances.map((text) => text.split("/").map(BigInt));
  const whole = fractions.reduce((all, [, parts = 1n]) => (all / divisor(all, parts)) * parts, 1n);
  const owed = fractions
    .map(([number, parts = 1n], line) => ({ line, parts: number * (whole / parts) }))
    .filter(({ parts }) => parts !== 0n);
  return zeroSumGroups(owed).flatMap((group) => paymentsIn(group, whole));
}

const divisor = (a, b) => (b ? divisor(b, a % b) : a);

/** Splits balances into the most groups with sum zero. @param {Balance[]} owed */
function zeroSumGroups(owed) {
  if (owed.length > MOST_FOR_SETS) return [owed];
  const sets = 2 ** owed.length;
  const sums = Array(sets).fill(0n);
  const groups = Array(sets).fill(0);
  const last = Array(sets).fill(0); // who was added last on the best way to a set
  for (let set = 1; set < sets; set += 1) {
    let best = -1;
    owed.forEach(({ parts }, place) => {
      const before = set ^ (1 << place);
      if (before > set) return; // not in the set
      sums[set] = sums[before] + parts;
      if (groups[before] > best) [best, last[set]] = [groups[before], place];
    });
    groups[set] = best + Number(sums[set] === 0n);
  }
  const found = [];
  for (let set = sets - 1; set > 0; set ^= 1 << last[set]) {
    if (sums[set] === 0n) found.push([]);
    found.at(-1).push(owed[last[set]]);
  }
  return found;
}

/** @param {Balance[]} group @param {bigint} whole @returns {Payment[]} */
function paymentsIn(group, whole) {
  const open = group.map((one) => ({ ...one }));
  const payments = [];
  for (;;) {
    open.sort((a, b) => (a.parts < b.parts ? -1 : Number(a.parts > b.parts)));
    const [payer] = open;
    const payee = open[open.length - 1];
    if (!payer || payer.parts === 0n) return payments;
    const rest = payer.parts + payee.parts;
    const parts = rest < 0n ? payee.parts : -payer.parts;
    payments.push({ from: payer.line, to: payee.line, amount: fraction(parts, whole) });
    payer.parts += parts;
    payee.parts -= parts;
  }
}

function fraction(parts, whole) {
  const shared = divisor(parts, whole);
  return whole === shared ? `${parts / shared}` : `${parts / shared}/${whole / shared}`;
}
