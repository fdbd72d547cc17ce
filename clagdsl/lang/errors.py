"""The root of every error that clagdsl raises on purpose, and what every room may raise."""

from __future__ import annotations


class ClagError(Exception):
    """The root of every error that clagdsl raises on purpose."""

    def __reduce__(self) -> tuple[object, ...]:
        """An error can be copied and sent to another process, whatever it is made from."""
        return _same_error, (type(self), self.args), self.__dict__


class FileError(ClagError):
    """A file that cannot be written, or must not be; the text says which and why."""


def _same_error(kind: type[ClagError], args: tuple[object, ...]) -> ClagError:
    return kind.__new__(kind, *args)
