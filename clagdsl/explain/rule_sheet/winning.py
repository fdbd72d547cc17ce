"""Who wins a match, and what the others pay."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import Final

from clagdsl.explain.english import sentence, signed
from clagdsl.explain.rule_sheet.context import SheetContext
from clagdsl.explain.rule_sheet.overrides import (
    bids_are_contracts,
    contract_sentence,
    contracts_matter,
)
from clagdsl.explain.rule_sheet.reachable import told_end
from clagdsl.explain.rule_sheet.score_sentences import payment_formula, payment_terms
from clagdsl.lang.enumeration import listed
from clagdsl.lang.expr.evaluate import EvaluationError
from clagdsl.lang.expr.free_variables import variables
from clagdsl.lang.expr.simplify import linear
from clagdsl.lang.expr.walk import everything_in
from clagdsl.lang.rules import (
    CriterionText,
    Expression,
    Game,
    ParameterValue,
    Settlement,
    Variable,
)
from clagdsl.table.scoring import payments

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
"""The same where no deal says when a contract is completed."""


def winning_sentences(reading: SheetContext) -> list[str]:
    """Who wins, and who of those who tie."""
    game = reading.game
    first, *others = game.winner.criteria
    when = "after the last deal" if told_end(reading) is None else "when the match ends"
    plain = bids_are_contracts(game)
    best = _BEST_OF_BIDS if plain else _BEST
    told = [f"Whoever {best[first]} {when} wins."]
    for criterion in others:
        told.append(f"Of players who tie, the one who {best[criterion]} wins.")
    told.append(f"Those who {'still ' if others else ''}tie share the win.")
    if plain:
        told.append("A bid is made by winning exactly as many tricks; otherwise it is missed.")
    elif contracts_matter(game):
        told.append(contract_sentence(reading, reading.rules))
    return told


def payment_terms_told(reading: SheetContext, settlement: Settlement) -> list[str]:
    """What a loser pays, without an example."""
    e = reading.fold(settlement.expression)
    unit = _paid_in(reading.game, settlement.expression)
    terms = payment_terms(e, unit)
    if not terms:
        how = f", in {unit}" if unit else ""
        formula = f"Every other player pays the winner by this formula{how}: {payment_formula(e)}"
        return [sentence(formula)]
    told = [sentence(f"Every other player pays the winner {listed(terms)}")]
    if not _never_taken_off(reading.game, e):
        told.append(
            "A difference the other way is taken off; what falls below nothing the winner pays."
        )
    return told


def payment_sentences(reading: SheetContext, settlement: Settlement) -> Iterator[str]:
    """What a loser pays, with an example where it hangs on anything, and how winners share it."""
    yield from payment_terms_told(reading, settlement)
    unit = _paid_in(reading.game, settlement.expression)
    if variables(reading.fold(settlement.expression)) - {"players"}:
        with suppress(EvaluationError):  # of totals that nobody can have
            yield _payment_example(reading, settlement, unit)
    yield (
        "Where several share the win, each of the others pays the average of what they would owe"
        " to each winner, and the winners share it all equally."
    )


def _paid_in(game: Game, e: Expression) -> str:
    """What a payment is made in, as all parameters in it say: `pence for each point`; or ""."""
    read = {part.name for part in everything_in(e) if isinstance(part, ParameterValue)}
    told = [parameter.description or "" for parameter in game.parameters if parameter.name in read]
    words = [text.split(maxsplit=2) for text in told]
    units = {some[0] if len(some) == 3 and some[1] == "for" else "" for some in words}
    return units.pop() if len(units) == 1 else ""


def _never_taken_off(game: Game, e: Expression) -> bool:
    """Whether a payment is one sum, or for points alone by which the winner is always ahead."""
    better = game.winner.criteria[0]
    sign = {"highest total": 1, "lowest total": -1}.get(better, 0)
    terms = dict(linear(e))
    fixed, ahead = terms.pop(None, 0), terms.get(Variable("winner.total"), 0)
    if not terms:
        return True
    return set(terms) == _TOTALS and fixed >= 0 and ahead * sign > 0


_TOTALS: Final = {Variable("winner.total"), Variable("loser.total")}


def _payment_example(reading: SheetContext, settlement: Settlement, unit: str) -> str:
    totals, failed = (184, 142), (4, 8)
    if reading.game.winner.low_wins:
        totals = (142, 184)
    deals = len(reading.table.schedule)
    completed = tuple(max(0, deals - number) for number in failed)
    names = reading.table.names
    paid = payments(reading.game, names, totals, failed, completed, (0,))[0]
    told = ""
    if any(name.endswith("failed") for name in variables(settlement.expression)):
        told = f", with {failed[1]} failed contracts against {failed[0]},"
    return (
        f"For example, a loser with {totals[1]} points against the winner's {totals[0]}{told}"
        f" pays {' '.join(filter(None, (signed(int(paid)), unit)))}."
    )
