"""The folder of files that an assistant may read and write, if the user gives one.

Names are plain file names. A link is followed only to a file in the folder itself, so nothing
outside it is read or written. No error shows what is there or where the folder is. A pipe or a
device is never opened, because its reader could wait forever.
"""

from __future__ import annotations

import re
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from clagdsl.lang.errors import FileError
from clagdsl.lang.files import write_file
from clagdsl.lang.output_paths import FORCE_ADVICE, FileKind, check_target
from clagdsl.lang.resources import is_file, path_exists
from clagdsl.serve.user_rules import LONGEST_RULES

ENDINGS: Final = (".clag", ".toml", ".csv", ".txt")
"""The endings of rules, records, sheets and printed cards."""
_NAME: Final = re.compile(r"\w[\w .()-]{0,99}")


@dataclass(frozen=True, slots=True)
class SharedFolder:
    """A folder whose files an assistant may read and write."""

    path: Path

    def names(self) -> tuple[str, ...]:
        """Returns the names of the files that can be read, in alphabetical order.

        Raises FileError if the folder itself cannot be read.
        """
        try:
            names = [each.name for each in self.path.iterdir()]
        except OSError as error:
            raise FileError("the folder cannot be read") from error
        return tuple(sorted(name for name in names if self._readable(name) is not None))

    def read(self, name: str) -> str | None:
        """Returns the text of a file, or None if the folder has no such file.

        Raises FileError if it is too large, not UTF-8, or cannot be read.
        """
        path = self._readable(name)
        if path is None:
            return None
        try:
            with path.open("rb") as file:
                data = file.read(LONGEST_RULES + 1)
            if len(data) > LONGEST_RULES:
                raise FileError(f"`{name}` has more than {LONGEST_RULES:,} bytes")
            return data.decode("utf-8-sig")
        except (OSError, UnicodeDecodeError) as error:
            raise FileError(f"`{name}` cannot be read as UTF-8 text") from error

    def save(self, name: str, text: str, *, replace: bool) -> None:
        """Writes a text file; an existing one is kept unless `replace` is true.

        Raises FileError if the name is refused or the file cannot be written.
        """
        path = self._target(name, ENDINGS)
        if path_exists(path) and not replace:
            raise FileError(f"`{name}` is there already: `replace: true` replaces it")
        with _errors_by_name(path, name):
            write_file(path, text)

    def save_page(self, name: str, page: str, kind: FileKind) -> None:
        """Writes a web page, which may replace only pages of its kind; raises FileError."""
        path = self._target(name, (".html",))
        with _errors_by_name(path, name):
            check_target(path, kind, option="file", shown=name)
            write_file(path, page)

    def _readable(self, name: str) -> Path | None:
        try:
            path = self._target(name, ENDINGS)
        except FileError:
            return None
        return path if is_file(path) else None

    def _target(self, name: str, endings: tuple[str, ...]) -> Path:
        """Returns the path of a name in the folder; raises FileError if it may lie elsewhere."""
        path = self.path / name if _NAME.fullmatch(name) else None
        if path is None or path.suffix.lower() not in endings:
            raise FileError(
                f"a file in the folder has a plain name that ends in {' or '.join(endings)}"
            )
        try:
            outside = path.resolve().parent != self.path.resolve()
            plain = outside or not path.exists() or stat.S_ISREG(path.stat().st_mode)
        except (OSError, RuntimeError) as error:  # links that lead to each other
            raise FileError(f"`{name}` leads nowhere: give another name") from error
        if outside:
            raise FileError("no file outside the folder is read or written")
        if not plain:
            raise FileError(f"`{name}` is not an ordinary file: give another name")
        return path


@contextmanager
def _errors_by_name(path: Path, name: str) -> Iterator[None]:
    """Raises a FileError again with the name of the file instead of its path.

    Advice that only the command line can follow is left out.
    """
    try:
        yield
    except FileError as error:
        message = str(error).replace(str(path), name).removesuffix(FORCE_ADVICE)
        raise FileError(message) from error
