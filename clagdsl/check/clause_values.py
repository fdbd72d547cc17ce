"""Turn the clauses of the syntax tree into the values of aspects."""

from __future__ import annotations

from collections import Counter
from typing import Final, TypeAlias, assert_never, cast, get_args

from clagdsl import problems
from clagdsl.check.merged_tree import Outline
from clagdsl.check.source_unit import Document, Findings, Written
from clagdsl.check.types import CHOOSING, LIMIT, SCORE, TRICK, ExpressionTypes
from clagdsl.lang import rules as game
from clagdsl.lang.aspects import TABLE
from clagdsl.lang.cards import ORDINARY
from clagdsl.lang.source import Span
from clagdsl.syntax import nodes

AspectValue: TypeAlias = (
    game.RankOrder
    | game.TrumpRule
    | game.BidRule
    | game.Limit
    | game.Following
    | game.Wild
    | game.Contract
    | game.CallRule
    | game.Expression
    | str
)
AnyClause: TypeAlias = game.Clause[AspectValue]


DEFAULTS: Final[dict[game.AspectName, AnyClause]] = {
    name: game.Clause((game.Alternative(aspect.default.value),))
    for name, aspect in TABLE.items()
    if aspect.default is not None
}
"""What the language says where a deal is silent; the aspects not listed must be said."""

MUST_BE_SAID: Final = tuple(aspect for aspect in game.ASPECTS if aspect not in DEFAULTS)


class ClauseValues:
    """Makes the aspect values of one game; what is wrong goes to the findings."""

    def __init__(self, outline: Outline, findings: Findings, types: ExpressionTypes) -> None:
        self.outline = outline
        self.findings = findings
        self.types = types
        self._made: dict[int, AnyClause | None] = {}

    def clause(self, written: Written[nodes.Clause]) -> AnyClause | None:
        """The clause with its values; the same object for the same place, None after a problem."""
        key = id(written.node)
        if key not in self._made:
            self._made[key] = self._clause(written)
        return self._made[key]

    def _clause(self, written: Written[nodes.Clause]) -> AnyClause | None:
        node, document = written.node, written.document
        alternatives = []
        for alternative in node.alternatives:
            value = self._value(node, alternative, document)
            condition = None
            if alternative.condition is not None:
                condition = self.types.truth(alternative.condition, document, CHOOSING)
                if condition is None:
                    continue
            if value is not None:
                alternatives.append(game.Alternative(value, condition))
        if len(alternatives) != len(node.alternatives):
            return None
        return game.Clause(tuple(alternatives), document.origin(node.span, node.notes))

    def _value(
        self, clause: nodes.Clause, alternative: nodes.Alternative, document: Document
    ) -> AspectValue | None:
        value = alternative.value
        match value:
            case nodes.Words(text=text):
                return self._words(clause, text)
            case nodes.Ranks(ranks=ranks, spans=spans):
                whole = self._whole(ranks, ORDINARY.ranks, spans, document, value.span, "rank")
                return game.RankOrder(ranks) if whole else None
            case nodes.NamedTrump(by=by, what=what):
                return game.NamedTrump(by, what)
            case nodes.FixedOrder(suits=suits, spans=spans):
                whole = self._whole(suits, ORDINARY.suits, spans, document, value.span, "suit")
                return game.FixedOrder(suits) if whole else None
            case nodes.FixedBid(number=number):
                return game.FixedBid(number)
            case nodes.Keeps():
                return self._keeps(value, document)
            case nodes.Follow(classes=classes):
                return game.Following(classes)
            case nodes.WildRanks(ranks=ranks, spans=spans, in_suit=in_suit):
                once = self._once(ranks, spans, document, "rank")
                return game.Wild(ranks, in_suit) if once else None
            case nodes.Formula(expression=expression):
                scope = SCORE if clause.aspect == "score" else TRICK
                return self.types.number(expression, document, scope)
            case nodes.CompletedWhen(condition=condition):
                typed = self.types.truth(condition, document, SCORE)
                return None if typed is None else game.CompletedWhen(typed)
            case _:
                assert_never(value)

    def _words(self, clause: nodes.Clause, text: str) -> AspectValue:
        made: AspectValue | None = TABLE[clause.aspect].policies.said(text)
        if made is not None:
            return made
        by = cast(game.Caller, text)
        if clause.aspect != "call" or by not in get_args(game.Caller):
            raise AssertionError(f"no policy of `{clause.aspect}` is declared as `{text}`")
        groups = tuple(self._group(group) for group in clause.groups)
        return game.Call(by, tuple(group for group in groups if group.choices))

    def _group(self, group: nodes.CallGroup) -> game.CallGroup:
        """The group with full names; unknown choices are reported elsewhere, dropped ones go."""
        found = (self.outline.named(choice.text) for choice in group.choices)
        return game.CallGroup(group.kind, tuple(deal.name for deal in found if deal is not None))

    def _keeps(self, value: nodes.Keeps, document: Document) -> game.Keeps | None:
        condition = self.types.truth(value.condition, document, LIMIT)
        otherwise = None
        if value.otherwise is not None:
            otherwise = self.types.truth(value.otherwise, document, LIMIT)
            if otherwise is None:
                return None
        return None if condition is None else game.Keeps(condition, otherwise)

    def _once(
        self, written: tuple[str, ...], spans: tuple[Span, ...], document: Document, what: str
    ) -> bool:
        first: dict[str, Span] = {}
        for name, span in zip(written, spans, strict=True):
            before = first.setdefault(name, span)
            if before is not span:
                self.findings.add(
                    problems.checks.ListedTwice(
                        document.place(span), what, name, document.place(before)
                    )
                )
        return len(first) == len(written)

    def _whole(
        self,
        written: tuple[str, ...],
        wanted: tuple[str, ...],
        spans: tuple[Span, ...],
        document: Document,
        whole: Span,
        what: str,
    ) -> bool:
        """Whether an order lists every rank or suit of the pack exactly once."""
        once = self._once(written, spans, document, what)
        missing = tuple((Counter(wanted) - Counter(written)).elements())
        if missing:
            self.findings.add(problems.checks.NotListed(document.place(whole), what, missing))
        return once and not missing
