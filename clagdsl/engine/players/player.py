"""What a player is: a function from what a seat sees to what it does."""

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
"""The words of a decision begin at its number with so many zero bits behind it, as a block."""


class PlayerWords:
    """Random words of a decision, one after the other: see `docs/reference/randomness.md`.

    The decision is that of a number, from 0, in a deal, from 1, of a match of a seed.  Equal
    decisions have equal words, whoever asks and wherever.
    """

    def __init__(self, seed: int, match: int, deal: int, decision: int) -> None:
        self._decision = seed, match, deal, decision
        self._taken = 0
        self._block: Words = (0, 0, 0, 0)

    def word(self) -> int:
        """Returns the next word: a number of 32 bits."""
        place = self._taken % 4
        if place == 0:
            seed, match, deal, decision = self._decision
            block = (decision << DECISION_BITS) + self._taken // 4
            self._block = random_words(seed, match, deal, PLAYERS, block)
        self._taken += 1
        return self._block[place]

    def below(self, count: int) -> int:
        """Returns a number from 0 up to but not including the count: the upper half of word times
        count.

        Raises ValueError for a count that is no whole number from 1 to 2^32.
        """
        if type(count) is not int or not 1 <= count <= 1 << 32:
            shown = shorten(count)
            raise ValueError(
                f"a number is drawn below a whole number from 1 to 4294967296, not below {shown}"
            )
        return (self.word() * count) >> 32

    def random_choice(self, count: int) -> int:
        """What `random` draws of so many actions, by the word that the match has for that."""
        return random_choice(*self._decision, count)


class Player(Protocol):
    """Decides for a seat that is to act: `decide(view, table, rng)`.

    `view` is all that the seat has seen, `table` what everybody knows before the match: players,
    parameters, the schedule, the rules of every deal.  The action is one of `view.legal`.  A player
    that decides by these alone plays the same wherever it plays.
    """

    def __call__(self, view: View, table: Table, rng: PlayerWords) -> Action:
        """What the seat of the view does."""


class PlayerWithLevels(Player, Protocol):
    """A player that there is at several levels, such as `search:64`."""

    def with_level(self, level: str) -> Player:
        """Returns the player at a level, as it is written behind the colon; ValueError for no
        level.
        """


class BatchPlayer(Player, Protocol):
    """A player that decides for many matches of a batch at once, each by what its seat has seen."""

    def in_batch(self, batch: Any, places: Any) -> Any:
        """[place]: the numbers of the actions of the seats to act, at these places of a batch."""


def is_batch_player(player: Player) -> TypeGuard[BatchPlayer]:
    """Returns whether a player can be asked for many matches at once."""
    return callable(getattr(player, "in_batch", None))


def words_for(view: View, seed: int, match: int) -> PlayerWords:
    """Returns the words of the decision that a seat is to make, by what it has seen."""
    made = 0
    for event in reversed(view.events):
        if isinstance(event, DealBegun):
            break
        made += isinstance(event, BidMade) or decision_of(event) is not None
    return PlayerWords(seed, match, view.deal, made)


# --- players that weigh their actions against each other --------------------------------


@dataclass(frozen=True, slots=True)
class WeighedAction:
    """What an action is worth in the worlds that a seat may be in, on average.

    `points` are those of the seat itself in the deal, `worth` is what the player goes by; both are
    larger where they are better.  `gain` is by how much that is more than what was done is worth,
    in the same worlds, `variance` that of this mean, None where nothing can be said of it.
    `eligible` tells whether the player may choose the action at all.
    """

    action: Action
    points: Fraction
    worth: Fraction
    gain: Fraction
    variance: Fraction | None
    eligible: bool


@dataclass(frozen=True, slots=True)
class WeighedDecision:
    """What a player would have done, and every action that it has weighed, in a fixed order.

    `worlds` is in how many worlds each of them was tried; where none that fits was found there are
    no actions.
    """

    chosen: Action
    worlds: int
    actions: tuple[WeighedAction, ...]


class WeighingPlayer(Player, Protocol):
    """A player that can say what every action is worth to a seat by what it has seen."""

    def weigh(self, view: View, table: Table, rng: PlayerWords, done: Action) -> WeighedDecision:
        """What the actions of the seat of a view are worth beside the one that was done."""


def is_weighing_player(player: Player) -> TypeGuard[WeighingPlayer]:
    """Returns whether a player can say what actions are worth."""
    return callable(getattr(player, "weigh", None))


# --- players that every engine has ------------------------------------------------------

SeatPolicy: TypeAlias = Literal["random", "steady"]

POLICIES: Final[tuple[SeatPolicy, ...]] = get_args(SeatPolicy)


def random_action(state: State) -> Action | None:
    """What a random player does in this state, by the match's own seed; None when it is over.

    `docs/reference/randomness.md` says which word of the generator decides.
    Raises ArgumentError.
    """
    check_state(state)
    actions = state.legal()
    if not actions:
        return None
    if state.seed is None:
        raise problems.arguments.WrongSeed("seed", None, SEED_LIMIT).error()
    picked = random_choice(state.seed, state.match, state.deal, state.decisions, len(actions))
    return actions[picked]
