"""Writes the pictures of the README and the documentation into `docs/_static`.

`python docs/write_pictures.py` writes the terminals, as SVG; a test compares them byte for byte.
`PYTHONPATH=tests python docs/write_pictures.py pages [NAME...]` takes the screenshots, which need
Chromium, the `dev` extra, and for the editor code-server (VS Code in a browser) and npm's registry.
It stops if something is cut off in one, or if one is too large. They differ
from browser to browser, so nothing compares them: look at them, then commit them.
"""

from __future__ import annotations

import html
import io
import json
import os
import random
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

if TYPE_CHECKING:
    from PIL.Image import Image
    from support.browser import Browser
    from support.table_server import Phone

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
COMMENTED = """clag 1
# What we play on Fridays: Pagat's game, with three changes.
game "Friday Clag" extends pagat

# A bid that is made pays two points a trick.
change normal
  score 10 + 2 * tricks when made, otherwise tricks

# The dealer bids last.
change normal
  last bid keeps bids > cards

# It takes too long.
drop "Highest Number"
"""
UNCHANGED = COMMENTED.replace("bids > cards", "bids != cards")
TERMINALS = {
    "check": (FRIDAY, "check friday.clag"),
    "diff": (
        FRIDAY.replace("  last bid keeps bids > cards", "  last bid free"),
        "diff pagat friday.clag",
    ),
    "balance": ("", "balance blackout --players 4 -n 8"),
}
"""By the name of the picture: the file friday.clag, and the command."""

WIDTH, HEIGHT, MARGIN = 7.9, 18, 16
"""The size of a letter in a terminal, and the space around the text, in pixels."""
SPACE = "\N{NO-BREAK SPACE}"
"""What stands for a space: browsers show several ordinary ones as one."""


def output(command: str, folder: Path) -> str:
    """Returns what a command prints in a folder with the rules of the picture."""
    command, _, first_lines = command.partition(" | head -")
    done = subprocess.run(
        [sys.executable, "-m", "clagdsl", *command.split()],
        cwd=folder,
        capture_output=True,
        text=True,
        encoding="utf-8",
        env={**os.environ, "NO_COLOR": "1", "COLUMNS": "96", "PYTHONUTF8": "1"},
        check=False,
    )
    lines = done.stdout.splitlines(keepends=True)
    return "".join(lines[: int(first_lines)] if first_lines else lines)


def terminal(command: str, text: str) -> str:
    """Returns a terminal with a command and what it prints, as SVG."""
    lines = [f"$ clagdsl {command}", *text.rstrip().splitlines()]
    width = round(max(map(len, lines)) * WIDTH + 2 * MARGIN)
    height = len(lines) * HEIGHT + 2 * MARGIN
    rows = "\n".join(
        f'<text x="{MARGIN}" y="{MARGIN + HEIGHT * number + 13}"'
        f' fill="{"#f0c674" if "error" in line else "#9ccc65" if number == 0 else "#e8e6e3"}">'
        f"{html.escape(line).replace(' ', SPACE)}</text>"
        for number, line in enumerate(lines)
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}"'
        f' height="{height}" role="img">\n'
        f"<title>{html.escape(lines[0])}</title>\n"
        f'<rect width="{width}" height="{height}" rx="8" fill="#1d2021"/>\n'
        '<g font-family="DejaVu Sans Mono, Menlo, Consolas, monospace" font-size="13">'
        f"\n{rows}\n</g>\n</svg>\n"
    )


def picture_of(name: str) -> str:
    """Returns the picture of a terminal of that name."""
    rules, command = TERMINALS[name]
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "friday.clag").write_text(rules, encoding="utf-8")
        return terminal(command, output(command, Path(folder)))


# --- screenshots ----------------------------------------------------------------------------

LARGEST = 120_000
"""The most bytes of a screenshot: everybody who clones the repository gets all of them."""

OVERVIEW = """<!doctype html><meta charset="utf-8"><style>
body {{ margin: 0; width: 1280px; height: 560px; background: #eef0ea; display: flex; gap: 28px;
  align-items: center; justify-content: center; font-family: sans-serif; }}
pre {{ background: #1d2021; color: #e8e6e3; padding: 20px; border-radius: 10px; font-size: 15px;
  line-height: 1.5; margin: 0; width: 400px; box-sizing: border-box; }}
.sheet, .phone {{ overflow: hidden; background: white; }}
.sheet {{ width: 430px; height: 500px; outline: 1px solid #c8ccc4; }}
.phone {{ width: 300px; height: 500px; border: 9px solid #222; border-radius: 26px; }}
img {{ display: block; width: 100%; }}
</style><pre>{rules}</pre><div class="sheet"><img src="sheet.png"></div>
<div class="phone"><img src="phone.png"></div>"""

BEGIN_MATCH = """(() => {
  for (const name of ["Ann", "Bob", "Cai", "Dot"]) {
    const box = document.querySelector('[data-key="new name"]');
    box.value = name;
    box.dispatchEvent(new Event('input'));
    document.querySelector('[data-key=add]').click();
  }
  document.querySelector('[data-key=begin]').click();
})()"""

TAP_KEY = """document.querySelector('[data-key="%s"]').click()"""
UNTIL_BARRED = """while (document.querySelector('.bar h1').textContent < 'Deal 5' ||
  !document.querySelector('.numbers .barred')) tap(); 0"""
NO_SCROLLBARS = """document.head.append(Object.assign(document.createElement('style'),
  { textContent: '* { scrollbar-width: none }' }))"""
TO_THE_TOP = "for (const part of document.querySelectorAll('*')) part.scrollTop = 0; 0"
PHONE_WIDTH, PHONE_HEIGHT = 412, 680

FRIENDS = ("Ann", "Bob", "Cai", "Dot", "Eve")
ALL_THERE = """document.querySelectorAll('.seat').length === 5 &&
  document.querySelector('.invite img').naturalWidth > 0"""

NO_SCROLLBAR = "document.documentElement.style.overflow = 'hidden'; 0"

CUT_OFF = """(() => {
  const faults = [];
  if (document.documentElement.scrollWidth > innerWidth) faults.push("the page is too wide");
  const hides = (overflow) => overflow !== "visible";
  for (const part of document.body.querySelectorAll("*")) {
    const box = part.getBoundingClientRect(), style = getComputedStyle(part);
    if (box.width <= 1 || box.height <= 1) continue;  // heard, not seen
    if (!part.checkVisibility({ visibilityProperty: true })) continue;
    if (box.right <= 0 || box.bottom <= 0 || box.top >= innerHeight) continue;
    const text = [...part.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
    const beyond = box.left < 0 || box.right > innerWidth || box.bottom > innerHeight;
    const drawn = text || part.matches("img, svg") || style.borderBottomStyle !== "none";
    if (drawn && (beyond || box.top < 0)) faults.push(part.outerHTML);
    const wide = part.scrollWidth > part.clientWidth && hides(style.overflowX);
    const high = part.scrollHeight > part.clientHeight && hides(style.overflowY);
    if (part.clientWidth > 1 && (wide || high)) faults.push(part.outerHTML);
  }
  return faults.map((fault) => fault.slice(0, 200));
})()"""
"""What of the page is cut off: by the edge of the picture, or by a part that hides its overflow."""

TYPE_RULES = """(() => {
  document.querySelector(".cm-content").focus();
  document.execCommand("selectAll");
  document.execCommand("insertText", false, %s);
})()"""

END_OF = """Math.ceil(document.querySelector(%s).getBoundingClientRect().bottom + 16)"""

TALL = 1000
"""The height of a screen on which nothing of a page depends on how tall it is, in pixels."""

EDITOR_SETTINGS = {
    "breadcrumbs.enabled": False,
    "chat.disableAIFeatures": True,
    "editor.minimap.enabled": False,
    "editor.wordWrap": "on",
    "window.commandCenter": False,
    "workbench.colorTheme": "Default Light Modern",
    "workbench.secondarySideBar.defaultVisibility": "hidden",
    "workbench.startupEditor": "none",
}
EDITOR_CLICKS = (
    ".statusbar [id='status.problems'] a",
    ".action-label[aria-label*='Primary Side Bar']",
)
"""The list of problems is opened, the list of files is closed."""

EDITOR_CUT_OFF = """(() => {
  const list = document.querySelector(".markers-panel .monaco-list").getBoundingClientRect();
  const ends = [...document.querySelectorAll(".markers-panel .monaco-list-row *, .view-line span")]
    .map((part) => part.getBoundingClientRect());
  return ends.some((end) => end.right > innerWidth || end.bottom > list.bottom ||
    (end.top < list.top && end.bottom > list.top));
})()"""
"""Whether a line of the rules or of the list of problems does not fit: all else is VS Code's."""


def shot(browser: Browser) -> bytes:
    """Returns the page that is shown as PNG; ends the program if something of it is cut off."""
    browser.run(NO_SCROLLBAR)
    faults = browser.run(CUT_OFF)
    if faults:
        sys.exit("\n".join(["cut off in a picture:", *faults]))
    return browser.picture()


def shot_up_to(browser: Browser, width: int, last: str) -> bytes:
    """Returns a page from its top to the end of the part that a selector names, as PNG."""
    browser.screen(width, TALL)
    browser.screen(width, browser.run(END_OF % json.dumps(last)))
    return shot(browser)


def overview(browser: Browser, folder: Path) -> bytes:
    """Returns the rules, their sheet and a phone that keeps the score, side by side."""
    (folder / "friday.clag").write_text(EVENING, encoding="utf-8")
    output("sheet friday.clag -o sheet.html --players 4", folder)
    output("keep friday.clag -o keeper.html", folder)
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


def open_keeper(browser: Browser, folder: Path) -> None:
    """Opens the score keeper of Oh Hell on a phone, before a bid that is limited."""
    from support.keeper_taps import TAP

    output("keep oh-hell -o keeper.html", folder)
    browser.screen(PHONE_WIDTH, PHONE_HEIGHT)
    browser.open(folder / "keeper.html")
    browser.run(NO_SCROLLBARS)
    browser.run(BEGIN_MATCH)
    browser.run(TAP)
    browser.run(UNTIL_BARRED)


def keeper_deal(browser: Browser, folder: Path) -> bytes:
    """Returns the score keeper while the dealer bids, and while tricks are counted."""
    open_keeper(browser, folder)
    browser.run("document.querySelector('.numbers .barred').click()")
    bids = shot(browser)
    for key in ("bid 0", "more 1"):
        browser.run(TAP_KEY % key)
    return side_by_side(bids, browser.picture())


def keeper_after(browser: Browser, folder: Path) -> bytes:
    """Returns the log of the score keeper with an entry that was taken back, and the end."""
    open_keeper(browser, folder)
    for key in ("bid 2", "undo", "bid 0", "scores", "tab log"):
        browser.run(TAP_KEY % key)
    browser.run("document.activeElement.blur()")
    log = browser.picture()
    browser.run("document.querySelector('dialog[open]').close()")
    browser.run("taps(3000)")
    browser.run(TO_THE_TOP)
    return side_by_side(log, browser.picture())


@contextmanager
def friends_table(folder: Path) -> Iterator[tuple[str, str, list[Phone]]]:
    """Runs a server with a match of friends; yields its address, the table and their phones."""
    from support.table_server import Phone, serving

    with serving(folder / "tables.db") as server:
        host = Phone(server)
        names = {f"name{seat}": name for seat, name in enumerate(FRIENDS)}
        table = host.play("pagat", *["person"] * len(FRIENDS), **names)
        phones = [Phone(server) for _ in FRIENDS]
        for phone, code in zip(phones, host.codes(table), strict=False):
            phone.join(code)
        yield server, table, phones


def play_on(table: str, phones: list[Phone], is_moment: Callable[[Any], bool]) -> None:
    """Plays for all friends, at random, until a moment of Ann's."""
    from support.table_server import new_key

    choose = random.Random(5)
    while not is_moment(phones[0].now(table)):
        seat = phones[0].now(table)["actors"][0]
        now = phones[seat].now(table)
        few = [one for one in now["legal"] if one in ("bid 0", "bid 1", "bid 2")]
        entry = choose.choice(few or now["legal"])
        act = {"key": new_key().zfill(32), "seen": now["n"], "deal": now["deal"]}
        phones[seat].post_json(f"{table}/acts", {**act, "for": seat, "entry": entry})


def is_bid(now: Any) -> bool:
    """Whether Ann bids some cards, after others."""
    made = [bid for bid in now["bids"] if bid is not None]
    return now["deal"] > 4 and now["phase"] == "bid" and bool(now["legal"]) and len(made) > 2


def is_play(now: Any) -> bool:
    """Whether Ann follows suit, and may not play each of her cards."""
    return len(now["trick"]) > 2 and 0 < len(now["legal"]) < len(now["hand"]) > 3


def open_at(browser: Browser, phone: Phone, table: str) -> None:
    """Opens a match as on a friend's phone."""
    address = f"http://{phone.server}{table}"
    for name, (value, _) in phone.cookies.items():
        browser.keep_cookie(name, value, address)
    browser.screen(PHONE_WIDTH, PHONE_HEIGHT)
    browser.open(address)
    browser.until("document.querySelector('.me') !== null")


def table_phone(browser: Browser, folder: Path) -> bytes:
    """Returns the online table on a phone, before a bid and before a card."""
    pictures = []
    with friends_table(folder) as (_, table, phones):
        for is_moment in (is_bid, is_play):
            play_on(table, phones, is_moment)
            open_at(browser, phones[0], table)
            pictures.append(browser.picture())
    return side_by_side(*pictures)


def table_wall(browser: Browser, folder: Path) -> bytes:
    """Returns the wall screen of a match."""
    with friends_table(folder) as (server, table, phones):
        play_on(table, phones, is_bid)
        play_on(table, phones, is_play)
        browser.screen(1280, 800)
        browser.open(f"http://{server}{table}/wall")
        browser.until(ALL_THERE)
        return browser.picture()


def side_by_side(*pictures: bytes) -> bytes:
    """Returns pictures of one height side by side, as PNG."""
    from PIL import Image

    opened = [Image.open(io.BytesIO(picture)) for picture in pictures]
    width = sum(one.width + MARGIN for one in opened) + MARGIN
    both = Image.new("RGB", (width, opened[0].height + 2 * MARGIN), "#c8ccc4")
    left = MARGIN
    for one in opened:
        both.paste(one, (left, MARGIN))
        left += one.width + MARGIN
    return png(both)


def sheet(browser: Browser, folder: Path) -> bytes:
    """Returns both sides of the printed rule sheet of Pagat's game, side by side."""
    from PIL import Image
    from pypdfium2 import PdfDocument

    output("sheet pagat -o sheet.html --players 4", folder)
    browser.open(folder / "sheet.html")
    paper = PdfDocument(browser.printed())
    if len(paper) != 2:
        sys.exit(f"the rule sheet has {len(paper)} sides, not two")
    for side in paper:
        text, (width, height) = side.get_textpage(), side.get_size()
        for index in range(text.count_chars()):
            left, bottom, right, top = text.get_charbox(index)
            if min(left, bottom) < MARGIN or right > width - MARGIN or top > height - MARGIN:
                sys.exit(f"cut off on the rule sheet: {text.get_text_range(index, 1)!r}")
    front, back = (side.render(scale=1.2).to_pil() for side in paper)
    both = Image.new("RGB", (front.width + back.width + MARGIN, front.height), "#c8ccc4")
    both.paste(front, (0, 0))
    both.paste(back, (front.width + MARGIN, 0))
    return png(both)


def balance_page(browser: Browser, folder: Path) -> bytes:
    """Returns the beginning of the page that `balance` writes."""
    output("balance blackout --players 4 -n 1000 -o balance.html", folder)
    browser.open(folder / "balance.html")
    return shot_up_to(browser, 960, "#seats")


class QuietHandler(SimpleHTTPRequestHandler):
    """Serves files without a line in the terminal for each."""

    def log_message(self, *_values: object) -> None:
        """Prints nothing."""


def playground(browser: Browser, folder: Path) -> bytes:
    """Returns the playground with a house file: a warning, and what differs from its game."""
    site = folder / "site"
    command = [sys.executable, DOCS / "write_playground.py", "--without-numpy", site]
    subprocess.run(command, check=True)
    handler = partial(QuietHandler, directory=site)
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        browser.open(f"http://127.0.0.1:{server.server_port}/")
        browser.until("document.getElementById('status').className === 'good'")
        browser.run(TYPE_RULES % json.dumps(UNCHANGED))
        browser.until("document.getElementById('problems').childElementCount === 1")
        browser.run("document.getElementById('tab-differences').click()")
        browser.until("document.querySelector('#panel-differences td') !== null")
        picture = shot_up_to(browser, 1200, "#problems")
        server.shutdown()
    return picture


def editor(browser: Browser, folder: Path) -> bytes:
    """Returns VS Code with a house file, and what the language server reports of it."""
    from write_playground import npm

    program = shutil.which("code-server")
    if program is None:
        sys.exit("the picture of the editor needs code-server, which is VS Code in a browser")
    extension = folder / "extensions" / "clagdsl.clagdsl-1.0.0"
    shutil.copytree(DOCS.parent / "editors" / "vscode", extension)
    for arguments in (["ci", "--silent"], ["run", "--silent", "bundle"]):
        subprocess.run([*npm(), *arguments], cwd=extension, check=True)
    server = {"clag.command": [str(Path(sys.executable).with_name("clagdsl")), "language-server"]}
    for place, settings in (("User", EDITOR_SETTINGS), ("Machine", server)):
        (folder / "data" / place).mkdir(parents=True)
        file = folder / "data" / place / "settings.json"
        file.write_text(json.dumps(settings), encoding="utf-8")
    rules = folder / "rules" / "friday.clag"
    rules.parent.mkdir()
    rules.write_text(COMMENTED, encoding="utf-8")
    with socket.create_server(("127.0.0.1", 0)) as free:
        address = f"127.0.0.1:{free.getsockname()[1]}"
    command = [program, "--auth", "none", "--bind-addr", address, "--disable-workspace-trust"]
    command += ["--config", str(folder / "config.yaml"), "--user-data-dir", str(folder / "data")]
    command += ["--extensions-dir", str(extension.parent), "--disable-telemetry"]
    with (
        (folder / "log").open("wb") as log,
        subprocess.Popen(command, stdout=log, stderr=log) as running,
    ):
        try:
            while b"HTTP server listening" not in (folder / "log").read_bytes():
                if running.poll() is not None:
                    sys.exit((folder / "log").read_text("utf-8"))
                time.sleep(0.1)
            browser.screen(1000, 740)
            opened = json.dumps([["openFile", f"vscode-remote://{address}{rules}"]])
            browser.open(f"http://{address}/?folder={rules.parent}&payload={quote(opened)}")
            browser.until("document.querySelector('.squiggly-error') !== null")
            for click in EDITOR_CLICKS:
                browser.run(f"document.querySelector({json.dumps(click)}).click()")
            browser.until("document.querySelector('.markers-panel .marker-message') !== null")
            if browser.run(EDITOR_CUT_OFF):
                sys.exit("a problem is cut off in the editor")
            return browser.picture()
        finally:
            running.terminate()


SCREENSHOTS: dict[str, Callable[[Browser, Path], bytes]] = {
    "overview": overview,
    "keeper-deal": keeper_deal,
    "keeper-after": keeper_after,
    "table-phone": table_phone,
    "table-wall": table_wall,
    "sheet": sheet,
    "balance-page": balance_page,
    "playground": playground,
    "editor": editor,
}
"""By the name of the picture: how it is taken, with a browser and an empty folder."""


def png(picture: Image) -> bytes:
    """Returns a picture as PNG."""
    file = io.BytesIO()
    picture.save(file, "png", optimize=True)
    return file.getvalue()


def write_screenshot(name: str) -> None:
    """Writes one screenshot with few colours; ends the program if it is too large."""
    from PIL import Image
    from support.browser import Browser, executable

    program = executable()
    if program is None:
        sys.exit("the screenshots need Chromium")
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as place:
        browser = Browser(program, Path(place) / "browser")
        folder = Path(place) / "files"
        folder.mkdir()
        try:
            taken = Image.open(io.BytesIO(SCREENSHOTS[name](browser, folder))).convert("RGB")
        finally:
            browser.close()
    picture = png(taken.quantize(method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE))
    if len(picture) > LARGEST:
        sys.exit(f"{name}.png has {len(picture)} bytes, more than {LARGEST}")
    (STATIC / f"{name}.png").write_bytes(picture)


if __name__ == "__main__":
    STATIC.mkdir(exist_ok=True)
    if sys.argv[1:2] == ["pages"]:
        for picture in sys.argv[2:] or SCREENSHOTS:
            write_screenshot(picture)
    else:
        for picture in TERMINALS:
            (STATIC / f"{picture}.svg").write_text(picture_of(picture), encoding="utf-8")
