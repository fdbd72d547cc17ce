"""Messages that no editor should send: each is answered, and the next one is read."""

from __future__ import annotations

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
    messages,
    request,
)

from clagdsl.lang.limits import LARGEST_FILE
from clagdsl.lsp.server import make_server
from clagdsl.lsp.workspace import OpenDocument
from clagdsl.syntax.source_loader import check_size

NOT_BEGUN = -32002
PROBE = request(HOVER, about(), "probe")


class Pipe(BytesIO):
    """A pipe for answers that nobody closes."""

    def answers(self) -> list[dict[str, Any]]:
        """What was answered, without what was told unasked."""
        return [each for each in messages(self.getvalue()) if "method" not in each]


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


def test_what_comes_may_end_anywhere(capsys: pytest.CaptureFixture[str]) -> None:
    for end in (b"Content-Le", framed(b"{}")[:-1], b"Content-Length: %d\r\n\r\n{}" % 10**30):
        assert conversation(begun(), end)[0]["id"] == "begun"
    long = b"Content-Length: " + b"9" * 5_000 + b"\r\n\r\n{}"
    assert [each["id"] for each in conversation(begun(), long, PROBE)] == ["begun"]
    assert "Traceback" not in capsys.readouterr().err


# --- the size of a text -----------------------------------------------------------------------


@pytest.mark.parametrize("character", ["x", "\x01", "é", "😀"])
def test_a_text_is_as_large_as_check_takes_it(character: str) -> None:
    width = len(character.encode())
    for size in (LARGEST_FILE - 1, LARGEST_FILE, LARGEST_FILE + 1):
        text = character * (size // width) + "#" * (size % width)
        document = OpenDocument(URI, None, "clag 1", 1)
        document.replace(text, 2)
        assert (document.refused is None) == (size <= LARGEST_FILE)
        assert document.text == (text if size <= LARGEST_FILE else "")
        assert document.refused == check_size(text, "rules.clag")
