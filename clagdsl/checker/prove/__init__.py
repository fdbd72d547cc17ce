"""Proofs about a game, by going through everything that can happen, and its examples."""

from __future__ import annotations

from clagdsl.checker.evidence import Evidence, GameExample
from clagdsl.checker.prove.prover import Prover
from clagdsl.diagnostics import Diagnostic
from clagdsl.game import Game


def prove(
    game: Game, examples: tuple[GameExample, ...]
) -> tuple[Evidence | None, tuple[Diagnostic, ...]]:
    """The evidence for a game, or None where something is wrong, and every problem found."""
    prover = Prover(game)
    prover.prove()
    if examples and not prover.findings.failed:
        from clagdsl.checker.prove.examples import run_examples

        prover.watch(lambda: run_examples(prover, examples))
    found = tuple(prover.findings.diagnostics)
    if prover.findings.failed:
        return None, found
    return prover.evidence(len(examples)), found
