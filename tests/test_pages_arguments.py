"""The pages of wrong arguments: the failing call fails with the code, the mended one works."""

from __future__ import annotations

import re
import textwrap
import types

import pytest

import clagdsl
from clagdsl.arguments import ArgumentError
from clagdsl.catalogue import problem_kinds

KINDS = problem_kinds()
WITH_CALLS = sorted(
    code
    for code, kind in KINDS.items()
    # Pages that speak of rules or a state of the reader's own are tested where these are made.
    if "```python fails" in kind.page and not re.search(r"text=rules|state\.", kind.page)
)
WITHOUT_EXAMPLE = {"S101", "S102", "S103", "S104", "S120", "S122", "S149", "C231", "C232", "U699"}
"""What one text cannot show: missing or huge files, many files, other encodings, our bugs."""


def block(code: str, kind: str) -> str:
    page = textwrap.dedent("    " + KINDS[code].page)
    [text] = re.findall(rf"```python {kind}\n(.*?)```", page, re.S)
    return str(text)


def run(text: str) -> None:
    module = types.ModuleType("example")
    exec(compile(textwrap.dedent(text), "page", "exec"), {**vars(module), "clagdsl": clagdsl})


def test_every_page_shows_a_failing_and_a_mended_example() -> None:
    pairs = (("fails", "mended"), ("refused", "allowed"))
    bare = {
        code
        for code, kind in KINDS.items()
        if not any(
            all(re.search(rf"```\w+ {word}$", kind.page, re.M) for word in pair) for pair in pairs
        )
    }
    assert bare == WITHOUT_EXAMPLE


@pytest.mark.parametrize("code", WITH_CALLS)
def test_the_failing_call_fails_with_its_code(code: str) -> None:
    with pytest.raises(ArgumentError) as caught:
        run(block(code, "fails"))
    assert caught.value.code == code


@pytest.mark.parametrize("code", WITH_CALLS)
def test_the_mended_call_works(code: str) -> None:
    run(block(code, "mended"))
