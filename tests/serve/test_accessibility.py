"""What axe-core finds in every page of the server, with each part of it open, in both themes."""

from __future__ import annotations

import json
from dataclasses import dataclass

import pytest
from support.axe import faults
from support.browser import Browser
from support.table_server import Phone

pytestmark = pytest.mark.browser

NAMES = ("Anna", "Bernd", "Clara", "Dieter")
DRAWN = "document.querySelector('[data-key]') !== null"
FOUND = "document.querySelector(%s) !== null"
OPEN_PARTS = "document.querySelectorAll('details').forEach((one) => { one.open = true; })"
MENU = ("roster", "points", "seats", "note", "text", "log", "print")
"""What opens a dialog over a score sheet."""


PLAIN_HTTP = "Object.defineProperty(window, 'isSecureContext', { value: false })"
"""A program that makes a score sheet show the notice of pages on plain http."""


@dataclass(frozen=True)
class Shown:
    """A page, how one knows that it is drawn, and what is opened in it, one after the other."""

    address: str
    is_drawn: str = "true"
    keys: tuple[str, ...] = ()


@pytest.fixture(scope="module")
def host(server: str) -> Phone:
    return Phone(server)


@pytest.fixture(scope="module")
def pages(host: Phone) -> list[Shown]:
    sheet, counted, ended = (
        host.open("file-quick", *NAMES, date="2026-01-31", note="at home") for _ in range(3)
    )
    entries = ["bid 0", "bid 0", "bid 1", "bid 1", "won 1 0 0 0", 'adjust Anna -5 "spilt"', "bid 0"]
    for table, made in ((sheet, entries), (counted, entries[:4])):
        for entry in made:
            assert host.enter(table, entry).status == 303
    for cards in (1, 2, 3):
        for entry in (*("bid 0",) * 4, f"won 0 0 0 {cards}"):
            assert host.enter(ended, entry).status == 303
    match = host.play("file-quick", "me", "steady", "steady", name0="Anna")
    [code, *_] = host.codes(sheet)
    dialogs = tuple(key for name in MENU for key in ("more", f"menu {name}", ""))
    is_table = FOUND % "'.seat'"
    return [
        Shown("/", FOUND % "'.choice'", ("score", "play")),
        Shown("/season"),
        Shown("/new/file-quick"),
        Shown("/play/file-quick"),
        Shown("/rules/pagat"),
        Shown("/rules/file-quick"),
        Shown("/write"),
        Shown("/editor/", FOUND % "'#status.good'", ("#tab-match",)),
        Shown("/join"),
        Shown(f"/j/{code}"),
        Shown("/nothing"),
        Shown(sheet, DRAWN, ("scores", "tab sheet", "tab log", "", "[data-key^=change]", *dialogs)),
        Shown(counted, DRAWN),
        Shown(ended, DRAWN, ("scores", "")),
        *(Shown(f"{sheet}/{page}") for page in ("plain", "people", "rules")),
        *(Shown(f"{table}/plain") for table in (counted, ended)),
        Shown(match, is_table, ("menu",)),
        Shown(f"{match}/wall", is_table),
        *(Shown(f"{match}/{page}") for page in ("plain", "log", "people", "rules")),
    ]


def open_part(browser: Browser, key: str) -> None:
    """Taps on the element with a key, or closes the dialog."""
    found = f"[data-key={json.dumps(key)}]" if key else "dialog [aria-label=Close]"
    found = key if key[:1] in ("#", "[") else found
    browser.run(f"document.querySelector({json.dumps(found)}).click()")


def themed_faults(browser: Browser) -> list[str]:
    """All problems in the light theme; in the dark one only colours are others."""
    light = faults(browser)
    browser.screen(390, 844, dark=True)
    dark = faults(browser, "color-contrast")
    browser.screen(390, 844)
    return light + dark


def test_axe_finds_nothing_in_any_page(browser: Browser, host: Phone, pages: list[Shown]) -> None:
    browser.open(f"http://{host.server}/health")
    for name, (secret, path) in host.cookies.items():
        browser.keep_cookie(name, secret, f"http://{host.server}{path}")
    browser.screen(390, 844)
    found: list[tuple[str, str, list[str]]] = []
    for page in pages:
        browser.open(f"http://{host.server}{page.address}")
        browser.until(page.is_drawn)
        browser.run(OPEN_PARTS)
        found.append((page.address, "", themed_faults(browser)))
        for key in page.keys:
            open_part(browser, key)
            found.append((page.address, key, themed_faults(browser)))
    wrong = [one for one in found if one[2]]
    assert wrong == [], wrong


def test_axe_finds_nothing_in_a_notice(browser: Browser, host: Phone, pages: list[Shown]) -> None:
    address = next(page.address for page in pages if page.is_drawn == DRAWN)
    program = browser.run_before(PLAIN_HTTP)
    browser.screen(390, 844)
    browser.open(f"http://{host.server}{address}")
    browser.until(FOUND % "'.banner .button'")
    assert themed_faults(browser) == []
    browser.forget(program)


def test_the_end_of_a_match_lies_below_the_bar(
    browser: Browser, pages: list[Shown], host: Phone
) -> None:
    address = next(page.address for page in pages if page.keys == ("scores", ""))
    browser.screen(390, 844)
    browser.open(f"http://{host.server}{address}")
    browser.until(FOUND % "'.stage'")
    rect = "document.querySelector('%s').getBoundingClientRect()"
    assert browser.run(f"{rect % '.stage'}.top - {rect % '.banners'}.bottom") > 0
