"""Refusals of actions and of score sheet entries: codes A101 to A902.

Each message names the rule that forbids the action, and what would be allowed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import KW_ONLY
from typing import ClassVar

from clagdsl.lang import numerals
from clagdsl.lang.cards import SUIT_NAMES, Card, CountedSuit, Suit, counted_name, is_special
from clagdsl.lang.frozen import dataclass
from clagdsl.lang.numerals import in_words
from clagdsl.lang.rules import DEFAULT, Origin, Value
from clagdsl.problems.diagnostic import Problem, Reason
from clagdsl.problems.escape import escape_invisible, join_in_backticks, place_and_source, shorten


class ActionProblem(Problem):
    """A refused action; `origin` is the rule that forbids it, by default that of the whole game."""

    help = ""

    @property
    def origin(self) -> Origin:
        """The rule that forbids the action."""
        return DEFAULT

    def reason(self) -> Reason:
        """Returns the problem as a Reason."""
        place, source = place_and_source(self.origin)
        return Reason(self.code, self.message, place, source)


class RuleProblem(ActionProblem):
    """A refused action that a rule of the deal forbids."""

    _: KW_ONLY
    origin: Origin


@dataclass(frozen=True, slots=True)
class NameRead:
    """A name in a limit, with its value when the bid is refused."""

    name: str
    value: Value

    def __str__(self) -> str:
        value = str(self.value).lower() if isinstance(self.value, bool) else self.value
        return f"`{self.name}` is `{value}`"


@dataclass(frozen=True, slots=True)
class RefusedBid:
    """A bid that a limit forbids, with the values on which the limit depends.

    `come_to` is the sum of the bids including this one, and `cards` the number of cards; each is
    None if the limit does not depend on it. `read` has the other names in the limit.
    """

    bid: int
    come_to: int | None
    cards: int | None
    read: Sequence[NameRead]

    def stands(self) -> Iterator[str]:
        """Yields a description of each circumstance on which the limit depends."""
        cards = "" if self.cards is None else f"`{self.cards}` card{'s' * (self.cards != 1)}"
        if self.come_to is not None:
            with_cards = f" with {cards}" if cards else ""
            yield f"the bids would add up to `{self.come_to}`{with_cards}"
        elif cards:
            yield f"there {'is' if self.cards == 1 else 'are'} {cards}"
        yield from map(str, self.read)


class LimitProblem(RuleProblem):
    """A bid that violates a limit on bids."""

    limit: ClassVar[str]

    refused: RefusedBid
    allowed: Sequence[int]

    @property
    def message(self) -> str:
        why = numerals.join_words(list(self.refused.stands()))
        may = f"bid {join_in_backticks(self.allowed)}" if self.allowed else "no bid is allowed"
        forbids = f"the limit on {self.limit} forbids `{self.refused.bid}`"
        return f"{forbids}{': ' * bool(why)}{why}; {may}"


class NotUnderstood(ActionProblem):
    code = "A101"
    title = "the text is not an action"
    text: object
    expected: str = "write, for example, `bid 2`, `play QS` or `trump hearts`"
    """The currently expected action, if it is known."""
    message = "`{text:shortened}` is not understood: {expected}"


class NotAnEntry(NotUnderstood):
    message = (
        "`{text:shortened}` is not understood: write, for example, `bid 2`, `won 2 0 1 4` or `undo`"
    )


class MatchOver(ActionProblem):
    code = "A102"
    title = "the match is over"
    message = "the match is over: the last deal has been scored"


class NotNow(ActionProblem):
    code = "A103"
    title = "this is not possible now"
    expected: str = ""
    _: KW_ONLY
    origin: Origin = DEFAULT
    message = "you cannot do that now: {expected}"


# Variants of A103.


class NoBidding(NotNow):
    message = "nobody bids in this deal: bids are fixed, or there are none"


class NothingToCall(NotNow):
    message = "there is nothing to call in this deal"


class NothingToName(NotNow):
    message = "nobody names trump in this deal"


class NothingToDraw(NotNow):
    message = "the first bidder is not drawn in this deal"


class NoAuctionHere(NotNow):
    message = "there is no auction in this deal"


class NothingToLookAt(NotNow):
    message = "players cannot choose when to look at their cards in this deal"


class LookedAlready(NotNow):
    message = "this player has already looked at the cards: {expected}"


class AuctionOver(NotNow):
    stated: str = ""
    message = "`{stated:shortened}` comes after the end of the auction: leave it out"


class NothingToUndo(ActionProblem):
    code = "A104"
    title = "there is nothing to undo"
    message = "there is no entry left to undo"


class NothingToCorrect(ActionProblem):
    code = "A105"
    title = "there is no such entry to correct"
    deal: int
    part: str
    message = "deal `{deal:shortened}` has no entry that `{part:shortened}` could correct"


class CorrectWhole(ActionProblem):
    code = "A106"
    title = "a correction must give the whole row"
    deal: int
    part: str
    row: str
    message = (
        "`{part:shortened}` is only part of a row: correct the whole row, for example with"
        " `correct {deal:shortened} {row}` or `correct {deal:shortened} won 2 0 1 4`"
    )


class SheetFull(ActionProblem):
    code = "A107"
    title = "the score sheet is full"
    most: int
    message = "the sheet is full: it holds `{most}` entries, including those that were undone"


# Variants: of A107, then of A105, then of A103.


class ListFull(SheetFull):
    listed: str = "adjustments"
    message = "the sheet is full: it holds `{most}` {listed}"


class NoDealYet(NothingToCorrect):
    there: str = "only deal `1`"
    message = "there is no deal `{deal:shortened}` to correct: the sheet has {there}"


class RowIncomplete(NothingToCorrect):
    message = "this row of deal `{deal:shortened}` is not complete: enter what is missing"


class NotCorrected(NothingToCorrect):
    message = (
        "`{part:shortened}` cannot be corrected: only `undo` takes it back, along with everything"
        " entered later"
    )


class MidDeal(NotNow):
    message = (
        "players cannot come or go in the middle of a deal: finish the deal, or undo its entries"
    )


class EndMidDeal(NotNow):
    message = "a match cannot end in the middle of a deal: finish the deal, or undo its entries"


class SkipMidDeal(NotNow):
    message = "a deal can be skipped only before it begins: undo its entries"


class SizeAfterBids(NotNow):
    deal: int = 1
    cards: int = 1
    message = "the deal has begun: to change its size, enter `correct {deal} cards {cards}`"


class NothingScored(NotNow):
    message = "a match cannot end before its first deal has been scored"


class StillWaiting(NotNow):
    deal: int = 1
    message = "deal `{deal}` is waiting for an entry that a correction left open: enter that first"


class BehindNewEnd(NotNow):
    deal: int = 1
    message = (
        "a correction has moved the end of the match before deal `{deal}`, which is already"
        " entered: take the correction back with `undo`, or correct it"
    )


class MatchGoesOn(NotNow):
    message = "the match is not over: one more hand can only follow its last deal"


class AdjustmentOutside(ActionProblem):
    code = "A108"
    title = "this adjustment is not possible"
    text: str
    message = "{text}"


class NobodyComesOrGoes(ActionProblem):
    code = "A109"
    title = "this player cannot come or go like that"
    text: str
    message = "{text}"


class NotSoMany(NobodyComesOrGoes):
    message = "{text}; to replace one player with another, enter `join Eve for Bob`"


class NoDealLeft(ActionProblem):
    code = "A111"
    title = "there are not enough deals left to skip"
    left: int

    @property
    def message(self) -> str:
        deals = "deal" if self.left == 1 else "deals"
        most = f"you can skip at most `{self.left}` {deals}"
        return f"{most if self.left else 'this is the last deal'}: `end` stops the match"


class WrongSeats(ActionProblem):
    code = "A112"
    title = "the order of the seats is not complete"
    now: str
    message = (
        "name everyone who sat down at the start exactly once, in the order of play, as in `{now}`"
    )


class NoteTooLong(ActionProblem):
    code = "A113"
    title = "the note on the match is too long"
    most: int
    message = "a note on the match can have at most `{most:,}` characters"


class NoSuchHand(ActionProblem):
    code = "A110"
    title = "this hand cannot be dealt"
    text: str
    message = "{text}"


class LookFirst(RuleProblem):
    code = "A204"
    title = "a bid made before looking at the cards must be blind"
    bid: int
    message = "this player has not looked at the cards: enter `look` first, or `bid {bid} blind`"


class NotBlind(RuleProblem):
    code = "A205"
    title = "this bid cannot be blind"
    bid: int
    looked: bool

    @property
    def message(self) -> str:
        why = "players cannot choose to bid blind in this deal"
        if self.looked:
            why = "this player has looked at the cards and cannot bid blind"
        return f"{why}: enter `bid {self.bid}`"


class NotInAuction(RuleProblem):
    code = "A901"
    title = "the auction has no such bid"
    stated: str
    lowest: str
    highest: str
    message = "the auction has no bid `{stated:shortened}`: bids go from `{lowest}` to `{highest}`"


class NotHigher(RuleProblem):
    code = "A902"
    title = "a bid in an auction must be higher than the last"
    stated: str
    before: str
    message = "`{stated}` is not higher than `{before}`: bid higher, or `pass`"


class BidOutside(RuleProblem):
    code = "A201"
    title = "a bid must be from 0 to the number of cards"
    bid: int
    cards: int
    message = "`{bid:shortened}` cannot be bid: a bid must be from `0` to `{cards}` here"


class LastBidBroken(LimitProblem):
    code = "A202"
    title = "the limit on the last bid forbids it"
    limit = "the last bid"


class EachBidBroken(LimitProblem):
    code = "A203"
    title = "the limit on every bid forbids it"
    limit = "each bid"


class NotHeld(ActionProblem):
    code = "A301"
    title = "the card is not in the hand"
    card: Card
    copies: Sequence[Card] = ()
    """The cards of the hand that differ from it only in their number."""

    @property
    def message(self) -> str:
        if self.copies:
            copies = join_in_backticks(list(dict.fromkeys(self.copies)))
            return f"`{self.card}` lacks the number of its pack: play {copies}"
        return f"`{self.card}` is not in the hand: play a card that is"


class MustFollow(RuleProblem):
    code = "A302"
    title = "you must follow suit"
    card: Card
    suit: CountedSuit
    allowed: Sequence[Card]

    @property
    def message(self) -> str:
        led = counted_name(self.suit)
        may = join_in_backticks(list(dict.fromkeys(self.allowed))) or "nothing"
        return f"`{self.card}` does not follow suit: {led} were led; play {may}"


class NotOnTop(RuleProblem):
    code = "A303"
    title = "only the top card may be played"
    card: Card
    message = "`{card}` is not on top: the hand is played from the top"


class UnnamedWild(RuleProblem):
    code = "A304"
    title = "a wild card must say what it stands for"
    card: Card
    message = "`{card}` is wild: say what it stands for, as in `{card} as ...`"


class NotWild(RuleProblem):
    code = "A305"
    title = "the card is not wild"
    card: Card | None
    wild: Sequence[str]

    @property
    def message(self) -> str:
        card = f"`{self.card}`" if self.card else "the top card"
        wild = "no card is wild in this deal"
        if self.wild:
            ranks = "rank is" if len(self.wild) == 1 else "ranks are"
            wild = f"the wild {ranks} {join_in_backticks(self.wild, 'and')}"
        return f"{card} is not wild: {wild}"


class FaceTaken(RuleProblem):
    code = "A306"
    title = "another wild card already stands for that card"
    card: Card
    face: Card
    times: int = 1

    @property
    def message(self) -> str:
        others = "another wild card in this trick already does"
        if self.times > 1:
            others = f"{in_words(self.times)} other wild cards in this trick already do"
        return f"`{self.card}` cannot stand for `{self.face}`: {others}; name another card"


class WildMustFollow(RuleProblem):
    code = "A307"
    title = "the wild card must be named in the suit led"
    card: Card
    face: Card
    suit: CountedSuit

    @property
    def message(self) -> str:
        led = counted_name(self.suit)
        standing = f"`{self.card}` cannot stand for `{self.face}`"
        return f"{standing}: you must follow suit, and {led} were led; name a card of that suit"


class MustTrump(RuleProblem):
    code = "A308"
    title = "a trump must be played"
    text: str
    allowed: Sequence[Card]
    message = "you must play a trump, and `{text}` is not one; play {allowed:listed}"


class MustBeat(RuleProblem):
    code = "A309"
    title = "the trick must be beaten"
    text: str
    expected: str
    best: str
    allowed: Sequence[Card]
    message = (
        "you must play {expected} that beats `{best}`, and `{text}` is not one;"
        " play {allowed:listed}"
    )


class FaceNotThere(RuleProblem):
    code = "A310"
    title = "a wild card must stand for a card in the pack"
    card: Card
    face: Card

    @property
    def message(self) -> str:
        why = "that card is not in the pack; name one that is"
        if is_special(self.face):
            why = "it is a special card; name a card of a suit"
        return f"`{self.card}` cannot stand for `{self.face}`: {why}"


class HeldBack(RuleProblem):
    code = "A311"
    title = "this suit cannot be led"
    text: str
    suit: CountedSuit
    until_broken: bool
    allowed: Sequence[Card]

    @property
    def message(self) -> str:
        suit = counted_name(self.suit)
        until = f"until {suit} are broken, " if self.until_broken else ""
        return (
            f"{until}you cannot lead `{self.text}` while you hold another suit;"
            f" lead {join_in_backticks(self.allowed)}"
        )


class UnsaidDemand(RuleProblem):
    code = "A312"
    title = "a special card that is led must say what it asks for"
    card: str
    allowed: Sequence[str]

    @property
    def message(self) -> str:
        may = join_in_backticks(self.allowed, "or")
        return f"you lead `{self.card}`: say what it asks for with {may}"


class NotPlayedSo(RuleProblem):
    code = "A313"
    title = "this special card cannot be played like that"
    stated: str
    leads: bool
    allowed: Sequence[str]

    @property
    def message(self) -> str:
        may = join_in_backticks(self.allowed, "or")
        why = "" if self.leads or "asks" not in self.stated else ": it is not led"
        return f"`{self.stated}` cannot be played{why}; play {may}"


class NoSpecial(RuleProblem):
    code = "A314"
    title = "the card is not a special card"
    card: Card
    message = "`{card}` is not a special card: it is neither high nor low, and asks for nothing"


class MustPlayExtreme(RuleProblem):
    code = "A315"
    title = "you must play the highest or lowest card of a suit"
    text: str
    extreme: str
    suit: CountedSuit
    asking: str
    allowed: Sequence[Card]

    @property
    def message(self) -> str:
        asked_card = f"the {self.extreme} of your {counted_name(self.suit)}"
        may = join_in_backticks(list(dict.fromkeys(self.allowed)))
        return f"`{self.asking}` asks for {asked_card}, and `{self.text}` is not it; play {may}"


class SuitNotThere(RuleProblem):
    code = "A405"
    title = "the pack has no card of that suit"
    suit: Suit
    suits: Sequence[Suit]

    @property
    def message(self) -> str:
        there = join_in_backticks([SUIT_NAMES[suit] for suit in self.suits], "or")
        return f"there are no {SUIT_NAMES[self.suit]} in the pack: name {there}"


class SuitNeverTurned(RuleProblem):
    code = "A406"
    title = "no turned card makes that suit trump"
    suit: Suit

    @property
    def message(self) -> str:
        return f"no turned card makes {SUIT_NAMES[self.suit]} trump"


class SuitRequired(RuleProblem):
    code = "A401"
    title = "name one suit, not an order"
    message = "name one trump suit, for example `trump hearts`"


class OrderRequired(RuleProblem):
    code = "A402"
    title = "name all suits in order, not just one"
    message = "name all suits in order, for example `order S H C D`"


class NotAnOrder(RuleProblem):
    code = "A403"
    title = "an order names every suit once"
    suits: Sequence[Suit]
    all_suits: int

    @property
    def message(self) -> str:
        named = " ".join(self.suits)
        return f"`{named}` is not an order: name each of the {in_words(self.all_suits)} suits once"


class TrumpRequired(RuleProblem):
    code = "A404"
    title = "a trump suit must be named"
    message = "there must be a trump: name a suit, for example `trump hearts`"


class NoSuchChoice(RuleProblem):
    code = "A501"
    title = "there is no such choice"
    name: str
    existing: Sequence[str]
    message = "`{name:shortened}` cannot be called: choose from {existing:listed}"


class CalledTwice(RuleProblem):
    code = "A502"
    title = "a choice was called twice"
    choice: str
    message = "`{choice}` is called twice: name it once"


class NotExactlyOne(RuleProblem):
    code = "A503"
    title = "exactly one of these must be called"
    chosen: Sequence[str]
    choices: Sequence[str]

    @property
    def message(self) -> str:
        called = (
            f"{join_in_backticks(self.chosen, 'and')} were called"
            if self.chosen
            else "none was called"
        )
        return f"call exactly one of {join_in_backticks(self.choices)}: {called}"


class MoreThanOne(RuleProblem):
    code = "A504"
    title = "at most one of these may be called"
    chosen: Sequence[str]

    @property
    def message(self) -> str:
        return f"{join_in_backticks(self.chosen, 'and')} cannot be called together: keep one"


class SizeOutside(RuleProblem):
    code = "A601"
    title = "the dealer cannot deal this number of cards"
    cards: int
    low: int
    high: int

    @property
    def message(self) -> str:
        sizes = f"pick from `{self.low}` to `{self.high}`"
        if self.low == self.high:
            sizes = f"each player gets `{self.low}` here"
        cards = "card" if self.cards == 1 else "cards"
        return f"`{shorten(self.cards)}` {cards} cannot be dealt: {sizes}"


class TricksOfDeal(RuleProblem):
    code = "A602"
    title = "the tricks do not add up to the cards of the deal"
    text: str
    message = "{text}: count the tricks again"


class WorthMissing(RuleProblem):
    code = "A603"
    title = "the worth of the tricks is missing"
    name: str
    by_cards: bool
    example: str

    @property
    def message(self) -> str:
        if self.by_cards:
            how = f"enter each player's points, as in `{self.example}`"
        else:
            how = f"enter who took each trick, counting players from 1, as in `{self.example}`"
        return f"the tricks of `{self.name}` differ in value: {how}"


class WorthOfTricks(RuleProblem):
    code = "A604"
    title = "the tricks cannot be worth that"
    text: str
    message = "{text}; count the points again"


class NoSuchSeat(ActionProblem):
    code = "A605"
    title = "players are counted from 1 in the order of their seats"
    seat: int
    players: int
    message = "there is no player `{seat:shortened}`: enter who took each trick, `1` to `{players}`"


class WrongNumberOfBids(RuleProblem):
    code = "A206"
    title = "there must be one bid for each player"
    bids: int
    players: int
    message = "`{bids}` bids for `{players}` players: enter one for each, in the order of the seats"


class NotAPack(ActionProblem):
    code = "A701"
    title = "this is not the whole pack"
    number: int
    size: int
    missing: Sequence[Card]
    twice: Sequence[Card]
    strange: Sequence[Card] = ()
    often: str = "twice"

    @property
    def message(self) -> str:
        count = f"it has `{self.number}` of `{self.size}` cards"
        wrong = [count] if self.number != self.size else []
        if self.missing:
            wrong.append(f"`{self.missing[0]}` is missing")
        if self.strange:
            wrong.append(f"`{self.strange[0]}` does not belong to it")
        if self.twice:
            wrong.append(f"`{self.twice[0]}` appears {self.often}")
        return f"this is not the whole pack: {', '.join(wrong)}"


class NoSuitDrawn(ActionProblem):
    code = "A802"
    title = "the suit drawn as trump is missing"
    message = "trump is drawn: add its suit after the pack, for example `trump hearts`"


class SuitNotDrawn(RuleProblem):
    code = "A803"
    title = "trump is not drawn"
    message = "trump is not drawn in this deal: leave out the suit after the pack"


class NoSuchPlayer(ActionProblem):
    code = "A801"
    title = "nobody at the table has that name"
    name: str
    players: Sequence[str]

    @property
    def message(self) -> str:
        name = shorten(escape_invisible(self.name))
        return f"nobody here is called `{name}`: choose from {join_in_backticks(self.players)}"
