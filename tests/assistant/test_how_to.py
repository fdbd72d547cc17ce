"""The conversation in the how-to page is replayed: every call has the answer that it shows."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from mcp import Client
from support.page_blocks import FENCE

PAGE = Path(__file__).parents[2] / "docs" / "how-to" / "talk-to-an-assistant.md"
CALL = re.compile(r"calls\s+`(\w+)`(?:\s+with\s+`(\{.*?\})`)?")


def is_part(shown: Any, told: Any) -> bool:
    """Whether everything that is shown is told: objects may have further keys."""
    match shown:
        case dict():
            return all(key in told and is_part(each, told[key]) for key, each in shown.items())
        case list():
            return len(shown) == len(told) and all(map(is_part, shown, told))
        case _:
            return bool(shown == told)


def test_every_call_of_the_conversation_is_answered_as_shown(
    connected: Callable[..., Any],
) -> None:
    page = PAGE.read_text("utf-8")
    conversation = page[
        page.index("## A conversation") : page.index("## What the assistant can do")
    ]
    steps = sorted(
        [*CALL.finditer(conversation), *FENCE.finditer(conversation)], key=lambda step: step.start()
    )

    async def use(client: Client) -> list[str]:
        called, rules, call = list[str](), "", None
        for step in steps:
            if step.re is CALL:
                call = (step[1], json.loads(step[2] or "{}"))
            elif step["info"].startswith("clag"):
                rules = step["text"]
            elif step["info"] == "json":
                assert call is not None
                name, arguments = call
                result = await client.call_tool(name, {"text": rules, **arguments})
                shown = json.loads(step["text"])
                assert is_part(shown, result.structured_content), (shown, result)
                called.append(name)
        return called

    assert connected(use) == ["check_rules", "check_rules", "score_deal"]


def test_a_call_without_an_answer_has_the_error_that_is_shown(
    connected: Callable[..., Any],
) -> None:
    page = PAGE.read_text("utf-8")
    rules = [fence["text"] for fence in FENCE.finditer(page) if fence["info"].startswith("clag")]
    (shown,) = FENCE.finditer(page[page.index("### Errors") : page.index("## Restrict a model")])

    async def use(client: Client) -> Any:
        asked = {"text": rules[-1], "deal": 99, "tricks": [1, 0, 0]}
        return (await client.call_tool("score_deal", asked)).structured_content

    assert connected(use) == json.loads(shown["text"])


def test_the_page_lists_every_tool(connected: Callable[..., Any], tmp_path: Path) -> None:
    async def use(client: Client) -> list[str]:
        return [tool.name for tool in (await client.list_tools()).tools]

    page = PAGE.read_text("utf-8")
    table = page[page.index("## What the assistant can do") :]
    assert [name for name in connected(use, tmp_path) if f"`{name}`" not in table] == []
