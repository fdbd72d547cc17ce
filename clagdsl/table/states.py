"""The states of a game for a number of players, and the steps between them, written out.

A deal is a course of states, one for each phase that its rules need.  Where something is called
the course branches: calls after which the same phases remain share a branch.  `next` stands
between the deals, `end` after the last one.  Only `bid` and `play` hold on to themselves, once
for each further bid and card.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final, Literal, TypeAlias, assert_never

from clagdsl.lang.cards import SUIT_NAMES
from clagdsl.lang.enumeration import runs
from clagdsl.lang.frozen import dataclass
from clagdsl.lang.rules import (
    BidInTurn,
    BidTogether,
    Call,
    Direction,
    FixedBid,
    FixedOrder,
    FixedSuit,
    NamedTrump,
    NoBid,
    NoTrump,
    RotatingTrump,
    TurnedTrump,
)
from clagdsl.table.calls import legal_calls
from clagdsl.table.deal_rules import DealRules
from clagdsl.table.phases import PHASES, Phase, phases
from clagdsl.table.schedule import ScheduledDeal
from clagdsl.table.table import Table

Moment: TypeAlias = Phase | Literal["next", "end"]
Actor: TypeAlias = Literal[
    "chance", "dealer", "caller", "players in turn", "players together", "nobody"
]
EventName: TypeAlias = Literal[
    "CardsPicked",
    "CardsDealt",
    "CallMade",
    "TrumpNamed",
    "TrumpTurned",
    "BidderDrawn",
    "BidMade",
    "CardPlayed",
    "TrickWon",
    "DealScored",
    "DealBegun",
    "MatchWon",
]

NEXT: Final = "next"
END: Final = "end"

_EVENTS: Final[dict[Phase, EventName]] = {
    "size": "CardsPicked",
    "deal": "CardsDealt",
    "call": "CallMade",
    "name": "TrumpNamed",
    "turn": "TrumpTurned",
    "first": "BidderDrawn",
    "bid": "BidMade",
    "play": "TrickWon",
    "score": "DealScored",
}
"""What happens when a phase ends."""


@dataclass(frozen=True, slots=True)
class State:
    """One state: its name, which is its only one, what it waits for, and from whom."""

    name: str
    moment: Moment
    actor: Actor


@dataclass(frozen=True, slots=True)
class Step:
    """From a state to a state, the event on the way, and when this way is taken."""

    source: str
    target: str
    event: EventName
    condition: str = ""


@dataclass(frozen=True, slots=True)
class Branch:
    """The phases that remain after some of the calls, and why others are left out."""

    name: str
    condition: str
    calls: tuple[tuple[str, ...], ...]
    phases: tuple[Phase, ...]
    namer: Actor
    bidders: Actor
    skipped: tuple[tuple[Phase, str], ...]


@dataclass(frozen=True, slots=True)
class Course:
    """How a deal goes: its phases up to the call, or all of them where nothing is called."""

    name: str
    deal: str
    numbers: tuple[int, ...]
    sizes: tuple[int, ...]
    phases: tuple[Phase, ...]
    namer: Actor
    bidders: Actor
    skipped: tuple[tuple[Phase, str], ...]
    branches: tuple[Branch, ...]


@dataclass(frozen=True, slots=True)
class StateMachine:
    """Every state of a game at one table; it starts in the first and ends in the last."""

    title: str
    players: int
    schedule: tuple[ScheduledDeal, ...]
    courses: tuple[Course, ...]
    states: tuple[State, ...]
    steps: tuple[Step, ...]
    decisions: int
    """How many choices the players make in a match at most."""
    direction: Direction = "clockwise"


def make_machine(table: Table) -> StateMachine:
    """The states and steps of the game at a table; its schedule holds at least one deal."""
    courses = tuple(_courses(table))
    states: list[State] = [State(NEXT, "next", "nobody")]
    steps: list[Step] = []
    for course in courses:
        states += _states(course)
        steps += _steps(course)
    states.append(State(END, "end", "nobody"))
    steps.append(Step(NEXT, END, "MatchWon", "no deal is left"))
    game = table.game
    return StateMachine(
        title=f"{game.title}, {game.variant}" if game.variant else game.title,
        players=table.players,
        schedule=table.schedule,
        courses=courses,
        states=tuple(states),
        steps=tuple(steps),
        decisions=sum(most_decisions(table, scheduled) for scheduled in table.schedule),
        direction=game.direction,
    )


def most_decisions(table: Table, scheduled: ScheduledDeal) -> int:
    """How many choices the players make in a deal at most: bids, cards, and the smaller ones."""
    plain = table.rules(scheduled.name)
    picked = scheduled.low != scheduled.high
    calls = legal_calls(plain.call) if isinstance(plain.call, Call) else ((),)
    return max(
        sum(
            decisions(phase, table.players, scheduled.high)
            for phase in phases(table.rules(scheduled.name, call), picked=picked)
        )
        for call in calls
    )


def decisions(moment: Moment, players: int, cards: int) -> int:
    """How many choices the players make in one phase of a deal with so many cards each."""
    match moment:
        case "size" | "call" | "name":
            return 1
        case "bid":
            return players
        case "play":
            return players * cards
        case "deal" | "turn" | "first" | "score" | "next" | "end":
            return 0
        case _:
            assert_never(moment)


# --- courses ------------------------------------------------------------------------------


def _courses(table: Table) -> Iterator[Course]:
    """A course for each deal in the schedule, in the order in which they are first dealt."""
    kinds: dict[tuple[str, bool], list[ScheduledDeal]] = {}
    for scheduled in table.schedule:
        kinds.setdefault((scheduled.name, scheduled.cards is None), []).append(scheduled)
    for (deal, picked), rows in kinds.items():
        yield _course(table, deal, picked, rows, both=(deal, not picked) in kinds)


def _course(
    table: Table, deal: str, picked: bool, rows: list[ScheduledDeal], *, both: bool
) -> Course:
    plain = table.rules(deal)
    order = phases(plain, picked=picked)
    branches: tuple[Branch, ...] = ()
    if isinstance(plain.call, Call):
        order = order[: order.index("call") + 1]
        branches = tuple(_branches(table, deal, plain.call))
        skipped = _skipped([plain], order, upto="call")
    else:
        skipped = _skipped([plain], order)
    return Course(
        name=f"{deal}, picked" if both and picked else deal,
        deal=deal,
        numbers=tuple(row.number for row in rows),
        sizes=tuple(sorted({size for row in rows for size in range(row.low, row.high + 1)})),
        phases=order,
        namer=_namer(plain),
        bidders=_bidders(plain),
        skipped=skipped,
        branches=branches,
    )


def _branches(table: Table, deal: str, called: Call) -> Iterator[Branch]:
    """The calls of a deal, those together after which the same things happen."""
    alike: dict[tuple[tuple[Phase, ...], Actor, Actor], list[tuple[str, ...]]] = {}
    for call in legal_calls(called):
        rules = table.rules(deal, call)
        order = phases(rules)
        left = order[order.index("call") + 1 :]
        alike.setdefault((left, _namer(rules), _bidders(rules)), []).append(call)
    idle = _idle_choices(called, list(alike.values()))
    for (left, namer, bidders), same in alike.items():
        actors: dict[Phase, Actor] = {"name": namer, "bid": bidders}
        words = [_in_branch(phase, actors.get(phase, "nobody")) for phase in left[:-2]]
        rules_of_all = [table.rules(deal, call) for call in same]
        yield Branch(
            name=", ".join(words) or "play at once",
            condition=_condition(same, idle) if len(alike) > 1 else "",
            calls=tuple(same),
            phases=left,
            namer=namer,
            bidders=bidders,
            skipped=_skipped(rules_of_all, ("size", "deal", "call", *left)),
        )


def _in_branch(phase: Phase, actor: Actor) -> str:
    """What a phase is called in the name of a branch."""
    if phase == "name":
        return f"{actor} names"
    return "bid together" if actor == "players together" else phase


def _idle_choices(called: Call, alike: list[list[tuple[str, ...]]]) -> set[str]:
    """The choices that change nothing about what happens next, whatever else is called."""
    idle: set[str] = set()
    for group in called.groups:
        parts = [group.choices] if group.kind == "one of" else [(one,) for one in group.choices]
        for part in parts:
            tried = idle.union(part)
            left = [{tuple(c for c in call if c not in tried) for call in same} for same in alike]
            if sum(map(len, left)) == len(set().union(*left)):
                idle = tried
    return idle


def _condition(calls: list[tuple[str, ...]], idle: set[str]) -> str:
    """What is called, in words, without the choices that change nothing about what follows."""
    left = dict.fromkeys(tuple(one for one in call if one not in idle) for call in calls)
    return " or ".join(" with ".join(call) if call else "anything else" for call in left)


def _namer(rules: DealRules) -> Actor:
    return rules.trump.by if isinstance(rules.trump, NamedTrump) else "nobody"


def _bidders(rules: DealRules) -> Actor:
    return "players together" if isinstance(rules.bid, BidTogether) else "players in turn"


def _skipped(
    rules: list[DealRules], order: tuple[Phase, ...], *, upto: Phase = "score"
) -> tuple[tuple[Phase, str], ...]:
    """The phases that are left out, and why under each of these rules."""
    left_out = [phase for phase in PHASES[: PHASES.index(upto) + 1] if phase not in order]
    # that nobody is drawn goes without saying
    left_out = [phase for phase in left_out if phase != "first"]
    return tuple(
        (phase, " or ".join(dict.fromkeys(_why_skipped(one, phase) for one in rules)))
        for phase in left_out
    )


def _why_skipped(rules: DealRules, phase: Phase) -> str:
    if phase == "size":
        return "the schedule says how many cards"
    if phase == "call":
        return "nothing is called"
    if phase == "bid":
        match rules.bid:
            case FixedBid(number=number):
                return f"every bid is fixed at {number}"
            case NoBid():
                return "no bids are made"
            case BidInTurn() | BidTogether():
                return "bids are made"
    return _why_no_choice(rules)


def _why_no_choice(rules: DealRules) -> str:
    match rules.trump:
        case NoTrump():
            return "there is no trump"
        case TurnedTrump():
            return "trump is turned"
        case NamedTrump(by=who, what=what):
            return f"the {who} names {'a suit' if what == 'suit' else 'an order'}"
        case FixedOrder():
            return "the order of the suits is fixed"
        case FixedSuit(suit=suit):
            return f"{SUIT_NAMES[suit]} are always trump"
        case RotatingTrump():
            return "the schedule says what is trump"
        case _:
            assert_never(rules.trump)


# --- states and steps ---------------------------------------------------------------------


def _states(course: Course) -> Iterator[State]:
    for phase in course.phases:
        yield State(state_name(course, phase), phase, _actor(phase, course.namer, course.bidders))
    for branch in course.branches:
        for phase in branch.phases:
            actor = _actor(phase, branch.namer, branch.bidders)
            yield State(state_name(course, phase, branch), phase, actor)


def state_name(course: Course, phase: Phase, branch: Branch | None = None) -> str:
    """The name of the state of a phase in a course, or in a branch of it."""
    called = f" ({branch.name})" if branch else ""
    return f"{course.name}{called}: {phase}"


def _actor(phase: Phase, namer: Actor, bidders: Actor) -> Actor:
    match phase:
        case "deal" | "first":
            return "chance"
        case "size":
            return "dealer"
        case "call":
            return "caller"
        case "name":
            return namer
        case "bid":
            return bidders
        case "play":
            return "players in turn"
        case "turn" | "score":
            return "nobody"
        case _:
            assert_never(phase)


def _steps(course: Course) -> Iterator[Step]:
    first = state_name(course, course.phases[0])
    yield Step(NEXT, first, "DealBegun", f"deal {ranges(course.numbers)}")
    yield from _along(course, None, course.phases)
    if not course.branches:
        yield Step(state_name(course, "score"), NEXT, "DealScored")
    for branch in course.branches:
        target = state_name(course, branch.phases[0], branch)
        yield Step(state_name(course, "call"), target, "CallMade", branch.condition)
        yield from _along(course, branch, branch.phases)
        yield Step(state_name(course, "score", branch), NEXT, "DealScored")


def _along(course: Course, branch: Branch | None, order: tuple[Phase, ...]) -> Iterator[Step]:
    """The steps from each phase to the one after it, and those within bidding and play."""
    for phase, following in zip(order, (*order[1:], None), strict=True):
        here = state_name(course, phase, branch)
        condition = ""
        if phase == "bid":
            yield Step(here, here, "BidMade", "somebody has not bid")
            condition = "everybody has bid"
        elif phase == "play":
            yield Step(here, here, "CardPlayed")
            yield Step(here, here, "TrickWon", "cards are left")
            condition = "no card is left"
        if following is not None:
            yield Step(here, state_name(course, following, branch), _EVENTS[phase], condition)


def ranges(numbers: Iterable[int]) -> str:
    """Rising numbers in words: `1 to 7, 9, 14 to 20`."""
    return ", ".join(f"{a} to {b}" if a < b else str(a) for a, b in runs(numbers))
