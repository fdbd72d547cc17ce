"""How a match ended, in lines: the standings, and what the stakes were."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from clagdsl.lang.expr.free_variables import NameBook
from clagdsl.lang.rules import Winner
from clagdsl.problems.safe_text import visible
from clagdsl.records.match_end import MatchEnd
from clagdsl.table.table import Table


def standings_text(names: Sequence[str], totals: Sequence[int], winner: Winner) -> str:
    """Everybody by place, those with equal totals sharing it: `1. Ann 24, 2. Bob 12`.

    Where the lowest total wins it comes first.
    """
    merits = [-total if winner.low_wins else total for total in totals]
    order = sorted(range(len(totals)), key=lambda seat: -merits[seat])
    places = [1 + sum(other > merits[seat] for other in merits) for seat in order]
    return ", ".join(
        f"{place}. {names[seat]} {totals[seat]}" for place, seat in zip(places, order, strict=True)
    )


def stakes_lines(table: Table) -> list[str]:
    """The parameters that the settlement reads, with what each of them means."""
    if table.game.settlement is None:
        return []
    read = NameBook(table.game.lets).uses(table.game.settlement.expression).parameters
    return [
        f"{parameter.name} {table.parameters[parameter.name]}"
        + (f": {visible(parameter.description)}" if parameter.description else "")
        for parameter in table.game.parameters
        if parameter.name in read
    ]


def amount_text(paid: Fraction) -> str:
    """An exact amount: `2`, `1/2`, `2 1/2`."""
    whole, rest = divmod(paid, 1)
    return f"{whole} {rest}" if rest and whole else str(paid)


def does(name: str, verb: str) -> str:
    """A player and what that player does: `Ann pays`, `You pay`, as `play` names the person."""
    return f"{name} {verb}" if name == "You" else f"{name} {verb}s"


def outcome_lines(names: Sequence[str], outcome: MatchEnd, table: Table) -> list[str]:
    """The standings at the end of a sheet, who won, what everybody pays."""
    shown = [visible(name) for name in names]
    lines = [f"final standings: {standings_text(shown, outcome.totals, table.game.winner)}"]
    if outcome.winners is None:
        lines.append("who won is not known: the sheet does not tell which contracts were completed")
        return lines
    winners = [shown[seat] for seat in outcome.winners]
    alone = len(winners) == 1
    lines.append(does(winners[0], "win") if alone else f"{' and '.join(winners)} win")
    if not outcome.settled:
        return lines
    if outcome.payments is None:
        lines.append(
            "what is paid is not known: the sheet does not tell which contracts were completed"
        )
    elif any(outcome.payments):
        paid = (
            f"{does(shown[seat], 'get' if each > 0 else 'pay')} {amount_text(abs(each))}"
            for seat, each in enumerate(outcome.payments)
            if each
        )
        lines.append(", ".join(paid))
    else:
        lines.append("nobody pays anything")
    return lines + [f"  {line}" for line in stakes_lines(table)]
