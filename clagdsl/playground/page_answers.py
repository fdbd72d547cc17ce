"""Everything that a page with an editor is answered about the rules in it."""

from __future__ import annotations

from collections.abc import Iterable
from inspect import cleandoc
from typing import Final, assert_never

from clagdsl import problems
from clagdsl.api import PlayableGame
from clagdsl.check.checker import CheckResult, check_stranger, game_of, mended_stranger
from clagdsl.lang.json_value import JsonObject, JsonValue
from clagdsl.lang.resources import all_names, bundled_path, bundled_title
from clagdsl.lang.rules import Game
from clagdsl.playground.page_questions import PageQuestion, read_question
from clagdsl.problems.model import ArgumentError, Diagnostic

FILE: Final = "rules.clag"
"""How problems name the text in the editor: a file of rules that nobody reads."""


def answer(asked: PageQuestion | JsonValue) -> JsonObject:
    """The answer to a question, or to its JSON; it raises nothing for a wrong one.

    Every answer has `wish` (null where the question is none), `problems` and `pages`.  A problem is
    as `clagdsl check --json` tells it, lines and columns in characters from 1, with its `detail`,
    further lines; `file` is `FILE` for the text itself, else what it extends, or null where
    the question itself is wrong.  Its `fix` are edits of the text, and `safe` whether nothing else
    can have been meant.  `pages` has `title` and `page` (Markdown) of each code that is told.

    What else there is depends on the wish, null where the rules have an error:

    - `games`: `games`, a list of the bundled ones with `name` and `title`;
    - `open`: `text`, the rules of the bundled game that is asked for;
    - `check`: `title` of the game;
    - `mend`: `text` with every safe mend made, and `mended`, how many; the problems are those left;
    - `sheet`: `sheet` with `title`, `html` (a whole page) and `markdown`;
    - `differences`: `differences` from what the rules extend, null also where they extend nothing,
      with `parent`, `same` and `differences`: `deal` (null for the game), `aspect`, `a` as it is in
      the parent, `b` as it is here, either null where there is none;
    - `match`: `match`, as `matches_told.told_match` gives it.
    """
    try:
        question = asked if isinstance(asked, PageQuestion) else read_question(asked)
    except ArgumentError as error:
        return {"wish": None, **_told([problems.usage.wrong_argument(error)])}
    try:
        return {"wish": question.wish, **_answered(question)}
    except ArgumentError as error:
        return {"wish": question.wish, **_told([problems.usage.wrong_argument(error)])}


def _answered(question: PageQuestion) -> JsonObject:
    match question.wish:
        case "games":
            games = [{"name": name, "title": bundled_title(name)} for name in all_names()]
            return {**_told(()), "games": games}
        case "open":
            return {**_told(()), "text": _bundled_text(question.game)}
        case "mend":
            mended = mended_stranger(question.text, FILE)
            told = check_stranger(mended.text, FILE).diagnostics
            return {**_told(told), "text": mended.text, "mended": mended.count}
        case "check" | "sheet" | "differences" | "match":
            checked = check_stranger(question.text, FILE)
            return {**_told(checked.diagnostics), **_about(question, checked)}
        case _:
            assert_never(question.wish)


def _bundled_text(name: str) -> str:
    """The rules of a bundled game; raises ArgumentError, and looks for no other file."""
    path = bundled_path(name)
    if path is None:
        from clagdsl.problems.naming import nearest

        hint = nearest(name, all_names(), "they are")
        raise problems.arguments.NoSuchVariant(name, hint).error()
    return path.read_text("utf-8")


def _about(question: PageQuestion, checked: CheckResult) -> JsonObject:
    """What is asked about rules, where they have no error."""
    game = checked.game
    match question.wish:
        case "sheet":
            return {"sheet": None if game is None else _sheet(game)}
        case "differences":
            return {"differences": None if game is None else _differences(game, checked)}
        case "match":
            return {"match": None if game is None else _match(question, game, checked)}
        case _:
            return {"title": None if game is None else _title(game)}


def _title(game: Game) -> str:
    from clagdsl.lang.game_text import title_of

    return title_of(game)


def _sheet(game: Game) -> JsonObject:
    from clagdsl.explain.rule_sheet.markdown import markdown
    from clagdsl.explain.rule_sheet.page import page
    from clagdsl.explain.rule_sheet.sheet_builder import rule_sheet

    sheet = rule_sheet(game)
    return {"title": sheet.title, "html": page(sheet), "markdown": markdown(sheet)}


def _differences(game: Game, checked: CheckResult) -> JsonObject | None:
    if len(checked.chain) < 2:
        return None
    from clagdsl.explain.diff.compare import ComparedRules, compare
    from clagdsl.explain.diff.text import comparison_json

    base = checked.chain[1:]
    parent = base[0].name.removesuffix(".clag")
    compared = compare(ComparedRules(parent, game_of(base)), ComparedRules(FILE, game))
    return {"parent": parent, **comparison_json(compared)}


def _match(question: PageQuestion, game: Game, checked: CheckResult) -> JsonObject:
    from clagdsl.playground.matches_told import told_match

    assert checked.evidence is not None
    playable = PlayableGame(game, checked.evidence, checked.diagnostics, FILE)
    return told_match(playable, question.players, question.seed, question.policy)


def _told(found: Iterable[Diagnostic]) -> JsonObject:
    """Problems, with the page of each code."""
    told = list(found)
    if not told:
        return {"problems": [], "pages": {}}
    from clagdsl.problems.registry import problem_kind
    from clagdsl.problems.render import problem_json

    kinds = [problem_kind(code) for code in sorted({each.code for each in told})]
    return {
        "problems": [{**problem_json(each), "detail": list(each.detail)} for each in told],
        "pages": {k.code: {"title": k.title, "page": cleandoc(k.page)} for k in kinds},
    }
