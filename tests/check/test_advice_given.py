"""What is advised means what was written, names both readings where there are two, and checks."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from clagdsl.check.checker import check_path, check_text
from clagdsl.problems.diagnostic import Diagnostic, apply_edits
from clagdsl.problems.render import problem_text

GAME = """clag 2
game "G"
players 4 to 5
deal normal
  trump turned
  bid in turn
  score 10 + tricks when made, otherwise 0
schedule 1 up to 7 cards: normal
winner highest total, then shared
"""
HOUSE = 'clag 2\ngame "H" extends pagat\n'
HOOK = "last bid keeps bids != cards"
BROKEN = "open no trump until broken"
WINNER = "winner highest total, then shared"
SCORE = "10 + tricks when made, otherwise 0"
ROW = "1 up to 7 cards: normal"
TURNED = "trump turned"
BID = "bid in turn"
JOKERS = "pack all ranks, 4 Joker\nspecial Joker is high asks nothing\ndeal normal"


def problems_of(text: str) -> tuple[Diagnostic, ...]:
    return check_text(text).diagnostics


def is_right(text: str) -> bool:
    return not any(each.severity == "error" for each in problems_of(text))


DASHES = [
    # what is written for the row, the rows that it may mean, whether it is a warning only
    ("1-7-1 cards: normal", ["1 up to 7", "6 down to 1"], ["1 up to 7", "7 down to 1"]),
    ("7-1-7 cards: normal", ["7 down to 1", "2 up to 7"], ["7 down to 1", "1 up to 7"]),
    ("1 – 7 – 1 cards: normal", ["1 up to 7", "6 down to 1"], ["1 up to 7", "7 down to 1"]),
    ("1..7..1 cards: normal", ["1 up to 7", "6 down to 1"], ["1 up to 7", "7 down to 1"]),
    ("1-7-1: normal", ["1 up to 7", "6 down to 1"], ["1 up to 7", "7 down to 1"]),
    ("7 to 1 to 7 cards: normal", ["7 down to 1", "2 up to 7"], ["7 down to 1", "1 up to 7"]),
    ("1 up to 7 and back: normal", ["1 up to 7", "6 down to 1"], ["1 up to 7", "7 down to 1"]),
    ("1-2-3-4 cards: normal", ["1 up to 4"], None),
    ("1–3–7 cards: normal", ["1 card:", "3 cards", "7 cards"], None),
    ("10-1-3 cards: normal", ["10 down to 1", "2 up to 3"], ["10 down to 1", "1 up to 3"]),
]


@pytest.mark.parametrize(("row", "once", "twice"), DASHES)
def test_rows_with_dashes_are_told_with_all_that_they_may_mean(
    row: str, once: list[str], twice: list[str] | None
) -> None:
    text = GAME.replace(ROW, row)
    (problem,) = problems_of(text)
    assert "max(" not in problem.help
    advised = [each for each in re.findall("`([^`]+)`", problem.help) if ":" in each]
    assert len(advised) == 1 + (twice is not None)
    for advice, rows in zip(advised, (once, twice), strict=False):
        assert all(part in advice for part in rows or [])
        assert is_right(GAME.replace(ROW, advice))
    if problem.severity == "error":
        assert bool(problem.fix) == (twice is None or problem.code == "P302")
        assert is_right(apply_edits(text, problem.fix)) == bool(problem.fix)


def test_a_dash_beside_a_name_may_take_away_or_stand_between_sizes() -> None:
    with_top = GAME.replace("deal normal", 'param top = 7 in 1 to 8 "most"\ndeal normal', 1)
    (problem,) = problems_of(with_top.replace(ROW, "top-1 cards: normal"))
    assert "`max(1, top - 1) cards`" in problem.help
    assert "`top down to 1 cards`" in problem.help
    (problem,) = problems_of(with_top.replace(ROW, "1-top cards: normal"))
    assert problem.help.endswith("write `1 up to top cards`")
    (problem,) = problems_of(with_top.replace(ROW, "1-top-1 cards: normal"))
    assert "then top - 1 down to 1 cards: normal`" in problem.help


SCORES = [
    # what is written, the code, what is said, what is written instead
    ("square(bid)", "S150", "no function `square`", "bid * bid"),
    ("2 * square(bid + 1)", "S150", "", "2 * ((bid + 1) * (bid + 1))"),
    ("10 - diff(bid, tricks)", "S150", "no function `diff`", "10 - abs(bid - tricks)"),
    ("abs(bid, tricks)", "S150", "`abs` takes one number", "abs(bid - tricks)"),
    ("max(bid)", "S150", "larger of two or more numbers", None),
    ("3 * floor(bid / 2)", "S150", "no function `floor`", "3 * (bid // 2)"),
    ("ceil(bid / 2)", "S150", "no function `ceil`", "(bid + 1) // 2"),
    ("pow(bid, 3)", "S150", "", "bid * bid * bid"),
    ("pow(bid, tricks)", "S150", "multiply, as in `bid * bid`", None),
    ("mod(bid, 2)", "S150", "", "bid % 2"),
    ("sum(bid, tricks)", "S150", "", "(bid + tricks)"),
    ("10 + sqrt(bid)", "S150", "the language has no roots", None),
    ("foo(bid)", "S150", "write how to work out `foo`", None),
    ("1e3", "S114", "write the number in full", "1000"),
    ("50% when made, otherwise 0", "S150", "`50 * bid // 100` for a part of the bid", None),
    ("10 when made, otherwise 50%", "S150", "write `50` for that many points", None),
    ("50% * bid", "S150", "rounds down", "50 * bid // 100"),
    ("tricks * 50%", "S150", "rounds down", "tricks * 50 // 100"),
    ("10 + bid!", "S110", "no sign comes after a value", "10 + bid"),
    ("10 when bid ~ tricks, otherwise 0", "S110", "`abs(bid - tricks) <= 1`", None),
    ("10 when ~made, otherwise 0", "S110", "write `not`", None),
    ("10 when made; 0", "S150", "", "10 when made, otherwise 0"),
    ("½ * bid", "S114", "rounds down", "bid // 2"),
    ("½ bid", "S114", "rounds down", "bid // 2"),
    ("1½ * bid", "S114", "rounds down", "3 * bid // 2"),
    ("10 + ¼", "S114", "multiply every score by 4", None),
    ("1/2 * bid", "S110", "`bid // 2`, which rounds down", None),
    ("bid * 3/4", "S110", "`bid * 3 // 4`, which rounds down", None),
    ("10 + 1/2", "S110", "multiply every score by 2", None),
    ("10 * bid / 2", "S110", "`//`, the division that rounds down", None),
    ("1 000", "S114", "write `1000`", "1000"),
    ("1_000", "S114", "write `1000`", "1000"),
    ("5p", "S114", "leave out the unit", "5"),
    ("10 when made, otherwise lose 5", "S150", "", "10 when made, otherwise -5"),
    ("10 when made, otherwise bid mod 2", "S150", "", "10 when made, otherwise bid % 2"),
    ("10 when made, otherwise nothing", "C203", "write `0`", "10 when made, otherwise 0"),
    ("10 when made, otherwise none", "C203", "write `0`", "10 when made, otherwise 0"),
    ("10 when bid is even, otherwise 0", "S150", "", "10 when bid % 2 = 0, otherwise 0"),
]


@pytest.mark.parametrize(("score", "code", "said", "instead"), SCORES)
def test_what_other_languages_have_is_said_as_it_is_meant(
    score: str, code: str, said: str, instead: str | None
) -> None:
    text = GAME.replace(SCORE, score)
    (problem,) = problems_of(text)
    assert problem.code == code
    assert said in f"{problem.message}; {problem.help}"
    if instead is not None:
        assert f"  score {instead}\n" in apply_edits(text, problem.fix)
        assert is_right(GAME.replace(SCORE, instead))


DOUBTFUL_DASHES = [
    # what is written, and what it may mean
    ("10 when made, otherwise — 5", "10 when made, otherwise -5", "10 when made, otherwise 5"),
    ("10 when made, otherwise—5", "10 when made, otherwise -5", "10 when made, otherwise 5"),
    ("— 5 when made, otherwise 0", "-5 when made, otherwise 0", "5 when made, otherwise 0"),
    ("bid — 5", "bid - 5", "bid when made, otherwise 5"),
    ("bid –5", "bid - 5", "bid when made, otherwise 5"),
    ("10 + tricks – bid", "10 + tricks - bid", "10 + tricks when made, otherwise bid"),
    ("10 when made — 5", "10 when made, otherwise 5", "10 when made, otherwise -5"),
]


@pytest.mark.parametrize(("score", "one", "other"), DOUBTFUL_DASHES)
def test_a_dash_that_may_only_part_is_told_with_both_readings(
    score: str, one: str, other: str
) -> None:
    text = GAME.replace(SCORE, score)
    (problem,) = problems_of(text)
    assert not problem.safe
    for reading in (one, other):
        assert f"`score {reading}`" in problem.help
        assert is_right(GAME.replace(SCORE, reading))
    assert not problem.fix


@pytest.mark.parametrize(
    ("score", "safe"),
    [
        ("10 when made, otherwise bid – 5", False),
        ("10 when made, otherwise (bid + 1) — 5", False),
        ("10 when made, otherwise –5", True),
        ("10 when made, otherwise − 5", True),
        ("10 when made, otherwise 5 * – 1", True),
    ],
)
def test_a_dash_is_a_minus_where_it_can_be_nothing_else(score: str, safe: bool) -> None:
    (problem,) = problems_of(GAME.replace(SCORE, score))
    assert (problem.code, problem.safe) == ("S115", safe)
    assert ("only separates words" in problem.help) != safe


GLUED_AND_DOUBLED = [
    # what stands in the place of what, what is said, and what the mend makes of it
    (SCORE, "10 when made, otherwise 0 0", "delete one `0`", "10 when made, otherwise 0 "),
    (SCORE, "10 when when made, otherwise 0", "delete one `when`", "10 when made, otherwise 0"),
    (SCORE, "10 when made and otherwise 0", "`, otherwise 0`", "10 when made, otherwise 0"),
    (SCORE, "10 whenmade, otherwise 0", "`when made`", "10 when made, otherwise 0"),
    (SCORE, "10 when made, otherwise0", "`otherwise 0`", "10 when made, otherwise 0"),
    (SCORE, "10 ＋ tricks", "write `+`", "10 + tricks"),
    (SCORE, "10 － tricks", "write `-`", "10 - tricks"),
    (SCORE, "10 ＊ tricks", "write `*`", "10 * tricks"),
    (SCORE, "10 when bid ＝ tricks, otherwise 0", "`=`", "10 when bid = tricks, otherwise 0"),
    (SCORE, "10bid", "write `10 * bid`", "10 * bid"),
    (SCORE, "10 when tricks = 0, -5 otherwise", "", "10 when tricks = 0, otherwise -5"),
    ("4 to 5", "4 to5", "`to 5`", "4 to 5"),
    ("4 to 5", "4to5", "`4 to 5`", "4 to 5"),
    (ROW, "10 deals of 7 cards: normal", "", "repeat 10 times 7 cards: normal"),
    (ROW, "dealer picks from 3 to 7 cards: normal", "", "dealer picks 3 to 7 cards: normal"),
]


@pytest.mark.parametrize(("right", "wrong", "said", "instead"), GLUED_AND_DOUBLED)
def test_what_is_glued_or_doubled_keeps_its_meaning(
    right: str, wrong: str, said: str, instead: str
) -> None:
    text = GAME.replace(right, wrong, 1)
    (problem,) = problems_of(text)
    assert said in problem.help
    assert apply_edits(text, problem.fix) == GAME.replace(right, instead, 1)
    assert is_right(apply_edits(text, problem.fix))


def test_a_number_before_an_unknown_word_is_no_product() -> None:
    (problem,) = problems_of(GAME.replace(SCORE, "10x"))
    assert "*" not in problem.help
    assert not problem.fix
    changed = problems_of(f"{HOUSE}change Misere score 10 when tricks = 0, -5 otherwise\n")
    assert "otherwise -5`" in changed[0].help


def test_what_a_message_quotes_stands_in_the_file() -> None:
    (_, problem) = problems_of(GAME.replace(SCORE, "10 + |bid - tricks| made"))
    assert "`0`" not in problem.message + problem.help


def test_a_name_of_an_expression_is_told_where_it_is_declared() -> None:
    text = GAME.replace("deal normal", 'param max = 5 in 1 to 9 "x"\ndeal normal', 1)
    uses = "max when made, max when tricks = 0, otherwise max"
    (problem,) = problems_of(text.replace(SCORE, uses).replace(ROW, "1 up to max cards: normal"))
    assert (problem.code, problem.place and problem.place.line) == ("C207", 4)


CLAUSES = [
    # what stands in the place of what, the code, what is said, and every mend that is offered
    (TURNED, "hearts trump", "S140", "", ["trump hearts"]),
    (BID, "together bid", "S140", "begins with `together`", ["bid together"]),
    (BID, f"{BID}\n  lead dealer left", "S140", "is eldest", ["lead eldest"]),
    (BID, f"{BID}\n  lead dealer's left", "S150", "is eldest", ["lead eldest"]),
    (BID, f"{BID}\n  next dealer drawn", "S150", "the next dealer is never drawn by lot", []),
    (BID, f"{BID}\n  dealer drawn", "S150", "", ["players 4 to 5, dealer drawn"]),
    (
        BID,
        f"{BID}\n  last bid keeps bids odd",
        "S150",
        "",
        ["last bid keeps bids % 2 = 1"],
    ),
    (
        BID,
        f"{BID}\n  last bid even",
        "S150",
        "for the bid itself",
        ["last bid keeps bids % 2 = 0", "last bid keeps bid % 2 = 0"],
    ),
    (BID, f"{BID}\n  each bid odd", "S150", "", ["each bid keeps bid % 2 = 1"]),
    (
        BID,
        f"{BID}\n  follow suit, else trump",
        "P308",
        "",
        ["follow suit, else trump, else anything"],
    ),
    (TURNED, "trump turned, on Ace none", "C261", "as in `on A none`", []),
    (TURNED, "trump turned, on picture none", "C261", "as in `on K Q J none`", []),
    (TURNED, f"{TURNED}\n  wild jokers", "S135", "`pack all ranks, 2 Joker`", []),
    (ROW, f"{ROW} normal", "S138", "write `, normal`, or delete one `normal`", []),
    (
        WINNER,
        f'{WINNER}\n  param most_cards = 7 to 3 "m"',
        "S140",
        "is the default",
        ['param most_cards = 3 in 3 to 7 "m"', 'param most_cards = 7 in 3 to 7 "m"'],
    ),
    (
        f"schedule {ROW}",
        "schedule 1 to 7 to 1 cards",
        "S150",
        "to deal it twice",
        [
            "schedule 1 up to 7 cards: normal then 6 down to 1 cards: normal",
            "schedule 1 up to 7 cards: normal then 7 down to 1 cards: normal",
        ],
    ),
    (
        WINNER,
        f"{WINNER}\n  settle 10 * points",
        "S140",
        "",
        ["settle loser pays winner 10 * (winner.total - loser.total)"],
    ),
    (
        WINNER,
        f"{WINNER}\n  settle 10",
        "S140",
        "whatever the totals are",
        [
            "settle loser pays winner 10 * (winner.total - loser.total)",
            "settle loser pays winner 10",
        ],
    ),
    (
        WINNER,
        f"{WINNER}\n  settle 2 * (winner.total - loser.total)",
        "S140",
        "",
        ["settle loser pays winner 2 * (winner.total - loser.total)"],
    ),
    (
        WINNER,
        f'{WINNER}\n  example "x" in normal with 1 card as number 1: bid 1 tricks 1 scores 11',
        "S140",
        "comes before the number of cards",
        ['example "x" in normal as number 1 with 1 card: bid 1 tricks 1 scores 11'],
    ),
    (
        BID,
        f"{BID}\n  each bid keeps bid != left bid",
        "S150",
        "the bid just before this one",
        ["each bid keeps bid != previous_bid"],
    ),
    (
        BID,
        f"{BID}\n  each bid keeps bid != bid.left",
        "C203",
        "write `previous_bid`",
        [],
    ),
    (
        BID,
        f"{BID}\n  each bid keeps bid != last_bid",
        "C203",
        "write `previous_bid`",
        [],
    ),
    (
        BID,
        f"{BID}\n  each bid keeps bid != other_bids",
        "C203",
        "write `same_bids = 0` if nobody else has made the same bid",
        [],
    ),
    (
        BID,
        f"{BID}\n  each bid unique",
        "S150",
        "the number of other players who have made the same bid",
        ["each bid keeps same_bids = 0, otherwise free"],
    ),
    (BID, f"{BID}\n  misdeal when bids = 0", "S150", "`clagdsl explain S150`", []),
    (BID, f"{BID}\n  lead lowest total", "S150", "`clagdsl explain S150`", []),
    (TURNED, "trump turned, none on A", "S140", "", ["trump turned, on A none"]),
    (BID, f"{BID}\n  screw the dealer", "S140", "is put on the last bid", [HOOK]),
    (BID, f"{BID}\n  no zero bids", "S140", "", ["each bid keeps bid > 0"]),
    (BID, f"{BID}\n  bid at least 1", "S140", "", ["each bid keeps bid >= 1"]),
    (BID, f"{BID}\n  trumps must be broken", "S150", "", [BROKEN]),
    (BID, f"{BID}\n  open no trump until trump broken", "S140", "", [BROKEN]),
    (BID, f"{BID}\n  lead left", "S140", "is eldest", ["lead eldest"]),
    (BID, f"{BID}\n  first lead eldest", "S140", "", ["lead eldest"]),
    (BID, "bids are simultaneous", "S140", "", ["bid together"]),
    (WINNER, f"{WINNER}\n  deck 52", "S140", "", ["pack all ranks"]),
    (
        WINNER,
        f"{WINNER}\n  pack without 2s",
        "S150",
        "without one card of spades",
        ["pack A K Q J 10 9 8 7 6 5 4 3", "pack all ranks, without 2S"],
    ),
    (WINNER, f"{WINNER}\n  pack no 2 3", "S140", "", ["pack A K Q J 10 9 8 7 6 5 4"]),
    (f"score {SCORE}", f"score 50 when nil, {SCORE}", "C203", "write `bid = 0 and tricks = 0`", []),
    (SCORE, "10 + tricks when made, otherwise half", "C203", "`tricks // 2`", []),
    (SCORE, "10 bonus + tricks when made, otherwise 0", "S146", "delete it", []),
    (
        f"score {SCORE}",
        "score 10 + tricks when made, -5 per trick off",
        "S150",
        "",
        ["score 10 + tricks when made, otherwise -5 * abs(bid - tricks)"],
    ),
    *(
        (
            f"score {SCORE}",
            f"score 10 + tricks when made, otherwise -1 per trick {missed}",
            "S150",
            "",
            ["score 10 + tricks when made, otherwise -1 * abs(bid - tricks)"],
        )
        for missed in ("missed by", "off by", "too many or few")
    ),
    (
        SCORE,
        "10 + tricks when made, otherwise -1 per trick they miss",
        "S150",
        "or as in `1 * abs(bid - tricks)` for each trick too many or too few",
        [],
    ),
    (
        f"score {SCORE}",
        "score 10 + tricks when made, 1 when nobody made it, otherwise 0",
        "S150",
        "",
        ["score 10 + tricks when made, 1 when makers = 0, otherwise 0"],
    ),
    (SCORE, "20 when spades, otherwise 10", "C203", "write `trump = spades`", []),
    (
        f"score {SCORE}",
        "score 20 when hearts are trump, otherwise 10",
        "S150",
        "",
        ["score 20 when trump = hearts, otherwise 10"],
    ),
]
WHICH_STAND_TWICE = ("score", "trump", "bid", "schedule", "winner", "players")


@pytest.mark.parametrize(("right", "wrong", "code", "said", "mends"), CLAUSES)
def test_what_is_said_of_a_clause_leads_on(
    right: str, wrong: str, code: str, said: str, mends: list[str]
) -> None:
    (problem,) = problems_of(GAME.replace(right, wrong, 1))
    assert problem.code == code
    assert said in f"{problem.message}; {problem.help}"
    assert all(f"`{mend}`" in problem.help for mend in mends)
    clause = wrong.removeprefix(f"{right}\n  ")
    for mend in mends:
        if mend.startswith("players"):
            assert is_right(GAME.replace("players 4 to 5", mend))
        else:
            assert is_right(GAME.replace(right, wrong, 1).replace(clause, mend))


@pytest.mark.parametrize("word", WHICH_STAND_TWICE)
def test_a_word_that_begins_a_clause_stands_there_once(word: str) -> None:
    (problem,) = problems_of(GAME.replace(word, f"{word} {word}", 1))
    assert problem.help == f"delete one `{word}`"
    assert apply_edits(GAME.replace(word, f"{word} {word}", 1), problem.fix).split() == GAME.split()


@pytest.mark.parametrize("word", ["otherwise", "othewise", "else"])
def test_a_number_on_otherwise_without_a_comma(word: str) -> None:
    (problem,) = problems_of(GAME.replace(", otherwise 0", f" {word}0"))
    assert problem.help == "write `, otherwise 0`"
    assert apply_edits(GAME.replace(", otherwise 0", f" {word}0"), problem.fix) == GAME


def test_a_run_in_a_condition_of_a_limit_is_said_within_the_limit() -> None:
    text = GAME.replace("deal normal", "run zeros when bid = 0\ndeal normal", 1)
    limit = "each bid keeps bid > 0 when zeros >= 2, otherwise free"
    (problem,) = problems_of(text.replace(BID, f"{BID}\n  {limit}"))
    assert problem.code == "C204"
    mended = "each bid keeps zeros < 2 or bid > 0"
    assert f"`{mended}`" in problem.help
    assert is_right(text.replace(BID, f"{BID}\n  {mended}"))
    (problem,) = problems_of(text.replace(BID, f"{BID}\n  {limit.replace(', otherwise free', '')}"))
    assert "write `or zeros < 2`" in problem.help


def test_cards_that_are_one_too_few_may_go_without_a_turned_one() -> None:
    row = "1 up to 56 // players cards: normal"
    turned = "trump turned, on Joker named by dealer any suit"
    text = GAME.replace("deal normal", JOKERS, 1).replace(ROW, row).replace(TURNED, turned)
    (problem,) = problems_of(text)
    assert "add `, else none` at the end of the `trump` clause" in problem.help
    assert is_right(text.replace(turned, f"{turned}, else none"))


@pytest.mark.parametrize(
    ("trump", "instead"),
    [
        ("trump turned, on Joker named by dealer any suit", "on Joker none"),
        ("trump named by dealer any suit", "trump turned"),
    ],
)
def test_trump_is_named_by_nobody_who_sees_no_cards(trump: str, instead: str) -> None:
    text = GAME.replace("deal normal", JOKERS, 1)
    text = text.replace(TURNED, f"{trump}\n  sight never\n  play top card")
    assert is_right(text.replace("never", "others only"))
    (problem,) = problems_of(text)
    assert problem.code == "P315"
    assert f"nobody sees their own cards: write `{instead}`" in problem.help
    assert is_right(text.replace(trump, "trump turned, on Joker none"))


def test_a_schedule_that_some_table_does_not_have_is_not_told_to_count_up() -> None:
    (problem,) = problems_of(GAME.replace(ROW, f"{ROW} when players < 5"))
    assert problem.code == "P303"
    assert "count up" not in problem.help
    assert "remove the condition of a row" in problem.help


def test_circumstances_with_a_comma_end_with_one() -> None:
    text = GAME.replace("deal normal", 'param p = 3 in 0 to 9 "x"\ndeal normal', 1)
    (problem,) = problems_of(text.replace(SCORE, "10 // (p - 4)"))
    assert problem.message == "with 4 players and 1 card, `p = 4`, this divides by zero"


@pytest.mark.parametrize("dropped", ["Misere Blind", "Misere, Blind", "Misere and Blind"])
def test_two_deals_that_are_dropped_at_once(dropped: str) -> None:
    (problem,) = problems_of(f"{HOUSE}drop {dropped}\n")
    assert "`drop Misere` and `drop Blind`" in problem.help
    assert is_right(f"{HOUSE}drop Misere\ndrop Blind\n")


@pytest.mark.parametrize(
    "winner", ["most points", "best total", "who has most points", "highest total"]
)
def test_a_winner_that_is_changed_is_said_as_one_that_is_not(winner: str) -> None:
    text = f"{HOUSE}change winner {winner}\n"
    (problem,) = problems_of(text)
    assert "change winner highest total, then shared\n" in apply_edits(text, problem.fix)


def test_all_slips_of_a_line_are_told_and_mended_together() -> None:
    wrong = "Deal two Is normal With Score 10 + Tricks when Made, Otherwise 0\n"
    text = GAME.replace("schedule", f"{wrong}schedule").replace(ROW, f"{ROW}, two")
    assert [each.code for each in problems_of(text)] == ["S139"] * 5
    assert all(each.safe for each in problems_of(text))
    house = problems_of(f"{HOUSE}Change Normal Score 10 + Tricks when Made, otherwise 0\n")
    assert [each.safe for each in house] == [True, True]
    text = GAME.replace("4 to 5", "four to five")
    edits = [edit for each in problems_of(text) for edit in each.fix]
    assert apply_edits(text, edits) == GAME


def test_an_example_says_which_deal_it_is_about() -> None:
    text = GAME.replace("schedule", "deal two is normal with trump none\nschedule", 1)
    text = text.replace(ROW, f"{ROW}, two")
    text += 'example "a" in two: cards KS hand 2S 9H may play 9H\n'
    text += 'example "b" in two: cards KS AS 2S won by 2S\n'
    assert ["in `two`, but under the rules" in each.message for each in problems_of(text)] == [
        True,
        True,
    ]


@pytest.mark.parametrize(
    "data",
    [
        b"<!DOCTYPE html>\n<html></html>\n",
        b"\xef\xbb\xbf \n <HTML lang='en'>\n",
        b"<?xml version='1.0'?>\n",
        b"root:x:0:0::/root:/bin/sh\nmail:x:8:8::/:\nlp:x:7:7::/:\n",
    ],
)
def test_another_text_is_no_file_of_rules_and_nothing_of_it_is_shown(
    data: bytes, tmp_path: Path
) -> None:
    path = tmp_path / "other.clag"
    path.write_bytes(data)
    (problem,) = check_path(str(path)).diagnostics
    assert problem.code == "S102"
    assert "not a rules file" in problem.message


@pytest.mark.parametrize(
    "text", ["hello\n", "# a\nplayerz 4\nfoo\nbar\n", "Spiel x\nfoo\nbar\nb\n"]
)
def test_what_may_be_meant_as_rules_is_read_as_rules(text: str, tmp_path: Path) -> None:
    path = tmp_path / "rules.clag"
    path.write_text(text, encoding="utf-8")
    assert "S102" not in {each.code for each in check_path(str(path)).diagnostics}


def test_a_name_of_thousands_of_letters_is_cut() -> None:
    name = f"./{'x' * 5_000}.clag"
    (problem,) = check_path(name).diagnostics
    assert len(problem_text(problem, {})) < 600


def test_a_remark_of_another_language_is_told_as_one() -> None:
    told = problems_of(GAME.replace(BID, BID + " /* each in turn */"))
    assert {each.help for each in told} == {
        "a comment begins with `#` and ends at the end of the line"
    }


def test_who_bids_first_is_not_put_in_the_place_of_a_source_unasked() -> None:
    """The words may have meant the player at the dealer's left, too."""
    (problem,) = problems_of(GAME.replace(BID, f"{BID} from dealer"))
    assert problem.code == "C202"
    assert problem.fix
    assert not problem.safe


@pytest.mark.parametrize(("said", "meant"), [("yes", "true"), ("no", "false")])
def test_an_answer_is_a_parameter_that_holds_or_does_not(said: str, meant: str) -> None:
    text = GAME.replace("deal normal", f'param hook = {said} "the hook"\ndeal normal')
    assert problems_of(text)[0].help == f"write `{meant}`"


GRAND = GAME.replace("schedule", "deal Grand is normal with trump none\nschedule").replace(
    ROW, "1 up to 7 cards: normal then 7 cards: Grand"
)


@pytest.mark.parametrize(
    ("change", "codes"),
    [
        ("change Grand trump turned", []),  # `normal` has it, Grand has not
        ("change Grand trump none", ["C225"]),
        ("change Grand bid in turn", ["C225"]),
    ],
)
def test_a_change_is_compared_with_what_the_deal_has(
    change: str, codes: list[str], tmp_path: Path
) -> None:
    (tmp_path / "base.clag").write_text(GRAND, "utf-8")
    house = tmp_path / "house.clag"
    house.write_text(f'clag 2\ngame "H" extends "base.clag"\n{change}\n', "utf-8")
    assert [each.code for each in check_path(house).diagnostics] == codes


@pytest.mark.parametrize("keyword", ["settle", "ends"])
def test_a_statement_dropped_twice_is_reported_as_a_repetition(
    keyword: str, tmp_path: Path
) -> None:
    base = f"{GAME}settle loser pays winner 1\nends when highest_total >= 50\n"
    (tmp_path / "base.clag").write_text(base, "utf-8")
    house = tmp_path / "house.clag"
    lines = f'game "H" extends "base.clag"\ndrop {keyword}\ndrop {keyword}\n'
    house.write_text(f"clag 2\n{lines}", "utf-8")
    (problem,) = check_path(house).diagnostics
    assert (problem.code, problem.place.line) == ("C221", 4)
    assert problem.message == f"`drop {keyword}` appears twice in this file"


@pytest.mark.parametrize(
    ("line", "advice"),
    [
        ("wild 2s", "write `2`"),
        ("score 10 if bid == tricks else 0", "write `when bid = tricks, otherwise 0`"),
        ("trick worth 2 if last, else 1", "write `when trick = cards, otherwise 1`"),
    ],
)
def test_a_clause_of_programs_or_plurals_is_fixed_in_one_step(line: str, advice: str) -> None:
    text = GAME.replace(f"score {SCORE}", line)
    if not line.startswith("score"):
        text = text.replace("schedule", f"  score {SCORE} + points\nschedule")
        text = text.replace(f"{SCORE} + points", "10 + points when made, otherwise 0")
    (problem,) = problems_of(text)
    assert problem.help == advice
    codes = {each.code for each in problems_of(apply_edits(text, problem.fix))}
    assert not codes & {"S115", "S142", "S150", "C203"}


@pytest.mark.parametrize(
    ("changes", "rest"),
    [
        ("change players 4 to 5\nchange players 4 to 6", "change players 4 to 5"),
        ("change normal score 5\nchange normal score 6", "change normal score 5"),
        (
            "change normal score 5\nchange normal bid together score 6",
            "change normal score 5\nchange normal bid together",
        ),
    ],
)
def test_the_fix_of_a_repetition_leaves_no_half_statement(changes: str, rest: str) -> None:
    text = f"{HOUSE}{changes}\n"
    (problem,) = [each for each in problems_of(text) if each.code in ("C221", "C222")]
    assert apply_edits(text, problem.fix).split() == f"{HOUSE}{rest}".split()


def test_a_deal_dropped_and_declared_again_is_not_to_be_changed_while_dropped() -> None:
    problems = problems_of(f"{HOUSE}drop Blind\ndeal Blind is normal\n")
    (problem,) = [each for each in problems if each.code == "C235"]
    assert "remove the `drop`" in problem.help
