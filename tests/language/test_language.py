"""The language, aspect by aspect: every chunk of every file of tests/language is one test.

The README beside this file describes the notation.
"""

from __future__ import annotations

import pytest
from support.language.chunks import FOLDER, Chunk, chunks_of
from support.language.facts import altered, wrong

FILES = sorted(FOLDER.rglob("*.clag"))
CHUNKS = [chunk for path in FILES for chunk in chunks_of(path)]


@pytest.fixture(scope="module", params=CHUNKS, ids=str)
def chunk(request: pytest.FixtureRequest) -> Chunk:
    """One after the other: the two tests of a chunk follow each other, and it is checked once."""
    found: Chunk = request.param
    return found


def test_what_a_chunk_expects_holds(chunk: Chunk) -> None:
    assert wrong(chunk) == []


def test_what_a_chunk_does_not_expect_is_noticed(chunk: Chunk) -> None:
    """Each expectation, altered alone, is seen to be wrong."""
    unnoticed = [other for other in altered(chunk) if not wrong(other)]
    assert unnoticed == []


def test_no_chunk_has_the_title_of_another() -> None:
    assert len({str(chunk) for chunk in CHUNKS}) == len(CHUNKS)
