"""Problems with `extends`, `change`, `drop` and `add` (C230 to C239)."""

from __future__ import annotations

from collections.abc import Sequence

from clagdsl.lang.source import Place
from clagdsl.problems.check.naming import is_same, mend, nearest, shown
from clagdsl.problems.model import Diagnostic, Label, problem


@problem("C230", "a bundled variant that does not exist")
def unknown_variant(place: Place, name: str, known: Sequence[str]) -> Diagnostic:
    """`extends` names a bundled variant that clagdsl does not have.

    A word without slash or dot is always a bundled variant; a file of your own is named in
    quotation marks with its ending: `extends "mine.clag"`.

    ```clag fails
    clag 1
    game "Friday Clag" extends pagatt
    ```

    ```clag mended
    clag 1
    game "Friday Clag" extends pagat
    ```
    """
    return Diagnostic(
        "C230",
        "error",
        f"there is no bundled variant called `{name}`",
        place,
        help=nearest(name, known, "the bundled variants are"),
        fix=mend(place, name, known),
        safe=is_same(name, known),
        label="not a bundled variant",
    )


@problem("C231", "a file that extends itself")
def extends_itself(place: Place, name: str) -> Diagnostic:
    """A file extends itself, or a file that extends it.

    What it inherits would never begin.

    ```clag fails loop.clag
    clag 1
    game "Loop" extends "loop.clag"
    ```

    ```clag mended
    clag 1
    game "Friday Clag" extends pagat
    ```
    """
    return Diagnostic(
        "C231",
        "error",
        f"extending {shown(name)} leads back to this file",
        place,
        help="extend a file that stands on its own",
        label="a circle",
    )


@problem("C232", "a long chain of files")
def chain_too_long(place: Place, most: int) -> Diagnostic:
    """Too many files extend each other in a row.

    The bound keeps a check quick, also for files from strangers.

    ```python fails
    from pathlib import Path

    import clagdsl

    base = "pagat"
    for number in range(16):
        text = f'clag 1 game "House {number}" extends {base}'
        Path(f"house{number}.clag").write_text(text, encoding="utf-8")
        base = f'"house{number}.clag"'
    clagdsl.load("house15.clag")
    ```

    ```python mended
    from pathlib import Path

    import clagdsl

    base = "pagat"
    for number in range(15):
        text = f'clag 1 game "House {number}" extends {base}'
        Path(f"house{number}.clag").write_text(text, encoding="utf-8")
        base = f'"house{number}.clag"'
    clagdsl.load("house14.clag")
    ```
    """
    return Diagnostic(
        "C232",
        "error",
        f"more than {most} files extend each other in a row",
        place,
        help=f"at most {most} are read; extend a file further down the row",
        label="one too many",
    )


@problem("C233", "a file to extend that cannot be read")
def unreadable_base(place: Place, name: str, why: Diagnostic) -> Diagnostic:
    """The file that `extends` names cannot be read.

    The path counts from the folder of the file that extends it.

    ```clag fails
    clag 1
    game "Friday Clag" extends "no-such-file.clag"
    ```

    ```clag mended
    clag 1
    game "Friday Clag" extends pagat
    ```
    """
    return Diagnostic(
        "C233",
        "error",
        f"{shown(name)} cannot be extended: {why.message}",
        place,
        help=why.help,
        label="named here",
    )


@problem("C234", "a change in a file that extends nothing")
def nothing_to_change(place: Place) -> Diagnostic:
    """`change`, `drop` or `add` stands in a file that extends nothing.

    These words change the rules of another file, which the `game` line names.

    ```clag fails
    clag 1
    game "Kitchen Clag" variant "Friday"
    players 3 to 7
    deal normal
      trump turned
      bid in turn
      score 10 + tricks when made, otherwise 0
    change normal trump none
    schedule
      1 up to 7 cards: normal
    winner highest total, then shared
    ```

    ```clag mended
    clag 1
    game "Friday Clag" extends pagat
    change normal  score 10 + 2 * tricks when made, otherwise tricks
    ```
    """
    return Diagnostic(
        "C234",
        "error",
        "this file extends nothing that could be changed",
        place,
        help='name the rules to change in the `game` line: `game "..." extends pagat`',
        label="changes what?",
    )


@problem("C235", "said already by the file that is extended")
def already_inherited(place: Place, what: str, change: str, other: Place) -> Diagnostic:
    """A house file says anew what it inherits.

    Whether the old or the new should count must be visible: `change` says so.

    ```clag fails
    clag 1
    game "Friday Clag" extends pagat
    winner highest total, then shared
    ```

    ```clag mended
    clag 1
    game "Friday Clag" extends pagat
    change winner highest total, then shared
    ```
    """
    return Diagnostic(
        "C235",
        "error",
        f"{shown(what)} is already said by the file that this one extends",
        place,
        help=f"write `{change} ...` to replace it",
        label="said again",
        others=(Label(other, "inherited from here"),),
    )


@problem("C236", "nothing there to change or drop")
def nothing_inherited(place: Place, what: str) -> Diagnostic:
    """A house file changes or drops something that it does not inherit.

    There is nothing of the kind in the rules that it extends.

    ```clag fails
    clag 1
    game "Friday Clag" extends foss
    drop settle
    ```

    ```clag mended
    clag 1
    game "Friday Clag" extends pagat
    drop settle
    ```
    """
    return Diagnostic(
        "C236",
        "error",
        f"the file that this one extends has no `{what}`",
        place,
        help="take this line out, or say it without `change`",
        label="nothing to replace",
    )


@problem("C237", "a change of something in the same file")
def changes_its_own(place: Place, name: str, declared: Place) -> Diagnostic:
    """`change` names a deal that this very file declares.

    `change` is for what a file inherits; what it declares, it can say right at once.

    ```clag fails
    clag 1
    game "Friday Clag" extends pagat
    deal Nuloss is normal with rank 2 3 4 5 6 7 8 9 10 J Q K A
    add Nuloss after "Aces Low"
    change Nuloss trump none
    ```

    ```clag mended
    clag 1
    game "Friday Clag" extends pagat
    deal Nuloss is normal with rank 2 3 4 5 6 7 8 9 10 J Q K A
      trump none
    add Nuloss after "Aces Low"
    ```
    """
    return Diagnostic(
        "C237",
        "error",
        f"{shown(name)} is declared in this file",
        place,
        help="say it where the deal is declared",
        label="not inherited",
        others=(Label(declared, "declared here"),),
    )


@problem("C238", "no single place to add to")
def no_single_place(place: Place, name: str, places: Sequence[Place]) -> Diagnostic:
    """`add` cannot tell where the new deal goes.

    `add X after Y` puts X beside the only place where Y is scheduled.  Y must stand there once, in
    a row of one size.

    ```clag fails
    clag 1
    game "Friday Clag" extends pagat
    deal Nuloss is normal with rank 2 3 4 5 6 7 8 9 10 J Q K A
    add Nuloss after normal
    ```

    ```clag mended
    clag 1
    game "Friday Clag" extends pagat
    deal Nuloss is normal with rank 2 3 4 5 6 7 8 9 10 J Q K A
    add Nuloss after "Aces Low"
    ```
    """
    where = "nowhere" if not places else "at several sizes or places"
    return Diagnostic(
        "C238",
        "error",
        f"{shown(name)} is scheduled {where}",
        place,
        help="write the whole order with `change schedule`",
        label="beside which one?" if places else "not in the schedule",
        others=tuple(Label(p, "scheduled here") for p in places[:3]),
    )
