"""The conversation with the person: the table is shown, a line is read, something is done."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias, assert_never

from clagdsl import problems
from clagdsl.cli.play.board import (
    Showing,
    board_lines,
    choice_lines,
    paragraph,
    prompt_text,
    sheet_lines,
)
from clagdsl.cli.play.event_text import ROWS_AFTER_A_DEAL, beginning_of_deal, news_lines
from clagdsl.cli.play.typed_commands import (
    Ask,
    Do,
    Request,
    Unclear,
    Why,
    help_lines,
    read_command,
    rules_lines,
)
from clagdsl.engine.actions import (
    Action,
    Bid,
)
from clagdsl.engine.events import (
    BidderDrawn,
    all_decided,
)
from clagdsl.engine.players.deciding import decide
from clagdsl.engine.players.named_players import RANDOM
from clagdsl.engine.seen_judgement import why_not_seen
from clagdsl.engine.state import State, sit_down
from clagdsl.engine.transition import drawn_instead
from clagdsl.engine.view import View
from clagdsl.lang.record import PlayerName
from clagdsl.problems.model import Reason
from clagdsl.problems.safe_text import visible

# --- a person at one seat of a match, the others played by a policy, with a way back --------------


@dataclass(frozen=True, slots=True)
class Sitting:
    """Where a match stands, and the states before each decision of the person, the latest last.

    `bots` is how the other seats play.
    """

    state: State
    seat: int
    earlier: tuple[State, ...] = ()
    bots: PlayerName = RANDOM

    @property
    def view(self) -> View:
        """What the person knows."""
        return self.state.view(self.seat)

    @property
    def asked(self) -> bool:
        """Whether the person is to decide."""
        return self.state.actor == self.seat

    def decided(self, action: Action) -> Sitting:
        """After a legal action of the person."""
        return replace(self, state=self.state.apply(action), earlier=(*self.earlier, self.state))

    def another_decided(self) -> Sitting | None:
        """After the next action of another seat, None where none is to act."""
        action = None if self.asked else decide(self.state, self.bots)
        return None if action is None else replace(self, state=self.state.apply(action))

    def undone(self) -> Sitting | None:
        """Before the person's last decision, None where there is none."""
        if not self.earlier:
            return None
        return replace(self, state=self.earlier[-1], earlier=self.earlier[:-1])


def gone_on(state: State, seat: int, bots: PlayerName = RANDOM) -> Sitting:
    """A match that goes on from a state; what was decided before can be undone too."""
    beginning = sit_down(
        state.table,
        state.seed,
        state.match,
        state.names,
        state.first_dealer,
        state.position.setting.rules,
    )
    sitting = Sitting(beginning, seat, (), bots)
    drawn = iter([event.seat for event in state.events if isinstance(event, BidderDrawn)])
    for action in all_decided(state.events):
        if isinstance(action, Bid) and set(sitting.state.bids) == {None}:
            sitting = _begun(sitting, drawn)
        if sitting.asked:
            sitting = sitting.decided(action)
        else:
            sitting = replace(sitting, state=sitting.state.apply(action))
    return sitting


def _begun(sitting: Sitting, drawn: Iterator[int]) -> Sitting:
    """Before the first bid of a deal: who was drawn to make it, also in a match of older rules."""
    position = sitting.state.position
    if position.dealing.drawn is None or position.dealing.drawn == (seat := next(drawn)):
        return sitting
    return replace(sitting, state=State(drawn_instead(position, seat)))


# --------------------------------------------------------------------------------------------------

# --- why the person may not do something, in words for the terminal -------------------------------


def refusal_lines(showing: Showing, reason: Reason) -> list[str]:
    """A refusal in words, with the rule as it is written and where it comes from."""
    style = showing.style
    lines = [
        style.refusal(line) for line in paragraph(f"{reason.code}: {visible(reason.reason)}", "  ")
    ]
    if reason.place is not None:
        text = f"  rule    {visible(showing.quote(reason.place))} ({visible(str(reason.place))})"
        lines += paragraph(text, " " * 10)
    elif reason.code not in ("A101", "A103", "A301"):
        lines.append("  rule    as usual; the rules file says nothing else")
    if reason.source:
        lines += paragraph(f"  source  {visible(reason.source)}", " " * 10)
    return lines


# --------------------------------------------------------------------------------------------------

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
