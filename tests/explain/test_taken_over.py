"""Clauses that a special deal takes over unchanged: its sheet says what they mean in its deals."""

import pytest

from clagdsl.check.checker import check_text
from clagdsl.explain.rule_sheet.context import read_game
from clagdsl.explain.rule_sheet.document import markdown
from clagdsl.explain.rule_sheet.sheet_builder import rule_sheet
from clagdsl.explain.rule_sheet.statements import statements
from clagdsl.lang.rules import Game

TEXT = """clag 2
game "Taken over"
players 4
deal normal
  {trump}
  bid in turn
  {score}
  {clause}
deal Last is normal with
  {own}
{more}
schedule
  {rows}
winner {winner}, then shared
"""
MADE = "score 10 + tricks when made, otherwise 0"
OWN_SCORE = "score 20 when made, otherwise 0"
SCORED = (
    "If you win exactly as many tricks as you bid, you score 20 points; otherwise you score"
    " nothing."
)
TURNED = "The next card of the pack is turned face up. Its suit is trumps."
FREE = "The bids may add up to any total, even the number of cards."
AT_ODDS = "A dealer who has no bid that meets both limits need only meet the limit on every bid."


def rules(
    *,
    trump: str = "trump turned",
    score: str = MADE,
    clause: str = "",
    own: str = OWN_SCORE,
    more: str = "",
    rows: str,
    winner: str = "highest total",
) -> Game:
    text = TEXT.format(
        trump=trump, score=score, clause=clause, own=own, more=more, rows=rows, winner=winner
    )
    checked = check_text(text)
    assert checked.game is not None, checked.diagnostics
    return checked.game


def told(game: Game) -> dict[str, tuple[str, ...]]:
    return dict(statements(read_game(game, None, {})))


@pytest.mark.parametrize(
    ("trump", "rows", "sentence"),
    [
        (
            "trump turned, else none",
            "1 card: normal then 13 cards: Last",
            "No card is left to turn: there are no trumps.",
        ),
        (
            "trump turned, else last card",
            "1 card: normal then 13 cards: Last",
            "No card is left to turn: the dealer's last card is shown to all instead, and then"
            " taken into the hand. Its suit is trumps.",
        ),
        (
            "trump turned, else none",
            "1 card: normal then 12 up to 13 cards: Last",
            f"{TURNED} If no card is left to turn, there are no trumps.",
        ),
        (
            "trump turned, else last card",
            "1 card: normal then 12 up to 13 cards: Last",
            f"{TURNED} If no card is left to turn, the dealer's last card is shown to all"
            " instead, and then taken into the hand.",
        ),
        ("trump turned, else none", "repeat 2 times 13 cards: normal then 1 card: Last", TURNED),
    ],
)
def test_whether_a_card_is_left_to_turn_is_told_of_each_deal(trump, rows, sentence):
    assert told(rules(trump=trump, rows=rows))["Last"] == (sentence, SCORED)


def test_what_never_happens_is_not_told_of_a_card_that_is_turned():
    game = rules(
        trump="trump spades",
        own="trump turned, else none",
        rows="repeat 2 times 13 cards: normal then 3 cards: Last",
    )
    assert told(game)["Last"][0] == TURNED


@pytest.mark.parametrize(
    ("clause", "rows", "sentences"),
    [
        (
            "last bid keeps bids != cards when cards > 3, otherwise free",
            "4 up to 7 cards: normal then 2 cards: Last",
            [FREE],
        ),
        (
            "last bid keeps bids != cards or cards = 2",
            "4 up to 7 cards: normal then 2 cards: Last",
            [FREE],
        ),
        (
            "last bid keeps bids != cards or deal = 5",
            "4 up to 7 cards: normal then 6 cards: Last",
            [FREE],
        ),
        (
            "each bid keeps bid <= 8",
            "4 up to 7 cards: normal then 10 cards: Last",
            ["A bid is any number from none to 8."],
        ),
        (
            "each bid keeps bid <= 5",
            "6 up to 7 cards: normal then 3 cards: Last",
            ["A bid is any number from none to the number of cards in a hand."],
        ),
        (
            "each bid keeps bid > 0 or cards < 3",
            "1 up to 2 cards: normal then 7 cards: Last",
            ["A bid is any number from 1 to the number of cards in a hand."],
        ),
    ],
)
def test_a_limit_that_the_deal_has_and_the_ordinary_one_has_not_is_told(clause, rows, sentences):
    assert told(rules(clause=clause, rows=rows))["Last"] == (*sentences, SCORED)


def test_what_happens_where_limits_are_at_odds_is_told_where_it_comes_about():
    game = rules(
        clause="each bid keeps bid % 2 = 0\n  last bid keeps bids > 0, otherwise true",
        own="lead dealer",
        rows="repeat 2 times 2 cards: normal then 1 card: Last",
    )
    assert AT_ODDS not in told(game)[""]
    assert AT_ODDS in told(game)["Last"]


@pytest.mark.parametrize(
    ("score", "rows", "points"),
    [
        (
            "score 20 + tricks when made and cards > 8, 10 + tricks when made, otherwise 0",
            "4 up to 7 cards: normal then 10 cards: Last",
            "20 points and 1 more",
        ),
        (
            "score 2 * (10 + tricks) when made and deal = 5, 10 + tricks when made, otherwise 0",
            "4 up to 7 cards: normal then 7 cards: Last",
            "20 points and 2 more",
        ),
    ],
)
def test_a_score_that_only_the_special_deal_comes_to_is_told_with_its_points(score, rows, points):
    game = rules(score=score, own="trump spades", rows=rows)
    assert told(game)["Last"] == (
        "No card is turned up: spades are trumps.",
        f"If you win exactly as many tricks as you bid, you score {points} for each trick you win;"
        " otherwise you score nothing.",
    )
    sheet = markdown(rule_sheet(game))
    assert "| Last, bid right | 20 |" in sheet
    assert "| Normal, bid right | 10 | 11 |" in sheet


def test_a_score_is_not_told_again_of_a_deal_that_cannot_come_to_all_of_it():
    game = rules(
        score="score 10 + tricks when made and tricks < 8, 100 when made, otherwise 0",
        own="bid together",
        rows="2 up to 9 cards: normal then 1 card: Last",
    )
    assert not any("you score" in sentence for sentence in told(game)["Last"])


@pytest.mark.parametrize("extra", ["", "  score points when made, otherwise 0\n"])
def test_what_tricks_are_worth_is_told_of_each_deal(extra):
    game = rules(
        score="score 10 + points when made, otherwise 0",
        clause="trick worth 2 when cards > 8 and trick = 1, otherwise 1",
        own=f"trump spades\n{extra}",
        rows="4 up to 7 cards: normal then 10 cards: Last",
    )
    assert "Each trick is worth 1 point." in told(game)[""]
    assert (
        "The tricks are worth, from the first to the last: with 10 cards"
        " 2, 1, 1, 1, 1, 1, 1, 1, 1, 1." in told(game)["Last"]
    )
    assert "- Last with 10 cards:" in markdown(rule_sheet(game))


def test_a_list_of_what_tricks_are_worth_is_for_deals_of_every_size():
    game = rules(
        score="score 10 + points when made, otherwise 0",
        clause="trick worth 5 * trick when trick > 1, otherwise -1",
        rows="1 up to 3 cards: normal then 5 cards: Last",
    )
    assert (
        "The tricks are worth, from the first to the last: with 3 cards −1, 10, 15; with fewer"
        " cards, the first of these." in told(game)[""]
    )


def test_a_worth_that_a_list_of_two_sizes_does_not_tell_is_told_as_it_is_written():
    game = rules(
        score="score 10 + points when made, otherwise 0",
        clause="trick worth 3 when cards = 5 and trick = 2, otherwise 1",
        rows="4 up to 7 cards: normal then 5 cards: Last",
    )
    assert (
        "What a trick is worth: 3 if everybody has exactly 5 cards and the number"
        " of the trick is 2, otherwise 1. For example, from the first to the last: with 7 cards"
        " 1, 1, 1, 1, 1, 1, 1; with 4 cards 1, 1, 1, 1." in told(game)[""]
    )


def test_how_far_an_auction_goes_is_told_of_each_deal():
    game = rules(
        trump="trump named in auction",
        clause="auction 1 to cards C D H S",
        rows="repeat 3 times 13 cards: normal then 10 cards: Last",
    )
    assert any(" 13" in sentence for sentence in told(game)[""])
    assert any(" 10" in sentence for sentence in told(game)["Last"])


@pytest.mark.parametrize("winner", ["highest total", "most completed"])
def test_when_a_contract_is_completed_is_told_of_each_deal_where_it_matters(winner):
    game = rules(
        clause="completed when made or cards > 8 and tricks > bid",
        rows="4 up to 7 cards: normal then 10 cards: Last",
        winner=winner,
    )
    contract = "Your contract is completed if you win exactly as many tricks as you bid"
    matters = winner == "most completed"
    assert any(sentence.startswith(f"{contract}; ") for sentence in told(game)[""]) == matters
    own = [sentence for sentence in told(game)["Last"] if sentence.startswith(f"{contract} or ")]
    assert len(own) == matters


def test_a_deal_made_from_a_special_one_is_told_by_who_tells_the_clause():
    game = rules(
        clause="last bid keeps bids != cards when cards > 3, otherwise free",
        more="deal Again is Last with lead dealer\ndeal Small is Last with lead dealer",
        rows="4 up to 7 cards: normal then 2 cards: Last then 5 cards: Again then 1 card: Small",
    )
    hook = (
        "The dealer, who bids last, may not make the bids add up to the number of cards, so"
        " somebody is bound to fail."
    )
    assert FREE in told(game)["Last"]
    assert hook in told(game)["Again"]
    assert not {FREE, hook} & {*told(game)["Small"]}


def test_a_call_is_told_again_in_a_deal_where_it_means_something_else():
    call = "call by dealer one of Low, High"
    score = "score 20 + tricks when made and cards > 8, 10 + tricks when made, otherwise 0"
    game = rules(
        clause=call,
        own="lead dealer",
        more=f"twist Low {score}\ntwist High trump spades",
        rows="4 up to 7 cards: normal then 10 cards: Last",
    )
    sheet = markdown(rule_sheet(game))
    assert (
        "**Low, in a Last deal.** If you win exactly as many tricks as you bid, you score 20"
        in (sheet)
    )
    assert "High, in a Last deal" not in sheet
