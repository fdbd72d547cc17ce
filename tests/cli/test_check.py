"""`clagdsl check`: all problems of all files, then a summary of each good one, in every format."""

import io
import json
from pathlib import Path

import pytest

from clagdsl.cli._output import use_colour, wants_json
from clagdsl.cli.main import main

ROOT = Path(__file__).parent.parent.parent
GOOD = """clag 1
game "X" variant "Y"
players 3 to 7
param hook = true "the dealer may not make it even"
deal normal
  trump turned
  bid in turn
  last bid keeps bids != cards when hook, otherwise free
  score 10 + tricks when made, otherwise -2 * abs(bid - tricks)
    assume "a miss costs two"
schedule
  1 up to 7 cards: normal
  then 7 cards: normal
winner highest total, then shared
example "two of two" in normal with 7 cards: bid 2 tricks 2 scores 12
"""
BAD = GOOD.replace("then 7 cards: normal", "then 7 cards: nromal").replace(
    "bid - tricks", "bid - trikcs"
)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "good.clag").write_text(GOOD)
    (tmp_path / "bad.clag").write_text(BAD)
    (tmp_path / "worse.clag").write_text("clag 1\ndeal\n")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def checked(capsys: pytest.CaptureFixture[str], *arguments: str, status: int = 0) -> str:
    assert main(["check", *arguments]) == status
    told = capsys.readouterr()
    assert told.err == ""
    return told.out


@pytest.mark.usefixtures("folder")
def test_a_good_file_has_a_summary(capsys: pytest.CaptureFixture[str]) -> None:
    lines = checked(capsys, "good.clag").splitlines()
    assert lines[0] == "good.clag: X, Y: no errors"
    told = {line[:14].strip(): line[15:] for line in lines[1:]}
    assert told["players"] == "3 to 7"
    assert told["deals"] == "8, of 1 to 7 cards"
    assert told["scores"] == "-14 to 17 for a player in a deal"
    assert told["parameters"].startswith("hook = true: true or false (the dealer may not")
    assert told["assumptions"] == "a miss costs two"
    assert told["examples"] == "1 holds"
    assert told["decisions"].startswith("at most ")


@pytest.mark.parametrize(
    ("clauses", "scores"),
    [
        # Three tricks, and both queens of spades.
        ("  card worth 13 QS\n  score points\n", "at least 0, at most 29"),
        (
            "  trick worth 2 when won_with = A, otherwise 1\n  score points\n",
            "at least 0, at most 6",
        ),
        ("  trick worth trick\n  score points\n", "0 to 6"),
        ("  score tricks + streak\n", "at least 0, at most 5"),
    ],
)
def test_scores_that_cards_or_earlier_deals_decide_are_called_bounds(
    clauses: str, scores: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "double.clag"
    file.write_text(
        'clag 2\ngame "X"\nplayers 3\npack A K Q J 10 9 8 7, 2 of each\nrun streak when made\n'
        f"deal normal\n  trump none\n  bid in turn\n  equal cards first wins\n{clauses}"
        "schedule repeat 3 times 3 cards: normal\nwinner highest total, then shared\n"
    )
    lines = checked(capsys, str(file)).splitlines()
    assert f"  scores       {scores} for a player in a deal" in lines


PACKS = {
    "A K Q J 10 9 8, 2 of each": """
  pack         A K Q J 10 9 8, 2 of each: 56 cards
""",
    "highest 12 ranks when players < 6, otherwise all ranks, without 2S": """
  pack         highest 12 ranks when players < 6, otherwise all ranks, without 2S
                 48 cards for 3, 4 and 5 players
                 51 cards for 6 and 7 players
""",
}


def test_the_pack_is_shown_where_the_file_says_it(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert "  pack" not in checked(capsys, "good.clag")
    for pack, told in PACKS.items():
        said = f"pack {pack}\ndeal normal\n"
        said += "  equal cards first wins\n" if "of each" in pack else ""
        text = GOOD.replace("clag 1", "clag 2").replace("deal normal\n", said)
        (folder / "good.clag").write_text(text)
        assert told in checked(capsys, "good.clag")


SCHEDULES = {
    "1 up to 7 cards: normal then 7 cards: Misere, normal then 7 down to 1 cards: normal": """
  deals        16, of 1 to 7 cards
  schedule     1 up to 7 cards: normal
               7 cards: Misere, normal
               7 down to 1 cards: normal""",
    "repeat rounds times 3 cards: normal then dealer picks 1 to 3 cards: Misere": """
  deals        2 to 5, of 1 to 3 cards
  schedule     repeat 3 times 3 cards: normal
               dealer picks 1 to 3 cards: Misere
               it depends on the parameter rounds""",
    "(3 when players = 6, otherwise 2) cards: normal, Misere": """
  deals        2, of 2 to 3 cards
  schedule     for 3, 4, 5 and 7 players
                 2 cards: normal, Misere
               for 6 players
                 3 cards: normal, Misere""",
    "repeat 20 times 2 cards: normal, normal, Misere": """
               2 cards: normal, Misere
               and 16 more rows
  decisions""",
}


@pytest.mark.parametrize("rows", SCHEDULES)
def test_the_summary_shows_the_schedule(
    rows: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "x.clag"
    file.write_text(
        'clag 1 game "X" players 3 to 7 param rounds = 3 in 1 to 4 deal normal trump none '
        "bid in turn last bid free score tricks * rounds deal Misere is normal with score tricks "
        f"schedule {rows} winner highest total, then shared"
    )
    assert SCHEDULES[rows] in checked(capsys, str(file))


def test_the_summary_shows_trumps_that_rotate(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """In the order of the deals, behind each row and behind brackets."""
    file = tmp_path / "x.clag"
    file.write_text(
        'clag 2 game "X" players 3 to 4 '
        "deal normal trump rotates spades none when players = 3, otherwise rotates hearts clubs "
        "bid none completed not counted score tricks deal turned is normal with trump turned "
        "schedule 1 up to 3 cards: normal then repeat 2 times (5 cards: normal then 9 cards: "
        "turned, normal) then 4 cards: turned then repeat 28 times 7 cards: normal "
        "winner highest total, then shared"
    )
    shown = checked(capsys, str(file))
    assert (
        "\n".join(shown.splitlines()[2:14])
        == """\
  deals        38, of 1 to 9 cards
  schedule     for 3 players
                 1 up to 3 cards: normal, trumps S none S
                 repeat 2 times (5 cards: normal then 9 cards: turned, normal), \
trumps none ? S none ? S
                 4 cards: turned
                 repeat 28 times 7 cards: normal, \
trumps {} and 2 more
               for 4 players
                 1 up to 3 cards: normal, trumps H C H
                 repeat 2 times (5 cards: normal then 9 cards: turned, normal), \
trumps C ? H C ? H
                 4 cards: turned
                 repeat 28 times 7 cards: normal, \
trumps {} and 2 more
  decisions    at most 1,008 in a match""".format("none S " * 12 + "none S", "C H " * 12 + "C H")
    )


def test_the_summary_says_between_which_numbers_of_deals_a_match_ends(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """101 points take six deals of 20 points at most."""
    assert "  deals        at least 6, at most 41, of 10 cards\n" in checked(
        capsys, "oh-hell-to-101"
    )


@pytest.mark.parametrize(
    ("ends", "deals"),
    [
        ("deal = 5", "4 to 5"),
        ("highest_total >= 30", "at least 3, at most 7"),
        ("deal = last", "at least 3, at most 6"),
    ],
)
def test_the_numbers_of_deals_are_exact_if_only_the_number_of_the_deal_ends_a_match(
    ends: str, deals: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Three can play four deals, six can play seven."""
    file = tmp_path / "ends.clag"
    file.write_text(
        'clag 2\ngame "X"\nplayers 3 to 6\nparam last = 5 in 3 to 6\ndeal normal\n'
        "  trump turned\n  bid in turn\n  score 10 when made, otherwise 0\n"
        "schedule 1 up to players + 1 cards: normal\n"
        f"ends when {ends}\nwinner highest total, then shared\n"
    )
    assert f"\n  deals        {deals}, of " in checked(capsys, str(file))


@pytest.mark.usefixtures("folder")
def test_all_problems_of_all_files_come_before_the_summaries(
    capsys: pytest.CaptureFixture[str],
) -> None:
    out = checked(capsys, "bad.clag", "good.clag", "worse.clag", status=1)
    starts = [line for line in out.splitlines() if line.startswith(("bad", "good", "worse"))]
    assert [line.split(":")[0] for line in starts][-1] == "good.clag"
    assert sum(line.startswith("bad.clag:") for line in starts) == 2
    assert sum(line.startswith("worse.clag:") for line in starts) >= 1
    assert out.splitlines()[-1] == f"{len(starts) - 1} errors"


def test_what_was_not_tried_and_what_nothing_uses_is_said(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    params = 'param one = 9 in 0 to 9 "one"\nparam other = 9 in 0 to 9 "other"\n'
    apart = "`one` and `other` were checked one at a time: "
    paid = "settle loser pays winner one * other * (winner.total - loser.total)\n"
    hook = 'param hook = true "the dealer may not make it even"\n'
    good = GOOD.partition("example")[0].replace(hook, "").replace(" when hook, otherwise free", "")
    for score, more, told, listed, idle in (
        ("10 + tricks // (one + other - 7)", "", apart, ["one", "other"], []),
        ("10 + tricks // (one + 1)", "", "", None, ["other"]),
        ("10 + tricks", paid, "", None, []),  # bounds prove all values at once
    ):
        text = good.replace("10 + tricks", score) + more
        (folder / "two.clag").write_text(text.replace("deal normal", f"{params}deal normal", 1))
        out = checked(capsys, "two.clag")
        assert told in out
        assert ("one at a time" in out) is bool(told)
        assert out.count("nothing uses it") == len(idle)
        (summary,) = json.loads(checked(capsys, "two.clag", "--json"))["summaries"]
        assert summary.get("one_at_a_time") == listed
        assert [p["name"] for p in summary["parameters"] if "used" in p] == idle


@pytest.mark.usefixtures("folder")
def test_the_json_document_has_the_fields_of_the_interface(
    capsys: pytest.CaptureFixture[str],
) -> None:
    answer = json.loads(checked(capsys, "bad.clag", "good.clag", "--format", "json", status=1))
    assert list(answer) == ["problems", "summaries"]
    assert [problem["file"] for problem in answer["problems"]] == ["bad.clag"] * 2
    assert list(answer["problems"][0]) == [
        *("file", "line", "column", "end_line", "end_column"),
        *("code", "severity", "message", "help", "safe", "fix", "detail"),
    ]
    (summary,) = answer["summaries"]
    assert list(summary) == [
        *("file", "game", "variant", "players", "deals", "decisions"),
        *("scores", "assumptions", "parameters", "examples"),
    ]
    assert (summary["file"], summary["game"], summary["variant"]) == ("good.clag", "X", "Y")
    assert (summary["players"], summary["deals"], summary["examples"]) == ([3, 7], 8, 1)
    assert summary["scores"] == [-14, 17]
    assert summary["assumptions"] == ["a miss costs two"]
    assert summary["parameters"][0]["name"] == "hook"
    assert summary["parameters"][0]["default"] is True


@pytest.mark.usefixtures("folder")
def test_json_and_format_json_are_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    assert checked(capsys, "--json", "good.clag") == checked(
        capsys, "good.clag", "--format", "json"
    )


@pytest.mark.usefixtures("folder")
def test_gnu_prints_one_line_a_problem(capsys: pytest.CaptureFixture[str]) -> None:
    lines = checked(capsys, "bad.clag", "good.clag", "--format", "gnu", status=1).splitlines()
    assert len(lines) == 2
    assert all(line.startswith("bad.clag:") and ": error: " in line for line in lines)


@pytest.mark.usefixtures("folder")
def test_sarif_is_one_log(capsys: pytest.CaptureFixture[str]) -> None:
    log = json.loads(checked(capsys, "bad.clag", "--format", "sarif", status=1))
    (run,) = log["runs"]
    assert len(run["results"]) == 2
    names = {
        rule["id"]: rule["shortDescription"]["text"] for rule in run["tool"]["driver"]["rules"]
    }
    assert all(text != code for code, text in names.items())


@pytest.mark.usefixtures("folder")
def test_a_file_named_twice_and_a_shared_base_are_told_once(
    capsys: pytest.CaptureFixture[str], folder: Path
) -> None:
    for name in ("one", "two"):
        (folder / f"{name}.clag").write_text('clag 1\ngame "Z" extends "bad.clag"\n')
    answer = json.loads(checked(capsys, "one.clag", "two.clag", "--json", status=1))
    assert len([p for p in answer["problems"] if p["file"].endswith("bad.clag")]) == 2


@pytest.mark.usefixtures("folder")
def test_strict_counts_warnings(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from dataclasses import replace

    from clagdsl.check import checker as load
    from clagdsl.problems.diagnostic import Diagnostic

    whole = load.check_path

    def with_warning(file: str) -> load.CheckResult:
        warning = Diagnostic("C299", "warning", "odd", None, "")
        return replace(whole(file), diagnostics=(warning,))

    monkeypatch.setattr(load, "check_path", with_warning)
    assert "warning C299: odd" in checked(capsys, "good.clag")
    assert checked(capsys, "good.clag", "--strict", status=1).endswith("\n1 warning\n")


def test_a_missing_file_is_a_problem_of_that_file(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "sub.clag").mkdir()
    for name in ("none.clag", "sub.clag"):
        answer = json.loads(checked(capsys, name, "good.clag", "--json", status=2))
        assert len(answer["problems"]) == 1
        assert len(answer["summaries"]) == 1


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("environment", "coloured"),
    [
        ({}, True),
        ({"NO_COLOR": "1"}, False),
        ({"TERM": "dumb"}, False),
    ],
)
def test_colour_is_for_terminals_and_never_with_no_color(
    environment: dict[str, str], coloured: bool, monkeypatch: pytest.MonkeyPatch, folder: Path
) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    terminal = Terminal()
    monkeypatch.setattr("sys.stdout", terminal)
    assert main(["check", str(folder / "bad.clag")]) == 1
    assert ("\x1b[" in terminal.getvalue()) == coloured
    monkeypatch.setattr("sys.stdout", io.StringIO())
    assert not use_colour()


@pytest.mark.parametrize(
    ("arguments", "wanted"),
    [
        (["check", "a", "--json"], True),
        (["check", "--format", "json"], True),
        (["check", "--format=json"], True),
        (["check", "--format", "gnu"], False),
        (["check", "--", "--json"], False),
        (["check", "json"], False),
        (["--format"], False),
    ],
)
def test_whether_a_command_line_wants_json(arguments: list[str], wanted: bool) -> None:
    assert wants_json(arguments) == wanted


@pytest.mark.usefixtures("folder")
def test_a_name_that_is_no_variant_hides_no_other_file(capsys: pytest.CaptureFixture[str]) -> None:
    answer = json.loads(checked(capsys, "foss", "nosuch", "bad.clag", "--json", status=2))
    codes = [problem["code"] for problem in answer["problems"]]
    assert "U611" in codes
    assert len(codes) > 1
    assert [summary["file"] for summary in answer["summaries"]] == ["foss"]
