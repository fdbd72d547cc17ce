"""Who comes and goes, adjustments and one more hand: what the decision page says of them."""

from __future__ import annotations

import json
import random

import jsonschema
import pytest
from support.kept_matches import check_record, code, entered
from support.loaded import loaded

import clagdsl
from clagdsl.lang.limits import MOST_CHANGES, MOST_PEOPLE
from clagdsl.lang.roster_changes import Leave
from clagdsl.records.reading import parse_record
from clagdsl.records.replay import replay_sheet
from clagdsl.records.writing import write_record
from clagdsl.scorekeeping.entries import parse_entry
from clagdsl.scorekeeping.score_sheet import Sheet
from clagdsl.scorekeeping.sheet_view import sheet_schema

SMALL = """clag 2
game "Small" variant "Kitchen"
players 2 to 5
run zeros when bid = 0
deal normal
  bid in turn
  trump none
  score bid + tricks + 10 * zeros
deal other is normal with
  score {other}
schedule 1 up to 12 // players cards: normal then 1 card: other when players = 5
winner {winner}
settle loser pays winner winner.total - loser.total
"""
NAMES = ["Ann", "Bob", "Cai"]


def small(winner: str = "highest total, then shared", other: str = "tricks") -> Sheet:
    """A sheet of a game of 6, 4 or 3 deals, by the number of players."""
    text = SMALL.format(winner=winner, other=other)
    return clagdsl.load(text=text).keep(NAMES, dealer="Cai")


def played(sheet: Sheet, winner: int = 0) -> Sheet:
    """The sheet after a deal in which everybody bids 0 and one seat wins every trick."""
    won = ["0"] * sheet.players
    won[winner] = str(sheet.cards)
    return entered(sheet, f"bids {' '.join('0' * sheet.players)}", f"won {' '.join(won)}")


def dealer(sheet: Sheet) -> str:
    return sheet.names[sheet.dealer]


@pytest.mark.parametrize(
    "text",
    [
        "join Eve after Bob",
        "join Mary Ann after Bob Lee",
        'join "after" after "R\\"2\\\\D2 "',
        "join Eve for Bob",
        'join "for" for "after x"',
        'join "Look for me" after Bob',
        "leave Bob",
        "out Bob 2",
        'back "Bo  b"',
        'adjust Ann -5 "spilt beer"',
        'adjust "Ann \\"" 5 "a \\"b\\" \\\\"',
        "adjust Bob 2 7",
        'more "No Trumps" 7',
        "correct 3 out Bob",
        "correct 3 nobody",
        'correct 3 out "Ann and out" and join Eve for Bob and back Cai',
        "correct 3 leave nobody",
    ],
)
def test_an_entry_beside_the_deals_has_one_text_form(text: str) -> None:
    entry = parse_entry(text)
    assert entry is not None
    assert str(entry) == text


@pytest.mark.parametrize(
    "text",
    [
        "join Eve",
        "join after Bob",
        "join Eve after",
        "join Eve for",
        "join for Bob",
        "leave",
        'leave "Ann" Bob',
        "adjust Ann",
        "adjust 5",
        "adjust Ann five",
        'adjust Ann "5"',
        "adjust Ann 5 beer",
        "more 7",
        'more "nt"',
        "more nt x",
        "more nt -1",
        "nobody",
        "correct 3 nobody else",
        "correct 3 out Bob and out",
        'correct 3 leave "Bob" and Cai',
        "correct 3 correct 3 out Bob",
    ],
)
def test_what_is_no_entry_is_not_understood(text: str) -> None:
    assert code(small(), text) == "A101"


def test_a_name_with_for_in_it_needs_no_quotes_where_after_is_said() -> None:
    """As entries were kept that know of no place to take."""
    assert str(parse_entry("join Look for me after Bob")) == 'join "Look for me" after Bob'


# --- who deals, and which deal ----------------------------------------------------------------


def test_the_deal_passes_to_the_next_on_the_left_who_plays() -> None:
    sheet = played(small())
    assert dealer(sheet) == "Ann"
    out = sheet.apply("out Ann")
    assert (dealer(out), out.names[out.actor or 0]) == ("Bob", "Cai")
    assert dealer(out.apply("back Ann")) == "Ann"
    assert dealer(sheet.apply("leave Ann")) == "Bob"
    joined = sheet.apply("join Eve after Cai")  # who deals before Ann: it stays her turn
    assert dealer(joined) == "Ann"
    assert [joined.names[line] for line in joined.seats] == ["Ann", "Bob", "Cai", "Eve"]
    assert dealer(played(sheet.apply("out Bob"))) == "Cai"
    assert dealer(played(sheet.apply("out Bob")).apply("back Bob")) == "Bob"  # left of Ann


def test_the_next_deal_is_that_of_the_new_schedule() -> None:
    sheet = played(played(small()))
    four = sheet.apply("join Eve after Bob")
    assert (four.deal, four.cards, len(four.table.schedule)) == (3, 3, 3)
    assert played(four).over
    longer = played(played(sheet.apply("leave Bob")))
    assert (longer.deal, longer.cards, len(longer.table.schedule)) == (5, 5, 6)
    late = played(played(sheet))
    assert late.over
    four = played(sheet).apply("join Eve after Bob")  # whose schedule has no fourth deal
    assert four.over
    check_record(four, four.game)
    assert four.apply("undo").deal == 4
    for one in (longer, played(four.apply("undo"))):
        check_record(one, one.game)


def test_nobody_comes_or_goes_in_the_middle_of_a_deal() -> None:
    sheet = small().apply("bid 0")
    for entry in ("join Eve after Bob", "leave Bob", "out Bob", "back Bob"):
        assert code(sheet, entry) == "A103"
        assert code(played(played(played(played(small())))), entry) == "A102"
    assert sheet.apply("undo").why_not("out Bob") is None


def test_what_waits_is_taken_for_nobody_elses() -> None:
    game = clagdsl.load("raf")
    hand = ("cards 3", "call No Trumps, Misere", "won 3 0 0 0")
    sheet = entered(game.keep([*NAMES, "Dot"]), *hand, *hand, "correct 1 cards 4")
    assert sheet.waiting == (2,)
    assert code(sheet, "out Bob") == "A103"
    first = sheet.apply("correct 1 out Bob")
    assert (first.deal, first.phase, first.anew) == (1, "tricks", (2,))
    second = first.apply("won 4 0 0")
    assert (second.deal, second.phase, second.anew) == (2, "tricks", (2,))
    assert second.apply("correct 2 back Bob").deal == 3
    sheet = sheet.apply("won 4 0 0 0")
    assert sheet.waiting == ()
    assert (sheet.deal, code(sheet, "out Bob")) == (3, None)


# --- one player for another -------------------------------------------------------------------


def three(winner: str = "highest total, then shared") -> Sheet:
    """A sheet of a game for three, and no others."""
    text = SMALL.format(winner=winner, other="tricks").replace("players 2 to 5", "players 3")
    return clagdsl.load(text=text).keep(NAMES, dealer="Cai")


def test_one_player_takes_the_place_of_another_where_nobody_can_come_or_go() -> None:
    sheet = played(three(), winner=1)
    for entry in ("leave Bob", "join Eve after Bob", "out Bob"):
        why = sheet.why_not(entry)
        assert why is not None
        assert (why.code, "`join Eve for Bob`" in why.reason) == ("A109", True)
    taken = sheet.apply("join Eve for Bob")
    assert [taken.names[line] for line in taken.seats] == ["Ann", "Eve", "Cai"]
    assert (taken.names, taken.left, taken.totals) == ((*NAMES, "Eve"), (1,), (0, 1, 0, 0))
    assert taken.deal == 2
    assert taken.rows[0].totals == (0, 1, 0, None)
    end = taken
    while not end.over:
        end = played(end, winner=1)
    assert end.winners == (0, 2), "whose run of zeros is longer than Eve's"
    assert (end.payments[1], end.payments[3] < 0) == (0, True)
    for one in (taken, end, end.apply("correct 1 bids 1 1 1")):
        check_record(one, one.game)
    assert taken.apply("undo").totals == sheet.totals


def test_who_takes_a_place_has_its_turn_and_the_line_of_who_had_left() -> None:
    sheet = played(played(three()))
    assert dealer(sheet) == "Bob"
    assert dealer(sheet.apply("join Eve for Bob")) == "Eve"
    assert dealer(sheet.apply("join Eve for Ann")) == "Bob"
    back = entered(sheet, "join Eve for Bob", "adjust Bob 5", "join Bob for Cai")
    assert [back.names[line] for line in back.seats] == ["Ann", "Eve", "Bob"]
    assert back.totals[1] == sheet.totals[1] + 5
    winner = clagdsl.load("raf").keep([*NAMES, "Dot"])
    winner = entered(winner, "cards 3", "call No Trumps, Misere", "won 0 3 0 0")
    for sheet, caller in ((winner, "Ann"), (winner.apply("join Eve for Ann"), "Eve")):
        turn = sheet if sheet.phase == "call" else sheet.apply("cards 3")
        assert turn.names[turn.actor or 0] == caller


def test_who_takes_the_place_of_somebody_who_sits_out_plays() -> None:
    sheet = entered(small(), "out Bob", "join Eve for Bob")
    assert [sheet.names[line] for line in sheet.seats] == ["Ann", "Eve", "Cai"]
    assert (sheet.out, sheet.left) == ((), (1,))
    full = entered(small(), "join Dot after Cai", "join Fay after Cai", "out Bob")
    full = full.apply("join Gus after Cai")
    assert code(full, "join Eve for Bob") == "A109", "six would play"
    assert code(full, "join Eve for Ann") is None


def test_who_takes_a_place_begins_as_whoever_comes_late() -> None:
    """Who leaves counts among them, who goes home right after."""
    low = entered(played(three("lowest total, then shared"), winner=1), "join Eve for Bob")
    assert low.totals == (0, 1, 0, 1)
    assert entered(three(), "adjust Bob -7", "join Eve for Bob").totals == (0, -7, 0, -7)


def test_bounds_of_who_takes_a_place() -> None:
    sheet = small()
    for entry, expected in (
        ("join Ann for Bob", "A109"),
        ("join Bob for Bob", "A109"),
        ("join Eve for Zoe", "A801"),
        ('join " " for Bob', "A109"),
        (f"join {'x' * 101} for Bob", "A109"),
        ("join Eve for Bob", None),
    ):
        assert code(sheet, entry) == expected, entry
        assert code(sheet.apply("bid 0"), entry) == "A103"
    assert code(entered(sheet, "leave Bob"), "join Eve for Bob") == "A109"
    for number in range(MOST_PEOPLE - len(NAMES)):
        last = "Bob" if number == 0 else f"P{number - 1}"
        sheet = sheet.apply(f"join P{number} for {last}")
    assert code(sheet, "join P for Ann") == "A109"
    assert code(sheet, "join Bob for Ann") is None


# --- points -----------------------------------------------------------------------------------


def test_a_latecomer_begins_level_with_the_last() -> None:
    sheet = played(small(), winner=1)
    assert sheet.totals == (0, 1, 0)
    assert sheet.apply("join Eve after Bob").totals == (0, 1, 0, 0)
    low = played(small("lowest total, then shared"), winner=1)
    assert low.apply("join Eve after Bob").totals == (0, 1, 0, 1)
    gone = entered(sheet, "leave Cai", "adjust Cai -9", "join Eve after Bob")
    assert gone.totals == (0, 1, -9, 0)
    corrected = entered(sheet, "join Eve after Bob", "bid 0", "correct 1 bids 1 1 1")
    assert corrected.totals == (1, 2, 1, 1)
    back = entered(sheet, "leave Cai", "join Cai after Ann")
    assert back.totals == sheet.totals
    assert [back.names[line] for line in back.seats] == ["Ann", "Cai", "Bob"]


def test_a_run_stands_still_while_its_player_sits_out() -> None:
    sheet = played(played(small()).apply("out Bob"))
    assert [row.points[1] for row in sheet.rows] == [0, None]
    sheet = played(sheet.apply("back Bob"))
    assert sheet.rows[-1].points == (23, 10, 20)  # after two zeros, one, and two
    check_record(sheet, sheet.game)


def test_who_has_left_neither_wins_nor_pays() -> None:
    sheet = played(played(small(), winner=1), winner=1).apply("adjust Bob 1000")
    for entry, winners in (("leave Bob", (0,)), ("out Bob", (1,))):
        end = sheet.apply(entry)
        while not end.over:
            end = played(end)
        assert end.totals == (168, 1013, 150)
        assert end.winners == winners
        assert (end.payments[1] == 0) == (1 in end.left)
        assert sum(end.payments) == 0
        check_record(end, end.game)


def test_an_adjustment_counts_at_once_and_at_the_end() -> None:
    sheet = entered(small(), "bid 0", 'adjust Ann 7 "guessed the wine"', "bid 0", "bid 0")
    assert sheet.totals == (7, 0, 0)
    sheet = sheet.apply("won 0 1 0")
    assert sheet.totals == (7, 1, 0)
    assert sheet.rows[0].beside == ('adjust Ann 7 "guessed the wine"',)
    end = played(played(played(sheet)))
    assert end.winners == (0,)
    other = end.apply("adjust Bob 500")
    assert (other.over, other.winners) == (True, (1,))
    assert other.view().closing == ("adjust Bob 500",)
    for one in (sheet, other, other.apply("correct 1 won 1 0 0")):
        check_record(one, one.game)
    assert other.apply("undo").winners == (0,)


def test_bounds_of_adjustments() -> None:
    sheet = small()
    for points in ("1", "-1", "1000000", "-1000000", "+5", "\N{MINUS SIGN}5"):
        assert code(sheet, f"adjust Ann {points}") is None
    for points in ("0", "1000001", "-1000001", "999999999"):
        assert code(sheet, f"adjust Ann {points}") == "A108"
    assert code(sheet, f'adjust Ann 5 "{"x" * 200}"') is None
    assert code(sheet, f'adjust Ann 5 "{"x" * 201}"') == "A108"
    assert code(sheet, 'adjust Ann 5 "\ud800"') == "A108"
    assert code(sheet, "adjust Eve 5") == "A801"
    assert code(sheet, "correct 1 adjust Ann 5") == "A105"
    full = entered(sheet, *["adjust Ann 1"] * MOST_CHANGES)
    assert code(full, "adjust Ann 1") == "A107"
    assert code(full.apply("undo"), "adjust Ann 1") is None
    assert full.totals[0] == MOST_CHANGES
    check_record(played(full), full.game)


def test_points_by_hand_are_corrected_and_taken_back() -> None:
    sheet = entered(small(), 'adjust Ann -5 "spilt beer"', "adjust Bob 3", "adjust Ann 1")
    sheet = entered(sheet, "bids 0 0 0", "won 1 0 0")
    plain = entered(small(), "bids 0 0 0", "won 1 0 0")
    assert by_hand(sheet, plain) == (-4, 3, 0)
    other = sheet.apply('correct 1 adjust Ann -2 "one glass"')
    assert by_hand(other, plain) == (-2, 3, 0)
    assert other.rows[0].beside == ('adjust Ann -2 "one glass"', "adjust Bob 3")
    assert other.log[-1] == 'correct 1 adjust Ann -2 "one glass"'
    gone = other.apply("correct 1 adjust Bob 0")
    assert by_hand(gone, plain) == (-2, 0, 0)
    assert gone.apply("undo").entries == other.entries
    for one in (other, gone):
        check_record(played(one), one.game)
        assert entered(small(), *one.entries).totals == one.totals
    for wrong, expected in (
        ("correct 1 adjust Cai 5", "A105"),
        ("correct 2 adjust Ann 5", "A105"),
        ("correct 0 adjust Ann 5", "A105"),
        ("correct 9 adjust Ann 5", "A105"),
        ("correct 1 adjust Dot 5", "A105"),
        ("correct 1 adjust Ann 1000001", "A108"),
        (f'correct 1 adjust Ann 5 "{"x" * 201}"', "A108"),
        ("correct 1 correct 1 adjust Ann 5", "A101"),
    ):
        assert code(sheet, wrong) == expected, wrong


def test_points_by_hand_are_corrected_while_a_deal_is_kept_and_after_the_end() -> None:
    sheet = entered(small(), "bids 0 0 0", "adjust Ann 7", "correct 1 adjust Ann 8")
    assert sheet.totals == (8, 0, 0)
    assert sheet.phase == "tricks", "the bids stand"
    full = entered(small(), *["adjust Ann 1"] * MOST_CHANGES)
    assert full.apply("correct 1 adjust Ann 2").totals[0] == 2
    over = sheet
    while not over.over:
        tricks = " ".join(map(str, (over.cards, *[0] * (over.players - 1))))
        bids = "" if over.phase == "tricks" else "bids 0 0 0"
        over = entered(over, *filter(None, [bids]), f"won {tricks}")
    after = over.apply("adjust Cai 99")
    end = len(after.rows) + 1
    assert after.apply(f"correct {end} adjust Cai 98").totals[2] == after.totals[2] - 1
    assert after.apply(f"correct {end} adjust Cai 0").totals == over.totals


# --- changes that are corrected -----------------------------------------------------------------


def figures(sheet: Sheet) -> list[tuple[object, ...]]:
    return [(row.bids, row.tricks, row.totals) for row in sheet.rows]


def test_somebody_else_was_out() -> None:
    """Cai was marked out in deal 2, and it was Bob; in deals 3 and 4 both play."""
    wrong = played(entered(played(small()), "out Cai"))
    wrong = played(played(entered(wrong, "back Cai")))
    right = played(entered(played(small()), "out Bob"), winner=1)
    right = played(played(entered(right, "back Bob")))
    sheet = wrong.apply("correct 2 out Bob")
    assert (sheet.deal, sheet.phase, sheet.totals) == (2, "bid", wrong.rows[0].totals)
    assert [sheet.names[line] for line in sheet.seats] == ["Ann", "Cai"]
    assert (sheet.waiting, sheet.anew) == ((), (2, 3, 4)), "Bob is still out in deals 3 and 4"
    third = played(sheet, winner=1)
    assert (third.deal, third.phase, third.anew) == (3, "bid", (3, 4))
    assert [third.names[line] for line in third.seats] == ["Ann", "Cai"]
    for entry in ("back Bob", "correct 3 back Bob"):
        back = third.apply(entry)
        assert figures(back) == figures(right), "what was entered for them counts again"
        assert back.anew == back.waiting == ()
        assert back._moment == right._moment
        check_record(back, back.game)
    assert sheet.apply("correct 2 out Cai")._moment == wrong._moment
    assert sheet.apply("undo")._moment == wrong._moment


def test_somebody_had_come_before() -> None:
    sheet = played(entered(played(played(small())), "join Eve after Bob"))
    assert sheet.over
    earlier = sheet.apply("correct 2 join Eve after Bob")
    assert [earlier.names[line] for line in earlier.seats] == ["Ann", "Bob", "Eve", "Cai"]
    assert (earlier.deal, earlier.waiting, earlier.anew) == (2, (3,), (2,))
    again = played(earlier)
    assert (again.over, again.waiting, again.anew) == (True, (), ())
    assert figures(again)[2][:2] == figures(sheet)[2][:2], "with whom it was entered"
    check_record(again, again.game)
    never = sheet.apply("correct 3 nobody")
    assert (never.names, never.deal, never.anew) == (tuple(NAMES), 3, (3,))
    later = played(never).apply("join Eve after Bob")
    check_record(later, later.game)


def test_the_players_before_a_deal_are_those_of_the_deals_before() -> None:
    sheet = played(entered(played(entered(small(), "out Cai")), "join Eve after Bob"))
    sheet = entered(sheet, "back Cai")
    assert [sheet.roster_before(deal).seats for deal in (1, 2, 3)] == [(0, 1, 2), (0, 1), (0, 1, 3)]


def test_players_come_and_go_before_the_first_dealer_is_drawn() -> None:
    """The last seat of those who play stands for the dealer until then."""
    text = SMALL.format(winner="highest total, then shared", other="tricks")
    drawn = text.replace("players 2 to 5", "players 2 to 5, dealer drawn")
    sheet = clagdsl.load(text=drawn).keep(NAMES)
    assert (sheet.legal(), dealer(sheet)) == (("dealer Ann", "dealer Bob", "dealer Cai"), "Cai")
    joined = sheet.apply("join Eve after Cai")
    assert (joined.legal()[-1], dealer(joined)) == ("dealer Eve", "Eve")
    assert dealer(joined.apply("dealer Bob")) == "Bob"
    assert dealer(sheet.apply("out Cai")) == "Bob"


def test_a_bid_that_is_made_is_asked_for_again_where_others_play() -> None:
    sheet = entered(played(small()), "bid 1", "adjust Cai 4", "bid 0")
    other = sheet.apply("correct 2 out Cai")
    assert (other.bids, other.totals, other.anew) == ((None, None, None), (1, 0, 4), (2,))
    assert code(other, "won 1 0") == "A103"
    assert played(other).rows[1].beside == ("out Cai", "adjust Cai 4")
    assert other.apply("correct 2 nobody").bids == sheet.bids
    assert played(other).apply("correct 2 nobody").anew == (2,), "its own figures are gone"


def test_what_is_nobodys_stays() -> None:
    """The number of cards, a call and who deals are the same whoever plays."""
    sheet = clagdsl.load("raf").keep([*NAMES, "Dot"])
    sheet = entered(sheet, "cards 3", "call No Trumps, Misere", "won 3 0 0 0")
    other = sheet.apply("correct 1 join Eve for Bob")
    assert (other.deal, other.phase, other.cards) == (1, "tricks", 3)
    assert other.calls == ("No Trumps", "Misere")


def test_several_changes_before_a_deal_are_corrected_together() -> None:
    sheet = entered(played(small()), "out Bob", "adjust Ann 3", "join Eve after Cai")
    assert sheet.log[-1] == "join Eve after Cai"
    other = sheet.apply("correct 2 leave Cai and join Eve after Bob")
    assert other._moment.facts[0].fact == Leave("Cai")
    assert [other.names[line] for line in other.seats] == ["Ann", "Bob", "Eve"]
    assert other.totals == (4, 0, 0, 0)
    assert other.entries[-3:] == ("leave Cai", "join Eve after Bob", "adjust Ann 3")
    assert other.apply("correct 2 nobody").seats == (0, 1, 2)


def test_corrected_changes_stand_where_changes_stood() -> None:
    """After points by hand that were given before, after one more hand, and before all bids."""
    sheet = entered(played(small()), "adjust Bob -7", "join Eve after Bob", "adjust Cai -9")
    assert sheet.apply("correct 2 join Fay after Ann").totals == (1, -7, -9, -7)
    lone = entered(played(small()), "adjust Bob -7", "bid 0", "adjust Cai -9")
    assert lone.apply("correct 2 join Fay after Ann").totals == (1, -7, -9, -7)
    hand = played(over().apply('more "other" 2'))
    joined = hand.apply("correct 5 join Eve after Bob")
    assert (joined.deal, joined.cards, joined.over) == (5, 2, False)
    assert played(joined).rows[-1].beside == ('more "other" 2', "join Eve after Bob")


def test_bounds_of_corrected_changes() -> None:
    sheet = played(entered(played(small()), "out Cai"))
    for entry, expected in (
        ("correct 2 nobody", None),
        ("correct 2 out Cai", None),
        ("correct 1 nobody", "A105"),
        ("correct 3 nobody", "A105"),
        ("correct 0 out Bob", "A105"),
        ("correct 4 out Bob", "A105"),
        ("correct 2 out Bob and out Cai", "A109"),
        ("correct 2 out Zoe", "A801"),
        ("correct 2 back Bob", "A109"),
        ('correct 2 more "other" 2', "A105"),
    ):
        assert code(sheet, entry) == expected, entry
    why = sheet.why_not("correct 2 out Bob and out Cai")
    assert why is not None
    assert why.reason.startswith("in deal 2: the game is for")
    end = sheet
    while not end.over:
        end = played(end)
    assert code(end, f"correct {len(end.rows) + 1} out Bob") == "A105"
    waits = sheet.apply("correct 1 out Cai")
    assert (waits.deal, waits.anew, waits.waiting) == (1, (1,), (2,))
    assert code(waits, "correct 2 nobody") == "A103", "deal 2 waits itself"
    joined = waits.apply("join Eve after Bob")
    assert (joined.deal, joined.anew, joined.waiting) == (1, (1, 2), ())
    full = entered(small(), *["out Ann", "back Ann"] * (MOST_CHANGES // 2))
    assert code(full, "correct 1 out Ann") is None
    more = [f"{verb} Ann" for verb in ("out", "back") * (MOST_CHANGES // 2)]
    assert code(full, f"correct 1 {' and '.join([*more, 'out Ann'])}") in ("A101", "A107")


def test_deals_behind_an_end_that_a_correction_brings_forward_wait() -> None:
    sheet = played(played(played(small())))
    sheet = played(sheet)
    five = sheet.apply("correct 2 join Eve after Bob and join Fay after Bob")
    early = played(played(five))
    assert early.over
    assert (early.deal, early.anew) == (3, (4,))
    why = early.why_not('more "other" 2')
    assert why is not None
    assert (why.code, "moved the end of the match" in why.reason) == ("A103", True)
    assert early.apply("correct 2 nobody").anew == (2, 3)


def by_hand(sheet: Sheet, plain: Sheet) -> tuple[int, ...]:
    """What each has by hand, beside a sheet without it."""
    return tuple(one - other for one, other in zip(sheet.totals, plain.totals, strict=True))


def test_bounds_of_who_comes_and_goes() -> None:
    sheet = small()
    assert code(sheet.apply("out Ann"), "out Bob") == "A109"  # two must play
    why = entered(sheet, "leave Ann").why_not("leave Bob")
    assert why is not None
    assert why.code == "A109"
    assert why.reason.startswith("the game is for ")
    five = entered(sheet, "join Eve after Bob", "join Fay after Bob")
    assert code(five, "join Gus after Bob") == "A109"
    for entry in ("join Bob after Ann", "join Eve after Eve", "back Ann", "out Eve", "leave Eve"):
        assert code(sheet, entry) in ("A109", "A801")
    gone = sheet.apply("leave Bob")
    for entry in ("leave Bob", "out Bob", "back Bob", "join Eve after Bob"):
        assert code(gone, entry) == "A109"
    for name in ('" "', '"\ud800"', "x" * 101):
        assert code(sheet, f"join {name} after Ann") == "A109"
    assert code(sheet, f"join {'x' * 100} after Ann") is None
    for number in range(MOST_PEOPLE - len(NAMES)):
        assert code(sheet, f"join P{number} after Ann") is None
        sheet = entered(sheet, f"join P{number} after Ann", f"leave P{number}")
    assert code(sheet, "join P after Ann") == "A109"
    assert code(sheet, "join P0 after Ann") is None  # who has a line already
    changes = entered(small(), *["out Ann", "back Ann"] * (MOST_CHANGES // 2))
    assert code(changes, "out Ann") == "A107"
    assert code(changes.apply("undo"), "back Ann") is None


# --- one more hand ----------------------------------------------------------------------------


def over() -> Sheet:
    sheet = small()
    while not sheet.over:
        sheet = played(sheet)
    return sheet


def test_one_more_hand_is_played_after_the_end() -> None:
    sheet = over()
    more = sheet.apply('more "other" 2')
    assert (more.deal, more.cards, more.over) == (5, 2, False)
    assert more.why_not("join Eve after Bob") is None
    end = played(more.apply("join Eve after Bob"), winner=2)
    assert end.over
    assert end.rows[-1].points == (0, 0, 0, 2)
    again = played(end.apply('more "normal" 1'))
    assert (again.over, again.deal) == (True, 6)
    for one in (sheet, more, end, again, again.apply("correct 2 bids 1 1 1")):
        check_record(one, one.game)
    assert end.record().deals[-1].more


def test_one_more_hand_must_be_possible() -> None:
    sheet = over()
    assert code(small(), 'more "other" 2') == "A103"
    assert code(sheet, 'more "third" 2') == "A110"
    assert code(sheet, 'more "other" 17') is None
    for cards in (0, 18, 999999999):
        assert code(sheet, f'more "other" {cards}') == "A110"


def test_a_hand_for_which_the_rules_have_no_value_is_refused() -> None:
    sheet = small(other="12 // (7 - cards)")
    while not sheet.over:
        sheet = played(sheet)
    assert code(sheet, 'more "other" 7') == "A110"
    assert code(sheet, 'more "other" 6') is None


def test_a_hand_after_an_end_that_is_none_any_more_waits() -> None:
    text = SMALL.format(winner="highest total, then shared", other="tricks")
    game = clagdsl.load(text=text.replace("winner ", "ends when highest_total >= 13\nwinner ", 1))
    sheet = played(played(game.keep(NAMES)))
    assert (sheet.over, sheet.totals) == (True, (13, 10, 10))
    more = entered(sheet, "adjust Bob 1", 'more "other" 4', "bids 1 1 1", "won 4 0 0")
    opened = more.apply("correct 1 bids 1 1 1")
    assert (opened.over, opened.deal, opened.waiting) == (False, 3, (3,))
    assert opened.totals == (4, 2, 1)
    check_record(opened, game.rules)
    assert opened.apply("correct 1 bids 0 0 0").totals == more.totals


# --- records and JSON -------------------------------------------------------------------------


def evening(seed: int) -> Sheet:
    """A whole match of `foss` in which people come and go."""
    choose = random.Random(seed)
    sheet = loaded("foss").keep(NAMES)
    plan = {2: ["join Eve after Bob"], 3: ['adjust Ann -5 "beer"', "out Bob"], 5: ["back Bob"]}
    plan |= {6: ["leave Ann"], 7: ["join Dot after Cai"], 9: ["join Ann after Cai"]}
    while not sheet.over:
        sheet = entered(sheet, *plan.pop(sheet.deal, ()))
        if sheet.phase == "tricks":
            takers = [choose.randint(1, sheet.players) for _ in range(sheet.cards or 0)]
            sheet = sheet.apply("taken " + " ".join(map(str, takers)))
        else:
            sheet = sheet.apply(choose.choice(sheet.legal()))
    return sheet


def test_the_record_of_an_evening_is_judged_from_the_totals_before() -> None:
    sheet = evening(3)
    check_record(sheet, sheet.game)
    record = parse_record(write_record(sheet.record())).record
    assert record == sheet.record()
    text = write_record(sheet.record()).replace("points = -5", "points = -6")
    read = parse_record(text)
    assert read.record is not None
    problems = replay_sheet(read.record, sheet.game, read.places).problems
    assert [(one.deal, one.player) for one in problems] == [(3, "Ann")]


def test_the_json_of_an_evening_is_what_its_schema_says() -> None:
    told = json.loads(json.dumps(evening(4).to_json()))
    jsonschema.Draft202012Validator(sheet_schema()).validate(told)
    assert told["players"] == ["Ann", "Bob", "Cai", "Eve", "Dot"]
    assert told["seats"] == [1, 3, 2, 0, 4]
    assert told["rows"][2]["beside"] == ['adjust Ann -5 "beer"', "out Bob"]
    assert told["rows"][0]["totals"][3:] == [None, None]
    assert told["rows"][2]["tricks"][1] is None
