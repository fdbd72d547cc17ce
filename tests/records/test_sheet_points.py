"""Sheets with both the points of each deal and the running totals."""

from __future__ import annotations

import csv
import io
from dataclasses import replace

import pytest
from support.checked_games import game_of
from support.loaded import loaded

from clagdsl.lang.csv_text import is_score_sheet
from clagdsl.lang.record import RowFix
from clagdsl.records.replay import replay_sheet
from clagdsl.records.report import Disagreement
from clagdsl.records.sheet import SheetRules, parse_sheet

HEAD = "deal,Ann points,Ann total,Bob points,Bob total,Cai points,Cai total\n"
WITH_BIDS = (
    "deal,Ann bid,Ann points,Ann total,Bob bid,Bob points,Bob total,Cai bid,Cai points,Cai total\n"
)


def problems(text: str) -> list[Disagreement]:
    read = parse_sheet(text, "foss")
    assert read.record is not None
    replayed = replay_sheet(read.record, loaded("foss").rules, read.places).problems
    return [*(Disagreement(None, None, None, one) for one in read.diagnostics), *replayed]


def typed(text: str, fix: RowFix) -> str:
    """Returns the sheet with the cells of a fix typed in."""
    head, *rows = csv.reader(io.StringIO(text))
    for change in fix.changes:
        row = next(row for row in rows if row[0] == change.row)
        row[head.index(f"{change.player} {change.cell}")] = str(change.value)
    return "\n".join(map(",".join, [head, *rows]))


@pytest.mark.parametrize(
    ("sheet", "fixes"),
    [
        (
            WITH_BIDS + "1,0,10,10,1,12,12,1,0,0\n2,1,12,22,1,0,12,1,0,0\n",
            "change one figure and the row fits: Bob's bid to `2`, or Cai's bid to `2`",
        ),
        (HEAD + "1,10,10,12,12,0,0\n2,12,23,0,12,0,0\n", "Ann's total to `22`"),
        (
            HEAD + "1,11,11,12,12,0,0\n2,12,23,0,12,0,0\n",
            "change 2 figures and the row fits: Ann's total to `0` and Ann's points to `0`, "
            "or Ann's total to `10` and Ann's points to `10`",
        ),
        # A row is missing, so the total before follows from the points.
        (HEAD + "5,10,40,16,36,0,30\n7,12,62,11,56,0,30\n", "Bob's points to `0`, `10` or `20`"),
    ],
)
def test_a_fix_names_every_cell_that_it_changes(sheet: str, fixes: str) -> None:
    wrong = [problem for problem in problems(sheet) if problem.fixes]
    assert fixes in wrong[0].diagnostic.help
    for fix in wrong[0].fixes:
        again = [one for one in problems(typed(sheet, fix)) if one.row in (None, wrong[0].row)]
        others = [one for one in again if one.diagnostic.place != wrong[0].diagnostic.place]
        assert again == others, fix
        assert len([one for one in others if one.row is None]) <= 1  # the next row goes on from it


def test_a_total_with_its_points_counts_as_two_figures() -> None:
    sheet = WITH_BIDS + "1,0,10,10,0,0,0,0,12,12\n"
    wrong = [problem for problem in problems(sheet) if problem.fixes]
    assert wrong[0].diagnostic.help == (
        "change 2 figures and the row fits: Bob's bid to `1` and Cai's bid to `1`, "
        "or Cai's total to `10` and Cai's points to `10`"
    )
    for fix in wrong[0].fixes:
        assert problems(typed(sheet, fix)) == []


@pytest.mark.parametrize(
    ("last", "wrong"),
    [
        ("Total,20,50,26,46,0,30", []),
        ("Total,,50,,46,,30", []),
        ("Total,50,50,26,46,0,30", ["Ann has `50` in the sums at the end, but the rows"]),
        ("Total,20,40,26,46,0,30", ["Ann has `40` in the sums at the end, but the rows"]),
    ],
)
def test_under_a_sheet_stand_the_sum_of_points_and_the_last_total(
    last: str, wrong: list[str]
) -> None:
    sheet = f"{HEAD}5,10,40,16,36,0,30\n6,10,50,10,46,0,30\n{last}\n"
    messages = [problem.diagnostic.message for problem in problems(sheet)]
    assert len(messages) == len(wrong)
    assert all(map(str.startswith, messages, wrong))


def test_a_total_under_a_sheet_may_be_the_sum_of_the_points_although_a_total_above_is_wrong() -> (
    None
):
    """Bob's total of row 2 is wrong; the row of sums is not."""
    head = "deal,Ann points,Ann total,Bob points,Bob total,Cai points,Cai total\n"
    sheet = f"{head}1,10,10,12,12,0,0\n2,12,22,10,20,0,0\n"
    for below in ("Total,,22,,22,,0\n", "Total,,22,,20,,0\n"):
        assert {one.row for one in problems(sheet + below)} == {"2"}
    assert {one.row for one in problems(f"{sheet}Total,,22,,21,,0\n")} == {"2", None}


def test_a_sum_of_points_is_not_checked_if_a_cell_above_is_not_known() -> None:
    sheet = "deal,Ann points,Bob points,Cai points\n1,10,12,0\n2,10,,0\nTotal,20,26,0\n"
    assert problems(sheet) == []


PLAYED = "deal,Ann bid,Ann won,Ann total,Bob bid,Bob won,Bob total,Cai bid,Cai won,Cai total\n"


@pytest.mark.parametrize(
    ("rows", "last", "wrong"),
    [
        ("1,0,0,10,1,1,12,1,0,0\n2,1,1,22,0,0,22,0,1,0", "Total,1,1,22,1,1,22,1,1,0", []),
        ("1,0,0,10,1,1,12,1,0,0\n2,1,1,22,0,0,22,0,1,0", "Total,,1,22,?,1,22,60%,1,0", []),
        (
            "1,0,0,10,1,1,12,1,0,0\n2,1,1,22,0,0,22,0,1,0",
            "Total,2,1,22,1,1,22,1,3,0",
            [
                "Ann has `2` in the sums at the end, but the bids above add up to `1`",
                "Cai has `3` in the sums at the end, but the tricks above add up to `1`",
            ],
        ),
        # nothing is said of a column with an unknown cell, a tick or a missing deal
        ("1,,0,10,1,1,12,1,?,0\n2,1,1,22,0,0,22,0,1,0", "Total,9,1,22,1,1,22,1,9,0", []),
        ("1,0,0,10,1,yes,12,1,0,0\n2,1,1,22,0,0,22,0,1,0", "Total,1,1,22,1,2,22,1,1,0", []),
        ("1,0,0,10,1 ✓,,12,1,0,0\n2,1,1,22,0,0,22,0,1,0", "Total,1,1,22,1,0,22,1,1,0", []),
        ("2,1,1,12,0,0,10,0,1,0", "Total,9,9,12,9,9,10,9,9,0", []),
    ],
)
def test_sums_of_bids_and_tricks_are_compared_with_known_cells(
    rows: str, last: str, wrong: list[str]
) -> None:
    sheet = f"{PLAYED}{rows}\n{last}\n"
    assert [one.message for one in parse_sheet(sheet, "foss").diagnostics] == wrong
    between = sheet.replace("Total", "Subtotal") + "3,0,0,32,1,1,34,1,2,0\n"
    assert len(parse_sheet(between, "foss").diagnostics) == len(wrong)


@pytest.mark.parametrize(("yes", "no"), [("yes", "no"), ("✓", "✗")])
def test_marks_of_bids_alone_give_the_points_of_both(yes: str, no: str) -> None:
    """A missed bid scores nothing in Blackout, and one that was made 10 and the tricks."""
    text = (
        "deal,Ann bid,Ann made,Bob bid,Bob made,Cai bid,Cai made\n"
        f"1,3,{yes},4,{yes},2,{no}\n2,2,{yes},3,{no},3,{yes}\n"
    )
    game = loaded("blackout").rules
    record = parse_sheet(text, SheetRules("blackout", game)).record
    assert record is not None
    assert [deal.totals for deal in record.deals] == [(13, 14, 0), (25, 14, 13)]


FREE = """clag 2
game "Free"
players 3
deal normal
  trump none
  bid in turn
  score 10 + tricks when made, otherwise 0
schedule 1 up to 3 cards: normal
winner highest total, then shared
"""


@pytest.mark.parametrize(
    ("sheet", "error"),
    [
        (
            "3,0,no,2,yes,2,yes",
            "R543: no division of the tricks fits the row: "
            "the figures of Bob or Cai do not fit the others",
        ),
        ("1,1,yes,0,yes,1,yes", "R540: the tricks add up to `2`, but `1` is played"),
    ],
)
def test_no_fix_names_a_figure_that_only_a_mark_gives(sheet: str, error: str) -> None:
    """One other mark makes either row right, but changes both the tricks and the points."""
    game = game_of(FREE)
    text = f"Deal,Ann bid,Ann made,Bob bid,Bob made,Cai bid,Cai made\n{sheet}\n"
    read = parse_sheet(text, SheetRules("free", game))
    assert read.record is not None
    (problem,) = replay_sheet(read.record, game, read.places).problems
    assert f"{problem.diagnostic.code}: {problem.diagnostic.message}" == error
    assert problem.fixes == ()
    assert "points" not in problem.diagnostic.help


@pytest.mark.parametrize(
    ("total", "message"),
    [
        (12, "Ann's score of `12` after a bid of `2` does not fit the other figures of the row"),
        (11, "Ann cannot score `11` after a bid of `2`: no number of tricks fits the row"),
    ],
)
def test_a_score_that_some_number_of_tricks_gives_is_not_called_impossible(
    total: int, message: str
) -> None:
    """Two tricks make 12 after a bid of 2, but the row has one; none makes 11."""
    game = loaded("oh-hell").rules
    text = f"Deal,Ann bid,Ann won,Ann total,Bob bid,Cai bid\n1,2,1,{total},,\n"
    read = parse_sheet(text, SheetRules("oh-hell", game))
    assert read.record is not None
    (problem,) = replay_sheet(read.record, game, read.places).problems
    assert (problem.diagnostic.code, problem.diagnostic.message) == ("R542", message)


@pytest.mark.parametrize(
    ("head", "row"),
    [
        ("Cards,Ann,Bob,Cai", "10,13,14,0"),
        ("Dealer,Cards,Ann,Bob,Cai", "Ann,10,13,14,0"),
        ("Deal,Ann,Bob,Cai", "10,13,14,0"),
        (",Ann,Bob,Cai", "10 cards,13,14,0"),
        (",Ann,Bob,Cai", "Round 1,13,14,0"),
        ("Evening,Ann,Bob,Cai", "1 card,13,14,0"),
    ],
)
def test_a_folder_has_sheets_with_a_column_for_each_player(head: str, row: str) -> None:
    assert is_score_sheet(f"{head}\n{row}\n".encode())
    assert not is_score_sheet(b",Rent,Food\n10 May,700,300\n")
    assert not is_score_sheet(b"Month,Rent,Food\n10,700,300\n")


@pytest.mark.parametrize(
    "sheet",
    [
        "deal;Ann total;Bob total;Cai total\n1,0;13,0;0,0;12,0\n",
        "sep=;\r\ndeal;Ann total;Bob total;Cai total\r\n1,0;13,0;0,0;12,0\r\n",
        "sep=|\ndeal|Ann total|Bob total|Cai total\n1|13,0|0|12,0\n",
    ],
)
def test_decimal_commas_do_not_separate_the_cells(sheet: str) -> None:
    assert is_score_sheet(sheet.encode())
    result = parse_sheet(sheet, SheetRules("foss", loaded("foss").rules))
    assert result.diagnostics == ()
    assert result.record is not None
    assert [deal.totals for deal in result.record.deals] == [(13, 0, 12)]


def test_a_sheet_with_headings_for_figures_needs_no_known_heading_of_the_deals() -> None:
    """It is reported for the heading, rather than left aside."""
    assert is_score_sheet(b"Runde;Ann total;Bob total\nR1;13;5\n")
    assert not is_score_sheet(b"Month;Rent total;Food total\nMay 2026;13;5\n")


@pytest.mark.parametrize("opening", ["0,0,0,0", "Start,0,,0", ",0,0,0", '0,"0,0",-,0'])
def test_an_opening_row_of_zeros_is_passed_over(opening: str) -> None:
    rows = ["1,13,0,12", "2,27,0,12"]
    result = parse_sheet("\n".join(["Round,Ann total,Bob total,Cai total", opening, *rows]), "foss")
    assert result.diagnostics == ()
    assert result.record is not None
    figures = [(deal.number, deal.totals) for deal in result.record.deals]
    assert figures == [(1, (13, 0, 12)), (2, (27, 0, 12))]


def test_a_first_deal_in_which_nobody_scores_is_no_opening_row() -> None:
    for label, below, count in (("1", "2", 2), ("", "2", 1)):
        text = f"Round,Ann total,Bob total\n{label},0,0\n{below},10,0\n"
        result = parse_sheet(text, "foss")
        assert result.record is not None
        assert len(result.record.deals) == count
        assert bool(result.diagnostics) == (not label)


def test_points_against_the_total_are_figures_all_the_same() -> None:
    (only,) = problems(HEAD + "1,10,10,0,12,0,0\n")
    wrong = only.diagnostic
    assert (wrong.code, wrong.message) == ("R511", "`0` under `points` does not fit the total")
    head = "deal,Ann points,Ann total,Bob points,Bob total\n"
    (wrong,) = parse_sheet(head + "1,10,10,15,l5\n", "blackout").diagnostics
    assert (wrong.code, wrong.message) == ("R511", "`l5` is not a figure for `total`")


@pytest.mark.parametrize("figure", ["-10", "\N{MINUS SIGN}10", "\N{EN DASH}10", "(10)", "-10 pts"])
def test_points_below_zero_are_read_as_programs_write_them(figure: str) -> None:
    head = "Rd,Ann bid,Ann points,Bob bid,Bob points\n"
    result = parse_sheet(f"{head}Rd 1,1,{figure},0,20\n", "wizard")
    assert result.diagnostics == ()
    assert result.record is not None
    assert [(deal.number, deal.totals) for deal in result.record.deals] == [(1, (-10, 20))]
    (wrong,) = parse_sheet(f"{head}1,(1),-10,0,20\n", "wizard").diagnostics
    assert wrong.message == "`(1)` is not a figure for `bid`"


@pytest.mark.parametrize(
    ("label", "due"),
    [("no trump", "No Trumps"), ("No-Trumps", "No Trumps"), ("dealer calls", "dealer_calls")],
)
def test_a_label_may_be_spelt_otherwise_if_it_is_that_of_one_deal(label: str, due: str) -> None:
    sheet = f"Round,Ann total,Bob total,Cai total,Dee total\n{label},0,0,0,0\n"
    record = parse_sheet(sheet, SheetRules("mcleod", loaded("mcleod").rules)).record
    assert record is not None
    assert [deal.label for deal in record.deals] == [due]


@pytest.mark.parametrize(
    ("row", "problem"),
    [
        # The total alone is wrong: the bid and the tricks give the points.
        ("2,1,1,12,99,0,0,10,22,0,1,0,0", (3, 10, "R541", "Ann's total to `22`")),
        # The points alone are wrong.
        ("2,1,1,99,22,0,0,10,22,0,1,0,0", (3, 7, "R511", "write `12`, the change in the total")),
    ],
)
def test_of_points_and_a_total_the_wrong_one_is_reported(
    row: str, problem: tuple[int, int, str, str]
) -> None:
    """The next row continues the points, and the table shows the points of the sheet."""
    kinds = ("bid", "tricks", "points", "total")
    text = ",".join(["deal", *(f"{who} {kind}" for who in ("Ann", "Bob", "Cai") for kind in kinds)])
    text += f"\n1,0,0,10,10,1,1,12,12,1,0,0,0\n{row}\n3,1,1,12,34,1,1,12,34,0,1,0,0\n"
    game = loaded("foss").rules
    read = parse_sheet(text, SheetRules("foss", game))
    assert read.record is not None
    replayed = replay_sheet(read.record, game, read.places)
    (wrong,) = [*read.diagnostics, *replayed.diagnostics]
    assert wrong.place is not None
    assert (wrong.place.line, wrong.place.column, wrong.code) == problem[:3]
    assert problem[3] in wrong.help
    assert replayed.rows[1].figures[0].points == int(row.split(",")[3])


POINTS = "deal,Ann points,Bob points,Cai points\n"
WITH_TRICKS = "deal," + ",".join(
    f"{who} {kind}" for who in ("Ann", "Bob", "Cai") for kind in ("bid", "tricks", "points")
)


@pytest.mark.parametrize(
    ("sheet", "rules", "totals"),
    [
        (
            POINTS + "1,10,12,0\n2,10,?,0\n3,12,14,0\n",
            "foss",
            [(10, 12, 0), (20, None, 0), (32, None, 0)],
        ),
        (
            "deal,Ann bid,Ann points,Bob bid,Bob points,Cai bid,Cai points\n"
            "1,0,10,1,12,1,0\n2,0,10,1,,0,0\n3,1,12,2,14,1,0\n",
            "foss",
            [(10, 12, 0), (20, None, 0), (32, None, 0)],
        ),
        (  # The total is written again.
            HEAD + "1,10,10,12,12,0,0\n2,10,20,,,0,0\n3,12,32,14,38,0,0\n",
            "foss",
            [(10, 12, 0), (20, None, 0), (32, 38, 0)],
        ),
        (
            WITH_TRICKS + "\n1,0,0,20,1,1,30,1,0,-10\n3,1,1,30,2,2,40,1,0,-10\n",
            "wizard",
            [(20, 30, -10), (None, None, None)],
        ),
        (  # If the deals before are missing, marks count for their deals only.
            "deal,Ann bid,Bob bid,Cai bid\n19,1 ✓,0 x,0 ✓\n20,1 ✓,1 x,0 ✓\n",
            "foss",
            [(None, None, None), (None, None, None)],
        ),
        (  # A missing deal, then rows with their points only.
            POINTS + "1,10,12,0\n3,12,14,0\n4,0,10,12\n",
            "foss",
            [(10, 12, 0), (None, None, None), (None, None, None)],
        ),
    ],
)
def test_totals_are_unknown_after_points_that_are_unknown(
    sheet: str, rules: str, totals: list[tuple[int | None, ...]]
) -> None:
    """Points go on being shown and checked; the record that is written has no false totals."""
    game = loaded(rules).rules
    read = parse_sheet(sheet, SheetRules(rules, game))
    assert read.record is not None
    replayed = replay_sheet(read.record, game, read.places)
    assert (read.diagnostics, replayed.problems) == ((), ())
    assert [tuple(own.total for own in row.figures) for row in replayed.rows] == totals
    assert [own.points for own in replayed.rows[-1].figures].count(None) == 0
    written = replayed.record_to_write(read.record, read.places)
    nothing = (None,) * 3
    assert [deal.totals or nothing for deal in written.deals] == totals
    assert replay_sheet(written, game).errors == 0


def test_a_total_is_not_compared_with_points_across_a_missing_deal() -> None:
    assert problems(HEAD + "1,10,10,12,12,0,0\n3,12,,14,,0,\n4,0,32,10,48,12,12\n") == []


def test_wrong_points_still_count_as_wrong_after_a_missing_deal() -> None:
    (wrong,) = problems(POINTS + "1,10,12,0\n3,12,13,0\n")
    assert (wrong.row, wrong.player) == ("3", "Bob")


@pytest.mark.parametrize(
    ("row", "code", "player", "help_text"),
    [
        # Nobody scores 9 or 11 in this game.
        ("2,,10,20,,10,21,,0,0", "R542", "Bob", "Bob's total to `22`"),
        ("2,,10,20,,11,22,,0,0", "R511", "Bob", "write `10`, the change in the total"),
        # The tricks of the whole row allow one of the two figures only.
        ("2,1,12,22,0,0,22,0,0,0", "R511", "Bob", "write `10`, the change in the total"),
        ("2,1,12,22,0,0,12,0,10,0", "R543", None, "Cai's total to `10`"),
    ],
)
def test_points_against_a_total_are_answered_with_figures_that_fit(
    row: str, code: str, player: str | None, help_text: str
) -> None:
    (wrong,) = problems(WITH_BIDS + "1,,10,10,,12,12,,0,0\n" + row + "\n")
    assert (wrong.diagnostic.code, wrong.deal, wrong.row) == (code, 2, "2")
    assert wrong.player == player
    assert help_text in wrong.diagnostic.help
    assert "or" not in wrong.diagnostic.help.split()


@pytest.mark.parametrize(
    ("rows", "totals"),
    [
        (  # The points alone are wrong.
            "1,0,10,10,1,12,12,1,0,0\n2,1,12,22,0,0,22,0,0,0\n",
            [(10, 12, 0), (22, None, 0)],
        ),
        (  # The total alone is wrong.
            "1,0,10,10,0,0,0,0,10,10\n2,1,12,22,1,12,13,1,0,10\n3,3,16,38,0,10,22,1,0,10\n",
            [(10, 0, 10), (22, None, 10), (38, 22, 10)],
        ),
    ],
)
def test_a_record_has_no_total_that_the_points_contradict(
    rows: str, totals: list[tuple[int | None, ...]]
) -> None:
    game = loaded("foss").rules
    sheet = WITH_BIDS + rows
    read = parse_sheet(sheet, SheetRules("foss", game))
    assert read.record is not None
    replayed = replay_sheet(read.record, game, read.places)
    written = replayed.record_to_write(read.record, read.places)
    assert [deal.totals for deal in written.deals] == totals
    assert replay_sheet(written, game).errors == 0


@pytest.mark.parametrize(
    "labels", [("9", "10", "11"), ("Round 9", "10.", "b"), ("m", "guess", "b")]
)
def test_answers_show_the_label_as_it_is_printed(labels: tuple[str, ...]) -> None:
    game = loaded("scottish").rules
    totals = ("62,50,59", "77,60,62", "79,70,76")
    rows = "\n".join(map(",".join, zip(labels, totals, strict=True)))
    read = parse_sheet(f"deal,Ann total,Bob total,Cai total\n{rows}\n", SheetRules("x", game))
    assert read.record is not None
    result = replay_sheet(read.record, game, read.places)
    assert [row.label for row in result.rows] == list(labels)
    shown = {c.row for one in result.problems for fix in one.fixes for c in fix.changes}
    assert len(shown) > 1
    assert shown <= set(labels)


def test_a_fix_is_confirmed_only_if_the_limits_of_the_next_row_are_tried() -> None:
    """Of the fixes of row 10, many to try, some let the next bids add up to the cards."""
    text = "deal,Ann total,Bob total,Cai total\n7,47,61,40\n8,52,71,52\n9,62,50,59\n"
    text += "10,77,59,62\n11,79,70,76\n"
    game = loaded("scottish").rules

    def of_sheet(text: str) -> list[Disagreement]:
        read = parse_sheet(text, SheetRules("x", game))
        assert read.record is not None
        return list(replay_sheet(read.record, game, read.places).problems)

    fixes = next(one.fixes for one in of_sheet(text) if one.row == "10")
    confirmed = [fix for fix in fixes if fix.confirmed]
    assert len(confirmed) > 3
    for fix in confirmed:
        assert "11" not in [one.row for one in of_sheet(typed(text, fix))], fix


ALONE = "deal,Ann,Bob,Cai{}\n{}\n"


@pytest.mark.parametrize(
    ("players", "sheet"),
    [
        ("3 to 5", ALONE.format("", "1,10,10,0\n2,10,21,11")),
        ("4 to 5", ALONE.format(",Dot", "1,10,0,0,10\n2,21,0,0,21")),
    ],
)
def test_a_player_is_no_sum_of_the_others_if_too_few_are_left(players: str, sheet: str) -> None:
    rules = SheetRules("x", game_of(f'clag 1 game "X" extends foss change players {players}'))
    names = sheet.partition("\n")[0].split(",")[1:]
    record = parse_sheet(sheet, replace(rules, figures="totals")).record
    assert record is not None
    assert [*record.players] == names
    fewer = SheetRules("x", game_of('clag 1 game "X" extends foss change players 2 to 5'))
    told = [
        each.message for each in parse_sheet(sheet, replace(fewer, figures="totals")).diagnostics
    ]
    assert any("holds the sums of the other columns" in each for each in told)
