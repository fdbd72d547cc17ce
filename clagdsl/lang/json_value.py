"""JSON values, and their text with one value per line."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from json import JSONEncoder
from typing import TypeAlias

JsonValue: TypeAlias = (
    bool | int | float | str | Sequence["JsonValue"] | Mapping[str, "JsonValue"] | None
)
JsonObject: TypeAlias = dict[str, JsonValue]


class TextValue:
    """A value whose JSON form is the string that `str` returns, such as an action."""

    __slots__ = ()


# --- JSON as indented text ----------------------------------------------------------------------


def indented(value: JsonValue, *, ensure_ascii: bool = True) -> str:
    """Returns the text of `json.dumps` with an indent of 2, in time linear in the size.

    `json.dumps` passes each line through every enclosing level, and long sums have many levels.
    """
    written: list[str] = []
    encoded = JSONEncoder(ensure_ascii=ensure_ascii).encode

    def write(value: JsonValue, line: str) -> None:
        if value and isinstance(value, Mapping):
            before = "{" + line + "  "
            for name, each in value.items():
                written.append(f"{before}{encoded(name)}: ")
                write(each, line + "  ")
                before = "," + line + "  "
            written.append(line + "}")
        elif value and isinstance(value, list | tuple):
            before = "[" + line + "  "
            for each in value:
                written.append(before)
                write(each, line + "  ")
                before = "," + line + "  "
            written.append(line + "]")
        else:
            written.append(encoded(value))

    write(value, "\n")
    return "".join(written)
