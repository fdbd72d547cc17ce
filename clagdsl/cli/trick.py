"""`clagdsl trick`: the winner of a trick, and the rule that decides it with its source."""

from __future__ import annotations

import click

from clagdsl.check.checker import load_checked
from clagdsl.cli._options import deal_options, players_option, read_deal, read_settings, set_option
from clagdsl.cli._output import format_option, write, write_json
from clagdsl.cli._problems import FINE
from clagdsl.lang.aspects import TABLE
from clagdsl.lang.json_schema import to_json
from clagdsl.playground.trick_winner import DecidedTrick, TrickError, TrickRequest, decide_trick
from clagdsl.problems.escape import escape_invisible


@click.command()
@click.argument("file")
@click.argument("cards_played", nargs=-1, required=True, metavar="CARD CARD=CARD...")
@deal_options
@click.option("--trump", metavar="SUIT", help="The trump suit, if the deal has one.")
@click.option("--order", metavar='"S H C D"', help="The order of the suits, highest first.")
@players_option
@set_option
@format_option("text", "json")
def trick(
    file: str,
    cards_played: tuple[str, ...],
    deal: str,
    cards: int | None,
    calls: str | None,
    trump: str | None,
    order: str | None,
    players: int | None,
    settings: tuple[str, ...],
    output_format: str,
) -> int:
    """Show who wins a trick and why.

    Write what a wild card stands for as `2H=AC` or `"2H as AC"`. The cards may be the first of a
    trick. Without --players, the answer must be the same with every number of players that can
    play these cards in this deal; otherwise give --players.
    """
    game = load_checked(file).game
    request = TrickRequest(
        read_deal(deal),
        " ".join(cards_played),
        trump,
        order,
        calls,
        cards,
        players,
        read_settings(game, settings),
        "--{}".format,
    )
    try:
        decided = decide_trick(game, request)
    except TrickError as error:
        raise click.UsageError(str(error)) from error
    if output_format == "json":
        write_json(to_json(decided.response))
    else:
        _write_text(decided)
    return FINE


def _write_text(decided: DecidedTrick) -> None:
    reason = decided.reason
    write(f"card {reason.winner + 1} of {len(decided.played)}: {escape_invisible(reason.reason)}")
    rule = "special" if reason.aspect == "special" else TABLE[reason.aspect].keyword
    where = f"{rule}, {reason.place}" if reason.place else f"the usual {rule}"
    write(f"  rule:   {escape_invisible(where)}")
    if reason.source:
        write(f"  source: {escape_invisible(reason.source)}")
