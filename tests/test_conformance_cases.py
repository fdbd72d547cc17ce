"""Every conformance case holds, and there are as many as the README says."""

from __future__ import annotations

import pytest
from conformance_driver import Driver, all_cases

DRIVER = Driver()


@pytest.mark.parametrize("case", all_cases(), ids=lambda case: case["id"])
def test_case_holds(case):
    assert DRIVER.wrong(case) == []
