"""Whatever a record holds, holding it against rules gives an answer, never an exception."""

from __future__ import annotations

import random
from contextlib import suppress
from dataclasses import fields, replace
from functools import cache
from typing import Any

import pytest
from support.loaded import loaded

from clagdsl.engine.players.player import random_action
from clagdsl.lang.cards import PACK, SUITS
from clagdsl.lang.errors import ClagError
from clagdsl.lang.policies.bid import AuctionContract
from clagdsl.lang.record import Record, RecordedAdjustment, RecordedDeal, RecordedPlay
from clagdsl.records.reading import parse_record
from clagdsl.records.recorded_match import replay
from clagdsl.records.replay import replay_sheet
from clagdsl.records.writing import write_record

VARIANTS = ("pagat", "raf", "raf-pagat", "scorecard")
PLAYERS = 4


@cache
def whole(name: str, seed: int) -> Record:
    state = loaded(name).start(players=PLAYERS, seed=seed)
    while (action := random_action(state)) is not None:
        state = state.apply(action)
    return state.record()


def strange(samples: random.Random, key: str, value: Any) -> Any:
    """Another value for one key of a deal, of the same kind or None."""
    if key == "more":
        return samples.random() < 0.5
    if samples.random() < 0.3:
        return None
    figures = [samples.choice([None, 0, 1, 2, 7, 60, -4]) for _ in range(PLAYERS)]
    cards = [samples.choice([None, *PACK]) for _ in range(52)]
    match key:
        case "number" | "cards":
            return samples.choice([1, 3, 5, 7, 8, 22, 500])
        case "label":
            return samples.choice(["nt", "normal", "12", "", "no such"])
        case "dealer" | "caller" | "first" | "looked":
            return f"Player {samples.randrange(PLAYERS)}"
        case "blind":
            return tuple(f"Player {s}" for s in range(PLAYERS) if samples.random() < 0.5)
        case "pack":
            return tuple(samples.sample(PACK, 52)) if samples.random() < 0.5 else tuple(cards)
        case "hands":
            size = samples.randint(0, 9)
            return tuple(tuple(cards[s * size : s * size + size]) for s in range(PLAYERS))
        case "turned":
            return samples.choice(cards)
        case "turned_before":
            return tuple(samples.choices(cards, k=samples.randint(0, 3)))
        case "calls":
            names = ["Trumps", "Nuloss", "Misere", "Blind", "Descending Madness", "x"]
            return tuple(samples.sample(names, samples.randint(0, 4)))
        case "trump":
            return samples.choice([*SUITS, "none"])
        case "auction":
            said = [
                None,
                AuctionContract(1, "C"),
                AuctionContract(5, "S"),
                AuctionContract(13, None),
                AuctionContract(0, "H"),
                AuctionContract(99, "D"),
            ]
            return tuple(samples.choice(said) for _ in range(samples.randint(0, 9)))
        case "scheduled":
            return samples.choice([None, 1, 2, samples.randint(1, 30)])
        case "order":
            return tuple(samples.sample(SUITS, 4))
        case "taken":
            return tuple(samples.randrange(PLAYERS) for _ in range(samples.randint(0, 9)))
        case "bids":
            return tuple(samples.choice(["-", "?", 0, 1, 3, 9999]) for _ in range(PLAYERS))
        case "tricks":
            tricks = [list(trick) for trick in value or ()]
            for trick in tricks:
                if trick and samples.random() < 0.4:
                    at = samples.randrange(len(trick))
                    face = samples.choice([None, *PACK[:3]])
                    trick[at] = RecordedPlay(samples.choice(cards), face)
                if trick and samples.random() < 0.1:
                    trick.pop()
            samples.shuffle(tricks)
            return tuple(map(tuple, tricks))
        case "won":
            return tuple(samples.choice([None, 0, 1, 2, 9999]) for _ in range(PLAYERS))
        case "totals":
            return tuple(figures)
        case _:
            raise AssertionError(key)


@pytest.mark.parametrize("name", VARIANTS)
def test_no_record_is_too_strange(name: str) -> None:
    replay_strange_records(name, range(4))


@pytest.mark.long
@pytest.mark.parametrize("name", VARIANTS)
def test_no_record_of_many_is_too_strange(name: str) -> None:
    replay_strange_records(name, range(4, 40))


def replay_strange_records(name: str, rounds: range) -> None:
    samples = random.Random(f"{name} {rounds.start}")
    keys = [field.name for field in fields(RecordedDeal)]
    for round_number in rounds:
        record = whole(name, round_number % 3)
        deals = list(record.deals)
        for _ in range(samples.randint(1, 12)):
            at = samples.randrange(len(deals))
            key = samples.choice(keys)
            deals[at] = replace(deals[at], **{key: strange(samples, key, getattr(deals[at], key))})
        if samples.random() < 0.2:
            samples.shuffle(deals)
        given = [
            RecordedAdjustment(number, samples.choice(record.players), samples.randint(-9, 9))
            for number in sorted(samples.sample(range(1, 502), samples.randint(0, 3)))
        ]
        changed = replace(record, deals=tuple(deals), adjust=tuple(given))
        result = replay_sheet(changed, loaded(name).rules)
        assert len(result.rows) == len(deals)
        assert all(problem.diagnostic.help for problem in result.problems)
        with suppress(ClagError):
            assert replay(changed, loaded(name).rules).totals
        read = parse_record(write_record(changed))
        assert read.record is None or read.record == changed
