"""Checks beside the passes: what a player may write, and hardly ever means.

Each module is one lint.  It reads one subject and yields the problems that it sees there; it
changes nothing, and no pass needs its result.  The pass that has made the subject runs the lint:

| subject | who runs it | lints |
|---|---|---|
| the files as they are written | `checker` | `newer_words`, `card_names`, `confusables` |
| one row of the schedule | `resolve` | `dashed_size` |
| the resolved deals and calls | `resolve` | `unused_worth` |
| the deals of every table | `prove.prover` | `trump_rotation` |
| one deal and every outcome of it | `prove.score_proof` | `miss_pays` |

A lint that has to look at much is given what the proofs have worked out anyway, so none of them
costs more than a look.  A lint of a finished game never runs beside an error.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol, TypeVar

from clagdsl.problems.diagnostic import Problem

Subject = TypeVar("Subject", contravariant=True)


class Lint(Protocol[Subject]):
    """One check: it yields what is wrong with its subject, from top to bottom."""

    def __call__(self, subject: Subject, /) -> Iterator[Problem]:
        """Look at the subject."""
        ...
