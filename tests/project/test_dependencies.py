"""What is depended on: nothing newer than was tested, and a lock for developers that fits."""

from __future__ import annotations

import tomllib
from importlib.metadata import version
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version

ROOT = Path(__file__).parent.parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
EXTRAS = PROJECT["project"]["optional-dependencies"]
ASKED = [
    Requirement(text)
    for text in (
        *PROJECT["build-system"]["requires"],
        *PROJECT["project"]["dependencies"],
        *(text for extra in EXTRAS.values() for text in extra),
    )
    if not text.startswith("clagdsl[")
]
LOCKED = {
    canonicalize_name(one.name): one
    for one in (
        Requirement(line)
        for line in (ROOT / "requirements-dev.lock").read_text("utf-8").splitlines()
        if not line.startswith("#")
    )
}


def locked(name: str) -> Version:
    (pinned,) = LOCKED[canonicalize_name(name)].specifier
    assert pinned.operator == "=="
    return Version(pinned.version)


@pytest.mark.parametrize("asked", ASKED, ids=str)
def test_nothing_newer_than_was_tested_is_taken(asked: Requirement) -> None:
    bounds = [Version(one.version) for one in asked.specifier if one.operator == "<"]
    assert len(bounds) == 1
    assert locked(asked.name) in asked.specifier
    assert bounds[0] > locked(asked.name)
    # The bound is the version after the one that was tested, not one of years to come.
    tested, bound = locked(asked.name).release, bounds[0].release
    assert bound[0] == tested[0] + 1 or (bound[0] == tested[0] == 0 and bound[1] == tested[1] + 1)


@pytest.mark.parametrize("asked", ASKED, ids=str)
def test_what_is_installed_here_is_within_the_bounds(asked: Requirement) -> None:
    assert Version(version(asked.name)) in asked.specifier


def test_every_package_is_locked_once_to_one_version() -> None:
    lines = (ROOT / "requirements-dev.lock").read_text("utf-8").splitlines()
    assert len([line for line in lines if not line.startswith("#")]) == len(LOCKED)
    for name in LOCKED:
        locked(name)
