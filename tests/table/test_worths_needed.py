"""What a score asks for where tricks differ in value."""

import pytest

import clagdsl

GAME = """clag 2
game "Worths"
players 3
deal normal
  trump none
  bid in turn
  trick worth {worth}
  score points
schedule 2 cards: normal
winner highest total, then shared
"""


@pytest.mark.parametrize(
    ("worth", "needed"),
    [
        ("trick", "give the player who took each"),
        ("2 when won_with = A, otherwise 1", "give each player's points"),
    ],
)
def test_what_is_needed_is_said(worth, needed):
    game = clagdsl.load(text=GAME.format(worth=worth))
    with pytest.raises(clagdsl.ArgumentError) as refused:
        game.score("normal", bids=[0, 0, 0], tricks=[1, 1, 0])
    assert refused.value.reason == f"the tricks of `normal` differ in value: {needed}"
