"""Names that nobody can tell apart."""

import unicodedata

import pytest

from clagdsl.lang.identifiers import confusable_skeleton

SAME = [
    ("Zoë", "Zoe\u0308"),
    ("Anna", "\u0410nna"),
    ("Bob", "\u0412\u043eb"),
    ("Nina", "\u039dina"),
    ("Ann", "Ann\u200b"),
    ("Ann", "A\u00adnn"),
    ("Ann B", "Ann\u00a0 B"),
    ("Ann", " Ann "),
    ("Ann", "\uff21\uff4e\uff4e"),
    ("Sofia", "So\ufb01a"),
]
OTHER = [
    ("Ann", "ann"),
    ("Zoë", "Zoe"),
    ("x2", "x²"),
    ("1", "①"),
    ("Anna", "Anne"),
    ("Łukasz", "Lukasz"),
    ("Дима", "Дина"),
    ("Иван", "Йван"),
    ("😀", "😁"),
    ("", "x"),
]


@pytest.mark.parametrize(("one", "other"), SAME)
def test_these_look_the_same(one: str, other: str) -> None:
    assert one != other
    assert confusable_skeleton(one) == confusable_skeleton(other)


@pytest.mark.parametrize(("one", "other"), OTHER)
def test_these_do_not(one: str, other: str) -> None:
    assert confusable_skeleton(one) != confusable_skeleton(other)


def test_what_is_drawn_as_a_latin_letter_is_none() -> None:
    from clagdsl.lang.identifiers import _LATIN

    for letter, latin in _LATIN.items():
        assert latin.isascii()
        script, case = unicodedata.name(letter).split()[:2]
        assert script in ("CYRILLIC", "GREEK")
        assert letter == "ӏ" or (case == "CAPITAL") == latin.isupper()
