"""`clagdsl play`: sessions through a pipe, files that outlive a kill, wrong use.

`CLAGDSL_REWRITE=1 pytest tests/cli/test_play.py` rewrites the transcripts in `tests/golden`; the
change is then reviewed as text.
"""

import io
import os
import re
import subprocess
import sys
import time
from collections.abc import Callable
from functools import cache
from importlib.metadata import EntryPoint
from pathlib import Path
from shutil import rmtree
from textwrap import dedent
from typing import IO

import pytest
from support.expected import assert_as_reviewed
from support.play_matches import before_deal
from support.samples import every_nth

import clagdsl
from clagdsl.check.loader import rules_from
from clagdsl.cli.main import main
from clagdsl.engine.actions import Action, PlayTop
from clagdsl.engine.events import all_decisions
from clagdsl.engine.players import named_players
from clagdsl.engine.players.player import random_action
from clagdsl.engine.players.steady_player import steady_action
from clagdsl.engine.state import State
from clagdsl.engine.view import View
from clagdsl.lang.cards import PACK
from clagdsl.lang.record import Record
from clagdsl.problems.render import problem_kinds
from clagdsl.records.reading import parse_record
from clagdsl.records.writing import write_record

ROOT = Path(__file__).parent.parent.parent
GOLDEN = ROOT / "tests" / "golden"
Capture = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("NO_COLOR", raising=False)
    return tmp_path


def session(
    *arguments: str, typed: str = "", environment: dict[str, str] | None = None
) -> tuple[int, str, str]:
    """One run of the command, as from a shell: its status, output and errors."""
    done = subprocess.run(
        [sys.executable, "-m", "clagdsl", "play", *arguments],
        input=typed.encode(),
        env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONUTF8": "1", **(environment or {})},
        capture_output=True,
        timeout=120,
        check=False,
    )
    return done.returncode, done.stdout.decode(), done.stderr.decode()


def played(
    monkeypatch: pytest.MonkeyPatch, capsys: Capture, *arguments: str, typed: str = ""
) -> tuple[int, str]:
    """The same in this process."""
    monkeypatch.setattr("sys.stdin", io.StringIO(typed))
    status = main(["play", *arguments])
    told = capsys.readouterr()
    return status, told.err if status == 2 and told.err else told.out


# --- transcripts --------------------------------------------------------------------------

SESSIONS: dict[str, tuple[tuple[str, int, int], tuple[str, ...], str]] = {
    "first-deals": (
        ("pagat", 1, 7),
        ("--seat", "3"),
        "?\n0\nwhy 0\nrules\n1\n\nwhy 7S\n3\nscore\nplay 9H\nundo\nundo\n7C\nfoo\nquit\n",
    ),
    "special-deals": (
        ("pagat", 12, 1),
        (),
        "3\nrules\n5C\n2H\n2H as AC\n2h=2h\n7H as AH\nKS\nwhy 2H as AH\n?\n2H as KH\n",
    ),
    "top-card": (
        ("foss", 13, 4),
        (),
        "3\nKS\nwhy AS\nplay top as AC\n?\ntop\n" + "\n" * 6 + "score\n",
    ),
    "called": (
        ("raf", 1, 8),
        ("--seat", "3"),
        "9\n4\n1 2\ncall\n3 5 7\nh\nS H C\nshcd\n5\n2\n" + "\n" * 4,
    ),
    "blind-after-seeing": (("raf", 1, 8), ("--seat", "3"), "5\n2, 5\n1\nAS\n\n\n\n\n\n"),
}


@pytest.mark.parametrize("name", SESSIONS)
def test_a_session_reads_as_it_should(name: str, folder: Path) -> None:
    (rules, deal, seed), options, typed = SESSIONS[name]
    if deal == 1:
        match = ["--seed", str(seed), "--players", "4", "--bots", "random"]
        arguments = [rules, *match, *options, "-o", "match.toml"]
    else:
        record = before_deal(rules, deal, 4, seed).record()
        (folder / "match.toml").write_text(write_record(record))
        seat = options[options.index("--seat") :] if "--seat" in options else ()
        arguments = ["--resume", "match.toml", *seat]
    status, output, errors = session(*arguments, typed=typed)
    assert (status, errors) == (0, "")
    assert [line for line in output.splitlines() if len(line) > 80] == []
    shown = f"$ clagdsl play {' '.join(arguments)}\n{output}"
    assert_as_reviewed(shown, GOLDEN / f"play-{name}.txt")


def test_equal_cards_show_the_number_of_their_pack_and_need_it_only_if_both_are_held(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    (folder / "two.clag").write_text(
        """clag 2
        game "Two Packs" players 3 pack A K Q J 10 9 8 7, 2 of each
        deal normal trump none bid none equal cards better pack wins score tricks
        completed not counted
        schedule 8 cards: normal winner highest total, then shared"""
    )
    typed = "why J♦\nwhy JD\nwhy 7S\nplay QS\n7s\n"
    status, told = played(monkeypatch, capsys, "two.clag", "--seed", "4", typed=typed)
    assert status == 0
    assert "hand      [J♠1] [8♠1] [7♠2]  [K♥1]  [J♦1] [J♦2]  [7♣1] [7♣2]\n" in told
    assert told.count("`JD` lacks the number of its pack: play `JD1` or `JD2`\n") == 2
    assert "`play 7S2` is allowed." in told
    assert "`QS` is not in the hand" in told
    assert "\nTrick 1: You 7♠2, Ann " in told


def test_a_whole_match_through_a_pipe(folder: Path) -> None:
    state = clagdsl.load("scottish").start(players=4, seed=5)
    typed = []
    while (action := random_action(state)) is not None:
        if state.actor == 2:
            typed.append(str(action))
        state = state.apply(action)
    table = ("scottish", "--seed", "5", "--players", "4", "--seat", "2", "--bots", "random")
    status, output, errors = session(*table, "-o", "all.toml", typed="\n".join(typed))
    assert (status, errors) == (0, "")
    assert output.splitlines()[-1] == "The match is saved in all.toml."
    again = clagdsl.replay(folder / "all.toml")
    assert again.over
    assert again.totals == state.totals
    assert again.events == state.events
    assert main(["replay", "all.toml"]) == 0
    assert not list(folder.glob(".all*"))
    # A match that is over is only shown.
    status, output, _ = session("--resume", "all.toml")
    assert status == 0
    assert "the match" in output
    assert ">" not in output


# --- nothing is lost ----------------------------------------------------------------------


SEED_9 = ("--seed", "9", "--bots", "random", "-o", "match.toml")


@pytest.mark.parametrize("after", every_nth([1, 5, 12, 40], 2))
def test_a_kill_loses_nothing(after: int, folder: Path) -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "clagdsl", "play", "foss", *SEED_9],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONUTF8": "1"},
    )
    assert process.stdin is not None
    assert process.stdout is not None
    state = clagdsl.load("foss").start(seed=9)
    for _ in range(after):
        until_asked(process.stdout)
        while state.actor != 0:
            state = state.apply(known(random_action(state)))
        action = state.legal()[-1]
        state = state.apply(action)
        process.stdin.write(f"{action}\n".encode())
        process.stdin.flush()
    until_asked(process.stdout)  # the answer of the others is there: so it is in the file
    process.kill()
    process.communicate()
    while state.actor != 0:
        state = state.apply(known(random_action(state)))
    record = parse_record((folder / "match.toml").read_bytes()).record
    assert record is not None
    assert record.person == "You"
    assert [deal.tricks for deal in record.deals] == [d.tricks for d in state.record().deals]
    again = clagdsl.replay(folder / "match.toml")
    assert again.events == state.events
    status, output, _ = session("--resume", "match.toml")
    assert status == 0
    assert output.splitlines()[-1] == "Saved. To continue: clagdsl play --resume match.toml"
    assert clagdsl.replay(folder / "match.toml").events == state.events


@cache
def whole_match() -> tuple[State, bytes]:
    """Returns a match of foss played at random, and what the person of seat 0 types."""
    whole, typed = clagdsl.load("foss").start(seed=9), b""
    while (action := random_action(whole)) is not None:
        if whole.actor == 0:
            unseen = PlayTop() in whole.view(0).legal
            typed += b"top\n" if unseen else f"{action}\n".encode()
        whole = whole.apply(action)
    return whole, typed


@pytest.mark.parametrize("after", every_nth([0.45, 0.6, 0.8], 2))
def test_a_kill_at_any_time_leaves_a_whole_record(after: float, folder: Path) -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "clagdsl", "play", "foss", *SEED_9],
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONUTF8": "1"},
    )
    assert process.stdin is not None
    whole, typed = whole_match()
    process.stdin.write(typed)
    process.stdin.flush()
    started = time.monotonic()
    while not (folder / "match.toml").exists() and time.monotonic() < started + 60:
        time.sleep(0.01)
    time.sleep(after)
    process.kill()
    process.communicate()
    state = clagdsl.replay(folder / "match.toml")
    assert whole.events[: len(state.events) - 1] == state.events[:-1]
    assert main(["replay", "match.toml"]) == 0


def until_asked(output: IO[bytes]) -> None:
    seen = b""
    while not seen.endswith(b"> "):
        character = output.read(1)
        assert character, seen
        seen = seen[-200:] + character


def known(action: object) -> str:
    assert action is not None
    return str(action)


def test_the_other_seats_go_on_as_they_would_have(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    whole = clagdsl.load("raf").start(players=4, seed=6)
    typed = []
    while (action := random_action(whole)) is not None:
        if whole.actor == 1:
            unseen = PlayTop() in whole.view(1).legal
            typed.append("play top" if unseen else str(action))
        whole = whole.apply(action)
    table = ("raf", "--players", "4", "--seed", "6", "--seat", "1", "--bots", "random")
    for start in (0, *range(9, len(typed), 30)):
        lines = "\n".join(typed[start : start + 30] if start else typed[:9])
        asked = ("--resume", "m.toml") if start else (*table, "-o", "m.toml")
        assert played(monkeypatch, capsys, *asked, typed=lines)[0] == 0
    assert clagdsl.replay(folder / "m.toml").events == whole.events


@pytest.mark.parametrize(
    ("options", "told", "decide", "kept"),
    [
        ((), "are `steady` bots", steady_action, "steady"),
        (("--bots", "steady"), "are `steady` bots", steady_action, "steady"),
        (("--bots", "random"), "are `random` bots", random_action, None),
    ],
)
def test_the_other_seats_play_steadily_unless_told(
    monkeypatch: pytest.MonkeyPatch,
    capsys: Capture,
    options: tuple[str, ...],
    told: str,
    decide: Callable[[State], Action | None],
    kept: str | None,
) -> None:
    table = ("pagat", "--players", "4", "--seed", "2", *options, "-o", "m.toml")
    status, output = played(monkeypatch, capsys, *table, typed="0\n\n1\n")
    assert status == 0
    assert told in " ".join(output.split())
    record = parse_record(Path("m.toml").read_text()).record
    assert record is not None
    assert record.bots == kept
    assert record.person == "You"
    state = clagdsl.load("pagat").start(players=4, seed=2)
    for done in all_decisions(clagdsl.replay(record).events):
        if state.actor != 0:
            assert done == decide(state)
        state = state.apply(done)


def test_the_file_is_written_after_every_action(
    monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    texts: list[str] = []
    safe: list[bool] = []

    def watched(path: Path, text: str, *, durable: bool) -> None:
        assert path == Path("m.toml")
        texts.append(text)
        safe.append(durable)
        path.write_text(text)

    monkeypatch.setattr("clagdsl.cli.play.command.write_file", watched)
    played(monkeypatch, capsys, "foss", "--seed", "2", "-o", "m.toml", typed="0\n\n1\n")
    counts = []
    for text in texts:
        record = parse_record(text).record
        assert record is not None
        counts.append(len(all_decisions(clagdsl.replay(record).events)))
    last = counts[-1]
    # What the person is asked next stands on the disk, with all that went before.
    asked = [clagdsl.replay(known_record(text)).actor == 0 for text in texts]
    assert [durable for durable, waits in zip(safe, asked, strict=True) if waits] == [
        True for waits in asked if waits
    ]
    assert not all(safe)
    assert counts == [*range(last + 1), last]


def known_record(text: str) -> Record:
    record = parse_record(text).record
    assert record is not None
    return record


def test_rules_of_ones_own_are_found_again(folder: Path) -> None:
    (folder / "rules.d").mkdir()
    (folder / "kept").mkdir()
    text = 'clag 1\ngame "Friday" extends foss\nchange normal score tricks\n'
    (folder / "rules.d" / "friday.clag").write_text(text)
    output = str(Path("kept", "m.toml"))
    status, _, _ = session("rules.d/friday.clag", "--seed", "2", "-o", output, typed="0\n")
    assert status == 0
    assert 'rules      = "../rules.d/friday.clag"' in (folder / output).read_text()
    status, told, _ = session("--resume", output, "-o", "here.toml", typed="\n")
    assert status == 0
    assert "Friday" in told
    assert 'rules      = "rules.d/friday.clag"' in (folder / "here.toml").read_text()
    # The rules are changed in between: that is told, and the match goes on where it can.
    (folder / "rules.d" / "friday.clag").write_text(text + "drop Blind\n")
    status, _, errors = session("--resume", "here.toml")
    assert status == 0
    assert "warning R530" in errors
    (folder / "rules.d" / "friday.clag").write_text(text.replace("tricks", "2 + tricks"))
    kept = (folder / "here.toml").read_text()
    status, told, _ = session("--resume", "here.toml")
    assert status == 1
    assert "warning R530" in told
    assert "error R541" in told
    assert (folder / "here.toml").read_text() == kept


def test_how_a_record_names_its_rules() -> None:
    assert rules_from("pagat", Path("a", "m.toml")) == "pagat"
    assert rules_from("x.clag", None) == "x.clag"
    assert rules_from(Path("a", "x.clag"), Path("a", "m.toml")) == "x.clag"
    assert rules_from(Path("a", "rules"), Path("a", "m.toml")) == "./rules"


def test_the_end_of_input_and_an_interruption_say_what_was_saved(
    monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    status, output = played(monkeypatch, capsys, "foss", "--seed", "2")
    assert status == 0
    assert output.endswith("bid 0-1> \nNothing was decided, so no match is saved.\n")

    def interrupted(_: str) -> str:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr("clagdsl.cli.play.command.line_reader", lambda: interrupted)
        assert main(["play", "foss", "--seed", "2", "-o", "m.toml"]) == 130
    assert capsys.readouterr().out.endswith("To continue: clagdsl play --resume m.toml\n")
    monkeypatch.setattr("sys.stdin", None)
    assert main(["play", "--resume", "m.toml"]) == 0
    assert capsys.readouterr().out.endswith("To continue: clagdsl play --resume m.toml\n")


def test_a_bot_that_fails_leaves_a_match_that_another_one_goes_on_with(
    monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    def broken(view: View, *_: object) -> Action:
        if view.deal == 2:
            raise KeyError("no idea")
        return view.legal[0]

    bids = ("foss", "--seed", "2", "--bots", "broken")
    brought = {"broken": EntryPoint("broken", "broken:it", "clagdsl.players")}
    with monkeypatch.context() as patched:
        patched.setattr(named_players, "entry_points", lambda **_: [*brought.values()])
        patched.setattr(EntryPoint, "load", lambda _: broken)
        forget_players()
        patched.setattr("sys.stdin", io.StringIO("0\n" + "\n" * 9))
        assert main(["play", *bids, "-o", "m.toml"]) == 2
        told = capsys.readouterr()
        assert told.out.endswith("Saved. To continue: clagdsl play --resume m.toml\n")
        assert "U637" in told.err
        assert 'bots       = "broken"' in Path("m.toml").read_text()
    forget_players()
    status, _ = played(monkeypatch, capsys, "--resume", "m.toml")
    assert status == 2
    status, output = played(monkeypatch, capsys, "--resume", "m.toml", "--bots", "steady")
    assert status == 0
    assert "are `steady` bots" in " ".join(output.split())
    assert 'bots       = "steady"' in Path("m.toml").read_text()


def forget_players() -> None:
    named_players._package_players.cache_clear()
    named_players._resolve_player.cache_clear()


def test_a_match_that_cannot_be_kept_any_more_goes_on(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    (folder / "sub").mkdir()

    class Breaking(io.StringIO):
        def readline(self, size: int = -1, /) -> str:
            rmtree(folder / "sub", ignore_errors=True)
            return super().readline(size)

    monkeypatch.setattr("sys.stdin", Breaking("0\n\n"))
    assert main(["play", "foss", "--seed", "2", "-o", "sub/m.toml"]) == 2
    output = capsys.readouterr().out
    assert output.count("The match is not saved: cannot write `sub/m.toml`") == 2
    assert "Deal 2" in output


# --- how it looks -------------------------------------------------------------------------


def test_letters_where_the_encoding_has_no_suits() -> None:
    environment = {"PYTHONUTF8": "0", "PYTHONIOENCODING": "ascii"}
    status, output, _ = session("foss", "--seed", "1", typed="0\n", environment=environment)
    assert status == 0
    assert output.isascii()
    assert "AD" in output


def test_colour_on_a_terminal_only(monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    state = Path("state").absolute()
    monkeypatch.setenv("XDG_STATE_HOME", str(state))
    _, plain = played(monkeypatch, capsys, "foss", "--seed", "1", typed="0\n")
    rmtree(state)
    assert "\x1b" not in plain
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    monkeypatch.setenv("TERM", "xterm")
    _, coloured = played(monkeypatch, capsys, "foss", "--seed", "1", typed="0\n")
    assert "\x1b[31m" in coloured
    monkeypatch.setenv("NO_COLOR", "1")
    rmtree(state)
    _, again = played(monkeypatch, capsys, "foss", "--seed", "1", typed="0\n")
    assert again == plain


def test_bytes_that_are_no_text() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "clagdsl", "play", "foss", "--seed", "1"],
        input=b"\xff\xfe\x00\x1b[2J\n" + b"x" * 20_000 + b"\n0\n",
        env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONUTF8": "1"},
        capture_output=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0
    assert b"\x1b" not in done.stdout
    assert b"trick 1" in done.stdout


def test_without_a_seed_matches_differ(monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    told = {played(monkeypatch, capsys, "foss")[1] for _ in range(4)}
    assert len(told) > 1
    assert all(re.search(r"Seed\s[0-9]+\.", one) for one in told)


def test_the_person_and_the_parameters(monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    names = ("--names", "Kim, Lou ,Mia", "--seat", "1", "--set", "deals=1")
    status, output = played(
        monkeypatch, capsys, "raf", *names, "--seed", "1", "-o", "m.toml", typed="3\n"
    )
    assert status == 0
    assert "1 deal, 3 players. You sit in seat 1; Kim and Mia are" in " ".join(output.split())
    text = Path("m.toml").read_text()
    assert 'person     = "Lou"' in text
    assert "parameters = { deals = 1 }" in text
    _, output = played(monkeypatch, capsys, "--resume", "m.toml", "--seat", "0")
    assert "You sit in seat 0; Lou and Mia are" in " ".join(output.split())


# --- wrong use ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ((), "name the rules to play, such as"),
        (("foss", "--resume", "x.toml"), "already sets this: leave out `FILE`"),
        (("--resume", "x.toml", "--seed", "0"), "leave out `--seed`"),
        (("--resume", "x.toml", "--players", "3"), "leave out `--players`"),
        (("--resume", "x.toml", "--names", "A,B,C"), "leave out `--names`"),
        (("--resume", "x.toml", "--set", "a=1"), "leave out `--set`"),
        (("foss", "--bots", ""), "U629"),
        (("foss", "--players", "2"), "U601"),
        (("foss", "--players", "11"), "U601"),
        (("foss", "--players", "-1"), "U601"),
        (("foss", "--seat", "3"), "U623"),
        (("foss", "--seat", "-1"), "U623"),
        (("foss", "--seat", "99"), "U623"),
        (("foss", "--names", "A"), "`--names` has 1 player"),
        (("foss", "--names", "A,B,A"), "two players are called `A`"),
        (("foss", "--names", "A,B,C,D", "--players", "3"), "U"),
        (("foss", "--set", "x=1"), "U602"),
        (("foss", "--seed", "-1"), "--seed"),
        (("nosuch",), "U611"),
        (("foss", "-o", "taken.toml"), "`taken.toml` exists"),
        (("foss", "-o", "."), "cannot write `.`: Is a directory"),
        (("foss", "-o", "nowhere/m.toml"), "cannot write"),
    ],
)
def test_wrong_use(
    arguments: tuple[str, ...], told: str, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    Path("taken.toml").write_text("precious")
    status, errors = played(monkeypatch, capsys, *arguments)
    assert status == 2
    assert told in errors
    assert Path("taken.toml").read_text() == "precious"


GOOD = 'record = 1\nrules = "foss"\nplayers = ["Ann", "Bob", "Cai"]\nseed = 7\n'


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("record = 1\n", "R505"),
        (GOOD.replace("seed = 7\n", ""), "R602"),
        (GOOD.replace("foss", "nosuch"), "R601"),
        (GOOD + 'person = "Dee"\n', "R509"),
        (GOOD + '[[deal]]\ndeal = 1\nbids = "3 ? ?"\n', "A201"),
        (GOOD + f'[[deal]]\ndeal = 1\npack = "{" ".join(map(str, PACK))}"\n', "R561"),
    ],
)
def test_records_that_cannot_go_on(
    text: str, code: str, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    Path("m.toml").write_text(text)
    status, output = played(monkeypatch, capsys, "--resume", "m.toml")
    assert status == 1
    assert f"error {code}" in output
    assert Path("m.toml").read_text() == text


def test_the_page_of_r602(monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    page = problem_kinds()["R602"].page
    texts = dict(re.findall(r"```toml (fails|mended)\n(.*?)```", dedent(page), re.S))
    for which, status in (("fails", 1), ("mended", 0)):
        Path("m.toml").write_text(texts[which])
        assert played(monkeypatch, capsys, "--resume", "m.toml")[0] == status


def test_a_record_with_nothing_but_a_seed_is_a_match(
    monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    Path("m.toml").write_text(GOOD)
    status, output = played(monkeypatch, capsys, "--resume", "m.toml", typed="0\n")
    assert status == 0
    assert "trick 1" in output
