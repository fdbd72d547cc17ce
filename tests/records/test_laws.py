"""What holds for every recorded match: nothing is lost, and nothing is found wrong."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.loaded import loaded

import clagdsl
from clagdsl.api import load
from clagdsl.engine.players.player import random_action
from clagdsl.engine.state import State
from clagdsl.lang.record import Record, RecordedDeal
from clagdsl.problems.diagnostic import IllegalAction
from clagdsl.records.reading import parse_record
from clagdsl.records.recorded_match import RecordError, replay
from clagdsl.records.replay import replay_sheet
from clagdsl.records.sheet import parse_sheet, write_sheet
from clagdsl.records.writing import write_record

VARIANTS = ("foss", "mcleod", "pagat", "raf", "raf-pagat", "rewrite", "scorecard", "scottish")
SCHEDULED = tuple(name for name in VARIANTS if not name.startswith("raf"))


@cache
def played(name: str, players: int, seed: int, most: int = 10_000) -> State:
    state = loaded(name).start(players=players, seed=seed, dealer=seed % players)
    for _ in range(most):
        action = random_action(state)
        if action is None:
            break
        state = state.apply(action)
    return state


def sheet_only(deal: RecordedDeal) -> RecordedDeal:
    """What a paper sheet holds of a deal."""
    return RecordedDeal(
        number=deal.number, cards=deal.cards, calls=deal.calls, bids=deal.bids, totals=deal.totals
    )


def tables(names: tuple[str, ...]) -> st.SearchStrategy[tuple[str, int, int]]:
    return st.tuples(st.sampled_from(names), st.integers(4, 6), st.integers(0, 40))


@pytest.mark.parametrize("name", VARIANTS)
@pytest.mark.parametrize("players", [4, 5])
def test_a_recorded_match_is_given_back(name: str, players: int) -> None:
    state = played(name, players, players)
    assert state.over
    text = write_record(state.record())
    read = parse_record(text)
    assert read.diagnostics == ()
    assert read.record == state.record()
    again = replay(read.record, loaded(name).rules)
    assert again.events == state.events
    assert (again.totals, again.winners, again.payments) == (
        state.totals,
        state.winners,
        state.payments,
    )
    assert again.record() == state.record()


@pytest.mark.parametrize("name", VARIANTS)
def test_a_played_match_agrees_with_its_rules(name: str) -> None:
    state = played(name, 4, 11)
    result = replay_sheet(state.record(), loaded(name).rules)
    assert result.problems == ()
    won = [deal.won for deal in state.record().deals]
    assert [row.tricks for row in result.rows] == [
        tuple((count,) for count in row) for row in won if row is not None
    ]


@settings(max_examples=8, deadline=None)
@given(tables(VARIANTS))
def test_inference_holds_the_true_tricks(table: tuple[str, int, int]) -> None:
    state = played(*table)
    record = state.record()
    sheet = replace(record, deals=tuple(map(sheet_only, record.deals)))
    result = replay_sheet(sheet, loaded(table[0]).rules)
    assert result.agrees, result.problems
    for row, deal in zip(result.rows, record.deals, strict=True):
        assert deal.won is not None
        for counts, count in zip(row.tricks, deal.won, strict=True):
            assert count in counts


@settings(max_examples=5, deadline=None)
@given(tables(VARIANTS), st.integers(0, 300))
def test_a_match_broken_off_anywhere_is_given_back(table: tuple[str, int, int], most: int) -> None:
    name, players, seed = table
    state = played(name, players, seed, most)
    again = replay(state.record(), state.game)
    assert again.record() == state.record()
    # A record without a seed waits for the pack where the seed had dealt nothing yet.
    assert again.events == state.events[: len(again.events)]
    assert len(state.events) - len(again.events) <= 1


@settings(max_examples=12, deadline=None)
@given(tables(SCHEDULED))
def test_a_sheet_goes_through_csv(table: tuple[str, int, int]) -> None:
    record = played(*table).record()
    text = write_sheet(record)
    read = parse_sheet(text, record.rules)
    assert read.diagnostics == ()
    assert read.record is not None
    assert write_sheet(read.record) == text
    kept = [(deal.number, deal.bids, deal.won, deal.totals) for deal in read.record.deals]
    assert kept == [(deal.number, deal.bids, deal.won, deal.totals) for deal in record.deals]
    sheet = replace(read.record, dealer=record.dealer)
    assert replay_sheet(sheet, loaded(table[0]).rules).problems == ()


@settings(max_examples=10, deadline=None)
@given(tables(("scottish", "scorecard", "pagat")), st.data())
def test_one_wrong_total_is_found_in_its_row(
    table: tuple[str, int, int], data: st.DataObject
) -> None:
    name, players, seed = table
    record = played(name, players, seed).record()
    index = data.draw(st.integers(0, len(record.deals) - 1))
    seat = data.draw(st.integers(0, players - 1))
    slip = data.draw(st.integers(-9, 9).filter(bool))
    deals = list(record.deals)
    # The slip is carried on, as on paper, so that only one row is wrong.
    for place in range(index, len(deals)):
        totals = deals[place].totals
        assert totals is not None
        wrong = tuple(t + slip if s == seat else t for s, t in enumerate(totals))
        deals[place] = replace(deals[place], totals=wrong)
    result = replay_sheet(replace(record, deals=tuple(deals)), loaded(name).rules)
    (problem,) = result.problems
    assert problem.deal == deals[index].number
    assert problem.player == record.players[seat]
    assert problem.diagnostic.code == "R541"
    assert result.rows[index].tricks[seat] == ()


def test_a_record_remembers_rules_given_as_text() -> None:
    text = (
        'clag 1\ngame "X" variant "Y"\nplayers 3 to 7\ndeal normal\n  trump turned\n'
        "  bid in turn\n  last bid keeps bids != cards\n"
        "  score 10 + tricks when made, otherwise -2 * abs(bid - tricks)\n"
        "schedule\n  1 up to 2 cards: normal\nwinner highest total, then shared\n"
    )
    state = clagdsl.load(text=text).start(players=3, seed=1)
    while (action := random_action(state)) is not None:
        state = state.apply(action)
    assert replay(state.record(), state.game).events == state.events
    assert replay_sheet(state.record(), state.game).agrees
    assert state.record().game == state.game


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"totals": (1, 2, 3, 4)}, "R541"),
        ({"won": (9, None, None, None)}, "R557"),
        ({"dealer": "Player 1"}, "R535"),
        ({"pack": None}, "R560"),
        ({"number": 5}, "R560"),
        ({"tricks": None}, "R560"),
    ],
)
def test_a_record_that_contradicts_itself_is_not_given_back(
    changes: dict[str, object], code: str
) -> None:
    record = replace(played("foss", 4, 4).record(), seed=None)
    deals = (replace(record.deals[0], **changes), *record.deals[1:])  # type: ignore[arg-type]
    with pytest.raises(RecordError) as caught:
        replay(replace(record, deals=deals), loaded("foss").rules)
    assert caught.value.code == code


@pytest.mark.parametrize(
    "written", [{"bids": (0, 0, 0, 0)}, {"totals": (10, 10, 10, 1)}, {"won": (0, 0, 0, 1)}]
)
def test_a_score_sheet_without_cards_is_not_given_back(written: dict[str, object]) -> None:
    record = replace(played("pagat", 4, 4).record(), seed=None)
    row = RecordedDeal(number=1, **written)  # type: ignore[arg-type]
    with pytest.raises(RecordError, match="R560"):
        replay(replace(record, deals=(row,)), loaded("pagat").rules)


@pytest.mark.parametrize("name", VARIANTS)
@pytest.mark.parametrize("most", [0, 1, 30, 77])
def test_a_seeded_match_goes_on_with_the_same_cards(name: str, most: int) -> None:
    state = played(name, 4, 2**64 - 1, most)
    record = parse_record(write_record(state.record())).record
    assert record is not None
    again = replay(record, state.game)
    assert again == state
    whole = played(name, 4, 2**64 - 1)
    while (action := random_action(again)) is not None:
        again = again.apply(action)
    assert again == whole


def test_without_the_turned_card_or_a_hand_a_match_is_not_played_again() -> None:
    record = played("pagat", 4, 4).record()
    pack = record.deals[0].pack
    assert pack is not None
    hands = ((pack[3],), (pack[0],), (pack[1],), (pack[2],))  # the first seat deals one card each
    first = replace(record.deals[0], pack=None, hands=hands, turned=pack[4])
    alone = replace(record, deals=(first,), seed=None)
    assert replay(alone, loaded("pagat").rules).history
    for lacking in (
        replace(first, turned=None),
        replace(first, hands=hands[:-1]),
        replace(first, hands=(*hands[:-1], (None,))),
    ):
        with pytest.raises(RecordError) as caught:
            replay(replace(alone, deals=(lacking,)), loaded("pagat").rules)
        assert caught.value.code == "R560"


def test_the_packs_of_a_seed_need_not_be_written() -> None:
    state = played("foss", 4, 4)
    record = state.record()
    deals = tuple(replace(deal, pack=None) for deal in record.deals)
    assert replay(replace(record, deals=deals), state.game) == state


@pytest.mark.parametrize("key", ["pack", "hands", "turned", "seed", "match"])
def test_cards_that_the_seed_does_not_deal(key: str) -> None:
    state = played("foss", 4, 4, 30)
    record = state.record()
    packs = [deal.pack or () for deal in record.deals]
    # Seat 0 deals first, so that seat 1 has the first card and seat 0 the last.
    cards = (packs[0][3], *packs[0][:3])
    plain = replace(record.deals[0], pack=None, hands=tuple((card,) for card in cards))
    plain = replace(plain, turned=packs[0][4])
    changed = {
        "pack": replace(record.deals[0], pack=packs[1]),
        "hands": replace(plain, hands=tuple((card,) for card in packs[0][:4]), tricks=None),
        "turned": replace(plain, turned=packs[0][5], tricks=None),
    }
    right = replace(record, deals=(plain, *record.deals[1:]))
    assert replay_sheet(right, state.game).agrees
    assert replay(right, state.game) == state
    if key in changed:
        record = replace(record, deals=(changed[key], *record.deals[1:]))
    elif key == "seed":
        record = replace(record, seed=5)
    else:
        record = replace(record, match=1)
    with pytest.raises(RecordError) as caught:
        replay(record, state.game)
    assert caught.value.code == "R561"
    assert "R561" in [one.code for one in replay_sheet(record, state.game).diagnostics]


LARGE = """clag 2 game "Nine packs" players 2
pack A K Q J 10 9 8 7 6 5 4 3 2, 9 of each
deal normal trump none bid none equal cards first wins score tricks completed not counted
schedule 2 cards: normal winner highest total, then shared"""
LONG = """clag 2 game "Who says most" players 2 pack A K Q J 10 9 8 7 6 5 4 3 2, 2 of each
deal normal auction 1 to cards C D H S none trump named in auction
bid in turn, auction winner first equal cards first wins
score 10 + tricks when made, otherwise -auction
schedule 52 cards: normal winner highest total, then shared"""


def test_the_largest_pack_and_the_longest_auction_are_read_back() -> None:
    large = load(text=LARGE).start(seed=1)
    while (action := random_action(large)) is not None:
        large = large.apply(action)
    long = load(text=LONG).start(seed=1)
    while long.phase == "auction" and len(long.legal()) > 1:  # each says as little as possible
        long = long.apply(long.legal()[1])
    for state in (large, long):
        read = parse_record(write_record(state.record()))
        assert read.diagnostics == ()
        assert read.record == state.record()


def test_a_refused_action_is_refused_again() -> None:
    record = played("foss", 4, 4).record()
    deals = (replace(record.deals[0], bids=(2, 2, 2, 2)), *record.deals[1:])
    with pytest.raises(IllegalAction) as caught:
        replay(replace(record, deals=deals), loaded("foss").rules)
    assert caught.value.code == "A201"


def test_records_are_values() -> None:
    first: Record = played("foss", 4, 4).record()
    assert first == played("foss", 4, 4).record()
    assert hash(first) == hash(played("foss", 4, 4).record())
