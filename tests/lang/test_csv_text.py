"""Cells of CSV: what a spreadsheet would calculate is guarded, and read back as it was."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from clagdsl.lang.csv_text import escape_formula, unescape_formula

SIGNS = "=+-@\t\r"


@given(st.text(st.sampled_from(f"'{SIGNS}a1 "), max_size=6) | st.text())
def test_a_guarded_text_is_no_formula_and_comes_back_as_it_was(text: str) -> None:
    guarded = escape_formula(text)
    assert not guarded.startswith(tuple(SIGNS))
    assert unescape_formula(guarded) == text
