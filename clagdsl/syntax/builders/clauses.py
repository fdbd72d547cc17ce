"""Builds the nodes of clauses, one for each aspect of a deal."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Final, Literal, TypeAlias, cast, get_args

from clagdsl.lang.aspects import ASPECTS, TABLE
from clagdsl.lang.cards import SUIT_NAMES, Suit, read_card, read_suit
from clagdsl.lang.frozen import dataclass
from clagdsl.lang.policies.bid import (
    AuctionBids,
    BidInTurn,
    Call,
    Caller,
    FirstBidder,
    FixedBid,
    Keeps,
)
from clagdsl.lang.policies.outcome import CompletedWhen
from clagdsl.lang.policies.play import (
    CardWorth,
    FollowClass,
    Following,
    RankOrder,
    Wild,
    Worth,
    WorthKind,
)
from clagdsl.lang.policies.trump import (
    DrawnTrump,
    FixedOrder,
    FixedSuit,
    Nameable,
    NamedTrump,
    Namer,
    NothingLeft,
    OnSpecial,
    RotatingTrump,
    TurnedTrump,
)
from clagdsl.lang.source import Span
from clagdsl.syntax.builders.expressions import Builder, around, between, bounded, variable
from clagdsl.syntax.nodes import (
    Alternative,
    AspectName,
    AspectValue,
    Assumption,
    CallGroup,
    Clause,
    Expression,
    Located,
    Name,
    Notes,
)
from clagdsl.syntax.token import Token


@dataclass(frozen=True, slots=True)
class Aspect:
    """A clause before its notes are known."""

    span: Span
    name: AspectName
    alternatives: tuple[Alternative, ...]
    groups: tuple[CallGroup, ...] = ()


Words: TypeAlias = Located[str]
"""A value that is nothing but words of the language: `turned`, `after bids`, `not counted`."""

Value: TypeAlias = Located[AspectValue]

Piece: TypeAlias = Token | Alternative | Value | Words | CallGroup
"""What a clause is made of: its words, its values, the groups of a call."""


def chosen(value: Value, _when: Token, condition: Expression) -> Alternative:
    """`value when condition`."""
    return Alternative(between(value, condition), value, bounded(condition))


def aspect(name: AspectName, *pieces: Piece) -> Aspect:
    """An aspect with its values."""
    alternatives: list[Alternative] = []
    groups: list[CallGroup] = []
    for piece in pieces:
        if isinstance(piece, Alternative):
            alternatives.append(replace(piece, value=meant(name, piece.value)))
        elif isinstance(piece, CallGroup):
            groups.append(piece)
        elif not isinstance(piece, Token):
            alternatives.append(Alternative(piece.span, meant(name, piece), None))
    return Aspect(between(pieces[0], pieces[-1]), name, tuple(alternatives), tuple(groups))


def meant(name: AspectName, written: Value | Words) -> Value:
    """The value of an aspect; what words alone stand for depends on the aspect."""
    if not isinstance(written.value, str):
        return written
    said: AspectValue | None = TABLE[name].policies.said(written.value)
    if said is None and name == "call" and written.value in get_args(Caller):
        said = Call(cast(Caller, written.value), ())
    if said is None:
        raise AssertionError(f"no policy of `{name}` is declared as `{written.value}`")
    return Located(written.span, said)


def formula(name: AspectName, *pieces: Token | Expression) -> Aspect:
    """An aspect whose value is an expression."""
    expression = cast(Expression, pieces[-1])
    value: Value = Located(expression.span, expression)
    span = between(pieces[0], expression)
    return Aspect(span, name, (Alternative(expression.span, value, None),))


def worth_of(minus: Token | None, digits: Token, card: Token) -> Located[Worth]:
    """`1 hearts`, `-2 K` or `13 QS`."""
    points = int(digits) if minus is None else -int(digits)
    kind, name = _worth(card)
    return Located(around(minus, digits, card), Worth(points, kind, name))


def _worth(token: Token) -> tuple[WorthKind, str]:
    suit, card = read_suit(token), read_card(token)
    if suit is not None:
        return "suit", suit
    return ("rank", rank_text(token)) if card is None else ("card", str(card))


def card_worth(*pieces: Token | Located[Worth]) -> Aspect:
    """`card worth 1 hearts, 13 QS`."""
    worths = [piece for piece in pieces if not isinstance(piece, Token)]
    span = between(worths[0], worths[-1])
    value: Value = Located(
        span, CardWorth(tuple(one.value for one in worths)), tuple(one.span for one in worths)
    )
    whole = between(pieces[0], worths[-1])
    return Aspect(whole, "card_worth", (Alternative(span, value, None),))


def no_call(keyword: Token, none: Token) -> Aspect:
    """`call none`."""
    return aspect("call", keyword, plain(none))


def clause(found: Aspect, notes: Notes) -> Clause:
    """A clause with its notes; the notes do not belong to its stretch of the text."""
    return Clause(found.span, found.name, found.alternatives, found.groups, notes)


def plain(*words: Token) -> Words:
    """A value that is nothing but words."""
    return Located(around(*words), " ".join(words))


def rank_text(token: Token) -> str:
    """The rank that a token names; `T` is another way to write 10."""
    return "10" if token == "T" else str(token)


def suit_of(token: Token) -> Suit:
    """The suit that a token names."""
    suit = read_suit(token)
    if suit is None:
        raise AssertionError(f"the grammar takes `{token}` for a suit")
    return suit


def ranks(*tokens: Token) -> Value:
    """`A K Q J ...`."""
    spans = tuple(between(token, token) for token in tokens)
    return Located(around(*tokens), RankOrder(tuple(map(rank_text, tokens))), spans)


def turned(word: Token, *cases: Located[OnSpecial] | Located[NothingLeft]) -> Value:
    """`turned`, and with cases `turned, on Jester none, else last card`."""
    left: list[NothingLeft] = []
    on: list[OnSpecial] = []
    for case in cases:
        if isinstance(case.value, OnSpecial):
            on.append(case.value)
        else:
            left.append(case.value)
    trump = TurnedTrump(nothing_left=left[-1] if left else None, on=tuple(on))
    spans = tuple(case.span for case in cases)
    return Located(around(word, *cases), trump, spans)


def nothing_left(word: Token, *left: Token) -> Located[NothingLeft]:
    """`else none` and `else last card`."""
    said: NothingLeft = "none" if len(left) == 1 else "last card"
    return Located(between(word, left[-1]), said)


def on_special(word: Token, name: Name, *said: Token | Words) -> Located[OnSpecial]:
    """`on Jester none`, `on Wizard named by dealer any suit`."""
    nameable = None if len(said) == 1 else cast(Nameable, cast(Words, said[-1]).value)
    return Located(between(word, said[-1]), OnSpecial(name.text, nameable))


def drawn_trump(token: Token) -> Value:
    """`drawn`."""
    return Located(between(token, token), DrawnTrump())


def named_trump(
    named: Token,
    _by: Token,
    by: Words,
    _from: Token | None,
    digits: Token | None,
    _cards: Token | None,
    _any: Token,
    nameable: Words,
) -> Value:
    """`named by dealer any suit`, `named by eldest from 3 cards any suit or none`."""
    first = None if digits is None else int(digits)
    trump = NamedTrump(cast(Namer, by.value), cast(Nameable, nameable.value), first=first)
    spans = () if digits is None else (between(digits, digits),)
    return Located(between(named, nameable), trump, spans)


def fixed_order(order: Token, *suits: Token) -> Value:
    """`order H C D S`."""
    spans = tuple(between(suit, suit) for suit in suits)
    trump = FixedOrder(tuple(map(suit_of, suits)))
    return Located(between(order, suits[-1]), trump, spans)


def fixed_suit(token: Token) -> Value:
    """`spades`, which are always trump."""
    return Located(between(token, token), FixedSuit(suit_of(token)))


def rotates(rotates: Token, *trumps: Token) -> Value:
    """`rotates hearts clubs none`."""
    suits = tuple(map(_suit_or_none, trumps))
    return Located(between(rotates, trumps[-1]), RotatingTrump(suits))


def phrase(*words: Token | None) -> Words:
    """Words that are a part of a value: `right of dealer`, `highest bidder`, `suit or none`."""
    return plain(*(word for word in words if word is not None))


def in_turn(word: Token, turn: Token, first: Words | None, first_word: Token | None) -> Value:
    """`in turn`, or `in turn, dealer first`."""
    if first is None:
        return Located(between(word, turn), BidInTurn())
    bid = BidInTurn(cast(FirstBidder, first.value))
    return Located(between(word, first_word or turn), bid)


def fixed_bid(fixed: Token, digits: Token) -> Value:
    """`fixed 0`."""
    return Located(between(fixed, digits), FixedBid(int(digits)))


def keeps(
    word: Token,
    condition: Expression,
    _otherwise: Token | None,
    otherwise: Expression | Token | None,
) -> Value:
    """`keeps C, otherwise D`, or `keeps C, otherwise free`."""
    span = around(word, condition, otherwise)
    if isinstance(otherwise, Token):
        # a name until the checker knows that no parameter or `let` is called so
        otherwise = variable(otherwise)
    return Located(span, Keeps(bounded(condition), otherwise and bounded(otherwise)))


def following(*pieces: Located[FollowClass] | Token) -> Value:
    """`suit, else anything`."""
    classes = [piece for piece in pieces if not isinstance(piece, Token)]
    span = between(classes[0], classes[-1])
    spans = tuple(one.span for one in classes)
    return Located(span, Following(tuple(one.value for one in classes)), spans)


def follow_class(*words: Token | None) -> Located[FollowClass]:
    """`suit`, `higher suit` or `anything`."""
    said = " ".join(word for word in words if word is not None)
    return Located(around(*words), cast(FollowClass, said))


def held_back(no: Token, held: Token, until: Token | None, broken: Token | None) -> Words:
    """`no trump`, `no hearts until broken`."""
    suit = read_suit(held)
    words = [no, held if suit is None else SUIT_NAMES[suit]]
    words += [word for word in (until, broken) if word is not None]
    return Located(around(no, held, until, broken), " ".join(words))


def auction_bids(low: Expression, _to: Token, high: Expression, *trumps: Token) -> Value:
    """`5 to cards C D H S none`."""
    spans = tuple(between(trump, trump) for trump in trumps)
    bids = AuctionBids(bounded(low), bounded(high), tuple(map(_suit_or_none, trumps)))
    return Located(around(low, trumps[-1]), bids, spans)


def _suit_or_none(token: Token) -> Suit | None:
    return None if token == "none" else suit_of(token)


def wild_ranks(*pieces: Token | None) -> Value:
    """`2 3 in suit`."""
    tokens = [piece for piece in pieces[:-2] if piece is not None]
    spans = tuple(between(token, token) for token in tokens)
    wild = Wild(tuple(map(rank_text, tokens)), in_suit=pieces[-1] is not None)
    return Located(around(*pieces), wild, spans)


def contract_when(when: Token, condition: Expression) -> Value:
    """`when C`."""
    return Located(between(when, condition), CompletedWhen(bounded(condition)))


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
    "card_worth": card_worth,
    "worth_of": worth_of,
    "no_call": no_call,
    "clause": clause,
    "chosen": chosen,
    "plain": plain,
    "ranks": ranks,
    "named_trump": named_trump,
    "fixed_order": fixed_order,
    "nothing_left": nothing_left,
    "on_special": on_special,
    "turned": turned,
    "drawn_trump": drawn_trump,
    "fixed_suit": fixed_suit,
    "rotates": rotates,
    "auction_bids": auction_bids,
    "first_bidder": phrase,
    "namer": phrase,
    "what_is_named": phrase,
    "in_turn": in_turn,
    "fixed_bid": fixed_bid,
    "keeps": keeps,
    "following": following,
    "follow_class": follow_class,
    "held_back": held_back,
    "wild_ranks": wild_ranks,
    "contract_when": contract_when,
    "call_group": call_group,
    "notes": notes,
}
