"""What a page with an editor is answered: the same as the commands tell, from the text alone."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from clagdsl.check.checker import check_text, compiled_json
from clagdsl.lang.game_json import game_json
from clagdsl.lang.json_value import JsonValue
from clagdsl.lang.resources import all_names, bundled_path
from clagdsl.playground import page_answers
from clagdsl.playground.page_answers import answer
from clagdsl.playground.requests import (
    WISHES,
    Wish,
    playground_question_schema,
    read_question,
)
from clagdsl.playground.responses import playground_answer_schema
from clagdsl.problems.render import problem_json

HOUSE = 'clag 1\ngame "House" extends pagat\nchange players 4 to 6\n'
MISSPELT = 'clag 1\ngame "X" extend pagat\n'
WRONG = 'clag 1\ngame "X" extends pagat\nchange players 3 to 99\n'


QUESTION = jsonschema.Draft202012Validator(playground_question_schema())
ANSWER = jsonschema.Draft202012Validator(playground_answer_schema())


def told(wish: Wish, text: str = HOUSE, **more: Any) -> Any:
    """The answer as a page reads it: as JSON, of the published form."""
    about = {} if wish in ("games", "open") else {"text": text}
    asked = {"wish": wish, **about, **more}
    QUESTION.validate(asked)
    found = json.loads(json.dumps(answer(read_question(asked))))
    assert found == json.loads(json.dumps(answer(asked)))
    ANSWER.validate(found)
    assert found["wish"] == wish
    return found


@pytest.mark.parametrize("text", [HOUSE, MISSPELT, WRONG, "", "x" * 70])
def test_problems_are_those_that_check_tells(text: str) -> None:
    found = told("check", text)
    expected = check_text(text, "rules.clag").diagnostics
    for one, other in zip(found["problems"], expected, strict=True):
        assert one == problem_json(other)
        assert found["pages"][one["code"]]["page"]
    assert (found["title"] is None) == any(one["severity"] == "error" for one in found["problems"])


def test_a_mend_is_made_where_it_is_safe() -> None:
    found = told("mend", MISSPELT)
    assert found["text"] == MISSPELT.replace("extend ", "extends ")
    assert (found["mended"], found["problems"]) == (1, [])
    assert told("mend", WRONG)["text"] == WRONG


def test_a_sheet_and_the_differences_from_the_parent() -> None:
    sheet = told("sheet")["sheet"]
    assert sheet["title"] == "House"
    assert sheet["markdown"].startswith("# House")
    assert "<h1>House</h1>" in sheet["html"]
    found = told("differences")["differences"]
    changed = {"deal": None, "aspect": "players", "a": "4 to 7", "b": "4 to 6"}
    assert found == {"parent": "pagat", "same": False, "differences": [changed]}


def test_what_extends_nothing_has_no_parent() -> None:
    path = bundled_path("pagat")
    assert path is not None
    assert told("differences", path.read_text("utf-8"))["differences"] is None


@pytest.mark.parametrize("wish", ["sheet", "differences", "keeper", "match"])
def test_nothing_is_told_of_rules_with_an_error(wish: Wish) -> None:
    found = told(wish, WRONG)
    assert found["problems"]
    assert found[wish] is None


def test_a_match_by_its_seed() -> None:
    found = told("match", seed="7", players=5, policy="random")["match"]
    assert found == told("match", seed="7", players=5, policy="random")["match"]
    assert found != told("match", seed="8", players=5, policy="random")["match"]
    assert len(found["players"]) == len(found["totals"]) == 5
    assert found["finished"]
    assert set(found["winners"]) <= set(found["players"])
    assert found["deals"][0][0].startswith("Deal 1: ")
    assert "win" in found["deals"][-1][-1]


@pytest.mark.parametrize("name", all_names())
def test_a_match_in_words_has_every_deal_and_its_trump(name: str) -> None:
    path = bundled_path(name)
    assert path is not None
    deals = told("match", path.read_text("utf-8"), policy="random", seed="2")["match"]["deals"]
    for deal in deals:
        assert sum(line.endswith(" deals") for line in deal) == 1, deal
        assert sum(bool(re.search(TRUMP_WORDS, line)) for line in deal) > 0, deal


TRUMP_WORDS = "(?i)trump|names|auction|thrown|turned"
"""What a line has that tells what is trump."""


def test_a_match_ends_where_it_is_too_long(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = told("match", policy="random")["match"]
    lines = sum(map(len, whole["deals"]))
    monkeypatch.setattr(page_answers, "MOST_DECISIONS", 10)
    found = told("match", policy="random")["match"]
    assert not found["finished"]
    assert found["winners"] == []
    assert 10 <= sum(map(len, found["deals"])) < lines


def test_two_texts_are_compared_with_the_smallest_deal_that_shows_it() -> None:
    other = HOUSE + "change normal\n  score tricks\n"
    found = told("compare", other=other)["comparison"]
    (changed,) = found["differences"]
    assert (changed["deal"], changed["aspect"], changed["b"]) == ("normal", "score", "tricks")
    assert (found["same"], found["witness"]) == (False, None)
    witness = told("compare", other=other, witness=True)["comparison"]["witness"]
    assert (witness["kind"], witness["players"], witness["cards"]) == ("score", 4, 1)
    assert witness["record"].startswith("record = ")
    alike = told("compare", other=HOUSE, witness=True)["comparison"]
    assert alike["same"]
    assert (alike["witness"], bool(alike["no_witness"])) == (None, True)
    wrong = told("compare", other=WRONG)
    assert wrong["comparison"] is None
    assert [each["file"] for each in wrong["problems"]] == ["other.clag"]


def test_a_deal_is_scored_as_the_command_scores_it() -> None:
    deal = {"bids": [2, 0, 3, 1], "tricks": [2, 0, 3, 2]}
    assert told("score", deal=7, **deal)["scores"] == [12, 10, 13, 2]
    assert told("score", WRONG, deal=7, **deal)["scores"] is None


def test_a_trick_has_a_winner_and_the_rule_that_decides() -> None:
    found = told("trick", deal=7, trump="hearts", played="AC 2H 5C KC")["trick"]
    assert (found["winner"], found["card"], found["rule"]) == (1, "2H", "trump")
    assert (found["file"], bool(found["source"])) == ("pagat.clag", True)
    [missing] = told("trick", deal=7, played="AC 2H")["problems"]
    assert missing["message"] == "`normal` has a trump suit: give `trump`"
    wild = told("trick", deal=7, trump="hearts", played="AC 2C=AH", parameters={"twos_in_suit": 0})
    assert [each["code"] for each in wild["problems"]] == ["U603"]


CSV = "deal,Ann bid,Ann,Bob bid,Bob,Cai bid,Cai,Dot bid,Dot\n1,0,10,0,{},0,10,0,1\n"
TOML = """record = 1
rules = "elsewhere.clag"
players = ["Ann", "Bob", "Cai", "Dot"]
[[deal]]
deal = 1
dealer = "Dot"
bids = "0 0 0 0"
totals = "10 {} 10 1"
"""


@pytest.mark.parametrize("sheet", [CSV, TOML])
def test_a_score_sheet_is_checked_as_the_command_checks_it(sheet: str) -> None:
    right = told("replay", sheet=sheet.format(10), figures="totals")["replay"]
    assert (right["agrees"], right["judged"], right["misfits"]) == (True, 1, [])
    (row,) = right["rows"]
    assert row["players"] == ["Ann", "Bob", "Cai", "Dot"]
    assert (row["tricks"], row["totals"]) == ([[0], [0], [0], [1]], [10, 10, 10, 1])
    text = sheet.format(7)
    wrong = told("replay", sheet=text, figures="totals")["replay"]
    assert not wrong["agrees"]
    misfit = wrong["misfits"][0]
    assert misfit["row"] == "1"
    assert text.split("\n")[misfit["line"] - 1][misfit["column"] - 1 :].startswith("7")
    assert told("replay", WRONG, sheet=sheet)["replay"] is None


@pytest.mark.parametrize("sheet", [CSV, TOML])
def test_a_figure_that_cannot_be_read_does_not_agree(sheet: str) -> None:
    found = told("replay", sheet=sheet.format("abc"), figures="totals")["replay"]
    assert not found["agrees"]
    assert any(each["severity"] == "error" and each["help"] for each in found["misfits"])


def test_help_names_the_keys_of_questions() -> None:
    names = "deal,Ann,Bob,Cai,Dot\n1,10,10,10,1\n"
    (undecided,) = told("replay", sheet=names)["replay"]["misfits"]
    assert undecided["help"] == "add `figures: totals` or `figures: points`"
    score = {"bids": [0] * 4, "tricks": [1, 0, 0, 0]}
    (size,) = told("score", deal="normal", **score)["problems"]
    assert size["message"].endswith("give the number, as in `cards: 1`")
    by_number = HOUSE + "change normal\n  score tricks + deal\n"
    found = told("score", by_number, deal="normal", cards=1, **score)
    assert [each["code"] for each in found["problems"]] == ["U633"]
    assert found["problems"][0]["help"].startswith("give the deal by its number, such as `deal: ")


def test_a_deal_is_not_given_by_two_numbers() -> None:
    (problem,) = told("score", deal=3, number=4, bids=[0] * 4, tricks=[3, 0, 0, 0])["problems"]
    assert (problem["code"], problem["message"]) == (
        "U634",
        "the deal is given as `3` and as number `4`",
    )


def test_a_trump_that_is_no_suit_is_refused_even_if_the_score_does_not_read_it() -> None:
    deal = {"deal": 1, "bids": [0] * 4, "tricks": [1, 0, 0, 0]}
    assert told("score", trump="hearts", **deal)["scores"] == told("score", **deal)["scores"]
    (problem,) = told("score", trump="stars", **deal)["problems"]
    assert problem["code"] == "U648"


def test_a_sheet_that_cannot_be_read_is_told_as_such() -> None:
    for sheet in ("", "record = \n", "\0", '"'):
        found = told("replay", sheet=sheet)["replay"]
        assert (found["agrees"], found["rows"]) == (False, [])
        assert found["misfits"], sheet


def test_a_score_keeper_is_a_page_of_its_own() -> None:
    page = told("keeper")["keeper"]
    assert page["title"] == "House"
    assert page["html"].startswith("<!DOCTYPE html>")


def test_every_bundled_game_is_opened() -> None:
    games = told("games")["games"]
    assert [one["name"] for one in games] == list(all_names())
    for name in all_names():
        path = bundled_path(name)
        assert path is not None
        assert told("open", game=name)["text"] == path.read_text("utf-8")


@pytest.mark.parametrize(
    ("asked", "code"),
    [
        (None, "U626"),
        ([], "U626"),
        ({}, "U626"),
        ({"wish": "read"}, "U626"),
        ({"wish": "check", "text": 3}, "U626"),
        ({"wish": "check"}, "U626"),
        ({"wish": "check", "text": HOUSE, "file": "x"}, "U626"),
        ({"wish": "open"}, "U626"),
        ({"wish": "match", "text": HOUSE, "seed": None}, "U626"),
        ({"wish": "match", "text": HOUSE, "players": True}, "U626"),
        ({"wish": "match", "text": HOUSE, "players": 7}, "U601"),
        ({"wish": "match", "text": HOUSE, "players": 10**12}, "U601"),
        ({"wish": "match", "text": HOUSE, "seed": "-1"}, "U621"),
        ({"wish": "match", "text": HOUSE, "seed": str(2**64)}, "U621"),
        ({"wish": "match", "text": HOUSE, "seed": "9" * 5000}, "U621"),
        ({"wish": "match", "text": HOUSE, "policy": "clever"}, "U629"),
        ({"wish": "match", "text": HOUSE, "parameters": {"none": 1}}, "U602"),
        ({"wish": "match", "text": HOUSE, "parameters": {"point_stake": "x"}}, "U603"),
        ({"wish": "match", "text": HOUSE, "parameters": []}, "U626"),
        ({"wish": "compare", "text": HOUSE}, "U626"),
        ({"wish": "compare", "text": HOUSE, "other": HOUSE, "witness": 1}, "U626"),
        ({"wish": "score", "text": HOUSE, "deal": 7, "tricks": [1, None]}, "U626"),
        ({"wish": "score", "text": HOUSE, "deal": 99, "tricks": [1, 1, 1, 1]}, "U604"),
        ({"wish": "score", "text": HOUSE, "deal": 7, "tricks": [1, 1, 1, 1]}, "U605"),
        ({"wish": "trick", "text": HOUSE, "deal": 7, "played": "AC"}, "U626"),
        ({"wish": "replay", "text": HOUSE, "sheet": "", "figures": "sums"}, "U626"),
        ({"wish": "open", "game": "../rules/pagat"}, "U611"),
        ({"wish": "open", "game": "pagatt"}, "U611"),
    ],
)
def test_a_wrong_question_is_answered_with_what_is_wrong(asked: JsonValue, code: str) -> None:
    found = json.loads(json.dumps(answer(asked)))
    ANSWER.validate(found)
    text = json.dumps(found)
    assert f'"code": "{code}"' in text
    assert f'"{code}": {{"title"' in text


@pytest.mark.parametrize(
    ("asked", "why"),
    [
        (
            {"wish": "check", "text": HOUSE, "seed": "1"},
            "`seed` is allowed only with the wish `match` or `simulate`, not with `check`",
        ),
        (
            {"wish": "games", "text": HOUSE},
            "`text` is allowed only with the wish `check`, `mend`, `sheet`, `differences`,"
            " `keeper`, `match`, `simulate`, `compare`, `score`, `trick` or `replay`,"
            " not with `games`",
        ),
        (
            {"wish": "match", "text": HOUSE, "game": "pagat"},
            "`game` is allowed only with the wish `open`, not with `match`",
        ),
        ({"wish": "check", "text": HOUSE, "kept": True}, "a request has no `kept`"),
        ({"wish": "check"}, "a request with the wish `check` has `text`"),
    ],
)
def test_a_key_of_another_wish_is_told_as_such(asked: dict[str, JsonValue], why: str) -> None:
    assert not QUESTION.is_valid(asked)
    [one] = json.loads(json.dumps(answer(asked)))["problems"]
    assert (one["code"], one["message"]) == ("U626", why)


def test_the_schema_of_questions_has_every_key_of_every_wish() -> None:
    whole: dict[str, Any] = {
        **{"text": HOUSE, "game": "pagat", "players": 4, "seed": "1", "policy": "random"},
        **{"other": HOUSE, "witness": False, "deal": 7, "tricks": [7, 0, 0, 0], "calls": None},
        **{"played": "AC", "trump": "hearts", "order": None, "cards": 7, "taken": None},
        **{"past": None, "sheet": "", "card": False, "figures": "points", "parameters": {}},
        **{"matches": 2, "part": 1, "counts": None},
    }
    rules = {"text": HOUSE}
    needed_by_wish: dict[str, Any] = {
        **{"open": {"game": "pagat"}, "games": {}, "compare": {**rules, "other": HOUSE}},
        "score": {**rules, "deal": 7, "bids": [0, 0, 0, 0], "tricks": [7, 0, 0, 0]},
        "trick": {**rules, "deal": 7, "played": "AC", "trump": "hearts"},
        "replay": {**rules, "sheet": ""},
    }
    for wish in WISHES:
        for key, value in whole.items():
            needed = needed_by_wish.get(wish, rules)
            asked = {"wish": wish, **needed, key: value}
            wrong = json.loads(json.dumps(answer(asked)))["problems"]
            assert QUESTION.is_valid(asked) == (wrong == []), asked


@pytest.mark.parametrize("wish", ["check", "mend", "sheet", "differences", "match"])
def test_no_file_is_read_and_none_looked_for(
    wish: Wish, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A file that is there and one that is not give the same answer, whatever it holds."""
    (tmp_path / "here.clag").write_text(HOUSE, "utf-8")
    monkeypatch.chdir(tmp_path)
    for folder in ("", f"{tmp_path}/", "./"):
        one, other = (
            told(wish, f'clag 1\ngame "X" extends "{folder}{name}.clag"\n')
            for name in ("here", "gone")
        )
        assert [each["code"] for each in one["problems"]] == ["C233"]
        assert json.dumps(one).replace("here.clag", "gone.clag") == json.dumps(other)
        assert told(wish, 'clag 1\ngame "X" extends here\n')["problems"][0]["fix"] == []


def test_the_text_is_bounded_as_a_file_is() -> None:
    right = HOUSE + "#" * ((1 << 20) - len(HOUSE) - 1) + "\n"
    assert told("check", right)["problems"] == []
    assert told("check", right + "\n")["problems"][0]["code"] == "S103"
    assert told("mend", right + "\n")["problems"][0]["code"] == "S103"


def test_a_compiled_game_is_read_by_its_texts() -> None:
    checked = check_text(HOUSE)
    assert checked.game is not None
    compiled = json.dumps(compiled_json(checked.game, checked.chain))
    assert told("check", compiled)["title"] == told("check", HOUSE)["title"]
    assert told("mend", compiled)["text"] == compiled
    for wish in ("check", "sheet", "mend", "differences", "match"):
        found = told(wish, json.dumps(game_json(checked.game)))["problems"]
        assert [one["code"] for one in found] == ["J709"]


def test_nothing_is_imported_that_a_browser_has_not() -> None:
    """Pyodide is Python and its library; `clagdsl` brings Lark, and the rest is not Python."""
    text = f"""
import sys
from clagdsl.playground.page_answers import answer
for wish, more in {{
    **dict.fromkeys(("games", "check", "mend", "sheet", "differences", "keeper", "match"), {{}}),
    "compare": {{"other": {MISSPELT!r}}},
    "score": {{"deal": 1, "bids": [0] * 4, "tricks": [1, 0, 0, 0]}},
    "trick": {{"deal": 1, "played": "AC", "trump": "none"}},
}}.items():
    about = {{}} if wish == "games" else {{"text": {HOUSE!r}, **more}}
    assert answer({{"wish": wish, **about}})["wish"] == wish
answer({{"wish": "mend", "text": {MISSPELT!r}}})
heavy = {{"click", "jsonschema", "numba", "numpy", "openpyxl", "rpds", "sqlite3", "ssl"}}
loaded = lambda: {{name.split(".")[0] for name in sys.modules}}
print(*sorted((heavy | {{"socket"}}) & loaded()))
answer({{"wish": "replay", "text": {HOUSE!r}, "sheet": "", "figures": "points"}})
print(*sorted(heavy & loaded()))  # reading sheets needs `zipfile`, which imports `socket`
"""
    done = subprocess.run([sys.executable, "-c", text], capture_output=True, text=True, check=True)
    assert done.stdout.split() == []


@pytest.mark.parametrize("past", [3, [1], "bags=9", {"bags": "9"}, {"bags": [9, "0"]}])
def test_a_wrong_kind_of_value_is_told_with_an_example(past: JsonValue) -> None:
    asked = {"wish": "score", "text": HOUSE, "deal": 7, "tricks": [7, 0, 0, 0], "past": past}
    [one] = json.loads(json.dumps(answer(asked)))["problems"]
    assert one["code"] == "U626"
    whole, example = one["message"].split(", such as ")
    assert whole == (
        "`past` must be an object in which every value is a whole number or a list of whole numbers"
    )
    for shown in example.split(" or "):
        read = json.loads(shown.strip("`"))
        assert QUESTION.is_valid({**asked, "past": read})


def test_a_sheet_without_a_deal_says_why_nothing_was_judged() -> None:
    record = 'record = 1\nrules = "pagat"\nplayers = ["Ann", "Bob", "Cai", "Dot"]\n'
    head = "deal,Ann,Bob,Cai,Dot\n"
    for sheet in (record, head):
        found = told("replay", HOUSE, sheet=sheet, figures="totals")["replay"]
        assert (found["judged"], found["why_none"]) == (0, "no deal is recorded")
    found = told("replay", HOUSE, sheet=f"{head}1,10,10,10,11\n", figures="totals")["replay"]
    assert (found["judged"], found["why_none"]) == (1, None)
