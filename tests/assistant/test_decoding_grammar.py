"""The grammar for constrained decoding, judged by llguidance: it accepts what the parser does."""

from __future__ import annotations

import importlib.util
import random
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from types import ModuleType

import llguidance
import pytest

from clagdsl.assistant.pages import decoding_grammar, primer
from clagdsl.lang.resources import data_folder
from clagdsl.lang.source import SourceText
from clagdsl.syntax.parser import parse

FILES = sorted(data_folder("rules").rglob("*.clag"))
TOKENS = re.compile(r'"[^"\n]*"|#[^\n]*|\w+|[^\s\w]|\s+')
WRONG, RIGHT = 80, 20


@cache
def engine() -> llguidance.LLMatcher:
    grammar = llguidance.LLMatcher.grammar_from_lark(decoding_grammar())
    return llguidance.LLMatcher(llguidance.LLTokenizer("byte"), grammar, log_level=0)


def accepted(text: str) -> bool:
    """Whether a decoder with the grammar can write the text, byte by byte, and end there."""
    matcher = engine().deep_copy()
    data = text.encode()
    return matcher.try_consume_tokens([*data]) == len(data) and matcher.is_accepting()


def parsed(text: str) -> bool:
    return parse(SourceText("page.clag", text)).file is not None


def changed_texts(chance: random.Random) -> Iterator[str]:
    """Bundled files with one change: a word lost, moved, doubled or replaced, a blank lost, cut."""
    texts = [path.read_text("utf-8") for path in FILES]
    while True:
        words = TOKENS.findall(chance.choice(texts))
        one, other = chance.randrange(len(words)), chance.randrange(len(words))
        match chance.randrange(6):
            case 0:
                del words[one]
            case 1:
                words[one], words[other] = words[other], words[one]
            case 2:
                words.insert(one, words[one])
            case 3:
                words[one] = words[other]
            case 4:
                del words[chance.choice([at for at, word in enumerate(words) if word.isspace()])]
            case _:
                del words[one:]
        yield "".join(words)


@pytest.fixture(scope="module")
def script() -> ModuleType:
    path = Path(__file__).parents[2] / "docs" / "write_grammar.py"
    spec = importlib.util.spec_from_file_location("write_grammar", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_grammar_is_the_one_that_the_script_makes(script: ModuleType) -> None:
    assert decoding_grammar() == script.grammar_text()


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_bundled_file_is_accepted(path: Path) -> None:
    assert accepted(path.read_text("utf-8"))


def test_whole_files_of_the_primer_are_accepted() -> None:
    for text in re.findall(r"```clag\n(.*?)```", primer(), re.DOTALL):
        assert accepted(text)


def test_texts_with_one_change_are_accepted_where_the_parser_accepts_them() -> None:
    texts = changed_texts(random.Random(48))
    left = {True: RIGHT, False: WRONG}
    while any(left.values()):
        text = next(texts)
        right = parsed(text)
        if left[right]:
            left[right] -= 1
            assert accepted(text) == right, text


@pytest.mark.parametrize(
    ("text", "right"),
    [
        ("", False),
        ("clag 1", True),
        ("# a remark\nclag 1 # another", True),
        ("clag 3", False),
        ("clag1", False),
        ('clag 1game "X"', False),
        ('clag 1 game"X"players 3to 4', False),
        ('clag 1 game"X"players 3 to 4', True),
        ("clag 2 let a=(1+2)*-b", True),
        ("clag 2 let a = 1 == 2", False),
        ("clag 2 let a = 1 < b < 3", False),
        ("clag 2 deal normal scoretricks", False),
        ("clag 2 deal normal score tricks", True),
        ("clag 2 deal normal\n trump none\n score(tricks)", True),
        ("clag 2 deal größe score tricks", True),
        ('clag 2 game "a\nb"', False),
        ("clag 2 # ends in a remark without a line end", True),
    ],
)
def test_where_words_end_is_as_in_the_parser(text: str, right: bool) -> None:
    assert (parsed(text), accepted(text)) == (right, right)
