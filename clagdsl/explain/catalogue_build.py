"""Compiles the messages of a language from the syntax of Project Fluent.

The only module that imports the parser of that project: it runs when the package is built, and in a
checkout.

A compiled message is a text with its variables in braces, or a list of texts and choices. A choice
is `[variable, variants]`: it depends on the value of the variable, or on the plural form of a
number; if nothing fits, the last variant is taken. A third item says that the number is a place.
Terms and references to messages are replaced by what they stand for.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from fluent.syntax import ast, parse

from clagdsl.lang.json_value import JsonObject, JsonValue

VARIABLE: Final = re.compile(r"\{([^}]*)\}")
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
        return self._joined(self.patterns[name])

    def _joined(self, pattern: ast.Pattern) -> JsonValue:
        """Returns a pattern as one text if it has no choice, otherwise as a list."""
        joined: list[JsonValue] = [""]
        for part in self._parts(pattern):
            if isinstance(part, str) and isinstance(joined[-1], str):
                joined[-1] += part
            else:
                joined.append(part)
        return joined[0] if len(joined) == 1 else [part for part in joined if part]

    def _parts(self, pattern: ast.Pattern) -> Iterator[JsonValue]:
        for element in pattern.elements:
            if isinstance(element, ast.TextElement):
                yield element.value
            else:
                yield from self._expression(element.expression)

    def _expression(self, expression: ast.Expression | ast.Placeable) -> Iterator[JsonValue]:
        match expression:
            case ast.StringLiteral():
                text = expression.parse()["value"]
                if "{" in text or "}" in text:
                    raise CatalogueError(f"{self.language}: a text has no braces")
                yield text
            case ast.VariableReference(id=name):
                yield f"{{{name.name}}}"
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
        for variant in sorted(variants, key=lambda one: one.default):
            key = variant.key
            name = key.name if isinstance(key, ast.Identifier) else key.value
            chosen[name] = self._joined(variant.value)
        return [selector.id.name, chosen, *([1] if is_place else [])]

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
        name = f"-{entry.id.name}" if isinstance(entry, ast.Term) else entry.id.name
        if name in patterns:
            raise CatalogueError(f"{language}.ftl: {name} is there twice")
        if entry.value is None or entry.attributes:
            raise CatalogueError(f"{language}.ftl: {name} has an attribute, which is not used here")
        patterns[name] = entry.value
    return Catalogue(language, patterns)


def variables(compiled: JsonValue) -> set[str]:
    """Returns the names of the variables in a compiled message."""
    match compiled:
        case str(text):
            return set(VARIABLE.findall(text))
        case [str(name), dict(variants), *_]:
            return {name}.union(*map(variables, variants.values()))
        case list(parts):
            return set[str]().union(*map(variables, parts))
        case _:
            return set()


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
        own = catalogue if name in catalogue.patterns else english
        compiled = own.compiled(name)
        unknown = variables(compiled) - variables(english.compiled(name))
        if unknown:
            why = f"{name} has ${min(unknown)}, unlike English"
            raise CatalogueError(f"{catalogue.language}: {why}")
        if not name.startswith(REPORT):
            messages[name] = compiled
        elif catalogue.language != english.language:
            reports[name] = compiled
    return {"messages": messages, "reports": reports}


# --- reports ----------------------------------------------------------------------------


@dataclass(slots=True)
class _Recognised:
    """A regular expression that recognises a message, and the variables that its groups give.

    A variable between backticks or quotation marks is the text of an entry, which is the same in
    every language: its name ends with a backtick. A variable whose name begins with `word` is a
    single word.
    """

    names: list[str] = field(default_factory=list)

    def expression(self, compiled: JsonValue) -> str:
        """Returns the expression of a compiled message."""
        match compiled:
            case str(text):
                return "".join(map(self._piece, re.split(r"([`“]?\{[^}]*\})", text)))
            case [str(_), dict(variants), *_]:
                return f"(?:{'|'.join(map(self.expression, variants.values()))})"
            case list(parts):
                return "".join(map(self.expression, parts))
            case _:
                raise TypeError(compiled)

    def _piece(self, text: str) -> str:
        """Returns the expression of a text, or of one variable."""
        found = re.fullmatch(r"([`“]?)\{(.*)\}", text)
        if found is None:
            return re.sub(r"([\\^$.|?*+()[\]{}/])", r"\\\1", text).replace("`", "`?")
        mark, name = found.groups()
        self.names.append(name + "`" * len(mark))
        return mark.replace("`", "`?") + (r"(\S+?)" if name.startswith("word") else "(.+?)")


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
