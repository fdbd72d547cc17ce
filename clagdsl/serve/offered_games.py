"""The games that tables can be opened for: the bundled ones and those of the command line."""

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

# --- files of whoever runs the server, checked whenever they change ---------------------


MOST_FILES: Final = 500
MOST_PROBLEMS: Final = 20
"""So many problems of a file are shown."""
LONGEST_LOOK: Final = 1.0
"""So many seconds a page waits for files that are checked anew; then it shows what is known."""
RACY_NANOSECONDS: Final = 1_000_000_000
"""Who reads a file within so many nanoseconds of a change may miss the next one: it reads again."""


@dataclass(frozen=True, slots=True)
class ProblemInFile:
    """What is wrong with a rules file: where, as what, and what mends it.

    It names files without their folder: how that is called is nobody's business in the network.
    """

    where: str
    text: str
    help: str


@dataclass(frozen=True, slots=True)
class OwnFile:
    """A rules file: `game` has its rules as they checked last, None where they never did.

    `error` has the problems of the file as it is now, None where there are none.
    """

    slug: str
    path: str
    game: PlayableGame | None
    error: RulesError | None

    @property
    def name(self) -> str:
        """The file, without the folder that it lies in."""
        return Path(self.path).name

    @property
    def title(self) -> str:
        """The game, or the file where nothing is known of that."""
        return self.name if self.game is None else title_of(self.game.rules)

    @property
    def problems(self) -> tuple[ProblemInFile, ...]:
        """What is wrong with the file as it is now."""
        diagnostics = () if self.error is None else self.error.diagnostics[:MOST_PROBLEMS]
        return tuple(_file_problem(each, str(Path(self.path).parent)) for each in diagnostics)


@dataclass(frozen=True, slots=True)
class _FileStamp:
    """A file as the system tells it: another change or another size is another file."""

    changed: int
    size: int
    inode: int


@dataclass(frozen=True, slots=True)
class _CheckedFile:
    """A file with the stamps of all that was read for it, None of what was not there."""

    file: OwnFile
    stamps: Mapping[Path, _FileStamp | None] = field(default_factory=dict)
    is_stable: bool = True


class OwnRules:
    """The rules files that a command line names, one by one or as folders."""

    def __init__(self, names: Sequence[str]) -> None:
        """Check all of them; raises ArgumentError for a name that is no game's."""
        self._names = names
        self._checked: dict[str, _CheckedFile] = {}
        self._threads = ThreadPoolExecutor(1, "own rules")
        self._checking: Future[None] | None = None
        self.files: tuple[OwnFile, ...] = ()
        self.left_out = 0
        """How many files more there are than can be offered."""
        self.check_files()

    def file(self, slug: str) -> OwnFile | None:
        """Returns the file that addresses name so, None where there is none any more."""
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
        """Look, as long as a page waits for that."""
        if not self._names:
            return
        if self._checking is None or self._checking.done():
            self._checking = self._threads.submit(self.check_files)
        await asyncio.wait([asyncio.wrap_future(self._checking)], timeout=LONGEST_LOOK)

    def _check(self, path: str, slug: str) -> _CheckedFile:
        """Returns a file as it is now: checked, unless everything that was read for it is as it
        was.
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
    """Returns whether everything that was read for a file is as it was."""
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
    """Returns the files that a file extends, one after the other, whether they can be read or not."""
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
    """Returns the rules files that are meant, each once: of a folder all that it has."""
    by_entry: dict[Path, str] = {}
    for name in names:
        folder = Path(name)
        for path in sorted(map(str, folder.glob("*.clag"))) if is_folder(folder) else [name]:
            by_entry.setdefault(_resolve_entry(path), path)
    return list(by_entry.values())


# --- how addresses name them --------------------------------------------------------------

LONGEST_SLUG: Final = 60
"""So many letters of a file's name stand in addresses."""


def _slugs(paths: Sequence[str]) -> Mapping[str, str]:
    """How addresses name files: by their own names, so that no other file comes to one of them.

    What would be the same for two files stands for neither: both have their place besides.
    """
    names = {path: _safe_name(path) for path in paths}
    times = Counter(names.values())
    return {
        path: f"file-{name}" if name and times[name] == 1 else f"file-{name}-{_path_digest(path)}"
        for path, name in names.items()
    }


def _safe_name(path: str) -> str:
    """Returns a file's name in letters that stand in addresses as they are; "" where it has none."""
    plain = unicodedata.normalize("NFKD", Path(path).stem).lower()
    return "-".join(re.findall("[a-z0-9]+", plain))[:LONGEST_SLUG]


def _path_digest(path: str) -> str:
    """Where a file lies, as a few letters that do not tell it."""
    there = unicodedata.normalize("NFC", str(_resolve_entry(path)))
    return blake2b(os.fsencode(there), digest_size=5).hexdigest()


def _resolve_entry(path: str) -> Path:
    """Returns the entry of a folder that a path is: one for all spellings; links are files of their
    own.
    """
    try:
        return Path(path).parent.resolve() / Path(path).name
    except (OSError, RuntimeError, ValueError):  # told when it is read
        return Path(path)


# --- all games --------------------------------------------------------------------------

MAX_USER_GAMES: Final = 100
"""So many rules that are not in the list are remembered; tables have theirs in the file."""


@dataclass(frozen=True, slots=True)
class OfferedGame:
    """A game of the list: how addresses name it, and its title."""

    slug: str
    title: str


@dataclass(frozen=True, slots=True)
class UserGame:
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

    async def current_game(self, slug: str, thread: BackgroundThread) -> PlayableGame | None:
        """As `game`, of a file as it is now; while anything is checked, no table waits."""
        if self.own.file(slug) is not None:
            await self.own.refresh()
        return await thread.run(self.game, slug)

    def game(self, slug: str) -> PlayableGame | None:
        """Returns the rules that addresses name so, checked: of the list, or written by somebody."""
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

    def find_by_text(self, text: str) -> PlayableGame | None:
        """Returns the rules that a text has, where they are at hand."""
        fingerprint = text_hash(text)
        strange = self._user_games.get(_user_slug(fingerprint))
        if strange is not None:
            return strange
        with self._lock:
            ready = [*(one.game for one in self.own.files if one.game), *self._games.values()]
            # to write a text takes a moment, and of hundreds of games most have another title
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
        """Rules that a worker has checked and compiled, from now on at hand.

        Raises ValueError for a text that is none.
        """
        slug = _user_slug(text_hash(compiled))
        playable = self._user_games.get(slug)
        if playable is None:
            made = read_game_json(json.loads(compiled))
            playable = PlayableGame(
                made.game,
                PROVED_ELSEWHERE,
                reference=_record_file_name(made.game),
                proved_elsewhere=True,
                texts=tuple(SourceText(each.name, each.text) for each in made.texts),
            )
            while len(self._user_games) >= MAX_USER_GAMES:
                self._user_games.pop(next(iter(self._user_games)))
            self._user_games[slug] = playable
        return UserGame(slug, playable)


@dataclass(frozen=True, slots=True)
class _FingerprintedGame:
    """A game at hand with the fingerprint of its text."""

    game: PlayableGame
    fingerprint: str


PROVED_ELSEWHERE: Final = Evidence((0, 0), 0, (0, 0), (), (), 0)
"""What is known here of rules that another process has proved."""
USER_SLUG_PREFIX: Final = "written-"


def text_hash(text: str) -> str:
    """Returns the fingerprint of a text of rules, under which a file of tables keeps it.

    Rules that play the same but for their title are two: each table shows what was written for it.
    """
    return f"sha256:{sha256(text.encode('utf-8', 'surrogatepass')).hexdigest()}"


def _title_line(rules: Game) -> str:
    """Returns the line of a text of rules that has their title."""
    return f'"title": {json.dumps(rules.title, ensure_ascii=False)}'


def _user_slug(fingerprint: str) -> str:
    """How addresses name rules that somebody has written."""
    return f"{USER_SLUG_PREFIX}{fingerprint.rpartition(':')[2]}"


def _record_file_name(rules: Game) -> str:
    """How a record names rules that somebody has written: the file that a table gives of them."""
    return f"{'-'.join(re.findall('[a-z0-9]+', title_of(rules).lower()))[:60] or 'rules'}.json"


def rules_text(game: PlayableGame) -> str:
    """Returns the rules as a text that stands alone, which names files without their folders."""
    return indented(compiled_json(game.rules, game.texts), ensure_ascii=False)


@cache
def _bundled(name: str) -> OfferedGame:
    """Returns a bundled game by the title in its text: to check them all would take seconds."""
    return OfferedGame(name, bundled_title(name))
