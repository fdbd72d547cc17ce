"""Trump named from the first cards: what is dealt when, and what nobody has seen by then."""

from __future__ import annotations

from itertools import chain

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clagdsl.api import load
from clagdsl.engine.events import CardsDealt, FirstCardsDealt, HandSeen, TrumpNamed
from clagdsl.engine.players.steady_player import steady_action
from clagdsl.engine.state import State, start_match
from clagdsl.lang.cards import PACK
from clagdsl.records.reading import parse_record
from clagdsl.records.recorded_match import replay
from clagdsl.records.replay import replay_sheet
from clagdsl.records.writing import write_record

RULES = """clag 2
game "X"
players 3 to 5
deal normal
  trump named by {by} from {first} cards any {what}
  bid in turn
  score 10 + tricks when made, otherwise tricks
schedule {cards} cards: normal
winner highest total, then shared
"""


def opened(by: str, first: int, what: str, cards: int) -> State:
    text = RULES.format(by=by, first=first, what=what, cards=cards)
    return start_match(load(text=text).rules, 4)


@settings(max_examples=30, deadline=None)
@given(
    st.permutations(PACK),
    st.sampled_from(["eldest", "dealer"]),
    st.integers(1, 5),
    st.sampled_from(["suit", "suit or none", "order"]),
    st.integers(1, 6),
)
def test_the_cards_of_a_pack_come_to_the_same_hands(
    pack: list[object], by: str, first: int, what: str, cards: int
) -> None:
    """Until trump is named nobody knows more than the own first cards, and nobody holds more."""
    state = opened(by, first, what, cards).apply("deal " + " ".join(map(str, pack)))
    at_first = min(first, cards)
    assert state.actor == {"eldest": 0, "dealer": 3}[by]
    assert state.phase == "name"
    for seat in range(4):
        view = state.view(seat)
        assert set(view.hand) == set(pack[seat : 4 * at_first : 4]) == set(state.hands[seat])
        assert view.unseen == 0
        seen = [event.hand for event in view.events if isinstance(event, HandSeen)]
        assert set(chain(*seen)) == set(view.hand)
        later = {str(card) for card in pack if card not in view.hand}
        assert not later & {card for card in _cards_in(view.to_json()) if card in later}
    named = state.apply(state.legal()[-1])
    for seat in range(4):
        assert named.hands[seat] == tuple(pack[seat : 4 * cards : 4])
        assert set(named.view(seat).hand) == set(named.hands[seat])
    assert named.phase == "bid"
    kinds = [type(event) for event in named.events]
    assert kinds.count(FirstCardsDealt) == (at_first < cards)
    assert kinds.count(CardsDealt) == 1
    assert (kinds.index(CardsDealt) > kinds.index(TrumpNamed)) == (at_first < cards)


def _cards_in(json: object) -> set[str]:
    """Every text anywhere in JSON."""
    match json:
        case str():
            return {json}
        case dict():
            return set(chain(*map(_cards_in, json.values())))
        case list():
            return set(chain(*map(_cards_in, json)))
        case _:
            return set()


@pytest.mark.parametrize("first", [1, 3])
def test_a_steady_player_names_by_its_first_cards_alone(first: int) -> None:
    """The own cards that come later do not matter, nor anybody's."""
    state = opened("eldest", first, "suit or none", 5)
    choices = set()
    for turn in range(6):
        left = list(PACK[4 * first :])
        pack = [*PACK[: 4 * first], *left[7 * turn :], *left[: 7 * turn]]
        choices.add(steady_action(state.apply("deal " + " ".join(map(str, pack)))))
    assert len(choices) == 1


def test_a_record_may_end_before_trump_is_named() -> None:
    state = opened("eldest", 3, "suit or none", 5).apply("deal " + " ".join(map(str, PACK)))
    read = parse_record(write_record(state.record())).record
    assert read is not None
    again = replay(read, state.game)
    assert (again.phase, again.hands) == ("name", state.hands)
    assert replay_sheet(read, state.game).problems == ()
    while not state.over:
        state = state.apply(state.legal()[-1])
    record = parse_record(write_record(state.record())).record
    assert record is not None
    assert replay(record, state.game).events == state.events
    assert replay_sheet(record, state.game).problems == ()
