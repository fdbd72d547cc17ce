"""Processes users' rules for tables inside a worker: checks, compiles and proves them for play."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from clagdsl.api import PlayableGame
from clagdsl.check.checker import CheckResult, UntrustedReach, check_untrusted
from clagdsl.lang.json_value import JsonObject, JsonValue
from clagdsl.lang.rules import title_of
from clagdsl.problems.diagnostic import ArgumentError
from clagdsl.problems.render import problem_json
from clagdsl.serve.keeper_table import parameter_values
from clagdsl.serve.offered_games import rules_text
from clagdsl.serve.table_events import ChosenParameter

TABLE: Final = "table"
"""The kind of request that checks rules for a table; it takes `text` and `parameters`.

The rules are proved for each number of players.
"""
TABLE_SHEET: Final = "table sheet"
"""The kind of request that makes a rule sheet as a page; it takes `text`, `parameters` and
`players`.
"""


def table_answer(question: JsonValue, reach: UntrustedReach = "bundled") -> JsonObject | None:
    """Returns the answer to a question about a table's rules; None for any other question.

    For `table` the answer has `compiled`, the rules as a self-contained text, and their `title`;
    both are null if the rules have an error. It also has the `problems`, and `why`, the reason why
    the parameters are not allowed.
    """
    if not isinstance(question, Mapping) or question.get("wish") not in (TABLE, TABLE_SHEET):
        return None
    text, parameters = question.get("text"), question.get("parameters", {})
    if not isinstance(text, str) or not isinstance(parameters, Mapping):
        raise TypeError("rules are a text, parameters an object")
    checked = check_untrusted(text, reach=reach)
    chosen = tuple(ChosenParameter(str(name), str(value)) for name, value in parameters.items())
    if question.get("wish") == TABLE:
        return _check_for_table(checked, chosen)
    players = question.get("players")
    return _sheet(checked, chosen, players if type(players) is int else None)


def _check_for_table(checked: CheckResult, chosen: tuple[ChosenParameter, ...]) -> JsonObject:
    problems: list[JsonValue] = [problem_json(each) for each in checked.diagnostics]
    answer: JsonObject = {"compiled": None, "title": None, "why": None, "problems": problems}
    if checked.game is None or checked.evidence is None:
        return answer
    playable = PlayableGame(
        checked.game, checked.evidence, checked.diagnostics, texts=checked.chain
    )
    low, high = checked.game.players
    try:
        values = parameter_values(playable, chosen)
        for players in range(low, high + 1):
            playable.deals(players, values)
    except ArgumentError as error:
        return {**answer, "why": error.reason}
    return {**answer, "compiled": rules_text(playable), "title": title_of(checked.game)}


def _sheet(
    checked: CheckResult, chosen: tuple[ChosenParameter, ...], players: int | None
) -> JsonObject:
    from clagdsl.explain.rule_sheet.page import page
    from clagdsl.explain.rule_sheet.sheet_builder import rule_sheet

    if checked.game is None or checked.evidence is None:
        return {"html": None}
    playable = PlayableGame(checked.game, checked.evidence, checked.diagnostics)
    try:
        return {"html": page(rule_sheet(checked.game, players, parameter_values(playable, chosen)))}
    except ArgumentError:
        return {"html": page(rule_sheet(checked.game))}
