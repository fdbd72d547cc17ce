"""A game written in another way is the same game, and with one change it is not."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from functools import cache
from typing import Final

import pytest
from support.samples import every_nth

from clagdsl.check.checker import check_text
from clagdsl.explain.diff.compare import ComparedRules, compare
from clagdsl.lang.resources import all_names, bundled_path

DEFAULTS: Final = (
    "open anything",
    "completed when made",
    "won by most points",
    "play any card",
    "wild none",
    "trick worth 1",
    "each bid free",
    "last bid free",
    "sight before bids",
)


@cache
def text_of(name: str) -> str:
    """The text of a bundled game in version 2 of the language, without its examples."""
    path = bundled_path(name)
    assert path is not None
    parts = blocks(path.read_text("utf-8").replace("clag 1\n", "clag 2\n", 1))
    return "".join(part for part in parts if not part.startswith(("example", "#")))


def blocks(text: str) -> list[str]:
    """The declarations of a file, each with its indented lines."""
    return re.findall(r"^\S.*\n(?:(?:[ \t].*)?\n)*", text, re.MULTILINE)


def clauses(block: str) -> list[str]:
    """The clauses of a deal or a twist that have their own lines."""
    return re.findall(r"^  (?! ).*\n(?:   +.*\n)*", block, re.MULTILINE)


def with_clause(block: str, clause: str) -> str:
    return f"{block.rstrip()}\n  {clause.strip()}\n"


@cache
def rules_of(text: str) -> ComparedRules:
    checked = check_text(text)
    assert checked.game is not None, checked.diagnostics
    return ComparedRules("x", checked.game)


def mixed(block: str, luck: random.Random) -> str:
    """The block with its clauses in another order."""
    own, head = clauses(block), block.split("\n", 1)[0] + "\n"
    whole = head + "".join(own)
    is_plain = whole.strip() == block.strip() and "#" not in block
    return head + "".join(luck.sample(own, len(own))) + "\n" if is_plain else block


def reordered(text: str, luck: random.Random) -> str:
    """The clauses of each deal and twist, and the twists, in another order."""
    parts = blocks(text)
    twists = [part for part in parts if part.startswith("twist")]
    others = iter(luck.sample(twists, len(twists)))
    parts = [next(others) if part.startswith("twist") else part for part in parts]
    return "".join(mixed(p, luck) if p.startswith(("deal", "twist")) else p for p in parts)


def with_defaults(text: str, luck: random.Random) -> str:
    """A default written out in each deal that is not derived from another."""
    parts = blocks(text)
    for index, block in enumerate(parts):
        if block.startswith("deal") and " is " not in block.split("\n", 1)[0]:
            said = {clause.split()[0] for clause in clauses(block)}
            left = [clause for clause in DEFAULTS if clause.split()[0] not in said]
            parts[index] = with_clause(block, luck.choice(left))
    return "".join(parts)


UNTOUCHED: Final = ("last bid", "lead", "follow", "won by", "next dealer")
"""The aspects of the deal of `raf` that no twist replaces."""

ONE_OF: Final = ("twist Trumps", 'twist "No Trumps"', "twist Precedence")


def untouched(text: str) -> list[str]:
    (deal,) = (part for part in blocks(text) if part.startswith("deal called"))
    return [own for own in clauses(deal) if own.strip().startswith(UNTOUCHED)]


def repeated(text: str, luck: random.Random) -> str:
    """A clause of the deal, also in two of three twists of which one must be called."""
    clause, heads = luck.choice(untouched(text)), tuple(luck.sample(ONE_OF, 2))
    return "".join(
        with_clause(part, clause) if part.startswith(heads) else part for part in blocks(text)
    )


def moved(text: str, luck: random.Random) -> str:
    """A clause of the deal, moved to all twists of a call that is mandatory."""
    clause = luck.choice(untouched(text))
    heads = ('deal "First', *ONE_OF)
    return "".join(
        with_clause(part, clause) if part.startswith(heads) else part
        for part in blocks(text.replace(clause, ""))
    )


Rewriting = Callable[[str, random.Random], str]


@pytest.mark.parametrize("name", every_nth(all_names(), 4))
def test_a_game_written_in_another_way_is_the_same(name: str) -> None:
    text, luck = text_of(name), random.Random(name)
    other = reordered(with_defaults(text, luck), luck)
    assert compare(rules_of(text), rules_of(other)).differences == ()


@pytest.mark.parametrize("rewriting", [repeated, moved])
@pytest.mark.parametrize("seed", range(4))
def test_a_clause_may_stand_in_the_deal_or_in_its_twists(seed: int, rewriting: Rewriting) -> None:
    text = text_of("raf")
    other = rewriting(text, random.Random(seed))
    assert other != text
    for one, two in ((text, other), (other, text)):
        assert compare(rules_of(one), rules_of(two)).differences == ()


@pytest.mark.parametrize(
    ("old", "new", "where"),
    [
        ("  bid fixed 0\n", "  bid fixed 1\n", ("Misere", "bid")),
        ("  bid fixed 0\n", "", ("Misere", "bid")),
        (
            "trick worth 2 * trick\n",
            "trick worth 3 * trick\n",
            ("Ascending Madness", "trick worth"),
        ),
        ("  play top card", "  open no trump\n  play top card", ("Blind", "open")),
        ("  rank 2 3", "  rank 3 2", ("Nuloss", "rank")),
        ("\n  trump none\n", "\n  trump spades\n", ("No Trumps", "trump")),
        ("\n  trump none\n", "\n  trump none lead dealer\n", ("No Trumps", "lead")),
        ("bids != cards", "bids > cards, otherwise free", ("called", "last bid")),
        ("10 + 2 * tricks when made", "9 + 2 * tricks when made", ("called", "score")),
    ],
)
def test_one_change_of_a_clause_is_one_difference(
    old: str, new: str, where: tuple[str, str]
) -> None:
    text = text_of("raf")
    assert old in text
    changed = text.replace(old, new, 1)
    for one, two in ((text, changed), (changed, text)):
        (difference,) = compare(rules_of(one), rules_of(two)).differences
        assert (difference.deal, difference.aspect) == where
