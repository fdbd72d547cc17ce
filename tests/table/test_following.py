"""Which cards may be played; deal 12 of Pagat's page is where the wild cards come from."""

from hypothesis import given
from hypothesis import strategies as st
from support.table_games import WRITTEN, card, cards, rules, trick

from clagdsl.lang.cards import PACK
from clagdsl.lang.rules import Following, Wild
from clagdsl.table.following import Turn, playable, why_not_play
from clagdsl.table.tricks import PlayedCard

ORDINARY = rules()
WILD = rules(wild=Wild(("2",)))
IN_SUIT = rules(wild=Wild(("2",), in_suit=True))
TOP = rules(play="top card", sight="never")
TOP_WILD = rules(play="top card", wild=Wild(("2",)))
FREE = rules(follow=Following(("anything",)))
FREE_WILD = rules(follow=Following(("anything",)), wild=Wild(("2",)))
TWO_RANKS = rules(wild=Wild(("2", "J"), in_suit=True))
EVERY = (ORDINARY, WILD, IN_SUIT, TOP, TOP_WILD, FREE, FREE_WILD, TWO_RANKS)


def turn(hand, played=""):
    return Turn(cards(hand), trick(played), None)


def plays(chosen, hand, played=""):
    return [str(shown) for shown, _ in playable(chosen, turn(hand, played))]


def faces(chosen, hand, played, wild):
    pairs = playable(chosen, turn(hand, played))
    return {str(face) for shown, face in pairs if shown == card(wild)}


def code(chosen, hand, played, shown, face=None):
    reason = why_not_play(chosen, turn(hand, played), card(shown), card(face) if face else None)
    return reason.code if reason else None


def test_any_card_leads_and_cards_come_in_a_fixed_order():
    assert plays(ORDINARY, "2C AC KS 10H 9H") == ["KS", "10H", "9H", "AC", "2C"]


def test_suit_is_followed():
    assert plays(ORDINARY, "2C AC KS 9H", "5C") == ["AC", "2C"]
    assert code(ORDINARY, "2C AC KS 9H", "5C", "KS") == "A302"
    assert code(ORDINARY, "2C AC KS 9H", "5C", "2C") is None


def test_who_cannot_follow_may_play_anything():
    assert plays(ORDINARY, "2C AC KS 9H", "5D") == ["KS", "9H", "AC", "2C"]


def test_the_suit_led_counts_not_the_suit_played_after():
    assert plays(ORDINARY, "2C KS 9H", "5D 6C") == ["KS", "9H", "2C"]


def test_the_reason_says_what_may_be_played():
    reason = why_not_play(ORDINARY, turn("2C AC KS", "5C"), card("KS"))
    assert reason is not None
    assert "clubs were led; play `AC` or `2C`" in reason.reason
    assert reason.place == WRITTEN.place
    assert reason.source == "Pagat, deal 1"


def test_a_card_that_is_not_held():
    assert code(ORDINARY, "2C", "5C", "3C") == "A301"
    assert code(WILD, "3C", "5C", "2C", "AC") == "A301"


def test_no_following():
    assert plays(FREE, "2C AC KS", "5C") == ["KS", "AC", "2C"]
    assert faces(FREE_WILD, "9S 2C", "KS", "2C") >= {"AH", "AS"}


def test_suit_and_nothing_else_leaves_nothing_to_play():
    """A rule that the checker refuses: the machine shows why."""
    strict = rules(follow=Following(("suit",)))
    assert plays(strict, "AC KS", "5C") == ["AC"]
    assert plays(strict, "AC KS", "5H") == []
    assert code(strict, "AC KS", "5H", "AC") == "A302"
    assert plays(strict, "AC KS") == ["KS", "AC"]


def test_the_top_card_and_no_other_is_played_and_suit_is_not_followed():
    assert plays(TOP, "KS 2C AC", "5C") == ["KS"]
    assert code(TOP, "KS 2C AC", "5C", "AC") == "A303"
    assert code(TOP, "KS 2C AC", "5C", "KS") is None
    reason = why_not_play(TOP, turn("KS 2C AC"), card("AC"))
    assert reason is not None
    assert "KS" not in reason.reason  # nobody is told what lies on top


def test_a_wild_on_top_is_any_card_not_yet_named():
    named = faces(TOP_WILD, "2C KS 9S", "5S 2H=AS", "2C")
    assert named == {str(one) for one in PACK} - {"AS"}
    assert plays(TOP_WILD, "KS 2C", "5H") == ["KS"]
    assert code(TOP_WILD, "KS 2C", "5H", "2C", "AH") == "A303"


# --- twos wild ----------------------------------------------------------------------------


def test_a_wild_that_leads_may_be_named_anything():
    assert faces(WILD, "2C AC KS", "", "2C") == {str(one) for one in PACK}


def test_a_wild_leads_the_suit_it_is_named_in():
    assert plays(WILD, "KS 9H AC", "2C=5H") == ["9H"]
    assert code(WILD, "KS 9H AC", "2C=5H", "AC") == "A302"


def test_pagats_revoke_with_a_two():
    """Hearts are trumps, spades are led, and who holds a spade cannot name the two a heart."""
    assert code(WILD, "2C 9S", "KS 6H", "2C", "AH") == "A307"
    assert faces(WILD, "2C 9S", "KS 6H", "2C") == {
        f"{rank}S" for rank in ("A", "K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2")
    }
    assert code(WILD, "2C 9S", "KS 6H", "2C", "KS") is None  # the king led: beaten by its copy


def test_who_holds_no_card_of_the_suit_led_names_a_wild_freely():
    assert code(WILD, "2C 9D", "KS 6H", "2C", "AH") is None
    assert len(faces(WILD, "2C 9D", "KS 6H", "2C")) == len(PACK)


def test_two_wilds_never_stand_for_the_same_card():
    assert code(WILD, "2C 9D", "AH 2H=AC", "2C", "AC") == "A306"
    assert "AC" not in faces(WILD, "2C 9D", "AH 2H=AC", "2C")
    assert code(WILD, "2C 9D", "AH", "2C", "AH") is None  # a natural card does not count


def test_a_wild_may_always_be_played():
    assert plays(WILD, "9S KS 2C", "5S")[:2] == ["KS", "9S"]
    assert "2C" in plays(WILD, "9S KS 2C", "5S")


def test_other_wilds_make_no_duty():
    assert len(faces(WILD, "2S 2C 9D", "KS", "2C")) == len(PACK)
    assert "9D" in plays(WILD, "2S 2C 9D", "KS")
    assert len(faces(WILD, "2S 9D", "KS", "2S")) == len(PACK)


def test_in_suit_an_unplayed_wild_counts_as_a_card_of_its_printed_suit():
    assert code(IN_SUIT, "2S 9D", "KS", "9D") == "A302"
    assert set(plays(IN_SUIT, "2S 9D", "KS")) == {"2S"}
    assert code(IN_SUIT, "2S 2C 9D", "KS", "2C", "AH") == "A307"
    assert code(IN_SUIT, "2S 2C 9D", "KS", "2C", "AS") is None
    # The wild that is played itself is no other card.
    assert code(IN_SUIT, "2S 2C 9D", "KS", "2S", "AH") is None
    assert code(IN_SUIT, "2S 9S 9D", "KS", "2S", "AH") == "A307"
    assert "9D" in plays(IN_SUIT, "2C 9D", "KS")


def test_a_wild_says_what_it_stands_for():
    assert code(WILD, "2C 9D", "KS", "2C") == "A304"
    assert code(WILD, "2C 9D", "KC", "2C", "2C") is None
    assert code(WILD, "3C 9D", "KC", "3C", "AC") == "A305"
    assert code(WILD, "3C 9D", "KC", "3C", "3C") is None
    assert code(ORDINARY, "2C 9D", "KC", "2C", "AC") == "A305"


@st.composite
def situations(draw):
    chosen = draw(st.sampled_from(EVERY))
    dealt = draw(st.lists(st.sampled_from(PACK), min_size=1, max_size=9, unique=True))
    held = draw(st.integers(1, len(dealt)))
    played = []
    for seat, shown in enumerate(dealt[held:]):
        named = {one.face for one in played if one.card.rank in chosen.wild.ranks}
        face = shown
        if shown.rank in chosen.wild.ranks:
            face = draw(st.sampled_from([one for one in PACK if one not in named]))
        played.append(PlayedCard(seat, shown, face))
    return chosen, tuple(dealt[:held]), tuple(played)


@given(situations())
def test_what_may_be_played_is_exactly_what_no_reason_forbids(situation):
    chosen, hand, played = situation
    allowed = playable(chosen, Turn(hand, played, None))
    assert len(set(allowed)) == len(allowed)
    assert list(allowed) == sorted(allowed, key=lambda pair: (pair[0].sort_key, pair[1].sort_key))
    for shown in hand:
        wild = shown.rank in chosen.wild.ranks
        for face in PACK if wild else (shown,):
            legal = why_not_play(chosen, Turn(hand, played, None), shown, face) is None
            assert legal == ((shown, face) in allowed)
        assert not wild or why_not_play(chosen, Turn(hand, played, None), shown, None) is not None


@given(situations())
def test_somebody_who_holds_a_card_can_always_play(situation):
    chosen, hand, played = situation
    allowed = {shown for shown, _ in playable(chosen, Turn(hand, played, None))}
    assert allowed
    if chosen.play == "any card":
        assert allowed >= {shown for shown in hand if shown.rank in chosen.wild.ranks}
    else:
        assert allowed == {hand[0]}
