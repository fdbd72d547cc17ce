"""Who wins a trick, read another way; the rules themselves are in tests/language."""

from hypothesis import given
from hypothesis import strategies as st
from support.table_games import rules

from clagdsl.lang.cards import PACK, RANKS
from clagdsl.table.tricks import PlayedCard, strongest

ORDINARY = rules()
NO_TRUMP = ()
PRECEDENCE = ("H", "C", "D", "S")


@given(
    st.lists(st.sampled_from(PACK), min_size=1, max_size=10, unique=True),
    st.sampled_from((NO_TRUMP, ("S",), ("H",), PRECEDENCE, ("C", "D", "S", "H"))),
)
def test_the_winner_beats_every_other_card(cards, trumps):
    """An independent reading: compare the winner with each other card, two at a time."""
    played = [PlayedCard(seat, card, card) for seat, card in enumerate(cards)]
    best = played[strongest(ORDINARY, trumps, played)].card
    classes = [*trumps, *([] if played[0].card.suit in trumps else [played[0].card.suit])]
    assert best.suit in classes
    for other in cards:
        if other == best:
            continue
        if other.suit == best.suit:
            assert RANKS.index(best.rank) < RANKS.index(other.rank)
        else:
            assert other.suit not in classes[: classes.index(best.suit)]
