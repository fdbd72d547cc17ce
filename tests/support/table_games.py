"""Small hand-built games for the tests of tables and the engine."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from clagdsl.lang.cards import Card, read_card
from clagdsl.lang.rules import (
    Alternative,
    Arithmetic,
    Aspects,
    BidInTurn,
    Branch,
    Choice,
    Citation,
    Clause,
    Comparison,
    CompletedWhen,
    Deal,
    Following,
    Free,
    Game,
    Keeps,
    NoAuction,
    NoCall,
    Number,
    OneSize,
    Origin,
    RankOrder,
    ScheduleRow,
    TurnedTrump,
    Variable,
    Wild,
    Winner,
)
from clagdsl.lang.source import Place
from clagdsl.table.deal_rules import DealRules
from clagdsl.table.seats import DealEnd, Seats, deal_end
from clagdsl.table.table import Table, make_table
from clagdsl.table.tricks import PlayedCard

ACE_HIGH = ("A", "K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2")
ACE_LOW = (*ACE_HIGH[1:], "A")
NULOSS = tuple(reversed(ACE_HIGH))

HOOK = Keeps(Comparison("!=", Variable("bids"), Variable("cards")))
WRITTEN = Origin(Place("rules.clag", 4, 3, 4, 9), (Citation("pagat", "Pagat", "deal 1"),))

TEN_AND_TRICKS = Choice(
    (Branch(Arithmetic("+", Number(10), Variable("tricks")), Variable("made")),),
    Variable("tricks"),
)


def clause(value: Any) -> Clause[Any]:
    """Returns a clause with a single value."""
    return Clause((Alternative(value),), WRITTEN)


def aspects(**changes: Any) -> Aspects:
    """Returns the aspects of an ordinary deal with these changes."""
    ordinary = {
        "rank": RankOrder(ACE_HIGH),
        "trump": TurnedTrump(),
        "shown": "before bids",
        "sight": "before bids",
        "bid": BidInTurn(),
        "last_bid": HOOK,
        "each_bid": Free(),
        "lead": "eldest",
        "follow": Following(("suit", "anything")),
        "play": "any card",
        "wild": Wild(),
        "trick_worth": Number(1),
        "score": TEN_AND_TRICKS,
        "completed": CompletedWhen(Variable("made")),
        "won_by": "most points",
        "next_dealer": "left",
        "call": NoCall(),
        "open": "anything",
        "auction": NoAuction(),
    }
    assert set(changes) <= set(ordinary)
    return Aspects(**{name: clause(value) for name, value in (ordinary | changes).items()})


def game(*deals: Deal, **changes: Any) -> Game:
    """Returns a game with one deal of seven cards of each kind."""
    made = Game(
        title="Clag",
        variant="Test",
        players=(3, 7),
        deals=deals,
        twists=(),
        schedule=(ScheduleRow(OneSize(Number(7)), tuple(deal.name for deal in deals)),),
        winner=Winner(("highest total",)),
    )
    return replace(made, **changes)


def table(players: int = 4, **changes: Any) -> Table:
    """Returns a table for a game of one ordinary deal, `normal`, with these changes."""
    return make_table(game(Deal("normal", aspects(**changes))), players)


def rules(players: int = 4, **changes: Any) -> DealRules:
    """Returns the rules of an ordinary deal with these changes."""
    return table(players, **changes).rules("normal")


def end_of(rules: DealRules, scores: Sequence[int | None], dealer: int | None) -> DealEnd:
    """Returns the end of a deal with these scores and this dealer, and no bids.

    The scores are also by how many tricks the bids were missed, and the totals.
    """
    unknown = (None,) * rules.players
    everybody = tuple(range(rules.players))
    return deal_end(
        rules,
        Seats(rules.players, dealer, None, None, unknown, None),
        scores=scores,
        missed=scores,
        totals=scores,
        lines=everybody,
        circle=everybody,
    )


def card(text: str) -> Card:
    """Returns the card that a text names."""
    found = read_card(text)
    assert found is not None
    return found


def cards(text: str) -> tuple[Card, ...]:
    """Returns the cards that a text names."""
    return tuple(card(word) for word in text.split())


def trick(text: str) -> tuple[PlayedCard, ...]:
    """Returns the cards of a trick from seat 0 on; `2H=AC` is a wild played as another card."""
    played = []
    for seat, word in enumerate(text.split()):
        shown, _, stands_for = word.partition("=")
        played.append(PlayedCard(seat, card(shown), card(stands_for or shown)))
    return tuple(played)
