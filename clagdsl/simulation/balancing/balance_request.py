"""The request for a balance, and the tables where its matches are played."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from os.path import normpath
from typing import Final

from clagdsl import problems
from clagdsl.check.checker import game_of
from clagdsl.check.loader import is_bundled_name
from clagdsl.check.proof_cache import ProvedRules
from clagdsl.engine.players.named_players import COMPILED, check_player
from clagdsl.simulation.request_error import check_seed, check_threads, wrong_request
from clagdsl.simulation.runs.request import Played, RulesSource, Setting, read_tables
from clagdsl.table.table import Table

MOST_PACKS: Final = 100_000
FEWEST_PACKS: Final = 2
"""The minimum number of sets of packs, because a single set does not reveal any spread."""

STEADY_PACKS: Final = 1000
"""The default number of sets of packs if the players are compiled."""

MINUTE: Final = 24_000_000
"""The amount of work that a searching player does in about a minute on one core.

It is measured by the square of the number of decisions in a match, summed over matches.
"""

MOST_SEARCHED: Final = 100
FEWEST_SEARCHED: Final = 4


@dataclass(frozen=True, slots=True)
class BalanceRequest:
    """The settings of a balance."""

    rules: RulesSource
    packs: int | None = None
    """The number of sets of packs; by default, as many as can be played in a minute."""
    players: int | None = None
    seed: int = 0
    player: str = "steady"
    parameters: Mapping[str, Setting] = field(default_factory=dict)
    against: RulesSource | None = None
    """The rules to compare with; by default, the rules that the file extends."""
    against_parameters: Mapping[str, Setting] = field(default_factory=dict)
    threads: int = 1

    def check(self) -> None:
        """Raises ArgumentError if a setting is out of range."""
        check_player(self.player)
        packs = self.packs
        if packs is not None and not (type(packs) is int and FEWEST_PACKS <= packs <= MOST_PACKS):
            raise problems.arguments.WrongSimulation(
                f"`{packs!r}` sets of packs cannot be played: give a number from {FEWEST_PACKS}"
                f" to {MOST_PACKS:,}"
            ).error()
        check_seed(self.seed)
        check_threads(self.threads)


def read_balance_tables(request: BalanceRequest) -> tuple[Played, Played | None, str | None]:
    """Returns the game, the game to compare it with, and the reason if it is not compared.

    Raises ArgumentError if settings do not fit a game, RulesError if rules are invalid.
    """
    rules = request.rules.load()
    against, note = request.against, None
    if against is None:
        against, note = _parent(request, rules)
    if against is None and request.against_parameters:
        raise wrong_request("`{against_parameters}` needs `{against}`, whose parameters it sets")
    own_rules = RulesSource(request.rules.reference, rules)
    settings = (request.parameters, request.against_parameters)
    return *read_tables(own_rules, against, request.players, *settings), note


def _parent(request: BalanceRequest, rules: ProvedRules) -> tuple[RulesSource | None, str | None]:
    """Returns the rules that a game extends, and the reason if they cannot be compared with it.

    If the game does not extend any rules, both are None.
    """
    extended = rules.game.extends
    if extended is None or len(rules.chain) < 2:
        return None, None
    if not is_bundled_name(extended):  # as seen from the current folder, not from the file's
        extended = normpath(rules.chain[1].name)
    chain = rules.chain[1:]
    parent = game_of(chain)
    players = request.players
    low, high = parent.players
    if players is not None and not low <= players <= high:
        return None, f"the rules that it extends, `{extended}`, are for {low} to {high} players"
    if max(low, rules.game.players[0]) > min(high, rules.game.players[1]):
        return None, f"no number of players can play these rules and `{extended}`"
    return RulesSource(extended, ProvedRules(parent, chain)), None


def decisions_at_most(table: Table) -> int:
    """Returns an upper bound on the number of decisions in a match."""
    return sum(table.players * (row.high + 1) for row in table.schedule)


def packs_for_search(table: Table, games: int) -> int:
    """Returns the number of sets of packs that a searching seat plays in a quarter of a minute."""
    affordable = MINUTE // (2 * games * decisions_at_most(table) ** 2)
    return max(FEWEST_SEARCHED, min(MOST_SEARCHED, affordable))


def packs_to_play(request: BalanceRequest, table: Table, games: int) -> int:
    """Returns the number of sets of packs to play."""
    if request.packs is not None:
        return request.packs
    if request.player in COMPILED:
        return STEADY_PACKS
    affordable = 3 * MINUTE // (4 * games * table.players * decisions_at_most(table) ** 2)
    return max(FEWEST_SEARCHED, min(MOST_SEARCHED, affordable))
