"""How fast the interpreter plays, against a plain Python program that knows one deal only.

The unit of work is one ordinary deal of four players and seven cards, from the shuffle to the
scores, with random legal bids under the hook and random legal play.  The interpreter does it
through its public door, every action validated.  Both run in turns, so that a machine that drifts
drifts for both; the medians and their ratio are printed.

    python benchmarks/interpreter.py [--rounds 7] [--least 0.125]
    python benchmarks/interpreter.py --stages [--rules pagat] [--players 4]

With --least the exit status is 1 where the interpreter is slower than that share of the plain
program.  With --stages it is told where the interpreter's time goes, in that deal or in whole
matches of other rules: every step of some matches is done again and again by itself.
"""

import argparse
import random
import statistics
import sys
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

import clagdsl
from clagdsl.engine import legality, transition
from clagdsl.engine.actions import Action, Play
from clagdsl.engine.match_state import Position
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
"""Deals in one turn of the interpreter; the plain program plays as many again per turn."""


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
    """One deal, the way that one writes it down at first."""
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
    """The same deal, every action through `legal` and `apply`."""
    state = game.start(seed=seed)
    while not state.over:
        state = state.apply(chance.choice(state.legal()))
    return state


# --- the comparison -----------------------------------------------------------------------


def compare(rounds: int) -> tuple[float, float, float]:
    """Median deals a second of both, and the median of their ratios."""
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


# --- where the time goes ------------------------------------------------------------------


@dataclass(frozen=True)
class Stage:
    """One kind of step: how many of them were done in all, in how many microseconds."""

    name: str
    times: int
    microseconds: float


def best_time(step: Callable[[], object]) -> float:
    """The microseconds that a step takes, the best of seven times."""
    times = []
    for _ in range(7):
        begun = time.perf_counter()
        step()
        times.append(time.perf_counter() - begun)
    return 1_000_000 * min(times)


def judge(states: Iterable[tuple[State, Action]]) -> None:
    """Judge every action, as `apply` does before it does one."""
    for state, action in states:
        meant = legality.read(state.position, action)
        assert not isinstance(meant, legality.Reason)
        assert legality.why_not(state.position, meant) is None


def perform(steps: Iterable[tuple[Position, Action]]) -> None:
    for position, action in steps:
        transition.perform(position, action)


def measure_stages(game: clagdsl.PlayableGame, players: int, matches: int) -> list[Stage]:
    """What each stage of some matches takes; the whole of them is the last."""
    chance = random.Random(1)
    steps: list[tuple[State, Action, State]] = []
    for seed in range(matches):
        state = game.start(players, seed=seed)
        while not state.over:
            action = chance.choice(state.legal())
            after = state.apply(action)
            steps.append((state, action, after))
            state = after
    plays = [step for step in steps if isinstance(step[1], Play)]
    kinds: dict[str, list[tuple[Position, Action]]] = {
        "bid, call, name": [],
        "play a card": [],
        "play the last of a trick": [],
        "score, and deal the next": [],
    }
    for state, action, after in steps:
        if not isinstance(action, Play):
            kind = "bid, call, name"
        elif after.phase != "play" or after.deal != state.deal:
            kind = "score, and deal the next"
        else:
            kind = "play a card" if after.trick else "play the last of a trick"
        kinds[kind].append((state.position, action))
    judged = [(state, action) for state, action, _ in steps]
    positions = [state.position for state, _, _ in steps]
    legal_sets = [state.legal() for state, _, _ in steps]
    deck, deals = steps[0][0].table.deck, len(kinds["score, and deal the next"])

    def starts() -> None:
        for seed in range(matches):
            game.start(players, seed=seed)

    def whole() -> None:
        for seed in range(matches):
            state = game.start(players, seed=seed)
            while not state.over:
                state = state.apply(chance.choice(state.legal()))

    found = [
        Stage("start a match", matches, best_time(starts)),
        Stage("list legal plays", len(plays), best_time(lambda: list_legal(plays))),
        Stage(
            "list other legal actions",
            len(steps) - len(plays),
            best_time(lambda: list_legal([s for s in steps if not isinstance(s[1], Play)])),
        ),
        Stage("validate", len(steps), best_time(lambda: judge(judged))),
        *(
            Stage(name, len(done), best_time(lambda done=done: perform(done)))
            for name, done in kinds.items()
        ),
        Stage("make the state", len(steps), best_time(lambda: list(map(State, positions)))),
        Stage("choose", len(steps), best_time(lambda: list(map(chance.choice, legal_sets)))),
    ]
    shuffles = best_time(lambda: [shuffled(deck, 1, 1, deal) for deal in range(deals)])
    return [
        *found,
        Stage("(shuffle, in other stages)", deals, shuffles),
        Stage("the whole", len(steps), best_time(whole)),
    ]


def list_legal(steps: Iterable[tuple[State, Action, State]]) -> None:
    for state, _, _ in steps:
        legality.legal(state.position)


def print_stages(stages: list[Stage]) -> None:
    decisions = stages[-1].times
    print("microseconds                      times      each   a decision")
    for stage in stages:
        each, share = stage.microseconds / max(stage.times, 1), stage.microseconds / decisions
        print(f"{stage.name:28}  {stage.times:9,}{each:10.2f}{share:13.2f}")


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
