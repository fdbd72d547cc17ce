"""A small wrong change to a bundled rules file is noticed.

The checker refuses it, or an example of the file or a conformance case fails.  What only cases
written by a program notice is counted apart; what nothing notices stands in
`mutation/survivors.toml` with the reason why it plays the same.
"""

from __future__ import annotations

import random
import tomllib
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

import pytest
from mutation.catching import BUNDLED, first_wrong, load_bundled, mutants_of, verdict
from mutation.mutants import ASKED, Mutant

SURVIVORS = Path(__file__).parent.parent / "mutation" / "survivors.toml"
SAMPLE = 30
SEED = 3


def proofs() -> dict[str, str]:
    """Why each known survivor plays the same, by the name of the mutant."""
    listed = tomllib.loads(SURVIVORS.read_text(encoding="utf-8"))["survivor"]
    found = {entry["name"]: entry["proof"] for entry in listed}
    assert len(found) == len(listed)
    return found


def every_mutant() -> list[Mutant]:
    return [mutant for variant in BUNDLED for mutant in mutants_of(variant)]


def share_noticed(counts: Counter[str]) -> float:
    """The share that examples and hand-written cases notice of those that they have to."""
    counted = counts["example"] + counts["hand"] + counts["survivor"]
    return (counts["example"] + counts["hand"]) / counted


def judged(mutants: Iterable[Mutant]) -> tuple[Counter[str], list[str]]:
    """How many mutants end in which way, and the names of the survivors."""
    counts: Counter[str] = Counter()
    survivors = []
    for mutant in mutants:
        found, _ = verdict(mutant)
        counts[found] += 1
        if found == "survivor":
            survivors.append(mutant.name)
    return counts, survivors


def test_every_asked_kind_of_mutant_is_made() -> None:
    assert {mutant.kind for mutant in every_mutant()} >= ASKED


def test_names_tell_mutants_apart() -> None:
    names = [mutant.name for mutant in every_mutant()]
    assert len(names) == len(set(names)) > 500


def test_every_number_of_a_deal_is_moved_both_ways() -> None:
    names = {mutant.name for mutant in mutants_of("pagat")}
    for after in ("9", "11"):
        assert f"pagat.clag | normal, score | number | 10 -> {after}" in names
        assert f"pagat.clag | Misere, score | number | 10 -> {after}" in names
    for after in ("0", "2"):
        assert f"pagat.clag | schedule | number | 1 -> {after}" in names


def test_examples_titles_and_parameters_are_left_alone() -> None:
    for mutant in mutants_of("pagat"):
        before = mutant.text[: mutant.span.start]
        assert "\nexample" not in before
        assert "\ndeal" in before


def test_a_sample_of_mutants_is_noticed() -> None:
    sample = random.Random(SEED).sample(every_mutant(), SAMPLE)
    counts, survivors = judged(sample)
    assert set(survivors) <= set(proofs())
    assert share_noticed(counts) >= 0.95, counts


@pytest.mark.long
def test_the_unchanged_files_meet_every_case() -> None:
    for variant in BUNDLED:
        game = load_bundled(variant)
        assert first_wrong(variant, game, "hand") is None
        assert first_wrong(variant, game, "reference") is None


@pytest.mark.long
def test_every_mutant_is_noticed(capsys: pytest.CaptureFixture[str]) -> None:
    chosen = every_mutant()
    asked, survivors = judged(mutant for mutant in chosen if mutant.asked)
    further, more = judged(mutant for mutant in chosen if not mutant.asked)
    with capsys.disabled():
        for title, counts in (("asked", asked), ("all", asked + further)):
            share = f"{share_noticed(counts):.1%} of the rest by examples and hand-written cases"
            print(f"\n{counts.total()} mutants ({title}): {dict(counts)}; {share}")
    assert {*survivors, *more} == proofs().keys()
    assert share_noticed(asked) >= 0.95
    assert share_noticed(asked + further) >= 0.95


def test_every_listed_survivor_is_a_mutant() -> None:
    assert proofs().keys() <= {mutant.name for mutant in every_mutant()}
    assert all(proofs().values())


PACKED = {
    "family/wizard": (
        "pack | number | 4 -> 3",
        "pack | pack | , 4 Jester -> ",
        "special Wizard | special | high -> low",
        "special Wizard | special | nothing -> next card",
        "special Jester | special | next card -> nothing",
        "normal, trump | turned | , on Jester none -> ",
        "normal, trump | turned | none -> named by dealer any suit",
        "normal, trump | turned | named by dealer any suit -> none",
        "normal, trump | turned | none -> last card",
    ),
    "family/stiche-raten": (
        "pack | number | 2 -> 3",
        "pack | pack | , 2 of each -> ",
        "pack | pack | 7 -> ",
        "normal, trump | turned | none -> last card",
    ),
    "family/romanian-whist": ("pack | number | 2 -> 1", "pack | sign | * -> +"),
}
"""Some of what is made of a pack, of its special cards, and of what is turned for trumps."""


@pytest.mark.parametrize(("variant", "expected"), PACKED.items())
def test_the_pack_its_special_cards_and_what_is_turned_are_mutated(
    variant: str, expected: tuple[str, ...]
) -> None:
    names = {mutant.name for mutant in mutants_of(variant)}
    for each in expected:
        assert f"{variant}.clag | {each}" in names, sorted(names)
