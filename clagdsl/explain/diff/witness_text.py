"""A witness in words, and as the JSON that programs read."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from clagdsl.explain.diff.compare import GameComparison
from clagdsl.explain.diff.lockstep import Kind
from clagdsl.explain.diff.row_witness import reads_rows
from clagdsl.explain.diff.text import for_whom, sizes_text
from clagdsl.explain.diff.witness import MOST_PACKS, Searched, Witness
from clagdsl.lang.json_value import JsonObject
from clagdsl.problems.safe_text import visible
from clagdsl.records.writing import write_record
from clagdsl.table.bids import auctions_in

_TITLES: Final[dict[Kind, str]] = {
    "actions": "what may be done differs",
    "trick": "a trick goes to different players",
    "score": "the points differ",
}


def witness_lines(comparison: GameComparison, searched: Searched) -> Iterator[str]:
    """The witness, ending with its record; or that there is none, and how far the search went."""
    witness = searched.witness
    if witness is None:
        yield visible(_nothing(comparison, searched))
        return
    deals = len(witness.record.deals)
    if deals > 1:
        yield f"the deals that show it, {deals} from the first of a match on: {_scene(witness)}"
    else:
        yield f"the smallest deal that shows it: {_scene(witness)}"
    if witness.row_a.name != witness.row_b.name or witness.row_a.number != witness.row_b.number:
        yield f"  A: deal {witness.row_a.number}, {visible(witness.row_a.name)}"
        yield f"  B: deal {witness.row_b.number}, {visible(witness.row_b.name)}"
    if witness.calls is not None:
        yield f"  called: {visible(', '.join(witness.calls)) or 'nothing'}"
    yield f"  {_TITLES[witness.found.kind]}"
    yield f"    A  {visible(witness.found.a)}"
    yield f"    B  {visible(witness.found.b)}"
    yield ""
    yield record_text(witness).rstrip("\n")


def record_text(witness: Witness) -> str:
    """The record as TOML; its first line is always `record = 1`, by which programs find it."""
    _, *rest = write_record(witness.record).splitlines(keepends=True)
    return "".join([f"record = {witness.record.version}\n", *rest])


def _scene(witness: Witness) -> str:
    cards = sizes_text(witness.cards, witness.cards)
    return f"{visible(witness.row_a.name)}, {witness.players} players, {cards}"


def _nothing(comparison: GameComparison, searched: Searched) -> str:
    """Why there is no witness."""
    if comparison.same:
        whom = for_whom(comparison.players)
        return f"no deal shows a difference: the rules are the same{whom}"
    if not comparison.tables:
        return "no deal shows a difference: no number of players can play both games"
    if searched.compared == 0 and searched.packs_differ:
        return "no deal was compared: the packs differ, so that the same cards cannot be dealt"
    if searched.compared == 0:
        return "no deal shows a difference: no two deals have as many cards"
    if searched.whole:
        return (
            "no deal shows a difference: in every deal that both games have, the same may be done,"
            " the same card takes a trick and the points are the same"
        )
    later = ", or one after the first deal of a match, in which somebody else than the dealer calls"
    games = (comparison.a.game, comparison.b.game)
    rows = ", or one that hangs on the deals of its row, of which few matches were tried"
    before = ", or one that hangs on runs or tallies, which are still nothing in a first deal"
    longer = ", or one after a longer auction than eldest's lowest bid and passes"
    return (
        f"no deal that was tried shows a difference: {searched.compared} deals were compared,"
        f" with {MOST_PACKS} packs at most for each; there may be a rarer one"
        f"{later if searched.dealer_calls else ''}"
        f"{longer if any(map(auctions_in, games)) else ''}"
        f"{rows if reads_rows(comparison) else ''}"
        f"{before if any(game.past for game in games) else ''}"
    )


def witness_json(comparison: GameComparison, searched: Searched) -> JsonObject:
    """The witness with its record as text; where there is none, `reason` says why."""
    witness = searched.witness
    if witness is None:
        return {
            "found": False,
            "dealer_calls": searched.dealer_calls,
            "reason": _nothing(comparison, searched),
        }
    return {
        "found": True,
        "dealer_calls": searched.dealer_calls,
        "kind": witness.found.kind,
        "players": witness.players,
        "cards": witness.cards,
        "deal_a": {"number": witness.row_a.number, "name": witness.row_a.name},
        "deal_b": {"number": witness.row_b.number, "name": witness.row_b.name},
        "calls": None if witness.calls is None else list(witness.calls),
        "a": witness.found.a,
        "b": witness.found.b,
        "record": record_text(witness),
    }
