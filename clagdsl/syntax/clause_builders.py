"""AST builders for expressions and clauses.

The parser calls a builder whenever it reduces a rule. Its arguments are the span of the rule, then
its children in order: tokens, the results of other builders, and None for each optional part that
is absent. It returns a node, or a `Located` value that a later builder puts into one.

Most docstrings show the source text of the construct. The grammar guarantees the shape of the
arguments, so an AssertionError here means that grammar and builders disagree.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import partial
from typing import Any, Final, TypeAlias, TypeVar, cast, get_args

from clagdsl.lang.aspects import ASPECTS, TABLE
from clagdsl.lang.cards import SUIT_NAMES, Suit, read_card, read_suit
from clagdsl.lang.expr.ast import (
    Arithmetic,
    Branch,
    Choice,
    Comparison,
    Expression,
    Function,
    Inverse,
    Logic,
    LogicOperator,
    Negative,
    Number,
    Reference,
    Truth,
    everything_in,
)
from clagdsl.lang.frozen import dataclass
from clagdsl.lang.limits import MOST_PARTS
from clagdsl.lang.policies.bid import (
    AuctionBids,
    BidInTurn,
    BidsAgain,
    BidTogether,
    Call,
    Caller,
    FirstBidder,
    FixedBid,
    Keeps,
)
from clagdsl.lang.policies.deal_end import CompletedWhen
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
    OnTurned,
    RotatingTrump,
    TurnedTrump,
)
from clagdsl.lang.policies.trump_order import TopTrump, TrumpRanks, TrumpWorth
from clagdsl.lang.source import Located, Node, Span
from clagdsl.syntax.lr_parser import Builder, ExpressionTooLargeError
from clagdsl.syntax.nodes import (
    Alternative,
    AspectName,
    AspectValue,
    Assumption,
    CallGroup,
    Cite,
    Clause,
    Name,
    Notes,
)
from clagdsl.syntax.token import Token

V = TypeVar("V")


def of_kind(kind: type[V], pieces: Iterable[object]) -> tuple[V, ...]:
    """Returns the pieces that are instances of a type."""
    return tuple(piece for piece in pieces if isinstance(piece, kind))


def spans_of(pieces: Iterable[Token | Node]) -> tuple[Span, ...]:
    """Returns the spans of the pieces."""
    return tuple(piece.span for piece in pieces)


def words_of(pieces: Iterable[object]) -> str:
    """Returns the tokens among the pieces, separated by spaces."""
    return " ".join(of_kind(Token, pieces))


def node(kind: Callable[..., object], *places: int) -> Builder:
    """Returns a builder that makes a node from the pieces at the given indices."""
    return lambda span, *pieces: kind(span, *[pieces[place] for place in places])


def words(span: Span, *pieces: Token | None) -> Words:
    """Returns a value that consists of keywords only."""
    return Located(span, words_of(pieces))


# --- expressions ----------------------------------------------------------------------------------


def number(span: Span, digits: Token) -> Number:
    """Builds a number expression."""
    return Number(int(digits), span=span)


def truth(span: Span, word: Token) -> Truth:
    """Builds `true` or `false`."""
    return Truth(word == "true", span=span)


def variable(span: Span, *names: Token) -> Expression:
    """Builds a variable, or a member such as `winner.total`; its meaning is resolved later."""
    # the resolver replaces it, so `Expression` need not include it
    return cast(Expression, Reference(".".join(names), span=span))


def unary(
    kind: type[Negative | Inverse], span: Span, _sign: Token, operand: Expression
) -> Expression:
    """Builds `-x` or `not x`."""
    return kind(operand, span=span)


def binary(
    kind: Callable[..., Arithmetic | Comparison],
    span: Span,
    left: Expression,
    operator: Token,
    right: Expression,
) -> Expression:
    """Builds an operation with two operands, as in `x + y` or `x < y`."""
    return kind(str(operator), left, right, span=span)


def logic(operator: LogicOperator, span: Span, *pieces: Expression | Token) -> Logic:
    """Builds `and` or `or` with two or more operands, as in `x or y or z`."""
    return Logic(operator, operands(pieces), span=span)


def operands(pieces: Iterable[Expression | Token]) -> tuple[Expression, ...]:
    """Returns the pieces that are expressions."""
    return tuple(piece for piece in pieces if not isinstance(piece, Token))


def function(span: Span, name: Token, *pieces: Expression | Token) -> Function:
    """Builds a call such as `min(x, y)`; the pieces include its brackets and commas."""
    return Function(cast(Any, str(name)), operands(pieces), span=span)


def group(span: Span, _opening: Token, inner: Expression, _closing: Token) -> Expression:
    """Returns a bracketed expression with its span extended to the brackets."""
    return replace(inner, span=span)


def alternative(span: Span, value: Expression, _when: Token, condition: Expression) -> Branch:
    """Builds one branch of a choice, as in `x when c`."""
    return Branch(value, condition, span=span)


def choice(span: Span, *pieces: Branch | Token | Expression) -> Expression:
    """Builds a choice, as in `x when c, otherwise y`."""
    return limit_size(Choice(of_kind(Branch, pieces), cast(Expression, pieces[-1]), span=span))


def limit_size(expression: Expression) -> Expression:
    """Returns the expression; raises ExpressionTooLargeError if it has more than `MOST_PARTS`
    parts.
    """
    # Every part takes at least one character, so a short text needs no count.
    if expression.span.end - expression.span.start < MOST_PARTS:
        return expression
    size = 0
    for part in everything_in(expression):
        size += 1 + (len(part.branches) if isinstance(part, Choice) else 0)
        if size > MOST_PARTS:
            raise ExpressionTooLargeError(expression.span)
    return expression


# --- clauses, one for each aspect of a deal -------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ClauseBody(Node):
    """A clause without its notes, which `clause` adds."""

    name: AspectName
    alternatives: tuple[Alternative, ...]
    groups: tuple[CallGroup, ...] = ()


Words: TypeAlias = Located[str]
"""A value that consists of keywords only: `turned`, `after bids`, `not counted`."""

Value: TypeAlias = Located[AspectValue]

Piece: TypeAlias = Token | Alternative | Value | Words | CallGroup
"""A part of a clause: a keyword, a value, or a group of twists in a call."""


def chosen(span: Span, value: Value, _when: Token, condition: Expression) -> Alternative:
    """Builds one alternative of a clause, as in `value when condition`."""
    return Alternative(span, value, limit_size(condition))


def aspect(name: AspectName, span: Span, *pieces: Piece) -> ClauseBody:
    """Builds the body of a clause from its values."""
    alternatives: list[Alternative] = []
    for piece in pieces:
        if isinstance(piece, Alternative):
            alternatives.append(replace(piece, value=resolve_words(name, piece.value)))
        elif not isinstance(piece, Token | CallGroup):
            alternatives.append(Alternative(piece.span, resolve_words(name, piece), None))
    return ClauseBody(span, name, tuple(alternatives), of_kind(CallGroup, pieces))


def resolve_words(name: AspectName, written: Value | Words) -> Value:
    """Returns the value of an aspect; the meaning of plain keywords depends on the aspect."""
    if not isinstance(written.value, str):
        return written
    value: AspectValue | None = TABLE[name].policies.value_of(written.value)
    if value is None and name == "call" and written.value in get_args(Caller):
        value = Call(cast(Caller, written.value), ())
    if value is None:
        raise AssertionError(f"no policy of `{name}` is declared as `{written.value}`")
    return Located(written.span, value)


def formula(name: AspectName, span: Span, *pieces: Token | Expression) -> ClauseBody:
    """Builds the body of a clause whose value is an expression."""
    expression = cast(Expression, pieces[-1])
    value: Value = Located(expression.span, expression)
    return ClauseBody(span, name, (Alternative(expression.span, value, None),))


def worth_of(span: Span, minus: Token | None, digits: Token, card: Token) -> Located[Worth]:
    """Builds a card worth, as in `1 hearts`, `-2 K`, `13 QS` or `3 Joker`."""
    points = int(digits) if minus is None else -int(digits)
    kind: WorthKind
    match card.type:
        case "SUIT_NAME":
            kind, name = "suit", str(suit_of(card))
        case "RANK":
            kind, name = "rank", rank_text(card)
        case "CARD":
            kind, name = "card", str(read_card(card))
        case "NAME":
            kind, name = "special", str(card)
        case _:
            raise AssertionError(f"the grammar takes `{card}` for a worth")
    return Located(span, Worth(points, kind, name))


def worths(
    name: AspectName,
    kind: type[CardWorth | TrumpWorth],
    whole: Span,
    *pieces: Token | Located[Worth],
) -> ClauseBody:
    """Builds a clause about the worth of cards, as in `card worth 1 hearts, 13 QS`, or of trumps,
    as in `card worth of trump 20 J, 14 9` or `card worth of trump none`.
    """
    listed: tuple[Located[Worth], ...] = of_kind(Located, pieces)
    if not listed:
        none = of_kind(Token, pieces)[-1]
        return aspect(name, whole, words(none.span, none))
    span = Span(listed[0].span.start, whole.end)
    value: Value = Located(span, kind(tuple(worth.value for worth in listed)), spans_of(listed))
    return ClauseBody(whole, name, (Alternative(span, value, None),))


def top_trump(token: Token) -> TopTrump:
    """Returns an entry of a list of the highest trumps."""
    match token.type:
        case "RANK":
            return TopTrump(rank_text(token), "rank")
        case "CARD":
            return TopTrump(str(read_card(token)), "card")
        case _:
            return TopTrump(str(token), "special")


def no_call(span: Span, _call: Token, none: Token) -> ClauseBody:
    """Builds `call none`."""
    return aspect("call", span, words(none.span, none))


def clause(span: Span, body: ClauseBody, notes: Notes) -> Clause:
    """Returns a clause with its notes, which do not extend its span."""
    return Clause(span, body.name, body.alternatives, body.groups, notes)


def rank_text(token: Token) -> str:
    """Returns the rank that a token denotes; `T` is another spelling of 10."""
    return "10" if token == "T" else str(token)


def suit_of(token: Token) -> Suit:
    """Returns the suit that a token denotes."""
    suit = read_suit(token)
    if suit is None:
        raise AssertionError(f"the grammar takes `{token}` for a suit")
    return suit


def suit_or_none(token: Token) -> Suit | None:
    """Returns the suit that a token denotes, or None for no trump."""
    return None if token == "none" else suit_of(token)


def listed(
    kind: Callable[..., object], read: Callable[[Token], object], span: Span, *tokens: Token
) -> Located[Any]:
    """Builds a list, as in `A K Q J ...`; `read` returns the entry that a token denotes."""
    return Located(span, kind(tuple(map(read, tokens))), spans_of(tokens))


TurnedCases: TypeAlias = Located[tuple[OnTurned, ...]]


def turned(span: Span, _turned: Token, *cases: TurnedCases | Located[NothingLeft]) -> Value:
    """Builds a `turned` trump, optionally with cases, as in `turned, on J Q none, else last
    card`.
    """
    on: list[OnTurned] = []
    left: NothingLeft | None = None
    for case in cases:
        if isinstance(case.value, tuple):
            on.extend(case.value)
        else:
            left = case.value
    spans = tuple(span for case in cases for span in case.parts or (case.span,))
    return Located(span, TurnedTrump(nothing_left=left, on=tuple(on)), spans)


def nothing_left(span: Span, _else: Token, *left: Token) -> Located[NothingLeft]:
    """Builds the rule for a pack that is used up: `else none` or `else last card`."""
    return Located(span, "none" if len(left) == 1 else "last card")


def on_special(span: Span, _on: Token, name: Name, *outcome: Token | Words) -> TurnedCases:
    """Builds the case of a special card, as in `on Jester none` or `on Wizard named by dealer any
    suit`.
    """
    return Located(span, (_with_outcome(OnTurned(name.text), outcome[-1]),))


def turned_up(span: Span, card: Token) -> Located[OnTurned]:
    """Builds the rank, suit or card of a case."""
    suit, named = read_suit(card), read_card(card)
    if suit is not None:
        return Located(span, OnTurned(suit, kind="suit"))
    if named is not None:
        return Located(span, OnTurned(str(named), kind="card"))
    return Located(span, OnTurned(rank_text(card), kind="rank"))


def on_cards(
    span: Span, _on: Token, *pieces: Located[OnTurned] | Token | Located[str]
) -> TurnedCases:
    """Builds the cases of ranks, suits and cards, as in `on J QS none`."""
    outcome = cast(Token | Words, pieces[-1])
    cards = [piece for piece in of_kind(Located, pieces) if isinstance(piece.value, OnTurned)]
    cases = tuple(_with_outcome(card.value, outcome) for card in cards)
    return Located(span, cases, spans_of(cards))


def _with_outcome(on: OnTurned, outcome: Token | Words) -> OnTurned:
    """Returns the case of a card with its last word: `none`, `again`, or what is named."""
    if isinstance(outcome, Token):
        return replace(on, again=outcome == "again")
    return replace(on, named=cast(Nameable, outcome.value))


def named_trump(
    span: Span,
    _named: Token,
    _by: Token,
    by: Words,
    _from: Token | None,
    digits: Token | None,
    _cards: Token | None,
    _any: Token,
    nameable: Words,
) -> Value:
    """Builds a named trump, as in `named by dealer any suit`.

    Some cards may be dealt first, as in `named by eldest from 3 cards any suit or none`.
    """
    first = None if digits is None else int(digits)
    trump = NamedTrump(cast(Namer, by.value), cast(Nameable, nameable.value), first=first)
    return Located(span, trump, () if digits is None else (digits.span,))


def fixed_order(span: Span, _order: Token, *suits: Token) -> Value:
    """Builds a fixed order of the suits, as in `order H C D S`."""
    return Located(span, FixedOrder(tuple(map(suit_of, suits))), spans_of(suits))


def in_turn(
    span: Span, _in: Token, _turn: Token, first: Words | None, _first: Token | None
) -> Value:
    """Builds bids in turn, as in `in turn` or `in turn, dealer first`."""
    return Located(
        span, BidInTurn() if first is None else BidInTurn(cast(FirstBidder, first.value))
    )


def together_again(span: Span, _together: Token, who: Token, _again: Token) -> Value:
    """Builds bids made at once, as in `together, eldest again`."""
    return Located(span, BidTogether(cast(BidsAgain, str(who))))


def keeps(
    span: Span,
    _keeps: Token,
    condition: Expression,
    _otherwise: Token | None,
    otherwise: Expression | Token | None,
) -> Value:
    """Builds a limit on bids, as in `keeps C, otherwise D` or `keeps C, otherwise free`."""
    if isinstance(otherwise, Token):
        # a name, unless the resolver finds no parameter or `let` of that name
        otherwise = variable(otherwise.span, otherwise)
    return Located(span, Keeps(limit_size(condition), otherwise and limit_size(otherwise)))


def following(span: Span, *pieces: Located[FollowClass] | Token) -> Value:
    """Builds the rule for following suit, as in `suit, else anything`."""
    classes: tuple[Located[FollowClass], ...] = of_kind(Located, pieces)
    return Located(span, Following(tuple(located.value for located in classes)), spans_of(classes))


def held_back(
    span: Span, no: Token, held: Token, until: Token | None, broken: Token | None
) -> Words:
    """Builds a limit on leads, as in `no trump` or `no hearts until broken`."""
    suit = read_suit(held)
    name = held if suit is None else SUIT_NAMES[suit]
    return Located(span, " ".join(filter(None, (no, name, until, broken))))


def auction_bids(
    span: Span, low: Expression, _to: Token, high: Expression, *trumps: Token
) -> Value:
    """Builds the bids of an auction, as in `5 to cards C D H S none`."""
    bids = AuctionBids(limit_size(low), limit_size(high), tuple(map(suit_or_none, trumps)))
    return Located(span, bids, spans_of(trumps))


def wild_ranks(span: Span, *pieces: Token | None) -> Value:
    """Builds the wild ranks of a deal, as in `2 3 in suit`."""
    tokens = of_kind(Token, pieces[:-2])
    wild = Wild(tuple(map(rank_text, tokens)), in_suit=pieces[-1] is not None)
    return Located(span, wild, spans_of(tokens))


def contract_when(span: Span, _when: Token, condition: Expression) -> Value:
    """Builds the condition for making a contract, as in `when C`."""
    return Located(span, CompletedWhen(limit_size(condition)))


def call_group(span: Span, *pieces: Token | Name) -> CallGroup:
    """Builds a group of twists in a call, as in `one of A, B`."""
    return CallGroup(span, cast(Any, words_of(pieces)), of_kind(Name, pieces))


def notes(_span: Span, *pieces: object) -> Notes:
    """Builds the citations and assumptions after a statement or a clause."""
    return Notes(of_kind(Cite, pieces), of_kind(Assumption, pieces))


CLAUSE_BUILDERS: Final[dict[str, Builder]] = {
    "expression": lambda _span, expression: limit_size(expression),
    "expressions__alternative": alternative,
    "expressions__arithmetic": partial(binary, Arithmetic),
    "expressions__both": partial(logic, "and"),
    "expressions__choice": choice,
    "expressions__compared": partial(binary, Comparison),
    "expressions__either": partial(logic, "or"),
    "expressions__function": function,
    "expressions__group": group,
    "expressions__inverse": partial(unary, Inverse),
    "expressions__member": variable,
    "expressions__negative": partial(unary, Negative),
    "expressions__number": number,
    "expressions__truth": truth,
    "expressions__variable": variable,
    **{name: partial(aspect, name) for name in ASPECTS},
    "trick_worth": partial(formula, "trick_worth"),
    "score": partial(formula, "score"),
    "card_worth": partial(worths, "card_worth", CardWorth),
    "worth_of": worth_of,
    "trump_worth": partial(worths, "trump_worth", TrumpWorth),
    "trumps_first": partial(listed, TrumpRanks, top_trump),
    "no_call": no_call,
    "clause": clause,
    "chosen": chosen,
    "plain": words,
    "ranks": partial(listed, RankOrder, rank_text),
    "named_trump": named_trump,
    "fixed_order": fixed_order,
    "nothing_left": nothing_left,
    "on_special": on_special,
    "on_cards": on_cards,
    "turned_up": turned_up,
    "turned": turned,
    "drawn_trump": lambda span, _drawn: Located(span, DrawnTrump()),
    "fixed_suit": lambda span, suit: Located(span, FixedSuit(suit_of(suit))),
    "rotates": lambda span, _rotates, *trumps: Located(
        span, RotatingTrump(tuple(map(suit_or_none, trumps)))
    ),
    "rotates_throughout": lambda span, _rotates, _throughout, *trumps: Located(
        span, RotatingTrump(tuple(map(suit_or_none, trumps)), throughout=True)
    ),
    "auction_bids": auction_bids,
    "first_bidder": words,
    "namer": words,
    "what_is_named": words,
    "in_turn": in_turn,
    "together_again": together_again,
    "fixed_bid": lambda span, _fixed, digits: Located(span, FixedBid(int(digits))),
    "keeps": keeps,
    "following": following,
    "follow_class": words,
    "held_back": held_back,
    "wild_ranks": wild_ranks,
    "contract_when": contract_when,
    "call_group": call_group,
    "notes": notes,
}
"""The builder for each rule of expressions and clauses, by the rule's name."""
