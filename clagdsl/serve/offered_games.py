"""The games for which tables can be opened: bundled games, and the operator's own files.

The operator's files are checked at startup and again when they change; if a changed file has
errors, its last valid version remains in use. Bundled games are checked on first use. Rules written
by users arrive in compiled form from a worker; this process never parses their text.
"""

from __future__ import annotations

import asyncio
import json
import os
import re
import time
import unicodedata
from collections import Counter
from collections.abc import Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import cache
from hashlib import blake2b, sha256
from pathlib import Path
from threading import Lock
from typing import Final

from clagdsl.api import PlayableGame, load
from clagdsl.check.checker import CheckResult, check_path, compiled_json
from clagdsl.check.loader import file_extended
from clagdsl.check.proof_report import Evidence
from clagdsl.lang.game_json import read_game_json
from clagdsl.lang.json_value import indented
from clagdsl.lang.resources import bundled_names, bundled_title, family_names, is_folder
from clagdsl.lang.rules import Game, title_of
from clagdsl.lang.source import SourceText
from clagdsl.problems.diagnostic import Diagnostic, RulesError
from clagdsl.problems.escape import without_folders
from clagdsl.serve.offload import BackgroundThread

# --- the operator's own files, checked again whenever they change -----------------------


MOST_FILES: Final = 500  # own files that are offered
MOST_PROBLEMS: Final = 20
"""Maximum number of problems shown for one file."""
LONGEST_LOOK: Final = 1.0
"""Seconds for which a page waits while files are checked again; then it shows the last known state.
"""
RACY_NANOSECONDS: Final = 1_000_000_000
"""A file modified this recently before it was read may change again unnoticed, so it is read again.
"""


@dataclass(frozen=True, slots=True)
class ProblemInFile:
    """A problem of a rules file: its place, its message and its fix.

    File names are shown without their folders, because anybody on the network can see the pages.
    """

    where: str
    text: str
    help: str


@dataclass(frozen=True, slots=True)
class OwnFile:
    """A rules file; `game` has its last valid rules, None if there have not been any.

    `error` has the problems of the current version; None if it has no problems.
    """

    slug: str
    path: str
    game: PlayableGame | None
    error: RulesError | None

    @property
    def name(self) -> str:
        """The name of the file without its folder."""
        return Path(self.path).name

    @property
    def title(self) -> str:
        """The title of the game, or the file's name if the title is unknown."""
        return self.name if self.game is None else title_of(self.game.rules)

    @property
    def problems(self) -> tuple[ProblemInFile, ...]:
        """The problems of the current version of the file."""
        diagnostics = () if self.error is None else self.error.diagnostics[:MOST_PROBLEMS]
        return tuple(_file_problem(each, str(Path(self.path).parent)) for each in diagnostics)


@dataclass(frozen=True, slots=True)
class _FileStamp:
    """A snapshot of a file's metadata: modification time in nanoseconds, size and inode."""

    changed: int
    size: int
    inode: int


@dataclass(frozen=True, slots=True)
class _CheckedFile:
    """A checked file, with the stamps of all files that were read; None for a missing file."""

    file: OwnFile
    stamps: Mapping[Path, _FileStamp | None] = field(default_factory=dict)
    is_stable: bool = True


class OwnRules:
    """The rules files named on the command line, as files or as folders."""

    def __init__(self, names: Sequence[str]) -> None:
        """Checks all files; raises ArgumentError if a name does not refer to a game."""
        self._names = names
        self._checked: dict[str, _CheckedFile] = {}
        self._threads = ThreadPoolExecutor(1, "own rules")
        self._checking: Future[None] | None = None
        self.files: tuple[OwnFile, ...] = ()
        self.left_out = 0
        """Number of files beyond the limit, which are not offered."""
        self.check_files()

    def file(self, slug: str) -> OwnFile | None:
        """Returns the file with this slug, or None."""
        return next((one for one in self.files if one.slug == slug), None)

    def check_files(self) -> None:
        """Checks the files that are new or have changed."""
        paths = _rules_paths(self._names)
        slugs = _slugs(paths)
        looked = {path: self._check(path, slugs[path]) for path in paths[:MOST_FILES]}
        self._checked = looked
        self.files = tuple(one.file for one in looked.values())
        self.left_out = len(paths) - len(looked)

    async def refresh(self) -> None:
        """Checks the files in a thread, and waits for at most `LONGEST_LOOK` seconds."""
        if not self._names:
            return
        if self._checking is None or self._checking.done():
            self._checking = self._threads.submit(self.check_files)
        await asyncio.wait([asyncio.wrap_future(self._checking)], timeout=LONGEST_LOOK)

    def _check(self, path: str, slug: str) -> _CheckedFile:
        """Returns the checked file; reuses the last result if none of the files that were read have
        changed.
        """
        before = self._checked.get(path)
        if before is not None and before.file.slug == slug and _is_unchanged(before):
            return before
        began, own = time.time_ns(), _file_stamp(Path(path))
        checked = check_path(path)
        if checked.game is None or checked.evidence is None:
            game = None if before is None else before.file.game
            error = RulesError(checked.diagnostics, checked.sources)
        else:
            game = PlayableGame(
                checked.game, checked.evidence, checked.diagnostics, path, texts=checked.chain
            )
            error = None
        stamps = {
            Path(path): own,
            **{read: _file_stamp(read) for read in _extended_files(path, checked)},
        }
        is_stable = all(
            one is None or not 0 <= began - one.changed < RACY_NANOSECONDS
            for one in stamps.values()
        )
        return _CheckedFile(OwnFile(slug, path, game, error), stamps, is_stable)


def _file_problem(diagnostic: Diagnostic, folder: str) -> ProblemInFile:
    place = diagnostic.place
    where = "" if place is None else f"{Path(place.file).name}:{place.line}:{place.column}"
    within = f"{folder}{os.sep}"
    message, help = (
        without_folders(text.replace(within, "")) for text in (diagnostic.message, diagnostic.help)
    )
    return ProblemInFile(where, f"{diagnostic.severity} {diagnostic.code}: {message}", help)


def _is_unchanged(checked: _CheckedFile) -> bool:
    """Returns whether all files that were read for a file are unchanged."""
    return checked.is_stable and all(
        _file_stamp(path) == one for path, one in checked.stamps.items()
    )


def _file_stamp(path: Path) -> _FileStamp | None:
    try:
        status = path.stat()
    except (OSError, ValueError):
        return None
    return _FileStamp(status.st_mtime_ns, status.st_size, status.st_ino)


def _extended_files(path: str, checked: CheckResult) -> Mapping[Path, None]:
    """Returns the chain of files that a file extends, including those that cannot be read."""
    paths: dict[Path, None] = {}
    source = checked.sources.get(path)
    while source is not None:
        base = file_extended(source, Path(source.name))
        if base is None or base in paths:
            break
        paths[base] = None
        source = checked.sources.get(str(base))
    return paths


def _rules_paths(names: Sequence[str]) -> list[str]:
    """Returns the rules files for these names, without duplicates; a folder represents all its
    files.
    """
    by_entry: dict[Path, str] = {}
    for name in names:
        folder = Path(name)
        for path in sorted(map(str, folder.glob("*.clag"))) if is_folder(folder) else [name]:
            by_entry.setdefault(_resolve_entry(path), path)
    return list(by_entry.values())


# --- slugs: the names of files in addresses ---------------------------------------------

LONGEST_SLUG: Final = 60
"""Maximum number of letters of a file's name that are kept in its slug."""


def _slugs(paths: Sequence[str]) -> Mapping[str, str]:
    """Returns a slug for each file, derived from its name so that no other file can take it over.

    If two files would have the same slug, a digest of the path is added to both.
    """
    names = {path: _safe_name(path) for path in paths}
    times = Counter(names.values())
    return {
        path: f"file-{name}" if name and times[name] == 1 else f"file-{name}-{_path_digest(path)}"
        for path, name in names.items()
    }


def _safe_name(path: str) -> str:
    """Returns a file's name in ASCII letters and digits, safe in a URL; possibly ""."""
    plain = unicodedata.normalize("NFKD", Path(path).stem).lower()
    return "-".join(re.findall("[a-z0-9]+", plain))[:LONGEST_SLUG]


def _path_digest(path: str) -> str:
    """Returns a short digest of a file's path that does not reveal the path."""
    there = unicodedata.normalize("NFC", str(_resolve_entry(path)))
    return blake2b(os.fsencode(there), digest_size=5).hexdigest()


def _resolve_entry(path: str) -> Path:
    """Returns the canonical path of a directory entry, without resolving the entry itself.

    All spellings of a path give the same entry, and a symbolic link counts as a separate file.
    """
    try:
        return Path(path).parent.resolve() / Path(path).name
    except (OSError, RuntimeError, ValueError):  # reported when the file is read
        return Path(path)


# --- all games --------------------------------------------------------------------------

MAX_USER_GAMES: Final = 100
"""Maximum number of users' rules that are remembered; the file of tables has its own copies."""


@dataclass(frozen=True, slots=True)
class OfferedGame:
    """A game of the list: its slug and its title."""

    slug: str
    title: str


@dataclass(frozen=True, slots=True)
class UserGame:
    """Rules written by a user, with their slug."""

    slug: str
    game: PlayableGame


class OfferedGames:
    """All offered games; a bundled one is checked when it is first requested, and cached."""

    def __init__(self, files: Sequence[str]) -> None:
        """Loads these files and folders; raises ArgumentError if a name does not refer to a game.

        Raises RulesError if files are given but none of them can be offered.
        """
        self.own: Final = OwnRules(files)
        errors = [one.error for one in self.own.files if one.error is not None]
        if errors and len(errors) == len(self.own.files):
            diagnostics = [each for error in errors for each in error.diagnostics]
            texts = {name: text for error in errors for name, text in error.sources.items()}
            raise RulesError(tuple(diagnostics), texts)
        self.bundled: Final = tuple(map(_bundled, bundled_names()))
        self.family: Final = tuple(map(_bundled, family_names()))
        self._bundled = frozenset(one.slug for one in (*self.bundled, *self.family))
        self._lock = Lock()
        self._games: dict[str, PlayableGame] = {}
        self._user_games: dict[str, PlayableGame] = {}
        self._fingerprints: dict[int, _FingerprintedGame] = {}

    @property
    def offered(self) -> tuple[OfferedGame, ...]:
        """All games that can be played: the operator's files, then the bundled games."""
        own = (OfferedGame(one.slug, one.title) for one in self.own.files if one.game is not None)
        return (*own, *self.bundled, *self.family)

    async def current_game(self, slug: str, thread: BackgroundThread) -> PlayableGame | None:
        """Returns the game for a slug, from its file's current version, without blocking."""
        if self.own.file(slug) is not None:
            await self.own.refresh()
        return await thread.run(self.game, slug)

    def game(self, slug: str) -> PlayableGame | None:
        """Returns the checked rules for a slug, whether offered or written by a user, or None."""
        strange = self._user_games.get(slug)
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

    def slug_of(self, reference: str) -> str | None:
        """Returns the slug of the offered game to which records refer so, or None.

        The reference of a file is its name; if several files have it, none of them is meant.
        """
        if reference in self._bundled:
            return reference
        slugs = [one.slug for one in self.own.files if one.name == reference]
        return slugs[0] if len(slugs) == 1 else None

    def find_by_text(self, text: str) -> PlayableGame | None:
        """Returns the game with this compiled text if it is loaded, else None."""
        fingerprint = text_hash(text)
        strange = self._user_games.get(_user_slug(fingerprint))
        if strange is not None:
            return strange
        with self._lock:
            ready = [*(one.game for one in self.own.files if one.game), *self._games.values()]
            # serialising a game takes a moment, and most of hundreds of games have another title
            called = [game for game in ready if _title_line(game.rules) in text]
            kept = {
                id(game): self._fingerprints[id(game)]
                for game in ready
                if id(game) in self._fingerprints
            }
            for game in called:
                if id(game) not in kept:
                    kept[id(game)] = _FingerprintedGame(game, text_hash(rules_text(game)))
            self._fingerprints = kept
            matches = (one.game for one in kept.values() if one.fingerprint == fingerprint)
            return next(matches, None)

    def add_compiled(self, compiled: str) -> UserGame:
        """Adds rules that a worker has checked and compiled.

        Raises ValueError if the text is not a compiled game.
        """
        slug = _user_slug(text_hash(compiled))
        playable = self._user_games.get(slug)
        if playable is None:
            playable = read_compiled(compiled)
            while len(self._user_games) >= MAX_USER_GAMES:
                self._user_games.pop(next(iter(self._user_games)))
            self._user_games[slug] = playable
        return UserGame(slug, playable)


@dataclass(frozen=True, slots=True)
class _FingerprintedGame:
    """A loaded game with the hash of its compiled text."""

    game: PlayableGame
    fingerprint: str


PROVED_ELSEWHERE: Final = Evidence((0, 0), 0, (0, 0), (), (), 0)
"""The empty proof report of rules that another process has proved."""
USER_SLUG_PREFIX: Final = "written-"


def text_hash(text: str) -> str:
    """Returns the hash of a compiled text, under which a file of tables stores it.

    Rules that differ only in their title have different hashes, as each table shows its own title.
    """
    return f"sha256:{sha256(text.encode('utf-8', 'surrogatepass')).hexdigest()}"


def _title_line(rules: Game) -> str:
    """Returns the line of a compiled text that contains the title."""
    return f'"title": {json.dumps(rules.title, ensure_ascii=False)}'


def _user_slug(fingerprint: str) -> str:
    """Returns the slug of rules written by a user."""
    return f"{USER_SLUG_PREFIX}{fingerprint.rpartition(':')[2]}"


def _record_file_name(rules: Game) -> str:
    """Returns the file name by which records refer to a user's rules."""
    return f"{'-'.join(re.findall('[a-z0-9]+', title_of(rules).lower()))[:60] or 'rules'}.json"


def read_compiled(compiled: str) -> PlayableGame:
    """Returns the game of rules that another process has checked, proved and compiled.

    Raises ValueError if the text is not a compiled game.
    """
    made = read_game_json(json.loads(compiled))
    return PlayableGame(
        made.game,
        PROVED_ELSEWHERE,
        reference=_record_file_name(made.game),
        proved_elsewhere=True,
        texts=tuple(SourceText(each.name, each.text) for each in made.texts),
    )


def rules_text(game: PlayableGame) -> str:
    """Returns the compiled rules as a self-contained text, with file names but no folders."""
    return indented(compiled_json(game.rules, game.texts), ensure_ascii=False)


@cache
def _bundled(name: str) -> OfferedGame:
    """Returns a bundled game with the title from its text, as checking all of
    them takes seconds.
    """
    return OfferedGame(name, bundled_title(name))
