"""The conversation with the person: the table is shown, a line is read, something is done."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias, assert_never

from clagdsl import problems
from clagdsl.cli.play.board import board_lines, choice_lines, prompt_text
from clagdsl.cli.play.display import Showing, paragraph
from clagdsl.cli.play.event_text import ROWS_AFTER_A_DEAL, beginning_of_deal, news_lines
from clagdsl.cli.play.help import help_lines, rules_lines
from clagdsl.cli.play.judgement import refusal_lines
from clagdsl.cli.play.running_sheet import sheet_lines
from clagdsl.cli.play.session import Sitting
from clagdsl.cli.play.typed_commands import Ask, Do, Request, Unclear, Why, read_command
from clagdsl.engine.seen_judgement import why_not_seen
from clagdsl.engine.state import State
from clagdsl.problems.safe_text import visible

Ending: TypeAlias = Literal["over", "left", "end of input"]


@dataclass(frozen=True, slots=True)
class Doors:
    """What the conversation has to the outside.

    `read` asks with a prompt and gives a line, None at the end of input; `save` keeps the match,
    and tells in words if it cannot.
    """

    read: Callable[[str], str | None]
    write: Callable[[str], None]
    save: Callable[[State], str | None]


class Conversation:
    """One match played by a person; `sitting` is always where it stands."""

    def __init__(self, sitting: Sitting, showing: Showing, doors: Doors) -> None:
        self.sitting = sitting
        self.showing = showing
        self.doors = doors
        self.told = beginning_of_deal(sitting.view.events)
        """How many of the events that the person saw have been told."""
        self.fresh = True
        """Whether the table is to be shown before the next line is read."""
        self.trouble: str | None = None
        """Why the match could not be kept, as told last."""

    def run(self) -> Ending:
        """Play until the match is over or the person leaves."""
        if self.told and not self.sitting.state.over:
            sheet = sheet_lines(self.showing, self.sitting.view.events, ROWS_AFTER_A_DEAL)
            self._write(["The match so far:", *sheet])
        while True:
            self._others_play()
            self._tell_news()
            if self.sitting.state.over:
                self._write(self._whole_sheet())
                return "over"
            view = self.sitting.view
            if self.fresh:
                self._write(["", *board_lines(self.showing, view)])
                self._write(choice_lines(self.showing, view))
            self.fresh = False
            line = self.doors.read(f"{prompt_text(self.showing, view)}> ")
            if line is None:
                return "end of input"
            if self._follow(line) == "left":
                return "left"

    def _write(self, lines: Sequence[str]) -> None:
        for line in lines:
            self.doors.write(line)

    # --- the match ------------------------------------------------------------------------

    def _moved(self, sitting: Sitting) -> None:
        """The match has moved: it is kept first, then told."""
        self.sitting = sitting
        self.fresh = True
        trouble = self.doors.save(sitting.state)
        if trouble is not None and trouble != self.trouble:
            self._write(paragraph(f"The match is not saved: {visible(trouble)}", "  "))
        self.trouble = trouble

    def _others_play(self) -> None:
        while (after := self.sitting.another_decided()) is not None:
            self._moved(after)

    def _tell_news(self) -> None:
        events = self.sitting.view.events
        self._write(news_lines(self.showing, events, self.told))
        self.told = len(events)

    def _whole_sheet(self) -> list[str]:
        return sheet_lines(self.showing, self.sitting.view.events)

    # --- what was typed -------------------------------------------------------------------

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
                self._write(["`?` shows what can be typed."])
            case Do(action=action):
                reason = why_not_seen(view, self.sitting.state.table, action)
                if reason is None:
                    self._moved(self.sitting.decided(action))
                else:
                    self._write(refusal_lines(self.showing, reason))
            case Why(action=action):
                reason = why_not_seen(view, self.sitting.state.table, action)
                may = paragraph(f"`{visible(str(action))}` may be done.")
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
                self.fresh = True
            case "help":
                self._write(help_lines(self.showing, view))
            case "quit":
                return "left"
            case _:
                assert_never(request)
        return None

    def _undo(self) -> None:
        before = self.sitting.undone()
        if before is None:
            self._write(["There is nothing to undo."])
            return
        self._moved(before)
        self.told = len(before.view.events)
        self._write(["Undone: your last decision is open again."])
