"""Players by name: clagdsl's own, and those that packages bring."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator
from importlib.metadata import EntryPoint
from typing import Any

import numpy as np
import pytest
from support.loaded import loaded

import clagdsl
from clagdsl.engine.actions import Action, Bid
from clagdsl.engine.players import named_players
from clagdsl.engine.players.named_players import (
    BUILT_IN,
    GROUP,
    check_player,
    find_player,
    load_player,
    player_names,
    seat_policies,
)
from clagdsl.engine.players.player import PlayerWords
from clagdsl.engine.view import View
from clagdsl.lang.record import is_player_name
from clagdsl.problems.diagnostic import ArgumentError
from clagdsl.table.table import Table


def last_of_all(view: View, _table: Table, _rng: PlayerWords) -> Action:
    return view.legal[-1]


def any_of_them(view: View, _table: Table, rng: PlayerWords) -> Action:
    return view.legal[rng.below(len(view.legal))]


def who_cheats(_view: View, _table: Table, _rng: PlayerWords) -> Action:
    return Bid(99)


def who_breaks(_view: View, _table: Table, _rng: PlayerWords) -> Action:
    raise KeyError("no idea")


def who_leaves(_view: View, _table: Table, _rng: PlayerWords) -> Action:
    raise SystemExit(0)


class Levels:
    """A player with levels, of which one is none and one breaks; it cannot get ready."""

    def __call__(self, view: View, _table: Table, _rng: PlayerWords) -> Action:
        return view.legal[0]

    def with_level(self, level: str) -> Any:
        return {"none": None}[level]

    def make_ready(self) -> None:
        raise OSError("no model file")


class Together:
    """A player that decides for many matches at once, in its own way."""

    def __init__(self, answer: Any) -> None:
        self.answer = answer

    def __call__(self, view: View, _table: Table, _rng: PlayerWords) -> Action:
        return view.legal[0]

    def in_batch(self, batch: Any, places: Any) -> Any:
        return self.answer(batch, places)


def stepped(batch: Any, _places: Any) -> Any:
    actions = batch.random_actions()
    batch.step(actions)
    return actions


NO_PLAYER = "not callable"
LEVELS = Levels()
TOGETHER = {
    "one": Together(lambda _batch, _places: [0]),
    "floats": Together(lambda _batch, places: places * 0.5),
    "far": Together(lambda _batch, places: places + 10**9),
    "below": Together(lambda _batch, places: places * 0 - 1),
    "nothing": Together(lambda _batch, _places: None),
    "breaks": Together(lambda _batch, _places: 1 // 0),
    "steps": Together(stepped),
}


@pytest.fixture
def brought(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Players of a package that somebody has installed."""
    names = {
        "last": "last_of_all",
        "any": "any_of_them",
        "cheat": "who_cheats",
        "broken": "who_breaks",
        "leaver": "who_leaves",
        "levels": "LEVELS",
        "Upper": "last_of_all",
        "text": "NO_PLAYER",
        "gone": "nothing_there",
        "steady": "last_of_all",  # clagdsl's own are never replaced
        "No Name": "last_of_all",
    }
    there = [EntryPoint(name, f"{__name__}:{value}", GROUP) for name, value in names.items()]

    def entry_points(**wanted: str) -> list[EntryPoint]:
        assert wanted == {"group": GROUP}
        return there

    monkeypatch.setattr(named_players, "entry_points", entry_points)
    monkeypatch.setitem(sys.modules, __name__, sys.modules[__name__])
    forget()
    yield
    forget()


def forget() -> None:
    named_players._package_players.cache_clear()
    named_players._resolve_player.cache_clear()


def told(call: Any, *given: object) -> str:
    with pytest.raises(ArgumentError) as caught:
        call(*given)
    return f"{caught.value.code}: {caught.value.reason}"


def test_there_are_three_players_that_belong_to_it() -> None:
    assert player_names()[:3] == ("random", "steady", "search") == tuple(BUILT_IN)


@pytest.mark.parametrize("name", ["wild", "", "Steady", "steady ", "a:", ":3", "a:b:c", "x" * 51])
def test_what_is_no_player_is_told_with_those_that_there_are(name: str) -> None:
    assert told(check_player, name).startswith("U629:")
    assert "choose from random, steady, search" in told(find_player, name)


def test_several_names_are_told_to_be_several() -> None:
    for names in ("steady,random", "search:16,steady"):
        assert f"name one player, not several as in `{names}`" in told(find_player, names)


def test_a_name_is_a_text() -> None:
    assert (
        told(check_player, 7) == "U629: there is no player `7`: choose from random, steady, search"
    )
    assert not is_player_name(7)
    assert is_player_name("search:64")


@pytest.mark.parametrize("level", ["0", "4097", "many", "6.4", "-1"])
def test_a_search_has_from_1_to_4096_worlds(level: str) -> None:
    assert "from 1 to 4096" in told(check_player, f"search:{level}")


def test_levels_are_levels_of_one_player() -> None:
    assert find_player("search") == find_player("search:64")
    assert find_player("search:1") != find_player("search:4096")
    assert find_player("search:16") is find_player("search:16")
    assert "has no levels" in told(check_player, "steady:2")


def test_policies_go_by_seat() -> None:
    assert seat_policies("search:16", 3) == ("search:16",) * 3
    assert seat_policies("steady, random,search", 3) == ("steady", "random", "search")
    assert seat_policies(["steady", "random"], 2) == ("steady", "random")
    assert told(seat_policies, "steady,random", 3) == (
        "U629: `2` policies for `3` players: give one for all, or one for each"
    )
    assert "the policy must be a name or a list of names" in told(seat_policies, 5, 3)


def test_a_function_without_a_name_is_told_how_to_get_one() -> None:
    for policies in (print, [print, "steady"]):
        reason = told(seat_policies, policies, 2)
        assert "entry points `clagdsl.players`" in reason
        assert "`clagdsl.decide`" in reason


# --- those of packages --------------------------------------------------------------------


@pytest.mark.usefixtures("brought")
def test_a_package_brings_players() -> None:
    brought = ("any", "broken", "cheat", "gone", "last", "leaver", "levels", "text")
    assert player_names() == (*BUILT_IN, *brought)
    state = clagdsl.load("pagat").start(players=4, seed=1)
    assert clagdsl.decide(state, "last") == state.legal()[-1]
    assert clagdsl.decide(state, "steady") == clagdsl.steady_action(state)
    picked = {clagdsl.decide(state, "any", seed=seed) for seed in range(40)}
    assert picked == set(state.legal())


@pytest.mark.usefixtures("brought")
def test_what_a_player_does_wrong_is_told_with_its_name() -> None:
    state = clagdsl.load("pagat").start(players=4, seed=1)
    assert told(clagdsl.decide, state, "cheat") == (
        "U637: the player `cheat` chose `bid 99`, which is not legal; legal are `bid 0`, `bid 1`"
    )
    assert told(clagdsl.decide, state, "broken") == (
        "U637: the player `broken` stopped with KeyError: 'no idea'"
    )
    assert "is not a function" in told(clagdsl.decide, state, "text")
    assert "cannot be loaded: AttributeError" in told(clagdsl.decide, state, "gone")


@pytest.mark.usefixtures("brought")
def test_nothing_that_a_player_does_ends_a_command_quietly() -> None:
    state = clagdsl.load("pagat").start(players=4, seed=7)
    assert "`leaver` stopped with SystemExit: 0" in told(clagdsl.decide, state, "leaver")
    assert told(find_player, "levels:gone") == (
        "U637: the player `levels:gone` stopped with KeyError: 'gone'"
    )
    assert "is not a function" in told(find_player, "levels:none")
    assert told(load_player, "levels") == (
        "U637: the player `levels` stopped with OSError: no model file"
    )


class Wordless(Exception):  # noqa: N818
    """An error that cannot say what it is."""

    def __str__(self) -> str:
        raise RuntimeError("no words")


def test_a_function_that_gives_no_action_or_fails_without_a_word() -> None:
    state = clagdsl.load("pagat").start(players=4, seed=7)

    def fails(*_: object) -> Any:
        raise Wordless

    text = told(clagdsl.decide, state, lambda *_: "bid 0")
    assert "returned `bid 0`, which is not an action in `view.legal`" in text
    assert "returned `None`, which is not" in told(clagdsl.decide, state, lambda *_: None)
    assert told(clagdsl.decide, state, fails) == "U637: the player `fails` stopped with Wordless"


@pytest.mark.parametrize("name", ["search:", "search: 4", "search:4:4", "search:" + 30 * "9"])
def test_what_is_no_level_is_told_as_such(name: str) -> None:
    state = clagdsl.load("pagat").start(players=4, seed=7)
    assert "`search` has no such level as" in told(clagdsl.decide, state, name)


@pytest.mark.usefixtures("brought")
def test_a_wrong_name_of_an_installed_player_is_told_as_such() -> None:
    state = clagdsl.load("pagat").start(players=4, seed=7)
    assert "calls a player `Upper`, but the name of a player has" in told(
        clagdsl.decide, state, "Upper"
    )


@pytest.mark.parametrize("player", [None, 5, ("steady",), []])
def test_what_is_neither_a_name_nor_a_function_is_no_player(player: Any) -> None:
    state = clagdsl.load("pagat").start(players=4, seed=7)
    assert "U629" in told(clagdsl.decide, state, player)


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("one", "did not return an action number for each of 3 places"),
        ("floats", "did not return an action number"),
        ("far", "chose action 1000000000 at place 0, which is not legal"),
        ("below", "chose action -1 at place 0, which is not legal"),
        ("nothing", "did not return an action number"),
        ("breaks", "stopped with ZeroDivisionError"),
        ("steps", "played on in the batch, where it may only decide"),
    ],
)
def test_what_a_player_decides_for_a_batch_is_held_against_the_rules(
    name: str, reason: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    entry = EntryPoint(name, f"{__name__}:NO_PLAYER", GROUP)
    monkeypatch.setattr(named_players, "_package_players", lambda: {name: entry})
    monkeypatch.setattr(named_players, "_import_player", lambda _name: TOGETHER[name])
    named_players._resolve_player.cache_clear()
    batch = clagdsl.load("scottish").batch(3, 3, seed=2)
    before = batch.copy()
    assert reason in told(batch.actions_by, name)
    assert np.array_equal(before.observe(), batch.observe())
    assert np.array_equal(before.roll_out("steady"), batch.roll_out("steady"))
    named_players._resolve_player.cache_clear()


@pytest.mark.usefixtures("brought")
def test_a_function_decides_as_the_player_that_it_is_made_into() -> None:
    state = clagdsl.load("pagat").start(players=4, seed=7)
    for function, name in ((last_of_all, "last"), (any_of_them, "any")):
        assert clagdsl.decide(state, function) == clagdsl.decide(state, name)
    assert "who_cheats" in told(clagdsl.decide, state, who_cheats)


@pytest.mark.usefixtures("brought")
def test_players_of_packages_play_wherever_there_are_policies() -> None:
    game = clagdsl.load("scottish")
    matches = game.simulate(5, 3, seed=2, policy=["last", "random", "any"])
    for match in range(5):
        state = game.start(players=3, seed=2, match=match)
        while not state.over:
            assert isinstance(state.actor, int)
            action = clagdsl.decide(state, ("last", "random", "any")[state.actor])
            assert action is not None
            state = state.apply(action)
        assert tuple(matches.totals[match].tolist()) == state.totals
    batch = game.batch(2, 3, seed=2)
    first = batch.actions_by("last")
    assert [batch.action_text(number) for number in first] == ["bid 7", "bid 7"]
    assert told(batch.roll_out, "last").startswith("U631: `last` is not compiled")
    assert told(game.simulate, 2, 3, 0, 1, None, "cheat").startswith("U637:")


def test_nothing_heavy_is_imported_before_it_is_used() -> None:
    program = (
        "import sys, clagdsl; from clagdsl.engine.players.named_players import seat_policies;"
        "seat_policies('search:16,steady,random', 3);"
        "state = clagdsl.load('pagat').start(seed=1); clagdsl.decide(state, 'steady');"
        "print([name for name in ('numpy', 'numba') if name in sys.modules])"
    )
    run = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert run.stdout == "[]\n"


# --- deciding -----------------------------------------------------------------------------


def test_a_match_at_chance_or_over_is_decided_by_nobody() -> None:
    state = clagdsl.load("pagat").start(players=4)
    assert clagdsl.decide(state, "steady") is None
    assert clagdsl.decide(state, "search") is None


def test_seeds_have_their_bounds() -> None:
    state = clagdsl.load("pagat").start(players=4, seed=1)
    assert clagdsl.decide(state, "random", seed=2**64 - 1) in state.legal()
    assert told(clagdsl.decide, state, "random", 2**64).startswith("U621:")
    assert told(clagdsl.decide, state, "random", -1).startswith("U621:")


def test_the_random_player_is_that_of_the_match() -> None:
    state = clagdsl.load("raf").start(players=4, seed=3, match=5)
    while not state.over:
        action = clagdsl.random_action(state)
        assert action is not None
        assert clagdsl.decide(state, "random") == action
        state = state.apply(action)


@pytest.mark.parametrize("asked", [clagdsl.decide, clagdsl.steady_action, clagdsl.random_action])
def test_what_is_no_state_is_refused(asked: Callable[..., object]) -> None:
    game = loaded("foss")
    for other in (None, 7, game, game.start(seed=1).view(0)):
        with pytest.raises(clagdsl.ArgumentError, match="not a state of a match") as caught:
            asked(other)
        assert caught.value.code == "U647"
