"""Builds the nodes of statements and files, and says which function builds which rule."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias, cast

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
    ParameterRange,
    PickedSize,
    RanksOfPack,
    Sizes,
    WordRange,
)
from clagdsl.lang.special import Demand, Powers
from clagdsl.syntax.builders import clauses as build_clauses
from clagdsl.syntax.builders import examples as build_examples
from clagdsl.syntax.builders import expressions as build_expressions
from clagdsl.syntax.builders.expressions import Builder, around, between, bounded
from clagdsl.syntax.nodes import (
    AddStatement,
    Alternative,
    Assumption,
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
    Expression,
    FewerSuits,
    File,
    GameStatement,
    LeftOut,
    LetStatement,
    Located,
    Name,
    Notes,
    PackAlternative,
    PackedSpecials,
    PackStatement,
    ParameterStatement,
    PlayersStatement,
    RepeatedRows,
    RunStatement,
    ScheduleRow,
    ScheduleStatement,
    Setting,
    SettleStatement,
    SourceStatement,
    SpecialStatement,
    Statement,
    TallyStatement,
    TwistStatement,
    WinnerStatement,
)
from clagdsl.syntax.token import Token

_Bracketed: TypeAlias = Located[tuple[ScheduleRow | RepeatedRows, ...]]


def text_of(token: Token) -> str:
    """What stands between the quotation marks of a string."""
    return str(token[1:-1])


def optional_text(token: Token | None) -> str | None:
    """What stands between the quotation marks, if there is a string."""
    return None if token is None else text_of(token)


def word(token: Token) -> Name:
    """A name that cannot be quoted."""
    return Name(between(token, token), str(token))


def name(token: Token) -> Name:
    """A name, quoted or not."""
    if token.type == "STRING":
        return Name(between(token, token), text_of(token), quoted=True)
    return word(token)


def cite(keyword: Token, source: Token, passage: Token | None) -> Cite:
    """`from wiki "deal 11"`."""
    return Cite(around(keyword, source, passage), word(source), optional_text(passage))


def assumption(keyword: Token, text: Token, *cites: Cite) -> Assumption:
    """`assume "..."`."""
    return Assumption(around(keyword, text, *cites), text_of(text), cites)


def integer(minus: Token | None, digits: Token) -> Located[int]:
    """A whole number with its sign."""
    value = int(digits)
    return Located(around(minus, digits), value if minus is None else -value)


def truth_setting(token: Token) -> Located[bool]:
    """`true` or `false`."""
    return Located(between(token, token), token == "true")


def word_setting(token: Token) -> Located[str]:
    """A word of a parameter."""
    return Located(between(token, token), str(token))


def interval(low: Located[int], _to: Token, high: Located[int]) -> Located[IntegerRange]:
    """`1 to 60`."""
    return Located(between(low, high), IntegerRange(low.value, high.value))


def words(*tokens: Token) -> Located[WordRange]:
    """`shared, playoff`."""
    spans = tuple(between(token, token) for token in tokens)
    return Located(around(*tokens), WordRange(tuple(map(str, tokens))), spans)


def game(
    keyword: Token,
    title: Token,
    _variant: Token | None,
    variant: Token | None,
    _extends: Token | None,
    extends: Name | None,
    notes: Notes,
) -> GameStatement:
    """`game "Clag" variant "Foss"`."""
    span = around(keyword, title, variant, extends)
    return GameStatement(span, text_of(title), optional_text(variant), extends, notes)


def players(
    keyword: Token,
    low: Token,
    _to: Token | None,
    high: Token | None,
    dealer: Token | None,
    drawn: Token | None,
    against: Token | None,
    notes: Notes,
) -> PlayersStatement:
    """`players 3 to 7`, or one number: `players 4, dealer drawn, counterclockwise`."""
    span = around(keyword, low, high, dealer, drawn, against)
    lot: Located[FirstDealer] | None = None
    if dealer is not None and drawn is not None:
        lot = Located(between(dealer, drawn), "drawn")
    direction: Located[Direction] | None = None
    if against is not None:
        direction = Located(between(against, against), "counterclockwise")
    alone = high is None
    return PlayersStatement(span, int(low), int(high or low), notes, alone, direction, lot)


def listed_ranks(*tokens: Token) -> Located[RanksOfPack]:
    """`A K Q J 10 9 8 7`."""
    spans = tuple(between(token, token) for token in tokens)
    listed = ListedRanks(tuple(map(build_clauses.rank_text, tokens)))
    return Located(around(*tokens), listed, spans)


def highest_ranks(word: Token, number: Expression, last: Token) -> Located[RanksOfPack]:
    """`highest 8 ranks`."""
    return Located(between(word, last), HighestRanks(number))


def all_ranks(word: Token, last: Token) -> Located[RanksOfPack]:
    """`all ranks`."""
    return Located(between(word, last), AllRanks())


def fewer_suits(number: Expression, word: Token) -> FewerSuits:
    """`3 suits`."""
    return FewerSuits(between(number, word), number)


def left_out(word: Token, *cards: Token) -> LeftOut:
    """`without 6S 6C`."""
    spans = tuple(between(card, card) for card in cards)
    named = tuple(map(build_examples.card_of, cards))
    return LeftOut(between(word, cards[-1]), named, spans)


def copies(number: Expression, _of: Token, word: Token) -> Copies:
    """`2 of each`."""
    return Copies(between(number, word), number)


def special_cards(number: Token, name: Name) -> PackedSpecials:
    """`4 Wizard`."""
    return PackedSpecials(between(number, name), int(number), name)


def power(*words: Token) -> Located[Powers]:
    """`high`, `low` or `high or low`."""
    return Located(around(*words), cast(Powers, " ".join(words)))


def demand(*words: Token) -> Located[Demand]:
    """`nothing`, `next card`, `named suit`, `highest of named suit`."""
    return Located(around(*words), cast(Demand, " ".join(words)))


def special(
    keyword: Token,
    name: Name,
    _is: Token,
    power: Located[Powers],
    _asks: Token,
    *rest: Token | Located[Demand] | Notes,
) -> SpecialStatement:
    """`special Joker is high asks highest of named suit or next card`."""
    demands = tuple(piece for piece in rest if isinstance(piece, Located))
    (notes,) = (piece for piece in rest if isinstance(piece, Notes))
    span = between(keyword, demands[-1])
    return SpecialStatement(span, name, power, demands, notes, between(keyword, keyword))


def cards_of_pack(
    ranks: Located[RanksOfPack], *also: Token | FewerSuits | LeftOut | Copies | PackedSpecials
) -> CardsOfPack:
    """`highest 9 ranks, without 6S 6C`."""
    said = tuple(piece for piece in also if not isinstance(piece, Token))
    return CardsOfPack(around(ranks, *said), ranks, said)


def pack(keyword: Token, *pieces: Token | CardsOfPack | Alternative | Notes) -> PackStatement:
    """`pack all ranks when players <= 6, otherwise highest 8 ranks`."""
    alternatives: list[PackAlternative] = []
    for piece in pieces:
        if isinstance(piece, Alternative):
            cards = cast(CardsOfPack, piece.value)
            alternatives.append(PackAlternative(piece.span, cards, piece.condition))
        elif isinstance(piece, CardsOfPack):
            alternatives.append(PackAlternative(piece.span, piece, None))
    span = between(keyword, alternatives[-1])
    return PackStatement(span, tuple(alternatives), cast(Notes, pieces[-1]))


def source(keyword: Token, token: Token, title: Token) -> SourceStatement:
    """`source wiki "..."`."""
    return SourceStatement(between(keyword, title), word(token), text_of(title))


def param(
    keyword: Token,
    token: Token,
    default: Setting,
    _in: Token | None,
    values: Located[ParameterRange] | None,
    description: Token | None,
    notes: Notes,
) -> ParameterStatement:
    """`param deals = 12 in 1 to 60 "as many as time allows"`."""
    span = around(keyword, default, values, description)
    text = optional_text(description)
    return ParameterStatement(span, word(token), default, values, text, notes)


def let(keyword: Token, token: Token, expression: Expression, notes: Notes) -> LetStatement:
    """`let most = players + 1`."""
    return LetStatement(between(keyword, expression), word(token), expression, notes)


def run(keyword: Token, token: Token, _when: Token, held: Expression, notes: Notes) -> RunStatement:
    """`run zeros when bid = 0`."""
    span = between(keyword, held)
    return RunStatement(span, word(token), held, notes, between(keyword, keyword))


def tally(keyword: Token, token: Token, expression: Expression, notes: Notes) -> TallyStatement:
    """`tally bags = tricks - bid when tricks > bid, otherwise 0`."""
    span = between(keyword, expression)
    return TallyStatement(span, word(token), expression, notes, between(keyword, keyword))


def deal(
    keyword: Token,
    named: Name,
    _as: Token | None,
    short: Name | None,
    notes: Notes,
    _is: Token | None,
    base: Name | None,
    with_word: Token | None,
    *clauses: Clause,
) -> DealStatement:
    """`deal Misere as m is normal with ...`."""
    span = around(keyword, named, short, base, with_word, *clauses)
    return DealStatement(span, named, short, base, clauses, notes)


def copied_deal(
    keyword: Token, named: Name, _as: Token | None, short: Name | None, notes: Notes, *base: object
) -> DealStatement:
    """`deal Again is normal`."""
    origin = cast(Name, base[-1])
    return DealStatement(between(keyword, origin), named, short, origin, (), notes)


def twist(
    keyword: Token,
    named: Name,
    _as: Token | None,
    short: Name | None,
    notes: Notes,
    *clauses: Clause,
) -> TwistStatement:
    """`twist "No Trumps" trump none`."""
    return TwistStatement(around(keyword, named, short, *clauses), named, short, clauses, notes)


def schedule(
    keyword: Token, *pieces: Token | ScheduleRow | RepeatedRows | Notes
) -> ScheduleStatement:
    """`schedule 1 up to 7 cards: normal then ...`."""
    rows = tuple(piece for piece in pieces if isinstance(piece, ScheduleRow | RepeatedRows))
    return ScheduleStatement(between(keyword, rows[-1]), rows, cast(Notes, pieces[-1]))


def row(
    repeat: Token | None,
    times: Expression | None,
    _times: Token | None,
    sizes: Located[Sizes],
    _cards: Token,
    *rest: Name | Token | Expression | None,
) -> ScheduleRow:
    """`repeat 2 times 7 cards: normal`, or `7 cards: special when specials`."""
    *names, word, condition = rest
    deals = cast(tuple[Name, ...], tuple(names))
    when: Located[Expression] | None = None
    if isinstance(word, Token) and condition is not None:
        held = bounded(cast(Expression, condition))
        when = Located(between(word, held), held)
    span = around(repeat, sizes, deals[-1], when)
    return ScheduleRow(span, times, sizes, deals, when)


def rows_in_brackets(*pieces: Token | ScheduleRow | RepeatedRows) -> _Bracketed:
    """`(7 cards: normal then ...)`, whose brackets belong to its stretch of the text."""
    rows = tuple(piece for piece in pieces if isinstance(piece, ScheduleRow | RepeatedRows))
    bracket = between(pieces[0], pieces[0])
    return Located(between(pieces[0], pieces[-1]), rows, (bracket,))


def rows_repeated(
    keyword: Token, times: Expression, _times: Token, inside: _Bracketed
) -> RepeatedRows:
    """`repeat 2 times (7 cards: normal then ...)`."""
    return RepeatedRows(between(keyword, inside), times, inside.value, inside.parts[0])


def one_size(size: Expression) -> Located[Sizes]:
    """`7`."""
    return Located(size.span, OneSize(size))


def ladder(
    first: Expression,
    direction: Token,
    _to: Token,
    last: Expression,
    by_word: Token | None,
    by: Expression | None,
) -> Located[Sizes]:
    """`1 up to 7`, or `1 up to 13 by 2`, whose step is the one part with a place of its own."""
    way = cast(Literal["up", "down"], str(direction))
    if by_word is None or by is None:
        return Located(between(first, last), Ladder(first, last, way))
    step = (between(by_word, by),)
    return Located(between(first, by), Ladder(first, last, way, by), step)


def picked(
    dealer: Token, _picks: Token, low: Expression, _to: Token, high: Expression
) -> Located[Sizes]:
    """`dealer picks 3 to 7`."""
    return Located(between(dealer, high), PickedSize(low, high))


def winner(keyword: Token, *pieces: Token | Located[CriterionText] | Notes) -> WinnerStatement:
    """`winner highest total, then shared`."""
    criteria = tuple(piece for piece in pieces if isinstance(piece, Located))
    shared, notes = cast(Token, pieces[-2]), cast(Notes, pieces[-1])
    return WinnerStatement(between(keyword, shared), criteria, notes)


def criterion(first: Token, second: Token) -> Located[CriterionText]:
    """`highest total`."""
    return Located(between(first, second), cast(CriterionText, f"{first} {second}"))


def ends(keyword: Token, _when: Token, condition: Expression, notes: Notes) -> EndsStatement:
    """`ends when ...`."""
    held = bounded(condition)
    return EndsStatement(between(keyword, held), held, notes, between(keyword, keyword))


def settle(
    keyword: Token,
    _loser: Token,
    _pays: Token,
    _winner: Token,
    expression: Expression,
    notes: Notes,
) -> SettleStatement:
    """`settle loser pays winner ...`."""
    return SettleStatement(between(keyword, expression), expression, notes)


def change_deal(keyword: Token, named: Name, *clauses: Clause) -> ChangeDeal:
    """`change normal score ...`."""
    return ChangeDeal(between(keyword, clauses[-1]), named, clauses)


def change_statement(
    keyword: Token,
    statement: (
        ScheduleStatement
        | WinnerStatement
        | EndsStatement
        | SettleStatement
        | PlayersStatement
        | PackStatement
    ),
) -> ChangeStatement:
    """`change schedule ...`."""
    return ChangeStatement(between(keyword, statement), statement)


def change_param(
    keyword: Token, _param: Token, token: Token, default: Setting, notes: Notes
) -> ChangeParameter:
    """`change param hook = true`."""
    return ChangeParameter(between(keyword, default), word(token), default, notes)


def drop(keyword: Token, named: Name) -> DropStatement:
    """`drop "Highest Number"`."""
    return DropStatement(between(keyword, named), named)


def drop_settle(keyword: Token, settle_word: Token) -> DropSettle:
    """`drop settle`."""
    return DropSettle(between(keyword, settle_word))


def drop_ends(keyword: Token, ends_word: Token) -> DropEnds:
    """`drop ends`."""
    return DropEnds(between(keyword, ends_word), between(ends_word, ends_word))


def add(keyword: Token, named: Name, where: Token, neighbour: Name, notes: Notes) -> AddStatement:
    """`add Nuloss after "Aces Low"`."""
    side = cast(Literal["after", "before"], str(where))
    return AddStatement(between(keyword, neighbour), named, side, neighbour, notes)


def file(keyword: Token, version: Token, *statements: Statement) -> File:
    """A whole file."""
    span = around(keyword, version, *statements)
    return File(span, int(version), statements, between(version, version))


def rest(*_pieces: object) -> None:
    """What follows an error: it is read for its errors only."""


BUILDERS: Final[dict[str, Builder]] = {
    **build_expressions.BUILDERS,
    **build_clauses.BUILDERS,
    **build_examples.BUILDERS,
    "add": add,
    "all_ranks": all_ranks,
    "assumption": assumption,
    "cards_of_pack": cards_of_pack,
    "copies": copies,
    "demand": demand,
    "power": power,
    "special": special,
    "special_cards": special_cards,
    "change_deal": change_deal,
    "change_param": change_param,
    "change_statement": change_statement,
    "cite": cite,
    "copied_deal": copied_deal,
    "criterion": criterion,
    "deal": deal,
    "drop": drop,
    "drop_ends": drop_ends,
    "drop_settle": drop_settle,
    "ends": ends,
    "fewer_suits": fewer_suits,
    "file": file,
    "game": game,
    "highest_ranks": highest_ranks,
    "integer": integer,
    "interval": interval,
    "ladder": ladder,
    "left_out": left_out,
    "let": let,
    "listed_ranks": listed_ranks,
    "name": name,
    "one_size": one_size,
    "pack": pack,
    "param": param,
    "picked": picked,
    "players": players,
    "rest": rest,
    "row": row,
    "rows_in_brackets": rows_in_brackets,
    "rows_repeated": rows_repeated,
    "rows": rest,
    "run": run,
    "schedule": schedule,
    "settle": settle,
    "source": source,
    "tally": tally,
    "truth_setting": truth_setting,
    "twist": twist,
    "winner": winner,
    "word_setting": word_setting,
    "words": words,
}
"""The function that builds each rule, by the name that the grammar gives the rule."""
