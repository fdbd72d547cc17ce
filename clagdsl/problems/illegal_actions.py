"""Refusals of actions and of score sheet entries: codes A101 to A902.

Each message names the rule that forbids the action, and what would be allowed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import KW_ONLY
from typing import ClassVar

from clagdsl.lang import numerals
from clagdsl.lang.cards import SUIT_NAMES, Card, CountedSuit, Suit, counted_name
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
            yield f"the bids would come to `{self.come_to}`{with_cards}"
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
        may = f"bid {join_in_backticks(self.allowed)}" if self.allowed else "no bid is left"
        forbids = f"the limit on {self.limit} forbids `{self.refused.bid}`"
        return f"{forbids}{': ' * bool(why)}{why}; {may}"


class NotUnderstood(ActionProblem):
    code = "A101"
    title = "the text is no action"
    text: object
    expected: str = "write for example `bid 2`, `play QS`, `trump hearts`"
    """The currently expected action, if it is known."""
    message = "`{text:shortened}` is not understood: {expected}"


class NotAnEntry(NotUnderstood):
    message = (
        "`{text:shortened}` is not understood: write for example `bid 2`, `won 2 0 1 4`, `undo`"
    )


class MatchOver(ActionProblem):
    code = "A102"
    title = "the match is over"
    message = "the match is over: the last deal has been scored"


class NotNow(ActionProblem):
    code = "A103"
    title = "something else is to be done now"
    expected: str = ""
    _: KW_ONLY
    origin: Origin = DEFAULT
    message = "this is not the moment for that: {expected}"


# Variants of A103.


class NoBidding(NotNow):
    message = "nobody bids in this deal: its bids are fixed or none are made"


class NothingToCall(NotNow):
    message = "nothing is called in this deal"


class NothingToName(NotNow):
    message = "nobody names the trump of this deal"


class NothingToDraw(NotNow):
    message = "nobody is drawn to bid first in this deal"


class NoAuctionHere(NotNow):
    message = "there is no auction in this deal"


class NothingToLookAt(NotNow):
    message = "nobody chooses in this deal when to look at the cards"


class LookedAlready(NotNow):
    message = "these cards have been looked at: {expected}"


class AuctionOver(NotNow):
    stated: str = ""
    message = "`{stated:shortened}` comes after the end of the auction: leave it out"


class NothingToUndo(ActionProblem):
    code = "A104"
    title = "there is nothing to undo"
    message = "nothing has been entered yet that could be taken back"


class NothingToCorrect(ActionProblem):
    code = "A105"
    title = "there is nothing like that to correct in the deal"
    deal: int
    part: str
    message = (
        "nothing that `{part:shortened}` could correct has been entered in deal `{deal:shortened}`"
    )


class CorrectWhole(ActionProblem):
    code = "A106"
    title = "a correction says what a deal has of one kind as a whole"
    deal: int
    part: str
    message = (
        "`{part:shortened}` is a part of a row: a correction says the whole, for example"
        " `correct {deal:shortened} bids 2 0 1 1` or `correct {deal:shortened} won 2 0 1 4`"
    )


class SheetFull(ActionProblem):
    code = "A107"
    title = "a score sheet takes no more entries than there is room for"
    most: int
    message = "the sheet is full: it holds `{most}` entries, those that were taken back included"


# Variants: of A107, then of A105, then of A103.


class ListFull(SheetFull):
    listed: str = "adjustments"
    message = "the sheet is full: it holds `{most}` {listed}"


class NoDealYet(NothingToCorrect):
    there: str = "deal `1` alone"
    message = "there is no deal `{deal:shortened}` to correct: the sheet has {there}"


class NotCorrected(NothingToCorrect):
    message = (
        "no correction changes `{part:shortened}`: only `undo` takes it back, and with it what was"
        " entered later"
    )


class MidDeal(NotNow):
    message = (
        "nobody comes or goes in the middle of a deal: finish it, or take back what is entered"
    )


class EndMidDeal(NotNow):
    message = "a match ends between two deals: finish this one, or take back what is entered"


class SkipMidDeal(NotNow):
    message = "a deal is left out before it begins: take back what is entered in it"


class SizeAfterBids(NotNow):
    deal: int = 1
    cards: int = 1
    message = "the size of a deal is set before its first bid: enter `correct {deal} cards {cards}`"


class NothingScored(NotNow):
    message = "no deal has been scored yet: a match ends after a deal"


class StillWaiting(NotNow):
    deal: int = 1
    message = "deal `{deal}` waits for what a correction has left open: enter that first"


class BehindNewEnd(NotNow):
    deal: int = 1
    message = (
        "deal `{deal}` was entered, and stands behind the end since a correction: take that back"
        " with `undo`, or correct it"
    )


class MatchGoesOn(NotNow):
    message = "the match is not over: one more hand comes after its last deal"


class AdjustmentOutside(ActionProblem):
    code = "A108"
    title = "an adjustment of a total that cannot be"
    text: str
    message = "{text}"


class NobodyComesOrGoes(ActionProblem):
    code = "A109"
    title = "nobody can come or go like that"
    text: str
    message = "{text}"


class NotSoMany(NobodyComesOrGoes):
    message = "{text}; to put one player in the place of another enter `join Eve for Bob`"


class NoDealLeft(ActionProblem):
    code = "A111"
    title = "more deals left out than are left"
    left: int

    @property
    def message(self) -> str:
        most = f"leave out at most `{self.left}`" if self.left else "this is the last deal"
        return f"{most}: `end` stops the match"


class WrongSeats(ActionProblem):
    code = "A112"
    title = "an order of the seats that lacks somebody"
    now: str
    message = "name everybody who sat down at the start once, clockwise, as in `{now}`"


class NoteTooLong(ActionProblem):
    code = "A113"
    title = "a note on the match that is too long"
    most: int
    message = "a note on the match has at most `{most:,}` letters"


class NoSuchHand(ActionProblem):
    code = "A110"
    title = "a hand that cannot be dealt"
    text: str
    message = "{text}"


class LookFirst(RuleProblem):
    code = "A204"
    title = "a bid without a look at the cards says that it is blind"
    bid: int
    message = "the cards have not been looked at: `look` first, or say `bid {bid} blind`"


class NotBlind(RuleProblem):
    code = "A205"
    title = "a bid is blind only where the player has chosen not to look"
    bid: int
    looked: bool

    @property
    def message(self) -> str:
        why = "bids are not made blind in this deal"
        if self.looked:
            why = "the cards have been looked at, so the bid is not blind"
        return f"{why}: say `bid {self.bid}`"


class NotInAuction(RuleProblem):
    code = "A901"
    title = "an auction goes from its lowest to its highest bid"
    stated: str
    lowest: str
    highest: str
    message = "`{stated:shortened}` cannot be said: the auction goes from `{lowest}` to `{highest}`"


class NotHigher(RuleProblem):
    code = "A902"
    title = "whoever bids in an auction says more than those before"
    stated: str
    before: str
    message = "`{stated}` is not higher than `{before}`: say more, or `pass`"


class BidOutside(RuleProblem):
    code = "A201"
    title = "a bid is from 0 to the number of cards"
    bid: int
    cards: int
    message = "`{bid:shortened}` cannot be bid: a bid is from `0` to `{cards}` here"


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
    message = "`{card}` is not in the hand: play a card that is"


class MustFollow(RuleProblem):
    code = "A302"
    title = "the suit led must be followed"
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
    message = "`{card}` is wild: say what it stands for, `{card} as ...`"


class NotWild(RuleProblem):
    code = "A305"
    title = "the card is not wild"
    card: Card | None
    wild: Sequence[str]

    @property
    def message(self) -> str:
        card = f"`{self.card}`" if self.card else "the top card"
        wild = (
            f"only {join_in_backticks(self.wild, 'and')} are wild here"
            if self.wild
            else "no card is wild here"
        )
        return f"{card} stands for itself: {wild}"


class FaceTaken(RuleProblem):
    code = "A306"
    title = "another wild card stands for that card already"
    card: Card
    face: Card
    times: int = 1

    @property
    def message(self) -> str:
        others = "another wild card of this trick does"
        if self.times > 1:
            others = f"{in_words(self.times)} other wild cards of this trick do"
        return f"`{self.card}` cannot stand for `{self.face}`: {others}; name any other card"


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
        return f"{standing}: {led} were led and are held; name one of them"


class MustTrump(RuleProblem):
    code = "A308"
    title = "a trump must be played"
    text: str
    allowed: Sequence[Card]
    message = "`{text}` is no trump, and a trump is owed; play {allowed:listed}"


class MustBeat(RuleProblem):
    code = "A309"
    title = "the trick must be beaten"
    text: str
    expected: str
    best: str
    allowed: Sequence[Card]
    message = "{expected} that beats `{best}` is owed, and `{text}` is none; play {allowed:listed}"


class FaceNotThere(RuleProblem):
    code = "A310"
    title = "a wild card stands for a card of the pack"
    card: Card
    face: Card
    message = "`{card}` cannot stand for `{face}`: that card is not in the pack; name one that is"


class HeldBack(RuleProblem):
    code = "A311"
    title = "a suit may not be led"
    text: str
    suit: CountedSuit
    until_broken: bool
    allowed: Sequence[Card]

    @property
    def message(self) -> str:
        suit = counted_name(self.suit)
        until = f"until {suit} are broken, " if self.until_broken else ""
        return (
            f"{until}`{self.text}` may not be led while another suit is held;"
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
        return f"`{self.card}` is led: say what it asks for, {may}"


class NotPlayedSo(RuleProblem):
    code = "A313"
    title = "a special card is not played so"
    stated: str
    leads: bool
    allowed: Sequence[str]

    @property
    def message(self) -> str:
        may = join_in_backticks(self.allowed, "or")
        when = "" if self.leads or "asks" not in self.stated else ", which is not led"
        return f"`{self.stated}` cannot be played{when}: play {may}"


class NoSpecial(RuleProblem):
    code = "A314"
    title = "the card is no special card"
    card: Card
    message = "`{card}` is no special card: it is neither high nor low, and asks for nothing"


class MustPlayExtreme(RuleProblem):
    code = "A315"
    title = "the highest or lowest card of a suit is asked for"
    text: str
    extreme: str
    suit: CountedSuit
    asking: str
    allowed: Sequence[Card]

    @property
    def message(self) -> str:
        extreme_of_suit = f"the {self.extreme} of {counted_name(self.suit)}"
        may = join_in_backticks(list(dict.fromkeys(self.allowed)))
        requirement = f"{extreme_of_suit} that is held, and `{self.asking}` asks for it"
        return f"`{self.text}` is not {requirement}; play {may}"


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
    title = "no card that is turned makes that suit trump"
    suit: Suit

    @property
    def message(self) -> str:
        return f"no card that is turned makes {SUIT_NAMES[self.suit]} trump"


class SuitRequired(RuleProblem):
    code = "A401"
    title = "one suit is to be named, not an order"
    message = "one trump suit is to be named: for example `trump hearts`"


class OrderRequired(RuleProblem):
    code = "A402"
    title = "an order of the suits is to be named, not one suit"
    message = "an order of all suits is to be named: `order S H C D`"


class NotAnOrder(RuleProblem):
    code = "A403"
    title = "an order names every suit once"
    suits: Sequence[Suit]
    all_suits: int

    @property
    def message(self) -> str:
        named = " ".join(self.suits)
        return f"`{named}` is no order: name each of the {in_words(self.all_suits)} suits once"


class TrumpRequired(RuleProblem):
    code = "A404"
    title = "a suit is to be named, and not that there is none"
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
    title = "the dealer may not deal so many cards"
    cards: int
    low: int
    high: int

    @property
    def message(self) -> str:
        sizes = f"pick from `{self.low}` to `{self.high}`"
        if self.low == self.high:
            sizes = f"each gets `{self.low}` here"
        cards = "card" if self.cards == 1 else "cards"
        return f"`{shorten(self.cards)}` {cards} cannot be dealt: {sizes}"


class TricksOfDeal(RuleProblem):
    code = "A602"
    title = "the tricks of the players come to the cards of the deal"
    text: str
    message = "{text}: count the tricks again"


class WorthMissing(RuleProblem):
    code = "A603"
    title = "it is to be entered what the tricks are worth"
    name: str
    by_cards: bool
    example: str

    @property
    def message(self) -> str:
        if self.by_cards:
            how = f"say the points of each player, as `{self.example}` does"
        else:
            how = f"say who took each, counted from 1, as `{self.example}` does"
        return f"the tricks of `{self.name}` differ in value: {how}"


class WorthOfTricks(RuleProblem):
    code = "A604"
    title = "tricks cannot be worth that"
    text: str
    message = "{text}: count them again"


class NoSuchSeat(ActionProblem):
    code = "A605"
    title = "players are counted from 1 in the order of their seats"
    seat: int
    players: int
    message = "there is no player `{seat:shortened}`: say who took each trick, `1` to `{players}`"


class WrongNumberOfBids(RuleProblem):
    code = "A206"
    title = "a row of bids has one for each player"
    bids: int
    players: int
    message = "`{bids}` bids for `{players}` players: say one for each, in the order of the seats"


class NotAPack(ActionProblem):
    code = "A701"
    title = "a pack holds every card once"
    number: int
    size: int
    missing: Sequence[Card]
    twice: Sequence[Card]
    strange: Sequence[Card] = ()
    often: str = "twice"

    @property
    def message(self) -> str:
        count = f"it has `{self.number}` cards of `{self.size}`"
        wrong = [count] if self.number != self.size else []
        if self.missing:
            wrong.append(f"`{self.missing[0]}` is missing")
        if self.strange:
            wrong.append(f"`{self.strange[0]}` is not of it")
        if self.twice:
            wrong.append(f"`{self.twice[0]}` stands {self.often}")
        return f"this is not the whole pack: {', '.join(wrong)}"


class NoSuitDrawn(ActionProblem):
    code = "A802"
    title = "it is not said which suit is drawn as trump"
    message = "trump is drawn: its suit stands after the pack, for example `trump hearts`"


class SuitNotDrawn(RuleProblem):
    code = "A803"
    title = "no suit is drawn as trump"
    message = "trump is not drawn in this deal: nothing stands after the pack"


class NoSuchPlayer(ActionProblem):
    code = "A801"
    title = "nobody at the table has that name"
    name: str
    players: Sequence[str]

    @property
    def message(self) -> str:
        name = shorten(escape_invisible(self.name))
        return f"nobody here is called `{name}`: {join_in_backticks(self.players)}"
