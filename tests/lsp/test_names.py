"""Names in rules files: where they stand, what they mean, what becomes of them when renamed."""

import dataclasses
import typing
from pathlib import Path

import pytest

from clagdsl.check.checker import check_path, check_text
from clagdsl.lang.source import SourceText
from clagdsl.lsp.completion import explain_place
from clagdsl.lsp.partial_tree import ROLES, read_draft
from clagdsl.lsp.protocol import symbols
from clagdsl.lsp.rename import RenameError, edited, rename, uses
from clagdsl.lsp.workspace import Chain, Library
from clagdsl.syntax import nodes

ROOT = Path(__file__).parent.parent.parent
FILES = sorted([*(ROOT / "rules").glob("*.clag"), *(ROOT / "rules" / "house").glob("*.clag")])
LIBRARY = Library()


def chain_of(text: str, path: Path | None = None) -> Chain:
    return LIBRARY.chain(read_draft(SourceText("rules.clag", text)), path, {})


def has_names(annotation: object) -> bool:
    inner = typing.get_args(annotation)
    return annotation is nodes.Name or any(has_names(each) for each in inner)


def test_every_name_in_the_syntax_tree_has_a_role() -> None:
    found = set()
    for kind in vars(nodes).values():
        if isinstance(kind, type) and dataclasses.is_dataclass(kind):
            hints = typing.get_type_hints(kind)
            found |= {(kind, name) for name, hint in hints.items() if has_names(hint)}
    assert found == set(ROLES)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_names_of_a_bundled_file_stand_where_the_text_has_them(path: Path) -> None:
    text = path.read_text("utf-8")
    draft = read_draft(SourceText(path.name, text))
    assert draft.whole
    assert [n.text for n in draft.names] == [
        text[n.span.start : n.span.end].strip('"') for n in draft.names
    ]
    assert len({n.span for n in draft.names}) == len(draft.names)


@pytest.mark.parametrize("path", FILES[-8:], ids=lambda path: path.stem)
def test_a_renamed_file_checks_as_before(path: Path, tmp_path: Path) -> None:
    text = path.read_text("utf-8")
    before = check_path(path)
    chain = chain_of(text, path)
    mine = tmp_path / path.name
    for name in [name for name in chain.draft.names if name.declares]:
        (edits,) = rename(chain, name.span.start, "renamed_here")
        after = edited(text, edits)
        assert name.space == "deal" or f" {name.text} =" not in after
        if name.space == "value":
            result = check_text(after, path.name, mine)
            assert [d.code for d in result.diagnostics] == [d.code for d in before.diagnostics]
            assert result.evidence is not None
            assert before.evidence is not None
            assert result.evidence.scores == before.evidence.scores
    (deal,) = [n for n in chain.draft.names if n.text == "normal" and n.declares] or [None]
    if deal is not None:
        (edits,) = rename(chain, deal.span.start, "an ordinary deal")
        result = check_text(edited(text, edits), path.name, path)
        assert result.diagnostics == ()
        assert result.game is not None
        assert before.game is not None
        assert [d.name.replace("an ordinary deal", "normal") for d in result.game.deals] == [
            d.name for d in before.game.deals
        ]


GAME = """clag 1
game "x"
players 3 to 4
source wiki "W"
param style = strict in strict, loose
let bonus = 2
deal normal as n from wiki trump none bid in turn score 10 + bonus when style = strict, otherwise 1
deal Plain is n with wild 2
schedule 7 cards: n, Plain
winner highest total, then shared
example "e" from wiki in normal where style = loose: bid 1 tricks 1 scores 1
"""


def renamed(text: str, before: str, name: str) -> str:
    offset = text.index(before) + len(before)
    (edits,) = rename(chain_of(text), offset, name)
    return edited(text, edits)


def test_a_rename_reaches_every_use_and_nothing_else() -> None:
    assert check_text(GAME).diagnostics == ()
    assert renamed(GAME, "let bon", "extra") == GAME.replace("bonus", "extra")
    assert renamed(GAME, "source wi", "web") == GAME.replace("wiki", "web")
    assert renamed(GAME, "param sty", "kind") == GAME.replace("style", "kind")
    assert renamed(GAME, "deal nor", "old") == GAME.replace("normal", "old")
    assert renamed(GAME, "normal as ", "nn") == GAME.replace("as n ", "as nn ").replace(
        "is n ", "is nn "
    ).replace(": n,", ": nn,")
    quoted = renamed(GAME, "deal Pl", "No Trumps, again")
    assert quoted == GAME.replace("Plain", '"No Trumps, again"')
    assert renamed(GAME, "deal Pl", '"score"') == GAME.replace("Plain", '"score"')
    for name in ("extra", "web"):
        assert check_text(renamed(GAME, "let bon", name)).diagnostics == ()


@pytest.mark.parametrize(
    ("before", "name", "why"),
    [
        ("let bon", "style", "taken"),
        ("let bon", "loose", "taken"),
        ("let bon", "made", "name of the language"),
        ("let bon", "2x", "one word"),
        ("let bon", "a b", "one word"),
        ("let bon", "", "empty"),
        ("deal nor", "Plain", "taken"),
        ("deal nor", "n", "taken"),
        ("deal nor", 'a"b', "cannot replace"),
        ("deal nor", "a\nb", "cannot replace"),
        ("deal nor", "x" * 61, "at most 60"),
        ("deal nor", '"  "', "empty"),
        ("source wi", "two words", "one word"),
        ("players", "x", "only names"),
        ("in strict", "x", "only names"),
    ],
)
def test_a_rename_is_refused(before: str, name: str, why: str) -> None:
    with pytest.raises(RenameError, match=why):
        renamed(GAME, before, name)


def test_a_broken_file_is_not_renamed() -> None:
    with pytest.raises(RenameError, match="has errors"):
        renamed(GAME + "deal x is\n", "let bon", "extra")


def test_a_rename_reaches_open_files_that_extend_this_one(tmp_path: Path) -> None:
    base, house = tmp_path / "base.clag", tmp_path / "house.clag"
    base.write_text(GAME, "utf-8")
    text = 'clag 1\ngame "h" extends "base.clag"\nchange Plain score bonus\nlet own = 1\n'
    chain, other = chain_of(GAME, base), chain_of(text, house)
    here, there = rename(chain, GAME.index("bonus"), "extra", [other, chain_of("clag 1")])
    assert edited(GAME, here) == GAME.replace("bonus", "extra")
    assert there.file.path == house
    assert edited(text, there) == text.replace("bonus", "extra")
    with pytest.raises(RenameError, match="taken"):
        rename(chain, GAME.index("bonus"), "own", [other])
    with pytest.raises(RenameError, match=r"declared in base\.clag"):
        rename(other, text.index("Plain"), "x", [])


def test_a_rename_reaches_what_is_dropped(tmp_path: Path) -> None:
    base, house = tmp_path / "base.clag", tmp_path / "house.clag"
    text = GAME.replace("deal Plain", "deal bonus2 is n with wild 3\ndeal Plain").replace(
        "n, Plain", "n, Plain, bonus2"
    )
    base.write_text(text, "utf-8")
    written = 'clag 1\ngame "h" extends "base.clag"\ndrop bonus\ndrop bonus2\n'
    chain, other = chain_of(text, base), chain_of(written, house)
    _, there = rename(chain, text.index("bonus ="), "extra", [other])
    assert edited(written, there) == written.replace("drop bonus\n", "drop extra\n")
    _, there = rename(chain, text.index("bonus2"), "short", [other])
    assert edited(written, there) == written.replace("bonus2", "short")
    places = uses(other, written.index("bonus"))
    assert [use.file.path for use in places] == [house, base, base]
    declared = other.declaration(other.draft.names[0])
    assert declared is not None
    assert declared.name.space == "value"


def test_a_special_card_is_renamed_wherever_it_stands() -> None:
    path = ROOT / "rules" / "family" / "wizard.clag"
    text = path.read_text("utf-8")
    chain = chain_of(text, path)
    (edits,) = rename(chain, text.index("Jester may play"), "Fool")
    after = edited(text, edits)
    assert "Jester" not in after
    assert after.count("Fool") == text.count("Jester")
    assert [d.code for d in check_text(after, path.name).diagnostics] == []
    for wanted in ("Wizard", "hook", "AS", "hearts", "tricks", "two words", "jester's"):
        with pytest.raises(RenameError):
            rename(chain, text.index("Jester may play"), wanted)


def test_every_statement_of_the_bundled_files_is_listed_beside_them() -> None:
    for path in (ROOT / "rules").rglob("*.clag"):
        draft = read_draft(SourceText(path.name, path.read_text("utf-8")))
        assert len(list(symbols(draft))) == len(draft.statements)


# --- what is understood of unfinished files ------------------------------------------------


def test_one_unfinished_line_costs_nothing_but_itself() -> None:
    text = GAME.replace("deal Plain is n with wild 2", "deal Plain is n with wild 2 score 1 +")
    draft = read_draft(SourceText("x", text))
    assert not draft.whole
    kinds = [type(statement) for statement in draft.statements]
    assert kinds == [type(s) for s in read_draft(SourceText("x", GAME)).statements]


@pytest.mark.parametrize(
    "end", ["", " is", " is n", " is n with", " as", " trump", " from wiki tr"]
)
def test_a_declaration_that_has_only_begun_is_known(end: str) -> None:
    draft = read_draft(SourceText("x", GAME + f"deal Begun{end}\nlet after = 1\n"))
    declared = {name.text for name in draft.names if name.declares}
    assert {"Begun", "normal", "after"} <= declared


def test_of_a_huge_broken_file_the_declarations_are_known() -> None:
    draft = read_draft(SourceText("x", GAME + "let y = 1\n" * 3_000 + "let z = ("))
    assert draft.statements == ()
    assert {"normal", "style", "wiki", "z"} <= {n.text for n in draft.names if n.declares}


@pytest.mark.parametrize("text", ["", "x" * (1 << 21), "clag 1 " * 40_000, "\x00", "clag 3\ndeal"])
def test_what_is_no_rules_file_is_an_empty_or_a_partial_draft(text: str) -> None:
    draft = read_draft(SourceText("x", text))
    assert not draft.whole
    assert list(symbols(draft)) == []


# --- what names mean ------------------------------------------------------------------------


def shown(text: str, before: str, path: Path | None = None) -> str:
    found = explain_place(chain_of(text, path), text.index(before) + len(before))
    return "" if found is None else found.text


def test_the_definition_of_a_deal_says_what_it_replaces() -> None:
    found = shown(GAME, ": n, Pl")
    assert "**Plain**, a deal" in found
    assert "- `wild`: `2` instead of its default" in found


def test_a_definition_is_shown_as_it_is_written() -> None:
    written = """deal Odd is n with # for Anna
  trump  none
    # no trumps
  score bid # as bid
    + 1"""
    found = shown(f"{GAME}{written}\n    from wiki\n", "deal Od")
    assert f"```clag\n{written}\n```" in found
    assert "- `trump`: `none` instead of `none`" in found
    assert "- `score`: `bid + 1` instead of `10 + bonus when" in found


def test_a_house_file_shows_what_it_changes_and_against_what() -> None:
    house = (
        'clag 1\ngame "h" extends pagat\nchange normal score 1\n'
        "deal Odd is normal with score 2 trump none\nadd Odd after Misere\n"
    )
    found = shown(house, "add O")
    assert "- `score`: `2` instead of `1`" in found
    assert "- `trump`: `none` instead of `turned`" in found
    inherited = shown(house, "change nor")
    assert "in `pagat.clag`" in inherited
    assert "changed in `rules.clag`" in inherited
    assert "Clag, Pagat" in shown(house, "extends pa")


@pytest.mark.parametrize(
    ("before", "found"),
    [
        ("sty", "param style = strict in strict, loose"),
        ("10 + bon", "let bonus = 2"),
        ("source wi", "a source: W"),
        ("bid in tu", "once round"),
        ("high", "most points"),
        ("deal Plain is n wi", "What is different"),
        ("deal norm", "deal normal as n from wiki"),
        ("scor", "What each player scores"),
    ],
)
def test_words_and_names_are_explained(before: str, found: str) -> None:
    assert found in shown(GAME, before)


def test_a_name_of_the_game_is_told_from_the_word_of_the_language() -> None:
    text = GAME.replace("score 10 +", "last bid keeps bid != 1 score bid +")
    assert "A limit on the bid made last" in shown(text, "last b")
    assert "The player's bid" in shown(text, "keeps b")
    settle = GAME + "settle loser pays winner winner.total\n"
    assert "The winner's points" in shown(settle, "winner winner.to")
    assert "The winner's points" in shown(settle, "winner winn")


def test_a_source_cannot_write_markdown() -> None:
    text = GAME.replace('"W"', '"<b>[x](y)`"')
    assert r"\<b\>\[x\](y)\`" in shown(text, "source wi")


# --- files that are open --------------------------------------------------------------------


def test_a_saved_change_of_what_is_extended_is_seen(tmp_path: Path) -> None:
    base = tmp_path / "base.clag"
    base.write_text(GAME, "utf-8")
    text = 'clag 1\ngame "h" extends "base.clag"\n'
    assert "Plain" in chain_of(text, tmp_path / "h.clag").declared("deal")
    base.write_text(GAME.replace("Plain", "Plainer"), "utf-8")
    assert "Plainer" in chain_of(text, tmp_path / "h.clag").declared("deal")
    opened = {base: read_draft(SourceText("base", GAME.replace("Plain", "Open")))}
    house = read_draft(SourceText("h", text))
    assert "Open" in LIBRARY.chain(house, tmp_path / "h.clag", opened).declared("deal")


def test_files_that_extend_each_other_end(tmp_path: Path) -> None:
    for name, other in (("a", "b"), ("b", "a")):
        path = tmp_path / f"{name}.clag"
        path.write_text(f'clag 1\ngame "x" extends "{other}.clag"\n', "utf-8")
    path = tmp_path / "a.clag"
    assert len(chain_of(path.read_text("utf-8"), path).files) == 2


def test_a_text_is_checked_as_the_file_that_it_is_to_be(tmp_path: Path) -> None:
    (tmp_path / "base.clag").write_text(GAME, "utf-8")
    text = 'clag 1\ngame "h" extends "base.clag"\ndrop Plain\n'
    mine = tmp_path / "h.clag"
    assert check_text(text, "h.clag", mine).game is not None
    assert [d.code for d in check_text(text, "h.clag").diagnostics] == ["C233"]
    itself = 'clag 1\ngame "h" extends "h.clag"\n'
    assert check_text(itself, "h.clag", mine).game is None
