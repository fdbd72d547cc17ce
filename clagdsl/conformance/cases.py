"""Reads the conformance cases, and their notation for sets of legal actions."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import combinations, permutations, product
from pathlib import Path
from typing import Any, Final, TypeAlias

from clagdsl.lang.cards import PACK
from clagdsl.lang.resources import FAMILY, conformance_folder

Case: TypeAlias = Mapping[str, Any]

ADDED: Final = "added/"
"""The prefix of games that exist only for the cases and are stored next to them."""
FIXED_PACK: Final = " ".join(map(str, PACK))


def case_files() -> list[Path]:
    """Returns all case files, without the vectors of the random generator, which have another
    format.
    """
    files = conformance_folder().glob("*/*.json")
    return sorted(path for path in files if path.parent.name != "sheets")


@cache
def all_cases() -> tuple[dict[str, Any], ...]:
    """Returns all cases; the key `stands_in` of each case names the file that contains it."""
    folder = conformance_folder()
    cases: list[dict[str, Any]] = []
    for path in case_files():
        document = json.loads(path.read_text(encoding="utf-8"))
        stands_in = path.relative_to(folder).as_posix()
        cases += [{**case, "stands_in": stands_in} for case in document["cases"]]
    return tuple(cases)


@cache
def facts_by_variant() -> Mapping[str, tuple[Case, ...]]:
    """Returns the cases of each variant by the variant's name; names of family variants omit the
    folder.
    """
    facts: dict[str, list[Case]] = {}
    for case in all_cases():
        variant = case.get("start", {}).get("variant", ADDED)
        if not variant.startswith(ADDED):
            facts.setdefault(variant.removeprefix(f"{FAMILY}/"), []).append(case)
    return {name: tuple(cases) for name, cases in sorted(facts.items())}


@cache
def code_list() -> dict[str, dict[str, str]]:
    """Returns all codes with their meanings, in the form used by all implementations."""
    text = (conformance_folder() / "codes.json").read_text(encoding="utf-8")
    codes: dict[str, dict[str, str]] = json.loads(text)["codes"]
    return codes


def canonical_code(code: str) -> str:
    """Returns the code as which `code` counts in cases; some codes count as a more general one."""
    return code_list().get(code, {}).get("counts_as", code)


# --- legal sets ---------------------------------------------------------------------------


def expand_actions(text: str) -> set[str]:
    """Returns the set of actions that `text` denotes in the notation of the cases."""
    kind, _, rest = text.partition(" ")
    if not text:
        return set()
    if text == "every order":
        return {"order " + " ".join(suits) for suits in permutations("SHDC")}
    if kind == "call":
        return {f"call {', '.join(names)}".strip() for names in _calls(rest)}
    if kind == "auction":
        return {word if word == "pass" else f"auction {word}" for word in rest.split()}
    if kind == "look":
        return {"look", *(f"bid {bid} blind" for bid in rest.split())}
    return {f"{kind} {word}" for words in rest.split() for word in _faces(words)}


def _calls(text: str) -> Iterator[list[str]]:
    groups = []
    for group in text.split("; "):
        kind, _, listed = group.partition(": ")
        names = listed.split(", ")
        sizes = {"one of": [1], "at most one of": [0, 1], "any of": range(len(names) + 1)}[kind]
        groups.append([chosen for size in sizes for chosen in combinations(names, size)])
    for choice in product(*groups):
        yield [name for chosen in choice for name in chosen]


def _faces(word: str) -> Iterator[str]:
    card, _, named = word.partition("=")
    if not named:
        yield card
    elif not named.startswith("*"):
        yield f"{card} as {named}"
    else:
        among, *without = named[1:].split("-")
        for face in FIXED_PACK.split():
            if face not in without and face.endswith(among):
                yield f"{card} as {face}"
