"""The problems that can be told, loaded only when there is something to tell.

A module holds the classes of one kind, such as `illegal_actions` those of bids, calls and cards
that are refused, and `pages/CODE.md` is the page of each; `render` shows what is told.

`problems.checks.UnknownDeal(...)` imports `clagdsl.problems.checks` when it is first reached, so
that nobody who finds nothing wrong waits for the classes of problems.

Other rooms use `arguments`, `diagnostic`, `escape`, `html_text`, `render`, `size_suggestions`,
`suggestions`, `unsupported`.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from clagdsl.problems import arguments as arguments
    from clagdsl.problems import checks as checks
    from clagdsl.problems import examples as examples
    from clagdsl.problems import illegal_actions as illegal_actions
    from clagdsl.problems import proofs as proofs
    from clagdsl.problems import records as records
    from clagdsl.problems import syntax as syntax
else:

    def __getattr__(name: str) -> object:
        """A module of problems, which is imported now."""
        if not name.startswith("_"):
            try:
                return import_module(f"{__name__}.{name}")
            except ModuleNotFoundError:
                pass
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
