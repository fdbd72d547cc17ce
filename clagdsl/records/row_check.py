"""Checks the bids, tricks and totals of one row against the rules of bidding and scoring.

Input: a `RecordedRow`, the totals before it, and the `TrickEvidence` of the recorded cards. Output:
a `RowJudgement` with the trick counts that fit. Errors are appended to `row_problems`.

If all tricks are known, the expected scores are computed and compared (`_compare_scores`).
Otherwise the solver infers the tricks from the scores. It runs first with the limits on unknown
bids, then without them. If nothing fits, `_report_wrong_figures` leaves out one player at a time.
If the rest then fits, that player's figures may be the incorrect ones.

Invariant: an unknown figure is never an error. A limit that depends on an unknown name is not
applied.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Final, Literal, TypeAlias, TypeVar, assert_never

from clagdsl import problems
from clagdsl.lang.cards import Suit
from clagdsl.lang.expr.evaluate import EvaluationError
from clagdsl.lang.expr.free_variables import variables
from clagdsl.lang.expr.simplify import constant, simplify
from clagdsl.lang.frozen import dataclass, replace
from clagdsl.lang.limits import ROW_INFERENCE_STEPS
from clagdsl.lang.policies.bid import AuctionContract
from clagdsl.lang.record import RecordedDeal
from clagdsl.lang.references import subexpressions
from clagdsl.lang.rules import (
    BidInTurn,
    ChosenBid,
    FixedBid,
    Free,
    Keeps,
    Limit,
    NoBid,
    Value,
)
from clagdsl.problems.diagnostic import Diagnostic, Reason
from clagdsl.problems.escape import join_in_backticks
from clagdsl.records.solver import (
    BidOrder,
    Counts,
    Row,
    Solver,
    TrickEvidence,
    Worth,
    bids_of_rules,
    empty_evidence,
)
from clagdsl.records.toml_spans import RecordPlaces
from clagdsl.table.bid_masks import PAST_BIDS
from clagdsl.table.bids import OwnPast, has_auction, why_not_bid
from clagdsl.table.budget import Budget, TooMuchError
from clagdsl.table.deal_rules import DealRules
from clagdsl.table.history import PartialPast, limits_read
from clagdsl.table.scoring import (
    SeatResult,
    Taking,
    each_worth,
    points_by_takers,
    points_of,
    score_names,
    seat_result,
)
from clagdsl.table.seats import Seats, first_bidder

T = TypeVar("T")

RowProblems = list[tuple[int | None, Diagnostic]]
"""Problems, each with the seat whose figures it concerns; None if it concerns the whole row."""

BID_NAMES: Final = frozenset(("bid", "bids", *PAST_BIDS))
"""The names by which a limit refers to the bids themselves."""


def has_error(problems: RowProblems) -> bool:
    """Returns whether any of the problems is an error."""
    return any(problem.severity == "error" for _, problem in problems)


Detail: TypeAlias = Literal["row", "reason", "players", "scores"]
"""The detail reported of an impossible row.

For a fix, only that the row is impossible by all limits on bids; or that its bids, its tricks or
its figures are; also whose figures do not fit; or also the scores that these players can have.
"""

PossibleScores: TypeAlias = dict[
    tuple[int, tuple[int | None, ...], tuple[int | None, ...], bool], dict[int, frozenset[int]]
]
"""The scores that players can have in one row, with the numbers of tricks that give them: by seat,
known tricks and scores, and whether limits on unknown bids are left out.
"""

WORK_DIVISOR: Final = 8
"""The divisor of the remaining budget that gives the budget of one search."""


@dataclass(frozen=True, slots=True)
class RecordedAuction:
    """The auction of a row: whether it is over, who won it, and the highest bid.

    `winner` is `None` if it is not known yet, or if everyone passed.
    """

    over: bool
    winner: int | None
    highest: AuctionContract | None

    @property
    def thrown_in(self) -> bool:
        """True if everyone passed."""
        return self.over and self.highest is None


@dataclass(frozen=True, slots=True)
class RecordedRow:
    """One row with everything needed to judge it."""

    deal: RecordedDeal
    index: int
    number: int
    rules: DealRules
    cards: int
    players: tuple[str, ...]
    dealer: int | None
    caller: int | None
    drawn: int | None
    """The seat that was drawn at random to bid first, if the row records it."""
    suit: Suit | None
    """The trump suit that the seed draws."""
    places: RecordPlaces
    past: PartialPast
    """The known runs and tallies of every seat before the deal."""
    auction: RecordedAuction | None
    """The recorded auction, if the deal has one."""
    takers: tuple[int, ...]
    """The seat that took each trick; empty if the row does not record it for all tricks."""
    unscored: frozenset[int]
    """The seats whose score depends on a run or tally that is unknown for them."""
    knows_limits: bool
    """True if every name that the limits on bids depend on is known for every player."""
    names_dealer: bool
    """True if the record names a dealer, in any row or for the first deal."""
    marks: Mapping[int, bool]
    """For each seat with a mark, whether it says that the bid was made."""

    @property
    def missing_dealer(self) -> problems.records.MissingKeyOfRow:
        """Returns the missing key if the dealer of the row is not known."""
        if self.deal.dealer is not None:
            return "wrong dealer"
        return "later dealer" if self.names_dealer else "dealer"

    @property
    def seats(self) -> Seats:
        """The known roles of the seats: dealer, caller, first bidder, auction winner."""
        return Seats(
            len(self.players),
            self.dealer,
            self.caller,
            drawn=self.drawn,
            bids=[bid if isinstance(bid, int) else None for bid in self.deal.bids or ()],
            auction_winner=None if self.auction is None else self.auction.winner,
        )


@dataclass(frozen=True, slots=True)
class RowJudgement:
    """The judgement of a row: the trick counts that fit, and the points and bids if known."""

    counts: Counts
    scores: tuple[int | None, ...]
    is_decided: bool = True
    """True if the row was checked against the scoring."""
    exact: bool = True
    """True if every listed count is possible; otherwise the counts are bounds."""
    contracts: tuple[frozenset[bool | None], ...] = ()
    """For each seat, every result that the contract can have: made or failed, None for a deal
    without one. An entry is empty, or all of them missing, if they were not determined.
    """
    solved: tuple[Row, ...] = ()
    """The row without the figures that are wrong, so that every solution is possible: one for each
    possible trump, and for each player who can be the one with wrong figures.
    """
    bids: tuple[int | None, ...] | None = None
    """The known bids; None if no bids are made."""


def judged_alike(judged: Sequence[RowJudgement]) -> RowJudgement:
    """Returns the common part of the judgements of a row, one for each possible trump."""
    first, *others = judged
    if not others:
        return first
    return RowJudgement(
        tuple(
            frozenset().union(*counts) for counts in zip(*(j.counts for j in judged), strict=True)
        ),
        tuple(_same(scores) for scores in zip(*(j.scores for j in judged), strict=True)),
        all(one.is_decided for one in judged),
        all(one.exact for one in judged),
        solved=tuple(row for one in judged for row in one.solved),
    )


def _same(values: Sequence[T]) -> T | None:
    """Returns the value that all of them have, or None if they differ."""
    return values[0] if all(value == values[0] for value in values) else None


# --- bids ---------------------------------------------------------------------------------


def read_bids(sheet: RecordedRow, row_problems: RowProblems) -> tuple[int | None, ...] | None:
    """Returns the bids in seat order, or None if no bids are made; reports bids that are not
    allowed.
    """
    rules, places, index = sheet.rules, sheet.places, sheet.index
    default_bids = bids_of_rules(rules, len(sheet.players))
    written = sheet.deal.bids
    if written is None:
        return default_bids
    bids: list[int | None] = []
    for seat, bid in enumerate(written):
        number = bid if isinstance(bid, int) else None
        place = places.cell(index, "bids", seat)
        if isinstance(rules.bid, NoBid) and number is not None:
            reason = f"no bids are made in `{rules.name}`"
            row_problems.append(
                (seat, problems.records.NotInDeal(place, reason, "write `-`").diagnostic())
            )
        elif isinstance(rules.bid, FixedBid) and number not in (None, rules.bid.number):
            reason = f"every bid is fixed at `{rules.bid.number}` in `{rules.name}`"
            fix = f"write `{rules.bid.number}` or `-`"
            row_problems.append((seat, problems.records.NotInDeal(place, reason, fix).diagnostic()))
        elif isinstance(rules.bid, ChosenBid) and bid == "-":
            reason = f"everybody bids in `{rules.name}`"
            reason += ", unless everybody passes in the auction" if has_auction(rules) else ""
            fix = "write the bid, or `?` if it is unknown"
            row_problems.append((seat, problems.records.NotInDeal(place, reason, fix).diagnostic()))
        bids.append(number)
    if not isinstance(rules.bid, ChosenBid):
        return default_bids
    _check_bids(sheet, tuple(bids), row_problems)
    return tuple(bids)


def _check_bids(
    sheet: RecordedRow, bids: tuple[int | None, ...], row_problems: RowProblems
) -> None:
    """Reports the first bid that breaks a limit; if the first bidder is unknown, only if it breaks
    one for every possible first bidder.
    """
    assert isinstance(sheet.rules.bid, ChosenBid)
    first = first_bidder(sheet.rules.bid, sheet.seats)
    tried = [
        _first_illegal_bid(sheet, bids, seat)
        for seat in (range(len(bids)) if first is None else (first,))
    ]
    broken = [illegal for illegal in tried if illegal is not None]
    if len(broken) < len(tried):
        return
    # A bid of more than the number of cards is illegal for any first bidder.
    outside = [illegal for illegal in broken if (bids[illegal[0]] or 0) > sheet.cards]
    seat, reason = min(outside or broken, key=lambda illegal: illegal[0])
    if outside or len({illegal for illegal, _ in broken}) == 1:
        place = sheet.places.cell(sheet.index, "bids", seat)
        row_problems.append(
            (seat, problems.records.refused_action(place, sheet.players[seat], reason))
        )
        return
    # The illegal bid depends on the first bidder, so report the row as a whole.
    place = sheet.places.value(sheet.index, "bids")
    read = "bids" in limits_read(sheet.rules)
    come_to = sum(bid for bid in bids if bid is not None) if read else None
    missing = _missing_key(sheet.rules.bid, sheet)
    row_problems.append((None, problems.records.refused_row(place, reason, come_to, missing)))


def _missing_key(bid: ChosenBid, sheet: RecordedRow) -> problems.records.MissingKeyOfRow:
    """Returns the key to add to the record so that the first bidder is known."""
    # a player who may have to bid again is the last; otherwise only bids in turn have a first one
    match bid.first if isinstance(bid, BidInTurn) else bid.again:
        case None:
            raise AssertionError("nobody bids first")
        case "drawn":
            return "first"
        case "caller":
            return "caller"
        case "auction winner":
            is_over = sheet.auction is not None and sheet.auction.over
            return sheet.missing_dealer if is_over else "auction"
        case "eldest" | "dealer" | "right of dealer":
            return sheet.missing_dealer
        case role:
            assert_never(role)


def _first_illegal_bid(
    sheet: RecordedRow, bids: tuple[int | None, ...], first: int
) -> tuple[int, Reason] | None:
    before: tuple[int, ...] | None = ()
    for step in range(len(bids)):
        seat = (first + step) % len(bids)
        bid = bids[seat]
        if bid is None:
            before = None
            continue
        last = step == len(bids) - 1
        if before is not None:
            rules = _judgeable_rules(sheet, seat, last=last)
        else:
            rules = _judgeable_alone(sheet, seat, last=last)
        reason = why_not_bid(
            rules,
            deal=sheet.number,
            cards=sheet.cards,
            bids=before or (),
            bid=bid,
            past=sheet.past[seat],
        )
        if reason is not None:
            return seat, reason
        before = None if before is None else (*before, bid)
    return None


def _judgeable_rules(sheet: RecordedRow, seat: int, *, last: bool) -> DealRules:
    """Returns the rules without the limits that depend on names unknown for the player.

    If one limit on the last bid is unknown, the `otherwise` of the other may or may not apply, so
    that limit is dropped as well.
    """
    rules = sheet.rules
    if sheet.knows_limits:
        return rules
    names = _limit_names(rules, sheet.number, sheet.cards, sheet.past[seat])
    each_bid, last_bid = (
        _substitute_constants(rules.each_bid, names),
        _substitute_constants(rules.last_bid, names),
    )
    can_judge_each, can_judge_last = (
        not _unknown_names(each_bid, names),
        (not last or not _unknown_names(last_bid, names)),
    )
    if not can_judge_each or (not can_judge_last and _has_otherwise(each_bid)):
        each_bid = Free()
    if not can_judge_last or (not can_judge_each and _has_otherwise(last_bid)):
        last_bid = Free()
    if (each_bid, last_bid) == (rules.each_bid, rules.last_bid):
        return rules
    return replace(rules, each_bid=each_bid, last_bid=last_bid)


def _judgeable_alone(sheet: RecordedRow, seat: int, *, last: bool) -> DealRules:
    """Returns the rules with only the limits that can be judged without the bids before."""
    rules = _judgeable_rules(sheet, seat, last=False)
    names = _limit_names(rules, sheet.number, sheet.cards, sheet.past[seat])
    each_bid = rules.each_bid
    may_not_count = _has_otherwise(each_bid) or (last and _has_otherwise(rules.last_bid))
    if may_not_count or not _names_in(each_bid) <= {"bid", *names}:
        each_bid = Free()
    return replace(rules, each_bid=each_bid, last_bid=Free())


def knows_limits(rules: DealRules, deal: int, cards: int, past: PartialPast) -> bool:
    """Returns whether every name that the limits on bids depend on is known for every player."""
    return not any(
        _unknown_names(limit, _limit_names(rules, deal, cards, own))
        for own in dict.fromkeys(past)
        for limit in (rules.each_bid, rules.last_bid)
    )


def unknown_limit_names(
    rules: DealRules, deal: int, cards: int, past: PartialPast
) -> frozenset[str]:
    """Returns the unknown names that are needed to judge a limit on some player's bid."""
    return frozenset[str]().union(
        *(
            _unknown_names(_substitute_constants(limit, names), names)
            for names in (_limit_names(rules, deal, cards, own) for own in past)
            for limit in (rules.each_bid, rules.last_bid)
        )
    )


def _limit_names(rules: DealRules, deal: int, cards: int, own: OwnPast) -> dict[str, Value]:
    return {**rules.names, **dict(own), "deal": deal, "cards": cards}


def _substitute_constants(limit: Limit, names: Mapping[str, Value]) -> Limit:
    """Returns a limit unchanged if all its names are known, else with the
    known ones substituted.
    """
    if isinstance(limit, Free) or not _unknown_names(limit, names):
        return limit
    constants = {name: constant(value) for name, value in names.items()}
    otherwise = limit.otherwise
    return Keeps(
        simplify(limit.condition, constants),
        None if otherwise is None else simplify(otherwise, constants),
    )


def _unknown_names(limit: Limit, names: Mapping[str, Value]) -> frozenset[str]:
    """Returns the names in a limit whose values are unknown."""
    return _names_in(limit).difference(names, BID_NAMES)


@lru_cache(maxsize=1_000)
def _names_in(limit: Limit) -> frozenset[str]:
    """Returns the names on which a limit depends; cached, because every bid is checked by them."""
    return frozenset[str]().union(*map(variables, subexpressions(limit)))


def _has_otherwise(limit: Limit) -> bool:
    return isinstance(limit, Keeps) and limit.otherwise is not None


# --- tricks and scores --------------------------------------------------------------------


def tricks_worth(sheet: RecordedRow, evidence: TrickEvidence) -> Worth | None:
    """Returns the possible values of each seat's tricks, if the taker of every trick is known.

    If every card of the tricks is known, the values are exact.
    """
    try:
        if evidence.whole is not None:
            points = points_of(sheet.rules, sheet.cards, evidence.whole)
            return tuple(frozenset({own}) for own in points)
        if any(len(seats) != 1 for seats in evidence.takers):
            return None
        takers = [next(iter(seats)) for seats in evidence.takers]
        return points_by_takers(sheet.rules, sheet.cards, takers)
    except EvaluationError:
        return None


def build_row(
    sheet: RecordedRow,
    bids: tuple[int | None, ...] | None,
    won: tuple[int | None, ...],
    base: tuple[int | None, ...],
    evidence: TrickEvidence,
) -> Row:
    """Returns the row in the solver's format; scores are the totals minus those in `base`."""
    totals = sheet.deal.totals or (None,) * len(sheet.players)
    scores = tuple(
        None if total is None or before is None or seat in sheet.unscored else total - before
        for seat, (total, before) in enumerate(zip(totals, base, strict=True))
    )
    worth = tricks_worth(sheet, evidence)
    marks = [sheet.marks.get(seat) for seat in range(len(sheet.players))]
    return Row(
        sheet.rules,
        sheet.number,
        sheet.cards,
        bids,
        won,
        scores,
        evidence,
        sheet.past,
        worth,
        unscored=sheet.unscored,
        marks=tuple(marks) if any(mark is not None for mark in marks) else (),
    )


def judge_row(
    sheet: RecordedRow,
    row: Row,
    base: tuple[int | None, ...],
    budget: Budget,
    row_problems: RowProblems,
    detail: Detail,
) -> RowJudgement:
    """Checks the tricks and totals of a row against the scoring; reports what is impossible.

    Marks are reported if the row is possible without them. If only figures of certain players are
    wrong without them, marks of the others are reported too.
    """
    wrong = _marks_against_tricks(row)
    for seat in wrong:
        bid = "the bid or " if isinstance(sheet.rules.bid, ChosenBid) else ""
        allowed = f"leave the mark out, or correct {bid}the tricks"
        _report_mark(sheet, seat, allowed, row_problems)
    row = replace(row, marks=_without_marks(row, wrong))
    own_problems: RowProblems = []
    judged = _judge_figures(sheet, row, base, budget, own_problems, detail)
    if row.marks and has_error(own_problems):
        unmarked, without_marks = replace(row, marks=()), RowProblems()
        fitting = _judge_figures(sheet, unmarked, base, budget, without_marks, detail)
        wrong = _marks_against_counts(row, fitting.counts)
        if not without_marks or (wrong and all(seat is not None for seat, _ in without_marks)):
            row_problems += without_marks
            _report_marks(sheet, row, base, wrong, budget, row_problems, detail)
            return fitting
    row_problems += own_problems
    return judged


def _judge_figures(
    sheet: RecordedRow,
    row: Row,
    base: tuple[int | None, ...],
    budget: Budget,
    row_problems: RowProblems,
    detail: Detail,
) -> RowJudgement:
    totals = sheet.deal.totals or (None,) * len(sheet.players)
    bids, won, scores = row.bids, row.won, row.scores
    expected = None if row.pasts else _expected_results(sheet, bids, won, row.worth)
    if expected is not None:
        return _compare_scores(sheet, row, base, totals, expected, row_problems)
    is_exact, limited = True, row
    solved: tuple[Row, ...] = (row,)
    counts: Counts | None = None
    if _limits_unknown_bids(sheet, bids):
        limited = replace(row, orders=_bid_orders(sheet))
        counts = _counts_within_limits(sheet, row, limited, budget, row_problems, detail)
        if row_problems:
            return RowJudgement((frozenset(),) * len(won), scores, solved=(row,))
        is_exact = counts is not None and all(counts)
        solved = (limited,) if is_exact else solved
    portion = budget.portion(ROW_INFERENCE_STEPS)
    possible: PossibleScores | None = {} if detail == "scores" else None
    try:
        if counts is None:
            counts = solve_counts(row, portion)
        if not all(counts) and detail in ("row", "reason"):
            _report_impossible_row(sheet, row, [], row_problems)
        elif not all(counts):
            counts, solved = _report_impossible(
                sheet, row, limited, portion, row_problems, possible
            )
            wrong = frozenset(seat for seat, fitting in enumerate(counts) if not fitting)
            scores = tuple(
                _unique_score(row, seat, wrong, portion, possible) if seat in wrong else score
                for seat, score in enumerate(scores)
            )
    except TooMuchError:
        place = sheet.places.deal(sheet.index)
        row_problems.append((None, problems.records.TooMuchToInfer(place).diagnostic()))
        return undecided(row)
    finally:
        budget.settle(portion)
    if not row.pasts and all(len(fitting_counts) == 1 for fitting_counts in counts):
        inferred = _expected_results(
            sheet, bids, tuple(next(iter(fitting_counts)) for fitting_counts in counts), row.worth
        )
        if inferred is not None:
            scores, contracts = _scores(inferred), _contracts(inferred, counts)
            return RowJudgement(counts, scores, True, is_exact, contracts, solved)
    return RowJudgement(counts, scores, exact=is_exact, solved=solved)


def undecided(row: Row) -> RowJudgement:
    """Returns the judgement of a row whose scores were not checked."""
    unscored = replace(row, scores=(None,) * len(row.won), marks=())
    counts = allowed_counts(row.won, row.evidence)
    return RowJudgement(counts, unscored.scores, is_decided=False, solved=(unscored,))


def _marks_against_tricks(row: Row) -> list[int]:
    """Returns the seats whose mark contradicts their bid and tricks."""
    known = zip(row.bids or (), row.won, strict=False)
    return [
        seat
        for seat, (bid, count) in enumerate(known)
        if count is not None and not row.fits_mark(seat, bid, count)
    ]


def _marks_against_counts(row: Row, counts: Counts) -> list[int]:
    """Returns the seats whose mark fits none of the numbers of tricks that are possible without."""
    bids = row.bids or (None,) * len(counts)
    return [
        seat
        for seat, (bid, own) in enumerate(zip(bids, counts, strict=True))
        if own and not any(row.fits_mark(seat, bid, count) for count in own)
    ]


def _without_marks(row: Row, seats: Sequence[int]) -> tuple[bool | None, ...]:
    return tuple(None if seat in seats else mark for seat, mark in enumerate(row.marks))


def _report_marks(
    sheet: RecordedRow,
    row: Row,
    base: tuple[int | None, ...],
    wrong: Sequence[int],
    budget: Budget,
    row_problems: RowProblems,
    detail: Detail,
) -> None:
    """Reports the marks that no tricks fit, or else all marks of the row together."""
    if not wrong:
        seats = [seat for seat, mark in enumerate(row.marks) if mark is not None]
        _report_impossible_row(sheet, row, seats, row_problems)
    others = replace(row, marks=_without_marks(row, wrong))
    for seat in wrong:
        due, start = [], base[seat]
        if start is not None and row.scores[seat] is not None and detail == "scores":
            marks = (*others.marks[:seat], row.marks[seat], *others.marks[seat + 1 :])
            scores = (*row.scores[:seat], None, *row.scores[seat + 1 :])
            marked = replace(others, marks=marks, scores=scores)
            portion = budget.portion(budget.left // WORK_DIVISOR)
            due = sorted(_possible_scores(marked, seat, portion, {}))
            budget.settle(portion)
        allowed = "leave the mark out"
        if start is not None and 0 < len(due) <= problems.records.MOST_TOTALS_LISTED:
            is_points = (sheet.index, seat) in sheet.places.points
            figure, start = ("points", 0) if is_points else ("total", start)
            listed = join_in_backticks([str(start + score) for score in due], "or")
            allowed = f"write the {figure} {listed}, or leave the mark out"
        _report_mark(sheet, seat, allowed, row_problems)


def _report_mark(sheet: RecordedRow, seat: int, allowed: str, row_problems: RowProblems) -> None:
    mark = sheet.places.marks[sheet.index, seat]
    place = sheet.places.cell(sheet.index, "mark", seat)
    wrong = problems.records.MarkAgainstFigures(place, mark.column, mark.text, allowed)
    row_problems.append((seat, wrong.diagnostic()))


def _limits_unknown_bids(sheet: RecordedRow, bids: tuple[int | None, ...] | None) -> bool:
    """Returns whether a limit restricts some unknown bid and the known bids break none."""
    rules = sheet.rules
    if bids is None or None not in bids or not isinstance(rules.bid, ChosenBid):
        return False
    if isinstance(rules.each_bid, Free) and isinstance(rules.last_bid, Free):
        return False
    return _are_bids_legal(sheet, bids)


def _are_bids_legal(sheet: RecordedRow, bids: tuple[int | None, ...]) -> bool:
    """Returns whether the limits allow these bids for some possible first bidder."""
    assert isinstance(sheet.rules.bid, ChosenBid)
    first = first_bidder(sheet.rules.bid, replace(sheet.seats, bids=bids))
    possible = range(len(bids)) if first is None else (first,)
    return any(_first_illegal_bid(sheet, bids, seat) is None for seat in possible)


def _counts_within_limits(
    sheet: RecordedRow,
    row: Row,
    limited: Row,
    budget: Budget,
    row_problems: RowProblems,
    detail: Detail,
) -> Counts | None:
    """Returns the counts that fit a row with the limits on unknown bids; empty ones if none fit.

    Reports the row if only the limits fail. Returns None if there are too many combinations to
    try. For a fix, nothing is left untried: then this raises TooMuchError.
    """
    portion = budget.portion(budget.left // (1 if detail == "row" else WORK_DIVISOR))
    try:
        counts = solve_counts(limited, portion)
        if not all(counts) and detail != "row":
            counts = solve_counts(row, portion)
            if all(counts):
                _report_forbidden_bids(sheet, row, portion, row_problems)
        return counts
    except TooMuchError:
        if detail == "row":
            raise
    finally:
        budget.settle(portion)
    return None


def _bid_orders(sheet: RecordedRow) -> tuple[BidOrder, ...]:
    """Returns the possible orders of bidding, with the limits that can be judged."""
    assert isinstance(sheet.rules.bid, ChosenBid)
    players = len(sheet.players)
    first = first_bidder(sheet.rules.bid, sheet.seats)
    orders = []
    for start in range(players) if first is None else (first,):
        seats = tuple((start + step) % players for step in range(players))
        rules = [_judgeable_rules(sheet, seat, last=seat == seats[-1]) for seat in seats]
        orders.append(BidOrder(seats, tuple(rules)))
    return tuple(orders)


def _report_forbidden_bids(
    sheet: RecordedRow, row: Row, budget: Budget, row_problems: RowProblems
) -> None:
    """Reports that all bids that fit the scores are illegal; names the bid if only one fits."""
    bids, fitting = list(row.bids or ()), []
    try:
        for seat, bid in enumerate(bids):
            tried = range(row.cards + 1) if bid is None else (bid,)
            ways = [replace(row, bids=(*bids[:seat], n, *bids[seat + 1 :])) for n in tried]
            fitting.append([n for n, way in zip(tried, ways, strict=True) if _fits(way, budget)])
    except TooMuchError:
        fitting = []
    if fitting and all(len(own) == 1 for own in fitting):
        _check_bids(sheet, tuple(own[0] for own in fitting), row_problems)
        return
    place = sheet.places.value(sheet.index, "bids")
    row_problems.append((None, problems.records.OnlyForbiddenBids(place, ()).diagnostic()))


def allowed_counts(won: tuple[int | None, ...], evidence: TrickEvidence) -> Counts:
    """Returns for each seat the number of tricks won, or every number that the cards allow."""
    return tuple(
        frozenset(evidence.counts(seat) if count is None else {count})
        for seat, count in enumerate(won)
    )


def solve_counts(row: Row, budget: Budget) -> Counts:
    """Returns the counts that `Solver` finds; empty ones if a formula has no value for the row."""
    try:
        return Solver(row, budget).counts()
    except EvaluationError:
        return (frozenset(),) * len(row.won)


def _fits(row: Row, budget: Budget) -> bool:
    return all(solve_counts(row, budget))


def _expected_results(
    sheet: RecordedRow,
    bids: tuple[int | None, ...] | None,
    won: tuple[int | None, ...],
    worth: Worth | None,
) -> tuple[SeatResult | None, ...] | None:
    """Returns each player's expected result; None if tricks or bids are unknown.

    An entry is `None` if the player's runs and tallies are unknown.
    """
    tricks = tuple(count for count in won if count is not None)
    if len(tricks) != len(won) or sum(tricks) != sheet.cards or (bids and None in bids):
        return None
    try:
        points = exact_worth(worth) or _points(sheet, tricks)
        if points is None:
            return None
        made = None if bids is None else tuple(bid for bid in bids if bid is not None)
        most = max(tricks)
        makers = None if made is None else sum(b == t for b, t in zip(made, tricks, strict=True))
        return tuple(
            None
            if seat in sheet.unscored
            else seat_result(
                sheet.rules,
                deal=sheet.number,
                cards=sheet.cards,
                taking=Taking(
                    None if made is None else made[seat],
                    None if made is None else sum(made),
                    tricks[seat],
                    points[seat],
                    most,
                    tricks.count(most),
                    makers,
                    None if made is None else max(made),
                    None if made is None else made.count(made[seat]) - 1,
                    sheet.past[seat],
                ),
            )
            for seat in range(len(tricks))
        )
    except EvaluationError:
        return None


def _scores(results: Sequence[SeatResult | None]) -> tuple[int | None, ...]:
    return tuple(None if result is None else result.score for result in results)


def _contracts(
    results: Sequence[SeatResult | None], counts: Counts
) -> tuple[frozenset[bool | None], ...]:
    """Returns the result of each contract; empty if the seat's figures are wrong, or not known."""
    return tuple(
        frozenset() if result is None or not own else frozenset({result.completed})
        for result, own in zip(results, counts, strict=True)
    )


def exact_worth(worth: Worth | None) -> tuple[int, ...] | None:
    """Returns the point value of each seat's tricks; None if more than one value is possible."""
    if worth is None or any(own is None or len(own) != 1 for own in worth):
        return None
    return tuple(next(iter(own)) for own in worth if own is not None)


def _points(sheet: RecordedRow, tricks: tuple[int, ...]) -> tuple[int, ...] | None:
    worth = each_worth(sheet.rules, sheet.cards)
    if worth is None:
        return None if "points" in score_names(sheet.rules) else tricks
    return tuple(count * worth for count in tricks)


def _compare_scores(
    sheet: RecordedRow,
    row: Row,
    base: tuple[int | None, ...],
    totals: tuple[int | None, ...],
    results: Sequence[SeatResult | None],
    row_problems: RowProblems,
) -> RowJudgement:
    expected = _scores(results)
    counts: list[frozenset[int]] = []
    for seat, (count, before, total) in enumerate(zip(row.won, base, totals, strict=True)):
        tricks, score = 0 if count is None else count, expected[seat]
        if before is None or total is None or score is None or total == before + score:
            counts.append(frozenset({tricks}))
            continue
        counts.append(frozenset())
        _report_wrong_total(sheet, seat, before, total - before, score, tricks, row_problems)
    scores = tuple(n if own else None for n, own in zip(row.scores, counts, strict=True))
    solved = (replace(row, scores=scores),)
    contracts = _contracts(results, tuple(counts))
    return RowJudgement(tuple(counts), expected, contracts=contracts, solved=solved)


def _report_wrong_total(
    sheet: RecordedRow,
    seat: int,
    before: int,
    score: int,
    expected: int,
    tricks: int,
    row_problems: RowProblems,
) -> None:
    """Reports that a player's score does not match the tricks."""
    place = sheet.places.cell(sheet.index, "totals", seat)
    who = sheet.players[seat]
    entries = _score_entries(sheet, seat)
    wrong = problems.records.WrongTotal(
        place, who, before + score, before + expected, tricks, entries
    )
    if (sheet.index, seat) in sheet.places.points:
        mark = sheet.places.marks.get((sheet.index, seat))
        is_mark = mark is not None and not mark.is_made and _has_figures_of_mark(sheet, seat)
        wrong = problems.records.WrongPoints(place, who, score, expected, tricks, entries, is_mark)
    row_problems.append((seat, wrong.diagnostic()))


def _score_entries(sheet: RecordedRow, seat: int) -> list[str]:
    """Returns the entries of a row from which a player's score follows, such as `the tricks`."""
    deal, entries = sheet.deal, list[str]()
    mark = sheet.places.marks.get((sheet.index, seat))
    if mark is not None and mark.is_made and _has_figures_of_mark(sheet, seat):
        entries.append("the mark")
    elif deal.taken or (deal.won is not None and deal.won[seat] is not None):
        entries.append("the tricks")
    if deal.hands or deal.pack or deal.tricks:
        entries.append("the cards")
    if isinstance(sheet.rules.bid, ChosenBid):
        entries.append("the bid")
    return entries


def _has_figures_of_mark(sheet: RecordedRow, seat: int) -> bool:
    return sheet.places.has_figures_of_mark(sheet.index, seat)


# --- rows that are impossible -------------------------------------------------------------


_MOST_PARTS: Final = 12
"""The maximum number of scores that a hint lists."""


def _report_impossible(
    sheet: RecordedRow,
    row: Row,
    limited: Row,
    budget: Budget,
    row_problems: RowProblems,
    possible: PossibleScores | None,
) -> tuple[Counts, tuple[Row, ...]]:
    """Reports an impossible row, and whose figures are wrong unless finding them takes too long;
    returns the counts that fit without them, and the rows solved.
    """
    problems_of_players = RowProblems()
    try:
        found = _report_wrong_figures(sheet, row, limited, budget, problems_of_players, possible)
    except TooMuchError:
        _report_impossible_row(sheet, row, [], row_problems)
        seats = range(len(row.won))
        return (frozenset(),) * len(seats), (row.without_seats(frozenset(seats)),)
    row_problems += problems_of_players
    return found


def _report_wrong_figures(
    sheet: RecordedRow,
    row: Row,
    limited: Row,
    budget: Budget,
    row_problems: RowProblems,
    possible: PossibleScores | None,
) -> tuple[Counts, tuple[Row, ...]]:
    """Reports the incorrect figures; returns the counts that fit without them, and the rows solved.

    If the row fits only when one particular player is left out, that player's figures are wrong. If
    it fits when any one of several players is left out, the row is reported as a whole. If it never
    fits, the players whose own figures are impossible are reported. `limited` is the row with the
    limits on unknown bids, for the scores that are possible.
    """
    seats = range(len(row.won))
    without = {seat: solve_counts(row.without_seats(frozenset({seat})), budget) for seat in seats}
    suspects = [seat for seat in seats if all(without[seat])]
    if len(suspects) == 1:
        hint = _possible_scores_text(limited, suspects[0], frozenset(suspects), budget, possible)
        _report_seat(sheet, row, suspects[0], hint, budget, row_problems)
        solved = row.without_seats(frozenset(suspects))
        return _blank_counts(without[suspects[0]], suspects), (solved,)
    if not suspects:
        suspects = [
            seat
            for seat in seats
            if not all(solve_counts(row.without_seats(_other_seats(seat, row)), budget))
        ]
        wrong = frozenset(suspects)
        rest = solve_counts(row.without_seats(wrong), budget)
        is_sum_wrong = len(suspects) > 1 and wrong_trick_sum(row) is not None
        if is_sum_wrong:
            _report_impossible_row(sheet, row, suspects, row_problems)
        for seat in suspects:
            hint = _possible_scores_text(limited, seat, wrong, budget, possible)
            if is_sum_wrong:
                _report_seat_alone(sheet, row, seat, hint, budget, row_problems)
            else:
                _report_seat(sheet, row, seat, hint, budget, row_problems)
        if not suspects or not all(rest):
            place = sheet.places.value(sheet.index, "totals")
            row_problems.append((None, problems.records.ImpossibleRow(place, ()).diagnostic()))
        return _blank_counts(rest, suspects), (row.without_seats(wrong),)
    _report_impossible_row(sheet, row, suspects, row_problems)
    # Only one of them is incorrect, so the counts of the others are valid.
    counts = tuple(
        frozenset().union(*(without[free][seat] for free in suspects if free != seat))
        for seat in seats
    )
    return counts, tuple(row.without_seats(frozenset({free})) for free in suspects)


def _unique_score(
    row: Row, seat: int, wrong: frozenset[int], budget: Budget, cache: PossibleScores | None
) -> int | None:
    """Returns the only score of a player that fits the row; None if there are several or none."""
    if cache is None:
        return None
    free = row.without_seats(wrong)
    if wrong_trick_sum(row) is None:
        free = replace(free, won=row.won)
    possible = _possible_scores(free, seat, budget, cache)
    return next(iter(possible)) if len(possible) == 1 else None


def _possible_scores(
    row: Row, seat: int, budget: Budget, cache: PossibleScores
) -> dict[int, frozenset[int]]:
    """Returns every score of a player that fits the row, with the numbers of tricks that give it.

    The result is empty if there are too many combinations to try. `cache` holds earlier results for
    the same row of the sheet.
    """
    key = (seat, row.won, row.scores, row.orders is None)
    if key in cache:
        return cache[key]
    possible: dict[int, frozenset[int]] = {}
    try:
        for score in sorted(_scores_of(row, seat, budget)):
            scores = (*row.scores[:seat], score, *row.scores[seat + 1 :])
            counts = solve_counts(replace(row, scores=scores), budget)
            if all(counts):
                possible[score] = counts[seat]
    except TooMuchError:
        return {}
    cache[key] = possible
    return possible


def _scores_of(row: Row, seat: int, budget: Budget) -> frozenset[int]:
    """Returns every score that a player can have made; empty if there are too many to try."""
    try:
        return Solver(row, budget).scores_of(seat)
    except (TooMuchError, EvaluationError):
        return frozenset()


def _other_seats(seat: int, row: Row) -> frozenset[int]:
    return frozenset(range(len(row.won))) - {seat}


def _blank_counts(counts: Counts, seats: list[int]) -> Counts:
    return tuple(frozenset() if seat in seats else fitting for seat, fitting in enumerate(counts))


def wrong_trick_sum(row: Row) -> int | None:
    """Returns the sum of the recorded tricks if all are known and the sum is
    incorrect, else None.
    """
    counts = [count for count in row.won if count is not None]
    wrong = len(counts) == len(row.won) and sum(counts) != row.cards
    return sum(counts) if wrong else None


def report_wrong_sum(sheet: RecordedRow, row: Row, row_problems: RowProblems) -> None:
    """Reports recorded tricks that cannot add up to the number of cards, whatever is scored."""
    if wrong_trick_sum(row) is not None or sum(count or 0 for count in row.won) > row.cards:
        _report_impossible_row(sheet, row, [], row_problems)


def _report_seat(
    sheet: RecordedRow, row: Row, seat: int, hint: str, budget: Budget, row_problems: RowProblems
) -> None:
    total = wrong_trick_sum(row)
    if total is not None:
        place = sheet.places.cell(sheet.index, "won", seat)
        row_problems.append((seat, problems.records.WrongSum(place, total, row.cards).diagnostic()))
        return
    _report_impossible_figure(sheet, row, seat, hint, budget, row_problems)


def _report_seat_alone(
    sheet: RecordedRow, row: Row, seat: int, hint: str, budget: Budget, row_problems: RowProblems
) -> None:
    """Reports that a player's own figures do not fit, whatever the other players' figures are."""
    tricks, score = row.won[seat], row.scores[seat]
    total = None if sheet.deal.totals is None else sheet.deal.totals[seat]
    if tricks is None or score is None or total is None:
        return
    alone = row.without_seats(_other_seats(seat, row))
    expected = sorted(_scores_of(alone, seat, budget))
    if len(expected) != 1:
        _report_impossible_figure(sheet, row, seat, hint, budget, row_problems)
    else:
        _report_wrong_total(sheet, seat, total - score, score, expected[0], tricks, row_problems)


def _report_impossible_figure(
    sheet: RecordedRow, row: Row, seat: int, hint: str, budget: Budget, row_problems: RowProblems
) -> None:
    place = sheet.places.cell(sheet.index, "totals", seat)
    bid = None if row.bids is None else row.bids[seat]
    score = row.scores[seat]
    who = sheet.players[seat]
    if score is None:
        row_problems.append((seat, problems.records.ImpossibleRow(place, (who,)).diagnostic()))
        return
    shown = "" if bid is None or not isinstance(row.rules.bid, ChosenBid) else f"`{bid}`"
    portion = budget.portion(budget.left // WORK_DIVISOR)
    scores = _scores_of(_with_only_bid(row, seat), seat, portion)
    budget.settle(portion)
    is_possible = not scores or score in scores
    problem = problems.records.ImpossibleFigure(place, who, shown, score, is_possible, hint)
    row_problems.append((seat, problem.diagnostic()))


def _with_only_bid(row: Row, seat: int) -> Row:
    """Returns the row with only one player's bid known, and without recorded cards."""
    players = len(row.won)
    bids = row.bids
    if bids is not None and isinstance(row.rules.bid, ChosenBid):
        bids = tuple(bid if other == seat else None for other, bid in enumerate(bids))
    evidence = empty_evidence(players, row.cards)
    row = row.without_seats(frozenset(range(players)))
    return replace(row, bids=bids, evidence=evidence, worth=None, orders=None)


def _report_impossible_row(
    sheet: RecordedRow, row: Row, suspects: list[int], row_problems: RowProblems
) -> None:
    total = wrong_trick_sum(row)
    if total is not None:
        place = sheet.places.value(sheet.index, "won")
        row_problems.append((None, problems.records.WrongSum(place, total, row.cards).diagnostic()))
        return
    place = sheet.places.value(sheet.index, "totals")
    names = [sheet.players[seat] for seat in suspects]
    row_problems.append((None, problems.records.ImpossibleRow(place, names).diagnostic()))


def _possible_scores_text(
    row: Row, seat: int, wrong: frozenset[int], budget: Budget, cache: PossibleScores | None
) -> str:
    """Returns a hint with the player's scores that fit the figures of players not in `wrong`.

    The hint is empty if possible scores are left out.
    """
    if cache is None:
        return ""
    portion = budget.portion(budget.left // WORK_DIVISOR)
    scores = _possible_scores(row.without_seats(wrong), seat, portion, cache)
    budget.settle(portion)
    if not scores:
        return "compare the figures of the row with the sheet"
    fewest = sorted(
        ((score, sorted(counts)) for score, counts in scores.items()),
        key=lambda item: (len(item[1]), item[1]),
    )
    often = [score for score, counts in fewest if len(counts) > 2 and len(fewest) > 1][-1:]
    parts = [
        f"{score} for {_tricks_text(counts)}" for score, counts in fewest if score not in often
    ]
    more = [f"{len(parts) - _MOST_PARTS} more"] if len(parts) > _MOST_PARTS else []
    rest = [f"otherwise {score}" for score in often]
    return "possible: " + ", ".join((*parts[:_MOST_PARTS], *more, *rest))


def _tricks_text(counts: list[int]) -> str:
    return f"{' or '.join(map(str, counts))} {'trick' if counts == [1] else 'tricks'}"
