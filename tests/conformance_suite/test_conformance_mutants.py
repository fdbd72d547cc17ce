"""Wrong engines: each is noticed by a case that the reference program has written.  So is every
parameter that an engine leaves out of account.

A mutant is an answer of the engine that is given wrongly: who calls, when the cards are seen, when
the trump card is turned.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from types import ModuleType
from typing import Any

import pytest
from support.loaded import loaded

from clagdsl.conformance.cases import Case, all_cases
from clagdsl.conformance.driver import Driver
from clagdsl.engine import transition
from clagdsl.lang.errors import ClagError
from clagdsl.lang.resources import data_folder
from clagdsl.lang.rules import BidInTurn, TurnedTrump
from clagdsl.table import phases, seats, standings
from clagdsl.table.seats import deal_end


@dataclass(frozen=True)
class Mutant:
    """A function of the engine with another one in its place, and the kind of case to notice it."""

    kind: str
    module: ModuleType
    function: str
    wrong: Callable[..., Any]


MUTANTS = {
    "the caller is always the dealer": Mutant(
        "played", seats, "caller_of", lambda _call, dealer, _last: dealer
    ),
    "the dealer names what the caller is to name": Mutant(
        "played", seats, "namer_of", lambda _trump, who: who.dealer
    ),
    "the cards are seen before the bids in Blind": Mutant(
        "deal", transition, "_looks_before_bidding", lambda rules: rules.sight != "never"
    ),
    "the cards of Roll 'Em are seen before the bids": Mutant(
        "deal", transition, "_looks_before_bidding", lambda rules: rules.sight != "after bids"
    ),
    "the cards are not seen after the bids in Blind": Mutant(
        "deal", transition, "_looks_after_bidding", lambda _rules: False
    ),
    "the cards of Roll 'Em are seen in the play": Mutant(
        "deal", transition, "_looks_after_bidding", lambda rules: rules.sight != "before bids"
    ),
    "what is shown after the bids is turned too early": Mutant(
        "deal", phases, "turned_after_bids", lambda _rules: False
    ),
    "what is shown before the bids is turned too late": Mutant(
        "deal",
        phases,
        "turned_after_bids",
        lambda rules: isinstance(rules.trump, TurnedTrump) and isinstance(rules.bid, BidInTurn),
    ),
    "the deal passes to the left, whoever won": Mutant(
        "played", standings, "next_dealer", lambda _rules, end: end.eldest
    ),
    "who has won the deal is looked for from the dealer on": Mutant(
        "played",
        standings,
        "deal_end",
        lambda rules, seats, **figures: replace(
            deal_end(rules, replace(seats, dealer=(seats.dealer - 1) % seats.players), **figures),
            dealer=seats.dealer,
        ),
    ),
    "who scores points wins no deal, only who scores most": Mutant(
        "played",
        standings,
        "deal_end",
        lambda rules, seats, **figures: deal_end(
            replace(rules, won_by="most points"), seats, **figures
        ),
    ),
}


def notices(driver: Driver, case: Case) -> bool:
    """Whether a case does not go through as it says."""
    try:
        return bool(driver.find_mismatches(case))
    except (ClagError, IndexError):
        return True


@pytest.mark.parametrize("name", MUTANTS)
def test_a_wrong_engine_is_noticed(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    mutant = MUTANTS[name]
    monkeypatch.setattr(mutant.module, mutant.function, mutant.wrong)
    driver = Driver()
    cases = [case for case in all_cases() if case["origin"] == "reference"]
    assert any(notices(driver, case) for case in cases if case["kind"] == mutant.kind)


def parameters() -> list[tuple[str, str]]:
    """Every parameter of every bundled file that declares it, and of the caller's games."""
    found = []
    for path in sorted(data_folder("rules").rglob("*.clag")):
        variant = str(path.relative_to(data_folder("rules")).with_suffix(""))
        declared = re.findall(r"^param (\w+)", path.read_text(encoding="utf-8"), re.MULTILINE)
        known = [one.name for one in loaded(path).rules.parameters]
        own = declared if variant.startswith("house/") else known
        found += [(variant, name) for name in known if name in own]
    return found


def is_of(start: Mapping[str, Any], variant: str) -> bool:
    """Whether a start, or a score sheet, is of a variant."""
    return start.get("variant") == variant or f'rules = "{variant}"' in start.get("text", ())


@pytest.mark.parametrize(("variant", "parameter"), parameters(), ids=str)
def test_a_parameter_left_out_of_account_is_noticed(variant: str, parameter: str) -> None:
    driver = Driver()
    tried = 0
    for case in all_cases():
        for start, rest in ((case.get("start", {}), lambda start: {"start": start}), (case, dict)):
            if parameter in start.get("parameters", {}) and is_of(start, variant):
                chosen = {k: v for k, v in start["parameters"].items() if k != parameter}
                tried += 1
                if notices(driver, {**case, **rest({**start, "parameters": chosen})}):
                    return
    pytest.fail(f"{tried} cases set `{parameter}`, and none of them needs it")


UNKNOWING = [
    case for case in all_cases() if case["origin"] == "reference" and "seen" in case["expect"]
]
"""Refusals in deals that are bid for before the cards or the trump card are seen."""


def test_every_refusal_where_bids_are_made_unknowing_tests_what_is_known(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    known = set()
    with monkeypatch.context() as patch:  # all is known from the beginning
        patch.setattr(phases, "turned_after_bids", lambda _rules: False)
        patch.setattr(transition, "_looks_before_bidding", lambda _rules: True)
        driver = Driver()
        known |= {case["id"] for case in UNKNOWING if notices(driver, case)}
    with monkeypatch.context() as patch:  # nothing is ever known
        patch.setattr(transition, "_looks_after_bidding", lambda _rules: False)
        patch.setattr(
            transition, "_turn_trump", lambda position: transition._proceed(position, "turn")
        )
        driver = Driver()
        known |= {case["id"] for case in UNKNOWING if notices(driver, case)}
    assert len(UNKNOWING) >= 39
    assert [case["id"] for case in UNKNOWING if case["id"] not in known] == []


def test_every_deal_where_bids_are_made_unknowing_tests_what_is_known(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    scenes = {json.dumps([case["start"], case["pack"]]) for case in UNKNOWING}
    deals = [
        case
        for case in all_cases()
        if case["kind"] == "deal" and json.dumps([case["start"], case["pack"]]) in scenes
    ]
    monkeypatch.setattr(phases, "turned_after_bids", lambda _rules: False)
    monkeypatch.setattr(transition, "_looks_before_bidding", lambda _rules: True)
    driver = Driver()
    assert len(deals) >= 13
    assert [case["id"] for case in deals if not notices(driver, case)] == []
