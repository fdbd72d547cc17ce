"""The house rules that a search may try: changes to a game, read from a TOML file.

The file has one table, `vary`. Each of its keys is a thing that may vary. Its value is one change
of the rules in Clag, or a list of changes; a game makes at most one of them. Numbers in braces,
such as `{5 to 15 by 5}`, stand for one change with each number:

    [vary]
    limit = ["change normal last bid free", "change normal last bid keeps bids > cards"]
    bonus = "change normal score {5 to 15 by 5} + tricks when made, otherwise tricks"
    shorter = 'drop "Highest Number"'

A candidate makes a change in some of these things and leaves the others as they are. Its rules are
a text that extends the game, so that the checker proves it like any file. A vocabulary of its own
for limits, schedules and scores was rejected: a change is now what its author would type into a
file, and everything that can be changed can be varied.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, product
from math import prod
from pathlib import Path
from random import Random
from typing import Final

from clagdsl import problems
from clagdsl.problems.diagnostic import ArgumentError, Diagnostic
from clagdsl.syntax.source_loader import read_bytes

LARGEST: Final = 1 << 16
"""The maximum size of the file in bytes."""

MOST_THINGS: Final = 30
MOST_CHANGES: Final = 100
"""The maximum number of things that may vary, and of changes to each of them."""

NUMBERS: Final = re.compile(
    r"\{ *(-?[0-9]{1,6}) to (-?[0-9]{1,6})(?: by ([0-9]{1,6}))? *\}", re.ASCII
)
VERSION: Final = "clag 2"


@dataclass(frozen=True, slots=True)
class Candidate:
    """House rules: the changed things, each with its change."""

    changes: tuple[tuple[str, str], ...]

    def text(self, title: str, parent: str) -> str:
        """Returns the rules file that extends `parent` with these changes."""
        lines = [VERSION, f'game "{title}" extends "{parent}"']
        return "\n".join([*lines, *(change for _, change in self.changes)]) + "\n"


def read_rule_space(name: str) -> dict[str, tuple[str, ...]]:
    """Returns the changes to each thing that may vary; raises ArgumentError if invalid."""
    data = read_bytes(Path(name), name, LARGEST)
    if isinstance(data, Diagnostic):
        raise _wrong(name, data.message)
    try:
        document = tomllib.loads(data.decode("utf-8"))
    except (ValueError, RecursionError) as error:
        raise _wrong(name, f"it is not TOML: {error}") from error
    vary = document.get("vary")
    if set(document) != {"vary"} or not isinstance(vary, dict) or not vary:
        raise _wrong(name, "it needs one table, `[vary]`, with something that may vary")
    if len(vary) > MOST_THINGS:
        raise _wrong(name, f"{len(vary)} things vary, and at most {MOST_THINGS} may")
    return {thing: _changes(name, thing, value) for thing, value in vary.items()}


def _changes(name: str, thing: str, value: object) -> tuple[str, ...]:
    values = value if isinstance(value, list) else [value]
    texts = [each.strip() for each in values if isinstance(each, str)]
    if not texts or len(texts) < len(values) or "" in texts:
        raise _wrong(name, f"`{thing}` is not a change of the rules or a list of changes")
    changes: list[str] = []
    for text in texts:
        for change in _with_numbers(name, thing, text):
            changes.append(change)
            if len(changes) > MOST_CHANGES:
                raise _wrong(name, f"`{thing}` has more than {MOST_CHANGES} changes")
    return tuple(changes)


def _with_numbers(name: str, thing: str, text: str) -> Iterator[str]:
    """Yields the text with each number of each range in braces."""
    parts = NUMBERS.split(text)
    plain, ranges = parts[::4], []
    for low, high, step in zip(parts[1::4], parts[2::4], parts[3::4], strict=True):
        numbers = range(int(low), int(high) + 1, int(step or 1)) if int(step or 1) else range(0)
        if not numbers:
            raise _wrong(name, f"`{thing}` has a range without a number")
        ranges.append(numbers)
    if any("{" in each or "}" in each for each in plain):
        raise _wrong(name, f"`{thing}` has braces that are not `{{LOW to HIGH by STEP}}`")
    for chosen in product(*ranges):
        yield plain[0] + "".join(
            f"{one}{rest}" for one, rest in zip(chosen, plain[1:], strict=True)
        )


def _wrong(name: str, reason: str) -> ArgumentError:
    return problems.arguments.WrongSimulation(f"`{name}` cannot be searched: {reason}").error()


def candidates(
    space: Mapping[str, Sequence[str]], most: int, limit: int, seed: int
) -> list[Candidate]:
    """Returns up to `limit` candidates with at most `most` changes, the fewest changes first.

    If there are more with some number of changes than are left, they are drawn: first the things,
    then the change to each.
    """
    found: list[Candidate] = []
    generator = Random(seed)
    for changed in range(1, min(most, len(space)) + 1):
        left = limit - len(found)
        every = combinations(space, changed)
        if sum(prod(len(space[thing]) for thing in things) for things in every) <= left:
            found += _with_changes(space, changed)
        else:
            found += _drawn(space, changed, left, generator)
    return found


def _with_changes(space: Mapping[str, Sequence[str]], changed: int) -> Iterator[Candidate]:
    """Yields all candidates with exactly this number of changes."""
    for things in combinations(space, changed):
        for choice in product(*(space[thing] for thing in things)):
            yield Candidate(tuple(zip(things, choice, strict=True)))


def _drawn(
    space: Mapping[str, Sequence[str]], changed: int, size: int, generator: Random
) -> list[Candidate]:
    """Draws different candidates with exactly this number of changes; there must be more."""
    drawn: dict[Candidate, None] = {}
    while len(drawn) < size:
        places = sorted(generator.sample(range(len(space)), changed))
        things = [list(space)[place] for place in places]
        drawn[Candidate(tuple((thing, generator.choice(space[thing])) for thing in things))] = None
    return list(drawn)
