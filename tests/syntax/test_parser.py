"""The grammar, the stored tables and the trees that come of them."""

import dataclasses
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import lark
import pytest
from support.parsed_expression import parse_expression

from clagdsl.lang import resources
from clagdsl.lang.aspects import TABLE
from clagdsl.lang.cards import Card
from clagdsl.lang.policies.bid import Call
from clagdsl.lang.resources import bundled_names, bundled_path, data_folder
from clagdsl.lang.rules import ONE, Ladder, OneSize
from clagdsl.lang.source import SourceText, Span
from clagdsl.syntax import grammar_build, nodes, parser
from clagdsl.syntax import lr_parser as tables
from clagdsl.syntax.builders import BUILDERS
from clagdsl.syntax.grammar_build import make_tables, open_grammar
from clagdsl.syntax.parser import MAX_CACHED_LENGTH, parse
from clagdsl.syntax.token import make_token

RULES = sorted(data_folder("rules").rglob("*.clag"))


def tree(text: str) -> nodes.File:
    result = parse(SourceText("test.clag", text))
    assert result.diagnostics == ()
    assert result.file is not None
    return result.file


@pytest.fixture(scope="module")
def fresh() -> tables.Tables:
    return make_tables()


def test_the_tree_of_a_text_is_kept_unless_that_is_long() -> None:
    head = 'clag 1\ngame "X"\n'
    for length, kept in (
        (MAX_CACHED_LENGTH - 1, True),
        (MAX_CACHED_LENGTH, True),
        (MAX_CACHED_LENGTH + 1, False),
    ):
        first, again = (parse(SourceText("a", head.ljust(length))) for _ in range(2))
        assert first == again
        assert (first is again) is kept
    assert parse(SourceText("a", head)) is not parse(SourceText("b", head))


# --- the grammar and its tables ----------------------------------------------------------------


def test_the_grammar_has_no_conflicts_and_no_colliding_terminals() -> None:
    open_grammar(lexer="contextual", strict=True)


def rule_names() -> set[str]:
    names = set()
    for rule in open_grammar().rules:
        name = str(rule.alias or rule.options.template_source or rule.origin.name)
        stands_for_its_child = rule.options.expand1 and not rule.alias and len(rule.expansion) == 1
        if not name.startswith("_") and not stands_for_its_child:
            names.add(name)
    return names


def test_every_rule_has_a_builder_and_every_builder_a_rule() -> None:
    assert rule_names() == set(BUILDERS)


def whole(read: tables.Tables) -> str:
    """The tables with the rows of all states, which stored ones read one by one."""
    states = read.starts.values()
    many = 1 + max([*(state for pair in states for state in pair), *_targets(read)])
    return json.dumps(read._replace(rows={state: read.rows[state] for state in range(many)}))


def _targets(read: tables.Tables) -> set[int]:
    """The states that can be come to."""
    seen: set[int] = set()
    waiting = [state for pair in read.starts.values() for state in pair]
    while waiting:
        state = waiting.pop()
        if state not in seen:
            seen.add(state)
            waiting += [action for action in read.rows[state].values() if action >= 0]
    return seen


def test_stored_tables_are_what_is_made_afresh(fresh: tables.Tables) -> None:
    read = parser.load_stored_tables(parser.dump_tables(fresh), tables.fingerprint())
    assert read is not None
    assert whole(read) == whole(fresh)


def test_tables_that_are_used_are_what_is_made_afresh(fresh: tables.Tables) -> None:
    assert whole(parser.load_tables()) == whole(fresh)


def test_tables_do_not_depend_on_the_run_that_makes_them(fresh: tables.Tables) -> None:
    program = (
        "from clagdsl.syntax.grammar_build import make_tables\n"
        "from clagdsl.syntax.parser import dump_tables\n"
        "print(dump_tables(make_tables()), end='')"
    )
    made = subprocess.run(
        [sys.executable, "-c", program],
        env={**os.environ, "PYTHONHASHSEED": "7", "PYTHONUTF8": "1"},
        cwd=Path(nodes.__file__).parents[2],
        capture_output=True,
        check=True,
        encoding="utf-8",
    )
    assert made.stdout == parser.dump_tables(fresh)


def test_tables_of_another_grammar_are_not_used(
    fresh: tables.Tables, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    text = parser.dump_tables(fresh)
    fingerprint = tables.fingerprint()
    assert parser.load_stored_tables(text, fingerprint + 1) is None
    assert parser.load_stored_tables(text[:-1], fingerprint) is None
    assert parser.load_stored_tables("[]", fingerprint) is None
    for path in tables.grammar_folder().iterdir():
        (tmp_path / path.name).write_text(path.read_text("utf-8") + "\n", "utf-8")
    monkeypatch.setattr(tables, "grammar_folder", lambda: tmp_path)
    assert tables.fingerprint() != fingerprint


@pytest.mark.parametrize("place", ["checkout", "stale", "full", "package"])
def test_tables_made_afresh_are_stored_in_a_checkout(
    place: str, fresh: tables.Tables, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Else every start after a change of the grammar makes them again."""
    package = tmp_path / "clagdsl"
    data = package / "_data"
    grammars = (data if place == "package" else tmp_path) / "grammars"
    package.mkdir()
    shutil.copytree(data_folder("grammars"), grammars)
    path = data / "tables.json"
    if place == "stale":
        data.mkdir()
        path.write_text(parser.dump_tables(fresh._replace(made_from=0)), "utf-8")
    if place == "full":
        data.write_text("no folder can be made here", "utf-8")
    made: list[tables.Tables] = []
    monkeypatch.setattr(resources, "PACKAGE", package)
    monkeypatch.setattr(grammar_build, "make_tables", lambda: made.append(fresh) or fresh)
    for _ in range(2):
        assert whole(parser.load_tables.__wrapped__()) == whole(fresh)
    kept = place in ("checkout", "stale")
    assert len(made) == (1 if kept else 2)
    assert path.is_file() == kept
    if kept:
        assert path.read_text("utf-8") == parser.dump_tables(fresh)
        assert [*data.iterdir()] == [path]


def test_tables_of_a_grammar_that_is_changed_meanwhile_are_not_stored(
    fresh: tables.Tables, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    shutil.copytree(data_folder("grammars"), tmp_path / "grammars")
    monkeypatch.setattr(resources, "PACKAGE", tmp_path / "clagdsl")
    changed = fresh._replace(made_from=fresh.made_from + 1)
    monkeypatch.setattr(grammar_build, "make_tables", lambda: changed)
    (tmp_path / "clagdsl").mkdir()
    assert parser.load_tables.__wrapped__() == changed
    assert not (tmp_path / "clagdsl" / "_data").exists()


def test_an_ordinary_run_does_not_import_lark() -> None:
    source = Path(nodes.__file__).parent
    users = {
        path.name
        for path in source.rglob("*.py")
        if re.search(r"^(from|import) lark", path.read_text("utf-8"), re.M)
    }
    assert users == {"grammar_build.py"}
    importers = {
        path.name
        for path in source.rglob("*.py")
        if re.search(r"^from clagdsl.syntax.grammar_build import", path.read_text("utf-8"), re.M)
    }
    assert importers == set()


# --- against Lark's own parser ------------------------------------------------------------------


def lark_parser() -> lark.Lark:
    def adapted(value: object) -> object:
        if not isinstance(value, lark.Token):
            return value
        token = make_token(str(value), value.start_pos or 0, (value.type,), False)
        token.type = value.type
        return token

    def builder(name: str):
        def build(children: list[object]) -> object:
            pieces = [*map(adapted, children)]
            return BUILDERS[name](tables.span_of(pieces), *pieces)

        return build

    names = {name: builder(name) for name in BUILDERS}
    return open_grammar(lexer="contextual", transformer=SimpleNamespace(**names))


def test_the_trees_and_places_are_those_of_larks_own_parser() -> None:
    parser = lark_parser()
    assert len(RULES) > 15
    for path in RULES:
        text = path.read_text("utf-8")
        expected = parser.parse(text, start="file")
        assert tree(text) == expected, path
        assert spans(tree(text)) == spans(expected), path


def parts(value: object) -> Iterator[object]:
    """Every node of a tree that is written, parents first."""
    if value is ONE:  # how far apart sizes are where nothing says so
        return
    if isinstance(value, tuple):
        for part in value:
            yield from parts(part)
    elif dataclasses.is_dataclass(value) and not isinstance(value, Span | Card):
        yield value
        for field in dataclasses.fields(value):
            yield from parts(getattr(value, field.name))


def spans(value: object) -> list[Span]:
    return [part.span for part in parts(value) if isinstance(part, nodes.Node)]


# --- positions ----------------------------------------------------------------------------------


def expressions(file: nodes.File) -> Iterator[nodes.Node]:
    kinds = (*nodes.Expression.__args__, nodes.Reference)
    for part in parts(file):
        if isinstance(part, kinds):
            yield part


@pytest.mark.parametrize("path", RULES, ids=lambda path: path.stem)
def test_every_expression_parses_again_from_its_own_place(path: Path) -> None:
    text = path.read_text("utf-8")
    for expression in expressions(tree(text)):
        assert parse_expression(text[expression.span.start : expression.span.end]) == expression


@pytest.mark.parametrize("path", RULES, ids=lambda path: path.stem)
def test_every_node_stands_where_its_words_stand(path: Path) -> None:
    text = path.read_text("utf-8")
    for part in parts(tree(text)):
        if isinstance(part, nodes.Node):
            written = text[part.span.start : part.span.end]
            assert written == written.strip()
            assert written or isinstance(part, nodes.Scene)
        if isinstance(part, nodes.Name):
            assert written.strip('"') == part.text
            assert part.quoted == written.startswith('"')
        if isinstance(part, nodes.Clause):
            for each in (alternative.value for alternative in part.alternatives):
                words = " ".join(text[each.span.start : each.span.end].split())
                policies = TABLE[part.aspect].policies
                assert all(words == one.syntax for one in policies if one.value == each.value)
                assert not isinstance(each.value, Call) or words == each.value.by


def test_places_with_carriage_returns_and_a_byte_order_mark() -> None:
    source = SourceText("a.clag", "\ufeffclag 1\r\ndeal a # note\r\n  score 1 +\r\n  2\r\n")
    file = parse(source).file
    assert file is not None
    deal = file.statements[0]
    assert isinstance(deal, nodes.DealStatement)
    place = source.place(deal.clauses[0].span)
    assert (place.line, place.column, place.end_line, place.end_column) == (3, 3, 4, 4)


# --- what the language takes -------------------------------------------------------------------


def test_words_are_contextual() -> None:
    file = tree(
        "clag 1\nparam pack = 1 in 0 to 2\nlet top = pack\nlet deal = 1\ndeal first\n  score top\n"
        "deal trump is first with trump none\nparam in = min in min, max\n"
    )
    assert [type(statement).__name__ for statement in file.statements] == [
        "ParameterStatement",
        "LetStatement",
        "LetStatement",
        "DealStatement",
        "DealStatement",
        "ParameterStatement",
    ]


@pytest.mark.parametrize("text", ["gamewar 2", "clag 1 gamewar 2", "clag 1 players 3to 7", "clag1"])
def test_a_word_ends_where_a_word_ends(text: str) -> None:
    assert parse(SourceText("a.clag", text)).file is None


def test_layout_is_free() -> None:
    text = bundled_path("pagat").read_text("utf-8")
    tokens = re.findall(r'"[^"\n]*"|#[^\n]*|[^\s"#]+', text)
    flat = " ".join(token for token in tokens if not token.startswith("#"))
    assert tree(flat) == tree(text)
    assert tree("\n".join(token for token in tokens if not token.startswith("#"))) == tree(text)


def test_the_fixed_file_of_the_design_parses() -> None:
    file = tree(
        'clag 1\ngame "X" variant "Y"\nplayers 3 to 7\ndeal normal\n  trump turned\n  bid in turn\n'
        "  last bid keeps bids != cards\n"
        "  score 10 + tricks when made, otherwise -2 * abs(bid - tricks)\n"
        "schedule\n  1 up to 7 cards: normal\n  then 7 cards: normal\n"
        "winner highest total, then shared\n"
    )
    game, players, deal, schedule, winner = file.statements
    assert isinstance(game, nodes.GameStatement)
    assert (game.title, game.variant, game.extends) == ("X", "Y", None)
    assert isinstance(players, nodes.PlayersStatement)
    assert (players.low, players.high) == (3, 7)
    assert isinstance(deal, nodes.DealStatement)
    assert [clause.aspect for clause in deal.clauses] == ["trump", "bid", "last_bid", "score"]
    assert isinstance(schedule, nodes.ScheduleStatement)
    assert [type(row.sizes.value) for row in schedule.rows] == [Ladder, OneSize]
    assert isinstance(winner, nodes.WinnerStatement)
    assert [criterion.value for criterion in winner.criteria] == ["highest total"]


SHAPES = {
    "1 + 2 * 3 - 4": "((1+(2*3))-4)",
    "1 - 2 - 3": "((1-2)-3)",
    "-x * 2": "((-x)*2)",
    "--x": "(-(-x))",
    "7 // 2 % 3": "((7//2)%3)",
    "not a = b and c or d": "(((!(a=b))andc)ord)",
    "not not a": "(!(!a))",
    "a or b and c": "(aor(bandc))",
    "min(1, 2 + 3, x)": "min(1,(2+3),x)",
    "abs(-3)": "abs((-3))",
    "winner.total - loser.total": "(winner.total-loser.total)",
    "1 when a, 2 when b or c, otherwise 3": "{1?a;2?(borc);3}",
    "(1 when a, otherwise 2) + 1": "({1?a;2}+1)",
    "bid != cards": "(bid!=cards)",
    "true or false": "(trueorfalse)",
    "min(1 when a, otherwise 2, 3)": "min({1?a;2},3)",
}


def shape(expression: object) -> str:
    match expression:
        case nodes.Number(value=value):
            return str(value)
        case nodes.Truth(value=value):
            return str(value).lower()
        case nodes.Reference(name=name):
            return name
        case nodes.Negative(operand=operand):
            return f"(-{shape(operand)})"
        case nodes.Inverse(operand=operand):
            return f"(!{shape(operand)})"
        case nodes.Arithmetic() | nodes.Comparison():
            return f"({shape(expression.left)}{expression.operator}{shape(expression.right)})"
        case nodes.Logic(operator=operator, operands=operands):
            return f"({operator.join(map(shape, operands))})"
        case nodes.Function(name=name, arguments=arguments):
            return f"{name}({','.join(map(shape, arguments))})"
        case nodes.Choice(branches=branches, otherwise=otherwise):
            branch = [f"{shape(each.value)}?{shape(each.condition)}" for each in branches]
            return "{" + ";".join([*branch, shape(otherwise)]) + "}"
    raise AssertionError(expression)


@pytest.mark.parametrize(("text", "expected"), SHAPES.items())
def test_how_tightly_operations_bind(text: str, expected: str) -> None:
    assert shape(parse_expression(text)) == expected


@pytest.mark.parametrize("text", ["1 +", "", "1 < 2 < 3", "a == b", "1 2", "max(1)", "abs(1, 2)"])
def test_what_is_no_expression(text: str) -> None:
    with pytest.raises(ValueError, match="not an expression"):
        parse_expression(text)


# --- resources ----------------------------------------------------------------------------------


def test_bundled_variants_are_found_by_name_and_nothing_else_is() -> None:
    assert "pagat" in bundled_names()
    assert bundled_path("pagat") == data_folder("rules") / "pagat.clag"
    assert bundled_path("raf-pagat") is not None
    for name in ("", "nonsense", "../rules/pagat", "house/two-points", "pagat.clag", "/etc/passwd"):
        assert bundled_path(name) is None
