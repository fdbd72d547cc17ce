import json
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import closing
from functools import partial
from pathlib import Path
from time import monotonic, sleep
from typing import Any

import pytest

from clagdsl.cli.main import main
from clagdsl.simulation.ordered_pool import Stopped, StoppedError, never_stopped, results_in_order
from clagdsl.simulation.search.searcher import Searcher

SECONDS = 20
"""Long enough for what is at once, and far less than what is never."""


def press(sent: signal.Signals = signal.SIGINT) -> None:
    """Press Ctrl-C, or send another signal, from any thread."""
    signal.pthread_kill(threading.main_thread().ident or 0, sent)
    sleep(0.01)  # until that thread has its turn


@pytest.fixture
def for_ever() -> Iterator[threading.Event]:
    """What a decision waits for that takes for ever; set as the test ends."""
    event = threading.Event()
    yield event
    event.set()


def at_step(monkeypatch: pytest.MonkeyPatch, number: int, do: Callable[[], object]) -> list[int]:
    """Do something at the step of that number of all searches; how many there have been."""
    steps: list[int] = []
    real = Searcher.choose

    def choose(self: Searcher, *given: Any, **named: Any) -> object:
        steps.append(len(steps) + 1)
        if len(steps) == number:
            do()
        return real(self, *given, **named)

    monkeypatch.setattr(Searcher, "choose", choose)
    return steps


# --- by themselves ------------------------------------------------------------------------


@pytest.mark.parametrize("threads", [1, 2, 5])
def test_results_come_in_the_order_of_their_jobs(threads: int) -> None:
    def job(number: int, _: Stopped) -> int:
        return number * number

    jobs = (partial(job, number) for number in range(20))
    assert [*results_in_order(jobs, threads, never_stopped)] == [number**2 for number in range(20)]


@pytest.mark.parametrize("threads", [1, 3])
def test_they_end_with_the_first_that_is_broken_off(threads: int) -> None:
    def job(number: int, _: Stopped) -> int:
        if number == 4:
            raise StoppedError
        return number

    jobs = (partial(job, number) for number in range(20))
    assert [*results_in_order(jobs, threads, never_stopped)] == [0, 1, 2, 3]


def test_what_a_job_raises_is_raised() -> None:
    def job(_: Stopped) -> int:
        raise ValueError("no")

    with pytest.raises(ValueError, match="no"):
        next(results_in_order([job], 2, never_stopped))


def test_what_nobody_waits_for_any_more_is_broken_off() -> None:
    ended = []

    def job(number: int, stopped: Stopped) -> int:
        begun = monotonic()
        while number and not stopped() and monotonic() < begun + SECONDS:
            pass
        ended.append((number, stopped()))
        return number

    jobs = (partial(job, number) for number in range(3))
    with closing(results_in_order(jobs, 2, never_stopped)) as results:
        assert next(results) == 0
    assert (1, True) in ended


# --- a run of searching players -----------------------------------------------------------

SEARCHED = ("simulate", "pagat", "--policy", "search:1,steady,steady,steady", "--json")


@pytest.mark.parametrize("threads", ["1", "2"])
@pytest.mark.parametrize("sent", [signal.SIGINT, signal.SIGTERM])
def test_a_stop_breaks_off_a_part_and_a_resumed_run_comes_to_the_same(
    threads: str,
    sent: signal.Signals,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    assert main([*SEARCHED, "-n", "70", "--threads", "2"]) == 0
    whole = json.loads(capsys.readouterr().out)
    kept = str(tmp_path / "run.json")
    with monkeypatch.context() as patched:
        steps = at_step(patched, 500, partial(press, sent))
        run = [*SEARCHED, "-n", "70", "--threads", threads, "--save", kept]
        assert main(run) == 128 + sent
    assert len(steps) < 580  # two parts have 600 and more
    assert "of 70 matches were played and counted" in capsys.readouterr().err
    done = json.loads(Path(kept).read_text())["figures"]["summary"]["matches"]
    assert done in (0, 32)
    assert main(["simulate", "--resume", kept, "--json"]) == 0
    resumed = json.loads(capsys.readouterr().out)
    assert {key: resumed[key] for key in whole} == whole


@pytest.mark.parametrize(
    "arguments",
    [
        (*SEARCHED, "-n", "70", "--threads", "1"),
        (*SEARCHED, "-n", "70", "--threads", "2"),
        ("balance", "pagat", "-n", "4", "--player", "search:1", "--threads", "1"),
        ("balance", "pagat", "-n", "4", "--player", "search:1", "--threads", "2"),
    ],
)
def test_a_second_ctrl_c_ends_it_in_the_midst_of_a_decision(
    arguments: tuple[str, ...],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    for_ever: threading.Event,
) -> None:
    def pressed_twice() -> None:
        press()
        for_ever.wait(0.3)
        press()
        for_ever.wait()

    at_step(monkeypatch, 3, pressed_twice)
    begun = monotonic()
    assert main(arguments) == 130
    assert monotonic() - begun < SECONDS
    assert capsys.readouterr().out == ""


def test_a_stop_ends_a_balance_in_the_midst_of_a_part(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    steps = at_step(monkeypatch, 20, press)
    assert main(["balance", "pagat", "-n", "4", "--player", "search:1"]) == 130
    assert len(steps) < 80  # a part has some 300 of them
    assert capsys.readouterr().err == (
        "interrupted: there are no results before all matches are played\n"
    )
