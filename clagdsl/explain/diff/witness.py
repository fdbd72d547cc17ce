"""Searches for the smallest deal on which two games differ in a legal action, a trick or points.

Input: a `GameComparison`. Output: a `SearchResult` with a `Witness`, whose record replays the deal,
or how far the search got without finding one. `shown_record` replays each record by both games: a
difference that no record shows is only a witness if the search finds no other.

INVARIANT: deals count as equal without a search only if `_scoring_key` is the same in both games.
It holds everything that an action, a trick or the points of a deal depend on.

A deal is always tried as the first one of a match:

- The last player deals, and makes the call if there is one, since a record of one deal cannot name
  the winner of the deal before.
- Runs and tallies are 0, although they may never be 0 at that point of a real match. In deals
  before which they may be other than 0, only rules that do not depend on them are compared. A
  larger witness is then not called the smallest deal.

Whatever depends on earlier deals is tried last, in matches played from their first deal
(`match_witness`).

The order of the search is fixed:

1. the fewest players;
2. the fewest cards;
3. deals in the order of the first game's schedule; deals paired by `match_deals` come before those
   that only have the same number in the schedule;
4. calls in the order of `legal`;
5. in one deal: actions before the card play, then the card play, then the points, then deals
   played at random.

All possibilities before the card play are tried. The card play depends on the cards, and these can
be dealt in too many ways. So the packs of seed 0 are dealt, match 0 first, and everyone takes the
first legal action. For the points, `score_search` enumerates all bids and all ways to take the
tricks. If that cannot exclude a difference, the same packs are dealt again, and everyone takes a
random legal action: the leader may depend on the bids, and the points on the cards. No deal takes
more than its share of the remaining budget.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import chain, islice, product, repeat, starmap
from random import Random
from typing import Final, Literal, TypeAlias, assert_never, get_args

from clagdsl.engine.actions import (
    PASSED,
    Action,
    Bid,
    MakeCall,
    Play,
    SayInAuction,
    named,
    naming,
)
from clagdsl.engine.state import State, start_at_table
from clagdsl.explain.diff.compare import ComparedRules, GameComparison, aspect_title, compare
from clagdsl.explain.diff.lockstep import (
    NAMES,
    Calls,
    Divergence,
    Kind,
    StatePair,
    deal_both,
    different_actions,
    different_points,
    find_divergence,
    plays_alike,
    replay_actions,
)
from clagdsl.explain.diff.parameter_tables import Changes, ParameterTables
from clagdsl.explain.diff.score_diff import DealPair
from clagdsl.explain.diff.score_search import (
    PLAYED,
    Result,
    ResultBudget,
    arrange_pack,
    bids_by,
    different_bid,
    different_scores,
    settings_of,
)
from clagdsl.explain.diff.shown_record import ShownRecord, shown_record
from clagdsl.explain.diff.text import changes_text, scope_suffix, set_parameters, sizes_text
from clagdsl.explain.english import counted
from clagdsl.lang.aspects import BID_LIMITS
from clagdsl.lang.cards import Card
from clagdsl.lang.expr.free_variables import variables
from clagdsl.lang.json_value import JsonObject
from clagdsl.lang.numerals import join_words
from clagdsl.lang.philox import shuffled
from clagdsl.lang.record import Record
from clagdsl.lang.rules import (
    AspectName,
    Call,
    NamedTrump,
    Special,
    TurnedTrump,
    Value,
    trump_name,
    trump_word,
)
from clagdsl.problems.escape import escape_invisible
from clagdsl.records.writing import write_record
from clagdsl.table.bids import has_auction, may_bid_blind
from clagdsl.table.choices import legal_calls, legal_names, trump_names_of
from clagdsl.table.deal_rules import DealRules
from clagdsl.table.history import initial_values, read_by_bids, remembered
from clagdsl.table.phases import named_after_bids
from clagdsl.table.schedule import ScheduledDeal
from clagdsl.table.seats import Seats, first_leader
from clagdsl.table.table import Table

# --- matches played from their first deal ----------------------------------------------------


MOST_ACTIONS: Final = 12_000
"""The most actions of players to try in matches from their first deal."""

MOST_DRAWN: Final = 60
"""The most matches with drawn bids for one number of players."""

_Style: TypeAlias = Literal["nothing", "everything", "one", "everything first", "everything last"]
_STYLES: Final[tuple[_Style, ...]] = get_args(_Style)
_Miss: TypeAlias = Literal["none", "last", "first"]
_MISSES: Final[tuple[_Miss, ...]] = get_args(_Miss)


@dataclass(frozen=True, slots=True)
class _Plan:
    """A plan for one player: the seat, the style of bidding, and the deal of a row in which the
    player misses the bid.
    """

    seat: int
    style: _Style
    miss: _Miss

    def bids(self, state: State) -> Iterator[Action]:
        """Yields the bid that the player intends to make, then the legal actions."""
        if state.position.acting[0] == self.seat:
            yield Bid(self._bid(state.scheduled, state.cards or 0))
        yield from state.legal()

    def takers(self, row: ScheduledDeal, cards: int, players: int) -> tuple[int, ...]:
        """Returns the seat that takes each trick: the player's own ones first, the next seat the
        others.
        """
        tricks = min(self._tricks(row, cards), cards)
        others = ((self.seat + 1) % players,) * (cards - tricks)
        return (self.seat,) * tricks + others

    def _bid(self, row: ScheduledDeal, cards: int) -> int:
        match self.style:
            case "nothing":
                return 0
            case "one":
                return 1
            case "everything":
                return cards
            case "everything first":
                return cards if row.in_row == 0 else 0
            case "everything last":
                return cards if row.ends_row else 0
            case _:
                assert_never(self.style)

    def _tricks(self, row: ScheduledDeal, cards: int) -> int:
        """Returns the number of tricks that the player takes: the bid, unless this deal is to be
        missed.
        """
        meant = self._bid(row, cards)
        misses = {"none": False, "first": row.in_row == 0, "last": row.ends_row}
        if not misses[self.miss]:
            return meant
        return meant - 1 if meant else 1


@dataclass(frozen=True, slots=True)
class _DrawnPlan:
    """A plan in which chance decides what all bid and who takes the tricks."""

    draw: Random

    def bids(self, state: State) -> Iterator[Action]:
        """Yields the legal actions in any order."""
        legal = state.legal()
        yield from self.draw.sample(legal, len(legal))

    def takers(self, _: ScheduledDeal, cards: int, players: int) -> tuple[int, ...]:
        """Returns the seat that takes each trick; in half of the deals one player takes all."""
        if self.draw.random() < 0.5:
            return (self.draw.randrange(players),) * cards
        return tuple(self.draw.choices(range(players), k=cards))


@dataclass(slots=True)
class _ActionBudget:
    """The number of actions that one search may still try."""

    number: int = MOST_ACTIONS


def reads_earlier_deals(comparison: GameComparison) -> bool:
    """Returns whether either game remembers anything of earlier deals."""
    return bool(remembered(comparison.a.game) or remembered(comparison.b.game))


def match_witness(comparison: GameComparison) -> Witness | None:
    """Returns the first match found in which a deal differs, with all deals before it.

    Some differences show in no single deal: a bonus for making every bid of a row, or a limit on
    bids that depends on a run. Matches are played from their first deal in both games. The cards
    are arranged so that one player makes each bid, or all but one; all others bid as little as
    allowed. The search tries each player with each style of bidding: nothing, everything, one
    trick, or everything in the first or last deal of a row and nothing in its others. Then it
    draws bids and takers.
    """
    pairs = [tables for tables in comparison.tables if tables[0].deck == tables[1].deck]
    drawn = _DrawnPlan(Random(0))
    for tables in pairs:
        left = _ActionBudget(MOST_ACTIONS // len(pairs))
        plans: Iterator[_Plan | _DrawnPlan] = chain(
            starmap(_Plan, product(range(tables[0].players), _STYLES, _MISSES)),
            repeat(drawn, MOST_DRAWN),
        )
        for plan in plans:
            if left.number <= 0:
                break
            witness = _play_match(tables, plan, _references(comparison), left)
            if witness is not None:
                return witness
    return None


def _references(comparison: GameComparison) -> tuple[str, str]:
    return comparison.a.reference, comparison.b.reference


def _play_match(
    tables: tuple[Table, Table],
    plan: _Plan | _DrawnPlan,
    references: tuple[str, str],
    left: _ActionBudget,
) -> Witness | None:
    """Plays a match by a plan and returns the first deal that differs, or None."""
    players = tables[0].players
    a, b = (
        start_at_table(table, names=NAMES[:players], dealer=players - 1, rules=rules)
        for table, rules in zip(tables, references, strict=True)
    )
    while not (a.over or b.over):
        rows = a.scheduled, b.scheduled
        cards = rows[0].low
        if a.dealer != b.dealer or not rows[1].low <= cards <= rows[1].high:
            return None
        pack = _pack(tables, rows, cards, (a.dealer + 1) % players, plan)
        if pack is None:
            return None
        ended = _play_deal(StatePair(a, b).deal(cards, pack), pack, plan, left)
        divergence = different_points(ended) if isinstance(ended, StatePair) else ended
        if divergence is not None:
            shown = shown_record(divergence, tables, rows)
            witness = Witness(players, cards, *rows, None, divergence, shown, rows[0].number)
            return witness if shown else None
        if not isinstance(ended, StatePair):
            return None
        a, b = ended.a, ended.b
    return None


def _pack(
    tables: tuple[Table, Table],
    rows: tuple[ScheduledDeal, ScheduledDeal],
    cards: int,
    eldest: int,
    plan: _Plan | _DrawnPlan,
) -> tuple[Card, ...] | None:
    """Returns a pack in which the players take the planned tricks.

    Returns None if the pack is too small for that.
    """
    one, two = (table.rules_of(row, (), cards) for table, row in zip(tables, rows, strict=True))
    sides = DealPair(one, two, rows[0].number, rows[1].number, cards)
    takers = plan.takers(rows[0], cards, one.players)
    return arrange_pack(sides, tuple((taker - eldest) % one.players for taker in takers))


def _play_deal(
    pair: StatePair, pack: tuple[Card, ...], plan: _Plan | _DrawnPlan, left: _ActionBudget
) -> StatePair | Divergence | None:
    """Returns both games after the deal, or the first difference between legal actions; None if the
    planned action is illegal.
    """
    before = len(pair.a.history)
    eldest = (pair.a.dealer + 1) % pair.a.players
    while len(pair.a.history) == before and len(pair.b.history) == before:
        divergence = different_actions(pair)
        if divergence is not None:
            return divergence
        allowed = (
            candidate
            for candidate in _actions(pair.a, pack, plan, eldest)
            if pair.a.why_not(candidate) is None
        )
        action = next(allowed, None)
        if action is None:
            return None
        left.number -= 1
        pair = pair.apply(action)
    return pair if len(pair.a.history) == len(pair.b.history) else None


def _actions(
    state: State, pack: tuple[Card, ...], plan: _Plan | _DrawnPlan, eldest: int
) -> Iterator[Action]:
    """Yields the planned action, then the legal actions as alternatives."""
    if state.phase == "play":
        seat = state.position.acting[0]
        place = len(state.finished_tricks) * state.players + (seat - eldest) % state.players
        yield Play(pack[place])
    elif state.phase == "bid":
        yield from plan.bids(state)
    else:
        yield from state.legal()


# --- the search for the smallest deal --------------------------------------------------------

SCORED: Final = ("score", "trick_worth", "card_worth", "trump_worth")
"""The aspects of PLAYED that matter only when the points are counted."""

BEFORE_OR_AFTER: Final = ("bid", *BID_LIMITS, *SCORED, "call")
"""The aspects of PLAYED that do not affect the card play."""

MOST_PACKS: Final = 300
"""The most packs to try for one deal with one number of players and of cards."""

SHARE: Final = 10
"""The divisor of the remaining actions that gives the share of one deal."""

MOST_ARRANGED: Final = 20
"""The most results with different points to reproduce with cards."""


@dataclass(slots=True)
class _SearchBudget:
    """The remaining budget of one search, and the facts that it has established."""

    actions: int = 30_000
    """The remaining number of player actions for playing out packs."""
    deals: int = 3_000
    """The remaining number of deals to compare, counted once for each legal call."""
    openings: int = 500
    """The remaining number of deals whose actions before the card play are compared."""
    compared: ResultBudget = field(default_factory=ResultBudget)
    at_random: int = 50_000
    """The remaining number of legal actions from which to choose at random."""
    records: int = 4
    """The remaining number of differences without a record after which the search ends."""
    called: _DealCase | None = None
    """The deal in which both games are known to allow the same calls, or None."""
    played: set[tuple[object, ...]] = field(default_factory=set)
    """Keys of everything that the card play depends on, for deals played out without finding a
    difference.
    """

    def packs(self, a: DealRules, b: DealRules, cards: int) -> int:
        """Deducts and returns the number of packs to deal; 0 if an equivalent deal has been played
        out.
        """
        bids = [(rules.bid, rules.each_bid, rules.last_bid) for rules in (a, b)]
        leads = {a.lead, b.lead} & {"highest bidder", "first bidder"}
        late = bool(leads) or named_after_bids(a) or named_after_bids(b)
        key = (
            a.players,
            cards,
            _card_play_key(a, cards),
            _card_play_key(b, cards),
            *(bids if late else ()),
        )
        if key in self.played:
            return 0
        self.played.add(key)
        actions = a.players * (cards + 2)
        many = min(MOST_PACKS, self.actions // (SHARE * actions))
        self.actions -= many * actions
        return many


@dataclass(frozen=True, slots=True)
class Witness:
    """A deal on which two games differ: the table, the deal in both games, the difference.

    `shown` is the record that shows it, or None if no record that was tried does.
    """

    players: int
    cards: int
    row_a: ScheduledDeal
    row_b: ScheduledDeal
    calls: Calls
    divergence: Divergence
    shown: ShownRecord | None
    deals: int = 1
    """The number of deals that were played, from the first of a match on."""
    is_smallest: bool = True
    """Whether all rules of every smaller deal were compared, also those that read earlier deals."""


@dataclass(frozen=True, slots=True)
class SearchResult:
    """The result of a search: the witness or None, and the number of deals that were compared.

    `whole` is True if the search was exhaustive, so that no other deal can differ. `dealer_calls`
    is True if the dealer made calls that other players may make in later deals.
    """

    witness: Witness | None
    compared: int
    whole: bool
    dealer_calls: bool
    packs_differ: bool = False
    """Whether deals were skipped because the two packs differ."""
    covered: frozenset[str] = frozenset()
    """The deals of both games that were compared, and the twists called in them."""
    changes: Changes = ()
    """The changed parameters with which the witness shows the difference; empty for none."""
    searched: tuple[Changes, ...] = ()
    """The other values of parameters with which the deals were also compared, in vain."""


@dataclass(frozen=True, slots=True)
class _DealCase:
    """One deal, for one number of players and of cards, in both games."""

    tables: tuple[Table, Table]
    rows: tuple[ScheduledDeal, ScheduledDeal]
    cards: int
    references: tuple[str, str]

    def deal_pack(self, pack: tuple[Card, ...]) -> StatePair:
        """Returns both games with this pack dealt."""
        return deal_both(self.tables, self.rows, self.cards, pack, self.references)


def smallest_witness(comparison: GameComparison) -> SearchResult:
    """Returns the first deal, in search order, on which the two games differ.

    If no deal differs with the default parameters, and none is set, the search tries other
    values of the parameters that the differing clauses read, one at a time. Those are the values
    for which `check` has proved both games.
    """
    result = _smallest_witness(comparison)
    sides = (comparison.a, comparison.b)
    if result.witness is not None or any(side.parameters for side in sides):
        return result
    tables = ParameterTables((sides[0].game, sides[1].game), ({}, {}), comparison.players)
    values = tables.single_changes(_differing_clauses(comparison))
    for changes in values[:: -(-len(values) // MOST_VALUES) or 1]:
        a, b = (_with_changes(side, changes) for side in sides)
        other = _smallest_witness(compare(a, b, comparison.players))
        if other.witness is not None:
            return replace(other, changes=changes)
        result = replace(
            result,
            compared=result.compared + other.compared,
            whole=result.whole and other.whole,
            dealer_calls=result.dealer_calls or other.dealer_calls,
            covered=result.covered | other.covered,
            searched=(*result.searched, changes),
        )
    return result


MOST_VALUES: Final = 10
"""The most values of parameters to try if no deal differs with those of the comparison."""


def _with_changes(side: ComparedRules, changes: Changes) -> ComparedRules:
    """Returns one side of a comparison with some parameters changed, if its game has them."""
    own = {each.name for each in side.game.parameters}
    changed = {name: value for name, value in changes if name in own}
    return replace(side, parameters={**side.parameters, **changed})


def _differing_clauses(comparison: GameComparison) -> tuple[tuple[object, ...], ...]:
    """Returns the clauses of each game that the other does not have."""
    a, b = comparison.a.game, comparison.b.game
    differing: list[tuple[object, object]] = [
        (getattr(deal.aspects, aspect), getattr(other.aspects, aspect))
        for deal, other in comparison.pairs
        for aspect in PLAYED
    ]
    twists = {twist.name: twist for twist in b.twists}
    differing += [(twist, twists.get(twist.name)) for twist in a.twists]
    differing += [(a.past, b.past), (a.specials, b.specials), (a.pack, b.pack)]
    return tuple(zip(*(pair for pair in differing if pair[0] != pair[1]), strict=True)) or ((), ())


def _smallest_witness(comparison: GameComparison) -> SearchResult:
    """Returns the first deal that differs with the parameters of the comparison."""
    tried: set[tuple[int, ...]] = set()
    numbers: dict[tuple[object, ...], int] = {}  # numbers for the keys of `_scoring_key`
    # by id(); the tables keep the rules alive, so ids are not reused
    rule_numbers: dict[int, int] = {}
    compared: set[int] = set()  # by id(), as above
    covered: set[str] = set()
    whole = not (remembered(comparison.a.game) or remembered(comparison.b.game))
    dealer_calls = packs_differ = False
    hidden: Witness | None = None  # the first difference that no record shows
    partly: tuple[int, int] | None = None  # the size of the first deal that is compared in part
    budget = _SearchBudget()

    def result(witness: Witness | None, *, whole: bool = False) -> SearchResult:
        return SearchResult(
            witness, len(compared), whole, dealer_calls, packs_differ, frozenset(covered)
        )

    for case in _cases(comparison):
        if case.tables[0].deck != case.tables[1].deck:
            whole, packs_differ = False, True
            continue  # the two games cannot deal the same cards
        for calls in _calls(case):
            if budget.deals == 0:
                return result(hidden)
            budget.deals -= 1
            sides = _deal_pair(case, calls)
            size = (case.tables[0].players, case.cards)
            if _reads_past(case, sides):
                partly = partly or size
                if _limits_read_past(case, sides):
                    continue
            compared.add(id(case))
            for side in (sides.a, sides.b):
                covered |= {side.name, *(side.choice_names.get(word, word) for word in calls or ())}
                if id(side) not in rule_numbers:
                    rule_numbers[id(side)] = numbers.setdefault(_scoring_key(side), len(numbers))
            first, second = rule_numbers[id(sides.a)], rule_numbers[id(sides.b)]
            key = (first, second, sides.cards, sides.number_a, sides.number_b)
            if key in tried or (first == second and sides.number_a == sides.number_b):
                continue
            tried.add(key)
            dealer_calls = dealer_calls or _others_may_call(sides)
            divergence, sure = _search_deal(case, sides, calls, budget)
            if divergence is not None:
                shown = shown_record(divergence, case.tables, case.rows)
                smallest = partly is None or size <= partly
                witness = Witness(*size, *case.rows, calls, divergence, shown, is_smallest=smallest)
                hidden = hidden or witness
                budget.records -= 1
                if shown is not None or budget.records == 0:
                    return result(hidden if shown is None else witness)
            whole = whole and sure
    whole = whole and not dealer_calls
    later = match_witness(comparison) if reads_earlier_deals(comparison) else None
    return result(later or hidden, whole=whole)


def _cases(comparison: GameComparison) -> Iterator[_DealCase]:
    partners = {deal.name: other.name for deal, other in comparison.pairs}
    references = _references(comparison)
    for tables in comparison.tables:
        sizes = sorted({n for row in tables[0].schedule for n in row.sizes})
        for cards in sizes:
            for rows in _rows(tables, partners, cards):
                yield _DealCase(tables, rows, cards, references)


def _rows(
    tables: tuple[Table, Table], partners: dict[str, str], cards: int
) -> Iterator[tuple[ScheduledDeal, ScheduledDeal]]:
    """Yields the pairs of deals to compare with `cards` cards, those paired by `match_deals` first.

    An unpaired deal is compared with the other game's deal of the same number in the schedule.
    """
    first = [row for row in tables[0].schedule if row.low <= cards <= row.high]
    dealt: set[tuple[str, int]] = set()
    for row in first:
        partner = partners.get(row.name)
        twins = tables[1].deals_of(partner) if partner is not None else ()
        twin = _nearest(
            [other_row for other_row in twins if other_row.low <= cards <= other_row.high],
            row.number,
        )
        if twin is not None and (row.name, twin.number) not in dealt:
            dealt.add((row.name, twin.number))
            yield row, twin
    mine = frozenset(partners.values())
    for row in first:
        other_row = tables[1].scheduled(row.number)
        if other_row is None or not other_row.low <= cards <= other_row.high:
            continue
        alone = row.name not in partners or other_row.name not in mine
        if alone and (row.name, other_row.number) not in dealt:
            yield row, other_row


def _nearest(rows: list[ScheduledDeal], number: int) -> ScheduledDeal | None:
    return min(rows, key=lambda row: abs(row.number - number), default=None)


def _has_history(case: _DealCase) -> bool:
    """Returns whether runs, tallies or figures of a row may be other than 0 before the deal."""
    pairs = zip(case.tables, case.rows, strict=True)
    return any(
        (table.game.past and row.number > 1) or (table.remembered and row.in_row > 0)
        for table, row in pairs
    )


def _reads_past(case: _DealCase, sides: DealPair) -> bool:
    """Returns whether the deal reads runs, tallies or figures that may be other than 0."""
    return _has_history(case) and bool(initial_values(sides.a) or initial_values(sides.b))


def _limits_read_past(case: _DealCase, sides: DealPair) -> bool:
    pairs = zip(case.tables, (sides.a, sides.b), strict=True)
    return any(read_by_bids(table.game, rules) for table, rules in pairs)


def _calls(case: _DealCase) -> Iterator[Calls]:
    """Yields the legal calls; only None if the games allow different calls, or one has no call."""
    first, second = (
        table.rules(row.name).call for table, row in zip(case.tables, case.rows, strict=True)
    )
    if not isinstance(first, Call) or not isinstance(second, Call):
        yield None
        return
    calls, others = ({frozenset(call): call for call in legal_calls(c)} for c in (first, second))
    yield from calls.values() if calls.keys() == others.keys() else (None,)


def _deal_pair(case: _DealCase, calls: Calls) -> DealPair:
    a, b = (
        table.rules_of(row, calls or (), case.cards)
        for table, row in zip(case.tables, case.rows, strict=True)
    )
    return DealPair(a, b, case.rows[0].number, case.rows[1].number, case.cards)


def _others_may_call(sides: DealPair) -> bool:
    """Returns whether a player other than the dealer makes the call in deals after the first."""
    calls = (sides.a.call, sides.b.call)
    return any(isinstance(call, Call) and call.by != "dealer" for call in calls)


def _scoring_key(rules: DealRules) -> tuple[object, ...]:
    """Returns a key of everything that determines how a deal is played and scored."""
    return (
        *(_value(rules, aspect) for aspect in PLAYED),
        *_order_of_acting(rules),
        *_special_cards(rules),
        rules.players,
        rules.deck,
        settings_of(rules),
    )


def _order_of_acting(rules: DealRules) -> tuple[bool, ...]:
    """Returns the effects of the `shown` and `sight` clauses on the actions of a deal."""
    return named_after_bids(rules), may_bid_blind(rules)


def _special_cards(rules: DealRules) -> tuple[Special, ...]:
    """Returns the special cards of the pack, as the rules declare them."""
    return tuple(rules.specials[name] for name in rules.deck.specials)


def _value(rules: DealRules, aspect: AspectName) -> object:
    """Returns the value of an aspect, for comparison.

    It omits the number of first cards from which trump is named, since legal actions do not depend
    on it.
    """
    value = getattr(rules, aspect)
    return replace(value, first=None) if isinstance(value, NamedTrump) else value


def _bidding_key(rules: DealRules) -> tuple[object, ...]:
    """Returns a key of everything that can affect the actions before card play."""
    aspects = [_value(rules, aspect) for aspect in PLAYED if aspect not in SCORED]
    return (*aspects, *_order_of_acting(rules), settings_of(rules))


def _card_play_key(rules: DealRules, cards: int) -> tuple[object, ...]:
    """Returns a key of everything that can affect the play of `cards` cards."""
    values = [
        getattr(rules, aspect) for aspect in PLAYED if aspect not in (*BEFORE_OR_AFTER, "trump")
    ]
    trump = rules.trump
    if isinstance(trump, TurnedTrump):
        dealt = rules.players * cards
        if dealt + sum(map(trump.turns_again, rules.deck.cards)) < rules.deck.size:
            trump = replace(trump, nothing_left=None)  # a card is left to turn
    return (*values, *_order_of_acting(rules), *_special_cards(rules), trump)


# --- one deal ----------------------------------------------------------------------------


def _search_deal(
    case: _DealCase, sides: DealPair, calls: Calls, budget: _SearchBudget
) -> tuple[Divergence | None, bool]:
    """Returns the first divergence in one deal, and whether its search was exhaustive."""
    same_before = sides.number_a == sides.number_b and _bidding_key(sides.a) == _bidding_key(
        sides.b
    )
    sure = same_before or budget.openings > 0
    if not same_before and budget.openings > 0:
        budget.openings -= 1
        divergence = _search_before_play(case, sides, calls, budget)
        if divergence is not None:
            return divergence, True
    same_cards = _card_play_key(sides.a, sides.cards) == _card_play_key(sides.b, sides.cards)
    auction = has_auction(sides.a) or has_auction(sides.b)  # only the shortest auction is played
    doubtful = auction or not same_cards
    if doubtful:
        divergence = _search_card_play(case, calls, budget.packs(sides.a, sides.b, sides.cards))
        if divergence is not None:
            return divergence, True
    has_past = _reads_past(case, sides)
    variants = () if has_past else _trump_variants(sides)
    for bid in (bid for variant in variants for bid in _blind_variants(variant)):
        for result in islice(different_scores(bid, budget.compared), MOST_ARRANGED):
            divergence = None if result is None else _realize_result(case, bid, calls, result)
            if divergence is not None:
                return divergence, True
            # some results were not tried, or no pack could be arranged that shows the points
            doubtful = True
    if not doubtful:
        return None, sure and not has_past
    return _play_at_random(case, calls, budget, points=not has_past), False


def _blind_variants(sides: DealPair) -> Iterator[DealPair]:
    """Yields the deal with all bids made at sight, then, if both games allow it, with all made
    blind.
    """
    yield sides
    if may_bid_blind(sides.a) and may_bid_blind(sides.b):
        yield replace(sides, blind=True)


def _trump_variants(sides: DealPair) -> Iterator[DealPair]:
    """Yields the deal with each trump that both games can have, if a score reads what is trump."""
    if "trump" not in variables(sides.a.score) | variables(sides.b.score):
        yield sides
        return
    first, second = (trump_names_of(rules, sides.cards) for rules in (sides.a, sides.b))
    for trump in (name for name in first if name in second):
        a, b = (replace(r, names={**r.names, "trump": trump}) for r in (sides.a, sides.b))
        yield replace(sides, a=a, b=b)


def _search_before_play(
    case: _DealCase, sides: DealPair, calls: Calls, budget: _SearchBudget
) -> Divergence | None:
    """Returns the first divergence in calls, in naming trump, or in bids, or None."""
    pair = case.deal_pack(case.tables[0].deck.cards)
    if calls is not None and budget.called is case:
        pair, calls = pair.apply(MakeCall(calls)), None
    divergence = replay_actions(pair, calls, _trump_naming_actions(pair, calls))
    if divergence is not None:
        return divergence
    budget.called = case
    if sides.a.auction != sides.b.auction:
        divergence = _search_auction(pair, calls)
        if divergence is not None:
            return divergence
    made = different_bid(sides)
    if made is None:
        return None
    return replay_actions(pair, calls, [*_trump_naming_actions(pair, calls), *map(Bid, made)])


def _search_auction(pair: StatePair, calls: Calls) -> Divergence | None:
    """Returns the first divergence after one bid of an auction.

    If the same bids are legal after each first bid, both games rank all bids in the same order.
    """
    if calls is not None:
        pair = pair.apply(MakeCall(calls))
    after = (find_divergence(pair.apply(action)) for action in pair.a.legal())
    return next(filter(None, after), None)


def _trump_naming_actions(
    pair: StatePair, calls: Calls, trump: Value | None = None
) -> list[Action]:
    """Returns the actions of the auction, or the first legal naming of trump, if both games have it
    after the call; otherwise an empty list.

    If `trump` is given as a formula compares it, the first naming that makes it trump is returned.
    """
    if find_divergence(pair) is not None:
        return []
    if calls is not None:
        pair = pair.apply(MakeCall(calls))
        if find_divergence(pair) is not None:
            return []
    auction_actions = _auction(pair.a, trump)
    offered = pair.a.legal() if pair.a.phase == "name" and not auction_actions else ()
    return (
        auction_actions
        or [action for action in offered if trump in (None, trump_name(named(action)))][:1]
    )


def _auction(state: State, trump: Value | None = None) -> list[Action]:
    """Returns an auction that eldest hand wins with the lowest bid, if `trump` is None or that of
    the bid; empty if no auction begins here.
    """
    if state.phase != "auction":
        return []
    every = [action for action in state.legal() if isinstance(action, SayInAuction)]
    fitting = [one for one in every if trump in (None, trump_word(one.trump))]
    first = (fitting or every)[0]
    return [first, *[PASSED] * (state.players - 1)]


def _search_card_play(case: _DealCase, calls: Calls, packs: int) -> Divergence | None:
    """Returns the first divergence in `packs` packs, or None; differences in points alone are
    ignored.
    """
    begun: StatePair | None = None
    for match in range(packs):
        pack = shuffled(case.tables[0].deck, 0, match, 1)
        begun = begun or _advance_to_play(case.deal_pack(pack), calls)
        if plays_alike(begun, pack):
            continue
        divergence = _play_out(case.deal_pack(pack), calls)
        if divergence is not None and divergence.kind != "score":
            return divergence
    return None


def _advance_to_play(pair: StatePair, calls: Calls) -> StatePair:
    """Returns both games at the beginning of the card play, or at a divergence before it."""
    if calls is not None:
        pair = pair.apply(MakeCall(calls))
    while pair.a.phase != "play" and find_divergence(pair) is None:
        for action in _next_actions(pair):
            pair = pair.apply(action)
            if find_divergence(pair) is not None:
                break
    return pair


def _play_out(pair: StatePair, calls: Calls) -> Divergence | None:
    """Returns the first divergence, or None, if everyone takes the first legal action."""
    pair = _advance_to_play(pair, calls)
    while (divergence := find_divergence(pair)) is None and not pair.a.history:
        for action in _next_actions(pair):
            if (divergence := find_divergence(pair)) is not None:
                return divergence
            pair = pair.apply(action)
    return divergence


def _next_actions(pair: StatePair) -> list[Action]:
    """Returns the first legal action, or a whole auction if one begins."""
    return _auction(pair.a) or [pair.a.legal()[0]]


def _play_at_random(
    case: _DealCase, calls: Calls, budget: _SearchBudget, *, points: bool
) -> Divergence | None:
    """Returns the first divergence under random legal actions, or None, in as many packs as the
    budget allows. Differences in points count only if `points` is true.
    """
    least = budget.at_random - budget.at_random // SHARE
    for match in range(MOST_PACKS):
        if budget.at_random <= least:
            break
        draw = Random(match)
        pair = case.deal_pack(shuffled(case.tables[0].deck, 0, match, 1))
        if calls is not None:
            pair = pair.apply(MakeCall(calls))
        while (divergence := find_divergence(pair)) is None and not pair.a.history:
            legal = pair.a.legal()
            if not legal:  # everybody has passed in the auction
                break
            budget.at_random -= len(legal)
            pair = pair.apply(draw.choice(legal))
        if divergence is not None and (points or divergence.kind != "score"):
            return divergence
    return None


def _realize_result(
    case: _DealCase, sides: DealPair, calls: Calls, result: Result
) -> Divergence | None:
    """Plays a result with cards arranged for it, and returns the divergence, or None."""
    pack = arrange_pack(sides, result.taken)
    if pack is None:
        return None
    pair = case.deal_pack(pack)
    players = sides.a.players
    # Nothing came before this deal: the last player deals, and makes the call if there is one.
    bids = bids_by(sides.a, result.bids, players) or ()
    seats = Seats(players, players - 1, players - 1, drawn=None, bids=bids, auction_winner=0)
    leader = first_leader(sides.a, seats)
    leads = (leader or 0, *result.taken[:-1])
    plays: list[Action] = [
        Play(pack[number * players + (lead + step) % players])
        for number, lead in enumerate(leads)
        for step in range(players)
    ]
    trump = sides.a.names.get("trump")
    bidding = (Bid(bid, sides.blind) for bid in result.bids)
    before = [*_trump_naming_actions(pair, calls, trump), *bidding]
    named_late = legal_names(sides.a) if named_after_bids(sides.a) else ()
    late = [one for one in named_late if trump in (None, trump_name(one))][:1]
    return replay_actions(pair, calls, [*before, *map(naming, late), *plays])


# --- the result as text and as JSON ----------------------------------------------------------


_TITLES: Final[dict[Kind, str]] = {
    "actions": "the legal actions differ",
    "trick": "a trick goes to different players",
    "score": "the points differ",
}


def witness_lines(comparison: GameComparison, searched: SearchResult) -> Iterator[str]:
    """Yields the lines describing the witness and its record, or why none was found."""
    witness = searched.witness
    if witness is None:
        yield escape_invisible(why_no_witness(comparison, searched))
        return
    if witness.deals > 1:
        first = f"{witness.deals} from the first of a match on"
        yield f"the deals that show it{_with(searched.changes)}, {first}: {_scene(witness)}"
    else:
        article = "the smallest" if witness.is_smallest else "a"
        yield f"{article} deal that shows it{_with(searched.changes)}: {_scene(witness)}"
    if witness.row_a.name != witness.row_b.name or witness.row_a.number != witness.row_b.number:
        yield f"  A: deal {witness.row_a.number}, {escape_invisible(witness.row_a.name)}"
        yield f"  B: deal {witness.row_b.number}, {escape_invisible(witness.row_b.name)}"
    if witness.calls is not None:
        yield f"  called: {escape_invisible(', '.join(witness.calls)) or 'nothing'}"
    yield f"  {_TITLES[witness.divergence.kind]}"
    yield f"    A  {escape_invisible(witness.divergence.a)}"
    yield f"    B  {escape_invisible(witness.divergence.b)}"
    if witness.shown is None:
        yield "  no record that was tried shows it: both games accept the deal as recorded"
        return
    if witness.shown.by == "b":
        yield "  the record was played under B; A refuses it, or scores it differently"
    yield ""
    yield record_text(witness.shown.record).rstrip("\n")


def witness_record(witness: Witness) -> str | None:
    """Returns the record of a witness as TOML, or None if no record shows it."""
    return None if witness.shown is None else record_text(witness.shown.record)


def record_text(record: Record) -> str:
    """Returns the record as TOML; its first line, `record = ` and its version, marks it."""
    _, *rest = write_record(record).splitlines(keepends=True)
    return "".join([f"record = {record.version}\n", *rest])


def _with(changes: Changes) -> str:
    """Returns the parameters that differ from those of the comparison, as text."""
    return f" with {changes_text(changes)}" if changes else ""


def _scene(witness: Witness) -> str:
    cards = sizes_text(witness.cards, witness.cards)
    return f"{escape_invisible(witness.row_a.name)}, {witness.players} players, {cards}"


def why_no_witness(comparison: GameComparison, searched: SearchResult) -> str:
    """Returns the reason why no witness was found."""
    if comparison.same:
        return f"no deal shows a difference: the rules are the same{scope_suffix(comparison)}"
    if not comparison.tables:
        return "no deal was compared: no number of players can play both games"
    if searched.compared == 0 and searched.packs_differ:
        return "no deal was compared: the packs differ, so the same cards cannot be dealt"
    if searched.compared == 0 and not reads_earlier_deals(comparison):
        return "no deal was compared: no two deals have the same number of cards"
    games = (comparison.a.game, comparison.b.game)
    left_out = list(_not_compared(comparison, searched))
    not_compared = f"; not compared: {', '.join(left_out)}" if left_out else ""
    has_parameters = any(game.parameters for game in games)
    with_parameters = _searched_values(comparison, searched) if has_parameters else ""
    if searched.whole:
        no_others = "; no other values of the parameters were searched" if has_parameters else ""
        return (
            f"no deal shows a difference{with_parameters}: in every deal that both games have, the"
            " legal actions, the winning cards and the points are the same"
            f"{no_others}{not_compared}"
        )
    later = (
        ", or one after the first deal of a match, in which another player than the dealer calls"
    )
    later_deals = ", or one later in a match, for which few matches were tried"
    return (
        f"no deal that was tried shows a difference{with_parameters}:"
        f" {counted(searched.compared, 'deal')}"
        f" {'was' if searched.compared == 1 else 'were'} compared,"
        f" with {MOST_PACKS} packs at most for each; there may be a rarer one"
        f"{', or one with other parameters' if has_parameters else ''}"
        f"{later if searched.dealer_calls else ''}"
        f"{later_deals if reads_earlier_deals(comparison) else ''}"
        f"{not_compared}"
    )


def _searched_values(comparison: GameComparison, searched: SearchResult) -> str:
    """Returns the parameters with which the deals were compared, as text."""
    first = changes_text(set_parameters(comparison)) or "the default parameters"
    return " with " + join_words([first, *map(changes_text, searched.searched)], "or")


def _not_compared(comparison: GameComparison, searched: SearchResult) -> Iterator[str]:
    """Yields the differences between the games that no compared deal can show."""
    compared = {aspect_title(aspect) for aspect in PLAYED} | {"deal", "twist", "name"}
    for difference in comparison.differences:
        statement, deals = difference.aspect, [difference.deal, *difference.also]
        if difference.deal is None:
            if statement.partition(" ")[0] not in ("special", "let"):
                yield statement
            continue
        left_out = deals if statement not in compared else {*deals} - searched.covered
        for deal in deals:
            if deal in left_out:
                yield f"`{statement}` in {deal}"


def witness_json(comparison: GameComparison, searched: SearchResult) -> JsonObject:
    """Returns the witness and its record as JSON; without one, `reason` gives the reason."""
    witness = searched.witness
    if witness is None:
        return {
            "found": False,
            "dealer_calls": searched.dealer_calls,
            "reason": why_no_witness(comparison, searched),
        }
    return {
        "found": True,
        "dealer_calls": searched.dealer_calls,
        "kind": witness.divergence.kind,
        "players": witness.players,
        "cards": witness.cards,
        "deal_a": {"number": witness.row_a.number, "name": witness.row_a.name},
        "deal_b": {"number": witness.row_b.number, "name": witness.row_b.name},
        "calls": None if witness.calls is None else list(witness.calls),
        "a": witness.divergence.a,
        "b": witness.divergence.b,
        "record": witness_record(witness),
        "record_by": None if witness.shown is None else witness.shown.by,
        **({"parameters": dict(searched.changes)} if searched.changes else {}),
    }
