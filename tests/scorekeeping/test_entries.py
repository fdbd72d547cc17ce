"""What can be entered, how it reads back, and what strangers may send: always a reason."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from support.kept_matches import entered
from support.loaded import loaded

import clagdsl
from clagdsl.problems.diagnostic import Reason
from clagdsl.scorekeeping.entries import parse_entry
from clagdsl.scorekeeping.score_sheet import MOST_ENTRIES, Sheet

FOUR = ["Ann", "Bob", "Cai", "Dot"]


def sheet_of(name: str = "pagat", names: list[str] | None = None) -> Sheet:
    return loaded(name).keep(names or FOUR)


@pytest.mark.parametrize(
    "text",
    [
        "won 2 0 1 4",
        "won 2 0 1 points 10 0 3",
        "won 2 0 1 points 10 0 -3",
        "taken 1 3 2 2",
        "bids 2 0 3 1",
        "bids 2 0 blind 3 blind 1",
        "auction 5C",
        "auction 5C pass 6NT pass pass",
        "undo",
        "correct 3 won 1 0 2 3",
        "correct 12 bids 1 0 blind",
        "correct 1 auction 5C pass",
        "correct 1 call Precedence, Nuloss",
        "correct 1 order S H C D",
        "first Ann",
        "dealer Ann",
        "look",
        "bid 2 blind",
        "trump none",
        "cards 5",
        "pass",
    ],
)
def test_an_entry_has_one_text_form(text: str) -> None:
    entry = parse_entry(text)
    assert entry is not None
    assert str(entry) == text
    assert parse_entry(f"  {text.replace(' ', '   ')} ") == entry


HOSTILE = [
    None,
    1.5,
    10**5000,
    b"undo",
    ["undo"],
    "",
    " ",
    "\x00",
    "bid " + "9" * 5000,
    "x" * 5000,
    "won" + " 1" * 2500,
    "bid ٢",
    "won ² 0 0 0",
    "won 1.0 0 0 0",
    "won -1 2 0 0",
    "won 1 0 0 0 points",
    "won points 1 0 0 0",
    "bids blind 0 0 0",
    "bids 0 blind blind 0 0",
    "undo 2",
    "correct",
    "correct 1",
    "correct ١ won 1 0 0 0",
    "correct -1 won 1 0 0 0",
    "correct 1 play AC",
    "correct 1 correct 1 won 1 0 0 0",
    "correct 1 " * 300,
    "auction 5X pass",
    "\ud800",
]


@pytest.mark.parametrize(
    "text",
    HOSTILE,
    ids=lambda text: ascii(text)[:30] if isinstance(text, str) else type(text).__name__,
)
def test_what_is_no_entry_is_not_understood(text: object) -> None:
    for sheet in (sheet_of(), entered(sheet_of(), "bids 0 0 0 0")):
        why = sheet._try_entry(text)
        assert isinstance(why, Reason)
        assert why.code == "A101"
        assert len(why.reason) < 300


WORDS = ["bid", "won", "taken", "bids", "correct", "undo", "auction", "call", "trump", "cards"]
WORDS += [
    "first",
    "dealer",
    "look",
    "pass",
    "order",
    "points",
    "blind",
    "0",
    "1",
    "2",
    "13",
    "999999999",
]
WORDS += ["hearts", "Ann", "S", "5C", "Misere,", "none", "play", "deal", "QS", "-1", "'", '"']


def test_no_words_in_any_order_break_a_sheet() -> None:
    choose = random.Random(7)
    sheets = [sheet_of(), entered(sheet_of(), "bids 0 0 0 0"), sheet_of("raf", FOUR[:3])]
    sheets.append(entered(sheets[2], "cards 3", "call No Trumps, Misere, Ascending Madness"))
    for _ in range(1_500):
        text = " ".join(choose.choices(WORDS, k=choose.randint(1, 7)))
        for sheet in sheets:
            why = sheet.why_not(text)
            assert why is None or why.code.startswith("A")


def test_a_long_row_is_told_shortly() -> None:
    sheet = sheet_of()
    for row in ("won" + " 1" * 1900, "taken" + " 1" * 1900, "bids" + " 1" * 1900):
        for entry in (row, f"correct 1 {row}"):
            why = sheet.why_not(entry)
            assert why is not None
            assert why.code != "A101"
            assert len(why.reason) < 300


@pytest.mark.parametrize("digits", [10, 15, 16, 400, 3900])
def test_a_number_however_long_is_told_with_its_bound(digits: int) -> None:
    great = "9" * digits
    bids, tricks = sheet_of(), entered(sheet_of(), "bids 0 0 0 0")
    second = entered(tricks, "won 1 0 0 0")
    size = entered(sheet_of("raf", FOUR[:3]))
    told = (
        (bids, f"bid {great}", "A201", "a bid must be from `0` to `1` here"),
        (bids, f"bid -{great}", "A201", "a bid must be from `0` to `1` here"),
        (bids, f"bids 0 {great} 0 0", "A201", "a bid must be from `0` to `1` here"),
        (bids, f"adjust Ann {great}", "A108", "by `1` to `1,000,000` points"),
        (bids, f"adjust Ann -{great}", "A108", "by `1` to `1,000,000` points"),
        (bids, f"correct {great} won 1 0 0 0", "A105", "the sheet has only deal `1`"),
        (second, f"correct {great} won 1 0 0 0", "A105", "the sheet has deals `1` to `2`"),
        (second, f"correct {great} adjust Ann 1", "A105", "the sheet has deals `1` to `2`"),
        (second, f"correct 1 bids 0 0 0 {great}", "A201", "a bid must be from `0` to `1` here"),
        (tricks, f"won {great} 0 0 0", "A602", "but `1` is played"),
        (tricks, f"won 1 0 0 0 points {great} 0 0 0", "A604", "`1` trick of `normal` cannot be"),
        (tricks, f"taken {great}", "A605", "`1` to `4`"),
        (size, f"cards {great}", "A601", "pick from `3` to `7`"),
    )
    for sheet, entry, code, bound in told:
        why = sheet.why_not(entry)
        assert why is not None
        assert (why.code, bound in why.reason) == (code, True), entry[:30]
        assert len(why.reason) < 300


def test_a_sheet_takes_so_many_entries_and_no_more() -> None:
    sheet = entered(sheet_of(), "bid 0")
    nearly = replace(sheet, log=("undo",) * (MOST_ENTRIES - 1))
    full = nearly.apply("bid 0")
    assert len(full.log) == MOST_ENTRIES
    for entry in ("bid 1", "undo", "correct 1 bids 0 0 0 0"):
        why = full.why_not(entry)
        assert why is not None
        assert why.code == "A107"
    with pytest.raises(clagdsl.IllegalAction, match="A107"):
        full.apply("undo")


@pytest.mark.parametrize(
    ("names", "dealer"),
    [
        (["Ann", "Ann", "Bob", "Cai"], None),
        (["Ann", " ", "Bob", "Cai"], None),
        (["Ann"], None),
        (5, None),
        (FOUR, "Eve"),
        (FOUR, 4),
    ],
)
def test_who_sits_down_is_judged_as_in_a_match(names: list[str], dealer: str) -> None:
    with pytest.raises(clagdsl.ArgumentError) as refused:
        loaded("pagat").keep(names, dealer)
    with pytest.raises(clagdsl.ArgumentError) as by_match:
        loaded("pagat").start(names=names, dealer=dealer)
    assert refused.value.code == by_match.value.code


def test_parameters_are_those_of_the_rules() -> None:
    plain = loaded("scorecard").keep(FOUR)
    hook = loaded("scorecard").keep(FOUR, parameters={"hook": True})
    row = "bids 0 0 0 1"
    assert plain.why_not(row) is None
    why = hook.why_not(row)
    assert why is not None
    assert why.code == "A202"
    assert dict(hook.record().parameters) == {"hook": True}


def test_a_sheet_is_a_value() -> None:
    first, second = sheet_of(), sheet_of()
    assert first == second
    assert hash(first) == hash(second)
    after = first.apply("bid 0")
    assert first.log == ()
    assert after != first
    assert after.apply("undo") != first  # what was taken back has been entered
    assert "deal 1 (normal), bid" in repr(first)


def test_bids_that_are_fixed_stand_on_the_sheet_from_the_first_moment() -> None:
    """Whether the dealer picks the cards or not, as in a match that is played."""
    sheet = sheet_of()
    while sheet.scheduled.name != "Misere":
        entry = sheet.legal()[0] if sheet.phase != "tricks" else f"won {sheet.cards} 0 0 0"
        sheet = sheet.apply(entry)
    assert sheet.bids == (0, 0, 0, 0)
