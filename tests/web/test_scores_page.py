"""Scores, log, end and paper in a real browser: no figure is ever on two lines.

Ten people play a match of 22 deals, the most that one sheet of paper is made for.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

import pytest
from pypdfium2 import PdfDocument
from support.axe import faults
from support.browser import Browser

from clagdsl.check.checker import check_text
from clagdsl.explain.keeper_page import keeper_page

PEOPLE = ("Anna", "Bernd", "Clara", "Dieter", "Eva", "Fay", "Gustavo", "Hanna Maria", "Ivo", "Jo")
DEALS = 22

GAME = """clag 2
game "Friday Clag"
players 3 to 10
deal normal
  trump none
  bid in turn
  score 110 + 10 * tricks when made, otherwise -115
schedule repeat 22 times 5 cards: normal
winner highest total, then shared
settle loser pays winner winner.total - loser.total
"""

SPLIT_FIGURES = """(() => {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const split = [];
  while (texts.nextNode()) {
    const node = texts.currentNode;
    for (const { 0: figure, index } of node.data.matchAll(/[−+]?\\d[\\d./:]*/g)) {
      const range = document.createRange();
      range.setStart(node, index);
      range.setEnd(node, index + figure.length);
      const tops = new Set([...range.getClientRects()].map((box) => Math.round(box.top)));
      if (tops.size > 1) split.push(figure);
    }
  }
  for (const cell of document.querySelectorAll('td:has(b):has(.made, .missed)')) {
    const [total, sign] = ['b', '.made, .missed']
      .map((one) => cell.querySelector(one).getBoundingClientRect());
    if (Math.abs(total.bottom - sign.bottom) > 6) split.push(cell.textContent);
  }
  return split;
})()"""

KEEP = "localStorage.setItem('clagdsl keep %s', JSON.stringify(%s))"

OUTSIDE = """[...document.querySelectorAll('dialog, .at-end, html')]
  .filter((one) => one.scrollWidth > one.clientWidth + 1).map((one) => one.className)"""


def entries() -> Iterator[str]:
    """A match in which everybody misses and makes bids; one entry is taken back."""
    for deal in range(DEALS):
        taken = [(seat + deal) % len(PEOPLE) < 5 for seat in range(len(PEOPLE))]
        missed = [(3 * seat + deal) % 7 == 0 for seat in range(len(PEOPLE))]
        if deal == 2:
            yield from ("bid 5", "undo")
        bids = [int(took != miss) for took, miss in zip(taken, missed, strict=True)]
        dealt = [bids[(seat + deal) % len(PEOPLE)] for seat in range(len(PEOPLE))]
        yield from (f"bid {bid}" for bid in dealt)
        yield f"won {' '.join(str(int(took)) for took in taken)}"


@pytest.fixture(scope="module")
def page(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Browser:
    """A page that shows the end of the match."""
    checked = check_text(GAME)
    assert checked.game is not None, checked.diagnostics
    path = tmp_path_factory.mktemp("scores") / "keeper.html"
    text = keeper_page(checked.game, "friday.clag")
    path.write_text(text, "utf-8")
    rules = re.search(r'"rules_hash":"([^"]+)"', text)
    assert rules is not None
    browser.watch()
    match = {
        "id": "one",
        "begun": "2026-11-27T19:00:00Z",
        "names": PEOPLE,
        "dealer": "Jo",
        "parameters": {},
        "log": list(entries()),
    }
    held = {"version": 1, "current": "one", "matches": [match], "regulars": []}
    before = browser.run_before(KEEP % (rules[1], json.dumps(held)))
    browser.open(path)
    browser.until("document.querySelector('#turn') !== null")
    browser.forget(before)
    return browser


@pytest.fixture
def end(page: Browser) -> Browser:
    """The page that shows the end of the match, without a dialog."""
    page.run("document.querySelectorAll('dialog').forEach((one) => one.close())")
    page.screen(320, 640)
    assert "win" in page.run("document.querySelector('#turn').textContent")
    return page


def tap(browser: Browser, key: str) -> None:
    browser.run(f"document.querySelector('[data-key=\"{key}\"]').click()")


def check_page(browser: Browser) -> None:
    """Figures are on one line, nothing scrolls sideways but the sheet, and axe finds nothing."""
    for width, height in ((320, 640), (390, 844), (844, 390), (1280, 800)):
        for dark in (False, True):
            browser.screen(width, height, dark=dark)
            assert browser.run(SPLIT_FIGURES) == [], width
            assert browser.run(OUTSIDE) == [], width
            if width in (320, 1280):
                assert faults(browser) == [], (width, dark)


@pytest.mark.browser
def test_the_end_of_a_match(end: Browser) -> None:
    check_page(end)
    heads = end.run("[...document.querySelectorAll('.end h2')].map((one) => one.textContent)")
    assert heads == ["Who pays whom", "Everybody", "How it went"]
    podium = end.run("[...document.querySelectorAll('.podium b')].map((one) => one.textContent)")
    first = end.run("[...document.querySelectorAll('.rank')].map((o) => o.children[2].innerText)")
    assert podium == first[:3]


@pytest.mark.browser
@pytest.mark.parametrize("tab", ["standings", "sheet", "log"])
def test_standings_sheet_and_log(end: Browser, tab: str) -> None:
    tap(end, "scores")
    tap(end, f"tab {tab}")
    check_page(end)


@pytest.mark.browser
def test_the_first_column_of_the_sheet_stays(end: Browser) -> None:
    tap(end, "scores")
    tap(end, "tab sheet")
    left = "document.querySelector('.scroll tbody th').getBoundingClientRect().left"
    before = end.run(left)
    end.run("document.querySelector('.scroll').scrollLeft = 300")
    assert end.run("document.querySelector('.scroll').scrollLeft") == 300
    assert end.run(left) == before
    tap(end, "correct 3")
    assert end.run("document.querySelector('dialog h2').textContent") == "Correct deal 3"


@pytest.mark.browser
def test_the_log_is_filtered_and_copied(end: Browser) -> None:
    end.run("""navigator.clipboard.writeText = async (text) => { window.copied = text; }""")
    tap(end, "scores")
    tap(end, "tab log")
    lines = "[...document.querySelectorAll('.log li')].map((one) => one.innerText)"
    assert len(end.run(lines)) == DEALS * (len(PEOPLE) + 1) + 1
    choose = """((place, value) => {
      const box = document.querySelectorAll('.log-filter select')[place];
      box.value = value;
      box.dispatchEvent(new Event('change'));
    })(%d, %r)"""
    end.run(choose % (1, "3"))
    end.run(choose % (0, "Clara"))
    assert [text.split("\n")[1] for text in end.run(lines)] == [
        "Tricks: Anna 1, Bernd 1, Clara 1, Dieter 0, Eva 0, Fay 0, Gustavo 0, Hanna Maria 0, Ivo 1,"
        " Jo 1",
        "Clara bids 1",
        "Clara bids 5",
    ]
    assert end.run("document.querySelector('.log s').textContent") == "Clara bids 5"
    tap(end, "copy deal")
    end.until("document.querySelector('dialog [role=status]').textContent.startsWith('Copied')")
    copied = end.run("window.copied").splitlines()
    assert copied[0] == "Deal 3"
    assert "Clara bids 5 (taken back)" in copied
    assert len(copied) == 1 + 1 + 2 * len(PEOPLE) + 1


@pytest.mark.browser
def test_the_result_as_a_picture(end: Browser) -> None:
    tap(end, "picture")
    end.until("document.querySelector('canvas') !== null")
    check_page(end)
    picture = "document.querySelector('canvas')"
    assert end.run(f"[{picture}.width, {picture}.height]") == [1080, 1350]
    assert end.run(f"{picture}.ariaLabel").startswith(
        "Bernd and Dieter share the win. Bernd 1855, Dieter 1855, Clara 1845"
    )
    saved = end.run("""(async () => {
      const create = URL.createObjectURL;
      let file = null;
      URL.createObjectURL = (one) => create(file = one);
      document.querySelector('[data-key="save picture"]').click();
      URL.createObjectURL = create;
      const { width, height } = await createImageBitmap(file);
      return [file.name, file.type, width, height];
    })()""")
    assert saved == ["friday-clag-2026-11-27.png", "image/png", 1080, 1350]
    assert end.faults == []


@pytest.mark.browser
def test_the_sheet_on_paper(end: Browser) -> None:
    """One page for ten people and 22 deals, the same from the end and from a dialog."""
    end.screen(390, dark=True)
    first = end.printed()
    tap(end, "more")
    tap(end, "menu print")
    check_page(end)
    texts = []
    for printed in (first, end.printed()):
        paper = PdfDocument(printed)
        assert len(paper) == 1
        texts.append(paper[0].get_textpage().get_text_bounded())
        pixels = paper[0].render(scale=0.5).to_numpy()
        assert pixels.mean() > 200, "the paper is white"
    assert texts[0] == texts[1]
    lines = texts[0].splitlines()
    rows = [line for line in lines if re.match(r"\d+ · \d", line)]
    assert len(rows) == DEALS
    figures = re.compile(r"[−+]?\d+ \d/\d [✓✗]")
    assert [len(figures.findall(row)) for row in rows] == [len(PEOPLE)] * DEALS
    assert any("wins" in line or "share the win" in line for line in lines)
    assert not any("One more hand" in line for line in lines)
