"""Evenings as they are: people go home early, come late, or were written down in another order."""

from __future__ import annotations

import pytest
from support.kept_matches import check_record, code, entered
from support.kept_records import with_rows

import clagdsl
from clagdsl.lang.expr.evaluate import EvaluationError
from clagdsl.lang.record import Record
from clagdsl.records.reading import parse_record
from clagdsl.records.replay import replay_sheet, replay_trial
from clagdsl.records.writing import write_record
from clagdsl.scorekeeping.score_sheet import Sheet
from clagdsl.season.finished_match import FinishedMatch, match_of_record, match_of_sheet
from clagdsl.table.budget import Budget

FOUR = ("Ann", "Bob", "Cai", "Dot")
FIVE = (*FOUR, "Eve")


def oh_hell(names: tuple[str, ...] = FOUR, dealer: str | None = None) -> Sheet:
    """Oh Hell: 10 cards down to 1, then 2 up to 10; at most 8 for six players, 7 for seven."""
    return clagdsl.load("oh-hell").keep(list(names), dealer=dealer or names[-1])


def played(sheet: Sheet, deals: int = 1) -> Sheet:
    """The sheet after deals in which everybody bids 0 and the first seat wins every trick."""
    for _ in range(deals):
        nothing = " ".join("0" * (sheet.players - 1))
        sheet = entered(sheet, f"bids 0 {nothing}", f"won {sheet.cards} {nothing}")
    return sheet


def read_back(sheet: Sheet) -> Record:
    read = parse_record(write_record(sheet.record()))
    assert read.record is not None, read.diagnostics
    assert read.record == sheet.record()
    return read.record


def check_round_trip(sheet: Sheet, empty: Sheet) -> None:
    """The record agrees with the rules, and a sheet made of it shows the same."""
    check_record(sheet, sheet.game)
    again = with_rows(empty, read_back(sheet))
    shown = {**sheet.to_json(), "log": None}
    assert {**again.to_json(), "log": None} == shown
    assert sorted(again.entries) == sorted(sheet.entries)
    logged = entered(empty, *sheet.entries)
    assert {**logged.to_json(), "log": None} == shown


# --- people go home early -------------------------------------------------------------------------


def test_an_evening_that_breaks_off_is_won_by_the_totals_as_they_are() -> None:
    sheet = played(oh_hell(), 12)
    end = sheet.apply("end")
    assert (end.over, end.ended, end.totals) == (True, True, sheet.totals)
    assert end.winners == (1, 2, 3), "who made their bids of 0"
    assert end.view().closing == ("end",)
    assert end.apply("undo").deal == sheet.deal
    assert (sheet.ended, sheet.winners) == (False, ())
    assert "ended" in write_record(end.record())
    assert "ended" not in write_record(sheet.record())
    check_round_trip(end, oh_hell())


def test_payments_are_made_at_an_early_end() -> None:
    sheet = played(clagdsl.load("pagat").keep(list(FOUR)), 2)
    end = sheet.apply("end")
    assert (any(sheet.payments), any(end.payments), sum(end.payments)) == (False, True, 0)
    check_record(end, end.game)


def test_a_match_ends_after_a_deal_only() -> None:
    empty = oh_hell()
    assert code(empty, "end") == "A103", "nothing has been scored"
    sheet = played(empty)
    for entry in ("bid 0", "trump hearts"):
        assert code(sheet.apply(entry), "end") == "A103"
    assert code(sheet, "end now") == "A101"
    assert code(sheet, "correct 1 end") == "A105"
    end = sheet.apply("end")
    for entry in ("end", "bid 0", "leave Bob"):
        assert code(end, entry) == "A102"
    more = end.apply('more "normal" 3')
    assert (more.over, more.deal, code(more, "end")) == (False, 2, "A103")
    over = played(more)
    assert (over.over, over.ended, len(over.rows)) == (True, True, 2)
    for one in (more, over):
        check_round_trip(one, empty)


def test_points_and_corrections_count_after_an_early_end() -> None:
    end = entered(played(oh_hell(), 3), "leave Dot", "end")
    other = end.apply("correct 2 won 0 9 0 0")
    assert (other.over, other.ended, other.totals[0]) == (True, True, end.totals[0] + 1)
    check_round_trip(other, oh_hell())
    adjusted = end.apply("adjust Ann 50")
    assert (end.winners, adjusted.winners) == ((1, 2), (0,))
    check_record(adjusted, adjusted.game)


def test_the_end_is_dropped_where_a_correction_ends_the_match_before() -> None:
    sheet = clagdsl.load("oh-hell-to-101").keep(list(FOUR))
    for bids in ("10 0 0 0",) * 5:
        sheet = entered(sheet, f"bids {bids}", "won 10 0 0 0")
    end = entered(sheet, "bids 1 10 0 0", "won 0 10 0 0", "end")
    assert (end.ended, end.totals[0]) == (True, 100)
    over = end.apply("correct 6 bids 0 10 0 0")
    assert (over.over, over.ended, over.waiting, over.totals[0]) == (True, False, (), 110)


def season_match(sheet: Sheet) -> FinishedMatch:
    record = read_back(sheet)
    read = parse_record(write_record(record))
    match = match_of_record(record, replay_sheet(record, sheet.game), read.places, "x")
    assert isinstance(match, FinishedMatch), match
    return match


def test_a_season_counts_and_marks_an_early_end() -> None:
    sheet = played(oh_hell(), 3)
    end = sheet.apply("end")
    match = season_match(end)
    assert (match.ended, match.places) == (True, (4, 1, 1, 1))
    assert match_of_sheet(end, "x") == match
    whole = played(oh_hell(), 19)
    assert (whole.over, season_match(whole).ended) == (True, False)


# --- people come late -----------------------------------------------------------------------------


def sizes(sheet: Sheet) -> list[int | None]:
    return [row.cards for row in sheet.view().rows]


def test_sizes_go_on_in_their_direction_when_somebody_comes_and_goes() -> None:
    sheet = played(oh_hell(FIVE), 3).apply("join Fay after Eve")
    assert (sheet.deal, sheet.cards, sheet.scheduled.number) == (4, 7, 2)
    sheet = played(sheet, 2).apply("leave Fay")
    assert (sheet.deal, sheet.cards, sheet.scheduled.number) == (6, 5, 6)
    sheet = played(sheet, 5)
    assert sizes(sheet) == [10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 2]
    up = sheet.apply("join Fay after Eve")
    assert (up.cards, up.scheduled.number) == (2, 9)
    assert sizes(played(up, 7))[-7:] == [2, 3, 4, 5, 6, 7, 8]
    assert played(up, 7).over
    for one in (sheet, up, played(up, 2), played(up, 7)):
        check_round_trip(one, oh_hell(FIVE))


def test_sizes_that_the_others_cannot_deal_are_left_out() -> None:
    sheet = oh_hell(FIVE)
    first = sheet.apply("join Fay after Eve")
    assert (first.cards, first.scheduled.number) == (8, 1)
    assert first.apply("leave Fay").cards == 10, "a match that begins is not moved"
    assert played(sheet).apply("join Fay after Eve").cards == 8
    assert played(sheet).apply("join Fay after Eve").apply("leave Fay").cards == 9
    late = played(sheet, 18)
    assert late.cards == 10
    assert late.apply("join Fay after Eve").over, "nine and ten are not dealt to six"
    check_record(late.apply("join Fay after Eve"), late.game)


ROWS = """clag 2
game "Rows"
players 3 to 5
deal normal
  trump none
  bid in turn
  score 10 + tricks when made, otherwise tricks
deal other is normal with
  score tricks + 5 * row_made + row_best
schedule
  repeat players times 1 card: normal
  then 2 up to 4 cards: normal, other
  then repeat players times 5 cards: normal
winner highest total, then shared
"""


def rows_sheet() -> Sheet:
    return clagdsl.load(text=ROWS).keep(["Ann", "Bob", "Cai"])


def test_the_next_deal_is_of_the_same_row_and_name() -> None:
    """One card for each player, then 2 to 4 cards twice, then 5 cards for each player."""
    sheet = rows_sheet()
    for deals, place, name, cards in (
        (1, 2, "normal", 1),
        (3, 5, "normal", 2),
        (4, 6, "other", 2),
        (5, 7, "normal", 3),
        (9, 11, "normal", 5),
        (11, 13, "normal", 5),
    ):
        joined = played(sheet, deals).apply("join Dot after Cai")
        found = (joined.scheduled.number, joined.scheduled.name, joined.cards)
        assert found == (place, name, cards), deals
        check_round_trip(played(joined), sheet)


def test_a_size_is_set_before_the_first_bid() -> None:
    sheet = played(oh_hell(), 2)
    seven = sheet.apply("cards 7")
    assert (seven.cards, seven.phase, seven.apply("undo").cards) == (7, "bid", 8)
    after = played(seven)
    assert (sizes(after), after.scheduled.number) == ([10, 9, 7, 7], 4)
    late = sheet.apply("trump hearts").apply("cards 6")
    assert (late.cards, late.trump) == (6, ("H",))
    assert late.apply("cards 8").cards == 8
    assert late.apply("cards 8").entries == sheet.apply("trump hearts").entries
    for entry in ("cards 0", "cards 13"):
        assert code(sheet, entry) == "A110"
    bid = seven.apply("bid 0")
    why = bid.why_not("cards 6")
    assert why is not None
    assert (why.code, "`correct 3 cards 6`" in why.reason) == ("A103", True)
    assert bid.apply("correct 3 cards 6").bids == bid.bids
    closed = after.apply("correct 3 cards 6")
    assert (closed.deal, closed.phase, closed.waiting) == (3, "tricks", ())
    assert closed.apply("won 6 0 0 0").cards == 7
    for one in (seven, after, late, closed, after.apply("correct 2 cards 9")):
        check_round_trip(one, oh_hell())
    assert "scheduled = 3" in " ".join(write_record(after.record()).split())


def test_where_the_dealer_picks_the_size_the_rules_limit_it() -> None:
    raf = clagdsl.load("raf").keep(list(FOUR))
    assert code(raf, "cards 1") == "A601"
    picked = raf.apply("cards 3")
    assert code(picked, "cards 4") == "A103"
    assert picked.record().deals[0].scheduled is None


def test_deals_are_left_out() -> None:
    sheet = played(oh_hell(), 2)
    skipped = sheet.apply("skip")
    assert (skipped.deal, skipped.cards, skipped.scheduled.number) == (3, 7, 4)
    assert (skipped.dealer, skipped.totals) == (sheet.dealer, sheet.totals)
    assert entered(sheet, "skip", "skip 2").entries == sheet.apply("skip 3").entries
    assert entered(sheet, "skip 2", "cards 9").cards == 9
    later = skipped.apply("bid 0")
    why = later.why_not("correct 3 skip 2")
    assert why is not None
    assert "only `undo` takes it back, along with everything entered later" in why.reason
    undone = later
    while len(undone.entries) > len(sheet.entries):
        undone = undone.apply("undo")
    assert undone.scheduled == sheet.scheduled
    assert played(sheet.apply("skip 16")).over
    assert code(sheet, "skip 17") == code(sheet, "skip 0") == "A111"
    assert code(sheet, "skip two") == "A101"
    assert code(sheet.apply("skip 16"), "skip") == "A111"
    for entry in ("bid 0", "cards 5"):
        assert code(sheet.apply(entry), "skip") == "A103"
    assert code(sheet.apply("end"), "skip") == "A102"
    joined = entered(oh_hell(FIVE), "skip 2", "join Fay after Eve")
    assert joined.cards == 6, "two deals of those who play are left out"
    assert code(entered(oh_hell(FIVE), "skip 18"), "join Fay after Eve") == "A111"
    check_record(joined, joined.game)
    for one in (skipped, played(skipped), played(sheet.apply("skip 16"))):
        check_round_trip(one, oh_hell())
    assert sheet.apply("skip").apply("end").entries == sheet.apply("end").entries


def test_what_is_remembered_of_a_row_ends_with_it_if_deals_are_left_out() -> None:
    """Deal 5 is the second of its row, and the first of the row is played or left out."""
    sheet = rows_sheet()
    kept = played(sheet, 5)
    skipped = played(played(sheet, 2).apply("skip 2"))
    assert [row.scheduled for row in skipped.rows] == [1, 2, 5]
    assert kept.rows[-1].points == (4, 20, 20), "the best of the row, and two that are made"
    assert skipped.rows[-1].points == (2, 5, 5), "this one alone is made"
    for one in (skipped, kept, played(skipped, 3)):
        check_round_trip(one, sheet)


def test_who_leaves_a_record_unfinished_is_told_the_deal_of_the_schedule() -> None:
    sheet = played(played(oh_hell(FIVE), 3).apply("join Fay after Eve"))
    record = read_back(sheet)
    result = replay_sheet(record, sheet.game)
    assert (result.agrees, result.outcome) == (True, None)
    assert [(deal.number, deal.scheduled) for deal in result.deals][-1] == (4, 2)
    read = parse_record(write_record(record))
    told = match_of_record(record, result, read.places, "x")
    assert not isinstance(told, FinishedMatch)
    assert "the last deal recorded is 2 of 15" in told.message


UNPROVED = """clag 2
game "Unproved"
players 3 to 7
run zeros when bid = 0
deal normal
  trump none
  bid in turn
  each bid keeps bid <= 20 // (deal + 1 - zeros), otherwise bid = 0
  score 10 + tricks
schedule min(10, 51 // players) down to 1 cards: normal
winner highest total, then shared
"""


def test_where_the_rules_have_no_value_for_a_moved_deal_it_is_refused() -> None:
    """Deal 2 of the schedule has at most one zero before it, but here it is the fourth deal."""
    sheet = played(clagdsl.load(text=UNPROVED).keep(list(FIVE)), 3).apply("join Fay after Eve")
    assert (sheet.scheduled.number, sheet.legal(), code(sheet, "bid 0")) == (2, (), "A110")
    row = '\n[[deal]]\ndeal = 4\nscheduled = 2\nbids = "0 0 0 0 0 0"\n'
    read = parse_record(write_record(sheet.record()) + row)
    assert read.record is not None
    [told] = replay_sheet(read.record, sheet.game, read.places).diagnostics
    assert (told.code, "division by zero" in told.message) == ("A110", True)
    with pytest.raises(EvaluationError):  # a trial of parameters is left out
        replay_trial(read.record, sheet.game, read.places, Budget(100_000))


# --- what was wrong from the start ----------------------------------------------------------------


def test_the_first_dealer_is_corrected_and_bids_stay_with_who_made_them() -> None:
    sheet = entered(oh_hell(), "bids 0 3 3 3", "won 1 3 3 3")
    other = sheet.apply("correct 1 dealer Cai")
    assert (other.names[other.rows[0].dealer], other.names[other.dealer]) == ("Cai", "Dot")
    assert (other.rows[0].bids, other.totals) == ((0, 3, 3, 3), sheet.totals)
    assert other.record().dealer == "Cai"
    begun = oh_hell().apply("dealer Cai")
    assert entered(begun, "bids 0 3 3 3", "won 1 3 3 3")._moment == other._moment
    assert begun.apply("correct 1 dealer Ann").dealer == 0
    assert begun.apply("bid 0").apply("correct 1 dealer Ann").waiting == (1,), "Dot's bid"
    assert other.apply("correct 1 dealer Dot").entries == sheet.entries
    assert code(sheet, "correct 2 dealer Cai") == "A105"
    assert code(sheet, "correct 1 dealer Eve") == "A801"
    assert code(sheet, "dealer Cai") == code(begun, "dealer Ann") == "A103"
    joined = entered(oh_hell(), "join Eve after Bob", "correct 1 dealer Eve")
    for one in (other, begun, played(joined)):
        check_round_trip(one, oh_hell())


LAST = """clag 2
game "Last"
players 3
deal normal
  trump none
  bid in turn
  last bid keeps bid > 0, otherwise bid = 0
  score 10 + tricks when made, otherwise tricks
schedule 3 down to 1 cards: normal
winner highest total, then shared
"""


def test_the_limit_on_the_last_bid_is_judged_anew() -> None:
    """Cai deals and bids 1; Bob has bid 0, which he may not if he deals and bids last."""
    sheet = clagdsl.load(text=LAST).keep(["Ann", "Bob", "Cai"])
    sheet = played_one(entered(sheet, "bids 1 0 1", "won 1 1 1"))
    other = sheet.apply("correct 1 dealer Bob")
    assert (other.deal, other.bids, other.actor) == (1, (1, None, 1), 1)
    assert (code(other, "bid 0"), other.waiting) == ("A202", (1, 2))
    after = other.apply("bid 2")
    assert (after.deal, after.rows[0].tricks) == (3, (1, 1, 1))


def played_one(sheet: Sheet) -> Sheet:
    return entered(sheet, "bids 1 1 1", "won 1 1 0")


def test_the_first_dealer_of_a_game_that_draws_it_is_corrected() -> None:
    text = LAST.replace("players 3", "players 3, dealer drawn")
    drawn = clagdsl.load(text=text).keep(["Ann", "Bob", "Cai"])
    assert drawn.phase == "dealer"
    assert code(drawn, "correct 1 dealer Cai") == "A105", "none has been entered"
    sheet = drawn.apply("dealer Ann").apply("correct 1 dealer Cai")
    assert sheet.names[sheet.dealer] == "Cai"
    check_round_trip(entered(sheet, "bids 1 1 1", "won 1 1 1"), drawn)


def test_the_order_of_the_seats_is_corrected_for_the_whole_match() -> None:
    right = oh_hell(("Ann", "Cai", "Bob", "Dot"), dealer="Dot")
    right = entered(right, "bids 0 3 1 4", "won 0 3 2 5", "bid 2")
    wrong = entered(oh_hell(), "bids 0 1 3 4", "won 0 2 3 5", "bid 2")
    assert wrong.names[wrong.actor or 0] == "Cai", "Bob has bid 2"
    sheet = wrong.apply("seats Ann Cai Bob Dot")
    assert [sheet.names[line] for line in sheet.seats] == ["Ann", "Cai", "Bob", "Dot"]
    assert (sheet.names, sheet.totals) == (FOUR, wrong.totals), "lines never move"
    assert dict(zip(right.names, right.totals, strict=True)) == dict(
        zip(sheet.names, sheet.totals, strict=True)
    )
    assert sheet.waiting == (2,), "Bob's bid waits until Cai has bid"
    assert sheet.apply("bid 1").bids == (None, 2, 1, None)
    assert sheet.record().players == ("Ann", "Cai", "Bob", "Dot")
    assert sheet.record().deals[0].won == right.record().deals[0].won == (0, 3, 2, 5)
    assert sheet.apply("seats Ann Bob Cai Dot").entries == wrong.entries
    closed = entered(oh_hell(), "bids 0 1 3 4", "won 0 2 3 5").apply("seats Ann Cai Bob Dot")
    for one in (closed, played(closed, 2), oh_hell().apply("seats Dot Cai Bob Ann")):
        check_round_trip(one, oh_hell())


def test_seats_name_everybody_of_the_start() -> None:
    sheet = entered(oh_hell(), "join Eve after Bob")
    for names in ("Ann Bob Cai", "Ann Bob Cai Dot Eve", "Ann Ann Bob Cai", "Ann Bob Cai dot"):
        assert code(sheet, f"seats {names}") == "A112"
    assert code(sheet, "seats") == code(sheet, "correct 1 seats Ann Bob Cai Dot") == "A101"
    moved = sheet.apply("seats Bob Dot Ann Cai")
    assert [moved.names[line] for line in moved.seats] == ["Bob", "Eve", "Dot", "Ann", "Cai"]
    spaced = clagdsl.load("oh-hell").keep(["Ann Lee", "Bob", "after"])
    told = spaced.apply('seats "Ann Lee" after Bob')
    assert told.log == ('seats "Ann Lee" "after" Bob',)
    assert entered(spaced, *told.entries).seats == told.seats == (0, 2, 1)


def test_figures_by_seat_go_with_their_players() -> None:
    """Tricks that are taken, and tricks with points, as they are entered by seat."""
    raf = clagdsl.load("raf").keep(["Ann", "Bob", "Cai"])
    call = "call No Trumps, Misere, Ascending Madness"
    sheet = entered(raf, "cards 3", call, "taken 2 3 3")
    other = sheet.apply("seats Bob Cai Ann")
    assert other.rows[0].tricks == sheet.rows[0].tricks == (0, 1, 2)
    assert other.entries[-1] == "taken 1 2 2"
    assert other.totals == sheet.totals


# --- a tie that the players settle ----------------------------------------------------------------


def test_a_note_is_kept_by_record_and_season() -> None:
    end = entered(played(oh_hell(), 2), "end", 'note "Bob won the draw"')
    assert (len(end.winners), end.note) == (3, "Bob won the draw")
    assert end.apply("note Cai won it").note == "Cai won it"
    assert end.apply('note ""').note is end.apply("undo").note is None
    assert end.apply("correct 1 won 0 10 0 0").note == end.note
    assert end.record().note == season_match(end).note == end.note
    assert match_of_sheet(end, "x", note="at Bob's").note == "at Bob's; Bob won the draw"
    assert code(end, f'note "{"x" * 1000}"') is None
    assert code(end, f'note "{"x" * 1001}"') == code(end, 'note "\ud800"') == "A113"
    assert code(end, "note") == "A101"
    for one in (end, oh_hell().apply("note at the sea")):
        check_round_trip(one, oh_hell())


# --- a call that decides the trump ----------------------------------------------------------------


@pytest.mark.parametrize(("twist", "known"), [("trump hearts", None), ("lead dealer", ())])
def test_a_trump_that_the_call_may_replace_is_unknown_before_the_call(
    twist: str, known: tuple[str, ...] | None
) -> None:
    text = f"""clag 2 game "Called" players 3 deal normal trump none bid in turn score tricks
    call by dealer one of Plain, Other twist Plain trick worth 2 twist Other {twist}
    schedule 3 cards: normal winner highest total, then shared"""
    sheet = clagdsl.load(text=text).keep(["Ann", "Bob", "Cai"])
    assert (sheet.phase, sheet.trump) == ("call", known)
    assert sheet.apply("call Plain").trump == ()
    assert sheet.apply("call Other").trump == (("H",) if known is None else ())
