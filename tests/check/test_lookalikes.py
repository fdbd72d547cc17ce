"""Names that look the same, and those that are the same however their accent was typed."""

from __future__ import annotations

from pathlib import Path
from unicodedata import normalize

import pytest

from clagdsl.check.checker import check_path, check_text
from clagdsl.cli.main import main

ONE, TWO = "Misère", "\u041cisère"
COMPOSED, DECOMPOSED = (normalize(form, "Misère") for form in ("NFC", "NFD"))
BEGINNING = 'clag 1\ngame "Friday" extends foss\n'


def deal(name: str, short: str = "") -> str:
    named = f'"{name} Two"' + (f' as "{short}"' if short else "")
    return f'deal {named} is normal\nadd "{name} Two" after "No Trumps"\n'


def codes(text: str) -> list[tuple[str, int]]:
    found = check_text(text).diagnostics
    return [(one.code, one.place.line) for one in found if one.place is not None]


def test_two_deals_that_look_the_same() -> None:
    assert ONE != TWO
    assert codes(BEGINNING + deal(ONE) + deal(TWO)) == [("C249", 5)]
    assert codes(BEGINNING + deal(ONE) + deal("Other", TWO) + deal("Third", ONE)) == [("C249", 7)]
    assert codes(BEGINNING + deal(ONE) + deal(TWO + "s")) == []
    assert codes(BEGINNING + deal(TWO)) == []
    assert codes(BEGINNING + deal("Black") + deal("\u0412lack")) == [("C249", 5)]
    assert codes(BEGINNING + deal("Black") + deal("Slack")) == []


def test_an_accent_of_its_own_makes_no_other_name() -> None:
    assert COMPOSED != DECOMPOSED
    assert codes(BEGINNING + deal(COMPOSED) + deal(DECOMPOSED)) == [("C206", 5)]
    declared = f'deal "{COMPOSED}" is normal\nadd "{DECOMPOSED}" after "No Trumps"\n'
    assert codes(BEGINNING + declared) == []


RULES = """clag 2
game "X"
players 3 to 4
param härte = 1 in 0 to 3
let größe = härte + 1
deal misère from café
  trump none
  bid in turn
  score größe * tricks
deal "Große Misère" as große is misère with lead dealer
schedule 2 cards: misère, große
winner highest total, then shared
source café "a book"
example "two" from café for 3 players: number 1 is misère with 2 cards
example "one more" from café in misère where härte = 2: bid 0 tricks 1 scores 3
"""


def test_names_without_quotation_marks_have_one_spelling() -> None:
    """Also those in which only some places have their accents apart."""
    for form in ("NFC", "NFD"):
        assert check_text(normalize(form, RULES)).diagnostics == ()
    composed = check_text(RULES).game
    for count in range(1, RULES.count("è")):
        mixed = normalize("NFD", RULES[:120]) + RULES[120:].replace("è", "e\u0300", count)
        assert check_text(mixed).game == composed


def test_places_after_such_names_are_those_of_the_text() -> None:
    text = normalize("NFD", RULES).replace(", große\n", ", große, grosse\n")
    (found,) = check_text(text).diagnostics
    assert (found.code, found.place and found.place.line) == ("C201", 11)
    line = text.splitlines()[10]
    assert found.place is not None
    assert line[found.place.column - 1 : found.place.end_column - 1] == "grosse"


@pytest.mark.parametrize(
    ("name", "at"),
    [
        ("x\u0300y", 1),
        ("mise\u0300rex\u0300", 8),
        ("x1\u0300", 2),
        ("e\u0302\u0301\u0302\u0301", 1),
        ("e\u0489", 1),
    ],
)
def test_an_accent_that_makes_no_letter_means_nothing(name: str, at: int) -> None:
    row = "schedule 2 cards: "
    text = RULES.replace(f"{row}misère, große", f"{row}{name}, misère, große")
    found = [one for one in check_text(text).diagnostics if one.code == "S110"]
    assert found[0].place is not None
    assert (found[0].place.line, found[0].place.column) == (11, len(row) + at + 1)


def test_what_is_extended_counts(tmp_path: Path) -> None:
    (tmp_path / "base.clag").write_text(BEGINNING + deal(ONE), "utf-8")
    path = tmp_path / "more.clag"
    path.write_text('clag 1\ngame "More" extends "base.clag"\n' + deal(TWO), "utf-8")
    found = check_path(path).diagnostics
    assert [(one.code, one.severity) for one in found] == [("C249", "warning")]
    assert found[0].place is not None
    assert found[0].place.file.endswith("more.clag")


def test_the_command_line_and_the_layout_know_one_spelling(tmp_path: Path) -> None:
    path = tmp_path / "x.clag"
    for file in ("NFC", "NFD"):
        for typed in ("NFC", "NFD"):
            path.write_text(normalize(file, RULES), "utf-8")
            arguments = [
                "--deal",
                "große",
                "--bids",
                "0,0,1",
                "--tricks",
                "1,1,0",
                "--set",
                "härte=2",
            ]
            assert main(["score", str(path), *(normalize(typed, one) for one in arguments)]) == 0
        assert main(["fmt", str(path)]) == 0
        assert check_text(path.read_text("utf-8")).game is not None
        assert main(["fmt", "--check", str(path)]) == 0
