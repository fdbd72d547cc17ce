"""The page of the score keeper fits every window: nothing scrolls, is cut off or too small."""

from __future__ import annotations

import json
import re
from itertools import product
from pathlib import Path
from typing import Any, Final

import pytest
from support.axe import faults
from support.browser import Browser

from clagdsl.check.checker import check_text
from clagdsl.explain.keeper_page import keeper_page

LARGE: Final = """clag 2
game "Large"
players 2 to 10
pack all ranks, 5 of each
deal normal
  trump none
  bid in turn
  last bid keeps bids != cards
  equal cards first wins
  score 10 + bid when made, otherwise 0
schedule 1 up to 20 cards: normal
winner highest total, then shared
"""

NAMES: Final = [
    *("Anna", "Bernd", "Maximiliane-Charlotte von und zu Hohenstein", "Dieter", "Eva"),
    *("Fay", "Gustavo", "Hanna", "Ivo", "Wilhelmine"),
]
SCREENS: Final = [(320, 640), (390, 844), (844, 390), (1280, 800)]

KEPT: Final = """(([rules, names, log]) => {
  const match = { id: 'one', begun: '2026-11-27T20:00:00.000Z', names, dealer: null,
    parameters: {}, log };
  const shelf = { version: 1, current: 'one', matches: [match], regulars: names };
  sessionStorage.clear();
  localStorage.setItem(`clagdsl keep ${rules}`, JSON.stringify(shelf));
})(%s)"""

FAULTS: Final = """(([[width, height], lowest]) => {
  const faults = [];
  for (const part of ['html', '.people', '.dock']) {
    const box = document.querySelector(part);
    const scrolls = box.scrollHeight > box.clientHeight + 1 || box.scrollWidth > box.clientWidth;
    if (scrolls) faults.push(`${part} scrolls`);
  }
  const texts = document.createTreeWalker(document.querySelector('.keeper'), NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const { currentNode: text } = texts;
    if (!text.parentElement.checkVisibility()) continue;
    if (text.parentElement.closest('.visually-hidden, .beside')) continue;
    const range = document.createRange();
    range.selectNodeContents(text);
    const lines = new Set([...range.getClientRects()].map((box) => Math.round(box.top)));
    if (lines.size > 1) faults.push(`on ${lines.size} lines: ${text.data}`);
  }
  for (const button of document.querySelectorAll(':is(.bar, .people, .dock) button')) {
    const box = button.getBoundingClientRect();
    const name = `${button.dataset.key}, ${box.width.toFixed(1)} x ${box.height.toFixed(1)}`;
    const isInside = box.left >= 0 && box.top >= 0 && box.right <= innerWidth;
    if (!isInside || box.bottom > innerHeight) faults.push(`outside: ${name}`);
    const isNumber = button.closest('.numbers');
    const isSmall = isNumber ? box.width < width || box.height < height : box.width < 48;
    if (isSmall || box.height < Math.min(height, lowest)) faults.push(`small: ${name}`);
    if (button.scrollWidth > button.clientWidth + 1) faults.push(`cut off: ${name}`);
  }
  const deal = document.querySelector('.where h1');
  if (deal.scrollWidth > deal.clientWidth) faults.push('the deal is cut off');
  const rows = [...document.querySelectorAll('.person')];
  for (const row of rows) {
    const boxes = [...row.children].map((one) => one.getBoundingClientRect());
    boxes.slice(1).forEach((box, place) => {
      if (box.left < boxes[place].right - 1) faults.push(`overlap: ${row.innerText}`);
    });
  }
  return faults;
})(%s)"""


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Path:
    checked = check_text(LARGE)
    assert checked.game is not None, checked.diagnostics
    path = tmp_path_factory.mktemp("layout") / "keeper.html"
    path.write_text(keeper_page(checked.game, "large.clag"), "utf-8")
    return path


def entered(players: int, cards: int, phase: str) -> list[str]:
    """The entries of a second deal with these cards: at the last bid, or at the tricks."""
    first = [f"bids {' '.join('0' * players)}", f"won {' '.join('1' + '0' * (players - 1))}"]
    bids = [cards // 2] * (players - 1)
    if phase == "bid":
        return [*first, f"cards {cards}", *(f"bid {bid}" for bid in bids)]
    last = cards if sum(bids) else 0
    return [*first, f"cards {cards}", f"bids {' '.join(map(str, [*bids, last]))}"]


def opened(browser: Browser, page: Path, players: int, log: list[str]) -> None:
    """Opens the page with a match that it has kept; it is there before the page's own program."""
    found = re.search(r'"rules_hash":"([^"]+)"', page.read_text("utf-8"))
    assert found is not None
    before = browser.run_before(KEPT % json.dumps([found[1], NAMES[:players], log]))
    browser.run("window.isBefore = true")
    browser.open(page)
    browser.until("!window.isBefore && document.querySelector('#turn') !== null")
    browser.forget(before)


def sweep(browser: Browser, page: Path, sizes: Any) -> None:
    found = []
    for players, cards, phase in sizes:
        opened(browser, page, players, entered(players, cards, phase))
        for width, height in SCREENS:
            browser.screen(width, height)
            number = [46, 46] if cards <= 12 else [39, 40]
            lowest = 28 if height < 500 else 32 if players > 7 else 46
            wrong = browser.run(FAULTS % json.dumps([number, lowest]))
            found += [(players, cards, phase, width, fault) for fault in wrong]
    assert found == [], found[:5]


@pytest.mark.browser
def test_bids_and_tricks_fit_every_window(browser: Browser, page: Path) -> None:
    sweep(browser, page, product((2, 5, 10), (1, 7, 20), ("bid", "tricks")))


@pytest.mark.browser
@pytest.mark.long
def test_bids_and_tricks_of_all_sizes_fit_every_window(browser: Browser, page: Path) -> None:
    sweep(browser, page, product(range(2, 11), range(1, 21), ("bid", "tricks")))


@pytest.mark.browser
def test_a_list_that_does_not_fit_scrolls_to_whose_turn_it_is(browser: Browser, page: Path) -> None:
    browser.screen(320, 420)
    opened(browser, page, 10, [])
    hidden = "(([list, row]) => row.top < list.top - 1 || row.bottom > list.bottom + 1)"
    boxes = "['.people', '[aria-current]'].map((one) => document.querySelector(one)"
    for _ in NAMES[1:]:
        browser.run("document.querySelector('.numbers button:not([aria-disabled])').click()")
        browser.until(f"!{hidden}({boxes}.getBoundingClientRect()))")
    assert browser.run("document.querySelector('.people').scrollTop") > 0


@pytest.mark.browser
@pytest.mark.parametrize("dark", [False, True])
def test_axe_finds_nothing(browser: Browser, page: Path, dark: bool) -> None:
    browser.screen(320, 640, dark=dark)
    for phase in ("bid", "tricks"):
        opened(browser, page, 5, entered(5, 7, phase))
        assert faults(browser) == [], phase
    for key in ("scores", "more", "menu roster"):
        browser.run(f"document.querySelector('[data-key=\"{key}\"]').click()")
        assert faults(browser) == [], key
        if key == "scores":
            browser.run("document.querySelector('dialog [aria-label=Close]').click()")
