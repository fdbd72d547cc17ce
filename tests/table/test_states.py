"""The state machine of a game: its phases, states, invariants and listing.

`CLAGDSL_REWRITE=1 pytest tests/table/test_states.py` writes the listing in tests/golden anew;
the change is then reviewed as text.
"""

import itertools
from dataclasses import replace
from pathlib import Path

import pytest
from support.expected import assert_as_reviewed
from support.machine_checks import violations
from support.machine_listing import listing
from support.table_games import aspects, clause, game

from clagdsl.check.checker import check_text
from clagdsl.lang.rules import (
    Call,
    CallGroup,
    Deal,
    FixedBid,
    FixedOrder,
    Ladder,
    NamedTrump,
    NoBid,
    NotCounted,
    NoTrump,
    Number,
    OneSize,
    PickedSize,
    ScheduleRow,
    TurnedTrump,
    Twist,
)
from clagdsl.table.states import END, NEXT, State, Step, Ways, make_machine, ranges
from clagdsl.table.table import make_table

GOLDEN = Path(__file__).parent.parent / "golden"

ORDINARY = Deal("normal", aspects(), "n")
CALL = Call(
    "winner of last deal",
    (
        CallGroup("one of", ("Trumps", "No Trumps", "Precedence", "Dealer's")),
        CallGroup("any of", ("Misere", "Blind")),
        CallGroup("at most one of", ("Nuloss",)),
    ),
)
TWISTS = (
    Twist("Trumps", trump=clause(TurnedTrump())),
    Twist("No Trumps", trump=clause(NoTrump())),
    Twist("Precedence", trump=clause(NamedTrump("caller", "order"))),
    Twist("Dealer's", trump=clause(NamedTrump("dealer", "suit"))),
    Twist("Misere", bid=clause(FixedBid(0))),
    Twist("Blind", play=clause("top card")),
    Twist("Nuloss"),
)


def row(sizes, *deals, repeat=None):
    return ScheduleRow(sizes, deals, repeat)


SCHEDULED = make_table(
    game(
        ORDINARY,
        Deal("No Trumps", aspects(trump=NoTrump())),
        Deal("Guess Trumps", aspects(shown="after bids")),
        Deal("Misere", aspects(bid=FixedBid(0), shown="after bids")),
        Deal("Dealer Calls", aspects(trump=NamedTrump("dealer", "suit"))),
        Deal("Precedence", aspects(trump=FixedOrder(("H", "C", "D", "S")))),
        Deal("Highest Number", aspects(bid=NoBid(), score=Number(0), completed=NotCounted())),
        schedule=(
            row(Ladder(Number(1), Number(3), "up"), "normal"),
            row(
                OneSize(Number(7)),
                "No Trumps",
                "Guess Trumps",
                "Misere",
                "Dealer Calls",
                "Precedence",
                "Highest Number",
            ),
            row(Ladder(Number(2), Number(1), "down"), "normal"),
        ),
    ),
    4,
)
CALLED = make_table(
    game(
        Deal("called", aspects(call=CALL)),
        ORDINARY,
        twists=TWISTS,
        schedule=(
            row(PickedSize(Number(3), Number(7)), "called", repeat=Number(2)),
            row(OneSize(Number(5)), "normal", "called"),
            row(PickedSize(Number(2), Number(3)), "normal"),
        ),
    ),
    4,
)
TABLES = {"scheduled": SCHEDULED, "called": CALLED}


@pytest.mark.parametrize("name", TABLES)
@pytest.mark.parametrize("players", [3, 4, 7])
def test_no_invariant_is_broken(name, players):
    assert violations(make_machine(make_table(TABLES[name].game, players))) == ()


def test_the_most_decisions():
    """Four players: bids and cards of every deal, and one for each name, call and size."""
    ordinary = sum(4 + 4 * cards for cards in (1, 2, 3, 2, 1))
    specials = 4 * (4 + 28) + 2 * 28 + 1
    assert make_machine(SCHEDULED).decisions == ordinary + specials
    called = 1 + 1 + 4 + 28 + 1  # size, call, bids, cards and an order or a suit to name
    assert make_machine(CALLED).decisions == 2 * called + (4 + 20) + (6 + 20) + (5 + 12)


def machine_of(trump, schedule):
    found = check_text(
        f'clag 2\ngame "X"\nplayers 4\ndeal n\n  trump {trump}\n  bid in turn\n  score tricks\n'
        f"schedule {schedule}\nwinner highest total, then shared\n"
    )
    return make_machine(make_table(found.game, 4))


def test_the_rest_is_dealt_when_trump_is_named():
    trump = "named by eldest from 3 cards any suit"
    ladder, few, more = (
        machine_of(trump, schedule)
        for schedule in ("1 up to 5 cards: n", "1 up to 3 cards: n", "4 up to 5 cards: n")
    )
    for machine in (ladder, few, more):
        assert violations(machine) == ()
        assert {one.actor for one in machine.states if one.moment == "name"} == {"eldest"}
    assert ["rest" in one.courses[0].phases for one in (ladder, few, more)] == [True, False, True]
    ways = [
        (one.courses[0].ways.first_cards, one.courses[0].ways.at_once) for one in (ladder, more)
    ]
    assert ways == [((3,), True), ((3,), False)]
    told = [
        [(one.target, one.event, one.condition) for one in machine.steps if one.source == source]
        for machine in (ladder, more)
        for source in ("n: deal", "n: name")
    ]
    fewer, further = "all cards are dealt", "more cards are to be dealt"
    assert told == [
        [("n: name", "CardsDealt", fewer), ("n: name", "FirstCardsDealt", further)],
        [("n: bid", "TrumpNamed", fewer), ("n: rest", "TrumpNamed", further)],
        [("n: name", "FirstCardsDealt", "")],
        [("n: rest", "TrumpNamed", "")],
    ]
    assert Step("n: rest", "n: bid", "CardsDealt") in more.steps


def test_the_rest_may_hang_on_the_cards_that_are_picked():
    trump = "named by eldest from 3 cards any suit when cards > 3, otherwise turned"
    machine = machine_of(trump, "dealer picks 3 to 5 cards: n")
    assert violations(machine) == ()
    events = [one.event for one in machine.steps if one.source == "n, picked: deal"] or [
        one.event for one in machine.steps if one.source == "n: deal"
    ]
    assert sorted(events) == ["CardsDealt", "FirstCardsDealt"]


def test_what_names_no_trump_says_why():
    for trump, why in (
        ("none", "there is no trump"),
        ("turned", "trump is turned"),
        ("drawn", "trump is drawn"),
        ("hearts", "hearts are always trump"),
        ("order hearts spades diamonds clubs", "the order of the suits is fixed"),
        ("rotates hearts none", "the schedule says what is trump"),
        ("named in auction\n  auction 1 to cards C", "trump is named in the auction"),
    ):
        (course,) = machine_of(trump, "3 cards: n").courses
        assert dict(course.skipped)["name"] == why


def test_deals_of_one_name_go_as_their_numbers_say():
    courses = machine_of("turned when deal = 1, otherwise none", "1 up to 3 cards: n").courses
    assert [(one.name, "turn" in one.phases, one.ways.turned) for one in courses] == [
        ("n, deal 1", True, ("next card",)),
        ("n, deals 2 to 3", False, ()),
    ]


def test_deals_of_one_name_go_as_their_numbers_say_after_a_call():
    trump = "none\n  call by dealer any of A\ntwist A trump turned when deal = 1, otherwise none"
    text = (
        f'clag 2\ngame "X"\nplayers 4\ndeal n bid in turn score tricks trump {trump}\n'
        "schedule 1 up to 3 cards: n\nwinner highest total, then shared\n"
    )
    courses = make_machine(make_table(check_text(text).game, 4)).courses
    assert [(one.name, len(one.branches)) for one in courses] == [
        ("n, deal 1", 2),
        ("n, deals 2 to 3", 1),
    ]


def test_a_deal_goes_on_as_the_cards_say_that_the_dealer_picks():
    """Of two ways each has its own."""
    trump = "turned when cards = 1, otherwise none"
    (course,) = machine_of(trump, "dealer picks 1 to 3 cards: n").courses
    assert course.phases == ("size", "deal")
    assert course.skipped == ()
    assert [(one.condition, "turn" in one.phases, one.ways.turned) for one in course.branches] == [
        ("1 card", True, ("next card",)),
        ("2 to 3 cards", False, ()),
    ]
    (course,) = machine_of("turned", "dealer picks 1 to 3 cards: n").courses
    assert course.branches == ()


def test_where_the_whole_pack_is_dealt_no_card_is_left_to_turn():
    (course,) = machine_of("turned, else none", "12 up to 13 cards: n").courses
    assert course.ways.turned == ("next card", "none")
    (course,) = machine_of("turned, else last card", "13 cards: n").courses
    assert course.ways.turned == ("last card",)


def machine_for_four(aspects, schedule, more=""):
    """The machine of a game for four players with one deal of these aspects, whatever is warned."""
    found = check_text(
        f'clag 2\ngame "X"\nplayers 4\n{more}deal n\n  score tricks\n  {aspects}\n'
        f"schedule {schedule}\nwinner highest total, then shared\n"
    )
    assert found.game is not None, found.diagnostics
    machine = make_machine(make_table(found.game, 4))
    assert violations(machine) == ()
    return machine


def out_of(machine, source):
    return [(s.target, s.event, s.condition) for s in machine.steps if s.source == source]


def test_a_suit_that_is_drawn_is_no_card_turned():
    drawn = machine_for_four("trump drawn bid in turn", "repeat 2 times 5 cards: n")
    assert out_of(drawn, "n: turn") == [("n: bid", "TrumpDrawn", "")]
    either = machine_for_four(
        "trump drawn when cards > 3, otherwise turned bid in turn",
        "dealer picks 3 to 4 cards: n",
    )
    assert out_of(either, "n: turn") == [
        ("n: bid", "TrumpDrawn", "a suit is drawn"),
        ("n: bid", "TrumpTurned", "a card is turned"),
    ]


SPECIALS = """pack all ranks, 4 Wizard, 4 Jester
special Wizard is high asks nothing
special Jester is low asks next card
"""


def test_a_special_card_that_is_turned_may_let_the_dealer_name_trump():
    """60 cards: of 15 each none is left to turn."""
    on = "bid in turn trump turned, on Wizard named by dealer any suit, on Jester none, else "
    machine = machine_for_four(f"{on}none", "14 up to 15 cards: n", SPECIALS)
    (course,) = machine.courses
    assert course.phases == ("deal", "turn", "name", "bid", "play", "score")
    assert course.ways == Ways(
        first=("eldest",),
        turned=("next card", "none"),
        named_on=("Wizard",),
        played=("any card",),
    )
    assert dict(course.skipped) == {
        "size": "the schedule says how many cards",
        "call": "nothing is called",
    }
    assert {s.moment: s.actor for s in machine.states}["name"] == "dealer"
    assert out_of(machine, "n: turn") == [
        ("n: bid", "TrumpTurned", "no trump to name"),
        ("n: name", "TrumpTurned", "the dealer names trump"),
    ]
    assert out_of(machine, "n: name") == [("n: bid", "TrumpNamed", "")]
    for nothing_left, turned, named_on in (
        ("none", ("none",), ()),
        ("last card", ("last card",), ("Wizard",)),
    ):
        (course,) = machine_for_four(on + nothing_left, "15 cards: n", SPECIALS).courses
        assert (course.ways.turned, course.ways.named_on) == (turned, named_on)


@pytest.mark.parametrize(
    ("schedule", "turned"),
    [
        ("11 up to 12 cards: n", ("next card",)),
        ("12 up to 13 cards: n", ("next card", "none")),
        ("13 cards: n", ("none",)),
        ("dealer picks 11 to 12 cards: n", ("next card",)),
        ("dealer picks 12 to 13 cards: n", ("next card", "none")),
    ],
)
def test_a_card_is_turned_in_the_sizes_of_the_schedule(schedule, turned):
    for call in ("", "\n  call by dealer any of A"):
        twist = "twist A bid none completed not counted\n" if call else ""
        machine = machine_for_four(f"bid in turn trump turned, else none{call}", schedule, twist)
        (course,) = machine.courses
        assert course.ways.turned == turned
        assert [branch.ways.turned for branch in course.branches] == [turned, turned][
            : 2 * bool(call)
        ]


def test_an_auction_goes_on_until_one_is_left_or_all_have_passed():
    auction = "trump named in auction\n  auction 1 to cards C"
    machine = machine_for_four(f"bid in turn, drawn first {auction}", "1 up to 3 cards: n")
    (course,) = machine.courses
    assert course.auction_bid_counts == (1, 2, 3)
    assert course.ways == Ways(first=("drawn",), played=("any card",))
    assert out_of(machine, "n: auction") == [
        ("n: auction", "AuctionSaid", "more than one player is left"),
        ("n: auction", "Passed", "more than one player is left"),
        ("n: score", "DealThrownIn", "all have passed"),
        ("n: bid", "AuctionWon", "one player is left"),
    ]
    assert out_of(machine, "n: first") == [("n: deal", "BidderDrawn", "")]
    twist = f"twist A {auction}\n"
    machine = machine_for_four(
        "bid in turn trump none call by dealer any of A", "2 up to 4 cards: n", twist
    )
    (course,) = machine.courses
    assert course.auction_bid_counts == (2, 3, 4)
    assert [(one.name, one.condition) for one in course.branches] == [
        ("bid", "anything else"),
        ("auction, bid", "A"),
    ]


def test_who_may_look_first_decides_it_before_the_bid():
    """Two cards each: four looks, four bids, eight cards."""
    machine = machine_for_four("bid in turn trump drawn sight by choice", "2 cards: n")
    (course,) = machine.courses
    assert course.ways == Ways(
        first=("eldest",), turned=("drawn",), looks=True, played=("any card",)
    )
    assert machine.decisions == 4 + 4 + 8
    assert out_of(machine, "n: bid") == [
        ("n: bid", "Looked", "somebody has neither looked nor bid"),
        ("n: bid", "BidMade", "somebody has not bid"),
        ("n: play", "BidMade", "everybody has bid"),
    ]


def test_bids_made_together_are_told_before_a_card_is_turned_after_them():
    machine = machine_for_four("bid together trump turned shown after bids", "1 cards: n")
    (course,) = machine.courses
    assert (course.ways.first, course.bidders) == ((), "players together")
    assert machine.decisions == 4 + 4
    assert out_of(machine, "n: bid") == [
        ("n: bid", "BidMade", "somebody has not bid"),
        ("n: turn", "BidsTold", "everybody has bid"),
    ]


def test_what_hangs_on_a_call_and_on_the_cards_picked_is_told_by_both():
    trump = "bid in turn trump turned, else none call by dealer any of A"
    twist = "twist A trump none when cards = 12, otherwise turned, else none\n"
    (course,) = machine_for_four(trump, "dealer picks 12 to 13 cards: n", twist).courses
    assert [(one.name, one.calls, one.ways.turned) for one in course.branches] == [
        ("turn, bid", ((), ("A",)), ("next card", "none")),
        ("bid", (("A",),), ()),
    ]
    assert course.branches[0].condition.endswith(" or A with 13 cards")
    assert course.branches[1].condition == "A with 12 cards"
    assert dict(course.branches[1].skipped)["turn"] == "there is no trump"


def test_a_deal_that_is_also_picked_is_told_apart():
    for schedule, names in (
        ("dealer picks 1 to 4 cards: n", ["n"]),
        ("dealer picks 1 to 4 cards: n then 2 cards: n", ["n, picked", "n"]),
        ("2 cards: n then 2 cards: n", ["n"]),
    ):
        machine = machine_for_four("bid in turn trump none", schedule)
        assert [course.name for course in machine.courses] == names


def test_sizes_that_are_picked_from_others_are_told_apart():
    """Where the third size has a turn-up in both, it is not the same size."""
    trump = "bid in turn trump turned when cards = deal + 2, otherwise none"
    schedule = "dealer picks 1 to 3 cards: n then dealer picks 2 to 4 cards: n"
    first, second = machine_for_four(trump, schedule).courses
    assert (first.name, second.name) == ("n, deal 1", "n, deal 2")
    told = [[one.condition for one in course.branches] for course in (first, second)]
    assert told == [["1 to 2 cards", "3 cards"], ["2 to 3 cards", "4 cards"]]


def test_why_a_phase_is_left_out_is_told_of_every_size_that_is_picked():
    trump = "bid in turn trump hearts when cards = 1, otherwise none"
    (course,) = machine_for_four(trump, "dealer picks 1 to 2 cards: n").courses
    assert dict(course.skipped)["turn"] == "hearts are always trump or there is no trump"


def test_a_call_after_which_all_goes_alike_has_one_way():
    trump = "bid in turn trump none call by dealer any of A"
    twist = "twist A trump turned when cards > 2, otherwise none\n"
    first, second = machine_for_four(trump, "1 up to 4 cards: n", twist).courses
    assert [(one.name, one.condition, one.calls) for one in first.branches] == [
        ("bid", "", ((), ("A",)))
    ]
    assert [(one.name, one.condition) for one in second.branches] == [
        ("bid", "anything else"),
        ("turn, bid", "A"),
    ]


def test_the_listing():
    assert_as_reviewed(listing(make_machine(CALLED)), GOLDEN / "machine-called.txt")


def test_every_state_is_listed_once():
    for table in TABLES.values():
        machine = make_machine(table)
        lines = [line.split(" (")[0] for line in listing(machine).splitlines()]
        for state in machine.states:
            if state.name.count("(") == 0:
                assert lines.count(state.name) == 1, state.name
        assert listing(machine).count("->") == len(machine.steps)


def test_numbers_in_words():
    assert ranges([1]) == "1"
    assert ranges([1, 2, 3, 7, 9, 10]) == "1 to 3, 7, 9 to 10"


# --- broken machines ----------------------------------------------------------------------

MACHINE = make_machine(SCHEDULED)


def without(source, target):
    steps = tuple(s for s in MACHINE.steps if (s.source, s.target) != (source, target))
    assert len(steps) < len(MACHINE.steps)
    return replace(MACHINE, steps=steps)


def adding(*steps, states=()):
    return replace(MACHINE, states=(*MACHINE.states, *states), steps=(*MACHINE.steps, *steps))


LOST = State("lost", "score", "nobody")


@pytest.mark.parametrize(
    ("machine", "words"),
    [
        (adding(states=(LOST,)), "lost is never reached"),
        (adding(Step("normal: bid", "lost", "BidMade"), states=(LOST,)), "lost never comes to"),
        (adding(Step(END, NEXT, "DealBegun")), "end has a way out"),
        (without(NEXT, END), "end is never reached"),
        (without("Misere: score", NEXT), "Misere: score never comes to the end"),
        (without("Misere: deal", "Misere: turn"), "Misere: turn is never reached"),
        (adding(states=(State("over", "end", "nobody"),)), "there are 2 ends"),
        (adding(Step("normal: deal", "nowhere", "CardsDealt")), "no state nowhere"),
        (adding(states=(State("normal: bid", "bid", "nobody"),)), "two states are called"),
        (adding(Step("normal: play", "normal: bid", "BidMade")), "comes back to where it was"),
        (adding(Step("normal: bid", "normal: score", "BidMade")), "normal has 0 times play"),
        (adding(Step("normal: score", "Misere: play", "BidMade")), "normal has 2 times play"),
        (adding(Step("normal: deal", "normal: deal", "CardsDealt")), None),
        (
            replace(MACHINE, decisions=MACHINE.decisions + 1),
            f"{MACHINE.decisions + 1} decisions are said to be the most, {MACHINE.decisions} can",
        ),
        (
            replace(MACHINE, decisions=MACHINE.decisions - 1),
            f"{MACHINE.decisions - 1} decisions are said to be the most, {MACHINE.decisions} can",
        ),
    ],
)
def test_a_broken_machine_is_found(machine, words):
    found = violations(machine)
    if words is None:
        assert found == ()
    else:
        assert any(words in broken for broken in found), found


def small(*steps, more=(), decisions=8):
    """A machine of one deal of two cards for three, and what is said of it with these steps."""
    names = ("next", "n: deal", "n: bid", "n: play", "n: score", "end")
    moments = ("next", "deal", "bid", "play", "score", "end")
    states = tuple(State(*each, "nobody") for each in zip(names, moments, strict=True))
    path = tuple(
        Step(source, target, "BidMade") for source, target in itertools.pairwise(names[:-1])
    )
    whole = (*path, Step("n: score", "next", "DealScored"), Step("next", "end", "MatchEnded"))
    (course,) = (one for one in MACHINE.courses if one.name == "Misere")
    course = replace(
        course, name="n", numbers=(1,), auction_bid_counts=(0,), phases=("deal", "bid", "play")
    )
    scheduled = replace(MACHINE.schedule[0], low=2, high=2)
    return replace(
        MACHINE,
        players=3,
        states=(*states, *more),
        steps=(*whole, *steps),
        courses=(course,),
        schedule=(scheduled,),
        decisions=decisions,
    )


def test_a_way_through_a_deal_that_branches_counts_as_the_longest():
    """Each of three bids and plays twice; who may look decides three times more."""
    assert violations(small(decisions=9)) == ()
    shorter = Step("n: deal", "n: play", "BidMade")
    assert violations(small(shorter, decisions=9)) == ()
    look = State("n: look", "bid", "nobody")
    steps = Step("n: deal", "n: look", "CardsDealt"), Step("n: look", "n: play", "Looked")
    assert violations(small(*steps, more=(look,), decisions=12)) == ()
    assert violations(small(*steps, more=(look,), decisions=9)) == (
        "9 decisions are said to be the most, 12 can be",
    )


def test_all_that_is_wrong_with_a_machine_is_told():
    lost = State("lost", "score", "nobody")
    assert violations(small(more=(lost, lost))) == ("two states are called lost",)
    nowhere = Step("a", "n: deal", "BidMade"), Step("n: deal", "b", "BidMade")
    assert violations(small(*nowhere)) == ("no state a", "no state b")
    assert violations(small(more=(lost,))) == (
        "lost is never reached",
        "lost never comes to the end",
    )
    assert violations(small(Step("end", "n: deal", "BidMade"))) == ("end has a way out",)
    back = Step("n: play", "n: deal", "BidMade")
    assert violations(small(back)) == ("n comes back to where it was",)
    twice = State("n: again", "play", "nobody")
    steps = Step("n: play", "n: again", "BidMade"), Step("n: again", "n: score", "BidMade")
    assert violations(small(*steps, more=(twice,))) == ("n has 2 times play",)
    over = Step("n: play", "end", "MatchEnded")
    assert violations(small(over)) == ("n has 0 times score", "n ends with end")
    assert violations(replace(small(), states=small().states[:-1], steps=small().steps[:-1])) == (
        "there are 0 ends",
    )
