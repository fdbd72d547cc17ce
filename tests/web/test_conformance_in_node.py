"""The bids, calls and names of the conformance suite on a score sheet in JavaScript.

What a score sheet can be told of the match of a case is told to one; cards it never sees. Here
Python plays the cards before such a moment, which `web/clag-score/test/runner.js` cannot.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from support.kept_matches import entries_of
from support.node import ask
from support.unproved import unproved

from clagdsl.check.checker import check_path, compiled_json
from clagdsl.conformance.cases import all_cases, expand_actions
from clagdsl.conformance.driver import Driver
from clagdsl.lang.game_json import game_json
from clagdsl.lang.rules import NamedTrump

KEPT = ("bid", "cards", "call", "trump", "order", "auction", "pass", "look", "every order")
"""What of a case begins so, a score sheet knows of, too."""

DRIVER = Driver(unproved)


def cases(*kinds: str) -> list[dict[str, Any]]:
    return [case for case in all_cases() if case["kind"] in kinds]


def asked(jobs: list[dict[str, Any]]) -> list[Any]:
    return ask({name: game_json(unproved(name).rules) for name in {j["game"] for j in jobs}}, jobs)


def at_table(case: dict[str, Any]) -> dict[str, Any]:
    start = case["start"]
    return {
        "game": start["variant"],
        "players": start["players"],
        "parameters": start.get("parameters", {}),
    }


def test_a_game_is_read_with_its_texts_and_compact() -> None:
    checked = check_path("pagat", is_proved=lambda _: True)
    assert checked.game is not None
    full, compact = compiled_json(checked.game, checked.chain), game_json(checked.game)
    jobs = [{"kind": "schedule", "game": name} for name in ("full", "compact")]
    one, other = ask({"full": full, "compact": compact}, jobs)
    assert one == other
    assert len(one) > 10
    old = {"format": "clagdsl game", "version": 1, "game": {}}
    with pytest.raises(AssertionError, match="of version 1, not 2: compile the rules again"):
        ask({"old": old}, [{"kind": "schedule", "game": "old"}])


def test_forgotten_tricks_are_refused() -> None:
    job = {"kind": "score", "game": "foss", "players": 3, "deal": 1, "bids": [0, 1, 1]}
    won = {**job, "tricks": [0, 1, 0]}
    refused, results = asked([job, won])
    assert refused == {"code": "U606"}
    assert [result["score"] for result in results] == [10, 12, 0]


def kept_cases() -> Iterator[tuple[dict[str, Any], dict[str, Any]]]:
    """The cases of bids and what else a sheet knows, each with the job that puts it there."""
    for case in cases("legal", "illegal"):
        told = case["expect"]["legal"] if case["kind"] == "legal" else case["attempt"]
        if not told.startswith(KEPT):
            continue
        state = DRIVER.after(case, case["actions"])
        kept = state.phase not in ("play", "deal", "dealer", "first", "over")
        if not kept or not isinstance(state.actor, int):
            continue
        turned = not isinstance(state.position.dealing.rules.trump, NamedTrump)
        if turned and (state.phase == "name" or told.startswith(("trump", "order"))):
            continue  # a sheet is not told which card was turned, only what is trump
        if getattr(state.position.dealing.rules.bid, "again", None) is not None:
            continue  # a sheet has only the final bids
        drawn = state.table.draws_dealer
        yield (
            case,
            {
                "kind": "sheet",
                **at_table(case),
                "names": state.names,
                "dealer": None if drawn else state.first_dealer,
                "entries": [*entries_of(state), *([told] if case["kind"] == "illegal" else [])],
            },
        )


def test_every_bid_call_and_name() -> None:
    found = list(kept_cases())
    assert len(found) > 150
    answers = asked([job for _, job in found])
    for (case, job), answer in zip(found, answers, strict=True):
        expect = case["expect"]
        if case["kind"] == "legal":
            assert answer["view"]["actor"] == expect["actor"], case["id"]
            legal = set(answer["view"]["legal"])
            told = expand_actions(expect["legal"])
            assert told <= legal, case["id"]
            assert all(text.startswith(("trump", "order")) for text in legal - told), case["id"]
        else:
            *before, refused = answer["steps"]
            assert all(len(step) > 4 for step in before), case["id"]
            assert refused[0] == expect["code"], (case["id"], job["entries"], refused)
