"""Docstrings and comments are plain English: the words of a private voice stay out.

Every room is at zero, and so are the benchmarks, the helpers of the tests and clag-score.  The
rules are those of "Names and prose" in CONTRIBUTING: a function's docstring begins with a verb,
nothing begins with a question word, a sentence has at most thirty words.  Text in backticks or
double quotes does not count.
"""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path
from typing import Final, TypeAlias

import pytest
from support.source_trees import tree_of

ROOT: Final = Path(__file__).parents[2]
PACKAGE: Final = ROOT / "clagdsl"

PLACES: Final = (
    *sorted(path for path in PACKAGE.iterdir() if (path / "__init__.py").exists()),
    *sorted(PACKAGE.glob("*.py")),
    ROOT / "benchmarks",
    ROOT / "tests/support",
)
LONGEST: Final = 30
"""The most words of a sentence."""
BANNED: Final = re.compile(
    r"\b(told|tells?|telling|said|saying|stands?(?! for)|stood|anew|hangs? on|hung on"
    r"|mend(?:s|ed|ing)?|besides?|of which|(?:is|are) (?:(?-i:none)|no(?! longer\b| more\b))"
    r"|whoever|whomever|whom|thereof|comes? to|came to|gone through|goes by|h(?:olds?|eld) against"
    r"|apart(?! from)|so (?:many|much|long))\b",
    re.IGNORECASE,
)
OPENERS: Final = frozenset(
    re.findall(r"\w+", "By How So Than That What When Whenever Where Which Who Whom Whose Why")
)
"""No docstring begins with these: they begin a subject clause or a question."""
QUESTION: Final = re.compile(r"(?:Returns|Yields) (?:what|how|whom?)\b")
VERB: Final = re.compile(r"[A-Z][a-z]+s\b|Does\b|`")
QUOTED: Final = re.compile(r"""`[^`]*`|"[^"]*\"""")
NAMES: Final = re.compile(r"(?:`[^`]*`, )+(?:and )?`[^`]*`")
DOOR: Final = re.compile(r"\s*Other rooms use [^.]*(?:\.\w[^.]*)*\.\Z")
"""The last sentence of a room's docstring, which `test_rooms` writes."""
BREAK: Final = re.compile(r"\n\s*\n|\n\s*(?=[-*|+] |>>>|\d+\. )|(?<=[.;:!?])\s+")
NOT_PROSE: Final = re.compile(r"#!|# ?(?:type|noqa|pragma|ruff|mypy|fmt)\b")

Documented: TypeAlias = ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef


def docstrings(tree: ast.Module) -> Iterator[tuple[ast.AST, ast.Constant]]:
    """Yields docstrings of modules, classes, functions and attributes, with their owners."""
    for node in ast.walk(tree):
        body = getattr(node, "body", None)
        for statement in body if isinstance(body, list) else ():
            match statement:
                case ast.Expr(value=ast.Constant(value=str()) as text):
                    is_first = isinstance(node, Documented) and statement is node.body[0]
                    yield (node if is_first else statement), text


def is_described_by_its_value(function: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    """Returns whether a docstring may be a noun phrase: of properties, commands, `__len__`."""
    marks = "|".join(map(ast.unparse, function.decorator_list))
    return bool(re.search(r"property|command|group|option", marks)) or function.name[:2] == "__"


def faults(text: str) -> Iterator[str]:
    """Yields what is not plain English in a docstring or comment."""
    text = DOOR.sub("", text)
    yield from BANNED.findall(QUOTED.sub("X", text))
    for sentence in BREAK.split(QUOTED.sub("X", NAMES.sub("X", text))):
        if len(words := sentence.split()) > LONGEST:
            yield f"{len(words)} words in a sentence"


def docstring_faults(owner: ast.AST, text: str) -> Iterator[str]:
    """Yields the faults of a docstring, those of its beginning too."""
    yield from faults(text)
    opener = text.split()[0]
    if opener in OPENERS:
        yield f"begins with {opener}"
    if isinstance(owner, ast.FunctionDef | ast.AsyncFunctionDef):
        if QUESTION.match(text):
            yield "returns a question"
        if not (VERB.match(opener) or is_described_by_its_value(owner)):
            yield f"begins with {opener}, which is not a verb"


def comments(path: Path) -> Iterator[tuple[int, str]]:
    """Yields the line of each comment and its text; comments on consecutive lines are one."""
    line, column, texts = 0, 0, list[str]()
    with tokenize.open(path) as file:
        for token in tokenize.generate_tokens(io.StringIO(file.read()).readline):
            if token.type != tokenize.COMMENT or NOT_PROSE.match(token.string):
                continue
            if token.start != (line + len(texts), column) and texts:
                yield line, " ".join(texts)
                texts.clear()
            if not texts:
                line, column = token.start
            texts.append(token.string.lstrip("# "))
    if texts:
        yield line, " ".join(texts)


def findings(path: Path) -> Iterator[str]:
    """Yields all faults of a module, each with its place."""
    place = path.relative_to(ROOT)
    for owner, text in docstrings(tree_of(path)):
        for fault in docstring_faults(owner, text.value.strip()):
            yield f"{place}:{text.lineno}: {fault}"
    for line, comment in comments(path):
        for fault in faults(comment):
            yield f"{place}:{line}: {fault}"


@pytest.mark.parametrize("place", PLACES, ids=lambda place: str(place.relative_to(ROOT)))
def test_docstrings_and_comments_are_plain(place: Path) -> None:
    paths = sorted(place.rglob("*.py")) if place.is_dir() else [place]
    written = [path for path in paths if "_data" not in path.parts]
    assert [fault for path in written for fault in findings(path)] == []


SCRIPT_COMMENT: Final = re.compile(r"/\*\*?(.*?)\*/|(?:^|\s)// ([^\n]*)", re.DOTALL | re.MULTILINE)


@pytest.mark.parametrize(
    "path", sorted((ROOT / "web/clag-score/src").rglob("*.js")), ids=lambda path: path.name
)
def test_comments_of_clag_score_are_plain(path: Path) -> None:
    blocks = [
        re.sub(r"\n\s*\* ?", "\n", block or line)
        for block, line in SCRIPT_COMMENT.findall(path.read_text("utf-8"))
    ]
    texts = [re.split(r"^\s*@\w+", block, maxsplit=1, flags=re.MULTILINE)[0] for block in blocks]
    assert [fault for text in texts for fault in faults(text)] == []
