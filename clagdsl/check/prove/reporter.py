"""Collects the findings of the proofs, each with its counterexample as a small table.

A problem is reported once, with its first counterexample. The proofs go from the smallest table
upwards, so that is also the smallest one.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import field
from typing import Final, TypeAlias

from clagdsl import problems
from clagdsl.check.prove.parameter_space import Setting
from clagdsl.lang.expr.evaluate import EvaluationError
from clagdsl.lang.frozen import dataclass
from clagdsl.lang.numerals import ORDINALS
from clagdsl.lang.rules import Arithmetic, BidTogether, ChosenBid, Game, Value
from clagdsl.lang.source import Place
from clagdsl.problems.diagnostic import Diagnostic, Problem

# --- counterexamples ----------------------------------------------------------------------


# Names of bidders in order, for bids that begin with eldest hand.
_SEATS: Final = ("eldest", *ORDINALS[1:])
_HEADINGS: Final = {
    "most_count": "players with most",
    "bids": "all bids",
    "previous_bid": "bid before",
    "highest_bid": "highest bid",
    "same_bids": "same bids",
    "deal": "deal number",
}


def align_columns(rows: Sequence[Sequence[str]]) -> tuple[str, ...]:
    """Formats rows of cells as lines with aligned columns."""
    widths = [max(len(cell) for cell in column) for column in zip(*rows, strict=True)]
    return tuple(
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in rows
    )


def count_text(many: int, one: str) -> str:
    """Returns a number with its noun, such as `1 card` or `2 cards`."""
    return f"{many} {one}" if many == 1 else f"{many} {one}s"


def fewer_players(game: Game) -> str:
    """Returns the clause for fewer numbers of players; "" if a game has only one number."""
    low, high = game.players
    if low == high:
        return ""
    clause = f"players {4 if low <= 4 <= high else low}"
    return f"change {clause}" if game.extends is not None else clause


OF_THIS_DEAL: Final = ("auction", "blind")
"""The figures of a player that come about before the bids of the same deal."""


def describe_setting(
    setting: Setting,
    cards: int | None = None,
    calls: Sequence[str] = (),
    past: Sequence[tuple[str, Value]] = (),
) -> str:
    """Returns a description such as `with 3 players and 1 card, hook = true, calling Misere`."""
    text = f"with {count_text(setting.players, 'player')}"
    if cards is not None:
        text += f" and {count_text(cards, 'card')}"
    if setting.changed is not None:
        text += f", `{setting.changed[0]} = {shown(setting.changed[1])}`"
    if calls:
        text += f", calling {', '.join(f'`{call}`' for call in calls)}"
    # a proof counts these whatever is bid, also where the limits of the file rule that out
    texts = {name: f"`{name} = {shown(value)}`" for name, value in past}
    text += "".join(f", {texts.pop(name)}" for name in OF_THIS_DEAL if name in texts)
    if texts:
        text += f", if somebody could reach {' and '.join(texts.values())}"
    return text


def figures_table(
    setting: Setting,
    cards: int | None = None,
    calls: Sequence[str] = (),
    figures: Mapping[str, Value] = {},
) -> tuple[str, ...]:
    """Returns a table with one row of figures under their names, after the setting's columns."""
    columns: dict[str, str] = {"players": str(setting.players)}
    if setting.changed is not None:
        columns[setting.changed[0]] = shown(setting.changed[1])
    if cards is not None:
        columns["cards"] = str(cards)
    if calls:
        columns["called"] = ", ".join(calls)
    for name, value in figures.items():
        columns[_HEADINGS.get(name, name)] = shown(value)
    return align_columns([list(columns), list(columns.values())])


def bids_table(players: int, bids: Sequence[int], bid: ChosenBid) -> tuple[str, ...]:
    """Returns a table of the bids made, whose last line is for the player without a legal bid."""
    rows = [["player", "bid"]]
    for step, made in enumerate(bids):
        rows.append([bidder_name(step, players, bid), str(made)])
    rows.append([bidder_name(len(bids), players, bid), "none left"])
    return align_columns(rows)


def bidder_name(step: int, players: int, bid: ChosenBid) -> str:
    """Returns the name of the bidder after `step` others, or of any bidder if all bid
    simultaneously.
    """
    if isinstance(bid, BidTogether):
        match bid.again:
            case None:
                return "first"
            case "eldest":  # who may have to bid again is the last
                return (*_SEATS[1 : players - 1], "dealer", "eldest")[step]
            case "dealer":
                return (*_SEATS[: players - 1], "dealer")[step]
    if bid.first == "eldest":
        return "dealer" if step == players - 1 else _SEATS[step]
    if step == 0:
        return "first" if bid.first in ("right of dealer", "drawn") else bid.first
    return "last" if step == players - 1 else _SEATS[step]


def shown(value: Value) -> str:
    """Returns a value as it would be written in a rules file."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value)


# --- findings -----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class KeyedFinding:
    """A problem reported once per key, whereas others are reported once per code and place."""

    key: Hashable
    problem: Problem


@dataclass(frozen=True, slots=True)
class ValueFault:
    """An overflow or a division by zero, with the table at which it occurs.

    `place` is used if the part with the fault has no place of its own. The problem is created on
    demand, since a fault can recur at every table and all but the first are skipped.
    """

    fault: EvaluationError
    place: Place | None
    setting: Setting
    cards: int | None = None
    calls: tuple[str, ...] = ()
    figures: Mapping[str, Value] = field(default_factory=dict)
    counted: tuple[str, ...] = ()
    """The names of those figures that a run, a tally or a row counts."""

    @property
    def key(self) -> Hashable:
        """A key that equal faults share."""
        where = self.fault.place or self.place
        return (self.fault.fault, where, self.fault.part if where is None else None)

    @property
    def problem(self) -> Problem:
        """The problem with its counterexample."""
        fault = self.fault
        part = fault.part
        where = fault.place or self.place
        past = [(name, self.figures[name]) for name in self.counted]
        when = describe_setting(self.setting, self.cards, self.calls, past)
        table = figures_table(self.setting, self.cards, self.calls, self.figures)
        if fault.fault == "too large":
            return problems.proofs.FigureTooLarge(where, figure(fault.value), when, table)
        operator = part.operator if isinstance(part, Arithmetic) else "//"
        return problems.proofs.DivisionByZero(where, operator, when, table)


Finding: TypeAlias = Problem | KeyedFinding | ValueFault


class Findings:
    """The findings of all parts, in order; repetitions are dropped."""

    def __init__(self) -> None:
        self.diagnostics: list[Diagnostic] = []
        self.reported_keys: set[Hashable] = set()

    @property
    def failed(self) -> bool:
        """Whether an error was found."""
        return any(diagnostic.severity == "error" for diagnostic in self.diagnostics)

    def add(self, findings: Iterable[Finding]) -> None:
        """Adds the findings of a part, except those whose key is already known."""
        for each in findings:
            keyed = (
                KeyedFinding((each.code, each.place), each) if isinstance(each, Problem) else each
            )
            if keyed.key not in self.reported_keys:
                self.reported_keys.add(keyed.key)
                self.diagnostics.append(keyed.problem.diagnostic())


def figure(value: Value) -> str:
    """Returns a number as text, shortened if it is very large."""
    if isinstance(value, int) and abs(value) >= 10**21:
        return "a number of more than 21 digits"
    return str(value)
