"""How a match in the terminal begins where it is drawn who deals and bids first."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

import clagdsl
from clagdsl.check.checker import check_text
from clagdsl.cli.main import main
from clagdsl.explain.rule_sheet.document import markdown
from clagdsl.explain.rule_sheet.sheet_builder import rule_sheet

LOTS = """clag 2 game "Lots"
players 2 to 4, dealer drawn
deal normal
  trump named by highest bidder any suit or none
  bid in turn, drawn first
  score 10 + tricks when made, otherwise 0
schedule 1 up to 4 cards: normal
winner highest total, then shared
"""


SHORT = """clag 2 game "Short"
players 2
pack A K Q, 2 suits, without QH
deal normal
  trump named by dealer any suit
  wild Q
  bid fixed 0
  score tricks
schedule 2 cards: normal
winner highest total, then shared
"""


FIRST = """clag 2 game "First"
players 3
deal normal
  trump named by eldest from {first} cards any suit or none
  bid in turn
  score tricks
schedule 3 cards: normal
winner highest total, then shared
"""


@pytest.mark.parametrize(
    ("first", "note", "more"),
    [
        (1, "from the first card", "(and 2 more when trump is named)"),
        (2, "from the first 2 cards", "(and 1 more when trump is named)"),
        (3, "from the first 3 cards", ""),
    ],
)
def test_who_names_trump_is_shown_the_first_cards(
    first: int,
    note: str,
    more: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    (tmp_path / "first.clag").write_text(FIRST.format(first=first), "utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.stdin", io.StringIO("trump clubs\nquit\n"))
    assert main(["play", "first.clag", "--seed", "1"]) == 0
    told, _, after = capsys.readouterr().out.partition("You name clubs")
    assert f"- eldest names the trump suit, or none, {note}" in told
    (hand,) = [line for line in told.splitlines() if line.strip().startswith("hand ")]
    assert sum(hand.count(suit) for suit in "♠♥♦♣") == first
    assert more in hand
    assert ("more when trump is named" in told) == bool(more)
    (hand,) = [line for line in after.splitlines() if line.strip().startswith("hand ")]
    assert sum(hand.count(suit) for suit in "♠♥♦♣") == 3


def opening(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], players: int
) -> list[str]:
    (folder / "lots.clag").write_text(LOTS, "utf-8")
    monkeypatch.chdir(folder)
    monkeypatch.setattr("sys.stdin", io.StringIO("quit\n"))
    assert main(["play", "lots.clag", "--players", str(players), "--seed", "1"]) == 0
    return capsys.readouterr().out.splitlines()


def test_who_is_drawn_to_deal_first_is_told_with_the_first_deal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    told = opening(tmp_path, monkeypatch, capsys, 3)
    drawn = next(line for line in told if line.startswith("Drawn to deal first: "))
    assert told.index(drawn) < told.index("== Deal 1 of 4: normal ==")
    assert f"{drawn.removeprefix('Drawn to deal first: ')} deals" in "\n".join(told)
    assert "The match so far:" not in told


@pytest.mark.parametrize(
    ("players", "says"), [(2, "Ann is a `steady` bot"), (3, "Ben are `steady` bots")]
)
def test_one_bot_is_named_and_two_are_named(
    players: int,
    says: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert says in " ".join(opening(tmp_path, monkeypatch, capsys, players))


def test_what_is_named_after_the_bids_stands_after_them_on_the_sheet() -> None:
    game = check_text(LOTS).game
    assert game is not None
    told = markdown(rule_sheet(game))
    assert told.index("**Bids.**") < told.index("**Trumps.**") < told.index("**Play.**")


def test_a_short_pack_offers_its_own_suits_and_cards(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "short.clag").write_text(SHORT, "utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.stdin", io.StringIO("trump clubs\ntrump hearts\nplay 7S\nquit\n"))
    assert main(["play", "short.clag", "--players", "2", "--seed", "1", "--seat", "1"]) == 0
    told = capsys.readouterr().out
    assert "trump (♠ ♥)> " in told
    assert "A405: there are no clubs in the pack: name `spades` or `hearts`" in told
    _, _, after = told.partition("> play 7S")
    assert after.lstrip().startswith(("A3", "A1")), after


@pytest.mark.parametrize("base", ["trump none", "trump hearts", "trump turned\n  shown after bids"])
@pytest.mark.parametrize(
    ("twist", "waits"), [("trump spades", True), ("trump none", True), ("lead dealer", False)]
)
def test_a_trump_that_the_call_may_replace_is_not_told_before_the_call(
    base: str,
    twist: str,
    waits: bool,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    text = f"""clag 2 game "Called" players 3 deal normal {base} bid in turn score tricks
    call by dealer any of Twisted twist Twisted {twist}
    schedule 3 cards: normal winner highest total, then shared"""
    state = clagdsl.load(text=text).start(players=3, seed=1)
    known = None if waits or "turned" in base else ("H",) if "hearts" in base else ()
    views = [state.trump, *(state.view(seat).trump for seat in (None, 0, 1, 2))]
    assert (state.phase, set(views)) == ("call", {known})

    (tmp_path / "called.clag").write_text(text, "utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.stdin", io.StringIO("rules\ncall\nquit\n"))
    assert main(["play", "called.clag", "--players", "3", "--seed", "1", "--seat", "2"]) == 0
    before, _, after = capsys.readouterr().out.partition("You call nothing")
    notes = ("- there is no trump", "- ♥ are trump", "- trump is turned after the bids")
    own = notes[0] if "none" in base else notes[1] if "hearts" in base else notes[2]
    assert ("trump waits for the call" in before) == waits
    assert [note in before for note in notes] == [note == own and not waits for note in notes]
    assert [note in after for note in notes] == [note == own for note in notes]
    assert "- after seeing the cards, the dealer calls" in before
    assert "the dealer calls" not in after


@pytest.mark.parametrize(("twist", "waits"), [("bid in turn", True), ("lead dealer", False)])
def test_a_fixed_bid_that_the_call_may_replace_is_not_told_before_the_call(
    twist: str,
    waits: bool,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    text = f"""clag 2 game "Called" players 3 deal normal trump none bid fixed 1 score tricks
    call by dealer any of Twisted twist Twisted {twist}
    schedule 3 cards: normal winner highest total, then shared"""
    state = clagdsl.load(text=text).start(players=3, seed=1)
    assert (state.phase, set(state.bids)) == ("call", {None if waits else 1})
    assert set(state.view(0).bids) == {None if waits else 1}
    assert state.apply("call").bids == (1, 1, 1)

    (tmp_path / "called.clag").write_text(text, "utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.stdin", io.StringIO("call\nquit\n"))
    assert main(["play", "called.clag", "--players", "3", "--seed", "1", "--seat", "2"]) == 0
    before, _, after = capsys.readouterr().out.partition("You call nothing")
    assert ("- everybody has bid 1" in before) == (not waits)
    assert "- everybody has bid 1" in after
