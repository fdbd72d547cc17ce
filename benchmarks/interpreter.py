"""Compares the interpreter's speed with a plain Python program that knows one deal only.

The unit of work is one ordinary deal of four players and seven cards, from the shuffle to the
scores. Bids (under the hook) and plays are random legal ones. The interpreter runs through its
public API and validates every action. Both run in turn, so that a drift of the machine affects
both. The medians and their ratio are printed.

    python benchmarks/interpreter.py [--rounds 7] [--least 0.125]
    python benchmarks/interpreter.py --stages [--rules pagat] [--players 4]

With --least the exit status is 1 if the interpreter is slower than that fraction of the plain
program. With --stages the interpreter's time is broken down, for that deal or for whole matches of
other rules, by repeating each kind of step on its own.
"""

import argparse
import gc
import random
import statistics
import sys
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

import clagdsl
from clagdsl.engine import legality, transition
from clagdsl.engine.actions import Action, Play
from clagdsl.engine.state import State
from clagdsl.lang.philox import shuffled

RULES = """clag 1
game "Ordinary" variant "Benchmark"
players 4 to 4
deal normal
  trump turned
  bid in turn
  last bid keeps bids != cards
  score 10 + tricks when made, otherwise 0
schedule
  7 cards: normal
winner highest total, then shared
"""

DEALS = 300
"""Deals per round of the interpreter; the plain program plays four times as many."""


# --- the plain program --------------------------------------------------------------------


@dataclass(frozen=True)
class PlainCard:
    rank: str
    suit: str

    def height(self) -> int:
        return "23456789TJQKA".index(self.rank)


def plain_bids(bids: list[int]) -> list[int]:
    if len(bids) < 3:
        return list(range(8))
    return [bid for bid in range(8) if sum(bids) + bid != 7]


def plain_cards(hand: list[PlainCard], trick: list[tuple[int, PlainCard]]) -> list[PlainCard]:
    if trick:
        following = [card for card in hand if card.suit == trick[0][1].suit]
        if following:
            return following
    return list(hand)


def plain_winner(trick: list[tuple[int, PlainCard]], trump: str) -> int:
    led = trick[0][1].suit
    best = [play for play in trick if play[1].suit == trump]
    best = best or [play for play in trick if play[1].suit == led]
    return max(best, key=lambda play: play[1].height())[0]


def plain_deal(chance: random.Random) -> list[int]:
    """Plays one deal, written in the straightforward way; returns the scores."""
    pack = [PlainCard(rank, suit) for suit in "CDHS" for rank in "23456789TJQKA"]
    chance.shuffle(pack)
    hands: list[list[PlainCard]] = [[], [], [], []]
    for _ in range(7):
        for hand in hands:
            hand.append(pack.pop())
    trump = pack.pop().suit
    bids: list[int] = []
    for _ in range(4):
        bids.append(chance.choice(plain_bids(bids)))
    tricks = [0, 0, 0, 0]
    leader = 0
    for _ in range(7):
        trick: list[tuple[int, PlainCard]] = []
        for step in range(4):
            seat = (leader + step) % 4
            card = chance.choice(plain_cards(hands[seat], trick))
            hands[seat].remove(card)
            trick.append((seat, card))
        leader = plain_winner(trick, trump)
        tricks[leader] += 1
    return [10 + won if won == bid else 0 for won, bid in zip(tricks, bids, strict=True)]


# --- the interpreter ----------------------------------------------------------------------


def interpreted_deal(game: clagdsl.PlayableGame, seed: int, chance: random.Random) -> State:
    """Plays the same deal, with every action through `legal` and `apply`."""
    state = game.start(seed=seed)
    while not state.over:
        state = state.apply(chance.choice(state.legal()))
    return state


# --- the comparison -----------------------------------------------------------------------


def compare(rounds: int) -> tuple[float, float, float]:
    """Returns the median deals per second of both programs, and the median of their ratios."""
    game = clagdsl.load(text=RULES)
    chance = random.Random(1)
    plain, interpreted = [], []
    for _ in range(rounds):
        begun = time.perf_counter()
        for _ in range(4 * DEALS):
            plain_deal(chance)
        between = time.perf_counter()
        for seed in range(DEALS):
            interpreted_deal(game, seed, chance)
        ended = time.perf_counter()
        plain.append(4 * DEALS / (between - begun))
        interpreted.append(DEALS / (ended - between))
    ratios = [slow / fast for slow, fast in zip(interpreted, plain, strict=True)]
    return statistics.median(plain), statistics.median(interpreted), statistics.median(ratios)


# --- breakdown by stage -----------------------------------------------------------------


@dataclass(frozen=True)
class Stage:
    """One kind of step: its count, and the microseconds of all of them together."""

    name: str
    times: int
    microseconds: float


@dataclass(frozen=True)
class Step:
    """A decision of a match: the state before it, the action, and the state after it."""

    before: State
    action: Action
    after: State

    @property
    def kind(self) -> str:
        """The kind of work that the action causes."""
        if not isinstance(self.action, Play):
            return "bid, call, name"
        if self.after.deal != self.before.deal or self.after.over:
            return "play the last card of a deal, score, deal"
        return "play a card" if self.after.trick else "play the last card of a trick"


def steps_of(game: clagdsl.PlayableGame, players: int, matches: int) -> list[Step]:
    """Returns every decision of `matches` matches with random play."""
    chance = random.Random(1)
    steps: list[Step] = []
    for seed in range(matches):
        state = game.start(players, seed=seed)
        while not state.over:
            action = chance.choice(state.legal())
            steps.append(Step(state, action, state.apply(action)))
            state = steps[-1].after
    return steps


def measure_stages(game: clagdsl.PlayableGame, players: int, matches: int) -> list[Stage]:
    """Returns the times of the stages of some matches.

    The last entry is the total; entries in brackets are parts of others.
    """
    chance = random.Random(1)
    steps = steps_of(game, players, matches)
    gc.freeze()  # excludes the steps kept here from garbage collection
    kinds: dict[str, list[Step]] = {}
    for step in steps:
        kinds.setdefault(step.kind, []).append(step)

    def start() -> None:
        for seed in range(matches):
            game.start(players, seed=seed)

    def choose() -> None:
        for step in steps:
            chance.choice(step.before.legal())  # cached by now

    def make_states() -> None:
        for step in steps:
            State(step.after.position)

    def judge() -> None:
        for step in steps:
            assert State(step.before.position).why_not(step.action) is None

    def shuffle() -> None:
        for step in last:
            shuffled(step.before.table.deck, 1, 1, step.before.deal)

    def play() -> None:
        for seed in range(matches):
            state = game.start(players, seed=seed)
            while not state.over:
                state = state.apply(chance.choice(state.legal()))

    stages = [Stage("start a match", matches, best_time(start))]
    plays = [step for step in steps if isinstance(step.action, Play)]
    others = [step for step in steps if not isinstance(step.action, Play)]
    for name, listed in (("list legal plays", plays), ("list other legal actions", others)):
        stages.append(Stage(name, len(listed), best_time(partial(list_legal, listed))))
    for kind, done in kinds.items():
        stages.append(Stage(kind, len(done), best_time(partial(perform, done))))
    stages.append(Stage("make the states", len(steps), best_time(make_states)))
    stages.append(Stage("choose", len(steps), best_time(choose)))
    whole = best_time(play)
    rest = whole - sum(stage.microseconds for stage in stages)
    last = kinds["play the last card of a deal, score, deal"]
    return [
        *stages,
        Stage("validate; calls between, memory", len(steps), rest),
        Stage("(shuffle, which is in others)", len(last), best_time(shuffle)),
        Stage("(validate what was not listed)", len(steps), best_time(judge)),
        Stage("the whole", len(steps), whole),
    ]


def best_time(measured: Callable[[], object]) -> float:
    """Returns the microseconds of a call, the best of nine."""
    times = []
    for _ in range(9):
        begun = time.perf_counter()
        measured()
        times.append(time.perf_counter() - begun)
    return 1_000_000 * min(times)


def list_legal(steps: Iterable[Step]) -> None:
    """Computes the legal actions before each step, without the state's cache."""
    for step in steps:
        legality.legal(step.before.position)


def perform(steps: Iterable[Step]) -> None:
    """Performs each step without validation."""
    for step in steps:
        transition.perform(step.before.position, step.action)


def print_stages(stages: list[Stage]) -> None:
    """Prints the time of each stage, for each step of it and for each decision of the match."""
    decisions = stages[-1].times
    print(f"{'microseconds':42}{'times':>9}{'each':>9}{'a decision':>12}")
    for stage in stages:
        each, share = stage.microseconds / stage.times, stage.microseconds / decisions
        print(f"{stage.name:42}{stage.times:9,}{each:9.2f}{share:12.2f}")


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--rounds", type=int, default=7)
    options.add_argument("--least", type=float, default=0.0)
    options.add_argument("--stages", action="store_true")
    options.add_argument("--rules", default="")
    options.add_argument("--players", type=int, default=4)
    chosen = options.parse_args()
    if chosen.stages:
        game = clagdsl.load(chosen.rules) if chosen.rules else clagdsl.load(text=RULES)
        print_stages(measure_stages(game, chosen.players, 20 if chosen.rules else DEALS))
        return 0
    plain, interpreted, ratio = compare(chosen.rounds)
    decisions = 1_000_000 / interpreted / 32
    print(f"plain Python, one deal only  {plain:10,.0f} deals/s")
    print(f"interpreter, validating      {interpreted:10,.0f} deals/s")
    print(f"ratio                        {ratio:10.3f} (1/{1 / ratio:.1f})")
    print(f"interpreter, per decision    {decisions:10.1f} microseconds, with dealing and scoring")
    return 0 if ratio >= chosen.least else 1


if __name__ == "__main__":
    raise SystemExit(main())
