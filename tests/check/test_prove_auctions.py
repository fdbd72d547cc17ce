"""What is proved of deals with an auction, against all that can be bid and won in small ones."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product
from typing import Any, TypeAlias

import pytest

from clagdsl.check.checker import check_text
from clagdsl.check.prove.score_proof import ScoreProof
from clagdsl.table.outcomes import Outcomes

Said: TypeAlias = dict[str, int]
"""What a limit on bids may read."""

PLAYERS, CARDS, LEAST = 3, 2, 1
EACH: dict[str, Callable[[Said], bool]] = {
    "bid >= auction": lambda said: said["bid"] >= said["auction"],
    "bid > auction": lambda said: said["bid"] > said["auction"],
    "bid != 1 or auction = 1": lambda said: said["bid"] != 1 or said["auction"] == 1,
    "bids <= 2 or auction > 0": lambda said: said["bids"] <= 2 or said["auction"] > 0,
    "bid <= 2": lambda said: said["bid"] <= 2,
    "bid >= auction or t > 0": lambda said: said["bid"] >= said["auction"] or said["t"] > 0,
    "bid > 0 or auction = t": lambda said: said["bid"] > 0 or said["auction"] == said["t"],
    "bid + t <= 3 and auction < 3": lambda said: said["bid"] + said["t"] <= 3,
}
LAST: dict[str, Callable[[Said], bool]] = {
    "": bool,
    "bids != cards": lambda said: said["bids"] != CARDS,
    "bids != cards + auction": lambda said: said["bids"] != CARDS + said["auction"],
    "bid = auction": lambda said: said["bid"] == said["auction"],
    "bids != cards or t = 2": lambda said: said["bids"] != CARDS or said["t"] == 2,
}
BEFORE = (0, 1, 2)
"""What `tally t = auction` can have come to before one of two deals."""
SCORES = ("auction + bid + bids", "auction + tricks", "bids")


def ways_to_bid(
    seat: int, number: int, each: Callable[[Said], bool], last: Callable[[Said], bool]
) -> Iterator[tuple[int, ...] | None]:
    """All bids in turn once a seat has won the auction with a number; None where none is left."""
    found: list[tuple[int, ...]] = [()]
    for bidder in range(PLAYERS):
        own = number * (bidder == seat)
        longer: set[tuple[int, ...]] = set()
        for bids, t in product(found, BEFORE):
            asked = [
                {"bid": bid, "bids": sum(bids) + bid, "auction": own, "t": t}
                for bid in range(CARDS + 1)
            ]
            left = [s for s in asked if each(s) and (bidder < PLAYERS - 1 or last(s))]
            longer.update((*bids, said["bid"]) for said in left)
            if not left:
                yield None
        found = sorted(longer)
    yield from found


def figures(each: str, last: str, *, first: bool) -> list[Said] | None:
    """What a player can end a deal with, None where somebody may have no bid left."""
    splits = [s for s in product(range(CARDS + 1), repeat=PLAYERS) if sum(s) == CARDS]
    found = []
    for seat, number in product(range(1 if first else PLAYERS), range(LEAST, CARDS + 1)):
        for bids in ways_to_bid(seat, number, EACH[each], LAST[last]):
            if bids is None:
                return None
            for tricks, player in product(splits, range(PLAYERS)):
                said = {"bid": bids[player], "bids": sum(bids), "tricks": tricks[player]}
                found.append({**said, "auction": number * (player == seat)})
    return found


@pytest.mark.parametrize("first", [False, True])
@pytest.mark.parametrize("each", EACH)
def test_what_is_proved_of_an_auction_is_all_that_can_be_bid_and_won(
    each: str, *, first: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[Outcomes] = []
    values = ScoreProof._values

    def noted(*given: Any) -> Any:
        asked.extend(each for each in given if "score" in given and isinstance(each, Outcomes))
        return values(*given)

    monkeypatch.setattr(ScoreProof, "_values", noted)
    for last, score in product(LAST, SCORES):
        asked.clear()
        found = check_text(
            f'clag 2\ngame "X"\nplayers {PLAYERS}\ntally t = auction\ndeal n\n'
            f"  auction {LEAST} to cards C D\n  trump named in auction\n"
            f"  bid in turn{', auction winner first' if first else ''}\n"
            f"  each bid keeps {each}\n{f'  last bid keeps {last}' if last else ''}\n"
            f"  score {score}\nschedule repeat 2 times {CARDS} cards: n\n"
            "winner highest total, then shared\n"
        )
        expected = figures(each, last, first=first)
        if expected is None:
            errors = [one.code for one in found.diagnostics if one.severity == "error"]
            assert errors == ["P306"], (last, score)
            continue
        assert found.evidence is not None, (last, score, found.diagnostics)
        ((names, rows),) = [(one.names, list(one.rows)) for one in asked]
        assert set(names) == set(score.split(" + "))
        assert set(rows) == {tuple(row[name] for name in names) for row in expected}
        assert len(rows) == len(set(rows))
        sums = [sum(row[name] for name in names) for row in expected]
        assert found.evidence.scores == (min(0, *sums), max(0, *sums))  # 0 where all pass
