"""Where the rules come from: the sources of a game and the passages it cites."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from clagdsl.explain.rule_sheet.context import SheetContext
from clagdsl.lang.rules import Assumption, Citation, Deal, Game, Origin, Twist
from clagdsl.lang.used_names import used_names


def passages(citations: Sequence[Citation]) -> str:
    """`pagat, deal 8; wiki, note a`."""
    told = (
        f"{citation.source}, {citation.passage}" if citation.passage else citation.source
        for citation in citations
    )
    return "; ".join(dict.fromkeys(told))


def cited_sources(game: Game) -> Iterator[str]:
    """Each source with the passages that are cited from it."""
    cited = [citation for origin in _origins(game) for citation in origin.citations]
    cited += [citation for assumption in game.assumptions for citation in assumption.citations]
    for source in game.sources:
        own = [c.passage for c in cited if c.source == source.name and c.passage]
        told = f": {', '.join(dict.fromkeys(own))}" if own else ""
        yield f"{source.title} ({source.name}){told}."


def _origins(game: Game) -> Iterator[Origin]:
    yield game.origin
    yield game.players_origin
    if game.pack is not None:
        yield game.pack.origin
    yield from (special.origin for special in game.specials)
    used = used_names(game)
    yield from (parameter.origin for parameter in game.parameters if parameter.name in used)
    for deal in game.deals:
        yield deal.origin
        for clause in deal.aspects.clauses():
            yield clause.origin
    for twist in game.twists:
        yield twist.origin
        for clause in twist.clauses():
            yield clause.origin
    yield game.schedule_origin
    yield game.winner.origin
    if game.ends is not None:
        yield game.ends.origin
    if game.settlement is not None:
        yield game.settlement.origin


def assumed(reading: SheetContext) -> dict[Assumption, str]:
    """Every assumption, with the special deal or the choice of a call that it belongs to, or "".

    Those of a parameter hold for its default, and are left out where it is set otherwise.
    """
    game = reading.game
    found = dict.fromkeys(game.assumptions, "")
    deals = sorted(game.deals, key=lambda deal: deal.name != reading.ordinary)
    met: set[Assumption] = set()
    parts: tuple[Deal | Twist, ...] = (*deals, *game.twists)
    for part in parts:
        own = part.aspects.clauses() if isinstance(part, Deal) else part.clauses()
        for origin in (part.origin, *(clause.origin for clause in own)):
            for assumption in origin.assumptions:
                if assumption not in met and part.name != reading.ordinary:
                    found[assumption] = part.name
                met.add(assumption)
    for parameter in game.parameters:
        if reading.table.parameters[parameter.name] != parameter.default:
            for assumption in parameter.origin.assumptions:
                found.pop(assumption, None)
    return found
