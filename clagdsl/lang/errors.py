"""The base class of all errors that clagdsl raises on purpose, and an error for files."""

from __future__ import annotations


class ClagError(Exception):
    """The base class of every error that clagdsl raises on purpose."""

    def __reduce__(self) -> tuple[object, ...]:
        """Makes an error copyable and picklable, whatever arguments its constructor takes."""
        return _same_error, (type(self), self.args), self.__dict__


class FileError(ClagError):
    """Raised if a file cannot or must not be written; the message has its name and the reason."""


def _same_error(kind: type[ClagError], args: tuple[object, ...]) -> ClagError:
    return kind.__new__(kind, *args)
