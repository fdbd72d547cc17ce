"""Problems with limits on bids: code C239."""

from __future__ import annotations

from clagdsl.lang.source import Place
from clagdsl.problems.check.naming import shown
from clagdsl.problems.model import Diagnostic, Label, problem, replaced


@problem("C239", "a limit on bids that nobody chooses", "warning")
def limit_without_bids(deal: str, place: Place, bid: Place) -> Diagnostic:
    """A deal limits the bids, and says itself that they are fixed or that there are none.

    A limit binds choices only: where every bid is fixed at 0, the last one is 0 too, whatever the
    limit says.  A limit that such a deal takes over from another one is simply without effect.

    ```clag fails
    clag 1
    game "Friday Clag" extends foss
    deal "Open Misere" is normal with
      bid fixed 0
      each bid keeps bid > 0
      score 10 when tricks = 0, otherwise -tricks
    add "Open Misere" after Misere
    ```

    ```clag mended
    clag 1
    game "Friday Clag" extends foss
    deal "Open Misere" is normal with
      bid fixed 0
      score 10 when tricks = 0, otherwise -tricks
    add "Open Misere" after Misere
    ```
    """
    return Diagnostic(
        "C239",
        "warning",
        f"nobody chooses a bid in {shown(deal)}, so this limit binds nobody",
        place,
        help="take the limit out, or write `bid in turn`",
        label="without effect",
        others=(Label(bid, "the bids are said here"),),
        fix=replaced(place, ""),
    )
