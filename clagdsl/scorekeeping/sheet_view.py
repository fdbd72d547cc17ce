"""A score sheet as programs and pages read it: a value with a JSON form."""

from __future__ import annotations

from fractions import Fraction

from clagdsl.lang.cards import Suit
from clagdsl.lang.frozen import dataclass
from clagdsl.lang.json_schema import Versioned, schema_of
from clagdsl.lang.json_value import JsonObject
from clagdsl.scorekeeping.judging import legal
from clagdsl.scorekeeping.kept_match import KeptDeal, Moment, SheetPhase
from clagdsl.table.turns import bids_by_seat, blind_seats


@dataclass(frozen=True, slots=True)
class KeptRow:
    """A deal of a score sheet, closed or not; figures go by seat.

    `deal` is its number in the schedule.  `cards`, `caller`, `calls` and `trump` are None while
    they are not known, or not told; a bid is None where none is made yet, or at all.  `points` are
    those of the deal, `totals` those after it, both empty until it is closed, as `tricks` is.
    """

    deal: int
    name: str
    dealer: int
    cards: int | None
    caller: int | None
    calls: tuple[str, ...] | None
    trump: tuple[Suit, ...] | None
    bids: tuple[int | None, ...]
    blind: tuple[int, ...]
    tricks: tuple[int, ...]
    points: tuple[int, ...]
    completed: tuple[bool | None, ...]
    totals: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class SheetView(Versioned):
    """A whole score sheet: `rows` are the deals, the last one that which is kept now.

    `phase` is what is entered next, `actor` the seat of whom it is, None where it is of all.
    `legal` is what may be entered now but for rows of figures; `waiting` numbers the deals that
    count again once a correction has what it left open.
    """

    players: tuple[str, ...]
    phase: SheetPhase
    actor: int | None
    deal: int
    deals: int
    totals: tuple[int, ...]
    failed: tuple[int, ...]
    completed: tuple[int, ...]
    over: bool
    winners: tuple[int, ...]
    payments: tuple[Fraction, ...]
    rows: tuple[KeptRow, ...]
    waiting: tuple[int, ...]
    legal: tuple[str, ...]
    log: tuple[str, ...]


def sheet_view(moment: Moment, log: tuple[str, ...]) -> SheetView:
    """The view of a sheet at a moment, after these entries."""
    figures, end = moment.figures, moment.outcome
    kept = moment.history
    if moment.phase not in ("over", "dealer"):
        kept = (*kept, moment.deal)
    return SheetView(
        players=moment.setting.names,
        phase=moment.phase,
        actor=moment.acting[0] if moment.acting else None,
        deal=moment.deal.scheduled.number,
        deals=len(moment.setting.table.schedule),
        totals=figures.totals,
        failed=figures.failed,
        completed=figures.completed,
        over=moment.phase == "over",
        winners=() if end is None else end.winners,
        payments=() if end is None else end.payments,
        rows=tuple(map(sheet_row, kept)),
        waiting=deals_waiting(moment),
        legal=tuple(map(str, legal(moment))),
        log=log,
    )


def sheet_row(deal: KeptDeal) -> KeptRow:
    """A deal as a row of the sheet."""
    return KeptRow(
        deal=deal.scheduled.number,
        name=deal.rules.name,
        dealer=deal.dealer,
        cards=deal.cards,
        caller=deal.caller,
        calls=deal.calls,
        trump=deal.trump,
        bids=bids_by_seat(deal),
        blind=blind_seats(deal),
        tricks=deal.tricks,
        points=tuple(result.score for result in deal.results),
        completed=tuple(result.completed for result in deal.results),
        totals=deal.totals,
    )


def deals_waiting(moment: Moment) -> tuple[int, ...]:
    """The numbers of the deals of which something waits."""
    first = moment.deal.scheduled.number + (moment.phase == "over")
    return tuple(first + place for place, facts in enumerate(moment.waiting) if facts)


def sheet_schema() -> JsonObject:
    """The JSON Schema (2020-12) of what `Sheet.to_json()` gives."""
    return schema_of(SheetView, title="A score sheet of a match")
