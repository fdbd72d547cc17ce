// Questions to a worker with Python in it.  One that takes too long is ended, and another begun.

const MOST = 20_000; // milliseconds for one answer; rules that somebody sends may take for ever

/**
 * Returns a function that asks a worker of its own, which begins with the first question.
 * @param {string} [query] what the worker loads beside clagdsl: `?numpy` or nothing
 */
export function pythonWorker(query = "") {
  let worker = null;
  let waiting = new Map();
  let ready = false;
  let number = 0;

  function begin() {
    worker = new Worker(new URL(`worker.js${query}`, document.baseURI), { type: "module" });
    const mine = waiting;
    ready = false;
    worker.addEventListener("message", ({ data }) => {
      if (data.ready) {
        for (const one of mine.values()) one.startClock();
        ready = mine === waiting;
        return;
      }
      const one = mine.get(data.number);
      mine.delete(data.number);
      one?.settle(data);
    });
    worker.addEventListener("error", () => end("Python could not be started in this browser."));
  }

  function end(why) {
    worker?.terminate();
    worker = null;
    const left = waiting;
    waiting = new Map();
    for (const one of left.values()) one.settle({ wrong: why });
  }

  /** The answer to a question; an error with words for people where there is none. */
  return function ask(question) {
    if (worker === null) begin();
    number += 1;
    const mine = number;
    return new Promise((done, failed) => {
      let clock = 0;
      const one = {
        startClock() {
          clock = setTimeout(() => end("This took too long and was stopped."), MOST);
        },
        settle(data) {
          clearTimeout(clock);
          if (data.wrong) failed(new Error(data.wrong));
          else done(JSON.parse(data.answer));
        },
      };
      waiting.set(mine, one);
      if (ready) one.startClock();
      worker.postMessage({ number: mine, question: JSON.stringify(question) });
    });
  };
}
