"""Determines the types of expressions, and resolves the names that a file declares or uses.

Input: expressions with a `Reference` for each name. Output: typed expressions, in which each
reference is a variable, a parameter, a `let`, a run or tally, or a word. An expression with a
problem is reported and becomes None.

There are three kinds of values: numbers, truth values and words. They never mix. Which names have a
value depends on the place (`Scope`): bids have one in a limit, tricks in a score. A word is
recognised only in a comparison with a parameter that can have this word as its value, or with the
rank of a card. A name declared twice (`ambiguous`) has no type, and no further problem is reported
for it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Final, Literal, TypeAlias, TypeGuard, assert_never

from clagdsl import problems
from clagdsl.check.hir import Document, Findings, Hir, SourceNode
from clagdsl.lang import rules
from clagdsl.lang.cards import RANKS
from clagdsl.lang.expr.ast import LogicOperator, parts, with_parts
from clagdsl.lang.expr.operators import COMPARISONS, FUNCTIONS, LOGIC
from clagdsl.lang.frozen import dataclass
from clagdsl.lang.limits import FEWEST_PLAYERS, MOST_PLAYERS
from clagdsl.lang.rules import OF_ROWS, OWN_SCORE, TRUMP_WORDS
from clagdsl.lang.source import Place, Span
from clagdsl.problems.diagnostic import Problem
from clagdsl.syntax import nodes

Kind: TypeAlias = Literal["number", "truth", "word"]
Typed: TypeAlias = tuple[rules.Expression, Kind]

_TRUTH_VARIABLES: Final = frozenset({"made", "blind"})

_WORDS_OF: Final[Mapping[str, tuple[str, ...]]] = {"won_with": RANKS, "trump": TRUMP_WORDS}
"""The words with which a variable is compared: card ranks, or what can be trump."""


_MOST_TERMS: Final = 12
"""The most terms of a sum, not counting the last one, that are examined."""


def _terms(node: nodes.Expression) -> list[tuple[bool, nodes.Expression]]:
    """Returns the terms of a sum, last term first, each with True if it is added."""
    terms: list[tuple[bool, nodes.Expression]] = []
    while isinstance(node, nodes.Arithmetic) and node.operator in ("+", "-"):
        terms.append((node.operator == "+", node.right))
        node = node.left
        if len(terms) == _MOST_TERMS:
            return terms
    first = (False, node.operand) if isinstance(node, nodes.Negative) else (True, node)
    return [*terms, first]


@dataclass(frozen=True, slots=True)
class Scope:
    """The variables that have a value in one kind of context; `where` describes the context."""

    where: str
    variables: tuple[rules.VariableName, ...]
    within: str = ""
    """A suggestion: the clause rewritten for a context with more names; otherwise ""."""


CHOOSING: Final = Scope("in the condition of a clause", ("cards", "deal", "players"))
PLAYERS: Final = Scope("in the condition of `dealer drawn`", ("players",))
PACK: Final = Scope("in a pack", ("players",))
SIZES: Final = Scope("in a schedule", ("players",))
LETS: Final = Scope("in a `let`", ("players",))
LIMIT: Final = Scope(
    "in a limit on bids",
    (
        "bid",
        "bids",
        "previous_bid",
        "highest_bid",
        "same_bids",
        "auction",
        "cards",
        "deal",
        "players",
    ),
)
AUCTION: Final = Scope("in an auction", ("cards", "deal", "players"))
TRICK: Final = Scope("in the value of a trick", ("trick", "cards", "players", "won_with"))
SCORE: Final = Scope(
    "in a score",
    (
        "bid",
        "bids",
        "highest_bid",
        "same_bids",
        "tricks",
        "made",
        "points",
        "most",
        "most_count",
        "makers",
        "auction",
        "blind",
        "trump",
        "row_deals",
        "row_made",
        "row_best",
        "cards",
        "deal",
        "players",
    ),
)
COMPLETED: Final = Scope("in `completed`", SCORE.variables)
PAST: Final = Scope(
    "in a run or a tally",
    (*(name for name in SCORE.variables if name not in OF_ROWS), OWN_SCORE),
)
SETTLE: Final = Scope(
    "in a payment",
    (
        "winner.total",
        "winner.failed",
        "winner.completed",
        "loser.total",
        "loser.failed",
        "loser.completed",
        "players",
    ),
)

ENDS: Final = Scope(
    "in the condition that ends a match",
    ("highest_total", "lowest_total", "leaders", "deal", "players"),
)

SCOPE_OF: Final[Mapping[rules.AspectName, Scope]] = {
    "last_bid": LIMIT,
    "each_bid": LIMIT,
    "trick_worth": TRICK,
    "score": SCORE,
    "completed": COMPLETED,
    "auction": AUCTION,
}
"""The scope of each aspect whose values contain expressions."""

REMEMBERS: Final = (LIMIT, SCORE, COMPLETED)
"""The scopes in which runs and tallies have a value."""

AFTER_PLAY: Final = (SCORE, COMPLETED, PAST)
"""The scopes of expressions that are evaluated after the last trick."""

SCOPES: Final = (
    *(CHOOSING, PLAYERS, PACK, SIZES, LETS, AUCTION, LIMIT, TRICK),
    *(*AFTER_PLAY, SETTLE, ENDS),
)

RESERVED: Final = frozenset(
    {name for scope in SCOPES for name in scope.variables if "." not in name}
    | {*FUNCTIONS, *LOGIC, "true", "false", "not", "when", "otherwise"}
    | {"winner", "loser", "total"}
)
"""Names of the language that a file may not give to a parameter or a `let`."""


VERSION_OF_NAME: Final[Mapping[str, int]] = dict.fromkeys(
    (
        *("highest_total", "lowest_total", "leaders", "won_with", "auction", "previous_bid"),
        *("highest_bid", "same_bids", "blind", "trump", OWN_SCORE, *sorted(OF_ROWS)),
    ),
    2,
)
"""The version that reserved a name; files of earlier versions may declare it themselves."""


class ExpressionTypes:
    """Types the expressions of one game and adds problems to its findings.

    Names in `without` have no value in this game and are never suggested.
    """

    def __init__(
        self,
        findings: Findings,
        dropped: Mapping[str, Place],
        without: frozenset[str],
        declared: Sequence[str],
        ambiguous: Collection[str],
    ) -> None:
        self.findings = findings
        self.without = without
        self.dropped = dropped
        self.declared = declared
        self.ambiguous = ambiguous
        self.parameters: dict[str, rules.ParameterRange] = {}
        self.lets: dict[str, Kind] = {}
        self.past: dict[str, str] = {}
        """The runs and tallies, with the words that are printed instead of the name."""
        self.used: set[str] = set()

    def number(
        self, node: nodes.Expression, document: Document, scope: Scope
    ) -> rules.Expression | None:
        """Returns the typed expression for a whole number, or None after reporting a problem."""
        return _Typing(self, document, scope).expected(node, "number")

    def truth(
        self, node: nodes.Expression, document: Document, scope: Scope
    ) -> rules.Expression | None:
        """Returns the typed expression for a condition, or None after reporting a problem."""
        return _Typing(self, document, scope).expected(node, "truth")

    def typed(self, node: nodes.Expression, document: Document, scope: Scope) -> Typed | None:
        """Returns the typed expression and its kind, or None after reporting a problem."""
        return _Typing(self, document, scope).typed(node)

    def declares(self, name: str) -> bool:
        """Returns whether a parameter, `let`, run or tally has this name."""
        return name in self.parameters or name in self.lets or name in self.past


class _Typing:
    """Types one expression at one kind of place."""

    def __init__(self, types: ExpressionTypes, document: Document, scope: Scope) -> None:
        self.types = types
        self.document = document
        self.scope = scope

    def expected(self, node: nodes.Expression, kind: Kind) -> rules.Expression | None:
        typed = self._name(node, kind) if isinstance(node, nodes.Reference) else self.typed(node)
        if typed is None:
            return None
        expression, actual = typed
        if actual != kind:
            place = self.document.place(node.span)
            before = self.document.source.text[: node.span.start].rstrip()[-4:]
            is_negated = before.strip() == "not"
            wrong_kind = (
                problems.checks.NumberNegated if is_negated else problems.checks.WrongKindOfValue
            )
            self.types.findings.add(wrong_kind(place, kind, actual))
            return None
        return expression

    def typed(self, node: nodes.Expression) -> Typed | None:
        place = self.document.place(node.span)
        match node:
            case nodes.Number(value=value):
                return rules.Number(value, place), "number"
            case nodes.Truth(value=truth):
                return rules.Truth(truth, place), "truth"
            case nodes.Reference():
                return self._name(node)
            case nodes.Comparison():
                return self._comparison(node)
            case nodes.Choice():
                return self._choice(node)
            case nodes.Arithmetic():
                if isinstance(node.right, nodes.Reference):
                    self._tricks_less_bids(node)
                return self._typed_uniformly(node, "number")
            case nodes.Negative() | nodes.Function():
                return self._typed_uniformly(node, "number")
            case nodes.Logic():
                return self._logic(node)
            case nodes.Inverse():
                return self._typed_uniformly(node, "truth")
            case rules.Word():
                raise AssertionError("only the checker knows that a name is a word")
            case _:
                assert_never(node)

    def _logic(self, node: nodes.Logic) -> Typed | None:
        if self._reports_single_comparison(node) or self._reports_joined_numbers(node):
            return None
        return self._typed_uniformly(node, "truth")

    def _typed_uniformly(self, node: nodes.Expression, kind: Kind) -> Typed | None:
        """Types an operator whose operands have the same kind as its result."""
        inner = parts(node)
        checked = [self.expected(part, kind) for part in inner]
        whole = [part for part in checked if part is not None]
        if len(whole) < len(inner):
            return None
        return with_parts(node, whole, self.document.place(node.span)), kind

    def _reports_single_comparison(self, node: nodes.Logic) -> bool:
        """Reports `bid = 3 or 4`, which must repeat the comparison; returns whether it did."""
        groups: list[list[nodes.Expression]] = []
        for operand in node.operands:
            first = _last_comparison(groups[-1][0]) if groups else None
            if first is not None and self._is_bare(operand, first):
                groups[-1].append(operand)
            else:
                groups.append([operand])
        meant = next((each for each in groups if len(each) > 1), None)
        if meant is None:
            return False
        bare, first = meant[1], _last_comparison(meant[0])
        assert first is not None
        whole = f" {node.operator} ".join(
            self._written_out(each, node.operator, alone=len(groups) == 1) for each in groups
        )
        if node.operands[0].span.start > node.span.start:
            whole = f"({whole})"  # the brackets around it
        place, conditions = self.document.place(bare.span), self.document.place(node.span)
        kind = "word" if self._comparable_words(first.left) else "number"
        self.types.findings.add(
            problems.checks.ComparedOnce(place, "truth", kind, whole, conditions)
        )
        return True

    def _reports_joined_numbers(self, node: nodes.Logic) -> bool:
        """Reports `10 and tricks`, which joins numbers; returns whether it did."""
        if not all(map(self._is_number, node.operands)):
            return False
        place = self.document.place(node.span)
        sign = node.operator
        self.types.findings.add(problems.checks.NumbersJoined(place, "truth", "number", sign))
        return True

    def _is_bare(self, node: nodes.Expression, comparison: nodes.Comparison) -> bool:
        """Returns whether a node is a bare value to which `comparison` could be extended."""
        words = self._comparable_words(comparison.left)
        if isinstance(node, nodes.Reference) and node.name in words:
            return not self.types.declares(node.name)
        return self._is_number(node)

    def _is_number(self, node: nodes.Expression) -> bool:
        """Returns whether a node is surely a number."""
        match node:
            case nodes.Number() | nodes.Arithmetic() | nodes.Negative() | nodes.Function():
                return True
            case nodes.Reference(name=name):
                if self._is_variable(name):
                    return _kind_of_variable(name) == "number"
                declared = self.types.parameters.get(name)
                return isinstance(declared, rules.IntegerRange) or (
                    declared is None and self.types.lets.get(name) == "number"
                )
            case _:
                return False

    def _written_out(
        self, group: list[nodes.Expression], joint: LogicOperator, *, alone: bool
    ) -> str:
        """Returns the text of a group with its comparison repeated: `bid = 3 or bid = 4`."""
        texts = [self._text(each) for each in group]
        first = _last_comparison(group[0])
        if len(group) == 1 or first is None:
            return f"({texts[0]})" if isinstance(group[0], nodes.Logic) else texts[0]
        # No value equals two numbers, and every value differs from one of two: so "=" needs `or`,
        # "!=" `and`.
        meant = {"=": "or", "!=": "and"}.get(first.operator, joint)
        left, compared = self._text(first.left), self._text(first)
        written = [compared, *(f"{left} {first.operator} {each}" for each in texts[1:])]
        whole, before = f" {meant} ".join(written), texts[0].removesuffix(compared)
        return f"{before}({whole})" if before or not (alone or meant == joint) else whole

    def _text(self, node: nodes.Expression) -> str:
        """Returns the source text of a node, on one line."""
        text = self.document.source.text[node.span.start : node.span.end]
        return " ".join(text.split())

    def _choice(self, node: nodes.Choice) -> Typed | None:
        first = self.typed(node.branches[0].value)
        kind: Kind = first[1] if first is not None else "number"
        branches = []
        for index, branch in enumerate(node.branches):
            value = self.expected(branch.value, kind) if index else first and first[0]
            condition = self.expected(branch.condition, "truth")
            if value is not None and condition is not None:
                branches.append(rules.Branch(value, condition))
        if first is None:
            self.typed(node.otherwise)
            return None
        otherwise = self.expected(node.otherwise, kind)
        if otherwise is None or len(branches) != len(node.branches):
            return None
        return rules.Choice(tuple(branches), otherwise, self.document.place(node.span)), kind

    # --- names ----------------------------------------------------------------------------

    def _name(self, node: nodes.Reference, expected: Kind | None = None) -> Typed | None:
        name, place = node.name, self.document.place(node.span)
        if self._is_variable(name):
            return rules.Variable(name, place), _kind_of_variable(name)
        if name in self.types.ambiguous:
            self.types.used.add(name)
            return None
        made: Callable[[str, Place], rules.ParameterValue | rules.LetValue | rules.PastValue]
        if name in self.types.parameters:
            made = rules.ParameterValue
        elif name in self.types.lets:
            made = rules.LetValue
        elif name in self.types.past and self.scope in REMEMBERS:
            made = partial(rules.PastValue, words=self.types.past[name])
        else:
            self._unknown(node, expected)
            return None
        self.types.used.add(name)
        declared = self.types.parameters.get(name)
        kind = self.types.lets.get(name, "number") if declared is None else _kind_of(declared)
        return made(name, place), kind

    def _is_variable(self, name: str) -> TypeGuard[rules.VariableName]:
        """Returns whether a name is a variable here; an older file may declare that name itself."""
        older = name in VERSION_OF_NAME and self.types.declares(name)
        return name in self.scope.variables and not older

    def _unknown(self, node: nodes.Reference, expected: Kind | None) -> None:
        name = node.name
        place = self.document.place(node.span)
        past = sorted(self.types.past) if self.scope in REMEMBERS else []
        where = REMEMBERS if name in self.types.past else SCOPES
        elsewhere = tuple(s.where for s in where if name in (*s.variables, *self.types.past))
        variables = [each for each in self.scope.variables if each not in self.types.without]
        available = (*variables, *self.types.parameters, *self.types.lets, *past)
        problem: Problem
        if elsewhere:
            within = self.scope.within if LIMIT.where in elsewhere else ""
            problem = problems.checks.NameNotHere(
                place, name, self.scope.where, elsewhere, available, within
            )
        else:
            dropped = self.types.dropped.get(name)
            if dropped is not None and dropped.file != place.file:
                problem = problems.checks.NameDropped(dropped, name, available, used=place)
                self.types.findings.add_first(problem)
                return
            rule = problems.checks.unsupported_rule(name, available)
            problem = problems.checks.UnknownName(
                place,
                name,
                available,
                dropped,
                tuple(variables),
                expected or "",
                tuple(each for each in available if expected in (None, self._kind(each))),
                # a run or tally cannot be meant where none has a value
                tuple(n for n in self.types.declared if n in available or n not in self.types.past),
            )
            if rule is not None:
                problem = problems.checks.NoWordYet(place, name, available, rule=rule)
        self.types.findings.add(problem)

    def _kind(self, name: str) -> Kind:
        """Returns the kind of a name that has a value here."""
        if name in self.scope.variables:
            return _kind_of_variable(name)
        if name in self.types.parameters:
            return _kind_of(self.types.parameters[name])
        return self.types.lets.get(name, "number")

    def _is_word_of_ambiguous(self, node: nodes.Comparison) -> bool:
        """Returns whether a comparison involves a name that is declared twice.

        The other side may then be a word of one of these declarations.
        """
        sides = _names_compared(node)
        ambiguous = [name for name in sides if name in self.types.ambiguous]
        self.types.used.update(ambiguous)
        return len(sides) == 2 and bool(ambiguous)

    # --- comparisons ----------------------------------------------------------------------

    def _without_number(self, node: nodes.Comparison) -> str:
        """Returns `made = 1` or `made = 0` as a condition without a number; "" for any other
        comparison.
        """
        right, signs = node.right, ("=", "!=")
        if not isinstance(right, nodes.Number) or right.value > 1 or node.operator not in signs:
            return ""
        text = self._text(node.left)
        if (right.value == 1) == (node.operator == "="):
            return text
        return f"not {text}" if isinstance(node.left, nodes.Reference) else f"not ({text})"

    def _comparison(self, node: nodes.Comparison) -> Typed | None:
        if self._is_word_of_ambiguous(node):
            return None
        words = self._comparable_words(node.right), self._comparable_words(node.left)
        ordered = COMPARISONS[node.operator].ordered
        number_left = ordered or self._is_number(node.right)
        number_right = ordered or self._is_number(node.left)
        left = self._word_or_expression(node.left, words[0], "number" if number_left else None)
        right = self._word_or_expression(node.right, words[1], "number" if number_right else None)
        if left is None or right is None:
            return None
        place = self.document.place(node.span)
        self._check_tricks_against_bids(node.left, node.right)
        if left[1] != right[1]:
            wrong = self.document.place(node.right.span)
            whole = self._without_number(node) if left[1] == "truth" else ""
            self.types.findings.add(
                problems.checks.ConditionCompared(wrong, left[1], right[1], whole, place)
                if whole
                else problems.checks.WrongKindOfValue(wrong, left[1], right[1])
            )
            return None
        if left[1] != "number" and ordered:
            self.types.findings.add(problems.checks.NoOrder(place, node.operator, left[1]))
            return None
        return rules.Comparison(node.operator, left[0], right[0], place), "truth"

    def _tricks_less_bids(self, node: nodes.Arithmetic) -> None:
        """Warns of `tricks - bids` in a sum, unless a literal 0 (`0 + bids`) shows intent."""
        terms = _terms(node)
        if any(isinstance(term, nodes.Number) and not term.value for _, term in terms):
            return
        added, last = terms[0]
        for other, term in terms[1:]:
            if added != other:
                self._check_tricks_against_bids(term, last)

    def _check_tricks_against_bids(self, *sides: nodes.Expression) -> None:
        """Warns of `tricks = bids` and `tricks - bids`, where `bid` is almost always meant."""
        names = [side.name if isinstance(side, nodes.Reference) else "" for side in sides]
        if sorted(names) == ["bids", "tricks"] and "tricks" in self.scope.variables:
            place = self.document.place(sides[names.index("bids")].span)
            self.types.findings.add(problems.checks.BidsOfAll(place))

    def _comparable_words(self, node: nodes.Expression) -> tuple[str, ...]:
        """Returns the words with which a node may be compared."""
        if not isinstance(node, nodes.Reference):
            return ()
        declared = self.types.parameters.get(node.name)
        if isinstance(declared, rules.WordRange) and not self._is_variable(node.name):
            return declared.words
        # also where it has no value: that is reported, and not that the word is unknown
        name = "trump" if node.name == "trumps" else node.name
        return () if self.types.declares(node.name) else _WORDS_OF.get(name, ())

    def _word_or_expression(
        self, node: nodes.Expression, words: tuple[str, ...], expected: Kind | None
    ) -> Typed | None:
        """Types one side of a comparison; `expected` is its type if the other side decides it."""
        if words is RANKS and isinstance(node, nodes.Number):
            return self._rank(node)
        if (
            words
            and isinstance(node, nodes.Reference)
            and not node.is_member
            and not self._comparable_words(node)
        ):
            place = self.document.place(node.span)
            if node.name in words:
                return rules.Word(node.name, place), "word"
            if not self.types.declares(node.name):
                strange = problems.checks.NotAWordOfParameter
                if words is RANKS:
                    strange = problems.checks.NotARank
                elif words is TRUMP_WORDS:
                    strange = problems.checks.NotATrump
                self.types.findings.add(strange(place, node.name, words))
                return None
        return self._name(node, expected) if isinstance(node, nodes.Reference) else self.typed(node)

    def _rank(self, node: nodes.Number) -> Typed | None:
        """Returns a rank written as a number, or None after reporting that such a rank does not
        exist.
        """
        place, text = self.document.place(node.span), str(node.value)
        if text in RANKS:
            return rules.Word(text, place), "word"
        self.types.findings.add(problems.checks.NotARank(place, text, RANKS))
        return None


def _names_compared(node: nodes.Comparison) -> list[str]:
    return [each.name for each in (node.left, node.right) if isinstance(each, nodes.Reference)]


def _last_comparison(node: nodes.Expression) -> nodes.Comparison | None:
    """Returns the comparison at the end of a condition, or None."""
    if isinstance(node, nodes.Logic):
        last = node.operands[-1]
        return _last_comparison(last) if last.span.end == node.span.end else None
    return node if isinstance(node, nodes.Comparison) else None


def _kind_of_variable(name: str) -> Kind:
    if name in _WORDS_OF:
        return "word"
    return "truth" if name in _TRUTH_VARIABLES else "number"


def _kind_of(declared: rules.ParameterRange) -> Kind:
    match declared:
        case rules.IntegerRange():
            return "number"
        case rules.TruthRange():
            return "truth"
        case rules.WordRange():
            return "word"
        case _:
            assert_never(declared)


# --- declarations -------------------------------------------------------------------------


def declare_parameters(
    hir: Hir, types: ExpressionTypes, findings: Findings
) -> tuple[rules.Parameter, ...]:
    """Returns the valid parameters and makes their names available to expressions."""
    parameters = []
    for name, written in hir.parameters.items():
        _not_reserved(written.node.name, written.document, hir, findings)
        parameter = declared_parameter(written, hir.defaults.get(name), findings)
        declared = _declared_range(written) if parameter is None else parameter.range
        types.parameters[name] = declared
        if parameter is not None:
            parameters.append(parameter)
        elif not _has_range(written.node):
            hir.ambiguous.add(name)  # without a range, its kind is unknown
    _check_words(hir, types, findings)
    return tuple(parameters)


def declare_lets(hir: Hir, types: ExpressionTypes, findings: Findings) -> tuple[rules.Let, ...]:
    """Returns the typed `let` names in file order; each may use those before it."""
    lets = []
    for name, written in hir.lets.items():
        node, document = written.node, written.document
        _not_reserved(node.name, document, hir, findings)
        typed = types.typed(node.expression, document, LETS)
        types.lets[name] = "number" if typed is None else typed[1]
        if typed is not None:
            origin = document.origin(node.span, node.notes)
            lets.append(rules.Let(name, typed[0], origin))
    return tuple(lets)


def declare_past(hir: Hir, types: ExpressionTypes, findings: Findings) -> tuple[rules.Past, ...]:
    """Returns the typed runs and tallies in file order; they cannot depend on each other."""
    types.past.update({name: each.node.words or "" for name, each in hir.past.items()})
    past: list[rules.Past] = []
    for name, written in hir.past.items():
        node, document = written.node, written.document
        _not_reserved(node.name, document, hir, findings)
        is_run = isinstance(node, nodes.RunStatement)
        kind = types.truth if is_run else types.number
        typed = kind(node.expression, document, PAST)
        if typed is not None:
            origin = document.origin(node.span, node.notes)
            made = rules.Run if is_run else rules.Tally
            past.append(made(name, typed, origin=origin, words=types.past[name]))
    return tuple(past)


def players(hir: Hir, findings: Findings) -> tuple[int, int]:
    """Returns the fewest and most players; expressions over them are bounded by MOST_PLAYERS."""
    written = hir.players
    if written is None:
        return FEWEST_PLAYERS, FEWEST_PLAYERS
    return declared_players(written, findings)


NUMBERS_OF_PLAYERS: Final = re.compile(r"players\s+\d+(?:\s+to\s+\d+)?")
"""The part of a statement that a correction replaces; options may follow."""


def declared_players(
    written: SourceNode[nodes.PlayersStatement], findings: Findings
) -> tuple[int, int]:
    """Returns the fewest and most players of a statement, or a fallback after a problem."""
    low, high = written.node.low, written.node.high
    if not FEWEST_PLAYERS <= low <= high <= MOST_PLAYERS:
        document, span = written.document, written.node.span
        numbers = NUMBERS_OF_PLAYERS.match(document.source.text, span.start)
        place, changed = document.place(span), Span(*numbers.span()) if numbers else span
        limits = FEWEST_PLAYERS, MOST_PLAYERS
        findings.add(
            problems.checks.ImpossiblePlayers(place, low, high, *limits, document.place(changed))
        )
        return FEWEST_PLAYERS, FEWEST_PLAYERS
    return low, high


def setting_value(
    setting: nodes.Setting,
    declared: rules.ParameterRange,
    name: str,
    place: Place,
    findings: Findings,
) -> rules.Value | None:
    """Returns the value that a setting gives to a parameter, or None after reporting a problem."""
    value: rules.Value = setting.value
    if is_in_range(value, declared):
        return value
    findings.add(problems.checks.SettingOutOfRange(place, name, value, describe_range(declared)))
    return None


def is_in_range(value: rules.Value, declared: rules.ParameterRange) -> bool:
    """Returns whether a value is in a parameter's range."""
    match declared:
        case rules.IntegerRange(low=low, high=high):
            return isinstance(value, int) and not isinstance(value, bool) and low <= value <= high
        case rules.TruthRange():
            return isinstance(value, bool)
        case rules.WordRange(words=words):
            return isinstance(value, str) and value in words
        case _:
            assert_never(declared)


def describe_range(declared: rules.ParameterRange) -> str:
    """Returns the range of a parameter as text for messages."""
    match declared:
        case rules.IntegerRange(low=low, high=high):
            return f"a whole number from {low} to {high}"
        case rules.TruthRange():
            return "`true` or `false`"
        case rules.WordRange(words=words):
            return "one of " + ", ".join(f"`{word}`" for word in words)
        case _:
            assert_never(declared)


def declared_parameter(
    written: SourceNode[nodes.ParameterStatement],
    change: SourceNode[nodes.ChangeParameter] | None,
    findings: Findings,
) -> rules.Parameter | None:
    """Returns the parameter that a statement declares, or None after reporting a problem."""
    node, document = written.node, written.document
    declared = _declared_range(written)
    place = document.place(node.default.span)
    if not _has_range(node):
        named = document.place(node.span)
        findings.add(problems.checks.RangeNeeded(named, node.name.text, node.default.value, place))
        return None
    if isinstance(declared, rules.IntegerRange) and declared.low > declared.high:
        where = document.place(node.range.span if node.range else node.span)
        findings.add(problems.checks.EmptyRange(where, declared.low, declared.high))
        return None
    if isinstance(declared, rules.WordRange) and node.range is not None:
        findings.check_listed_once("word", declared.words, node.range.parts, document)
    value = setting_value(node.default, declared, node.name.text, place, findings)
    if change is not None:
        place = change.document.place(change.node.default.span)
        value = setting_value(change.node.default, declared, node.name.text, place, findings)
    if value is None:
        return None
    origin = document.origin(node.span, node.notes)
    if change is not None and value != node.default.value:
        # An assumption about a parameter concerns the default value stated next to it.
        assumptions = change.document.assumptions(change.node.notes)
        origin = replace(origin, assumptions=assumptions)
    return rules.Parameter(node.name.text, declared, value, node.description or "", origin)


def _has_range(node: nodes.ParameterStatement) -> bool:
    """Returns whether a parameter has a range, or does not need one because it is a truth value."""
    return isinstance(node.default.value, bool) == (node.range is None)


def _declared_range(written: SourceNode[nodes.ParameterStatement]) -> rules.ParameterRange:
    if written.node.range is not None:
        return written.node.range.value
    return _range_of_default(written.node.default.value)


def _range_of_default(default: rules.Value) -> rules.ParameterRange:
    """Returns the range implied by a default; a lone number or word is reported elsewhere."""
    match default:
        case bool():
            return rules.TruthRange()
        case int(number):
            return rules.IntegerRange(number, number)
        case str(word):
            return rules.WordRange((word,))
        case _:
            assert_never(default)


def _check_words(hir: Hir, types: ExpressionTypes, findings: Findings) -> None:
    """Reports values of word parameters that are also names, since they would be ambiguous."""
    version = hir.document.tree.version
    reserved = {name for name in RESERVED if VERSION_OF_NAME.get(name, 1) <= version}
    taken = {*hir.parameters, *hir.lets, *hir.past, *reserved}
    for name, written in hir.parameters.items():
        declared = types.parameters[name]
        if isinstance(declared, rules.WordRange):
            for word in declared.words:
                if word in taken:
                    place = written.document.place(written.node.span)
                    findings.add(problems.checks.HidesAName(place, word))


def _not_reserved(name: nodes.Name, document: Document, hir: Hir, findings: Findings) -> None:
    """Reports a reserved name, at `extends` if the declaring file's version did not reserve it."""
    since = VERSION_OF_NAME.get(name.text, 1)
    if name.text not in RESERVED or since > hir.document.tree.version:
        return
    place = document.place(name.span)
    if since > document.tree.version and hir.game and hir.game.node.extends:
        place = hir.document.place(hir.game.node.extends.span)
    findings.add(problems.checks.HidesAName(place, name.text))
