"""Expressions in natural language: formulas, conditions of scores, ends and contracts, limits on
bids.

An expression without a phrase of its own becomes a formula that a card player can work out. There
are four ways to word a condition, by its subject:

- `condition`: anyone, in the third person (`the bid is more than 2`)
- `your_condition`: the player whose score it is (`you bid more than 2 tricks`)
- `ending`: all players at the end of a deal (`somebody has 101 points or more`)
- `limit` and `circumstances`: a bidder (`must bid more than 2`, `with 3 cards or more`)

Each tries its own phrases first and falls back on `condition`. A function that words only some
expressions returns "" for all others.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from typing import Final, TypeAlias, assert_never

from clagdsl.explain.english import counted, ordinal, rank_single, signed
from clagdsl.lang.cards import RANKS
from clagdsl.lang.expr.ast import LogicOperator
from clagdsl.lang.expr.free_variables import variables
from clagdsl.lang.expr.operators import COMPARISONS, complete_table
from clagdsl.lang.numerals import join_words
from clagdsl.lang.rules import (
    Arithmetic,
    BidRule,
    Branch,
    Choice,
    Comparison,
    ComparisonOperator,
    Expression,
    FixedBid,
    Function,
    Inverse,
    LetValue,
    Logic,
    Negative,
    Number,
    ParameterValue,
    Past,
    PastValue,
    Run,
    Tally,
    Truth,
    Variable,
    VariableName,
    Word,
)
from clagdsl.table.bid_masks import NO_BID

_ByOperator: TypeAlias = Mapping[ComparisonOperator, str]

_IF_NOT_WON: Final = " (0 if you did not)"
_ONE_MAKER: Final = Comparison("=", Variable("makers"), Number(1))

_NAMES: Final[Mapping[VariableName, str]] = complete_table(
    VariableName,
    {
        "players": "the number of players",
        "deal": "the number of the deal",
        "cards": "the number of cards dealt to each player",
        "bid": "the bid",
        "bids": "the total of the bids",
        "previous_bid": "the bid made right before",
        "highest_bid": "the highest bid",
        "same_bids": "the number of other players who have made the same bid",
        "trick": "the number of the trick",
        "tricks": "the tricks won",
        "made": "the bid is made",
        "points": "the value of the tricks won",
        "most": "the most tricks that any player won",
        "most_count": "the number of players who won the most tricks",
        "makers": "the number of players who made their bid",
        "winner.total": "the winner's total",
        "winner.failed": "the winner's failed contracts",
        "winner.completed": "the winner's completed contracts",
        "loser.total": "the loser's total",
        "loser.failed": "the loser's failed contracts",
        "loser.completed": "the loser's completed contracts",
        "highest_total": "the highest total",
        "lowest_total": "the lowest total",
        "leaders": "the number of players in the lead",
        "auction": f"the number you won the auction with{_IF_NOT_WON}",
        "blind": "the bid was made blind",
        "won_with": "the rank of the card that wins the trick",
        "trump": "the trump suit",
        "scored": "the points you score",
        "row_deals": "the number of deals in the row",
        "row_made": "the number of bids you have made in the row up to this one",
        "row_best": "the most you have scored before in the row",
    },
)
_FULL: Final[Mapping[Expression, str]] = {Number(10): "tens", Number(100): "hundreds"}
"""Divisors by which people divide by dropping the last digits of a number."""
_SIGNS: Final = frozenset("+-*")
_COMPARED: Final[_ByOperator] = complete_table(
    ComparisonOperator,
    {
        "=": "is",
        "!=": "is not",
        "<": "is less than",
        "<=": "is at most",
        ">": "is more than",
        ">=": "is at least",
    },
)
_PLURAL: Final[frozenset[VariableName]] = frozenset(
    (
        "tricks",
        "most",
        "winner.failed",
        "winner.completed",
        "loser.failed",
        "loser.completed",
    )
)
"""Names of plural quantities: the tricks won *are* 3."""
_AS_MANY: Final[_ByOperator] = complete_table(
    ComparisonOperator,
    {
        "=": "has as many {} as",
        "!=": "does not have as many {} as",
        "<": "has fewer {} than",
        "<=": "has at most as many {} as",
        ">": "has more {} than",
        ">=": "has at least as many {} as",
    },
)
_CONTRACTS: Final = {"failed": "failed contracts", "completed": "completed contracts"}
_AMOUNTS: Final[_ByOperator] = complete_table(
    ComparisonOperator,
    {
        "=": "exactly {}",
        "!=": "any number but {}",
        "<": "fewer than {}",
        "<=": "at most {}",
        ">": "more than {}",
        ">=": "at least {}",
    },
)

TRICKS: Final = Variable("tricks")
BID: Final = Variable("bid")
MADE: Final = Variable("made")


def formula(e: Expression) -> str:
    """Returns an expression as a formula that a card player can work out."""
    match e:
        case Number(value=value):
            return signed(value)
        case Truth(value=truth):
            return "always" if truth else "never"
        case Word(text=text):
            return text
        case Variable(name=name):
            return _NAMES[name]
        case ParameterValue() | LetValue() | PastValue():
            return e.shown_name
        case Negative(operand=operand):
            return f"−{bracketed(operand)}"
        case Arithmetic():
            return _arithmetic(e)
        case Function():
            return _function(e)
        case Choice():
            return choice_formula(e, ", ")
        case Inverse() | Comparison() | Logic():
            return condition(e)
        case _:
            assert_never(e)


def choice_formula(e: Choice, comma: str) -> str:
    """Returns a choice as values with their conditions, the last one with `otherwise`."""
    parts = (f"{part(branch.value)} if {condition(branch.condition)}" for branch in e.branches)
    return comma.join((*parts, f"otherwise {part(e.otherwise)}"))


def _arithmetic(e: Arithmetic) -> str:
    # each side is worded once: a long sum is nested as deep as it is long
    left = _summand(e.left) if e.operator in "+-" else bracketed(e.left)
    right = _summand(e.right) if e.operator == "+" else bracketed(e.right)
    match e.operator:
        case "+":
            return f"{left} + {right}"
        case "-":
            return f"{left} − {right}"
        case "*":
            return f"{left} × {right}"
        case "//":
            return f"{left} ÷ {right}, rounded down"
        case "%" if e.right in _FULL:
            return f"{left} beyond full {_FULL[e.right]}"
        case "%":
            return f"the remainder of {left} ÷ {right}"


def bracketed(e: Expression) -> str:
    """Returns a formula for use within another one or before a unit, with brackets if needed."""
    text = formula(e)
    return f"({text})" if isinstance(e, Arithmetic | Choice | Function) else text


def part(e: Expression) -> str:
    """Returns a formula for use among other words, with brackets around a choice."""
    return bracketed(e) if isinstance(e, Choice) else formula(e)


def _summand(e: Expression) -> str:
    """Returns a formula for use in a sum, with brackets if its extent would be unclear."""
    plain = isinstance(e, Arithmetic) and e.operator in _SIGNS
    return formula(e) if plain else bracketed(e)


def _function(e: Function) -> str:
    match e:
        case Function(name="abs", arguments=(Arithmetic(operator="-", left=left, right=right),)):
            return f"the difference between {part(left)} and {part(right)}"
        case Function(name="abs", arguments=(only,)):
            inner = f"({formula(only)})" if isinstance(only, Negative) else bracketed(only)
            return f"{inner} without its sign"
        case _:
            which = {"min": "smaller", "max": "larger"} if len(e.arguments) == 2 else {}
            word = which.get(e.name) or {"min": "smallest", "max": "largest"}.get(e.name, "")
            return f"the {word} of {join_words([bracketed(part) for part in e.arguments])}"


# --- conditions -------------------------------------------------------------------------------


def condition(e: Expression) -> str:
    """Returns a condition about anything, in the third person: `the bid is more than 2`."""
    return _join_conditions(without_not(e), _one_condition)


@dataclass(frozen=True, slots=True)
class DealWording:
    """The context for wording a deal's conditions: its way of bidding, and runs and tallies."""

    bid: BidRule
    past: tuple[Past, ...] = ()


def your_condition(e: Expression, wording: DealWording, outcomes: BidOutcomes | None = None) -> str:
    """Returns a condition of a score or a contract, addressed to the player: `you win no trick`.

    If the score reaches the condition only after some `outcomes`, a run may count this deal too.
    """
    plain = without_not(e)
    all_hold = plain.operands if isinstance(plain, Logic) and plain.operator == "and" else ()
    reached = reduce(
        frozenset.__and__,
        (possible_outcomes(operand) for operand in all_hold),
        ANY_OUTCOME if outcomes is None else outcomes,
    )

    def word_condition(conjunct: Expression) -> str:
        if conjunct == _ONE_MAKER and MADE in all_hold:
            return "nobody else makes theirs"
        text = _your_one_condition(conjunct, wording, reached)
        return text.replace(_IF_NOT_WON, "") if _won_auction(all_hold) else text

    return _join_conditions(plain, word_condition)


def your_past_condition(e: Expression, wording: DealWording) -> str:
    """Returns a condition on a finished deal, addressed to the player: `you won no trick`."""
    return _PRESENT.sub(lambda match: _THEN[match[1]], your_condition(e, wording))


_THEN: Final = {"do": "did", "win": "won", "make": "made", "tie": "tied", "has": "had"}
_PRESENT: Final = re.compile(r"(?<!not )\b(do(?= not\b)|win|make(?=s)|tie(?=s)|has)s?\b")


def _won_auction(conditions: Sequence[Expression]) -> bool:
    """Returns whether one of some conditions is that the player won the auction."""
    won = (("auction", ">", 0), ("auction", "!=", 0))
    return any(shape(conjunct) in won for conjunct in conditions)


def ending(e: Expression) -> str:
    """Returns an end condition, about the players: `somebody has 101 points or more`."""
    plain = without_not(e)
    return _join_conditions(
        plain, _ending_among_others if isinstance(plain, Logic) else _one_ending
    )


def without_not(e: Expression) -> Expression:
    """Returns an equivalent condition with `not` only before parts that have no opposite."""
    match e:
        case Inverse(operand=Inverse(operand=operand)):
            return without_not(operand)
        case Inverse(operand=Truth(value=value)):
            return Truth(not value)
        case Inverse(operand=Comparison(operator=operator, left=left, right=right)):
            return Comparison(COMPARISONS[operator].opposite, left, right)
        case Inverse(operand=Logic(operator=joint, operands=operands)):
            other: LogicOperator = "or" if joint == "and" else "and"
            return without_not(Logic(other, tuple(Inverse(operand) for operand in operands)))
        case Logic(operator=joint, operands=operands):
            inner = [without_not(operand) for operand in operands]
            flat: list[Expression] = []
            for inner_condition in inner:
                same = isinstance(inner_condition, Logic) and inner_condition.operator == joint
                flat += (
                    inner_condition.operands
                    if isinstance(inner_condition, Logic) and same
                    else (inner_condition,)
                )
            return Logic(joint, tuple(flat))
        case _:
            return e


def _join_conditions(e: Expression, render: Callable[[Expression], str], depth: int = 0) -> str:
    """Returns conditions joined by `and` and `or` so that the grouping is clear."""
    whole = render(e)
    if whole or not isinstance(e, Logic):
        return whole
    plain, joined = [], []
    for operand in e.operands:
        text = render(operand)
        if text:
            plain.append(text)
        else:
            joined.append(_join_conditions(operand, render, depth + 1))
    # `A, and either B or C`: groups with the other joint come last
    texts = [*plain, *joined]
    mixed = bool(joined)
    joint = f", {e.operator} " if mixed else f" {e.operator} "
    if depth == 0:
        return joint.join(texts)
    word = "both" if e.operator == "and" else "either"
    return f"({joint.join(texts)})" if mixed or depth > 1 else f"{word} {joint.join(texts)}"


def shape(e: Expression) -> tuple[str, ComparisonOperator, str | int | None]:
    """Splits a comparison of a variable into its name, the operator, and the other side.

    The other side is a number or a variable's name. A truth value counts as compared with True or
    False. The name is "" for any other condition.
    """
    match e:
        case Comparison(operator=operator, left=Variable(name=name), right=Number(value=number)):
            return name, operator, number
        case Comparison(operator=operator, left=Variable(name=name), right=Variable(name=other)):
            return name, operator, other
        case Variable(name=name):
            return name, "=", True
        case Inverse(operand=Variable(name=name)):
            return name, "=", False
        case _:
            return "", "=", None


def _one_condition(e: Expression) -> str:
    """Returns a condition without `and` and `or`; "" for one that contains them."""
    match e:
        case (
            Comparison(operator=operator, left=Variable(name="won_with"), right=Word(text=rank))
            | Comparison(operator=operator, left=Word(text=rank), right=Variable(name="won_with"))
        ) if rank in RANKS:
            is_won = "is won" if operator == "=" else "is not won"
            return f"the trick {is_won} with {rank_single(rank)}"
        case (
            Comparison(operator=operator, left=Variable(name="trump"), right=Word(text=trump))
            | Comparison(operator=operator, left=Word(text=trump), right=Variable(name="trump"))
        ):
            return _trump_condition(trump, is_so=operator == "=")
        case Comparison(
            operator="=" | "!=" as operator,
            left=Arithmetic(operator="%", left=left, right=Number(value=2)),
            right=Number(value=0 | 1 as rest),
        ):
            return f"{bracketed(left)} is {'even' if (rest == 0) == (operator == '=') else 'odd'}"
        case Comparison(
            operator="=" | "!=" as operator,
            left=Arithmetic(operator="%", left=left, right=Number(value=every)),
            right=Number(value=rest),
        ) if 0 <= rest < every:
            series = f"{rest}, {rest + every}, {rest + 2 * every} and so on"
            return f"{bracketed(left)} is {'' if operator == '=' else 'none of '}{series}"
        case Comparison(
            operator=operator,
            left=Variable(name="previous_bid" | "highest_bid"),
            right=Number(value=number),
        ) if (operator, number) in _EARLIER_BID:
            return _EARLIER_BID[operator, number]
        case Comparison(operator=operator, left=Variable(name="same_bids"), right=Number(number)):
            return f"{_others(operator, number)} made the same bid"
        case Comparison(operator=operator, left=left, right=right):
            return _of_the_deal(e) or f"{part(left)} {_compared(left, operator)} {part(right)}"
        case Logic():
            return ""
        case Inverse(operand=Variable(name="made")):
            return "the bid is not made"
        case Inverse(operand=Variable(name="blind")):
            return "the bid was not made blind"
        case Inverse(operand=operand):
            return f"it is not true that {condition(operand)}"
        case _:
            return formula(e)


def _others(operator: ComparisonOperator, number: int) -> str:
    if number == 0:
        return "nobody else has" if operator in ("=", "<=") else "another player has"
    others = _AMOUNTS[operator].format(counted(number, "other player"))
    return f"{others} {'has' if number == 1 else 'have'}"


def _trump_condition(trump: str, *, is_so: bool) -> str:
    """Returns the condition that this is, or is not, the value of `trump`."""
    match trump:
        case "none":
            return "there is no trump" if is_so else "there is a trump"
        case "order":
            return f"the trumps are {'' if is_so else 'not '}an order of the suits"
        case suit:
            return f"{suit} are {'' if is_so else 'not '}trumps"


_EARLIER_BID: Final[Mapping[tuple[ComparisonOperator, int], str]] = {
    **dict.fromkeys((("<", 0), ("=", -1), ("<=", -1)), "nobody has bid yet"),
    **dict.fromkeys(((">=", 0), ("!=", -1), (">", -1)), "somebody has bid already"),
}
"""Comparisons of the bid before, or of the highest bid so far, which are -1 for the first bid."""

_THIS_DEAL: Final[_ByOperator] = complete_table(
    ComparisonOperator,
    {
        "=": "deal {}",
        "!=": "not deal {}",
        "<": "before deal {}",
        "<=": "deal {} or an earlier one",
        ">": "after deal {}",
        ">=": "deal {} or a later one",
    },
)


def _compared(left: Expression, operator: ComparisonOperator) -> str:
    plural = isinstance(left, Variable) and left.name in _PLURAL
    return _COMPARED[operator].replace("is", "are", 1) if plural else _COMPARED[operator]


def _of_the_deal(e: Comparison) -> str:
    """Words a condition shared by all players, or one that compares the contracts of two players;
    "" for any other.
    """
    match shape(e):
        case ("deal", operator, int(number)):
            return f"this is {_THIS_DEAL[operator].format(number)}"
        case ("cards", operator, int()):
            return f"everybody has {_amount(operator, e.right, 'card')}"
        case ("players", operator, int()):
            return f"there are {_amount(operator, e.right, 'player')}"
        case (left, operator, str(right)):
            who, _, thing = left.partition(".")
            other, _, same = right.partition(".")
            if thing in _CONTRACTS and thing == same and who != other:
                return f"the {who} {_AS_MANY[operator].format(_CONTRACTS[thing])} the {other}"
        case _:
            pass
    return ""


def _your_one_condition(e: Expression, wording: DealWording, outcomes: BidOutcomes) -> str:
    """Returns a condition addressed to the player; "" for most conditions with `and` or `or`."""
    if isinstance(e, Logic):
        most_alone = [("tricks", "=", "most"), ("most_count", "=", 1)]
        alone = e.operator == "and" and [*map(shape, e.operands)] == most_alone
        return "you win more tricks than anybody else" if alone else ""
    match e:
        case Comparison(operator=operator, left=Variable(name="row_made"), right=right):
            text = f"you have made {_amount(operator, right, 'bid')} in the row, this one included"
        case Comparison(operator=operator, left=Variable(name="tricks"), right=right):
            text = f"you win {_amount(operator, right, 'trick')}"
        case Comparison(operator=operator, left=Variable(name="bid"), right=right):
            text = f"you bid {_amount(operator, right, 'trick')}"
        case _:
            text = past_condition(e, wording, outcomes) or condition(e)
    return _fixed_phrase(e, wording.bid) or text


_FIXED_PHRASES: Final[Mapping[tuple[str, ComparisonOperator, str | int | None], str]] = {
    ("tricks", "=", "most"): "nobody wins more tricks than you",
    ("most_count", "=", 1): "nobody ties for the most tricks",
    ("makers", "=", 0): "nobody makes their bid",
    ("makers", "=", "players"): "everybody makes their bid",
    **dict.fromkeys(
        (("bid", "=", "highest_bid"), ("bid", ">=", "highest_bid")),
        "you have made the highest bid",
    ),
    **dict.fromkeys(
        (("bid", "!=", "highest_bid"), ("bid", "<", "highest_bid")),
        "you have not made the highest bid",
    ),
    **dict.fromkeys((("auction", ">", 0), ("auction", "!=", 0)), "you have won the auction"),
    ("auction", "=", 0): "you have not won the auction",
}


def _fixed_phrase(e: Expression, bid: BidRule) -> str:
    """Returns a condition that has a fixed phrase, addressed to the player; "" for any other."""
    text = _FIXED_PHRASES.get(shape(e))
    if text is not None:
        return text
    fixed = bid.number if isinstance(bid, FixedBid) else None
    exactly = "exactly as many tricks as you bid" if fixed is None else _exactly(fixed)
    match shape(e):
        case ("made", _, True):
            return f"you win {exactly}"
        case ("made", _, False):
            return "you win a trick or more" if fixed == 0 else f"you do not win {exactly}"
        case ("blind", _, is_blind):
            return "you have bid blind" if is_blind else "you have not bid blind"
        case ("row_made", "=" | ">=", "row_deals") | ("row_deals", "=" | "<=", "row_made"):
            return "you have made your bid in every deal of the row"
        case ("row_made", "!=" | "<", "row_deals") | ("row_deals", "!=" | ">", "row_made"):
            return "you have not made your bid in every deal of the row"
        case _:
            return ""


def _ending_among_others(e: Expression) -> str:
    match e:
        case Comparison(operator=">=", left=Variable(name="deal"), right=Number(value=number)):
            return (
                f"at least {counted(number, 'deal')} ha{'ve' if number != 1 else 's'} been played"
            )
        case _:
            return _one_ending(e)


def _one_ending(e: Expression) -> str:
    match e:
        case Logic():
            return ""
        case Comparison(operator="=", left=Variable(name="leaders"), right=Number(value=1)):
            return "one player alone is in the lead"
        case Comparison(operator="=" | ">=", left=Variable(name="deal"), right=right):
            return "1 deal is played" if right == Number(1) else f"{part(right)} deals are played"
        case Comparison(operator=operator, left=Variable(name="deal"), right=right):
            return f"{_AMOUNTS[operator].format(part(right))} deals have been played"
        case Comparison(operator=operator, left=Variable(name=name), right=right) if (
            name,
            operator,
        ) in _HAVE:
            amount = _AMOUNTS_OF_POINTS[operator].format(part(right))
            return f"{_HAVE[name, operator]} has {ONE_POINT.sub('1 point', amount)}"
        case _:
            return condition(e)


ONE_POINT: Final = re.compile(r"(?<![\d−])1 points\b")
_HAVE: Final[Mapping[tuple[str, ComparisonOperator], str]] = {
    ("highest_total", ">="): "somebody",
    ("highest_total", ">"): "somebody",
    ("highest_total", "<="): "everybody",
    ("highest_total", "<"): "everybody",
    ("lowest_total", "<="): "somebody",
    ("lowest_total", "<"): "somebody",
    ("lowest_total", ">="): "everybody",
    ("lowest_total", ">"): "everybody",
}
"""The subject of a comparison of a total."""

_AMOUNTS_OF_POINTS: Final[_ByOperator] = complete_table(
    ComparisonOperator,
    {
        "=": "exactly {} points",
        "!=": "other than {} points",
        "<": "fewer than {} points",
        "<=": "{} points or fewer",
        ">": "more than {} points",
        ">=": "{} points or more",
    },
)


# --- the tricks won compared with the bid -----------------------------------------------------

BidOutcomes: TypeAlias = frozenset[str]
"""A subset of `<`, `=` and `>`: too few tricks, as many as bid, too many."""

ANY_OUTCOME: Final[BidOutcomes] = frozenset("<=>")

_OUTCOMES: Final[Mapping[ComparisonOperator, BidOutcomes]] = {
    "=": frozenset("="),
    "!=": frozenset("<>"),
    "<": frozenset("<"),
    "<=": frozenset("<="),
    ">": frozenset(">"),
    ">=": frozenset("=>"),
}
_TURNED: Final = str.maketrans("<>", "><")


def possible_outcomes(e: Expression) -> BidOutcomes:
    """Returns the outcomes for which a condition can hold."""
    return _outcomes(e, whole=False)


def certain_outcomes(e: Expression) -> BidOutcomes:
    """Returns the outcomes for which a condition always holds."""
    return _outcomes(e, whole=True)


def _outcomes(e: Expression, *, whole: bool) -> BidOutcomes:
    match shape(e):
        case ("made", operator, True) | ("tricks", operator, "bid"):
            return _OUTCOMES[operator]
        case ("bid", operator, "tricks"):
            return frozenset(o.translate(_TURNED) for o in _OUTCOMES[operator])
        case _:
            pass
    match e:
        case Inverse(operand=operand):
            return ANY_OUTCOME - _outcomes(operand, whole=not whole)
        case Logic(operator=joint, operands=operands):
            outcome_sets = [_outcomes(operand, whole=whole) for operand in operands]
            return reduce(frozenset.__and__ if joint == "and" else frozenset.__or__, outcome_sets)
        case _:
            return frozenset() if whole else ANY_OUTCOME


# --- runs and tallies -------------------------------------------------------------------------


def past_condition(e: Expression, wording: DealWording, outcomes: BidOutcomes = ANY_OUTCOME) -> str:
    """Returns a condition on a run or a tally in words; "" for any other.

    A run ends with the deal before. If the score reads it only after outcomes that continue it, the
    deals are counted up to this one: `this is the third deal in a row in which you ...`.
    """
    match e:
        case Comparison(operator=operator, left=PastValue(name=name), right=Number(value=number)):
            past = _past_of(name, wording)
            goes_on = isinstance(past, Run) and outcomes <= certain_outcomes(past.expression)
            if past.words and not goes_on:
                return _condition_in_words(past, operator, number)
            if not isinstance(past, Run):
                return _tally_condition(past, operator, number, wording)
            return _run_condition(past, operator, number, wording, goes_on=goes_on)
        case Comparison(
            operator="=",
            left=Arithmetic(operator="%", left=PastValue(name=name), right=Number(value=every)),
            right=Number(value=rest),
        ) if 0 <= rest < every:
            past = _past_of(name, wording)
            if not isinstance(past, Run) or not outcomes <= certain_outcomes(past.expression):
                return ""
            first, second, third = (ordinal(rest + 1 + every * more) for more in range(3))
            deal, held = _deal_of_run(past, wording)
            return (
                f"this is your {first} {deal} in a row, the {second}, the {third} and so on{held}"
            )
        case _:
            return ""


def _condition_in_words(past: Past, operator: ComparisonOperator, number: int) -> str:
    """Returns a condition on a run or a tally in the words of its declaration."""
    match operator, number:
        case (">", 0) | ("!=", 0) | (">=", 1):
            return f"you have any {past.words}"
        case ("=" | "<=", 0) | ("<", 1):
            return f"you have no {past.words}"
        case (">", _):
            operator, number = ">=", number + 1
        case ("<=", _):
            operator, number = "<", number + 1
        case _:
            pass
    return f"you have {_AMOUNTS[operator].format(f'{number} {past.words}')}"


def _past_of(name: str, wording: DealWording) -> Past:
    return next(past for past in wording.past if past.name == name)


def _run_condition(
    run: Run, operator: ComparisonOperator, number: int, wording: DealWording, *, goes_on: bool
) -> str:
    # a run is a whole number from 0 on, so every comparison is "at least", "less" or "just"
    match operator, number:
        case (">", _):
            operator, number = ">=", number + 1
        case ("<=", _) | ("=", 0):
            operator, number = "<", number + 1
        case ("!=", 0):
            operator, number = ">=", 1
        case _:
            pass
    if number < 1 or operator == "!=":
        return ""
    if goes_on:
        deal, held = _deal_of_run(run, wording)
        place = f"your {ordinal(number + 1)} {deal} in a row"
        return {
            ">=": f"this is {place}, or a later one{held}",
            "<": f"this is not yet {place}{held}",
            "=": f"this is {place}{held}",
        }[operator]
    held = your_past_condition(run.expression, wording)
    last = "the last deal" if number == 1 else f"each of the last {number} deals"
    all_of = "one" if number == 1 else "all ones"
    were = "the last deal was" if number == 1 else f"the last {number} deals were"
    return {
        ">=": f"in {last} {held}",
        "<": f"{were} not {all_of} in which {held}",
        "=": f"in {last}, but not in the one before, {held}",
    }[operator]


def _deal_of_run(run: Run, wording: DealWording) -> tuple[str, str]:
    """Returns the noun for a deal that counts in a run, and a clause that completes it."""
    match run.expression:
        case Variable(name="made"):
            return "made bid", ""
        case Inverse(operand=Variable(name="made")):
            return "missed bid", ""
        case expression:
            return "deal", f" in which {your_condition(expression, wording)}"


def _tally_condition(
    tally: Tally, operator: ComparisonOperator, number: int, wording: DealWording
) -> str:
    """Returns a condition on a tally that counts deals; "" for other sums."""
    match tally.expression:
        case Choice(
            branches=(Branch(value=Number(value=1), condition=counts),), otherwise=Number(value=0)
        ):
            if counts in (MADE, Inverse(MADE)):
                verb = "made" if counts == MADE else "missed"
                return f"you have {verb} {_amount(operator, Number(number), 'bid')} before"
            often = _amount(operator, Number(number), "earlier deal")
            return f"in {often} {your_past_condition(counts, wording)}"
        case _:
            return ""


def _exactly(number: int) -> str:
    return "no trick" if number == 0 else f"exactly {counted(number, 'trick')}"


_AS_MANY_AS: Final[_ByOperator] = complete_table(
    ComparisonOperator,
    {
        "=": "exactly as many {}s as",
        "!=": "more or fewer {}s than",
        "<": "fewer {}s than",
        "<=": "no more {}s than",
        ">": "more {}s than",
        ">=": "at least as many {}s as",
    },
)


def _amount(operator: ComparisonOperator, right: Expression, thing: str) -> str:
    match operator, right:
        case ("=", Number(value=0)):
            return f"no {thing}"
        case (">", Number(value=0)) | ("!=", Number(value=0)):
            return f"a {thing} or more"
        case (">=", Number(value=number)):
            return f"{counted(number, thing)} or more"
        case (_, Number(value=number)):
            return _AMOUNTS[operator].format(counted(number, thing))
        case (_, Variable(name="bid")):
            return f"{_AS_MANY_AS[operator].format(thing)} you bid"
        case ("=", Variable(name="cards")) if thing == "trick":
            return "every trick"
        case (_, Variable(name="auction") | Function()):
            return f"{_AS_MANY_AS[operator].format(thing)} {part(right)}"
        case _:
            return _AMOUNTS[operator].format(part(right))


# --- limits on bids ---------------------------------------------------------------------------

_TOTALS: Final[_ByOperator] = complete_table(
    ComparisonOperator,
    {
        "!=": "may not make the bids add up to {}",
        "=": "must make the bids add up to exactly {}",
        ">": "must bring the total of the bids above {}",
        ">=": "must bring the total of the bids to {} or more",
        "<": "must keep the total of the bids below {}",
        "<=": "may not bring the total of the bids above {}",
    },
)
_OWN: Final[_ByOperator] = complete_table(
    ComparisonOperator,
    {
        "!=": "may not bid {}",
        "=": "must bid {}",
        ">": "must bid more than {}",
        ">=": "must bid at least {}",
        "<": "must bid fewer than {}",
        "<=": "may not bid more than {}",
    },
)


_CIRCUMSTANCES: Final = frozenset(("cards", "deal", "players"))
"""Names known before anyone bids, worded as `with 3 cards`."""

_BIDDING: Final = frozenset(("bid", "bids", "same_bids"))
"""Names that a bid determines; all others are known before it."""


def limit(e: Expression) -> str:
    """Returns a limit as a duty: `may not make the bids add up to the number of cards`."""
    return so_far(_limit(e))


def so_far(text: str) -> str:
    """Returns the text of a limit, which reads only the highest of the bids before."""
    return re.sub(r"\bthe highest bid\b(?! so far)", "the highest bid so far", text)


def _limit(e: Expression) -> str:
    match e:
        case Comparison("!=", Variable("bid"), Variable("previous_bid")):
            return "may not repeat the bid made right before"
        case Comparison("=" | "<=", Variable("same_bids"), Number(0)):
            return "may not make a bid that another player has made"
        case Comparison("<", Variable("same_bids"), Number(number)) if number > 1:
            return f"may not make a bid that {number} other players have made"
        case Comparison(operator="<=", left=left, right=Arithmetic("-", right, Number(1))):
            return limit(Comparison("<", left, right))
        case Comparison(operator=">=", left=left, right=Arithmetic("+", right, Number(1))):
            return limit(Comparison(">", left, right))
        case Comparison(operator=operator, left=Variable(name="bids"), right=right):
            return _TOTALS[operator].format(_size(right))
        case Comparison(operator=">", left=Variable(name="bid"), right=Number(value=0)):
            return "must bid at least one trick"
        case Comparison(operator=operator, left=Variable(name="bid"), right=Variable() as right):
            return _OWN[operator].format(_size(right))
        case Comparison(operator=operator, left=Variable(name="bid"), right=right):
            return f"{_OWN[operator].format(_size(right))}{_before_first(right)}"
        case Logic(operator="and", operands=operands):
            return " and ".join(map(limit_when, operands))
        case _:
            return f"must bid so that {condition(e)}{_before_first(e)}"


def _before_first(e: Expression) -> str:
    """Returns a note on the value of earlier bids before the first one, if an expression reads it;
    otherwise "".
    """
    if not variables(e) & _EARLIER_BIDS:
        return ""
    return f" (before the first bid it counts as {signed(NO_BID)})"


_EARLIER_BIDS: Final = frozenset(("previous_bid", "highest_bid"))
"""Names that are NO_BID before the first bid."""


def limit_when(e: Expression) -> str:
    """Returns a limit as a duty, preceded by its circumstances: `with 3 cards must bid a trick or
    more`.
    """
    when, bound = circumstances(e)
    return f"{when} {limit(bound)}" if when else limit(bound)


def circumstances(
    e: Expression, own: Callable[[Expression], str] = lambda _: ""
) -> tuple[str, Expression]:
    """Returns the circumstances in which a limit binds, and the limit: `with more than 3 cards`.

    The circumstances are "" if it always binds. `own` words a condition that is not about the deal,
    for example `if you ...`, or returns "".
    """
    when, bound = _circumstances(e, own)
    return so_far(when), bound


def _circumstances(e: Expression, own: Callable[[Expression], str]) -> tuple[str, Expression]:
    if not isinstance(e, Logic) or e.operator != "or":
        return "", e
    free = [part for part in e.operands if not variables(part) & _BIDDING]
    rest = tuple(part for part in e.operands if part not in free)
    if not free or not rest:
        return "", e
    bound = rest[0] if len(rest) == 1 else Logic("or", rest)
    when = without_not(Logic("and", tuple(Inverse(part) for part in free)))
    parts = when.operands if isinstance(when, Logic) and when.operator == "and" else (when,)
    phrases = [_circumstance(part) or own(part) for part in parts]
    if all(phrases):
        phrases.sort(key=lambda phrase: phrase.startswith("if "))
        comma = "," if phrases[-1].startswith("if ") else ""
        return f"{' and '.join(phrases)}{comma}", bound
    return f"if {condition(when)},", bound


def _circumstance(e: Expression) -> str:
    text = _by_remainder(e)
    if text:
        return text
    name, operator, number = shape(e)
    if name not in _CIRCUMSTANCES or not isinstance(number, int):
        return ""
    if name == "deal":
        return f"in {_AMOUNTS_OF_DEALS[operator].format(number)}"
    if operator == ">=":
        return f"with {counted(number, name[:-1])} or more"
    if operator == "=":
        return f"with {counted(number, name[:-1])}"
    if (name, operator, number) == ("cards", "!=", 1):
        return "with 2 cards or more"
    return f"with {_AMOUNTS[operator].format(counted(number, name[:-1]))}"


def written_occasion(e: Expression) -> str:
    """Returns the idiom for a condition on the cards or the deal, or "" if it has no idiom."""
    if isinstance(e, Logic):
        phrases = [_circumstance(part) for part in e.operands]
        return f" {e.operator} ".join(phrases) if all(phrases) else ""
    return _circumstance(e)


def _by_remainder(e: Expression) -> str:
    """Returns the idiom for a condition on a remainder: `in every fifth deal of the match`; "" for
    any other.
    """
    match e:
        case Comparison("=", Arithmetic("%", Variable("deal"), Number(every)), Number(0)):
            return f"in every {ordinal(every)} deal of the match"
        case Comparison(
            "=" | "!=", Arithmetic("%", Variable("cards"), Number(2)), Number(0 | 1 as odd)
        ):
            word = "odd" if (e.operator == "=") == (odd == 1) else "even"
            return f"with an {word} number of cards"
        case _:
            return ""


_AMOUNTS_OF_DEALS: Final[_ByOperator] = complete_table(
    ComparisonOperator,
    {
        "=": "deal {}",
        "!=": "every deal but deal {}",
        "<": "the deals before deal {}",
        "<=": "the deals up to deal {}",
        ">": "the deals after deal {}",
        ">=": "the deals from deal {} on",
    },
)


def _size(e: Expression) -> str:
    return part(e).replace(_NAMES["cards"], "the number of cards")
