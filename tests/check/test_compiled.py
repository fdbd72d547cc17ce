"""A compiled game is read back: the same game, or what is wrong with it by its path in the JSON."""

from __future__ import annotations

import copy
import json
import random
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from support.simulation_rules import rules_files

import clagdsl
from clagdsl.check import loader
from clagdsl.check.checker import CheckResult, check_path, check_text, game_of
from clagdsl.check.compiled import compiled_game, json_text
from clagdsl.check.kept_proofs import ProvedRules, proved_rules
from clagdsl.cli.main import main
from clagdsl.engine.state import sit_down
from clagdsl.explain.rule_sheet.document import markdown
from clagdsl.explain.rule_sheet.sheet_builder import rule_sheet
from clagdsl.lang.fingerprint import rules_hash
from clagdsl.lang.game_json import CompiledGame, game_json
from clagdsl.lang.json_reading import from_json
from clagdsl.lang.resources import data_folder
from clagdsl.lang.rules import Game
from clagdsl.lang.source import SourceText
from clagdsl.table.table import open_table

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


def compiled(game: Game) -> str:
    """What `compile -o` writes."""
    return json.dumps(game_json(game), indent=2, ensure_ascii=False) + "\n"


def small() -> Any:
    game = check_text(SMALL).game
    assert game is not None
    return without_places(json.loads(compiled(game)))


def without_places(value: Any) -> Any:
    """The same by somebody who has no rules file, and no places in it."""
    if isinstance(value, dict):
        return {k: None if k == "place" else without_places(v) for k, v in value.items()}
    return [without_places(item) for item in value] if isinstance(value, list) else value


DOCUMENT = small()


def read(document: Any) -> CheckResult:
    text = document if isinstance(document, str) else json.dumps(document)
    return check_text(text, "x.json", Path("x.json"))


def told(document: Any) -> list[tuple[str, str]]:
    """The codes of the problems of a game that is refused, each with the path in its message."""
    result = read(document)
    assert result.game is None or not result.diagnostics
    return told_by(result)


def told_by(result: CheckResult) -> list[tuple[str, str]]:
    found = []
    for one in result.diagnostics:
        assert one.place is not None
        assert one.place.file == "x.json"
        assert one.help
        assert not one.fix
        assert not one.safe
        found.append((one.code, one.message.partition(" (at `")[2].removesuffix("`)")))
    return found


# --- the same game --------------------------------------------------------------------------------


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_what_is_compiled_read_and_compiled_again_is_the_same(path: Path) -> None:
    game = check_path(path, lambda _: True).game
    assert game is not None
    text = json.dumps(game_json(game), ensure_ascii=False)  # without lines, which takes longer
    again = compiled_game.read_compiled(SourceText("x.json", text))
    assert again.game is not None
    assert again.placed == game
    assert json.dumps(game_json(again.game), ensure_ascii=False) == text
    assert rules_hash(again.game) == rules_hash(game)


SLOW = [HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much]


def assert_the_same_again(text: str) -> None:
    first = check_text(text)
    if first.game is None or first.evidence is None:
        return
    again = read(compiled(first.game))
    assert again.game is not None
    assert again.evidence is not None
    assert compiled(again.game) == compiled(first.game)
    assert again.evidence.scores == first.evidence.scores
    assert again.evidence.tried == first.evidence.tried
    assert repr(again.evidence.parameters) == repr(first.evidence.parameters)


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
    path.write_text(compiled(game.rules), encoding="utf-8")
    again = clagdsl.load(path)
    assert again.rules == game.rules
    assert repr(again.rules) == repr(game.rules)  # places, citations, assumptions
    assert again.reference == str(path)
    assert again.evidence.assumptions == game.evidence.assumptions
    assert repr(again.evidence.parameters) == repr(game.evidence.parameters)
    assert again.evidence.examples == 0
    one, other = game.start(players=3, seed=7), again.start(players=3, seed=7)
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


def test_it_holds_no_folder_of_its_author(tmp_path: Path) -> None:
    home = tmp_path / "home-of-ann"
    (home / "house").mkdir(parents=True)
    base = data_folder("rules") / "foss.clag"
    (home / "base.clag").write_text(base.read_text("utf-8"), "utf-8")
    (home / "house" / "friday.clag").write_text('clag 2\ngame "K" extends "../base.clag"\n')
    game = check_path(home / "house" / "friday.clag").game
    assert game is not None
    text = compiled(game)
    assert "home-of-ann" not in text
    assert "../" not in text
    assert '"file": "friday.clag"' in text
    assert '"file": "base.clag"' in text
    again = read(text).game
    assert again is not None
    assert compiled(again) == text


def test_it_is_proved_once_and_travels_as_its_text(tmp_path: Path) -> None:
    path = tmp_path / "small.json"
    path.write_text(json.dumps(DOCUMENT), encoding="utf-8")
    proved = proved_rules(path)
    assert game_of(proved.chain) == proved.game
    known = check_path(path, lambda chain: chain == proved.chain)
    assert known.game == proved.game
    assert known.evidence is None
    assert proved_rules(path) == ProvedRules(proved.game, proved.chain)
    with pytest.raises(ValueError, match="no text of a checked game"):
        game_of([SourceText("x.json", '{"format": "clagdsl game", ')])


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
        "sheet FILE",
        "graph FILE",
        "score FILE --deal NT --cards 2 --bids 1,0,2 --tricks 1,1,0",
        "trick FILE --deal NT AC_KC_2H",
        "diff FILE FILE",
        "compile FILE",
    ):
        answers = []
        for name in ("s.clag", "s.json"):
            words = command.replace("FILE", name).split()
            status = main([word.replace("_", " ") for word in words])
            shown = capsys.readouterr()
            answers.append((status, shown.out.replace("s.json", "s.clag"), shown.err))
        assert answers[0] == answers[1]
        assert answers[0][0] == 0, answers


def test_a_record_names_it_and_is_replayed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("s.json").write_text(json.dumps(DOCUMENT), encoding="utf-8")
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
    assert "no rules file" in shown
    assert "secret" not in shown


def test_what_needs_the_text_of_rules_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("s.json").write_text(json.dumps(DOCUMENT), encoding="utf-8")
    before = Path("s.json").read_bytes()
    assert main(["new", "h.clag", "--from", "s.json"]) == 2
    assert "only rules files can be built upon" in capsys.readouterr().err
    assert main(["fmt", "s.json"]) == 2
    assert "is a compiled game, not a file of rules" in capsys.readouterr().out
    Path("h.clag").write_text('clag 1 game "H" extends "s.json"', encoding="utf-8")
    assert main(["check", "h.clag"]) == 1
    assert "is a compiled game, not a file of rules" in capsys.readouterr().out
    assert main(["check", "--fix", "s.json"]) == 0
    assert Path("s.json").read_bytes() == before


def test_without_jsonschema_rules_files_are_read_and_compiled_games_tell_what_is_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in [name for name in sys.modules if name.partition(".")[0] == "jsonschema"]:
        monkeypatch.setitem(sys.modules, name, None)
    monkeypatch.setitem(sys.modules, "jsonschema", None)
    assert check_text(SMALL).game is not None
    path = tmp_path / "s.json"
    path.write_text(json.dumps(DOCUMENT), encoding="utf-8")
    assert main(["check", str(path)]) == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    assert 'pip install "jsonschema>=' in shown.err
    with pytest.raises(clagdsl.ClagError, match="needs jsonschema"):
        clagdsl.load(path)


def test_what_it_is_told_by() -> None:
    text = json.dumps(DOCUMENT)
    assert clagdsl.load(text=text).rules.title == "Small Clag"
    assert check_text(text, "rules.clag").game is not None
    assert check_text("clag 1", "x.json", Path("x.json")).diagnostics[0].code == "C220"
    assert told("hello")[0][0] == "J701"
    assert check_text("{}", "rules.clag").diagnostics[0].code[0] == "S"


# --- what is wrong, by its path -------------------------------------------------------------------


def at(document: Any, path: str) -> tuple[Any, Any]:
    """What holds the value at a path, and its key there."""
    steps = path.replace("[", ".").replace("]", "").split(".")
    keys = [int(step) if step.isdigit() else step for step in steps]
    for key in keys[:-1]:
        document = document[key]
    return document, keys[-1]


def changed(*changes: tuple[str, Any], keep_hash: bool = False) -> Any:
    """The small game with other values at some paths; GONE takes one away."""
    document = copy.deepcopy(DOCUMENT)
    for path, value in changes:
        holder, key = at(document, path)
        if value is GONE:
            del holder[key]
        else:
            holder[key] = value
    return document if keep_hash else with_its_fingerprint(document)


def with_its_fingerprint(document: Any) -> Any:
    """A document whose fingerprint is that of its rules, if it can be read as rules at all."""
    with suppress(KeyError, TypeError, AttributeError, ValueError):
        document["rules_hash"] = rules_hash(from_json(CompiledGame, document).game)
    return document


GONE = object()
PLACE = {"file": "x", "line": 1, "column": 1, "end_line": 1, "end_column": 1}
DEAL = "game.deals[0].aspects"
SCORE = f"{DEAL}.score.alternatives[0].value"
NUMBER = {"value": 3, "place": None, "kind": "number"}
ZERO = {"value": 0, "place": None, "kind": "number"}
BY_ZERO = {"operator": "//", "left": NUMBER, "right": ZERO, "place": None, "kind": "arithmetic"}


def named(kind: str, name: str) -> Any:
    return {"name": name, "place": None, "kind": kind}


FAULTS = [
    ("J703", "", ("format", "a game")),
    ("J703", "", ("format", GONE)),
    ("J703", "version", ("version", 2)),
    ("J705", "version", ("version", "1")),
    ("J705", "", ("version", GONE)),
    ("J705", "extra", ("extra", 1)),
    ("J705", "game", ("game.title", GONE)),
    ("J705", "game.title", ("game.title", 7)),
    ("J705", "game.players", ("game.players", [3])),
    ("J705", "game.players[1]", ("game.players[1]", 4.5)),
    ("J705", "game.deals[0].name", ("game.deals[0].name", None)),
    ("J705", f"{DEAL}.lead.alternatives[0].value", (f"{DEAL}.lead.alternatives[0].value", "me")),
    ("J705", f"{SCORE}.kind", (f"{SCORE}.kind", "choise")),
    ("J705", SCORE, (f"{SCORE}.kind", GONE)),
    ("J705", SCORE, (SCORE, "10 + bid")),
    ("J705", f"{SCORE}.otherwise.operand.name", (f"{SCORE}.otherwise.operand.name", "sqrt")),
    ("J706", "game.players[1]", ("game.players[1]", 10**9 + 1)),
    ("J706", "game.title", ("game.title", 'Small "Clag"')),
    ("J706", "game.title", ("game.title", "Small\u202eClag")),
    ("J706", "game.parameters[0].name", ("game.parameters[0].name", "my stake")),
    ("J706", f"{SCORE}.value", (SCORE, {**NUMBER, "value": -3})),
    ("J706", f"{SCORE}.branches", (f"{SCORE}.branches", [])),
    ("J706", "game.winner.criteria", ("game.winner.criteria", [])),
    ("J706", "game.schedule[0].deals", ("game.schedule[0].deals", [])),
    ("J706", f"{DEAL}.trump.alternatives", (f"{DEAL}.trump.alternatives", [])),
    (
        "J706",
        f"{DEAL}.trump.alternatives[0].condition",
        (f"{DEAL}.trump.alternatives[0].condition", named("parameter", "hook")),
    ),
    (
        "J706",
        f"{DEAL}.last_bid.alternatives[0].condition",
        (f"{DEAL}.last_bid.alternatives[0].condition", None),
    ),
    (
        "J706",
        f"{DEAL}.rank.alternatives[0].value.ranks[0]",
        (f"{DEAL}.rank.alternatives[0].value.ranks[0]", "Z"),
    ),
    (
        "J706",
        "game.twists[2].wild.alternatives[0].value.in_suit",
        ("game.twists[2].wild.alternatives[0].value.ranks", []),
    ),
    ("J706", "game.origin.place.line", ("game.origin.place", {**PLACE, "line": 0})),
    ("J706", "game.parameters[2].range.words", ("game.parameters[2].range.words", ["plain"])),
    (
        "J706",
        f"{DEAL}.follow.alternatives[0].value.classes",
        (f"{DEAL}.follow.alternatives[0].value.classes", []),
    ),
    ("C201", "game.schedule[0].deals[0]", ("game.schedule[0].deals[0]", "normall")),
    ("C201", "game.deals[1].base", ("game.deals[1].base", "nobody")),
    (
        "C202",
        "game.deals[0].origin.citations[0].source",
        ("game.deals[0].origin.citations[0].source", "nan"),
    ),
    (
        "C203",
        f"{SCORE}.otherwise.operand.arguments[0].right",
        (f"{SCORE}.otherwise.operand.arguments[0].right", named("parameter", "stakes")),
    ),
    ("C204", "game.lets[0].expression", ("game.lets[0].expression", named("variable", "cards"))),
    ("C206", "game.deals[1].name", ("game.deals[1].name", "normal")),
    ("C206", "game.deals[1].short", ("game.deals[1].short", "n")),
    ("C206", "game.parameters[1].name", ("game.parameters[1].name", "stake")),
    ("C206", "game.lets[0].name", ("game.lets[0].name", "stake")),
    ("C247", "game.players", ("game.players", [3, 11])),
    ("C245", "game.parameters[0].default", ("game.parameters[0].default", 101)),
    ("C240", SCORE, (SCORE, {"value": True, "place": None, "kind": "truth"})),
    ("J707", SCORE, (SCORE, named("parameter", "tricks"))),
    (
        "J707",
        "game.deals[1].aspects.lead.alternatives[0].value",
        ("game.deals[1].aspects.lead.alternatives[0].value", "dealer"),
    ),
    ("J707", "game.deals[1].replaced", ("game.deals[1].replaced", ["trump", "trump"])),
    ("J707", "game.twists", ("game.twists", DOCUMENT["game"]["twists"][1:])),
    ("J708", "rules_hash", ("rules_hash", "sha256:" + "0" * 64)),
    ("P310", "game.settlement.expression", ("game.settlement.expression", BY_ZERO)),
]


@pytest.mark.parametrize(("code", "path", "change"), FAULTS)
def test_a_fault_is_told_by_its_path(code: str, path: str, change: tuple[str, Any]) -> None:
    document = changed(change, keep_hash=change[0] == "rules_hash")
    found = told(document)
    assert (code, path) in found, found


def test_a_name_used_in_many_places_is_told_at_each_of_them() -> None:
    found = told(changed(("game.parameters[1].name", "hooks")))
    assert ("C203", f"{DEAL}.last_bid.alternatives[0].condition") in found


def test_independent_faults_are_told_in_one_run() -> None:
    text = json.dumps(
        changed(
            ("game.title", 7),
            ("game.deals[0].short", True),
            ("game.winner", GONE),
            ("game.players[0]", 10**10),
            (f"{SCORE}.kind", "choise"),
            ("game.lets[0].name", "x" * 1001),
        ),
        indent=1,
    ).replace('"variant": "Test"', '"variant": "Test", "variant": "Test"')
    assert sorted(told(text)) == [
        ("J702", "game"),
        ("J705", "game"),
        ("J705", "game.deals[0].aspects.score.alternatives[0].value.kind"),
        ("J705", "game.deals[0].short"),
        ("J705", "game.title"),
        ("J706", "game.lets[0].name"),
        ("J706", "game.players[0]"),
    ]


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("", "x.json:1:1"),
        ("{", "x.json:1:2"),
        ('{"format": NaN}', "x.json:1:12"),
        ('{"format": -Infinity}', "x.json:1:12"),
        ('{"format": 01}', "x.json:1:12"),
        ('{"format": "clagdsl game",}', "x.json:1:27"),
        ("{'format': 1}", "x.json:1:2"),
        ('{"format" 1}', "x.json:1:11"),
        ('{"format": [1 2]}', "x.json:1:15"),
        ('{"format": "a\nb"}', "x.json:1:14"),
        ('{"format": "a', "x.json:1:12"),
        ('{"format": "\\x"}', "x.json:1:13"),
        ('{"format": 1} {}', "x.json:1:15"),
        ('{"format": 1]', "x.json:1:13"),
        ("// a game\n{}", "x.json:1:1"),
    ],
)
def test_what_is_no_json_is_told_where_it_stops_being_json(text: str, place: str) -> None:
    [found] = read(text).diagnostics
    assert found.code == "J701"
    assert str(found.place) == place


def test_a_whole_number_may_be_written_with_a_point() -> None:
    text = json.dumps(DOCUMENT).replace('"players": [3, 5]', '"players": [3.0, 0.5e1]')
    game = read(text).game
    assert game is not None
    assert compiled(game) == json.dumps(DOCUMENT, indent=2) + "\n"


# --- bounds: one less, exactly, one more ----------------------------------------------------------


def codes(document: Any) -> set[str]:
    return {code for code, _ in told(document)}


def test_nesting_is_bounded() -> None:
    for depth, code in ((399, "J703"), (400, "J703"), (401, "J704"), (100_000, "J704")):
        assert codes("[" * depth + "]" * depth) == {code}


def test_the_number_of_values_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(json_text, "MOST_VALUES", 50)
    for values, code in ((48, "J703"), (49, "J703"), (50, "J704")):  # beside the list itself
        assert codes(f"[{', '.join('0' * values)}]") == {code}


def test_the_size_is_bounded(tmp_path: Path) -> None:
    text = json.dumps(DOCUMENT)
    path = tmp_path / "x.json"
    for size in (-1, 0, 1):
        whole = text + " " * (loader.MOST_COMPILED - len(text) + size)
        path.write_text(whole, encoding="utf-8")
        for result in (check_path(path), check_text(whole)):
            assert [one.code for one in result.diagnostics] == (["S103"] if size > 0 else [])


@pytest.mark.parametrize(
    ("path", "value", "code"),
    [
        ("game.title", lambda n: "x" * (1_000 + n), "J706"),
        ("game.file", lambda n: "x" * (5_000 + n), "J706"),
        ("game.origin.place", lambda n: {**PLACE, "line": 10**9 + n}, "J706"),
        ("game.origin.place", lambda n: {**PLACE, "column": 1 - n}, "J706"),
        ("game.players[1]", lambda n: 10 + n, "C247"),
        ("game.players[0]", lambda n: 2 - n, "C247"),
        (SCORE, lambda n: nested(190 - 1 + n), "J704"),
        (SCORE, lambda n: wide(300 + n), "J706"),
        ("game.parameters[0].range.high", lambda n: 10**9 + n, "J706"),
    ],
)
def test_a_bound_holds_exactly(path: str, value: Callable[[int], Any], code: str) -> None:
    for more in (-1, 0, 1):
        found = codes(changed((path, value(more))))
        assert (code in found) == (more > 0), (more, found)


def nested(depth: int) -> Any:
    """A number under so many signs."""
    whole: Any = NUMBER
    for _ in range(depth):
        whole = {"operand": whole, "place": None, "kind": "negative"}
    return whole


def wide(parts: int) -> Any:
    """The least of so many numbers, the function counted."""
    arguments = [NUMBER] * (parts - 1)
    return {"name": "min", "arguments": arguments, "place": None, "kind": "function"}


def test_what_is_much_too_deep_is_refused_without_recursion() -> None:
    condition = {"value": True, "place": None, "kind": "truth"}
    for _ in range(380):
        condition = {"operand": condition, "place": None, "kind": "not"}
    document = {
        **DOCUMENT,
        "game": {
            **DOCUMENT["game"],
            "lets": [{**DOCUMENT["game"]["lets"][0], "expression": condition}],
        },
    }
    assert codes(document) == {"J704"}


# --- anything else --------------------------------------------------------------------------------

VALUES = [None, True, 0, -1, 10**9, "", "x", "players", "normal", [], {}, [0], 3.5, NUMBER]


def mutated(chance: random.Random) -> Any:
    """The small game with one or two parts gone, doubled, exchanged or of another type."""
    document = copy.deepcopy(DOCUMENT)
    for _ in range(chance.choice([1, 1, 2])):
        places = [
            (holder, key)
            for holder, key in everything(document)
            if key not in ("place", "origin") or chance.random() < 0.05
        ]
        holder, key = chance.choice(places)
        match chance.randrange(4):
            case 0:
                del holder[key]
            case 1:
                holder[key] = copy.deepcopy(chance.choice(VALUES))
            case 2:
                other, name = chance.choice([each for each in places if each[1] == key])
                holder[key] = copy.deepcopy(other[name])
            case _ if isinstance(holder, list):
                holder.insert(key, copy.deepcopy(holder[key]))
            case _:
                holder[key] = f"{holder[key]}s" if isinstance(holder[key], str) else 7
    return with_its_fingerprint(document)


def everything(document: Any) -> list[tuple[Any, Any]]:
    """What holds each value, and the key; nothing of places."""
    found = []
    waiting = [document]
    while waiting:
        holder = waiting.pop()
        keys = list(holder) if isinstance(holder, dict) else range(len(holder))
        for key in keys:
            found.append((holder, key))
            if isinstance(holder[key], dict | list) and key != "place":
                waiting.append(holder[key])
    return found


def assert_answered(document: Any, *, sheet: bool = False) -> bool:
    """A changed game is refused with problems that have a place, or it is a game."""
    result = read(document)
    told_by(result)
    if result.game is None:
        assert any(one.severity == "error" for one in result.diagnostics)
        return False
    assert json.loads(compiled(result.game)) == document
    state = sit_down(open_table(result.game, None, None), 1, 0, None, None, "")
    for _ in range(8):
        state = state.apply(state.legal()[0])
    assert not sheet or markdown(rule_sheet(result.game))
    return True


def test_changed_games_are_answered() -> None:
    chance = random.Random(21)
    taken = sum(assert_answered(mutated(chance)) for _ in range(20))
    assert 1 <= taken <= 18


@pytest.mark.long
def test_many_changed_games_are_answered() -> None:
    chance = random.Random()
    for _ in range(20_000):
        assert_answered(mutated(chance), sheet=True)


def test_what_a_rules_file_would_say_is_not_advised_as_json() -> None:
    document = json.loads(json.dumps(DOCUMENT))
    document["game"]["players"] = [3, 99]
    (found,) = check_text(json.dumps(document), "x.json").diagnostics
    assert found.code == "C247"
    assert found.help.endswith("a rules file says it so: mend the rules and compile them again")
