"""Maps action numbers to the interpreter's actions."""

from __future__ import annotations

from collections.abc import Sequence

from clagdsl.engine.actions import (
    LOOKED,
    PASSED,
    Action,
    Bid,
    MakeCall,
    PickCards,
    Play,
    PlayTop,
    SayInAuction,
    naming,
)
from clagdsl.lang.cards import Card, face_of
from clagdsl.simulation.batch import batch_state as boards
from clagdsl.simulation.batch.action_space import Meaning, Numbering
from clagdsl.simulation.batch.vector_env import PreparedGame
from clagdsl.simulation.lowering.arrays import TRUMPS
from clagdsl.simulation.lowering.layout import deck_by_number


def actions_of(prepared: PreparedGame) -> tuple[Action, ...]:
    """Returns every action of a game, indexed by action number."""
    cards = deck_by_number(prepared.table.deck).cards
    numbering = prepared.numbering
    return tuple(_action(meaning, numbering, cards) for meaning in numbering.meanings)


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
        case boards.BID_IN_AUCTION:
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
            return Play(cards[subject], numbering.announcements[face])
        case boards.TOP_SPECIAL:
            return PlayTop(numbering.announcements[face])
        case _:
            raise AssertionError(kind)
