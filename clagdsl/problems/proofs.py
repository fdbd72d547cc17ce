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
    turns: bool = False
    """True if the deal turns a card, which counts as needed."""
    place_labels: ClassVar = {"turned": "the card turned up is one of them"}

    @property
    def message(self) -> str:
        text = ", including the turned card" if self.turns else ""
        return f"{self.circumstances} need {self.needed} cards{text}; the pack has {self.pack}"


class NoLastCard(ProofProblem):
    code = "P336"
    title = "the cards to turn may run out"
    deal: str
    left: int
    circumstances: str
    detail: tuple[str, ...] = ()
    help = "end the clause with `else none`: if the cards run out, there is no trump"
    label = "does not end with `else none`"

    @property
    def message(self) -> str:
        left = "1 card is left" if self.left == 1 else f"{self.left} cards are left"
        return (
            f"{as_sentence_opening(self.circumstances)} {left} in {name_in_backticks(self.deal)}, "
            "but the rules may turn more than that"
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
        return self.way or "every player gets at least 1 card: keep every size at 1 or more"


class EmptySchedule(ProofProblem):
    code = "P303"
    title = "a schedule without deals"
    circumstances: str
    detail: tuple[str, ...] = ()
    message = "{circumstances:opening} the schedule has no deals"
    conditional: bool = False
    ladder: tuple[str, str, str, str] = ("", "", "", "")
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
                "make sure that at least one row applies at every table: remove the condition of a "
                "row, or add a row for the other tables"
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
    message = "{circumstances:opening} the dealer cannot pick from {low} to {high} cards"
    help = "write the smaller number first: `dealer picks {high} to {low}`"


class TooManyDeals(ProofProblem):
    code = "P305"
    title = "too many deals"
    number: int
    most: int
    circumstances: str
    detail: tuple[str, ...] = ()
    message = "{circumstances:opening} this row brings the match to {number} deals"
    help = "a match has at most {most} deals: schedule fewer"


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
        bids, made = (
            "a bid of" if len(self.bids) == 1 else "the bids",
            " ".join(map(str, self.bids)),
        )
        after = f" after {bids} {made}," if made else ""
        named = ("eldest", "dealer", "caller", "auction winner")
        who = self.seat if self.seat in named else f"{self.seat} player"
        return f"{as_sentence_opening(self.circumstances)}{after} the {who} has no bid left"

    @property
    def help(self) -> str:
        if self.has_otherwise and self.alone:
            return (
                "the limit on each bid forbids every bid that this one allows: relax either limit"
            )
        if self.has_otherwise:
            each = ", or relax the limit on each bid" if self.others else ""
            return (
                f"no bid meets the condition after `otherwise` either: relax that condition{each}"
            )
        if not self.instead:
            return (
                "even with an `otherwise` here, other bids would leave a player without a bid: "
                "relax the limit on each bid, or on the last"
            )
        after = f"after `{self.limit}`" if self.limit else "at the end of the limit"
        either = "` or `, otherwise ".join(self.instead)
        return f"{after}, add what applies when no bid is allowed: `, otherwise {either}`"


class FixedBidTooHigh(ProofProblem):
    code = "P307"
    title = "a fixed bid above the number of cards"
    number: int
    cards: int
    circumstances: str
    detail: tuple[str, ...] = ()
    message = "{circumstances:opening} nobody can bid {number}"
    help = "a bid is at most the number of cards, {cards} here: deal more cards, or lower the bid"


class NoCardToPlay(ProofProblem):
    code = "P308"
    title = "a player without a card to play"
    classes: Sequence[str] = ("suit",)
    message = "a player without a card of the suit led could have nothing to play"

    @property
    def help(self) -> str:
        return f"let them play anything: `follow {', else '.join((*self.classes, 'anything'))}`"


class FigureTooLarge(ProofProblem):
    code = "P309"
    title = "a figure that is too large"
    value: str
    circumstances: str
    detail: tuple[str, ...] = ()
    message = "{circumstances:opening} the result is {value}"
    help = "keep every figure between -1000000000 and 1000000000: use smaller numbers"


class DivisionByZero(ProofProblem):
    code = "P310"
    title = "a division by zero"
    operator: str
    circumstances: str
    detail: tuple[str, ...] = ()

    message = "{circumstances:opening} this divides by zero"
    help = "add a case for zero: `0 when ... = 0, otherwise ... {operator} ...`"


class TooMuchToProve(ProofProblem):
    code = "P311"
    title = "too much to prove"
    excess: str
    fewer_players: str
    """The clause for fewer numbers of players; "" if the file has only one number."""
    message = "too much to prove: {excess}"

    @property
    def help(self) -> str:
        fewer = f"a smaller range of players, as in `{self.fewer_players}`"
        return (
            "use fewer names, smaller ranges of parameters, fewer different deals, or "
            f"{fewer if self.fewer_players else 'fewer cards'}"
        )


class UnreachableWhen(ProofProblem):
    code = "P312"
    title = "a `when` that never applies"
    severity = "warning"
    message = "this `when` never applies"
    help = (
        "remove or correct this alternative; "
        "if an earlier alternative covers it, put this one first"
    )


class ChoicesClash(ProofProblem):
    code = "P313"
    title = "choices called together that replace the same aspect"
    first: str
    second: str
    aspect: str
    first_place: Place | None
    second_place: Place | None
    message = "`{first}` and `{second}` can be called together, and both replace `{aspect}`"
    place_labels: ClassVar = {
        "first_place": "`{first}` replaces it here",
        "second_place": "`{second}` replaces it here",
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
    help = "do not offer `{choice}`, or write `play top card` in it instead"
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
    message = "{why}, but players have not seen their own cards by then"

    @property
    def help(self) -> str:
        if not self.unseen:
            return "write `sight before bids`, or remove `sight`"
        return (
            f"with `{self.unseen}`, nobody sees their own cards: {self.instead}; "
            "or let players see them with `sight before bids`"
        )

    place_labels: ClassVar = {"other": "players must have seen their cards for this"}

    @property
    def detail(self) -> tuple[str, ...]:
        return (self.circumstances,)


class UnseenChoice(ProofProblem):
    code = "P316"
    title = "a card chosen from an unseen hand"
    play: Place | None
    message = "nobody can choose a card from a hand that they never see"
    help = "add `play top card`"
    place_labels: ClassVar = {"play": "any card of the hand may be played"}


class NoBidsMade(ProofProblem):
    code = "P317"
    title = "a name that depends on bids in a deal without bids"
    name: str
    aspect: str
    deal: str
    none: Place | None
    message = "`{name}` does not exist in `{deal}`, where nobody bids"
    help = "give `{deal}` a `{aspect}` of its own, without `{name}`"
    place_labels: ClassVar = {"none": "nobody bids here"}


class NoHighestBidder(ProofProblem):
    code = "P340"
    title = "a highest bidder in a deal in which nobody chooses a bid"
    duty: str
    deal: str
    bids: Place | None
    message = "nobody chooses a bid in `{deal}`, so there is no highest bidder to {duty}"
    help = "write `bid in turn`, or another player instead of `highest bidder`, such as `dealer`"
    place_labels: ClassVar = {"bids": "nobody chooses a bid here"}


class NoHighestBidderHere(NoHighestBidder):
    """Variant of P340 at the clause of the bids, if the clause that needs a highest bidder is
    inherited.
    """

    other: Place | None
    instead: str
    help = "write `{instead}` in `{deal}` as well, or let players bid there: `bid in turn`"
    place_labels: ClassVar = {"other": "inherited from here"}


class NoFirstBidder(ProofProblem):
    code = "P341"
    title = "a first bidder in a deal in which nobody bids in turn"
    deal: str
    bids: Place | None
    where: str
    """The deals in question, as `in some cases `; empty if nobody ever bids in turn."""
    message = "{where}nobody bids in turn in `{deal}`, so there is no first bidder to lead"
    help = "write `bid in turn`, or another player instead of `first bidder`, such as `eldest`"
    place_labels: ClassVar = {"bids": "nobody bids first here"}


class NoBidToChoose(ProofProblem):
    code = "P361"
    title = "a choice to bid blind in a deal in which nobody chooses a bid"
    deal: str
    bids: Place | None
    message = "nobody chooses a bid in `{deal}`, so nobody can choose to bid blind"
    help = "write `bid in turn`, or another time for `sight`, such as `before bids`"
    place_labels: ClassVar = {"bids": "nobody chooses a bid here"}


class NoBidToChooseHere(NoBidToChoose):
    """Variant of P361 at the clause of the bids, if the `sight` clause is inherited."""

    sight: Place | None
    help = "write `sight before bids` in `{deal}` as well, or let players bid there: `bid in turn`"
    place_labels: ClassVar = {"sight": "inherited from here"}


class NobodyBidsBlind(ProofProblem):
    code = "P362"
    title = "`blind` in a game in which nobody can choose to bid blind"
    deal: str
    message = "nobody can choose to bid blind in this game, so `blind` has no value"
    help = "add `sight by choice` to a deal, such as `{deal}`, or leave `blind` out"


class FirstCardsTooLate(ProofProblem):
    code = "P363"
    title = "trump named from the first cards, after all cards are dealt"
    number: int
    why: str
    deal: str
    other: Place | None
    message = (
        "trump cannot be named from the first cards in `{deal}`: {why} before that, when all cards"
        " are dealt"
    )
    help = (
        "leave out `from {number} cards`, or let `dealer` or `eldest` name trump in a deal without"
        " a call and without an auction"
    )
    place_labels: ClassVar = {"other": "all cards are dealt before this"}


class ImpossibleAuction(ProofProblem):
    code = "P351"
    title = "an auction without a legal bid"
    low: int
    high: int
    cards: int
    circumstances: str
    detail: tuple[str, ...] = ()
    message = "{circumstances:opening} the auction goes from {low} to {high}"
    help = "begin at 1 or more, and end between that number and {cards}, the number of cards"


class NoAuctionWinner(ProofProblem):
    code = "P352"
    title = "a clause about an auction in a deal without one"
    consequence: str
    deal: str
    auction: Place | None
    message = "there is no auction in `{deal}`, so {consequence}"
    help = "add an auction, such as `auction 5 to cards C D H S none`, or change this clause"
    place_labels: ClassVar = {"auction": "there is no auction here"}


class NobodyBidsLast(ProofProblem):
    code = "P326"
    title = "a limit on the last bid in a deal in which all bid at once"
    circumstances: str
    together: Place | None
    message = "nobody bids last {circumstances}: all players bid at once"
    help = (
        "if eldest bids again when the bids break the limit, write `bid together, eldest again`; "
        "otherwise remove the limit, or give both clauses the same condition, as in "
        "`last bid free when ..., otherwise keeps ...`"
    )
    label = "applies to nobody"
    place_labels: ClassVar = {"together": "all bid at once here"}


class NothingToBidAgain(ProofProblem):
    code = "P342"
    title = "a player bids again, but no bid is forbidden"
    circumstances: str
    again: str
    limit: Place | None
    message = "{again} never bids again {circumstances}: the last bid has no limit"
    help = (
        "add the limit that all bids together must meet, such as `last bid keeps bids != cards`;"
        " or write `bid together`"
    )
    place_labels: ClassVar = {"limit": "the last bid is free here"}


class CompletionMissing(ProofProblem):
    code = "P318"
    title = "a deal without bids that does not say who completes it"
    deal: str
    message = "nobody bids in `{deal}`, and the deal does not say who completes it"
    help = "add `completed not counted`, or `completed when ...`"


class NoCaller(ProofProblem):
    code = "P319"
    title = "a caller in a deal in which nobody calls"
    duty: str
    deal: str
    message = "nobody calls in `{deal}`, so there is no caller to {duty}"
    help = "write `dealer` instead of `caller`, or add a `call by` clause"


class TooManyCalls(ProofProblem):
    code = "P320"
    title = "too many calls"
    number: int
    most: int
    help = "at most {most} calls can be offered: group some choices with `at most one of`"

    @property
    def message(self) -> str:
        number = str(self.number) if self.number < 10**9 else "more than 1000000000"
        return f"the caller could choose among {number} calls"


def either_way(first: str, direction: str, last: str, step: str) -> str:
    """Returns the two runs of sizes that may be meant by a row such as `1 down to 7 cards`.

    `step` is "", or the step with the space before it, as in ` by 2`.
    """
    other = "down" if direction == "up" else "up"
    return (
        f"write `{first} {other} to {last}{step} cards` to count {other}, "
        f"or `{last} {direction} to {first}{step} cards` to count {direction}"
    )


class RowNeverDealt(ProofProblem):
    code = "P321"
    title = "a row without deals"
    severity = "warning"
    ladder: tuple[str, str, str, str] = ("", "", "", "")
    times: str = ""
    plain: bool = True
    condition: str = ""
    message = "this row has no deals, whatever the number of players"

    @property
    def help(self) -> str:
        if self.condition:
            return f"`{self.condition}` is never true: write another condition, or remove the row"
        first, direction, last, _ = self.ladder
        if self.times:
            return f"`{self.times}` is never above 0: repeat the row more often, or remove it"
        if self.plain:
            return f"{either_way(*self.ladder)}; or remove the row"
        ends = "begin lower, end higher" if direction == "up" else "begin higher, end lower"
        counted = f"this row cannot count {direction} from `{first}` to `{last}`"
        return f"{counted}: {ends}, or remove the row"


class NoStep(ProofProblem):
    code = "P323"
    title = "a step below one card"
    by: int
    circumstances: str
    detail: tuple[str, ...] = ()
    message = "{circumstances:opening} the step of this row is {by} cards"
    help = (
        "a step is at least 1 card, and `up to` or `down to` gives its direction: "
        "write `by 1` or more, or `max(1, ...)`"
    )


class NeverEnds(ProofProblem):
    code = "P324"
    title = "an `ends` condition that no match meets"
    condition: str
    deals: int
    reads_length: bool
    """True if the condition reads totals or the number of the deal, which more deals change."""

    @property
    def message(self) -> str:
        many = "1 deal is" if self.deals == 1 else f"{self.deals} deals are"
        why = f": at most {many} played" if self.reads_length else ""
        return f"`{self.condition}` is not true after any deal of a match{why}"

    @property
    def help(self) -> str:
        first = "schedule more deals, change" if self.reads_length else "change"
        return f"{first} the condition, or remove `ends`: a match then ends after its last deal"


class EndsTooSoon(ProofProblem):
    code = "P325"
    title = "deals that are never played"
    severity = "warning"
    condition: str
    last: int
    deals: int
    message = "`{condition}` is true after deal {last} at the latest: {never} never played"

    @property
    def never(self) -> str:
        """The deals after the last one as a phrase, including its verb."""
        first = self.last + 1
        return f"deal {first} is" if first == self.deals else f"deals {first} to {self.deals} are"

    help = "write another condition, or remove the later deals from the schedule"


class ImpossiblePack(ProofProblem):
    code = "P331"
    title = "an impossible pack"
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
        return f"a pack has 1 to {most} {many}: write `min({most}, max(1, ...))`, or use `when`"


class EmptySuit(ProofProblem):
    code = "P333"
    title = "a suit without cards"
    card: str
    suit: str
    circumstances: str
    detail: tuple[str, ...] = ()
    message = "{circumstances:opening} `without {card}` leaves no {suit} in the pack"
    help = "for fewer suits, write their number, as in `pack all ranks, 3 suits`"


class NotInThePack(ProofProblem):
    code = "P332"
    title = "something that is not in the pack"
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
        name = "it" if len(self.strange) == 1 else "them"
        if self.kind == "card":
            return (
                f"remove {name} from the clause: the pack of {self.there} does not contain {name}"
            )
        return f"the pack has {self.there}: remove {name} from the clause, or choose with `when`"


class WorthNotInThePack(NotInThePack):
    """Variant of P332: a card with a worth is not in the pack."""

    @property
    def help(self) -> str:
        name = "it" if len(self.strange) == 1 else "them"
        return f"the pack has {self.there}: remove {name} from the clause"


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
            return f"let a missed bid pay less; if it is meant to pay, write that {case}"
        return (
            f"write `{self.mended}` instead of `{self.written}`, so that too {sides[few]} tricks "
            f"cost as much as too {sides[not few]}; if too {sides[few]} are meant to pay, write "
            f"that {case}"
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
            "or, if points are meant to be good, let the highest total win"
        )


class BidComparedWithPoints(ProofProblem):
    code = "P327"
    title = "a bid of tricks compared with points"
    severity = "warning"
    cards: int
    low: int
    high: int
    circumstances: str
    label = "tricks compared with points"
    message = (
        "{circumstances:opening} `bid` is a number of tricks from 0 to {cards}, but `points` range "
        "from {low} to {high}"
    )
    help = (
        "write `tricks` instead of `points`, since nobody bids points; if you mean to compare "
        "tricks with points, write `0 + bid`"
    )


class RotationSkips(ProofProblem):
    code = "P328"
    title = "trumps that do not rotate as listed"
    severity = "warning"
    deal: str
    number: int
    trump: str
    expected: str
    circumstances: str
    trumps: str
    """The list, as written in a file; empty if the dealer decides which deals take it."""
    message = (
        "`trump rotates` also counts the deals of {deal:named} in which this clause does not "
        "rotate: {circumstances:opening} deal {number} has {trump} instead of {expected}"
    )
    label = "does not rotate in every deal"

    @property
    def help(self) -> str:
        to_count = 'if they are meant to count, write `assume "..."` after the clause'
        skip = f"to skip these deals, write `rotates throughout {self.trumps}`; "
        return skip * bool(self.trumps) + to_count


class RotationRestarts(RotationSkips):
    """Variant of P328: two deals share a rotation, but each counts its own deals."""

    base: str
    rotation: Place | None
    message = (
        "{deal:named} and {base:named} each count their own deals for `trump rotates`: "
        "{circumstances:opening} deal {number} has {trump} instead of {expected}"
    )
    label = "counts its own deals"
    place_labels: ClassVar = {"rotation": "the trumps of both"}

    @property
    def help(self) -> str:
        return (
            f"to keep one round of trumps, write `rotates throughout {self.trumps}`; if each is "
            f"meant to count its own deals, write `trump rotates {self.trumps}` in "
            f"{name_in_backticks(self.deal)} as well"
        )


class RotationUndecided(ProofProblem):
    code = "P335"
    title = "a rotation whose deals are decided only during the match"
    deal: str
    reason: str
    message = (
        "`rotates throughout` in {deal:named} counts the deals that take their trump from it, but "
        "{reason}"
    )
    help = "write `rotates` without `throughout`: it counts all deals of the same name"
    label = "depends on what happens during the match"


class NothingToFollow(ProofProblem):
    code = "P329"
    title = "any card may be played, and only the suit led can win"
    severity = "warning"
    trump: Place | None
    is_always: bool
    deal: str
    """The deal in question, if the clause is inherited by one without trumps; otherwise empty."""
    label = "any card may be played"
    place_labels: ClassVar = {"trump": "no trumps"}

    @property
    def message(self) -> str:
        return (
            f"{self._where('in some deals ')}nobody has to follow suit and there are no trumps: "
            "the highest card of the suit led wins, and every other card loses"
        )

    @property
    def help(self) -> str:
        where = self._where("in those deals, ", ", ")
        return (
            f"{where}write `follow suit, else anything`, or name a trump; if the clause is "
            'intended, write `assume "..."` after it'
        )

    def _where(self, some: str, end: str = " ") -> str:
        if self.deal:
            return f"in {name_in_backticks(self.deal)}{end}"
        return "" if self.is_always else some


class WildTrumpRanked(ProofProblem):
    code = "P337"
    title = "a wild card among the highest trumps"
    entry: str
    wild: Place | None
    message = "`{entry}` is wild, and a wild card counts as the card that it stands for"
    help = "remove `{entry}` from `rank of trump`"
    label = "a wild card has no rank of its own"
    place_labels: ClassVar = {"wild": "the wild ranks"}


class NoTrumpRanked(ProofProblem):
    code = "P338"
    title = "an order or a worth of trumps that applies to no card"
    severity = "warning"
    clause: str
    trump: Place | None
    message = "`{clause}` has no effect here: no card can be such a trump"
    help = "remove it, or list cards such as `JC` in `rank of trump`, which are always trumps"
    label = "no card is one of these trumps"
    place_labels: ClassVar = {"trump": "this decides what is trump"}


def _as_written(name: str) -> str:
    return name if is_word(name) else f'"{name}"'
