"""Errors in requests for runs, worded for the caller, and range checks of their settings."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from clagdsl import problems
from clagdsl.lang.philox import MATCH_LIMIT, SEED_LIMIT
from clagdsl.problems.diagnostic import ArgumentError

MOST_THREADS: Final = 256

ARGUMENTS: Final = {
    "n": "n",
    "some_matches": "n=1000",
    "some_width": "until=0.1",
    "rules": "rules",
    "until": "until",
    "players": "players",
    "seed": "seed",
    "policy": "policy",
    "parameters": "parameters",
    "threads": "threads",
    "cluster": "cluster",
    "against": "against",
    "against_parameters": "against_parameters",
    "csv": "csv",
    "parquet": "parquet",
    "plot": "plot",
    "save": "save",
    "resume": "resume",
}
"""The settings of a run, with their argument names in `clagdsl.simulate`."""


class RequestError(ArgumentError):
    """An error in a request for a run, whose message uses the caller's names for settings.

    `text` contains placeholders: `{csv}` for the name of an argument, or `{path}` for a value.
    """

    def __init__(self, code: str, text: str, values: Mapping[str, object]) -> None:
        self.text = text
        self.values = dict(values)
        super().__init__(code, self.message_for(ARGUMENTS))

    def message_for(self, names: Mapping[str, str]) -> str:
        """Returns the message with the given names of arguments or options."""
        return self.text.format(**names, **self.values)


class MissingPackagesError(RequestError):
    """Raised if packages are missing, although the request itself is correct."""

    def __init__(self, text: str) -> None:
        super().__init__(problems.arguments.WrongRequest.code, text, {})


def wrong_request(text: str, **values: object) -> RequestError:
    """Returns an error for a request that is incomplete or contradictory."""
    return RequestError(problems.arguments.WrongRequest.code, text, values)


def check_request(matches: object, seed: object, threads: object) -> None:
    """Raises ArgumentError if the number of matches, the seed or the threads are out of range."""
    if type(matches) is not int or not 1 <= matches <= MATCH_LIMIT:
        raise problems.arguments.WrongSimulation(
            f"`{matches!r}` matches cannot be played: give a number from 1 to {MATCH_LIMIT}"
        ).error()
    check_seed(seed)
    check_threads(threads)


def check_seed(seed: object) -> None:
    """Raises ArgumentError if the seed is out of range."""
    if type(seed) is not int or not 0 <= seed < SEED_LIMIT:
        raise problems.arguments.WrongSeed("seed", seed, SEED_LIMIT).error()


def check_threads(threads: object) -> None:
    """Raises ArgumentError if the number of threads is out of range."""
    if type(threads) is not int or not 1 <= threads <= MOST_THREADS:
        raise problems.arguments.WrongSimulation(
            f"`{threads!r}` threads cannot play: give a number from 1 to {MOST_THREADS}"
        ).error()
