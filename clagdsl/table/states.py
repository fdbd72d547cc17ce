"""The states and transitions of a game for a number of players, listed explicitly.

Input: a table. Output: a `StateMachine`, which `clagdsl graph` prints and draws.

A deal is a course of states, one for each phase that its rules require. If something is called, the
course branches; calls that leave the same phases share a branch. A course also branches if the
phases depend on the number of cards picked. The state `next` lies between deals, and `end` follows
the last one. Only `auction`, `bid` and `play` have transitions to themselves: one for each further
bid or card.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Final, Literal, TypeAlias, assert_never

from clagdsl.lang.cards import SUIT_NAMES
from clagdsl.lang.expr.unparse import condition_text
from clagdsl.lang.frozen import dataclass
from clagdsl.lang.numerals import consecutive_ranges
from clagdsl.lang.policies.bid import BidsAgain, most_bids
from clagdsl.lang.rules import (
    AuctionTrump,
    BidInTurn,
    BidTogether,
    Call,
    CallRule,
    Direction,
    DrawnTrump,
    FirstBidder,
    FixedBid,
    FixedOrder,
    FixedSuit,
    Nameable,
    NamedTrump,
    NoTrump,
    RotatingTrump,
    TrumpRule,
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
"""The event that ends a phase."""


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
    """One state: its unique name, the phase (or `next` or `end`), and who acts in it."""

    name: str
    moment: Moment
    actor: Actor


@dataclass(frozen=True, slots=True)
class Step:
    """A transition between two states, with its event and the condition under which it is taken."""

    source: str
    target: str
    event: EventName
    condition: str = ""


TurnedUp: TypeAlias = Literal["next card", "none", "last card", "drawn"]


@dataclass(frozen=True, slots=True)
class Ways:
    """The variants of a course: the alternatives that occur within its phases.

    A field has more than one entry if the call or the number of cards decides.
    """

    first: tuple[FirstBidder, ...] = ()
    """The roles that may bid first."""
    turned: tuple[TurnedUp, ...] = ()
    """The results of `turn` that occur: next card, dealer's last card, no trump, or drawn suit."""
    looks: bool = False
    """True if bidders choose whether to look at their cards first."""
    first_cards: tuple[int, ...] = ()
    """The numbers of cards dealt before trump is named, if more are dealt later."""
    at_once: bool = False
    """True if all cards may be dealt before trump is named."""
    named_on: tuple[str, ...] = ()
    """The cards that let the dealer name trump if they are turned."""
    without_draw: tuple[int, ...] = ()
    """The numbers of cards with which no first bidder is drawn, if one is with others."""
    again: tuple[BidsAgain, ...] = ()
    """The players who may have to bid again."""
    played: tuple[WhichCard, ...] = ()
    """Whether players choose the card they play, or play the top card."""


@dataclass(frozen=True, slots=True)
class Branch:
    """The phases that remain after some of the calls, and the reasons why others are skipped."""

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
    """The phases of a deal up to its branching, or all of them.

    A course branches after the call, or after the deal if the number of cards picked decides the
    phases.
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
    """For each of these deals, the most bids that its auction can have."""


@dataclass(frozen=True, slots=True)
class StateMachine:
    """All states of a game at one table; the first is the initial state, the last the final one."""

    title: str
    players: int
    schedule: tuple[ScheduledDeal, ...]
    courses: tuple[Course, ...]
    states: tuple[State, ...]
    steps: tuple[Step, ...]
    decisions: int
    """The most decisions the players make in a match."""
    direction: Direction = "clockwise"
    draws_dealer: bool = False
    ends: str = ""
    """The condition that ends a match before its last deal, as written in a rules file."""

    @property
    def deals_text(self) -> str:
        """The number of deals as text: `41 deals`, `at most 41 deals, over when ...`."""
        number = len(self.schedule)
        deals = "1 deal" if number == 1 else f"{number} deals"
        return f"at most {deals}, over when {self.ends}" if self.ends else deals


def make_machine(table: Table) -> StateMachine:
    """Returns the state machine of the game at a table whose schedule holds at least one deal."""
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
        draws_dealer=table.draws_dealer,
        ends=ends,
    )


def most_decisions(table: Table, scheduled: ScheduledDeal) -> int:
    """Returns the most decisions the players make in a deal: bids, cards and smaller choices."""
    picked = scheduled.low != scheduled.high
    bid_count = _max_auction_bids(table, scheduled)
    is_left = table.players * scheduled.high < table.deck.size
    return max(
        sum(
            decisions(phase, table.players, scheduled.high, bid_count)
            for phase in phases(rules, picked=picked)
            if phase != "name" or _may_name(rules.trump, is_left=is_left)
        )
        + looks(rules)
        + (most_bids(rules.bid, table.players) > table.players)
        for _, rules in table.rules_after_calls(scheduled, table.distinct_sizes(scheduled))
    )


def _may_name(trump: TrumpRule, *, is_left: bool) -> bool:
    return not isinstance(trump, TurnedTrump) or trump.may_be_named(is_left=is_left)


def looks(rules: DealRules) -> int:
    """Returns the number of players that choose whether to look at their cards before they bid."""
    return rules.players if may_bid_blind(rules) else 0


def _max_auction_bids(table: Table, scheduled: ScheduledDeal) -> int:
    """Returns the most bids that the auction of a deal can have, whatever is called."""
    return max(
        len(auction_bids(rules, deal=scheduled.number, cards=cards))
        for cards, rules in table.rules_after_calls(scheduled, scheduled.sizes)
    )


def decisions(moment: Moment, players: int, cards: int, bid_count: int) -> int:
    """Returns the most decisions the players make in one phase of a deal with `cards` cards each.

    `bid_count` is the number of possible bids in its auction.
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
"""The phases and actors of a deal after each call; different shapes get separate courses."""


def _courses(table: Table) -> Iterator[Course]:
    """Yields a course for each deal of the schedule, in the order in which they are first dealt.

    A deal has several courses if its clauses read `cards` or `deal` and its phases then differ.
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
    drawing = [rules for rules in _plain(table, first) if rules.draws_bidder]
    order = phases(
        drawing[-1] if drawing else plain,
        picked=first.cards is None,
        cards=max(row.high for row in rows),
    )
    branches: tuple[Branch, ...] = ()
    # if the picked size decides the phases, the course branches after the deal
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
    """Returns the variants of a course, given rules with their numbers of cards."""
    first: dict[FirstBidder, None] = {}
    turned: dict[TurnedUp, None] = {}
    first_cards: dict[int, None] = {}
    named_on: dict[str, None] = {}
    draws: dict[int, bool] = {}
    again: dict[BidsAgain, None] = {}
    played: dict[WhichCard, None] = {}
    at_once = False
    looks = False
    for rules, size in sized:
        looks = looks or may_bid_blind(rules)
        played[rules.play] = None
        draws[size] = rules.draws_bidder
        if isinstance(rules.bid, BidInTurn):
            first[rules.bid.first] = None
        if isinstance(rules.bid, BidTogether) and rules.bid.again is not None:
            again[rules.bid.again] = None
        if isinstance(rules.trump, TurnedTrump):
            is_left = table.players * size < table.deck.size
            turned["next card" if is_left else rules.trump.nothing_left or "next card"] = None
            if is_left or rules.trump.nothing_left != "none":
                here = [one for one in rules.trump.on if any(map(one.holds, rules.deck.counts))]
                named_on |= {one.cards_meant: None for one in here if one.named is not None}
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
        tuple(size for size in draws if any(draws.values()) and not draws[size]),
        tuple(again),
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
    """Yields the rules of a deal before any call, with each number of cards."""
    for cards in table.distinct_sizes(scheduled):
        yield table.rules_with(scheduled.name, (), scheduled.number, cards)


@dataclass(frozen=True, slots=True)
class _CallGroup:
    """Calls that leave the same phases, and the text of that condition."""

    calls: tuple[tuple[str, ...], ...]
    condition: str


_Calls: TypeAlias = tuple[tuple[str, ...], ...]
_CallCache: TypeAlias = dict[tuple[CallRule, tuple[_Calls, ...]], list[_CallGroup]]
"""Cached call groups by call and groups, shared by similar deals."""


def _call_groups(
    called: CallRule,
    groups: Mapping[tuple[str, ...], _Calls],
    alike: Sequence[Mapping[tuple[str, ...], Mapping[int, DealRules]]],
    *,
    whole: bool,
) -> list[_CallGroup]:
    """Returns all calls, grouped by the phases that follow them.

    The groups contain every call, not only the first of each set of equivalent ones. `whole` is
    True if each call leads to the same phases with every size.
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
    """Yields a branch for each set of calls and sizes that leave the same phases and actors."""
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
    """Returns the numbers of cards and the calls before them, in words."""
    by_sizes: dict[tuple[int, ...], list[tuple[str, ...]]] = {}
    for call, sizes in same.items():
        by_sizes.setdefault(tuple(sizes), []).append(call)
    phrases = []
    for several, calls in by_sizes.items():
        cards = _cards(several)
        phrases.append(f"{_condition(calls, set())} with {cards}" if calls != [()] else cards)
    return " or ".join(phrases)


def _cards(sizes: tuple[int, ...]) -> str:
    return "1 card" if sizes == (1,) else f"{ranges(sizes)} cards"


def _in_branch(phase: Phase, actor: Actor, blind: bool) -> str:
    """Returns the phase as part of a branch's name; `blind` is True if bidders may look first."""
    if phase == "name":
        return f"{actor} names"
    look = "look or " if phase == "bid" and blind else ""
    return f"{look}bid together" if actor == "players together" else f"{look}{phase}"


def _idle_choices(called: Call, alike: list[list[tuple[str, ...]]]) -> set[str]:
    """Returns the choices that never change the phases, whatever else is called."""
    idle: set[str] = set()
    for group in called.groups:
        parts = [group.choices] if group.kind == "one of" else [(one,) for one in group.choices]
        for part in parts:
            tried = idle.union(part)
            left = [{tuple(c for c in call if c not in tried) for call in same} for same in alike]
            # without these choices, the groups still have no call in common
            if sum(map(len, left)) == len(set().union(*left)):
                idle = tried
    return idle


def _condition(calls: list[tuple[str, ...]], idle: set[str]) -> str:
    """Returns the calls in words, without the idle choices."""
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
    """Returns the skipped phases before `upto`, each with its reasons under these rules."""
    left_out = [phase for phase in PHASES[: PHASES.index(upto)] if phase not in order]
    # a missing draw, auction or rest needs no explanation
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
        # a deal in which bids are chosen has the phase
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
    """Returns the name of the state of a phase in a course, or in one of its branches."""
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
    if course.phases[0] == "size" and course.ways.without_draw:
        cards = _cards(course.ways.without_draw)
        yield Step(first, state_name(course, "deal"), "CardsPicked", cards)
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
    """Returns the condition and the event of a phase's end, for phases with a single end."""
    if phase == "size" and ways.without_draw:
        return "another number of cards", _EVENTS[phase]
    if phase != "turn" or "drawn" not in ways.turned:
        return "", _EVENTS[phase]
    return ("", "TrumpDrawn") if ways.turned == ("drawn",) else (_CARD_TURNED, "TrumpTurned")


def _phase_steps(course: Course, branch: Branch | None, order: tuple[Phase, ...]) -> Iterator[Step]:
    """Yields the transitions from each phase to the next, and those within bidding and play."""
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
            assert following is not None
            yield from _bid_steps(here, state_name(course, following, branch), ways)
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


def _bid_steps(here: str, after: str, ways: Ways) -> Iterator[Step]:
    """Yields the transitions within the bidding, and the one after a second bid."""
    if ways.looks:
        yield Step(here, here, "Looked", "somebody has neither looked nor bid")
    yield Step(here, here, "BidMade", "somebody has not bid")
    if ways.again:
        yield Step(here, here, "BidsTold", "the bids break the limit on the last bid")
        yield Step(here, after, "BidMade", f"{' or '.join(ways.again)} has bid again")


def ranges(numbers: Iterable[int]) -> str:
    """Returns rising numbers as text, with ranges: `1 to 7, 9, 14 to 20`."""
    return ", ".join(f"{a} to {b}" if a < b else str(a) for a, b in consecutive_ranges(numbers))
