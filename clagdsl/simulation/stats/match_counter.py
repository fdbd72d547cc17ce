"""Counts matches over lanes.

Input: a `Frame`, and the results of a block of matches by deal and seat.  Output: `Counts` and
`Sums`, and the `Marks` of each match.

A first pass counts the deals in order.  Then the totals and winners are known, and a second pass
over the deals counts how much each of them decided.

Invariant: a match in which no deal was played adds nothing.  Machine code pads its vectors with
such matches (`vector.count_lanes`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, reduce
from itertools import accumulate
from operator import add, or_
from typing import Final, assert_never

import numpy as np

from clagdsl.lang.rules import FirstBidder
from clagdsl.simulation.lowering.arrays import NOT_PLAYED, Array, Outcome
from clagdsl.simulation.stats.count_layout import (
    CRITERIA,
    DEALER_CALLS,
    LAST_BIDDERS,
    NOBODY_CALLS,
    WINNER_CALLS,
    Frame,
    limits_by_call,
)
from clagdsl.simulation.stats.counters import (
    CALLED_DEALS,
    CALLER_FIGURES,
    CALLER_POINTS,
    CALLS_FOLLOWED,
    CALLS_KEPT,
    FATES,
    LAST_POINTS,
    LIMITED_DEALS,
    LIMITED_FIGURES,
    NOT_CALLER_POINTS,
    OTHER_POINTS,
    Counts,
    Marks,
    Sums,
    count_shapes,
    make_counts,
    make_sums,
    sum_shapes,
)
from clagdsl.simulation.vector.backends import DTYPES, Kind, Lane, LoopNumber
from clagdsl.simulation.vector.count_lanes import (
    MOST_MATCHES,
    PARTS,
    BoundedFigure,
    Counter,
    CountingLanes,
    FigureRow,
    NotedFigures,
    NumpyCounting,
    Totals,
    add_moments,
    add_product,
    add_sum,
    fits,
    truth_figure,
    whole_sums,
)

ROWS: Final[Mapping[str, tuple[Kind, bool]]] = {
    "cards": ("u8", False),
    "dealers": ("u8", False),
    "bids": ("u8", True),
    "scores": ("i32", True),
    "completed": ("u8", True),
    "deal_winners": ("u8", False),
    "bidders": ("u8", False),
    "auction_winners": ("u8", False),
}
"""The results that may be counted: their kinds, and whether each has a row per seat."""


MARKS: Final[Mapping[str, FigureRow]] = {
    "winners": FigureRow("i64", ()),
    "changes": FigureRow("i64", ()),
    "decided": FigureRow("i64", (3,)),
}
"""The rows of `Marks`."""

NOBODY: Final = 255
"""The byte that represents -1: no seat, no bid, or no contract."""

SEATS_AFTER_DEALER: Final[Mapping[FirstBidder, int]] = {
    "eldest": 0,
    "dealer": 1,
    "right of dealer": 2,
}
"""The number of seats from the last bidder to the dealer, by first bidder.

If another player bids first, it depends on that player's seat.
"""


def result_rows(frame: Frame, names: Iterable[str]) -> dict[str, FigureRow]:
    """Returns the input rows for the results with these names."""
    rows = {}
    for name in names:
        kind, by_seat = ROWS[name]
        seats = (frame.players,) if by_seat else ()
        rows[name] = FigureRow(kind, (frame.deals, *seats), NOT_PLAYED[name])
    return rows


@dataclass(frozen=True)
class MatchCounter:
    """Counts a game's matches at a table."""

    frame: Frame

    @cached_property
    def scenes(self) -> list[int]:
        """The numbers of cards in each deal, concatenated; an index in this list is a "scene"."""
        return [cards for low, high in self.frame.sizes for cards in range(low, high + 1)]

    @cached_property
    def inputs(self) -> Mapping[str, FigureRow]:
        """The input rows by name."""
        rows = result_rows(self.frame, ROWS)
        if self.frame.limited_by_call:
            rows["limits"] = FigureRow("u8", (self.frame.deals,))
        return rows

    @cached_property
    def outputs(self) -> Mapping[str, FigureRow]:
        """The output rows by name, which hold the `Marks`."""
        return MARKS

    @cached_property
    def totals(self) -> Mapping[str, tuple[int, ...]]:
        """The dimensions of each total, by name."""
        frame = self.frame
        sums = {f"sum {name}": (PARTS, *shape) for name, shape in sum_shapes(frame).items()}
        by_scene = (len(self.scenes), frame.most_cards + 1)
        return {
            **count_shapes(frame),
            "bids": (*by_scene, FATES),
            # the extra entry after the last bin collects matches that did not reach the deal
            "running": (frame.deals, frame.bins + 1),
            "final": (frame.players, frame.bins + 1),
            **sums,
            "sum bids": (PARTS, *by_scene, 2),
        }

    def count(self, o: CountingLanes) -> None:
        """Counts all matches in the lanes."""
        notes = _MatchState(o, self)
        o.loop(self.frame.deals, notes.count_deal)
        notes.count_end()


class _MatchState:
    """The state of every match while its deals are counted."""

    def __init__(self, o: CountingLanes, counter: MatchCounter) -> None:
        frame = counter.frame
        self.o = o
        self.counter = counter
        self.frame = frame
        self.seats = range(frame.players)
        self.most = frame.largest // frame.deals
        """A bound on the magnitude of a seat's points in one deal."""
        self.mask: Kind = "u8" if frame.players <= 8 else "u16"
        self.totals = NotedFigures(o, frame.largest, frame.players)
        self.failed = NotedFigures(o, frame.deals, frame.players)
        self.completed = NotedFigures(o, frame.deals, frame.players)
        self.leaders = o.notes(self.mask, frame.deals)
        self.last = o.notes(self.mask, 1)
        """The mask of the seat that last led alone; 0 before that."""
        self.changes = NotedFigures(o, frame.deals, 1)
        self.thirds = NotedFigures(o, frame.most_decided if frame.thirds_fit else 1, 3)
        most = frame.players * frame.largest
        if any(frame.limited):
            self.limited = NotedFigures(o, most, frame.most_cards + 1, LIMITED_FIGURES)
        if any(frame.callers):
            self.callers = NotedFigures(o, most, frame.players + 1, CALLER_FIGURES)
            self.caller = o.notes("u8", 1)
            """The previous deal's caller as a 1-based seat; 0 if it had no caller."""

    # --- a deal

    def count_deal(self, deal: LoopNumber) -> None:
        """Counts one deal."""
        o, frame = self.o, self.frame
        cards = o.read("cards", deal)
        played = cards > 0
        scores: list[BoundedFigure] = []
        fates: list[tuple[Lane, Lane, Lane]] = []
        for seat in self.seats:
            score = BoundedFigure(o.read("scores", deal, seat), self.most)
            done = o.read("completed", deal, seat)
            fate = (played & (done == NOBODY), done == 0, done == 1)
            for number, lane in enumerate(fate):
                o.add("contracts", (deal, seat, number), lane)
            add_sum(o, "sum points", (deal, seat, 0), score)
            add_product(o, "sum points", (deal, seat, 1), score, score)
            self.totals.add(score, seat)
            self.failed.add(truth_figure(fate[1]), seat)
            self.completed.add(truth_figure(fate[2]), seat)
            o.scatter("running", (deal,), o.where(played, self._bin(seat), frame.bins))
            scores.append(score)
            fates.append(fate)
        self._count_bids(deal, cards, scores, fates)
        self._count_leaders(deal)
        counted = [truth_figure(failed | completed) for _, failed, completed in fates]
        completed = [truth_figure(fate[2]) for fate in fates]
        by_seat = (scores, counted, completed)
        figures = [reduce(add, each) for each in by_seat]
        add_moments(o, "sum deals", (deal,), figures)
        if any(frame.limited):
            self._note_limited(deal, cards, figures, by_seat)
        if any(frame.callers):
            self._note_caller(deal, figures[0], scores)

    def _bin(self, seat: int) -> Lane:
        """Returns the bin for a seat's total."""
        return (self.totals[seat,].lane - self.frame.lowest) >> self.frame.shift

    def _count_bids(
        self,
        deal: LoopNumber,
        cards: Lane,
        scores: Sequence[BoundedFigure],
        fates: Sequence[tuple[Lane, Lane, Lane]],
    ) -> None:
        """Counts points and contracts by number of cards and bid."""
        o = self.o
        made = [o.read("bids", deal, seat) for seat in self.seats]
        squares = None
        if fits(self.frame.players * self.most**2):
            squares = [score * score for score in scores]

        def count_scene(scene: LoopNumber, size: LoopNumber) -> None:
            here = cards == o.fill(size, "u8")
            bids = [o.where(here, bid, NOBODY) for bid in made]

            def count_bid(bid: LoopNumber) -> None:
                number = o.fill(bid, "u8")
                these = [lane == number for lane in bids]
                for this, fate in zip(these, fates, strict=True):
                    for which, lane in enumerate(fate):
                        o.add("bids", (scene, bid, which), this & lane)
                points = [score.where(this) for score, this in zip(scores, these, strict=True)]
                add_sum(o, "sum bids", (scene, bid, 0), reduce(add, points))
                if squares is not None:
                    both = zip(squares, these, strict=True)
                    total = reduce(add, (square.where(this) for square, this in both))
                    add_sum(o, "sum bids", (scene, bid, 1), total)
                else:
                    for score in points:
                        add_product(o, "sum bids", (scene, bid, 1), score, score)

            o.loop(o.plus(size, 1), count_bid)

        self._loop_scenes(deal, count_scene)

    def _loop_scenes(
        self, deal: LoopNumber, body: Callable[[LoopNumber, LoopNumber], None]
    ) -> None:
        """Calls body(scene, cards) for each possible number of cards in a deal."""
        o, sizes = self.o, self.frame.sizes
        spans = [high - low + 1 for low, high in sizes]
        first = o.number([0, *accumulate(spans)], deal)

        def do(step: LoopNumber) -> None:
            scene = o.plus(first, step)
            body(scene, o.number(self.counter.scenes, scene))

        o.loop(o.number(spans, deal), do)

    def _count_leaders(self, deal: LoopNumber) -> None:
        """Counts a lead change if a seat leads alone and a different one was the last to do so."""
        o, nobody = self.o, self.o.full(0, self.mask)
        ahead = enumerate(self._ahead())
        leaders = reduce(or_, (o.where(leads, 1 << seat, nobody) for seat, leads in ahead))
        alone, last = (leaders & (leaders - 1)) == 0, self.last[0,]
        changed = alone & (leaders != last) & (last != 0)
        o.add("lead_changes", (deal,), changed)
        self.changes.add(truth_figure(changed), 0)
        self.last[0,] = o.where(alone, leaders, last)
        self.leaders[deal,] = leaders

    def _ahead(self) -> list[Lane]:
        """Returns whether each seat leads; each criterion breaks ties left by the previous one."""
        o = self.o
        ahead: list[Lane] = []
        for criterion in self.frame.criteria:
            merits = [self._merit(criterion, seat) for seat in self.seats]
            lanes = [merit.lane for merit in merits]
            if ahead:
                lanes = [
                    o.where(tied, lane, -merits[0].most - 1)
                    for tied, lane in zip(ahead, lanes, strict=True)
                ]
            best = reduce(lambda one, other: o.where(one > other, one, other), lanes)
            ahead = [lane == best for lane in lanes]
        return ahead

    def _merit(self, criterion: int, seat: int) -> BoundedFigure:
        """Returns a seat's value for a criterion; higher is better."""
        match CRITERIA[criterion]:
            case "highest total":
                return self.totals[seat,]
            case "lowest total":
                return self.totals[seat,] * -1
            case "fewest failed":
                return self.failed[seat,] * -1
            case "most completed":
                return self.completed[seat,]
            case _:
                assert_never(CRITERIA[criterion])

    def _note_limited(
        self,
        deal: LoopNumber,
        cards: Lane,
        figures: Sequence[BoundedFigure],
        by_seat: Sequence[Sequence[BoundedFigure]],
    ) -> None:
        """Adds the last bidder's and the others' figures, if the last bid is limited."""
        o, frame = self.o, self.frame

        def note(_: LoopNumber) -> None:
            last = last_bidder_in(o, frame, deal)
            mine = [
                reduce(add, (one.where(last == seat) for seat, one in enumerate(each)))
                for each in by_seat
            ]
            others = [all_seats - one for all_seats, one in zip(figures, mine, strict=True)]

            def note_scene(_: LoopNumber, size: LoopNumber) -> None:
                here = (last != NOBODY) & (cards == o.fill(size, "u8"))
                for place in (0, size):
                    self.limited.add(truth_figure(here), place, LIMITED_DEALS)
                    for number, figure in enumerate(mine):
                        self.limited.add(figure.where(here), place, LAST_POINTS + number)
                    for number, figure in enumerate(others):
                        self.limited.add(figure.where(here), place, OTHER_POINTS + number)

            self._loop_scenes(deal, note_scene)

        starts = frame.limited_from
        some = [int(frame.limited_by_call or frame.limited[start] > 0) for start in starts]
        o.loop(o.number(some, deal), note)

    def _note_caller(
        self, deal: LoopNumber, points: BoundedFigure, scores: Sequence[BoundedFigure]
    ) -> None:
        """Adds the caller's and the others' figures, and records the caller."""
        o, before = self.o, self.caller[0,]
        caller = caller_in(o, self.frame, deal)
        calling = caller != NOBODY
        for seat, score in enumerate(scores):
            calls, called = caller == seat, before == seat + 1
            noted = {
                CALLED_DEALS: truth_figure(calls),
                CALLER_POINTS: score.where(calls),
                NOT_CALLER_POINTS: (points - score).where(calls),
                CALLS_FOLLOWED: truth_figure(called & calling),
                CALLS_KEPT: truth_figure(called & calls),
            }
            for number, figure in noted.items():
                self.callers.add(figure, seat, number)
                self.callers.add(figure, self.frame.players, number)
        self.caller[0,] = caller + 1

    # --- the match

    def count_end(self) -> None:
        """Counts the totals, the winners, and each deal's contribution to the result."""
        o, frame = self.o, self.frame
        exists = o.read("cards", 0) > 0
        winners = self.leaders[frame.deals - 1,]
        many = o.bits(winners)
        for seat in self.seats:
            wins = exists & ((winners & (1 << seat)) != 0)
            for number in range(1, frame.players + 1):
                o.add("joint_wins", (seat, number), wins & (many == number))
            o.scatter("final", (seat,), o.where(exists, self._bin(seat), frame.bins))
        figures = [
            [self.totals[seat,], self.failed[seat,] + self.completed[seat,], self.completed[seat,]]
            for seat in self.seats
        ]
        together = [reduce(add, each) for each in zip(*figures, strict=True)]
        for place, each in enumerate([*figures, together]):
            add_moments(o, "sum seats", (place,), each)
        add_moments(o, "sum changes", (0,), [self.changes[0,]])
        total = together[0]
        deviations = [self.totals[seat,] * frame.players - total for seat in self.seats]
        o.loop(frame.deals, lambda deal: self._look_back(deal, winners, deviations))
        thirds = [self.thirds[number,] for number in range(3)]
        if frame.thirds_fit:
            add_moments(o, "sum thirds", (0,), thirds)
        if any(frame.limited):
            self._add_rows("sum limited", self.limited, frame.most_cards + 1, LIMITED_FIGURES)
        if any(frame.callers):
            self._add_rows("sum callers", self.callers, frame.players + 1, CALLER_FIGURES)
        o.write("winners", o.cast(winners, "i64"))
        o.write("changes", self.changes[0,].as_kind("i64"))
        for number, third in enumerate(thirds):
            o.write("decided", third.as_kind("i64"), number)

    def _look_back(
        self, deal: LoopNumber, winners: Lane, deviations: Sequence[BoundedFigure]
    ) -> None:
        """Counts the leaders after a deal who won the match, and the deal's contribution."""
        o, frame = self.o, self.frame
        leaders = self.leaders[deal,]
        many = o.bits(leaders)
        won = o.where(o.read("cards", deal) > 0, o.bits(leaders & winners), 0)
        for number in range(1, frame.players + 1):
            o.add("led", (deal, number), o.where(many == number, won, 0), frame.players)
        scores = [BoundedFigure(o.read("scores", deal, seat), self.most) for seat in self.seats]
        if not frame.thirds_fit:
            for score, one in zip(scores, deviations, strict=True):
                add_product(o, "sum decided", (deal,), score, one)
            return
        decided = reduce(add, (score * one for score, one in zip(scores, deviations, strict=True)))
        add_sum(o, "sum decided", (deal,), decided)
        thirds = [3 * number // frame.deals for number in range(frame.deals)]
        self.thirds.add(decided, o.number(thirds, deal))

    def _add_rows(self, name: str, notes: NotedFigures, rows: int, figures: int) -> None:
        """Adds rows of moments for the figures collected in `notes`."""

        def add_row(row: LoopNumber) -> None:
            noted = [notes[row, number] for number in range(figures)]
            add_moments(self.o, name, (row,), noted)

        self.o.loop(rows, add_row)


# --- callers and limited last bidders ---------------------------------------------------------


def caller_in(o: CountingLanes, frame: Frame, deal: LoopNumber) -> Lane:
    """Returns a deal's caller, or the dealer if the previous deal's result chose the dealer.

    Returns NOBODY in all other deals.
    """
    rules = list(frame.callers)
    if rules[0] != NOBODY_CALLS:
        rules[0] = DEALER_CALLS  # no deal was won before
    rule = o.constant(rules, deal, "u8")
    before = o.number([max(0, number - 1) for number in range(frame.deals)], deal)
    caller = o.where(rule == DEALER_CALLS, o.read("dealers", deal), NOBODY)
    caller = o.where(rule == WINNER_CALLS, o.read("deal_winners", before), caller)
    return o.where(o.read("cards", deal) > 0, caller, NOBODY)


def last_bidder_in(o: CountingLanes, frame: Frame, deal: LoopNumber) -> Lane:
    """Returns a deal's last bidder if the rules limit the last bid; otherwise NOBODY."""
    if frame.limited_by_call:
        code = o.read("limits", deal)
    else:
        code = o.constant([frame.limited[start] for start in frame.limited_from], deal, "u8")
    code = o.where(o.read("bids", deal, 0) == NOBODY, 0, code)
    last = o.full(NOBODY, "u8")
    for number in sorted({*frame.limited} - {0}):
        first = LAST_BIDDERS[number - 1]
        if first in SEATS_AFTER_DEALER:
            seat, before = o.read("dealers", deal), SEATS_AFTER_DEALER[first]
        elif first == "caller":
            seat, before = caller_in(o, frame, deal), 1
        else:
            name = "bidders" if first == "drawn" else "auction_winners"
            seat, before = o.read(name, deal), 1
        seat = seat + -before % frame.players
        seat = o.where(seat >= frame.players, seat - frame.players, seat)
        last = o.where(code == number, seat, last)
    return last


# --- counting -----------------------------------------------------------------------------


def run_counter(
    counter: Counter, inputs: Mapping[str, Array], *, machine: bool
) -> tuple[Mapping[str, Array], dict[str, Array]]:
    """Runs a counter on `inputs`, and returns the totals and the output rows.

    Raises ValueError for more than MOST_MATCHES matches.
    """
    matches = next(iter(inputs.values())).shape[-1]
    if matches > MOST_MATCHES:
        raise ValueError(f"{matches} matches are counted at once, of {MOST_MATCHES} at most")
    outputs = {
        name: np.zeros((*row.dimensions, matches), DTYPES[row.kind])
        for name, row in counter.outputs.items()
    }
    if machine:
        from clagdsl.simulation.vector.machine_counting import counter_code

        return counter_code(counter).count(inputs, outputs), outputs
    totals = Totals(counter)
    counter.count(NumpyCounting(counter, inputs, outputs, totals.by_name))
    return totals.by_name, outputs


def counted_rows(counter: MatchCounter, block: Outcome) -> dict[str, Array]:
    """Returns views of the rows of a block that a counter uses."""
    rows = {
        name: np.moveaxis(getattr(block, name), 0, -1) for name in counter.inputs if name in ROWS
    }
    if counter.frame.limited_by_call:
        rows["limits"] = limits_by_call(counter.frame, block)
    return rows


def tally(frame: Frame, block: Outcome, *, machine: bool = False) -> tuple[Counts, Sums, Marks]:
    """Counts at most MOST_MATCHES matches, exactly."""
    counter = MatchCounter(frame)
    totals, written = run_counter(counter, counted_rows(counter, block), machine=machine)
    counts = {name: totals[name] for name in Counts._fields}
    sums = {name: whole_sums(totals[f"sum {name}"]) for name in Sums._fields}
    counts["running"], counts["final"] = totals["running"][:, :-1], totals["final"][:, :-1]
    for figures, by_cards in ((counts, make_counts(frame).bids), (sums, make_sums(frame).bids)):
        np.add.at(by_cards, counter.scenes, figures["bids"])
        figures["bids"] = by_cards
    return Counts(**counts), Sums(**sums), Marks(**written)
