"""Where a name is used: in its file, in what that extends, and in open files that extend it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from clagdsl.lang.source import SourceText
from clagdsl.lsp.partial_tree import read_draft
from clagdsl.lsp.rename import uses
from clagdsl.lsp.workspace import Chain, Library

ROOT = Path(__file__).parent.parent.parent
FILES = sorted([*(ROOT / "rules").glob("*.clag"), *(ROOT / "rules" / "house").glob("*.clag")])
LIBRARY = Library()
HOUSE = """clag 1
game "House" extends pagat
source us "how we play"
param extra = 3 in 0 to 5 "more" from us
let bonus = 10 + extra
deal "Plain Sailing" as plain is normal with trump none score bonus from us
twist Doubled as dbl score bonus * point_stake
change Misere score 10 when tricks = 0, otherwise -tricks from us
add plain after "Aces Low"
example "e" from us in "Plain Sailing" where extra = 2: bid 2 tricks 2 scores 12
"""


def chain_of(text: str, path: Path | None = None) -> Chain:
    return LIBRARY.chain(read_draft(SourceText("rules.clag", text)), path, {})


def shown(chain: Chain, before: str, *others: Chain) -> list[str]:
    """Each use at the end of some text: the file, the line, and `*` where it is declared."""
    text = chain.draft.source.text
    found = uses(chain, text.index(before) + len(before), others)
    return [
        f"{'' if use.file.path is None else use.file.path.stem + ':'}"
        f"{use.file.draft.source.position(use.name.span.start)[0]}{'*' * use.name.declares}"
        for use in found
    ]


@pytest.mark.parametrize(
    ("before", "expected"),
    [
        ("source u", ["3*", "4", "6", "8", "10"]),
        ("from u", ["3*", "4", "6", "8", "10"]),
        ("param ex", ["4*", "5", "10"]),
        ("let bo", ["5*", "6", "7"]),
        ("score bo", ["5*", "6", "7"]),
        ('deal "Pl', ["6*", "6*", "9", "10"]),
        ("as pl", ["6*", "6*", "9", "10"]),
        ("add pl", ["6*", "6*", "9", "10"]),
        ("twist Dou", ["7*", "7*"]),
        ("score 10 when tri", []),
        ("cla", []),
    ],
)
def test_uses_in_one_file(before: str, expected: list[str]) -> None:
    assert shown(chain_of(HOUSE), before) == expected


def test_a_special_card_is_found_in_the_pack_where_it_is_turned_and_in_examples() -> None:
    path = ROOT / "rules" / "family" / "wizard.clag"
    lines = path.read_text("utf-8").splitlines()
    card = re.compile(r"\bWizard\b")
    expected = [
        f"wizard:{number}{'*' * line.startswith('special')}"
        for number, line in enumerate(lines, 1)
        for _ in card.findall("" if line.startswith(("game", "source")) else line)
    ]
    chain = chain_of("\n".join(lines), path)
    for before in ("pack all ranks, 4 Wi", "special Wi", "on Wi", "may play Wi"):
        assert shown(chain, before) == expected
    house = chain_of(
        'clag 2\ngame "House" variant "Ours" extends wizard\n'
        'example "mine" in normal: trump hearts cards Wizard KS won by Wizard\n'
    )
    assert shown(house, "won by Wi") == ["3", "3", *expected]


def test_uses_in_the_file_that_is_extended_and_in_others_that_extend_it() -> None:
    pagat = (ROOT / "rules" / "pagat.clag").read_text("utf-8")
    base = [
        f"pagat:{number}{'*' * line.startswith('param point_stake')}"
        for number, line in enumerate(pagat.splitlines(), 1)
        if "point_stake" in line.partition("#")[0]
    ]
    house = chain_of(HOUSE)
    other = chain_of('clag 1\ngame "Other" extends pagat\nlet mine = point_stake\n')
    apart = chain_of('clag 1\ngame "Apart" extends pagat\nlet point_stake = 3\nlet b = point_stake')
    assert len(base) > 1
    assert shown(house, "* point_st") == ["7", *base]
    assert shown(house, "* point_st", other, apart) == ["7", *base, "3"]
    assert shown(other, "= point_st", apart, house) == ["3", *base, "7"]
    assert shown(apart, "let point_st", house, other) == ["3*", "4"]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_use_of_a_name_finds_the_same_uses(path: Path) -> None:
    chain = chain_of(path.read_text("utf-8"), path)
    names = chain.draft.names
    found = {
        name.span: {
            use.name.span for use in uses(chain, name.span.start) if use.file is chain.files[0]
        }
        for name in names
    }
    for name in names:
        if chain.declaration(name) is not None:
            assert name.span in found[name.span]
        for span in found[name.span]:
            assert found[span] == found[name.span]
