"""What a file inherits and nothing uses any more is reported, and its sheet is silent about it."""

from __future__ import annotations

from pathlib import Path

import pytest

from clagdsl.check.checker import CheckResult, check_path, check_text
from clagdsl.explain.rule_sheet.document import markdown
from clagdsl.explain.rule_sheet.sheet_builder import rule_sheet
from clagdsl.problems.diagnostic import apply_edits

BASE = """clag 1
game "Base" variant "Y"
players 3 to 4
param stake = 1 in 0 to 9 "pence for each trick" assume "a trick costs a penny"
param kept = true "a trick is kept"
let double = 2 * stake
deal normal
  trump none
  bid in turn
  score 10 + double when made and kept, otherwise 0
schedule 5 cards: normal
winner highest total, then shared
"""


def checked(folder: Path, house: str) -> CheckResult:
    (folder / "base.clag").write_text(BASE)
    (folder / "house.clag").write_text(f'clag 1\ngame "House" extends "base.clag"\n{house}\n')
    return check_path(folder / "house.clag")


@pytest.mark.parametrize(
    ("house", "expected"),
    [
        ("change normal score 10 when made and kept, otherwise 0", [("stake", 2), ("double", 2)]),
        ("change normal score 10 + double when made, otherwise 0", [("kept", 2)]),
        ("change normal score 10 + stake when made and kept, otherwise 0", [("double", 2)]),
        (
            "change param stake = 2\nchange normal score 10 when made and kept, otherwise 0",
            [("stake", 3), ("double", 2)],
        ),
        ("change param stake = 2", []),
        ("param own = 1 in 0 to 2", [("own", 3)]),
    ],
)
def test_an_inherited_name_that_nothing_uses_any_more_is_warned_of(
    house: str, expected: list[tuple[str, int]], tmp_path: Path
) -> None:
    found = checked(tmp_path, house).diagnostics
    lines = [each.place.line for each in found if each.place]
    assert {each.code for each in found} <= {"C209"}
    assert {each.severity for each in found} <= {"warning"}
    assert [
        (name, line)
        for each, line in zip(found, lines, strict=True)
        for name in ("stake", "double", "kept", "own")
        if f"`{name}`" in each.message
    ] == sorted(expected, key=lambda pair: (pair[1], pair[0] == "double"))
    if "own" not in house:
        assert all(each.others[0].place.file.endswith("base.clag") for each in found)


def test_a_sheet_is_silent_about_what_nothing_uses(tmp_path: Path) -> None:
    def sheet(house: str) -> str:
        game = checked(tmp_path, house).game
        assert game is not None
        return markdown(rule_sheet(game))

    before = sheet("")
    after = sheet("change normal score 10 when made and kept, otherwise 0")
    for expected in ("Pence for each trick", "A trick costs a penny"):
        assert expected in before
        assert expected not in after
    assert "A trick is kept" in after


def test_what_is_dropped_is_gone(tmp_path: Path) -> None:
    house = "change normal score 10 when made and kept, otherwise 0\ndrop double\ndrop stake"
    result = checked(tmp_path, house)
    assert result.diagnostics == ()
    assert result.game is not None
    assert [each.name for each in result.game.parameters] == ["kept"]
    assert result.game.lets == ()


@pytest.mark.parametrize("set_here", ["", "change param kept = false\n"])
def test_the_mend_drops_it(set_here: str, tmp_path: Path) -> None:
    house = f"{set_here}drop double\nchange normal score 10 + stake when made, otherwise 0"
    (found,) = checked(tmp_path, house).diagnostics
    assert found.help.startswith("write `drop kept`")
    assert ("in place of this line" in found.help) == bool(set_here)
    house = (tmp_path / "house.clag").read_text()
    mended = apply_edits(house, found.fix)
    assert mended.splitlines()[2] == "drop kept"
    (tmp_path / "house.clag").write_text(mended)
    assert check_path(tmp_path / "house.clag").diagnostics == ()


def test_what_is_used_cannot_be_dropped_nor_what_the_file_declares(tmp_path: Path) -> None:
    (used,) = checked(tmp_path, "drop kept").diagnostics
    assert used.place is not None
    assert (used.code, used.place.file.endswith("house.clag")) == ("C203", True)
    assert used.others[0].text == "used here"
    own = checked(tmp_path, "param own = true\ndrop own").diagnostics
    assert [each.code for each in own] == ["C209", "C201"]  # nothing uses it, either


@pytest.mark.parametrize(
    ("house", "code", "line", "used"),
    [
        ("drop hook", "C203", 3, 17),
        ("drop Jester", "C261", 3, 5),
        ("change pack all ranks, 4 Wizard\ndrop Jester", "C261", 4, 13),
        ("change pack all ranks, 1 Wizard, 1 Jester", "P301", 3, None),
    ],
)
def test_a_problem_is_reported_where_this_file_causes_it(
    house: str, code: str, line: int, used: int | None
) -> None:
    (found,) = check_text(f'clag 2\ngame "House" extends wizard\n{house}\n').diagnostics
    assert found.place is not None
    assert (found.code, found.place.file, found.place.line) == (code, "rules.clag", line)
    assert [each.place.line for each in found.others] == ([] if used is None else [used])
    assert "bundled" not in found.help


@pytest.mark.parametrize(
    ("house", "assumed"),
    [
        ("", True),
        ("change normal bid in turn", True),
        ("change param stake = 1", True),
        # What is assumed of a parameter is said of the value that it has there,
        ("change param stake = 2", False),
        # and of the clauses beside it that read it; `let double` is one.
        ("change normal score 10 + stake when made and kept, otherwise 0", False),
        ("change normal score 20 + double when made and kept, otherwise 0", True),
        ("change schedule 2 cards: normal", True),
    ],
)
def test_an_assumption_goes_with_the_value_or_the_clauses_that_it_is_said_of(
    house: str, assumed: bool, tmp_path: Path
) -> None:
    game = checked(tmp_path, house).game
    assert game is not None
    text = "a trick costs a penny"
    assert (text in [each.text for each in game.assumptions]) == assumed
    assert (text.capitalize() in markdown(rule_sheet(game))) == assumed


def test_what_is_said_anew_with_a_value_is_assumed(tmp_path: Path) -> None:
    game = checked(tmp_path, 'change param stake = 2 assume "two pence are enough"').game
    assert game is not None
    assert [each.text for each in game.assumptions] == ["two pence are enough"]


def test_a_parameter_that_only_says_how_often_brackets_are_dealt_is_used() -> None:
    brackets = "schedule repeat stake times (5 cards: normal)"
    text = BASE.replace("clag 1", "clag 2").replace("schedule 5 cards: normal", brackets)
    text = (
        text.replace("0 to 9", "1 to 9")
        .replace("10 + double", "10")
        .replace("let double = 2 * stake\n", "")
    )
    game = check_text(text).game
    assert game is not None
    assert "Pence for each trick" in markdown(rule_sheet(game))


CALLED = """clag 2
game "Base"
players 3
param x = 3 in 1 to 5
deal normal
  trump turned
  bid in turn
  score x + tricks
deal Pick is normal with
  call by dealer one of Lo, Hi
twist Lo trump none
twist Hi trump spades
schedule 3 cards: normal, Pick
winner highest total, then shared
"""


def test_what_only_a_dropped_deal_calls_is_reported_at_the_drop(tmp_path: Path) -> None:
    (tmp_path / "base.clag").write_text(CALLED)
    house = tmp_path / "house.clag"
    text = 'clag 2\ngame "House" extends "base.clag"\ndrop Pick\n'
    house.write_text(text)
    problems = check_path(house).diagnostics
    assert {each.code for each in problems} == {"C208"}
    assert {(Path(each.place.file).name, each.place.line) for each in problems} == {
        ("house.clag", 3)
    }
    house.write_text(apply_edits(text, [edit for each in problems for edit in each.fix]))
    assert check_path(house).game is not None


CALLS = """clag 2
game "Base"
players 3
param x = 3 in 1 to 5
deal normal
  trump turned
  bid in turn
  score 10 when made, otherwise 0
  call by dealer one of Lo, Hi, Pay, Named
deal Named is normal with trump named by dealer any suit
twist Lo trump none
twist Hi trump spades
twist Pay score x
schedule 3 cards: normal, Named
winner highest total, then shared
"""


@pytest.mark.parametrize(
    ("house", "placed"),
    [
        # a dropped twist and a new schedule have nothing to do with the new call
        (
            "drop Lo\nchange normal\n  call by dealer one of Named\n  score tricks\n"
            "change schedule 2 cards: normal",
            {5: "the twists `Hi`, `Pay`"},
        ),
        (
            "change normal call by dealer one of Lo, Hi, Pay\nchange schedule 2 cards: normal",
            {3: "inherited deal `Named`"},
        ),
        ("change normal call by dealer one of Lo, Pay, Named", {3: "the twist `Hi`"}),
    ],
)
def test_an_unplayed_deal_is_reported_at_the_change_that_leaves_it_out(
    house: str, placed: dict[int, str], tmp_path: Path
) -> None:
    (tmp_path / "base.clag").write_text(CALLS)
    path = tmp_path / "house.clag"
    path.write_text(f'clag 2\ngame "House" extends "base.clag"\n{house}\n')
    found = check_path(path).diagnostics
    assert {each.code for each in found} == {"C208"}
    assert {each.place.line for each in found if each.place} == {*placed}
    assert all(each.place and each.place.file.endswith("house.clag") for each in found)
    for each in found:
        assert each.place is not None
        assert placed[each.place.line] in each.message
        assert each.help.endswith("in the new `call`")
    path.write_text(apply_edits(path.read_text(), [edit for each in found for edit in each.fix]))
    assert check_path(path).diagnostics == ()  # without the parameter of a twist, too


def test_an_inherited_parameter_is_changed_with_change_param(tmp_path: Path) -> None:
    (tmp_path / "base.clag").write_text(CALLED)
    house = tmp_path / "house.clag"
    house.write_text('clag 2\ngame "House" extends "base.clag"\nparam x = 4\n')
    (problem,) = check_path(house).diagnostics
    assert problem.code == "C206"
    assert "`change param x = ...`" in problem.help


@pytest.mark.parametrize(
    ("schedule", "help_text"),
    [
        (
            "1 up to 3 cards: normal then 3 cards: One, Two, Twice, Twice",
            "name one of `One`, `Two`",
        ),
        ("1 up to 3 cards: One, Two", "write the whole schedule with `change schedule`"),
    ],
)
def test_a_deal_is_added_next_to_one_that_has_a_single_place(
    schedule: str, help_text: str, tmp_path: Path
) -> None:
    text = BASE.replace("schedule 5 cards: normal", f"schedule {schedule}")
    deals = "".join(
        f"deal {name} is normal with bid together\n" for name in ("One", "Two", "Twice")
    )
    (tmp_path / "base.clag").write_text(text.replace("schedule", f"{deals}schedule"))
    house = tmp_path / "house.clag"
    house.write_text(
        'clag 1\ngame "House" extends "base.clag"\nadd New after Quite\n'
        "deal New is normal with bid together\n"
    )
    (found,) = (each for each in check_path(house).diagnostics if each.code == "C201")
    assert found.help == help_text


@pytest.mark.parametrize(
    "declared",
    [
        "run x when made",
        "tally x = 1 when made, otherwise 0",
        'param x = 1 in 0 to 2 "unused"',
        "let x = 2",
        "deal x is normal with trump hearts",
        "twist x trump hearts",
    ],
)
def test_each_kind_of_name_that_nothing_uses_can_be_dropped(tmp_path: Path, declared: str) -> None:
    base = BASE.replace("clag 1", "clag 2")
    (tmp_path / "base.clag").write_text(f"{base}{declared}\n")
    (tmp_path / "house.clag").write_text('clag 2\ngame "House" extends "base.clag"\ndrop x\n')
    result = check_path(tmp_path / "house.clag")
    assert [each.code for each in result.diagnostics if each.severity == "error"] == []


@pytest.mark.parametrize(
    ("base", "written", "helps"),
    [
        # far from every name; the only deal cannot be dropped
        ("spades", "bids", "name one of `bags`, `ends`"),
        ("spades", "normla", "name one of `bags`, `ends`"),
        # near the name of something else than a deal
        ("spades", "bgas", "did you mean `bags`?"),
        ("spades", "end", "did you mean `ends`?"),
        ("foss", "Blnd", "did you mean `Blind`?"),
        ("foss", "mnts", "did you mean `mnt`?"),
    ],
)
def test_a_wrong_name_after_drop_suggests_only_what_can_be_dropped(
    base: str, written: str, helps: str
) -> None:
    text = f'clag 2\ngame "House" extends {base}\ndrop {written}\n'
    (found,) = check_text(text).diagnostics
    assert (found.code, found.help, found.safe) == ("C201", helps, False)
    assert "deal" not in found.message
    if found.fix:
        assert check_text(apply_edits(text, found.fix)).diagnostics != (found,)


def test_a_far_name_is_listed_rather_than_suggested() -> None:
    (found,) = check_text('clag 2\ngame "House" extends foss\ndrop bids\n').diagnostics
    assert found.help.startswith('name one of `"No Trumps"`, ')
    assert "`normal`" not in found.help  # other deals are made from it


@pytest.mark.parametrize(
    ("house", "expected"),
    [
        ("", "- A book (book): page 2.\n- A page (web).\n"),
        ("change normal score 2 * tricks", "- A book (book): page 2.\n"),
        ("change normal score 2 * tricks + misses", "- A book (book): page 3, page 2.\n"),
    ],
)
def test_an_inherited_source_that_no_rule_cites_any_more_is_not_on_the_sheet(
    house: str, expected: str, tmp_path: Path
) -> None:
    base = BASE.replace("clag 1", "clag 2")
    base = base.replace(
        "score 10 + double when made and kept, otherwise 0", "score tricks from web"
    )
    base = base.replace("deal normal", 'deal normal from book "page 2"', 1)
    sources = (
        'source book "A book"\nsource web "A page"\nrun misses when not made from book "page 3"'
    )
    (tmp_path / "base.clag").write_text(f"{base}{sources}\n")
    path = tmp_path / "house.clag"
    path.write_text(f'clag 2\ngame "House" extends "base.clag"\n{house}\n')
    result = check_path(path)
    assert result.game is not None, result.diagnostics
    _, _, listed = markdown(rule_sheet(result.game)).partition("## Sources\n\n")
    assert listed == expected
