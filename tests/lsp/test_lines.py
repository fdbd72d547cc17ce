"""Places as editors count them, and problems, mends and addresses in their terms."""

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lsprotocol import types

from clagdsl.check.checker import CheckResult
from clagdsl.lang.source import Place, SourceText, Span
from clagdsl.lsp import protocol
from clagdsl.lsp.positions import Encoding, Lines, TextPosition
from clagdsl.lsp.workspace import Documents, OpenDocument, span_in
from clagdsl.problems.diagnostic import Diagnostic, Edit, Label

CODECS = {"utf-8": ("utf-8", 1), "utf-16": ("utf-16-le", 2), "utf-32": ("utf-32-le", 4)}
TEXTS = st.text(st.sampled_from("aé\u0301😀\u2028\x0c\r\n♠\ud800"))
ENCODINGS = st.sampled_from(["utf-8", "utf-16", "utf-32"])


@given(TEXTS, ENCODINGS)
def test_every_offset_has_a_position_that_leads_back(text: str, encoding: Encoding) -> None:
    lines = Lines(text, encoding)
    for offset in range(len(text) + 1):
        inside = text[offset - 1 : offset + 1] == "\r\n"
        assert lines.offset(lines.position(offset)) == offset - inside


@given(TEXTS, ENCODINGS)
def test_columns_are_the_units_of_the_encoding(text: str, encoding: Encoding) -> None:
    lines = Lines(text, encoding)
    codec, size = CODECS[encoding]
    rows = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    for offset in range(len(text) + 1):
        line, column = lines.position(offset)
        if text[offset - 1 : offset + 1] != "\r\n":
            end = lines.starts[line] + len(rows[line])
            before = text[lines.starts[line] : offset]
            assert offset <= end
            assert column == len(before.encode(codec, "surrogatepass")) // size


def test_an_emoji_has_two_units_and_a_combining_mark_one() -> None:
    lines = Lines("x\n😀e\u0301y")
    assert lines.position(5) == TextPosition(1, 4)
    assert lines.offset(TextPosition(1, 1)) == 2  # in the middle of the emoji
    assert lines.offset(TextPosition(1, 2)) == 3


@pytest.mark.parametrize(
    ("line", "character", "offset"), [(0, 99, 1), (1, 99, 4), (9, 0, 4), (0, -1, 0), (-3, 1, 1)]
)
def test_positions_beyond_the_end_are_the_end(line: int, character: int, offset: int) -> None:
    assert Lines("a\nbc").offset(TextPosition(line, character)) == offset


def test_a_place_in_a_text_that_has_become_shorter() -> None:
    source = SourceText("x", "one\ntwo three\n")
    place = source.place(Span(8, 13))
    assert span_in(source.text, place) == Span(8, 13)
    assert span_in("one\ntw", place) == Span(6, 6)
    assert span_in("", place) == Span(0, 0)


# --- in the terms of the protocol -----------------------------------------------------------

TEXT = 'clag 1\ngame "😀" extends "base.clag"\nplayers 3 to 8\n'


def document(tmp_path: Path, *found: Diagnostic) -> tuple[Documents, OpenDocument]:
    path = tmp_path / "a.clag"
    one = OpenDocument(path.as_uri(), path, TEXT, 1)
    one.checked = (0, CheckResult(None, None, found))
    return Documents({one.uri: one}), one


def problem(tmp_path: Path, *fix: Edit) -> Diagnostic:
    place = Place(str(tmp_path / "a.clag"), 3, 14, 3, 15)
    return Diagnostic("C100", "warning", "8 is many", place, "write `7`", fix=fix)


def everywhere() -> types.Range:
    return types.Range(types.Position(0, 0), types.Position(99, 0))


def test_a_mend_is_offered_as_a_quick_fix(tmp_path: Path) -> None:
    place = Place(str(tmp_path / "a.clag"), 3, 14, 3, 15)
    found = problem(tmp_path, Edit(place, "7"))
    documents, one = document(tmp_path, found, problem(tmp_path))
    (action,) = protocol.fixes_of(documents, one, everywhere(), "utf-16")
    assert action.title == "write `7`"
    assert action.edit is not None
    assert action.edit.changes is not None
    (edit,) = action.edit.changes[one.uri]
    assert edit.new_text == "7"
    assert edit.range == types.Range(types.Position(2, 13), types.Position(2, 14))
    (about,) = action.diagnostics or ()
    assert about.code == "C100"
    assert action.is_preferred is False
    documents, one = document(tmp_path, replace(found, safe=True))
    (action,) = protocol.fixes_of(documents, one, everywhere(), "utf-16")
    assert action.is_preferred is True
    elsewhere = types.Range(types.Position(0, 0), types.Position(1, 3))
    assert protocol.fixes_of(documents, one, elsewhere, "utf-16") == []


def test_no_mend_for_a_text_that_has_changed_or_for_another_file(tmp_path: Path) -> None:
    place = Place(str(tmp_path / "a.clag"), 3, 14, 3, 15)
    documents, one = document(tmp_path, problem(tmp_path, Edit(place, "7")))
    one.replace(TEXT + "\n", 2)
    assert protocol.fixes_of(documents, one, everywhere(), "utf-16") == []
    other = Place(str(tmp_path / "base.clag"), 1, 1, 1, 2)
    documents, one = document(tmp_path, problem(tmp_path, Edit(place, "7"), Edit(other, "")))
    assert protocol.fixes_of(documents, one, everywhere(), "utf-16") == []


def test_a_problem_says_all_that_the_command_line_says(tmp_path: Path) -> None:
    base = tmp_path / "base.clag"
    base.write_text("clag 1\n", "utf-8")
    own, elsewhere = str(tmp_path / "a.clag"), Place(str(base), 1, 1, 1, 5)
    found = Diagnostic(
        "C1",
        "note",
        "a headline",
        Place(own, 2, 6, 2, 9),
        "a mend",
        others=(Label(elsewhere, "declared here"), Label(Place("gone", 1, 1, 1, 1), "nowhere")),
        detail=("a table",),
    )
    documents, one = document(tmp_path, found)
    told = protocol.problem_of(documents, one, found, "utf-16")
    assert told.message == "a headline\na table\nhelp: a mend"
    assert told.severity == types.DiagnosticSeverity.Information
    # An emoji within quotation marks: four units.
    assert told.range == types.Range(types.Position(1, 5), types.Position(1, 9))
    (related,) = told.related_information or ()
    assert related.location.uri == base.as_uri()
    assert related.location.range.end == types.Position(0, 4)
    foreign = Diagnostic("C1", "error", "wrong", elsewhere, "")
    told = protocol.problem_of(documents, one, foreign, "utf-16")
    assert told.message == f"{elsewhere}: wrong"
    assert told.range.start.line == 1
    nowhere = Diagnostic("C1", "error", "wrong", None, "")
    assert protocol.problem_of(documents, one, nowhere, "utf-16").message == "wrong"


def test_addresses_of_files() -> None:
    assert protocol.path_of("file:///a%20b/%F0%9F%98%80.clag") == Path("/a b/😀.clag")
    assert protocol.path_of("file://localhost/x.clag") == Path("/x.clag")
    assert protocol.path_of("untitled:Untitled-1") is None
    assert protocol.path_of("git:/x.clag?HEAD") is None
    assert protocol.path_of("file:///%00") is not None
