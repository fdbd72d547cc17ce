// Python in the browser: it answers one question after the other.  As `worker.js?numpy`, it has NumPy.

import { loadPyodide } from "./pyodide/pyodide.mjs";

const begun = (async () => {
  const [python, wheel] = await Promise.all([
    loadPyodide({ indexURL: new URL("pyodide/", import.meta.url).href }),
    fetch(new URL("clagdsl.whl", import.meta.url)).then((reply) => reply.arrayBuffer()),
  ]);
  python.unpackArchive(wheel, "wheel");
  if (self.location.search === "?numpy") await python.loadPackage("numpy");
  const answer = python.runPython(`
import json
from clagdsl.playground.page_answers import answer
lambda question: json.dumps(answer(json.loads(question)))
`);
  self.postMessage({ ready: true });
  return answer;
})();

self.addEventListener("message", async ({ data }) => {
  try {
    const answer = await begun;
    self.postMessage({ number: data.number, answer: answer(data.question) });
  } catch (error) {
    const words = `Something went wrong: ${String(error).trim().split("\n").at(-1)}`;
    self.postMessage({ number: data.number, wrong: words });
  }
});
