"""Runs the examples of a rules file against the rules, with the functions that play by them.

Examples of the schedule, of who wins and of payments are run here, the others by `examples_cards`
and `examples_scores`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import assert_never

from clagdsl import problems
from clagdsl.check.proof_report import GameExample
from clagdsl.check.prove.example_context import Scenes, WrongExampleError
from clagdsl.check.prove.examples_cards import run_play, run_trick
from clagdsl.check.prove.examples_scores import run_bid, run_score
from clagdsl.check.prove.prover import Prover
from clagdsl.check.prove.reporter import Found, number_of
from clagdsl.lang.cards import Suit
from clagdsl.lang.expr.evaluate import EvaluationError, number
from clagdsl.lang.expr.free_variables import NameBook
from clagdsl.lang.identifiers import is_word
from clagdsl.lang.rules import Value, settled_trumps, trump_word
from clagdsl.problems.model import Problem
from clagdsl.syntax import nodes
from clagdsl.table.budget import Budget
from clagdsl.table.schedule import ScheduledDeal
from clagdsl.table.scoring import match_winners

# --- every example ------------------------------------------------------------------------


def run_examples(prover: Prover, examples: Iterable[GameExample]) -> None:
    """Run every example of a game whose proofs hold; tells each one that fails."""
    scenes = Scenes(prover.game, prover.budget)
    for example in examples:
        prover.at = example.place
        prover.budget.spend(300)
        try:
            _run(example, scenes, prover.book, prover.budget)
        except WrongExampleError as error:
            prover.findings.add((Found(("example", example.place), error.found),))


def _run(example: GameExample, scenes: Scenes, book: NameBook, budget: Budget) -> None:
    fact = example.fact
    match fact:
        case nodes.ScoreFact():
            run_score(example, fact, scenes, book, budget)
        case nodes.BidFact():
            run_bid(example, fact, scenes, budget)
        case nodes.TrickFact():
            run_trick(example, fact, scenes)
        case nodes.PlayFact():
            run_play(example, fact, scenes)
        case nodes.PaymentFact():
            run_payment(example, fact, scenes, book)
        case nodes.WinnerFact():
            run_winner(example, fact, scenes)
        case nodes.ScheduleFact():
            run_schedule(example, fact, scenes)
        case _:
            assert_never(fact)


# --- examples of whole matches ------------------------------------------------------------


def run_schedule(example: GameExample, fact: nodes.ScheduleFact, scenes: Scenes) -> None:
    """Check which deal stands at a number of the schedule, at every table left open."""
    game = scenes.game
    deal = game.deal(fact.deal.text)
    name = deal.name if deal is not None else fact.deal.text
    for table in scenes.tables(example):
        found = table.scheduled(fact.number)
        said = _described(ScheduledDeal(fact.number, name, fact.cards, fact.cards))
        given = None if found is None else _described(found)
        if found is not None and found.name == name and found.low <= fact.cards <= found.high:
            trumps = settled_trumps(table.rules_of(found, cards=fact.cards).trump)
            if fact.trump in (None, trumps):
                continue
            said = f"{said}{_with_trumps(fact.trump)}"
            given = f"{given}{_with_trumps(trumps)}"
        rule = game.schedule_origin.place
        scene = f"with {number_of(table.players, 'player')}"
        raise WrongExampleError(
            problems.examples.WrongExampleDeal(
                example.fact_place, fact.number, said, given, scene, rule
            )
        )


def _described(deal: ScheduledDeal) -> str:
    name = deal.name if is_word(deal.name) else f'"{deal.name}"'
    if deal.low < deal.high:
        return f"{name} with {deal.low} to {deal.high} cards"
    return f"{name} with {number_of(deal.high, 'card')}"


def _with_trumps(trumps: tuple[Suit, ...] | None) -> str:
    if trumps is None:
        return " and a trump that the schedule does not say"
    return f" trump {' '.join(map(trump_word, trumps or (None,)))}"


def run_winner(example: GameExample, fact: nodes.WinnerFact, scenes: Scenes) -> None:
    """Check who wins a match with these totals."""
    game, place = scenes.game, example.fact_place
    many = len(fact.totals)
    lists = (fact.wins, fact.failed or fact.totals, fact.completed or fact.totals)
    if any(len(figures) != many for figures in lists):
        fault = "there are not as many figures of each kind as totals"
        help = "give one figure of each kind for every player shown"
        raise WrongExampleError(problems.examples.ImpossibleExample(place, fault, help))
    _known_criteria(example, fact, scenes)
    none = (0,) * many
    winners = match_winners(game.winner, fact.totals, fact.failed or none, fact.completed or none)
    given = tuple(seat in winners for seat in range(many))
    if given != fact.wins:
        rule = game.winner.origin.place
        raise WrongExampleError(problems.examples.WrongMatchWinners(place, fact.wins, given, rule))


def _known_criteria(example: GameExample, fact: nodes.WinnerFact, scenes: Scenes) -> None:
    """Refuse an example in which a tie is decided by figures that it does not give."""
    figures = {
        "highest total": fact.totals,
        "lowest total": fact.totals,
        "fewest failed": fact.failed,
        "most completed": fact.completed,
    }
    winner = scenes.game.winner
    tied = tuple(range(len(fact.totals)))
    for done, criterion in enumerate(winner.criteria):
        if len(tied) == 1:
            return
        if figures[criterion] is None:
            word = criterion.split()[-1]
            raise WrongExampleError(
                _unsuitable(
                    example,
                    f"`{criterion}` decides this tie, and the example does not say how many",
                    f"add `{word}` with one figure for each player",
                    scenes,
                )
            )
        none = (0,) * len(fact.totals)
        so_far = type(winner)(winner.criteria[: done + 1])
        tied = match_winners(so_far, fact.totals, fact.failed or none, fact.completed or none)


def _unsuitable(example: GameExample, fault: str, help: str, scenes: Scenes) -> Problem:
    place = scenes.game.winner.origin.place
    return problems.examples.UnsuitableExample(example.fact_place, fault, help, place)


def run_payment(
    example: GameExample, fact: nodes.PaymentFact, scenes: Scenes, book: NameBook
) -> None:
    """Check what a loser pays a winner, at every table that the example leaves open."""
    settlement = scenes.game.settlement
    place = example.fact_place
    if settlement is None:
        fault = "nobody pays anything: the game has no settlement"
        help = "add a line `settle loser pays winner ...`"
        raise WrongExampleError(problems.examples.UnsuitableExample(place, fault, help, None))
    names: dict[str, Value] = {}
    for who, figures in (("loser", fact.loser), ("winner", fact.winner)):
        given = {"total": figures.total, "failed": figures.failed, "completed": figures.completed}
        names.update({f"{who}.{name}": n for name, n in given.items() if n is not None})
    _check_figures(example, fact, scenes, names, book)
    for table in scenes.tables(example):
        try:
            amount = number(settlement.expression, {**table.names, **names})
        except EvaluationError as error:
            fault = f"these figures have no payment: {error.fault}"
            help = "show figures that a match can end with"
            raise WrongExampleError(
                problems.examples.ImpossibleExample(place, fault, help)
            ) from error
        if amount != fact.amount:
            scene = f"with {number_of(table.players, 'player')}"
            rule = settlement.origin.place
            found = problems.examples.WrongExamplePayment(place, fact.amount, amount, scene, rule)
            raise WrongExampleError(found)


def _check_figures(
    example: GameExample,
    fact: nodes.PaymentFact,
    scenes: Scenes,
    names: dict[str, Value],
    book: NameBook,
) -> None:
    game, place = scenes.game, example.fact_place
    assert game.settlement is not None
    for name in sorted(book.uses(game.settlement.expression).variables):
        if "." in name and name not in names:
            who, figure = name.split(".")
            found = problems.examples.UnsuitableExample(
                place,
                f"the payment depends on what the {who} {figure}",
                f"add `{figure}` with its number to the {who}",
                game.settlement.origin.place,
            )
            raise WrongExampleError(found)
    first = game.winner.criteria[0]
    if first == "highest total" and fact.loser.total > fact.winner.total:
        fault = "the loser has the higher total, and so would win"
        help = "exchange the two totals"
        raise WrongExampleError(problems.examples.ImpossibleExample(place, fault, help))
    if first == "lowest total" and fact.loser.total < fact.winner.total:
        fault = "the loser has the lower total, and so would win"
        help = "exchange the two totals"
        raise WrongExampleError(problems.examples.ImpossibleExample(place, fault, help))
