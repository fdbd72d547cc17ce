"""What is proved of files; smallest counterexamples are in tests/language/*/proofs.clag."""

from __future__ import annotations

from pathlib import Path

from clagdsl.check.checker import check_path


def test_the_rewrite_as_written_leaves_the_dealer_without_a_bid() -> None:
    path = Path(__file__).parent.parent / "rules" / "rewrite-as-written.clag"
    [found] = check_path(path).diagnostics
    assert found.code == "P306"
    assert found.message == (
        "with 4 players and 1 card, after the bids 0 0 0, the dealer has no bid left"
    )
    assert found.detail == (
        "player  bid",
        "eldest  0",
        "second  0",
        "third   0",
        "dealer  none left",
    )


def test_pagat_has_its_documented_figures() -> None:
    evidence = check_path("pagat").evidence
    assert evidence is not None
    assert evidence.deals == (22, 22)
    # seven players: 112 cards each, bids in 20 of 22 deals, one trump suit named
    assert evidence.decisions == 7 * 112 + 7 * 20 + 1
    assert evidence.scores == (0, 17)
