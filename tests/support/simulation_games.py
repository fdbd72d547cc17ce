"""Comparison of both engines, for the tests of the simulator.

The interpreter is driven through `legal` and `perform`, with packs and choices from outside. It
computes nothing that the comparison does not need, because millions of deals are compared.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from typing import Any, TypeAlias

import numpy as np

from clagdsl.api import PlayableGame
from clagdsl.engine.actions import (
    PLAYS,
    WILD_PLAYS,
    Action,
    Bid,
    DealPack,
    DrawBidder,
    Look,
    MakeCall,
    NameOrder,
    NameTrump,
    Pass,
    PickCards,
    Play,
    PlayTop,
    SayInAuction,
    bid_of,
)
from clagdsl.engine.legality import interpret_action, legal
from clagdsl.engine.match_state import Dealing, PlayedDeal, Position, Setting, current_hands
from clagdsl.engine.players.steady_player import steady_action
from clagdsl.engine.state import State
from clagdsl.engine.transition import open_match, perform
from clagdsl.lang.cards import PACK, SUITS, Card, Deck
from clagdsl.lang.policies.bid import AuctionContract
from clagdsl.lang.rules import Call, Value
from clagdsl.lang.special_cards import play_options
from clagdsl.simulation.batch.matches import recording_batch
from clagdsl.simulation.batch.vector_env import boards_of, prepare_game
from clagdsl.simulation.batch_runner import recorded_outcome
from clagdsl.simulation.lowering.arrays import TRUMPS, Outcome, Results
from clagdsl.simulation.runner import make_simulator
from clagdsl.simulation.stats.statistics import winning_seats
from clagdsl.table.bids import auction_bids, auctions_in, has_auction, may_bid_blind
from clagdsl.table.choices import calls_of
from clagdsl.table.deal_rules import DealRules
from clagdsl.table.seats import auction_state_of, auction_winner, bids_by_seat, blind_seats
from clagdsl.table.table import Table
from support.recorded_matches import Recorded, RecordingSimulator
from support.simulation_luck import FIRST_BIDDER, FIRST_DEALER, TRUMP, Luck, documented

PLACES = {card: place for place, card in enumerate(PACK)}

BLOCK = 128
"""Matches that are compared at a time."""

TRUMP_NUMBERS = {trump: number for number, trump in enumerate(TRUMPS)}
COMPLETED = {True: 1, False: 0, None: -1}

BIDS = tuple(map(bid_of, range(len(PACK) + 1)))

# Actions are singletons, so their identity is the fastest key.
BIT = {
    **{id(bid): 1 << bid.number for bid in BIDS},
    **{id(play): 1 << PLACES[card] for card, play in PLAYS.items()},
    **{id(play): 1 << PLACES[c] for c, plays in WILD_PLAYS.items() for play in plays.values()},
}
NUMBER = {
    **{id(bid): bid.number for bid in BIDS},
    **{id(play): 65 * PLACES[card] for card, play in PLAYS.items()},
    **{
        id(play): 64 * PLACES[card] + PLACES[face]
        for card, plays in WILD_PLAYS.items()
        for face, play in plays.items()
    },
}


FACES = {
    id(play): (1 << PLACES[face]) * (2 * PLACES[card] + 1)
    for card, plays in WILD_PLAYS.items()
    for face, play in plays.items()
}


class DisagreementError(AssertionError):
    """The engines disagree; the text says where, with both results."""


def number_of(dealing: Dealing, action: Action, *, leads: bool = False) -> int:
    """Returns an action's number in the kernel; with `leads` a special card is led."""
    number = NUMBER.get(id(action))
    rules = dealing.rules
    if number is not None and not has_copies(rules.deck):
        return number
    match action:
        case Bid(number=number, blind=blind):
            return number + 64 if blind else number
        case Look():
            return -1
        case Play(card=card, face=face):
            return 64 * rules.deck.places[card] + face_number(rules, card, face, leads=leads)
        case PickCards(number=number):
            return number
        case NameTrump(suit=suit):
            return TRUMP_NUMBERS[() if suit is None else (suit,)]
        case NameOrder(suits=suits):
            return TRUMP_NUMBERS[suits]
        case MakeCall(names=names):
            return numbers_of_calls(dealing.rules)[names]
        case Pass():
            return 0
        case SayInAuction(number=number, trump=trump):
            return bids_said(dealing).index(AuctionContract(number, trump)) + 1
        case _:
            raise AssertionError(action)


CALLS: dict[Call, dict[tuple[str, ...], int]] = {}


def numbers_of_calls(rules: DealRules) -> dict[tuple[str, ...], int]:
    assert isinstance(rules.call, Call)
    known = CALLS.get(rules.call)
    if known is None:
        known = {names: number for number, names in enumerate(calls_of(rules))}
        known = CALLS.setdefault(rules.call, known)
    return known


def bids_said(dealing: Dealing) -> tuple[AuctionContract, ...]:
    """Returns every possible call in the auction of a deal."""
    deal, cards = dealing.scheduled.number, dealing.cards or 0
    return auction_bids(dealing.rules, deal=deal, cards=cards)


def face_number(rules: DealRules, card: Card, face: Card | None, *, leads: bool) -> int:
    """Returns the number of a card's face: a card's place, or a special card's option."""
    if card.rank in rules.powers:
        there = play_options(rules.specials[card.rank], rules.deck.suits, leads=leads)
        return [way.stated for way in there].index(face)
    return rules.deck.places[face or card]


def has_copies(deck: Deck) -> bool:
    """Returns whether cards are numbered by their place in the game's own deck.

    That is the case if the deck has equal or special cards.
    """
    return deck.repeats or deck.distinguishes_copies or bool(deck.specials)


def mask_of(rules: DealRules, actions: Sequence[Action]) -> int:
    """Returns the kernel's mask of the legal bids or cards; 0 for other choices."""
    mask = 0
    if isinstance(actions[0], Play) and has_copies(rules.deck):
        for action in actions:
            assert isinstance(action, Play)
            mask |= 1 << rules.deck.places[action.card]
        return mask if mask < 2**63 else mask - 2**64
    for action in actions:
        mask |= BIT.get(id(action), 0)
        if isinstance(action, Bid) and action.blind:
            mask |= 1 << action.number
    return mask


def faces_of(rules: DealRules, actions: Sequence[Action], *, leads: bool) -> int:
    """Returns the kernel's checksum of the faces of wild and special cards; 0 without any."""
    total = sum([FACES.get(id(action), 0) for action in actions]) % 2**64
    if has_copies(rules.deck):
        places = rules.deck.places
        total = sum(
            (1 << face_number(rules, one.card, one.face, leads=leads)) * (2 * places[one.card] + 1)
            for one in actions
            if isinstance(one, Play) and (one.face is not None or one.card.rank in rules.powers)
        )
        total %= 2**64
    return total if total < 2**63 else total - 2**64


# --- the interpreter --------------------------------------------------------------------


@dataclass(slots=True)
class Course:
    """A match in the interpreter, with its decisions in the format of the kernel."""

    position: Position
    decisions: list[list[int]] = field(default_factory=list)
    actions: list[tuple[Position, Action]] = field(default_factory=list)
    choices: list[tuple[Position, tuple[Action, ...]]] = field(default_factory=list)


def interpreted(
    table: Table,
    packs: Sequence[Sequence[int]],
    words: Sequence[Sequence[int]],
    policies: Sequence[str] = (),
    *,
    lot: Callable[[int, int, int], int] | None = None,
    keep: bool = False,
) -> Course:
    """Plays one match with these packs and words; `keep` stores every choice for error messages."""
    players = table.players
    names = tuple(map(str, range(players)))
    first = players - 1
    if table.draws_dealer:
        assert lot is not None
        first = lot(0, FIRST_DEALER, players)
    setting = Setting(table, names, first, None, 0, "")
    course = Course(open_match(setting))
    position, noted = course.position, course.decisions
    while position.phase != "over":
        dealing = position.dealing
        deal = dealing.scheduled.number - 1
        if position.phase == "deal":
            suit = None
            if table.draws_trump(dealing.scheduled):
                assert lot is not None
                suit = SUITS[lot(deal, TRUMP, len(SUITS))]
            pack = tuple([table.deck.cards[place] for place in packs[deal]])
            position = perform(position, DealPack(pack, suit))
            continue
        if position.phase == "first":
            assert lot is not None
            seat = lot(deal, FIRST_BIDDER, players)
            position = perform(position, DrawBidder(names[seat]))
            continue
        actions = legal(position)
        count = len(actions)
        if policies and policies[position.acting[0]] == "steady":
            picked = actions.index(steady(position))
        else:
            picked = (words[deal][position.decisions] * count) >> 32
        action = actions[picked]
        rules = dealing.rules
        leads = position.play is not None and not position.play.trick
        number, allowed = number_of(dealing, action, leads=leads), mask_of(rules, actions)
        more = rules.wild.ranks or rules.deck.specials
        faces = faces_of(rules, actions, leads=leads) if more else 0
        noted.append([count, picked, number, allowed, faces])
        course.actions.append((position, action))
        if keep:
            course.choices.append((position, actions))
        position = perform(position, action)
    course.position = position
    return course


def steady(position: Position) -> Action:
    """Returns the steady player's action, with a top card replaced by its name."""
    action = steady_action(State(position))
    assert action is not None
    if isinstance(action, PlayTop):
        meant = interpret_action(position, action)
        assert isinstance(meant, Play)
        return meant
    return action


# --- comparison -------------------------------------------------------------------------


@contextmanager
def no_collecting() -> Iterator[None]:
    """Disables garbage collection: matches have no cycles, and it takes a quarter of the time."""
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def compare(
    game: PlayableGame,
    players: int,
    seed: int,
    matches: range,
    parameters: Mapping[str, Value] | None = None,
    policies: Sequence[str] = (),
    *,
    courseless: bool = False,
) -> int:
    """Plays matches of a seed in both engines and compares them; returns the number of deals.

    With `policies` the step machine plays them, otherwise the lanes do. With `courseless` the lanes
    play them again without recording their course.
    """
    table = game.start(players=players, parameters=parameters).table
    if policies:
        return compare_stepped(table, seed, matches, policies)
    simulator = RecordingSimulator(table)
    compared = 0
    for start in range(matches.start, matches.stop, BLOCK):
        block = range(start, min(start + BLOCK, matches.stop))
        recorded = simulator.record(seed, start, len(block))
        if courseless:
            plain = make_simulator(table, machine=False).play(seed, start, len(block))
            assert same_results(recorded.outcome, plain)
        luck = documented(seed, block, len(table.schedule), decisions_of(table), table.deck.size)
        compared += compare_matches(table, luck, recorded)
    return compared


@no_collecting()
def compare_stepped(table: Table, seed: int, matches: range, policies: Sequence[str]) -> int:
    """Compares matches of random and steady seats, played to the end by the step machine.

    Returns the number of deals.
    """
    batch = recording_batch(prepare_game(table), matches.start, len(matches), seed, history=True)
    batch.roll_out(policies, "match")
    out = recorded_outcome(boards_of(batch))
    luck = documented(seed, matches, len(table.schedule), decisions_of(table), table.deck.size)
    nothing = np.zeros((*out.cards.shape, 0), np.int8)
    packs, words, deals = luck.packs.tolist(), luck.words.tolist(), deals_of(out, nothing)
    won = winning_seats(table.game.winner, out).tolist()
    for place in range(len(matches)):
        lot = partial(luck.lot, place)
        course = interpreted(table, packs[place], words[place], policies, lot=lot)
        standing, moves = course.position.standing, batch.moves(place)
        for number, ((position, action), move) in enumerate(
            zip(course.actions, moves, strict=True)
        ):
            taken = batch.action_text(move)
            if interpret_action(position, taken) != action:
                raise DisagreementError(f"match {place}, decision {number}: {action}, not {taken}")
        assert deals_with_room(table, standing.history, 0) == deals[place]
        assert out.scores[place].sum(axis=0).tolist() == list(standing.figures.totals)
        assert [seat for seat, win in enumerate(won[place]) if win] == list(standing.winners)
    return len(matches) * len(table.schedule)


def same_results(one: Outcome, other: Outcome) -> bool:
    """Returns whether two outcomes have equal results, recorded course or not."""
    names = Results._fields
    return all(np.array_equal(getattr(one, name), getattr(other, name)) for name in names)


def decisions_of(table: Table) -> int:
    """Returns an upper bound on the decisions in a deal: cards, looks, bids, a second bid, size,
    call and trump.

    In an auction every player but one passes once, and each number can be called in five trumps.
    """
    most = max(row.high for row in table.schedule)
    words = 5 * most + table.players if auctions_in(table.game) else 0
    return table.players * (most + 2) + 4 + words


@no_collecting()
def compare_matches(table: Table, luck: Luck, recorded: Recorded) -> int:
    """Compares the simulator's matches with the interpreter's; returns the number of deals."""
    packs, words, out = luck.packs.tolist(), luck.words.tolist(), recorded.outcome
    decisions = recorded.decisions.tolist()
    deals = deals_of(out, recorded.taken)
    totals = out.scores.sum(axis=1).tolist()
    won = winning_seats(table.game.winner, out).tolist()
    room = recorded.taken.shape[2]
    for place in range(len(packs)):
        lot = partial(luck.lot, place)
        course = interpreted(table, packs[place], words[place], lot=lot)
        noted, standing = course.decisions, course.position.standing
        good = (
            decisions[place][: len(noted)] == noted
            and not any(map(any, decisions[place][len(noted) :]))
            and deals_with_room(table, standing.history, room) == deals[place]
            and totals[place] == list(standing.figures.totals)
            and [seat for seat, win in enumerate(won[place]) if win] == list(standing.winners)
        )
        if not good:
            course = interpreted(table, packs[place], words[place], lot=lot, keep=True)
            said = (decisions[place], deals[place], totals[place], won[place])
            raise DisagreementError(told(table, place, course, said))
    return len(packs) * len(table.schedule)


Figures: TypeAlias = tuple[Any, ...]

FIGURES = ["cards", "dealer", "trump", "call", "winner", "auction", "auction winner"]
FIGURES += ["bids", "blind", "scores", "completed", "taken"]


def deals_of(out: Outcome, taken: np.ndarray[Any, Any]) -> list[list[Figures]]:
    """Returns the simulator's results of each deal of each match, in the order of FIGURES."""
    assert (out.tricks.sum(axis=2) == out.cards * (out.auctions != 0)).all()
    columns = (
        out.cards,
        out.dealers,
        out.trumps,
        out.calls,
        out.deal_winners,
        out.auctions,
        out.auction_winners,
        out.bids,
        np.broadcast_to(out.blind if out.blind.size else np.int8(-1), out.bids.shape),
        out.scores,
        out.completed,
        taken,
    )
    by_match = zip(*(column.tolist() for column in columns), strict=True)
    return [list(zip(*of_match, strict=True)) for of_match in by_match]


def deals_with_room(table: Table, history: Sequence[PlayedDeal], room: int) -> list[Figures]:
    """Returns the results of the whole schedule, with placeholders for the deals not played."""
    nothing = [-1] * table.players
    none = [0] * table.players
    behind = (
        0,
        -1,
        TRUMP_NUMBERS[()],
        -1,
        -1,
        -1,
        -1,
        nothing,
        nothing,
        none,
        nothing,
        [-1] * room,
    )
    played = [deal_of(each, room) for each in history]
    return played + [behind] * (len(table.schedule) - len(history))


def deal_of(played: PlayedDeal, room: int) -> Figures:
    """Returns the results of a deal in the interpreter, padded to `room` tricks."""
    dealing = played.dealing
    rules = dealing.rules
    winners = [trick.winner for trick in played.tricks][:room]
    return (
        dealing.cards or 0,
        dealing.dealer,
        TRUMP_NUMBERS[dealing.trump or ()],
        -1 if dealing.calls is None else numbers_of_calls(rules)[dealing.calls],
        played.winner,
        *won_in_auction(dealing),
        [-1 if bid is None else bid for bid in bids_by_seat(dealing)],
        bid_blind(dealing),
        [result.score for result in played.results],
        [COMPLETED[result.completed] for result in played.results],
        winners + [-1] * (room - len(winners)),
    )


def bid_blind(dealing: Dealing) -> list[int]:
    """Returns 1 for each seat that bid blind, 0 if it did not, -1 if there was no choice."""
    choice, blind = may_bid_blind(dealing.rules), blind_seats(dealing)
    bids = enumerate(bids_by_seat(dealing))
    return [int(seat in blind) if choice and bid is not None else -1 for seat, bid in bids]


def won_in_auction(dealing: Dealing) -> tuple[int, int]:
    """Returns the number and the seat that won the auction; 0 for a number and -1 without a winner.

    Without an auction both are -1.
    """
    if not has_auction(dealing.rules):
        return -1, -1
    highest, winner = auction_state_of(dealing).highest, auction_winner(dealing)
    return (0, -1) if highest is None or winner is None else (highest.number, winner)


# --- error messages ---------------------------------------------------------------------


def told(table: Table, place: int, course: Course, said: Any) -> str:
    """Returns a description of the first difference between the engines."""
    decisions, deals, totals, won = said
    head = f"{table.players} players, {dict(table.parameters)}, match {place} of the block"
    for number, (mine, its) in enumerate(zip(course.decisions, decisions, strict=False)):
        if mine != its:
            return f"{head}, decision {number}: {told_choice(course.choices[number], mine, its)}"
    standing = course.position.standing
    room = len(deals[0][-1])
    for number, (played, its_deal) in enumerate(zip(standing.history, deals, strict=False)):
        mine_deal = deal_of(played, room)
        for name, one, other in zip(FIGURES, mine_deal, its_deal, strict=True):
            if one != other:
                return (
                    f"{head}, deal {number + 1} ({played.dealing.scheduled.name}): {name} "
                    f"{one} in the interpreter, {other} in the simulator"
                )
    return (
        f"{head}: interpreter totals {standing.figures.totals}, winners {standing.winners}, "
        f"{len(course.decisions)} decisions; simulator totals {totals}, winners {won}"
    )


def told_choice(choice: tuple[Position, Sequence[Action]], mine: list[int], its: list[int]) -> str:
    position, actions = choice
    dealing = position.dealing
    trick = [] if position.play is None else [str(one) for one in position.play.trick]
    hands = current_hands(position)
    hand = hands[position.acting[0]] if hands else ()
    return (
        f"deal {dealing.scheduled.number} ({dealing.scheduled.name}, calls {dealing.calls}), "
        f"{position.phase} of seat {position.acting[0]}, dealer {dealing.dealer}, "
        f"trump {dealing.trump}, bids {dealing.bids}, "
        f"hand {' '.join(map(str, hand))}, trick {trick}"
        f"\nthe interpreter allows {'; '.join(map(str, actions))}"
        f"\ncount, picked, action, allowed, faces: {mine} in the interpreter, "
        f"{its} in the simulator"
        f"\nthe simulator allows {told_mask(dealing.rules, position.phase, its[3])}"
    )


def told_mask(rules: DealRules, phase: str, mask: int) -> str:
    places = [place for place in range(64) if mask >> place & 1]
    cards = rules.deck.cards if has_copies(rules.deck) else PACK
    return " ".join(str(cards[place]) if phase == "play" else str(place) for place in places)
