"""The rules of a deal in the words of the card table, one short text for each aspect."""

from __future__ import annotations

from typing import Final, assert_never

from clagdsl.lang.cards import ORDINARY, SUIT_NAMES
from clagdsl.lang.expr.expression_text import condition, formula
from clagdsl.lang.rules import (
    ASPECTS,
    AspectName,
    BidInTurn,
    BidRule,
    Call,
    CallRule,
    Clause,
    Comparison,
    CompletedWhen,
    Deal,
    Expression,
    FixedBid,
    FixedOrder,
    Following,
    Free,
    Game,
    IntegerRange,
    Keeps,
    Ladder,
    Limit,
    NamedTrump,
    NoBid,
    NoCall,
    NotCounted,
    NoTrump,
    OneSize,
    Parameter,
    PickedSize,
    RankOrder,
    ScheduleRow,
    Settlement,
    Sizes,
    TrumpRule,
    TruthRange,
    TurnedTrump,
    Twist,
    Value,
    Variable,
    Wild,
    Winner,
    WordRange,
)

_PLAIN: Final[dict[tuple[str, str], str]] = {
    ("shown", "before bids"): "the trump card is shown before the bids",
    ("shown", "after bids"): "the trump card is shown after the bids",
    ("sight", "before bids"): "players see their cards before they bid",
    ("sight", "after bids"): "players see their cards after they have bid",
    ("sight", "never"): "players never see their cards before they play them",
    ("lead", "eldest"): "eldest leads",
    ("lead", "dealer"): "the dealer leads",
    ("lead", "caller"): "the caller leads",
    ("play", "any card"): "players choose the card that they play",
    ("play", "top card"): "the top card of the hand is played",
    ("won_by", "most points"): "the most points win the deal",
    ("won_by", "any points"): "any points win the deal",
    ("next_dealer", "left"): "the deal passes to the left",
    ("next_dealer", "winner"): "the winner of a deal deals the next",
}


def aspect_title(aspect: AspectName) -> str:
    """The name of an aspect as a rules file has it: `last bid`."""
    return aspect.replace("_", " ")


def clause_text(aspect: AspectName, clause: Clause[object]) -> str:
    """What a clause says, with the alternatives between which parameters choose."""
    *first, last = clause.alternatives
    parts = []
    for one in first:
        when = "" if one.condition is None else f" when {condition(one.condition)}"
        parts.append(f"{value_text(aspect, one.value)}{when}")
    otherwise = value_text(aspect, last.value)
    return ", ".join([*parts, f"otherwise {otherwise}"]) if parts else otherwise


def value_text(aspect: AspectName, value: object) -> str:
    """One value of an aspect."""
    match value:
        case str():
            return _PLAIN.get((aspect, value), value)
        case RankOrder(ranks=ranks):
            return "ace high" if ranks == ORDINARY.ranks else f"{' '.join(ranks)}, high to low"
        case NoTrump() | TurnedTrump() | NamedTrump() | FixedOrder():
            return trump_text(value)
        case BidInTurn() | FixedBid() | NoBid():
            return bid_text(value)
        case Free() | Keeps():
            return _limit_text(aspect, value)
        case Following(classes=classes):
            return ", else ".join("follow suit" if c == "suit" else "any card" for c in classes)
        case Wild():
            return _wild_text(value)
        case CompletedWhen(condition=made):
            return f"when {condition(made)}"
        case NotCounted():
            return "the deal does not count as a contract"
        case NoCall() | Call():
            return call_text(value)
        case _:
            return formula(value) if isinstance(value, Expression) else str(value)


def bid_text(bid: BidRule) -> str:
    """How the players bid."""
    match bid:
        case BidInTurn():
            return "players bid in turn"
        case FixedBid(number=number):
            return f"every bid is fixed at {number}"
        case NoBid():
            return "nobody bids"
        case _:
            assert_never(bid)


def trump_text(trump: TrumpRule) -> str:
    """Where trump comes from."""
    match trump:
        case NoTrump():
            return "no trumps"
        case TurnedTrump():
            return "the suit that is turned"
        case NamedTrump(by=who, what="suit"):
            return f"the {who} names any suit"
        case NamedTrump(by=who):
            return f"the {who} names any order of the suits"
        case FixedOrder(suits=suits):
            return "the suits in this order: " + ", ".join(SUIT_NAMES[suit] for suit in suits)
        case _:
            assert_never(trump)


_HOOK: Final = Comparison("!=", Variable("bids"), Variable("cards"))


def _limit_text(aspect: AspectName, limit: Limit) -> str:
    if isinstance(limit, Free):
        return "free"
    if limit.condition == _HOOK and limit.otherwise is None and aspect == "last_bid":
        return "the bids may not add up to the cards"
    text = f"keeps {condition(limit.condition)}"
    return text if limit.otherwise is None else f"{text}, otherwise {condition(limit.otherwise)}"


def _wild_text(wild: Wild) -> str:
    if not wild.ranks:
        return "nothing is wild"
    text = " ".join(wild.ranks) + " wild"
    return f"{text}, in the hand also of its printed suit" if wild.in_suit else text


def call_text(call: CallRule) -> str:
    """Who calls, and what may be called."""
    if isinstance(call, NoCall):
        return "nothing is called"
    groups = [f"{group.kind} {', '.join(group.choices)}" for group in call.groups]
    return f"the {call.by} calls {'; '.join(groups)}"


# --- beyond one deal ----------------------------------------------------------------------


def players_text(players: tuple[int, int]) -> str:
    """`4 to 7`, or one number."""
    low, high = players
    return str(low) if low == high else f"{low} to {high}"


def known_value(value: Value) -> str:
    """The value of a parameter as a rules file has it."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def parameter_text(parameter: Parameter) -> str:
    """The default of a parameter and what else it may be."""
    default = known_value(parameter.default)
    match parameter.range:
        case IntegerRange(low=low, high=high):
            return f"{default}, from {low} to {high}"
        case TruthRange():
            return f"{default}, or {known_value(not parameter.default)}"
        case WordRange(words=words):
            return f"{default}, one of {', '.join(words)}"


def winner_text(winner: Winner) -> str:
    """Who wins the match."""
    return ", then ".join([*winner.criteria, "shared"])


def settlement_text(settlement: Settlement | None) -> str | None:
    """What each loser pays each winner, or None where nobody pays."""
    return None if settlement is None else formula(settlement.expression)


def row_text(row: ScheduleRow) -> str:
    """One row of a schedule."""
    repeat = "" if row.repeat is None else f"{formula(row.repeat)} times "
    return f"{repeat}{_sizes_text(row.sizes)}: {', '.join(row.deals)}"


def _sizes_text(sizes: Sizes) -> str:
    match sizes:
        case OneSize(size=size):
            return f"{formula(size)} {'card' if formula(size) == '1' else 'cards'}"
        case Ladder(first=first, last=last, direction=direction):
            return f"{formula(first)} {direction} to {formula(last)} cards"
        case PickedSize(low=low, high=high):
            return f"the dealer picks {formula(low)} to {formula(high)} cards"
        case _:
            assert_never(sizes)


def schedule_text(game: Game) -> str:
    """All rows of the schedule."""
    return "; ".join(row_text(row) for row in game.schedule)


def deal_text(deal: Deal) -> str:
    """A whole deal: what it was made from and what it says itself."""
    own = deal.replaced if deal.base else tuple(a for a in ASPECTS if _is_said(deal, a))
    said = "; ".join(
        f"{aspect_title(aspect)}: {clause_text(aspect, getattr(deal.aspects, aspect))}"
        for aspect in own
    )
    if deal.base is None:
        return said
    return f"{deal.base} with {said}" if said else deal.base


def _is_said(deal: Deal, aspect: AspectName) -> bool:
    clause: Clause[object] = getattr(deal.aspects, aspect)
    return clause.origin.place is not None


def twist_text(twist: Twist) -> str:
    """What a choice of a call replaces."""
    said = [
        f"{aspect_title(aspect)}: {clause_text(aspect, clause)}"
        for aspect in ASPECTS
        if (clause := getattr(twist, aspect, None)) is not None
    ]
    return "; ".join(said) or "no change"
