"""Who came and went at the table of a record, and what was given or taken by hand."""

from __future__ import annotations

from typing import Final

from clagdsl import problems
from clagdsl.lang.limits import LONGEST_NOTE, MOST_ADJUSTED, MOST_CHANGES, MOST_DEALS
from clagdsl.lang.record import RecordedAdjustment, RecordedChange
from clagdsl.lang.roster_changes import Join, Leave, PlayAgain, RosterChange, SitOut, TakePlace
from clagdsl.lang.source import Place
from clagdsl.problems.model import Diagnostic
from clagdsl.problems.safe_text import visible
from clagdsl.records.read_deal import MOST_FIGURE
from clagdsl.records.toml_limits import RecordPlaces
from clagdsl.table.people import Roster, changed, roster_of, why_not_changed

CHANGE_KEYS: Final = ("deal", "join", "after", "for", "total", "leave", "out", "back")
ADJUST_KEYS: Final = ("deal", "player", "points", "note")
_CHANGE: Final = '{ deal = 3, out = "Ann" }'
_JOIN: Final = '{ deal = 3, join = "Eve", after = "Ann", total = 20 }'
_ADJUST: Final = '{ deal = 3, player = "Ann", points = -5, note = "spilt beer" }'


class RosterReader:
    """Reads `roster` and `adjust` of a record, and knows who plays in each deal."""

    def __init__(
        self,
        table: dict[str, object],
        players: tuple[str, ...],
        places: RecordPlaces,
        found: list[Diagnostic],
    ) -> None:
        self.table = table
        self.places = places
        self.problems = found
        self.rosters: list[tuple[int, Roster]] = [(1, roster_of(players))]
        """From which deal on it is which."""

    def changes(self) -> tuple[RecordedChange, ...]:
        """Every change of who plays, in order."""
        kept: list[RecordedChange] = []
        for index, one in self._entries("roster", CHANGE_KEYS, _CHANGE):
            change = self._change(index, one)
            if change is None:
                continue
            number, roster = self.rosters[-1]
            why = why_not_changed(roster, change.change)
            if change.deal < number:
                self._wrong("roster", index, f"it stands after a change before deal {number}")
            elif why is not None:
                self._wrong("roster", index, why.reason)
            elif change.total is not None and change.change.player in roster.names:
                name = visible(change.change.player)
                self._wrong("roster", index, f"`{name}` has a total already: leave `total` out")
            else:
                kept.append(change)
                self.rosters.append((change.deal, changed(roster, change.change)))
        return tuple(kept)

    def adjustments(self) -> tuple[RecordedAdjustment, ...]:
        """Everything that was given or taken by hand, in order."""
        kept: list[RecordedAdjustment] = []
        for index, one in self._entries("adjust", ADJUST_KEYS, _ADJUST):
            number, player = _number(one.get("deal"), 1, MOST_DEALS + 1), one.get("player")
            points = _number(one.get("points"), -MOST_ADJUSTED, MOST_ADJUSTED)
            note = one.get("note")
            noted = note is None or (isinstance(note, str) and len(note) <= LONGEST_NOTE)
            if number is None or not isinstance(player, str) or points is None or not noted:
                self._kind("adjust", index, _ADJUST)
            elif player not in self.at(number).names:
                names = self.at(number).names
                problem = problems.records.NotAPlayer(
                    self._place("adjust", index), "adjust", player, names
                )
                self.problems.append(problem.diagnostic())
            elif kept and number < kept[-1].deal:
                before = kept[-1].deal
                self._wrong("adjust", index, f"it stands after one before deal {before}")
            else:
                words = note if isinstance(note, str) else None
                kept.append(RecordedAdjustment(number, player, points, words))
        return tuple(kept)

    def at(self, number: int) -> Roster:
        """Who is there when that deal is played."""
        return [roster for first, roster in self.rosters if first <= number][-1]

    def _entries(
        self, key: str, known: tuple[str, ...], example: str
    ) -> list[tuple[int, dict[str, object]]]:
        """The tables of a list, each with its place in it."""
        value = self.table.get(key)
        if value is None:
            return []
        if not isinstance(value, list) or not all(isinstance(one, dict) for one in value):
            self._kind(key, None, f"[{example}]")
            return []
        if len(value) > MOST_CHANGES:
            place = self.places.value(None, key)
            problem = problems.records.RecordTooLarge(place, f"entries of `{key}`", MOST_CHANGES)
            self.problems.append(problem.diagnostic())
            return []
        entries: list[tuple[int, dict[str, object]]] = list(enumerate(value))
        for index, one in entries:
            for strange in [name for name in one if name not in known][:1]:
                place = self._place(key, index)
                self.problems.append(
                    problems.records.UnknownKey(place, strange, known).diagnostic()
                )
        return entries

    def _change(self, index: int, one: dict[str, object]) -> RecordedChange | None:
        number = _number(one.get("deal"), 1, MOST_DEALS + 1)
        said = [key for key in ("join", "leave", "out", "back") if key in one]
        change = None if len(said) != 1 else _change_of(said[0], one)
        total = one.get("total")
        begins = None if total is None else _number(total, -MOST_FIGURE, MOST_FIGURE)
        begins_wrong = (total is not None) and (begins is None or "join" not in one)
        if number is None or change is None or begins_wrong:
            self._kind("roster", index, _JOIN if "join" in one else _CHANGE)
            return None
        return RecordedChange(number, change, begins)

    def _place(self, key: str, index: int | None) -> Place:
        if index is None:
            return self.places.value(None, key)
        return self.places.cell(None, key, index)

    def _kind(self, key: str, index: int | None, example: str) -> None:
        wanted = "a list of tables" if index is None else f"tables such as {example}"
        place = self._place(key, index)
        shown = f"{key} = {example}" if index is None else example
        problem = problems.records.WrongKindOfEntry(place, key, wanted, shown)
        self.problems.append(problem.diagnostic())

    def _wrong(self, key: str, index: int, reason: str) -> None:
        problem = problems.records.WrongRoster(self._place(key, index), reason)
        self.problems.append(problem.diagnostic())


def _change_of(key: str, one: dict[str, object]) -> RosterChange | None:
    player, places = one[key], [place for place in ("after", "for") if place in one]
    if not isinstance(player, str) or len(places) != (key == "join"):
        return None
    match key:
        case "join":
            other = one[places[0]]
            if not isinstance(other, str):
                return None
            return Join(player, other) if places == ["after"] else TakePlace(player, other)
        case "leave":
            return Leave(player)
        case "out":
            return SitOut(player)
        case _:
            return PlayAgain(player)


def _number(value: object, low: int, high: int) -> int | None:
    return value if type(value) is int and low <= value <= high else None
