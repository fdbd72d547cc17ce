"""Plays whole matches: who deals and calls next, running totals, winners, payments."""

from __future__ import annotations

import random
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any

from reference.calls import CHOICES, rules_of
from reference.play import PlayedDeal, lively, play_deal
from reference.table import PACK, DealRules, results
from reference.variants import DEFAULT, Readings, deal_rules, raf_called, special_deals

UP = [1, 2, 3, 4, 5, 6, 7]
DOWN = UP[::-1]


def hand_sizes(variant: str) -> list[int]:
    """The cards of every deal of a game with a fixed schedule."""
    special = [7] * len(special_deals(variant))
    return DOWN + special + UP if variant == "scottish" else UP + special + DOWN


def is_pagats(variant: str) -> bool:
    """Whether Pagat's tie-break and settlement hold: its own games and its variations."""
    return variant in ("pagat", "raf-pagat") or variant.startswith("house/")


@dataclass
class Standing:
    """Totals and contracts by seat."""

    players: int
    totals: list[int] = field(default_factory=list)
    failed: list[int] = field(default_factory=list)
    completed: list[int] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.totals = [0] * self.players
        self.failed = [0] * self.players
        self.completed = [0] * self.players

    def add(self, variant: str, played: PlayedDeal) -> list[int]:
        """Count a deal; the scores."""
        made = results(played.rules, played.cards, played.bids, played.taken, self.players)
        for seat, result in enumerate(made):
            self.totals[seat] += played.rules.score(result)
            if played.rules.bidding == "none" and variant != "rewrite":
                continue  # Highest Number: nobody nominates, so nobody is wrong
            right = result.alone_with_most if played.rules.bidding == "none" else result.made
            self.completed[seat] += right
            self.failed[seat] += not right
        return [played.rules.score(result) for result in made]

    def winners(self, variant: str) -> list[int]:
        """The highest total; then Pagat: fewest failed, the retelling: most completed."""
        seats = list(range(self.players))
        best = max(self.totals)
        tied = [seat for seat in seats if self.totals[seat] == best]
        if is_pagats(variant):
            fewest = min(self.failed[seat] for seat in tied)
            tied = [seat for seat in tied if self.failed[seat] == fewest]
        if variant == "rewrite":
            most = max(self.completed[seat] for seat in tied)
            tied = [seat for seat in tied if self.completed[seat] == most]
        return tied

    def payments(self, variant: str, readings: Readings = DEFAULT) -> list[str]:
        """Pagat's money: 5 a point and 10 a contract unless agreed, shared by joint winners."""
        point, contract = readings.get("point_stake", 5), readings.get("contract_stake", 10)
        paid = [Fraction(0)] * self.players
        winners = self.winners(variant)
        if is_pagats(variant):
            for loser in set(range(self.players)) - set(winners):
                # Joint winners have the same total and failed equally often.
                points = self.totals[winners[0]] - self.totals[loser]
                contracts = self.failed[loser] - self.failed[winners[0]]
                amount = point * points + contract * contracts
                paid[loser] -= amount
                for winner in winners:
                    paid[winner] += Fraction(amount, len(winners))
        return [str(amount) for amount in paid]


def shuffled(generator: random.Random) -> list[str]:
    pack = list(PACK)
    generator.shuffle(pack)
    return pack


def deal_winner(variant: str, scores: list[int], dealer: int, readings: Readings = DEFAULT) -> int:
    """Who has won a deal, found by walking round the table clockwise from the dealer.

    Pagat: it is the player who scores points, and the first one reached where several do.  Where
    nobody scores the page is silent: the most points decide then, as in Wikipedia's game.
    Wikipedia says only that the deal is won: by the most points, with Pagat's way to part equals.
    """
    players = len(scores)
    scores_points = variant == "raf-pagat" and not readings.get("winner_has_most")
    seat = winner = (dealer + 1) % players
    while True:
        if scores_points and scores[seat] > 0:
            return seat
        if scores[seat] > scores[winner]:
            winner = seat
        if seat == dealer:
            return winner
        seat = (seat + 1) % players


def called(variant: str, generator: random.Random) -> tuple[str, ...]:
    chosen: list[str] = []
    for kind, names in CHOICES[variant]:
        if kind == "one of":
            chosen.append(generator.choice(names))
        elif kind == "any of":
            chosen += [name for name in names if generator.random() < 0.3]
        elif generator.random() < 0.5:
            chosen.append(generator.choice(names))
    return tuple(chosen)


def uncalled(readings: Readings) -> DealRules:
    """The first deal of the Royal Air Force where nobody has won the right to call it."""
    return replace(raf_called((), readings), trump="turned")


def played_match(
    variant: str,
    players: int,
    seed: str = "match",
    deals: int = 8,
    readings: Readings = DEFAULT,
) -> dict[str, Any]:
    """A match from the first deal to the payments, in the form of the cases."""
    generator = random.Random(f"{seed}/{variant}/{players}")
    standing = Standing(players)
    dealer = caller = players - 1
    rows: list[dict[str, Any]] = []
    running: list[list[int]] = []
    with_calls = variant in CHOICES
    sizes = [0] * deals if with_calls else hand_sizes(variant)
    for number, fixed in enumerate(sizes, start=1):
        cards = fixed or generator.randint(3, 7)
        is_called = with_calls and (number > 1 or readings.get("first_called", True))
        calls = called(variant, generator) if is_called else ()
        rules = (
            rules_of(variant, calls, readings)
            if is_called
            else uncalled(readings)
            if with_calls
            else deal_rules(variant, number, readings)
        )
        opening = [f"cards {cards}"] if with_calls else []
        if is_called:
            opening.append(f"call {', '.join(calls)}".strip())
        pack = shuffled(generator)
        played = play_deal(rules, players, cards, dealer, pack, lively(generator), caller)
        actions = opening + [step.action for step in played.steps]
        who = {"dealer": dealer, **({"caller": caller} if is_called else {})}
        acting = [dealer, caller][: len(opening)] + [step.seat for step in played.steps]
        rows.append(
            {
                **who,
                "pack": " ".join(pack),
                "actions": actions,
                "seats": "".join(map(str, acting)),
            }
        )
        scores = standing.add(variant, played)
        running.append(list(standing.totals))
        winner = deal_winner(variant, scores, dealer, readings)
        winner_deals = variant == "raf-pagat" or readings.get("caller_deals")
        dealer = winner if winner_deals else (dealer + 1) % players
        caller = winner if variant == "raf" else dealer
    return {
        "deals": rows,
        "expect": {
            "totals": running,
            "winners": standing.winners(variant),
            "payments": standing.payments(variant, readings),
        },
    }
