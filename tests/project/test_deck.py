"""The deck is a value: only `lang/cards` knows how many cards, ranks or suits there are."""

from __future__ import annotations

import ast
import json
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from support.source_trees import tree_of

import clagdsl
from clagdsl.lang.cards import RANKS, SUIT_NAMES, SUIT_SIGNS, SUITS
from clagdsl.lang.pack import MOST_CARDS

PACKAGE = Path(clagdsl.__file__).parent
HOME = "lang/cards.py"

FIGURES = {13, 39, 51, 52}
"""Cards of a suit, of three suits, of the pack, and of the pack less the turned card."""

SAID = re.compile(r"\b(13|39|51|52|thirteen|fifty-two|four suits)\b")
LISTED = [set(SUITS), set(SUIT_NAMES.values()), set(SUIT_SIGNS.values()), set(RANKS)]

WIDTHS = "widths of columns"
OTHERS = {
    "conformance/driver.py: NATURAL: Final = ('A', 'K', 'Q', 'J', '1": "ranks of the cases",
    "cli/main.py: PIPE_CLOSED = 128 + 13": "the number of a signal",
    "lang/aspects.py: _TABLE: Final = (Aspect('rank', 'rank', ": "points of a card in an example",
    "lang/vocabulary.py: EXAMPLE_FILES: Final = ('clag 2\\ngame \"F": "examples of an order",
    "lang/vocabulary.py: _CLAUSES: Final[Mapping[str, Mapping[str": "an example of a ladder",
    "lang/numerals.py: NUMERALS: Final = ('zero', 'one', 'two',": "numbers written out",
    "syntax/hints/idioms.py: USUAL_RANKS: Final = frozenset({6, 8, 9,": "usual packs",
    "simulation/vector/count_lanes.py: MOST_MATCHES: Final = 1 << 13": "matches of a block",
    "simulation/plots/charts.py: ticks = list(range(0, most + 1, 1 if mos": "marks on an axis",
    "simulation/plots/style.py: _PARAMETERS: Final[Any] = {'figure.facec": "the size of a font",
    "simulation/runs/report_text.py: return aligned(rows, (4, 15, 10, 13, 13)": WIDTHS,
    "simulation/runs/report_text.py: return aligned(rows, (5, 6, 13, 10, 10, ": WIDTHS,
    "simulation/runs/report_text.py: return aligned(rows, (4, 9, 12, 13, 8, *": WIDTHS,
    "explain/rule_sheet/page.py: _LEAST_HEIGHT: Final = 52": "lines of a printed page",
}
"""Figures that are no number of cards."""

WRITTEN = "what can be written, whatever the deck"
MADE = "of what a deck is made is asked before there is a game"
UNSAID = "the pack of a game that says none"
NAMED = {
    "__init__.py: PACK": "public",
    "check/elaborate_clauses.py: ORDINARY": MADE,
    "check/prove/packs.py: ORDINARY": UNSAID,
    "check/prove/parameter_space.py: RANKS": WRITTEN,
    "check/types.py: RANKS": WRITTEN,
    "cli/new.py: RANKS": "the usual order, of which a reversed one is the other way round",
    "conformance/cases.py: PACK": "a pack that the cases write short",
    "cli/_options.py: ORDINARY": "a text of what is too large, before there is a table",
    "engine/actions.py: PACK": WRITTEN,
    "engine/actions.py: SUITS": WRITTEN,
    "engine/legality.py: SUITS": WRITTEN,
    "explain/diff/score_search.py: SUITS": WRITTEN,
    "explain/rule_sheet/card_sentences.py: ORDINARY": "its own words, and the usual order",
    "explain/rule_sheet/formulas.py: RANKS": WRITTEN,
    "lang/aspects.py: ORDINARY": "what a game says that says nothing",
    "lang/json_schema.py: RANKS": WRITTEN,
    "lang/json_schema.py: SUITS": WRITTEN,
    "lang/pack.py: RANKS": WRITTEN,
    "lang/pack.py: SUITS": WRITTEN,
    "lang/philox.py: ORDINARY": "another pack, of which a card is drawn",
    "lang/rules.py: ORDINARY": "a pack told from the ordinary one",
    "lsp/completion.py: RANKS": WRITTEN,
    "lsp/pygments_lexer.py: RANKS": WRITTEN,
    "lsp/pygments_lexer.py: SUITS": WRITTEN,
    "problems/records.py: ORDINARY": "a text of a problem",
    "records/parse_deal.py: ORDINARY": MADE,
    "records/recorded_match.py: ORDINARY": "another pack, of which a card is drawn",
    "simulation/lowering/layout.py: ORDINARY": "constants of machine code: other decks are refused",
    "syntax/grammar_build.py: RANKS": WRITTEN,
    "syntax/hints/error_hints.py: RANKS": WRITTEN,
    "problems/checks.py: RANKS": WRITTEN,
    "syntax/hints/idioms.py: RANKS": WRITTEN,
    "syntax/hints/idioms.py: SUITS": WRITTEN,
    "syntax/hints/rewrites.py: ORDINARY": "a text of a hint",
    "syntax/hints/rewrites.py: RANKS": WRITTEN,
    "syntax/lex_errors.py: RANKS": WRITTEN,
    "syntax/lex_errors.py: SUITS": WRITTEN,
    "table/counted_cards.py: PACK": "cards that a record may show",
    "table/legal_plays.py: SUITS": "the order in which voids are listed",
    "table/choices.py: ORDINARY": "another pack, of which a card is drawn",
    "table/table.py: ORDINARY": UNSAID,
    "table/trick_value.py: RANKS": "a special card has a name for its rank",
}
"""Who may name the ordinary pack or all suits or ranks, and why; all others ask a table's deck."""


@cache
def modules() -> list[tuple[str, ast.Module]]:
    paths = {path.relative_to(PACKAGE).as_posix(): path for path in sorted(PACKAGE.rglob("*.py"))}
    return [(name, tree_of(path)) for name, path in paths.items() if name != HOME]


PACKS = {"ORDINARY", "PACK", "RANKS", "SUITS"}


def docstrings(tree: ast.Module) -> set[int]:
    """Texts that stand by themselves: they say what something is, and decide nothing."""
    return {
        id(node.value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }


def statements(tree: ast.Module) -> Iterator[tuple[ast.stmt, ast.expr]]:
    """Every expression with the smallest statement that it is part of."""

    left: list[tuple[ast.AST, ast.stmt | None]] = [(tree, None)]
    while left:
        node, statement = left.pop()
        for child in ast.iter_child_nodes(node):
            if isinstance(node, ast.FormattedValue) and child is node.format_spec:
                continue  # a width of columns
            inner = child if isinstance(child, ast.stmt) else statement
            if isinstance(child, ast.expr) and inner is not None:
                yield inner, child
            left.append((child, inner))


def knows_the_deck(node: ast.expr) -> bool:
    match node:
        case ast.Constant(value=bool()):
            return False
        case ast.Constant(value=int() as figure):
            return figure in FIGURES
        case ast.Constant(value=str() as text):
            return SAID.search(text) is not None
        case ast.Tuple(elts=items) | ast.List(elts=items) | ast.Set(elts=items):
            return lists_all(items)
        case ast.Dict(keys=keys):
            return lists_all([key for key in keys if key is not None])
        case _:
            return False


def lists_all(items: list[ast.expr]) -> bool:
    """Whether every suit or every rank is written out."""
    found = {str(item.value) for item in items if isinstance(item, ast.Constant)}
    return any(some <= found for some in LISTED)


def test_no_module_outside_cards_knows_the_ordinary_pack() -> None:
    found = Counter(
        f"{name}: {ast.unparse(statement)[:40]}"
        for name, tree in modules()
        for spoken in [docstrings(tree)]
        for statement, node in statements(tree)
        if id(node) not in spoken and knows_the_deck(node)
    )
    assert sorted(found) == sorted(OTHERS)


def names_of_the_pack(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module == "clagdsl.lang.cards":
            yield from (one.name for one in node.names if one.name in PACKS)
        elif isinstance(node, ast.Attribute) and node.attr in PACKS:
            yield node.attr


def test_no_module_names_the_ordinary_pack_without_a_reason() -> None:
    found = {f"{name}: {one}" for name, tree in modules() for one in names_of_the_pack(tree)}
    assert sorted(found) == sorted(NAMED)


def test_the_published_schema_of_records_has_room_for_the_pack() -> None:
    schema = (PACKAGE / "records/record.schema.json").read_text(encoding="utf-8")
    figures = {
        int(one)
        for found in re.findall(r"\{0,(\d+)\}|All (\d+) cards", schema)
        for one in found
        if one
    }
    assert figures == {MOST_CARDS}
    tricks = json.loads(schema)["$defs"]["deal"]["properties"]["tricks"]
    assert tricks["maxItems"] == MOST_CARDS


def test_what_it_would_notice() -> None:
    noticed = {
        "52": True,
        "range(13)": True,
        "f'all {1} of 52 cards'": True,
        "('S', 'H', 'D', 'C')": True,
        "{'hearts': 1, 'spades': 2, 'clubs': 3, 'diamonds': 4}": True,
        "4": False,
        "True": False,
        "('S', 'H')": False,
        "'152 cards'": False,
    }
    for text, known in noticed.items():
        nodes = [node for _, node in statements(ast.parse(text))]
        assert any(knows_the_deck(node) for node in nodes) == known, text
