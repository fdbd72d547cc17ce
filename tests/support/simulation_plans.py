"""The games on which the simulator is compared: tables of every rules file, and corner cases."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import get_args

import clagdsl
from clagdsl.api import PlayableGame
from clagdsl.lang.policies.deal_end import NextDealer
from clagdsl.lang.rules import Value
from support.loaded import loaded
from support.simulation_games import compare
from support.simulation_rules import values_of

CORNERS = {
    "the number of the deal in a limit on each bid": """
      bid in turn each bid keeps bid != deal % 2 score tricks completed not counted""",
    "the number of the deal in a limit on the last bid": """
      bid in turn last bid keeps bids % 3 != deal % 3 score tricks completed not counted""",
    "the number of the deal behind otherwise": """
      bid in turn each bid keeps bid > 9, otherwise bid != deal % 2 score 1""",
    "the number of the deal behind otherwise for the last": """
      bid in turn last bid keeps bid > 9, otherwise bid != deal % 2 score 1""",
    "both limits": """
      bid in turn each bid keeps bid != 1 last bid keeps bids != cards score tricks""",
    "a limit that looks at the sum alone": """
      bid in turn each bid keeps bids < 3, otherwise bid = 2 score tricks""",
    "the number of the deal in the score": "bid none score deal completed not counted",
    "the number of the deal in the contract": "bid none score 1 completed when tricks < deal - 1",
    "tricks of one value": "trick worth 3 bid none score points completed not counted",
    "tricks of other values": "trick worth 2 - trick bid none score points completed not counted",
    "tricks of other values by the card that wins": """
      trick worth 10 when won_with = 2, trick when won_with != A, otherwise 5
      wild 2 bid in turn score points + tricks when made, otherwise points
      deal b is a with rank 2 3 4 5 6 7 8 9 10 J Q K A wild none""",
    "what cards are worth": """
      card worth 1 hearts, 60 QS, -2 K wild 2 bid in turn score points + bid
      deal b is a with card worth 3 AH trick worth 1 when won_with = 2, otherwise 0
      call by dealer at most one of x
      twist x card worth 0 hearts""",
    "the most tricks": "bid none score most completed not counted",
    "how many took the most": "bid none score most_count completed not counted",
    "how many made it": "bid in turn score makers completed not counted",
    "the sum of the bids": "bid in turn score bids completed not counted",
    "the bid": "bid in turn score bid completed not counted",
    "made alone": "bid in turn score 1 when made, otherwise 0 completed not counted",
    "a contract of others": "bid in turn score 1 completed when makers > 1 and most_count = 1",
    "a score without a value where no bids come to": """
      bid in turn last bid keeps bids != cards score 6 // (bids - cards)
      completed when 6 // (bids - cards) > 0""",
    "the dealer bids first": """
      bid in turn, dealer first last bid keeps bids != cards score bid
      deal b is a with bid in turn, right of dealer first""",
    "the caller bids first": """
      bid in turn, caller first last bid keeps bids != cards score 1 when made, otherwise 0
      call by winner of last deal at most one of x, y next dealer winner
      twist x bid in turn
      twist y bid in turn, right of dealer first""",
    "who bids first is drawn": """
      bid in turn, drawn first last bid keeps bids != cards score 1 when made, otherwise 0
      lead first bidder
      deal b is a with bid in turn call by dealer at most one of x, y
      twist x bid in turn, drawn first
      twist y bid fixed 1""",
    "all bid at once": """
      bid together each bid keeps bid != 1 score bids - bid when made, otherwise bids
      deal b is a with bid in turn""",
    "trump is drawn": """
      bid in turn last bid keeps bids != cards score 1 when made, otherwise 0
      deal b is a with trump drawn shown after bids call by dealer at most one of x, y
      twist x trump none
      twist y trump drawn shown before bids""",
    **{
        f"the {by} names trump by the hands of the others": f"""
          bid in turn sight others only play top card score 1 + tricks when made, otherwise 0
          deal b is a with trump named by {by} any {what}"""
        for by, what in (("dealer", "order"), ("highest bidder", "suit or none"))
    },
    "fixed bids": "bid fixed 1 score 2 * bid + bids + makers",
    "alike but for the bids": "bid in turn score bid deal b is a with bid fixed 1",
    **{
        f"{word} deals next": f"bid in turn score bid when made, otherwise -1 next dealer {word}"
        for word in get_args(NextDealer)
        if word not in ("left", "right")
    },
    "alike but for the contract": """
      bid in turn score tricks deal b is a with completed when bid = 0""",
    "alike but for the values": """
      trick worth 1 bid none score points completed not counted
      deal b is a with trick worth trick""",
    "alike but for the limit": """
      bid in turn score bid deal b is a with last bid keeps bids != cards""",
    "anything may follow": "follow anything bid in turn score tricks",
    "a call that makes the winner deal": """
      bid in turn score tricks call by dealer at most one of x twist x next dealer winner
      deal b trump turned bid in turn score bid""",
    "calls of the dealer that change everything": """
      bid in turn score bid call by dealer one of x, y any of z
      twist x wild 2 3 4 5 6 7 8 9
      twist y wild 2 3 4 5 6 7 8 9 in suit
      twist z trick worth trick score points""",
    "a call with one option": """
      bid in turn score tricks call by dealer one of x twist x trump named by caller any order""",
    "the dealer names trump, and somebody else calls": """
      bid in turn score tricks
      deal b is a with trump named by dealer any suit lead dealer
        call by winner of last deal at most one of x
      twist x score bid lead caller""",
    "the highest bidder names trump, or that there is none": """
      bid in turn last bid keeps bids != cards lead highest bidder
        score 10 + tricks when made, otherwise tricks
      deal b is a with bid in turn, dealer first trump named by highest bidder any suit or none""",
    "the highest bidder leads, and the dealer may name none": """
      bid in turn score tricks
      deal b is a with trump named by dealer any suit or none lead highest bidder
        call by winner of last deal at most one of x, y
      twist x trump named by highest bidder any order
      twist y trump named by caller any suit or none lead caller""",
    "trump is named from the first cards": """
      bid in turn score 10 + tricks when made, otherwise tricks
      deal b is a with trump named by eldest from 1 cards any suit or none when deal % 2 = 0,
        otherwise named by dealer from 1 cards any order""",
    "a suit that may not be led": """
      bid in turn open no hearts until broken score tricks
      deal b is a with open no trump until broken call by dealer at most one of x, y, z
      twist x wild 2 3 4 5 6 open no spades until broken
      twist y wild 2 3 4 5 6 in suit open no trump
      twist z wild 2 3 4 5 6 play top card open no clubs""",
    "an auction": """
      auction 1 to cards D none bid in turn, auction winner first each bid keeps bid >= auction
      score 10 * auction + tricks when made, otherwise tricks - auction lead auction winner
      deal b is a with auction 2 to 2 C S H trump named in auction lead eldest next dealer winner
        call by dealer at most one of w, x, y, z
      twist w auction deal % 2 + 1 to cards none S bid in turn
      twist x auction none trump clubs each bid free bid in turn score tricks - bid
      twist y bid fixed 1 each bid free completed when auction > 0 or tricks = 0
      twist z trump named by highest bidder any suit bid in turn, dealer first""",
    "bids made blind": """
      bid in turn sight by choice each bid keeps bid > 0 or bids < 2, otherwise free
      score 5 + tricks when blind and made, otherwise tricks completed when made or not blind
      deal b is a with bid together each bid free
        sight by choice when players > 2, otherwise after bids
        trump named by highest bidder any suit or none lead highest bidder wild 3 4 5 6""",
    "limits that read the bids before": """
      bid in turn each bid keeps bid != previous_bid score 10 + tricks when made, otherwise tricks
      deal b is a with bid in turn, dealer first each bid keeps bid > highest_bid, otherwise free
        call by dealer at most one of x, y
      twist x each bid keeps same_bids = 0, otherwise bid = previous_bid
      twist y each bid keeps same_bids < 1 + previous_bid and bids < 5, otherwise free
        last bid keeps bid != highest_bid, otherwise bid = 0""",
    "each otherwise of two limits that read the bids before": """
      bid in turn each bid keeps same_bids = 0, otherwise bid <= highest_bid
      last bid keeps same_bids > 0, otherwise bid = previous_bid score tricks""",
    "the highest bid and equal bids": """
      bid in turn score 10 * highest_bid + bid - same_bids
      completed when bid = highest_bid and same_bids = 0
      deal b is a with bid fixed 1 call by dealer at most one of x
      twist x bid together score highest_bid + makers when same_bids > 0, otherwise bids""",
    "calls of the winner, who leads": """
      bid none score tricks completed not counted lead caller next dealer left won by any points
      call by winner of last deal at most one of x, y, b
      twist x play top card wild K Q J next dealer winner
      twist y rank 2 3 4 5 6 7 8 9 10 J Q K A follow anything
      deal b is a with trump named by caller any order""",
}
"""Deals named `a`, and sometimes `b`, each with one rare feature."""

RULES = Path(__file__).parent.parent.parent / "rules"
FILES = sorted(RULES.rglob("*.clag"))

ROUNDS = 6
"""Matches played at every table with default parameters."""

EVERYTHING = """clag 1
game "Everything"
players 2 to 5
param worth = 2 in 1 to 3 "the value of a trick"
deal normal
  trump turned
  bid in turn
  each bid keeps bid != 1 or deal > 2, otherwise bid >= 0
  last bid keeps bids != cards and bids % 3 != 2, otherwise bids != cards
  trick worth worth * trick - 3
  score points - bid + makers * deal when made, otherwise tricks
  completed when points > 2 * bid
  won by any points
  next dealer winner
  lead dealer
deal Wild is normal with
  wild 2 J in suit
  play top card
deal Free is normal with
  trump order H C D S
  follow anything
  wild A
  score tricks - most + bids when most_count = 1, otherwise -bids
deal Fixed is normal with
  trump named by dealer any order
  bid fixed 2
  wild 3 4 5 in suit
schedule
  1 up to 4 cards: normal, Wild, Free
  then 2 up to 5 cards: Fixed
  then dealer picks 2 to 5 cards: Wild, Free
winner most completed, then fewest failed, then shared
"""


@dataclass(frozen=True)
class Plan:
    """The matches that one test plays at one table."""

    path: Path
    players: int
    parameters: Mapping[str, Value] = field(default_factory=dict)
    matches: int = 2

    def __str__(self) -> str:
        chosen = [f"{name}={value}" for name, value in self.parameters.items()]
        return "-".join([self.path.stem, str(self.players), *chosen])

    @property
    def deals(self) -> int:
        """The number of deals."""
        return self.matches * len(loaded(self.path).deals(self.players, self.parameters))

    def run(self, seed: int, first: int) -> int:
        """Plays and compares all matches; returns the number of deals."""
        matches = range(first, first + self.matches)
        return compare(loaded(self.path), self.players, seed, matches, self.parameters)


def tables(matches: int, *, every: bool = False) -> Iterator[Plan]:
    """Yields every file with the fewest and the most players; with `every`, with all numbers.

    A house file changes little in its game, which is compared at both tables. Without `every`,
    house files have the fewest and the most players alternately.
    """
    for place, path in enumerate(FILES):
        low, high = loaded(path).rules.players
        few = (low, high)[place % 2 :][:1] if path.parent.name == "house" else sorted({low, high})
        for players in range(low, high + 1) if every else few:
            yield Plan(path, players, matches=matches)


def grid(*, every: bool = False) -> Iterator[Plan]:
    """Yields plans that change each parameter on its own, and then all of them at once.

    Without `every`, only the first other value is used, and a house file skips the parameters that
    it inherits. The two games of RAF change half of their parameters at a time, because their
    plans take the longest. The number of players rotates.
    """
    turn = 0
    for path in FILES:
        rules = loaded(path).rules
        low, high = rules.players
        inherited = () if every or path.parent.name != "house" else loaded("pagat").rules.parameters
        names = {each.name for each in rules.parameters} - {each.name for each in inherited}
        others = {each.name: values_of(each)[1:] for each in rules.parameters if each.name in names}
        settings = [
            {name: value}
            for name, values in others.items()
            for value in (values if every else values[:1])
        ]
        whole = {name: values[0] for name, values in others.items()}
        if path.stem.startswith("raf") and not every:
            several = [name for name in whole if name != "deals"]  # a single deal shows little
            settings = [{name: whole[name] for name in several[half::2]} for half in (0, 1)]
        settings += [whole] * (len(others) > 1)
        for setting in settings:
            yield Plan(path, low + turn % (high + 1 - low), setting)
            turn += 1


TABLES = list(tables(ROUNDS))
ALL_TABLES = list(tables(ROUNDS, every=True))
GRID = list(grid())


DRAWN_DEALER = """clag 2
game "Lot"
players 2 to 4, dealer drawn
deal a trump turned bid in turn last bid keeps bids != cards
  score 10 + tricks when made, otherwise tricks
deal b is a with trump named by dealer any suit bid in turn, drawn first wild 2 next dealer winner
schedule repeat 2 times 1 up to 3 cards: a then repeat 2 times 2 cards: b
  then 2 cards: a
winner highest total, then shared
"""
"""Deals by lanes and by the step machine whose first dealer is drawn."""


def corner(name: str) -> PlayableGame:
    """Returns a game with one of the corner cases."""
    text = CORNERS[name]
    return clagdsl.load(
        text=f"""clag 2
game "Corner"
players 2 to 4
deal a trump turned {text}
schedule repeat 3 times dealer picks 2 to 3 cards: a{", b" * ("deal b" in text)}
  then repeat 3 times 2 cards: a{", b" * ("deal b" in text)}
winner most completed, then fewest failed, then highest total, then shared
"""
    )
