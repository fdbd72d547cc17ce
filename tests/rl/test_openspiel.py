"""OpenSpiel's own test, chance card by card, copies, and states that a seat cannot tell apart."""

from __future__ import annotations

import pickle
import random
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import numpy as np
import pyspiel
import pytest
from support.learning_tables import LearningTable, every_table, some_tables

import clagdsl


def game_at(table: LearningTable, **chosen):
    return clagdsl.rl.openspiel_game(table.name, players=table.players, **chosen)


@pytest.mark.parametrize("table", some_tables(1, seed=4), ids=str)
def test_some_tables_pass_the_test_of_openspiel(table: LearningTable) -> None:
    pyspiel.random_sim_test(game_at(table), num_sims=1, serialize=True, verbose=False)


@pytest.mark.long
@pytest.mark.parametrize("table", every_table(), ids=str)
def test_every_table_passes_the_test_of_openspiel(table: LearningTable) -> None:
    game = game_at(table, reward=("points", "winner")[table.players % 2])
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


def played(game, seed: int) -> Iterator[pyspiel.State]:
    """Every state of a match in which all, chance included, choose at random."""
    choose, state = random.Random(seed), game.new_initial_state()
    yield state
    while not state.is_terminal():
        state = state.clone()
        if state.is_chance_node():
            outcomes, weights = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(choose.choices(outcomes, weights)[0])
        else:
            state.apply_action(choose.choice(state.legal_actions()))
        yield state


def check_rewards(table: LearningTable, seed: int, reward: str) -> None:
    """Rewards of the decisions add up to what the match has come to."""
    states = list(played(game_at(table, reward=reward), seed))
    chances = [state for state in states if state.is_chance_node()]
    assert len(chances) <= states[0].get_game().max_chance_nodes_in_history()
    came = np.zeros(table.players)
    for before, after in pairwise(states):
        if before.is_chance_node():
            assert after.rewards() == before.rewards()
        else:
            came += after.rewards()
        assert came.tolist() == after.returns()
    state = states[-1].match.state
    if reward == "points":
        assert came.tolist() == [*state.totals]
    else:
        share = 1 / len(state.winners)
        assert came.tolist() == [
            share if seat in state.winners else 0 for seat in range(table.players)
        ]


@pytest.mark.parametrize("reward", ["points", "winner"])
def test_rewards_are_the_totals(reward: str) -> None:
    check_rewards(LearningTable("plump", 3), 1, reward)


@pytest.mark.long
@pytest.mark.parametrize("table", every_table(), ids=str)
def test_rewards_are_the_totals_of_a_thousand_matches(table: LearningTable) -> None:
    for seed in range(1 + 1000 // len(every_table())):
        check_rewards(table, seed, ("points", "winner")[seed % 2])


def test_chance_deals_each_card_that_can_matter_in_dealing_order() -> None:
    game = clagdsl.rl.openspiel_game("pagat", players=4)
    state, dealt = game.new_initial_state(), []
    while state.is_chance_node():
        outcomes = state.chance_outcomes()
        assert len(outcomes) == 52 - len(dealt)
        assert sum(chance for _, chance in outcomes) == pytest.approx(1)
        number = outcomes[-1 - len(dealt)][0]
        dealt.append(state.action_to_string(number).removeprefix("deal "))
        state.apply_action(number)
    match = state.match.state
    assert len(dealt) == 5  # one card each, eldest first, and the card turned
    assert [str(hand[0]) for hand in match.hands] == dealt[:4]
    assert str(match.turned) == dealt[4]
    lies = match.position.dealing.pack[5:]
    assert list(lies) == sorted(lies, key=clagdsl.PACK.index)


def test_equal_cards_are_as_likely_as_there_are_of_them() -> None:
    game = clagdsl.rl.openspiel_game("wizard", players=3)
    state = game.new_initial_state()
    while not state.action_to_string(state.legal_actions()[0]).startswith("deal"):
        state.apply_action(state.legal_actions()[0])
    pack = state.match.game.table.deck
    likely = {
        state.action_to_string(number).removeprefix("deal "): chance
        for number, chance in state.chance_outcomes()
    }
    assert likely == pytest.approx(
        {str(card): often / pack.size for card, often in Counter(pack.cards).items()}
    )


DRAWN = """clag 2
game "Drawn"
players 3 to 3, dealer drawn
deal normal
  trump drawn
  bid in turn, drawn first
  score bid when made, otherwise 0
schedule
  2 cards: normal
  then 1 card: normal
winner highest total, then shared
"""


def test_lots_are_drawn_by_chance(tmp_path: Path) -> None:
    house = tmp_path / "drawn.clag"
    house.write_text(DRAWN)
    game = clagdsl.rl.openspiel_game(house)
    pyspiel.random_sim_test(game, num_sims=3, serialize=True, verbose=False)
    kinds = [
        (state.action_to_string(state.legal_actions()[0]).split()[0], len(state.legal_actions()))
        for state in played(game, 2)
        if state.is_chance_node()
    ]
    first = [
        ("dealer", 3),
        ("first", 3),
        ("suit", 4),
        *(("deal", 52 - dealt) for dealt in range(6)),
    ]
    assert kinds[:9] == first
    assert kinds[9:] == [("first", 3), ("suit", 4), *(("deal", 52 - dealt) for dealt in range(3))]
    assert check_resampled_in(game, 3, 9)


def copies_of(state: pyspiel.State) -> list[pyspiel.State]:
    game = state.get_game()
    return [
        state.clone(),
        game.deserialize_state(state.serialize()),
        pickle.loads(pickle.dumps(state)),
    ]


def test_copies_go_on_by_themselves() -> None:
    states = list(played(clagdsl.rl.openspiel_game("pagat", players=4), 3))
    for state in random.Random(1).sample(states[:-1], 12):
        number = state.legal_actions()[-1]
        after = state.child(number)
        for copied in copies_of(state):
            assert copied.history() == state.history()
            assert copied.match.state == state.match.state
            assert copied.match.drawn == state.match.drawn
            assert copied.rewards() == state.rewards()
            copied.apply_action(number)
            for seat in range(4):
                assert copied.information_state_string(seat) == after.information_state_string(seat)
                assert copied.observation_tensor(seat) == after.observation_tensor(seat)
        assert state.history() != after.history()


def seen(state: pyspiel.State, seat: int) -> tuple[object, ...]:
    """All that a state tells a seat."""
    legal = state.legal_actions() if state.current_player() == seat else []
    return (
        state.information_state_string(seat),
        state.observation_string(seat),
        state.observation_tensor(seat),
        legal,
        state.rewards(),
        state.returns(),
        state.current_player(),
    )


def check_resampled(table: LearningTable, seed: int, some: int) -> int:
    return check_resampled_in(game_at(table), seed, some)


def check_resampled_in(game, seed: int, some: int) -> int:
    """States drawn anew tell a seat the same; how many have other cards."""
    choose, other = random.Random(seed), 0
    states = [one for one in played(game, seed) if not one.is_chance_node()]
    for state in choose.sample(states, min(some, len(states))):
        for seat in range(game.num_players()):
            drawn = state.resample_from_infostate(seat, choose.random)
            assert seen(drawn, seat) == seen(state, seat)
            assert len(drawn.history()) == len(state.history())
            other += drawn.history() != state.history()
    return other


@pytest.mark.parametrize("table", some_tables(1, seed=6), ids=str)
def test_a_seat_cannot_tell_resampled_states(table: LearningTable) -> None:
    assert check_resampled(table, 1, 3)


@pytest.mark.long
@pytest.mark.parametrize("table", every_table(), ids=str)
def test_no_seat_of_any_table_can_tell_resampled_states(table: LearningTable) -> None:
    assert check_resampled(table, 1, 12)


def test_information_states_recall_everything() -> None:
    """What a seat has seen before leads to another text, also of deals that are over."""
    game = clagdsl.rl.openspiel_game("plump", players=2)
    texts = Counter(
        (seat, state.information_state_string(seat))
        for state in played(game, 1)
        if not state.is_chance_node()
        for seat in range(2)
    )
    assert texts
    one, other = (list(played(game, seed))[-1] for seed in (1, 2))
    assert one.information_state_string(0) != other.information_state_string(0)


def test_openspiel_loads_it_by_its_name(tmp_path: Path) -> None:
    game = clagdsl.rl.openspiel_game("pagat", players=5, reward="winner")
    again = pyspiel.load_game(str(game))
    assert again.num_players() == 5
    assert again.max_utility() == 1
    house = tmp_path / "my house.clag"
    house.write_text('clag 1\ngame "House" extends pagat\n')
    of_file = clagdsl.rl.openspiel_game(house, players=4)
    assert pyspiel.load_game(str(of_file)).num_distinct_actions() == of_file.num_distinct_actions()


def test_parameters_are_in_the_name() -> None:
    chosen = {"twos_in_suit": True, "point_stake": 7}
    game = clagdsl.rl.openspiel_game("pagat", players=4, parameters=chosen)
    assert "twos_in_suit:true;point_stake:7" in str(game)
    again = pyspiel.load_game(str(game)).seated.table.parameters
    assert {name: again[name] for name in chosen} == chosen


def test_a_path_that_openspiel_cannot_read_is_refused(tmp_path: Path) -> None:
    house = tmp_path / "house (new).clag"
    house.write_text('clag 1\ngame "House" extends pagat\n')
    with pytest.raises(clagdsl.ArgumentError, match="use one without brackets"):
        clagdsl.rl.openspiel_game(house, players=4)


def test_a_file_is_read_again_when_it_is_asked_for(tmp_path: Path) -> None:
    house = tmp_path / "house.clag"
    house.write_text('clag 1\ngame "House" extends pagat\n')
    deals = len(clagdsl.rl.openspiel_game(house, players=4).seated.table.schedule)
    house.write_text('clag 1\ngame "House" extends pagat\ndrop "Highest Number"\n')
    assert len(clagdsl.rl.openspiel_game(house, players=4).seated.table.schedule) == deals - 1


def test_other_observers_are_refused() -> None:
    game = clagdsl.rl.openspiel_game("pagat", players=4)
    kind = pyspiel.IIGObservationType(
        perfect_recall=False, private_info=pyspiel.PrivateInfoType.ALL_PLAYERS
    )
    with pytest.raises(clagdsl.ArgumentError, match="has no parameters"):
        game.make_py_observer(kind)
