"""The commands by name.  A command's module, and all that it needs, loads when it is called."""

from __future__ import annotations

from importlib import import_module
from typing import Final

import click

from clagdsl.lang.frozen import dataclass
from clagdsl.version import VERSION


@dataclass(frozen=True, slots=True)
class LazyCommand:
    """Where a command is, as `module:name`, and the first sentence of its help."""

    import_path: str
    help: str

    def load(self) -> click.Command:
        """Import the command."""
        module, _, name = self.import_path.partition(":")
        command = getattr(import_module(module), name)
        assert isinstance(command, click.Command)
        return command


COMMANDS: Final = {
    "new": LazyCommand(
        "clagdsl.cli.new:new",
        "Begin a house file: the rules of another one, with changes ready to uncomment.",
    ),
    "check": LazyCommand(
        "clagdsl.cli.check:check",
        "Check rules: all problems of all files, then what is proved about each good one.",
    ),
    "fmt": LazyCommand(
        "clagdsl.cli.fmt:fmt",
        "Lay rules files out: FILE is written anew, - is read and written to standard output.",
    ),
    "variants": LazyCommand(
        "clagdsl.cli.variants:variants",
        "List the bundled variants of Clag, and apart from them the other games of its family.",
    ),
    "show": LazyCommand(
        "clagdsl.cli.show:show",
        "Print the text of one bundled variant.",
    ),
    "explain": LazyCommand(
        "clagdsl.cli.explain:explain",
        "Show what a problem code means, with an example that fails and its fix.",
    ),
    "sheet": LazyCommand(
        "clagdsl.cli.sheet:sheet",
        "Print the rules of a file as a rule sheet in plain English.",
    ),
    "compile": LazyCommand(
        "clagdsl.cli.compile:compile_rules",
        "Write the checked rules as JSON, for other programs.",
    ),
    "graph": LazyCommand(
        "clagdsl.cli.graph:graph",
        "Draw how a match goes: the schedule, the phases of each deal, what is skipped, the calls.",
    ),
    "diff": LazyCommand(
        "clagdsl.cli.diff:diff",
        "Tell what differs between two games, aspect by aspect and deal by deal.",
    ),
    "conform": LazyCommand(
        "clagdsl.cli.conform:conform",
        "Hold rules against the documented facts of a variant, passage by passage.",
    ),
    "score": LazyCommand(
        "clagdsl.cli.score:score",
        "Give the points of each player in one deal: the arithmetic of the rules alone.",
    ),
    "trick": LazyCommand(
        "clagdsl.cli.trick:trick",
        "Tell who wins a trick and why; a wild card says what it stands for: 2H=AC, 2H as AC.",
    ),
    "replay": LazyCommand(
        "clagdsl.cli.replay:replay",
        "Hold score sheets against rules: every cell checked, each disagreement named.",
    ),
    "review": LazyCommand(
        "clagdsl.cli.review:review",
        "Tell what every decision of a match was worth, and the dearest mistakes (needs simulate).",
    ),
    "season": LazyCommand(
        "clagdsl.cli.season:season",
        "Tell what the matches of a circle come to: standings, bids, calls, head to head.",
    ),
    "keep": LazyCommand(
        "clagdsl.cli.keep:keep",
        "Write a page that keeps the score of a match with real cards: no server, no network.",
    ),
    "play": LazyCommand(
        "clagdsl.cli.play.command:play",
        "Play a match against seats that play steadily, or as another player does.",
    ),
    "serve": LazyCommand(
        "clagdsl.cli.serve:serve",
        "Keep score, or play, in the browser, on one phone or a phone each (needs the extra web).",
    ),
    "simulate": LazyCommand(
        "clagdsl.cli.simulate:simulate",
        "Play many matches and tell what they come to (needs the extra simulate).",
    ),
    "balance": LazyCommand(
        "clagdsl.cli.balance:balance",
        "Tell what good players make of rules: seats, limit, deals, skill (needs simulate).",
    ),
    "demo": LazyCommand(
        "clagdsl.cli.demo:demo",
        "Check a bundled variant, play a match at random, replay the documented score card.",
    ),
    "language-server": LazyCommand(
        "clagdsl.cli.language_server:language_server",
        "Answer a text editor over standard input and output (needs the extra editor).",
    ),
}
"""The commands in the order of the documentation."""


class LazyGroup(click.Group):
    """A group whose commands are imported when they are asked for, and not for its help."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names in the order of the documentation."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of that name, or None."""
        found = COMMANDS.get(cmd_name)
        return None if found is None else found.load()

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command that is named first; of another word it is said what was meant."""
        word = args[0]
        if word not in COMMANDS and not word.startswith("-"):
            ctx.fail(f"there is no command `{word}`{_meant(word)}")
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write every name with the beginning of its help."""
        named = [click.Command(name, help=each.help) for name, each in COMMANDS.items()]
        _InOrder(commands=named).format_commands(ctx, formatter)


def _meant(word: str) -> str:
    """The end of a sentence: what somebody may want who names no command."""
    from clagdsl.cli._written import typed
    from clagdsl.problems.naming import meant

    if word.lower().endswith(".clag"):
        return f": `clagdsl check {typed(word)}` checks a file"
    near = meant(word, list(COMMANDS))
    return "" if near is None else f": did you mean `{near}`?"


class _InOrder(click.Group):
    """A group that lists its commands in the order in which it has them."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(self.commands)


@click.command(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(VERSION, prog_name="clagdsl", message="%(prog)s %(version)s")
def program() -> None:
    """Card-game rules as text: check, play, score and replay them.

    FILE is a path, or the bare name of a bundled variant, such as pagat.
    """
