"""`clagdsl simulate`: what many matches of a game come to."""

from __future__ import annotations

import os
import sys
import time
from typing import TYPE_CHECKING

import click

from clagdsl.checker.tables import proved_table
from clagdsl.cli.keeping import Kept, keep_match
from clagdsl.cli.output import FINE, format_option, write, write_json
from clagdsl.cli.rules import checked
from clagdsl.cli.settings import players_option, read_settings, set_option
from clagdsl.json_value import JsonObject
from clagdsl.machine.table import Table

if TYPE_CHECKING:
    from clagdsl.simulator.statistics import Summary

INTERRUPTED = 128 + 2


@click.command()
@click.argument("file")
@click.option("-n", "matches", type=int, metavar="N", help="How many matches.")
@players_option
@click.option("--seed", type=int, default=0, metavar="S", help="The seed; 0 unless given.")
@click.option(
    "--policy", type=click.Choice(["random"]), default="random", help="How the seats play."
)
@click.option("--threads", type=int, metavar="T", help="As many as there are cores unless given.")
@click.option("--keep", type=int, metavar="M", help="Write match M as a record instead.")
@click.option("-o", "--output", metavar="X.toml", help="Write the kept match to this file.")
@set_option
@format_option("text", "json")
def simulate(
    file: str,
    matches: int | None,
    players: int | None,
    seed: int,
    policy: str,
    threads: int | None,
    keep: int | None,
    output: str | None,
    settings: tuple[str, ...],
    output_format: str,
) -> int:
    """Play many matches and tell what they come to (needs clagdsl[simulate]).

    Match number m of a seed is the match that `play` deals with this seed and number; `--keep`
    writes one as a record instead, without the others.
    """
    kept = None if keep is None else Kept(keep, matches, output)
    if kept is not None:
        kept.check()
    elif output is not None:
        raise click.UsageError("`-o` goes with `--keep`")
    elif matches is None:
        raise click.UsageError("say how many matches with `-n`, or which to write with `--keep`")
    rules = checked(file)
    table = proved_table(
        rules.game, players, read_settings(rules.game, settings), rules.evidence.tried
    )
    if kept is not None:
        return keep_match(kept, table, file, seed, policy, as_json=output_format == "json")
    assert matches is not None
    summary, whole = _played(table, matches, seed, _cores() if threads is None else threads)
    if summary.matches:
        if output_format == "json":
            write_json(summary_json(summary, table, seed, policy))
        else:
            write("\n".join(_lines(summary, table, seed, policy)))
    if whole:
        return FINE
    _say(f"interrupted: {summary.matches} of {matches} matches are played and counted\n")
    return INTERRUPTED


def _cores() -> int:
    return min(len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else 1, 256)


def _played(table: Table, matches: int, seed: int, threads: int) -> tuple[Summary, bool]:
    """The figures, and whether all of the matches are in them."""
    try:
        from clagdsl.simulator.play import check_request, make_simulator, play_blocks
        from clagdsl.simulator.statistics import make_summary
    except ModuleNotFoundError as missing:
        if (missing.name or "").partition(".")[0] not in ("numpy", "numba", "llvmlite"):
            raise
        raise click.UsageError(
            "`simulate` needs NumPy and Numba: install them with `pip install 'clagdsl[simulate]'`"
        ) from missing
    check_request(matches, seed, threads)
    summary = make_summary(table)
    begun = time.monotonic()
    shown = sys.stderr is not None and sys.stderr.isatty()
    whole = False
    try:
        for block in play_blocks(make_simulator(table), matches, seed, threads):
            summary.add(block)
            if shown:
                _say(f"\r{_progress(summary.matches, matches, time.monotonic() - begun)}\x1b[K")
        whole = True
    except KeyboardInterrupt:
        pass
    if shown:
        _say("\r\x1b[K")
    return summary, whole


def _progress(done: int, matches: int, seconds: float) -> str:
    rate = done / max(seconds, 1e-9)
    left = (matches - done) / rate
    return f"{done:,} of {matches:,} matches, {rate:,.0f} a second, {left:.0f} s left"


def _say(text: str) -> None:
    if sys.stderr is not None:
        sys.stderr.write(text)
        sys.stderr.flush()


def summary_json(summary: Summary, table: Table, seed: int, policy: str) -> JsonObject:
    """The figures as they are documented."""
    return {
        "matches": summary.matches,
        "players": table.players,
        "seed": seed,
        "policy": policy,
        "seats": [
            {
                "seat": seat.seat,
                "mean": seat.totals.mean,
                "sd": seat.totals.sd,
                "won": seat.won,
            }
            for seat in summary.seats
        ],
        "deals": [
            {
                "deal": deal.number,
                "name": deal.name,
                "cards": deal.cards,
                "mean": deal.points.mean,
                "sd": deal.points.sd,
                "made": deal.made,
            }
            for deal in summary.deals
        ],
    }


def _lines(summary: Summary, table: Table, seed: int, policy: str) -> list[str]:
    name = table.game.title + (f", {table.game.variant}" if table.game.variant else "")
    many = "1 match" if summary.matches == 1 else f"{summary.matches:,} matches"
    lines = [
        f"{name}: {many} of {table.players} players, policy {policy}, seed {seed}",
        "",
        "seat       mean        sd     won",
    ]
    lines += [
        f"{seat.seat:4}{seat.totals.mean:11.2f}{seat.totals.sd:10.2f}{seat.won:8.1%}"
        for seat in summary.seats
    ]
    width = max(4, *(len(deal.name) for deal in summary.deals))
    lines += ["", f"deal  {'name':{width}}  cards      mean        sd    made"]
    for deal in summary.deals:
        cards = "picked" if deal.cards is None else str(deal.cards)
        made = "-" if deal.made is None else f"{deal.made:.1%}"
        lines.append(
            f"{deal.number:4}  {deal.name:{width}}  {cards:>5}"
            f"{deal.points.mean:10.2f}{deal.points.sd:10.2f}{made:>8}"
        )
    return lines
