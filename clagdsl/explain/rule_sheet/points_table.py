"""Explains scoring with a worked table: the points for every number of tricks in each kind of deal.

Input: `ScoredDeal` objects. Output: a table of figures for deals whose score depends only on the
player's own bid and tricks, and examples of whole deals for the others. All figures come from the
scoring of `table`; none is computed here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from itertools import accumulate, groupby, product
from operator import eq
from typing import Final, TypeAlias

from clagdsl.explain.english import capital, card_single, counted, rank_single, signed
from clagdsl.explain.rule_sheet.card_sentences import shown_cards, trump_worths
from clagdsl.explain.rule_sheet.context import SheetContext
from clagdsl.explain.rule_sheet.document import Block, Bullets, Grid
from clagdsl.explain.rule_sheet.formulas import shape
from clagdsl.explain.rule_sheet.reachable import reachable_score
from clagdsl.explain.rule_sheet.score_sentences import MISSED
from clagdsl.lang.cards import face_of
from clagdsl.lang.expr.ast import everything_in
from clagdsl.lang.expr.evaluate import EvaluationError, Row
from clagdsl.lang.expr.free_variables import variables
from clagdsl.lang.numerals import join_words
from clagdsl.lang.rules import (
    ROW_DEALS,
    TRUMP_WORDS,
    AuctionBids,
    ChosenBid,
    CompletedWhen,
    FixedBid,
    NoBid,
    RowMade,
    Value,
    Variable,
)
from clagdsl.table.bid_masks import make_bidding
from clagdsl.table.bids import auction_numbers, batch_condition, legal_bids
from clagdsl.table.choices import trump_names_of
from clagdsl.table.deal_rules import DealRules
from clagdsl.table.history import initial_past, initial_values
from clagdsl.table.outcome_tables import score_column
from clagdsl.table.outcomes import BLIND, ORDER, Outcomes, count_this_deal
from clagdsl.table.scoring import (
    Taking,
    each_worth,
    score_deal,
    seat_result,
    some_points,
    trick_values,
    worths,
)
from clagdsl.table.trick_value import WON_WITH

_OTHERS_VARIABLES = frozenset({"most", "most_count", "makers", "bids", "highest_bid", "same_bids"})
_MADE_VARIABLES = frozenset({"made", "row_made"})
"""Variables that distinguish a made bid from a missed one; bids made in a row include this deal's.
"""
TABLE_VARIABLES = _OTHERS_VARIABLES | {"players", "cards", "deal", "points", ROW_DEALS}
"""Variables that make figures specific to a number of players, or to a deal."""

MOST_BIDS: Final = 10
"""The most bids for which each has a row in a table; of more bids, only the lowest have."""
SHOWN_BIDS: Final = 8
"""The highest bid of a table that does not show all bids."""
SHOWN_TRICKS: Final = 10
"""The most tricks in a table that does not show all bids."""
FEWEST_BIDS: Final = 2
"""The highest bid from which a row for made bids and one for missed bids are the shorter table."""
FEWEST_ALIKE: Final = 3
"""The fewest consecutive numbers of tricks with equal points that share a column."""

_PastValues: TypeAlias = tuple[tuple[str, int], ...]
"""The values of the runs and tallies of a player that a deal's score depends on."""

_BidAndTricks: TypeAlias = tuple[int | None, int]
"""A bid, None without one, and the number of tricks taken."""


@dataclass(frozen=True, slots=True)
class ScoredDeal:
    """A kind of deal whose score is to be shown, at its largest size.

    `name` is "" if there is only one kind. `used` holds the names that its score depends on.
    `called` is True if a call always decides the score.
    """

    name: str
    rules: DealRules
    cards: int
    number: int
    used: frozenset[str]
    called: bool = False
    made_before: int = 0
    """The number of bids made earlier in the row: all of them, for the player in the table."""
    trump_cards: Mapping[str, int] = field(default_factory=dict)
    """Every trump for which points are shown, with the most cards of a deal that can have it."""
    every_trump: frozenset[str] = frozenset()
    """Every trump that deals of this kind can have."""
    shown_trump: str | None = None
    """The trump for which points are shown; None for the first that the deal can have."""
    names_players: bool = True
    """Whether facts name the number of players: False if the sheet is for one number only."""
    never_bid: frozenset[int] = frozenset()
    """Bids that no deal of the match allows, whatever else was bid."""
    after_calls: tuple[DealRules, ...] = ()
    """The rules after every call of the deal that leaves its score as it is, one for each way of
    bidding; empty for the rules as they are.
    """
    other_deals: tuple[ScoredDeal, ...] = ()
    """All other deals for which the figures hold, largest first: they may allow other bids."""

    @property
    def bidding(self) -> tuple[DealRules, ...]:
        """All rules of bidding for which the points are shown."""
        return self.after_calls or (self.rules,)

    @property
    def trump(self) -> str:
        """The trump for which points are shown."""
        return self.shown_trump or trump_names_of(self.rules, self.cards)[0]

    @property
    def own(self) -> _PastValues:
        """The runs and tallies of the player whose points are shown."""
        return self.past(blind=False)

    def past(self, *, blind: bool) -> _PastValues:
        """Returns the runs and tallies of that player for a bid made blind or not."""
        return tuple(
            (name, self.made_before if name == RowMade().name else old)
            for name, old in initial_values(self.rules, blind=blind)
        )

    @property
    def of_others(self) -> bool:
        """Whether the score depends on others' bids and tricks, so that examples are needed."""
        return bool(self.used & _OTHERS_VARIABLES)

    @property
    def deal_facts(self) -> dict[str, str]:
        """The facts of a whole deal that the sheet names, each as a phrase."""
        facts = self.facts
        if not self.names_players:
            facts.pop("players", None)
        return facts

    @property
    def facts(self) -> dict[str, str]:
        """The facts of a whole deal that the score depends on, each as a phrase."""
        facts = {
            "cards": f"with {counted(self.cards, 'card')}",
            "deal": f"in deal {self.number}",
            "players": f"with {self.rules.players} players",
        }
        if ROW_DEALS in self.used:
            facts[ROW_DEALS] = f"in a row of {self.rules.names[ROW_DEALS]}"
        return {name: text for name, text in facts.items() if name in self.used}


def score_dependencies(
    context: SheetContext, rules: DealRules, others: Iterable[DealRules]
) -> frozenset[str]:
    """Returns the names that a deal's score depends on, including `players` if `others` are scored
    differently.

    `others` are the rules of the deal at other tables.
    """
    used = variables(reachable_score(context, rules))
    if "points" in used:
        used |= variables(context.fold(rules.trick_worth)) - {"trick", WON_WITH}
    own = _score_key(rules)
    differs = any(_score_key(other) != own for other in others)
    return used | {"players"} if differs else used


def _score_key(rules: DealRules) -> tuple[object, ...]:
    """Returns a key of everything that can make the points differ at another table."""
    return (rules.score, rules.trick_worth, rules.card_worth, rules.trump_worth, rules.bid)


def made_in_row(bids: int) -> str:
    """Returns the number of bids made earlier in the row as a phrase."""
    return f"{bids} of {bids} bids before in the row" if bids else "no bid before in the row"


def point_blocks(deals: list[ScoredDeal]) -> list[Block]:
    """Returns the table of scores, and examples of scores that depend on more than a player's own
    bid and tricks.
    """
    tabled: list[ScoredDeal] = []
    examples: list[str] = []
    for scored in deals:
        used = scored.used
        valued = "points" in used and each_worth(scored.rules, scored.cards) is None
        if scored.called:
            continue  # a call decides the score, or the value of its tricks
        if used & _OTHERS_VARIABLES or valued:
            # An example may contain a bid that the limits forbid, or a score without a value.
            with suppress(EvaluationError):
                if not used & _OTHERS_VARIABLES:
                    examples += _value_examples(scored)
                elif not valued or worths(scored.rules, scored.cards).takers_decide:
                    examples += _match_examples(scored)
        else:
            tabled.append(scored)
    most = max(scored.cards for scored in deals)
    common = _common(tabled)
    cut = any(_too_many(scored) for scored in tabled)
    shown = min(most, SHOWN_TRICKS) if all(map(_too_many, tabled)) else most
    point_rows = (row for scored in tabled for row in _rows(scored, _who(scored, common), shown))
    rows = tuple(row for row in point_rows if any(row[1:]))
    blocks: list[Block] = []
    if rows:
        blocks.append(_grid(rows, _caption(common, cut=cut, shown=shown)))
    if examples:
        blocks.append(Bullets(tuple(examples)))
    return blocks


def _common(deals: list[ScoredDeal]) -> dict[str, str]:
    """Returns the facts that the figures of all tabled deals share."""
    if not deals:
        return {}
    first, *others = (scored.deal_facts.items() for scored in deals)
    return {name: text for name, text in first if all((name, text) in other for other in others)}


def _caption(common: dict[str, str], *, cut: bool, shown: int) -> str:
    facts = list(common.values())
    caption = f"Points in a deal, {join_words(facts)}" if facts else "Points in a deal"
    if not cut:
        return caption
    return f"{caption}, for bids up to {SHOWN_BIDS} and up to {counted(shown, 'trick')}"


def _grid(rows: tuple[tuple[str, ...], ...], caption: str) -> Grid:
    """Returns the table, merging numbers of tricks that have the same points in every row."""
    heads: list[str] = []
    columns: list[tuple[str, ...]] = []
    first = 0
    for figures, alike in groupby(zip(*(row[1:] for row in rows), strict=True)):
        after = first + len(list(alike))
        if after - first >= FEWEST_ALIKE:
            heads.append(f"{first} to {after - 1}")
            columns.append(figures)
        else:
            heads += map(str, range(first, after))
            columns += [figures] * (after - first)
        first = after
    names = [row[0] for row in rows]
    body = tuple(
        (name, *figures) for name, figures in zip(names, zip(*columns, strict=True), strict=True)
    )
    return Grid(("Tricks won", *heads), body, caption, figures=True)


def _too_many(scored: ScoredDeal) -> bool:
    """Returns whether too many bids of a deal would have rows of their own."""
    return len(_bids_with_own_row(scored)) > MOST_BIDS


def _who(scored: ScoredDeal, common: dict[str, str]) -> str:
    """Returns the name of a deal in the table, with the facts that it does not share."""
    own = [text for name, text in scored.deal_facts.items() if name not in common]
    if own:
        return f"{capital(scored.name or scored.rules.name)} ({', '.join(own)})"
    return capital(scored.name)


def _rows(scored: ScoredDeal, name: str, most: int) -> Iterator[tuple[str, ...]]:
    used = scored.used
    tricks = range(most + 1)
    own = scored.own
    who = f"{name}, bid" if name else "Bid"
    if not isinstance(scored.rules.bid, ChosenBid):
        fixed = scored.rules.bid.number if isinstance(scored.rules.bid, FixedBid) else None
        yield from _variant_rows(scored, name or "Points", [(fixed, t) for t in tricks], own)
    elif "bid" in used and not _depends_on_making(scored):
        by_bid = _deal_by_bid(scored)
        for bid, largest in by_bid.items():
            if len(by_bid) <= MOST_BIDS or bid <= SHOWN_BIDS:
                ends = [(bid, t) for t in tricks]
                yield from _variant_rows(largest, f"{who} {bid}", ends, largest.own)
    elif used & _MADE_VARIABLES or "bid" in used:
        yield from _variant_rows(scored, f"{who} right", [(t, t) for t in tricks], own)
        wrong = [(t + 1 if t == 0 else 0, t) for t in tricks]
        yield from _variant_rows(scored, f"{who} wrong", wrong, own)
    else:
        yield from _variant_rows(scored, name or "Points", [(0, t) for t in tricks], own)


def _variant_rows(
    scored: ScoredDeal, name: str, ends: Sequence[_BidAndTricks], own: _PastValues
) -> Iterator[tuple[str, ...]]:
    """Yields a row for these bids and tricks, and one each for a blind bid and the auction's
    winner; all of them for each trump that makes a difference.

    Rows with the same figures as the first are left out.
    """
    if scored.shown_trump is None and "trump" in scored.used:
        for largest, trumps in _trumps_alike(scored, ends, own):
            all_alike = scored.every_trump == {*trumps}
            who = name if all_alike else f"{name}, {_trump_phrase(trumps, scored.every_trump)}"
            yield from _variant_rows(largest, who, ends, own)
        return
    usual = _figures(scored, ends, own)
    yield (name, *usual)
    if BLIND in scored.used:
        blind = _figures(scored, ends, scored.past(blind=True))
        if blind != usual:
            yield (f"{name} blind", *blind)
    if "auction" in scored.used:
        label, winner = _winner_row(scored, ends)
        if any(figure not in ("", other) for figure, other in zip(winner, usual, strict=True)):
            yield (f"{name}, {label}", *winner)


def _winner_row(scored: ScoredDeal, ends: Sequence[_BidAndTricks]) -> tuple[str, tuple[str, ...]]:
    """Returns the label and figures of the auction's winner: for all numbers that can win it if
    they score alike, else for the lowest number with which one of these bids can be made.

    The label has the number of cards if the numbers depend on it: the figures are then true of the
    deal's largest size only.
    """
    auctions = (rules.auction for rules in scored.bidding)
    lows = (one.low for one in auctions if isinstance(one, AuctionBids))
    size = ""
    if "cards" not in scored.used and any(variables(low) & {"cards", "deal"} for low in lows):
        size = f", with {counted(scored.cards, 'card')}"
    numbers = {
        number
        for rules in scored.bidding
        for number in auction_numbers(rules, deal=scored.number, cards=scored.cards)
    }
    rows = {number: _winner_figures(scored, ends, number) for number in sorted(numbers)}
    columns = [{*filter(None, column)} for column in zip(*rows.values(), strict=True)]
    if len(numbers) > 1 and all(len(figures) <= 1 for figures in columns):
        return f"auction won{size}", tuple("".join(figures) for figures in columns)
    least = next((number for number, row in rows.items() if any(row)), min(numbers))
    return f"auction won with {least}{size}", rows[least]


def _trumps_alike(
    scored: ScoredDeal, ends: Sequence[_BidAndTricks], own: _PastValues
) -> list[tuple[ScoredDeal, list[str]]]:
    """Returns the trumps in groups that score alike, each with its largest deal.

    Bids and tricks that are impossible with a trump do not count.
    """
    pasts = [own, scored.past(blind=True)] if BLIND in scored.used else [own]
    groups: list[tuple[ScoredDeal, list[str], list[str]]] = []
    ordered = [trump for trump in TRUMP_WORDS if trump in scored.trump_cards]
    for trump in sorted(ordered, key=lambda trump: -scored.trump_cards[trump]):
        one = replace(scored, cards=scored.trump_cards[trump], shown_trump=trump)
        figures = [figure for past in pasts for figure in _figures(one, ends, past)]
        for _, of_group, trumps in groups:
            if all(own in ("", other) for own, other in zip(figures, of_group, strict=True)):
                trumps.append(trump)
                break
        else:
            groups.append((one, figures, [trump]))
    alike = [(largest, sorted(trumps, key=ordered.index)) for largest, _, trumps in groups]
    return sorted(alike, key=lambda group: -len(group[1]))


def _trump_phrase(trumps: Sequence[str], possible: Collection[str] = ()) -> str:
    """Returns values of `trump`, of those that are possible, as a phrase: `hearts or spades
    trumps`.
    """
    suits = [trump for trump in trumps if trump not in ("none", "order")]
    if {*trumps, "none"} == {*possible} and "none" not in trumps:
        return "with trumps"
    phrases = [f"{join_words(suits, 'or')} trumps"] if suits else []
    phrases += ["an order of suits"] if "order" in trumps else []
    phrases += ["without trumps"] if "none" in trumps else []
    return join_words(phrases, "or")


def _winner_figures(
    scored: ScoredDeal, ends: Sequence[_BidAndTricks], auction_number: int
) -> tuple[str, ...]:
    """Returns the figures of a player who won the auction with a number of tricks.

    A bid that the winner may not make has no figure, unless another bid is missed in the same way.
    """
    own = tuple((name, auction_number if name == "auction" else old) for name, old in scored.own)
    if not isinstance(scored.rules.bid, ChosenBid):
        return _figures(scored, ends, own)
    allowed = _bids(scored, own)
    if "bid" not in scored.used:
        ends = [
            (next((other for other in allowed if other != tricks), bid), tricks)
            if bid != tricks
            else (bid, tricks)
            for bid, tricks in ends
        ]
    figures = _figures(scored, ends, own)
    return tuple(
        "" if bid not in allowed else figure for (bid, _), figure in zip(ends, figures, strict=True)
    )


def _bids(scored: ScoredDeal, own: _PastValues) -> list[int]:
    """Returns the bids that are legal for some bidder after some sequence of earlier bids."""
    bids: set[int] = set()
    for rules in scored.bidding:
        names = {**rules.names, **dict(own), "deal": scored.number, "cards": scored.cards}
        holds = batch_condition(names, rules.bid_memory.columns)
        limits = (rules.each_bid, rules.last_bid)
        bids.update(make_bidding(rules.players, scored.cards, *limits, holds).possible_bids())
    return sorted(bids)


def _deal_by_bid(scored: ScoredDeal) -> dict[int, ScoredDeal]:
    """Returns the bids that are legal in some deal for which the figures hold, each with the
    largest of these deals.
    """
    by_bid = dict.fromkeys(_bids(scored, scored.own), scored)
    for other in scored.other_deals:
        if len(by_bid) > scored.cards:
            break  # all bids of the largest deal
        for bid in _bids(other, other.own):
            by_bid.setdefault(bid, other)
    return dict(sorted(by_bid.items()))


def lacks_bids(scored: ScoredDeal) -> bool:
    """Returns whether a bid lacks a row because it is illegal with initial runs and tallies."""
    return 0 < len(_bids_with_own_row(scored)) <= scored.cards


def _bids_with_own_row(scored: ScoredDeal) -> Collection[int]:
    """Returns the bids legal with initial runs and tallies, if each is scored differently."""
    has_own_rows = "bid" in scored.used and isinstance(scored.rules.bid, ChosenBid)
    if not has_own_rows or _depends_on_making(scored):
        return []
    return _deal_by_bid(scored)


def _depends_on_making(scored: ScoredDeal) -> bool:
    """Returns whether the points depend on the bid only by whether it is made, as in `10 + bid when
    made, otherwise 0`.
    """
    if scored.used & {BLIND, "auction", "trump"} or scored.cards < FEWEST_BIDS:
        return False
    bids = [*_deal_by_bid(scored)]
    if bids != [*range(scored.cards + 1)]:
        return False
    missed = [[(bid, tricks) for bid in bids if bid != tricks] for tricks in bids]
    return all(len({*_scores(scored, ends, scored.own)}) == 1 for ends in missed)


def pays_for_more(scored: ScoredDeal) -> bool:
    """Returns whether one trick less scores worse than the bid or any more, for every bid above 0.

    For some bid an overtrick must also score at least as much as the exact number.
    """
    by_bid = _scores_from_one_less(scored)
    return all(fewer < min(enough) for fewer, *enough in by_bid) and any(
        made <= more for _, made, more, *_ in by_bid
    )


def loses_by_more(scored: ScoredDeal, *, low_wins: bool) -> bool:
    """Returns whether more tricks than the bid are a loss.

    They are if, for some bid above 0, they score like one too few, or if for every bid the first
    of them costs points. The result is False if the score depends on more than the player's own
    bid and tricks.
    """
    sign = -1 if low_wins else 1
    by_bid = [[sign * score for score in scores] for scores in _scores_from_one_less(scored)]
    return any(min(more) <= fewer for fewer, _, *more in by_bid) or (
        bool(by_bid) and all(more < made for _, made, more, *_ in by_bid)
    )


def _scores_from_one_less(scored: ScoredDeal) -> list[list[int]]:
    """Returns, for each bid above 0 and below all tricks, the scores with one trick less, the bid
    and every number of tricks above it.

    The result is empty if a score depends on more than the player's own bid and tricks, or has no
    value.
    """
    if scored.called or scored.used & (_OTHERS_VARIABLES | {"points"}):
        return []
    own, cards = initial_values(scored.rules), scored.cards
    by_bid = []
    for bid in _bids(scored, own):
        if 0 < bid < cards:
            scores = _scores(scored, [(bid, tricks) for tricks in range(bid - 1, cards + 1)], own)
            by_bid.append([score for score in scores if score is not None])
            if len(by_bid[-1]) < len(scores):
                return []
    return by_bid


def pays_exactly(scored: ScoredDeal, *, low_wins: bool) -> bool:
    """Returns whether it is best to have bid exactly the number of tricks won.

    For every number of tricks, no other bid scores better than that number, and some higher and
    some lower bid scores worse. A score that depends on more than the player's own bid and tricks
    is judged by its names, and by whether made bids score better in examples.
    """
    score = scored.rules.score
    if scored.called or scored.used & (_OTHERS_VARIABLES | {"points"}):
        reads_misses = any(part in MISSED for part in everything_in(score))
        return ("made" in scored.used or reads_misses) and pays_to_keep(
            scored, eq, low_wins=low_wins
        )
    own = initial_values(scored.rules)
    bids = _bids(scored, own)
    pairs = [(bid, tricks) for tricks in bids for bid in bids]
    scores = _scores(scored, pairs, own)
    if None in scores:
        return False
    sign = -1 if low_wins else 1
    points = {pair: sign * (score or 0) for pair, score in zip(pairs, scores, strict=True)}
    losses = {pair: points[pair[1], pair[1]] - points[pair] for pair in pairs}
    over = any(loss > 0 for (bid, tricks), loss in losses.items() if tricks == bid + 1)
    under = any(loss > 0 for (bid, tricks), loss in losses.items() if tricks == bid - 1)
    return over and under and min(losses.values()) >= 0


def pays_to_keep(
    scored: ScoredDeal, is_kept: Callable[[int, int], bool], *, low_wins: bool
) -> bool:
    """Returns whether bids that are kept, given the tricks and the bid, score better on average.

    Only scores for equal numbers of tricks are compared. Values that depend on the cards or on
    other players are those of an example. Without any comparison, the result is True.
    """
    own = initial_values(scored.rules)
    bids = _bids(scored, own)
    pairs = [(bid, tricks) for tricks in bids for bid in bids]
    scores = dict(zip(pairs, _scores(scored, pairs, own), strict=True))
    gains = [
        better - worse
        for tricks in bids
        for kept, missed in product(bids, repeat=2)
        if is_kept(tricks, kept) and not is_kept(tricks, missed)
        if (better := scores[kept, tricks]) is not None
        if (worse := scores[missed, tricks]) is not None
    ]
    return not gains or (sum(gains) < 0 if low_wins else sum(gains) > 0)


def misses_fail(context: SheetContext, rules: DealRules) -> bool:
    """Returns whether exactly the bids that are not made fail: by the score and as contracts."""
    is_made = CompletedWhen(Variable("made"))
    if isinstance(rules.completed, CompletedWhen) and rules.completed != is_made:
        return False
    largest = max(context.dealt(rules.name), key=lambda dealt: dealt.high)
    used = variables(reachable_score(context, rules))
    scored = ScoredDeal("", rules, largest.high, max(1, largest.number), used)
    return pays_exactly(scored, low_wins=context.game.winner.low_wins)


def _figures(
    scored: ScoredDeal, ends: Sequence[_BidAndTricks], own: _PastValues
) -> tuple[str, ...]:
    """Returns a player's points for each bid and number of tricks, as the table shows them."""
    # empty after a bid that the limits never allow, and if only such a bid is right
    chosen = isinstance(scored.rules.bid, ChosenBid)
    never = scored.never_bid if scored.used & _MADE_VARIABLES else frozenset()
    return tuple(
        ""
        if score is None
        or max(tricks, (bid or 0) * chosen) > scored.cards
        or (bid == tricks and bid in never)
        else signed(score)
        for (bid, tricks), score in zip(ends, _scores(scored, ends, own), strict=True)
    )


def _scores(
    scored: ScoredDeal, ends: Sequence[_BidAndTricks], own: _PastValues
) -> Sequence[int | None]:
    """Returns a player's points for each bid and number of tricks, None for a score without a
    value.
    """
    rules, cards = scored.rules, scored.cards
    read = variables(rules.score)
    bids = not isinstance(rules.bid, NoBid)
    columns = read | {"made"} if bids and RowMade().name in read else read
    names = [name for name in ORDER if name in columns]
    past: list[tuple[str, Value]] = [(name, came_to) for name, came_to in own if name in read]
    if "trump" in read:
        past.append(("trump", scored.trump))
    worth = [0, *accumulate(trick_values(rules, cards))]
    rows: list[Row] = []
    for bid, tricks in ends:
        figures = {
            "tricks": tricks,
            "points": worth[tricks] if tricks <= cards else 0,
            "most": tricks,
            "most_count": 1,
        }
        if bid is not None:
            figures |= {
                "bid": bid,
                "bids": cards,
                "made": tricks == bid,
                "makers": int(tricks == bid),
            }
            figures |= {"highest_bid": bid, "same_bids": 0}
        rows.append((*(figures[name] for name in names), *(came_to for _, came_to in past)))
    outcomes = count_this_deal(Outcomes((*names, *(name for name, _ in past)), rows))
    return score_column(rules, scored.number, cards, outcomes)


def _value_examples(scored: ScoredDeal) -> Iterator[str]:
    """Yields an example of a deal in which tricks differ in value.

    It shows the first and the last trick, or one with cards that have a value.
    """
    cards, rules = scored.cards, scored.rules
    taken = (0, cards - 1) if cards > 1 else (0,)
    verb = " score" if cards > 1 else " scores"
    if worths(rules, cards).by_trump:
        example = _trick_of_cards(scored)
        if example is None:
            return
        text, points = example
        taken, verb = (0,), ", scores"
    else:
        shown = _shown_values(rules, cards, taken)
        points = sum(shown)
        text = "the first and the last trick" if cards > 1 else "the only trick"
        if rules.worth_by_rank:
            text = join_words(
                [_won_with(rules, cards, *one) for one in zip(taken, shown, strict=True)]
            )
        text += f" ({' + '.join(signed(one) for one in shown)})"
    tricks = len(taken)
    bid = rules.bid.number if isinstance(rules.bid, FixedBid) else tricks
    taking = Taking(bid, cards, tricks, points, tricks, 1, 0, bid, 0, scored.own, scored.trump)
    if isinstance(rules.bid, NoBid):
        taking = taking._replace(bid=None, bids=None, makers=None, highest_bid=None, same_bids=None)
    else:
        text += f" after a bid of {bid}"
    result = seat_result(rules, deal=scored.number, cards=cards, taking=taking)
    yield _example(scored, "cards", f"{text}{verb} {signed(result.score)}.")


def _trick_of_cards(scored: ScoredDeal) -> tuple[str, int] | None:
    """Describes a trick whose cards have points, and returns what every such trick is worth.

    Returns None if the rank that wins the trick decides as well, or if no such trick is possible.
    """
    rules = scored.rules
    trick_worths = worths(rules, scored.cards)
    first, *later = trick_worths.choices
    trumps = [scored.trump] if "trump" in scored.used else [*trick_worths.by_trump]
    trump = next((trump for trump in trumps if shown_cards(rules, trump)), None)
    if trump is None or len(first) > 1:
        return None
    held, worth_by_face = shown_cards(rules, trump), trick_worths.by_face(trump)
    left = Counter(map(face_of, rules.deck.cards))
    left.subtract(held)
    worthless = sum(
        many
        for face, many in left.items()
        if face.rank not in rules.wild.ranks
        and not any(of_card[face] for of_card in trick_worths.by_trump.values())
    )
    room = rules.players - len(held)
    if room > worthless:
        return None
    is_first = any(choices != first for choices in later)
    text = "the first trick of the deal, with" if is_first else "one trick with"
    text += f" {join_words([card_single(card) for card in held])}"
    if trump_worths(rules):
        text += ", none of them a trump" if rules.card_worth.worths else ", all of them trumps"
    if room and worthless < left.total():
        text += ", but no other card worth points"
    points = first[0] + sum(worth_by_face[card] for card in held)
    return f"{text}, which is worth {counted(points, 'point')}", points


def _shown_values(rules: DealRules, cards: int, taken: tuple[int, ...]) -> list[int]:
    """Returns the values of the tricks in an example; the first trick has the rarest one."""
    trick_worths = worths(rules, cards)
    first, *others = taken
    usual = trick_worths.by_winner
    seldom = [value for value in trick_worths.choices[first] if value != usual[first]]
    return [seldom[-1] if seldom else usual[first], *(usual[trick] for trick in others)]


def _won_with(rules: DealRules, cards: int, trick: int, value: int) -> str:
    """Describes a trick of that value, by its winning card or by its place in the deal."""
    by_rank = worths(rules, cards).by_rank
    ranks = by_rank[trick]
    which = "a trick"
    if any(other != ranks for other in by_rank):
        which = "the first trick" if trick == 0 else "the last trick"
        if len(set(ranks.values())) == 1:
            return which
    rank = next(rank for rank, worth in ranks.items() if worth == value)
    if which == "a trick":
        return f"a trick won with {rank_single(rank)}"
    return f"{which}, won with {rank_single(rank)},"


def _example(scored: ScoredDeal, always: str, text: str) -> str:
    """Returns an example with its setting in front, such as `Blind with 4 players in deal 9: `.

    The setting includes the fact named by `always`, if the sheet has it.
    """
    facts = replace(scored, used=scored.used | {always}).deal_facts.values()
    holding = join_words([fact.removeprefix("with ") for fact in facts if fact.startswith("with ")])
    others = [fact for fact in facts if not fact.startswith("with ")]
    if "trump" in scored.used:
        others.append(f"and {_trump_phrase([scored.trump])}")
    parts = [scored.name, f"with {holding}" if holding else "", *others]
    intro = " ".join(filter(None, parts))
    return capital(f"{intro}: {text}" if intro else text)


def _match_examples(scored: ScoredDeal) -> list[str]:
    """Returns examples of possible deals in which a score also depends on the other players."""
    rules = scored.rules
    auction = auction_numbers(rules, deal=scored.number, cards=scored.cards)
    hears = bool(auction) and "auction" in variables(rules.score)
    first = {RowMade().name: scored.made_before, **({"auction": auction.start} if hears else {})}
    past = tuple(
        replace(
            past_figures,
            by_seat=(
                first.get(past_figures.name, past_figures.by_seat[0]),
                *past_figures.by_seat[1:],
            ),
        )
        for past_figures in initial_past(rules)
    )
    examples = []
    for tricks, bids in _example_results(scored, auction.start if auction else None):
        taken = tuple(seat for seat, won in enumerate(tricks) for _ in range(won))
        points = None
        if not worths(rules, scored.cards).takers_decide:  # the values do not count, so any will do
            points = some_points(rules, scored.cards, taken)
        results = score_deal(
            rules,
            deal=scored.number,
            cards=scored.cards,
            bids=bids,
            tricks=tricks,
            taken=taken,
            points=points,
            past=past,
            trump=scored.trump,
        )
        details = ""
        if "points" in scored.used and each_worth(rules, scored.cards) is None:
            worth = join_words([signed(own) for own in some_points(rules, scored.cards, taken)])
            details = f" (worth {worth} points)"
        if bids is not None:
            details += f" after bids of {join_words([str(bid) for bid in bids])}"
        if BLIND in scored.used:
            details += ", none of them blind"
        if hears:
            details += (
                f", the first of them by the winner of the auction, who had said {auction.start}"
            )
        if scored.made_before:
            details += (
                f", the first by who has made {made_in_row(scored.made_before)}, the others none"
            )
        details += "," * (BLIND in scored.used or hears or scored.made_before > 0)
        text = (
            f"tricks of {join_words([str(won) for won in tricks])}{details} score"
            f" {join_words([signed(result.score) for result in results])}."
        )
        examples.append(_example(scored, "players", text))
    return list(dict.fromkeys(examples))


def _example_results(
    scored: ScoredDeal, won_with: int | None
) -> Iterator[tuple[tuple[int, ...], tuple[int, ...] | None]]:
    """Yields the tricks and bids of examples.

    `won_with` is the number with which the first player has won the auction, if there is one.
    """
    rules = scored.rules
    fixed = (rules.bid.number,) * rules.players if isinstance(rules.bid, FixedBid) else None
    chosen = isinstance(rules.bid, ChosenBid)
    may_be_bid = _bids_checker(scored, won_with) if chosen else None
    for ways in (*_distributions(scored.cards, rules.players), _with_nil(scored)):
        for tricks in ways:
            if may_be_bid is None:
                yield tricks, fixed
                break
            bids = next(filter(may_be_bid, _likely_bids(tricks, scored.cards)), None)
            if bids is not None:
                yield tricks, bids
                break


def _likely_bids(tricks: tuple[int, ...], cards: int) -> Iterator[tuple[int, ...]]:
    """Yields bids such that the first player makes theirs and as many others as possible miss."""
    first, *others = tricks
    short = (first, *(max(0, won - 1) for won in others))
    yield short
    yield (first, *(min(cards, won + 1) for won in others))
    for bid in range(cards + 1):
        yield (*short[:-1], bid)


def _with_nil(scored: ScoredDeal) -> list[tuple[int, ...]]:
    """Returns distributions of tricks in which one player has none, if a nil bid scores specially.

    The likely bids of the last two players are 0, which one makes and the other does not.
    """
    rules, cards = scored.rules, scored.cards
    own = any(
        name == "bid" and (figure == 0 or (operator, figure) == (">=", 1))
        for name, operator, figure in map(shape, everything_in(rules.score))
    )
    sharing = rules.players - 2
    if not own or sharing < 1 or cards < 2:
        return []
    best = -(-(cards - 1) // sharing)
    return [(*_shares(cards - 1, sharing, best), 1, 0)]


def _shares(tricks: int, players: int, most: int) -> Iterator[int]:
    """Yields the number of tricks of each player if the first players take as many as allowed."""
    for player in range(players):
        yield max(0, min(most, tricks - most * player))


def _bids_checker(scored: ScoredDeal, won_with: int | None) -> Callable[[tuple[int, ...]], bool]:
    """Returns a function that checks whether bids can be made in turn, starting with any bidder."""
    own = initial_values(scored.rules)
    first = [(name, won_with if name == "auction" and won_with else old) for name, old in own]
    deal, cards = scored.number, scored.cards

    def may_be(bids: tuple[int, ...]) -> bool:
        players = len(bids)
        for begins in range(players):
            made: tuple[int, ...] = ()
            for place in range(players):
                seat = (begins + place) % players
                past = own if seat else tuple(first)
                if bids[seat] not in legal_bids(
                    scored.rules, deal=deal, cards=cards, bids=made, past=past
                ):
                    break
                made += (bids[seat],)
            else:
                return won_with is None or bids[0] >= won_with
        return False

    return may_be


def _distributions(cards: int, players: int) -> list[list[tuple[int, ...]]]:
    """Returns distributions of tricks in which one player has the most, and in which two players
    tie.
    """
    return [
        [
            (*(best,) * tied, *_shares(cards - tied * best, players - tied, best - 1))
            for best in range(1, cards + 1)
            if 0 <= cards - tied * best <= (players - tied) * (best - 1)
        ]
        for tied in (1, 2)
    ]
