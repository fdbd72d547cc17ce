"""`clagdsl simulate`: runs that end by themselves, by Ctrl-C, in files, and beside other rules."""

from __future__ import annotations

import csv
import io
import json
import os
import signal
import subprocess
import sys
import threading
from fractions import Fraction
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pyarrow.parquet
import pytest

import clagdsl
from clagdsl.cli._progress import ProgressLine, progress_text, time_text
from clagdsl.cli._signals import ENDING
from clagdsl.cli.main import main
from clagdsl.engine.events import BidderDrawn
from clagdsl.lang.optional_deps import install_command
from clagdsl.lang.policies.bid import BidInTurn
from clagdsl.simulation import runner as play
from clagdsl.simulation.code_cache import FunctionCache, entry_rebuilt
from clagdsl.simulation.runs.match_rows import COLUMNS, CsvRows, columns_of
from clagdsl.simulation.runs.progress import Progress

BLOCK = 40


@pytest.fixture(autouse=True)
def small_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(play, "MOST_BLOCK", BLOCK)


def told(capsys: pytest.CaptureFixture[str], *arguments: str, status: int = 0) -> dict:
    assert main(["simulate", *arguments, "--json"]) == status
    answer: dict = json.loads(capsys.readouterr().out)
    return answer


def text(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(["simulate", *arguments]) == 0
    return capsys.readouterr().out


def refused(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(["simulate", *arguments]) == 2
    answer = capsys.readouterr()
    assert answer.out == ""
    return answer.err


# --- until --------------------------------------------------------------------------------


def widest(answer: dict) -> float:
    return max(
        (seat["mean_interval"][1] - seat["mean_interval"][0]) / 2 for seat in answer["seats"]
    )


def test_it_runs_until_it_is_exact_enough_and_no_longer(capsys: pytest.CaptureFixture[str]) -> None:
    answer = told(capsys, "foss", "--until", "±3")
    assert answer["until"] == {"wanted": 3.0, "reached": True}
    matches = answer["matches"]
    assert matches % BLOCK == 0
    assert matches > 2 * BLOCK
    assert widest(answer) <= 3
    for less in (BLOCK, 2 * BLOCK):
        assert widest(told(capsys, "foss", "-n", str(matches - less))) > 3


def test_until_does_not_depend_on_threads(capsys: pytest.CaptureFixture[str]) -> None:
    one = told(capsys, "foss", "--until", "3", "--threads", "1")
    assert told(capsys, "foss", "--until", "+-3", "--threads", "4") == one


def test_until_gives_up_where_n_says(capsys: pytest.CaptureFixture[str]) -> None:
    answer = told(capsys, "foss", "--until", "±0.001", "-n", "50")
    assert (answer["matches"], answer["until"]["reached"]) == (50, False)
    assert "±0.001 not reached: ±" in text(capsys, "foss", "--until", ".001", "-n", "50")


@pytest.mark.parametrize(
    "wanted",
    [
        "0",
        "±0.0",
        "-1",
        "nan",
        "1e300",
        "1e999",
        "1e999999999",
        "2e9",
        "1e-999999999",
        "e3",
        "1e",
        "0e0",
        "±_1",
        "²",
        "_",
        "1.2.3",
        "±",
    ],
)
def test_what_until_cannot_be(wanted: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert "must be more than 0 points" in refused(
        capsys, "foss", "--until", wanted.replace("_", " ").removeprefix(" ")
    )


def test_numbers_with_a_power_of_ten(capsys: pytest.CaptureFixture[str]) -> None:
    assert told(capsys, "foss", "--until", "±1e3", "-n", "50")["until"]["wanted"] == 1000
    assert told(capsys, "foss", "-n", "2e2") == told(capsys, "foss", "-n", "200")
    assert "is not a number of matches" in refused(capsys, "foss", "-n", "2.5e0")
    assert "U628" in refused(capsys, "foss", "-n", "1e99")


def test_ten_thousand_are_played_where_nothing_is_said(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert told(capsys, "foss")["matches"] == 10_000


# --- files --------------------------------------------------------------------------------


def rows_of(path: Path) -> list[dict[str, str]]:
    with path.open(newline="") as file:
        return list(csv.DictReader(file))


def test_csv_and_parquet_hold_the_matches(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    number = 2 * BLOCK + 3
    files = [str(tmp_path / name) for name in ("m.csv", "m.parquet")]
    answer = told(
        capsys, "raf", "-n", str(number), "--seed", "5", "--csv", files[0], "--parquet", files[1]
    )
    assert answer["written"] == files
    game = clagdsl.load("raf")
    whole = game.simulate(number, seed=5)
    names = [deal.name for deal in game.deals()]
    rows, table = rows_of(tmp_path / "m.csv"), pyarrow.parquet.read_table(files[1])
    assert list(rows[0]) == table.column_names == list(COLUMNS)
    assert len(rows) == table.num_rows == whole.scores.size
    totals = whole.scores.cumsum(axis=1)
    expected = [
        {
            "match": match,
            "deal": deal + 1,
            "name": names[deal],
            "cards": whole.cards[match, deal],
            "call": ", ".join(whole.called[deal][whole.calls[match, deal]]),
            "dealer": whole.dealers[match, deal],
            "bidder": None,
            "auction": None,
            "auction_winner": None,
            "trump": whole.trump_names[whole.trumps[match, deal]],
            "seat": seat,
            "bid": None if bid < 0 else bid,
            "tricks": whole.tricks[match, deal, seat],
            "score": whole.scores[match, deal, seat],
            "total": totals[match, deal, seat],
            "completed": (False, True, None)[whole.completed[match, deal, seat]],
            "winner": bool(whole.winners[match, seat]),
        }
        for (match, deal, seat), bid in np.ndenumerate(whole.bids)
    ]
    assert table.to_pylist() == expected
    words = {None: "", True: "true", False: "false"}
    plain = [{key: words.get(one, str(one)) if isinstance(one, bool | None) else str(one)
              for key, one in row.items()} for row in expected]  # fmt: skip
    assert rows == plain


BY_CHOICE = """clag 2
game "Blind"
players 3
deal normal
  trump turned
  bid in turn
  sight by choice
  score 10 + tricks when made or blind, otherwise 0
deal open is normal with sight before bids
schedule 2 cards: normal, open
winner highest total, then shared
"""


def test_bids_made_blind_have_a_column_where_there_are_some(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    (tmp_path / "x.clag").write_text(BY_CHOICE)
    rules, number = str(tmp_path / "x.clag"), 20
    files = [str(tmp_path / name) for name in ("m.csv", "m.parquet")]
    told(capsys, rules, "-n", str(number), "--csv", files[0], "--parquet", files[1])
    rows, table = rows_of(tmp_path / "m.csv"), pyarrow.parquet.read_table(files[1])
    game = clagdsl.load(rules)
    assert list(rows[0]) == table.column_names == list(columns_of(game.start(players=3).table))
    assert "blind" in rows[0]
    assert "blind" not in COLUMNS
    blind = game.simulate(number).blind
    assert {*blind[:, 0].ravel()} == {0, 1}
    assert {*blind[:, 1].ravel()} == {-1}
    expected = [(False, True, None)[one] for one in blind.ravel()]
    assert table["blind"].to_pylist() == expected
    assert [row["blind"] for row in rows] == [("false", "true", "")[one] for one in blind.ravel()]


def test_missing_calls_bids_and_contracts_are_empty(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    rules = tmp_path / "none.clag"
    rules.write_text(
        """clag 1
game "None"
players 3 to 3
deal "Plain, odd" as p
  trump none
  bid none
  completed not counted
  score -1000 * tricks
schedule
  2 cards: p
winner highest total, then shared
"""
    )
    paths = [tmp_path / "m.csv", tmp_path / "m.parquet"]
    told(capsys, str(rules), "-n", "2", "--csv", str(paths[0]), "--parquet", str(paths[1]))
    first = rows_of(paths[0])[0]
    assert [first[key] for key in ("name", "call", "bidder", "trump", "bid", "completed")] == [
        "Plain, odd", "", "", "", "", "",
    ]  # fmt: skip
    row = pyarrow.parquet.read_table(paths[1]).to_pylist()[0]
    assert [row[key] for key in ("name", "call", "bidder", "trump", "bid", "completed")] == [
        "Plain, odd", None, None, "", None, None,
    ]  # fmt: skip
    assert {each["score"] for each in rows_of(paths[0])} <= {"0", "-1000", "-2000"}


def test_auctions_stand_in_rows(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """Who wins with what number; where all pass nothing is bid, won, scored or completed."""
    rules, paths = tmp_path / "said.clag", [tmp_path / "m.csv", tmp_path / "m.parquet"]
    rules.write_text(
        """clag 2
game "Said"
players 2
deal a auction 1 to 1 H trump named in auction bid in turn, auction winner first
  each bid keeps bid >= auction score tricks + 1
deal b trump none bid in turn score tricks
schedule repeat 6 times 1 cards: a, b
winner highest total, then shared
"""
    )
    told(capsys, str(rules), "-n", "9", "--csv", str(paths[0]), "--parquet", str(paths[1]))
    rows = rows_of(paths[0])
    table = pyarrow.parquet.read_table(paths[1]).to_pylist()
    names = ("auction", "auction_winner", "trump", "bid", "tricks", "score", "completed")
    found: dict[str, set[tuple[str, ...]]] = {row["auction"]: set() for row in rows}
    for row, other in zip(rows, table, strict=True):
        mine = tuple(row[name] for name in names)
        found[row["auction"]].add(mine)
        values = (other[name] for name in names)
        plain = ("" if value is None else str(value).lower().replace("h", "H") for value in values)
        assert mine == tuple(plain)
    assert found["0"] == {("0", "", "", "", "0", "0", "")}
    assert {(each[1], each[2]) for each in found["1"]} == {("0", "H"), ("1", "H")}
    assert {each[:3] for each in found[""]} == {("", "", "")}


def test_who_is_drawn_to_bid_first_stands_in_a_column(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    rules = tmp_path / "drawn.clag"
    rules.write_text(
        """clag 2
game "Drawn"
players 3
deal p
  trump none
  bid in turn
  call by dealer at most one of x
  score tricks
twist x
  bid in turn, drawn first
schedule
  2 cards: p, p
winner highest total, then shared
"""
    )
    paths = [tmp_path / "m.csv", tmp_path / "m.parquet"]
    number = BLOCK + 3
    told(
        capsys, str(rules), "-n", str(number), "--threads", "1",
        "--csv", str(paths[0]), "--parquet", str(paths[1]),
    )  # fmt: skip
    game = clagdsl.load(rules)
    whole = game.simulate(number, seed=0, threads=1)
    expected = []
    for place in range(number):
        state = game.start(seed=0, match=place)
        while not state.over:
            state = state.apply(clagdsl.random_action(state))
        lots = [event.seat for event in state.events if isinstance(event, BidderDrawn)]
        drawn = [
            lot if played.dealing.rules.bid == BidInTurn("drawn") else -1
            for lot, played in zip(lots, state.history, strict=True)
        ]
        expected.append(drawn)
    assert whole.bidders.tolist() == expected
    assert {seat for drawn in expected for seat in drawn} == {-1, 0, 1, 2}
    seats = [seat for drawn in expected for seat in drawn for _ in range(3)]
    columns = pyarrow.parquet.read_table(paths[1]).column("bidder").to_pylist()
    assert columns == [None if seat < 0 else seat for seat in seats]
    assert [row["bidder"] for row in rows_of(paths[0])] == [
        "" if seat < 0 else str(seat) for seat in seats
    ]


def test_csv_comes_in_pieces_of_bounded_size(monkeypatch: pytest.MonkeyPatch) -> None:
    table = clagdsl.load("pagat").start().table
    block = play.make_simulator(table, machine=False).play(0, 0, 20)
    rows = CsvRows(table)
    whole = b"".join(rows.lines(0, block))
    monkeypatch.setattr("clagdsl.simulation.runs.match_rows.BUFFER", 1)
    pieces = list(rows.lines(0, block))
    assert len(pieces) == 20
    assert b"".join(pieces) == whole
    assert len(list(csv.reader(io.StringIO(whole.decode())))) == 20 * 22 * 4


def test_a_file_that_cannot_be_written_is_told_and_nothing_is_left(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    target = tmp_path / "m.csv"
    target.write_text("old")
    missing = str(tmp_path / "missing" / "m.csv")
    assert "cannot write" in refused(capsys, "foss", "-n", "5", "--csv", missing)

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(CsvRows, "lines", full)
    parquet = str(tmp_path / "m.parquet")
    files = ["--csv", str(target), "--parquet", parquet, "--force"]
    assert "No space left on device" in refused(capsys, "foss", "-n", "5", *files)
    assert target.read_text() == "old"
    assert [path.name for path in tmp_path.iterdir()] == ["m.csv"]


def test_a_pipe_takes_the_rows(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    pipe, plain = tmp_path / "pipe", tmp_path / "m.csv"
    os.mkfifo(pipe)
    read: list[bytes] = []
    reader = threading.Thread(target=lambda: read.append(pipe.read_bytes()))
    reader.start()
    told(capsys, "foss", "-n", "50", "--csv", str(pipe))
    reader.join()
    told(capsys, "foss", "-n", "50", "--csv", str(plain))
    assert read == [plain.read_bytes()]
    assert pipe.is_fifo()


def test_without_pyarrow_it_says_what_to_install(tmp_path: Path) -> None:
    program = (
        "import sys; sys.modules['pyarrow'] = None\n"
        "from clagdsl.cli.main import main\n"
        "raise SystemExit(main(['simulate', 'foss', '-n', '5', '--parquet', 'm.parquet']))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program],
        capture_output=True, text=True, check=False, timeout=60, cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parent.parent.parent)},
    )  # fmt: skip
    assert done.returncode == 2
    assert f"`{install_command('parquet')}`" in done.stderr
    assert list(tmp_path.iterdir()) == []


# --- Ctrl-C -------------------------------------------------------------------------------


def interrupt(
    monkeypatch: pytest.MonkeyPatch,
    number: int,
    times: int = 1,
    sent: signal.Signals = signal.SIGINT,
) -> None:
    """Press Ctrl-C, or send another signal, while the block of that number is played."""
    calls = []
    real = play.Simulator.play

    def played(self: play.Simulator, seed: int, first: int, matches: int, **how: object) -> object:
        calls.append(first)
        if len(calls) == number:
            for _ in range(times):
                signal.raise_signal(sent)
        return real(self, seed, first, matches, **how)

    monkeypatch.setattr(play.Simulator, "play", played)


def test_ctrl_c_keeps_what_is_done(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    whole = told(capsys, "foss", "-n", str(2 * BLOCK))
    paths = [str(tmp_path / name) for name in ("m.csv", "m.parquet")]
    interrupt(monkeypatch, 2)
    files = ["--csv", paths[0], "--parquet", paths[1]]
    assert main(["simulate", "foss", "-n", "1000", "--threads", "1", "--json", *files]) == 130
    answer = capsys.readouterr()
    assert json.loads(answer.out) == {**whole, "written": paths}
    assert answer.err == (
        f"interrupted: {2 * BLOCK} of 1000 matches were played and counted, "
        f"and written to {paths[0]} and {paths[1]}\n"
    )
    rows = rows_of(Path(paths[0]))
    assert {row["match"] for row in rows} == {str(match) for match in range(2 * BLOCK)}
    assert pyarrow.parquet.read_table(paths[1]).num_rows == len(rows)
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


@pytest.mark.parametrize("sent", ENDING)
@pytest.mark.parametrize("times", [1, 2])
def test_the_signals_of_a_system_do_the_same(
    sent: signal.Signals,
    times: int,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    interrupt(monkeypatch, 2, times, sent)
    names = ["m.csv", "m.parquet", "run.json"]
    csv, parquet, kept = (str(tmp_path / name) for name in names)
    files = ["--csv", csv, "--parquet", parquet, "--save", kept]
    assert main(["simulate", "foss", "-n", "1000", "--threads", "1", *files]) == 128 + sent
    there = sorted(path.name for path in tmp_path.iterdir())
    assert there == (names if times == 1 else ["run.json"])  # no hidden files, none half-written
    done = json.loads(Path(kept).read_text())["figures"]["summary"]["matches"]
    assert done == (2 * BLOCK if times == 1 else 0)
    if times == 1:
        assert rows_of(Path(csv))[-1]["match"] == str(2 * BLOCK - 1)
        assert pyarrow.parquet.read_table(parquet)["match"][-1].as_py() == 2 * BLOCK - 1
    told = capsys.readouterr().err
    assert ("interrupted: " in told) == (times == 1)
    assert signal.getsignal(sent) is signal.SIG_DFL


def test_matches_are_safe_on_the_disk_before_they_take_their_places(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    safe: list[int] = []
    real = os.fsync

    def synced(handle: int) -> None:
        safe.append(os.fstat(handle).st_ino)
        real(handle)

    monkeypatch.setattr(os, "fsync", synced)
    files = [tmp_path / "m.csv", tmp_path / "m.parquet"]
    written = ["--csv", str(files[0]), "--parquet", str(files[1])]
    assert main(["simulate", "foss", "-n", "10", *written]) == 0
    assert {path.stat().st_ino for path in (*files, tmp_path)} <= set(safe)


def test_a_second_ctrl_c_ends_it_at_once_and_leaves_files_as_they_were(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    target = tmp_path / "m.csv"
    target.write_text("old")
    interrupt(monkeypatch, 2, times=2)
    arguments = ["foss", "-n", "1000", "--threads", "1", "--csv", str(target), "--force"]
    assert main(["simulate", *arguments]) == 130
    assert capsys.readouterr().out == ""
    assert [path.name for path in tmp_path.iterdir()] == ["m.csv"]
    assert target.read_text() == "old"


def test_interrupted_before_the_first_block_nothing_is_told_or_written(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def played(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(play.Simulator, "play", played)
    target = tmp_path / "m.csv"
    assert main(["simulate", "foss", "--until", "1", "--csv", str(target)]) == 130
    answer = capsys.readouterr()
    assert (answer.out, answer.err) == ("", "interrupted: 0 matches were played and counted\n")
    assert not target.exists()


# --- two games ----------------------------------------------------------------------------


def test_against_itself_the_difference_is_exactly_nothing(
    capsys: pytest.CaptureFixture[str],
) -> None:
    answer = told(capsys, "scottish", "-n", "90", "--against", "scottish")
    against = answer.pop("against")
    difference = against.pop("difference")
    assert answer["seats"] == against["seats"]
    assert answer["deals"] == against["deals"]
    for row in (*difference["seats"], *difference["deals"]):
        assert (row["mean"], row["mean_interval"]) == (0.0, [0.0, 0.0])
        assert (row["made"], row["made_interval"]) == (0.0, [0.0, 0.0])
    alone = told(capsys, "scottish", "-n", "90")
    assert {**answer, "against": None} == alone


def test_settings_go_to_the_rules_that_have_them(capsys: pytest.CaptureFixture[str]) -> None:
    hooked = told(capsys, "scorecard", "-n", "50", "--set", "hook=true")["seats"]
    free = told(capsys, "scorecard", "-n", "50")["seats"]
    both = ["scorecard", "-n", "50", "--against", "scorecard"]
    answer = told(capsys, *both, "--against-set", "hook=true")
    assert (answer["seats"], answer["against"]["seats"]) == (free, hooked)
    answer = told(capsys, *both, "--set", "hook=true")
    assert (answer["seats"], answer["against"]["seats"]) == (hooked, hooked)
    answer = told(capsys, *both, "--set", "hook=true", "--against-set", "hook=false")
    assert (answer["seats"], answer["against"]["seats"]) == (hooked, free)
    answer = told(capsys, "foss", "-n", "50", "--against", "scorecard", "--set", "hook=true")
    assert answer["against"]["seats"] == hooked


def test_the_fewest_players_that_both_games_allow(capsys: pytest.CaptureFixture[str]) -> None:
    answer = told(capsys, "foss", "-n", "5", "--against", "pagat")
    assert answer["players"] == 4
    assert len(answer["against"]["deals"]) == 22
    assert [row["deal"] for row in answer["against"]["difference"]["deals"]] == [*range(1, 21)]
    assert "only deals 1-20 are in both games" in text(
        capsys, "foss", "-n", "5", "--against", "pagat"
    )


def test_the_tables_say_whose_game_they_are(capsys: pytest.CaptureFixture[str]) -> None:
    games = ["pagat", "-n", "5", "--against", "scorecard"]
    shown = text(capsys, *games, "--set", "hook=true")
    *_, difference = shown.partition("difference, A minus B")
    lines = difference.splitlines()
    assert lines[1:3] == [
        "A  pagat: Clag, Pagat",
        "B  scorecard: Clag, Score card with hook = true",
    ]
    assert lines[4].split() == ["seat", "A", "B", "A", "minus", "B", "won", "made"]
    assert lines[11].split()[:6] == ["deal", "A", "B", "cards", "A", "B"]
    answer = told(capsys, *games, "--set", "hook=true")
    for place, row in enumerate(answer["against"]["difference"]["deals"]):
        names = [answer["deals"][place]["name"], answer["against"]["deals"][place]["name"]]
        means = [answer["deals"][place]["mean"], answer["against"]["deals"][place]["mean"]]
        assert row["names"] == names
        line = lines[12 + place]
        assert line.split()[0] == str(place + 1)
        assert all(name in line for name in names)
        dealt = [answer["deals"][place]["cards"], answer["against"]["deals"][place]["cards"]]
        assert f" {' / '.join(map(str, dict.fromkeys(dealt)))} " in line
        shown_means = [f"{mean:.2f}" for mean in means]
        assert [word for word in line.split() if "." in word][:2] == shown_means
    alike = text(capsys, "scorecard", "-n", "5", "--against", "scorecard")
    assert "deal  name " in alike.partition("A minus B")[2]


def test_no_share_of_a_few_matches_is_certain(capsys: pytest.CaptureFixture[str]) -> None:
    answer = told(capsys, "pagat", "-n", "3")
    shown = text(capsys, "pagat", "-n", "3")
    most = 1.959963984540054**2 / (3 + 1.959963984540054**2)  # Wilson's interval for 0 of 3
    never = [seat for seat in answer["seats"] if seat["won"] == 0]
    assert len(never) == 2
    assert all(seat["won_interval"] == pytest.approx([0, most]) for seat in never)
    assert shown.count("0.0% +56.1") == 2
    assert "% ±0.0" not in shown
    assert shown.endswith(
        "± is a 95 % confidence interval; - and + show how far it reaches below and above\n"
    )
    for deal in answer["deals"]:
        if deal["made"] == 0:
            assert deal["made_interval"] == pytest.approx([0, most])


def test_until_is_about_the_difference_of_two_games(capsys: pytest.CaptureFixture[str]) -> None:
    answer = told(
        capsys, "scorecard", "--until", "3", "--against", "scorecard", "--against-set", "hook=true"
    )
    seats = answer["against"]["difference"]["seats"][:-1]
    assert max(row["mean_interval"][1] - row["mean"] for row in seats) <= 3 < widest(answer)


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (["pagat", "--against", "foss", "--players", "3"], "`pagat` for 4 to 7 and `foss` for 3"),
        (["foss", "--against", "nosuch"], "U611"),
        (["foss", "--against", "pagat", "--set", "hook=true"], "U602"),
        (
            ["foss", "--against-set", "hook=true"],
            "`--against-set` needs `--against`, whose parameters it sets",
        ),
        (["foss", "--against", "foss", "--csv", "x.csv"], "hold one game"),
        (["foss", "--csv", "x", "--parquet", "x"], "both name `x`"),
        (["foss", "--by", "nothing"], "'nothing' is not one of"),
    ],
)
def test_what_does_not_fit_together(
    arguments: list[str], expected: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert expected in refused(capsys, *arguments, "-n", "5")


def test_no_number_of_players_for_both(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    rules = tmp_path / "two.clag"
    rules.write_text(rules_text("foss").replace("players 3 to 7", "players 2 to 2"))
    err = refused(capsys, str(rules), "-n", "5", "--against", "pagat")
    assert "no number of players can play both games" in err


def rules_text(name: str) -> str:
    text = (Path(__file__).parent.parent.parent / "rules" / f"{name}.clag").read_text()
    return text[: text.index("\nexample")] + "\n"


# --- what is shown ------------------------------------------------------------------------


def test_tables_that_are_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    plain = text(capsys, "foss", "-n", "90")
    long = text(
        capsys, "foss", "-n", "90", "--by", "seat", "--by", "deal", "--by", "bid", "--by", "cards"
    )
    assert set(plain.splitlines()) < set(long.splitlines())
    for header in ("cards   bid         bids", "leader wins  totals", "seat 0      sd"):
        assert header not in plain
        assert header in long
    assert "points a deal, 7 cards" in long
    assert "points a deal, 1 card " in long


def test_one_match_has_figures_without_intervals(capsys: pytest.CaptureFixture[str]) -> None:
    answer = told(capsys, "foss", "-n", "1")
    assert answer["seats"][0]["mean_interval"] is None
    assert "±" not in text(capsys, "foss", "-n", "1")


def test_nothing_is_shown_where_there_is_no_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", "foss", "-n", "90"]) == 0
    assert capsys.readouterr().err == ""


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_progress_on_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = Terminal()
    monkeypatch.setattr(sys, "stderr", screen)
    monkeypatch.setattr("clagdsl.cli._progress.SECONDS_BETWEEN", 0)
    line = ProgressLine()
    line.show(Progress(0, 0, 1000, None, None))
    assert screen.getvalue() == ""
    line.show(Progress(0, 250, 1000, None, None))
    assert "[#####               ] 250" in screen.getvalue()
    assert " 250 of 1,000 matches, " in screen.getvalue()
    line.clear()
    assert screen.getvalue().endswith("\r\x1b[K")
    line.show(Progress(0, 100, 10**6, Fraction(2), 8.0))
    assert "100 of 1,600 matches" in screen.getvalue()


def test_on_a_terminal_it_is_said_once_that_something_is_compiled(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    screen = Terminal()
    monkeypatch.setattr(sys, "stderr", screen)
    assert main(["simulate", "foss", "-n", "2", "--threads", "1", "--policy", "steady"]) == 0
    kept = FunctionCache(time_text, tmp_path, "a state of the simulator", entry_rebuilt)
    target = SimpleNamespace(
        refresh=lambda: None, codegen=lambda: SimpleNamespace(magic_tuple=lambda: ())
    )
    for _ in range(2):
        assert kept.load_overload((), target) is None
    said = "compiling first: about ten seconds, this once only\n"
    assert screen.getvalue().count(said) == 1
    elsewhere = io.StringIO()
    monkeypatch.setattr(sys, "stderr", elsewhere)
    ProgressLine().compiling()
    assert elsewhere.getvalue() == ""


def test_progress_tells_rate_and_time_left() -> None:
    expected = "350 of 1,000 matches, 500 a second, 1 s left"
    assert progress_text(100, 350, 1000, 0.5) == expected
    assert [time_text(each) for each in (59.4, 200, 7500)] == ["59 s", "3 min 20 s", "2 h 5 min"]
