"""`clagdsl review`: what the decisions of a recorded match were worth."""

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
    tell_written,
    write_json,
    write_lines,
)
from clagdsl.cli._problems import FINE, InputError
from clagdsl.cli._progress import ReviewLine, say
from clagdsl.cli._records import record_with_rules
from clagdsl.cli.play.kept_matches import is_own, kept_match
from clagdsl.explain.english import counted
from clagdsl.lang.files import write_file
from clagdsl.lang.targets import REVIEW_PAGE, check_target
from clagdsl.problems.safe_text import visible, width
from clagdsl.records.recorded_match import RecordError
from clagdsl.reviewing.mistake_words import NOT_WEIGHED, PARTLY, gain_text, points_text
from clagdsl.reviewing.review_lines import Review, ReviewedDecision, ReviewedPlayer
from clagdsl.reviewing.reviewed import REVIEWER, review_record, weighing_player

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
    path = kept_match(match)
    given = record_with_rules(path, match, rules, trust=trust or is_own(path))
    line = ReviewLine()
    try:
        found = review_record(
            given.record,
            given.game,
            given.read.places,
            player=player,
            seed=seed,
            progress=line.show,
        )
    except RecordError as error:
        raise InputError(error.diagnostics, given.sources) from error
    except KeyboardInterrupt:
        line.clear()
        say("interrupted: nothing is told before all decisions are weighed\n")
        raise
    finally:
        line.clear()
    if output is not None:
        from clagdsl.reviewing.page import page

        write_file(Path(output), page(found))
    if output_format == "json":
        write_json(found.to_json())
        return FINE
    write_lines(_lines(found))
    if output is not None:
        tell_written(output, as_json=False)
    return FINE


def _check_page(output: str, *, force: bool) -> None:
    path = Path(output)
    check_ending(output, PAGE_ENDING)
    check_target(path, REVIEW_PAGE, force=force, shown=output)


# --- as text ------------------------------------------------------------------------------


def _lines(found: Review) -> Iterator[str]:
    """The decisions deal by deal, then what they cost each player, then the dearest mistakes."""
    wide = max(6, *(width(visible(one.player)) for one in found.players))
    free = [one for one in found.decisions if not one.forced]
    for deal, of_deal in groupby(free, lambda one: one.deal):
        yield f"deal {deal}"
        for one in of_deal:
            yield _decision(one, wide)
        yield ""
    for left in found.not_reviewed:
        if found.is_reviewed_partly(left.deal):
            yield f"deal {left.deal} is {PARTLY}"
        else:
            yield f"deal {left.deal} is not reviewed: {left.reason}"
    if found.not_reviewed:
        yield ""
    yield from _players(found.players, wide)
    yield ""
    if not found.dearest:
        yield "no mistake: of no decision another one was better for certain"
    for place, told in enumerate(found.dearest, 1):
        yield f"{place}. {told.told}"
    free_ones, forced = len(free), len(found.decisions) - len(free)
    yield ""
    unsure = "; ± ? because one way alone tells nothing of chance" if found.is_unsure else ""
    yield (
        f"{counted(free_ones, 'decision')} weighed by {found.reviewer}, {forced} without a choice; "
        f"± is two standard errors{unsure}"
    )


def _decision(one: ReviewedDecision, wide: int) -> str:
    where = "" if one.trick is None else str(one.trick)
    player = visible(one.player)
    mark = "*" if one.better is not None else " "
    others = [
        f"{visible(worth.action)} {gain_text(worth)}"
        for worth in one.actions
        if worth.action != one.action
    ]
    padded = player + " " * (wide - width(player))
    told = ", ".join(others) or NOT_WEIGHED
    return f"{mark} {where:>2}  {padded}  {visible(one.action)}: {told}"


def _players(players: Sequence[ReviewedPlayer], wide: int) -> Iterator[str]:
    kinds = list(dict.fromkeys(line.kind for one in players for line in one.kinds))
    heads = ["decisions", "mistakes", "points lost", *(f"by {kind}" for kind in kinds)]
    yield f"{'player':<{wide}}  " + "  ".join(heads)
    for one in players:
        lost = {line.kind: points_text(line.lost) for line in one.kinds}
        cells = [str(one.decisions), str(one.mistakes), points_text(one.lost)]
        cells += [lost.get(kind, "-") for kind in kinds]
        name = visible(one.player)
        row = "  ".join(f"{cell:>{len(head)}}" for cell, head in zip(cells, heads, strict=True))
        yield f"{name}{' ' * (wide - width(name))}  {row}"
