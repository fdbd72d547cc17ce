"""What may be written at a place: words of the language, and names that the file knows."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal, TypeAlias

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
from clagdsl.lang.rules import WordRange
from clagdsl.lang.source import Span
from clagdsl.lang.vocabulary import VARIABLES, meaning
from clagdsl.lsp.workspace import Chain
from clagdsl.syntax import nodes
from clagdsl.syntax.expected_tokens import fixed_words
from clagdsl.syntax.lexer import pieces
from clagdsl.syntax.parser import language
from clagdsl.syntax.printer import name_text
from clagdsl.syntax.token import Token, beginning

SuggestionKind: TypeAlias = Literal[
    "word", "deal", "parameter", "let", "past", "source", "variable", "value", "file", "special"
]

SCOPE_OF_WORD: Final = {
    TABLE[aspect].keyword.split()[0]: scope for aspect, scope in SCOPE_OF.items()
}
"""By the word that begins the clause."""


@dataclass(frozen=True, slots=True)
class Suggestion:
    """What may stand at a place; `text` is how it is written there."""

    label: str
    text: str
    kind: SuggestionKind
    detail: str = ""


@dataclass(frozen=True, slots=True)
class Completion:
    """What may be written, and what it replaces."""

    span: Span
    typed: str
    suggestions: tuple[Suggestion, ...] = ()


def complete(chain: Chain, offset: int) -> Completion:
    """What may stand at an offset instead of the word there, if there is one."""
    draft = chain.draft
    empty = Completion(Span(offset, offset), "")
    if _in_comment(draft.source.text, offset):
        return empty
    index, span = _word_at(draft.tokens, offset)
    typed = draft.source.text[span.start : offset]
    if typed[:1].isdecimal():
        return empty
    place = _Place.of(draft.source.text, draft.tokens, index, span.start)
    if place is None:
        return empty
    if typed.startswith('"'):
        found = tuple(place.names(chain)) if "STRING" in place.accepted else ()
    else:
        found = (*place.names(chain), *place.words())
    unique = {suggestion.label: suggestion for suggestion in found}
    return Completion(span, typed, tuple(unique.values()))


def _in_comment(text: str, offset: int) -> bool:
    start = text.rfind("\n", 0, offset) + 1
    return any(piece.lastgroup == "comment" for piece in pieces(text, start, offset))


def _word_at(tokens: Sequence[Token], offset: int) -> tuple[int, Span]:
    """The index and the place of the word that is being written; beyond the others, a new one."""
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
class _Place:
    """What the parser knows before a word."""

    before: Sequence[Token]
    states: Sequence[int]
    accepted: frozenset[str]

    @classmethod
    def of(cls, text: str, tokens: Sequence[Token], index: int, start: int) -> _Place | None:
        """The place of a word; None where what stands before it cannot be understood."""
        before = tokens[:index]
        states = _states(before)
        automaton = language().automaton
        if states is None:
            if before and "\n" not in text[before[-1].end : start]:
                return None
            states = [automaton.starts["rest"][0]]
        return cls(before, states, automaton.accepted(states))

    def words(self) -> Iterator[Suggestion]:
        """The words of the language that may stand here."""
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
        """The names that may stand here."""
        if "NAME" not in self.accepted:
            return
        reduced = self._taken_for()
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

    def _taken_for(self) -> frozenset[str]:
        """The rules of the grammar that a name here ends."""
        automaton = language().automaton
        after = list(self.states)
        automaton.shift(after, ("NAME",))
        row = automaton.rows[after[-1]]
        return frozenset(automaton.rules[to].name for to in row.values() if to < 0)

    def _name(self, chain: Chain, last: str) -> Iterator[Suggestion]:
        if last == "extends":
            yield from _files(chain.files[0].path)
        elif last == "on" or self._begun("statement") == "pack":
            yield from _specials(chain)
        elif last not in ("deal", "twist", "as"):
            statement = self._begun("statement")
            any_kind = statement in ("change", "drop") or self._begun("clause") == "call"
            gone = frozenset() if last == "drop" else chain.dropped()
            called = "calling" in self._since_statement()
            yield from _deals(chain, gone, twists=any_kind or called)

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

    def _scope(self) -> Scope:
        """Which names the game gives a value to here."""
        statement, clause = self._begun("statement"), self._begun("clause")
        scope = SCOPE_OF_WORD.get(clause)
        if scope is LIMIT:
            said = [t for t in self.before if t in ("keeps", "when", "otherwise")]
            return CHOOSING if said and said[-1] == "when" else LIMIT
        if scope is not None:
            return scope
        match statement, clause:
            case (_, "") if "settle" in self._since_statement():
                return SETTLE
            case ("change", "") if "ends" in self._since_statement():
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

    def _begun(self, unit: Literal["statement", "clause"]) -> str:
        """The word that begins the statement or clause here, or nothing."""
        for index in range(len(self.before) - 1, -1, -1):
            begins = beginning(self.before, index)
            if begins == unit:
                return self.before[index]
            if begins == "statement":
                break
        return ""

    def _since_statement(self) -> Sequence[Token]:
        for index in range(len(self.before) - 1, -1, -1):
            if beginning(self.before, index) == "statement":
                return self.before[index:]
        return self.before


def _states(tokens: Sequence[Token]) -> list[int] | None:
    """The states of the parser behind all tokens, errors passed over; None where it is lost."""
    automaton = language().automaton
    states = [automaton.starts["file"][0]]
    if tokens and tokens[0] != "clag":
        states = [automaton.starts["rest"][0]]
    index, lost, resumed = 0, False, -1
    while index < len(tokens):
        begins = beginning(tokens, index)
        if lost and begins is not None:
            start = "rows" if begins == "row" else "rest"
            states, lost, resumed = [automaton.starts[start][0]], False, index
        if not lost and not automaton.shift(states, tokens[index].kinds):
            lost = True
            # The word before may begin a statement that was taken for a name.
            before = index - 1
            if before > resumed and tokens[before].leads and beginning(tokens, before):
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
        match use.name.statement:
            case nodes.RunStatement():
                if past:
                    yield Suggestion(name, name, "past", "a run")
            case nodes.TallyStatement():
                if past:
                    yield Suggestion(name, name, "past", "a tally")
            case nodes.LetStatement():
                if not parameters_only:
                    yield Suggestion(name, name, "let", "a `let` name")
            case nodes.ParameterStatement(description=description):
                yield Suggestion(name, name, "parameter", description or "a parameter")
            case _:
                yield Suggestion(name, name, "parameter", "a parameter or a `let` name")


def _words_of(chain: Chain, name: str) -> Iterator[Suggestion]:
    """The words that a parameter may be."""
    declared = chain.declared("value").get(name)
    statement = declared.name.statement if declared else None
    match statement:
        case nodes.ParameterStatement(range=nodes.Located(value=WordRange(words=words))):
            for word in words:
                yield Suggestion(word, word, "value", f"`{name}` may be it")
        case _:
            pass


_RULES_FILE: Final = re.compile(r'[^"\n]+\.clag\Z')
MOST_FILES: Final = 200


def _files(path: Path | None) -> Iterator[Suggestion]:
    """The bundled rules, and the files beside a file."""
    family = resources.family_names()
    for name in resources.all_names():
        text = name if name.isidentifier() else f'"{name}"'
        told = "a bundled game of the family" if name in family else "a bundled variant"
        yield Suggestion(name, text, "file", told)
    if path is None:
        return
    try:
        beside = sorted(each.name for each in path.parent.iterdir())
    except OSError:
        return
    names = (name for name in beside if _RULES_FILE.match(name) and name != path.name)
    for name, _ in zip(names, range(MOST_FILES), strict=False):
        yield Suggestion(name, f'"{name}"', "file", "a file beside this one")
