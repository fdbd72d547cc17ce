"""What `check --fix` writes is the file as it was before a slip, or the mend is not called safe."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest
from support.file_mutations import MUTATIONS, RULES, TOKEN, Mutation
from support.mistakes import GOOD

from clagdsl.check.checker import check_text, fix_text_at
from clagdsl.lang.source import SourceText

PLACE = Path("kitchen.clag")


class Outcome(NamedTuple):
    """A file before a slip, with it, and with what is called safe mended."""

    good: str
    spoilt: str
    written: str
    safe: bool


def outcome(path: Path, good: str, spoilt: str) -> Outcome:
    source = SourceText(path.name, spoilt)
    safe = any(each.safe for each in check_text(source.text, source.name, path).diagnostics)
    written = fix_text_at(source, path).text
    assert safe or written == spoilt
    return Outcome(good, spoilt, written, safe)


def said(text: str) -> list[str]:
    """Every word, sign, text and comment: all but the blanks and line ends between them."""
    every = TOKEN.findall(text.replace("\r\n", "\n").replace("\r", "\n").replace("\f", "\n"))
    return [each.rstrip() for each in every]


def outcomes(mutation: Mutation, number: int, seed: str) -> list[Outcome]:
    draw = Random(f"{seed} {mutation.__name__}")
    found = []
    for _ in range(number):
        path = draw.choice(RULES)
        good = path.read_text("utf-8")
        spoilt, *meant = mutation(good, draw)
        if spoilt != good:
            found.append(outcome(path, meant[0] if meant else good, spoilt))
    return found


@pytest.mark.parametrize("mutation", MUTATIONS, ids=lambda each: each.__name__)
def test_what_is_written_is_what_was_spoilt(mutation: Mutation) -> None:
    for each in outcomes(mutation, 3, "a few"):
        assert not each.safe or said(each.written) == said(each.good), each.spoilt


@pytest.mark.long
@pytest.mark.parametrize("mutation", MUTATIONS, ids=lambda each: each.__name__)
def test_what_is_written_is_what_was_spoilt_often(mutation: Mutation) -> None:
    for each in outcomes(mutation, 150, "many"):
        assert not each.safe or said(each.written) == said(each.good), each.spoilt


# What is right in a good file, and what somebody writes who may have meant several things.
DOUBTFUL = (
    ("2 * tricks when", "2 * tricks**2 when"),
    ("otherwise -2 * tricks", "otherwise tricks**2"),
    ("cards: normal\n  then 7 cards", "cards: normal normal\n  then 7 cards"),
    ('"No Trumps", Misere,', '"No Trumps", Misere Misere,'),
    ("winner.total", "winner..total"),
    ("tricks = 0", "tricks : 0"),
    ("tricks = 0", "tricks ! 0"),
    ("2 * tricks when", "tricks\u00b2 when"),
    ("scores 14", "scores5 14"),
    ("bid fixed 0", "bid fixed 1\u200b0"),
    ("Kitchen Clag", "Kitchen\u200bclag"),
    ("Kitchen Clag", "Kitchen\x00clag"),
    ("tricks when made", "tricks2 when made"),
    ("tricks when made", "tricks when bonsu > 2"),
    ("tricks = 0", "tricks is 0"),
    ("deal Misere is normal", 'deal cards "Misere" is normal'),
    ("cards KS 2H 10S", "cardsKS 2H 10S"),
    ("deal Misere is normal", "deal bonus Misere is normal"),
    ("deal Misere is normal", "deal Misere as hook m is normal"),
    ("players 3 to 7", "players 3 7"),
    ("in 0 to 20", "in 0 20"),
    ("then 7 down to 1 cards", "then 7–1 cards"),
    ("then 7 down to 1 cards", "then 7 ... 1 cards"),
    ('example "trumps" in normal', "example in normal"),
)


@pytest.mark.parametrize(("right", "wrong"), DOUBTFUL)
def test_a_doubtful_mend_is_not_made(right: str, wrong: str) -> None:
    assert right in GOOD
    each = outcome(PLACE, GOOD, GOOD.replace(right, wrong, 1))
    assert not each.safe
    assert each.written == each.spoilt


COPIES = """clag 2
game "Two Packs"
players 3
pack A K Q J 10 9 8 7, 2 of each
deal normal
  trump spades
  bid in turn
  open no trump until broken
  equal cards better pack wins
  trick worth 0
  card worth 1 hearts, 13 QS
  score points
schedule 7 cards: normal
winner highest total, then shared
"""


@pytest.mark.parametrize(("right", "wrong"), [("open no trump", "open trump"), ("13 QS", "13 QS1")])
def test_the_opposite_and_another_worth_are_not_written(right: str, wrong: str) -> None:
    assert check_text(COPIES, PLACE.name, PLACE).diagnostics == ()
    each = outcome(PLACE, COPIES, COPIES.replace(right, wrong, 1))
    assert not each.safe
    assert each.written == each.spoilt


SURE = (
    ("bids != cards", "bids ! = cards"),
    ("tricks = 0", "tricks = = 0"),
    ("Blind is normal", "Blind is nor\x00mal"),
    ("cards: normal\n  then 7 cards", "cards normal\n  then 7 cards"),
    ("tricks when made", "tricks when maed"),
    ("bonus + 2", "bonus plus 2"),
    ("tricks = 0", "tricks equals 0"),
    ("bids != cards", "bids is not cards"),
    ("winner.total", "winner.totl"),
    ('deal "Aces Low" is', "deal Aces Low is"),
)


@pytest.mark.parametrize(("right", "wrong"), SURE)
def test_what_can_only_have_been_meant_so_is_mended(right: str, wrong: str) -> None:
    assert right in GOOD
    each = outcome(PLACE, GOOD, GOOD.replace(right, wrong, 1))
    assert each.safe
    assert each.written == GOOD


def test_a_name_declared_in_other_letters_than_it_is_used_stays() -> None:
    each = outcome(PLACE, GOOD, GOOD.replace("deal normal", "deal NORMAL"))
    assert not each.safe
    assert each.written == each.spoilt


def test_a_slip_near_two_names_or_near_a_declared_one_stays() -> None:
    for right, wrong in (
        ("bids != cards", "bide != cards"),
        ("let largest = 7", "let largset = 7"),
        ("param bonus", "param tricky"),
    ):
        each = outcome(PLACE, GOOD, GOOD.replace(right, wrong, 1))
        assert not each.safe
        assert each.written == each.spoilt
    plus = GOOD.replace("let largest", "let plus = 1\nlet largest")
    each = outcome(PLACE, plus, plus.replace("bonus + 2", "bonus plus 2"))
    assert not each.safe


TWOS = (
    "run twos when bid = 2",
    "tally twos = tricks",
    'param twos = 2 in 0 to 5 "x"',
    "let twos = 2",
    "let twoo = 2",
)


@pytest.mark.parametrize("declaration", TWOS)
def test_a_number_word_near_a_declared_name_stays(declaration: str) -> None:
    good = GOOD.replace("clag 1", "clag 2", 1)
    right = good.replace("let largest", f"{declaration}\nlet largest")
    each = outcome(PLACE, right, right.replace("bonus + 2", "bonus + two", 1))
    assert not each.safe
    problem = check_text(each.spoilt, PLACE.name, PLACE).diagnostics[0]
    assert problem.help == f"did you mean `{declaration.split()[1]}`? If not, write `2`"
    assert outcome(PLACE, good, good.replace("bonus + 2", "bonus + two", 1)).written == good


@pytest.mark.parametrize("declared", [False, True])
def test_a_number_word_near_a_name_of_the_extended_file_stays(
    declared: bool, tmp_path: Path
) -> None:
    base = GOOD.replace("clag 1", "clag 2", 1)
    if declared:
        base = base.replace("let largest", "run twos when bid = 2\nlet largest")
    (tmp_path / "base.clag").write_text(base, "utf-8")
    spoilt = (
        'clag 2\ngame "House"\nextends "base.clag"\n'
        "change normal\n  score bonus + two * tricks when made, otherwise 0\n"
    )
    each = outcome(tmp_path / "house.clag", spoilt, spoilt)
    assert each.safe is not declared


def test_a_slip_of_a_word_of_the_language_near_a_declared_name_elsewhere_stays() -> None:
    right = GOOD.replace("clag 1", "clag 2", 1).replace(
        "let largest", "tally maedy = tricks\nlet largest"
    )
    each = outcome(PLACE, right, right.replace("tricks when made", "tricks when maed", 1))
    assert not each.safe


@pytest.mark.parametrize(
    ("right", "wrong", "word"),
    [("when made", "when make", "made"), ("tricks when made", "makes when made", "makers")],
)
def test_a_name_of_the_kind_that_is_needed_is_suggested(right: str, wrong: str, word: str) -> None:
    text = GOOD.replace(right, wrong, 1)
    problem = check_text(text, PLACE.name, PLACE).diagnostics[0]
    assert problem.help == f"did you mean `{word}`?"


@pytest.mark.parametrize(
    ("right", "wrong"),
    [("lead eldest", "lead nondealer"), ("lead eldest", "lead non_dealer")],
)
def test_the_opposite_is_not_suggested(right: str, wrong: str) -> None:
    text = COPIES.replace("  bid in turn\n", f"  bid in turn\n  {right}\n")
    assert check_text(text, PLACE.name, PLACE).diagnostics == ()
    found = check_text(text.replace(right, wrong), PLACE.name, PLACE)
    assert found.diagnostics
    assert not any("did you mean `dealer`" in each.help for each in found.diagnostics)


def test_a_sign_is_mended_though_a_proof_fails_then() -> None:
    spoilt = GOOD.replace("bids != cards", "bids == cards")
    each = outcome(PLACE, GOOD, spoilt)
    assert each.written == spoilt.replace("==", "=")


def test_signs_are_mended_beside_a_mistake_that_needs_a_person() -> None:
    spoilt = GOOD.replace("tricks = 0", "tricks == 0").replace("made, otherwise 0", "made")
    each = outcome(PLACE, GOOD, spoilt)
    assert each.safe
    assert each.written == GOOD.replace("made, otherwise 0", "made")


def test_more_flaws_than_are_told_are_mended() -> None:
    lines = "".join(f"let free{number} =\u00a0{number}\n" for number in range(300))
    spoilt = GOOD.replace("let largest = 7\n", f"let largest = 7\n{lines}")
    each = outcome(PLACE, GOOD, spoilt)
    assert each.written == spoilt.replace("\u00a0", " ")
