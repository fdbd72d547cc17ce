"""The page's side of the sync in a real browser against a real server, without a network too."""

from __future__ import annotations

import json
from typing import Any

import pytest
from support.browser import Browser
from support.table_server import Phone

pytestmark = pytest.mark.browser

NAMES = ("Anna", "Bernd", "Clara")
ANNA, BERND, CLARA = range(3)

OPEN = """(async () => {
  const { ServedTable } = await import("/web/keeper/sync.js");
  const { Table } = await import("/web/clag-score/src/score/score.js");
  const { keep } = await import("/web/clag-score/src/sheet/sheet.js");
  window.table = await ServedTable.open(BASE, (rules, { names, dealer, parameters, game }) =>
    keep(new Table(rules, names.length, parameters), { names, dealer, rules: game }),
    { movedOn: "moved on", notice: ({ lostSince }) => lostSince ? "lost" : "" });
  window.changes = 0;
  table.onChange(() => { changes += 1; });
})()"""


def open_page(browser: Browser, table: str, before: str = "0") -> None:
    """Open a page of the server that has no script, and the table in it."""
    browser.open("/".join((*table.split("/")[:3], "join")))
    browser.run(before)
    browser.run(OPEN.replace("BASE", json.dumps("/" + table.split("/", 3)[3])))


def use_cookies(browser: Browser, phone: Phone) -> None:
    for name, (secret, path) in phone.cookies.items():
        browser.keep_cookie(name, secret, f"http://{phone.server}{path}")


def cut_network(browser: Browser) -> None:
    """Take the page offline, and wait until the browser has done so."""
    browser.network(there=False)
    browser.until("fetch('/health').then(() => false, () => true)")


def is_log(*entries: str) -> str:
    text = json.dumps(json.dumps(entries, separators=(",", ":")))
    return f"JSON.stringify(table.sync.log) === {text}"


SENT = "table.sync.queue.length === 0"


def logged(host: Phone, table: str) -> list[Any]:
    return [(one["entry"], one["for"], one["deal"]) for one in host.now(table)["log"]]


@pytest.fixture
def table(browser: Browser, host: Phone) -> str:
    opened = host.open("file-quick", *NAMES)
    browser.turn_to("")
    browser.open("about:blank")
    use_cookies(browser, host)
    return opened


def test_entries_of_this_page_and_of_others_meet(browser: Browser, host: Phone, table: str) -> None:
    open_page(browser, f"http://{host.server}{table}")
    assert browser.run("[table.own, table.mayEnter(0), table.notice]") == [None, True, ""]
    own = "changes = 0; [table.enter('bid 1', 0), changes]"
    assert browser.run(own) == ["", 0], "that is no change by others"
    browser.until(f"{SENT} && {is_log('bid 1')}")
    assert host.send(table, "bid 0", BERND).status == 201
    browser.until(is_log("bid 1", "bid 0"))
    assert host.people(table, "note", note="outside", date="").status == 303
    browser.until("table.table.note === 'outside'")
    why = browser.run("table.enter('bid 9', 2)")
    assert "`9`" in why
    assert browser.run("table.enter('bid 1', 0)") == "moved on"
    assert browser.run("changes") > 0
    assert logged(host, table) == [("bid 1", ANNA, 1), ("bid 0", BERND, 1)]


def test_a_phone_with_a_seat_enters_for_its_player_and_for_everybody(
    browser: Browser, host: Phone, table: str
) -> None:
    bernd = Phone(host.server)
    assert bernd.join(host.codes(table)[BERND]).status == 303
    use_cookies(browser, bernd)
    open_page(browser, f"http://{host.server}{table}")
    rights = "[table.own, ...[0, 1, null].map((line) => table.mayEnter(line))]"
    assert browser.run(rights) == [BERND, False, True, True]
    assert host.people(table, "free", member=bernd.now(table)["you"]["id"]).status == 303
    browser.until("table.own === null && !table.mayEnter(null)")


def test_without_a_network_entries_wait_and_are_sent_once(
    browser: Browser, host: Phone, table: str
) -> None:
    open_page(browser, f"http://{host.server}{table}")
    cut_network(browser)
    try:
        for entry, line in (("bid 1", ANNA), ("bid 0", BERND)):
            assert browser.run(f"table.enter('{entry}', {line})") == ""
        assert browser.run(is_log("bid 1", "bid 0")), "shown at once"
        browser.until(
            "table.notice === 'lost' && table.lostSince !== null && table.sync.queue.length === 2"
        )
        assert host.now(table)["number"] == 0
    finally:
        browser.network(there=True)
    browser.until(f"{SENT} && table.lostSince === null")
    assert logged(host, table) == [("bid 1", ANNA, 1), ("bid 0", BERND, 1)]
    assert browser.run("table.sync.refused.length") == 0


def test_entries_are_sent_as_soon_as_the_browser_says_that_the_network_is_back(
    browser: Browser, host: Phone, table: str
) -> None:
    open_page(browser, f"http://{host.server}{table}")
    # no timer and no stream sends anything
    browser.run(
        "table.sync.setting.wait = () => {};"
        " window.EventSource = class { close() {} addEventListener() {} }"
    )
    cut_network(browser)
    try:
        browser.run("table.enter('bid 1', 0)")
        browser.until("table.sync.failures === 1")
    finally:
        browser.network(there=True)
    browser.until(SENT)
    assert logged(host, table) == [("bid 1", ANNA, 1)]


def test_twenty_seconds_without_an_event_are_a_lost_connection(
    browser: Browser, host: Phone, table: str
) -> None:
    silent = (
        "window.made = 0, window.Real = EventSource, window.waits = setTimeout,"
        " window.setTimeout = (work, ms) => waits(work, ms / 20),"
        " window.EventSource = class { constructor() { made += 1; }"
        " close() {} addEventListener() {} }"
    )
    open_page(browser, f"http://{host.server}{table}", silent)
    assert browser.run("table.lostSince") is None
    browser.until("table.lostSince !== null && made >= 2")
    browser.run("window.EventSource = Real; window.setTimeout = waits")
    browser.until("table.lostSince === null")


def test_a_page_that_is_loaded_again_sends_what_waits(
    browser: Browser, host: Phone, table: str
) -> None:
    open_page(browser, f"http://{host.server}{table}")
    cut_network(browser)
    browser.run("table.enter('bid 1', 0)")
    browser.network(there=True)
    browser.open("about:blank")
    open_page(browser, f"http://{host.server}{table}")
    browser.until(f"{SENT} && {is_log('bid 1')}")
    assert logged(host, table) == [("bid 1", ANNA, 1)]


def test_what_another_was_faster_with_is_told_with_what_was_entered(
    browser: Browser, host: Phone, table: str
) -> None:
    open_page(browser, f"http://{host.server}{table}")
    cut_network(browser)
    try:
        browser.run("table.enter('bid 1', 0)")
        assert host.send(table, "bid 0", ANNA).status == 201
    finally:
        browser.network(there=True)
    browser.until("table.sync.refused.length === 1")
    refused = browser.run("table.sync.refused[0]")
    assert (refused["entry"], refused["for"], refused["why"]) == ("bid 1", ANNA, "moved")
    assert (refused["instead"]["entry"], refused["instead"]["by"]) == ("bid 0", "The host")
    assert browser.run(is_log("bid 0"))
    assert logged(host, table) == [("bid 0", ANNA, 1)], "and is never Bernd's"
    browser.run("table.sync.dismiss(table.sync.refused[0].key)")
    assert browser.run("table.sync.refused.length") == 0


def test_of_two_windows_the_one_that_is_looked_at_sends(
    browser: Browser, host: Phone, table: str
) -> None:
    address = f"http://{host.server}{table}"
    open_page(browser, address)
    browser.until("table.sync.isSender")
    browser.turn_to("", "second")
    open_page(browser, address)
    browser.until("table.sync.isSender")
    assert browser.run("table.enter('bid 1', 0)") == ""
    browser.until(f"{SENT} && {is_log('bid 1')}")
    browser.turn_to("")
    browser.until(is_log("bid 1"))
    held = "navigator.locks.query().then(({ held }) => held.length)"
    assert browser.run(held) == 1
    assert browser.run("table.enter('bid 0', 1)") == ""
    browser.until(f"{SENT} && {is_log('bid 1', 'bid 0')}")
    browser.turn_to("", "second")
    browser.until(is_log("bid 1", "bid 0"))
    browser.open("about:blank")
    browser.turn_to("")
    browser.until("table.sync.isSender")
    assert host.send(table, "bid 1", CLARA).status == 201
    browser.until(is_log("bid 1", "bid 0", "bid 1"))
    assert logged(host, table) == [("bid 1", ANNA, 1), ("bid 0", BERND, 1), ("bid 1", CLARA, 1)]


def test_windows_follow_each_other_without_storage(
    browser: Browser, host: Phone, table: str
) -> None:
    address = f"http://{host.server}{table}"
    full = "Storage.prototype.setItem = () => { throw new Error('no room') }"
    open_page(browser, address, full)
    browser.turn_to("", "second")
    open_page(browser, address, full)
    cut_network(browser)
    try:
        assert browser.run("[table.enter('bid 1', 0), table.isStored]") == ["", False]
        browser.turn_to("")
        browser.until(is_log("bid 1"))
    finally:
        browser.turn_to("", "second")
        browser.network(there=True)
    browser.until(SENT)
    assert logged(host, table) == [("bid 1", ANNA, 1)]
    browser.open("about:blank")
    browser.turn_to("")


def test_a_deleted_table_is_told_and_what_waits_stays(
    browser: Browser, host: Phone, table: str
) -> None:
    open_page(browser, f"http://{host.server}{table}")
    assert host.people(table, "delete", sure="yes").status == 303
    browser.until("table.sync.isGone")
    browser.run("table.enter('bid 1', 0)")
    assert browser.run("table.sync.queue.length") == 1
