"""Every conformance case holds, and the driver notices an expectation that was altered."""

from __future__ import annotations

from copy import deepcopy

import pytest
from support.altered_cases import altered

from clagdsl.conformance.cases import Case, all_cases
from clagdsl.conformance.driver import Driver

DRIVER = Driver()
QUICK = [case for case in all_cases() if case["kind"] != "count"]


def name_of(case: Case) -> str:
    """The variant that a case is of, and its own name: `-k scottish` selects those of Scottish."""
    variant = case.get("start", {}).get("variant")
    return case["id"] if variant is None else f"{variant}:{case['kind']}:{case['id']}"


@pytest.mark.parametrize("case", all_cases(), ids=name_of)
def test_case_holds(case: Case) -> None:
    assert DRIVER.find_mismatches(case) == []


@pytest.mark.parametrize("kind", sorted({case["kind"] for case in QUICK}))
def test_the_driver_notices_every_altered_expectation(kind: str) -> None:
    unnoticed = []
    for case in [case for case in QUICK if case["kind"] == kind][::9]:
        for name in case["expect"]:
            other = deepcopy(case)
            other["expect"][name] = altered(name, case["expect"][name])
            if not DRIVER.find_mismatches(other):
                unnoticed.append((case["id"], name))
    assert unnoticed == []


def test_the_driver_notices_every_altered_sight_and_caller() -> None:
    unnoticed = []
    for case in [case for case in QUICK if case["kind"] in ("deal", "played")][::6]:
        for place, entry in enumerate(case.get("seen", ())):
            for name in ("hands", "turned", "trump"):
                other = deepcopy(case)
                wrong = {"hands": "unseen" if entry["hands"] != "unseen" else "seen"}
                wrong |= {"turned": altered("", entry["turned"])}
                wrong |= {"trump": "none" if entry["trump"] != "none" else "unknown"}
                other["seen"][place][name] = wrong[name]
                if not DRIVER.find_mismatches(other):
                    unnoticed.append((case["id"], place, name))
        for place, row in enumerate(case.get("deals", ())[:2]):
            if "caller" in row:
                other = deepcopy(case)
                other["deals"][place]["caller"] = row["caller"] ^ 1
                if not DRIVER.find_mismatches(other):
                    unnoticed.append((case["id"], place, "caller"))
    assert unnoticed == []
