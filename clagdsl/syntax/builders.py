"""AST builders for examples, statements and files, and the table of all builders.

`clause_builders` has those of expressions and clauses, and explains the arguments of a builder. As
there, most docstrings show the source text of the construct. A parameter that begins with `_` is a
token or part whose content is fixed by the grammar.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import partial
from typing import Any, Final, Literal, TypeAlias, TypeVar, cast

from clagdsl.lang.cards import Card, Suit, read_card, special_card
from clagdsl.lang.expr.ast import (
    Expression,
)
from clagdsl.lang.rules import (
    AllRanks,
    CriterionText,
    Direction,
    FirstDealer,
    HighestRanks,
    IntegerRange,
    Ladder,
    ListedRanks,
    OneSize,
    PickedSize,
    RanksOfPack,
    WordRange,
)
from clagdsl.lang.source import Located, Span
from clagdsl.lang.special_cards import Demand, LeadDemand, Power, Powers, played_as, read_demand
from clagdsl.syntax.clause_builders import (
    CLAUSE_BUILDERS,
    limit_size,
    listed,
    node,
    of_kind,
    rank_text,
    spans_of,
    suit_of,
    suit_or_none,
    words,
    words_of,
)
from clagdsl.syntax.lr_parser import Builder
from clagdsl.syntax.nodes import (
    AddStatement,
    Alternative,
    Assumption,
    BidFact,
    Binding,
    CardNumber,
    CardsOfPack,
    ChangeDeal,
    ChangeParameter,
    ChangeStatement,
    Cite,
    Clause,
    Copies,
    DealStatement,
    DropEnds,
    DropSettle,
    DropStatement,
    EndsStatement,
    ExampleStatement,
    Fact,
    FewerSuits,
    Figures,
    File,
    GameStatement,
    LeftOut,
    LetStatement,
    Name,
    Notes,
    PackAlternative,
    PackedSpecials,
    PackStatement,
    ParameterStatement,
    PaymentFact,
    PlayedCard,
    PlayersStatement,
    PlayFact,
    RepeatedRows,
    RunStatement,
    Scene,
    ScheduleFact,
    ScheduleRow,
    ScheduleStatement,
    ScoreFact,
    Setting,
    SettleStatement,
    SourceStatement,
    SpecialStatement,
    Statement,
    TallyStatement,
    TrickFact,
    TurnedFact,
    TwistStatement,
    WinnerFact,
    WinnerStatement,
)
from clagdsl.syntax.token import Token

# --- examples: the scene of each and the fact that it states --------------------------------------


Integers: TypeAlias = Located[tuple[int, ...]]
"""A list of whole numbers."""
Trump: TypeAlias = Located[tuple[Suit, ...]]
"""The trump suits of a fact; empty for no trump."""
V = TypeVar("V")


def value_of(located: Located[V] | None) -> V | None:
    """Returns a value without its span, or None if it is absent."""
    return None if located is None else located.value


def integers(span: Span, *settings: Located[int]) -> Integers:
    """Builds a list of whole numbers."""
    return Located(span, tuple(setting.value for setting in settings))


def bids_made(span: Span, _keyword: Token, bids: Integers | Located[int]) -> Integers:
    """Builds the bids of a fact, as in `bid 2` or `bids 1 2 0`."""
    return Located(span, bids.value if isinstance(bids.value, tuple) else (bids.value,))


def card_of(token: Token) -> Card:
    """Returns the card that a token denotes."""
    card = read_card(token)
    if card is None:
        raise AssertionError(f"the grammar takes `{token}` for a card")
    return card


def named_trumps(span: Span, _keyword: Token, *suits: Token) -> Trump:
    """Builds the trumps of a fact, as in `trump clubs`, `trump none` or `order H C D S`."""
    return Located(span, tuple(filter(None, map(suit_or_none, suits))))


def played(span: Span, card: Token, _as: Token | None, face: Token | None) -> PlayedCard:
    """Builds a played card, as in `2H as AC`."""
    return PlayedCard(span, card_of(card), None if face is None else card_of(face))


def played_special(
    span: Span,
    name: Name,
    power: Token | None,
    _asks: Token | None,
    request: Located[LeadDemand] | None,
) -> PlayedCard:
    """Builds a played special card, as in `Joker low asks highest of hearts`."""
    card = special_card(name.text)
    if power is None and request is None:
        return PlayedCard(span, card, None)
    chosen_power = None if power is None else cast(Power, str(power))
    return PlayedCard(span, card, played_as(name.text, chosen_power, value_of(request)))


def held(span: Span, card: Token | Name) -> Located[Card]:
    """Returns a card in a hand; a special card is written as its name."""
    return Located(span, special_card(card.text) if isinstance(card, Name) else card_of(card))


def asked(span: Span, *pieces: Token | None) -> Located[LeadDemand]:
    """Builds the demand of a special card: `nothing`, `next card`, `hearts` or
    `highest of hearts`.
    """
    request = read_demand(words_of(pieces))
    if request is None:
        raise AssertionError(f"the grammar takes {pieces} for what a special card asks for")
    return Located(span, request)


def figures(span: Span, _total: Token, points: Located[int], *rest: Any) -> Figures:
    """Builds a player's final figures, as in `total 142 failed 8`."""
    return Figures(span, points.value, *map(value_of, rest[1::2]))


def binding(span: Span, name: Token, setting: Setting) -> Binding:
    """Builds a parameter's value in an example, as in `hook = true`."""
    return Binding(span, name_from_token(name), setting)


def scene(
    span: Span,
    _in: Token | None,
    deal: Name | None,
    as_word: Token | None,
    _number: Token | None,
    digits: Token | None,
    *rest: Token | Name | Binding | None,
) -> Scene:
    """Builds the scene (setting) of an example; `example` gives an empty one its span."""
    number: Located[int] | None = None
    if as_word is not None and digits is not None:
        number = Located(Span(as_word.start, digits.end), int(digits))
    _with, cards, _cards, _for, players, *_others = rest
    return Scene(
        span,
        deal,
        number,
        int(cards) if isinstance(cards, Token) else None,
        int(players) if isinstance(players, Token) else None,
        of_kind(Name, rest),
        of_kind(Binding, rest),
    )


def score_fact(
    span: Span,
    bids: Integers | None,
    tricks: Token,
    won: Integers,
    points: Token | None,
    worth: Integers | None,
    _scores: Token,
    scores: Integers,
) -> ScoreFact:
    """Builds a fact about scores, as in `bid 2 tricks 2 points 10 scores 22`."""
    valued: Located[tuple[int, ...]] | None = None
    if points is not None and worth is not None:
        valued = Located(Span(points.start, worth.span.end), worth.value)
    taking = tricks.type == "TAKING"
    return ScoreFact(span, value_of(bids), won.value, taking, valued, scores.value)


def bid_fact(
    span: Span,
    _bids: Token,
    bids: Integers | None,
    _then: Token,
    _may: Token,
    refused: Token | None,
    _bid: Token,
    digits: Token,
) -> BidFact:
    """Builds a fact about bids, as in `bids 1 1 1 then may not bid 4`."""
    return BidFact(span, value_of(bids) or (), refused is None, int(digits))


def trick_fact(span: Span, trump: Trump | None, *pieces: Token | PlayedCard) -> TrickFact:
    """Builds a fact about a trick, as in `trump clubs cards AC 2H as AC won by 2H as AC`.

    The winner may also be given as `won by card 2`.
    """
    cards, last = of_kind(PlayedCard, pieces), pieces[-1]
    if isinstance(last, PlayedCard):
        return TrickFact(span, value_of(trump), cards[:-1], last)
    word = cast(Token, pieces[-2])
    winner = CardNumber(Span(word.start, last.end), int(last))
    return TrickFact(span, value_of(trump), cards, winner)


def play_fact(
    span: Span, trump: Trump | None, *pieces: Token | PlayedCard | Located[Card] | None
) -> PlayFact:
    """Builds a fact about a play, as in `trump hearts cards KS 6H hand 2C 9S may not play 2C as
    AH`.
    """
    cards, words = of_kind(PlayedCard, pieces), of_kind(Token, pieces)
    hand: tuple[Located[Card], ...] = of_kind(Located, pieces)
    return PlayFact(
        span,
        value_of(trump),
        next((Located(token.span, True) for token in words if token.type == "BROKEN"), None),
        cards[:-1],
        tuple(card.value for card in hand),
        all(token.type != "NOT" for token in words),
        cards[-1],
    )


def payment_fact(
    span: Span,
    _loser: Token,
    loser: Figures,
    _pays: Token,
    amount: Located[int],
    _to: Token,
    _winner: Token,
    winner: Figures,
) -> PaymentFact:
    """Builds a fact about a payment.

    For example `loser total 142 failed 8 pays 250 to winner total 184 failed 4`.
    """
    return PaymentFact(span, loser, amount.value, winner)


def winner_fact(span: Span, _totals: Token, totals: Integers, *rest: Any) -> WinnerFact:
    """Builds a fact about winners, as in `totals 50 50 40 failed 3 4 1 wins yes no no`."""
    _failed, failed, _completed, completed, _wins, *answers = rest
    wins = tuple(answer == "yes" for answer in answers)
    return WinnerFact(span, totals.value, value_of(failed), value_of(completed), wins)


def schedule_fact(
    span: Span,
    _keyword: Token,
    number: Token,
    _is: Token,
    deal: Name,
    _with: Token,
    cards: Token,
    _cards: Token,
    _trump: Token | None,
    suit: Token | None,
) -> ScheduleFact:
    """Builds a fact about the schedule, as in `number 16 is normal with 7 cards trump none`."""
    trump: tuple[Suit, ...] | None = None
    if suit is not None:
        trump = () if suit == "none" else (suit_of(suit),)
    return ScheduleFact(span, int(number), deal, int(cards), trump)


def turned_fact(span: Span, _turned: Token, *pieces: Token) -> TurnedFact:
    """Builds a fact about turned cards, as in `turned Owl 7H trump hearts`."""
    *names, _trump, suit = pieces
    cards = (card_of(name) if name.type == "CARD" else special_card(str(name)) for name in names)
    return TurnedFact(span, tuple(cards), () if suit == "none" else (suit_of(suit),))


def example(
    span: Span, _keyword: Token, title: Token, notes: Notes, where: Scene, fact: Fact
) -> ExampleStatement:
    """Builds an example, as in `example "..." in normal: bid 2 tricks 2 scores 14`."""
    if where.span.end == 0:
        where = replace(where, span=Span(title.end, title.end))
    return ExampleStatement(span, title[1:-1], where, fact, notes)


# --- statements and files -------------------------------------------------------------------------

_Rows: TypeAlias = tuple[ScheduleRow | RepeatedRows, ...]
_Bracketed: TypeAlias = Located[_Rows]


def rows_of(pieces: Iterable[object]) -> _Rows:
    """Returns the rows of a schedule among the pieces."""
    return tuple(piece for piece in pieces if isinstance(piece, ScheduleRow | RepeatedRows))


def optional_text(token: Token | None) -> str | None:
    """Returns the text between a string's quotation marks, or None if the string is absent."""
    return None if token is None else token[1:-1]


def name_from_token(token: Token) -> Name:
    """Returns a name that cannot be quoted."""
    return Name(token.span, str(token))


def name(span: Span, token: Token) -> Name:
    """Returns a name, quoted or not."""
    return (
        Name(span, token[1:-1], quoted=True) if token.type == "STRING" else name_from_token(token)
    )


def cite(span: Span, _from: Token, source: Token, passage: Token | None) -> Cite:
    """Builds a citation, as in `from wiki "deal 11"`."""
    return Cite(span, name_from_token(source), optional_text(passage))


def assumption(span: Span, _assume: Token, text: Token, *cites: Cite) -> Assumption:
    """Builds an assumption, as in `assume "..."`."""
    return Assumption(span, text[1:-1], cites)


def integer(span: Span, minus: Token | None, digits: Token) -> Located[int]:
    """Returns a whole number, possibly negative."""
    return Located(span, int(digits) if minus is None else -int(digits))


def truth_setting(span: Span, token: Token) -> Located[bool]:
    """Builds the parameter value `true` or `false`."""
    return Located(span, token == "true")


def interval(
    span: Span, low: Located[int], _to: Token, high: Located[int]
) -> Located[IntegerRange]:
    """Builds a range of whole numbers, as in `1 to 60`."""
    return Located(span, IntegerRange(low.value, high.value))


def game(
    span: Span,
    _game: Token,
    title: Token,
    _variant: Token | None,
    variant: Token | None,
    _extends: Token | None,
    extends: Name | None,
    notes: Notes,
) -> GameStatement:
    """Builds a game statement, as in `game "Clag" variant "Foss"`."""
    return GameStatement(span, title[1:-1], optional_text(variant), extends, notes)


def players(
    span: Span,
    _players: Token,
    low: Token,
    _to: Token | None,
    high: Token | None,
    dealer: Token | None,
    drawn: Token | None,
    against: Token | None,
    notes: Notes,
) -> PlayersStatement:
    """Builds a players statement, as in `players 3 to 7` or `players 4, dealer drawn`."""
    drawn_dealer: Located[FirstDealer] | None = None
    if dealer is not None and drawn is not None:
        drawn_dealer = Located(Span(dealer.start, drawn.end), "drawn")
    direction: Located[Direction] | None = None
    if against is not None:
        direction = Located(against.span, "counterclockwise")
    alone = high is None
    return PlayersStatement(span, int(low), int(high or low), notes, alone, direction, drawn_dealer)


def players_drawn_when(span: Span, *parts: Token | Expression | Notes | None) -> PlayersStatement:
    """Builds a players statement, as in `players 3 to 7, dealer drawn when lots`."""
    *before, _when, condition, against, notes = parts
    made = players(span, *cast(Any, (*before, against, notes)))
    return replace(made, condition=limit_size(cast(Expression, condition)))


def highest_ranks(
    span: Span, _highest: Token, number: Expression, _ranks: Token
) -> Located[RanksOfPack]:
    """Builds the ranks of a pack, as in `highest 8 ranks`."""
    return Located(span, HighestRanks(number))


def left_out(span: Span, _without: Token, *cards: Token) -> LeftOut:
    """Builds the cards left out of a pack, as in `without 6S 6C`."""
    return LeftOut(span, tuple(map(card_of, cards)), spans_of(cards))


def special_cards(span: Span, number: Token, name: Name) -> PackedSpecials:
    """Builds the special cards of a pack, as in `4 Wizard`."""
    return PackedSpecials(span, int(number), name)


def special(
    span: Span,
    keyword: Token,
    name: Name,
    _is: Token,
    power: Located[Powers],
    _asks: Token,
    *rest: Token | Located[Demand] | Notes,
) -> SpecialStatement:
    """Builds a special statement, as in `special Joker is high asks highest of named suit`."""
    demands: tuple[Located[Demand], ...] = of_kind(Located, rest)
    return SpecialStatement(span, name, power, demands, cast(Notes, rest[-1]), keyword.span)


def special_trump(
    span: Span, keyword: Token, name: Name, _is: Token, trump: Token, written: Notes
) -> SpecialStatement:
    """Builds a special statement without powers, as in `special Big is trump`."""
    power: Located[Powers] = Located(trump.span, "trump")
    return SpecialStatement(span, name, power, (), written, keyword.span)


def cards_of_pack(
    span: Span,
    ranks: Located[RanksOfPack],
    *also: FewerSuits | LeftOut | Copies | PackedSpecials,
) -> CardsOfPack:
    """Builds the description of a pack, as in `highest 9 ranks, without 6S 6C`."""
    return CardsOfPack(span, ranks, also)


def pack(
    span: Span, _pack: Token, *pieces: Token | CardsOfPack | Alternative | Notes
) -> PackStatement:
    """Builds a pack statement, as in
    `pack all ranks when players <= 6, otherwise highest 8 ranks`.
    """
    alternatives: list[PackAlternative] = []
    for piece in pieces:
        if isinstance(piece, Alternative):
            cards = cast(CardsOfPack, piece.value)
            alternatives.append(PackAlternative(piece.span, cards, piece.condition))
        elif isinstance(piece, CardsOfPack):
            alternatives.append(PackAlternative(piece.span, piece, None))
    return PackStatement(span, tuple(alternatives), cast(Notes, pieces[-1]))


def source(span: Span, _source: Token, token: Token, title: Token) -> SourceStatement:
    """Builds a source statement, as in `source wiki "..."`."""
    return SourceStatement(span, name_from_token(token), title[1:-1])


def param(
    span: Span,
    _param: Token,
    token: Token,
    default: Setting,
    _in: Token | None,
    values: Located[Any] | None,
    description: Token | None,
    notes: Notes,
) -> ParameterStatement:
    """Builds a parameter, as in `param deals = 12 in 1 to 60 "as many as time allows"`."""
    text = optional_text(description)
    return ParameterStatement(span, name_from_token(token), default, values, text, notes)


def let(
    span: Span, _let: Token, token: Token, expression: Expression, notes: Notes
) -> LetStatement:
    """Builds a let statement, as in `let most = players + 1`."""
    return LetStatement(span, name_from_token(token), expression, notes)


def remembered(
    kind: Callable[..., RunStatement | TallyStatement],
    span: Span,
    keyword: Token,
    token: Token,
    *rest: Token | Expression | Notes,
) -> RunStatement | TallyStatement:
    """Builds a run or tally, as in `tally bags = tricks - bid`, or with a display name:
    `run zeros when bid = 0 "zeros in a row"`.
    """
    *before, last, notes = rest
    words = optional_text(last) if isinstance(last, Token) else None
    expression = before[-1] if isinstance(last, Token) else last
    return kind(span, name_from_token(token), expression, words, notes, keyword.span)


def deal(
    span: Span,
    _deal: Token,
    named: Name,
    _as: Token | None,
    short: Name | None,
    notes: Notes,
    _is: Token | None,
    base: Name | None,
    _with: Token | None = None,
    *clauses: Clause,
) -> DealStatement:
    """Builds a deal, as in `deal Misere as m is normal with ...` or `deal Again is normal`."""
    return DealStatement(span, named, short, base, clauses, notes)


def twist(
    span: Span,
    _twist: Token,
    named: Name,
    _as: Token | None,
    short: Name | None,
    notes: Notes,
    *clauses: Clause,
) -> TwistStatement:
    """Builds a twist, as in `twist "No Trumps" trump none`."""
    return TwistStatement(span, named, short, clauses, notes)


def schedule(
    span: Span, _schedule: Token, *pieces: Token | ScheduleRow | RepeatedRows | Notes
) -> ScheduleStatement:
    """Builds a schedule, as in `schedule 1 up to 7 cards: normal then ...`."""
    return ScheduleStatement(span, rows_of(pieces), cast(Notes, pieces[-1]))


def row(
    span: Span,
    _repeat: Token | None,
    times: Expression | None,
    _times: Token | None,
    sizes: Located[Any],
    _cards: Token,
    *rest: Name | Token | Expression | None,
) -> ScheduleRow:
    """Builds a schedule row, as in `repeat 2 times 7 cards: normal`."""
    *names, when, condition = rest
    row_condition: Located[Expression] | None = None
    if isinstance(when, Token) and condition is not None:
        bound = limit_size(cast(Expression, condition))
        row_condition = Located(Span(when.start, bound.span.end), bound)
    return ScheduleRow(span, times, sizes, cast(tuple[Name, ...], tuple(names)), row_condition)


def rows_in_brackets(span: Span, *pieces: Token | ScheduleRow | RepeatedRows) -> _Bracketed:
    """Builds bracketed rows, as in `(7 cards: normal then ...)`; the span includes the brackets."""
    return Located(span, rows_of(pieces), (pieces[0].span,))


def rows_repeated(
    span: Span, _repeat: Token, times: Expression, _times: Token, inside: _Bracketed
) -> RepeatedRows:
    """Builds repeated rows, as in `repeat 2 times (7 cards: normal then ...)`."""
    return RepeatedRows(span, times, inside.value, inside.parts[0])


def ladder(
    span: Span,
    first: Expression,
    direction: Token,
    _to: Token,
    last: Expression,
    by_word: Token | None,
    by: Expression | None,
) -> Located[Ladder]:
    """Builds a ladder of sizes, as in `1 up to 7` or `1 up to 13 by 2`; only the step has its own
    span.
    """
    direction_word = cast(Literal["up", "down"], str(direction))
    if by_word is None or by is None:
        return Located(span, Ladder(first, last, direction_word))
    return Located(
        span, Ladder(first, last, direction_word, by), (Span(by_word.start, by.span.end),)
    )


def picked(
    span: Span, _dealer: Token, _picks: Token, low: Expression, _to: Token, high: Expression
) -> Located[PickedSize]:
    """Builds a size picked by the dealer, as in `dealer picks 3 to 7`."""
    return Located(span, PickedSize(low, high))


def winner(
    span: Span, _winner: Token, *pieces: Token | Located[CriterionText] | Notes
) -> WinnerStatement:
    """Builds a winner statement, as in `winner highest total, then shared`."""
    return WinnerStatement(span, of_kind(Located, pieces), cast(Notes, pieces[-1]))


def ends(
    span: Span, keyword: Token, _when: Token, condition: Expression, notes: Notes
) -> EndsStatement:
    """Builds an ends statement, as in `ends when ...`."""
    return EndsStatement(span, limit_size(condition), notes, keyword.span)


def change_deal(span: Span, _change: Token, named: Name, *clauses: Clause) -> ChangeDeal:
    """Builds a change of a deal, as in `change normal score ...`."""
    return ChangeDeal(span, named, clauses)


def change_param(
    span: Span, _change: Token, _param: Token, token: Token, default: Setting, notes: Notes
) -> ChangeParameter:
    """Builds a change of a parameter, as in `change param hook = true`."""
    return ChangeParameter(span, name_from_token(token), default, notes)


def drop_ends(span: Span, _drop: Token, ends: Token) -> DropEnds:
    """Builds `drop ends`."""
    return DropEnds(span, ends.span)


def add(
    span: Span, _add: Token, named: Name, where: Token, neighbour: Name, notes: Notes
) -> AddStatement:
    """Builds an add statement, as in `add Nuloss after "Aces Low"`."""
    return AddStatement(span, named, cast(Any, str(where)), neighbour, notes)


def file(span: Span, _clag: Token, version: Token, *statements: Statement) -> File:
    """Builds the root of the tree."""
    return File(span, int(version), statements, version.span)


def rest(_span: Span, *_pieces: object) -> None:
    """Returns None: the text after an error is parsed only for its errors."""


BUILDERS: Final[dict[str, Builder]] = {
    **CLAUSE_BUILDERS,
    "all_bids": bids_made,
    "asked": asked,
    "bid_fact": bid_fact,
    "binding": binding,
    "example": example,
    "figures": figures,
    "held": held,
    "integers": integers,
    "named_none": named_trumps,
    "named_order": named_trumps,
    "named_suit": named_trumps,
    "one_bid": bids_made,
    "payment_fact": payment_fact,
    "play_fact": play_fact,
    "played": played,
    "played_special": played_special,
    "scene": scene,
    "schedule_fact": schedule_fact,
    "turned_fact": turned_fact,
    "score_fact": score_fact,
    "trick_fact": trick_fact,
    "winner_fact": winner_fact,
    "add": add,
    "all_ranks": lambda span, *_words: Located(span, AllRanks()),
    "assumption": assumption,
    "cards_of_pack": cards_of_pack,
    "copies": node(Copies, 0),
    "demand": words,
    "power": words,
    "special": special,
    "special_trump": special_trump,
    "special_cards": special_cards,
    "change_deal": change_deal,
    "change_param": change_param,
    "change_statement": node(ChangeStatement, 1),
    "cite": cite,
    "copied_deal": deal,
    "criterion": words,
    "deal": deal,
    "drop": node(DropStatement, 1),
    "drop_ends": drop_ends,
    "drop_settle": node(DropSettle),
    "ends": ends,
    "fewer_suits": node(FewerSuits, 0),
    "file": file,
    "game": game,
    "highest_ranks": highest_ranks,
    "integer": integer,
    "interval": interval,
    "ladder": ladder,
    "left_out": left_out,
    "let": let,
    "listed_ranks": partial(listed, ListedRanks, rank_text),
    "name": name,
    "one_size": lambda span, size: Located(span, OneSize(size)),
    "pack": pack,
    "param": param,
    "picked": picked,
    "players": players,
    "players_drawn_when": players_drawn_when,
    "rest": rest,
    "row": row,
    "rows_in_brackets": rows_in_brackets,
    "rows_repeated": rows_repeated,
    "rows": rest,
    "run": partial(remembered, RunStatement),
    "run_in_words": partial(remembered, RunStatement),
    "schedule": schedule,
    "settle": node(SettleStatement, 4, 5),
    "source": source,
    "tally": partial(remembered, TallyStatement),
    "tally_in_words": partial(remembered, TallyStatement),
    "truth_setting": truth_setting,
    "twist": twist,
    "winner": winner,
    "word_setting": words,
    "words": partial(listed, WordRange, str),
}
"""The builder for each rule of the grammar, by the rule's name."""
