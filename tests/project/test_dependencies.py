"""What is depended on: nothing newer than was tested, and a lock for developers that fits."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from importlib.metadata import requires, version
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
LINES = (ROOT / "requirements-dev.lock").read_text("utf-8").splitlines()
LOCKED = {
    canonicalize_name(one.name): one
    for one in (Requirement(line.removesuffix(" \\")) for line in LINES if line[:1] not in "# ")
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


def test_every_package_is_locked_once_to_one_version_with_hashes() -> None:
    first_lines = [number for number, line in enumerate(LINES) if line[:1] not in "# "]
    assert len(first_lines) == len(LOCKED)
    assert all(LINES[number + 1].startswith("    --hash=sha256:") for number in first_lines)
    for name in LOCKED:
        locked(name)


def installed_with(asked: Iterable[Requirement]) -> set[str]:
    """Every distribution that these bring with them, as they are installed here."""
    found: set[str] = set()
    waiting = list(asked)
    while waiting:
        one = waiting.pop()
        name = canonicalize_name(one.name)
        if name in found:
            continue
        found.add(name)
        for text in requires(one.name) or ():
            further = Requirement(text)
            extras = one.extras or {""}
            if further.marker is None or any(
                further.marker.evaluate({"extra": extra}) for extra in extras
            ):
                waiting.append(further)
    return found


def test_the_extra_for_browsers_brings_twelve_distributions_at_most() -> None:
    core = installed_with(map(Requirement, PROJECT["project"]["dependencies"]))
    web = installed_with(map(Requirement, EXTRAS["web"]))
    assert {"starlette", "uvicorn", "h11"} <= web
    assert len(web - core) <= 12, sorted(web - core)
