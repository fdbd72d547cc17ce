"""`clagdsl play`: a match in the terminal against bots.

`Sitting` is the match with its history for undo. `Conversation` is the dialogue with the person.
The command loads or starts a match and saves it after every action.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass, replace
from importlib import import_module
from io import TextIOWrapper
from pathlib import Path
from typing import Final, Literal, TypeAlias, assert_never

import click

from clagdsl import problems
from clagdsl.api import PlayableGame
from clagdsl.check.checker import load_checked
from clagdsl.check.loader import rules_from
from clagdsl.cli._lines import columns_of, line_width, paragraph
from clagdsl.cli._options import (
    WholeNumber,
    players_option,
    read_settings,
    set_option,
    trust_option,
)
from clagdsl.cli._output import (
    force_option,
    shell_quoted,
    use_colour,
    write,
    write_lines,
    write_stderr,
)
from clagdsl.cli._problems import FINE, USAGE, problem_texts
from clagdsl.cli._records import seeded_match, standings_text
from clagdsl.cli._signals import status_of
from clagdsl.cli.play.board import (
    Showing,
    Style,
    board_lines,
    choice_lines,
    prompt_text,
    sheet_lines,
    shown_names,
)
from clagdsl.cli.play.command_parser import (
    Ask,
    Do,
    Request,
    Unclear,
    Why,
    help_lines,
    read_command,
    rules_lines,
)
from clagdsl.cli.play.event_text import ROWS_AFTER_A_DEAL, beginning_of_deal, news_lines
from clagdsl.cli.play.saved_matches import ENDING, is_trusted, new_match, resume_name, saved_match
from clagdsl.engine.actions import Action
from clagdsl.engine.events import BidderDrawn, DealBegun, all_decisions
from clagdsl.engine.players.deciding import decide
from clagdsl.engine.players.named_players import RANDOM, STEADY, load_player
from clagdsl.engine.state import State, start_at_table
from clagdsl.engine.transition import with_first_bidder
from clagdsl.engine.view import View
from clagdsl.engine.view_legality import why_not_in_view
from clagdsl.lang.errors import FileError
from clagdsl.lang.files import exclusive_lock, write_file
from clagdsl.lang.numerals import join_words
from clagdsl.lang.output_paths import RECORD, check_target, is_file_name, is_marked
from clagdsl.lang.record import PlayerName
from clagdsl.lang.rules import title_of
from clagdsl.lang.source import Place, SourceText
from clagdsl.problems.diagnostic import ArgumentError, Reason
from clagdsl.problems.escape import escape_invisible
from clagdsl.records.reading import read_record, warn_confusable_names, why_names_invalid
from clagdsl.records.writing import write_record
from clagdsl.table.standings import places

# --- lines that a person types, or that come through a pipe -----------------------------------


MOST: Final = 10_000
"""The most characters to read from one line."""


def line_reader() -> Callable[[str], str | None]:
    """Returns a function that shows a prompt and returns one line, or None at the end of input.

    On a terminal, the line can be edited. Input from a pipe is echoed after its prompt, so that the
    output reads like a conversation.
    """
    if sys.stdin is None:  # closed by the caller
        return lambda _: None
    if isinstance(sys.stdin, TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")
    if sys.stdin.isatty() and sys.stdout.isatty():
        with suppress(ImportError):
            import_module("readline")  # `input` then uses it to edit the line
        return _from_terminal
    return _from_pipe


def _from_terminal(prompt: str) -> str | None:
    try:
        return input(prompt)
    except EOFError:
        write("")
        return None


def _from_pipe(prompt: str) -> str | None:
    write(prompt, end="")
    try:
        line = sys.stdin.readline(MOST)
    except (OSError, ValueError):
        line = ""
    echoed = not sys.stdin.isatty()
    if not line:
        write("")
        return None
    if echoed:
        write(escape_invisible(line.removesuffix("\n")[:200]))
    return line


# --- a person at one seat of a match, with undo -----------------------------------------------


@dataclass(frozen=True, slots=True)
class Sitting:
    """The state of a match, and the states before each decision of the person, oldest first.

    `bots` is the kind of bot in the other seats.
    """

    state: State
    seat: int
    earlier: tuple[State, ...] = ()
    bots: PlayerName = RANDOM

    @property
    def view(self) -> View:
        """The person's view of the match."""
        return self.state.view(self.seat)

    @property
    def is_to_move(self) -> bool:
        """Whether it is the person's turn."""
        return self.state.actor == self.seat

    def after_action(self, action: Action) -> Sitting:
        """Returns the sitting after a legal action of the person."""
        return replace(self, state=self.state.apply(action), earlier=(*self.earlier, self.state))

    def after_bot_action(self) -> Sitting | None:
        """Returns the sitting after the next bot's action, or None if it is not a bot's turn."""
        action = None if self.is_to_move else decide(self.state, self.bots)
        return None if action is None else replace(self, state=self.state.apply(action))

    def before_last_decision(self) -> Sitting | None:
        """Returns the sitting before the person's last decision, or None before the first one."""
        if not self.earlier:
            return None
        return replace(self, state=self.earlier[-1], earlier=self.earlier[:-1])


def resume_sitting(state: State, seat: int, bots: PlayerName = RANDOM) -> Sitting:
    """Returns a sitting that continues from a state, with earlier decisions available for undo."""
    beginning = start_at_table(
        state.table,
        state.seed,
        state.match,
        state.names,
        state.first_dealer,
        state.position.setting.rules,
    )
    sitting = Sitting(beginning, seat, (), bots)
    drawn: dict[int, int] = {}
    deal = 0
    for event in state.events:
        if isinstance(event, DealBegun):
            deal = event.deal
        elif isinstance(event, BidderDrawn):
            drawn[deal] = event.seat
    for action in all_decisions(state.events):
        sitting = _with_drawn_bidder(sitting, drawn)
        if sitting.is_to_move:
            sitting = sitting.after_action(action)
        else:
            sitting = replace(sitting, state=sitting.state.apply(action))
    return sitting


def _with_drawn_bidder(sitting: Sitting, drawn: Mapping[int, int]) -> Sitting:
    """Returns the sitting with the first bidder of the deal drawn as recorded, by deal.

    In matches recorded by older versions, repeating the draw may give another result.
    """
    position, seat = sitting.state.position, drawn.get(sitting.state.deal)
    if seat is None or position.dealing.drawn in (None, seat):
        return sitting
    return replace(sitting, state=State(with_first_bidder(position, seat)))


# --- refusals ---------------------------------------------------------------------------------


def refusal_lines(showing: Showing, reason: Reason) -> list[str]:
    """Returns a refusal as text, with the rule as written and its source."""
    style = showing.style
    lines = [
        style.refusal(line)
        for line in paragraph(f"{reason.code}: {escape_invisible(reason.reason)}", "  ")
    ]
    if reason.place is not None:
        text = (
            f"  rule    {escape_invisible(showing.quote(reason.place))}"
            f" ({escape_invisible(str(reason.place))})"
        )
        lines += paragraph(text, " " * 10)
    elif reason.code not in ("A101", "A103", "A301"):
        lines.append("  rule    the usual one; the rules file does not change it")
    if reason.source:
        lines += paragraph(f"  source  {escape_invisible(reason.source)}", " " * 10)
    return lines


# --- the conversation -------------------------------------------------------------------------

Ending: TypeAlias = Literal["over", "left", "end of input"]


@dataclass(frozen=True, slots=True)
class Streams:
    """The input and output of a conversation.

    `read` shows a prompt and returns a line, or None at the end of input. `save` saves the match
    and returns the reason if that fails.
    """

    read: Callable[[str], str | None]
    write: Callable[[str], None]
    save: Callable[[State], str | None]


class Conversation:
    """The dialogue about one match that a person plays; `sitting` is its current state."""

    def __init__(self, sitting: Sitting, showing: Showing, doors: Streams) -> None:
        self.sitting = sitting
        self.showing = showing
        self.streams = doors
        self.shown_events = beginning_of_deal(sitting.view.events)
        """The number of the person's events that have been shown."""
        self.needs_board = True
        """Whether to show the table before reading the next line."""
        self.save_error: str | None = None
        """The last reported reason why the match could not be saved, or None."""

    def run(self) -> Ending:
        """Plays until the match is over or the person leaves."""
        if self.shown_events and not self.sitting.state.over:
            sheet = sheet_lines(self.showing, self.sitting.view.events, ROWS_AFTER_A_DEAL)
            self._write(["The match so far:", *sheet])
        while True:
            self._others_play()
            self._show_news()
            if self.sitting.state.over:
                self._write(self._whole_sheet())
                return "over"
            view = self.sitting.view
            if self.needs_board:
                self._write(["", *board_lines(self.showing, view)])
                self._write(choice_lines(self.showing, view))
            self.needs_board = False
            line = self.streams.read(f"{prompt_text(self.showing, view)}> ")
            if line is None:
                return "end of input"
            if self._follow(line) == "left":
                return "left"

    def _write(self, lines: Sequence[str]) -> None:
        for line in lines:
            self.streams.write(line)

    # --- the match ----------------------------------------------------------------------------

    def _moved(self, sitting: Sitting) -> None:
        """Replaces the sitting and saves it, then reports an error in saving."""
        self.sitting = sitting
        self.needs_board = True
        trouble = self.streams.save(sitting.state)
        if trouble is not None and trouble != self.save_error:
            self._write(paragraph(f"The match is not saved: {escape_invisible(trouble)}", "  "))
        self.save_error = trouble

    def _others_play(self) -> None:
        while (after := self.sitting.after_bot_action()) is not None:
            self._moved(after)

    def _show_news(self) -> None:
        events = self.sitting.view.events
        self._write(news_lines(self.showing, events, self.shown_events))
        if len(events) > self.shown_events and self.sitting.state.over:
            self._write(self._final_standings())
        self.shown_events = len(events)

    def _final_standings(self) -> list[str]:
        state = self.sitting.state
        seats = range(state.players)
        final = places(state.table.game.winner, state.totals, state.failed, state.completed, seats)
        names = [self.showing.who(seat) for seat in seats]
        return paragraph(f"Final standings: {standings_text(names, state.totals, final)}", "  ")

    def _whole_sheet(self) -> list[str]:
        return sheet_lines(self.showing, self.sitting.view.events)

    # --- input --------------------------------------------------------------------------------

    def _follow(self, line: str) -> Ending | None:
        view = self.sitting.view
        rules = self.showing.rules(view)
        command = read_command(line, view, rules)
        match command:
            case Unclear(text=text):
                reason = self.sitting.state.why_not(text)
                if reason is None or reason.code != "A101":
                    reason = problems.illegal_actions.NotUnderstood(text).reason()
                self._write(refusal_lines(self.showing, reason))
                self._write(["`?` shows what you can type."])
            case Do(action=action):
                reason = why_not_in_view(view, self.sitting.state.table, action)
                if reason is None:
                    self._moved(self.sitting.after_action(action))
                else:
                    self._write(refusal_lines(self.showing, reason))
            case Why(action=action):
                reason = why_not_in_view(view, self.sitting.state.table, action)
                may = paragraph(f"`{escape_invisible(str(action))}` is allowed.")
                self._write(may if reason is None else refusal_lines(self.showing, reason))
            case Ask(request=request):
                return self._answer(request)
            case _:
                assert_never(command)
        return None

    def _answer(self, request: Request) -> Ending | None:
        view = self.sitting.view
        match request:
            case "undo":
                self._undo()
            case "score":
                self._write(self._whole_sheet())
            case "rules":
                self._write(rules_lines(self.showing, view))
            case "table":
                self.needs_board = True
            case "help":
                self._write(help_lines(self.showing, view))
            case "quit":
                return "left"
            case _:
                assert_never(request)
        return None

    def _undo(self) -> None:
        before = self.sitting.before_last_decision()
        if before is None:
            self._write(["There is nothing to undo."])
            return
        self._moved(before)
        self.shown_events = len(before.view.events)
        self._write(["Undone: your last decision is open again."])


# --- the command ------------------------------------------------------------------------------

NAMES: Final = ("You", "Ann", "Ben", "Cai", "Dot", "Eve", "Fay", "Gus", "Hal", "Ida")
"""The default names of players; the person is the first."""


@dataclass(frozen=True, slots=True)
class StartedMatch:
    """A match ready to be played: its state, the reference to its rules, and their source texts."""

    sitting: Sitting
    reference: str | Path
    sources: Mapping[str, SourceText]


@dataclass(frozen=True, slots=True)
class SaveTarget:
    """The file in which a match is saved, or the reason why it is not saved.

    `is_default` is True for a file in the user's own folder.
    """

    path: Path | None
    is_default: bool = False
    trouble: str = ""

    @property
    def name(self) -> str:
        """The value of `--resume` for the match."""
        return "" if self.path is None else resume_name(self.path)


@click.command()
@click.argument("file", required=False)
@players_option
@click.option(
    "--seed",
    type=WholeNumber(0, 2**64 - 1),
    help="The seed: the same seed deals the same cards.",
)
@click.option(
    "--seat",
    type=WholeNumber(),
    metavar="N",
    help="Your seat, counted from 0 in the direction of play.",
)
@click.option(
    "--bots",
    metavar="PLAYER",
    help="The one player in all other seats, such as `search:64`. [default: steady]",
)
@click.option("--names", metavar="A,B,...", help="The players' names, in seat order.")
@click.option("-o", "--output", metavar="X.toml", help="Save the match to this file.")
@force_option
@click.option("--resume", metavar="X.toml", help="Resume a saved match.")
@trust_option
@set_option
def play(
    file: str | None,
    players: int | None,
    seed: int | None,
    seat: int | None,
    bots: PlayerName | None,
    names: str | None,
    output: str | None,
    force: bool,
    resume: str | None,
    trust: bool,
    settings: tuple[str, ...],
) -> int:
    """Play a match in the terminal against other players.

    The match is saved after every action, with -o to that file. --resume continues it in the same
    file, or with -o in another one.
    """
    with ExitStack() as hold:
        if resume is not None:
            fixed = (file, players, seed, names, settings or None)
            pairs = zip(("FILE", "--players", "--seed", "--names", "--set"), fixed, strict=True)
            options = [f"`{name}`" for name, value in pairs if value is not None]
            if options:
                raise click.UsageError(
                    f"the match of `--resume` already sets this: leave out {join_words(options)}"
                )
            source = saved_match(resume)
            target = (
                source if output is None or _is_same_file(Path(output), source) else Path(output)
            )
            if target is not source:
                _check_output(target, output or "", force=force)
            hold.enter_context(
                exclusive_lock(target)
            )  # before reading: another process may be continuing it
            begun = _resumed(source, str(source), seat, bots, trust=trust or is_trusted(source))
            return _play_match(begun, SaveTarget(target))
        if file is None:
            raise click.UsageError(
                "name the rules to play, such as `pagat`, or a saved match with `--resume`"
            )
        bots = STEADY if bots is None else bots
        load_player(bots)
        begun = _start_match(file, players, seed, seat or 0, names, settings)
        begun = replace(begun, sitting=replace(begun.sitting, bots=bots))
        if output is not None:
            _check_output(Path(output), output, force=force)
            keeping = SaveTarget(Path(output))
        else:
            keeping = _default_save_target(file)
        if keeping.path is not None:
            hold.enter_context(exclusive_lock(keeping.path))
        return _play_match(begun, keeping)


def _default_save_target(rules: str) -> SaveTarget:
    """Returns a file in the user's own folder, or the reason why a match cannot be saved there."""
    try:
        return SaveTarget(new_match(rules), is_default=True)
    except FileError as error:
        return SaveTarget(None, trouble=str(error))


def _is_same_file(first: Path, second: Path) -> bool:
    """Returns whether two paths refer to the same file."""
    try:
        return first.samefile(second)
    except (OSError, ValueError):
        return False


def _start_match(
    file: str,
    players: int | None,
    seed: int | None,
    seat: int,
    names: str | None,
    settings: tuple[str, ...],
) -> StartedMatch:
    rules = load_checked(file)
    game = PlayableGame(rules.game, rules.evidence, reference=file)
    if seed is None:
        from secrets import randbelow

        seed = randbelow(10**6)
    called = None if names is None else tuple(name.strip() for name in names.split(","))
    if called is not None and (reason := why_names_invalid(list(called))) is not None:
        raise click.UsageError(reason.replace("the record", "`--names`"))
    for problem in warn_confusable_names(Place("--names", 1, 1, 1, 1), called or ()):
        write_stderr(f"{problem.severity} {problem.code}: {problem.message}")
    if called is None:
        number = rules.game.players[0] if players is None else players
        if not 0 <= seat < len(NAMES) or not 0 <= number <= len(NAMES):
            number = 0  # `start` reports the error
        others = NAMES[1 : max(number, 1)]
        called = (*others[:seat], NAMES[0], *others[seat:]) if number else None
    state = game.start(players, seed, 0, called, None, read_settings(rules.game, settings))
    _check_seat(seat, state)
    return StartedMatch(Sitting(state, seat), file, rules.sources)


def _check_seat(seat: int, state: State) -> None:
    if not 0 <= seat < state.players:
        raise problems.arguments.WrongSeat("seat", seat, state.players).error()


def _resumed(
    path: Path, shown_name: str, seat: int | None, bots: PlayerName | None, *, trust: bool
) -> StartedMatch:
    match = seeded_match(path, shown_name, trust=trust)
    if match.warnings:
        texts = problem_texts(match.warnings, match.sources, aside=True)
        write_stderr("\n\n".join(texts))
    if seat is None:
        person = match.record.person
        seat = 0 if person is None else match.record.players.index(person)
    _check_seat(seat, match.state)
    if bots is None:
        bots = match.record.bots or RANDOM
    load_player(bots)
    return StartedMatch(resume_sitting(match.state, seat, bots), match.reference, match.sources)


def _check_output(path: Path, shown_name: str, *, force: bool) -> None:
    if path.suffix.lower() != ENDING and is_file_name(path):
        raise click.UsageError(f"`{shown_name}` does not end in {ENDING}")
    if not force and is_marked(path, RECORD):
        going_on = "it is not a match that can be resumed"
        kept = read_record(path).record
        if kept is not None and kept.seed is not None:
            going_on = f"`--resume {shell_quoted(str(path))}` resumes it"
        raise click.UsageError(f"`{path}` exists: {going_on}; give `-o` another name")
    check_target(path, RECORD, force=force, shown=shown_name)


# --- saving the match -------------------------------------------------------------------------


def _keep(state: State, path: Path, rules: str, sitting: Sitting) -> None:
    bots = None if sitting.bots == RANDOM else sitting.bots
    person = state.names[sitting.seat]
    record = replace(state.record(), rules=rules, person=person, bots=bots)
    # The bots' actions follow from the seed, so only the person's decisions must be safe on disk.
    durable = state.over or state.actor == sitting.seat
    write_file(path, write_record(record), durable=durable)


def _keeper(path: Path | None, rules: str, sitting: Sitting) -> Callable[[State], str | None]:
    def keep(state: State) -> str | None:
        if path is not None:
            try:
                _keep(state, path, rules, sitting)
            except FileError as error:
                return str(error)
        return None

    return keep


# --- playing ----------------------------------------------------------------------------------


def _play_match(begun: StartedMatch, keeping: SaveTarget) -> int:
    sitting, path = begun.sitting, keeping.path
    state, seat = sitting.state, sitting.seat
    rules = rules_from(begun.reference, path)
    if path is not None:
        _keep(state, path, rules, sitting)
    style = Style(signs=_shows_signs(), colour=use_colour())
    showing = Showing(state.table, seat, shown_names(state.names), style, _quoter(begun.sources))
    _welcome(showing, sitting, keeping)
    doors = Streams(line_reader(), write, _keeper(path, rules, sitting))
    conversation = Conversation(sitting, showing, doors)
    status, failed = FINE, None
    try:
        ending = conversation.run()
    except ArgumentError as error:  # from an installed player; earlier decisions are saved
        ending, failed = "left", error
    except KeyboardInterrupt as interruption:
        ending, status = "left", status_of(interruption)
    trouble = doors.save(conversation.sitting.state)
    if status != FINE:
        write("")
    if (keeping.is_default or path is None) and not conversation.sitting.earlier:
        if path is not None:
            with suppress(OSError):
                path.unlink()
        write("Nothing was decided, so no match is saved.")
    else:
        _farewell(keeping, trouble, over=ending == "over")
    if failed is not None:
        raise failed
    is_lost = path is None and bool(conversation.sitting.earlier)
    return USAGE if is_lost or trouble is not None else status


def _welcome(showing: Showing, sitting: Sitting, keeping: SaveTarget) -> None:
    state = sitting.state
    most = "" if state.game.ends is None else "at most "
    others = [name for seat, name in enumerate(showing.names) if seat != showing.seat]
    deals = len(state.table.schedule)
    text = (
        f"{escape_invisible(title_of(state.game))}: {most}{deals} deal{'s' if deals > 1 else ''}, "
        f"{state.players} players. You sit in seat {showing.seat}; {join_words(others)} "
        f"{f'are `{sitting.bots}` bots' if len(others) > 1 else f'is a `{sitting.bots}` bot'}."
        f" Seed {state.seed}."
        " `?` shows what you can type."
    )
    write_lines(paragraph(text))
    if keeping.path is None:
        write_lines(paragraph(f"The match is not saved: {escape_invisible(keeping.trouble)}"))
    else:
        where = "as" if keeping.is_default else "in"
        write(f"The match will be saved {where} {escape_invisible(keeping.name)}.")


def _farewell(keeping: SaveTarget, trouble: str | None, *, over: bool) -> None:
    replays = f": `clagdsl replay {shell_quoted(keeping.name)}` replays it"
    named = keeping.path is not None and keeping.name != str(keeping.path)
    if trouble is not None:
        write(f"The match is not saved: {escape_invisible(trouble)}")
    elif keeping.path is None:
        write("The match was not saved: `-o FILE` saves one.")
    elif over:
        _write_parts(
            f"The match is saved in {escape_invisible(str(keeping.path))}", replays * named
        )
    else:
        if named:
            _write_parts(f"The match is saved as {escape_invisible(keeping.name)}", replays)
        write(f"Saved. To continue: clagdsl play --resume {shell_quoted(keeping.name)}")


def _write_parts(saved: str, replays: str) -> None:
    """Writes where a match is saved and how to replay it, on one line if there is room."""
    if replays and columns_of(f"{saved}{replays}.") > line_width():
        write(f"{saved}:")
        saved, replays = replays.removeprefix(": "), ""
    write(f"{saved}{replays}.")


def _shows_signs() -> bool:
    try:
        "♠♥♦♣".encode(sys.stdout.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def _quoter(sources: Mapping[str, SourceText]) -> Callable[[Place], str]:
    def quote(place: Place) -> str:
        source = sources.get(place.file)
        if source is None:
            return "the rule"
        span = source.span(place)
        return " ".join(source.text[span.start : span.end].split())

    return quote
