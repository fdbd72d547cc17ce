"""What the sheets and pictures of ten games of strangers said wrongly, or not at all."""

import pytest

from clagdsl.check.checker import check_text
from clagdsl.cli.play.board import Showing, Style
from clagdsl.cli.play.event_text import notes
from clagdsl.explain.graph.picture import make_picture
from clagdsl.explain.rule_sheet.document import markdown
from clagdsl.explain.rule_sheet.sheet_builder import rule_sheet
from clagdsl.lang.rules import Game
from clagdsl.table.states import make_machine
from clagdsl.table.table import open_table

TEXT = """clag 2
game "X"
players {players}
{more}
deal normal
  {deal}
{special}
schedule {rows}
winner {winner}, then shared
{end}
"""
PLAIN = "trump none bid in turn score 10 + tricks when made, otherwise 0"
JOKERS = "pack all ranks when players < 4, otherwise all ranks, 2 Joker"
JOKER = "special Joker is high or low asks highest of named suit or nothing"
TURNED = "trump turned, on Joker named by dealer any suit, else none bid in turn score tricks"


def game_of(
    deal: str = PLAIN,
    *,
    players: str = "4",
    more: str = "",
    special: str = "",
    rows: str = "5 cards: normal",
    winner: str = "highest total",
    end: str = "",
) -> Game:
    text = TEXT.format(
        deal=deal,
        players=players,
        more=more,
        special=special,
        rows=rows,
        winner=winner,
        end=end,
    )
    result = check_text(text)
    assert result.game is not None, [str(each) for each in result.diagnostics]
    return result.game


def sheet(game: Game, players: int | None = None) -> str:
    return markdown(rule_sheet(game, players))


def test_special_cards_are_told_where_the_pack_has_them() -> None:
    game = game_of(TURNED, players="3 to 4", more=f"{JOKERS}\n{JOKER}")
    told = "if a Joker is turned"
    assert told in sheet(game)
    assert told not in sheet(game, 3)


def test_how_special_cards_are_played_unseen() -> None:
    deal = f"{PLAIN} sight never play top card"
    game = game_of(deal, more=f"pack all ranks, 2 Joker\n{JOKER}")
    assert "is high; led, it asks for the highest card of spades." in sheet(game)
    plain = game_of(deal, more="pack all ranks, 2 Joker special Joker is low asks nothing")
    assert "before the card is known" not in sheet(plain)


HOLDER = "(which counts as led; players who hold it must play that card of it, or a special card;"
BOTH = "asks highest of named suit or lowest of named suit"


@pytest.mark.parametrize(
    ("asks", "told"),
    [
        (BOTH, f"asks for: the highest or the lowest card of a suit {HOLDER} the others"),
        ("asks next card or lowest of named suit", f"or the lowest card of a suit {HOLDER}"),
        ("asks next card or named suit", "(which then counts as led) or a suit (which counts"),
    ],
)
def test_what_a_special_card_may_ask_for(asks: str, told: str) -> None:
    pack = "pack A K Q J 10 9 8 7 6, 2 Joker"
    found = sheet(game_of(more=f"{pack}\nspecial Joker is high {asks}"))
    assert told in found
    assert found.count("the others may play any card") == (0 if "lowest" not in asks else 1)
    assert "with 38 cards: aces down to sixes in each suit, and two Jokers." in found


@pytest.mark.parametrize(
    ("rows", "told"),
    [
        ("5 cards: normal then dealer picks 3 to 6 cards: normal", "If the deals above leave"),
        ("repeat 2 times dealer picks 3 to 6 cards: normal", "The dealer decides how many"),
    ],
)
def test_who_decides_how_many_cards(rows: str, told: str) -> None:
    assert told in sheet(game_of(rows=rows))


@pytest.mark.parametrize(
    ("worth", "told"),
    [
        (
            "3 when trick = cards, 5 when won_with = A, otherwise 1",
            "the first trick, won with an ace, and the last trick (5 + 3)",
        ),
        ("5 when won_with = A, otherwise 1", "a trick won with an ace and a trick won with a "),
    ],
)
def test_which_tricks_an_example_takes(worth: str, told: str) -> None:
    deal = f"trump none bid in turn trick worth {worth} score points when made, otherwise 0"
    assert told in sheet(game_of(deal))


@pytest.mark.parametrize(
    ("limit", "told"),
    [("(bids + cards) % 2 = 1", "is odd."), ("bids % 2 != 1", "the total of the bids is even.")],
)
def test_odd_and_even(limit: str, told: str) -> None:
    assert told in sheet(game_of(f"{PLAIN} last bid keeps {limit}, otherwise true"))


def test_a_tally_of_ones_is_a_count() -> None:
    game = game_of(
        "trump none bid in turn score 10 when made, otherwise -miss",
        more="tally miss = 1 when not made, otherwise 0",
        rows="repeat 3 times 5 cards: normal",
    )
    assert "The number of earlier deals in which you did not win exactly" in sheet(game)


@pytest.mark.parametrize(
    ("payment", "may"),
    [
        ("2 * (winner.total - loser.total)", False),
        ("5 + winner.total - loser.total", False),
        ("winner.total - loser.total + loser.failed - winner.failed", True),
        ("loser.total - winner.total", True),
        ("10", False),
    ],
)
def test_a_difference_the_other_way_is_told_where_it_may_be(payment: str, may: bool) -> None:
    told = sheet(game_of(end=f"settle loser pays winner {payment}"))
    assert ("A difference the other way" in told) is may


@pytest.mark.parametrize(
    ("cards", "skipped", "told"),
    [(13, False, "if a Joker is turned"), (18, True, "no card is left to turn")],
)
def test_when_trump_is_named_on_a_special_card(cards: int, skipped: bool, told: str) -> None:
    pack = f"pack all ranks, 2 Joker\n{JOKER}"
    game = game_of(
        TURNED,
        players="3",
        more=pack,
        special="deal Last is normal with score 2 * tricks",
        rows=f"13 cards: normal then {cards} cards: Last",
    )
    lanes = make_picture(make_machine(open_table(game))).lanes
    (box,) = (each for each in lanes[-1].boxes if each.phase == "name")
    assert (box.skipped, box.note) == (skipped, told)


def test_no_trumps_are_held_back_where_there_are_none() -> None:
    for trump, held in (("none", False), ("turned", True)):
        deal = f"trump {trump} bid in turn open no trump until broken score tricks"
        table = open_table(game_of(deal))
        shown = Showing(table, 1, ("Ann", "You", "Cai", "Dot"), Style(), str)
        assert ("trumps may be led" in " ".join(notes(shown, table.rules("normal")))) is held


@pytest.mark.parametrize(
    ("payment", "rows", "example"),
    [
        (
            "winner.total - loser.total + 5 * (winner.completed - loser.completed)",
            "7 down to 1 cards: normal",
            "the winner's 184, with 4 completed contracts against 6, pays 52.",
        ),
        (
            "loser.failed + winner.completed",
            "7 down to 1 cards: normal then 1 up to 7 cards: normal",
            "the winner's 184, with 8 failed and 6 completed contracts against 4 and 10, pays 18.",
        ),
        (
            "loser.completed",
            "repeat 2 times 7 cards: normal then 5 cards: uncounted",
            "the winner's 184, with 1 completed contract against 2, pays 1.",
        ),
        (
            "players * winner.total - players * loser.total",
            "7 cards: normal",
            "among 5 players a loser with 142 points against the winner's 184 pays 210.",
        ),
    ],
)
def test_an_example_of_a_payment_shows_all_that_it_depends_on(
    payment: str, rows: str, example: str
) -> None:
    game = game_of(
        players="4 to 5",
        special="deal uncounted is normal with completed not counted",
        rows=rows if "uncounted" in rows else f"{rows} then 5 cards: uncounted",
        end=f"settle loser pays winner {payment}",
    )
    assert example in sheet(game)


@pytest.mark.parametrize(
    ("change", "effective"),
    [
        ("", True),
        ("change normal bid in turn, dealer first", True),
        ("change normal bid together", False),
        ('change normal bid together change "Half Blind" bid in turn', True),
    ],
)
def test_a_parameter_is_on_the_sheet_if_it_has_an_effect(change: str, effective: bool) -> None:
    # `hook` is only read by the limit on the last bid
    result = check_text(f'clag 2 game "X" extends scorecard {change}')
    assert result.game is not None
    assert ("hook = false" in sheet(result.game)) is effective
    assert any("bids may add up" in each.text for each in result.game.assumptions) is effective


def test_one_sum_for_all_needs_no_example() -> None:
    told = sheet(game_of(end="settle loser pays winner 10"))
    assert "pays the winner 10. If several share the win" in told


@pytest.mark.parametrize(
    ("end", "told"),
    [
        (
            "settle loser pays winner 10 when stakes = pennies, otherwise 5 * loser.failed",
            "With matches: Every other player pays the winner by this formula: 5 × ",
        ),
        (
            "ends when highest_total > 30 and stakes = pennies or highest_total > 20 and stakes != "
            "pennies",
            "With matches: The match ends as soon as somebody has more than 20 points ",
        ),
        (
            "ends when deal >= 3 and stakes = pennies or highest_total > 20 and stakes = matches",
            "With matches: A match has at most 5 deals. The match ends as soon as somebody has ",
        ),
    ],
)
def test_what_an_end_or_a_payment_is_with_another_parameter(end: str, told: str) -> None:
    more = 'param stakes = pennies in pennies, matches "what is paid"'
    text = sheet(game_of(more=more, rows="repeat 5 times 5 cards: normal", end=end))
    assert told in text
    assert "the deals come" not in text


def test_deals_behind_a_certain_end_are_not_told() -> None:
    game = game_of(
        special="deal Last is normal with score 2 * tricks",
        rows="1 up to 7 cards: normal then 5 cards: Last",
        players="3 to 4",
        end="ends when highest_total >= 50 or deal >= players + 1",
    )
    told = sheet(game)
    assert "at most 4 to 5 deals." in told
    assert "| 1 to 5 | 1 up to 5 |" in told
    assert "Last" not in told
    assert "6" not in sheet(game, 4).split("## The deals")[1].split("##")[0]


@pytest.mark.parametrize(
    ("limit", "told"),
    [
        ("each bid keeps bid > 0 or ones >= 1", "Below, you have no ones yet."),
        ("each bid keeps bid > 0", ""),
        ("last bid keeps bids != cards + ones", ""),
    ],
)
def test_a_table_without_a_bid_says_what_of_the_past_it_is_for(limit: str, told: str) -> None:
    deal = f"trump none bid in turn {limit} score 10 + bid when made, otherwise -bid"
    text = sheet(game_of(deal, more="run ones when bid = 1", rows="1 up to 5 cards: normal"))
    assert told in text
    assert ("Below" in text) is bool(told)


def test_nothing_is_told_of_figures_below_where_there_are_none() -> None:
    deal = "trump none bid in turn trick worth 1 card worth 3 AS score {score}"
    more = 'tally lost = abs(bid - tricks) "tricks astray"'
    lost = " - (1 when lost > 10, otherwise 0)"
    score = "(points when made, 5 when bid = highest_bid, otherwise 0)" + lost
    assert "Below" not in sheet(
        game_of(deal.format(score=score), more=more, rows="5 cards: normal")
    )


def test_deals_whose_trumps_take_turns_of_their_own() -> None:
    deal = "trump rotates hearts clubs bid in turn score tricks"
    for special, alone in (("sight after bids", False), ("trump none", True)):
        game = game_of(
            deal, special=f"deal Blind is normal with {special}", rows="5 cards: normal, Blind"
        )
        assert ("Only normal deals are counted for this." in sheet(game)) is not alone


def test_a_score_is_told_once_where_only_the_bids_are_others() -> None:
    together = "deal Together is normal with bid together"
    fixed = "deal Together is normal with bid fixed 1"
    for special, often in ((together, 1), (fixed, 2)):
        text = sheet(game_of(special=special, rows="5 cards: normal, Together"))
        assert text.count("you score 1") == often, special
        assert ("Together, bid right" in text) is False, special


@pytest.mark.parametrize(
    ("specials", "told"),
    [
        ("1 Fox, 2 Witch", "52 cards, one Fox and two Witches: 55 cards"),
        ("2 Fox, 1 Lady, 2 Ass", "Foxes, Ladies and Asses have no suit"),
        ("2 Day, 1 Fools", "Days and Fools have no suit"),
        ("2 Fools", "52 cards and two Fools: 54 cards"),
    ],
)
def test_several_of_a_special_card(specials: str, told: str) -> None:
    names = [one.split()[1] for one in specials.split(", ")]
    kinds = "\n".join(f"special {name} is high asks nothing" for name in names)
    assert told in sheet(game_of(more=f"pack all ranks, {specials}\n{kinds}"))


@pytest.mark.parametrize(
    ("asks", "told"),
    [
        ("low asks nothing", True),
        ("high or low asks named suit", True),
        ("high asks nothing", False),
        ("low asks next card", False),
    ],
)
def test_who_wins_where_no_suit_is_led(asks: str, told: bool) -> None:
    text = sheet(game_of(more=f"pack all ranks, 2 Fool\nspecial Fool is {asks}"))
    assert ("as if the first suit played had been led" in text) is told


def test_cards_that_ask_for_nothing_are_told_together() -> None:
    more = "pack all ranks, 2 Fool, 1 Elf special Fool is low asks nothing"
    text = sheet(game_of(more=f"{more}\nspecial Elf is high asks nothing"))
    assert "If a Fool or an Elf is led, everybody may play any card to this trick." in text


BONUS = "+ (20 when row_made = row_deals, otherwise 0)"


@pytest.mark.parametrize(
    ("score", "rows", "told"),
    [
        (
            f"(10 when made, otherwise 0) {BONUS} + most",
            "1 up to 5 cards: normal",
            "the first by who has made 4 of 4 bids before in the row, the others none, score 32, ",
        ),
        (
            f"(10 when made, otherwise 0) {BONUS}",
            "repeat 3 times 5 cards: normal then 1 card: normal",
            "you have made 2 of 2 bids before in the row.",
        ),
        (
            f"(10 when made, otherwise 0) {BONUS}",
            "5 cards: normal then 1 card: normal",
            "you have made no bid before in the row.",
        ),
        ("tricks + row_best", "1 up to 5 cards: normal", "Below, the best score of the row is "),
        ("tricks + row_deals", "1 up to 5 cards: normal", "in a row of 5"),
    ],
)
def test_what_of_a_row_an_example_is_for(score: str, rows: str, told: str) -> None:
    text = sheet(game_of(f"trump none bid in turn score {score}", rows=rows))
    assert told in text
    assert "first deal of its row" not in text
    assert ("begin" in text.split("**Rows.**")[1].split("##")[0]) is (" up to " not in rows)


def test_all_tricks_are_called_every_trick() -> None:
    score = "20 when tricks = cards, 5 when bid != cards and tricks > cards - 2, otherwise 0"
    text = sheet(game_of(f"trump spades bid in turn score {score}"))
    assert "If you win every trick, you score 20 points" in text


@pytest.mark.parametrize(
    ("score", "own_rows"),
    [
        ("10 + tricks when made, otherwise 0", False),
        ("bid * tricks when made, otherwise 0", False),
        ("10 + cards when made, otherwise 0", True),
    ],
)
def test_the_table_of_points_goes_up_to_the_largest_hand_scored_alike(
    score: str, own_rows: bool
) -> None:
    naked = "deal Naked is normal with trump none"
    rows = "1 up to 3 cards: normal then 8 cards: Naked"
    text = sheet(game_of(f"trump spades bid in turn score {score} {naked}", rows=rows))
    (head,) = [line for line in text.splitlines() if line.startswith("| Tricks won")]
    last = head.split("|")[-2].split()[-1]
    assert last == "8"
    assert ("| Normal (with 3 cards), bid right |" in text) is own_rows
    assert ("| Naked (with 8 cards), bid right |" in text) is own_rows


HOOK = "last bid keeps bids != cards"


@pytest.mark.parametrize(
    ("score", "fails"),
    [
        ("10 + tricks when made, otherwise 0", True),
        ("-abs(bid - tricks)", True),
        ("10 + bids when made, otherwise 0", True),
        ("10 when tricks >= bid, otherwise 0", False),
        ("10 when abs(bid - tricks) <= 1, otherwise 0", False),
        ("10 when made, otherwise 0 completed when tricks >= bid", False),
        ("10 when made, otherwise 0 completed when abs(bid - tricks) <= 1", False),
    ],
)
def test_somebody_is_bound_to_fail_only_if_every_miss_is_a_failure(score: str, fails: bool) -> None:
    text = sheet(game_of(f"trump spades bid in turn {HOOK} score {score}"))
    assert "add up to the number of cards" in text
    assert ("so somebody is bound to fail" in text) is fails


@pytest.mark.parametrize(
    ("score", "winner", "is_aim"),
    [
        ("10 + tricks when made, otherwise 0", "highest", True),
        ("0 when made, otherwise abs(bid - tricks)", "lowest", True),
        ("10 when made, -1 when tricks > bid, otherwise 0", "lowest", False),
        ("10 when abs(bid - tricks) <= 1, otherwise 0", "highest", False),
        ("10 + points when made, otherwise 0 trick worth 1 card worth 2 A", "highest", True),
        ("10 + points when made, otherwise 0 trick worth 1 card worth 2 A", "lowest", False),
        ("-10 - points when made, otherwise 0 trick worth 1 card worth 2 A", "highest", False),
        ("10 when made and makers = 1, otherwise 0", "highest", True),
        ("10 when made and makers = 1, otherwise 0", "lowest", False),
    ],
)
def test_the_aim_is_the_exact_number_only_if_that_is_best(
    score: str, winner: str, is_aim: bool
) -> None:
    text = sheet(game_of(f"trump spades bid in turn score {score}", winner=f"{winner} total"))
    assert ("Try to win exactly as many tricks as you bid." in text) is is_aim


@pytest.mark.parametrize(("winner", "is_aim"), [("highest", True), ("lowest", False)])
def test_the_aim_is_at_least_the_bid_only_if_that_is_best(winner: str, is_aim: bool) -> None:
    clauses = "trump spades bid in turn trick worth 1 card worth 2 A completed when tricks >= bid"
    score = "score points when tricks >= bid, otherwise -(bid - tricks)"
    text = sheet(game_of(f"{clauses} {score}", winner=f"{winner} total"))
    assert ("Try to win at least as many tricks as you bid." in text) is is_aim


@pytest.mark.parametrize(
    ("rows", "shown"),
    [
        ("13 cards: normal", "The dealer's last card is shown to all, the dealer included."),
        ("12 up to 13 cards: normal", "the dealer included if no card is left to turn."),
        ("12 cards: normal", ""),
    ],
)
@pytest.mark.parametrize("sight", ["others only", "never"])
def test_the_dealer_knows_the_last_card_that_is_shown(sight: str, rows: str, shown: str) -> None:
    score = "score 10 when made, otherwise 0"
    deal = f"trump turned, else last card bid in turn sight {sight} play top card {score}"
    text = sheet(game_of(deal, rows=rows))
    assert shown in text
    assert ("the dealer included" in text) is bool(shown)
    if sight == "others only":
        unseen = "each by a player who has not seen it"
        assert (f"{unseen}, except for the dealer's last card" in text) is bool(shown)
        assert unseen in text
