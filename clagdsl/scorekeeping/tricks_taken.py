"""Converts entered tricks into the input of scoring, or returns why they are impossible."""

from __future__ import annotations

from clagdsl import problems
from clagdsl.problems.diagnostic import ArgumentError, Reason
from clagdsl.scorekeeping.entries import TakenBy, Won
from clagdsl.scorekeeping.state import SheetState
from clagdsl.table.scoring import Taking, each_worth, is_scored, some_points, worths
from clagdsl.table.standings import takings_of


def check_takings(moment: SheetState, fact: Won | TakenBy) -> tuple[Taking, ...] | Reason:
    """Returns every player's tricks and their worth, or why these cannot be the tricks
    of the deal.
    """
    deal = moment.deal
    rules, cards, players = deal.rules, deal.cards or 0, deal.rules.players
    taken: tuple[int, ...] | None = None
    points: tuple[int, ...] | None = None
    match fact:
        case Won(tricks=tricks, points=points):
            pass
        case TakenBy(seats=taken):
            unknown_seat = next((seat + 1 for seat in taken if not 0 <= seat < players), None)
            if unknown_seat is not None:
                return problems.illegal_actions.NoSuchSeat(unknown_seat, players).reason()
            tricks = tuple(taken.count(seat) for seat in range(players))
    adds_up = len(tricks) == players and sum(tricks) == cards
    if adds_up and points is None and not _determines_worth(moment, by_takers=taken is not None):
        if is_scored(rules, moment.table.remembered, "points"):
            return _why_worth_needed(moment)
        # Nothing depends on the worth of the tricks, so any possible worth will do.
        some = taken or tuple(seat for seat, won in enumerate(tricks) for _ in range(won))
        taken, points = None, some_points(rules, cards, some)
    try:
        return takings_of(
            deal, cards=cards, tricks=tricks, taken=taken, points=points, past=moment.figures.past
        )
    except ArgumentError as error:
        if error.code == problems.arguments.WrongTricks.code:
            origin = moment.table.game.schedule_origin
            return problems.illegal_actions.TricksOfDeal(error.reason, origin=origin).reason()
        origin = rules.origin("trick_worth")
        return problems.illegal_actions.WorthOfTricks(error.reason, origin=origin).reason()


def _determines_worth(moment: SheetState, *, by_takers: bool) -> bool:
    """Returns whether the tricks alone, or who took them, determine their worth."""
    rules, cards = moment.deal.rules, moment.deal.cards or 0
    if by_takers:
        return worths(rules, cards).takers_decide
    return each_worth(rules, cards) is not None


def _why_worth_needed(moment: SheetState) -> Reason:
    rules, cards = moment.deal.rules, moment.deal.cards or 0
    by_cards = not worths(rules, cards).takers_decide
    origin = rules.origin("trick_worth")
    if by_cards and worths(rules, cards).by_trump:
        origin = rules.origin("card_worth")
    example = str(TakenBy(tuple(trick % rules.players for trick in range(cards))))
    if by_cards:
        points = some_points(rules, cards, (0,) * cards)
        example = str(Won((cards, *[0] * (rules.players - 1)), points))
    return problems.illegal_actions.WorthMissing(
        rules.name, by_cards, example, origin=origin
    ).reason()


def tricks_for_example(players: int, cards: int) -> str:
    """Returns example tricks for each player that add up to the cards: the first player has them
    all.
    """
    return " ".join(map(str, (cards, *[0] * (players - 1))))
