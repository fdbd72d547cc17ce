"""The rooms whose Python is mutated, and the tests that are to notice it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from mutation.python_mutants import PACKAGE, PythonMutant, mutants


@dataclass(frozen=True, slots=True)
class Room:
    """Modules that are mutated together, and tests that run in the process that started them."""

    modules: tuple[str, ...]
    """Patterns below the package."""
    tests: tuple[str, ...]
    """Patterns below `tests`; those that notice nothing of this room are left out."""
    plain: bool = False
    """Whether compiled functions are run as plain Python."""

    def paths(self) -> list[str]:
        """Its modules, as paths below the package."""
        found = [path for pattern in self.modules for path in sorted(PACKAGE.glob(pattern))]
        return [str(path.relative_to(PACKAGE)) for path in found]

    def mutants(self) -> list[PythonMutant]:
        """Every mutant of every module."""
        return [one for path in self.paths() for one in mutants(path)]


ROOMS: Final[Mapping[str, Room]] = {
    "prover": Room(
        (
            "check/prove/*.py",
            "check/lints/miss_pays.py",
            "check/lints/trump_rotation.py",
            "lang/expr/intervals.py",
            "lang/expr/operators.py",
        ),
        (
            "check/test_advice_followed.py",
            "check/test_problems.py",
            "check/test_prove_[!b]*.py",
            "check/test_versions.py",
            "conformance/test_cases.py",
            "explain/test_whole_packs.py",
            "language",
            "lang/test_operators.py",
            "lang/test_evaluate.py",
            "lang/test_expression_text.py",
            "problems/test_golden_problems.py",
            "problems/test_pages.py",
            "rules_files/test_rules_files.py",
        ),
    ),
    "machine": Room(
        ("table/*.py",),
        ("table", "engine", "language", "check/test_prove_[!b]*.py"),
    ),
    "interpreter": Room(
        ("engine/**/*.py",),
        (
            "engine",
            "table",
            "language",
            "conformance_suite/test_conformance_mutants.py",
            "simulation/test_policy_codes.py",
        ),
    ),
    "kernels": Room(
        ("simulation/kernels/*.py", "simulation/lowering/*.py", "simulation/batch/step.py"),
        (
            "mutation/by_hand.py",
            "simulation/test_bits.py",
            "simulation/test_lowering.py",
            "simulation/test_policy_codes.py",
        ),
        plain=True,
    ),
    "vector": Room(
        (
            "simulation/vector/hands.py",
            "simulation/vector/tricks.py",
            "simulation/vector/phases.py",
            "simulation/vector/expressions.py",
            "simulation/vector/schedule.py",
            "simulation/runner.py",
        ),
        (
            "simulation/test_answers.py",
            "simulation/test_early_end.py",
            "simulation/test_given.py",
            "simulation/test_vector_expressions.py",
            "simulation/test_ways.py",
        ),
    ),
    "records": Room(
        ("records/*.py",),
        ("mutation/sheet_cases.py", "records", "cli/test_replay.py"),
    ),
    "scorekeeping": Room(
        ("scorekeeping/*.py",),
        ("scorekeeping", "cli/test_kept_matches.py"),
    ),
    # without programs that run in processes of their own, and without tests in a browser
    "serve": Room(
        (
            "serve/[!br]*.py",
            "serve/bots.py",
            "serve/rate_limit.py",
            "serve/replies.py",
            "serve/rules_editor.py",
            "serve/rules_pages.py",
        ),
        (
            "serve/test_at_the_online_table.py",
            "serve/test_bots.py",
            "serve/test_comings_and_goings.py",
            "serve/test_command.py",
            "serve/test_consent.py",
            "serve/test_damaged_file.py",
            "serve/test_export.py",
            "serve/test_form_turns.py",
            "serve/test_home.py",
            "serve/test_lobby.py",
            "serve/test_match_sync.py",
            "serve/test_own_rules.py",
            "serve/test_safe_pages.py",
            "serve/test_score_keeper.py",
            "serve/test_season_page.py",
            "serve/test_signs.py",
            "serve/test_sync.py",
            "serve/test_workers.py",
            "serve/test_written_rules.py",
        ),
    ),
}
