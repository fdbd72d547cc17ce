"""Completion and hover: the words and names that can appear at a place, and their meaning.

Completion asks the parser which terminals it accepts before the word at the cursor. The words of
the language follow from these. For a name, the grammar rule that a NAME would complete decides
which names fit: a deal, an operand, a parameter's word, or a source. If the text before the cursor
cannot be parsed, the parser resumes at the next statement or row (`_states`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal, NamedTuple, TypeAlias

from clagdsl.check.types import (
    CHOOSING,
    ENDS,
    LETS,
    LIMIT,
    PAST,
    REMEMBERS,
    SCOPE_OF,
    SETTLE,
    SIZES,
    Scope,
)
from clagdsl.lang import resources
from clagdsl.lang.aspects import TABLE
from clagdsl.lang.cards import RANKS, SUIT_NAMES
from clagdsl.lang.rules import TRUMP_WORDS
from clagdsl.lang.source import Node, Span
from clagdsl.lang.vocabulary import PHRASES, VARIABLES, meaning
from clagdsl.lsp.partial_tree import Occurrence
from clagdsl.lsp.workspace import Chain, FileDraft, Use, words_of
from clagdsl.syntax import nodes
from clagdsl.syntax.expected_tokens import fixed_words
from clagdsl.syntax.lexer import split_pieces
from clagdsl.syntax.parser import language
from clagdsl.syntax.printer import name_text
from clagdsl.syntax.token import Token, construct_at

SuggestionKind: TypeAlias = Literal[
    "word", "deal", "parameter", "let", "past", "source", "variable", "value", "file", "special"
]

SCOPE_OF_WORD: Final = {
    TABLE[aspect].keyword.split()[0]: scope for aspect, scope in SCOPE_OF.items()
}
"""The scope of a clause's expressions, by the clause's first word."""


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A word or name that can appear at a place; `text` is its spelling there."""

    label: str
    text: str
    kind: SuggestionKind
    detail: str = ""


@dataclass(frozen=True, slots=True)
class Completion:
    """The suggestions at a place, and the span that they replace."""

    span: Span
    typed: str
    suggestions: tuple[Suggestion, ...] = ()


def complete(chain: Chain, offset: int) -> Completion:
    """Returns the suggestions at an offset, which replace the word there, if any."""
    draft = chain.draft
    empty = Completion(Span(offset, offset), "")
    if _in_comment(draft.source.text, offset):
        return empty
    index, span = _word_at(draft.tokens, offset)
    typed = draft.source.text[span.start : offset]
    if typed[:1].isdecimal():
        return empty
    place = _ParseContext.of(draft.source.text, draft.tokens, index, span.start)
    if place is None:
        return empty
    if typed.startswith('"'):
        suggestions = tuple(place.names(chain)) if "STRING" in place.accepted else ()
    else:
        suggestions = (*place.names(chain), *place.words())
    unique = {suggestion.label: suggestion for suggestion in suggestions}
    return Completion(span, typed, tuple(unique.values()))


def _in_comment(text: str, offset: int) -> bool:
    start = text.rfind("\n", 0, offset) + 1
    return any(piece.lastgroup == "comment" for piece in split_pieces(text, start, offset))


def _word_at(tokens: Sequence[Token], offset: int) -> tuple[int, Span]:
    """Returns the index and span of the word at an offset; for a new word, the span is empty."""
    for index, token in enumerate(tokens):
        if token.end >= offset:
            written = token[0] in '"_' or token[0].isalnum()
            inside = token.start < offset < token.end
            if token.start < offset and written and (inside or not _closed(token)):
                return index, Span(token.start, token.end)
            if token.start >= offset:
                return index, Span(offset, offset)
    return len(tokens), Span(offset, offset)


def _closed(token: Token) -> bool:
    return len(token) > 1 and token[0] == '"' == token[-1]


@dataclass(frozen=True, slots=True)
class _ParseContext:
    """The state of the parser before the word to complete."""

    before: Sequence[Token]
    states: Sequence[int]
    accepted: frozenset[str]

    @classmethod
    def of(cls, text: str, tokens: Sequence[Token], index: int, start: int) -> _ParseContext | None:
        """Returns the context of a word, or None if the text before it on its line is invalid."""
        before = tokens[:index]
        states = _states(before)
        automaton = language().automaton
        if states is None:
            if before and "\n" not in text[before[-1].end : start]:
                return None
            # a new line after broken text: assume that a statement begins
            states = [automaton.starts["rest"][0]]
        return cls(before, states, automaton.accepted(states))

    def words(self) -> Iterator[Suggestion]:
        """Yields the words of the language that can appear here."""
        for kind, word in fixed_words(language().words).items():
            if kind in self.accepted and word.isalpha():
                phrase = f"{self.before[-1]} {word}" if self.before else word
                yield Suggestion(word, word, "word", meaning(phrase) or meaning(word) or "")
        if "RANK" in self.accepted:
            yield from (Suggestion(rank, rank, "value", "a rank") for rank in RANKS)
        if "SUIT_NAME" in self.accepted:
            for letter, name in SUIT_NAMES.items():
                yield Suggestion(name, name, "value", "a suit")
                yield Suggestion(letter, letter, "value", name)

    def names(self, chain: Chain) -> Iterator[Suggestion]:
        """Yields the names that can appear here."""
        if "NAME" not in self.accepted:
            return
        reduced = self._reducible_rules()
        last = self.before[-1] if self.before else ""
        if "name" in reduced:
            yield from self._name(chain, last)
        elif "expressions__atom" in reduced:
            yield from self._operand(chain, last)
        elif "setting" in reduced:
            yield from _words_of(chain, self.before[-2]) if len(self.before) > 1 else ()
        elif "cite" in reduced:
            for name, use in chain.declared("source").items():
                title = use.name.statement
                detail = title.title if isinstance(title, nodes.SourceStatement) else ""
                yield Suggestion(name, name, "source", detail)
        elif last in ("where", ",") or tuple(self.before[-2:]) == ("change", "param"):
            yield from _values(chain, parameters_only=True)

    def _reducible_rules(self) -> frozenset[str]:
        """Returns the grammar rules that a name at this point would complete."""
        automaton = language().automaton
        after = list(self.states)
        automaton.shift(after, ("NAME",))
        row = automaton.rows[after[-1]]
        return frozenset(automaton.rules[to].name for to in row.values() if to < 0)

    def _name(self, chain: Chain, last: str) -> Iterator[Suggestion]:
        if last == "extends":
            yield from _files(chain.files[0].path)
        elif last == "on" or self._opening_word("statement") == "pack" or self._lists_cards():
            yield from _specials(chain)
        elif last not in ("deal", "twist", "as"):
            statement = self._opening_word("statement")
            any_kind = statement in ("change", "drop") or self._opening_word("clause") == "call"
            gone = frozenset() if last == "drop" else chain.dropped()
            called = "calling" in self._statement_tokens()
            yield from _deals(chain, gone, twists=any_kind or called)

    def _lists_cards(self) -> bool:
        """Returns whether a clause that names cards one after another is being written."""
        return self._opening_word("clause") in ("rank", "card")

    def _operand(self, chain: Chain, last: str) -> Iterator[Suggestion]:
        if last == ".":
            for name in SETTLE.variables:
                owner, _, member = name.partition(".")
                if owner == self.before[-2]:
                    yield Suggestion(member, member, "variable", VARIABLES.get(name, ""))
            return
        for name in self._scope().variables:
            yield Suggestion(name, name, "variable", VARIABLES.get(name, ""))
        yield from _values(chain, past=self._scope() in REMEMBERS)
        if last in ("=", "!=") and len(self.before) > 1:
            yield from _words_of(chain, self.before[-2])
            if self.before[-2] == "trump" and "trump" in self._scope().variables:
                yield from (Suggestion(word, word, "value", "trump") for word in TRUMP_WORDS)

    def _scope(self) -> Scope:
        """Returns the scope of an expression at this place."""
        statement, clause = self._opening_word("statement"), self._opening_word("clause")
        scope = SCOPE_OF_WORD.get(clause)
        if scope is LIMIT:
            keywords = [t for t in self.before if t in ("keeps", "when", "otherwise")]
            return CHOOSING if keywords and keywords[-1] == "when" else LIMIT
        if scope is not None:
            return scope
        match statement, clause:
            case (_, "") if "settle" in self._statement_tokens():
                return SETTLE
            case ("change", "") if "ends" in self._statement_tokens():
                return ENDS
            case ("ends", _):
                return ENDS
            case ("let", _):
                return LETS
            case ("run" | "tally", _):
                return PAST
            case ("schedule", _):
                return SIZES
            case _:
                return CHOOSING

    def _opening_word(self, unit: Literal["statement", "clause"]) -> str:
        """Returns the first word of the current statement or clause, or ""."""
        for index in range(len(self.before) - 1, -1, -1):
            begins = construct_at(self.before, index)
            if begins == unit:
                return self.before[index]
            if begins == "statement":
                break
        return ""

    def _statement_tokens(self) -> Sequence[Token]:
        for index in range(len(self.before) - 1, -1, -1):
            if construct_at(self.before, index) == "statement":
                return self.before[index:]
        return self.before


def _states(tokens: Sequence[Token]) -> list[int] | None:
    """Returns the parser's states after all tokens, skipping errors, or None if it is still
    skipping.
    """
    automaton = language().automaton
    states = [automaton.starts["file"][0]]
    if tokens and tokens[0] != "clag":
        states = [automaton.starts["rest"][0]]
    index, lost, resumed = 0, False, -1
    while index < len(tokens):
        begins = construct_at(tokens, index)
        if lost and begins is not None:
            start = "rows" if begins == "row" else "rest"
            states, lost, resumed = [automaton.starts[start][0]], False, index
        if not lost and not automaton.shift(states, tokens[index].kinds):
            lost = True
            # the previous word may begin a statement, but was taken for a name
            before = index - 1
            if before > resumed and tokens[before].leads and construct_at(tokens, before):
                index = before
                continue
            if begins is not None and resumed != index:
                continue
        index += 1
    return None if lost else states


def _deals(chain: Chain, dropped: frozenset[str], *, twists: bool) -> Iterator[Suggestion]:
    for name, use in chain.declared("deal").items():
        is_twist = isinstance(use.name.statement, nodes.TwistStatement)
        if (is_twist and not twists) or (name in dropped and use.file.draft is not chain.draft):
            continue
        text = name_text(nodes.Name(use.name.span, name))
        yield Suggestion(name, text, "deal", "a twist" if is_twist else "a deal")


def _specials(chain: Chain) -> Iterator[Suggestion]:
    for name in chain.declared("special"):
        yield Suggestion(name, name, "special", "a special card")


def _values(
    chain: Chain, *, parameters_only: bool = False, past: bool = False
) -> Iterator[Suggestion]:
    for name, use in chain.declared("value").items():
        statement = use.name.statement
        kind, detail, fits = _VALUES.get(type(statement), ("parameter", _EITHER, True))
        if isinstance(statement, nodes.ParameterStatement):
            detail = statement.description or "a parameter"
        if isinstance(statement, nodes.RunStatement | nodes.TallyStatement):
            detail = statement.words or detail
        if past if kind == "past" else fits or not parameters_only:
            yield Suggestion(name, name, kind, detail)


_EITHER: Final = "a parameter or a `let` name"
_VALUES: Final[dict[type, tuple[SuggestionKind, str, bool]]] = {
    nodes.RunStatement: ("past", "a run", False),
    nodes.TallyStatement: ("past", "a tally", False),
    nodes.LetStatement: ("let", "a `let` name", False),
}
"""For each kind of statement: the suggestion kind, the detail, and whether it can be a parameter.
"""


def _words_of(chain: Chain, name: str) -> Iterator[Suggestion]:
    """Yields the words that a parameter can have as values."""
    declared = chain.declared("value").get(name)
    for word in words_of(declared.name.statement) if declared else ():
        yield Suggestion(word, word, "value", f"`{name}` is possible")


_RULES_FILE: Final = re.compile(r'[^"\n]+\.clag\Z')
MOST_FILES: Final = 200


def _files(path: Path | None) -> Iterator[Suggestion]:
    """Yields the bundled rules, and the other files in a file's folder."""
    family = resources.family_names()
    for name in resources.all_names():
        text = name if name.isidentifier() else f'"{name}"'
        detail = "a bundled game of the family" if name in family else "a bundled variant"
        yield Suggestion(name, text, "file", detail)
    if path is None:
        return
    try:
        siblings = sorted(entry.name for entry in path.parent.iterdir())
    except OSError:
        return
    names = (name for name in siblings if _RULES_FILE.match(name) and name != path.name)
    for name, _ in zip(names, range(MOST_FILES), strict=False):
        yield Suggestion(name, f'"{name}"', "file", "a file in the same folder")


# --- hover: the meaning of a word, or the declaration of a name, as Markdown ----------------------


# The most words of a phrase that has a meaning of its own.
LONGEST_PHRASE: Final = 4
MOST_SHOWN: Final = 2_000
"""The most characters of a definition in a hover text, which should be short."""

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
    """The hover text of a span, in Markdown."""

    span: Span
    text: str


def explain_place(chain: Chain, offset: int) -> Explanation | None:
    """Returns the meaning of the word or the definition of the name at an offset, or None."""
    draft = chain.draft
    name = draft.name_at(offset)
    if name is not None:
        declaration = chain.declaration(name)
        if declaration is not None:
            return Explanation(name.span, "\n\n".join(_definition(chain, name, declaration)))
    base, file = draft.extends(), chain.base_at(offset)
    if base is not None and file is not None:
        return Explanation(base.span, _base_file(file))
    index = draft.token_at(offset)
    if index is None:
        return None
    tokens = draft.tokens
    variable = _variable(tokens, index)
    if variable is not None:
        return variable
    return _word(tokens, index)


def _base_file(file: FileDraft) -> str:
    """Returns a description of the file that this one extends."""
    for statement in file.draft.statements:
        if isinstance(statement, nodes.GameStatement):
            parts = [statement.title, *((statement.variant,) if statement.variant else ())]
            return f"`{_shown(file)}`: {_plain(', '.join(parts))}"
    return f"`{_shown(file)}`"


def _word(tokens: Sequence[Token], index: int) -> Explanation | None:
    """Returns the meaning of a word of the language, or of the phrase that contains it, or None."""
    token = tokens[index]
    for length in range(LONGEST_PHRASE, 1, -1):
        for first in range(max(index - length + 1, 0), index + 1):
            phrase = " ".join(tokens[first : first + length])
            if phrase in PHRASES and first + length <= len(tokens):
                span = Span(tokens[first].start, tokens[first + length - 1].end)
                return Explanation(span, f"**{phrase}**: {meaning(phrase)}")
    word_meaning = None if (token.type or token.kinds[0]) == "NAME" else meaning(token)
    if word_meaning is None:
        return None
    return Explanation(Span(token.start, token.end), f"**{token}**: {word_meaning}")


def _variable(tokens: Sequence[Token], index: int) -> Explanation | None:
    """Returns the meaning of a variable in an expression, or None."""
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
    """Yields list items with the old and new values of the clauses that a deal replaces."""
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
    """Returns an aspect's value, as written, in a deal or its bases; None if it is the default."""
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
            clause = _clause_for(clauses, aspect)
            if clause is not None:
                return _value(file, clause)
        if statement.base is None:
            return None
        name = statement.base.text
    return None


def _clause_for(clauses: Sequence[nodes.Clause], aspect: nodes.AspectName) -> nodes.Clause | None:
    return next((clause for clause in clauses if clause.aspect == aspect), None)


def _value(file: FileDraft, clause: nodes.Clause) -> str:
    """Returns the text of a clause on one line, without its keyword and comments."""
    written = _text(file, clause)
    kept = (
        piece for piece in split_pieces(written, 0, len(written)) if piece.lastgroup != "comment"
    )
    text = " ".join("".join(piece.group() for piece in kept).split())
    return text.removeprefix(TABLE[clause.aspect].keyword).strip()


def _text(file: FileDraft, node: Node) -> str:
    return file.draft.source.text[node.span.start : node.span.end]


def _code(file: FileDraft, node: Node) -> str:
    text = _text(file, node)
    shown = text if len(text) <= MOST_SHOWN else text[:MOST_SHOWN] + "\n# ..."
    return f"```clag\n{shown}\n```"


def _plain(text: str) -> str:
    """Escapes user-supplied text for Markdown."""
    return "".join("\\" + c if c in "\\`*_{}[]<>#|" else c for c in text)
