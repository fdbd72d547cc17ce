"""`clagdsl replay` and `clagdsl demo`: sheets held against one or several rules."""

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest

import clagdsl
from clagdsl.cli._records import counts_text
from clagdsl.cli.main import main
from clagdsl.lang.record import RecordedDeal
from clagdsl.problems.escape import width
from clagdsl.records.writing import write_record

ROOT = Path(__file__).parent.parent.parent
CARD = str(ROOT / "tests" / "conformance" / "sheets" / "wikipedia.toml")
Capture = pytest.CaptureFixture[str]

GOOD = """record = 1
rules = "foss"
players = ["Ann", "Bob", "Cai"]
[[deal]]
deal = 1
bids = "1 1 0"
totals = "12 0 10"
"""
WRONG = GOOD.replace('"12 0 10"', '"12 0 9"')


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "good.toml").write_text(GOOD)
    (tmp_path / "wrong.toml").write_text(WRONG)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run(capsys: Capture, *arguments: str, status: int = 0) -> str:
    assert main(["replay", *arguments]) == status
    told = capsys.readouterr()
    return told.out or told.err


@pytest.mark.usefixtures("folder")
def test_a_sheet_that_agrees(capsys: Capture) -> None:
    assert json.loads(run(capsys, "good.toml", "--json")) == {
        "agrees": True,
        "problems": [],
        "rows": [
            {
                "deal": 1,
                "label": "1",
                "bids": [1, 1, 0],
                "tricks": [[1], [0], [0]],
                "points": [12, 0, 10],
                "totals": [12, 0, 10],
                "made": [True, False, True],
                "exact": True,
            }
        ],
        "trials": [],
    }
    lines = run(capsys, "good.toml").splitlines()
    assert lines[-1] == "good.toml by foss: agrees"
    assert lines[:4] == [
        "     Ann              Bob              Cai",
        "row  bid won pts tot  bid won pts tot  bid won pts tot",
        "1      1  1*  12  12    1  0    0   0    0  0*  10  10",
        "",
    ]
    assert lines[4] == "* made"


def test_a_sheet_between_tabs_is_a_sheet(folder: Path, capsys: Capture) -> None:
    (folder / "s.tsv").write_text("deal\tAnn bid\tBob bid\tCai bid\n1\t0\t1\t1\n")
    assert "best: foss, mcleod" in run(capsys, "--rules", "foss", "mcleod", "s.tsv")
    assert "give `--rules` for `s.tsv`" in run(capsys, "s.tsv", status=2)


def test_a_wrong_sum_hides_no_other_disagreement(folder: Path, capsys: Capture) -> None:
    head = "deal,Ann bid,Ann total,Bob bid,Bob total,Cai bid,Cai total\n"
    (folder / "s.csv").write_text(f"{head}1,1,12,1,0,0,9\nTotal,,13,,0,,9\n")
    answer = json.loads(run(capsys, "s.csv", "--rules", "foss", "--json", status=1))
    wrong = [(one["code"], one["row"], one["player"]) for one in answer["problems"]]
    assert wrong == [("R541", None, None), ("R542", "1", "Cai")]
    assert [row["tricks"] for row in answer["rows"]] == [[[1], [0], []]]
    (folder / "t.csv").write_text(f"{head}1,1,12,1,0,0,10\nTotal,,13,,0,,10\n")
    text = run(capsys, "t.csv", "--rules", "foss", status=1)
    assert text.endswith("t.csv by foss: 1 problem\n")


def test_every_row_that_is_not_exact_is_named(folder: Path, capsys: Capture) -> None:
    """Also rows in which each player has one number of tricks."""
    text = GOOD.partition("[[deal]]")[0]
    for deal, hands in enumerate(("AS", "AS KS", "AS KS QS"), start=1):
        unknown = " ".join("?" * 2 for _ in hands.split())
        text += f'[[deal]]\ndeal = {deal}\nwon = "0 {deal} 0"\n'
        if deal != 2:
            text += f'hands = ["{hands}", "{unknown}", "{unknown}"]\n'
    (folder / "bounds.toml").write_text(text)
    rows = json.loads(run(capsys, "bounds.toml", "--json"))["rows"]
    assert [row["tricks"] for row in rows] == [[[0], [1], [0]], [[0], [2], [0]], [[0], [3], [0]]]
    assert [row["exact"] for row in rows] == [False, True, False]
    assert "\nin rows 1 and 3, the numbers of tricks are bounds" in run(capsys, "bounds.toml")


@pytest.mark.usefixtures("folder")
def test_a_sheet_that_does_not_agree(capsys: Capture) -> None:
    answer = json.loads(run(capsys, "wrong.toml", "--json", status=1))
    assert answer["agrees"] is False
    (problem,) = answer["problems"]
    assert (problem["deal"], problem["row"], problem["player"]) == (1, "1", "Cai")
    assert problem["fixes"]
    text = run(capsys, "wrong.toml", status=1)
    place = "{file}:{line}:{column}: {severity} {code}: {message}\n"
    assert text.startswith(place.format_map(problem))
    assert f"help: {problem['help']}" in " ".join(text.split())
    assert text.endswith("wrong.toml by foss: 1 problem\n")


def test_a_warning_is_listed_with_its_severity_and_does_not_disagree(
    folder: Path, capsys: Capture
) -> None:
    (folder / "old.toml").write_text(f'rules_hash = "sha256:0"\n{GOOD}')
    answer = json.loads(run(capsys, "old.toml", "--json"))
    (warning,) = answer["problems"]
    assert answer["agrees"] is True
    assert (warning["code"], warning["severity"]) == ("R530", "warning")
    assert (warning["line"], warning["column"]) == (1, 14)


def test_a_problem_of_the_rules_is_in_the_file_of_the_rules(folder: Path, capsys: Capture) -> None:
    (folder / "odd.clag").write_text('clag 2\ngame "Odd" extends foss\nchange norml score 3\n')
    answer = json.loads(run(capsys, "good.toml", "--rules", "odd.clag", "--json", status=1))
    (problem,) = answer["problems"]
    assert (problem["file"], problem["line"], problem["column"]) == ("odd.clag", 3, 8)


@pytest.mark.usefixtures("folder")
def test_several_rules_say_which_fits_best(capsys: Capture) -> None:
    rules = ("--rules", "scottish", "--rules", "foss", "--rules", "mcleod")
    answer = json.loads(run(capsys, "good.toml", *rules, "--json"))
    assert answer["agrees"] is True
    assert answer["best"] == ["foss", "mcleod"]
    assert [list(one) for one in answer["rules"]] == [
        [
            *("name", "applies", "agrees", "judged", "cells", "fitting"),
            *("first_misfit", "stops_fitting", "problems"),
        ]
    ] * 3
    assert [(one["name"], one["agrees"], one["judged"]) for one in answer["rules"]] == [
        ("scottish", False, 1),
        ("foss", True, 1),
        ("mcleod", True, 1),
    ]
    assert answer["rules"][0]["problems"][0]["code"] == "R542"
    assert run(capsys, "good.toml", *rules).splitlines()[-1] == "best: foss, mcleod"


def test_rules_are_ranked_by_the_cells_that_fit_with_the_row_where_they_stop(
    folder: Path, capsys: Capture
) -> None:
    """From deal 4 on somebody has a point for a failed bid, so from there on foss does not fit."""
    text, made, total = GOOD.partition("[[deal]]")[0], 0, 0
    for deal in range(2, 8):
        made, total = made + 10, total + (0 if deal < 4 else 1)
        text += f'[[deal]]\ndeal = {deal}\nbids = "0 0 {deal - 1}"\nwon = "0 {deal} 0"\n'
        text += f'totals = "{made} {total} 0"\n'
    (folder / "later.toml").write_text(text)
    rules = ("--rules", "scottish", "foss")
    answer = json.loads(run(capsys, "later.toml", *rules, "--json", status=1))
    foss = answer["rules"][1]
    assert (foss["cells"], foss["fitting"]) == (6 * 9, 6 * 9 - 4 * 3)
    assert (foss["first_misfit"], foss["stops_fitting"]) == ("4", "4")
    said = run(capsys, "later.toml", *rules, status=1).splitlines()
    ranked = [line for line in said if " cells fit, " in line]
    assert ranked[0].startswith("  foss: 42 of 54 cells fit, 4 problems; stops fitting at row 4")
    assert [line.split(":")[0].strip() for line in ranked] == ["foss", "scottish"]


def test_one_block_for_each_broken_rule_names_the_rows(capsys: Capture) -> None:
    said = run(capsys, CARD, "--set", "hook=true", status=1)
    assert said.count("error A202") == said.count("the rule\n") == 1
    block = said[: said.index("error R542")]
    assert "the same in 5 more rows:\n" in block
    for row, line in (("2", 16), ("3", 21), ("15", 81), ("18", 96), ("20", 106)):
        assert f" {row} (line {line})" in block
    assert "\nWith `--set hook=false`, 6 of the 7 rows that do not fit are right.\n" in said
    assert said.rstrip().endswith("by scorecard: 7 problems")
    answer = json.loads(run(capsys, CARD, "--set", "hook=true", "--json", status=1))
    codes = [problem["code"] for problem in answer["problems"]]
    assert codes == ["A202"] * 3 + ["R542"] + ["A202"] * 3


def test_a_row_in_a_block_keeps_its_fix(folder: Path, capsys: Capture) -> None:
    text = GOOD.replace(
        'players = ["Ann", "Bob", "Cai"]', 'players = ["Ann", "Bob", "Cai"]\ndealer = "Cai"'
    ).partition("[[deal]]")[0]
    for deal, bids, won in ((1, "0 1 0", "0 1 0"), (2, "0 1 1", "0 1 1")):
        totals = "10 12 10" if deal == 1 else "20 24 22"
        text += f'[[deal]]\ndeal = {deal}\nbids = "{bids}"\nwon = "{won}"\ntotals = "{totals}"\n'
    (folder / "twice.toml").write_text(text)
    answer = json.loads(run(capsys, "twice.toml", "--json", status=1))
    assert [problem["code"] for problem in answer["problems"]] == ["A202", "A202"]
    assert run(capsys, "twice.toml", status=1).count("error A202") == 1


def test_a_sheet_refutes_values_of_parameters(folder: Path, capsys: Capture) -> None:
    refuted = "In 6 of 18 rows the bids add up to the cards: these players did not play `hook=true`"
    assert refuted in " ".join(run(capsys, CARD, status=1).split())
    (trial,) = json.loads(run(capsys, CARD, "--json", status=1))["trials"]
    rows = ["1", "2", "3", "15", "18", "20"]
    assert trial == {"parameter": "hook", "value": True, "worse": rows, "better": [], "of": 18}
    # With one row it may be a slip, too.
    text = Path(CARD).read_text("utf-8")
    (folder / "one.toml").write_text("[[deal]]".join(text.split("[[deal]]")[:2]))
    assert "that is a slip, or these players did" in " ".join(run(capsys, "one.toml").split())
    # Sheets of which most rows are wrong refute nothing.
    assert "these players" not in run(capsys, CARD, "--rules", "mcleod", status=1)


LEAST_BID = """clag 2
game "Least Bid" variant "Own"
players 3
param least = 0 in 0 to 2
deal normal
  trump none
  bid in turn
  each bid keeps bid >= least when least < 2, otherwise free
  score 10 + tricks when made and least < 2, tricks when made, otherwise 0
schedule repeat 3 times 4 cards: normal
winner highest total, then shared
"""


LEAST_BID_ROWS = """record = 1
rules = "least.clag"
players = ["Ann", "Bob", "Cai"]
dealer = "Cai"
deal = [
  { deal = 1, bids = "1 1 0", won = "1 3 0", totals = "11 0 10" },
  { deal = 2, bids = "1 1 2", won = "1 1 2", totals = "22 11 22" },
"""


@pytest.mark.parametrize(
    ("third", "count"),
    [
        ("", "one or both rows"),
        (
            '{ deal = 3, bids = "2 1 2", won = "1 1 2", totals = "22 22 34" }',
            "some or all of the 3 rows",
        ),
        ('{ deal = 3, bids = "2 4 4", won = "1 3 0", totals = "22 11 22" }', "1 to 2 of 3 rows"),
    ],
)
def test_values_refuted_in_different_rows_and_ways_share_a_sentence(
    third: str, count: str, folder: Path, capsys: Capture
) -> None:
    """`least=1` forbids a bid of the first row; `least=2` changes the scores of made bids."""
    (folder / "least.clag").write_text(LEAST_BID)
    (folder / "least.toml").write_text(f"{LEAST_BID_ROWS}  {third}\n]\n")
    assert (
        f"In {count} a bid is forbidden or the points do not fit the other figures: these"
        " players did not play `least` 1 or 2."
    ) in " ".join(run(capsys, "least.toml").split())


@pytest.mark.parametrize("players", range(3, 8))
@pytest.mark.parametrize("won", [True, False])
def test_the_report_fits_into_the_terminal(
    players: int, won: bool, folder: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every player has a column in some table, and all have one in the same on a wide terminal."""
    state = clagdsl.load("foss").start(seed=players, players=players)
    while (action := clagdsl.random_action(state)) is not None:
        state = state.apply(action)
    names = ("Ann", "陳大文", "Bartholomew the Elder of Wherever", "Dot", "Eve", "Fay", "Gus")
    deals = tuple(
        RecordedDeal(
            number=deal.number, bids=deal.bids, totals=deal.totals, won=deal.won if won else None
        )
        for deal in state.record().deals
    )
    deals = (replace(deals[0], bids=None, totals=None), *deals[1:])
    record = replace(state.record(), players=names[:players], deals=deals, seed=None, dealer=None)
    (folder / "sheet.toml").write_text(write_record(record), "utf-8")
    for columns in ("80", "60", "240"):
        monkeypatch.setenv("COLUMNS", columns)
        lines = run(capsys, "sheet.toml").splitlines()
        table = lines[: next(at for at, line in enumerate(lines) if line.startswith("final"))]
        assert max(width(line) for line in lines) <= int(columns)
        assert all("Bartholomew" in "".join(table) for name in names[2:players])
        heads = [line for line in table if line.startswith("row")]
        assert sum(head.count("bid") for head in heads) == players
        assert columns != "240" or len(heads) == 1
        notes = sum(line.startswith(("* made", "? unknown", "in row")) for line in table)
        assert len(table) == sum(bool(line) for line in table) + len(heads) + notes
        assert sum(line.startswith("20 ") for line in table) == len(heads)


def test_a_long_name_of_a_row_is_cut(folder: Path, capsys: Capture) -> None:
    name = "a deal that is in no schedule, under a very long name, " * 2
    (folder / "odd.toml").write_text(GOOD.replace("deal = 1", f'label = "{name}"'))
    lines = run(capsys, "odd.toml", status=1).splitlines()
    (row,) = [line for line in lines if line.startswith("a deal that is…!")]
    assert len(row) <= 80


@pytest.mark.usefixtures("folder")
def test_rules_for_another_table_never_fit(capsys: Capture) -> None:
    rules = ("--rules", "pagat", "foss", "scottish")  # pagat is for 4 to 7
    answer = json.loads(run(capsys, "wrong.toml", *rules, "--json", status=1))
    assert answer["best"] == ["foss"]
    first = answer["rules"][0]
    assert (first["applies"], first["agrees"], first["judged"]) == (False, False, 0)
    text = run(capsys, "wrong.toml", *rules, status=1)
    assert "  pagat: cannot be used: the game is for 4 to 7 players, not `3`\n" in text
    assert text.endswith("best: foss\n")
    answer = json.loads(run(capsys, "good.toml", "--rules", "pagat", "--json", status=1))
    assert answer["agrees"] is False


@pytest.mark.usefixtures("folder")
def test_rules_that_judge_no_row_never_agree(capsys: Capture) -> None:
    # Nobody has recorded what was called, so raf can say nothing of the sheet.
    answer = json.loads(run(capsys, "wrong.toml", "--rules", "raf", "foss", "--json", status=1))
    assert answer["best"] == ["foss"]
    assert [one["judged"] for one in answer["rules"]] == [0, 1]
    assert [one["agrees"] for one in answer["rules"]] == [False, False]
    text = run(capsys, "good.toml", "--rules", "raf", status=1)
    assert text.endswith("good.toml by raf: no row could be judged\n")
    assert run(capsys, "good.toml", "--rules", "raf", "pagat", status=1).endswith("best: none\n")
    assert json.loads(run(capsys, "good.toml", "--rules", "raf", "foss", "--json"))["agrees"]


@pytest.mark.parametrize("row", ["", 'bids = "? ? ?"\n', 'totals = "? ? ?"\nwon = "? ? ?"\n'])
def test_a_row_that_says_nothing_agrees_with_nothing(
    row: str, folder: Path, capsys: Capture
) -> None:
    head = GOOD.partition("[[deal]]")[0]
    (folder / "empty.toml").write_text(head)
    (folder / "said.toml").write_text(f"{head}[[deal]]\ndeal = 1\n{row}")
    for name in ("empty.toml", "said.toml"):
        assert json.loads(run(capsys, name, "--json", status=1))["agrees"] is False


def test_how_many_rows_were_judged_is_said(folder: Path, capsys: Capture) -> None:
    text = GOOD.partition("[[deal]]")[0].replace("foss", "raf")
    text += '[[deal]]\ndeal = 1\ncards = 3\ncalls = "Trumps"\nbids = "1 1 0"\ntotals = "12 12 0"\n'
    (folder / "half.toml").write_text(text + '[[deal]]\ndeal = 2\nbids = "1 1 0"\n')
    said = run(capsys, "half.toml")
    assert said.endswith("half.toml by raf: agrees (1 of 2 rows cannot be judged)\n")


@pytest.mark.usefixtures("folder")
def test_several_sheets_are_one_document(capsys: Capture) -> None:
    answer = json.loads(run(capsys, "good.toml", "wrong.toml", "--json", status=1))
    assert answer["agrees"] is False
    assert [(s["sheet"], s["agrees"]) for s in answer["sheets"]] == [
        ("good.toml", True),
        ("wrong.toml", False),
    ]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("record = 1\n", "R505"),
        ("\x00", "R503"),
        (GOOD.replace('"foss"', '"fos"'), "R601"),
        (GOOD.replace('"foss"', '"fos.clag"'), "R601"),
        (GOOD.replace('"foss"', '"/dev/zero"'), "R601"),
        (GOOD.replace('"foss"', '"."'), "R601"),
    ],
)
def test_a_record_that_cannot_be_judged_is_a_problem_of_the_whole_file(
    text: str, code: str, folder: Path, capsys: Capture
) -> None:
    (folder / "odd.toml").write_text(text)
    answer = json.loads(run(capsys, "odd.toml", "--json", status=1))
    assert answer["problems"][0]["code"] == code
    assert answer["problems"][0]["deal"] is answer["problems"][0]["row"] is None
    assert answer["rows"] == []
    assert run(capsys, "odd.toml", status=1).startswith("odd.toml:")


def test_rules_are_looked_up_from_the_folder_of_the_record(folder: Path, capsys: Capture) -> None:
    (folder / "sub").mkdir()
    (folder / "sub" / "mine.clag").write_text('clag 1\ngame "Mine" extends foss\n')
    (folder / "sub" / "sheet.toml").write_text(GOOD.replace('"foss"', '"mine.clag"'))
    assert json.loads(run(capsys, "sub/sheet.toml", "--json"))["agrees"] is True


def test_parameters_can_be_set(folder: Path, capsys: Capture) -> None:
    text = (
        GOOD.replace("foss", "scorecard").replace("1 1 0", "0 0 1").replace("12 0 10", "10 10 12")
    )
    (folder / "hook.toml").write_text(text)
    assert json.loads(run(capsys, "hook.toml", "--json"))["agrees"] is True
    (problem,) = json.loads(run(capsys, "hook.toml", "--json", "--set", "hook=true", status=1))[
        "problems"
    ]
    assert problem["code"] == "A202"
    assert "U602" in run(capsys, "hook.toml", "--set", "nosuch=1", status=2)
    assert "fos" in run(capsys, "hook.toml", "--rules", "fos", status=2)


def test_a_sheet_held_against_rules_need_not_name_any(folder: Path, capsys: Capture) -> None:
    (folder / "bare.toml").write_text(GOOD.replace('rules = "foss"\n', ""))
    assert "R505" in run(capsys, "bare.toml", status=1)
    assert json.loads(run(capsys, "bare.toml", "--rules", "foss", "--json"))["agrees"] is True


def test_a_csv_sheet_needs_rules(folder: Path, capsys: Capture) -> None:
    (folder / "sheet.csv").write_text(
        "deal,Ann bid,Ann total,Bob bid,Bob total,Cai bid,Cai total\n1,1,12,1,0,0,10\n"
    )
    assert "--rules" in run(capsys, "sheet.csv", status=2)
    assert json.loads(run(capsys, "sheet.csv", "--rules", "foss", "--json"))["agrees"] is True


def test_the_documented_card_is_replayed(capsys: Capture) -> None:
    answer = json.loads(run(capsys, CARD, "--json", status=1))
    assert len(answer["rows"]) == 20
    assert answer["problems"]


def test_the_demo_checks_plays_and_replays(capsys: Capture) -> None:
    assert main(["demo"]) == 0
    told = capsys.readouterr()
    assert told.err == ""
    for part in ("The rules, checked", "A match by these rules", "The score card"):
        assert part in told.out
    assert "In 6 of 18 rows the bids add up to the cards: these players did not play" in told.out
    assert main(["demo", "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert list(answer) == ["check", "match", "replay"]
    last = answer["match"]["deals"][-1]
    assert len(answer["match"]["deals"]) == answer["check"]["deals"]
    best = max(last["totals"])
    winners = [seat for seat, total in enumerate(last["totals"]) if total == best]
    assert answer["match"]["winners"] == winners
    assert main(["demo", "--json", "--seed", "8"]) == 0
    assert json.loads(capsys.readouterr().out)["match"] != answer["match"]


@pytest.mark.parametrize(
    ("counts", "text"),
    [((), "-"), ((2,), "2"), ((0, 1), "0,1"), ((0, 1, 2), "0-2"), ((0, 2, 3), "0,2,3")],
)
def test_how_counts_are_written(counts: tuple[int, ...], text: str) -> None:
    assert counts_text(counts) == text


@pytest.mark.parametrize(
    "words",
    [
        (CARD, "--rules", "scorecard", "foss", "scottish"),
        (CARD, "--rules", "scorecard", "--rules", "foss", "scottish"),
        ("--rules=scorecard", "foss", CARD, "--rules", "scottish"),
    ],
)
def test_rules_takes_several_files(words: tuple[str, ...], capsys: Capture) -> None:
    answer = json.loads(run(capsys, *words, "--json", status=1))
    assert [one["name"] for one in answer["rules"]] == ["scorecard", "foss", "scottish"]
    assert answer["best"] == ["scorecard"]


def test_rules_cannot_be_used_for_their_own_reason(folder: Path, capsys: Capture) -> None:
    """Leaves out the error of an unreadable cell, which has nothing to do with the rules."""
    cells = "deal,Ann bid,Ann total,Bob bid,Bob total,Cai bid,Cai total\n1,x,10,1,12,1,0\n"
    (folder / "cell.csv").write_text(cells)
    text = run(capsys, "cell.csv", "--rules", "foss", "pagat", status=1)
    assert "  pagat: cannot be used: the game is for 4 to 7 players, not `3`\n" in text
    (folder / "bad.clag").write_text("clag 2\n")
    text = run(capsys, "cell.csv", "--rules", "foss", "bad.clag", status=1)
    assert "  bad.clag: cannot be used: " in text
    assert "cannot be used: `0`" not in text


def test_rules_that_cannot_be_read_never_fit_best(capsys: Capture) -> None:
    said = run(capsys, CARD, "--rules", "foss", "nosuch.clag", status=2)
    assert "nosuch.clag: cannot be used" in said
    assert said.rstrip().endswith("best: foss")


def whole_sheet(rules: str, *, won: bool = True, players: int = 4) -> tuple[str, clagdsl.State]:
    """A match as a paper sheet holds it."""
    state = clagdsl.load(rules).start(seed=5, names=("Ann", "Bob", "Cai", "Dot")[:players])
    while (action := clagdsl.random_action(state)) is not None:
        state = state.apply(action)
    record = state.record()
    deals = tuple(
        RecordedDeal(number=deal.number, cards=deal.cards, calls=deal.calls, bids=deal.bids)
        for deal in record.deals
    )
    deals = tuple(
        replace(deal, totals=full.totals, won=full.won if won else None)
        for deal, full in zip(deals, record.deals, strict=True)
    )
    return write_record(replace(record, deals=deals, seed=None)), state


@pytest.mark.parametrize("rules", ["pagat", "scorecard", "scottish", "mcleod"])
def test_a_whole_sheet_says_who_won_and_who_pays(rules: str, folder: Path, capsys: Capture) -> None:
    text, state = whole_sheet(rules)
    (folder / "whole.toml").write_text(text)
    answer = json.loads(run(capsys, "whole.toml", "--json"))
    assert answer["totals"] == list(state.totals)
    assert answer["winners"] == list(state.winners)
    settled = state.game.settlement is not None
    assert answer["payments"] == ([str(each) for each in state.payments] if settled else None)
    said = run(capsys, "whole.toml")
    assert f"1. {state.names[state.winners[0]]} {max(state.totals)}" in said
    assert (" wins\n" in said) == (len(state.winners) == 1)
    # One row less, and nothing is said of the end.
    (folder / "part.toml").write_text(text.rpartition("[[deal]]")[0])
    assert "winners" not in json.loads(run(capsys, "part.toml", "--json"))
    assert "standings" not in run(capsys, "part.toml")


def test_payments_come_with_what_the_stakes_mean(folder: Path, capsys: Capture) -> None:
    text, state = whole_sheet("pagat")
    (folder / "whole.toml").write_text(text)
    said = run(capsys, "whole.toml")
    assert "  point_stake 5: pence for each point of difference\n" in said
    assert "  contract_stake 10: pence for each failed contract of difference\n" in said
    assert "twos_in_suit" not in said
    for seat, paid in enumerate(state.payments):
        verb = "gets" if paid > 0 else "pays"
        assert f"{state.names[seat]} {verb} {abs(paid)}" in said
    # `play` calls the person so.
    (folder / "mine.toml").write_text(text.replace(f'"{state.names[0]}"', '"You"'))
    mine = run(capsys, "mine.toml")
    assert f"You {'get' if state.payments[0] > 0 else 'pay'} {abs(state.payments[0])}" in mine
    # The totals of all deals show every contract of this match. Without those of one deal nobody
    # can tell, so nothing is invented.
    text = re.sub("won .*\\n|bids .*\\n", "", text)
    (folder / "paper.toml").write_text(text)
    answer = json.loads(run(capsys, "paper.toml", "--json"))
    assert answer["payments"] == [str(paid) for paid in state.payments]
    (folder / "paper.toml").write_text(re.sub("totals .*\\n", "", text, count=1))
    answer = json.loads(run(capsys, "paper.toml", "--json"))
    assert answer["winners"] == list(state.winners)
    assert answer["payments"] is None
    assert "the payments are unknown" in run(capsys, "paper.toml")


def test_a_record_written_with_json_is_named_in_the_one_document(
    folder: Path, capsys: Capture
) -> None:
    out = run(capsys, "--json", "good.toml", "-o", "copy.toml")
    document = json.loads(out)
    assert document["written"] == "copy.toml"
    assert document["agrees"] is True
    assert (folder / "copy.toml").exists()


def test_the_mark_of_a_contract_with_its_own_terms_is_called_completed(
    capsys: Capture, tmp_path: Path
) -> None:
    rules, sheet = tmp_path / "own.clag", tmp_path / "own.csv"
    text = """clag 2
game "Own"
players 3
deal normal
  trump none
  bid in turn
  score 10 when made, otherwise 0
  completed when tricks >= bid
schedule 1 card: normal
winner highest total, then shared
"""
    sheet.write_text("Deal,Ann bid,Ann won,Bob bid,Bob won,Cai bid,Cai won\n1,0,1,0,0,0,0\n")
    for terms, word in (("  completed when tricks >= bid\n", "completed"), ("", "made")):
        rules.write_text(text.replace("  completed when tricks >= bid\n", terms))
        printed = run(capsys, str(sheet), "--rules", str(rules))
        assert f"\n* {word}\n" in printed


def test_a_problem_of_several_players_lists_each_other_row_once(
    tmp_path: Path, capsys: Capture
) -> None:
    row = '[[deal]]\ndeal = {0}\nbids = "- - -"\n'
    head = GOOD.partition("[[deal]]")[0]
    for rows, listed in ((1, None), (3, "    2 (line 9), 3 (line 12)\n")):
        sheet = tmp_path / "sheet.toml"
        sheet.write_text(head + "".join(row.format(number) for number in range(1, rows + 1)))
        main(["replay", str(sheet)])
        text = capsys.readouterr().out
        assert "everybody bids" in text
        assert ("the same in" in text) == (listed is not None)
        assert listed is None or f"the same in 2 more rows:\n{listed}" in text


def test_a_row_with_a_fix_is_not_listed_as_another_row(folder: Path, capsys: Capture) -> None:
    """Three players have a dash, which is right only if all four passed."""
    (folder / "dashes.csv").write_text(
        "Deal,Ann bid,Ann total,Bob bid,Bob total,Cai bid,Cai total,Dot bid,Dot total\n"
        "1,-,0,-,0,3,0,-,0\n"
    )
    text = run(capsys, "dashes.csv", "--rules", "estimation", status=1)
    assert text.count("error R537: everybody bids in `normal`, unless everybody passes") == 1
    assert "Cai's bid to `0`" in text
    assert "the same in" not in text
