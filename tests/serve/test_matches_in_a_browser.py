"""The online table in a real browser: several people, each with cookies of their own, and bots."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import suppress
from time import monotonic

import pytest
from support.axe import serious_faults
from support.browser import LONGEST_WAIT, Browser, BrowserError
from support.table_server import QUICK, Phone, serving

pytestmark = pytest.mark.browser

NAMES = ("Annabel", "Bob", "Cai", "Dorothea-Elisabeth", "Eve", "Fay", "Gus")
NUMBER = "Number(document.querySelector('[data-changes]')?.dataset.number)"
TAP = """(() => {
  const hand = document.getElementById("hand");
  if (document.readyState !== "complete" || !document.querySelector("#turn.yours")) return false;
  if (document.querySelector("[data-fresh]")) return false;
  const call = hand.querySelector("input[name=row]")?.form;
  if (call) {
    const groups = new Set([...call.querySelectorAll("input[type=radio]")].map((one) => one.name));
    for (const name of groups) call.querySelector(`input[name="${name}"]`).checked = true;
    call.querySelector("button").click();
    return true;
  }
  const tap = hand.querySelector("button[name=entry]:not([value=undo])");
  if (tap) { tap.click(); return true; }
  const list = hand.querySelector("select[name=entry]");
  list.selectedIndex = 0;
  list.form.querySelector("button").click();
  return true;
})()"""
"""Does the first thing that the page offers, if there is any; whether there was."""
OVER = "document.body.innerText.includes('Keep the record')"
NARROW_NAMES = (
    "[...document.querySelectorAll('.seat .who')]"
    ".filter(each => each.scrollWidth > each.clientWidth && each.clientWidth < 64)"
    ".map(each => each.innerText)"
)
COVERED = (
    "[...document.querySelectorAll('.seat')].flatMap(seat => {"
    " const [sign, mark] = [seat.querySelector('.corner i'), seat.querySelector('.chip')]"
    ".map(each => each?.getBoundingClientRect());"
    " return sign && mark && mark.top < sign.bottom - 3 ? [seat.innerText] : []; })"
)
LOWEST_CARD = (
    "Math.max(...[...document.querySelectorAll('#hand .playing')]"
    ".map((one) => one.getBoundingClientRect().bottom))"
)
CARDS = "[...document.querySelectorAll('.hand .playing')].map((one) => one.innerText).join('|')"


@pytest.fixture(scope="module")
def online(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder = tmp_path_factory.mktemp("online")
    (folder / "quick.clag").write_text(QUICK, "utf-8")
    with serving(folder / "tables.db", folder / "quick.clag", pause=0.01) as address:
        yield address


def run(browser: Browser, program: str) -> object:
    """The value of an expression, None while the page is another one."""
    with suppress(BrowserError):
        return browser.run(program)
    return None


def seated(browser: Browser, online: str, game: str, people: int, bots: int) -> str:
    """A match at which people sit, each in a window with cookies of their own; its address."""
    host = Phone(online)
    names = {f"name{seat}": name for seat, name in enumerate(NAMES[: people + bots])}
    who = [*["person"] * people, *["steady"] * bots]
    table = host.play(game, *who, **names)
    for name, code in zip(NAMES, host.codes(table)[:people], strict=False):
        browser.turn_to(name)
        browser.watch()
        browser.open(f"http://{online}/j/{code}")
        browser.run("document.querySelector('form button').click()")
        browser.until(f"location.pathname === '{table}' && document.readyState === 'complete'")
    return table


def tapped(browser: Browser) -> bool:
    """Whether the page that is shown had something to tap, which then was answered."""
    before = run(browser, NUMBER)
    if not isinstance(before, int | float) or run(browser, TAP) is not True:
        return False
    browser.until(f"document.readyState === 'complete' && {NUMBER} > {before}")
    return True


def play(browser: Browser, people: int, most: int) -> None:
    """Everybody taps whatever they are offered, so often at most or until the match is over."""
    done, began = 0, monotonic()
    while done < most:
        for name in NAMES[:people]:
            browser.turn_to(name)
            if run(browser, OVER) is True:
                return
            if tapped(browser):
                done, began = done + 1, monotonic()
        assert monotonic() - began < LONGEST_WAIT, run(browser, "document.body.innerText")


def everywhere(browser: Browser, people: int, condition: str) -> None:
    """Wait until something holds on the pages of all."""
    for name in NAMES[:people]:
        browser.turn_to(name)
        browser.until(condition)


@pytest.mark.long
def test_four_people_and_a_bot_play_a_match(browser: Browser, online: str) -> None:
    table = seated(browser, online, "file-quick", 4, 1)
    browser.turn_to("")
    browser.watch()
    browser.open(f"http://{online}{table}")
    assert browser.run("document.body.innerText.includes('You are watching')")
    play(browser, 4, 7)
    # the page loaded anew, and a second tab, have the same seat and the same cards
    browser.turn_to("Bob", "second tab")
    browser.open(f"http://{online}{table}")
    cards = browser.run(CARDS)
    browser.turn_to("Bob")
    browser.until(f"{CARDS} === {json.dumps(cards)}")
    browser.open(f"http://{online}{table}")
    assert browser.run(CARDS) == cards
    browser.turn_to("Bob", "second tab")
    assert browser.run("document.cookie") == ""
    # without a network nothing comes; once it is back the page has what was missed
    number = browser.run(NUMBER)
    browser.network(there=False)
    play(browser, 4, 1000)
    everywhere(browser, 4, OVER)
    browser.turn_to("")
    browser.until(OVER)
    browser.turn_to("Bob", "second tab")
    browser.network(there=True)
    browser.open(f"http://{online}{table}")
    assert browser.run(f"{NUMBER} > {number} && {OVER}") is True
    assert all(address.startswith(f"http://{online}/") for address in browser.requested)
    assert [fault for fault in browser.faults if "ERR_INTERNET_DISCONNECTED" not in fault] == []


def test_a_deal_is_played_without_script(browser: Browser, online: str) -> None:
    table = seated(browser, online, "file-quick", 1, 3)
    browser.turn_to("Annabel")
    browser.script(runs=False)
    browser.open(f"http://{online}{table}")
    began, deals = monotonic(), "document.querySelectorAll('#sheet tbody tr:not(.open)').length"
    while not browser.run(deals):
        assert monotonic() - began < LONGEST_WAIT
        if not tapped(browser):
            browser.open(f"http://{online}{table}")
    browser.script(runs=True)


def test_every_page_of_a_match_of_seven_fits_and_is_told_to_who_cannot_see_it(
    browser: Browser, online: str
) -> None:
    host = Phone(online)
    browser.turn_to("")
    names = {f"name{seat}": name for seat, name in enumerate(NAMES)}
    table = host.play("file-quick", "me", *["steady"] * 6, note="a rather long note " * 5, **names)
    browser.open(f"http://{online}/")
    for name, (secret, path) in host.cookies.items():
        browser.keep_cookie(name, secret, f"http://{online}{path}")
    browser.open(f"http://{online}{table}")
    for _ in range(3):
        browser.until("document.querySelector('#turn.yours') !== null")
        tapped(browser)
    pages = (table, f"{table}/log", f"{table}/people", f"{table}/print", "/play/file-quick")
    for page in pages:
        browser.screen(320)
        browser.open(f"http://{online}{page}")
        for width in (320, 375, 1280):
            browser.screen(width)
            wide = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
            assert browser.run(wide) == 0, (page, width)
        if page == table:  # what is to be done is seen at once, beside the cards of all
            browser.screen(320, 640)
            assert browser.run(LOWEST_CARD) <= 640
            assert browser.run(NARROW_NAMES) == [], "names are read, and not two letters of them"
            assert browser.run(COVERED) == [], "no mark lies on the rank or suit of a card"
        if page.startswith("/play"):
            browser.screen(320)
            rows = "[...document.querySelectorAll('.chair')].map(each => each.offsetHeight)"
            assert max(browser.run(rows)) < 60, "a seat is one row"
        if not page.endswith("/print"):
            assert serious_faults(browser) == [], page
        if page == table:
            browser.screen(375, dark=True)
            assert serious_faults(browser, "color-contrast") == [], "dark"


@pytest.mark.long
@pytest.mark.parametrize("game", ["pagat", "foss", "raf"])
def test_a_whole_match_of_four_people_and_bots(browser: Browser, online: str, game: str) -> None:
    table = seated(browser, online, game, 4, 1)
    play(browser, 4, 10_000)
    everywhere(browser, 4, OVER)
    assert Phone(online).get(f"{table}/record.toml").status == 200
    assert all(address.startswith(f"http://{online}/") for address in browser.requested)
    assert browser.faults == []
