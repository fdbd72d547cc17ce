"""Runs all proofs of one game, table by table, and collects their evidence.

Input: a resolved `Game`. Output: `findings` with every problem; without an error also an
`Evidence`.

`Prover` enumerates settings: parameters at their defaults first, then one changed parameter at a
time; within each, the fewest players and the fewest cards first. So the first counterexample found
is the smallest. For each setting it checks the pack and the schedule. Then it checks for each deal
and size that the clauses are consistent (`consistency`), and runs `DealProofs` on every combination
of calls. Payments, the early end of a match and the lints follow.

A formula is a score, a limit or another expression that must have a value. A guarded clause is one
whose alternative depends on the number of cards or of the deal.

Invariants:

- Nothing is proved twice. The key of a cached result includes the parameters, the number of cards
  and the deal's number only if the result depends on them (`done`, `PlacedDeal`, `score_key`).
- Each part returns its findings in order; only this class combines the results. The parts share
  nothing that affects a result, except the budget of the file.
- Work is counted in steps of one `Budget`, not in time, so that a file is accepted or refused in
  the same way everywhere. If the budget runs out, that is an error; nothing is ever sampled.

Rejected: passing the budget and the caches as values. With an effect object for every step, the
proofs of Pagat's rules took 50 % longer, and those of a parameter with 64 values twice as long.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any, TypeAlias

from clagdsl import problems
from clagdsl.check.lints import trump_rotation
from clagdsl.check.proof_report import Evidence
from clagdsl.check.prove.alternatives import Chooser, Coverage
from clagdsl.check.prove.call_variants import CalledDeal, called_deals
from clagdsl.check.prove.consistency import (
    AUCTION_ASPECTS,
    BID_ASPECTS,
    CONSISTENT_ASPECTS,
    RANKED_ASPECTS,
    auction_references,
    bids_together,
    blind_never_offered,
    changed_sights,
    clashing_choices,
    disagreements,
    limits_on_unknown_bids,
    refers_to_auction,
    trumps_without_cards,
)
from clagdsl.check.prove.deal_case import (
    NO_PAST,
    SCORED,
    DealCase,
    PastBounds,
    ScoredCase,
    Scoring,
    make_scoring,
)
from clagdsl.check.prove.history_bounds import PastProofs, widest_bounds
from clagdsl.check.prove.match_proofs import (
    MatchProofs,
    Schedule,
    expressions_of_row,
    never_holds_a_deal,
    never_repeated,
    row_without_deal,
)
from clagdsl.check.prove.packs import Packs
from clagdsl.check.prove.parameter_space import (
    Evaluator,
    RowEvaluator,
    Setting,
    Settings,
    values_of,
    widest_ranges,
)
from clagdsl.check.prove.reporter import Findings, ValueFault, describe_setting, fewer_players
from clagdsl.check.prove.score_proof import DealProofs
from clagdsl.check.prove.totals_proof import EarlyEnd, Payments
from clagdsl.lang.expr.ast import everything_in
from clagdsl.lang.expr.evaluate import EvaluationError
from clagdsl.lang.expr.free_variables import UsesCache
from clagdsl.lang.expr.intervals import Bounds
from clagdsl.lang.frozen import dataclass
from clagdsl.lang.limits import MOST_FORMULA_PARTS, PARAMETER_STEPS, STEPS
from clagdsl.lang.pack import MOST_CARDS, MOST_FACES
from clagdsl.lang.references import subexpressions
from clagdsl.lang.rules import (
    ROW_DEALS,
    AspectName,
    AuctionBids,
    CardWorth,
    Clause,
    Expression,
    Game,
    TrumpRanks,
    TrumpRule,
    TrumpWorth,
    Value,
)
from clagdsl.lang.source import Place
from clagdsl.table.budget import Budget, TooMuchError
from clagdsl.table.deal_rules import guard_dependencies
from clagdsl.table.history import remembered, rows_read, scoring_expressions
from clagdsl.table.schedule import ScheduledDeal

# --- the size of the formulas of a game ---------------------------------------------------


def exceeds_formula_limit(game: Game, most: int = MOST_FORMULA_PARTS) -> Place | None:
    """Returns the place where the formulas of a game exceed `most` parts, or None."""
    left = most
    place = game.origin.place
    for expression, own_place in _all_formulas(game):
        place = own_place or place
        left -= sum(1 for _ in everything_in(expression))
        if left < 0:
            return place
    return None


def _all_formulas(game: Game) -> Iterator[tuple[Expression, Place | None]]:
    """Yields every formula, with the place of the statement or clause that contains it."""
    for let in game.lets:
        yield let.expression, let.origin.place
    yield from _of_clauses([game.first_dealer], None)
    for deal in game.deals:
        yield from _of_clauses(deal.aspects.clauses_by_aspect().values(), deal.origin.place)
    for twist in game.twists:
        yield from _of_clauses(twist.clauses_by_aspect().values(), twist.origin.place)
    for past in game.past:
        yield past.expression, past.origin.place
    if game.pack is not None:
        place = game.pack.origin.place
        for alternative in game.pack.alternatives:
            conditions = () if alternative.condition is None else (alternative.condition,)
            for expression in (*alternative.value.numbers, *conditions):
                yield expression, place
    for number, row in enumerate(game.schedule):
        for expression in expressions_of_row(game, number):
            yield expression, row.place
    if game.ends is not None:
        yield game.ends.condition, game.ends.origin.place
    if game.settlement is not None:
        yield game.settlement.expression, game.settlement.origin.place


def _of_clauses(
    clauses: Iterable[Clause[Any]], whole: Place | None
) -> Iterator[tuple[Expression, Place | None]]:
    for clause in clauses:
        place = clause.origin.place or whole
        for alternative in clause.alternatives:
            for expression in subexpressions(alternative.value):
                yield expression, place
            if alternative.condition is not None:
                yield alternative.condition, place


# --- the proofs of one game ---------------------------------------------------------------


Size: TypeAlias = tuple[int, int, str]
"""The number of cards, the number and the name of a deal."""


class DealFacts:
    """Facts about a deal that are computed once: its variants after calls and its dependencies."""

    def __init__(
        self,
        called: CalledDeal,
        sound: bool,
        parameters: frozenset[str],
        choosing: frozenset[str],
        by_number: bool,
        values_cards: bool,
        reads_trump: bool,
        values_trumps: bool,
    ) -> None:
        self.called = called
        self.sound = sound
        clauses = [(clause, guard_dependencies(clause)) for _, clause in called.all_clauses]
        self.guarded_clauses = tuple(clause for clause, names in clauses if names)
        """The clauses whose alternative depends on the number of cards or the number of the deal.
        """
        self.dependencies = frozenset[str]().union(*(names for _, names in clauses))
        self.other_choices = tuple(
            clause for clause, names in clauses if not names and len(clause.alternatives) > 1
        )
        self.placed_cache: dict[tuple[object, ...], PlacedDeal] = {}
        self.parameters = parameters
        self.choosing = choosing
        """The parameters that decide between alternatives of the deal's clauses."""
        self.formulas_read_number = by_number
        self.scored: tuple[AspectName, ...] = (
            *SCORED,
            *(("wild",) if values_cards else ()),  # a wild has the value of what it represents
            *(("trump",) if reads_trump or values_trumps else ()),
            *(("trump_worth", "trump_rank") if values_trumps else ()),
        )
        """The aspects that bids and scores of this deal depend on."""
        values = called.values()
        ranks_trumps = any(isinstance(value, TrumpRanks) and value.top for value in values)
        self.compared = CONSISTENT_ASPECTS + (RANKED_ASPECTS if ranks_trumps else ())
        """The aspects that must be consistent with each other."""
        self.may_bid_together = bids_together(called)
        self.mentions_auction = refers_to_auction(called)
        self.scoring_cache: dict[tuple[Value, ...], list[tuple[tuple[str, ...], Scoring]]] = {}
        self.score_key: tuple[object, ...] = (
            called.offer,
            *(id(called.clauses[aspect].alternatives) for aspect in self.scored),
        )
        """A key shared by all deals that are bid and scored by the same clauses."""

    @property
    def depends_on_number(self) -> bool:
        """Whether anything about the deal depends on its number."""
        return self.formulas_read_number or "deal" in self.dependencies


@dataclass(frozen=True, slots=True)
class PlacedDeal:
    """A table, with one alternative chosen for each of a deal's guarded clauses.

    `chosen` are the indices of these alternatives; the rules of the deal do not depend on anything
    else that varies within the table.
    """

    setting: Setting
    chosen: tuple[int, ...] = ()
    faults: tuple[ValueFault, ...] = ()


class Prover:
    """Proves every table of one game; `findings` holds the problems.

    Suggestions in messages are phrased for the language `version` of the file.
    """

    def __init__(self, game: Game, version: int = 1) -> None:
        self.game = game
        self.fewer_players = fewer_players(game)
        self.findings = Findings()
        self.budget = Budget()
        self.book = UsesCache(game.lets)
        self.evaluator = Evaluator(self.book, self.budget)
        self.settings = Settings(game, self.evaluator)
        copies = game.pack is not None and any(
            each.value.copies is not None for each in game.pack.alternatives
        )
        most = MOST_CARDS if copies else MOST_FACES
        if game.pack is not None:
            specials = (each.value.specials for each in game.pack.alternatives)
            most += max(sum(one.number for one in kinds) for kinds in specials)
        self.ranges = {**widest_ranges(most), **self.settings.ranges()}
        self.ranges |= widest_bounds(game.past, self.ranges)
        self.sheets = RowEvaluator(self.book, self.budget, self.ranges)
        self.reached_by_lets = Coverage(self.book)
        self.chooser = Chooser(self.book, self.evaluator)
        self.packs = Packs(game, self.evaluator, self.chooser)
        self.remembered = remembered(game)
        self.past_reads_trump = any(
            "trump" in self.book.uses(each.expression).variables for each in game.past
        )
        self.counts_rows = ROW_DEALS in rows_read(game)
        deck_at = self.packs.deck
        self.past = PastProofs(self.remembered, scoring_expressions(game), self.sheets, deck_at)
        self.deals = DealProofs(self.sheets, deck_at, game)
        self.matches = MatchProofs(game, self.evaluator, self.chooser, self.packs, version)
        self.deal_facts: dict[str, DealFacts] = {}
        self.schedule_parameters = frozenset(
            name for row in range(len(game.schedule)) for name in self._parameters_of(row)
        )
        ends = None if game.ends is None else self.book.uses(game.ends.condition)
        if ends is not None and "deal" in ends.variables:  # the schedule may be cut short
            self.schedule_parameters |= ends.parameters
        self.let_parameters = frozenset(
            name for let in game.lets for name in self.book.uses(let.expression).parameters
        )
        self.fewest_deals: int | None = None
        """The first deal after which `ends when` may hold, in a game that has it."""
        self.played_scores: tuple[int, int] | None = None
        """Bounds on the scores of the deals that are played, if some never are."""
        self.current_place: Place | None = game.origin.place
        self.done: set[tuple[object, ...]] = set()
        self.sizes: dict[tuple[int, tuple[str, ...], int, int], list[tuple[int, int, str]]] = {}

    def prove(self) -> None:
        """Runs all proofs; afterwards the findings and the evidence are complete."""
        self.run_within_budget(self._prove_all)

    def run_within_budget(self, work: Callable[[], None]) -> None:
        """Calls `work` and reports an error if the budget runs out."""
        try:
            work()
        except TooMuchError as error:
            excess = "this file has too many tables, deals and figures to check them all"
            place = error.place or self.current_place
            problem = problems.proofs.TooMuchToProve(place, excess, self.fewer_players)
            self.findings.add((problem,))

    def _prove_all(self) -> None:
        if (place := exceeds_formula_limit(self.game)) is not None:
            parts = f"{MOST_FORMULA_PARTS:,} names, numbers and signs together"
            excess = f"the formulas contain more than {parts}"
            problem = problems.proofs.TooMuchToProve(place, excess, self.fewer_players)
            return self.findings.add((problem,))
        self._collect_deals()
        self.findings.add(blind_never_offered(self.game))
        called = (facts.called for facts in self.deal_facts.values() if facts.sound)
        self.findings.add(trumps_without_cards(called, self.game.file))
        deciding = self._deciding_parameters()
        dearest = 0
        for changed in self.settings.changes():
            if changed is None:
                self._tables(None)
            elif changed[0] in deciding:
                dearest = max(dearest, self._tables(changed))
        if not self.findings.failed:
            self._further_values(deciding, dearest)
        self._prove_early_end()
        self._prove_payments()
        self._lint_rotations()
        return self._lint_unreached()

    def _tables(self, changed: tuple[str, Value] | None) -> int:
        """Proves the tables for every number of players; returns the steps spent."""
        before = self.budget.left
        for players in self.settings.players:
            self._prove_table(players, changed)
        return before - self.budget.left

    def _further_values(self, deciding: frozenset[str], dearest: int) -> None:
        """Tries the remaining values of parameters with very many values, as far as the budget
        goes.

        It spends at most PARAMETER_STEPS and leaves a third of STEPS. A value is tried only if the
        budget suffices for two values as costly as the costliest so far. The evidence records
        whether all values were tried.
        """
        reserve = max(self.budget.left - PARAMETER_STEPS, STEPS // 3)
        for tried in self.settings.tried:
            if tried.complete:
                continue
            parameter = tried.parameter
            proofs = (self._payments_proof(), self._end_proof())
            is_relevant = any(self._depends_on(proof, parameter) for proof in proofs)
            if parameter not in deciding and not is_relevant:
                values = values_of(next(p for p in self.game.parameters if p.name == parameter))
                self.settings.record_tried(parameter, values, complete=True)
                continue
            done = list(tried.values)
            complete = True
            for value in self.settings.remaining_values(tried):
                if self.budget.left - 2 * dearest < reserve:
                    complete = False
                    break
                if parameter in deciding:
                    dearest = max(dearest, self._tables((parameter, value)))
                self.budget.spend(100)
                done.append(value)
            self.settings.record_tried(parameter, tuple(done), complete=complete)

    def _jointly_used_parameters(self) -> frozenset[str]:
        """Returns the parameters that are used together with others in one formula, deal or
        payment.

        For these parameters, trying one at a time proves less. Payments are ignored if interval
        analysis proves them for all values together.
        """
        lets = [self.book.uses(let.expression).parameters for let in self.game.lets]
        deals = [facts.parameters | self.schedule_parameters for facts in self.deal_facts.values()]
        payments = self._payments_proof()
        if payments and not payments.shown(self.settings.ranges()):
            deals.append(self.book.uses(payments.formula).parameters)
        return frozenset().union(*(each for each in (*lets, *deals) if len(each) > 1))

    def _depends_on(self, proof: Payments | EarlyEnd | None, parameter: str) -> bool:
        """Returns whether a payment or `ends when` may have no value for some value of a
        parameter.
        """
        if proof is None or parameter not in self.book.uses(proof.formula).parameters:
            return False
        return not proof.shown(self.settings.ranges())

    def evidence(self, examples: int) -> Evidence:
        """Returns the evidence; must be called only if no error was found."""
        deals, cards, scores = self.matches.deals, self.matches.cards, self.deals.scoring.scores
        # if one were None, a table had no deals or a deal no score, and that was reported
        assert deals is not None
        assert cards is not None
        assert scores is not None
        fewest, most = deals
        if self.fewest_deals is not None:
            fewest = min(fewest, self.fewest_deals)
        return Evidence(
            deals=(fewest, most),
            decisions=self.matches.decisions,
            scores=self.played_scores or scores,
            assumptions=tuple(a.text for a in self.game.assumptions),
            parameters=self.game.parameters,
            examples=examples,
            cards=cards,
            tried=self.settings.tried,
            apart=tuple(
                p.name for p in self.game.parameters if p.name in self._jointly_used_parameters()
            ),
            schedules=self.matches.usual,
            rescheduled=tuple(
                p.name for p in self.game.parameters if p.name in self.schedule_parameters
            ),
        )

    # --- facts computed once --------------------------------------------------------------

    def _collect_deals(self) -> None:
        played = frozenset(name for row in self.game.schedule for name in row.deals)
        for called in called_deals(self.game, played):
            deal = called.deal
            self.current_place = deal.origin.place
            expressions = [part for value in called.values() for part in subexpressions(value)]
            self.budget.spend(100 + 20 * len(expressions) + 30 * len(called.all_clauses))
            uses = [self.book.uses(expression) for expression in expressions]
            clauses = [clause for _, clause in called.all_clauses]
            choosing = self.chooser.parameters(clauses)
            parameters = choosing.union(*(u.parameters for u in uses))
            by_number = any("deal" in each.variables for each in uses)
            values_cards = any(
                isinstance(value, CardWorth | TrumpWorth) and value.worths
                for value in called.values()
            )
            values_trumps = any(value.worths for value in called.values("trump_worth"))
            reads_trump = self.past_reads_trump or any("trump" in u.variables for u in uses)
            if values_cards or reads_trump:
                parameters |= self.packs.parameters
            clashing = list(clashing_choices(called))
            self.findings.add((*clashing, *changed_sights(called)))
            self.deal_facts[deal.name] = DealFacts(
                called,
                not clashing,
                parameters,
                choosing,
                by_number,
                values_cards,
                reads_trump,
                values_trumps,
            )
        if self.remembered:
            self._extend_to_later_deals()

    def _extend_to_later_deals(self) -> None:
        """Makes every deal depend on everything that affects runs and tallies in any deal."""
        uses = [self.book.uses(each.expression) for each in self.game.past]
        deciding = frozenset().union(
            *(facts.parameters for facts in self.deal_facts.values()), *(u.parameters for u in uses)
        )
        by_number = any("deal" in each.variables for each in uses)
        for facts in self.deal_facts.values():
            facts.parameters = deciding
            facts.formulas_read_number = facts.formulas_read_number or by_number

    def _deciding_parameters(self) -> frozenset[str]:
        """Returns the parameters that affect anything except the settlement."""
        return self.schedule_parameters.union(
            self.let_parameters,
            self.packs.parameters,
            self.chooser.parameters([self.game.first_dealer]),
            *(k.parameters for k in self.deal_facts.values()),
        )

    # --- one table ------------------------------------------------------------------------

    def _prove_table(self, players: int, changed: tuple[str, Value] | None) -> None:
        self.current_place = self.game.schedule_origin.place
        try:
            setting = self.settings.setting(players, changed)
        except EvaluationError as fault:
            self._let_fault(fault, players, changed)
            return
        self._record_let_coverage(setting)
        self.findings.add(self.chooser.choose(self.game.first_dealer, setting).faults)
        pack_faults = tuple(self.packs.faults(setting))
        self.findings.add(pack_faults)
        schedule = self.matches.schedule(setting, self.schedule_parameters)
        self.findings.add(schedule.faults)
        if schedule.deals is None or pack_faults:
            return
        # with one parameter changed, only the deals that depend on it are proved again
        affected = changed is None or changed[0] in self.schedule_parameters | self.packs.parameters
        names = tuple(
            name
            for name in schedule.names
            if affected or (changed and changed[0] in self.deal_facts[name].parameters)
        )
        sizes = self._sizes(schedule, names, setting)
        most: dict[str, int] = {}
        for cards, _, name in sizes:
            most[name] = max(cards, most.get(name, 0))
        for name in names:
            if not self.deal_facts[name].guarded_clauses:
                self._check_consistency(
                    self.deal_facts[name], PlacedDeal(setting), most.get(name, 0)
                )
                self.findings.add(self.packs.foreign_cards(self.deal_facts[name].called, setting))
        for cards, number, name in sizes:
            if self.deal_facts[name].guarded_clauses:
                placed = self._placed_deal(self.deal_facts[name], setting, cards, number)
                self._check_consistency(self.deal_facts[name], placed, cards)
                self.findings.add(
                    self.packs.foreign_cards(self.deal_facts[name].called, placed.setting)
                )
        facts = {name: facts.called for name, facts in self.deal_facts.items()}
        self.findings.add(self.matches.count(setting, schedule, facts))
        # from here on, each size is proved on its own, after the past that its deals can have
        past = self._past_bounds(schedule, sizes, setting) if self.remembered else {}
        if past is None:
            return
        for size in sizes:
            cards, number, name = size
            placed = self._placed_deal(self.deal_facts[name], setting, cards, number)
            row = self._deals_in_row(schedule.deals[number - 1])
            self._prove_case(
                self.deal_facts[name], placed, cards, number, row, past.get(size, NO_PAST)
            )

    def _past_bounds(
        self, schedule: Schedule, sizes: Sequence[Size], setting: Setting
    ) -> dict[Size, PastBounds] | None:
        """Returns the bounds of runs and tallies before the deals that each size represents.

        Returns None after reporting a tally that can grow too large.
        """

        def scorings(name: str, number: int, cards: int) -> list[Scoring]:
            facts = self.deal_facts[name]
            placed = self._placed_deal(facts, setting, cards, number)
            return [rules for _, rules in self._scorings(facts, placed)]

        deals = schedule.deals or ()
        if not all(self.deal_facts[each.name].sound for each in deals):
            return None
        before = self.past.before(setting, deals, scorings)
        large = list(self.past.too_large(setting, before[-1]))
        self.findings.add(large)
        if large:
            return None
        of_name: dict[str, list[tuple[ScheduledDeal, PastBounds]]] = defaultdict(list)
        for each, bounds in zip(deals, before, strict=False):
            of_name[each.name].append((each, bounds))
        bounds_by_size: dict[Size, PastBounds] = {}
        for size in sizes:
            cards, number, name = size
            self.budget.spend(10 * len(of_name[name]))
            here = [
                bounds
                for each, bounds in of_name[name]
                if each.low <= cards <= each.high
                and (each.number == number or not self.deal_facts[name].formulas_read_number)
                and self._deals_in_row(each) == self._deals_in_row(deals[number - 1])
            ]
            bounds_by_size[size] = self.past.merge(here)
        return bounds_by_size

    def _deals_in_row(self, scheduled: ScheduledDeal) -> int:
        """Returns the number of deals in a deal's row if scores depend on it, otherwise 1."""
        return scheduled.row_deals if self.counts_rows else 1

    def _sizes(
        self, schedule: Schedule, names: tuple[str, ...], setting: Setting
    ) -> list[tuple[int, int, str]]:
        """Returns each size of each deal, with the deal's number if that matters."""
        deck = self.packs.deck(setting)
        # tables with the same deals share one list
        key = (id(schedule), names, setting.players, deck.size)
        cached = self.sizes.get(key)
        if cached is not None:
            return cached
        name_set = frozenset(names)
        first: dict[tuple[str, int], int] = {}
        sizes: set[tuple[int, int, str]] = set()
        counts = self.counts_rows or any(self.deal_facts[name].depends_on_number for name in names)
        dealt: Collection[ScheduledDeal] = (schedule.deals or ()) if counts else schedule.kinds
        self.budget.spend(4 * len(dealt))
        for each in dealt:
            if each.name not in name_set:
                continue
            facts = self.deal_facts[each.name]
            number = each.number
            if not facts.depends_on_number:
                # if its number does not matter, the first such deal represents all
                number = first.setdefault((each.name, self._deals_in_row(each)), number)
            most = deck.size // setting.players
            for cards in range(each.low, min(each.high, most) + 1):
                sizes.add((cards, number, each.name))
        result = self.sizes[key] = sorted(sizes)
        return result

    def _placed_deal(
        self, facts: DealFacts, setting: Setting, cards: int, number: int
    ) -> PlacedDeal:
        """Returns the table with the alternatives of a deal's guarded clauses chosen for its number
        and size.
        """
        if not facts.guarded_clauses:
            return PlacedDeal(setting)
        counted = (
            cards if "cards" in facts.dependencies else 0,
            number if "deal" in facts.dependencies else 0,
        )
        key = (setting.players, *counted, *self._values(facts, setting))
        placed = facts.placed_cache.get(key)
        if placed is None:
            self.current_place = facts.called.deal.origin.place
            self.budget.spend(20)
            here = setting.in_deal(number, cards)
            every = [self.chooser.choose(clause, here) for clause in facts.guarded_clauses]
            faults = tuple(
                replace(fault, setting=setting, cards=cards)
                for one in every
                for fault in one.faults
            )
            placed = PlacedDeal(here, tuple(one.number for one in every), faults)
            facts.placed_cache[key] = placed
        return placed

    def _check_consistency(self, facts: DealFacts, placed: PlacedDeal, most: int) -> None:
        """Checks that the clauses of a deal are consistent; `most` is the largest number of cards
        dealt.
        """
        setting, one_card = placed.setting, most <= 1
        values = self._values(facts, setting)
        key = (facts.called.deal.name, setting.players, *values, placed.chosen, one_card)
        if key in self.done:
            return
        self.done.add(key)
        self.current_place = facts.called.deal.origin.place
        self.findings.add(placed.faults)
        for clause in facts.other_choices:
            self.findings.add(self.chooser.choose(clause, setting).faults)
        if facts.sound:
            for combination in facts.called.combinations(facts.compared):
                self.budget.spend(60)
                clauses = combination.clauses
                chosen = {a: self.chooser.value(clauses[a], setting) for a in facts.compared}
                called, book = facts.called, self.book
                self.findings.add(
                    disagreements(called, combination, chosen, setting, book, one_card=one_card)
                )
        if facts.sound and facts.may_bid_together:
            for combination in facts.called.combinations(BID_ASPECTS):
                self.budget.spend(60)
                chosen = {
                    a: self.chooser.value(combination.clauses[a], setting) for a in BID_ASPECTS
                }
                called, file = facts.called, self.game.file
                self.findings.add(
                    limits_on_unknown_bids(called, combination, chosen, setting, file)
                )

        if facts.sound and facts.mentions_auction:
            for combination in facts.called.combinations(AUCTION_ASPECTS):
                self.budget.spend(60)
                clauses = combination.clauses
                chosen = {a: self.chooser.value(clauses[a], setting) for a in AUCTION_ASPECTS}
                self.findings.add(auction_references(facts.called, combination, chosen))

    def _values(self, facts: DealFacts, setting: Setting) -> tuple[Value, ...]:
        return setting.choose(facts.parameters)

    def _prove_case(
        self,
        facts: DealFacts,
        placed: PlacedDeal,
        cards: int,
        number: int,
        row_deals: int,
        past: PastBounds,
    ) -> None:
        setting = placed.setting
        values = (*self._values(facts, setting), *placed.chosen)
        counted = number if facts.formulas_read_number else 0
        key = (facts.score_key, setting.players, cards, counted, row_deals, *values, past)
        if key in self.done or not facts.sound:
            return
        self.done.add(key)
        self.current_place = facts.called.deal.origin.place
        # long keys cost time, and so does copying all names
        many = 20 * max(0, len(values) - 8) + max(0, len(setting.names) - 16) // 2
        self.budget.spend(60 + many)
        scored = [
            ScoredCase(DealCase(setting, number, cards, calls, past, row_deals), rules)
            for calls, rules in self._scorings(facts, placed)
        ]
        self.findings.add(self.deals.prove(scored))

    def _scorings(
        self, facts: DealFacts, placed: PlacedDeal
    ) -> list[tuple[tuple[str, ...], Scoring]]:
        setting = placed.setting
        key = (setting.players, *setting.choose(facts.choosing), *placed.chosen)
        variants = facts.scoring_cache.get(key)
        if variants is None:
            variants, seen = [], set[tuple[int, ...]]()
            for combination in facts.called.combinations(facts.scored):
                self.budget.spend(60)
                chosen = {
                    aspect: self.chooser.value(clause, setting)
                    for aspect, clause in combination.clauses.items()
                }
                scored = make_scoring(combination, chosen, self.game.past)
                by_trump = self.past_reads_trump or self._reads_trump(scored)
                effect = tuple(
                    id(clause)
                    for aspect, clause in combination.clauses.items()
                    if by_trump or aspect != "trump"
                )
                if effect not in seen:
                    seen.add(effect)
                    variants.append((combination.calls, scored))
            facts.scoring_cache[key] = variants
        return variants

    def _reads_trump(self, rules: Scoring) -> bool:
        return any(
            "trump" in self.book.uses(formula).variables
            for formula in (rules.score, rules.completed)
            if formula is not None
        )

    # --- lets, payments, warnings ---------------------------------------------------------

    def _let_fault(
        self, fault: EvaluationError, players: int, changed: tuple[str, Value] | None
    ) -> None:
        setting = Setting(players, {}, changed)
        self.findings.add((ValueFault(fault, self.current_place, setting),))

    def _record_let_coverage(self, setting: Setting) -> None:
        for let in self.game.lets:
            for lists in self.reached_by_lets.open_lists(let.expression):
                lists.open.discard(self.evaluator.number(lists.marker, setting.names))

    def _prove_early_end(self) -> None:
        ends, scores = self.game.ends, self.deals.scoring.scores
        if ends is None or scores is None or self.findings.failed:
            return
        by_deal = self._scores_by_deal(Bounds(*scores))
        proof = EarlyEnd(ends, self.sheets, by_deal)
        self.current_place = ends.origin.place
        self.findings.add(proof.prove(self.settings))
        self.fewest_deals = proof.earliest
        if proof.latest < proof.deals:
            self.matches.end_after(proof.latest)
            called = {name: facts.called for name, facts in self.deal_facts.items()}
            for setting, schedule in self._schedules():
                self.findings.add(self.matches.count(setting, schedule, called))
            played = by_deal[: proof.latest]
            self.played_scores = min(b.low for b in played), max(b.high for b in played)

    def _end_proof(self) -> EarlyEnd | None:
        """Returns the proof of `ends when` from the range of all scores."""
        ends, scores, deals = self.game.ends, self.deals.scoring.scores, self.matches.longest
        if ends is None or scores is None or not deals:
            return None
        return EarlyEnd(ends, self.sheets, [Bounds(*scores)] * deals)

    def _scores_by_deal(self, every: Bounds) -> list[Bounds]:
        """Returns bounds on a player's score in each deal, at any table; `every` is the range of
        all scores.
        """
        cache: dict[tuple[object, ...], Bounds] = {}
        bounds_by_deal: list[Bounds] = []
        for setting, schedule in self._schedules():
            for place, each in enumerate(schedule.deals or ()):
                facts = self.deal_facts[each.name]
                number = each.number if facts.depends_on_number else 0
                size = (each.name, each.low, each.high, each.row_deals, number)
                key = (size, setting.players, *self._values(facts, setting))
                if key not in cache:
                    cache[key] = self._score_bounds(facts, setting, each, every)
                if place == len(bounds_by_deal):
                    bounds_by_deal.append(cache[key])
                low, high = bounds_by_deal[place].low, bounds_by_deal[place].high
                both = Bounds(min(low, cache[key].low), max(high, cache[key].high))
                bounds_by_deal[place] = both
        return bounds_by_deal

    def _score_bounds(
        self, facts: DealFacts, setting: Setting, scheduled: ScheduledDeal, every: Bounds
    ) -> Bounds:
        """Returns bounds on a player's score in one deal, by interval analysis within `every`."""
        low, high = every.high, every.low
        for cards in scheduled.sizes:
            placed = self._placed_deal(facts, setting, cards, scheduled.number)
            for _, rules in self._scorings(facts, placed):
                ends = self.past.score_range(placed.setting, scheduled, cards, rules, NO_PAST)
                if ends is None or isinstance(rules.auction, AuctionBids):
                    return every  # in an auction all may pass
                low, high = min(low, ends[0]), max(high, ends[1])
        return Bounds(max(low, every.low), min(high, every.high))

    def _schedules(self) -> Iterator[tuple[Setting, Schedule]]:
        """Yields every table that was proved, with its schedule."""
        for changed in self.settings.changes():
            for players in self.settings.players:
                setting = self.settings.setting(players, changed)
                yield setting, self.matches.schedule(setting, self.schedule_parameters)

    def _prove_payments(self) -> None:
        payments = self._payments_proof()
        if self.findings.failed or payments is None:
            return
        self.current_place = payments.origin.place
        fault = payments.first_fault(self.settings)
        if fault is not None:
            self.findings.add((fault,))

    def _payments_proof(self) -> Payments | None:
        settlement = self.game.settlement
        if settlement is None or self.deals.scoring.scores is None or self.matches.deals is None:
            return None
        low, high = self.deals.scoring.scores
        _, most = self.matches.deals
        totals = Bounds(min(0, low * most), max(0, high * most))
        return Payments(self.game, settlement, self.sheets, totals, most)

    def _lint_rotations(self) -> None:
        """Reports trumps that do not rotate as listed, unless an error was found."""
        if self.findings.failed or not trump_rotation.has_rotations(self.game):
            return
        trumps = [facts.called.clauses["trump"] for name, facts in self.deal_facts.items()]
        deciding = self.schedule_parameters | self.chooser.parameters(trumps)
        matches: list[trump_rotation.Match] = []
        for setting, schedule in self._schedules():
            if setting.changed is None or setting.changed[0] in deciding:
                deals = schedule.deals or ()
                self.budget.spend(40 * len(deals))
                when, choose = describe_setting(setting), self._choose_at(setting)
                matches.append(trump_rotation.Match(when, deals, choose))
        warnings = trump_rotation.lint(trump_rotation.Matches(self.game, matches))
        self.findings.add(warnings)

    def _choose_at(self, setting: Setting) -> trump_rotation.ChooseAlternative:
        """Returns a function that chooses between the alternatives of a clause at a table."""

        def choose(clause: Clause[TrumpRule], number: int, cards: int) -> int:
            return self.chooser.choose(clause, setting.in_deal(number, cards)).number

        return choose

    def _lint_unreached(self) -> None:
        """Warns of alternatives that are never reached, unless an error was found."""
        if self.findings.failed:
            return
        for facts in self.deal_facts.values():
            remembered = (
                self.deals.with_score(each.expression, score)
                for each in self.game.past
                for score in facts.called.values("score")
            )
            deal_expressions = (
                part for value in facts.called.values() for part in subexpressions(value)
            )
            for expression in (*deal_expressions, *remembered):
                self.deals.context.reached.add_dependencies(
                    expression, facts.parameters | self.schedule_parameters
                )
            for _, clause in facts.called.all_clauses:
                self.chooser.reached.add_dependencies(clause, self.schedule_parameters)
        complete = frozenset(t.parameter for t in self.settings.tried if t.complete)
        for reached in (self.reached_by_lets, self.chooser.reached, self.deals.context.reached):
            for place in reached.unreached_conditions(self.ranges, complete):
                self.findings.add((problems.proofs.UnreachableWhen(place),))
        self._lint_rows_never_dealt(complete)
        self.findings.add(self.deals.scoring.misses)

    def _lint_rows_never_dealt(self, complete: frozenset[str]) -> None:
        """Warns of rows of this file that certainly have no deal at any table."""
        for number, row in enumerate(self.game.schedule):
            if number in self.matches.rows_dealt or row.place is None:
                continue
            if row.place.file != self.game.file:  # a base file may leave rows for others
                continue
            parameters = self._parameters_of(number)
            tried = len(parameters) <= 1 and parameters <= complete
            never = never_repeated(self.game, number, self.ranges)
            if tried or never is not None or never_holds_a_deal(row, self.ranges):
                empty = never_holds_a_deal(replace(row, condition=None), self.ranges)
                problem = row_without_deal(row, row.place, never, barred=not empty)
                self.findings.add((problem,))

    def _parameters_of(self, row: int) -> frozenset[str]:
        """Returns the parameters that a row's sizes, repetition and condition depend on."""
        return frozenset(
            name
            for e in expressions_of_row(self.game, row)
            for name in self.book.uses(e).parameters
        )
