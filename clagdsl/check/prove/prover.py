"""All proofs of one game, table by table, and the evidence that they give.

The order decides which counterexample is told: parameters at their defaults come first, then the
fewest players, then the fewest cards.  What does not depend on a parameter is not proved again
for its other values.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any, TypeAlias

from clagdsl import problems
from clagdsl.check.lints import trump_rotation
from clagdsl.check.proof_report import Evidence
from clagdsl.check.prove.alternatives import Chooser, Reached
from clagdsl.check.prove.call_variants import CalledDeal, called_deals
from clagdsl.check.prove.consistency import (
    AUCTIONED,
    BIDS,
    CONCERNED,
    bids_together,
    changed_sights,
    clashing_choices,
    disagreements,
    never_blind,
    speaks_of_auction,
    unknown_bids,
    without_auction,
)
from clagdsl.check.prove.deal_case import (
    SCORED,
    DealCase,
    PastBounds,
    ScoredCase,
    Scoring,
    scoring,
)
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
    Setting,
    Settings,
    Sheets,
    values_of,
    widest_ranges,
)
from clagdsl.check.prove.past_bounds import PastProofs, widest
from clagdsl.check.prove.reporter import Findings, FoundFault, circumstances
from clagdsl.check.prove.score_proof import DealProofs
from clagdsl.check.prove.totals_proof import EarlyEnd, Payments
from clagdsl.lang.expr.evaluate import EvaluationError
from clagdsl.lang.expr.free_variables import NameBook
from clagdsl.lang.expr.intervals import Bounds
from clagdsl.lang.expr.tree import everything_in
from clagdsl.lang.frozen import dataclass
from clagdsl.lang.limits import FURTHER, MOST_FORMULA_PARTS, STEPS
from clagdsl.lang.pack import MOST_CARDS, MOST_FACES
from clagdsl.lang.rules import (
    ROW_DEALS,
    AspectName,
    CardWorth,
    Clause,
    Expression,
    Game,
    TrumpRule,
    Value,
)
from clagdsl.lang.source import Place
from clagdsl.lang.used_names import value_parts
from clagdsl.table.budget import Budget, TooMuchError
from clagdsl.table.deal_rules import hangs_on
from clagdsl.table.past import remembered, rows_read, scored_by
from clagdsl.table.schedule import ScheduledDeal

# --- how much the formulas of a game say --------------------------------------------------


def too_much_said(game: Game, most: int = MOST_FORMULA_PARTS) -> Place | None:
    """Where the formulas come to say more than they may; None where they do not."""
    left = most
    place = game.origin.place
    for expression, stands in _formulas(game):
        place = stands or place
        left -= sum(1 for _ in everything_in(expression))
        if left < 0:
            return place
    return None


def _formulas(game: Game) -> Iterator[tuple[Expression, Place | None]]:
    """Every formula, with the place of what it stands in."""
    for let in game.lets:
        yield let.expression, let.origin.place
    for deal in game.deals:
        yield from _of_clauses(deal.aspects.said().values(), deal.origin.place)
    for twist in game.twists:
        yield from _of_clauses(twist.said().values(), twist.origin.place)
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
            for expression in value_parts(alternative.value):
                yield expression, place
            if alternative.condition is not None:
                yield alternative.condition, place


# --- the proofs of one game ---------------------------------------------------------------


Size: TypeAlias = tuple[int, int, str]
"""A number of cards, the number of a deal and its name."""


class Known:
    """What is worked out once about a deal: what it can become, and on what it depends."""

    def __init__(
        self,
        called: CalledDeal,
        sound: bool,
        parameters: frozenset[str],
        choosing: frozenset[str],
        by_number: bool,
        values_cards: bool,
    ) -> None:
        self.called = called
        self.sound = sound
        clauses = [(clause, hangs_on(clause)) for _, clause in called.all_clauses]
        self.hanging = tuple(clause for clause, hangs in clauses if hangs)
        """The clauses that read the cards or the deal of the schedule."""
        self.hangs = frozenset[str]().union(*(hangs for _, hangs in clauses))
        self.settled = tuple(
            clause for clause, hangs in clauses if not hangs and len(clause.alternatives) > 1
        )
        self.placed: dict[tuple[object, ...], Placed] = {}
        self.parameters = parameters
        self.choosing = choosing
        """The parameters by which its clauses are chosen."""
        self.by_number = by_number
        self.values_cards = values_cards
        """Whether cards may be worth something by themselves, whatever is called."""
        self.together = bids_together(called)
        self.auctioned = speaks_of_auction(called)
        self.scorings: dict[tuple[Value, ...], list[tuple[tuple[str, ...], Scoring]]] = {}
        self.scored: tuple[object, ...] = (
            called.offer,
            *(id(called.clauses[aspect].alternatives) for aspect in (*SCORED, "wild")),
        )
        """What deals share that are bid and scored by the same clauses."""

    @property
    def counts(self) -> bool:
        """Whether anything about the deal depends on its number."""
        return self.by_number or "deal" in self.hangs


@dataclass(frozen=True, slots=True)
class Placed:
    """A table at which it is known which alternatives a deal has with its cards and its number.

    `chosen` are their numbers; they are all that the rules of the deal depend on.
    """

    setting: Setting
    chosen: tuple[int, ...] = ()
    faults: tuple[FoundFault, ...] = ()


class Prover:
    """Goes through every table of one game; `findings` holds what is wrong.

    Each part is asked and answers; only here is put together what they found, in order.  What
    they share changes no proof: the budget of the file, and functions made of its expressions.
    What is advised is said in the `version` of the language that the file has.
    """

    def __init__(self, game: Game, version: int = 1) -> None:
        self.game = game
        self.findings = Findings()
        self.budget = Budget()
        self.book = NameBook(game.lets)
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
        self.ranges |= widest(game.past, self.ranges)
        self.sheets = Sheets(self.book, self.budget, self.ranges)
        self.reached_by_lets = Reached(self.book)
        self.chooser = Chooser(self.book, self.evaluator)
        self.packs = Packs(game, self.evaluator, self.chooser)
        self.remembered = remembered(game)
        self.counts_rows = ROW_DEALS in rows_read(game)
        deck_at = self.packs.deck
        self.past = PastProofs(self.remembered, scored_by(game), self.sheets, deck_at)
        self.deals = DealProofs(self.sheets, deck_at, game.past, low_wins=game.winner.low_wins)
        self.matches = MatchProofs(game, self.evaluator, self.chooser, self.packs, version)
        self.known: dict[str, Known] = {}
        self.by_schedule = frozenset(
            name for row in range(len(game.schedule)) for name in self._parameters_of(row)
        )
        self.by_lets = frozenset(
            name for let in game.lets for name in self.book.uses(let.expression).parameters
        )
        self.fewest_deals: int | None = None
        """The first deal after which `ends` may hold, in a game that has it."""
        self.at: Place | None = game.origin.place
        self.done: set[tuple[object, ...]] = set()
        self.sizes: dict[tuple[int, tuple[str, ...], int, int], list[tuple[int, int, str]]] = {}

    def prove(self) -> None:
        """Go through everything; the findings and the evidence are complete afterwards."""
        self.watch(self._everything)

    def watch(self, work: Callable[[], None]) -> None:
        """Do some work within the budget; tells where it does not suffice."""
        try:
            work()
        except TooMuchError as error:
            excess = "this file has too many tables, deals and figures to go through them all"
            place = error.place or self.at
            found = problems.proofs.TooMuchToProve(place, excess)
            self.findings.add((found,))

    def _everything(self) -> None:
        if (place := too_much_said(self.game)) is not None:
            parts = f"{MOST_FORMULA_PARTS:,} names, numbers and signs together"
            excess = f"the formulas have more than {parts}"
            problem = problems.proofs.TooMuchToProve(place, excess)
            return self.findings.add((problem,))
        self._collect_deals()
        self.findings.add(never_blind(self.game))
        deciding = self._deciding()
        dearest = 0
        for changed in self.settings.changes():
            if changed is None:
                self._tables(None)
            elif changed[0] in deciding:
                dearest = max(dearest, self._tables(changed))
        if not self.findings.failed:
            self._further_values(deciding, dearest)
        self._early_end()
        self._payments()
        self._rotations()
        return self._never_reached()

    def _tables(self, changed: tuple[str, Value] | None) -> int:
        """Prove the tables of every number of players; returns the steps that it took."""
        before = self.budget.left
        for players in self.settings.players:
            self._table(players, changed)
        return before - self.budget.left

    def _further_values(self, deciding: frozenset[str], dearest: int) -> None:
        """Try the other values of parameters that have very many, as far as the budget goes.

        FURTHER must suffice for two values as dear as the dearest so far.  Where not all are tried
        the evidence says so.
        """
        reserve = max(self.budget.left - FURTHER, STEPS // 3)
        for tried in self.settings.tried:
            if tried.complete:
                continue
            parameter = tried.parameter
            hangs = self._settles_by(parameter) or self._ends_by(parameter)
            if parameter not in deciding and not hangs:
                values = values_of(next(p for p in self.game.parameters if p.name == parameter))
                self.settings.also_tried(parameter, values, complete=True)
                continue
            done = list(tried.values)
            complete = True
            for value in self.settings.further(tried):
                if self.budget.left - 2 * dearest < reserve:
                    complete = False
                    break
                if parameter in deciding:
                    dearest = max(dearest, self._tables((parameter, value)))
                self.budget.spend(100)
                done.append(value)
            self.settings.also_tried(parameter, tuple(done), complete=complete)

    def _apart(self) -> frozenset[str]:
        """The parameters of which something depends on several, so that each alone proves less.

        What is paid is no such thing where bounds show it for all values at once.
        """
        lets = [self.book.uses(let.expression).parameters for let in self.game.lets]
        deals = [known.parameters | self.by_schedule for known in self.known.values()]
        payments = self._payments_proof()
        if payments and not payments.shown(self.settings.ranges()):
            deals.append(self.book.uses(payments.formula).parameters)
        return frozenset().union(*(each for each in (*lets, *deals) if len(each) > 1))

    def _settles_by(self, parameter: str) -> bool:
        """Whether what is paid may have no value for some value of a parameter."""
        settlement = self.game.settlement
        if settlement is None or parameter not in self.book.uses(settlement.expression).parameters:
            return False
        payments = self._payments_proof()
        return payments is not None and not payments.shown(self.settings.ranges())

    def _ends_by(self, parameter: str) -> bool:
        """Whether the end of a match may have no value for some value of a parameter."""
        ends, proof = self.game.ends, self._end_proof()
        if ends is None or parameter not in self.book.uses(ends.condition).parameters:
            return False
        return proof is not None and not proof.shown(self.settings.ranges())

    def evidence(self, examples: int) -> Evidence:
        """What is proved, once nothing was found wrong."""
        deals, cards, scores = self.matches.deals, self.matches.cards, self.deals.scoring.scores
        # without them a table has no deals, or a deal no score, and that is found to be wrong
        assert deals is not None
        assert cards is not None
        assert scores is not None
        fewest, most = deals
        if self.fewest_deals is not None:
            fewest = min(fewest, self.fewest_deals)
        return Evidence(
            deals=(fewest, most),
            decisions=self.matches.decisions,
            scores=scores,
            assumptions=tuple(a.text for a in self.game.assumptions),
            parameters=self.game.parameters,
            examples=examples,
            cards=cards,
            tried=self.settings.tried,
            apart=tuple(p.name for p in self.game.parameters if p.name in self._apart()),
            schedules=self.matches.usual,
            rescheduled=tuple(p.name for p in self.game.parameters if p.name in self.by_schedule),
        )

    # --- what is worked out once ----------------------------------------------------------

    def _collect_deals(self) -> None:
        played = frozenset(name for row in self.game.schedule for name in row.deals)
        for called in called_deals(self.game, played):
            deal = called.deal
            self.at = deal.origin.place
            expressions = [part for value in called.values() for part in value_parts(value)]
            self.budget.spend(100 + 20 * len(expressions) + 30 * len(called.all_clauses))
            uses = [self.book.uses(expression) for expression in expressions]
            clauses = [clause for _, clause in called.all_clauses]
            choosing = self.chooser.parameters(clauses)
            parameters = choosing.union(*(u.parameters for u in uses))
            by_number = any("deal" in each.variables for each in uses)
            values_cards = any(
                isinstance(value, CardWorth) and value.worths for value in called.values()
            )
            if values_cards:
                parameters |= self.packs.parameters
            clashing = list(clashing_choices(called))
            self.findings.add((*clashing, *changed_sights(called)))
            self.known[deal.name] = Known(
                called, not clashing, parameters, choosing, by_number, values_cards
            )
        if self.remembered:
            self._remember()

    def _remember(self) -> None:
        """What any deal adds to runs and tallies counts in all the deals that come after it."""
        uses = [self.book.uses(each.expression) for each in self.game.past]
        deciding = frozenset().union(
            *(known.parameters for known in self.known.values()), *(u.parameters for u in uses)
        )
        by_number = any("deal" in each.variables for each in uses)
        for known in self.known.values():
            known.parameters = deciding
            known.by_number = known.by_number or by_number

    def _deciding(self) -> frozenset[str]:
        """The parameters that something other than the settlement depends on."""
        return self.by_schedule.union(
            self.by_lets, self.packs.parameters, *(k.parameters for k in self.known.values())
        )

    # --- one table ------------------------------------------------------------------------

    def _table(self, players: int, changed: tuple[str, Value] | None) -> None:
        self.at = self.game.schedule_origin.place
        try:
            setting = self.settings.setting(players, changed)
        except EvaluationError as fault:
            self._let_fault(fault, players, changed)
            return
        self._note_lets(setting)
        told = tuple(self.packs.faults(setting))
        self.findings.add(told)
        schedule = self.matches.schedule(setting, self.by_schedule)
        self.findings.add(schedule.found)
        if schedule.deals is None or told:
            return
        affected = changed is None or changed[0] in self.by_schedule | self.packs.parameters
        names = tuple(
            name
            for name in schedule.names
            if affected or (changed and changed[0] in self.known[name].parameters)
        )
        sizes = self._sizes(schedule, names, setting)
        most: dict[str, int] = {}
        for cards, _, name in sizes:
            most[name] = max(cards, most.get(name, 0))
        for name in names:
            if not self.known[name].hanging:
                self._agree(self.known[name], Placed(setting), most.get(name, 0))
                self.findings.add(self.packs.strangers(self.known[name].called, setting))
        for cards, number, name in sizes:
            if self.known[name].hanging:
                placed = self._place(self.known[name], setting, cards, number)
                self._agree(self.known[name], placed, cards)
                self.findings.add(self.packs.strangers(self.known[name].called, placed.setting))
        known = {name: known.called for name, known in self.known.items()}
        self.findings.add(self.matches.count(setting, schedule, known))
        past = self._past_bounds(schedule, sizes, setting) if self.remembered else {}
        if past is None:
            return
        for size in sizes:
            cards, number, name = size
            placed = self._place(self.known[name], setting, cards, number)
            row = self._row(schedule.deals[number - 1])
            self._case(self.known[name], placed, cards, number, row, past.get(size, ()))

    def _past_bounds(
        self, schedule: Schedule, sizes: Sequence[Size], setting: Setting
    ) -> dict[Size, PastBounds] | None:
        """The bounds of runs and tallies before the deals that each size stands for.

        None after telling of a tally that can be too large.
        """

        def scorings(name: str, number: int, cards: int) -> list[Scoring]:
            known = self.known[name]
            placed = self._place(known, setting, cards, number)
            return [rules for _, rules in self._scorings(known, placed)]

        deals = schedule.deals or ()
        if not all(self.known[each.name].sound for each in deals):
            return None
        before = self.past.before(setting, deals, scorings)
        large = list(self.past.too_large(setting, before[-1]))
        self.findings.add(large)
        if large:
            return None
        of_name: dict[str, list[tuple[ScheduledDeal, PastBounds]]] = defaultdict(list)
        for each, bounds in zip(deals, before, strict=False):
            of_name[each.name].append((each, bounds))
        found: dict[Size, PastBounds] = {}
        for size in sizes:
            cards, number, name = size
            self.budget.spend(10 * len(of_name[name]))
            here = [
                bounds
                for each, bounds in of_name[name]
                if each.low <= cards <= each.high
                and (each.number == number or not self.known[name].by_number)
                and self._row(each) == self._row(deals[number - 1])
            ]
            found[size] = tuple(
                (columns[0][0], self.past.joined([figures for _, figures in columns]))
                for columns in zip(*here, strict=True)
            )
        return found

    def _row(self, scheduled: ScheduledDeal) -> int:
        """How many deals the row of a deal has, where scores read it; else that is all the same."""
        return scheduled.row_deals if self.counts_rows else 1

    def _sizes(
        self, schedule: Schedule, names: tuple[str, ...], setting: Setting
    ) -> list[tuple[int, int, str]]:
        """Every number of cards with which each deal is dealt, and its number if that counts."""
        deck = self.packs.deck(setting)
        key = (
            id(schedule),
            names,
            setting.players,
            deck.size,
        )  # tables with the same deals share them
        known_sizes = self.sizes.get(key)
        if known_sizes is not None:
            return known_sizes
        wanted = frozenset(names)
        first: dict[tuple[str, int], int] = {}
        sizes: set[tuple[int, int, str]] = set()
        counts = self.counts_rows or any(self.known[name].counts for name in names)
        dealt: Collection[ScheduledDeal] = (schedule.deals or ()) if counts else schedule.kinds
        self.budget.spend(4 * len(dealt))
        for each in dealt:
            if each.name not in wanted:
                continue
            known = self.known[each.name]
            number = each.number
            if not known.counts:
                number = first.setdefault((each.name, self._row(each)), number)
            most = deck.size // setting.players
            for cards in range(each.low, min(each.high, most) + 1):
                sizes.add((cards, number, each.name))
        found = self.sizes[key] = sorted(sizes)
        return found

    def _place(self, known: Known, setting: Setting, cards: int, number: int) -> Placed:
        """The table as the clauses of a deal see it that has this number and so many cards."""
        if not known.hanging:
            return Placed(setting)
        counted = (cards if "cards" in known.hangs else 0, number if "deal" in known.hangs else 0)
        key = (setting.players, *counted, *self._values(known, setting))
        placed = known.placed.get(key)
        if placed is None:
            self.at = known.called.deal.origin.place
            self.budget.spend(20)
            here = setting.in_deal(number, cards)
            every = [self.chooser.choose(clause, here) for clause in known.hanging]
            faults = tuple(
                replace(fault, setting=setting, cards=cards)
                for one in every
                for fault in one.faults
            )
            placed = Placed(here, tuple(one.number for one in every), faults)
            known.placed[key] = placed
        return placed

    def _agree(self, known: Known, placed: Placed, most: int) -> None:
        """Check that the clauses of a deal agree; each player gets `most` cards at most."""
        setting, one_card = placed.setting, most <= 1
        values = self._values(known, setting)
        key = (known.called.deal.name, setting.players, *values, placed.chosen, one_card)
        if key in self.done:
            return
        self.done.add(key)
        self.at = known.called.deal.origin.place
        self.findings.add(placed.faults)
        for clause in known.settled:
            self.findings.add(self.chooser.choose(clause, setting).faults)
        if known.sound:
            for combination in known.called.combinations(CONCERNED):
                self.budget.spend(60)
                said = combination.said
                chosen = {a: self.chooser.value(said[a], setting) for a in CONCERNED}
                called, book = known.called, self.book
                self.findings.add(
                    disagreements(called, combination, chosen, setting, book, one_card=one_card)
                )
        if known.sound and known.together:
            for combination in known.called.combinations(BIDS):
                self.budget.spend(60)
                chosen = {a: self.chooser.value(combination.said[a], setting) for a in BIDS}
                called, file = known.called, self.game.file
                self.findings.add(unknown_bids(called, combination, chosen, setting, file))

        if known.sound and known.auctioned:
            for combination in known.called.combinations(AUCTIONED):
                self.budget.spend(60)
                said = combination.said
                chosen = {a: self.chooser.value(said[a], setting) for a in AUCTIONED}
                self.findings.add(without_auction(known.called, combination, chosen))

    def _values(self, known: Known, setting: Setting) -> tuple[Value, ...]:
        return setting.choose(known.parameters)

    def _case(
        self,
        known: Known,
        placed: Placed,
        cards: int,
        number: int,
        row_deals: int,
        past: PastBounds,
    ) -> None:
        setting = placed.setting
        values = (*self._values(known, setting), *placed.chosen)
        counted = number if known.by_number else 0
        key = (known.scored, setting.players, cards, counted, row_deals, *values, past)
        if key in self.done or not known.sound:
            return
        self.done.add(key)
        self.at = known.called.deal.origin.place
        # deals that depend on many parameters are told apart by long keys, and all names are copied
        many = 20 * max(0, len(values) - 8) + max(0, len(setting.names) - 16) // 2
        self.budget.spend(60 + many)
        scored = [
            ScoredCase(DealCase(setting, number, cards, calls, past, row_deals), rules)
            for calls, rules in self._scorings(known, placed)
        ]
        self.findings.add(self.deals.prove(scored))

    def _scorings(self, known: Known, placed: Placed) -> list[tuple[tuple[str, ...], Scoring]]:
        setting = placed.setting
        key = (setting.players, *setting.choose(known.choosing), *placed.chosen)
        found = known.scorings.get(key)
        if found is None:
            found = []
            # a wild is worth what it stands for
            by_wilds: tuple[AspectName, ...] = ("wild",) if known.values_cards else ()
            for combination in known.called.combinations((*SCORED, *by_wilds)):
                self.budget.spend(60)
                chosen = {
                    aspect: self.chooser.value(clause, setting)
                    for aspect, clause in combination.said.items()
                }
                scored = scoring(combination, chosen, self.game.past)
                found.append((combination.calls, scored))
            known.scorings[key] = found
        return found

    # --- lets, payments, warnings ---------------------------------------------------------

    def _let_fault(
        self, fault: EvaluationError, players: int, changed: tuple[str, Value] | None
    ) -> None:
        setting = Setting(players, {}, changed)
        self.findings.add((FoundFault(fault, self.at, setting),))

    def _note_lets(self, setting: Setting) -> None:
        for let in self.game.lets:
            for lists in self.reached_by_lets.open_lists(let.expression):
                lists.open.discard(self.evaluator.number(lists.marker, setting.names))

    def _early_end(self) -> None:
        proof = self._end_proof()
        if proof is not None and self.game.ends is not None and not self.findings.failed:
            self.at = self.game.ends.origin.place
            self.findings.add(proof.prove(self.settings))
            self.fewest_deals = proof.earliest

    def _end_proof(self) -> EarlyEnd | None:
        ends, scores, deals = self.game.ends, self.deals.scoring.scores, self.matches.longest
        if ends is None or scores is None or not deals:
            return None
        return EarlyEnd(ends, self.sheets, scores, deals)

    def _payments(self) -> None:
        payments = self._payments_proof()
        if self.findings.failed or payments is None:
            return
        self.at = payments.origin.place
        found = payments.first_fault(self.settings)
        if found is not None:
            self.findings.add((found,))

    def _payments_proof(self) -> Payments | None:
        settlement = self.game.settlement
        if settlement is None or self.deals.scoring.scores is None or self.matches.deals is None:
            return None
        low, high = self.deals.scoring.scores
        _, most = self.matches.deals
        totals = Bounds(min(0, low * most), max(0, high * most))
        return Payments(self.game, settlement, self.sheets, totals, most)

    def _rotations(self) -> None:
        """Warn of trumps that do not go round as listed, unless something worse was found."""
        if self.findings.failed or not trump_rotation.rotating_deals(self.game):
            return
        trumps = [known.called.clauses["trump"] for name, known in self.known.items()]
        deciding = self.by_schedule | self.chooser.parameters(trumps)
        matches: list[trump_rotation.Match] = []
        for changed in self.settings.changes():
            if changed is None or changed[0] in deciding:
                for players in self.settings.players:
                    setting = self.settings.setting(players, changed)
                    deals = self.matches.schedule(setting, self.by_schedule).deals or ()
                    self.budget.spend(40 * len(deals))
                    when, choose = circumstances(setting), self._choice_at(setting)
                    matches.append(trump_rotation.Match(when, deals, choose))
        warnings = trump_rotation.lint(trump_rotation.Matches(self.game, matches))
        self.findings.add(warnings)

    def _choice_at(self, setting: Setting) -> trump_rotation.Choose:
        """How the clauses of a deal choose between their alternatives at a table."""

        def choose(clause: Clause[TrumpRule], number: int, cards: int) -> int:
            return self.chooser.choose(clause, setting.in_deal(number, cards)).number

        return choose

    def _never_reached(self) -> None:
        """Warn of alternatives that nothing reaches, unless something worse was found."""
        if self.findings.failed:
            return
        for known in self.known.values():
            remembered = (each.expression for each in self.game.past)
            said = (part for value in known.called.values() for part in value_parts(value))
            for expression in (*said, *remembered):
                self.deals.context.reached.depends(expression, known.parameters | self.by_schedule)
            for _, clause in known.called.all_clauses:
                self.chooser.reached.depends(clause, self.by_schedule)
        complete = frozenset(t.parameter for t in self.settings.tried if t.complete)
        for reached in (self.reached_by_lets, self.chooser.reached, self.deals.context.reached):
            for place in reached.never(self.ranges, complete):
                self.findings.add((problems.proofs.UnreachableWhen(place),))
        self._never_dealt(complete)
        self.findings.add(self.deals.scoring.misses)

    def _never_dealt(self, complete: frozenset[str]) -> None:
        """Warn of rows of this file that hold no deal at any table, where that is certain."""
        for number, row in enumerate(self.game.schedule):
            if number in self.matches.rows_dealt or row.place is None:
                continue
            if row.place.file != self.game.file:  # what it extends leaves it to others
                continue
            parameters = self._parameters_of(number)
            tried = len(parameters) <= 1 and parameters <= complete
            never = never_repeated(self.game, number, self.ranges)
            if tried or never is not None or never_holds_a_deal(row, self.ranges):
                empty = never_holds_a_deal(replace(row, condition=None), self.ranges)
                found = row_without_deal(row, row.place, never, barred=not empty)
                self.findings.add((found,))

    def _parameters_of(self, row: int) -> frozenset[str]:
        """The parameters on which it depends whether and how often a row is played, and how."""
        return frozenset(
            name
            for e in expressions_of_row(self.game, row)
            for name in self.book.uses(e).parameters
        )
