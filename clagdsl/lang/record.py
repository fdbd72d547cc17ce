"""One match as it was written down: plain data, as little as a paper sheet holds or every card.

Nothing here knows the rules.  `clagdsl.records` reads and writes the TOML and CSV forms and holds
a record against the rules; `State.record()` makes one from a played match.
"""

from __future__ import annotations

import re
from dataclasses import field
from datetime import date
from typing import Final, Literal, TypeAlias

from clagdsl.lang.cards import Card, Suit
from clagdsl.lang.frozen import dataclass
from clagdsl.lang.json_value import JsonObject
from clagdsl.lang.policies.bid import AuctionWord
from clagdsl.lang.roster_changes import Join, RosterChange, TakePlace
from clagdsl.lang.rules import Game, Value
from clagdsl.lang.special_cards import PlayedAs

# --- corrections of a recorded row: the figures that make it right if all of them are changed -----


Cell: TypeAlias = Literal["bid", "tricks", "total", "points", "taken"]


@dataclass(frozen=True, slots=True)
class FigureChange:
    """One figure of a score sheet with another value; `row` is the label of its row.

    In `taken` the value is the seat of the player, from 1, and `trick` the number of the trick.
    """

    row: str
    player: str
    cell: Cell
    value: int
    trick: int | None = None

    def to_json(self) -> JsonObject:
        """Returns the change as `replay --json` prints it."""
        trick: JsonObject = {} if self.trick is None else {"trick": self.trick}
        change: JsonObject = {"row": self.row, "player": self.player, "cell": self.cell}
        return {**change, **trick, "value": self.value}


@dataclass(frozen=True, slots=True)
class RowFix:
    """Figures to change together; `confirmed` if the row after it agrees with them."""

    changes: tuple[FigureChange, ...]
    confirmed: bool


# --------------------------------------------------------------------------------------------------

RECORD_VERSIONS: Final = (1, 2)
"""The versions of the record format that this program reads; it writes the first that will do."""

NEW_HEAD_KEYS: Final = ("played", "note", "roster", "adjust", "salt", "commitment")
"""The keys of a record that came with version 2."""

NEW_DEAL_KEYS: Final = ("more",)
"""The keys of a deal new in version 2; `first`, `auction`, `taken` are read in version 1, too."""


RecordedBid: TypeAlias = int | Literal["-", "?"]
"""A bid; `-` where none is made; `?` where it is unknown, or not made yet."""

RecordedCard: TypeAlias = Card | None
"""A card, or None where it is unknown (`??`)."""

RecordedFigure: TypeAlias = int | None
"""A number on the sheet, or None where it is unknown (`?`)."""


PlayerName: TypeAlias = str
"""The name of a player, with its level behind a colon where it has some: `search:64`."""

PLAYER_NAME: Final = re.compile(r"[a-z][a-z0-9_-]{0,49}(:[a-z0-9._-]{1,20})?")
"""How a name of a player is written."""


def is_player_name(name: object) -> bool:
    """Returns whether a text is written as names of players are; there may be none of that name."""
    return isinstance(name, str) and PLAYER_NAME.fullmatch(name) is not None


@dataclass(frozen=True, slots=True)
class RecordedPlay:
    """A card played; `face` is what a wild stood for, None where the card stood for itself.

    Of a special card it is how it was played, where that had to be said.
    """

    card: RecordedCard
    face: Card | None = None

    def __str__(self) -> str:
        card = "??" if self.card is None else str(self.card)
        if self.face is None or isinstance(self.face, PlayedAs):
            return card if self.face is None else str(self.face)
        return f"{card}={self.face}"


@dataclass(frozen=True, slots=True)
class RecordedDeal:
    """What is known of one deal; None stands for what the record does not say.

    `number` is the place in the schedule, from 1; `label` the deal's short name or name; one of
    them must be given.  All tuples of figures and hands are in seat order.  `bids`, `calls` and
    `tricks` of an unfinished deal hold what has happened so far: a bid not made yet is `?`, the
    last trick may be short.  `calls` is `()` where the caller chose nothing.  In a deal with
    wilds a recorded play of a wild always has a face, even its own.  `first` is who was drawn to
    bid first, `auction` what was said in the auction, by eldest first.  `blind` are those who have
    bid without having looked at their cards, where that is a choice, `looked` is who has looked and
    not bid yet.  `more` tells that it is one more hand after the end.  `taken` is the seat that
    took each trick, counted from 0; texts count from 1.
    """

    number: int | None = None
    label: str | None = None
    cards: int | None = None
    dealer: str | None = None
    caller: str | None = None
    pack: tuple[RecordedCard, ...] | None = None
    hands: tuple[tuple[RecordedCard, ...], ...] | None = None
    turned: RecordedCard = None
    calls: tuple[str, ...] | None = None
    trump: Suit | Literal["none"] | None = None
    order: tuple[Suit, ...] | None = None
    first: str | None = None
    auction: tuple[AuctionWord, ...] | None = None
    bids: tuple[RecordedBid, ...] | None = None
    blind: tuple[str, ...] | None = None
    looked: str | None = None
    more: bool = False
    tricks: tuple[tuple[RecordedPlay, ...], ...] | None = None
    taken: tuple[int, ...] | None = None
    won: tuple[RecordedFigure, ...] | None = None
    totals: tuple[RecordedFigure, ...] | None = None


@dataclass(frozen=True, slots=True)
class RecordedAdjustment:
    """Points that were given or taken by hand before that deal was scored; a note says why."""

    deal: int
    player: str
    points: int
    note: str | None = None


@dataclass(frozen=True, slots=True)
class RecordedChange:
    """A change, from that deal on; `total` is what a latecomer began with, if that is said."""

    deal: int
    change: RosterChange
    total: int | None = None


@dataclass(frozen=True, slots=True)
class Record:
    """One match: the rules it was played by, who played, and what is known of each deal.

    `rules` is a bundled name, or a path relative to the record's own file.  `dealer` dealt first;
    None stands for the last of `players`, who are in seat order.  `parameters` are the values
    that differ from the rules' own.  `seed` and `match` deal the cards where a seed did.  `person`
    is who played at the terminal, `bots` the policy of the other seats, None where they play at
    random.  `played` is the day, `note` what is to be remembered of it.  `roster` is who came and
    went, `adjust` what was given and taken by hand, both in order.  `salt` is 32 hexadecimal
    digits, `commitment` the 64 of SHA-256 of `SEED:SALT`, which was shown before the first card.
    `game` is the checked rules where the program has them.
    """

    rules: str
    players: tuple[str, ...]
    deals: tuple[RecordedDeal, ...] = ()
    dealer: str | None = None
    rules_hash: str | None = None
    source: str | None = None
    parameters: tuple[tuple[str, Value], ...] = ()
    seed: int | None = None
    match: int = 0
    person: str | None = None
    bots: str | None = None
    played: date | None = None
    note: str | None = None
    roster: tuple[RecordedChange, ...] = ()
    adjust: tuple[RecordedAdjustment, ...] = ()
    salt: str | None = None
    commitment: str | None = None
    game: Game | None = field(default=None, compare=False, repr=False)

    @property
    def version(self) -> int:
        """The first version of the record format that has all that is said here."""
        optional_facts = (self.played, self.note, self.salt, self.commitment)
        new = any(one is not None for one in optional_facts) or bool(self.roster or self.adjust)
        deals = any(
            deal.more or any(key is not None for key in (deal.first, deal.auction, deal.taken))
            for deal in self.deals
        )
        return 2 if new or deals else 1

    @property
    def everybody(self) -> tuple[str, ...]:
        """The names of all who have ever sat at the table, in the order of coming."""
        changes = [one.change for one in self.roster]
        joined = [one.player for one in changes if isinstance(one, Join | TakePlace)]
        return tuple(dict.fromkeys((*self.players, *joined)))
