"""Simulators for tests: with given packs and choices, or with a record of every decision.

`RecordingSimulator` plays with NumPy and records the course of its matches: every decision, and the
winner of each trick. `ScriptedMachine` plays as machine code. In both, packs and choices may come
from a test.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from clagdsl.simulation.lowering.arrays import Array, Outcome
from clagdsl.simulation.lowering.layout import numbers_of
from clagdsl.simulation.runner import Simulator, _Block
from clagdsl.simulation.vector.backends import Lane, PlayableDeal
from clagdsl.simulation.vector.hands import CardFacts
from clagdsl.simulation.vector.machine_code import BoundRows, host_code
from clagdsl.simulation.vector.numpy_runner import play_numpy
from clagdsl.simulation.vector.phases import VectorDeal
from clagdsl.simulation.vector.schedule import EarlyDeal
from clagdsl.simulation.vector.tricks import FaceRange, Played, Plays
from support.scripted_chance import ScriptedChance, ScriptedCode, play_scripted

FACE_BITS = 6
"""The number of bits in a recorded play that hold the card's face."""


class Script(NamedTuple):
    """Packs and choices of matches."""

    cards: Array  # [match, deal, place]: the card numbers from the top of the pack
    words: Array  # [match, deal, decision]: the 32-bit words that choose

    def chance(self, deal: int, matches: Array) -> ScriptedChance:
        """Returns the packs and choices for deal number `deal` of these matches."""
        cards, words = self.cards[matches, deal - 1].T, self.words[matches, deal - 1].T
        return ScriptedChance(np.ascontiguousarray(cards), np.ascontiguousarray(words))


def script_of(simulator: Simulator, packs: Array, words: Array) -> Script:
    """Returns a script with these packs and words.

    `packs` [match, deal, place] are indices into the pack's fixed order, from the top. `words`
    [match, deal, decision] are 32-bit numbers that choose: decision d of a deal takes number
    `(word * count) >> 32` of the legal actions.
    """
    most = most_decisions(simulator)
    wide = np.zeros((*words.shape[:2], most), np.uint32)
    wide[:, :, : words.shape[2]] = words[:, :, :most]
    return Script(np.array(numbers_of(simulator.table.deck), np.uint8)[packs], wide)


def decisions_by_deal(simulator: Simulator) -> list[int]:
    """Returns the maximum number of decisions in each deal.

    The last card of a hand counts as one, although it needs no random word.
    """
    return [
        max(kind.decisions for kind in deal.kinds) + simulator.table.players
        for deal in simulator.schedule.deals
    ]


def most_decisions(simulator: Simulator) -> int:
    """Returns the maximum number of decisions in any deal."""
    return max(decisions_by_deal(simulator))


# --- with NumPy -------------------------------------------------------------------------------


@dataclass(slots=True)
class Course:
    """Every trick and decision of a block of matches."""

    taken: Array  # [match, deal, trick]: the seat that won it
    decisions: Array  # [match, decision, 5]: see `CourseNotes`
    noted: Array  # [match]: the number of decisions made
    after: Array  # [deal, match]: the number of decisions made up to the end of the deal
    script: Script | None = None


@dataclass(frozen=True, slots=True)
class Recorded:
    """The outcome of some matches, with every trick and decision."""

    outcome: Outcome
    taken: Array
    decisions: Array


class CourseNotes:
    """Records everything that happens in one deal of some matches in a block.

    A decision is a row of five numbers:

    - the number of actions that were legal;
    - the 0-based number of the chosen one, in the fixed order of legal actions;
    - the action: a size, a call, a bid, -1 for looking at the cards, the number of a trump, or a
      play (the card, shifted by FACE_BITS, and its face);
    - a mask of the bids or cards that were allowed;
    - a checksum of all faces that wild and special cards could have had.

    A card is recorded as the first of the cards equal to it.
    """

    def __init__(
        self,
        course: Course,
        matches: Array,
        deal: int,
        dealers: Array,
        players: int,
        facts: CardFacts,
    ) -> None:
        self.course = course
        self.players = players
        self.matches = matches
        self.deal = deal
        self.first_seats = dealers.astype(np.int64) + 1
        # one entry per byte value: slots without a card hold 255
        self.firsts = np.zeros(256, np.int64)
        self.firsts[: len(facts.first)] = facts.first

    def decision(
        self,
        active: Lane | None,
        count: Lane,
        number: Lane,
        action: Lane,
        allowed: Lane | None,
    ) -> None:
        """Records a decision of the active matches; None means all of them."""
        actions = self._all(action)
        self._note(
            active,
            self._all(count),
            self._all(number),
            np.where(actions == 255, -1, actions),
            0 if allowed is None else self._all(allowed),
            0,
        )

    def play(self, active: Lane | None, plays: Plays, played: Played) -> None:
        """Records a play of the active matches."""
        cards = [self.firsts[self._all(card)] for card in plays.slots]
        allowed, mask = np.zeros(len(self.matches), np.uint64), self._all(plays.allowed)
        for slot, card in enumerate(cards):
            bit = (mask >> slot) & 1
            allowed |= bit.astype(np.uint64) << card.astype(np.uint64)
        card, face = self.firsts[self._all(played.card)], self._all(played.face)
        special = np.zeros(1, np.bool_) if played.special is None else played.special.value
        of_face = np.where(special, face, self.firsts[face])
        self._note(
            active,
            self._all(plays.count),
            self._all(played.number),
            (card << FACE_BITS) | of_face,
            allowed.view(np.int64),
            self._sum_of_faces(plays, cards),
        )

    def trick(self, active: Lane | None, trick: Any, winner: Lane) -> None:
        """Records the winner of a trick, counted from eldest."""
        seats = (self._all(winner) + self.first_seats) % self.players
        here = self._active(active)
        self.course.taken[self.matches[here], self.deal, trick] = seats[here]

    def _sum_of_faces(self, plays: Plays, cards: list[Array]) -> Array:
        total = np.zeros(len(self.matches), np.uint64)
        for slot, card in enumerate(cards):
            meant = plays.faces[slot]
            weight = (2 * card + 1).astype(np.uint64)
            if isinstance(meant, FaceRange):
                assert plays.wild is not None
                bit = (self._all(plays.wild) >> slot) & 1
                total += meant.as_set(plays.wild.o).value * weight * bit.astype(np.uint64)
            elif meant is not None:
                total += np.broadcast_to(meant.value, total.shape) * weight
            if plays.special is not None:
                bit = (self._all(plays.special) >> slot) & 1
                total += bit.astype(np.uint64) * weight
        return total.view(np.int64)

    def _all(self, lane: Lane) -> Array:
        return np.broadcast_to(lane.value, len(self.matches)).astype(np.int64)

    def _active(self, active: Lane | None) -> Array:
        if active is None:
            return np.ones(len(self.matches), np.bool_)
        return np.broadcast_to(active.value, len(self.matches))

    def _note(self, active: Lane | None, *figures: Any) -> None:
        here = self._active(active)
        matches = self.matches[here]
        places = self.course.noted[matches]
        for column, figure in enumerate(figures):
            row = np.broadcast_to(figure, len(self.matches))
            self.course.decisions[matches, places, column] = row[here]
        self.course.noted[matches] += 1


class NotedDeal:
    """A kind of deal that notes what happens in it."""

    def __init__(self, kind: VectorDeal, notes: CourseNotes) -> None:
        self._kind = kind
        self._notes = notes

    def __getattr__(self, name: str) -> Any:
        return getattr(self._kind, name)

    def play(self, *arguments: Any) -> Any:
        """Plays the deal."""
        return self._kind.play(*arguments, self._notes)


@dataclass(frozen=True)
class RecordingSimulator(Simulator):
    """Plays a game at a table with NumPy, and records every trick and decision."""

    @cached_property
    def compiles(self) -> bool:
        """False: only NumPy records decisions."""
        return False

    @cached_property
    def _courses(self) -> list[Course]:
        """The course of the block that is being played."""
        return []

    def record(self, seed: int, first: int, matches: int) -> Recorded:
        """Plays `matches` matches starting at number `first`."""
        return self._recorded(seed, np.arange(first, first + matches), None)

    def record_scripted(self, packs: Array, words: Array, *, alike: bool = False) -> Recorded:
        """Plays matches with the packs and words of `script_of`.

        Lots are drawn as in matches 0, 1, ... of seed 0; if `alike`, as in match 0 in all of them.
        """
        numbers = np.zeros(len(packs), np.int64) if alike else np.arange(len(packs))
        return self._recorded(0, numbers, script_of(self, packs, words))

    def _recorded(self, seed: int, numbers: Array, script: Script | None) -> Recorded:
        schedule, matches = self.table.schedule, len(numbers)
        course = Course(
            np.full((matches, len(schedule), max(row.high for row in schedule)), -1, np.int8),
            np.zeros((matches, sum(decisions_by_deal(self)), 5), np.int64),
            np.zeros(matches, np.int64),
            np.zeros((len(schedule), matches), np.int64),
            script,
        )
        self._courses[:] = [course]
        workspace = self.make_workspace(matches)
        workspace.numbers[:matches] = numbers
        outcome = self._play(_Block(seed, matches, workspace))
        lengths = (outcome.cards > 0).sum(axis=1)
        course.taken[np.arange(len(schedule)) >= lengths[:, None]] = -1
        noted = course.after[lengths - 1, np.arange(matches)]
        course.decisions[np.arange(course.decisions.shape[1]) >= noted[:, None]] = 0
        return Recorded(outcome, course.taken, course.decisions)

    def _by_numpy(
        self, block: _Block, kind: PlayableDeal, number: int, matches: Array, inputs: Any
    ) -> dict[str, Array]:
        (course,) = self._courses
        numbers, noted = block.room.numbers[matches], kind
        if isinstance(kind, VectorDeal):
            dealers = inputs["dealer"]
            notes = CourseNotes(course, matches, number - 1, dealers, kind.players, kind.facts)
            noted = NotedDeal(kind, notes)
        if course.script is None:
            written = play_numpy(noted, block.seed, numbers, number, inputs)
        else:
            script = course.script.chance(number, matches)
            written = play_scripted(noted, block.seed, numbers, number, inputs, script)
        if isinstance(kind, EarlyDeal):
            self._note_early(course, kind, number, written["early"])
        course.after[number - 1, matches] = course.noted[matches]
        return written

    def _note_early(self, course: Course, kind: EarlyDeal, number: int, early: Array) -> None:
        """Records the choices of a size and a call."""
        deal = self.schedule.deals[number - 1]
        sizes, called = np.divmod(early, len(deal.calls))
        actions = (deal.sizes[0] + sizes, called)
        for place, (chosen, action) in enumerate(zip((sizes, called), actions, strict=True)):
            if kind.made[place]:
                count = np.full(len(early), kind.counts[place])
                row = np.stack([count, chosen, action], axis=1)
                course.decisions[np.arange(len(early)), course.noted, :3] = row
                course.noted += 1


# --- as machine code --------------------------------------------------------------------------


@dataclass(frozen=True)
class ScriptedMachine(Simulator):
    """Plays a game at a table as machine code, with packs and choices from a script."""

    @cached_property
    def compiles(self) -> bool:
        """True: every deal is played as machine code."""
        return True

    @cached_property
    def _scripts(self) -> list[Script]:
        """The script of the block that is being played."""
        return []

    def play_scripted(self, packs: Array, words: Array) -> Outcome:
        """Plays matches with the packs and words of `script_of`."""
        self._scripts[:] = [script_of(self, packs, words)]
        return self.play(0, 0, len(packs))

    def _code(self, kind: VectorDeal | EarlyDeal) -> Any:
        code = self._codes.get(kind)
        if code is None:
            code = self._codes[kind] = MatchingCode(kind, self._scripts)
        return code


class MatchingCode(ScriptedCode):
    """Code that finds the packs and choices of each match by the number of the match."""

    def __init__(self, kind: VectorDeal | EarlyDeal, scripts: list[Script]) -> None:
        super().__init__(host_code(), kind)
        self._scripts = scripts

    def play(
        self, rows: BoundRows, count: int, deal_number: int, seed: int, *, first: int = 0
    ) -> None:
        """Plays deal `deal_number` in `count` matches of the rows, starting at match `first`."""
        (script,) = self._scripts
        matches = np.minimum(rows._rows[0][: rows.length], len(script.cards) - 1).astype(np.int64)
        chance = script.chance(deal_number, matches)
        self.play_scripted(rows, count, deal_number, seed, chance, first=first)
