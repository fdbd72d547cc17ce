"""Matches that are equal to a seat, or to everybody, and what a server answers at each of them."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from clagdsl.engine.actions import Bid
from clagdsl.engine.match_state import Dealing
from clagdsl.engine.state import State
from clagdsl.lang.cards import Card
from clagdsl.serve.online_table import OnlineTable, WaitingBid
from support.engine_twins import other_packs, played_cards, replayed
from support.match_server import GAMES, MatchPhone, MatchServer
from support.table_server import Got

KEY = "0123456789abcdef"
MOST_TRIES = 100
PAGES = ("", "/log", "/print", "/people", "/rules", "/record.toml", "/deal/1", "/changes")
ELSEWHERE = ("nonsense", "play", "deal 2C", "trump hearts", "order S H C D", "call", "undo")


@dataclass(frozen=True)
class Pair:
    """Two tables that `seat`, or with None everybody, cannot tell apart."""

    seat: int | None
    one: OnlineTable
    other: OnlineTable

    @property
    def elsewhere(self) -> list[str]:
        """Plays of the cards that lie in another hand in the other: a referee knows whose."""
        hands = [(match.state.hands, len(self.one.names)) for match in (self.one, self.other)]
        holders = [{(card, seat) for seat in range(n) for card in held[seat]} for held, n in hands]
        return sorted({f"play {card}" for card, _ in holders[0] ^ holders[1]} & {*self.tells})

    @property
    def tells(self) -> list[str]:
        """What to try: cards that lie elsewhere in the other, and what is out of place."""
        cards = sorted({str(card) for hand in self.one.state.hands for card in hand})
        deck = [str(card) for card in self.one.state.table.deck.cards]
        texts = [f"play {card}" for card in (*cards, *deck)]
        texts += [f"bid {number}" for number in range(-1, 9)]
        texts += [f"bid {number} blind" for number in range(3)]
        texts += [f"play top as {card}" for card in deck[::9]] + list(ELSEWHERE)
        may = () if self.seat is None else self.one.may_do(self.seat)
        allowed = {*map(str, may)} | {"play top"}
        return [text for text in texts if text not in allowed]


def all_packs(state: State) -> dict[int, tuple[Card, ...]]:
    """The pack of every deal so far."""
    dealings = [deal.dealing for deal in state.history]
    if not state.over:
        dealings.append(state.position.dealing)
    return {one.scheduled.number: one.pack for one in dealings if one.pack is not None}


def public_packs(state: State, drawn: random.Random) -> dict[int, tuple[Card, ...]]:
    """Packs that nobody can tell apart who knows only what everybody does."""
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
    if dealing.turned is not None:
        known.add(pack.index(dealing.turned))
    return [place for place in range(len(pack)) if place not in known]


def moment(game: str, names: Sequence[str], drawn: random.Random, most: int) -> State:
    """A moment of a match of random players, after so many actions at most."""
    state = GAMES.game(game).start(names=names, seed=drawn.randrange(10**6))
    for _ in range(drawn.randrange(most)):
        if state.over:
            break
        state = state.apply(drawn.choice(state.legal()))
    return state


def pairs(table: OnlineTable, game: str, drawn: random.Random, most: int) -> Iterator[Pair]:
    """Pairs at moments of matches, for one seat or for everybody."""
    for _ in range(MOST_TRIES):
        state = moment(game, table.names, drawn, most)  # by their names phones have their seats
        seat = drawn.choice([None, *range(len(table.names))])
        own = replayed(state, all_packs(state))
        packs = public_packs(state, drawn) if seat is None else other_packs(state, seat, drawn)
        twin = replayed(state, packs)
        if own is not None and twin is not None and twin.events != own.events:
            one, other = replace(table, state=own), replace(table, state=twin)
            yield Pair(seat, with_waiting(one, seat, 1), with_waiting(other, seat, 2))


def with_waiting(table: OnlineTable, seat: int | None, bid: int) -> OnlineTable:
    """The table with bids that wait of all others who may bid before their turn."""
    acting = table.state.position.acting[1:]
    waiting = tuple(WaitingBid(each, Bid(bid)) for each in acting if each != seat)
    return replace(table, waiting=waiting)


async def answers(
    server: MatchServer, table: OnlineTable, phone: MatchPhone, asked: list[tuple[str, str]]
) -> list[tuple[int, str, str]]:
    """What is answered at a table, byte for byte, to pages asked for and actions tried."""
    address = f"/t/{table.name}"
    found: list[Got] = []
    for kind, text in asked:
        server.lobby._open[table.name].table = table
        if kind == "page":
            found.append(await phone.get(f"{address}{text}"))
        else:
            form = {"key": KEY[::-1], "seen": table.number, "entry": text}
            found.append(await phone.ask("POST", f"{address}/enter", form))
    return [(got.status, str(sorted(got.headers.items())), got.text) for got in found]
