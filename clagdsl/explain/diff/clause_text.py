"""The rules of a deal in the words of the card table, one short text for each aspect."""

from __future__ import annotations

from typing import Final, assert_never

from clagdsl.explain.phrases import follow_label, label
from clagdsl.lang.aspects import TABLE
from clagdsl.lang.cards import SUIT_NAMES
from clagdsl.lang.expr.expression_text import condition_text, expression_text
from clagdsl.lang.rules import (
    ONE,
    AspectName,
    AuctionBids,
    Call,
    CardWorth,
    Clause,
    Comparison,
    CompletedWhen,
    Deal,
    Ends,
    Expression,
    FixedOrder,
    FixedSuit,
    Following,
    Game,
    IntegerRange,
    Keeps,
    Ladder,
    OneSize,
    Parameter,
    PickedSize,
    RankOrder,
    RotatingTrump,
    ScheduleRow,
    Settlement,
    Sizes,
    Special,
    Truth,
    TruthRange,
    TurnedTrump,
    Twist,
    Value,
    Variable,
    Wild,
    Winner,
    WordRange,
    trump_word,
    turned_text,
)

_HOOK: Final = Keeps(Comparison("!=", Variable("bids"), Variable("cards")))


def aspect_title(aspect: AspectName) -> str:
    """The name of an aspect as a rules file has it: `last bid`."""
    return TABLE[aspect].keyword


def clause_text(aspect: AspectName, clause: Clause[object]) -> str:
    """What a clause says, with the alternatives between which parameters choose."""
    *first, last = clause.alternatives
    parts = []
    for one in first:
        when = "" if one.condition is None else f" when {condition_text(one.condition)}"
        parts.append(f"{value_text(aspect, one.value)}{when}")
    otherwise = value_text(aspect, last.value)
    return ", ".join([*parts, f"otherwise {otherwise}"]) if parts else otherwise


def value_text(aspect: AspectName, value: object) -> str:
    """One value of an aspect."""
    match value:
        case RankOrder(ranks=ranks):
            usual = TABLE["rank"].default
            ace_high = usual is not None and value == usual.value
            return "ace high" if ace_high else f"{' '.join(ranks)}, high to low"
        case FixedOrder(suits=suits):
            return label(aspect, value, suits=", ".join(SUIT_NAMES[suit] for suit in suits))
        case TurnedTrump() | FixedSuit() | RotatingTrump():
            return _trump_text(value)
        case AuctionBids(low=low, high=high, trumps=trumps):
            listed = ", ".join(trump_word(trump) for trump in trumps)
            bounds = (expression_text(low), expression_text(high))
            return label(aspect, value, low=bounds[0], high=bounds[1], trumps=listed)
        case Keeps() if value == _HOOK and aspect == "last_bid":
            return "the bids may not add up to the cards"
        case Keeps(condition=first, otherwise=otherwise):
            rest = "" if otherwise is None else condition_text(otherwise)
            rest = "free" if otherwise == Truth(True) else rest
            return label(aspect, value, condition=condition_text(first), otherwise=rest)
        case Following(classes=classes):
            return follow_label(classes)
        case CardWorth():
            return value.text if value.worths else "nothing"
        case Wild(ranks=ranks):
            return label(aspect, value, ranks=" ".join(ranks))
        case CompletedWhen(condition=made):
            return label(aspect, value, condition=condition_text(made))
        case Call(groups=groups):
            told = "; ".join(f"{group.kind} {', '.join(group.choices)}" for group in groups)
            return label(aspect, value, groups=told)
        case _:
            return expression_text(value) if isinstance(value, Expression) else label(aspect, value)


def _trump_text(trump: TurnedTrump | FixedSuit | RotatingTrump) -> str:
    match trump:
        case TurnedTrump():
            return label("trump", trump, cases=turned_text(trump).removeprefix("turned"))
        case FixedSuit(suit=suit):
            return label("trump", trump, suits=SUIT_NAMES[suit])
        case RotatingTrump(trumps=trumps):
            return label("trump", trump, suits=", ".join(trump_word(one) for one in trumps))
        case _:
            assert_never(trump)


# --- beyond one deal ----------------------------------------------------------------------


def players_text(players: tuple[int, int]) -> str:
    """`4 to 7`, or one number."""
    low, high = players
    return str(low) if low == high else f"{low} to {high}"


def known_value(value: Value) -> str:
    """The value of a parameter as a rules file has it."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def special_text(special: Special) -> str:
    """`high, asks nothing`."""
    return f"{special.power}, asks {' or '.join(special.demands)}"


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


def ends_text(ends: Ends | None) -> str | None:
    """When a match is over before its schedule is, or None where it never is."""
    return None if ends is None else f"when {condition_text(ends.condition)}"


def settlement_text(settlement: Settlement | None) -> str | None:
    """What each loser pays each winner, or None where nobody pays."""
    return None if settlement is None else expression_text(settlement.expression)


def row_text(row: ScheduleRow) -> str:
    """One row of a schedule."""
    repeat = "" if row.repeat is None else f"{expression_text(row.repeat)} times "
    when = "" if row.condition is None else f" when {condition_text(row.condition)}"
    return f"{repeat}{_sizes_text(row.sizes)}: {', '.join(row.deals)}{when}"


def _sizes_text(sizes: Sizes) -> str:
    match sizes:
        case OneSize(size=size):
            return f"{expression_text(size)} {'card' if expression_text(size) == '1' else 'cards'}"
        case Ladder(first=first, last=last, direction=direction, by=by):
            step = "" if by == ONE else f" by {expression_text(by)}"
            return f"{expression_text(first)} {direction} to {expression_text(last)}{step} cards"
        case PickedSize(low=low, high=high):
            return f"the dealer picks {expression_text(low)} to {expression_text(high)} cards"
        case _:
            assert_never(sizes)


def schedule_text(game: Game) -> str:
    """All rows of the schedule, with brackets around those that are repeated together."""
    texts = [row_text(row) for row in game.schedule]
    for whole in reversed(game.repeated):
        texts[whole.first] = f"{expression_text(whole.times)} times ({texts[whole.first]}"
        texts[whole.last] += ")"
    return "; ".join(texts)


def deal_text(deal: Deal) -> str:
    """A whole deal: what it was made from and what it says itself."""
    said = "; ".join(
        f"{aspect_title(aspect)}: {clause_text(aspect, clause)}"
        for aspect, clause in deal.aspects.said().items()
        if (aspect in deal.replaced if deal.base else clause.origin.place is not None)
    )
    if deal.base is None:
        return said
    return f"{deal.base} with {said}" if said else deal.base


def twist_text(twist: Twist) -> str:
    """What a choice of a call replaces."""
    said = [
        f"{aspect_title(aspect)}: {clause_text(aspect, clause)}"
        for aspect, clause in twist.said().items()
    ]
    return "; ".join(said) or "no change"
