"""What somebody who wants to play tonight stumbled over in sheets of the family's games."""

import pytest

from clagdsl.check.checker import check_text
from clagdsl.explain.rule_sheet.document import markdown
from clagdsl.explain.rule_sheet.page import page
from clagdsl.explain.rule_sheet.sheet_builder import rule_sheet
from clagdsl.lang.rules import Game

TEXT = """clag 2
game "Home"
players {players}
{more}
deal normal {clauses}
{special}
schedule {rows}
winner highest total, then shared
"""
PLAIN = "trump turned bid in turn score {}"
SCORE = "10 + tricks when made, otherwise 0"


def game_of(
    clauses: str = PLAIN.format(SCORE),
    *,
    players: str = "3 to 5",
    more: str = "",
    special: str = "",
    rows: str = "3 cards: normal",
) -> Game:
    text = TEXT.format(players=players, more=more, clauses=clauses, special=special, rows=rows)
    result = check_text(text)
    assert result.game is not None, [str(each) for each in result.diagnostics]
    return result.game


def sheet(clauses: str = PLAIN.format(SCORE), **said: str) -> str:
    return markdown(rule_sheet(game_of(clauses, **said)))


def test_deals_of_one_name_are_not_named_in_their_table() -> None:
    text = sheet(rows="1 up to 3 cards: normal")
    assert "| Deal | Cards each |\n|---|---|\n| 1 to 3 | 1 up to 3 |\n" in text
    both = sheet(rows="1 up to 3 cards: normal, S", special="deal S is normal with trump none")
    assert "| Deal | Cards each | What is played |" in both


def test_deals_that_are_all_alike_need_no_table() -> None:
    assert "A match has 4 deals with 3 cards each.\n" in sheet(
        rows="repeat 4 times 3 cards: normal"
    )
    assert "A match has 1 deal with 1 card each.\n" in sheet(rows="1 card: normal")
    assert "Deal | Cards" not in sheet(rows="repeat 4 times 3 cards: normal")


def test_a_size_that_is_repeated_does_not_end_a_ladder() -> None:
    rows = "3 down to 2 cards: normal then repeat players times 1 card: normal"
    text = sheet(players="3", rows=f"{rows} then 2 up to 3 cards: normal")
    assert "| 1 and 2 | 3 down to 2 |\n| 3 to 5 | 1 |\n| 6 and 7 | 2 up to 3 |\n" in text
    down = sheet(players="3", rows="3 down to 1 cards: normal then 2 up to 3 cards: normal")
    assert "| 1 to 3 | 3 down to 1 |\n| 4 and 5 | 2 up to 3 |\n" in down


def test_another_order_of_the_deals_is_told() -> None:
    rows = """
    repeat players times 1 card: normal when not turned_round
    then 2 up to 3 cards: normal
    then repeat players times 1 card: normal when turned_round"""
    more = 'param turned_round = false "the deals of one card come last"'
    told = sheet(rows=rows, more=more)
    assert "Otherwise: The deals have 2 up to 3 cards, then 1 card once for each player." in told
    three = markdown(rule_sheet(game_of(rows=rows, more=more), 3))
    assert "Otherwise: The deals have 2 up to 3 cards, then 1 card 3 times." in three


def test_a_number_that_takes_deals_away_names_their_cards() -> None:
    text = sheet(rows="first up to 5 cards: normal", more='param first = 1 in 1 to 3 "the first"')
    assert "With 3, no deal has 1 or 2 cards." in text


CASES = "5 when made and bid = 0, 10 when made, -5 when bid = 0, otherwise -1"


def test_many_cases_of_a_score_are_listed() -> None:
    text = sheet(PLAIN.format(CASES))
    assert (
        "## Scoring\n\nThe first case that applies counts:\n\n"
        "- If you win exactly as many tricks as you bid and you bid no trick, you score 5 points.\n"
        "- If you win exactly as many tricks as you bid, you score 10 points.\n"
        "- If you bid no trick, you lose 5 points.\n"
        "- Otherwise you lose 1 point.\n\nPoints in a deal:"
    ) in text
    assert "The first of these" not in sheet()


def test_what_is_scored_besides_stands_under_the_cases() -> None:
    score = f"({CASES}) + (3 when tricks > 2, otherwise 0)"
    text = sheet(PLAIN.format(score))
    assert "- Otherwise you lose 1 point.\n\nIf you win more than 2 tricks, you also" in text


def test_examples_under_a_list_of_cases_are_apart_from_it() -> None:
    text = sheet(PLAIN.format(CASES.replace("bid = 0,", "bids < cards,", 1)))
    assert "- Otherwise you lose 1 point.\n\nFor example:\n\n- With " in text


def test_one_score_is_told_once_for_all_numbers_of_players() -> None:
    rows = "1 up to 52 // players cards: normal"
    clauses = "trump none bid in turn score {}"
    score = "0 when not made, 100 when tricks > 10, otherwise 10 + tricks"
    text = sheet(clauses.format(score), rows=rows)
    assert "With 3 or 4 players, if you" not in text
    assert text.count("you score 100 points") == 1
    hangs = "0 when not made, 100 when tricks > 10, otherwise players"
    assert "With 3 or 4 players, if you" in sheet(clauses.format(hangs), rows=rows)


def test_a_run_is_told_where_its_name_is_met() -> None:
    run = "run zeros when bid = 0"
    limit = "trump turned bid in turn each bid keeps bid > 0 or zeros < 3 score "
    assert "zeros" not in sheet(limit + SCORE, more=run)
    assert "- **zeros.** The number of deals in a row" in sheet(limit + "zeros + tricks", more=run)


def test_one_number_of_players_is_no_choice() -> None:
    assert "4 people play, each for themselves" in sheet(players="4")
    assert "3 to 5 people can play, each for themselves" in sheet()


def test_remainders_of_ten_are_told_by_their_digits() -> None:
    more = "tally bags = tricks - bid when tricks > bid, otherwise 0"
    clauses = "trump turned bid in turn score tricks when bags % {} < 5, otherwise 0"
    rows = "repeat 9 times 3 cards: normal"
    tens = sheet(clauses.format(10), more=more, rows=rows)
    assert "bags beyond full tens is less than 5" in tens.lower()
    sevens = sheet(clauses.format(7), more=more, rows=rows)
    assert "the remainder of bags ÷ 7 is less than 5" in sevens


NINE_DEALS = "repeat 9 times 3 cards: normal"


def test_a_streak_is_worded_as_people_say_it() -> None:
    score = (
        "10 + tricks + (5 when hits >= 2, otherwise 0) when made,"
        " otherwise -tricks - (10 when misses % 3 = 2, otherwise 0)"
    )
    runs = "run hits when made run misses when not made"
    text = sheet(PLAIN.format(score), more=runs, rows=NINE_DEALS)
    assert (
        "you score 10 points and 1 more for each trick you win"
        " (and also 5 points if this is your third made bid in a row, or a later one);"
        " otherwise you lose 1 point for each trick you win"
        " (and also 10 points if this is your third missed bid in a row, the sixth, the ninth"
        " and so on). Below, you have no hits and no misses yet."
    ) in text
    zeros = "each bid keeps bid > 0 or zeros = 0, otherwise true"
    text = sheet(f"{PLAIN.format(SCORE)} {zeros}", more="run zeros when bid = 0", rows=NINE_DEALS)
    assert "If in the last deal you bid no trick, you must bid at least one trick." in text
    score = "10 when made and wrongs = 0, 5 when made and wrongs < 3, otherwise 0"
    tally = "tally wrongs = 1 when not made, otherwise 0"
    text = sheet(PLAIN.format(score), more=tally, rows=NINE_DEALS)
    assert "and you have missed no bid before, you score 10 points" in text
    assert "and you have missed fewer than 3 bids before, you score 5 points" in text


def test_a_run_that_a_special_deal_reads_is_still_0_in_the_table() -> None:
    special = "deal S is normal with score 5 * hits when made, otherwise 0"
    text = sheet(more="run hits when made", special=special, rows="3 cards: normal, S")
    assert "Below, you have no hits yet." in text


def test_deals_that_count_double_are_a_sentence_of_their_own() -> None:
    score = "(10 + tricks) * (2 when deal = 9, otherwise 1) when made, otherwise 0"
    text = sheet(PLAIN.format(score), rows=NINE_DEALS)
    assert (
        "you score 10 points and 1 more for each trick you win; otherwise you score nothing."
        " In deal 9 all points count double."
    ) in text
    score = "20 when made and deal = 9, 10 when made and cards > 2, otherwise 0"
    text = sheet(PLAIN.format(score), rows="1 up to 9 cards: normal")
    assert "you win exactly as many tricks as you bid and this is deal 9, you score 20" in text
    assert "and everybody has more than 2 cards, you score 10" in text
    twice = "2 * tricks when deal = 9, otherwise tricks * (3 when deal = 8, otherwise 1)"
    assert "count" not in sheet(PLAIN.format(twice), rows=NINE_DEALS).partition("## Scoring")[2]


def test_the_table_has_both_sides_of_an_auction() -> None:
    clauses = (
        "auction 2 to cards C D H S none trump named in auction"
        " bid in turn, auction winner first each bid keeps bid >= auction score {}"
    )
    score = "20 when made and auction > 0, 10 when made, -10 when auction > 0, otherwise 0"
    text = sheet(clauses.format(score))
    assert "Below, you have not won the auction unless a row says so." in text
    # the winner cannot bid less than 2
    assert "| Tricks won | 0 | 1 | 2 | 3 |" in text
    assert "| Bid right | 10 | 10 | 10 | 10 |" in text
    assert "| Bid right, auction won |  |  | 20 | 20 |" in text
    assert "| Bid wrong, auction won | −10 | −10 | −10 | −10 |" in text
    # with fewer cards the auction begins lower, so the row is of the largest deal only
    by_cards = clauses.format(score).replace("auction 2 to", "auction cards - 1 to")
    assert "| Bid right, auction won, with 3 cards |  |  | 20 | 20 |" in sheet(by_cards)
    text = sheet(
        "auction 2 to cards C none trump named in auction bid none completed not counted"
        " score 5 * auction when tricks >= auction and auction > 0, otherwise tricks"
    )
    assert "| Points | 0 | 1 | 2 | 3 |" in text
    assert "| Points, auction won with 2 | 0 | 1 | 10 | 10 |" in text


WON = (
    "trump named in auction auction 1 to {most} H none bid in turn each bid keeps {keeps}"
    " score 5 * tricks when made, -bid when auction = 0, otherwise -10 * auction {call}"
)
CALL = "call by dealer at most one of Other"


def test_the_table_has_the_bids_of_every_call() -> None:
    clauses = WON.format(most=2, keeps="bid >= auction", call=CALL)
    text = sheet(clauses, special="twist Other each bid free")
    assert "| Bid 0, auction won with 1 | 0 | −10 | −10 | −10 |" in text
    assert "| Bid 1, auction won with 1 | −10 | 5 | −10 | −10 |" in text
    usual = sheet(WON.format(most=2, keeps="bid >= auction", call=""))
    assert "Bid 0, auction won" not in usual
    assert "| Bid 1, auction won | −10 | 5 | −10 | −10 |" in usual
    # a bid that only the winner of another number can make
    exact = sheet(WON.format(most=2, keeps="bid = auction or auction = 0", call=""))
    assert "| Bid 2, auction won | −20 | −20 | 10 | −20 |" in exact


def test_the_table_has_the_auctions_of_every_call() -> None:
    clauses = WON.format(most=1, keeps="bid <= auction or auction = 0", call=CALL)
    text = sheet(clauses, special="twist Other auction 1 to 3 H none")
    assert "| Bid 1, auction won with 1 | −10 | 5 | −10 | −10 |" in text
    assert "| Bid 3, auction won | −30 | −30 | −30 | 15 |" in text


def test_fixed_bids_of_calls_are_scored_apart() -> None:
    text = sheet(f"trump none bid fixed 1 score {SCORE} {CALL}", special="twist Other bid fixed 2")
    assert "| Points | 0 | 11 | 0 | 0 |\n| Other | 0 | 0 | 12 | 0 |" in text


def test_the_table_is_of_all_deals_scored_alike_whatever_their_limits_on_bids() -> None:
    text = sheet(
        f"trump none bid in turn each bid keeps bid > 0 score {SCORE}",
        special=f"deal S is normal with {CALL} twist Other each bid free",
        rows="3 cards: normal, S",
    )
    assert "| Bid right | 10 | 11 | 12 | 13 |" in text


@pytest.mark.parametrize(
    ("limit", "rows", "bid_0"),
    [
        ("keeps bid > 0", "1 up to 3 cards: normal", ""),
        ("keeps bid > 0 or cards = 1", "1 up to 3 cards: normal", "| Bid 0 | 10 | −1 |  |  |\n"),
        (
            "keeps bid > 1 when cards > 2, keeps bid > 0 when cards > 1, otherwise free",
            "1 up to 3 cards: normal",
            "| Bid 0 | 10 | −1 |  |  |\n",
        ),
        ("keeps bid > 0 or deal = 2", "1 up to 3 cards: normal", "| Bid 0 | 10 | −1 | −2 |  |\n"),
        ("keeps bid > 0 or players = 4", "3 cards: normal", "| Bid 0 | 10 | −1 | −2 | −3 |\n"),
        ("keeps bid > 0", "3 cards: normal, S", "| Bid 0 | 10 | −1 | −2 | −3 |\n"),
        ("keeps bid > 0", "3 cards: normal then 1 card: S", "| Bid 0 | 10 | −1 |  |  |\n"),
        (
            "keeps bid > 0 or cards = 1",
            "3 cards: normal then 2 cards: S",
            "| Bid 0 | 10 | −1 | −2 |  |\n",
        ),
    ],
)
def test_the_table_has_every_bid_that_some_deal_allows(limit: str, rows: str, bid_0: str) -> None:
    text = sheet(
        f"trump none bid in turn each bid {limit} score 10 + tricks when made,"
        " otherwise -abs(bid - tricks)",
        special="deal S is normal with each bid free" * ("S" in rows),
        rows=rows,
    )
    assert f"|---|--:|--:|--:|--:|\n{bid_0}| Bid 1 |" in text


@pytest.mark.parametrize("own", ["lead dealer", f"{CALL} twist Other score tricks"])
@pytest.mark.parametrize(
    ("bonus", "normal", "special"),
    [
        (
            "5 when row_made = row_deals, otherwise 0",
            "Normal (in a row of 1), bid right | 15 | 16 | 17 |  |",
            "S (in a row of 2), bid right | 10 | 11 | 12 | 13 |",
        ),
        (
            "5 * row_made",
            "Normal, bid right | 15 | 16 | 17 |  |",
            "S, bid right | 15 | 16 | 17 | 18 |",
        ),
        (
            "cards when made, otherwise 0",
            "Normal (with 2 cards), bid right | 12 | 13 | 14 |  |",
            "S (with 3 cards), bid right | 13 | 14 | 15 | 16 |",
        ),
        (
            "deal when made, otherwise 0",
            "Normal (in deal 1), bid right | 11 | 12 | 13 |  |",
            "S (in deal 2), bid right | 12 | 13 | 14 | 15 |",
        ),
    ],
)
def test_a_special_deal_has_rows_if_the_figures_of_the_ordinary_deal_are_not_its_own(
    own: str, bonus: str, normal: str, special: str
) -> None:
    text = sheet(
        f"trump none bid in turn score (10 + tricks when made, otherwise 0) + ({bonus})",
        special=f"deal S is normal with {own}",
        rows="2 cards: normal then repeat 2 times 3 cards: S",
    )
    assert f"| {normal}\n" in text
    assert f"| {special}\n" in text


def test_a_special_deal_has_no_rows_if_the_figures_of_the_ordinary_deal_are_its_own() -> None:
    text = sheet(
        "trump none bid in turn score tricks + row_deals",
        special="deal S is normal with lead dealer",
        rows="3 cards: normal then 2 cards: S",
    )
    assert "| Points | 1 | 2 | 3 | 4 |" in text


def test_a_table_for_one_size_has_the_bids_of_that_size() -> None:
    text = sheet(
        "trump none bid in turn each bid keeps bid > 0 or cards = 1"
        " score cards when made, otherwise -bid",
        rows="1 up to 3 cards: normal",
    )
    assert "Points in a deal, with 3 cards:" in text
    assert "| Bid 1 |" in text
    assert "| Bid 0 |" not in text


def test_a_bid_that_is_never_allowed_is_never_right() -> None:
    score = "12 when made and tricks = 0, 10 + tricks when made, otherwise tricks"
    asked = "score 12 when"
    for limit, right in (
        ("each bid keeps bid > 0", "|  | 11 | 12 | 13 |"),
        ("each bid keeps bid != 2", "| 12 | 11 |  | 13 |"),
        ("each bid keeps bid > 0 or bids > 2", "| 12 | 11 | 12 | 13 |"),
        ("last bid keeps bid > 0", "| 12 | 11 | 12 | 13 |"),
    ):
        text = sheet(PLAIN.format(score).replace(asked, f"{limit} {asked}"))
        assert f"| Bid right {right}" in text
        assert "| Bid wrong | 0 | 1 | 2 | 3 |" in text


def test_the_table_of_the_largest_deal_is_that_of_its_own_row() -> None:
    score = "(10 + tricks when made, otherwise 0) + (20 when row_made = row_deals, otherwise 0)"
    rows = "repeat 3 times (1 up to 3 cards: normal then 8 cards: normal)"
    text = sheet(PLAIN.format(score), rows=rows)
    assert "Points in a deal, in a row of 1" in text
    assert "| Bid right | 30 | 31 | 32 | 33 |" in text


def test_every_rank_of_packs_that_vary_is_listed() -> None:
    pack = "pack all ranks, without 2C 2D 2H 2S when players = 5, otherwise all ranks"
    text = sheet(
        more=pack,
        special="deal S is normal with rank 2 3 4 5 6 7 8 9 10 J Q K A",
        rows="3 cards: normal, S",
    )
    assert "rank A K Q J 10 9 8 7 6 5 4 3 2, as far as the pack has them." in text
    assert "Twos are highest and aces lowest: 2 3 4 5 6 7 8 9 10 J Q K A, as far as" in text


def test_special_cards_that_win_nothing_else_win_from_each_other() -> None:
    special = "pack all ranks, 2 Fool\nspecial Fool is low asks next card"
    text = sheet(f"trump none bid in turn score {SCORE}", more=special)
    assert "In a trick of nothing but Fools, the first of them wins." in text


def test_the_score_sheet_has_no_column_in_which_nothing_stands() -> None:
    plain = page(rule_sheet(game_of()))
    assert 'class="name"' not in plain
    assert '<th scope="col">Cards</th><td colspan="2"' in plain
    special = "deal S is normal with trump none"
    named = page(rule_sheet(game_of(special=special, rows="3 cards: normal, S")))
    assert '<th scope="col">Special deal</th>' in named
    assert '<td class="name">S</td>' in named


def test_what_leads_to_a_table_or_a_list_stays_with_it() -> None:
    made = page(rule_sheet(game_of(PLAIN.format(CASES), rows="1 up to 3 cards: normal")))
    assert '<p class="leading">A match has 3 deals:</p>' in made
    assert '<p class="leading">The first case that applies counts:</p>' in made
    assert "<p>The player who has the highest total" in made
    assert ".leading { break-after: avoid; }" in made


def hanging(clauses: str) -> str:
    return sheet(
        f"trump turned {clauses} score {SCORE}", players="4", rows="1 up to 7 cards: normal"
    )


def test_who_bids_last_is_told_by_the_bids_of_those_deals() -> None:
    limit = "last bid free when cards <= 3, otherwise keeps bids != cards"
    text = hanging(f"bid in turn, dealer first when cards > 3, otherwise together {limit}")
    assert text.count("may not make the bids add up") == 1
    assert "The bids may add up to any total" in text.partition("With at most 3 cards")[2]
    some = hanging(f"bid in turn, dealer first when cards > 5, otherwise in turn {limit}")
    for told in (text, some):
        assert "With more than 3 cards the player who bids last may not make" in told
        assert "the dealer, who bids last" not in told
    rest = hanging(f"bid in turn when cards > 3, otherwise together {limit}")
    assert rest.count("With more than 3 cards the dealer, who bids last, may not make") == 1


def test_bids_of_some_deals_do_not_tell_the_score_and_the_limit_again() -> None:
    text = hanging("bid in turn when cards > 3, otherwise together")
    assert text.count("The bids may add up to any total") == 1
    assert text.count("you score 10 points") == 1
    assert "With at most 3 cards everybody bids at once" in text
    assert "Everybody bids at once" not in text


def test_limits_that_change_together_are_told_once() -> None:
    each = "each bid keeps bid > 0 when cards > 3, otherwise keeps bid > 1, otherwise true"
    last = (
        "last bid keeps bids != cards when cards > 3, otherwise keeps bids > cards, otherwise true"
    )
    text = hanging(f"bid in turn {each} {last}")
    assert text.count("must bring the total of the bids above the number of cards") == 1


def test_what_is_known_of_trumps_is_told_as_it_is_shown_in_those_deals() -> None:
    late = "after bids when cards = 1, otherwise before bids"
    text = hanging(f"bid in turn sight {late} shown {late}")
    assert "With 1 card everybody bids before knowing anything: only when all have bid" in text
    assert "knowing only the trump card" not in text
    both = "after bids when cards <= 2, otherwise before bids"
    apart = hanging(f"bid in turn sight {both} shown {late}")
    assert apart.count("everybody bids before knowing anything") == 1
    assert "With 2 cards everybody bids before looking at their cards, knowing only" in apart
    assert "With at most 2 cards" not in apart


def test_who_names_trump_by_the_hands_of_others_does_not_look_at_the_own() -> None:
    named = f"trump named by dealer any suit bid in turn score {SCORE}"
    assert "The dealer looks at their cards and names" in sheet(named)
    assert "The dealer names" in sheet(f"{named} sight others only play top card")


@pytest.mark.parametrize(
    "play", ["play top card", "play top card when cards = 1, otherwise any card"]
)
def test_cards_held_up_are_played_as_they_are_held_in_those_deals(play: str) -> None:
    text = hanging(f"bid in turn sight others only when cards = 1, otherwise before bids {play}")
    assert "With 1 card nobody looks at their own cards" in text
    assert "With 1 card the cards are played in the order dealt, each by a player who" in text
    assert "With 1 card everybody shuffles" not in text
    assert text.count("Everybody shuffles their hand") == (play == "play top card")


def points_of(score: str) -> list[str]:
    lines = sheet(PLAIN.format(score), rows="3 cards: normal").splitlines()
    return [line for line in lines if line.startswith("| Bid")]


def test_bids_share_a_row_if_only_making_them_counts() -> None:
    by_tricks = points_of("10 + tricks when made, otherwise 0")
    assert by_tricks == ["| Bid right | 10 | 11 | 12 | 13 |", "| Bid wrong | 0 | 0 | 0 | 0 |"]
    assert points_of("10 + bid when made, otherwise 0") == by_tricks
    assert points_of("10 + tricks when bid = tricks, otherwise 0") == by_tricks
    assert len(points_of("10 + bid when made, otherwise -bid")) == 4
    assert len(points_of("10 + bid when made, otherwise -abs(bid - tricks)")) == 4
