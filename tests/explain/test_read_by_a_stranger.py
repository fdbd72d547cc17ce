"""Sentences of rule sheets at which somebody stopped who read them at the table."""

import pytest

from clagdsl.check.checker import check_text
from clagdsl.explain.rule_sheet.document import markdown
from clagdsl.explain.rule_sheet.sheet_builder import rule_sheet

TEXT = """clag 2
game "Read"
players {players}
{top}
deal normal
  trump {trump}
  {bid}
  score {score}
schedule {rows}
winner highest total, then shared
{end}
"""
MADE = "10 + tricks when made, otherwise 0"


def sheet(
    *,
    players="4",
    top="",
    trump="spades",
    bid="bid in turn",
    score=MADE,
    rows="1 up to 9 cards: normal",
    end="",
):
    text = TEXT.format(
        players=players, top=top, trump=trump, bid=bid, score=score, rows=rows, end=end
    )
    checked = check_text(text)
    assert checked.game is not None, checked.diagnostics
    return markdown(rule_sheet(checked.game))


@pytest.mark.parametrize(
    ("score", "goal"),
    [
        (
            "10 * bid + 30 when bid >= 8 and made, 9 * bid + tricks when tricks >= bid,"
            " otherwise -10 * bid",
            "at least",
        ),
        ("9 * bid + tricks when tricks >= bid, otherwise -10 * bid", "at least"),
        ("bid when tricks >= bid, otherwise -bid", "at least"),
        ("bid when tricks >= bid, otherwise -bid completed when tricks >= bid", "at least"),
        ("10 + tricks when made, tricks when tricks >= bid, otherwise -bid", "exactly"),
        ("10 + tricks when made, otherwise tricks", "exactly"),
        (MADE, "exactly"),
    ],
)
def test_the_goal_is_told_by_what_pays(score, goal):
    assert f"Try to win {goal} as many tricks as you bid." in sheet(score=score)


@pytest.mark.parametrize(
    ("ends", "sentence"),
    [
        (
            "highest_total >= 100 and deal >= 5",
            "The match ends as soon as, after a deal, somebody has 100 points or more and at least"
            " 5 deals have been played.",
        ),
        (
            "highest_total >= 100 or lowest_total < -60 and deal > 3",
            "The match ends as soon as, after a deal, somebody has 100 points or more, or both"
            " somebody has fewer than −60 points and more than 3 deals have been played.",
        ),
        (
            "highest_total >= 100",
            "The match ends as soon as somebody has 100 points or more after a deal.",
        ),
    ],
)
def test_when_a_match_ends_is_told_in_one_order(ends, sentence):
    assert sentence in sheet(end=f"ends when {ends}")


def test_what_is_scored_by_an_auction_is_told_in_tricks():
    told = sheet(
        trump="named in auction",
        bid="auction 1 to cards C D H S\n  bid none\n  completed not counted",
        score="10 * auction when auction > 0 and tricks >= auction, -10 * auction when auction > 0,"
        " otherwise 5 * tricks",
        rows="repeat 2 times 13 cards: normal",
    )
    assert (
        "f you have won the auction and you win at least as many tricks as the number you won the"
        " auction with, you score 10 points for each trick that you won the auction with" in told
    )


@pytest.mark.parametrize("players", ["4", "3 to 4"])
def test_that_everybody_makes_it_is_told_so(players):
    number = "players" if players != "4" else "4"
    told = sheet(
        players=players,
        score=f"0 when makers = {number}, 30 when made and makers = 1, {MADE}",
    )
    assert "f everybody makes their bid, you score nothing" in told
    assert "f you win exactly as many tricks as you bid and nobody else makes theirs, you" in told


@pytest.mark.parametrize(
    ("held", "sentence"),
    [
        ("made", "you won exactly as many tricks as you bid."),
        ("not made", "you did not win exactly as many tricks as you bid."),
        ("tricks = 0", "you won no trick."),
        ("bid = 0", "you bid no trick."),
    ],
)
def test_what_is_counted_of_earlier_deals_is_told_as_over(held, sentence):
    told = sheet(top=f"run streak when {held}", score=f"20 when made and streak % 2 = 1, {MADE}")
    assert f"The number of deals in a row, up to the one before, in which {sentence}" in told


@pytest.mark.parametrize(
    ("limit", "may_lack"),
    [("bid <= (cards + 1) // 2", False), ("bid > 4", True), ("bids > 4", True)],
)
def test_that_nobody_has_a_bid_is_told_only_where_it_comes_about(limit, may_lack):
    told = sheet(bid=f"bid in turn\n  each bid keeps {limit}, otherwise true")
    assert ("A player who has no such bid may make any bid." in told) == may_lack


def test_what_is_paid_besides_a_fixed_sum_is_more():
    told = sheet(end="settle loser pays winner 25 * (1 + loser.failed - winner.failed)")
    assert "pays the winner 25 and 25 more for each extra contract the loser failed" in told


EVERY_SECOND = "last bid keeps bids != cards when deal % 2 = 0, otherwise free"
SECOND_IS_FREE = "last bid keeps bids != cards when deal % 2 = 1, otherwise free"
IN_THE_CONDITION = "last bid keeps bids != cards or deal % 2 = 1"
SUM_LIMIT = "he dealer, who bids last, may not make the bids add up to the number of cards"
NO_LIMIT = "The bids may add up to any total, even the number of cards."


@pytest.mark.parametrize(
    ("limit", "normal", "blind"),
    [
        (EVERY_SECOND, NO_LIMIT, f"T{SUM_LIMIT}"),
        (SECOND_IS_FREE, f"T{SUM_LIMIT}", NO_LIMIT),
        (IN_THE_CONDITION, NO_LIMIT, f"T{SUM_LIMIT}"),
    ],
)
def test_a_limit_is_told_as_it_is_in_the_deals_of_its_name(limit, normal, blind):
    told = sheet(
        bid=f"bid in turn\n  {limit}",
        score=f"{MADE}\ndeal Blind is normal with sight after bids",
        rows="1 up to 6 cards: normal, Blind",
    )
    ordinary, special = told.split("## The special deal")
    assert "every second deal" not in told
    assert normal in ordinary
    assert blind in special
    assert (normal in special, blind in ordinary) == (False, False)


def test_a_limit_of_some_deals_of_a_name_says_in_which():
    told = sheet(
        bid=f"bid in turn\n  {EVERY_SECOND}",
        score=f"{MADE}\ndeal Blind is normal with sight after bids",
        rows="1 up to 6 cards: normal, normal, Blind",
    )
    assert f"In every second deal of the match t{SUM_LIMIT}" in told


@pytest.mark.parametrize(
    ("score", "scored"),
    [
        ("20 when made and deal % 2 = 1, 10 when made, otherwise 0", 20),
        ("10 when made and cards != 3, 20 when made, otherwise 0", 10),
    ],
)
def test_a_score_reads_nothing_that_is_the_same_in_all_its_deals(score, scored):
    told = sheet(
        score=f"{score}\ndeal Other is normal with bid fixed 0 score tricks",
        rows="2 cards: normal then 3 cards: Other then 4 cards: normal"
        if "cards" in score
        else "1 up to 6 cards: normal, Other",
    )
    assert f"f you win exactly as many tricks as you bid, you score {scored} points" in told


def test_the_deals_are_named_in_which_a_dealer_picks_of_other_sizes():
    told = sheet(
        rows="dealer picks 2 to 5 cards: normal then repeat 5 times dealer picks 3 to 4 cards:"
        " normal"
    )
    assert (
        "The dealer decides how many cards each player is dealt, from 2 to 5 in deal 1 and from 3"
        " to 4 in deals 2 to 6." in told
    )


@pytest.mark.parametrize(
    ("worth", "sentence"),
    [
        ("trick worth 1", "Each trick is worth 1 point. The cards in a trick add to its value"),
        ("trick worth 0", "A trick is worth as much as the cards in it"),
    ],
)
def test_cards_keep_their_worth_where_only_tricks_have_another(worth, sentence):
    told = sheet(
        bid="bid none\n  completed not counted\n  trick worth 2\n  card worth 1 hearts, 13 QS",
        score=f"points\ndeal Other is normal with {worth}",
        rows="3 cards: normal, Other",
    )
    own = f"{sentence}: each heart 1 point and the queen of spades 13 points."
    assert f"- **Other (deal 2).** {own}\n" in told


def test_a_suit_of_which_one_card_is_asked_for_counts_as_led():
    assert (
        "Whoever leads a Joker names a suit: that suit counts as led, and players who hold it must"
        " play the highest card of it, or a special card; the others may play any card."
    ) in sheet(
        top="pack highest 13 ranks, 1 Joker\nspecial Joker is high asks highest of named suit"
    )


@pytest.mark.parametrize(
    ("special", "exception"),
    [
        (
            "special Joker is low asks highest of named suit or nothing",
            " If a Joker asks for the highest card of a suit, that demand applies instead.",
        ),
        (
            "special Joker is high asks lowest of named suit or highest of named suit",
            " If a Joker asks for the highest or lowest card of a suit, that demand applies"
            " instead.",
        ),
        ("special Joker is high asks named suit", ""),
    ],
)
@pytest.mark.parametrize(
    ("follow", "duties"),
    [
        ("anything", " any card they like: nobody has to follow suit."),
        (
            "trump, else anything",
            " and must play a trump if they can; players who cannot may play any card.",
        ),
    ],
)
def test_a_demand_for_a_card_is_an_exception_to_the_duties_of_a_deal(
    special, exception, follow, duties
):
    told = sheet(
        top=f"pack highest 13 ranks, 1 Joker\n{special}",
        score=f"tricks\ndeal Dry is normal with follow {follow}",
        rows="5 cards: normal, Dry",
    )
    start = "- **Dry (deal 2).** The others play in turn, clockwise,"
    assert f"{start}{duties}{exception}\n" in told


def test_a_demand_for_a_card_is_an_exception_to_naming_wild_cards_freely():
    told = sheet(
        top="pack highest 13 ranks, 1 Joker\nspecial Joker is high asks highest of named suit",
        score="tricks\ndeal Dry is normal with follow anything",
        bid="bid in turn\n  wild 2",
        rows="5 cards: normal, Dry",
    )
    assert (
        " A wild card that is not led may be named freely. If a Joker asks for the highest card"
        " of a suit, that demand applies instead." in told
    )


def test_the_last_player_left_in_an_auction_may_still_speak():
    told = sheet(
        trump="named in auction",
        bid="auction 1 to cards C D H S\n  bid none\n  completed not counted",
        score="10 * auction",
        rows="13 cards: normal",
    )
    assert (
        "The last player left wins the auction; but if nobody has said a number yet, that"
        " player may still say one or pass." in told
    )


@pytest.mark.parametrize(
    ("ends", "most", "sentence"),
    [
        ("highest_total >= 9 or deal >= 4", "at most 4", "somebody has 9 points or more after"),
        ("highest_total >= 9 or deal > 9", "at most 9", "somebody has 9 points or more after"),
        ("highest_total >= 9 and deal > 0", "at most 9", "somebody has 9 points or more after"),
        ("highest_total >= 9 and early", "9", ""),
        ("deal >= 4", "4", ""),
        ("not early", "1", ""),
    ],
)
def test_the_end_of_a_match_is_told_as_it_can_come_about(ends, most, sentence):
    told = sheet(top='param early = false "an early end"', end=f"ends when {ends}")
    told = told.split("## To agree")[0]
    assert f"4 players, {most} deal{'s' if most != '1' else ''}." in told
    assert ("The match ends as soon as " in told) == bool(sentence)
    assert f"The match ends as soon as {sentence}" in told or not sentence
    assert ("when the match ends wins" in told) == bool(sentence)


@pytest.mark.parametrize(
    ("held", "counted"),
    [
        ("hook and bid = 0", "It is always 0."),
        ("not hook", "The number of deals you have played before."),
    ],
)
def test_what_a_parameter_decides_of_a_run_is_told_as_decided(held, counted):
    told = sheet(top=f"param hook = false\nrun streak when {held}", score="tricks + streak")
    assert f"- **streak.** {counted}\n" in told


def test_a_scoring_example_says_what_tricks_that_differ_in_value_are_worth():
    text = sheet(
        bid="bid in turn trick worth trick", score="points * makers", rows="3 cards: normal"
    )
    worth = "Tricks of 2, 1, 0 and 0 (worth 3, 3, 0 and 0 points) after bids of 2, 0, 0 and 0"
    assert f"{worth} score 9, 9, 0 and 0." in text


@pytest.mark.parametrize(
    ("clauses", "example"),
    [
        (
            "trick worth 4 when trick = 1, otherwise 0\n  card worth 3 AS",
            "the first trick of the deal, with the ace of spades, which is worth 7 points",
        ),
        (
            "trick worth 2\n  card worth 3 AS",
            "one trick with the ace of spades, which is worth 5 points",
        ),
        (
            "trick worth 0\n  card worth 1 hearts, 13 QS",
            "one trick with the ace of hearts and the queen of spades, but no other card worth"
            " points, which is worth 14 points",
        ),
        (
            "trick worth 0\n  card worth 1 hearts, 13 QS\n  wild 2",
            "one trick with the ace of hearts and the queen of spades, but no other card worth"
            " points, which is worth 14 points",
        ),
        (
            "trick worth 0\n  card worth 1 clubs, 2 diamonds, 3 hearts, 4 spades",
            "one trick with the ace of clubs, the ace of diamonds, the ace of hearts and the ace"
            " of spades, which is worth 10 points",
        ),
        (
            "trick worth 0\n  card worth of trump 20 J",
            "one trick with the jack of spades, all of them trumps, which is worth 20 points",
        ),
        # the winning card decides as well, or the only card with points is a trump
        ("trick worth 2 when won_with = A, otherwise 0\n  card worth 3 AS", None),
        ("trick worth 0\n  card worth 4 KS\n  card worth of trump 20 J", None),
    ],
)
def test_an_example_of_a_trick_holds_for_every_trick_that_it_describes(clauses, example):
    text = sheet(
        bid=f"bid none\n  completed not counted\n  {clauses}",
        score="points",
        rows="5 cards: normal",
    )
    told = [line for line in text.splitlines() if " trick" in line and line.startswith("- With")]
    points = "" if example is None else example.split()[-2]
    assert told == ([f"- With 5 cards: {example}, scores {points}."] if example else [])


@pytest.mark.parametrize("players", [4, 5])
def test_an_example_of_a_trick_has_a_card_of_every_player(players):
    text = sheet(
        players=players,
        bid=(
            "bid none\n  completed not counted\n"
            "  card worth 1 clubs, 2 diamonds, 3 hearts, 4 spades"
        ),
        score="points",
        rows="5 cards: normal",
    )
    assert ("one trick with the ace of clubs" in text) == (players == 4)


def test_a_scoring_example_leaves_the_worth_of_equal_tricks_to_the_rules():
    text = sheet(bid="bid in turn trick worth 3", score="points * makers", rows="3 cards: normal")
    assert "Tricks of 2, 1, 0 and 0 after bids of 2, 0, 0 and 0 score 18, 9, 0 and 0." in text


EXCEPT = "Except in deals for which Trumps says otherwise, "
LED = "The highest card of the suit led wins the trick."


@pytest.mark.parametrize(
    ("trump", "play", "trumps"),
    [
        (
            "turned when deal = 2, otherwise none",
            "the highest card of the suit led wins the trick.",
            "The highest trump wins the trick; if it has no trump, the highest card of the suit",
        ),
        (
            "order H S D C when deal = 2, otherwise spades",
            "the highest trump wins the trick;",
            "A trick is won by the highest card of the highest suit in it",
        ),
        (
            "none when deal = 2, otherwise order H S D C",
            "a trick is won by the highest card of the highest suit in it",
            LED,
        ),
    ],
)
def test_which_card_wins_is_shown_as_a_rule_with_exceptions_where_trumps_differ(
    trump, play, trumps
):
    told = sheet(trump=trump, rows="1 up to 9 cards: normal").splitlines()
    step = {line.split("**")[1]: line for line in told if line[:1].isdigit() and "**" in line}
    assert EXCEPT + play in step["Play."]
    assert trumps in step["Trumps."]


@pytest.mark.parametrize("trump", ["none", "spades", "none when deal = 2, otherwise spades"])
def test_which_card_wins_has_no_exceptions_where_the_usual_rule_covers_all_deals(trump):
    text = sheet(trump=trump)
    assert EXCEPT not in text
    assert text.count("wins the trick") == 1


def test_three_packs_are_in_an_order():
    text = sheet(top="pack all ranks, 3 of each", bid="bid in turn equal cards better pack wins")
    assert "told apart by their packs, which rank from best to worst: of equal cards" in text


def test_a_wild_card_in_suit_counts_for_the_duty_to_trump():
    follow = "bid in turn wild J in suit follow suit, else trump, else anything"
    counts = "a jack counts in its printed suit when you must follow suit"
    assert f"{counts} or must play a trump." in sheet(bid=follow)
    assert f"{counts}." in sheet(bid="bid in turn wild J in suit")


def test_a_parameter_changes_nothing_in_a_deal_that_does_not_read_it():
    text = sheet(
        top='param strict = true "the hook counts"',
        bid="bid in turn\n  last bid keeps bids != cards when strict, otherwise free",
        end="deal A is normal with last bid keeps bids < cards, otherwise bids > cards",
        rows="4 cards: normal, A",
    )
    (option,) = (line for line in text.splitlines() if "**The hook counts.**" in line)
    assert "The bids may add up to any total" in option
    assert "In A" not in option


def test_a_special_deal_whose_winner_deals_next_tells_what_wins_a_deal():
    text = sheet(
        end="deal B is normal with next dealer winner\ndeal C is B with score tricks",
        rows="4 cards: normal, B, C",
    )
    assert text.count("The player with the highest score in a deal wins it") == 1


def test_an_example_is_printed_once():
    best = "(5 when tricks = most and most_count = 1, otherwise 0)"
    nil = "(3 when bid = 0 and tricks > 0, otherwise 0)"
    text = sheet(
        bid="bid in turn\n  last bid keeps bids != cards",
        score=f"(10 when made, otherwise 0) + {best} - {nil}",
        rows="4 cards: normal",
    )
    examples = [line for line in text.splitlines() if "ricks of" in line]
    assert len(examples) == len(set(examples)) > 1


def test_one_point_is_singular():
    text = sheet(end="ends when highest_total >= 1")
    assert "somebody has 1 point or more" in text
    assert "1 points" not in text


def special_deal(text, name):
    (line,) = (line for line in text.splitlines() if line.startswith(f"- **{name} (deal"))
    return line


@pytest.mark.parametrize("trump", ["order S H D C", "named by dealer any order"])
def test_no_card_must_be_trumped_or_is_ranked_or_worth_points_as_a_trump_under_an_order(trump):
    clauses = """bid in turn
  follow suit, else higher trump, else trump, else anything
  rank of trump J 9
  trick worth 0
  card worth 1 A
  card worth of trump 5 J
  """
    text = sheet(trump=trump, bid=clauses, score="points")
    assert "must follow suit if they can; players who cannot may play any card" in text
    assert "Trumps rank" not in text
    assert "n trumps instead" not in text
    assert "of them a trump" not in text
    both = sheet(
        trump="spades",
        bid=clauses,
        score="points",
        rows="4 cards: normal, B, C",
        end=f"deal B is normal with trump {trump}\ndeal C is B with trump hearts",
    )
    ordered, suited = special_deal(both, "B"), special_deal(both, "C")
    assert "must follow suit if they can; players who cannot may play any card" in ordered
    assert "Trumps rank as the other suits do." in ordered
    assert "Trumps are worth the same as the cards of other suits." in ordered
    assert "(2) beat the trick so far with a trump, (3) play a trump" in suited
    assert "Trumps rank J, 9, then A K" in suited
    assert "In trumps instead: jack 5." in suited


def test_a_card_that_is_always_a_trump_must_be_played_under_an_order():
    text = sheet(
        trump="order S H D C",
        bid="bid in turn follow suit, else trump, else anything rank of trump JC 9",
    )
    assert "players who cannot must play a trump" in text
    assert "Trumps rank J♣; J♣ is always a trump" in text


def test_rows_of_one_and_two_deals_are_told_apart():
    text = sheet(
        score="row_best + tricks",
        rows="1 up to 2 cards: normal then 3 cards: normal then 4 cards: normal",
    )
    assert "Each of these is one row: deals 1 and 2; deal 3; deal 4." in text


def test_a_special_deal_with_another_order_of_ranks_restates_that_of_trumps():
    text = sheet(
        bid="bid in turn rank of trump J 9",
        rows="4 cards: normal, B, C",
        end="deal B is normal with rank 2 3 4 5 6 7 8 9 10 J Q K A\ndeal C is B with trump none",
    )
    assert "Trumps rank J, 9, then 2 3 4 5 6 7 8 10 Q K A." in special_deal(text, "B")
    assert "Trumps rank" not in special_deal(text, "C")


def test_a_special_deal_in_which_other_cards_are_seen_tells_how_the_top_card_is_played():
    text = sheet(
        bid="bid in turn sight never play top card",
        rows="4 cards: normal, B, C then 1 up to 3 cards: D",
        end="deal B is normal with sight others only\ndeal C is normal with sight before bids\n"
        "deal D is C with sight others only when cards = 1, otherwise before bids",
    )
    held = "cards are played in the order dealt, each by a player who has not seen it"
    assert f"The {held}" in special_deal(text, "B")
    assert "Everybody shuffles their hand, lays it face down" in special_deal(text, "C")
    (mixed,) = (line for line in text.splitlines() if line.startswith("- **D (deals"))
    assert f"With 1 card the {held}" in mixed


def test_a_wild_card_on_top_may_be_named_freely_where_others_must_follow():
    top, wild = "deal B is normal with play top card", "bid in turn wild 2"
    freely = "A wild card that is not led may be named freely."
    text = sheet(bid=wild, rows="4 cards: normal, B", end=top)
    assert freely in special_deal(text, "B")
    text = sheet(bid=f"{wild} follow anything", rows="4 cards: normal, B", end=top)
    assert freely not in text


def test_the_limit_that_still_holds_is_told_with_the_one_for_as_many_players():
    text = sheet(
        players="3 to 4",
        trump="none",
        bid="bid in turn\n  each bid keeps bid != previous_bid, otherwise free\n"
        "  last bid keeps bids < cards or bids > cards + 1, otherwise bids != cards",
        rows="1 up to 5 by 2 cards: normal",
    )
    assert text.count("up to the number of cards. The limit on every bid still holds then.") == 2
    assert text.count("still holds then") == 2


@pytest.mark.parametrize(
    ("rows", "told"),
    [
        (
            "9 cards",
            "Its suit is trumps; if a six or the ace of clubs is turned, there are no trumps.",
        ),
        (
            "7 up to 9 by 2 cards",
            "taken into the hand; if that is a six or the ace of clubs, there are no trumps.",
        ),
    ],
)
def test_no_card_is_turned_after_the_last_card_of_the_dealer(rows, told):
    text = sheet(
        top="pack A K Q J 10 9 8 7 6",
        trump="turned, on 6 AC again, else last card",
        rows=f"{rows}: normal",
    )
    assert told in text
    assert text.count("next card is turned as well") == ("up" in rows)


@pytest.mark.parametrize(
    ("condition", "other", "told"),
    [
        ("made", "", "everybody passes in the auction"),
        (
            "made",
            "bid none score 1 completed not counted",
            "nobody bids or everybody passes in the auction",
        ),
        (
            "made and auction > 0",
            "auction none trump none bid in turn",
            "there is no auction or everybody passes in the auction",
        ),
    ],
)
def test_a_run_tells_which_deals_it_passes_over(condition, other, told):
    clauses = "auction 1 to cards D S none H C bid in turn"
    text = sheet(
        top=f'run hits when {condition} "hits in a row"',
        bid=clauses,
        trump="named in auction",
        score="hits + tricks",
        rows="4 cards: normal, B" if other else "4 cards: normal",
        end=f"deal B is normal with {other}" if other else "",
    )
    assert f"A deal in which {told} neither counts nor breaks it." in text


@pytest.mark.parametrize(
    ("trump", "follow", "named"),
    [
        ("turned, on J named by dealer any order", "suit, else trump, else anything", True),
        ("turned, on J named by dealer any order", "suit, else anything", False),
        ("turned, on J named by dealer any suit", "suit, else trump, else anything", None),
    ],
)
def test_who_wins_under_an_order_that_a_turned_card_lets_the_dealer_name(trump, follow, named):
    text = sheet(trump=trump, bid=f"bid in turn follow {follow}")
    order = "an order of all suits, the highest card of the highest suit wins, whatever was led"
    assert (order in text) == (named is not None)
    assert ("led, and nobody has to play a trump." in text) == (named is True)
