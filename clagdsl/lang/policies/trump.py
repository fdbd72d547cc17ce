"""Where trump comes from."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

from clagdsl.lang.cards import ORDINARY, Suit
from clagdsl.lang.frozen import dataclass
from clagdsl.lang.numerals import in_words
from clagdsl.lang.policies.policy import Policies, Policy

SUITS_IN_WORDS: Final = in_words(len(ORDINARY.suits))


@dataclass(frozen=True, slots=True)
class NoTrump:
    kind: Literal["none"] = "none"


@dataclass(frozen=True, slots=True)
class TurnedTrump:
    kind: Literal["turned"] = "turned"


@dataclass(frozen=True, slots=True)
class NamedTrump:
    """The dealer or the caller names a trump suit, or an order of all suits (precedence)."""

    by: Literal["dealer", "caller"]
    what: Literal["suit", "order"]
    kind: Literal["named"] = "named"


@dataclass(frozen=True, slots=True)
class FixedOrder:
    """Precedence in a fixed order of the suits, high to low: every suit beats those after it."""

    suits: tuple[Suit, ...]
    kind: Literal["order"] = "order"


TrumpRule: TypeAlias = NoTrump | TurnedTrump | NamedTrump | FixedOrder


def _key(trump: TrumpRule) -> str:
    return f"named {trump.what}" if isinstance(trump, NamedTrump) else trump.kind


TRUMP: Final = Policies[TrumpRule](
    (
        Policy(
            key="none",
            since=1,
            says="none",
            value=NoTrump(),
            label="no trumps",
            sentence="There are no trumps.",
            note="there is no trump",
            meanings={"trump none": "There is no trump suit."},
        ),
        Policy(
            key="turned",
            since=1,
            says="turned",
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
            key="named suit",
            since=1,
            says="named by dealer any suit",
            value=None,
            label="the {by} names any suit",
            sentence="the {by} {looks}names the trump suit{before}",
            note="the {by} names the trump suit",
            meanings={
                "named": "`trump named by dealer any suit`: trump is announced before the bids.",
            },
        ),
        Policy(
            key="named order",
            since=1,
            says="named by caller any order",
            value=None,
            label="the {by} names any order of the suits",
            sentence=f"the {{by}} {{looks}}names an order of all {SUITS_IN_WORDS} suits{{before}}",
            note="the {by} names the order of suits",
            meanings={
                "order": f"All {SUITS_IN_WORDS} suits from high to low: every suit beats those "
                "after it.",
            },
        ),
        Policy(
            key="order",
            since=1,
            says="order H C D S",
            value=None,
            label="the suits in this order: {suits}",
            sentence="the suits rank {suits}, and each trumps those after it",
            note="every suit beats those after it: {suits}",
            meanings={},
        ),
    ),
    _key,
)
