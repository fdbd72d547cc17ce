"""The bounds of runs and tallies are those of all the matches that can be played.

Tiny games are played out: every bid, every winner of every trick; what the prover says of each deal
is compared with what came about in it. Runs are compared with all that they are at once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import product
from operator import eq
from typing import TypeAlias

import pytest

from clagdsl.check.checker import check_text
from clagdsl.check.prove.deal_case import PastBounds, Scoring
from clagdsl.check.prove.history_bounds import PastProofs, Scorings
from clagdsl.check.prove.parameter_space import Setting
from clagdsl.lang.expr.evaluate import EvaluationError, evaluate
from clagdsl.lang.rules import FixedBid, NoBid, Past, Value
from clagdsl.table.schedule import ScheduledDeal

PLAYERS = 2
Names: TypeAlias = dict[str, Value]
GAME = """clag 2
game "X"
players 2
param each = 1 in 1 to 2 "for a trick"
PAST
deal n
  trump none
  bid BID
  trick worth WORTH
  score points
deal o is n with
  bid OTHER
  trick worth WORTH_TOO
schedule SCHEDULE
winner highest total, then shared
"""


def game_text(
    past: str,
    *,
    bid: str = "in turn",
    other: str = "none",
    worth: str = "1",
    worth_too: str = "1",
    schedule: str = "1 card: n",
) -> str:
    """A game with these parts."""
    parts = {"WORTH_TOO": worth_too, "WORTH": worth, "PAST": past, "BID": bid, "OTHER": other}
    text = GAME.replace("SCHEDULE", schedule)
    for name, part in parts.items():
        text = text.replace(name, part)
    return text


@dataclass(frozen=True)
class Said:
    """What the prover says of the runs and tallies of a table, and how deals are scored there."""

    past: Sequence[Past]
    setting: Setting
    schedule: Sequence[ScheduledDeal]
    scorings: Scorings
    bounds: Sequence[PastBounds]

    def rules(self, dealt: ScheduledDeal, cards: int) -> Scoring:
        """How the plain deal is scored."""
        return next(iter(self.scorings(dealt.name, dealt.number, cards)))


@pytest.fixture
def said(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], list[Said]]:
    """Checks a game, and tells what was said of its runs and tallies at each table."""
    before = PastProofs.before
    found: list[Said] = []

    def noted(
        self: PastProofs, setting: Setting, schedule: Sequence[ScheduledDeal], scorings: Scorings
    ) -> list[PastBounds]:
        bounds = before(self, setting, schedule, scorings)
        found.append(Said(self.past, setting, schedule, scorings, bounds))
        return bounds

    monkeypatch.setattr(PastProofs, "before", noted)

    def check(text: str) -> list[Said]:
        found.clear()
        check_text(text)
        return list(found)

    return check


def figures(setting: Setting, dealt: ScheduledDeal, cards: int, rules: Scoring) -> Iterator[Names]:
    """The figures of the first player in every way in which a deal can go."""
    choices: Sequence[int] = range(cards + 1)
    if isinstance(rules.bid, FixedBid):
        choices = [rules.bid.number] if rules.bid.number <= cards else []
    known = {**setting.names, "deal": dealt.number, "cards": cards}
    for winners in product(range(PLAYERS), repeat=cards):
        taken = [winners.count(player) for player in range(PLAYERS)]
        most = max(taken)
        of_tricks = known | {"tricks": taken[0], "most": most, "most_count": taken.count(most)}
        with suppress(EvaluationError):
            numbers = range(1, cards + 1)
            worths = [int(evaluate(rules.trick_worth, known | {"trick": n})) for n in numbers]
            of_tricks["points"] = sum(w for w, by in zip(worths, winners, strict=True) if by == 0)
        if isinstance(rules.bid, NoBid):
            yield of_tricks
            continue
        for bids in product(choices, repeat=PLAYERS):
            made = list(map(eq, bids, taken))
            of_bids = {"bid": bids[0], "bids": sum(bids), "made": made[0], "makers": sum(made)}
            yield of_tricks | of_bids


def added(past: Past, said: Said, dealt: ScheduledDeal, cards: int) -> tuple[int, int]:
    """The least and the most that a deal adds; nothing where it has no figure that counts."""
    rules = said.rules(dealt, cards)
    values = [0]
    for names in figures(said.setting, dealt, cards, rules):
        with suppress(EvaluationError, KeyError):
            values.append(int(evaluate(past.expression, names)))
    known = values[1:] or values
    return min(known), max(known)


def played(past: Past, said: Said) -> Iterator[tuple[int, int]]:
    """The least and the most before every deal, and after the last."""
    low = high = 0
    yield low, high
    for dealt in said.schedule:
        each = [added(past, said, dealt, cards) for cards in range(dealt.low, dealt.high + 1)]
        low, high = low + min(one[0] for one in each), high + max(one[1] for one in each)
        yield low, high


PASTS = """tally all = tricks - bid
tally missed = 0 when made, otherwise 3 * bid + 1
tally got = points
tally late = deal * tricks - cards
tally lost = -points - 1
tally alone = most_count
tally sure = 6 // bid
tally never = 6 // (cards - cards)
tally third = 6 // (3 - points)
tally first = 6 // (points - 1)
tally level = 10 * deal + each
tally all_made = makers * each
"""
SCHEDULES = [
    "2 cards: n; then 1 card: o",
    "1 card: n, o, n",
    "1 up to 3 cards: n; then 1 card: o",
    "dealer picks 1 to 2 cards: n; then 1 card: o, n",
]
WAYS = [
    {"bid": "in turn", "worth": "trick"},
    {"bid": "in turn", "worth": "2 - trick"},
    {"bid": "fixed 1", "worth": "each", "worth_too": "-each"},
    {"bid": "fixed 2", "other": "in turn", "worth": "6 // (trick - 1)", "worth_too": "each"},
    {"bid": "none", "other": "in turn", "worth": "3 - 2 * trick", "worth_too": "each * cards"},
]


@pytest.mark.parametrize("way", WAYS, ids=str)
def test_runs_and_tallies_lie_where_play_brings_them(
    said: Callable[[str], list[Said]], way: dict[str, str]
) -> None:
    for schedule in SCHEDULES:
        rows = schedule.replace("; then", "\n  then")
        found = said(game_text(PASTS, schedule=rows, **way))
        assert len(found) == 2
        for table in found:
            for number, past in enumerate(table.past):
                figures = [each.others[number][1] for each in table.bounds]
                here = [(each[0], each[-1]) for each in figures]
                assert here == list(played(past, table)), (past.name, schedule)


# --- runs ---------------------------------------------------------------------------------

RUNS = """run hits when made
run misses when not made
run zeros when bid = 0
run all when tricks = cards
run alone when makers = 1 and made
"""
READ = [
    "points + hits - misses",
    "zeros + hits + all",
    "hits when misses > 0, otherwise alone + zeros",
    "hits + misses + zeros + all + alone",
]


def truths(said: Said, runs: Sequence[Past], dealt: ScheduledDeal) -> set[tuple[bool | None, ...]]:
    """Which conditions hold in the ways in which a deal can go; None where a run does not count."""
    every = set()
    for cards in range(dealt.low, dealt.high + 1):
        for names in figures(said.setting, dealt, cards, said.rules(dealt, cards)):
            row: list[bool | None] = []
            for run in runs:
                try:
                    row.append(evaluate(run.expression, names) is True)
                except KeyError:
                    row.append(None)
            every.add(tuple(row))
    return every


def states_played(said: Said, runs: Sequence[Past]) -> list[set[tuple[int, ...]]]:
    """All that the runs of a player are together before every deal, and after the last."""
    states = [{(0,) * len(runs)}]
    for dealt in said.schedule:
        rows = truths(said, runs, dealt)
        following = set()
        for now, row in product(states[-1], rows):
            pairs = zip(now, row, strict=True)
            following.add(tuple(n if holds is None else (n + 1) * holds for n, holds in pairs))
        states.append(following)
    return states


@pytest.mark.parametrize("read", READ)
def test_runs_are_kept_in_the_combinations_that_play_reaches(
    said: Callable[[str], list[Said]], read: str
) -> None:
    ways = [{"bid": "in turn"}, {"bid": "fixed 1"}, {"bid": "none", "other": "in turn"}]
    for schedule, way in product(SCHEDULES, ways):
        rows = schedule.replace("; then", "\n  then")
        text = game_text(RUNS, schedule=rows, **way).replace("score points", f"score {read}")
        for table in said(text)[:1]:
            (together,) = {each.names for bounds in table.bounds for each in bounds.runs}
            runs = [next(run for run in table.past if run.name == name) for name in together]
            kept = [set(bounds.runs[0].values()) for bounds in table.bounds]
            assert kept == states_played(table, runs), (read, schedule, way)


def test_what_a_limit_forbids_is_kept_as_well(said: Callable[[str], list[Said]]) -> None:
    limit = "  bid in turn\n  each bid keeps bid > 0 or zeros < 1, otherwise free"
    text = game_text(RUNS, schedule="repeat 3 times 1 card: n\n  then 1 card: o")
    text = text.replace("  bid in turn", limit).replace("score points", "score hits + zeros")
    (table, *_) = said(text)
    kept = {each.names: set(each.values()) for each in table.bounds[3].runs}
    assert {(0, 2), (3, 1)} <= kept["hits", "zeros"]
    assert kept["zeros",] == {(0,), (1,), (2,), (3,)}


def test_runs_that_exclude_each_other_have_two_states_a_deal(
    said: Callable[[str], list[Said]],
) -> None:
    schedule = "repeat 27 times 1 card: n\n  then 1 card: o"
    text = game_text(RUNS, schedule=schedule, other="in turn")
    (table, *_) = said(text.replace("score points", "score hits - misses"))
    assert [len(each.runs[0].states) for each in table.bounds] == [1, *range(2, 58, 2)]


def test_no_more_runs_are_combined_than_something_reads() -> None:
    """Sixteen runs that can be true together, of which no formula reads more than two."""
    runs = "".join(f"run r{n} when tricks != {n}\n" for n in range(16))
    deals = "".join(
        f"deal d{n}\n  trump none\n  bid in turn\n  score tricks + r{n} - r{(n + 1) % 16}\n"
        for n in range(16)
    )
    names = ", ".join(f"d{n}" for n in range(16))
    text = f'clag 2\ngame "X"\nplayers 3\n{runs}{deals}schedule 16 cards: {names}\n'
    assert not check_text(text + "winner highest total, then shared\n").diagnostics


ALL_STANDS = [
    ("tally t = tricks - bid", "t", {0, *range(-2, 3), *range(-4, 5)}),
    ("tally t = 1 + tricks", "t", {0, *range(1, 4), *range(2, 7)}),
    ("run z when bid = 0", "z", {0, 1, 2}),
    ("run z when made\nrun y when not made", "10 * z + y", {0, 1, 2, 10, 20}),
    (
        "run z when bid = 0\ntally t = 1 + tricks",
        "10 * z + t",
        {10 * z + t for z in range(3) for t in range(7)},
    ),
]


@pytest.mark.parametrize(("past", "read", "reached"), ALL_STANDS)
def test_a_score_is_proved_for_every_way_to_stand_before_any_deal(
    past: str, read: str, reached: set[int]
) -> None:
    """Whatever the parameters are, by which the schedule is longer or shorter."""
    text = (
        f'clag 2\ngame "X"\nplayers 2\nparam many = 1 in 1 to 3 "deals"\n'
        f"{past}\ndeal n\n  trump none\n  bid in turn\n"
        f"  score 6 // ({read} - AWAY)\nschedule repeat many times 2 cards: n\n"
        "winner highest total, then shared\n"
    )
    for away in range(-6, 30):
        told = [each.code for each in check_text(text.replace("AWAY", f"({away})")).diagnostics]
        assert ("P310" in told) == (away in reached), away


# --- tallies and runs of scores -------------------------------------------------------------

OWN_SCORES = [
    "tricks + 2 * bid",
    "2 * tricks when mine < 2, otherwise -1",
    "3 - mine when made, otherwise 0",
    "tricks - bid - (2 when mine >= 3 or 0 - 2 >= mine, otherwise 0)",
    "5 when mine = 2 and not made, 2 when made and mine != 7, otherwise 0",
    "tricks + high",
]
OWN = """tally mine = TALLY
run high when scored > 1
"""


def totals_played(said: Said, formula: str) -> list[set[tuple[int, int]]]:
    """All that a player's tally and run are together before every deal, and after the last."""
    states = [{(0, 0)}]
    for dealt in said.schedule:
        after = set()
        rules = said.rules(dealt, dealt.low)
        for mine, high in states[-1]:
            for names in figures(said.setting, dealt, dealt.low, rules):
                score = int(evaluate(rules.score, names | {"mine": mine, "high": high}))
                added = score if formula == "scored" or not names["made"] else score + 1
                after.add((mine + added, high + 1 if score > 1 else 0))
        states.append(after)
    return states


@pytest.mark.parametrize("score", OWN_SCORES)
@pytest.mark.parametrize("formula", ["scored", "scored + 1 when made, otherwise scored"])
def test_a_total_has_the_values_that_play_reaches(
    said: Callable[[str], list[Said]], score: str, formula: str
) -> None:
    text = game_text(OWN.replace("TALLY", formula), schedule="repeat 3 times 2 cards: n, o")
    text = text.replace("bid OTHER", "bid in turn").replace("bid none", "bid in turn")
    (table, *_) = said(text.replace("score points", f"score {score}"))
    played = totals_played(table, formula)
    kept = [set(dict(bounds.others)["mine"]) for bounds in table.bounds]
    if "high" in score:  # a tally can have any of its values with any state of the runs
        assert all(
            have >= {mine for mine, _ in now} for have, now in zip(kept, played, strict=True)
        )
    else:
        assert kept == [{mine for mine, _ in now} for now in played]


def test_a_game_to_exactly_a_hundred_never_passes_it() -> None:
    text = """clag 2
game "Hundred"
players 3 to 4
tally mine = scored
deal normal
  trump none
  bid in turn
  each bid keeps LIMIT
  score 10 + 3 * tricks when made and mine + 10 + 3 * tricks <= 100, -5 when mine >= 5 and not made,
    otherwise 0
schedule repeat 20 times 5 cards: normal
winner highest total, then shared
"""
    codes = [
        [each.code for each in check_text(text.replace("LIMIT", limit)).diagnostics]
        for limit in ("mine >= 0 and mine <= 100", "mine < 100", "mine > 0", "mine != 96")
    ]
    assert codes == [[], ["P306"], ["P306"], ["P306"]]


@pytest.mark.parametrize("away", range(-3, 12))
def test_one_value_stands_for_those_between_two_constants(away: int) -> None:
    """A tally that is only compared fails for the values that it can have, and no others."""
    text = (
        'clag 2\ngame "X"\nplayers 2\ntally t = tricks\n'
        "deal n\n  trump none\n  bid in turn\n"
        f"  score 6 // (0 when t = {away}, 2 when t > 3, otherwise 1)\n"
        "schedule repeat 3 times 2 cards: n\nwinner highest total, then shared\n"
    )
    told = [each.code for each in check_text(text).diagnostics]
    assert ("P310" in told) == (away in range(5))


BLIND_NIL = """clag 2
game "Blind Nil"
players 4
tally bags = tricks - bid when tricks > bid, otherwise 0
deal normal
  trump spades
  sight by choice
  bid in turn
  score 200 when bid = 0 and made and blind, 100 when bid = 0 and made, -200 when bid = 0 and blind,
    -100 when bid = 0,
    10 * bid + (tricks - bid) - 100 * ((bags + tricks - bid) // 10 - bags // 10) when tricks >= bid,
    otherwise -10 * bid
param deals = 30 in 1 to 60 "deals"
schedule repeat deals times 13 cards: normal
ends when highest_total >= 500
winner highest total, then shared
"""


def test_a_tally_that_grows_for_sixty_deals_is_proved_to_the_end() -> None:
    assert not check_text(BLIND_NIL).diagnostics
