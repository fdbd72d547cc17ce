"""Where a rule comes from: its place in a file, what it cites, what it assumes."""

from __future__ import annotations

from dataclasses import field
from typing import Final

from clagdsl.lang.frozen import dataclass
from clagdsl.lang.source import Place


@dataclass(frozen=True, slots=True)
class Citation:
    """A declared source, its title, and the passage where one is named."""

    source: str
    title: str
    passage: str | None = None

    def __str__(self) -> str:
        return self.title if self.passage is None else f"{self.title}, {self.passage}"


_DEVIATION: Final = "deviation: "


@dataclass(frozen=True, slots=True)
class Assumption:
    """A reading that the sources do not state, or one that goes against them."""

    text: str
    citations: tuple[Citation, ...] = ()
    place: Place | None = field(default=None, compare=False, repr=False)

    @property
    def deviation(self) -> str | None:
        """What is played although the source says something else, if this is such a reading."""
        return self.text.removeprefix(_DEVIATION) if self.text.startswith(_DEVIATION) else None


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a rule stands in a file and what it cites; a default of the language has no place."""

    place: Place | None = None
    citations: tuple[Citation, ...] = ()
    assumptions: tuple[Assumption, ...] = ()


DEFAULT: Final = Origin()
"""The origin of what the language says where a file is silent."""
