"""Measures the simulator: one deal compared with other programs, special deals, whole matches.

All cases run in turn, so that a drift of the machine affects all of them. Medians over the rounds
and of the ratios in each round are printed. The unit of work is an ordinary deal of four players
and seven cards, from the shuffle to the scores. OpenSpiel takes part if it is installed, and the C
programs in folder `c` if there is a compiler.

    python benchmarks/simulator.py [--rounds 9] [--write PAGE] [--unit]
"""

import argparse
import os
import platform
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

import numba
from llvmlite import binding
from peers import WORDS_AND_SHUFFLE, c_programs, open_spiel

import clagdsl
from clagdsl.simulation.runner import Simulator, make_simulator

ROOT = Path(__file__).parent.parent
Play = Callable[[], int]

ORDINARY = {
    "trump": "trump turned",
    "bid": "bid in turn",
    "last bid": "last bid keeps bids != cards",
    "score": "score 10 + tricks when made, otherwise tricks",
}
SPECIAL = {
    "no trumps": {"trump": "trump none"},
    "misère": {"bid": "bid fixed 0", "last bid": ""},
    "trumps shown after the bids": {"shown": "shown after bids"},
    "blind": {"sight": "sight after bids", "shown": "shown after bids"},
    "dealer names trumps": {"trump": "trump named by dealer any suit"},
    "aces low": {"rank": "rank K Q J 10 9 8 7 6 5 4 3 2 A"},
    "order of suits": {"trump": "trump named by dealer any order"},
    "highest number": {
        "bid": "bid none",
        "last bid": "",
        "score": "score 10 when tricks = most and most_count = 1, otherwise 0",
        "completed": "completed not counted",
    },
    "values of tricks": {
        "worth": "trick worth 2 * trick",
        "score": "score 10 + points when made, otherwise 0",
    },
    "top card": {"play": "play top card"},
    "twos wild": {"wild": "wild 2"},
    "twos wild, in suit": {"wild": "wild 2 in suit"},
    "caller's choice": {"call": 'call by winner of last deal\n    one of Trumps, "No Trumps"'},
}
FAMILY = {
    "a fixed suit": {"trump": "trump spades"},
    "trump drawn": {"trump": "trump drawn"},
    "trump by a condition": {"trump": "trump turned when players * cards < 30, otherwise none"},
    "highest bidder names and leads": {
        "trump": "trump named by highest bidder any suit or none",
        "lead": "lead highest bidder",
    },
    "named from the first cards": {"trump": "trump named by eldest from 3 cards any suit or none"},
    "auction": {
        "trump": "trump named in auction",
        "auction": "auction 2 to cards C D H S none",
        "bid": "bid in turn, auction winner first",
    },
    "must trump": {"follow": "follow suit, else trump, else anything"},
    "must beat": {
        "follow": "follow higher suit, else suit, else higher trump, else trump, else anything"
    },
    "no trumps led until broken": {"open": "open no trump until broken"},
    "dealer bids first": {"bid": "bid in turn, dealer first"},
    "drawn first": {"bid": "bid in turn, drawn first"},
    "bids together": {"bid": "bid together", "last bid": ""},
    "bids unseen by choice": {
        "sight": "sight by choice",
        "score": "score 2 * (10 + tricks) when made and blind, 10 + tricks when made, "
        "otherwise tricks",
    },
    "twos and threes wild": {"wild": "wild 2 3"},
    "twos and threes wild, in suit": {"wild": "wild 2 3 in suit"},
    "five ranks wild": {"wild": "wild 2 3 4 5 6"},
    "aces low and wild": {"rank": "rank K Q J 10 9 8 7 6 5 4 3 2 A", "wild": "wild A"},
    "twos wild, order of suits": {
        "trump": "trump named by dealer any order",
        "wild": "wild 2",
    },
    "forehead": {"sight": "sight others only", "play": "play top card"},
    "a run and a tally": {
        "each bid": "each bid keeps bid > 0 or zeros < 3",
        "last bid": "last bid keeps bids != cards, otherwise free",
        "score": "score 10 + tricks when made, otherwise tricks - 10 * (bags // 10)",
    },
    "bonus of a row": {
        "score": "score 10 + tricks + (row_best when row_made = row_deals, otherwise 0) "
        "when made, otherwise tricks"
    },
    "ends at a total": {},
    "worth by the winning card": {
        "worth": "trick worth 10 when won_with = 2, otherwise 0",
        "score": "score 10 + points when made, otherwise points",
    },
    "cards worth points": {
        "worth": "card worth 1 hearts, 13 QS",
        "score": "score 10 + tricks when made, otherwise -points",
    },
    "a short pack": {"rank": "rank A K Q J 10 9 8 7"},
    "equal cards": {"rank": "rank A K Q J 10 9 8 7", "equal": "equal cards first wins"},
    "the better pack": {"rank": "rank A K Q J 10 9 8 7", "equal": "equal cards better pack wins"},
    "specials": {
        "trump": "trump turned, on Wizard named by dealer any suit, on Jester none, else none"
    },
    "pictures mean no trumps": {"trump": "trump turned, on J Q K A none"},
    "specials turned again": {"trump": "trump turned, on Wizard again, on Jester again"},
    "the first bidder leads": {"bid": "bid in turn, drawn first", "lead": "lead first bidder"},
    "the bid before": {
        "each bid": "each bid keeps bid != previous_bid, otherwise free",
        "last bid": "last bid keeps bids != cards, otherwise free",
    },
    "the highest bid": {
        "each bid": "each bid keeps highest_bid < 0 or bid <= highest_bid + 2",
        "last bid": "last bid keeps bids != cards, otherwise free",
    },
    "the same bids": {
        "each bid": "each bid keeps bid > 0 or same_bids < 2",
        "last bid": "last bid keeps bids != cards, otherwise free",
        "score": "score 10 + tricks when made and same_bids = 0, otherwise tricks",
    },
    "hearts double": {
        "score": "score (10 + tricks when made, otherwise tricks) "
        "* (2 when trump = hearts, otherwise 1)"
    },
}
"""Features of exact-bid games, each as a change of the ordinary deal."""
SPECIALS = """pack all ranks, 4 Wizard, 4 Jester
special Wizard is high asks nothing
special Jester is low asks next card
"""
ABOVE = {
    "a run and a tally": "run zeros when bid = 0\n"
    "tally bags = tricks - bid when tricks > bid, otherwise 0\n",
    "a short pack": "pack highest 8 ranks\n",
    "equal cards": "pack A K Q J 10 9 8 7, 2 of each\n",
    "the better pack": "pack A K Q J 10 9 8 7, 2 of each\n",
    "specials": SPECIALS,
    "specials turned again": SPECIALS,
}
"""Lines that some of these features need before the deal."""
BELOW = {"ends at a total": "ends when highest_total >= 10\n"}
TWISTS = """twist Trumps
  trump named by caller any suit
twist "No Trumps"
  trump none
"""
MATCHES = sorted(path.stem for path in (ROOT / "rules").glob("*.clag"))


def rules(changes: dict[str, str], name: str = "") -> str:
    """Returns rules with a deal of seven cards for four players, ordinary except for `changes`."""
    clauses = "".join(f"  {clause}\n" for clause in (ORDINARY | changes).values() if clause)
    twists = TWISTS if "call" in changes else ""
    return (
        f'clag 2\ngame "Benchmark"\nplayers 4\n{ABOVE.get(name, "")}'
        f"deal normal\n{clauses}{twists}schedule\n  7 cards: normal\n{BELOW.get(name, '')}"
        "winner highest total, then shared\n"
    )


def simulated(simulator: Simulator, blocks: int, threads: int = 1) -> Play:
    """Returns a program that plays `blocks` blocks in each thread."""
    size = simulator.block
    rooms = [simulator.make_workspace(size) for _ in range(threads)]

    def part(number: int) -> None:
        for block in range(blocks):
            simulator.play(number, block * size, size, workspace=rooms[number])

    def play() -> int:
        if threads == 1:
            part(0)
        else:
            list(pool.map(part, range(threads)))
        return threads * blocks * size

    pool = ThreadPoolExecutor(threads)
    return play


def by_two(play: Play) -> Play:
    """Returns a program that runs `play` in two threads at once."""
    pool = ThreadPoolExecutor(2)

    def both() -> int:
        return sum(pool.map(lambda _: play(), range(2)))

    return both


def measure(plays: dict[str, Play], rounds: int) -> dict[str, list[float]]:
    """Returns the deals or matches per second of each program, by round."""
    rates: dict[str, list[float]] = {name: [] for name in plays}
    for play in plays.values():
        play()
    for _ in range(rounds):
        for name, play in plays.items():
            begun = time.perf_counter()
            played = play()
            rates[name].append(played / (time.perf_counter() - begun))
    return rates


def ratio(some: list[float], others: list[float]) -> float:
    return statistics.median(one / other for one, other in zip(some, others, strict=True))


def table(heads: list[str], rows: list[list[str]]) -> str:
    lines = ["| " + " | ".join(heads) + " |", "|---|" + "---:|" * (len(heads) - 1)]
    return "\n".join([*lines, *("| " + " | ".join(row) + " |" for row in rows)])


def unit_of_work(rounds: int) -> str:
    simulator = make_simulator(clagdsl.load(text=rules({})).start().table)
    plays: dict[str, Play] = {}
    other = open_spiel()
    if other:
        plays["OpenSpiel `oh_hell`, whole playout in C++"] = other
    plays |= c_programs()
    if WORDS_AND_SHUFFLE in plays:  # the speed-up by a second thread on this machine
        plays[f"{WORDS_AND_SHUFFLE}, two threads"] = by_two(plays[WORDS_AND_SHUFFLE])
    ours = "clagdsl, one thread"
    plays[ours] = simulated(simulator, 400)
    plays["clagdsl, two threads"] = simulated(simulator, 400, 2)
    rates = measure(plays, rounds)
    bases = [name for name in plays if not name.startswith("clagdsl")][:2]
    rows = [
        [name, f"{statistics.median(rate):,.0f}"]
        + [f"{ratio(rate, rates[base]):.3g}" for base in (*bases, ours)]
        for name, rate in rates.items()
    ]
    return table(["one ordinary deal", "a second", *(f"÷ {b}" for b in (*bases, ours))], rows)


def special_deals(rounds: int) -> str:
    games = {"ordinary": {}, **SPECIAL, **FAMILY}
    plays = {}
    for name, changes in games.items():
        simulator = make_simulator(clagdsl.load(text=rules(changes, name)).start().table)
        plays[name] = simulated(simulator, 12)
    rates = measure(plays, rounds)
    rows = [
        [name, f"{statistics.median(rate):,.0f}", f"{ratio(rates['ordinary'], rate):.2f}"]
        for name, rate in rates.items()
    ]
    return table(["deal of four players, seven cards", "a second", "cost, ordinary = 1"], rows)


def whole_matches(rounds: int) -> str:
    plays: dict[str, Play] = {}
    notes = {}
    for name in MATCHES:
        game = clagdsl.load(name)
        at_table = game.start().table
        simulator = make_simulator(at_table)
        blocks = 2 if len(at_table.schedule) > 1 else 12
        for threads in (1, 2):
            plays[f"{name} {threads}"] = simulated(simulator, blocks, threads)
        notes[name] = [str(at_table.players), str(len(at_table.schedule))]
    rates = measure(plays, rounds)
    rows = []
    for name in MATCHES:
        one, two = rates[f"{name} 1"], rates[f"{name} 2"]
        figures = [f"{statistics.median(rate):,.0f}" for rate in (one, two)]
        rows.append([name, *notes[name], *figures, f"{ratio(two, one):.2f}"])
    heads = [
        "match of random players",
        "players",
        "deals",
        "one thread",
        "two threads",
        "two ÷ one",
    ]
    return table(heads, rows)


def processes() -> str:
    """Returns the time and peak memory of whole commands, with an empty cache and afterwards."""
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        for when, matches in (
            ("first run ever", 10**5),
            ("again", 10**5),
            ("", 10**6),
            ("", 10**7),
        ):
            command = [sys.executable, "-m", "clagdsl", "simulate", "pagat", "-n", str(matches)]
            begun = time.perf_counter()
            kept = {**os.environ, "CLAGDSL_CACHE": folder}
            peak = peak_memory(command, kept)
            seconds = time.perf_counter() - begun
            name = f"`simulate pagat -n {matches}`" + (f", {when}" if when else "")
            rows.append([name, f"{seconds:.1f}", f"{peak:.0f}"])
    return table(["command", "seconds", "MiB at most"], rows)


def peak_memory(command: list[str], environment: dict[str, str]) -> float:
    """Returns the peak memory of a command in MiB, measured in a process of its own."""
    script = (
        "import resource, subprocess, sys\n"
        "subprocess.run(sys.argv[1:], check=True, stdout=subprocess.DEVNULL)\n"
        "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script, *command],
        check=True,
        capture_output=True,
        text=True,
        env=environment,
        cwd=ROOT,
    )
    return int(done.stdout) / 1024


def machine() -> str:
    name = platform.processor() or platform.machine()
    listed = Path("/proc/cpuinfo")
    if listed.exists():
        models = [row for row in listed.read_text().splitlines() if row.startswith("model name")]
        name = models[0].partition(":")[2].strip() if models else name
    features = dict(binding.get_host_cpu_features())
    target = numba.config.CPU_NAME or binding.get_host_cpu_name()
    if numba.config.CPU_NAME or numba.config.CPU_FEATURES:
        wanted = (numba.config.CPU_FEATURES or "").split(",")
        features = {each.lstrip("+-"): each.startswith("+") for each in wanted}
    widths = (("avx512f", "AVX-512"), ("avx2", "AVX2"), ("sse4.2", "SSE4.2"), ("neon", "NEON"))
    vectors = next((shown for feature, shown in widths if features.get(feature)), "none known")
    deposit = "with" if features.get("bmi2") else "without"
    return (
        f"{name} (compiled for {target}), {os.cpu_count()} cores, vectors: {vectors}, "
        f"{deposit} `pdep`, Python {platform.python_version()}"
    )


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--rounds", type=int, default=9)
    options.add_argument("--write", type=Path, help="page that gets the tables between its markers")
    options.add_argument("--unit", action="store_true", help="only the unit of work")
    chosen = options.parse_args()
    parts = [machine() + ".", unit_of_work(chosen.rounds)]
    if not chosen.unit:
        parts += [special_deals(chosen.rounds), whole_matches(chosen.rounds), processes()]
    text = "\n\n".join(parts)
    print(text)
    if chosen.write:
        page = chosen.write.read_text("utf-8")
        before, begin, rest = page.partition("<!-- measured -->\n")
        _, end, after = rest.partition("<!-- end -->\n")
        chosen.write.write_text(f"{before}{begin}\n{text}\n\n{end}{after}", "utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
