"""What a slip on the command line is told: what was meant, or what is possible."""

from __future__ import annotations

from pathlib import Path

import pytest

from clagdsl.cli.main import main

Capture = pytest.CaptureFixture[str]
JOKERS = """clag 2
game "Jokers"
players 3
pack all ranks, 1 Joker
special Joker is high asks nothing
deal normal
  trump none
  wild 2
  bid in turn
  score tricks
schedule 2 cards: normal
winner highest total, then shared
"""
SCORED = ["--bids", "2,0,3,1", "--tricks", "2,0,3,2"]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    (tmp_path / "friday.clag").write_text('clag 1\ngame "Friday" extends foss\n')
    (tmp_path / "jokers.clag").write_text(JOKERS)
    return tmp_path


@pytest.mark.parametrize(
    ("arguments", "status", "told"),
    [
        (["chek"], 2, "clagdsl: error U690: there is no command `chek`: did you mean `check`?"),
        (["friday.clag"], 2, "no command `friday.clag`: `clagdsl check friday.clag` checks a file"),
        (["xyzzy"], 2, "clagdsl: error U690: there is no command `xyzzy`\n"),
        (["check", ""], 2, "error S101: cannot read ``: the name of the file is empty"),
        (["fmt", ""], 2, "error S101: cannot read ``: the name of the file is empty"),
        (["replay", ""], 2, "error R501: the name of the record is empty"),
        (["new", ""], 2, "the name of the file is empty; name it `friday.clag`, say"),
        (["new", ".clag"], 2, "`.clag` is only an ending; name it `friday.clag`, say"),
        (["new", "x/.clag"], 2, "`x/.clag` is only an ending; name it `x/friday.clag`, say"),
        (["new", "a"], 2, "`a` does not end in `.clag`; name it `a.clag`"),
        (
            ["trick", "israeli-whist", "--deal", "1", "--trump", "none", "KS AD 2S 3S"],
            0,
            "there is no trump",
        ),
        (["new", "--", "-x.clag"], 0, "then: clagdsl check ./-x.clag\n"),
        (["simulate", "foss", "-n", "abc"], 2, "`-n abc` is not a number of matches: give"),
        (["simulate", "foss", "-n", "1e-3"], 2, "give a whole number, such as `1000` or `1e6`"),
        (
            ["play", "foss", "--seed", "abc"],
            2,
            f"`--seed abc` is not a whole number: give one from 0 to {2**64 - 1}\n",
        ),
        (["play", "foss", "--seed", "-1"], 2, "`--seed -1` is too small: give one from 0 to"),
        (["play", "foss", "--seed", str(2**64)], 2, "is too large: give one from 0 to"),
        (
            ["play", "foss", "--players", "1.5"],
            2,
            "`--players 1.5` is not a whole number: give one s",
        ),
        (["simulate", "foss", "--seed", "9" * 1001], 2, "99...` is too large: give one such as `7"),
        (
            ["score", "pagat", "--deal", "99", *SCORED],
            2,
            "`99` with 4 players: its deals are 1 to 22, or by name",
        ),
        (["score", "pagat", "--deal", "0", *SCORED], 2, "`Highest Number`"),
        (
            ["score", "pagat", "--deal", "7", "--bids", "2,0,3,12345678901", "--tricks", "2,0,3,2"],
            2,
            "`12345678901` is too large for `--bids`: no number can be more than 52, the cards of",
        ),
        (
            ["trick", "pagat", "AC 2C", "--deal", "Dealer Calls Trumps", "--calls", "hearts"],
            2,
            "there is nothing to call in this deal; give trumps as `--trump hearts`",
        ),
        (
            ["trick", "raf-pagat", "AC 2C", "--deal", "1", "--calls", "S H C D"],
            2,
            'give the order of the suits as `--order "S H C D"`',
        ),
        (
            ["trick", "raf", "AC 2C", "--deal", "1", "--calls", "hearts"],
            2,
            "give trumps as `--trump hearts`",
        ),
        (
            ["trick", "stiche-raten", "6C 7C", "--deal", "1", "--trump", "hearts"],
            2,
            "with 3 players the pack has no `6C`",
        ),
        (
            ["trick", "jokers.clag", "2C=Joker", "--deal", "1"],
            2,
            "`2C` cannot stand for `Joker`: it is a special card",
        ),
        (
            ["trick", "pagat", "7C AC 7C", "--deal", "7", "--trump", "hearts"],
            2,
            "`7C` is played twice: the pack has one",
        ),
        (
            ["trick", "wizard", " ".join(["Wizard"] * 5), "--deal", "1", "--trump", "none"],
            2,
            "`Wizard` is played five times: the pack has four",
        ),
        (["trick", "wizard", "AC", "--deal", "1"], 2, "give `--trump`, a suit or `none`"),
        (["check", "friday"], 2, "`friday`; did you mean the file `friday.clag`? (for a file,"),
        (["sheet", "friday"], 2, "`friday`; did you mean the file `friday.clag`? (for a file,"),
        (["explain", "friday"], 2, "not a file: `clagdsl sheet friday.clag` prints"),
        (
            ["score", "pagat", "--deal", "-1", *SCORED],
            2,
            "`-1` with 4 players: its deals are 1 to 22, or by",
        ),
        (["score", "spades", "--past", "nix=1", "--deal", "1", *SCORED], 2, "choose from `bags`"),
        (["score", "spades", "--past", "bag=1", "--deal", "1", *SCORED], 2, "mean `bags`?"),
        (["replay", "nosuch.csv"], 2, "error R501: no such file"),
        (["replay", "nosuch.toml"], 2, "error R501: no such file"),
    ],
)
def test_a_slip_is_told_with_what_is_meant_or_possible(
    arguments: list[str], status: int, told: str, capsys: Capture
) -> None:
    assert main(arguments) == status
    shown = capsys.readouterr()
    assert told in shown.out + shown.err


BY_PLAYERS = """\
clag 2
game "By players"
players 3 to 4
deal normal
  rank 2 3 4 5 6 7 8 9 10 J Q K A when players = 4, otherwise A K Q J 10 9 8 7 6 5 4 3 2
  trump turned when players = 3, otherwise none
  bid in turn
  score 10 + tricks when made, otherwise 0
schedule
  7 cards: normal when players = 3
  then 5 cards: normal when players = 4
winner highest total, then shared
"""


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        # four cards: only four can play them, by whose order the two is highest
        (["AC 2C 5C KC"], "card 2 of 4: `2C` wins"),
        (["AC 2C", "--trump", "hearts"], "card 1 of 2: `AC` wins"),  # four have no trump
        (["AC 2C", "--cards", "5"], "card 2 of 2: `2C` wins"),
        (["AC 2C", "--players", "4"], "card 2 of 2: `2C` wins"),
        (["AC 2C 3C 4C 5C"], "a trick has 1 to 4 cards, not 5"),
        (["AC 2C 3C 4C", "--players", "3"], "a trick has 1 to 3 cards, not 4"),
    ],
)
def test_a_trick_is_judged_by_the_players_who_can_have_played_it(
    arguments: list[str], told: str, folder: Path, capsys: Capture
) -> None:
    (folder / "by.clag").write_text(BY_PLAYERS)
    main(["trick", "by.clag", "--deal", "normal", *arguments])
    shown = capsys.readouterr()
    assert told in shown.out + shown.err


def test_a_trick_that_depends_on_the_players_asks_for_their_number(
    folder: Path, capsys: Capture
) -> None:
    rules = BY_PLAYERS.replace("trump turned when players = 3, otherwise none", "trump none")
    (folder / "by.clag").write_text(rules)
    assert main(["trick", "by.clag", "--deal", "normal", "AC 2C"]) == 2
    told = "the answer depends on the number of players: give `--players`, `3` or `4`"
    assert told in capsys.readouterr().err


@pytest.mark.parametrize("name", ["rules", "./rules", "rules/"])
def test_a_folder_is_not_taken_for_a_misspelled_variant(
    name: str, folder: Path, capsys: Capture
) -> None:
    (folder / "rules").mkdir()
    assert main(["keep", name, "-o", "keeper.html"]) == 2
    shown = capsys.readouterr()
    told = shown.out + shown.err
    assert "folder" in told
    assert "name a" in told
    assert "foss" not in told
    assert not (folder / "keeper.html").exists()


@pytest.mark.parametrize("sign", ['"', "\r", "\u2028", "\u200b", "\x01"])
def test_new_writes_no_file_that_cannot_be_read(sign: str, folder: Path, capsys: Capture) -> None:
    """A path that a rules file cannot name is refused; a title leaves out what it cannot hold."""
    odd = folder / f"a{sign}b"
    odd.mkdir()
    (odd / "friday.clag").write_text('clag 1\ngame "Friday" extends foss\n')
    assert main(["new", "mine.clag", "--from", str(odd / "friday.clag")]) == 2
    assert "a character that a rules file cannot name" in capsys.readouterr().err
    assert not (folder / "mine.clag").exists()
    assert main(["new", f"a{sign}b.clag", "--from", "friday.clag"]) == 0
    assert main(["check", f"a{sign}b.clag"]) == 0


def test_a_name_as_long_as_a_page_is_shortened(capsys: Capture) -> None:
    for command in ("check", "explain", "sheet", "graph"):
        main([command, "a" * 5000])
        told = capsys.readouterr()
        assert 0 < len(told.out + told.err) < 700, command


@pytest.mark.parametrize("command", ["sheet", "graph", "score"])
def test_settings_with_which_the_rules_do_not_hold_are_refused(
    command: str, folder: Path, capsys: Capture
) -> None:
    (folder / "far.clag").write_text(
        'clag 1 game "A" players 3 to 4 param p = 3 in 0 to 1000000 "p" deal a trump turned '
        "bid in turn score tricks // (p - 777777) schedule 7 cards: a "
        "winner highest total, then shared"
    )
    more = ["--deal", "a", *SCORED] if command == "score" else []
    assert main([command, "far.clag", "--set", "p=777777", *more]) == 2
    assert "error U610: the rules do not work with these parameters" in capsys.readouterr().err
    if command != "score":
        assert main([command, "far.clag", "--set", "p=777776"]) == 0


@pytest.mark.parametrize(
    ("seed", "told"),
    [
        ("seed = 1", "`--resume m.toml` resumes it; give `-o` another name"),
        ("", "it is not a match that can be resumed; give `-o` another name"),
        ("seed = -1", "it is not a match that can be resumed; give `-o` another name"),
    ],
)
def test_only_a_match_that_can_be_gone_on_with_is_said_to_be(
    seed: str, told: str, folder: Path, capsys: Capture
) -> None:
    head = f'record = 1\nrules = "foss"\nplayers = ["A", "B", "C"]\n{seed}\n'
    (folder / "m.toml").write_text(head)
    assert main(["play", "-o", "m.toml", "foss"]) == 2
    assert f"`m.toml` exists: {told}" in capsys.readouterr().err


def test_who_is_said_to_bid_blind_is_a_player(folder: Path, capsys: Capture) -> None:
    text = (
        'clag 2 game "B" players 3 deal normal trump none bid in turn sight by choice\n'
        "score 10 when made and blind, otherwise 0 schedule 2 cards: normal\n"
        "winner highest total, then shared\n"
    )
    (folder / "b.clag").write_text(text)
    scored = ["--deal", "1", "--bids", "0,0,0", "--tricks", "2,0,0"]
    assert main(["score", "b.clag", *scored, "--blind", "7"]) == 2
    told = "the player who bids blind cannot be `7`: give a seat, 0 to 2, or a player's name"
    assert told in capsys.readouterr().err
