"""Drawn rows of every game score the same in JavaScript and in Python."""

from __future__ import annotations

import random
from typing import Any

import pytest
from support.node import ask
from support.unproved import every_name, table_of, unproved

import clagdsl
from clagdsl.lang.expr.evaluate import EvaluationError
from clagdsl.lang.game_json import game_json
from clagdsl.lang.rules import AuctionBids, Call, ChosenBid, IntegerRange, Tally, TruthRange, Value
from clagdsl.problems.diagnostic import ArgumentError
from clagdsl.table.bids import auction_numbers, blind_bids, may_bid_blind
from clagdsl.table.choices import legal_calls
from clagdsl.table.deal_rules import DealRules
from clagdsl.table.history import PastFigures
from clagdsl.table.scoring import possible_points, possible_together, score_deal, worths
from clagdsl.table.table import Table

NAMES = every_name()


def drawn_parameters(choose: random.Random, name: str) -> dict[str, Value]:
    """Some parameters that are not as usual; what they are not worth a match is not asked."""
    values: dict[str, Value] = {}
    for parameter in unproved(name).rules.parameters:
        if choose.random() < 0.7:
            continue
        match parameter.range:
            case IntegerRange(low=low, high=high):
                values[parameter.name] = choose.randint(low, min(high, low + 20))
            case TruthRange():
                values[parameter.name] = choose.random() < 0.5
            case words:
                values[parameter.name] = choose.choice(words.words)
    return values


def drawn_table(choose: random.Random, name: str) -> tuple[Table, dict[str, Value]]:
    low, high = unproved(name).rules.players
    players = choose.randint(low, high)
    values = drawn_parameters(choose, name)
    try:
        return table_of(name, players, tuple(values.items())), values
    except ArgumentError:
        return table_of(name, players), {}


def split(choose: random.Random, cards: int, players: int) -> tuple[int, ...]:
    """Tricks of each player that come to the cards."""
    taken = [choose.randrange(players) for _ in range(cards)]
    return tuple(taken.count(seat) for seat in range(players))


def drawn_points(
    choose: random.Random, rules: DealRules, cards: int, tricks: tuple[int, ...]
) -> tuple[int, ...] | None:
    """What the tricks may be worth where the cards decide it, or something else."""
    possible = possible_points(rules, cards)
    for _ in range(20):
        points = tuple(choose.choice(possible[won]) for won in tricks)
        if choose.random() < 0.1 or possible_together(rules, cards, tricks, points):
            return points
    return None


def drawn_row(choose: random.Random, name: str) -> tuple[dict[str, Any], object]:
    """A row as the JavaScript core is asked, and what Python makes of it."""
    table, values = drawn_table(choose, name)
    players = table.players
    scheduled = choose.choice(table.schedule)
    cards = choose.randint(scheduled.low, scheduled.high)
    plain = table.rules_of(scheduled, cards=cards)
    calls = choose.choice(legal_calls(plain.call)) if isinstance(plain.call, Call) else ()
    rules = table.rules_of(scheduled, calls, cards)
    tricks = split(choose, cards, players)
    bids = None
    if isinstance(rules.bid, ChosenBid):
        bids = tuple(won if choose.random() < 0.4 else choose.randint(0, cards) for won in tricks)
    past = {
        each.name: [choose.randint(-9 if isinstance(each, Tally) else 0, 9) for _ in range(players)]
        for each in table.remembered
    }
    if isinstance(rules.auction, AuctionBids):
        numbers = auction_numbers(rules, deal=scheduled.number, cards=cards)
        winner = choose.randrange(players)
        past["auction"] = [choose.choice(numbers) * (seat == winner) for seat in range(players)]
    blind = [seat for seat in range(players) if may_bid_blind(rules) and choose.random() < 0.5]
    known = worths(rules, cards)
    taken = points = None
    if known.each is None and known.takers_decide:
        taken = [seat for seat, won in enumerate(tricks) for _ in range(won)]
        choose.shuffle(taken)
    elif known.each is None:
        points = drawn_points(choose, rules, cards, tricks)
    if choose.random() < 0.02:
        tricks = (tricks[0] + 1, *tricks[1:])
    told = {"bids": bids, "tricks": tricks, "taken": taken, "points": points}
    figures = [PastFigures(each, tuple(by_seat)) for each, by_seat in past.items()]
    try:
        found: object = [
            [result.score, result.points, result.completed]
            for result in score_deal(
                rules,
                deal=scheduled.number,
                cards=cards,
                bids=bids,
                tricks=tricks,
                taken=None if taken is None else tuple(taken),
                points=points,
                past=(*figures, *blind_bids(rules, blind)),
            )
        ]
    except ArgumentError as error:
        found = error.code
    except EvaluationError:
        found = "fault"
    job = {"kind": "score", "game": name, "players": players, "parameters": values,
           "deal": scheduled.number, "calls": calls if isinstance(plain.call, Call) else None,
           "cards": cards, "past": past, "blind": blind, **told}  # fmt: skip
    return job, found


def check_rows(names: list[str], rows: int) -> None:
    choose = random.Random(f"{names} {rows}")
    drawn = [drawn_row(choose, name) for name in names for _ in range(rows)]
    games = {name: game_json(unproved(name).rules) for name in names}
    for (job, found), answer in zip(drawn, ask(games, [job for job, _ in drawn]), strict=True):
        told = answer
        if isinstance(answer, list):
            told = [[one["score"], one["points"], one["completed"]] for one in answer]
        elif "code" in answer:
            told = answer["code"]
        else:
            told = "fault"
        assert told == found, job


def test_some_rows_of_every_game() -> None:
    assert len(NAMES) > 60
    check_rows(NAMES, 20)


ACES = """clag 2
game "Aces"
players 4
pack A K Q J 10 9 8 7
deal normal
  trump turned, else last card
  wild none
  bid none
  completed not counted
  trick worth 10 when won_with = A, otherwise 1
  card worth 1 7
  score points
schedule 8 cards: normal
winner lowest total, then shared
"""


@pytest.mark.parametrize("wild", ["none", "9"])
def test_points_of_tricks_that_no_cards_can_win_are_refused_alike(wild: str) -> None:
    game = clagdsl.load(text=ACES.replace("wild none", f"wild {wild}"))
    drawn = [(24, 20, 2, 2), (20, 20, 11, 2), (24, 20, 20, 20)]
    found: list[object] = []
    for points in drawn:
        try:
            found.append(list(game.score(1, tricks=(2, 2, 2, 2), points=points)))
        except ArgumentError as error:
            found.append(error.code)
    job = {"kind": "score", "game": "aces", "players": 4, "parameters": {}, "deal": 1,
           "calls": None, "cards": 8, "past": {}, "blind": [], "bids": None,
           "tricks": (2, 2, 2, 2), "taken": None}  # fmt: skip
    jobs = [{**job, "points": points} for points in drawn]
    answers = ask({"aces": game_json(game.rules)}, jobs)
    told = [
        [one["score"] for one in answer] if isinstance(answer, list) else answer["code"]
        for answer in answers
    ]
    assert told == found
    assert [isinstance(one, list) for one in told] == [True, False, wild == "9"]


@pytest.mark.long
@pytest.mark.parametrize("name", NAMES)
def test_ten_thousand_rows_of_every_game(name: str) -> None:
    check_rows([name], 10_000)
