"""The texts of a table's messages are in one place: each is used, and is part of a sentence."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import clagdsl.serve
from clagdsl.serve.replies import sentence
from clagdsl.serve.table_messages import TableMessage, Text

ROOM = Path(clagdsl.serve.__file__).parent
USED = re.findall(r"\bText\.([A-Z_]+)", "".join(map(Path.read_text, ROOM.glob("*.py"))))


def test_every_text_is_used() -> None:
    assert set(USED) == {text.name for text in Text}


@pytest.mark.parametrize("text", Text)
def test_a_text_is_part_of_a_sentence(text: Text) -> None:
    assert not text.value[0].isupper()
    assert not text.value.endswith(".")


def test_a_message_may_be_a_fact_of_another() -> None:
    turn = TableMessage(Text.BID_NOW, {"player": "Bob"})
    entered = TableMessage(Text.ENTRY_TOO_LATE, {"now": turn, "entry": "bid 0"})
    assert sentence(str(entered)) == "Bob bids now; your “bid 0” was not entered."
    assert entered == TableMessage(Text.ENTRY_TOO_LATE, {"now": turn, "entry": "bid 0"})
