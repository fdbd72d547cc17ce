"""The searching player: tries every action in many worlds consistent with its view.

Nothing that needs the `simulate` extra is imported before the first decision.
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
"""The default number of worlds per decision."""

MOST_WORLDS: Final = 4096

MOST_KEPT: Final = 8
"""The maximum number of tables for which a thread keeps searchers."""


class _SearcherCache(threading.local):
    """A thread's searchers by table and number of worlds, in order of use."""

    def __init__(self) -> None:
        self.searchers: OrderedDict[tuple[int, int], SeatSearcher] = OrderedDict()


@dataclass(frozen=True, slots=True)
class SearchPlayer:
    """A player that searches each decision in `worlds` worlds."""

    worlds: int = WORLDS
    _kept: _SearcherCache = field(default_factory=_SearcherCache, compare=False, repr=False)

    def __call__(self, view: View, table: Table, rng: PlayerWords) -> Action:
        """Returns the best action over all worlds, which are seeded with two words from `rng`."""
        if len(view.legal) == 1:
            return view.legal[0]
        return self.searcher(table).decide(view, rng.word(), rng.word())

    def weigh(self, view: View, table: Table, rng: PlayerWords, done: Action) -> WeighedDecision:
        """Compares each action's value with that of `done`; seeded with two words from `rng`."""
        return self.searcher(table).weigh(view, done, rng.word(), rng.word())

    def make_ready(self) -> None:
        """Raises MissingPackagesError if the packages for searching are not installed."""
        check_extras({"simulate": "search"})

    def with_level(self, level: str) -> SearchPlayer:
        """Returns a player that searches `level` worlds; raises ValueError if that is invalid."""
        if not (level.isascii() and level.isdigit() and 1 <= int(level) <= MOST_WORLDS):
            raise ValueError(f"it says with how many worlds, from 1 to {MOST_WORLDS}")
        return SearchPlayer(int(level))

    def in_batch(self, batch: VectorEnv, places: Array) -> Array:
        """Returns the numbers of the actions chosen at these places in a batch, [place]."""
        return self.searcher(batch.table).decide_at(batch, places)

    def searcher(self, table: Table) -> SeatSearcher:
        """Returns this thread's searcher for a table."""
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
    """Logs that the search must first be compiled, unless an observer already shows that."""
    from clagdsl.simulation.code_cache import LOG, FunctionCache, ignore_missing, is_kept

    if not is_kept("search_matches") and FunctionCache.on_missing is ignore_missing:
        LOG.warning("compiling the searching player: half a minute, once on this machine")


search: Final = SearchPlayer()
"""The registered player `search`."""
