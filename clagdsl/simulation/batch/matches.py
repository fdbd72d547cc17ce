"""Batches of matches for learning, as returned by `PlayableGame.batch`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from operator import index
from typing import Final

import numpy as np

from clagdsl import problems
from clagdsl.engine.actions import Action, DealPack, DrawBidder, DrawDealer, read_action
from clagdsl.engine.players.deciding import decide_from_view
from clagdsl.engine.players.named_players import (
    FAILURES,
    RANDOM,
    STEADY,
    find_player,
    player_failure,
    seat_policies,
)
from clagdsl.engine.players.player import BatchPlayer, is_batch_player, words_for
from clagdsl.engine.state import State, start_at_table
from clagdsl.lang.cards import Card, Suit
from clagdsl.lang.errors import ClagError
from clagdsl.lang.philox import FIRST_BIDDER, FIRST_DEALER, random_below, random_suit, shuffled
from clagdsl.lang.record import PlayerName
from clagdsl.problems.escape import shorten
from clagdsl.simulation.batch import batch_state as boards
from clagdsl.simulation.batch.action_names import actions_of
from clagdsl.simulation.batch.batch_state import seed_words
from clagdsl.simulation.batch.import_states import boards_at, course_of
from clagdsl.simulation.batch.vector_env import (
    MOST_MATCHES,
    PreparedGame,
    VectorEnv,
    begin_boards,
    boards_of,
    check_batch,
    prepare_game,
    read_packs,
)
from clagdsl.simulation.lowering.arrays import Array, Sheet
from clagdsl.simulation.lowering.layout import deck_by_number
from clagdsl.table.table import Table

PHASES: Final = boards.PHASES
"""The phases in the order of `Batch.phase` and of the columns `phase`, which omit `over`.

`auction` was added last, so that the numbers of the others stayed.
"""


@dataclass(slots=True, eq=False, repr=False)
class Batch(VectorEnv):
    """Many matches of one game at one table, each waiting for its own decision, or over.

    Match m of a seed is `start(seed=seed, match=m)`. All returned arrays are copies, so later steps
    do not change them.
    """

    _actions: tuple[Action, ...]
    _numbers: dict[str, int]
    _seed: int
    _reference: str
    _start_states: tuple[State, ...] = ()
    """The initial states, by place, of matches that did not begin in this batch."""
    _replayed: dict[int, ReplayedMatch] = field(default_factory=dict)
    """The interpreter's latest replay for each place."""

    def __repr__(self) -> str:
        return f"<Batch: {self.matches} matches of {self.players} players>"

    def action_text(self, number: int) -> str:
        """Returns the text of an action such as `bid 2`; an unknown number raises ArgumentError."""
        try:
            position = index(number)
        except TypeError:  # not an integer
            position = -1
        if not 0 <= position < self.actions:
            raise problems.arguments.WrongAction(self._no_action(number)).error()
        return str(self._actions[position])

    def action_number(self, action: Action | str) -> int:
        """Returns the number of an action or of its text; raises ArgumentError if it is unknown."""
        specials = self._prepared.table.deck.specials
        read = read_action(action, specials) if isinstance(action, str) else action
        number = self._numbers.get(str(read))
        if number is None:
            raise problems.arguments.WrongAction(
                f"the game has no action `{shorten(action)}`"
            ).error()
        return number

    def _no_action(self, number: object) -> str:
        return f"there is no action `{shorten(number)}`, only 0 to {self.actions - 1}"

    def state(self, place: int) -> State:
        """Returns the state of the match at a place, replayed by the interpreter.

        This is meant for inspection: it takes time proportional to the number of actions since the
        last call for the place. Raises ArgumentError if the batch keeps no history.
        """
        moves = self.moves(place)
        supplied_packs, number = self._boards.supplied_packs, int(self.number[place])
        chance = ChanceSource(
            self._seed, number, supplied_packs[place] if len(supplied_packs) else None
        )
        if self._start_states:
            state = self._start_states[place]
        elif len(supplied_packs):
            state = start_at_table(self._prepared.table, rules=self._reference)
        else:
            state = start_at_table(self._prepared.table, self._seed, number, rules=self._reference)
        state = _resolve_chance(state, chance)
        done = 0
        reached = self._replayed.get(place)
        if reached is not None and reached.is_prefix_of(number, moves):
            state, done = reached.state, len(reached.moves)
        for move in moves[done:]:
            state = _resolve_chance(state.apply(self._actions[move]), chance)
        self._replayed[place] = ReplayedMatch(number, moves, state)
        return state

    def actions_by(self, players: str | Sequence[str]) -> Array:
        """Returns the actions of registered players such as `"search:64"`, [match]; -1 if over.

        `players` is one name for all seats, or a list with one per seat. Players receive only what
        the seat to act has seen; their random words depend on the seed and the match. Raises
        ArgumentError if a player is unknown or cannot play this game.
        """
        policies = np.array(seat_policies(players, self.players))
        seats, over = self.seat, self.over
        actions = np.full(self.matches, -1, np.int64)
        for name in dict.fromkeys(policies.tolist()):
            places = np.flatnonzero(~over & (policies[seats] == name))
            if len(places):
                actions[places] = self._actions_of(name, places)
        return actions

    def _actions_of(self, name: PlayerName, places: Array) -> Array:
        """Returns a player's actions at these places, whose matches must not be over."""
        if name == STEADY:
            return self.steady_actions()[places]
        if name == RANDOM:
            return self.random_actions()[places]
        player = find_player(name)
        if is_batch_player(player):
            return self._checked_actions(player, name, places)
        return np.array([self._decision(name, place) for place in places.tolist()], np.int64)

    def _checked_actions(self, player: BatchPlayer, name: PlayerName, places: Array) -> Array:
        """Returns a batch player's actions at these places; invalid ones raise ArgumentError."""
        trial = self.copy()  # a player may change only this copy
        try:
            actions = np.asarray(player.in_batch(trial, places))
        except ClagError:
            raise
        except FAILURES as error:
            raise player_failure(name, error) from error
        reason = ""
        if not np.array_equal(boards_of(trial).progress, boards_of(self).progress):
            reason = "played on in the batch, where it may only decide"
        elif actions.shape != places.shape or actions.dtype.kind not in "iu":
            reason = f"did not return an action number for each of {len(places)} places"
        else:
            wrong = (actions < 0) | (actions >= self.actions)
            wrong |= ~self.legal()[places, np.where(wrong, 0, actions)]
            if wrong.any():
                place = int(wrong.argmax())
                reason = (
                    f"chose action {actions[place]} at place {places[place]}, which is not legal"
                )
        if reason:
            raise problems.arguments.PlayerFailed(name, reason).error()
        return actions.astype(np.int64)

    def _decision(self, name: PlayerName, place: int) -> int:
        state = self.state(place)
        assert isinstance(state.actor, int)
        view = state.view(state.actor)
        words = words_for(view, self._seed, int(self.number[place]))
        return self.action_number(decide_from_view(name, view, state.table, words))

    def copy(self, places: Sequence[int] | Array | None = None) -> Batch:
        """Returns an independent batch that continues from here: all matches, or those at `places`.

        A place may be repeated, in order to try several actions from one position.
        """
        copied: Batch = VectorEnv.copy(self, places)
        copied._replayed = {}
        if self._start_states and places is not None:
            copied._start_states = tuple(
                self._start_states[place] for place in np.asarray(places).tolist()
            )
        return copied

    def _refusal(self, place: int, action: int) -> str:
        if not 0 <= action < self.actions:
            return self._no_action(action)
        text = self.action_text(action)
        why = self.state(place).why_not(text) if self._boards.history.shape[1] else None
        return f"`{text}`: {why.reason if why else 'this cannot be done now'}"


def reseed(batch: Batch, seed: int) -> None:
    """Makes match 0 of a seed the next one that begins in a batch.

    Raises ArgumentError if the seed is invalid.
    """
    check_batch(batch.matches, 0, seed)
    batch._seed, batch._replayed = seed, {}
    boards_of(batch).seed[:] = seed_words(seed)
    boards_of(batch).following[0] = 0


def arrays_of(batch: Batch) -> tuple[PreparedGame, boards.Boards, Sheet]:
    """Returns a batch's game, boards and scratch memory for compiled functions."""
    return batch._prepared, batch._boards, batch._sheet


def put_boards(batch: Batch, stand: boards.Boards) -> None:
    """Replaces a batch's boards; changes to them affect the batch."""
    batch._boards = stand


@dataclass(frozen=True, slots=True, eq=False)
class ReplayedMatch:
    """The interpreter's replay of a match: its number, the actions, and the resulting state."""

    number: int
    moves: tuple[int, ...]
    state: State

    def is_prefix_of(self, number: int, moves: tuple[int, ...]) -> bool:
        """Returns whether a match with these moves continues this replay."""
        return self.number == number and self.moves == moves[: len(self.moves)]


@dataclass(frozen=True, slots=True, eq=False)
class ChanceSource:
    """Supplies the chance outcomes that a state does not draw itself.

    `packs` are explicit packs for each deal; None if the seed shuffles.
    """

    seed: int
    number: int
    packs: Array | None = None

    def pack(self, state: State) -> tuple[Card, ...]:
        """Returns the pack of the next deal."""
        if self.packs is None:
            return shuffled(state.table.deck, self.seed, self.number, state.deal)
        cards = deck_by_number(state.table.deck).cards
        return tuple(cards[card] for card in self.packs[state.deal - 1].tolist())

    def name(self, state: State, purpose: int) -> str:
        """Returns the name of the player drawn for a purpose."""
        seat = random_below(self.seed, self.number, state.deal, purpose, state.players)
        return state.names[seat]

    def suit(self, state: State) -> Suit:
        """Returns the suit drawn as trump."""
        return random_suit(self.seed, self.number, state.deal)


def _resolve_chance(state: State, chance: ChanceSource) -> State:
    """Resolves all pending deals and lots that a state does not draw itself."""
    while state.phase in ("dealer", "deal", "first"):
        if state.phase == "dealer":
            state = state.apply(DrawDealer(chance.name(state, FIRST_DEALER)))
        elif state.phase == "first":
            state = state.apply(DrawBidder(chance.name(state, FIRST_BIDDER)))
        else:
            draws = state.table.draws_trump(state.scheduled)
            suit = chance.suit(state) if draws else None
            state = state.apply(DealPack(chance.pack(state), suit))
    return state


def make_batch(
    table: Table,
    reference: str,
    matches: int,
    seed: int,
    first: int,
    packs: object,
    *,
    restart: bool,
    history: bool,
) -> Batch:
    """Returns a batch of a seed's matches from number `first` on.

    Raises ArgumentError if an argument is invalid.
    """
    check_batch(matches, first, seed)
    supplied_packs = None if packs is None else read_packs(table, matches, packs)
    if supplied_packs is not None and restart:
        raise problems.arguments.WrongBatch(
            "given packs are used only once: with `packs=`, matches cannot restart"
        ).error()
    prepared = prepare_game(table)
    begun = begin_boards(prepared, matches, first, seed, supplied_packs, history=bool(history))
    return _batch(prepared, begun, seed, reference, restart=bool(restart))


def recording_batch(
    prepared: PreparedGame,
    first: int,
    matches: int,
    seed: int,
    packs: Array | None = None,
    *,
    history: bool,
) -> Batch:
    """Returns a batch like `make_batch`, which also records each deal in `results`.

    `packs` [match, deal, place] are card numbers.
    """
    begun = begin_boards(prepared, matches, first, seed, packs, history=history, results=True)
    return _batch(prepared, begun, seed, "", restart=False)


def make_batch_at(
    table: Table, reference: str, states: Sequence[State], seed: int | None, *, history: bool
) -> Batch:
    """Returns a batch that continues these states; raises ArgumentError if that is impossible.

    For states without a seed, `seed` determines what follows, and their places are their match
    numbers.
    """
    if not 1 <= len(states) <= MOST_MATCHES:
        raise problems.arguments.WrongBatch(
            f"a batch has 1 to {MOST_MATCHES} matches, not `{len(states)}`"
        ).error()
    seeds = dict.fromkeys(state.seed for state in states)
    own = next(iter(seeds))
    if len(seeds) > 1:
        raise problems.arguments.WrongBatch(
            "the states are of matches with different seeds, but a batch has one seed"
        ).error()
    if own is not None and seed is not None:
        raise problems.arguments.WrongBatch(
            "the states have a seed of their own: leave `seed=` out"
        ).error()
    dealt_by = seed or 0 if own is None else own
    check_batch(len(states), 0, dealt_by)
    prepared = prepare_game(table)
    numbers = [place if own is None else state.match for place, state in enumerate(states)]
    actions = actions_of(prepared)
    places = {str(action): number for number, action in enumerate(actions)}
    courses = [course_of(state, lambda action: places[str(action)]) for state in states]
    stand = boards_at(
        prepared, courses, np.array(numbers, np.int64), dealt_by, history=bool(history)
    )
    batch = _batch(prepared, stand, dealt_by, reference, restart=False)
    batch._start_states = tuple(states)
    return batch


def _batch(
    prepared: PreparedGame, stand: boards.Boards, seed: int, reference: str, *, restart: bool
) -> Batch:
    actions = actions_of(prepared)
    return Batch(
        _prepared=prepared,
        _boards=stand,
        _sheet=prepared.make_sheet(),
        _restart=restart,
        _actions=actions,
        _numbers={str(action): number for number, action in enumerate(actions)},
        _seed=seed,
        _reference=reference,
    )
