"""Other values of the parameters are tried on a sheet: the sheet refutes or suggests them."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from support.circle import figures_only
from support.loaded import loaded

from clagdsl.cli.main import main
from clagdsl.lang.record import Record, RecordedDeal
from clagdsl.lang.rules import Value
from clagdsl.records import parameter_trials
from clagdsl.records.parameter_trials import ParameterTrial, try_parameters
from clagdsl.records.reading import read_record
from clagdsl.records.replay import _Replay, replay_sheet
from clagdsl.records.row_context import empty_places
from clagdsl.records.sheet import SheetRules, parse_sheet

WITH_MARKS = ("bid", "made", "points")
NAMES = ("Ann", "Bob", "Cai", "Dee")
CARD = Path(__file__).parent.parent / "conformance" / "sheets" / "wikipedia.toml"


def played(rules: str, seed: int, **parameters: Value) -> Record:
    """Returns a match played at random, as a paper sheet holds it."""
    state = loaded(rules).start(players=4, seed=seed, parameters=parameters)
    while actions := state.legal():
        state = state.apply(actions[seed % len(actions)])
        seed = seed * 1103515245 + 12345 & 0x7FFFFFFF
    return replace(figures_only(state.record()), seed=None)


def trials_of(record: Record, rules: str, **parameters: Value) -> tuple[ParameterTrial, ...]:
    record = replace(record, parameters=tuple(sorted(parameters.items())))
    game = loaded(rules).rules
    return try_parameters(record, game, replay_sheet(record, game), empty_places()).trials


def wrong_rows(record: Record, rules: str, **parameters: Value) -> frozenset[object]:
    record = replace(record, parameters=tuple(sorted(parameters.items())))
    return replay_sheet(record, loaded(rules).rules).wrong_rows


def test_the_documented_card_refutes_the_rule_about_the_sum_of_bids() -> None:
    read = read_record(CARD)
    assert read.record is not None
    (trial,) = trials_of(read.record, "scorecard")
    assert (trial.parameter.name, trial.value) == ("hook", True)
    assert trial.contradictions == ("sum of bids",)
    assert (trial.worse, trial.better, trial.rows) == (("1", "2", "3", "15", "18", "20"), (), 18)


@pytest.mark.parametrize(
    ("rules", "parameter", "values"),
    [
        ("scottish", "failed_keeps_tricks", (True, False)),
        ("mcleod", "misere_trick", (-3, 0)),
        ("raf", "deals", (12,)),
        ("pagat", "point_stake", (5,)),
    ],
)
def test_rows_are_wrong_by_a_value_as_the_whole_replay_says(
    rules: str, parameter: str, values: tuple[Value, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The sheets are also read by another value than the one they were played by."""
    monkeypatch.setattr(_Replay, "_fixes", lambda *_: ())  # they take long, and change no row
    for seed, played_by in enumerate(values, 1):
        record = played(rules, seed, **{parameter: played_by})
        for in_use in values:
            now = wrong_rows(record, rules, **{parameter: in_use})
            assert bool(now) == (in_use != played_by)
            trials = {
                trial.value: trial
                for trial in trials_of(record, rules, **{parameter: in_use})
                if trial.parameter.name == parameter
            }
            assert in_use not in trials
            for value, trial in trials.items():
                then = wrong_rows(record, rules, **{parameter: value})
                labels = {label for _, label in then - now}, {label for _, label in now - then}
                assert (set(trial.worse), set(trial.better)) == labels
            if in_use != played_by:
                assert trials[played_by].better
                assert not trials[played_by].worse
            if parameter in ("deals", "point_stake"):
                assert not trials


def test_the_trials_end_with_their_budget(monkeypatch: pytest.MonkeyPatch) -> None:
    """With less of it fewer trials are made, and an unfinished one does not count."""
    record = played("mcleod", 3)
    every = trials_of(record, "mcleod")
    assert len(every) > 2
    for rows in (0, 1, 2 * len(record.deals)):
        steps = rows * parameter_trials.ROW_TRIAL_STEPS
        monkeypatch.setattr(parameter_trials, "PARAMETER_TRIAL_STEPS", steps)
        fewer = trials_of(record, "mcleod")
        assert fewer == every[: len(fewer)]
        assert len(fewer) <= rows // len(record.deals)
    read = read_record(CARD)
    assert read.record is not None
    steps = parameter_trials.ROW_TRIAL_STEPS * len(read.record.deals) + 1
    monkeypatch.setattr(parameter_trials, "PARAMETER_TRIAL_STEPS", steps)
    assert trials_of(read.record, "scorecard") == ()


BARRACKS = """clag 2
game "Barracks"
players 4
pack A K Q J 10 9 8 7
param fine = 2 in 0 to 5
param cap = 100 in 2 to 100
deal normal
  trump named by eldest from 3 cards any suit or none
  rank of trump J 9
  card worth 4 A, 3 K, 2 Q, 1 J
  card worth of trump 20 J, 14 9, 4 A
  trick worth 0
  bid in turn
  each bid keeps bid <= cap
  score bid * 5 + points // 10 when made, otherwise -fine * abs(bid - tricks)
schedule
  2 up to 6 by 2 cards: normal
winner highest total, then shared
"""
BARRACKS_ROWS = """record = 1
rules = "barracks.clag"
players = ["Ann", "Bob", "Cai", "Dee"]
deal = [
  { deal = 1, trump = "hearts", bids = "1 0 0 0", won = "1 0 1 0", totals = "8 0 -2 0" },
  { deal = 2, trump = "spades", bids = "2 1 0 0", won = "2 1 1 0", totals = "20 5 -4 0" },
  { deal = 3, trump = "clubs", bids = "2 2 1 0", won = "2 1 1 2", totals = "31 3 2 -4" },
]
"""


def test_all_values_are_tried_if_cards_decide_the_points(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Each trial of such a sheet reads its rows without a search for the figures that are wrong.

    The report says so if the budget ends before, or if a parameter has very many values.
    """
    monkeypatch.chdir(tmp_path)
    Path("barracks.clag").write_text(BARRACKS)
    Path("sheet.toml").write_text(BARRACKS_ROWS)
    refuted = "In 3 of 3 rows the points do not fit the other figures: these players did not play"

    def shown() -> str:
        assert main(["replay", "sheet.toml"]) == 0
        return " ".join(capsys.readouterr().out.split())

    assert f"{refuted} `fine` 0, 1 or 3 to 5." in (every := shown())
    assert "Not every value of `cap` was tried." in every
    monkeypatch.setattr(parameter_trials, "PARAMETER_TRIAL_STEPS", 25_000)
    assert f"{refuted} `fine` 0 or 1." in (few := shown())
    assert "Not every value of `fine` or `cap` was tried." in few
    assert main(["replay", "sheet.toml", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["untried"] == ["fine", "cap"]


def test_rows_with_another_number_of_cards_refute_a_value_by_the_number_of_cards(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The bids and tricks of such a row break other rules only because of its size.

    One more deal of one card moves the deals of two and three cards, but not the row of one card.
    """
    monkeypatch.chdir(tmp_path)
    heads = [f"{name} {kind}" for name in ("Ann", "Bob") for kind in ("bid", "tricks", "total")]
    rows = ["11,1,0,1,0,0,0,5", "12,2,1,1,11,0,1,5", "13,3,1,1,22,1,2,5"]
    Path("end.csv").write_text("\n".join([f"deal,cards,{','.join(heads)}", *rows, ""]))
    assert main(["replay", "end.csv", "--rules", "plump"]) == 0
    shown = " ".join(capsys.readouterr().out.split())
    assert "In 2 of 3 rows another number of cards was dealt: these players did not" in shown
    assert "a call or a trump" not in shown


def test_rows_with_another_error_are_counted_among_those_whose_bids_add_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Cai has a point too many in the second row, but its bids add up like all others."""
    monkeypatch.chdir(tmp_path)
    head = "Round,Ann bid,Bob bid,Cai bid,Ann total,Bob total,Cai total"
    rows = ["1,1,0,0,30,20,20", "2,0,1,1,50,50,51", "3,1,1,1,80,80,81", "4,2,1,1,120,110,111"]
    Path("sheet.csv").write_text("\n".join([head, *rows, ""]))
    assert main(["replay", "sheet.csv", "--rules", "wizard"]) == 1
    assert "In 4 of 4 rows the bids add up to the cards" in capsys.readouterr().out


def test_a_row_with_a_false_mark_is_not_right_with_another_value() -> None:
    """Without `failed_keeps_tricks` Ann has scored 10 for a bid that was made, not missed."""
    head = ",".join(f"{who} {kind}" for who in ("Ann", "Bob", "Cai") for kind in WITH_MARKS)
    game = loaded("scottish").rules
    for mark, better in (("yes", ("1",)), ("no", ())):
        text = f"Round,{head}\n1,0,{mark},10,1,yes,11,1,no,0\n"
        read = parse_sheet(text, SheetRules("x", game))
        assert read.record is not None
        result = replay_sheet(read.record, game, read.places)
        trials = try_parameters(read.record, game, result, read.places).trials
        found = [one.better for one in trials if one.parameter.name == "failed_keeps_tricks"]
        assert found == [better] * bool(better), mark


def test_a_row_that_is_wrong_anyway_is_not_made_wrong_by_a_value() -> None:
    """In the fourth deal hearts are trump, whatever an exact bid scores."""
    head = ",".join(f"{who} {kind}" for who in ("Ann", "Bob", "Cai") for kind in ("bid", "won"))
    totals = "Ann total,Bob total,Cai total"
    game = loaded("kachuful").rules
    for trump, right in (("hearts", ("1", "2", "3", "4")), ("clubs", ("1", "2", "3"))):
        text = (
            f"Deal,Trump,{head},{totals}\n1,spades,0,0,1,1,1,0,10,11,0\n"
            "2,diamonds,1,1,1,1,1,0,21,22,0\n3,clubs,1,1,1,1,2,1,32,33,0\n"
            f"4,{trump},2,2,1,1,2,1,44,44,0\n"
        )
        read = parse_sheet(text, SheetRules("x", game))
        assert read.record is not None
        result = replay_sheet(read.record, game, read.places)
        assert len(result.wrong_rows) == 4 - len(right)
        trials = try_parameters(read.record, game, result, read.places).trials
        (tenfold,) = (one for one in trials if one.parameter.name == "tenfold")
        assert (tenfold.worse, tenfold.better, tenfold.rows) == (right, (), len(right)), trump


def test_rows_have_the_labels_that_they_have_with_the_value_in_use() -> None:
    """With another value the first deal has a name of its own."""
    record = Record(
        rules="raf",
        players=("Ann", "Bob", "Cai"),
        deals=(
            RecordedDeal(
                number=1,
                cards=3,
                calls=("No Trumps",),
                bids=(1, 2, 1),
                won=(1, 2, 0),
                totals=(12, 14, 0),
            ),
        ),
    )
    result = replay_sheet(record, loaded("raf").rules)
    (trial,) = trials_of(record, "raf")
    assert trial.parameter.name == "first_called"
    assert trial.worse == tuple(row.label for row in result.rows) == ("1",)
