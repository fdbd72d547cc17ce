// Runs all cases of the conformance suite on a runner, and prints the verdicts by kind of case.
//
//     node conform.js [FOLDER [COMMAND...]]
//
// FOLDER is the unpacked suite, by default the one around this package. COMMAND starts the runner,
// by default the one of clag-score. FOLDER is added to its arguments.

import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const VERDICTS = ["passed", "failed", "not implemented"];
const fromHere = (name) => fileURLToPath(new URL(name, import.meta.url));

const [folder = fromHere("../.."), ...command] = process.argv.slice(2);
if (!command.length) command.push(process.execPath, fromHere("runner.js"));

const { files, cases: numbers } = manifest();
const cases = Object.keys(files)
  .filter((name) => /^cases\/(?!sheets\/).*\/.*\.json$/.test(name))
  .flatMap((name) => JSON.parse(content(name).toString()).cases);

const counts = Object.fromEntries(Object.keys(numbers).map((kind) => [kind, {}]));
const failed = [];
const { ask, end } = start(command, folder);
for (const one of cases) {
  const answer = await ask(one);
  counts[one.kind][answer.verdict] = (counts[one.kind][answer.verdict] ?? 0) + 1;
  if (answer.verdict === "failed") failed.push(`${one.kind} ${one.id}: ${JSON.stringify(answer.found)}`);
}
end();
report();

/** Returns the manifest; exits if a file is missing or is not the published one. */
function manifest() {
  try {
    const read = JSON.parse(content("manifest.json").toString());
    for (const [name, hash] of Object.entries(read.files)) {
      const actual = createHash("sha256").update(content(name)).digest("hex");
      if (actual !== hash) throw new Error(`${name} is not the published file`);
    }
    return read;
  } catch (error) {
    console.error(`${folder} is not the conformance suite, as \`clagdsl conform --archive\` packs it: ${error.message}`);
    process.exit(2);
  }
}

function content(name) {
  return readFileSync(path.join(folder, name));
}

/** Starts a runner: `ask` gives it a case and awaits its verdict, `end` ends it. */
function start([program, ...rest], suite) {
  const runner = spawn(program, [...rest, suite], { stdio: ["pipe", "pipe", "inherit"] });
  runner.on("error", (error) => {
    console.error(`the runner cannot be started: ${error.message}`);
    process.exit(2);
  });
  runner.stdin.on("error", () => {}); // a runner that has ended gives no more lines either
  const lines = createInterface({ input: runner.stdout })[Symbol.asyncIterator]();
  const ask = async (one) => {
    runner.stdin.write(`${JSON.stringify(one)}\n`);
    const { value, done } = await lines.next();
    return done ? { verdict: "failed", found: "the runner has ended" } : checked(value, one.id);
  };
  return { ask, end: () => runner.stdin.end() };
}

/** Returns the verdict in a line; whatever is none counts as failed. */
function checked(line, id) {
  try {
    const answer = JSON.parse(line);
    if (answer.id === id && VERDICTS.includes(answer.verdict)) return answer;
  } catch {}
  return { verdict: "failed", found: `no verdict on this case: ${line.slice(0, 200)}` };
}

function report() {
  const row = (name, ...cells) => `${name.padEnd(10)}${cells.map((cell) => String(cell).padStart(17)).join("")}`;
  console.log(row("kind", ...VERDICTS));
  for (const [kind, count] of Object.entries(counts)) {
    console.log(row(kind, ...VERDICTS.map((verdict) => count[verdict] ?? 0)));
  }
  const totals = VERDICTS.map((verdict) =>
    Object.values(counts).reduce((all, count) => all + (count[verdict] ?? 0), 0),
  );
  console.log(row("all", ...totals));
  for (const line of failed) console.log(line);
  process.exitCode = failed.length || !totals[0] ? 1 : 0; // `exit` could cut what a pipe has not taken
}
