"""Batched environments: the arrays of many matches, and the operations on them.

A batch consists of a `PreparedGame`, which all batches of a game can share, and of `Boards`, which
have one row per match. Its operations are compiled functions over all rows: `step` (transitions),
`legal_mask` (legal actions), `observation` (what a seat sees), `batch_policies` (compiled players
and rollouts). Arguments are validated here, so compiled code can trust them.

`matches.Batch` adds actions by name, interpreter states, and registered players.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Final, Literal, Self, TypeAlias, get_args

import numpy as np

from clagdsl import problems
from clagdsl.engine.players.named_players import COMPILED, seat_policies
from clagdsl.lang.philox import MATCH_LIMIT
from clagdsl.problems.escape import shorten
from clagdsl.simulation.batch import batch_state as board
from clagdsl.simulation.batch.action_space import Numbering, columns_of, make_plan, number_actions
from clagdsl.simulation.batch.batch_policies import choose_randomly, choose_steadily, play_on
from clagdsl.simulation.batch.batch_state import Boards, Plan, make_boards
from clagdsl.simulation.batch.legal_mask import allow_matches, first_illegal
from clagdsl.simulation.batch.observation import see_matches
from clagdsl.simulation.batch.step import begin_matches, step_matches
from clagdsl.simulation.lowering import arrays as codes
from clagdsl.simulation.lowering.arrays import (
    Array,
    Sheet,
    Tables,
    make_results,
    make_sheet,
    make_steady,
)
from clagdsl.simulation.lowering.layout import numbers_of
from clagdsl.simulation.lowering.lower import lower
from clagdsl.simulation.request_error import check_seed
from clagdsl.simulation.stats.statistics import best_seats
from clagdsl.table.table import Table

MOST_MATCHES: Final = 1_000_000

Until: TypeAlias = Literal["deal", "match"]
"""The point at which a rollout ends."""

UNTIL: Final[tuple[Until, ...]] = get_args(Until)


@dataclass(slots=True, eq=False, repr=False)
class VectorEnv:
    """Many matches of one game at one table, each waiting for its own decision, or over.

    All returned arrays are copies, so later steps do not change them.
    """

    _prepared: PreparedGame
    _boards: Boards
    _sheet: Sheet
    _restart: bool

    # --- constants of the batch ---------------------------------------------------------------

    @property
    def matches(self) -> int:
        """The number of matches that are stepped together."""
        return len(self._boards.progress)

    @property
    def table(self) -> Table:
        """The game at this table, as registered players receive it."""
        return self._prepared.table

    @property
    def players(self) -> int:
        """The number of players."""
        return self._prepared.table.players

    @property
    def actions(self) -> int:
        """The number of actions in the game, which is the width of the array from `legal()`."""
        return len(self._prepared.numbering.meanings)

    @property
    def blocks(self) -> Mapping[str, slice]:
        """The range of action numbers of each kind of action, by the kind's name."""
        blocks = self._prepared.numbering.blocks
        return MappingProxyType(
            {kind: slice(each.start, each.stop) for kind, each in blocks.items()}
        )

    @property
    def columns(self) -> Mapping[str, slice]:
        """The columns of each part of an observation, by the part's name."""
        return MappingProxyType(self._prepared.columns)

    @property
    def features(self) -> int:
        """The number of columns in an observation."""
        return int(self._prepared.plan.parts[-1])

    @property
    def kinds(self) -> tuple[str, ...]:
        """The distinct names of deals in the schedule, in the order of the columns `kind`."""
        return self._prepared.numbering.kinds

    @property
    def choices(self) -> tuple[str, ...]:
        """All choices that calls can make, in the order of the columns `called`."""
        return self._prepared.numbering.choices

    # --- the positions of the matches ---------------------------------------------------------

    @property
    def number(self) -> Array:
        """[match]: the match number within the seed."""
        return self._boards.progress[:, board.NUMBER].copy()

    @property
    def seat(self) -> Array:
        """[match]: the seat whose turn it is, -1 if the match is over."""
        return self._boards.progress[:, board.SEAT].copy()

    @property
    def phase(self) -> Array:
        """[match]: the phase, as an index in `clagdsl.simulation.batch.matches.PHASES`."""
        return self._boards.progress[:, board.PHASE].copy()

    @property
    def deal(self) -> Array:
        """[match]: the 1-based number of the deal in the schedule."""
        return self._boards.progress[:, board.DEAL] + 1

    @property
    def over(self) -> Array:
        """[match]: whether the match is over; always false if matches restart."""
        over: Array = self._boards.progress[:, board.PHASE] == board.OVER
        return over

    @property
    def ended(self) -> Array:
        """[match]: whether a match ended at this place in the last step."""
        ended: Array = self._boards.progress[:, board.ENDED] == 1
        return ended

    @property
    def totals(self) -> Array:
        """[match, seat]: the points in the match so far."""
        return self._boards.sums[:, :, board.TOTAL].copy()

    @property
    def final_totals(self) -> Array:
        """[match, seat]: the final totals of the last match that ended here; initially zeros."""
        return self._boards.finals[:, :, 0].copy()

    @property
    def winners(self) -> Array:
        """[match, seat]: the winners of the last match that ended here; initially all false."""
        finals = self._boards.finals
        won = best_seats(
            self._prepared.table.game.winner, finals[:, :, 0], finals[:, :, 1], finals[:, :, 2]
        )
        return won & (self._boards.progress[:, board.ENDS] > 0)[:, np.newaxis]

    # --- decisions ----------------------------------------------------------------------------

    def observe(self, seats: int | Sequence[int] | Array | None = None) -> Array:
        """Returns observations of the seats to act or of other seats, [match, column].

        `seats` is one seat, or one for each match. Rows of matches that are over are zero. Raises
        ArgumentError for a seat that does not exist.
        """
        who = self.seat if seats is None else self._seats(seats)
        seen = np.empty((self.matches, self.features), np.int32)
        see_matches(self._prepared.tables, self._prepared.plan, self._boards, who, seen)
        return seen

    def legal(self) -> Array:
        """Returns a mask of legal actions, [match, action]; all false for matches that are over."""
        allowed = np.empty((self.matches, self.actions), np.bool_)
        allow_matches(self._prepared.tables, self._prepared.plan, self._boards, allowed)
        return allowed

    def random_actions(self) -> Array:
        """Returns random choices drawn with the seed, like `random_action`, [match]; -1 if over."""
        actions = np.empty(self.matches, np.int64)
        choose_randomly(self._prepared.tables, self._prepared.plan, self._boards, actions)
        return actions

    def steady_actions(self) -> Array:
        """Returns the choices of `steady_action`, [match]; -1 for matches that are over."""
        actions = np.empty(self.matches, np.int64)
        prepared, steady = self._prepared, make_steady(("steady",) * self.players)
        choose_steadily(prepared.tables, prepared.plan, steady, self._sheet, self._boards, actions)
        return actions

    def step(self, actions: Sequence[int] | Array) -> Array:
        """Performs one action in each match and returns the points scored, [match, seat].

        Points are scored when a deal ends. Actions for matches that are over are ignored. If any
        action is illegal, nothing is performed, and ArgumentError names the first such match.
        """
        chosen = self.one_per_match(actions, "actions")
        wrong = first_illegal(self._prepared.tables, self._prepared.plan, self._boards, chosen)
        if wrong >= 0:
            progress = self._boards.progress[wrong]
            where = (
                f"place {wrong} (match {progress[board.NUMBER]}, deal {progress[board.DEAL] + 1})"
            )
            raise problems.arguments.WrongAction(
                f"{where}: {self._refusal(wrong, int(chosen[wrong]))}"
            ).error()
        rewards = np.empty((self.matches, self.players), np.int64)
        if not step_matches(
            self._prepared.tables,
            self._prepared.plan,
            self._sheet,
            self._boards,
            chosen,
            rewards,
            self._restart,
        ):
            raise RuntimeError("the batch came to what its tables do not hold")
        return rewards

    def roll_out(self, policy: str | Sequence[str] = "steady", until: Until = "deal") -> Array:
        """Plays on to the end of the deal or match and returns the points scored, [match, seat].

        `policy` is `"random"` or `"steady"`, or a list with one policy per seat. Matches that are
        over remain unchanged. Raises ArgumentError for other values of `policy` or `until`.
        """
        policies = seat_policies(policy, self.players)
        for name in policies:
            if name not in COMPILED:
                raise problems.arguments.WrongBatch(
                    f"`{name}` is not compiled: roll out with {' or '.join(COMPILED)}"
                ).error()
        if until not in UNTIL:
            raise problems.arguments.WrongBatch(
                f"`until` must be `deal` or `match`, not `{shorten(until)}`"
            ).error()
        rewards = np.empty((self.matches, self.players), np.int64)
        if not play_on(
            self._prepared.tables,
            self._prepared.plan,
            make_steady(policies),
            self._sheet,
            self._boards,
            rewards,
            until == "match",
            self._restart,
        ):
            raise RuntimeError("the batch came to what its tables do not hold")
        return rewards

    def _refusal(self, place: int, action: int) -> str:
        """Returns the reason why an action is illegal in the match at a place."""
        raise NotImplementedError(place, action)

    # --- copies and histories -----------------------------------------------------------------

    def copy(self, places: Sequence[int] | Array | None = None) -> Self:
        """Returns an independent batch that continues from here: all matches, or those at `places`.

        A place may be repeated, in order to try several actions from one position.
        """
        sources = np.arange(self.matches) if places is None else self._places(places)
        boards = self._boards
        by_match = boards._replace(
            **{name: getattr(boards, name)[sources] for name in boards._fields if name in BY_MATCH},
            supplied_packs=boards.supplied_packs[sources]
            if len(boards.supplied_packs)
            else boards.supplied_packs,
            following=boards.following.copy(),
            results=make_results(0, 0, self.players, blind=boards.results.blind.shape[1] > 0),
        )
        return replace(self, _boards=by_match, _sheet=self._prepared.make_sheet())

    def __copy__(self) -> Self:
        """Returns `copy()`, which shares no data that a step modifies."""
        return self.copy()

    def __deepcopy__(self, _memo: dict[int, object]) -> Self:
        """Returns `copy()`."""
        return self.copy()

    def moves(self, place: int) -> tuple[int, ...]:
        """Returns the actions so far in the match at a place.

        Raises ArgumentError if the batch does not keep them.
        """
        row = int(self._places([place])[0])
        done = int(self._boards.progress[row, board.MOVES])
        if done > self._boards.history.shape[1]:
            raise problems.arguments.WrongBatch(
                "this batch has no history: make it with `history=True`"
            ).error()
        return tuple(self._boards.history[row, :done].tolist())

    # --- arguments ------------------------------------------------------------------------

    def one_per_match(self, value: object, name: str) -> Array:
        """Returns `value` as a new array [match]; raises ArgumentError if that is impossible."""
        numbers = _integers(value, name)
        if numbers.shape != (self.matches,):
            raise problems.arguments.WrongBatch(
                f"the {name} have the shape `{numbers.shape}`, not `({self.matches},)`:"
                " one for each match"
            ).error()
        return numbers.astype(np.int64)

    def _seats(self, value: object) -> Array:
        seats = _integers(value, "seats")
        if seats.ndim == 0:
            seats = np.repeat(seats, self.matches)
        seats = self.one_per_match(seats, "seats")
        for seat in seats[(seats < 0) | (seats >= self.players)][:1]:
            raise problems.arguments.WrongSeat("seat", int(seat), self.players).error()
        return seats

    def _places(self, value: object) -> Array:
        places = _integers(value, "places")
        if places.ndim != 1 or not 1 <= len(places) <= MOST_MATCHES:
            raise problems.arguments.WrongBatch(
                f"the places must be a list of 1 to {MOST_MATCHES} whole numbers"
            ).error()
        for place in places[(places < 0) | (places >= self.matches)][:1]:
            raise problems.arguments.WrongBatch(
                f"the batch has no place `{place}`: its places are 0 to {self.matches - 1}"
            ).error()
        return places.astype(np.int64)


def boards_of(batch: VectorEnv) -> Boards:
    """Returns a batch's boards for compiled functions; changes to them affect the batch."""
    return batch._boards


BY_MATCH: Final = (
    "progress",
    "sums",
    "hands",
    "lacking",
    "free",
    "packs",
    "played",
    "history",
    "finals",
    "past",
)
"""The fields of `Boards` with one row per match, which a copy may select from."""


def _integers(value: object, name: str) -> Array:
    try:
        numbers = np.asarray(value)
    except ValueError:  # lists of different lengths
        numbers = np.asarray(None)
    if numbers.dtype.kind not in "iu":
        raise problems.arguments.WrongBatch(
            f"the {name} must be whole numbers, not `{shorten(value)}`"
        ).error()
    return numbers


def check_batch(matches: object, first: object, seed: object) -> None:
    """Raises ArgumentError if the number of matches, the first one or the seed is out of range."""
    if type(matches) is not int or not 1 <= matches <= MOST_MATCHES:
        raise problems.arguments.WrongBatch(
            f"a batch has 1 to {MOST_MATCHES} matches, not `{shorten(matches)}`"
        ).error()
    check_seed(seed)
    if type(first) is not int or not 0 <= first <= MATCH_LIMIT - matches:
        raise problems.arguments.WrongSeed(
            "first match number", first, MATCH_LIMIT - matches + 1
        ).error()


def read_packs(table: Table, matches: int, value: object) -> Array:
    """Converts explicit packs to card numbers, [match, deal, place] from the top.

    The given values are indices into the pack's fixed order. Raises ArgumentError if they are
    invalid.
    """
    packs = _integers(value, "packs")
    size = table.deck.size
    shape = (matches, len(table.schedule), size)
    if packs.shape != shape:
        raise problems.arguments.WrongBatch(
            f"the packs have the shape `{packs.shape}`, not `{shape}`"
        ).error()
    wrong = (np.sort(packs, axis=-1) != np.arange(size)).any(axis=-1)
    for place, deal in np.argwhere(wrong)[:1]:
        raise problems.arguments.WrongBatch(
            f"the pack of place {place}, deal {deal + 1}, does not have every card once"
        ).error()
    cards = np.array(numbers_of(table.deck), np.int8)
    return cards[packs]


@dataclass(frozen=True, slots=True)
class PreparedGame:
    """A game at a table, lowered to the arrays that a batch needs."""

    table: Table
    tables: Tables
    plan: Plan
    numbering: Numbering
    columns: Mapping[str, slice]

    def make_sheet(self) -> Sheet:
        """Returns an empty sheet, the memory in which compiled functions play a deal."""
        remembered, steps = len(self.tables.past.kinds), len(self.plan.program)
        return make_sheet(self.table.players, remembered, self.table.deck.size, steps)


def prepare_game(table: Table, *, limited: bool = True) -> PreparedGame:
    """Returns the data that all batches of a game at a table share.

    Raises ArgumentError if the game is too large. If `limited` is false, the number of actions and
    the totals are not limited, but neither masks nor observations can be made.
    """
    tables = lower(table)
    numbering = number_actions(table, limited=limited)
    plan = make_plan(table, tables, numbering, limited=limited)
    columns = columns_of(plan)
    return PreparedGame(table, tables, plan, numbering, columns)


def begin_boards(
    prepared: PreparedGame,
    matches: int,
    first: int,
    seed: int,
    packs: Array | None = None,
    *,
    history: bool,
    results: bool = False,
) -> Boards:
    """Returns boards for `matches` matches at their first decisions.

    If `results`, the boards record each deal.
    """
    numbers = np.arange(first, first + matches, dtype=np.int64)
    boards = make_boards(
        prepared.table, prepared.tables, numbers, seed, packs, history=history, results=results
    )
    begin_matches(prepared.tables, boards)
    return boards


def column_bounds(prepared: PreparedGame) -> tuple[Array, Array]:
    """Returns the lowest and the highest value of each column, [column].

    Rows of zeros are within them, too.
    """
    tables, meanings = prepared.tables, np.array(prepared.numbering.meanings)
    deals, cards = len(prepared.table.schedule), max(row.high for row in prepared.table.schedule)
    kinds, subjects = meanings[:, board.KIND], meanings[:, board.SUBJECT]
    made = subjects[(kinds == board.MAKE_BID) | (kinds == board.BID_BLIND)]
    bids = int(max(made.max(initial=0), tables.ways[:, codes.FIXED_BID].max()))
    tricks = int(subjects[kinds == board.BID_IN_AUCTION].max(initial=0))
    scores = tables.scores[tables.scores != codes.NO_VALUE]
    worst, best = min(0, int(scores.min(initial=0))), max(0, int(scores.max(initial=0)))
    added = tables.past.added
    ranges = {
        "deal": (0, deals),
        "cards": (0, cards),
        "trump": (0, max(1, int(tables.priorities.max()))),
        "unseen": (0, cards),
        "said": (0, tricks),
        "held": (0, cards),
        "bids": (-1, bids),
        "tricks": (0, cards),
        "totals": (deals * worst, deals * best),
        "failed": (0, deals),
        "completed": (0, deals),
        "past": (
            deals * min(worst, int(added.min(initial=0))),
            max(deals * max(1, best, int(added.max(initial=0))), tricks),
        ),
        "played": (0, cards),
    }
    low, high = np.zeros((2, int(prepared.plan.parts[-1])), np.int64)
    high += 1
    for part, columns in prepared.columns.items():
        low[columns], high[columns] = ranges.get(part, (0, 1))
    return low, high
