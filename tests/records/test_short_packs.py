"""Records of games with a pack of their own."""

from clagdsl.api import load
from clagdsl.lang.cards import read_card
from clagdsl.lang.record import Record, RecordedDeal
from clagdsl.records.reading import parse_record
from clagdsl.records.recorded_match import replay
from clagdsl.records.replay import replay_sheet
from clagdsl.records.writing import write_record

RULES = """clag 2
game "Short"
players 3
pack A K Q J 10 9 8 7, 3 suits
deal normal trump {trump} bid fixed 0 score tricks
schedule 2 cards: normal
winner highest total, then shared
"""
PLAYERS = ("Ann", "Bob", "Cai")


def codes(trump_rule: str = "turned", **said: object) -> list[str]:
    record = Record("", PLAYERS, (RecordedDeal(number=1, **said),))
    result = replay_sheet(record, load(text=RULES.format(trump=trump_rule)).rules)
    return [one.diagnostic.code for one in result.problems]


def hand(text: str) -> tuple[object, ...]:
    return tuple(read_card(word) for word in text.split())


def test_cards_of_the_pack_are_recorded() -> None:
    assert codes(hands=tuple(map(hand, ("AS KS", "AH KH", "AD 7D"))), turned=read_card("7S")) == []


def test_a_card_that_is_not_in_the_pack_is_told_where_it_stands() -> None:
    assert codes(hands=tuple(map(hand, ("AS 6S", "AH KH", "AD 7D")))) == ["R552"]
    assert codes(turned=read_card("7C")) == ["R552"]


def test_the_pack_has_as_many_cards_as_the_rules_say() -> None:
    state = load(text=RULES.format(trump="turned")).start(players=3, seed=3)
    pack = state.position.dealing.pack
    assert pack is not None
    assert len(pack) == 24
    assert codes(pack=pack, dealer="Cai") == []
    assert codes(pack=pack[:-1]) == ["R510"]
    assert codes(pack=(read_card("2S"), *pack[1:])) == ["A701"]
    assert codes(pack=(read_card("2S"), None, *pack[2:])) == ["R552"]


def test_trumps_are_suits_of_the_pack() -> None:
    assert codes(trump=read_card("AC").suit) == ["R553"]
    assert codes("named by dealer any suit", trump="C") == ["A405"]
    assert codes("named by dealer any order", order=("S", "H", "D")) == []
    assert codes("named by dealer any order", order=("S", "H", "D", "C")) == ["A403"]


def test_a_match_is_written_and_played_again() -> None:
    state = load(text=RULES.format(trump="turned")).start(players=3, seed=3, names=PLAYERS)
    while not state.over:
        state = state.apply(state.legal()[0])
    record = parse_record(write_record(state.record())).record
    assert record is not None
    assert replay(record, state.game).events == state.events
