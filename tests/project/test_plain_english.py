"""The rewritten pages and the help of every command keep to short sentences, in plain English.

Code blocks, tables and headings do not count for the length of sentences.  A paragraph, a list item
and the help of an option end a sentence; a colon and a semicolon do not.  Habits of a private voice
are found in all that users read: also in tables, messages and their pages, reports and web pages.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from statistics import mean
from typing import Final

import click
import pytest
from support.page_blocks import FENCE
from support.source_trees import tree_of

from clagdsl.cli.main import COMMANDS, program

DOCS = Path(__file__).parents[2] / "docs"
PAGES = (
    "../CHANGELOG.md",
    "../CONTRIBUTING.md",
    "../README.md",
    "border.md",
    "how-to/balance-a-variant.md",
    "how-to/begin-a-house-file.md",
    "how-to/cite.md",
    "how-to/compare-rules.md",
    "how-to/count-a-season.md",
    "how-to/draw-rules.md",
    "how-to/fix-mistakes.md",
    "how-to/keep-score.md",
    "how-to/lay-files-out.md",
    "how-to/learn.md",
    "how-to/measure-an-author.md",
    "how-to/play-on-a-cluster.md",
    "how-to/play-with-friends.md",
    "how-to/play.md",
    "how-to/print-a-rule-sheet.md",
    "how-to/review-a-match.md",
    "how-to/search-for-house-rules.md",
    "how-to/see-a-simulation.md",
    "how-to/settle-a-dispute.md",
    "how-to/share-rules.md",
    "how-to/simulate.md",
    "how-to/test-three-claims.md",
    "how-to/train-a-player.md",
    "how-to/use-an-editor.md",
    "how-to/use-rlcard.md",
    "how-to/use-the-rules-elsewhere.md",
    "how-to/write-a-player.md",
    "index.md",
    "internals/how-it-works.md",
    "internals/release.md",
    "internals/speed.md",
    "internals/start-up.md",
    "internals/table-sync.md",
    "learn/0-install.md",
    "learn/1-first-rules.md",
    "learn/2-from-the-kitchen-table.md",
    "learn/3-another-game-of-the-family.md",
    "reference/balance-figures.md",
    "reference/command-line.md",
    "reference/family-sources.md",
    "reference/game-json.md",
    "reference/glossary.md",
    "reference/javascript.md",
    "reference/language.md",
    "reference/players.md",
    "reference/playground.md",
    "reference/problems.md",
    "reference/python.md",
    "reference/randomness.md",
    "reference/records.md",
    "reference/simulated-figures.md",
    "reference/steady.md",
    "reference/trust.md",
    "reference/versions.md",
    "variants.md",
)
"""Add a page when it has been rewritten in plain English."""

HIGHEST_MEAN = 18
LONGEST = 35
"""The words of a sentence."""

INDENTED = re.compile(r"^ +(?=`{3})", re.MULTILINE)
"""A fence in an item of a list."""

NOT_PROSE = re.compile(r"^[#|].*$", re.MULTILINE)
BREAK = re.compile(r"""\n(?:\s*\n|\s*(?:[-*]|\d+\.)\s)+|(?<=[.!?])["')*_`]*\s+""")


def sentences_of(text: str) -> list[list[str]]:
    """Returns the words of each sentence of a Markdown text."""
    prose = NOT_PROSE.sub("\n", FENCE.sub("\n", INDENTED.sub("", text)))
    return [words for sentence in BREAK.split(prose) if (words := sentence.split())]


def help_text(command: click.Command) -> str:
    """Returns the help of a command and of its options, as paragraphs."""
    options = [param.help or "" for param in command.params if isinstance(param, click.Option)]
    return "\n\n".join([command.help or "", *options])


TEXTS = {
    **{page: (DOCS / page).read_text("utf-8") for page in PAGES},
    **{f"{name} --help": help_text(command.load()) for name, command in COMMANDS.items()},
    "--help": help_text(program),
}


@pytest.mark.parametrize("name", TEXTS)
def test_sentences_are_short(name: str) -> None:
    sentences = sentences_of(TEXTS[name])
    assert [" ".join(words) for words in sentences if len(words) > LONGEST] == []
    assert mean(map(len, sentences)) <= HIGHEST_MEAN


# --- habits -----------------------------------------------------------------------------------

HABITS: Final = re.compile(
    r"\b(?:"
    r"h[au]ngs? on"  # depends on
    r"|anew"  # again
    r"|mend(?:s|ed|ing)?"  # fix
    r"|(?:bids?|points|totals?|tricks) (?:\w+ )?comes? to"  # add up to
    r"|(?<![Tt]here )(?:is|are) no (?!longer\b|more\b|less\b|trumps?\b)\w+"  # is not a
    r"|nothing is (?:said|told)|what holds"
    r"|(?:cannot|may|must) stand (?!for\b)|stands? (?:here|there|twice)"  # appears
    r"|what is (?!trump\b)\w+ is"  # a noun
    r"|not so that|interval of 95"
    r")\b"
    r"|, too[.,:;]"
    r"|(?:^|[.:;!] )Who (?:\w+ ){1,6}(?:is|are|does|gets|can|may|must)\b(?![^.]*[?])",
    re.MULTILINE,
)
CODE: Final = re.compile(r"`[^`\n]*`|{[{%].*?[%}]}|<[^>]*>", re.DOTALL)
"""Code in a text, and in a template what is not shown."""
ROOT: Final = DOCS.parent
PACKAGE: Final = ROOT / "clagdsl"
PROBLEM_PAGES: Final = PACKAGE / "problems" / "pages"
WEB_TEXTS: Final = (
    *sorted((PACKAGE / "serve" / "templates").glob("*.html")),
    ROOT / "web" / "playground" / "index.html",
)
SCRIPTS: Final = (
    ROOT / "web" / "look" / "words.js",
    ROOT / "web" / "look" / "table_words.js",
    ROOT / "web" / "playground" / "page.js",
)
SCRIPT_TEXT: Final = re.compile(r"""^\s*(?://|/?\*).*$|"([^"\n]*)"|`([^`]*)`""", re.MULTILINE)


def literals(path: Path) -> Iterator[str]:
    """Yields the texts of several words in a module that are not documentation, `{}` for values."""
    tree = tree_of(path)
    parts = {
        id(node.value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr):
            texts = [value for value in node.values if isinstance(value, ast.Constant)]
            parts.update(map(id, texts))
            yield "".join(
                str(value.value) if isinstance(value, ast.Constant) else "{}"
                for value in node.values
            )
    for node in ast.walk(tree):
        text = node.value if isinstance(node, ast.Constant) and id(node) not in parts else None
        if isinstance(text, str) and " " in text:
            yield text


def read_by_users() -> Iterator[tuple[str, str]]:
    """Yields every text that users read, with the name of its source."""
    yield from TEXTS.items()
    for path in sorted(PACKAGE.rglob("*.py")):
        yield str(path.relative_to(PACKAGE)), "\n".join(literals(path))
    for path in sorted(PROBLEM_PAGES.rglob("*.*")):
        yield str(path.relative_to(PACKAGE)), path.read_text("utf-8")
    for path in WEB_TEXTS:
        yield path.name, path.read_text("utf-8")
    for path in SCRIPTS:
        texts = (
            match[1] or match[2] or "" for match in SCRIPT_TEXT.finditer(path.read_text("utf-8"))
        )
        yield path.name, "\n".join(text for text in texts if " " in text)


def habits_in(text: str) -> list[str]:
    """Returns the banned habits in the prose and the tables of a text."""
    prose = CODE.sub("X", FENCE.sub("\n", text))
    return [match[0] for match in HABITS.finditer(prose)]


@pytest.mark.parametrize(
    ("text", "habit"),
    [
        ("A score that hangs on who deals.", "hangs on"),
        ("Mistakes are mended, and `mend` is code.", "mended"),
        ("the bids would come to 5", "bids would come to"),
        ("`5` is no bid", "is no bid"),
        ("What is set is what the page begins with.", ""),
        ("There is no bid. Who wins? What is trump is known.", ""),
        ("Well. Who writes a rule is told so.", ". Who writes a rule is"),
        ("This counts, too.", ", too."),
    ],
)
def test_a_habit_is_found(text: str, habit: str) -> None:
    assert habits_in(text) == [habit] * bool(habit)


def test_no_text_has_a_banned_habit() -> None:
    found = {name: habits for name, text in read_by_users() if (habits := habits_in(text))}
    assert found == {}
