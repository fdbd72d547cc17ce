"""Forms of observations: compact integers, or numbers from -1 to 1 for networks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, Literal, TypeAlias, get_args

import gymnasium
import numpy as np

from clagdsl.rl.agent_matches import read_choice
from clagdsl.simulation.batch.agents import encode_one_hot
from clagdsl.simulation.batch.matches import Batch, arrays_of
from clagdsl.simulation.batch.vector_env import column_bounds
from clagdsl.simulation.lowering.arrays import Array

Form: TypeAlias = Literal["compact", "one-hot"]
"""The form of observations: the columns of a batch, or indicators and fractions."""

_INDICATED: Final = ("deal", "cards", "unseen", "said", "held", "bids", "tricks")
"""The parts whose numbers have an indicator for each value in the form `one-hot`."""


class Encoding:
    """The form of the observations of one game at one table."""

    def __init__(self, batch: Batch, form: Form) -> None:
        self.is_compact = read_choice(form, get_args(Form), "form of observations") == "compact"
        low, high = column_bounds(arrays_of(batch)[0])
        low, high = np.append(low, 0), np.append(high, 1)
        parts = {**batch.columns, "over": slice(batch.features, batch.features + 1)}
        spread = np.zeros(len(low), np.bool_)
        if not self.is_compact:
            for part in set(_INDICATED) & set(parts):
                spread[parts[part]] = True
        starts = np.append(0, np.cumsum(np.where(spread, high - low + 1, 1)))
        self._low, self._starts = low, starts[:-1]
        self._scales = (~spread / np.maximum(1, np.maximum(-low, high))).astype(np.float32)
        self.columns: Mapping[str, slice] = {
            part: slice(int(starts[each.start]), int(starts[each.stop]))
            for part, each in parts.items()
        }
        """The columns of each part of an observation, by the part's name."""
        if self.is_compact:
            ends = low.astype(np.int32), high.astype(np.int32)
            self.space: gymnasium.spaces.Box[Any] = gymnasium.spaces.Box(*ends, dtype=np.int32)
        else:
            least = np.zeros(int(starts[-1]), np.float32)
            least[self._starts] = low * self._scales
            self.space = gymnasium.spaces.Box(least, np.ones_like(least))
        """The space of observations."""

    def encode(self, seen: Array) -> Array:
        """Returns compact observations, [match, column], in this form."""
        if self.is_compact:
            return seen
        encoded = np.empty((len(seen), *self.space.shape), np.float32)
        encode_one_hot(seen, self._starts, self._low, self._scales, encoded)
        return encoded
