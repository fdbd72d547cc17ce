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
from clagdsl.lang.game_json import game_in
from clagdsl.lang.json_value import indented
from clagdsl.lang.resources import bundled_names, bundled_title, family_names, is_folder
from clagdsl.lang.rules import Game, title_of
from clagdsl.lang.source import SourceText
from clagdsl.problems.model import Diagnostic, RulesError
from clagdsl.problems.safe_text import without_folders
from clagdsl.serve.pace import ThreadApart

# --- files of whoever runs the server, checked whenever they change ---------------------


MOST_FILES: Final = 500
MOST_PROBLEMS: Final = 20
"""So many problems of a file are shown."""
LONGEST_LOOK: Final = 1.0
"""So many seconds a page waits for files that are checked anew; then it shows what is known."""
JUST_CHANGED: Final = 1_000_000_000
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
        told = () if self.error is None else self.error.diagnostics[:MOST_PROBLEMS]
        return tuple(_file_problem(each, str(Path(self.path).parent)) for each in told)


@dataclass(frozen=True, slots=True)
class _FileStamp:
    """A file as the system tells it: another change or another size is another file."""

    changed: int
    size: int
    inode: int


@dataclass(frozen=True, slots=True)
class _Looked:
    """A file with the stamps of all that was read for it, None of what was not there."""

    file: OwnFile
    stamps: Mapping[Path, _FileStamp | None] = field(default_factory=dict)
    is_settled: bool = True


class OwnRules:
    """The rules files that a command line names, one by one or as folders."""

    def __init__(self, names: Sequence[str]) -> None:
        """Check all of them; raises ArgumentError for a name that is no game's."""
        self._names = names
        self._looked: dict[str, _Looked] = {}
        self._threads = ThreadPoolExecutor(1, "own rules")
        self._looking: Future[None] | None = None
        self.files: tuple[OwnFile, ...] = ()
        self.left_out = 0
        """How many files more there are than can be offered."""
        self.look()

    def file(self, slug: str) -> OwnFile | None:
        """The file that addresses name so, None where there is none any more."""
        return next((one for one in self.files if one.slug == slug), None)

    def look(self) -> None:
        """Check the files that are new or have changed."""
        paths = _paths(self._names)
        slugs = _slugs(paths)
        looked = {path: self._now(path, slugs[path]) for path in paths[:MOST_FILES]}
        self._looked = looked
        self.files = tuple(one.file for one in looked.values())
        self.left_out = len(paths) - len(looked)

    async def looked(self) -> None:
        """Look, as long as a page waits for that."""
        if not self._names:
            return
        if self._looking is None or self._looking.done():
            self._looking = self._threads.submit(self.look)
        await asyncio.wait([asyncio.wrap_future(self._looking)], timeout=LONGEST_LOOK)

    def _now(self, path: str, slug: str) -> _Looked:
        """A file as it is now: checked, unless everything that was read for it is as it was."""
        before = self._looked.get(path)
        if before is not None and before.file.slug == slug and _stands(before):
            return before
        began, own = time.time_ns(), _stamp(Path(path))
        checked = check_path(path)
        if checked.game is None or checked.evidence is None:
            game = None if before is None else before.file.game
            error = RulesError(checked.diagnostics, checked.sources)
        else:
            game = PlayableGame(
                checked.game, checked.evidence, checked.diagnostics, path, texts=checked.chain
            )
            error = None
        stamps = {Path(path): own, **{read: _stamp(read) for read in _read_beside(path, checked)}}
        is_settled = all(
            one is None or not 0 <= began - one.changed < JUST_CHANGED for one in stamps.values()
        )
        return _Looked(OwnFile(slug, path, game, error), stamps, is_settled)


def _file_problem(told: Diagnostic, folder: str) -> ProblemInFile:
    place = told.place
    where = "" if place is None else f"{Path(place.file).name}:{place.line}:{place.column}"
    within = f"{folder}{os.sep}"
    message, help = (
        without_folders(text.replace(within, "")) for text in (told.message, told.help)
    )
    return ProblemInFile(where, f"{told.severity} {told.code}: {message}", help)


def _stands(looked: _Looked) -> bool:
    """Whether everything that was read for a file is as it was."""
    return looked.is_settled and all(_stamp(path) == one for path, one in looked.stamps.items())


def _stamp(path: Path) -> _FileStamp | None:
    try:
        told = path.stat()
    except (OSError, ValueError):
        return None
    return _FileStamp(told.st_mtime_ns, told.st_size, told.st_ino)


def _read_beside(path: str, checked: CheckResult) -> Mapping[Path, None]:
    """The files that a file extends, one after the other, whether they can be read or not."""
    found: dict[Path, None] = {}
    source = checked.sources.get(path)
    while source is not None:
        base = file_extended(source, Path(source.name))
        if base is None or base in found:
            break
        found[base] = None
        source = checked.sources.get(str(base))
    return found


def _paths(names: Sequence[str]) -> list[str]:
    """The rules files that are meant, each once: of a folder all that it has."""
    found: dict[Path, str] = {}
    for name in names:
        folder = Path(name)
        for path in sorted(map(str, folder.glob("*.clag"))) if is_folder(folder) else [name]:
            found.setdefault(_entry_of(path), path)
    return list(found.values())


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
        path: f"file-{name}" if name and times[name] == 1 else f"file-{name}-{_place(path)}"
        for path, name in names.items()
    }


def _safe_name(path: str) -> str:
    """A file's name in letters that stand in addresses as they are; "" where it has none."""
    plain = unicodedata.normalize("NFKD", Path(path).stem).lower()
    return "-".join(re.findall("[a-z0-9]+", plain))[:LONGEST_SLUG]


def _place(path: str) -> str:
    """Where a file lies, as a few letters that do not tell it."""
    there = unicodedata.normalize("NFC", str(_entry_of(path)))
    return blake2b(os.fsencode(there), digest_size=5).hexdigest()


def _entry_of(path: str) -> Path:
    """The entry of a folder that a path is: one for all spellings; links are files of their own."""
    try:
        return Path(path).parent.resolve() / Path(path).name
    except (OSError, RuntimeError, ValueError):  # told when it is read
        return Path(path)


# --- all games --------------------------------------------------------------------------

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
