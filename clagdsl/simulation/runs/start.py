"""Begins a run, or compiles ahead what a first run needs; what was asked is checked first."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

from clagdsl.simulation.optional_deps import check_extras, plays_randomly
from clagdsl.simulation.request_error import ARGUMENTS
from clagdsl.simulation.runs.progress import Watch
from clagdsl.simulation.runs.request import Request, RulesSource

if TYPE_CHECKING:
    from clagdsl.simulation.runs.simulation import Simulation

COVERING_RULES: Final = ("pagat", "raf", "spades")
"""Bundled rules that need together what any rules need of Numba: ordinary deals and all others,
callers, an end that may come early."""


@dataclass(frozen=True, slots=True)
class CompiledAhead:
    """Where what was compiled is kept; or why it is not, and was compiled in vain."""

    folder: Path | None
    trouble: str | None


def run(request: Request, watch: Watch, names: Mapping[str, str] = ARGUMENTS) -> Simulation:
    """Plays what is asked for; `names` are what the arguments are called where files are told.

    Raises ArgumentError, RulesError, FileError.
    """
    request.check_files(names)
    request.check()
    check_extras(request.extras, compiled=request.is_compiled)
    from clagdsl.simulation.runs.run import run_matches

    return run_matches(request, watch)


def prepare(request: Request, watch: Watch) -> CompiledAhead:
    """Compiles what matches need whose seats play so; without rules, what any rules need.

    Raises ArgumentError, RulesError.
    """
    for each in [request] if request.rules.reference else _for_any_rules(request.policy):
        run(replace(each, ahead=True), watch)
    if plays_randomly(request.policy):
        from clagdsl.simulation.vector.code_files import code_folder

        folder, trouble = code_folder(), None
    else:
        from clagdsl.simulation.code_cache import KEPT, FunctionCache

        folder, trouble = KEPT, FunctionCache.trouble
    return CompiledAhead(folder, "no folder for it can be written" if folder is None else trouble)


def _for_any_rules(policy: str) -> Iterator[Request]:
    """Yields one match by each player in each of the rules: who sits beside whom makes no
    difference.
    """
    for player in dict.fromkeys(policy.split(",")):
        for name in COVERING_RULES:
            yield Request(RulesSource(name), matches=1, policy=player.strip())
