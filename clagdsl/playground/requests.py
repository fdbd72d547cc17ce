"""The questions from a page with a rules editor."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import fields
from types import NoneType, UnionType
from typing import (
    TYPE_CHECKING,
    Any,
    Final,
    Literal,
    TypeAlias,
    Union,
    get_args,
    get_origin,
    get_type_hints,
)

from clagdsl import problems
from clagdsl.engine.players.player import POLICIES, SeatPolicy
from clagdsl.lang.csv_text import Figures
from clagdsl.lang.frozen import added_field, added_field_defaults, dataclass
from clagdsl.lang.json_value import JsonObject, JsonValue
from clagdsl.lang.numerals import join_words
from clagdsl.lang.philox import SEED_LIMIT
from clagdsl.lang.resources import bundled_path
from clagdsl.lang.rules import Game, Value
from clagdsl.problems.diagnostic import ArgumentError
from clagdsl.problems.escape import join_in_backticks, shorten
from clagdsl.table.table import read_parameter

if TYPE_CHECKING:
    from clagdsl.check.checker import UntrustedReach

RulesWish: TypeAlias = Literal["check", "mend", "sheet", "differences", "keeper"]
TableWish: TypeAlias = Literal["match", "simulate", "compare", "score", "trick", "replay"]
Wish: TypeAlias = Literal["games", "open"] | RulesWish | TableWish
Settings: TypeAlias = Mapping[str, bool | int | str]
"""Values of parameters of the rules, by name; a text is read as `--set` reads it."""


@dataclass(frozen=True, slots=True)
class GamesQuestion:
    """A request for the list of bundled games."""

    wish: Literal["games"]


@dataclass(frozen=True, slots=True)
class OpenQuestion:
    """A request for the rules of a bundled game, by name."""

    wish: Literal["open"]
    game: str


@dataclass(frozen=True, slots=True)
class RulesQuestion:
    """A request about the rules in a text."""

    wish: RulesWish
    text: str


@dataclass(frozen=True, slots=True)
class MatchQuestion:
    """A request for a match by the rules in a text, played by one policy in all seats.

    `players` defaults to the fewest allowed. `seed` is a text of digits, because JavaScript numbers
    cannot hold every seed.
    """

    wish: Literal["match"]
    text: str
    players: int | None = added_field(None)
    seed: str = added_field("1")
    policy: SeatPolicy = added_field("steady")
    parameters: Settings | None = added_field(None)


@dataclass(frozen=True, slots=True)
class SimulateQuestion:
    """A request for the statistics of many matches, played by one policy in all seats.

    `part` is the most matches to play for this answer; all that are left by default. `counts` are
    those of the answer to the part before, with the other keys as they were. `seed` is as in a
    match.
    """

    wish: Literal["simulate"]
    text: str
    matches: int = added_field(1000)
    part: int | None = added_field(None)
    counts: str | None = added_field(None)
    players: int | None = added_field(None)
    seed: str = added_field("0")
    policy: SeatPolicy = added_field("random")
    parameters: Settings | None = added_field(None)


@dataclass(frozen=True, slots=True)
class CompareQuestion:
    """A request for the differences between the rules in two texts.

    With `witness`, also the smallest deal that shows a difference.
    """

    wish: Literal["compare"]
    text: str
    other: str
    witness: bool = added_field(False)


@dataclass(frozen=True, slots=True)
class ScoreQuestion:
    """A request for the points of one deal, given by its number in the schedule or its name.

    `bids`, `tricks` and `points` are in seat order; `taken` is the seat that took each trick, and
    `past` the values of runs and tallies before the deal. What the score of the deal does not read
    is left out.
    """

    wish: Literal["score"]
    text: str
    deal: int | str
    tricks: tuple[int, ...]
    bids: tuple[int, ...] | None = added_field(None)
    calls: str | None = added_field(None)
    cards: int | None = added_field(None)
    number: int | None = added_field(None)
    taken: tuple[int, ...] | None = added_field(None)
    points: tuple[int, ...] | None = added_field(None)
    blind: tuple[int, ...] = added_field(())
    past: Mapping[str, int | tuple[int, ...]] | None = added_field(None)
    trump: str | None = added_field(None)
    parameters: Settings | None = added_field(None)


@dataclass(frozen=True, slots=True)
class TrickQuestion:
    """A request for the winner of a trick: the cards in the order in which they were played.

    Cards are written as in `AC 2H 10D`, and what a wild card stands for as in `2H=AC`. `trump` is a
    suit or `none`, `order` the order of the suits such as `S H C D`, if the deal leaves them open.
    """

    wish: Literal["trick"]
    text: str
    deal: int | str
    played: str
    trump: str | None = added_field(None)
    order: str | None = added_field(None)
    calls: str | None = added_field(None)
    cards: int | None = added_field(None)
    players: int | None = added_field(None)
    parameters: Settings | None = added_field(None)


@dataclass(frozen=True, slots=True)
class ReplayQuestion:
    """A request to check a score sheet or a record against the rules in a text.

    `sheet` is a record in TOML, a sheet in CSV, or, with `card`, the text of a printed card.
    `figures` is what columns of a CSV sheet have that could be either: totals, or points of the
    deal.
    """

    wish: Literal["replay"]
    text: str
    sheet: str
    card: bool = added_field(False)
    figures: Figures | None = added_field(None)
    parameters: Settings | None = added_field(None)


PageQuestion: TypeAlias = (
    GamesQuestion
    | OpenQuestion
    | RulesQuestion
    | MatchQuestion
    | SimulateQuestion
    | CompareQuestion
    | ScoreQuestion
    | TrickQuestion
    | ReplayQuestion
)
"""Any question; in JSON, an object with these keys. Keys with a default are optional."""


@dataclass(frozen=True, slots=True)
class TextSources:
    """References to the texts of a question, as records have them, and what they may extend.

    The texts of a page have no file; no file with such a name is read.
    """

    text: str = "rules.clag"
    other: str = "other.clag"
    reach: UntrustedReach = "bundled"


def file_name(reference: str) -> str:
    """Returns the file name of a text in problems: that of a bundled game is in a file."""
    path = bundled_path(reference)
    return reference if path is None else path.name


EXAMPLES: Final[Mapping[str, str]] = {
    "past": ', such as `{"bags": 9}` or `{"bags": [9, 0, 2]}`',
    "parameters": ', such as `{"hook": true}`',
    "tricks": ", such as `[2, 0, 3]`",
    "bids": ", such as `[2, 0, 3]`",
}
"""Examples after the description of keys whose names do not explain them."""

KINDS: Final[tuple[type[PageQuestion], ...]] = get_args(PageQuestion)
QUESTION_KEYS: Final = frozenset(part.name for kind in KINDS for part in fields(kind))
"""The keys of all questions."""
WISHES: Final[tuple[Wish, ...]] = (
    *("games", "open"),
    *get_args(RulesWish),
    *get_args(TableWish),
)


def playground_question_schema() -> JsonObject:
    """Returns the JSON Schema (2020-12) of a question about rules."""
    from clagdsl.lang.json_schema import schema_of

    return schema_of(PageQuestion, title="A request about rules")


def read_question(data: JsonValue) -> PageQuestion:
    """Returns the question that a JSON value contains; raises ArgumentError if it is invalid."""
    if not isinstance(data, Mapping):
        raise _wrong("a request is an object with a `wish`")
    wish = next((candidate for candidate in WISHES if candidate == data.get("wish")), None)
    if wish is None:
        raise _wrong(f"a `wish` is one of {', '.join(WISHES)}")
    for key in data:
        _check_key(key, wish)
    question: PageQuestion = read_fields(_kind(wish), data)
    return question


def read_fields(kind: type, data: Mapping[str, JsonValue]) -> Any:
    """Returns a question of a kind from its JSON object; raises ArgumentError if a value is of
    another type, or one that is needed is missing.
    """
    values: dict[str, Any] = {}
    hints, optional = get_type_hints(kind), added_field_defaults(kind)
    for name, hint in hints.items():
        if name in data:
            values[name] = _value(name, hint, data[name])
        elif name not in optional:
            raise _wrong(f"a request with the wish `{data.get('wish')}` has `{name}`")
    return kind(**values)


def read_settings(game: Game, settings: Settings | None) -> dict[str, Value]:
    """Returns the values of parameters; raises ArgumentError if the game has no such parameter."""
    by_name = {parameter.name: parameter for parameter in game.parameters}
    values: dict[str, Value] = {}
    for name, value in (settings or {}).items():
        if name not in by_name:
            raise problems.arguments.NoSuchParameter(name, list(by_name)).error()
        values[name] = read_parameter(by_name[name], value) if isinstance(value, str) else value
    return values


def read_seed(text: str) -> int:
    """Returns the seed in a text of digits; raises ArgumentError if it is not one."""
    if not (text.isascii() and text.isdigit() and len(text) <= len(str(SEED_LIMIT))):
        raise problems.arguments.WrongSeed("seed", text, SEED_LIMIT).error()
    return int(text)


def _kind(wish: Wish) -> type[PageQuestion]:
    return next(kind for kind in KINDS if wish in get_args(get_type_hints(kind)["wish"]))


def _keys(wish: Wish) -> frozenset[str]:
    """Returns every key that a question with this wish may have."""
    return frozenset(part.name for part in fields(_kind(wish)))


def _check_key(key: str, wish: Wish) -> None:
    """Raises ArgumentError if a question with this wish does not have such a key."""
    if key in _keys(wish):
        return
    others = [other for other in WISHES if key in _keys(other)]
    if not others:
        raise _wrong(f"a request has no `{shorten(key)}`")
    raise _wrong(
        f"`{key}` is allowed only with the wish {join_in_backticks(others)}, not with `{wish}`"
    )


def _value(name: str, hint: Any, value: JsonValue) -> Any:
    """Returns the value of a key; raises ArgumentError if it is not of this type."""
    try:
        return _converted(hint, value)
    except TypeError:
        pass
    if name == "policy" and isinstance(value, str):
        raise problems.arguments.WrongPolicy(
            f"`{shorten(value)}` is not a policy: choose from {', '.join(POLICIES)}"
        ).error()
    raise _wrong(f"`{name}` must be {_described(hint)}{EXAMPLES.get(name, '')}")


def _converted(hint: Any, value: JsonValue) -> Any:
    """Returns a JSON value as a value of a type; raises TypeError if it is of another type."""
    parts = get_args(hint)
    match get_origin(hint):
        case origin if origin in (Union, UnionType):
            for part in parts:
                with suppress(TypeError):
                    return _converted(part, value)
        case origin if origin is Literal:
            if value in parts:
                return value
        case origin if origin is tuple:
            if isinstance(value, list | tuple):
                return tuple(_converted(parts[0], each) for each in value)
        case None:
            if type(value) is hint:
                return value
            if hint is int and isinstance(value, float) and value.is_integer():
                return int(value)  # a whole number, as JSON Schema has it
        case _:
            if isinstance(value, Mapping):
                return {name: _converted(parts[1], each) for name, each in value.items()}
    raise TypeError


def _described(hint: Any) -> str:
    """Returns a phrase for the values of a type."""
    parts = get_args(hint)
    match get_origin(hint):
        case origin if origin in (Union, UnionType):
            phrases = [_described(part) for part in parts if part is not NoneType]
            return join_words(list(dict.fromkeys(phrases)), "or")
        case origin if origin is tuple:
            return "a list of whole numbers"
        case origin if origin is Literal:
            return join_words([f"`{part}`" for part in parts], "or")
        case None:
            return {str: "a text", int: "a whole number", bool: "true or false"}[hint]
        case _:
            return f"an object in which every value is {_described(parts[1])}"


def _wrong(message: str) -> ArgumentError:
    return problems.arguments.WrongSource(message).error()
