"""The tricks that are entered, as the scores of a deal take them; or why they cannot be."""

from __future__ import annotations

from clagdsl import problems
from clagdsl.lang.expr.free_variables import variables
from clagdsl.lang.rules import Run, Tally
from clagdsl.problems.model import ArgumentError, Reason
from clagdsl.scorekeeping.entries import TakenBy, Won
from clagdsl.scorekeeping.kept_match import Moment
from clagdsl.table.past import counts_in
from clagdsl.table.scoring import Taking, each_worth, score_names, some_points, worths
from clagdsl.table.standings import takings_of


def kept_takings(moment: Moment, fact: Won | TakenBy) -> tuple[Taking, ...] | Reason:
    """What the score of every player depends on, or why these cannot be the tricks of the deal."""
    deal = moment.deal
    rules, cards, players = deal.rules, deal.cards or 0, deal.rules.players
    taken: tuple[int, ...] | None = None
    points: tuple[int, ...] | None = None
    match fact:
        case Won(tricks=tricks, points=points):
            pass
        case TakenBy(seats=taken):
            strange = next((seat + 1 for seat in taken if not 0 <= seat < players), None)
            if strange is not None:
                return problems.illegal_actions.NoSuchSeat(strange, players).reason()
            tricks = tuple(taken.count(seat) for seat in range(players))
    comes_to = len(tricks) == players and sum(tricks) == cards
    if comes_to and points is None and not _told(moment, by_takers=taken is not None):
        if points_needed(moment):
            return _worth_not_said(moment)
        # nothing reads what the tricks are worth, so that it may be anything that can be
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


def points_needed(moment: Moment) -> bool:
    """Whether a score, a contract, a run or a tally reads what the tricks of the deal are worth."""
    rules = moment.deal.rules
    return "points" in score_names(rules) or any(
        isinstance(each, Run | Tally)
        and counts_in(each, rules)
        and "points" in variables(each.expression)
        for each in moment.table.remembered
    )


def _told(moment: Moment, *, by_takers: bool) -> bool:
    """Whether the tricks alone tell what they are worth, or who took them does."""
    rules, cards = moment.deal.rules, moment.deal.cards or 0
    if by_takers:
        return worths(rules, cards).told_by_takers
    return each_worth(rules, cards) is not None


def _worth_not_said(moment: Moment) -> Reason:
    rules, cards = moment.deal.rules, moment.deal.cards or 0
    by_cards = not worths(rules, cards).told_by_takers
    origin = rules.origin("trick_worth")
    if by_cards and worths(rules, cards).by_face:
        origin = rules.origin("card_worth")
    example = str(TakenBy(tuple(trick % rules.players for trick in range(cards))))
    if by_cards:
        points = some_points(rules, cards, (0,) * cards)
        example = str(Won((cards, *[0] * (rules.players - 1)), points))
    return problems.illegal_actions.WorthNotSaid(
        rules.name, by_cards, example, origin=origin
    ).reason()


def tricks_for_example(players: int, cards: int) -> str:
    """Tricks of each player that come to the cards: the first has them all."""
    return " ".join(map(str, (cards, *[0] * (players - 1))))
