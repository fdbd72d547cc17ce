"""Plays blocks of matches between random players, deal by deal.

- Input: a game at a table, a seed, and the match numbers.
- Output: an `Outcome`.

The vector engine (`clagdsl.simulation.vector`) plays every deal.  It runs on NumPy, or as machine
code if enough deals of a kind are played to pay for compiling, or if the code is already on disk.
The results are the same.

A `Workspace` holds the results of a block and the rows that machine code reads and writes.  Each
thread allocates one and reuses it for block after block.

If the size of a deal or a call differs by match, those two choices are played first (`EarlyDeal`).
The matches are then sorted by the resulting kind of deal (`Simulator._play_sorted`).
"""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from importlib.util import find_spec
from typing import Any, Final, assert_never

import numpy as np

from clagdsl import problems
from clagdsl.lang.optional_deps import install_command
from clagdsl.lang.rules import CriterionText
from clagdsl.simulation.lowering.arrays import (
    LANES,
    Array,
    Outcome,
    clear_unplayed,
    make_results,
    outcome_of,
)
from clagdsl.simulation.lowering.layout import MOST_SCENES, check_pack
from clagdsl.simulation.ordered_pool import Stopped, never_stopped
from clagdsl.simulation.vector.backends import DTYPES, Kind, Lane, NumpyLanes, PlayableDeal
from clagdsl.simulation.vector.count_lanes import MOST_MATCHES
from clagdsl.simulation.vector.expressions import Evaluator
from clagdsl.simulation.vector.numpy_runner import address_of, play_numpy
from clagdsl.simulation.vector.phases import NONE, VectorDeal
from clagdsl.simulation.vector.random_words import FIRST_DEALER, picked
from clagdsl.simulation.vector.schedule import DealKinds, EarlyDeal, VectorSchedule
from clagdsl.table.choices import calls_of
from clagdsl.table.table import Table

LOG: Final = logging.getLogger("clagdsl")

BLOCK_SEATS: Final = 1 << 19
"""The approximate maximum of matches times deals times seats per block, which limits memory."""

MOST_BLOCK: Final = MOST_MATCHES

WORTH_COMPILING: Final = 300_000
"""The number of deals above which compiling pays: NumPy takes a second or more for them."""

ROUNDS_PER_LOOKUP: Final = 3
"""The time to look up code on disk, in units of the time to play one kind of deal with NumPy."""


class Workspace:
    """The results of a block of matches, and the rows that are carried over from deal to deal."""

    def __init__(self, schedule: VectorSchedule, matches: int) -> None:
        table = schedule.table
        players, deals = table.players, len(table.schedule)
        blind = any(kind.by_choice for deal in schedule.deals for kind in deal.kinds)
        self.matches = matches
        self.results = make_results(matches, deals, players, blind=blind)
        self.space = self.results.cards.shape[-1]
        self.numbers = np.zeros(self.space, np.uint32)
        self.unused = np.zeros(self.space, np.uint8)
        """A row for outputs that are discarded."""
        self.pasts = [
            [np.zeros(self.space, np.int32) for _ in range(players)] for _ in table.remembered
        ]
        self.totals = np.zeros((players, self.space), np.int64)
        """The totals before the deal that is played, [seat, match], if something reads them."""
        self.outcome = outcome_of(self.results, matches)
        self.bound: dict[object, Any] = {}
        """The rows bound to machine code, by deal and kind."""
        self.set_dealers(schedule)
        self._sorted: SortedRows | None = None
        self._early: dict[tuple[int, str], Array] = {}

    def set_dealers(self, schedule: VectorSchedule) -> None:
        """Fills in the dealer of every deal that has the same dealer in all matches."""
        for number, deal in enumerate(schedule.deals):
            if deal.dealer is not None:
                self.results.dealers[number] = deal.dealer

    def sorted_rows(self, kinds: int) -> SortedRows:
        """Returns rows with room for a deal's matches, sorted into `kinds` kinds."""
        space = self.space + kinds * LANES
        if self._sorted is None or self._sorted.space < space:
            self._sorted = SortedRows(space)
        return self._sorted

    def early(self, deal: int, name: str) -> Array:
        """Returns an input row that depends on the size and the call of a deal."""
        row = self._early.get((deal, name))
        if row is None:
            row = self._early[deal, name] = np.zeros(self.space, np.uint8)
        return row


class SortedRows:
    """The rows of a block's matches, sorted by the kind of deal that each match plays."""

    def __init__(self, space: int) -> None:
        self.space = space
        self.bound: dict[object, Any] = {}
        self._rows: dict[tuple[str, Kind], Array] = {}

    def row(self, name: str, kind: Kind) -> Array:
        """Returns the row with this name and kind, allocating it on first use."""
        row = self._rows.get((name, kind))
        if row is None:
            row = self._rows[name, kind] = np.zeros(self.space, DTYPES[kind])
        return row


@dataclass(frozen=True, slots=True)
class _Block:
    """The matches of a block, whose numbers are in the workspace."""

    seed: int
    matches: int
    room: Workspace


@dataclass(frozen=True)
class Simulator:
    """Plays a game at a table; `matches` is the planned number, or None if unknown."""

    table: Table
    policies: tuple[str, ...] = ()
    matches: int | None = None
    machine: bool | None = None
    """True forces machine code, False forbids it, and None uses it if that pays."""
    schedule: VectorSchedule = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "schedule", VectorSchedule(self.table))

    @property
    def block(self) -> int:
        """The number of matches in a block."""
        seats = len(self.table.schedule) * self.table.players
        return max(1, min(MOST_BLOCK, BLOCK_SEATS // seats))

    @property
    def uses_workspaces(self) -> bool:
        """True, because it plays in workspaces that are allocated once and reused."""
        return True

    @property
    def entries(self) -> tuple[str, ...]:
        """The Numba functions that play the matches; the vector engine needs none."""
        return ()

    def make_workspace(self, matches: int) -> Workspace:
        """Returns a workspace for blocks of `matches` matches."""
        return Workspace(self.schedule, matches)

    def play(
        self,
        seed: int,
        first: int,
        matches: int,
        *,
        workspace: Workspace | None = None,
        stopped: Stopped = never_stopped,  # noqa: ARG002
    ) -> Outcome:
        """Plays `matches` matches starting at number `first`.

        The next block that is played in the same workspace overwrites the outcome.
        """
        workspace = self.make_workspace(matches) if workspace is None else workspace
        workspace.numbers[:] = np.arange(first, first + workspace.space).astype(np.uint32)
        return self._play(_Block(seed, matches, workspace))

    def _play(self, block: _Block) -> Outcome:
        workspace, players = block.room, self.table.players
        for rows in workspace.pasts:
            for row in rows:
                row[:] = 0
        workspace.totals[:] = 0
        if self.table.draws_dealer:
            drawn = _drawn(block.seed, workspace.numbers, 1, FIRST_DEALER, players)
            workspace.results.dealers[0] = drawn
        self._play_deals(block)
        if workspace.matches == block.matches:
            return workspace.outcome
        return outcome_of(workspace.results, block.matches)

    def _play_deals(self, block: _Block) -> None:
        """Plays deals until all matches of the block are over, and clears the unplayed ones."""
        ends, totals = self.table.game.ends, block.room.totals
        results, matches = block.room.results, block.matches
        if ends is None:
            for number, deal in enumerate(self.schedule.deals):
                self._play_deal(block, deal)
                if self._reads_totals:
                    totals += results.scores[number]
            return
        # the previous block has cleared the dealers of deals that it did not play
        block.room.set_dealers(self.schedule)
        lengths = np.zeros(matches, np.int64)
        for number, deal in enumerate(self.schedule.deals, start=1):
            going = lengths == 0
            self._play_deal(block, deal)
            totals += results.scores[number - 1]
            contracts = results.completed[:number, :, :matches]
            over = going & self._is_over(totals[:, :matches], contracts, number)
            lengths[over] = number
            if (lengths > 0).all():
                break
        lengths[lengths == 0] = len(self.table.schedule)
        clear_unplayed(results, lengths)

    @cached_property
    def _reads_totals(self) -> bool:
        """True if the totals before a deal decide anything in it."""
        return any(kind.reads_totals for deal in self.schedule.deals for kind in deal.kinds)

    def _is_over(self, totals: Array, contracts: Array, deal: int) -> Array:
        """Returns, for each match, whether it is over after a deal.

        `totals` is [seat, match], and `contracts` [deal, seat, match].
        """
        assert self.table.game.ends is not None
        o = NumpyLanes(totals.shape[1])
        merits = _merits(self.table.game.winner.criteria[0], totals, contracts)
        names = {
            **self.table.names,
            "highest_total": Lane(o, totals.max(axis=0), "i64"),
            "lowest_total": Lane(o, totals.min(axis=0), "i64"),
            "leaders": Lane(o, (merits == merits.max(axis=0)).sum(axis=0), "i64"),
            "deal": deal,
        }
        evaluator = Evaluator(o, names, "i64")
        held = evaluator.truth(evaluator.evaluate(self.table.game.ends.condition))
        return o.rows(held)

    # --- a deal -------------------------------------------------------------------------------

    def _play_deal(self, block: _Block, deal: DealKinds) -> None:
        workspace, number = block.room, deal.scheduled.number - 1
        results, matches = workspace.results, block.matches
        if not any(deal.early.made):
            results.cards[number] = deal.sizes[0]
            self._play_kind(block, deal, deal.kinds[0])
            return
        early = self._early_choices(block, deal)
        for name in {name for kind in deal.kinds for name in kind.early_inputs}:
            table = deal.sizes_of if name == "cards" else deal.which(name.removeprefix("which_"))
            workspace.early(number, name)[:matches] = table[early]
        if len(deal.kinds) == 1:
            self._play_kind(block, deal, deal.kinds[0])
        else:
            self._play_sorted(block, deal, deal.kind_of[early])

    def _early_choices(self, block: _Block, deal: DealKinds) -> Array:
        """Returns each match's choice of size and call as one number: see `DealKinds`."""
        number, matches, workspace = deal.scheduled.number - 1, block.matches, block.room
        if self.compiles:
            code = self._code(deal.early)
            row = np.zeros(workspace.space, np.uint32)
            bound = code.bind(workspace.numbers, {}, {"early": row})
            code.play(bound, code.padded(matches), number + 1, block.seed)
            early = row[:matches]
        else:
            early = self._by_numpy(block, deal.early, number + 1, np.arange(matches), {})["early"]
        workspace.results.cards[number, :matches] = deal.sizes_of[early]
        if deal.calling:
            workspace.results.calls[number, :matches] = early % len(deal.calls)
        return early

    def _play_kind(self, block: _Block, deal: DealKinds, kind: VectorDeal) -> None:
        """Plays a deal that has the same kind in all matches of a block."""
        workspace, matches = block.room, block.matches
        if self.compiles:
            code, number = self._code(kind), deal.scheduled.number
            bound = workspace.bound.get((number, kind))
            if bound is None:
                rows = self._rows(workspace, deal, kind)
                inputs = {name: rows[name] for name, _ in kind.inputs}
                outputs = {name: rows[name] for name, _ in kind.outputs}
                bound = workspace.bound[number, kind] = code.bind(
                    workspace.numbers, inputs, outputs
                )
            code.play(bound, code.padded(matches), number, block.seed)
        else:
            rows = self._rows(workspace, deal, kind)
            self._play_numpy(block, deal, kind, np.arange(matches), rows, slice(0, matches))

    def _play_sorted(self, block: _Block, deal: DealKinds, kinds: Array) -> None:
        """Plays a deal whose kind differs by match, one kind after another.

        Copies the rows sorted by kind, with each kind starting at a multiple of LANES, and copies
        the results back.  `places` maps each match to its index in the sorted rows.
        """
        workspace, number = block.room, deal.scheduled.number
        order = np.argsort(kinds.astype(np.uint8), kind="stable")
        counts = np.bincount(kinds, minlength=len(deal.kinds))
        starts = np.concatenate([[0], np.cumsum(-(-counts // LANES) * LANES)])
        sorted_rows = workspace.sorted_rows(len(deal.kinds))
        matches_of = np.zeros(sorted_rows.space, np.int64)
        places = np.empty(block.matches, np.int64)
        begin = 0
        for start, count in zip(starts[:-1].tolist(), counts.tolist(), strict=True):
            here = order[begin : begin + count]
            matches_of[start : start + count] = here
            places[here] = np.arange(start, start + count)
            begin += count
        numbers = sorted_rows.row("numbers", "u32")
        np.take(workspace.numbers, matches_of, out=numbers)
        rows = self._rows(workspace, deal, deal.kinds[0])
        names = {name: of for kind in deal.kinds for name, of in kind.inputs}
        inputs = {name: sorted_rows.row(f"in {name}", of) for name, of in names.items()}
        for name, row in inputs.items():
            np.take(
                rows[name] if name in rows else workspace.early(number - 1, name),
                matches_of,
                out=row,
            )
        written = {name: of for kind in deal.kinds for name, of in kind.outputs}
        outputs = {name: sorted_rows.row(name, of) for name, of in written.items()}
        for name in deal.partly_written:
            outputs[name][:] = NONE
        for place, kind in enumerate(deal.kinds):
            start, count = int(starts[place]), int(counts[place])
            if not count:
                continue
            if self.compiles:
                code = self._code(kind)
                bound = sorted_rows.bound.get((number, kind))
                if bound is None:
                    bound = sorted_rows.bound[number, kind] = code.bind(numbers, inputs, outputs)
                code.play(bound, code.padded(count), number, block.seed, first=start)
            else:
                part = slice(start, start + count)
                self._play_numpy(block, deal, kind, matches_of[part], inputs, part, outputs)
        for name, row in outputs.items():
            rows[name][: block.matches] = row[places]

    def _play_numpy(
        self,
        block: _Block,
        deal: DealKinds,
        kind: VectorDeal,
        matches: Array,
        rows: Mapping[str, Array],
        here: slice,
        outputs: Mapping[str, Array] | None = None,
    ) -> None:
        """Plays matches with NumPy.

        Reads the slice `here` of `rows`, and writes to the same slice of `outputs` (default:
        `rows`).
        """
        inputs = {name: rows[name][here] for name, _ in kind.inputs}
        written = self._by_numpy(block, kind, deal.scheduled.number, matches, inputs)
        for name, figures in written.items():
            (rows if outputs is None else outputs)[name][here] = figures

    def _by_numpy(
        self,
        block: _Block,
        kind: PlayableDeal,
        number: int,
        matches: Array,
        inputs: Mapping[str, Array],
    ) -> dict[str, Array]:
        """Plays deal `number` of the schedule in these matches of a block."""
        return play_numpy(kind, block.seed, block.room.numbers[matches], number, inputs)

    def _code(self, kind: VectorDeal | EarlyDeal) -> Any:
        """Returns the machine code of a kind, compiling it on first use."""
        code = self._codes.get(kind)
        if code is None:
            from clagdsl.simulation.vector.machine_code import host_code

            code = self._codes[kind] = host_code().deal(kind)
        return code

    @cached_property
    def _codes(self) -> dict[object, Any]:
        """The code by kind, cached because looking it up by the rules takes longer than playing."""
        return {}

    @cached_property
    def is_worth_compiling(self) -> bool | None:
        """True if compiling pays, False if it is ruled out, None if only cached code may run."""
        if self.machine is not None:
            return self.machine
        if not _has_compiler():
            return False
        if self.matches is None or self.matches * len(self.schedule.deals) >= WORTH_COMPILING:
            return True
        return None

    @cached_property
    def compiles(self) -> bool:
        """True if deals are played as machine code, which depends on the size of the run.

        A small run uses machine code only if all of it is on disk, and if looking it up is faster
        than playing with NumPy.
        """
        if self.is_worth_compiling is not None or self.matches is None:
            return bool(self.is_worth_compiling)
        rounds = -(-self.matches // self.block) * sum(len(d.kinds) for d in self.schedule.deals)
        kinds = {kind.key(): kind for deal in self.schedule.deals for kind in deal.kinds}
        if rounds < ROUNDS_PER_LOOKUP * len(kinds):
            return False
        from clagdsl.simulation.vector.machine_code import host_code

        return all(map(host_code().is_kept, kinds.values()))

    def _rows(self, workspace: Workspace, deal: DealKinds, kind: VectorDeal) -> dict[str, Array]:
        """Returns the workspace rows that a deal reads and writes, by name."""
        number, players, results = deal.scheduled.number - 1, self.table.players, workspace.results
        following = self.schedule.deals[number + 1 : number + 2]
        rows: dict[str, Array] = {
            "dealer": _bytes(results.dealers[number]),
            "next_dealer": _bytes(results.dealers[number + 1])
            if following and following[0].dealer is None
            else workspace.unused,
            "last_winner": _bytes(results.deal_winners[number - 1]),
            "winner": _bytes(results.deal_winners[number]),
            "trump": _bytes(results.trumps[number]),
            "bidder": _bytes(results.bidders[number]),
            "auction": _bytes(results.auctions[number]),
            "auction_winner": _bytes(results.auction_winners[number]),
        }
        for name in kind.early_inputs:
            rows[name] = workspace.early(number, name)
        # if the dealer is the same in all matches, the engine counts seats from eldest
        first = 0 if kind.scene.turned or deal.dealer is None else deal.dealer + 1
        for place in range(players):
            seat = (place + first) % players
            rows[f"bid_{place}"] = _bytes(results.bids[number, seat])
            rows[f"tricks_{place}"] = _bytes(results.tricks[number, seat])
            rows[f"score_{place}"] = results.scores[number, seat]
            rows[f"completed_{place}"] = _bytes(results.completed[number, seat])
            if kind.by_choice:
                rows[f"blind_{place}"] = _bytes(results.blind[number, seat])
            rows[f"total_{place}"] = workspace.totals[seat]
            for which, by_seat in enumerate(workspace.pasts):
                rows[f"past_{which}_{place}"] = by_seat[seat]
        return rows

    def compile_all(self) -> None:
        """Compiles all machine code that will be needed for playing."""
        if self.compiles:
            for kind in (kind for deal in self.schedule.deals for kind in deal.kinds):
                self._code(kind)


def _merits(criterion: CriterionText, totals: Array, contracts: Array) -> Array:
    """Returns the merits of the players by a criterion, [seat, match]; higher is better."""
    merits: Array
    match criterion:
        case "highest total":
            merits = totals
        case "lowest total":
            merits = -totals
        case "fewest failed":
            merits = -(contracts == 0).sum(axis=0)
        case "most completed":
            merits = (contracts == 1).sum(axis=0)
        case _:
            assert_never(criterion)
    return merits


def _bytes(row: Array) -> Array:
    """Views a row's memory as unsigned bytes."""
    return row.view(np.uint8)


def _drawn(seed: int, numbers: Array, deal: int, purpose: int, count: int) -> Array:
    """Draws a lot, a number below `count`, for each match."""
    o, address = address_of(seed, numbers, deal)
    return o.rows(picked(o, address.draw_word(purpose), o.full(count, "u8")))


@cache
def _has_compiler() -> bool:
    """Returns whether llvmlite is installed; logs once if it is missing."""
    if find_spec("llvmlite") is None:
        LOG.warning(
            "llvmlite is not installed: NumPy plays and counts, which takes longer; %s",
            install_command("simulate"),
        )
        return False
    return True


def make_simulator(
    table: Table,
    policies: Sequence[str] = (),
    matches: int | None = None,
    *,
    machine: bool | None = None,
) -> Simulator:
    """Returns a simulator for a game at a table; raises ArgumentError if it cannot be simulated.

    `matches` is the number to be played, if known; small runs do not compile anything.
    """
    check_pack(table.deck)
    deals = {(row.name, row.sizes) for row in table.schedule}
    scenes = sum(len(sizes) * len(calls_of(table.rules(name))) for name, sizes in deals)
    if scenes > MOST_SCENES:
        raise problems.arguments.NotSimulated(
            "there are too many combinations of deals, sizes and calls"
        ).error()
    return Simulator(table, tuple(policies), matches, machine)
