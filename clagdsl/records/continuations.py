"""Finds every possible outcome of a partly recorded deal whose hands are all known.

Input: the rules of the deal, the trumps, the hands as dealt, and the tricks recorded so far. A
recorded play may lack its card (`??`), the last trick may be incomplete, and the first leader may
be unknown. Output: the set of outcomes over all legal ways of playing the whole deal that agree
with every recorded card. An outcome is the number of tricks and their point value (worth) for every
seat.

The search starts at the first trick and not at the first gap. A recorded card leaves one choice, so
it costs one step, and a `??` in the middle needs no code of its own. `table.legal_plays` and
`table.tricks` decide which cards may be played and who wins; this module only calls them.

Invariants:

- The outcomes that follow from a position do not depend on who won the tricks before it. So they
  are cached by position: the hands, the leader, and the broken suits if the rules depend on them.
  The number of the trick follows from the hands.
- The result is the complete set or None: if a search exceeds its budget, it never returns a part.
- An empty set means that the recorded cards cannot have been played from these hands.

The budget counts cards tried, not seconds, so a record has the same result on every machine. Four
players with four cards each need 10,000 to 30,000 steps; with five cards each, 70,000 to 350,000.
So a deal of seven cards is searched once two or three of its tricks are recorded.

Rejected:

- Caching positions with the counts so far: the same positions occur many times over.
- Treating adjacent cards of a hand as equal, as double-dummy solvers do. This is incorrect if the
  rank of the winning card or the cards in a trick are worth points, and it would repeat the rank
  order here.
- Sampling random continuations: this misses rare outcomes.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeAlias

from clagdsl.lang.cards import Card, CountedSuit
from clagdsl.lang.limits import DEAL_STEPS, RECORD_STEPS
from clagdsl.lang.policies.play import is_until_broken
from clagdsl.lang.record import RecordedPlay
from clagdsl.lang.special_cards import matching_option, play_options
from clagdsl.records.solver import Outcome
from clagdsl.table.budget import Budget, TooMuchError
from clagdsl.table.counted_cards import suits_played
from clagdsl.table.deal_rules import DealRules, Trumps
from clagdsl.table.legal_plays import Turn, playable
from clagdsl.table.scoring import score_names, trick_value, worths
from clagdsl.table.tricks import PlayedCard, played_card, strongest

Hands: TypeAlias = tuple[tuple[Card, ...], ...]


@dataclass(frozen=True, slots=True)
class OpenDeal:
    """A deal whose hands are all known, with its recorded tricks.

    `leader` leads to the first trick; None if unknown. `takers` are the seats that took each trick;
    empty if they are not recorded.
    """

    rules: DealRules
    trumps: Trumps
    hands: Hands
    leader: int | None
    tricks: tuple[tuple[RecordedPlay, ...], ...]
    takers: tuple[int, ...]


@dataclass(slots=True)
class Continuations:
    """Searches the deals of one record within one shared budget, and caches the results."""

    budget: Budget = field(default_factory=lambda: Budget(RECORD_STEPS))
    results: dict[tuple[int, int | None, Hands, tuple[int, ...]], frozenset[Outcome] | None] = (
        field(default_factory=dict)
    )

    def outcomes(self, row: int, deal: OpenDeal) -> frozenset[Outcome] | None:
        """Returns every possible outcome of a row's deal; None if the budget is exceeded.

        The search for fixes reads a row again with other bids, totals and takers. Bids and totals
        affect the search only through the leader and, because they determine the dealer, through
        how a recorded pack is dealt. So the cache key is complete.
        """
        key = (row, deal.leader, deal.hands, deal.takers)
        if key not in self.results:
            portion = self.budget.portion(DEAL_STEPS)
            try:
                self.results[key] = _Search(deal, portion).outcomes()
            except TooMuchError:
                self.results[key] = None
            self.budget.settle(portion)
        return self.results[key]


def face_in_trick(card: Card, declared: Card | None, rules: DealRules, *, leads: bool) -> Card:
    """Returns the face that a card has in a trick.

    A special card that cannot be played as it is written counts as played in the usual way.
    """
    special = rules.powers.get(card.rank)
    if special is None:
        return declared or card
    suits = rules.deck.suits
    way = matching_option(special, suits, declared, leads=leads)
    return (way or play_options(special, suits, leads=leads)[0]).full


@dataclass(frozen=True, slots=True)
class _TrickEnd:
    """A possible end of a trick: the hands after it, its winner and worth, the broken suits."""

    hands: Hands
    winner: int
    worth: int
    broken: frozenset[CountedSuit]


class _Search:
    """The search of a single deal."""

    def __init__(self, deal: OpenDeal, budget: Budget) -> None:
        rules = deal.rules
        self.deal = deal
        self.rules = rules
        self.budget = budget
        self.players = len(deal.hands)
        self.cards = len(deal.hands[0])
        self.worths = worths(rules, self.cards) if "points" in score_names(rules) else None
        # Only rules such as `no hearts until broken` depend on which suits have been played.
        self.reads_broken = rules.holds_back and is_until_broken(rules.open)
        self.reached: dict[tuple[Hands, int, frozenset[CountedSuit]], frozenset[Outcome]] = {}

    def outcomes(self) -> frozenset[Outcome]:
        leaders = range(self.players) if self.deal.leader is None else (self.deal.leader,)
        return frozenset().union(
            *(self._outcomes_from(self.deal.hands, leader, frozenset()) for leader in leaders)
        )

    def _outcomes_from(
        self, hands: Hands, leader: int, broken: frozenset[CountedSuit]
    ) -> frozenset[Outcome]:
        """Returns every outcome of the remaining tricks, for every seat."""
        if not hands[0]:
            return frozenset({((0, 0),) * self.players})
        key = (hands, leader, broken)
        if key not in self.reached:
            outcomes: set[Outcome] = set()
            for end in self._trick_ends(hands, leader, broken):
                later = self._outcomes_from(end.hands, end.winner, end.broken)
                self.budget.spend(len(later) // 4)
                for outcome in later:
                    count, points = outcome[end.winner]
                    taken = ((count + 1, points + end.worth),)
                    outcomes.add(outcome[: end.winner] + taken + outcome[end.winner + 1 :])
            self.reached[key] = frozenset(outcomes)
        return self.reached[key]

    def _trick_ends(
        self, hands: Hands, leader: int, broken: frozenset[CountedSuit]
    ) -> set[_TrickEnd]:
        """Returns every possible end of the next trick."""
        number = self.cards - len(hands[0])
        recorded = self.deal.tricks[number] if number < len(self.deal.tricks) else ()
        ends: set[_TrickEnd] = set()

        def play_on(hands: Hands, played: tuple[PlayedCard, ...]) -> None:
            if len(played) == self.players:
                end = self._trick_end(number, hands, played, broken)
                if not self.deal.takers or self.deal.takers[number] == end.winner:
                    ends.add(end)
                return
            step = len(played)
            seat = (leader + step) % self.players
            turn = Turn(hands[seat], played, self.deal.trumps, broken)
            for card, declared in playable(self.rules, turn):
                self.budget.spend(1)
                face = face_in_trick(card, declared, self.rules, leads=not played)
                if step < len(recorded) and not self._matches_record(
                    recorded[step], card, face, step
                ):
                    continue
                rest = list(hands[seat])
                rest.remove(card)
                after = (*hands[:seat], tuple(rest), *hands[seat + 1 :])
                play_on(after, (*played, played_card(seat, card, face)))

        play_on(hands, ())
        return ends

    def _matches_record(self, play: RecordedPlay, card: Card, face: Card, step: int) -> bool:
        """Returns whether a recorded play, as far as it is known, matches this card and face."""
        if play.card is None:
            return True
        return card == play.card and face == face_in_trick(
            play.card, play.face, self.rules, leads=step == 0
        )

    def _trick_end(
        self,
        number: int,
        hands: Hands,
        played: tuple[PlayedCard, ...],
        broken: frozenset[CountedSuit],
    ) -> _TrickEnd:
        best = played[strongest(self.rules, self.deal.trumps, played)]
        faces = [play.face for play in played]
        worth = 0
        if self.worths is not None:
            worth = trick_value(
                self.worths, self.worths.by_rank[number], best.face, faces, self.deal.trumps
            )
        if self.reads_broken:
            broken |= suits_played(self.rules, self.deal.trumps, (played,))
        return _TrickEnd(hands, best.seat, worth, broken)
