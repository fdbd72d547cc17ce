"""The playground as it is published, in a real browser: written, mended, read, shared."""

from __future__ import annotations

import json
import random
import subprocess
import time
from collections.abc import Iterator
from contextlib import suppress
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest
from support.axe import faults
from support.browser import Browser
from support.case_texts import texts_to_check
from support.node import node

from clagdsl.playground.page_answers import answer

SOURCES = Path(__file__).parent.parent.parent / "web" / "playground"
MISSPELT = 'clag 1\ngame "X & <b>Y</b>" extend pagat\nchange players 4 to 6\n'
GOOD_TEXT = MISSPELT.replace("extend ", "extends ")
GOOD = "document.getElementById('status').className === 'good'"

LINES_OF_DIFFERENCES = """(() => {
  const range = document.createRange();
  range.selectNodeContents(document.getElementById("tab-differences"));
  return range.getClientRects().length;
})()"""

SAMPLE = 30

KEEP_WORKER = """
window.Worker = class extends window.Worker {
  constructor(...given) { super(...given); window.worker = this; }
};
"""

ASK = """Promise.all(%s.map((question, at) => new Promise((done) => {
  const number = `asked by a test: ${at}`;
  const heard = ({ data }) => {
    if (data.number !== number) return;
    worker.removeEventListener("message", heard);
    done(data.answer ?? data.wrong);
  };
  worker.addEventListener("message", heard);
  worker.postMessage({ number, question });
})))"""

POSITIONS = """
import { edited, offsetAt } from "%s/positions.js";
import { fragmentOf, textOf } from "%s/permalink.js";
const text = "ab\\n♠😀cd\\n";
const offsets = [[1, 1], [1, 3], [1, 9], [2, 1], [2, 2], [2, 3], [2, 5], [3, 1], [9, 9]];
const place = (line, column, end) => ({ line, column, end_line: line, end_column: end });
const edits = [{ ...place(1, 1, 2), text: "A" }, { ...place(2, 3, 4), text: "" }];
const texts = ["", "clag 1\\n", text, "x".repeat(1 << 20), "♠".repeat(100)];
const again = await Promise.all(texts.map(async (one) => textOf(await fragmentOf(one))));
const broken = await Promise.allSettled(
  [await fragmentOf("x".repeat((1 << 20) + 1)), "#rules=%%", "#rules=AAAA"].map(textOf)
);
console.log(JSON.stringify({
  offsets: offsets.map(([line, column]) => offsetAt(text, line, column)),
  edited: edited(text, edits),
  same: again.every((one, at) => one === texts[at]),
  other: await textOf("#content"),
  broken: broken.map((one) => one.status),
  safe: /^#rules=[\\w-]*$/.test(await fragmentOf(text.repeat(50))),
}));
"""


def test_places_and_links() -> None:
    """Columns count characters, editors count in UTF-16; a link gives back what it was made of."""
    program = POSITIONS.replace("%s", SOURCES.as_uri()).replace("%%", "%")
    command = [node(), "--input-type=module", "--eval", program]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == {
        "offsets": [0, 2, 2, 3, 4, 6, 8, 9, 9],
        "edited": "Ab\n♠😀d\n",
        "same": True,
        "other": None,
        "broken": ["rejected"] * 3,
        "safe": True,
    }


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_told: object) -> None:
        pass


@pytest.fixture
def address(site: Path) -> Iterator[str]:
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=site)) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


def wait(browser: Browser, until: str, seconds: float = 90) -> None:
    end = time.monotonic() + seconds
    while not browser.run(until):
        assert time.monotonic() < end, (until, browser.run("document.body.innerText"))
        time.sleep(0.05)


def write(browser: Browser, text: str) -> None:
    browser.run("document.querySelector('.cm-content').focus(); getSelection()")
    browser.run("document.execCommand('selectAll')")
    browser.run(f"document.execCommand('insertText', false, {json.dumps(text)})")


@pytest.mark.browser
def test_somebody_writes_mends_reads_and_shares(browser: Browser, address: str) -> None:
    """All on one page: to start Python in the browser takes seconds.

    A sample of the texts of `test_in_pyodide.py`, which is long, is told the same as here, too.
    """
    browser.watch()
    browser.run_before(KEEP_WORKER)
    browser.screen(320)
    browser.open(address)
    wait(browser, GOOD)
    write(browser, MISSPELT)
    wait(browser, "document.querySelector('#problems .mend') !== null")
    assert "line 2" in browser.run("document.getElementById('status').textContent")
    wait(browser, "document.querySelector('.cm-lintRange-error') !== null")
    narrow = "document.documentElement.scrollWidth <= innerWidth"
    assert browser.run(narrow)
    assert browser.run(LINES_OF_DIFFERENCES) == 1, "no word of a tab is broken"
    for dark in (False, True):
        browser.screen(320, dark=dark)
        assert faults(browser) == []
    browser.run("document.querySelector('#problems .mend').click()")
    wait(browser, GOOD)
    assert browser.run("document.getElementById('problems').children.length") == 0
    assert browser.run("getComputedStyle(document.getElementById('mend')).display") == "none"

    sheet = "document.querySelector('#panel-sheet h2')?.textContent"
    wait(browser, f"{sheet} === 'X & <b>Y</b>'")
    assert browser.run(narrow)
    browser.run("document.getElementById('tab-differences').click()")
    wait(browser, "document.querySelector('#panel-differences td') !== null")
    cells = "[...document.querySelectorAll('#panel-differences td')].map((one) => one.textContent)"
    assert browser.run(cells) == ["players", "4 to 7", "4 to 6"]
    browser.run("document.getElementById('tab-match').click()")
    browser.run("document.querySelector('#match button').click()")
    wait(browser, "/ wins?\\.$/.test(document.querySelector('#played h2')?.textContent)")
    assert browser.run(narrow)
    assert faults(browser) == []

    tab = "getComputedStyle(document.getElementById('tab-simulate')).display"
    assert browser.run(tab) == "none", "there is no NumPy here"

    browser.run("document.getElementById('link').click()")
    wait(browser, "location.hash.startsWith('#rules=')")
    link = browser.run("location.href")
    write(browser, "clag 1\n")
    browser.run("location.hash = ''")
    browser.run(f"location.href = {json.dumps(link)}")
    shown = "[...document.querySelectorAll('.cm-line')].map((one) => one.textContent).join('\\n')"
    wait(browser, f"{shown} === {json.dumps(GOOD_TEXT)}")
    wait(browser, GOOD)
    browser.run("document.getElementById('games').value = 'foss'")
    browser.run("document.getElementById('games').dispatchEvent(new Event('change'))")
    browser.run("document.getElementById('open').click()")
    wait(browser, "document.querySelector('.cm-content').textContent.includes('Foss')")
    assert {one for one in browser.requested if not one.startswith(("data:", address))} == set()
    assert browser.faults == []

    sample = random.Random(1).sample(texts_to_check(), SAMPLE)
    asked = [{"wish": "check", "text": text} for text in sample]
    asked += [{"wish": wish, "text": GOOD_TEXT} for wish in ("sheet", "differences", "match")]
    told = browser.run(ASK % json.dumps([json.dumps(question) for question in asked]))
    for question, found in zip(asked, told, strict=True):
        assert json.loads(found) == json.loads(json.dumps(answer(question))), question


WORKER = """
self.postMessage({ ready: true });
self.addEventListener("message", async ({ data }) => {
  const reply = await fetch("answer", { method: "POST", body: data.question });
  self.postMessage({ number: data.number, answer: await reply.text() });
});
"""
"""A worker with the Python that runs this test, which has NumPy."""


class Answering(Quiet):
    """The playground with that worker, and the answers that it asks for."""

    def do_GET(self) -> None:
        if self.path.startswith("/worker.js"):
            self._send(WORKER, "text/javascript")
        elif self.path == "/":
            page = Path(self.directory, "index.html").read_text("utf-8")
            page = page.replace('<body class="write">', '<body class="write" data-numpy>')
            self._send(page, "text/html")
        else:
            super().do_GET()

    def do_POST(self) -> None:
        asked = self.rfile.read(int(self.headers["Content-Length"]))
        self._send(json.dumps(answer(json.loads(asked))), "application/json")

    def _send(self, text: str, kind: str) -> None:
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.end_headers()
        with suppress(BrokenPipeError):  # the page is closed
            self.wfile.write(text.encode())


SIMULATE = """(() => {
  const form = document.getElementById("simulate");
  Object.entries(%s).forEach(([name, value]) => { form[name].value = value; });
  form.querySelector(".main").click();
})()"""


@pytest.mark.browser
def test_many_matches_are_played_beside_the_editor(browser: Browser, site: Path) -> None:
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Answering, directory=site)) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        browser.screen(320)
        browser.open(f"http://127.0.0.1:{server.server_port}/")
        wait(browser, GOOD)
        write(browser, GOOD_TEXT)
        browser.run("document.getElementById('tab-simulate').click()")
        parameters = {"matches": 200, "seed": 5, "parameters": "twos_in_suit=false"}
        browser.run(SIMULATE % json.dumps(parameters))
        figures = "document.getElementById('simulated').textContent"
        wait(browser, f"{figures}.includes(' 200 matches')")
        asked = {"wish": "simulate", "text": GOOD_TEXT, "matches": 200, "seed": "5"}
        expected = answer({**asked, "parameters": {"twos_in_suit": "false"}})["simulation"]
        assert isinstance(expected, dict)
        assert browser.run(figures) == expected["text"]
        busy = "!document.getElementById('stop').hidden"
        wait(browser, f"!({busy})")
        assert browser.run("document.documentElement.scrollWidth <= innerWidth")

        browser.run(SIMULATE % json.dumps({"matches": 100_000, "policy": "steady"}))
        wait(browser, f"{busy} && document.getElementById('progress').value > 0")
        assert faults(browser) == []
        write(browser, MISSPELT)
        wait(browser, "document.querySelector('#problems .mend') !== null")
        assert browser.run(f"{busy} && {figures}.includes('policy steady')")
        old = "document.getElementById('panel-simulate').classList.contains('old')"
        assert browser.run(old)
        browser.run("document.getElementById('stop').click()")
        assert not browser.run(busy)
        browser.run(SIMULATE % json.dumps({"matches": 2, "policy": "random"}))
        said = "document.getElementById('simulating').textContent"
        wait(browser, f"{said} !== '' && !({busy})")
        [wrong] = answer({"wish": "check", "text": MISSPELT})["problems"]
        assert browser.run(said) == wrong["message"].replace("`", "")
        server.shutdown()
