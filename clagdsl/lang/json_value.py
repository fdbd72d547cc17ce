"""What can stand in a JSON document."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias

JsonValue: TypeAlias = (
    bool | int | float | str | Sequence["JsonValue"] | Mapping[str, "JsonValue"] | None
)
JsonObject: TypeAlias = dict[str, JsonValue]


class Written:
    """A value that stands in JSON as the text that `str` gives: an action."""

    __slots__ = ()
