"""Compiles the messages of a language from the syntax of Project Fluent.

The only module that imports the parser of that project: it runs when the package is built, and in a
checkout.

A compiled message is a text, or a list of its parts. A part is a text or `[variable]`, or
`[variable, variants, default]`: which variant is used depends on the value or on the plural form of
a number. A fourth item says that the number is a place. Terms and references to messages are
replaced by what they stand for.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from fluent.syntax import ast, parse

from clagdsl.lang.json_value import JsonObject, JsonValue

REPORT: Final = "report-"
"""The names of reports, which are sentences of the rules and of the server, begin with this."""


class CatalogueError(Exception):
    """A catalogue is invalid, or does not fit the English one."""


@dataclass(frozen=True, slots=True)
class Catalogue:
    """The patterns of a language by name; those of terms have a name with a hyphen before it."""

    language: str
    patterns: Mapping[str, ast.Pattern]

    def compiled(self, name: str) -> JsonValue:
        """Returns a compiled message."""
        parts = _joined(self._parts(self.patterns[name]))
        if all(isinstance(part, str) for part in parts):
            return "".join(map(str, parts))
        return parts

    def _parts(self, pattern: ast.Pattern) -> Iterator[JsonValue]:
        for element in pattern.elements:
            if isinstance(element, ast.TextElement):
                yield element.value
            else:
                yield from self._expression(element.expression)

    def _expression(self, expression: ast.Expression | ast.Placeable) -> Iterator[JsonValue]:
        match expression:
            case ast.StringLiteral():
                yield expression.parse()["value"]
            case ast.VariableReference(id=name):
                yield [name.name]
            case ast.TermReference(id=name):
                yield from self._parts(self._pattern(f"-{name.name}"))
            case ast.MessageReference(id=name):
                yield from self._parts(self._pattern(name.name))
            case ast.SelectExpression(selector=selector, variants=variants):
                yield self._select(selector, variants)
            case _:
                raise CatalogueError(
                    f"{self.language}: {type(expression).__name__} is not used here"
                )

    def _select(self, selector: object, variants: Sequence[ast.Variant]) -> JsonValue:
        is_place = False
        if isinstance(selector, ast.FunctionReference):
            is_place = True
            selector = selector.arguments.positional[0]
        if not isinstance(selector, ast.VariableReference):
            raise CatalogueError(f"{self.language}: only a variable chooses among variants")
        chosen: JsonObject = {}
        default = ""
        for variant in variants:
            key = variant.key
            name = key.name if isinstance(key, ast.Identifier) else key.value
            parts = _joined(self._parts(variant.value))
            is_text = all(isinstance(part, str) for part in parts)
            chosen[name] = "".join(map(str, parts)) if is_text else parts
            default = name if variant.default else default
        return [selector.id.name, chosen, default, *([1] if is_place else [])]

    def _pattern(self, name: str) -> ast.Pattern:
        if name not in self.patterns:
            raise CatalogueError(f"{self.language}: nothing is called {name}")
        return self.patterns[name]


def read_catalogue(language: str, text: str) -> Catalogue:
    """Returns the catalogue of a language; raises CatalogueError for a syntax error."""
    patterns: dict[str, ast.Pattern] = {}
    for entry in parse(text).body:
        if isinstance(entry, ast.Junk):
            line = text[: entry.span.start if entry.span else 0].count("\n") + 1
            raise CatalogueError(f"{language}.ftl:{line}: {entry.annotations[0].message}")
        if not isinstance(entry, ast.Message | ast.Term):
            continue
        prefix = "-" if isinstance(entry, ast.Term) else ""
        for name, value in (
            (entry.id.name, entry.value),
            *((f"{entry.id.name}.{each.id.name}", each.value) for each in entry.attributes),
        ):
            if value is not None:
                if f"{prefix}{name}" in patterns:
                    raise CatalogueError(f"{language}.ftl: {name} is there twice")
                patterns[f"{prefix}{name}"] = value
    return Catalogue(language, patterns)


def variables(compiled: JsonValue) -> set[str]:
    """Returns the names of the variables in a compiled message."""
    if not isinstance(compiled, list):
        return set()
    found: set[str] = set()
    for part in compiled:
        if isinstance(part, list):
            found.add(str(part[0]))
            if len(part) > 1:
                assert isinstance(part[1], dict)
                found.update(*map(variables, part[1].values()))
    return found


def missing(catalogue: Catalogue, english: Catalogue) -> list[str]:
    """Returns the messages that a language lacks."""
    return [name for name in english.patterns if name[0] != "-" and name not in catalogue.patterns]


def compile_catalogue(catalogue: Catalogue, english: Catalogue) -> JsonObject:
    """Returns a language as pages read it; a message that it lacks is the English one.

    Raises CatalogueError for a message that is not an English one, or has a variable that the
    English one lacks.
    """
    messages: JsonObject = {}
    reports: JsonObject = {}
    strange = [one for one in catalogue.patterns if one[0] != "-" and one not in english.patterns]
    if strange:
        raise CatalogueError(f"{catalogue.language}: {strange[0]} is not in English")
    for name in english.patterns:
        if name[0] == "-":
            continue
        own, in_english = (
            (catalogue if name in catalogue.patterns else english),
            english.compiled(name),
        )
        compiled = own.compiled(name)
        unknown = variables(compiled) - variables(in_english)
        if unknown:
            raise CatalogueError(
                f"{catalogue.language}: {name} has ${min(unknown)}, unlike English"
            )
        if not name.startswith(REPORT):
            messages[name] = compiled
        elif own.language != english.language:
            reports[name] = compiled
    return {"messages": messages, "reports": reports}


def _joined(parts: Iterator[JsonValue]) -> list[JsonValue]:
    """Returns parts with neighbouring texts as one."""
    joined: list[JsonValue] = []
    for part in parts:
        if isinstance(part, str) and joined and isinstance(joined[-1], str):
            joined[-1] += part
        else:
            joined.append(part)
    return joined


# --- reports ----------------------------------------------------------------------------


@dataclass(slots=True)
class _Recognised:
    """A regular expression that recognises a message, and the variables that its groups give.

    A variable between backticks is the text of an entry, which is the same in every language: its
    name ends with a backtick. A variable whose name begins with `word` is a single word.
    """

    names: list[str] = field(default_factory=list)

    def expression(self, compiled: JsonValue) -> str:
        """Returns the expression of a compiled message."""
        if isinstance(compiled, str):
            return re.sub(r"([\\^$.|?*+()[\]{}/])", r"\\\1", compiled).replace("`", "`?")
        assert isinstance(compiled, list)
        before = ["", *compiled]
        return "".join(
            self._part(part, str(last)) for last, part in zip(before, compiled, strict=False)
        )

    def _part(self, part: JsonValue, before: str) -> str:
        if isinstance(part, str):
            return self.expression(part)
        assert isinstance(part, list)
        if len(part) == 1:
            self.names.append(f"{part[0]}{'`' if before.endswith('`') else ''}")
            return r"(\S+?)" if str(part[0]).startswith("word") else "(.+?)"
        assert isinstance(part[1], dict)
        return f"(?:{'|'.join(self.expression(one) for one in part[1].values())})"


def recognised(english: Catalogue) -> list[JsonValue]:
    """Returns each report's name, a regular expression of its English sentence, and the variables
    of its groups. Sentences with more words come first.
    """
    found: list[tuple[str, str, list[JsonValue]]] = []
    for name in english.patterns:
        if name.startswith(REPORT):
            made = _Recognised()
            expression = f"^{made.expression(english.compiled(name))}$"
            found.append((name, expression, list(made.names)))
    found.sort(key=lambda one: -len(re.sub(r"\((?:\.|\\S)\+\?\)|`\?", "", one[1])))
    return [list(one) for one in found]


# --- types ------------------------------------------------------------------------------


def declaration(english: Catalogue) -> str:
    """Returns the names of the messages and of their variables as types for TypeScript."""
    lines = [
        "// Made from `en.ftl` by `clagdsl.explain.catalogue_build`.",
        "",
        "type Value = string | number | string[];",
        "",
        "export interface Messages {",
    ]
    for name in english.patterns:
        if name[0] == "-" or name.startswith(REPORT):
            continue
        facts = "; ".join(f"{one}: Value" for one in sorted(variables(english.compiled(name))))
        lines.append(f'  "{name}": {f"{{ {facts} }}" if facts else "null"};')
    return "\n".join([*lines, "}", ""])
