"""The bundled variants, played at random: the laws that hold for all of them."""

import json
import random
from functools import cache

import jsonschema
import pytest
from support.engine_games import random_match
from support.engine_twins import check_equal_views
from support.loaded import loaded

import clagdsl
from clagdsl.engine.view import event_schema, view_schema
from clagdsl.lang.resources import bundled_names
from clagdsl.lang.rules import NoBid, TruthRange, trump_name
from clagdsl.records.recorded_match import replay
from clagdsl.table.seats import bids_by_seat

VARIANTS = bundled_names()


@cache
def played(name, players, seed):
    return tuple(random_match(loaded(name).rules, players, seed))


def tables(name):
    low, high = loaded(name).rules.players
    return [(low, 1), (high, 2), ((low + high) // 2, 3)]


def test_all_eight_variants_are_here():
    assert len(VARIANTS) >= 8


@pytest.mark.parametrize("name", VARIANTS)
def test_a_match_ends_within_what_is_proved(name):
    evidence = loaded(name).evidence
    low, high = evidence.scores
    for players, seed in tables(name):
        states = played(name, players, seed)
        assert states[-1].over
        assert len(states) - 1 <= evidence.decisions
        assert evidence.deals[0] <= len(states[-1].history) <= evidence.deals[1]
        for deal in states[-1].history:
            assert all(low <= result.score <= high for result in deal.results)


@pytest.mark.parametrize("name", VARIANTS)
def test_a_played_match_scores_to_its_own_totals(name):
    game = loaded(name)
    for players, seed in tables(name):
        state = played(name, players, seed)[-1]
        totals = [0] * players
        for deal in state.history:
            taken = [trick.winner for trick in deal.tricks]
            dealing = deal.dealing
            bids = bids_by_seat(dealing)
            scores = game.score(
                dealing.scheduled.number,
                bids=None if isinstance(dealing.rules.bid, NoBid) else bids,
                tricks=[taken.count(seat) for seat in range(players)],
                taken=taken,
                calls=dealing.calls,
                cards=dealing.cards,
                trump=trump_name(dealing.trump) if "trump" in dealing.rules.score_reads else None,
            )
            totals = [total + score for total, score in zip(totals, scores, strict=True)]
        assert totals == list(state.totals)
        assert sum(state.payments) == 0


@pytest.mark.parametrize("name", VARIANTS)
def test_a_recorded_match_is_the_match_at_every_moment(name):
    for players, seed in tables(name)[:2]:
        states = played(name, players, seed)
        for state in (*random.Random(seed).sample(states, 2), states[-1]):
            again = replay(state.record(), state.game)
            # What is not recorded is where chance, not a seed, goes on.
            assert state.events[: len(again.events)] == again.events
            assert len(state.events) - len(again.events) <= 1
            assert again.record() == state.record()
            assert again.totals == state.totals


@pytest.mark.parametrize("name", VARIANTS)
def test_views_of_a_variant_never_tell(name):
    rules = loaded(name).rules
    assert sum(check_equal_views(rules, rules.players[0], seed, 8) for seed in (1, 2)) > 12


@pytest.mark.parametrize("name", VARIANTS)
def test_views_of_a_variant_are_valid_json(name):
    views = jsonschema.Draft202012Validator(view_schema())
    events = jsonschema.Draft202012Validator(event_schema())
    states = played(name, loaded(name).rules.players[0], 1)
    seen = set()
    for state in random.Random(4).sample(states, 4):
        document = json.loads(json.dumps(state.view(1).to_json()))
        # A view holds all that has happened: each event of a seat is looked at once.
        happened = [text for text in map(json.dumps, document["events"]) if text not in seen]
        seen.update(happened)
        document["events"] = list(map(json.loads, happened))
        assert [error.message for error in views.iter_errors(document)] == []
    for event in random.Random(4).sample(states[-1].events, 40):
        assert events.is_valid(event.to_json())


@pytest.mark.parametrize("name", VARIANTS)
def test_every_truth_parameter_can_be_turned_around(name):
    game = loaded(name)
    for parameter in game.rules.parameters:
        if isinstance(parameter.range, TruthRange):
            state = game.start(seed=3, parameters={parameter.name: not parameter.default})
            while (action := clagdsl.random_action(state)) is not None:
                state = state.apply(action)
            assert state.over
            assert dict(state.record().parameters) == {parameter.name: not parameter.default}
