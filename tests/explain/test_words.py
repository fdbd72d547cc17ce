"""What a rule sheet says about each clause, condition and expression."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clagdsl.check.checker import check_text
from clagdsl.explain.english import with_article
from clagdsl.explain.rule_sheet.document import markdown
from clagdsl.explain.rule_sheet.sheet_builder import rule_sheet
from clagdsl.lang.expr.evaluate import EvaluationError, evaluate
from clagdsl.lang.expr.free_variables import variables
from clagdsl.lang.expr.simplify import linear, simplify, substitution_of
from clagdsl.lang.rules import (
    Arithmetic,
    Branch,
    Choice,
    Comparison,
    Expression,
    Function,
    Inverse,
    Let,
    LetValue,
    Logic,
    Negative,
    Number,
    ParameterValue,
    Truth,
    Variable,
)
from clagdsl.problems.diagnostic import ArgumentError

FILE = """clag 2
game "X"
players 3 to 5
{more}
deal normal
  {ordinary}
{special}
schedule {schedule}
winner {winner}
"""
ORDINARY = "trump turned bid in turn score 10 + tricks when made, otherwise tricks"


def told(
    ordinary: str = ORDINARY,
    *,
    special: str = "",
    schedule: str = "",
    more: str = "",
    winner: str = "highest total, then shared",
    players: int | None = None,
) -> str:
    """The sheet of a small file; a special deal `S` is scheduled where there is one."""
    rows = schedule or ("3 cards: normal" + (", S" if special else ""))
    text = FILE.format(more=more, ordinary=ordinary, special=special, schedule=rows, winner=winner)
    result = check_text(text)
    assert result.game is not None, [str(d) for d in result.diagnostics]
    return markdown(rule_sheet(result.game, players))


BASIC = "trump turned bid in turn score {}"
SCORES = {
    "tricks": "You score 1 point for each trick you win.",
    "2 * tricks - 3": "You score 2 points for each trick you win but lose 3 points.",
    "10 + tricks when made, otherwise -2 * abs(bid - tricks)": "If you win exactly as many tricks"
    " as you bid, you score 10 points and 1 more for each trick you win; otherwise you lose 2"
    " points for each trick too many or too few.",
    "1 when tricks >= bid, 2 when tricks = bid - 1, otherwise 0": "If you win at least as many"
    " tricks as you bid, you score 1 point; if you win exactly the bid − 1",
    "5 when made and tricks > 2, 10 when made, otherwise 0": "If you win exactly as many tricks as"
    " you bid and you win more than 2 tricks, you score 5 points; otherwise, if you win exactly as"
    " many tricks as you bid, you score 10 points; otherwise you score nothing.",
    "5 when not made, otherwise 0": "If you do not win exactly as many tricks as you bid, you"
    " score 5 points; otherwise you score nothing.",
    "5 when bid = 0 and made, otherwise 0": "If you bid no trick and you win exactly as many",
    "5 when tricks > 2, otherwise 0": "If you win more than 2 tricks, you score 5 points",
    "5 when tricks < bid, otherwise 0": "If you win fewer tricks than you bid, you score 5",
    "5 when makers = 0, otherwise 0": "If nobody makes their bid, you score 5 points",
    "5 when makers = players, otherwise 0": "If everybody makes their bid, you score 5 points",
    "5 when tricks = most, otherwise 0": "If nobody wins more tricks than you, you score 5",
    "tricks * tricks": "You score the square of the number of tricks you win.",
    "10 + bid * bid when made, otherwise -(bid - tricks) * (tricks - bid)": "If you win exactly as"
    " many tricks as you bid, you score 10 points and the square of your bid; otherwise you score"
    " by this formula",
    "2 * (abs(bid - tricks) * abs(bid - tricks))": "You score 2 times the square of the number of"
    " tricks by which you miss your bid.",
    "2 * bid * bid - 3 * (-tricks) * 2 * tricks": "You score 2 times the square of your bid and 6"
    " times the square of the number of tricks you win.",
    "bid * tricks": "You score your bid times the number of tricks you win.",
    "9 when bid > 51, 5 when made, 10 when tricks = bid, otherwise 0": "If you win exactly as"
    " many tricks as you bid, you score 5 points; otherwise you score nothing.",
    "5 when made, 1 when not made, otherwise 9": "as you bid, you score 5 points; otherwise you"
    " score 1 point.",
    "5 when made and (bid = 0 or tricks > 2), otherwise 0": "If you win exactly as many tricks as"
    " you bid, and either you bid no trick or you win more than 2 tricks, you score 5 points",
    "5 when not (made or bid = 1), otherwise 0": "If you do not win exactly as many tricks as you"
    " bid and you bid any number but 1 trick, you score 5 points",
    "abs(-tricks)": "You score by this formula: (−the tricks won) without its sign.",
    "max(5 when made, otherwise 0, tricks)": "the larger of (5 if the bid is made, otherwise 0)",
    "min(tricks, 2) + tricks // 2": "formula: (the smaller of the tricks won and 2) +"
    " (the tricks won ÷ 2, rounded down).",
    "10 * highest_bid - same_bids": "You score 10 points for each trick of the highest bid but lose"
    " 1 point for each other player who has made the same bid.",
    "5 when bid = highest_bid and same_bids = 0, 2 when same_bids > 0, otherwise 0": "If you have"
    " made the highest bid and nobody else has made the same bid, you score 5 points; otherwise, if"
    " another player has made the same bid, you score 2 points",
    "5 when bids > cards, otherwise 0": "If the total of the bids is more than the number of cards"
    " dealt to each player, you score 5 points",
}


@pytest.mark.parametrize("score", SCORES)
def test_a_score_in_words(score: str) -> None:
    assert SCORES[score] in told(BASIC.format(score))


LIMITS = {
    "last bid keeps bids != cards": "The dealer, who bids last, may not make the bids add up to"
    " the number of cards, so somebody is bound to fail.",
    "last bid keeps bids > cards, otherwise bids != cards": "The dealer, who bids last, must bring"
    " the total of the bids above the number of cards. A dealer who has no such bid may not make"
    " the bids add up to the number of cards, so somebody is bound to fail.",
    "last bid keeps deal = 9 or players < 4 or bids > cards, otherwise bids != cards": "With 3"
    " players, the bids may add up to any total, even the number of cards. With 4 or 5 players:"
    " The dealer, who bids last, must bring the total of the bids above the number of cards.",
    "last bid keeps bids >= 0": "The bids may add up to any total, even the number of cards.",
    "each bid keeps bid <= cards": "The bids may add up to any total, even the number of cards.",
    "last bid free": "The bids may add up to any total, even the number of cards.",
    "each bid keeps bid != 2": "A player may not bid 2.",
    "each bid keeps bid != previous_bid": "Nobody may repeat the bid made right before.",
    "last bid keeps bid != previous_bid": "The dealer, who bids last, may not repeat the bid made"
    " right before.",
    "each bid keeps same_bids = 0, otherwise free": "A player may not make a bid that another"
    " player has made. A player who has no such bid may make any bid.",
    "each bid keeps same_bids < 2": "A player may not make a bid that 2 other players have made.",
    "each bid keeps previous_bid >= 0 or bid > 1": "If nobody has bid yet, a player must bid more"
    " than 1.",
    "each bid keeps highest_bid = -1 or bid <= highest_bid": "If somebody has bid already, a player"
    " may not bid more than the highest bid so far.",
    "each bid keeps bid <= highest_bid + 2": "A player may not bid more than the highest bid so far"
    " + 2 (before the first bid it counts as −1).",
    "each bid keeps bid <= 2": "any number from none to 2. The bids may add up to any total",
    "each bid keeps bid > 0": "any number from 1 to the number of cards in a hand. The bids may",
    "each bid keeps bid >= 1 and bid < 3": "any number from 1 to 2. The bids may add up",
    "last bid keeps bids != cards + 1": "the bids add up to the number of cards + 1.",
    "last bid keeps bids <= cards + 9": "may not bring the total of the bids above",
    "each bid keeps bid * 2 != deal": "A player must bid so that the bid × 2 is not the number of"
    " the deal.",
}


@pytest.mark.parametrize("limit", LIMITS)
def test_a_limit_on_bids_in_words(limit: str) -> None:
    assert LIMITS[limit] in told(f"{ORDINARY} {limit}")


CIRCUMSTANCES = {
    "bids != cards or cards <= 3": "With more than 3 cards the dealer, who bids last, may not make"
    " the bids add up to the number of cards, so somebody is bound to fail.",
    "deal = 2 or bids != cards": "In every deal but deal 2 the dealer, who bids last, may not make"
    " the bids add up to the number of cards, so somebody is bound to fail.",
    "deal // 2 = 1 or bids != cards": "If the number of the deal ÷ 2, rounded down is not 1, the"
    " dealer, who bids last, may not make the bids add up to the number of cards",
    "deal > 3 or cards = 1 or bids != cards": "In the deals up to deal 3 and with 2 cards"
    " or more the dealer, who bids last, may not",
    "bids >= cards + 1 or cards != 5, otherwise true": "With 5 cards the dealer, who bids last,"
    " must bring the total of the bids above the number of cards.",
    "bids < cards or bids > cards": "must bid so that the total of the bids is less than the",
}


@pytest.mark.parametrize("limit", CIRCUMSTANCES)
def test_a_limit_that_binds_in_some_deals(limit: str) -> None:
    text = told(f"{ORDINARY} last bid keeps {limit}", schedule="1 up to 5 cards: normal")
    assert CIRCUMSTANCES[limit] in text


def test_a_limit_that_never_binds_as_it_is_set_is_not_told() -> None:
    more = 'param hook = false "the hook"'
    text = told(f"{ORDINARY} last bid keeps bids != cards or not hook", more=more)
    assert "always" not in text
    assert "The bids may add up to any total, even the number of cards. *" not in text
    assert "number of cards in a hand. The bids may add up to any total, even" in text
    assert "Otherwise: The dealer, who bids last, may not make the bids add up" in text


@pytest.mark.parametrize(
    ("clauses", "sentence"),
    [
        ("last bid free", "Instead of the usual limits on bids, a player may not bid more than 2."),
        ("each bid free", "Instead of the usual limits on bids, the player who bids last may not"),
        ("last bid keeps bids != cards", "in a hand. A player may not bid more than 2. The player"),
    ],
)
def test_another_way_of_bidding_says_that_it_lifts_a_limit(clauses: str, sentence: str) -> None:
    text = told(
        f"{ORDINARY} last bid keeps bids != cards each bid keeps bid <= 2, otherwise free",
        special=f"deal S is normal with bid in turn, dealer first {clauses}",
    )
    assert sentence in text


def test_a_parameter_that_takes_deals_out_says_which() -> None:
    more = 'param last = true "one more" param often = 1 in 0 to 2 "so often"'
    more += 'param far = 3 in 2 to 5 "how far" param odd = 4 in 0 to 6 "which"'
    schedule = (
        "3 cards: normal then repeat (1 when last, otherwise 0) times 3 cards: S"
        " then repeat often times 2 cards: T then 2 up to far cards: U"
        " then repeat (1 when odd < 3 or odd = 5, otherwise 0) times 1 card: V"
    )
    special = "deal S is normal with trump none deal T is normal with lead dealer"
    special += " deal U is normal with lead dealer deal V is normal with trump none"
    text = told(more=more, schedule=schedule, special=special)
    assert "**One more.** Here: yes. Otherwise: S (deal 2) is not played. *" in text
    assert "With 0, T (deal 3) is not played. With 2, a match has 6 deals" in text
    assert (
        "With 2, U with 3 cards is not played. With 5, U with 4 or 5 cards is also played" in text
    )
    assert "With 0 to 2 or 5, V (deal 6, 1 card each) is also played. *(odd = 4)*" in text


@pytest.mark.parametrize(
    ("clause", "gone"),
    [
        ("trump turned when long, otherwise hearts", "No card is turned up: hearts are trumps."),
        ("lead eldest when long, otherwise dealer", "The dealer leads to the first trick, with"),
    ],
)
def test_a_rule_that_goes_is_told_also_if_a_deal_is_added(clause: str, gone: str) -> None:
    text = told(
        more='param long = false "a long evening"',
        schedule="3 cards: normal, S then 2 cards: normal when long",
        special=f"deal S is normal with {clause}",
    )
    added = "Otherwise: Normal with 2 cards is also played."
    assert f"{added} In S this no longer holds: {gone}" in text


def test_a_special_clause_that_becomes_the_usual_one_is_not_said_to_go() -> None:
    text = told(
        f"{ORDINARY} lead dealer when long, otherwise eldest",
        more='param long = false "a long evening"',
        special="deal S is normal with lead dealer trump turned when long, otherwise hearts",
    )
    _, _, agreed = text.partition("To agree before you start")
    assert "Otherwise: The dealer leads" in agreed
    assert "no longer holds" not in agreed


def test_a_parameter_that_moves_deals_or_puts_one_in_place_of_another_says_so() -> None:
    more = 'param top = 3 in 2 to 5 "the top" param first = true "as ever"'
    schedule = (
        "1 up to top cards: normal then top cards: S, T then repeat (0 when first, otherwise 1)"
        " times 1 card: U then repeat (1 when first, otherwise 0) times 1 card: normal"
        " then 2 cards: V when top = 3 then 1 card: V"
    )
    special = "deal S is normal with trump none deal T is normal with lead dealer"
    special += " deal U is normal with trump none deal V is normal with trump none"
    text = told(more=more, schedule=schedule, special=special)
    assert "Otherwise: U (deal 6) is played instead." in text
    assert (
        "The number of cards of S and T depends on it: 2 cards with 2, 5 cards with 5."
        " With 2, normal with 3 cards is not played. With 2, 4 or 5, V with 2 cards is not played."
        " With 5, normal with 4 or 5 cards is also played. *(top = 3)*"
    ) in text


def test_what_is_scored_is_told_for_the_deal_that_it_holds_for() -> None:
    special = "deal S is normal with score cards + deal deal T is normal with score players"
    text = told(special=special, schedule="3 cards: normal then 2 cards: S, T", players=None)
    assert "| S (with 2 cards, in deal 2) | 4 | 4 | 4 |  |" in text
    assert "| T (with 4 players) | 4 | 4 | 4 |  |" in text
    assert "Points in a deal:" in text


def test_the_aim_is_told_only_where_it_is_one() -> None:
    aim = "Try to win exactly as many tricks as you bid."
    assert told().partition(aim)[0].count("#") == 1  # in the line below the title
    assert aim in told(BASIC.format("-abs(bid - tricks)"))
    assert aim not in told(BASIC.format("tricks when tricks >= bid, otherwise 0"))


def test_a_contract_that_nothing_can_change() -> None:
    winner = "highest total, then most completed, then shared"
    text = told(f"{ORDINARY} completed when tricks >= 0", winner=winner)
    assert "Your contract is completed, whatever you win." in text
    text = told(f"{ORDINARY} completed when bid > cards", winner=winner)
    assert "Your contract is never completed." in text


SPECIALS = {
    "trump none": "There are no trumps, and no card is turned up. The highest card of the suit led"
    " wins the trick.",
    "trump named by dealer any suit": "No card is turned up: the dealer looks at their cards and"
    " names the trump suit before the bids.",
    "trump named by dealer any order": "names an order of all suits before the bids. Each"
    " suit trumps all those named after it. A trick is won by the highest card of the highest suit"
    " in it, whatever was led. Players must still follow suit if they can.",
    "trump order H C D S": "No card is turned up: the suits rank hearts, clubs, diamonds and"
    " spades, and each trumps those after it. A trick is won by the highest card of the highest",
    "trump spades": "**S (deal 2).** No card is turned up: spades are trumps.",
    "trump rotates hearts none": "**S (deal 2).** No card is turned up: trumps change from deal to"
    " deal: hearts and no trumps, then hearts again.",
    "trump turned, else none": "The next card of the pack is turned face up. Its suit is trumps.",
    "trump turned, else last card": "The next card of the pack is turned face up. Its suit is"
    " trumps.",
    "trump named by dealer any suit or none": "No card is turned up: the dealer looks at their"
    " cards and names a trump suit or no trumps before the bids.",
    "trump named by eldest any suit": "No card is turned up: eldest looks at their cards and names"
    " the trump suit before the bids.",
    "trump named by eldest from 3 cards any suit or none": "No card is turned up: eldest looks at"
    " their first 3 cards and names a trump suit or no trumps; any further cards are dealt only"
    " then.",
    "trump named by dealer from 1 cards any order": "No card is turned up: the dealer looks at"
    " their first card and names an order of all suits; any further cards are dealt only"
    " then. Each suit trumps all those named after it.",
    "trump named by highest bidder any suit or none": "No card is turned up: when everybody has"
    " bid, the highest bidder names a trump suit or no trumps. Of equal bids, that of the first"
    " player clockwise from the dealer's left counts.",
    "trump named by highest bidder any order": "when everybody has bid, the highest bidder names an"
    " order of all suits. Of equal bids, that of the first player clockwise from the dealer's"
    " left counts. Each suit trumps all those named after it.",
    "lead highest bidder": "The highest bidder leads to the first trick, with any card; among"
    " equals, the first clockwise from the dealer's left leads.",
    "shown after bids": "The trump card is turned up only after everybody has bid.",
    "sight after bids": "Everybody bids before looking at their cards, knowing only the trump"
    " card.",
    "sight after bids shown after bids": "Everybody bids before knowing anything: only when all"
    " have bid are the hands looked at and the trump card turned up.",
    "sight after bids trump none": "Everybody bids before looking at their cards.",
    "sight never play top card": "Nobody ever looks at their cards: everybody bids without having"
    " seen them, knowing only the trump card. The cards stay in a face-down pile and are played"
    " from the top, in the order dealt: nobody chooses, and nobody has to follow suit.",
    "sight never play top card shown after bids": "bids without having seen them. The cards stay",
    "play top card": "Everybody shuffles their hand, lays it face down and plays it from the top",
    "bid together": "Everybody bids at once, in secret: any number of tricks from none to the"
    " number of cards in a hand. When all have bid, the bids are shown. The bids may add up to",
    "bid together each bid keeps bid > 0": "Everybody bids at once, in secret: any number of tricks"
    " from 1 to the number of cards in a hand. When all have bid, the bids are shown. The bids may",
    "bid in turn, dealer first last bid keeps bids != cards": "The player who bids last may not"
    " make the bids add up to the number of cards, so somebody is bound to fail.",
    "bid in turn, right of dealer first last bid keeps bids > cards, otherwise free": "The player"
    " who bids last must bring the total of the bids above the number of cards. A player who has no"
    " such bid may make any bid.",
    "bid in turn, dealer first": "Starting with the dealer and going once round the table"
    " clockwise, each player says how many tricks",
    "bid in turn, right of dealer first": "Starting with the player on the dealer's right and",
    "bid in turn, drawn first": "Before the deal, draw for the first bidder. Starting with the"
    " player drawn before the deal and going once round the table clockwise, each player says how"
    " many tricks",
    "lead first bidder": "Whoever bids first leads to the first trick, with any card.",
    "bid fixed 2": "Nobody chooses a bid: every bid counts as 2. If you win exactly 2"
    " tricks, you score 10 points",
    "bid none score tricks completed not counted": "Nobody bids. You score 1 point for each trick",
    "last bid keeps bids != cards": "- **S (deal 2).** The dealer, who bids last, may not make the",
    "open no trump until broken": "Until a trump has been played to an earlier trick of the deal,"
    " nobody who holds a card of another suit may lead a trump.",
    "open no hearts": "Nobody who holds a card of another suit may lead a heart.",
    "open no hearts wild 2": "A wild card that is led must be named in a suit that may be led, if",
    "lead dealer": "The dealer leads to the first trick, with any card.",
    "follow higher suit, else suit, else higher trump, else trump, else anything": "must do the"
    " first of these that they can: (1) beat the trick so far with a card of the suit led,"
    " (2) follow suit, (3) beat the trick so far with a trump, (4) play a trump, (5) play any"
    " card.",
    "follow anything": "any card they like: nobody has to follow suit.",
    "wild 2": "Twos are wild. When you play a two, name the card",
    "wild J 6": "Jacks and sixes are wild. When you play a jack or a six, name the card",
    "wild 2 in suit": "In the hand, a two counts in its printed suit when you must",
    "rank K Q J 10 9 8 7 6 5 4 3 2 A": "Aces are low. From high to low the cards rank K Q J",
    "rank 2 3 4 5 6 7 8 9 10 J Q K A": "The ranks are reversed. Twos are highest and aces"
    " lowest: 2 3",
    "rank A 2 K Q J 10 9 8 7 6 5 4 3": "From high to low the cards of a suit rank A 2 K",
    "trick worth trick score points": "The first trick is worth 1 point, and each one after it 1"
    " more: with 3 cards 1, 2, 3. You score the value of the tricks you win.",
    "trick worth 2 * (cards + 1 - trick) score points": "The last trick is worth 2 points, and each"
    " one before it 2 more: with 3 cards 6, 4, 2.",
    "trick worth trick * trick score points": "The tricks are worth, from the first to the last:"
    " with 3 cards 1, 4, 9.",
    "trick worth 3 score points": "Each trick is worth 3 points.",
    "trick worth cards score points": "Each trick is worth as many points as the number of cards",
    "next dealer winner": "The winner of a deal deals the next one.",
}


@pytest.mark.parametrize("clauses", SPECIALS)
def test_a_special_deal_by_what_is_different(clauses: str) -> None:
    text = told(special=f"deal S is normal with {clauses}")
    special = next(line for line in text.splitlines() if line.startswith("- **S (deal 2).**"))
    assert SPECIALS[clauses] in special


ROTATES = "trump rotates hearts none bid none completed not counted score tricks"


def test_the_table_of_deals_tells_trumps_that_rotate() -> None:
    text = told(
        ROTATES,
        special="deal S is normal deal T is normal deal U is normal with trump turned",
        schedule="repeat 2 times 3 cards: normal then repeat 2 times 2 cards: S then 1 card: T, U",
    )
    assert (
        "| Deal | Cards each | What is played | Trumps |\n|---|---|---|---|\n"
        "| 1 | 3 | Normal | Hearts |\n| 2 | 3 | Normal | None |\n"
        "| 3 | 2 | S | Hearts |\n| 4 | 2 | S | None |\n"
        "| 5 | 1 | T | Hearts |\n| 6 | 1 | U | Turned up |\n"
    ) in text
    assert "**S (deals 3 and 4).** Trumps rotate among these deals separately, beginning" in text
    assert "**T (deal 5).** Hearts are trumps." in text


def test_trumps_that_a_call_may_replace_stand_as_called_in_the_table() -> None:
    text = told(
        "trump rotates hearts none bid in turn score tricks call by dealer at most one of N",
        special="twist N trump none",
        schedule="repeat 2 times 3 cards: normal",
    )
    assert "| 1 and 2 | 3 | As called |" in text


def test_nothing_is_said_of_what_stays_the_same() -> None:
    text = told(
        special="deal S is normal with trump none deal T is S with lead dealer",
        schedule="3 cards: normal, S, T",
    )
    assert (
        "- **T (deal 3).** Like S, except for this: The dealer leads to the first trick, with any"
        " card.\n"
    ) in text


def test_an_order_that_differs_only_outside_the_pack_is_no_difference() -> None:
    down = "2 3 4 5 6 7 8 9 10 J Q K A"
    text = told(
        more="pack A K Q J 10 9 8 7",
        special=f"deal S is normal with rank 7 8 9 10 J Q K A deal T is S with rank {down}"
        f" deal U is S with lead dealer rank {down} deal V is normal with rank A K Q J 10 9 8 7 2",
        schedule="3 cards: normal, S, T, U, V",
    )
    assert "**S (deal 2).** The ranks are reversed." in text
    assert "**T (deal 3).** Like S, without any difference.\n" in text
    assert "**U (deal 4).** Like S, except for this: The dealer leads to the first trick" in text
    assert "**V (deal 5).** Nothing is different.\n" in text


def test_a_deal_says_which_wild_ranks_and_cards_with_points_it_takes_away() -> None:
    text = told(
        "trump turned bid in turn score points wild 7 8 trick worth 1 card worth 2 A, 1 hearts",
        special="deal S is normal with wild 9 card worth 3 K deal T is S with wild 9 10"
        " card worth 3 K, 2 Q deal U is S with wild 10 score points + 1 twist N wild 8"
        " deal V is normal with call by dealer at most one of N",
        schedule="3 cards: normal, S, T, U, V",
    )
    entries = dict(re.findall(r"^- \*\*(\w)(?: \(.*?\))?\.\*\* (.*)", text, re.M))
    assert "Nines are wild, and sevens and eights are not. When" in entries["S"]
    assert "add to its value: each king 3 points, and other cards nothing." in entries["S"]
    assert "Nines and tens are wild. When" in entries["T"]
    assert "add to its value: each king 3 points and each queen 2 points. A" in entries["T"]
    assert "Tens are wild, and nines are not. When" in entries["U"]
    assert "Eights are wild, and sevens are not. When" in entries["N"]


def test_contracts_are_told_where_they_decide() -> None:
    special = "deal S is normal with bid fixed 0 deal N is normal with bid none score 1"
    special += " completed not counted deal W is normal with completed when tricks > bid"
    schedule = "3 cards: normal, S, N, W"
    plain = told(special=special, schedule=schedule)
    assert "contract" not in plain
    text = told(
        special=special, schedule=schedule, winner="highest total, then most completed, then shared"
    )
    assert (
        "If players tie, the one who completed the most contracts wins. Players who still" in text
    )
    assert "Your contract is completed if you win no trick; otherwise it has failed." in text
    assert "The deal counts neither as a completed contract nor as a failed one." in text
    assert "Your contract is completed if you win more tricks than you bid" in text


def test_the_number_of_players_decides() -> None:
    schedule = "1 up to 10 // players cards: normal"
    last = "last bid keeps bids != cards when players > 3, otherwise free"
    text = told(f"{ORDINARY} {last}", schedule=schedule)
    assert "With 3 players a match has 3 deals, with 4 or 5 the first 2 of them:" in text
    down = told(f"{ORDINARY} {last}", schedule="10 // players down to 1 cards: normal")
    assert "With 3 players a match has 3 deals:" in down
    assert "With 4 or 5 players a match has 2 deals:" in down
    assert "With 3 players, the bids may add up to any total" in text
    assert "With 4 or 5 players, the dealer, who bids last, may not" in text
    alone = told(f"{ORDINARY} {last}", schedule=schedule, players=3)
    assert "This sheet is for 3 players; 3, 4 or 5 people can play" not in alone
    assert "This sheet is for 3 players; 3 to 5 people can play" in alone
    assert "With 3 players" not in alone
    assert "may not" not in alone


def test_parameters_are_put_in_and_their_alternatives_told() -> None:
    more = 'param hook = true "the hook" param how = a in a, b "how" param n = 2 in 0 to 3 "worth"'
    ordinary = (
        "trump turned when how = a, otherwise none bid in turn"
        " last bid keeps bids != cards when hook, otherwise free"
        " score 10 + n * tricks when made, otherwise 0"
    )
    text = told(ordinary, more=more)
    assert (
        "you score 10 points and 2 more for each trick you win; otherwise you score nothing" in text
    )
    assert (
        "- **The hook.** Here: yes. Otherwise: The bids may add up to any total, even the"
        " number of cards. *(hook = true)*"
    ) in text
    assert "- **How.** Here: a. With b: There are no trumps." in text
    assert "- **Worth.** Here 2; it may be from 0 to 3. *(n = 2)*" in text


@pytest.mark.parametrize(
    ("formula", "words"),
    [
        ("3 * (winner.total - loser.total)", "pays the winner 3 for each point by which"),
        (
            "5 + loser.failed - winner.failed",
            "pays the winner 5 and 1 more for each extra contract the loser failed.",
        ),
        (
            "2 * (winner.completed - loser.completed)",
            "2 for each extra contract the winner completed.",
        ),
        ("winner.total", "by this formula: the winner's total."),
        (
            "7 when loser.failed > winner.failed, otherwise 5",
            "7 if the loser has more failed contracts than the winner; otherwise 5.",
        ),
        ("7 when loser.failed > 3, otherwise 5", "the loser's failed contracts are more than 3;"),
        ("7 when loser.total < 0, otherwise 5", "formula: 7 if the loser's total is less than 0;"),
    ],
)
def test_a_payment_in_words(formula: str, words: str) -> None:
    assert words in told(winner=f"highest total, then shared settle loser pays winner {formula}")


PENCE = 'param stake = 5 in 0 to 9 "pence for each point of difference"'


@pytest.mark.parametrize(
    ("more", "formula", "words"),
    [
        (PENCE, "stake * (winner.total - loser.total)", "pays the winner 5 pence for each point"),
        (PENCE, "stake * winner.total", "by this formula, in pence: 5 × the winner's total. For"),
        (PENCE, "stake * winner.total", "pays 920 pence."),
        ('param stake = 5 in 0 to 9 "a stake"', "stake * winner.total", "pays 920. If"),
    ],
)
def test_what_is_paid_is_told_as_its_parameter_says_it(more: str, formula: str, words: str) -> None:
    winner = f"highest total, then shared settle loser pays winner {formula}"
    assert words in told(more=more, winner=winner)


CALLED = ORDINARY + " call by {} {}"


def test_calls_in_words() -> None:
    groups = "one of A, B any of C, D at most one of E, F any of G"
    more = "\n".join(
        f"twist {name} {clause}"
        for name, clause in {
            "A": "trump none",
            "B": "trump named by caller any suit",
            "C": "follow anything",
            "D": "lead caller",
            "E": "trick worth 2",
            "F": "trick worth 3",
            "G": "wild 2",
        }.items()
    )
    text = told(
        CALLED.format("winner of last deal", groups), special=more, schedule="3 cards: normal"
    )
    assert "The caller is the winner of the last deal, or the dealer in the first deal." in text
    assert "One of A or B must be called. Any number of these may be called: C and D." in text
    assert "At most one of E and F may be called. G may be called.\n" in text
    assert "**Trumps.** The call decides what is trump." in text
    assert "- **B.** The caller names the trump suit before the bids." in text
    assert "The player with the highest score in a deal wins it" in text
    text = told(
        CALLED.format("dealer", "any of C"),
        special="twist C follow anything",
        schedule="dealer picks 3 to 5 cards: normal",
    )
    assert "The dealer decides how many cards each player is dealt, from 3 to 5." in text
    assert "The dealer looks at their cards and then calls how this deal is played." in text
    assert "The caller may also call nothing." in text
    assert "A match has 1 deal with 3 to 5 cards each, as the dealer picks." in text


def test_the_first_dealer_calls_only_if_the_first_deal_is_called() -> None:
    called = CALLED.format("winner of last deal", "any of C")
    special = "deal S is normal with call {} twist C follow anything"
    winner, dealer = (
        "The caller is the winner of the last deal",
        ", or the dealer in the first deal",
    )
    for own, schedule, first in (
        ("none", "3 cards: normal then 3 cards: S", True),
        ("none", "3 cards: S then 3 cards: normal", False),
        # the first deal has a call of its own
        ("by dealer any of C", "3 cards: S then 3 cards: normal", False),
    ):
        text = told(called, special=special.format(own), schedule=schedule)
        assert f"{winner}{dealer * first}." in text, own
        assert first or dealer not in text, own


def test_examples_that_cannot_happen_are_left_out() -> None:
    text = told(
        f"{BASIC.format('10 // (3 - bid)')} each bid keeps bid < 3",
        winner="highest total, then shared settle loser pays winner"
        " 100 // (abs(winner.total - 184) + 1)",
    )
    assert "| Bid 2 | 10 |" in text  # for each number of tricks
    assert "| Bid 3" not in text


def test_what_cannot_be_played_is_refused() -> None:
    with pytest.raises(ArgumentError):
        told(players=9)


# --- folding ------------------------------------------------------------------------------

NUMBERS = st.deferred(
    lambda: st.one_of(
        st.integers(-3, 3).map(Number),
        st.sampled_from(["tricks", "bid", "players"]).map(Variable),
        st.just(ParameterValue("p")),
        st.just(LetValue("top")),
        NUMBERS.map(Negative),
        st.builds(Arithmetic, st.sampled_from(["+", "-", "*", "//", "%"]), NUMBERS, NUMBERS),
        st.builds(Function, st.sampled_from(["min", "max"]), st.tuples(NUMBERS, NUMBERS)),
        st.builds(Function, st.just("abs"), st.tuples(NUMBERS)),
        st.builds(Choice, st.tuples(st.builds(Branch, NUMBERS, CONDITIONS)), NUMBERS),
    )
)
CONDITIONS = st.deferred(
    lambda: st.one_of(
        st.booleans().map(Truth),
        st.builds(Comparison, st.sampled_from(["=", "!=", "<", "<=", ">", ">="]), NUMBERS, NUMBERS),
        st.builds(Logic, st.sampled_from(["and", "or"]), st.tuples(CONDITIONS, CONDITIONS)),
        CONDITIONS.map(Inverse),
    )
)
KNOWN = {"p": 2, "players": 4}
LETS = (Let("top", Arithmetic("+", Variable("players"), ParameterValue("p"))),)
PLAYED = {"tricks": 3, "bid": 1, "top": 6, **KNOWN}


@given(NUMBERS)
def test_what_is_folded_has_the_same_value(e: Expression) -> None:
    try:
        value = evaluate(e, PLAYED)
    except EvaluationError:
        return
    folded = simplify(e, substitution_of(KNOWN, LETS, tidy=True), tidy=True)
    assert evaluate(folded, PLAYED) == value
    assert variables(folded) <= {"tricks", "bid"}


@given(NUMBERS)
def test_a_sum_of_multiples_has_the_same_value(e: Expression) -> None:
    try:
        value = evaluate(e, PLAYED)
        terms = linear(e)
        total = sum(
            number * (1 if thing is None else int(evaluate(thing, PLAYED)))
            for thing, number in terms.items()
        )
    except EvaluationError:
        return
    assert total == value


def test_what_no_score_asks_is_not_told() -> None:
    """The value of a card counts in the deal alone whose score reads it."""
    text = """clag 2
game "Queens"
players 4
deal normal
  trump none bid in turn score tricks
deal mis is normal with card worth 13 QS trick worth 2 score -5 * tricks
deal black is normal with card worth 7 QS score -points
schedule 3 cards: normal, mis, black
winner highest total, then shared
"""
    checked = check_text(text)
    assert checked.game is not None
    told = markdown(rule_sheet(checked.game))
    assert "the queen of spades 7 points" in told
    assert "13 points" not in told
    assert "worth 2" not in told


def test_what_every_call_replaces_is_not_told_of_the_called_deal() -> None:
    text = """clag 1
game "Called values"
players 3 to 4
deal normal
  trump none bid in turn score 10 + points when made, otherwise 0
  trick worth 2 * trick
  call by dealer one of Plain, Dear
twist Plain trick worth 1
twist Dear trick worth 3
schedule 7 cards: normal
winner highest total, then shared
"""
    checked = check_text(text)
    assert checked.game is not None
    told = markdown(rule_sheet(checked.game))
    assert "Each trick is worth 3 points" in told
    assert "The first trick is worth" not in told
    assert "the first and the last trick" not in told


AN = [
    "odd",
    "eight",
    "8-card",
    "11",
    "18",
    "80s",
    "hour",
    "honour",
    "only",
    "unusual",
    "under",
    "NT",
    "nt",
    "XL",
    "A",
    "Ace",
    "ABC",
    "École",
]
A = [
    "normal",
    "uniform",
    "union",
    "useful",
    "usual",
    "euro",
    "one",
    "once",
    "One",
    "house",
    "horse",
    "110",
    "BT",
    "user1",
    "Misère",
]


@pytest.mark.parametrize("name", [*AN, *A])
def test_the_article_before_a_name_goes_by_its_sound(name: str) -> None:
    assert with_article(name) == f"{'an' if name in AN else 'a'} {name}"


def test_a_special_deal_is_like_an_odd_one() -> None:
    special = f"deal odd {ORDINARY} deal S is odd with trump none"
    sheet = told(special=special, schedule="3 cards: odd, S, normal")
    assert "How an odd deal goes" in sheet
    assert "Each is played like an odd deal," in sheet


CALLS = """  call by {first} any of double
  score 10 + tricks when made, otherwise 0
deal nt is normal with trump none
  call by {second} any of double
  score 3 * tricks
twist double {change}"""


@pytest.mark.parametrize(
    ("change", "entries"),
    [
        ("score 2 * tricks", ["double"]),
        ("trump none", ["double, in a normal deal", "double, in an nt deal"]),
    ],
)
def test_what_may_be_called_in_two_deals_is_told_once_or_by_the_deal(
    change: str, entries: list[str]
) -> None:
    special = CALLS.format(first="dealer", second="winner of last deal", change=change)
    sheet = told("trump turned bid in turn", special=special, schedule="3 cards: normal, nt")
    assert re.findall(r"^- \*\*(double.*?)\.\*\*", sheet, re.M) == entries


def test_the_size_of_a_deal_that_a_setting_adds_is_told_if_no_other_has_it():
    text = (
        'clag 2 game "G" players 3 param more = false "one deal more"'
        " deal normal trump turned bid in turn score tricks deal nt is normal with trump none"
        " schedule 1 up to 3 cards: normal then {} cards: nt when more"
        " winner highest total, then shared"
    )
    told = {
        cards: re.search(
            r"Otherwise: (.*?) also played",
            markdown(rule_sheet(check_text(text.format(cards)).game)),
        )
        for cards in (3, 8)
    }
    assert told[3][1] == "Nt (deal 4) is"
    assert told[8][1] == "Nt (deal 4, 8 cards each) is"


def test_sizes_that_a_parameter_adds_are_told_for_each_number_of_players() -> None:
    text = told(
        more='param long = false "a long evening"',
        schedule="1 up to 4 cards: normal when not long then 4 down to 1 cards: normal when not"
        " long then 1 up to 24 // players cards: normal when long",
    )
    _, _, agreed = text.partition("To agree before you start")
    assert (
        "Otherwise: There are also deals of 5 to 8 cards for 3 players and 5 or 6 cards for 4"
        " players. A match has 4 to 8 deals. *"
    ) in agreed
    # in one game, the deals of the other number of players have no part
    alone = told(
        more='param long = false "a long evening"',
        schedule="1 up to 4 cards: normal then 5 up to 24 // players cards: normal when long",
        players=4,
    )
    assert "Otherwise: There are also deals of 5 or 6 cards. *" in alone


def test_a_deal_without_a_call_states_what_only_the_call_decides_elsewhere() -> None:
    text = told(
        f"{ORDINARY} call by dealer one of Hearts, None",
        special="twist Hearts trump hearts twist None trump none deal S is normal with call none",
        schedule="3 cards: normal, S",
    )
    assert "The call decides what is trump." in text
    said = "Nothing is called. The next card of the pack is turned face up. Its suit is trumps."
    assert f"- **S (deal 2).** {said}" in text


def test_who_picks_the_size_is_told_also_if_only_derived_deals_are_played() -> None:
    text = told(
        more='param first = true "as ever"',
        schedule="repeat (1 when first, otherwise 0) times dealer picks 2 to 3 cards: normal"
        " then repeat (0 when first, otherwise 1) times dealer picks 2 to 3 cards: S",
        special="deal S is normal with trump none",
    )
    _, _, agreed = text.partition("To agree before you start")
    assert "S (deal 1) is played instead." in agreed
    assert "no longer holds" not in agreed
