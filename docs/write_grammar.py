"""Write the grammar for constrained decoding anew: `python docs/write_grammar.py`.

Input: the real grammar, as Lark reads it. Output: a grammar in llguidance's dialect of Lark, which
accepts the same texts, except that no special card has a word of the language as its name.

That dialect has no lookahead, so no terminal can end "where a word ends", and blanks cannot simply
be ignored: `scoretricks` would be two words. Instead the grammar says where blanks must stand.
Every rule has up to four variants, `NAME_bw` for instance: the letters say whether a word (`w`) or
a sign (`b`) stands just before it, and at its end. A word behind a word needs blanks or a comment
between them; anywhere else these may stand.

Rejected: a terminal for each run of letters that matches nothing further. A decoder would follow it
into texts that have no end.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final, TypeAlias

HERE: Final = Path(__file__).parent
sys.path[:0] = [str(HERE.parent)]

from lark import Lark
from lark.grammar import NonTerminal, Rule, Symbol, Terminal
from lark.lexer import TerminalDef

from clagdsl.lang.identifiers import VERSIONS
from clagdsl.syntax.grammar_build import END_OF_WORD, NoLexer, open_grammar

TARGET: Final = HERE.parent / "clagdsl" / "assistant" / "decoding.lark"
HEAD: Final = """\
// The Clag language for constrained decoding, in llguidance's dialect of Lark.
// Made from grammars/*.lark by docs/write_grammar.py; do not edit.
// In the name of a rule, w is a word and b a blank or a sign: before the rule, and at its end.

start: SEP? {start} TAIL?
SEP: /([ \\t\\r\\n\\f]|#[^\\n\\x00-\\x08\\x0b-\\x1f]*\\n)+/
TAIL: /([ \\t\\r\\n\\f]|#[^\\n\\x00-\\x08\\x0b-\\x1f]*\\n)*(#[^\\n\\x00-\\x08\\x0b-\\x1f]*)?/
VERSION: /{versions}/
"""
START: Final = "file"
SIGNS: Final = frozenset(
    (
        *("STRING", "COMPARISON", "PLUS", "MINUS", "TIMES_SIGN", "COMMA", "DOT", "LPAR", "RPAR"),
        *("EQUAL", "COLON"),
    )
)
"""The terminals that need no blanks around them."""
LEFT_OUT: Final = frozenset(("COMMENT", "WHITE_SPACE"))

CARD_LISTS: Final = ("played", "held", "trumps_first", "special_cards", "special")
"""The rules of cards that a list may have, one after the other.

Otherwise the words behind a list, such as `hand`, could be further cards of it. The parser takes a
word for a name only where it cannot be a keyword, and a special card never has a name that means
something else (C262).
"""
CARD_NAME: Final = Terminal("CARD_NAME")
CARD_RULES: Final = tuple(
    Rule(NonTerminal("card_name"), [symbol]) for symbol in (CARD_NAME, Terminal("STRING"))
)

END: Final = ""
"""The key in a trie that says that an alternative ends there."""

Trie: TypeAlias = "dict[str, Trie]"
"""Alternatives by their first step, then by their second, and so on."""

Variant: TypeAlias = tuple[str, str, str]
"""The name of a rule, what stands before it, and what is at its end: "w" or "b"."""


def grammar_text() -> str:
    """Returns the grammar for constrained decoding."""
    lark = open_grammar(lexer=NoLexer)
    rules: dict[str, list[Rule]] = {}
    for rule in (*lark.rules, *CARD_RULES):
        rules.setdefault(rule.origin.name, []).append(_with_card_names(rule))
    ends = _ends(rules)
    lines: list[str] = []
    used: set[str] = set()
    roots = [(START, "b", end) for end in sorted(ends[START, "b"])]
    waiting = list(roots)
    seen = set(waiting)
    for variant in waiting:  # grows while it is walked
        alternatives: Trie = {}
        for rule in rules[variant[0]]:
            for path in _paths(rule, variant, ends):
                branch = alternatives
                for step in path:
                    branch = branch.setdefault(_shown(*step), {})
                branch[END] = {}
                used |= {symbol.name for symbol, _, _ in path if symbol.is_term}
                for symbol, before, end in path:
                    following = (symbol.name, before, end)
                    if not symbol.is_term and following not in seen:
                        seen.add(following)
                        waiting.append(following)
        body = _group(alternatives)
        if variant[0] == START:
            body = body.replace("NUMBER", "VERSION")
        lines.append(f"{_name(*variant)}: {body}")
    words = "|".join(each.pattern.value.removesuffix(END_OF_WORD) for each in _keywords(lark))
    patterns = {each.name: _pattern(each) for each in lark.terminals}
    patterns[CARD_NAME.name] = f"NAME & ~/({words})/"
    terminals = [f"{name}: {patterns[name]}" for name in sorted(used | {"NAME"})]
    start = "(" + " | ".join(_name(*root) for root in roots) + ")"
    return "\n".join(
        [
            HEAD.format(start=start, versions="|".join(map(str, VERSIONS))),
            *lines,
            "",
            *terminals,
            "",
        ]
    )


def _keywords(lark: Lark) -> Iterator[TerminalDef]:
    """Yields the terminals that are one word of the language each."""
    yield from sorted((each for each in lark.terminals if each.priority == 1), key=str)


def _with_card_names(rule: Rule) -> Rule:
    """Returns a rule; in a list of cards, its names are those of special cards."""
    if rule.origin.name not in CARD_LISTS:
        return rule
    swapped = {"name": CARD_RULES[0].origin, "NAME": CARD_NAME}
    return Rule(rule.origin, [swapped.get(each.name, each) for each in rule.expansion])


def _ends(rules: dict[str, list[Rule]]) -> dict[tuple[str, str], set[str]]:
    """Returns what can be at the end of each rule, by what stands before it."""
    ends: dict[tuple[str, str], set[str]] = {
        (name, before): set() for name in rules for before in "bw"
    }
    grows = True
    while grows:
        grows = False
        for (name, before), known in ends.items():
            for rule in rules[name]:
                reached = {before}
                for symbol in rule.expansion:
                    if symbol.is_term:
                        reached = {_after(symbol)} if reached else set()
                    else:
                        reached = {end for each in reached for end in ends[symbol.name, each]}
                if not reached <= known:
                    known |= reached
                    grows = True
    return ends


def _paths(
    rule: Rule, variant: Variant, ends: dict[tuple[str, str], set[str]]
) -> Iterator[list[tuple[Symbol, str, str]]]:
    """Yields every way through a rule: each symbol with what stands before it and at its end."""
    _, first, last = variant
    paths: list[tuple[list[tuple[Symbol, str, str]], str]] = [([], first)]
    for symbol in rule.expansion:
        paths = [
            ([*path, (symbol, before, end)], end)
            for path, before in paths
            for end in ((_after(symbol),) if symbol.is_term else sorted(ends[symbol.name, before]))
        ]
    yield from (path for path, end in paths if end == last)


def _alternatives(trie: Trie) -> str:
    """Returns alternatives with their common beginnings written once, or an engine would have to
    follow each of hundreds.
    """
    shown = [
        step + (f" {_group(rest)}" if rest.keys() - {END} else "")
        for step, rest in trie.items()
        if step != END
    ]
    return " | ".join(shown)


def _group(trie: Trie) -> str:
    """Returns what may follow a step."""
    inner = _alternatives(trie)
    if not inner:
        return '""'
    if END in trie:
        return f"({inner})?"
    return inner if len(trie) == 1 else f"({inner})"


def _after(terminal: Symbol) -> str:
    return "b" if terminal.name in SIGNS else "w"


def _shown(symbol: Symbol, before: str, end: str) -> str:
    if not symbol.is_term:
        return _name(symbol.name, before, end)
    needed = before == "w" and symbol.name not in SIGNS
    return f"SEP {symbol.name}" if needed else f"SEP? {symbol.name}"


def _name(rule: str, before: str, end: str) -> str:
    return "_".join((re.sub(r"\W+", "_", rule).strip("_").lower(), before + end))


def _pattern(terminal: TerminalDef) -> str:
    if terminal.name == "STRING":
        return r'/"[^"\n\x00-\x1f]*"/'
    pattern = terminal.pattern.to_regexp().replace(END_OF_WORD, "")
    if re.fullmatch(r"\w+", pattern):
        return f'"{pattern}"'
    return "/" + pattern.replace("/", r"\/") + "/"


if __name__ == "__main__":
    TARGET.write_text(grammar_text(), encoding="utf-8")
