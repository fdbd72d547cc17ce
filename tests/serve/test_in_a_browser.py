"""The score keeper in a real browser: narrow windows, and what others enter is shown at once."""

from __future__ import annotations

import re

import pytest
from pypdfium2 import PdfDocument
from support.axe import serious_faults
from support.browser import Browser
from support.table_server import Phone

pytestmark = pytest.mark.browser

SETTLED = "!document.querySelector('[data-fresh]')"
"""Nothing of the page was swapped just now: it can be tapped."""
SEVEN = ("Annabel", "Bob", "Cai", "Dorothea-Elisabeth", "Eve", "Fay", "Gus")
SMALL = (
    "[...document.querySelectorAll('main button, main summary, main select, .tools a,"
    " .numbers label')]"
    ".filter(each => each.checkVisibility() && each.getBoundingClientRect().height < 47.5)"
    ".map(each => each.outerHTML)"
)


def show_as(browser: Browser, phone: Phone, table: str) -> None:
    """Open the page of a table as another phone has it, and wait until it is told of changes."""
    browser.screen(375)
    browser.open("about:blank")
    watched = browser.run_before(
        "const Told = window.EventSource; window.EventSource = class extends Told"
        " { constructor(from) { super(from); window.stream = this; } };"
    )
    for name, (secret, path) in phone.cookies.items():
        browser.keep_cookie(name, secret, f"http://{phone.server}{path}")
    browser.open(f"http://{phone.server}{table}")
    browser.until("window.stream?.readyState === 1")
    browser.forget(watched)


def test_what_others_enter_is_shown_and_a_tap_enters(browser: Browser, host: Phone) -> None:
    table = host.open("file-quick", "Ann", "Bob", "Cai")
    code = host.codes(table)[1]
    browser.screen(375)
    browser.open(f"http://{host.server}/j/{code}")
    browser.run("document.querySelector('form button').click()")
    browser.until(f"location.pathname == '{table}' && document.readyState == 'complete'")
    assert browser.run("document.getElementById('turn')?.innerText.trim()") == "Ann bids"
    host.enter(table, "bid 0")
    browser.until("document.getElementById('turn')?.innerText.trim() == 'Bob bids'")
    browser.until(SETTLED)
    browser.run("document.querySelector('button[value=\"bid 1\"]').click()")
    browser.until("document.getElementById('turn')?.innerText.trim() == 'Cai bids'")
    assert re.search(r"<code>bid 1</code></td><td>Bob", host.get(f"{table}/log").text)
    assert browser.run("document.cookie") == "", "no script reads who sits here"


def test_a_part_that_another_entry_has_swapped_takes_no_tap_at_first(
    browser: Browser, host: Phone
) -> None:
    """The page's own clock stands still until the test lets the 400 ms pass."""
    table = host.open("file-quick", "Ann", "Bob", "Cai")
    other = Phone(host.server)
    assert other.join(host.codes(table)[0]).status == 303
    held = browser.run_before(
        "window.waits = []; window.sent = 0; const later = window.setTimeout;"
        "window.setTimeout = (run, time, ...more) =>"
        " time === 400 ? waits.push(run) : later(run, time, ...more);"
        "addEventListener('submit', () => { sent += 1; });"
    )
    show_as(browser, host, table)
    tap = "document.querySelector('#ask button[value=\"bid 0\"]').click()"
    assert other.enter(table, "bid 1").status == 303
    browser.until("document.getElementById('turn').innerText.trim() == 'Bob bids'")
    browser.run(tap)
    assert browser.run("sent") == 0, "the finger was on its way to Ann's 0"
    browser.run("waits.forEach((run) => run())")
    browser.run(tap)
    browser.until("document.getElementById('turn')?.innerText.trim() == 'Cai bids'")
    log = re.findall(r"<code>(bid .)</code></td><td>([^<]*)", host.get(f"{table}/log").text)
    assert log == [("bid 0", "The host"), ("bid 1", "Ann")]
    browser.forget(held)


def test_what_was_chosen_stays_while_others_enter(browser: Browser, host: Phone) -> None:
    table = host.open("file-quick", "Ann", "Bob", "Cai")
    other = Phone(host.server)
    assert other.join(host.codes(table)[0]).status == 303
    show_as(browser, host, table)
    typed = "document.querySelector('.typed input[name=entry]')"
    browser.run(f"{typed}.value = 'bid 0'")
    assert other.enter(table, "bid 1").status == 303
    browser.until("document.getElementById('turn').innerText.trim() == 'Bob bids'")
    browser.run(f"{typed}.form.requestSubmit()")
    browser.until("document.querySelector('.problem')?.innerText.includes('Ann')")
    told = browser.run("document.querySelector('.problem').innerText")
    assert told.startswith("Bob bids now; Ann's bid was entered meanwhile.")
    assert browser.run(f"{typed}.value") == "bid 0"
    assert browser.run("document.querySelector('.typed').open") is True
    for entry in ("bid 0", "bid 1"):
        assert host.enter(table, entry).status == 303
    browser.open(f"http://{host.server}{table}")
    won = "document.querySelector('#ask input[name=n{}][value=\"{}\"]')"
    browser.run(f"{won.format(0, 1)}.click(); {won.format(1, 0)}.click()")
    assert other.enter(table, "trump hearts").status == 303
    browser.until("document.querySelector('.undo').innerText.includes('trump hearts')")
    assert browser.run(f"{won.format(0, 1)}.checked && {won.format(1, 0)}.checked") is True
    browser.until(SETTLED)
    browser.run("document.querySelector('#ask button.main').click()")
    browser.until("document.getElementById('turn')?.innerText.trim() == 'Bob bids'")
    assert "won 1 0 0" in host.get(f"{table}/log").text


def test_a_page_that_was_cut_off_shows_what_it_has_missed(browser: Browser, host: Phone) -> None:
    """The network comes back, a refused stream is asked for again, and one that is silent too."""
    table = host.open("file-quick", "Ann", "Bob", "Cai")
    code = host.codes(table)[0]
    browser.screen(375)
    browser.open("about:blank")
    watched = browser.run_before(
        "window.asked = []; const There = window.EventSource;"
        "window.EventSource = class extends There"
        " { constructor(from) { super(from); asked.push(this); } };"
    )
    browser.open(f"http://{host.server}/j/{code}")
    browser.run("document.querySelector('form button').click()")
    browser.until(f"location.pathname == '{table}' && document.readyState == 'complete'")
    turn = "document.getElementById('turn')?.innerText.trim() == '{} bids'"
    browser.until("asked.length === 1 && asked[0].readyState === 1")
    browser.network(there=False)
    browser.run("asked[0].close()")  # the stream of a phone that has left its network
    host.enter(table, "bid 0")
    assert browser.run(turn.format("Ann")) is True
    browser.network(there=True)
    browser.until(turn.format("Bob"))
    browser.until("asked.at(-1).readyState === 1")
    browser.run("asked.at(-1).close(); asked.at(-1).onerror()")
    host.enter(table, "bid 0")
    browser.until(turn.format("Cai"))
    browser.until("asked.at(-1).readyState === 1")
    known = browser.run("asked.length")
    browser.run("asked.at(-1).onmessage = null; asked.at(-1).onopen = null")
    host.enter(table, "bid 0")
    browser.run("const now = Date.now(); Date.now = () => now + 60000;")
    browser.until("document.getElementById('turn')?.innerText.trim() != 'Cai bids'")
    assert browser.run(f"asked.length > {known}") is True
    browser.forget(watched)


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
        *("/new/file-quick", "/join", "/nothing", busy, f"{fresh}/people", f"{busy}/log"),
        *(f"{busy}/deal/1", f"{busy}/print", counting, ended),
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
        if page.endswith("/deal/1"):
            browser.screen(320)
            heads = "[...document.querySelectorAll('thead th')].map(each => each.offsetHeight)"
            assert max(browser.run(heads)) < 35, "no word of the head is broken"
        assert serious_faults(browser) == [], page
        if page in (busy, f"{fresh}/people"):
            browser.screen(375, dark=True)
            assert serious_faults(browser, "color-contrast") == [], (page, "dark")
        if page == f"{fresh}/people":
            assert browser.run("document.body.innerText.includes('Goes home')"), "as the host"
    browser.screen(375)


def test_a_sheet_is_printed_with_all_that_stands_on_it(
    browser: Browser, host: Phone, busy: str
) -> None:
    # the page opens the printer by itself, and a browser prints one thing at a time
    own = browser.run_before("window.print = () => { window.asked = true; }")
    for dark in (False, True):
        browser.screen(375, dark=dark)
        browser.open(f"http://{host.server}{busy}/print")
        assert browser.run("window.asked"), "the printer is opened"
        paper = PdfDocument(browser.printed())
        assert len(paper) == 1
        text = " ".join(paper[0].get_textpage().get_text_bounded().split())
        for name in (*SEVEN, "Zoe"):
            assert name.split("-")[0] in text, "nothing is cut off"
        assert "spilt a whole glass of beer over the cards of everybody" in text
        assert "Gus goes home; Fay sits out; Zoe sits down at the left of Eve" in text
        assert "Back to the table" not in text
        ink = paper[0].render().to_numpy()
        assert ink[0, 0].tolist() == [255, 255, 255], "on white paper"
        assert ink.min() < 40, "in black"
    browser.forget(own)
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
