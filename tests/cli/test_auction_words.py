"""An auction at the terminal: what is told of it, and what is typed in it."""

import clagdsl
from clagdsl.cli.play.board import Showing, Style, prompt_text
from clagdsl.cli.play.command_parser import Do, read_command
from clagdsl.cli.play.event_text import news_lines

RULES = """clag 2 game "X" players 3 deal normal auction 1 to cards C H none
trump named in auction bid in turn, auction winner first score tricks
schedule repeat 2 times 2 cards: normal winner highest total, then shared"""


def test_an_auction_is_typed_and_told() -> None:
    state = clagdsl.load(text=RULES).start(seed=3)
    shown = Showing(state.table, 1, ("Ann", "You", "Cai"), Style(), str)
    rules = state.table.rules("normal")
    for typed in ("pass", "1nt", "2 h", "pass"):
        command = read_command(typed, state.view(state.actor), rules)
        assert isinstance(command, Do), typed
        if typed == "2 h":
            assert prompt_text(shown, state.view(2)) == "auction (2♣ or more, or pass)"
        state = state.apply(command.action)
    told = news_lines(shown, state.view(1).events, 3)
    assert told == [
        "Ann passes",
        "You say 1 no trump",
        "Cai says 2 hearts",
        "You pass",
        "Cai wins the auction with 2 hearts",
    ]
    assert "auction" in "".join(str(past.name) for past in state.view(1).past)


def test_a_deal_that_is_thrown_in_is_told() -> None:
    state = clagdsl.load(text=RULES).start(seed=3)
    shown = Showing(state.table, 1, ("Ann", "You", "Cai"), Style(), str)
    for _ in range(3):
        state = state.apply("pass")
    assert "All have passed: deal 1 is thrown in" in news_lines(shown, state.view(1).events, 0)
