"""Changes between deals on a score sheet: players joining or leaving, manual points, extra hands.

The classes hold the data about these changes that the pages show. The sheet decides which changes
are allowed.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias, assert_never

from clagdsl.engine.events import signed
from clagdsl.lang.limits import LARGEST_ADJUSTMENT, LONGEST_NOTE
from clagdsl.lang.numerals import COUNT, POINTS, normalize_minus
from clagdsl.lang.roster_changes import (
    Adjustment,
    EndMatch,
    Interlude,
    Join,
    Leave,
    OneMoreHand,
    PlayAgain,
    RosterChange,
    SitOut,
    Skip,
    TakePlace,
    read_changes,
    read_interlude,
    write_changes,
)
from clagdsl.scorekeeping.entries import CorrectAdjustment, CorrectRoster, parse_entry
from clagdsl.scorekeeping.score_sheet import Sheet
from clagdsl.scorekeeping.sheet_view import KeptRow
from clagdsl.serve.form_fields import read_text
from clagdsl.serve.keeper_text import reason_text
from clagdsl.table.seating import apply_change, latecomers_total, why_not_change

LONGEST_NAME: Final = 40
"""Maximum number of characters in a player's name."""
CHANGE_FORMS: Final = frozenset({"join", "adjust", "more"})
"""Forms that assemble an entry from several fields; every other change is a single button."""

Standing: TypeAlias = Literal["plays", "sits out", "has left", "not there yet"]
"""Whether somebody on the sheet currently plays."""


@dataclass(frozen=True, slots=True)
class ChangeTap:
    """A button for a roster change: its entry and its label."""

    entry: str
    label: str


@dataclass(frozen=True, slots=True)
class ShownPerson:
    """Somebody on the sheet, with the roster changes that are currently allowed."""

    name: str
    total: int
    standing: Standing
    taps: tuple[ChangeTap, ...]


@dataclass(frozen=True, slots=True)
class ManualPoints:
    """The manual adjustment of a player's points in one deal; the entry `take_back` removes it.

    `where` names the deal, or the end of the match.
    """

    deal: int
    where: str
    player: str
    points: int
    note: str
    take_back: str


@dataclass(frozen=True, slots=True)
class RosterShown:
    """The roster changes before a finished deal, and ways to correct them.

    `taken_back` has one button to remove each change, `more` one to add each further change.
    Somebody may also join after a player in `there`, or in that player's place. `kept` has the
    existing changes as a text, to which the form adds.
    """

    taken_back: tuple[ChangeTap, ...]
    more: tuple[ChangeTap, ...]
    there: tuple[str, ...]
    kept: str


@dataclass(frozen=True, slots=True)
class ChangesShown:
    """The roster changes that are currently allowed, and `why` others are not.

    Somebody may join `after` a player or `instead` of one. A latecomer `begins` with the total of
    the player in last place: the highest one if `low_wins`, else the lowest.
    """

    people: tuple[ShownPerson, ...]
    after: tuple[str, ...]
    instead: tuple[str, ...]
    gone: tuple[str, ...]
    begins: int
    low_wins: bool
    why: tuple[str, ...]
    given: tuple[ManualPoints, ...]
    most_adjusted: int = LARGEST_ADJUSTMENT
    longest_note: int = LONGEST_NOTE

    @property
    def nobody(self) -> bool:
        """True if no roster change is allowed."""
        return not self.after and not self.instead and not any(one.taps for one in self.people)


@dataclass(frozen=True, slots=True)
class OneMoreShown:
    """The form for an extra hand: the kinds of deals, the most cards, and
    the preselected values.
    """

    kinds: tuple[str, ...]
    most: int
    kind: str
    cards: int


@dataclass(frozen=True, slots=True)
class SheetNotes:
    """Notes on a sheet about events between deals.

    `of_deal` has the notes on each deal by its number, `closing` those after the end, and `of_line`
    those on each player in the standings. `absent` has the standing of each player who does not
    play in a deal, by deal and line.
    """

    of_deal: Mapping[int, tuple[str, ...]]
    closing: tuple[str, ...]
    of_line: Mapping[int, tuple[str, ...]]
    absent: Mapping[tuple[int, int], Standing]
    one_more: bool


def standing_of(sheet: Sheet, line: int) -> Standing:
    """Returns whether somebody currently plays."""
    if line in sheet.left:
        return "has left"
    return "sits out" if line in sheet.out else "plays"


# --- changes that are allowed -----------------------------------------------------------


def changes_shown(sheet: Sheet) -> ChangesShown:
    """Returns the roster changes that are currently allowed."""
    why: list[str] = []
    people = tuple(_shown_person(sheet, line, why) for line in range(len(sheet.names)))
    here = [line for line in range(len(sheet.names)) if line not in sheet.left]
    there = tuple(sheet.names[line] for line in here)
    new = next(f"Guest {n}" for n in range(100) if f"Guest {n}" not in sheet.names)
    refused = sheet.why_not(str(Join(new, there[0])))
    instead = tuple(name for name in there if sheet.why_not(str(TakePlace(new, name))) is None)
    if refused is not None and not instead:
        why.append(reason_text(refused.reason, refused.source))
    winner = sheet.game.winner
    return ChangesShown(
        people,
        () if refused is not None else there,
        instead,
        tuple(sheet.names[line] for line in sheet.left),
        latecomers_total([sheet.totals[line] for line in here], winner),
        winner.low_wins,
        tuple(dict.fromkeys(why)),
        tuple(_manual_points(sheet)),
    )


def _manual_points(sheet: Sheet) -> Iterator[ManualPoints]:
    """Yields the manual adjustments on a sheet, the last first."""
    view = sheet.view()
    rows = [(row.deal, f"deal {row.deal}", row.beside) for row in view.rows]
    if view.closing:
        rows.append((len(view.rows) + 1, "after the end", view.closing))
    for deal, where, entries in reversed(rows):
        by_player: dict[str, list[Adjustment]] = {}
        for fact in _facts(entries):
            if isinstance(fact, Adjustment):
                by_player.setdefault(fact.player, []).append(fact)
        for player, facts in by_player.items():
            yield ManualPoints(
                deal,
                where,
                player,
                sum(fact.points for fact in facts),
                "; ".join(fact.note for fact in facts if fact.note)[:LONGEST_NOTE],
                str(CorrectAdjustment(deal, Adjustment(player, 0))),
            )


def _shown_person(sheet: Sheet, line: int, why: list[str]) -> ShownPerson:
    name, standing = sheet.names[line], standing_of(sheet, line)
    home = ChangeTap(str(Leave(name)), "Goes home")
    options: tuple[ChangeTap, ...] = ()
    if standing == "plays":
        options = (ChangeTap(str(SitOut(name)), "Sits out"), home)
    elif standing == "sits out":
        options = (ChangeTap(str(PlayAgain(name)), "Plays again"), home)
    taps = []
    for tap in options:
        refused = sheet.why_not(tap.entry)
        if refused is None:
            taps.append(tap)
        else:
            why.append(reason_text(refused.reason, refused.source))
    return ShownPerson(name, sheet.totals[line], standing, tuple(taps))


def roster_shown(sheet: Sheet, row: KeptRow) -> RosterShown:
    """Returns the roster changes before a deal, and how they can be corrected."""
    roster = sheet.roster_before(row.deal)
    changes = tuple(fact for fact in _facts(row.beside) if isinstance(fact, RosterChange))
    for change in changes:
        roster = apply_change(roster, change)
    there = tuple(roster.names[line] for line in roster.circle)
    every: list[RosterChange] = [
        change for name in there for change in (SitOut(name), PlayAgain(name), Leave(name))
    ]
    possible = [change for change in every if why_not_change(roster, change) is None]
    return RosterShown(
        tuple(
            ChangeTap(
                str(CorrectRoster(row.deal, _remove_at(changes, place))), _change_text(change)
            )
            for place, change in enumerate(changes)
        ),
        tuple(
            ChangeTap(str(CorrectRoster(row.deal, (*changes, change))), _change_text(change))
            for change in possible
        ),
        there,
        write_changes(changes),
    )


def _remove_at(changes: tuple[RosterChange, ...], place: int) -> tuple[RosterChange, ...]:
    return tuple(change for each, change in enumerate(changes) if each != place)


def one_more_shown(sheet: Sheet) -> OneMoreShown:
    """Returns the form for an extra hand, preselected to match the last one."""
    last = sheet.rows[-1] if sheet.rows else None
    most = sheet.table.deck.size // sheet.table.players
    kinds = tuple(deal.name for deal in sheet.game.deals)
    kind = last.name if last is not None and last.name in kinds else kinds[0]
    return OneMoreShown(kinds, most, kind, min(most, (last and last.cards) or 1))


def change_entry(form: Mapping[str, str]) -> str | None:
    """Returns the entry that a form of `CHANGE_FORMS` assembles, or None if a field is missing.

    Raises WrongFormError if a field is invalid.
    """
    player = read_text(form, "player", "A name", LONGEST_NAME)
    note = read_text(form, "note", "A note", LONGEST_NOTE)
    points, cards = normalize_minus(form.get("points", "").strip()), form.get("cards", "").strip()
    match form.get("row"):
        case "join" if player:
            return _join_entry(player, form)
        case "adjust" if player and POINTS.fullmatch(points):
            adjustment = Adjustment(player, int(points), note or None)
            if COUNT.fullmatch(form.get("deal", "")):
                return str(CorrectAdjustment(int(form["deal"]), adjustment))
            return str(adjustment)
        case "more" if form.get("kind") and COUNT.fullmatch(cards):
            return str(OneMoreHand(form["kind"], int(cards)))
        case _:
            return None


def _join_entry(player: str, form: Mapping[str, str]) -> str | None:
    """Returns the entry for the field `seat` (`after Ann` or `for Ann`), or None if it is invalid.

    If the form has a field `deal`, the entry corrects the changes before that deal, and keeps those
    in the field `kept`.
    """
    place, _, other = form.get("seat", "").partition(" ")
    if place not in ("after", "for") or not other:
        return None
    change = Join(player, other) if place == "after" else TakePlace(player, other)
    if not COUNT.fullmatch(form.get("deal", "")):
        return str(change)
    kept = read_changes(form.get("kept", "")) or ()
    return str(CorrectRoster(int(form["deal"]), (*kept, change)))


def missing_in(row: str) -> str:
    """Returns the error message for a form of `CHANGE_FORMS` that lacks a field."""
    return {
        "join": "Say who comes, and at whose left, or in whose place.",
        "adjust": "Say whose total, and by how many points, up or down.",
        "more": "Say which hand, and with how many cards.",
    }.get(row, "Say it for every player; one may be left out.")


def why_no_name_here(entry: str) -> str | None:
    """Returns why a name in an entry is too long for the pages to show, or None if it is not."""
    read = parse_entry(entry)
    changes = read.changes if isinstance(read, CorrectRoster) else (read,)
    joined = [one.player for one in changes if isinstance(one, Join | TakePlace)]
    if any(len(name) > LONGEST_NAME for name in joined):
        return f"A name has at most {LONGEST_NAME} letters."
    return None


# --- notes between the deals ------------------------------------------------------------


def sheet_notes(sheet: Sheet) -> SheetNotes:
    """Returns the notes of a sheet about events between deals."""
    view = sheet.view()
    of_deal: dict[int, tuple[str, ...]] = {}
    absent: dict[tuple[int, int], Standing] = {}
    since: dict[int, int] = {}
    by_hand: defaultdict[int, int] = defaultdict(int)
    standings: dict[int, Standing] = dict.fromkeys(range(len(sheet.names)), "not there yet")
    standings |= dict.fromkeys(view.rows[0].seats if view.rows else (), "plays")
    one_more = False
    for row in view.rows:
        facts = tuple(_facts(row.beside))
        lines: list[str] = []
        for fact in facts:
            lines.append(_fact_text(sheet, row, fact, standings))
            if isinstance(fact, OneMoreHand | Skip | EndMatch):
                continue
            line = sheet.names.index(fact.player)
            if isinstance(fact, Adjustment):
                by_hand[line] += fact.points
                continue
            comes = isinstance(fact, Join | TakePlace)
            if comes and standings[line] != "has left" and row.deal > 1:
                since[line] = row.deal
            standings[line] = _standing_after(fact)
            if isinstance(fact, TakePlace):
                standings[sheet.names.index(fact.leaver)] = "has left"
        of_deal[row.deal] = tuple(lines)
        one_more = any(isinstance(fact, OneMoreHand) for fact in facts)
        absent |= {
            (row.deal, line): standing
            for line, standing in standings.items()
            if line not in row.seats
        }
    closing = tuple(_facts(view.closing))
    for fact in closing:
        if isinstance(fact, Adjustment):
            by_hand[sheet.names.index(fact.player)] += fact.points
    return SheetNotes(
        of_deal,
        tuple(_fact_text(sheet, None, fact, standings) for fact in closing),
        {
            line: (
                *((f"since deal {since[line]}",) if line in since else ()),
                *((f"{signed(by_hand[line])} by hand",) if by_hand[line] else ()),
            )
            for line in range(len(sheet.names))
        },
        absent,
        one_more and not sheet.over,
    )


def _standing_after(change: RosterChange) -> Standing:
    match change:
        case Join() | TakePlace() | PlayAgain():
            return "plays"
        case Leave():
            return "has left"
        case SitOut():
            return "sits out"
        case _:
            assert_never(change)


def _facts(entries: tuple[str, ...]) -> Iterator[Interlude]:
    return filter(None, map(read_interlude, entries))


def _fact_text(
    sheet: Sheet, row: KeptRow | None, fact: Interlude, standings: Mapping[int, Standing]
) -> str:
    """Returns a short note about an event between deals."""
    match fact:
        case Join(player=player) | TakePlace(player=player):
            line = sheet.names.index(player)
            if row is None or standings[line] == "has left":
                return _change_text(fact, again=standings[line] == "has left")
            return f"{_change_text(fact)}, and begins with {_starting_total(sheet, row, line)}"
        case Leave() | SitOut() | PlayAgain():
            return _change_text(fact)
        case Adjustment(player=player, points=points, note=note):
            return f"{player} {signed(points)} by hand{f': {note}' if note else ''}"
        case OneMoreHand():
            return "One more hand"
        case Skip(deals=deals):
            return f"Left out: {deals} deal{'s' * (deals != 1)} of the schedule"
        case EndMatch():
            return "The match ends here"
        case _:
            assert_never(fact)


def _change_text(change: RosterChange, *, again: bool = False) -> str:
    down = "sits down again," if again else "sits down"
    match change:
        case Join(player=player, after=after):
            return f"{player} {down} at the left of {after}"
        case TakePlace(player=player, leaver=leaver):
            return f"{player} {down} in the place of {leaver}, who goes home"
        case Leave(player=player):
            return f"{player} goes home"
        case SitOut(player=player):
            return f"{player} sits out"
        case PlayAgain(player=player):
            return f"{player} plays again"
        case _:
            assert_never(change)


def _starting_total(sheet: Sheet, row: KeptRow, line: int) -> int:
    """Returns the total with which somebody joined: the deal's total minus the points
    added in it.
    """
    total = row.totals[line] if row.totals else sheet.totals[line]
    points = row.points[line] if row.points else 0
    facts = [fact for fact in _facts(row.beside) if isinstance(fact, Adjustment)]
    by_hand = sum(fact.points for fact in facts if fact.player == sheet.names[line])
    return (total or 0) - (points or 0) - by_hand
