"""What is refused, with the rule and its source; corrections; what must not block the score."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from support.engine_games import one_deal
from support.kept_matches import check_record, code, entered
from support.loaded import loaded

import clagdsl
from clagdsl.records.replay import replay_sheet
from clagdsl.scorekeeping.score_sheet import Sheet, new_sheet
from clagdsl.table.table import make_table

FOUR = ["Ann", "Bob", "Cai", "Dot"]
ASCENDING = "call No Trumps, Misere, Ascending Madness"


def special(name: str, cards: int = 4) -> Sheet:
    """A sheet for four of a match of one special deal."""
    return new_sheet(make_table(one_deal(name, cards), 4), FOUR)


def test_a_refusal_names_the_rule_and_its_source() -> None:
    sheet = entered(loaded("pagat").keep(FOUR), "bid 0", "bid 0", "bid 1")
    why = sheet.why_not("bid 0")
    assert why is not None
    assert (why.code, why.place and why.place.line) == ("A202", 13)
    assert why.source == "Clag / Nominations, pagat.com, 20 February 2014, normal deals"
    tricks = sheet.apply("bid 1").why_not("won 1 1 0 0")
    assert tricks is not None
    assert tricks.code == "A602"
    assert tricks.place is not None
    assert tricks.source is not None


@pytest.mark.parametrize(
    ("entry", "expected"),
    [
        ("won 1 0 0 0", "A103"),
        ("bid 2", "A201"),
        ("bid 0 blind", "A205"),
        ("look", "A103"),
        ("call Misere", "A103"),
        ("cards 14", "A110"),
        ("auction 1C", "A103"),
        ("first Ann", "A103"),
        ("dealer Eve", "A801"),
        ("play AC", "A103"),
        ("bids 0 0 0", "A206"),
        ("bids 0 0 1 0", "A202"),
        ("undo", "A104"),
        ("correct 1 bids 0 0 0 0", "A105"),
        ("correct 1 won 1 0 0 0", "A105"),
        ("trump none", "A404"),
        ("order S H C D", "A401"),
    ],
)
def test_what_has_no_place_in_the_first_deal(entry: str, expected: str) -> None:
    assert code(loaded("pagat").keep(FOUR), entry) == expected


def test_what_no_deal_of_its_kind_has_is_refused_by_its_rule_though_trump_may_be_told() -> None:
    sheet = loaded("pagat").keep(FOUR)
    for entry, part in (
        ("look", "players cannot choose when to look"),
        ("call Misere", "there is nothing to call in this deal"),
        ("auction 1C", "there is no auction in this deal"),
        ("first Ann", "the first bidder is not drawn"),
    ):
        why = sheet.why_not(entry)
        assert why is not None
        assert part in why.reason


def test_the_bids_of_a_row_are_judged_in_turn_and_named() -> None:
    sheet = loaded("pagat").keep(FOUR, dealer="Ann")
    why = sheet.why_not("bids 1 0 0 0")  # Ann deals, and so bids last
    assert why is not None
    assert why.code == "A202"
    assert why.reason.startswith("Ann: ")
    assert entered(sheet, "bids 0 1 1 0").entries == ("bid 1", "bid 1", "bid 0", "bid 0")
    assert code(sheet.apply("bid 0"), "bids 0 0 0 0") == "A103"


def test_who_plays_with_others_at_once_bids_in_one_row_or_by_seat() -> None:
    sheet = special("Choice Of All")
    assert (sheet.phase, sheet.actor) == ("bid", 0)
    row = sheet.apply("bids 2 0 blind 1 1 blind")
    one = entered(sheet, "look", "bid 2", "bid 0 blind", "look", "bid 1", "bid 1 blind")
    assert row.entries == one.entries
    assert row.view().rows[0].blind == (1, 3)
    assert (row.phase, row.actor) == ("name", 0)
    assert code(row, "won 4 0 0 0") == "A103"  # trump is a player's decision: it is awaited
    assert entered(row, "trump hearts").phase == "tricks"


def test_trump_that_is_turned_may_be_told_and_never_blocks() -> None:
    sheet = loaded("pagat").keep(FOUR)
    assert sheet.trump is None
    told = sheet.apply("trump hearts")
    assert told.trump == ("H",)
    assert code(told, "trump clubs") == "A103"
    for one in (sheet, told):
        assert entered(one, "bids 0 0 1 1", "won 1 0 0 0").totals == (1, 10, 0, 0)
    late = entered(sheet, "bids 0 0 1 1", "trump clubs", "won 1 0 0 0", "correct 1 trump hearts")
    assert late.rows[0].trump == ("H",)
    blind = special("Blind")  # turned when all have bid
    assert code(blind, "trump hearts") == "A103"
    assert code(blind.apply("bids 1 1 1 0"), "trump hearts") is None


def test_tricks_that_differ_in_value_are_told_by_who_took_them() -> None:
    raf = entered(loaded("raf").keep(FOUR[:3]), "cards 3", ASCENDING)
    why = raf.why_not("won 2 1 0")
    assert why is not None
    assert why.code == "A603"
    assert why.source is not None
    assert code(raf, "taken 1 2") == "A602"
    why = raf.why_not("taken 1 2 4")
    assert why is not None
    assert (why.code, "`4`" in why.reason) == ("A605", True)
    after = raf.apply("taken 1 2 1")
    scores = loaded("raf").score(
        1, calls="No Trumps, Misere, Ascending Madness", cards=3, tricks=[2, 1, 0], taken=[0, 1, 0]
    )
    assert after.totals == scores
    assert after.rows[0].tricks == (2, 1, 0)


HEARTS = """clag 2 game "X" players 3 deal normal trump none bid none score points
completed not counted
card worth 1 hearts
schedule 2 cards: normal then 1 card: normal winner lowest total, then shared"""


def test_points_of_cards_are_told_with_the_tricks() -> None:
    sheet = clagdsl.load(text=HEARTS).keep(FOUR[:3])
    assert code(sheet, "won 2 0 0") == "A603"
    assert code(sheet, "taken 1 1") == "A603"
    assert code(sheet, "won 2 0 0 points 9 0 0") == "A604"
    assert code(sheet, "won 2 0 0 points 3 0") == "A604"
    assert sheet.apply("won 2 0 0 points 5 0 0").totals == (5, 0, 0)


@pytest.mark.parametrize(
    ("worth", "entry", "line"),
    [
        ("trick worth 1\ncard worth 1 hearts", "taken 1 1", 4),
        ("trick worth 2 when won_with = A, otherwise 1", "taken 1 1", 3),
        ("trick worth trick", "won 2 0 0", 3),
    ],
)
def test_points_are_asked_for_by_the_rule_that_makes_them_differ(
    worth: str, entry: str, line: int
) -> None:
    text = f"""clag 2 game "X" players 3 deal normal trump none bid none
score points completed not counted
{worth}
schedule 2 cards: normal winner lowest total, then shared"""
    why = clagdsl.load(text=text).keep(FOUR[:3]).why_not(entry)
    assert why is not None
    assert (why.code, why.place and why.place.line) == ("A603", line)


def test_points_that_nothing_reads_need_not_be_told() -> None:
    unread = clagdsl.load(text=HEARTS.replace("score points", "score tricks"))
    sheet = unread.keep(FOUR[:3])
    assert sheet.apply("won 2 0 0").totals == (2, 0, 0)
    assert sheet.apply("taken 3 1").totals == (1, 0, 1)


# --- corrections ----------------------------------------------------------------------------


def two_deals() -> Sheet:
    """Two deals of Pagat, dealt by Dot and by Ann."""
    rows = ("bids 0 0 1 1", "won 1 0 0 0", "bids 0 1 0 0", "won 1 1 0 0")
    return entered(loaded("pagat").keep(FOUR), *rows)


def test_a_correction_is_an_event_and_changes_every_total_after_it() -> None:
    sheet = two_deals()
    assert sheet.totals == (2, 21, 10, 10)
    mended = sheet.apply("correct 1 won 0 0 0 1")
    assert mended.totals == (11, 21, 10, 21)
    assert mended.log[-1] == "correct 1 won 0 0 0 1"
    assert mended.apply("undo").totals == sheet.totals
    assert entered(mended, "undo", "undo").deal == 2
    bids = sheet.apply("correct 2 bids 1 1 0 1")
    assert bids.totals == (12, 21, 10, 0)


def test_a_correction_is_refused_by_the_rule_that_it_breaks() -> None:
    sheet = two_deals()
    assert code(sheet, "correct 1 won 1 1 0 0") == "A602"
    assert code(sheet, "correct 1 bids 0 0 1 0") == "A202"
    assert code(sheet, "correct 1 bids 0 0 1") == "A206"
    assert code(sheet, "correct 3 bids 0 0 1 0") == "A105"
    assert code(sheet, "correct 99 won 1 0 0 0") == "A105"
    assert code(sheet, "correct 1 call Misere") == "A103"
    assert code(sheet, "correct 1 auction 2C") == "A103"
    assert code(sheet, "correct 1 first Ann") == "A103"
    assert code(sheet, "correct 1 cards 14") == "A110"
    assert code(sheet, "correct 9 cards 1") == "A105"
    assert code(sheet, "correct 2 dealer Ann") == "A105"
    assert code(sheet, "correct 1 dealer Eve") == "A801"
    for part in ("bid 1", "look", "pass", "undo"):
        assert code(sheet, f"correct 1 {part}") == "A106"
    why = sheet.why_not("correct 1 won 1 1 0 0")
    assert why is not None
    assert why.reason.startswith("in deal 1: ")


def test_a_correction_of_a_row_that_is_being_entered_asks_for_the_rest() -> None:
    """In the auction of a later deal, and after a correction that leaves an auction open."""
    second = entered(
        loaded("israeli-whist").keep(FOUR),
        *("auction 5C pass pass pass", "bids 5 2 3 1", "won 5 2 3 3"),
    )
    correction = "auction 6C pass pass pass"
    incomplete = "this row of deal `{}` is not complete: enter what is missing"

    def reason(sheet: Sheet, entry: str) -> str:
        why = sheet.why_not(entry)
        assert why is not None
        assert why.code == ("A106" if entry == "correct 1 pass" else "A105")
        return why.reason

    assert reason(second, f"correct 2 {correction}") == incomplete.format(2)
    assert second.apply(correction).phase == "bid"
    begun = second.apply("auction 5C")
    assert reason(begun, f"correct 2 {correction}") == incomplete.format(2)
    open_again = second.apply("correct 1 auction 6C pass")
    assert reason(open_again, f"correct 1 {correction}") == incomplete.format(1)
    assert reason(begun, "correct 2 won 5 2 3 3") == (
        "deal `2` has no entry that `won 5 2 3 3` could correct"
    )
    assert "`correct 1 auction 5C pass pass pass`" in reason(second, "correct 1 pass")


def test_a_row_of_the_deal_that_is_kept_is_corrected_once_all_of_it_is_entered() -> None:
    sheet = loaded("pagat").keep(FOUR)
    assert code(sheet.apply("trump hearts"), "correct 1 bids 1 0 0 1") == "A105"
    assert code(sheet.apply("bid 0"), "correct 1 bids 1 0 0 1") == "A105"
    bids = sheet.apply("bids 0 0 1 1")
    assert code(bids, "correct 1 trump hearts") == "A105"
    for kept in (bids, sheet.apply("trump hearts").apply("bids 0 0 1 1")):
        assert kept.apply("correct 1 bids 1 0 0 1").bids == (1, 0, 0, 1)


def test_what_a_correction_adds_counts_as_if_it_had_been_entered_first() -> None:
    rows = ("bids 0 0 1 1", "won 1 0 0 0")
    late = entered(loaded("pagat").keep(FOUR), *rows, "correct 1 trump hearts")
    early = entered(loaded("pagat").keep(FOUR), "trump hearts", *rows)
    assert late.entries == early.entries
    assert late.record() == early.record()


def test_a_deal_that_is_not_there_yet_is_told_from_one_that_has_nothing_of_the_kind() -> None:
    sheet = two_deals()
    reasons = [sheet.why_not(f"correct {deal} bids 0 0 1 0") for deal in (3, 4)]
    told = ["deals `1` to `3`" in why.reason for why in reasons if why is not None]
    assert told == [False, True]


def test_an_example_in_a_refusal_can_be_entered() -> None:
    pagat = loaded("pagat").keep(FOUR)
    for sheet, entry in (
        (pagat, "won 1 0 0 0"),
        (pagat.apply("bids 0 0 1 1"), "bid 0"),
        (clagdsl.load(text=HEARTS).keep(FOUR[:3]), "won 2 0 0"),
        (entered(loaded("raf").keep(FOUR[:3]), "cards 4", ASCENDING), "won 2 1 1"),
        (loaded("raf").keep(FOUR[:3]), "bid 0"),
    ):
        why = sheet.why_not(entry)
        assert why is not None
        example = re.search(r"`((?:bid|won|taken|cards) [^`]+)`", why.reason)
        assert example is not None, why
        assert sheet.why_not(example[1]) is None, example


NAMED_THEN_FIXED = """clag 2 game "X" players 3 deal normal trump named by dealer any suit
bid in turn score tricks completed not counted
deal plain is normal with trump hearts
schedule 2 cards: normal then 2 cards: plain then 2 cards: normal
winner highest total, then shared"""


def test_what_a_deal_has_no_place_for_is_refused_by_the_rules_of_that_deal() -> None:
    rows = ("bids 0 0 0", "won 2 0 0")
    sheet = clagdsl.load(text=NAMED_THEN_FIXED).keep(FOUR[:3])
    assert sheet.phase == "name"
    plain = entered(sheet, "trump clubs", *rows)
    assert (plain.deal, code(plain, "trump clubs")) == (2, "A103")
    third = entered(plain, *rows)
    assert code(third, "correct 1 trump spades") is None
    assert code(third, "correct 2 trump spades") == "A103"


def test_what_a_correction_leaves_open_is_asked_for_and_the_rest_waits() -> None:
    call = "call No Trumps, Misere"
    sheet = loaded("raf").keep(FOUR[:3])
    sheet = entered(sheet, "cards 3", call, "won 1 1 1", "cards 4", call, "won 4 0 0", "cards 3")
    four = sheet.apply("correct 1 cards 4")
    assert (four.deal, four.phase, four.waiting) == (1, "tricks", (2, 3))
    assert four.totals == (0, 0, 0)
    assert code(four, "won 1 1 1") == "A602"
    assert code(four, "correct 2 won 0 4 0") == "A103", "it waits itself"
    assert code(four, "correct 4 won 0 4 0") == "A105"
    mended = four.apply("won 2 1 1")
    assert (mended.deal, mended.phase, mended.waiting) == (3, "call", ())
    right = entered(
        loaded("raf").keep(FOUR[:3]), *("cards 4", call, "won 2 1 1", *sheet.entries[3:])
    )
    assert mended.entries == right.entries
    assert mended.totals == right.totals
    assert four.apply("undo").totals == sheet.totals


def test_bids_belong_to_who_made_them_whoever_deals_after_a_correction() -> None:
    """Where the winner of a deal deals, a correction has others bid first; nobody's bid moves."""
    text = """clag 2 game "X" players 3 deal normal trump none bid in turn score tricks
    next dealer winner completed not counted
    schedule repeat 2 times 3 cards: normal winner highest total, then shared"""
    sheet = entered(clagdsl.load(text=text).keep(FOUR[:3]), "bids 0 0 0", "won 3 0 0")
    assert sheet.dealer == 0
    sheet = entered(sheet, "bid 1", "bid 2", "bid 0")
    assert sheet.bids == (0, 1, 2)
    mended = sheet.apply("correct 1 won 0 3 0")
    assert mended.dealer == 1
    assert mended.bids == (0, 1, 2)
    assert mended.entries[-3:] == ("bid 2", "bid 0", "bid 1")


def test_a_match_that_is_over_can_still_be_corrected() -> None:
    sheet = loaded("scottish").keep(FOUR)
    while not sheet.over:
        if sheet.phase == "tricks":
            sheet = sheet.apply(f"won {sheet.cards} 0 0 0")
        else:
            sheet = sheet.apply(sheet.legal()[0])
    assert sheet.winners
    assert len(sheet.payments) == 4
    assert (sheet.actor, sheet.legal()) == (None, ())
    for entry in ("bid 0", "won 1 0 0 0", "bids 0 0 0 0", "auction pass pass", "play AC"):
        assert code(sheet, entry) == "A102"
    cards = sheet.rows[0].cards
    mended = sheet.apply(f"correct 1 won 0 {cards} 0 0")
    assert mended.over
    assert mended.totals != sheet.totals
    assert not sheet.apply("undo").over


@pytest.mark.parametrize(
    ("left", "players", "none", "suit"),
    [
        ("none", 2, None, "A103"),  # the whole pack is dealt
        ("last card", 2, "A404", None),
        ("none", 3, "A404", None),  # with three of them a card is left
    ],
)
def test_there_is_no_trump_where_no_card_is_left_to_turn_and_only_there(
    left: str, players: int, none: str | None, suit: str | None
) -> None:
    """A record says what was told, and agrees with the rules by the same rule."""
    text = f"""clag 2 game "X" players {players} deal normal trump turned, else {left} bid in turn
    score tricks completed not counted
    schedule {52 // players} cards: normal winner highest total, then shared"""
    game = clagdsl.load(text=text)
    sheet = game.keep(FOUR[:players])
    assert (code(sheet, "trump none"), code(sheet, "trump hearts")) == (none, suit)
    told = sheet.apply("trump none" if none is None else "trump hearts")
    assert told.record().deals[0].trump == ("none" if none is None else "H")
    check_record(told, game.rules)
    other = replace(told.record().deals[0], trump="H" if none is None else "none")
    result = replay_sheet(replace(told.record(), deals=(other,)), game.rules)
    assert [one.diagnostic.code for one in result.problems] == ["R553"]
