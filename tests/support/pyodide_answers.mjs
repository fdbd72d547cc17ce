// Runs questions in Pyodide, as browsers do: `node pyodide_answers.mjs FOLDER` with a built site.
// It reads a JSON list of questions (JSON texts) and writes the list of their answers.

import { readFile } from "node:fs/promises";
import { pathToFileURL } from "node:url";

// If Pyodide fails, Node would print its source line, which is a megabyte long.
process.on("uncaughtException", (error) => {
  process.stderr.write(String(error).slice(-2000));
  process.exit(1);
});

const site = pathToFileURL(`${process.argv[2]}/`);
const { loadPyodide } = await import(new URL("pyodide/pyodide.mjs", site));
const python = await loadPyodide({ packages: [] });
const wheel = new Uint8Array(await readFile(new URL("clagdsl.whl", site)));
python.unpackArchive(wheel, "wheel");
const answer = python.runPython(`
import json
from clagdsl.playground.page_answers import answer
lambda question: json.dumps(answer(json.loads(question)))
`);
let asked = "";
for await (const part of process.stdin) asked += part;
process.stdout.write(JSON.stringify(JSON.parse(asked).map((question) => answer(question))));
