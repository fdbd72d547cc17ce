"""A deal, or a call, by what is different in it."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import fields

from clagdsl.explain.rule_sheet.base_rules import (
    bid_sentences,
    caller_sentence,
    deal_won_sentence,
    follow_sentence,
    group_sentences,
    in_turn,
    lead_sentence,
    limit_sentences,
    next_deal_sentences,
    rank_sentence,
    sight_sentences,
    top_card_sentences,
    trick_winner_sentence,
    trump_sentences,
    turned_after_bids,
    wild_sentences,
)
from clagdsl.explain.rule_sheet.context import Reading, is_called
from clagdsl.explain.rule_sheet.score_text import (
    contract_condition,
    score_sentence,
    trick_value_sentence,
)
from clagdsl.lang.expr.free_variables import variables
from clagdsl.lang.rules import (
    ASPECTS,
    AspectName,
    Call,
    CompletedWhen,
    FixedBid,
    Game,
    TurnedTrump,
)
from clagdsl.table.deal_rules import DealRules

_FIELDS = {"rank": "ranks"}


def changed_aspects(rules: DealRules, reference: DealRules) -> frozenset[AspectName]:
    """The aspects in which a deal differs from another."""
    known = {field.name for field in fields(DealRules)}
    names = {aspect: _FIELDS.get(aspect, aspect) for aspect in ASPECTS}
    return frozenset(
        aspect
        for aspect, name in names.items()
        if name in known and getattr(rules, name) != getattr(reference, name)
    )


def contracts_matter(game: Game) -> bool:
    """Whether completed or failed contracts decide anything."""
    counted = {"fewest failed", "most completed"} & set(game.winner.criteria)
    paid = variables(game.settlement.expression) if game.settlement else frozenset()
    return bool(counted) or any(name.endswith(("failed", "completed")) for name in paid)


def changes(
    reading: Reading,
    rules: DealRules,
    reference: DealRules,
    aspects: Collection[AspectName],
    sizes: tuple[int, ...],
) -> list[str]:
    """What is different in a deal, in the order in which it matters at the table."""
    return [
        *_cards(rules, reference, aspects),
        *_trumps(reading, rules, reference, aspects),
        *_bids(reading, rules, aspects),
        *_play(rules, reference, aspects),
        *_points(reading, rules, aspects, sizes),
        *_after(rules, aspects),
    ]


def _cards(rules: DealRules, reference: DealRules, aspects: Collection[AspectName]) -> list[str]:
    told = []
    if "rank" in aspects:
        told.append(rank_sentence(rules.ranks, reference.ranks))
    if "wild" in aspects:
        told += wild_sentences(rules)
    if "call" in aspects:
        call = rules.call
        told += (
            [caller_sentence(call), *group_sentences(call)]
            if isinstance(call, Call)
            else ["Nothing is called."]
        )
    return told


def _trumps(
    reading: Reading, rules: DealRules, reference: DealRules, aspects: Collection[AspectName]
) -> list[str]:
    told = []
    if "trump" in aspects:
        called = is_called(reading.game, reference, "trump")
        told += trump_sentences(rules, isinstance(reference.trump, TurnedTrump) and not called)
        if trick_winner_sentence(rules) != trick_winner_sentence(reference):
            told.append(trick_winner_sentence(rules))
        if _order(rules) and rules.follows:
            told.append("Players must still follow suit if they can.")
    elif "shown" in aspects and isinstance(rules.trump, TurnedTrump) and in_turn(rules):
        if not turned_after_bids(rules):
            told.append("The trump card is turned up before the bids.")
        elif rules.sight != "after bids":
            told.append("The trump card is turned up only after everybody has bid.")
    return told


def _order(rules: DealRules) -> bool:
    """Whether every suit trumps those after it."""
    what = getattr(rules.trump, "what", "")
    return rules.trump.kind == "order" or what == "order"


def _bids(reading: Reading, rules: DealRules, aspects: Collection[AspectName]) -> list[str]:
    told = []
    if {"sight", "shown"} & set(aspects):
        told += sight_sentences(rules)
        if "sight" in aspects and rules.sight == "before bids":
            told.append("The cards are looked at before the bids.")
    if "bid" in aspects:
        told += bid_sentences(reading, rules)
    elif {"last_bid", "each_bid"} & set(aspects) and in_turn(rules):
        told += limit_sentences(reading, rules)
    return told


def _play(rules: DealRules, reference: DealRules, aspects: Collection[AspectName]) -> list[str]:
    told = []
    if "lead" in aspects:
        told.append(lead_sentence(rules))
    if "play" in aspects:
        told += top_card_sentences(rules) if rules.play == "top card" else ["Any card is played."]
    if rules.play == "any card" and ("follow" in aspects or reference.play == "top card"):
        told.append(follow_sentence(rules))
    return told


def _points(
    reading: Reading,
    rules: DealRules,
    aspects: Collection[AspectName],
    sizes: tuple[int, ...],
) -> list[str]:
    told = []
    score = variables(reading.fold(rules.score))
    if "trick_worth" in aspects:
        told.append(trick_value_sentence(reading, rules, sizes))
    restated = "bid" in aspects and bool({"made", "bid"} & score)
    if "score" in aspects or restated:
        told.append(score_sentence(reading, rules))
    fixed = "bid" in aspects and isinstance(rules.bid, FixedBid)
    if ("completed" in aspects or fixed) and contracts_matter(reading.game):
        told.append(contract_sentence(reading, rules))
    return told


def contract_sentence(reading: Reading, rules: DealRules) -> str:
    """When a contract counts as completed."""
    if isinstance(rules.completed, CompletedWhen):
        condition = contract_condition(reading, rules, rules.completed.condition)
        return f"Your contract is completed if {condition}; otherwise it has failed."
    return "The deal counts neither as a completed contract nor as a failed one."


def _after(rules: DealRules, aspects: Collection[AspectName]) -> list[str]:
    told = []
    if "won_by" in aspects:
        told.append(deal_won_sentence(rules))
    if "next_dealer" in aspects:
        told += next_deal_sentences(rules)
    return told
