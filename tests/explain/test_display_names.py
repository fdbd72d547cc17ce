"""The words of runs and tallies: printed instead of the name, and no part of the game."""

from __future__ import annotations

import re

import clagdsl
from clagdsl.explain.rule_sheet.document import markdown
from clagdsl.explain.rule_sheet.sheet_builder import rule_sheet
from clagdsl.lang.fingerprint import rules_hash
from clagdsl.lang.game_json import game_json
from clagdsl.lang.record import Record, RecordedDeal
from clagdsl.records.replay import replay_sheet

IN_WORDS = """clag 2
game "X"
players 3
run zeros when bid = 0 "zeros in a row"
tally bags = tricks - bid when tricks > bid, otherwise 0 "tricks too many so far"
deal normal
  trump none
  bid in turn
  each bid keeps bid > 0 or zeros < 3
  score 0 when bags >= 2, 10 when made, otherwise -bags
schedule repeat 9 times 3 cards: normal
winner highest total, then shared
"""
BY_NAME = re.sub(r' "[a-z ]{9,}"$', "", IN_WORDS, flags=re.MULTILINE)


def test_the_words_are_no_part_of_the_game() -> None:
    in_words, by_name = (clagdsl.load(text=text).rules for text in (IN_WORDS, BY_NAME))
    assert in_words == by_name
    assert rules_hash(in_words) == rules_hash(by_name)
    assert game_json(in_words) != game_json(by_name)
    assert "words" not in str(game_json(by_name))


def test_a_sheet_prints_the_words() -> None:
    sheet = markdown(rule_sheet(clagdsl.load(text=IN_WORDS).rules))
    assert "If you have at least 3 zeros in a row, you must bid at least one trick." in sheet
    assert "**Zeros in a row.** The number of deals in a row" in sheet
    assert "if you have at least 2 tricks too many so far" in sheet.lower()
    assert "Below, you have no tricks too many yet." in sheet
    assert not re.search(r"\b(zeros(?! in a row)|bags)\b", sheet)
    assert "Below, you have no bags yet." in markdown(rule_sheet(clagdsl.load(text=BY_NAME).rules))


def test_messages_about_records_print_the_words() -> None:
    game = clagdsl.load(text=IN_WORDS)
    late = RecordedDeal(number=3, bids=(1, 1, 1), won=(1, 1, 1))
    problems = replay_sheet(Record("", ("Ann", "Bob", "Cai"), (late,)), game.rules).problems
    messages = [one.diagnostic.message for one in problems if one.diagnostic.code == "R538"]
    assert messages
    assert all("`zeros in a row`" in text or "`tricks too many" in text for text in messages)
