"""The state of a match for one seat or for everybody, as JSON, made only from the engine's `View`.

No function here has access to the match itself, so no page can learn more than its view has.
`docs/internals/table-sync.md` describes the keys. Those that would be empty are left
out, so the text is small enough to be sent whole after every action.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from clagdsl.engine.actions import Action, Bid, Play, bid_of, play_of
from clagdsl.engine.events import (
    AuctionSaid,
    BidMade,
    CardPlayed,
    CardsDealt,
    DealBegun,
    DealScored,
    Event,
    FirstCardsDealt,
    MatchWon,
    Passed,
    TrickWon,
    decision_of,
)
from clagdsl.engine.view import View
from clagdsl.engine.view_contracts import contracts_in_view
from clagdsl.engine.view_legality import (
    cards_of_deal,
    events_of_deal,
    position_from_view,
    rules_in_view,
    why_not_in_view,
)
from clagdsl.lang.cards import Card, face_of
from clagdsl.lang.frozen import dataclass, replace
from clagdsl.lang.json_schema import to_json
from clagdsl.lang.json_value import JsonObject, JsonValue
from clagdsl.lang.record import PlayerName
from clagdsl.lang.rules import Call
from clagdsl.lang.special_cards import PlayedAs
from clagdsl.scorekeeping.stake import stake_in_deal
from clagdsl.serve.replies import plain
from clagdsl.table.deal_rules import DealRules
from clagdsl.table.table import Table
from clagdsl.table.tricks import PlayedCard, strongest

MOST_BUTTONS: Final = 30
"""Maximum number of answers shown as buttons; longer lists are shown differently."""


@dataclass(frozen=True, slots=True)
class MatchSeen:
    """The data from which a page is made: a view and public facts.

    - `policies`: the bot that plays each seat, None for a person.
    - `joined`: whether each seat's person has a phone.
    - `acting`: the seats whose action is due.
    - `waiting`: the seats that have bid before their turn, if all players bid at the same time.
    - `own_bid`: the number that the viewer has bid before its turn.
    - `made`: for each finished deal, whether each seat made its contract.
    - `places`: the place of each seat by the rules that decide the match.
    - `may_do`: the actions that the seat may currently take.
    """

    view: View
    table: Table
    names: tuple[str, ...]
    policies: tuple[PlayerName | None, ...]
    joined: tuple[bool, ...]
    acting: tuple[int, ...]
    waiting: tuple[int, ...]
    own_bid: int | None
    made: tuple[tuple[bool | None, ...], ...]
    places: tuple[int | None, ...]
    may_do: tuple[Action, ...]


def match_json(seen: MatchSeen) -> JsonObject:
    """Returns the state of a match; empty values are left out, except those of `ALWAYS`."""
    view = seen.view
    rules = rules_in_view(view, seen.table)
    scheduled = seen.table.schedule[view.deal - 1]
    calls_by_group = view.phase == "call" and len(seen.may_do) > MOST_BUTTONS
    state: dict[str, JsonValue] = {
        "deal": view.deal,
        "deals": len(seen.table.schedule),
        "deal_name": scheduled.name,
        "phase": view.phase,
        "actors": list(seen.acting),
        "dealer": view.dealer,
        "cards": cards_of_deal(view, seen.table),
        "hand": _texts(sorted_hand(view.hand, rules)),
        "unseen": list(_unseen(view)),
        "shown": [_texts(sorted_hand(hand, rules)) for hand in view.shown_hands],
        "trump": None if view.trump is None else _texts(view.trump),
        "turned": _texts(() if view.turned is None else (*view.turned_before, view.turned)),
        "calls": list(view.calls),
        "auction": list(_auction(view)),
        "bids": _bids(seen),
        "has_bid": sorted({*seen.waiting, *hidden_bids(view)}),
        "blind": [seat for seat, is_blind in enumerate(view.blind) if is_blind],
        "tricks": list(view.tricks),
        "contracts": list(contracts_in_view(view, seen.table)),
        "totals": list(view.totals),
        "places": list(seen.places),
        "trick": _trick_json(view.trick, rules),
        "takes": _taker(view, rules),
        "last": _last_trick(view, rules),
        "legal": [] if calls_by_group else _texts(seen.may_do),
        "groups": list(_groups(rules)) if calls_by_group else [],
        "why": list(_why_not(seen)),
        "worth": dict(_worth(seen)),
        "bots": list(seen.policies) if any(seen.policies) else [],
        **_end(view),
    }
    return {key: value for key, value in state.items() if key in ALWAYS or value not in _EMPTY}


ALWAYS: Final = frozenset({"actors", "cards", "hand", "trump", "trick", "legal"})
"""The keys that are sent even if their values are empty."""
_EMPTY: Final[tuple[JsonValue, ...]] = (None, [], {})


def _texts(values: Sequence[object]) -> list[JsonValue]:
    return [str(value) for value in values]


# --- the deal ---------------------------------------------------------------------------


def sorted_hand(hand: Sequence[Card], rules: DealRules) -> list[Card]:
    """Returns a hand sorted by suit, then by rank in the deal's order, high to low."""
    return sorted(
        hand, key=lambda card: (card.sort_key[0], -rules.strength.get(card.rank, 0), card.rank)
    )


def _unseen(view: View) -> Iterator[int]:
    """Yields for each seat how many of the cards that it holds the viewer cannot see."""
    dealt = 0
    for event in events_of_deal(view):
        if isinstance(event, CardsDealt):
            dealt = event.cards
        elif isinstance(event, FirstCardsDealt):
            dealt = event.first
    in_trick = {play.seat for play in view.trick}
    finished = sum(view.tricks)
    for seat in range(view.players):
        if view.phase == "over":
            yield 0
        elif seat == view.seat:
            yield view.unseen
        else:
            shown = view.shown_hands[seat] if view.shown_hands else ()
            yield max(0, dealt - finished - (seat in in_trick) - len(shown))


def _auction(view: View) -> Iterator[JsonValue]:
    """Yields the words of the auction, each with its seat: `auction 5C` or `pass`."""
    for event in events_of_deal(view):
        if isinstance(event, AuctionSaid | Passed):
            yield {"seat": event.seat, "entry": str(decision_of(event))}


def _bids(seen: MatchSeen) -> list[JsonValue]:
    """Returns the bids that the viewer knows, by seat, among them its own early one."""
    bids: list[JsonValue] = list(seen.view.bids)
    if seen.own_bid is not None:
        bids[seen.view.own_seat] = seen.own_bid
    return bids


def hidden_bids(view: View) -> set[int]:
    """Returns the seats whose bid is hidden until all have bid."""
    return {
        event.seat
        for event in events_of_deal(view)
        if isinstance(event, BidMade) and event.bid is None
    } - {seat for seat, bid in enumerate(view.bids) if bid is not None}


# --- tricks -----------------------------------------------------------------------------


def _trick_json(trick: Sequence[PlayedCard], rules: DealRules) -> list[JsonValue]:
    return [_play_json(one, rules) for one in trick]


def _play_json(one: PlayedCard, rules: DealRules) -> JsonObject:
    """Returns a played card; `as` is the card that it stands for, or how it was played, if there is
    more than one way.
    """
    played: JsonObject = {"seat": one.seat, "card": str(one.card)}
    if isinstance(one.face, PlayedAs):
        special, demand = rules.specials[one.card.rank], one.face.demand
        has_demand = demand is not None and (demand.suit or len(special.demands) > 1)
        chosen = replace(
            one.face,
            power=one.face.power if len(special.powers) > 1 else None,
            demand=demand if has_demand else None,
        )
        way = str(chosen).removeprefix(str(one.card)).strip()
        return {**played, "as": way} if way else played
    return played if face_of(one.face) == face_of(one.card) else {**played, "as": str(one.face)}


def _taker(view: View, rules: DealRules) -> JsonValue:
    """Returns the seat that takes the trick so far."""
    if not view.trick:
        return None
    return view.trick[strongest(rules, view.trump or (), view.trick)].seat


def _last_trick(view: View, rules: DealRules) -> JsonValue:
    """Returns the last finished trick of the match, or None."""
    plays: list[PlayedCard] = []
    won: TrickWon | None = None
    for event in reversed(view.events):
        match event:
            case TrickWon() if won is None:
                won = event
            case CardPlayed(seat=seat, card=card, face=face) if won and len(plays) < view.players:
                plays.append(PlayedCard(seat, card, face or card))
            case DealBegun(deal=deal) if won is not None:
                return {
                    "deal": deal,
                    "number": won.trick,
                    "seat": won.seat,
                    "trick": _trick_json(plays[::-1], rules),
                }
            case _:
                pass
    return None


# --- the question -----------------------------------------------------------------------


def _groups(rules: DealRules) -> Iterator[JsonValue]:
    """Yields the groups of a call: how many of the names may be called, and the names."""
    call = rules.call
    for group in call.groups if isinstance(call, Call) else ():
        yield {"kind": group.kind, "names": list(group.choices)}


def _why_not(seen: MatchSeen) -> Iterator[JsonValue]:
    """Yields the reasons why cards and bids of the viewer are not allowed, by action, for each
    source; nothing if it is not the viewer's turn.
    """
    reasons: dict[str | None, JsonObject] = {}
    for action in _not_allowed(seen):
        why = why_not_in_view(seen.view, seen.table, action)
        if why is not None:
            reasons.setdefault(why.source, {})[str(action)] = plain(why.reason)
    for source, by_action in reasons.items():
        yield {"source": source, "reasons": by_action}


def _not_allowed(seen: MatchSeen) -> Iterator[Action]:
    view, may_do = seen.view, seen.may_do
    if any(isinstance(action, Play) for action in may_do):
        playable = {action.card for action in may_do if isinstance(action, Play)}
        yield from (play_of(card) for card in dict.fromkeys(view.hand) if card not in playable)
    bids = [action for action in may_do if isinstance(action, Bid)]
    if bids:
        for number in range((cards_of_deal(view, seen.table) or 0) + 1):
            bid = bid_of(number, blind=bids[0].blind)
            if bid not in bids:
                yield bid


def _worth(seen: MatchSeen) -> Iterator[tuple[str, JsonValue]]:
    """Yields the points of each bid that is allowed: if made, and the least and most if missed."""
    view = seen.view
    cards = cards_of_deal(view, seen.table)
    bids = [action for action in seen.may_do if isinstance(action, Bid)]
    if not bids or cards is None:
        return
    position = position_from_view(view, seen.table)
    past = position.standing.figures.past
    for bid in bids:
        stake = stake_in_deal(position.dealing, view.deal, cards, past, view.own_seat, bid.number)
        yield str(bid), {"made": stake.made, "least": stake.least, "most": stake.most}


# --- the end, and what has happened -----------------------------------------------------


def _end(view: View) -> JsonObject:
    """Returns the winners of the match, and what each seat receives or pays; {} until the end."""
    last = view.events[-1] if view.events else None
    if not isinstance(last, MatchWon):
        return {}
    return {"winners": list(last.winners), "payments": to_json(last.payments)}


def event_fields(event: Event, made: Mapping[int, Sequence[bool | None]]) -> JsonObject:
    """Returns the fields of an event; for a scored deal, also who made the contract."""
    fields = event.to_json()
    del fields["version"]
    if isinstance(event, DealScored):
        fields["made"] = list(made.get(event.deal, ()))
    return {name: value for name, value in fields.items() if value is not None}
