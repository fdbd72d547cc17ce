"""The games that tables can be opened for: the bundled ones and those of the command line."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from threading import Lock
from typing import Final

from clagdsl.api import PlayableGame, load
from clagdsl.check.compiled.compiled_game import compiled_again
from clagdsl.check.proof_report import Evidence
from clagdsl.lang.errors import FileError
from clagdsl.lang.fingerprint import rules_hash
from clagdsl.lang.game_json import game_json
from clagdsl.lang.game_text import title_of
from clagdsl.lang.json_lines import indented
from clagdsl.lang.resources import bundled_names, bundled_title, family_names
from clagdsl.lang.rules import Game
from clagdsl.lang.source import SourceText

MOST_FILES: Final = 500
MOST_STRANGE: Final = 100
"""So many rules that are not in the list are remembered; tables have theirs in the file."""


@dataclass(frozen=True, slots=True)
class OfferedGame:
    """A game of the list: how addresses name it, its title, where its rules are."""

    slug: str
    title: str
    reference: str


class OfferedGames:
    """All games that are offered; each is checked when it is first asked for, and kept."""

    def __init__(self, files: Sequence[str]) -> None:
        """The games of these files and folders; raises RulesError, FileError."""
        self._lock = Lock()
        self._games: dict[str, PlayableGame] = {}
        self._by_print: dict[str, PlayableGame] = {}
        self._strange: dict[str, PlayableGame] = {}
        own: list[OfferedGame] = []
        for number, path in enumerate(_paths(files), 1):
            game = load(path)
            slug = f"file-{number}"
            self._games[slug] = game
            self._by_print[rules_hash(game.rules)] = game
            own.append(OfferedGame(slug, title_of(game.rules), path))
        self.own = tuple(own)
        self.bundled = tuple(map(_bundled, bundled_names()))
        self.family = tuple(map(_bundled, family_names()))
        self._listed = {one.slug: one for one in (*self.own, *self.bundled, *self.family)}

    def listed(self, slug: str) -> OfferedGame | None:
        """The game that addresses name so: of the list, or written by somebody."""
        strange = self._strange.get(_fingerprint(slug))
        if strange is not None:
            return OfferedGame(slug, title_of(strange.rules), strange.reference)
        return self._listed.get(slug)

    def game(self, slug: str) -> PlayableGame:
        """The rules of a game that addresses name so, checked."""
        strange = self._strange.get(_fingerprint(slug))
        if strange is not None:
            return strange
        with self._lock:
            if slug not in self._games:
                self._remember(slug, load(self._listed[slug].reference))
            return self._games[slug]

    def known(self, fingerprint: str) -> PlayableGame | None:
        """The rules of a fingerprint, where they are at hand."""
        return self._by_print.get(fingerprint) or self._strange.get(fingerprint)

    def written(self, compiled: str) -> PlayableGame:
        """Rules that a worker has checked and compiled, from now on at hand.

        Raises ValueError for a text that is none.
        """
        rules = compiled_again(SourceText("rules.json", compiled))
        fingerprint = rules_hash(rules)
        known = self.known(fingerprint)
        if known is None:
            known = PlayableGame(
                rules, PROVED_ELSEWHERE, reference=_file_of(rules), proved_elsewhere=True
            )
            while len(self._strange) >= MOST_STRANGE:
                self._strange.pop(next(iter(self._strange)))
            self._strange[fingerprint] = known
        return known

    def slug_of(self, game: PlayableGame) -> str:
        """How addresses name a game that is at hand."""
        for slug, offered in self._games.items():
            if offered is game:
                return slug
        return f"{_WRITTEN}{rules_hash(game.rules).rpartition(':')[2]}"

    def _remember(self, slug: str, game: PlayableGame) -> None:
        self._games[slug] = game
        self._by_print[rules_hash(game.rules)] = game


PROVED_ELSEWHERE: Final = Evidence((0, 0), 0, (0, 0), (), (), 0)
"""What is known here of rules that another process has proved."""
_WRITTEN: Final = "written-"


def _fingerprint(slug: str) -> str:
    """The fingerprint in the name of written rules, "" in another."""
    return f"sha256:{slug.removeprefix(_WRITTEN)}" if slug.startswith(_WRITTEN) else ""


def _file_of(rules: Game) -> str:
    """How a record names rules that somebody has written: the file that a table gives of them."""
    return f"{'-'.join(re.findall('[a-z0-9]+', title_of(rules).lower()))[:60] or 'rules'}.json"


def rules_text(game: PlayableGame) -> str:
    """The rules as a text that stands alone: what a file keeps of them."""
    return indented(game_json(game.rules), ensure_ascii=False)


def _paths(files: Sequence[str]) -> list[str]:
    """The rules files that are meant: of a folder all that it has."""
    found: list[str] = []
    for name in files:
        folder = Path(name)
        found += sorted(map(str, folder.glob("*.clag"))) if folder.is_dir() else [name]
    if len(found) > MOST_FILES:
        raise FileError(f"{len(found)} rules files are too many: at most {MOST_FILES} are offered")
    return found


@cache
def _bundled(name: str) -> OfferedGame:
    """A bundled game by the title in its text: to check them all would take seconds."""
    return OfferedGame(name, bundled_title(name), name)
