"""Small games for the tests of the checker, assembled from parts."""

from __future__ import annotations

from clagdsl.check.checker import CheckResult, check_text
from clagdsl.check.proof_report import Evidence
from clagdsl.lang.rules import Game


def checked(
    *,
    schedule: str = "2 cards: n",
    score: str = "tricks",
    players: str = "3",
    trump: str = "none",
    bid: str = "in turn",
    said: str = "",
    more: str = "",
    rest: str = "",
) -> CheckResult:
    """Checks a game with one deal; `more` follows its clauses, `rest` its schedule."""
    return check_text(
        f'clag 2\ngame "X"\nplayers {players}\n{said}\ndeal n\n  trump {trump}\n  bid {bid}\n'
        f"  score {score}\n{more}\nschedule {schedule}\n{rest}\n"
        "winner highest total, then shared\n"
    )


def game_of(text: str) -> Game:
    """Returns the game of a valid text."""
    found = check_text(text)
    assert found.game is not None, found.diagnostics
    return found.game


def evidence_of(text: str) -> Evidence:
    """Returns the proof report of a valid text."""
    found = check_text(text)
    assert found.evidence is not None, found.diagnostics
    return found.evidence
