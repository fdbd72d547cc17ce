"""The bundled rules say where everything in them comes from."""

from __future__ import annotations

from pathlib import Path

import pytest

from clagdsl.lang.source import SourceText
from clagdsl.syntax import nodes
from clagdsl.syntax.parser import parse

RULES = Path(__file__).parent.parent.parent / "rules"
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
FAMILY = {
    "players",
    "pack",
    "schedule",
    "trump",
    "bidding",
    "play",
    "scoring",
    "extras",
    "end",
}
"""What is known of the document of another game of the family, by its rows."""
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
    **dict.fromkeys(
        (
            "guide",
            "navy",
            "familijeux",
            "milos",
            "dkm",
            "wikibooks",
            "wikipedia",
            "nommie",
            "kaartspel",
        ),
        FAMILY,
    ),
    "online": FAMILY,
    "gambiter": FAMILY,
    "romwhist": FAMILY,
    "blaster": FAMILY,
    "wizardcards": FAMILY,
    "pages": FAMILY | {"players and direction", "deals"},
}
"""The passages of each source as the files call them, after the headings of the text."""


def read(name: str) -> nodes.File:
    """The syntax tree of a bundled file."""
    result = parse(SourceText(name, (RULES / name).read_text(encoding="utf-8")))
    assert result.file is not None, result.diagnostics
    return result.file


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
        ("pagat.clag", ' from pagat "players and cards"'),
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
        if cite.passage not in PASSAGES[cite.source.text]
    ]
    assert wrong == []


def test_the_whole_pagat_game_takes_sixty_lines() -> None:
    text = (RULES / "pagat.clag").read_text(encoding="utf-8")
    assert len(text.splitlines()) <= 60
    assert max(map(len, text.splitlines())) <= 120
