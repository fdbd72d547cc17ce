"""Scoring as a worked table: what every number of tricks brings in each kind of deal."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass

from clagdsl.explain.english import capital, counted, listed, signed
from clagdsl.explain.rule_sheet.base_rules import cards_dealt
from clagdsl.explain.rule_sheet.context import SheetContext, is_called
from clagdsl.explain.rule_sheet.document import Block, Bullets, Grid
from clagdsl.lang.expr.evaluate import EvaluationError
from clagdsl.lang.expr.free_variables import variables
from clagdsl.lang.rules import BidInTurn, FixedBid
from clagdsl.table.deal_rules import DealRules
from clagdsl.table.scoring import Taking, score_deal, seat_result, trick_values
from clagdsl.table.tabulate import score_or_none

_OF_OTHERS = frozenset({"most", "most_count", "makers", "bids"})


@dataclass(frozen=True, slots=True)
class Scored:
    """A kind of deal whose score is to be shown: its name, its rules, its largest size.

    The name is "" where there is but one kind.
    """

    name: str
    rules: DealRules
    cards: int
    number: int


def point_blocks(reading: SheetContext, deals: list[Scored]) -> list[Block]:
    """The table of scores, and examples where a score depends on more than one's own tricks."""
    rows: list[tuple[str, ...]] = []
    examples: list[str] = []
    most = max(scored.cards for scored in deals)
    for scored in deals:
        used = variables(reading.fold(scored.rules.score))
        values = trick_values(scored.rules, scored.cards)
        valued = "points" in used and len(set(values)) > 1
        if valued and is_called(reading.game, scored.rules, "trick_worth"):
            continue  # what its tricks are worth, somebody calls
        if used & _OF_OTHERS or valued:
            # An example may hold a bid that the limits forbid, and a score without a value.
            with suppress(EvaluationError):
                of_others = bool(used & _OF_OTHERS)
                examples += _match_examples(scored) if of_others else [_value_example(scored)]
        else:
            rows += (row for row in _rows(scored, used, most) if any(row[1:]))
    blocks: list[Block] = []
    if rows:
        head = ("Tricks won", *(str(tricks) for tricks in range(most + 1)))
        blocks.append(Grid(head, tuple(rows), _caption(reading, deals), figures=True))
    if examples:
        blocks.append(Bullets(tuple(examples)))
    return blocks


def _caption(reading: SheetContext, deals: list[Scored]) -> str:
    used = frozenset().union(*(variables(reading.fold(s.rules.score)) for s in deals))
    told = []
    if "cards" in used:
        told.append(f"with {counted(max(s.cards for s in deals), 'card')}")
    if "deal" in used:
        told.append(f"in deal {deals[0].number}")
    if "players" in used:
        told.append(f"with {deals[0].rules.players} players")
    return f"Points in a deal, {listed(told)}" if told else "Points in a deal"


def _rows(scored: Scored, used: frozenset[str], most: int) -> Iterator[tuple[str, ...]]:
    cards, name = scored.cards, capital(scored.name)
    tricks = range(most + 1)
    who = f"{name}, bid" if name else "Bid"
    if not isinstance(scored.rules.bid, BidInTurn):
        fixed = scored.rules.bid.number if isinstance(scored.rules.bid, FixedBid) else None
        yield (name or "Points", *(_figure(scored, fixed, t) for t in tricks))
    elif "bid" in used:
        for bid in range(cards + 1):
            yield (f"{who} {bid}", *(_figure(scored, bid, t) for t in tricks))
    elif "made" in used:
        yield (f"{who} right", *(_figure(scored, t, t) for t in tricks))
        yield (f"{who} wrong", *(_figure(scored, t + 1 if t == 0 else 0, t) for t in tricks))
    else:
        yield (name or "Points", *(_figure(scored, 0, t) for t in tricks))


def _figure(scored: Scored, bid: int | None, tricks: int) -> str:
    """What a player scores, as the table shows it."""
    if tricks > scored.cards:
        return ""
    points = sum(trick_values(scored.rules, scored.cards)[:tricks])
    alone = (None, None, None) if bid is None else (bid, scored.cards, 0)
    taking = Taking(alone[0], alone[1], tricks, points, tricks, 1, alone[2])
    score = score_or_none(scored.rules, scored.number, scored.cards, taking)
    # there is none after a bid that the limits never let anybody make
    return "" if score is None else signed(score)


def _value_example(scored: Scored) -> str:
    """A deal in which the tricks differ in value: the first and the last trick taken."""
    cards, rules = scored.cards, scored.rules
    values = trick_values(rules, cards)
    taken = (0, cards - 1) if cards > 1 else (0,)
    points = sum(values[trick] for trick in taken)
    bid = rules.bid.number if isinstance(rules.bid, FixedBid) else len(taken)
    whole = Taking(bid, cards, len(taken), points, len(taken), 1, 0)
    none = rules.bid.kind == "none"
    if none:
        whole = Taking(None, None, len(taken), points, len(taken), 1, None)
    result = seat_result(rules, deal=scored.number, cards=cards, taking=whole)
    who = "" if none else f" after a bid of {bid}"
    tricks = "the first and the last trick" if cards > 1 else "the only trick"
    value = " + ".join(signed(values[trick]) for trick in taken)
    return (
        f"{_opening(scored, f'with {cards_dealt(cards, cards)}')}: {tricks} ({value}){who}"
        f" {'score' if cards > 1 else 'scores'} {signed(result.score)}."
    )


def _opening(scored: Scored, table: str) -> str:
    return capital(f"{scored.name} {table}".strip())


def _match_examples(scored: Scored) -> list[str]:
    """Deals in which a score depends on the other players, too."""
    rules = scored.rules
    examples = []
    for tricks in _distributions(scored.cards, rules.players):
        bids = None
        if isinstance(rules.bid, BidInTurn):
            bids = (tricks[0], *(max(0, won - 1) for won in tricks[1:]))
        elif isinstance(rules.bid, FixedBid):
            bids = (rules.bid.number,) * rules.players
        taken = tuple(seat for seat, won in enumerate(tricks) for _ in range(won))
        results = score_deal(
            rules, deal=scored.number, cards=scored.cards, bids=bids, tricks=tricks, taken=taken
        )
        told = "" if bids is None else f" after bids of {listed([str(bid) for bid in bids])}"
        examples.append(
            f"{_opening(scored, f'with {rules.players} players')}: tricks of"
            f" {listed([str(won) for won in tricks])}{told} score"
            f" {listed([signed(result.score) for result in results])}."
        )
    return examples


def _distributions(cards: int, players: int) -> list[tuple[int, ...]]:
    """How the tricks may fall: one player with the most, and two who tie for it."""
    found = []
    for tied in (1, 2):
        for best in range(1, cards + 1):
            left, others = cards - tied * best, players - tied
            if others >= 0 and 0 <= left <= others * (best - 1):
                rest = []
                for _ in range(others):
                    rest.append(min(best - 1, left))
                    left -= rest[-1]
                found.append((*(best,) * tied, *rest))
                break
    return found
