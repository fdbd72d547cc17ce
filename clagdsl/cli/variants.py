"""`clagdsl variants` and `clagdsl show`: the bundled rules."""

from __future__ import annotations

from dataclasses import dataclass

import click

from clagdsl.cli._game_summary import between
from clagdsl.cli._output import format_option, write, write_json
from clagdsl.cli._problems import FINE, InputError
from clagdsl.lang.json_value import JsonObject
from clagdsl.lang.resources import all_names, bundled_path
from clagdsl.lang.rules import title_of
from clagdsl.problems.escape import escape_invisible, shorten_file_name


@dataclass(frozen=True, slots=True)
class _Variant:
    name: str
    title: str
    deals: tuple[int, int]
    players: tuple[int, int]
    sources: tuple[str, ...]
    ends: bool
    """True if a match may be over before its last deal."""


@click.command()
@format_option("text", "json")
def variants(output_format: str) -> int:
    """List the bundled games: the variants of Clag, then others."""
    from clagdsl.lang.resources import bundled_names, family_names

    rows = [_variant(name) for name in bundled_names()]
    family = [_variant(name) for name in family_names()]
    if output_format == "json":
        write_json(
            {
                "variants": [_row_json(row) for row in rows],
                "family": [_row_json(row) for row in family],
            }
        )
        return FINE
    width = max(len(row.name) for row in (*rows, *family))
    _print_rows(rows, width)
    write("\nOther games of the family:\n")
    _print_rows(family, width)
    return FINE


def _print_rows(rows: list[_Variant], width: int) -> None:
    for row in rows:
        most = "at most " if row.ends else ""
        facts = f"{row.title}: {most}{between(row.deals)} deals, {between(row.players)} players"
        write(f"{row.name:<{width}}  {escape_invisible(facts)}")
        for source in row.sources:
            write(f"{'':<{width}}  {escape_invisible(source)}")


def _row_json(row: _Variant) -> JsonObject:
    return {
        "name": row.name,
        "title": row.title,
        "deals": row.deals[1],
        "players": list(row.players),
        "source": "; ".join(row.sources),
    }


def _variant(name: str) -> _Variant:
    from clagdsl.check.checker import check_path

    result = check_path(name)
    if result.game is None or result.evidence is None:
        raise InputError(result.diagnostics, result.sources)
    sources = tuple(source.title for source in result.game.sources)
    return _Variant(
        name,
        title_of(result.game),
        result.evidence.usual_deals,
        result.game.players,
        sources,
        result.game.ends is not None,
    )


# --- `clagdsl show`: the text of bundled rules ------------------------------------------------


@click.command()
@click.argument("name")
@format_option("text", "json")
def show(name: str, output_format: str) -> int:
    """Print the rules file of a bundled game."""
    path = bundled_path(name)
    if path is None:
        names = ", ".join(all_names())
        raise click.UsageError(
            f"`{shorten_file_name(name)}` is not a bundled variant; there are {names}"
        )
    text = path.read_text(encoding="utf-8")
    if output_format == "json":
        write_json({"name": name, "text": text})
    else:
        write(text.removesuffix("\n"))
    return FINE
