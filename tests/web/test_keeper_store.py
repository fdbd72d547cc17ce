"""The keeper over any store: entries of others are shown, and nothing half done is lost by them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from support.browser import Browser
from support.unproved import unproved

from clagdsl.explain.web_bundle import WebPage, program_with_catalogue
from clagdsl.lang.game_json import game_json
from clagdsl.lang.resources import data_folder

STORE = """(() => {
  %s
  const root = document.createElement('div');
  document.body.replaceChildren(root);
  window.puts = [];
  let callback = () => {};
  const compiled = COMPILED;
  const match = { names: ['Ann', 'Bob', 'Cai', 'Dot'], dealer: null, parameters: {},
    begun: '2026-11-27T20:00:00Z' };
  const empty = keep(new Table(compiled, 4, {}), { ...match, rules: 'pagat' });
  window.store = {
    sheet: LOG.reduce((sheet, entry) => sheet.apply(entry), empty),
    get entries() { return this.sheet.log.map((entry) => ({ entry })); },
    notice: '',
    enter(entry, line) {
      puts.push([entry, line]);
      this.sheet = this.sheet.apply(entry);
      return '';
    },
    onChange(changed) { callback = changed; },
    hear(entry, message) {
      this.sheet = entry === null ? this.sheet : this.sheet.apply(entry);
      callback(message);
    },
  };
  Object.assign(store, PHONE);
  window.left = 0;
  startKeeper(root, {
    compiled, rules: 'pagat', title: 'Clag', store, menu: [], match,
    regulars: () => [], learn() {}, onAgain() {}, onLeave() { left += 1; },
  });
  window.turn = () => document.querySelector('#turn').textContent;
  return turn();
})()"""


def started(browser: Browser, page: Path, log: list[str], phone: str = "{}") -> str:
    """Starts a keeper over a store in memory; returns its question."""
    page.write_text(
        "<!DOCTYPE html><meta name=viewport content='width=device-width'><body>", "utf-8"
    )
    browser.open(page)
    style = "".join(
        (data_folder("web") / name).read_text("utf-8")
        for name in ("look/tokens.css", "keeper/keeper.css")
    )
    browser.run(
        f"document.head.append(Object.assign(document.createElement('style'), "
        f"{{textContent: {json.dumps(style)}}}))"
    )
    parts = {
        "%s": program_with_catalogue(WebPage("keeper/keeper.js", ())),
        "LOG": json.dumps(log),
        "PHONE": phone,
        "COMPILED": json.dumps(game_json(unproved("pagat").rules)),
    }
    program = STORE
    for name, text in reversed(parts.items()):
        program = program.replace(name, text, 1)
    question: str = browser.run(program)
    return question


def tap(browser: Browser, key: str) -> None:
    browser.run(f"document.querySelector('[data-key=\"{key}\"]').click()")


@pytest.fixture
def page(tmp_path: Path) -> Path:
    return tmp_path / "x.html"


@pytest.mark.browser
def test_an_entry_is_put_with_the_line_whose_it_is(browser: Browser, page: Path) -> None:
    assert started(browser, page, ["bid 0"]) == "Bob bids"
    for key in ("bid 0", "bid 0", "bid 0", "more 2", "close"):
        tap(browser, key)
    tap(browser, "undo")
    assert browser.run("puts") == [
        *(["bid 0", line] for line in (1, 2, 3)),
        *(["won 0 0 1 0", None], ["undo", None]),
    ]


@pytest.mark.browser
def test_a_change_by_others_takes_no_tap_for_a_moment(browser: Browser, page: Path) -> None:
    assert started(browser, page, []) == "Ann bids"
    click = "document.querySelector('[data-key=\"bid 1\"]').click()"
    assert browser.run(f"store.hear('bid 0'); {click}; store.sheet.log") == ["bid 0"]
    browser.run("document.dispatchEvent(new KeyboardEvent('keydown', {key: '1', bubbles: true}))")
    assert browser.run("store.sheet.log") == ["bid 0"]
    browser.until("!document.querySelector('.guarded')")
    tap(browser, "bid 1")
    assert browser.run("store.sheet.log") == ["bid 0", "bid 1"]
    tap(browser, "bid 0")
    assert browser.run("store.sheet.log.length") == 3, "own taps are not held up"


CHANGES = """(() => {
  const list = document.querySelector('.people');
  list.style.height = '90px';
  list.scrollTop = 31;
  const held = document.querySelector('[data-key="more 1"]');
  held.focus({ preventScroll: true });
  const state = () => JSON.stringify([list.scrollTop, document.activeElement === held,
    [...document.querySelectorAll('.counts output')].map((one) => one.firstChild.data), turn()]);
  const before = state();
  const wrong = [];
  const entries = ['note "one"', 'adjust Ann 5', 'trump hearts', 'undo', 'adjust Bob -3'];
  for (let change = 0; change < 100; change += 1) {
    const entry = entries[change % 5];
    store.hear(entry, change % 7 === 0 ? 'Somebody has entered something.' : undefined);
    if (state() !== before) wrong.push([entry, state()]);
  }
  return [before, wrong];
})()"""


@pytest.mark.browser
def test_a_dialog_is_drawn_until_it_is_closed(browser: Browser, page: Path) -> None:
    started(browser, page, ["bid 0"])
    tap(browser, "scores")
    tap(browser, "tab log")
    browser.run("window.box = document.querySelector('dialog')")
    browser.run("store.hear('bid 0')")
    assert "Bob bids 0" in browser.run("box.innerText")
    browser.run("box.querySelector('[aria-label=Close]').click(); store.hear('bid 0')")
    assert browser.run("turn()") == "Dot bids"
    assert "Cai bids 0" not in browser.run("box.textContent")


@pytest.mark.browser
def test_half_filled_tricks_focus_and_scroll_stay(browser: Browser, page: Path) -> None:
    assert started(browser, page, ["bids 0 0 0 0"]) == "Who took more?"
    tap(browser, "more 1")
    before, wrong = browser.run(CHANGES)
    assert before == '[31,true,["0","1","0","0"],"Close the deal?"]'
    assert wrong == []
    tap(browser, "close")
    assert browser.run("store.sheet.log.at(-1)") == "won 0 1 0 0"


@pytest.mark.browser
def test_a_refusal_of_the_store_is_shown(browser: Browser, page: Path) -> None:
    started(browser, page, [])
    browser.run("store.enter = () => 'Not kept.'; store.notice = 'No connection for 12 s.'; 0")
    tap(browser, "bid 1")
    assert browser.run("[turn(), document.querySelector('.message').textContent]") == [
        "Ann bids",
        "Not kept.",
    ]
    assert browser.run("document.querySelector('.banner').textContent") == "No connection for 12 s."


def of_phone(browser: Browser) -> Any:
    return browser.run(
        "[document.querySelectorAll('.numbers button').length, document.querySelector('.own')"
        "?.querySelector('.who').innerText, document.querySelector('.own-count')?.innerText ?? '']"
    )


@pytest.mark.browser
def test_a_phone_with_a_seat_enters_for_its_seat_only(browser: Browser, page: Path) -> None:
    phone = "{ own: 1, mayEnter: (line) => line === 1, mayUndo: false, mayChange: false }"
    assert started(browser, page, [], phone) == "Ann bids"
    assert of_phone(browser) == [0, "Bob", ""]
    assert "You are Bob" in browser.run("document.querySelector('.where').textContent")
    browser.run("document.dispatchEvent(new KeyboardEvent('keydown', {key: '1', bubbles: true}))")
    browser.run("store.hear('bid 0')")
    assert of_phone(browser) == [2, "Bob", ""]
    browser.until("!document.querySelector('.guarded')")
    tap(browser, "bid 1")
    assert of_phone(browser) == [0, "Bob", "bid 1"]
    assert browser.run("puts") == [["bid 1", 1]]
    browser.run("store.hear('bid 0'); store.hear('bid 1')")
    assert browser.run("document.querySelector('[data-key=close]')") is None, "others count"
