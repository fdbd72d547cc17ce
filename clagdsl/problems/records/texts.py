"""What can be wrong with the text of a record.  Each docstring is the page of its code.

What can be wrong between a record and the rules is in `disagreements`.
"""

from __future__ import annotations

from collections.abc import Sequence
from difflib import get_close_matches
from typing import Final

from clagdsl.lang.source import Place
from clagdsl.problems.model import Diagnostic, problem

_SHOWN: Final = 60


def shown(text: object) -> str:
    """A user's text as messages quote it: in backticks, cut where it is long."""
    if isinstance(text, int) and text.bit_length() > 64:
        return "a number beyond all bounds"
    whole = str(text)
    return f"`{whole}`" if len(whole) <= _SHOWN else f"`{whole[:_SHOWN]}…`"


@problem("R501", "the record cannot be read")
def unreadable(place: Place, reason: str) -> Diagnostic:
    """The file is not there, is not an ordinary file, or is not UTF-8 text.

    A record is a text file. Whatever else it is, nothing in it can be trusted to be a score.

    ```python fails
    from pathlib import Path

    import clagdsl

    Path("friday.toml").mkdir()
    clagdsl.replay("friday.toml")
    ```

    ```python mended
    from pathlib import Path

    import clagdsl

    text = '''
    record = 1
    rules = "pagat"
    players = ["Ann", "Bob", "Cai", "Dot"]
    '''
    Path("friday.toml").write_text(text, encoding="utf-8")
    clagdsl.replay("friday.toml")
    ```
    """
    return Diagnostic(
        "R501", "error", reason, place, help="give the path of a text file encoded as UTF-8"
    )


@problem("R502", "the record is larger than any match")
def too_much(place: Place, what: str, most: int) -> Diagnostic:
    """The file has more bytes, lines, deals, keys or brackets than a record can need.

    Records come from strangers, and a small file can cost a TOML reader seconds and gigabytes.
    So size is checked before anything else is read. A match has at most 500 deals.

    ```toml fails
    record = 1
    rules = "foss"
    players = [[[[[[[[[[[[[[[[["Ann"]]]]]]]]]]]]]]]]]
    ```

    ```toml mended
    record = 1
    rules = "foss"
    players = ["Ann", "Bob", "Cai"]
    ```
    """
    return Diagnostic(
        "R502",
        "error",
        f"the record has more than {most:,} {what}",
        place,
        help="keep one match a file",
    )


@problem("R503", "the record is not TOML")
def not_toml(place: Place, reason: str) -> Diagnostic:
    """The text breaks the rules of TOML, so nothing in it can be read.

    ```toml fails
    record = 1
    rules = foss
    players = ["Ann", "Bob", "Cai"]
    ```

    ```toml mended
    record = 1
    rules = "foss"
    players = ["Ann", "Bob", "Cai"]
    ```
    """
    return Diagnostic(
        "R503",
        "error",
        f"this is not TOML: {reason}",
        place,
        help='texts stand in quotes, a deal begins with [[deal]], a key reads `bids = "2 0 1"`',
    )


@problem("R504", "a key that records do not have")
def unknown_key(place: Place, key: str, known: Sequence[str]) -> Diagnostic:
    """A key is not one of the record's or of a deal's keys.

    A misspelt key would otherwise be passed over in silence, and with it the check it asks for.

    ```toml fails
    record = 1
    rules = "foss"
    players = ["Ann", "Bob", "Cai"]

    [[deal]]
    deal = 1
    bid = "0 1 0"
    ```

    ```toml mended
    record = 1
    rules = "foss"
    players = ["Ann", "Bob", "Cai"]

    [[deal]]
    deal = 1
    bids = "0 1 1"
    ```
    """
    near = get_close_matches(key[:_SHOWN], known, 1, 0.5)
    mend = f"did you mean `{near[0]}`?" if near else "the keys are " + ", ".join(known)
    return Diagnostic("R504", "error", f"{shown(key)} is not a key here", place, help=mend)


@problem("R505", "a key is missing")
def missing_key(place: Place, key: str, example: str) -> Diagnostic:
    """A record must say its version, its rules and its players, a deal which deal it is.

    ```toml fails
    record = 1
    rules = "foss"
    ```

    ```toml mended
    record = 1
    rules = "foss"
    players = ["Ann", "Bob", "Cai"]
    ```
    """
    return Diagnostic("R505", "error", f"{key} is missing", place, help=f"add `{example}`")


@problem("R506", "a value of the wrong kind")
def wrong_kind(place: Place, key: str, wanted: str, example: str) -> Diagnostic:
    """A key holds a number where a text is needed, a text where a list is needed, and so on.

    ```toml fails
    record = 1
    rules = "foss"
    players = ["Ann", "Bob", "Cai"]

    [[deal]]
    deal = 1
    bids = [0, 1, 1]
    ```

    ```toml mended
    record = 1
    rules = "foss"
    players = ["Ann", "Bob", "Cai"]

    [[deal]]
    deal = 1
    bids = "0 1 1"
    ```
    """
    return Diagnostic(
        "R506", "error", f"`{key}` must be {wanted}", place, help=f"write it as `{example}`"
    )


@problem("R507", "a version of the record format that is not known")
def unknown_version(place: Place, version: object, known: int) -> Diagnostic:
    """The record says that it is written in a later version of the format.

    What a later version means by its keys cannot be guessed.

    ```toml fails
    record = 2
    rules = "foss"
    players = ["Ann", "Bob", "Cai"]
    ```

    ```toml mended
    record = 1
    rules = "foss"
    players = ["Ann", "Bob", "Cai"]
    ```
    """
    return Diagnostic(
        "R507",
        "error",
        f"version {shown(version)} of the record format is not known",
        place,
        help=f"write `record = {known}`",
    )


@problem("R508", "the players are not players of one match")
def wrong_names(place: Place, reason: str) -> Diagnostic:
    """There are from 2 to 10 players, each with a name of its own.

    Names tell the columns of a sheet apart, and say who deals and who calls.

    ```toml fails
    record = 1
    rules = "foss"
    players = ["Ann", "Bob", "Ann"]
    ```

    ```toml mended
    record = 1
    rules = "foss"
    players = ["Ann", "Bob", "Anna"]
    ```
    """
    return Diagnostic(
        "R508", "error", reason, place, help="name 2 to 10 players, each differently, in seat order"
    )


@problem("R509", "a name that no player has")
def not_a_player(place: Place, key: str, name: str, players: Sequence[str]) -> Diagnostic:
    """The dealer or the caller is somebody who does not play.

    ```toml fails
    record = 1
    rules = "foss"
    players = ["Ann", "Bob", "Cai"]
    dealer = "Carl"
    ```

    ```toml mended
    record = 1
    rules = "foss"
    players = ["Ann", "Bob", "Cai"]
    dealer = "Cai"
    ```
    """
    near = get_close_matches(name[:_SHOWN], players, 1, 0.5)
    mend = f"did you mean `{near[0]}`?" if near else "the players are " + ", ".join(players)
    return Diagnostic(
        "R509", "error", f"the {key} {shown(name)} is not one of the players", place, help=mend
    )


@problem("R510", "too few or too many in a list")
def wrong_length(place: Place, key: str, found: int, wanted: str) -> Diagnostic:
    """A line of figures has one figure a player, and a trick at most one card a player.

    ```toml fails
    record = 1
    rules = "foss"
    players = ["Ann", "Bob", "Cai"]

    [[deal]]
    deal = 1
    bids = "0 1"
    ```

    ```toml mended
    record = 1
    rules = "foss"
    players = ["Ann", "Bob", "Cai"]

    [[deal]]
    deal = 1
    bids = "0 1 1"
    ```
    """
    return Diagnostic(
        "R510",
        "error",
        f"`{key}` holds {found}",
        place,
        help=f"give {wanted}; `?` stands for what is not known",
    )


@problem("R511", "not a figure")
def not_a_figure(place: Place, key: str, word: str, allowed: str) -> Diagnostic:
    """A bid, a number of tricks or a total is not written as a whole number.

    ```toml fails
    record = 1
    rules = "foss"
    players = ["Ann", "Bob", "Cai"]

    [[deal]]
    deal = 1
    bids = "0 one 1"
    ```

    ```toml mended
    record = 1
    rules = "foss"
    players = ["Ann", "Bob", "Cai"]

    [[deal]]
    deal = 1
    bids = "0 1 1"
    ```
    """
    return Diagnostic(
        "R511", "error", f"{shown(word)} is no figure for `{key}`", place, help=f"write {allowed}"
    )


@problem("R512", "not a card")
def not_a_card(place: Place, word: str) -> Diagnostic:
    """A card is written rank then suit: `10H`, also `TH` or `10♥`; an unknown card is `??`.

    In a trick `2H=AC` is the two of hearts played as the ace of clubs.

    ```toml fails
    record = 1
    rules = "foss"
    players = ["Ann", "Bob", "Cai"]

    [[deal]]
    deal = 1
    turned = "1H"
    ```

    ```toml mended
    record = 1
    rules = "foss"
    players = ["Ann", "Bob", "Cai"]

    [[deal]]
    deal = 1
    turned = "10H"
    ```
    """
    return Diagnostic(
        "R512",
        "error",
        f"{shown(word)} is not a card",
        place,
        help="write rank then suit, such as `10H`, or `??` for an unknown card",
    )


@problem("R513", "not a suit, or not an order of the suits")
def not_a_suit(place: Place, key: str, word: str) -> Diagnostic:
    """`trump` names one suit; `order` names every suit once, the highest first.

    ```toml fails
    record = 1
    rules = "raf"
    players = ["Ann", "Bob", "Cai"]

    [[deal]]
    deal = 1
    order = "S H C"
    ```

    ```toml mended
    record = 1
    rules = "raf"
    players = ["Ann", "Bob", "Cai"]

    [[deal]]
    deal = 1
    cards = 3
    calls = "Precedence"
    order = "S H C D"
    ```
    """
    what = "a suit" if key == "trump" else "an order of the four suits"
    example = "hearts" if key == "trump" else "S H C D"
    return Diagnostic(
        "R513", "error", f"{shown(word)} is not {what}", place, help=f'write `{key} = "{example}"`'
    )


@problem("R514", "two keys that exclude each other")
def contradiction(place: Place, first: str, second: str) -> Diagnostic:
    """A deal gives the whole pack or the hands, and names one trump suit or an order of suits.

    ```toml fails
    record = 1
    rules = "raf"
    players = ["Ann", "Bob", "Cai"]

    [[deal]]
    deal = 1
    trump = "hearts"
    order = "S H C D"
    ```

    ```toml mended
    record = 1
    rules = "raf"
    players = ["Ann", "Bob", "Cai"]

    [[deal]]
    deal = 1
    cards = 3
    calls = "Trumps"
    trump = "hearts"
    ```
    """
    return Diagnostic(
        "R514",
        "error",
        f"`{first}` and `{second}` stand in one deal",
        place,
        help=f"keep one of them: they say the same thing, and `{first}` says more",
    )


@problem("R515", "the head of a CSV sheet is not understood")
def wrong_head(place: Place, reason: str) -> Diagnostic:
    """The first line of a CSV sheet names its columns.

    The first column is `deal`; then come, in any order, `NAME bid`, `NAME tricks` and
    `NAME total` for each player. The players sit in the order in which they first appear.

    ```csv fails
    round,Ann bid,Ann total,Bob bid,Bob total,Cai bid,Cai total
    1,0,10,0,10,0,0
    ```

    ```csv mended
    deal,Ann bid,Ann total,Bob bid,Bob total,Cai bid,Cai total
    1,0,10,0,10,0,0
    ```
    """
    return Diagnostic(
        "R515",
        "error",
        reason,
        place,
        help="name the columns `deal`, `Ann bid`, `Ann tricks`, `Ann total` and so on",
    )
