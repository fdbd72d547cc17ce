"""The page on which users write rules, check them, and open a table with them.

The text is checked only in a worker process; this process never parses it.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final
from urllib.parse import parse_qsl

from clagdsl.lang.json_schema import to_json
from clagdsl.lang.json_value import JsonValue
from clagdsl.playground.requests import read_question
from clagdsl.problems.diagnostic import ArgumentError
from clagdsl.serve.html_pages import rendered
from clagdsl.serve.http import JSON, PLAIN, WebRequest, WebResponse, redirect
from clagdsl.serve.page_language import phrase
from clagdsl.serve.replies import BUSY_WAIT, refusal, refused, sentence
from clagdsl.serve.rules_pages import sheet_response
from clagdsl.serve.user_rules import LONGEST_RULES, WISHES, UserRules, is_too_long
from clagdsl.serve.worker_pool import WorkerError, WorkersBusyError

LONGEST_WRITTEN: Final = 4 * LONGEST_RULES
"""Maximum size of a form with rules in bytes; form encoding may use three bytes per byte of text.
"""
EXAMPLE: Final = """clag 1
game "My Clag" extends pagat
"""
NOT_SIMULATED: Final = (
    "A server does not play many matches: run `clagdsl simulate`, or use the static playground."
)
TOO_LONG: Final = f"Rules have at most {LONGEST_RULES:,} bytes."


AROUND: Final = 40
"""Characters of a long line shown on each side of a problem."""


@dataclass(frozen=True, slots=True)
class MarkedLine:
    """A line of the rules with the part to which a problem refers, shortened if it is long."""

    before: str
    wrong: str
    after: str


class WritingPages:
    """The pages and the API for rules written by users."""

    def __init__(self, user_rules: UserRules) -> None:
        self._user_rules = user_rules

    async def write(self, _request: WebRequest) -> WebResponse:
        """Returns the page with an example."""
        return _page(EXAMPLE)

    async def done(self, request: WebRequest) -> WebResponse:
        """Performs the action of one of the page's buttons, without scripts."""
        try:
            fields = parse_qsl(
                request.body.decode("utf-8"), keep_blank_values=True, max_num_fields=4
            )
        except ValueError:
            return refused(phrase("refused-form"), 400)
        form = dict(fields)
        text, wish = _normalize_line_ends(form.get("rules", "")), form.get("do", "check")
        if is_too_long(text):
            return _page(text, {"why": TOO_LONG}, 413)
        if wish == "save":
            return WebResponse(text, media_type=PLAIN, filename="rules.clag")
        try:
            if wish in ("score", "play"):
                return await self._table(text, wish)
            return await self._answer_page(text, wish if wish in WISHES else "check")
        except WorkerError as error:
            busy = isinstance(error, WorkersBusyError)
            wait = BUSY_WAIT if busy else None
            return _page(text, {"why": sentence(str(error))}, 503 if busy else 422, wait)

    async def answer(self, request: WebRequest) -> WebResponse:
        """Returns the playground's answer to a question in JSON, from a worker.

        An error is an object with `why`, and with `code` if the question is malformed. Raises
        WorkerError if the worker fails.
        """
        try:
            question: JsonValue = json.loads(request.body.decode("utf-8"))
        except (ValueError, RecursionError):
            return refusal("This is not JSON.", 400).json("why")
        try:
            parsed = to_json(read_question(question))
        except ArgumentError as error:
            return _bad_question_response(error)
        assert isinstance(parsed, dict)
        if parsed["wish"] == "simulate":
            return refusal(NOT_SIMULATED, 422).json("why")
        if any(isinstance(each, str) and is_too_long(each) for each in parsed.values()):
            return refusal(TOO_LONG, 413).json("why")
        answer = await self._user_rules.answer(parsed)
        return WebResponse(json.dumps(answer), media_type=JSON)

    async def _answer_page(self, text: str, wish: str) -> WebResponse:
        answer = await self._user_rules.answer({"wish": wish, "text": text})
        match answer:
            case {"sheet": {"html": str(page)}}:
                return sheet_response(page)
            case {"text": str(mended)}:
                return _page(mended, answer)
            case _:
                return _page(text, answer)

    async def _table(self, text: str, kind: str) -> WebResponse:
        """Redirects to the form that opens a table with these rules, or returns their errors."""
        written = await self._user_rules.check_written(text)
        if written.game is None:
            return _page(text, {"problems": list(written.problems)}, 422)
        return redirect(f"/{'new' if kind == 'score' else 'play'}/{written.game.slug}")


def _page(
    text: str,
    answer: Mapping[str, JsonValue] | None = None,
    status: int = 200,
    wait: int | None = None,
) -> WebResponse:
    shown_answer = answer or {}
    problems = shown_answer.get("problems") or []
    assert isinstance(problems, list)
    lines = text.split("\n")
    page = rendered(
        "write.html",
        text=text,
        asked=answer is not None,
        why=shown_answer.get("why", ""),
        problems=[(problem, _marked_line(lines, problem)) for problem in problems],
        title=shown_answer.get("title"),
        mended=shown_answer.get("mended"),
        differences=shown_answer.get("differences"),
        compared="differences" in shown_answer,
        match=shown_answer.get("match"),
        longest=LONGEST_RULES,
    )
    return WebResponse(page, status=status, retry_after=wait)


def _marked_line(lines: Sequence[str], problem: JsonValue) -> MarkedLine | None:
    """Returns the line in which a problem begins; None if the problem is not in this text."""
    match problem:
        case {
            "line": int(line),
            "column": int(column),
            "end_line": int(last),
            "end_column": int(end),
        }:
            pass
        case _:
            return None
    if not 1 <= line <= len(lines):
        return None
    shown = lines[line - 1]
    stop = end - 1 if last == line else len(shown)
    begin = column - 1
    before, wrong, after = shown[:begin], shown[begin:stop], shown[stop:]
    return MarkedLine(
        before if len(before) <= AROUND else f"…{before[-AROUND:]}",
        wrong if len(wrong) <= 2 * AROUND else f"{wrong[: 2 * AROUND]}…",
        after if len(after) <= AROUND else f"{after[:AROUND]}…",
    )


def _normalize_line_ends(text: str) -> str:
    """Returns a text with LF line endings; forms send CRLF."""
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _bad_question_response(error: ArgumentError) -> WebResponse:
    body = {"why": sentence(error.reason), "code": error.code}
    return WebResponse(json.dumps(body), status=400, media_type=JSON)
