"""The entry point: runs one command and turns every outcome into an exit status.

Command modules are imported on demand (`LazyCommand`), so that a command starts without loading the
others. `main` handles signals and output errors; `_run` invokes click and passes every other error
to `report_failure`.
"""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Sequence
from contextlib import nullcontext, suppress
from importlib import import_module
from io import BufferedWriter, FileIO, StringIO, TextIOWrapper
from typing import Final, Literal, TypeAlias, get_args

import click

from clagdsl.cli._output import OutputError, wants_json
from clagdsl.cli._problems import FINE, USAGE, report_error, report_failure
from clagdsl.cli._signals import ended_by_signals, interruption_in, status_of
from clagdsl.lang.frozen import dataclass
from clagdsl.version import VERSION

# --- the commands by name ---------------------------------------------------------------------


Group: TypeAlias = Literal["Write", "Play", "Measure", "Use"]


@dataclass(frozen=True, slots=True)
class LazyCommand:
    """The import path of a command, as `module:name`, with its entry in the help."""

    group: Group
    import_path: str
    help: str
    """The first sentence of its help; it fits on one line of the list of commands."""
    example: str
    """The arguments of an example call."""

    def load(self) -> click.Command:
        """Imports and returns the command."""
        module, _, name = self.import_path.partition(":")
        command = getattr(import_module(module), name)
        assert isinstance(command, click.Command)
        command.epilog = f"\b\nExample:\n  clagdsl {self.example}"
        return command


COMMANDS: Final = {
    "new": LazyCommand(
        "Write",
        "clagdsl.cli.new:new",
        "Start a house-rules file with changes ready to uncomment.",
        "new friday.clag --from pagat",
    ),
    "check": LazyCommand(
        "Write",
        "clagdsl.cli.check:check",
        "Check rules files and report what is proved about them.",
        "check friday.clag",
    ),
    "fmt": LazyCommand(
        "Write",
        "clagdsl.cli.fmt:fmt",
        "Format rules files in place.",
        "fmt friday.clag",
    ),
    "diff": LazyCommand(
        "Write",
        "clagdsl.cli.diff:diff",
        "Show what differs between two games, deal by deal.",
        "diff pagat scottish",
    ),
    "conform": LazyCommand(
        "Write",
        "clagdsl.cli.conform:conform",
        "Check rules against the documented facts of a variant.",
        "conform friday.clag --as pagat",
    ),
    "explain": LazyCommand(
        "Write",
        "clagdsl.cli.explain:explain",
        "Show what a problem code or a word of the language means.",
        "explain follow",
    ),
    "words": LazyCommand(
        "Write",
        "clagdsl.cli.explain:words",
        "List the words of the language by clause.",
        "words",
    ),
    "variants": LazyCommand(
        "Write",
        "clagdsl.cli.variants:variants",
        "List the bundled games: the variants of Clag, then others.",
        "variants",
    ),
    "show": LazyCommand(
        "Write",
        "clagdsl.cli.variants:show",
        "Print the rules file of a bundled game.",
        "show pagat",
    ),
    "demo": LazyCommand(
        "Play",
        "clagdsl.cli.demo:demo",
        "Check a variant, play a match, replay a score card.",
        "demo",
    ),
    "play": LazyCommand(
        "Play",
        "clagdsl.cli.play.command:play",
        "Play a match in the terminal against other players.",
        "play pagat --players 4",
    ),
    "serve": LazyCommand(
        "Play",
        "clagdsl.cli.serve:serve",
        "Keep score or play in the browser (needs the web extra).",
        "serve friday.clag --lan",
    ),
    "keep": LazyCommand(
        "Play",
        "clagdsl.cli.keep:keep",
        "Write a web page that keeps score at the table.",
        "keep friday.clag -o keeper.html",
    ),
    "sheet": LazyCommand(
        "Play",
        "clagdsl.cli.print_sheet:sheet",
        "Print the rules of a file as a rule sheet.",
        "sheet friday.clag -o friday.html",
    ),
    "score": LazyCommand(
        "Play",
        "clagdsl.cli.score:score",
        "Print the points of each player in one deal.",
        "score pagat --deal 8 --bids 2,0,3,1 --tricks 2,0,3,2",
    ),
    "trick": LazyCommand(
        "Play",
        "clagdsl.cli.trick:trick",
        "Show who wins a trick and why.",
        "trick pagat --deal 7 --trump hearts AC 2H 5C KC",
    ),
    "replay": LazyCommand(
        "Play",
        "clagdsl.cli.replay:replay",
        "Check score sheets and records against rules.",
        "replay evening.toml --rules pagat",
    ),
    "season": LazyCommand(
        "Measure",
        "clagdsl.cli.season:season",
        "Summarise your group's season: standings, bids, calls.",
        "season evenings -o season.html",
    ),
    "review": LazyCommand(
        "Measure",
        "clagdsl.cli.review:review",
        "Find the costliest mistakes of a match (needs simulate).",
        "review pagat-1 -o review.html",
    ),
    "simulate": LazyCommand(
        "Measure",
        "clagdsl.cli.simulate:simulate",
        "Play many matches and report statistics (needs simulate).",
        "simulate pagat -n 10000 --players 4",
    ),
    "balance": LazyCommand(
        "Measure",
        "clagdsl.cli.balance:balance",
        "Measure how fair and skilful rules are (needs simulate).",
        "balance friday.clag --players 4",
    ),
    "compile": LazyCommand(
        "Use",
        "clagdsl.cli.compile:compile_rules",
        "Write the checked rules as JSON for other programs.",
        "compile friday.clag -o friday.json",
    ),
    "graph": LazyCommand(
        "Use",
        "clagdsl.cli.graph:graph",
        "Draw the course of a match as a state machine.",
        "graph pagat -o pagat.svg",
    ),
    "language-server": LazyCommand(
        "Use",
        "clagdsl.cli.language_server:language_server",
        "Answer a text editor (needs the editor extra).",
        "language-server",
    ),
    "mcp": LazyCommand(
        "Use",
        "clagdsl.cli.mcp:mcp",
        "Answer an assistant (needs the mcp extra).",
        "mcp --folder rules",
    ),
}
"""The commands, group by group, in the order of `clagdsl --help`."""


class LazyGroup(click.Group):
    """A group that imports a command only when it is invoked, not when it is listed in the help."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Returns the names of the commands in the order of the help."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Returns the command of that name, or None."""
        entry = COMMANDS.get(cmd_name)
        return None if entry is None else entry.load()

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Returns the command named by the first argument; an unknown word is an error with a
        suggestion.
        """
        word = args[0]
        if word not in COMMANDS and not word.startswith("-"):
            ctx.fail(f"there is no command `{word}`{_suggested_command(word)}")
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Writes the commands group by group, one line each."""
        wide = max(map(len, COMMANDS))
        for group in get_args(Group):
            with formatter.section(group):
                formatter.write_dl(
                    [
                        (f"{name:<{wide}}", each.help)
                        for name, each in COMMANDS.items()
                        if each.group == group
                    ]
                )


def _suggested_command(word: str) -> str:
    """Returns a suggestion for an unknown command, as the end of a sentence."""
    from clagdsl.cli._output import shell_quoted
    from clagdsl.problems.suggestions import closest_name

    if word.lower().endswith(".clag"):
        return f": `clagdsl check {shell_quoted(word)}` checks a file"
    near = closest_name(word, list(COMMANDS))
    return "" if near is None else f": did you mean `{near}`?"


@click.command(
    cls=LazyGroup,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="`clagdsl COMMAND --help` shows the options of a command and an example.",
)
@click.version_option(VERSION, prog_name="clagdsl", message="%(prog)s %(version)s")
def program() -> None:
    """Write the rules of a bidding card game as text; check, play, score and measure them.

    FILE is a path or the name of a bundled game, such as pagat.
    """


# --- running a command ------------------------------------------------------------------------

# The exit status by which shells report SIGPIPE (13).
PIPE_CLOSED = 128 + 13

SELDOM = 200_000
"""The number of new objects between garbage collections.

Most objects that a command creates for a file live until it ends. For a large file, collections
took up to a quarter of the time without freeing anything.
"""


class _Closed(StringIO):
    """A substitute for a standard output that the caller has closed; it refuses all writes."""

    def write(self, _text: str) -> int:
        """Raises OutputError."""
        raise OutputError("standard output is closed")


def main(arguments: Sequence[str] | None = None, *, last: bool = False) -> int:
    """Runs the command line; returns 0 (fine), 1 (a problem), 2 (usage) or 3 (a bug in clagdsl).

    `last` is True if the process ends with the command.
    """
    words = list(sys.argv[1:] if arguments is None else arguments)
    if last:
        gc.set_threshold(SELDOM, *gc.get_threshold()[1:])
    _escape_unencodable()
    # These servers wait in a thread, which only the signal's default action ends.
    waits = words[:1] in (["language-server"], ["mcp"])
    watched = nullcontext() if waits else ended_by_signals(last=last)
    try:
        with watched:
            status = _run(words)
            _flush()
            return status
    except BrokenPipeError:
        _discard_output()
        return PIPE_CLOSED
    except KeyboardInterrupt as interruption:
        return status_of(interruption)
    except OutputError as error:
        _discard_output()
        return report_error(f"clagdsl: error: cannot write the answer: {error}", USAGE)


def _flush() -> None:
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        raise
    except OSError as error:
        raise OutputError(error.strerror) from error


def _run(words: list[str]) -> int:
    as_json = wants_json(words)
    context: click.Context | None = None
    try:
        with program.make_context("clagdsl", words) as context:
            return int(program.invoke(context) or FINE)
    except click.exceptions.Exit as end:
        return end.exit_code
    except (BrokenPipeError, OutputError):
        raise
    except Exception as error:
        if (interruption := interruption_in(error)) is not None:
            raise interruption from None
        if isinstance(error, OSError) and _is_output_error(error):
            raise OutputError(error.strerror) from error
        return report_failure(error, context, as_json=as_json)


def _is_output_error(error: OSError) -> bool:
    """Returns whether an error occurred while click itself printed the help or the version."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    return trace is not None and trace.tb_frame.f_code is click.echo.__code__


def _escape_unencodable() -> None:
    """Makes output streams escape characters that they cannot encode, instead of failing."""
    if sys.stdout is None:
        sys.stdout = _Closed()
    if isinstance(sys.stdout, TextIOWrapper) and isinstance(sys.stdout.buffer, FileIO):
        sys.stdout = _write_through(sys.stdout)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def _write_through(stream: TextIOWrapper) -> TextIOWrapper:
    """Returns a standard output that writes data completely or fails, even with PYTHONUNBUFFERED.

    With that setting, Python silently loses the part of the output that does not fit on a nearly
    full disk.
    """
    file = FileIO(stream.fileno(), "wb", closefd=False)
    return TextIOWrapper(BufferedWriter(file), stream.encoding, line_buffering=True)


def _discard_output() -> None:
    """Redirects stdout to the null device, since its reader is gone."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
