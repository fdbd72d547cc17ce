"""Matches that look equal to a seat or to everybody, and a server's responses in each of them."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from clagdsl.engine.actions import Bid
from clagdsl.engine.events import BidMade, BidsTold, DealBegun
from clagdsl.engine.match_state import Dealing
from clagdsl.engine.state import State
from clagdsl.lang.cards import Card
from clagdsl.problems.diagnostic import IllegalAction
from clagdsl.serve.members import NotAllowedError
from clagdsl.serve.online_table import EarlyBid, OnlineTable, why_match_command_refused
from clagdsl.serve.table_events import ActionMade, TableEvent
from support.engine_twins import other_packs, played_cards, replayed, turned_places
from support.match_server import GAMES, MatchPhone, MatchServer
from support.table_server import Got

KEY = "0123456789abcdef"
MOST_TRIES = 1000
"""The most matches drawn for each pair; in some games most twins forbid a decision."""
STREAMS = ("/events", "/wall/events")
FIRST = ("/plain", "/now", "/events")
"""The pages that are compared for every pair."""
PAGES = (
    *("", "/log", "/people", "/rules", "/record.toml"),
    *("/now?after=1", "/wall/now", "/wall/events"),
)
ELSEWHERE = ("nonsense", "play", "deal 2C", "trump hearts", "order S H C D", "call", "undo")


@dataclass(frozen=True)
class Pair:
    """Two tables that `seat`, or with None everybody, cannot distinguish."""

    seat: int | None
    one: OnlineTable
    other: OnlineTable

    @property
    def elsewhere(self) -> list[str]:
        """Plays of the cards whose holder differs between the two tables."""
        here, there = _holders(self.one), _holders(self.other)
        return sorted({f"play {card}" for card, _ in here ^ there} & {*self.tells})

    @property
    def tells(self) -> list[str]:
        """Illegal actions to try, among them plays of cards that the seat does not have."""
        cards = sorted({str(card) for hand in self.one.state.hands for card in hand})
        deck = [str(card) for card in self.one.state.table.deck.cards]
        texts = [f"play {card}" for card in (*cards, *deck)]
        texts += [f"bid {number}" for number in range(-1, 9)]
        texts += [f"bid {number} blind" for number in range(3)]
        texts += [f"play top as {card}" for card in deck[::9]] + list(ELSEWHERE)
        may = () if self.seat is None else self.one.legal_actions(self.seat)
        allowed = {*map(str, may)} | {"play top"}
        return [text for text in texts if text not in allowed]


def _holders(table: OnlineTable) -> set[tuple[Card, int]]:
    """Returns each held card with its seat; empty before the deal."""
    hands = table.state.hands[: len(table.names)]
    return {(card, seat) for seat, hand in enumerate(hands) for card in hand}


def all_packs(state: State) -> dict[int, tuple[Card, ...]]:
    """Returns the pack of every deal so far."""
    dealings = [deal.dealing for deal in state.history]
    if not state.over:
        dealings.append(state.position.dealing)
    return {one.scheduled.number: one.pack for one in dealings if one.pack is not None}


def public_packs(state: State, drawn: random.Random) -> dict[int, tuple[Card, ...]]:
    """Returns random packs that agree with everything that is public."""
    packs = all_packs(state)
    dealings = [(deal.dealing, False) for deal in state.history]
    if not state.over and state.position.dealing.pack is not None:
        dealings.append((state.position.dealing, True))
    for dealing, now in dealings:
        free = unknown_places(state, dealing, now=now)
        pack = list(dealing.pack or ())
        for _ in range(drawn.choice((1, 2, 40)) if len(free) > 1 else 0):
            first, second = drawn.sample(free, 2)
            pack[first], pack[second] = pack[second], pack[first]
        packs[dealing.scheduled.number] = tuple(pack)
    return packs


def unknown_places(state: State, dealing: Dealing, *, now: bool) -> list[int]:
    pack = dealing.pack or ()
    known = {pack.index(card) for card in played_cards(state, dealing, now=now)}
    # by their places: a pack may have several of a card
    known.update(turned_places(dealing, state.players * (dealing.cards or 0)))
    return [place for place in range(len(pack)) if place not in known]


def moment(game: str, names: Sequence[str], drawn: random.Random, most: int) -> list[State]:
    """Returns states of a random match up to a moment after at most `most` actions.

    The moment is the last state. The first one precedes the bids that are made but not revealed. If
    all bid at once, every second moment has such bids.
    """
    states = [GAMES.game(game).start(names=names, seed=drawn.randrange(10**6))]
    for _ in range(drawn.randrange(most)):
        if not states[-1].over:
            states.append(states[-1].apply(drawn.choice(states[-1].legal())))
    bidding = [number for number, state in enumerate(states) if hidden_bids(state)]
    last = drawn.choice(bidding) if bidding and drawn.random() < 0.5 else len(states) - 1
    return states[last - len(hidden_bids(states[last])) : last + 1]


def hidden_bids(state: State) -> list[BidMade]:
    """Returns the bids of the deal that are made but not revealed."""
    if state.phase != "bid":
        return []
    last = max(n for n, event in enumerate(state.events) if isinstance(event, DealBegun | BidsTold))
    bids = [event for event in state.events[last:] if isinstance(event, BidMade)]
    return [event for event in bids if event.together]


def bid_on(state: State | None, made: list[BidMade], drawn: random.Random | None) -> State | None:
    """Returns the match after these bids, or with `drawn` after random ones of the same kind."""
    for event in made:
        if state is None:
            break
        bid = Bid(event.bid or 0, blind=event.blind)
        others = [one for one in state.legal() if isinstance(one, Bid) and one.blind == bid.blind]
        state = state.apply(bid if drawn is None else drawn.choice(others))
    return state


def pairs(
    table: OnlineTable, game: str, drawn: random.Random, most: int, wanted: int
) -> Iterator[Pair]:
    """Yields `wanted` pairs of tables at moments of matches, each for one seat or for everybody."""
    found = 0
    for _ in range(MOST_TRIES * wanted):
        states = moment(game, table.names, drawn, most)  # phones have their seats by name
        before, bids = states[0], hidden_bids(states[-1])
        seat = drawn.choice([None, *range(len(table.names))])
        packs = public_packs(before, drawn) if seat is None else other_packs(before, seat, drawn)
        own = bid_on(replayed(before, all_packs(before)), bids, None)
        twin = replayed(before, packs)
        for bid in bids:
            twin = bid_on(twin, [bid], None if bid.seat == seat else drawn)
        if own is not None and twin is not None and twin.events != own.events:
            one, other = with_state(table, own), with_state(table, twin)
            yield Pair(seat, with_waiting(one, seat, 1), with_waiting(other, seat, 2))
            found += 1
            if found == wanted:
                return
    raise AssertionError(f"only {found} pairs of {game}")


def with_state(table: OnlineTable, state: State) -> OnlineTable:
    """Returns the table with another match, all of whose events are those of its last command."""
    return replace(table, state=state, event_numbers=(table.number,) * len(state.events))


def with_waiting(table: OnlineTable, seat: int | None, bid: int) -> OnlineTable:
    """Returns the table with early bids of all other seats that may bid before their turn."""
    acting = table.state.position.acting[1:]
    waiting = tuple(EarlyBid(each, Bid(bid)) for each in acting if each != seat)
    return replace(table, early_bids=waiting)


def refusals(pair: Pair) -> list[tuple[str, str, str]]:
    """Returns for each action the reasons why the pair's seat may not take it at either table."""
    assert pair.seat is not None
    found = []
    for text in pair.tells:
        did = ActionMade(pair.seat, text)
        found.append((text, _refused(pair.one, did), _refused(pair.other, did)))
    return found


def _refused(table: OnlineTable, did: ActionMade) -> str:
    """Returns why a seat may not take an action, "" if it may."""
    member = table.member_of(table.names[did.seat])
    assert member is not None
    why = why_match_command_refused(table, member, did)
    if why is not None:
        return str(why)
    try:
        table.apply(TableEvent(member.id, did))
    except (IllegalAction, NotAllowedError) as error:
        return f"{error} {getattr(error, 'reason', '')} {getattr(error, 'source', '')}"
    return ""


async def answers(
    server: MatchServer, table: OnlineTable, phone: MatchPhone, asked: list[tuple[str, str]]
) -> list[tuple[int, str, str]]:
    """Returns a table's responses, byte for byte.

    `page` requests a page, `try` sends an action with a form, and `act` as JSON. The text of an act
    begins with a seat.
    """
    address = f"/t/{table.name}"
    found: list[Got] = []
    for kind, text in asked:
        server.lobby._open[table.name].table = table
        if text in STREAMS:
            found.append(await phone.begun(f"{address}{text}"))
        elif kind == "page":
            found.append(await phone.get(f"{address}{text}"))
        elif kind == "act":
            seat, entry = text.split(" ", 1)
            body = {"key": 2 * KEY[::-1], "seen": table.number, "deal": table.state.deal}
            found.append(await phone.post(address, {**body, "for": int(seat), "entry": entry}))
        else:
            form = {"key": KEY[::-1], "seen": table.number, "entry": text}
            found.append(await phone.ask("POST", f"{address}/plain", form))
    return [(got.status, str(sorted(got.headers.items())), got.text) for got in found]
