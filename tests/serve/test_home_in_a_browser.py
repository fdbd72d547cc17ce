"""The first page in a real browser: the taps of a second evening, every window, hostile names."""

from __future__ import annotations

import gzip
import json
from urllib.parse import urlsplit

import minify
import pytest
from support.axe import faults
from support.browser import Browser
from support.table_server import Phone, new_key

pytestmark = pytest.mark.browser

FIVE = ["Anna", "Bernd", "Clara", "Dieter", "Eva"]
AT_A_TABLE = "location.pathname.startsWith('/t/') && document.readyState === 'complete'"
READY = "document.querySelector('.choice') !== null"
HOSTILE = '<img src=x onerror="window.broken=1">'
SMALL = (
    "[...document.querySelectorAll('a, button, select, summary, input:not([type=checkbox])')]"
    ".filter((one) => one.checkVisibility() && !one.closest('p')"
    " && one.getBoundingClientRect().height < 47.5).map((one) => one.outerHTML)"
)


def find(key: str) -> str:
    return f"document.querySelector({json.dumps(f'[data-key={json.dumps(key)}]')})"


def tap(browser: Browser, *keys: str) -> int:
    """Taps on elements that are in the page; returns how many taps it were."""
    for key in keys:
        assert browser.run(f"{find(key)} !== null"), key
        browser.run(f"{find(key)}.click()")
    return len(keys)


def show(browser: Browser, host: Phone) -> None:
    browser.open(f"http://{host.server}/")
    browser.until(READY)


def begin(browser: Browser, host: Phone, names: list[str], **fields: object) -> str:
    """Begins a score sheet in this browser, which is its host; returns its address."""
    browser.open(f"http://{host.server}/health")
    body = json.dumps({"key": new_key().zfill(32), "names": names, **fields})
    asked = f"fetch('/tables', {{ method: 'POST', body: {json.dumps(body)} }})"
    return str(json.loads(browser.run(f"{asked}.then((one) => one.text())"))["table"])


def begun(browser: Browser, host: Phone) -> tuple[list[str], str | None]:
    """The people and the first dealer of the table on the page, which is this browser's own."""
    browser.until(AT_A_TABLE)
    table = browser.run("location.pathname")
    now = host.now(table)
    you = json.loads(browser.run("fetch(`${location.pathname}/now`).then((one) => one.text())"))
    assert you["you"]["host"]
    return now["names"], now["dealer"]


def test_a_second_evening_begins_with_one_tap(browser: Browser, host: Phone) -> None:
    browser.screen(390, 844)
    begin(browser, host, FIVE, game="file-quick", dealer="Eva", parameters={"bonus": 12})
    show(browser, host)
    assert tap(browser, "again") == 1
    assert begun(browser, host) == (FIVE, "Anna"), "the dealer moves on"
    assert host.now(browser.run("location.pathname"))["parameters"] == {"bonus": 12}
    show(browser, host)
    tap(browser, "again")
    assert begun(browser, host) == (FIVE, "Bernd"), "and on"


def test_with_one_person_changed_it_takes_four_taps(browser: Browser, host: Phone) -> None:
    begin(browser, host, ["Fay", *FIVE[1:]], game="file-quick")
    begin(browser, host, FIVE, game="file-quick", dealer="Bernd")
    show(browser, host)
    assert tap(browser, "change people", "person Dieter", "person Fay", "begin") == 4
    assert begun(browser, host) == (["Anna", "Bernd", "Clara", "Eva", "Fay"], "Clara")


def test_a_first_evening_names_people_and_what_the_server_refuses_is_said(
    browser: Browser, host: Phone
) -> None:
    show(browser, host)
    if not browser.run(f"{find('begin')} !== null"):
        tap(browser, "score")
    place = f"[...{find('game')}.options].find((one) => one.text.startsWith('Clag, Foss')).value"
    choose = f"(() => {{ const one = {find('game')}; one.value = {place};"
    browser.run(f"{choose} one.dispatchEvent(new Event('change')); }})()")
    assert "20 deals, 6 kinds of special deals" in browser.run("document.body.innerText")
    for chip in browser.run(
        "[...document.querySelectorAll('.person-chip[aria-pressed=true]')]"
        ".map((one) => one.dataset.key)"
    ):
        tap(browser, chip)
    for name in ("Uwe", "Vera", HOSTILE):
        browser.run(f"{find('new name')}.value += {json.dumps(name)}")
        browser.run(f"{find('new name')}.dispatchEvent(new Event('input'))")
        tap(browser, "add")
    choose = f"(() => {{ const one = {find('dealer')}; one.value = 'Uwe';"
    browser.run(f"{choose} one.dispatchEvent(new Event('change')); }})()")
    assert browser.run(f"{find('begin')}.innerText") == "Begin with 3: Uwe deals"
    tap(browser, "begin")
    assert begun(browser, host) == (["Uwe", "Vera", HOSTILE], "Uwe")
    show(browser, host)
    assert browser.run("window.broken") is None
    assert HOSTILE in browser.run("document.querySelector('.again').innerText")
    begin(browser, host, FIVE, game="file-quick")
    show(browser, host)
    tap(browser, "change people")
    setting = f"(() => {{ const one = {find('parameter bonus')}; one.value = '99';"
    browser.run(f"{setting} one.dispatchEvent(new Event('change')); }})()")
    tap(browser, "begin")
    browser.until("document.querySelector('.message')?.innerText.includes('from 5 to 20') ?? false")
    assert browser.run(f"{find('parameter bonus')}.value") == "99", "what was filled in stays"


def test_without_an_answer_the_same_tap_begins_one_table(browser: Browser, host: Phone) -> None:
    begin(browser, host, FIVE, game="file-quick")
    show(browser, host)
    before = len(host.get("/home").json["running"])
    # the request arrives, and its answer is lost
    browser.run(
        "window.asked = 0; window.there = fetch; window.fetch = async (...request) => {"
        " const answer = await there(...request);"
        " if (request[0] === '/tables' && !asked++) throw new TypeError('lost');"
        " return answer; }"
    )
    tap(browser, "again")
    browser.until("document.querySelector('.message')?.innerText.includes('Try again') ?? false")
    assert len(host.get("/home").json["running"]) == before + 1
    tap(browser, "again")
    browser.until(AT_A_TABLE)
    assert len(host.get("/home").json["running"]) == before + 1


def test_lists_show_three_tables_and_all_when_asked(browser: Browser, host: Phone) -> None:
    for _ in range(5):
        begin(browser, host, FIVE, game="file-quick")
    running = len(host.get("/home").json["running"])
    show(browser, host)
    rows = "document.querySelectorAll('[aria-label=\"Under way\"] li').length"
    assert browser.run(rows) == 3
    tap(browser, "all Under way")
    assert browser.run(rows) == running


def test_every_window_fits_can_be_hit_and_has_no_fault(browser: Browser, host: Phone) -> None:
    names = [*FIVE[:4], "Maximiliane-Charlotte von und zu Hohenst"]
    table = host.begin(names, game="file-quick").json["table"]
    for entry in ("bids 0 0 0 0 0", "won 1 0 0 0 0", "bids 0 0 0 0 0", "won 2 0 0 0 0"):
        assert host.enter(table, entry).status == 303
    note = "a rather long note " * 10
    begin(browser, host, FIVE, game="file-quick", parameters={"bonus": 12}, note=note)
    for place, (width, height) in enumerate([(320, 640), (390, 844), (844, 390), (1280, 800)]):
        for dark in (False, True):
            browser.screen(width, height, dark=dark)
            show(browser, host)
            for keys in ((), ("change people",), ("play",)):
                tap(browser, *keys)
                browser.run(
                    "document.querySelectorAll('details').forEach((one) => (one.open = true))"
                )
                wide = "document.documentElement.scrollWidth <= innerWidth"
                assert browser.run(wide), (width, keys)
                assert browser.run(SMALL) == [], (width, keys)
                if place in (0, 3):
                    assert faults(browser) == [], (width, dark, keys)
    browser.screen(390, 844)
    assert browser.run(f"{find('go on')}.getAttribute('href')") == "/play/file-quick"
    assert "3 to 7 players, 3 deals" in browser.run("document.body.innerText")


def test_without_a_server_the_page_says_so_and_tries_again(browser: Browser, host: Phone) -> None:
    failing = browser.run_before(
        "window.there = fetch; window.fetch = async (...request) => {"
        " if (window.isBack) return there(...request); throw new TypeError('no network'); }"
    )
    browser.open(f"http://{host.server}/")
    browser.until("document.body.innerText.includes('The server does not answer')")
    browser.run("window.isBack = true; document.querySelector('main button').click()")
    browser.until(READY)
    assert not browser.run("document.body.innerText.includes('does not answer')")
    browser.forget(failing)


def test_without_script_one_plain_form_begins_a_sheet(browser: Browser, host: Phone) -> None:
    browser.script(runs=False)
    try:
        browser.open(f"http://{host.server}/")
        browser.script(runs=True)
        plain = browser.run("document.querySelector('noscript a').getAttribute('href')")
    finally:
        browser.script(runs=True)
    page = host.get(plain)
    assert page.status == 200
    assert 'href="/new/file-quick"' in page.text, "every other game is a link away"
    assert host.open(plain.removeprefix("/new/"), *FIVE).startswith("/t/")


def test_the_page_is_small_and_loads_in_three_requests(browser: Browser, host: Phone) -> None:
    """Shell, styles and program; then it asks for what it shows."""
    browser.watch()
    browser.requested.clear()
    show(browser, host)
    paths = [urlsplit(one).path for one in browser.requested]
    assert [one for one in paths if not one.endswith((".svg", ".ico", ".webmanifest"))] == [
        *("/", "/page/home.css", "/page/home.js", "/home"),
    ]
    sizes = [
        len(gzip.compress(minify.string(kind, host.get(f"/page/home.{ending}").text).encode(), 9))
        for ending, kind in (("css", "text/css"), ("js", "application/javascript"))
    ]
    assert sum(sizes) < 16_000, sizes
    assert browser.faults == []
