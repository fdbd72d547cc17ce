"""The top card at the terminal, where there is more that may be said of it."""

import pytest

import clagdsl
from clagdsl.cli.play.board import Showing, Style, prompt_text
from clagdsl.cli.play.command_parser import Do, Why, help_lines, read_command
from clagdsl.engine.actions import PLAY_TOP
from clagdsl.engine.state import State
from clagdsl.engine.view_legality import why_not_in_view

RULES = """clag 2 game "X" players 3 {pack}
deal normal trump none bid none sight never play top card {wild}
completed not counted score tricks
schedule 2 cards: normal winner highest total, then shared"""
JOKERS = "pack all ranks, 2 Joker special Joker is high or low asks highest of named suit"


def to_play(wild: str, pack: str = "") -> State:
    return clagdsl.load(text=RULES.format(wild=wild, pack=pack)).start(seed=3)


@pytest.mark.parametrize(("wild", "pack"), [("wild 2", ""), ("", JOKERS), ("", "")])
def test_enter_plays_it_as_the_question_says(wild: str, pack: str) -> None:
    state = to_play(wild, pack)
    assert state.phase == "play"
    view, rules = state.view(state.actor), state.table.rules("normal")
    shown = Showing(state.table, 1, ("Ann", "You", "Cai"), Style(), str)
    assert prompt_text(shown, view) == "play top (or Enter)"
    assert read_command("", view, rules) == Do(PLAY_TOP)


def test_what_may_be_said_of_a_special_card() -> None:
    state = to_play("", JOKERS)
    view, rules = state.view(state.actor), state.table.rules("normal")
    shown = Showing(state.table, 1, ("Ann", "You", "Cai"), Style(), str)
    assert "top as Joker asks highest S" in "\n".join(help_lines(shown, view))
    asked = read_command("why top as Joker low", view, rules)
    assert isinstance(asked, Why)
    reason = why_not_in_view(view, state.table, asked.action)
    assert reason is not None
    assert reason.code == "A313"
