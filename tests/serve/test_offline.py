"""Pages on localhost open while the server cannot be reached; entries are sent once it is back."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from time import monotonic

import pytest
from support.browser import Browser
from support.table_server import QUICK, Phone, serving

from clagdsl.serve import page_files
from clagdsl.serve.http import WebResponse
from clagdsl.serve.keeper_pages import KeeperPages

pytestmark = pytest.mark.browser

NAMES = ("Anna", "Bernd", "Clara")
KEPT = """Promise.all([location.pathname, ...RULES].map((path) => caches.match(path)))
  .then((kept) => navigator.serviceWorker.controller !== null && kept.every(Boolean))"""


def use_cookies(browser: Browser, phone: Phone) -> None:
    for name, (secret, path) in phone.cookies.items():
        browser.keep_cookie(name, secret, f"http://{phone.server}{path}")


def tap(browser: Browser, key: str) -> None:
    browser.until(f"document.querySelector('[data-key=\"{key}\"]') !== null")
    browser.run(f"document.querySelector('[data-key=\"{key}\"]').click()")


def asks(browser: Browser, question: str) -> None:
    browser.until(f"document.querySelector('#turn')?.textContent === {json.dumps(question)}")


KEPT_ADDRESSES = """caches.keys().then((names) => Promise.all(names.map((name) => caches.open(name)
  .then((cache) => cache.keys()))).then((kept) => kept.flat()
  .map(({ url }) => url.replace(location.origin, '').split('?')[0])))"""


@pytest.fixture
def files(tmp_path: Path) -> tuple[Path, Path]:
    """The file of the tables and the rules."""
    rules = tmp_path / "quick.clag"
    rules.write_text(QUICK, "utf-8")
    return tmp_path / "tables.db", rules


def open_kept(browser: Browser, server: str) -> tuple[Phone, str]:
    """Opens a new table, and waits until the browser keeps its page; returns its host and path."""
    host = Phone(server)
    table = host.open("file-quick", *NAMES)
    browser.turn_to("")
    use_cookies(browser, host)
    browser.open(f"http://{server}{table}")
    asks(browser, "Anna bids")
    rules = [f"/rules/{host.now(table)['rules']}.json"]
    browser.until(KEPT.replace("RULES", json.dumps(rules)))
    return host, table


def test_a_match_goes_on_without_a_server_also_after_a_reload(
    browser: Browser, files: tuple[Path, Path]
) -> None:
    with serving(*files) as server:
        host, table = open_kept(browser, server)
        page = f"http://{server}{table}"
    browser.open(page)
    asks(browser, "Anna bids")
    tap(browser, "bid 1")
    asks(browser, "Bernd bids")
    browser.open("about:blank")
    browser.open(page)
    asks(browser, "Bernd bids")
    tap(browser, "bid 0")
    asks(browser, "Clara bids")
    with serving(*files, port=int(server.rpartition(":")[2])):
        browser.until(
            f"fetch('{table}/now').then((answer) => answer.json(), () => ({{}}))"
            ".then(({ number }) => number === 2)"
        )
        log = [(one["entry"], one["for"]) for one in host.now(table)["log"]]
        assert log == [("bid 1", 0), ("bid 0", 1)]
        browser.open("about:blank")


def test_only_the_program_shells_and_rules_are_kept(
    browser: Browser, files: tuple[Path, Path]
) -> None:
    with serving(*files) as server:
        host, table = open_kept(browser, server)
        match = host.play("file-quick", "me", "person", "person")
        for path in ("/", "/join", match, table):
            browser.open(f"http://{server}{path}")
        kept = browser.run(KEPT_ADDRESSES)
        rules = f"/rules/{host.now(table)['rules']}.json"
        browser.open("about:blank")
    static = [path for path in kept if path.startswith(("/static/", "/page/"))]
    assert {"/page/keeper.js", "/page/keeper.css", "/static/icon-192.png"} <= set(static)
    assert sorted(set(kept) - set(static)) == ["/", rules, table]


def test_a_new_version_replaces_what_is_kept(
    browser: Browser, files: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    with serving(*files) as server:
        _, table = open_kept(browser, server)
        old = browser.run("caches.keys()")
    monkeypatch.setattr(page_files, "VERSION", "9.9.9")
    page_files.worker_program.cache_clear()
    with serving(*files, port=int(server.rpartition(":")[2])):
        browser.open(f"http://{server}{table}")
        browser.until(
            f"caches.keys().then((names) => names.length === 2 && names.join() !== {old!r}.join())"
        )
    browser.open(f"http://{server}{table}")
    asks(browser, "Anna bids")
    browser.open("about:blank")
    page_files.worker_program.cache_clear()


def test_a_slow_network_has_two_seconds(
    browser: Browser, files: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    with serving(*files) as server:
        _, table = open_kept(browser, server)
    ended = asyncio.Event()

    async def shell(*_: object) -> WebResponse:
        await ended.wait()
        return WebResponse("late")

    monkeypatch.setattr(KeeperPages, "shell", shell)
    with serving(*files, port=int(server.rpartition(":")[2])):
        began = monotonic()
        browser.open(f"http://{server}{table}")
        asks(browser, "Anna bids")
        assert 2 <= monotonic() - began < 6
        browser.open("about:blank")
