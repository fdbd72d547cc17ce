"""Commands that need an extra of the package."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import click


@contextmanager
def needing(what: str, extra: str, named: str, *packages: str) -> Iterator[None]:
    """Imports of the packages of an extra: UsageError with what to install where one is missing."""
    try:
        yield
    except ModuleNotFoundError as missing:
        if (missing.name or "").partition(".")[0] not in packages:
            raise
        raise click.UsageError(
            f"`{what}` needs {named}: install what is missing with `pip install 'clagdsl[{extra}]'`"
        ) from missing
