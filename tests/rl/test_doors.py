"""Whoever imports clagdsl loads no library for learning; whoever lacks one is told what to type."""

from __future__ import annotations

import subprocess
import sys

import pytest

import clagdsl
from clagdsl.simulation import optional_deps

LIBRARIES = ("gymnasium", "pettingzoo", "pyspiel", "open_spiel")

LIGHT = """
import sys, clagdsl
clagdsl.rl
clagdsl.load("pagat").start(players=4, seed=1)
print(*sorted({name.split(".")[0] for name in sys.modules} & set(sys.argv[1:])))
"""

DOORS = {
    "PettingZoo": lambda: clagdsl.rl.pettingzoo_env("pagat"),
    "Gymnasium": lambda: clagdsl.rl.gymnasium_env("pagat"),
    "Gymnasium, many": lambda: clagdsl.rl.vector_env("pagat", 2),
    "OpenSpiel": lambda: clagdsl.rl.openspiel_game("pagat"),
}


def test_importing_clagdsl_loads_no_library_for_learning() -> None:
    command = [sys.executable, "-c", LIGHT, *LIBRARIES, "numpy", "numba"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout.split() == []


def without(*missing: str):
    """What looks for a module and does not find these."""
    found = optional_deps.find_spec
    return lambda name: None if name in missing else found(name)


@pytest.mark.parametrize("library", DOORS)
def test_a_missing_library_is_told_with_what_installs_it(
    library: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(optional_deps, "find_spec", without(*LIBRARIES))
    with pytest.raises(clagdsl.ArgumentError) as told:
        DOORS[library]()
    assert told.value.code == "U643"
    assert f"needs {library.split(',')[0]} (the `rl` extra)" in told.value.reason
    needed = {
        "PettingZoo": {"pettingzoo", "gymnasium"},
        "Gymnasium": {"gymnasium"},
        "OpenSpiel": {"open-spiel"},
    }[library.split(",")[0]]
    _, command = told.value.reason.split("install what is missing with ")
    assert {name for name in ("gymnasium", "pettingzoo", "open-spiel") if name in command} == needed
    assert "numba" in command


@pytest.mark.parametrize("library", DOORS)
def test_only_the_library_that_is_used_has_to_be_there(
    library: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    needed = {"PettingZoo": "pettingzoo", "Gymnasium": "gymnasium", "OpenSpiel": "pyspiel"}
    others = set(LIBRARIES) - {needed[library.split(",")[0]], "gymnasium"}
    monkeypatch.setattr(optional_deps, "find_spec", without(*others))
    DOORS[library]()


def test_numpy_and_numba_are_told_with_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(optional_deps, "find_spec", without("pettingzoo", "numba"))
    with pytest.raises(clagdsl.ArgumentError, match="needs PettingZoo, NumPy and Numba"):
        clagdsl.rl.pettingzoo_env("pagat")


REFUSED = {
    "reward": (lambda: clagdsl.rl.pettingzoo_env("pagat", reward="tricks"), "U639"),  # type: ignore[arg-type]
    "seat": (lambda: clagdsl.rl.gymnasium_env("pagat", players=4, seat=4), "U623"),
    "no player": (lambda: clagdsl.rl.gymnasium_env("pagat", others="nobody"), "U629"),
    "one player too many": (
        lambda: clagdsl.rl.gymnasium_env("pagat", players=4, others=["steady"] * 4),
        "U629",
    ),
    "players": (lambda: clagdsl.rl.openspiel_game("pagat", players=9), "U601"),
    "a text": (
        lambda: clagdsl.rl.openspiel_game(clagdsl.load(text=FRIDAY)),
        "U639",
    ),
}

FRIDAY = 'clag 1\ngame "Friday Clag" extends pagat\ndrop "Highest Number"\n'


@pytest.mark.parametrize("asked", REFUSED)
def test_what_cannot_be_is_refused(asked: str) -> None:
    ask, code = REFUSED[asked]
    with pytest.raises(clagdsl.ArgumentError) as told:
        ask()
    assert told.value.code == code


def test_a_game_that_was_read_from_a_text_has_environments() -> None:
    game = clagdsl.load(text=FRIDAY)
    env = clagdsl.rl.pettingzoo_env(game, players=4)
    env.reset(seed=1)
    assert env.unwrapped.match.batch.kinds[-1] != "Highest Number"
    assert clagdsl.rl.gymnasium_env(game, players=4).reset(seed=1)[0].shape
