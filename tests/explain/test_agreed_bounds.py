"""What a rule sheet says of parameters is bounded: of too many deals only where others hold."""

from __future__ import annotations

import pytest
from support.heavy_files import deals_of_truths

from clagdsl.check.checker import check_text
from clagdsl.explain.rule_sheet import match_sentences
from clagdsl.explain.rule_sheet.document import markdown
from clagdsl.explain.rule_sheet.sheet_builder import rule_sheet


@pytest.mark.parametrize(("most", "told"), [(79, 2), (80, 3), (81, 3)])
def test_so_many_deals_are_told_with_other_values_and_no_more(
    most: int, told: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Four deals at five tables, once as they are and once for each parameter."""
    monkeypatch.setattr(match_sentences, "MOST_RETOLD", most)
    game = check_text(deals_of_truths(3, 3)).game
    assert game is not None
    sheet = markdown(rule_sheet(game))
    whole = "- **P{0}.** Here: yes. Otherwise, in d{0}: You score"
    short = "- **P{0}.** Here: yes. Otherwise, other rules hold in d{0}. *(p{0} = true)*"
    assert [whole.format(one) in sheet for one in range(3)] == [one < told for one in range(3)]
    assert [short.format(one) in sheet for one in range(3)] == [one >= told for one in range(3)]
