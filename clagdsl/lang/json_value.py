"""What can stand in a JSON document."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from json import JSONEncoder
from typing import TypeAlias

JsonValue: TypeAlias = (
    bool | int | float | str | Sequence["JsonValue"] | Mapping[str, "JsonValue"] | None
)
JsonObject: TypeAlias = dict[str, JsonValue]


class TextValue:
    """A value that stands in JSON as the text that `str` gives: an action."""

    __slots__ = ()


# --- a JSON document as text, each value on a line of its own -------------------------------------


def indented(value: JsonValue, *, ensure_ascii: bool = True) -> str:
    """What `json.dumps` writes with an indent of 2, but in time by the size of the document.

    That hands each line through every level that it lies in, which are many in a long sum.
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
