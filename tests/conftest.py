"""What tests have counted is told at the end, however many workers they ran in."""

from __future__ import annotations

import gc
import signal
from collections.abc import Callable, Generator, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from reference import generate
from support.browser import HOW_TO, Browser, executable
from support.proved_once import prove_each_once

# How long a draw takes says nothing about the rules, only how busy the machine is.  What is drawn
# is the same in every run, so that a red one can be had again: `--hypothesis-profile=luck` draws
# anew.
ANY_MACHINE = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("luck", ANY_MACHINE)
settings.register_profile("seeded", ANY_MACHINE, derandomize=True, database=None)
settings.load_profile("seeded")


# A tenth of the suite's time went into looking for garbage among what stays until the end: the
# tests themselves, and what modules hold.  While tests are collected nothing is looked for; what is
# then there is never looked at again; and of what tests make, more may gather between two looks.
SELDOM = 50_000


@pytest.hookimpl(wrapper=True)
def pytest_collection(session: pytest.Session) -> Generator[None, object, object]:
    gc.disable()
    try:
        with pytest.MonkeyPatch.context() as patched:
            if not session.config.getoption("prove_anew"):
                prove_each_once(patched)  # many modules load games, which their tests check again
            return (yield)
    finally:
        gc.freeze()
        gc.set_threshold(SELDOM, *gc.get_threshold()[1:])
        gc.enable()


@pytest.fixture(autouse=True, scope="session")
def _kept_matches(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """No test keeps a match in the folder of whoever runs it."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv("XDG_STATE_HOME", str(tmp_path_factory.mktemp("state")))
        yield


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--prove-anew", action="store_true", help="prove a game wherever it is loaded")


@pytest.fixture(autouse=True, scope="module")
def _each_game_proved_once(request: pytest.FixtureRequest) -> Iterator[None]:
    """Two fifths of the time of many tests went into proofs that had been made before.

    Tests of the checker make them each time, and so do those of modules marked `proves_anew`.
    """
    anew = request.config.getoption("prove_anew") or request.path.parent.name == "check"
    with pytest.MonkeyPatch.context() as patched:
        if not anew and request.node.get_closest_marker("proves_anew") is None:
            prove_each_once(patched)
        yield


@pytest.fixture(scope="module")
def each_game_proved_once() -> Iterator[None]:
    """For tests of the checker that check the same games again and again."""
    with pytest.MonkeyPatch.context() as patched:
        prove_each_once(patched)
        yield


@pytest.fixture(scope="session")
def _started_browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    program = executable()
    assert program is not None
    opened = Browser(program, tmp_path_factory.mktemp("browser"))
    yield opened
    opened.close()


@pytest.fixture(scope="module")
def browser(_started_browser: Browser) -> Browser:
    """A browser without pages and cookies of other modules, for tests marked `browser`."""
    _started_browser.start_anew()
    return _started_browser


DEALS = "deals compared in both engines"


@pytest.fixture
def count_deals(record_property: Callable[[str, object], None]) -> Callable[[int], None]:
    """Tell how many deals a test has compared."""
    return lambda compared: record_property(DEALS, compared)


LEFT_OUT = pytest.StashKey[int]()

TOOLS = Path(__file__).parent / "web" / "tools"
collect_ignore = [] if (TOOLS / "node_modules").is_dir() else ["web/test_javascript_tools.py"]


def pytest_configure(config: pytest.Config) -> None:
    """Writes the generated cases if they are out of date, and lets tests send signals.

    A shell that starts the tests in the background makes Python ignore these signals.
    """
    if not hasattr(config, "workerinput") and not generate.is_up_to_date():
        generate.main()
    for name, usual in (
        ("SIGINT", signal.default_int_handler),
        ("SIGQUIT", signal.SIG_DFL),
        ("SIGHUP", signal.SIG_DFL),
    ):
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) is signal.SIG_IGN:
            signal.signal(number, usual)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what needs a browser where there is none; what compiles the most comes first.

    What asks for compiled code only in passing comes last: else one worker compiles what another
    is compiling.
    """
    items.sort(key=lambda item: item.get_closest_marker("late") is not None)
    items.sort(key=lambda item: item.get_closest_marker("early") is None)
    left_out = [item for item in items if item.get_closest_marker("browser")]
    if left_out and executable() is None:
        items[:] = [item for item in items if item not in left_out]
        config.hook.pytest_deselected(items=left_out)
        config.stash[LEFT_OUT] = len(left_out)


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    # workers leave tests out without telling
    workers = getattr(config.option, "numprocesses", None)
    if config.stash.get(LEFT_OUT, 0) or (workers and executable() is None):
        terminalreporter.write_line(HOW_TO)
    if collect_ignore:
        terminalreporter.write_line("JavaScript is not checked: run `.ci/javascript`")
    counted = sum(
        value
        for report in terminalreporter.getreports("passed")
        for name, value in report.user_properties
        if name == DEALS
    )
    if counted:
        terminalreporter.write_line(f"{counted:,} {DEALS}")
    for report in terminalreporter.getreports("passed"):
        for name, value in report.user_properties:
            if name == "size":
                terminalreporter.write_line(value)
