"""What is proved about whole matches: their cards and decisions, and how rows are mended."""

from __future__ import annotations

from typing import Literal

from support import checked_games

from clagdsl import problems
from clagdsl.check.checker import CheckResult
from clagdsl.check.lints.dashed_size import fix_for_dashes
from clagdsl.check.proof_report import Evidence
from clagdsl.check.prove.match_proofs import row_without_deal
from clagdsl.lang.expr.ast import Arithmetic, Number, Variable
from clagdsl.lang.rules import Ladder, OneSize, ScheduleRow
from clagdsl.lang.source import Place
from clagdsl.problems.diagnostic import Diagnostic
from clagdsl.table.states import make_machine
from clagdsl.table.table import open_table


def checked(schedule: str, **parts: str) -> CheckResult:
    """A game for four with this schedule and these parts."""
    return checked_games.checked(schedule=schedule, **{"players": "4", **parts})


def errors(result: CheckResult) -> list[Diagnostic]:
    return [each for each in result.diagnostics if each.severity == "error"]


def proved(result: CheckResult) -> Evidence:
    assert result.evidence is not None, errors(result)
    return result.evidence


# --- whether the cards suffice ------------------------------------------------------------

UP = 'param up = false "turned up"'


def test_a_deal_takes_the_hands_and_a_card_turned_up() -> None:
    for schedule, game, needed in (
        ("13 cards: n", {}, None),
        ("13 cards: n", {"trump": "turned"}, 53),
        ("14 cards: n", {}, 56),
        ("15 cards: n\n  then 14 cards: n\n  then 16 cards: n", {}, 56),
        ("dealer picks 12 to 15 cards: n", {}, 60),
        (
            "dealer picks 12 to 13 cards: n",
            {"trump": "turned when cards = 12, otherwise none"},
            None,
        ),
        ("dealer picks 12 to 14 cards: n", {"trump": "turned when cards = 13, otherwise none"}, 53),
        ("dealer picks 13 to 15 cards: n", {"trump": "turned when cards = 12, otherwise none"}, 56),
        ("13 cards: n", {"trump": "turned when up, otherwise none", "said": UP}, 53),
        ("13 cards: n", {"trump": "none when up, otherwise turned", "said": UP}, 53),
        ("13 cards: n, n", {"trump": "turned when deal = 2, otherwise none"}, 53),
    ):
        found = errors(checked(schedule, **game))
        if needed is None:
            assert found == []
        else:
            assert [each.code for each in found] == ["P301"]
            assert f"{needed} " in found[0].message, found[0].message


def test_the_card_turned_up_is_to_blame_where_the_hands_alone_suffice() -> None:
    """Of a pack of 32 cards."""
    for players, cards, trump, blamed in (
        ("3", 11, "none", False),
        ("3", 11, "turned", False),
        ("4", 8, "turned", True),
    ):
        pack = "pack A K Q J 10 9 8 7"
        found = errors(checked(f"{cards} cards: n", players=players, trump=trump, said=pack))
        assert [each.code for each in found] == ["P301"]
        assert bool(found[0].others) is blamed
        assert ("`trump turned, else none`" in (found[0].help or "")) is blamed


def test_tables_without_a_schedule_are_told_by_themselves() -> None:
    found = errors(checked("30 // (players - 2) cards: n", players="2 to 4"))
    assert sorted(each.code for each in found) == ["P301", "P310"]


def test_only_the_end_of_a_row_that_is_wrong_at_some_table_is_mended() -> None:
    for schedule, game, written in (
        ("13 up to 14 cards: n", {"players": "3 to 4"}, "`13 up to min(14, 52 // players) cards`"),
        (
            "14 down to 13 cards: n",
            {"players": "3 to 4"},
            "`min(14, 52 // players) down to 13 cards`",
        ),
        ("14 cards: n", {"players": "4 to 5"}, "`min(14, 52 // players) cards`"),
        ("14 cards: n", {"players": "4 to 5", "trump": "turned"}, "`min(14, 51 // players) cards`"),
        (
            "14 cards: n",
            {"players": "4 to 5", "trump": "turned when up, otherwise none", "said": UP},
            "`min(14, 51 // players) cards`",
        ),
        ("0 up to 1 cards: n", {}, "`1 up to 1 cards`"),
        ("0 up to players - 3 cards: n", {}, "`1 up to players - 3 cards`"),
        ("3 down to players - 4 cards: n", {}, "`3 down to max(1, players - 4) cards`"),
    ):
        found = errors(checked(schedule, **game))
        assert len(found) == 1
        assert f"cards` with {written}" in (found[0].help or "")


# --- what is told of a match --------------------------------------------------------------


def test_the_fewest_and_the_most_cards_are_those_of_any_table() -> None:
    for schedule, game, cards in (
        ("2 cards: n", {}, (2, 2)),
        ("2 up to 4 cards: n", {}, (2, 4)),
        ("dealer picks 2 to 4 cards: n", {}, (2, 4)),
        ("many cards: n", {"said": 'param many = 3 in 2 to 5 "cards"'}, (2, 5)),
        ("players cards: n", {"players": "3 to 5"}, (3, 5)),
    ):
        assert proved(checked(schedule, **game)).cards == cards


OTHER = "deal o is n with trump named by dealer any suit when deal = 2, otherwise none"
ON_JACKS = "turned, on J named by dealer any suit, else none"
CALL = "  call by dealer one of fast, slow\ntwist fast score 1\ntwist slow score 2"


def test_so_many_decisions_are_the_most_of_a_match() -> None:
    for schedule, game, decisions in (
        ("3 cards: n", {}, 16),
        ("3 cards: n", {"bid": "none\n  completed not counted"}, 12),
        ("3 cards: n", {"bid": "fixed 1", "score": "bid"}, 12),
        ("3 cards: n", {"trump": "named by dealer any suit"}, 17),
        (
            "3 cards: n",
            {"bid": "none\n  completed not counted", "trump": "named by dealer any suit"},
            13,
        ),
        ("3 cards: n, n, n", {}, 48),
        ("dealer picks 2 to 3 cards: n", {}, 17),
        ("1 up to 3 cards: n", {}, 12 + 24),
        ("3 cards: n", {"more": CALL}, 17),
        (
            "3 cards: n, n, n",
            {"trump": "named by dealer any suit when deal = 2, otherwise none"},
            49,
        ),
        ("3 cards: n, o, o\n  then 2 cards: n, n", {"more": OTHER}, 3 * 16 + 1 + 2 * 12),
        ("2 cards: n", {"players": "3 to 5"}, 15),
        ("12 cards: n", {"trump": ON_JACKS}, 4 + 48 + 1),
        ("13 cards: n", {"trump": ON_JACKS}, 4 + 52),  # no card is left to turn
    ):
        result = checked(schedule, **game)
        assert proved(result).decisions == decisions
        if "players" not in game:
            assert result.game is not None
            assert make_machine(open_table(result.game, 4)).decisions == decisions


# --- rows ---------------------------------------------------------------------------------


def test_a_difference_for_a_size_may_be_meant_as_a_ladder() -> None:
    for first, last, meant in (
        (7, 1, "for one deal of each size, write `7 down to 1 cards`"),
        (1, 7, "for one deal of each size, write `1 up to 7 cards`"),
        (0, 7, "for one deal of each size, write `1 up to 7 cards`"),
        (3, 3, "for deals of one size, write `3 cards`"),
        (0, 0, None),
        (1, 99, "for one deal of each size, write `1 up to 99 cards`"),
        (1, 100, None),
    ):
        size = Arithmetic("-", Number(first), Number(last))
        mend = fix_for_dashes(ScheduleRow(OneSize(size), ("n",)))
        assert mend == (None if meant is None else (f"`-` means minus here; {meant}", ()))


def test_a_row_without_a_deal_is_told_by_what_keeps_it_empty() -> None:
    place = Place("x.clag", 1, 1, 1, 2)
    often = Variable("players")
    ways: tuple[tuple[int, int, Literal["up", "down"], Variable | None, bool], ...] = (
        (3, 1, "up", None, True),
        (1, 3, "down", None, True),
        (3, 1, "up", often, True),
        (1, 3, "up", often, False),
        (3, 1, "down", often, False),
        (3, 3, "up", often, False),
        (3, 3, "down", often, False),
    )
    for first, last, way, repeat, wrong in ways:
        row = ScheduleRow(Ladder(Number(first), Number(last), way), ("n",), repeat)
        found = row_without_deal(row, place, None, barred=False)
        told = problems.proofs.RowNeverDealt
        ladder, times = told(place, (str(first), way, str(last), "")), told(place, times="players")
        assert found == (ladder if wrong else times), (first, last, way)


def test_the_rows_suggested_for_a_wrong_direction_keep_the_step_and_have_deals() -> None:
    wrong = "9 up to 1 by 2 cards: n"
    ((alone,), (among,)) = (
        checked(rows).diagnostics for rows in (wrong, f"{wrong} then 1 card: n")
    )
    assert (alone.code, among.code) == ("P303", "P321")
    for problem in (alone, among):
        rows = problem.help.split("`")[1::2]
        assert rows == ["9 down to 1 by 2 cards", "1 up to 9 by 2 cards"]
        assert [proved(checked(f"{row}: n")).deals for row in rows] == [(5, 5), (5, 5)]
