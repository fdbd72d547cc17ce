"""Accessibility problems that axe-core finds in a page."""

from __future__ import annotations

import json
from functools import cache
from importlib.util import find_spec
from pathlib import Path

from support.browser import Browser

_FOUND = """axe.run(document.querySelector("dialog[open]") ?? document, %s)
  .then((result) => result.violations.map(({ id, impact, nodes }) =>
    `${id} (${impact}): ${nodes.map((node) => node.html).slice(0, 3).join(" | ")}`))"""

_TAGS = ("wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22a", "wcag22aa", "best-practice")

_STILL = """Promise.allSettled(
  document.getAnimations()
    .filter((one) => Number.isFinite(one.effect.getComputedTiming().endTime))
    .map((one) => one.finished)
).then(() => 0)"""


@cache
def _program() -> str:
    spec = find_spec("axe_core_python")
    assert spec is not None
    assert spec.submodule_search_locations is not None
    return (Path(spec.submodule_search_locations[0]) / "axe.min.js").read_text("utf-8")


def faults(browser: Browser, *rules: str) -> list[str]:
    """Returns the problems of any level in the current page, by the given rules or by WCAG 2.0 to
    2.2, A and AA, and best practice.

    If a dialog is open, only that is examined: the page behind it is dimmed and cannot be used.

    It waits for animations to end, because colours have their final contrast only then.
    """
    browser.run(_STILL)
    if browser.run("typeof axe === 'undefined'"):
        browser.run(f"{_program()}; 0")
    how = {"resultTypes": ["violations"], "runOnly": list(rules or _TAGS)}
    found: list[str] = browser.run(_FOUND % json.dumps(how))
    return found
