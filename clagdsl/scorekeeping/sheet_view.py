"""The score sheet as a view for programs and pages, and as a record."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from typing import TypeVar

from clagdsl.engine.actions import DrawDealer
from clagdsl.engine.before_play import recorded_before_play, recorded_bids
from clagdsl.lang.cards import Suit
from clagdsl.lang.fingerprint import rules_hash
from clagdsl.lang.frozen import dataclass, replace
from clagdsl.lang.json_schema import Versioned, schema_of
from clagdsl.lang.json_value import JsonObject
from clagdsl.lang.record import Record, RecordedAdjustment, RecordedChange, RecordedDeal
from clagdsl.lang.roster_changes import Adjustment, Join, Leave, PlayAgain, SitOut, TakePlace
from clagdsl.lang.rules import AuctionTrump, ChosenBid
from clagdsl.scorekeeping.entries import Fact, TakenBy, deal_kind
from clagdsl.scorekeeping.legality import legal
from clagdsl.scorekeeping.state import SheetDeal, SheetPhase, SheetState, pending_deals
from clagdsl.table.seats import bids_by_seat, blind_seats

Figure = TypeVar("Figure")


@dataclass(frozen=True, slots=True)
class KeptRow:
    """A deal of a score sheet, closed or open; figures are by line, as in `SheetView.players`.

    - `deal`: its number on the sheet; `scheduled`: its number in the schedule.
    - `seats`: the lines of its players, clockwise.
    - `cards`, `caller`, `calls`, `trump`: None if unknown.
    - `bids`: None for a line without a bid, or whose bid has not been made.
    - `points`: the scores of the deal; `totals`: the totals after it. `points`, `completed` and
      `totals` are empty until the deal is closed, and None for lines that do not play or do not
      exist yet.
    - `beside`: the entries before and during the deal that are not part of it: players who joined
      or left, adjustments, an extra hand.
    """

    deal: int
    scheduled: int
    name: str
    seats: tuple[int, ...]
    dealer: int
    cards: int | None
    caller: int | None
    calls: tuple[str, ...] | None
    trump: tuple[Suit, ...] | None
    bids: tuple[int | None, ...]
    blind: tuple[int, ...]
    tricks: tuple[int | None, ...]
    points: tuple[int | None, ...]
    completed: tuple[bool | None, ...]
    totals: tuple[int | None, ...]
    beside: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SheetView(Versioned):
    """A whole score sheet: `rows` are the deals, the current one last.

    Everybody who has ever sat at the table has a line: first the original players, then those who
    joined.

    - `players`: names by line.
    - `seats`: the lines of the current players, clockwise; `out`: of those who sit out; `left`: of
      those who have left.
    - `phase`: the kind of entry due next; `actor`: the line that must make it, None for all.
    - `deal`: the number of the current deal on the sheet; `deals`: that of the last deal, if the
      schedule goes on from here.
    - `legal`: the legal entries except rows of figures.
    - `ended`: true if the entry `end` stopped the match; `note`: the note on the match.
    - `waiting`: the numbers of the deals that will count again once an entry dropped by a
      correction is made again; `anew`: of those whose figures must be entered again because a
      correction changed their players.
    - `closing`: the entries after the end.
    """

    players: tuple[str, ...]
    seats: tuple[int, ...]
    out: tuple[int, ...]
    left: tuple[int, ...]
    phase: SheetPhase
    actor: int | None
    deal: int
    deals: int
    totals: tuple[int, ...]
    failed: tuple[int, ...]
    completed: tuple[int, ...]
    over: bool
    ended: bool
    note: str | None
    winners: tuple[int, ...]
    payments: tuple[Fraction, ...]
    rows: tuple[KeptRow, ...]
    waiting: tuple[int, ...]
    anew: tuple[int, ...]
    closing: tuple[str, ...]
    legal: tuple[str, ...]
    log: tuple[str, ...]


def sheet_view(moment: SheetState, log: tuple[str, ...]) -> SheetView:
    """Returns the view of a sheet in a state, after the entries of `log`."""
    roster, standings, end = moment.roster, moment.standings, moment.outcome
    kept = moment.history
    if moment.phase not in ("over", "dealer"):
        kept = (*kept, moment.deal)
    return SheetView(
        players=roster.names,
        seats=roster.seats,
        out=roster.out,
        left=roster.left,
        phase=moment.phase,
        actor=actor_of(moment),
        deal=moment.deal.number,
        deals=moment.deal.number + len(moment.table.schedule) - moment.deal.scheduled.number,
        totals=standings.totals,
        failed=standings.failed,
        completed=standings.completed,
        over=moment.phase == "over",
        ended=moment.ended,
        note=moment.setting.note,
        winners=() if end is None else end.winners,
        payments=() if end is None else end.payments,
        rows=sheet_rows(moment, kept),
        waiting=pending_deal_numbers(moment),
        anew=deals_to_reenter(moment),
        closing=tuple(str(attributed.fact) for attributed in moment.closing),
        legal=tuple(map(str, legal(moment))),
        log=log,
    )


def actor_of(moment: SheetState) -> int | None:
    """Returns the line whose entry is due next; None if it is everyone's, or if the
    match is over.
    """
    return moment.deal.seats[moment.acting[0]] if moment.acting else None


def sheet_rows(moment: SheetState, deals: Sequence[SheetDeal]) -> tuple[KeptRow, ...]:
    """Returns deals as rows of the sheet."""
    lines = len(moment.roster.names)
    return tuple(_row(deal, lines) for deal in deals)


def _row(deal: SheetDeal, lines: int) -> KeptRow:
    results = deal.results
    return KeptRow(
        deal=deal.number,
        scheduled=deal.scheduled.number,
        name=deal.rules.name,
        seats=deal.seats,
        dealer=deal.seats[deal.dealer],
        cards=deal.cards,
        caller=None if deal.caller is None else deal.seats[deal.caller],
        calls=deal.calls,
        trump=deal.trump,
        bids=_by_line(deal, bids_by_seat(deal), lines),
        blind=tuple(sorted(deal.seats[seat] for seat in blind_seats(deal))),
        tricks=_by_line(deal, deal.tricks, lines),
        points=_by_line(deal, [result.score for result in results], lines),
        completed=_by_line(deal, [result.completed for result in results], lines),
        totals=(*deal.totals, *[None] * (lines - len(deal.totals))) if deal.totals else (),
        beside=tuple(
            str(attributed.fact) for attributed in deal.facts if deal_kind(attributed.fact) is None
        ),
    )


def _by_line(deal: SheetDeal, figures: Sequence[Figure], lines: int) -> tuple[Figure | None, ...]:
    """Returns the players' figures of a deal by line; empty if `figures` is."""
    if not figures:
        return ()
    by_line = dict(zip(deal.seats, figures, strict=True))
    return tuple(by_line.get(line) for line in range(lines))


def pending_deal_numbers(moment: SheetState) -> tuple[int, ...]:
    """Returns the numbers of the deals that will count again once a dropped entry is made again."""
    return tuple(deal.number for deal in pending_deals(moment) if not deal.has_other_players)


def deals_to_reenter(moment: SheetState) -> tuple[int, ...]:
    """Returns the numbers of the deals whose figures were entered for other players."""
    return tuple(deal.number for deal in pending_deals(moment) if deal.has_other_players)


def sheet_schema() -> JsonObject:
    """Returns the JSON Schema (2020-12) of the value of `Sheet.to_json()`."""
    return schema_of(SheetView, title="A score sheet of a match")


# --- as a record ------------------------------------------------------------------------


def export_record(moment: SheetState) -> Record:
    """Returns the record of a sheet; a deal without any entry is left out."""
    setting = moment.setting
    names = moment.roster.names
    deals = [_deal(deal, names) for deal in moment.history]
    if moment.phase not in ("over", "dealer") and _has_entries(moment.deal):
        deals.append(_deal(moment.deal, names))
    first, opened = setting.first_dealer, (*moment.history, moment.deal)[0]
    if any(isinstance(attributed.fact, DrawDealer) for attributed in opened.facts):
        first = opened.seats[opened.dealer]
    if first is not None and first >= len(setting.names):
        first = None  # a player who joined before the first deal, unknown to the head
    facts = [*(deal.facts for deal in moment.history), moment.facts]
    interludes = [
        (number, attributed.fact)
        for number, deal_facts in enumerate(facts, 1)
        for attributed in deal_facts
    ]
    game = setting.table.game
    return Record(
        rules=setting.rules,
        players=tuple(names[line] for line in setting.seats),
        deals=tuple(deals),
        dealer=None if first is None else names[first],
        rules_hash=rules_hash(game),
        parameters=setting.table.changed_parameters,
        roster=tuple(_changes(moment, interludes)),
        adjust=tuple(
            RecordedAdjustment(number, fact.player, fact.points, fact.note)
            for number, fact in interludes
            if isinstance(fact, Adjustment)
        ),
        ended=moment.ended,
        note=setting.note,
        game=game,
    )


def _changes(
    moment: SheetState, interludes: Iterable[tuple[int, Fact]]
) -> Iterator[RecordedChange]:
    """Yields the roster changes, each with its first deal and a latecomer's starting total."""
    here = set(moment.setting.names)
    begun = iter(moment.joining_totals)
    for number, fact in interludes:
        match fact:
            case Join(player=player) | TakePlace(player=player):
                total = None if player in here else next(begun)
                here.add(player)
                yield RecordedChange(number, fact, total)
            case Leave() | SitOut() | PlayAgain():
                yield RecordedChange(number, fact)
            case _:
                pass


def _has_entries(deal: SheetDeal) -> bool:
    """Returns whether anything has been entered in a deal, or it is an extra hand."""
    has_facts = any(deal_kind(attributed.fact) is not None for attributed in deal.facts)
    return has_facts or deal.extra_hand is not None or deal.skipped > 0


def _deal(deal: SheetDeal, everybody: tuple[str, ...]) -> RecordedDeal:
    reported_trump = None if isinstance(deal.rules.trump, AuctionTrump) else deal.reported_trump
    names = tuple(everybody[line] for line in deal.seats)
    more = deal.extra_hand is not None
    is_set = any(deal_kind(attributed.fact) == "cards" for attributed in deal.facts)
    is_moved = deal.scheduled.number != deal.number or (is_set and deal.scheduled.cards is not None)
    return replace(
        recorded_before_play(deal, names, reported_trump),
        number=deal.number,
        scheduled=deal.scheduled.number if is_moved else None,
        label=deal.rules.name if more else None,
        cards=deal.cards if more or is_moved or deal.scheduled.cards is None else None,
        more=more,
        bids=recorded_bids(deal) if isinstance(deal.rules.bid, ChosenBid) else None,
        taken=next(
            (
                attributed.fact.seats
                for attributed in deal.facts
                if isinstance(attributed.fact, TakenBy)
            ),
            None,
        ),
        won=deal.tricks or None,
        totals=tuple(deal.totals[line] for line in deal.seats) if deal.totals else None,
    )
