"""The codes of the cases stand without Python: listed with their meaning, and no matter of guesses.

`CLAGDSL_REWRITE=1 pytest tests/conformance_suite/test_conformance_codes.py` writes the list anew.
"""

from __future__ import annotations

import difflib
import json
import re
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from support.expected import assert_as_reviewed

import clagdsl.syntax.hints.error_hints as hints
from clagdsl.check.types import RESERVED as RESERVED_NAMES
from clagdsl.conformance.cases import Case, all_cases, code_list
from clagdsl.conformance.driver import Driver
from clagdsl.lang.resources import conformance_folder
from clagdsl.problems.render import problem_kinds
from clagdsl.syntax import recovery
from clagdsl.syntax.hints.synonyms import RESERVED as RESERVED_WORDS

REFERENCE = Path(__file__).parents[2] / "docs" / "reference"
COUNTS_AS = {"S139": "S140", "S150": "S140", "S151": "S140"}
"""Codes that say what another one says, with a guess at what was meant."""
ABOUT = (
    "Every code that a case may expect, and what it says; made from the problems of clagdsl. "
    "A case never asks for a code that counts as another one: either of the two meets it."
)


def listed() -> str:
    """The list of codes as it is stored."""
    codes = {}
    for code, kind in problem_kinds().items():
        first = kind.page.split("\n\n")[0]
        codes[code] = {
            "severity": kind.severity,
            "title": kind.title,
            "meaning": " ".join(first.split()),
            **({"counts_as": COUNTS_AS[code]} if code in COUNTS_AS else {}),
        }
    return json.dumps({"about": ABOUT, "codes": codes}, indent=1, ensure_ascii=False) + "\n"


def test_the_list_of_codes_is_made_from_the_problems() -> None:
    assert_as_reviewed(listed(), conformance_folder() / "codes.json")


def test_the_reference_says_which_code_counts_as_which() -> None:
    text = (REFERENCE / "language.md").read_text(encoding="utf-8")
    for code, other in COUNTS_AS.items():
        assert code in text
        assert other in text


def codes_of(value: object) -> Iterator[str]:
    """Every code in an expectation."""
    if isinstance(value, dict):
        if "code" in value:
            yield str(value["code"])
        for inner in value.values():
            yield from codes_of(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from codes_of(inner)


def test_every_code_that_a_case_expects_is_listed_and_counts_as_itself() -> None:
    for case in all_cases():
        for code in codes_of(case["expect"]):
            assert "counts_as" not in code_list()[code], case["id"]


TEXTS = [case for case in all_cases() if case["kind"] == "syntax"]


@pytest.mark.parametrize("shift", [-0.1, 0.1, 2.0])
def test_no_expectation_hangs_on_how_near_a_word_must_come(
    shift: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    def nearer(word: str, words: Sequence[str], n: int = 3, cutoff: float = 0.6) -> list[str]:
        if cutoff + shift > 1:
            return []
        return difflib.get_close_matches(word, words, n, cutoff + shift)

    monkeypatch.setattr(hints, "difflib", _Difflib(nearer))
    monkeypatch.setattr(recovery, "get_close_matches", nearer)
    driver = Driver()
    assert [case["id"] for case in TEXTS if driver.find_mismatches(case)] == []


class _Difflib:
    """In the place of the module: it finds what is nearer, or less near."""

    def __init__(self, get_close_matches: object) -> None:
        self.get_close_matches = get_close_matches


# --- citations of the language --------------------------------------------------------------------


def published() -> str:
    """The reference of the language, its line ends taken for blanks."""
    pages = sorted([*REFERENCE.glob("language*.md"), *REFERENCE.glob("language*/*.md")])
    return " ".join(" ".join(page.read_text(encoding="utf-8").split()) for page in pages)


def citing(source: str) -> list[Case]:
    return [case for case in all_cases() if case.get("cite", {}).get("source") == source]


def test_citations_of_the_language_quote_the_published_reference() -> None:
    text = published()
    cases = citing("language")
    assert len(cases) > 100
    assert [case["id"] for case in cases if case["cite"]["passage"] not in text] == []


def test_the_reference_lists_what_is_reserved() -> None:
    text = published()
    (words,) = re.findall(r"Reserved for later versions.*?\(S135\): (.*?)\.", text)
    assert {*re.findall(r"`(\w+)`", words)} - {"bid", "trump", "wild"} == set(RESERVED_WORDS)
    (names,) = re.findall(r"cannot have a name from these tables, or one of (.*?)\.", text)
    also = set(re.findall(r"`(\w+)`", names))
    table = text.partition("| where | names that can be used |")[2].partition("A parameter or")[0]
    known = {name for name in re.findall(r"`([\w.]+)`", table) if "." not in name}
    assert RESERVED_NAMES - also <= known
    assert also <= RESERVED_NAMES
