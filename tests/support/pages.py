"""The examples on the pages of problems: read, laid out in a folder, and asked as a reader asks."""

from __future__ import annotations

import re
from dataclasses import dataclass
from inspect import cleandoc
from pathlib import Path

from clagdsl.problems.render import problem_kinds

KINDS = problem_kinds()
OF_SEASONS = ("R571", "R572", "R573", "R576")
"""Codes of records that are fine but for being counted with others."""
OF_NAMES = ("R574", "R575")
"""Codes of a file that says which names are of one player."""
FENCE = re.compile(r"^```(\w+) (fails|shows|mended|with) ?([\w.-]*)\n(.*?)^```$", re.S | re.M)


@dataclass(frozen=True)
class Example:
    """One example of a page: `with` what it is said to stand in, under a file's name."""

    language: str
    name: str
    text: str


def page(code: str) -> str:
    return cleandoc(KINDS[code].page)


def examples(code: str, which: str) -> list[Example]:
    """Returns the fences of one kind: examples, what is shown of them, or files beside them."""
    return [
        Example(language, name or f"example.{language}", text)
        for language, kind, name, text in FENCE.findall(page(code))
        if kind == which
    ]


def lay_beside(code: str, folder: Path) -> None:
    """Write what the page of a code names as files that lie beside its examples."""
    for beside in examples(code, "with"):
        (folder / beside.name).write_text(beside.text, encoding="utf-8")


def command(code: str, example: Example) -> list[str] | None:
    """What a reader gives to `clagdsl` for an example that is a file."""
    match example.language:
        case "clag":
            return ["check", example.name]
        case "toml" if code in OF_NAMES:
            return ["season", "match.toml", "--alias", example.name]
        case "toml" if code in OF_SEASONS:
            return ["season", "."]
        case "toml" if code == "R602":  # a record that is fine but for going on with it
            return ["play", "--resume", example.name]
        case "toml" if code == "R603":  # one that is fine but for being reviewed
            return ["review", example.name, "--player", "search:2"]
        case "toml":
            return ["replay", example.name]
        case "json":
            return ["check", example.name]
        case "csv":
            return ["replay", example.name, "--rules", "foss"]
    return None
