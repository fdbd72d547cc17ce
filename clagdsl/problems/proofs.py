"""Problems that the proofs find: codes P301 to P363.

`circumstances` describes the smallest table at which the proof fails.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from clagdsl.lang.frozen import dataclass
from clagdsl.lang.identifiers import is_word
from clagdsl.lang.pack import MOST_COPIES, MOST_RANKS, MOST_SUITS
from clagdsl.lang.source import Place
from clagdsl.problems.diagnostic import Edit, Label, Problem, insert_after, replace_edit
from clagdsl.problems.escape import as_sentence_opening
from clagdsl.problems.suggestions import name_in_backticks


class ProofProblem(Problem):
    """A problem of a clause, at its place in a file, or without one if the clause is a default."""

    place: Place | None


class TooFewCards(ProofProblem):
    code = "P301"
    title = "the pack has too few cards"
    needed: int
    pack: int
    circumstances: str
    turned: Place | None
    help: str
    detail: tuple[str, ...] = ()
    fix: tuple[Edit, ...] = ()
    message = "{circumstances:opening} this deal needs {needed} cards; the pack has {pack}"
    place_labels: ClassVar = {"turned": "the card turned up is one of them"}


class NoLastCard(ProofProblem):
    code = "P336"
    title = "every card that is left may turn the next one"
    deal: str
    left: int
    circumstances: str
    detail: tuple[str, ...] = ()
    help = "end the clause with `else none`: without another card to turn there is no trump"
    label = "does not end with `else none`"

    @property
    def message(self) -> str:
        left = "1 card is left" if self.left == 1 else f"{self.left} cards are left"
        return (
            f"{as_sentence_opening(self.circumstances)} {left} in {name_in_backticks(self.deal)}, "
            "and the next one may have to be turned after each of them"
        )


class SizeBelowOne(ProofProblem):
    code = "P302"
    title = "a deal with no cards"
    size: int
    circumstances: str
    detail: tuple[str, ...] = ()
    way: str = ""
    fix: tuple[Edit, ...] = ()
    message = "{circumstances:opening} this row deals {size} cards to each player"

    @property
    def help(self) -> str:
        return self.way or "every player gets at least 1 card: let no size be below 1"


class EmptySchedule(ProofProblem):
    code = "P303"
    title = "a schedule without a deal"
    circumstances: str
    detail: tuple[str, ...] = ()
    message = "{circumstances:opening} the schedule holds no deal"
    conditional: bool = False
    ladder: tuple[str, str, str] = ("", "", "")
    """The sizes of the only row, if its numbers contradict its direction."""
    counted: bool = True
    """True if the sizes of a row may contradict its direction."""
    repeated: bool = False

    @property
    def help(self) -> str:
        if self.ladder[0]:
            return either_way(*self.ladder)
        ways = []
        if self.counted:
            ways.append("count up from the smaller number, as in `1 up to 7 cards: normal`")
        if self.conditional:
            ways.append(
                "let a row be dealt at every table: leave its condition out, or add a row for the "
                "other tables"
            )
        if self.repeated or not ways:
            ways.append("repeat a row at least once at every table")
        return ", and ".join(ways)


class NothingToPick(ProofProblem):
    code = "P304"
    title = "nothing for the dealer to pick"
    low: int
    high: int
    circumstances: str
    detail: tuple[str, ...] = ()
    message = "{circumstances:opening} no number of cards lies between {low} and {high}"
    help = "write the smaller number first: `dealer picks {high} to {low}`"


class TooManyDeals(ProofProblem):
    code = "P305"
    title = "too many deals"
    number: int
    most: int
    circumstances: str
    detail: tuple[str, ...] = ()
    message = "{circumstances:opening} the match has {number} deals by this row"
    help = "a match has at most {most} deals: repeat less often"


class NoBidLeft(ProofProblem):
    code = "P306"
    title = "a player without a legal bid"
    seat: str
    bids: Sequence[int]
    circumstances: str
    others: tuple[Label, ...] = ()
    last: bool = False
    detail: tuple[str, ...] = ()
    has_otherwise: bool = False
    alone: bool = False
    """Whether a bid would be left without the limit on each bid."""
    limit: str = ""
    """The limit as written, if more of its clause follows."""
    instead: tuple[str, ...] = ()
    """Values of `otherwise` that leave at least one bid, if any do."""
    condition: Place | None = None

    @property
    def fix(self) -> tuple[Edit, ...]:
        if not self.instead or self.condition is None:
            return ()
        return insert_after(self.condition, f", otherwise {self.instead[0]}")

    @property
    def message(self) -> str:
        after_bids = f", after bids {' '.join(map(str, self.bids))}," if self.bids else ""
        named = ("eldest", "dealer", "caller", "auction winner")
        who = self.seat if self.seat in named else f"{self.seat} player"
        when = (
            f"{self.circumstances}{after_bids}"
            if after_bids
            else as_sentence_opening(self.circumstances)
        )
        return f"{when} the {who} has no bid left"

    @property
    def help(self) -> str:
        if self.has_otherwise and self.alone:
            return "the limit on each bid leaves no bid that meets this one as well: ask less there"
        if self.has_otherwise:
            less = ", or ask less of each bid" if self.others else ""
            return f"no bid meets what follows `otherwise` either: ask less there{less}"
        if not self.instead:
            return (
                "with an `otherwise` here a player would still have no bid after other bids: ask "
                "less of each bid, or of the last"
            )
        behind = f"behind `{self.limit}`" if self.limit else "at the end of the limit"
        either = "` or `, otherwise ".join(self.instead)
        return f"say {behind} what holds where no bid meets it: `, otherwise {either}`"


class FixedBidTooHigh(ProofProblem):
    code = "P307"
    title = "a fixed bid above the number of cards"
    number: int
    cards: int
    circumstances: str
    detail: tuple[str, ...] = ()
    message = "{circumstances:opening} nobody can bid {number}"
    help = "a bid is at most the number of cards, {cards} here: schedule more, or bid less"


class NoCardToPlay(ProofProblem):
    code = "P308"
    title = "a player without a card to play"
    classes: Sequence[str] = ("suit",)
    message = "somebody who holds no card of the suit led could play nothing"

    @property
    def help(self) -> str:
        return f"end the list with anything: `follow {', else '.join((*self.classes, 'anything'))}`"


class FigureTooLarge(ProofProblem):
    code = "P309"
    title = "a figure that is too large"
    value: str
    circumstances: str
    detail: tuple[str, ...] = ()
    message = "{circumstances:opening} this comes to {value}"
    help = "keep every figure between -1000000000 and 1000000000: use smaller numbers"


class DivisionByZero(ProofProblem):
    code = "P310"
    title = "a division by zero"
    operator: str
    circumstances: str
    detail: tuple[str, ...] = ()

    message = "{circumstances:opening} this divides by zero"
    help = "say what holds then: `0 when ... = 0, otherwise ... {operator} ...`"


class TooMuchToProve(ProofProblem):
    code = "P311"
    title = "too much to prove"
    excess: str
    fewer_players: str
    """The clause for fewer numbers of players; "" if the file has only one number."""
    message = "too much to prove: {excess}"

    @property
    def help(self) -> str:
        fewer = f"numbers of players, as in `{self.fewer_players}`"
        return (
            "use fewer names, smaller ranges of parameters, fewer different deals, or fewer "
            f"{fewer if self.fewer_players else 'cards'}"
        )


class UnreachableWhen(ProofProblem):
    code = "P312"
    title = "a `when` that nothing reaches"
    severity = "warning"
    message = "nothing that can happen reaches this `when`"
    help = "drop this alternative or correct its condition; if one before covers it, put it first"


class ChoicesClash(ProofProblem):
    code = "P313"
    title = "choices called together that replace the same aspect"
    first: str
    second: str
    aspect: str
    first_place: Place | None
    second_place: Place | None
    message = "`{first}` and `{second}` may be called together and both say `{aspect}`"
    place_labels: ClassVar = {
        "first_place": "`{first}` says it",
        "second_place": "`{second}` says it",
    }

    @property
    def help(self) -> str:
        both = f"{_as_written(self.first)}, {_as_written(self.second)}"
        return f"put both into one group: `at most one of {both}`"


class CallChangesSight(ProofProblem):
    code = "P314"
    title = "a choice that replaces `sight`"
    choice: str
    deal: str
    call: Place | None
    message = "`{choice}` is called after the cards are seen, so it cannot replace `sight`"
    help = "do not offer `{choice}`, or let it say `play top card`"
    place_labels: ClassVar = {"call": "`{deal}` offers it here"}


class SeenTooLate(ProofProblem):
    code = "P315"
    title = "cards seen too late"
    why: str
    other: Place | None
    circumstances: str
    unseen: str = ""
    """The clause that hides all players' own cards from them, if there is one."""
    instead: str = ""
    """The alternative that does not require seeing any cards."""
    message = "{why}, but nobody has seen the cards by then"

    @property
    def help(self) -> str:
        if not self.unseen:
            return "write `sight before bids`, or leave `sight` out"
        return (
            f"with `{self.unseen}` nobody sees their own cards: {self.instead}; "
            "or let them be seen, `sight before bids`"
        )

    place_labels: ClassVar = {"other": "this needs the cards seen"}

    @property
    def detail(self) -> tuple[str, ...]:
        return (self.circumstances,)


class UnseenChoice(ProofProblem):
    code = "P316"
    title = "unseen cards that are to be chosen from"
    play: Place | None
    message = "nobody can choose a card from a hand that is never seen"
    help = "add `play top card`"
    place_labels: ClassVar = {"play": "any card of the hand may be played"}


class NoBidsMade(ProofProblem):
    code = "P317"
    title = "a name that does not exist where nobody bids"
    name: str
    aspect: str
    deal: str
    none: Place | None
    message = "`{name}` does not exist in `{deal}`, where nobody bids"
    help = "give `{deal}` a `{aspect}` of its own, without `{name}`"
    place_labels: ClassVar = {"none": "here nobody bids"}


class NoHighestBidder(ProofProblem):
    code = "P340"
    title = "a highest bidder where nobody chooses a bid"
    does: str
    deal: str
    bids: Place | None
    message = "nobody chooses a bid in `{deal}`, so there is no highest bidder who {does}"
    help = "write `bid in turn`, or another player for `highest bidder`, such as `dealer`"
    place_labels: ClassVar = {"bids": "here nobody chooses a bid"}


class NoHighestBidderHere(NoHighestBidder):
    """Variant of P340 at the clause of the bids, if the clause that needs a highest bidder is
    inherited.
    """

    other: Place | None
    instead: str
    help = "write `{instead}` in `{deal}`, too, or let the players bid there: `bid in turn`"
    place_labels: ClassVar = {"other": "taken over from here"}


class NoFirstBidder(ProofProblem):
    code = "P341"
    title = "a first bidder where nobody bids in turn"
    deal: str
    bids: Place | None
    where: str
    """The deals in question, as `in some cases `; empty if nobody ever bids in turn."""
    message = "{where}nobody bids in turn in `{deal}`, so there is no first bidder who leads"
    help = "write `bid in turn`, or another player for `first bidder`, such as `eldest`"
    place_labels: ClassVar = {"bids": "here nobody bids first"}


class NoBidToChoose(ProofProblem):
    code = "P361"
    title = "a choice to bid blind where nobody chooses a bid"
    deal: str
    bids: Place | None
    message = "nobody chooses a bid in `{deal}`, so nobody can choose to bid without seeing cards"
    help = "write `bid in turn`, or another moment for `sight`, such as `before bids`"
    place_labels: ClassVar = {"bids": "here nobody chooses a bid"}


class NoBidToChooseHere(NoBidToChoose):
    """Variant of P361 at the clause of the bids, if the `sight` clause is inherited."""

    sight: Place | None
    help = "write `sight before bids` in `{deal}`, too, or let the players bid there: `bid in turn`"
    place_labels: ClassVar = {"sight": "taken over from here"}


class NobodyBidsBlind(ProofProblem):
    code = "P362"
    title = "`blind` where nobody can choose to bid blind"
    deal: str
    message = "nobody can choose to bid blind in this game, so `blind` has no value"
    help = "add `sight by choice` to a deal, such as `{deal}`, or say it without `blind`"


class FirstCardsTooLate(ProofProblem):
    code = "P363"
    title = "first cards where more is done before trump is named"
    number: int
    why: str
    deal: str
    other: Place | None
    message = (
        "trump cannot be named from the first cards in `{deal}`: before it is named {why},"
        " for which all cards are dealt"
    )
    help = "leave out `from {number} cards`, or let `dealer` or `eldest` name trump before that"
    place_labels: ClassVar = {"other": "this takes all cards"}


class ImpossibleAuction(ProofProblem):
    code = "P351"
    title = "an auction in which nothing can be said"
    low: int
    high: int
    cards: int
    circumstances: str
    detail: tuple[str, ...] = ()
    message = "{circumstances:opening} the auction goes from {low} to {high}"
    help = "begin with 1 or more, and end with no less, and at most {most}"

    @property
    def most(self) -> str:
        """The most that anybody may say: the cards of a hand."""
        return (
            "1, the only card of a hand" if self.cards == 1 else f"the {self.cards} cards of a hand"
        )


class NoAuctionWinner(ProofProblem):
    code = "P352"
    title = "something said of an auction where there is none"
    consequence: str
    deal: str
    auction: Place | None
    message = "there is no auction in `{deal}`, so {consequence}"
    help = "add an auction, such as `auction 5 to cards C D H S none`, or say it without one"
    place_labels: ClassVar = {"auction": "here there is no auction"}


class NobodyBidsLast(ProofProblem):
    code = "P326"
    title = "a limit on the last bid where all bid at once"
    circumstances: str
    together: Place | None
    message = "nobody bids last {circumstances}: all bid at once"
    help = (
        "if eldest bids again after such bids, write `bid together, eldest again`; otherwise take"
        " the limit out, or let both clauses choose in the same way, as in "
        "`last bid free when ..., otherwise keeps ...`"
    )
    label = "binds nobody"
    place_labels: ClassVar = {"together": "here all bid at once"}


class NothingToBidAgain(ProofProblem):
    code = "P342"
    title = "somebody bids again, but no bids are refused"
    circumstances: str
    again: str
    limit: Place | None
    message = "{again} never bids again {circumstances}: the last bid has no limit"
    help = (
        "add the limit that the bids of all must keep, such as `last bid keeps bids != cards`; or"
        " write `bid together`"
    )
    place_labels: ClassVar = {"limit": "here the last bid is free"}


class CompletionMissing(ProofProblem):
    code = "P318"
    title = "a deal without bids that does not say what completes it"
    deal: str
    message = "nobody bids in `{deal}`, and it does not say who completes it"
    help = "add `completed not counted`, or `completed when ...`"


class NoCaller(ProofProblem):
    code = "P319"
    title = "a caller where nobody calls"
    part: str
    deal: str
    message = "the caller {part}, but nobody calls in `{deal}`"
    help = "write `dealer` instead of `caller`, or add a `call by` clause"


class TooManyCalls(ProofProblem):
    code = "P320"
    title = "too many calls"
    number: int
    most: int
    help = "at most {most} calls can be offered: put choices into one group of `at most one of`"

    @property
    def message(self) -> str:
        number = str(self.number) if self.number < 10**9 else "more than 1000000000"
        return f"the caller could choose among {number} calls"


def either_way(first: str, direction: str, last: str) -> str:
    """Returns the two runs of sizes that may be meant by a row such as `1 down to 7 cards`."""
    other = "down" if direction == "up" else "up"
    return (
        f"`{first} {other} to {last} cards` counts {other}, "
        f"`{last} {direction} to {first} cards` {direction}"
    )


class RowNeverDealt(ProofProblem):
    code = "P321"
    title = "a row that never holds a deal"
    severity = "warning"
    ladder: tuple[str, str, str] = ("", "", "")
    times: str = ""
    plain: bool = True
    condition: str = ""
    message = "this row never holds a deal, whatever the number of players"

    @property
    def help(self) -> str:
        if self.condition:
            return f"`{self.condition}` never holds: write another condition, or take the row out"
        first, direction, last = self.ladder
        if self.times:
            return f"`{self.times}` is never above 0: repeat it more often, or take the row out"
        if self.plain:
            return f"{either_way(*self.ladder)}; or take the row out"
        ends = "begin lower, end higher" if direction == "up" else "begin higher, end lower"
        return (
            f"from `{first}` to `{last}` there is nothing to count {direction} to: {ends}, "
            "or take the row out"
        )


class NoStep(ProofProblem):
    code = "P323"
    title = "a ladder that stands still"
    by: int
    circumstances: str
    detail: tuple[str, ...] = ()
    message = "{circumstances:opening} this row goes on by {by} cards"
    help = (
        "a ladder goes on by 1 card at least: `up to` and `down to` say which way, "
        "so write `by 1` or more, or `max(1, ...)`"
    )


class NeverEnds(ProofProblem):
    code = "P324"
    title = "an end that no match comes to"
    condition: str
    deals: int
    reads_length: bool
    """True if the condition reads totals or the number of the deal, which more deals change."""

    @property
    def message(self) -> str:
        many = "1 deal is" if self.deals == 1 else f"{self.deals} deals are"
        why = f": at most {many} played" if self.reads_length else ""
        return f"`{self.condition}` holds after no deal of a match{why}"

    @property
    def help(self) -> str:
        first = "schedule more deals, change" if self.reads_length else "change"
        return f"{first} the condition, or take `ends` out: a match is then over with its last deal"


class EndsTooSoon(ProofProblem):
    code = "P325"
    title = "deals that no match comes to"
    severity = "warning"
    condition: str
    last: int
    deals: int
    message = "`{condition}` holds after deal {last} at the latest: {never} never played"

    @property
    def never(self) -> str:
        """The deals after the last one as a phrase, including its verb."""
        first = self.last + 1
        return f"deal {first} is" if first == self.deals else f"deals {first} to {self.deals} are"

    help = "write another condition, or take the deals behind it out of the schedule"


class ImpossiblePack(ProofProblem):
    code = "P331"
    title = "a pack that cannot be"
    number: int
    kind: str
    circumstances: str
    detail: tuple[str, ...] = ()

    @property
    def message(self) -> str:
        many = "of each card" if self.kind == "copies" else self.kind
        return f"{as_sentence_opening(self.circumstances)} the pack has {self.number} {many}"

    @property
    def help(self) -> str:
        most = {"ranks": MOST_RANKS, "suits": MOST_SUITS, "copies": MOST_COPIES}[self.kind]
        many = "of each" if self.kind == "copies" else self.kind
        return f"a pack has 1 to {most} {many}: write `min({most}, max(1, ...))`, or choose"


class EmptySuit(ProofProblem):
    code = "P333"
    title = "a suit of which nothing is left"
    card: str
    suit: str
    circumstances: str
    detail: tuple[str, ...] = ()
    message = "{circumstances:opening} `without {card}` leaves no {suit} in the pack"
    help = "for fewer suits say how many, as in `pack all ranks, 3 suits`"


class NotInThePack(ProofProblem):
    code = "P332"
    title = "what the pack has not"
    kind: str
    strange: tuple[str, ...]
    there: str
    circumstances: str
    detail: tuple[str, ...] = ()

    @property
    def message(self) -> str:
        several = len(self.strange) > 1
        which = f"the {self.kind}{'s' if several else ''} {' '.join(self.strange)}"
        return (
            f"{as_sentence_opening(self.circumstances)} {which} {'are' if several else 'is'}"
            f" not in the pack"
        )

    @property
    def help(self) -> str:
        if self.kind == "card":
            return f"take it out of `without`: the pack has {self.there} and not this one"
        name = "it" if len(self.strange) == 1 else "them"
        return f"the pack has {self.there}: take {name} out, or choose with `when`"


class WorthNotInThePack(NotInThePack):
    """Variant of P332: a card with a worth is not in the pack."""

    @property
    def help(self) -> str:
        name = "it" if len(self.strange) == 1 else "them"
        return f"the pack has {self.there}: take {name} out of `card worth`"


@dataclass(frozen=True, slots=True)
class BidScored:
    """The score of a bid; None represents any bid, or any number of tricks except the bid."""

    bid: int | None
    tricks: int | None
    points: int

    @property
    def text(self) -> str:
        """The score as a clause, such as `a bid of 0 pays 1 if 1 trick is won`."""
        bid = "a bid" if self.bid is None else f"a bid of {self.bid}"
        won = "it is missed"
        if self.tricks is not None:
            won = f"{self.tricks or 'no'} trick{'s are' if self.tricks > 1 else ' is'} won"
        return f"{bid} {self.pays} if {won}"

    @property
    def pays(self) -> str:
        """The points as a verb phrase, such as `pays 10` or `costs 3`."""
        return f"costs {-self.points}" if self.points < 0 else f"pays {self.points}"


class BidPoints(BidScored):
    """The score of a bid in a game in which the lowest total wins, so that it pays nothing."""

    __slots__ = ()

    @property
    def pays(self) -> str:
        """The points as a verb phrase, such as `scores -3`."""
        return f"scores {self.points}"


class PayingMiss(ProofProblem):
    code = "P322"
    title = "a missed bid that pays"
    severity = "warning"
    paid: BidScored
    other: BidScored
    is_made: bool
    circumstances: str
    written: str = ""
    mended: str = ""

    @property
    def message(self) -> str:
        other = self.other.text
        if self.is_made:
            pays = self.other.pays.split()
            same_direction = self.paid.pays.startswith(pays[0])
            other = f"{pays[-1] if same_direction else self.other.pays} if it is made"
        return f"{as_sentence_opening(self.circumstances)} {self.paid.text}, and {other}"

    @property
    def help(self) -> str:
        few = (self.paid.tricks or 0) < (self.paid.bid or 0)
        sides = ("many", "few")
        case = f"in a case of its own, `... when tricks {'<' if few else '>'} bid`"
        if not self.mended:
            return f"let a missed bid pay less; or, if it shall pay, say so {case}"
        return (
            f"write `{self.mended}` for `{self.written}`, so that too {sides[few]} tricks cost "
            f"what too {sides[not few]} do; or, if these shall pay, say so {case}"
        )

    @property
    def fix(self) -> tuple[Edit, ...]:
        return replace_edit(self.place, self.mended) if self.place and self.mended else ()


class CostlyBid(PayingMiss):
    """Variant of P322 for games in which the lowest total wins."""

    @property
    def message(self) -> str:
        return f"the lowest total wins, and {super().message}"

    @property
    def help(self) -> str:
        return (
            "let a bid that is made score less than one that is missed; "
            "or, if points are to be gained, let the highest total win"
        )


class BidComparedWithPoints(ProofProblem):
    code = "P327"
    title = "a bid of tricks compared with points"
    severity = "warning"
    cards: int
    low: int
    high: int
    circumstances: str
    label = "tricks beside points"
    message = (
        "{circumstances:opening} `bid` is a number of tricks, 0 to {cards}, and `points` go from "
        "{low} to {high}"
    )
    help = (
        "write `tricks` for `points`, since points cannot be bid; if a number of tricks is to be "
        "compared with points, write `0 + bid`"
    )


class RotationSkips(ProofProblem):
    code = "P328"
    title = "trumps that do not go round as listed"
    severity = "warning"
    deal: str
    number: int
    trump: str
    expected: str
    circumstances: str
    trumps: str
    """The list, as written in a file; empty if the dealer decides which deals take it."""
    message = (
        "`trump rotates` also counts the deals of {deal:named} in which this clause says something "
        "else: {circumstances} deal {number} has {trump} instead of {expected}"
    )
    label = "does not rotate in every deal"

    @property
    def help(self) -> str:
        to_count = 'if they are to count, write `assume "..."` behind the clause'
        skip = f"to skip these deals, write `rotates throughout {self.trumps}`; "
        return skip * bool(self.trumps) + to_count


class RotationRestarts(RotationSkips):
    """Variant of P328: two deals share a rotation, but each counts its own deals."""

    base: str
    rotation: Place | None
    message = (
        "{deal:named} and {base:named} each count their own deals for `trump rotates`: "
        "{circumstances} deal {number} has {trump} instead of {expected}"
    )
    label = "counts its own deals"
    place_labels: ClassVar = {"rotation": "the trumps of both"}

    @property
    def help(self) -> str:
        return (
            f"to keep one round of trumps, write `rotates throughout {self.trumps}`; if each is to "
            f"count its own, write `trump rotates {self.trumps}` in {name_in_backticks(self.deal)} "
            "as well"
        )


class RotationUndecided(ProofProblem):
    code = "P335"
    title = "a rotation whose deals are decided only in the match"
    deal: str
    reason: str
    message = (
        "in {deal:named} `rotates throughout` counts the deals that take their trump from it, but "
        "{reason}"
    )
    help = "write `rotates` without `throughout`, which counts all deals of a name"
    label = "which deals count is not known before the match"


class NothingToFollow(ProofProblem):
    code = "P329"
    title = "any card may be played, and only the suit led can win"
    severity = "warning"
    trump: Place | None
    where: str
    """The deals in question, as `in some deals `; empty if it is all deals with the clause."""
    message = (
        "{where}nobody has to follow suit and there are no trumps: the highest card of the suit "
        "led wins, and every other card loses"
    )
    help = (
        "write `follow suit, else anything`, or say what is trump; if it is meant, write "
        '`assume "..."` behind the clause'
    )
    label = "any card may be played"
    place_labels: ClassVar = {"trump": "no trumps"}


class WildTrumpRanked(ProofProblem):
    code = "P337"
    title = "a wild rank is listed among the highest trumps"
    entry: str
    wild: Place | None
    message = "`{entry}` is wild, and a wild counts as the card that it stands for"
    help = "take `{entry}` out of `rank of trump`"
    label = "a wild card has no rank of its own"
    place_labels: ClassVar = {"wild": "the wild ranks"}


class NoTrumpRanked(ProofProblem):
    code = "P338"
    title = "trumps have an order or a worth of their own, and no card is one of them"
    severity = "warning"
    clause: str
    trump: Place | None
    message = "`{clause}` means nothing here: no card can be such a trump"
    help = "leave it out, or list cards such as `JC` in `rank of trump`, which are always trumps"
    label = "no card counts as one of these"
    place_labels: ClassVar = {"trump": "what is trump"}


def _as_written(name: str) -> str:
    return name if is_word(name) else f'"{name}"'
