"""Many matches at once for learning: what `PlayableGame.batch` returns."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from operator import index
from typing import Final

from clagdsl import problems
from clagdsl.engine.actions import (
    LOOKED,
    PASSED,
    Action,
    Bid,
    DealPack,
    DrawBidder,
    DrawDealer,
    MakeCall,
    PickCards,
    Play,
    PlayTop,
    SayInAuction,
    naming,
    read_action,
)
from clagdsl.engine.state import State, sit_down
from clagdsl.lang.cards import Card, Suit, face_of
from clagdsl.lang.philox import FIRST_BIDDER, FIRST_DEALER, drawn, drawn_suit
from clagdsl.problems.safe_text import shortened
from clagdsl.simulation.batch import batch_state as boards
from clagdsl.simulation.batch.action_space import Meaning, Numbering
from clagdsl.simulation.batch.env import Stepper, begin_boards, check_batch, prepare, read_packs
from clagdsl.simulation.lowering.arrays import TRUMPS, Array
from clagdsl.simulation.lowering.layout import deck_by_number
from clagdsl.table.table import Table

PHASES: Final = boards.PHASES
"""The phases that `Batch.phase` and the columns `phase` count through, but for `over`."""


@dataclass(slots=True, eq=False, repr=False)
class Batch(Stepper):
    """Many matches of one game at one table, each at a decision of its own or over.

    Match m of a seed is `start(seed=seed, match=m)`.  All arrays that are given are new: a later
    step does not change them.
    """

    _actions: tuple[Action, ...]
    _numbers: dict[str, int]
    _seed: int
    _reference: str

    def __repr__(self) -> str:
        return f"<Batch: {self.matches} matches of {self.players} players>"

    def action_text(self, number: int) -> str:
        """The text of an action, `bid 2`, by its number.  Raises ArgumentError."""
        try:
            found = index(number)
        except TypeError:  # it is no whole number at all
            found = -1
        if not 0 <= found < self.actions:
            raise problems.arguments.WrongAction(self._no_action(number)).error()
        return str(self._actions[found])

    def action_number(self, action: Action | str) -> int:
        """The number of an action or its text.  Raises ArgumentError where the game has none."""
        specials = self._prepared.table.deck.specials
        read = read_action(action, specials) if isinstance(action, str) else action
        number = self._numbers.get(str(read))
        if number is None:
            raise problems.arguments.WrongAction(
                f"the game has no action `{shortened(action)}`"
            ).error()
        return number

    def _no_action(self, number: object) -> str:
        return f"there is no action `{shortened(number)}`, only 0 to {self.actions - 1}"

    def state(self, place: int) -> State:
        """The state of the match at a place, played again by the interpreter.

        For a look at what goes on: it takes as long as the match did.  Raises ArgumentError where
        the batch keeps no history.
        """
        moves = self.moves(place)
        given = self._boards.given
        number = int(self.number[place])
        seed = None if len(given) else self._seed
        match = 0 if len(given) else number
        lots = Lots(self._seed, number)
        state = _dealt(
            sit_down(self._prepared.table, seed, match, rules=self._reference), given, place, lots
        )
        for move in moves:
            state = _dealt(state.apply(self._actions[move]), given, place, lots)
        return state

    def _refusal(self, place: int, action: int) -> str:
        if not 0 <= action < self.actions:
            return self._no_action(action)
        text = self.action_text(action)
        why = self.state(place).why_not(text) if self._boards.history.shape[1] else None
        return f"`{text}`: {why.reason if why else 'this may not be done now'}"


@dataclass(frozen=True, slots=True)
class Lots:
    """What the seed draws in a match whose cards are given from outside."""

    seed: int
    number: int

    def name(self, state: State, purpose: int) -> str:
        """The name of who is drawn for a purpose."""
        seat = drawn(self.seed, self.number, state.deal, purpose, state.players)
        return state.names[seat]

    def suit(self, state: State) -> Suit:
        """The suit that is drawn as trump."""
        return drawn_suit(self.seed, self.number, state.deal)


def _dealt(state: State, given: Array, place: int, lots: Lots) -> State:
    """The state after all that is dealt from outside, and drawn, where that is to be done."""
    while state.phase in ("dealer", "deal", "first"):
        if state.phase == "dealer":
            state = state.apply(DrawDealer(lots.name(state, FIRST_DEALER)))
        elif state.phase == "first":
            state = state.apply(DrawBidder(lots.name(state, FIRST_BIDDER)))
        else:
            cards = deck_by_number(state.table.deck).cards
            pack = tuple(cards[card] for card in given[place, state.deal - 1].tolist())
            draws = state.table.draws_trump(state.scheduled)
            state = state.apply(DealPack(pack, lots.suit(state) if draws else None))
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
    """Matches `first` and following of a seed, each at its first decision; raises ArgumentError."""
    check_batch(matches, first, seed)
    given = None if packs is None else read_packs(table, matches, packs)
    if given is not None and restart:
        raise problems.arguments.WrongBatch(
            "packs from outside serve once: with `packs=` no match restarts"
        ).error()
    prepared = prepare(table)
    numbering = prepared.numbering
    cards = deck_by_number(table.deck).cards
    actions = tuple(_action(meaning, numbering, cards) for meaning in numbering.meanings)
    return Batch(
        _prepared=prepared,
        _boards=begin_boards(prepared, matches, first, seed, given, history=bool(history)),
        _sheet=boards.make_sheet(
            table.players,
            len(prepared.tables.past.kinds),
            table.deck.size,
            len(prepared.plan.program),
        ),
        _restart=bool(restart),
        _actions=actions,
        _numbers={str(action): number for number, action in enumerate(actions)},
        _seed=seed,
        _reference=reference,
    )


def _action(meaning: Meaning, numbering: Numbering, cards: Sequence[Card]) -> Action:
    kind, subject, face = meaning
    match kind:
        case boards.MAKE_BID:
            return Bid(subject)
        case boards.BID_BLIND:
            return Bid(subject, blind=True)
        case boards.LOOK:
            return LOOKED
        case boards.NAME_TRUMP:
            return naming(TRUMPS[subject])
        case boards.PICK_CARDS:
            return PickCards(subject)
        case boards.MAKE_CALL:
            return MakeCall(numbering.calls[subject])
        case boards.PASS:
            return PASSED
        case boards.SAY:
            return SayInAuction(subject, next(iter(TRUMPS[face]), None))
        case _:
            return _play(meaning, numbering, cards)


def _play(meaning: Meaning, numbering: Numbering, cards: Sequence[Card]) -> Play | PlayTop:
    kind, subject, face = meaning
    match kind:
        case boards.PLAY_CARD:
            return Play(cards[subject])
        case boards.PLAY_WILD:
            return Play(cards[subject], face_of(cards[face]))
        case boards.PLAY_TOP:
            return PlayTop(None if face < 0 else face_of(cards[face]))
        case boards.PLAY_SPECIAL:
            return Play(cards[subject], numbering.said[face])
        case boards.TOP_SPECIAL:
            return PlayTop(numbering.said[face])
        case _:
            raise AssertionError(kind)
