"""Both engines side by side, for the tests of the simulator."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

from clagdsl.cards import PACK
from clagdsl.interpreter.actions import (
    Action,
    Bid,
    MakeCall,
    NameOrder,
    NameTrump,
    PickCards,
    Play,
    PlayTop,
)
from clagdsl.interpreter.legality import read
from clagdsl.interpreter.random_player import random_action
from clagdsl.interpreter.state import State
from clagdsl.interpreter.steady_player import steady_action
from clagdsl.playable import PlayableGame
from clagdsl.simulator.arrays import TRUMPS, Outcome
from clagdsl.simulator.play import make_simulator
from clagdsl.simulator.statistics import winning_seats
from clagdsl.simulator.tables import calls_of

PLACES = {card: place for place, card in enumerate(PACK)}


def number_of(state: State, action: Action) -> int:
    """An action as the kernel notes it."""
    match action:
        case Play(card=card, face=face):
            return 64 * PLACES[card] + PLACES[face or card]
        case Bid(number=number) | PickCards(number=number):
            return number
        case NameTrump(suit=suit):
            return TRUMPS.index((suit,))
        case NameOrder(suits=suits):
            return TRUMPS.index(suits)
        case MakeCall(names=names):
            return calls_of(state.position.dealing.rules).index(names)
        case _:
            raise AssertionError(action)


def mask_of(state: State) -> int:
    """The bids or cards allowed, as the kernel notes them; 0 for other choices."""
    mask = 0
    for action in state.legal():
        match action:
            case Play(card=card):
                mask |= 1 << PLACES[card]
            case Bid(number=number):
                mask |= 1 << number
            case _:
                pass
    return mask


def compare(
    game: PlayableGame,
    players: int,
    seed: int,
    matches: range,
    parameters: dict[str, Any] | None = None,
    policies: Sequence[str] = (),
) -> int:
    """Play matches in both engines and compare all of each; how many deals that were."""
    start = game.start(players=players, parameters=parameters)
    simulator = make_simulator(start.table, policies)
    out = simulator.play(seed, matches.start, len(matches), course=True)
    won = winning_seats(game.rules.winner, out)
    for place, match in enumerate(matches):
        state = game.start(players=players, seed=seed, match=match, parameters=parameters)
        state = compare_decisions(state, out, place, policies)
        compare_deals(state, out, place)
        assert tuple(out.scores[place].sum(axis=0)) == state.totals
        assert tuple(won[place].nonzero()[0]) == state.winners
    return len(matches) * len(start.table.schedule)


def policy_action(state: State, policies: Sequence[str]) -> Action:
    """What the seat to act does by its policy, as the referee would name it."""
    steady = bool(policies) and policies[cast("int", state.actor)] == "steady"
    action = steady_action(state) if steady else random_action(state)
    assert action is not None
    if isinstance(action, PlayTop):
        meant = read(state.position, action)
        assert isinstance(meant, Play)
        return meant
    return action


def compare_decisions(
    state: State, out: Outcome, place: int, policies: Sequence[str] = ()
) -> State:
    number = 0
    while not state.over:
        count, picked, action, allowed = out.decisions[place, number].tolist()
        legal = state.legal()
        assert count == len(legal), state
        chosen = policy_action(state, policies)
        assert chosen == legal[picked]
        assert action == number_of(state, chosen)
        assert allowed == mask_of(state)
        state = state.apply(chosen)
        number += 1
    assert not out.decisions[place, number:].any()
    return state


def compare_deals(state: State, out: Outcome, place: int) -> None:
    for deal, played in enumerate(state.position.standing.history):
        at = (place, deal)
        dealing = played.dealing
        players = dealing.rules.players
        assert out.cards[at] == dealing.cards
        assert out.dealers[at] == dealing.dealer
        assert TRUMPS[out.trumps[at]] == dealing.trump
        assert (out.calls[at] >= 0) == (dealing.calls is not None)
        bids = [-1] * players
        for step, bid in enumerate(dealing.bids):
            bids[(dealing.dealer + 1 + step) % players] = bid
        if dealing.rules.bid.kind == "fixed":
            bids = list(dealing.bids)
        assert out.bids[at].tolist() == bids
        winners = [trick.winner for trick in played.tricks]
        assert out.taken[at].tolist()[: len(winners)] == winners
        assert out.tricks[at].tolist() == [winners.count(seat) for seat in range(players)]
        assert out.scores[at].tolist() == [result.score for result in played.results]
        completed = [result.completed for result in played.results]
        assert out.completed[at].tolist() == [-1 if one is None else int(one) for one in completed]
        assert out.deal_winners[at] == played.winner
