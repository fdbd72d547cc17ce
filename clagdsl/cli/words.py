"""`clagdsl words`: the words of the language by clause."""

from __future__ import annotations

from textwrap import wrap

import click

from clagdsl.cli._output import format_option, write, write_json
from clagdsl.cli._problems import FINE
from clagdsl.lang.vocabulary import CLAUSES, meanings


@click.command()
@format_option("text", "json")
def words(output_format: str) -> int:
    """List the words of the language by clause.

    `clagdsl explain WORD` shows what a word means.
    """
    if output_format == "json":
        write_json(
            {
                "clauses": [
                    {
                        "clause": clause,
                        "words": [
                            {"word": word, "meanings": list(meanings(word))} for word in listed
                        ],
                    }
                    for clause, listed in CLAUSES.items()
                ]
            }
        )
        return FINE
    for clause, listed in CLAUSES.items():
        write(f"{clause.replace('`', '')}:")
        for line in wrap(", ".join(listed), 76):
            write(f"    {line}")
    write("\n`clagdsl explain WORD` shows what a word means, with two lines that work.")
    return FINE
