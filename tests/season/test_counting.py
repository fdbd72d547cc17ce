"""What many matches come to: held against the matches themselves, counted in the plainest way."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass, replace
from datetime import date
from fractions import Fraction
from itertools import permutations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.circle import PEOPLE, figures_only, finished, game, played, record_of

from clagdsl.engine.state import State
from clagdsl.lang.record import Record, RecordedDeal
from clagdsl.season.aggregate import FEW_TIMES, aggregate_matches
from clagdsl.season.columns import TABLES
from clagdsl.season.finished_match import CountedDeal, FinishedMatch, PlayedGame, match_of_sheet
from clagdsl.season.model import Season
from clagdsl.season.page import page


@dataclass(frozen=True)
class Drawn:
    """A match of a drawn season."""

    file: str
    names: tuple[str, ...]
    seed: int
    year: int

    @property
    def state(self) -> State:
        return played(self.file, self.names, self.seed)

    @property
    def match(self) -> FinishedMatch:
        record = record_of(self.state, self.file, date(self.year, 1 + self.seed % 12, 7))
        return finished(record, self.file, f"{self.file}-{self.seed}")


DRAWN = st.builds(
    Drawn,
    st.sampled_from(["called.clag", "low.clag"]),
    st.permutations(PEOPLE).flatmap(lambda names: st.sampled_from([(*names[:3],), (*names[:4],)])),
    st.integers(0, 11),
    st.sampled_from([2025, 2026]),
)
SEASONS = st.lists(DRAWN, min_size=1, max_size=6, unique_by=lambda one: (one.file, one.seed))


def level_or_higher(state: State, one: int, other: int) -> int:
    """1 where a seat stands higher at the end, 0 level, -1 lower: by the rules of the two games."""

    def merit(seat: int) -> tuple[int, ...]:
        if state.game.title == "Low":
            return (-state.totals[seat],)
        return (state.totals[seat], -sum(one.results[seat].completed is False for one in history))

    history = state.history
    return (merit(one) > merit(other)) - (merit(one) < merit(other))


@settings(max_examples=25, deadline=None)
@given(SEASONS)
def test_a_season_is_what_its_matches_come_to(drawn: list[Drawn]) -> None:
    season = aggregate_matches([one.match for one in drawn])
    won: Counter[str] = Counter()
    matches: Counter[str] = Counter()
    contracts: Counter[str] = Counter()
    made: Counter[str] = Counter()
    by_bid: Counter[tuple[str, int, bool]] = Counter()
    higher: Counter[tuple[str, str]] = Counter()
    points: Counter[tuple[str, str]] = Counter()
    called: defaultdict[tuple[str, ...], list[Fraction]] = defaultdict(list)
    for one in drawn:
        state = one.state
        for seat, name in enumerate(one.names):
            matches[name] += 1
            points[state.game.title, name] += state.totals[seat]
            if seat in state.winners:
                won[name] += Fraction(1, len(state.winners))
        for (seat, name), (other, their) in permutations(enumerate(one.names), 2):
            higher[name, their] += level_or_higher(state, seat, other) == 1
        for deal in state.history:
            rules, number = deal.dealing.rules, len(one.names)
            first = (deal.dealing.dealer + 1) % number
            for seat, name in enumerate(one.names):
                completed = deal.results[seat].completed
                contracts[name] += completed is not None
                made[name] += completed is True
                if deal.dealing.bids and completed is not None and "Misere" not in rules.calls:
                    bid = deal.dealing.bids[(seat - first) % number]
                    by_bid[name, bid, completed] += 1
            if deal.dealing.caller is not None:
                scores = [result.score for result in deal.results]
                own = scores[deal.dealing.caller]
                ahead = own - Fraction(sum(scores) - own, number - 1)
                for call in rules.calls:
                    called[call,].append(ahead)
                if len(rules.calls) > 1:
                    called[rules.calls].append(ahead)
    assert {line.player: line.won for line in season.standings} == {n: won[n] for n in matches}
    assert {line.player: line.matches for line in season.standings} == matches
    assert {line.player: line.contracts for line in season.standings} == contracts
    assert {line.player: line.made for line in season.standings} == made
    assert sum(line.won for line in season.standings) == len(drawn)
    assert sum(line.fair for line in season.standings) == len(drawn)
    assert sum(line.higher for line in season.standings) * 2 == sum(
        line.opponents for line in season.standings
    )
    for line in season.bids:
        assert line.made == by_bid[line.player, line.bid, True]
        assert line.contracts - line.made == by_bid[line.player, line.bid, False]
    assert sum(line.contracts for line in season.bids) == sum(by_bid.values())
    for pair in season.pairs:
        assert pair.higher == higher[pair.player, pair.other]
        assert pair.lower == higher[pair.other, pair.player]
        assert pair.matches == pair.higher + pair.level + pair.lower
    assert {(g.game, p.player): p.points for g in season.games for p in g.players} == points
    assert {line.calls: line.times for line in season.calls} == {
        calls: len(each) for calls, each in called.items()
    }
    for call in season.calls:
        assert call.ahead == sum(called[call.calls]) / len(called[call.calls])
        assert sum(caller.times for caller in call.callers) == call.times
    made_by_all = sum(line.made for line in season.standings)
    par = sum(line.par for line in season.standings)
    assert abs(par - made_by_all) <= Fraction(len(season.standings), 100)


@settings(max_examples=20, deadline=None)
@given(SEASONS, st.randoms(use_true_random=False))
def test_the_order_of_the_matches_is_nothing(drawn: list[Drawn], random: Random) -> None:
    matches = [one.match for one in drawn]
    shuffled = random.sample(matches, len(matches))
    assert aggregate_matches(shuffled) == aggregate_matches(matches)


@settings(max_examples=20, deadline=None)
@given(SEASONS)
def test_years_part_a_season(drawn: list[Drawn]) -> None:
    matches = [one.match for one in drawn]
    whole = aggregate_matches(matches)
    years = {year: aggregate_matches(matches, year) for year in whole.years}
    assert sum(len(one.matches) for one in years.values()) == len(whole.matches) == len(drawn)
    for player in whole.standings:
        parts = [
            line for one in years.values() for line in one.standings if line.player == player.player
        ]
        assert sum(line.won for line in parts) == player.won
        assert sum(line.contracts for line in parts) == player.contracts


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("file", ["called.clag", "low.clag"])
def test_a_paper_sheet_counts_as_the_match_does(file: str, seed: int) -> None:
    """Every contract is told by bids, tricks and totals; only the cards are not."""
    record = record_of(played(file, PEOPLE[:3], seed), file)
    whole, paper = finished(record, file, ""), finished(figures_only(record), file, "")
    assert whole == paper


@pytest.mark.parametrize("seed", range(6))
def test_a_score_sheet_counts_as_its_record(seed: int) -> None:
    state = played("called.clag", PEOPLE[:3], seed)
    sheet = game("called.clag").keep(PEOPLE[:3])
    for deal in state.history:
        dealing = deal.dealing
        if dealing.rules.calls:
            sheet = sheet.apply(f"call {', '.join(dealing.rules.calls)}")
        for bid in dealing.bids if sheet.phase == "bid" else ():
            sheet = sheet.apply(f"bid {bid}")
        tricks = [[trick.winner for trick in deal.tricks].count(seat) for seat in range(3)]
        sheet = sheet.apply(f"won {' '.join(map(str, tricks))}")
    assert sheet.totals == state.totals
    of_sheet = match_of_sheet(sheet, "", "2026-01-31", "at Bob's")
    record = replace(sheet.record(), played=date(2026, 1, 31), note="at Bob's")
    assert of_sheet == finished(record, "called.clag", "")
    assert of_sheet == replace(
        finished(record_of(state, "called.clag"), "called.clag", ""),
        played="2026-01-31",
        note="at Bob's",
    )


# --- who comes and goes -------------------------------------------------------------------


def kept(*entries: str) -> FinishedMatch:
    sheet = game("low.clag").keep(("Ann", "Bob", "Cai", "Dot"))
    for entry in entries:
        sheet = sheet.apply(entry)
    assert sheet.over
    record = sheet.record()
    assert match_of_sheet(sheet, "") == finished(record, "low.clag", "")
    return match_of_sheet(sheet, "")


def lines_of(season: Season) -> dict[str, tuple[int, Fraction, int, int]]:
    return {
        line.player: (line.matches, line.won, line.left, line.contracts)
        for line in season.standings
    }


def test_who_leaves_has_contracts_and_no_match() -> None:
    match = kept("bids 0 0 0 0", "won 1 0 0 0", "leave Dot", "bids 0 0 0", "won 2 0 0")
    assert match.places == (3, 1, 1, None)
    season = aggregate_matches([match])
    assert lines_of(season) == {
        "Ann": (1, Fraction(0), 0, 2),
        "Bob": (1, Fraction(1, 2), 0, 2),
        "Cai": (1, Fraction(1, 2), 0, 2),
        "Dot": (0, Fraction(0), 1, 1),
    }
    assert sum(line.won for line in season.standings) == 1
    assert not any("Dot" in (pair.player, pair.other) for pair in season.pairs)
    assert season.matches[0].players[-1].place is None
    assert [line.fair for line in season.standings if line.player == "Ann"] == [Fraction(1, 3)]


def test_who_takes_a_place_has_the_match_that_the_other_has_left() -> None:
    match = kept("bids 0 0 0 0", "won 1 0 0 0", "join Eve for Dot", "bids 0 0 0 0", "won 2 0 0 0")
    assert match.players == ("Ann", "Bob", "Cai", "Dot", "Eve")
    assert match.places[3] is None
    lines = lines_of(aggregate_matches([match]))
    assert (lines["Dot"][0], lines["Dot"][2:]) == (0, (1, 1))
    assert (lines["Eve"][0], lines["Eve"][2:]) == (1, (0, 1))


def test_who_comes_late_and_who_sits_out_are_part_of_the_match() -> None:
    """Dot sits the second deal out; Eve, who joins at the highest total, has one contract."""
    match = kept(
        "bids 0 0 0 0",
        "won 1 0 0 0",
        "out Dot",
        "join Eve after Ann",
        "bids 0 0 0 0",
        "won 1 1 0 0",
    )
    lines = lines_of(aggregate_matches([match]))
    assert lines["Eve"][0] == lines["Dot"][0] == 1
    assert lines["Eve"][3] == lines["Dot"][3] == 1
    assert match.totals[4] == 2 + 2, "she began at 2, where Ann stood, and scored 2"


# --- as a designer would have it ----------------------------------------------------------


def made_up(
    title: str, *places: int, calls: int = 0, day: str = "", **more: object
) -> FinishedMatch:
    """A match of Ann, Bob and so on with these places; the first of them has called so often."""
    deal = CountedDeal("called", (0, 1), 0, ("Misere",), (None, None), (9, 3), (True, None))
    match = FinishedMatch(
        "x",
        PlayedGame(title, (), "sha256:1", low_wins=False),
        day,
        "",
        PEOPLE[: len(places)],
        (),
        tuple(10 - place for place in places),
        places,
        (deal,) * calls,
    )
    return replace(match, **more)


def test_points_of_different_games_are_not_added() -> None:
    season = aggregate_matches([made_up("A", 1, 2), made_up("B", 2, 1)])
    assert [(line.game, line.matches) for line in season.games] == [("A", 1), ("B", 1)]
    assert {line.points for game in season.games for line in game.players} == {9, 8}


def test_games_of_one_name_and_other_rules_are_two() -> None:
    other = PlayedGame("A", (), "sha256:abcdefghijk", low_wins=False)
    season = aggregate_matches([made_up("A", 1, 2), made_up("A", 1, 2, game=other)])
    assert [line.game for line in season.games] == ["A, rules 1", "A, rules abcdefgh"]


def test_games_with_other_parameters_are_two() -> None:
    other = PlayedGame("A", ("hook = true",), "sha256:1", low_wins=False)
    season = aggregate_matches([made_up("A", 1, 2), made_up("A", 1, 2, game=other)])
    assert [line.game for line in season.games] == ["A", "A (hook = true)"]


def test_a_program_is_nobody_of_the_circle() -> None:
    season = aggregate_matches(
        [made_up("A", 1, 2, programs=(1,)), made_up("A", 1, 2, note="again")]
    )
    assert [line.player for line in season.standings] == ["Ann", "Bob", "Bob (bot)"]


def test_what_was_called_seldom_stands_behind() -> None:
    often = made_up("A", 1, 2, calls=FEW_TIMES)
    [deal] = {*often.deals}
    seldom = replace(deal, calls=("Nuloss",), points=(99, 0))
    both = replace(often, deals=(*often.deals, *[seldom] * (FEW_TIMES - 1)))
    assert [line.calls for line in aggregate_matches([both]).calls] == [("Misere",), ("Nuloss",)]
    both = replace(both, deals=(*both.deals, seldom))
    assert [line.calls for line in aggregate_matches([both]).calls] == [("Nuloss",), ("Misere",)]


def test_a_call_in_a_deal_of_unknown_points_is_not_counted() -> None:
    match = made_up("A", 1, 2, calls=1)
    unknown = replace(match.deals[0], points=(9, None))
    assert aggregate_matches([replace(match, deals=(unknown,))]).calls == ()


def test_places_are_shared_and_of_the_same_wins_who_outscored_more_is_first() -> None:
    season = aggregate_matches([made_up("A", 1, 2, 3), made_up("A", 2, 1, 3, note="again")])
    assert [(line.place, line.player) for line in season.standings] == [
        (1, "Ann"),
        (1, "Bob"),
        (3, "Cai"),
    ]
    season = aggregate_matches([made_up("A", 1, 2, 3), made_up("A", 3, 1, 2, note="again")])
    assert [line.player for line in season.standings] == ["Bob", "Ann", "Cai"]


def test_matches_without_a_day_are_of_no_year() -> None:
    matches = [made_up("A", 1, 2), made_up("A", 1, 2, day="2026-01-31")]
    season = aggregate_matches(matches, 2026)
    assert (season.undated, season.years, len(season.matches)) == (1, (2026,), 1)
    assert len(aggregate_matches(matches).matches) == 2


def test_a_contract_whose_bid_is_not_written_counts_in_par_as_it_ended() -> None:
    """The totals tell that Ann missed one bid, and that Bob and Cai made theirs."""
    deals = (
        RecordedDeal(number=1, bids=("?", "?", "?"), won=(1, 0, 0), totals=(2, 0, 0)),
        RecordedDeal(number=2, bids=(0, 0, 1), won=(0, 1, 1), totals=(2, 2, 1)),
    )
    record = Record("low.clag", PEOPLE[:3], deals, dealer="Ann")
    season = aggregate_matches([finished(record, "low.clag", "a.toml")])
    # Of the two bids of 0 that are written, one was made.
    assert {line.player: (line.contracts, line.made, line.par) for line in season.standings} == {
        "Ann": (2, 1, Fraction(1, 2)),
        "Bob": (2, 1, Fraction(3, 2)),
        "Cai": (2, 2, Fraction(2)),
    }
    assert sum(line.contracts for line in season.bids) == 3


def test_par_counts_deals_of_one_name_together_and_says_so() -> None:
    """Three of four bids of 0 are made, two of the three with one card."""
    deals = (
        RecordedDeal(number=1, bids=(0, 0, 0), won=(1, 0, 0), totals=(2, 0, 0)),
        RecordedDeal(number=2, bids=(0, 1, 1), won=(0, 1, 1), totals=(2, 1, 1)),
    )
    record = Record("low.clag", PEOPLE[:3], deals, dealer="Ann")
    season = aggregate_matches([finished(record, "low.clag", "a.toml")])
    par = {(line.player, line.bid): line.par for line in season.bids}
    assert par["Bob", 0] == Fraction(3, 4)
    pooled = "deals of the same name and game, whatever their cards and players"
    assert pooled in page(season)
    columns = [column for table in TABLES.values() for column in table.columns]
    assert [pooled in column.meaning for column in columns if column.heading == "par"] == [
        True,
        True,
    ]
