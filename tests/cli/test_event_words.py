"""Each event has one text: the terminal tells it in the words of the log."""

import pytest
from support.engine_games import random_match

from clagdsl.api import load
from clagdsl.cli.play.board import Showing, Style
from clagdsl.cli.play.event_text import news_lines
from clagdsl.engine.events import (
    BidMade,
    CardPlayed,
    CardsDealt,
    DealBegun,
    Event,
    Everybody,
    FirstCardsDealt,
    HandSeen,
    HandShown,
    TrickWon,
    TrumpNamed,
    event_words,
)

AUCTION = """clag 2 game "X" players 3 deal normal auction 1 to cards C H none
trump named in auction bid in turn, auction winner first score tricks
schedule repeat 2 times 2 cards: normal winner highest total, then shared"""
DRAWN = """clag 2 game "X" players 3, dealer drawn deal normal trump drawn sight by choice
bid in turn, drawn first score tricks schedule repeat 2 times 2 cards: normal
winner highest total, then shared"""
ON_THE_TABLE = (CardPlayed, CardsDealt, FirstCardsDealt, HandSeen, HandShown)
"""What a person sees without being told."""


def told_otherwise(event: Event) -> bool:
    """Whether the terminal shows an event as a title, a whole trick or a bid on the table."""
    return isinstance(event, DealBegun | TrickWon) or (
        isinstance(event, BidMade) and not event.blind
    )


@pytest.mark.parametrize("rules", [AUCTION, DRAWN, "foss", "pagat", "raf"])
def test_the_terminal_tells_events_in_the_words_of_the_log(rules: str) -> None:
    game = load(text=rules) if "\n" in rules else load(rules)
    *_, state = random_match(game.rules, max(3, game.rules.players[0]), seed=4)
    nobody = Showing(state.table, 99, state.names, Style(), str)
    everybody = Everybody(state.names)
    events = state.events
    for place, event in enumerate(events):
        lines = news_lines(nobody, events[: place + 1], place)
        if isinstance(event, TrumpNamed) and len(event.trump) > 1:
            continue  # an order of suits is shown by signs at the terminal
        words = event_words(event, everybody)
        if isinstance(event, ON_THE_TABLE):
            assert lines == []
            assert (words == "") == isinstance(event, HandSeen | HandShown)
        elif not told_otherwise(event):
            assert words in " ".join(" ".join(lines).split())
        assert words == event_words(event, nobody)


def test_whoever_is_told_of_themselves_is_you() -> None:
    state = load(text=AUCTION).start(seed=3, names=["Ann", "Bob", "Cai"])
    for typed in ("pass", "auction 1NT", "pass"):
        state = state.apply(typed)
    own = Showing(state.table, 1, state.names, Style(), str)
    told = [event_words(event, own) for event in state.events[-4:]]
    assert told == [
        "Ann passes",
        "You say 1 no trump",
        "Cai passes",
        "You win the auction with 1 no trump",
    ]
