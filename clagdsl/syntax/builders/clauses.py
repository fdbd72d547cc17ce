"""Builds the nodes of clauses, one for each aspect of a deal."""

from __future__ import annotations

from functools import partial
from typing import Final, Literal, NamedTuple, TypeAlias, cast

from clagdsl.lang.aspects import ASPECTS
from clagdsl.lang.cards import Suit, read_suit
from clagdsl.lang.policies.follow import FollowClass
from clagdsl.lang.source import Span
from clagdsl.syntax.builders.expressions import Builder, around, between, bounded
from clagdsl.syntax.nodes import (
    Alternative,
    AspectName,
    AspectValue,
    Assumption,
    CallGroup,
    Clause,
    CompletedWhen,
    Expression,
    FixedBid,
    FixedOrder,
    Follow,
    Formula,
    Keeps,
    Name,
    NamedTrump,
    Notes,
    Ranks,
    WildRanks,
    Words,
)
from clagdsl.syntax.token import Token


class Aspect(NamedTuple):
    """A clause before its notes are known."""

    span: Span
    name: AspectName
    alternatives: tuple[Alternative, ...]
    groups: tuple[CallGroup, ...] = ()


Piece: TypeAlias = Token | Alternative | AspectValue | CallGroup
"""What a clause is made of: its words, its values, the groups of a call."""


def chosen(value: AspectValue, _when: Token, condition: Expression) -> Alternative:
    """`value when condition`."""
    return Alternative(between(value, condition), value, bounded(condition))


def aspect(name: AspectName, *pieces: Piece) -> Aspect:
    """An aspect with its values."""
    alternatives: list[Alternative] = []
    groups: list[CallGroup] = []
    for piece in pieces:
        if isinstance(piece, Alternative):
            alternatives.append(piece)
        elif isinstance(piece, CallGroup):
            groups.append(piece)
        elif not isinstance(piece, Token):
            alternatives.append(Alternative(piece.span, piece, None))
    return Aspect(between(pieces[0], pieces[-1]), name, tuple(alternatives), tuple(groups))


def formula(name: AspectName, *pieces: Token | Expression) -> Aspect:
    """An aspect whose value is an expression."""
    expression = cast(Expression, pieces[-1])
    value = Formula(expression.span, expression)
    span = between(pieces[0], expression)
    return Aspect(span, name, (Alternative(expression.span, value, None),))


def no_call(keyword: Token, none: Token) -> Aspect:
    """`call none`."""
    return aspect("call", keyword, plain(none))


def clause(found: Aspect, notes: Notes) -> Clause:
    """A clause with its notes; the notes do not belong to its stretch of the text."""
    return Clause(found.span, found.name, found.alternatives, found.groups, notes)


def plain(*words: Token) -> Words:
    """A value that is nothing but words."""
    return Words(around(*words), " ".join(words))


def rank_text(token: Token) -> str:
    """The rank that a token names; `T` is another way to write 10."""
    return "10" if token == "T" else str(token)


def suit_of(token: Token) -> Suit:
    """The suit that a token names."""
    suit = read_suit(token)
    if suit is None:
        raise AssertionError(f"the grammar takes `{token}` for a suit")
    return suit


def ranks(*tokens: Token) -> Ranks:
    """`A K Q J ...`."""
    spans = tuple(between(token, token) for token in tokens)
    return Ranks(around(*tokens), tuple(map(rank_text, tokens)), spans)


def named_trump(named: Token, _by: Token, by: Token, _any: Token, what: Token) -> NamedTrump:
    """`named by dealer any suit`."""
    return NamedTrump(
        between(named, what),
        cast(Literal["dealer", "caller"], str(by)),
        cast(Literal["suit", "order"], str(what)),
    )


def fixed_order(order: Token, *suits: Token) -> FixedOrder:
    """`order H C D S`."""
    spans = tuple(between(suit, suit) for suit in suits)
    return FixedOrder(between(order, suits[-1]), tuple(map(suit_of, suits)), spans)


def fixed_bid(fixed: Token, digits: Token) -> FixedBid:
    """`fixed 0`."""
    return FixedBid(between(fixed, digits), int(digits))


def keeps(
    word: Token, condition: Expression, _otherwise: Token | None, otherwise: Expression | None
) -> Keeps:
    """`keeps C, otherwise D`."""
    span = around(word, condition, otherwise)
    return Keeps(span, bounded(condition), otherwise and bounded(otherwise))


def following(*pieces: Token) -> Follow:
    """`suit, else anything`."""
    classes = tuple(str(piece) for piece in pieces if piece.type != "ELSE")
    return Follow(around(*pieces), cast(tuple[FollowClass, ...], classes))


def follow_class(word: Token) -> Token:
    """`suit` or `anything`."""
    return word


def wild_ranks(*pieces: Token | None) -> WildRanks:
    """`2 3 in suit`."""
    tokens = [piece for piece in pieces[:-2] if piece is not None]
    spans = tuple(between(token, token) for token in tokens)
    named = tuple(map(rank_text, tokens))
    return WildRanks(around(*pieces), named, spans, pieces[-1] is not None)


def contract_when(when: Token, condition: Expression) -> CompletedWhen:
    """`when C`."""
    return CompletedWhen(between(when, condition), bounded(condition))


def call_group(*pieces: Token | Name) -> CallGroup:
    """`one of A, B`."""
    kind = " ".join(piece for piece in pieces if isinstance(piece, Token))
    choices = tuple(piece for piece in pieces if isinstance(piece, Name))
    span = between(pieces[0], pieces[-1])
    return CallGroup(span, cast(Literal["one of", "any of", "at most one of"], kind), choices)


def notes(*pieces: object) -> Notes:
    """The citations and assumptions after a statement or a clause."""
    assumptions = tuple(piece for piece in pieces if isinstance(piece, Assumption))
    cites = pieces[: len(pieces) - len(assumptions)]
    return Notes(cast(tuple[()], cites), assumptions)


BUILDERS: Final[dict[str, Builder]] = {
    **{name: partial(aspect, name) for name in ASPECTS},
    "trick_worth": partial(formula, "trick_worth"),
    "score": partial(formula, "score"),
    "no_call": no_call,
    "clause": clause,
    "chosen": chosen,
    "plain": plain,
    "ranks": ranks,
    "named_trump": named_trump,
    "fixed_order": fixed_order,
    "fixed_bid": fixed_bid,
    "keeps": keeps,
    "following": following,
    "follow_class": follow_class,
    "wild_ranks": wild_ranks,
    "contract_when": contract_when,
    "call_group": call_group,
    "notes": notes,
}
