"""The language of a page: what the browser prefers, or what was chosen on the page."""

from __future__ import annotations

import asyncio
import json
import random
import re
from collections.abc import AsyncIterator
from functools import cache
from html import unescape
from pathlib import Path

import pytest
from support.browser import Browser
from support.match_server import GAMES, HOST, MatchPhone, MatchServer, drawn_call, offered
from support.table_server import Got, Phone, new_key
from support.unproved import unproved

from clagdsl.explain.keeper_page import keeper_page
from clagdsl.lang.resources import data_folder

READY = "document.querySelector('[data-key=language]') !== null"

CHOOSE = """(() => {
  const one = document.querySelector('[data-key=language]');
  one.value = '%s';
  one.dispatchEvent(new Event('change'));
})()"""


def shell(phone: Phone, **headers: str) -> tuple[str, str]:
    """The language of the first page, and the name of its program."""
    text = phone.ask("GET", "/", **headers).text
    language, program = (
        re.search(pattern, text) for pattern in (r'<html lang="(\w+)">', r"/page/(home[\w.]*js)\?")
    )
    assert language is not None
    assert program is not None
    return language[1], program[1]


def test_a_page_is_in_the_language_that_the_browser_prefers(host: Phone) -> None:
    assert shell(host) == ("en", "home.js")
    assert shell(host, Accept_Language="fr-CH, fr;q=0.9, en;q=0.8") == ("fr", "home.fr.js")
    assert shell(host, Accept_Language="ja") == ("en", "home.js")
    chosen = {"Cookie": "language=nl", "Accept_Language": "fr"}
    assert shell(host, **chosen) == ("nl", "home.nl.js")
    assert shell(host, Cookie="language=../x", Accept_Language="de") == ("de", "home.de.js")


def test_each_language_has_a_program_of_its_own(host: Phone) -> None:
    german, english = (host.ask("GET", f"/page/home{one}.js").text for one in (".de", ""))
    assert '"Am Tisch"' in german
    assert '"At the table"' in english
    assert german.partition("\n")[2] == english.partition("\n")[2]
    later = host.ask("GET", "/page/shuffle.nl.js").text
    assert '"Alle telefoons schudden samen"' in later
    for name in ("home.en.js", "home.xx.js", "home.de.css", "home.de.de.js", "de.js", "home"):
        assert host.ask("GET", f"/page/{name}").status == 404
    worker = host.ask("GET", "/sw.js", Cookie="language=de").text
    programs = ["home.de.js", "keeper.de.js", "table.de.js"]
    assert re.findall(r"/page/([\w.]+js)\?", worker) == programs


@pytest.mark.browser
def test_a_language_is_chosen_on_a_page_and_holds_on_all(browser: Browser, host: Phone) -> None:
    browser.open(f"http://{host.server}/")
    browser.until(READY)
    assert browser.run("document.title") == "At the table"
    browser.run(CHOOSE % "de")
    browser.until(f"document.title === 'Am Tisch' && {READY}")
    assert browser.run("document.documentElement.lang") == "de"
    wish = {"key": new_key().zfill(32), "game": "file-quick", "names": ["A", "B", "C"]}
    asked = f"fetch('/tables', {{ method: 'POST', body: {json.dumps(json.dumps(wish))} }})"
    table = json.loads(browser.run(f"{asked}.then((one) => one.text())"))["table"]
    browser.open(f"http://{host.server}{table}")
    browser.until("document.querySelector('#turn') !== null")
    assert browser.run("document.querySelector('#turn').textContent") == "A sagt an"


@pytest.mark.browser
def test_a_keeper_in_a_file_has_all_languages(browser: Browser, tmp_path: Path) -> None:
    page = tmp_path / "keeper.html"
    page.write_text(keeper_page(unproved("pagat").rules, "pagat"), "utf-8")
    browser.open(page)
    browser.until(READY)
    assert browser.run("document.documentElement.lang") == "en"
    browser.run(CHOOSE % "fr")
    browser.until(f"document.documentElement?.lang === 'fr' && {READY}")
    assert "Qui joue\N{NO-BREAK SPACE}?" in browser.run("document.body.textContent")


# --- pages that the server makes --------------------------------------------------------

NAMES = ("Ann", "Bob", "Cai")
OWN = re.compile(
    r"<(svg|code|option|style)\b[^>]*>.*?</\1>|<(td|main)[^>]* lang=\"en\">.*?</\2>", re.S
)
SHOWN = re.compile(r'(?:placeholder|aria-label)="([^"]*)"|>([^<]+)<')
RAW = re.compile(r"[{}]|undefined|None\b|\$|report-")


def texts_of(page: str) -> set[str]:
    """The texts that a page shows, without entries and what comes from rules files."""
    return {
        " ".join(unescape(attribute or text).split())
        for attribute, text in SHOWN.findall(OWN.sub("", page))
    }


async def sheet_pages(host: MatchPhone) -> AsyncIterator[Got]:
    """The pages of a score sheet, from its form to its end."""
    names = {f"name{seat}": name for seat, name in enumerate(NAMES)}
    form: dict[str, object] = {"key": new_key(), **names, "dealer": 2}
    yield await host.get("/new/israeli-whist")
    yield await host.get("/new/scorecard")
    wrong = (
        {"name9": "Zoe"},
        {"dealer": "7"},
        {"date": "now"},
        {"note": "x" * 300},
        {"note": "\u200b"},
        {"name0": "x" * 41},
        {"name1": "Ann"},
        {"name2": "", "dealer": ""},
        {"set-misere_trick": "-9"},
        {"set-misere_trick": ""},
    )
    for one in wrong:
        got = await host.ask("POST", "/new/raf", {**form, **one})
        assert got.status == 422, one
        yield got
    opened = await host.ask("POST", "/new/foss", form)
    table = opened.headers["location"]
    yield await host.ask("POST", "/new/pagat", form)
    guest = MatchPhone(host.server, {"language": host.cookies["language"]})
    yield await guest.get(f"{table}/plain")
    codes = await host.codes(table)
    yield await guest.get(f"/j/{codes[0]}")
    yield await guest.get(f"/j/{codes[-1]}")
    assert (await guest.join(codes[0])).status == 303
    yield await guest.enter(table, "undo")
    for entry in ("", "bid 99", "what", "bid 0", "undo", "bid 0", "bid 0", "bid 0", "won 5 5 5"):
        yield await host.enter(table, entry)
        yield await host.get(f"{table}/plain")
    yield await host.enter(table, "bid 0", **{"for": "1 1 bid Ann", "seen": 0})
    yield await host.ask("POST", f"{table}/plain", {"row": "won", "n0": "1"})
    for form in ({"do": "free", "member": "x"}, {"do": "delete"}, {"do": "x"}):
        yield await host.people(table, **form)
    yield await guest.people(table, "rights")
    yield await guest.get(f"{table}/people")
    await host.enter(table, "leave Ann")
    yield await guest.get(f"{table}/plain")


async def match_pages(host: MatchPhone) -> AsyncIterator[Got]:
    """The pages of matches, from their form to their end."""
    yield await host.get("/play/israeli-whist")
    names = {f"name{seat}": name for seat, name in enumerate(NAMES)}
    for who in (("me", "me"), ("steady",), ("me", "x"), ("me",)):
        form = {f"who{seat}": one for seat, one in enumerate(who)}
        got = await host.ask("POST", "/play/raf", {"key": new_key(), **form})
        assert got.status == 422
        yield got
    table = await host.open("raf", "me", "person", "person", **names)
    guest = MatchPhone(host.server, {"language": host.cookies["language"]})
    yield await guest.get(f"{table}/plain")
    yield await guest.enter(table, "bid 0")
    codes = await host.codes(table)
    others = [MatchPhone(host.server, {"language": host.cookies["language"]}) for _ in "ab"]
    for phone, code in zip(others, codes[1:], strict=False):
        await phone.join(code)
    drawn = random.Random(1)
    for _ in range(25):
        state = (await host.server.table(table)).state
        if state.over:
            break
        for phone in (host, *others):
            page = await phone.get(f"{table}/plain")
            yield page
            choices = offered(page.text)
            entry = drawn_call(page.text, drawn) or (choices and choices[0]) or ""
            yield await phone.enter(table, entry)
    yield await host.get(f"{table}/people")
    yield await host.get(f"{table}/log")
    yield await host.get(f"{table}/record.toml")
    for form in ({"seat": "x"}, {"seat": "1", "policy": "x"}, {"seat": "1", "policy": "random"}):
        yield await host.people(table, "play", **form)
    yield await host.get(f"{table}/people")
    yield await others[0].get(f"{table}/plain")
    drawing = await host.open("foss", "me", "person", "person", shuffle="together", **names)
    yield await host.get(f"{drawing}/plain")
    over = await host.open("pagat", "steady", "steady", "person", "steady", **names)
    await host.server.bots.wait_until_idle()
    yield await host.get(f"{over}/people")


async def other_pages(host: MatchPhone) -> AsyncIterator[Got]:
    """Shells, joining and refusals."""
    for path in (
        "/",
        "/join",
        "/j/xyz",
        "/nothing",
        "/t/x",
        "/page/x.js",
        "/new/x",
        "/new/written-x",
    ):
        yield await host.get(path)
    yield await host.get("/season?year=x")
    yield await host.ask("POST", "/season")
    yield await host.join("xyz")
    yield await host.send("POST", "/join", b"\xff")
    yield await host.send("POST", "/join", b"x" * 70000)
    yield await host.get("/write")


async def shown(folder: Path, language: str) -> tuple[set[str], set[str]]:
    """The texts of all pages in a language, and the languages that they name."""
    texts, languages = set[str](), set[str]()
    server = MatchServer(folder / f"{language}.db")
    try:
        for pages in (sheet_pages, match_pages, other_pages):
            async for got in pages(MatchPhone(server, {"language": (language, "/")})):
                if got.text.startswith("<!doctype"):
                    languages |= set(re.findall(r'<html lang="(\w+)"', got.text))
                    texts |= texts_of(got.text)
    finally:
        await server.end()
    return texts, languages


def parts_of(text: str) -> set[str]:
    return set(re.split(": |, ", text))


@cache
def names_and_words() -> set[str]:
    """Names, what rules files have in quotation marks, and words that two languages share."""
    known = {*NAMES, "Ben", f"http://{HOST}", "Name", "Date", "Note", "Points", "Table"}
    known |= {one.title for one in GAMES.offered}
    for file in data_folder("rules").rglob("*.clag"):
        known |= set(re.findall('"([^"]*)"', file.read_text("utf-8")))
    return set().union(*map(parts_of, known))


@cache
def english_texts(folder: Path) -> set[str]:
    return asyncio.run(shown(folder, "en"))[0]


@pytest.mark.parametrize("language", ["de", "fr", "nl"])
def test_the_pages_that_the_server_makes_are_in_the_language_of_the_reader(
    language: str, tmp_path: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    texts, languages = asyncio.run(shown(tmp_path, language))
    assert languages == {language}
    assert [text for text in texts if RAW.search(text)] == []
    english = english_texts(tmp_path_factory.getbasetemp())
    same = {text for text in texts & english if re.search("[a-z]{2}", text)}
    assert [text for text in same if not parts_of(text) <= names_and_words()] == []
