"""Reads a score card pasted as text, even without separators between its figures.

A card may print the row `760 060 248 264 2`: round 7, then 60 points and a bid of 0, 60 and 2, 48
and 2, 64 and 2. A figure never contains a space, but spaces between figures may be missing, and a
row may end within a line. So the text is treated as one sequence of runs: digits, dashes or words.
Reading a card means splitting the runs into rows: the label of the deal, then two figures for each
player. If nobody chooses a bid in a deal, its row may have the totals alone.

The rules decide where to split. Rows follow the schedule. A cell costs 1 if its points cannot be
scored with its bid. The reading with the lowest cost is used, so a misprint costs one cell and does
not stop the reading. If two readings have the same cost, the first row in which they differ is
reported.

Rejected: splitting each row separately. Most rows can be split in several ways, and only the totals
of the neighbouring rows exclude the others.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal, TypeAlias

from clagdsl import problems
from clagdsl.lang.record import Record, RecordedBid, RecordedDeal
from clagdsl.lang.rules import ChosenBid, FixedBid
from clagdsl.lang.source import SourceText, Span
from clagdsl.records.reading import RecordResult, decode_text, read_file, why_names_invalid
from clagdsl.records.sheet import SheetRules, scores_of_bid
from clagdsl.records.toml_spans import RecordPlaces
from clagdsl.table.budget import Budget, TooMuchError
from clagdsl.table.schedule import ScheduledDeal
from clagdsl.table.table import Table

MOST_CHARACTERS: Final = 20_000
_MOST_READINGS: Final = 300
"""The maximum number of readings kept after each row, lowest cost first."""
_MOST_PARTS: Final = 500
"""The maximum number of partial readings of a row kept after each player, lowest cost first."""
_MOST_CELLS: Final = 800_000
"""The maximum number of pairs of figures tried, for all numbers of players and orders together.

Each of these may use half of what is left.
"""
_LONGEST_FIGURE: Final = 4
"""The maximum number of digits of a figure."""
_MOST_STARTS: Final = 12
"""The maximum number of runs of digits tried as the beginning of the first row."""
_REMARK: Final = re.compile(r"[(（][^()（）\n]*[)）]")
_RUN: Final = re.compile(r"(?P<digits>[0-9]+)|(?P<dash>-)|(?P<word>[^\W\d_]+)")
_DIGITS: Final = str.maketrans("０１２３４５６７８９−–—", "0123456789---")

Order: TypeAlias = Literal["total bid", "bid total"]
ORDERS: Final[tuple[Order, ...]] = ("total bid", "bid total")
"""The possible orders of a player's two figures."""


@dataclass(frozen=True, slots=True)
class _Run:
    text: str
    start: int


@dataclass(frozen=True, slots=True)
class _Figure:
    """A figure on the card, None for a dash, and its place in the text."""

    value: int | None
    span: Span


@dataclass(frozen=True, slots=True)
class _Reading:
    """One reading of the text up to a place, which is given by a run and the offset in it.

    `rows` has the label and the figures of each row, `totals` the totals after the last one.
    """

    run: int
    offset: int
    totals: tuple[int, ...]
    cost: int
    rows: tuple[tuple[_Figure, ...], ...] = ()


def read_card_text(path: Path, rules: SheetRules, shown_name: str) -> RecordResult:
    """Returns the record that a score card in a text file contains."""
    return read_file(path, shown_name, lambda data, name: parse_card(data, rules, name))


def parse_card(data: bytes | str, rules: SheetRules, name: str = "card.txt") -> RecordResult:
    """Returns the record of a score card, or a diagnostic at the place where reading failed."""
    if isinstance(data, str):
        data = data.encode("utf-8", "surrogatepass")
    source = decode_text(data, name)
    if isinstance(source, RecordResult):
        return source
    if len(source.text) > MOST_CHARACTERS:
        place = source.place(Span(MOST_CHARACTERS, MOST_CHARACTERS + 1))
        large = problems.records.RecordTooLarge(place, "characters", MOST_CHARACTERS).diagnostic()
        return RecordResult(None, (large,), RecordPlaces(source))
    text = _REMARK.sub(lambda match: " " * len(match[0]), source.text.translate(_DIGITS))
    names = _names(text)
    least, most = (2, 10) if rules.game is None else rules.game.players
    best: list[_Reading] = []
    furthest = 0
    is_exhausted = False
    budget = Budget(_MOST_CELLS)
    for players in range(least, most + 1):
        table = rules.table(players)
        if table is None or (len(names) >= least and players not in (len(names), len(names) - 1)):
            continue
        for order in ORDERS:
            part = budget.portion(budget.left // 2)
            reader = _CardReader(text, table, order, part, best[0] if best else None)
            try:
                best = reader.read() or best
            except TooMuchError:
                is_exhausted = True
            budget.settle(part)
            furthest = max(furthest, reader.furthest)
    if not best or (is_exhausted and best[0].cost):
        place = source.place(Span(furthest, furthest + 1))
        reason = "the score card cannot be divided into rows from here on"
        if is_exhausted:
            reason = "the score card can be divided into rows in too many ways up to here"
        wrong = problems.records.UnreadCard(place, reason).diagnostic()
        return RecordResult(None, (wrong,), RecordPlaces(source))
    return _result(best, names, source, rules.name)


def _names(text: str) -> list[str]:
    """Returns the words above the first figure; `AnnBob` counts as two words."""
    head = re.split("[0-9]", text, maxsplit=1)[0]
    spaced = re.sub(r"(?<=[^\W\d_A-Z])(?=[A-Z])", " ", head)
    return re.findall(r"[^\W\d_]+(?:[-'’][^\W\d_]+)*", spaced)[-11:]


_Step: TypeAlias = tuple[tuple[int, int], tuple[_Figure, ...], int]
"""A partly read row: the place of the remaining text, the figures so far, and the cost."""


_Pair: TypeAlias = tuple[tuple[_Figure, _Figure], int, set[int] | None, tuple[int, int]]
"""A player's two figures, the total, the possible scores of the bid, and the place after them."""


class _CardReader:
    """Finds the readings of a text as rows of a schedule that have the lowest cost.

    If there is a reading `rival` already, they cost less, and leave out no more of the text before
    the first row.
    """

    def __init__(
        self, text: str, table: Table, order: Order, budget: Budget, rival: _Reading | None
    ) -> None:
        self.text = text
        self.table = table
        self.order = order
        shorts = {kind.name: kind.short or kind.name for kind in table.game.deals}
        self.labels = {row.number: shorts[row.name].casefold() for row in table.schedule}
        words = set(self.labels.values())
        self.runs = [
            _Run(match[0].casefold(), match.start())
            for match in _RUN.finditer(text)
            if match.lastgroup != "word" or match[0].casefold() in words
        ]
        self.furthest = 0
        self.budget = budget
        self.rival = rival
        self.scores: dict[tuple[int, int | None], set[int] | None] = {}
        """The possible scores of a bid, by the number of the deal."""
        self.pairs: dict[tuple[int, int, int, bool], list[_Pair]] = {}
        """The pairs of figures at each run and offset, by the number of the deal; `True` for
        totals without bids.
        """

    def read(self) -> list[_Reading]:
        """Returns the readings of the whole text with the lowest cost, or an empty list."""
        last = self.rival.rows[0][0].span.start if self.rival else len(self.text)
        starts = [n for n, run in enumerate(self.runs) if run.text.isdigit() and run.start <= last]
        for start in starts[:_MOST_STARTS]:
            readings = [_Reading(start, 0, (0,) * self.table.players, 0)]
            finished: list[_Reading] = []
            for deal in self.table.schedule:
                readings = self._next_row(readings, deal)
                finished += [one for one in readings if one.run == len(self.runs)]
                readings = [one for one in readings if one.run < len(self.runs)]
            least = min((one.cost for one in finished), default=0)
            if finished:
                return [one for one in finished if one.cost == least]
        return []

    def _next_row(self, readings: Sequence[_Reading], deal: ScheduledDeal) -> list[_Reading]:
        """Returns the readings extended by one row.

        Of readings with the same place and totals, those with the lowest cost are kept.
        """
        cheapest: dict[tuple[int, int, tuple[int, ...]], list[_Reading]] = {}
        for reading in readings:
            for longer in self._rows(reading, deal):
                key = (longer.run, longer.offset, longer.totals)
                same = cheapest.setdefault(key, [])
                if same and longer.cost < same[0].cost:
                    same.clear()
                if not same or (longer.cost == same[0].cost and len(same) < 2):
                    same.append(longer)
        ordered = sorted(
            (one for same in cheapest.values() for one in same), key=lambda one: one.cost
        )
        return ordered[:_MOST_READINGS]

    def _rows(self, reading: _Reading, deal: ScheduledDeal) -> Iterator[_Reading]:
        """Yields the readings extended by each possible reading of a deal's row, label first."""
        label = self.labels[deal.number]
        plain = {str(deal.number), str(deal.cards), label}
        for written in plain:
            after = self._skip(reading.run, reading.offset, written)
            if after is None:
                continue
            start = self.runs[reading.run].start + reading.offset
            figure = _Figure(None, Span(start, start + len(written)))
            has_bids = isinstance(self.table.rules_of(deal).bid, ChosenBid)
            for bare in (False,) if has_bids else (False, True):
                steps: list[_Step] = [(after, (figure,), reading.cost)]
                for seat in range(self.table.players):
                    before = reading.totals[seat]
                    longer = (
                        each for step in steps for each in self._cells(step, before, deal, bare)
                    )
                    steps = sorted(longer, key=lambda step: step[2])[:_MOST_PARTS]
                for (run, offset), row, cost in steps:
                    first = 1 if self.order == "total bid" else 2
                    totals = tuple(figure.value or 0 for figure in row[first::2])
                    yield _Reading(run, offset, totals, cost, (*reading.rows, row))

    def _cells(self, step: _Step, before: int, deal: ScheduledDeal, bare: bool) -> Iterator[_Step]:
        """Yields the steps extended by each possible reading of one player's two figures.

        If `bare` is true, the bid is not written.
        """
        (run, offset), row, cost = step
        key = (run, offset, deal.number, bare)
        if key not in self.pairs:
            pairs_of = self._bare_totals if bare else self._pairs
            self.pairs[key] = list(pairs_of(run, offset, deal))
        pairs = self.pairs[key]
        self.budget.spend(len(pairs))
        for figures, total, scores, after in pairs:
            longer = cost + (scores is not None and total - before not in scores)
            if self.rival is None or longer < self.rival.cost:
                yield after, row + figures, longer

    def _pairs(self, run: int, offset: int, deal: ScheduledDeal) -> Iterator[_Pair]:
        """Yields the pairs of figures that can begin at a place.

        A bid that is too high is a misprint only if it is a whole run: any other can be divided so
        that the bid is not too high.
        """
        for first, after_first in self._figures(run, offset):
            for second, after in self._figures(*after_first):
                total, bid = (first, second) if self.order == "total bid" else (second, first)
                scores: set[int] | None = set()
                if (bid.value or 0) <= deal.high:
                    scores = self._scores(deal, bid.value)
                elif not self._is_whole_run(bid):
                    continue
                if total.value is None:
                    continue
                self.furthest = max(self.furthest, second.span.start)
                yield (first, second), total.value, scores, after

    def _bare_totals(self, run: int, offset: int, deal: ScheduledDeal) -> Iterator[_Pair]:
        """Yields the totals that can begin at a place, each with a bid that is not written."""
        for total, after in self._figures(run, offset):
            if total.value is not None:
                self.furthest = max(self.furthest, total.span.start)
                bid = _Figure(None, total.span)
                pair = (total, bid) if self.order == "total bid" else (bid, total)
                yield pair, total.value, self._scores(deal, None), after

    def _is_whole_run(self, figure: _Figure) -> bool:
        """Returns whether a figure is a whole run of digits."""
        start, end = figure.span.start, figure.span.end
        around = self.text[max(start - 1, 0) : start] + self.text[end : end + 1]
        return not any(map(str.isdigit, around))

    def _scores(self, deal: ScheduledDeal, bid: int | None) -> set[int] | None:
        key = (deal.number, bid)
        if key not in self.scores:
            rule = self.table.rules_of(deal).bid
            own = rule.number if isinstance(rule, FixedBid) else None
            if isinstance(rule, ChosenBid):
                self.scores[key] = scores_of_bid(self.table, deal, bid)
            else:
                is_allowed = bid in (None, own)
                self.scores[key] = scores_of_bid(self.table, deal, None) if is_allowed else set()
        return self.scores[key]

    def _figures(self, run: int, offset: int) -> Iterator[tuple[_Figure, tuple[int, int]]]:
        """Yields the figures that can begin at a place, each with the place after it."""
        if run == len(self.runs):
            return
        whole, start = self.runs[run].text, self.runs[run].start + offset
        text, left = whole[offset : offset + _LONGEST_FIGURE], len(whole) - offset
        if text == "-":
            yield _Figure(None, Span(start, start + 1)), (run + 1, 0)
            return
        for length in range(1, len(text) + 1 if text.isdigit() else 1):
            if length == 1 or text[0] != "0":
                figure = _Figure(int(text[:length]), Span(start, start + length))
                yield figure, (run + 1, 0) if length == left else (run, offset + length)

    def _skip(self, run: int, offset: int, written: str) -> tuple[int, int] | None:
        """Returns the place after a label, or None if the label is not there."""
        text, end = self.runs[run].text, offset + len(written)
        if not text.startswith(written, offset) or (len(text) > end and not written.isdigit()):
            return None
        return (run + 1, 0) if len(text) == end else (run, end)


def _result(
    readings: Sequence[_Reading], names: Sequence[str], source: SourceText, rules: str
) -> RecordResult:
    """Returns the record for the first reading; adds an error if another has the same cost."""
    reading, *others = readings
    players = len(reading.totals)
    named = list(names[-players:]) if len(names) >= players else []
    if not named or why_names_invalid(named) is not None:
        named = [f"Player {seat + 1}" for seat in range(players)]
    deals: list[RecordedDeal] = []
    spans: list[Span] = []
    labels: list[str] = []
    cells: dict[tuple[int | None, str, int], Span] = {}
    is_total_first = reading.totals == tuple(figure.value for figure in reading.rows[-1][1::2])
    for index, (label, *figures) in enumerate(reading.rows):
        totals, bids = figures[::2], figures[1::2]
        if not is_total_first:
            totals, bids = bids, totals
        written: list[RecordedBid] = [bid.value if bid.value is not None else "-" for bid in bids]
        deals.append(
            RecordedDeal(
                number=index + 1,
                bids=tuple(written),
                totals=tuple(figure.value for figure in totals),
            )
        )
        spans.append(Span(label.span.start, figures[-1].span.end))
        labels.append(source.text[label.span.start : label.span.end])
        for key, row in (("totals", totals), ("bids", bids)):
            cells |= {(index, key, seat): figure.span for seat, figure in enumerate(row)}
    places = RecordPlaces(source, tuple(spans), cells=cells, labels=tuple(labels))
    record = Record(rules, tuple(named), tuple(deals))
    for other in others:
        pairs = zip(reading.rows, other.rows, strict=True)
        differing = next((index for index, (mine, its) in enumerate(pairs) if mine != its), None)
        if differing is not None:
            place = source.place(spans[differing])
            reason = f"row `{labels[differing]}` can be read in more than one way"
            wrong = problems.records.UnreadCard(place, reason).diagnostic()
            return RecordResult(None, (wrong,), places)
    return RecordResult(record, (), places)
