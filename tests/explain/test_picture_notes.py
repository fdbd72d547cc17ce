"""A picture says who bids first and what is turned up, also where that is not as usual."""

from typing import get_args

import pytest

from clagdsl.check.checker import check_text
from clagdsl.explain.graph.picture import _BIDS, Diagram, make_picture
from clagdsl.lang.rules import FirstBidder
from clagdsl.table.states import make_machine
from clagdsl.table.table import open_table

TEXT = """clag 2
game "Notes"
players 4
deal normal
  trump {trump} bid in turn{first} score tricks{call}
schedule {sizes} cards: normal
winner highest total, then shared
"""
CALL = """
  call by dealer any of Mine
twist Mine bid in turn, caller first
"""


def test_every_first_bidder_is_told() -> None:
    assert set(_BIDS) == set(get_args(FirstBidder))


def notes(trump: str = "turned", first: str = "", sizes: str = "5", call: str = "") -> list[str]:
    result = check_text(TEXT.format(trump=trump, first=first, sizes=sizes, call=call))
    assert result.game is not None, result.diagnostics
    picture = make_picture(make_machine(open_table(result.game)))
    (lane,) = picture.lanes
    boxes = [*lane.boxes, *(box for path in lane.paths for box in path.boxes)]
    return [box.note for box in boxes if box.phase in ("turn", "bid")]


NEXT = "the next card makes trump"


@pytest.mark.parametrize(
    ("trump", "sizes", "turned"),
    [
        ("turned", "5", NEXT),
        ("turned, else none", "5", NEXT),
        ("turned, else none", "12 up to 13", f"{NEXT}; if none is left, there is no trump"),
        ("turned, else none", "13", "no card is left, and no trump"),
        ("turned, else last card", "13", "the dealer's last card makes trump"),
        (
            "turned, else last card",
            "13 down to 12",
            f"{NEXT}; if none is left, the dealer's last one does",
        ),
    ],
)
def test_what_is_turned_up(trump: str, sizes: str, turned: str) -> None:
    assert notes(trump, sizes=sizes)[0] == turned


@pytest.mark.parametrize(
    ("first", "told"),
    [
        ("", "each in turn, once round"),
        (", dealer first", "the dealer first, then each in turn"),
        (", right of dealer first", "the player right of the dealer first, then each in turn"),
    ],
)
def test_who_bids_first(first: str, told: str) -> None:
    assert notes(first=first)[1] == told


def test_who_bids_first_may_depend_on_the_call() -> None:
    assert notes(call=CALL)[1] == "each in turn; the call decides who is first"


REPEATED = """clag 2
game "Rows"
players 3
deal normal trump none bid in turn score tricks
deal Blind is normal with {blind}
schedule {schedule}
winner highest total, then shared
"""


def picture_of(schedule: str, blind: str = "sight others only play top card") -> Diagram:
    text = REPEATED.format(schedule=schedule, blind=blind)
    if "Blind" not in schedule:
        text = "".join(line for line in text.splitlines(True) if not line.startswith("deal Blind"))
    result = check_text(text)
    assert result.game is not None, result.diagnostics
    return make_picture(make_machine(open_table(result.game)))


def test_deals_without_a_choice_of_play_go_another_way() -> None:
    lanes = picture_of("1 card: Blind then 2 up to 3 cards: normal").lanes
    played = {lane.deals: [box.note for box in lane.boxes if box.phase == "play"] for lane in lanes}
    assert played == {
        ("Blind (deal 1)",): ["trick by trick, each the top card, which nobody chooses"],
        ("normal (deals 2 to 3)",): ["trick by trick"],
    }


def test_deals_that_differ_in_their_score_alone_go_the_same_way() -> None:
    (lane,) = picture_of("1 card: Blind then 2 up to 3 cards: normal", "score -tricks").lanes
    assert len(lane.deals) == 2


@pytest.mark.parametrize(
    ("schedule", "lines"),
    [
        (
            "repeat 10 times (1 card: Blind then 2 up to 3 cards: normal)",
            (
                "1: Blind, 1 card",
                "2 to 3: normal, 2 up to 3 cards",
                "4 to 30: the same nine times more",
            ),
        ),
        (
            "repeat 3 times 1 up to 3 cards: normal",
            ("1 to 3: normal, 1 up to 3 cards", "4 to 9: the same two times more"),
        ),
        (
            "repeat 2 times (1 card: Blind then 2 up to 3 cards: normal)",
            (
                "1: Blind, 1 card",
                "2 to 3: normal, 2 up to 3 cards",
                "4: Blind, 1 card",
                "5 to 6: normal, 2 up to 3 cards",
            ),
        ),
        ("repeat 3 times 2 cards: normal", ("1 to 3: normal, 2 cards",)),
        (
            "repeat 3 times (1 card: Blind then 2 cards: normal) then 3 cards: normal",
            (
                "1: Blind, 1 card",
                "2: normal, 2 cards",
                "3: Blind, 1 card",
                "4: normal, 2 cards",
                "5: Blind, 1 card",
                "6 to 7: normal, 2 up to 3 cards",
            ),
        ),
    ],
)
def test_rows_that_come_again_and_again_are_told_once(
    schedule: str, lines: tuple[str, ...]
) -> None:
    assert picture_of(schedule).schedule == lines
