"""The driver of the chunks: what is missing, not expected or not understood fails."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.language.chunks import BadChunkError, Chunk, chunks_of, read_chunk
from support.language.facts import wrong

ABOVE = "  last bid keeps bids > cards"
HEARTS = "# hand 2C AC KS trick 5C"


def tried(*lines: str, above: int = 0) -> Chunk:
    numbered = list(enumerate(lines, start=above + 1))
    return read_chunk("tried", Path("tried.clag"), above, numbered)


def found(*lines: str) -> list[str]:
    return wrong(tried(*lines))


@pytest.mark.parametrize(
    "lines",
    [
        [f"{ABOVE}  # error[P306]"],
        [f"{ABOVE}  # error[P306]: with 3 players and 7 cards, ... no bid left"],
        [f"{ABOVE}  # error[P306]", "  ^^^^^^^^^^^^^^^^^^^^^^^^^^^"],
        ["  follow suit, else anything", f"{HEARTS} plays AC 2C"],
        [f"{HEARTS} refuses play KS A302: ...clubs were led..."],
        ["  follow suit, else anything", "#^ hand 2C AC KS trick 5C refuses play KS A302"],
        ["# players 4 bid 2 0 2 1 took 2 0 3 2 scores 12 10 3 2"],
        ["## Only a remark."],
    ],
)
def test_what_is_right_is_found_right(lines: list[str]) -> None:
    assert found(*lines) == []


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        ([ABOVE], "line 1: error P306 is not expected"),
        (["  last bid keeps bids != cards  # error[P306]"], "line 1: no error P306 here"),
        ([f"{ABOVE}  # warning[P306]"], "line 1: no warning P306 here"),
        ([f"{ABOVE}  # error[P307]"], "line 1: no error P307 here"),
        ([f"{ABOVE}  # error[P306]: with 4 players..."], "line 1: told: expected"),
        ([f"{ABOVE}  # error[P306]", "   ^^^^"], "line 1: columns"),
        ([f"{ABOVE}  # error[P306]", "# | player  bid"], "line 1: detail"),
        ([f"{ABOVE}  # error[P306]", "# help: bid less"], "line 1: told"),
        ([f"{ABOVE}  # error[P306]  # also[P306]"], "line 1: no P306 tells of this place too"),
        ([f"{ABOVE}  # error[P306]", "# bids 0"], "no fact can be asked of rules that do not"),
        (["  each bid keeps bid > cards", ABOVE], "line 1: error P306 is not expected"),
        ([f"{HEARTS} plays AC"], "line 1: plays: missing [], not expected ['play 2C']"),
        ([f"{HEARTS} plays 2C AC"], "line 1: order"),
        ([f"{HEARTS} plays AC 2C KS"], "line 1: plays: missing ['play KS']"),
        ([f"{HEARTS} refuses play KS A301"], "line 1: play KS: expected 'A301', found 'A302'"),
        ([f"{HEARTS} refuses play AC A302"], "line 1: play AC: expected 'A302', found None"),
        ([f"{HEARTS} allows play KS"], "line 1: play KS: expected None, found 'A302'"),
        (["  lead dealer", "#^ hand AC KS trick 5C refuses play KS A302"], "line of the rule"),
        ([f"{HEARTS} refuses play KS A302 by Pagat"], "line 1: source"),
        ([f"{HEARTS} refuses play KS A302: hearts were led"], "line 1: told"),
        (["# trump H trick AC 2H wins AC"], "line 1: wins: expected 'AC', found '2H'"),
        (["# took 7 0 0 bid 0 0 0 scores 7 0 0"], "line 1: scores"),
        (["# took 7 0 0 bid 0 0 0 fails U606"], "line 1: nothing fails"),
        (["# players 9 fails U602"], "line 1: code"),
        (["# match", "# asks 0 bid"], "line 2: asks"),
        (["# match", "# deals AS", "# does bid 9"], "line 3: bid 9 is refused: A201"),
        (["# match", "# deals AS", "# offers 7"], "line 3: offers"),
        (["# match", "# stands dealer 0"], "line 2: dealer: expected '0', found '2'"),
        (["# match", "# deals AS", "# sees 0 hidden 1"], "line 3: hidden"),
        (["# match", "# refuses bid 0 A202"], "line 2: bid 0: expected 'A202', found 'A103'"),
        (["# proves decisions 1"], "line 1: decisions"),
    ],
)
def test_what_is_wrong_is_found_wrong(lines: list[str], told: str) -> None:
    assert any(told in one for one in found(*lines)), found(*lines)


@pytest.mark.parametrize(
    "lines",
    [
        ["# plais AC"],
        ["# error[P306]"],
        ["# a remark with one sign too few"],
        ["# hand AC trick 5C"],
        ["# help: nothing is wrong yet"],
        ["# | no table yet"],
        ["#^ bids 0"],
        ["# hand 1C plays 1C"],
        ["# allows deal"],
        ["# match", "# scores 3"],
    ],
)
def test_what_is_not_understood_is_an_error(lines: list[str]) -> None:
    with pytest.raises(BadChunkError):
        found(*lines)


@pytest.mark.parametrize("text", ["", "follow suit\n", "---\n# bids 0\n"])
def test_a_file_is_made_of_chunks_with_titles(text: str, tmp_path: Path) -> None:
    path = tmp_path / "tried.clag"
    path.write_text(text)
    with pytest.raises(BadChunkError):
        chunks_of(path)


def test_what_a_chunk_leaves_out_is_that_of_an_ordinary_game() -> None:
    chunk = tried("param x = 1 in 0 to 2", "  lead dealer", above=4)
    assert chunk.text.splitlines() == [
        "clag 2",
        'game "Test"',
        "players 3 to 7",
        "param x = 1 in 0 to 2",
        "deal normal",
        "  trump turned",
        "  bid in turn",
        "  score 10 + tricks when made, otherwise tricks",
        "  lead dealer",
        "schedule 7 cards: normal",
        "winner highest total, then shared",
    ]
    assert chunk.lines == (None, None, None, 5, None, None, None, None, 6, None, None)
    whole = ["clag 1", 'game "X"', "players 3 to 4"]
    assert tried(*whole).text.splitlines() == whole


def test_a_sign_in_quotes_begins_no_comment() -> None:
    chunk = tried('game "7 # up" variant "#"  # bids 0')
    assert chunk.text.splitlines()[:2] == ["clag 2", "players 3 to 7"]
    assert 'game "7 # up" variant "#"' in chunk.text
    assert [fact.words for fact in chunk.facts] == [("bids", "0")]


def test_what_stands_above_the_first_chunk_is_part_of_every_one(tmp_path: Path) -> None:
    path = tmp_path / "tried.clag"
    path.write_text("  lead dealer\n--- one\n# has lead dealer\n--- two\n# has lead eldest\n")
    one, two = chunks_of(path)
    assert wrong(one) == []
    assert wrong(two) != []
    assert [fact.line for fact in (*one.facts, *two.facts)] == [3, 5]
