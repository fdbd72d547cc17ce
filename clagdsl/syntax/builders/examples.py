"""Builds the nodes of examples: the scene of each and the fact that it states."""

from __future__ import annotations

from dataclasses import replace
from typing import Final, TypeAlias, cast

from clagdsl.lang.cards import Card, Suit, read_card, special_card
from clagdsl.lang.frozen import dataclass
from clagdsl.lang.source import Span
from clagdsl.lang.special import Asked, Power, played_as, read_asked
from clagdsl.syntax.builders.clauses import suit_of
from clagdsl.syntax.builders.expressions import Builder, around, between, end_of, start_of
from clagdsl.syntax.nodes import (
    BidFact,
    Binding,
    CardNumber,
    ExampleStatement,
    Fact,
    Figures,
    Located,
    Name,
    Node,
    Notes,
    PaymentFact,
    PlayedCard,
    PlayFact,
    Scene,
    ScheduleFact,
    ScoreFact,
    Setting,
    TrickFact,
    WinnerFact,
)
from clagdsl.syntax.token import Token

Held: TypeAlias = Located[Card]
"""A card in the hand of an example."""


@dataclass(frozen=True, slots=True)
class Integers(Node):
    """Whole numbers in a row."""

    values: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Trump(Node):
    """The trumps of a fact."""

    suits: tuple[Suit, ...]


def integers(*settings: Located[int]) -> Integers:
    """Whole numbers in a row."""
    span = between(settings[0], settings[-1])
    return Integers(span, tuple(setting.value for setting in settings))


def bids_made(_keyword: Token, bids: Integers | Located[int]) -> Integers:
    """`bid 2` or `bids 1 2 0`."""
    values = bids.values if isinstance(bids, Integers) else (bids.value,)
    return Integers(between(_keyword, bids), values)


def card_of(token: Token) -> Card:
    """The card that a token names."""
    card = read_card(token)
    if card is None:
        raise AssertionError(f"the grammar takes `{token}` for a card")
    return card


def named_trumps(keyword: Token, *suits: Token) -> Trump:
    """`trump clubs` or `order H C D S`."""
    return Trump(between(keyword, suits[-1]), tuple(map(suit_of, suits)))


def played(card: Token, _as: Token | None, face: Token | None) -> PlayedCard:
    """`2H as AC`."""
    stands_for = None if face is None else card_of(face)
    return PlayedCard(around(card, face), card_of(card), stands_for)


def played_special(
    name: Name, power: Token | None, _asks: Token | None, asked: Located[Asked] | None
) -> PlayedCard:
    """`Joker low asks highest of hearts`."""
    span, card = around(name, power, asked), special_card(name.text)
    if power is None and asked is None:
        return PlayedCard(span, card, None)
    said = None if power is None else cast(Power, str(power))
    asks = None if asked is None else asked.value
    return PlayedCard(span, card, played_as(name.text, said, asks))


def held(card: Token | Name) -> Held:
    """A card in a hand, a special one by its name."""
    span = between(card, card)
    return Located(span, special_card(card.text) if isinstance(card, Name) else card_of(card))


def asked(*words: Token | None) -> Located[Asked]:
    """`nothing`, `next card`, `hearts` or `highest of hearts`."""
    said = read_asked(" ".join(word for word in words if word is not None))
    if said is None:
        raise AssertionError(f"the grammar takes {words} for what a special card asks for")
    return Located(around(*words), said)


def figures(
    total: Token,
    points: Located[int],
    _failed: Token | None,
    failed: Located[int] | None,
    _completed: Token | None,
    completed: Located[int] | None,
) -> Figures:
    """`total 142 failed 8`."""
    return Figures(
        around(total, points, failed, completed),
        points.value,
        None if failed is None else failed.value,
        None if completed is None else completed.value,
    )


def binding(name: Token, setting: Setting) -> Binding:
    """`hook = true`."""
    return Binding(between(name, setting), Name(between(name, name), str(name)), setting)


def scene(*pieces: Token | Name | Binding | None) -> Scene:
    """Where an example plays.  The span of a scene that says nothing is mended by `example`."""
    deal: Name | None = None
    numbers: dict[str, int] = {}
    calls: list[Name] = []
    settings: list[Binding] = []
    keyword = ""
    number: Located[int] | None = None
    begin: Token | None = None
    for piece in pieces:
        if isinstance(piece, Binding):
            settings.append(piece)
        elif isinstance(piece, Name) and keyword == "IN":
            deal = piece
        elif isinstance(piece, Name):
            calls.append(piece)
        elif piece is not None and piece.type == "NUMBER" and keyword == "AS":
            assert begin is not None
            number = Located(between(begin, piece), int(piece))
        elif piece is not None and piece.type == "NUMBER":
            numbers[keyword] = int(piece)
        elif piece is not None:
            words = ("IN", "AS", "WITH", "FOR", "CALLING")
            keyword = piece.type if piece.type in words else keyword
            begin = piece if piece.type == "AS" else begin
    present = [piece for piece in pieces if piece is not None]
    span = between(present[0], present[-1]) if present else Span(0, 0)
    return Scene(
        span,
        deal,
        number,
        numbers.get("WITH"),
        numbers.get("FOR"),
        tuple(calls),
        tuple(settings),
    )


def score_fact(
    bids: Integers | None,
    tricks: Token,
    won: Integers,
    points: Token | None,
    worth: Integers | None,
    _scores: Token,
    scores: Integers,
) -> ScoreFact:
    """`bid 2 tricks 2 points 10 scores 22`."""
    return ScoreFact(
        around(bids, tricks, scores),
        None if bids is None else bids.values,
        won.values,
        tricks.type == "TAKING",
        None if worth is None else Located(around(points, worth), worth.values),
        scores.values,
    )


def bid_fact(
    keyword: Token,
    bids: Integers | None,
    _then: Token,
    _may: Token,
    refused: Token | None,
    _bid: Token,
    digits: Token,
) -> BidFact:
    """`bids 1 1 1 then may not bid 4`."""
    made = () if bids is None else bids.values
    return BidFact(between(keyword, digits), made, refused is None, int(digits))


def trick_fact(trump: Trump | None, *pieces: Token | PlayedCard) -> TrickFact:
    """`trump clubs cards AC 2H as AC won by 2H as AC`, or `... won by card 2`."""
    cards = tuple(piece for piece in pieces if isinstance(piece, PlayedCard))
    suits = None if trump is None else trump.suits
    span, last = around(trump, pieces[0], pieces[-1]), pieces[-1]
    if isinstance(last, PlayedCard):
        return TrickFact(span, suits, cards[:-1], last)
    return TrickFact(span, suits, cards, CardNumber(between(pieces[-2], last), int(last)))


def play_fact(trump: Trump | None, *pieces: Token | PlayedCard | Held | None) -> PlayFact:
    """`trump hearts cards KS 6H hand 2C 9S may not play 2C as AH`."""
    cards = tuple(piece for piece in pieces if isinstance(piece, PlayedCard))
    tokens = [piece for piece in pieces if isinstance(piece, Token)]
    hand = tuple(piece.value for piece in pieces if isinstance(piece, Located))
    allowed = all(token.type != "NOT" for token in tokens)
    broken = next((Located(around(one), True) for one in tokens if one.type == "BROKEN"), None)
    suits = None if trump is None else trump.suits
    return PlayFact(around(trump, *pieces), suits, broken, cards[:-1], hand, allowed, cards[-1])


def payment_fact(
    keyword: Token,
    loser: Figures,
    _pays: Token,
    amount: Located[int],
    _to: Token,
    _winner: Token,
    winner: Figures,
) -> PaymentFact:
    """`loser total 142 failed 8 pays 250 to winner total 184 failed 4`."""
    return PaymentFact(between(keyword, winner), loser, amount.value, winner)


def winner_fact(keyword: Token, totals: Integers, *rest: Token | Integers | None) -> WinnerFact:
    """`totals 50 50 40 failed 3 4 1 wins yes no no`."""
    _failed, failed, _completed, completed, _wins, *answers = rest
    words = cast(list[Token], answers)
    return WinnerFact(
        between(keyword, words[-1]),
        totals.values,
        failed.values if isinstance(failed, Integers) else None,
        completed.values if isinstance(completed, Integers) else None,
        tuple(word == "yes" for word in words),
    )


def schedule_fact(
    keyword: Token,
    number: Token,
    _is: Token,
    deal: Name,
    _with: Token,
    cards: Token,
    last: Token,
    _trump: Token | None,
    suit: Token | None,
) -> ScheduleFact:
    """`number 16 is normal with 7 cards`, or `... with 7 cards trump none`."""
    trump = None if suit is None else _suits(suit)
    return ScheduleFact(between(keyword, suit or last), int(number), deal, int(cards), trump)


def _suits(token: Token) -> tuple[Suit, ...]:
    return () if token == "none" else (suit_of(token),)


def named_none(keyword: Token, none: Token) -> Trump:
    """`trump none`."""
    return Trump(between(keyword, none), ())


def example(
    keyword: Token, title: Token, notes: Notes, where: Scene, fact: Fact
) -> ExampleStatement:
    """`example "..." in normal: bid 2 tricks 2 scores 14`."""
    if where.span.end == 0:
        where = replace(where, span=Span(end_of(title), end_of(title)))
    span = Span(start_of(keyword), end_of(fact))
    return ExampleStatement(span, title[1:-1], where, fact, notes)


BUILDERS: Final[dict[str, Builder]] = {
    "all_bids": bids_made,
    "asked": asked,
    "bid_fact": bid_fact,
    "binding": binding,
    "example": example,
    "figures": figures,
    "held": held,
    "integers": integers,
    "named_none": named_none,
    "named_order": named_trumps,
    "named_suit": named_trumps,
    "one_bid": bids_made,
    "payment_fact": payment_fact,
    "play_fact": play_fact,
    "played": played,
    "played_special": played_special,
    "scene": scene,
    "schedule_fact": schedule_fact,
    "score_fact": score_fact,
    "trick_fact": trick_fact,
    "winner_fact": winner_fact,
}
