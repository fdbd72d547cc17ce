"""Deals and matches that nobody wrote down: clagdsl and the reference program agree on them.

These are no conformance cases, because no file holds them: each run draws the same ones anew, over
all variants, numbers of players, special deals and combinations of calls.
"""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from reference.calls import CHOICES, CalledDeal, rules_of
from reference.generate import Scene, deal_case
from reference.match import called, hand_sizes, played_match, shuffled
from reference.passages import Cite
from reference.play import lively, play_deal
from reference.variants import FIXED, deal_rules

from clagdsl.conformance.driver import Driver

DRIVER = Driver()
NOWHERE = Cite("notes", "drawn")
FEWEST = {"pagat": 4, "rewrite": 4, "raf-pagat": 4}
VARIANTS = sorted([*FIXED, *CHOICES])


def drawn_scene(variant: str, generator: random.Random) -> Scene:
    players = generator.randint(FEWEST.get(variant, 3), 7)
    if variant in CHOICES:
        cards = generator.randint(3, 7)
        calls = called(variant, generator)
        deal = CalledDeal("drawn", calls, cards, "drawn")
        return Scene(variant, rules_of(variant, calls), players, 1, cards, "", NOWHERE, deal)
    sizes = hand_sizes(variant)
    number = generator.randint(1, len(sizes))
    rules = deal_rules(variant, number)
    return Scene(variant, rules, players, number, sizes[number - 1], "", NOWHERE)


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("seed", range(8))
def test_both_play_a_drawn_deal_alike(variant: str, seed: int) -> None:
    generator = random.Random(f"drawn/{variant}/{seed}")
    scene = drawn_scene(variant, generator)
    pack, dealer = shuffled(generator), scene.players - 1
    played = play_deal(scene.rules, scene.players, scene.cards, dealer, pack, lively(generator))
    assert DRIVER.find_mismatches(deal_case(scene, played)) == []


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("players", [4, 7])
def test_both_play_a_drawn_match_alike(variant: str, players: int) -> None:
    start = {"variant": variant, "players": players}
    if variant in CHOICES:
        start["parameters"] = {"deals": 8}
    case = {"kind": "played", "start": start, **played_match(variant, players, "drawn")}
    assert DRIVER.find_mismatches(case) == []


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("variant", ["pagat", "mcleod", "rewrite"])
def test_both_let_a_two_count_as_its_suit(variant: str, seed: int) -> None:
    generator = random.Random(f"in suit/{variant}/{seed}")
    rules = replace(deal_rules(variant, 12), twos_in_suit=True)
    scene = Scene(variant, rules, 7, 12, 7, "", NOWHERE)
    played = play_deal(rules, 7, 7, 6, shuffled(generator), lively(generator))
    case = deal_case(scene, played)
    case["start"]["parameters"] = {"twos_in_suit": True}
    assert DRIVER.find_mismatches(case) == []
