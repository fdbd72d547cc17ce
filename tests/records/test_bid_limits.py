"""The limits on bids, held against rows of which something is not known."""

from __future__ import annotations

import pytest

from clagdsl import load
from clagdsl.lang.rules import Game
from clagdsl.records.reading import parse_record
from clagdsl.records.replay import replay_sheet
from clagdsl.records.report import ReplayResult

RULES = """clag 2
game "X"
players 3 to 6
run zeros when bid = 0
deal normal
  trump none
  bid in turn
  {limits}
  score 10 + tricks when made, otherwise tricks
schedule repeat 4 times 3 cards: normal
winner highest total, then shared
"""
EACH = "each bid keeps bid > 0 or zeros < 2 or players <= 3"
LAST = "last bid keeps bids != cards"
AUCTION = """clag 2 game "Who says most" players 3 deal normal
auction 1 to cards C D H S none trump named in auction bid in turn, auction winner first
each bid keeps bid >= auction last bid keeps bids != cards lead auction winner
score 10 + tricks when made, otherwise 0
schedule repeat 3 times 3 cards: normal winner highest total, then shared"""


def replayed(game: Game, rows: str, names: str) -> ReplayResult:
    """Hold a record with these rows against rules; the player named last deals first."""
    players = ", ".join(f'"{name}"' for name in names)
    head = f'record = 1\nrules = "x"\nplayers = [{players}]\ndealer = "{names[-1]}"\n'
    read = parse_record(head + rows)
    assert read.record is not None, read.diagnostics
    return replay_sheet(read.record, game, read.places)


def codes(result: ReplayResult) -> list[str]:
    """Return the codes of the problems in order."""
    return [problem.diagnostic.code for problem in result.problems]


@pytest.mark.parametrize(
    ("names", "limits", "bids", "expected"),
    [
        # the number of players decides, so `zeros` does not matter
        ("ABC", f"{EACH} {LAST}", "1 1 1", ["A202"]),
        ("ABC", f"{EACH} {LAST}", "1 1 2", []),
        # the limit on each bid cannot be judged, that on the last one can
        ("ABCD", f"{EACH} {LAST}", "0 1 1 1", ["R538", "A202"]),
        ("ABCD", f"{EACH} {LAST}", "0 1 1 2", ["R538"]),
        # whether a bid meets both limits is not known, so the `otherwise` may count
        ("ABCD", f"{EACH} {LAST}, otherwise bids >= 0", "0 1 1 1", ["R538"]),
        # the range is always judged
        ("ABCD", f"{EACH} {LAST}", "9 1 1 1", ["R538", "A201"]),
        # what is not known is read by the limit on the last bid only
        (
            "ABCD",
            "each bid keeps bid > 0 last bid keeps bid > 1 or zeros < 2",
            "0 1 1 1",
            ["R538", "A203"],
        ),
    ],
)
def test_a_limit_is_judged_if_it_reads_nothing_unknown(
    names: str, limits: str, bids: str, expected: list[str]
) -> None:
    game = load(text=RULES.format(limits=limits)).rules
    row = f'[[deal]]\ndeal = 3\ndealer = "{names[-1]}"\nbids = "{bids}"\n'
    assert codes(replayed(game, row, names)) == expected


@pytest.mark.parametrize(
    ("bids", "expected"),
    [("1 1 0", []), ("4 1 1", ["A201"]), ("1 1 1", ["A202"])],
)
def test_bids_are_judged_without_the_auction_as_far_as_nothing_hangs_on_it(
    bids: str, expected: list[str]
) -> None:
    game = load(text=AUCTION).rules
    result = replayed(game, f'[[deal]]\ndeal = 1\nbids = "{bids}"\n', "ABC")
    assert codes(result) == ["R547", *expected]
