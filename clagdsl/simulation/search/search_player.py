"""The searching player: it tries every action in many worlds that its seat may be in.

Nothing of the extra `simulate` is imported before it decides.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from clagdsl.engine.actions import Action
from clagdsl.engine.players.player import PlayerWords, WeighedDecision
from clagdsl.engine.view import View
from clagdsl.simulation.optional_deps import check_extras
from clagdsl.table.table import Table

if TYPE_CHECKING:
    from clagdsl.simulation.batch.vector_env import VectorEnv
    from clagdsl.simulation.lowering.arrays import Array
    from clagdsl.simulation.search.searcher import SeatSearcher

WORLDS: Final = 64
"""With so many worlds a decision is searched unless it is said with how many."""

MOST_WORLDS: Final = 4096

MOST_KEPT: Final = 8
"""So many tables a thread keeps ready to be searched at."""


class _SearcherCache(threading.local):
    """The searchers of a thread, by the table and the number of worlds, the last used last."""

    def __init__(self) -> None:
        self.searchers: OrderedDict[tuple[int, int], SeatSearcher] = OrderedDict()


@dataclass(frozen=True, slots=True)
class SearchPlayer:
    """Searches each decision with so many worlds."""

    worlds: int = WORLDS
    _kept: _SearcherCache = field(default_factory=_SearcherCache, compare=False, repr=False)

    def __call__(self, view: View, table: Table, rng: PlayerWords) -> Action:
        """What is worth most in the worlds that the seat may be in, by the first two words."""
        if len(view.legal) == 1:
            return view.legal[0]
        return self.searcher(table).decide(view, rng.word(), rng.word())

    def weigh(self, view: View, table: Table, rng: PlayerWords, done: Action) -> WeighedDecision:
        """What each action of the seat is worth beside one of them, by the first two words."""
        return self.searcher(table).weigh(view, done, rng.word(), rng.word())

    def make_ready(self) -> None:
        """Raises MissingPackagesError where it cannot search, before anybody waits for it."""
        check_extras({"simulate": "search"})

    def with_level(self, level: str) -> SearchPlayer:
        """Returns the same with as many worlds as the level says."""
        if not (level.isascii() and level.isdigit() and 1 <= int(level) <= MOST_WORLDS):
            raise ValueError(f"it says with how many worlds, from 1 to {MOST_WORLDS}")
        return SearchPlayer(int(level))

    def in_batch(self, batch: VectorEnv, places: Array) -> Array:
        """[place]: the numbers of the actions that it takes at these places of a batch."""
        return self.searcher(batch.table).decide_at(batch, places)

    def searcher(self, table: Table) -> SeatSearcher:
        """What searches at a table; each thread has its own."""
        check_extras({"simulate": "search"})
        from clagdsl.simulation.search.searcher import make_seat_searcher

        kept, key = self._kept.searchers, (id(table), self.worlds)
        searcher = kept.get(key)
        if searcher is None or searcher.table is not table:
            _report_first_use()
            searcher = kept[key] = make_seat_searcher(table, self.worlds)
        kept.move_to_end(key)
        if len(kept) > MOST_KEPT:
            kept.popitem(last=False)
        return searcher


def _report_first_use() -> None:
    """Says what takes so long where the search has to be compiled, unless somebody shows that."""
    from clagdsl.simulation.code_cache import LOG, FunctionCache, ignore_missing, is_kept

    if not is_kept("search_matches") and FunctionCache.on_missing is ignore_missing:
        LOG.warning("the searching player is compiled, once on this machine: half a minute")


search: Final = SearchPlayer()
"""The player `search` of the registry."""
