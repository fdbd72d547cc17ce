"""What a problem looks like to people: carets under the right characters, whatever the line."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clagdsl.lang.source import Place, SourceText, Span
from clagdsl.problems.diagnostic import Diagnostic, Label
from clagdsl.problems.escape import escape_invisible, width
from clagdsl.problems.render import (
    problem_json,
    problem_line,
    problem_text,
    problem_texts,
    problems_sarif,
)


def found(text: str, word: str, **more: object) -> tuple[Diagnostic, dict[str, SourceText]]:
    source = SourceText("a.clag", text)
    start = text.index(word)
    place = source.place(Span(start, start + len(word)))
    told = Diagnostic("C201", "error", "`x` is unknown", place, "write `y`", **more)
    return told, {"a.clag": source}


def caret_columns(shown: str, sign: str = "^") -> tuple[int, int]:
    line = next(
        line for line in shown.splitlines() if line.partition("|")[2].strip(" ")[:1] == sign
    )
    return line.index(sign), line.count(sign)


def test_a_problem_shows_where_what_the_line_and_the_help() -> None:
    problem, sources = found("clag 1\n  score bid\n", "bid", label="nobody bids")
    assert problem_text(problem, sources).splitlines() == [
        "a.clag:2:9: error C201: `x` is unknown",
        "2 |   score bid",
        "  |         ^^^ nobody bids",
        "  help: write `y`",
    ]


def test_labels_of_the_same_file_stand_in_the_order_of_its_lines() -> None:
    text = "bid none\n\n\n\nscore bid\n"
    source = SourceText("a.clag", text)
    none = source.place(Span(4, 8))
    problem, sources = found(text, "bid\n", others=(Label(none, "here"),), detail=("a table",))
    shown = problem_text(problem, sources).splitlines()
    assert shown[1:3] == ["1 | bid none", "  |     ---- here"]
    assert shown[3].strip() == "..."
    assert shown[4] == "5 | score bid"
    assert shown[6] == "  a table"


def test_a_label_in_another_file_names_that_file() -> None:
    other = SourceText("b.clag", "deal normal\n")
    label = Label(other.place(Span(5, 11)), "declared here")
    problem, sources = found("change nromal\n", "nromal", others=(label,))
    shown = problem_text(problem, {**sources, "b.clag": other})
    assert " --> b.clag:1:6\n1 | deal normal\n  |      ------ declared here" in shown


def test_two_labels_on_one_line_show_the_line_once() -> None:
    source = SourceText("a.clag", "players 7 to 3\n")
    label = Label(source.place(Span(13, 14)), "fewer")
    problem, sources = found("players 7 to 3\n", "7", others=(label,))
    shown = problem_text(problem, sources)
    assert shown.count("players 7 to 3") == 1
    assert shown.splitlines()[2:4] == ["  |         ^", "  |              - fewer"]


@pytest.mark.parametrize(
    ("line", "word", "column", "count"),
    [
        ("\tscore bid", "bid", 4 + 4 + 6, 3),
        ("a\tbid", "bid", 4 + 4, 3),
        ("変な bid", "bid", 4 + 5, 3),
        ("ab 変な", "変な", 4 + 3, 4),
        ("e\u0301e\u0301 bid", "bid", 4 + 3, 3),
        ("\u202ebid", "bid", 4 + len("<U+202E>"), 3),
        ("\x1b[2J bid", "bid", 4 + 5, 3),
    ],
)
def test_the_caret_stands_under_the_word(line: str, word: str, column: int, count: int) -> None:
    problem, sources = found(line, word)
    assert caret_columns(problem_text(problem, sources)) == (column, count)


@pytest.mark.parametrize("at", [0, 30, 70, 5_000, 99_990])
def test_a_very_long_line_is_cut_around_the_caret(at: int) -> None:
    problem, sources = found("." * at + "WORD" + "." * (100_000 - at), "WORD")
    shown = problem_text(problem, sources).splitlines()
    assert all(len(line) < 110 for line in shown)
    column, count = caret_columns("\n".join(shown))
    assert shown[1][column : column + count] == "WORD"
    assert ("…" in shown[1][:6]) == (at > 60)


def test_a_problem_over_several_lines_is_underlined_to_the_end_of_the_first() -> None:
    problem, sources = found("score 1\nwhen made\n", "1\nwhen made")
    assert caret_columns(problem_text(problem, sources)) == (4 + 6, 1)


@pytest.mark.parametrize("text", ["", "\n\n", " \t"])
def test_of_an_empty_file_no_line_is_shown(text: str) -> None:
    source = SourceText("a.clag", text)
    problem = Diagnostic("S101", "error", "the file is empty", source.place(Span(0, 0)), "fill it")
    assert problem_text(problem, {"a.clag": source}).splitlines()[1:] == ["  help: fill it"]


def test_a_problem_without_a_place_or_text_is_still_told() -> None:
    problem = Diagnostic("S101", "error", "cannot be read", None, "name a file")
    assert problem_text(problem, {}).splitlines() == [
        "clagdsl: error S101: cannot be read",
        "  help: name a file",
    ]
    nowhere = Diagnostic("S101", "error", "gone", Place("b.clag", 1, 1, 1, 1), "", label="here")
    assert problem_text(nowhere, {}).splitlines() == ["b.clag:1:1: error S101: gone", "  = here"]


def test_colour_is_only_used_when_asked_for() -> None:
    problem, sources = found("score bid", "bid")
    assert "\x1b" not in problem_text(problem, sources)
    assert "\x1b[1;31merror C201" in problem_text(problem, sources, colour=True)


def test_user_text_cannot_write_control_characters() -> None:
    problem = Diagnostic("S101", "error", "`\x1b[31m\r\n\u202e\udc80\x7f`", None, "\x07")
    assert problem_text(problem, {}).splitlines() == [
        "clagdsl: error S101: `␛[31m␍␊<U+202E><U+DC80>␡`",
        "  help: ␇",
    ]


@given(st.text(alphabet=st.characters(codec=None, exclude_categories=[])))
def test_visible_text_holds_nothing_that_moves_the_cursor(text: str) -> None:
    shown = escape_invisible(text)
    assert escape_invisible(shown) == shown
    assert not any(ord(c) < 32 or 0x7F <= ord(c) < 0xA0 or 0xD800 <= ord(c) < 0xE000 for c in shown)
    assert 0 <= width(shown) <= 2 * len(shown)


@given(st.text(alphabet="ab\t変\u0301\u200f\x00 ", max_size=150), st.data())
def test_the_caret_starts_where_the_text_before_it_ends(line: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(line)))
    source = SourceText("a.clag", line)
    problem = Diagnostic("S101", "error", "m", source.place(Span(start, start)), "", "here")
    caret = problem_text(problem, {"a.clag": source}).splitlines()[2]
    if len(line) <= 100:
        before = SourceText("a.clag", line[:start] + "|")
        shown = problem_text(
            Diagnostic("S", "error", "m", Place("a.clag", 1, 1, 1, 1), ""), {"a.clag": before}
        )
        assert caret.index("^") == width(shown.splitlines()[1].rstrip("|"))


def test_at_most_a_hundred_problems_of_a_file_are_shown_and_then_their_number() -> None:
    many = [Diagnostic("S1", "error", str(n), Place("a", n, 1, n, 1), "") for n in range(1, 251)]
    other = Diagnostic("S1", "error", "b", Place("b", 1, 1, 1, 1), "")
    texts = problem_texts([*many, other], {}, style="gnu")
    assert len(texts) == 102
    assert texts[99] == "a:100:1: error: 100 [S1]"
    assert texts[100] == "a: 250 problems, of which the first 100 are shown"
    assert texts[101] == "b:1:1: error: b [S1]"
    assert len(problem_texts(many[:100], {})) == 100


def test_the_line_for_editors() -> None:
    problem, _ = found("score bid", "bid")
    assert problem_line(problem) == "a.clag:1:7: error: `x` is unknown [C201]"


def test_the_json_object_has_exactly_the_fields_of_the_interface() -> None:
    problem, _ = found("score bid", "bid", detail=("the smallest case:", "  bid  3"))
    assert problem_json(problem) == {
        "file": "a.clag",
        "line": 1,
        "column": 7,
        "end_line": 1,
        "end_column": 10,
        "code": "C201",
        "severity": "error",
        "message": "`x` is unknown",
        "help": "write `y`",
        "safe": False,
        "fix": [],
        "detail": ["the smallest case:", "  bid  3"],
    }


def test_the_sarif_log_names_the_version_the_rules_and_the_regions() -> None:
    label = Label(Place("a file.clag", 2, 1, 2, 4), "here")
    problem, _ = found("score bid", "bid", others=(label,))
    log = json.loads(json.dumps(problems_sarif([problem, problem], "0.1.0")))
    assert log["version"] == "2.1.0"
    run = log["runs"][0]
    assert run["tool"]["driver"]["name"] == "clagdsl"
    assert [rule["id"] for rule in run["tool"]["driver"]["rules"]] == ["C201"]
    result = run["results"][1]
    assert (result["ruleId"], result["ruleIndex"], result["level"]) == ("C201", 0, "error")
    location = result["locations"][0]["physicalLocation"]
    assert location["artifactLocation"] == {"uri": "a.clag"}
    assert location["region"] == {"startLine": 1, "startColumn": 7, "endLine": 1, "endColumn": 10}
    related = result["relatedLocations"][0]["physicalLocation"]["artifactLocation"]["uri"]
    assert related == "a%20file.clag"


@pytest.mark.parametrize(
    "name", ["علی\u200cرضا", "क्\u200dष", "👩\u200d👩\u200d👧", "❤\ufe0f\u200d🔥"]
)
def test_a_joiner_is_spelling_where_letters_are_spelt_with_it(name: str) -> None:
    assert escape_invisible(name) == name


@pytest.mark.parametrize(
    "name", ["An\u200cn", "\u200dعلی", "علی\u200c", "ع\u200c\u200cل", "👩\u200dn"]
)
def test_a_joiner_that_joins_nothing_is_made_visible(name: str) -> None:
    assert not {"\u200c", "\u200d"} & set(escape_invisible(name))
    assert "<U+200" in escape_invisible(name)
