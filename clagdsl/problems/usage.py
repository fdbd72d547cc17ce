"""The problems of the command line itself: how it was called, and our own bugs."""

from __future__ import annotations

from typing import Literal

from clagdsl.problems.model import ArgumentError, Diagnostic, Problem


class WrongUsage(Problem):
    code = "U690"
    title = "the command line cannot be understood"
    message: str
    command: str
    help = "`{command} --help` shows how it is used"


class NoRoomLeft(Problem):
    code = "U691"
    title = "the machine has no room left"
    what: Literal["memory", "disk"]
    reason: str

    @property
    def message(self) -> str:
        if self.what == "memory":
            return "there is not enough memory"
        return self.reason

    @property
    def help(self) -> str:
        if self.what == "memory":
            return "close other programs, or raise the limit of this one (`ulimit -v`)"
        return "make room on the disk, or write to another one"


class BugInClagdsl(Problem):
    code = "U699"
    title = "a bug in clagdsl"
    error: Exception
    help = (
        "please report it to the authors of clagdsl with this line, the command and its files;"
        " with CLAGDSL_DEBUG=1 the same command shows the traceback to send along"
    )

    @property
    def message(self) -> str:
        place = self.error.__traceback__
        while place is not None and place.tb_next is not None:
            place = place.tb_next
        where = f" in {place.tb_frame.f_code.co_name}, line {place.tb_lineno}" if place else ""
        told = f"{type(self.error).__name__}: {self.error}"[:500]
        return f"this is a bug in clagdsl, not a mistake of yours: {told}{where}"


def wrong_argument(error: ArgumentError) -> Diagnostic:
    """The wrong argument as something to print; its own code has the page."""
    return Diagnostic(
        error.code,
        "error",
        error.reason,
        None,
        f"`clagdsl explain {error.code}` says more about it",
    )
