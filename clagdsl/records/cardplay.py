"""Checks the recorded cards of one deal against the rules, as far as the cards are known.

Input: a `RecordedRow`, whose `pack`, `hands`, `turned`, `trump`, `tricks` and `taken` may each be
missing or contain unknown cards. Output: a `TrickEvidence`, which lists who can have won each trick
and, if every hand is known, every possible outcome of the deal. Errors are appended to
`row_problems`.

The steps, in `CardPlay._follow_cards`:

1. Read the hands or the pack, and the trump.
2. Assign every recorded play to a seat, as far as the leaders are known.
3. Replace an unknown card in the player's hand with each card that the player shows.
4. Check every play for legality, in order, up to the first illegal one.
5. Derive who can have won each trick, and search the remaining play (`continuations`).

Invariant: a hand holds only cards that its player certainly had, which are those recorded as dealt
and those that the player shows later. Knowing more cards can only make more plays illegal. So a
play that these cards forbid is illegal whatever the unknown cards are, and a revoke that only a
later play proves is found as well.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import field
from itertools import takewhile

from clagdsl import problems
from clagdsl.lang.cards import SUIT_NAMES, Card, CountedSuit, Deck, is_special
from clagdsl.lang.frozen import dataclass, replace
from clagdsl.lang.numerals import in_words
from clagdsl.lang.policies.play import HIGHER, Following, is_until_broken
from clagdsl.lang.record import RecordedCard, RecordedPlay
from clagdsl.lang.rules import (
    AuctionBids,
    AuctionTrump,
    DrawnTrump,
    FixedSuit,
    NamedTrump,
    NoTrump,
    TurnedTrump,
    fixed_trumps,
    turned_cards,
)
from clagdsl.lang.source import Place
from clagdsl.lang.special_cards import PlayedAs
from clagdsl.records.continuations import Continuations, OpenDeal, face_in_trick
from clagdsl.records.row_check import RecordedRow, RowProblems
from clagdsl.records.seed_check import wrong_drawn_trump
from clagdsl.records.solver import Outcome, TrickEvidence, empty_evidence
from clagdsl.table.choices import (
    nameable,
    turned_trumps,
    why_not_no_trump,
    why_not_order,
    why_not_pack,
    why_not_suit,
)
from clagdsl.table.counted_cards import suits_played
from clagdsl.table.deal_rules import DealRules, Trumps
from clagdsl.table.legal_plays import Turn, why_not_play
from clagdsl.table.scoring import WonTrick
from clagdsl.table.seats import first_leader
from clagdsl.table.tricks import PlayedCard, strongest

Hands = list[list[RecordedCard]]


@dataclass(frozen=True, slots=True)
class OwnedPlay:
    """One recorded play with its player; `trick` and `seat` are 0-based."""

    trick: int
    seat: int
    card: RecordedCard
    face: Card | None


@dataclass(frozen=True, slots=True)
class TrickContext:
    """The cards already played to a trick before a play, and the broken suits (None if unknown)."""

    before: list[PlayedCard]
    """The recorded cards; none if they do not show which suit to follow."""
    broken: set[CountedSuit] | None
    leads: bool
    is_whole: bool
    """True if every card before is recorded."""


@dataclass(slots=True)
class CardPlay:
    """Follows the card play of one deal and reports the first error in it."""

    sheet: RecordedRow
    row_problems: RowProblems
    continuations: Continuations
    hands: Hands = field(default_factory=list)
    uncertain_seats: set[int] = field(default_factory=set)
    """Seats that have played an unknown card, so any card of their hand may already have been
    played.
    """
    turned: RecordedCard = None
    turned_before: tuple[RecordedCard, ...] = ()
    trumps: Trumps | None = None

    def follow(self) -> TrickEvidence:
        """Returns the evidence of the recorded cards about the tricks; empty evidence if the cards
        are inconsistent.

        If `taken` contradicts the cards, it is ignored.
        """
        reported_before = len(self.row_problems)
        evidence = self._follow_cards()
        if evidence is None:
            evidence = empty_evidence(len(self.sheet.players), self.sheet.cards)
            if self.sheet.takers:
                sheet = replace(self.sheet, takers=())
                by_cards = CardPlay(sheet, [], self.continuations)._follow_cards()
                if by_cards is not None:
                    del self.row_problems[reported_before:]
                    self._report_takers(by_cards)
                    return by_cards
        return self._with_takers(evidence)

    def _follow_cards(self) -> TrickEvidence | None:
        """Returns the combined evidence of the cards and `taken`; None if there is an error."""
        self.turned = self.sheet.deal.turned
        self.turned_before = self.sheet.deal.turned_before or ()
        reported_before = len(self.row_problems)
        self._read_hands()
        self._read_trumps()
        if len(self.row_problems) > reported_before or not self._are_tricks_complete():
            return None
        tricks = self._plays_by_seat()
        self._place_shown_cards([play for trick in tricks for play in trick])
        dealt = [tuple(card for card in hand if card is not None) for hand in self.hands]
        self._check_plays(tricks)
        evidence = self._evidence(tricks)
        evidence = self._with_takers(evidence)
        if evidence.whole is None:
            evidence = replace(evidence, outcomes=self._outcomes(dealt))
        if not self._has_errors(reported_before) and not self._is_possible(evidence):
            place = self.sheet.places.value(self.sheet.index, "tricks")
            self.row_problems.append((None, problems.records.ImpossiblePlay(place).diagnostic()))
        return None if self._has_errors(reported_before) else evidence

    def _report_takers(self, by_cards: TrickEvidence) -> None:
        """Reports that `taken` contradicts the cards: each taker that the cards rule out, or else
        `taken` as a whole.
        """
        reported_before = len(self.row_problems)
        for number, (taker, seats) in enumerate(
            zip(self.sheet.takers, by_cards.takers, strict=True)
        ):
            if taker not in seats and len(seats) == 1:
                (winner,) = seats
                place = self.sheet.places.cell(self.sheet.index, "taken", number)
                wrong = problems.records.OtherTaker(
                    place, self._name(winner), taker + 1, (winner + 1,), number + 1
                )
                self.row_problems.append((winner, wrong.diagnostic()))
        if len(self.row_problems) == reported_before:
            place = self.sheet.places.value(self.sheet.index, "taken")
            self.row_problems.append((None, problems.records.ImpossibleTakers(place).diagnostic()))

    def _has_errors(self, start: int) -> bool:
        return any(problem.severity == "error" for _, problem in self.row_problems[start:])

    @staticmethod
    def _is_possible(evidence: TrickEvidence) -> bool:
        """Returns whether each trick has a possible winner and at least one way of playing the
        hands agrees with the record.
        """
        return all(evidence.takers) and evidence.outcomes != frozenset()

    def _evidence(self, tricks: list[list[OwnedPlay]]) -> TrickEvidence:
        """Returns the possible winners of each trick, judged by the recorded plays alone, before
        any search.

        A player whose card is beaten cannot have won; the leader of a trick won the one before.
        """
        players = len(self.sheet.players)
        takers = [frozenset(range(players))] * self.sheet.cards
        whole: list[WonTrick | None] = [None] * self.sheet.cards
        for number, trick in enumerate(tricks):
            if self.trumps is not None:
                for played in self._compared_plays(trick):
                    best = played[strongest(self.sheet.rules, self.trumps, played)]
                    takers[number] -= {play.seat for play in played} - {best.seat}
                    if len(played) == players:
                        faces = tuple(play.face for play in played)
                        whole[number] = WonTrick(best.seat, best.face, faces, self.trumps)
                        takers[number] = frozenset({best.seat})
            if number and trick:
                takers[number - 1] &= {trick[0].seat}
        return TrickEvidence(tuple(takers), tuple(whole))

    def _compared_plays(self, trick: list[OwnedPlay]) -> list[list[PlayedCard]]:
        """Returns plays of a trick in groups; the strongest of each group beats the others of it.

        An unknown card changes nothing between two known ones: if the lead is known, all known
        cards compare, otherwise those of one suit. Special cards can change what other cards are
        worth, so only the cards before the first unknown one compare if the pack has any.
        """
        rules = self.sheet.rules
        if rules.deck.specials:
            trick = list(takewhile(lambda play: play.card is not None, trick))
        known = _recorded_plays(trick, rules)
        if known and trick[0].card is not None:
            return [known]
        suits = dict.fromkeys(play.face.suit for play in known)
        return [[play for play in known if play.face.suit == suit] for suit in suits]

    def _outcomes(self, dealt: Sequence[tuple[Card, ...]]) -> frozenset[Outcome] | None:
        """Returns every possible outcome of the deal; None if a hand or the trump is unknown."""
        sheet = self.sheet
        if self.trumps is None or any(len(hand) < sheet.cards for hand in dealt):
            return None
        leader = first_leader(sheet.rules, sheet.seats)
        tricks = sheet.deal.tricks or ()
        deal = OpenDeal(sheet.rules, self.trumps, tuple(dealt), leader, tricks, sheet.takers)
        return self.continuations.outcomes(sheet.index, deal)

    @property
    def _turned_aside(self) -> tuple[Card, ...]:
        """The cards turned up, unless the whole pack is dealt: then it is in the dealer's hand."""
        turned = () if self._all_dealt else (*self.turned_before, self.turned)
        return tuple(card for card in turned if card is not None)

    @property
    def _all_dealt(self) -> bool:
        dealt = len(self.sheet.players) * self.sheet.cards
        return dealt >= self.sheet.rules.deck.size

    def _name(self, seat: int) -> str:
        return self.sheet.players[seat]

    # --- the cards dealt --------------------------------------------------------------------

    def _read_hands(self) -> None:
        deal, players, cards = self.sheet.deal, len(self.sheet.players), self.sheet.cards
        self.hands = [[None] * cards for _ in range(players)]
        if deal.pack is not None:
            self._read_pack(deal.pack)
        elif deal.hands is not None:
            for seat, hand in enumerate(deal.hands):
                if len(hand) != cards:
                    place = self.sheet.places.cell(self.sheet.index, "hands", seat)
                    problem = problems.records.WrongHand(
                        place, self._name(seat), len(hand), cards
                    ).diagnostic()
                    self.row_problems.append((seat, problem))
            self.hands = [list(hand) for hand in deal.hands]
        self._check_duplicates()
        self._check_in_pack()

    def _read_pack(self, pack: tuple[RecordedCard, ...]) -> None:
        players, cards = len(self.sheet.players), self.sheet.cards
        recorded = [card for card in pack if card is not None]
        place = self.sheet.places.value(self.sheet.index, "pack")
        whole = len(recorded) == len(pack)
        size = self.sheet.rules.deck.size
        if len(pack) != size:
            expected = f"all {size} cards"
            problem = problems.records.WrongLength(place, "pack", len(pack), expected).diagnostic()
            self.row_problems.append((None, problem))
            return
        reason = (
            why_not_pack(self.sheet.rules.deck, recorded)
            if whole or any(many > self._copies(card) for card, many in Counter(recorded).items())
            else None
        )
        if reason is not None:
            self.row_problems.append((None, problems.records.refused_action(place, "", reason)))
            return
        trump = self.sheet.rules.trump
        if isinstance(trump, TurnedTrump):
            *before, self.turned = turned_cards(trump, pack, players * cards) or (None,)
            self.turned_before = tuple(before)
        if self.sheet.dealer is None:
            return
        eldest = self.sheet.dealer + 1
        for seat in range(players):
            first = (seat - eldest) % players
            self.hands[seat] = list(pack[first : players * cards : players])

    def _check_duplicates(self) -> None:
        """Reports a known card that appears more often than the pack has copies of it."""
        owners: dict[Card, list[int | None]] = {}
        for turned in self._turned_aside:
            owners.setdefault(turned, []).append(None)
            if len(owners[turned]) > self._copies(turned):
                place = self.sheet.places.value(self.sheet.index, "turned_before")
                twice = problems.records.CardTwice(place, turned, "turned up twice")
                self.row_problems.append((None, twice.diagnostic()))
        for seat, hand in enumerate(self.hands):
            for card in hand:
                if card is None:
                    continue
                before = owners.setdefault(card, [])
                if len(before) >= self._copies(card):
                    other, own = before[-1], f"in {self._name(seat)}'s hand"
                    if other is None:
                        where = f"the turned card, but also {own}"
                    elif other == seat:
                        where = f"listed again {own}"
                    else:
                        where = f"in {self._name(other)}'s hand and in {self._name(seat)}'s"
                    place = self.sheet.places.cell(self.sheet.index, "hands", seat)
                    self.row_problems.append(
                        (seat, problems.records.CardTwice(place, card, where).diagnostic())
                    )
                before.append(seat)

    def _copies(self, card: Card) -> int:
        """Returns the number of copies of a card in the pack; 1 for a card that is not in it."""
        return self.sheet.rules.deck.counts.get(card, 1)

    def _unplaced_copies(self, card: Card) -> int:
        """Returns the number of copies of a card that are neither in a known hand nor turned up."""
        held = sum(hand.count(card) for hand in self.hands)
        return self._copies(card) - held - self._turned_aside.count(card)

    def _check_in_pack(self) -> None:
        """Reports each known card, or face of a wild, that is not in the pack."""
        deal, places, index = self.sheet.deal, self.sheet.places, self.sheet.index
        named: dict[Card, Place] = {}
        faces: dict[Card, Place] = {}
        shown = [("turned", deal.turned)]
        shown += [("turned_before", card) for card in deal.turned_before or ()]
        for key, card in shown:
            if card is not None:
                named.setdefault(card, places.value(index, key))
        pack = deal.pack or ()
        for card in pack if None in pack else ():  # reported above if whole
            if card is not None:
                named.setdefault(card, places.value(index, "pack"))
        for seat, hand in enumerate(deal.hands or ()):
            for card in hand:
                if card is not None:
                    named.setdefault(card, places.cell(index, "hands", seat))
        for number, trick in enumerate(deal.tricks or ()):
            for play in trick:
                place = places.cell(index, "tricks", number)
                if play.card is not None:
                    named.setdefault(play.card, place)
                if play.face is not None and not is_special(play.face):
                    faces.setdefault(play.face, place)
        deck = self.sheet.rules.deck
        not_in_pack = {card: place for card, place in named.items() if card not in deck.counts}
        not_in_pack |= {
            face: place
            for face, place in faces.items()
            if face not in deck.face_counts and face not in not_in_pack
        }
        for card, place in not_in_pack.items():
            self.row_problems.append(
                (None, problems.records.CardNotThere(place, card).diagnostic())
            )

    # --- trump ------------------------------------------------------------------------------

    def _read_trumps(self) -> None:
        rule, deal = self.sheet.rules.trump, self.sheet.deal
        places, index = self.sheet.places, self.sheet.index
        turns = isinstance(rule, TurnedTrump)
        if isinstance(rule, TurnedTrump) and rule.nothing_left == "none" and self._all_dealt:
            rule, turns = NoTrump(), False
        if deal.turned is not None and not turns:
            reason = f"no card is turned up in `{self.sheet.rules.name}`"
            place = places.value(index, "turned")
            problem = problems.records.WrongTrump(place, reason, "leave `turned` out").diagnostic()
            self.row_problems.append((None, problem))
        match rule:
            case TurnedTrump():
                self._read_turned()
                return
            case DrawnTrump():
                self._read_drawn()
                return
            case NamedTrump():
                self._read_named()
                return
            case AuctionTrump() if deal.order is None:
                self._read_auction_trump()
                return
            case _:
                self.trumps = fixed_trumps(rule)
        named = "trump" if deal.trump is not None else "order" if deal.order is not None else None
        if isinstance(rule, FixedSuit) and deal.order is None and deal.trump == rule.suit:
            return
        if self.trumps == () and deal.trump == "none":
            return
        if named is not None:
            reason = f"nobody names a trump in `{self.sheet.rules.name}`"
            if isinstance(rule, FixedSuit):
                reason = f"{SUIT_NAMES[rule.suit]} are trump in this deal"
            place = places.value(index, named)
            problem = problems.records.WrongTrump(
                place, reason, f"leave `{named}` out"
            ).diagnostic()
            self.row_problems.append((None, problem))

    def _read_drawn(self) -> None:
        deal, drawn_suit, name = self.sheet.deal, self.sheet.suit, self.sheet.rules.name
        key = "order" if deal.order is not None else "trump"
        place = self.sheet.places.value(self.sheet.index, key)
        self.trumps = None if drawn_suit is None else (drawn_suit,)
        if deal.order is not None or deal.trump == "none":
            reason, fix = f"a suit is drawn as trump in `{name}`", "write the suit that was drawn"
            wrong = problems.records.WrongTrump(place, reason, fix).diagnostic()
            self.row_problems.append((None, wrong))
        elif drawn_suit is not None and deal.trump not in (None, drawn_suit):
            self.row_problems.append((None, wrong_drawn_trump(place, drawn_suit)))
        elif deal.trump is not None:
            self.trumps = (deal.trump,)

    def _read_turned(self) -> None:
        deal = self.sheet.deal
        if not self._check_order_of_turned():
            return
        if self.turned is not None and self._read_case_turned(self.turned):
            return
        if self.turned is not None:
            self.trumps = (self.turned.suit,)
        if deal.trump is None and deal.order is None:
            return
        key = "order" if deal.trump is None else "trump"
        suit = None if deal.trump == "none" else deal.trump
        written = deal.order or (() if suit is None else (suit,))
        if self.turned is None and written in turned_trumps(self.sheet.rules, self.sheet.cards):
            self.trumps = written
            return
        if suit is not None and suit not in self.sheet.rules.deck.suits:
            place = self.sheet.places.value(self.sheet.index, key)
            reason = f"there are no {SUIT_NAMES[suit]} in the pack"
            wrong = problems.records.WrongTrump(place, reason, "write the suit that was turned")
            self.row_problems.append((None, wrong.diagnostic()))
            return
        if suit is not None and self.trumps == (suit,):
            return
        turned = SUIT_NAMES[self.turned.suit] if self.turned is not None else "one suit"
        reason = f"the turned card makes {turned} trump"
        place = self.sheet.places.value(self.sheet.index, key)
        problem = problems.records.WrongTrump(place, reason, f"leave `{key}` out").diagnostic()
        self.row_problems.append((None, problem))

    def _check_order_of_turned(self) -> bool:
        """Returns whether the next card is turned after all recorded cards but the last; reports
        the first that is wrong.
        """
        rules, deck = self.sheet.rules, self.sheet.rules.deck
        trump = rules.trump
        assert isinstance(trump, TurnedTrump)
        for number, card in enumerate(self.turned_before):
            if card is not None and card in deck.counts and not trump.turns_again(card):
                place = self.sheet.places.cell(self.sheet.index, "turned_before", number)
                reason = f"no other card is turned after `{card}`"
                wrong = problems.records.WrongTrump(place, reason, "write only `turned`")
                self.row_problems.append((None, wrong.diagnostic()))
                return False
        left = deck.size - len(self.sheet.players) * self.sheet.cards
        if (
            self.turned is not None
            and trump.turns_again(self.turned)
            and len(self.turned_before) + 1 < left
        ):
            place = self.sheet.places.value(self.sheet.index, "turned")
            reason = f"another card is turned after `{self.turned}`"
            advice = "write the last card turned in `turned`, and the others in `turned_before`"
            wrong = problems.records.WrongTrump(place, reason, advice)
            self.row_problems.append((None, wrong.diagnostic()))
            return False
        return True

    def _read_case_turned(self, turned: Card) -> bool:
        """Reads the trump if the turned card has a case; returns whether its suit is not trump."""
        rules, deal = self.sheet.rules, self.sheet.deal
        if turned not in rules.deck.counts:
            return is_special(turned)  # _check_in_pack reports it
        assert isinstance(rules.trump, TurnedTrump)
        if rules.trump.case_of(turned) is None:
            return False
        if nameable(rules, turned) is not None:
            self._read_named()
            return True
        self.trumps = ()
        if deal.order is not None or deal.trump not in (None, "none"):
            key = "order" if deal.trump is None else "trump"
            place = self.sheet.places.value(self.sheet.index, key)
            reason = f"there are no trumps if `{turned}` is turned"
            wrong = problems.records.WrongTrump(place, reason, f"leave `{key}` out")
            self.row_problems.append((None, wrong.diagnostic()))
        return True

    def _read_auction_trump(self) -> None:
        """Sets the trump to that of the last bid in the auction, or else to the trump that the row
        records.
        """
        deal, rules, auction = self.sheet.deal, self.sheet.rules, self.sheet.auction
        suit = None if deal.trump == "none" else deal.trump
        named = None if deal.trump is None else (() if suit is None else (suit,))
        highest = None if auction is None or not auction.over else auction.highest
        if highest is not None:
            self.trumps = () if highest.trump is None else (highest.trump,)
        elif isinstance(rules.auction, AuctionBids) and suit in rules.auction.trumps:
            self.trumps = named
        if named is not None and named != self.trumps:
            place = self.sheet.places.value(self.sheet.index, "trump")
            reason = "the last bid in the auction did not name this trump"
            wrong = problems.records.WrongTrump(place, reason, "leave `trump` out")
            self.row_problems.append((None, wrong.diagnostic()))

    def _read_named(self) -> None:
        deal, rules, turned = self.sheet.deal, self.sheet.rules, self.turned
        if deal.order is not None:
            key, reason, self.trumps = "order", why_not_order(rules, deal.order, turned), deal.order
        elif deal.trump == "none":
            key, reason, self.trumps = "trump", why_not_no_trump(rules, turned), ()
        elif deal.trump is not None:
            suit = deal.trump
            key, reason, self.trumps = "trump", why_not_suit(rules, suit, turned), (suit,)
        else:
            return
        if reason is not None:
            place = self.sheet.places.value(self.sheet.index, key)
            self.row_problems.append((None, problems.records.refused_action(place, "", reason)))

    # --- who played which card --------------------------------------------------------------

    def _are_tricks_complete(self) -> bool:
        tricks = self.sheet.deal.tricks or ()
        players = len(self.sheet.players)
        text = None
        number = len(tricks) - 1
        if len(tricks) > self.sheet.cards:
            text = f"the row lists {len(tricks)} tricks, but the deal has {self.sheet.cards}"
        for trick, plays in enumerate(tricks[:-1]):
            if len(plays) != players:
                number = trick
                text = f"trick {trick + 1} has {len(plays)} cards for {players} players"
                break
        if text is None:
            return True
        place = self.sheet.places.cell(self.sheet.index, "tricks", number)
        self.row_problems.append((None, problems.records.WrongTrick(place, text).diagnostic()))
        return False

    def _plays_by_seat(self) -> list[list[OwnedPlay]]:
        """Returns the plays of each trick with their seats, as far as the leaders are known."""
        players = len(self.sheet.players)
        leader = first_leader(self.sheet.rules, self.sheet.seats)
        tricks: list[list[OwnedPlay]] = []
        for number, plays in enumerate(self.sheet.deal.tricks or ()):
            if leader is None:
                leader = self._leader_by_hands(plays)
            if leader is None:
                place = self.sheet.places.cell(self.sheet.index, "tricks", number)
                reason = f"the record does not show who led trick {number + 1}"
                self.row_problems.append(
                    (None, problems.records.NotFollowed(place, reason).diagnostic())
                )
                break
            owned = [
                OwnedPlay(number, (leader + step) % players, play.card, play.face)
                for step, play in enumerate(plays)
            ]
            tricks.append(owned)
            played = _recorded_plays(owned, self.sheet.rules)
            leader = self.sheet.takers[number] if self.sheet.takers else None
            if len(played) == players and self.trumps is not None:
                best = played[strongest(self.sheet.rules, self.trumps, played)]
                leader = best.seat
        return tricks

    def _with_takers(self, evidence: TrickEvidence) -> TrickEvidence:
        """Returns the evidence restricted to the takers that `taken` records."""
        if not self.sheet.takers:
            return evidence
        pairs = zip(evidence.takers, self.sheet.takers, strict=True)
        return replace(evidence, takers=tuple(seats & {taker} for seats, taker in pairs))

    def _leader_by_hands(self, plays: Sequence[RecordedPlay]) -> int | None:
        """Returns the leader of a trick if one of its cards can only be in one player's hand."""
        for step, play in enumerate(plays):
            holder = self._holder(play.card)
            if holder is not None:
                return (holder - step) % len(self.sheet.players)
        return None

    def _holder(self, card: RecordedCard) -> int | None:
        """Returns the seat that holds a card; None if that is not certain."""
        if card is None:
            return None
        holders = [seat for seat, hand in enumerate(self.hands) if card in hand]
        sure = self._copies(card) == 1 or (len(holders) == 1 and self._unplaced_copies(card) == 0)
        return holders[0] if holders and sure else None

    # --- whether the plays are legal --------------------------------------------------------

    def _check_plays(self, tricks: list[list[OwnedPlay]]) -> None:
        """Reports the first card that its player could not legally play."""
        plays = [play for trick in tricks for play in trick]
        played: list[Card] = []
        for trick in tricks:
            for step, play in enumerate(trick):
                if play.card is None:
                    self._remove_unknown(play.seat)
                    continue
                broken = None if step else self._broken_suits(tricks[: play.trick])
                context = _trick_context(trick[:step], broken, self.sheet.rules)
                later = [other.card for other in plays if other.seat == play.seat]
                if not (
                    self._check_place(play, play.card, played)
                    and self._check_play(play, play.card, context, later)
                ):
                    return
                played.append(play.card)
                if play.card in self.hands[play.seat]:
                    self.hands[play.seat].remove(play.card)

    def _place_shown_cards(self, plays: list[OwnedPlay]) -> None:
        """Replaces unknown cards in the players' hands with the cards that they show."""
        on_top = self.sheet.rules.plays_top
        shown: Counter[tuple[int, Card]] = Counter()
        for play in plays:
            hand = self.hands[play.seat]
            if play.card is None:
                continue
            shown[play.seat, play.card] += 1
            is_in_hand = hand.count(play.card) >= shown[play.seat, play.card]
            if is_in_hand or self._unplaced_copies(play.card) <= 0:
                continue
            if on_top and play.trick < len(hand) and hand[play.trick] is None:
                hand[play.trick] = play.card
            elif not on_top and None in hand:
                hand[hand.index(None)] = play.card

    def _remove_unknown(self, seat: int) -> None:
        """Removes an unknown card from a hand; it may also have been one of the known cards."""
        hand = self.hands[seat]
        if self.sheet.rules.plays_top and hand:
            hand.pop(0)
            return
        self.uncertain_seats.add(seat)
        if None in hand:
            hand.remove(None)

    def _check_place(self, play: OwnedPlay, card: Card, played: list[Card]) -> bool:
        where, many = None, self._copies(card)
        if played.count(card) >= many:
            where = "played twice" if many == 1 else f"played {in_words(many + 1)} times"
        elif card in self._turned_aside and played.count(card) >= many - self._turned_aside.count(
            card
        ):
            where = "the turned card, but also played"
        elif card not in self.hands[play.seat]:
            holder = next((seat for seat, hand in enumerate(self.hands) if card in hand), None)
            none_left = self._unplaced_copies(card) <= played.count(card)
            if holder is not None and none_left and None in self.hands[play.seat]:
                where = f"in {self._name(holder)}'s hand, but played by {self._name(play.seat)}"
        if where is None:
            return True
        self.row_problems.append(
            (play.seat, problems.records.CardTwice(self._place(play), card, where).diagnostic())
        )
        return False

    def _broken_suits(self, tricks: list[list[OwnedPlay]]) -> set[CountedSuit] | None:
        """Returns the suits played in these tricks.

        Returns None if a card is unknown and the rules depend on broken suits.
        """
        unknown = any(play.card is None for trick in tricks for play in trick)
        if unknown and is_until_broken(self.sheet.rules.open):
            return None
        rules = self.sheet.rules
        played = (_recorded_plays(trick, rules) for trick in tricks)
        return suits_played(rules, self.trumps, played)

    def _check_play(
        self, play: OwnedPlay, card: Card, so_far: TrickContext, shown: list[RecordedCard]
    ) -> bool:
        rules = self.sheet.rules
        hand = self.hands[play.seat]
        certain = [held for held in hand if held is not None]
        if play.seat in self.uncertain_seats:
            certain = [held for held in certain if held in shown]
        if rules.plays_top and hand and hand[0] is None:
            certain = [card]
        if is_special(card) and card.rank not in rules.deck.specials:
            return True  # _check_in_pack reports it
        before = so_far.before
        if card.rank in rules.powers and not before and not so_far.leads:
            # The card led is unknown, but it is not this one. Any card in its place shows that.
            before = [PlayedCard(-1, card, face_in_trick(card, None, rules, leads=True))]
        turn = Turn(certain, before, self.trumps, so_far.broken)
        reason = why_not_play(rules, turn, card, play.face)
        if reason is not None and not so_far.is_whole:
            for without_higher in _without_higher_classes(rules):
                # An unknown card can be higher than any card of the player.
                reason = reason and why_not_play(without_higher, turn, card, play.face)
        if reason is None:
            return True
        who = f"{self._name(play.seat)} in trick {play.trick + 1}"
        self.row_problems.append(
            (play.seat, problems.records.refused_action(self._place(play), who, reason))
        )
        return False

    def _place(self, play: OwnedPlay) -> Place:
        return self.sheet.places.cell(self.sheet.index, "tricks", play.trick)


def _trick_context(
    before: list[OwnedPlay], broken: set[CountedSuit] | None, rules: DealRules
) -> TrickContext:
    """Returns the known part of a trick before a play."""
    known = list(takewhile(lambda play: play.card is not None, before))
    played = _recorded_plays(known, rules)
    is_whole = len(known) == len(before)
    # If the first card is unknown, the suit to follow is unknown. So it is if the first card leaves
    # it to the next one, which can be an unknown card.
    demand = played[0].face.demand if played and isinstance(played[0].face, PlayedAs) else None
    if known and not (demand is not None and demand.next_card):
        played = _recorded_plays(before, rules)
    return TrickContext(played, broken, not before, is_whole)


def _without_higher_classes(rules: DealRules) -> Iterator[DealRules]:
    """Yields the rules without their first class of higher cards to follow with, then without the
    first two, and so on.
    """
    classes = rules.follow.classes
    for place, kind in enumerate(classes):
        if kind in HIGHER:
            before = tuple(other for other in classes[:place] if other not in HIGHER)
            yield replace(rules, follow=Following((*before, *classes[place + 1 :])))


def _recorded_plays(trick: list[OwnedPlay], rules: DealRules) -> list[PlayedCard]:
    return [
        PlayedCard(
            play.seat, play.card, face_in_trick(play.card, play.face, rules, leads=not place)
        )
        for place, play in enumerate(trick)
        if play.card is not None
    ]


def pack_from_hands(
    deck: Deck, hands: tuple[tuple[Card, ...], ...], turned: Sequence[Card], dealer: int
) -> tuple[Card, ...]:
    """Returns a pack that deals these hands and turns these cards; the remaining cards are in a
    fixed order.

    If the whole pack is dealt, the turned card is the dealer's last one.
    """
    players = len(hands)
    if turned and turned[-1] in hands[dealer] and players * len(hands[dealer]) == deck.size:
        hand = list(hands[dealer])
        hand.remove(turned[-1])
        last = (*hand, turned[-1])
        hands = (*hands[:dealer], last, *hands[dealer + 1 :])
    dealt = [
        hands[(dealer + step) % players][number]
        for number in range(len(hands[0]))
        for step in range(1, players + 1)
    ]
    if len(dealt) < deck.size:
        dealt.extend(turned)
    return (*dealt, *deck.without(dealt))
