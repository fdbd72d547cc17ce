"""`clagdsl score`: the points of each player in one deal."""

from __future__ import annotations

import click

from clagdsl.api import numbers_of_tricks, score_deal_by_name
from clagdsl.check.checker import load_checked
from clagdsl.check.proof_cache import proved_table
from clagdsl.cli._options import (
    numbered_deal_options,
    players_option,
    read_deal,
    read_numbers,
    read_past,
    read_settings,
    set_option,
)
from clagdsl.cli._output import format_option, write, write_json, write_stderr
from clagdsl.cli._problems import FINE, problem_texts


@click.command()
@click.argument("file")
@numbered_deal_options
@click.option("--bids", metavar="2,0,3,1", help="The bids in seat order, if bids are made.")
@click.option(
    "--tricks", required=True, metavar="2,0,3,2", help="The number of tricks in seat order."
)
@click.option(
    "--taken", metavar="0,2,1", help="The seat that took each trick, if tricks differ in value."
)
@click.option("--points", metavar="10,0,10", help="What the tricks are worth, by their cards.")
@click.option(
    "--past",
    multiple=True,
    metavar="zeros=2",
    help="The value of a run or a tally before the deal, for everybody or in seat order. Also the"
    " winner of the auction: `auction=5,0,0,0`. [default: 0]",
)
@click.option("--blind", metavar="0,2", help="The seats that bid blind, if that is allowed.")
@click.option("--trump", metavar="hearts", help="What is trump, if the score depends on it.")
@players_option
@set_option
@format_option("text", "json")
def score(
    file: str,
    deal: str | None,
    number: int | None,
    cards: int | None,
    calls: str | None,
    bids: str | None,
    tricks: str,
    taken: str | None,
    points: str | None,
    past: tuple[str, ...],
    blind: str | None,
    trump: str | None,
    players: int | None,
    settings: tuple[str, ...],
    output_format: str,
) -> int:
    """Print the points of each player in one deal."""
    place = number if deal is None else read_deal(deal)
    if place is None:
        raise click.UsageError("give the deal with `--deal` or `--number`")
    rules = load_checked(file)
    won = read_numbers("--tricks", tricks) or ()
    if players is not None and players != len(won):
        raise click.UsageError(
            f"`--players {players}` does not match the tricks of {len(won)} players"
        )
    table = proved_table(
        rules.game, len(won), read_settings(rules.game, settings), rules.evidence.tried
    )
    scored = score_deal_by_name(
        table,
        place,
        read_numbers("--bids", bids),
        numbers_of_tricks(won),
        read_numbers("--taken", taken),
        calls,
        cards,
        number,
        read_past(past),
        read_numbers("--points", points, signed=True),
        read_numbers("--blind", blind) or (),
        trump,
    )
    if scored.ambiguity is not None:
        write_stderr("\n".join(problem_texts([scored.ambiguity], {}, aside=True)))
    scores = scored.scores
    if output_format == "json":
        write_json({"scores": list(scores)})
    else:
        write(" ".join(map(str, scores)))
    return FINE
