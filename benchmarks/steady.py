"""Measures how much better the steady player is than random players, in every bundled game.

One steady seat plays among random ones, in each seat in turn for the same number of matches, so
that no seat's advantage counts. Then all seats are steady. Each mean has the half-width of its 95 %
confidence interval. The table is Markdown, for the documentation.

    python benchmarks/steady.py [--matches 2000] [--rules pagat ...]
"""

import argparse
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

import numpy as np

import clagdsl
from clagdsl.api import PlayableGame

RULES = Path(__file__).parent.parent / "rules"


def mixed(game: PlayableGame, players: int, matches: int) -> tuple[np.ndarray, ...]:
    """Returns by match the steady seat's total, the mean of the others, and its share of wins."""
    steady, others, won = [], [], []
    for seat in range(players):
        policy = ["random"] * players
        policy[seat] = "steady"
        played = game.simulate(matches, players=players, seed=seat, policy=policy)
        steady.append(played.totals[:, seat])
        others.append(np.delete(played.totals, seat, axis=1).mean(axis=1))
        won.append(played.winners[:, seat] / played.winners.sum(axis=1))
    return np.concatenate(steady), np.concatenate(others), np.concatenate(won)


def made(game: PlayableGame, players: int, matches: int, policy: str) -> float:
    """Returns the share of contracts completed if all seats have this policy."""
    completed = game.simulate(matches, players=players, policy=policy).completed
    return (completed == 1).sum() / (completed >= 0).sum()


def with_interval(figures: np.ndarray, digits: int) -> str:
    half = 1.96 * figures.std(ddof=1) / len(figures) ** 0.5
    return f"{figures.mean():.{digits}f} ± {half:.{digits}f}"


def row(name: str, game: PlayableGame, players: int, matches: int) -> str:
    each = -(-matches // players)
    steady, others, won = mixed(game, players, each)
    bids = [made(game, players, matches, policy) for policy in ("random", "steady")]
    cells = [
        name,
        str(players),
        f"{steady.mean():.1f}",
        f"{others.mean():.1f}",
        with_interval(steady - others, 1),
        with_interval(100 * won, 1),
        f"{100 / players:.1f}",
        f"{100 * bids[1]:.1f}",
        f"{100 * bids[0]:.1f}",
    ]
    return f"| {' | '.join(cells)} |"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=2000)
    parser.add_argument("--rules", nargs="*", help="bundled names (default: all rules files)")
    options = parser.parse_args()
    files = [(name, clagdsl.load(name)) for name in options.rules or ()]
    if not files:
        paths = sorted(RULES.glob("*.clag")) + sorted(RULES.glob("*/*.clag"))
        files = [(path.stem, clagdsl.load(path)) for path in paths]
    head = "game, players, steady seat, random seats, difference, won %, fair %, "
    columns = (head + "made % all steady, made % all random").split(", ")
    print(f"| {' | '.join(columns)} |")
    print("|---|" + "---:|" * (len(columns) - 1))
    for name, game in files:
        low, high = game.rules.players
        for players in range(low, high + 1):
            print(row(name, game, players, options.matches), flush=True)


if __name__ == "__main__":
    main()
