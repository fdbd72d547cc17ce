"""Messages that no editor should send: each is answered, and the next one is read."""

from __future__ import annotations

import json
import tracemalloc
from io import BytesIO
from typing import Any

import pytest
from support.hostile_messages import (
    ANSWERED,
    HOVER,
    INVALID_REQUEST,
    PASSED_OVER,
    REFUSED,
    URI,
    about,
    begun,
    framed,
    request,
)

from clagdsl.lsp import framing
from clagdsl.lsp.documents import OpenDocument
from clagdsl.lsp.framing import Garbled, messages
from clagdsl.lsp.server import make_server
from clagdsl.syntax.source_loader import LARGEST, check_size

NOT_BEGUN = -32002
PROBE = request(HOVER, about(), "probe")


class Pipe(BytesIO):
    """A pipe for answers that nobody closes."""

    def answers(self) -> list[dict[str, Any]]:
        """What was answered, without what was told unasked."""
        found = [json.loads(body) for body in messages(BytesIO(self.getvalue())) if body]
        return [each for each in found if "method" not in each]


def conversation(*said: bytes) -> list[dict[str, Any]]:
    pipe = Pipe()
    make_server().serve(BytesIO(b"".join(said)), pipe)
    return pipe.answers()


@pytest.fixture(scope="module")
def answers() -> dict[str, list[dict[str, Any]]]:
    """The answers to each hostile message, sent one after the other to one server."""
    sent = {**{name: message for name, (message, _, _) in REFUSED.items()}, **PASSED_OVER}
    sent |= ANSWERED
    waiting = conversation(begun(), *(message + PROBE for message in sent.values()))[1:]
    told: dict[str, list[dict[str, Any]]] = {}
    for name in sent:
        told[name] = []
        while waiting and waiting[0]["id"] != "probe":
            told[name].append(waiting.pop(0))
        assert waiting, f"nothing is answered after {name}"
        waiting.pop(0)
    return told


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_malformed_is_refused(answers: dict[str, list[dict[str, Any]]], name: str) -> None:
    (answer,) = answers[name]
    _, number, code = REFUSED[name]
    assert answer["jsonrpc"] == "2.0"
    assert answer["id"] == number
    assert answer["error"]["code"] == code
    assert answer["error"]["message"]
    assert "result" not in answer


def test_what_is_nested_too_deep_is_told_as_that(answers: dict[str, list[dict[str, Any]]]) -> None:
    (answer,) = answers["deep JSON"]
    assert answer["error"]["message"] == "the message is nested too deep"


def test_what_asks_nothing_gets_no_answer(answers: dict[str, list[dict[str, Any]]]) -> None:
    assert {name: answers[name] for name in PASSED_OVER} == {name: [] for name in PASSED_OVER}


def test_nothing_is_known_of_unknown_places(answers: dict[str, list[dict[str, Any]]]) -> None:
    for name in ANSWERED:
        (answer,) = answers[name]
        assert "error" not in answer, name
        assert answer["result"] is None


def test_nothing_is_answered_before_the_beginning_or_after_the_end() -> None:
    change = {"textDocument": {"uri": URI, "languageId": "", "version": 1, "text": "clag 1"}}
    early = request("textDocument/didOpen", change)
    late = request("shutdown", None, 2) + request(HOVER, about(), 3) + early
    told = conversation(request(HOVER, about(), 1), early, begun(), late)
    assert [each["id"] for each in told] == [1, "begun", 2, 3]
    assert told[0]["error"]["code"] == NOT_BEGUN
    assert told[3]["error"]["code"] == INVALID_REQUEST


def test_a_beginning_that_fails_can_be_made_again() -> None:
    odd = {"capabilities": {"general": {"positionEncodings": 5}}, "processId": None}
    told = conversation(request("initialize", odd, 1), begun(), PROBE)
    assert ["error" in each for each in told] == [True, False, False]


def test_a_bug_is_answered_without_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError("broken")

    monkeypatch.setattr("clagdsl.lsp.server.explain_place", broken)
    text = {"uri": URI, "languageId": "clag", "version": 1, "text": "clag 1"}
    opened = request("textDocument/didOpen", {"textDocument": text})
    ask = request("textDocument/documentSymbol", {"textDocument": {"uri": URI}}, 9)
    told = conversation(begun(), opened, PROBE, ask)
    assert "broken" in told[1]["error"]["message"]
    assert told[2]["result"] == []


def test_nobody_reads_any_more() -> None:
    class Closed(Pipe):
        def write(self, _data: Any) -> int:
            raise BrokenPipeError

    make_server().serve(BytesIO(begun() + PROBE), Closed())


# --- how messages are cut out of what comes ---------------------------------------------------


@pytest.mark.parametrize("end", [b"\r\n", b"\n"])
def test_headers_in_any_order_and_spelling(end: bytes) -> None:
    said = end.join([b"Content-Type: x", b"content-LENGTH:  2", b"X: y", b"", b"{}"])
    assert list(messages(BytesIO(said + framed(b"[]")))) == [b"{}", b"[]"]


def test_a_body_that_is_longer_than_told_is_told_once() -> None:
    short = framed(b"{}").replace(b"2", b"1")
    found = list(messages(BytesIO(short + framed(b"[]"))))
    assert found == [b"{", Garbled("this is no header"), b"[]"]


def test_a_body_that_ends_too_soon_is_told() -> None:
    assert list(messages(BytesIO(framed(b"{}")[:-1]))) == [
        Garbled("the stream ends before the message")
    ]


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bounds that a test reaches quickly, and chunks that end anywhere."""
    monkeypatch.setattr(framing, "LONGEST_STRING", 20)
    monkeypatch.setattr(framing, "TOO_LONG", b"too long")


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize("at_once", range(1, 14))
def test_of_a_long_body_no_long_string_is_kept(
    monkeypatch: pytest.MonkeyPatch, at_once: int
) -> None:
    monkeypatch.setattr(framing, "AT_ONCE", at_once)
    kept = {"a\\": 'b"\\', "twenty": "é" * 10, "escaped": '"' * 10, "": 1}
    texts = [r"\"" * 30, "x" * 21, "é" * 11, "\\n" * 20]
    for text in texts:
        body = json.dumps(kept, ensure_ascii=False).encode()[:-1] + f', "t": "{text}"}}'.encode()
        monkeypatch.setattr(framing, "READ_WHOLE", len(body) - 1)
        (read,) = messages(BytesIO(framed(body)))
        assert isinstance(read, bytes)
        assert json.loads(read) == {**kept, "t": "too long"}
    monkeypatch.setattr(framing, "READ_WHOLE", 105)
    long, after = messages(BytesIO(framed(b"[" * 120) + framed(b"1")))
    assert isinstance(long, Garbled)
    assert "at most 105 bytes" in long.reason
    assert after == b"1"
    (cut,) = messages(BytesIO(framed(b'"' * 120)[:-5]))
    assert isinstance(cut, Garbled)
    assert "ends" in cut.reason


# --- the size of a text -----------------------------------------------------------------------


def opening(text: str, *, escaped: bool = True) -> bytes:
    item = {"uri": URI, "languageId": "clag", "version": 1, "text": text}
    said = {"jsonrpc": "2.0", "method": "textDocument/didOpen", "params": {"textDocument": item}}
    return framed(json.dumps(said, ensure_ascii=escaped).encode())


@pytest.mark.parametrize("character", ["x", "\x01", "é", "😀"])
@pytest.mark.parametrize("escaped", [True, False])
def test_a_text_is_as_large_as_check_takes_it(character: str, escaped: bool) -> None:
    width = len(character.encode())
    for size in (LARGEST - 1, LARGEST, LARGEST + 1):
        text = character * (size // width) + "#" * (size % width)
        (read,) = messages(BytesIO(opening(text, escaped=escaped)))
        assert isinstance(read, bytes)
        taken = json.loads(read)["params"]["textDocument"]["text"]
        document = OpenDocument(URI, None, "clag 1", 1)
        document.replace(taken, 2)
        assert (document.refused is None) == (size <= LARGEST)
        assert document.text == (text if size <= LARGEST else "")
        checked = check_size(text, "rules.clag")
        assert document.refused == checked


def test_a_text_of_millions_of_lines_costs_no_memory() -> None:
    said = BytesIO(begun() + opening("\n" * 6_000_000) + PROBE)
    tracemalloc.start()
    pipe = Pipe()
    make_server().serve(said, pipe)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert len(pipe.answers()) == 2
    assert peak < 25_000_000


def test_a_message_of_20_million_bytes_costs_no_memory() -> None:
    said = BytesIO(framed(b"[" * 20_000_000))
    tracemalloc.start()
    assert len(list(messages(said))) == 1
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 15_000_000
