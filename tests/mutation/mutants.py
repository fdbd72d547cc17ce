"""Every mutant of a rules file: one number moved by one, one hook dropped, one policy swapped.

A mutant is the text of the file with one stretch replaced, so that positions and layout stay as
they are.  Mutated are the pack and its special cards, deals, twists, schedule, limits, winner and
settlement; never titles, citations, parameters or examples.
"""

from __future__ import annotations

import dataclasses
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, get_args

from clagdsl.lang.rules import ONE, FixedBid, Nameable, RankOrder, TurnedTrump, Wild
from clagdsl.lang.source import SourceText, Span
from clagdsl.lang.special_cards import Demand, Powers
from clagdsl.syntax import nodes

TRUMPS: Final = (
    "none",
    "turned",
    "named by dealer any suit",
    "named by dealer any order",
    "named by caller any suit",
    "named by caller any order",
    "order S H D C",
)
SWAPPED: Final = {
    "sight": ("before bids", "after bids", "never", "others only"),
    "shown": ("before bids", "after bids"),
    "bid": ("in turn", "none", "fixed 0"),
    "play": ("any card", "top card"),
    "lead": ("eldest", "dealer", "caller"),
    "next_dealer": ("left", "winner"),
    "won_by": ("most points", "any points"),
    "trump": TRUMPS,
}
NOTHING_LEFT: Final = ("none", "last card")
"""What may follow `else` where a card is turned up for trumps."""
ON_SPECIAL: Final = ("none", *(f"named by dealer any {what}" for what in get_args(Nameable)))
"""What may be said where a special card is turned."""
CRITERIA: Final = ("highest total", "fewest failed", "most completed", "lowest total")
ASKED: Final = frozenset({"number", "hook dropped", "trump", "sight", "shown"})
"""The kinds of mutant that the project's aim names; the others go further."""


@dataclass(frozen=True, slots=True)
class Mutant:
    """One change: where it stands, what stood there, what stands there now, and the whole text."""

    file: str
    owner: str
    kind: str
    span: Span
    before: str
    after: str
    text: str
    line: int
    name: str
    """What the mutant does, in words that stay when lines move; no two of a file share it."""

    @property
    def asked(self) -> bool:
        """Whether the mutant is of a kind that the project's aim names."""
        return self.kind in ASKED


@dataclass(frozen=True, slots=True)
class _Change:
    owner: str
    kind: str
    span: Span
    after: str


def mutants(source: SourceText, file: nodes.File) -> tuple[Mutant, ...]:
    """Every mutant of one parsed file, in the order of the text, each once."""
    changes = sorted(set(_changes(source, file)), key=lambda c: (c.span, c.after))
    seen: Counter[str] = Counter()
    found = []
    for change in changes:
        start, end = change.span.start, change.span.end
        before = " ".join(source.text[start:end].split())
        if before == change.after:
            continue
        name = f"{source.name} | {change.owner} | {change.kind} | {before} -> {change.after}"
        seen[name] += 1
        if seen[name] > 1:
            name += f" | {seen[name]}"
        text = source.text[:start] + change.after + source.text[end:]
        line = source.place(change.span).line
        found.append(
            Mutant(
                source.name,
                change.owner,
                change.kind,
                change.span,
                before,
                change.after,
                text,
                line,
                name,
            )
        )
    return tuple(found)


def _changes(source: SourceText, file: nodes.File) -> Iterator[_Change]:
    for statement in file.statements:
        inner = statement.statement if isinstance(statement, nodes.ChangeStatement) else statement
        match inner:
            case nodes.DealStatement() | nodes.TwistStatement() | nodes.ChangeDeal():
                for clause in inner.clauses:
                    yield from _clause(source, inner.name.text, clause)
            case nodes.ScheduleStatement():
                yield from _numbers("schedule", inner.rows)
            case nodes.PackStatement():
                yield from _pack(source, inner)
            case nodes.SpecialStatement():
                yield from _special(inner)
            case nodes.WinnerStatement():
                yield from _criteria(inner)
            case nodes.SettleStatement():
                yield from _numbers("settle", inner.expression)
                yield from _signs(source, "settle", inner.expression)
            case _:
                pass


def _clause(source: SourceText, deal: str, clause: nodes.Clause) -> Iterator[_Change]:
    owner = f"{deal}, {clause.aspect.replace('_', ' ')}"
    yield from _numbers(owner, clause.alternatives)
    yield from _signs(source, owner, clause.alternatives)
    if clause.aspect in ("last_bid", "each_bid"):
        yield _Change(owner, "hook dropped", _without_notes(clause), "")
    swapped = SWAPPED.get(clause.aspect, ())
    kind = clause.aspect.replace("_", " ")
    for alternative in clause.alternatives:
        for other in swapped:
            yield _Change(owner, kind, alternative.value.span, other)
        match alternative.value:
            case nodes.Located(value=TurnedTrump()) as value:
                yield from _turned(source, owner, value)
            case _:
                pass


def _pack(source: SourceText, statement: nodes.PackStatement) -> Iterator[_Change]:
    """A number of the pack moved, or something that is said of its cards dropped."""
    yield from _numbers("pack", statement.alternatives)
    yield from _signs(source, "pack", statement.alternatives)
    for alternative in statement.alternatives:
        ranks = alternative.cards.ranks
        for place, part in enumerate(ranks.parts if len(ranks.parts) > 1 else ()):
            start = ranks.parts[place - 1].end if place else part.start
            end = part.end if place else ranks.parts[1].start
            yield _Change("pack", "pack", Span(start, end), "")
        before = ranks.span.end
        for also in alternative.cards.also:
            yield _Change("pack", "pack", Span(before, also.span.end), "")
            before = also.span.end
            if isinstance(also, nodes.PackedSpecials):
                number = Span(also.span.start, also.span.start + len(str(also.number)))
                yield from _moved("pack", number, also.number)


def _special(statement: nodes.SpecialStatement) -> Iterator[_Change]:
    """What a special card does to a trick, or asks for, swapped."""
    owner = f"special {statement.name.text}"
    for power in get_args(Powers):
        yield _Change(owner, "special", statement.power.span, power)
    for demand in statement.demands:
        for other in get_args(Demand):
            yield _Change(owner, "special", demand.span, other)


def _turned(source: SourceText, owner: str, value: nodes.Located[TurnedTrump]) -> Iterator[_Change]:
    """What is trump where a special card is turned or no card is left, swapped or dropped."""
    text = source.text
    for case in re.finditer(_TURNED_CASE, text[value.span.start : value.span.end]):
        start, end = (value.span.start + place for place in case.span())
        yield _Change(owner, "turned", Span(start, end), "")
        start, end = (value.span.start + place for place in case.span("what"))
        for other in NOTHING_LEFT if case["name"] is None else ON_SPECIAL:
            yield _Change(owner, "turned", Span(start, end), other)


_TURNED_CASE: Final = r",\s*(?:else|on\s+(?P<name>\w+))\s+(?P<what>[^,]*[^,\s])"


def _without_notes(clause: nodes.Clause) -> Span:
    """The clause with its citations and assumptions, which belong to nothing without it."""
    ends = [clause.span.end]
    ends += [cite.span.end for cite in clause.notes.cites]
    ends += [assumption.span.end for assumption in clause.notes.assumptions]
    return Span(clause.span.start, max(ends))


def _walk(thing: object) -> Iterator[nodes.Node]:
    if thing is ONE:  # how far apart sizes are where nothing says so
        return
    if isinstance(thing, tuple):
        for part in thing:
            yield from _walk(part)
    elif dataclasses.is_dataclass(thing) and not isinstance(thing, Span):
        if isinstance(thing, nodes.Node):
            yield thing
        for field in dataclasses.fields(thing):
            yield from _walk(getattr(thing, field.name))


def _numbers(owner: str, thing: object) -> Iterator[_Change]:
    for node in _walk(thing):
        match node:
            case nodes.Number():
                yield from _moved(owner, node.span, node.value)
            case nodes.Located(value=FixedBid(number=number)):
                end = node.span.end
                yield from _moved(owner, Span(end - len(str(number)), end), number)
            case nodes.Located(value=RankOrder(ranks=ranks) | Wild(ranks=ranks)):
                for rank, span in zip(ranks, node.parts, strict=True):
                    if rank.isdigit():
                        yield from _moved(owner, span, int(rank))
            case _:
                pass


def _moved(owner: str, span: Span, value: int) -> Iterator[_Change]:
    yield _Change(owner, "number", span, str(value + 1))
    yield _Change(owner, "number", span, str(value - 1))


OTHER_SIGN: Final = {
    "+": "-",
    "-": "+",
    "*": "+",
    "=": "!=",
    "!=": "=",
    ">": ">=",
    ">=": ">",
    "<": "<=",
    "<=": "<",
    "and": "or",
    "or": "and",
}


def _signs(source: SourceText, owner: str, thing: object) -> Iterator[_Change]:
    for node in _walk(thing):
        match node:
            case nodes.Arithmetic() | nodes.Comparison():
                parts = (node.left, node.right)
                sign = node.operator
            case nodes.Logic():
                parts = (node.operands[0], node.operands[1])
                sign = node.operator
            case _:
                continue
        after = OTHER_SIGN.get(sign)
        at = source.text.find(sign, parts[0].span.end, parts[1].span.start)
        if after is not None and at >= 0:
            yield _Change(owner, "sign", Span(at, at + len(sign)), after)


def _criteria(statement: nodes.WinnerStatement) -> Iterator[_Change]:
    for number, criterion in enumerate(statement.criteria):
        for other in CRITERIA:
            yield _Change("winner", "criterion", criterion.span, other)
        if number:
            start = statement.criteria[number - 1].span.end
            yield _Change("winner", "criterion dropped", Span(start, criterion.span.end), "")
