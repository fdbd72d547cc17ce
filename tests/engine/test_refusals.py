"""What is refused at every moment of a deal, and in which words; what is no action at all."""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest
from support.engine_games import WHOLE, begun

from clagdsl.engine.actions import (
    Action,
    Bid,
    DealPack,
    DrawBidder,
    DrawDealer,
    Look,
    MakeCall,
    NameOrder,
    NameTrump,
    Pass,
    PickCards,
    Play,
    PlayTop,
    SayInAuction,
)
from clagdsl.engine.events import CardPlayed
from clagdsl.engine.state import State
from clagdsl.lang.cards import PACK, SUITS, Card, special_card
from clagdsl.lang.special_cards import played_as

# --- the wrong moment ---------------------------------------------------------------------

ABSENT = {
    "trump": "nobody names trump in this deal",
    "auction": "there is no auction in this deal",
    "look": "players cannot choose when to look at their cards in this deal",
    "first": "the first bidder is not drawn in this deal",
    "call": "there is nothing to call in this deal",
}
ASKED = {
    "bid 1": "",
    "bid 1 blind": "",
    "trump hearts": "trump",
    "trump none": "trump",
    "order S H D C": "trump",
    "pass": "auction",
    "auction 1C": "auction",
    "look": "look",
    "first Ann": "first",
    "first Zed": "first",
    "dealer Ann": "",
    "dealer Zed": "",
    "call": "call",
    "call A": "call",
    "play top": "",
    "play AS": "",
    "cards 2": "",
    WHOLE: "",
    f"{WHOLE} trump hearts": "",
}
"""Actions, and what a deal has to have so that they have a place in it."""

DEALT = "the cards must be dealt, with `deal` and the whole pack"
NAMED = "trump must be named, for example `trump hearts`"
SAID = "a player must bid a number of tricks and a trump, or pass, for example `pass`"
DRAWN = "the first bidder must be drawn, with `first` and a player's name"
BIDS = "a player must bid, for example `bid 2`"
PLAYS = "a card must be played, for example `play AS`"
NOT_BLIND = "players cannot choose to bid blind in this deal: enter `bid 1`"
NOT_DRAWN = "trump is not drawn in this deal: leave out the suit after the pack"
NOBODY = "nobody here is called `Zed`: choose from `Ann`, `Bob` or `Cy`"
NO_BIDS = "nobody bids in this deal: bids are fixed, or there are none"
SAY_CARD = "you cannot do that now: name the card to play, for example `play AS`"
TURNED = "trump turned bid in turn"
CHOSEN = f"{TURNED} sight by choice"
AUCTION = "auction 1 to cards C D H S none trump named in auction bid in turn, auction winner first"
CALLED = f"{TURNED} call by dealer any of A, B"
TWISTS = "twist A trump none\ntwist B lead dealer\n"
IN_PLAY = {"play AS": None, "play top": SAY_CARD}
IN_BIDS = {"bid 1": None, "bid 1 blind": NOT_BLIND}


@dataclass(frozen=True)
class Moment:
    """A moment of a deal: what is wanted, what the deal has, and what is told otherwise."""

    state: State
    wanted: str
    has: frozenset[str] = frozenset()
    told: dict[str, str | None] = field(default_factory=dict)

    def expected(self, action: str) -> str | None:
        """Why an action has no place at this moment, or None where it may be done."""
        needed = ASKED[action]
        if action in self.told:
            return self.told[action]
        if needed and needed not in self.has:
            return ABSENT[needed]
        return f"you cannot do that now: {self.wanted}"


MOMENTS = {
    "before the deal": lambda: Moment(
        begun(TURNED), DEALT, told={WHOLE: None, f"{WHOLE} trump hearts": NOT_DRAWN}
    ),
    "before fixed bids are dealt": lambda: Moment(
        begun("trump turned bid fixed 1"),
        DEALT,
        told={WHOLE: None, f"{WHOLE} trump hearts": NOT_DRAWN},
    ),
    "before a suit is drawn": lambda: Moment(
        begun("trump drawn bid in turn"),
        DEALT,
        told={
            WHOLE: "trump is drawn: add its suit after the pack, for example `trump hearts`",
            f"{WHOLE} trump hearts": None,
        },
    ),
    "bids": lambda: Moment(begun(TURNED, WHOLE), BIDS, told=IN_BIDS),
    "play": lambda: Moment(begun(TURNED, WHOLE, *["bid 0"] * 3), PLAYS, told=IN_PLAY),
    "fixed bids": lambda: Moment(
        begun("trump turned bid fixed 1", WHOLE),
        PLAYS,
        told={**IN_PLAY, "bid 1": NO_BIDS, "bid 1 blind": NO_BIDS},
    ),
    "no bids": lambda: Moment(
        begun("trump none bid none completed not counted", WHOLE),
        PLAYS,
        told={**IN_PLAY, "bid 1": NO_BIDS, "bid 1 blind": NO_BIDS},
    ),
    "naming": lambda: Moment(
        begun("trump named by dealer any suit bid in turn", WHOLE),
        NAMED,
        frozenset({"trump"}),
        {
            "trump hearts": None,
            "trump none": "there must be a trump: name a suit, for example `trump hearts`",
            "order S H D C": "name one trump suit, for example `trump hearts`",
        },
    ),
    "bids when trump is named": lambda: Moment(
        begun("trump named by dealer any suit bid in turn", WHOLE, "trump hearts"),
        BIDS,
        frozenset({"trump"}),
        IN_BIDS,
    ),
    "naming an order": lambda: Moment(
        begun("trump named by dealer any order bid in turn", WHOLE),
        "trump must be named, for example `order S H D C`",
        frozenset({"trump"}),
        {
            "order S H D C": None,
            "trump none": "name all suits in order, for example `order S H C D`",
            "trump hearts": "name all suits in order, for example `order S H C D`",
        },
    ),
    "auction": lambda: Moment(
        begun(AUCTION, WHOLE),
        SAID,
        frozenset({"auction"}),
        {"pass": None, "auction 1C": None},
    ),
    "a higher bid in the auction": lambda: Moment(
        begun(AUCTION, WHOLE, "auction 2C"),
        SAID,
        frozenset({"auction"}),
        {"pass": None, "auction 1C": "`1C` is not higher than `2C`: bid higher, or `pass`"},
    ),
    "bids after an auction": lambda: Moment(
        begun(AUCTION, WHOLE, "auction 1C", "pass", "pass"), BIDS, frozenset({"auction"}), IN_BIDS
    ),
    "a choice to look": lambda: Moment(
        begun(CHOSEN, WHOLE),
        "a player must bid, for example `look`",
        frozenset({"look"}),
        {
            "look": None,
            "bid 1 blind": None,
            "bid 1": (
                "this player has not looked at the cards: enter `look` first, or `bid 1 blind`"
            ),
            "bid 40": (
                "this player has not looked at the cards: enter `look` first, or `bid 3 blind`"
            ),
        },
    ),
    "bids after a look": lambda: Moment(
        begun(CHOSEN, WHOLE, "look"),
        BIDS,
        frozenset({"look"}),
        {
            "look": f"this player has already looked at the cards: {BIDS}",
            "bid 1": None,
            "bid 1 blind": (
                "this player has looked at the cards and cannot bid blind: enter `bid 1`"
            ),
            "bid 40 blind": (
                "this player has looked at the cards and cannot bid blind: enter `bid 3`"
            ),
        },
    ),
    "play after a choice to look": lambda: Moment(
        begun(CHOSEN, WHOLE, *["look", "bid 0"] * 3), PLAYS, frozenset({"look"}), IN_PLAY
    ),
    "drawing": lambda: Moment(
        begun("trump turned bid in turn, drawn first"),
        DRAWN,
        frozenset({"first"}),
        {"first Ann": None, "first Zed": NOBODY},
    ),
    "bids of who is drawn": lambda: Moment(
        begun("trump turned bid in turn, drawn first", "first Bob", WHOLE),
        BIDS,
        frozenset({"first"}),
        IN_BIDS,
    ),
    "a call": lambda: Moment(
        begun(CALLED, WHOLE, twists=TWISTS),
        "the caller must make a call, for example `call`",
        frozenset({"call"}),
        {"call": None, "call A": None},
    ),
    "bids after a call": lambda: Moment(
        begun(CALLED, WHOLE, "call A", twists=TWISTS), BIDS, frozenset({"call"}), IN_BIDS
    ),
    "a number of cards": lambda: Moment(
        begun(TURNED, schedule="dealer picks 2 to 4 cards: normal"),
        "the dealer must pick the number of cards, for example `cards 2`",
        told={"cards 2": None},
    ),
    "a usual number of cards": lambda: Moment(
        begun(TURNED, schedule="dealer picks 3 to 6 cards: normal"),
        "the dealer must pick the number of cards, for example `cards 5`",
        told={"cards 2": "`2` cards cannot be dealt: pick from `3` to `6`"},
    ),
    "who deals": lambda: Moment(
        begun(TURNED, seats=", dealer drawn"),
        "the first dealer must be drawn, with `dealer` and a player's name",
        told={"dealer Ann": None, "dealer Zed": NOBODY},
    ),
}


@pytest.mark.parametrize("name", MOMENTS)
def test_what_has_no_place_at_a_moment_is_told_in_its_own_words(name: str) -> None:
    moment = MOMENTS[name]()
    for action in ASKED:
        refused = moment.state.why_not(action)
        assert (None if refused is None else refused.reason) == moment.expected(action), action


def test_when_the_match_is_over_nothing_has_a_place() -> None:
    state = begun("trump none bid fixed 0", WHOLE, *[f"play {card}" for card in PACK[:3]],
                  schedule="1 card: normal")  # fmt: skip
    assert state.over
    told = "the match is over: the last deal has been scored"
    for action in ASKED:
        refused = state.why_not(action)
        assert refused is not None
        assert (refused.code, refused.reason) == ("A102", told)


# --- what is offered ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("state", "offered"),
    [
        (
            lambda: begun(TURNED, schedule="dealer picks 2 to 4 cards: normal"),
            "cards 2, cards 3, cards 4",
        ),
        (
            lambda: begun(
                TURNED, schedule="dealer picks 2 to 4 cards: normal", seats=", dealer drawn"
            ),
            "",
        ),
        (lambda: begun(TURNED), ""),
        (lambda: begun(CALLED, WHOLE, twists=TWISTS), "call, call A, call B, call A, B"),
        (
            lambda: begun("trump named by dealer any suit or none bid in turn", WHOLE),
            "trump spades, trump hearts, trump diamonds, trump clubs, trump none",
        ),
        (
            lambda: begun(AUCTION, WHOLE, "auction 2D"),
            "pass, auction 2H, auction 2S, auction 2NT",
        ),
        (lambda: begun("trump turned bid in turn, drawn first"), ""),
        (lambda: begun(CHOSEN, WHOLE), "look, bid 0 blind, bid 1 blind, bid 2 blind"),
        (lambda: begun(CHOSEN, WHOLE, "look"), "bid 0, bid 1, bid 2"),
        (
            lambda: begun(CHOSEN, WHOLE, "look", "bid 2"),
            "look, bid 0 blind, bid 1 blind, bid 2 blind",
        ),
        (lambda: begun(TURNED, WHOLE, *["bid 0"] * 3), "play AS, play JS"),
        (
            lambda: begun("trump none bid in turn wild J", WHOLE, *["bid 0"] * 3, "play AS"),
            "play KS, play 10S",
        ),
    ],
)
def test_what_is_offered_at_a_moment(state: object, offered: str) -> None:
    assert callable(state)
    assert ", ".join(map(str, state().legal())) == offered


def test_a_wild_is_offered_as_every_card_and_others_as_themselves() -> None:
    led = begun("trump none bid in turn wild J", WHOLE, *["bid 0"] * 3)
    assert led.legal() == (
        Play(Card("A", "S")),
        *(Play(Card("J", "S"), face) for face in PACK),
    )


def test_equal_cards_are_offered_once_unless_they_are_told_apart() -> None:
    """Either way a wild stands for any face that the pack has, and the others for themselves."""
    faces = [Card(rank, suit) for suit in "SH" for rank in "AKJ"]
    head, deal = "pack A K J, 2 suits, 2 of each\n", "trump none bid in turn wild J equal cards"
    pack = "deal JS AH KH JS KS AS AH KH AS KS JH JH"
    state = begun(f"{deal} last wins", pack, *["bid 0"] * 3, head=head)
    assert state.legal() == tuple(Play(Card("J", "S"), face) for face in faces)
    state = state.apply("play JS as KH")
    assert state.legal() == (Play(Card("A", "H")),)
    pack = "deal JS1 AH1 KH1 JS2 KS1 AS1 AH2 KH2 AS2 KS2 JH1 JH2"
    state = begun(f"{deal} better pack wins", pack, *["bid 0"] * 3, head=head)
    assert state.legal() == tuple(
        Play(Card("J", "S", copy), face) for copy in (1, 2) for face in faces
    )
    state = state.apply("play JS1 as KH")
    assert state.legal() == (Play(Card("A", "H", 1)),)


# --- what is no action at all -------------------------------------------------------------

LOW = played_as("Joker", "low", None)
WELL_FORMED: tuple[Action, ...] = (
    Bid(10**9 - 1),
    Bid(1 - 10**9),
    Bid(0, blind=True),
    PickCards(10**9 - 1),
    PickCards(1 - 10**9),
    SayInAuction(10**9 - 1, "H"),
    SayInAuction(1 - 10**9, None),
    Pass(),
    Look(),
    MakeCall(()),
    MakeCall(("A", "B")),
    NameTrump(None),
    NameTrump("C"),
    NameOrder(()),
    NameOrder(("S", "H")),
    DealPack(()),
    DealPack(PACK[:2]),
    DrawBidder("Ann"),
    DrawDealer("Ann"),
    Play(PACK[0]),
    Play(PACK[0], PACK[1]),
    Play(special_card("Joker"), LOW),
    PlayTop(),
    PlayTop(PACK[1]),
    PlayTop(LOW),
)
MALFORMED: tuple[object, ...] = (
    Bid(10**9),
    Bid(-(10**9)),
    Bid(True),
    Bid(1, blind=1),
    Bid("1"),
    PickCards(10**9),
    PickCards(-(10**9)),
    PickCards(False),
    SayInAuction(10**9, None),
    SayInAuction(-(10**9), "H"),
    SayInAuction(True, None),
    SayInAuction(1, "X"),
    MakeCall(["A"]),
    MakeCall(("A", 1)),
    NameTrump("X"),
    NameOrder(["S"]),
    NameOrder(("S", "X")),
    DealPack(list(PACK)),
    DealPack((PACK[0], "KS")),
    DealPack((PACK[0], LOW)),
    DrawBidder(1),
    DrawDealer(b"Ann"),
    Play(LOW),
    Play("AS"),
    Play(PACK[0], "AS"),
    PlayTop("AS"),
    PACK[0],
    None,
)


def test_an_action_is_understood_when_its_parts_are_what_they_should_be() -> None:
    state = begun(TURNED)
    for action in WELL_FORMED:
        refused = state.why_not(action)
        assert refused is None or refused.code != "A101", action
    for wrong in MALFORMED:
        refused = state.why_not(wrong)
        assert refused is not None
        assert refused.code == "A101", wrong


# --- the top card -------------------------------------------------------------------------


TOP = "trump none sight never bid none play top card completed not counted"
QUEENS = f"{TOP} wild Q"
FIRST = "deal QS AS QH KS KH QD QC AH AD AC KD KC"
PICTURES = "pack A K Q\n"


def told(state: State, action: Action | str) -> tuple[str, str] | None:
    refused = state.why_not(action)
    return None if refused is None else (refused.code, refused.reason)


def lain(state: State, action: Action | str) -> str:
    """The card that this lays on the table, as it is told."""
    event = next(e for e in reversed(state.apply(action).events) if isinstance(e, CardPlayed))
    return f"{event.card} as {event.face}" if event.face else str(event.card)


def test_a_wild_on_top_stands_for_a_card_of_the_pack_that_none_stands_for_yet() -> None:
    state = begun(QUEENS, FIRST, head=PICTURES)
    faces = [Card(rank, suit) for suit in SUITS for rank in "AKQ"]
    assert state.view(0).legal == (PlayTop(), *map(PlayTop, faces))
    assert told(state, "play top as 2C") == (
        "A310",
        "`2C` cannot stand for `2C`: that card is not in the pack; name one that is",
    )
    assert lain(state, "play top") == "QS as QS"
    assert lain(state, "play top as AH") == "QS as AH"
    state = state.apply("play top as QH")
    assert state.view(1).legal == (
        PlayTop(), *(PlayTop(face) for face in faces if face != Card("Q", "H"))
    )  # fmt: skip
    assert told(state, "play top as QH") == (
        "A306",
        "`QH` cannot stand for `QH`: another wild card in this trick already does;"
        " name another card",
    )
    assert lain(state, "play top as AH") == lain(state, "play top") == "AS"
    state = state.apply("play top")
    assert lain(state, "play top") == "QH as AS"
    assert lain(state, "play top as AS") == "QH as AS"
    again = begun(QUEENS, FIRST, "play top", "play top", head=PICTURES)
    assert lain(again, "play top") == "QH as QH"


def test_as_many_wilds_stand_for_a_card_as_the_pack_has_of_it() -> None:
    state = begun(
        f"{QUEENS} equal cards first wins",
        "deal QS QS QH QH AS AS AH AH KS KS KH KH",
        "play top as AS",
        head="pack A K Q, 2 suits, 2 of each\n",
    )
    assert lain(state, "play top as AS") == "QS as AS"
    state = state.apply("play top as AS")
    assert told(state, "play top as AS") == (
        "A306",
        "`AS` cannot stand for `AS`: two other wild cards in this trick already do;"
        " name another card",
    )
    assert Card("A", "S") not in [getattr(one, "face", None) for one in state.view(2).legal]


def test_who_plays_the_top_card_bids_like_anybody_else() -> None:
    state = begun("trump none sight never bid in turn play top card", FIRST, head=PICTURES)
    assert state.view(0).legal == (Bid(0), Bid(1), Bid(2))
    assert state.view(1).legal == ()


def test_a_call_is_of_what_may_be_called() -> None:
    state = begun(CALLED, WHOLE, twists=TWISTS)
    codes = {text: told(state, f"call {text}") for text in ("C", "A, A", "B, A")}
    assert [code and code[0] for code in codes.values()] == ["A501", "A502", None]
    assert state.apply("call B, A").calls == ("A", "B")


def test_where_nothing_is_wild_the_top_card_stands_for_itself() -> None:
    state = begun(TOP, FIRST, head=PICTURES)
    assert state.view(0).legal == (PlayTop(),)
    assert lain(state, "play top") == "QS"
    for face in ("QS", "AH"):
        assert told(state, f"play top as {face}") == (
            "A305",
            "the top card is not wild: no card is wild in this deal",
        )


JOKERS = "pack A K Q, 2 suits, 3 Joker\nspecial Joker is high or low asks named suit or nothing\n"
WAYS = "Joker asks S, Joker asks H, Joker asks nothing, Joker low asks S"
EVERY_WAY = f"{WAYS}, Joker low asks H, Joker low asks nothing"


def test_it_is_said_beforehand_how_a_special_card_is_played_should_it_be_on_top() -> None:
    joker = begun(QUEENS, "deal Joker QS AS KS Joker AH KH QH Joker", head=JOKERS)
    faces = ["AS", "KS", "QS", "AH", "KH", "QH"]
    assert [str(action) for action in joker.view(0).legal] == [
        "play top",
        *(f"play top as {face}" for face in (*faces, *EVERY_WAY.split(", "))),
    ]
    assert lain(joker, "play top") == "Joker as Joker high asks S"
    assert lain(joker, "play top as AH") == "Joker as Joker high asks S"
    assert lain(joker, "play top as Joker low asks H") == "Joker as Joker low asks H"
    listed = "`Joker asks S`, `Joker asks H`, `Joker asks nothing`, `Joker low asks S`"
    allowed = f"{listed}, `Joker low asks H` or `Joker low asks nothing`"
    assert told(joker, "play top as Joker asks highest S") == (
        "A313",
        f"`Joker asks highest S` cannot be played; play {allowed}",
    )
    strange = told(joker, PlayTop(played_as("Jester", "low", None)))
    assert strange is not None
    assert strange[0] == "A313"
    led = joker.apply("play top as Joker low asks H")
    # who plays later does not know that a queen is on top, nor that it is no joker
    assert [str(action) for action in led.view(1).legal] == [
        "play top",
        *(f"play top as {face}" for face in faces),
        "play top as Joker low",
    ]
    assert lain(led, "play top as Joker low") == "QS as QS"
    assert told(led, "play top as Joker asks S") == (
        "A313",
        "`Joker asks S` cannot be played: it is not led; play `Joker` or `Joker low`",
    )
    assert lain(led.apply("play top as AH"), "play top as Joker low") == "AS"


def test_a_wild_that_turns_up_where_a_special_card_was_said_stands_for_what_is_free() -> None:
    state = begun(QUEENS, "deal QH QS Joker KS Joker AH KH AS Joker", head=JOKERS)
    state = state.apply("play top as QS")
    assert lain(state, "play top as Joker low") == lain(state, "play top") == "QS as AS"
    state = state.apply("play top as KH")
    assert lain(state, "play top as Joker low") == "Joker as Joker low"
    assert lain(state, "play top as AS") == lain(state, "play top") == "Joker as Joker high"
