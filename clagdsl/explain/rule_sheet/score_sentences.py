"""Sentences about scores, the value of tricks, contracts, winning and payment.

A score is decomposed from the outside in: a factor that applies in some deals, conditional bonuses,
a list of cases, and in each case a sum of points. The first case that fits counts. A sum with a
part that has no phrase becomes a formula.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache, reduce
from itertools import product
from typing import Final

from clagdsl.explain.english import counted, rank_single, sentence, signed
from clagdsl.explain.phrases import sentence as phrase
from clagdsl.explain.rule_sheet.context import SheetContext
from clagdsl.explain.rule_sheet.formulas import (
    ANY_OUTCOME,
    BID,
    TRICKS,
    BidOutcomes,
    DealWording,
    bracketed,
    certain_outcomes,
    choice_formula,
    ending,
    formula,
    possible_outcomes,
    written_occasion,
    your_condition,
)
from clagdsl.explain.rule_sheet.reachable import (
    reachable_condition,
    reachable_end,
    reachable_score,
    reachable_worth,
)
from clagdsl.lang.expr.ast import everything_in, parts, with_parts
from clagdsl.lang.expr.evaluate import EvaluationError, holds
from clagdsl.lang.expr.free_variables import variables, written_names
from clagdsl.lang.expr.simplify import linear
from clagdsl.lang.numerals import group, in_words, join_words
from clagdsl.lang.rules import (
    Arithmetic,
    Branch,
    Choice,
    ChosenBid,
    Comparison,
    CompletedWhen,
    CriterionText,
    Expression,
    Function,
    Game,
    Logic,
    Negative,
    Number,
    ParameterValue,
    Settlement,
    Variable,
)
from clagdsl.lang.source import DEFAULT
from clagdsl.table.deal_rules import DealRules
from clagdsl.table.scoring import payments, worths
from clagdsl.table.trick_value import WON_WITH

_POINTS: Final = Variable("points")
_ROW_BEST: Final = Variable("row_best")
_SIGNED_MISSES: Final = (Arithmetic("-", BID, TRICKS), Arithmetic("-", TRICKS, BID))
MISSED: Final = tuple(Function("abs", (miss,)) for miss in _SIGNED_MISSES)
ENOUGH: Final = (Comparison(">=", TRICKS, BID), Comparison("<=", BID, TRICKS))
"""Conditions that hold if at least as many tricks are won as bid."""
_TOO_FEW, _TOO_MANY = (Function("max", (miss, Number(0))) for miss in _SIGNED_MISSES)
_EACH: Final[dict[Expression, str]] = {
    TRICKS: "for each trick you win",
    BID: "for each trick you bid",
    Variable("cards"): "for each card you are dealt",
    Variable("makers"): "for each player who makes their bid",
    Variable("highest_bid"): "for each trick of the highest bid",
    Variable("same_bids"): "for each other player who has made the same bid",
    Variable("auction"): "for each trick that you won the auction with",
    Variable("players"): "for each player",
    **dict.fromkeys(MISSED, "for each trick too many or too few"),
    _TOO_MANY: "for each trick above your bid",
    _TOO_FEW: "for each trick below your bid",
}
_FACTORS: Final[dict[Expression, str]] = {
    TRICKS: "the number of tricks you win",
    BID: "your bid",
    Variable("highest_bid"): "the highest bid",
    Variable("cards"): "the number of cards you are dealt",
    Variable("players"): "the number of players",
    Variable("deal"): "the number of the deal",
    **dict.fromkeys((*MISSED, *_SIGNED_MISSES), "the number of tricks by which you miss your bid"),
}
"""Factors of products that have a phrase, such as a square."""


def _score(context: SheetContext, rules: DealRules) -> Expression:
    """Returns the score to describe.

    If all tables have the same number of players, say 4, `makers = 4` becomes `makers = players`,
    which has a better phrase.
    """
    score = reachable_score(context, rules)
    players = {table.players for table in context.whole.tables}
    return _with_everybody(score, players.pop()) if len(players) == 1 else score


def _with_everybody(e: Expression, players: int) -> Expression:
    makers = Variable("makers")
    if e == Comparison("=", makers, Number(players)):
        return Comparison("=", makers, Variable("players"))
    return with_parts(e, [_with_everybody(part, players) for part in parts(e)])


MOST_IN_A_SENTENCE: Final = 3
"""The most cases of a score that form one sentence; if there are more, a sheet lists them."""


@dataclass(frozen=True, slots=True)
class ScoreParts:
    """A score as text: cases, exactly one of them applicable, and sentences that always apply."""

    cases: tuple[str, ...]
    besides: tuple[str, ...]

    @property
    def cases_sentence(self) -> str:
        """The cases in one sentence."""
        return sentence("; ".join(self.cases))


def score_sentence(context: SheetContext, rules: DealRules) -> str:
    """Returns the sentences on a player's score: `If you win no trick, you score 10 points; …`."""
    parts = score_parts(context, rules)
    return " ".join((parts.cases_sentence, *parts.besides))


def score_parts(context: SheetContext, rules: DealRules) -> ScoreParts:
    """Returns a player's score in a deal, split into cases and additions."""
    wording = context.wording(rules)
    score, multiples = _without_multiples(_score(context, rules))
    plain, extras = _extras(score)
    besides = [
        f"If {your_condition(extra.condition, wording)}, you also {_signed_gain(extra)}."
        for extra in extras
    ]
    for occasion, times in multiples:
        often = "double" if times == 2 else f"{in_words(times)} times"
        besides.append(sentence(f"{occasion} all points count {often}"))
    return ScoreParts(_cases(plain, wording), tuple(besides))


# --- factors ----------------------------------------------------------------------------------


def _without_multiples(score: Expression) -> tuple[Expression, list[tuple[str, int]]]:
    """Returns a score without factors that apply only in some deals, and the factors, such as (`in
    deal 19`, 2).
    """
    factored = _common_factor(score)
    if factored is None or factored.factor is None:
        return score, []
    occasions = [
        (written_occasion(branch.condition), branch.value.value)
        for branch in factored.factor.branches
        if isinstance(branch.value, Number)
    ]
    return factored.rest, occasions


@dataclass(frozen=True, slots=True)
class _Product:
    """A score as a product; `factor` is empty for 0, which no factor changes."""

    rest: Expression
    factor: Choice | None


def _common_factor(e: Expression) -> _Product | None:
    """Returns a score as a product with the same factor in all cases, or None if it is not such a
    product.
    """
    match e:
        case Number(value=0):
            return _Product(e, None)
        case Arithmetic(operator="*", left=left, right=Choice() as factor) if _is_multiple(factor):
            return _Product(left, factor)
        case Arithmetic(operator="*", left=Choice() as factor, right=right) if _is_multiple(factor):
            return _Product(right, factor)
        case Choice(branches=branches, otherwise=otherwise):
            products = [_common_factor(each) for each in (*(b.value for b in branches), otherwise)]
            factors = {each.factor for each in products if each is not None and each.factor}
            if None in products or len(factors) != 1:
                return None
            *values, last = (each.rest for each in products if each is not None)
            pairs = zip(branches, values, strict=True)
            kept = tuple(Branch(value, branch.condition) for branch, value in pairs)
            return _Product(Choice(kept, last), factors.pop())
        case _:
            return None


def _is_multiple(factor: Choice) -> bool:
    return factor.otherwise == Number(1) and all(
        isinstance(branch.value, Number)
        and branch.value.value > 1
        and written_occasion(branch.condition)
        for branch in factor.branches
    )


# --- bonuses and penalties --------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Extra:
    """An amount that is added to a score, or taken off it, if a condition holds."""

    condition: Expression
    value: Expression
    taken_off: bool


def _extras(score: Expression) -> tuple[Expression, list[_Extra]]:
    """Splits a score into the rest and its conditional bonuses and penalties."""
    extras: list[_Extra] = []
    while isinstance(score, Arithmetic) and score.operator in "+-":
        left, right = _extra(score.left, "+"), _extra(score.right, score.operator)
        if right is not None:
            extras.insert(0, right)
            score = score.left
        elif left is not None and score.operator == "+":
            extras.append(left)
            score = score.right
        else:
            break
    return score, extras


def _extra(e: Expression, operator: str) -> _Extra | None:
    """Returns a part of a score as an `_Extra` if it is a conditional bonus or penalty, otherwise
    None.
    """
    if not isinstance(e, Choice) or len(e.branches) != 1 or e.otherwise != Number(0):
        return None
    (branch,) = e.branches
    value, taken_off = branch.value, operator == "-"
    terms = linear(_numbers_first(value))
    if terms and all(number < 0 for number in terms.values()):
        value = Arithmetic("*", Number(-1), value)
        taken_off = not taken_off
    return _Extra(branch.condition, value, taken_off)


def _signed_gain(extra: _Extra) -> str:
    return f"{'lose' if extra.taken_off else 'score'} {_amount_of(extra.value)}"


def _amount_of(value: Expression) -> str:
    """Returns a number of points: `10 points`, `5 × (hits − 1) points`."""
    terms = linear(_numbers_first(value))
    if terms and _in_words(terms) and min(terms.values()) > 0:
        return _amounts(terms)
    product = isinstance(value, Arithmetic) and value.operator == "*"
    return f"{formula(value) if product else bracketed(value)} points"


@lru_cache(maxsize=512)
def _cases(score: Expression, wording: DealWording) -> tuple[str, ...]:
    """Returns a clause for each case of a score, in the order of evaluation."""
    # cached, since every number of players needs it
    if not isinstance(score, Choice):
        return (f"you {_gain_and_extras(score, wording, ANY_OUTCOME)}",)
    parts, outcomes = [], ANY_OUTCOME
    doubled = _overlapping_cases(tuple(branch.condition for branch in score.branches))
    for branch, twice in zip(score.branches, doubled, strict=True):
        here = outcomes & possible_outcomes(branch.condition)
        condition_text = your_condition(branch.condition, wording, outcomes)
        # if an earlier case overlaps, this one counts only where that one does not hold
        if_ = "otherwise, if" if twice else "if"
        parts.append(f"{if_} {condition_text}, you {_gain_and_extras(branch.value, wording, here)}")
        outcomes -= certain_outcomes(branch.condition)
    return (*parts, f"otherwise you {_gain_and_extras(score.otherwise, wording, outcomes)}")


def _gain_and_extras(value: Expression, wording: DealWording, outcomes: BidOutcomes) -> str:
    """Returns the predicate for the points of one case, with conditional additions in brackets."""
    plain, extras = _extras(value)
    gain = _gain(plain, outcomes)
    if not extras or gain.startswith(_BY_FORMULA):
        return _gain(value, outcomes)
    loses = gain.startswith("lose")
    for extra in extras:
        also = "and also" if extra.taken_off == loses else "but"
        text = _amount_of(extra.value) if also == "and also" else _signed_gain(extra)
        gain += f" ({also} {text} if {your_condition(extra.condition, wording, outcomes)})"
    return gain


def _by_the_bid(
    terms: Mapping[Expression | None, int], outcomes: BidOutcomes
) -> Mapping[Expression | None, int]:
    """Returns a sum expressed in tricks above or below the bid, if the outcome is known.

    `9 * bid + tricks` after `tricks >= bid` is 10 for each trick bid and 1 for each more.
    """
    bid, tricks = terms.get(BID, 0), terms.get(TRICKS, 0)
    more, fewer = "<" not in outcomes, ">" not in outcomes
    if not bid or not tricks or more == fewer or (fewer and bid + tricks):
        return terms
    regrouped = {thing: number for thing, number in terms.items() if thing not in (BID, TRICKS)}
    if bid + tricks:
        regrouped[BID] = bid + tricks
    thing, number = (_TOO_MANY, tricks) if more else (_TOO_FEW, bid)
    return {**regrouped, thing: regrouped.get(thing, 0) + number}


# Bids and tricks below this are tried, and those around the numbers in the conditions.
_MOST_TRIED: Final = 8


_MOST_HELD: Final = 8_000
"""The most evaluations of conditions for one score; beyond it, conditions count as overlapping."""


@lru_cache(maxsize=512)
def _overlapping_cases(conditions: tuple[Expression, ...]) -> tuple[bool, ...]:
    """Returns, for each condition of a score, whether it can hold together with an earlier one, by
    trial.
    """
    # cached, since every number of players needs it
    numbers = {
        part.value
        for condition in conditions
        for part in everything_in(condition)
        if isinstance(part, Number)
    }
    around = {number + step for number in numbers for step in (-1, 0, 1)} - {-1}
    tried = {*range(_MOST_TRIED), *around}
    if len(tried) ** 2 * len(conditions) > _MOST_HELD:
        return tuple(number > 0 for number in range(len(conditions)))
    overlaps, held = [], set[tuple[int, int]]()
    others = False
    for number, condition in enumerate(conditions):
        if written_names(condition) - {"bid", "tricks", "made"}:
            others = True
            overlaps.append(number > 0)
            continue
        here = {pair for pair in product(tried, repeat=2) if _holds_at(condition, *pair)}
        overlaps.append(others or not held.isdisjoint(here))
        held |= here
    return tuple(overlaps)


def _holds_at(condition: Expression, bid: int, tricks: int) -> bool:
    with suppress(EvaluationError):
        return holds(condition, {"bid": bid, "tricks": tricks, "made": bid == tricks})
    return False


_BY_FORMULA: Final = "score by this formula:"


@lru_cache(maxsize=1024)
def _gain(value: Expression, outcomes: BidOutcomes = ANY_OUTCOME) -> str:
    """Returns the predicate for a sum: `score 10 points and 2 more for each trick you win`."""
    # cached, since every number of players needs it
    terms = _by_the_bid(linear(_numbers_first(value)), outcomes)
    if not terms:
        return "score nothing"
    if not _in_words(terms):
        return f"{_BY_FORMULA} {formula(value)}"
    gains = {thing: number for thing, number in terms.items() if number > 0}
    losses = {thing: -number for thing, number in terms.items() if number < 0}
    parts = []
    if gains:
        parts.append(f"score {_amounts(gains)}")
    if losses:
        parts.append(f"lose {_amounts(losses)}")
    return " but ".join(parts)


def _numbers_first(e: Expression) -> Expression:
    """Returns an equivalent expression with numbers first in every product: `2 * (bid * bid)`."""
    match e:
        case Negative(operand=operand):
            return _numbers_first(Arithmetic("*", Number(-1), operand))
        case Arithmetic(operator="+" | "-" as sign, left=left, right=right):
            return Arithmetic(sign, _numbers_first(left), _numbers_first(right))
        case Arithmetic(operator="*"):
            number, things = _factors(e)
            rest = reduce(lambda a, b: Arithmetic("*", a, b), things) if things else Number(1)
            return rest if number == 1 else Arithmetic("*", Number(number), rest)
        case _:
            return e


def _factors(e: Expression) -> tuple[int, list[Expression]]:
    """Returns the numeric factor of a product, and its other factors."""
    match e:
        case Number(value=value):
            return value, []
        case Negative(operand=operand):
            number, things = _factors(operand)
            return -number, things
        case Arithmetic(operator="*", left=left, right=right):
            (one, first), (other, second) = _factors(left), _factors(right)
            return one * other, first + second
        case _:
            return 1, [e]


def _whole_amount(thing: Expression) -> str:
    """Returns the phrase for a quantity that is not counted in units: `the square of your bid`.

    Returns "" for all others.
    """
    if thing == _POINTS:
        return "the value of the tricks you win"
    if thing == _ROW_BEST:
        return "the most you have scored in an earlier deal of the row"
    if not isinstance(thing, Arithmetic) or thing.operator != "*":
        return ""
    left, right = _FACTORS.get(thing.left, ""), _FACTORS.get(thing.right, "")
    signed_miss = {thing.left, thing.right} & set(_SIGNED_MISSES)
    if not (left and right) or (signed_miss and thing.left != thing.right):
        return ""
    return f"the square of {left}" if left == right else f"{left} times {right}"


def _in_words(terms: Iterable[Expression | None]) -> bool:
    """Returns whether every part of a sum has a phrase."""
    return all(thing is None or thing in _EACH or _whole_amount(thing) for thing in terms)


def _amounts(terms: Mapping[Expression | None, int]) -> str:
    in_order = sorted(terms.items(), key=_place)
    parts = []
    for thing, number in in_order:
        if thing is None:
            parts.append(counted(number, "point"))
        elif thing in _EACH:
            more = " more" if parts else ""
            unit = f" {'point' if number == 1 else 'points'}" if not parts else ""
            parts.append(f"{signed(number)}{more}{unit} {_EACH[thing]}")
        else:
            times = "" if number == 1 else f"{signed(number)} times "
            parts.append(f"{times}{_whole_amount(thing)}")
    return join_words(parts, "plus" if _POINTS in terms else "and")


def _place(term: tuple[Expression | None, int]) -> int:
    """Returns the sort position of a term: fixed points first, then points per unit, then
    everything else.
    """
    thing = term[0]
    return 0 if thing is None else 1 if thing in _EACH else 2


# --- the value of a trick ---------------------------------------------------------------------


def trick_value_sentence(context: SheetContext, rules: DealRules) -> str:
    """Returns the sentences on the value of a deal's tricks."""
    sizes = context.whole.sizes(rules.name)
    worth = reachable_worth(context, rules.trick_worth, sizes)
    if WON_WITH in variables(worth):
        return _value_by_rank(rules, worth, sizes)
    if not variables(worth) & {"trick", "cards"}:
        worth_of_all = worths(rules, sizes[-1]).by_winner[0]
        return f"Each trick is worth {counted(worth_of_all, 'point')}."
    if "trick" not in variables(worth):
        return sentence(f"each trick is worth as many points as {formula(worth)}")
    parts = []
    for size in _sizes_listed(sizes):
        with suppress(EvaluationError):  # no deal of this size exists
            values = ", ".join(signed(value) for value in worths(rules, size).by_winner)
            parts.append(f"with {counted(size, 'card')} {values}")
    listing = "; ".join(parts)
    course = _course(linear(worth))
    if course:
        return f"{course} {listing}."
    if "cards" not in variables(worth) and len(parts) > 1:
        listing = f"{parts[0]}; with fewer cards, the first of these"
    in_order = f"from the first to the last: {listing}."
    if _all_listed(worth, sizes, sizes):
        return f"The tricks are worth, {in_order}"
    return f"What a trick is worth: {formula(worth)}. For example, {in_order}"


def same_trick_values(context: SheetContext, rules: DealRules, reference: DealRules) -> bool:
    """Returns whether the description of trick values for another deal also fits this one."""
    wide = context.whole
    others, sizes = wide.sizes(reference.name), wide.sizes(rules.name)
    reference_worth = reachable_worth(context, rules.trick_worth, others)
    if WON_WITH not in variables(reference_worth) and not _course(linear(reference_worth)):
        complete = _all_listed(reference_worth, others, others)
        if (
            "trick" in variables(reference_worth)
            and complete
            and not _all_listed(reference_worth, others, sizes)
        ):
            return False
    own = reachable_worth(context, rules.trick_worth, sizes)
    return reference_worth == own or reachable_worth(context, reference_worth, sizes) == own


def _sizes_listed(sizes: tuple[int, ...]) -> tuple[int, ...]:
    """Returns the hand sizes for which the value of every trick is listed."""
    return tuple(dict.fromkeys((sizes[-1], sizes[0])))


def _all_listed(worth: Expression, listed_of: tuple[int, ...], sizes: tuple[int, ...]) -> bool:
    """Returns whether the trick values listed for some sizes also cover deals of these sizes."""
    if "cards" in variables(worth):
        return {*sizes} <= {*_sizes_listed(listed_of)}
    return max(sizes) <= max(listed_of)


def _value_by_rank(rules: DealRules, worth: Expression, sizes: tuple[int, ...]) -> str:
    """Returns the sentence on trick values that depend on the winning card."""
    if variables(worth) & {"trick", "cards"}:
        return f"What a trick is worth: {formula(worth)}."
    trick_worths = worths(rules, sizes[-1])
    ranks = group((value, rank_single(rank)) for rank, value in trick_worths.by_rank[0].items())
    other = trick_worths.by_winner[0]
    worth_texts = [
        f"a trick that is won with {join_words(which, 'or')} is worth {counted(value, 'point')}"
        for value, which in sorted(ranks.items(), reverse=True)
        if value != other
    ]
    rest = counted(other, "point") if other else "nothing"
    return sentence(
        "; ".join([*worth_texts, f"every {'other ' if worth_texts else ''}trick is worth {rest}"])
    )


def _course(terms: Mapping[Expression | None, int]) -> str:
    """Returns the clause on values that change by a constant step; "" for other values."""
    trick, cards, fixed = Variable("trick"), Variable("cards"), terms.get(None, 0)
    step = terms.get(trick, 0)
    only_linear = set(terms) <= {None, trick, cards}
    if only_linear and step > 0 and cards not in terms:
        return (
            f"The first trick is worth {counted(fixed + step, 'point')},"
            f" and each one after it {step} more:"
        )
    if only_linear and step < 0 and terms.get(cards) == -step:
        return (
            f"The last trick is worth {counted(fixed, 'point')},"
            f" and each one before it {-step} more:"
        )
    return ""


# --- contracts and payment --------------------------------------------------------------------


_DIFFERENCES: Final = (
    (
        Variable("winner.total"),
        Variable("loser.total"),
        "for each point by which the winner's total is above the loser's",
    ),
    (
        Variable("loser.failed"),
        Variable("winner.failed"),
        "for each extra contract the loser failed",
    ),
    (
        Variable("winner.completed"),
        Variable("loser.completed"),
        "for each extra contract the winner completed",
    ),
)
"""The differences that can be paid for: the larger figure, the smaller one, the phrase."""


def payment_terms(e: Expression, unit: str = "") -> list[str] | None:
    """Returns a phrase for each difference that a loser pays for; None for other payments.

    `unit` is the unit of payment, such as `pence`; "" if the rules do not name it.
    """
    paid = f" {unit}" if unit else ""
    if isinstance(e, Choice):
        return None
    terms = dict(linear(e))
    fixed = terms.pop(None, 0)
    texts = []
    for more, fewer, description in _DIFFERENCES:
        number = terms.pop(more, 0)
        if terms.pop(fewer, 0) != -number:
            return None
        if number:
            texts.append(f"{signed(number)}{paid}{' more' if fixed else ''} {description}")
    if fixed:
        texts.insert(0, f"{signed(fixed)}{paid}")
    return None if terms or not texts else texts


def payment_formula(e: Expression) -> str:
    """Returns a loser's payment as a formula."""
    if isinstance(e, Choice):
        return choice_formula(e, "; ")
    return formula(e)


def contracts_matter(game: Game) -> bool:
    """Returns whether anything depends on completed or failed contracts."""
    counted = {"fewest failed", "most completed"} & set(game.winner.criteria)
    return bool(counted) or _pays_contracts(game)


def bids_are_contracts(game: Game) -> bool:
    """Returns whether contracts decide who wins, and are simply bids made or missed."""
    origins = [deal.aspects.completed.origin for deal in game.deals]
    origins += [twist.completed.origin for twist in game.twists if twist.completed is not None]
    chosen = all(
        isinstance(alternative.value, ChosenBid)
        for deal in game.deals
        for alternative in deal.aspects.bid.alternatives
    )
    plain = chosen and all(origin == DEFAULT for origin in origins)
    return plain and contracts_matter(game) and not _pays_contracts(game)


def _pays_contracts(game: Game) -> bool:
    paid = variables(game.settlement.expression) if game.settlement else frozenset()
    return any(name.endswith(("failed", "completed")) for name in paid)


def contract_sentence(context: SheetContext, rules: DealRules) -> str:
    """Returns the sentence on completed contracts."""
    if isinstance(rules.completed, CompletedWhen):
        effective_condition = reachable_condition(context, rules, rules.completed.condition)
        when = your_condition(effective_condition, context.wording(rules))
        if when in ("always", "never"):
            how = "completed, whatever you win" if when == "always" else "never completed"
            return f"Your contract is {how}."
        return phrase("completed", rules.completed, condition=when)
    return phrase("completed", rules.completed)


# --- winning and payment ----------------------------------------------------------------------


_BEST: Final[dict[CriterionText, str]] = {
    "highest total": "has the highest total",
    "fewest failed": "failed in the fewest contracts",
    "most completed": "completed the most contracts",
    "lowest total": "has the lowest total",
}
_BEST_OF_BIDS: Final[dict[CriterionText, str]] = {
    **_BEST,
    "fewest failed": "missed the fewest bids",
    "most completed": "made the most bids",
}
"""The same phrases for games in which no deal defines contracts, so that bids count as contracts.
"""


def early_end_sentences(context: SheetContext) -> list[str]:
    """Returns the sentence on the early end of a match; an empty list if the rules have none."""
    until = end_of_match(context)
    if not until:
        return []
    if isinstance(reachable_end(context), Logic):
        return [f"The match ends as soon as, after a deal, {until}."]
    return [f"The match ends as soon as {until} after a deal."]


def end_of_match(context: SheetContext) -> str:
    """Returns the condition that ends a match before its last deal, as a clause; "" if the rules
    have none.
    """
    end = reachable_end(context)
    return "" if end is None else ending(end)


def winning_sentences(context: SheetContext) -> Iterator[str]:
    """Yields the sentences on winning and on ties."""
    game = context.game
    first, *others = game.winner.criteria
    when = "after the last deal" if reachable_end(context) is None else "when the match ends"
    plain = bids_are_contracts(game)
    best = _BEST_OF_BIDS if plain else _BEST
    yield f"The player who {best[first]} {when} wins."
    for criterion in others:
        yield f"If players tie, the one who {best[criterion]} wins."
    yield f"Players who {'still ' if others else ''}tie share the win."
    if plain:
        yield "A bid is made by winning exactly as many tricks; otherwise it is missed."
    elif contracts_matter(game):
        yield contract_sentence(context, context.rules)


def payment_terms_sentences(context: SheetContext, settlement: Settlement) -> list[str]:
    """Returns the sentences on a loser's payment, without an example."""
    e = context.fold(settlement.expression)
    unit = _paid_in(context.game, settlement.expression)
    terms = payment_terms(e, unit)
    if not terms:
        how = f", in {unit}" if unit else ""
        formula = f"Every other player pays the winner by this formula{how}: {payment_formula(e)}"
        return [sentence(formula)]
    sentences = [sentence(f"Every other player pays the winner {join_words(terms)}")]
    if not _never_taken_off(context.game, e):
        sentences.append(
            "A difference the other way is subtracted; if the sum is below zero, the winner pays"
            " it."
        )
    return sentences


def payment_sentences(context: SheetContext, settlement: Settlement) -> Iterator[str]:
    """Yields the sentences on payment, with an example if it varies, and on shared wins."""
    yield from payment_terms_sentences(context, settlement)
    unit = _paid_in(context.game, settlement.expression)
    if variables(context.fold(settlement.expression)) - {"players"}:
        with suppress(EvaluationError):  # nobody can have the totals of the example
            yield _payment_example(context, settlement, unit)
    yield (
        "If several share the win, each of the others pays the average of what they would owe"
        " to each winner, and the winners share it all equally."
    )


def _paid_in(game: Game, e: Expression) -> str:
    """Returns the unit that the descriptions of all parameters share, such as `pence for each
    point`, or "".
    """
    read = {part.name for part in everything_in(e) if isinstance(part, ParameterValue)}
    descriptions = [
        parameter.description or "" for parameter in game.parameters if parameter.name in read
    ]
    words = [text.split(maxsplit=2) for text in descriptions]
    units = {some[0] if len(some) == 3 and some[1] == "for" else "" for some in words}
    return units.pop() if len(units) == 1 else ""


def _never_taken_off(game: Game, e: Expression) -> bool:
    """Returns whether the winner can never owe a difference.

    This holds for a fixed sum, and for points by which the winner is always ahead.
    """
    better = game.winner.criteria[0]
    sign = {"highest total": 1, "lowest total": -1}.get(better, 0)
    terms = dict(linear(e))
    fixed, ahead = terms.pop(None, 0), terms.get(Variable("winner.total"), 0)
    if not terms:
        return True
    return set(terms) == _TOTALS and fixed >= 0 and ahead * sign > 0


_TOTALS: Final = {Variable("winner.total"), Variable("loser.total")}


def _payment_example(context: SheetContext, settlement: Settlement, unit: str) -> str:
    """Returns an example of a payment, with all figures on which it depends."""
    table = context.table
    totals = (142, 184) if context.game.winner.low_wins else (184, 142)
    counted = sum(
        isinstance(table.rules_of(deal).completed, CompletedWhen) for deal in table.schedule
    )
    failed = (4, 8) if counted >= 8 else (counted // 4, counted // 2)
    completed = (counted - failed[0], counted - failed[1])
    paid = payments(context.game, table.names, totals, failed, completed, (0,))[0]
    read = variables(context.fold(settlement.expression))
    figures = {"failed": failed, "completed": completed}
    named = [name for name in figures if any(each.endswith(f".{name}") for each in read)]
    contracts_text = ""
    if named:
        loser = join_words([f"{figures[name][1]} {name}" for name in named])
        winner = join_words([str(figures[name][0]) for name in named])
        noun = "contract" if figures[named[-1]][1] == 1 else "contracts"
        contracts_text = f", with {loser} {noun} against {winner},"
    who = f"among {table.players} players a loser" if "players" in read else "a loser"
    return (
        f"For example, {who} with {totals[1]} points against the winner's"
        f" {totals[0]}{contracts_text}"
        f" pays {' '.join(filter(None, (signed(int(paid)), unit)))}."
    )
