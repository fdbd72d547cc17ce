"""The declarations of aspects and policies: whoever reads them takes every one of them."""

import importlib.util
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import pytest
from support.table_games import table
from support.tree_text import print_file

from clagdsl.check.checker import check_text
from clagdsl.cli.play.board import Showing, Style
from clagdsl.cli.play.event_text import notes
from clagdsl.explain.diff.compare import value_text
from clagdsl.explain.phrases import follow_note, follow_sentence, note
from clagdsl.explain.rule_sheet.document import markdown
from clagdsl.explain.rule_sheet.sheet_builder import rule_sheet
from clagdsl.lang.aspects import ASPECTS, CALLED, TABLE, field_for_each
from clagdsl.lang.identifiers import VERSIONS
from clagdsl.lang.policies.policy import Policies, Policy, kind_policies, word_policies
from clagdsl.lang.rules import AspectName, Following, Game, NoTrump
from clagdsl.lang.source import SourceText
from clagdsl.lang.vocabulary import PHRASES, WORDS
from clagdsl.syntax.parser import parse
from clagdsl.syntax.token import CLAUSES
from clagdsl.table.table import open_table

ROOT = Path(__file__).parent.parent.parent
FILE = """clag 2
game "X"
players 3 to 3
deal normal
  {base}
deal S is normal with
  {special}
{twist}
schedule 3 cards: normal, S
winner highest total, then fewest failed, then shared
"""
ORDINARY = {"trump": "turned", "bid": "in turn", "score": "10 + tricks"}
TWIST = "twist Low rank A K Q J 10 9 8 7 6 5 4 3 2"
CALL = "call by dealer one of Low"
AUCTION = "auction 1 to 2 C D none"
NEEDS = {
    ("trump", "auction"): AUCTION,
    ("bid", "in turn, auction winner first"): AUCTION,
    ("lead", "auction winner"): AUCTION,
    ("lead", "caller"): CALL,
    ("trump", "named order"): CALL,
    ("sight", "never"): "play top card",
    ("sight", "others only"): "play top card",
    ("bid", "in turn, caller first"): CALL,
    ("bid", "none"): "completed not counted",
    ("bid", "together, eldest again"): "last bid keeps bids != cards",
    ("bid", "together, dealer again"): "last bid keeps bids != cards",
    ("completed", "not counted"): "",
}
"""What else must be said where a policy stands."""

ON_SPECIAL = "turned, on special"
NOTHING_LEFT = ("turned, else none", "turned, else last card")
"""What says what holds where the whole pack is dealt."""


EVERY: list[tuple[AspectName, str]] = [
    (name, policy.key) for name, aspect in TABLE.items() for policy in aspect.policies
]


def said(name: AspectName, key: str) -> str:
    """What a rules file says for a policy, with what has to be filled in."""
    text = TABLE[name].policies[key].syntax
    if text.count("CONDITION") > 1:  # of which who bids first cannot meet one
        text = text.replace("CONDITION", "bids > bid", 1)
    text = text.replace("CONDITION", "bid > 0")
    if name == "follow" and key != "anything":
        text += ", else anything"
    return f"{text} one of Low" if name == "call" and key != "none" else text


def is_usual(name: AspectName, key: str) -> bool:
    """Whether the ordinary deal here has this policy."""
    aspect = TABLE[name]
    if name == "follow":
        return key == "suit"
    if aspect.default is None:
        return said(name, key) == ORDINARY[name]
    return aspect.policies.key_of(aspect.default.value) == key


def game_with(name: AspectName, key: str) -> Game:
    """A game whose special deal has the policy, and whose ordinary deal has it not."""
    found = check_text(file_with(name, key))
    assert found.game is not None, [str(one) for one in found.diagnostics]
    return found.game


def file_with(name: AspectName, key: str) -> str:
    """The rules file of that game, in the newest version."""
    base = dict(ORDINARY)
    if is_usual(name, key):
        others = [one for one in TABLE[name].policies if not is_usual(name, one.key)]
        other = min(others, key=lambda one: one.since)
        base[name] = f"{said(name, other.key)} {NEEDS.get((name, other.key), '')}"
    if name == "equal" and key != "first wins":  # each deal says it, or all tell cards apart
        base[name] = key if key == "better pack wins" else "first wins"
    if name == "trump_worth":  # which a sheet tells only if points count
        base["score"] = "points"
    if key == ON_SPECIAL:  # of which each deal that turns a card says something
        base[name] = "none"
    clauses = [f"{TABLE[one].keyword} {text}" for one, text in base.items()]
    special = f"{TABLE[name].keyword} {said(name, key)} {NEEDS.get((name, key), '')}"
    base_text = " ".join(clauses)
    twist = TWIST if "one of Low" in base_text + special else ""
    text = FILE.format(base=base_text, special=special, twist=twist)
    if name == "equal":
        text = text.replace("deal normal", "pack all ranks, 2 of each\ndeal normal")
    if key == ON_SPECIAL:
        cards = "pack all ranks, 1 Jester special Jester is low asks nothing"
        text = text.replace("deal normal", f"{cards}\ndeal normal")
    if key in NOTHING_LEFT:
        text = text.replace("players 3 to 3", "players 4 to 4")
        text = text.replace("3 cards: normal, S", "3 cards: normal, S then 13 cards: S")
    return text.replace("3 to 3", "3 to 3, counterclockwise") if key == "right" else text


def literal(text: str) -> str:
    """The longest part of a text in which nothing is filled in."""
    return max(re.split(r"\{\w+\}", text), key=len).strip(" .")


@pytest.mark.parametrize(("name", "key"), EVERY)
def test_what_a_policy_says_is_read_as_its_value(name: AspectName, key: str) -> None:
    special = game_with(name, key).deal("S")
    assert special is not None
    value = special.aspects.clauses_by_aspect()[name].alternatives[0].value
    if isinstance(value, Following):
        assert value.classes[0] == key
        return
    policies = TABLE[name].policies
    assert policies.key_of(value) == key
    assert policies[key].value in (None, value)


@pytest.mark.parametrize(("name", "key"), EVERY)
def test_a_policy_is_written_as_it_is_said_and_begins_a_clause(name: AspectName, key: str) -> None:
    clause = f"{TABLE[name].keyword} {said(name, key)}"
    result = parse(SourceText("x.clag", FILE.format(base="trump none", special=clause, twist="")))
    assert result.file is not None
    assert clause in " ".join(print_file(result.file).split())
    first, second, *_ = clause.split()
    assert second in CLAUSES[first] or not second.isalpha()


@pytest.mark.parametrize(("name", "key"), EVERY)
def test_a_difference_calls_a_policy_by_its_label(name: AspectName, key: str) -> None:
    special = game_with(name, key).deal("S")
    assert special is not None
    told = value_text(name, special.aspects.clauses_by_aspect()[name].alternatives[0].value)
    assert literal(TABLE[name].policies[key].label) in told


@pytest.mark.parametrize(("name", "key"), EVERY)
def test_a_rule_sheet_tells_a_policy_by_its_sentence(name: AspectName, key: str) -> None:
    told = markdown(rule_sheet(game_with(name, key)))
    assert literal(TABLE[name].policies[key].sentence) in told


@pytest.mark.parametrize(("name", "key"), [one for one in EVERY if one[0] != "follow"])
def test_a_note_of_the_terminal_can_be_filled_in(name: AspectName, key: str) -> None:
    special = game_with(name, key).deal("S")
    assert special is not None
    value = special.aspects.clauses_by_aspect()[name].alternatives[0].value
    told = note(name, value, suits="S H D C", ranks="2, 3", first="2")
    declared = TABLE[name].policies[key].note
    assert told == declared if declared is None else literal(declared) in str(told)


def test_the_meaning_of_an_aspect_lists_all_of_its_policies_or_none() -> None:
    for aspect in TABLE.values():
        firsts = {policy.syntax.split()[0].rstrip(",") for policy in aspect.policies}
        told = {first for first in firsts if f"`{first}" in aspect.meaning}
        assert told in (set(), firsts), aspect.name


@pytest.mark.parametrize(("name", "key"), EVERY)
def test_the_terminal_tells_a_policy_by_its_note(name: AspectName, key: str) -> None:
    game = game_with(name, key)
    at_table = open_table(game, game.players[0])
    shown = Showing(at_table, 0, tuple("ABCD"[: game.players[0]]), Style(), str)
    told = " ".join(" ".join(notes(shown, at_table.rules("S"))).split())
    assert literal(TABLE[name].policies[key].note or "") in told


@pytest.mark.parametrize("version", VERSIONS)
def test_a_policy_is_told_to_files_older_than_it(version: int) -> None:
    newest = f"clag {VERSIONS[-1]}\n"
    assert FILE.startswith(newest)
    for name, key in EVERY:
        since = TABLE[name].policies[key].since
        text = file_with(name, key).replace(newest, f"clag {version}\n")
        found = [one.code for one in check_text(text).diagnostics if one.severity == "error"]
        # `right` needs a direction, too, and beside a usual value stands another, of the same age
        twice = (
            key == "right"
            or AUCTION in text
            or (TABLE[name].since > version and is_usual(name, key))
        )
        # equal cards are said in both deals, and there are some in a pack that is newer, too
        newer = ["C248"] * (3 if name == "equal" or key == ON_SPECIAL else 2 if twice else 1)
        assert found == (newer if since > version else []), (name, key)


def test_what_is_said_of_classes_to_follow_with() -> None:
    assert follow_note(("suit",)) is None
    assert follow_note(()) == "suit need not be followed"
    assert follow_sentence(()).endswith("nobody has to follow suit.")
    assert follow_sentence(("suit",)) == (
        "The others play in turn, clockwise, and must follow suit if they can; players who cannot"
        " may play any card."
    )
    # As it would read if there were more classes.
    assert follow_sentence(("suit", "suit")).endswith(
        "; players who cannot must follow suit, and those who have none may play any card."
    )


def test_every_meaning_is_of_words_that_no_other_declares() -> None:
    declared = [
        words for aspect in TABLE.values() for one in aspect.policies for words in one.meanings
    ]
    twice = {"free", "keeps"}  # the limits of two aspects are the same policies
    assert {words for words in declared if declared.count(words) > 1} == twice
    assert set(declared) <= set(WORDS) | set(PHRASES)


# --- what is written from the declarations ------------------------------------------------


def test_the_reference_and_the_colours_are_those_that_are_declared() -> None:
    path = ROOT / "docs" / "write_declared.py"
    spec = importlib.util.spec_from_file_location("write_declared", path)
    assert spec is not None
    assert spec.loader is not None
    program = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(program)
    for written, text in program.WRITTEN.items():
        assert written.read_text("utf-8") == text(), f"run {path.name}"


def test_every_value_in_the_reference_has_a_meaning() -> None:
    text = (ROOT / "docs" / "reference" / "language.md").read_text("utf-8")
    rows = re.findall(r"^\| (`.*?`) \| \d+ \| (.*?) ?\|$", text, re.MULTILINE)
    assert len(rows) > 100
    assert [f"{value} has no meaning" for value, meaning in rows if not meaning] == []


# --- what cannot be declared --------------------------------------------------------------


def test_a_record_has_a_field_for_each_aspect() -> None:
    @dataclass
    class Some:
        rank: str
        lead: str

    with pytest.raises(TypeError, match="Some does not have a field for each aspect"):
        field_for_each(ASPECTS)(Some)
    assert field_for_each(("rank", "lead"))(Some) is Some
    assert set(ASPECTS) - set(CALLED) == {"call"}


def test_a_policy_says_something_to_everybody() -> None:
    with pytest.raises(TypeError, match="missing"):
        Policy(key="a", syntax="a", value="a")  # type: ignore[call-arg]


def test_words_are_those_of_their_type_in_the_same_order() -> None:
    first = TABLE["lead"].policies["eldest"]
    with pytest.raises(TypeError, match="are not those of"):
        word_policies(Literal["eldest", "youngest"], first)
    with pytest.raises(TypeError, match="the same key"):
        Policies((first, first), str)


def test_a_value_belongs_to_the_policy_of_its_kind() -> None:
    (none,) = (one for one in TABLE["trump"].policies if one.value == NoTrump())
    assert kind_policies(none).of(NoTrump()) is none
    assert kind_policies(none).value_of("none") == NoTrump()
    assert kind_policies(none).value_of("some") is None
    assert table().rules("normal").duties == ("suit",)
