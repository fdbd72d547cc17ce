"""A file of names: which names are of one player."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import MappingProxyType
from typing import Final

from clagdsl import problems
from clagdsl.lang.limits import LONGEST_NAME
from clagdsl.lang.source import Place, SourceText, Span
from clagdsl.problems.model import Diagnostic
from clagdsl.problems.safe_text import quoted
from clagdsl.season.finished_match import FinishedMatch

MOST_BYTES: Final = 65_536
"""A file of names has no more bytes."""

_TOML_PLACE: Final = re.compile(r" \(at (?:line (\d+), column (\d+)|end of document)\)$")
_KEY: Final = re.compile(r"^[ \t]*[^#\s\[\]][^=\n]*=", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class OtherNames:
    """Who is meant by names: `players` has it for each name that is not the player's own."""

    source: SourceText
    players: Mapping[str, str] = field(default_factory=dict)
    problems: tuple[Diagnostic, ...] = ()

    def joined(self, match: FinishedMatch) -> FinishedMatch | tuple[str, str, str]:
        """The match under the players' own names, or the name that two of them would have."""
        if not self.players:
            return match
        seen: dict[str, str] = {}
        names: list[str] = []
        for line, name in enumerate(match.players):
            own = name if line in match.programs else self.players.get(name, name)
            if line not in match.programs:
                if own in seen:
                    return own, seen[own], name
                seen[own] = name
            names.append(own)
        return replace(match, players=tuple(names))


def read_other_names(path: Path, shown_name: str) -> OtherNames:
    """The names in a TOML file; never raises, whatever it is."""
    source = SourceText(shown_name, "")
    try:
        with path.open("rb") as file:
            data = file.read(MOST_BYTES + 1)
    except (OSError, ValueError) as error:
        reason = (error.strerror if isinstance(error, OSError) else None) or str(error)
        return _wrong(source, None, f"the file of names cannot be read: {reason.lower()}")
    if len(data) > MOST_BYTES:
        return _wrong(source, None, f"the file of names has more than {MOST_BYTES:,} bytes")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return _wrong(source, None, "the file of names is not UTF-8 text")
    source = SourceText(shown_name, text)
    if "." in "".join(re.findall(r"^[^\"'#=\n]*=", text, re.MULTILINE)):
        # A dotted key is a table within a table: no name is one, and the parser has no bounds.
        return _wrong(source, None, "a name with a dot in it stands in quotation marks")
    try:
        table = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        return _not_toml(source, str(error))
    return _read(source, table)


def _read(source: SourceText, table: Mapping[str, object]) -> OtherNames:
    players: dict[str, str] = {}
    wrong: list[Diagnostic] = []

    def tell(name: str, reason: str) -> None:
        place = _place(source, name)
        wrong.append(problems.records.WrongOtherNames(place, reason).diagnostic())

    for name, others in table.items():
        if not isinstance(others, list) or not all(isinstance(one, str) for one in others):
            tell(name, f"the other names of {quoted(name)} are no list of texts")
            continue
        for other in others:
            if not other.strip() or len(other) > LONGEST_NAME:
                tell(name, f"a name has 1 to {LONGEST_NAME} letters")
            elif other in table:
                tell(
                    name, f"{quoted(other)} is a player of this file, and a name of {quoted(name)}"
                )
            elif players.get(other, name) != name:
                tell(name, f"{quoted(other)} is a name of {quoted(players[other])}, too")
            else:
                players[other] = name
    if wrong:
        return OtherNames(source, problems=tuple(wrong))
    return OtherNames(source, MappingProxyType(players))


def _place(source: SourceText, name: str) -> Place:
    """Where the line of a player begins, else the beginning of the file."""
    for found in _KEY.finditer(source.text):
        key = found[0].strip().removesuffix("=").strip()
        if key.strip("\"'") == name:
            start = found.start() + len(found[0]) - len(found[0].lstrip())
            return source.place(Span(start, start + len(key)))
    return source.place(Span(0, 0))


def _not_toml(source: SourceText, told: str) -> OtherNames:
    found = _TOML_PLACE.search(told)
    reason = told if found is None else told[: found.start()]
    place = None
    if found is not None and found[1] is not None:
        line, column = int(found[1]), int(found[2])
        place = Place(source.name, line, column, line, column + 1)
    return _wrong(source, place, f"this is not TOML: {reason[:1].lower()}{reason[1:100]}")


def _wrong(source: SourceText, place: Place | None, reason: str) -> OtherNames:
    place = place or source.place(Span(0, 0))
    told = problems.records.WrongOtherNames(place, reason).diagnostic()
    return OtherNames(source, problems=(told,))
