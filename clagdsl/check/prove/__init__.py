"""Proves facts about a game by enumerating everything that can happen, and runs its examples."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from clagdsl import problems
from clagdsl.check.proof_report import Evidence, GameExample
from clagdsl.check.prove.prover import Prover
from clagdsl.lang.rules import Game, Value
from clagdsl.problems.diagnostic import Diagnostic


def prove(
    game: Game, examples: tuple[GameExample, ...], version: int = 1
) -> tuple[Evidence | None, tuple[Diagnostic, ...]]:
    """Returns the evidence for a game, or None if there is an error, and all problems."""
    prover = Prover(game, version)
    prover.prove()
    if examples and not prover.findings.failed:
        from clagdsl.check.prove.examples import run_examples

        prover.run_within_budget(lambda: run_examples(prover, examples))
    diagnostics = tuple(prover.findings.diagnostics)
    if prover.findings.failed:
        return None, diagnostics
    return prover.evidence(len(examples)), diagnostics


def prove_table(
    game: Game, players: int, parameters: Mapping[str, Value]
) -> tuple[Diagnostic, ...]:
    """Returns the errors of a game for one number of players and one value of every parameter.

    Used for combinations that `prove` leaves out, in which several parameters are changed.
    """
    at_values = tuple(replace(p, default=parameters[p.name]) for p in game.parameters)
    prover = Prover(replace(game, players=(players, players), parameters=at_values))
    prover.settings.tried = ()
    prover.prove()
    wrong = (d for d in prover.findings.diagnostics if d.severity == "error")
    # `ends when` has to end a match early at some table, not at each
    return tuple(d for d in wrong if d.code != problems.proofs.NeverEnds.code)
