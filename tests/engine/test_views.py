"""A view holds what its seat may see, and nothing else."""

import json
import re
from dataclasses import fields, replace

import jsonschema
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from support.engine_games import GAMES, HIDING, one_deal, random_match
from support.engine_twins import check_equal_views

from clagdsl.api import load
from clagdsl.engine.actions import Action, Play, read_action
from clagdsl.engine.events import BidsTold, HandSeen, HandShown, TrumpDrawn, TrumpTurned
from clagdsl.engine.match_state import CHANCE
from clagdsl.engine.state import State, start_match
from clagdsl.engine.view import View, event_schema, view_schema
from clagdsl.engine.worlds import sample_worlds
from clagdsl.lang.cards import PACK

FIELDS = [
    "seat",
    "players",
    "deal",
    "dealer",
    "actor",
    "phase",
    "hand",
    "unseen",
    "trump",
    "turned",
    "calls",
    "bids",
    "trick",
    "tricks",
    "totals",
    "events",
    "legal",
    "past",
    "shown_hands",
    "blind",
    "voids",
    "turned_before",
]


def test_a_view_has_the_documented_fields() -> None:
    assert [part.name for part in fields(View)] == FIELDS


# --- two matches that differ only in what a seat cannot see -------------------------------


AGAIN = load(
    text="""clag 2 game "Again" players 3 deal normal
trump turned, on A again, on J none, else none bid in turn score tricks
schedule 2 cards: normal winner highest total, then shared"""
)


def turned(stock: str) -> State:
    """The match in which these cards lie under the hands."""
    top = ["KS", "KH", "KD", "QS", "QH", "QD", *stock.split()]
    rest = [str(card) for card in PACK if str(card) not in top]
    return AGAIN.start(3).apply(f"deal {' '.join([*top, *rest])}")


@pytest.mark.parametrize(
    ("one", "other", "equal"),
    [
        ("AS AH 2C 3C", "AS AH 2C 4C", True),  # what lies under the last card turned
        ("AS JH 2C", "AS JH 3C", True),
        ("AS AH 2C", "AH AS 2C", False),  # the order of the cards turned
        ("AS 2C", "AS AH 2C", False),
        ("AS 2C", "AH 2C", False),
    ],
)
def test_all_cards_turned_are_public(one: str, other: str, equal: bool) -> None:
    for seat in range(3):
        first, second = turned(one).view(seat), turned(other).view(seat)
        assert (first == second) is equal


def test_no_world_deals_a_card_that_was_turned() -> None:
    view = turned("AS AH AC 2C").view(0)
    for world in sample_worlds(view, AGAIN.start(3).table, 50, 1):
        assert world.view(0) == view
        held = {card for hand in world.hands for card in hand}
        assert not held & {*view.turned_before, view.turned}


@settings(max_examples=12, deadline=None)
@given(st.sampled_from(sorted(GAMES)), st.integers(3, 6), st.integers(0, 10**6))
def test_views_never_tell_what_a_seat_cannot_see(name: str, players: int, seed: int) -> None:
    assume(check_equal_views(GAMES[name], players, seed))


@pytest.mark.parametrize("name", HIDING)
def test_views_of_one_deal_never_tell(name: str) -> None:
    assert sum(check_equal_views(one_deal(name, 3), 3, seed, 10) for seed in range(12)) > 60


def test_the_comparison_itself_notices_a_difference() -> None:
    state = start_match(one_deal("normal"), 3).apply("deal " + " ".join(map(str, PACK)))
    pack = list(PACK)
    pack[0], pack[1] = pack[1], pack[0]
    twin = start_match(one_deal("normal"), 3).apply("deal " + " ".join(map(str, pack)))
    assert twin.view(0) != state.view(0)
    assert twin.view(1) != state.view(1)
    assert twin.view(2) == state.view(2)


# --- bids that are made together ----------------------------------------------------------

TOGETHER = """clag 2
game "Together"
players 3 to 5
deal normal trump {trump} bid together each bid keeps bid != 1
  shown {shown} sight {sight} score bids
schedule 3 cards: normal
winner highest total, then shared
"""


@settings(max_examples=20, deadline=None)
@given(st.data())
def test_views_never_tell_a_bid_before_all_are_made(data: st.DataObject) -> None:
    """Two states that differ in another's hidden bid give equal views and equal legal actions."""
    when = st.sampled_from(["before bids", "after bids"])
    trump = data.draw(st.sampled_from(["none", "turned"]))
    text = TOGETHER.format(trump=trump, shown=data.draw(when), sight=data.draw(when))
    players, seed = data.draw(st.integers(3, 5)), data.draw(st.integers(0, 99))
    rules = load(text=text).rules
    bids = st.lists(st.sampled_from([0, 2, 3]), min_size=players, max_size=players)
    one, other = data.draw(bids), data.draw(bids)
    seat, made = data.draw(st.integers(0, players - 1)), data.draw(st.integers(0, players - 1))
    other[seat] = one[seat]
    states = []
    for said in (one, other):
        state = start_match(rules, players, seed=seed)
        for bid in said[:made]:
            assert state.position.acting[0] == state.actor
            state = state.apply(f"bid {bid}")
        states.append(state)
    first, second = states
    assert first.position.acting == tuple(range(made, players))
    assert first.legal() == second.legal()
    assert first.view(seat) == second.view(seat)
    assert first.view(seat).to_json() == second.view(seat).to_json()
    assert (first.view(seat).legal == first.legal()) == (seat >= made)
    assert first.view(seat).bids == tuple(
        bid if place == seat and place < made else None for place, bid in enumerate(one)
    )
    for bid in one[made:]:
        first = first.apply(f"bid {bid}")
    assert first.view(seat).bids == tuple(one)
    assert BidsTold(tuple(one)) in first.view(seat).events


# --- trump that is drawn ------------------------------------------------------------------

DRAWN = """clag 2
game "Drawn"
players 3 to 5
deal normal trump drawn shown {shown} sight {sight} bid in turn score bids
schedule 2 cards: normal
winner highest total, then shared
"""


@pytest.mark.parametrize("sight", ["before bids", "after bids"])
@pytest.mark.parametrize("shown", ["before bids", "after bids"])
def test_views_never_tell_the_suit_drawn_before_it_is_shown(shown: str, sight: str) -> None:
    rules = load(text=DRAWN.format(shown=shown, sight=sight)).rules
    pack = " ".join(map(str, PACK))
    one, other = (
        start_match(rules, 3).apply(f"deal {pack} trump {suit}") for suit in ("hearts", "clubs")
    )
    for bid in (0, 1, 1):
        told = shown == "before bids"
        for seat in range(3):
            first, second = one.view(seat), other.view(seat)
            assert (first == second) == (first.to_json() == second.to_json()) == (not told)
            assert (first.trump is None) == (not told)
            assert first.turned is None
        one, other = one.apply(f"bid {bid}"), other.apply(f"bid {bid}")
    assert one.view(0).trump == ("H",)
    assert other.view(0).trump == ("C",)
    assert TrumpDrawn("C") in other.view(1).events


# --- the forehead -------------------------------------------------------------------------


@settings(max_examples=15, deadline=None)
@given(st.sampled_from(["Forehead", "Forehead Stack"]), st.integers(3, 6), st.integers(0, 10**6))
def test_a_view_holds_every_card_but_the_own_ones(name: str, players: int, seed: int) -> None:
    """On the forehead: no part of a view has a card that its seat holds, and all the others'."""
    for state in random_match(one_deal(name, 4), players, seed):
        if state.over:
            break
        for seat in range(players):
            view, held = state.view(seat), set(state.hands[seat])
            assert view.hand == ()
            assert view.unseen == len(held)
            assert view.shown_hands == tuple(
                () if other == seat else tuple(sorted(hand, key=PACK.index))
                for other, hand in enumerate(state.hands)
            )
            shown = [event.seat for event in view.events if isinstance(event, HandShown)]
            assert shown == [other for other in range(players) if other != seat]
            told = json.dumps(replace(view, legal=()).to_json())
            told = re.sub(r'"face": "\w+"', "", told)  # a wild may be named as any card
            assert not {str(card) for card in held} & set(re.findall(r"\w+", told))
            assert not any(isinstance(action, Play) for action in view.legal)


# --- what exactly a seat sees -------------------------------------------------------------


def dealt(name: str, cards: int = 2) -> State:
    """Three players; seat 0 has AS and JS, seat 1 KS and 10S, seat 2 QS and 9S; 8S is next."""
    return start_match(one_deal(name, cards), 3).apply("deal " + " ".join(map(str, PACK)))


@pytest.mark.parametrize(
    ("name", "in_bids", "in_play"),
    [
        ("normal", 2, 2),
        ("Half Blind", 0, 2),
        ("Blind Misere", None, 2),
        ("Misere", None, 2),
        ("Roll 'Em", 0, 0),
    ],
)
def test_who_looks_at_a_hand_does_so_once(name: str, in_bids: int | None, in_play: int) -> None:
    """How many cards a seat sees of its own while bids are made, and in the play."""
    state, held = dealt(name), {}
    while state.phase in ("bid", "play") and state.phase not in held:
        held[state.phase] = len(state.view(0).hand)
        while state.phase == "bid":
            state = state.apply(state.legal()[0])
    assert held == {"play": in_play} | ({} if in_bids is None else {"bid": in_bids})
    looks = [event.seat for event in state.events if isinstance(event, HandSeen)]
    assert looks == ([0, 1, 2] if in_play else [])


@pytest.mark.parametrize(("bid", "looks_first"), [("fixed 0", True), ("in turn", False)])
def test_where_nobody_bids_blind_cards_are_looked_at_once_they_are_dealt(
    bid: str, looks_first: bool
) -> None:
    game = load(
        text=f"""clag 1 game "X" players 3 to 3
        deal normal trump turned bid {bid} score tricks sight after bids
        schedule 2 cards: normal winner highest total, then shared"""
    )
    state = game.start(players=3).apply("deal " + " ".join(map(str, PACK)))
    happened = [type(event) for event in state.events]
    if looks_first:
        assert happened.index(HandSeen) < happened.index(TrumpTurned)
    else:
        assert HandSeen not in happened


# --- as JSON ------------------------------------------------------------------------------


@pytest.mark.parametrize("name", sorted(GAMES))
def test_views_and_events_are_valid_against_their_schemas(name: str) -> None:
    views = jsonschema.Draft202012Validator(view_schema())
    events = jsonschema.Draft202012Validator(event_schema())
    for schema in (view_schema(), event_schema()):
        jsonschema.Draft202012Validator.check_schema(schema)
    states = list(random_match(GAMES[name], 4, 3, by_hand=True))
    seen: set[str] = set()
    for state in states[:: max(1, len(states) // 12)] + states[-1:]:
        for seat in (0, 3):
            document = json.loads(json.dumps(state.view(seat).to_json()))
            # A view holds all that has happened: each event of a seat is looked at once.
            happened = [text for text in map(json.dumps, document["events"]) if text not in seen]
            seen.update(happened)
            views.validate({**document, "events": [json.loads(text) for text in happened]})
            assert document["version"] == 1
            legal = [read_action(text) for text in document["legal"]]
            assert tuple(legal) == state.view(seat).legal
            assert document["events"] == [e.to_json() for e in state.view(seat).events]
    for event in states[-1].events:
        events.validate(event.to_json())


def test_the_schema_refuses_what_is_no_view() -> None:
    views = jsonschema.Draft202012Validator(view_schema())
    document = dealt("normal").view(0).to_json()
    assert views.is_valid(document)
    assert not views.is_valid({**document, "hands": []})
    assert not views.is_valid({**document, "hand": ["1S"]})
    assert not views.is_valid({**document, "version": 2})
    assert not views.is_valid({key: document[key] for key in document if key != "unseen"})


def test_a_view_as_json() -> None:
    state = dealt("normal").apply("bid 1")
    document = state.view(1).to_json()
    assert document["hand"] == ["KS", "10S"]
    assert document["bids"] == [1, None, None]
    assert (document["trump"], document["turned"], document["actor"]) == (["S"], "8S", 1)
    assert document["legal"] == ["bid 0", "bid 1", "bid 2"]
    assert start_match(one_deal("normal"), 3).view(0).to_json()["actor"] == CHANCE.value == "chance"
    events = document["events"]
    assert isinstance(events, list)
    assert events[1] == {"version": 1, "kind": "CardsDealt", "cards": 2, "pack": None}
    assert events[-1] == {"version": 1, "kind": "BidMade", "seat": 0, "bid": 1}


def test_views_are_values() -> None:
    view = dealt("normal").view(0)
    assert view == replace(view)
    assert hash(view) == hash(replace(view))
    actions: tuple[Action, ...] = view.legal
    assert {action: str(action) for action in actions}
