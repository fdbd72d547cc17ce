"""The questions from a page with a rules editor."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from typing import Final, Literal, TypeAlias, assert_never, get_args, get_type_hints

from clagdsl import problems
from clagdsl.engine.players.player import POLICIES, SeatPolicy
from clagdsl.lang.frozen import added_field, dataclass
from clagdsl.lang.json_value import JsonObject, JsonValue
from clagdsl.problems.diagnostic import ArgumentError
from clagdsl.problems.escape import join_in_backticks, shorten

RulesWish: TypeAlias = Literal["check", "mend", "sheet", "differences"]
Wish: TypeAlias = Literal["games", "open"] | RulesWish | Literal["match"]


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


PageQuestion: TypeAlias = GamesQuestion | OpenQuestion | RulesQuestion | MatchQuestion
"""Any question; in JSON, an object with these keys. Keys with a default are optional."""

KINDS: Final[tuple[type[PageQuestion], ...]] = get_args(PageQuestion)
WISHES: Final[tuple[Wish, ...]] = ("games", "open", *get_args(RulesWish), "match")


def playground_question_schema() -> JsonObject:
    """Returns the JSON Schema (2020-12) of a question about rules."""
    from clagdsl.lang.json_schema import schema_of

    return schema_of(PageQuestion, title="A question about rules")


def read_question(data: JsonValue) -> PageQuestion:
    """Returns the question that a JSON value contains; raises ArgumentError if it is invalid."""
    if not isinstance(data, Mapping):
        raise _wrong("a question is an object with a `wish`")
    wish = next((candidate for candidate in WISHES if candidate == data.get("wish")), None)
    if wish is None:
        raise _wrong(f"a `wish` is one of {', '.join(WISHES)}")
    for key in data:
        _check_key(key, wish)
    match wish:
        case "games":
            return GamesQuestion(wish)
        case "open":
            return OpenQuestion(wish, _text(data, "game"))
        case "check" | "mend" | "sheet" | "differences":
            return RulesQuestion(wish, _text(data, "text"))
        case "match":
            players = data.get("players")
            if players is not None and type(players) is not int:
                raise _wrong("`players` is a whole number")
            policy_name = _text(data, "policy", "steady")
            for policy in POLICIES:
                if policy == policy_name:
                    text, seed = _text(data, "text"), _text(data, "seed", "1")
                    return MatchQuestion(wish, text, players, seed, policy)
            raise problems.arguments.WrongPolicy(
                f"`{shorten(policy_name)}` is no policy: there are {', '.join(POLICIES)}"
            ).error()
        case _:
            assert_never(wish)


def _keys(wish: Wish) -> frozenset[str]:
    """Returns every key that a question with this wish may have."""
    kind = next(
        question_type
        for question_type in KINDS
        if wish in get_args(get_type_hints(question_type)["wish"])
    )
    return frozenset(part.name for part in fields(kind))


def _check_key(key: str, wish: Wish) -> None:
    """Raises ArgumentError if a question with this wish does not have such a key."""
    if key in _keys(wish):
        return
    others = [other for other in WISHES if key in _keys(other)]
    if not others:
        raise _wrong(f"a question has no `{shorten(key)}`")
    raise _wrong(
        f"`{key}` is asked with the wish {join_in_backticks(others)}, and not with `{wish}`"
    )


def _text(data: Mapping[str, JsonValue], name: str, default: str | None = None) -> str:
    value = data.get(name, default)
    if value is None and name not in data:
        raise _wrong(f"a question with the wish `{data['wish']}` has `{name}`")
    if not isinstance(value, str):
        raise _wrong(f"`{name}` is a text")
    return value


def _wrong(message: str) -> ArgumentError:
    return problems.arguments.WrongSource(message).error()
