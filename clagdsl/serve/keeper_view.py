"""The view of a score sheet: the next question with its answers, the standings and the rows.

It queries the sheet only through entry texts, for which the sheet decides whether they are legal.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from clagdsl import problems
from clagdsl.engine.events import signed
from clagdsl.lang.cards import SUIT_NAMES, SUIT_SIGNS, Suit
from clagdsl.lang.numerals import COUNT
from clagdsl.lang.rules import Call
from clagdsl.problems.diagnostic import ArgumentError
from clagdsl.scorekeeping.score_sheet import Sheet
from clagdsl.scorekeeping.sheet_view import KeptRow
from clagdsl.scorekeeping.stake import Stake
from clagdsl.serve.keeper_changes import SheetNotes, Standing, sheet_notes, standing_of
from clagdsl.serve.keeper_text import reason_text
from clagdsl.table.scoring import score_names

SIGNS: Final[Mapping[str, str]] = {str(suit): sign for suit, sign in SUIT_SIGNS.items()}
NAMES: Final[Mapping[str, str]] = {str(suit): name for suit, name in SUIT_NAMES.items()}
MOST_BUTTONS: Final = 30
"""Maximum number of answers shown as buttons; longer lists are shown differently."""
OF_OTHERS: Final = frozenset({"bids", "highest_bid", "same_bids", "makers", "most", "most_count"})
"""Score variables that also depend on the other players."""
_WORD_OF_SUIT: Final = {name: suit for suit, name in NAMES.items()}

QuestionKind: TypeAlias = Literal["choice", "groups", "tricks", "points", "takers", "nothing"]
"""One choice; one choice per group of a call; tricks; tricks and points; the taker of each trick.
"""


@dataclass(frozen=True, slots=True)
class ShownSuit:
    """A suit as a symbol and a word, with the letter that determines its colour."""

    letter: str
    sign: str
    name: str


@dataclass(frozen=True, slots=True)
class Tap:
    """A button with one answer: its entry, its label and a note below it.

    `barred` is the reason why the answer is not allowed now, or "" if it is.
    """

    entry: str
    label: str
    suits: tuple[ShownSuit, ...] = ()
    note: str = ""
    barred: str = ""


@dataclass(frozen=True, slots=True)
class ShownGroup:
    """A group of a call, and the number of its twists that may be called."""

    kind: Literal["one", "one or none", "some"]
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Question:
    """The next thing to enter.

    `who` is the player whose turn it is, "" if it is nobody's in particular. `aside` has the
    answers to other questions that may be entered now as well.
    """

    asked: QuestionKind
    who: str
    text: str
    choices: tuple[Tap, ...] = ()
    aside: tuple[Tap, ...] = ()
    groups: tuple[ShownGroup, ...] = ()


@dataclass(frozen=True, slots=True)
class StandingsLine:
    """A player in the standings; `bid` is this deal's bid as a text, "" before it is made.

    `stake` describes the points for the bid, `notes` lists changes of the total outside the deals.
    A player who has left has the rank 0.
    """

    seat: int
    name: str
    total: int
    bid: str
    rank: int
    turn: bool
    deals: bool
    stake: str
    standing: Standing
    notes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ShownCell:
    """A player's cell in a row, as texts; `made` is whether the player made the bid.

    `absent` is the reason why the cell is empty, if the player does not play in the deal.
    """

    bid: str
    tricks: str
    points: str
    total: str
    made: bool | None
    absent: Standing | None


@dataclass(frozen=True, slots=True)
class ShownRow:
    """A deal in the sheet, with the events `beside` it as notes."""

    number: int
    name: str
    cards: str
    suits: tuple[ShownSuit, ...]
    no_trump: bool
    dealer: str
    calls: str
    cells: tuple[ShownCell, ...]
    waits: bool
    beside: tuple[str, ...]
    is_complete: bool


@dataclass(frozen=True, slots=True)
class TableShown:
    """Everything about a sheet that the pages show."""

    sheet: Sheet
    question: Question
    places: tuple[StandingsLine, ...]
    rows: tuple[ShownRow, ...]
    notes: SheetNotes


def table_shown(sheet: Sheet) -> TableShown:
    """Returns the view of a sheet for the pages.

    This takes a moment if a bid's points depend on the other players' bids and tricks.
    """
    notes = sheet_notes(sheet)
    return TableShown(
        sheet, question(sheet), standings(sheet, notes), shown_rows(sheet, notes), notes
    )


# --- the question -----------------------------------------------------------------------

_TEXTS: Final = {
    "dealer": "Who deals first?",
    "size": "How many cards?",
    "call": "What is called?",
    "auction": "What is said?",
    "name": "What is trump?",
    "first": "Who was drawn to bid first?",
    "bid": "How many tricks?",
    "tricks": "Who won how many tricks?",
    "over": "The match is over",
}


def question(sheet: Sheet) -> Question:
    """Returns the next thing to enter in a sheet."""
    who = "" if sheet.actor is None else sheet.names[sheet.actor]
    text = _TEXTS.get(sheet.phase, "What happens now?")
    if sheet.phase == "over":
        return Question("nothing", "", text)
    legal = sheet.legal()
    if sheet.phase == "call" and len(legal) > MOST_BUTTONS:
        return Question("groups", who, text, groups=_groups(sheet))
    deal_entries = tuple(each for each in legal if each.split()[0] in ("trump", "order"))
    aside = () if sheet.phase == "name" else deal_entries
    choices = tuple(_tap_for_entry(sheet, each) for each in legal if each not in aside)
    shown_aside = tuple(_tap_for_entry(sheet, each) for each in aside)
    if sheet.phase == "tricks":
        return Question(_trick_entry_kind(sheet), who, text, aside=shown_aside)
    if sheet.phase == "bid":
        choices = tuple(_with_disallowed_bids(sheet, choices))
    return Question("choice", who, text, choices, shown_aside)


def _tap_for_entry(sheet: Sheet, entry: str) -> Tap:
    first, _, rest = entry.partition(" ")
    suits = _suits_in(first, rest)
    match first:
        case "bid":
            number = rest.split()[0]
            note = (
                ""
                if _depends_on_open_bids(sheet)
                else stake_text(_stake(sheet, sheet.actor, int(number)))
            )
            return Tap(entry, rest, note=note)
        case "trump" if rest == "none":
            return Tap(entry, "No trumps")
        case "trump":
            return Tap(entry, rest.capitalize(), suits)
        case "order":
            return Tap(entry, "", suits)
        case "call":
            return Tap(entry, rest or "Nothing")
        case "auction":
            return Tap(entry, re.sub(r"[SHDC]$", "", rest).strip(), suits)
        case "look":
            return Tap(entry, "Look at the cards")
        case "pass":
            return Tap(entry, "Pass")
        case _:
            return Tap(entry, rest or entry)


GROUP_KINDS: Final[dict[str, Literal["one", "one or none", "some"]]] = {
    "one of": "one",
    "at most one of": "one or none",
    "any of": "some",
}


def _groups(sheet: Sheet) -> tuple[ShownGroup, ...]:
    """Returns the groups of a call that has too many combinations for buttons."""
    call = sheet.table.rules_of(sheet.scheduled, cards=sheet.cards).call
    groups = call.groups if isinstance(call, Call) else ()
    return tuple(ShownGroup(GROUP_KINDS[group.kind], group.choices) for group in groups)


def _suits_in(first: str, rest: str) -> tuple[ShownSuit, ...]:
    if first == "order":
        return tuple(shown_suit(letter) for letter in rest.split() if letter in SIGNS)
    if first == "auction" and rest[-1:] in SIGNS:
        return (shown_suit(rest[-1]),)
    letter = _WORD_OF_SUIT.get(rest) if first == "trump" else None
    return () if letter is None else (shown_suit(letter),)


def shown_suit(suit: Suit | str) -> ShownSuit:
    """Returns a suit with its symbol and its name."""
    letter = str(suit)
    return ShownSuit(letter, SIGNS.get(letter, letter), NAMES.get(letter, letter))


def _with_disallowed_bids(sheet: Sheet, choices: tuple[Tap, ...]) -> Iterator[Tap]:
    """Yields buttons for all bids in order; the bids that the rules forbid are barred."""
    allowed = {choice.entry: choice for choice in choices}
    for number in range((sheet.cards or 0) + 1):
        entry = f"bid {number}"
        if entry not in allowed and f"{entry} blind" not in allowed:
            why = sheet.why_not(entry)
            if why is not None:
                yield Tap("", str(number), barred=reason_text(why.reason, why.source))
        elif entry in allowed:
            yield allowed.pop(entry)
    yield from allowed.values()


def _trick_entry_kind(sheet: Sheet) -> QuestionKind:
    """Returns the way to enter tricks: as numbers only, or with details that the score requires."""
    seats, cards = sheet.players, sheet.cards or 0
    sample = " ".join(map(str, (cards, *[0] * (seats - 1))))
    why = sheet.why_not(f"won {sample}")
    if why is None or why.code != problems.illegal_actions.WorthMissing.code:
        return "tricks"
    takers = sheet.why_not("taken " + " ".join(["1"] * cards))
    return "takers" if takers is None else "points"


# --- stakes and standings -----------------------------------------------------------------


def _depends_on_open_bids(sheet: Sheet) -> bool:
    """Returns whether a bid's points depend on bids that have not been made yet.

    Enumerating those bids for every bid would be slow, and the result would say little.
    """
    rules = sheet.table.rules_of(sheet.scheduled, sheet.calls, sheet.cards)
    if not score_names(rules) & OF_OTHERS:
        return False
    bids = sheet.bids
    return any(bids[line] is None for line in sheet.seats)


def _stake(sheet: Sheet, seat: int | None, bid: int) -> Stake | None:
    try:
        return None if seat is None else sheet.stake(seat, bid)
    except ArgumentError:
        return None


def stake_text(stake: Stake | None) -> str:
    """Returns the points for a bid if made, and if missed: `12, else 0 to 6`."""
    if stake is None:
        return ""
    made = "?" if stake.made is None else signed(stake.made)
    if stake.least is None or stake.most is None:
        return made
    if stake.least == stake.most:
        return f"{made}, else {signed(stake.least)}"
    return f"{made}, else {signed(stake.least)} to {signed(stake.most)}"


def standings(sheet: Sheet, notes: SheetNotes) -> tuple[StandingsLine, ...]:
    """Returns the players by line, ranked by their totals; those who have left are not ranked."""
    totals = sheet.totals
    bids = () if sheet.over else sheet.bids
    low_wins = sheet.game.winner.low_wins
    merits = [-total if low_wins else total for total in totals]
    staying = [merit for line, merit in enumerate(merits) if line not in sheet.left]
    return tuple(
        StandingsLine(
            seat,
            name,
            totals[seat],
            _number_text(bids[seat]) if seat < len(bids) else "",
            0 if seat in sheet.left else 1 + sum(other > merits[seat] for other in staying),
            sheet.actor == seat,
            not sheet.over and sheet.phase != "dealer" and sheet.dealer == seat,
            _stake_for_bid(sheet, seat, bids[seat] if seat < len(bids) else None),
            standing_of(sheet, seat),
            notes.of_line[seat],
        )
        for seat, name in enumerate(sheet.names)
    )


def _stake_for_bid(sheet: Sheet, seat: int, bid: int | None) -> str:
    if bid is None or sheet.over or _depends_on_open_bids(sheet):
        return ""
    return stake_text(_stake(sheet, seat, bid))


def bids_so_far(sheet: Sheet) -> str:
    """Returns the sum of the bids and the number of cards: `4 of 7 bid`; "" before any bid."""
    made = [bid for bid in sheet.bids if bid is not None]
    if sheet.over or not made or sheet.cards is None:
        return ""
    return f"{sum(made)} of {sheet.cards} bid"


# --- the sheet ----------------------------------------------------------------------------


def shown_rows(sheet: Sheet, notes: SheetNotes) -> tuple[ShownRow, ...]:
    """Returns the sheet's deals so far, the last one first."""
    complete = frozenset(row.deal for row in sheet.rows)
    return tuple(
        _row(sheet, row, notes, is_complete=row.deal in complete)
        for row in reversed(sheet.view().rows)
    )


def _row(sheet: Sheet, row: KeptRow, notes: SheetNotes, *, is_complete: bool) -> ShownRow:
    names = sheet.names
    return ShownRow(
        row.deal,
        row.name,
        "?" if row.cards is None else str(row.cards),
        tuple(map(shown_suit, row.trump or ())),
        row.trump == (),
        names[row.dealer] if row.dealer < len(names) else "",
        ", ".join(row.calls or ()),
        tuple(_cell(row, seat, notes) for seat in range(len(names))),
        row.deal in sheet.waiting,
        notes.of_deal[row.deal],
        is_complete,
    )


def _cell(row: KeptRow, seat: int, notes: SheetNotes) -> ShownCell:
    points = _value_at(row.points, seat)
    return ShownCell(
        _number_text(_value_at(row.bids, seat)),
        _number_text(_value_at(row.tricks, seat)),
        "" if points is None else signed(points),
        _number_text(_value_at(row.totals, seat)),
        row.completed[seat] if seat < len(row.completed) else None,
        notes.absent.get((row.deal, seat)),
    )


def _value_at(values: tuple[int | None, ...], seat: int) -> int | None:
    """Returns a seat's value in a row, or None if the row has no values."""
    return values[seat] if seat < len(values) else None


def _number_text(value: int | None) -> str:
    return "" if value is None else str(value)


def last_entry(sheet: Sheet) -> int | None:
    """Returns the index in the log of the entry that `undo` would take back, or None."""
    taken_back = 0
    for place in reversed(range(len(sheet.log))):
        if sheet.log[place] == "undo":
            taken_back += 1
        elif taken_back:
            taken_back -= 1
        else:
            return place
    return None


# --- entries from forms -----------------------------------------------------------------


def call_entry(form: Mapping[str, str]) -> str:
    """Returns the call entry assembled from a form's group fields, whose names begin with `g`."""
    chosen = [text for name, text in form.items() if name.startswith("g") and text]
    return f"call {', '.join(chosen)}".strip()


def row_entry(word: str, form: Mapping[str, str], seats: int, total: int | None) -> str | None:
    """Returns an entry with a number for each player, from the fields `n0`, `n1` and so on.

    If exactly one is empty and `total` is known, it gets the rest. Returns None if a number is
    missing.
    """
    values = [form.get(f"n{seat}", "").strip() for seat in range(seats)]
    missing = [seat for seat, text in enumerate(values) if not text]
    if len(missing) == 1 and total is not None and all(map(_is_number, filter(None, values))):
        rest = total - sum(int(text) for text in values if text)
        values[missing[0]] = str(rest) if rest >= 0 else ""
    if not all(map(_is_number, values)):
        return None
    return " ".join([word, *values])


def _is_number(text: str) -> bool:
    return COUNT.fullmatch(text) is not None
