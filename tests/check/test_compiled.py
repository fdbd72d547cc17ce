"""A compiled game is read back: the same game, or what is wrong with it."""

from __future__ import annotations

import copy
import json
import random
import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from support.simulation_rules import rules_files

import clagdsl
from clagdsl.check.checker import (
    CheckResult,
    check_path,
    check_text,
    check_untrusted,
    compiled_json,
    game_of,
)
from clagdsl.check.compiled_game import carried_texts, carried_texts_in
from clagdsl.check.proof_cache import ProvedRules, proved_rules
from clagdsl.cli.main import main
from clagdsl.explain.rule_sheet.document import markdown
from clagdsl.explain.rule_sheet.sheet_builder import rule_sheet
from clagdsl.lang.fingerprint import rules_hash
from clagdsl.lang.game_json import game_json, read_game_json
from clagdsl.lang.json_value import indented
from clagdsl.lang.limits import LARGEST_COMPILED
from clagdsl.lang.resources import data_folder
from clagdsl.lang.rules import Game
from clagdsl.lang.source import SourceText
from clagdsl.problems.diagnostic import Diagnostic

ROOT = Path(__file__).parent.parent.parent
FILES = sorted((ROOT / "rules").rglob("*.clag"))

SMALL = """clag 1
game "Small Clag" variant "Test"
players 3 to 5
source gran "What gran says"
param stake = 5 in 0 to 100 "pence for each point"
param hook = false
param style = plain in plain, strict
let double = players * 2
deal normal as n from gran "the first evening"
  trump turned
  bid in turn
  last bid keeps bids != cards when hook, otherwise free
  score 10 + bid when made, otherwise -abs(bid - tricks)
deal "No Trumps" as NT is normal with trump none
deal Choice is normal with
  call by dealer one of Plain, "Very Odd" at most one of High
deal Plain is Choice with trump none
twist "Very Odd" as VO score min(bid, tricks, 3) when style = strict, otherwise double - tricks
twist High lead dealer wild 2 3 in suit
schedule
  1 up to 3 cards: normal, "No Trumps" then
  repeat 2 times dealer picks 2 to 4 cards: Choice
winner highest total, then most completed, then shared
settle loser pays winner stake * (winner.total - loser.total)
"""
SUITS_IN_ORDER = SMALL.replace(
    "deal Plain is Choice with trump none", "deal Plain is Choice with trump order H C D S"
)

OPENED = """clag 2
game "Opened"
players 3
deal normal
  trump none
  bid in turn
  open no hearts
  score tricks
deal free is normal with
  open anything
schedule
  2 cards: normal, free
winner highest total, then shared
"""


def compiled(checked: CheckResult) -> str:
    """What `compile -o` writes."""
    assert checked.game is not None
    return indented(compiled_json(checked.game, checked.chain), ensure_ascii=False) + "\n"


DOCUMENT: Any = json.loads(compiled(check_text(SMALL, "small.clag")))


def read(document: Any) -> CheckResult:
    text = document if isinstance(document, str) else indented(document)
    return check_text(text, "x.json", Path("x.json"))


def only_problem(document: Any) -> Diagnostic:
    """The one problem of a compiled game that is refused: it has a place, a help and no edits."""
    result = read(document)
    assert result.game is None
    [found] = result.diagnostics
    assert found.place is not None
    assert found.place.file.partition("/")[0] == "x.json"
    assert found.help
    assert not found.fix
    assert not found.safe
    return found


# --- the same game --------------------------------------------------------------------------------


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_what_is_compiled_read_and_compiled_again_is_the_same(path: Path) -> None:
    checked = check_path(path, lambda _: True)
    assert checked.game is not None
    text = compiled(checked)
    source = SourceText("x.json", text)
    texts = carried_texts_in(source)
    assert not isinstance(texts, Diagnostic)
    assert carried_texts(texts) == texts
    assert "#" not in re.sub(r'"[^"]*"', "", "".join(each.text for each in texts))
    again = game_of(texts)
    assert again == checked.game
    assert rules_hash(again) == rules_hash(checked.game)
    assert indented(game_json(again, texts), ensure_ascii=False) + "\n" == text
    assert read_game_json(json.loads(text)).game == checked.game
    assert places(again) == places(checked.game)


def places(game: Game) -> list[str]:
    """Where the deals and clauses of a game stand in files, without their folders."""
    found = [
        each.origin
        for deal in game.deals
        for each in (deal, *deal.aspects.clauses_by_aspect().values())
    ]
    return [str(one.place).rpartition("/")[2] for one in found]


SLOW = [HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much]


def assert_the_same_again(text: str) -> None:
    first = check_text(text)
    if first.game is None or first.evidence is None:
        return
    again = read(compiled(first))
    assert again.game == first.game
    assert compiled(again) == compiled(first)
    assert repr(again.evidence) == repr(first.evidence)
    assert [one.code for one in again.diagnostics] == [one.code for one in first.diagnostics]


@pytest.mark.long
@settings(max_examples=3_000, deadline=None, suppress_health_check=SLOW)
@given(rules_files())
def test_many_drawn_rules_are_the_same_again(text: str) -> None:
    assert_the_same_again(text)


@pytest.mark.parametrize(
    "text", [SMALL, SUITS_IN_ORDER, OPENED, OPENED.replace("  open no hearts\n", "")]
)
def test_every_kind_of_value_is_the_same_again(text: str) -> None:
    assert_the_same_again(text)
    assert check_text(text).game is not None


def test_what_is_read_back_plays_the_same_and_has_the_same_sheet(tmp_path: Path) -> None:
    game = clagdsl.load("foss")
    path = tmp_path / "foss.json"
    path.write_text(indented(compiled_json(game.rules, game.texts)), encoding="utf-8")
    again = clagdsl.load(path)
    assert again.rules == game.rules
    assert repr(again.rules) == repr(game.rules)  # places, citations, assumptions
    assert again.reference == str(path)
    assert repr(again.evidence) == repr(game.evidence)
    setting = {"roll_shows_trump": False}
    one = game.start(players=3, seed=7, parameters=setting)
    other = again.start(players=3, seed=7, parameters=setting)
    chance = random.Random(1)
    for _ in range(60):
        legal = one.legal()
        assert other.legal() == legal
        action = chance.choice(legal)
        one, other = one.apply(action), other.apply(action)
    assert one.events == other.events
    assert one.view(0) == other.view(0)
    assert markdown(rule_sheet(again.rules)) == markdown(rule_sheet(game.rules))
    assert one.why_not("bid 99") == other.why_not("bid 99")
    assert one.why_not("bid 99") is not None


# --- the texts that it carries --------------------------------------------------------------------

BASE = data_folder("rules") / "foss.clag"


def test_it_holds_no_folder_of_its_author(tmp_path: Path) -> None:
    home = tmp_path / "home-of-ann"
    (home / "house").mkdir(parents=True)
    (home / "base.clag").write_bytes(BASE.read_bytes())
    house = 'clag 2\ngame "What it extends" extends "../base.clag" # the usual\nchange param'
    house += " roll_shows_trump = false"
    (home / "house" / "friday.clag").write_text(house)
    checked = check_path(home / "house" / "friday.clag")
    text = compiled(checked)
    assert "home-of-ann" not in text
    assert "../" not in text
    document = json.loads(text)
    assert [each["name"] for each in document["texts"]] == ["friday.clag", "base.clag"]
    assert document["texts"][0]["text"].splitlines() == [
        "clag 2",
        'game "What it extends" extends "base.clag"   ',
        "change param roll_shows_trump = false",
    ]
    assert document["game"]["file"] == "friday.clag"
    assert document["game"]["extends"] == "base.clag"
    again = read(text)
    assert again.game == checked.game
    assert again.game is not None
    assert again.game.parameters[0].default is False
    assert compiled(again) == text


def test_files_of_one_name_are_told_apart(tmp_path: Path) -> None:
    folders = [tmp_path / name for name in ("a", "b", "c")]
    for folder, base in zip(folders, ("../b/x.clag", "../c/x.clag", ""), strict=True):
        folder.mkdir()
        extends = f'clag 2\ngame "{folder.name}" extends "{base}"  change players 3 to 5\n'
        text = extends if base else BASE.read_text("utf-8")
        (folder / "x.clag").write_text(text, encoding="utf-8")
    checked = check_path(folders[0] / "x.clag")
    document = json.loads(compiled(checked))
    assert [each["name"] for each in document["texts"]] == ["x.clag", "x-2.clag", "x-3.clag"]
    assert 'extends "x-3.clag"     change' in document["texts"][1]["text"]
    again = read(document)
    assert again.game == checked.game
    assert compiled(again) == compiled(checked)


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_comments_go_and_every_word_keeps_its_place(end: str) -> None:
    lines = SMALL.splitlines()
    lines[0] += " # to begin with"
    lines[1] = lines[1].replace('"Small', '"# Small')
    lines.insert(1, "   # on a line of its own")
    lines.append("# the end")
    checked = check_text(end.join(lines), "small.clag")
    text = json.loads(compiled(checked))["texts"][0]["text"]
    expected = [line.replace(" # to begin with", "") for line in lines[:-1]]
    expected[1] = ""
    assert text == end.join([*expected, ""])
    again = read(compiled(checked))
    assert repr(again.game) == repr(checked.game)


def test_what_is_wrong_with_its_texts_is_told_at_their_lines() -> None:
    document = copy.deepcopy(DOCUMENT)
    document["texts"][0]["text"] = SMALL.replace("cards: normal", "cards: normall")
    found = only_problem(document)
    assert found.code == "C201"
    assert str(found.place).startswith("x.json/small.clag:21:")
    assert found.help.endswith(" (in the rules file; then compile it again)")
    document["texts"][0]["text"] = SMALL.replace("players 3", "playerz 3")
    assert only_problem(document).code[0] == "S"


def test_warnings_are_those_of_the_file() -> None:
    unused = SMALL.replace("let double", "let never = 2 let double")
    first = check_text(unused, "small.clag")
    again = read(compiled(first))
    assert [one.code for one in first.diagnostics] == ["C209"]
    assert [(one.code, one.message) for one in again.diagnostics] == [
        (one.code, one.message) for one in first.diagnostics
    ]
    [found] = again.diagnostics
    assert found.place is not None
    assert found.place.file == "x.json/small.clag"


# --- where it is taken ----------------------------------------------------------------------------


def test_it_is_proved_once_and_travels_as_its_texts(tmp_path: Path) -> None:
    path = tmp_path / "small.json"
    path.write_text(indented(DOCUMENT), encoding="utf-8")
    proved = proved_rules(path)
    assert [text.name for text in proved.chain] == ["small.clag"]
    assert game_of(proved.chain) == proved.game
    known = check_path(path, lambda chain: chain == proved.chain)
    assert known.game == proved.game
    assert known.evidence is None
    assert proved_rules(path) == ProvedRules(proved.game, proved.chain)
    # what is known of the texts says nothing of the rest
    path.write_text(indented(changed(("game.title", "Other"))), encoding="utf-8")
    assert check_path(path, lambda _: True).game is None


def test_whatever_takes_rules_takes_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("s.clag").write_text(SMALL, encoding="utf-8")
    assert main(["compile", "s.clag", "-o", "s.json"]) == 0
    assert main(["compile", "s.json", "-o", "t.json"]) == 0
    assert Path("s.json").read_bytes() == Path("t.json").read_bytes()
    capsys.readouterr()
    for command in (
        "check FILE",
        "sheet FILE",
        "graph FILE",
        "score FILE --deal NT --cards 2 --bids 1,0,2 --tricks 1,1,0",
        "trick FILE --deal NT AC_KC_2H",
        "diff FILE FILE",
        "compile FILE",
        "compile FILE --compact",
    ):
        answers = []
        for name in ("s.clag", "s.json"):
            words = command.replace("FILE", name).split()
            status = main([word.replace("_", " ") for word in words])
            shown = capsys.readouterr()
            answers.append((status, shown.out.replace("s.json", "s.clag"), shown.err))
        assert answers[0] == answers[1]
        assert answers[0][0] == 0, answers


def test_what_is_compact_is_for_programs_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("s.clag").write_text(SMALL, encoding="utf-8")
    assert main(["compile", "s.clag", "-o", "full.json"]) == 0
    assert main(["compile", "s.clag", "--compact", "-o", "s.json"]) == 0
    text = Path("s.json").read_text("utf-8")
    assert text.count("\n") == 1
    assert len(text) * 3 < len(Path("full.json").read_text("utf-8"))
    compact, full = json.loads(text), json.loads(Path("full.json").read_text("utf-8"))
    assert compact == without(full, {"texts", "place", "file", "extends"})
    capsys.readouterr()
    for command in ("check s.json", "sheet s.json", "play s.json", "keep s.json -o k.html"):
        assert main(command.split()) != 0
        shown = capsys.readouterr()
        assert "J709" in shown.out + shown.err, command
        assert "without `--compact`" in shown.out + shown.err


def without(value: Any, keys: set[str]) -> Any:
    """The same JSON without some keys."""
    if isinstance(value, dict):
        return {key: without(each, keys) for key, each in value.items() if key not in keys}
    return [without(each, keys) for each in value] if isinstance(value, list) else value


def test_a_record_names_it_and_is_replayed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("s.json").write_text(indented(DOCUMENT), encoding="utf-8")
    Path("m.toml").write_text(
        'record = 1\nrules = "s.json"\nplayers = ["Ann", "Bob", "Cai"]\n'
        '[[deal]]\ndeal = 1\nbids = "0 0 0"\nwon = "1 0 0"\ntotals = "-1 10 10"\n',
        encoding="utf-8",
    )
    assert main(["replay", "m.toml"]) == 0
    assert "agrees" in capsys.readouterr().out
    Path("s.json").write_text('{"secret": "of another program"}', encoding="utf-8")
    assert main(["replay", "m.toml"]) == 1
    shown = capsys.readouterr().out
    assert "not a rules file" in shown
    assert "secret" not in shown


def test_what_needs_the_text_of_rules_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("s.json").write_text(indented(DOCUMENT), encoding="utf-8")
    before = Path("s.json").read_bytes()
    assert main(["new", "h.clag", "--from", "s.json"]) == 2
    assert "only rules files can be extended" in capsys.readouterr().err
    assert main(["fmt", "s.json"]) == 2
    assert "is a compiled game, not a rules file" in capsys.readouterr().out
    Path("h.clag").write_text('clag 1 game "H" extends "s.json"', encoding="utf-8")
    assert main(["check", "h.clag"]) == 1
    assert "is a compiled game, not a rules file" in capsys.readouterr().out
    assert main(["check", "--fix", "s.json"]) == 0
    assert Path("s.json").read_bytes() == before


def test_what_it_is_told_by() -> None:
    text = indented(DOCUMENT)
    assert clagdsl.load(text=text).rules.title == "Small Clag"
    assert check_text(text, "rules.clag").game is not None
    assert check_untrusted(text).game is not None
    assert check_text("clag 1", "x.json", Path("x.json")).diagnostics[0].code == "C220"
    assert only_problem("hello").code == "J701"
    assert check_text("{}", "rules.clag").diagnostics[0].code[0] == "S"


# --- what is wrong --------------------------------------------------------------------------------


def changed(*changes: tuple[str, Any]) -> Any:
    """The small game with other values at some paths; GONE takes one away."""
    document = copy.deepcopy(DOCUMENT)
    for path, value in changes:
        holder: Any = document
        *keys, last = [int(k) if k.isdigit() else k for k in re.split(r"[.[\]]+", path.strip("]"))]
        for key in keys:
            holder = holder[key]
        if value is GONE:
            del holder[last]
        else:
            holder[last] = value
    return document


GONE = object()
TEXT = DOCUMENT["texts"][0]
SCORE = "game.deals[0].aspects.score.alternatives[0].value"

FAULTS = [
    ("J703", 1, ("format", "a game")),
    ("J703", 1, ("format", GONE)),
    ("J703", 3, ("version", 1)),
    ("J703", 3, ("version", 3)),
    ("J703", 3, ("version", "2")),
    ("J703", 3, ("version", True)),
    ("J703", 1, ("version", GONE)),
    ("J709", 3, ("texts", GONE)),
    ("J705", None, ("texts", [])),
    ("J705", None, ("texts", {"name": "small.clag"})),
    ("J705", None, ("texts[0]", "clag 2")),
    ("J705", None, ("texts[0].text", GONE)),
    ("J705", None, ("texts[0].name", 7)),
    ("J705", None, ("texts", [TEXT] * 17)),
    ("J705", None, ("texts[0].name", "../small.clag")),
    ("J705", None, ("texts[0].name", "")),
    ("J705", None, ("texts[0].name", "x" * 1_001)),
    ("J705", None, ("texts[0].text", f"{TEXT['text']}# a comment")),
    ("J705", None, ("texts", [TEXT, TEXT])),
    ("J705", None, ("texts", [TEXT, {**TEXT, "name": "other.clag"}])),
    (
        "J705",
        None,
        ("texts[0].text", TEXT["text"].replace('"Test"', '"Test" extends "x.clag"')),
    ),
    ("J707", 4, ("rules_hash", "sha256:" + "0" * 64)),
    ("J707", 6, ("game.title", "Big Clag")),
    ("J707", 6, ("game.title", 7)),
    ("J707", 6, ("game.title", GONE)),
    ("J707", None, ("game.players[1]", 4.0)),
    ("J707", None, (f"{SCORE}.kind", "choise")),
    ("J707", None, ("game.schedule[0].deals", ["normal"])),
    ("J707", None, ("texts[0].text", TEXT["text"].replace("10 + bid", "11 + bid"))),
    ("J707", None, ("texts[0].source", "gran")),
    ("J707", None, ("extra", 1)),
]


@pytest.mark.parametrize(("code", "line", "change"), FAULTS)
def test_a_fault_is_told_at_its_line(code: str, line: int | None, change: tuple[str, Any]) -> None:
    found = only_problem(changed(change))
    assert found.code == code
    assert found.place is not None
    assert line in (found.place.line, None)


def test_texts_that_are_not_of_one_file_are_told_as_that() -> None:
    for text, more in (('"Test" extends "x.clag"', 0), ('"Test"', 1)):
        texts = [{**TEXT, "text": TEXT["text"].replace('"Test"', text)}]
        texts += [{**TEXT, "name": "other.clag"}] * more
        assert (
            "not a file followed by those that it extends"
            in only_problem(changed(("texts", texts))).message
        )


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("", "x.json:1:1"),
        ('{"format": -Infinity}', "x.json:1:1"),
        ('{"format": "a\nb"}', "x.json:1:14"),
        ('{"format": "a', "x.json:1:12"),
        ('{"format": two}', "x.json:1:12"),
        ('{"format": 1} {}', "x.json:1:15"),
        ("// a game\n{}", "x.json:1:1"),
        ("[" * 100_000, "x.json:1:1"),
        ("9" * 100_000, "x.json:1:1"),
    ],
)
def test_what_is_no_json_is_told_where_it_stops_being_json(text: str, place: str) -> None:
    found = only_problem(text)
    assert found.code in ("J701", "J703")
    assert str(found.place) == place


def test_it_may_be_laid_out_in_any_way() -> None:
    for text in (
        json.dumps(DOCUMENT),
        json.dumps(DOCUMENT, separators=(",", ":")),
        json.dumps(DOCUMENT, indent=1).replace("\n", "\r\n"),
        json.dumps(DOCUMENT).replace("Small", "\\u0053mall"),
    ):
        assert read(text).game is not None
    for text in (
        json.dumps(DOCUMENT).replace('"variant": "Test"', '"variant": "Test", "variant": "Test"'),
        json.dumps(DOCUMENT).replace('"players": [3, 5]', '"players": [3.0, 0.5e1]'),
    ):
        assert only_problem(text).code == "J707"


def test_the_size_is_bounded(tmp_path: Path) -> None:
    text = json.dumps(DOCUMENT)
    path = tmp_path / "x.json"
    for size in (-1, 0, 1):
        whole = text + " " * (LARGEST_COMPILED - len(text) + size)
        path.write_text(whole, encoding="utf-8")
        for result in (check_path(path), check_text(whole)):
            assert [one.code for one in result.diagnostics] == (["S103"] if size > 0 else [])
    text = f"clag 2\n{'x' * (1 << 20)}"
    assert only_problem(changed(("texts[0].text", text))).code == "S103"


def test_names_of_texts_are_shown_as_they_may_be(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "x.json"
    for name in ("\x1b[31m.clag", "a\nb.clag", "\ud800.clag", "x" * 1_000):
        for text in ("clag 2 game", TEXT["text"]):
            document = changed(("texts[0].name", name), ("texts[0].text", text))
            path.write_text(json.dumps(document), encoding="utf-8")
            assert main(["check", str(path)]) == 1
            shown = capsys.readouterr().out
            assert "error " in shown
            assert "\x1b" not in shown


def assert_refused(chance: random.Random, times: int) -> None:
    """Whatever is cut out, doubled or replaced in the JSON is refused with clear problems."""
    text = indented(DOCUMENT)
    tokens = [match.span() for match in re.finditer(r'"(?:[^"\\]|\\.)*"|[^\s"]', text)]
    for _ in range(times):
        (start, _), (_, end) = sorted(chance.choices(tokens, k=2))
        piece = text[start:end]
        new = chance.choice(["", piece * 2, "7", '"x"', "[]", "{}", "null", piece[::-1]])
        result = read(f"{text[:start]}{new}{text[end:]}")
        assert result.game is None or new == piece
        assert all(one.place and one.help and not one.fix for one in result.diagnostics)


def test_changed_games_are_refused() -> None:
    assert_refused(random.Random(21), 40)


@pytest.mark.long
def test_many_changed_games_are_refused() -> None:
    assert_refused(random.Random(), 10_000)
