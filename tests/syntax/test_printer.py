"""What is printed parses to the same tree, for every tree that the grammar can make."""

from pathlib import Path
from typing import Any, Literal, get_args, get_origin

import pytest
from hypothesis import HealthCheck, find, given, settings
from support import syntax_trees
from support.parsed_expression import parse_expression
from support.syntax_trees import expressions, files, value_settings
from support.tree_text import print_file

from clagdsl.lang import rules
from clagdsl.lang.aspects import TABLE
from clagdsl.lang.expr.ast import Word
from clagdsl.lang.expr.unparse import expression_text
from clagdsl.lang.resources import data_folder
from clagdsl.lang.source import SourceText
from clagdsl.syntax import nodes
from clagdsl.syntax.parser import parse


def parsed(text: str) -> nodes.File:
    result = parse(SourceText("printed.clag", text))
    assert result.diagnostics == (), text
    assert result.file is not None
    return result.file


@settings(max_examples=120, deadline=None, suppress_health_check=list(HealthCheck))
@given(files)
def test_what_is_printed_parses_to_the_same_tree(file: nodes.File) -> None:
    text = print_file(file)
    assert parsed(text) == file
    assert print_file(parsed(text)) == text


@settings(max_examples=300, deadline=None)
@given(expressions)
def test_expressions_keep_their_shape(expression: nodes.Expression) -> None:
    assert parse_expression(expression_text(expression)) == expression


def test_every_kind_of_statement_fact_and_value_is_tried() -> None:
    """The strategies name every member of the unions of the syntax tree.

    What is said with words alone they take from the declaration, all of it.
    """
    source = Path(syntax_trees.__file__).read_text("utf-8")
    words = {type(policy.value) for aspect in TABLE.values() for policy in aspect.policies}
    of_the_tree = (nodes.Statement, nodes.Fact, nodes.AspectValue, nodes.Expression)
    unions = (*of_the_tree, rules.ParameterRange, rules.Sizes)
    for union in unions:
        for kind in get_args(union):
            if get_origin(kind) is Literal:
                kind = str
            if issubclass(kind, nodes.Reference):  # what the checker makes of one
                kind = nodes.Reference
            named = {f"nodes.{kind.__name__}", f"rules.{kind.__name__}"}
            assert kind in words | {Word, rules.TruthRange} or any(name in source for name in named)


@pytest.mark.parametrize("kind", get_args(rules.Value))
def test_every_kind_of_setting_is_tried(kind: type) -> None:
    assert find(value_settings, lambda setting: type(setting.value) is kind)


@pytest.mark.parametrize("path", sorted(data_folder("rules").rglob("*.clag")), ids=lambda p: p.stem)
def test_bundled_files_keep_their_meaning_in_the_normal_layout(path: Any) -> None:
    file = parsed(path.read_text("utf-8"))
    text = print_file(file)
    assert parsed(text) == file
    assert print_file(parsed(text)) == text
    assert all(line == line.rstrip() for line in text.splitlines())


@pytest.mark.parametrize("name", ["½", "¾ Trumps", "¾x", "x¾", "10", "Twos", "deal"])
def test_a_name_is_a_name_again(name: str) -> None:
    """One that begins with a figure or a fraction is no word."""
    file = parsed(f'clag 1 game "X" deal "{name}" lead dealer schedule 1 up to 7 cards: "{name}"')
    assert parsed(print_file(file)) == file


def test_the_normal_layout() -> None:
    text = (
        'clag 1 game "X" variant "Y" extends "pagat" players 3 to 7 deal "normal" '
        'as n from wiki "a" '
        "trump none when p and q,turned when r,otherwise named by dealer any suit bid in turn "
        'assume "so" from wiki last bid keeps (bids)!=cards score (10+tricks) when made,otherwise '
        "-(2*abs(bid-tricks)) call by dealer one of A,B any of C schedule (1) up to 7 cards:normal "
        'then repeat 2 times 1 cards:"No Trumps",normal winner highest total,then shared '
        'example "e" in normal with 1 cards for 4 players: bid 1 tricks 1 scores 11'
    )
    assert print_file(parsed(text)) == LAYOUT


LAYOUT = """clag 1
game "X" variant "Y" extends pagat
players 3 to 7

deal normal as n from wiki "a"
  trump none when p and q, turned when r, otherwise named by dealer any suit
  bid in turn
    assume "so" from wiki
  last bid keeps bids != cards
  score 10 + tricks when made, otherwise -(2 * abs(bid - tricks))
  call by dealer
    one of "A", B
    any of "C"

schedule
  1 up to 7 cards: normal
  then repeat 2 times 1 card: "No Trumps", normal

winner highest total, then shared
example "e" in normal with 1 card for 4 players:
  bid 1 tricks 1 scores 11
"""
