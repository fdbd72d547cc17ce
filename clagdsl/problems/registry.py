"""Every kind of problem there is.  Nothing else loads all the modules of problems at once."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import Final

from clagdsl.problems.model import KINDS, ProblemKind

MODULES: Final[tuple[str, ...]] = (
    "clagdsl.problems.syntax.files",
    "clagdsl.problems.syntax.bounds",
    "clagdsl.problems.syntax.phrases",
    "clagdsl.problems.syntax.statements",
    "clagdsl.problems.syntax.single_words",
    "clagdsl.problems.check.inheritance",
    "clagdsl.problems.check.limits",
    "clagdsl.problems.check.names",
    "clagdsl.problems.check.completeness",
    "clagdsl.problems.check.values",
    "clagdsl.problems.calls",
    "clagdsl.problems.proofs",
    "clagdsl.problems.examples",
    "clagdsl.problems.policies",
    "clagdsl.problems.actions.reasons",
    "clagdsl.problems.records.texts",
    "clagdsl.problems.records.mismatches",
    "clagdsl.problems.records.dealt_cards",
    "clagdsl.problems.arguments",
    "clagdsl.problems.simulation",
    "clagdsl.problems.batch",
    "clagdsl.problems.usage",
)
"""The modules whose functions make problems, in the order of the stages."""


def problem_kinds() -> Mapping[str, ProblemKind]:
    """Every kind of problem by code, in the order of the codes."""
    for module in MODULES:
        import_module(module)
    return dict(sorted(KINDS.items()))
