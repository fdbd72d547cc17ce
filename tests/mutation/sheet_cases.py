"""The conformance cases of score sheets; only `mutation.noticing` runs them here, for the records.

Their function is named `by_hand_...`, so that no other run collects it a second time.
"""

from __future__ import annotations

import pytest

from clagdsl.conformance.cases import Case, all_cases
from clagdsl.conformance.driver import Driver

DRIVER = Driver()
SHEETS = [case for case in all_cases() if case["kind"] == "sheet"]


@pytest.mark.parametrize("case", SHEETS, ids=lambda case: case["id"])
def by_hand_case_of_a_sheet_holds(case: Case) -> None:
    assert DRIVER.find_mismatches(case) == []
