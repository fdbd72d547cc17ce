"""What holds of every batch: nothing leaks, nothing illegal is done, matches restart and copy."""

from __future__ import annotations

import copy
import random
from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.engine_games import GAMES, SPECIALS, one_deal
from support.engine_twins import other_packs

import clagdsl
from clagdsl.engine.state import State
from clagdsl.lang.cards import ORDINARY, PACK
from clagdsl.lang.philox import shuffled
from clagdsl.lang.rules import Game
from clagdsl.problems.diagnostic import ArgumentError
from clagdsl.simulation.batch import action_space as numbering
from clagdsl.simulation.batch.matches import PHASES, Batch, make_batch
from clagdsl.table.table import open_table

PLACES = {card: place for place, card in enumerate(PACK)}
TWINS = 24


@cache
def pagat() -> clagdsl.PlayableGame:
    return clagdsl.load("pagat")


def dealt(rules: Game, players: int, packs: Any) -> Batch:
    table = open_table(rules, players)
    return make_batch(table, "", len(packs), 0, 0, packs, restart=False, history=True)


def random_packs(choose: random.Random, deals: int) -> Any:
    return np.array([[choose.sample(range(52), 52) for _ in range(deals)]])


def play_some(batch: Batch, steps: int, choose: random.Random) -> list[int]:
    """Up to so many actions of the only match of a batch, none of which ends it."""
    done: list[int] = []
    while len(done) < steps:
        action = choose.choice(batch.legal()[0].nonzero()[0].tolist())
        ahead = batch.copy()
        ahead.step([action])
        if ahead.over[0]:
            break
        batch.step([action])
        done.append(action)
    return done


def boards_of(batch: Batch) -> list[bytes]:
    return [array.tobytes() for array in batch._boards if isinstance(array, np.ndarray)]


# --- what a seat may not see --------------------------------------------------------------


def twins_of(state: State, seat: int, packs: Any, choose: random.Random) -> Any:
    """Packs for many matches that a seat cannot tell from this one."""
    twins = np.repeat(packs, TWINS, axis=0)
    for twin in twins:
        for deal, pack in other_packs(state, seat, choose).items():
            twin[deal - 1] = [PLACES[card] for card in pack]
    return twins


def replayed(rules: Game, players: int, packs: Any, actions: list[int]) -> tuple[Batch, Any]:
    """The same actions over other packs, and in which matches they were all allowed."""
    batch = dealt(rules, players, packs)
    same = np.ones(len(packs), np.bool_)
    for action in actions:
        allowed = batch.legal()
        same &= allowed[:, action] & ~batch.over
        batch.step(np.where(allowed[:, action], action, allowed.argmax(axis=1)))
    return batch, same


def check_nothing_leaks(rules: Game, players: int, seed: int) -> int:
    """Compare what a seat observes over packs that it cannot tell apart; how many differed."""
    choose = random.Random(seed)
    packs = random_packs(choose, len(open_table(rules, players).schedule))
    batch = dealt(rules, players, packs)
    actions = play_some(batch, choose.randrange(120), choose)
    state, seat = batch.state(0), choose.randrange(players)
    twins, same = replayed(rules, players, twins_of(state, seat, packs, choose), actions)
    differ = same & (twins._boards.packs != batch._boards.packs).any(axis=1)
    assert (twins.observe(seat)[same] == batch.observe(seat)).all()
    if state.actor == seat:
        assert (twins.legal()[same] == batch.legal()).all()
    return int(differ.sum())


@settings(max_examples=40, deadline=None)
@given(st.sampled_from(sorted(GAMES)), st.integers(3, 6), st.integers(0, 10**6))
def test_observations_never_tell_what_a_seat_cannot_see(name: str, players: int, seed: int) -> None:
    check_nothing_leaks(GAMES[name], players, seed)


@pytest.mark.parametrize("name", sorted(SPECIALS))
def test_observations_of_one_deal_never_tell(name: str) -> None:
    assert sum(check_nothing_leaks(one_deal(name, 3), 3, seed) for seed in range(6)) > 12


def test_the_comparison_itself_notices_a_difference() -> None:
    packs = np.array([[range(52)], [range(52)]])
    packs[1, 0, :2] = 1, 0
    batch = dealt(one_deal("normal"), 3, packs)
    first, second = zip(*(batch.observe(seat) for seat in range(3)), strict=True)
    assert [(a == b).all() for a, b in zip(first, second, strict=True)] == [False, False, True]


# --- what may be done ---------------------------------------------------------------------


@settings(max_examples=4, deadline=None)
@given(st.sampled_from(sorted(GAMES)), st.integers(3, 5), st.integers(0, 10**6))
def test_just_the_legal_actions_are_done(name: str, players: int, seed: int) -> None:
    choose = random.Random(seed)
    packs = random_packs(choose, len(open_table(GAMES[name], players).schedule))
    batch = dealt(GAMES[name], players, packs)
    play_some(batch, choose.randrange(100), choose)
    allowed = batch.legal()[0]
    for action in range(-1, batch.actions + 1):
        ahead = batch.copy()
        if 0 <= action < batch.actions and allowed[action]:
            ahead.step([action])
            assert boards_of(ahead) != boards_of(batch)
        else:
            with pytest.raises(ArgumentError, match="U632"):
                ahead.step([action])
            assert boards_of(ahead) == boards_of(batch)


def test_one_illegal_action_leaves_every_match_as_it_was() -> None:
    batch = pagat().batch(5, seed=1)
    for _ in range(40):
        batch.step(batch.random_actions())
    before, actions = boards_of(batch), batch.random_actions()
    illegal = batch.legal().argmin(axis=1)
    actions[[2, 4]] = illegal[[2, 4]]
    with pytest.raises(ArgumentError) as refused:
        batch.step(actions)
    assert refused.value.code == "U632"
    why = batch.state(2).why_not(batch.action_text(illegal[2]))
    assert why is not None
    text = batch.action_text(illegal[2])
    where = f"place 2 (match 2, deal {batch.deal[2]})"
    assert refused.value.reason == f"{where}: `{text}`: {why.reason}"
    assert boards_of(batch) == before


def test_what_is_no_list_of_actions_is_refused() -> None:
    batch = pagat().batch(3)
    before = boards_of(batch)
    good = batch.random_actions().tolist()
    for wrong in (good[:2], [*good, 0], [good], [0.0] * 3, ["bid 0"] * 3, [True] * 3, None, 5):
        with pytest.raises(ArgumentError) as refused:
            batch.step(wrong)  # type: ignore[arg-type]
        assert refused.value.code == "U631"
        assert boards_of(batch) == before


def test_a_match_that_is_over_stays_so() -> None:
    game = clagdsl.load("mcleod")
    batch = game.batch(2, seed=3)
    shorter = batch.copy([0])
    while not shorter.over[0]:
        shorter.step(shorter.random_actions())
    assert shorter.ended[0]
    totals = shorter.totals
    for ignored in (-1, 0, 10**9):
        assert not shorter.step([ignored]).any()
        assert shorter.over[0]
        assert not shorter.ended[0]
        assert (shorter.totals == totals).all()
        assert not shorter.observe().any()
        assert not shorter.observe(0).any()
        assert not shorter.legal().any()
    assert not batch.over.any()
    assert not batch.winners.any()


# --- restarting, copying ------------------------------------------------------------------


def test_matches_restart_with_the_next_number_each_once() -> None:
    game = clagdsl.load("scorecard")
    known = game.simulate(12, seed=5)
    batch = game.batch(4, seed=5, first=0, restart=True)
    finished = {}
    rewards = np.zeros((4, batch.players), np.int64)
    while len(finished) < 12:
        numbers = batch.number
        rewards += batch.step(batch.random_actions())
        assert not batch.over.any()
        for place in batch.ended.nonzero()[0]:
            match = numbers[place]
            assert match not in finished
            finished[int(match)] = rewards[place].tolist()
            assert batch.final_totals[place].tolist() == finished[match]
            if match < 12:
                assert batch.winners[place].tolist() == known.winners[match].tolist()
            rewards[place] = 0
            assert not batch.totals[place].any()
            assert batch.number[place] >= 4
            assert str(batch.state(place)) == str(
                game.start(seed=5, match=batch.number[place].item())
            )
    for match, totals in enumerate(known.totals.tolist()):
        assert finished.get(match, totals) == totals
    assert set(range(8)) <= set(finished)


def test_no_match_restarts_beyond_the_last_number() -> None:
    batch = clagdsl.load("foss").batch(2, seed=5, first=2**32 - 3, restart=True)
    numbers = []
    for _ in range(2000):  # more than three matches of it have
        numbers.append(batch.number)
        batch.step(batch.random_actions())
    assert batch.over.all()
    assert set(np.array(numbers).ravel().tolist()) == {2**32 - 3, 2**32 - 2, 2**32 - 1}


def test_a_copy_goes_its_own_way() -> None:
    batch = pagat().batch(4, seed=2, restart=True)
    for _ in range(30):
        batch.step(batch.random_actions())
    before, again = boards_of(batch), batch.copy([3, 1, 1])
    assert again.number.tolist() == [3, 1, 1]
    assert (again.observe() == batch.observe()[[3, 1, 1]]).all()
    whole = batch.copy()
    assert boards_of(whole) == before
    for _ in range(1000):
        again.step(again.random_actions())
        whole.step(whole.random_actions())
    assert boards_of(batch) == before
    for _ in range(1000):
        batch.step(batch.random_actions())
    assert boards_of(batch) == boards_of(whole)


@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy])
def test_a_copy_by_python_shares_nothing(copied: Callable[[Batch], Batch]) -> None:
    batch = pagat().batch(3, seed=4)
    other = copied(batch)
    before = other.observe(), other.legal(), other.moves(1)
    batch.step(batch.random_actions())
    after = other.observe(), other.legal(), other.moves(1)
    assert all(np.array_equal(one, two) for one, two in zip(before, after, strict=True))
    other.step(other.random_actions())
    assert np.array_equal(other.observe(), batch.observe())


def test_what_is_given_does_not_change_with_a_later_step() -> None:
    batch = pagat().batch(3, seed=2)
    names = (
        "number",
        "seat",
        "phase",
        "deal",
        "over",
        "ended",
        "totals",
        "final_totals",
        "winners",
    )
    given = {name: getattr(batch, name) for name in names}
    kept = {name: array.copy() for name, array in given.items()}
    observed, allowed = batch.observe(), batch.legal()
    seen, may = observed.copy(), allowed.copy()
    while not batch.over.all():
        batch.step(batch.random_actions())
    assert all((given[name] == kept[name]).all() for name in names)
    assert (observed == seen).all()
    assert (allowed == may).all()
    given["totals"][:] = 99
    assert not (batch.totals == 99).all()


# --- packs from outside, history ----------------------------------------------------------


def test_packs_of_the_seed_given_from_outside_are_the_same_matches() -> None:
    deals = len(pagat().deals())
    packs = np.array(
        [
            [
                [PLACES[card] for card in shuffled(ORDINARY, 8, match, deal + 1)]
                for deal in range(deals)
            ]
            for match in range(3)
        ]
    )
    seeded, given = pagat().batch(3, seed=8), pagat().batch(3, seed=8, packs=packs)
    packs[:] = 0
    while not seeded.over.all():
        actions = seeded.random_actions()
        assert (given.random_actions() == actions).all()
        assert (given.observe() == seeded.observe()).all()
        assert (given.step(actions) == seeded.step(actions)).all()
    assert [given.state(place).totals for place in range(3)] == list(
        map(tuple, seeded.totals.tolist())
    )
    assert given.state(1).winners == seeded.state(1).winners


def test_the_state_of_a_match_is_played_again() -> None:
    batch = pagat().batch(2, seed=4, first=7)
    state = pagat().start(seed=4, match=8)
    texts = []
    for _ in range(100):
        action = clagdsl.random_action(state)
        assert action is not None
        texts.append(str(action))
        state = state.apply(action)
        batch.step(batch.random_actions())
    assert batch.state(1) == state
    assert batch.state(1).record() == state.record()
    assert [batch.action_text(move) for move in batch.moves(1)] == texts


def test_without_history_there_is_no_state_and_all_else_is_the_same() -> None:
    short, long = pagat().batch(2, history=False), pagat().batch(2)
    assert short.state(0) == pagat().start(seed=0)
    while not long.over.all():
        actions = long.random_actions()
        assert (short.step(actions) == long.step(actions)).all()
    with pytest.raises(ArgumentError, match="U631"):
        short.state(0)
    with pytest.raises(ArgumentError) as refused:
        pagat().batch(1, history=False).step([0])
    assert refused.value.code == "U632"
    assert refused.value.reason.endswith("`play AS`: this cannot be done now")
    with pytest.raises(ArgumentError, match=r"place 0 .*: there is no action `999`, only 0 to 271"):
        pagat().batch(1).step([999])


# --- numbers and arguments ----------------------------------------------------------------


@pytest.mark.parametrize("name", sorted(GAMES))
def test_every_action_has_one_number(name: str) -> None:
    table = open_table(GAMES[name], 4)
    batch = make_batch(table, "", 1, 0, 0, None, restart=False, history=True)
    texts = [batch.action_text(number) for number in range(batch.actions)]
    assert len(set(texts)) == batch.actions
    assert [batch.action_number(text) for text in texts] == list(range(batch.actions))
    actions = [clagdsl.read_action(text) for text in texts]
    assert [batch.action_number(a) for a in actions if a is not None] == list(range(batch.actions))
    ends = [0, *(block.stop for block in batch.blocks.values())]
    assert [block.start for block in batch.blocks.values()] == ends[:-1]
    assert ends[-1] == batch.actions
    assert all(block.start < block.stop for block in batch.blocks.values())
    assert batch.action_number("play  10H") == PLACES[clagdsl.read_card("10H")]
    for text in ("bid 40", "fold", "play AS as KS", "call Nothing"):
        with pytest.raises(ArgumentError, match="U632"):
            batch.action_number(text)
    for number in (-1, batch.actions, 0.5, "bid 0", None):
        with pytest.raises(ArgumentError, match="U632"):
            batch.action_text(number)  # type: ignore[arg-type]


def test_the_numbering_is_as_documented() -> None:
    batch = clagdsl.load("pagat").batch(1)
    assert dict(batch.blocks) == {
        "play": slice(0, 52),
        "bid": slice(52, 60),
        "trump": slice(60, 64),
        "play as": slice(64, 272),
    }
    assert [batch.action_text(number) for number in (0, 51, 52, 59, 60, 63)] == [
        "play AS", "play 2C", "bid 0", "bid 7", "trump spades", "trump clubs",
    ]  # fmt: skip
    assert [batch.action_text(number) for number in (64, 115, 116, 271)] == [
        "play 2S as AS", "play 2S as 2C", "play 2H as AS", "play 2C as 2C",
    ]  # fmt: skip
    raf = clagdsl.load("raf").batch(1)
    assert list(raf.blocks) == ["play", "bid", "trump", "order", "cards", "call", "top"]
    assert raf.action_text(raf.blocks["cards"].start) == "cards 3"
    assert raf.action_text(raf.blocks["call"].start) == "call Trumps"
    assert raf.action_text(raf.blocks["top"].start) == "play top"


@pytest.mark.parametrize(
    ("given", "code"),
    [
        ({"matches": 0}, "U631"),
        ({"matches": 1_000_001}, "U631"),
        ({"matches": 2.0}, "U631"),
        ({"players": 3}, "U601"),
        ({"seed": -1}, "U621"),
        ({"seed": 2**64}, "U621"),
        ({"first": -1}, "U621"),
        ({"first": 2**32 - 1}, "U621"),
        ({"parameters": {"nothing": 1}}, "U602"),
        ({"packs": [[0]]}, "U631"),
        ({"packs": "AS"}, "U631"),
        ({"packs": [[1], [2, 3]]}, "U631"),
        ({"packs": np.zeros((2, 22, 52))}, "U631"),
        ({"packs": np.zeros((2, 22, 52), np.int8)}, "U631"),
        ({"packs": np.array([[range(1, 53)] * 22] * 2)}, "U631"),
        ({"packs": np.array([[range(52)] * 22] * 2), "restart": True}, "U631"),
    ],
)
def test_a_batch_that_cannot_be_is_refused(given: dict[str, Any], code: str) -> None:
    with pytest.raises(ArgumentError) as refused:
        pagat().batch(**{"matches": 2, **given})
    assert refused.value.code == code


def test_wrong_seats_and_places_are_refused() -> None:
    batch = pagat().batch(2)
    assert (batch.observe(np.int64(1)) == batch.observe([1, 1])).all()
    for seats in (4, -1, [0, 4]):
        with pytest.raises(ArgumentError, match="U623"):
            batch.observe(seats)
    for seats in ([0], [0.5, 1.5], "01"):
        with pytest.raises(ArgumentError, match="U631"):
            batch.observe(seats)  # type: ignore[arg-type]
    for places in ([2], [-1], [], [[0]], 0, [0.5]):
        with pytest.raises(ArgumentError, match="U631"):
            batch.copy(places)  # type: ignore[arg-type]
    for place in (2, -1, "0"):
        with pytest.raises(ArgumentError, match="U631"):
            batch.state(place)  # type: ignore[arg-type]


def test_more_actions_than_a_batch_numbers_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(numbering, "MOST_ACTIONS", 271)
    with pytest.raises(ArgumentError, match=r"U627: .* the game has 272"):
        pagat().batch(1)


def test_phases_are_those_of_states() -> None:
    batch = clagdsl.load("raf").batch(1)
    assert PHASES[batch.phase[0]] == batch.state(0).phase == "size"
    assert repr(batch) == "<Batch: 1 matches of 3 players>"
