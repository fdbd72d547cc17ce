"""Actions: one text form each, read back equal; everything else is refused as A101."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.engine_games import GAMES

from clagdsl.engine.actions import (
    PLAYS,
    WILD_PLAYS,
    Bid,
    DealPack,
    DrawBidder,
    DrawDealer,
    Look,
    MakeCall,
    NameOrder,
    NameTrump,
    Pass,
    PickCards,
    Play,
    PlayTop,
    SayInAuction,
    bid_of,
    named,
    naming,
    play_of,
    read_action,
    read_names,
    write_name,
    write_names,
)
from clagdsl.engine.state import start_match
from clagdsl.lang.cards import PACK, SUITS, Card, read_card, special_card
from clagdsl.lang.special_cards import LeadDemand, played_as

CARDS = st.sampled_from(PACK)
NAMES = st.text("abc, DEF'-", min_size=1, max_size=8)
PEOPLE = st.text('a B"', max_size=5)

ACTIONS = st.one_of(
    st.builds(PickCards, st.integers(-99, 99)),
    st.builds(DealPack, st.permutations(PACK).map(tuple)),
    st.builds(MakeCall, st.lists(NAMES, max_size=4).map(tuple)),
    st.builds(NameTrump, st.sampled_from(SUITS)),
    st.builds(NameOrder, st.permutations(SUITS).map(tuple)),
    st.builds(Bid, st.integers(-99, 99)),
    st.builds(Play, CARDS, st.none() | CARDS),
    st.builds(PlayTop, st.none() | CARDS),
    st.builds(DrawDealer, PEOPLE),
    st.builds(DrawBidder, PEOPLE),
    st.builds(SayInAuction, st.integers(0, 99), st.none() | st.sampled_from(SUITS)),
)


@given(ACTIONS)
def test_the_text_of_an_action_is_read_back_equal(action):
    assert read_action(str(action)) == action
    assert hash(read_action(str(action))) == hash(action)


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("bid 2", Bid(2)),
        ("  bid   2 ", Bid(2)),
        ("cards 5", PickCards(5)),
        ("play QS", Play(Card("Q", "S"))),
        ("play TH", Play(Card("10", "H"))),
        ("play 10♥", Play(Card("10", "H"))),
        ("play 2H as AD", Play(Card("2", "H"), Card("A", "D"))),
        ("play top", PlayTop()),
        ("play top as AD", PlayTop(Card("A", "D"))),
        ("trump hearts", NameTrump("H")),
        ("trump H", NameTrump("H")),
        ("trump ♥", NameTrump("H")),
        ("order S H C D", NameOrder(("S", "H", "C", "D"))),
        ("order spades hearts clubs diamonds", NameOrder(("S", "H", "C", "D"))),
        ("call", MakeCall(())),
        ("call No  Trumps,Nuloss", MakeCall(("No Trumps", "Nuloss"))),
        ('call "No Trumps" , "A, B",C', MakeCall(("No Trumps", "A, B", "C"))),
        ("deal 2C KD", DealPack((Card("2", "C"), Card("K", "D")))),
        *(
            (f"{drawn('X')}".replace("X", written), drawn(read))
            for drawn in (DrawDealer, DrawBidder)
            for written, read in (
                ("Ann  Lee", "Ann Lee"),
                ('"Ann  Lee"', "Ann  Lee"),
                ('"Ann', '"Ann'),
                ('Ann"', 'Ann"'),
                ('"', '"'),
                ('""', ""),
                ('"a"', "a"),
                ('"a" ', "a"),
                ('""a""', '"a"'),
                ("a", "a"),
            )
        ),
    ],
)
def test_texts_that_are_actions(text, action):
    assert read_action(text) == action


@pytest.mark.parametrize("digits", [10, 3900])
def test_a_number_however_long_is_told_with_its_bound(digits):
    state = start_match(GAMES["ladder"], seed=1)
    for text in (f"bid {'9' * digits}", f"bid -{'9' * digits}"):
        refused = state.why_not(text)
        assert refused.code == "A201"
        assert "a bid must be from `0`" in refused.reason
        assert len(refused.reason) < 200


def test_common_actions_exist_once():
    queen = read_card("QS")
    assert PLAYS[queen] == Play(queen)
    assert WILD_PLAYS[queen][queen] == Play(queen, queen)
    assert bid_of(3) is bid_of(3)
    assert bid_of(3) == Bid(3)
    assert bid_of(3, blind=True) == Bid(3, blind=True) != Bid(3)
    assert play_of(queen) == Play(queen)
    assert play_of(queen, queen) is play_of(queen, queen)
    assert play_of(queen, queen) == Play(queen, queen)


@pytest.mark.parametrize(
    ("name", "written"),
    [
        ("", '""'),
        ("A", "A"),
        ("Ann", "Ann"),
        ("Ann Lee", "Ann Lee"),
        ("Ann  Lee", '"Ann  Lee"'),
        (" Ann", '" Ann"'),
        ('"', '"""'),
        ('"Ann"', '""Ann""'),
        ('"Ann', '""Ann"'),
        ('Ann"', 'Ann"'),
    ],
)
def test_a_name_at_the_end_is_in_quotes_only_where_it_would_be_misread(name, written):
    assert write_name(name) == written
    for drawn, word in ((DrawDealer, "dealer"), (DrawBidder, "first")):
        assert str(drawn(name)) == f"{word} {written}"
        assert read_action(f"{word} {written}") == drawn(name)


@pytest.mark.parametrize(
    ("names", "written"),
    [
        ((), ""),
        (("A",), "A"),
        (("A", "B C"), "A, B C"),
        (("A  B", "C,D", "E"), '"A  B", "C,D", E'),
    ],
)
def test_names_of_a_call_are_in_quotes_only_where_they_would_be_misread(names, written):
    assert write_names(names) == written
    assert read_names(written) == names
    assert str(MakeCall(names)) == f"call {written}".strip()


JOKER = special_card("Joker")
LOW = played_as("Joker", "low", None)
LOW_ASKS = played_as("Joker", "low", LeadDemand("H", "highest"))
TEXTS = {
    "cards 5": PickCards(5),
    "bid 2": Bid(2),
    "bid 2 blind": Bid(2, blind=True),
    "look": Look(),
    "pass": Pass(),
    "trump none": NameTrump(None),
    "trump clubs": NameTrump("C"),
    "order H": NameOrder(("H",)),
    "auction 3NT": SayInAuction(3, None),
    "auction 3C": SayInAuction(3, "C"),
    "deal 2C": DealPack((Card("2", "C"),)),
    "deal 2C KD trump hearts": DealPack((Card("2", "C"), Card("K", "D")), "H"),
    "deal 2C Joker": DealPack((Card("2", "C"), JOKER)),
    "play 2C": Play(Card("2", "C")),
    "play Joker": Play(JOKER),
    "play Joker low": Play(JOKER, LOW),
    "play Joker low asks highest H": Play(JOKER, LOW_ASKS),
    "play 2C as Joker": Play(Card("2", "C"), JOKER),
    "play 2C as KD": Play(Card("2", "C"), Card("K", "D")),
    "play top": PlayTop(),
    "play top as KD": PlayTop(Card("K", "D")),
    "play top as Joker": PlayTop(JOKER),
    "play top as Joker low": PlayTop(LOW),
    "play top as Joker low asks highest H": PlayTop(LOW_ASKS),
}


@pytest.mark.parametrize("text", TEXTS)
def test_every_kind_of_action_has_one_text(text):
    action = TEXTS[text]
    assert str(action) == text
    assert read_action(text, ("Joker",)) == action
    assert read_action(f"  {text.replace(' ', '   ')} ", ("Joker",)) == action
    if "Joker" not in text:
        assert read_action(text) == action


@pytest.mark.parametrize(
    "text",
    [
        *("dealer", "first", "cards", "deal", "auction", "trump", "order", "bid", "play"),
        *("joker", "bid blind", "bid 2 blind blind", "bid 2 seen", "look 2", "pass pass"),
        *("deal 2C trump", "deal 2C trump none", "deal trump hearts", "deal 2C ??"),
        *("order H X", "order H none", "auction 3", "auction C", "call A,,B"),
        *("play Jester", "play Joker as", "play Joker low low", "play Joker 2C", "play top Joker"),
        *("play top as", "play top as KD low", "play top as Joker KD", "play top 2C", "play as 2C"),
        *("play 2C lowest", "play 2C KD", "play 2C as KD as", "play 2C is KD"),
        *("", " ", "bid 2.0", "bid \uff12", "BID 2", "play 1S", "call ,", 'call ""', "\x00"),
    ],
)
def test_texts_that_are_nearly_actions_are_none(text):
    assert read_action(text, ("Joker",)) is None
    assert read_action(text) is None


def test_names_of_special_cards_are_read_in_any_case_but_one_that_is_written_so_comes_first():
    assert read_action("play jOKER", ("Joker",)) == Play(JOKER)
    both = ("Joker", "JOKER")
    assert read_action("play Joker", both) == Play(JOKER)
    assert read_action("play JOKER", both) == Play(special_card("JOKER"))
    assert read_action("play Joker") is None


def test_a_text_is_read_up_to_4000_characters():
    for action in (bid_of(2), play_of(Card("2", "C")), naming(("H",)), naming(("S", "H")), Look()):
        for length in (3999, 4000):
            assert read_action(str(action).ljust(length)) == action
        assert read_action(str(action).ljust(4001)) is None


@pytest.mark.parametrize(
    ("suits", "action"),
    [
        ((), NameTrump(None)),
        (("H",), NameTrump("H")),
        (("H", "S"), NameOrder(("H", "S"))),
    ],
)
def test_what_is_named_is_what_the_action_names(suits, action):
    assert naming(suits) == action
    assert named(action) == suits
    assert named(bid_of(1)) == ()


def test_cards_may_be_as_people_type_them():
    queen, ace = read_card("QS"), read_card("AC")
    assert read_action("play queen of spades") == read_action("play sq") == Play(queen)
    assert read_action("play Q♠ as ace of clubs") == Play(queen, ace)
    pack = " ".join(map(str, PACK)).lower().replace("qs", "queen of spades")
    assert read_action(f"deal {pack}") == DealPack(PACK)
    assert str(read_action("play queen of spades")) == "play QS"
