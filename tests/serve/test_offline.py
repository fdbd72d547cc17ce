"""Pages on localhost open while the server cannot be reached; entries are sent once it is back."""

from __future__ import annotations

import asyncio
import json
import re
from pathlib import Path
from time import monotonic
from urllib.request import urlopen

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


def test_the_first_page_has_the_score_sheets_of_this_device(
    browser: Browser, files: tuple[Path, Path]
) -> None:
    with serving(*files) as server:
        _, table = open_kept(browser, server)
    browser.open(f"http://{server}/")
    browser.until(f"document.querySelector('a[href=\"{table}\"]') !== null")
    assert "Anna, Bernd, Clara" in browser.run("document.querySelector('.tables').innerText")
    browser.run(f"document.querySelector('a[href=\"{table}\"]').click()")
    asks(browser, "Anna bids")
    browser.open("about:blank")


SCREEN = """window.locks = []; Object.defineProperty(navigator, 'wakeLock', { value: {
  async request(what) {
    const lock = { what, released: false, async release() { this.released = true; } };
    locks.push(lock);
    return lock;
  } } })"""
HELD = "locks.filter(({ what, released }) => what === 'screen' && !released).length"


def test_the_screen_stays_on_until_the_match_is_over(
    browser: Browser, files: tuple[Path, Path]
) -> None:
    with serving(*files) as server:
        host = Phone(server)
        table = host.open("file-quick", *NAMES)
        browser.turn_to("")
        use_cookies(browser, host)
        program = browser.run_before(SCREEN)
        browser.open(f"http://{server}{table}")
        asks(browser, "Anna bids")
        browser.until(f"{HELD} === 1")
        browser.run("locks[0].released = true")
        browser.run("document.dispatchEvent(new Event('visibilitychange'))")
        browser.until(f"{HELD} === 1 && locks.length === 2")
        for entry, line in (("bid 0", 0), ("bid 0", 1), ("bid 0", 2), ("won 1 0 0", None)):
            assert host.send(table, entry, line).status == 201
        assert host.send(table, "end").status == 201
        browser.until(f"document.querySelector('.end') !== null && {HELD} === 0")
        browser.forget(program)
        browser.open("about:blank")


PLAIN_HTTP = "Object.defineProperty(window, 'isSecureContext', { value: false })"
HINT = (
    "document.querySelector('.banner')?.innerText.startsWith('Set the screen to stay on') ?? false"
)


def test_a_page_on_plain_http_says_once_what_it_cannot_do(
    browser: Browser, files: tuple[Path, Path]
) -> None:
    with serving(*files) as server:
        host = Phone(server)
        table = host.open("file-quick", *NAMES)
        browser.turn_to("")
        use_cookies(browser, host)
        program = browser.run_before(PLAIN_HTTP)
        for _ in range(2):
            browser.open(f"http://{server}{table}")
            asks(browser, "Anna bids")
            assert browser.run(HINT)
        browser.run("URL.createObjectURL = (file) => ((window.saved = file), '#')")
        browser.network(there=False)
        tap(browser, "bid 1")
        browser.until("document.querySelector('[data-key=along]') === null")
        assert browser.run("document.querySelector('.banner:has(button) p').innerText") == (
            "Set the screen to stay on. Take this table along when the server answers."
        )
        browser.network(there=True)
        tap(browser, "along")
        browser.until("window.saved !== undefined")
        assert browser.run("window.saved.name") == "Quick & <i>Small</i>.html"
        browser.run("localStorage.removeItem('clagdsl screen hint')")
        browser.open(f"http://{server}{table}")
        asks(browser, "Bernd bids")
        assert browser.run(HINT)
        tap(browser, "screen all right")
        browser.until(f"!({HINT})")
        bernd = Phone(server)
        assert bernd.join(host.codes(table)[1]).status == 303
        use_cookies(browser, bernd)
        browser.open(f"http://{server}{table}")
        asks(browser, "Bernd bids")
        assert Phone(server).join(host.codes(table)[1]).status == 303
        taken = "document.querySelector('.dock').innerText.includes('freed or taken')"
        browser.until(taken)
        use_cookies(browser, host)
        browser.open(f"http://{server}{table}")
        asks(browser, "Bernd bids")
        assert not browser.run(HINT)
        assert (
            browser.run("navigator.serviceWorker.getRegistrations().then((all) => all.length)") == 0
        )
        browser.forget(program)
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
    assert sorted(set(kept) - set(static)) == sorted(["/", rules, match, table])


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


def test_what_an_installation_needs_is_there_with_its_headers(host: Phone) -> None:
    shell = host.get("/").text
    (link,) = re.findall(r'<link rel="manifest" href="([^"]+)">', shell)
    manifest = host.get(link).json
    assert {icon["sizes"] for icon in manifest["icons"]} == {"any", "192x192", "512x512"}
    assert manifest["id"] == manifest["scope"] == "/"
    assert manifest["display"] == "standalone"
    needed = {link: "application/manifest+json", "/sw.js": "text/javascript"}
    needed |= {icon["src"]: icon["type"] for icon in manifest["icons"]}
    needed |= {
        one["url"]: "text/html" for one in (manifest, *manifest["shortcuts"]) if "url" in one
    }
    for path, media_type in needed.items():
        with urlopen(f"http://{host.server}{path}") as answer:
            assert answer.headers["content-type"].startswith(media_type), path
            assert answer.headers["content-security-policy"].startswith("default-src 'self';")
            assert answer.headers["x-content-type-options"] == "nosniff"
    assert host.get("/sw.js").headers["cache-control"] == "no-cache"
