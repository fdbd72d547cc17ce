"""Examples in rules files: each kind of fact holds, fails, is impossible or leaves things open."""

from __future__ import annotations

import pytest

from clagdsl.check.checker import check_text
from clagdsl.problems.diagnostic import Diagnostic

GAME = """clag 1
game "X"
players 3 to 5
param extra = 0 in 0 to 5 "e"
deal normal as n
  trump turned
  bid in turn
  last bid keeps bids != cards
  score 10 + extra + 2 * tricks when made, otherwise 0
deal "No Trumps" as nt is normal with trump none
deal Misere is normal with bid fixed 0 score 10 when tricks = 0, otherwise -tricks
deal Most is normal with
  bid none
  score 10 when tricks = most and most_count = 1, otherwise 0
  completed not counted
deal Rising is normal with trick worth trick score 10 + points when made, otherwise points
deal Wild is normal with wild 2
deal Order is normal with trump order H C D S
deal Named is normal with trump named by dealer any order
deal Size is normal with score cards
deal Many is normal with score players
deal Blind is normal with play top card sight never
deal Called is normal with call by dealer one of A, B
twist A rank 2 3 4 5 6 7 8 9 10 J Q K A
twist B score 1
schedule 1 up to 5 cards: normal
  then 5 cards: "No Trumps", Misere, Most, Rising, Wild, Order, Named, Blind, Called
  then 3 up to 5 cards: Size, Many
winner highest total, then fewest failed, then shared
settle loser pays winner 5 * (winner.total - loser.total) + winner.failed - loser.failed
"""


def run(example: str) -> tuple[Diagnostic, ...]:
    return check_text(GAME + f'example "x" {example}').diagnostics


def test_the_rule_that_decides_is_the_second_place() -> None:
    [score] = run("in normal: bid 2 tricks 2 scores 12")
    [bid] = run("with 5 cards for 4 players: bids 1 1 1 then may bid 2")
    assert [other.place.line for other in score.others] == [9]
    assert [other.place.line for other in bid.others] == [8]


def test_only_the_last_bidder_is_allowed_a_bid_by_the_limit_on_the_last_bid() -> None:
    each = GAME.replace("  last bid", "  each bid keeps bid < 9\n  last bid")
    wrong = [
        ("bids 1 then may not bid 1", each, [8]),
        ("bids 1 1 1 then may not bid 3", each, [9]),
        ("bids 1 then may not bid 1", GAME, []),
    ]
    for example, game, lines in wrong:
        [bid] = check_text(f'{game}example "x" with 5 cards for 4 players: {example}').diagnostics
        assert [other.place.line for other in bid.others] == lines


def test_every_failing_example_is_told_and_none_counted() -> None:
    wrong = 'example "a" in normal: bid 2 tricks 2 scores 1\n'
    result = check_text(GAME + wrong + wrong.replace('"a"', '"b"'))
    assert [found.code for found in result.diagnostics] == ["E401", "E401"]
    assert result.evidence is None


REMEMBERED = """clag 2
game "Nils"
players 6
run zeros when bid = 0
tally over = max(0, tricks - bid)
param top = 2 in 1 to 3 "m"
deal normal
  trump none
  bid in turn
  each bid keeps bid > 0 or zeros < top, otherwise free
  score tricks when made, otherwise 0 - over
schedule 1 up to 7 cards: normal
winner highest total, then shared
"""


@pytest.mark.parametrize(
    ("scene", "added"),
    [
        ("in normal with 7 cards", " where zeros = 2"),
        ("", " where zeros = 2"),
        ("where top = 3", ", zeros = 3"),
        ("where over = 1", ", zeros = 2"),
    ],
)
def test_the_help_states_the_run_with_which_a_bid_is_as_the_example_says(
    scene: str, added: str
) -> None:
    example = f'{REMEMBERED}example "x" {scene}: bids 2 then may not bid 0'
    [wrong] = check_text(example).diagnostics
    assert wrong.code == "E402"
    assert f"add `{added.strip()}` before the colon" in wrong.help
    stated = example.replace(f'"x" {scene}:', f'"x" {scene}{added}:')
    assert check_text(stated).diagnostics == ()


def test_the_help_states_no_run_that_the_example_states_or_that_changes_nothing() -> None:
    for scene in ("where zeros = 1: bids 2 then may not bid 0", ": bids 2 then may not bid 1"):
        [wrong] = check_text(f'{REMEMBERED}example "x" {scene}').diagnostics
        assert wrong.code == "E402"
        assert "add" not in wrong.help


@pytest.mark.parametrize(
    "claim",
    [
        "number 1 is normal with 1 card trump none",
        "number 2 is normal with 1 card",
        "number 3 is normal with 5 cards",
        'number 3 is "To Pick" with 9 cards',
        "number 4 is Listed with 3 cards trump hearts",
    ],
)
def test_the_deal_that_the_help_writes_is_in_the_schedule(claim: str) -> None:
    text = (
        'clag 2\ngame "Numbers"\nplayers 4\n'
        "deal normal trump turned bid in turn score tricks\n"
        'deal "To Pick" is normal\n'
        "deal Listed is normal with trump rotates spades none\n"
        'schedule 1 up to 2 cards: normal then dealer picks 3 to 5 cards: "To Pick"\n'
        "  then 3 cards: Listed\nwinner highest total, then shared\n"
    )
    [wrong] = check_text(f'{text}example "x": {claim}').diagnostics
    assert wrong.code == "E407"
    right = wrong.help.removeprefix("write ").strip("`")
    assert check_text(f'{text}example "x": {right}').diagnostics == ()
