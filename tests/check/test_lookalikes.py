"""Names that look the same, and those that are the same however their accent was typed."""

from __future__ import annotations

from pathlib import Path
from unicodedata import normalize

from clagdsl.check.checker import check_path, check_text

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


def test_what_is_extended_counts(tmp_path: Path) -> None:
    (tmp_path / "base.clag").write_text(BEGINNING + deal(ONE), "utf-8")
    path = tmp_path / "more.clag"
    path.write_text('clag 1\ngame "More" extends "base.clag"\n' + deal(TWO), "utf-8")
    found = check_path(path).diagnostics
    assert [(one.code, one.severity) for one in found] == [("C249", "warning")]
    assert found[0].place is not None
    assert found[0].place.file.endswith("more.clag")
