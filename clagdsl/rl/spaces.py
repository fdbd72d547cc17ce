"""The spaces of Gymnasium that PettingZoo uses, too."""

from __future__ import annotations

from typing import Final

import gymnasium
import numpy as np

LARGEST: Final = np.iinfo(np.int32).max
"""No column of an observation holds more, nor less than the opposite."""


def observation_box(features: int) -> gymnasium.spaces.Box:
    """The space of observations with so many columns."""
    return gymnasium.spaces.Box(-LARGEST, LARGEST, (features,), np.int32)
