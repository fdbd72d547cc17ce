"""Writes syntax trees as text in one normal layout; what is written parses to the same tree.

Comments are not part of a syntax tree, so they are not written.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, assert_never

from clagdsl.lang.aspects import TABLE
from clagdsl.lang.cards import SUIT_NAMES
from clagdsl.lang.expr.expression_text import condition_text, expression_text
from clagdsl.lang.pack import ranks_text
from clagdsl.lang.policies.auction import AuctionBids, NoAuction
from clagdsl.lang.policies.bid import BidInTurn, BidTogether, FixedBid, Free, Keeps, NoBid
from clagdsl.lang.policies.call import Call, NoCall
from clagdsl.lang.policies.card_worth import CardWorth
from clagdsl.lang.policies.contract import CompletedWhen, NotCounted
from clagdsl.lang.policies.follow import Following
from clagdsl.lang.policies.rank import RankOrder
from clagdsl.lang.policies.trump import (
    AuctionTrump,
    DrawnTrump,
    FixedOrder,
    FixedSuit,
    NamedTrump,
    NoTrump,
    RotatingTrump,
    TurnedTrump,
    trump_word,
    turned_text,
)
from clagdsl.lang.policies.wild import Wild
from clagdsl.lang.rules import (
    ONE,
    IntegerRange,
    Ladder,
    OneSize,
    PickedSize,
    Sizes,
    TruthRange,
    WordRange,
)
from clagdsl.syntax.format.print_examples import fact_text, scene_text
from clagdsl.syntax.format.print_names import (
    name_text,
    names_text,
    setting_text,
    word_or_text,
)
from clagdsl.syntax.nodes import (
    AddStatement,
    Alternative,
    AspectName,
    AspectValue,
    CardsOfPack,
    ChangeDeal,
    ChangeParameter,
    ChangeStatement,
    Clause,
    Copies,
    DealStatement,
    DropEnds,
    DropSettle,
    DropStatement,
    EndsStatement,
    ExampleStatement,
    FewerSuits,
    File,
    GameStatement,
    LeftOut,
    LetStatement,
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
    SettleStatement,
    SourceStatement,
    SpecialStatement,
    Statement,
    TallyStatement,
    TwistStatement,
    WinnerStatement,
)

KEYWORDS: Final[dict[AspectName, str]] = {name: aspect.keyword for name, aspect in TABLE.items()}
"""How each aspect is written."""


def print_file(file: File) -> str:
    """A whole file."""
    lines = [f"clag {file.version}"]
    before: Statement | None = None
    for statement in file.statements:
        if stands_apart(statement) or (before is not None and stands_apart(before)):
            lines.append("")
        lines.extend(statement_lines(statement))
        before = statement
    return "\n".join(lines) + "\n"


def stands_apart(statement: Statement) -> bool:
    """Whether empty lines stand around a statement."""
    return isinstance(statement, DealStatement | TwistStatement | ScheduleStatement | ChangeDeal)


def statement_lines(statement: Statement) -> Iterator[str]:
    """The lines of a statement."""
    match statement:
        case DealStatement():
            yield from deal_lines(statement)
        case TwistStatement(name=name, clauses=clauses, notes=notes):
            short = "" if statement.short is None else f" as {name_text(statement.short)}"
            yield f"twist {name_text(name)}{short}{notes_text(notes)}"
            yield from clause_lines(clauses)
        case ChangeDeal(name=name, clauses=clauses):
            yield f"change {name_text(name)}"
            yield from clause_lines(clauses)
        case ScheduleStatement():
            yield from schedule_lines(statement)
        case ChangeStatement(statement=changed):
            first, *others = statement_lines(changed)
            yield f"change {first}"
            yield from others
        case ExampleStatement(title=title, scene=scene, fact=fact, notes=notes):
            yield f'example "{title}"{notes_text(notes)}{scene_text(scene)}:'
            yield f"  {fact_text(fact)}"
        case PackStatement(alternatives=alternatives, notes=notes):
            yield f"pack {packs_text(alternatives)}{notes_text(notes)}"
        case SpecialStatement():
            yield special_text(statement)
        case RunStatement() | TallyStatement():
            yield past_text(statement)
        case WinnerStatement() | EndsStatement() | SettleStatement():
            yield end_text(statement)
        case _:
            yield short_text(statement)


ShortStatement = (
    GameStatement
    | PlayersStatement
    | SourceStatement
    | ParameterStatement
    | LetStatement
    | ChangeParameter
    | DropStatement
    | DropSettle
    | DropEnds
    | AddStatement
)


def short_text(statement: ShortStatement) -> str:
    """A statement that takes one line, but for its assumptions."""
    match statement:
        case GameStatement(title=title, variant=variant, extends=extends, notes=notes):
            variant_part = "" if variant is None else f' variant "{variant}"'
            extends_part = "" if extends is None else f" extends {name_text(extends)}"
            return f'game "{title}"{variant_part}{extends_part}{notes_text(notes)}'
        case PlayersStatement(low=low, high=high, notes=notes, alone=alone, direction=direction):
            lot = "" if statement.dealer is None else ", dealer drawn"
            numbers = str(low) if alone else f"{low} to {high}"
            way = "" if direction is None else f", {direction.value}"
            return f"players {numbers}{lot}{way}{notes_text(notes)}"
        case SourceStatement(name=name, title=title):
            return f'source {name.text} "{title}"'
        case ParameterStatement():
            return parameter_text(statement)
        case LetStatement(name=name, expression=expression, notes=notes):
            return f"let {name.text} = {expression_text(expression)}{notes_text(notes)}"
        case ChangeParameter(name=name, default=default, notes=notes):
            return f"change param {name.text} = {setting_text(default)}{notes_text(notes)}"
        case DropStatement(name=name):
            return f"drop {name_text(name)}"
        case DropSettle():
            return "drop settle"
        case DropEnds():
            return "drop ends"
        case AddStatement(name=name, where=where, neighbour=neighbour, notes=notes):
            return f"add {name_text(name)} {where} {name_text(neighbour)}{notes_text(notes)}"
        case _:
            assert_never(statement)


def end_text(statement: WinnerStatement | EndsStatement | SettleStatement) -> str:
    """How a match ends: `winner highest total, then shared`, and what stands beside it."""
    match statement:
        case WinnerStatement(criteria=criteria, notes=notes):
            texts = [*(criterion.value for criterion in criteria), "shared"]
            return f"winner {', then '.join(texts)}{notes_text(notes)}"
        case EndsStatement(condition=condition, notes=notes):
            return f"ends when {condition_text(condition)}{notes_text(notes)}"
        case SettleStatement(expression=expression, notes=notes):
            return f"settle loser pays winner {expression_text(expression)}{notes_text(notes)}"
        case _:
            assert_never(statement)


def packs_text(alternatives: tuple[PackAlternative, ...]) -> str:
    """The packs of a game with what chooses between them."""
    texts = [
        f"{cards_of_pack_text(each.cards)} when {condition_text(each.condition)}"
        for each in alternatives
        if each.condition is not None
    ]
    last = cards_of_pack_text(alternatives[-1].cards)
    return ", ".join([*texts, f"otherwise {last}"]) if texts else last


def cards_of_pack_text(cards: CardsOfPack) -> str:
    """`highest 9 ranks, without 6S 6C`."""
    parts = [ranks_text(cards.ranks.value)]
    for also in cards.also:
        match also:
            case FewerSuits(number=number):
                parts.append(f"{expression_text(number)} suits")
            case LeftOut(cards=left_out):
                parts.append(f"without {' '.join(map(str, left_out))}")
            case Copies(number=number):
                parts.append(f"{expression_text(number)} of each")
            case PackedSpecials(number=many, name=name):
                parts.append(f"{many} {name_text(name)}")
            case _:
                assert_never(also)
    return ", ".join(parts)


def special_text(statement: SpecialStatement) -> str:
    """`special Joker is high asks highest of named suit or next card`."""
    demands = " or ".join(one.value for one in statement.demands)
    power = f"{statement.power.value} asks {demands}"
    return f"special {name_text(statement.name)} is {power}{notes_text(statement.notes)}"


def past_text(statement: RunStatement | TallyStatement) -> str:
    """`run zeros when bid = 0`, or `tally bags = tricks - bid`."""
    name, said = statement.name.text, statement.expression
    if isinstance(statement, RunStatement):
        return f"run {name} when {condition_text(said)}{notes_text(statement.notes)}"
    return f"tally {name} = {expression_text(said)}{notes_text(statement.notes)}"


def notes_text(notes: Notes) -> str:
    """Citations on the same line, every assumption on a line of its own."""
    parts: list[str] = []
    cites = list(notes.cites)
    for assumption in (None, *notes.assumptions):
        if assumption is not None:
            parts.append(f'\n    assume "{assumption.text}"')
            cites = list(assumption.cites)
        for cite in cites:
            passage = "" if cite.passage is None else f' "{cite.passage}"'
            parts.append(f" from {cite.source.text}{passage}")
    return "".join(parts)


def parameter_text(statement: ParameterStatement) -> str:
    """`param deals = 12 in 1 to 60 "as many as time allows"`."""
    text = f"param {statement.name.text} = {setting_text(statement.default)}"
    values = None if statement.range is None else statement.range.value
    match values:
        case IntegerRange(low=low, high=high):
            text += f" in {low} to {high}"
        case WordRange(words=words):
            text += f" in {', '.join(words)}"
        case TruthRange() | None:
            pass
        case _:
            assert_never(values)
    if statement.description is not None:
        text += f' "{statement.description}"'
    return text + notes_text(statement.notes)


def deal_lines(deal: DealStatement) -> Iterator[str]:
    """A deal and its clauses."""
    short = "" if deal.short is None else f" as {name_text(deal.short)}"
    base = "" if deal.base is None else f" is {name_text(deal.base)}"
    with_word = " with" if base and deal.clauses else ""
    yield f"deal {name_text(deal.name)}{short}{notes_text(deal.notes)}{base}{with_word}"
    yield from clause_lines(deal.clauses)


def clause_lines(clauses: tuple[Clause, ...]) -> Iterator[str]:
    """The clauses of a deal, each on a line of its own."""
    for clause in clauses:
        by = "by " if clause.groups else ""
        text = f"  {KEYWORDS[clause.aspect]} {by}"
        text += alternatives_text(clause.aspect, clause.alternatives)
        for group in clause.groups:
            text += f"\n    {group.kind} {names_text(group.choices)}"
        yield text + notes_text(clause.notes)


def alternatives_text(aspect: AspectName, alternatives: tuple[Alternative, ...]) -> str:
    """The values of a clause with what chooses between them."""
    texts = [
        f"{value_text(aspect, each.value.value)} when {condition_text(each.condition)}"
        for each in alternatives
        if each.condition is not None
    ]
    last = value_text(aspect, alternatives[-1].value.value)
    return ", ".join([*texts, f"otherwise {last}"]) if texts else last


def value_text(aspect: AspectName, value: AspectValue) -> str:
    """The value of a clause."""
    match value:
        case str() | NoTrump() | DrawnTrump() | Free() | BidInTurn() | BidTogether() | NoBid():
            return TABLE[aspect].policies.of(value).says
        case NotCounted() | NoCall() | Wild(ranks=()) | NoAuction() | AuctionTrump():
            return TABLE[aspect].policies.of(value).says
        case RankOrder(ranks=ranks):
            return " ".join(ranks)
        case (
            TurnedTrump()
            | NamedTrump()
            | FixedOrder()
            | FixedSuit()
            | RotatingTrump()
            | AuctionBids()
        ):
            return trump_rule_text(value)
        case FixedBid(number=number):
            return f"fixed {number}"
        case Keeps(condition=condition, otherwise=otherwise):
            rest = "" if otherwise is None else f", otherwise {condition_text(otherwise)}"
            return f"keeps {condition_text(condition)}{rest}"
        case Following(classes=classes):
            return ", else ".join(classes)
        case Wild(ranks=ranks, in_suit=in_suit):
            return " ".join(ranks) + (" in suit" if in_suit else "")
        case CompletedWhen(condition=condition):
            return f"when {condition_text(condition)}"
        case Call(by=by):
            return by
        case CardWorth():
            return value.text
        case _:
            return expression_text(value)


def trump_rule_text(
    trump: TurnedTrump | NamedTrump | FixedOrder | FixedSuit | RotatingTrump | AuctionBids,
) -> str:
    """Where trump comes from, in more than words that are always the same."""
    match trump:
        case TurnedTrump():
            return turned_text(trump, word_or_text)
        case NamedTrump(by=by, what=nameable, first=first):
            cards = "" if first is None else f" from {first} cards"
            return f"named by {by}{cards} any {nameable}"
        case FixedOrder(suits=suits):
            return f"order {' '.join(suits)}"
        case FixedSuit(suit=suit):
            return SUIT_NAMES[suit]
        case RotatingTrump(trumps=trumps):
            return " ".join(["rotates", *(trump_word(trump) for trump in trumps)])
        case AuctionBids(low=low, high=high, trumps=trumps):
            bounds = f"{expression_text(low)} to {expression_text(high)}"
            return " ".join([bounds, *(trump or "none" for trump in trumps)])
        case _:
            assert_never(trump)


def schedule_lines(schedule: ScheduleStatement) -> Iterator[str]:
    """The rows of a schedule."""
    yield "schedule"
    *rows, last = schedule.rows
    lead = "  "
    for row in rows:
        yield lead + row_text(row)
        lead = "  then "
    yield lead + row_text(last) + notes_text(schedule.notes)


def row_text(row: ScheduleRow | RepeatedRows) -> str:
    """`repeat 2 times 1 up to 7 cards: normal`."""
    if isinstance(row, RepeatedRows):
        inside = " then ".join(map(row_text, row.rows))
        return f"repeat {expression_text(row.times)} times ({inside})"
    repeat = "" if row.repeat is None else f"repeat {expression_text(row.repeat)} times "
    when = "" if row.condition is None else f" when {condition_text(row.condition.value)}"
    return f"{repeat}{sizes_text(row.sizes.value)}: {names_text(row.deals)}{when}"


def sizes_text(said: Sizes) -> str:
    """`1 up to 7 cards`."""
    match said:
        case OneSize(size=size):
            sizes = expression_text(size)
        case Ladder(first=first, last=last, direction=direction, by=by):
            step = "" if by == ONE else f" by {expression_text(by)}"
            sizes = f"{expression_text(first)} {direction} to {expression_text(last)}{step}"
        case PickedSize(low=low, high=high):
            sizes = f"dealer picks {expression_text(low)} to {expression_text(high)}"
        case _:
            assert_never(said)
    return f"{sizes} {'card' if sizes == '1' else 'cards'}"
