"""The commands by name.  A command's module, and all that it needs, loads when it is called."""

from __future__ import annotations

import click

from clagdsl.version import VERSION

NAMES = (
    "new",
    "check",
    "fmt",
    "variants",
    "show",
    "explain",
    "compile",
    "graph",
    "diff",
    "score",
    "trick",
    "replay",
    "play",
    "simulate",
    "demo",
    "language-server",
)


class Commands(click.Group):
    """The group of all commands, each imported when it is asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names in the order of the documentation."""
        return list(NAMES)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of that name, or None."""
        return load_command(cmd_name)


def load_command(name: str) -> click.Command | None:
    """Import one command."""
    # Plain imports rather than a table of module names, so that the layers can be checked.
    return _about_writing(name) or _about_rules(name) or _about_play(name) or _about_editors(name)


def _about_writing(name: str) -> click.Command | None:
    match name:
        case "new":
            from clagdsl.cli.new import new

            return new
        case "fmt":
            from clagdsl.cli.fmt import fmt

            return fmt
        case _:
            return None


def _about_rules(name: str) -> click.Command | None:
    match name:
        case "check":
            from clagdsl.cli.check import check

            return check
        case "variants":
            from clagdsl.cli.variants import variants

            return variants
        case "show":
            from clagdsl.cli.variants import show

            return show
        case "explain":
            from clagdsl.cli.explain import explain

            return explain
        case "compile":
            from clagdsl.cli.compile import compile_rules

            return compile_rules
        case "graph":
            from clagdsl.cli.graph import graph

            return graph
        case "diff":
            from clagdsl.cli.diff import diff

            return diff
        case _:
            return None


def _about_play(name: str) -> click.Command | None:
    match name:
        case "score":
            from clagdsl.cli.score import score

            return score
        case "trick":
            from clagdsl.cli.trick import trick

            return trick
        case "replay":
            from clagdsl.cli.replay import replay

            return replay
        case "play":
            from clagdsl.cli.play.command import play

            return play
        case "simulate":
            from clagdsl.cli.simulate import simulate

            return simulate
        case "demo":
            from clagdsl.cli.demo import demo

            return demo
        case _:
            return None


def _about_editors(name: str) -> click.Command | None:
    if name == "language-server":
        from clagdsl.cli.language_server import language_server

        return language_server
    return None


@click.command(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(VERSION, prog_name="clagdsl", message="%(prog)s %(version)s")
def program() -> None:
    """Card-game rules as text: check, play, score and replay them.

    FILE is a path, or the bare name of a bundled variant, such as pagat.
    """
