"""A person at one seat of a match, the others played by a policy, with a way back."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from clagdsl.engine.actions import (
    Action,
    Bid,
)
from clagdsl.engine.events import (
    BidderDrawn,
    all_decided,
)
from clagdsl.engine.players.deciding import decide
from clagdsl.engine.players.named_players import RANDOM
from clagdsl.engine.state import State, sit_down
from clagdsl.engine.transition import drawn_instead
from clagdsl.engine.view import View
from clagdsl.lang.record import PlayerName


@dataclass(frozen=True, slots=True)
class Sitting:
    """Where a match stands, and the states before each decision of the person, the latest last.

    `bots` is how the other seats play.
    """

    state: State
    seat: int
    earlier: tuple[State, ...] = ()
    bots: PlayerName = RANDOM

    @property
    def view(self) -> View:
        """What the person knows."""
        return self.state.view(self.seat)

    @property
    def asked(self) -> bool:
        """Whether the person is to decide."""
        return self.state.actor == self.seat

    def decided(self, action: Action) -> Sitting:
        """After a legal action of the person."""
        return replace(self, state=self.state.apply(action), earlier=(*self.earlier, self.state))

    def another_decided(self) -> Sitting | None:
        """After the next action of another seat, None where none is to act."""
        action = None if self.asked else decide(self.state, self.bots)
        return None if action is None else replace(self, state=self.state.apply(action))

    def undone(self) -> Sitting | None:
        """Before the person's last decision, None where there is none."""
        if not self.earlier:
            return None
        return replace(self, state=self.earlier[-1], earlier=self.earlier[:-1])


def gone_on(state: State, seat: int, bots: PlayerName = RANDOM) -> Sitting:
    """A match that goes on from a state; what was decided before can be undone too."""
    beginning = sit_down(
        state.table,
        state.seed,
        state.match,
        state.names,
        state.first_dealer,
        state.position.setting.rules,
    )
    sitting = Sitting(beginning, seat, (), bots)
    drawn = iter([event.seat for event in state.events if isinstance(event, BidderDrawn)])
    for action in all_decided(state.events):
        if isinstance(action, Bid) and set(sitting.state.bids) == {None}:
            sitting = _begun(sitting, drawn)
        if sitting.asked:
            sitting = sitting.decided(action)
        else:
            sitting = replace(sitting, state=sitting.state.apply(action))
    return sitting


def _begun(sitting: Sitting, drawn: Iterator[int]) -> Sitting:
    """Before the first bid of a deal: who was drawn to make it, also in a match of older rules."""
    position = sitting.state.position
    if position.dealing.drawn is None or position.dealing.drawn == (seat := next(drawn)):
        return sitting
    return replace(sitting, state=State(drawn_instead(position, seat)))
