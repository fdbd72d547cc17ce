"""Calls that have no answer: the error has a code, a message and help, as problems have elsewhere.

A call that is wrong has the code of the problem: U626 for its arguments, as the page with an editor
has, U690 for a file, as the command has, or that of a text that cannot be read. A call that exceeds
a limit of time, memory or number has none, because it may be right.
"""

from __future__ import annotations

from clagdsl import problems
from clagdsl.lang.errors import ClagError
from clagdsl.lang.frozen import dataclass
from clagdsl.problems.diagnostic import Diagnostic


@dataclass(frozen=True, slots=True)
class ToolError:
    """The reason why a call has no answer, and as `help` what to do instead, which may be empty.

    `code` is null if a limit of time, memory or number is the reason.
    """

    code: str | None
    message: str
    help: str


class RefusedCallError(ClagError):
    """Raised if a call of a tool has no answer."""

    def __init__(self, code: str | None, message: str, help: str = "") -> None:
        super().__init__(message)
        self.error = ToolError(code, message, help)

    @classmethod
    def of_problem(cls, problem: Diagnostic) -> RefusedCallError:
        """Returns the error for a problem."""
        return cls(problem.code, problem.message, problem.help)


def wrong_call(message: str, help: str = "") -> RefusedCallError:
    """Returns the error for arguments that do not fit the tool."""
    return RefusedCallError(problems.arguments.WrongSource.code, message, help)


def wrong_file(message: str, help: str = "") -> RefusedCallError:
    """Returns the error for a file that is not written."""
    return RefusedCallError(problems.arguments.WrongUsage.code, message, help)
