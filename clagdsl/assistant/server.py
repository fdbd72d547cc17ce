"""The server of the Model Context Protocol; the only module that imports its library.

Every answer is structured, and repeated as text for clients that read only text. A call without an
answer is an error result whose structured content is `error`, so that the assistant reads why. A
tool or a page that does not exist, and a line without a message, are errors of the protocol.
"""

from __future__ import annotations

import io
import json
import socket
import sys
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any, Final

import anyio
import mcp_types as types
import uvicorn
from mcp import MCPError, stdio_server
from mcp.server.lowlevel import Server
from mcp.server.transport_security import TransportSecuritySettings
from mcp.shared.message import SessionMessage
from pydantic import ValidationError

from clagdsl.assistant.pages import MARKDOWN, PROBLEM_TEMPLATE, listed_pages, media_type
from clagdsl.assistant.refusals import RefusedCallError
from clagdsl.assistant.service import Assistant
from clagdsl.assistant.tools import ToolEntry
from clagdsl.lang.errors import FileError
from clagdsl.lang.json_schema import to_json
from clagdsl.lang.json_value import JsonValue
from clagdsl.version import VERSION

THIS_MACHINE: Final = "127.0.0.1"
PATH: Final = "/mcp"
MOST_REQUEST: Final = 1 << 20
"""Maximum size of a request over HTTP in bytes."""

INSTRUCTIONS: Final = (
    "clagdsl turns the spoken rules of a bidding card game (Oh Hell, Clag, Nomination Whist and"
    " their relatives) into a text file that is proved to work. Read `clagdsl://primer` first."
    " Write the rules as a text, call `check_rules`, and apply what each problem suggests until no"
    " error is left. Then read `rule_sheet` to the user, who decides whether it is their game."
)


def make_server(assistant: Assistant) -> Server[Any]:
    """Returns a server of the protocol with the tools and the pages of an assistant."""

    @asynccontextmanager
    async def ending(_: Server[Any]) -> AsyncIterator[None]:
        try:
            yield
        finally:
            with anyio.CancelScope(shield=True):
                await assistant.end()

    return Server(
        "clagdsl",
        version=VERSION,
        instructions=INSTRUCTIONS,
        lifespan=ending,
        on_list_tools=partial(_list_tools, assistant),
        on_call_tool=partial(_call_tool, assistant),
        on_list_resources=_list_resources,
        on_list_resource_templates=_list_templates,
        on_read_resource=partial(_read_resource, assistant),
    )


async def serve_stdio(assistant: Assistant) -> None:
    """Answers one client over standard input and output, until it closes them."""
    server = make_server(assistant)
    send, messages = anyio.create_memory_object_stream[SessionMessage | Exception](0)
    lines: Any = _lines()
    async with stdio_server(lines) as (reads, writes), anyio.create_task_group() as tasks:
        tasks.start_soon(_refuse_broken_lines, reads, send, writes)
        await server.run(messages, writes, server.create_initialization_options())


async def _lines() -> AsyncIterator[str]:
    """Yields the lines of standard input.

    A request whose id is neither a whole number nor a text is replaced by a line without a message:
    the library takes it for a notification, so a client would wait forever.
    """
    text = io.TextIOWrapper(sys.stdin.buffer, "utf-8", "replace")
    async for line in anyio.wrap_file(text):
        with suppress(ValueError, RecursionError):
            read = _read_json(line)
            if isinstance(read, dict) and {"id", "method"} <= read.keys():
                line = line if type(read["id"]) in (int, str) else NO_MESSAGE
        yield line


NO_MESSAGE: Final = "[]"


def _read_json(text: str) -> Any:
    """Returns the value in a JSON text; numbers that are too long to read are None."""
    return json.loads(text, parse_int=lambda digits: int(digits) if len(digits) < 20 else None)


async def _refuse_broken_lines(reads: Any, messages: Any, writes: Any) -> None:
    """Passes messages on, and answers all other lines as JSON-RPC requires.

    The library answers them over HTTP, and drops them over standard input, so that a client would
    wait forever. Blank lines are dropped here as well.
    """
    with suppress(anyio.BrokenResourceError, anyio.ClosedResourceError):  # the server has ended
        async with messages:
            async for each in reads:
                if not isinstance(each, Exception):
                    await messages.send(each)
                elif (refused := _line_error(each)) is not None:
                    await writes.send(SessionMessage(refused))


def _line_error(broken: Exception) -> types.JSONRPCError | None:
    """Returns the error for a line without a message, or None if it is blank.

    It has the id of the request if that can be read. The library's parser refuses lines that nest
    too deeply or have very long numbers, which Python's still reads.
    """
    found = broken.errors() if isinstance(broken, ValidationError) else []
    values = [each["input"] for each in found]
    is_json = bool(found) and found[0]["type"] != "json_invalid"
    if found and not is_json:
        if not str(values[0]).strip():
            return None
        with suppress(ValueError, RecursionError):
            values = [_read_json(values[0])]
            is_json = True
    numbers = [each.get("id") for each in values if isinstance(each, dict)]
    number = next((each for each in numbers if type(each) in (int, str)), None)
    error = types.ErrorData(code=types.PARSE_ERROR, message="this line is not JSON")
    if is_json:
        why = "this is not a request, it nests too deeply, or it has a very long number"
        error = types.ErrorData(code=types.INVALID_REQUEST, message=why)
    return types.JSONRPCError(jsonrpc="2.0", id=number, error=error)


def run_stdio(folder: Path | None) -> None:
    """Runs `serve_stdio` until the client closes its input, or reads no answer any more."""
    try:
        anyio.run(serve_stdio, Assistant(folder))
    except* BrokenPipeError:
        pass


def run_http(folder: Path | None, port: int, report: Callable[[str], object]) -> None:
    """Runs a server for clients on this machine until it is interrupted; reports its address.

    The library refuses requests that name another host or come from a page of another site. Raises
    FileError if the port is taken.
    """
    try:
        listening = socket.create_server((THIS_MACHINE, port))
    except OSError as error:
        raise FileError(f"cannot listen on port {port}: {error.strerror}") from error
    address = f"http://{THIS_MACHINE}:{listening.getsockname()[1]}{PATH}"
    names = (THIS_MACHINE, "localhost", "[::1]")  # a client leaves the default port out
    security = TransportSecuritySettings(
        allowed_hosts=[f"{name}{port}" for name in names for port in ("", ":*")],
        allowed_origins=[f"http://{name}{port}" for name in names for port in ("", ":*")],
    )
    pages = make_server(Assistant(folder)).streamable_http_app(
        streamable_http_path=PATH,
        max_request_body_size=MOST_REQUEST,
        transport_security=security,
    )
    report(f"assistants on this machine can connect to {address}; Ctrl-C ends it")
    config = uvicorn.Config(pages, log_level="warning", timeout_graceful_shutdown=1)
    with listening:
        uvicorn.Server(config).run(sockets=[listening])


async def _list_tools(assistant: Assistant, _ctx: Any, _params: Any) -> types.ListToolsResult:
    tools = [_tool(name, entry) for name, entry in assistant.tools.items()]
    return types.ListToolsResult(tools=tools)


def _tool(name: str, entry: ToolEntry) -> types.Tool:
    return types.Tool(
        name=name,
        title=entry.title,
        description=entry.description,
        input_schema=entry.input_schema,
        output_schema=entry.output_schema,
        annotations=types.ToolAnnotations(
            read_only_hint=not entry.writes, idempotent_hint=True, open_world_hint=False
        ),
    )


async def _call_tool(
    assistant: Assistant, _ctx: Any, params: types.CallToolRequestParams
) -> types.CallToolResult:
    if params.name not in assistant.tools:
        raise MCPError(types.INVALID_PARAMS, "there is no such tool")
    try:
        answer = await assistant.call(params.name, params.arguments or {})
    except RefusedCallError as refused:
        error = {"error": to_json(refused.error)}
        return types.CallToolResult(content=[_text(error)], structured_content=error, is_error=True)
    content: list[types.ContentBlock] = [_text(answer)]
    if isinstance(address := answer.get("address"), str):
        link = types.ResourceLink(name="keeper", uri=address, mime_type=media_type(address))
        content.append(link)
    return types.CallToolResult(content=content, structured_content=answer)


def _text(answer: Mapping[str, JsonValue]) -> types.TextContent:
    text = json.dumps(answer, ensure_ascii=False)
    return types.TextContent(text=text.encode("utf-8", "backslashreplace").decode())


async def _list_resources(_ctx: Any, _params: Any) -> types.ListResourcesResult:
    return types.ListResourcesResult(
        resources=[
            types.Resource(name=each.title, uri=each.address, mime_type=media_type(each.address))
            for each in listed_pages()
        ]
    )


async def _list_templates(_ctx: Any, _params: Any) -> types.ListResourceTemplatesResult:
    template = types.ResourceTemplate(
        name="The page of a problem code", uri_template=PROBLEM_TEMPLATE, mime_type=MARKDOWN
    )
    return types.ListResourceTemplatesResult(resource_templates=[template])


async def _read_resource(
    assistant: Assistant, _ctx: Any, params: types.ReadResourceRequestParams
) -> types.ReadResourceResult:
    page = assistant.page(params.uri)
    if page is None:
        raise MCPError(types.INVALID_PARAMS, "there is no such page")
    kind = media_type(params.uri)
    contents = types.TextResourceContents(uri=params.uri, text=page, mime_type=kind)
    return types.ReadResourceResult(contents=[contents])
