"""Parameters, `let` names, players: what the rest of a file may refer to."""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from clagdsl import problems
from clagdsl.check.source_unit import Document, Findings, Outline, Written
from clagdsl.check.types import LETS, NEWER, PAST, RESERVED, ExpressionTypes
from clagdsl.lang import rules
from clagdsl.lang.limits import FEWEST_PLAYERS, MOST_PLAYERS
from clagdsl.lang.source import Place, Span
from clagdsl.syntax import nodes


def declare_parameters(
    outline: Outline, types: ExpressionTypes, findings: Findings
) -> tuple[rules.Parameter, ...]:
    """The parameters that are well declared; their names become known to expressions."""
    parameters = []
    for name, written in outline.parameters.items():
        _not_reserved(written.node.name, written.document, outline, findings)
        parameter = declared_parameter(written, outline.defaults.get(name), findings)
        declared = _declared_range(written) if parameter is None else parameter.range
        types.parameters[name] = declared
        if parameter is not None:
            parameters.append(parameter)
        elif not _has_range(written.node):
            outline.doubtful.add(name)  # what it may be is not known
    _check_words(outline, types, findings)
    return tuple(parameters)


def declare_lets(
    outline: Outline, types: ExpressionTypes, findings: Findings
) -> tuple[rules.Let, ...]:
    """The `let` names in the order written; each may use those before it."""
    lets = []
    for name, written in outline.lets.items():
        node, document = written.node, written.document
        _not_reserved(node.name, document, outline, findings)
        typed = types.any_kind(node.expression, document, LETS)
        types.lets[name] = "number" if typed is None else typed[1]
        if typed is not None:
            origin = document.origin(node.span, node.notes)
            lets.append(rules.Let(name, typed[0], origin))
    return tuple(lets)


def declare_past(
    outline: Outline, types: ExpressionTypes, findings: Findings
) -> tuple[rules.Past, ...]:
    """The runs and tallies in the order written; none of them reads another."""
    types.past.update(outline.past)
    past: list[rules.Past] = []
    for name, written in outline.past.items():
        node, document = written.node, written.document
        _not_reserved(node.name, document, outline, findings)
        is_run = isinstance(node, nodes.RunStatement)
        kind = types.truth if is_run else types.number
        typed = kind(node.expression, document, PAST)
        if typed is not None:
            origin = document.origin(node.span, node.notes)
            made = rules.Run if is_run else rules.Tally
            past.append(made(name, typed, origin=origin))
    return tuple(past)


def players(outline: Outline, findings: Findings) -> tuple[int, int]:
    """The fewest and most players; every expression over them stays bounded by MOST_PLAYERS."""
    written = outline.players
    if written is None:
        return FEWEST_PLAYERS, FEWEST_PLAYERS
    return declared_players(written, findings)


def declared_players(
    written: Written[nodes.PlayersStatement], findings: Findings
) -> tuple[int, int]:
    """Return the fewest and most players that a statement declares."""
    low, high = written.node.low, written.node.high
    if not FEWEST_PLAYERS <= low <= high <= MOST_PLAYERS:
        place = written.document.place(written.node.span)
        findings.add(
            problems.checks.ImpossiblePlayers(place, low, high, FEWEST_PLAYERS, MOST_PLAYERS)
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
    """The value that a setting gives to a parameter, or None after reporting a problem."""
    value: rules.Value = setting.value
    if fits(value, declared):
        return value
    findings.add(problems.checks.SettingOutOfRange(place, name, value, describe_range(declared)))
    return None


def fits(value: rules.Value, declared: rules.ParameterRange) -> bool:
    """Whether a value is one that the parameter may have."""
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
    """What a parameter may be, in words."""
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
    written: Written[nodes.ParameterStatement],
    change: Written[nodes.ChangeParameter] | None,
    findings: Findings,
) -> rules.Parameter | None:
    """Return the parameter that a statement declares, or None after reporting a problem."""
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
        _words_once(declared.words, node.range.parts, document, findings)
    value = setting_value(node.default, declared, node.name.text, place, findings)
    if change is not None:
        place = change.document.place(change.node.default.span)
        value = setting_value(change.node.default, declared, node.name.text, place, findings)
    if value is None:
        return None
    origin = document.origin(node.span, node.notes)
    if change is not None and value != node.default.value:
        # What is assumed of a parameter is said of the value that it was given there.
        assumptions = change.document.assumptions(change.node.notes)
        origin = replace(origin, assumptions=assumptions)
    return rules.Parameter(node.name.text, declared, value, node.description or "", origin)


def _has_range(node: nodes.ParameterStatement) -> bool:
    """Whether a parameter has a range, or needs none: `true` and `false` say what it may be."""
    return isinstance(node.default.value, bool) == (node.range is None)


def _declared_range(written: Written[nodes.ParameterStatement]) -> rules.ParameterRange:
    if written.node.range is not None:
        return written.node.range.value
    return _range_of_default(written.node.default.value)


def _range_of_default(default: rules.Value) -> rules.ParameterRange:
    """What a parameter without a range may be; a number or a word alone is reported elsewhere."""
    match default:
        case bool():
            return rules.TruthRange()
        case int(number):
            return rules.IntegerRange(number, number)
        case str(word):
            return rules.WordRange((word,))
        case _:
            assert_never(default)


def _words_once(
    words: tuple[str, ...], spans: tuple[Span, ...], document: Document, findings: Findings
) -> None:
    first: dict[str, Span] = {}
    for word, span in zip(words, spans, strict=True):
        before = first.setdefault(word, span)
        if before is not span:
            place, other = document.place(span), document.place(before)
            findings.add(problems.checks.ListedTwice(place, "word", word, other))


def _check_words(outline: Outline, types: ExpressionTypes, findings: Findings) -> None:
    """A word that is also a name would be read in two ways."""
    version = outline.document.tree.version
    reserved = {name for name in RESERVED if NEWER.get(name, 1) <= version}
    taken = {*outline.parameters, *outline.lets, *outline.past, *reserved}
    for name, written in outline.parameters.items():
        declared = types.parameters[name]
        if isinstance(declared, rules.WordRange):
            for word in declared.words:
                if word in taken:
                    place = written.document.place(written.node.span)
                    findings.add(problems.checks.HidesAName(place, word))


def _not_reserved(
    name: nodes.Name, document: Document, outline: Outline, findings: Findings
) -> None:
    """Tell of a name that the language has; at `extends` where it had it not in the file."""
    since = NEWER.get(name.text, 1)
    if name.text not in RESERVED or since > outline.document.tree.version:
        return
    place = document.place(name.span)
    if since > document.tree.version and outline.game and outline.game.node.extends:
        place = outline.document.place(outline.game.node.extends.span)
    findings.add(problems.checks.HidesAName(place, name.text))
