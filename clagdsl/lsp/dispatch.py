"""Takes the messages of an editor: what is malformed is refused, and the next one is taken."""

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
"""What an answer repeats of the message that it answers."""

MOST_FAULTS: Final = 3

OWN_DOCUMENTS: Final = (
    types.TEXT_DOCUMENT_DID_OPEN,
    types.TEXT_DOCUMENT_DID_CHANGE,
    types.TEXT_DOCUMENT_DID_CLOSE,
)
"""What the library would follow, too: it would keep every text a second time, of any size."""


class Output:
    """Where answers go; sets `done` if nobody reads them any more."""

    def __init__(self, stream: BinaryIO, done: Event) -> None:
        self.stream = stream
        self.done = done

    def write(self, data: bytes) -> None:
        """Writes an answer."""
        if not self.done.is_set():
            try:
                self.stream.write(data)
                self.stream.flush()
            except (OSError, ValueError):
                self.done.set()

    def close(self) -> None:
        """Writes no more."""
        self.done.set()


class RulesProtocol(LanguageServerProtocol):
    """The library's protocol, behind a door at which every message is looked at.

    The library itself drops what it cannot read without an answer, with a traceback in the log.
    """

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        for method in OWN_DOCUMENTS:
            self.fm.builtin_features.pop(method, None)

    @property
    def is_initialized(self) -> bool:
        """Whether the editor has introduced itself."""
        return hasattr(self, "server_capabilities")

    def structure_message(self, data: Any) -> Any:
        """Returns JSON as it is: whether it is a message is asked of all of it."""
        return data

    def refuse(self, error: Exception, _source: object) -> None:
        """Answers what could not be read as JSON."""
        if isinstance(error, RecursionError):
            self._refuse(None, JsonRpcParseError("the message is nested too deep"))
        elif isinstance(error, ValueError):
            self._refuse(None, JsonRpcParseError(f"this is no JSON in UTF-8: {error}"))
        else:
            LOG.error("cannot answer", exc_info=error)

    def handle_message(self, message: Any) -> None:
        """Answers a message, or say why it is none."""
        request_id: RequestId = None
        try:
            data = _object(message)
            if "method" not in data and ("result" in data or "error" in data):
                return  # this server asks nothing that could be answered
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
            elif not isinstance(error, JsonRpcMethodNotFound):  # editors tell much that we need not
                params = types.LogMessageParams(types.MessageType.Error, str(error))
                self.notify(types.WINDOW_LOG_MESSAGE, params)

    def _refuse(self, request_id: RequestId, error: JsonRpcException) -> None:
        # The library leaves out the number of an answer to nobody knows what.
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


# --- what the language server writes to its log: a line for each event, without tracebacks --------


LONGEST_LINE: Final = 500

REQUEST_FAILED: Final = -32803
"""What an editor is answered that asks for something that cannot be."""


class SingleLineFormatter(logging.Formatter):
    """An event as one line, however much of a message it repeats."""

    def format(self, record: logging.LogRecord) -> str:
        """Returns the line."""
        raised = record.exc_info[1] if record.exc_info else None
        if raised is not None and os.environ.get("CLAGDSL_DEBUG"):
            return super().format(record)
        line = record.getMessage()[:LONGEST_LINE]
        if raised is not None:
            line = f"{line}: {type(raised).__name__}: {raised}"
        return escape_invisible(" ".join(line.split()))[:LONGEST_LINE]


def is_event(record: logging.LogRecord) -> bool:
    """Returns whether a record is about this process: an editor that is refused something is told
    so.
    """
    raised = record.exc_info[1] if record.exc_info else None
    return getattr(raised, "code", None) != REQUEST_FAILED


def set_up_logging() -> None:
    """Writes to standard error what this process logs; an editor keeps it."""
    handler = logging.StreamHandler()
    handler.setFormatter(SingleLineFormatter())
    handler.addFilter(is_event)
    logging.getLogger().addHandler(handler)
