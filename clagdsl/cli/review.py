"""`clagdsl review`: the value of the decisions in a recorded match."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from pathlib import Path
from typing import Final

import click

from clagdsl.cli._options import seed_option, trust_option
from clagdsl.cli._output import (
    check_ending,
    force_option,
    format_option,
    report_written,
    write_json,
    write_lines,
)
from clagdsl.cli._problems import FINE, InputError
from clagdsl.cli._progress import ReviewLine, write_status
from clagdsl.cli._records import record_with_rules
from clagdsl.cli.play.saved_matches import is_trusted, saved_match
from clagdsl.explain.english import counted
from clagdsl.lang.files import write_file
from clagdsl.lang.output_paths import REVIEW_PAGE, check_target
from clagdsl.problems.escape import escape_invisible, width
from clagdsl.records.recorded_match import RecordError
from clagdsl.reviewing.model import Review, ReviewedDecision, ReviewedPlayer
from clagdsl.reviewing.review import REVIEWER, review_record, weighing_player
from clagdsl.reviewing.text import NOT_WEIGHED, PARTLY, gain_text, points_text

PAGE_ENDING: Final = ".html"


@click.command()
@click.argument("match", metavar="MATCH.toml")
@click.option(
    "--player",
    default=REVIEWER,
    show_default=True,
    metavar="NAME",
    help="The player that judges the decisions.",
)
@seed_option
@click.option("--rules", metavar="FILE", help="The rules, if the record names none.")
@trust_option
@click.option("-o", "--output", metavar="X.html", help="Write a web page to this file.")
@force_option
@format_option("text", "json")
def review(
    match: str,
    player: str,
    seed: int,
    rules: str | None,
    trust: bool,
    output: str | None,
    force: bool,
    output_format: str,
) -> int:
    """Find the costliest mistakes of a match (needs simulate).

    MATCH is a record with every card, or the name of a match that `play` has saved, such as
    pagat-1. Each decision is judged by what its player could know.
    """
    if output is not None:
        _check_page(output, force=force)
    weighing_player(player)
    path = saved_match(match)
    source = record_with_rules(path, match, rules, trust=trust or is_trusted(path))
    line = ReviewLine()
    try:
        reviewed = review_record(
            source.record,
            source.game,
            source.read.places,
            player=player,
            seed=seed,
            progress=line.show,
        )
    except RecordError as error:
        raise InputError(error.diagnostics, source.sources) from error
    except KeyboardInterrupt:
        line.clear()
        write_status("interrupted: there are no results before all decisions are weighed\n")
        raise
    finally:
        line.clear()
    if output is not None:
        from clagdsl.reviewing.page import page

        write_file(Path(output), page(reviewed))
    if output_format == "json":
        write_json(reviewed.to_json())
        return FINE
    write_lines(_lines(reviewed))
    if output is not None:
        report_written(output, as_json=False)
    return FINE


def _check_page(output: str, *, force: bool) -> None:
    path = Path(output)
    check_ending(output, PAGE_ENDING)
    check_target(path, REVIEW_PAGE, force=force, shown=output)


# --- the result as text -----------------------------------------------------------------------


def _lines(reviewed: Review) -> Iterator[str]:
    """Yields lines with the decisions deal by deal, their costs by player, and the costliest
    mistakes.
    """
    wide = max(6, *(width(escape_invisible(one.player)) for one in reviewed.players))
    free = [one for one in reviewed.decisions if not one.forced]
    for deal, of_deal in groupby(free, lambda one: one.deal):
        yield f"deal {deal}"
        for one in of_deal:
            yield _decision(one, wide)
        yield ""
    for left in reviewed.not_reviewed:
        if reviewed.is_reviewed_partly(left.deal):
            yield f"deal {left.deal} is {PARTLY}"
        else:
            yield f"deal {left.deal} is not reviewed: {left.reason}"
    if reviewed.not_reviewed:
        yield ""
    yield from _players(reviewed.players, wide)
    yield ""
    if not reviewed.dearest:
        yield "no mistakes: no other decision was clearly better"
    for place, mistake in enumerate(reviewed.dearest, 1):
        yield f"{place}. {mistake.told}"
    free_ones, forced = len(free), len(reviewed.decisions) - len(free)
    yield ""
    unsure = "; ± ? means that only one layout was tried" if reviewed.is_unsure else ""
    yield (
        f"{counted(free_ones, 'decision')} judged by {reviewed.reviewer}; {forced} more had only"
        f" one legal action; ± is two standard errors{unsure}"
    )


def _decision(decision: ReviewedDecision, wide: int) -> str:
    where = "" if decision.trick is None else str(decision.trick)
    player = escape_invisible(decision.player)
    mark = "*" if decision.better is not None else " "
    others = [
        f"{escape_invisible(worth.action)} {gain_text(worth)}"
        for worth in decision.actions
        if worth.action != decision.action
    ]
    padded = player + " " * (wide - width(player))
    alternatives = ", ".join(others) or NOT_WEIGHED
    return f"{mark} {where:>2}  {padded}  {escape_invisible(decision.action)}: {alternatives}"


def _players(players: Sequence[ReviewedPlayer], wide: int) -> Iterator[str]:
    kinds = list(dict.fromkeys(line.kind for one in players for line in one.kinds))
    heads = ["decisions", "mistakes", "points lost", *(f"by {kind}" for kind in kinds)]
    yield f"{'player':<{wide}}  " + "  ".join(heads)
    for one in players:
        lost = {line.kind: points_text(line.lost) for line in one.kinds}
        cells = [str(one.decisions), str(one.mistakes), points_text(one.lost)]
        cells += [lost.get(kind, "-") for kind in kinds]
        name = escape_invisible(one.player)
        row = "  ".join(f"{cell:>{len(head)}}" for cell, head in zip(cells, heads, strict=True))
        yield f"{name}{' ' * (wide - width(name))}  {row}"
