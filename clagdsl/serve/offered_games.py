"""The games that tables can be opened for: the bundled ones and those of the command line."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from threading import Lock
from typing import Final

from clagdsl.api import PlayableGame, load
from clagdsl.check.checker import compiled_json
from clagdsl.check.proof_report import Evidence
from clagdsl.lang.game_json import game_in
from clagdsl.lang.json_value import indented
from clagdsl.lang.resources import bundled_names, bundled_title, family_names
from clagdsl.lang.rules import Game, title_of
from clagdsl.lang.source import SourceText
from clagdsl.problems.model import RulesError
from clagdsl.serve.own_rules import OwnRules
from clagdsl.serve.thread_apart import ThreadApart

MOST_STRANGE: Final = 100
"""So many rules that are not in the list are remembered; tables have theirs in the file."""


@dataclass(frozen=True, slots=True)
class OfferedGame:
    """A game of the list: how addresses name it, and its title."""

    slug: str
    title: str


@dataclass(frozen=True, slots=True)
class WrittenGame:
    """Rules that somebody has written: how addresses name them, and what they are."""

    slug: str
    game: PlayableGame


class OfferedGames:
    """All games that are offered; a bundled one is checked when it is first asked for, and kept."""

    def __init__(self, files: Sequence[str]) -> None:
        """The games of these files and folders; raises ArgumentError for a name that is no game's.

        Raises RulesError where there are files, and not one of them can be offered.
        """
        self.own: Final = OwnRules(files)
        errors = [one.error for one in self.own.files if one.error is not None]
        if errors and len(errors) == len(self.own.files):
            found = [each for error in errors for each in error.diagnostics]
            texts = {name: text for error in errors for name, text in error.sources.items()}
            raise RulesError(tuple(found), texts)
        self.bundled: Final = tuple(map(_bundled, bundled_names()))
        self.family: Final = tuple(map(_bundled, family_names()))
        self._bundled = frozenset(one.slug for one in (*self.bundled, *self.family))
        self._lock = Lock()
        self._games: dict[str, PlayableGame] = {}
        self._strange: dict[str, PlayableGame] = {}
        self._prints: dict[int, _Printed] = {}

    async def ready(self, slug: str, apart: ThreadApart) -> PlayableGame | None:
        """As `game`, of a file as it is now; while anything is checked, no table waits."""
        if self.own.file(slug) is not None:
            await self.own.looked()
        return await apart.run(self.game, slug)

    def game(self, slug: str) -> PlayableGame | None:
        """The rules that addresses name so, checked: of the list, or written by somebody."""
        strange = self._strange.get(slug)
        if strange is not None:
            return strange
        own = self.own.file(slug)
        if own is not None:
            return own.game
        if slug not in self._bundled:
            return None
        with self._lock:
            if slug not in self._games:
                self._games[slug] = load(slug)
            return self._games[slug]

    def known(self, text: str) -> PlayableGame | None:
        """The rules that a text has, where they are at hand."""
        fingerprint = text_hash(text)
        strange = self._strange.get(_slug(fingerprint))
        if strange is not None:
            return strange
        with self._lock:
            ready = [*(one.game for one in self.own.files if one.game), *self._games.values()]
            # to write a text takes a moment, and of hundreds of games most have another title
            called = [game for game in ready if _title_line(game.rules) in text]
            kept = {id(game): self._prints[id(game)] for game in ready if id(game) in self._prints}
            for game in called:
                if id(game) not in kept:
                    kept[id(game)] = _Printed(game, text_hash(rules_text(game)))
            self._prints = kept
            found = (one.game for one in kept.values() if one.fingerprint == fingerprint)
            return next(found, None)

    def written(self, compiled: str) -> WrittenGame:
        """Rules that a worker has checked and compiled, from now on at hand.

        Raises ValueError for a text that is none.
        """
        slug = _slug(text_hash(compiled))
        known = self._strange.get(slug)
        if known is None:
            made = game_in(json.loads(compiled))
            known = PlayableGame(
                made.game,
                PROVED_ELSEWHERE,
                reference=_file_of(made.game),
                proved_elsewhere=True,
                texts=tuple(SourceText(each.name, each.text) for each in made.texts),
            )
            while len(self._strange) >= MOST_STRANGE:
                self._strange.pop(next(iter(self._strange)))
            self._strange[slug] = known
        return WrittenGame(slug, known)


@dataclass(frozen=True, slots=True)
class _Printed:
    """A game at hand with the fingerprint of its text."""

    game: PlayableGame
    fingerprint: str


PROVED_ELSEWHERE: Final = Evidence((0, 0), 0, (0, 0), (), (), 0)
"""What is known here of rules that another process has proved."""
WRITTEN: Final = "written-"


def text_hash(text: str) -> str:
    """The fingerprint of a text of rules, under which a file of tables keeps it.

    Rules that play the same but for their title are two: each table shows what was written for it.
    """
    return f"sha256:{sha256(text.encode('utf-8', 'surrogatepass')).hexdigest()}"


def _title_line(rules: Game) -> str:
    """The line of a text of rules that has their title."""
    return f'"title": {json.dumps(rules.title, ensure_ascii=False)}'


def _slug(fingerprint: str) -> str:
    """How addresses name rules that somebody has written."""
    return f"{WRITTEN}{fingerprint.rpartition(':')[2]}"


def _file_of(rules: Game) -> str:
    """How a record names rules that somebody has written: the file that a table gives of them."""
    return f"{'-'.join(re.findall('[a-z0-9]+', title_of(rules).lower()))[:60] or 'rules'}.json"


def rules_text(game: PlayableGame) -> str:
    """The rules as a text that stands alone, which names files without their folders."""
    return indented(compiled_json(game.rules, game.texts), ensure_ascii=False)


@cache
def _bundled(name: str) -> OfferedGame:
    """A bundled game by the title in its text: to check them all would take seconds."""
    return OfferedGame(name, bundled_title(name))
