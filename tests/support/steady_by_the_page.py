"""An independent steady player, written from `docs/reference/steady.md` with plain lists of cards.

It uses the table for scores, legal actions and the winner of a trick. Everything in between is
computed as the page says. Chances are integers in units of 1/4096.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain

from clagdsl.engine.actions import (
    Action,
    Bid,
    MakeCall,
    NameOrder,
    NameTrump,
    Pass,
    PickCards,
    Play,
    PlayTop,
    SayInAuction,
)
from clagdsl.engine.events import CardPlayed, CardsDealt, DealBegun, FirstCardsDealt, TrickWon
from clagdsl.engine.view import View
from clagdsl.lang.cards import Card
from clagdsl.lang.expr.evaluate import EvaluationError
from clagdsl.lang.rules import (
    AuctionTrump,
    BidInTurn,
    BidTogether,
    Call,
    DrawnTrump,
    FixedBid,
    FixedOrder,
    FixedSuit,
    NamedTrump,
    NoAuction,
    NoBid,
    TurnedTrump,
    trump_name,
)
from clagdsl.table.choices import assumed_trump, legal_calls
from clagdsl.table.deal_rules import DealRules
from clagdsl.table.scoring import Taking, seat_result, worths
from clagdsl.table.table import Table
from clagdsl.table.tricks import PlayedCard, strongest

SUITS = "SHDC"
Trumps = Sequence[str]


@dataclass(frozen=True)
class Choice:
    """A chosen action and its worth."""

    action: Action
    worth: int


def best(worths: Sequence[tuple[Action, int]]) -> Choice:
    """Returns the first choice with the greatest worth."""
    most = max(worth for _, worth in worths)
    return next(Choice(action, worth) for action, worth in worths if worth == most)


def worth_of(rules: DealRules, face: Card) -> int:
    """Returns the worth of a card by itself."""
    names = {face.suit, face.rank, f"{face.rank}{face.suit}"}
    return sum(one.points for one in rules.card_worth.worths if one.name in names)


def trick_values(rules: DealRules, cards: int) -> list[int]:
    """Returns the expected value of each open trick."""
    faces = {(card.rank, card.suit): worth_of(rules, card) for card in rules.deck.cards}
    least = min(faces.values())
    held = [
        least if card.rank in rules.wild.ranks else faces[card.rank, card.suit]
        for card in rules.deck.cards
    ]
    more = sum(held) * rules.players // len(held)
    return [value + more for value in worths(rules, cards).by_winner]


class Page:
    """The knowledge of the seat to act."""

    def __init__(self, view: View, table: Table) -> None:
        self.view = view
        self.table = table
        self.players = view.players
        self.supposed: Trumps | None = None  # named by the action that is weighed
        self.scheduled = table.schedule[view.deal - 1]
        begun = [place for place, one in enumerate(view.events) if isinstance(one, DealBegun)]
        self.events = view.events[begun[-1] :]
        dealt = [one.cards for one in self.events if isinstance(one, FirstCardsDealt | CardsDealt)]
        self.cards = dealt[0] if dealt else 0
        self.rules = table.rules_of(self.scheduled, view.calls, self.cards or None)
        played = [one.card for one in self.events if isinstance(one, CardPlayed)]
        self.others = [hand for hand in view.shown_hands if hand]
        self.pack = list(table.deck.cards)
        self.suits = [suit for suit in SUITS if any(card.suit == suit for card in self.pack)]
        self.hand = sorted(view.hand, key=self.pack.index)
        self.unseen = list(self.pack)
        for card in (*view.hand, *played, *self.aside(view), *chain(*self.others)):
            self.unseen.remove(card)

    def aside(self, view: View) -> list[Card]:
        """Returns the cards turned up, unless it is the dealer's last one."""
        left = self.players * self.cards < len(self.pack)
        return [*view.turned_before, view.turned] if view.turned is not None and left else []

    def choice(self) -> Choice:
        """Returns the steady player's choice."""
        legal = self.view.legal
        match legal[0]:
            case PickCards():
                return best([(one, self.size(one)) for one in legal if isinstance(one, PickCards)])
            case MakeCall():
                tried = list(legal)
                if len(legal) > 64:
                    tried = [legal[number * len(legal) // 64] for number in range(64)]
                return best([(one, self.call(one)) for one in tried if isinstance(one, MakeCall)])
            case NameTrump() | NameOrder():
                return best([(one, self.name(one)) for one in legal])
            case SayInAuction() | Pass():
                return Choice(self.word(), 0)
            case Bid():
                return self.bid([one for one in legal if isinstance(one, Bid)])
            case Play():
                return best([(one, self.play(one)) for one in legal if isinstance(one, Play)])
            case PlayTop():
                faces = [one for one in legal if isinstance(one, PlayTop) and one.face]
                return best([(one, self.face(one)) for one in faces])
            case _:
                raise AssertionError(legal[0])

    def bid(self, legal: Sequence[Bid]) -> Choice:
        """Returns the best bid; the highest bidder may expect to name trump."""
        others = (bid for seat, bid in enumerate(self.view.bids) if seat != self.view.seat)
        made = [bid for bid in others if bid is not None]

        def chosen(trumps: Trumps | None) -> Choice:
            worths = self.bids(
                self.rules,
                [one.number for one in legal],
                trumps,
                seen=bool(self.view.hand),
                cards=self.cards,
                before=sum(made),
                after=self.players - len(made) - 1,
            )
            return best([(one, worths[one.number]) for one in legal])

        if self.view.trump is None and isinstance(self.rules.trump, NamedTrump):
            ways = [chosen(way) for way in self.ways(self.rules, self.rules.trump.what)]
            most = max(way.worth for way in ways)
            own = next(way for way in ways if way.worth == most)
            assert isinstance(own.action, Bid)
            if own.action.number > max([*made, self.cards // self.players]):
                return own
        return chosen(self.view.trump)

    # --- chances --------------------------------------------------------------------------

    def spared(
        self, rules: DealRules, priority: Mapping[str, int], face: Card, led: str, held: int
    ) -> int:
        """Returns the chance that one other player does not beat a face."""
        theirs = list(chain(*self.others)) if self.view.shown_hands else self.unseen
        total = len(theirs)
        if total == 0:
            return 4096
        natural = [card for card in theirs if card.rank not in rules.wild.ranks]
        wild = total - len(natural)
        higher = sum(stronger(rules, card, face) for card in natural)
        over = sum(priority[card.suit] > priority[face.suit] for card in natural)
        if not rules.follows:
            return 4096 - 4096 * (higher + over + wild) // total
        follow = sum(card.suit == led for card in natural)
        lacking = 4096
        for _ in range(held):
            lacking = lacking * (4096 * (total - follow) // total) >> 12
        within, without = (higher, over) if face.suit == led else (0, higher + over)
        beaten = 0
        if follow + wild > 0:
            beaten += (4096 - lacking) * (4096 * (within + wild) // (follow + wild))
        if total > follow:
            beaten += lacking * (4096 * (without + wild) // (total - follow))
        return 4096 - (beaten >> 12)

    def unbeaten(self, others: int, spared: Callable[[], int]) -> int:
        """Returns the chance that none of `others` players beats a card."""
        chance = 4096
        for _ in range(others):
            chance = chance * spared() >> 12
        return chance

    def later(self, rules: DealRules, priority: Mapping[str, int], card: Card, held: int) -> int:
        """Returns the chance that a card of the hand wins a trick later."""
        if card.rank in rules.wild.ranks:
            return 3840
        chance = self.unbeaten(
            self.players - 1, lambda: self.spared(rules, priority, card, card.suit, held)
        )
        if priority[card.suit]:
            return chance + (4096 - chance) // 4
        return chance // 2 if rules.follows else chance // 4

    def from_others(self, rules: DealRules, trumps: Trumps | None) -> int:
        """Returns the chance that an unseen card of the own hand wins a trick."""
        if not self.view.shown_hands:
            return 4096 // self.players
        if trumps is not None:
            chances = [self.against(rules, priorities(trumps), card) for card in self.unseen]
            return sum(chances) // len(chances)
        total = 0
        for suit in self.suits:
            among = sum(card.suit == suit for card in self.unseen)
            total += among * self.from_others(rules, (suit,))
        return total // len(self.unseen)

    def against(self, rules: DealRules, priority: Mapping[str, int], card: Card) -> int:
        """Returns the chance of a card against the visible hands of the others."""
        if card.rank in rules.wild.ranks:
            return 3840
        spare, led = 4096, 0
        for hand in self.others:
            beaten = under = 0
            for other in hand:
                if other.rank in rules.wild.ranks or priority[other.suit] > priority[card.suit]:
                    beaten += 1
                elif other.suit == card.suit:
                    higher = stronger(rules, other, card)
                    beaten, under = beaten + higher, under + (not higher)
            not_beaten = 4096 - 4096 * beaten // len(hand)
            led = (led * not_beaten + spare * (4096 * under // len(hand))) >> 12
            spare = spare * not_beaten >> 12
        return spare if priority[card.suit] else (spare + led) // (len(self.others) + 1)

    # --- scores ---------------------------------------------------------------------------

    def score(
        self,
        rules: DealRules,
        cards: int,
        bid: int,
        bids: int,
        tricks: int,
        points: int,
        most: int,
        *,
        after: int = 0,
    ) -> int:
        """Returns the score for this many tricks; `most` is the most that another seat has won.

        `after` players have not bid yet.
        """
        left = cards - tricks
        other = min(left, max(most, left // (self.players - 1) + 1))
        none = isinstance(rules.bid, NoBid)
        others = [
            made
            for seat, made in enumerate(self.view.bids)
            if made is not None and seat != self.view.seat and after < self.players - 1
        ]
        if isinstance(rules.bid, FixedBid):
            others = [bid] * (self.players - 1)
        past = {each.name: each.by_seat[self.view.seat] for each in self.view.past}
        if not isinstance(rules.auction, NoAuction):
            past.setdefault("auction", 0)
        known = self.view.trump if rules is self.rules else None
        known = known if self.supposed is None else self.supposed
        taking = Taking(
            None if none else bid,
            None if none else bids,
            tricks,
            points,
            max(tricks, other),
            (tricks >= other) + (other >= tricks),
            None if none else (self.players - 1) // 2 + (tricks == bid),
            None if none else max([bid, *others]),
            None if none else others.count(bid),
            tuple(past.items()),
            assumed_trump(rules) if known is None else trump_name(known),
        )
        try:
            score = seat_result(rules, deal=self.view.deal, cards=cards, taking=taking).score
        except EvaluationError:
            return 0
        totals = [one for one in self.table.game.winner.criteria if "total" in one]
        return -score if totals[:1] == ["lowest total"] else score

    def bids(
        self,
        rules: DealRules,
        allowed: Sequence[int],
        trumps: Trumps | None,
        *,
        seen: bool,
        cards: int,
        before: int,
        after: int,
    ) -> dict[int, int]:
        """Returns the worth of each bid; trumps is None if a card or suit will determine it."""
        worths = dict.fromkeys(allowed, 0)
        supposed: list[tuple[Trumps, int]] = [(trumps or (), len(self.unseen))]
        if not seen:
            supposed = [((), 1)]
        elif trumps is None:
            supposed = [((s,), sum(card.suit == s for card in self.unseen)) for s in self.suits]
        for trump, weight in supposed:
            unknown = self.from_others(rules, trumps)
            chances = [unknown] * cards
            if seen:
                priority = priorities(trump)
                chances = [self.later(rules, priority, card, cards) for card in self.hand]
                chances += [4096 // self.players] * (cards - len(self.hand))
            likely = likelihoods(chances)
            for bid in allowed:
                own, total = bid, before + bid + after * cards // self.players
                if isinstance(rules.bid, FixedBid):
                    own, total = rules.bid.number, rules.bid.number * self.players
                worths[bid] += weight * sum(
                    likely[won]
                    * self.score(
                        rules,
                        cards,
                        own,
                        total,
                        won,
                        spread(trick_values(rules, cards), won),
                        0,
                        after=after,
                    )
                    for won in range(cards + 1)
                )
        return worths

    # --- number of cards, calls and trumps ------------------------------------------------

    def hand_worth(self, rules: DealRules, trumps: Trumps | None, cards: int, *, seen: bool) -> int:
        """Returns the worth of the best bid with this hand as the first bidder."""
        chosen = isinstance(rules.bid, BidInTurn | BidTogether)
        allowed = range(cards + 1) if chosen else [0]
        worths = self.bids(
            rules, allowed, trumps, seen=seen, cards=cards, before=0, after=self.players - 1
        )
        return max(worths.values())

    def size(self, action: PickCards) -> int:
        """Returns the worth of a number of cards."""
        call = self.rules.call
        first = legal_calls(call)[0] if isinstance(call, Call) else ()
        rules = self.table.rules_of(self.scheduled, first, action.number)
        return self.hand_worth(rules, (), action.number, seen=False)

    def call(self, action: MakeCall) -> int:
        """Returns the worth of the rules after a call."""
        rules = self.table.rules_of(self.scheduled, action.names, self.cards)
        match rules.trump:
            case TurnedTrump() | DrawnTrump():
                return self.hand_worth(rules, None, self.cards, seen=True)
            case NamedTrump() | AuctionTrump():
                ways = self.ways(rules, getattr(rules.trump, "what", "suit"))
                return max(self.hand_worth(rules, way, self.cards, seen=True) for way in ways)
            case FixedSuit(suit=suit):
                return self.hand_worth(rules, (suit,), self.cards, seen=True)
            case FixedOrder(suits=suits):
                return self.hand_worth(rules, suits, self.cards, seen=True)
            case _:
                return self.hand_worth(rules, (), self.cards, seen=True)

    def word(self) -> Action:
        """Returns the call in an auction."""
        for action in self.view.legal:
            if isinstance(action, SayInAuction) and action.number <= self.won_with(action.trump):
                return action
        return next(action for action in self.view.legal if isinstance(action, Pass))

    def won_with(self, trump: str | None) -> int:
        """Returns the best of all bids after winning the auction with a trump."""
        supposed: list[Trumps | None]
        match self.rules.trump:
            case AuctionTrump():
                self.supposed = () if trump is None else (trump,)
                supposed = [self.supposed]
            case TurnedTrump() | DrawnTrump():
                supposed = [None]
            case NamedTrump(what=what):
                supposed = list(self.ways(self.rules, what))
            case FixedSuit(suit=suit):
                supposed = [(suit,)]
            case FixedOrder(suits=suits):
                supposed = [suits]
            case _:
                supposed = [()]
        allowed = range(self.cards + 1)
        after = self.players - 1
        worths = [
            (worth, -place, -bid)
            for place, trumps in enumerate(supposed)
            for bid, worth in self.bids(
                self.rules, allowed, trumps, seen=True, cards=self.cards, before=0, after=after
            ).items()
        ]
        return -max(worths)[2]

    def ways(self, rules: DealRules, what: str) -> list[Trumps]:
        """Returns the trumps to consider if the seat will name them."""
        weight = dict.fromkeys(self.suits, 0)
        for card in self.hand:
            weight[card.suit] += 6 + rules.strength[card.rank]
        order = sorted(self.suits, key=lambda suit: -weight[suit])
        ways = [order, order[::-1]]
        return ways if what == "order" else [way[:1] for way in ways]

    def name(self, action: Action) -> int:
        """Returns the worth of a trump or an order, with the bids if these are made already."""
        trumps: Trumps = ()
        if isinstance(action, NameOrder):
            trumps = action.suits
        elif isinstance(action, NameTrump) and action.suit is not None:
            trumps = (action.suit,)
        self.supposed = trumps
        made = [bid for bid in self.view.bids if bid is not None]
        if made and isinstance(self.rules.bid, BidInTurn):
            own = self.view.bids[self.view.seat]
            assert own is not None
            others = sum(made) - own
            worths = self.bids(
                self.rules, [own], trumps, seen=True, cards=self.cards, before=others, after=0
            )
            return worths[own]
        return self.hand_worth(self.rules, trumps, self.cards, seen=True)

    # --- plays ----------------------------------------------------------------------------

    def play(self, action: Play) -> int:
        """Returns the worth of playing a card of the hand."""
        held = len(self.hand)
        priority = priorities(self.view.trump or ())
        rest = list(self.hand)
        rest.remove(action.card)
        chances = [self.later(self.rules, priority, card, held - 1) for card in rest]
        face = action.face or action.card
        return self.worth(PlayedCard(len(self.view.trick), action.card, face), chances, held)

    def face(self, action: PlayTop) -> int:
        """Returns the worth of a face for the top card."""
        assert action.face is not None
        held = len(self.view.hand) or self.view.unseen
        wild = next(card for card in self.pack if card.rank in self.rules.wild.ranks)
        chances = [self.from_others(self.rules, self.view.trump or ())] * (held - 1)
        return self.worth(PlayedCard(len(self.view.trick), wild, action.face), chances, held)

    def worth(self, card: PlayedCard, chances: Sequence[int], held: int) -> int:
        view, rules, seat = self.view, self.rules, self.view.seat
        trumps = view.trump or ()
        chance = 0
        if strongest(rules, trumps, (*view.trick, card)) == len(view.trick):
            led = view.trick[0].face.suit if view.trick else card.face.suit
            chance = self.unbeaten(
                self.players - 1 - len(view.trick),
                lambda: self.spared(rules, priorities(trumps), card.face, led, held),
            )
        won = self.later_score(chances, 1)
        lost = self.later_score(chances, 0)
        assert 0 <= seat < self.players
        return chance * won + (4096 - chance) * lost

    def points_won(self) -> int:
        """Returns the points in the tricks that the seat has won."""
        values, points = worths(self.rules, self.cards).by_rank, 0
        lain: dict[int, Card] = {}
        for event in self.events:
            if isinstance(event, CardPlayed):
                lain[event.seat] = event.face or event.card
            elif isinstance(event, TrickWon) and event.seat == self.view.seat:
                points += values[event.trick - 1][lain[event.seat].rank]
                points += sum(worth_of(self.rules, face) for face in lain.values())
        return points

    def later_score(self, chances: Sequence[int], this: int) -> int:
        """Returns the expected score if this trick is won (1) or lost (0)."""
        view, rules, seat = self.view, self.rules, self.view.seat
        values = trick_values(rules, self.cards)
        finished = sum(view.tricks)
        points = self.points_won() + this * values[finished]
        bid, total = view.bids[seat] or 0, sum(bid or 0 for bid in view.bids)
        if isinstance(rules.bid, FixedBid):
            bid, total = rules.bid.number, rules.bid.number * self.players
        others = max(won for other, won in enumerate(view.tricks) if other != seat)
        return sum(
            likely
            * self.score(
                rules,
                self.cards,
                bid,
                total,
                view.tricks[seat] + this + more,
                points + spread(values[finished + 1 :], more),
                others,
            )
            for more, likely in enumerate(likelihoods(chances))
        )


def stronger(rules: DealRules, card: Card, than: Card) -> bool:
    """Returns whether a card beats another of its suit, which may be equal to it."""
    if card.suit != than.suit or card.rank != than.rank:
        return card.suit == than.suit and rules.strength[card.rank] > rules.strength[than.rank]
    return rules.equal == "last wins" or card.copy < than.copy


def priorities(trumps: Trumps) -> dict[str, int]:
    """Returns the priority of each suit, 0 for one that is not trump."""
    found = dict.fromkeys(SUITS, 0)
    for place, suit in enumerate(trumps):
        found[suit] = len(trumps) - place
    return found


def likelihoods(chances: Sequence[int]) -> list[int]:
    """Returns the likelihoods of 0, 1, 2, ... tricks, in units of 1/2^20."""
    likely = [2**20] + [0] * len(chances)
    for chance in chances:
        for tricks in range(len(chances), 0, -1):
            likely[tricks] = (likely[tricks] * (4096 - chance) + likely[tricks - 1] * chance) >> 12
        likely[0] = likely[0] * (4096 - chance) >> 12
    return likely


def spread(values: Sequence[int], won: int) -> int:
    """Returns the value of `won` of the open tricks, spread evenly over them."""
    return sum(values[(2 * i + 1) * len(values) // (2 * won)] for i in range(won))
