"""Every kind of problem there is.  Nothing else loads all the modules of problems at once."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import Final

from clagdsl.diagnostics import KINDS, ProblemKind

MODULES: Final[tuple[str, ...]] = (
    "clagdsl.syntax.problems.reading",
    "clagdsl.syntax.problems.bounds",
    "clagdsl.syntax.problems.phrases",
    "clagdsl.syntax.problems.structure",
    "clagdsl.syntax.problems.words",
    "clagdsl.checker.problems.inheritance",
    "clagdsl.checker.problems.limits",
    "clagdsl.checker.problems.names",
    "clagdsl.checker.problems.structure",
    "clagdsl.checker.problems.values",
    "clagdsl.checker.choice_problems",
    "clagdsl.checker.proof_problems",
    "clagdsl.checker.example_problems",
    "clagdsl.machine.policies",
    "clagdsl.machine.reasons",
    "clagdsl.records.problems",
    "clagdsl.records.disagreements",
    "clagdsl.records.card_problems",
    "clagdsl.arguments",
    "clagdsl.figures.problems",
    "clagdsl.stepping.problems",
    "clagdsl.cli.problems",
)
"""The modules whose functions make problems, in the order of the stages."""


def problem_kinds() -> Mapping[str, ProblemKind]:
    """Every kind of problem by code, in the order of the codes."""
    for module in MODULES:
        import_module(module)
    return dict(sorted(KINDS.items()))
