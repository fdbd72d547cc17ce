"""`clagdsl explain`: the meaning of a problem code or of a word of the language."""

from __future__ import annotations

import re
from collections.abc import Iterable
from difflib import get_close_matches
from inspect import cleandoc
from textwrap import fill, wrap
from typing import Final

import click

from clagdsl.cli._output import format_option, shell_quoted, write, write_json
from clagdsl.cli._problems import FINE
from clagdsl.lang import numerals
from clagdsl.lang.vocabulary import (
    CLAUSES,
    PHRASES,
    VARIABLES,
    WORDS,
    clause_meanings,
    lines_with,
    meanings,
)
from clagdsl.problems.escape import shorten
from clagdsl.problems.render import ProblemKind

_TITLES: Final[dict[str, str]] = {
    "with": "With this file, `{}`:",
    "fails": "This fails:",
    "shows": "clagdsl reports:",
    "mended": "This is fixed:",
}
_CODE: Final = re.compile(r"[A-Za-z][0-9]+")
"""The form of a problem code; bundled variants and words of the language never have it."""


@click.command()
@click.argument("asked", nargs=-1, required=True, metavar="CODE|WORD")
@format_option("text", "json")
def explain(asked: tuple[str, ...], output_format: str) -> int:
    """Show what a problem code or a word of the language means.

    A code is shown with an example that fails and its fix, a word with two lines that work. Several
    words of a clause, such as `lead first bidder`, are explained one by one.
    """
    text = " ".join(" ".join(asked).split())
    if _CODE.fullmatch(text):
        return _explain_code(text, output_format)
    words = text.lower()
    explained = meanings(words) or clause_meanings(words)
    if not explained:
        raise click.UsageError(_no_explanation_text(text))
    if output_format == "json":
        write_json({"word": words, "meanings": list(explained), "lines": list(lines_with(words))})
    else:
        write("\n".join([f"{words}:", *_indented(explained), *_lines(words)]))
    return FINE


def _lines(words: str) -> list[str]:
    return ["", "Lines that work:", "", *(f"    {line}" for line in lines_with(words))]


def _indented(texts: Iterable[str]) -> list[str]:
    return [fill(text, 80, initial_indent="  ", subsequent_indent="  ") for text in texts]


def _no_explanation_text(text: str) -> str:
    """Returns the error message for an unknown code or word; for a file, it names the command to
    use.
    """
    from clagdsl.lang.resources import all_names, file_with_ending
    from clagdsl.problems.suggestions import closest_name
    from clagdsl.syntax.hints.synonyms import OUT_OF_SCOPE_WORDS, RESERVED, SYNONYMS

    file = text if "." in text or "/" in text or text in all_names() else file_with_ending(text)
    if file is not None:
        return (
            "`explain` takes a code or a word, not a file:"
            f" `clagdsl sheet {shorten(shell_quoted(file))}` prints its rules"
        )
    word = text.lower()
    near = next(iter(SYNONYMS.get(word, ())), None) or closest_name(
        word, [*WORDS, *PHRASES, *VARIABLES, *all_names()]
    )
    advice = f"did you mean `{near}`?" if near else "`clagdsl words` lists the words"
    advice = RESERVED.get(word) or OUT_OF_SCOPE_WORDS.get(word) or advice
    if near in all_names():
        advice = f"`clagdsl sheet {near}` prints the rules of `{near}`"
    return (
        f"`{shorten(text)}` is neither a word of the language nor the code of a problem"
        f" such as C201; {advice}"
    )


def code_letters(kinds: Iterable[str]) -> str:
    """Returns the letters with which problem codes begin, as a list in prose."""
    return numerals.join_words([*dict.fromkeys(each[0] for each in kinds)], "or")


def _explain_code(code: str, output_format: str) -> int:
    from clagdsl.problems.render import problem_kinds

    kinds = problem_kinds()
    kind = kinds.get(code.upper())
    if kind is None:
        same = [each for each in kinds if each[0] == code[0].upper()]
        near = get_close_matches(code.upper(), same, 3, 0.5)
        suggestion = (
            f"the nearest are {', '.join(near)}"
            if near
            else f"codes begin with {code_letters(kinds)}"
        )
        raise click.UsageError(f"`{shorten(code)}` is not the code of a problem; {suggestion}")
    if output_format == "json":
        write_json(
            {
                "code": kind.code,
                "severity": kind.severity,
                "title": kind.title,
                "page": cleandoc(kind.page),
            }
        )
    else:
        write(page_text(kind))
    return FINE


def page_text(kind: ProblemKind) -> str:
    """Returns the page about a problem for a terminal, its examples indented under titles."""
    lines = [f"{kind.code} ({kind.severity}): {kind.title}", ""]
    fenced = False
    for line in cleandoc(kind.page).splitlines():
        if line.startswith("```"):
            fenced = not fenced
            if fenced:
                words: list[str] = [*line.split(), "", ""]
                lines += [_TITLES.get(words[1], "For example:").format(words[2]), ""]
        else:
            lines.append(f"    {line}".rstrip() if fenced else line)
    return "\n".join(lines).rstrip()


# --- `clagdsl words`: the words of the language by clause -------------------------------------


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
