"""Policies for the source of trump."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import groupby
from types import MappingProxyType
from typing import Final, Literal, TypeAlias, TypeVar, assert_never

from clagdsl.lang.cards import (
    SUIT_NAMES,
    Card,
    Deck,
    Suit,
    face_of,
    is_special,
    read_suit,
)
from clagdsl.lang.frozen import added_field, dataclass
from clagdsl.lang.policies.policy import Policies, Policy

Namer: TypeAlias = Literal["dealer", "caller", "highest bidder", "eldest"]
Nameable: TypeAlias = Literal["suit", "suit or none", "order"]
NothingLeft: TypeAlias = Literal["none", "last card"]
TurnedKind: TypeAlias = Literal["special", "rank", "suit", "card"]

Known = TypeVar("Known", bound="Card | None")
"""A card that is known, or one that may be unknown (None)."""


@dataclass(frozen=True, slots=True)
class NoTrump:
    kind: Literal["none"] = "none"


@dataclass(frozen=True, slots=True)
class OnTurned:
    """The trump if one of some cards is turned up: `on Wizard named by dealer any suit`, `on J
    none`.

    The dealer names it if `named` is present. With `again` the next card is turned. Otherwise the
    deal has no trump.
    """

    name: str
    """The special card, the rank, the letter of the suit, or the card."""
    named: Nameable | None = None
    kind: TurnedKind = added_field("special")
    again: bool = added_field(False)

    def holds(self, card: Card) -> bool:
        """Returns whether this is the case of a card, in any copy."""
        match self.kind:
            case "special":
                return is_special(card) and card.rank == self.name
            case "rank":
                return not is_special(card) and card.rank == self.name
            case "suit":
                return not is_special(card) and card.suit == self.name
            case "card":
                return str(face_of(card)) == self.name

    @property
    def cards_meant(self) -> str:
        """The cards in the syntax of rules files: `hearts`, `J`, `AS`; a special card's name."""
        suit = read_suit(self.name) if self.kind == "suit" else None
        return self.name if suit is None else SUIT_NAMES[suit]


@dataclass(frozen=True, slots=True)
class TurnedTrump:
    """The next card of the pack is turned up; `nothing_left` is the rule if the pack is used up.

    Then the deal has no trump, or the dealer's last card is shown to all and stays in the hand.
    `on` has the cases of cards that do not make their suit trump. A card has at most one case.
    """

    kind: Literal["turned"] = "turned"
    nothing_left: NothingLeft | None = added_field(None)
    on: tuple[OnTurned, ...] = added_field(())

    @property
    def is_named(self) -> bool:
        """True if the dealer may have to name the trump when a card is turned."""
        return any(one.named is not None for one in self.on)

    def may_be_named(self, *, is_left: bool) -> bool:
        """Returns whether the dealer may have to name the trump, with or without a card to turn."""
        return self.is_named and (is_left or self.nothing_left != "none")

    @property
    def may_run_out(self) -> bool:
        """True if some card turns the next one, but the clause lacks `else none`."""
        return self.nothing_left != "none" and any(one.again for one in self.on)

    def case_of(self, card: Card) -> OnTurned | None:
        """Returns the case of a card that is turned; None if its suit becomes trump.

        The checker ensures that special cards have a case.
        """
        return next((one for one in self.on if one.holds(card)), None)

    def made_by(self, card: Card) -> tuple[Suit, ...] | None:
        """Returns the trump if this is the last card turned; None if the dealer names it."""
        case = self.case_of(card)
        if case is None:
            return (card.suit,)
        return () if case.named is None else None

    def turns_again(self, card: Card) -> bool:
        """Returns whether the next card is turned after this one."""
        case = self.case_of(card)
        return case is not None and case.again


@dataclass(frozen=True, slots=True)
class NamedTrump:
    """A player names a trump suit, no trumps, or an order of all suits (precedence).

    The highest bidder names it after all bids, other players before. With `first`, each player is
    dealt only this many cards before it is named, and the rest afterwards.
    """

    by: Namer
    what: Nameable
    kind: Literal["named"] = "named"
    first: int | None = added_field(None)

    @property
    def namer(self) -> str:
        """The player who names the trump, in words."""
        return "eldest" if self.by == "eldest" else f"the {self.by}"

    @property
    def first_cards(self) -> str:
        """The cards that the namer sees before naming the trump, in words."""
        return "first card" if self.first == 1 else f"first {self.first} cards"


@dataclass(frozen=True, slots=True)
class FixedOrder:
    """Precedence in a fixed order of the suits, high to low: every suit beats those after it."""

    suits: tuple[Suit, ...]
    kind: Literal["order"] = "order"


@dataclass(frozen=True, slots=True)
class FixedSuit:
    """One suit that is always trump."""

    suit: Suit
    kind: Literal["suit"] = "suit"


@dataclass(frozen=True, slots=True)
class RotatingTrump:
    """A list of trumps, one for each deal in turn; None for no trumps.

    The deals of one name are counted. With `throughout`, the deals of the schedule that take their
    trump from this clause are counted instead, whatever their names.
    """

    trumps: tuple[Suit | None, ...]
    kind: Literal["rotates"] = "rotates"
    throughout: bool = added_field(False)


@dataclass(frozen=True, slots=True)
class AuctionTrump:
    """The trump of the winning bid in the auction."""

    kind: Literal["auction"] = "auction"


@dataclass(frozen=True, slots=True)
class DrawnTrump:
    """The suit of a card drawn from another pack, all suits equally likely."""

    kind: Literal["drawn"] = "drawn"


TrumpRule: TypeAlias = (
    NoTrump
    | TurnedTrump
    | NamedTrump
    | FixedOrder
    | FixedSuit
    | RotatingTrump
    | AuctionTrump
    | DrawnTrump
)


def is_suit_order(trump: TrumpRule) -> bool:
    """Returns whether each suit trumps those after it, so that no suit alone is trump."""
    return isinstance(trump, FixedOrder) or (
        isinstance(trump, NamedTrump) and trump.what == "order"
    )


def can_be_one_suit(trump: TrumpRule) -> bool:
    """Returns whether exactly one suit can be trump: never without trumps or under an order."""
    return not isinstance(trump, NoTrump) and not is_suit_order(trump)


def trump_in_turn(trump: TrumpRule, turn: int) -> TrumpRule:
    """Returns the trump rule that applies after `turn` earlier deals of the same rotation."""
    if not isinstance(trump, RotatingTrump):
        return trump
    suit = trump.trumps[turn % len(trump.trumps)]
    return NoTrump() if suit is None else FixedSuit(suit)


def trump_word(suit: Suit | None) -> str:
    """Returns an item of a list of trumps in the syntax of rules files: a suit's
    name, or `none`.
    """
    return "none" if suit is None else SUIT_NAMES[suit]


TRUMP_WORDS: Final = ("none", *SUIT_NAMES.values(), "order")
"""The words with which the name `trump` is compared in formulas."""


def trump_name(trumps: Sequence[Suit]) -> str:
    """Returns the value of `trump` in formulas: the trump suit, `none`, or `order` under an order
    of the suits.
    """
    return "order" if len(trumps) > 1 else trump_word(trumps[0] if trumps else None)


def fixed_trumps(trump: TrumpRule) -> tuple[Suit, ...] | None:
    """Returns the trumps, high to low, if the rules alone determine them; else None."""
    match trump:
        case NoTrump():
            return ()
        case FixedOrder(suits=suits):
            return suits
        case FixedSuit(suit=suit):
            return (suit,)
        case TurnedTrump() | NamedTrump() | RotatingTrump() | AuctionTrump() | DrawnTrump():
            return None
        case _:
            assert_never(trump)


def turned_place(trump: TurnedTrump, dealt: int, size: int) -> int | None:
    """Returns the position in the pack of the first card that is turned; None if no card is left to
    turn.

    If the whole pack is dealt, it may be the last card, which is the dealer's last one.
    """
    if dealt < size:
        return dealt
    return size - 1 if trump.nothing_left == "last card" else None


def turned_cards(trump: TurnedTrump, pack: Sequence[Known], dealt: int) -> tuple[Known, ...]:
    """Returns the cards that are turned up after `dealt` cards of a pack, in order.

    The last one decides. If even that one says `again`, no card is left, and the deal has no
    trump. An unknown card is the last one.
    """
    first = turned_place(trump, dealt, len(pack))
    if first is None:
        return ()
    last = first
    while last + 1 < len(pack):
        card = pack[last]
        if card is None or not trump.turns_again(card):
            break
        last += 1
    return tuple(pack[first : last + 1])


def most_turned(trump: TurnedTrump, deck: Deck, dealt: int) -> int:
    """Returns the most cards that may be turned up after `dealt` cards of a deck."""
    again = sum(map(trump.turns_again, deck.cards))
    return min(1 + again, deck.size - dealt)


def turned_text(trump: TurnedTrump, written: Callable[[str], str] = str) -> str:
    """Returns a turned-trump rule in the syntax of rules files.

    For example `turned, on Wizard named by dealer any suit, on J Q none, else none`. `written`
    returns a name in the syntax of rules files.
    """
    cases: list[str] = []
    for (special, outcome), alike in groupby(trump.on, _case_key):
        names = [written(special)] if special else [one.cards_meant for one in alike]
        cases.append(f"on {' '.join(names)} {outcome}")
    if trump.nothing_left is not None:
        cases.append(f"else {trump.nothing_left}")
    return ", ".join(["turned", *cases])


def _case_key(on: OnTurned) -> tuple[str, str]:
    """Returns the name of a special card, and the outcome; cases with equal keys are written
    together.
    """
    outcome = "again" if on.again else "none"
    if on.named is not None:
        outcome = f"named by dealer any {on.named}"
    return on.name if on.kind == "special" else "", outcome


def _key(trump: TrumpRule) -> str:
    if isinstance(trump, TurnedTrump) and trump.on:
        special = all(one.kind == "special" for one in trump.on)
        return "turned, on special" if special else "turned, on cards"
    if isinstance(trump, TurnedTrump) and trump.nothing_left is not None:
        return f"turned, else {trump.nothing_left}"
    if isinstance(trump, RotatingTrump) and trump.throughout:
        return "rotates throughout"
    if isinstance(trump, NamedTrump):
        if trump.first is not None:
            return f"named {trump.what} from first cards"
        newer = f" by {trump.by}" if trump.by in ("highest bidder", "eldest") else ""
        return f"named {trump.what}{newer}"
    return trump.kind


_NAMED: Final[Mapping[Nameable, tuple[str, str, str]]] = {
    "suit": ("any suit", "the trump suit", "the trump suit"),
    "suit or none": ("any suit or none", "a trump suit or no trumps", "the trump suit, or none"),
    "order": ("any order of the suits", "an order of all suits", "the order of suits"),
}
"""The names of the choices, for use in labels, sentences and notes."""


def _named(
    nameable: Nameable,
    by: Namer,
    *,
    since: int = 2,
    first: bool = False,
    meanings: Mapping[str, str] = MappingProxyType({}),
) -> Policy[TrumpRule]:
    """Returns the policy for a trump that a player names, possibly after seeing only the first
    cards.
    """
    label, sentence, note = _NAMED[nameable]
    after_bids = by == "highest bidder"
    sentence_text = f"{{namer}} {{looks}}names {sentence}{{before}}"
    if after_bids:
        sentence_text = (
            f"when everybody has bid, {{namer}} names {sentence}. Of equal bids, that of the first"
            " player clockwise from the dealer's left counts"
        )
    who = f" by {by}" if by in ("highest bidder", "eldest") else ""
    comma = "," * (nameable == "suit or none")
    return Policy(
        f"named {nameable}" + (" from first cards" if first else who),
        since,
        syntax=f"named by {by}{' from 3 cards' * first} any {nameable}",
        value=None,
        label=f"{{namer}} names {label}{' after the bids' * after_bids}"
        + " from the {first_cards}" * first,
        sentence=sentence_text,
        note=f"{{namer}} names {note}" + (comma + " from the {first_cards}") * first,
        meanings=meanings,
    )


TRUMP: Final = Policies[TrumpRule](
    (
        Policy(
            "none",
            1,
            syntax="none",
            value=NoTrump(),
            label="no trumps",
            sentence="There are no trumps.",
            note="there is no trump",
            meanings={"trump none": "There is no trump suit."},
        ),
        Policy(
            "turned",
            1,
            syntax="turned",
            value=TurnedTrump(),
            label="the suit that is turned",
            sentence="{the} next card of the pack is turned face up. Its suit is trumps.",
            note=None,
            meanings={
                "turned": "`trump turned`: the next card of the stock is turned up, its suit is"
                " trump.",
            },
        ),
        Policy(
            "turned, else none",
            2,
            syntax="turned, else none",
            value=TurnedTrump(nothing_left="none"),
            label="the suit that is turned, none if no card is left",
            sentence="{the} next card of the pack is turned face up. Its suit is trumps. If no"
            " card is left to turn, there are no trumps.",
            note=None,
            meanings={
                "else": "`trump turned, else none`: if no card is left to turn, there is no trump.",
            },
        ),
        Policy(
            "turned, else last card",
            2,
            syntax="turned, else last card",
            value=TurnedTrump(nothing_left="last card"),
            label="the suit that is turned, that of the dealer's last card if none is left",
            sentence="{the} next card of the pack is turned face up. Its suit is trumps. If no"
            " card is left to turn, the dealer's last card is shown to all instead, and then taken"
            " into the hand.",
            note=None,
            meanings={},
        ),
        Policy(
            "turned, on special",
            2,
            syntax="turned, on Jester none",
            value=None,
            label="the suit that is turned{cases}",
            sentence="{the} next card of the pack is turned face up. Its suit is trumps{cases}.",
            note=None,
            meanings={
                "on": "`trump turned, on J none`: what is trump if that rank, suit, card or special"
                " card is turned.",
            },
        ),
        Policy(
            "turned, on cards",
            2,
            syntax="turned, on J Q none",
            value=None,
            label="the suit that is turned{cases}",
            sentence="{the} next card of the pack is turned face up. Its suit is trumps{cases}.",
            note=None,
            meanings={
                "again": "`trump turned, on A again, else none`: if an ace is turned, the next"
                " card is turned as well.",
            },
        ),
        _named(
            "suit",
            "dealer",
            since=1,
            meanings={
                "named": "`trump named by dealer any suit`: trump is announced before the bids.",
            },
        ),
        _named(
            "order",
            "caller",
            since=1,
            meanings={
                "order": "All suits from high to low: every suit beats those after it.",
            },
        ),
        Policy(
            "order",
            1,
            syntax="order H C D S",
            value=None,
            label="the suits in this order: {suits}",
            sentence="the suits rank {suits}, and each trumps those after it",
            note="every suit beats those after it: {suits}",
            meanings={},
        ),
        Policy(
            "suit",
            2,
            syntax="spades",
            value=None,
            label="always {suits}",
            sentence="{suits} are trumps",
            note="{suits} are trump",
            meanings={},
        ),
        Policy(
            "rotates",
            2,
            syntax="rotates hearts none",
            value=None,
            label="in turn {suits}",
            sentence="trumps change from deal to deal: {suits}, then {first} again",
            note="trumps change from deal to deal: {suits}",
            meanings={
                "rotates": "`trump rotates hearts spades none`: each deal of this name has the"
                " next of the list, then the first again.",
            },
        ),
        Policy(
            "rotates throughout",
            2,
            syntax="rotates throughout hearts none",
            value=None,
            label="in turn {suits}, throughout the schedule",
            sentence="trumps rotate from deal to deal: {suits}, then {first} again",
            note="trumps rotate from deal to deal: {suits}",
            meanings={
                "throughout": "`trump rotates throughout hearts none`: all deals that take their"
                " trump from this clause count.",
            },
        ),
        Policy(
            "drawn",
            2,
            syntax="drawn",
            value=DrawnTrump(),
            label="a suit that is drawn",
            sentence="{when} trump suit is drawn, by a card of another pack.",
            note=None,
            meanings={
                "trump drawn": "The suit of a card of another pack is trump.",
            },
        ),
        _named("suit or none", "dealer"),
        _named(
            "suit",
            "highest bidder",
            meanings={
                "bidder": "`highest bidder`: who has bid most; of equal bids, the first player"
                " clockwise from the dealer's left.",
            },
        ),
        _named("suit or none", "highest bidder"),
        _named("order", "highest bidder"),
        *(_named(what, "eldest") for what in _NAMED),
        *(_named(what, "eldest", first=True) for what in _NAMED),
        Policy(
            "auction",
            2,
            syntax="named in auction",
            value=AuctionTrump(),
            label="the last bid of the auction winner",
            sentence="the last bid of the auction winner decides the trumps",
            note="trump is named in an auction",
            meanings={},
        ),
    ),
    _key,
)
