"""Blocks of matches, played by as many threads as wanted."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from typing import Final

import numpy as np

from clagdsl.simulation.jit import code_for
from clagdsl.simulation.kept_code import KEPT, is_kept
from clagdsl.simulation.kernels.early_ends import note_ends
from clagdsl.simulation.kernels.match_block import draw_dealers, play_in_step, play_one_by_one
from clagdsl.simulation.lowering.arrays import (
    Array,
    CodeAsked,
    Course,
    DealBlock,
    Given,
    Outcome,
    Room,
    SeedWords,
    Tables,
    blank,
    make_course,
    make_lanes,
    make_results,
    make_steady,
    make_work,
    outcome_of,
)
from clagdsl.simulation.lowering.endings import lower_ending
from clagdsl.simulation.lowering.lower import decisions_by_deal, lower
from clagdsl.simulation.part_threads import Stopped, never
from clagdsl.table.table import Table

BLOCK_SEATS: Final = 1 << 19
"""About how many seats of deals one block holds: memory is bounded by it."""

MOST_BLOCK: Final = 8192

WORTH_COMPILING: Final = 1 << 26
"""So many deals that can be played in step are, even if that has to be compiled first.

Played one by one they take twenty-five seconds longer; to be compiled the kernel takes about
twenty, once for all games.
"""
IN_STEP: Final = "play_in_step"
WORD: Final = (1 << 32) - 1

NOTHING_GIVEN: Final = Given(np.empty((0, 0, 0), np.uint8), np.empty((0, 0, 0), np.uint32))
"""Given to matches whose course is kept: one kernel plays them, whether they are drawn or not."""


def seed_words(seed: int) -> SeedWords:
    """A seed as its two words."""
    return SeedWords(np.uint64(seed & WORD), np.uint64(seed >> 32))


@dataclass(frozen=True, slots=True)
class Block:
    """Matches to be played: those of a seed from a number on, or those given from outside."""

    seed: SeedWords
    first: int
    matches: int
    room: Room
    in_step: Array
    """[deal]: whether it is played in step."""
    course: Course | None = None
    """What is filled with every trick and decision, where that is wanted."""
    given: Given | None = None


@dataclass(frozen=True, slots=True)
class Simulator:
    """A game at a table, ready to be played."""

    table: Table
    tables: Tables
    policies: tuple[str, ...] = ()

    @property
    def block(self) -> int:
        """How many matches make a block."""
        seats = len(self.table.schedule) * self.table.players
        return max(1, min(MOST_BLOCK, BLOCK_SEATS // seats))

    @property
    def uses_rooms(self) -> bool:
        """Whether it plays in rooms that are made once and used again."""
        return True

    @property
    def compiled(self) -> tuple[str, ...]:
        """The functions of which each has to be compiled before it plays."""
        if "steady" in self.policies:
            return ("play_one_by_one", "pick_play")
        if self.tables.in_step.all():
            return (IN_STEP,)
        return (IN_STEP, "play_one_by_one") if self.tables.in_step.any() else ("play_one_by_one",)

    @property
    def decisions(self) -> int:
        """How many decisions a deal has at most."""
        return max(decisions_by_deal(self.table, self.tables))

    def make_room(self, matches: int, *, watched: bool = False) -> Room:
        """Room for blocks of so many matches; `watched` where their course is kept, too."""
        players = self.table.players
        remembered, size = len(self.tables.past.kinds), self.table.deck.size
        lanes = make_lanes(self.decisions, players, remembered)
        work = make_work(matches, players, lanes, self.policies, remembered, size)
        if watched and work.steady is None:  # one kernel keeps the course of all kinds of seats
            work = work._replace(steady=make_steady(("random",) * players))
        blind = bool(self.tables.past.blind[0] >= 0)
        results = make_results(matches, len(self.table.schedule), players, blind=blind)
        return Room(results, lanes, work, outcome_of(results, None, matches), {})

    def play(
        self,
        seed: int,
        first: int,
        matches: int,
        *,
        course: bool = False,
        room: Room | None = None,
        stopped: Stopped = never,  # noqa: ARG002
    ) -> Outcome:
        """So many matches from that number on; with `course`, every trick and decision.

        What is played in a room is lost when the room is used again.  A kernel plays them so fast
        that it does not ask whether it is stopped.
        """
        return self._play(
            Block(
                seed_words(seed),
                first,
                matches,
                room=self.make_room(matches, watched=course) if room is None else room,
                in_step=self.tables.in_step,
                course=self._course(matches) if course else None,
                given=NOTHING_GIVEN if course else None,
            )
        )

    def play_given(self, packs: Array, words: Array, *, in_step: bool = True) -> Outcome:
        """Matches with packs and choices from outside, every trick and decision kept.

        `packs` [match, deal, place] are places in the fixed order of the pack, from the top;
        `words` [match, deal, decision] of 32 bits pick: decision d of a deal is number
        `(word * count) >> 32` of the legal actions.  Without `in_step` every deal goes the general
        way.
        """
        wide = np.zeros((*words.shape[:2], self.decisions), np.uint32)
        wide[:, :, : words.shape[2]] = words[:, :, : self.decisions]
        cards = self.tables.pack.astype(np.uint8)[packs]
        given = Given(np.ascontiguousarray(cards), wide)
        steps = self.tables.in_step if in_step else np.zeros_like(self.tables.in_step)
        return self._play(
            Block(
                seed_words(0),
                0,
                len(packs),
                room=self.make_room(len(packs), watched=True),
                in_step=steps,
                course=self._course(len(packs)),
                given=given,
            )
        )

    def _play(self, block: Block) -> Outcome:
        work = block.room.work
        work.dealers[:] = self.table.players - 1
        if self.tables.drawn_dealer[0]:
            draw_dealers(work, block.seed, block.first)
        work.winners[:] = 0
        work.pasts[:] = 0
        if self.table.game.ends is None:
            for deal in range(len(self.table.schedule)):
                self._play_deal(block, deal)
        else:
            self._play_to_the_end(block)
        outcome = block.room.outcome
        if block.course is None and len(outcome.cards) == block.matches:
            return outcome
        return outcome_of(block.room.results, block.course, block.matches)

    def _play_to_the_end(self, block: Block) -> None:
        """As long as a match of the block goes on; what lies behind its end is nothing."""
        results, course = block.room.results, block.course
        program, stack = lower_ending(self.table)
        totals = np.zeros((block.matches, self.table.players), np.int64)
        lengths = np.zeros(block.matches, np.int64)
        noted = np.zeros(block.matches, np.int64)
        for deal in range(len(self.table.schedule)):
            going = lengths == 0
            self._play_deal(block, deal)
            left = note_ends(program, stack, results.scores[deal], totals, lengths, deal + 1)
            if course is not None:
                noted[going] = course.noted[going]
            if not left:
                break
        lengths[lengths == 0] = len(self.table.schedule)
        blank(results, course, lengths, noted)

    def _play_deal(self, block: Block, deal: int) -> None:
        in_step, room = bool(block.in_step[deal]), block.room
        part = DealBlock(deal, block.first, block.matches)
        arguments = (
            self.tables,
            room.lanes,
            room.work,
            block.course,
            block.given,
            room.results,
            block.seed,
            part,
        )
        asked = CodeAsked(in_step, block.course is not None, block.given is not None)
        code = room.codes.get(asked)
        if code is None:
            code = code_for(play_in_step if in_step else play_one_by_one, arguments)
            room.codes[asked] = code
        if not code(*arguments):
            raise RuntimeError("the simulator came to what its tables do not hold")

    def compile_in_step(self) -> None:
        """Have the functions for ordinary deals compiled, where the game has such deals."""
        for deal in self.tables.in_step.nonzero()[0][:1]:
            self._play_deal(self._first_match(self.tables.in_step), int(deal))

    def play_in_turn(self) -> Outcome:
        """One match whose deals all go the general way."""
        return self._play(self._first_match(np.zeros_like(self.tables.in_step)))

    def _first_match(self, in_step: Array) -> Block:
        return Block(seed_words(0), 0, 1, room=self.make_room(1), in_step=in_step)

    def _course(self, matches: int) -> Course:
        schedule = self.table.schedule
        decisions = sum(decisions_by_deal(self.table, self.tables))
        most = max(row.high for row in schedule)
        return make_course(matches, len(schedule), most, decisions)


def make_simulator(
    table: Table, policies: Sequence[str] = (), matches: int | None = None
) -> Simulator:
    """The simulator of a game at a table; ArgumentError where the game does not fit.

    `policies` says by seat who plays at `random` and who plays `steady`; all at random unless said.
    Where only so many `matches` are played that it does not pay, nothing is compiled to play
    ordinary deals in step: they come to the same one by one.
    """
    tables = lower(table)
    if "steady" in policies or not _pays(tables, matches):
        tables = tables._replace(in_step=np.zeros_like(tables.in_step))
    return Simulator(table, tables, tuple(policies))


def _pays(tables: Tables, matches: int | None) -> bool:
    """Whether to play ordinary deals in step."""
    if matches is None or matches * np.count_nonzero(tables.in_step) >= WORTH_COMPILING:
        return True
    return KEPT is not None and is_kept(IN_STEP)


def play_blocks(simulator: Simulator, matches: int, seed: int, threads: int) -> Iterator[Outcome]:
    """The blocks of matches 0 to `matches` in order; few are kept at a time."""
    starts = iter(range(0, matches, simulator.block))
    if threads == 1:
        for start in starts:
            yield simulator.play(seed, start, min(simulator.block, matches - start))
        return
    waiting: deque[Future[Outcome]] = deque()
    with ThreadPoolExecutor(threads) as pool:
        try:
            for start in starts:
                size = min(simulator.block, matches - start)
                waiting.append(pool.submit(simulator.play, seed, start, size))
                if len(waiting) > threads:
                    yield waiting.popleft().result()
            while waiting:
                yield waiting.popleft().result()
        finally:
            for future in waiting:
                future.cancel()
