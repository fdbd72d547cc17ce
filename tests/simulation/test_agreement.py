"""The simulator and the interpreter play the same matches, decision by decision.

How many deals are compared is planned before anything is played: each test asserts that it has
compared what was planned for it, one test that the plan is large enough.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from simulator_games import compare, interpreted
from simulator_luck import documented
from simulator_rules import values_of

import clagdsl
from clagdsl.api import PlayableGame
from clagdsl.lang.rules import Value
from clagdsl.problems.model import ArgumentError

CORNERS = {
    "the number of the deal in a limit on each bid": """
      bid in turn each bid keeps bid != deal % 2 score tricks completed not counted""",
    "the number of the deal in a limit on the last bid": """
      bid in turn last bid keeps bids % 3 != deal % 3 score tricks completed not counted""",
    "the number of the deal behind otherwise": """
      bid in turn each bid keeps bid > 9, otherwise bid != deal % 2 score 1""",
    "the number of the deal behind otherwise for the last": """
      bid in turn last bid keeps bid > 9, otherwise bid != deal % 2 score 1""",
    "both limits": """
      bid in turn each bid keeps bid != 1 last bid keeps bids != cards score tricks""",
    "a limit that looks at the sum alone": """
      bid in turn each bid keeps bids < 3, otherwise bid = 2 score tricks""",
    "the number of the deal in the score": "bid none score deal completed not counted",
    "the number of the deal in the contract": "bid none score 1 completed when tricks < deal - 1",
    "tricks of one value": "trick worth 3 bid none score points completed not counted",
    "tricks of other values": "trick worth 2 - trick bid none score points completed not counted",
    "the most tricks": "bid none score most completed not counted",
    "how many took the most": "bid none score most_count completed not counted",
    "how many made it": "bid in turn score makers completed not counted",
    "the sum of the bids": "bid in turn score bids completed not counted",
    "the bid": "bid in turn score bid completed not counted",
    "made alone": "bid in turn score 1 when made, otherwise 0 completed not counted",
    "a contract of others": "bid in turn score 1 completed when makers > 1 and most_count = 1",
    "fixed bids": "bid fixed 1 score 2 * bid + bids + makers",
    "alike but for the bids": "bid in turn score bid deal b is a with bid fixed 1",
    "alike but for the contract": """
      bid in turn score tricks deal b is a with completed when bid = 0""",
    "alike but for the values": """
      trick worth 1 bid none score points completed not counted
      deal b is a with trick worth trick""",
    "alike but for the limit": """
      bid in turn score bid deal b is a with last bid keeps bids != cards""",
    "anything may follow": "follow anything bid in turn score tricks",
    "a call that makes the winner deal": """
      bid in turn score tricks call by dealer at most one of x twist x next dealer winner
      deal b trump turned bid in turn score bid""",
    "calls of the dealer that change everything": """
      bid in turn score bid call by dealer one of x, y any of z
      twist x wild 2 3 4 5 6 7 8 9
      twist y wild 2 3 4 5 6 7 8 9 in suit
      twist z trick worth trick score points""",
    "calls of the winner, who leads": """
      bid none score tricks completed not counted lead caller next dealer left won by any points
      call by winner of last deal at most one of x, y, b
      twist x play top card wild K Q J next dealer winner
      twist y rank 2 3 4 5 6 7 8 9 10 J Q K A follow anything
      deal b is a with trump named by caller any order""",
}
"""Deals named `a`, and sometimes `b`, each with one thing that few games have."""

RULES = Path(__file__).parent.parent.parent / "rules"
FILES = sorted(RULES.rglob("*.clag"))
GAMES: dict[Path, PlayableGame] = {}

ROUNDS = 8
"""How many matches are played at every table with the parameters as they are."""

ENOUGH = 20_000
MANY = 5_000_000

EVERYTHING = """clag 1
game "Everything"
players 2 to 5
param worth = 2 in 1 to 3 "the value of a trick"
deal normal
  trump turned
  bid in turn
  each bid keeps bid != 1 or deal > 2, otherwise bid >= 0
  last bid keeps bids != cards and bids % 3 != 2, otherwise bids != cards
  trick worth worth * trick - 3
  score points - bid + makers * deal when made, otherwise tricks
  completed when points > 2 * bid
  won by any points
  next dealer winner
  lead dealer
deal Wild is normal with
  wild 2 J in suit
  play top card
deal Free is normal with
  trump order H C D S
  follow anything
  wild A
  score tricks - most + bids when most_count = 1, otherwise -bids
deal Fixed is normal with
  trump named by dealer any order
  bid fixed 2
  wild 3 4 5 in suit
schedule
  1 up to 4 cards: normal, Wild, Free
  then 2 up to 5 cards: Fixed
  then dealer picks 2 to 5 cards: Wild, Free
winner most completed, then fewest failed, then shared
"""


@dataclass(frozen=True)
class Plan:
    """Matches that one test plays at one table."""

    path: Path
    players: int
    parameters: Mapping[str, Value] = field(default_factory=dict)
    matches: int = 2

    def __str__(self) -> str:
        chosen = [f"{name}={value}" for name, value in self.parameters.items()]
        return "-".join([self.path.stem, str(self.players), *chosen])

    @property
    def deals(self) -> int:
        """How many deals that are."""
        return self.matches * len(load(self.path).deals(self.players, self.parameters))

    def run(self, seed: int, first: int) -> int:
        """Play and compare all of it; how many deals that were."""
        matches = range(first, first + self.matches)
        return compare(load(self.path), self.players, seed, matches, self.parameters)


def load(path: Path) -> PlayableGame:
    if path not in GAMES:
        GAMES[path] = clagdsl.load(path)
    return GAMES[path]


def tables(matches: int) -> Iterator[Plan]:
    """Every variant and house file with every number of players."""
    for path in FILES:
        low, high = load(path).rules.players
        for players in range(low, high + 1):
            yield Plan(path, players, matches=matches)


def grid() -> Iterator[Plan]:
    """Every parameter at some values of its range, then all of them changed at once.

    The number of players goes round.
    """
    turn = 0
    for path in FILES:
        rules = load(path).rules
        low, high = rules.players
        others = {each.name: values_of(each)[1:] for each in rules.parameters}
        settings = [{name: value} for name, values in others.items() for value in values]
        settings += [{name: values[0] for name, values in others.items()}] * bool(others)
        for setting in settings:
            yield Plan(path, low + turn % (high + 1 - low), setting)
            turn += 1


TABLES = list(tables(ROUNDS))
GRID = list(grid())


def test_the_plan_is_large_enough() -> None:
    assert sum(plan.deals for plan in (*TABLES, *GRID)) >= ENOUGH
    assert sum(plan.deals for plan in long_plans()) >= MANY
    seen = {(plan.path, plan.players) for plan in TABLES}
    assert len(seen) == len(TABLES)
    assert {path for path, _ in seen} == set(FILES)


@pytest.mark.parametrize("number", range(len(TABLES)), ids=[*map(str, TABLES)])
def test_every_variant_at_every_table(number: int, count_deals: Callable[[int], None]) -> None:
    plan = TABLES[number]
    compared = plan.run(seed=7, first=1000 * number)
    assert compared == plan.deals
    count_deals(compared)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_parameter(path: Path, count_deals: Callable[[int], None]) -> None:
    plans = [plan for plan in GRID if plan.path == path]
    compared = sum(plan.run(seed=2**64 - 1, first=123) for plan in plans)
    assert compared == sum(plan.deals for plan in plans)
    count_deals(compared)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_interpreter_is_driven_as_anybody_drives_it(path: Path) -> None:
    """What the other tests leave out, the judge and the seed, changes nothing."""
    game = load(path)
    state = game.start(seed=5, match=2**32 - 1)
    luck = documented(5, range(2**32 - 1, 2**32), len(state.table.schedule), 100)
    course = interpreted(state.table, luck.packs[0].tolist(), luck.words[0].tolist())
    while not state.over:
        action = clagdsl.random_action(state)
        assert action is not None
        state = state.apply(str(action))
    assert state.position.standing == course.position.standing


def corner(name: str) -> PlayableGame:
    """A game with one of the corners."""
    text = CORNERS[name]
    return clagdsl.load(
        text=f"""clag 1
game "Corner"
players 2 to 4
deal a trump turned {text}
schedule repeat 3 times dealer picks 2 to 3 cards: a{", b" * ("deal b" in text)}
  then repeat 3 times 2 cards: a{", b" * ("deal b" in text)}
winner most completed, then fewest failed, then highest total, then shared
"""
    )


@pytest.mark.parametrize("name", CORNERS)
def test_one_thing_that_few_games_have(name: str) -> None:
    for players in (2, 3, 4):
        compare(corner(name), players, 1, range(12))


@pytest.mark.parametrize(("players", "worth"), [(2, 1), (3, 3), (5, 2)])
def test_what_no_bundled_variant_has(players: int, worth: int) -> None:
    game = clagdsl.load(text=EVERYTHING)
    compare(game, players, 2**32, range(2**32 - 4, 2**32), {"worth": worth})


def test_what_does_not_fit_is_refused() -> None:
    game = clagdsl.load(
        text="""clag 1
game "Much"
players 3 to 3
deal normal
  trump turned
  bid in turn
  score bid + tricks + most + most_count + makers + bids
schedule
  17 cards: normal
winner highest total, then shared
"""
    )
    with pytest.raises(ArgumentError) as refused:
        game.simulate(1)
    assert refused.value.code == "U627"


def long_plans() -> list[Plan]:
    """The tables again, each with its share of many deals."""
    share = -(-MANY // len(TABLES))
    return [Plan(p.path, p.players, matches=-(-share // (p.deals // ROUNDS))) for p in TABLES]


@pytest.mark.long
@pytest.mark.parametrize("number", range(len(TABLES)), ids=[*map(str, TABLES)])
def test_five_million_deals(number: int, count_deals: Callable[[int], None]) -> None:
    """Each table is a shard of its own: run one again with `-k`, the failed ones with `--lf`."""
    plan = long_plans()[number]
    compared = plan.run(seed=number, first=0)
    assert compared == plan.deals
    count_deals(compared)
