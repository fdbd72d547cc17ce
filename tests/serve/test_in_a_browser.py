"""The score keeper in a real browser: narrow windows, and what others enter is shown at once."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from time import monotonic, sleep

import pytest
from support.browser import Browser, BrowserError, executable
from support.table_server import Phone

pytestmark = pytest.mark.browser

SEVEN = ("Annabel", "Bob", "Cai", "Dorothea-Elisabeth", "Eve", "Fay", "Gus")
LONGEST_WAIT = 10.0
SMALL = (
    "[...document.querySelectorAll('main button, main summary, main select, .tools a,"
    " .numbers label')]"
    ".filter(each => each.checkVisibility() && each.getBoundingClientRect().height < 47.5)"
    ".map(each => each.outerHTML)"
)


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    program = executable()
    assert program is not None
    opened = Browser(program, tmp_path_factory.mktemp("browser"))
    yield opened
    opened.close()


def until(browser: Browser, condition: str) -> None:
    """Wait until something holds in the page."""
    began = monotonic()
    while monotonic() - began < LONGEST_WAIT:
        with suppress(BrowserError):
            if browser.run(condition) is True:
                return
        sleep(0.02)
    pytest.fail(f"not so: {condition}: {browser.run('document.body.innerText')}")


def test_what_others_enter_is_shown_and_a_tap_enters(browser: Browser, host: Phone) -> None:
    table = host.open("file-1", "Ann", "Bob", "Cai")
    code = host.codes(table)[1]
    browser.screen(375)
    browser.open(f"http://{host.server}/j/{code}")
    browser.run("document.querySelector('form button').click()")
    until(browser, f"location.pathname == '{table}' && document.readyState == 'complete'")
    assert browser.run("document.getElementById('turn')?.innerText.trim()") == "Ann bids"
    host.enter(table, "bid 0")
    until(browser, "document.getElementById('turn')?.innerText.trim() == 'Bob bids'")
    browser.run("document.querySelector('button[value=\"bid 1\"]').click()")
    until(browser, "document.getElementById('turn')?.innerText.trim() == 'Cai bids'")
    assert re.search(r"<code>bid 1</code></td><td>Bob", host.get(f"{table}/log").text)
    assert browser.run("document.cookie") == "", "no script reads who sits here"


@pytest.mark.parametrize("width", [320, 375, 1280])
def test_nothing_is_scrolled_sideways_and_targets_are_large(
    browser: Browser, host: Phone, width: int
) -> None:
    browser.screen(width)
    table = host.open("file-1", *SEVEN, note="a rather long note " * 5)
    pages = ["/", "/new/file-1", "/join", table, f"{table}/people", f"{table}/log"]
    for phase in range(2):
        for entry in ("bid 0",) * 6 + (("bid 0", "won 1 0 0 0 0 0 0")[phase],):
            host.enter(table, entry)
        for page in pages if phase else [table]:
            browser.open(f"http://{host.server}{page}")
            wide = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
            assert browser.run(wide) == 0, page
            assert browser.run(SMALL) == [], page
