"""Writes the pictures of the README and the documentation into `docs/_static`.

`python docs/write_pictures.py` writes the terminals, as SVG; a test compares them byte for byte.
With `PYTHONPATH=tests` and the word `pages` it also takes the screenshots, which need Chromium.
They differ from browser to browser, so nothing compares them: look at them, then commit them.
"""

import html
import os
import subprocess
import sys
import tempfile
from pathlib import Path

DOCS = Path(__file__).resolve().parent
STATIC = DOCS / "_static"

FRIDAY = """clag 1
game "Friday Clag" extends pagat
change normal  score 10 + 2 * tricks when made, otherwise tricks
change normal  last bid keeps bids > cards
drop "Highest Number"
"""
EVENING = """clag 2
game "Friday Oh Hell" extends "oh-hell"
run zeros when bid = 0
change normal
  each bid keeps bid > 0 or zeros < 2,
    otherwise true
  score 10 + 2 * tricks when made,
    otherwise 0
"""
TERMINALS = {
    "check": (FRIDAY, "check friday.clag"),
    "diff": (
        FRIDAY.replace("  last bid keeps bids > cards", "  last bid free"),
        "diff pagat friday.clag",
    ),
}
"""By the name of the picture: the file friday.clag, and the command."""

WIDTH, HEIGHT, MARGIN = 7.9, 18, 16
"""The size of a letter in a terminal, and the space around the text, in pixels."""


def output(command: str, folder: Path) -> str:
    """Returns what a command prints in a folder with the rules of the picture."""
    done = subprocess.run(
        [sys.executable, "-m", "clagdsl", *command.split()],
        cwd=folder,
        capture_output=True,
        text=True,
        encoding="utf-8",
        env={**os.environ, "NO_COLOR": "1", "COLUMNS": "96", "PYTHONUTF8": "1"},
        check=False,
    )
    return done.stdout


def terminal(command: str, text: str) -> str:
    """Returns a terminal with a command and what it prints, as SVG."""
    lines = [f"$ clagdsl {command}", *text.rstrip().splitlines()]
    width = round(max(map(len, lines)) * WIDTH + 2 * MARGIN)
    height = len(lines) * HEIGHT + 2 * MARGIN
    rows = "\n".join(
        f'<text x="{MARGIN}" y="{MARGIN + HEIGHT * number + 13}"'
        f' fill="{"#f0c674" if "error" in line else "#9ccc65" if number == 0 else "#e8e6e3"}">'
        f"{html.escape(line)}</text>"
        for number, line in enumerate(lines)
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}"'
        f' height="{height}" role="img">\n'
        f"<title>{html.escape(lines[0])}</title>\n"
        f'<rect width="{width}" height="{height}" rx="8" fill="#1d2021"/>\n'
        '<g font-family="DejaVu Sans Mono, Menlo, Consolas, monospace" font-size="13"'
        f' xml:space="preserve">\n{rows}\n</g>\n</svg>\n'
    )


def picture_of(name: str) -> str:
    """Returns the picture of a terminal of that name."""
    rules, command = TERMINALS[name]
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "friday.clag").write_text(rules, encoding="utf-8")
        return terminal(command, output(command, Path(folder)))


# --- screenshots ----------------------------------------------------------------------------

OVERVIEW = """<!doctype html><meta charset="utf-8"><style>
body {{ margin: 0; width: 1280px; height: 560px; background: #eef0ea; display: flex; gap: 28px;
  align-items: center; justify-content: center; font-family: sans-serif; }}
pre {{ background: #1d2021; color: #e8e6e3; padding: 20px; border-radius: 10px; font-size: 15px;
  line-height: 1.5; margin: 0; width: 400px; box-sizing: border-box; }}
.sheet, .phone {{ overflow: hidden; background: white; }}
.sheet {{ width: 430px; height: 500px; box-shadow: 0 4px 18px #0003; }}
.phone {{ width: 300px; height: 500px; border: 9px solid #222; border-radius: 26px; }}
img {{ display: block; width: 100%; }}
</style><pre>{rules}</pre><div class="sheet"><img src="sheet.png"></div>
<div class="phone"><img src="phone.png"></div>"""

BEGIN_MATCH = """(() => {
  const names = ["Ann", "Bob", "Cai", "Dot"];
  const boxes = () => document.querySelectorAll('.seat input');
  while (boxes().length < names.length) document.querySelector('[data-key=add]').click();
  boxes().forEach((box, seat) => {
    box.value = names[seat];
    box.dispatchEvent(new Event('input'));
  });
  document.querySelector('[data-key=begin]').click();
})()"""


NO_SCROLLBAR = "document.documentElement.style.overflow = 'hidden'; 0"


def overview() -> bytes:
    """Returns the rules, their sheet and a phone that keeps the score, side by side, as PNG."""
    from support.browser import Browser, executable

    program = executable()
    if program is None:
        sys.exit("the screenshots need Chromium")
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as name:
        folder = Path(name)
        (folder / "friday.clag").write_text(EVENING, encoding="utf-8")
        output("sheet friday.clag -o sheet.html --players 4", folder)
        output("keep friday.clag -o keeper.html", folder)
        browser = Browser(program, folder)
        try:
            browser.screen(640, 750)
            browser.open(folder / "sheet.html")
            browser.run(NO_SCROLLBAR)
            (folder / "sheet.png").write_bytes(browser.picture())
            browser.screen(360, 600)
            browser.open(folder / "keeper.html")
            browser.run(BEGIN_MATCH)
            browser.run(NO_SCROLLBAR)
            (folder / "phone.png").write_bytes(browser.picture())
            page = folder / "overview.html"
            page.write_text(OVERVIEW.format(rules=html.escape(EVENING.rstrip())), encoding="utf-8")
            browser.screen(1280, 560)
            browser.open(page)
            wide = browser.run("document.querySelector('pre').scrollWidth")
            if wide > browser.run("document.querySelector('pre').clientWidth"):
                sys.exit("the rules are cut off in the overview")
            return browser.picture()
        finally:
            browser.close()


if __name__ == "__main__":
    STATIC.mkdir(exist_ok=True)
    for picture in TERMINALS:
        (STATIC / f"{picture}.svg").write_text(picture_of(picture), encoding="utf-8")
    if sys.argv[1:] == ["pages"]:
        (STATIC / "overview.png").write_bytes(overview())
