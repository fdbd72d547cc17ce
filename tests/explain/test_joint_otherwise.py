"""What a sheet tells of a last bidder who has no bid that meets both limits."""

import pytest

from clagdsl.check.checker import check_text
from clagdsl.explain.rule_sheet.context import read_game
from clagdsl.explain.rule_sheet.deal_sentences import limit_sentences

NEVER_NONE = "each bid keeps bid > 0, otherwise bid = 0"


@pytest.mark.parametrize(
    ("limits", "told"),
    [
        (
            "3|each bid keeps bid < 2 last bid keeps bids != cards, otherwise true",
            "A player must bid fewer than 2.|The dealer, who bids last, may not make the bids add"
            " up to the number of cards.",
        ),
        (
            "1|last bid keeps bids > players, otherwise free",
            "A dealer who has no such bid may make any bid.",
        ),
        (
            "2|each bid keeps bid != previous_bid, otherwise free",
            "Nobody may repeat the bid made right before.",
        ),
        (
            "2|each bid keeps bid > previous_bid, otherwise free",
            "A player who has no such bid may make any bid.",
        ),
        (
            "2|each bid keeps bid != previous_bid last bid keeps bids != cards, otherwise free",
            "The dealer, who bids last, may not make the bids add up to the number of cards.",
        ),
        (
            f"1|{NEVER_NONE} last bid keeps bids < players",
            "A dealer who has no bid that meets both limits must bid 0.",
        ),
        (
            f"1|{NEVER_NONE} last bid keeps bids < players, otherwise bids < players + 1",
            "A dealer who has no bid that meets both limits must keep the total of the bids below"
            " the number of players + 1. The limit on every bid still holds then.",
        ),
        (
            "3|each bid keeps bid < 2, otherwise true last bid keeps bid = 3, otherwise bid = 2",
            "A dealer who has no bid that meets both limits must bid 2."
            " The limit on every bid still holds then."
            "|A dealer who has none even then need only meet the limit on the last bid.",
        ),
        (
            f"1|{NEVER_NONE} last bid keeps bids > players, otherwise bid = 1",
            "A dealer who has no such bid must bid 1. The limit on every bid still holds then.",
        ),
    ],
)
def test_the_last_limit_told(limits: str, told: str) -> None:
    cards, limits = limits.split("|")
    game = check_text(f"""clag 2
game "X"
players 3 to 4
deal normal trump none bid in turn {limits} score tricks
schedule {cards} cards: normal
winner highest total, then shared
""").game
    assert game is not None
    reading = read_game(game, None, {})
    assert "|".join(limit_sentences(reading, reading.rules)).endswith(told)


@pytest.mark.parametrize(("deals", "told"), [(3, False), (4, True)])
def test_a_total_is_reached_only_after_so_many_deals(deals: int, told: bool) -> None:
    """A deal scores at most 14, and only a player with 30 points or more must bid 0."""
    game = check_text(f"""clag 2
game "X"
players 3
tally gone = scored
deal normal trump none bid in turn each bid keeps bid = 0 or gone < 30
  last bid keeps bids != cards, otherwise free score 12 + bid when made, otherwise 0
schedule repeat {deals} times 2 cards: normal
winner highest total, then shared
""").game
    assert game is not None
    reading = read_game(game, None, {})
    rest = "A dealer who has no bid that meets both limits need only meet the limit on every bid."
    assert (rest in limit_sentences(reading, reading.rules)) == told
