"""Plays one kind of deal by machine code, with the interface of `play_numpy`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from clagdsl.simulation.vector.backends import DTYPES, Kind, PlayableDeal
from clagdsl.simulation.vector.machine_code import MachineCode, host_code
from support.scripted_chance import ScriptedChance, ScriptedCode


def play_machine(
    deal: PlayableDeal,
    seed: int,
    numbers: NDArray[np.uint32],
    deal_number: int,
    inputs: Mapping[str, NDArray[Any]],
    given: ScriptedChance | None = None,
    code: MachineCode | None = None,
) -> dict[str, NDArray[Any]]:
    """Returns the same arrays as `play_numpy`, computed by machine code."""
    code = code or host_code()
    compiled = code.deal(deal) if given is None else ScriptedCode(code, deal)
    matches = len(numbers)
    more = compiled.padded(matches) - matches

    def pad(row: NDArray[Any], kind: Kind) -> NDArray[Any]:
        return np.pad(row.astype(DTYPES[kind]), (0, more))

    read = {name: pad(inputs[name], kind) for name, kind in deal.inputs}
    written = {name: np.zeros(matches + more, DTYPES[kind]) for name, kind in deal.outputs}
    rows = compiled.bind(pad(numbers, "u32"), read, written)
    if given is None:
        compiled.play(rows, matches + more, deal_number, seed)
    else:
        assert isinstance(compiled, ScriptedCode)
        space = (0, 0), (0, more)
        given = ScriptedChance(np.pad(given.cards, space), np.pad(given.words, space))
        compiled.play_scripted(rows, matches + more, deal_number, seed, given)
    return {name: row[:matches] for name, row in written.items()}
