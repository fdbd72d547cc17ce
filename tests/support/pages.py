"""The examples on the pages of problems: parsed, written to a folder, and run as a reader would."""

from __future__ import annotations

import re
from dataclasses import dataclass
from inspect import cleandoc
from pathlib import Path

from clagdsl.problems.render import problem_kinds

KINDS = problem_kinds()
OF_SEASONS = ("R571", "R572", "R573", "R576")
"""Codes of records that are valid except when counted together with others."""
OF_NAMES = ("R574", "R575")
"""Codes of a file with players' aliases."""
FENCE = re.compile(r"^```(\w+) (fails|shows|mended|with) ?([\w.-]*)\n(.*?)^```$", re.S | re.M)


@dataclass(frozen=True)
class Example:
    """An example of a page, with the name of its file."""

    language: str
    name: str
    text: str


def page(code: str) -> str:
    return cleandoc(KINDS[code].page)


def examples(code: str, which: str) -> list[Example]:
    """Returns the fences of one kind: examples, their output, or further files."""
    return [
        Example(language, name or f"example.{language}", text)
        for language, kind, name, text in FENCE.findall(page(code))
        if kind == which
    ]


def lay_beside(code: str, folder: Path) -> None:
    """Writes the further files of a code's page next to its examples."""
    for beside in examples(code, "with"):
        (folder / beside.name).write_text(beside.text, encoding="utf-8")


def command(code: str, example: Example) -> list[str] | None:
    """Returns the arguments of `clagdsl` for an example that a reader can run, or None."""
    match example.language:
        case "clag":
            return ["check", example.name]
        case "toml" if code in OF_NAMES:
            return ["season", "match.toml", "--alias", example.name]
        case "toml" if code in OF_SEASONS:
            return ["season", "."]
        case "toml" if code == "R602":  # a valid record that cannot be resumed
            return ["play", "--resume", example.name]
        case "toml" if code == "R603":  # a valid record that cannot be reviewed
            return ["review", example.name, "--player", "search:2"]
        case "toml":
            return ["replay", example.name]
        case "json":
            return ["check", example.name]
        case "csv":
            return ["replay", example.name, "--rules", "foss"]
    return None
