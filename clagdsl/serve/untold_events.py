"""What an export leaves out of matches under way: bids that not everybody may know yet."""

from __future__ import annotations

from collections.abc import Collection
from functools import lru_cache

from clagdsl.api import load
from clagdsl.lang.errors import ClagError
from clagdsl.serve.lobby import folded
from clagdsl.serve.online_table import OnlineTable
from clagdsl.storage.stored_file import StoredFile

_game = lru_cache(maxsize=50)(load)
"""Many tables play the same rules, which take a moment to be checked."""


def untold_events(file: StoredFile, table: str) -> Collection[int]:
    """The numbers of the events of a table that are not for everybody; all where nobody can say."""
    events = file.events(table)
    try:
        text = file.rules(events[0].rules)
        if text is not None:
            found = folded(events, _game(text=text), file.secret(table))
            return found.untold if isinstance(found, OnlineTable) else ()
    except ClagError:
        pass  # rules that this version does not read: nobody can say what they hide
    return range(2, len(events) + 1)
