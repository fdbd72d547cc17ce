"""`clagdsl review`: what it prints, the page that it writes, what it refuses."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator
from support.axe import faults
from support.browser import Browser
from support.loaded import loaded

import clagdsl
from clagdsl.cli.main import main
from clagdsl.records.reading import parse_record
from clagdsl.records.writing import write_record
from clagdsl.reviewing import page as review_page
from clagdsl.reviewing.model import Review
from clagdsl.reviewing.page import page

Capture = pytest.CaptureFixture[str]
NAMES = ("Annabel", "<b>Bob</b>", "Bartholomew-Maximilian " + "X" * 40, "Dot")
QUICK = ("--player", "search:2")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture(scope="module")
def text() -> str:
    """A record of the first deals of a match that one seat plays at random."""
    state = loaded("pagat").start(seed=7, names=list(NAMES))
    while state.deal < 5:
        action = clagdsl.decide(state, "random" if state.actor == 2 else "steady")
        assert action is not None
        state = state.apply(action)
    return write_record(state.record())


@pytest.fixture(scope="module")
def reviewed(text: str, tmp_path_factory: pytest.TempPathFactory) -> Review:
    path = tmp_path_factory.mktemp("review") / "match.toml"
    path.write_text(text, encoding="utf-8")
    return clagdsl.review(path, "search:2")


def asked(*arguments: str) -> int:
    return main(["review", *arguments])


def test_the_text_has_every_decision_every_player_and_the_dearest(
    text: str, reviewed: Review, folder: Path, capsys: Capture
) -> None:
    (folder / "match.toml").write_text(text, encoding="utf-8")
    assert asked("match.toml", *QUICK) == 0
    lines = capsys.readouterr().out.splitlines()
    free = [one for one in reviewed.decisions if not one.forced]
    told = [line for line in lines if re.match(r"[* ] [ \d]\d?  ", line) and ": " in line]
    assert len(told) == len(free)
    for line, one in zip(told, free, strict=True):
        assert line.startswith("*") == (one.better is not None)
        assert all(other.action in line for other in one.actions)
        assert line.count("±") <= len(one.actions) - 1
    for place, mistake in enumerate(reviewed.dearest, 1):
        assert f"{place}. {mistake.told}" in lines
    assert [line for line in lines if line.startswith("deal ")][:3] == [
        "deal 1",
        "deal 2",
        "deal 3",
    ]
    assert lines[-1].startswith(f"{len(free)} decisions judged by search:2; ")


def test_a_deal_is_told_that_is_written_down_in_part(
    text: str, folder: Path, capsys: Capture
) -> None:
    read = parse_record(text, "match.toml").record
    assert read is not None
    assert read.deals
    first = replace(read.deals[0], tricks=(), won=None, totals=None)
    (folder / "match.toml").write_text(write_record(replace(read, deals=(first,))), "utf-8")
    assert asked("match.toml", *QUICK, "-o", "x.html") == 0
    told = capsys.readouterr().out.splitlines()
    assert "deal 1 is reviewed as far as it is recorded" in told
    assert not any("is not reviewed" in line for line in told)
    assert "<dd>reviewed as far as it is recorded</dd>" in Path("x.html").read_text("utf-8")


def test_the_json_is_what_python_gives_and_keeps_to_the_schema(
    text: str, reviewed: Review, folder: Path, capsys: Capture
) -> None:
    (folder / "match.toml").write_text(text, encoding="utf-8")
    assert asked("match.toml", *QUICK, "--json") == 0
    first = capsys.readouterr().out
    assert asked("match.toml", *QUICK, "--format", "json", "--seed", "0") == 0
    assert capsys.readouterr().out == first
    told = json.loads(first)
    assert told == reviewed.to_json()
    Draft202012Validator(clagdsl.review_schema()).validate(told)
    assert asked("match.toml", *QUICK, "--json", "--seed", "1") == 0
    assert json.loads(capsys.readouterr().out) != told


def test_a_page_is_written_and_replaced_only_by_its_like(
    text: str, reviewed: Review, folder: Path, capsys: Capture
) -> None:
    (folder / "match.toml").write_text(text, encoding="utf-8")
    assert asked("match.toml", *QUICK, "-o", "review.html") == 0
    assert capsys.readouterr().out.endswith("review.html written\n")
    assert (folder / "review.html").read_text("utf-8") == page(reviewed)
    assert asked("match.toml", *QUICK, "-o", "review.html") == 0
    (folder / "review.html").write_text("my own", encoding="utf-8")
    assert asked("match.toml", *QUICK, "-o", "review.html") == 2
    assert asked("match.toml", *QUICK, "-o", "review.pdf") == 2
    assert "`review.pdf` does not end in .html" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "status", "told"),
    [
        (["match.toml", "--player", "steady"], 2, "U638"),
        (["match.toml", "--player", "nobody"], 2, "U629"),
        (["match.toml", "--seed", "-1"], 2, "seed"),
        (["match.toml", "--rules", "nothing-there"], 2, "nothing-there"),
        (["match.toml", "--rules", "spades"], 1, "error"),
        (["no-match.toml"], 2, "no-match.toml"),
        (["paper.toml"], 1, "R603"),
        (["wrong.toml", *QUICK], 1, "R541"),
        (["two.toml", "one.toml"], 2, "argument"),
    ],
)
def test_what_cannot_be_reviewed_is_told(
    arguments: list[str], status: int, told: str, text: str, folder: Path, capsys: Capture
) -> None:
    (folder / "match.toml").write_text(text, encoding="utf-8")
    record = parse_record(text).record
    assert record is not None
    paper = [replace(deal, pack=None, hands=None, tricks=None) for deal in record.deals]
    sheet = write_record(replace(record, deals=tuple(paper), seed=None))
    (folder / "paper.toml").write_text(sheet, encoding="utf-8")
    wrong = re.sub(r'(?m)^(totals +=) ".*"', r'\1 "900 1 2 3"', text, count=1)
    (folder / "wrong.toml").write_text(wrong, encoding="utf-8")
    assert asked(*arguments) == status
    answer = capsys.readouterr()
    assert told in answer.out + answer.err
    assert "Traceback" not in answer.out + answer.err


# --- the page -------------------------------------------------------------------------------


def test_the_page_loads_nothing_and_shows_names_as_they_are(reviewed: Review) -> None:
    text = page(reviewed)
    assert '<meta name="generator" content="clagdsl review">' in text
    assert not re.search(r"<script|https?://|url\(|@import|<link|<img", text)
    assert "&lt;b&gt;Bob&lt;/b&gt;" in text
    assert "<b>Bob" not in text
    free = [one for one in reviewed.decisions if not one.forced]
    assert text.count('<ul class="others">') == len(free)
    assert text.count("<li class=mistake>") == sum(one.better is not None for one in free)


def test_the_page_holds_no_more_than_its_bounds(
    reviewed: Review, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(review_page, "MOST_DECISIONS", 5)
    monkeypatch.setattr(review_page, "MOST_ACTIONS", 1)
    text = page(reviewed)
    assert text.count('<ul class="others">') == 5
    assert re.search(r"The first 5 of [\d,]+ decisions", text)
    assert "that were worth less" in text


@pytest.mark.browser
def test_the_page_is_read_on_a_phone(reviewed: Review, tmp_path: Path, browser: Browser) -> None:
    shown = tmp_path / "review.html"
    shown.write_text(page(reviewed), encoding="utf-8")
    browser.watch()
    for width in (320, 1280):
        for dark in (False, True):
            browser.screen(width, dark=dark)
            browser.open(shown)
            browser.run("document.querySelectorAll('details').forEach(one => one.open = 1); 0")
            wide = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
            assert browser.run(wide) == 0
            low = (
                "[...document.querySelectorAll('summary')]"
                ".filter(each => each.getBoundingClientRect().height < 47.5).length"
            )
            assert browser.run(low) == 0
            assert faults(browser) == []
    assert [one for one in browser.requested if not one.startswith("file:")] == []
