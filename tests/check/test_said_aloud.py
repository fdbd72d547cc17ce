"""Limits, leads and stakes in plain words are answered with a text that checks."""

from __future__ import annotations

import re

import pytest

from clagdsl.check.checker import check_text
from clagdsl.problems.diagnostic import Diagnostic, apply_edits

HOOK = "last bid keeps bids != cards"
FREE = "last bid free when cards < 3, otherwise keeps bids != cards"
BOUND = "last bid keeps bids != cards when cards > 2, otherwise free"
BROKEN = "open no trump until broken"
LAST_TRICK = "trick worth 2 when trick = cards, otherwise 1"
POINTS = "settle loser pays winner 10 * (winner.total - loser.total)"


def with_clause(text: str, trump: str = "trump hearts") -> str:
    return f"""clag 2
game "G"
players 3 to 5
deal normal
  {trump}
  bid in turn
  {text}
  score 10 + tricks when made, otherwise 0
schedule 1 up to 7 cards: normal
winner highest total, then shared
"""


def problem_of(text: str) -> Diagnostic:
    (problem,) = check_text(text).diagnostics
    return problem


SAID = [
    *(
        (said, HOOK)
        for said in (
            "last bid may not make total = cards",
            "last bid != cards - bids",
            "bids may not sum to cards",
            "bids must not add up to cards",
            "dealer may not bid so that bids = cards",
            "the dealer may not bid so that the sum of the bids is the number of tricks",
            "total bids cannot equal the number of tricks",
            "sum of the bids is not the number of cards",
            "bids != cards",
            "bids not cards",
        )
    ),
    ("no hook when cards < 3", FREE),
    ("hook except when cards < 3", FREE),
    ("last bid keeps bids != cards unless cards < 3", FREE),
    ("last bid free when cards < 3", FREE),
    ("hook when cards > 2", BOUND),
    ("hook from 3 cards", BOUND.replace("> 2", ">= 3")),
    ("maximum bid 5", "each bid keeps bid <= 5"),
    ("minimum bid 1", "each bid keeps bid >= 1"),
    ("each bid between 1 and 4", "each bid keeps bid >= 1 and bid <= 4"),
    ("bid up to cards - 1", "each bid keeps bid <= cards - 1"),
    ("each bid keeps bid >= 1 unless nil", "each bid keeps bid >= 1 or bid = 0"),
    ("dealer leads", "lead dealer"),
    ("highest bidder leads", "lead highest bidder"),
    ("no trump lead until broken", BROKEN),
    ("next dealer the loser of the deal", "next dealer loser"),
    ("next dealer last place", "next dealer lowest total"),
    ("whoever missed their bid by the most deals next", "next dealer most missed"),
    ("last trick worth 2", LAST_TRICK),
    ("last trick counts double", LAST_TRICK),
]


@pytest.mark.parametrize(("said", "meant"), SAID)
def test_a_clause_in_plain_words_is_answered_with_what_it_means(said: str, meant: str) -> None:
    text = with_clause(said)
    problem = problem_of(text)
    advised = re.findall("`([^`]+)`", problem.help)
    assert any(meant.endswith(each.strip(", ")) for each in advised), problem.help
    assert apply_edits(text, problem.fix) == with_clause(meant)


def test_a_limit_of_one_number_may_be_three_things() -> None:
    problem = problem_of(with_clause("last bid 5"))
    advised = re.findall("`(last bid keeps [^`]+)`", problem.help)
    assert [each.split()[-2] for each in advised] == ["=", "<=", ">="]


@pytest.mark.parametrize("said", ["last bid may not be cards", "last bid not cards"])
def test_a_last_bid_that_is_not_something_may_be_its_sum(said: str) -> None:
    assert "for the sum of the bids" in problem_of(with_clause(said)).help


def test_a_limit_of_the_auction_is_one_of_each_bid() -> None:
    auction = "auction 1 to cards C D H S none\n  trump named in auction"
    for said in ("auction winner bids at least auction", "auction winner to bids >= auction"):
        text = with_clause(said, auction)
        (problem, *_) = check_text(text).diagnostics
        mended = apply_edits(text, problem.fix)
        assert mended == with_clause("each bid keeps bid >= auction", auction)
        assert not [each for each in check_text(mended).diagnostics if each.severity == "error"]


TRUMPS = [
    ("trump last card dealt", "trump turned, else last card"),
    ("trump turned after bids", "trump turned shown after bids"),
    ("trump rotates hearts, clubs, spades, no trumps", "trump rotates hearts clubs spades none"),
    ("trump rotates hearts NT", "trump rotates hearts none"),
    (
        "trump hearts when deal is odd, otherwise none",
        "trump hearts when deal % 2 = 1, otherwise none",
    ),
]


@pytest.mark.parametrize(("said", "meant"), TRUMPS)
def test_trumps_in_plain_words(said: str, meant: str) -> None:
    text = with_clause("", said)
    assert apply_edits(text, problem_of(text).fix) == with_clause("", meant)


STAKES = [
    ('settle loser pays winner "10p"', ["for each point", "whatever the totals are"]),
    ('stake "10p"', ["for each point", "whatever the totals are"]),
    ("settle 10 for each point of difference", [POINTS]),
    ("10 for each point of difference", [POINTS]),
]


@pytest.mark.parametrize(("said", "told"), STAKES)
def test_stakes_in_plain_words(said: str, told: list[str]) -> None:
    text = with_clause("") + said + "\n"
    problem = problem_of(text)
    assert all(each in problem.help for each in told)
    assert bool(problem.fix) == (len(told) == 1)
    if problem.fix:
        assert not check_text(apply_edits(text, problem.fix)).diagnostics


def test_a_row_that_is_played_twice_is_repeated() -> None:
    once = "schedule 1 up to 7 cards: normal"
    text = with_clause("").replace(once, f"{once} then 7 cards: normal twice")
    mended = apply_edits(text, problem_of(text).fix)
    assert "then repeat 2 times 7 cards: normal" in mended
    assert not check_text(mended).diagnostics


def test_what_a_parameter_may_be_stands_behind_in() -> None:
    text = with_clause("") + 'param x = 0, from 0 to 1000 "x"\n'
    assert "param x = 0 in 0 to 1000" in apply_edits(text, problem_of(text).fix)


def test_a_limit_of_the_dealer_behind_a_change() -> None:
    text = with_clause("") + "change normal dealer bid keeps bids != cards\n"
    (problem, *_) = check_text(text).diagnostics
    assert problem.help == "write `last bid`"


UNSAID = [
    ("lives 5", "`ends when lowest_total <= -5`"),
    ("out when total = -5", "`ends when lowest_total <= -5`"),
    ("manilha is the card above the turned card", "`rank` gives one order"),
    ("equal ranks cancel", "`equal cards`"),
    ("trick worth double when won with trump", "`trick worth 2 when won_with = A, otherwise 1`"),
    ("lead 2C", "`lead eldest`"),
    ("lead lowest total", "`next dealer lowest total`"),
    ("youngest bids first", "`players 4, dealer drawn`"),
]


@pytest.mark.parametrize(("said", "instead"), UNSAID)
def test_what_no_line_can_say_is_answered_with_a_fact(said: str, instead: str) -> None:
    problem = problem_of(with_clause(said))
    assert "write `" not in problem.help
    assert instead in problem.help
    assert not problem.fix


def test_a_score_that_reads_a_hand_and_a_tie_by_age_cannot_be_said() -> None:
    text = with_clause("")
    score = text.replace("when made,", "when no tricks bid and Fool in hand,")
    assert "`card worth 5 QS`" in problem_of(score).help
    for who in ("youngest", "last one in", "fewest bags"):
        assert "it is `shared`" in problem_of(text.replace("then shared", f"then {who}")).help


ROWS = [
    ("7 cards: normal, double points", "deal Double is normal"),
    ("schedule until 500: 3 cards: normal", "`ends when highest_total >= 500`"),
    ("5 cards: normal, every fifth deal: Blind", "`repeat 4 times 5 cards"),
    ("as many as possible cards: normal", "`52 // players cards`"),
]


@pytest.mark.parametrize(("row", "help"), ROWS)
def test_what_a_row_does_not_say_is_said_elsewhere(row: str, help: str) -> None:
    schedule = row if row.startswith("schedule") else f"schedule {row}"
    text = with_clause("").replace("schedule 1 up to 7 cards: normal", schedule)
    assert help in problem_of(text).help


def test_a_line_that_no_clause_begins_with_is_told_as_that() -> None:
    problem = problem_of(with_clause("foo bar"))
    assert problem.message == "no clause or statement begins with `foo`"
    assert "sign" not in problem.help


def test_a_clause_that_says_the_same_in_all_cases_is_told() -> None:
    same = with_clause("last bid free when cards < 3, otherwise free")
    problem = problem_of(same)
    assert (problem.code, problem.severity) == ("C225", "warning")
    assert problem.message == "this clause of `normal` says the same in every case"
    assert not check_text(with_clause(FREE)).diagnostics


def test_a_version_behind_a_capital_is_kept() -> None:
    text = with_clause("").replace("clag 2", "Clag 2")
    problem = problem_of(text)
    assert problem.help == "write `clag 2` as the first line"
    assert apply_edits(text, problem.fix) == with_clause("")


def test_two_scores_may_be_one() -> None:
    twice = with_clause("score 1")
    assert "add them with `+`" in problem_of(twice).help
