"""A printer for syntax trees in one layout; its output parses to the same tree.

Comments are not part of a syntax tree, so they are not printed.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from clagdsl.lang.aspects import TABLE
from clagdsl.lang.cards import SUIT_NAMES, Suit
from clagdsl.lang.expr.unparse import condition_text, expression_text
from clagdsl.lang.pack import ranks_text
from clagdsl.lang.rules import IntegerRange, TruthRange, WordRange
from clagdsl.syntax.nodes import (
    AddStatement,
    Alternative,
    AspectName,
    BidFact,
    CardNumber,
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
    Fact,
    FewerSuits,
    Figures,
    File,
    GameStatement,
    LeftOut,
    LetStatement,
    Notes,
    PackAlternative,
    PackedSpecials,
    PackStatement,
    ParameterStatement,
    PaymentFact,
    PlayedCard,
    PlayersStatement,
    PlayFact,
    RunStatement,
    Scene,
    ScheduleFact,
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
from clagdsl.syntax.printer import (
    card_text,
    name_text,
    names_text,
    played_text,
    row_text,
    value_text,
)


def print_file(file: File) -> str:
    """Returns the text of a file."""
    lines = [f"clag {file.version}"]
    before: Statement | None = None
    for statement in file.statements:
        if stands_apart(statement) or (before is not None and stands_apart(before)):
            lines.append("")
        lines.extend(statement_lines(statement))
        before = statement
    return "\n".join(lines) + "\n"


def stands_apart(statement: Statement) -> bool:
    """Returns whether a statement has empty lines around it."""
    return isinstance(statement, DealStatement | TwistStatement | ScheduleStatement | ChangeDeal)


def statement_lines(statement: Statement) -> Iterator[str]:
    """Yields the lines of a statement."""
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
    """Returns a statement that takes one line, apart from its assumptions."""
    match statement:
        case GameStatement(title=title, variant=variant, extends=extends, notes=notes):
            variant_part = "" if variant is None else f' variant "{variant}"'
            extends_part = "" if extends is None else f" extends {name_text(extends)}"
            return f'game "{title}"{variant_part}{extends_part}{notes_text(notes)}'
        case PlayersStatement(low=low, high=high, notes=notes, alone=alone, direction=direction):
            lot = "" if statement.dealer is None else ", dealer drawn"
            if statement.condition is not None:
                lot += f" when {condition_text(statement.condition)}"
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
    """Returns a statement about the end of a match: `winner highest total, then shared`."""
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
    """Returns the packs of a game with their conditions."""
    texts = [
        f"{cards_of_pack_text(each.cards)} when {condition_text(each.condition)}"
        for each in alternatives
        if each.condition is not None
    ]
    last = cards_of_pack_text(alternatives[-1].cards)
    return ", ".join([*texts, f"otherwise {last}"]) if texts else last


def cards_of_pack_text(cards: CardsOfPack) -> str:
    """Returns the cards of a pack: `highest 9 ranks, without 6S 6C`."""
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
    """Returns a special card: `special Joker is high asks highest of named suit or next card`."""
    demands = " or ".join(one.value for one in statement.demands)
    asks = f" asks {demands}" if demands else ""
    power = f"{statement.power.value}{asks}"
    return f"special {name_text(statement.name)} is {power}{notes_text(statement.notes)}"


def past_text(statement: RunStatement | TallyStatement) -> str:
    """Returns a run or a tally: `run zeros when bid = 0`, `tally bags = tricks - bid`."""
    name, said = statement.name.text, statement.expression
    words = "" if statement.words is None else f' "{statement.words}"'
    if isinstance(statement, RunStatement):
        return f"run {name} when {condition_text(said)}{words}{notes_text(statement.notes)}"
    return f"tally {name} = {expression_text(said)}{words}{notes_text(statement.notes)}"


def notes_text(notes: Notes) -> str:
    """Returns citations on the same line, and each assumption on a line of its own."""
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
    """Returns a parameter: `param deals = 12 in 1 to 60 "as many as time allows"`."""
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
    """Yields the lines of a deal and its clauses."""
    short = "" if deal.short is None else f" as {name_text(deal.short)}"
    base = "" if deal.base is None else f" is {name_text(deal.base)}"
    with_word = " with" if base and deal.clauses else ""
    yield f"deal {name_text(deal.name)}{short}{notes_text(deal.notes)}{base}{with_word}"
    yield from clause_lines(deal.clauses)


def clause_lines(clauses: tuple[Clause, ...]) -> Iterator[str]:
    """Yields the clauses of a deal, each on lines of its own."""
    for clause in clauses:
        by = "by " if clause.groups else ""
        text = f"  {TABLE[clause.aspect].keyword} {by}"
        text += alternatives_text(clause.aspect, clause.alternatives)
        for group in clause.groups:
            text += f"\n    {group.kind} {names_text(group.choices)}"
        yield text + notes_text(clause.notes)


def alternatives_text(aspect: AspectName, alternatives: tuple[Alternative, ...]) -> str:
    """Returns the values of a clause with their conditions."""
    texts = [
        f"{value_text(aspect, each.value.value)} when {condition_text(each.condition)}"
        for each in alternatives
        if each.condition is not None
    ]
    last = value_text(aspect, alternatives[-1].value.value)
    return ", ".join([*texts, f"otherwise {last}"]) if texts else last


def schedule_lines(schedule: ScheduleStatement) -> Iterator[str]:
    """Yields the rows of a schedule."""
    yield "schedule"
    *rows, last = schedule.rows
    lead = "  "
    for row in rows:
        yield lead + row_text(row)
        lead = "  then "
    yield lead + row_text(last) + notes_text(schedule.notes)


def scene_text(scene: Scene) -> str:
    """Returns the scene of an example, with a space before every part."""
    parts: list[str] = []
    if scene.deal is not None:
        parts.append(f" in {name_text(scene.deal)}")
    if scene.number is not None:
        parts.append(f" as number {scene.number.value}")
    if scene.cards is not None:
        parts.append(f" with {cards_text(scene.cards)}")
    if scene.players is not None:
        parts.append(f" for {scene.players} players")
    if scene.calls:
        parts.append(f" calling {names_text(scene.calls)}")
    if scene.settings:
        settings = [f"{each.name.text} = {setting_text(each.setting)}" for each in scene.settings]
        parts.append(f" where {', '.join(settings)}")
    return "".join(parts)


def fact_text(fact: Fact) -> str:
    """Returns the statement of an example."""
    match fact:
        case ScoreFact():
            return score_text(fact)
        case BidFact(bids=bids, allowed=allowed, bid=bid):
            return " ".join(["bids", *map(str, bids), "then", may(allowed), f"bid {bid}"])
        case TrickFact(trump=trump, cards=cards, winner=winner):
            if isinstance(winner, CardNumber):
                won_by = f"card {winner.number}"
            else:
                won_by = played_text(winner)
            return f"{trump_text(trump)}cards {played_texts(cards)} won by {won_by}"
        case PlayFact():
            return play_text(fact)
        case PaymentFact(loser=loser, amount=amount, winner=winner):
            return f"loser {figures_text(loser)} pays {amount} to winner {figures_text(winner)}"
        case WinnerFact():
            return winner_text(fact)
        case ScheduleFact(number=number, deal=deal, cards=cards, trump=trump):
            told = f"number {number} is {name_text(deal)} with {cards_text(cards)}"
            return f"{told} {trump_text(trump)}".rstrip()
        case TurnedFact(cards=cards, trump=trump):
            return f"turned {' '.join(map(str, cards))} {trump_text(trump)}".rstrip()
        case _:
            assert_never(fact)


def score_text(fact: ScoreFact) -> str:
    """Returns a score: `bid 2 tricks 2 scores 14`."""
    parts: list[str] = []
    if fact.bids is not None:
        parts += ["bid" if len(fact.bids) == 1 else "bids", *map(str, fact.bids)]
    parts += ["taking" if fact.taking else "tricks", *map(str, fact.tricks)]
    if fact.points is not None:
        parts += ["points", *map(str, fact.points.value)]
    return " ".join([*parts, "scores", *map(str, fact.scores)])


def play_text(fact: PlayFact) -> str:
    """Returns a play: `trump hearts cards KS 6H hand 2C 9S may not play 2C as AH`."""
    cards = f"cards {played_texts(fact.cards)} " if fact.cards else ""
    hand = " ".join(map(card_text, fact.hand))
    action = f"{may(fact.allowed)} play {played_text(fact.play)}"
    broken = "broken " if fact.broken is not None else ""
    return f"{trump_text(fact.trump)}{broken}{cards}hand {hand} {action}"


def winner_text(fact: WinnerFact) -> str:
    """Returns a result: `totals 50 50 40 failed 3 4 1 wins yes no no`."""
    parts = ["totals", *map(str, fact.totals)]
    if fact.failed is not None:
        parts += ["failed", *map(str, fact.failed)]
    if fact.completed is not None:
        parts += ["completed", *map(str, fact.completed)]
    return " ".join([*parts, "wins", *("yes" if wins else "no" for wins in fact.wins)])


def may(allowed: bool) -> str:
    """Returns `may` or `may not`."""
    return "may" if allowed else "may not"


def trump_text(trump: tuple[Suit, ...] | None) -> str:
    """Returns the trumps of a fact with a space after them, or ""."""
    if trump is None:
        return ""
    if not trump:
        return "trump none "
    if len(trump) == 1:
        return f"trump {SUIT_NAMES[trump[0]]} "
    return f"order {' '.join(trump)} "


def played_texts(cards: tuple[PlayedCard, ...]) -> str:
    """Returns the cards of a trick."""
    return " ".join(map(played_text, cards))


def figures_text(figures: Figures) -> str:
    """Returns the figures of a player: `total 142 failed 8`."""
    parts = [f"total {figures.total}"]
    if figures.failed is not None:
        parts.append(f"failed {figures.failed}")
    if figures.completed is not None:
        parts.append(f"completed {figures.completed}")
    return " ".join(parts)


def cards_text(number: int) -> str:
    """Returns `1 card` or `7 cards`."""
    return "1 card" if number == 1 else f"{number} cards"


def setting_text(setting: Setting) -> str:
    """Returns the value of a parameter."""
    match setting.value:
        case bool(truth):
            return "true" if truth else "false"
        case int(number):
            return str(number)
        case str(word):
            return word
        case _:
            assert_never(setting.value)
