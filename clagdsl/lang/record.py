"""A recorded match: plain data, ranging from a paper score sheet to a record of every card.

Nothing here depends on the rules. `clagdsl.records` parses and writes the TOML and CSV forms and
checks a record against the rules; `State.record()` makes one from a played match.
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

# --- fixes of a recorded row: figures that make it right if all are changed ---------------------


Cell: TypeAlias = Literal["bid", "tricks", "total", "points", "taken"]


@dataclass(frozen=True, slots=True)
class FigureChange:
    """A change of one figure on a score sheet; `row` is the label of its row.

    In `taken` the value is the 1-based seat of the player, and `trick` the number of the trick.
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
    """Changes of figures to be made together; `confirmed` if the next row agrees with them."""

    changes: tuple[FigureChange, ...]
    confirmed: bool

    def to_json(self) -> JsonObject:
        """Returns the fix as `replay --json` prints it."""
        return {
            "changes": [change.to_json() for change in self.changes],
            "confirmed": self.confirmed,
        }


# --------------------------------------------------------------------------------------------------

RECORD_VERSIONS: Final = (1, 2)
"""The supported versions of the record format; a record is written in the lowest version that has
everything it needs.
"""

NEW_HEAD_KEYS: Final = (
    *("played", "note", "roster", "adjust", "salt", "commitment", "draw", "ended"),
)
"""The keys of a record that were added in version 2."""

NEW_DEAL_KEYS: Final = ("more", "scheduled")
"""The keys of a deal that were added in version 2; `first`, `auction` and `taken` also work in
version 1.
"""


RecordedBid: TypeAlias = int | Literal["-", "?"]
"""A bid; `-` if the player makes no bid; `?` if it is unknown or not made yet."""

RecordedCard: TypeAlias = Card | None
"""A card, or None if it is unknown (`??`)."""

RecordedFigure: TypeAlias = int | None
"""A number on the sheet, or None if it is unknown (`?`)."""


PlayerName: TypeAlias = str
"""The name of a bot, followed by a colon and its level if it has levels: `search:64`."""

PLAYER_NAME: Final = re.compile(r"[a-z][a-z0-9_-]{0,49}(:[a-z0-9._-]{1,20})?")
"""The syntax of a bot's name."""


def is_player_name(name: object) -> bool:
    """Returns whether a value has the syntax of a bot's name; the bot need not exist."""
    return isinstance(name, str) and PLAYER_NAME.fullmatch(name) is not None


@dataclass(frozen=True, slots=True)
class RecordedPlay:
    """A card played; `face` is the card that a wild represents, None if the card represents itself.

    For a special card, `face` is how it was played, if the player had to state that.
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
    """The known facts of one deal; None if not recorded.

    - `number`: the 1-based position in the schedule; `label`: the deal's short name or name. One of
      the two is required.
    - `scheduled`: the position in the schedule if that is a different one, or if the deal has
      another size. Then `number` counts the deals that were played.
    - All tuples of figures and hands are in seat order.
    - `bids`, `calls` and `tricks` of an unfinished deal: the ones so far. A bid not made yet is
      `?`; the last trick may be incomplete. `calls` is `()` if the caller chose nothing.
    - `tricks`: in a deal with wilds, a play of a wild always has a face, even its own.
    - `first`: the player drawn to bid first.
    - `auction`: the words of the auction, beginning with eldest hand.
    - `blind`: the players who bid without having looked at their cards, if that is a choice;
      `looked`: the player who has looked but not bid yet.
    - `more`: true for an extra hand after the end.
    - `turned_before`: the cards turned up before `turned`, in order.
    - `taken`: the 0-based seat that took each trick (1-based in texts).
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
    scheduled: int | None = None
    turned_before: tuple[RecordedCard, ...] | None = None


@dataclass(frozen=True, slots=True)
class RecordedAdjustment:
    """A manual score adjustment before deal `deal` was scored; the note gives the reason."""

    deal: int
    player: str
    points: int
    note: str | None = None


@dataclass(frozen=True, slots=True)
class RecordedChange:
    """A roster change from deal `deal` on; `total` is a latecomer's starting total, if recorded."""

    deal: int
    change: RosterChange
    total: int | None = None


@dataclass(frozen=True, slots=True)
class RecordedNonce:
    """A nonce from which the seed was made, and the commitment to it.

    `place` is a text: the table, the round of the draw, and the number of the seat from 1. The
    server has round 0 and seat 0.
    """

    place: str
    nonce: str
    commitment: str


@dataclass(frozen=True, slots=True)
class Record:
    """One match: its rules, its players, and the known facts of each deal.

    - `rules`: a bundled name, or a path relative to the record's own file; `game`: the checked
      rules, if the program has them.
    - `players`: in seat order; `dealer`: the first dealer, None for the last of `players`.
    - `parameters`: the values that differ from the defaults.
    - `seed`, `match`: determine the cards and random draws, if present.
    - `person`: the player at the terminal; `bots`: the policy of the other seats, None for random
      play.
    - `played`: the date; `note`: remarks.
    - `roster`: who joined and left; `adjust`: manual score adjustments; both in order.
    - `ended`: true if the players stopped after the last recorded deal that is not an extra hand.
    - `salt`: 32 hexadecimal digits; `commitment`: the SHA-256 of `SEED:SALT` in 64 hexadecimal
      digits, which was shown before the first card.
    - `draw`: the nonces of all who made the seed together, the server first, then by seat.
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
    draw: tuple[RecordedNonce, ...] = ()
    ended: bool = False
    game: Game | None = field(default=None, compare=False, repr=False)

    @property
    def version(self) -> int:
        """The lowest version of the record format that has every key used here."""
        optional_facts = (self.played, self.note, self.salt, self.commitment)
        new = any(one is not None for one in optional_facts)
        new = new or bool(self.roster or self.adjust or self.draw or self.ended)
        deals = any(
            deal.more
            or any(
                key is not None for key in (deal.first, deal.auction, deal.taken, deal.scheduled)
            )
            for deal in self.deals
        )
        return 2 if new or deals else 1

    @property
    def everybody(self) -> tuple[str, ...]:
        """The names of everyone who has ever been at the table, in the order in
        which they joined.
        """
        changes = [one.change for one in self.roster]
        joined = [one.player for one in changes if isinstance(one, Join | TakePlace)]
        return tuple(dict.fromkeys((*self.players, *joined)))
