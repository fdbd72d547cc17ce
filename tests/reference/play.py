"""Plays one whole deal and writes down every decision with everything that was allowed."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from itertools import permutations

from reference.table import (
    NATURAL,
    SUIT_WORDS,
    SUITS,
    DealRules,
    hands_from,
    legal_bids,
    playable,
    results,
    suit_of,
    winner_of,
)

Face = tuple[str, str]


@dataclass(frozen=True)
class Seen:
    """What is seen of a deal at some moment, by everybody alike.

    hands (every seat of its own): "not dealt", "seen" or "unseen".  trump: "unknown", "none", a
    suit, or "order X X X X".
    """

    hands: str = "not dealt"
    turned: str | None = None
    trump: str = "unknown"


@dataclass
class Step:
    """One decision: who, what was allowed, what was done, and what lay open before it."""

    seat: int
    legal: list[str]
    action: str
    hand: list[str]
    seen: Seen
    trick: list[Face] = field(default_factory=list)


@dataclass
class PlayedDeal:
    """A whole deal as played."""

    rules: DealRules
    players: int
    cards: int
    dealer: int
    pack: list[str]
    steps: list[Step] = field(default_factory=list)
    taken: list[int] = field(default_factory=list)
    bids: list[int] | None = None
    trumps: str = ""
    seen: Seen = Seen()

    def scores(self) -> list[int]:
        return [
            self.rules.score(result)
            for result in results(self.rules, self.cards, self.bids, self.taken, self.players)
        ]


Chooser = Callable[[list[str], list[str]], str]


def face_text(card: str, face: str, wild: bool) -> str:
    return f"play {card} as {face}" if wild else f"play {card}"


def play_deal(
    rules: DealRules,
    players: int,
    cards: int,
    dealer: int,
    pack: list[str],
    choose: Chooser,
    caller: int | None = None,
) -> PlayedDeal:
    """Name trump, bid and play by `choose`, which gets the legal actions and the hand."""
    deal = PlayedDeal(rules, players, cards, dealer, pack)
    hands = hands_from(pack, players, dealer, cards)
    nobody_bids = rules.bidding != "turn"
    if rules.sight == "before bids" or (rules.sight == "after bids" and nobody_bids):
        deal.seen = Seen("seen")
    else:
        deal.seen = Seen("unseen")
    _settle_trump(deal, hands, choose, dealer if caller is None else caller)
    turned_late = rules.trump == "turned" and rules.shown == "after bids" and not nobody_bids
    if rules.trump == "turned" and not turned_late:
        _turn(deal)
    _bid(deal, hands, choose)
    if turned_late:
        _turn(deal)
    if rules.sight == "after bids":
        deal.seen = replace(deal.seen, hands="seen")
    leader = (dealer + 1) % players
    for _ in range(cards):
        leader = _play_trick(deal, hands, leader, choose)
        deal.taken.append(leader)
    return deal


def _bid(deal: PlayedDeal, hands: list[list[str]], choose: Chooser) -> None:
    players = deal.players
    if deal.rules.bidding == "zero":
        deal.bids = [0] * players
    if deal.rules.bidding != "turn":
        return
    turn = [(deal.dealer + 1 + i) % players for i in range(players)]
    made: list[int] = []
    for seat in turn:
        legal = [f"bid {n}" for n in legal_bids(deal.rules, deal.cards, players, made)]
        action = choose(legal, hands[seat])
        deal.steps.append(Step(seat, legal, action, list(hands[seat]), deal.seen))
        made.append(int(action.split()[1]))
    deal.bids = [made[turn.index(seat)] for seat in range(players)]


def _turn(deal: PlayedDeal) -> None:
    """The card after the hands is turned up, and its suit is trumps."""
    card = deal.pack[deal.players * deal.cards]
    deal.trumps = suit_of(card)
    deal.seen = replace(deal.seen, turned=card, trump=SUIT_WORDS[suit_of(card)])


def _settle_trump(deal: PlayedDeal, hands: list[list[str]], choose: Chooser, caller: int) -> None:
    """Trumps that need no card turned up."""
    kind = deal.rules.trump
    if kind == "none":
        deal.seen = replace(deal.seen, trump="none")
    elif kind.startswith("order "):
        deal.trumps = kind.removeprefix("order ").replace(" ", "")
        deal.seen = replace(deal.seen, trump=kind)
    elif kind == "caller order":
        legal = ["order " + " ".join(order) for order in permutations(SUITS)]
        action = choose(legal, hands[caller])
        deal.steps.append(Step(caller, legal, action, list(hands[caller]), deal.seen))
        deal.trumps = action.removeprefix("order ").replace(" ", "")
        deal.seen = replace(deal.seen, trump=action)
    elif kind in ("dealer", "caller"):
        seat = deal.dealer if kind == "dealer" else caller
        legal = [f"trump {SUIT_WORDS[suit]}" for suit in SUITS]
        action = choose(legal, hands[seat])
        deal.steps.append(Step(seat, legal, action, list(hands[seat]), deal.seen))
        deal.trumps = action.split()[1][0].upper()
        deal.seen = replace(deal.seen, trump=action.split()[1])


def _play_trick(deal: PlayedDeal, hands: list[list[str]], leader: int, choose: Chooser) -> int:
    played: list[Face] = []
    for offset in range(deal.players):
        seat = (leader + offset) % deal.players
        allowed = playable(deal.rules, hands[seat], played)
        texts = {
            face_text(card, face, deal.rules.twos_wild and card.startswith("2")): (card, face)
            for card, face in allowed
        }
        action = choose(list(texts), hands[seat])
        deal.steps.append(
            Step(seat, list(texts), action, list(hands[seat]), deal.seen, list(played))
        )
        played.append(texts[action])
        hands[seat].remove(texts[action][0])
    return (leader + winner_of(deal.rules, deal.trumps, played)) % deal.players


def lively(generator: random.Random) -> Chooser:
    """Chooses at random, with modest bids; a wild card is mostly named something high."""

    def choose(legal: list[str], hand: list[str]) -> str:
        if legal[0].startswith("bid"):
            high = sum(card[:-1] in ("A", "K", "2") for card in hand)
            fitting = [text for text in legal if abs(int(text.split()[1]) - high) <= 1]
            return generator.choice(fitting or legal)
        naturals = [text for text in legal if " as " not in text]
        honours = [text for text in legal if " as " in text and text.split()[3][:-1] in NATURAL[:2]]
        if honours and (not naturals or generator.random() < 0.6):
            return generator.choice(honours)
        return generator.choice(naturals or legal)

    return choose


def count_plays(
    rules: DealRules,
    hands: Sequence[Sequence[str]],
    trumps: str,
    leader: int,
    played: Sequence[Face] = (),
    most: int | None = None,
) -> int:
    """How many complete sequences of plays finish the deal; `leader` led the trick `played`.

    With `most`, a count that goes beyond it need not be finished.
    """
    players = len(hands)
    if len(played) == players:
        winner = (leader + winner_of(rules, trumps, list(played))) % players
        return count_plays(rules, hands, trumps, winner, (), most)
    seat = (leader + len(played)) % players
    if not played and not hands[seat]:
        return 1
    total = 0
    for card, face in playable(rules, list(hands[seat]), list(played)):
        rest = [list(hand) for hand in hands]
        rest[seat].remove(card)
        total += count_plays(rules, rest, trumps, leader, [*played, (card, face)], most)
        if most is not None and total > most:
            break
    return total


def count_bids(rules: DealRules, cards: int, players: int, bids: Sequence[int] = ()) -> int:
    """How many complete sequences of bids there are."""
    if rules.bidding != "turn" or len(bids) == players:
        return 1
    return sum(
        count_bids(rules, cards, players, [*bids, bid])
        for bid in legal_bids(rules, cards, players, list(bids))
    )
