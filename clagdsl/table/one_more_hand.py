"""One more hand after the end of a match: a deal of the rules that no schedule holds."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from clagdsl import problems
from clagdsl.lang.expr.evaluate import EvaluationError
from clagdsl.lang.limits import MOST_DEALS
from clagdsl.lang.roster_changes import OneMoreHand
from clagdsl.lang.rules import NoBid
from clagdsl.problems.model import Reason
from clagdsl.problems.safe_text import shortened, visible
from clagdsl.problems.wording import listed
from clagdsl.table.bids import legal_bids
from clagdsl.table.calls import calls_of
from clagdsl.table.deal_rules import DealRules
from clagdsl.table.past import fresh
from clagdsl.table.schedule import ScheduledDeal
from clagdsl.table.scoring import Taking, seat_result
from clagdsl.table.table import Table, cards_needed
from clagdsl.table.trick_values import possible_points


def with_one_more(table: Table, hand: OneMoreHand, number: int, turn: int) -> Table | Reason:
    """The table with a deal of that number behind its schedule, or why it cannot be dealt.

    `turn` is how many deals of its name have been played.  It is a row of the schedule of its own.
    """
    deal = table.game.deal(hand.kind)
    if deal is None:
        kinds = listed([known.name for known in table.game.deals])
        return _refused(f"`{shortened(visible(hand.kind))}` is no deal of these rules: {kinds}")
    if number > MOST_DEALS:
        return _refused(f"no match has more than `{MOST_DEALS}` deals")
    most = table.deck.size // table.players
    if not 1 <= hand.cards <= most:
        cards = shortened(hand.cards)
        return _refused(f"`{cards}` cards each cannot be dealt: deal from `1` to `{most}`")
    last = ScheduledDeal(number, deal.name, hand.cards, hand.cards, len(table.schedule), turn)
    before = table.schedule[: number - 1]
    missing = range(len(before) + 1, number)  # where other players have played more deals
    between = tuple(replace(last, number=each) for each in missing)
    longer = replace(table, schedule=(*before, *between, last))
    try:
        needed = cards_needed(longer, last)
        if needed > table.deck.size:
            return _refused(
                f"`{hand.cards}` cards each take `{needed}` cards, one to turn among them:"
                f" the pack has `{table.deck.size}`"
            )
        for rules in _every_rules(longer, last):
            _ask_every_value(rules, number, hand.cards)
    except EvaluationError as error:
        return no_value(error)
    return longer


def no_value(error: EvaluationError) -> Reason:
    """Why something cannot be in a deal for which the rules have no value."""
    where = f" ({error.place})" if error.place else ""
    return _refused(f"the rules have no value for this hand: {error.fault}{where}")


def _refused(told: str) -> Reason:
    return problems.illegal_actions.NoSuchHand(told).reason()


def _every_rules(table: Table, scheduled: ScheduledDeal) -> Iterator[DealRules]:
    for calls in calls_of(table.rules_of(scheduled)):
        yield table.rules_of(scheduled, calls, scheduled.low)


def _ask_every_value(rules: DealRules, number: int, cards: int) -> None:
    """Ask the limit on the first bid and every score; raises EvaluationError where one has none."""
    past = fresh(rules)
    legal_bids(rules, deal=number, cards=cards, bids=(), past=past)
    worth = possible_points(rules, cards)
    bids: tuple[int | None, ...] = tuple(range(cards + 1))
    for bid in (None,) if isinstance(rules.bid, NoBid) else bids:
        for tricks in range(cards + 1):
            for points in worth[tricks]:
                made = None if bid is None else int(bid == tricks)
                taking = Taking(bid, bid, tricks, points, max(1, tricks), 1, made, past)
                seat_result(rules, deal=number, cards=cards, taking=taking)
