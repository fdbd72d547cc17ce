"""Twin matches, which differ only in what one seat cannot see."""

import random

from clagdsl.engine.actions import DealPack, Play, SayInAuction
from clagdsl.engine.events import (
    AuctionSaid,
    BidderDrawn,
    BidMade,
    CallMade,
    CardPlayed,
    CardsDealt,
    CardsPicked,
    DealerDrawn,
    FirstCardsDealt,
    Looked,
    Passed,
    TrumpNamed,
)
from clagdsl.engine.match_state import Dealing
from clagdsl.engine.state import State, start_at_table
from clagdsl.lang.cards import Card
from clagdsl.lang.rules import Game, NamedTrump
from clagdsl.problems.diagnostic import IllegalAction
from support.engine_games import random_match


def hidden_places(state: State, dealing: Dealing, seat: int, *, now: bool) -> list[list[int]]:
    """Returns groups of places in the pack whose cards can be swapped without the seat noticing.

    They follow from the rules. Everybody knows the played cards and those turned up. A seat that
    may look knows its own hand, but not the order of the cards left in it. Of the first cards, from
    which trump is named, it knows that they are the first; it sees the others only after trump is
    named.
    """
    assert dealing.pack is not None
    assert dealing.cards is not None
    players = state.players
    dealt = players * dealing.cards
    eldest = (dealing.dealer + 1) % players
    own = set(range((seat - eldest) % players, dealt, players))
    known = {dealing.pack.index(card) for card in played_cards(state, dealing, now=now)}
    known.update(turned_places(dealing, dealt))
    unknown = set(range(len(dealing.pack))) - known
    if dealing.seen or seat in dealing.looked:
        trump = dealing.rules.trump
        first = trump.first if isinstance(trump, NamedTrump) else None
        early = own if first is None else own & set(range(players * first))
        late = own - early
        if now and state.phase == "name" and first is not None:
            late = set()
        hidden = unknown - early - late
        return [sorted(unknown & early), sorted(unknown & late), sorted(hidden)]
    if dealing.rules.sight == "others only":
        others = [set(range(first, dealt, players)) for first in range(players)]
        hands = [sorted(unknown & hand) for hand in others if hand != own]
        left = unknown - set(range(dealt)) | unknown & own
        return [sorted(left), *hands]
    return [sorted(unknown)]


def turned_places(dealing: Dealing, dealt: int) -> range:
    """Returns the places in the pack of the cards that are turned up.

    If all cards are dealt, the last one is turned: it is the dealer's.
    """
    assert dealing.pack is not None
    if dealing.turned is None:
        return range(0)
    first = min(dealt, len(dealing.pack) - 1)
    return range(first, first + 1 + len(dealing.turned_before))


def played_cards(state: State, dealing: Dealing, *, now: bool) -> list[Card]:
    tricks = [trick.cards for trick in state.finished_tricks] + [state.trick]
    if not now:
        deal = next(deal for deal in state.history if deal.dealing is dealing)
        tricks = [trick.cards for trick in deal.tricks]
    return [one.card for cards in tricks for one in cards]


def other_packs(state: State, seat: int, choose: random.Random) -> dict[int, tuple[Card, ...]]:
    """Returns packs by deal that the seat cannot distinguish from those of the match."""
    dealings = [(deal.dealing, False) for deal in state.history]
    if state.position.dealing.pack is not None and not state.over:
        dealings.append((state.position.dealing, True))
    packs = {}
    for dealing, now in dealings:
        assert dealing.pack is not None
        pack = list(dealing.pack)
        for group in hidden_places(state, dealing, seat, now=now):
            for _ in range(choose.choice((1, 3, 60))):
                first, second = choose.choice(group or [0]), choose.choice(group or [0])
                pack[first], pack[second] = pack[second], pack[first]
        packs[dealing.scheduled.number] = tuple(pack)
    return packs


def replayed(state: State, packs: dict[int, tuple[Card, ...]]) -> State | None:
    """Returns the match with the same decisions over other packs; None if one is illegal there."""
    names = list(state.names)
    drawn = state.table.draws_dealer  # an event reveals who it was
    dealer = None if drawn else state.first_dealer
    twin = start_at_table(state.table, names=names, dealer=dealer)
    dealings = [*(deal.dealing for deal in state.history), state.position.dealing]
    suits = {one.scheduled.number: one.suit for one in dealings}
    for event in state.events:
        try:
            if isinstance(event, FirstCardsDealt | CardsDealt) and twin.phase == "deal":
                twin = twin.apply(DealPack(packs[twin.deal], suits[twin.deal]))
            else:
                twin = advance(twin, event)
        except IllegalAction:
            return None
    return twin


def advance(twin: State, event: object) -> State:
    match event:
        case DealerDrawn(seat=seat):
            return twin.apply(f"dealer {twin.names[seat]}")
        case BidderDrawn(seat=seat):
            return twin.apply(f"first {twin.names[seat]}")
        case CardsPicked(cards=cards):
            return twin.apply(f"cards {cards}")
        case CallMade(calls=calls):
            return twin.apply("call " + ", ".join(calls))
        case AuctionSaid(number=number, trump=suit):
            return twin.apply(SayInAuction(number, suit))
        case Passed():
            return twin.apply("pass")
        case TrumpNamed(trump=trump):
            return twin.apply(
                ("order " if len(trump) > 1 else "trump ") + (" ".join(trump) or "none")
            )
        case Looked():
            return twin.apply("look")
        case BidMade(bid=int(bid), blind=blind):
            return twin.apply(f"bid {bid} blind" if blind else f"bid {bid}")
        case CardPlayed(card=card, face=face):
            return twin.apply(Play(card, face))
        case _:
            return twin


def check_equal_views(rules: Game, players: int, seed: int, how_many: int = 6) -> int:
    """Asserts that each seat's views of twins are equal; returns the number of twins compared."""
    choose = random.Random(seed)
    states = list(random_match(rules, players, seed, by_hand=True))
    compared = 0
    for state in choose.sample(states, min(how_many, len(states))):
        for seat in range(players):
            twin = replayed(state, other_packs(state, seat, choose))
            if twin is None or twin.events == state.events:
                continue
            seen, own = twin.view(seat), state.view(seat)
            assert seen == own
            assert repr(seen) == repr(own)
            assert seen.to_json() == own.to_json()
            compared += 1
    return compared
