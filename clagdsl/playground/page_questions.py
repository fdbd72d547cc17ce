"""What a page with an editor asks about the rules in it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal, TypeAlias, get_args

from clagdsl import problems
from clagdsl.lang.frozen import dataclass
from clagdsl.lang.json_value import JsonValue
from clagdsl.problems.safe_text import shortened

Wish: TypeAlias = Literal["games", "open", "check", "mend", "sheet", "differences", "match"]

WISHES: Final[tuple[Wish, ...]] = get_args(Wish)


@dataclass(frozen=True, slots=True)
class PageQuestion:
    """A wish, and the text of the rules that it is about.

    As JSON an object with these keys, of which those may be left out that have a default here.
    `game` is the bundled game that is to be opened.  `players` (the fewest unless said), `seed` (a
    text of digits: JavaScript knows no such number) and `policy` (`random` or `steady`, one for
    all seats) are for a match.
    """

    wish: Wish
    text: str = ""
    game: str = ""
    players: int | None = None
    seed: str = "1"
    policy: str = "steady"


def read_question(asked: JsonValue) -> PageQuestion:
    """The question that a JSON value is; raises ArgumentError where it is none."""
    if not isinstance(asked, Mapping):
        raise problems.arguments.WrongSource("a question is an object with a `wish`").error()
    odd = asked.keys() - {"wish", "text", "game", "players", "seed", "policy"}
    if odd:
        raise problems.arguments.WrongSource(f"a question has no `{shortened(min(odd))}`").error()
    wish = next((one for one in WISHES if one == asked.get("wish")), None)
    if wish is None:
        raise problems.arguments.WrongSource(f"a `wish` is one of {', '.join(WISHES)}").error()
    players = asked.get("players")
    if players is not None and type(players) is not int:
        raise problems.arguments.WrongSource("`players` is a whole number").error()
    return PageQuestion(
        wish,
        _text(asked, "text", ""),
        _text(asked, "game", ""),
        players,
        _text(asked, "seed", "1"),
        _text(asked, "policy", "steady"),
    )


def _text(asked: Mapping[str, JsonValue], name: str, default: str) -> str:
    found = asked.get(name, default)
    if not isinstance(found, str):
        raise problems.arguments.WrongSource(f"`{name}` is a text").error()
    return found
