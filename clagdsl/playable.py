"""Checked rules to play with: what `clagdsl.load` returns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from clagdsl.arguments import wrong_calls, wrong_cards, wrong_source, wrong_tricks
from clagdsl.checker.evidence import Evidence
from clagdsl.checker.load import CheckResult, check_path, check_text
from clagdsl.diagnostics import Diagnostic, RulesError
from clagdsl.game import Call, Game, Value
from clagdsl.interpreter.state import State, start
from clagdsl.machine.calls import ordered_call, why_not_call
from clagdsl.machine.rules import DealRules
from clagdsl.machine.scoring import score_deal
from clagdsl.machine.table import ScheduledDeal, Table, open_table, scheduled_deal


@dataclass(frozen=True, slots=True)
class Scene:
    """One deal of a schedule with everything chosen: the row, the number of cards, the rules."""

    scheduled: ScheduledDeal
    cards: int
    rules: DealRules


@dataclass(frozen=True, slots=True)
class PlayableGame:
    """Checked rules: `rules` as data, `evidence` of what is proved, warnings in `diagnostics`.

    `reference` is how records name the rules: a bundled name or a path.
    """

    rules: Game
    evidence: Evidence
    diagnostics: tuple[Diagnostic, ...] = ()
    reference: str = field(default="", compare=False)

    def start(
        self,
        players: int | None = None,
        seed: int | None = None,
        match: int = 0,
        names: Sequence[str] | None = None,
        dealer: int | str | None = None,
        parameters: Mapping[str, Value] | None = None,
    ) -> State:
        """A new match; with a seed it deals for itself.  Raises ArgumentError."""
        return start(
            self.rules, players, seed, match, names, dealer, parameters, rules=self.reference
        )

    def deals(
        self, players: int | None = None, parameters: Mapping[str, Value] | None = None
    ) -> tuple[ScheduledDeal, ...]:
        """The schedule: the number, name and cards of every deal, None where the dealer picks."""
        return open_table(self.rules, players, parameters).schedule

    def score(
        self,
        deal: int | str,
        bids: Sequence[int] | None = None,
        tricks: Sequence[int] = (),
        taken: Sequence[int] | None = None,
        calls: str | Sequence[str] | None = None,
        cards: int | None = None,
        parameters: Mapping[str, Value] | None = None,
    ) -> tuple[int, ...]:
        """The points of each player in one deal, by its number in the schedule or its name.

        One number of tricks for each player.  `taken`, the seat that won each trick, where tricks
        differ in value; `cards` where the deal may have several numbers of them; `calls` where
        something is called.  Limits on bids do not count here.  Raises ArgumentError.
        """
        if len(tricks) == 0:
            raise wrong_tricks("the number of tricks of each player is needed")
        table = open_table(self.rules, len(tricks), parameters)
        scene = set_scene(table, deal, cards, calls)
        results = score_deal(
            scene.rules,
            deal=scene.scheduled.number,
            cards=scene.cards,
            bids=None if bids is None else tuple(bids),
            tricks=tuple(tricks),
            taken=None if taken is None else tuple(taken),
        )
        return tuple(result.score for result in results)


def load(source: str | Path | None = None, *, text: str | None = None) -> PlayableGame:
    """The rules of a file, of a bundled variant (`"pagat"`) or of a text, checked.

    Raises RulesError, whose `diagnostics` are what `clagdsl check` prints.
    """
    if (source is None) == (text is None):
        raise wrong_source("give a path, the name of a bundled variant, or `text=`: one of them")
    if text is not None:
        if not isinstance(text, str):
            raise wrong_source(f"`text=` is a text, not `{type(text).__name__}`")
        return _playable(check_text(text), "")
    if not isinstance(source, str | Path):
        raise wrong_source(f"a path or a name is a text, not `{type(source).__name__}`")
    return _playable(check_path(source), str(source))


def _playable(checked: CheckResult, reference: str) -> PlayableGame:
    if checked.game is None or checked.evidence is None:
        raise RulesError(checked.diagnostics)
    reference = reference or checked.game.file
    return PlayableGame(checked.game, checked.evidence, checked.diagnostics, reference)


def set_scene(
    table: Table, deal: int | str, cards: int | None, calls: str | Sequence[str] | None
) -> Scene:
    """The deal of that number or name, with these cards and calls; raises ArgumentError."""
    scheduled = scheduled_deal(table, deal)
    rows = [scheduled]
    if isinstance(deal, str):
        rows = [row for row in table.schedule if row.name == scheduled.name]
    sizes = sorted({size for row in rows for size in range(row.low, row.high + 1)})
    if cards is None:
        if len(sizes) > 1:
            raise wrong_cards(f"`{deal}` has {_sizes(sizes)} cards: say how many")
        cards = sizes[0]
    if type(cards) is not int or cards not in sizes:
        raise wrong_cards(f"`{deal}` does not have `{cards}` cards, but {_sizes(sizes)}")
    scheduled = next(row for row in rows if row.low <= cards <= row.high)
    return Scene(scheduled, cards, _called(table, scheduled, calls))


def _sizes(sizes: Sequence[int]) -> str:
    return ", ".join(f"`{size}`" for size in sizes[:-1]) + (
        f" or `{sizes[-1]}`" if len(sizes) > 1 else f"`{sizes[-1]}`"
    )


def _called(table: Table, scheduled: ScheduledDeal, calls: str | Sequence[str] | None) -> DealRules:
    rules = table.rules(scheduled.name)
    if calls is None:
        if isinstance(rules.call, Call):
            raise wrong_calls(f"in `{rules.name}` something is called: say what")
        return rules
    if isinstance(calls, str):
        calls = [name.strip() for name in calls.split(",")] if calls.strip() else []
    if not isinstance(rules.call, Call) and not calls:
        return rules
    refused = why_not_call(rules, calls)
    if refused is not None:
        raise wrong_calls(refused.reason)
    return table.rules(scheduled.name, ordered_call(rules, calls))
