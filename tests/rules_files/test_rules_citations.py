"""The bundled rules say where everything in them comes from."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from clagdsl.lang.source import SourceText
from clagdsl.syntax import nodes
from clagdsl.syntax.parser import parse

ROOT = Path(__file__).parent.parent.parent
RULES = ROOT / "rules"
FAMILY_SOURCES = ROOT / "docs" / "reference" / "family-sources.md"
BUNDLED = sorted(path.relative_to(RULES).as_posix() for path in RULES.rglob("*.clag"))
EIGHT = {
    "foss.clag",
    "mcleod.clag",
    "pagat.clag",
    "raf-pagat.clag",
    "raf.clag",
    "rewrite.clag",
    "scorecard.clag",
    "scottish.clag",
}

PAGAT = {
    "introduction",
    "players and cards",
    "deal",
    "normal deals",
    *(f"deal {number}" for number in range(8, 16)),
    "scoring",
    "variations",
    "misere",
    "misere with trumps",
    "precedence",
    "nuloss",
    "ascending madness",
    "descending madness",
}
WIKIPEDIA = {
    "introduction",
    "overview",
    "deal",
    "nominations",
    "cards",
    "phase 1",
    "phase 3",
    "phases 1 to 3",
    "six deals",
    "eight deals",
    *(f"deal {number} of six" for number in range(8, 14)),
    *(f"deal {number} of eight" for number in range(8, 16)),
    "royal air force rules",
    "scottish rules",
    "note a",
}
PASSAGES = {
    "pagat": PAGAT,
    "wiki": WIKIPEDIA,
    "wiki2011": {
        "introduction",
        "players",
        "rank of cards",
        "game play",
        "rounds",
        "six rounds",
        "royal air force rules",
    },
    "card": {"round 1", "round 7", "round 20", "nt", "bt", "hb", "b", "m", "mnt", None},
    "keeper": {"first special", "second special", "third special", "fourth special", None},
    "rules": {
        "overview",
        "number of players",
        "deal",
        "card rankings",
        "regular rounds",
        *(f"round {number}" for number in range(8, 16)),
        "scoring",
        "end",
    },
    "blog": {
        "introduction",
        "setup",
        "card rankings",
        "how to play",
        "special rounds",
        "scoring",
        "game over",
    },
}
"""The passages of each source as the files call them, after the headings of the text."""


def read(name: str) -> nodes.File:
    """The syntax tree of a bundled file."""
    result = parse(SourceText(name, (RULES / name).read_text(encoding="utf-8")))
    assert result.file is not None, result.diagnostics
    return result.file


def family_section(name: str) -> str:
    """The section of the page of sources about one game of the family."""
    sections = FAMILY_SOURCES.read_text(encoding="utf-8").split("\n## ")[1:]
    (section,) = (section for section in sections if f"`rules/{name}`" in section)
    return section


def passages_of(name: str, source: str) -> set[str | None]:
    """The passages of a source that a bundled file may cite."""
    if name.startswith("family/"):
        return {*re.findall(r"^\| (?!label)(\w[\w ]*) \|", family_section(name), re.MULTILINE)}
    return PASSAGES[source]


def is_founded(notes: nodes.Notes) -> bool:
    """Whether something is cited, or owned up to as an assumption."""
    return bool(notes.cites or notes.assumptions)


def unfounded(file: nodes.File) -> list[str]:
    """What a file says without a source and without calling it an assumption."""
    missing: list[str] = []
    for statement in file.statements:
        match statement:
            case nodes.SourceStatement() | nodes.DropStatement() | nodes.DropSettle():
                continue
            case nodes.ChangeDeal():
                missing += [
                    f"change {statement.name.text}: {clause.aspect}"
                    for clause in statement.clauses
                    if not is_founded(clause.notes)
                ]
                continue
            case nodes.ChangeStatement():
                notes = statement.statement.notes
            case _:
                notes = statement.notes
        if not is_founded(notes):
            missing.append(f"{type(statement).__name__} at {statement.span.start}")
    return missing


def cites(thing: object) -> list[nodes.Cite]:
    """Every citation in a tree."""
    if isinstance(thing, nodes.Cite):
        return [thing]
    if isinstance(thing, tuple):
        return [cite for part in thing for cite in cites(part)]
    names = getattr(type(thing), "__dataclass_fields__", ())
    return [cite for name in names for cite in cites(getattr(thing, name))]


def test_the_eight_documented_variants_are_bundled() -> None:
    assert {name for name in BUNDLED if "/" not in name} == EIGHT


@pytest.mark.parametrize("name", BUNDLED)
def test_everything_in_a_bundled_file_is_cited_or_assumed(name: str) -> None:
    assert unfounded(read(name)) == []


@pytest.mark.parametrize(
    ("name", "citation"),
    [
        ("pagat.clag", ' from pagat "deal 9"'),
        ("pagat.clag", ' from pagat "deal 13"'),
        ("pagat.clag", ' from pagat "variations"'),
        ("house/two-points.clag", ' from pagat "variations"\nexample'),
        ("raf.clag", ' from wiki "royal air force rules"\nwinner'),
    ],
)
def test_a_missing_citation_is_noticed(name: str, citation: str) -> None:
    text = (RULES / name).read_text(encoding="utf-8")
    kept = "\n" + citation.split("\n")[1] if "\n" in citation else ""
    assert citation in text
    file = parse(SourceText(name, text.replace(citation, kept, 1))).file
    assert file is not None
    assert len(unfounded(file)) == 1


@pytest.mark.parametrize("name", BUNDLED)
def test_every_citation_names_a_passage_that_exists(name: str) -> None:
    found = cites(read(name).statements)
    assert found
    wrong = [
        (cite.source.text, cite.passage)
        for cite in found
        if cite.passage not in passages_of(name, cite.source.text)
    ]
    assert wrong == []


@pytest.mark.parametrize("name", [name for name in BUNDLED if name.startswith("family/")])
def test_the_page_of_sources_has_the_addresses_that_a_file_names(name: str) -> None:
    statements = [s for s in read(name).statements if isinstance(s, nodes.SourceStatement)]
    addresses = [
        word.strip(",")
        for statement in statements
        for word in statement.title.split()
        if re.search(r"\w\.\w", word)
    ]
    assert addresses or name == "family/blackout.clag"
    section = family_section(name)
    assert [address for address in addresses if address not in section] == []


def test_every_section_of_the_page_of_sources_is_about_a_bundled_file() -> None:
    text = FAMILY_SOURCES.read_text(encoding="utf-8")
    told = re.findall(r"^`rules/(family/[\w-]+\.clag)`", text, re.MULTILINE)
    assert sorted(told) == [name for name in BUNDLED if name.startswith("family/")]


def test_the_whole_pagat_game_takes_sixty_lines() -> None:
    text = (RULES / "pagat.clag").read_text(encoding="utf-8")
    assert len(text.splitlines()) <= 60
    assert max(map(len, text.splitlines())) <= 120
