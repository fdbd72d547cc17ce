"""The served score keeper in a browser: several phones, a lost network, changes by others."""

from __future__ import annotations

import json
import random
import re
from html import unescape
from pathlib import Path

import pytest
from support.axe import faults
from support.browser import Browser
from support.keeper_taps import TAP
from support.table_server import Phone

from clagdsl.api import load
from clagdsl.lang.resources import all_names

pytestmark = pytest.mark.browser

NAMES = ("Anna", "Bernd", "Clara")
ANNA, BERND, CLARA = range(3)
TURN = "document.querySelector('#turn')?.textContent"
LOST = "document.querySelector('.banner')?.textContent.startsWith('No connection')"
STORED = """(JSON.parse(localStorage.getItem(`clagdsl ${location.pathname}`)
  ?? '{"entries": [], "queue": []}'))"""
"""What the browser keeps of the table."""
SENT = f"!document.querySelector('.banner, .waiting') && {STORED}.queue.length === 0"


def show_as(browser: Browser, phone: Phone, table: str, person: str = "") -> None:
    """Opens the page of a table in a person's window, with the cookies of a phone."""
    browser.turn_to(person)
    browser.screen(390, 844)
    browser.watch()
    for name, (secret, path) in phone.cookies.items():
        browser.keep_cookie(name, secret, f"http://{phone.server}{path}")
    browser.open(f"http://{phone.server}{table}")
    browser.until(f"{TURN} !== undefined")


def tap(browser: Browser, key: str) -> None:
    browser.run(f"document.querySelector('[data-key=\"{key}\"]').click()")


def is_turn(text: str) -> str:
    return f"{TURN} === '{text}'"


def is_unguarded(text: str) -> str:
    return f"{is_turn(text)} && !document.querySelector('.guarded')"


def cut_network(browser: Browser) -> None:
    browser.network(there=False)
    browser.until("fetch('/health').then(() => false, () => true)")


@pytest.fixture
def table(host: Phone) -> str:
    return host.open("file-quick", *NAMES)


# --- whose phone it is ------------------------------------------------------------------------


def test_a_phone_shows_whose_it_is_and_asks_only_that_player(
    browser: Browser, host: Phone, table: str
) -> None:
    code = host.codes(table)[BERND]
    browser.turn_to("Bernd")
    browser.watch()
    browser.faults.clear()
    browser.open(f"http://{host.server}/j/{code}")
    browser.run("document.querySelector('form button').click()")
    browser.until(is_turn("Anna bids"))
    assert browser.run("document.title") == "Quick & <i>Small</i>: score keeper"
    assert "You are Bernd" in browser.run("document.querySelector('.where').innerText")
    assert browser.run("document.querySelector('.person.own .who').textContent") == "Bernd"
    assert browser.run("document.querySelector('.numbers')") is None, "Anna is asked"
    assert browser.run("document.cookie") == "", "no script reads who sits here"
    assert host.send(table, "bid 1", ANNA).status == 201
    browser.until(is_unguarded("Bernd bids"))
    tap(browser, "bid 0")
    assert browser.run(TURN) == "Clara bids", "shown before it is sent"
    browser.until(SENT)
    assert browser.run("document.querySelector('.own-count').textContent") == "bid 0"
    assert browser.run("document.querySelector('[data-key=undo]').ariaDisabled") is None
    assert host.log(table) == [("bid 1", "The host"), ("bid 0", "Bernd")]
    assert host.send(table, "bid 1", CLARA).status == 201
    browser.until(is_unguarded("Close the deal?") + " || " + is_unguarded("Who took fewer?"))
    assert browser.run("document.querySelector('[data-key=undo]').ariaDisabled") == "true"
    assert browser.run("document.querySelector('[data-key^=change]')") is None
    tap(browser, "more")
    items = browser.run(
        "[...document.querySelectorAll('[data-key^=menu]')].map(e => e.dataset.key)"
    )
    assert {"menu log", "menu record", "menu people"} <= {*items}
    assert not {"menu roster", "menu points", "menu end", "menu join"} & {*items}
    tap(browser, "menu log")
    log = browser.run("document.querySelector('.log').innerText")
    assert re.search(r"Bernd bids 0\s+Bernd’s phone", log)
    assert browser.faults == []


def test_who_has_no_seat_watches(browser: Browser, host: Phone, table: str) -> None:
    show_as(browser, Phone(host.server), table, "nobody")
    assert "You are watching." in browser.run("document.querySelector('.head p').textContent")
    answers = "document.querySelectorAll('.numbers, .counts, button.chip, .name button')"
    assert browser.run(f"{answers}.length") == 0
    tap(browser, "more")
    assert browser.run("document.querySelector('[data-key=\"menu join\"]') !== null")
    assert host.send(table, "bid 1", ANNA).status == 201
    browser.until(is_turn("Bernd bids"))


def test_without_script_a_link_leads_to_a_page_that_works(
    browser: Browser, host: Phone, table: str
) -> None:
    show_as(browser, host, table)
    browser.script(runs=False)
    try:
        browser.open(f"http://{host.server}{table}")
        assert browser.run("document.querySelector('noscript a').pathname") == f"{table}/plain"
        browser.open(f"http://{host.server}{table}/plain")
        browser.run("document.querySelector('[name=n0]').value = '1'")
        browser.run("document.querySelector('form button').click()")
        browser.until("Boolean(document.body?.innerText.includes('Bernd bids now.'))")
    finally:
        browser.script(runs=True)
    assert host.log(table) == [("bid 1", "The host")]


# --- the network ------------------------------------------------------------------------------


def test_another_phone_was_faster(browser: Browser, host: Phone, table: str) -> None:
    anna = Phone(host.server)
    assert anna.join(host.codes(table)[ANNA]).status == 303
    show_as(browser, host, table)
    cut_network(browser)
    try:
        tap(browser, "bid 1")
        tap(browser, "bid 0")
        assert browser.run(TURN) == "Clara bids"
        browser.until(LOST)
        assert "To be sent later: 2 entries" in browser.run(
            "document.querySelector('.banner').textContent"
        )
        assert browser.run("document.querySelectorAll('.person .waiting').length") == 2
        assert anna.send(table, "bid 0", ANNA).status == 201
    finally:
        browser.network(there=True)
    browser.until("document.querySelector('[data-key=\"correct it\"]') !== null")
    assert browser.run("document.querySelector('.banner:has(button) p').textContent") == (
        "“Anna bids 1” was not entered: Anna’s phone has entered “Anna bids 0”."
        " Not entered with it: “Bernd bids 0”."
    )
    assert browser.run(TURN) == "Bernd bids"
    for width in (320, 390):
        browser.screen(width, 640)
        assert faults(browser) == []
        assert browser.run("document.documentElement.scrollWidth <= innerWidth")
    browser.until(is_unguarded("Bernd bids"))
    tap(browser, "correct it")
    assert browser.run(TURN) == "The bid of Anna"
    tap(browser, "correct bid 1")
    browser.until(f"{SENT} && {is_turn('Bernd bids')}")
    assert host.log(table) == [("bid 0", "Anna"), ("undo", "The host"), ("bid 1", "The host")]
    assert browser.run("document.querySelector('.banner')") is None


IN_MENU = "document.querySelector('dialog')?.innerText"


def test_the_menu_says_how_many_entries_are_not_on_the_server(
    browser: Browser, host: Phone, table: str
) -> None:
    show_as(browser, host, table)
    cut_network(browser)
    try:
        for key, number in (("bid 1", "1 entry"), ("bid 0", "2 entries")):
            tap(browser, key)
            tap(browser, "more")
            assert f"Not on the server yet: {number}." in browser.run(IN_MENU)
            browser.run("document.querySelector('dialog [aria-label=Close]').click()")
        tap(browser, "more")
    finally:
        browser.network(there=True)
    browser.until(f"{IN_MENU}.includes('All entries are on the server.')")
    assert len(host.log(table)) == 2


NO_LINK = "[...document.querySelectorAll('dialog [aria-disabled]')].map((one) => one.dataset.key)"


def test_without_a_network_nothing_in_the_menu_leaves_the_page(
    browser: Browser, host: Phone, table: str
) -> None:
    show_as(browser, host, table)
    browser.run("window.isHere = true")
    browser.run("URL.createObjectURL = (file) => ((window.saved = file), '#')")
    along = "document.querySelector('[data-key=\"menu along\"]')"
    # before the page knows that the connection is lost
    browser.run(
        "const sent = fetch; window.fetch = () => Promise.reject(new TypeError('lost'));"
        " window.restoreFetch = () => { window.fetch = sent; }"
    )
    tap(browser, "more")
    tap(browser, "menu along")
    browser.until("document.querySelector('.message') !== null")
    browser.run("restoreFetch()")
    cut_network(browser)
    try:
        assert "when the server answers" in browser.run(
            "document.querySelector('.message').textContent"
        )
        tap(browser, "bid 1")
        browser.until(LOST)
        tap(browser, "more")
        # an event that was sent before the cut may still arrive: it counts as an answer
        browser.until(f"{NO_LINK}.join() === 'menu rules,menu people,menu along'")
        assert browser.run(f"{along}.innerText") == (
            "Take this table along\nwhen the server answers"
        )
        tap(browser, "menu along")
        assert browser.run("window.isHere && document.querySelector('dialog') !== null")
    finally:
        browser.network(there=True)
    browser.until(f"{along}.ariaDisabled === null")
    assert browser.run(NO_LINK) == []
    channel = "new BroadcastChannel(`clagdsl ${location.pathname}`)"
    for since, disabled in (("0", "true"), ("null", None)):  # another window hears of it first
        # sent again each time it looks: the stream may just have said that the server is there
        sent = f"{channel}.postMessage({{ lostSince: {since} }})"
        browser.until(f"({sent}, {along}.ariaDisabled === {json.dumps(disabled)})")
    tap(browser, "menu along")
    browser.until("window.saved !== undefined")
    assert browser.run("window.saved.name") == "Quick & <i>Small</i>.html"
    assert '"log":["bid 1"]' in browser.run("window.saved.text()")


def test_what_a_tap_shows_is_stored_before_the_next_frame(
    browser: Browser, host: Phone, table: str
) -> None:
    """The page may be killed at any moment after the frame."""
    show_as(browser, host, table)
    cut_network(browser)
    try:
        for entries in (["bid 1"], ["bid 1", "bid 0"]):
            click = f"document.querySelector('[data-key=\"{entries[-1]}\"]').click()"
            stored = f"{STORED}.queue.map(({{ entry }}) => entry)"
            assert browser.run(f"{click}; {stored}") == entries
    finally:
        browser.network(there=True)
    browser.until(SENT)


def test_a_tap_begins_no_request(browser: Browser, host: Phone, table: str) -> None:
    """On a slow phone, beginning one takes as long as the click: it is sent once it is shown."""
    show_as(browser, host, table)
    count = "(...told) => { window.number += 1; return window.original(...told); }"
    browser.run(f"void Object.assign(window, {{ number: 0, original: fetch, fetch: {count} }})")
    click = "document.querySelector('[data-key=\"bid 1\"]').click()"
    assert browser.run(f"{click}; [{TURN}, number]") == ["Bernd bids", 0]
    browser.until(f"{SENT} && number === 1")
    assert [entry for entry, _ in host.log(table)] == ["bid 1"]


def test_a_refusal_that_was_read_does_not_come_back(
    browser: Browser, host: Phone, table: str
) -> None:
    show_as(browser, host, table)
    cut_network(browser)
    tap(browser, "bid 1")
    assert host.send(table, "bid 0", ANNA).status == 201
    browser.network(there=True)
    browser.until("document.querySelector('[data-key=\"all right\"]') !== null")
    tap(browser, "all right")
    browser.until("document.querySelector('.banner') === null")
    browser.open(f"http://{host.server}{table}")
    browser.until(is_turn("Bernd bids"))
    assert browser.run("document.querySelector('.banner')") is None


def keep_with_cuts(browser: Browser, host: Phone, table: str, seconds: float) -> int:
    """Taps a match through, each deal without a network; returns the number of entries."""
    show_as(browser, host, table)
    browser.run(TAP)
    deals = 0
    while not browser.run("Boolean(document.querySelector('[data-key=again]'))"):
        cut_network(browser)
        before = browser.run("document.querySelector('.where h1').textContent")
        title = f"document.querySelector('.where h1').textContent === '{before}'"
        ended = "document.querySelector('[data-key=again]')"
        browser.run(f"(() => {{ while ({title} && !{ended}) tap(); }})()")
        browser.until(LOST)
        browser.run(f"new Promise((done) => setTimeout(done, {seconds * 1000}))")
        browser.network(there=True)
        browser.until(SENT)
        deals += 1
    assert browser.run("location.pathname") == table
    log = host.log(table)
    keys = [one["key"] for one in host.now(table)["log"]]
    assert len({*keys}) == len(keys)
    sheet = browser.run("document.querySelectorAll('.rank').length")
    assert sheet == len(host.now(table)["names"])
    assert all(by == "The host" for _, by in log)
    assert sum(entry.startswith("won") for entry, _ in log) == deals
    return len(log)


def test_no_entry_is_lost_without_a_network(browser: Browser, host: Phone, table: str) -> None:
    assert keep_with_cuts(browser, host, table, 0.1) == 3 * 4


@pytest.mark.long
def test_ten_seconds_without_a_network_in_each_deal(browser: Browser, host: Phone) -> None:
    table = host.open("pagat", *NAMES, "Dieter", "Eva", "Fay")
    assert keep_with_cuts(browser, host, table, 10) > 100


def test_a_table_that_is_deleted_is_told(browser: Browser, host: Phone, table: str) -> None:
    show_as(browser, host, table)
    assert host.people(table, "delete", sure="yes").status == 303
    browser.until("document.querySelector('.banner')?.textContent.startsWith('This table was del')")
    browser.open(f"http://{host.server}{table}")
    assert "There is no such table here." in browser.run("document.body.innerText")


# --- changes by others ------------------------------------------------------------------------


def test_a_hundred_changes_by_others_leave_what_is_half_done(browser: Browser, host: Phone) -> None:
    names = (*NAMES, "Dieter", "Eva", "Fay", "Gus")
    table = host.open("file-quick", *names)
    for line in range(7):
        assert host.send(table, "bid 0", line).status == 201
    show_as(browser, host, table)
    browser.screen(320, 420)
    tap(browser, "more 1")
    tap(browser, "more 2")
    browser.run("document.querySelector('[data-key=\"less 1\"]').focus()")
    browser.run("document.querySelector('.people').scrollTop = 8")
    state = (
        "JSON.stringify([document.activeElement.dataset.key,"
        " [...document.querySelectorAll('.counts output')].map(e => e.firstChild.data),"
        " document.querySelector('.people').scrollTop])"
    )
    before = browser.run(state)
    assert before == '["less 1",["0","1","1","0","0","0","0"],8]'
    drawn, others = random.Random(5), list[str]()
    for number in range(100):
        match drawn.randrange(4):
            case 0:
                assert host.people(table, "note", note=f"note {number}", date="").status == 303
            case 1:
                assert host.people(table, "rights", everybody=drawn.choice(["yes", ""]))
            case 2 if others:
                others.pop()
                assert host.send(table, "undo").status == 201
            case _:
                adjust = f"adjust {drawn.choice(names)} {drawn.randint(1, 9)}"
                others.append(adjust if others else "trump hearts")
                assert host.send(table, others[-1]).status == 201
    totals = "[...document.querySelectorAll('.person .name small')].map(e => e.textContent).join()"
    shown = ",".join(f"{total} point{'s' * (total != 1)}" for total in adjusted(others, names))
    browser.until(f"{totals} === '{shown}'")
    assert browser.run(state) == before
    browser.screen(390, 844)


def adjusted(entries: list[str], names: tuple[str, ...]) -> list[int]:
    """The totals by points by hand."""
    words = [entry.split() for entry in entries if entry.startswith("adjust")]
    return [sum(int(points) for _, player, points in words if player == name) for name in names]


def test_an_open_form_stays_while_others_enter(browser: Browser, host: Phone, table: str) -> None:
    for entry in ("bid 1", "bid 0", "bid 1", "won 1 0 0"):
        assert host.send(table, entry).status == 201
    show_as(browser, host, table)
    tap(browser, "scores")
    tap(browser, "tab sheet")
    tap(browser, "correct 1")
    browser.run("document.querySelector('dialog details').open = true")
    browser.run("document.querySelector('[data-key=\"other\"]').value = 'cards 2'")
    for entry in ("bid 1", "undo", "bid 0", "trump hearts", "bid 0", "adjust Anna 3"):
        assert host.send(table, entry).status == 201
    browser.until(is_turn("Anna bids"))
    assert browser.run("document.querySelector('dialog details').open")
    assert browser.run("document.querySelector('[data-key=\"other\"]').value") == "cards 2"


def test_no_tap_is_taken_within_400_ms_of_a_change_by_others(
    browser: Browser, host: Phone, table: str
) -> None:
    """Each time another entry changes the question, something is tapped at once."""
    show_as(browser, host, table)
    assert host.send(table, "trump hearts").status == 201
    browser.run(
        """(() => {
          window.early = [];
          let shown = document.querySelector('#turn').textContent;
          setInterval(() => {
            const turn = document.querySelector('#turn').textContent;
            if (turn === shown) return;
            shown = turn;
            early.push(document.querySelector('.keeper').classList.contains('guarded'));
            document.querySelector('.numbers button:not(.barred)').click();
          }, 1);
        })()"""
    )
    drawn, bids = random.Random(5), 0
    for number in range(100):  # as many bids as are taken back
        undo = bids == 2 or (bids and drawn.random() < 0.5)
        entry, bids = ("undo", bids - 1) if undo else ("bid 0", bids + 1)
        assert host.send(table, entry).status == 201
        browser.until(f"early.length === {number + 1}")
    assert browser.run("early.every(Boolean)")
    assert len(host.log(table)) == 101, "none of the taps counted"
    browser.until("!document.querySelector('.guarded')")
    tap(browser, "bid 0")
    browser.until(SENT)
    assert len(host.log(table)) == 102


# --- afterwards -------------------------------------------------------------------------------


def test_one_tap_begins_the_next_match(browser: Browser, host: Phone) -> None:
    table = host.open("file-quick", *NAMES, "Dieter", dealer="3", **{"set-bonus": "7"})
    assert host.send(table, "leave Clara").status == 201
    show_as(browser, host, table)
    for cards in (1, 2, 3):
        for entry in ("bid 0", "bid 0", "bid 0", f"won 0 0 {cards}"):
            assert host.send(table, entry).status == 201
    browser.until("document.querySelector('[data-key=again]') !== null")
    assert "same people, Anna deals" in browser.run(
        "document.querySelector('[data-key=again]').textContent"
    )
    assert faults(browser) == []
    tap(browser, "again")
    browser.until(f"location.pathname !== '{table}' && {is_turn('Bernd bids')}")
    address = browser.run("location.pathname")
    now = Phone(host.server).now(address)
    assert (now["names"], now["dealer"]) == (["Anna", "Bernd", "Dieter"], "Anna")
    assert now["parameters"] == {"bonus": 7}
    tap(browser, "bid 0")
    browser.until(SENT)
    assert host.log(address) == [("bid 0", "The host")]


def test_another_match_has_the_people_of_the_end(browser: Browser, host: Phone) -> None:
    """Who came stays, who went home is not offered, also if it was after the last deal."""
    table = host.open("file-quick", *NAMES, "Dieter", "Fay", dealer="1")
    for entry in (*["bid 0"] * 5, "won 1 0 0 0 0"):
        assert host.send(table, entry).status == 201
    for entry in ("join Eva for Bernd", "leave Dieter", "out Anna", "end"):
        assert host.send(table, entry).status == 201
    show_as(browser, host, table)
    assert "same people, Clara deals" in browser.run(
        "document.querySelector('[data-key=again]').textContent"
    ), "Bernd, who dealt first, has gone"
    people = ["Anna", "Eva", "Clara", "Fay"]
    last = json.loads(host.get("/home").text)["last"]
    assert (last["names"], last["dealer"]) == (people, "Eva"), "the next one deals"
    tap(browser, "again")
    browser.until(f"location.pathname !== '{table}' && {is_turn('Fay bids')}")
    now = Phone(host.server).now(browser.run("location.pathname"))
    assert (now["names"], now["dealer"]) == (people, "Clara")


def test_a_repeated_request_begins_one_match(host: Phone, table: str) -> None:
    form = {"key": "b" * 32, "dealer": "Bernd"}
    first, second = (host.ask("POST", f"{table}/again", form) for _ in range(2))
    assert first.status == second.status == 303
    assert first.headers["location"] == second.headers["location"] != table
    assert host.now(first.headers["location"])["dealer"] == "Bernd"
    got = host.ask("POST", f"{table}/again", {"key": "c" * 32, "dealer": "Zoe"})
    assert got.status == 422
    assert "Zoe" in unescape(got.text)


def test_a_table_is_taken_along_as_a_file(
    browser: Browser, host: Phone, table: str, tmp_path: Path
) -> None:
    for entry in ("bid 1", "bid 0", "bid 1", "won 1 0 0", "bid 2"):
        assert host.send(table, entry).status == 201
    got = host.get(f"{table}/keep.html")
    assert got.headers["content-disposition"] == 'attachment; filename="quick-i-small-i.html"'
    page = tmp_path / "along.html"
    page.write_text(got.text, "utf-8")
    browser.turn_to("along")
    browser.watch()
    browser.faults.clear()
    browser.open(page)
    browser.until(is_turn("Clara bids"))
    tap(browser, "bid 0")
    assert browser.run(TURN) == "Anna bids"
    browser.open(page)
    browser.until(is_turn("Anna bids"))
    tap(browser, "scores")
    tap(browser, "tab log")
    assert browser.run("document.querySelectorAll('.log time').length") == 6
    assert browser.faults == []


# --- every game -------------------------------------------------------------------------------


def kept(browser: Browser, host: Phone, game: str, taps: int) -> str:
    """Keeps a match by taps; the server and the page have the same log. Returns the question."""
    low, _ = load(game).rules.players
    table = host.open(game, *(f"P{seat}" for seat in range(low)))
    show_as(browser, host, table)
    browser.faults.clear()
    browser.run(TAP)
    question: str = browser.run(f"taps({taps})")
    waiting = f"{STORED}.queue.length"
    for left in range(browser.run(waiting), 0, -50):  # they are sent one after the other
        browser.until(f"{waiting} < {left}")
    browser.until(SENT)
    own = browser.run(f"{STORED}.entries.map(({{ entry }}) => entry)")
    assert own == [entry for entry, _ in host.log(table)], game
    assert own
    assert browser.run("document.querySelector('.banner')") is None, game
    assert browser.faults == [], game
    return question


def test_games_are_kept_on_the_server(browser: Browser, host: Phone) -> None:
    """Calls, auctions, orders of suits, tricks one by one, points in tricks: some taps of each."""
    for game in ("raf", "foss", "israeli-whist", "wizard"):
        kept(browser, host, game, 60)


@pytest.mark.long
@pytest.mark.parametrize("game", all_names())
def test_every_game_is_kept_to_its_end(browser: Browser, host: Phone, game: str) -> None:
    assert "win" in kept(browser, host, game, 2000)
