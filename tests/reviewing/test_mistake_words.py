"""Mistakes as they are told at a card table."""

from __future__ import annotations

import re
from fractions import Fraction

import pytest
from support.loaded import loaded

import clagdsl
from clagdsl.engine.actions import read_action
from clagdsl.lang.cards import read_card
from clagdsl.lang.record import Record, RecordedDeal, RecordedPlay
from clagdsl.reviewing.model import ActionWorth
from clagdsl.reviewing.text import (
    alternative_text,
    average_text,
    gain_text,
    past_tense_text,
    points_text,
)

WORDS = {
    "play AH": ("played the ace of hearts", "the ace of hearts"),
    "play 6C": ("played the six of clubs", "the six of clubs"),
    "play 10S": ("played the ten of spades", "the ten of spades"),
    "play AH2": ("played the ace of hearts", "the ace of hearts"),
    "play 2H as AD": (
        "played the two of hearts as the ace of diamonds",
        "the two of hearts as the ace of diamonds",
    ),
    "play top": ("played the top card", "the top card"),
    "play top as AD": (
        "played the top card as the ace of diamonds",
        "the top card as the ace of diamonds",
    ),
    "play Joker": ("played the Joker", "the Joker"),
    "play Joker low": ("played the Joker as low", "the Joker as low"),
    "play Joker high asks highest H": (
        "played the Joker as high, asking highest H",
        "the Joker as high, asking highest H",
    ),
    "bid 0": ("bid 0", "a bid of 0"),
    "bid 2 blind": ("bid 2 blind", "a blind bid of 2"),
    "call Precedence, Nuloss": (
        "called Precedence and Nuloss",
        "calling Precedence and Nuloss",
    ),
    "call": ("called nothing", "calling nothing"),
    "trump hearts": ("named hearts as trump", "naming hearts as trump"),
    "trump none": ("named no trump", "naming no trump"),
    "order S H C D": (
        "named the order spades, hearts, clubs, diamonds",
        "naming the order spades, hearts, clubs, diamonds",
    ),
    "cards 1": ("picked 1 card", "picking 1 card"),
    "auction 5C": ("said 5 clubs in the auction", "saying 5 clubs"),
    "auction 6NT": ("said 6 no trumps in the auction", "saying 6 no trumps"),
    "pass": ("passed", "passing"),
    "look": ("looked at the cards", "looking at the cards first"),
}


@pytest.mark.parametrize("text", WORDS)
def test_every_action_has_its_words(text: str) -> None:
    action = read_action(text, {"Joker"})
    assert action is not None
    assert (past_tense_text(action), alternative_text(action)) == WORDS[text]


def test_the_first_card_of_a_trick_is_led() -> None:
    action = read_action("play AH")
    assert action is not None
    assert past_tense_text(action, leads=True) == "led the ace of hearts"


@pytest.mark.parametrize(
    ("better", "text"),
    [
        ("2.30", "Ann's own average in the deal would have been 2.3 points, not 0.0."),
        # The gain is what the others lose, or it is less than what is shown.
        (
            "0.04",
            "Ann's own average in the deal would have been 0.0 points either way, "
            "but the others' points differ.",
        ),
    ],
)
def test_own_points_are_compared_only_if_they_differ(better: str, text: str) -> None:
    done, other = (
        ActionWorth("bid 1", Fraction(points), Fraction(0), Fraction(1), None, better=True)
        for points in ("0", better)
    )
    assert average_text("Ann", done, other) == text


@pytest.mark.parametrize("text", ["deal 2C KD", "dealer Ann", "first Ann"])
def test_chance_has_no_words(text: str) -> None:
    action = read_action(text)
    assert action is not None
    for words in (past_tense_text, alternative_text):
        with pytest.raises(TypeError, match="chance"):
            words(action)


@pytest.mark.parametrize(
    ("points", "text"), [("31/5", "6.2"), ("-0.4", "−0.4"), ("0.04", "0.0"), ("-0.04", "0.0")]
)
def test_points_are_told_to_the_tenth(points: str, text: str) -> None:
    assert points_text(Fraction(points)) == text


@pytest.mark.parametrize(
    ("gain", "error", "text"),
    [
        ("6.2", "0.55", "+6.2 ± 1.1"),
        ("-0.3", "0", "−0.3"),
        ("0", "0", "0.0"),
        ("1", None, "+1.0 ± ?"),
    ],
)
def test_a_gain_is_told_with_two_standard_errors(gain: str, error: str | None, text: str) -> None:
    known = None if error is None else Fraction(error)
    worth = ActionWorth("bid 1", Fraction(0), Fraction(0), Fraction(gain), known, better=False)
    assert gain_text(worth) == text


def one_trick(cards: str, bids: str, plays: str) -> Record:
    """A deal of one card each by the rules of Foss, hearts turned, dealt by the last of three."""
    hands = tuple((read_card(card),) for card in cards.split())
    lain = tuple(RecordedPlay(read_card(card)) for card in plays.split())
    deal = RecordedDeal(
        number=1,
        hands=hands,
        turned=read_card("3H"),
        bids=tuple(map(int, bids.split())),
        tricks=(lain,),
    )
    return Record("foss", ("Ann", "Bob", "Cai"), (deal,), dealer="Cai")


def test_a_mistake_is_told_in_a_sentence() -> None:
    """Whoever leads the ace of trumps wins the only trick: 12 points if it is bid, else none."""
    review = clagdsl.review(one_trick("AH KH 5S", "0 0 0", "AH KH 5S"), "search:16")
    assert review.dearest[0].decision == 0
    told = review.dearest[0].told
    assert told.startswith("Deal 1: Ann bid 0; a bid of 1 would have been worth ")
    assert told.endswith(
        " points more. Ann's own average in the deal would have been 12.0 points, not 0.0."
    )
    (ann, *_) = review.decisions
    assert (ann.action, ann.better, ann.forced) == ("bid 0", "bid 1", False)
    assert [one.forced for one in review.decisions[3:]] == [True] * 3
    assert review.players[0].kinds[0].kind == "bid"


def test_points_that_are_exact_are_told_without_an_interval() -> None:
    state = loaded("foss").start(players=4, seed=1, names=["Ann", "Bob", "Cai", "Dot"])
    exact = 0
    while state.deal < 4:
        action = clagdsl.decide(state, "random", seed=1)
        assert action is not None
        state = state.apply(action)
    review = clagdsl.review(state.record(), "search:8")
    for one in review.dearest:
        decision = review.decisions[one.decision]
        (better,) = (each for each in decision.actions if each.action == decision.better)
        assert ("±" in one.told) == (better.error != 0)
        exact += better.error == 0
    assert exact


def test_a_play_is_told_with_its_trick_and_how_the_player_stood() -> None:
    game = loaded("scottish")
    state = game.start(players=3, seed=2, names=["Ann", "Bob", "Cai"])
    while not state.over:
        action = clagdsl.decide(state, "random" if state.phase == "play" else "steady")
        assert action is not None
        state = state.apply(action)
    review = clagdsl.review(state.record(), "search:8")
    assert len(review.dearest) == 3
    plays = [one for one in review.dearest if review.decisions[one.decision].kind == "play"]
    assert plays
    for one in plays:
        decision = review.decisions[one.decision]
        verb = r"(led|played) the \w+ of \w+"
        assert re.search(
            rf"^Deal {decision.deal}, trick {decision.trick}: {decision.player} {verb}; "
            r"the \w+ of \w+ would have been worth \d+\.\d ± \d+\.\d points more\. "
            rf"{decision.player}'s own average in the deal would have been "
            r"−?\d+\.\d points, not −?\d+\.\d\. "
            rf"{decision.player} (had bid \d+ and )?had (no trick yet|\d+ tricks? already)\.$",
            one.told,
        ), one.told
