"""The texts of the pages in every language: nothing is missing, in files and in played matches.

`CLAGDSL_REWRITE=1 pytest tests/web/test_catalogue.py` writes `web/words/messages.d.ts` anew.
"""

from __future__ import annotations

import ast
import json
import os
import random
import re
import subprocess
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final

import pytest
from jinja2 import Environment, nodes
from support.expected import REWRITE
from support.kept_matches import kept_match
from support.known_reports import is_known
from support.loaded import loaded
from support.node import catalogue_file, node, whole_json
from support.table_moments import NAMES, moments, opened, sent

from clagdsl.explain.catalogue import LANGUAGES, catalogue_line, message_names, wanted_language
from clagdsl.explain.catalogue_build import (
    REPORT,
    Catalogue,
    CatalogueError,
    compile_catalogue,
    declaration,
    missing,
    read_catalogue,
    variables,
)
from clagdsl.explain.web_bundle import (
    KEEPER_IN_A_FILE,
    LATER_FILES,
    SERVED_PAGES,
    bundle_modules,
)
from clagdsl.lang.cards import Card
from clagdsl.lang.json_value import JsonValue
from clagdsl.lang.resources import all_names, data_folder
from clagdsl.lang.rules import DEFAULT
from clagdsl.problems import illegal_actions
from clagdsl.serve import page_language
from clagdsl.serve.table_messages import Text

WORDS: Final = data_folder("web") / "words"
OTHERS: Final = [language for language in LANGUAGES if language != "en"]
SERVER: Final = Path(page_language.__file__).parent
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


def shown_in(compiled: JsonValue) -> set[str]:
    """The variables that a message shows, without those that only choose a variant."""
    match compiled:
        case [str(_), dict(variants), *_]:
            return set[str]().union(*map(shown_in, variants.values()))
        case list(parts):
            return set[str]().union(*map(shown_in, parts))
        case _:
            return variables(compiled)


@pytest.mark.parametrize("language", OTHERS)
def test_a_language_says_what_english_says(language: str) -> None:
    """Each fact of the English message is there, unless other words make it needless."""
    needless = {
        "report-rule-A306-several": {"number"},
        "report-rule-A309": {"expected"},
        "report-rule-A403": {"number"},
        "report-did-bot": {"bot"},
    }
    for name in catalogue("en").patterns:
        if name[0] != "-":
            own = variables(catalogue(language).compiled(name))
            assert own >= shown_in(catalogue("en").compiled(name)) - needless.get(name, set()), name


def named_by_the_server() -> Iterator[tuple[str, set[str]]]:
    """The names and the facts of the messages of the pages that the server makes."""
    for path in SERVER.glob("*.py"):
        for part in ast.walk(ast.parse(path.read_text("utf-8"))):
            match part:
                case ast.Call(
                    func=ast.Name("phrase" | "english_phrase"),
                    args=[ast.Constant(str(name))],
                    keywords=keywords,
                ):
                    yield name, {one.arg or "**" for one in keywords}
                case _:
                    pass
    for path in SERVER.glob("templates/*.html"):
        for call in Environment().parse(path.read_text("utf-8")).find_all(nodes.Call):
            match call:
                case nodes.Call(node=nodes.Name(name="phrase"), args=[nodes.Const(value=name)]):
                    yield name, {one.key for one in call.kwargs}
                case _:
                    pass


def test_each_message_is_shown_on_a_page_and_each_shown_one_is_there() -> None:
    shown = {name for name, _ in named_by_the_server()}
    for page in (KEEPER_IN_A_FILE, *SERVED_PAGES.values(), *LATER_FILES.values()):
        shown |= set(message_names(bundle_modules(page.program_path)))
    named = {name for name in catalogue("en").patterns if not name.startswith((REPORT, "-"))}
    assert shown == named


def test_the_server_gives_the_facts_of_each_message() -> None:
    for name, facts in named_by_the_server():
        assert facts == variables(catalogue("en").compiled(name)), name


def test_the_types_of_the_messages_are_those_of_the_english_ones() -> None:
    path = WORDS / "messages.d.ts"
    if REWRITE:
        path.write_text(declaration(catalogue("en")), "utf-8")
    assert path.read_text("utf-8") == declaration(catalogue("en"))


def test_a_missing_message_is_english() -> None:
    compiled = compile_catalogue(
        read_catalogue("de", "one = eins"), english("one = one\ntwo = two")
    )
    assert compiled["messages"] == {"one": "eins", "two": "two"}


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("three = drei", "three is not in English"),
        ("one = { $name }", "one has $name, unlike English"),
        ("one = { four }", "nothing is called four"),
        ('one = { "{" }', "a text has no braces"),
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
        "one": ["Clag of ", ["number", {"one": "one", "other": "{number}"}]],
        "two": [["place", {"other": " x"}, 1]],
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
    assert "<" not in catalogue_line(bundle_modules(KEEPER_IN_A_FILE.program_path), ("",))


# --- reports ----------------------------------------------------------------------------


FACTS: Final = {
    "listed": "adjustments",
    "there": "deals `1` to `2`",
    "text": "the tricks add up to `2`, but `1` is played",
}
"""Facts that are words; all others are numbers."""


def reports_of_the_rules() -> list[str]:
    """The refusals of the rules: those in one piece with numbers for their facts, and some others.

    Nobody enters a pack on a page.
    """
    tree = ast.parse(Path(illegal_actions.__file__).read_text("utf-8"))
    sentences = []
    for part in (part for one in tree.body if isinstance(one, ast.ClassDef) for part in one.body):
        match part:
            case ast.Assign(targets=[ast.Name("message")], value=ast.Constant(str(text))):
                sentences.append(
                    re.sub(r"\{(\w+)[^}]*\}", lambda one: FACTS.get(one[1], "7"), text)
                )
            case _:
                pass
    rules = {"origin": DEFAULT}
    cards = [Card("Q", "H", 0), Card("2", "H", 0)]
    card, face = cards
    read = [illegal_actions.NameRead("previous_bid", 2)]
    others = [
        illegal_actions.LastBidBroken(illegal_actions.RefusedBid(0, 3, 1, read), [], **rules),
        illegal_actions.EachBidBroken(illegal_actions.RefusedBid(0, None, 2, []), [1, 2], **rules),
        illegal_actions.NotBlind(1, True, **rules),
        illegal_actions.NoDealLeft(2),
        illegal_actions.MustFollow(card, "S", cards, **rules),
        illegal_actions.NotWild(card, ["2", "3"], **rules),
        illegal_actions.FaceTaken(card, face, 2, **rules),
        illegal_actions.WildMustFollow(card, face, "S", **rules),
        illegal_actions.HeldBack("2H", "H", True, cards, **rules),
        illegal_actions.HeldBack("2H", "H", False, cards, **rules),
        illegal_actions.UnsaidDemand("Joker", ["asks highest H"], **rules),
        illegal_actions.NotPlayedSo("Joker asks H", False, ["play Joker"], **rules),
        illegal_actions.MustPlayExtreme("2H", "highest", "H", "Joker", [card], **rules),
        illegal_actions.SuitNotThere("S", ["H", "D"], **rules),
        illegal_actions.SuitNeverTurned("S", **rules),
        illegal_actions.NotAnOrder(["S", "S"], 4, **rules),
        illegal_actions.NotExactlyOne(["A", "B"], ["A", "B", "C"], **rules),
        illegal_actions.MoreThanOne(["A", "B"], **rules),
        illegal_actions.SizeOutside(9, 1, 3, **rules),
        illegal_actions.WorthMissing("normal", False, "taken 1 2", **rules),
        illegal_actions.NoSuchPlayer("Zed", ["Ann", "Bob"]),
    ]
    sentences += [one.message for one in others]
    of_packs = ("trump is drawn", "trump is not drawn")
    return [text for text in sentences if not text.startswith(of_packs) and text != FACTS["text"]]


def reports_of_the_server() -> list[str]:
    """What a table refuses; a word follows what somebody has entered."""
    sentences = []
    for text in Text:
        entered = " meanwhile" if text.name.endswith("_ENTERED") else ""
        if text is not Text.ACTION and text is not Text.ENTERED_MEANWHILE:
            sentences.append(re.sub(r"\{[^}]*\}", "7", text.value) + entered)
    return sentences


@pytest.mark.parametrize("collect", [reports_of_the_rules, reports_of_the_server])
def test_pages_know_every_report(collect: Callable[[], list[str]]) -> None:
    sentences = collect()
    assert len(sentences) >= 40
    assert [one for one in sentences if not is_known(one)] == []


def test_a_report_is_in_the_language_of_the_page() -> None:
    reports = {
        "`9S` does not follow suit: hearts were led; play `QH`, `3H` or `2H`": (
            "`9S` bedient nicht: Herz ist angespielt; spiel `QH`, `3H` oder `2H`"
        ),
        "9S does not follow suit: hearts were led; play QH": (
            "9S bedient nicht: Herz ist angespielt; spiel QH"
        ),
        "the limit on the last bid forbids `0`: the bids would add up to `1` with `1` card;"
        " bid `1`": (
            "die Regel für die letzte Ansage verbietet `0`: die Ansagen ergäben `1` bei `1` Karte;"
            " sag `1` an"
        ),
        "you cannot do that now: a player must bid, for example `bid 0`": (
            "das geht jetzt nicht: erst muss angesagt werden, zum Beispiel `bid 0`"
        ),
        "in deal 3: there is no entry left to undo": (
            "in Runde 3: es gibt keinen Eintrag mehr zum Zurücknehmen"
        ),
        "The table has moved on: it is Anna's turn. Your claim did not count.": (
            "Am Tisch ging es weiter: Anna ist dran. Das zählte nicht: Anspruch auf den Rest."
        ),
        "the match is over now; your “bid 0” was not entered": (
            "die Partie ist jetzt vorbei; dein „bid 0“ wurde nicht eingetragen"
        ),
        "Nobody has thought of this.": "Nobody has thought of this.",
    }
    assert play("de", [], list(reports))["reports"] == reports


# --- played matches ---------------------------------------------------------------------


def play(language: str, names: Sequence[str], reports: Sequence[str] = ()) -> dict[str, Any]:
    """What the pages show of a match of each game, at every moment, and these reports."""
    question = {
        "keepers": [kept(name) for name in names],
        "tables": [table_of_moments(name) for name in names],
        "reports": reports,
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
    before = (0, *(one.number for one in every))
    return [sent(one, 0, after) for one, after in zip(every, before, strict=False)]


RAW: Final = re.compile(r"[{}]|undefined|null|NaN|\[object|\$|report-")


def check_played(language: str, names: Sequence[str]) -> None:
    """A message that is missing has no parts to join, and ends the program with an error."""
    played = play(language, names)
    assert len(played["texts"]) > 500
    assert [text for text in played["texts"] if RAW.search(text)] == []
    assert [sentence for sentence in played["reports"] if not is_known(sentence)] == []
    if language == "en":
        assert played["reports"] == {sentence: sentence for sentence in played["reports"]}
        minus = re.compile(r"-(?=\d)")
        scored = [line for line in played["lines"] if " is scored: " in line]
        assert played["lines"] == {line: line for line in played["lines"]} | {
            line: minus.sub("\N{MINUS SIGN}", line) for line in scored
        }
    else:
        same = [line for line, shown in played["lines"].items() if line == shown]
        assert same == [line for line in same if re.search(r" (?:pass|passe)\w*$", line)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_game_is_played_in_each_language(language: str) -> None:
    check_played(language, [all_names()[list(LANGUAGES).index(language)]])


@pytest.mark.long
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", all_names())
def test_every_game_is_played_in_each_language(name: str, language: str) -> None:
    check_played(language, [name])
