"""The language of a page: what the browser prefers, or what was chosen on the page."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from support.browser import Browser
from support.table_server import Phone, new_key
from support.unproved import unproved

from clagdsl.explain.keeper_page import keeper_page

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
