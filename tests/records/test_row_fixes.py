"""Every fix that `replay` offers makes its row right, applied as it is typed."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.loaded import loaded

import clagdsl
from clagdsl.engine.players.deciding import decide
from clagdsl.engine.players.player import random_action
from clagdsl.engine.state import State
from clagdsl.lang.record import FigureChange, Record, RecordedDeal, RecordedPlay, RowFix
from clagdsl.records.reading import parse_record
from clagdsl.records.repair import FixBudget
from clagdsl.records.replay import replay_sheet
from clagdsl.records.sheet import SheetRules, parse_sheet
from clagdsl.table.budget import Budget

KEYS: Final = {"bid": "bids", "tricks": "won", "total": "totals"}
TYPED: Final = KEYS | {"taken": "taken"}


def applied(record: Record, fix: RowFix) -> Record:
    """The record with the figures of a fix typed into it; no two of its rows have one label."""
    rows = replay_sheet(record, loaded(record.rules).rules).rows
    deals = {row.label: deal for row, deal in zip(rows, record.deals, strict=True)}
    assert len(deals) == len(rows)
    for change in fix.changes:
        key, seat = TYPED[change.cell], record.players.index(change.player)
        figures = list(getattr(deals[change.row], key))
        if change.trick is None:
            figures[seat] = change.value
        else:
            assert change.value == seat + 1
            figures[change.trick - 1] = seat
        deals[change.row] = replace(deals[change.row], **{key: tuple(figures)})
    return replace(record, deals=tuple(deals.values()))


def check_fixes(record: Record) -> int:
    """Check every fix of the first wrong row, and return how many there are."""
    rules = loaded(record.rules).rules
    problems = [one for one in replay_sheet(record, rules).problems if one.fixes]
    first = [one for one in problems if one.row == problems[0].row]
    assert len({one.fixes for one in first}) <= 1
    for fix in first[0].fixes if first else ():
        again = replay_sheet(applied(record, fix), rules).problems
        assert [one for one in again if one.row == first[0].row] == [], fix
    return len(first[0].fixes) if first else 0


@pytest.mark.parametrize(
    ("rules", "row", "help"),
    [
        (
            "foss",
            'deal = 1\nbids = "0 0 0"\nwon = "0 0 1"\ntotals = "12 10 10"\n',
            "change 2 figures and the row fits: Ann's total to `10` and Cai's total to `0`",
        ),
        (
            "plump",
            'deal = 9\nhands = ["AS 2S", "KS 3H", "QS AH"]\nbids = "1 1 1"\nwon = "1 1 0"\n',
            "change 2 figures and the row fits: Ann's tricks to `2` and Bob's tricks to `0`, "
            "or Ann's tricks to `0` and Cai's tricks to `1`",
        ),
        (  # each count is possible, but not all three together
            "plump",
            'deal = 9\ndealer = "Ann"\nhands = ["AS 2S", "KS 3H", "QS AH"]\nwon = "1 1 0"\n',
            "change 2 figures and the row fits: Ann's tricks to `2` and Bob's tricks to `0`, "
            "or Ann's tricks to `0` and Cai's tricks to `1`, "
            "or Bob's tricks to `0` and Cai's tricks to `1`",
        ),
    ],
)
def test_figures_that_are_wrong_together_are_fixed_together(
    rules: str, row: str, help: str
) -> None:
    head = f'record = 1\nrules = "{rules}"\nplayers = ["Ann", "Bob", "Cai"]\ndealer = "Ann"\n'
    record = parse_record(f"{head}[[deal]]\n{row}").record
    assert record is not None
    result = replay_sheet(record, loaded(rules).rules)
    assert {one.diagnostic.help for one in result.problems} == {help}
    assert check_fixes(record) == len({fix for one in result.problems for fix in one.fixes}) > 0


def test_a_slip_that_was_not_carried_on_is_fixed_where_it_was_made() -> None:
    """Row 2 should be 22; row 3 counts from that, and so does not fit either."""
    text = """record = 1
rules = "foss"
players = ["Ann", "Bob", "Cai"]
[[deal]]
deal = 1
bids = "0 0 0"
won = "0 1 0"
totals = "10 0 10"
[[deal]]
deal = 2
bids = "1 1 1"
won = "1 1 0"
totals = "25 12 10"
[[deal]]
deal = 3
bids = "1 1 2"
won = "1 1 1"
totals = "34 24 10"
"""
    record = parse_record(text).record
    assert record is not None
    problems = replay_sheet(record, loaded("foss").rules).problems
    assert [(one.row, one.diagnostic.code) for one in problems] == [("2", "R541"), ("3", "R541")]
    fix, *others = problems[1].fixes
    assert [(one.row, one.player, one.value) for one in fix.changes] == [("2", "Ann", 22)]
    # Ann can have scored 9 in row 3 by no other bid, but 12 after a wrong 25.
    changes = [(one.row, one.player, one.value) for other in others for one in other.changes]
    assert changes == [("3", "Ann", 37)]
    assert replay_sheet(applied(record, fix), loaded("foss").rules).agrees


@pytest.mark.parametrize(
    ("totals", "fix"),
    [
        ("? 0 10", "Ann's bid to `0`"),  # Bob and Cai have what their bids make
        ("0 12 10", "Bob's bid to `1`"),  # beside it Bob's total is wrong
        ("? ? 10", None),  # another bid of Ann or Bob
        ("0 0 10", None),  # all have what their bids make
    ],
)
def test_a_forbidden_bid_is_fixed_if_one_change_alone_is_possible(
    totals: str, fix: str | None
) -> None:
    """Cai is last and bids the trick that is left."""
    text = f'''record = 1
rules = "foss"
players = ["Ann", "Bob", "Cai"]
dealer = "Cai"
[[deal]]
deal = 1
bids = "1 0 0"
won = "0 1 0"
totals = "{totals}"
'''
    record = parse_record(text).record
    assert record is not None
    problems = replay_sheet(record, loaded("foss").rules).problems
    (forbidden,) = [one for one in problems if one.diagnostic.code == "A202"]
    due = f"change one figure and the row fits: {fix}; otherwise, correct" if fix else "correct"
    assert (forbidden.diagnostic.help or "").startswith(due)
    assert check_fixes(record) == (1 if fix else 0)


@settings(max_examples=12, deadline=None)
@given(st.sampled_from(("foss", "scottish", "plump")), st.booleans(), st.data())
def test_every_fix_makes_its_row_right(name: str, with_cards: bool, data: st.DataObject) -> None:
    state = loaded(name).start(players=3, seed=data.draw(st.integers(0, 20)), dealer=0)
    while len(state.history) < 3 and (action := random_action(state)) is not None:
        state = state.apply(action)
    record = replace(state.record(), seed=None)
    deals = [deal if with_cards else without_cards(deal) for deal in record.deals[:3]]
    row = data.draw(st.integers(0, len(deals) - 1))
    for _ in range(data.draw(st.integers(1, 3))):
        key = data.draw(st.sampled_from(tuple(KEYS.values())))
        seat = data.draw(st.integers(0, 2))
        figures = list(getattr(deals[row], key) or ())
        if figures:
            figures[seat] = data.draw(st.integers(0, 4 if key != "totals" else 24))
            deals[row] = replace(deals[row], **{key: tuple(figures)})
    check_fixes(replace(record, deals=tuple(deals)))


@settings(max_examples=12, deadline=None)
@given(
    st.sampled_from(("foss", "raf", "plump")),
    st.sampled_from(("cards", "hands", "tricks", "won", "totals")),
    st.data(),
)
def test_fixes_of_wrong_seats_in_taken_make_the_row_right_together(
    name: str, beside: str, data: st.DataObject
) -> None:
    """Beside `taken` a row has all cards, some of them, the tricks of each, or only totals."""
    state = played(name, data.draw(st.integers(0, 4)))
    record = replace(state.record(), seed=None)
    row = data.draw(st.integers(0, len(state.history) - 1))
    taken = tuple(trick.winner for trick in state.history[row].tricks)
    right = replace(record.deals[row], taken=taken)
    if beside == "hands":
        right = replace(right, tricks=(right.tricks or ())[: data.draw(st.integers(0, 2))])
    elif beside == "tricks":
        tricks = tuple(
            tuple(data.draw(st.sampled_from((play, RecordedPlay(None)))) for play in trick)
            for trick in right.tricks or ()
        )
        right = replace(right, pack=None, hands=None, tricks=tricks)
    elif beside != "cards":
        right = without_cards(replace(right, cards=len(taken)))
    if beside != "won":
        right = replace(right, won=None)
    changed = data.draw(st.sets(st.integers(0, len(taken) - 1), min_size=1, max_size=3))
    wrong = list(taken)
    for trick in changed:
        wrong[trick] = (taken[trick] + data.draw(st.integers(1, len(record.players) - 1))) % 3

    def recorded(deal: RecordedDeal) -> Record:
        return replace(record, deals=(*record.deals[:row], deal))

    rules = loaded(name).rules
    assert replay_sheet(recorded(right), rules).agrees
    again = recorded(replace(right, taken=tuple(wrong)))
    check_fixes(again)
    fixes = {fix for one in replay_sheet(again, rules).problems for fix in one.fixes}
    if {len(fix.changes) for fix in fixes} == {len(changed)}:
        assert recorded(right) in [applied(again, fix) for fix in fixes]
    if beside == "cards":
        assert [applied(again, fix) for fix in fixes] == [recorded(right)]


@cache
def played(name: str, seed: int) -> State:
    state = loaded(name).start(players=3, seed=seed)
    while len(state.history) < 3 and (action := random_action(state)) is not None:
        state = state.apply(action)
    return state


HANDS: Final = 'hands = ["AH KS KD", "2H 3S 3D", "3H 2S 2D"]'


@pytest.mark.parametrize(
    ("row", "code", "help"),
    [
        (
            'tricks = ["AH 2H 3H", "KS 3S 2S", "KD 3D 2D"]\ntaken = "2 3 1"',
            "R557",
            "change 2 figures and the row fits: trick 1 to seat `1` and trick 2 to seat `1`",
        ),
        (  # beside the seat a total is wrong
            'tricks = ["AH 2H 3H", "KS 3S 2S", "KD 3D 2D"]\ntaken = "1 3 1"\nbids = "0 1 0"\n'
            'totals = "0 0 12"',
            "R557",
            "change 2 figures and the row fits: trick 2 to seat `1` and Cai's total to `10`",
        ),
        (
            f'{HANDS}\ntaken = "2 1 3"',
            "R559",
            "change 2 figures and the row fits: trick 1 to seat `1` and trick 3 to seat `1`",
        ),
        (
            'taken = "2 2 3"\nwon = "1 1 1"',
            "R557",
            "change one figure and the row fits: trick 1 to seat `1`, or trick 2 to seat `1`",
        ),
        (  # only which tricks they were is wrong: the third is worth 6, the first 2
            'taken = "2 2 3"\nbids = "1 1 0"\ntotals = "14 12 0"',
            "R541",
            "change one figure and the row fits: trick 2 to seat `1`",
        ),
        (  # the tricks of each cannot be right either
            'taken = "2 1 3"\nwon = "1 1 0"',
            "R557",
            "change one figure and the row fits: Cai's tricks to `1`",
        ),
    ],
)
def test_wrong_seats_in_taken_are_fixed_together(row: str, code: str, help: str) -> None:
    """The first trick is worth 2, the second 4, the third 6."""
    head = 'record = 1\nrules = "raf"\nplayers = ["Ann", "Bob", "Cai"]\ndealer = "Cai"\n'
    deal = '[[deal]]\ndeal = 1\ncalls = "No Trumps, Ascending Madness"\ncards = 3\n'
    record = parse_record(f"{head}{deal}{row}").record
    assert record is not None
    problems = replay_sheet(record, loaded("raf").rules).problems
    assert problems[0].diagnostic.code == code
    assert {one.diagnostic.help for one in problems} == {help}
    assert check_fixes(record) > 0


def without_cards(deal: RecordedDeal) -> RecordedDeal:
    return replace(deal, pack=None, hands=None, turned=None, tricks=None)


def test_a_help_says_that_there_may_be_more_fixes_however_few_are_tried(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """One trick of the three too many can be anybody's."""
    record = Record(
        "foss",
        ("Ann", "Bob", "Cai"),
        (RecordedDeal(number=2, bids=(1, 1, 1), won=(1, 1, 1), totals=(None,) * 3),),
        dealer="Ann",
    )
    counts = set()
    for trials in range(40):
        monkeypatch.setattr(
            "clagdsl.records.replay.FixBudget", lambda trials=trials: FixBudget(Budget(trials))
        )
        (problem,) = replay_sheet(record, loaded("foss").rules).problems
        counts.add(len(problem.fixes))
        help = problem.diagnostic.help or ""
        assert ("no fix is shown" in help) == (not problem.fixes)
        assert ("there may be more fixes" in help) == (0 < len(problem.fixes) < 3)
        assert problem.to_json().get("more_fixes", False) == (0 < len(problem.fixes) < 3)
    assert {0, 3} < counts <= {0, 1, 2, 3}


@pytest.mark.parametrize(
    ("won", "totals", "help"),
    [
        (  # by bids of less than 13 in all, Bob scores 50
            "3 0 5 5",
            "-10 50 35 35",
            "change one figure and the row fits: Ann's bid to `2`, or Bob's total to `25`",
        ),
        (
            "0 3 5 5",
            "-10 25 35 35",
            "change 2 figures and the row fits: Ann's tricks to `3` and Bob's tricks to `0`"
            "; there may be more fixes, because not all could be tried",
        ),
    ],
)
def test_a_slip_is_fixed_where_not_all_changes_can_be_tried(
    won: str, totals: str, help: str
) -> None:
    """Every bid can decide Bob's score, and with several unknown there are too many to try."""
    text = (
        'record = 1\nrules = "israeli-whist"\nplayers = ["Ann", "Bob", "Cai", "Dee"]\n'
        'dealer = "Dee"\n[[deal]]\ndeal = 1\nauction = "5S pass pass 5NT pass"\n'
        f'bids = "4 0 5 5"\nwon = "{won}"\ntotals = "{totals}"\n'
    )
    record = parse_record(text).record
    assert record is not None
    problems = replay_sheet(record, loaded("israeli-whist").rules).problems
    assert {one.diagnostic.help for one in problems} == {help}
    assert check_fixes(record) > 0


def test_a_row_keeps_its_fix_behind_a_row_that_has_too_many(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("clagdsl.records.replay.FixBudget", lambda: FixBudget(Budget(40)))
    wrong = RecordedDeal(number=1, bids=(0, 0, 0), won=(1, 1, 1), totals=(7, 7, 7))
    slip = RecordedDeal(number=2, bids=(1, 1, 1), won=(1, 1, 0), totals=(19, 19, 8))
    record = Record("foss", ("Ann", "Bob", "Cai"), (wrong, slip), dealer="Ann")
    *first, second = replay_sheet(record, loaded("foss").rules).problems
    assert {problem.row for problem in first} == {"1"}
    assert all("no fix is shown" in (problem.diagnostic.help or "") for problem in first)
    assert (second.row, second.diagnostic.help) == (
        "2",
        "change one figure and the row fits: Cai's total to `7`",
    )


def test_a_wrong_total_is_found_on_a_sheet_of_totals_alone() -> None:
    """Bids are unknown there, so that each reading of a row of six players takes much work."""
    names = ["Ann", "Bob", "Cai", "Dot", "Eve", "Flo"]
    state = loaded("pagat").start(players=6, seed=11, names=names)
    while (action := decide(state)) is not None:
        state = state.apply(action)
    rows = [[*(deal.totals or ())] for deal in state.record().deals[:7]]
    due, rows[5][3] = rows[5][3], (rows[5][3] or 0) + 10
    text = "deal," + ",".join(f"{name} total" for name in names) + "\n"
    text += "".join(f"{n + 1},{','.join(map(str, row))}\n" for n, row in enumerate(rows))
    game = loaded("pagat").rules
    read = parse_sheet(text, SheetRules("pagat", game))
    assert read.record is not None
    problem = replay_sheet(read.record, game, read.places).problems[0]
    assert FigureChange("6", "Dot", "total", due or 0) in [fix.changes[0] for fix in problem.fixes]


def test_fixes_that_the_next_row_confirms_come_first_also_after_a_long_search() -> None:
    """The search for the fixes takes most of its work; the next row has work of its own."""
    sheet = (
        "Cards;Ann;Bob;Cai;Dee;Eve\n10;11;12;0;0;13\n9;11;23;13;13;13\n8;11;31;25;13;13\n"
        "7;22;44;36;18;13\n6;27;55;47;18;13\n"
    )
    game = loaded("plump").rules
    read = parse_sheet(sheet, SheetRules("plump", game, figures="totals"))
    assert read.record is not None
    (wrong,) = replay_sheet(read.record, game, read.places).problems
    fixes = {(one.changes[0].row, one.changes[0].value): one.confirmed for one in wrong.fixes}
    assert list(fixes.values()) == sorted(fixes.values(), reverse=True)
    for (row, total), confirmed in fixes.items():
        typed = sheet.replace("31;25", f"{total};25")
        if row == "9":
            typed = sheet.replace("11;23;13;13;13", f"11;{total};13;13;13")
        again = parse_sheet(typed, SheetRules("plump", game, figures="totals"))
        assert again.record is not None
        result = replay_sheet(again.record, game, again.places, verdict_only=True)
        wrong_rows = {one.row for one in result.problems}
        assert "8" not in wrong_rows
        assert ("7" not in wrong_rows) == confirmed


@pytest.mark.parametrize(("total", "confirmed"), [("22", True), ("?", False)])
def test_only_the_next_total_of_the_player_confirms_a_fix(total: str, confirmed: bool) -> None:
    """Bob should have 12; that the next row agrees about the others says nothing about it."""
    text = f"""record = 1
    rules = "foss"
    players = ["Ann", "Bob", "Cai"]
    [[deal]]
    deal = 1
    bids = "0 1 1"
    won = "0 1 0"
    totals = "10 14 0"
    [[deal]]
    deal = 2
    bids = "0 0 1"
    won = "0 0 2"
    totals = "20 {total} 0"
    """
    record = parse_record(text).record
    assert record is not None
    (first, *_) = replay_sheet(record, loaded("foss").rules).problems
    assert [(fix.changes[0].value, fix.confirmed) for fix in first.fixes] == [(12, confirmed)]


def test_a_fix_after_which_the_next_total_of_somebody_is_impossible_is_not_confirmed() -> None:
    """If Ann has 29 before deal 3, she loses 2 in it, so somebody has bid 2. That is Cai, who
    then loses 2 as well, and so cannot have 0 both before deal 2 and after deal 3.
    """
    text = """clag 2 game "Best" players 3
    deal normal trump turned bid in turn last bid keeps bids != cards
      score (10 + tricks when made, otherwise 0) + (7 when row_made = row_deals, otherwise 0)
      next dealer lowest total
    deal big is normal with score 3 * bid when made, otherwise row_best - highest_bid
    schedule repeat 2 times 2 cards: normal then repeat 2 times 3 cards: big
    winner highest total, then shared"""
    rows = (
        RecordedDeal(1, won=(0, 1, 1), totals=(10, 0, 0)),
        RecordedDeal(2, dealer="Bob", won=(1, 0, 0), totals=(38, 0, None)),
        RecordedDeal(3, won=(2, 1, 0), totals=(27, 3, 0)),
    )
    record = Record("x", ("Ann", "Bob", "Cai"), rows, dealer="Cai")
    (first, *_) = replay_sheet(record, clagdsl.load(text=text).rules).problems
    confirmed = {fix.confirmed for fix in first.fixes if fix.changes[-1].value == 29}
    assert confirmed == {False}
    assert any(fix.confirmed for fix in first.fixes)


def test_every_fix_that_a_help_leaves_out_is_counted() -> None:
    rows = """record = 2
rules = "blackout"
players = ["Ann", "Bob", "Cai"]
dealer = "Cai"
adjust = [{ deal = 2, player = "Ann", points = 4 }]
[[deal]]
deal = 1
bids = "3 3 3"
won = "3 3 4"
totals = "13 13 0"
[[deal]]
deal = 2
bids = "1 3 ?"
totals = "24 26 15"
"""
    record = parse_record(rows).record
    assert record is not None
    (wrong,) = replay_sheet(record, clagdsl.load("blackout").rules).problems
    shown = wrong.diagnostic.help.count("Ann's bid to")
    assert wrong.diagnostic.help.endswith(f", or {len(wrong.fixes) - shown} more")
    assert len(wrong.fixes) > 2 * shown


WITH_MISERE = """clag 2
game "Two deals"
players 2
deal normal
  trump none
  bid in turn
  score 10 + tricks when made, otherwise 0
deal misere
  trump none
  bid fixed 0
  score 10 when made, otherwise 0 - tricks
schedule
  2 cards: misere
  then 2 cards: normal
winner highest total, then shared
"""


@pytest.mark.parametrize(
    ("text", "help"),
    [
        ("deal,Ann won,Ann total,Bob won,Bob total\n{},1,9,1,9", "the total or the tricks"),
        ("deal,Ann won,Ann points,Bob won,Bob points\n{},1,9,1,9", "the points or the tricks"),
        (
            "deal,Ann bid,Ann won,Ann points,Bob bid,Bob won,Bob points\n{},2,1,9,1,1,9",
            "the points, the tricks or the bid",
        ),
        (
            "deal,Ann bid,Ann won,Bob bid,Bob won\n{},1 x,1,1,1",
            "the mark, the tricks or the bid",
        ),
        (
            "deal,Ann bid,Ann points,Bob bid,Bob points\n{},1 ✓,9,1 ✓,11",
            "the points, the mark or the bid",
        ),
    ],
)
def test_without_a_fix_the_help_names_the_entries_that_the_row_has(
    text: str, help: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody bids in the Misère, and this sheet has points instead of totals."""
    monkeypatch.setattr("clagdsl.records.replay.FixBudget", lambda: FixBudget(Budget(0)))
    game = clagdsl.load(text=WITH_MISERE).rules
    deal = "normal" if "bid" in text else "misere"
    read = parse_sheet(text.format(deal), SheetRules("two", game))
    assert read.record is not None
    replayed = replay_sheet(read.record, game, read.places).problems
    helps = {one.diagnostic.help for one in replayed if one.diagnostic.code in ("R541", "R511")}
    assert any(f"correct {help};" in (one or "") for one in helps), helps
