"""What a match holds, shows and records at one moment of it: seats, bids, events, records."""

from __future__ import annotations

from fractions import Fraction

import pytest
from support.engine_games import NAMES, RULES, WHOLE, begun, one_deal

from clagdsl.api import load
from clagdsl.engine.actions import Bid, Look
from clagdsl.engine.events import (
    AuctionSaid,
    AuctionWon,
    BidderDrawn,
    BidMade,
    BidsTold,
    CallMade,
    CardPlayed,
    CardsDealt,
    CardsPicked,
    DealBegun,
    DealerDrawn,
    DealScored,
    DealThrownIn,
    Event,
    FirstCardsDealt,
    HandSeen,
    HandShown,
    Looked,
    MatchWon,
    Passed,
    TrickWon,
    TrumpDrawn,
    TrumpNamed,
    TrumpTurned,
    seen_by,
)
from clagdsl.engine.state import State, start_match
from clagdsl.engine.transition import with_first_bidder
from clagdsl.engine.worlds import sample_worlds
from clagdsl.lang.cards import PACK, Card, Suit
from clagdsl.lang.philox import FIRST_DEALER, random_below, random_suit
from clagdsl.lang.policies.bid import AuctionContract
from clagdsl.lang.record import RecordedDeal, RecordedPlay
from clagdsl.problems.diagnostic import ArgumentError
from clagdsl.table.history import PastFigures


def happened(state: State, since: int = 0) -> tuple[Event, ...]:
    """What has happened, but for what has been dealt and seen of hands."""
    hands = CardsDealt | FirstCardsDealt | HandSeen | HandShown
    return tuple(event for event in state.events[since:] if not isinstance(event, hands))


# --- what a seat sees ---------------------------------------------------------------------

HANDS = (PACK[:2], PACK[2:4])
PUBLIC: tuple[Event, ...] = (
    DealerDrawn(1),
    DealBegun(1, "normal", 1),
    CardsPicked(1, 2),
    CallMade(1, ("A",)),
    AuctionSaid(0, 1, None),
    Passed(1),
    AuctionWon(0, 1, None),
    DealThrownIn(1),
    TrumpNamed(0, ("H",)),
    TrumpTurned(PACK[5]),
    TrumpDrawn("C"),
    BidderDrawn(0),
    Looked(0),
    BidMade(0, 1),
    BidMade(1, 2, blind=True),
    BidsTold((1, 2)),
    CardPlayed(0, PACK[0], None),
    TrickWon(1, 0),
    DealScored(1, (1, 0), (1, 0), (1, 0), 0),
    MatchWon((0,), (Fraction(0), Fraction(0))),
)


def test_a_seat_sees_no_pack_and_no_hand_or_bid_that_only_others_know() -> None:
    first, all_cards = FirstCardsDealt(1, 2, PACK), CardsDealt(2, PACK)
    looks = tuple(HandSeen(seat, hand) for seat, hand in enumerate(HANDS))
    shown = tuple(HandShown(seat, hand) for seat, hand in enumerate(HANDS))
    bids = (BidMade(0, 1, together=True), BidMade(1, 2, together=True, blind=True))
    events = (first, all_cards, *looks, *shown, *bids)
    dealt = (FirstCardsDealt(1, 2, None), CardsDealt(2, None))
    assert seen_by(0, events) == (
        *dealt,
        looks[0],
        shown[1],
        bids[0],
        BidMade(1, None, together=True, blind=True),
    )
    assert seen_by(1, events) == (
        *dealt,
        looks[1],
        shown[0],
        BidMade(0, None, together=True, blind=False),
        bids[1],
    )
    for seat in (0, 1):
        assert seen_by(seat, PUBLIC) == PUBLIC
        for event in PUBLIC:
            assert seen_by(seat, (event,)) == (event,)


# --- who sits there, and what deals ---------------------------------------------------------


@pytest.mark.parametrize(
    "names",
    [
        ("A", "B", "C" * 100),
        ("A" * 100, "B" * 100, "C" * 100),
        ["A", "B", " C "],
        ("A", "B", "\ud7ff\ue000"),
    ],
)
def test_names_of_up_to_100_letters_are_taken(names: list[str]) -> None:
    assert start_match(one_deal("normal"), names=names).names == tuple(names)


@pytest.mark.parametrize(
    ("names", "why"),
    [
        (("A", "B", "C" * 101), "more than 100 characters, or an incomplete one"),
        (("A" * 101, "B", "C"), "more than 100 characters, or an incomplete one"),
        (("A", "B", "C\ud800"), "more than 100 characters, or an incomplete one"),
        (("A\udfffA", "B", "C"), "more than 100 characters, or an incomplete one"),
        (("A", "B", ""), "a player's name is empty"),
        ((" ", "B", "C"), "a player's name is empty"),
        (("A", "B", "A"), "two players have the same name"),
        (("A", "B"), "`2` names for `3` players"),
        (("A", 2, "C"), "give the names as a list of strings, one for each player"),
        ("ABC", "give the names as a list of strings, one for each player"),
        (3, "give the names as a list of strings, one for each player"),
    ],
)
def test_other_names_are_refused(names, why) -> None:
    with pytest.raises(ArgumentError) as caught:
        start_match(one_deal("normal"), 3, names=names)
    assert (caught.value.code, why in caught.value.reason) == ("U622", True)


@pytest.mark.parametrize(
    ("wrong", "code"),
    [
        ({"seed": -1}, "U621"),
        ({"seed": 2**64}, "U621"),
        ({"seed": True}, "U621"),
        ({"seed": 1, "match": -1}, "U621"),
        ({"seed": 1, "match": 2**32}, "U621"),
        ({"seed": 1, "match": True}, "U621"),
        ({"dealer": -1}, "U623"),
        ({"dealer": 3}, "U623"),
        ({"dealer": True}, "U623"),
        ({"dealer": "Zed"}, "U623"),
    ],
)
def test_seeds_matches_and_dealers_are_within_their_bounds(wrong, code) -> None:
    with pytest.raises(ArgumentError) as caught:
        start_match(one_deal("normal"), 3, **wrong)
    assert caught.value.code == code


def test_the_ends_of_the_bounds_are_taken() -> None:
    rules = one_deal("normal", 1)
    for seed, match in ((0, 0), (2**64 - 1, 2**32 - 1)):
        state = start_match(rules, 3, seed, match)
        assert (state.seed, state.match) == (seed, match)
    for wrong in (-1, 3, True, "0"):
        with pytest.raises(ArgumentError) as caught:
            state.view(wrong)
        assert caught.value.code == "U623"
    assert state.view(None).seat is None  # what everybody may know
    assert (state.calls, state.trick, state.finished_tricks) == ((), (), ())
    assert state.record().rules == rules.file
    assert start_match(rules, 3, rules="mine").record().rules == "mine"


def test_the_first_dealer_is_a_seat_or_a_name_or_the_last() -> None:
    for dealer in (0, 1, 2, "Player 0", "Player 1", "Player 2", None):
        state = start_match(one_deal("normal"), 3, dealer=dealer)
        assert state.dealer == (2 if dealer is None else int(str(dealer)[-1]))
    for seat in (0, 1, 2):
        assert state.view(seat).seat == seat


# --- draws --------------------------------------------------------------------------------


def test_another_player_may_be_drawn_to_bid_first_before_the_first_bid() -> None:
    lot = begun("trump turned bid in turn, drawn first", "first Cy", WHOLE)
    other = State(with_first_bidder(lot.position, 1))
    assert other == begun("trump turned bid in turn, drawn first", "first Bob", WHOLE)
    assert (lot.events[1], other.events[1]) == (BidderDrawn(2), BidderDrawn(1))
    assert lot.events[2:] == other.events[2:]
    assert (lot.actor, other.actor) == (2, 1)
    made = other.apply("bid 2").apply("bid 0")
    assert made.bids == (None, 2, 0)


def test_everybody_sees_before_the_deal_who_is_drawn_to_bid_first() -> None:
    lots = "trump turned bid in turn, drawn first lead first bidder"
    bob, cy = (begun(lots, f"first {name}") for name in ("Bob", "Cy"))
    assert not any(bob.view(seat) == cy.view(seat) for seat in range(3))
    first, second, third, *rest = map(str, PACK)
    exchange = " ".join(["deal", first, third, second, *rest])  # between Bob and Cy
    for drawn in (bob, cy):
        dealt, exchanged = drawn.apply(WHOLE), drawn.apply(exchange)
        assert dealt.view(0) == exchanged.view(0)
        assert dealt.view(1) != exchanged.view(1)
        for world in sample_worlds(dealt.view(0), dealt.table, 3, 1):
            assert world.view(0) == dealt.view(0)
            assert world.position.dealing.drawn == drawn.position.dealing.drawn


def test_who_deals_first_is_drawn_and_told_once() -> None:
    state = begun(
        "trump none bid in turn", seats=", dealer drawn", schedule="1 up to 2 cards: normal"
    )
    assert (state.deal, state.cards) == (1, 1)
    assert (state.phase, state.first_dealer, state.events) == ("dealer", None, ())
    assert state.record().dealer is None
    state = state.apply("dealer Bob")
    assert (state.first_dealer, state.dealer) == (1, 1)
    assert state.events == (DealerDrawn(1), DealBegun(1, "normal", 1))
    assert state.record().dealer == "Bob"
    usual = begun("trump none bid in turn")
    assert usual.events == (DealBegun(1, "normal", 2),)
    lots = [random_below(seed, 0, 1, FIRST_DEALER, 3) for seed in range(12)]
    game = state.game
    assert [start_match(game, names=NAMES, seed=seed).dealer for seed in range(12)] == lots
    assert set(lots) == {0, 1, 2}


@pytest.mark.parametrize("seed", [0, 7])
def test_a_seed_draws_the_trump_of_each_deal(seed: int) -> None:
    deal, twists = "trump drawn bid fixed 0 call by dealer any of A", "twist A trump none\n"
    state = begun(deal, schedule="1 cards: normal, normal", twists=twists, seed=seed)
    for number in (1, 2):
        state = state.apply("call")
        suit = random_suit(seed, 0, number)
        assert (state.trump, recorded(state, number).trump) == ((suit,), suit)
        while state.deal == number and state.phase == "play":
            state = state.apply(state.legal()[0])
    assert begun(deal, "call A", twists=twists, seed=seed).trump == ()
    assert begun("trump turned bid in turn", seed=seed).position.dealing.suit is None


def test_the_caller_is_who_won_the_last_deal_and_the_first_dealer_at_first() -> None:
    """The highest spade wins each deal, and the deal passes to the left all the same."""
    state = begun(
        "trump none bid fixed 0 call by winner of last deal any of A",
        schedule="1 cards: normal, normal, normal, normal",
        twists="twist A lead caller\n",
    )
    packs = (("2S", "3S", "AS"), ("2S", "AS", "3S"), ("2S", "3S", "AS"), ("AS", "2S", "3S"))
    callers = []
    for number, dealt in enumerate(packs):
        rest = [str(card) for card in PACK if str(card) not in dealt]
        assert state.dealer == (2 + number) % 3
        state = state.apply("deal " + " ".join([*dealt, *rest]))
        assert state.actor == state.caller
        callers.append(state.caller)
        state = state.apply("call A")
        assert [e.seat for e in state.events if isinstance(e, CallMade)] == callers
        assert state.actor == state.caller
        while state.deal == number + 1 and not state.over:
            state = state.apply(state.legal()[0])
    winners = [deal.winner for deal in state.history]
    assert callers == [2, *winners[:-1]]
    assert len(set(winners)) == 3


def test_who_names_trump_after_the_bids_has_looked_by_then() -> None:
    state = begun(
        "trump named by highest bidder any suit bid in turn sight after bids",
        f"{WHOLE}; bid 0; bid 2",
    )
    assert state.view(1).hand == ()
    state = state.apply("bid 0")
    assert (state.phase, state.actor) == ("name", 1)
    assert state.view(1).hand == state.hands[1]
    assert [event.seat for event in state.events if isinstance(event, HandSeen)] == [0, 1, 2]
    played = state.apply("trump clubs")
    assert played.events[-1] == TrumpNamed(1, ("C",))
    assert (played.phase, played.trump) == ("play", ("C",))


def test_where_no_card_is_left_to_turn_there_is_no_trump_or_the_dealer_shows_one() -> None:
    head, cards = "pack A K, 3 suits\n", "AS KS AH KH AD KD"
    state = begun("trump turned, else none bid in turn", f"deal {cards}", head=head)
    assert (state.phase, state.trump, state.turned) == ("bid", (), None)
    assert state.events[-1] == TrumpTurned(None)
    state = begun("trump turned, else last card bid in turn", f"deal {cards}", head=head)
    assert (state.phase, state.trump, str(state.turned)) == ("bid", ("D",), "KD")


# --- the auction --------------------------------------------------------------------------

AUCTION = "auction 1 to cards C D H S none trump named in auction bid in turn, auction winner first"


def test_what_an_auction_was_won_with_is_known_only_when_it_is_won() -> None:
    state = begun(AUCTION, WHOLE)
    assert (state.actor, state.view(0).past) == (0, ())
    state = state.apply("auction 1C")
    assert (state.actor, state.view(0).past) == (1, ())
    state = state.apply("pass")
    assert (state.actor, state.view(1).past) == (2, ())
    state = state.apply("auction 2NT")
    assert (state.actor, state.view(2).past, state.phase) == (0, (), "auction")
    state = state.apply("pass")
    assert state.view(1).past == (PastFigures("auction", (0, 0, 2)),)
    assert (state.phase, state.actor, state.trump, state.decisions) == ("bid", 2, (), 4)
    assert happened(state, 1) == (
        AuctionSaid(0, 1, "C"),
        Passed(1),
        AuctionSaid(2, 2, None),
        Passed(0),
        AuctionWon(2, 2, None),
    )
    assert state.apply("bid 1").apply("bid 0").bids == (0, None, 1)
    suited = begun(AUCTION, WHOLE, "pass", "auction 1D", "pass")
    assert (suited.actor, suited.trump) == (1, ("D",))


def test_a_deal_that_is_thrown_in_brings_nobody_anything() -> None:
    state = begun(AUCTION, WHOLE, "pass", "pass", "pass", schedule="2 cards: normal, normal")
    thrown, scored = DealThrownIn(1), DealScored(1, (0, 0, 0), (0, 0, 0), (0, 0, 0), 0)
    nothing = (0, 0, 0)
    assert [event for event in state.events if isinstance(event, DealThrownIn)] == [thrown]
    (deal,) = state.history
    assert [(one.score, one.points, one.completed) for one in deal.results] == [(0, 0, None)] * 3
    assert (deal.tricks, deal.totals) == ((), nothing)
    assert (state.totals, state.failed, state.completed) == (nothing,) * 3
    told = [event for event in state.events if isinstance(event, DealScored)]
    assert told[0].tricks == told[0].scores == told[0].totals == nothing
    assert scored.deal == told[0].deal
    assert (state.deal, state.dealer, state.phase, state.decisions) == (2, 0, "deal", 0)
    over = state.apply(WHOLE).apply("pass").apply("pass").apply("pass")
    assert over.over
    assert over.winners == (0, 1, 2)
    assert over.record().deals[0].auction == (None, None, None)


# --- first cards and turned cards -----------------------------------------------------------


def test_the_first_cards_are_dealt_before_trump_is_named_and_the_others_then() -> None:
    state = begun("trump named by eldest from 1 cards any suit bid in turn", WHOLE)
    hands = tuple((PACK[seat],) for seat in range(3))
    whole = tuple((PACK[seat], PACK[seat + 3]) for seat in range(3))
    looks = tuple(HandSeen(seat, hand) for seat, hand in enumerate(hands))
    assert state.hands == hands
    assert state.events[1:] == (FirstCardsDealt(1, 2, PACK), *looks)
    state = state.apply("trump clubs")
    assert state.hands == whole
    assert state.events[5:] == (
        TrumpNamed(0, ("C",)),
        CardsDealt(2, PACK),
        *(HandSeen(seat, hand) for seat, hand in enumerate(whole)),
    )


@pytest.mark.parametrize(("cards", "turned"), [(1, PACK[3]), (2, PACK[6]), (17, PACK[51])])
def test_the_card_behind_all_hands_is_turned(cards: int, turned: Card) -> None:
    state = begun("trump turned bid in turn", WHOLE, schedule=f"{cards} cards: normal")
    assert (state.turned, state.trump) == (turned, (turned.suit,))
    assert state.events[-1] == TrumpTurned(turned)


# --- bids and looks -----------------------------------------------------------------------


def test_bids_go_round_from_eldest_and_are_kept_by_seat() -> None:
    state = begun("trump none bid in turn", WHOLE)
    for number, (bid, seat) in enumerate(((1, 0), (0, 1), (2, 2))):
        assert (state.actor, state.position.acting, state.decisions) == (seat, (seat,), number)
        assert state.bids == tuple([1, 0, 2][:seat] + [None] * (3 - seat))
        state = state.apply(f"bid {bid}")
        assert state.events[-1] == BidMade(seat, bid)
    assert (state.bids, state.phase, state.actor, state.decisions) == ((1, 0, 2), "play", 0, 3)


def test_bids_made_together_are_told_when_all_are_made() -> None:
    state = begun("trump none bid together", WHOLE)
    for seat, bid in enumerate((1, 0, 2)):
        assert (state.actor, state.position.acting) == (seat, tuple(range(seat, 3)))
        state = state.apply(f"bid {bid}")
        made = state.events[-1] if seat < 2 else state.events[-2]
        assert made == BidMade(seat, bid, together=True)
    assert state.events[-1] == BidsTold((1, 0, 2))
    assert (state.bids, state.phase, state.actor, state.decisions) == ((1, 0, 2), "play", 0, 3)


def test_where_all_bid_at_once_each_bids_by_what_it_has_done_and_seen_itself() -> None:
    state = begun(
        "trump none bid together each bid keeps bid > 0 or zeros < 1",
        f"{WHOLE}; bid 0; bid 1; bid 1; play AS; play KS; play QS; {WHOLE}",
        schedule="1 cards: normal then 2 cards: normal",
        head="run zeros when bid = 0\n",
    )
    assert (state.actor, state.position.acting) == (0, (0, 1, 2))
    assert [str(action) for action in state.legal()] == ["bid 1", "bid 2"]
    refused = state.why_not("bid 0")
    assert refused is not None
    assert refused.code == "A203"
    for seat, low in enumerate((1, 0, 0)):
        assert state.view(seat).legal[0] == Bid(low)
    looked = begun("trump none bid together sight by choice", f"{WHOLE}; look")
    assert looked.position.acting == (0, 1, 2)
    assert looked.legal() == looked.view(0).legal == (Bid(0), Bid(1), Bid(2))
    assert looked.view(1).legal == (Look(), Bid(0, True), Bid(1, True), Bid(2, True))
    assert looked.why_not("bid 1") is None
    assert [looked.apply("bid 1").view(seat).blind for seat in range(3)] == [(False,) * 3] * 3


def test_what_is_not_understood_is_answered_with_what_is_legal_then() -> None:
    state = begun("trump none bid in turn sight by choice", WHOLE)
    for given, after in (("blind", "look"), ("bid two", "bid 0"), ("hearts", "bid 2 blind")):
        refused = state.why_not(given)
        assert refused is not None
        example = refused.reason.split("for example `")[1].rstrip("`")
        assert (refused.code, state.why_not(example)) == ("A101", None)
        state = state.apply(after)


def test_who_has_looked_before_the_bid_does_not_look_again() -> None:
    state = begun("trump none bid in turn sight by choice", WHOLE)
    looks = [HandSeen(seat, (PACK[seat], PACK[seat + 3])) for seat in range(3)]
    assert state.view(0).hand == ()
    state = state.apply("look")
    assert state.events[2:] == (Looked(0), looks[0])
    assert (state.view(0).hand, state.view(1).hand) == (looks[0].hand, ())
    assert (state.actor, state.decisions) == (0, 1)
    state = state.apply("bid 1").apply("bid 2 blind").apply("look").apply("bid 0")
    assert state.view(1).blind == (False, True, False)
    assert state.events[4:] == (
        BidMade(0, 1),
        BidMade(1, 2, blind=True),
        Looked(2),
        looks[2],
        BidMade(2, 0),
        looks[1],
    )
    assert state.phase == "play"
    assert [state.view(seat).hand for seat in range(3)] == [look.hand for look in looks]


# --- play and score -----------------------------------------------------------------------


def test_cards_leave_the_hand_from_any_place_and_the_winner_leads() -> None:
    pack = ["2S", "3S", "AH", "9C", "4S", "2C", "KH", "5S", "3C"]
    rest = [str(card) for card in PACK if str(card) not in pack]
    state = begun(
        "trump none bid fixed 1",
        "deal " + " ".join([*pack, *rest]),
        schedule="3 cards: normal",
        score="10 * tricks - 1 when made, otherwise tricks",
    )
    assert [" ".join(map(str, hand)) for hand in state.hands] == [
        "2S 9C KH",
        "3S 4S 5S",
        "AH 2C 3C",
    ]
    for action, seat, hand in (
        ("play 9C", 0, "2S KH"),
        ("play 5S", 1, "3S 4S"),
        ("play 2C", 2, "AH 3C"),
        ("play KH", 0, "2S"),
        ("play 3S", 1, "4S"),
        ("play AH", 2, "3C"),
        ("play 3C", 2, ""),
        ("play 2S", 0, ""),
    ):
        assert state.actor == seat
        state = state.apply(action)
        assert " ".join(map(str, state.hands[seat])) == hand
    assert [(one.number, one.winner) for one in state.finished_tricks] == [(1, 0), (2, 2)]
    assert (state.tricks, state.decisions) == ((1, 0, 1), 8)
    state = state.apply("play 4S")
    assert state.over
    assert state.events[-3:] == (
        TrickWon(3, 2),
        DealScored(1, (1, 0, 2), (9, 0, 2), (9, 0, 2), 0),
        MatchWon((0,), (Fraction(0),) * 3),
    )
    assert (state.completed, state.failed) == ((1, 0, 0), (0, 1, 1))


def test_what_a_trick_is_worth_may_hang_on_the_card_that_wins_it_and_on_those_in_it() -> None:
    pack = ["AH", "KS", "2C", "QS", "AS", "3C"]
    rest = [str(card) for card in PACK if str(card) not in pack]
    for worth, scores in (
        ("trick worth 10 when won_with = A, otherwise 1", (10, 10, 0)),
        ("trick worth 2 * trick", (2, 4, 0)),
        ("trick worth 10 when won_with = K, otherwise 1", (1, 1, 0)),
        ("card worth 13 QS, 1 hearts", (2, 14, 0)),
    ):
        state = begun(
            f"trump none bid none completed not counted {worth}",
            "deal " + " ".join([*pack, *rest]),
            "play AH; play KS; play 2C; play QS; play AS; play 3C",
            score="points",
        )
        assert state.totals == scores, worth
        assert [result.points for result in state.history[0].results] == list(scores)


def test_what_deals_have_brought_adds_up() -> None:
    state = begun(
        "trump none bid fixed 0",
        schedule="1 cards: normal, normal, normal",
        score="5 when made, otherwise -tricks",
    )
    for deal in range(1, 4):
        assert (state.deal, state.dealer) == (deal, (deal + 1) % 3)
        state = state.apply(WHOLE)
        for card in PACK[:3]:
            state = state.apply(f"play {card}")
    assert state.totals == (9, 9, 9)
    assert (state.completed, state.failed) == ((2, 2, 2), (1, 1, 1))
    assert [deal.totals for deal in state.history] == [(-1, 5, 5), (4, 4, 10), (9, 9, 9)]
    assert state.winners == (0, 1, 2)


# --- records ------------------------------------------------------------------------------


def recorded(state: State, number: int = 1) -> RecordedDeal:
    """The last deal of a match as it is recorded, of so many."""
    deals = state.record().deals
    assert len(deals) == number
    return deals[-1]


def test_a_deal_is_recorded_as_far_as_it_has_come() -> None:
    deal = "trump turned bid in turn wild K"
    state = begun(deal)
    assert state.record().deals == ()
    state = state.apply(WHOLE)
    known = RecordedDeal(number=1, dealer="Cy", pack=PACK)
    assert recorded(state) == known
    state = state.apply("bid 1").apply("bid 0")
    assert recorded(state) == RecordedDeal(number=1, dealer="Cy", pack=PACK, bids=(1, 0, "?"))
    state = state.apply("bid 0")
    bids = (1, 0, 0)
    assert recorded(state) == RecordedDeal(number=1, dealer="Cy", pack=PACK, bids=bids, tricks=())
    state = state.apply("play JS").apply("play KS as 2S")
    played = (RecordedPlay(Card("J", "S")), RecordedPlay(Card("K", "S"), Card("2", "S")))
    expected = RecordedDeal(number=1, dealer="Cy", pack=PACK, bids=bids, tricks=(played,))
    assert recorded(state) == expected
    state = state.apply("play QS")
    full = ((*played, RecordedPlay(Card("Q", "S"))),)
    assert recorded(state).tricks == full
    while not state.over:
        state = state.apply(state.legal()[0])
    finished = recorded(state)
    assert (finished.won, finished.totals) == (state.history[0].totals, state.totals)
    assert len(finished.tricks or ()) == 2


HEARTS: tuple[Suit, ...] = ("H",)


@pytest.mark.parametrize(
    ("deal", "done", "expected"),
    [
        ("trump turned bid in turn", "", {}),
        ("trump hearts bid in turn", "", {}),
        ("trump order H S D C bid in turn", "", {}),
        ("trump drawn bid in turn", " trump hearts", {"trump": "H"}),
        ("trump named by dealer any suit bid in turn", "", {}),
        ("trump named by dealer any suit bid in turn", "; trump hearts", {"trump": "H"}),
        ("trump named by dealer any suit or none bid in turn", "; trump none", {"trump": "none"}),
        (
            "trump named by dealer any order bid in turn",
            "; order D S H C",
            {"order": ("D", "S", "H", "C")},
        ),
        (AUCTION, "", {}),
        ("trump named by dealer any order bid in turn", "", {}),
        (AUCTION, "; auction 1H; pass", {"auction": (AuctionContract(1, "H"), None)}),
        (AUCTION, "; auction 1H; pass; pass", {"auction": (AuctionContract(1, "H"), None, None)}),
        ("trump none bid fixed 1", "", {"bids": (1, 1, 1), "tricks": ()}),
        ("trump none bid none completed not counted", "", {"tricks": ()}),
        ("trump none bid in turn sight by choice", "", {}),
        ("trump none bid in turn sight by choice", "; look", {"looked": "Ann"}),
        ("trump none bid in turn sight by choice", "; look; bid 1", {"bids": (1, "?", "?")}),
        (
            "trump none bid in turn sight by choice",
            "; look; bid 1; bid 2 blind; look",
            {"bids": (1, 2, "?"), "blind": ("Bob",), "looked": "Cy"},
        ),
    ],
)
def test_what_is_recorded_before_a_card_is_played(
    deal: str, done: str, expected: dict[str, object]
) -> None:
    state = begun(deal, f"{WHOLE}{done}")
    assert recorded(state) == RecordedDeal(number=1, dealer="Cy", pack=PACK, **expected)


def test_the_lot_of_who_bids_first_is_recorded_before_the_cards() -> None:
    drawn = {"number": 1, "dealer": "Cy", "first": "Bob"}
    lots = "trump none bid in turn, drawn first"
    assert begun(lots).record().deals == ()
    assert recorded(begun(lots, "first Bob")) == RecordedDeal(**drawn)
    bid = begun(lots, "first Bob", WHOLE, "bid 1")
    assert recorded(bid) == RecordedDeal(**drawn, pack=PACK, bids=("?", 1, "?"))


CALLS = "call by dealer any of A, B"
TWISTS = "twist A trump named by caller any suit\ntwist B lead dealer\n"


def test_a_number_of_cards_and_a_call_are_recorded_once_they_are_chosen() -> None:
    state = begun(
        f"trump none bid in turn {CALLS}",
        schedule="dealer picks 1 to 2 cards: normal",
        twists=TWISTS,
    )
    assert state.record().deals == ()
    state = state.apply("cards 2")
    assert recorded(state) == RecordedDeal(number=1, cards=2, dealer="Cy")
    state = state.apply(WHOLE)
    known = {"number": 1, "cards": 2, "dealer": "Cy", "caller": "Cy", "pack": PACK}
    assert recorded(state) == RecordedDeal(**known)
    assert recorded(state.apply("call")) == RecordedDeal(**known, calls=())
    called = state.apply("call A, B")
    assert recorded(called) == RecordedDeal(**known, calls=("A", "B"))
    assert recorded(called.apply("trump clubs")) == RecordedDeal(
        **known, calls=("A", "B"), trump="C"
    )


def test_a_suit_that_is_drawn_is_recorded_unless_a_call_makes_it_idle() -> None:
    deal = "trump drawn bid in turn call by dealer any of A"
    state = begun(deal, f"{WHOLE} trump clubs", twists="twist A trump none\n")
    assert recorded(state).trump == "C"
    assert recorded(state.apply("call")).trump == "C"
    assert recorded(state.apply("call A")).trump is None


def test_how_a_special_card_is_played_is_offered_and_recorded_where_it_has_to_be_said() -> None:
    head = "pack A K Q, 2 suits, 3 Joker\n"
    head += "special Joker is high or low asks named suit or nothing\n"
    state = begun(
        "trump none bid none completed not counted wild Q",
        "deal Joker Joker QS AS KS AH KH QH Joker",
        head=head,
    )
    asked = ("asks S", "asks H", "asks nothing")
    led = [f"play Joker {power}{ask}" for power in ("", "low ") for ask in asked]
    assert sorted(map(str, state.legal())) == sorted([*led, "play AS"])
    state = state.apply("play Joker low asks H")
    assert sorted(map(str, state.legal())) == ["play Joker", "play Joker low", "play KS"]
    state = state.apply("play Joker low")
    assert {str(action) for action in state.legal()} == {"play QS as AH", "play QS as KH",
                                                         "play QS as QH", "play AH"}  # fmt: skip
    state = state.apply("play QS as KH")
    (trick,) = recorded(state).tricks or ()
    assert [str(play) for play in trick] == ["Joker low asks H", "Joker low", "QS=KH"]
    state = state.apply("play AH").apply("play AS").apply("play KS")
    assert state.over
    usual = begun(
        "trump none bid none completed not counted wild Q",
        "deal Joker Joker QS AS KS AH KH QH Joker; play Joker asks S; play Joker",
        head=head,
    )
    assert [str(play) for play in (recorded(usual).tricks or ())[0]] == ["Joker asks S", "Joker"]


def test_a_suit_that_is_held_back_is_led_once_it_is_broken() -> None:
    pack = "AH 4H 3S KS QH 5H QS 5D 6S"
    rest = " ".join(str(card) for card in PACK if str(card) not in pack.split())
    state = begun(
        "trump none bid none completed not counted open no hearts until broken",
        f"deal {pack} {rest}",
        schedule="3 cards: normal",
    )
    assert [str(action) for action in state.legal()] == ["play KS", "play QS"]
    unbroken = state.apply("play KS").apply("play 5D").apply("play 3S")
    assert [str(action) for action in unbroken.legal()] == ["play QS"]
    refused = unbroken.why_not("play AH")
    assert refused is not None
    assert refused.code == "A311"
    broken = state.apply("play KS").apply("play 4H").apply("play 3S")
    assert {str(action) for action in broken.legal()} == {"play QS", "play AH"}
    assert broken.why_not("play AH") is None


def test_an_order_of_two_suits_is_recorded_as_one() -> None:
    head, pack = "pack A K Q, 2 suits\n", "deal AS KS QS AH KH QH"
    state = begun("trump named by dealer any order bid in turn", pack, "order H S", head=head)
    assert (recorded(state).order, recorded(state).trump) == (("H", "S"), None)


def test_who_names_trump_when_a_special_card_is_turned_is_recorded() -> None:
    head = "pack A K Q J, 2 Joker, 1 Fool\n"
    head += "special Joker is high asks nothing\nspecial Fool is low asks next card\n"
    deal = "trump turned, on Joker named by dealer any suit, on Fool none, else none bid in turn"
    cards = [f"{rank}{suit}" for suit in "SHDC" for rank in "AKQJ"]
    usual = " ".join(cards)
    state = begun(deal, f"deal {usual} Joker Joker Fool", head=head)
    assert (state.phase, recorded(state).trump) == ("bid", None)
    six, rest = " ".join(cards[:6]), " ".join(cards[6:])
    state = begun(deal, f"deal {six} Joker {rest} Joker Fool", head=head)
    assert (state.phase, state.actor, state.trump, recorded(state).trump) == ("name", 2, None, None)
    state = state.apply("trump clubs")
    assert (state.phase, state.trump, recorded(state).trump) == ("bid", ("C",), "C")
    state = begun(deal, f"deal {six} Fool {rest} Joker Joker", head=head)
    assert (state.phase, state.trump, recorded(state).trump) == ("bid", (), None)


def test_what_differs_from_the_rules_is_recorded_of_parameters_and_seeds() -> None:
    head = "param least = 1 in 1 to 3\nparam largest = 4 in 3 to 5\n"
    text = RULES.format(
        deal="trump none bid in turn",
        schedule="least cards: normal then largest cards: normal",
        seats="",
        head=head,
        twists="",
        score="tricks",
    )
    game = load(text=text)
    assert game.start().record().parameters == ()
    assert game.start(parameters={"least": 1, "largest": 4}).record().parameters == ()
    changed = game.start(parameters={"largest": 5, "least": 2}).record()
    assert changed.parameters == (("least", 2), ("largest", 5))
    assert game.start(parameters={"largest": 3}).record().parameters == (("largest", 3),)
    for seed, match in ((None, 0), (0, 2), (7, 2)):
        record = game.start(seed=seed, match=2).record()
        assert (record.seed, record.match) == (seed, match)
