"""Hand-built games with every kind of deal, and random matches."""

import random
from collections.abc import Iterator
from typing import get_args

from clagdsl.api import load
from clagdsl.engine.state import State, start_match
from clagdsl.lang.cards import ORDINARY, PACK
from clagdsl.lang.philox import shuffled
from clagdsl.lang.policies.deal_end import NextDealer
from clagdsl.lang.rules import (
    Arithmetic,
    AuctionBids,
    AuctionTrump,
    BidInTurn,
    BidTogether,
    Branch,
    Call,
    CallGroup,
    Choice,
    Comparison,
    Deal,
    FixedBid,
    FixedOrder,
    Free,
    Game,
    Keeps,
    Ladder,
    NamedTrump,
    NoBid,
    NotCounted,
    NoTrump,
    Number,
    OneSize,
    OnTurned,
    PickedSize,
    RankOrder,
    ScheduleRow,
    Settlement,
    Truth,
    TurnedTrump,
    Twist,
    Variable,
    Wild,
    Winner,
)
from support.table_games import ACE_LOW, aspects, clause, game

AGAIN = TurnedTrump(
    nothing_left="none",
    on=(
        OnTurned("H", kind="suit", again=True),
        *(OnTurned(f"A{suit}", kind="card", again=True) for suit in "SD"),
        *(OnTurned(f"J{suit}", kind="card") for suit in "SDC"),
        OnTurned("QS", "suit or none", kind="card"),
    ),
)
SPECIALS: dict[str, dict[str, object]] = {
    "normal": {},
    "No Trumps": {"trump": NoTrump()},
    "Guess 'Em": {"shown": "after bids"},
    "Blind": {"shown": "after bids", "sight": "after bids"},
    "Half Blind": {"sight": "after bids"},
    "Roll 'Em": {"sight": "never", "play": "top card"},
    "Forehead": {"sight": "others only", "play": "top card"},
    "Forehead Stack": {
        "sight": "others only",
        "play": "top card",
        "shown": "after bids",
        "wild": Wild(("2", "3")),
    },
    "Forehead Names": {
        "sight": "others only",
        "play": "top card",
        "trump": NamedTrump("dealer", "suit or none"),
    },
    "Forehead Names Late": {
        "sight": "others only",
        "play": "top card",
        "trump": NamedTrump("highest bidder", "order"),
    },
    "By Choice": {
        "sight": "by choice",
        "score": Choice((Branch(Number(9), Variable("blind")),), Variable("tricks")),
    },
    "Choice Of All": {
        "sight": "by choice",
        "bid": BidTogether(),
        "last_bid": Free(),
        "trump": NamedTrump("highest bidder", "suit"),
    },
    "Eldest Again": {"bid": BidTogether("eldest")},
    "Dealer Again": {
        "bid": BidTogether("dealer"),
        "each_bid": Keeps(Comparison("!=", Variable("bid"), Number(1)), Truth(True)),
        "sight": "by choice",
        "lead": "highest bidder",
    },
    "Shuffled": {"play": "top card"},
    "Wild Stack": {"sight": "never", "play": "top card", "wild": Wild(("2", "3"))},
    "Twos Wild": {"wild": Wild(("2",))},
    "In Suit": {"wild": Wild(("2", "3", "4"), in_suit=True)},
    "Aces Low": {"rank": RankOrder(ACE_LOW)},
    "Dealer Calls": {"trump": NamedTrump("dealer", "suit")},
    "Dealer Orders": {"trump": NamedTrump("dealer", "order"), "lead": "dealer"},
    "First Cards": {"trump": NamedTrump("eldest", "suit or none", first=2)},
    "First Card Orders": {"trump": NamedTrump("dealer", "order", first=1), "bid": FixedBid(1)},
    "Highest Names": {"trump": NamedTrump("highest bidder", "suit or none"), "sight": "after bids"},
    "Highest Leads": {
        "trump": NamedTrump("highest bidder", "order"),
        "lead": "highest bidder",
    },
    "Fixed Order": {"trump": FixedOrder(("H", "C", "D", "S"))},
    "Misere": {"bid": FixedBid(0)},
    "Blind Misere": {"bid": FixedBid(0), "sight": "after bids", "shown": "after bids"},
    "Highest Number": {
        "bid": NoBid(),
        "last_bid": Free(),
        "score": Variable("tricks"),
        "completed": NotCounted(),
        "next_dealer": "winner",
    },
    "Hearts Back": {"open": "no hearts until broken"},
    "Auction": {
        "auction": AuctionBids(Number(2), Variable("cards"), ("C", "D", "H", "S", None)),
        "trump": AuctionTrump(),
        "bid": BidInTurn("auction winner"),
        "each_bid": Keeps(Comparison(">=", Variable("bid"), Variable("auction"))),
        "score": Arithmetic("-", Variable("tricks"), Variable("auction")),
        "lead": "auction winner",
    },
    "Auction Before The Turn": {"auction": AuctionBids(Number(1), Number(1), (None,))},
    "Trumps Back": {"open": "no trump", "wild": Wild(("2", "3", "4", "5"), in_suit=True)},
    **{
        f"{word.capitalize()} Deals": {"next_dealer": word}
        for word in get_args(NextDealer)
        if word not in ("left", "right", "winner")
    },
    "Turned Again": {"trump": AGAIN},
    "Turned Again Late": {"trump": AGAIN, "shown": "after bids"},
}

CALLED = aspects(
    trick_worth=Number(2),
    score=Variable("points"),
    next_dealer="left",
    call=Call(
        "winner of last deal",
        (
            CallGroup("one of", ("Trumps", "No Trumps", "Precedence")),
            CallGroup("any of", ("Blind", "Misere")),
            CallGroup("at most one of", ("Madness",)),
        ),
    ),
)

TWISTS = (
    Twist("Trumps", short="t", trump=clause(NamedTrump("caller", "suit"))),
    Twist("No Trumps", short="nt", trump=clause(NoTrump())),
    Twist("Precedence", trump=clause(NamedTrump("caller", "order"))),
    Twist("Blind", play=clause("top card")),
    Twist("Misere", bid=clause(FixedBid(0))),
    Twist("Madness", trick_worth=clause(Arithmetic("*", Number(2), Variable("trick")))),
)

OWES = Settlement(Arithmetic("-", Variable("winner.total"), Variable("loser.total")))


def special_game(cards: int = 4) -> Game:
    """Returns a game with one deal of every special kind, and a settlement."""
    deals = tuple(Deal(name, aspects(**changes)) for name, changes in SPECIALS.items())
    row = ScheduleRow(OneSize(Number(cards)), tuple(SPECIALS))
    winner = Winner(("highest total", "fewest failed"))
    return game(*deals, schedule=(row,), winner=winner, settlement=OWES)


def one_deal(name: str, cards: int = 7) -> Game:
    """Returns a match of one special deal."""
    deal = Deal(name, aspects(**SPECIALS[name]))
    return game(deal, schedule=(ScheduleRow(OneSize(Number(cards)), (name,)),))


def called_game() -> Game:
    """Returns a game with three called deals, for which the dealer picks the number of cards."""
    row = ScheduleRow(PickedSize(Number(2), Number(4)), ("called",), repeat=Number(3))
    return game(Deal("called", CALLED), twists=TWISTS, schedule=(row,))


def ladder_game() -> Game:
    """Returns a game with ordinary deals of one, two and three cards."""
    rows = (ScheduleRow(Ladder(Number(1), Number(3), "up"), ("normal",)),)
    return game(Deal("normal", aspects()), schedule=rows)


GAMES = {"special": special_game(), "called": called_game(), "ladder": ladder_game()}


def random_match(rules: Game, players: int, seed: int, *, by_hand: bool = False) -> Iterator[State]:
    """Yields every state of a match with random players.

    By hand, the same cards are dealt by actions, and lots (for the first dealer and bidder) are
    drawn by actions too.
    """
    choose = random.Random(seed)
    state = start_match(rules, players, None if by_hand else seed)
    yield state
    while not state.over:
        actions = state.legal()
        if actions:
            state = state.apply(choose.choice(actions))
        elif state.phase in ("dealer", "first"):
            state = state.apply(f"{state.phase} {choose.choice(state.names)}")
        else:
            pack = " ".join(map(str, shuffled(ORDINARY, seed, 0, state.deal)))
            state = state.apply(f"deal {pack}")
        yield state


HIDING = (
    "normal",
    "Blind",
    "Half Blind",
    "Guess 'Em",
    "Roll 'Em",
    "Forehead",
    "Forehead Stack",
    "By Choice",
    "Choice Of All",
    "Shuffled",
    "Wild Stack",
    "Auction",
    "First Cards",
)
"""Deals in which a view hides something, each in its own way."""


# --- a match of three players, step by step ---------------------------------------------

RULES = """clag 2
game "Small"
players 3 to 3{seats}
{head}deal normal
  {deal}
  score {score}
{twists}schedule {schedule}
winner highest total, then shared
"""
WHOLE = "deal " + " ".join(map(str, PACK))
NAMES = ("Ann", "Bob", "Cy")


def begun(
    deal: str,
    *done: str,
    schedule: str = "2 cards: normal",
    seats: str = "",
    head: str = "",
    twists: str = "",
    score: str = "tricks",
    seed: int | None = None,
) -> State:
    """Returns a match of Ann, Bob and Cy, who deals, after these actions."""
    text = RULES.format(
        deal=deal, schedule=schedule, seats=seats, head=head, twists=twists, score=score
    )
    state = load(text=text).start(names=NAMES, seed=seed)
    for action in "; ".join(done).split("; "):
        state = state.apply(action) if action else state
    return state
