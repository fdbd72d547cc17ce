"""Packs with several of each card: hands are multisets, and nothing tells equal cards apart."""

import random
from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.judged_matches import compiled, judge

import clagdsl
from clagdsl.engine.actions import Play, read_action
from clagdsl.engine.players.steady_player import steady_action
from clagdsl.engine.state import State
from clagdsl.lang.cards import Card, copy_of, face_of, special_card
from clagdsl.records.reading import parse_record
from clagdsl.records.replay import replay_sheet
from clagdsl.records.writing import write_record
from clagdsl.table.table import make_table
from clagdsl.table.tricks import played_card, strongest

TEXT = """clag 2
game "Copies"
players 2 to 6
pack {pack}
deal normal
  trump turned, else {left}
  bid in turn
  last bid keeps bids != cards
  equal cards {equal}
  {more}
  score 10 + tricks when made, otherwise tricks
schedule 1 up to min(3, {size} // players) cards: normal
winner highest total, then shared
"""
GAMES = {
    name: clagdsl.load(text=TEXT.format(left=left, pack=pack, equal=equal, more=more, size=size))
    for name, left, pack, equal, more, size in (
        ("two of each", "none", "A K Q J 10 9 8 7, 2 of each", "first wins", "", 64),
        ("three of few", "last card", "A K, without AC, 3 of each", "last wins", "wild K", 21),
        ("told apart", "none", "A K Q J, 2 of each", "better pack wins", "wild J in suit", 32),
        ("top card", "none", "A K Q, 2 suits, 4 of each", "last wins", "play top card wild Q", 24),
        (
            "higher",
            "none",
            "A K Q J, 3 suits, 2 of each",
            "better pack wins",
            "follow higher suit, else suit, else higher trump, else trump, else anything",
            24,
        ),
        ("kept back", "none", "A K Q, 2 of each", "last wins", "open no trump wild Q in suit", 24),
    )
}
TABLES = st.tuples(st.sampled_from(sorted(GAMES)), st.integers(2, 6), st.integers(0, 2**32))


def match(name: str, players: int, seed: int) -> list[State]:
    """Every state of a match, in which half of the players are steady."""
    drawn = random.Random(seed)
    states = [GAMES[name].start(players=players, seed=seed)]
    while not states[-1].over:
        state = states[-1]
        steady = steady_action(state) if state.actor in (0, 2) else None
        states.append(state.apply(steady or drawn.choice(state.legal())))
    return states


@settings(max_examples=8, deadline=None)
@given(TABLES)
def test_cards_are_conserved_as_multisets(wanted: tuple[str, int, int]) -> None:
    for state in match(*wanted)[::3]:
        dealing, play = state.position.dealing, state.position.play
        if play is None:
            continue
        deck, dealt = state.table.deck, Counter(card for hand in dealing.hands for card in hand)
        held = Counter(card for hand in play.hands for card in hand)
        tricks = (*(trick.cards for trick in play.finished), play.trick)
        played = Counter(one.card for trick in tricks for one in trick)
        assert held + played == dealt <= Counter(deck.cards)
        legal = state.legal()
        assert len(set(legal)) == len(legal)
        faces = (*deck.faces, *deck.cards)
        tried = {Play(card, face) for card in deck.counts for face in (None, *faces)}
        known = {read_action(str(action)) for action in legal}
        wild = dealing.rules.wild.ranks
        allowed = {
            one if one.card.rank in wild else Play(one.card)
            for one in tried
            if state.why_not(one) is None
        }
        assert allowed == known


@settings(max_examples=8, deadline=None)
@given(TABLES)
def test_a_match_is_recorded_and_read_again(wanted: tuple[str, int, int]) -> None:
    last = match(*wanted)[-1]
    record = last.record()
    written = parse_record(write_record(record)).record
    assert written is not None
    assert clagdsl.replay(replace(written, game=record.game)).events == last.events
    shown = tuple(
        replace(deal, pack=None, hands=played.dealing.hands, turned=played.dealing.turned)
        for deal, played in zip(record.deals, last.history, strict=True)
    )
    found = replay_sheet(replace(record, deals=shown, seed=None), last.game)
    assert [one.diagnostic for one in found.problems] == []


@pytest.mark.parametrize("name", GAMES)
def test_the_reference_judges_every_step(name: str) -> None:
    game = GAMES[name]
    document = compiled(game)
    for players in (2, 5):
        assert judge(game, document, players, 11, players) > 15


def test_equal_cards_of_others_do_not_show() -> None:
    deck = make_table(GAMES["two of each"].rules, 3).deck
    ace, seven = deck.cards[0], deck.cards[-1]
    assert deck.counts[ace] == 2
    rest = [card for card in deck.cards if card not in (ace, seven)]
    views = []
    for first, second in ((ace, seven), (seven, ace)):
        pack = [first, ace, second, *rest[:3], seven, *rest[3:]]
        state = GAMES["two of each"].start(players=3)
        state = state.apply(f"deal {' '.join(map(str, pack))}")
        views.append(state.view(1))
    assert views[0] == views[1]


def test_cards_that_are_told_apart_have_texts_of_their_own() -> None:
    deck = make_table(GAMES["told apart"].rules, 3).deck
    assert [str(card) for card in deck.cards[:4]] == ["AS1", "AS2", "KS1", "KS2"]
    assert [str(face) for face in deck.faces[:3]] == ["AS", "KS", "QS"]
    assert {clagdsl.read_card(str(card)) for card in deck.cards} == set(deck.cards)
    assert clagdsl.read_card("as2") == clagdsl.read_card("A♠2") == deck.cards[1]
    assert clagdsl.read_card("10H1") == copy_of(clagdsl.read_card("10H"), 1)
    assert clagdsl.read_card("h10") == clagdsl.read_card("10H")
    assert clagdsl.read_card("AS0") is None
    assert {face_of(card) for card in deck.cards} == set(deck.faces)


@pytest.mark.parametrize(("equal", "beaten"), [("first", 0), ("last", 4), ("better pack", 1)])
def test_a_steady_player_knows_which_of_equal_cards_beats_its_own(equal: str, beaten: int) -> None:
    from clagdsl.engine.players.steady_player import _cards

    text = TEXT.format(left="none", pack="A K, 4 of each", equal=f"{equal} wins", more="", size=32)
    rules = make_table(clagdsl.load(text=text).rules, 3).rules("normal")
    stronger = _cards(rules.deck, rules.ranks, (), True, rules.equal).stronger
    assert [stronger[place].bit_count() for place in (1, 5)] == [beaten, 4 + beaten]


FOOLS = """clag 2
game "Fools"
players 3
pack A K Q J 10 9 8 7, 2 of each, 2 Fool
special Fool is trump
deal normal
  trump spades
  rank of trump Fool
  bid in turn
  equal cards better pack wins
  score tricks
schedule 1 up to 3 cards: normal
winner highest total, then shared
"""


def test_of_equal_special_trumps_the_first_is_higher_than_every_other_trump() -> None:
    table = make_table(clagdsl.load(text=FOOLS).rules, 3)
    rules, fool, ace = table.rules_of(table.schedule[0]), special_card("Fool"), Card("A", "S", 1)
    for cards in ((fool, ace, fool), (fool, fool, ace)):
        assert (
            strongest(rules, ("S",), [played_card(seat, c, c) for seat, c in enumerate(cards)]) == 0
        )
    assert strongest(rules, ("S",), [played_card(0, ace, ace), played_card(1, fool, fool)]) == 1
