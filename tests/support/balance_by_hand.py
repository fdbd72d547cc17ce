"""An independent balance report: the interpreter's matches, with means in plain arithmetic."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import mean, stdev

import clagdsl
from clagdsl.engine.actions import DealPack
from clagdsl.engine.state import State
from clagdsl.lang.cards import Card
from clagdsl.lang.philox import shuffled
from support.students_t import students_t

Chooser = Callable[[State], clagdsl.Action | None]


def steadily(state: State) -> clagdsl.Action | None:
    return clagdsl.decide(state, "steady")


@dataclass
class PlayedByHand:
    """One match: totals and winners, and by deal the points of each seat and the dealer."""

    totals: tuple[int, ...]
    winners: tuple[int, ...]
    points: list[list[int]]
    dealers: list[int]
    decisions: list[tuple[str, bool]]
    """The phase of each decision, and whether there was a choice."""


def turned(pack: Sequence[Card], players: int, cards: int, turn: int) -> tuple[Card, ...]:
    """Returns a pack that deals each seat the hand that was `turn` seats further round."""
    hands = [[pack[players * each + place] for each in range(cards)] for place in range(players)]
    dealt = [
        hands[(place + turn) % players][each] for each in range(cards) for place in range(players)
    ]
    return (*dealt, *pack[players * cards :])


def play_by_hand(
    game: clagdsl.PlayableGame,
    seed: int,
    match: int,
    turn: int = 0,
    *,
    players: int | None = None,
    choosers: Sequence[Chooser] | None = None,
) -> PlayedByHand:
    """Plays a match in the interpreter, with its packs rotated by `turn` seats."""
    state = game.start(players)
    deck, sizes = state.table.deck, [row.cards for row in state.table.schedule]
    played = PlayedByHand((), (), [], [], [])
    before = state.totals
    while not state.over:
        if state.phase == "deal":
            cards = sizes[state.deal - 1]
            assert cards is not None
            pack = shuffled(deck, seed, match, state.deal)
            state = state.apply(DealPack(turned(pack, state.players, cards, turn)))
            continue
        actor, deal, dealer = state.actor, state.deal, state.dealer
        assert isinstance(actor, int)
        played.decisions.append((state.phase, len(state.legal()) > 1))
        choose = steadily if choosers is None else choosers[actor]
        action = choose(state)
        assert action is not None
        state = state.apply(action)
        if state.over or state.deal != deal:
            gained = [new - old for new, old in zip(state.totals, before, strict=True)]
            played.points.append(gained)
            played.dealers.append(dealer)
            before = state.totals
    played.totals, played.winners = state.totals, state.winners
    return played


def mean_within(figures: Sequence[float]) -> tuple[float, float]:
    """Returns the mean and the half-width of its 95 % confidence interval, by Student's t."""
    return mean(figures), students_t(len(figures) - 1) * stdev(figures) / sqrt(len(figures))


def ratio_within(above: Sequence[float], below: Sequence[float]) -> tuple[float, float]:
    """Returns the ratio of two sums and its half-width, by the usual linearisation."""
    ratio = sum(above) / sum(below)
    rest = [a - ratio * b for a, b in zip(above, below, strict=True)]
    return ratio, mean_within(rest)[1] / mean(below)
