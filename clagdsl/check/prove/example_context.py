"""Finds the deals that an example can be about, and runs the examples of scores and bids.

An example consists of a scene (the situation) and a fact (what must follow). The scene may leave
open the number of players, cards or the deal. The fact must then hold in every matching deal of the
schedule. If it holds only in some of them, the example is reported as too open; if no deal matches,
as impossible or unsuitable.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Final, TypeAlias, TypeVar

from clagdsl import problems
from clagdsl.check.proof_report import GameExample
from clagdsl.check.prove.match_proofs import expressions_of_row
from clagdsl.check.prove.parameter_space import IdentityCache
from clagdsl.check.prove.reporter import align_columns, count_text
from clagdsl.lang.expr.evaluate import EvaluationError, number
from clagdsl.lang.expr.free_variables import UsesCache, variables
from clagdsl.lang.expr.simplify import constant, simplify
from clagdsl.lang.frozen import dataclass
from clagdsl.lang.limits import (
    EXAMPLE_DEAL_COST,
    EXAMPLE_MATCH_COST,
    EXAMPLE_PASTS_STEPS,
    SCHEDULED_DEAL_COST,
    TABLE_COST,
    TABLE_ENTRY_COST,
)
from clagdsl.lang.numerals import join_words
from clagdsl.lang.references import subexpressions
from clagdsl.lang.rules import (
    BidInTurn,
    BidTogether,
    ChosenBid,
    Expression,
    FixedBid,
    Free,
    Game,
    NoBid,
    Value,
)
from clagdsl.lang.source import Place
from clagdsl.problems.diagnostic import ArgumentError, Problem, Reason
from clagdsl.problems.escape import join_in_backticks
from clagdsl.syntax import nodes
from clagdsl.table.bids import (
    OwnPast,
    blind_bids,
    has_auction,
    legal_bids,
    may_bid_blind,
    why_not_bid,
)
from clagdsl.table.budget import Budget, TooMuchError
from clagdsl.table.choices import trump_names_of, why_not_call
from clagdsl.table.deal_rules import DealRules
from clagdsl.table.history import (
    Past,
    PastFigures,
    limits_read,
    remembered,
    scoring_expressions,
    values_of_seat,
)
from clagdsl.table.outcomes import BLIND
from clagdsl.table.possible_pasts import PastValues, impossible_text, pasts_by_deal
from clagdsl.table.schedule import ScheduledDeal
from clagdsl.table.scoring import (
    counting_this,
    points_of_winners,
    possible_points,
    possible_together,
    score_deal,
    some_points,
    worths,
)
from clagdsl.table.table import Table, make_table


class WrongExampleError(Exception):
    """Raised with the problem of an example."""

    def __init__(self, problem: Problem) -> None:
        self.problem = problem


def impossible(example: GameExample, fault: str, help: str) -> WrongExampleError:
    """Returns an error for an example whose situation cannot occur."""
    return WrongExampleError(problems.examples.ImpossibleExample(example.fact_place, fault, help))


def unsuitable(
    example: GameExample, fault: str, help: str, rule: Place | None
) -> WrongExampleError:
    """Returns an error for an example that does not fit the rule it is about."""
    return WrongExampleError(
        problems.examples.UnsuitableExample(example.fact_place, fault, help, rule)
    )


@dataclass(frozen=True, slots=True)
class ExampleDeal:
    """A deal of a match at a table: its rules after the calls, its number and its hand size."""

    rules: DealRules
    number: int
    cards: int
    past: Past = ()
    trump: str | None = None
    """The trump as formulas compare it; None if the score does not read it."""

    @property
    def players(self) -> int:
        """The number of players."""
        return self.rules.players

    @property
    def own_past(self) -> OwnPast:
        """The state of runs and tallies that an example gives for every player."""
        return values_of_seat(self.past, 0)

    @property
    def text(self) -> str:
        """The table as a phrase: `with 4 players and 7 cards`."""
        players, cards = count_text(self.rules.players, "player"), count_text(self.cards, "card")
        if self.trump is None:
            return f"with {players} and {cards}"
        return f"with {players}, {cards} and `{self.trump}` as trump"


def _past(read: Sequence[str], example: GameExample, rules: DealRules) -> Past:
    """Returns the state of runs and tallies that an example gives, the same for every player.

    Includes the winning bid of an auction and blind bids. `read` lists the names whose values the
    game remembers.
    """
    if "auction" in example.past and not has_auction(rules):
        fault = f"there is no auction in `{rules.name}`"
        help = "leave `auction` out, or name a deal with an auction"
        raise impossible(example, fault, help)
    if BLIND in example.past and not may_bid_blind(rules):
        fault = f"nobody can choose to bid blind in `{rules.name}`"
        help = "leave `blind` out, or name a deal with `sight by choice`"
        raise impossible(example, fault, help)
    names = [*read, *(["auction"] if has_auction(rules) else [])]
    unread = next((name for name in example.past if name not in (*names, BLIND)), None)
    if unread is not None:
        fault, help = f"no score of this game reads `{unread}`", f"leave `{unread}` out"
        raise impossible(example, fault, help)
    figures = [PastFigures(name, (example.past.get(name, 0),) * rules.players) for name in names]
    blind = range(rules.players) if example.past.get(BLIND) else ()
    return (*figures, *blind_bids(rules, blind))


_SCENES: Final = tuple(
    (*parts, *trump)
    for trump in ((), ("trump",))
    for parts in (
        (),
        ("cards",),
        ("players",),
        ("cards", "players"),
        ("number", "cards"),
        ("number", "cards", "players"),
    )
)
"""Additions to an example that leaves something open, in the order tried."""


def _reads_number(rules: DealRules) -> bool:
    """Returns whether a score or a limit on bids reads the number of the deal."""
    limits = (*subexpressions(rules.each_bid), *subexpressions(rules.last_bid))
    return any("deal" in variables(read) for read in (rules.score, *limits))


class Scenes:
    """Finds the deals that the examples of one game are about."""

    def __init__(self, game: Game, version: int, budget: Budget) -> None:
        self.game = game
        self.version = version
        self.budget = budget
        self._remembered = [each.name for each in remembered(game)]
        self._reads_trump = any("trump" in variables(one) for one in scoring_expressions(game))
        self._tables: dict[tuple[object, ...], Table] = {}
        self._deal_cache: dict[tuple[object, ...], tuple[ExampleDeal, ...]] = {}
        self._reads_number = IdentityCache(_reads_number)
        self._refused_calls: dict[tuple[object, ...], Reason | None] = {}
        self._pasts: dict[tuple[object, ...], list[frozenset[PastValues]]] = {}

    def deal_name(self, example: GameExample) -> str:
        """Returns the name of an example's deal, by default the first deal of the schedule."""
        return example.deal or self.game.schedule[0].deals[0]

    def deals(self, table: Table, example: GameExample) -> list[ScheduledDeal]:
        """Returns the scheduled deals that an example can be about, with any number of cards."""
        if example.number is None:
            return [*table.deals_of(self.deal_name(example))]
        row = table.scheduled(example.number)
        return [row] if row is not None and example.deal in (None, row.name) else []

    def tables(self, example: GameExample, players: int | None = None) -> tuple[Table, ...]:
        """Returns the tables of an example: one for its number of players, or for every number."""
        low, high = self.game.players
        player_count = example.players if example.players is not None else players
        if player_count is None:
            return tuple(self._table(n, example) for n in range(low, high + 1))
        if not low <= player_count <= high:
            raise impossible(
                example,
                f"the game is for {low} to {high} players, but the example has {player_count}",
                f"write an example for {low} to {high} players",
            )
        return (self._table(player_count, example),)

    def _table(self, players: int, example: GameExample) -> Table:
        settings: tuple[tuple[str, Value], ...] = tuple(sorted(example.settings.items()))
        key = (players, settings)
        if key not in self._tables:
            try:
                table = self._tables[key] = make_table(self.game, players, example.settings)
            except (ArgumentError, EvaluationError) as error:
                raise impossible(
                    example,
                    f"with these parameters the game cannot be played: {error}",
                    "give the parameters other values",
                ) from error
            game, deals = self.game, len(self.game.deals) + len(self.game.twists)
            formula_cost = TABLE_ENTRY_COST * (deals + len(game.lets) + len(game.parameters))
            self.budget.spend(TABLE_COST + formula_cost + SCHEDULED_DEAL_COST * len(table.schedule))
        return self._tables[key]

    def rules(
        self, table: Table, example: GameExample, name: str, number: int, cards: int
    ) -> DealRules:
        """Returns the rules of a deal after the calls of an example.

        Raises WrongExampleError if a call is not legal.
        """
        if example.calls:
            key = (id(table), name, example.calls)
            if key not in self._refused_calls:
                self._refused_calls[key] = why_not_call(table.rules(name), example.calls)
            reason = self._refused_calls[key]
            if reason is not None:
                raise impossible(
                    example, f"this cannot be called: {reason.reason}", "call what the deal offers"
                )
        return table.rules_with(name, example.calls, number, cards)

    def _why_not_past(
        self, example: GameExample, table: Table, scheduled: ScheduledDeal
    ) -> str | None:
        """Returns why no player can have the past of an example before a deal; None if it may be
        possible. What the example does not name may have any value.
        """
        names = tuple(name for name in self._remembered if name in example.past)
        if not names:
            return None
        key = (id(table), names)
        if key not in self._pasts:
            pasts = self._pasts[key] = []
            budget = self.budget.portion(EXAMPLE_PASTS_STEPS)
            with suppress(TooMuchError, EvaluationError):
                for each in pasts_by_deal(table, names, budget):
                    pasts.append(each)
            self.budget.settle(budget)
        past = tuple([example.past[name] for name in names])
        for possible in self._pasts[key][scheduled.number - 1 : scheduled.number]:
            if past not in possible:
                where = f"before deal {scheduled.number}"
                return impossible_text(where, names, [past], possible)
        return None

    def matching_deals(
        self, example: GameExample, tables: Sequence[Table]
    ) -> Sequence[ExampleDeal]:
        """Returns every deal that the example can be about, each size once per table."""
        where = (self.deal_name(example), example.number, example.cards, example.calls)
        past = tuple(sorted(example.past.items()))
        key = (*map(id, tables), *where, past, example.trump)
        if key not in self._deal_cache:
            self._deal_cache[key] = tuple(self._find_spots(example, tables))
        return self._deal_cache[key]

    def _find_spots(self, example: GameExample, tables: Sequence[Table]) -> Iterator[ExampleDeal]:
        if example.trump and not self._reads_trump:
            raise impossible(example, "no score of this game reads `trump`", "leave `trump` out")
        is_dealt = False
        impossible_past: str | None = None
        possible: dict[str, None] = {}
        for table in tables:
            sizes: set[tuple[int, int, int]] = set()
            for scheduled in self.deals(table, example):
                self.budget.spend(EXAMPLE_MATCH_COST)
                name = scheduled.name
                reason = self._why_not_past(example, table, scheduled)
                for cards in scheduled.sizes:
                    # a size with the same rules counts once, unless they read the deal's number
                    self.budget.spend(EXAMPLE_MATCH_COST)
                    if example.cards not in (None, cards):
                        continue
                    if reason is not None:
                        impossible_past = reason
                        continue
                    rules = self.rules(table, example, name, scheduled.number, cards)
                    number = scheduled.number if self._reads_number(rules) else 0
                    if (cards, id(rules), number) not in sizes:
                        self.budget.spend(EXAMPLE_DEAL_COST)
                        sizes.add((cards, id(rules), number))
                        is_dealt = True
                        past = _past(self._remembered, example, rules)
                        is_read = example.trump or "trump" in rules.score_reads
                        names = trump_names_of(rules, cards) if is_read else ()
                        possible |= dict.fromkeys(names)
                        for trump in names if is_read else (None,):
                            if example.trump in (None, trump):
                                yield ExampleDeal(rules, scheduled.number, cards, past, trump)
        if not is_dealt and impossible_past is not None:
            raise impossible(example, impossible_past, "give figures that are possible by then")
        if not is_dealt:
            raise self._never_dealt(example, self.deal_name(example))
        if example.trump not in (None, *possible):
            fault = f"`{example.trump}` is never trump in `{name}`"
            raise impossible(example, fault, f"trump there is {join_in_backticks([*possible])}")

    def left_open(
        self, example: GameExample, held: ExampleDeal, wrong: Sequence[ExampleDeal]
    ) -> WrongExampleError:
        """Returns an error for an example that holds in one deal, but not in all it may be about.

        The help adds to the example what only that deal has.
        """
        texts = [held.text, wrong[0].text]
        if texts[0] == texts[1]:
            texts = [f"in deal {each.number} {each.text}" for each in (held, wrong[0])]
        scene = next(
            parts
            for parts in _SCENES
            if all(any(getattr(each, k) != getattr(held, k) for k in parts) for each in wrong)
        )
        words = {
            "number": f"as number {held.number}",
            "cards": f"with {count_text(held.cards, 'card')}",
            "players": f"for {held.players} players",
            "trump": f"where trump = {held.trump}",
        }
        missing = [part for part in words if part in scene and getattr(example, part) is None]
        help = f"add `{' '.join(words[part] for part in missing)}`"
        if "number" in missing and self.version == 1:
            help += ", and change the first line to `clag 2`"
        fault = f"the example is right {texts[0]}, but wrong {texts[1]}"
        return WrongExampleError(problems.examples.ExampleLeftOpen(example.fact_place, fault, help))

    def _never_dealt(self, example: GameExample, name: str) -> WrongExampleError:
        if not any(name in row.deals for row in self.game.schedule):
            fault = f"`{name}` is not in the schedule; it can only be called"
            help = f"name the deal in which it is called: `in ... calling {name}`"
        elif example.number is not None:
            return self._other_number(example, example.number)
        else:
            fault = f"`{name}` is never dealt like this"
            if example.cards is not None:
                fault = f"`{name}` is never dealt with {count_text(example.cards, 'card')}"
            help = "choose numbers of cards and players for which the schedule has it"
            settable = self._parameter_to_set(name)
            if settable is not None and settable not in example.settings:
                help += f"; it depends on a parameter: `where {settable} = ...` before the colon"
        return impossible(example, fault, help)

    def _other_number(self, example: GameExample, number: int) -> WrongExampleError:
        """Returns an error that names the deal which the schedule has at this number."""
        table = self.tables(example)[0]
        row = table.scheduled(number)
        if row is None:
            fault = f"no match has a deal {number}"
            help = f"with {count_text(table.players, 'player')}, give 1 to {len(table.schedule)}"
        elif example.deal is not None and row.name != example.deal:
            fault = f"deal {number} is `{row.name}`, not `{example.deal}`"
            numbers = [each.number for each in table.schedule if each.name == example.deal]
            help = f"give the number of a deal `{example.deal}`"
            help += f", such as {numbers[0]}" if numbers else ""
        else:
            fault = f"deal {number} does not have {count_text(example.cards or 0, 'card')}"
            sizes = str(row.low) if row.low == row.high else f"{row.low} to {row.high}"
            help = f"its number of cards is {sizes}"
        return impossible(example, fault, help)

    def _parameter_to_set(self, name: str) -> str | None:
        """Returns a parameter that determines the number of times a deal is played, or its number
        of cards; or None.
        """
        uses = UsesCache(self.game.lets).uses
        read: set[str] = set()
        for place, row in enumerate(self.game.schedule):
            if name in row.deals:
                for expression in expressions_of_row(self.game, place):
                    read |= uses(expression).parameters
        return next((each.name for each in self.game.parameters if each.name in read), None)


# --- examples of scores and bids ----------------------------------------------------------


T = TypeVar("T")

Refusal: TypeAlias = Callable[[], WrongExampleError]
"""Creates the error of an example that does not fit a deal.

It is raised only if the example fits no deal at all.
"""

_FEW = 5
"""The most numbers listed in a message."""

_FIGURES_OF_ALL = frozenset(("bids", "highest_bid", "same_bids", "most", "most_count", "makers"))
"""Variables that depend on the figures of all players."""


def _impossible(example: GameExample, fault: str, help: str) -> Refusal:
    return partial(impossible, example, fault, help)


def _unsuitable(example: GameExample, fault: str, help: str, rule: Place | None) -> Refusal:
    return partial(unsuitable, example, fault, help, rule)


def _first_wrong_answer(
    example: GameExample,
    scenes: Scenes,
    players: int | None,
    refused: Callable[[ExampleDeal], Refusal | None],
    answer: Callable[[ExampleDeal], T],
    right: T,
) -> tuple[ExampleDeal, T] | None:
    """Returns the first deal whose answer is not `right`, and that answer; None if all answers are.

    Deals that `refused` rejects are skipped. Raises WrongExampleError if it rejects all, or if only
    some answers are correct.
    """
    held: ExampleDeal | None = None
    refusal: Refusal | None = None
    wrong: list[tuple[ExampleDeal, T]] = []
    for spot in scenes.matching_deals(example, scenes.tables(example, players)):
        here = refused(spot)
        if here is not None:
            refusal = refusal or here
        elif (actual := answer(spot)) == right:
            held = held or spot
        else:
            wrong.append((spot, actual))
    if not wrong:
        if held is None and refusal is not None:
            raise refusal()
        return None
    if held is None:
        return wrong[0]
    raise scenes.left_open(example, held, [spot for spot, _ in wrong])


# --- scores -------------------------------------------------------------------------------


def run_score(
    example: GameExample, fact: nodes.ScoreFact, scenes: Scenes, book: UsesCache, budget: Budget
) -> None:
    """Checks the scores that an example states in every deal that it may be about."""
    one = fact.taking or (len(fact.tricks) == 1 and len(fact.scores) == 1)
    players = None if one else len(fact.tricks)
    _check_lengths(example, fact, one)

    def refused(spot: ExampleDeal) -> Refusal | None:
        budget.spend(60)
        return _wrong_bids(example, fact, spot, one) or _wrong_tricks(example, fact, spot, one)

    wrong = _first_wrong_answer(
        example,
        scenes,
        players,
        refused,
        lambda spot: _scores(example, fact, spot, _bids(fact, spot, one), book),
        fact.scores,
    )
    if wrong is not None:
        spot, scores = wrong
        rule = spot.rules.origin("score").place
        table = _figures_table(fact, scores)
        raise WrongExampleError(
            problems.examples.WrongExampleScore(
                example.fact_place, fact.scores, scores, spot.text, rule, table
            )
        )


def _figures_table(fact: nodes.ScoreFact, scores: Sequence[int]) -> tuple[str, ...]:
    if len(scores) == 1:
        return ()
    rows = [["player", "bid", "tricks", "example", "rules"]]
    for seat, tricks in enumerate(fact.tricks):
        bid = "-" if fact.bids is None else str(fact.bids[seat])
        row = [str(seat + 1), bid, str(tricks), str(fact.scores[seat]), str(scores[seat])]
        rows.append(row)
    return align_columns(rows)


def _check_lengths(example: GameExample, fact: nodes.ScoreFact, one: bool) -> None:
    expected = 1 if one else len(fact.tricks)
    many = {len(fact.scores)} | ({len(fact.bids)} if fact.bids is not None else set())
    many |= {len(fact.points.value)} if fact.points is not None else set()
    wrong: Refusal | None = None
    if many != {expected}:
        fault = "there are not as many bids, tricks and scores as players"
        wrong = _impossible(example, fault, "give one figure of each for every player shown")
    elif not one and example.players not in (None, expected):
        fault = f"the example is for {example.players} players, but has figures for {expected}"
        wrong = _impossible(example, fault, "give one figure of each for every player")
    elif fact.taking and len(set(fact.tricks)) != len(fact.tricks):
        wrong = _impossible(example, "a trick is taken twice", "name each trick once")
    if wrong is not None:
        raise wrong()


def _wrong_bids(
    example: GameExample, fact: nodes.ScoreFact, spot: ExampleDeal, one: bool
) -> Refusal | None:
    """Returns why the bids of an example are impossible in a deal, or None."""
    name, rule = spot.rules.name, spot.rules.origin("bid").place
    match spot.rules.bid:
        case NoBid():
            if fact.bids is not None:
                fault = f"nobody bids in `{name}`"
                return _unsuitable(example, fault, "leave the bids out", rule)
        case FixedBid(number=fixed):
            if fact.bids not in (None, _bids(fact, spot, one)):
                fault = f"everybody bids {fixed} in `{name}`"
                return _unsuitable(example, fault, "leave the bids out", rule)
        case BidInTurn() | BidTogether():
            if fact.bids is None:
                fault = f"the players bid in `{name}`, but the example has no bid"
                help = "add the bid, as in `bid 2 tricks 2 scores 12`"
                return _unsuitable(example, fault, help, rule)
            if max(fact.bids) > spot.cards or min(fact.bids) < 0:
                fault = f"nobody can bid {max(fact.bids)} {spot.text}"
                return _impossible(example, fault, f"bid at most {spot.cards}")
    return None


def _bids(fact: nodes.ScoreFact, spot: ExampleDeal, one: bool) -> tuple[int, ...] | None:
    """Returns the bids in a deal, as stated in the example or fixed by the rules, or None."""
    if isinstance(spot.rules.bid, FixedBid):
        return (spot.rules.bid.number,) * (1 if one else len(fact.tricks))
    return fact.bids


def _wrong_tricks(
    example: GameExample, fact: nodes.ScoreFact, spot: ExampleDeal, one: bool
) -> Refusal | None:
    """Returns why the tricks of an example are impossible in a deal, or None."""
    total = len(fact.tricks) if fact.taking else sum(fact.tricks)
    if min(fact.tricks) < (1 if fact.taking else 0):
        return _impossible(example, "a number is too low", "write at least 0, or 1 after `taking`")
    if fact.taking and max(fact.tricks) > spot.cards:
        fault = f"there is no trick {max(fact.tricks)} {spot.text}"
        return _impossible(example, fault, f"name tricks from 1 to {spot.cards}")
    if total > spot.cards or (not one and total != spot.cards):
        fault = f"the tricks add up to {total} {spot.text}"
        return _impossible(example, fault, f"make the tricks of all players add up to {spot.cards}")
    return _wrong_points(example, fact, spot)


def _wrong_points(example: GameExample, fact: nodes.ScoreFact, spot: ExampleDeal) -> Refusal | None:
    """Returns why the tricks of an example cannot be worth its points, or None."""
    trick_worths = worths(spot.rules, spot.cards)
    tricks = (len(fact.tricks),) if fact.taking else fact.tricks
    for won, points in zip(tricks, fact.points.value if fact.points else (), strict=False):
        possible: Sequence[int] = points_of_winners(spot.rules, spot.cards)[won]
        if fact.taking and trick_worths.takers_decide:
            possible = (sum(trick_worths.usual[trick - 1] for trick in fact.tricks),)
        if points not in possible:
            fault = f"{count_text(won, 'trick')} cannot be worth {count_text(points, 'point')}"
            worth = _ranges_text(sorted(possible))
            return _impossible(example, f"{fault} {spot.text}", f"the points can be {worth}")
    if fact.points is not None and not fact.taking and sum(fact.tricks) == spot.cards:
        return _wrong_together(example, fact.points.value, fact.tricks, spot)
    return None


def _ranges_text(numbers: Sequence[int]) -> str:
    """Formats numbers, as in `1 to 5 or 14 to 17`; of a long list, only the ends."""
    spans: list[tuple[int, int]] = []
    for one in numbers:
        if spans and spans[-1][1] == one - 1:
            spans[-1] = (spans[-1][0], one)
        else:
            spans.append((one, one))
    if len(numbers) <= _FEW:
        return join_words([str(each) for each in numbers], "or")
    if len(spans) == 1 or len(spans) > _FEW:
        return f"from {numbers[0]} to {numbers[-1]}"
    return join_words([str(a) if a == b else f"{a} to {b}" for a, b in spans], "or")


def _wrong_together(
    example: GameExample, points: Sequence[int], tricks: Sequence[int], spot: ExampleDeal
) -> Refusal | None:
    """Returns why the points of all players are impossible in one deal, or None."""
    if possible_together(spot.rules, spot.cards, tricks, points):
        return None
    every = points_of_winners(spot.rules, spot.cards)[spot.cards]
    fault = f"the points of all players cannot add up to {sum(points)}"
    worth = f"they add up to {every[0]}"
    if sum(points) in every:
        fault, worth = "the players cannot have these points together", "count the cards again"
    elif len(every) > 1:
        worth = f"they add up to at least {every[0]} and at most {every[-1]}"
    return _impossible(example, f"{fault} {spot.text}", worth)


def _scores(
    example: GameExample,
    fact: nodes.ScoreFact,
    spot: ExampleDeal,
    bids: tuple[int, ...] | None,
    book: UsesCache,
) -> tuple[int, ...]:
    trick_worths = worths(spot.rules, spot.cards)
    points = _points(fact, spot)
    won = (len(fact.tricks),) if fact.taking else fact.tricks
    own = [_own_names(spot, won[n], None if bids is None else bids[n]) for n in range(len(won))]
    remaining = [_remaining_score(spot, names) for names in own]
    uses = [book.uses(score).variables for score in remaining]
    if any("points" in read and worth is None for read, worth in zip(uses, points, strict=True)):
        if trick_worths.takers_decide:
            raise _missing_figures(
                example, spot, "the numbers of the tricks", "`bid 1 taking 2 5 scores ...`"
            )
        unsaid = "the points of the tricks taken"
        raise _missing_figures(example, spot, unsaid, "`bid 1 tricks 2 points 10 scores ...`")
    if len(won) == 1:
        if uses[0] & _FIGURES_OF_ALL:
            unsaid = "the figures of all players"
            raise _missing_figures(example, spot, unsaid, "`bids 1 0 2 tricks 1 1 3 scores ...`")
        names = {**own[0], "points": points[0] or 0}
        return (number(remaining[0], names),)
    certain_points = tuple(worth for worth in points if worth is not None)
    if len(certain_points) < len(points):
        # unknown points do not affect the score, so any will do
        takers = [seat for seat, taken in enumerate(fact.tricks) for _ in range(taken)]
        certain_points = some_points(spot.rules, spot.cards, takers)
    results = score_deal(
        spot.rules,
        deal=spot.number,
        cards=spot.cards,
        bids=bids,
        tricks=fact.tricks,
        points=certain_points,
        past=spot.past,
        trump=spot.trump,
    )
    return tuple(result.score for result in results)


def _remaining_score(spot: ExampleDeal, names: Mapping[str, Value]) -> Expression:
    """Returns the score, simplified with the values of these names."""
    return simplify(spot.rules.score, {name: constant(value) for name, value in names.items()})


def _points(fact: nodes.ScoreFact, spot: ExampleDeal) -> tuple[int | None, ...]:
    """Returns the points of each player that the example mentions, or None if uncertain."""
    if fact.points is not None:
        return fact.points.value
    trick_worths = worths(spot.rules, spot.cards)
    if fact.taking and trick_worths.takers_decide:
        return (sum(trick_worths.usual[trick - 1] for trick in fact.tricks),)
    won = (len(fact.tricks),) if fact.taking else fact.tricks
    possible = [possible_points(spot.rules, spot.cards)[tricks] for tricks in won]
    return tuple(each[0] if len(each) == 1 else None for each in possible)


def _own_names(spot: ExampleDeal, tricks: int, bid: int | None) -> dict[str, Value]:
    """Returns the values of all names that follow from one player's bid and tricks."""
    names: dict[str, Value] = {
        **spot.rules.names,
        **dict(spot.own_past),
        "deal": spot.number,
        "cards": spot.cards,
        "tricks": tricks,
    }
    if spot.trump is not None:
        names["trump"] = spot.trump
    if bid is not None:
        names |= {"bid": bid, "made": bid == tricks}
        names.setdefault(BLIND, False)
    return counting_this(names)


def _missing_figures(
    example: GameExample, spot: ExampleDeal, unsaid: str, such_as: str
) -> WrongExampleError:
    needed = f"the score depends on {unsaid}, which the example leaves out"
    rule = spot.rules.origin("score").place
    return unsuitable(example, needed, f"add them, as in {such_as}", rule)


# --- bids ---------------------------------------------------------------------------------


def run_bid(example: GameExample, fact: nodes.BidFact, scenes: Scenes, budget: Budget) -> None:
    """Checks whether a bid is legal in every deal that the example may be about."""

    wrong = _first_wrong_bid(example, fact, scenes, budget)
    if wrong is not None:
        stated = _figure_to_state(example, fact, wrong, scenes, budget)
        raise WrongExampleError(_wrong_bid(example, fact, wrong, stated))


def _first_wrong_bid(
    example: GameExample, fact: nodes.BidFact, scenes: Scenes, budget: Budget
) -> ExampleDeal | None:
    """Returns the first deal whose rules contradict an example of a bid, or None."""

    def refused(spot: ExampleDeal) -> Refusal | None:
        budget.spend(100)
        return _wrong_earlier(example, fact, spot)

    def answer(spot: ExampleDeal) -> bool:
        return _is_legal(fact, spot, spot.own_past)

    wrong = _first_wrong_answer(example, scenes, None, refused, answer, fact.allowed)
    return None if wrong is None else wrong[0]


def _is_legal(fact: nodes.BidFact, spot: ExampleDeal, past: OwnPast) -> bool:
    bids = _bids_before(fact, spot)
    legal = legal_bids(spot.rules, deal=spot.number, cards=spot.cards, bids=bids, past=past)
    return fact.bid in legal


_FIGURES_TRIED: Final = range(1, 21)
"""The values that are tried for a run, tally or auction that an example leaves out."""


def _figure_to_state(
    example: GameExample,
    fact: nodes.BidFact,
    spot: ExampleDeal,
    scenes: Scenes,
    budget: Budget,
) -> str:
    """Returns the figure to add to an example so that it holds, as in `zeros = 2`; "" if none."""
    past = dict(spot.own_past)
    for name in sorted((limits_read(spot.rules) & past.keys()) - {*example.past, BLIND}):
        for value in _FIGURES_TRIED:
            budget.spend(100)
            if _is_legal(fact, spot, (*{**past, name: value}.items(),)) == fact.allowed:
                stated = replace(example, past={**example.past, name: value})
                with suppress(WrongExampleError):
                    if _first_wrong_bid(stated, fact, scenes, budget) is None:
                        return f"{name} = {value}"
                break
    return ""


def _wrong_bid(
    example: GameExample, fact: nodes.BidFact, spot: ExampleDeal, stated: str
) -> Problem:
    rules, bids = spot.rules, _bids_before(fact, spot)
    reason = why_not_bid(
        rules,
        deal=spot.number,
        cards=spot.cards,
        bids=bids,
        bid=fact.bid,
        past=spot.own_past,
    )
    words = "" if reason is None else f"under the rules {reason.reason}"
    rule = reason.place if reason is not None else _place_of_limit(rules, len(bids))
    has_where = bool(example.past or example.settings or example.trump)
    figure = stated and f"{', ' if has_where else 'where '}{stated}"
    return problems.examples.WrongExampleBid(
        example.fact_place, fact.bid, fact.allowed, spot.text, words, rule, figure
    )


def _bids_before(fact: nodes.BidFact, spot: ExampleDeal) -> tuple[int, ...]:
    """Returns the earlier bids, in turn; the others' bids if somebody bids again.

    Bids made together are shown from eldest on.
    """
    bid = spot.rules.bid
    if not isinstance(bid, BidTogether) or bid.again is None:
        return fact.bids
    return fact.bids[1:] if bid.again == "eldest" else fact.bids[:-1]


def _place_of_limit(rules: DealRules, earlier: int) -> Place | None:
    """Returns the place of the limit that allows a bid after `earlier` ones; None without any."""
    is_last = earlier == rules.players - 1
    if is_last and not isinstance(rules.last_bid, Free):
        return rules.origin("last_bid").place
    return None if isinstance(rules.each_bid, Free) else rules.origin("each_bid").place


def _wrong_earlier(example: GameExample, fact: nodes.BidFact, spot: ExampleDeal) -> Refusal | None:
    """Returns why the earlier bids of an example are impossible in a deal, or None."""
    rules = spot.rules
    if not isinstance(rules.bid, ChosenBid):
        fault = f"nobody chooses a bid in `{rules.name}`"
        help = "name a deal in which the players bid"
        return _unsuitable(example, fault, help, rules.origin("bid").place)
    if isinstance(rules.bid, BidTogether) and rules.bid.again is not None:
        return _wrong_first_bids(example, fact, spot, rules.bid.again)
    if len(fact.bids) >= rules.players:
        fault = f"after {len(fact.bids)} bids, all {rules.players} players have bid"
        return _impossible(example, fault, "show fewer earlier bids, or add `for ... players`")
    for done, bid in enumerate(fact.bids):
        before = fact.bids[:done]
        past = _no_past(spot)
        if bid not in legal_bids(rules, deal=spot.number, cards=spot.cards, bids=before, past=past):
            return partial(_forbidden_earlier_bid, example, spot, before, bid)
    return None


def _wrong_first_bids(
    example: GameExample, fact: nodes.BidFact, spot: ExampleDeal, again: str
) -> Refusal | None:
    """Returns why nobody bids again after these bids, which all have made at once, or None."""
    rules, many = spot.rules, len(fact.bids)
    if many not in (0, rules.players):
        fault = f"the number of bids is {many}, but all {rules.players} players bid at once"
        return _impossible(example, fault, "show all bids, beginning with eldest, or none")
    for bid in fact.bids:
        past = _no_past(spot)
        if bid not in legal_bids(rules, deal=spot.number, cards=spot.cards, bids=(), past=past):
            return partial(_forbidden_earlier_bid, example, spot, (), bid)
    own = fact.bids[:1] if again == "eldest" else fact.bids[-1:]
    before, past = _bids_before(fact, spot), spot.own_past
    legal = legal_bids(rules, deal=spot.number, cards=spot.cards, bids=before, past=past)
    if set(own) & set(legal):
        fault = f"these bids meet the limit {spot.text}, so nobody bids again"
        return _impossible(example, fault, "show bids that break it, or none")
    return None


def _no_past(spot: ExampleDeal) -> OwnPast:
    """Returns the other players' runs and tallies, which are 0 as before the first deal."""
    return tuple((each.name, 0) for each in spot.past)


def _forbidden_earlier_bid(
    example: GameExample, spot: ExampleDeal, before: tuple[int, ...], bid: int
) -> WrongExampleError:
    reason = why_not_bid(
        spot.rules,
        deal=spot.number,
        cards=spot.cards,
        bids=before,
        bid=bid,
        past=_no_past(spot),
    )
    assert reason is not None
    fault = f"the earlier bid {bid} is not allowed {spot.text}: {reason.reason}"
    return impossible(example, fault, "show earlier bids that are allowed")
