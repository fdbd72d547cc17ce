"""Runs the examples of a rules file against the rules, with the functions that play by them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import assert_never

from clagdsl.check.proof_report import GameExample
from clagdsl.check.prove.example_context import Scenes, WrongExampleError
from clagdsl.check.prove.examples_cards import run_play, run_trick
from clagdsl.check.prove.examples_match import run_payment, run_schedule, run_winner
from clagdsl.check.prove.examples_scores import run_bid, run_score
from clagdsl.check.prove.prover import Prover
from clagdsl.check.prove.reporter import Found
from clagdsl.lang.expr.free_variables import NameBook
from clagdsl.syntax import nodes
from clagdsl.table.budget import Budget


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
