"""The states of a game for a number of players, and the steps between them, written out.

A deal is a course of states, one for each phase that its rules need.  Where something is called
the course branches: calls after which the same phases remain share a branch.  `next` stands
between the deals, `end` after the last one.  Only `bid` and `play` hold on to themselves, once
for each further bid and card.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Final, Literal, TypeAlias, assert_never

from clagdsl.lang.cards import SUIT_NAMES
from clagdsl.lang.expr.unparse import condition_text
from clagdsl.lang.frozen import dataclass
from clagdsl.lang.numerals import consecutive_ranges
from clagdsl.lang.rules import (
    AuctionTrump,
    BidInTurn,
    BidTogether,
    Call,
    CallRule,
    Direction,
    DrawnTrump,
    FirstBidder,
    FirstDealer,
    FixedBid,
    FixedOrder,
    FixedSuit,
    Nameable,
    NamedTrump,
    NoTrump,
    RotatingTrump,
    TurnedTrump,
    WhichCard,
)
from clagdsl.table.bids import auction_bids, max_auction_decisions, may_bid_blind
from clagdsl.table.choices import legal_calls
from clagdsl.table.deal_rules import DealRules, Phase
from clagdsl.table.phases import PHASES, dealt_first, has_rest_phase, named_when_turned, phases
from clagdsl.table.schedule import ScheduledDeal
from clagdsl.table.table import Table

Moment: TypeAlias = Phase | Literal["next", "end"]
Actor: TypeAlias = Literal[
    "chance",
    "dealer",
    "caller",
    "highest bidder",
    "eldest",
    "players in turn",
    "players together",
    "nobody",
]
EventName: TypeAlias = Literal[
    "CardsPicked",
    "FirstCardsDealt",
    "CardsDealt",
    "CallMade",
    "AuctionSaid",
    "Passed",
    "AuctionWon",
    "DealThrownIn",
    "TrumpNamed",
    "TrumpTurned",
    "TrumpDrawn",
    "BidderDrawn",
    "Looked",
    "BidMade",
    "BidsTold",
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
    "auction": "AuctionWon",
    "name": "TrumpNamed",
    "rest": "CardsDealt",
    "turn": "TrumpTurned",
    "first": "BidderDrawn",
    "bid": "BidMade",
    "play": "TrickWon",
    "score": "DealScored",
}
"""What happens when a phase ends."""


_ALL_DEALT: Final = "all cards are dealt"
_MORE_CARDS: Final = "more cards are to be dealt"
_CARD_TURNED: Final = "a card is turned"

_NAMEABLE: Final[dict[Nameable, str]] = {
    "suit": "a suit",
    "suit or none": "a suit or none",
    "order": "an order",
}


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


TurnedUp: TypeAlias = Literal["next card", "none", "last card", "drawn"]


@dataclass(frozen=True, slots=True)
class Ways:
    """How the phases of a deal go where rules of one kind go in several ways.

    More than one of each where it depends on the call or on the number of cards.
    """

    first: tuple[FirstBidder, ...] = ()
    """Who bids first."""
    turned: tuple[TurnedUp, ...] = ()
    """What becomes of the turn-up: a card is turned, there is no trump, the dealer's last card."""
    looks: bool = False
    """Whether who is to bid chooses to look at the own cards first."""
    first_cards: tuple[int, ...] = ()
    """How many cards each player is dealt before trump is named, where there are more."""
    at_once: bool = False
    """Whether there may be no more cards than those from which trump is named."""
    named_on: tuple[str, ...] = ()
    """The special cards that let the dealer name trump if they are turned."""
    played: tuple[WhichCard, ...] = ()
    """Whether players choose the card that they play, or play the top one."""


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
    ways: Ways = Ways()


@dataclass(frozen=True, slots=True)
class Course:
    """How a deal goes: its phases up to where it branches, or all of them.

    It branches after the call, and where what follows hangs on the number of cards picked.
    """

    name: str
    deal: str
    numbers: tuple[int, ...]
    sizes: tuple[int, ...]
    phases: tuple[Phase, ...]
    namer: Actor
    bidders: Actor
    skipped: tuple[tuple[Phase, str], ...]
    branches: tuple[Branch, ...]
    ways: Ways = Ways()
    auction_bid_counts: tuple[int, ...] = ()
    """How many bids there are at most in the auction of each of these deals."""


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
    first_dealer: FirstDealer = "said"
    ends: str = ""
    """The condition under which a match is over before its last deal, as a rules file has it."""

    @property
    def deals_text(self) -> str:
        """How many deals a match has: `41 deals`, `at most 41 deals, over when ...`."""
        number = len(self.schedule)
        deals = "1 deal" if number == 1 else f"{number} deals"
        return f"at most {deals}, over when {self.ends}" if self.ends else deals


def make_machine(table: Table) -> StateMachine:
    """Returns the states and steps of the game at a table; its schedule holds at least one deal."""
    courses = tuple(_courses(table))
    states: list[State] = [State(NEXT, "next", "nobody")]
    steps: list[Step] = []
    for course in courses:
        states += _states(course)
        steps += _steps(course)
    states.append(State(END, "end", "nobody"))
    game = table.game
    ends = "" if game.ends is None else condition_text(game.ends.condition)
    over = f", or {ends}" if ends else ""
    steps.append(Step(NEXT, END, "MatchWon", f"no deal is left{over}"))
    return StateMachine(
        title=f"{game.title}, {game.variant}" if game.variant else game.title,
        players=table.players,
        schedule=table.schedule,
        courses=courses,
        states=tuple(states),
        steps=tuple(steps),
        decisions=sum(most_decisions(table, scheduled) for scheduled in table.schedule),
        direction=game.direction,
        first_dealer=game.first_dealer,
        ends=ends,
    )


def most_decisions(table: Table, scheduled: ScheduledDeal) -> int:
    """How many choices the players make in a deal at most: bids, cards, and the smaller ones."""
    picked = scheduled.low != scheduled.high
    bid_count = _max_auction_bids(table, scheduled)
    return max(
        sum(
            decisions(phase, table.players, scheduled.high, bid_count)
            for phase in phases(rules, picked=picked)
        )
        + looks(rules)
        for _, rules in table.rules_after_calls(scheduled, table.distinct_sizes(scheduled))
    )


def looks(rules: DealRules) -> int:
    """How many players choose whether they look at their cards before they bid."""
    return rules.players if may_bid_blind(rules) else 0


def _max_auction_bids(table: Table, scheduled: ScheduledDeal) -> int:
    """How many bids there are at most in the auction of a deal, whatever is called."""
    return max(
        len(auction_bids(rules, deal=scheduled.number, cards=cards))
        for cards, rules in table.rules_after_calls(scheduled, scheduled.sizes)
    )


def decisions(moment: Moment, players: int, cards: int, bid_count: int) -> int:
    """How many choices the players make in one phase of a deal with so many cards each.

    `said` is how many bids there are in its auction.
    """
    match moment:
        case "size" | "call" | "name":
            return 1
        case "bid":
            return players
        case "play":
            return players * cards
        case "deal" | "rest" | "turn" | "first" | "score" | "next" | "end":
            return 0
        case "auction":
            return max_auction_decisions(players, bid_count)
        case _:
            assert_never(moment)


# --- courses ------------------------------------------------------------------------------


_Shape: TypeAlias = tuple[object, ...]
"""What happens in a deal after each call: where it differs, deals of one name are told apart."""


def _courses(table: Table) -> Iterator[Course]:
    """Yields a course for each deal in the schedule, in the order in which they are first dealt.

    A deal has several where its clauses read the cards or the deal and other things happen then.
    """
    kinds: dict[tuple[str, bool], dict[_Shape, list[ScheduledDeal]]] = {}
    for scheduled in table.schedule:
        shapes = kinds.setdefault((scheduled.name, scheduled.cards is None), {})
        shapes.setdefault(_shape(table, scheduled), []).append(scheduled)
    cache: _CallCache = {}
    for (deal, picked), shapes in kinds.items():
        name = f"{deal}, picked" if picked and (deal, False) in kinds else deal
        for rows in shapes.values():
            numbers = ranges(row.number for row in rows)
            word = "deal" if len(rows) == 1 else "deals"
            course_name = f"{name}, {word} {numbers}" if len(shapes) > 1 else name
            yield _course(table, course_name, rows, cache)


def _shape(table: Table, scheduled: ScheduledDeal) -> _Shape:
    if not table.guard_dependencies(scheduled.name):
        return ()
    called = isinstance(table.rules(scheduled.name).call, Call)
    every = table.rules_after_calls(scheduled, table.distinct_sizes(scheduled), plain=called)
    shapes = tuple((*_shape_of(rules), _skipped([rules], phases(rules))) for _, rules in every)
    forks = scheduled.cards is None and len(set(shapes)) > 1
    return (table.distinct_sizes(scheduled), *shapes) if forks else shapes


def _shape_of(rules: DealRules) -> _Shape:
    return (phases(rules), _namer(rules), _bidders(rules), may_bid_blind(rules))


def _course(table: Table, name: str, rows: list[ScheduledDeal], cache: _CallCache) -> Course:
    first = rows[0]
    sizes = table.distinct_sizes(first)
    plain = table.rules_with(first.name, (), first.number, sizes[-1])
    order = phases(plain, picked=first.cards is None, cards=max(row.high for row in rows))
    branches: tuple[Branch, ...] = ()
    # of a size that is picked more may hang than what all sizes have in common
    forks = first.cards is None and len({_shape_of(r) for r in _plain(table, first)}) > 1
    upto: Phase = "score"
    if isinstance(plain.call, Call) or forks:
        upto = "call" if isinstance(plain.call, Call) else "deal"
        order = order[: order.index(upto) + 1]
        branches = tuple(_branches(table, rows, plain, order, cache))
    return Course(
        name=name,
        deal=first.name,
        numbers=tuple(row.number for row in rows),
        sizes=tuple(sorted({size for row in rows for size in row.sizes})),
        phases=order,
        namer=_namer(plain),
        bidders=_bidders(plain),
        skipped=_skipped(list(_plain(table, first)), order, upto=upto),
        branches=branches,
        ways=_ways(table, _sized(table, rows, ())),
        auction_bid_counts=tuple(_max_auction_bids(table, row) for row in rows),
    )


def _ways(table: Table, sized: Iterable[tuple[DealRules, int]]) -> Ways:
    """Who bids first and what is turned, by rules each with a number of cards."""
    first: dict[FirstBidder, None] = {}
    turned: dict[TurnedUp, None] = {}
    first_cards: dict[int, None] = {}
    named_on: dict[str, None] = {}
    played: dict[WhichCard, None] = {}
    at_once = False
    looks = False
    for rules, size in sized:
        looks = looks or may_bid_blind(rules)
        played[rules.play] = None
        if isinstance(rules.bid, BidInTurn):
            first[rules.bid.first] = None
        if isinstance(rules.trump, TurnedTrump):
            is_left = table.players * size < table.deck.size
            turned["next card" if is_left else rules.trump.nothing_left or "next card"] = None
            if is_left or rules.trump.nothing_left != "none":
                here = [one for one in rules.trump.on if one.name in rules.deck.specials]
                named_on |= {one.name: None for one in here if one.named is not None}
        elif isinstance(rules.trump, DrawnTrump):
            turned["drawn"] = None
        if has_rest_phase(rules, size):
            first_cards[dealt_first(rules, size)] = None
        else:
            at_once = at_once or has_rest_phase(rules)
    return Ways(
        tuple(first),
        tuple(turned),
        looks,
        tuple(first_cards),
        at_once,
        tuple(named_on),
        tuple(played),
    )


def _sized(
    table: Table, rows: Iterable[ScheduledDeal], call: tuple[str, ...]
) -> Iterator[tuple[DealRules, int]]:
    """Yields the rules of deals of one name after a call, with each number of cards."""
    met = set()
    for row in rows:
        for cards in row.sizes:
            rules = table.rules_with(row.name, call, row.number, cards)
            if (id(rules), cards) not in met:
                met.add((id(rules), cards))
                yield rules, cards


def _plain(table: Table, scheduled: ScheduledDeal) -> Iterator[DealRules]:
    """Yields the rules of a deal before anything is called, with each number of cards."""
    for cards in table.distinct_sizes(scheduled):
        yield table.rules_with(scheduled.name, (), scheduled.number, cards)


@dataclass(frozen=True, slots=True)
class _CallGroup:
    """Calls after which the same things happen, and how that is told."""

    calls: tuple[tuple[str, ...], ...]
    condition: str


_Calls: TypeAlias = tuple[tuple[str, ...], ...]
_CallCache: TypeAlias = dict[tuple[CallRule, tuple[_Calls, ...]], list[_CallGroup]]
"""What is told of the calls of many deals alike, by the first of those that are alike."""


def _call_groups(
    called: CallRule,
    groups: Mapping[tuple[str, ...], _Calls],
    alike: Sequence[Mapping[tuple[str, ...], Mapping[int, DealRules]]],
    *,
    whole: bool,
) -> list[_CallGroup]:
    """Returns all calls and not only the first of each group, in their order, by what happens after
    them.

    `whole` tells that the same happens after a call with any size.
    """
    legal = legal_calls(called) if isinstance(called, Call) else ((),)
    every = []
    for same in alike:
        sizes = {call: by_size for first, by_size in same.items() for call in groups[first]}
        every.append({call: sizes[call] for call in legal if call in sizes})
    idle: set[str] = set()
    if whole and isinstance(called, Call):
        idle = _idle_choices(called, [list(same) for same in every])
    return [
        _CallGroup(tuple(same), _condition(list(same), idle) if whole else _sized_condition(same))
        for same in every
    ]


def _branches(
    table: Table,
    rows: list[ScheduledDeal],
    plain: DealRules,
    done: tuple[Phase, ...],
    cache: _CallCache,
) -> Iterator[Branch]:
    """Yields the calls of a deal, and the sizes picked, together after which the same things
    happen.
    """
    alike: dict[
        tuple[tuple[Phase, ...], Actor, Actor, bool], dict[tuple[str, ...], dict[int, DealRules]]
    ] = {}
    scheduled = rows[0]
    sizes = table.distinct_sizes(scheduled)
    groups = {first: (first, *others) for first, *others in table.equivalent_calls(scheduled.name)}
    for call in groups:
        for cards in sizes:
            rules = table.rules_with(scheduled.name, call, scheduled.number, cards)
            order = phases(rules)
            left = order[order.index(done[-1]) + 1 :]
            alike_in = (left, _namer(rules), _bidders(rules), may_bid_blind(rules))
            alike.setdefault(alike_in, {}).setdefault(call, {})[cards] = rules
    whole = all(len(by_size) == len(sizes) for one in alike.values() for by_size in one.values())
    key = (plain.call, tuple(tuple(same) for same in alike.values()))
    together = cache.get(key) if whole else None
    if together is None:
        together = _call_groups(plain.call, groups, list(alike.values()), whole=whole)
        if whole:
            cache[key] = together
    for ((left, namer, bidders, blind), same), call_group in zip(
        alike.items(), together, strict=True
    ):
        actors: dict[Phase, Actor] = {"name": namer, "bid": bidders}
        words = [_in_branch(phase, actors.get(phase, "nobody"), blind) for phase in left[:-2]]
        every = [rules for by_size in same.values() for rules in by_size.values()]
        yield Branch(
            name=", ".join(words) or "play at once",
            condition=call_group.condition if len(alike) > 1 else "",
            calls=call_group.calls,
            phases=left,
            namer=namer,
            bidders=bidders,
            skipped=_skipped(every, ("size", "deal", "call", *left)),
            ways=_ways(
                table,
                (
                    (rules, cards)
                    for call, by_size in same.items()
                    for rules, cards in _sized(table, rows, call)
                    if len(sizes) == 1 or cards in by_size
                ),
            ),
        )


def _sized_condition(same: Mapping[tuple[str, ...], Collection[int]]) -> str:
    """Returns the numbers of cards, after what was called, in words."""
    by_sizes: dict[tuple[int, ...], list[tuple[str, ...]]] = {}
    for call, sizes in same.items():
        by_sizes.setdefault(tuple(sizes), []).append(call)
    phrases = []
    for several, calls in by_sizes.items():
        cards = "1 card" if several == (1,) else f"{ranges(several)} cards"
        phrases.append(f"{_condition(calls, set())} with {cards}" if calls != [()] else cards)
    return " or ".join(phrases)


def _in_branch(phase: Phase, actor: Actor, blind: bool) -> str:
    """What a phase is called in the name of a branch; `blind` tells that one may look first."""
    if phase == "name":
        return f"{actor} names"
    look = "look or " if phase == "bid" and blind else ""
    return f"{look}bid together" if actor == "players together" else f"{look}{phase}"


def _idle_choices(called: Call, alike: list[list[tuple[str, ...]]]) -> set[str]:
    """Returns the choices that change nothing about what happens next, whatever else is called."""
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
    if named_when_turned(rules):
        return "dealer"
    return rules.trump.by if isinstance(rules.trump, NamedTrump) else "nobody"


def _bidders(rules: DealRules) -> Actor:
    return "players together" if isinstance(rules.bid, BidTogether) else "players in turn"


def _skipped(
    rules: list[DealRules], order: tuple[Phase, ...], *, upto: Phase = "score"
) -> tuple[tuple[Phase, str], ...]:
    """Returns the phases before `upto` that are left out, and why under each of these rules."""
    left_out = [phase for phase in PHASES[: PHASES.index(upto)] if phase not in order]
    # that nobody is drawn, that there is no auction and no rest, goes without saying
    left_out = [phase for phase in left_out if phase not in ("first", "auction", "rest")]
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
        # whoever chooses a bid does so in that phase
        if isinstance(rules.bid, FixedBid):
            return f"every bid is fixed at {rules.bid.number}"
        return "no bids are made"
    return _why_no_choice(rules)


def _why_no_choice(rules: DealRules) -> str:
    match rules.trump:
        case NoTrump():
            return "there is no trump"
        case TurnedTrump():
            return "trump is turned"
        case AuctionTrump():
            return "trump is named in the auction"
        case DrawnTrump():
            return "trump is drawn"
        case NamedTrump(what=nameable):
            return f"{rules.trump.namer} names {_NAMEABLE[nameable]}"
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
    """Returns the name of the state of a phase in a course, or in a branch of it."""
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
        case "auction" | "play":
            return "players in turn"
        case "rest" | "turn" | "score":
            return "nobody"
        case _:
            assert_never(phase)


def _steps(course: Course) -> Iterator[Step]:
    first = state_name(course, course.phases[0])
    yield Step(NEXT, first, "DealBegun", f"deal {ranges(course.numbers)}")
    yield from _phase_steps(course, None, course.phases)
    if not course.branches:
        yield Step(state_name(course, "score"), NEXT, "DealScored")
    for branch in course.branches:
        target = state_name(course, branch.phases[0], branch)
        last = course.phases[-1]
        event = "FirstCardsDealt" if branch.ways.first_cards else _EVENTS[last]
        yield Step(state_name(course, last), target, event, branch.condition)
        yield from _phase_steps(course, branch, branch.phases)
        yield Step(state_name(course, "score", branch), NEXT, "DealScored")


def _phase_end(phase: Phase, ways: Ways) -> tuple[str, EventName]:
    """When a phase goes on to the next one, and what happens then, where it has but one end."""
    if phase != "turn" or "drawn" not in ways.turned:
        return "", _EVENTS[phase]
    return ("", "TrumpDrawn") if ways.turned == ("drawn",) else (_CARD_TURNED, "TrumpTurned")


def _phase_steps(course: Course, branch: Branch | None, order: tuple[Phase, ...]) -> Iterator[Step]:
    """Yields the steps from each phase to the one after it, and those within bidding and play."""
    ways = course.ways if branch is None else branch.ways
    for phase, following in zip(order, (*order[1:], None), strict=True):
        here = state_name(course, phase, branch)
        condition, event = _phase_end(phase, ways)
        if condition == _CARD_TURNED:
            after = next(one for one in order[order.index("turn") + 1 :] if one != "name")
            yield Step(here, state_name(course, after, branch), "TrumpDrawn", "a suit is drawn")
        if phase == "deal" and ways.first_cards and following is not None:
            if ways.at_once:
                yield Step(here, state_name(course, following, branch), event, _ALL_DEALT)
                condition = _MORE_CARDS
            event = "FirstCardsDealt"
        elif phase == "name" and following == "rest" and ways.at_once:
            past = order[order.index("rest") + 1]
            yield Step(here, state_name(course, past, branch), event, _ALL_DEALT)
            condition = _MORE_CARDS
        elif phase == "bid":
            if ways.looks:
                yield Step(here, here, "Looked", "somebody has neither looked nor bid")
            yield Step(here, here, "BidMade", "somebody has not bid")
            condition = "everybody has bid"
            if (course if branch is None else branch).bidders == "players together":
                event = "BidsTold"
        elif phase == "auction":
            yield Step(here, here, "AuctionSaid", "more than one player is left")
            yield Step(here, here, "Passed", "more than one player is left")
            yield Step(here, state_name(course, "score", branch), "DealThrownIn", "all have passed")
            condition = "one player is left"
        elif phase == "play":
            yield Step(here, here, "CardPlayed")
            yield Step(here, here, "TrickWon", "cards are left")
            condition = "no card is left"
        elif phase == "turn" and following == "name":
            past = order[order.index("name") + 1]
            yield Step(here, state_name(course, past, branch), event, "no trump to name")
            condition = "the dealer names trump"
        if following is not None:
            yield Step(here, state_name(course, following, branch), event, condition)


def ranges(numbers: Iterable[int]) -> str:
    """Rising numbers in words: `1 to 7, 9, 14 to 20`."""
    return ", ".join(f"{a} to {b}" if a < b else str(a) for a, b in consecutive_ranges(numbers))
