"""A parser for chunks of rules with facts in their comments; see tests/language/README.md."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from clagdsl.lang.identifiers import VERSIONS
from support.expected import ExpectedProblem

FOLDER = Path(__file__).parent.parent.parent / "language"

HEADER = (f"clag {VERSIONS[-1]}", 'game "Test"', "players 3 to 7")
CLAUSES = (
    "  trump turned",
    "  bid in turn",
    "  score 10 + tricks when made, otherwise tricks",
)
WINNER = "winner highest total, then shared"
OPENING = {"game", "players", "param", "let", "source", "run", "tally"}
"""Statements that may precede the clauses of the ordinary deal."""
NOTES = {"from", "assume"}
"""First words of an indented note under one of these statements; any other line is a clause."""

COMMENT = re.compile(r'(?P<code>(?:[^"#]|"[^"]*")*?)\s*(?P<comment>#.*)?$')
EXPECTED = re.compile(
    r"(?P<kind>error|warning|note|also)\[(?P<code>[A-Z]\d{3})\](?:: (?P<told>.*))?$"
)
CITED = re.compile(r"(?P<what>.*?)(?: by (?P<source>[A-Z][^:]*))?(?:: (?P<told>.*))?$")


WORD = re.compile(r'(?:"[^"]*"|[^\s"])+')
"""A word of a fact; a quoted word, such as a deal's name, keeps its quotes."""


class BadChunkError(Exception):
    """A chunk that does not follow the notation."""


@dataclass(frozen=True)
class Fact:
    """A fact that must hold under the rules of the chunk, as words.

    `rule` is the line of the rules that the fact follows, which is the one that decides it.
    """

    line: int
    words: tuple[str, ...]
    rule: int | None = None
    source: str | None = None
    told: str | None = None


@dataclass(frozen=True)
class Chunk:
    """Rules with the expectations about them; lines are those of the file that has the chunk."""

    title: str
    path: Path
    line: int
    text: str
    lines: tuple[int | None, ...]
    problems: tuple[ExpectedProblem, ...]
    facts: tuple[Fact, ...]

    def __str__(self) -> str:
        folder = self.path.parent.name
        return f"{folder}/{self.path.stem}: {self.title}"


def chunks_of(path: Path) -> list[Chunk]:
    """Returns the chunks of a file, one for each line `--- title`.

    Lines above the first title are part of every chunk.
    """
    frame: list[tuple[int, str]] = []
    found: list[tuple[int, str, list[tuple[int, str]]]] = []
    for number, line in enumerate(path.read_text("utf-8").splitlines(), start=1):
        if line.startswith("---"):
            found.append((number, line.removeprefix("---").strip(), [*frame]))
        elif found:
            found[-1][2].append((number, line))
        else:
            frame.append((number, line))
    if not found or not all(title for _, title, _ in found):
        raise BadChunkError(f"{path}: every chunk begins with a line `--- title`")
    return [read_chunk(title, path, number, lines) for number, title, lines in found]


def read_chunk(title: str, path: Path, start: int, lines: list[tuple[int, str]]) -> Chunk:
    """Returns a chunk of these lines, each with its number in the file."""
    rules: list[tuple[int, str]] = []
    problems: list[ExpectedProblem] = []
    facts: list[Fact] = []
    for number, line in lines:
        if not line.strip() or line.lstrip().startswith("##"):
            continue
        if re.fullmatch(r" *\^+", line) and problems:
            begin = line.index("^") + 1
            problems[-1] = replace(problems[-1], span=(begin, len(line) + 1))
            continue
        matched = COMMENT.match(line)
        assert matched is not None
        code, comment = matched["code"], matched["comment"]
        if code.strip():
            rules.append((number, code.rstrip()))
        for text in split_comments(comment or ""):
            try:
                behind = number if code.strip() else None
                if text.startswith("^ "):
                    if not rules:
                        raise ValueError("no line of rules stands above")
                    text, behind = text[2:], rules[-1][0]
                add_fact(text, number, behind, problems, facts)
            except ValueError as error:
                raise BadChunkError(f"{path}:{number}: `{text}`: {error}") from None
    text, origins = completed(rules)
    return Chunk(title, path, start, text, origins, tuple(problems), tuple(facts))


def split_comments(comment: str) -> Iterator[str]:
    """Yields the facts in a comment; each begins with a `#`."""
    for text in re.split(r"(?:^|\s)#(?=[\s^]|$)", comment):
        if text.strip():
            yield text.strip()


def add_fact(
    text: str, line: int, behind: int | None, problems: list[ExpectedProblem], facts: list[Fact]
) -> None:
    """Adds the expectation in a comment; `behind` is the line of rules that it is about."""
    matched = EXPECTED.match(text)
    if matched is not None:
        if behind is None:
            raise ValueError("a problem is expected on a line of rules")
        problems.append(ExpectedProblem(behind, matched["kind"], matched["code"], matched["told"]))
    elif text.startswith("|") or text.startswith("help: "):
        if not problems:
            raise ValueError("there is no problem above")
        last = problems[-1]
        if text.startswith("|"):
            problems[-1] = replace(last, detail=(*(last.detail or ()), text[1:].strip()))
        else:
            problems[-1] = replace(last, help=text.removeprefix("help: "))
    else:
        cited = CITED.match(text)
        assert cited is not None
        words = tuple(WORD.findall(cited["what"]))
        facts.append(Fact(line, words, behind, cited["source"], cited["told"]))


Lines = list[tuple[int | None, str]]


def is_own_deal(statement: Lines, word: str) -> bool:
    """Returns whether a statement is a deal that is not based on another."""
    return word == "deal" and " is " not in f"{statement[0][1]} "


def deal_name(statement: Lines) -> str:
    return WORD.findall(statement[0][1])[1]


def is_clause(statement: str, line: str, clauses: Lines) -> bool:
    """Returns whether an indented line below a statement belongs to the ordinary deal."""
    return statement.split()[0] in OPENING and (bool(clauses) or line.split()[0] not in NOTES)


def completed(rules: list[tuple[int, str]]) -> tuple[str, tuple[int | None, ...]]:
    """Returns the complete text of a chunk, and the line in the file of each of its lines.

    Missing statements are those of an ordinary game. Indented lines at the beginning are clauses of
    the deal `normal`.
    """
    statements: list[Lines] = []
    clauses: Lines = []
    for number, line in rules:
        if not line[0].isspace():
            statements.append([(number, line)])
        elif statements and not is_clause(statements[-1][0][1], line, clauses):
            statements[-1].append((number, line))
        else:
            clauses.append((number, line))
    words = [statement[0][1].split()[0] for statement in statements]
    whole: Lines = []
    if "clag" in words:
        whole = [*clauses, *(line for statement in statements for line in statement)]
    else:
        whole += [(None, line) for line in HEADER if line.split()[0] not in words]
        opening = [s for s, word in zip(statements, words, strict=True) if word in OPENING]
        whole += [line for statement in opening for line in statement]
        own_deals = [s for s, word in zip(statements, words, strict=True) if is_own_deal(s, word)]
        if clauses or not own_deals:
            said = {line.split()[0] for _, line in clauses}
            whole.append((None, "deal normal"))
            whole += [(None, line) for line in CLAUSES if line.split()[0] not in said]
            whole += clauses
        whole += [
            line for statement in statements if statement not in opening for line in statement
        ]
        if "schedule" not in words:
            first = "normal" if clauses or not own_deals else deal_name(own_deals[0])
            whole.append((None, f"schedule 7 cards: {first}"))
        if "winner" not in words:
            whole.append((None, WINNER))
    return "\n".join(line for _, line in whole) + "\n", tuple(number for number, _ in whole)
