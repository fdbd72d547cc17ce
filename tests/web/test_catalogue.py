"""The texts of the pages in every language: nothing is missing, in files and in played matches.

`CLAGDSL_REWRITE=1 pytest tests/web/test_catalogue.py` writes `web/words/messages.d.ts` anew.
"""

from __future__ import annotations

import json
import os
import random
import re
import subprocess
from functools import cache
from pathlib import Path
from typing import Any, Final

import pytest
from support.expected import REWRITE
from support.kept_matches import kept_match
from support.loaded import loaded
from support.node import catalogue_file, node, whole_json
from support.table_moments import NAMES, moments, opened, sent

from clagdsl.explain.catalogue import LANGUAGES, catalogue_line, message_names, wanted_language
from clagdsl.explain.catalogue_build import (
    REFUSED,
    Catalogue,
    CatalogueError,
    compile_catalogue,
    declaration,
    missing,
    read_catalogue,
    variables,
)
from clagdsl.explain.web_bundle import KEEPER_IN_A_FILE, SERVED_PAGES, bundle_modules
from clagdsl.lang.resources import all_names, data_folder
from clagdsl.problems import illegal_actions
from clagdsl.serve.table_messages import Text

WORDS: Final = data_folder("web") / "words"
OTHERS: Final = [language for language in LANGUAGES if language != "en"]
PLAYED_PAGES: Final = Path(__file__).parents[1] / "support" / "played_pages.mjs"


@cache
def catalogue(language: str) -> Catalogue:
    return read_catalogue(language, (WORDS / f"{language}.ftl").read_text("utf-8"))


def english(text: str) -> Catalogue:
    return read_catalogue("en", text)


# --- the files --------------------------------------------------------------------------


@pytest.mark.parametrize("language", OTHERS)
def test_a_language_lacks_no_message(language: str) -> None:
    assert missing(catalogue(language), catalogue("en")) == []


@pytest.mark.parametrize("language", OTHERS)
def test_a_language_says_what_english_says(language: str) -> None:
    """Each fact of the English message is told, except those that the other words make needless."""
    needless = {"refused-A306-several": {"number"}, "refused-A403": {"number"}}
    needless |= {"refused-A309": {"expected"}}
    for name in catalogue("en").patterns:
        if name[0] != "-":
            own, in_english = (variables(catalogue(one).compiled(name)) for one in (language, "en"))
            assert own == in_english - needless.get(name, set()), name


def test_each_message_is_shown_on_a_page_and_each_shown_one_is_there() -> None:
    shown = set[str]()
    for page in (KEEPER_IN_A_FILE, *SERVED_PAGES.values()):
        shown |= set(message_names(bundle_modules(page.program_path)))
    named = {name for name in catalogue("en").patterns if not name.startswith((REFUSED, "-"))}
    assert shown == named


def test_the_types_of_the_messages_are_those_of_the_english_ones() -> None:
    path = WORDS / "messages.d.ts"
    if REWRITE:
        path.write_text(declaration(catalogue("en")), "utf-8")
    assert path.read_text("utf-8") == declaration(catalogue("en"))


def test_a_missing_message_is_english() -> None:
    compiled = compile_catalogue(read_catalogue("de", "one = eins"), english("one = one\ntwo = two"))
    assert compiled["messages"] == {"one": "eins", "two": "two"}


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("three = drei", "three is not in English"),
        ("one = { $name }", "one has $name, unlike English"),
        ("one = { four }", "nothing is called four"),
        ("one = { NUMBER($number) ->\n", "de.ftl:1: "),
        ("one = eins\none = uns", "one is there twice"),
    ],
)
def test_a_catalogue_that_does_not_fit_is_refused(text: str, why: str) -> None:
    with pytest.raises(CatalogueError, match=re.escape(why)):
        compile_catalogue(read_catalogue("de", text), english("one = one"))


def test_a_compiled_message_has_texts_variables_and_variants() -> None:
    text = """
-name = Clag
one = { -name } of { $number ->
    [one] one
   *[other] { $number }
}
two = { NUMBER($place, type: "ordinal") ->
   *[other] { two-more }
}
two-more = { " " }x
"""
    compiled = compile_catalogue(english(text), english(text))["messages"]
    assert compiled == {
        "one": ["Clag of ", ["number", {"one": "one", "other": [["number"]]}, "other"]],
        "two": [["place", {"other": " x"}, "other", 1]],
        "two-more": " x",
    }


@pytest.mark.parametrize(
    ("chosen", "accepted", "language"),
    [
        (None, "", "en"),
        (None, "fr-CH, fr;q=0.9, en;q=0.8, *;q=0.5", "fr"),
        (None, "en;q=0.3, nl;q=0.7", "nl"),
        (None, "xx, de;q=much", "de"),
        ("de", "fr", "de"),
        ("xx", "fr", "fr"),
    ],
)
def test_the_language_is_chosen_or_the_best_of_the_browser(
    chosen: str | None, accepted: str, language: str
) -> None:
    assert wanted_language(chosen, accepted) == language


def test_texts_cannot_close_the_element_around_them() -> None:
    assert "<" not in catalogue_line(bundle_modules(KEEPER_IN_A_FILE.program_path))


# --- played matches ---------------------------------------------------------------------


def play(language: str, names: list[str], refusals: list[str] = []) -> dict[str, Any]:  # noqa: B006
    """What the pages show of a match of each game, at every moment."""
    question = {
        "keepers": [kept(name) for name in names],
        "tables": [table_of_moments(name) for name in names],
        "refusals": refusals,
    }
    done = subprocess.run(
        [node(), str(PLAYED_PAGES)],
        env={**os.environ, "CATALOGUE": str(catalogue_file(language))},
        input=json.dumps(question),
        capture_output=True,
        text=True,
        check=False,
        encoding="utf-8",
    )
    assert done.returncode == 0, done.stderr
    answer: dict[str, Any] = json.loads(done.stdout)
    return answer


@cache
def kept(name: str) -> dict[str, Any]:
    game = loaded(name)
    _, sheet = kept_match(game.start(game.rules.players[0], seed=4), 4)
    setting = sheet._moment.setting
    return {
        "game": whole_json(game.rules),
        "name": name,
        "players": len(setting.names),
        "names": setting.names,
        "dealer": setting.first_dealer,
        "entries": sheet.log,
    }


@cache
def table_of_moments(name: str) -> list[dict[str, Any]]:
    game = loaded(name)
    table = opened(game, NAMES[: game.rules.players[0]])
    every = [table, *moments(table, random.Random(name))]
    return [sent(one, 0) for one in every]
