"""Score cards pasted as text, with or without separators between the figures."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from support.loaded import loaded

from clagdsl import load
from clagdsl.cli.main import main
from clagdsl.engine.players.player import random_action
from clagdsl.records import pasted_card
from clagdsl.records.pasted_card import MOST_CHARACTERS, parse_card
from clagdsl.records.reading import RecordResult, read_record
from clagdsl.records.replay import replay_sheet
from clagdsl.records.sheet import SheetRules
from clagdsl.table.budget import Budget

SHEETS = Path(__file__).parent.parent / "conformance" / "sheets"

ENGLISH = """RoundCraigAnnabelKathrynPhil
110 012 110 010 0
222 122 020 022 1
322 034 120 134 1
422 146 120 134 2
536 246 120 250 3
650 246 134 264 2
760 060 248 264 2
nt (no trumps)70 160 448 164 4
bt (blind trumps)84 272 148 364 4
hb (half blind)84 184 148 264 2
b (blind)84 296 148 264 1
m (misere)76 -92 -46 -74 -
mnt (misere no trumps)86 -102 -44 -62 -
786 3112 044 362 2
686 0128 356 162 2
598 1142 268 162 3
498 1154 168 262 1
3108 0164 068 262 1
2118 0174 068 262 1
1128 0184 080 172 0
"""
JAPANESE = """ラウンド
マックス
ノア
キャスリン
オリバー1 10 0 121 10 0 10 0 2
22 122 0 20 0 22 1 3 22 0 34 1
20134 1 4 22 1 46 1 201 34 2
536 2 46 1 20 2 50 3 6 50 2
46 134 2 64 2 7 60 0 60 2 48 2 64 2 nt(切り札なし)701 60 4 48 1 64 4
bt(ブラインドトランプ)84 2 72 1 48 3 64 4
hb(ハーフブラインド)84 1 84 1 48 2 64 2
b(ブラインド)84 2 96 1 48 2 64 1
m(ミセレ)76- 92- 46- 74-
mnt(切り札なし)86- 102- 44- 62- 7 86 3
112 044 3 62 2 6 86 0 128 3 56 1
62 25 98 1 142 2 68 1 62 3 4
98 1154 1 68 2 62 1 3 108 0 164 0 68 2 62 12 1180174 0 68 2 62 1 1 128 0 184 0 80 1 72 0
"""
"""The card of 2011 as a page prints it: rows run on, and separators are missing."""


def read(text: str, rules: str = "scorecard") -> RecordResult:
    return parse_card(text, SheetRules(rules, loaded(rules).rules), "card.txt")


@pytest.mark.parametrize(
    ("text", "card"), [(ENGLISH, "wikipedia"), (JAPANESE, "wikipedia-2011-ja")]
)
def test_the_documented_cards_are_read_as_printed(text: str, card: str) -> None:
    due = read_record(SHEETS / f"{card}.toml").record
    result = read(text)
    assert result.diagnostics == ()
    assert result.record is not None
    assert due is not None
    assert result.record.players == due.players
    figures = [(deal.bids, deal.totals) for deal in result.record.deals]
    assert figures == [(deal.bids, deal.totals) for deal in due.deals]
    game = loaded("scorecard").rules
    answer = replay_sheet(result.record, game, result.places)
    assert [row.label for row in answer.rows] == [
        *"1234567",
        *["nt", "bt", "hb", "b", "m", "mnt"],
        *"7654321",
    ]
    (problem,) = answer.diagnostics
    assert problem.place is not None
    line = text.splitlines()[problem.place.line - 1]
    assert line[problem.place.column - 1 :].startswith("70")


@pytest.mark.parametrize(
    "text",
    [
        "Ann Bob Cai\n1 10 0 12 1 0 1\n2 20 0 24 1 12 1\n",
        "| Round | Ann | Bob | Cai |\n| 1 | 10 0 | 12 1 | 0 1 |\n| 2 | 20 0 | 24 1 | 12 1 |\n",
        "Ann Bob Cai\n1 0 10 1 12 1 0\n2 0 20 1 24 1 12\n",  # the bid before the total
        "Ann Bob Cai\n110 012 10 1\n220 024 112 1\n",
    ],
)
def test_a_card_is_read_with_separators_and_without(text: str) -> None:
    result = read(text)
    assert result.record is not None
    assert result.record.players == ("Ann", "Bob", "Cai")
    figures = [(deal.bids, deal.totals) for deal in result.record.deals]
    assert figures == [((0, 1, 1), (10, 12, 0)), ((0, 1, 1), (20, 24, 12))]


def test_a_bid_that_is_too_high_is_a_misprint_and_does_not_stop_the_reading() -> None:
    result = read("Ann Bob Cai\n1 10 0 12 2 0 1\n2 20 0 24 1 12 1\n")
    assert result.diagnostics == ()
    assert result.record is not None
    figures = [(deal.bids, deal.totals) for deal in result.record.deals]
    assert figures == [((0, 2, 1), (10, 12, 0)), ((0, 1, 1), (20, 24, 12))]
    problems = replay_sheet(result.record, loaded("scorecard").rules, result.places).diagnostics
    assert "A201" in [problem.code for problem in problems]


@pytest.mark.parametrize("rules", ["scorecard", "foss", "blackout", "ascenseur"])
def test_a_card_with_missing_separators_is_read_right_or_not_at_all(rules: str) -> None:
    game, choose = loaded(rules), random.Random(4)
    refused = 0
    for seed in range(6):
        state = game.start(players=4, seed=seed)
        while (action := random_action(state)) is not None:
            state = state.apply(action)
        record = state.record()
        text = "Ann Bob Cai Dot\n"
        for deal in record.deals:
            cells = [str(deal.number)]
            for total, bid in zip(deal.totals or (), deal.bids or ("-",) * 4, strict=True):
                cells += [str(total), str(bid)]
            if any("-" in cell and cell != "-" for cell in cells):
                break  # negative totals are not read
            text += "".join(cell + choose.choice(["", " ", " ", " "]) for cell in cells) + "\n"
        result = read(text, rules)
        if result.record is None:
            refused += 1
            continue
        figures = [(deal.bids, deal.totals) for deal in result.record.deals]
        due = [(deal.bids or ("-",) * 4, deal.totals) for deal in record.deals[: len(figures)]]
        assert figures == due, text
    assert refused < 6


@pytest.mark.parametrize("spaces", ["", " "])
def test_a_row_in_which_nobody_bids_may_have_totals_alone(spaces: str) -> None:
    due = read(ENGLISH).record
    assert due is not None
    bare = ENGLISH.replace(" -", spaces)
    assert bare.count("-") == 0
    result = read(bare)
    assert result.diagnostics == ()
    assert result.record is not None
    assert result.record.deals == due.deals


NO_BIDS = """clag 2
game "Nobody bids"
players 3
deal m
  rank A K Q J 10 9 8 7 6 5 4 3 2
  trump turned
  bid none
  lead eldest
  follow suit, else anything
  next dealer left
  score 10 when tricks = 0, otherwise tricks
  completed not counted
schedule repeat 2 times (3 cards: m)
winner highest total, then shared
"""


@pytest.mark.parametrize(
    ("text", "totals"),
    [
        ("1 10 10 3 2 20 20 6", (10, 10, 3)),
        ("110103 220 20 6", (10, 10, 3)),
        ("1 1 111", None),  # 1, 1 and 11, or 1, 11 and 1, which nobody can score
    ],
)
def test_totals_without_bids_are_read_only_in_one_way(
    text: str, totals: tuple[int, ...] | None
) -> None:
    game = load(text=NO_BIDS).rules
    result = parse_card(text, SheetRules("no-bids", game), "card.txt")
    if totals is None:
        (problem,) = result.diagnostics
        assert "can be read in more than one way" in problem.message
    else:
        assert result.record is not None
        assert result.record.deals[0].totals == totals
    assert (result.record is None) == (totals is None)


@pytest.mark.parametrize("text", ["", "hello", "hello 123 45", "7 7 7", "1" * 19_000, "- " * 9_000])
def test_a_text_without_a_card_is_reported(text: str) -> None:
    result = read(text)
    assert result.record is None
    (problem,) = result.diagnostics
    assert problem.code == "R501"


def test_a_text_longer_than_any_card_is_refused_and_not_cut() -> None:
    result = read(ENGLISH + " " * MOST_CHARACTERS + "7")
    assert result.record is None
    assert [one.code for one in result.diagnostics] == ["R502"]


def test_all_ways_to_divide_a_card_share_one_budget(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without separators a row can be divided in thousands of ways, by every number of players."""
    state = loaded("scorecard").start(players=7, seed=2)
    while (action := random_action(state)) is not None:
        state = state.apply(action)
    text = ""
    for deal in state.record().deals:
        pairs = zip(deal.totals or (), deal.bids or ("-",) * 7, strict=True)
        text += str(deal.number) + "".join(f"{total}{bid}" for total, bid in pairs)
    budget = Budget(20_000)
    monkeypatch.setattr(pasted_card, "Budget", lambda _: budget)
    (problem,) = read(text).diagnostics
    assert problem.message == "the score card can be divided into rows in too many ways up to here"
    assert 0 <= budget.left < 20_000


def test_a_pasted_card_is_written_as_a_record(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("card.txt").write_text(JAPANESE, "utf-8")
    written = ["replay", "--paste", "card.txt", "--rules", "scorecard", "-o", "card.toml"]
    assert main(written) == 1
    assert "card.txt by scorecard: 1 problem" in capsys.readouterr().out
    assert main(["replay", "card.toml"]) == 1
    assert "card.toml by scorecard: 1 problem" in capsys.readouterr().out
    assert main(["replay", "--paste", "card.txt"]) == 2
    assert "a printed card does not name its rules" in capsys.readouterr().err
