"""Whose bid was the last, where a rules file says who bids first."""

from __future__ import annotations

from dataclasses import replace

import pytest

from clagdsl import PACK
from clagdsl.api import load
from clagdsl.engine.state import start_match
from clagdsl.lang.philox import FIRST_BIDDER, FIRST_DEALER, random_below
from clagdsl.lang.record import Record, RecordedDeal
from clagdsl.records.reading import parse_record
from clagdsl.records.recorded_match import RecordError, replay
from clagdsl.records.replay import replay_sheet
from clagdsl.records.writing import write_record

RULES = """clag 2
game "X"
players 3
deal normal
  trump none
  bid in turn, {first} first
  last bid keeps bids != cards
  score 10 + tricks when made, otherwise tricks
  {call}
schedule 2 cards: normal, normal
winner highest total, then shared
{twist}
"""
CALLED = {"call": "call by winner of last deal any of Low", "twist": "twist Low trick worth 2"}
PLAYERS = ("Ann", "Bob", "Cai")


def game(first: str):
    called = CALLED if first == "caller" else {"call": "", "twist": ""}
    return load(text=RULES.format(first=first, **called))


def blamed(first: str, *, dealer: str | None, caller: str | None = None) -> list[str | None]:
    """Whose bid is told of where three bids, of one trick each but the first, come to the cards."""
    calls = () if first == "caller" else None
    deal = RecordedDeal(number=2, bids=(0, 1, 1), dealer=dealer, caller=caller, calls=calls)
    result = replay_sheet(Record("", PLAYERS, (deal,)), game(first).rules)
    assert {one.diagnostic.code for one in result.problems} <= {"A202"}
    return [one.player for one in result.problems]


@pytest.mark.parametrize(
    ("first", "dealer", "last"),
    [
        ("dealer", "Ann", "Cai"),
        ("dealer", "Bob", "Ann"),
        ("dealer", "Cai", "Bob"),
        ("right of dealer", "Ann", "Bob"),
        ("right of dealer", "Bob", "Cai"),
        ("right of dealer", "Cai", "Ann"),
    ],
)
def test_the_last_bid_is_that_of_who_bids_last(first: str, dealer: str, last: str) -> None:
    assert blamed(first, dealer=dealer) == [last]


def test_the_player_on_the_callers_right_bids_last() -> None:
    assert blamed("caller", dealer=None, caller="Ann") == ["Cai"]
    assert blamed("caller", dealer="Ann", caller="Cai") == ["Bob"]


@pytest.mark.parametrize("first", ["dealer", "right of dealer", "caller"])
def test_without_who_began_the_row_is_blamed(first: str) -> None:
    assert blamed(first, dealer=None) == [None]


@pytest.mark.parametrize(
    ("limit", "bids", "sum_told"), [("bids != 2", (0, 1, 1), True), ("bid > 0", (0, 0, 1), False)]
)
def test_a_row_is_told_the_sum_of_its_bids_where_a_limit_reads_it(
    limit: str, bids: tuple[int, ...], sum_told: bool
) -> None:
    """Whoever dealt one of the bids was not allowed, and which depends on who did."""
    text = RULES.format(first="dealer", call="", twist="")
    rules = load(text=text.replace("last bid keeps bids != cards", f"each bid keeps {limit}")).rules
    (found,) = replay_sheet(
        Record("", PLAYERS, (RecordedDeal(number=1, bids=bids),)), rules
    ).problems
    assert found.diagnostic.code == "A203"
    told = "whoever dealt, the bids break a limit"
    assert found.diagnostic.message == told + ": they add up to `2`" * sum_told


def drawn_sheet(first: str | None, *, seed: int | None = None) -> list[tuple[str, str | None]]:
    """What is told of a row whose three bids come to the cards, the last but one of none."""
    deal = RecordedDeal(number=1, bids=(1, 0, 1), first=first)
    record = Record("", PLAYERS, (deal,), seed=seed)
    found = replay_sheet(record, game("drawn").rules).problems
    return [(one.diagnostic.code, one.player) for one in found]


def test_the_last_bid_follows_from_who_is_drawn() -> None:
    assert drawn_sheet("Ann") == [("A202", "Cai")]
    assert drawn_sheet("Bob") == [("A202", "Ann")]
    assert drawn_sheet(None) == [("A202", None)]


@pytest.mark.parametrize(
    ("first", "whoever", "key"),
    [
        ("dealer", "whoever dealt", "`dealer`"),
        ("right of dealer", "whoever dealt", "`dealer`"),
        ("drawn", "whoever bid first", "`first = …` to the row"),
        ("caller", "whoever called", "`caller = …` to the row"),
    ],
)
def test_the_key_that_is_missing_is_asked_for(first: str, whoever: str, key: str) -> None:
    """The dealer is known in all but the first two, and does not say who began."""
    calls = () if first == "caller" else None
    dealer = None if "dealer" in first else "Cai"
    deal = RecordedDeal(number=2, bids=(0, 1, 1), dealer=dealer, calls=calls)
    (found,) = replay_sheet(Record("", PLAYERS, (deal,)), game(first).rules).problems
    assert found.diagnostic.message.startswith(whoever)
    assert key in (found.diagnostic.help or "")


def test_the_auction_that_is_missing_is_asked_for() -> None:
    auction = "auction 1 to cards C H none"
    text = RULES.format(first="auction winner", call=auction, twist="")
    text = text.replace("trump none", "trump named in auction")
    deal = RecordedDeal(number=1, bids=(0, 1, 1), dealer="Cai")
    (found,) = replay_sheet(Record("", PLAYERS, (deal,)), load(text=text).rules).problems
    assert found.diagnostic.message.startswith("whoever won the auction")
    assert "`auction = …`" in (found.diagnostic.help or "")


def test_who_is_drawn_is_who_the_seed_draws() -> None:
    due = PLAYERS[random_below(7, 0, 1, FIRST_BIDDER, 3)]
    assert due == "Bob"
    assert drawn_sheet("Bob", seed=7) == [("A202", "Ann")]
    assert drawn_sheet("Cai", seed=7) == [("R562", "Cai"), ("A202", "Bob")]
    assert drawn_sheet(None, seed=7) == [("A202", None)]


def test_where_nobody_is_drawn_nobody_is_said_to_be() -> None:
    record = Record("", PLAYERS, (RecordedDeal(number=1, first="Ann"),))
    found = replay_sheet(record, game("dealer").rules).problems
    assert [one.diagnostic.code for one in found] == ["R537"]
    assert "nobody is drawn to bid first in `normal`" in found[0].diagnostic.message
    seeded = [
        one.diagnostic.code
        for one in replay_sheet(replace(record, seed=7), game("dealer").rules).problems
    ]
    assert seeded.count("R537") == 1
    assert "R562" not in seeded
    with pytest.raises(RecordError, match="nobody is drawn to bid first in deal 1"):
        replay(
            replace(record, seed=7, deals=(RecordedDeal(number=1, first="Ann"),)),
            game("dealer").rules,
        )


@pytest.mark.parametrize("seed", [None, 3])
def test_a_record_from_before_the_draw_has_eldest_bid_first(seed: int | None) -> None:
    old = load(text=RULES.format(first="dealer", call="", twist="").replace(", dealer first", ""))
    state = start_match(old.rules, seed=seed, names=PLAYERS, dealer="Bob")
    while not state.over:
        cards = "deal " + " ".join(map(str, PACK))
        state = state.apply(cards if state.phase == "deal" else state.legal()[-1])
    record = state.record()
    assert {deal.first for deal in record.deals} == {None}
    again = replay(record, game("drawn").rules)
    assert again.totals == state.totals
    assert [deal.dealing.drawn for deal in again.history] == [2, 0]
    found = replay_sheet(record, game("drawn").rules).problems
    assert [one.diagnostic.code for one in found] == ["R530"]
    assert found[0].diagnostic.severity == "warning"


def test_without_a_seed_the_record_says_who_was_drawn() -> None:
    state = start_match(game("drawn").rules, names=PLAYERS)
    actions = ["first Cai", "deal " + " ".join(map(str, PACK)), "bid 0", "bid 0", "bid 1"]
    for action in actions:
        state = state.apply(action)
    record = state.record()
    assert 'first  = "Cai"' in write_record(record)
    assert parse_record(write_record(record).encode(), "x").record == record
    assert replay(record, state.game) == state


@pytest.mark.parametrize("first", ["dealer", "right of dealer", "caller", "drawn"])
def test_a_match_is_recorded_and_replayed(first: str) -> None:
    state = start_match(game(first).rules, seed=3, names=PLAYERS, dealer="Bob")
    while not state.over:
        state = state.apply(state.legal()[-1])
    assert replay(state.record(), state.game).totals == state.totals
    assert replay_sheet(state.record(), state.game).problems == ()


LOT = RULES.format(first="dealer", call="", twist="").replace(
    "players 3", "players 3, dealer drawn"
)


def test_the_seed_draws_who_deals_first_and_a_record_keeps_it() -> None:
    rules = load(text=LOT).rules
    due = random_below(5, 1, 1, FIRST_DEALER, 3)
    state = start_match(rules, seed=5, match=1, names=PLAYERS)
    assert (state.first_dealer, state.dealer) == (due, due)
    assert [event.seat for event in state.events if event.kind == "DealerDrawn"] == [due]
    others = {start_match(rules, seed=5, match=match).dealer for match in range(12)}
    assert others == {0, 1, 2}
    while not state.over:
        state = state.apply(state.legal()[-1])
    record = state.record()
    assert record.dealer == PLAYERS[due]
    assert replay(record, rules) == state
    assert replay_sheet(record, rules).problems == ()
    unsaid = replace(
        record, dealer=None, deals=tuple(replace(d, dealer=None) for d in record.deals)
    )
    assert replay(unsaid, rules) == state
    assert replay_sheet(unsaid, rules).problems == ()


def test_who_is_said_to_deal_first_is_not_drawn() -> None:
    rules = load(text=LOT).rules
    state = start_match(rules, seed=5, match=1, names=PLAYERS, dealer="Cai")
    assert (state.dealer, random_below(5, 1, 1, FIRST_DEALER, 3)) == (2, 1)
    waiting = start_match(rules, names=PLAYERS)
    assert (waiting.phase, waiting.first_dealer, waiting.record().dealer) == ("dealer", None, None)
    assert replay(waiting.record(), rules) == waiting
    assert waiting.apply("dealer Bob") == start_match(rules, names=PLAYERS, dealer="Bob")
