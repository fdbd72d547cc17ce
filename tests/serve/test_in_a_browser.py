"""Pages made by the server in a real browser: narrow windows, and rules while they are typed."""

from __future__ import annotations

import pytest
from support.axe import faults
from support.browser import Browser
from support.table_server import Phone

pytestmark = pytest.mark.browser

SEVEN = ("Annabel", "Bob", "Cai", "Dorothea-Elisabeth", "Eve", "Fay", "Gus")
SMALL = (
    "[...document.querySelectorAll('main button, main summary, main select, .tools a')]"
    ".filter(each => each.checkVisibility() && each.getBoundingClientRect().height < 47.5)"
    ".map(each => each.outerHTML)"
)


@pytest.fixture
def busy(host: Phone) -> str:
    """A table at which seven have played, with long names, and all that may stand beside deals."""
    table = host.open("file-quick", *SEVEN, note="a rather long note " * 5)
    for entry in (
        *("bid 0",) * 6,
        *("bid 0", "won 1 0 0 0 0 0 0", "leave Gus", "out Fay", "join Zoe after Eve"),
        'adjust Dorothea-Elisabeth -5 "spilt a whole glass of beer over the cards of everybody"',
        *("bid 0", "bid 1"),
    ):
        assert host.enter(table, entry).status == 303, entry
    return table


def test_every_page_fits_can_be_hit_and_is_told_to_who_cannot_see_it(
    browser: Browser, host: Phone, busy: str
) -> None:
    """Each page is loaded once, and looked at narrow and wide, light and dark."""
    ended = host.open("file-quick", "Ann", "Bob", "Cai")
    for cards in (1, 2, 3):
        for entry in (*("bid 0",) * 3, f"won 0 0 {cards}"):
            host.enter(ended, entry)
    fresh, counting = (host.open("file-quick", *SEVEN[: 4 + each]) for each in (0, 3))
    for _ in SEVEN:
        host.enter(counting, "bid 0")
    browser.open(f"http://{host.server}/")
    for name, (secret, path) in host.cookies.items():
        browser.keep_cookie(name, secret, f"http://{host.server}{path}")
    pages = [
        *("/new/file-quick", "/join", "/nothing", f"{busy}/plain", f"{fresh}/people"),
        *(f"{counting}/plain", f"{ended}/plain"),
    ]
    for page in pages:
        browser.screen(320)
        browser.open(f"http://{host.server}{page}")
        browser.run("document.querySelectorAll('details').forEach((each) => (each.open = true))")
        for width in (320, 375, 1280):
            browser.screen(width)
            wide = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
            assert browser.run(wide) == 0, (page, width)
            assert browser.run(SMALL) == [], (page, width)
        assert faults(browser) == [], page
        if page in (f"{busy}/plain", f"{fresh}/people"):
            browser.screen(375, dark=True)
            assert faults(browser, "color-contrast") == [], (page, "dark")
        if page == f"{fresh}/people":
            assert browser.run("document.body.innerText.includes('Make host')") is False
            assert browser.run("document.body.innerText.includes('A phone each')"), "as the host"
    browser.screen(375)


def test_rules_are_checked_while_they_are_typed(browser: Browser, host: Phone) -> None:
    """The page of the playground with the server behind it, under the server's own policy."""
    browser.watch()
    browser.requested.clear()
    browser.faults.clear()
    browser.screen(320)
    browser.open(f"http://{host.server}/write")
    browser.run("document.querySelector('textarea').value = 'clag 1\\ngame \"X\" extend pagat\\n'")
    browser.run("document.querySelector('button[value=check]').click()")
    browser.until("document.querySelector('.problems mark')?.textContent === 'extend'")
    browser.until("document.querySelector('#answer').getBoundingClientRect().top < 700")
    for width in (1280, 320):
        browser.screen(width)
        assert browser.run("document.documentElement.scrollWidth <= innerWidth")
        assert browser.run(SMALL) == []
    assert faults(browser) == []
    browser.screen(320, dark=True)
    assert faults(browser, "color-contrast") == [], "dark"
    browser.screen(320)
    browser.run("document.querySelector('a[href=\"/editor/\"]').click()")
    good = "document.getElementById('status')?.className === 'good'"
    browser.until(good)
    typed = (
        "(() => { const area = document.querySelector('#editor textarea'); area.value = %r;"
        " area.dispatchEvent(new Event('input')); })()"
    )
    browser.run(typed % 'clag 1\ngame "X" extend pagat\n')
    browser.until("document.querySelector('#problems .mend') !== null")
    assert faults(browser) == []
    browser.run("document.querySelector('#mend').click()")
    browser.until(good)
    browser.until("document.getElementById('games').length > 20")
    browser.run("document.getElementById('games').value = 'foss'")
    browser.run("document.getElementById('games').dispatchEvent(new Event('change'))")
    browser.run("document.getElementById('open').click()")
    browser.until("document.querySelector('#editor textarea').value.includes('Foss')")
    browser.until(f"{good} && document.getElementById('status').textContent.includes('Foss')")
    browser.run("document.getElementById('tab-match').click()")
    browser.run("document.querySelector('#match button').click()")
    browser.until("document.querySelector('#played table') !== null")
    assert browser.run("document.documentElement.scrollWidth <= innerWidth")
    assert browser.run(SMALL) == []
    assert browser.faults == []
    assert all(one.startswith(f"http://{host.server}/") for one in browser.requested)
