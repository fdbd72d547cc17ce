"""Plays whole matches: who deals and calls next, running totals, winners, payments."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from reference.calls import CHOICES, rules_of
from reference.play import PlayedDeal, lively, play_deal
from reference.table import PACK, DealRules, results
from reference.variants import NORMAL, SPECIALS

UP = [1, 2, 3, 4, 5, 6, 7]
DOWN = UP[::-1]


def hand_sizes(variant: str) -> list[int]:
    """The cards of every deal of a game with a fixed schedule."""
    special = [7] * len(SPECIALS[variant])
    return DOWN + special + UP if variant == "scottish" else UP + special + DOWN


def rules_at(variant: str, number: int) -> DealRules:
    return SPECIALS[variant].get(number, NORMAL[variant])


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
        if variant in ("pagat", "raf-pagat"):
            fewest = min(self.failed[seat] for seat in tied)
            tied = [seat for seat in tied if self.failed[seat] == fewest]
        if variant == "rewrite":
            most = max(self.completed[seat] for seat in tied)
            tied = [seat for seat in tied if self.completed[seat] == most]
        return tied

    def payments(self, variant: str) -> list[str]:
        """Pagat's money: 5 a point and 10 a contract, shared by joint winners."""
        paid = [Fraction(0)] * self.players
        winners = self.winners(variant)
        if variant in ("pagat", "raf-pagat"):
            for loser in set(range(self.players)) - set(winners):
                # Joint winners have the same total and failed equally often.
                points = self.totals[winners[0]] - self.totals[loser]
                contracts = self.failed[loser] - self.failed[winners[0]]
                amount = 5 * points + 10 * contracts
                paid[loser] -= amount
                for winner in winners:
                    paid[winner] += Fraction(amount, len(winners))
        return [str(amount) for amount in paid]


def shuffled(generator: random.Random) -> list[str]:
    pack = list(PACK)
    generator.shuffle(pack)
    return pack


def deal_winner(variant: str, scores: list[int], dealer: int) -> int:
    """Ties go clockwise from the dealer's left; Pagat's caller has scored points at all."""
    players = len(scores)
    from_left = [(dealer + 1 + step) % players for step in range(players)]
    if variant == "raf-pagat" and max(scores) > 0:
        return next(seat for seat in from_left if scores[seat] > 0)
    return next(seat for seat in from_left if scores[seat] == max(scores))


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


def played_match(variant: str, players: int, seed: str = "match", deals: int = 8) -> dict[str, Any]:
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
        calls = called(variant, generator) if with_calls else ()
        rules = rules_of(variant, calls) if with_calls else rules_at(variant, number)
        opening = [f"cards {cards}", f"call {', '.join(calls)}".strip()] if with_calls else []
        pack = shuffled(generator)
        played = play_deal(rules, players, cards, dealer, pack, lively(generator), caller)
        actions = opening + [step.action for step in played.steps]
        rows.append({"dealer": dealer, "pack": " ".join(pack), "actions": actions})
        scores = standing.add(variant, played)
        running.append(list(standing.totals))
        winner = deal_winner(variant, scores, dealer)
        dealer = winner if variant == "raf-pagat" else (dealer + 1) % players
        caller = winner if variant == "raf" else dealer
    return {
        "deals": rows,
        "expect": {
            "totals": running,
            "winners": standing.winners(variant),
            "payments": standing.payments(variant),
        },
    }
