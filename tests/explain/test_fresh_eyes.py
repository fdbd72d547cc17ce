"""What fresh eyes stumbled over in rule sheets, worked out again from the table."""

import re

import pytest

from clagdsl.check.checker import check_text
from clagdsl.explain.rule_sheet.document import markdown
from clagdsl.explain.rule_sheet.sheet_builder import rule_sheet
from clagdsl.table.history import PastFigures, initial_values
from clagdsl.table.outcome_tables import bid_table
from clagdsl.table.scoring import score_deal
from clagdsl.table.table import make_table

TEXT = """clag 2
game "Home"
players {players}
{more}
deal normal
  {deal}
{special}
schedule {rows}
winner {winner}
"""
PLAIN = "bid in turn score 10 + tricks when made, otherwise 0"


def game_of(
    deal: str,
    *,
    players: str = "4",
    more: str = "",
    special: str = "",
    rows: str = "13 cards: normal",
    winner: str = "highest total, then shared",
):
    text = TEXT.format(
        players=players, more=more, deal=deal, special=special, rows=rows, winner=winner
    )
    result = check_text(text)
    assert result.game is not None, [str(each) for each in result.diagnostics]
    return result.game


def sheet(deal: str, **said: str) -> str:
    return markdown(rule_sheet(game_of(deal, **said)))


LIMITS = {
    "bid >= 1": "",
    "bid > 1 and bid <= 8": "",
    "bid <= 8": "",
    "bid >= 2 and bid % 2 = 0": "A player must",
    "bid >= 1 and bid != 3": "A player may not bid 3.",
}


@pytest.mark.parametrize(("limit", "more"), LIMITS.items())
def test_the_numbers_of_a_bid_are_those_that_may_be_bid(limit: str, more: str) -> None:
    deal = f"trump none each bid keeps {limit} {PLAIN}"
    told = sheet(deal)
    between = re.search(r"any number from (\w+) to (\w+|the number of cards in a hand)\.", told)
    assert between is not None
    rules = make_table(game_of(deal), 4).rules("normal")
    (masks,) = set(bid_table(rules, 1, 13).last)
    allowed = [bid for bid in range(14) if masks >> bid & 1]
    ends = {"none": 0, "the number of cards in a hand": 13}
    low, high = (ends[each] if each in ends else int(each) for each in between.groups())
    rest = [bid for bid in range(low, high + 1) if bid not in allowed]
    assert min(allowed) == low
    assert set(allowed) <= set(range(low, high + 1))
    assert bool(rest) == bool(more)
    assert more in told


def test_a_number_beyond_some_hands_is_told_as_a_limit() -> None:
    told = sheet(f"trump none each bid keeps bid <= 4 {PLAIN}", rows="2 up to 6 cards: normal")
    assert "to the number of cards in a hand. A player may not bid more than 4." in told


def test_a_deal_in_which_other_bids_may_be_made_says_which() -> None:
    told = sheet(
        f"trump none each bid keeps bid >= 1 {PLAIN}",
        special="deal other is normal with each bid free",
        rows="13 cards: normal, other",
    )
    assert "A bid is any number from none to the number of cards in a hand." in told


@pytest.mark.parametrize("last", ["", " last bid keeps bids != cards"])
@pytest.mark.parametrize("limit", ["bid > 0 or nils < 1", "bid != previous_bid"])
def test_a_deal_without_the_limit_on_every_bid_says_so(limit: str, last: str) -> None:
    told = sheet(
        f"trump none {PLAIN} each bid keeps {limit}{last}",
        more="run nils when bid = 0",
        special=f"deal other is normal with each bid free{' last bid free' * bool(last)}",
        rows="4 cards: normal, other",
    )
    assert "The usual limits on bids do not apply: the bids may add up to any total" in told


def test_an_order_of_trumps_is_one_of_the_suits_of_the_pack() -> None:
    told = sheet(
        f"trump named by dealer any order {PLAIN}",
        more="pack all ranks, 3 suits",
        rows="3 cards: normal",
    )
    assert "names an order of all suits before the bids" in told
    assert "four" not in told


def test_trumps_in_another_order_are_not_deals_in_another_order() -> None:
    told = sheet(
        f"trump rotates spades hearts when swap, otherwise rotates hearts spades {PLAIN}",
        more='param swap = false "spades come first"',
        rows="2 up to 4 cards: normal",
    )
    assert "Here: no. Otherwise: Trumps change from deal to deal: spades and hearts, then" in told


AUCTION = (
    "auction 5 to 13 C D H S none trump named in auction bid in turn, auction winner first"
    " each bid keeps bid >= auction{more} last bid keeps bids != 13"
    " lead auction winner score {score}"
)
SCORE = "50 when made and bid = 0, 35 when made and bids < 13, 25 when made, otherwise -10"


def test_the_winner_of_an_auction_has_a_limit_of_their_own() -> None:
    told = sheet(AUCTION.format(more=" and bid != 3", score=SCORE))
    least = "The winner of the auction must bid at least the number that won it."
    assert f"{least} A player may not bid 3. The player who bids last" in told


def test_who_takes_a_trick_without_trumps_is_told_where_there_may_be_none() -> None:
    none = "if it has no trump, or there are no trumps, the highest card of the suit led wins."
    score = SCORE
    assert none in sheet(AUCTION.format(more="", score=score))
    assert none not in sheet(AUCTION.format(more="", score=score).replace("S none", "S"))
    assert none in sheet(f"trump rotates hearts none {PLAIN}")
    assert none in sheet(f"trump named by highest bidder any suit or none {PLAIN}")
    assert none not in sheet(f"trump rotates hearts spades {PLAIN}")
    whole, part = "11 up to 13 cards: normal", "10 up to 11 cards: normal"
    turned = "trump turned{more} {plain}"
    assert none in sheet(turned.format(more=", else none", plain=PLAIN), rows=whole)
    assert none not in sheet(turned.format(more=", else none", plain=PLAIN), rows=part)
    assert none not in sheet(turned.format(more=", on J again", plain=PLAIN), rows=part)
    often = ", on J again, on Q named by dealer any suit"
    assert none not in sheet(turned.format(more=often, plain=PLAIN), rows=part)
    changing = " when cards < 13, otherwise spades"
    assert none not in sheet(turned.format(more=changing, plain=PLAIN), rows=whole)


EXAMPLE = re.compile(
    r"[Tt]ricks of ([\d, and]+) after bids of ([\d, and]+)(.*?) score ([−\d, and]+)\."
)


def numbers(text: str) -> tuple[int, ...]:
    return tuple(int(each) for each in re.findall(r"-?\d+", text.replace("−", "-")))


@pytest.mark.parametrize("heard", [False, True])
@pytest.mark.parametrize("more", ["", " and bid >= 1"])
def test_the_examples_of_an_auction_can_occur(heard: bool, more: str) -> None:
    score = f"auction + bid when made, {SCORE.split(', ', 1)[1]}" if heard else SCORE
    score = score.replace("35 when made", "35 when not made")
    game = game_of(AUCTION.format(more=more, score=score))
    told = markdown(rule_sheet(game))
    rules = make_table(game, 4).rules("normal")
    found = EXAMPLE.findall(told)
    assert len(found) >= 2
    for tricks, bids, winner, scores in found:
        bid, won = numbers(bids), numbers(tricks)
        assert sum(won) == 13
        assert sum(bid) != 13
        assert bid[0] >= 5
        assert not more or min(bid) >= 1
        assert ("winner of the auction, who had said 5" in winner) == heard
        past = tuple(
            (name, 5 if name == "auction" else value) for name, value in initial_values(rules)
        )
        held = past_of(past)
        results = score_deal(rules, deal=1, cards=13, bids=bid, tricks=won, past=held)
        assert tuple(each.score for each in results) == numbers(scores)
    if not heard and not more:
        nil = [(numbers(bids), numbers(tricks)) for tricks, bids, _, _ in found]
        assert any((0, 0) in zip(*one, strict=True) for one in nil)
        assert any((0, 1) in zip(*one, strict=True) for one in nil)


def past_of(past):
    return tuple(PastFigures(name, (value, 0, 0, 0)) for name, value in past) if past else ()


def test_the_hook_binds_the_examples_too() -> None:
    told = sheet(
        "trump none bid in turn last bid keeps bids != cards"
        " score 10 when made and tricks = most, otherwise 0",
        players="3",
        rows="1 card: normal",
    )
    for _, bids, _, _ in EXAMPLE.findall(told):
        assert sum(numbers(bids)) != 1


@pytest.mark.parametrize(
    ("players", "left"),
    [("3", "The card left over is put"), ("4", ""), ("5", "The cards left over are put")],
)
def test_the_cards_left_over_are_counted(players: str, left: str) -> None:
    cards = 52 // int(players)
    told = sheet(f"trump spades {PLAIN}", players=players, rows=f"{cards} cards: normal")
    found = re.search(r"The cards? left over \w+ put", told)
    assert (found[0] if found else "") == left


def test_what_holds_for_some_tables_goes_on_in_the_sentence() -> None:
    told = sheet(f"trump spades {PLAIN}", players="3 to 4", rows="52 // players cards: normal")
    assert "With 3 players, the card left over is put aside" in told


def test_a_deal_has_its_name_with_a_capital_wherever_it_is_told() -> None:
    told = sheet(
        f"trump none {PLAIN}",
        special="deal forehead is normal with sight never play top card",
        rows="13 cards: normal, forehead",
    )
    assert "**Forehead (deal 2).**" in told


def test_bids_are_contracts_only_where_a_deal_says_so() -> None:
    winner = "highest total, then fewest failed, then shared"
    told = sheet(f"trump none {PLAIN}", winner=winner)
    assert "the one who missed the fewest bids wins" in told
    assert "contract" not in told
    told = sheet(f"trump none {PLAIN} completed when tricks >= bid", winner=winner)
    assert "the one who failed in the fewest contracts wins" in told


def test_tricks_above_the_bid_are_added_up_in_words() -> None:
    told = sheet(
        "trump none bid in turn score 10 - bags",
        more="tally bags = tricks - bid when tricks > bid, otherwise 0",
    )
    assert "The tricks above your bid, added up over your earlier deals in which you won" in told


EARLIER = "trump none bid in turn, drawn first lead first bidder score tricks"
LEADS = "Eldest leads to the first trick, with any card."
NO_DRAW = "There is no draw for the first bidder."


@pytest.mark.parametrize(
    ("bid", "leads"),
    [
        ("together", LEADS),
        ("fixed 0", LEADS),
        ("none", LEADS),
        ("in turn when cards = 2, otherwise none", f"nobody bids. {LEADS}"),
        ("together when cards = 2, otherwise in turn", "hand. Whoever bids first leads"),
    ],
)
def test_eldest_leads_where_a_deal_has_no_first_bidder(bid: str, leads: str) -> None:
    special = f"deal other is normal with bid {bid} completed not counted"
    text = sheet(
        EARLIER, special=special, rows="2 up to 3 cards: normal then 2 up to 3 cards: other"
    )
    (other,) = (line for line in text.splitlines() if line.startswith("- **Other"))
    assert NO_DRAW in other
    assert LEADS in other
    assert leads.lower() in other.lower()


CHOSEN = [
    ("turned when v = 1, otherwise spades", "1 up to 3 + v cards: normal"),
    ("turned when w = 2, otherwise spades", "1 up to 3 + v cards: normal"),
]


@pytest.mark.parametrize(("trump", "rows"), CHOSEN)
def test_a_number_that_changes_the_trump_and_the_sizes_says_both(trump: str, rows: str) -> None:
    text = sheet(
        f"trump {trump} {PLAIN}",
        more='param v = 1 in 1 to 2 "version" let w = v + 1',
        rows=rows,
    )
    sizes = "With 2: There are also deals of 5 cards."
    assert f"{sizes} Spades are trumps. The cards left over are put aside" in text


def test_a_large_range_that_chooses_between_rules_still_gets_its_sizes() -> None:
    text = sheet(
        f"trump turned when v < 9, otherwise spades {PLAIN}",
        more='param v = 1 in 1 to 9 "version"',
        rows="1 up to v cards: normal",
    )
    assert "With 9, there are also deals of 2 to 9 cards. With some values, other rules" in text


def test_who_deals_first_is_drawn_or_settled() -> None:
    text = sheet(
        f"trump none {PLAIN}",
        players="4, dealer drawn when lots",
        more='param lots = true "lots"',
    )
    assert "Draw for the first dealer." in text
    assert "Otherwise: Agree on who deals first." in text


SKIPPED = "Deals with a trump of their own are skipped."


@pytest.mark.parametrize(
    ("trump", "special", "skipped"),
    [
        ("", "", False),
        ("", "deal x is normal with score tricks", False),
        ("", "deal x is normal with trump none", True),
        ("", "deal x is normal with trump rotates throughout hearts spades", True),
        ("none when deal = 2, otherwise ", "", True),
    ],
)
def test_deals_are_skipped_in_a_rotation_only_where_there_are_such(
    trump: str, special: str, skipped: bool
) -> None:
    text = sheet(
        f"trump {trump}rotates throughout hearts spades {PLAIN}",
        special=special,
        rows="2 up to 5 cards: normal" + (", x" if special else ""),
    )
    assert (SKIPPED in text) is skipped


def test_a_deal_of_few_cards_says_what_holds_if_no_bid_meets_the_limit() -> None:
    text = sheet(
        "trump none bid in turn last bid keeps bids >= 3 or bid > 1, otherwise free score tricks",
        special="deal x is normal with score 1",
        rows="2 up to 3 cards: normal then 1 card: x",
    )
    none = "A dealer who has no such bid may make any bid."
    normal, other = text.split("## The special deal")
    assert none not in normal
    assert none in other


def test_who_deals_next_is_told_if_nobody_missed() -> None:
    left = "If nobody missed, the player on the dealer's left deals."
    assert left in sheet(f"trump none {PLAIN} next dealer most missed")


@pytest.mark.parametrize("score", ["bid when made, otherwise -players", "most + players"])
def test_the_number_of_players_is_named_only_where_there_are_several(score: str) -> None:
    deal = f"trump none bid in turn score {score}"
    lines = {"rows": "6 cards: normal"}
    assert "ith 4 players" not in sheet(deal, **lines)
    assert re.search("^- Tricks of|^Points in a deal:", sheet(deal, **lines), re.M)
    assert "ith 4 players" in sheet(deal, players="3 to 4", **lines)


@pytest.mark.parametrize("fingers", ["true", "false"])
def test_another_way_of_bidding_is_shown_with_the_limits_that_still_hold(fingers: str) -> None:
    deal = (
        "trump none bid together when fingers, otherwise in turn"
        " each bid keeps bid > 0 or zeros < 2, otherwise free"
        " last bid free when fingers, otherwise keeps bids != cards, otherwise free"
        " score tricks when made, otherwise 0"
    )
    more = f'param fingers = {fingers} "with fingers" run zeros when bid = 0'
    text = sheet(deal, more=more, rows="6 cards: normal")
    choice = next(line for line in text.splitlines() if line.startswith("- **With fingers.**"))
    kept = (
        "If in each of the last 2 deals you bid no trick, you must bid at least one trick."
        " A player who has no such bid may make any bid."
    )
    assert text.count(kept) == 2
    assert kept in choice
