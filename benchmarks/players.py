"""Measures how strong the players are against each other, in duplicate matches.

One seat is played by one player and all others by another, in each seat in turn with the same
packs. The gain is relative to the match in which the other player plays this seat as well. All
seats of one set of packs count as one sample; every mean is printed with ± 1.96 standard errors.

    python benchmarks/players.py                    # each player among each, Pagat with 4.
    python benchmarks/players.py --rules mine.clag --rows search:64     # one row, in your game.
    python benchmarks/players.py --every-game       # search:64 among steady and random seats.
    python benchmarks/players.py --write            # writes the table into the documentation.
    python benchmarks/players.py --wait             # decision times at a table.

With `--every-game` the number of packs is doubled until the mean is more than 1.96 standard errors
above 0, or `--most` is reached.
"""

import argparse
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

import numpy as np

import clagdsl
from clagdsl.api import PlayableGame
from clagdsl.simulation.runs.match_arrays import Matches

ROOT = Path(__file__).parent.parent
RULES = sorted((ROOT / "rules").glob("*.clag")) + sorted((ROOT / "rules").glob("*/*.clag"))
PAGE = ROOT / "docs" / "reference" / "players.md"
PLAYERS = ("random", "steady", "search:16", "search:64", "search:256")
FIELDS = PLAYERS[:-1]
"""Players of the other seats; the strongest one is left out, as it would take most of the time."""
LEADERBOARD, EVERY_GAME = "leaderboard", "every game"


@dataclass(frozen=True, slots=True)
class Mean:
    """A mean over sets of packs, with 1.96 times its standard error."""

    mean: float
    half: float

    @property
    def low(self) -> float:
        return self.mean - self.half

    def told(self, digits: int) -> str:
        return f"{self.mean:+.{digits}f} ± {self.half:.{digits}f}"


@dataclass(frozen=True, slots=True)
class Duel:
    """One player's result among others of one kind: points gained per match, and share of wins."""

    gain: Mean
    wins: Mean
    packs: int


class Tables:
    """A game at a table, with cached matches in which all seats have the same player."""

    def __init__(self, game: PlayableGame, players: int, seed: int) -> None:
        self.game, self.players, self.seed = game, players, seed
        self._fields: dict[tuple[str, int], np.ndarray] = {}

    def duel(self, player: str, field: str, packs: int) -> Duel:
        """Plays `player` in each seat in turn, with `field` in all other seats."""
        gains, wins = [], []
        usual = self._usual(field, packs)
        for seat in range(self.players):
            policy = [field] * self.players
            policy[seat] = player
            played = self._played(policy, packs)
            gains.append(self._better * (played.totals[:, seat] - usual[:, seat]))
            wins.append(100 * played.winners[:, seat] / played.winners.sum(axis=1))
        return Duel(mean_of(gains), mean_of(wins), packs)

    @property
    def _better(self) -> int:
        return -1 if self.game.rules.winner.low_wins else 1

    def _usual(self, field: str, packs: int) -> np.ndarray:
        if (field, packs) not in self._fields:
            played = self._played([field] * self.players, packs)
            self._fields[field, packs] = played.totals
        return self._fields[field, packs]

    def _played(self, policy: Sequence[str], packs: int) -> Matches:
        return self.game.simulate(packs, players=self.players, seed=self.seed, policy=policy)


def mean_of(by_seat: Sequence[np.ndarray]) -> Mean:
    """Returns the mean over sets of packs, after averaging each set over the seats."""
    each = np.mean(by_seat, axis=0)
    return Mean(float(each.mean()), float(1.96 * each.std(ddof=1) / len(each) ** 0.5))


def leaderboard(
    game: PlayableGame, players: int, packs: int, seed: int, rows: Sequence[str]
) -> Iterator[str]:
    """Yields the table of each player among each other one: points gained per match, and wins."""
    tables = Tables(game, players, seed)
    yield f"| one seat | {' | '.join(f'among `{field}`' for field in FIELDS)} |"
    yield "|---|" + "---|" * len(FIELDS)
    for player in rows:
        cells = []
        for field in FIELDS:
            if field == player:
                cells.append("")
                continue
            duel = tables.duel(player, field, packs)
            cells.append(f"{duel.gain.told(1)}, {duel.wins.mean:.0f} %")
        yield f"| `{player}` | {' | '.join(cells)} |"


def every_game(
    names: Sequence[str], packs: int, most: int, seed: int, sizes: Sequence[int]
) -> Iterator[str]:
    """Yields the table of the searching player in each game, for each number of players."""
    yield (
        "| game | players | sets of packs | gain among `steady` | wins % | fair % |"
        " gain among `random` |"
    )
    yield "|---|---:|---:|---:|---:|---:|---:|"
    for name in names:
        game = clagdsl.load(name)
        low, high = game.rules.players
        for players in sizes or range(low, high + 1):
            if not low <= players <= high:
                continue
            yield one_game(name, game, players, packs, most, seed)


def one_game(name: str, game: PlayableGame, players: int, packs: int, most: int, seed: int) -> str:
    """Returns a row of the table, with enough packs for a significant gain if `most` allows it."""
    tables = Tables(game, players, seed)
    player = "search:64"
    duel = tables.duel(player, "steady", packs)
    while duel.gain.low <= 0 and 2 * duel.packs <= most:
        duel = tables.duel(player, "steady", 2 * duel.packs)
    among = {each: tables.duel(each, "random", packs) for each in (player, "steady")}
    apart = among[player].gain.mean - among["steady"].gain.mean
    cells = [
        name,
        str(players),
        str(duel.packs),
        duel.gain.told(2),
        f"{duel.wins.mean:.1f} ± {duel.wins.half:.1f}",
        f"{100 / players:.1f}",
        f"{apart:+.1f}",
    ]
    return f"| {' | '.join(cells)} |"


def waited(game: PlayableGame, players: int, matches: int, seed: int) -> Iterator[str]:
    """Yields the table of decision times of each search by `decide`, as at a table with people."""
    yield "| player | cards played | median ms | 95th percentile, ms | longest ms |"
    yield "|---|---:|---:|---:|---:|"
    for player in (name for name in PLAYERS if name.startswith("search")):
        seconds = []
        for match in range(matches):
            state = game.start(players=players, seed=seed, match=match)
            while not state.over:
                begun = time.perf_counter()
                action = clagdsl.decide(
                    state, player if state.actor == match % players else "steady"
                )
                if (
                    state.actor == match % players
                    and state.phase == "play"
                    and len(state.legal()) > 1
                ):
                    seconds.append(time.perf_counter() - begun)
                state = state.apply(action)
        times = np.sort(seconds[1:]) * 1000  # without the first, which includes compilation
        figures = np.median(times), np.quantile(times, 0.95), times[-1]
        yield f"| `{player}` | {len(times)} | {' | '.join(f'{each:.1f}' for each in figures)} |"


def written(lines: Sequence[str], section: str) -> None:
    """Replaces the table between its marks on the page."""
    begin, end = f"<!-- {section} -->\n", f"<!-- end of {section} -->"
    before, _, rest = PAGE.read_text("utf-8").partition(begin)
    _, _, after = rest.partition(end)
    table = "\n".join(lines)
    PAGE.write_text(f"{before}{begin}\n{table}\n\n{end}{after}", "utf-8")


def told(lines: Iterator[str]) -> list[str]:
    """Prints each line as soon as it is there, as a table may take an hour; returns all lines."""
    shown = []
    for line in lines:
        print(line, flush=True)
        shown.append(line)
    return shown


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--packs", type=int, default=60, help="sets of packs, each in every seat")
    parser.add_argument("--most", type=int, default=960)
    parser.add_argument("--seed", type=int, default=77)
    parser.add_argument(
        "--rules",
        nargs="*",
        help="rules files, or names of bundled games (default with --every-game: all)",
    )
    parser.add_argument(
        "--players", nargs="*", type=int, default=[], help="default: 4; with --every-game: all"
    )
    parser.add_argument("--rows", nargs="*", default=PLAYERS, help="rows of the leaderboard")
    parser.add_argument("--every-game", action="store_true")
    parser.add_argument("--wait", action="store_true")
    parser.add_argument("--write", action="store_true", help="write into docs/reference/players.md")
    options = parser.parse_args()
    if options.every_game:
        names = options.rules or [path.stem for path in RULES]
        rows = every_game(names, options.packs, options.most, options.seed, options.players)
        section = EVERY_GAME
    else:
        game = clagdsl.load((options.rules or ["pagat"])[0])
        players = (options.players or [4])[0]
        if options.wait:
            told(waited(game, players, 5, options.seed))
            return
        rows = leaderboard(game, players, options.packs, options.seed, options.rows)
        section = LEADERBOARD
    lines = told(rows)
    if options.write:
        written(lines, section)


if __name__ == "__main__":
    main()
