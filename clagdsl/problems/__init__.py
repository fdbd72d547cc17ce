"""All problems that clagdsl reports, imported only when one is found.

Each module holds the classes of one stage; `pages/CODE.md` is the page of each code. `diagnostic`
defines what a problem is, and `render` prints it. Accessing `problems.checks` imports
`clagdsl.problems.checks` on first use, so valid input never waits for the problem classes.

Other rooms use `arguments`, `diagnostic`, `escape`, `foreign_words`, `html_text`, `render`,
`size_suggestions`, `suggestions`, `unsupported`.
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
        """Imports a module of problems when it is first accessed."""
        if not name.startswith("_"):
            try:
                return import_module(f"{__name__}.{name}")
            except ModuleNotFoundError:
                pass
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
