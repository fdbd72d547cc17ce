"""The deals that an example can be about: tables, numbers of cards, rules after the calls."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from clagdsl import problems
from clagdsl.check.proof_report import GameExample
from clagdsl.check.prove.reporter import number_of
from clagdsl.check.prove.schedules import expressions_of_row
from clagdsl.lang.expr.evaluate import EvaluationError
from clagdsl.lang.expr.free_variables import NameBook
from clagdsl.lang.frozen import dataclass
from clagdsl.lang.limits import (
    EACH_DEALT,
    EACH_LOOKED_AT,
    EACH_OF_TABLE,
    ONE_JUDGED,
    ONE_SPOT,
    ONE_TABLE,
)
from clagdsl.lang.remembered import RowBest, RowMade
from clagdsl.lang.rules import Game, Value
from clagdsl.problems.model import ArgumentError, Problem
from clagdsl.table.bids import OwnPast, blind_bids, has_auction, may_bid_blind
from clagdsl.table.budget import Budget
from clagdsl.table.choices import why_not_call
from clagdsl.table.deal_rules import DealRules
from clagdsl.table.outcomes import BLIND
from clagdsl.table.past import Past, PastFigures, of_seat, remembered
from clagdsl.table.schedule import ScheduledDeal
from clagdsl.table.table import Table, make_table


class WrongExampleError(Exception):
    """What is wrong with an example."""

    def __init__(self, found: Problem) -> None:
        self.found = found


@dataclass(frozen=True, slots=True)
class Spot:
    """A deal of a match at a table: its rules after the calls, its number and its cards."""

    rules: DealRules
    number: int
    cards: int
    past: Past = ()

    @property
    def own_past(self) -> OwnPast:
        """How any player stands with runs and tallies: an example says it of all alike."""
        return of_seat(self.past, 0)

    @property
    def text(self) -> str:
        """In words: `with 4 players and 7 cards`."""
        players = number_of(self.rules.players, "player")
        return f"with {players} and {number_of(self.cards, 'card')}"


def _past(read: Sequence[str], example: GameExample, rules: DealRules) -> Past:
    """What the runs and tallies of every player have come to, where an example says that.

    After an auction also with what number it was won, and whether bids were made blind.  `read` are
    the names of all that the game remembers.
    """
    if "auction" in example.past and not has_auction(rules):
        fault = f"there is no auction in `{rules.name}`"
        help = "leave `auction` out, or name a deal with an auction"
        raise WrongExampleError(
            problems.examples.ImpossibleExample(example.fact_place, fault, help)
        )
    if BLIND in example.past and not may_bid_blind(rules):
        fault = f"nobody can choose to bid blind in `{rules.name}`"
        help = "leave `blind` out, or name a deal with `sight by choice`"
        raise WrongExampleError(
            problems.examples.ImpossibleExample(example.fact_place, fault, help)
        )
    names = [*read, *(["auction"] if has_auction(rules) else [])]
    unread = next((name for name in example.past if name not in (*names, BLIND)), None)
    if unread is not None:
        fault, help = f"no score of this game reads `{unread}`", f"leave `{unread}` out"
        raise WrongExampleError(
            problems.examples.ImpossibleExample(example.fact_place, fault, help)
        )
    told = [PastFigures(name, (example.past.get(name, 0),) * rules.players) for name in names]
    blind = range(rules.players) if example.past.get(BLIND) else ()
    return (*told, *blind_bids(rules, blind))


def _before_in_row(example: GameExample) -> int:
    """After how many deals of its row the deal of an example must come at least."""
    best = example.past.get(RowBest().name, 0)
    return max(example.past.get(RowMade().name, 0), int(best > 0))


class Scenes:
    """Finds the deals that the examples of one game are about."""

    def __init__(self, game: Game, budget: Budget) -> None:
        self.game = game
        self.budget = budget
        self._remembered = [each.name for each in remembered(game)]
        self._tables: dict[tuple[object, ...], Table] = {}
        self._spots: dict[tuple[object, ...], tuple[Spot, ...]] = {}

    def deal_name(self, example: GameExample) -> str:
        """The deal of an example: where it names none, the first of the schedule."""
        return example.deal or self.game.schedule[0].deals[0]

    def deals(self, table: Table, example: GameExample) -> list[ScheduledDeal]:
        """The deals of a match at a table that an example can be about, whatever their cards."""
        if example.number is None:
            return [*table.deals_of(self.deal_name(example))]
        row = table.scheduled(example.number)
        return [row] if row is not None and example.deal in (None, row.name) else []

    def tables(self, example: GameExample, players: int | None = None) -> tuple[Table, ...]:
        """The tables of an example: for its number of players, or for every one."""
        low, high = self.game.players
        wanted = example.players if example.players is not None else players
        if wanted is None:
            return tuple(self._table(n, example) for n in range(low, high + 1))
        if not low <= wanted <= high:
            raise WrongExampleError(
                problems.examples.ImpossibleExample(
                    example.fact_place,
                    f"the game is for {low} to {high} players, and this shows {wanted}",
                    f"show {low} to {high} players",
                )
            )
        return (self._table(wanted, example),)

    def _table(self, players: int, example: GameExample) -> Table:
        settings: tuple[tuple[str, Value], ...] = tuple(sorted(example.settings.items()))
        key = (players, settings)
        if key not in self._tables:
            try:
                table = self._tables[key] = make_table(self.game, players, example.settings)
            except (ArgumentError, EvaluationError) as error:
                raise WrongExampleError(
                    problems.examples.ImpossibleExample(
                        example.fact_place,
                        f"with these parameters the game cannot be played: {error}",
                        "give the parameters other values",
                    )
                ) from error
            game, deals = self.game, len(self.game.deals) + len(self.game.twists)
            said = EACH_OF_TABLE * (deals + len(game.lets) + len(game.parameters))
            self.budget.spend(ONE_TABLE + said + EACH_DEALT * len(table.schedule))
        return self._tables[key]

    def rules(
        self, table: Table, example: GameExample, name: str, number: int, cards: int
    ) -> DealRules:
        """The rules of a deal of that name and number after the calls of an example.

        Refuses a call that is not legal.
        """
        if example.calls:
            plain = table.rules(name)
            reason = why_not_call(plain, example.calls)
            if reason is not None:
                raise WrongExampleError(
                    problems.examples.ImpossibleExample(
                        example.fact_place,
                        f"this cannot be called: {reason.reason}",
                        "call what the deal offers",
                    )
                )
        return table.rules_with(name, example.calls, number, cards)

    def every_rules(self, example: GameExample) -> Iterator[DealRules]:
        """The rules of the example's deal after its calls, wherever it may be dealt.

        At each table they come once.  Of a deal that is never dealt they are those of one card in
        the first deal.
        """
        name, found = self.deal_name(example), False
        for table in self.tables(example):
            rows = self.deals(table, example)
            self.budget.spend(ONE_JUDGED)
            if example.number is None and not table.hangs_on(name):
                found = True
                yield self.rules(table, example, name, 1, 1)
                continue
            places = [
                (row, cards)
                for row in rows
                for cards in row.sizes
                if example.cards in (None, cards)
            ]
            self.budget.spend(EACH_LOOKED_AT * (len(rows) + 4 * len(places)))
            every = (self.rules(table, example, row.name, row.number, n) for row, n in places)
            for rules in {id(each): each for each in every}.values():
                found = True
                yield rules
        if not found:
            raise WrongExampleError(self._never_dealt(example, name))

    def spots(self, example: GameExample, tables: Sequence[Table]) -> Sequence[Spot]:
        """Every deal of the schedule that the example can be about, each size once a table."""
        where = (self.deal_name(example), example.number, example.cards, example.calls)
        past = tuple(sorted(example.past.items()))
        key = (*map(id, tables), *where, past)
        if key not in self._spots:
            self._spots[key] = tuple(self._found(example, tables))
        return self._spots[key]

    def _found(self, example: GameExample, tables: Sequence[Table]) -> Iterator[Spot]:
        found = False
        for table in tables:
            sizes: set[tuple[int, int]] = set()
            for scheduled in self.deals(table, example):
                self.budget.spend(EACH_LOOKED_AT)
                if scheduled.in_row < _before_in_row(example):
                    continue
                name = scheduled.name
                for cards in scheduled.sizes:
                    # a size of which the rules are the same counts once
                    self.budget.spend(EACH_LOOKED_AT)
                    chosen = id(table.rules_with(name, (), scheduled.number, cards))
                    if (cards, chosen) not in sizes and example.cards in (None, cards):
                        self.budget.spend(ONE_SPOT)
                        sizes.add((cards, chosen))
                        found = True
                        rules = self.rules(table, example, name, scheduled.number, cards)
                        past = _past(self._remembered, example, rules)
                        yield Spot(rules, scheduled.number, cards, past)
        if not found:
            raise WrongExampleError(self._never_dealt(example, self.deal_name(example)))

    def _dealt(self, example: GameExample) -> bool:
        """Whether a deal of the schedule is as an example says, bar what it says of its row."""
        return any(
            example.cards is None or row.low <= example.cards <= row.high
            for table in self.tables(example)
            for row in self.deals(table, example)
        )

    def _never_dealt(self, example: GameExample, name: str) -> Problem:
        if not any(name in row.deals for row in self.game.schedule):
            fault = f"`{name}` is not in the schedule; it can only be called"
            help = f"name the called deal: `in ... calling {name}`"
        elif (before := _before_in_row(example)) and self._dealt(example):
            fault = f"no such deal comes after {number_of(before, 'other')} of its row"
            help = "say less of the row, or name another deal"
        elif example.number is not None:
            return self._other_number(example, example.number)
        else:
            fault = f"`{name}` is never dealt like this"
            if example.cards is not None:
                fault = f"`{name}` is never dealt with {number_of(example.cards, 'card')}"
            help = "name a number of cards and of players with which the schedule has it"
            settable = self._settable(name)
            if settable is not None and settable not in example.settings:
                help += f"; `where {settable} = ...` before the colon sets what it hangs on"
        return problems.examples.ImpossibleExample(example.fact_place, fault, help)

    def _other_number(self, example: GameExample, number: int) -> Problem:
        """What stands at the number of an example that the schedule does not have so."""
        table = self.tables(example)[0]
        row = table.scheduled(number)
        if row is None:
            fault = f"no match has a deal {number}"
            help = f"with {number_of(table.players, 'player')} they are 1 to {len(table.schedule)}"
        elif example.deal is not None and row.name != example.deal:
            fault = f"deal {number} is `{row.name}`, not `{example.deal}`"
            numbers = [each.number for each in table.schedule if each.name == example.deal]
            help = f"give a number of `{example.deal}`"
            help += f", such as {numbers[0]}" if numbers else ""
        else:
            fault = f"deal {number} does not have {number_of(example.cards or 0, 'card')}"
            sizes = str(row.low) if row.low == row.high else f"{row.low} to {row.high}"
            help = f"it has {sizes}"
        return problems.examples.ImpossibleExample(example.fact_place, fault, help)

    def _settable(self, name: str) -> str | None:
        """A parameter on which it hangs how often and with how many cards a deal is played."""
        uses = NameBook(self.game.lets).uses
        read: set[str] = set()
        for number, row in enumerate(self.game.schedule):
            if name in row.deals:
                for expression in expressions_of_row(self.game, number):
                    read |= uses(expression).parameters
        return next((each.name for each in self.game.parameters if each.name in read), None)
