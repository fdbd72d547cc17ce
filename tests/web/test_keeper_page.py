"""The page of `clagdsl keep`, in a real browser: a match tapped through, nothing lost or sent."""

from __future__ import annotations

import datetime
import json
import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from pypdfium2 import PdfDocument
from support.axe import faults
from support.browser import Browser
from support.keeper_taps import TAP
from support.unproved import every_name, unproved

from clagdsl.check.checker import check_text
from clagdsl.cli.main import main
from clagdsl.explain.keeper_page import keeper_page
from clagdsl.explain.web_bundle import (
    KEEPER_IN_A_FILE,
    LATER_FILES,
    SERVED_PAGES,
    bundle_modules,
    module_paths,
)
from clagdsl.lang.resources import data_folder
from clagdsl.records.reading import parse_record
from clagdsl.records.replay import replay_sheet
from clagdsl.records.sheet import parse_sheet
from clagdsl.scorekeeping.score_sheet import new_sheet
from clagdsl.serve.form_fields import LONGEST_NAME
from clagdsl.table.table import open_table

Capture = pytest.CaptureFixture[str]

PEOPLE = ["Ann", '<img src=x onerror="alert(1)">', "=1+1", 'O\'Hara "Dot"', "Eve", "Fred", "Gil"]

BEGIN = """(() => {
  const names = %s;
  const find = (key) => document.querySelector(`[data-key="${key}"]`);
  for (const chip of document.querySelectorAll('.person-chip[aria-pressed=true]')) chip.click();
  for (const name of names) {
    const box = find('new name');
    box.value += name;
    box.dispatchEvent(new Event('input'));
    find('add').click();
    if (document.querySelector('.message')) return false;
  }
  find('begin').click();
  return document.querySelector('#turn') !== null;
})()"""

KEPT = "JSON.parse(Object.entries(localStorage).find(([key]) => key.startsWith('clagdsl'))[1])"

NAMED = """(() => {
  const name = (one) => one.getAttribute('aria-label') || one.textContent.trim()
    || (one.labels && one.labels.length && one.labels[0].textContent.trim());
  return [...document.querySelectorAll('button, input, select, iframe, dialog')]
    .filter((one) => !name(one) && !one.title).map((one) => one.outerHTML);
})()"""

SMALL = """[...document.querySelectorAll('button, select, input:not([type=checkbox]), summary')]
  .filter((one) => one.checkVisibility()).map((one) => [one.outerHTML.slice(0, 90),
  one.getBoundingClientRect()]).filter(([, box]) => box.height < 45.5 || box.width < 45.5)"""


@pytest.fixture(scope="module")
def browser(browser: Browser) -> Browser:
    browser.watch()
    return browser


@pytest.fixture(scope="module")
def pagat(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("keeper") / "keeper.html"
    path.write_text(keeper_page(unproved("pagat").rules, "pagat"), "utf-8")
    return path


def shown_totals(browser: Browser) -> list[int]:
    """The totals in the list of people, from above."""
    texts = browser.run("[...document.querySelectorAll('.total')].map((one) => one.textContent)")
    return [int(text.replace("−", "-")) for text in texts]


def end_totals(browser: Browser) -> dict[str, int]:
    """The totals on the page after the match, by name."""
    rows = browser.run("""[...document.querySelectorAll('.rank')].map((row) =>
      [row.children[2].firstChild.data, row.querySelector('b').textContent])""")
    return {name: int(total.replace("−", "-")) for name, total in rows}


def begun(browser: Browser, page: Path, names: list[str]) -> None:
    browser.open(page)
    browser.run("localStorage.clear()")
    browser.open(page)
    assert browser.run(BEGIN % json.dumps(names))
    assert browser.run(TAP)


def saved(browser: Browser) -> dict[str, str]:
    """The files that the menu saves, by their endings."""
    return browser.run("""(async () => {
      const made = {};
      const create = URL.createObjectURL;
      const waiting = [];
      URL.createObjectURL = (file) => {
        waiting.push(file.text().then((text) => (made[file.name.split('.').pop()] = text)));
        return create(file);
      };
      for (const item of ['record', 'csv']) {
        document.querySelector('[data-key=more]').click();
        document.querySelector(`[data-key="menu ${item}"]`).click();
      }
      await Promise.all(waiting);
      URL.createObjectURL = create;
      return made;
    })()""")


@pytest.mark.browser
def test_a_whole_match_is_tapped_through(browser: Browser, pagat: Path) -> None:
    begun(browser, pagat, PEOPLE)
    browser.requested.clear()
    told = browser.run("taps(150)")
    before = browser.run(KEPT)
    browser.open(pagat)  # in the middle: nothing is lost
    assert browser.run("document.querySelector('#turn').textContent") == told
    assert browser.run(KEPT) == before
    browser.run(TAP)
    assert "win" in browser.run("taps(2000)")
    game = unproved("pagat").rules
    sheet = new_sheet(open_table(game, 7), PEOPLE, None, "pagat")
    [match] = browser.run(KEPT)["matches"]
    for entry in match["log"]:
        sheet = sheet.apply(entry)
    assert sheet.over
    assert end_totals(browser) == dict(zip(PEOPLE, sheet.totals, strict=True))
    files = saved(browser)
    record = parse_record(files["toml"].encode(), "match.toml")
    table = parse_sheet(files["csv"], "pagat", "match.csv")
    for read in (record, table):
        assert read.record is not None, read.diagnostics
        result = replay_sheet(read.record, game, read.places)
        assert [one.diagnostic.message for one in result.problems] == []
        assert read.record.players == tuple(PEOPLE)
        assert result.outcome is not None
        assert result.outcome.totals == sheet.totals
    assert record.record is not None
    start = datetime.datetime.fromisoformat(match["begun"].replace("Z", "+00:00"))
    assert record.record.played == start.astimezone().date()
    assert browser.faults == []
    assert {url.partition(":")[0] for url in browser.requested} <= {"file", "blob"}
    assert all(url.startswith(("blob", pagat.as_uri())) for url in browser.requested)
    assert browser.run("document.querySelectorAll('#keeper img').length") == 0


@pytest.mark.browser
def test_everything_fits_is_named_and_can_be_hit(browser: Browser, pagat: Path) -> None:
    begun(browser, pagat, ["Annabel", "Bob", "Cai", "Dorothea", "Eve", "Fred", "Maximiliane"])
    assert faults(browser) == []
    browser.run("taps(100)")
    for step in ("taps(1)", "taps(9)", "correct"):
        if step == "correct":
            correct(browser, 1)
        else:
            browser.run(step)
        for width in (320, 375, 1280):
            browser.screen(width)
            assert browser.run("document.documentElement.scrollWidth <= innerWidth"), (step, width)
            assert browser.run(SMALL) == [], (step, width)
        assert browser.run(NAMED) == []
        assert faults(browser) == [], step
    browser.screen(375, dark=True)
    assert faults(browser, "color-contrast") == []
    browser.run("document.querySelector('dialog').close()")
    assert faults(browser, "color-contrast") == []
    browser.screen(375)
    assert browser.run("document.querySelectorAll('[aria-live=polite]').length") == 1


@pytest.mark.browser
def test_the_sheet_is_printed_and_nothing_beside_it(browser: Browser, pagat: Path) -> None:
    begun(browser, pagat, ["Annabel", "Bob", "Cai", "Dorothea", "Eve", "Fred", "Maximiliane"])
    browser.run("taps(100)")
    paper = PdfDocument(browser.printed())
    text = " ".join(page.get_textpage().get_text_bounded() for page in paper)
    for name in ("Annabel", "Bob", "Cai", "Dorothea", "Eve", "Fred", "Maximiliane"):
        assert name in text, "nothing is cut off"
    for button in ("Undo", "Rules", "More"):
        assert button not in text
    browser.run("taps(2000)")
    text = PdfDocument(browser.printed())[0].get_textpage().get_text_bounded()
    [match] = browser.run(KEPT)["matches"]
    month = browser.run(
        f"new Date({json.dumps(match['begun'])}).toLocaleDateString('en-GB', {{month: 'long'}})"
    )
    for said in (shown(browser, "#turn"), "pays", month):
        assert said in text
    assert "One more hand" not in text


@pytest.mark.browser
def test_a_forbidden_bid_is_struck_out_with_its_reason(browser: Browser, pagat: Path) -> None:
    begun(browser, pagat, ["Ann", "Bob", "Cai", "Dot"])
    for bid in (0, 0, 1):
        browser.run(f"document.querySelector('[data-key=\"bid {bid}\"]').click()")
    barred = browser.run("[...document.querySelectorAll('.barred')].map((o) => o.dataset.key)")
    assert barred == ["bid 0"]
    label = browser.run("document.querySelector('.barred').ariaLabel")
    assert label.startswith("0, not allowed: the limit on the last bid forbids 0")
    assert browser.run("document.querySelector('.why')") is None
    browser.run("document.querySelector('.barred').click()")
    assert browser.run("document.querySelector('#turn').textContent") == "Dot bids"
    why = browser.run("document.querySelector('.why').textContent")
    assert "the bids would add up to 1 with 1 card" in why
    assert "pagat.com" in why
    browser.run("document.querySelector('[data-key=undo]').click()")
    assert browser.run("document.querySelector('#turn').textContent") == "Cai bids"
    browser.run("document.dispatchEvent(new KeyboardEvent('keydown', {key: '1', bubbles: true}))")


@pytest.mark.browser
def test_a_name_is_taken_by_the_rule_of_the_server(browser: Browser, pagat: Path) -> None:
    def told(names: list[str]) -> str:
        browser.run("document.querySelector('[data-key=\"new name\"]').value = ''")
        assert not browser.run(BEGIN % json.dumps(names))
        return str(browser.run("document.querySelector('.message').textContent"))

    browser.open(pagat)
    browser.run("localStorage.clear()")
    browser.open(pagat)
    longest_typed = browser.run("document.querySelector('[data-key=\"new name\"]').maxLength")
    assert longest_typed == LONGEST_NAME
    longest = "é" * LONGEST_NAME
    assert f"at most {LONGEST_NAME} characters" in told([f"{longest}x", "Bob", "Cai", "Dot"])
    shown = told(["Ann\u202e", "Bob", "Cai", "Dot"])
    assert "A name has an invisible character" in shown
    assert "“Ann<U+202E>”" in shown
    assert "the same name" in told(["Jos\u00e9", "Jose\u0301", "Cai", "Dot"])
    names = [longest, "علی\u200cرضا", "👩\u200d👩\u200d👧", "Dot"]
    begun(browser, pagat, names)
    assert browser.run(KEPT)["matches"][0]["names"] == names
    browser.run("document.querySelector('[data-key=more]').click()")
    browser.run("document.querySelectorAll('dialog .menu button')[0].click()")
    for name, why in (("Eve\u202e", "invisible"), (f"{longest}x", "at most 40 characters")):
        browser.run(f"({CHOOSE})('join name', {json.dumps(name)})")
        browser.run("document.querySelector('[data-key=join]').click()")
        assert why in browser.run("document.querySelector('dialog .why').textContent")
    assert browser.run(KEPT)["matches"][0]["log"] == []


CALLED = """clag 1
game "Called"
players 3 to 4
deal called
  call by dealer one of Plain, Double
  trump turned
  bid in turn
  score tricks
twist Plain
  trump none
twist Double
  score 2 * tricks
schedule 1 up to 3 cards: called
winner highest total, then shared
"""


@pytest.mark.browser
def test_a_call_is_offered_once_what_has_to_be_called_is_chosen(
    browser: Browser, tmp_path: Path
) -> None:
    checked = check_text(CALLED)
    page = tmp_path / "x.html"
    assert checked.game is not None, checked.diagnostics
    page.write_text(keeper_page(checked.game, "x"), "utf-8")
    begun(browser, page, ["Ann", "Bob", "Cai"])
    button = "document.querySelector('[data-key=call]')"
    assert browser.run(f"[{button}.ariaDisabled, {button}.textContent]") == [
        "true",
        "Choose what is called",
    ]
    browser.run("document.querySelector('[data-key=\"call Double\"]').click()")
    assert browser.run(f"[{button}.ariaDisabled, {button}.textContent]") == [None, "Call Double"]
    browser.run(f"{button}.click()")
    assert browser.run(KEPT)["matches"][0]["log"] == ["call Double"]


@pytest.mark.browser
def test_an_earlier_deal_is_corrected(browser: Browser, pagat: Path) -> None:
    begun(browser, pagat, ["Ann", "Bob", "Cai", "Dot"])
    for key in ("bid 0", "bid 0", "bid 0", "bid 0", "close"):
        browser.run(f"document.querySelector('[data-key=\"{key}\"]').click()")
    assert "add up to" in browser.run("document.querySelector('.message').textContent")
    for key in ("more 0", "close"):
        tap(browser, key)
    correct(browser, 1)
    browser.run("""(() => {
      for (const [seat, tricks] of [0, 1].entries()) {
        const box = document.querySelector(`dialog [data-key="tricks ${seat}"]`);
        box.value = tricks;
        box.dispatchEvent(new Event('input'));
      }
      document.querySelector('dialog .main').click();
    })()""")
    log = browser.run(KEPT)["matches"][0]["log"]
    assert log[-1] == "correct 1 won 0 1 0 0"
    assert shown_totals(browser) == [10, 1, 10, 10]


@pytest.mark.browser
def test_a_deal_of_five_takes_eight_taps(browser: Browser, pagat: Path) -> None:
    """Two players missed by one: a tap for each bid, one for each trick of difference, one more."""
    begun(browser, pagat, ["Ann", "Bob", "Cai", "Dot", "Eve"])
    for key in ("bid 0", "bid 0", "bid 0", "bid 0", "bid 0", "more 1", "close"):
        tap(browser, key)
    entries = len(kept_log(browser))
    assert shown(browser, "#turn") == "Bob bids"
    deal = [*("bid 0",) * 5, "more 1", "more 3", "close"]
    for key in deal[:5]:
        tap(browser, key)
    assert shown(browser, "#turn") == "Who took more?"
    assert browser.run("document.querySelector('[data-key=close]').ariaDisabled") == "true"
    counts = (
        "[...document.querySelectorAll('.counts output')].map((o) => o.innerText.split(/\\s+/))"
    )
    assert browser.run(counts)[1] == ["0", "of", "0", "✓", "+10"]
    for key in deal[5:7]:
        tap(browser, key)
    assert browser.run(counts)[1] == ["1", "of", "0", "✗", "+1"]
    assert shown(browser, "[data-key=close]") == "Close: 3 made, 2 missed"
    tap(browser, deal[7])
    assert kept_log(browser)[entries:] == [*("bid 0",) * 5, "won 0 1 0 1 0"]
    assert len(deal) == 8


FREE = """clag 2
game "Free"
players 3
deal normal trump none bid in turn score 10 + bid when made, otherwise 0
schedule 2 cards: normal
winner highest total, then shared
"""


@pytest.mark.browser
def test_one_tap_never_closes_a_deal_that_nobody_looked_at(
    browser: Browser, tmp_path: Path
) -> None:
    page = tmp_path / "x.html"
    game = check_text(FREE).game
    assert game is not None
    page.write_text(keeper_page(game, "free.clag"), "utf-8")
    begun(browser, page, ["Ann", "Bob", "Cai"])
    for bid in (2, 0, 0):
        tap(browser, f"bid {bid}")
    log = kept_log(browser)
    assert shown(browser, "[data-key=close]") == "Everybody made it"
    tap(browser, "close")
    assert kept_log(browser) == log
    assert shown(browser, "[data-key=close]") == "Yes, everybody made it"
    tap(browser, "close")
    assert kept_log(browser) == [*log, "won 2 0 0"]


@pytest.mark.browser
@pytest.mark.parametrize(
    ("contract", "marks"),
    [
        ("made", ["✗", "✓", "✓"]),
        ("tricks >= bid", ["✓", "✓", "✓"]),
        ("tricks = most", ["", "", ""]),
        ("tricks <= cards - bid and bid < 2", ["✗", "✓", "✓"]),
    ],
)
def test_the_rules_say_whether_a_contract_is_made_while_tricks_are_counted(
    browser: Browser, tmp_path: Path, contract: str, marks: list[str]
) -> None:
    """One trick too many is counted; with `most` the marks wait until the sum is right."""
    page = tmp_path / "x.html"
    game = check_text(FREE.replace("\nschedule", f" completed when {contract}\nschedule")).game
    assert game is not None
    page.write_text(keeper_page(game, "free.clag"), "utf-8")
    begun(browser, page, ["Ann", "Bob", "Cai"])
    for key in ("bid 1", "bid 1", "bid 0", "more 0"):
        tap(browser, key)
    shown_marks = """[...document.querySelectorAll('.counts output')].map(
      (one) => one.innerText.match(/[✓✗]/)?.[0] ?? '')"""
    assert browser.run(shown_marks) == marks
    tap(browser, "less 1")
    assert "" not in browser.run(shown_marks)


@pytest.mark.browser
def test_a_bid_is_corrected_by_a_tap_on_its_row(browser: Browser, pagat: Path) -> None:
    begun(browser, pagat, ["Ann", "Bob", "Cai", "Dot"])
    for key in ("bid 0", "bid 1", "bid 1"):
        tap(browser, key)
    tap(browser, "change 1")
    assert shown(browser, "#turn") == "The bid of Bob"
    tap(browser, "correct bid 0")
    assert kept_log(browser)[3:] == ["undo", "undo", "bid 0", "bid 1"]
    assert shown(browser, "#turn") == "Dot bids"
    tap(browser, "change 0")
    tap(browser, "leave bid")
    assert shown(browser, "#turn") == "Dot bids"
    tap(browser, "bid 1")
    log = kept_log(browser)
    tap(browser, "change 2")
    tap(browser, "correct bid 0")
    assert "the bids would add up to 1" in shown(browser, ".message")
    assert kept_log(browser) == log
    tap(browser, "leave bid")
    tap(browser, "change 0")
    tap(browser, "correct bid 1")
    assert kept_log(browser) == [*log, "correct 1 bids 1 0 1 1"]
    assert browser.run("document.querySelector('.counts output').firstChild.data") == "1"
    assert browser.faults == []


@pytest.mark.browser
def test_a_second_evening_begins_with_one_tap(browser: Browser, pagat: Path) -> None:
    begun(browser, pagat, ["Ann", "Bob", "Cai", "Dot", "Eve"])
    tap(browser, "all matches")
    assert faults(browser) == []
    tap(browser, "again")
    assert shown(browser, "#turn") == "Bob bids", "Ann deals, the next player after Eve"
    assert browser.run(KEPT)["matches"][0]["dealer"] == "Ann"
    assert browser.run(KEPT)["matches"][0]["names"] == ["Ann", "Bob", "Cai", "Dot", "Eve"]
    tap(browser, "all matches")
    for key in ("change people", "person Cai"):
        tap(browser, key)
    tap(browser, "begin")
    assert browser.run(KEPT)["matches"][0]["names"] == ["Ann", "Bob", "Dot", "Eve"]
    tap(browser, "all matches")
    for key in ("change people", "person Dot", "person Cai", "begin"):
        tap(browser, key)
    assert browser.run(KEPT)["matches"][0]["names"] == ["Ann", "Bob", "Eve", "Cai"]
    assert browser.faults == []


@pytest.mark.browser
@pytest.mark.parametrize("way", ["again at the end", "once more on the first page"])
def test_the_next_match_has_the_people_of_the_end(browser: Browser, pagat: Path, way: str) -> None:
    begun(browser, pagat, ["Ann", "Bob", "Cai", "Dot", "Eve"])

    def enter(*entries: str) -> None:
        for entry in entries:
            tap(browser, "more")
            tap(browser, "menu text")
            browser.run(f"({CHOOSE})('entry', '{entry}')")
            tap(browser, "do")
            assert browser.run("document.querySelector('dialog')") is None, entry

    for _ in range(5):
        tap(browser, "bid 0")
    while browser.run("document.querySelector('[data-key=close]').ariaDisabled"):
        tap(browser, "more 0")
    tap(browser, "close")
    enter("join Fay for Bob", "leave Eve", "join Gus after Ann", "out Dot", "end")
    if way == "again at the end":
        assert "same people, Ann deals" in shown(browser, "[data-key=again]"), "Eve dealt"
    else:
        tap(browser, "all matches")
        assert "Ann deals first" in shown(browser, "main")
        chips = "[...document.querySelectorAll('.person-chip[aria-pressed=true]')]"
        tap(browser, "change people")
        assert browser.run(f"{chips}.map((one) => one.dataset.key)") == [
            f"person {name}" for name in ("Ann", "Gus", "Fay", "Cai", "Dot")
        ]
        assert "Ann, Bob, Cai, Dot, Eve, Fay, Gus" in shown(browser, ".kept"), "everybody"
    tap(browser, "again")
    [match, _] = browser.run(KEPT)["matches"]
    assert (match["names"], match["dealer"]) == (["Ann", "Gus", "Fay", "Cai", "Dot"], "Ann")
    assert browser.faults == []


CHOOSE = """(key, value) => {
  const box = document.querySelector(`dialog [data-key="${key}"]`);
  box.value = value;
  box.dispatchEvent(new Event('input'));
  box.dispatchEvent(new Event('change'));
}"""


@pytest.mark.browser
def test_people_come_and_go_and_one_more_hand_is_played(browser: Browser, tmp_path: Path) -> None:
    page = tmp_path / "x.html"
    page.write_text(keeper_page(unproved("foss").rules, "foss"), "utf-8")
    begun(browser, page, ["Ann", 'B "b"', "Cai"])
    browser.screen(320)

    def tap(key: str) -> None:
        browser.run(f"document.querySelector('[data-key=\"{key}\"]').click()")

    def menu(item: int) -> None:
        browser.run("document.querySelector('[data-key=more]').click()")
        browser.run(f"document.querySelectorAll('dialog .menu button')[{item}].click()")

    def choose(**values: object) -> None:
        for key, value in values.items():
            browser.run(f"({CHOOSE})('{key.replace('_', ' ')}', {json.dumps(str(value))})")

    browser.run("tap()")
    menu(0)
    told = browser.run("document.querySelector('dialog .why').innerText")
    assert "Players cannot come or go in the middle of a deal" in told
    assert browser.run("document.querySelectorAll('dialog [aria-disabled]').length") == 6
    browser.run("document.querySelector('dialog [aria-label=Close]').click()")
    assert browser.run("document.querySelector('dialog')") is None
    while not any(entry.startswith("won") for entry in kept_log(browser)):
        browser.run("tap()")
    menu(0)
    choose(join_name="Eve", join_seat='after "B \\"b\\""')
    assert browser.run("document.documentElement.scrollWidth <= innerWidth")
    assert browser.run(SMALL) == []
    assert browser.run(NAMED) == []
    tap("join")
    menu(0)
    tap("out 2")
    menu(1)
    choose(adjust_name="Ann", adjust_points=-5, adjust_note="spilt <b>beer</b>")
    tap("do")
    shown = sheet_text(browser)
    assert 'Eve sits down at the left of B "b"; Cai sits out' in shown
    assert "Ann −5 by hand: spilt <b>beer</b>" in shown
    browser.run("taps(2000)")
    tap("one more")
    choose(more_cards=2)
    tap("do")
    assert "One more hand" in browser.run("document.querySelector('.where').innerText")
    assert "win" in browser.run("taps(200)")
    [match] = browser.run(KEPT)["matches"]
    game = unproved("foss").rules
    sheet = new_sheet(open_table(game, 3), match["names"], None, "foss")
    for entry in match["log"]:
        sheet = sheet.apply(entry)
    assert sheet.over
    assert sheet.names[-1] == "Eve"
    assert end_totals(browser) == dict(zip(sheet.names, sheet.totals, strict=True))
    record = parse_record(saved(browser)["toml"].encode(), "match.toml")
    assert record.record is not None, record.diagnostics
    result = replay_sheet(record.record, game, record.places)
    assert [one.diagnostic.message for one in result.problems] == []
    assert result.outcome is not None
    assert result.outcome.winners == sheet.winners
    assert browser.faults == []


def tap(browser: Browser, key: str) -> None:
    browser.run(f"document.querySelector('[data-key=\"{key}\"]').click()")


def shown(browser: Browser, what: str) -> str:
    """What is written in a part of the page, "" where it is not there."""
    text: str = browser.run(f"document.querySelector('{what}')?.innerText ?? ''")
    return text


def sheet_text(browser: Browser) -> str:
    """The whole sheet, as the dialog of scores shows it."""
    tap(browser, "scores")
    tap(browser, "tab sheet")
    text: str = browser.run("document.querySelector('dialog .scroll').textContent")
    browser.run("document.querySelector('dialog [aria-label=Close]').click()")
    return text


def correct(browser: Browser, deal: int) -> None:
    """Opens the correction of a deal from the sheet."""
    tap(browser, "scores")
    tap(browser, "tab sheet")
    browser.run(f"document.querySelector('dialog [data-key=\"correct {deal}\"]').click()")


def kept_log(browser: Browser, place: int = 0) -> list[str]:
    log: list[str] = browser.run(KEPT)["matches"][place]["log"]
    return log


@pytest.mark.browser
def test_one_player_takes_the_place_of_another_and_it_is_put_right(
    browser: Browser, tmp_path: Path
) -> None:
    page = tmp_path / "x.html"
    page.write_text(keeper_page(unproved("foss").rules, "foss"), "utf-8")
    begun(browser, page, ["Ann", "Bob", "Cai"])
    deal = ("bid 0", "bid 0", "bid 0", "more 0", "close")

    def seats() -> list[str]:
        tap(browser, "more")
        browser.run("document.querySelector('dialog .menu button').click()")
        options = "[...document.querySelectorAll('dialog [data-key=\"join seat\"] option')]"
        found: list[str] = browser.run(f"{options}.map((one) => one.textContent)")
        return found

    tap(browser, "bid 0")
    assert seats() == [], "in the middle of a deal"
    assert browser.run("document.querySelectorAll('dialog input').length") == 0
    browser.run("document.querySelector('dialog [aria-label=Close]').click()")
    for key in deal[1:]:
        tap(browser, key)
    assert seats()[2:4] == ["at the left of Cai", "in the place of Ann, who goes home"]
    assert browser.run("document.querySelector('dialog [data-key=\"join seat\"]').value") == (
        'after "Cai"'
    )
    browser.run(f"({CHOOSE})('join name', 'Eve'); ({CHOOSE})('join seat', 'for \"Bob\"')")
    tap(browser, "join")
    assert kept_log(browser)[-1] == "join Eve for Bob"
    for key in ("bid 0", "bid 0", "bid 0", "more 0", "more 0", "close"):
        tap(browser, key)
    assert "Eve sits down in the place of Bob, who goes home" in sheet_text(browser)
    assert "gone" in sheet_text(browser)
    correct(browser, 2)
    browser.run("document.querySelector('dialog details').open = true")
    for width in (320, 1280):
        browser.screen(width)
        assert browser.run("document.documentElement.scrollWidth <= innerWidth"), width
        assert browser.run(SMALL) == [], width
    browser.screen(375)
    assert browser.run(NAMED) == []
    assert faults(browser) == []
    assert "Eve sits down in the place of Bob" in shown(browser, "dialog details")
    browser.run("document.querySelector('dialog .roster button').click()")
    assert "Nobody came or went before this deal." in shown(browser, "dialog details")
    assert browser.run("document.querySelector('dialog').contains(document.activeElement)")
    browser.run(f"({CHOOSE})('came name', 'Eve'); ({CHOOSE})('came seat', 'for \"Cai\"')")
    browser.run("document.querySelector('dialog .main').click()")
    assert kept_log(browser)[-1] == "correct 2 join Eve for Cai"
    assert "A correction changed who plays in deal 2" in shown(browser, ".dock")
    assert "Cai" not in shown(browser, ".people")
    tap(browser, "undo")
    assert "A correction changed" not in shown(browser, ".dock")
    correct(browser, 2)
    browser.run("document.querySelector('dialog .roster button').click()")
    browser.run("document.querySelector('dialog .main').click()")
    assert kept_log(browser)[-1] == "correct 2 nobody"
    assert browser.faults == []


@pytest.mark.browser
def test_the_menu_has_what_is_rare(browser: Browser, pagat: Path) -> None:
    """Another size, a deal left out, seats, a note, an early end, and any entry as text."""
    begun(browser, pagat, ["Ann", "Bob", "Cai", "Dot"])

    def menu(item: str, **values: str) -> None:
        tap(browser, "more")
        tap(browser, f"menu {item}")
        for key, value in values.items():
            browser.run(f"({CHOOSE})('{key.replace('_', ' ')}', {json.dumps(value)})")

    menu("size", size_cards="3")
    tap(browser, "do")
    menu("text", entry="nonsense")
    tap(browser, "do")
    assert "is not understood" in shown(browser, "dialog .why")
    browser.run("document.querySelector('dialog [aria-label=Close]').click()")
    menu("text", entry="correct 1 cards 1")
    tap(browser, "do")
    played = [*("bid 0",) * 4, "more 0", "close"]
    for key in played:
        tap(browser, key)
    menu("skip")
    menu("note", note='Ann\'s "day"')
    tap(browser, "do")
    menu("seats")
    tap(browser, "up 2")
    tap(browser, "do")
    menu("end")
    tap(browser, "do")
    assert kept_log(browser) == [
        *("cards 3", "correct 1 cards 1", *played[:4], "won 1 0 0 0", "skip"),
        *('note "Ann\'s \\"day\\""', "seats Ann Cai Bob Dot", "end"),
    ]
    assert "win" in shown(browser, "#turn")
    assert browser.faults == []


NEVER_TOLD = "window.addEventListener('storage', (event) => event.stopImmediatePropagation(), true)"


@pytest.mark.browser
def test_two_windows_lose_nothing_of_each_other(browser: Browser, pagat: Path) -> None:
    begun(browser, pagat, ["Ann", "Bob", "Cai", "Dot"])
    tap(browser, "bid 0")
    browser.turn_to("", "second")
    slept = browser.run_before(NEVER_TOLD)
    browser.open(pagat)
    assert shown(browser, "#turn") == "Bob bids", "the match of the first window"
    browser.turn_to("")
    tap(browser, "bid 1")
    browser.turn_to("", "second")
    browser.until(f"{KEPT}.matches[0].log.length === 2")
    tap(browser, "bid 0")
    assert "went on in another window" in shown(browser, ".message")
    assert shown(browser, "#turn") == "Cai bids"
    assert kept_log(browser) == ["bid 0", "bid 1"]
    tap(browser, "bid 0")
    browser.turn_to("")
    browser.until("document.querySelector('#turn').innerText === 'Dot bids'")  # it is told
    tap(browser, "undo")
    assert shown(browser, "#turn") == "Dot bids", "no tap is taken for a moment"
    browser.until("!document.querySelector('.guarded')")
    tap(browser, "undo")
    browser.turn_to("", "second")
    browser.until(f"{KEPT}.matches[0].log.length === 4")
    assert shown(browser, "#turn") == "Dot bids", "nobody tells this one"
    browser.run("document.dispatchEvent(new Event('visibilitychange'))")
    assert shown(browser, "#turn") == "Cai bids", "it looks when it is shown again"
    browser.until("!document.querySelector('.guarded')")
    tap(browser, "bid 0")
    tap(browser, "more")
    tap(browser, "menu leave")
    tap(browser, "again")
    assert shown(browser, "#turn") == "Bob bids", "another match, and the deal has moved on"
    browser.turn_to("")
    browser.until(f"{KEPT}.matches.length === 2")
    assert shown(browser, "#turn") == "Dot bids", "which is no matter of this window"
    browser.open(pagat)
    assert shown(browser, "#turn") == "Dot bids"
    tap(browser, "bid 1")
    browser.turn_to("", "second")
    browser.until(f"{KEPT}.matches.some((one) => one.log.length === 6)")
    tap(browser, "bid 1")
    assert kept_log(browser, 0) == ["bid 1"]
    assert kept_log(browser, 1) == ["bid 0", "bid 1", "bid 0", "undo", "bid 0", "bid 1"]
    browser.forget(slept)
    browser.turn_to("")
    assert browser.faults == []


FORBIDDEN = """Object.defineProperty(window, 'localStorage', {
  get() { throw new DOMException('no', 'SecurityError'); }
})"""
FULL = "Storage.prototype.setItem = () => { throw new DOMException('', 'QuotaExceededError'); }"


@pytest.mark.browser
@pytest.mark.parametrize("program", [FORBIDDEN, FULL])
def test_a_browser_that_keeps_nothing_is_told(browser: Browser, pagat: Path, program: str) -> None:
    browser.open(pagat)
    browser.run("localStorage.clear(); sessionStorage.clear()")
    before = browser.run_before(program)
    browser.open(pagat)
    browser.forget(before)  # for the pages that follow
    assert browser.run(BEGIN % json.dumps(["Ann", "Bob", "Cai", "Dot"]))
    tap(browser, "bid 0")
    assert shown(browser, "#turn") == "Bob bids"
    assert "Your entries are not saved" in shown(browser, ".banner")
    assert 'bids   = "0 ? ? ?"' in saved(browser)["toml"]
    assert browser.faults == []


@pytest.mark.browser
def test_every_game_is_played_on_by_tapping_alone(browser: Browser, tmp_path: Path) -> None:
    """Calls, auctions, orders of suits, tricks one by one, points in tricks: some taps of each."""
    for name in ("raf", "foss", "scottish", "family/israeli-whist", "added/card-worth", "mcleod"):
        played(browser, tmp_path, name, 30)


@pytest.mark.browser
@pytest.mark.long
def test_every_game_is_played_to_its_end(browser: Browser, tmp_path: Path) -> None:
    browser.screen(320, 640)
    for name in every_name():
        assert "win" in played(browser, tmp_path, name, 2000), name


def played(browser: Browser, folder: Path, name: str, taps: int) -> str:
    """Plays a game by some taps, for the fewest players; returns the last question."""
    page = folder / "x.html"
    page.write_text(keeper_page(unproved(name).rules, name), "utf-8")
    low, _ = unproved(name).rules.players
    begun(browser, page, [f"P{seat}" for seat in range(low)])
    question: str = browser.run(f"taps({taps})")
    assert browser.faults == [], name
    assert browser.run("document.documentElement.scrollWidth <= innerWidth"), name
    return question


TWO = """clag 2
game "Two" variant "Small"
players 3
param less = 0 in 0 to 1
param more = 0 in 0 to 1
param bonus = 0 in 0 to 1
deal normal trump none bid in turn score bonus + 10 // (2 - less - more)
schedule 2 cards: normal
winner highest total, then shared
"""


@pytest.mark.browser
def test_settings_that_are_not_proved_together_are_told(
    browser: Browser, tmp_path: Path, capsys: Capture
) -> None:
    rules, page = tmp_path / "two.clag", tmp_path / "two.html"
    rules.write_text(TWO, "utf-8")
    settings = ("less=1", "more=1")
    wrong = ["keep", str(rules), "-o", str(page), *(f"--set={one}" for one in settings)]
    assert main(wrong) == 2
    assert "the rules do not work with these parameters" in capsys.readouterr().err
    assert not page.exists()
    assert main(["keep", str(rules), "-o", str(page), "--set=less=1", "--set=bonus=1"]) == 0
    browser.open(page)
    browser.run("localStorage.clear()")
    browser.open(page)

    def told(**chosen: int) -> str:
        for name, value in chosen.items():
            browser.run(f"""(() => {{
              const field = document.querySelector('[data-key="parameter {name}"]');
              field.value = {value};
              field.dispatchEvent(new Event('change'));
            }})()""")
        return browser.run("document.querySelector('details [role=status]').textContent")

    assert told() == "", "proved together by the command"
    assert told(bonus=0) == "", "one alone is proved"
    assert "--set less=1 --set more=1 checks them" in told(more=1)
    assert told(less=0) == ""
    assert browser.faults == []


# --- without a browser --------------------------------------------------------------------------


class Scripts(HTMLParser):
    """What a page holds, as a browser reads it."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.attributes: list[tuple[str, dict[str, Any]]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes.append((tag, dict(attrs)))


def test_markup_in_rules_is_text() -> None:
    text = """clag 1
game "</script><script>alert(1)</script>" variant "<!--<script>"
players 3 to 4
param p = true "<img src=x onerror=alert(1)>"
deal "</title><b>" trump none bid in turn score tricks when p, otherwise 0
schedule 2 cards: "</title><b>"
winner highest total, then shared
"""
    game = check_text(text).game
    assert game is not None
    read = Scripts()
    read.feed(keeper_page(game, "x.clag"))
    assert read.tags.count("script") == 2
    assert {"b", "img"} & set(read.tags) == set()
    assert all("src" not in told and "href" not in told for _, told in read.attributes)
    [policy] = [told["content"] for _, told in read.attributes if "http-equiv" in told]
    assert policy.startswith("default-src 'none'; script-src 'sha256-")


def test_the_command_writes_the_page(tmp_path: Path, capsys: Capture) -> None:
    target = tmp_path / "keeper.html"
    assert main(["keep", "pagat", "-o", str(target)]) == 0
    assert capsys.readouterr().out == f"{target} written\n"
    assert main(["keep", "pagat", "-o", str(target)]) == 0
    assert main(["keep", "pagat", "-o", str(tmp_path / "keeper.txt")]) == 2
    assert main(["keep", "pagat"]) == 2
    assert '<meta name="generator" content="clagdsl keep">' in target.read_text("utf-8")


def test_every_import_is_joined_once() -> None:
    web = data_folder("web").resolve()
    pages = (KEEPER_IN_A_FILE, *SERVED_PAGES.values(), *LATER_FILES.values())
    for page in pages:
        program = bundle_modules(page.program_path)
        assert re.findall(r"^(?:import|export) .*$", program, re.MULTILINE) == []
        joined = module_paths(page.program_path)
        assert len(joined) == len(set(joined))
        names = [f"{path.parent.name}/{path.name}" for path in joined]
        assert re.findall(r"^// (\S+)$", program, re.MULTILINE) == names
    sources = {
        path
        for room in ("clag-score", "house", "keeper", "look", "table")
        for path in web.glob(f"{room}/**/*.js")
        if path.parent.name != "test"
    }
    unused = sources - {path for page in pages for path in module_paths(page.program_path)}
    assert {path.name for path in unused} == {"score.js", "service_worker.js"}


@pytest.mark.browser
def test_no_export_hides_a_global_of_the_browser(browser: Browser) -> None:
    pages = (KEEPER_IN_A_FILE, *SERVED_PAGES.values())
    program = "".join(bundle_modules(page.program_path) for page in pages)
    lists = re.findall(r"^const \[(.+)\] = \(\(\) => \{$", program, re.MULTILINE)
    names = [name for listed in lists for name in listed.split(", ")]
    assert {"h", "show", "startKeeper"} <= set(names)
    browser.open("about:blank")
    assert browser.run(f"{json.dumps(names)}.filter((name) => name in window)") == []
