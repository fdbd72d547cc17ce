"""A deal over lanes: from cards and random words to scores, phase by phase.

- Input: the cards from the top of the pack, the random words for decisions, the lots, and the state
  that a match carries over: the dealer, the last deal's winner, and the values of runs and tallies.
- Output: all results of a deal, as rows by name.

Every phase is implemented once, as a method of `VectorDeal`: auction, trump, bids, trump named
after the bids, leader, tricks (`tricks.TrickRules`), scores, runs and tallies, the winner of the
deal and the next dealer.  Only the dealer's choice of a size and the call come earlier.  They
either change an input lane (`KindAspects`) or select another kind of deal (`schedule`).

Invariants:

- Seats are counted from eldest hand.  `_past` converts history from table seats, and `_results`
  converts back.
- The decisions of a match are numbered, and each uses the word with its number.  In most deals the
  number is the same in all matches (`Decisions.made`).  If matches make different numbers of
  decisions, `Decisions.more` is the number of additional ones in each match.  That happens in
  auctions, with blind bids, and if trumps are named only after a special card is turned up.
- If the rules of the deal decide a question, Python decides it while the rule runs; machine code
  contains no trace of it.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, reduce
from itertools import repeat
from typing import Any, Final, NamedTuple, Protocol, assert_never

from clagdsl.lang.expr.free_variables import variables
from clagdsl.lang.policies.bid import has_last_bid
from clagdsl.lang.policies.deal_end import DEALS_NEXT
from clagdsl.lang.references import subexpressions
from clagdsl.lang.rules import (
    OWN_SCORE,
    AuctionBids,
    AuctionTrump,
    BidInTurn,
    BidTogether,
    Call,
    ChosenBid,
    CompletedWhen,
    Contract,
    DealWinner,
    DrawnTrump,
    Expression,
    Free,
    HistoryFigure,
    Keeps,
    Limit,
    NamedTrump,
    NextDealer,
    NoBid,
    NotCounted,
    RowBest,
    RowMade,
    Run,
    Tally,
    TrumpRule,
    TurnedTrump,
    fixed_trumps,
    most_turned,
)
from clagdsl.simulation.lowering.arrays import FIRST_ORDER, FIRST_SUIT, TRUMPS
from clagdsl.simulation.vector.backends import Kind, Lane, Words
from clagdsl.simulation.vector.backends import Lanes as Ops
from clagdsl.simulation.vector.expressions import Evaluator, Result
from clagdsl.simulation.vector.hands import SUITS, by_index, card_facts, mask_kind, rotated
from clagdsl.simulation.vector.random_words import FIRST_BIDDER, TRUMP_DRAWN, numbered, picked
from clagdsl.simulation.vector.tricks import (
    Played,
    Plays,
    Setting,
    TrickRules,
    Trump,
    constant_trump,
    trump_by_number,
)
from clagdsl.table.bid_masks import NO_BID
from clagdsl.table.bids import auction_bids, max_auction_decisions
from clagdsl.table.choices import legal_names
from clagdsl.table.deal_rules import DealRules
from clagdsl.table.history import applies_to
from clagdsl.table.seats import Role
from clagdsl.table.trick_value import Worths

NONE: Final = 255
"""The byte that stands for -1: no bid, no seat, or a deal without a contract."""
BLIND_BIDS: Final = 64
"""Added to a blind bid in the recorded decision."""


class Notes(Protocol):
    """Records everything that happens in matches: the decisions and the winner of each trick."""

    def decision(
        self, active: Lane | None, count: Lane, number: Lane, action: Lane, allowed: Lane | None
    ) -> None:
        """Records a decision of the active matches; None means all of them."""

    def play(self, active: Lane | None, plays: Plays, played: Played) -> None:
        """Records a play in the active matches."""

    def trick(self, active: Lane | None, trick: Any, winner: Lane) -> None:
        """Records the winner of a trick, counted from eldest."""


class Scene(NamedTuple):
    """A deal's position in the schedule, as far as it affects the play of the deal."""

    number: int
    """The number of the deal in the schedule, 1-based."""
    ends_row: bool
    turned: bool
    """True if the next dealer differs by match; input and output rows are then in table order.

    Otherwise they begin with eldest.
    """
    early: int
    """The number of decisions made before the core of the deal (the size and the call)."""
    first: bool
    """True for the first deal of the match."""


@dataclass(slots=True)
class Decisions:
    """Supplies the random word for each decision of a deal, and records the decisions."""

    o: Ops
    words: Words
    made: int
    notes: Notes | None
    more: Lane | None = None
    active: Lane | None = None
    """The matches that play the deal; None means all.

    In the other matches everybody passed, and nothing counts.
    """

    def choose(self, count: Lane, *, only: Lane | None = None) -> Lane:
        """Chooses one of `count` actions and returns its 0-based number.

        With `only`, the decision is made in those matches alone.
        """
        word = self.words(self.made, offset=self.more)
        if only is None:
            self.made += 1
        else:
            self.advance(only)
        return picked(self.o, word, count)

    def advance(self, where: Lane) -> None:
        """Counts a decision that only some matches have made."""
        one = self.o.cast(where, "u16")
        self.more = one if self.more is None else self.more + one

    def note(
        self,
        count: Lane,
        number: Lane,
        action: Lane,
        allowed: Lane | None = None,
        *,
        only: Lane | None = None,
    ) -> None:
        """Records a decision if a recorder is present."""
        if self.notes is not None:
            self.notes.decision(_and_masks(self.active, only), count, number, action, allowed)


def _and_masks(left: Lane | None, right: Lane | None) -> Lane | None:
    if left is None or right is None:
        return right if left is None else left
    return left & right


class RandomPlays:
    """Chooses plays with the random words of the deal, and records them."""

    def __init__(self, decisions: Decisions, players: int, last: int, *, last_chosen: bool) -> None:
        self.decisions = decisions
        self.players = players
        self.first = decisions.made
        self.last = last
        self.last_chosen = last_chosen

    def play(self, o: Ops, trick: Any, step: int, plays: Plays) -> Lane:
        """Returns the 0-based number of the chosen play; 0 for a last card without a choice."""
        kind = plays.count.kind
        if isinstance(trick, int) and trick == self.last and not self.last_chosen:
            return o.full(0, kind)
        word = self.decisions.words(self.first + step, trick, self.decisions.more)
        return picked(o, word, plays.count)

    def note_play(
        self, o: Ops, trick: Any, plays: Plays, played: Played, size: Lane | None
    ) -> None:
        """Records a play in the matches whose hands have more than `trick` cards."""
        if self.decisions.notes is not None:
            going = None if size is None else size > o.full(trick, "u8")
            active = _and_masks(self.decisions.active, going)
            self.decisions.notes.play(active, plays, played)

    def note_trick(self, o: Ops, trick: Any, winner: Lane, going: Lane | None) -> None:  # noqa: ARG002
        """Records the winner of a trick."""
        if self.decisions.notes is not None:
            self.decisions.notes.trick(_and_masks(self.decisions.active, going), trick, winner)


class AuctionResult(NamedTuple):
    """The result of an auction."""

    played: Lane
    """False in matches in which everybody passes, so that the deal is not played."""
    row: Lane
    """The winner's seat, counted from eldest."""
    number: Lane
    trump: Lane
    """The trump as a number: its index in `arrays.TRUMPS`."""


class Dealt(NamedTuple):
    """Everything that a deal's phases start from, in all matches."""

    inputs: Mapping[str, Lane]
    """The input rows by name."""
    cards: Sequence[Lane]
    """The cards from the top of the pack."""
    lots: Mapping[int, tuple[Lane, Lane]]
    """The words of the lots by purpose."""
    decisions: Decisions
    past: Sequence[tuple[Lane, ...]]
    """The runs, tallies and row figures of each seat, starting with eldest."""
    won: AuctionResult | None
    """The result of the auction; None in deals without one."""
    caller: Lane
    """The caller, counted from eldest."""

    @property
    def size(self) -> Lane | None:
        """The hand size; None if all matches have the same."""
        return self.inputs.get("cards")


class BidsMade(NamedTuple):
    """The bids by seat, starting with eldest."""

    bids: Sequence[Lane]
    blind: Sequence[Lane]
    """1 for each bid that was made blind, else 0."""
    bidder: Lane | None
    """The seat drawn by lot to bid first, if any."""


class EarlierBids(NamedTuple):
    """The bids made before one bid, in turn, and their sum."""

    total: Lane
    bids: Sequence[Lane]


def _highest(o: Ops, bids: Sequence[Lane]) -> Lane:
    """Returns the highest of these bids."""
    return o.cast(reduce(lambda best, bid: o.where(bid > best, bid, best), bids), "i32")


def _count_equal(o: Ops, bids: Sequence[Lane], bid: Lane | int) -> Result:
    """Returns the number of these bids that are equal to one bid."""
    equal = [o.cast(other == bid, "i32") for other in bids]
    return reduce(operator.add, equal) if equal else 0


def _past_bids(o: Ops, bids: Sequence[Lane], read: frozenset[str]) -> dict[str, Result]:
    """Returns those of `previous_bid` and `highest_bid` that a limit reads, after these bids."""
    names: dict[str, Result] = {}
    if "previous_bid" in read:
        names["previous_bid"] = o.cast(bids[-1], "i32") if bids else NO_BID
    if "highest_bid" in read:
        names["highest_bid"] = _highest(o, bids) if bids else NO_BID
    return names


class SeatResults(NamedTuple):
    """The results of a deal by seat, starting with eldest."""

    bids: Sequence[Lane]
    tricks: Sequence[Lane]
    scores: Sequence[Lane]
    completed: Sequence[Lane]
    moved: Sequence[Sequence[Lane]]
    """[seat][figure]: the runs, tallies and row figures, updated for this deal."""


class KindAspects(NamedTuple):
    """The rules that may differ between matches of one kind (its *aspects*), with all their values.

    The input row `which_NAME` has, for each match, the index of its value of the aspect NAME.
    """

    ranks: tuple[DealRules, ...]
    """Rules with each of the possible orders of ranks."""
    trump: tuple[TrumpRule, ...]
    fixed_bid: tuple[int, ...]
    """The fixed bid; NONE if bids are chosen or not made at all."""
    each_bid: tuple[Limit, ...]
    last_bid: tuple[Limit, ...]
    lead: tuple[Role, ...]
    worth: tuple[Worths, ...]
    score: tuple[Expression, ...]
    completed: tuple[Contract, ...]
    won_by: tuple[DealWinner, ...]
    next_dealer: tuple[NextDealer, ...]


class VectorDeal:
    """One kind of deal: rules played by the same phases, for one or more hand sizes.

    Every rule that is not an aspect comes from `rules`.
    """

    def __init__(
        self,
        rules: DealRules,
        aspects: KindAspects,
        sizes: Sequence[int],
        scene: Scene,
        past: Sequence[HistoryFigure],
    ) -> None:
        self.rules = rules
        self.aspects = aspects
        self.sizes = tuple(sizes)
        cards = self.cards = max(sizes)
        self.scene = scene
        self.past = tuple(past)
        self.forgotten = tuple(
            scene.ends_row and isinstance(item, RowMade | RowBest) for item in self.past
        )
        """True for each figure that is reset after this deal."""
        self.players = rules.players
        self.facts = card_facts(rules)
        self.pack = self.facts.pack
        size = len(self.pack)
        dealt, trump = self.players * cards, rules.trump
        more = most_turned(trump, rules.deck, dealt) if isinstance(trump, TurnedTrump) else 1
        self.cards_needed = min(dealt + more, size)
        scored = (
            *aspects.score,
            *(part for item in aspects.completed for part in subexpressions(item)),
        )
        self.reads = frozenset[str]().union(
            *map(variables, scored),
            *(
                variables(item.expression)
                for item in self.past
                if isinstance(item, Run | Tally) and applies_to(item, rules)
            ),
        )
        self.tricks = TrickRules(
            rules,
            tuple(map(card_facts, aspects.ranks)),
            cards,
            aspects.worth,
            counts_points="points" in self.reads,
        )
        self.bids_made = isinstance(rules.bid, ChosenBid)
        self.by_choice = rules.sight == "by choice"
        self.auction = auction_bids(rules, deal=scene.number, cards=cards)
        self.names: dict[str, Result] = {
            **rules.names,
            "deal": scene.number,
            "cards": cards,
            "blind": False,
            "auction": 0,
        }

    # --- interface of the runners

    @property
    def last_chosen(self) -> bool:
        """True if a player may have a choice of plays with the last card of a hand."""
        specials = self.tricks.specials
        several = specials is not None and max(max(row) for row in specials.ways) > 1
        return self.tricks.wilds or several

    @cached_property
    def decisions(self) -> int:
        """The maximum number of random words that decisions can consume."""
        rules, players = self.rules, self.players
        named = any(isinstance(trump, NamedTrump) for trump in self.aspects.trump) or (
            isinstance(rules.trump, TurnedTrump) and bool(rules.trump.on)
        )
        bidding = players * (self.bids_made * (1 + self.by_choice))
        bidding += isinstance(rules.bid, BidTogether) and has_last_bid(rules.bid)
        plays = players * (self.cards - (not self.last_chosen))
        auction = max_auction_decisions(players, len(self.auction))
        return self.scene.early + auction + named + bidding + plays

    @property
    def draws_bidder(self) -> bool:
        """True if the first bidder is drawn by lot."""
        return self.rules.bid == BidInTurn("drawn")

    @property
    def lots(self) -> tuple[int, ...]:
        """The purposes of the lots drawn."""
        drawn = any(isinstance(trump, DrawnTrump) for trump in self.aspects.trump)
        return ((FIRST_BIDDER,) if self.draws_bidder else ()) + ((TRUMP_DRAWN,) if drawn else ())

    @property
    def depends_on_last_winner(self) -> bool:
        """True if the last deal's winner is the caller, and the caller bids or leads first."""
        call, bid = self.rules.call, self.rules.bid
        if not isinstance(call, Call) or call.by != "winner of last deal" or self.scene.first:
            return False
        return "caller" in self.aspects.lead or bid == BidInTurn("caller")

    @property
    def reads_totals(self) -> bool:
        """True if the totals before the deal decide who deals next."""
        return "lowest total" in self.aspects.next_dealer

    @property
    def varying(self) -> tuple[str, ...]:
        """The names of the aspects that differ between matches."""
        return tuple(name for name, row in self.aspects._asdict().items() if len(row) > 1)

    @cached_property
    def early_inputs(self) -> tuple[str, ...]:
        """The names of the input rows that depend on the size and the call."""
        sizes = ("cards",) if len(self.sizes) > 1 else ()
        return (*sizes, *(f"which_{name}" for name in self.varying))

    @cached_property
    def inputs(self) -> tuple[tuple[str, Kind], ...]:
        """The name and kind of each input row."""
        rows: list[tuple[str, Kind]] = [("dealer", "u8")]
        if self.depends_on_last_winner:
            rows.append(("last_winner", "u8"))
        rows += [(name, "u8") for name in self.early_inputs]
        for place in range(len(self.past)):
            rows += [(f"past_{place}_{seat}", "i32") for seat in range(self.players)]
        if self.reads_totals:
            rows += [(f"total_{seat}", "i64") for seat in range(self.players)]
        return tuple(rows)

    @cached_property
    def outputs(self) -> tuple[tuple[str, Kind], ...]:
        """The name and kind of each output row."""
        rows: list[tuple[str, Kind]] = [("trump", "u8"), ("winner", "u8"), ("next_dealer", "u8")]
        if self.draws_bidder:
            rows.append(("bidder", "u8"))
        if self.auction:
            rows += [("auction", "u8"), ("auction_winner", "u8")]
        for seat in range(self.players):
            rows += [
                (f"bid_{seat}", "u8"),
                (f"tricks_{seat}", "u8"),
                (f"score_{seat}", "i32"),
                (f"completed_{seat}", "u8"),
            ]
            if self.by_choice:
                rows.append((f"blind_{seat}", "u8"))
            rows += [(f"past_{place}_{seat}", "i32") for place in range(len(self.past))]
        return tuple(rows)

    @cached_property
    def _key(self) -> object:
        rules, scene, aspects = self.rules, self.scene, self.aspects
        limits = [
            part
            for limit in (*aspects.each_bid, *aspects.last_bid)
            for part in subexpressions(limit)
        ]
        read = self.reads.union(*map(variables, limits))
        if isinstance(rules.auction, AuctionBids):
            read |= {"deal"}
        names = tuple(sorted((name, value) for name, value in rules.names.items()))
        alike = (
            rules.shown, rules.sight, type(rules.bid), getattr(rules.bid, "first", None),
            getattr(rules.bid, "again", None), rules.follow, rules.play, rules.wild, rules.open,
            rules.auction, rules.equal, rules.trump_rank, rules.trump_worth,
        )  # fmt: skip
        ranks = tuple(item.rank for item in aspects.ranks)
        worth = tuple(map(worth_key, aspects.worth)) if "points" in self.reads else ()
        place = (scene.number if "deal" in read else 0, self.forgotten, scene.turned)
        varying = (ranks, *aspects[1:6], worth, *aspects[7:])
        deck = (rules.deck.cards, tuple(rules.specials.values()))
        own = (self.sizes, place, scene.early, self.depends_on_last_winner, self.past)
        return alike, varying, names, own, deck

    def key(self) -> object:
        """Returns a hashable key; deals with equal keys are played by the same code."""
        return self._key

    # --- the deal

    def _by_aspect(
        self, o: Ops, inputs: Mapping[str, Lane], name: str, make: Callable[[Any], Lane]
    ) -> Lane:
        """Returns a lane with `make(value)` of each match's value of an aspect."""
        made = [make(value) for value in getattr(self.aspects, name)]
        return made[0] if len(made) == 1 else by_index(o, inputs[f"which_{name}"], made)

    def _evaluated(
        self,
        evaluator: Evaluator,
        inputs: Mapping[str, Lane],
        name: str,
        evaluate: Callable[[Any], Result],
    ) -> Result:
        """Evaluates each match's value of an aspect and returns the results."""
        made = [evaluate(value) for value in getattr(self.aspects, name)]
        result = made[-1]
        for number in range(len(made) - 2, -1, -1):
            taken = inputs[f"which_{name}"] == number
            result = evaluator.select(taken, made[number], result)
        return result

    def play(
        self,
        o: Ops,
        cards: Sequence[Lane],
        words: Words,
        lots: Mapping[int, tuple[Lane, Lane]],
        inputs: Mapping[str, Lane],
        notes: Notes | None = None,
    ) -> dict[str, Lane]:
        """Plays the deal and returns its output rows by name; `notes` is for tests."""
        decisions = Decisions(o, words, self.scene.early, notes)
        past = self._past(o, inputs)
        won = self._auction(o, decisions) if self.auction else None
        if won is not None:
            decisions.active = won.played
        dealt = Dealt(inputs, cards, lots, decisions, past, won, self._caller(o, inputs))
        seats = self.tricks.state_of(o, list(cards), dealt.size)
        trump, late = self._trump(o, dealt)
        made = self._bids(o, dealt)
        if trump is None:
            trump = self._name_late(o, dealt, late)
        leader = self._leader(o, dealt, made)
        last = self.cards - 1
        chooser = RandomPlays(decisions, self.players, last, last_chosen=self.last_chosen)
        setting = Setting(trump, dealt.size, inputs.get("which_ranks"), inputs.get("which_worth"))
        tricks, points = self.tricks.play(o, seats, setting, leader, chooser)
        rows = self._score(o, dealt, trump, made, tricks, points)
        return self._results(o, dealt, rows, trump, made, tricks)

    def _from_eldest(self, o: Ops, seat: Lane, dealer: Lane) -> Lane:
        """Converts a table seat to its distance from eldest."""
        row = seat + (self.players - 1) - dealer
        return o.where(row >= self.players, row - self.players, row)

    def _seat(self, o: Ops, row: Lane, dealer: Lane) -> Lane:
        """Converts a distance from eldest to a table seat."""
        seat = row + dealer + 1
        return o.where(seat >= self.players, seat - self.players, seat)

    def _past(self, o: Ops, inputs: Mapping[str, Lane]) -> list[tuple[Lane, ...]]:
        """Returns the runs, tallies and row figures of each seat, starting with eldest."""
        rows = [
            tuple(inputs[f"past_{place}_{seat}"] for place in range(len(self.past)))
            for seat in range(self.players)
        ]
        return self._from_eldest_on(o, rows, inputs) if self.past else rows

    def _totals(self, o: Ops, inputs: Mapping[str, Lane]) -> list[Lane]:
        """Returns the totals before the deal, starting with eldest."""
        rows: list[tuple[Lane, ...]] = [(inputs[f"total_{seat}"],) for seat in range(self.players)]
        return [total for (total,) in self._from_eldest_on(o, rows, inputs)]

    def _from_eldest_on(
        self, o: Ops, rows: list[tuple[Lane, ...]], inputs: Mapping[str, Lane]
    ) -> list[tuple[Lane, ...]]:
        """Returns input rows by seat, starting with eldest."""
        if not self.scene.turned:
            return rows
        dealer = inputs["dealer"]
        first = o.where(dealer + 1 >= self.players, dealer + 1 - self.players, dealer + 1)
        return rotated(o, rows, first)

    def _past_names(self, past: Sequence[Lane]) -> dict[str, Result]:
        return {item.name: lane for item, lane in zip(self.past, past, strict=False)}

    # --- before the bids

    def _auction(self, o: Ops, decisions: Decisions) -> AuctionResult:
        """Conducts the auction, which ends once all but the highest bidder have passed."""
        players, most = self.players, len(self.auction)
        kind = mask_kind(players)
        none = o.full(0, "u8")
        # the state: a mask of the seats that passed, the number of seats left, the highest bid
        # and its seat, and the number of words used; a bid is its 1-based index in the list
        start = [
            o.full(0, kind),
            o.full(players, "u8"),
            none,
            none,
            o.full(0, "u16") if decisions.more is None else decisions.more,
        ]

        def going(state: list[Lane]) -> Lane:
            return state[1] > o.cast(state[2] > 0, "u8")

        def once_around(state: list[Lane]) -> list[Lane]:
            passed, left, highest, winner, more = state
            for seat in range(players):
                speaks = going([passed, left, highest]) & ((passed & (1 << seat)) == 0)
                decisions.more = more
                count = most + 1 - highest
                number = decisions.choose(count, only=speaks)
                more = decisions.more
                passes = speaks & (number == 0)
                bids = speaks & (number != 0)
                passed = o.where(passes, passed | (1 << seat), passed)
                left = o.where(passes, left - 1, left)
                highest = o.where(bids, highest + number, highest)
                winner = o.where(bids, o.full(seat, "u8"), winner)
                action = o.where(bids, highest, none)
                decisions.note(count, number, action, only=speaks)
            return [passed, left, highest, winner, more]

        _, _, highest, winner, more = o.while_any(going, start, once_around)
        decisions.more = more
        numbers = (0, *(bid.number for bid in self.auction))
        trumps = (
            0,
            *(TRUMPS.index(() if bid.trump is None else (bid.trump,)) for bid in self.auction),
        )
        return AuctionResult(
            highest != 0, winner, o.lookup(highest, numbers, "u8"), o.lookup(highest, trumps, "u8")
        )

    def _caller(self, o: Ops, inputs: Mapping[str, Lane]) -> Lane:
        """Returns the caller, counted from eldest: the last winner if relevant, else the dealer."""
        if self.depends_on_last_winner:
            return self._from_eldest(o, inputs["last_winner"], inputs["dealer"])
        return o.full(self.players - 1, "u8")

    def _trump(self, o: Ops, dealt: Dealt) -> tuple[Trump | None, Lane | None]:
        """Returns the trump, or None if it is named after the bids.

        The second result is the turn-up if it decides a trump that is named after the bids, else
        None.
        """
        rule = self.rules.trump
        match rule:
            case NamedTrump():
                if rule.by == "highest bidder":
                    return None, None
                return self._named(o, dealt), None
            case AuctionTrump():
                assert dealt.won is not None
                return trump_by_number(o, dealt.won.trump, range(5)), None
            case TurnedTrump() if rule.on:
                turned = self._card_turned(o, dealt, rule)
                if turned is None:
                    return constant_trump(o, ()), None
                if rule.is_named and self.rules.shown != "before bids" and self.bids_made:
                    return None, turned
                return self._turned(o, dealt.decisions, turned), None
            case _:
                pass
        rules = self.aspects.trump
        settled = fixed_trumps(rule)
        if len(rules) == 1 and settled is not None:
            return constant_trump(o, settled), None
        possible: set[int] = set()

        def number_of(source: TrumpRule) -> Lane:
            settled = fixed_trumps(source)
            if settled is None and isinstance(source, TurnedTrump):
                turned = self._card_turned(o, dealt, source)
                if turned is not None:
                    possible.update(range(FIRST_SUIT, FIRST_SUIT + SUITS))
                    numbers = tuple(suit + FIRST_SUIT for suit in self.facts.suit)
                    return o.lookup(turned, numbers, "u8")
                settled = ()
            if settled is None:
                assert isinstance(source, DrawnTrump)
                possible.update(range(FIRST_SUIT, FIRST_SUIT + SUITS))
                return picked(o, dealt.lots[TRUMP_DRAWN], o.full(SUITS, "u8")) + FIRST_SUIT
            possible.add(TRUMPS.index(settled))
            return o.full(TRUMPS.index(settled), "u8")

        number = self._by_aspect(o, dealt.inputs, "trump", number_of)
        if possible == {0}:
            return constant_trump(o, ()), None
        return trump_by_number(o, number, possible), None

    def _card_turned(self, o: Ops, dealt: Dealt, rule: TurnedTrump) -> Lane | None:
        """Returns the turn-up; None if all cards are dealt and the last one is not shown.

        After some cards the next one is turned, as long as one is left.
        """
        cards = dealt.cards
        starts = [self.players * size for size in range(self.sizes[0], self.cards + 1)]
        if starts[-1] == len(self.pack) and rule.nothing_left != "last card":
            return None
        again = tuple(map(int, map(rule.turns_again, self.facts.cards)))

        def turned_at(first: int) -> Lane:
            last = min(first + most_turned(rule, self.rules.deck, first), len(self.pack)) - 1
            turned = cards[last]
            for place in range(last - 1, first - 1, -1):
                turned = o.where(o.lookup(cards[place], again, "u8") != 0, turned, cards[place])
            return turned

        turned = [turned_at(min(place, len(self.pack) - 1)) for place in starts]
        if len(turned) == 1:
            return turned[0]
        return by_index(o, dealt.inputs["cards"] - self.sizes[0], turned)

    def _name_late(self, o: Ops, dealt: Dealt, turned: Lane | None) -> Trump:
        """Returns the trump if it is named after all bids."""
        if turned is None:
            return self._named(o, dealt)
        return self._turned(o, dealt.decisions, turned)

    def _named(self, o: Ops, dealt: Dealt) -> Trump:
        """Lets a player name the trump, and returns it."""
        inputs, decisions = dealt.inputs, dealt.decisions
        every = [
            [TRUMPS.index(trumps) for trumps in legal_names(replace(self.rules, trump=trump))]
            for trump in self.aspects.trump
        ]
        names = dict(zip(self.aspects.trump, every, strict=True))
        count = self._by_aspect(o, inputs, "trump", lambda rule: o.full(len(names[rule]), "u8"))
        number = decisions.choose(count)
        trump = self._by_aspect(
            o, inputs, "trump", lambda rule: o.lookup(number, names[rule], "u8")
        )
        decisions.note(count, number, trump)
        return trump_by_number(o, trump, set().union(*every))

    def _turned(self, o: Ops, decisions: Decisions, card: Lane) -> Trump:
        """Returns the trump decided by a turn-up, which may have a case of its own."""
        rule, facts = self.rules.trump, self.facts
        assert isinstance(rule, TurnedTrump)
        trump = o.lookup(card, tuple(suit + FIRST_SUIT for suit in facts.suit), "u8")
        possible = set(range(FIRST_SUIT, FIRST_SUIT + SUITS))
        if not rule.on:
            return trump_by_number(o, trump, possible)
        named = {card: legal_names(self.rules, card) for card in facts.cards if rule.case_of(card)}
        # a kind is a group of cards with a case that allow the same trumps, numbered from 1; the
        # other cards are of kind 0
        kinds = sorted(set(named.values()), key=lambda names: (len(names), names))
        of_card = tuple(
            kinds.index(named[card]) + 1 if card in named else 0 for card in facts.cards
        )
        kind = o.lookup(card, of_card, "u8")
        trump = o.where(kind != 0, o.full(0, "u8"), trump)
        asking = [place for place, names in enumerate(kinds) if names]
        if asking:
            # kinds are sorted by how many trumps they allow, so only the first may allow none
            names_it = kind > (1 if not kinds[0] else 0)
            count = o.lookup(kind, (1, *(max(1, len(names)) for names in kinds)), "u8")
            number = decisions.choose(count, only=names_it)
            for place in asking:
                numbers = [TRUMPS.index(trumps) for trumps in kinds[place]]
                possible.update(numbers)
                trump = o.where(kind == place + 1, o.lookup(number, numbers, "u8"), trump)
            decisions.note(count, number, trump, only=names_it)
        return trump_by_number(o, trump, possible)

    # --- the bids

    def _first_bidder(self, o: Ops, dealt: Dealt) -> tuple[int | Lane, Lane | None]:
        """Returns the first bidder, counted from eldest, and the seat drawn by lot, if any."""
        bid, players, dealer = self.rules.bid, self.players, dealt.inputs["dealer"]
        if isinstance(bid, BidTogether):
            match bid.again:
                case None:
                    # decisions are in the order of the table's seats
                    return self._from_eldest(o, o.full(0, "u8"), dealer), None
                case "eldest":  # who may have to bid again comes last
                    return 1, None
                case "dealer":
                    return 0, None
        assert isinstance(bid, BidInTurn)
        match bid.first:
            case "eldest":
                return 0, None
            case "dealer":
                return players - 1, None
            case "right of dealer":
                return (players - 2) % players, None
            case "caller":
                return (dealt.caller if self.depends_on_last_winner else players - 1), None
            case "drawn":
                drawn = picked(o, dealt.lots[FIRST_BIDDER], o.full(players, "u8"))
                return self._from_eldest(o, drawn, dealer), drawn
            case "auction winner":
                assert dealt.won is not None
                return dealt.won.row, None

    def _bids(self, o: Ops, dealt: Dealt) -> BidsMade:
        """Returns the bids of all seats."""
        players, rules = self.players, self.rules
        inputs, decisions, won = dealt.inputs, dealt.decisions, dealt.won
        if not isinstance(rules.bid, ChosenBid):
            not_blind = [o.full(0, "u8")] * players
            return BidsMade([self._fixed_bid(o, inputs)] * players, not_blind, None)
        first, drawn = self._first_bidder(o, dealt)
        order = [(*row, *self._auction_row(o, won, seat)) for seat, row in enumerate(dealt.past)]
        if isinstance(first, int):
            order = order[first:] + order[:first]
        elif order[0]:
            order = rotated(o, order, first)
        total = nothing = o.full(0, "u8")
        made: list[tuple[Lane, Lane]] = []
        together = isinstance(rules.bid, BidTogether)
        for turn, row in enumerate(order):
            names = self._deal_names(o, dealt.size)
            names |= self._past_names(row)
            if won is not None:
                names["auction"] = o.cast(row[-1], "i32")
            last = turn == players - 1
            before = EarlierBids(total, [bid for bid, _ in made])
            secret = EarlierBids(nothing, []) if together else before
            allowed = self._allowed(o, names, secret, inputs, last=last and not together)
            bid, blind = self._bid(o, decisions, allowed)
            if last and together and has_last_bid(rules.bid):
                allowed = self._allowed(o, names, before, inputs, last=True)
                bid = self._bid_again(o, decisions, allowed, bid, blind)
            made.append((bid, blind))
            total = total + bid
        by_seat: Sequence[tuple[Lane, ...]]
        if isinstance(first, int):
            by_seat = made[-first:] + made[:-first] if first else made
        else:
            back = o.where(first == 0, o.full(0, "u8"), players - first)
            by_seat = rotated(o, made, back)
        return BidsMade([bid for bid, _ in by_seat], [blind for _, blind in by_seat], drawn)

    def _fixed_bid(self, o: Ops, inputs: Mapping[str, Lane]) -> Lane:
        """Returns the bid fixed by the rules, or NONE."""
        return self._by_aspect(o, inputs, "fixed_bid", lambda number: o.full(number, "u8"))

    def _deal_names(self, o: Ops, size: Lane | None) -> dict[str, Result]:
        """Returns the variables that have the same value for all seats."""
        if size is None:
            return dict(self.names)
        return {**self.names, "cards": o.cast(size, "i32")}

    def _auction_row(self, o: Ops, won: AuctionResult | None, seat: int) -> tuple[Lane, ...]:
        """Returns the number with which a seat won the auction, or 0; empty without an auction."""
        if won is None:
            return ()
        return (o.where(won.row == seat, won.number, o.full(0, "u8")),)

    def _bid(self, o: Ops, decisions: Decisions, allowed: Lane) -> tuple[Lane, Lane]:
        """Chooses a player's bid; returns it, and 1 if it was made blind, else 0."""
        many = o.cast(o.bits(allowed), "u8")
        blind = o.full(0, "u8")
        if not self.by_choice:
            number = decisions.choose(many)
            bid = self._numbered_bid(o, allowed, number)
            decisions.note(many, number, bid, allowed)
            return bid, blind
        # number 0 looks at the hand first, and then takes a second decision; others are blind
        # bids
        number = decisions.choose(many + 1)
        looks = number == 0
        early = self._numbered_bid(o, allowed, o.where(looks, number, number - 1))
        action = o.where(looks, o.full(NONE, "u8"), early + BLIND_BIDS)
        decisions.note(many + 1, number, action, allowed)
        later = decisions.choose(many, only=looks)
        bid = o.where(looks, self._numbered_bid(o, allowed, later), early)
        decisions.note(many, later, bid, allowed, only=looks)
        return bid, o.where(looks, blind, o.full(1, "u8"))

    def _bid_again(
        self, o: Ops, decisions: Decisions, allowed: Lane, bid: Lane, blind: Lane
    ) -> Lane:
        """Returns a bid, or another one of those allowed if it is not among them."""
        kind = mask_kind(self.cards + 1)
        breaks = (allowed & (o.full(1, kind) << o.cast(bid, kind))) == 0
        many = o.cast(o.bits(allowed), "u8")
        number = decisions.choose(many, only=breaks)
        other = self._numbered_bid(o, allowed, number)
        action = other + o.where(blind == 1, o.full(BLIND_BIDS, "u8"), o.full(0, "u8"))
        decisions.note(many, number, action, allowed, only=breaks)
        return o.where(breaks, other, bid)

    def _numbered_bid(self, o: Ops, allowed: Lane, number: Lane) -> Lane:
        bit = numbered(o, allowed, number, self.cards + 1)
        return o.cast(o.bits(bit - 1), "u8")

    def _allowed(
        self,
        o: Ops,
        names: Mapping[str, Result],
        before: EarlierBids,
        inputs: Mapping[str, Lane],
        *,
        last: bool,
    ) -> Lane:
        """Returns a mask of the bids that the limits allow."""

        def by_each(every_bid: Limit) -> Lane:
            if not last:
                return self._in_force(o, every_bid, Free(), names, before, all_bids)
            return self._by_aspect(
                o,
                inputs,
                "last_bid",
                lambda final: self._in_force(o, every_bid, final, names, before, all_bids),
            )

        kind = mask_kind(self.cards + 1)
        if "cards" in inputs:
            masks = tuple((1 << (cards + 1)) - 1 for cards in range(self.cards + 1))
            all_bids = o.lookup(inputs["cards"], masks, kind)
        else:
            all_bids = o.full((1 << (self.cards + 1)) - 1, kind)
        return self._by_aspect(o, inputs, "each_bid", by_each)

    def _in_force(
        self,
        o: Ops,
        every_bid: Limit,
        final: Limit,
        names: Mapping[str, Result],
        before: EarlierBids,
        all_bids: Lane,
    ) -> Lane:
        """Returns the bids that both limits allow.

        If no bid satisfies both, the `otherwise` of the last bid's limit applies first, then that
        of the limit on every bid.
        """
        by_each = self._limited(o, every_bid, names, before, all_bids)
        if isinstance(final, Free):
            return by_each
        by_last = self._limited(o, final, names, before, all_bids)
        both = by_each & by_last
        if final.otherwise is not None:
            otherwise = self._meeting(o, final.otherwise, names, before) & all_bids
            by_last = o.where(both == 0, otherwise, by_last)
            both = by_each & by_last
        if isinstance(every_bid, Keeps) and every_bid.otherwise is not None:
            otherwise = self._meeting(o, every_bid.otherwise, names, before) & all_bids
            both = o.where(both == 0, otherwise, by_each) & by_last
        return both

    def _limited(
        self, o: Ops, limit: Limit, names: Mapping[str, Result], before: EarlierBids, every: Lane
    ) -> Lane:
        """Returns the bids among `every` that one limit allows."""
        if isinstance(limit, Free):
            return every
        mask = self._meeting(o, limit.condition, names, before) & every
        if limit.otherwise is None:
            return mask
        return o.where(mask == 0, self._meeting(o, limit.otherwise, names, before) & every, mask)

    def _meeting(
        self, o: Ops, condition: Expression, names: Mapping[str, Result], before: EarlierBids
    ) -> Lane:
        """Returns the bids that satisfy a condition, as a mask."""
        kind = mask_kind(self.cards + 1)
        mask = o.full(0, kind)
        total, read = o.cast(before.total, "i32"), variables(condition)
        names = {**names, **_past_bids(o, before.bids, read)}
        for bid in range(self.cards + 1):
            of_bid: dict[str, Result] = {"bid": bid, "bids": total + bid}
            if "same_bids" in read:
                of_bid["same_bids"] = _count_equal(o, before.bids, bid)
            held = Evaluator(o, {**names, **of_bid}).evaluate(condition)
            if isinstance(held, Lane):
                mask = mask | o.where(held, o.full(1 << bid, kind), 0)
            elif held:
                mask = mask | (1 << bid)
        return mask

    def _leader(self, o: Ops, dealt: Dealt, made: BidsMade) -> Lane | None:
        """Returns the leader of the first trick, counted from eldest; None if always eldest."""

        def leads(leader: Role) -> Lane:
            match leader:
                case "eldest":
                    return o.full(0, "u8")
                case "dealer":
                    return o.full(self.players - 1, "u8")
                case "right of dealer":
                    return o.full((self.players - 2) % self.players, "u8")
                case "drawn":
                    assert made.bidder is not None
                    return self._from_eldest(o, made.bidder, dealt.inputs["dealer"])
                case "caller":
                    return dealt.caller
                case "highest bidder":
                    return self._winner(o, made.bids, "most points")
                case "auction winner":
                    assert dealt.won is not None
                    return dealt.won.row

        if self.aspects.lead == ("eldest",):
            return None
        return self._by_aspect(o, dealt.inputs, "lead", leads)

    # --- the scores

    def _score(
        self,
        o: Ops,
        dealt: Dealt,
        trump: Trump,
        made: BidsMade,
        tricks: Sequence[Lane],
        points: Sequence[Lane] | None,
    ) -> list[dict[str, Result]]:
        """Returns, for each seat, the variables that its score may use and their values."""
        has_bids, bids = not isinstance(self.rules.bid, NoBid), made.bids
        common = self._common_names(o, bids, tricks, dealt.size)
        if "trump" in self.reads:  # all orders of the suits have the same code
            order = o.full(FIRST_ORDER, "u8")
            number = o.where(trump.number < FIRST_ORDER, trump.number, order)
            common["trump"] = o.cast(number, "i32")
        every: list[dict[str, Result]] = []
        for seat in range(self.players):
            names = {**common, **self._past_names(dealt.past[seat])}
            names["tricks"] = o.cast(tricks[seat], "i32")
            if has_bids:
                names["bid"] = o.cast(bids[seat], "i32")
                names["made"] = is_made = bids[seat] == tricks[seat]
                if "same_bids" in self.reads:
                    others = (*bids[:seat], *bids[seat + 1 :])
                    names["same_bids"] = _count_equal(o, others, bids[seat])
                before = names.get(RowMade().name)
                if isinstance(before, Lane):
                    names[RowMade().name] = before + o.cast(is_made, "i32")
            if self.by_choice:
                names["blind"] = made.blind[seat] != 0
            if dealt.won is not None:
                names["auction"] = o.cast(self._auction_row(o, dealt.won, seat)[0], "i32")
            if points is not None:
                names["points"] = points[seat]
            elif self.tricks.alike is not None:
                names["points"] = o.cast(tricks[seat], "i32") * self.tricks.alike
            every.append(names)
        return every

    def _common_names(
        self, o: Ops, bids: Sequence[Lane], tricks: Sequence[Lane], size: Lane | None
    ) -> dict[str, Result]:
        """Returns the variables that scores may use and that have one value for all seats."""
        names = self._deal_names(o, size)

        def count(lanes: Sequence[Lane]) -> Lane:
            return reduce(operator.add, [o.cast(lane, "i32") for lane in lanes])

        if self.reads & {"most", "most_count"}:
            most = tricks[0]
            for lane in tricks[1:]:
                most = o.where(lane > most, lane, most)
            names["most"] = o.cast(most, "i32")
            names["most_count"] = count([lane == most for lane in tricks])
        if "makers" in self.reads:
            names["makers"] = count([*map(operator.eq, bids, tricks)])
        if "bids" in self.reads:
            names["bids"] = count(bids)
        if "highest_bid" in self.reads:
            names["highest_bid"] = _highest(o, bids)
        return names

    def _results(
        self,
        o: Ops,
        dealt: Dealt,
        names: list[dict[str, Result]],
        trump: Trump,
        made: BidsMade,
        tricks: Sequence[Lane],
    ) -> dict[str, Lane]:
        """Returns all output rows: trump, winner, next dealer, and the results of each seat."""
        players, inputs, won, bidder = self.players, dealt.inputs, dealt.won, made.bidder
        dealer = inputs["dealer"]
        result = self._scored(o, dealt, names, made.bids, tricks)
        number = trump.number
        if won is not None:
            result = self._thrown_in(o, dealt, result, won)
            thrown = TRUMPS.index(fixed_trumps(self.rules.trump) or ())
            number = o.where(won.played, number, o.full(thrown, "u8"))
        winner = self._by_aspect(o, inputs, "won_by", lambda by: self._winner(o, result.scores, by))
        winner_seat = self._seat(o, winner, dealer)

        def next_dealer(rule: NextDealer) -> Lane:
            match DEALS_NEXT[rule]:
                case "winner":
                    return winner_seat
                case "loser":
                    below = [o.full(0, "i32") - score for score in result.scores]
                    return self._seat(o, self._winner(o, below, "most points"), dealer)
                case "most_missed":
                    missed = [
                        o.where(bid > taken, bid - taken, taken - bid)
                        for bid, taken in zip(made.bids, tricks, strict=True)
                    ]
                    if won is not None:  # nobody has missed a bid in a deal that is thrown in
                        missed = [o.where(won.played, lane, o.full(0, "u8")) for lane in missed]
                    return self._seat(o, self._winner(o, missed, "most points"), dealer)
                case "lowest_total":
                    below = [
                        o.full(0, "i64") - total - o.cast(score, "i64")
                        for total, score in zip(self._totals(o, inputs), result.scores, strict=True)
                    ]
                    return self._seat(o, self._winner(o, below, "most points"), dealer)
                case "eldest":
                    return self._seat(o, o.full(0, "u8"), dealer)
                case role:
                    assert_never(role)

        rows: dict[str, Lane] = {"trump": number, "winner": winner_seat}
        rows["next_dealer"] = self._by_aspect(o, inputs, "next_dealer", next_dealer)
        if bidder is not None:
            rows["bidder"] = bidder
        if won is not None:
            rows["auction"] = won.number
            nobody = o.full(NONE, "u8")
            rows["auction_winner"] = o.where(won.played, self._seat(o, won.row, dealer), nobody)
            if bidder is not None:
                rows["bidder"] = o.where(won.played, bidder, nobody)
        columns = (result.bids, result.tricks, result.scores, result.completed, made.blind)
        moved = [
            [o.full(0, "i32") if self.forgotten[n] else lane for n, lane in enumerate(row)]
            for row in result.moved
        ]
        by_seat = [(*(column[seat] for column in columns), *moved[seat]) for seat in range(players)]
        if self.scene.turned:
            # seat s is s - dealer - 1 places from eldest
            by_seat = rotated(o, by_seat, o.full(players - 1, "u8") - dealer)
        for seat, row in enumerate(by_seat):
            rows |= dict(zip(self._seat_rows(seat), row, strict=True))
        return rows

    def _seat_rows(self, seat: int) -> tuple[str, ...]:
        """Returns the names of a seat's output rows."""
        figures = [f"{name}_{seat}" for name in ("bid", "tricks", "score", "completed", "blind")]
        return (*figures, *(f"past_{place}_{seat}" for place in range(len(self.past))))

    def _scored(
        self,
        o: Ops,
        dealt: Dealt,
        names: list[dict[str, Result]],
        bids: Sequence[Lane],
        tricks: Sequence[Lane],
    ) -> SeatResults:
        """Returns every seat's score, contract and updated history."""
        inputs = dealt.inputs
        scores: list[Lane] = []
        done: list[Lane] = []
        moved: list[list[Lane]] = []
        for seat in range(self.players):
            evaluator = Evaluator(o, names[seat])
            score = evaluator.number(
                self._evaluated(evaluator, inputs, "score", evaluator.evaluate)
            )
            scores.append(score)

            def completed(contract: Contract, evaluator: Evaluator = evaluator) -> Lane:
                match contract:
                    case CompletedWhen(condition=condition):
                        return o.cast(evaluator.truth(evaluator.evaluate(condition)), "u8")
                    case NotCounted():
                        return o.full(NONE, "u8")
                    case _:
                        assert_never(contract)

            done.append(self._by_aspect(o, inputs, "completed", completed))
            before = zip(self.past, dealt.past[seat], strict=True)
            moved.append(
                [self._updated_history(o, evaluator, item, lane, score) for item, lane in before]
            )
        return SeatResults(bids, tricks, scores, done, moved)

    def _thrown_in(
        self, o: Ops, dealt: Dealt, result: SeatResults, won: AuctionResult
    ) -> SeatResults:
        """Resets the results of matches in which everybody passed, but keeps their history."""
        played, none = won.played, o.full(0, "u8")
        settled = self._fixed_bid(o, dealt.inputs)
        moved = [
            [*map(o.where, repeat(played), row, figures)]
            for row, figures in zip(result.moved, dealt.past, strict=True)
        ]
        return SeatResults(
            [o.where(played, lane, settled) for lane in result.bids],
            [o.where(played, lane, none) for lane in result.tricks],
            [o.where(played, lane, o.full(0, "i32")) for lane in result.scores],
            [o.where(played, lane, o.full(NONE, "u8")) for lane in result.completed],
            moved,
        )

    def _updated_history(
        self, o: Ops, evaluator: Evaluator, item: HistoryFigure, before: Lane, score: Lane
    ) -> Lane:
        """Returns a seat's run, tally or row figure, updated for this deal."""
        if not applies_to(item, self.rules):
            return before
        if isinstance(item, Run | Tally) and OWN_SCORE in variables(item.expression):
            evaluator = Evaluator(o, {**evaluator.names, OWN_SCORE: score})
        match item:
            case Run():
                goes_on = evaluator.truth(evaluator.evaluate(item.expression))
                return o.where(goes_on, before + 1, o.full(0, "i32"))
            case Tally():
                return before + evaluator.number(evaluator.evaluate(item.expression))
            case RowMade():
                return before + o.cast(evaluator.truth(evaluator.names["made"]), "i32")
            case RowBest():
                return o.where(score > before, score, before)
            case _:
                assert_never(item)

    def _winner(self, o: Ops, scores: Sequence[Lane], won_by: DealWinner) -> Lane:
        """Returns the winner of the deal, counted from eldest; the first of tied seats."""
        highest, winner = scores[0], o.full(0, "u8")
        for seat in range(1, self.players):
            more = scores[seat] > highest
            winner = o.where(more, o.full(seat, "u8"), winner)
            highest = o.where(more, scores[seat], highest)
        match won_by:
            case "most points":
                return winner
            case "any points":
                # the first seat with points; if nobody has any, the highest score wins
                for seat in range(self.players - 1, -1, -1):
                    winner = o.where(scores[seat] > 0, o.full(seat, "u8"), winner)
                return winner
            case _:
                assert_never(won_by)


def worth_key(worth: Worths) -> object:
    """Returns a hashable key; equal trick values have equal keys."""
    rows = tuple(tuple(values.items()) for values in worth.by_rank)
    by_trump = [(trump, *by_face.items()) for trump, by_face in worth.by_trump.items()]
    return rows, tuple(by_trump)
