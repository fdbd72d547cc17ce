"""Begins a run: what was asked is checked before anything is loaded or played."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from clagdsl.simulation.optional_deps import check_extras
from clagdsl.simulation.request_error import ARGUMENTS
from clagdsl.simulation.runs.request import Request
from clagdsl.simulation.runs.watch import Watch

if TYPE_CHECKING:
    from clagdsl.simulation.runs.simulation import Simulation


def run(request: Request, watch: Watch, names: Mapping[str, str] = ARGUMENTS) -> Simulation:
    """Play what is asked for; `names` are what the arguments are called where files are told.

    Raises ArgumentError, RulesError, FileError.
    """
    request.check_files(names)
    request.check()
    check_extras(request.extras, compiled=request.is_compiled)
    from clagdsl.simulation.runs.run import run_matches

    return run_matches(request, watch)
