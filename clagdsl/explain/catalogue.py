"""The messages of the pages in each language.

`web/words` has them in the syntax of Project Fluent; the build of the package compiles each file to
JSON. In a checkout a changed file is compiled when it is first needed.
"""

from __future__ import annotations

import json
import re
import zlib
from base64 import b64encode
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Final

from clagdsl.lang.json_value import JsonObject
from clagdsl.lang.resources import data_folder, is_file, shipped_folder

ENGLISH: Final = "en"
"""The language that has every message."""
LANGUAGES: Final = {"en": "English", "de": "Deutsch", "fr": "Français", "nl": "Nederlands"}
"""The languages of the pages, each with its own name."""

_PHRASE: Final = re.compile(r'\bphrase\("([a-z][a-z0-9-]*)"')
"""A message that a program shows: its name is always written out."""


@cache
def compiled_language(language: str) -> JsonObject:
    """Returns the compiled messages of a language, from the package if they are up to date."""
    english_text, own_text = map(_source, (ENGLISH, language))
    compiler = Path(__file__).with_name("catalogue_build.py").read_text("utf-8")
    made_of = sha256("\0".join((compiler, english_text, own_text)).encode()).hexdigest()[:16]
    shipped = shipped_folder() / "words" / f"{language}.json"
    if is_file(shipped):
        compiled: JsonObject = json.loads(shipped.read_text("utf-8"))
        if compiled["made_of"] == made_of:
            return compiled
    from clagdsl.explain.catalogue_build import compile_catalogue, read_catalogue, recognised

    english, own = read_catalogue(ENGLISH, english_text), read_catalogue(language, own_text)
    known = recognised(english) if language == ENGLISH else []
    return {"made_of": made_of, **compile_catalogue(own, english), "recognised": known}


def _source(language: str) -> str:
    return (data_folder("web") / "words" / f"{language}.ftl").read_text("utf-8")


def message_names(program: str) -> list[str]:
    """Returns the names of the messages that a program shows, in the order of their numbers.

    They are in the order of their English texts, those with choices last, because similar
    neighbours compress better.
    """
    english = compiled_language(ENGLISH)["messages"]
    assert isinstance(english, dict)
    shown = {name: english[name] for name in _PHRASE.findall(program)}
    return sorted(shown, key=lambda name: (isinstance(shown[name], list), str(shown[name]), name))


def numbered(program: str) -> str:
    """Returns a program with the number of each message in the place of its name."""
    numbers = {name: number for number, name in enumerate(message_names(program))}
    return _PHRASE.sub(lambda found: f"phrase({numbers[found[1]]}", program)


def catalogue_line(program: str, reports: tuple[str, ...], language: str | None = None) -> str:
    """Returns the line before a numbered program that gives it its messages in a language.

    `program` has the names of the messages. `reports` are the groups of reports that the page can
    receive: the beginnings of their names after `report-`. Without a language, it is English, and
    `others` has the other languages, compressed.
    """
    names = message_names(program)
    catalogue = catalogue_of(names, reports, (language or ENGLISH,))
    if language is None:
        others = catalogue_of(names, reports, tuple(one for one in LANGUAGES if one != ENGLISH))
        catalogue["others"] = b64encode(zlib.compress(_json(others).encode(), 9)).decode()
    return f"globalThis.catalogue={_json(catalogue).replace('<', chr(92) + 'u003c')};\n"


def _json(catalogue: JsonObject) -> str:
    return json.dumps(catalogue, ensure_ascii=False, separators=(",", ":"))


def catalogue_of(
    names: list[str], reports: tuple[str, ...], languages: tuple[str, ...]
) -> JsonObject:
    """Returns the catalogue of a page: its messages by number, and its reports."""
    messages: JsonObject = {}
    reports_in: JsonObject = {}
    recognised = compiled_language(ENGLISH)["recognised"]
    assert isinstance(recognised, list)
    groups = tuple(f"report-{group}" for group in reports)
    known = [one for one in recognised if isinstance(one, list) and str(one[0]).startswith(groups)]
    for language in languages:
        compiled = compiled_language(language)
        texts, own_reports = compiled["messages"], compiled["reports"]
        assert isinstance(texts, dict)
        assert isinstance(own_reports, dict)
        messages[language] = [texts[name] for name in names]
        if own_reports:
            reports_in[language] = [own_reports[str(name)] for name, *_ in known]
    catalogue: JsonObject = {"language": languages[0], "messages": messages}
    if "language-of-page" in names:
        catalogue["names"] = {**LANGUAGES}
    if reports_in:
        expressions = [found for _, *found in known]
        catalogue |= {"reports": reports_in, "recognised": expressions}
    return catalogue


def wanted_language(chosen: str | None, accepted: str) -> str:
    """Returns the language of a page: the chosen one, or the best of an Accept-Language header."""
    if chosen in LANGUAGES:
        return chosen
    weights: dict[str, float] = {}
    for part in accepted[:400].split(","):
        first, _, weight = part.partition(";")
        language = first.strip()[:2].lower()
        if language in LANGUAGES:
            known = re.fullmatch(r"\s*q=([01](?:\.\d{1,3})?)\s*", weight)
            weights.setdefault(language, float(known[1]) if known else 1.0)
    return max(weights, key=lambda one: weights[one], default=ENGLISH)
