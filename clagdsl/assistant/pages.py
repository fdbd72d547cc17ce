"""The pages that an assistant can read: primer, language by clause, bundled games, problems.

Each page has an address that begins with `clagdsl://`. All of it is in the package.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from inspect import cleandoc
from pathlib import Path
from typing import Final

from clagdsl.lang.resources import all_names, bundled_path, bundled_title
from clagdsl.lang.vocabulary import CLAUSES, lines_with, meanings

SCHEME: Final = "clagdsl://"
PRIMER: Final = f"{SCHEME}primer"
GRAMMAR: Final = f"{SCHEME}grammar"
PROBLEM_TEMPLATE: Final = f"{SCHEME}problem/{{code}}"
MARKDOWN: Final = "text/markdown"
PLAIN: Final = "text/plain"


@dataclass(frozen=True, slots=True)
class ListedPage:
    """A page as a list shows it."""

    address: str
    title: str


def listed_pages() -> Iterator[ListedPage]:
    """Yields all pages but those of the problems, which `PROBLEM_TEMPLATE` stands for."""
    yield ListedPage(PRIMER, "The language on two pages: read this first")
    yield ListedPage(GRAMMAR, "The grammar for constrained decoding (llguidance)")
    for clause in CLAUSES:
        yield ListedPage(f"{SCHEME}language/{_slug(clause)}", clause.replace("`", ""))
    for name in all_names():
        yield ListedPage(f"{SCHEME}game/{name}", bundled_title(name))


def read_page(address: str) -> str | None:
    """Returns the text of the page at an address, or None if it has no page."""
    if address == PRIMER:
        return primer()
    if address == GRAMMAR:
        return decoding_grammar()
    kind, _, name = address.removeprefix(SCHEME).partition("/")
    if not address.startswith(SCHEME):
        return None
    match kind:
        case "language":
            clause = next((each for each in CLAUSES if _slug(each) == name), None)
            return None if clause is None else _clause_page(clause)
        case "game":
            path = bundled_path(name)
            return None if path is None else path.read_text("utf-8")
        case "problem":
            return _problem_page(name)
        case _:
            return None


def media_type(address: str) -> str:
    """Returns the media type of the page at an address."""
    kind = address.removeprefix(SCHEME).partition("/")[0]
    return {"game": PLAIN, "grammar": PLAIN, "keeper": "text/html"}.get(kind, MARKDOWN)


def primer() -> str:
    """Returns the two pages from which somebody who has never seen the language writes a file."""
    return (Path(__file__).parent / "llms.txt").read_text("utf-8")


def decoding_grammar() -> str:
    """Returns the grammar with which an engine keeps a model to the form of the language."""
    return (Path(__file__).parent / "decoding.lark").read_text("utf-8")


def _slug(clause: str) -> str:
    return "-".join(re.findall("[a-z]+", clause.lower().removeprefix("clause ")))


def _clause_page(clause: str) -> str:
    """Returns the words of a clause with their meanings, and lines with the first of them."""
    lines = [f"# {clause}", ""]
    for word in CLAUSES[clause]:
        lines += [f"- `{word}`: {' '.join(meanings(word))}"]
    examples = dict.fromkeys(line for word in CLAUSES[clause] for line in lines_with(word))
    return "\n".join([*lines, "", "Lines that work:", "", "```clag", *examples, "```", ""])


def _problem_page(code: str) -> str | None:
    from clagdsl.problems.render import problem_kinds

    kind = problem_kinds().get(code.upper())
    if kind is None:
        return None
    return f"# {kind.code} ({kind.severity}): {kind.title}\n\n{cleandoc(kind.page)}\n"
