"""Entries of a score sheet that belong to no deal: interludes between deals, and entries about the
whole match.

Each is a frozen value with one text form.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import ClassVar, Final, TypeAlias

from clagdsl.lang.frozen import dataclass
from clagdsl.lang.numerals import COUNT, POINTS, normalize_minus

_PLAIN: Final = re.compile(r'[^\s"\\]+(?: [^\s"\\]+)*')
_WORD: Final = re.compile(r'"((?:[^"\\]|\\.)*)"(?!\S)|(\S+)', re.DOTALL)
_AFTER: Final = "after"
_FOR: Final = "for"
_AND: Final = "and"
_END: Final = "end"
_SKIP: Final = "skip"
_SEATS: Final = "seats"
_NOTE: Final = "note"
_BETWEEN: Final = frozenset({_AFTER, _FOR, _AND})
CHANGE_VERBS: Final = ("join", "leave", "out", "back")
"""The first words of roster changes."""

INTERLUDE_VERBS: Final = (*CHANGE_VERBS, "adjust", "more", "skip", "end")
"""The first words of interludes."""

MATCH_VERBS: Final = ("seats", "note")
"""The first words of entries about the whole match."""


@dataclass(frozen=True, slots=True)
class Join:
    """A player joins as the next in the order of play after another player."""

    player: str
    after: str

    def __str__(self) -> str:
        return f"join {_name(self.player)} {_AFTER} {_name(self.after)}"


@dataclass(frozen=True, slots=True)
class TakePlace:
    """A player joins in place of another player, who leaves."""

    player: str
    leaver: str

    def __str__(self) -> str:
        return f"join {_name(self.player)} {_FOR} {_name(self.leaver)}"


@dataclass(frozen=True, slots=True)
class _OfOnePlayer:
    """A roster change that is fully described by its kind and one player."""

    player: str
    verb: ClassVar[str]

    def __str__(self) -> str:
        return f"{self.verb} {_name(self.player)}"


@dataclass(frozen=True, slots=True)
class Leave(_OfOnePlayer):
    """A player leaves."""

    verb = "leave"


@dataclass(frozen=True, slots=True)
class SitOut(_OfOnePlayer):
    """A player sits out for a while."""

    verb = "out"


@dataclass(frozen=True, slots=True)
class PlayAgain(_OfOnePlayer):
    """A player who sat out plays again."""

    verb = "back"


RosterChange: TypeAlias = Join | TakePlace | Leave | SitOut | PlayAgain
"""A change of players between two deals."""


@dataclass(frozen=True, slots=True)
class Adjustment:
    """Points added or deducted by hand."""

    player: str
    points: int
    note: str | None = None

    def __str__(self) -> str:
        note = "" if self.note is None else f" {_quoted(self.note)}"
        return f"adjust {_name(self.player)} {self.points}{note}"


@dataclass(frozen=True, slots=True)
class OneMoreHand:
    """An extra hand after the end of the match: its kind, and the number of cards each."""

    kind: str
    cards: int

    def __str__(self) -> str:
        return f"more {_quoted(self.kind)} {self.cards}"


@dataclass(frozen=True, slots=True)
class Skip:
    """The next deals of the schedule, which are left out."""

    deals: int

    def __str__(self) -> str:
        return _SKIP if self.deals == 1 else f"{_SKIP} {self.deals}"


@dataclass(frozen=True, slots=True)
class EndMatch:
    """The end of a match that stops before its last deal."""

    def __str__(self) -> str:
        return _END


Interlude: TypeAlias = RosterChange | Adjustment | OneMoreHand | Skip | EndMatch
"""Anything that happens between deals."""


@dataclass(frozen=True, slots=True)
class Seats:
    """The players at the start in the order of play, for the whole match."""

    names: tuple[str, ...]

    def __str__(self) -> str:
        names = (_quoted(name) if " " in name else _name(name) for name in self.names)
        return f"{_SEATS} {' '.join(names)}"


@dataclass(frozen=True, slots=True)
class Note:
    """A note on the whole match; an empty one removes it."""

    text: str

    def __str__(self) -> str:
        return f"{_NOTE} {_quoted(self.text)}"


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _name(name: str) -> str:
    """Returns a name as it is typed in an entry, in quotes if it could be misread."""
    plain = _PLAIN.fullmatch(name) is not None and not _BETWEEN & set(name.split())
    return name if plain else _quoted(name)


@dataclass(frozen=True, slots=True)
class _Word:
    """A word of an entry, or a quoted string."""

    text: str
    quoted: bool


def read_interlude(text: str) -> Interlude | None:
    """Parses an interlude from the form that `str` returns; returns None if the text is not one."""
    words = _words(text)
    return None if not words or words[0].quoted else _read(words[0].text, words[1:])


def read_match_entry(text: str) -> Seats | Note | None:
    """Returns an entry about the whole match, or None; it parses what `str` gives."""
    verb, *words = _words(text)
    if verb.text == _SEATS:
        return Seats(tuple(word.text for word in words)) if words else None
    note = _read_name(tuple(words))
    return None if note is None else Note(note)


def read_changes(text: str) -> tuple[RosterChange, ...] | None:
    """Parses roster changes separated by `and`; returns None if the text is invalid."""
    parts: list[list[_Word]] = [[]]
    words = _words(text)
    for place, word in enumerate(words):
        verbs = [one.text for one in words[place + 1 : place + 2] if not one.quoted]
        if word == _Word(_AND, quoted=False) and set(CHANGE_VERBS).issuperset(verbs) and verbs:
            parts.append([])
        else:
            parts[-1].append(word)
    read = [_read(part[0].text, tuple(part[1:])) for part in parts if part and not part[0].quoted]
    changes = tuple(one for one in read if isinstance(one, RosterChange))
    return changes if len(changes) == len(parts) else None


def write_changes(changes: Sequence[RosterChange]) -> str:
    """Returns several changes in the form that `read_changes` parses."""
    return f" {_AND} ".join(map(str, changes))


def _words(text: str) -> tuple[_Word, ...]:
    return tuple(
        _Word(plain or re.sub(r"\\(.)", r"\1", quoted, flags=re.DOTALL), quoted=not plain)
        for quoted, plain in _WORD.findall(text)
    )


def _read(verb: str, words: tuple[_Word, ...]) -> Interlude | None:
    match verb:
        case "join":
            return _read_join(words)
        case "leave" | "out" | "back":
            kind = next(one for one in (Leave, SitOut, PlayAgain) if one.verb == verb)
            return None if (player := _read_name(words)) is None else kind(player)
        case "adjust":
            return _read_adjustment(words)
        case "more":
            return _read_one_more(words)
        case "skip":
            return _read_skip(words)
        case "end":
            return None if words else EndMatch()
        case _:
            return None


def _read_name(words: tuple[_Word, ...]) -> str | None:
    """Returns the name that words form (one in quotes, or several plain ones), or None."""
    if len(words) == 1:
        return words[0].text
    if not words or any(word.quoted for word in words):
        return None
    return " ".join(word.text for word in words)


def _read_join(words: tuple[_Word, ...]) -> Join | TakePlace | None:
    """Returns the player who joins, either `after` another player or `for` one, or None."""
    after, instead = (_Word(word, quoted=False) for word in (_AFTER, _FOR))
    between = after if after in words else instead
    place = words.index(between) if between in words else 0
    player, other = _read_name(words[:place]), _read_name(words[place + 1 :])
    if player is None or other is None:
        return None
    return Join(player, other) if between == after else TakePlace(player, other)


def _read_adjustment(words: tuple[_Word, ...]) -> Adjustment | None:
    note = words[-1].text if len(words) > 2 and words[-1].quoted else None
    without_note = words if note is None else words[:-1]
    points = (
        normalize_minus(without_note[-1].text)
        if without_note and not without_note[-1].quoted
        else ""
    )
    player = _read_name(without_note[:-1])
    if player is None or not POINTS.fullmatch(points):
        return None
    return Adjustment(player, int(points), note)


def _read_one_more(words: tuple[_Word, ...]) -> OneMoreHand | None:
    cards = words[-1].text if words and not words[-1].quoted else ""
    kind = _read_name(words[:-1])
    if kind is None or not COUNT.fullmatch(cards):
        return None
    return OneMoreHand(kind, int(cards))


def _read_skip(words: tuple[_Word, ...]) -> Skip | None:
    if not words:
        return Skip(1)
    number = words[0].text
    is_number = len(words) == 1 and not words[0].quoted and COUNT.fullmatch(number)
    return Skip(int(number)) if is_number else None
