// The evaluator for expressions of compiled games, and the variables they depend on.

/** Greatest magnitude of a value; larger results are a Fault. */
const LARGEST = 1e9;

/** An expression without a value; checked rules never raise it in a scheduled deal. */
export class Fault extends Error {}

/**
 * Looks up a keyword of the language in a table; throws an Error if it is unknown.
 * @template T
 * @param {Record<string, T>} table
 * @param {string} word
 * @returns {T}
 */
export function of(table, word) {
  if (!Object.hasOwn(table, word)) throw new Error(`unknown word: ${word}`);
  return table[word];
}

/**
 * Merges values by name into one object without a prototype, so no name finds an inherited one.
 * @param {...object} parts
 * @returns {Record<string, any>}
 */
export const named = (...parts) => Object.assign(Object.create(null), ...parts);

/** What was computed for an object, by keys. @type {WeakMap<object, Record<string, any>>} */
const computed = new WeakMap();

/**
 * Returns what `compute` returns; it is called once for an immutable object and a key.
 * @template T
 * @param {object} owner
 * @param {string | number} key
 * @param {() => T} compute
 * @returns {T}
 */
export function once(owner, key, compute) {
  const known = computed.get(owner) ?? {};
  computed.set(owner, known);
  known[key] ??= compute();
  return known[key];
}

const divisor = (number) => {
  if (number === 0) throw new Fault("division by zero");
  return number;
};

export const ARITHMETIC = {
  "+": (a, b) => a + b,
  "-": (a, b) => a - b,
  "*": (a, b) => a * b,
  "//": (a, b) => Math.floor(a / divisor(b)),
  "%": (a, b) => a - b * Math.floor(a / divisor(b)),
};

export const COMPARISONS = {
  "=": (a, b) => a === b,
  "!=": (a, b) => a !== b,
  "<": (a, b) => a < b,
  "<=": (a, b) => a <= b,
  ">": (a, b) => a > b,
  ">=": (a, b) => a >= b,
};

/** The operand value that decides the result by itself. */
export const LOGIC = { and: false, or: true };

/** @type {Record<string, (...numbers: number[]) => number>} */
export const FUNCTIONS = { min: Math.min, max: Math.max, abs: Math.abs };

const known = (expression, names) => {
  const value = names[expression.name];
  if (value === undefined) throw new Fault(`nothing is known as ${expression.name}`);
  return value;
};

export const EXPRESSIONS = {
  number: (e) => e.value,
  truth: (e) => e.value,
  word: (e) => e.text,
  variable: known,
  parameter: known,
  let: known,
  past: known,
  negative: (e, names) => 0 - evaluate(e.operand, names),
  not: (e, names) => !evaluate(e.operand, names),
  arithmetic(e, names) {
    const value = of(ARITHMETIC, e.operator)(evaluate(e.left, names), evaluate(e.right, names));
    if (Math.abs(value) > LARGEST) throw new Fault("too large");
    return value + 0; // turns -0 into 0
  },
  comparison: (e, names) =>
    of(COMPARISONS, e.operator)(evaluate(e.left, names), evaluate(e.right, names)),
  logic(e, names) {
    const settles = of(LOGIC, e.operator);
    return e.operands.some((one) => evaluate(one, names) === settles) === settles;
  },
  function: (e, names) => of(FUNCTIONS, e.name)(...e.arguments.map((one) => evaluate(one, names))),
  choice(e, names) {
    const branch = e.branches.find((one) => evaluate(one.condition, names));
    return evaluate(branch ? branch.value : e.otherwise, names);
  },
};

/**
 * Returns the value of an expression; throws a Fault if it has none.
 * @param {Record<string, any>} expression
 * @param {Record<string, number | boolean | string>} names
 */
export function evaluate(expression, names) {
  return of(EXPRESSIONS, expression.kind)(expression, names);
}

/**
 * Returns the variables, runs and tallies that a clause's value depends on.
 * @param {any} value
 * @returns {Set<string>}
 */
export function reads(value) {
  if (value === null || typeof value !== "object") return new Set();
  return once(value, "reads", () => {
    const names = new Set(Object.values(value).flatMap((part) => [...reads(part)]));
    if (value.kind === "variable" || value.kind === "past") names.add(value.name);
    return names;
  });
}

/**
 * Returns all names in a clause's value, in the order of their first appearance, each with what is
 * shown of it.
 * @param {any} value
 * @returns {Map<string, string>}
 */
export function namesIn(value) {
  if (value === null || typeof value !== "object") return new Map();
  const names = new Map();
  const isName = ["variable", "past", "parameter", "let"].includes(value.kind);
  if (isName) names.set(value.name, value.words || value.name);
  for (const part of Object.values(value)) {
    for (const [name, shown] of namesIn(part)) names.set(name, shown);
  }
  return names;
}

/** Returns the whole numbers from `low` to `high`, both included. */
export const range = (low, high) =>
  Array.from({ length: Math.max(0, high - low + 1) }, (_, place) => low + place);

/** @param {number[]} numbers */
export const sum = (numbers) => numbers.reduce((total, one) => total + one, 0);

/** Returns the value of a clause's first alternative whose condition is true; the last has none. */
export const chosen = (clause, names) =>
  clause.alternatives.find((one) => one.condition === null || evaluate(one.condition, names)).value;
