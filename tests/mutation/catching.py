"""What notices a mutant: the checker, an example of the file, or a conformance case."""

from __future__ import annotations

from functools import cache
from typing import Final, Literal, TypeAlias

from clagdsl.api import PlayableGame
from clagdsl.check.checker import check_text
from clagdsl.conformance.cases import Case, all_cases
from clagdsl.conformance.driver import Driver, load_bundled
from clagdsl.lang.errors import ClagError
from clagdsl.lang.resources import data_folder
from clagdsl.lang.source import SourceText
from clagdsl.syntax.parser import parse
from mutation.mutants import Mutant, mutants

Verdict: TypeAlias = Literal["refused", "example", "hand", "generated", "survivor"]

BUNDLED: Final = tuple(
    sorted(
        str(path.relative_to(data_folder("rules")).with_suffix(""))
        for path in data_folder("rules").rglob("*.clag")
    )
)
"""The files that are shipped: variants by name, house files as `house/NAME`."""
EXAMPLE_FAILS: Final = "E4"
QUICK: Final = ("schedule", "score", "match", "trick", "start", "view", "legal", "illegal", "deal")


@cache
def mutants_of(variant: str) -> tuple[Mutant, ...]:
    """Every mutant of a bundled file."""
    name = f"{variant}.clag"
    text = (data_folder("rules") / name).read_text(encoding="utf-8")
    source = SourceText(name, text)
    file = parse(source).file
    assert file is not None
    return mutants(source, file)


@cache
def cases_of(variant: str, written_by: Literal["hand", "reference"]) -> tuple[Case, ...]:
    """The cases that a variant must meet, those first that take the least time."""
    found = [
        case
        for case in all_cases()
        if case.get("start", {}).get("variant") == variant
        and case["origin"] == written_by
        and case["kind"] in QUICK
    ]
    return tuple(sorted(found, key=lambda case: QUICK.index(case["kind"])))


def verdict(mutant: Mutant) -> tuple[Verdict, str]:
    """What notices the mutant first, and where: a code, the title of an example, a case."""
    result = check_text(mutant.text, mutant.file)
    errors = [found for found in result.diagnostics if found.severity == "error"]
    for error in errors:
        if not error.code.startswith(EXAMPLE_FAILS):
            return "refused", f"{error.code} {error.message}"
    if errors:
        return "example", errors[0].message
    assert result.game is not None
    assert result.evidence is not None
    game = PlayableGame(result.game, result.evidence, result.diagnostics)
    variant = mutant.file.removesuffix(".clag")
    noticed = first_wrong(variant, game, "hand")
    if noticed is not None:
        return "hand", noticed
    noticed = first_wrong(variant, game, "reference")
    if noticed is not None:
        return "generated", noticed
    return "survivor", ""


def first_wrong(
    variant: str, game: PlayableGame, written_by: Literal["hand", "reference"]
) -> str | None:
    """The first case that does not hold when `game` stands in for the bundled variant."""
    driver = Driver(lambda name: game if name == variant else load_bundled(name))
    for case in cases_of(variant, written_by):
        if not holds(driver, case):
            return str(case["id"])
    return None


def holds(driver: Driver, case: Case) -> bool:
    """Whether a case goes through as it says; rules that stop it on the way do not."""
    try:
        return not driver.find_mismatches(case)
    except (ClagError, IndexError):
        return False
