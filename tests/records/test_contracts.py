"""Whether contracts were made, as far as bids and tricks alone determine it."""

from __future__ import annotations

import pytest

import clagdsl
from clagdsl.records.reading import parse_record
from clagdsl.records.replay import replay_sheet

HEAD = """record = 1
rules = "x"
players = ["Ann", "Bob", "Cai"]
dealer = "Cai"
[[deal]]
"""


def made(game: clagdsl.PlayableGame, row: str, deals: int = 1) -> tuple[bool | None, ...]:
    """Returns whether each player made the contract of the last deal, as `replay` shows it."""
    read = parse_record(HEAD + row)
    assert read.record is not None, read.diagnostics
    result = replay_sheet(read.record, game.rules, read.places)
    assert result.errors == 0
    assert len(result.deals) == deals
    return tuple(own.made for own in result.rows[-1].figures)


@pytest.mark.parametrize(
    ("row", "made_by_seat"),
    [
        ('bids = "1 2 2"\nwon = "1 2 1"\ntotals = "12 20 0"', (True, True, False)),
        ('bids = "1 2 2"\nwon = "1 2 1"', (True, True, False)),
        # The points show who failed, although several numbers of tricks fit.
        ('bids = "2 1 0"\ntotals = "0 0 10"', (False, False, True)),
        ('bids = "1 ? 2"\nwon = "1 2 1"', (True, None, False)),
        ('bids = "1 2 2"', (None, None, None)),
    ],
)
def test_the_worth_of_tricks_cannot_change_whether_a_bid_was_made(
    row: str, made_by_seat: tuple[bool | None, ...]
) -> None:
    raf = clagdsl.load("raf")
    head = 'deal = 1\ncards = 4\ncalls = "Trumps, Ascending Madness"\n'
    assert made(raf, head + row) == made_by_seat


WORTH = """clag 2 game "Worth" players 3 {past}
deal normal trump none bid in turn trick worth 2 * trick
  score points + 10 * ({bonus}) when made, otherwise 0
  completed when {contract}
schedule 3 cards: normal, normal winner highest total, then shared"""


@pytest.mark.parametrize(
    ("contract", "made_by_seat"),
    [
        ("made", (True, False, False)),
        ("tricks >= bid", (True, False, True)),
        ("made and points > 2", (None, None, None)),
        ("makers = 1", (None, None, None)),
    ],
)
def test_a_contract_is_known_if_it_reads_only_what_is_known(
    contract: str, made_by_seat: tuple[bool | None, ...]
) -> None:
    game = clagdsl.load(text=WORTH.format(past="", bonus="0", contract=contract))
    assert made(game, 'deal = 1\nbids = "1 1 0"\nwon = "1 0 2"') == made_by_seat


@pytest.mark.parametrize(
    ("contract", "made_by_seat"),
    [("made", (True, False, False)), ("made and bags < 99", (None, None, None))],
)
def test_an_unknown_tally_matters_only_to_a_contract_that_reads_it(
    contract: str, made_by_seat: tuple[bool | None, ...]
) -> None:
    """Leaves out the first deal of the match, so that no score of the second is known."""
    rules = WORTH.format(past="tally bags = tricks", bonus="bags", contract=contract)
    game = clagdsl.load(text=rules)
    assert made(game, 'deal = 2\nbids = "1 1 0"\nwon = "1 0 2"') == made_by_seat


def test_tricks_that_do_not_add_up_decide_no_contract() -> None:
    rules = WORTH.format(past="tally bags = tricks", bonus="bags", contract="made")
    game = clagdsl.load(text=rules)
    assert made(game, 'deal = 2\nbids = "1 1 0"\nwon = "1 0 1"') == (None, None, None)
