"""Wrong engines: each is noticed by a case that the reference program has written.  So is every
parameter that an engine leaves out of account.

A mutant is one function of the engine with a stretch of its text replaced.  The stretch must stand
there: who rewrites the function finds the mutant red here, and writes it anew.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from inspect import getsource
from types import ModuleType
from typing import Any

import pytest
from support.conformance import Case, Driver, all_cases, bundled

from clagdsl.engine import transition
from clagdsl.lang.errors import ClagError
from clagdsl.lang.resources import data_folder
from clagdsl.table import phases, scoring



@dataclass(frozen=True)
class Mutant:
    """A function of the engine in which some stretches of text are replaced."""

    module: ModuleType
    function: str
    replaced: Mapping[str, str]
    used_in: ModuleType | None = None
    """The module that has imported the function, where it is another one."""
    kind: str = "played"
    """The kind of case that is to notice it."""

    def install(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Put the wrong function in the place of the right one."""
        text = getsource(getattr(self.module, self.function))
        for before, after in self.replaced.items():
            assert text.count(before) == 1, f"{before!r} does not stand in {self.function}"
            text = text.replace(before, after)
        made: dict[str, Any] = {}
        exec(compile(text, self.function, "exec"), vars(self.module), made)  # noqa: S102
        monkeypatch.setattr(self.used_in or self.module, self.function, made[self.function])


TURNED_BEFORE = 'if turns and not (bids and rules.shown == "after bids"):'
TURNED_AFTER = 'if turns and bids and rules.shown == "after bids":'
MUTANTS = {
    "the caller is always the dealer": Mutant(
        transition, "_await_call", {"and history:": "and not history:"}
    ),
    "the dealer names what the caller is to name": Mutant(
        transition, "_namer", {"if by_caller": "if False"}
    ),
    "the cards are seen before the bids in Blind": Mutant(
        transition, "_deal", {'if sight == "before bids" or': 'if sight != "never" or'}, kind="deal"
    ),
    "the cards are not seen after the bids in Blind": Mutant(
        transition, "_begin_play", {'sight == "after bids"': 'sight == "at last"'}, kind="deal"
    ),
    "the cards of Roll 'Em are seen before the bids": Mutant(
        transition,
        "_deal",
        {'if sight == "before bids" or': 'if sight != "after bids" or'},
        kind="deal",
    ),
    "the cards of Roll 'Em are seen in the play": Mutant(
        transition,
        "_begin_play",
        {'sight == "after bids"': 'sight != "before bids"'},
        kind="deal",
    ),
    "what is shown after the bids is turned too early": Mutant(
        phases, "phases", {TURNED_BEFORE: "if turns:", TURNED_AFTER: "if False:"}, kind="deal"
    ),
    "what is shown before the bids is turned too late": Mutant(
        phases,
        "phases",
        {TURNED_BEFORE: "if turns and not bids:", TURNED_AFTER: "if turns and bids:"},
        kind="deal",
    ),
    "the deal passes to the left, whoever won": Mutant(
        transition, "_score", {"next_dealer(dealing.rules, seats)": "seats.eldest"}
    ),
    "who has won the deal is looked for from the dealer on": Mutant(
        transition,
        "_score",
        {"deal_winner(dealing.rules, results, dealing.dealer)": (
            "deal_winner(dealing.rules, results, (dealing.dealer - 1) % players)"
        )},
    ),
    "who scores points wins no deal, only who scores most": Mutant(
        scoring,
        "deal_winner",
        {'case "any points" if highest > 0:': 'case "any points" if highest > 999:'},
        transition,
    ),
}  # fmt: skip


def notices(driver: Driver, case: Case) -> bool:
    """Whether a case does not go through as it says."""
    try:
        return bool(driver.wrong(case))
    except (ClagError, IndexError):
        return True


@pytest.mark.parametrize("name", MUTANTS)
def test_a_wrong_engine_is_noticed(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    MUTANTS[name].install(monkeypatch)
    driver = Driver()
    cases = [case for case in all_cases() if case["origin"] == "reference"]
    kind = MUTANTS[name].kind
    assert any(notices(driver, case) for case in cases if case["kind"] == kind)


def parameters() -> list[tuple[str, str]]:
    """Every parameter of every bundled file that declares it, and of the caller's games."""
    found = []
    for path in sorted(data_folder("rules").rglob("*.clag")):
        variant = str(path.relative_to(data_folder("rules")).with_suffix(""))
        declared = re.findall(r"^param (\w+)", path.read_text(encoding="utf-8"), re.MULTILINE)
        known = [one.name for one in bundled(variant).rules.parameters]
        own = declared if variant.startswith("house/") else known
        found += [(variant, name) for name in known if name in own]
    return found


@pytest.mark.parametrize(("variant", "parameter"), parameters(), ids=str)
def test_a_parameter_left_out_of_account_is_noticed(variant: str, parameter: str) -> None:
    driver = Driver()
    tried = 0
    for case in all_cases():
        start = case.get("start", {})
        if start.get("variant") == variant and parameter in start.get("parameters", {}):
            chosen = {k: v for k, v in start["parameters"].items() if k != parameter}
            tried += 1
            if notices(driver, {**case, "start": {**start, "parameters": chosen}}):
                return
    pytest.fail(f"{tried} cases set `{parameter}`, and none of them needs it")
