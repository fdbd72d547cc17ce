"""What pages show beside the deals: who comes and goes, points by hand, one more hand.

What they mean for totals and winner is said where they are tapped; what is allowed, and why not, is
asked of the sheet.
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
    Interlude,
    Join,
    Leave,
    OneMoreHand,
    PlayAgain,
    RosterChange,
    SitOut,
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
"""No player of a table has a name of more letters."""
CHANGE_FORMS: Final = frozenset({"join", "adjust", "more"})
"""What is put together of the fields of a form; the others are one tap each."""

Standing: TypeAlias = Literal["plays", "sits out", "has left", "not there yet"]
"""Whether somebody who has a line plays."""


@dataclass(frozen=True, slots=True)
class ChangeTap:
    """A change of who plays to tap: its entry and what stands on it."""

    entry: str
    label: str


@dataclass(frozen=True, slots=True)
class ShownPerson:
    """Somebody who has a line, with the changes that are allowed now."""

    name: str
    total: int
    standing: Standing
    taps: tuple[ChangeTap, ...]


@dataclass(frozen=True, slots=True)
class ManualPoints:
    """What somebody was given by hand in a deal, in the order of its notes; `take_back` undoes it.

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
    """Who came and went before a deal that is closed, as it may be put right.

    `taken_back` takes each change back, `more` adds one, and so does who joins beside one of those
    `there`, or in the place of one; the changes that are `kept` stand before it.
    """

    taken_back: tuple[ChangeTap, ...]
    more: tuple[ChangeTap, ...]
    there: tuple[str, ...]
    kept: str


@dataclass(frozen=True, slots=True)
class ChangesShown:
    """What may be changed now: by tap, by joining `after` or `instead` of somebody, or why not.

    A latecomer `begins` with so many points; `low_wins` tells that these are the most there are.
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
        """Whether nobody at all comes or goes now."""
        return not self.after and not self.instead and not any(one.taps for one in self.people)


@dataclass(frozen=True, slots=True)
class OneMoreShown:
    """One more hand as it is asked for: the kinds of deals, most cards, and what comes first."""

    kinds: tuple[str, ...]
    most: int
    kind: str
    cards: int


@dataclass(frozen=True, slots=True)
class SheetNotes:
    """What stands beside the deals of a sheet.

    `of_deal` has the notes of each deal by its number, `closing` those after the end, `of_line`
    what the standings say of each line, and `absent` why a line has no figures in a deal.
    """

    of_deal: Mapping[int, tuple[str, ...]]
    closing: tuple[str, ...]
    of_line: Mapping[int, tuple[str, ...]]
    absent: Mapping[tuple[int, int], Standing]
    one_more: bool


def standing_of(sheet: Sheet, line: int) -> Standing:
    """Returns whether somebody plays now."""
    if line in sheet.left:
        return "has left"
    return "sits out" if line in sheet.out else "plays"


# --- what may be changed ------------------------------------------------------------------


def changes_shown(sheet: Sheet) -> ChangesShown:
    """Who may come and go now."""
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
    """Yields the points by hand that stand on a sheet, the last first."""
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
    """Returns the changes before a deal, and what may be put in their place."""
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
    """Returns the hand that may be played after the end, as the last one was unless said."""
    last = sheet.rows[-1] if sheet.rows else None
    most = sheet.table.deck.size // sheet.table.players
    kinds = tuple(deal.name for deal in sheet.game.deals)
    kind = last.name if last is not None and last.name in kinds else kinds[0]
    return OneMoreShown(kinds, most, kind, min(most, (last and last.cards) or 1))


def change_entry(form: Mapping[str, str]) -> str | None:
    """Returns the entry that a form of `CHANGE_FORMS` stands for, None where something is missing.

    Raises WrongFormError.
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
    """Returns the entry for a `seat`, which is `after Ann` or `for Ann`.

    Where a `deal` is said it joins the changes that are `kept` before that one.
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
    """What is said where a form of `CHANGE_FORMS` lacks something."""
    return {
        "join": "Say who comes, and at whose left, or in whose place.",
        "adjust": "Say whose total, and by how many points, up or down.",
        "more": "Say which hand, and with how many cards.",
    }.get(row, "Say it for every player; one may be left out.")


def why_no_name_here(entry: str) -> str | None:
    """Returns why nobody joins under the name in an entry, as pages show names; or None."""
    read = parse_entry(entry)
    changes = read.changes if isinstance(read, CorrectRoster) else (read,)
    joined = [one.player for one in changes if isinstance(one, Join | TakePlace)]
    if any(len(name) > LONGEST_NAME for name in joined):
        return f"A name has at most {LONGEST_NAME} letters."
    return None


# --- what stands beside the deals ---------------------------------------------------------


def sheet_notes(sheet: Sheet) -> SheetNotes:
    """What has happened beside the deals of a sheet, each where it is shown."""
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
            if isinstance(fact, OneMoreHand):
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
    """Something beside the deals, in a few words."""
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
    """What somebody who joined in a deal began with: the total without what came since."""
    total = row.totals[line] if row.totals else sheet.totals[line]
    points = row.points[line] if row.points else 0
    facts = [fact for fact in _facts(row.beside) if isinstance(fact, Adjustment)]
    by_hand = sum(fact.points for fact in facts if fact.player == sheet.names[line])
    return (total or 0) - (points or 0) - by_hand
