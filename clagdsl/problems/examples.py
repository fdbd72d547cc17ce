"""Problems of examples that the rules do not confirm: codes E401 to E411."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from clagdsl.lang.source import Place
from clagdsl.problems.diagnostic import PlacedProblem
from clagdsl.problems.suggestions import name_in_backticks


class WrongExampleScore(PlacedProblem):
    code = "E401"
    title = "an example of a score that contradicts the rules"
    claimed: Sequence[int]
    computed: Sequence[int]
    scene: str
    rule: Place | None
    detail: tuple[str, ...] = ()
    place_labels: ClassVar = {"rule": "this gives the score"}

    @property
    def message(self) -> str:
        computed = _row(self.computed)
        return f"the example says {_row(self.claimed)}, but {self.scene} the rules give {computed}"

    @property
    def help(self) -> str:
        return f"write `scores {_row(self.computed)}`, or change the score"


class WrongExampleBid(PlacedProblem):
    code = "E402"
    title = "an example of a bid that contradicts the rules"
    bid: int
    allowed: bool
    scene: str
    reason: str
    rule: Place | None
    figure: str = ""
    place_labels: ClassVar = {"rule": "this rule decides"}

    @property
    def message(self) -> str:
        verdict = "may" if self.allowed else "may not"
        ours = self.reason if self.allowed else f"{self.scene} the bid is legal"
        return f"the example says that {self.bid} {verdict} be bid, but {ours}"

    @property
    def help(self) -> str:
        may = "may not" if self.allowed else "may"
        add = f", add `{self.figure}` before the colon" if self.figure else ""
        return f"write `{may} bid {self.bid}`{add}, or change the limits on bids"


class WrongTrickWinner(PlacedProblem):
    code = "E403"
    title = "an example of a trick that contradicts the rules"
    claimed: str
    computed: str
    reason: str
    rule: Place | None
    deal: str
    message = "the example says that `{claimed}` wins in {deal:named}, but under the rules {reason}"
    help = "write `won by {computed}`, or change the rule that decides"
    place_labels: ClassVar = {"rule": "this rule decides"}


class WrongExamplePlay(PlacedProblem):
    code = "E404"
    title = "an example of a play that contradicts the rules"
    card: str
    allowed: bool
    reason: str
    rule: Place | None
    deal: str
    place_labels: ClassVar = {"rule": "this rule decides"}

    @property
    def message(self) -> str:
        claim = f"`{self.card}` {'may' if self.allowed else 'may not'} be played in"
        return (
            f"the example says that {claim} {name_in_backticks(self.deal)}, but under"
            f" the rules {self.reason}"
        )

    @property
    def help(self) -> str:
        may = "may not" if self.allowed else "may"
        return f"write `{may} play {self.card}`, or change the rules"


class WrongExamplePayment(PlacedProblem):
    code = "E405"
    title = "an example of a payment that contradicts the rules"
    claimed: int
    computed: int
    scene: str
    rule: Place | None
    message = "the example says the loser pays {claimed}, but {scene} the rules give {computed}"
    help = "write `pays {computed}`, or change the settlement"
    place_labels: ClassVar = {"rule": "this gives the amount"}


class WrongMatchWinners(PlacedProblem):
    code = "E406"
    title = "an example of a match winner that contradicts the rules"
    claimed: Sequence[bool]
    computed: Sequence[bool]
    rule: Place | None
    place_labels: ClassVar = {"rule": "this decides who wins"}

    @property
    def message(self) -> str:
        theirs, ours = _yes_or_no(self.claimed), _yes_or_no(self.computed)
        return f"the example says `wins {theirs}`, but the rules give `wins {ours}`"

    @property
    def help(self) -> str:
        return f"write `wins {_yes_or_no(self.computed)}`, or change who wins the match"


class WrongExampleDeal(PlacedProblem):
    code = "E407"
    title = "an example of a deal that contradicts the schedule"
    number: int
    claimed: str
    computed: str | None
    right: str | None
    scene: str
    rule: Place | None
    place_labels: ClassVar = {"rule": "the schedule is here"}

    @property
    def message(self) -> str:
        ours = f"it is {self.computed}" if self.computed else "there is no such deal"
        return f"the example says deal {self.number} is {self.claimed}, but {self.scene} {ours}"

    @property
    def help(self) -> str:
        if self.right:
            return f"write `number {self.number} is {self.right}`"
        return "give the number of a deal in the schedule"


class ExampleLeftOpen(PlacedProblem):
    code = "E408"
    title = "an example that leaves out what its outcome depends on"
    message: str
    help: str


class ImpossibleExample(PlacedProblem):
    code = "E409"
    title = "an example that cannot happen"
    message: str
    help: str


class UnsuitableExample(PlacedProblem):
    code = "E410"
    title = "an example that does not fit the deal"
    message: str
    help: str
    rule: Place | None
    place_labels: ClassVar = {"rule": "the rule is here"}


def _row(figures: Sequence[int]) -> str:
    return " ".join(map(str, figures))


def _yes_or_no(wins: Sequence[bool]) -> str:
    return " ".join("yes" if each else "no" for each in wins)


class WrongTurnedTrump(PlacedProblem):
    code = "E411"
    title = "an example of turned cards that contradicts the rules"
    claimed: str
    reason: str
    help: str
    rule: Place | None
    message = "the example says `{claimed}`, but {reason}"
    place_labels: ClassVar = {"rule": "this rule decides"}
