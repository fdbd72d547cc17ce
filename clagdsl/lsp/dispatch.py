"""Validates an editor's messages; malformed ones get only an error response."""

from __future__ import annotations

import logging
import os
from collections.abc import Mapping
from threading import Event
from typing import Any, BinaryIO, Final, TypeAlias

from cattrs import transform_error
from cattrs.errors import BaseValidationError
from lsprotocol import types
from pygls.exceptions import (
    JsonRpcException,
    JsonRpcInvalidParams,
    JsonRpcInvalidRequest,
    JsonRpcMethodNotFound,
    JsonRpcParseError,
    JsonRpcServerNotInitialized,
)
from pygls.protocol import LanguageServerProtocol

from clagdsl.problems.escape import escape_invisible

LOG: Final = logging.getLogger(__name__)

RequestId: TypeAlias = int | str | None
"""The id of a request, which its response repeats."""

# The most validation errors listed in a response.
MOST_FAULTS: Final = 3

OWN_DOCUMENTS: Final = (
    types.TEXT_DOCUMENT_DID_OPEN,
    types.TEXT_DOCUMENT_DID_CHANGE,
    types.TEXT_DOCUMENT_DID_CLOSE,
)
"""Notifications that pygls handles itself by default, which would store every document twice."""


class Output:
    """The stream for responses; sets `done` when it can no longer be written to."""

    def __init__(self, stream: BinaryIO, done: Event) -> None:
        self.stream = stream
        self.done = done

    def write(self, data: bytes) -> None:
        """Writes a response, unless the stream is closed."""
        if not self.done.is_set():
            try:
                self.stream.write(data)
                self.stream.flush()
            except (OSError, ValueError):
                self.done.set()

    def close(self) -> None:
        """Stops writing to the stream."""
        self.done.set()


class RulesProtocol(LanguageServerProtocol):
    """The pygls protocol, extended to validate every message before it is handled.

    pygls itself drops unreadable messages without a response and logs a traceback.
    """

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        for method in OWN_DOCUMENTS:
            self.fm.builtin_features.pop(method, None)

    @property
    def is_initialized(self) -> bool:
        """True if the editor has sent `initialize`."""
        return hasattr(self, "server_capabilities")

    def structure_message(self, data: Any) -> Any:
        """Returns JSON unchanged; `handle_message` validates the whole message."""
        return data

    def refuse(self, error: Exception, _source: object) -> None:
        """Responds to data that could not be read as JSON."""
        if isinstance(error, RecursionError):
            self._refuse(None, JsonRpcParseError("the message is nested too deep"))
        elif isinstance(error, ValueError):
            self._refuse(None, JsonRpcParseError(f"this is not JSON in UTF-8: {error}"))
        else:
            LOG.error("cannot answer", exc_info=error)

    def handle_message(self, message: Any) -> None:
        """Handles a message, or responds with an error."""
        request_id: RequestId = None
        try:
            data = _object(message)
            if "method" not in data and ("result" in data or "error" in data):
                return  # a response, although this server sends no requests
            request_id = _request_id(data)
            method = _method(data)
            if request_id is not None:
                self._check_lifecycle(method)
            elif (not self.is_initialized or self._shutdown) and method != types.EXIT:
                return
            self._get_handler(method)
            super().handle_message(self._structured(data, method))
        except (JsonRpcParseError, JsonRpcInvalidRequest) as error:
            self._refuse(request_id, error)
        except JsonRpcException as error:
            if request_id is not None:
                self._refuse(request_id, error)
            elif not isinstance(error, JsonRpcMethodNotFound):  # many are optional
                params = types.LogMessageParams(types.MessageType.Error, str(error))
                self.notify(types.WINDOW_LOG_MESSAGE, params)

    def _refuse(self, request_id: RequestId, error: JsonRpcException) -> None:
        # pygls omits a missing id, but JSON-RPC requires it to be null here
        error_body = {"code": error.code, "message": error.message}
        self._send_data({"jsonrpc": self.VERSION, "id": request_id, "error": error_body})

    def _check_lifecycle(self, method: str) -> None:
        if self._shutdown:
            raise JsonRpcInvalidRequest("the server has been shut down")
        if not self.is_initialized and method != types.INITIALIZE:
            raise JsonRpcServerNotInitialized("the first request is `initialize`")
        if self.is_initialized and method == types.INITIALIZE:
            raise JsonRpcInvalidRequest("`initialize` comes once")

    def _structured(self, data: dict[str, Any], method: str) -> Any:
        try:
            return self._converter.structure(data, types.METHOD_TO_TYPES[method][0])
        except BaseValidationError as error:
            faults = "; ".join(transform_error(error)[:MOST_FAULTS])
            raise JsonRpcInvalidParams(f"{method}: {faults}") from error
        except Exception as error:
            raise JsonRpcInvalidParams(f"{method}: {type(error).__name__}: {error}") from error


def _object(message: Any) -> dict[str, Any]:
    if not isinstance(message, dict):
        raise JsonRpcInvalidRequest("a message is one object")
    return message


def _request_id(data: Mapping[str, Any]) -> RequestId:
    request_id = data.get("id")
    if "id" in data and (isinstance(request_id, bool) or not isinstance(request_id, int | str)):
        raise JsonRpcInvalidRequest("an id is a whole number or a text")
    return request_id


def _method(data: Mapping[str, Any]) -> str:
    if data.get("jsonrpc") != "2.0":
        raise JsonRpcInvalidRequest('`"jsonrpc": "2.0"` is missing')
    method = data.get("method")
    if not isinstance(method, str):
        raise JsonRpcInvalidRequest("a message says its method, as a text")
    return method


# --- the log of the language server: one line per event, without tracebacks -----------------------


# The most characters of a line in the log.
LONGEST_LINE: Final = 500

REQUEST_FAILED: Final = -32803
"""The error code for a valid request that cannot be fulfilled."""


class SingleLineFormatter(logging.Formatter):
    """Formats an event as one line of limited length."""

    def format(self, record: logging.LogRecord) -> str:
        """Returns the line for a record; with CLAGDSL_DEBUG set, an exception yields its traceback
        instead.
        """
        raised = record.exc_info[1] if record.exc_info else None
        if raised is not None and os.environ.get("CLAGDSL_DEBUG"):
            return super().format(record)
        line = record.getMessage()[:LONGEST_LINE]
        if raised is not None:
            line = f"{line}: {type(raised).__name__}: {raised}"
        return escape_invisible(" ".join(line.split()))[:LONGEST_LINE]


def is_event(record: logging.LogRecord) -> bool:
    """Returns whether to log a record; refused requests are not logged, since the editor shows
    them.
    """
    raised = record.exc_info[1] if record.exc_info else None
    return getattr(raised, "code", None) != REQUEST_FAILED


def set_up_logging() -> None:
    """Sends the log to standard error, which editors store."""
    handler = logging.StreamHandler()
    handler.setFormatter(SingleLineFormatter())
    handler.addFilter(is_event)
    logging.getLogger().addHandler(handler)
