"""Validates a request, then starts the run or compiles ahead for later runs."""

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
"""Bundled rules that together use every Numba function that any rules can need.

They cover ordinary and all other deals, callers, and a match that may end early.
"""


@dataclass(frozen=True, slots=True)
class CompiledAhead:
    """The folder of the compiled code, or the reason why it could not be saved."""

    folder: Path | None
    trouble: str | None


def run(request: Request, watch: Watch, names: Mapping[str, str] = ARGUMENTS) -> Simulation:
    """Plays the matches of a request; `names` are the argument names in messages about files.

    Raises ArgumentError, RulesError or FileError if the request cannot be fulfilled.
    """
    request.check_files(names)
    request.check()
    check_extras(request.extras, compiled=request.is_compiled)
    from clagdsl.simulation.runs.run import run_matches

    return run_matches(request, watch)


def prepare(request: Request, watch: Watch) -> CompiledAhead:
    """Compiles the code for matches with these policies; without rules, for any rules.

    Raises ArgumentError or RulesError if the request is invalid.
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
    """Yields a request for a match of each policy with each of the covering rules.

    The seating does not affect the code that is needed.
    """
    for player in dict.fromkeys(policy.split(",")):
        for name in COVERING_RULES:
            yield Request(RulesSource(name), matches=1, policy=player.strip())
