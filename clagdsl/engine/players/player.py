"""The interface of players: a policy, that is, a function from a seat's view to its action."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, Final, Literal, Protocol, TypeAlias, TypeGuard, get_args

from clagdsl import problems
from clagdsl.engine.actions import Action
from clagdsl.engine.events import BidMade, DealBegun, decision_of
from clagdsl.engine.state import State, check_state
from clagdsl.engine.view import View
from clagdsl.lang.frozen import dataclass
from clagdsl.lang.philox import PLAYERS, SEED_LIMIT, Words, random_choice, random_words
from clagdsl.problems.escape import shorten
from clagdsl.table.table import Table

DECISION_BITS: Final = 16
"""The number of zero bits that follow a decision's number in the first block of its words."""


class PlayerWords:
    """The stream of random words for one decision: see `docs/reference/randomness.md`.

    A decision is identified by the seed, the match, the 1-based deal and its 0-based number in the
    deal. Every engine uses the same words for the same decision.
    """

    def __init__(self, seed: int, match: int, deal: int, decision: int) -> None:
        self._decision = seed, match, deal, decision
        self._taken = 0
        self._block: Words = (0, 0, 0, 0)

    def word(self) -> int:
        """Returns the next word, a 32-bit number."""
        place = self._taken % 4
        if place == 0:
            seed, match, deal, decision = self._decision
            block = (decision << DECISION_BITS) + self._taken // 4
            self._block = random_words(seed, match, deal, PLAYERS, block)
        self._taken += 1
        return self._block[place]

    def below(self, count: int) -> int:
        """Returns a number from 0 to `count` - 1: the high 32 bits of the product of a word and
        `count`.

        Raises ValueError if `count` is not a whole number from 1 to 2^32.
        """
        if type(count) is not int or not 1 <= count <= 1 << 32:
            shown = shorten(count)
            raise ValueError(
                f"a number is drawn below a whole number from 1 to 4294967296, not below {shown}"
            )
        return (self.word() * count) >> 32

    def random_choice(self, count: int) -> int:
        """Returns the choice of the player `random` among `count` actions, from the match's word
        for it.
        """
        return random_choice(*self._decision, count)


class Player(Protocol):
    """A policy for the seat to act: `decide(view, table, rng)`.

    `view` is everything the seat has seen. `table` is known before the match: players, parameters,
    the schedule and the rules of every deal. The result is one of `view.legal`. A player that uses
    only its arguments decides the same in every engine.
    """

    def __call__(self, view: View, table: Table, rng: PlayerWords) -> Action:
        """Returns the action of the seat that has this view."""


class PlayerWithLevels(Player, Protocol):
    """A player with several levels, such as `search:64`."""

    def with_level(self, level: str) -> Player:
        """Returns the player at a level, the text after the colon; raises ValueError if it is
        invalid.
        """


class BatchPlayer(Player, Protocol):
    """A player that can decide for many matches of a batch in one call, each from a seat's view."""

    def in_batch(self, batch: Any, places: Any) -> Any:
        """Returns the action index chosen by the seat to act in each match; shape (places,).

        `places` are the indices of the matches in the batch that need a decision.
        """


def is_batch_player(player: Player) -> TypeGuard[BatchPlayer]:
    """Returns whether a player can decide for many matches in one call."""
    return callable(getattr(player, "in_batch", None))


def words_for(view: View, seed: int, match: int) -> PlayerWords:
    """Returns the random words for a seat's next decision, which its view identifies."""
    made = 0
    for event in reversed(view.events):
        if isinstance(event, DealBegun):
            break
        made += isinstance(event, BidMade) or decision_of(event) is not None
    return PlayerWords(seed, match, view.deal, made)


# --- players that evaluate their actions --------------------------------------------------


@dataclass(frozen=True, slots=True)
class WeighedAction:
    """The value of an action, averaged over the worlds that are consistent with the seat's view.

    - `points`: the seat's points in the deal; larger is better.
    - `worth`: the quantity that the player maximises.
    - `gain`: the difference between the worth of this action and that of the action taken, in the
      same worlds.
    - `variance`: the variance of the mean `gain`; None if it cannot be estimated.
    - `eligible`: True if the player may choose the action at all.
    """

    action: Action
    points: Fraction
    worth: Fraction
    gain: Fraction
    variance: Fraction | None
    eligible: bool


@dataclass(frozen=True, slots=True)
class WeighedDecision:
    """The action that a player would have taken, and all actions it evaluated, in a fixed order.

    `worlds` is the number of worlds in which each action was tried. If no world is consistent with
    the view, `actions` is empty.
    """

    chosen: Action
    worlds: int
    actions: tuple[WeighedAction, ...]


class WeighingPlayer(Player, Protocol):
    """A player that can evaluate every action of a seat from its view."""

    def weigh(self, view: View, table: Table, rng: PlayerWords, done: Action) -> WeighedDecision:
        """Returns the values of the legal actions, compared with the action that was taken."""


def is_weighing_player(player: Player) -> TypeGuard[WeighingPlayer]:
    """Returns whether a player can evaluate actions."""
    return callable(getattr(player, "weigh", None))


# --- players that every engine has --------------------------------------------------------

SeatPolicy: TypeAlias = Literal["random", "steady"]

POLICIES: Final[tuple[SeatPolicy, ...]] = get_args(SeatPolicy)


def random_action(state: State) -> Action | None:
    """Returns a random player's action with the match's own seed, or None if nobody has to act.

    `docs/reference/randomness.md` specifies the random word that decides. Raises ArgumentError if
    the match has no seed.
    """
    check_state(state)
    actions = state.legal()
    if not actions:
        return None
    if state.seed is None:
        raise problems.arguments.WrongSeed("seed", None, SEED_LIMIT).error()
    picked = random_choice(state.seed, state.match, state.deal, state.decisions, len(actions))
    return actions[picked]
