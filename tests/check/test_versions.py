"""The version in the first line of a file: what it may say, and what it may extend."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from clagdsl.check.checker import check_path, check_text
from clagdsl.cli.main import main
from clagdsl.cli.new import house_text
from clagdsl.lang.aspects import TABLE
from clagdsl.lang.fingerprint import rules_hash
from clagdsl.lang.game_json import game_json
from clagdsl.lang.identifiers import VERSIONS
from clagdsl.lang.rules import LetValue
from clagdsl.lang.source import SourceText
from clagdsl.lsp.partial_tree import read_draft
from clagdsl.problems.diagnostic import apply_edits, safe_edits
from clagdsl.syntax.parser import parse

GAME = """clag 1
game "X"
players 3 to 3
deal normal trump turned bid in turn score tricks
  lead dealer when players = 3, otherwise eldest
  follow suit, else anything
twist Low lead dealer
deal called is normal with call by dealer one of Low
schedule 3 cards: normal, called
winner highest total, then shared
"""


def told(text):
    return [(one.code, str(one.place), one.help) for one in check_text(text).diagnostics]


@pytest.fixture
def newer_dealer(monkeypatch):
    """`lead dealer` as if `clag 2` had brought it."""
    policies = TABLE["lead"].policies.by_key
    monkeypatch.setitem(policies, "dealer", replace(policies["dealer"], since=2))


def told_as_newer(text, words):
    """The text as `check --fix` writes it: these words of it are newer than its version."""
    (found,) = check_text(text).diagnostics
    assert found.code == "C248"
    line = text.splitlines()[found.place.line - 1]
    assert line[found.place.column - 1 : found.place.end_column - 1] == words
    mended = apply_edits(text, safe_edits((found,), "rules.clag"))
    assert mended == text.replace("clag 1", "clag 2")
    assert check_text(mended).diagnostics == ()
    return mended


@pytest.mark.parametrize("header", ["", "clag\n"])
@pytest.mark.usefixtures("newer_dealer")
def test_a_forgotten_first_line_is_one_with_which_the_file_works(header):
    text = header + GAME.removeprefix("clag 1\n")
    (found,) = check_text(text).diagnostics
    assert found.message == "a rules file must begin with `clag 1` or `clag 2`"
    assert check_text(apply_edits(text, found.fix)).diagnostics == ()


@pytest.mark.usefixtures("newer_dealer")
def test_a_word_that_is_newer_than_its_file_is_told_and_mended():
    wanted = "change the first line to `clag 2`"
    assert told(GAME) == [
        ("C248", "rules.clag:5:8", wanted),
        ("C248", "rules.clag:7:16", wanted),
    ]
    found = check_text(GAME)
    assert found.game is None
    first = found.diagnostics[0]
    assert first.message == "`dealer` needs `clag 2` here"
    assert (first.place.end_column, str(first.others[0].place)) == (14, "rules.clag:1:6")
    mended = apply_edits(GAME, safe_edits(found.diagnostics, "rules.clag"))
    assert mended == GAME.replace("clag 1", "clag 2")
    assert told(mended) == []


@pytest.mark.parametrize(
    ("declared", "name"),
    [
        ('param blind = 1 in 0 to 2 "x"', "blind"),
        ("let auction = players", "auction"),
        ('param how = blind in blind, dark "x"', "blind"),
    ],
)
def test_a_name_that_the_newer_version_has_as_a_word_is_renamed_first(declared, name):
    text = GAME.replace("trump turned", "trump drawn").replace(
        "deal normal", f"{declared} deal normal", 1
    )
    (newer,) = [each for each in check_text(text).diagnostics if each.code == "C248"]
    help_text = f"first rename `{name}`, a word of `clag 2`; then change the first line to `clag 2`"
    assert (newer.code, newer.help) == ("C248", help_text)
    assert safe_edits((newer,), "rules.clag") == ()
    versioned = text.replace("clag 1", "clag 2")
    assert [one.code for one in check_text(versioned).diagnostics] == ["C207"]
    assert check_text(versioned.replace(name, f"my_{name}")).game is not None


def test_a_class_to_follow_with_is_told_where_it_stands(monkeypatch):
    policies = TABLE["follow"].policies.by_key
    monkeypatch.setitem(policies, "anything", replace(policies["anything"], since=2))
    assert [place for _, place, _ in told(GAME)] == ["rules.clag:6:21"]


LIMITED = GAME.replace("score tricks", "last bid keeps bids > 4, otherwise free score tricks")


@pytest.mark.parametrize("number", VERSIONS)
def test_free_after_otherwise_is_a_name_where_one_is_declared(number):
    text = LIMITED.replace("clag 1", f"clag {number}").replace(
        "deal normal", "let free = players > 2 deal normal", 1
    )
    game = check_text(text).game
    (alternative,) = game.deal("normal").aspects.last_bid.alternatives
    assert alternative.value.otherwise == LetValue("free")


def test_a_direction_is_newer_and_so_is_the_right():
    old = GAME.replace("3 to 3", "3 to 3, counterclockwise").replace(
        "lead dealer when", "next dealer right lead dealer when"
    )
    found = check_text(old).diagnostics
    lines = old.splitlines()
    words = [lines[p.line - 1][p.column - 1 : p.end_column - 1] for p in (d.place for d in found)]
    assert [(one.code, word) for one, word in zip(found, words, strict=True)] == [
        ("C248", "counterclockwise"),
        ("C248", "right"),
    ]
    mended = apply_edits(old, safe_edits(found, "rules.clag"))
    assert mended == old.replace("clag 1", "clag 2")
    game = check_text(mended).game
    assert game == check_text(mended.replace("next dealer right", "")).game
    clockwise = check_text(GAME).game
    assert rules_hash(game) != rules_hash(clockwise)
    assert ["direction" in game_json(one)["game"] for one in (game, clockwise)] == [True, False]


def test_a_step_of_one_says_nothing_and_changes_no_fingerprint():
    text = GAME.replace("clag 1", "clag 2").replace(
        "3 cards: normal,", "1 up to 5 {}cards: normal,"
    )
    plain, one, two = (check_text(text.format(by)).game for by in ("", "by 1 ", "by 2 "))
    assert plain == one
    assert rules_hash(plain) == rules_hash(one) != rules_hash(two)
    sizes = [game_json(game)["game"]["schedule"][0]["sizes"] for game in (one, two)]
    assert ["by" in each for each in sizes] == [False, True]


def test_an_aspect_that_is_newer_is_told_at_its_keyword(monkeypatch):
    monkeypatch.setitem(TABLE, "score", replace(TABLE["score"], since=2))
    (found,) = check_text(GAME).diagnostics
    assert (found.code, found.place.column, found.place.end_column) == ("C248", 38, 43)


@pytest.mark.usefixtures("newer_dealer")
def test_check_mends_it(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    path = Path("x.clag")
    path.write_text("# ours\n" + GAME)
    assert main(["check", "--fix", "x.clag"]) == 0
    assert "2 mistakes fixed" in capsys.readouterr().out
    assert path.read_text() == "# ours\n" + GAME.replace("clag 1", "clag 2")


# --- two versions -------------------------------------------------------------------------


def test_a_file_extends_older_ones_and_what_is_bundled(tmp_path):
    old, new = tmp_path / "old.clag", tmp_path / "new.clag"
    for version, base in ((1, old), (2, new)):
        base.write_text(GAME.replace("clag 1", f"clag {version}"))
    codes = {
        (version, base): [
            one.code
            for one in check_text(
                f'clag {version}\ngame "Y" extends {base}\n', path=tmp_path / "y.clag"
            ).diagnostics
        ]
        for version in VERSIONS
        for base in ('"old.clag"', '"new.clag"', "pagat")
    }
    assert codes.pop((1, '"new.clag"')) == ["C248"]
    assert set(map(tuple, codes.values())) == {()}


def test_what_is_bundled_may_be_newer(monkeypatch, tmp_path):
    path = tmp_path / "shipped.clag"
    path.write_text(GAME.replace("clag 1", "clag 2"))
    monkeypatch.setattr("clagdsl.lang.resources.bundled_path", lambda _: path)
    assert told('clag 1\ngame "Y" extends shipped\n') == []


@pytest.mark.usefixtures("newer_dealer")
def test_a_word_of_the_file_that_is_extended_is_told_there(tmp_path):
    (tmp_path / "old.clag").write_text(GAME)
    text = 'clag 2\ngame "Y" extends "old.clag"\n'
    found = check_text(text, path=tmp_path / "y.clag").diagnostics
    assert {Path(one.place.file).name for one in found} == {"old.clag"}


def test_the_same_rules_are_the_same_game_in_either_version():
    games = [check_text(GAME.replace("clag 1", f"clag {number}")).game for number in VERSIONS]
    assert None not in games
    assert len({rules_hash(game) for game in games}) == 1
    assert game_json(games[0]) == game_json(games[1])


def test_a_house_file_has_the_newest_version():
    for number in VERSIONS:
        text = GAME.replace("clag 1", f"clag {number}")
        found = parse(SourceText("x.clag", text)).file
        house = house_text(check_text(text).game, [found], '"x.clag"', "Ours")
        assert house.startswith(f"clag {VERSIONS[-1]}\n")


@pytest.mark.parametrize("number", [0, 3, 12])
def test_another_version_is_not_read(number):
    text = GAME.replace("clag 1", f"clag {number}")
    assert told(text) == [
        ("S132", "rules.clag:1:6", "write `clag 2`, or use a newer version of clagdsl")
    ]


def test_layout_keeps_the_version(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    path = Path("x.clag")
    path.write_text(GAME.replace("clag 1", "clag  2"))
    assert main(["fmt", "x.clag"]) == 0
    assert path.read_text().startswith("clag 2\ngame")
    assert check_path("./x.clag").game is not None


@pytest.mark.parametrize("number", VERSIONS)
def test_an_editor_reads_every_version(number):
    text = GAME.replace("clag 1", f"clag {number}")
    draft = read_draft(SourceText("x.clag", text))
    assert draft.whole
    broken = read_draft(SourceText("x.clag", text + "deal last score"))
    assert not broken.whole
    assert broken.statements[:5] == draft.statements[:5]


def test_a_condition_of_a_row_is_newer():
    (row,) = [line for line in GAME.splitlines() if "cards: " in line]
    text = GAME.replace(row, f"{row} when players = 3 then 2 cards: normal")
    told_as_newer(text, "when players = 3")


def test_brackets_around_rows_are_newer():
    text = GAME.replace("schedule ", "schedule repeat 2 times (").replace("\nwinner", ")\nwinner")
    told_as_newer(text, "(")


def test_a_drawn_dealer_is_newer():
    numbers = "players 3 to 3"
    assert numbers in GAME
    text = GAME.replace(numbers, f"{numbers}, dealer drawn")
    mended = told_as_newer(text, "dealer drawn")
    drawn, said = check_text(mended).game, check_text(GAME).game
    assert rules_hash(drawn) != rules_hash(said)
    told = [game_json(game)["game"].get("first_dealer") for game in (said, drawn)]
    assert told[0] is None
    assert [each["value"] for each in told[1]["alternatives"]] == ["drawn"]


@pytest.mark.parametrize("player", ["dealer", "caller", "eldest"])
def test_who_bids_first_is_no_source(player):
    text = GAME.replace("clag 1", "clag 2").replace("bid in turn", f"bid in turn  from {player}")
    (found,) = (each for each in check_text(text).diagnostics if each.code == "C202")
    meant = "bid in turn" if player == "eldest" else f"bid in turn, {player} first"
    assert found.help.endswith(f"`{meant}`")
    assert not found.safe  # the dealer's left may be meant as well
    assert apply_edits(text, found.fix) == GAME.replace("clag 1", "clag 2").replace(
        "bid in turn", meant
    )


def test_who_bids_first_keeps_the_hash_of_older_files():
    old, new = GAME.replace("clag 1", "clag 2"), GAME.replace("clag 1", "clag 2")
    new = new.replace("bid in turn", "bid in turn, dealer first")
    games = [check_text(text).game for text in (old, new)]
    assert rules_hash(games[0]) != rules_hash(games[1])
    told = [json.dumps(game_json(game)) for game in games]
    assert [text.count('"first": "dealer"') for text in told] == [0, 2]


def test_a_pack_keeps_the_hash_of_older_files():
    old = GAME.replace("clag 1", "clag 2")
    new = old.replace("deal normal", "pack all ranks\ndeal normal", 1)
    games = [check_text(text).game for text in (old, new)]
    assert rules_hash(games[0]) == rules_hash(check_text(GAME).game) != rules_hash(games[1])
    assert ["pack" in game_json(game)["game"] for game in games] == [False, True]
