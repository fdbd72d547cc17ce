"""The games that tables can be opened for: the bundled ones and those of the command line."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from threading import Lock
from typing import Final

from clagdsl.api import PlayableGame, load
from clagdsl.lang.errors import FileError
from clagdsl.lang.fingerprint import rules_hash
from clagdsl.lang.game_json import game_json
from clagdsl.lang.game_text import title_of
from clagdsl.lang.json_lines import indented
from clagdsl.lang.resources import bundled_names, bundled_title, family_names

MOST_FILES: Final = 500


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
        self._kept_lock = Lock()  # a table that is opened waits for no game of the list
        self._games: dict[str, PlayableGame] = {}
        self._by_print: dict[str, PlayableGame] = {}
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
        """The game that addresses name so."""
        return self._listed.get(slug)

    def game(self, slug: str) -> PlayableGame:
        """The rules of a listed game, checked."""
        with self._lock:
            if slug not in self._games:
                self._remember(slug, load(self._listed[slug].reference))
            return self._games[slug]

    def kept(self, fingerprint: str, text: str | None) -> PlayableGame | None:
        """The rules of a fingerprint, from the list or from the text that a file keeps of them."""
        with self._kept_lock:
            found = self._by_print.get(fingerprint)
            if found is None and text is not None:
                found = load(text=text)
                self._by_print[fingerprint] = found
            return found

    def _remember(self, slug: str, game: PlayableGame) -> None:
        self._games[slug] = game
        self._by_print[rules_hash(game.rules)] = game


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
