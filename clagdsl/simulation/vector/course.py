"""Keeps the course of matches that NumPy plays: every decision, and who took each trick.

A decision is a row of five numbers: how many actions were legal; which was chosen, from 0, in the
fixed order of legal actions; the action (a size, a call, a bid, -1 for a look at the cards, a trump
by its number, or a play: the card, shifted by FACE_BITS, and what it stands for); what was allowed,
as a mask of bids or of cards; and what all wild and special cards could have been, as one sum that
tells such sets apart.  Of equal cards the first stands for all.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from clagdsl.simulation.lowering.arrays import Array, Course
from clagdsl.simulation.vector.backends import Lane
from clagdsl.simulation.vector.hands import CardFacts
from clagdsl.simulation.vector.tricks import FaceRange, Played, Plays

FACE_BITS: Final = 6
"""The number of bits of a play that hold the face of the card."""


class CourseNotes:
    """Notes what happens in one deal of some matches of a block."""

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
        self.firsts = np.zeros(256, np.int64)  # as long as a byte counts: some slots hold no card
        self.firsts[: len(facts.first)] = facts.first

    def decision(
        self,
        active: Lane | None,
        count: Lane,
        number: Lane,
        action: Lane,
        allowed: Lane | None,
    ) -> None:
        """Keep a decision of the matches in which it is made; None for all of them."""
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
        """Keep a play."""
        cards = [self.firsts[self._all(card)] for card in plays.slots]
        allowed, mask = np.zeros(len(self.matches), np.uint64), self._all(plays.allowed)
        for slot, card in enumerate(cards):
            bit = (mask >> slot) & 1
            allowed |= bit.astype(np.uint64) << card.astype(np.uint64)
        card, face = self.firsts[self._all(played.card)], self._all(played.face)
        special = np.zeros(1, np.bool_) if played.special is None else played.special.value
        of_face = np.where(special, face, self.firsts[np.where(special, 0, face)])
        self._note(
            active,
            self._all(plays.count),
            self._all(played.number),
            (card << FACE_BITS) | of_face,
            allowed.view(np.int64),
            self._sum_of_faces(plays, cards),
        )

    def trick(self, active: Lane | None, trick: Any, winner: Lane) -> None:
        """Keep who took a trick, counted from eldest."""
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
