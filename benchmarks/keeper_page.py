"""Measures how long the score keeper's page takes from a tap to the next frame.

    python benchmarks/keeper_page.py [--taps 60]

A headless Chromium keeps the score of Pagat with five people, on the screen of a phone: on a page
of the server while the network is gone, and in a file. Each runs at full speed, and six times
slower as on a cheap phone. The table is Markdown, for the documentation.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path
from statistics import median, quantiles
from time import sleep

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from support.browser import HOW_TO, Browser, executable
from support.table_server import Phone, serving

NAMES = ("Anna", "Bernd", "Clara", "Dieter", "Eva")
SLOWER = (1, 6)
"""The factors by which the processor is slowed."""
LOOK = 2.0
"""Seconds for which somebody looks at the page before the first tap."""

TAPS = """(async () => {
  const find = (what) => document.querySelector(what);
  const { port1, port2 } = new MessageChannel(); // made here: in a frame it would cost part of it
  const frame = () => new Promise((done) => {
    port1.onmessage = done; // heard once the frame is drawn
    requestAnimationFrame(() => port2.postMessage(0));
  });
  const times = [];
  while (times.length < NUMBER) {
    const button = find(".numbers button:not([aria-disabled])") ??
      find("[data-key=close]:not([aria-disabled])") ?? find('.counts [data-key^="more "]');
    if (!button) break;
    const began = performance.now();
    button.click();
    const done = performance.now();
    await frame();
    times.push([done - began, performance.now() - began]);
    await new Promise((next) => setTimeout(next, 120));
  }
  return times;
})()"""


def row(page: str, slower: int, times: list[tuple[float, float]]) -> str:
    """Returns a row of the table: median and 95th percentile of the click and of the frame."""
    cells = [
        f"{median(one):.0f} | {quantiles(one, n=20)[-1]:.0f}" for one in zip(*times, strict=True)
    ]
    return f"| {page} | {slower} | {' | '.join(cells)} |"


def measure(browser: Browser, host: Phone, folder: Path, slower: int, taps: int) -> None:
    program = TAPS.replace("NUMBER", str(taps))
    table = host.open("pagat", *NAMES)
    for name, (value, path) in host.cookies.items():
        browser.keep_cookie(name, value, f"http://{host.server}{path}")
    browser.open(f"http://{host.server}{table}")
    browser.until("document.querySelector('#turn') !== null")
    browser.network(there=False)
    browser.slow(slower)
    sleep(LOOK)
    print(row("served, without a network", slower, browser.run(program)), flush=True)
    browser.slow(1)
    browser.network(there=True)
    page = folder / f"{slower}.html"
    page.write_text(host.get(f"{table}/keep.html").text, "utf-8")
    browser.open(page)
    browser.until("document.querySelector('#turn') !== null")
    browser.slow(slower)
    sleep(LOOK)
    print(row("a file", slower, browser.run(program)), flush=True)
    browser.slow(1)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--taps", type=int, default=60)
    options = parser.parse_args()
    program = executable()
    if program is None:
        sys.exit(HOW_TO)
    print("| page | times slower | click, median | p95 | shown, median | p95 |")
    print("|---|---:|---:|---:|---:|---:|")
    with tempfile.TemporaryDirectory() as inside:
        folder = Path(inside)
        with serving(folder / "tables.db") as address:
            browser = Browser(program, folder / "browser")
            browser.screen(390, 844)
            for slower in SLOWER:
                measure(browser, Phone(address), folder, slower, options.taps)
            browser.close()


if __name__ == "__main__":
    main()
