"""A choice without `otherwise`: what is offered for every other case can be right there."""

from __future__ import annotations

import pytest

from clagdsl.check.checker import check_text
from clagdsl.problems.diagnostic import apply_edits

GAME = """clag 1
game "X" variant "Y"
players 3 to 4
param hook = true "the hook"
deal normal
  trump {trump}
  bid in turn
  {clause}
  score {score}
schedule {row}: normal
winner highest total, then shared
"""
USUAL = {
    "trump": "turned when hook, otherwise none",
    "clause": "lead eldest",
    "score": "10 when made, otherwise points",
    "row": "3 cards",
}


def told(part: str, text: str) -> tuple[str, str, str]:
    """The help and what the mend adds, and the whole text with it."""
    rules = GAME.format_map({**USUAL, part: text})
    (found,) = check_text(rules).diagnostics
    assert found.code in ("S147", "C203")
    added = "".join(edit.text for edit in found.fix)
    return found.help, added, apply_edits(rules, found.fix)


@pytest.mark.parametrize(
    ("part", "text", "added"),
    [
        ("score", "10 when made", "0"),
        ("score", "10 * (1 when made)", "0"),
        ("trump", "turned when hook", "none"),
        ("trump", "none when hook", "turned"),
        ("clause", "lead eldest when hook", "dealer"),
        ("clause", "trick worth 2 when hook", "1"),
        ("clause", "wild 2 when hook", "none"),
        ("clause", "won by most points when hook", "any points"),
        ("clause", "play top card when hook", "any card"),
        ("row", "repeat (1 when hook) times 3 cards", "0"),
    ],
)
def test_what_is_offered_checks(part: str, text: str, added: str) -> None:
    help, found, fixed = told(part, text)
    assert found == f", otherwise {added}"
    assert help.endswith(f"such as `{found}`")
    left = check_text(fixed).diagnostics
    assert {each.code for each in left} <= ({"P303"} if part == "row" else set())


@pytest.mark.parametrize(
    ("part", "text"),
    [
        ("clause", "each bid free when hook"),
        ("clause", "rank A K Q J 10 9 8 7 6 5 4 3 2 when hook"),
        ("score", "10 when (made when hook), otherwise 0"),
        ("row", "(3 when hook) cards"),
    ],
)
def test_nothing_is_offered_where_it_is_not_known(part: str, text: str) -> None:
    assert told(part, text)[:2] == ("add `, otherwise` and the value for every other case", "")


def test_a_score_that_is_free_is_told_what_free_means() -> None:
    help, added, _ = told("score", "10 when made, otherwise free")
    assert help.startswith("`free` is a limit that allows any bid; write a number here")
    assert added == ""


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("10 unless bid = 0", "10 when bid != 0, otherwise 0"),
        ("10 unless not made", "10 when made, otherwise 0"),
        ("10 when made unless bid = 0", "10 when made and bid != 0, otherwise 0"),
        (
            "9 when made or bid = 1 unless hook",
            "9 when (made or bid = 1) and not hook, otherwise 0",
        ),
        ("2 when made, 1 unless hook", "2 when made, 1 when not hook, otherwise 0"),
        ("1 unless hook else 5", "1 when not hook, otherwise 5"),
        ("1 unless hook, otherwise 5", "1 when not hook, otherwise 5"),
        ("2 * (1 unless hook)", "2 * (1 when not hook, otherwise 0)"),
    ],
)
def test_unless_is_the_opposite_of_when(text: str, meant: str) -> None:
    rules = GAME.format_map({**USUAL, "score": text})
    (found,) = check_text(rules).diagnostics
    assert (found.code, found.safe) == ("S150", False)
    fixed = apply_edits(rules, found.fix)
    assert f"  score {meant}\n" in fixed
    assert not [each for each in check_text(fixed).diagnostics if each.severity == "error"]


@pytest.mark.parametrize(
    ("part", "text"), [("score", "0 unless made"), ("trump", "turned unless hook")]
)
def test_the_other_value_is_not_guessed_after_unless(part: str, text: str) -> None:
    rules = GAME.format_map({**USUAL, part: text})
    (found,) = check_text(rules).diagnostics
    assert found.code == "S150"
    assert not found.fix
    condition = "made" if part == "score" else "hook"
    assert (
        found.help == f"write `when not {condition}, otherwise` and the value for every other case"
    )


@pytest.mark.parametrize(
    ("part", "text", "meant"),
    [
        ("score", "when made score 9, otherwise 1", "score 9 when made, otherwise 1"),
        ("score", "if made: score 9", "score 9 when made, otherwise 0"),
        ("score", "if made, score 9", "score 9 when made, otherwise 0"),
        ("score", "if made then score 5, otherwise 1", "score 5 when made, otherwise 1"),
        (
            "clause",
            "when hook lead dealer, otherwise eldest",
            "lead dealer when hook, otherwise eldest",
        ),
    ],
)
def test_a_condition_comes_after_the_value_of_its_clause(part: str, text: str, meant: str) -> None:
    rules = GAME.format_map(USUAL).replace(f"  {USUAL['clause']}\n", "")
    line = f"  {text}\n"
    if part == "score":
        rules = rules.replace(f"  score {USUAL['score']}\n", line)
    else:
        rules = rules.replace("  score", f"{line}  score")
    (found,) = check_text(rules).diagnostics
    assert not found.safe
    assert found.message == "the condition of a clause comes after its value"
    assert apply_edits(rules, found.fix) == rules.replace(line, f"  {meant}\n")
    assert not check_text(apply_edits(rules, found.fix)).diagnostics


def test_a_condition_before_a_clause_asks_for_the_value_of_the_other_cases() -> None:
    rules = GAME.format_map({**USUAL, "clause": "when hook lead dealer"})
    (found,) = check_text(rules).diagnostics
    written = "write `lead dealer when hook, otherwise` and the value for every other case"
    assert (found.help, found.fix) == (written, ())
