"""`clagdsl simulate --plot`: pictures of the run itself; what cannot be drawn is told first."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from dataclasses import replace
from html import unescape
from pathlib import Path

import numpy as np
import pytest
from support.students_t import students_t

import clagdsl
from clagdsl.cli.main import main
from clagdsl.lang.optional_deps import install_command
from clagdsl.simulation import runner as play
from clagdsl.simulation.runs.progress import Watch
from clagdsl.simulation.runs.request import Request, RulesSource
from clagdsl.simulation.runs.run import run_matches
from clagdsl.simulation.runs.run_report import report_of
from clagdsl.simulation.stats.reports import Report, TwoReports

Capture = pytest.CaptureFixture[str]
LONG = str(2**32)
"""Matches that nobody waits for: what is refused is refused before any is played."""


def asked(file: str, matches: int, players: int | None = None) -> Request:
    return Request(RulesSource(file), matches, players=players, seed=3, threads=1)


@pytest.mark.parametrize(("name", "players"), [("pagat", 5), ("raf", None), ("foss", 3)])
def test_the_report_is_of_the_matches(name: str, players: int | None) -> None:
    request = asked(name, 200, players)
    report = report_of(run_matches(request, Watch()))
    assert isinstance(report, Report)
    game = report.game
    matches = clagdsl.load(name).simulate(200, players=players, seed=3)
    totals = matches.totals
    for seat in game.seats:
        mine = sorted(totals[:, seat.seat].tolist())
        assert seat.total.value == pytest.approx(totals[:, seat.seat].mean())
        assert seat.total.within == pytest.approx(
            students_t(199) * totals[:, seat.seat].std() / 199**0.5, rel=0.01
        )
        assert seat.won.value == pytest.approx(
            (matches.winners[:, seat.seat] / matches.winners.sum(axis=1)).mean()
        )
        # Of 200 matches 5 percent are 10.
        assert seat.totals == (mine[9], mine[49], mine[99], mine[149], mine[189])
    running = matches.scores.cumsum(axis=1)
    table = totals - totals.mean(axis=1, keepdims=True)
    parts = (matches.scores * table[:, None, :]).sum(axis=(0, 2))
    for place, deal in enumerate(game.deals):
        here = np.sort(running[:, place], axis=None)
        many = len(here)
        assert (deal.deal.number, deal.deal.name) == (place + 1, matches.schedule[place].name)
        assert deal.points.mean == pytest.approx(matches.scores[:, place].mean())
        assert deal.totals[0] == here[-(-5 * many // 100) - 1]
        assert deal.totals[3] == here[-(-75 * many // 100) - 1]
        assert deal.decides == pytest.approx(parts[place] / parts.sum())
    assert game.deals[-1].leader_wins == pytest.approx(1)
    assert game.deals[0].leader_wins < 0.9
    for one in game.bids:
        here = (matches.bids == one.bid) & (matches.cards[:, :, None] == one.cards)
        assert one.points.completed == (matches.completed[here] == 1).sum()
        assert one.points.counted == (matches.completed[here] >= 0).sum()
    counted = (matches.completed >= 0) & (matches.bids >= 0)
    assert sum(one.points.counted for one in game.bids) == counted.sum()
    thirds = [third for _, third in report.thirds]
    assert thirds[0].first == 1
    assert thirds[-1].last == len(game.deals)
    assert sum(third.share.value for third in thirds if third.share) == pytest.approx(1)
    for third in thirds:
        share = sum(deal.decides or 0 for deal in game.deals[third.first - 1 : third.last])
        assert third.share is not None
        assert third.share.value == pytest.approx(share)


def test_both_files_are_written_beside_the_figures(tmp_path: Path, capsys: Capture) -> None:
    image, page = tmp_path / "report.PNG", tmp_path / "report.html"
    request = ["simulate", "scottish", "-n", "60", "--seed", "4"]
    assert main(request) == 0
    table = capsys.readouterr().out
    assert main([*request, "--plot", str(image), "--plot", str(page)]) == 0
    assert capsys.readouterr().out == f"{table}\n{image} written\n{page} written\n"
    assert image.read_bytes().startswith(b"\x89PNG")
    text = page.read_text("utf-8")
    for part in ("<title>Clag, Scottish: a simulation</title>", "<dd>60</dd>", "<dd>random</dd>"):
        assert part in text
    assert main([*request, "--json", "--threads", "2", "--plot", str(page)]) == 0
    document = json.loads(capsys.readouterr().out)
    assert page.read_text("utf-8") == text
    for seat in document["seats"]:
        assert f"<td>{seat['mean']:.2f}</td>" in text
    assert {path.name for path in tmp_path.iterdir()} == {image.name, page.name}


def test_two_games_are_drawn_both_and_how_they_differ(tmp_path: Path, capsys: Capture) -> None:
    page = tmp_path / "report.html"
    request = ["simulate", "scorecard", "-n", "60", "--players", "4", "--against", "pagat"]
    request += ["--set", "hook=true", "--against-set", "point_stake=7", "--json"]
    assert main([*request, "--plot", str(page)]) == 0
    answer = json.loads(capsys.readouterr().out)
    text = unescape(page.read_text("utf-8"))
    assert "<title>Clag, Score card against Clag, Pagat: a simulation</title>" in text
    assert "<dt>A</dt><dd>scorecard: Clag, Score card with hook = true</dd>" in text
    assert "<dt>B</dt><dd>pagat: Clag, Pagat with point_stake = 7</dd>" in text
    assert "<dt>set in B</dt><dd>point_stake=7</dd>" in text
    difference = answer["against"]["difference"]
    for mine, theirs, row in zip(
        answer["seats"], answer["against"]["seats"], difference["seats"], strict=False
    ):
        low, high = row["mean_interval"]
        figures = (mine["mean"], theirs["mean"], row["mean"], (high - low) / 2)
        cells = "".join(
            f"<td>{sign}{figure:.2f}</td>".replace("-", "−")
            for figure, sign in zip(
                figures, ("", "", "+" if row["mean"] > 0 else "", ""), strict=True
            )
        )
        assert f'<th scope="row">{row["seat"]}</th>{cells}' in text
    assert "Only deals 1 to 20 are in both games." in text


def test_the_difference_that_is_drawn_is_that_of_the_matches() -> None:
    request = replace(asked("foss", 100, 4), against=RulesSource("pagat"))
    two = report_of(run_matches(request, Watch()))
    assert isinstance(two, TwoReports)
    first, other = (
        clagdsl.load(name).simulate(100, players=4, seed=3) for name in ("foss", "pagat")
    )
    for report, matches in ((two.first, first), (two.other, other)):
        means = [seat.total.value for seat in report.game.seats]
        assert means == pytest.approx(matches.totals.mean(axis=0).tolist())
        assert [each.deal.name for each in report.game.deals] == [
            row.name for row in matches.schedule
        ]
    apart = (first.totals - other.totals).astype(float)
    for one in two.difference.seats:
        values = apart.mean(axis=1) if one.seat is None else apart[:, one.seat]
        assert one.mean.value == pytest.approx(values.mean())
        assert one.mean.within == pytest.approx(students_t(99) * values.std() / 99**0.5, rel=0.01)
    assert two.difference.seats[-1].seat is None
    assert len(two.difference.deals) == 20
    for place, deal in enumerate(two.difference.deals):
        values = (first.scores[:, place] - other.scores[:, place]).mean(axis=1)
        assert deal.mean.value == pytest.approx(values.mean())
        assert deal.number == place + 1


def test_the_settings_are_told(tmp_path: Path, capsys: Capture) -> None:
    page = tmp_path / "report.html"
    setting = "failed_keeps_tricks=false"
    request = ["simulate", "scottish", "-n", "9", "--players", "5", "--set", setting]
    assert main([*request, "--plot", str(page)]) == 0
    capsys.readouterr()
    text = unescape(page.read_text("utf-8"))
    assert f"<dt>set</dt><dd>{setting}</dd>" in text
    assert "<dt>players</dt><dd>5</dd>" in text


def test_the_policy_of_each_seat_is_told(tmp_path: Path, capsys: Capture) -> None:
    page = tmp_path / "report.html"
    request = ["simulate", "foss", "-n", "9", "--policy", "steady,random,random"]
    assert main([*request, "--plot", str(page)]) == 0
    capsys.readouterr()
    text = page.read_text("utf-8")
    for seat, policy in enumerate(("steady", "random", "random")):
        assert f">seat {seat}, {policy}<" in text
        assert f'<th scope="row">{seat}</th><td class="words">{policy}</td>' in text


@pytest.mark.parametrize(
    ("plot", "expected"),
    [
        ("report.svg", "`report.svg` does not end in .html or .png"),
        ("report", "`report` does not end in .html or .png"),
        ("none/report.html", "cannot write `none/report.html`: No such file or directory"),
        ("file/report.html", "cannot write `file/report.html`"),
        ("folder.html", "cannot write `folder.html`: Is a directory"),
    ],
)
def test_what_cannot_be_written_is_told_before_anything_is_played(
    plot: str, expected: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("file").write_text("x")
    Path("folder.html").mkdir()
    before = sorted(tmp_path.iterdir())
    assert main(["simulate", "foss", "-n", LONG, "--plot", "fine.png", "--plot", plot]) == 2
    answer = capsys.readouterr()
    assert expected in answer.err
    assert answer.out == ""
    assert sorted(tmp_path.iterdir()) == before


def test_a_folder_that_may_not_be_written_is_told_first(
    tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "access", lambda path, mode: (path, mode) != (tmp_path, os.W_OK))
    assert main(["simulate", "foss", "-n", LONG, "--plot", str(tmp_path / "report.png")]) == 2
    assert "Permission denied" in capsys.readouterr().err


def test_a_match_that_is_kept_has_no_pictures(capsys: Capture) -> None:
    assert main(["simulate", "foss", "--keep", "3", "--plot", "report.html"]) == 2
    assert "writes only one match: leave out `--plot`" in capsys.readouterr().err
    assert not Path("report.html").exists()


def run(program: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False, timeout=60
    )


def test_without_the_extra_it_says_what_to_install_before_anything_is_played(
    tmp_path: Path,
) -> None:
    path = tmp_path / "report.html"
    done = run(
        "import sys; sys.modules['matplotlib'] = None\n"
        "from clagdsl.cli.main import main\n"
        f"raise SystemExit(main(['simulate', 'foss', '-n', '{LONG}', '--plot', {str(path)!r}]))"
    )
    assert done.returncode == 2
    assert f"`{install_command('plot')}`" in done.stderr
    assert done.stdout == ""
    assert not path.exists()


def test_only_pictures_need_matplotlib() -> None:
    done = run(
        "import sys; sys.modules['matplotlib'] = None\n"
        "from clagdsl.cli.main import main\n"
        "raise SystemExit(main(['simulate', 'foss', '-n', '5']))"
    )
    assert (done.returncode, done.stderr) == (0, "")


def test_interrupted_it_draws_what_is_done(
    tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = tmp_path / "report.html"
    monkeypatch.setattr(play, "MOST_BLOCK", 10)
    real = play.Simulator.play

    def played(self: play.Simulator, seed: int, first: int, matches: int, **how: object) -> object:
        if first == 10:
            signal.raise_signal(signal.SIGINT)
        return real(self, seed, first, matches, **how)

    monkeypatch.setattr(play.Simulator, "play", played)
    request = ["simulate", "foss", "-n", "100", "--threads", "1", "--plot", str(page)]
    assert main(request) == 130
    assert "<dd>20 of 100</dd>" in page.read_text("utf-8")
    capsys.readouterr()
