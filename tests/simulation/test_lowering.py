"""What the kernels are told of a schedule: who deals, and which deals are played in step."""

from __future__ import annotations

import pytest

import clagdsl
from clagdsl.lang.rules import FixedOrder
from clagdsl.problems.model import ArgumentError
from clagdsl.simulation.lowering import score_tables
from clagdsl.simulation.lowering.lower import lower
from clagdsl.table.deal_rules import DealRules
from clagdsl.table.outcomes import Outcomes
from clagdsl.table.table import Table
from clagdsl.table.tabulate import ScoreColumns, score_columns

HEAD = """clag 2
game "Schedule"
players 3
deal a trump turned bid in turn score tricks
"""
END = "winner highest total, then shared"


def table(deals: str, schedule: str) -> Table:
    return clagdsl.load(text=f"{HEAD}{deals} schedule {schedule} {END}").start().table


def test_after_a_winner_may_deal_nobody_knows_who_deals() -> None:
    tables = lower(table("deal w is a with next dealer winner", "2 cards: a, a, a, a, w, a, a"))
    assert tables.dealers.tolist() == [2, 0, 1, 2, 0, -1, -1]
    assert tables.in_step.tolist() == [True] * 7
    assert tables.turned_seats.tolist() == [False] * 4 + [True] * 3


ORDINARY = {
    "a call": "call by dealer at most one of x twist x score bid",
    "the winner deals": "next dealer winner",
    "an order of trumps": "trump named by dealer any order",
    "a settled order": "trump order H C D S",
    "the top card": "play top card",
    "ranks": "rank 2 3 4 5 6 7 8 9 10 J Q K A",
    "points": "trick worth trick score points",
    "wilds of a rank": "wild 2",
    "wilds of two ranks": "wild 2 3",
    "wilds of all ranks": "wild A K Q J 10 9 8 7 6 5 4 3 2",
    "as many calls as groups": f"call by dealer one of {', '.join(f'x{one}' for one in range(64))} "
    + " ".join(f"twist x{one} score bid + {one}" for one in range(64)),
}
OTHERS = {
    "wilds of top cards": "wild 2 play top card",
    "wilds where higher cards are owed": "wild 2 follow higher suit, else suit, else anything",
    "an auction": "trump named in auction auction 1 to cards C none",
    "bids unseen by choice": "sight by choice",
    "more calls than groups": f"call by dealer one of {', '.join(f'x{one}' for one in range(65))} "
    + " ".join(f"twist x{one} score bid + {one}" for one in range(65)),
}

PAST = """
run zeros when bid = 0
tally bags = {} when tricks > bid, otherwise 0
"""


@pytest.mark.parametrize("name", ORDINARY | OTHERS)
def test_a_deal_in_which_every_card_is_one_of_its_suit_is_played_in_step(name: str) -> None:
    tables = lower(table(f"deal o is a with {(ORDINARY | OTHERS)[name]}", "2 cards: a, a, o"))
    assert tables.in_step.tolist() == [True, True, name in ORDINARY]


@pytest.mark.parametrize(
    ("wild", "players", "in_step"),
    [("K in suit", 3, True), ("K in suit", 4, True), ("K in suit", 5, False), ("K", 5, True)],
)
def test_wilds_that_may_find_every_card_of_their_suit_named_are_not_played_in_step(
    wild: str, players: int, in_step: bool
) -> None:
    text = f"""clag 2 game "Named" players 3 to 5 pack highest 4 ranks
        deal a trump turned bid in turn score tricks wild {wild} schedule 2 cards: a {END}"""
    made = clagdsl.load(text=text).start(players).table
    assert lower(made).in_step.tolist() == [in_step]


SPECIAL = "special {} is low asks next card special {} is high asks nothing"
PLAIN = {
    "two names": ("4 Wizard, 4 Jester", SPECIAL.format("Jester", "Wizard"), ""),
    "a name twice as often": ("7 Jester", "special Jester is high asks nothing", ""),
    "a named suit": (
        "1 Fool",
        "special Fool is low asks nothing",
        "trump turned, on Fool named by dealer any suit or none",
    ),
    "a named order elsewhere": (
        "1 Fool",
        "special Fool is low asks nothing",
        "trump named by dealer any order",
    ),
}
NOT_PLAIN = {
    "wilds": ("1 Fool", "special Fool is low asks nothing", "wild 2"),
    "higher cards": (
        "1 Fool",
        "special Fool is low asks nothing",
        "follow higher suit, else suit, else anything",
    ),
    "a named order": (
        "1 Fool",
        "special Fool is low asks nothing",
        "trump turned, on Fool named by dealer any order",
    ),
    "two powers": ("1 Fool", "special Fool is high or low asks nothing", ""),
    "two demands": ("1 Fool", "special Fool is low asks nothing or next card", ""),
    "the only suit": ("1 suits, 1 Fool", "special Fool is low asks named suit", ""),
    "its highest": ("1 suits, 1 Fool", "special Fool is low asks highest of named suit", ""),
    "equal cards": (
        "2 of each, 1 Fool",
        "special Fool is low asks nothing",
        "equal cards last wins",
    ),
    "four names": (
        "1 One, 1 Two, 1 Six, 1 Ten",
        f"{SPECIAL.format('One', 'Two')} {SPECIAL.format('Six', 'Ten')}",
        "",
    ),
}


@pytest.mark.parametrize("name", PLAIN | NOT_PLAIN)
def test_special_cards_that_are_played_in_one_way_are_played_in_step(name: str) -> None:
    pack, declared, more = (PLAIN | NOT_PLAIN)[name]
    ranks = "highest 7 ranks" if "2 of each" in pack else "all ranks"
    trump = "" if "trump" in more else "trump none"
    text = f"""clag 2 game "Special" players 3 pack {ranks}, {pack} {declared}
        deal a bid in turn score tricks {trump} {more} schedule 2 cards: a {END}"""
    made = clagdsl.load(text=text).start().table
    assert lower(made).in_step.tolist() == [name in PLAIN]


def test_deals_with_runs_and_tallies_are_played_in_step() -> None:
    for added in ("tricks - bid", "points - bid"):
        past = f"{PAST.format(added)}deal a trick worth 2 * trick"
        text = HEAD.replace("deal a", past)
        made = clagdsl.load(text=f"{text} schedule 2 cards: a, a {END}").start().table
        assert lower(made).in_step.tolist() == [True] * 2


def test_lanes_have_room_for_eight_seats() -> None:
    head = HEAD.replace("players 3", "players 8 to 9")
    game = clagdsl.load(text=f"{head} schedule 1 cards: a then 3 cards: a {END}")
    for players in (8, 9):
        assert lower(game.start(players).table).in_step.tolist() == [players == 8] * 2


def test_a_schedule_of_too_many_scenes_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    made = table("deal b is a with score bid", "2 cards: a then dealer picks 2 to 4 cards: b")
    monkeypatch.setattr("clagdsl.simulation.lowering.lower.MOST_SCENES", 4)
    lower(made)
    monkeypatch.setattr("clagdsl.simulation.lowering.lower.MOST_SCENES", 2)
    with pytest.raises(ArgumentError, match="`b` can go in too many ways"):
        lower(made)


@pytest.mark.parametrize("score", ["bid * tricks", "bid + zeros", "bid + row_best"])
def test_a_game_whose_tables_are_too_large_together_is_refused(
    score: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    head = HEAD.replace("deal a", f"{PAST.format('tricks - bid')}deal a")
    deals = f"deal b is a with score {score} + bags last bid keeps bids != cards"
    schedule = "schedule 2 cards: a then repeat 4 times 4 cards: b"
    made = clagdsl.load(text=f"{head}{deals} {schedule} {END}").start().table
    lowered = lower(made)
    figures = len(lowered.scores) + len(lowered.past.added) + len(lowered.limits)
    most = "clagdsl.simulation.lowering.lower.MOST_FIGURES"
    if "row_best" not in score:  # tables are made for it, which the game does not keep
        monkeypatch.setattr(most, figures)
        lower(made)
        figures -= 1
    monkeypatch.setattr(most, figures)
    with pytest.raises(ArgumentError, match=r"U627: `.` can go in too many ways"):
        lower(made)


def test_an_order_that_leaves_a_suit_out_is_refused() -> None:
    made = table("", "2 cards: a")
    rules = made.rules("a")
    object.__setattr__(rules, "trump", FixedOrder(("H", "C")))
    with pytest.raises(ArgumentError, match="the order of suits in `a` leaves some out"):
        lower(made)


def test_a_score_may_depend_on_so_much_and_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    entries = 5 * 5 * 13  # bids and tricks of 4 cards, and sums of the bids of three players
    hanging = table("deal w is a with score tricks * bid + bids", "1 card: a then 4 cards: w")
    for most in (entries + 1, entries):
        monkeypatch.setattr(score_tables, "MOST_ENTRIES", most)
        lower(hanging)
    monkeypatch.setattr(score_tables, "MOST_ENTRIES", entries - 1)
    with pytest.raises(ArgumentError, match="U627: the score of `w` depends on too much"):
        lower(hanging)


def test_a_table_of_scores_is_made_from_no_more_outcomes_than_it_has_entries(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rows: list[int] = []

    def counted(rules: DealRules, deal: int, cards: int, outcomes: Outcomes) -> ScoreColumns:
        rows.append(len(outcomes.rows))
        return score_columns(rules, deal, cards, outcomes)

    monkeypatch.setattr(score_tables, "score_columns", counted)
    lowered = lower(
        table(
            "deal w is a with card worth 1 KH, 70 QS deal b is w with score points",
            "1 card: a then 4 cards: w, b",
        )
    )
    assert rows[:2] == [4, 25]  # the tricks of `w` can be worth much, which its score does not read
    assert rows[2] > 70
    assert sum(rows) == len(lowered.scores)
