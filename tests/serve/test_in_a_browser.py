"""Pages made by the server in a real browser: live parts, narrow windows, rules while typed."""

from __future__ import annotations

import pytest
from support.axe import serious_faults
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
def table(host: Phone) -> str:
    """A match in which Bob bids first, then Cai, then Ann, who has the host's phone."""
    named = {f"name{seat}": name for seat, name in enumerate(("Ann", "Bob", "Cai"))}
    return host.play("file-quick", "me", "person", "person", dealer="0", **named)


@pytest.fixture
def others(host: Phone, table: str) -> list[Phone]:
    """The phones of Bob and Cai."""
    phones = [Phone(host.server), Phone(host.server)]
    for phone, code in zip(phones, host.codes(table)[1:3], strict=True):
        assert phone.join(code).status == 303
    return phones


def show_as(browser: Browser, phone: Phone, table: str, before: str) -> None:
    """Opens the page of a match as a phone has it, with a script that runs before its own."""
    browser.screen(375)
    browser.open("about:blank")
    added = browser.run_before(before)
    for name, (secret, path) in phone.cookies.items():
        browser.keep_cookie(name, secret, f"http://{phone.server}{path}")
    browser.open(f"http://{phone.server}{table}")
    browser.forget(added)


WATCHED = (
    "window.asked = []; const There = window.EventSource;"
    "window.EventSource = class extends There"
    " { constructor(from) { super(from); asked.push(this); } };"
)
"""Keeps the streams of a page in `asked`."""
OPEN = "asked.at(-1)?.readyState === 1"


def test_a_part_that_another_entry_has_swapped_takes_no_tap_at_first(
    browser: Browser, host: Phone, table: str, others: list[Phone]
) -> None:
    """The page's own clock stands still until the test lets the 400 ms pass."""
    assert others[0].enter(table, "bid 0").status == 303
    held = (
        "window.waits = []; window.sent = 0; const later = window.setTimeout;"
        "window.setTimeout = (run, time, ...more) =>"
        " time === 400 ? waits.push(run) : later(run, time, ...more);"
        "addEventListener('submit', () => { sent += 1; });"
    )
    show_as(browser, host, table, WATCHED + held)
    browser.until(OPEN)
    tap = "document.querySelector('#hand button[value=\"bid 0\"]').click()"
    assert others[1].enter(table, "bid 0").status == 303
    browser.until("document.querySelector('#turn.yours') !== null")
    browser.run(tap)
    assert browser.run("sent") == 0, "the finger was on its way to something else"
    browser.run("waits.forEach((run) => run())")
    browser.run(tap)
    browser.until("document.querySelector('#turn:not(.yours)') !== null")
    assert "Ann bids 0" in host.get(f"{table}/log").text


def test_a_page_that_was_cut_off_shows_what_it_has_missed(
    browser: Browser, host: Phone, table: str, others: list[Phone]
) -> None:
    """The network comes back, a refused stream is asked for again, and one that is silent too."""
    show_as(browser, host, table, WATCHED)
    turn = "document.getElementById('turn')?.innerText.includes('{}')"
    browser.until(OPEN)
    browser.network(there=False)
    browser.run("asked[0].close()")  # the stream of a phone that has left its network
    assert others[0].enter(table, "bid 0").status == 303
    assert browser.run(turn.format("Bob")) is True
    browser.network(there=True)
    browser.until(turn.format("Cai"))
    browser.until(OPEN)
    browser.run("asked.at(-1).close(); asked.at(-1).onerror()")
    assert others[1].enter(table, "bid 0").status == 303
    browser.until("document.querySelector('#turn.yours') !== null")
    browser.until(OPEN)
    known = browser.run("asked.length")
    browser.run("asked.at(-1).onmessage = null; asked.at(-1).onopen = null")
    assert host.enter(table, "bid 0").status == 303
    browser.run("const now = Date.now(); Date.now = () => now + 60000;")
    browser.until("document.querySelector('.hand button.playing, .seat.turn') !== null")
    browser.until(f"asked.length > {known}")


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
        *("/", "/new/file-quick", "/join", "/nothing", f"{busy}/plain", f"{fresh}/people"),
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
        assert serious_faults(browser) == [], page
        if page in ("/", f"{busy}/plain", f"{fresh}/people"):
            browser.screen(375, dark=True)
            assert serious_faults(browser, "color-contrast") == [], (page, "dark")
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
    assert serious_faults(browser) == []
    browser.screen(320, dark=True)
    assert serious_faults(browser, "color-contrast") == [], "dark"
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
    assert serious_faults(browser) == []
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
