"""The rewritten pages and the help of every command keep to short sentences.

Code blocks, tables and headings do not count.  A paragraph, a list item and the help of an option
end a sentence; a colon and a semicolon do not.
"""

from __future__ import annotations

import re
from pathlib import Path
from statistics import mean

import click
import pytest
from support.page_blocks import FENCE

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
