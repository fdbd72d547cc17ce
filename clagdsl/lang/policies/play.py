"""Policies for the play: leads, following suit, wild cards, ranking, card values and hand
visibility.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import takewhile
from typing import Final, Literal, TypeAlias, assert_never

from clagdsl.lang.cards import (
    COUNTED_AS,
    SUIT_NAMES,
    Card,
    CountedSuit,
    face_of,
    is_special,
    read_suit,
)
from clagdsl.lang.frozen import dataclass
from clagdsl.lang.policies.policy import Policies, Policy, word_policies, word_policy

WhichCard: TypeAlias = Literal["any card", "top card"]

PLAY: Final = word_policies(
    WhichCard,
    word_policy(
        "any card",
        1,
        label="players choose the card that they play",
        sentence="Any card is played.",
        note=None,
        meanings={"any card": "Any card that `follow` allows."},
    ),
    word_policy(
        "top card",
        1,
        label="the top card of the hand is played",
        sentence="{pile}: nobody chooses, and nobody has to follow suit.",
        note="the top card of the hand is played, whatever it is: `play top`",
        meanings={
            "top": "`play top card`: each hand is played from the top, in the order dealt.",
            "top card": "Only the top card of the hand, which is in the order dealt; nobody"
            " follows.",
        },
    ),
)


# --- the leader to the first trick --------------------------------------------------------------


Leader: TypeAlias = Literal[
    "eldest", "dealer", "caller", "highest bidder", "auction winner", "first bidder"
]

LEAD: Final = word_policies(
    Leader,
    word_policy(
        "eldest",
        1,
        label="eldest leads",
        sentence="Eldest leads to the first trick{with_any_card}.",
        note=None,
        meanings={"eldest": "The player at the dealer's left."},
    ),
    word_policy(
        "dealer",
        1,
        label="the dealer leads",
        sentence="The dealer leads to the first trick{with_any_card}.",
        note="the dealer leads",
        meanings={},
    ),
    word_policy(
        "caller",
        1,
        label="the caller leads",
        sentence="The caller leads to the first trick{with_any_card}.",
        note="the caller leads",
        meanings={"caller": "The player who has called."},
    ),
    word_policy(
        "highest bidder",
        2,
        label="the highest bidder leads",
        sentence="The highest bidder leads to the first trick{with_any_card}; among equals,"
        " the first clockwise from the dealer's left leads.",
        note="the highest bidder leads",
        meanings={},
    ),
    word_policy(
        "auction winner",
        2,
        label="the winner of the auction leads",
        sentence="The winner of the auction leads to the first trick{with_any_card}.",
        note="the winner of the auction leads",
        meanings={"auction winner": "Who has said the most tricks in the auction."},
    ),
    word_policy(
        "first bidder",
        2,
        label="the first bidder leads",
        sentence="Whoever bids first leads to the first trick{with_any_card}.",
        note="whoever bids first leads",
        meanings={"first bidder": "Who bids first; eldest in a deal without bids in turn."},
    ),
)


# --- lead limits: suits that may not be led while another card is held --------------------------


Opening: TypeAlias = Literal[
    "anything",
    "no trump",
    "no trump until broken",
    "no spades",
    "no spades until broken",
    "no hearts",
    "no hearts until broken",
    "no diamonds",
    "no diamonds until broken",
    "no clubs",
    "no clubs until broken",
]

_UNTIL: Final = " until broken"


def is_until_broken(opening: Opening) -> bool:
    """Returns whether a suit may be led after a card of it has been played to an earlier trick."""
    return opening.endswith(_UNTIL)


def protected_suit(opening: Opening, trump: CountedSuit | None) -> CountedSuit | None:
    """Returns the suit that may not be led, or None; `trump` is the suit of the trumps, if any."""
    held = opening.removesuffix(_UNTIL).removeprefix("no ")
    if held == "trump":
        return trump
    return next((suit for suit in COUNTED_AS.values() if suit == held), None)


def _lead_limit(suit: str, a_card: str) -> tuple[Policy[str], Policy[str]]:
    """Returns the two policies that protect a suit: for the whole deal, or until it is broken."""
    always, until = f"no {suit}", f"no {suit}{_UNTIL}"
    many = "trumps" if suit == "trump" else suit
    return (
        word_policy(
            always,
            2,
            label=f"{many} may be led only by players who hold nothing else",
            sentence=f"Nobody who holds a card of another suit may lead {a_card}.",
            note=f"{many} may be led only by players who hold nothing else",
            meanings={},
        ),
        word_policy(
            until,
            2,
            label=f"{many} are led once they are broken",
            sentence=f"Until {a_card} has been played to an earlier trick of the deal, nobody"
            f" who holds a card of another suit may lead {a_card}.",
            note=f"{many} may be led once one has been played, or by players who hold nothing else",
            meanings={},
        ),
    )


OPENING: Final = word_policies(
    Opening,
    word_policy(
        "anything",
        2,
        label="any card may be led",
        sentence="Any card may be led.",
        note=None,
        meanings={
            "until": "`until broken`: until a card of the suit is played to an earlier trick.",
            "broken": "A suit is broken once a card of it has been played to an earlier trick.",
        },
    ),
    *_lead_limit("trump", "a trump"),
    *_lead_limit("spades", "a spade"),
    *_lead_limit("hearts", "a heart"),
    *_lead_limit("diamonds", "a diamond"),
    *_lead_limit("clubs", "a club"),
)


# --- duties in a trick: classes of cards, and lists of them -------------------------------------
# `follow suit, else anything` is a list of classes: a card of the first class that the player
# holds must be played. A policy here is one class. Every list of classes has a meaning, so lists
# are not declared.


FollowClass: TypeAlias = Literal["higher suit", "suit", "higher trump", "trump", "anything"]

HIGHER: Final[Mapping[FollowClass, FollowClass]] = {"higher suit": "suit", "higher trump": "trump"}
"""The classes of cards that would win the trick so far, each with the class that contains it."""


@dataclass(frozen=True, slots=True)
class Following:
    """Classes of cards in order: a player must play from the first class that the hand holds."""

    classes: tuple[FollowClass, ...]
    kind: Literal["following"] = "following"

    @property
    def duties(self) -> tuple[FollowClass, ...]:
        """The classes that restrict a player: those before `anything`, without duplicates."""
        return tuple(dict.fromkeys(takewhile(lambda one: one != "anything", self.classes)))

    @property
    def unreachable_classes(self) -> tuple[tuple[int, int], ...]:
        """The positions of classes that are never reached, each with the position of the class that
        covers it.

        A player who gets that far holds no card of the earlier class, which contains the later one.
        """
        pairs: list[tuple[int, int]] = []
        for place, one in enumerate(self.classes):
            wider = (one, HIGHER.get(one, one), "anything")
            pairs += [(place, at) for at in range(place) if self.classes[at] in wider][:1]
        return tuple(pairs)

    @property
    def requires_suit_led(self) -> bool:
        """True if a player who holds the suit led may have to play it."""
        return any(is_suit_led(one) for one in self.duties)


FOLLOW: Final = word_policies(
    FollowClass,
    word_policy(
        "higher suit",
        2,
        label="a higher card of the suit led",
        sentence="must beat the trick so far with a card of the suit led",
        note=None,
        meanings={"higher": "A card that would take the trick as it lies: `follow higher suit`."},
    ),
    word_policy(
        "suit",
        1,
        label="follow suit",
        sentence="must follow suit",
        note=None,
        meanings={"suit": "A suit of the pack; `follow suit`: a card of the suit led."},
    ),
    word_policy(
        "higher trump",
        2,
        label="a higher trump",
        sentence="must beat the trick so far with a trump",
        note=None,
        meanings={"higher trump": "A trump that would take the trick as it lies."},
    ),
    word_policy(
        "trump",
        2,
        label="a trump",
        sentence="must play a trump",
        note=None,
        meanings={"else trump": "A card of the trump suit; none where no suit is trump."},
    ),
    word_policy(
        "anything",
        1,
        label="any card",
        sentence="may play any card",
        note="suit need not be followed",
        meanings={"anything": "Any card may be played: `follow suit, else anything`."},
    ),
)
"""The classes, in the order of a list that contains all of them."""

USUAL: Final = Following(("suit", "anything"))


def is_suit_led(follow_class: FollowClass) -> bool:
    """Returns whether a class consists of cards of the suit led."""
    match follow_class:
        case "suit" | "higher suit":
            return True
        case "trump" | "higher trump":
            return False
        case "anything":
            return False
        case _:
            assert_never(follow_class)


# --- wild ranks, and whether a wild also counts in its printed suit -----------------------------


@dataclass(frozen=True, slots=True)
class Wild:
    """The wild ranks, none in an ordinary deal; see `in suit` in the language reference."""

    ranks: tuple[str, ...] = ()
    in_suit: bool = False
    kind: Literal["wild"] = "wild"


def _wild_key(wild: Wild) -> str:
    return "none" if not wild.ranks else "in suit" if wild.in_suit else "ranks"


_WILD: Final = "wild: {ranks}; say what such a card stands for: `{first}H as AC`"

WILD: Final = Policies[Wild](
    (
        Policy(
            "none",
            1,
            syntax="none",
            value=Wild(),
            label="nothing is wild",
            sentence="No card is wild.",
            note=None,
            meanings={"wild none": "No card is wild."},
        ),
        Policy(
            "ranks",
            1,
            syntax="2 3",
            value=None,
            label="{ranks} wild",
            sentence="When you {owed}, only cards that are not wild count: {single} in"
            " the hand has no suit.",
            note=_WILD,
            meanings={},
        ),
        Policy(
            "in suit",
            1,
            syntax="2 3 in suit",
            value=None,
            label="{ranks} wild, in the hand also of its printed suit",
            sentence="In the hand, {single} counts in its printed suit when you {owed}.",
            note=_WILD,
            meanings={
                "in suit": "An unplayed wild also counts as a card of its printed suit.",
            },
        ),
    ),
    _wild_key,
)


# --- ranking: the order of the ranks, and the winner among equal cards --------------------------
# The order is written out, so it has no named policies. Packs with copies have equal cards.


# --- the order of the ranks ---------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class RankOrder:
    """All ranks of the pack, high to low."""

    ranks: tuple[str, ...]
    kind: Literal["ranks"] = "ranks"


# --- equal cards --------------------------------------------------------------------------


EqualCards: TypeAlias = Literal["first wins", "last wins", "better pack wins"]

EQUAL_CARDS: Final = word_policies(
    EqualCards,
    word_policy(
        "first wins",
        2,
        label="of equal cards the first wins",
        sentence="Of equal cards in a trick, the one played first counts as the higher.",
        note="of equal cards the first wins",
        meanings={},
    ),
    word_policy(
        "last wins",
        2,
        label="of equal cards the last wins",
        sentence="Of equal cards in a trick, the one played last counts as the higher.",
        note="of equal cards the last wins",
        meanings={},
    ),
    word_policy(
        "better pack wins",
        2,
        label="of equal cards the one of the better pack wins",
        sentence="Equal cards are told apart by their packs, which rank from best to worst:"
        " of equal cards in a trick, the one of the better pack counts as the higher.",
        note="of equal cards that of the better pack wins",
        meanings={
            "better": "`equal cards better pack wins`: equal cards are told apart, `AH1` wins"
            " over `AH2`.",
        },
    ),
)


# --- worth of cards, which is written out and has no named policies -----------------------------


WorthKind: TypeAlias = Literal["suit", "rank", "card", "special"]
"""The kind of cards whose value a worth sets."""


@dataclass(frozen=True, slots=True)
class Worth:
    """The value of each card of a suit or rank, of one card, or of a special card.

    In a file: `1 hearts`, `-2 K`, `13 QS`, `3 Joker`.
    """

    points: int
    kind: WorthKind
    name: str
    """The letter of the suit, the rank, the card, or the name of the special card."""

    def holds(self, card: Card) -> bool:
        """Returns whether a card, in any copy, has this worth."""
        match self.kind:
            case "suit":
                return card.suit == self.name
            case "rank":
                return card.rank == self.name
            case "card":
                return str(face_of(card)) == self.name
            case "special":
                return is_special(card) and card.rank == self.name

    @property
    def text(self) -> str:
        """The worth in the syntax of rules files."""
        return f"{self.points} {self.cards_meant}"

    @property
    def cards_meant(self) -> str:
        """The cards in the syntax of rules files: `hearts`, `K`, `QS`."""
        suit = read_suit(self.name) if self.kind == "suit" else None
        return self.name if suit is None else SUIT_NAMES[suit]


@dataclass(frozen=True, slots=True)
class CardWorth:
    """The amounts that cards add to the value of their trick; empty if none do.

    A card that several of them hold is worth their sum.
    """

    worths: tuple[Worth, ...] = ()
    kind: Literal["cards"] = "cards"

    def of(self, card: Card) -> int:
        """Returns the worth of a card; for a wild, of the card that it represents."""
        return sum(one.points for one in self.worths if one.holds(card))

    @property
    def text(self) -> str:
        """The worths in the syntax of rules files: `1 hearts, 13 QS`."""
        return ", ".join(one.text for one in self.worths) or NO_WORTH


NO_WORTH: Final = "0 hearts"
"""The text in a rules file if no card has a value."""


# --- sight: when players see cards, and when the turned card is shown ---------------------------


Shown: TypeAlias = Literal["before bids", "after bids"]
Sight: TypeAlias = Literal["before bids", "after bids", "never", "others only", "by choice"]

UNSEEN: Final[frozenset[Sight]] = frozenset(("never", "others only"))
"""The sights in which players never see their own cards, and play them from the top of the hand."""

SHOWN: Final = word_policies(
    Shown,
    word_policy(
        "before bids",
        1,
        label="the trump card is shown before the bids",
        sentence="The trump card is turned up before the bids.",
        note=None,
        meanings={},
    ),
    word_policy(
        "after bids",
        1,
        label="the trump card is shown after the bids",
        sentence="The trump card is turned up only after everybody has bid.",
        note="trump is turned after the bids",
        meanings={},
    ),
)

SIGHT: Final = word_policies(
    Sight,
    word_policy(
        "before bids",
        1,
        label="players see their cards before they bid",
        sentence="The cards are looked at before the bids.",
        note=None,
        meanings={},
    ),
    word_policy(
        "after bids",
        1,
        label="players see their cards after they have bid",
        sentence="Everybody bids before looking at their cards{known}.",
        note="you bid before you look at your cards",
        meanings={},
    ),
    word_policy(
        "never",
        1,
        label="players never see their cards before they play them",
        sentence="Nobody ever looks at their cards: everybody bids without having seen"
        " them{known}.",
        note="you do not look at your cards at all",
        meanings={
            "never": "`sight never`: players never see their own cards, and play them from the"
            " top.",
        },
    ),
    word_policy(
        "others only",
        2,
        label="players see everybody's cards but their own before they play them",
        sentence="Nobody looks at their own cards: all hold them up for the others to see{known}.",
        note="you see everybody's cards but your own",
        meanings={
            "others only": "`sight others only`: players see everybody's cards but their own, which"
            " are played from the top.",
        },
    ),
    word_policy(
        "by choice",
        2,
        label="players choose whether they see their cards before they bid",
        sentence="Whoever is to bid may first look at the cards, or bid without having seen them"
        "{known}. All look at their cards when everybody has bid.",
        note="you may bid before you look at your cards",
        meanings={
            "by choice": "`sight by choice`: who is to bid looks at the cards first, or bids blind,"
            " which a score reads as `blind`.",
        },
    ),
)
