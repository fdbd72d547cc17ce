"""Problems of the checker in one file, and how much may be declared."""

from __future__ import annotations

from pathlib import Path

import pytest

from clagdsl.check.checker import CheckResult, check_path, check_text


def codes(result: CheckResult) -> list[str]:
    return [diagnostic.code for diagnostic in result.diagnostics]


def test_seventeen_files_in_a_row_are_too_many(tmp_path: Path) -> None:
    foss = check_path("foss")
    assert foss.game is not None
    previous = "foss"
    for number in range(1, 17):
        name = f"house{number}.clag"
        text = f'clag 1\ngame "House {number}" extends {previous}\n'
        (tmp_path / name).write_text(text, encoding="utf-8")
        previous = f'"{name}"'
    assert codes(check_path(tmp_path / "house15.clag")) == []
    assert codes(check_path(tmp_path / "house16.clag")) == ["C232"]


def test_independent_problems_come_in_one_run_in_the_order_of_the_file() -> None:
    text = """clag 1
game "X" variant "Y"
players 3 to 7
deal normal
  trump turned
  bid in turn
  last bid keeps trikcs != cards
  score 10 + tricks when bid, otherwise 0
deal other is nromal with trump none
schedule 1 up to 7 cards: normal, othre
winner highest total, then shared
"""
    result = check_text(text)
    assert [(d.code, d.place.line) for d in result.diagnostics if d.place] == [
        ("C203", 7),
        ("C240", 8),
        ("C201", 9),
        ("C201", 10),
    ]
    assert "did you mean `normal`?" in {d.help for d in result.diagnostics}


def test_a_problem_of_the_extended_file_is_reported_there(tmp_path: Path) -> None:
    (tmp_path / "base.clag").write_text('clag 1\ngame "X" variant "Y"\nplayers 9 to 2\n')
    (tmp_path / "house.clag").write_text('clag 1\ngame "House" extends "base.clag"\n')
    result = check_path(tmp_path / "house.clag")
    places = {Path(d.place.file).name for d in result.diagnostics if d.place}
    assert "C247" in codes(result)
    assert "base.clag" in places


SCHEDULED = """clag 1
game "X" variant "Y"
players 3 to 7
deal normal trump none bid in turn score 1
schedule
{rows}
winner highest total, then shared
"""


@pytest.mark.parametrize(("number", "expected"), [(499, []), (500, []), (501, [("C229", 506)])])
def test_five_hundred_deals_may_stand_in_the_schedule(
    number: int, expected: list[tuple[str, int]]
) -> None:
    rows = "\n".join(["1 card: normal", *["then 1 card: normal"] * (number - 1)])
    result = check_text(SCHEDULED.format(rows=rows))
    assert [(d.code, d.place.line) for d in result.diagnostics if d.place] == expected


@pytest.mark.parametrize(("number", "expected"), [(99, []), (100, []), (101, ["C229"])])
@pytest.mark.parametrize("twists", [0, 40])
def test_a_hundred_deals_and_twists_may_be_declared(
    number: int, twists: int, expected: list[str]
) -> None:
    deals = [f"d{one}" for one in range(number - 1 - twists)]
    more = "".join(f"deal {name} is normal\n" for name in deals)
    more += "".join(f"twist t{one} lead dealer\n" for one in range(twists))
    offered = ", ".join(f"t{one}" for one in range(twists))
    call = f" call by dealer one of {offered}" if twists else ""
    text = SCHEDULED.format(rows=f"1 card: normal, {', '.join(deals)}")
    text = text.replace("score 1\n", f"score 1{call}\n{more}")
    assert codes(check_text(text)) == expected


@pytest.mark.parametrize(("number", "expected"), [(99, []), (100, []), (101, ["C229"])])
@pytest.mark.parametrize("what", ["let n{} = 1", "param n{} = true"])
def test_a_hundred_names_of_a_kind_may_be_declared(
    what: str, number: int, expected: list[str]
) -> None:
    declared = "\n".join(what.format(i) for i in range(number))
    used = " + ".join(f"n{i}" for i in range(number))
    if what.startswith("param"):
        used = "1 when " + " and ".join(f"n{i}" for i in range(number)) + ", otherwise 0"
    text = SCHEDULED.format(rows="1 card: normal").replace("score 1", f"score {used}")
    result = check_text(text.replace("deal normal", f"{declared}\ndeal normal"))
    assert codes(result) == expected


@pytest.mark.parametrize("name", ["क्ष", "A\u0abc", "two words", "it's"])
def test_help_quotes_a_name_that_is_not_one_word(name: str) -> None:
    text = SCHEDULED.format(rows="1 card: normal")
    made = f'deal "{name}" is normal with trump turned\nschedule\n'
    wrong = text.replace("schedule\n", made).replace("card: normal", f'card: normal, "{name}x"')
    [found] = check_text(wrong).diagnostics
    assert found.help == f'did you mean `"{name}"`?'
    assert check_text(wrong.replace(f'"{name}x"', f'"{name}"')).diagnostics == ()
