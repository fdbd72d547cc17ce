"""Plays matches in the interpreter and checks every step against the reference implementation."""

from __future__ import annotations

import json
import random
from collections.abc import Mapping
from typing import Any

from reference.compiled import Decision, MatchResult, Table, play_match
from reference.random_numbers import draw, shuffle

from clagdsl.api import PlayableGame
from clagdsl.engine.events import DealBegun, DealScored, Event, MatchWon, TrickWon
from clagdsl.engine.state import State
from clagdsl.lang.game_json import game_json
from clagdsl.lang.rules import Value
from clagdsl.table.seats import bids_by_seat


def compiled(game: PlayableGame) -> Any:
    """Returns a compiled game as parsed JSON."""
    return json.loads(json.dumps(game_json(game.rules)))


def judge(
    game: PlayableGame,
    document: Mapping[str, Any],
    players: int,
    seed: int,
    match: int,
    parameters: Mapping[str, Value] | None = None,
) -> int:
    """Plays one match in both and compares everything; returns the number of decisions.

    At every decision, both must agree on the seat and on the legal actions, from which one is
    drawn. They must also agree on the visible hands, where these differ from the usual or trump is
    named.
    """
    table = Table(document, players, parameters or {})
    judged = play_match(
        table,
        lambda deal: shuffle(seed, match, deal, table.pack),
        lambda deal, purpose, count: draw(seed, match, deal, purpose, count),
    )
    state = game.start(players=players, seed=seed, match=match, parameters=parameters)
    drawn = random.Random(f"{seed}/{match}/{players}")
    decisions = 0
    decision = next(judged)
    while not state.over:
        legal = {str(action): action for action in state.legal()}
        assert (decision.seat, decision.deal) == (state.actor, state.deal), state
        assert sorted(decision.legal) == sorted(legal), state
        if decision.sight != "before bids" or decision.legal[0].startswith(("trump", "order")):
            assert _seen_hands(state) == decision.sees, state
        text = drawn.choice(decision.legal)
        state = state.apply(legal[text])
        decisions += 1
        following = _next(judged, text)
        if isinstance(following, MatchResult):
            _agree(state, following)
            break
        assert not state.over, "the reference goes on"
        decision = following
    assert state.over
    return decisions


def _seen_hands(state: State) -> list[list[str] | None]:
    """Returns the acting seat's knowledge of each hand; None if it does not see the hand."""
    assert isinstance(state.actor, int)
    view = state.view(state.actor)
    seen: list[list[str] | None] = [None] * len(state.hands)
    for seat, hand in enumerate(view.shown_hands):
        seen[seat] = None if seat == view.seat else sorted(map(str, hand))
    if state.hands and not view.unseen:
        seen[view.seat] = sorted(map(str, view.hand))
    return seen


def _next(judged: Any, text: str) -> Decision | MatchResult:
    try:
        following = judged.send(text)
    except StopIteration as end:
        following = end.value
    assert isinstance(following, Decision | MatchResult)
    return following


def _agree(state: State, judged: MatchResult) -> None:
    assert state.over, "the reference is at the end"
    scored = [event for event in state.events if isinstance(event, DealScored)]
    assert len(scored) == len(judged.deals) == len(state.history)
    totals = [0] * state.players
    taken = _taken(state.events)
    for played, event, deal in zip(state.history, scored, judged.deals, strict=True):
        totals = [total + score for total, score in zip(totals, deal.scores, strict=True)]
        dealt = played.dealing
        assert (dealt.scheduled.name, dealt.dealer) == (deal.deal, deal.dealer)
        assert dealt.caller == deal.caller
        assert list(bids_by_seat(dealt)) == deal.bids
        assert [result.completed for result in played.results] == deal.completed
        assert [result.points for result in played.results] == deal.points
        assert (list(event.tricks), taken.pop(0)) == (deal.tricks, deal.taken)
        assert list(event.scores) == deal.scores, (state, event, deal)
        assert list(event.totals) == totals
        assert event.winner == deal.winner, (event, deal)
    standing = judged.standing
    assert list(state.totals) == standing.totals == totals
    assert (list(state.failed), list(state.completed)) == (standing.failed, standing.completed)
    won = state.events[-1]
    assert isinstance(won, MatchWon)
    assert list(won.winners) == list(state.winners) == judged.winners
    assert list(won.payments) == list(state.payments) == judged.payments


def _taken(events: tuple[Event, ...]) -> list[list[int]]:
    """Returns the seats that took the tricks, for each deal."""
    deals: list[list[int]] = []
    for event in events:
        if isinstance(event, DealBegun):
            deals.append([])
        elif isinstance(event, TrickWon):
            deals[-1].append(event.seat)
    return deals
