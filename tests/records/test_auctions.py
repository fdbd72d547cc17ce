"""What records say of auctions: played again, and held against the rules."""

import re

import pytest

import clagdsl
from clagdsl.engine.players.player import random_action
from clagdsl.records.reading import parse_record
from clagdsl.records.recorded_match import replay
from clagdsl.records.replay import replay_sheet
from clagdsl.records.report import ReplayResult
from clagdsl.records.writing import write_record

RULES = """clag 2 game "Who says most" players 4 deal normal
auction 1 to cards C D H S none trump named in auction bid in turn, auction winner first
each bid keeps bid >= auction last bid keeps bids != cards lead auction winner
score 10 + tricks when made, otherwise -auction
schedule repeat 3 times 4 cards: normal winner highest total, then shared"""
GAME = clagdsl.load(text=RULES)
HEAD = 'record = 1\nrules = "x"\nplayers = ["Ann", "Bob", "Cai", "Dot"]\ndealer = "Dot"\n'


def codes(deals: str) -> list[str]:
    read = parse_record(HEAD + deals)
    assert read.record is not None, read.diagnostics
    found = replay_sheet(read.record, GAME.rules, read.places).problems
    return [one.diagnostic.code for one in found]


FIXED = clagdsl.load(text=re.sub("bid in turn.*\neach.*bids != cards", "bid fixed 1", RULES))
"""The same, but every bid is fixed, though nobody makes it where all pass."""


@pytest.mark.parametrize("game", [GAME, FIXED])
def test_a_match_with_a_deal_that_is_thrown_in_is_written_and_played_again(
    game: clagdsl.PlayableGame,
) -> None:
    state = game.start(seed=5)
    while not state.over:
        passes = state.deal == 2 and state.phase == "auction"
        state = state.apply("pass" if passes else random_action(state) or "")
    text = write_record(state.record())
    assert 'auction = "pass pass pass pass"' in text
    read = parse_record(text)
    assert read.record is not None
    assert replay(read.record, game.rules).totals == state.totals
    assert replay_sheet(read.record, game.rules, read.places).problems == ()


@pytest.mark.parametrize("bids", ["", 'bids = "- - - -"\n', 'bids = "? ? ? ?"\n'])
def test_nobody_bids_in_a_deal_that_is_thrown_in(bids: str) -> None:
    read = parse_record(f'{HEAD}[[deal]]\ndeal = 1\nauction = "pass pass pass pass"\n{bids}')
    assert read.record is not None
    (row,) = replay_sheet(read.record, GAME.rules, read.places).rows
    assert [own.bid for own in row.figures] == ["-"] * 4


BIDDING = clagdsl.load(text=RULES.replace("-auction", "-5"))


@pytest.mark.parametrize(
    ("figures", "expected"),
    [
        ('bids = "- - - -"\n', []),
        ('bids = "- - - -"\ntotals = "0 0 0 0"\n', []),
        ('bids = "- - - -"\nwon = "0 0 0 0"\ntotals = "0 0 0 0"\n', []),
        ('totals = "0 0 0 0"\n', []),
        ('bids = "? ? ? ?"\ntotals = "0 ? 0 0"\n', []),
        ('won = "0 0 0 0"\n', []),
        ('bids = "0 0 0 0"\nwon = "0 0 0 0"\ntotals = "0 0 0 0"\n', []),
        ('bids = "0 0 0 0"\ntotals = "0 0 0 0"\n', []),
        ('bids = "0 0 0 0"\n', []),
        ('auction = "pass pass"\ntotals = "0 0 0 0"\n', []),
        ('auction = "pass pass 1C"\ntotals = "0 0 0 0"\n', ["R542"] * 4),
        ('bids = "1 0 0 0"\nwon = "0 0 0 0"\n\n', ["R540"]),
        ('bids = "- - - -"\ntotals = "0 0 0 11"\n', ["R537"] * 4 + ["R542"] * 3),
        ('totals = "0 0 0 11"\n', ["R542"] * 3),
        ('totals = "0 0 0 0"\ntaken = "1 1 1 1"\n', ["R542"] * 4),
    ],
)
def test_a_deal_without_an_auction_was_passed_out_if_nothing_else_fits(
    figures: str, expected: list[str]
) -> None:
    read = parse_record(f"{HEAD}[[deal]]\ndeal = 1\n{figures}")
    assert read.record is not None
    result = replay_sheet(read.record, BIDDING.rules, read.places)
    found = [one.diagnostic for one in result.problems if one.diagnostic.severity == "error"]
    assert [one.code for one in found] == expected
    of_bids = {own.bid for own in result.rows[0].figures}
    assert (of_bids in ({"-"}, {0})) == (not expected or "-" in figures)


@pytest.mark.parametrize(
    ("missed", "expected", "bid"),
    [
        ("-auction", [], "-"),  # the winner of the auction cannot have 0 points
        ("auction - bid", ["R547"], "?"),
    ],
)
def test_no_auction_fits_if_the_row_contradicts_every_winner_and_bid(
    missed: str, expected: list[str], bid: str
) -> None:
    rules = clagdsl.load(text=RULES.replace("-auction", missed)).rules
    read = parse_record(f'{HEAD}[[deal]]\ndeal = 1\ntotals = "0 0 0 0"\n')
    assert read.record is not None
    result = replay_sheet(read.record, rules, read.places)
    assert [one.diagnostic.code for one in result.problems] == expected
    assert [own.bid for own in result.rows[0].figures] == [bid] * 4


MAKERS = RULES.replace("10 + tricks when made, otherwise -auction", "auction * 0 + makers - 1")
"""Everybody scores 0 if one player makes a bid."""

PASSED = ", or write `-` as every bid if everybody passed; anything"


@pytest.mark.parametrize(
    ("figures", "is_said"),
    [
        ('totals = "0 0 0 0"\n', True),
        ('auction = "pass pass"\ntotals = "? 0 ? ?"\n', True),
        ('auction = "1C"\ntotals = "? 0 ? ?"\n', False),
        ('totals = "? 1 ? ?"\n', False),
        ('bids = "? 1 ? ?"\ntotals = "? 0 ? ?"\n', False),
        ('won = "? 1 ? ?"\ntotals = "? 0 ? ?"\n', False),
        ('bids = "? ? ? ?"\n', False),
    ],
)
def test_a_row_that_may_be_passed_out_asks_for_the_auction_or_for_dashes(
    figures: str, is_said: bool
) -> None:
    rules = clagdsl.load(text=MAKERS).rules
    read = parse_record(f"{HEAD}[[deal]]\ndeal = 1\n{figures}")
    assert read.record is not None
    problem = replay_sheet(read.record, rules, read.places).problems[0].diagnostic
    assert problem.code == "R547"
    assert (PASSED in (problem.help or "")) == is_said


@pytest.mark.parametrize("name", ["israeli-whist", "estimation"])
@pytest.mark.parametrize("played", ["", 'won = "0 0 0 0"\n', 'bids = "0 0 0 0"\n'])
def test_a_row_of_zeros_was_thrown_in_where_the_bids_cannot_all_be_tried(
    name: str, played: str
) -> None:
    """Four players can make 38,416 different bids with thirteen cards."""
    rows = "".join(f'[[deal]]\ndeal = {n}\n{played}totals = "0 0 0 0"\n' for n in (1, 2, 3))
    read = parse_record(HEAD + rows)
    assert read.record is not None
    assert replay_sheet(read.record, clagdsl.load(name).rules, read.places).problems == ()


def test_a_row_of_zeros_was_thrown_in_where_every_number_of_the_auction_is_tried() -> None:
    """Only the winner of the auction cannot score 0."""
    rules = clagdsl.load(text=RULES.replace("4 cards", "13 cards")).rules
    read = parse_record(f'{HEAD}[[deal]]\ndeal = 1\ntotals = "0 0 0 0"\n')
    assert read.record is not None
    assert replay_sheet(read.record, rules, read.places).problems == ()


def test_an_impossible_row_is_an_error_even_if_nobody_can_say_whose_figure_is_wrong() -> None:
    """Everybody's figures together fit no bids; without those of one player, too many are left."""
    read = parse_record(f'{HEAD}[[deal]]\ndeal = 1\ntotals = "0 0 0 1"\n')
    assert read.record is not None
    found = replay_sheet(read.record, clagdsl.load("israeli-whist").rules, read.places).problems
    assert [one.diagnostic.code for one in found] == ["R547", "R543"]


def test_only_totals_can_be_corrected_if_everyone_passed() -> None:
    rows = HEAD + '[[deal]]\ndeal = 1\nauction = "pass pass pass pass"\ntotals = "0 0 1 0"\n'
    read = parse_record(rows)
    assert read.record is not None
    (problem,) = replay_sheet(read.record, GAME.rules, read.places).problems
    assert (
        problem.diagnostic.message == "Cai's total is `1`, but everyone passed, so it remains `0`"
    )
    assert problem.diagnostic.help == "change one figure and the row fits: Cai's total to `0`"
    (change,) = problem.fixes[0].changes
    assert (change.player, change.cell, change.value) == ("Cai", "total", 0)


def test_a_sheet_that_agrees() -> None:
    won = '[[deal]]\ndeal = 1\nauction = "pass 1C 2NT pass pass"\nbids = "0 1 2 2"\n'
    thrown = '[[deal]]\ndeal = 2\nauction = "pass pass pass pass"\n'
    assert (
        codes(f'{won}won = "0 2 2 0"\ntotals = "10 0 12 0"\n{thrown}totals = "10 0 12 0"\n') == []
    )
    assert codes(f'{won}won = "0 2 2 0"\ntotals = "10 0 9 0"\n') == ["R541"]
    assert codes(f'{won}trump = "clubs"\n') == ["R553"]
    assert codes(f'{thrown}bids = "0 1 2 2"\n') == ["R537"]
    assert codes(f'{thrown}won = "1 0 0 0"\n') == ["R537"]
    assert codes(f'{thrown}bids = "- - - -"\nwon = "0 0 0 0"\n') == []
    assert codes(f'{thrown}totals = "0 1 0 0"\n') == []  # the deal before is not known
    assert codes('[[deal]]\ndeal = 1\nauction = "pass pass pass pass"\ntotals = "0 1 0 0"\n')


def test_what_could_not_be_said() -> None:
    assert codes('[[deal]]\ndeal = 1\nauction = "1C 1C"\n') == ["A902"]
    assert codes('[[deal]]\ndeal = 1\nauction = "5C"\n') == ["A901"]
    assert codes('[[deal]]\ndeal = 1\nauction = "1C pass pass pass 2C"\n') == ["R537"]
    passes = 'auction = "pass pass pass pass pass"\ntotals = "0 0 0 0"\n'
    assert codes(f"[[deal]]\ndeal = 1\n{passes}") == ["R537"]


def test_a_trump_is_checked_against_an_auction_that_is_not_recorded() -> None:
    """Any trump of the auction can have been said last, and no other."""
    two_suits = clagdsl.load(text=RULES.replace("to cards C D H S none", "to cards C D"))
    for trump, is_said in (("clubs", True), ("spades", False), ("none", False)):
        read = parse_record(f'{HEAD}[[deal]]\ndeal = 1\ntrump = "{trump}"\n')
        assert read.record is not None
        found = replay_sheet(read.record, two_suits.rules, read.places).problems
        assert ("R553" not in [one.diagnostic.code for one in found]) == is_said, trump


def test_what_the_winner_may_not_bid() -> None:
    row = '[[deal]]\ndeal = 1\nauction = "2C pass pass pass"\nbids = "1 0 0 0"\n'
    assert codes(row) == ["A203"]


def test_what_hangs_on_an_auction_that_is_not_recorded_is_not_judged() -> None:
    assert codes('[[deal]]\ndeal = 1\nbids = "1 0 0 0"\nwon = "1 1 1 1"\n') == ["R547"]


def test_an_auction_that_is_recorded_in_full_is_not_called_incomplete() -> None:
    """Without a dealer, nobody knows who won it."""
    text = HEAD.replace('dealer = "Dot"\n', "")
    row = '[[deal]]\ndeal = 1\nauction = "2C pass pass pass"\nbids = "2 0 0 0"\nwon = "2 1 1 0"\n'
    read = parse_record(text + row)
    assert read.record is not None
    assert read.record.dealer is None
    (problem,) = replay_sheet(read.record, GAME.rules, read.places).diagnostics
    assert problem.code == "R547"
    assert "because the dealer is unknown" in problem.message


ISRAELI = """record = 1
rules = "israeli-whist"
players = ["Ann", "Bob", "Cai", "Dee"]
dealer = "Bob"
[[deal]]
deal = 1
auction = "pass 7NT pass pass"
bids = "0 1 3 7"
won = "0 2 4 7"
totals = "50 -10 -10 59"
[[deal]]
deal = 2
{second}bids = "0 4 0 5"
won = "3 4 1 5"
totals = "20 16 -60 94"
"""


@pytest.mark.parametrize(
    ("second", "codes_of_second"),
    [
        ("", ["R547"]),
        ('auction = "5S pass"\n', ["R547"]),
        ('auction = "5S 5NT 5H pass pass pass"\n', ["A902"]),
        ('dealer = "Dee"\nauction = "5S pass pass pass"\n', ["R535", "R547"]),
    ],
)
def test_an_auction_is_not_carried_into_the_next_deal(
    second: str, codes_of_second: list[str]
) -> None:
    """Allows Dee her 5 in the second deal, although 7NT won the auction of the first."""
    read = parse_record(ISRAELI.format(second=second))
    assert read.record is not None, read.diagnostics
    result = replay_sheet(read.record, clagdsl.load("israeli-whist").rules, read.places)
    assert sorted(p.diagnostic.code for p in result.problems) == codes_of_second
    assert {p.deal for p in result.problems} == {2}


@pytest.mark.parametrize("name", ["israeli-whist", "spades", "raf"])
def test_only_runs_and_tallies_are_carried_into_the_next_deal(name: str) -> None:
    """Leaves out what a deal records of itself, such as its auction and blind bids."""
    game = clagdsl.load(name)
    state = game.start(players=4, seed=3)
    while not state.over and len(state.record().deals) < 5:
        state = state.apply(random_action(state) or "")
    for start in replay_sheet(state.record(), game.rules).starts:
        assert start.table is not None
        remembered = {figure.name for figure in start.table.remembered}
        assert {figure for own in start.past for figure, _ in own} <= remembered


def test_a_blind_bid_is_not_carried_into_a_deal_without_blind_bids() -> None:
    rules = """clag 2 game "Two kinds" players 3
deal first trump none sight by choice bid in turn score 10 when blind and made, otherwise 0
deal second trump none bid in turn score 1 when made, otherwise 0
schedule 2 cards: first, second winner highest total, then shared"""
    record = """record = 1
rules = "x"
players = ["Ann", "Bob", "Cai"]
dealer = "Cai"
[[deal]]
deal = 1
blind = ["Ann"]
bids = "0 1 0"
[[deal]]
deal = 2
bids = "0 1 0"
"""
    read = parse_record(record)
    assert read.record is not None, read.diagnostics
    result = replay_sheet(read.record, clagdsl.load(text=rules).rules, read.places)
    assert result.starts[1].past == ((), (), ())


READS_AUCTION = """clag 2 game "Bold" players 3 {run}deal normal
auction 1 to cards C D H S none trump named in auction bid in turn
score (10 when made, otherwise -abs(bid - tricks)) - auction {last}
schedule 2 up to 3 cards: normal winner highest total, then shared"""
TWO_ROWS = """record = 1
rules = "x"
players = ["Ann", "Bob", "Cai"]
dealer = "Bob"
[[deal]]
deal = 1
bids = "1 2 1"
totals = "-1 8 -1"
auction = "1S 2H 2NT pass pass"
[[deal]]
deal = 2
bids = "3 1 1"
totals = "5 5 5"
auction = "pass 1S 1NT pass"
"""


def replayed_bold(record: str, run: str = "", last: str = "") -> ReplayResult:
    read = parse_record(record)
    assert read.record is not None, read.diagnostics
    rules = clagdsl.load(text=READS_AUCTION.format(run=run, last=last)).rules
    return replay_sheet(read.record, rules, read.places)


def test_a_fix_is_found_where_a_blank_total_leaves_the_auction_unknown() -> None:
    """The winner of a row deals next, and the dealer decides who made the calls of the auction."""
    result = replayed_bold(TWO_ROWS, last="next dealer winner")
    assert {problem.diagnostic.code for problem in result.problems} == {"R542"}
    (fix,) = {fix.changes for problem in result.problems for fix in problem.fixes}
    assert [(each.player, each.cell, each.value) for each in fix] == [
        ("Ann", "total", -4),
        ("Cai", "total", -2),
    ]


def test_a_run_is_unknown_after_scores_that_read_an_auction_not_recorded() -> None:
    record = re.sub("auction.*\n", "", TWO_ROWS)
    result = replayed_bold(record, run="run streak when made ", last="- 0 * streak")
    assert [each.diagnostic.code for each in result.problems] == ["R547", "R538"]
    assert [row.scored for row in result.rows] == [False, False]
