"""`clagdsl demo`: checks rules, plays a match, and replays a documented score card."""

from __future__ import annotations

import click

from clagdsl.api import PlayableGame
from clagdsl.check.checker import load_checked
from clagdsl.cli._game_summary import summary_json, summary_text
from clagdsl.cli._options import WholeNumber
from clagdsl.cli._output import format_option, write, write_json, write_lines
from clagdsl.cli._problems import FINE
from clagdsl.cli._records import sheet_lines
from clagdsl.cli.replay import replay_document, replay_file, replayed_lines
from clagdsl.engine.players.player import random_action
from clagdsl.engine.state import State
from clagdsl.lang.json_value import JsonValue
from clagdsl.lang.resources import sheet_path

RULES = "scottish"
CARD = "wikipedia"
PLAYERS = ("Ann", "Bob", "Cai", "Dot")


@click.command()
@click.option(
    "--seed", type=WholeNumber(0, 2**64 - 1), default=7, help="The seed of the match. [default: 7]"
)
@format_option("text", "json")
def demo(seed: int, output_format: str) -> int:
    """Check a variant, play a match, replay a score card."""
    rules = load_checked(RULES)
    state = PlayableGame(rules.game, rules.evidence, reference=RULES).start(
        seed=seed, names=PLAYERS
    )
    while (action := random_action(state)) is not None:
        state = state.apply(action)
    card = replay_file(sheet_path(CARD), None, sheet=f"{CARD}.toml", with_trials=True)
    if output_format == "json":
        write_json(
            {
                "check": summary_json(RULES, rules.game, rules.evidence),
                "match": _match_json(state),
                "replay": replay_document([card]),
            }
        )
        return FINE
    _write_title("The rules, checked")
    write(summary_text(RULES, rules.game, rules.evidence))
    write("")
    _write_title(f"A match by these rules: players who choose at random, seed {seed}")
    write_lines(sheet_lines(state.record(), state.table.schedule))
    winners = " and ".join(state.names[seat] for seat in state.winners)
    write(f"{winners} {'win' if len(state.winners) > 1 else 'wins'}")
    write("")
    _write_title("The score card printed in Wikipedia, replayed")
    write_lines(replayed_lines(card))
    return FINE


def _write_title(text: str) -> None:
    write(f"{text}\n{'-' * len(text)}")


def _match_json(state: State) -> dict[str, JsonValue]:
    record = state.record()
    deals: list[JsonValue] = [
        {
            "deal": deal.number,
            "bids": list(deal.bids or ()),
            "tricks": list(deal.won or ()),
            "totals": list(deal.totals or ()),
        }
        for deal in record.deals
    ]
    return {
        "rules": RULES,
        "seed": state.seed,
        "players": list(state.names),
        "deals": deals,
        "winners": list(state.winners),
    }
