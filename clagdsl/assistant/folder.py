"""The folder of files that an assistant may read and write, if the user gives one.

Names are plain file names. No link is followed, so nothing outside the folder is read or written.
No error shows what is there or where the folder is. A pipe or a device is never opened, because its
reader could wait forever. A file is replaced only by a text of its own kind.
"""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Final

from clagdsl.assistant.refusals import RefusedCallError, wrong_file
from clagdsl.lang.errors import FileError
from clagdsl.lang.files import write_file
from clagdsl.lang.limits import LONGEST_CHAIN
from clagdsl.lang.output_paths import (
    FORCE_ADVICE,
    RECORD,
    RULES,
    SCORE_SHEET,
    FileKind,
    check_target,
)
from clagdsl.problems.diagnostic import Diagnostic
from clagdsl.problems.escape import join_in_backticks, shorten
from clagdsl.serve.user_rules import LONGEST_RULES
from clagdsl.syntax.source_loader import decode, read_bytes


def _is_card(head: bytes) -> bool:
    others = (RULES, RECORD, SCORE_SHEET)
    figures = re.search(rb"[0-9]", head) is not None
    return figures and not any(kind.mark is not None and kind.mark(head) for kind in others)


CARD: Final = FileKind("the text of a printed card", _is_card)
KINDS: Final[Mapping[str, FileKind]] = {
    ".clag": RULES,
    ".toml": RECORD,
    ".csv": SCORE_SHEET,
    ".txt": CARD,
}
"""The kind of the files with each ending."""
_BEGINNINGS: Final[Mapping[str, str]] = {
    ".clag": "rules begin with `clag 2`",
    ".toml": "a record begins with `record = 1`",
    ".csv": "a sheet begins with its columns, such as `deal,Ann bid,Ann tricks,Ann total`",
    ".txt": "a card has figures; rules end in `.clag`, records in `.toml`, sheets in `.csv`",
}
MOST_LISTED: Final = 1_000
"""The number of names in a list."""
_NAME: Final = re.compile(r"\w[\w .()-]{0,99}")
_EXTENDS: Final = re.compile(r'\bextends?\s*"(?:\./)?([^"\r\n]*)"', re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class SharedFolder:
    """A folder whose files an assistant may read and write.

    All methods raise RefusedCallError.
    """

    path: Path

    def names(self) -> tuple[list[str], int]:
        """Returns the names of all files that can be read, in alphabetical order.

        The number is that of files which are too large.
        """
        names = [name for name in self._files() if os.access(self.path / name, os.R_OK)]
        fitting = [name for name in names if _size(self.path / name) <= LONGEST_RULES]
        return fitting, len(names) - len(fitting)

    def rules_names(self) -> tuple[str, ...]:
        """Returns the names of rules files that a misspelt name may mean, at most `MOST_LISTED`."""
        rules = (name for name in self._files() if name.lower().endswith(RULES.ending))
        return tuple(islice(rules, MOST_LISTED))

    def _files(self) -> list[str]:
        try:
            with os.scandir(self.path) as entries:
                names = [each.name for each in entries if each.is_file(follow_symlinks=False)]
        except OSError as error:
            raise wrong_file("the folder cannot be read") from error
        return sorted(name for name in names if _is_name(name, KINDS))

    def read(self, name: str) -> str | None:
        """Returns the text of a file, or None if the folder has no such file."""
        path = self.path / name
        if not _is_name(name, KINDS) or _mode(path) is None or _why_not_plain(path) is not None:
            return None
        data = read_bytes(path, name, LONGEST_RULES)
        source = data if isinstance(data, Diagnostic) else decode(data, name)
        if isinstance(source, Diagnostic):
            raise RefusedCallError.of_problem(source)
        return source.text

    def extended_by(self, texts: Sequence[str]) -> dict[str, str]:
        """Returns the files that texts of rules extend, and those that these extend, by name.

        The texts are not parsed here, so a file may be named in a comment only.
        """
        extended: dict[str, str] = {}
        waiting = [*texts]
        while waiting:
            for name in _EXTENDS.findall(waiting.pop()):
                if name in extended or len(extended) > LONGEST_CHAIN * len(texts):
                    continue
                text = self.read(name) if name.lower().endswith(RULES.ending) else None
                if text is not None:
                    extended[name] = text
                    waiting.append(text)
        return extended

    def save(self, name: str, text: str, *, replace: bool) -> None:
        """Writes a text of the kind that the name's ending is for.

        An existing file is kept unless `replace` is true and it is of this kind or empty.
        """
        path = self._target(name, KINDS)
        ending = path.suffix.lower()
        kind = KINDS[ending]
        assert kind.mark is not None
        if not kind.mark(text.encode("utf-8", "replace")):
            raise wrong_file(
                f"the name `{name}` is for {kind.name}, and this text is not", _BEGINNINGS[ending]
            )
        if _mode(path) is not None:
            if not replace:
                raise wrong_file(f"`{name}` is there already", "`replace: true` replaces it")
            old = read_bytes(path, name)
            if isinstance(old, Diagnostic):
                raise RefusedCallError.of_problem(old)
            if old and not kind.mark(old):
                raise wrong_file(f"`{name}` is there already and is not {kind.name}", OTHER_NAME)
        with _errors_by_name(path, name):
            write_file(path, text)

    def save_page(self, name: str, page: str, kind: FileKind) -> None:
        """Writes a web page, which may replace only pages of its kind."""
        path = self._target(name, (".html",))
        with _errors_by_name(path, name):
            check_target(path, kind, option="file", shown=name)
            write_file(path, page)

    def _target(self, name: str, endings: Sequence[str] | Mapping[str, object]) -> Path:
        """Returns the path of a file to write, which is an ordinary file or does not exist."""
        path = self.path / name
        if not _is_name(name, endings):
            raise wrong_file(
                f"`{shorten(name)}` is not a name for a file: {_NAMES}", _ends(endings)
            )
        why = _why_not_plain(path)
        if why is not None:
            raise wrong_file(f"`{name}` is {why}", OTHER_NAME)
        return path


OTHER_NAME: Final = "give another name"


_NAMES: Final = (
    "it has at most 100 characters, begins with a letter or a figure, and has only letters,"
    " figures, blanks and `.`, `_`, `-`, `(`, `)`"
)


def _ends(endings: Iterable[str]) -> str:
    return f"it ends in {join_in_backticks([*endings])}"


def _is_name(name: str, endings: Sequence[str] | Mapping[str, object]) -> bool:
    return _NAME.fullmatch(name) is not None and Path(name).suffix.lower() in endings


def _mode(path: Path) -> int | None:
    """Returns the mode of a file or a link, or None if it does not exist."""
    try:
        return path.lstat().st_mode
    except (OSError, ValueError):
        return None


def _size(path: Path) -> int:
    try:
        return path.lstat().st_size
    except OSError:
        return 0


def _why_not_plain(path: Path) -> str | None:
    """Returns a phrase for a path that exists and is not an ordinary file, or None."""
    mode = _mode(path)
    if mode is None or stat.S_ISREG(mode):
        return None
    return "a link" if stat.S_ISLNK(mode) else "not an ordinary file"


@contextmanager
def _errors_by_name(path: Path, name: str) -> Iterator[None]:
    """Raises a FileError again with the name of the file instead of its path.

    Advice that only the command line can follow is left out.
    """
    try:
        yield
    except FileError as error:
        message = str(error).replace(str(path), name).removesuffix(FORCE_ADVICE)
        raise wrong_file(message) from error
