"""Examples of scores and bids, run against the rules."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

from clagdsl import problems
from clagdsl.check.proof_report import GameExample
from clagdsl.check.prove.counterexample import aligned
from clagdsl.check.prove.example_context import Scenes, Spot, WrongExampleError
from clagdsl.lang.expr.evaluate import number
from clagdsl.lang.expr.free_variables import NameBook
from clagdsl.lang.rules import BidInTurn, FixedBid, NoBid, Value
from clagdsl.problems.model import Problem
from clagdsl.syntax import nodes
from clagdsl.table.bids import legal_bids, why_not_bid
from clagdsl.table.budget import Budget
from clagdsl.table.scoring import score_deal, trick_values

T = TypeVar("T")

_OF_ALL = frozenset(("bids", "most", "most_count", "makers"))
"""What one player's figures alone do not tell."""


def _impossible(example: GameExample, what: str, help: str) -> WrongExampleError:
    return WrongExampleError(problems.examples.ImpossibleExample(example.fact_place, what, help))


def _same(
    example: GameExample, answers: Iterable[tuple[Spot, T]], right: Callable[[T], bool]
) -> tuple[Spot, T] | None:
    """The first answer that is not right; refuses an example where only some are right."""
    wrong: tuple[Spot, T] | None = None
    held: Spot | None = None
    for spot, answer in answers:
        if right(answer):
            held = held or spot
        else:
            wrong = wrong or (spot, answer)
    if wrong is None or held is None:
        return wrong
    what = f"the example holds {held.text}, but not {wrong[0].text}"
    if held.cards != wrong[0].cards:
        help = f"say `with {held.cards} cards`"
    else:
        help = f"say `for {held.rules.players} players`"
    raise WrongExampleError(problems.examples.ExampleLeftOpen(example.fact_place, what, help))


# --- scores -------------------------------------------------------------------------------


def run_score(
    example: GameExample, fact: nodes.ScoreFact, scenes: Scenes, book: NameBook, budget: Budget
) -> None:
    """Check what one player or all score, in every deal that the example leaves open."""
    one = fact.taking or (len(fact.tricks) == 1 and len(fact.scores) == 1)
    players = None if one else len(fact.tricks)
    _check_lengths(example, fact, one)
    answers: list[tuple[Spot, tuple[int, ...]]] = []
    last_refusal: WrongExampleError | None = None
    for spot in scenes.spots(example, scenes.tables(example, players)):
        budget.spend(60)
        try:
            bids = _bids(example, fact, spot, one)
            _check_figures(example, fact, spot, one)
        except WrongExampleError as refusal:
            # of the sizes left open only those count at which this can happen
            last_refusal = last_refusal or refusal
            continue
        answers.append((spot, _scores(example, fact, spot, bids, book)))
    if not answers and last_refusal is not None:
        raise last_refusal
    wrong = _same(example, answers, lambda scores: scores == fact.scores)
    if wrong is not None:
        spot, scores = wrong
        rule = spot.rules.origin("score").place
        table = _figures_table(fact, scores)
        raise WrongExampleError(
            problems.examples.WrongExampleScore(
                example.fact_place, fact.scores, scores, spot.text, rule, table
            )
        )


def _figures_table(fact: nodes.ScoreFact, scores: Sequence[int]) -> tuple[str, ...]:
    if len(scores) == 1:
        return ()
    rows = [["player", "bid", "tricks", "example", "rules"]]
    for seat, tricks in enumerate(fact.tricks):
        bid = "-" if fact.bids is None else str(fact.bids[min(seat, len(fact.bids) - 1)])
        row = [str(seat + 1), bid, str(tricks), str(fact.scores[seat]), str(scores[seat])]
        rows.append(row)
    return aligned(rows)


def _check_lengths(example: GameExample, fact: nodes.ScoreFact, one: bool) -> None:
    wanted = 1 if one else len(fact.tricks)
    many = {len(fact.scores)} | ({len(fact.bids)} if fact.bids is not None else set())
    if many != {wanted}:
        what = "there are not as many bids, tricks and scores as players"
        raise _impossible(example, what, "give one figure of each for every player shown")
    if not one and example.players not in (None, wanted):
        what = f"there are figures of {wanted} players for {example.players} players"
        raise _impossible(example, what, "give one figure of each for every player")
    if fact.taking and len(set(fact.tricks)) != len(fact.tricks):
        raise _impossible(example, "a trick is taken twice", "name each trick once")


def _bids(
    example: GameExample, fact: nodes.ScoreFact, spot: Spot, one: bool
) -> tuple[int, ...] | None:
    """The bids in a deal, as the example says or the deal fixes them."""
    place, rule = example.fact_place, spot.rules.origin("bid").place
    match spot.rules.bid:
        case NoBid():
            if fact.bids is not None:
                what = f"nobody bids in `{spot.rules.name}`"
                found = problems.examples.UnsuitableExample(place, what, "leave the bids out", rule)
                raise WrongExampleError(found)
            return None
        case FixedBid(number=fixed):
            bids = (fixed,) * (1 if one else len(fact.tricks))
            if fact.bids not in (None, bids):
                what = f"everybody bids {fixed} in `{spot.rules.name}`"
                found = problems.examples.UnsuitableExample(place, what, "leave the bids out", rule)
                raise WrongExampleError(found)
            return bids
        case BidInTurn():
            if fact.bids is None:
                what = f"the players bid in `{spot.rules.name}`, and the example has no bid"
                help = "say what was bid, as in `bid 2 tricks 2 scores 12`"
                raise WrongExampleError(
                    problems.examples.UnsuitableExample(place, what, help, rule)
                )
            if max(fact.bids) > spot.cards or min(fact.bids) < 0:
                what = f"nobody can bid {max(fact.bids)} {spot.text}"
                raise _impossible(example, what, f"bid at most {spot.cards}")
            return fact.bids


def _check_figures(example: GameExample, fact: nodes.ScoreFact, spot: Spot, one: bool) -> None:
    total = len(fact.tricks) if fact.taking else sum(fact.tricks)
    if min(fact.tricks, default=0) < (1 if fact.taking else 0):
        raise _impossible(example, "a number of tricks is below what there can be", "count up")
    if fact.taking and fact.tricks and max(fact.tricks) > spot.cards:
        what = f"there is no trick {max(fact.tricks)} {spot.text}"
        raise _impossible(example, what, f"name tricks from 1 to {spot.cards}")
    if total > spot.cards or (not one and total != spot.cards):
        what = f"the tricks come to {total} {spot.text}"
        raise _impossible(example, what, f"let the tricks come to {spot.cards}")


def _scores(
    example: GameExample,
    fact: nodes.ScoreFact,
    spot: Spot,
    bids: tuple[int, ...] | None,
    book: NameBook,
) -> tuple[int, ...]:
    values = trick_values(spot.rules, spot.cards)
    uses = book.uses(spot.rules.score).variables
    # the points of no trick and of all tricks are known without saying which
    some = any(0 < won < spot.cards for won in fact.tricks)
    if "points" in uses and len(set(values)) > 1 and some and not fact.taking:
        raise _needs(example, spot, "which tricks were taken", "`bid 1 taking 2 5 scores ...`")
    if fact.taking or len(fact.tricks) == 1:
        if uses & _OF_ALL:
            what = "the figures of all players"
            raise _needs(example, spot, what, "`bids 1 0 2 tricks 1 1 3 scores ...`")
        return (_one_score(fact, spot, bids, values),)
    if len(set(values)) > 1:
        # the points do not count or are known, so any tricks will do
        taken = tuple(seat for seat, won in enumerate(fact.tricks) for _ in range(won))
    else:
        taken = None
    results = score_deal(
        spot.rules,
        deal=spot.number,
        cards=spot.cards,
        bids=bids,
        tricks=fact.tricks,
        taken=taken,
    )
    return tuple(result.score for result in results)


def _one_score(
    fact: nodes.ScoreFact, spot: Spot, bids: tuple[int, ...] | None, values: Sequence[int]
) -> int:
    tricks = len(fact.tricks) if fact.taking else fact.tricks[0]
    taken = fact.tricks if fact.taking else range(1, tricks + 1)
    points = sum(values[trick - 1] for trick in taken)
    names: dict[str, Value] = {
        **spot.rules.names,
        "deal": spot.number,
        "cards": spot.cards,
        "tricks": tricks,
        "points": points,
    }
    if bids is not None:
        names |= {"bid": bids[0], "made": bids[0] == tricks}
    return number(spot.rules.score, names)


def _needs(example: GameExample, spot: Spot, what: str, such_as: str) -> WrongExampleError:
    rule = spot.rules.origin("score").place
    return WrongExampleError(
        problems.examples.UnsuitableExample(
            example.fact_place,
            f"the score depends on {what}, which the example does not say",
            f"say it, as in {such_as}",
            rule,
        )
    )


# --- bids ---------------------------------------------------------------------------------


def run_bid(example: GameExample, fact: nodes.BidFact, scenes: Scenes, budget: Budget) -> None:
    """Check whether a bid may be made, in every deal that the example leaves open."""
    answers: list[tuple[Spot, bool]] = []
    refusal: WrongExampleError | None = None
    for spot in scenes.spots(example, scenes.tables(example)):
        budget.spend(100)
        wrong = _earlier(example, fact, spot)
        if wrong is not None:
            refusal = refusal or wrong
            continue
        rules = spot.rules
        legal = legal_bids(rules, deal=spot.number, cards=spot.cards, bids=fact.bids)
        answers.append((spot, fact.bid in legal))
    if not answers and refusal is not None:
        raise refusal
    found = _same(example, answers, lambda legal: legal == fact.allowed)
    if found is not None:
        raise WrongExampleError(_wrong_bid(example, fact, found[0]))


def _wrong_bid(example: GameExample, fact: nodes.BidFact, spot: Spot) -> Problem:
    rules = spot.rules
    reason = why_not_bid(rules, deal=spot.number, cards=spot.cards, bids=fact.bids, bid=fact.bid)
    words = "" if reason is None else f"by the rules {reason.reason}"
    rule = reason.place if reason is not None else rules.origin("last_bid").place
    return problems.examples.WrongExampleBid(
        example.fact_place, fact.bid, fact.allowed, spot.text, words, rule
    )


def _earlier(example: GameExample, fact: nodes.BidFact, spot: Spot) -> WrongExampleError | None:
    """Why the earlier bids of an example cannot have been made in a deal, or None."""
    rules = spot.rules
    if not isinstance(rules.bid, BidInTurn):
        what = f"nobody chooses a bid in `{rules.name}`"
        help = "name a deal in which the players bid"
        place = rules.origin("bid").place
        return WrongExampleError(
            problems.examples.UnsuitableExample(example.fact_place, what, help, place)
        )
    if len(fact.bids) >= rules.players:
        what = f"after {len(fact.bids)} bids all {rules.players} players have bid"
        return _impossible(example, what, "show fewer earlier bids, or say `for ... players`")
    for done, bid in enumerate(fact.bids):
        reason = why_not_bid(
            rules, deal=spot.number, cards=spot.cards, bids=fact.bids[:done], bid=bid
        )
        if reason is not None:
            what = f"the earlier bid {bid} cannot have been made {spot.text}: {reason.reason}"
            return _impossible(example, what, "show earlier bids that were allowed")
    return None
