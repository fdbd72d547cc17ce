"""Records that were written when a bundled file said less still replay by what it says now.

`before/` holds matches of the first version of `scottish` and `rewrite`, which drew nobody.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from clagdsl.api import load
from clagdsl.cli.main import main
from clagdsl.records.reading import parse_record
from clagdsl.records.recorded_match import replay

BEFORE = Path(__file__).parent / "before"


@pytest.mark.parametrize(("name", "drawn"), [("scottish", 0), ("rewrite", None)])
def test_a_record_of_the_older_rules_replays_with_its_warning(
    name: str, drawn: int | None, capsys: pytest.CaptureFixture[str]
) -> None:
    path = BEFORE / f"{name}.toml"
    record = parse_record(path.read_bytes(), str(path)).record
    assert record is not None
    assert record.deals[0].first is None

    again = replay(record, load(name).rules)
    assert again.totals == record.deals[0].totals
    assert again.history[0].dealing.drawn == drawn
    assert again.first_dealer == len(record.players) - 1

    assert main(["replay", str(path)]) == 0
    told = capsys.readouterr()
    assert (told.out + told.err).count("R530") == 1
