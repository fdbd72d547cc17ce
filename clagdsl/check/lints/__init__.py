"""Lints: checks for rules that are valid, but rarely what their author intended.

Each module is one lint. It examines one subject and yields the problems that it finds there. It
changes nothing, and no pass needs its result. The lint is run by the pass that produces its
subject:

| subject | run by | lints |
|---|---|---|
| the files as written | `checker` | `newer_words`, `card_names`, `confusables` |
| one row of the schedule | `resolve` | `dashed_size` |
| the resolved deals and calls | `resolve` | `unused_worth` |
| the deals of every table | `prove.prover` | `trump_rotation` |
| one deal and all of its outcomes | `prove.score_proof` | `miss_pays` |

A lint that needs a lot of data receives what the proofs have computed anyway, so lints are cheap.
Lints of the resolved rules run only if no error was found.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol, TypeVar

from clagdsl.problems.diagnostic import Problem

Subject = TypeVar("Subject", contravariant=True)


class Lint(Protocol[Subject]):
    """One check: yields the problems of its subject, from top to bottom."""

    def __call__(self, subject: Subject, /) -> Iterator[Problem]:
        """Yields the problems of the subject."""
        ...
