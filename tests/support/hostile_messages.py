"""Hostile LSP messages, and the framing of messages."""

from __future__ import annotations

import json
from typing import Any, Final

URI: Final = "file:///hostile.clag"


def framed(body: bytes) -> bytes:
    """Returns a body with its Content-Length header."""
    return b"Content-Length: %d\r\n\r\n" % len(body) + body


def messages(sent: bytes) -> list[Any]:
    """Returns the messages in a server's output."""
    found = []
    while sent:
        header, _, rest = sent.partition(b"\r\n\r\n")
        length = int(header.partition(b"Content-Length: ")[2].partition(b"\r\n")[0])
        found.append(json.loads(rest[:length]))
        sent = rest[length:]
    return found


def request(method: str, params: object, number: object = None) -> bytes:
    """Returns a request, or without a number a notification."""
    message: dict[str, object] = {"jsonrpc": "2.0", "method": method, "params": params}
    if number is not None:
        message["id"] = number
    return framed(json.dumps(message).encode())


def begun() -> bytes:
    """Returns the messages that begin a session."""
    asked = {"capabilities": {}, "processId": None, "rootUri": None}
    return request("initialize", asked, "begun") + request("initialized", {})


def about(line: object = 0, character: object = 0, uri: object = URI) -> dict[str, object]:
    """Returns the parameters for a place in a document."""
    return {"textDocument": {"uri": uri}, "position": {"line": line, "character": character}}


HOVER: Final = "textDocument/hover"

PARSE_ERROR, INVALID_REQUEST, UNKNOWN_METHOD, INVALID_PARAMS = -32700, -32600, -32601, -32602

REFUSED: Final[dict[str, tuple[bytes, object, int]]] = {
    "broken JSON": (framed(b'{"jsonrpc": "2.0", "id": 1, '), None, PARSE_ERROR),
    "no JSON": (framed(b"hello"), None, PARSE_ERROR),
    "two in one": (framed(b"{}{}"), None, PARSE_ERROR),
    "no UTF-8": (framed(b'{"jsonrpc": "2.0", "id": "\xff"}'), None, PARSE_ERROR),
    "deep JSON": (framed(b"[" * 200_000), None, PARSE_ERROR),
    "a number of 10,000 digits": (framed(b"1" * 10_000), None, PARSE_ERROR),
    "a number": (framed(b"17"), None, INVALID_REQUEST),
    "null": (framed(b"null"), None, INVALID_REQUEST),
    "several at once": (framed(b'[{"jsonrpc": "2.0"}]'), None, INVALID_REQUEST),
    "an empty message": (framed(b"{}"), None, INVALID_REQUEST),
    "no version": (framed(b'{"id": 3, "method": "textDocument/hover"}'), 3, INVALID_REQUEST),
    "another version": (
        framed(b'{"jsonrpc": "1.0", "id": 4, "method": "x"}'),
        4,
        INVALID_REQUEST,
    ),
    "a version that is an object": (
        framed(b'{"jsonrpc": {}, "id": 4, "method": "x"}'),
        4,
        INVALID_REQUEST,
    ),
    "neither question nor answer": (framed(b'{"jsonrpc": "2.0", "id": 5}'), 5, INVALID_REQUEST),
    "a method that is a number": (
        framed(b'{"jsonrpc": "2.0", "id": 6, "method": 6}'),
        6,
        INVALID_REQUEST,
    ),
    "a method that is a list": (
        framed(b'{"jsonrpc": "2.0", "id": 6, "method": [[]]}'),
        6,
        INVALID_REQUEST,
    ),
    "an id that is an object": (request(HOVER, about(), {"a": 1}), None, INVALID_REQUEST),
    "an id that is a truth": (request(HOVER, about(), True), None, INVALID_REQUEST),
    "a second beginning": (
        request("initialize", {"capabilities": {}, "processId": None, "rootUri": None}, 7),
        7,
        INVALID_REQUEST,
    ),
    "an unknown method": (request("textDocument/fly", {}, 8), 8, UNKNOWN_METHOD),
    "an unknown method with odd parameters": (request("x/y", [[1], "s"], 8), 8, UNKNOWN_METHOD),
    "a method that is not offered": (
        request("textDocument/foldingRange", 17, 9),
        9,
        UNKNOWN_METHOD,
    ),
    "no parameters": (
        framed(b'{"jsonrpc": "2.0", "id": 10, "method": "textDocument/hover"}'),
        10,
        INVALID_PARAMS,
    ),
    "parameters that are a text": (request(HOVER, "house", 11), 11, INVALID_PARAMS),
    "parameters that are a list": (request(HOVER, [URI, 0, 0], 11), 11, INVALID_PARAMS),
    "a position that is missing": (
        request(HOVER, {"textDocument": {"uri": URI}}, 12),
        12,
        INVALID_PARAMS,
    ),
    "a line that is a word": (request(HOVER, about("one"), 13), 13, INVALID_PARAMS),
    "a line that is a list": (request(HOVER, about([1]), 13), 13, INVALID_PARAMS),
    "a negative line": (request(HOVER, about(-1), 14), 14, INVALID_PARAMS),
    "a line of 30 digits": (request(HOVER, about(10**30), 14), 14, INVALID_PARAMS),
    "a line without end of digits": (
        framed(
            b'{"jsonrpc": "2.0", "id": 15, "method": "textDocument/hover", "params":'
            b' {"textDocument": {"uri": "x"}, "position": {"line": NaN, "character": 0}}}'
        ),
        15,
        INVALID_PARAMS,
    ),
    "no name to rename to": (
        request("textDocument/rename", about(), 16),
        16,
        INVALID_PARAMS,
    ),
    "an unknown command": (
        request("workspace/executeCommand", {"command": "rm"}, 17),
        17,
        INVALID_PARAMS,
    ),
    "objects within objects": (
        framed(
            b'{"jsonrpc": "2.0", "id": 18, "method": "textDocument/hover", "params":'
            + b'{"a":' * 900
            + b"1"
            + b"}" * 901
        ),
        18,
        INVALID_PARAMS,
    ),
}
"""Refused requests, with the id and the error code of the response."""

PASSED_OVER: Final[dict[str, bytes]] = {
    "nothing": framed(b""),
    "no headers": b'{"jsonrpc": "2.0", "id": 1}\n',
    "a line without end": b"x" * 100_000 + b"\n",
    "an unknown notice": request("textDocument/flew", {"a": 1}),
    "a notice of the wrong kind": request("textDocument/didOpen", {"textDocument": 5}),
    "a change of nothing": request("textDocument/didChange", {}),
    "a change of an unknown document": request(
        "textDocument/didChange",
        {"textDocument": {"uri": "file:///x", "version": 1}, "contentChanges": [{"text": "clag"}]},
    ),
    "an unknown document is closed": request(
        "textDocument/didClose", {"textDocument": {"uri": "file:///unknown"}}
    ),
    "what was never asked is taken back": request("$/cancelRequest", {"id": 99}),
    "nothing is taken back": request("$/cancelRequest", {}),
    "an answer to nothing": framed(b'{"jsonrpc": "2.0", "id": 77, "result": {"jsonrpc": 1}}'),
    "an error about nothing": framed(b'{"jsonrpc": "2.0", "id": [7], "error": 3}'),
    "an answer that no number has": framed(b'{"jsonrpc": "2.0", "id": null, "result": null}'),
    "a trace of an unknown kind": request("$/setTrace", {"value": "loud"}),
    "a document whose address is none": request(
        "textDocument/didOpen",
        {
            "textDocument": {
                "uri": "file://[::1",
                "languageId": "clag",
                "version": 1,
                "text": 'clag 1\ngame "x" extends "../y.clag"\n',
            }
        },
    ),
    "an address of half a character": request(
        "textDocument/didOpen",
        {
            "textDocument": {
                "uri": "file:///\ud800\x00",
                "languageId": "\ud800",
                "version": 1,
                "text": 'clag 1\ngame "\udfff" extends "\ud800.clag"\n',
            }
        },
    ),
}
"""Messages without a response."""

ANSWERED: Final[dict[str, bytes]] = {
    "an unknown document": request(HOVER, about(uri="file:///unknown"), 20),
    "an address that is none": request(HOVER, about(uri="http://[x"), 20),
    "no address": request("textDocument/completion", about(uri=""), 20),
    "beyond the end": request("textDocument/definition", about(2**31 - 1, 2**31 - 1), 20),
}
"""Requests with an empty response."""

HOSTILE: Final[dict[str, bytes]] = {
    **{name: message for name, (message, _, _) in REFUSED.items()},
    **PASSED_OVER,
    **ANSWERED,
}
