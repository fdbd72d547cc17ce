"""Builds the parser's tables from the grammar. The only module that imports Lark.

Lark checks the grammar and computes its LALR(1) table, which takes most of a second. The table is
plain data, so it is built once, with the package, and stored as JSON. An ordinary run neither
imports Lark nor compiles the patterns of its lexer.

INVARIANT: equal grammars give equal tables, byte for byte. Lark numbers its states differently in
every process, so `states_in_order` renumbers them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any, Final

from lark import Lark
from lark.grammar import Rule, Terminal
from lark.lexer import Lexer, LexerState, TerminalDef, Token
from lark.parsers.lalr_analysis import ParseTableBase, Reduce

from clagdsl.lang.cards import RANKS, SUIT_NAMES, SUIT_SIGNS
from clagdsl.syntax.lr_parser import RuleData, Tables, fingerprint, grammar_folder, grammar_texts

STARTS: Final = ("file", "rest", "rows", "expression")
SIGNS: Final = (*"=<>+-*%(),:.", "!=", "<=", ">=", "//")
END_OF_WORD: Final = r"(?!\w)"


class NoLexer(Lexer):
    """A placeholder for Lark's lexers, which are not needed here and are slow to build."""

    def __init__(self, lexer_conf: object) -> None:
        pass

    def lex(self, lexer_state: LexerState, parser_state: object) -> Iterator[Token]:
        """Raises NotImplementedError: tables are built without scanning any text."""
        raise NotImplementedError


def open_grammar(**options: Any) -> Lark:
    """Returns the grammar, loaded by Lark."""
    folder = grammar_folder()
    return Lark(
        grammar_texts(folder)["clag.lark"],
        parser="lalr",
        start=list(STARTS),
        import_paths=[str(folder)],
        source_path=str(folder / "clag.lark"),
        **options,
    )


def make_tables() -> Tables:
    """Returns the tables of the grammar; the result is deterministic."""
    lark = open_grammar(lexer=NoLexer)
    table = lark.parser.parser._parse_table
    rules = sorted({rule_data(rule) for rule in lark.rules})
    numbers = {data: number for number, data in enumerate(rules)}
    order = states_in_order(table)
    places = {state: place for place, state in enumerate(order)}
    rows: list[dict[str, int]] = []
    for state in order:
        actions = sorted(table.states[state].items(), key=lambda item: item[0])
        rows.append(
            {
                str(symbol): -1 - numbers[rule_data(argument)]
                if action is Reduce
                else places[argument]
                for symbol, (action, argument) in actions
            }
        )
    return Tables(
        made_from=fingerprint(),
        words=vocabulary(lark.terminals),
        rows=dict(enumerate(rows)),
        rules=rules,
        starts={s: (places[table.start_states[s]], places[table.end_states[s]]) for s in STARTS},
    )


def states_in_order(table: ParseTableBase[int]) -> list[int]:
    """Returns the states of a table in the order in which they are reached from
    the start symbols.
    """
    order = [table.start_states[start] for start in STARTS]
    seen = set(order)
    for state in order:  # grows while it is walked
        for _, (action, following) in sorted(table.states[state].items(), key=lambda item: item[0]):
            if action is not Reduce and following not in seen:
                seen.add(following)
                order.append(following)
    return order


def vocabulary(terminals: Iterable[TerminalDef]) -> dict[str, list[str]]:
    """Returns, for every word and sign of the grammar, its possible terminals, best first."""
    ordered = sorted(
        (terminal for terminal in terminals if terminal.name != "COMMENT"),
        key=lambda terminal: (-terminal.priority, terminal.name in ("NAME", "NUMBER")),
    )
    patterns = [(t.name, re.compile(t.pattern.to_regexp())) for t in ordered]
    keywords = [t.pattern.value.removesuffix(END_OF_WORD) for t in ordered if t.priority == 1]
    ranks = (*RANKS, "T")
    suits = (*SUIT_NAMES, *SUIT_NAMES.values())
    cards = [r + s for r in ranks for s in (*SUIT_NAMES, *SUIT_SIGNS.values())]
    words = (*keywords, *SIGNS, *ranks, *suits, *cards)
    return {
        word: [str(name) for name, pattern in patterns if pattern.fullmatch(word)]
        for word in sorted(set(words))
    }


def rule_data(rule: Rule) -> RuleData:
    """Returns a rule as plain data."""
    options = rule.options
    built = str(rule.alias or options.template_source or rule.origin.name)
    # `absent` counts the optional parts left out before each symbol, and after the last.
    absent = [0] * (len(rule.expansion) + 1)
    if options.empty_indices:
        marks = "".join("1" if empty else "0" for empty in options.empty_indices)
        absent = [len(ones) for ones in marks.split("0")]
    children: list[tuple[int, bool, int]] = []
    pending_absent = 0
    for index, symbol in enumerate(rule.expansion):
        pending_absent += absent[index]
        left_out = isinstance(symbol, Terminal) and symbol.filter_out
        if options.keep_all_tokens or not left_out:
            children.append(
                (index, not symbol.is_term and symbol.name.startswith("_"), pending_absent)
            )
            pending_absent = 0
    builder = "" if built.startswith("_") else built
    return (
        str(rule.origin.name),
        len(rule.expansion),
        builder,
        bool(options.expand1 and not rule.alias),
        tuple(children),
        pending_absent + absent[-1],
    )
