"""Questions by which people recognise their game, with the answers that each game's rules give.

All answers come from the checked game, so a new game needs nothing here. A game has every answer
that it allows: for each number of players, and for limits and trumps also for each value of its
parameters. The numbers of players are also one answer, such as `3 to 6`. A game that resembles
another in its limit or trump, but is not bundled, has one of OTHERS, which are also answers of the
games that it resembles.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import groupby, pairwise

from clagdsl.api import PlayableGame
from clagdsl.check.checker import CheckedRules
from clagdsl.explain.diff.compare import players_text, value_text
from clagdsl.lang.expr.unparse import condition_text
from clagdsl.lang.policies.trump import FixedSuit, NamedTrump, RotatingTrump, TurnedTrump
from clagdsl.lang.rules import AspectName, Call, Deal
from clagdsl.table.schedule import ScheduledDeal

QUESTIONS = {
    "players": "How many play? (A number, such as 4, or the fewest and the most: 3 to 5.)",
    "hands": "How do the hands change from deal to deal?",
    "limit": "Which bids are forbidden?",
    "made": "What does a bid of 2 score with 2 tricks?",
    "missed": "What does a bid of 2 score with 3 tricks?",
    "trump": "What is trump in an ordinary deal?",
    "special": "Which of these special deals do you play most? (Choose one, or leave it out.)",
    "end": "When is a match over?",
}
SUBJECTS = {
    "players": "the players",
    "hands": "the hands",
    "limit": "the forbidden bids",
    "made": "the score of 2 tricks",
    "missed": "the score of 3 tricks",
    "trump": "the trump",
    "special": "the special deal",
    "end": "the end",
}
"""What each question is about, in the text of a game that disagrees."""

NUMBER_FIELD = 'type="number" step="any"'
TYPED = {"players": 'type="text"', "made": NUMBER_FIELD, "missed": NUMBER_FIELD}
"""The questions that are answered by typing, with the attributes of their fields: a game that is
not bundled can have any number."""

BID = 2
FREE = "none (all bids are free)"
NO_SPECIAL = "none"
KEEPS = "a bid must keep "
OTHER_LIMIT = "another limit"
OTHER_TRUMPS = {
    TurnedTrump: "the suit that is turned, with other exceptions",
    NamedTrump: "somebody names it, in another way",
    RotatingTrump: "other suits in turn",
    FixedSuit: "always another suit",
}
OTHERS = frozenset({OTHER_LIMIT, *OTHER_TRUMPS.values()})
AFTER_LAST = "after its last deal"


def answers_of(rules: CheckedRules) -> dict[str, list[str]]:
    """Returns every answer of a game to each question, as text."""
    game, schedules = rules.game, rules.evidence.schedules
    deal = main_deal(rules)
    special = special_deals(rules)
    return {
        "players": _distinct([players_text(game.players), *map(str, schedules)]),
        "hands": _distinct(_course(deals) for deals in schedules.values()),
        "limit": _limits(deal),
        "made": _points(rules, deal, BID),
        "missed": _points(rules, deal, BID + 1),
        "trump": _trumps(deal),
        "special": special or [NO_SPECIAL],
        "end": [
            AFTER_LAST
            if game.ends is None
            else f"when {condition_text(game.ends.condition).replace('_', ' ')}"
        ],
    }


def main_deal(rules: CheckedRules) -> Deal:
    """Returns the deal that most rows of the schedule play."""
    numbers = Counter(each.name for deals in rules.evidence.schedules.values() for each in deals)
    deal = rules.game.deal(numbers.most_common(1)[0][0])
    assert deal is not None
    return deal


def special_deals(rules: CheckedRules) -> list[str]:
    """Returns the names of the other deals of the schedule, and of those that are called."""
    main = main_deal(rules).name
    names = [each.name for deals in rules.evidence.schedules.values() for each in deals]
    return _distinct(
        name for name in (*names, *(each.name for each in rules.game.twists)) if name != main
    )


def _distinct(texts: Iterable[str]) -> list[str]:
    return list(dict.fromkeys(texts))


def _course(deals: tuple[ScheduledDeal, ...]) -> str:
    """Returns in which directions the numbers of cards change."""
    if any(deal.cards is None for deal in deals):
        return "the dealer picks the number of cards"
    sizes = [size for size, _ in groupby(deal.low for deal in deals)]
    turns = [turn for turn, _ in groupby("up" if a < b else "down" for a, b in pairwise(sizes))]
    return ", then ".join(turns) or "they always have the same number of cards"


def _values(aspect: AspectName, deal: Deal) -> list[str]:
    clause = getattr(deal.aspects, aspect)
    return _distinct(value_text(aspect, each.value) for each in clause.alternatives)


def _trumps(deal: Deal) -> list[str]:
    kinds = [type(each.value) for each in deal.aspects.trump.alternatives]
    others = _distinct(OTHER_TRUMPS[kind] for kind in kinds if kind in OTHER_TRUMPS)
    return [*_values("trump", deal), *others]


def _limits(deal: Deal) -> list[str]:
    """Returns the limits on the last bid and on every bid."""
    values = [_values(aspect, deal) for aspect in ("last_bid", "each_bid")]
    limits = [text for texts in values for text in texts if text != "free"]
    limits = [text.replace("keeps ", KEEPS, 1) for text in limits]
    if all("free" in texts for texts in values):
        limits.append(FREE)
    return [*limits, OTHER_LIMIT] if any(text.startswith(KEEPS) for text in limits) else limits


def _points(rules: CheckedRules, deal: Deal, won: int) -> list[str]:
    """Returns what a bid of 2 scores with this many tricks, with every parameter's default."""
    game = PlayableGame(rules.game, rules.evidence)
    call = deal.aspects.call.alternatives[-1].value
    calls = None
    if isinstance(call, Call):
        calls = [group.choices[0] for group in call.groups if group.kind == "one of"]
    points = []
    for players, schedule in rules.evidence.schedules.items():
        for row in schedule:
            if row.name == deal.name and row.high > won:
                tricks = [won, row.high - won, *[0] * (players - 2)]
                bids = [BID, *tricks[1:]]
                points.append(game.score(row.number, bids, tricks, calls=calls, cards=row.high)[0])
                break
    return _distinct(map(str, points))
