"""What a word at a place means, or how a name is declared, as Markdown."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from clagdsl.lang.aspects import TABLE
from clagdsl.lang.source import Node, Span
from clagdsl.lang.vocabulary import PHRASES, VARIABLES, meaning
from clagdsl.lsp.occurrences import Occurrence
from clagdsl.lsp.workspace import Chain, FileDraft, Use
from clagdsl.syntax import nodes
from clagdsl.syntax.lexer import pieces
from clagdsl.syntax.token import Token

LONGEST_PHRASE: Final = 4
MOST_SHOWN: Final = 2_000
"""A longer definition is cut: nobody reads it beside the text."""

_KINDS: Final[dict[type, str]] = {
    nodes.DealStatement: "a deal",
    nodes.TwistStatement: "a twist",
    nodes.ParameterStatement: "a parameter",
    nodes.LetStatement: "a name",
    nodes.RunStatement: "a run",
    nodes.TallyStatement: "a tally",
    nodes.SpecialStatement: "a special card",
}


class Explanation(NamedTuple):
    """What stands at a place, in Markdown."""

    span: Span
    text: str


def explain_place(chain: Chain, offset: int) -> Explanation | None:
    """The meaning of the word, or the definition of the name, at an offset."""
    draft = chain.draft
    name = draft.name_at(offset)
    if name is not None:
        found = chain.declaration(name)
        if found is not None:
            return Explanation(name.span, "\n\n".join(_definition(chain, name, found)))
    base = draft.extends()
    if base is not None and base.span.start <= offset <= base.span.end and len(chain.files) > 1:
        return Explanation(base.span, _base_file(chain.files[1]))
    index = draft.token_at(offset)
    if index is None:
        return None
    tokens = draft.tokens
    variable = _variable(tokens, index)
    if variable is not None:
        return variable
    return _word(tokens, index)


def _base_file(file: FileDraft) -> str:
    """What the file is that another one extends."""
    for statement in file.draft.statements:
        if isinstance(statement, nodes.GameStatement):
            parts = [statement.title, *((statement.variant,) if statement.variant else ())]
            return f"`{_shown(file)}`: {_plain(', '.join(parts))}"
    return f"`{_shown(file)}`"


def _word(tokens: Sequence[Token], index: int) -> Explanation | None:
    """The meaning of a word of the language, together with those beside it."""
    token = tokens[index]
    for length in range(LONGEST_PHRASE, 1, -1):
        for first in range(max(index - length + 1, 0), index + 1):
            phrase = " ".join(tokens[first : first + length])
            if phrase in PHRASES and first + length <= len(tokens):
                span = Span(tokens[first].start, tokens[first + length - 1].end)
                return Explanation(span, f"**{phrase}**: {meaning(phrase)}")
    known = None if (token.type or token.kinds[0]) == "NAME" else meaning(token)
    if known is None:
        return None
    return Explanation(Span(token.start, token.end), f"**{token}**: {known}")


def _variable(tokens: Sequence[Token], index: int) -> Explanation | None:
    """The meaning of a name in an expression to which the game gives a value."""
    for first in (index - 2, index):
        parts = tokens[max(first, 0) : first + 3]
        if first >= 0 and len(parts) == 3 and parts[1] == "." and "".join(parts) in VARIABLES:
            name = "".join(parts)
            span = Span(parts[0].start, parts[2].end)
            return Explanation(span, f"**{name}**: {VARIABLES[name]}")
    token = tokens[index]
    if token.type == "NAME" and token in VARIABLES:
        return Explanation(Span(token.start, token.end), f"**{token}**: {VARIABLES[token]}")
    return None


def _definition(chain: Chain, name: Occurrence, declared: Use) -> Iterator[str]:
    statement = declared.name.statement
    where = "" if declared.file is chain.files[0] else f" in `{_shown(declared.file)}`"
    kind = _KINDS.get(type(statement))
    if isinstance(statement, nodes.SourceStatement):
        yield f"**{name.text}**, a source{where}: {_plain(statement.title)}"
    elif statement is None or kind is None:
        yield f"**{_plain(name.text)}**{where}, in a line that is not finished"
    else:
        yield f"**{name.text}**, {kind}{where}"
        yield _code(declared.file, statement)
    if isinstance(statement, nodes.DealStatement):
        yield from _differences(chain, declared.file, statement)
    for other in chain.files:
        for change in other.draft.statements:
            match change:
                case nodes.ChangeDeal(name=changed) | nodes.ChangeParameter(name=changed):
                    if changed.text == declared.name.text:
                        yield f"changed in `{_shown(other)}`"
                        yield _code(other, change)
                case _:
                    continue


def _shown(file: FileDraft) -> str:
    return file.path.name if file.path is not None else file.draft.source.name


def _differences(chain: Chain, file: FileDraft, deal: nodes.DealStatement) -> Iterator[str]:
    """What a deal replaces in the deal that it is made from."""
    if deal.base is None:
        return
    replaced = []
    for clause in deal.clauses:
        before = _value_before(chain, deal.base.text, clause.aspect)
        old = "its default" if before is None else f"`{before}`"
        keyword = TABLE[clause.aspect].keyword
        replaced.append(f"- `{keyword}`: `{_value(file, clause)}` instead of {old}")
    if replaced:
        yield f"It replaces in `{deal.base.text}`:"
        yield "\n".join(replaced)


def _value_before(chain: Chain, name: str, aspect: nodes.AspectName) -> str | None:
    """What a deal says about an aspect, itself or by the deals that it is made from."""
    declared = chain.declared("deal")
    seen: set[str] = set()
    while name not in seen and name in declared:
        seen.add(name)
        use = declared[name]
        statement = use.name.statement
        if not isinstance(statement, nodes.DealStatement):
            return None
        changes = [
            (file, change.clauses)
            for file in chain.files
            for change in file.draft.statements
            if isinstance(change, nodes.ChangeDeal) and change.name.text == name
        ]
        for file, clauses in (*changes, (use.file, statement.clauses)):
            found = _among(clauses, aspect)
            if found is not None:
                return _value(file, found)
        if statement.base is None:
            return None
        name = statement.base.text
    return None


def _among(clauses: Sequence[nodes.Clause], aspect: nodes.AspectName) -> nodes.Clause | None:
    return next((clause for clause in clauses if clause.aspect == aspect), None)


def _value(file: FileDraft, clause: nodes.Clause) -> str:
    """A clause without its keyword and what it cites, on one line."""
    written = _text(file, clause)
    kept = (piece for piece in pieces(written, 0, len(written)) if piece.lastgroup != "comment")
    text = " ".join("".join(piece.group() for piece in kept).split())
    return text.removeprefix(TABLE[clause.aspect].keyword).strip()


def _text(file: FileDraft, node: Node) -> str:
    return file.draft.source.text[node.span.start : node.span.end]


def _code(file: FileDraft, node: Node) -> str:
    text = _text(file, node)
    shown = text if len(text) <= MOST_SHOWN else text[:MOST_SHOWN] + "\n# ..."
    return f"```clag\n{shown}\n```"


def _plain(text: str) -> str:
    """Text of the user that means nothing in Markdown."""
    return "".join("\\" + c if c in "\\`*_{}[]<>#|" else c for c in text)
