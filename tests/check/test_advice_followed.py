"""Who does what a help says, word for word, has a file that checks."""

from __future__ import annotations

import re

import pytest

from clagdsl.check.checker import check_text
from clagdsl.problems.diagnostic import Diagnostic, apply_edits

GAME = """clag 1
game "G"
players 3 to 7
param longest = 7 in 6 to 12 "the most cards"
let few = players - 4
deal normal
  trump turned
  bid in turn
  last bid keeps bids != cards
  score 10 + tricks when made, otherwise longest
deal nt is normal with trump none
schedule
  1 up to 7 cards: normal, nt
winner highest total, then shared
"""
NORMAL = "1 up to 7 cards: normal, nt"
LAST = "last bid keeps bids != cards"


def errors(text: str) -> list[Diagnostic]:
    return [each for each in check_text(text).diagnostics if each.severity == "error"]


def only(text: str) -> Diagnostic:
    (problem,) = errors(text)
    return problem


def followed(text: str, help: str) -> str:
    """A text with each of `these` written for `those`, as a help says."""
    pairs = re.findall(r"`([^`]+)` with `([^`]+)`", help)
    assert pairs
    for written, mended in pairs:
        assert written in text
        text = text.replace(written, mended)
    return text


SCHEDULES = (
    ("P301", "8 cards: normal, nt", "replace `8 cards` with `min(8, 51 // players) cards`"),
    (
        "P301",
        "1 up to 13 cards: normal then 20 cards: nt then 13 down to 1 cards: normal",
        "`20 cards` with `min(20, 52 // players) cards`",
    ),
    ("P301", "1 up to longest cards: normal, nt", "`1 up to min(longest, 51 // players) cards`"),
    (
        "P301",
        "min(13, 52 // players) cards: normal, nt",
        "replace `min(13, 52 // players) cards` with `min(13, 51 // players) cards`",
    ),
    (
        "P301",
        "10 up to 12 cards: normal, nt then dealer picks 8 to 9 cards: normal",
        "`dealer picks min(8, 51 // players) to min(9, 51 // players) cards`",
    ),
    ("P302", "0 up to 7 cards: normal, nt", "replace `0 up to 7 cards` with `1 up to 7 cards`"),
    ("P302", "3 down to few cards: normal, nt", "with `3 down to max(1, few) cards`"),
    ("P302", "few cards: normal then 2 cards: nt", "with `max(1, few) cards`"),
    ("P302", "0 cards: normal, nt", "replace `0 cards` with `1 card`"),
    ("P302", "dealer picks 0 to 3 cards: normal, nt", "with `dealer picks 1 to 3 cards`"),
)


@pytest.mark.parametrize(("code", "rows", "told"), SCHEDULES)
def test_sizes_that_the_pack_does_not_have_are_mended_in_every_row(
    code: str, rows: str, told: str
) -> None:
    text = GAME.replace(NORMAL, rows)
    assert text != GAME
    for _ in range(3):
        problem = only(text)
        assert problem.code == code
        if told:
            assert told in problem.help
            told = ""
        by_edits = apply_edits(text, problem.fix)
        text = followed(text, problem.help)
        if not errors(text):
            break
    assert not errors(text)
    assert not errors(by_edits)


@pytest.mark.parametrize("players", ["4", "3 to 4"])
def test_where_only_the_turned_card_is_lacking_the_newer_version_may_leave_it_out(
    players: str,
) -> None:
    text = GAME.replace(NORMAL, "13 cards: normal, nt").replace("3 to 7", players)
    old = only(text.replace("players 4", "players 4 to 4"))
    assert (old.code, "else none" in old.help) == ("P301", False)
    text = text.replace("clag 1", "clag 2")
    problem = only(text)
    assert problem.help.endswith(
        "; or write `trump turned, else none`, so that no card is turned if none is left"
    )
    assert not errors(text.replace("trump turned", "trump turned, else none"))
    assert "else none" not in only(text.replace("13 cards", "20 cards")).help


LIMITS = (
    "last bid keeps bid > 7",
    "each bid keeps bid > 7",
    "each bid keeps bid > 3 last bid keeps bids != cards",
    "last bid keeps bids > cards when players > 3, otherwise free",
)


@pytest.mark.parametrize("limit", LIMITS)
def test_a_limit_that_no_bid_meets_says_what_holds_then(limit: str) -> None:
    text = GAME.replace(LAST, limit)
    problem = only(text)
    assert problem.code == "P306"
    assert not errors(apply_edits(text, problem.fix))
    condition = re.findall(r"keeps ([^,]*?)(?= when| last|,|$)", limit)[0]
    either = re.findall("`(, otherwise [^`]+)`", problem.help)
    assert len(either) == 2
    for advice in either:
        assert not errors(text.replace(f"keeps {condition}", f"keeps {condition}{advice}"))


def test_the_otherwise_advised_leaves_a_bid_where_none_meets_both_limits() -> None:
    text = GAME.replace(LAST, "last bid keeps bids != cards each bid keeps bids <= cards")
    problem = only(text)
    assert problem.code == "P306"
    assert re.findall("`(, otherwise [^`]+)`", problem.help) == [", otherwise true"]
    assert not errors(apply_edits(text, problem.fix))


def test_no_otherwise_is_advised_that_leaves_nobody_a_bid() -> None:
    problem = only(GAME.replace(LAST, "last bid keeps bids > cards each bid keeps bid > 3"))
    assert problem.code == "P306"
    assert not problem.fix
    assert "`, otherwise" not in problem.help


def test_what_nothing_uses_any_more_can_be_dropped() -> None:
    house = 'clag 1\ngame "F" extends scottish\nchange normal score 10 when made, otherwise 0\n'
    (problem,) = check_text(house).diagnostics
    assert problem.code == "C209"
    drop = re.search("`(drop [^`]+)`", problem.help)
    assert drop is not None
    assert not check_text(f"{house}{drop[1]}\n").diagnostics


def test_players_are_only_fewer_where_the_cards_suffice_then() -> None:
    enough = only(GAME.replace(NORMAL, "13 cards: normal then 12 cards: nt"))
    assert "`players 3 to 3`" in enough.help
    assert "players 3 to" not in only(GAME.replace(NORMAL, "20 cards: normal, nt")).help


def test_a_changed_game_is_told_at_its_own_rows() -> None:
    house = (
        'clag 1\ngame "F" extends foss\nchange schedule 1 up to 9 cards: normal then 2 cards: '
        '"No Trumps", "Guess \'Em", "Misere No Trumps", "Misere with Trumps", Blind, "Roll \'Em"\n'
    )
    problem = only(house)
    assert problem.place is not None
    assert problem.place.line == 3
    assert not errors(followed(house, problem.help))
    assert not errors(apply_edits(house, problem.fix))
    fewer = re.search(r"`(change players [^`]+)`", problem.help)
    assert fewer is not None
    assert not errors(f"{house}{fewer[1]}\n")


SAID_OTHERWISE = (
    (NORMAL, f"{NORMAL} unless players = 3"),
    (NORMAL, f"2 cards: nt unless wide then {NORMAL}"),
    ("10 + tricks when made, otherwise longest", "10 unless bid > tricks, otherwise longest"),
    ("10 + tricks when made, otherwise longest", "10 unless bid > tricks and wide, otherwise 1"),
    ("10 + tricks when made, otherwise longest", "10 unless bid = 0"),
    ("10 + tricks when made, otherwise longest", "10 unless not made"),
    ("10 + tricks when made, otherwise longest", "10 unless bid = 0 or bid > tricks"),
    ("10 + tricks when made, otherwise longest", "10 when made unless bid = 0"),
    ("10 + tricks when made, otherwise longest", "20 when made, 10 unless bid = 0"),
    ("10 + tricks when made, otherwise longest", "10 unless bid = 0 else longest"),
    ("10 + tricks when made, otherwise longest", "10 unless bid = 0 otherwise longest"),
    ("10 + tricks when made, otherwise longest", "(10 unless bid = 0) + tricks"),
    (NORMAL, f"{NORMAL}, when players > 4"),
    (NORMAL, f"{NORMAL}, if players > 4"),
    (NORMAL, f"2 cards: nt, when wide then {NORMAL}"),
    (NORMAL, f"when players > 4 {NORMAL}"),
    (NORMAL, f"when players > 4: {NORMAL}"),
    (NORMAL, f"2 cards: nt then if wide, {NORMAL} then 3 cards: nt"),
    (NORMAL, "7 cards when players > 4: normal, nt"),
    ("10 + tricks when made, otherwise longest", "10 if made else longest"),
    ("10 + tricks when made, otherwise longest", "(10 + tricks if made, else longest) + 1"),
    ("10 + tricks when made, otherwise longest", "10 if made else 5 if bid = 0 else longest"),
    ("10 + tricks when made, otherwise longest", "if made then 10 else longest"),
    (
        "10 + tricks when made, otherwise longest",
        "if made: 10, else if tricks > bid then longest, otherwise -5",
    ),
    ("otherwise longest", "otherwise tricks * 2.5"),
    ("otherwise longest", "otherwise 0.5 * longest"),
    ("otherwise longest", "otherwise 10 // 2.5"),
    ("otherwise longest", "otherwise 2.5 * (longest - tricks)"),
    ("10 + tricks when made, otherwise longest", "7 made, -1 otherwise"),
    ("bids != cards", "bids != cards and bid > 0 unless misses < 2"),
    ("bids != cards", "bid > 0 unless bids != cards or wide, otherwise free"),
    ("\n  score", "\n  completed when made or bid = 0 unless misses < 2\n  score"),
    ("\nwinner", "\nends when highest_total > 90 unless deal = 1\nwinner"),
)


@pytest.mark.parametrize(("right", "wrong"), SAID_OTHERWISE)
def test_what_is_said_otherwise_is_mended_in_one_round(right: str, wrong: str) -> None:
    declared = 'param wide = true "wide" run misses when not made param'
    text = GAME.replace("clag 1", "clag 2").replace("param", declared, 1)
    text = text.replace("\nwinner", "\n  then 2 cards: nt\nwinner").replace(right, wrong)
    problem = only(text)
    assert "..." not in problem.help
    assert not errors(apply_edits(text, problem.fix))
    *_, advice = re.findall("`([^`]+)`", problem.help)
    assert " ".join(advice.split()) in " ".join(apply_edits(text, problem.fix).split()) or (
        problem.help == "delete `,`"
    )


def test_both_numbers_beside_one_that_is_not_whole_can_be_written() -> None:
    text = GAME.replace("otherwise longest", "otherwise longest - 2.5")
    help = only(text).help
    for whole in re.findall("`([0-9]+)`", help):
        assert not errors(text.replace("2.5", whole))
    assert re.findall("`([^`]+)`", help) == ["2", "3"]
    assert "multiply every score by 2 to keep the halves (this one becomes 5)" in help
    (problem, *_) = errors(GAME.replace("in 6 to 12", "in 6.5 to 12"))
    assert problem.help == "write `6` or `7`"


@pytest.mark.parametrize("options", [", dealer drawn", ", counterclockwise"])
def test_a_correction_of_the_players_keeps_what_follows(options: str) -> None:
    text = GAME.replace("clag 1", "clag 2").replace("players 3 to 7", f"players 3 to 40{options}")
    problem = next(each for each in errors(text) if each.code == "C247")
    assert f"players 3 to 10{options}\n" in apply_edits(text, problem.fix)
    text = text.replace("to 40", "to 10").replace("1 up to 7", "1 up to 9")
    assert all(options in apply_edits(text, each.fix) for each in errors(text))
