"""Scores, the values of tricks, the winners of a match, and payments.

A `Taking` holds everything of one player's deal that a score can read. `deal_takings` validates
bids, tricks and points and makes the takings of all seats; `seat_result` evaluates the score and
the contract for one of them. Results are cached in the rules of the deal, by the values of the
names that these expressions read.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import islice
from operator import attrgetter
from typing import TYPE_CHECKING, Final, NamedTuple, assert_never

from clagdsl import problems
from clagdsl.lang.cards import Card, face_of, is_special, special_card
from clagdsl.lang.expr.evaluate import Names, holds, number
from clagdsl.lang.expr.free_variables import variables
from clagdsl.lang.frozen import dataclass, replace
from clagdsl.lang.numerals import is_or_are
from clagdsl.lang.rules import (
    CompletedWhen,
    Contract,
    CriterionText,
    FixedBid,
    Game,
    HistoryFigure,
    NoBid,
    NotCounted,
    RowMade,
    Run,
    Tally,
    Value,
    Winner,
    trump_name,
)
from clagdsl.problems.escape import join_in_backticks, shorten
from clagdsl.table.budget import TooMuchError
from clagdsl.table.choices import trump_names_of
from clagdsl.table.deal_rules import DealRules, Trumps
from clagdsl.table.divisions import can_divide, values_of
from clagdsl.table.history import Past, applies_to, values_of_seat
from clagdsl.table.outcomes import PointSums, point_sums
from clagdsl.table.trick_value import (
    WON_WITH,
    CardValues,
    CardWorths,
    RankValues,
    Worths,
    card_values,
    winning_ranks,
    with_cards,
)

if TYPE_CHECKING:
    from fractions import Fraction

_OF_TAKINGS: Final = (
    "points",
    "most",
    "most_count",
    "bids",
    "makers",
    "highest_bid",
    "same_bids",
    "trump",
)
"""Figures that are always the same field of a taking."""

_ROW_MADE: Final = RowMade().name

MOST_RESULTS: Final = 20_000
"""The number of results a deal caches before the cache is cleared."""


class SeatResult(NamedTuple):
    """The result of one deal for one player.

    `points` is the value of the tricks won. `completed` is None if the deal has no contract.
    """

    score: int
    points: int
    completed: bool | None


class Taking(NamedTuple):
    """The figures of one player's deal on which a score can depend.

    In a deal without bids, `bid`, `bids`, `makers`, `highest_bid` and `same_bids` are None.
    """

    bid: int | None
    bids: int | None
    tricks: int
    points: int
    most: int
    most_count: int
    makers: int | None
    highest_bid: int | None
    same_bids: int | None
    past: tuple[tuple[str, int], ...] = ()
    """The values of the player's runs and tallies before the deal, by name.

    It also holds the number that won the auction, and whether the bid was made blind.
    """
    trump: str | None = None
    """The value of `trump` in formulas; None if it is unknown, and nothing reads it."""


def score_names(rules: DealRules) -> frozenset[str]:
    """Returns the variables on which scores and contracts depend; bid and tricks replace `made`."""
    names = frozenset(rules.score_reads)
    if _ROW_MADE in names and not isinstance(rules.bid, NoBid):
        names |= {"made"}  # this deal counts too
    return names - {"made"} | {"bid", "tricks"} if "made" in names else names


def is_scored(rules: DealRules, remembered: Sequence[HistoryFigure], name: str) -> bool:
    """Returns whether a score, contract, run or tally of a deal depends on a name."""
    return name in score_names(rules) or any(
        isinstance(item, Run | Tally)
        and applies_to(item, rules)
        and name in variables(item.expression)
        for item in remembered
    )


def seat_result(rules: DealRules, *, deal: int, cards: int, taking: Taking) -> SeatResult:
    """Returns the result of one player in deal number `deal` of the schedule."""
    reads = rules.score_reads
    numbers = (deal if "deal" in reads else 0, cards if "cards" in reads else 0)
    key = (numbers, _values_read(reads)(taking))
    cached = rules.result_table.get(key)
    if cached is None:
        if len(rules.result_table) >= MOST_RESULTS:
            rules.result_table.clear()
        names = taken_names(rules, deal=deal, cards=cards, taking=taking)
        cached = (number(rules.score, names), _completed(rules.completed, names))
        rules.result_table[key] = cached
    score, completed = cached
    return SeatResult(score, taking.points, completed)


@lru_cache(maxsize=1_000)
def _values_read(reads: tuple[str, ...]) -> Callable[[Taking], tuple[object, ...]]:
    """Returns a function that extracts from a taking the values that decide a score.

    `reads` are the names that the score reads. `bid` and `tricks` are always included, as they
    determine `made`. Names that are not figures of the deal are in `past`.
    """
    figures = [name for name in _OF_TAKINGS if name in reads]
    others = set(reads).difference(figures, ("bid", "tricks", "made", "deal", "cards"))
    return attrgetter("bid", "tricks", *figures, *(["past"] if others else []))


def taken_names(rules: DealRules, *, deal: int, cards: int, taking: Taking) -> dict[str, Value]:
    """Returns all values that a score, contract, run or tally may read of one player's deal."""
    names: dict[str, Value] = {
        **rules.unread,
        **rules.names,
        **dict(taking.past),
        "deal": deal,
        "cards": cards,
        "tricks": taking.tricks,
        "points": taking.points,
        "most": taking.most,
        "most_count": taking.most_count,
    }
    if taking.trump is not None:
        names["trump"] = taking.trump
    if taking.bid is not None and taking.bids is not None and taking.makers is not None:
        made = taking.tricks == taking.bid
        names |= {"bid": taking.bid, "bids": taking.bids, "made": made, "makers": taking.makers}
        if taking.highest_bid is not None and taking.same_bids is not None:
            names |= {"highest_bid": taking.highest_bid, "same_bids": taking.same_bids}
        names.setdefault("blind", False)
    return counting_this(names)


def counting_this(names: dict[str, Value]) -> dict[str, Value]:
    """Returns the names with this deal added to `row_made`, which counts the deals before.

    The argument is changed in place.
    """
    before, made = names.get(_ROW_MADE), names.get("made")
    if isinstance(before, int) and made is True:
        names[_ROW_MADE] = before + 1
    return names


def _completed(contract: Contract, names: Names) -> bool | None:
    match contract:
        case CompletedWhen(condition=condition):
            return holds(condition, names)
        case NotCounted():
            return None
        case _:
            assert_never(contract)


def score_deal(
    rules: DealRules,
    *,
    deal: int,
    cards: int,
    bids: tuple[int, ...] | None,
    tricks: tuple[int, ...],
    taken: tuple[int, ...] | None = None,
    points: tuple[int, ...] | None = None,
    past: Past = (),
    trump: str | None = None,
) -> tuple[SeatResult, ...]:
    """Returns the result of every player, in seat order: pure arithmetic of the rules.

    A bid that a limit forbids is scored like any other. Raises ArgumentError if the figures do not
    fit the deal.

    - `bids` may be None if bids are fixed, and must be None if the deal has no bids.
    - `taken` is the seat that won each trick. It is needed only if tricks differ in value and the
      score or the contract reads points.
    - `points` are the points of each seat. They are needed if cards decide them.
    - `past` is needed if a score reads runs or tallies.
    - `trump` is needed if a score reads it and the rules do not settle it.
    """
    if "trump" in rules.score_reads and "trump" not in rules.names:
        trump = _checked_trump(rules, cards, trump)
    takings = deal_takings(
        rules,
        cards=cards,
        bids=bids,
        tricks=tricks,
        taken=taken,
        points=points,
        past=past,
        points_needed="points" in score_names(rules),
        trump=trump,
    )
    return tuple(seat_result(rules, deal=deal, cards=cards, taking=taking) for taking in takings)


def deal_takings(
    rules: DealRules,
    *,
    cards: int,
    bids: tuple[int, ...] | None,
    tricks: tuple[int, ...],
    taken: tuple[int, ...] | None = None,
    points: tuple[int, ...] | None = None,
    past: Past = (),
    points_needed: bool = True,
    trump: str | None = None,
) -> tuple[Taking, ...]:
    """Returns the taking of every player; the arguments are those of `score_deal`.

    If `points_needed` is false and the points are unknown, any possible points are filled in.
    """
    bids = _checked_bids(rules, cards, bids)
    _check_tricks(rules, cards, tricks)
    if taken is not None:
        _check_taken(rules, cards, tricks, taken)
    if points is None:
        points = _points(rules, cards, tricks, taken, points_needed)
    else:
        _check_points(rules, cards, tricks, points, taken)
    most = max(tricks)
    most_count = tricks.count(most)
    total = makers = highest = None
    if bids is not None:
        total, highest = sum(bids), max(bids)
        makers = sum([bid == won for bid, won in zip(bids, tricks, strict=True)])
    return tuple(
        [
            Taking(
                bids[seat] if bids is not None else None,
                total,
                tricks[seat],
                points[seat],
                most,
                most_count,
                makers,
                highest,
                None if bids is None else bids.count(bids[seat]) - 1,
                values_of_seat(past, seat),
                trump,
            )
            for seat in range(rules.players)
        ]
    )


def _checked_trump(rules: DealRules, cards: int, trump: str | None) -> str:
    """Returns the trump of a deal whose score reads it; the rules may settle it."""
    possible = trump_names_of(rules, cards)
    if trump is None and len(possible) == 1:
        return possible[0]
    if trump not in possible:
        names = join_in_backticks(possible)
        raise problems.arguments.WrongTrump(
            f"the score of `{rules.name}` depends on what is trump: give {names}"
        ).error()
    return trump


def _checked_bids(
    rules: DealRules, cards: int, bids: tuple[int, ...] | None
) -> tuple[int, ...] | None:
    if isinstance(rules.bid, NoBid):
        if bids is not None:
            raise problems.arguments.WrongBids(
                f"there are no bids in `{rules.name}`: leave them out"
            ).error()
        return None
    if isinstance(rules.bid, FixedBid):
        fixed = (rules.bid.number,) * rules.players
        if bids is not None and bids != fixed:
            raise problems.arguments.WrongBids(
                f"every bid is fixed at `{rules.bid.number}` in `{rules.name}`"
            ).error()
        return fixed
    if bids is None:
        raise problems.arguments.WrongBids(
            f"the bids of `{rules.name}` are missing: give one for each player"
        ).error()
    if len(bids) != rules.players:
        raise problems.arguments.WrongBids(
            f"`{len(bids)}` bids for `{rules.players}` players"
        ).error()
    for bid in bids:
        if not 0 <= bid <= cards:
            raise problems.arguments.WrongBids(
                f"`{bid}` cannot be bid: a bid must be from `0` to `{cards}` here"
            ).error()
    return bids


def _check_tricks(rules: DealRules, cards: int, tricks: tuple[int, ...]) -> None:
    if len(tricks) != rules.players:
        raise problems.arguments.WrongTricks(
            f"`{len(tricks)}` numbers of tricks for `{rules.players}` players"
        ).error()
    if min(tricks) < 0:
        raise problems.arguments.WrongTricks(f"`{min(tricks)}` is not a number of tricks").error()
    if sum(tricks) != cards:
        raise problems.arguments.WrongTricks(
            f"the tricks add up to `{shorten(sum(tricks))}`,"
            f" but `{cards}` {is_or_are(cards)} played"
        ).error()


def _check_taken(
    rules: DealRules, cards: int, tricks: tuple[int, ...], taken: tuple[int, ...]
) -> None:
    counted = tuple([taken.count(seat) for seat in range(rules.players)])
    if len(taken) != cards or counted != tricks:
        raise problems.arguments.WrongTaken(
            "the players who took the tricks do not match each player's number of tricks"
        ).error()


def _points(
    rules: DealRules,
    cards: int,
    tricks: tuple[int, ...],
    taken: tuple[int, ...] | None,
    points_needed: bool,
) -> tuple[int, ...]:
    if taken is None:
        worth = each_worth(rules, cards)
        if worth is None and not points_needed:
            takers = [seat for seat, won in enumerate(tricks) for _ in range(won)]
            return some_points(rules, cards, takers)
        if worth is None:
            needed = "give the player who took each"
            if not worths(rules, cards).takers_decide:
                needed = "give each player's points"
            raise problems.arguments.WrongTaken(
                f"the tricks of `{rules.name}` differ in value: {needed}"
            ).error()
        return tuple([won * worth for won in tricks])
    if not worths(rules, cards).takers_decide:
        if not points_needed:
            return some_points(rules, cards, taken)
        raise problems.arguments.WrongTaken(
            f"the cards decide what the tricks of `{rules.name}` are worth:"
            " give each player's points"
        ).error()
    return tuple([min(own) for own in points_by_takers(rules, cards, taken)])


def _check_points(
    rules: DealRules,
    cards: int,
    tricks: tuple[int, ...],
    points: tuple[int, ...],
    taken: tuple[int, ...] | None,
) -> None:
    possible = points_of_winners(rules, cards)
    if len(points) != rules.players:
        raise problems.arguments.WrongTaken(
            f"`{len(points)}` numbers of points for `{rules.players}` players"
        ).error()
    for won, worth in zip(tricks, points, strict=True):
        if worth not in possible[won]:
            raise problems.arguments.WrongTaken(
                f"`{won}` trick{'' if won == 1 else 's'} of `{rules.name}` cannot be worth"
                f" `{shorten(worth)}` point{'' if worth == 1 else 's'}"
            ).error()
    if not possible_together(rules, cards, tricks, points):
        every, total = possible[cards], sum(points)
        reason = "their tricks cannot be worth that together"
        if len(every) == 1 and total != every[0]:
            reason = f"they must add up to {every[0]}"
        elif not every[0] <= total <= every[-1]:
            reason = f"all tricks together are worth {every[0]} to {every[-1]}"
        points_text = " ".join(map(str, points))
        raise problems.arguments.WrongTaken(
            f"the players of `{rules.name}` cannot have `{points_text}` points: {reason}"
        ).error()
    for seat, own in enumerate(() if taken is None else points_by_takers(rules, cards, taken)):
        if points[seat] not in own:
            raise problems.arguments.WrongTaken(
                f"the tricks that seat `{seat}` of `{rules.name}` took cannot be worth"
                f" `{points[seat]}` point{'' if points[seat] == 1 else 's'}"
            ).error()


# --- the values of tricks -----------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class WonTrick:
    """A finished trick: its winner, the winning card and all its cards.

    `face` and `faces` are what wild cards stand for.
    """

    winner: int
    face: Card
    faces: tuple[Card, ...]
    trumps: Trumps = ()
    """The trumps of the deal, which decide the worth of the cards if trumps have one of their own.
    """


def worths(rules: DealRules, cards: int) -> Worths:
    """Returns the possible values of the tricks of a deal with `cards` cards each, cached."""
    cached = rules.worth_table.get(cards)
    if cached is None:
        names: dict[str, Value] = {**rules.names, "cards": cards}
        values: list[RankValues] = []
        for trick in range(1, cards + 1):
            names["trick"] = trick
            values.append(_by_rank(rules, names))
        trumps = trumps_of_worth(rules, cards)
        of_cards = CardWorths(rules.card_worth, rules.trump_worth, rules.trump_rank, trumps)
        by_card = card_values(of_cards, rules.wild, rules.deck)
        by_trump = of_cards.by_trump(rules.deck) if by_card else {}
        cached = Worths(tuple(values), by_trump, by_card, rules.players)
        rules.worth_table[cards] = cached
    return cached


def trumps_of_worth(rules: DealRules, cards: int) -> tuple[str, ...]:
    """Returns the values of `trump` on which the worth of a card can depend; empty if on none.

    The names of the rules may hold the one of the deal.
    """
    if not rules.trump_worth.worths:
        return ()
    known = rules.names.get("trump")
    return (known,) if isinstance(known, str) else trump_names_of(rules, cards)


def _by_rank(rules: DealRules, names: dict[str, Value]) -> RankValues:
    ranks = winning_ranks(rules.deck)
    if not rules.worth_by_rank:
        return dict.fromkeys(ranks, number(rules.trick_worth, names))
    return {rank: number(rules.trick_worth, {**names, WON_WITH: rank}) for rank in ranks}


def trick_values(rules: DealRules, cards: int) -> tuple[int, ...]:
    """Returns the value of each trick of a deal, or the usual value if its cards decide."""
    return worths(rules, cards).usual


def each_worth(rules: DealRules, cards: int) -> int | None:
    """Returns the value that every trick of a deal has, or None if tricks can differ."""
    return worths(rules, cards).each


def points_of(rules: DealRules, cards: int, won: Sequence[WonTrick]) -> tuple[int, ...]:
    """Returns the points of each seat, from the tricks won."""
    points = [0] * rules.players
    trick_worths = worths(rules, cards)
    for trick, values in zip(won, trick_worths.by_rank, strict=True):
        points[trick.winner] += trick_value(
            trick_worths, values, trick.face, trick.faces, trick.trumps
        )
    return tuple(points)


def trick_value(
    trick_worths: Worths,
    values: RankValues,
    won_with: Card,
    faces: Iterable[Card],
    trumps: Trumps,
) -> int:
    """Returns the value of a trick, given the card that wins it and all its cards."""
    value = values[won_with.rank]
    if trick_worths.by_trump:
        by_face = trick_worths.by_face(trump_name(trumps))
        printed = [special_card(face.rank) if is_special(face) else face_of(face) for face in faces]
        value += sum(by_face[card] for card in printed)
    return value


def possible_points(rules: DealRules, cards: int) -> PointSums:
    """Returns the possible points for each number of tricks won."""
    trick_worths = worths(rules, cards)
    if not trick_worths.points:
        trick_worths.points = with_cards(
            point_sums(trick_worths.choices), trick_worths.cards, rules.players
        )
    return trick_worths.points


def points_of_winners(rules: DealRules, cards: int) -> PointSums:
    """Returns the possible points for each number of tricks won, if each card wins one trick.

    With four aces in the pack, at most four tricks are won with an ace. If the value of a trick
    also depends on its number, this is not considered. The extremes are bounds: the rules may
    exclude more, for instance because the highest trump wins its trick.
    """
    trick_worths = worths(rules, cards)
    ordinary = _cards_by_win(rules, trick_worths)
    if ordinary is None:
        return possible_points(rules, cards)
    if not trick_worths.points_of_winners:
        by_rank = trick_worths.by_rank[0]
        wild = rules.deck.size - ordinary.total()
        values = CardValues(
            tuple(sorted(ordinary.items())),
            wild,
            tuple({by_rank[face.rank] for face in rules.deck.faces}),
        )
        sums = with_cards(((0,),) * (cards + 1), (values,), 1)
        trick_worths.points_of_winners = with_cards(sums, trick_worths.cards, rules.players)
    return trick_worths.points_of_winners


def _cards_by_win(rules: DealRules, trick_worths: Worths) -> Counter[int] | None:
    """Returns the number of cards, without wild ones, that win a trick of each value.

    Returns None if the value of a trick also depends on its number.
    """
    by_rank = trick_worths.by_rank[0]
    if any(values != by_rank for values in trick_worths.by_rank):
        return None
    return Counter(
        by_rank[card.rank] for card in rules.deck.cards if card.rank not in rules.wild.ranks
    )


def points_by_takers(
    rules: DealRules, cards: int, taken: Sequence[int]
) -> tuple[frozenset[int], ...]:
    """Returns the possible points of each seat, given the winner of each trick."""
    trick_worths = worths(rules, cards)
    points: list[frozenset[int]] = []
    for seat in range(rules.players):
        own = [
            choices
            for taker, choices in zip(taken, trick_worths.choices, strict=True)
            if taker == seat
        ]
        points.append(frozenset(with_cards(point_sums(own), trick_worths.cards, rules.players)[-1]))
    return tuple(points)


def possible_together(
    rules: DealRules,
    cards: int,
    tricks: Sequence[int],
    points: Sequence[int | None],
) -> bool:
    """Returns whether players who won these tricks can have these points; None stands for any.

    The points of every subset of players must be a possible value of their tricks, and the tricks
    and cards must be divisible among the players. If that takes too long to find out, it counts as
    possible.
    """
    trick_worths = worths(rules, cards)
    key = (tuple(tricks), tuple(points))
    if key not in trick_worths.divided:
        trick_worths.divided[key] = _can_have(rules, cards, *key)
    return trick_worths.divided[key]


def _can_have(
    rules: DealRules, cards: int, tricks: tuple[int, ...], points: tuple[int | None, ...]
) -> bool:
    possible, trick_worths = points_of_winners(rules, cards), worths(rules, cards)
    together = [(0, 0)]
    for won, worth in zip(tricks, points, strict=True):
        if worth is not None:
            together += [(before + won, own + worth) for before, own in together]
    if any(worth not in possible[won] for won, worth in together):
        return False
    of_winners = None if rules.wild.ranks else _cards_by_win(rules, trick_worths)
    ways = values_of(trick_worths, of_winners)
    try:
        return not ways or any(can_divide(way, tricks, points, rules.players) for way in ways)
    except TooMuchError:
        return True


def some_points(rules: DealRules, cards: int, taken: Sequence[int]) -> tuple[int, ...]:
    """Returns one possible number of points for each seat, given who took each trick.

    The tricks hold the first cards of the pack and have the value that most winning ranks give
    them.
    """
    trick_worths = worths(rules, cards)
    points = [0] * rules.players
    by_face = trick_worths.by_face(None)
    left = iter(rules.deck.cards)
    for seat, value in zip(taken, trick_worths.by_winner, strict=True):
        held = islice(left, rules.players)
        points[seat] += value + sum(by_face.get(face_of(card), 0) for card in held)
    return tuple(points)


# --- the winners ----------------------------------------------------------------------------


def match_winners(
    winner: Winner, totals: Sequence[int], failed: Sequence[int], completed: Sequence[int]
) -> tuple[int, ...]:
    """Returns the seats that win the match; each criterion decides between those tied before it."""
    tied = list(range(len(totals)))
    for criterion in winner.criteria:
        merit = [_merit(criterion, totals[s], failed[s], completed[s]) for s in tied]
        best = max(merit)
        tied = [seat for seat, value in zip(tied, merit, strict=True) if value == best]
    return tuple(tied)


def _merit(criterion: CriterionText, total: int, failed: int, completed: int) -> int:
    """Returns the merit of a player by a criterion; higher is better."""
    match criterion:
        case "highest total":
            return total
        case "fewest failed":
            return -failed
        case "most completed":
            return completed
        case "lowest total":
            return -total
        case _:
            assert_never(criterion)


def match_ends(
    game: Game,
    names: Names,
    deal: int,
    totals: Sequence[int],
    failed: Sequence[int],
    completed: Sequence[int],
) -> bool:
    """Returns whether the rules end a match after this deal, before the end of the schedule.

    `names` holds the number of players, the parameters and the `let` names.
    """
    if game.ends is None:
        return False
    leading = replace(game.winner, criteria=game.winner.criteria[:1])
    figures = {
        "deal": deal,
        "highest_total": max(totals),
        "lowest_total": min(totals),
        "leaders": len(match_winners(leading, totals, failed, completed)),
    }
    return holds(game.ends.condition, {**names, **figures})


def payments(
    game: Game,
    names: Mapping[str, Value],
    totals: Sequence[int],
    failed: Sequence[int],
    completed: Sequence[int],
    winners: Sequence[int],
) -> tuple[Fraction, ...]:
    """Returns the exact payment that each seat receives; negative if it pays. They add up to zero.

    Each loser pays the mean of the settlement over the joint winners into one pool, which they
    share equally. `names` holds the number of players, the parameters and the `let` names.
    """
    from fractions import Fraction  # imported late: most checks never pay

    paid = [Fraction(0)] * len(totals)
    if game.settlement is None:
        return tuple(paid)
    for loser in range(len(totals)):
        if loser in winners:
            continue
        due = sum(
            number(
                game.settlement.expression,
                {
                    **names,
                    "loser.total": totals[loser],
                    "loser.failed": failed[loser],
                    "loser.completed": completed[loser],
                    "winner.total": totals[winner],
                    "winner.failed": failed[winner],
                    "winner.completed": completed[winner],
                },
            )
            for winner in winners
        )
        share = Fraction(due, len(winners))
        paid[loser] -= share
        for winner in winners:
            paid[winner] += share / len(winners)
    return tuple(paid)
