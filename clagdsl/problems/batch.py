"""What is wrong about a batch that is asked for, or about what its matches are to do.

Each function makes one kind of error; its docstring is the page that `clagdsl explain` prints.
"""

from __future__ import annotations

from clagdsl.problems.arguments import ArgumentError
from clagdsl.problems.model import problem


@problem("U631", "a batch cannot be asked for like this")
def wrong_batch(reason: str) -> ArgumentError:
    """What is asked of a batch of matches does not fit it.

    A batch has from 1 to 1,000,000 matches, numbered from `first` on with 32 bits.  Packs given
    from outside are whole numbers from 0 to 51, each once in a pack, in the order of
    `clagdsl.PACK`; their shape is match, deal, 52.  They serve once, so such matches do not
    restart.  Seats and places of matches are whole numbers that the batch has.

    ```python fails
    clagdsl.load("pagat").batch(0)
    ```

    ```python mended
    clagdsl.load("pagat").batch(64)
    ```
    """
    return ArgumentError("U631", reason)


@problem("U632", "a match of the batch may not do this")
def wrong_action(reason: str) -> ArgumentError:
    """An action is no action of this game, or one that the rules do not allow now.

    `step` takes one number for each match.  `legal()` tells which are allowed, `action_text` what
    a number means, `action_number` the number of an action.  What a match that is over is told
    does not matter.  When one action is refused, no match has been changed.

    ```python fails
    batch = clagdsl.load("pagat").batch(2)
    batch.step([batch.action_number("bid 0"), batch.action_number("play QS")])
    ```

    ```python mended
    batch = clagdsl.load("pagat").batch(2)
    batch.step([batch.action_number("bid 0"), batch.action_number("bid 1")])
    ```
    """
    return ArgumentError("U632", reason)
