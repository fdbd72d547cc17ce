"""Samples of long lists of cases for the normal run; the other cases run with `-m long`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest


def every_nth(cases: Iterable[Any], step: int) -> list[Any]:
    """Returns all cases; all but each `step`th are marked `long`.

    Cases that are tuples are the values of several parameters. With a step that shares no divisor
    with their numbers of values, each value is in the sample.
    """
    return [
        pytest.param(
            *(case if isinstance(case, tuple) else (case,)),
            marks=[pytest.mark.long] if place % step else [],
        )
        for place, case in enumerate(cases)
    ]
