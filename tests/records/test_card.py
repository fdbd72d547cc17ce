"""The documented score card; what disagrees in it is a conformance case, worked out by hand."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from clagdsl.check.checker import check_path
from clagdsl.lang.record import Record, RecordedDeal
from clagdsl.lang.rules import Game
from clagdsl.records.reading import parse_record, read_record
from clagdsl.records.replay import replay_sheet
from clagdsl.records.report import (
    Disagreement,
    InferredRow,
    PlayerFigures,
    ReplayResult,
    best_fitting_rules,
)
from clagdsl.records.writing import write_record

CARD = Path(__file__).parent.parent / "conformance" / "sheets" / "wikipedia.toml"

PRINTED = """
110 012 110 010 0
222 122 020 022 1
322 034 120 134 1
422 146 120 134 2
536 246 120 250 3
650 246 134 264 2
760 060 248 264 2
nt70 160 448 164 4
bt84 272 148 364 4
hb84 184 148 264 2
b84 296 148 264 1
m76 -92 -46 -74 -
mnt86 -102 -44 -62 -
786 3112 044 362 2
686 0128 356 162 2
598 1142 268 162 3
498 1154 168 262 1
3108 0164 068 262 1
2118 0174 068 262 1
1128 0184 080 172 0
"""
"""The rows as Wikipedia prints them, without separators; the long names of six are left out."""


def rules(name: str) -> Game:
    game = check_path(name).game
    assert game is not None
    return game


def card() -> Record:
    record = read_record(CARD).record
    assert record is not None
    return record


def test_the_card_is_the_one_printed() -> None:
    rows = []
    for deal in card().deals:
        number = deal.number or 0
        label = deal.label or str(number if number < 8 else 21 - number)
        assert deal.totals is not None
        assert deal.bids is not None
        cells = zip(deal.totals, deal.bids, strict=True)
        rows.append(label + "".join(f"{total} {bid}" for total, bid in cells))
    assert rows == PRINTED.split("\n")[1:-1]


def test_the_only_disagreement_is_found_on_its_line() -> None:
    read = read_record(CARD)
    assert read.record is not None
    result = replay_sheet(read.record, rules("scorecard"), read.places)
    (problem,) = result.diagnostics
    assert not result.agrees
    assert problem.place is not None
    line = CARD.read_text("utf-8").splitlines()[problem.place.line - 1]
    assert line == 'totals = "70 60 48 64"'
    assert line[problem.place.column - 1 :].startswith("70")
    assert problem.help == (
        "change one figure and the row fits: Craig's bid to `0` (the next row confirms "
        "this), or Craig's total to `60` or `72`"
    )
    assert result.problems[0].to_json()["fixes"] == [
        {
            "changes": [{"row": "nt", "player": "Craig", "cell": cell, "value": value}],
            "confirmed": cell == "bid",
        }
        for cell, value in (("bid", 0), ("total", 60), ("total", 72))
    ]


def test_a_mended_cell_moves_the_disagreement_to_the_row_after() -> None:
    text = write_record(card()).replace('"70 60 48 64"', '"72 60 48 64"')
    record = parse_record(text.replace('"84 72 48 64"', '"86 72 48 64"')).record
    assert record is not None
    problems = replay_sheet(record, rules("scorecard")).problems
    assert [(one.row, one.player) for one in problems] == [("hb", "Craig")]


def test_the_card_fits_its_own_rules_best() -> None:
    names = ("foss", "mcleod", "scorecard")
    results = [(name, replay_sheet(card(), rules(name))) for name in names]
    assert best_fitting_rules(results) == ("scorecard",)
    assert best_fitting_rules([*results, ("again", results[-1][1])]) == ("scorecard", "again")


def test_rules_that_agree_fit_better_than_rules_with_a_problem_at_equal_cells() -> None:
    """Only a bid of 1 that is not written fits, which the dealer may not make in foss."""
    row = RecordedDeal(1, bids=("?", 0, 0), won=(1, 0, 0), totals=(12, 10, 10))
    record = Record("x", ("Ann", "Bob", "Cai"), (row,), dealer="Ann")
    tried = [(name, replay_sheet(record, rules(name))) for name in ("foss", "scorecard")]
    assert [result.fit for _, result in tried] == [(8, False), (8, True)]
    assert best_fitting_rules(tried) == ("scorecard",)


def test_rules_that_judge_one_row_of_three_do_not_beat_those_that_fit_all_but_one() -> None:
    problem = replay_sheet(card(), rules("scorecard")).problems[0]
    wrong = Disagreement(3, "3", None, problem.diagnostic)

    def rows(*judged: bool) -> tuple[InferredRow, ...]:
        own = PlayerFigures(0, 10, 10, made=True, is_open=False, bid_cells=1, other_cells=1)
        return tuple(
            InferredRow(n, str(n), ((0,),), judged=one, scored=one, figures=(own,))
            for n, one in enumerate(judged, 1)
        )

    silent = ReplayResult((), rows(True, False, False), players=("Ann",))
    slip = ReplayResult((wrong,), rows(True, True, True), players=("Ann",))
    apart = ReplayResult((), rows(True, True, True), applies=False)
    mute = ReplayResult((), rows(False, False, False))
    assert best_fitting_rules([("silent", silent), ("slip", slip), ("apart", apart)]) == ("slip",)
    assert best_fitting_rules([("mute", mute), ("apart", apart)]) == ()
    assert [(one.fitting, one.cells) for one in (silent, slip)] == [(2, 6), (4, 6)]
    # One slip is no stop, two rows at the end are.
    assert (slip.first_misfit, slip.stops_fitting) == ("3", None)
    more = replace(slip, problems=(wrong, Disagreement(2, "2", "Ann", problem.diagnostic)))
    assert (more.first_misfit, more.stops_fitting, more.fitting) == ("2", "2", 2)
    bid = replace(problem.diagnostic, code="A202")
    assert replace(slip, problems=(Disagreement(3, "3", None, bid),)).fitting == 5
    assert [one.agrees for one in (silent, slip, apart, mute)] == [True, False, False, False]
