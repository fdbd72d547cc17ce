"""How the documentation is built: `python -m sphinx -n -W docs docs/_build`."""

from __future__ import annotations

import sys
from pathlib import Path

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE.parent), str(HERE)]

from differences_page import differences_page
from sphinx.application import Sphinx

from clagdsl.check.checker import load_checked
from clagdsl.explain.diff.compare import ComparedRules
from clagdsl.lang.aspects import TABLE
from clagdsl.lang.identifiers import STATEMENTS
from clagdsl.lang.resources import bundled_names
from clagdsl.lsp.pygments_lexer import ClagLexer
from clagdsl.problems.render import problem_kinds

project = "clagdsl"
author = "The clagdsl authors"
copyright = "2026, the clagdsl authors"
extensions = ["myst_parser", "sphinx.ext.autodoc"]
exclude_patterns = ["_build"]
html_theme = "furo"
html_title = "clagdsl"
myst_enable_extensions = ["colon_fence", "deflist"]
myst_heading_anchors = 3
autodoc_typehints = "none"
html_extra_path = ["../clagdsl/assistant/llms.txt", "404.html"]
# The pages of problems show texts that are wrong on purpose.
suppress_warnings = ["misc.highlighting_failure"]

SITES = {
    "how-to/share-rules": ("playground", "## Use it\n"),
    "variants": ("gallery", "## What can be set\n"),
}
"""The pages that link another site, before a heading, if it is in the folder of this build."""


def problem_pages() -> str:
    """Every kind of problem as Markdown: their pages, with the texts that they share."""
    parts = []
    for kind in problem_kinds().values():
        parts.append(f"({kind.code})=\n\n## {kind.code}: {kind.title}\n")
        if kind.severity != "error":
            parts.append(f"This is a {kind.severity}, not an error.\n")
        parts.append(kind.page)
    return "\n".join(parts)


def differences() -> str:
    """What differs between every two bundled variants, as Markdown."""
    games = [ComparedRules(name, load_checked(name).game) for name in bundled_names()]
    return differences_page(games)


def keyword_index() -> str:
    """Entries of the index for every clause and statement: what is searched for is found there."""
    said = [*(aspect.keyword for aspect in TABLE.values()), *sorted(STATEMENTS)]
    return "".join(f"```{{index}} ! single: {keyword}\n```\n" for keyword in said)


def add_generated_text(app: Sphinx, name: str, source: list[str]) -> None:
    """Put what is generated behind the hand-written beginning of a page."""
    if name == "reference/problems":
        source[0] += "\n" + problem_pages()
    elif name == "reference/language":
        heading = "## The aspects of a deal\n"
        assert heading in source[0]
        source[0] = source[0].replace(heading, f"{keyword_index()}\n{heading}", 1)
    elif name in SITES:
        site, heading = SITES[name]
        assert heading in source[0]
        if Path(app.outdir, site, "index.html").exists():
            up = "../" * name.count("/")
            link = f'<p><a href="{up}{site}/index.html">Open the {site}.</a></p>'
            source[0] = source[0].replace(heading, f"{link}\n\n{heading}", 1)
    elif name == "differences":
        source[0] += "\n" + differences()


def read_anew(*_: object) -> list[str]:
    """Returns the pages to read in every build, because they link a site only if it was built."""
    return list(SITES)


def setup(app: Sphinx) -> None:
    """Register the colours of rules files and the generated pages."""
    app.add_lexer("clag", ClagLexer)
    app.connect("env-get-outdated", read_anew)
    app.connect("source-read", add_generated_text)
