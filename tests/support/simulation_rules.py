"""Hypothesis strategies for random rules files that use every aspect of a deal.

The checker accepts most of them. The first options in a list are what a failure shrinks to: a deal
with as few clauses as possible.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Final, TypeAlias, get_args

from hypothesis import HealthCheck, assume, given, seed, settings
from hypothesis import strategies as st

import clagdsl
from clagdsl.api import PlayableGame
from clagdsl.lang.aspects import TABLE
from clagdsl.lang.cards import PACK, RANKS, SUIT_NAMES, SUITS, is_special
from clagdsl.lang.expr.free_variables import variables
from clagdsl.lang.identifiers import VERSIONS
from clagdsl.lang.policies.trump import TurnedKind
from clagdsl.lang.rules import (
    TRUMP_WORDS,
    UNSEEN,
    AspectName,
    Call,
    CompletedWhen,
    Following,
    IntegerRange,
    NamedTrump,
    Parameter,
    TopTrumpKind,
    TruthRange,
    TurnedTrump,
    Value,
    Variable,
    WordRange,
)
from clagdsl.lang.special_cards import Demand, Powers
from clagdsl.problems.diagnostic import ArgumentError, RulesError
from clagdsl.simulation.lowering.layout import MOST_CARDS
from clagdsl.table.choices import legal_calls
from clagdsl.table.deal_rules import DealRules
from clagdsl.table.history import limits_read
from clagdsl.table.scoring import trick_values
from clagdsl.table.table import Table

Draw: TypeAlias = Callable[[st.SearchStrategy[Any]], Any]

PARAMETERS: Final = {
    "hook": "param hook = false",
    "base": "param base = 3 in -2 to 5",
    "style": "param style = plain in plain, strict, wild",
}
SCORED: Final = ("tricks", "points", "most", "most_count")
OF_OTHERS: Final = ("bids", "highest_bid", "same_bids", "makers", "most", "most_count")
SCORED_WITH_BIDS: Final = ("bid", "tricks", "points", *OF_OTHERS)


@dataclass(frozen=True, slots=True)
class Names:
    """The names in scope of an expression: those of numbers, and ready-made conditions.

    With large hands, scores refer to few names, because their tables grow with the cards.
    """

    numbers: tuple[str, ...]
    conditions: tuple[str, ...] = ()
    large: bool = False
    past: tuple[str, ...] = ()

    def more(self, *numbers: str, conditions: Sequence[str] = ()) -> Names:
        """Returns the names with further ones."""
        return replace(
            self,
            numbers=(*numbers, *self.numbers),
            conditions=(*conditions, *self.conditions),
        )


# --- expressions ------------------------------------------------------------------------


def whole(draw: Draw, names: Names, depth: int = 2) -> str:
    """Returns a whole-number expression, of limited size and without division by zero."""
    kinds = ["number", "name"]
    if depth > 0:
        kinds += ["sum", "sum", "product", "divided", "least", "negative", "choice"]
    match draw(st.sampled_from(kinds)):
        case "number":
            return str(draw(st.integers(0, 12)))
        case "name":
            return str(draw(st.sampled_from(names.numbers)))
        case "sum":
            sign = draw(st.sampled_from(["+", "-"]))
            return f"({whole(draw, names, depth - 1)} {sign} {whole(draw, names, depth - 1)})"
        case "product":
            return f"({whole(draw, names, 0)} * {whole(draw, names, depth - 1)})"
        case "divided":
            sign = draw(st.sampled_from(["//", "%"]))
            below = draw(st.sampled_from(["2", "3", "-2", "players"]))
            return f"({whole(draw, names, depth - 1)} {sign} {below})"
        case "least":
            function = draw(st.sampled_from(["min", "max"]))
            first, other = whole(draw, names, depth - 1), whole(draw, names, depth - 1)
            return f"{function}({first}, {other})"
        case "negative":
            one = whole(draw, names, depth - 1)
            return draw(st.sampled_from([f"(-{one})", f"abs({one})"]))
        case _:
            condition = truth(draw, names, depth - 1)
            first, other = whole(draw, names, depth - 1), whole(draw, names, depth - 1)
            return f"({first} when {condition}, otherwise {other})"


def truth(draw: Draw, names: Names, depth: int = 1) -> str:
    """Returns a condition."""
    kinds = ["compared", *(["ready"] * bool(names.conditions) * 2)]
    if depth > 0:
        kinds += ["both", "not"]
    match draw(st.sampled_from(kinds)):
        case "ready":
            return str(draw(st.sampled_from(names.conditions)))
        case "compared":
            sign = draw(st.sampled_from(["=", "!=", "<", ">", "<=", ">="]))
            return f"({whole(draw, names, depth)} {sign} {whole(draw, names, depth)})"
        case "both":
            sign = draw(st.sampled_from(["and", "or"]))
            return f"({truth(draw, names, depth - 1)} {sign} {truth(draw, names, depth - 1)})"
        case _:
            return f"not {truth(draw, names, depth - 1)}"


# --- aspects ----------------------------------------------------------------------------


def ranks(draw: Draw) -> str:
    return " ".join(draw(st.permutations(RANKS)))


OF_CASES: Final = ("turned, on special", "turned, on cards")
"""Cases of turned cards; `specials_said` and `cases_said` draw them."""

OF_AUCTIONS: Final = ("auction", "auction winner", "in turn, auction winner first")
"""Policies that need an auction in the same deal; `auction` draws them."""


def policies(aspect: AspectName, *but: str) -> list[str]:
    """Returns the syntax of an aspect's policies without the excluded ones, the default last."""
    but = (*but, *OF_CASES, *OF_AUCTIONS)
    return [one.syntax for one in TABLE[aspect].policies if one.key not in but][::-1]


def policy(draw: Draw, aspect: AspectName, *but: str) -> str:
    return str(draw(st.sampled_from(policies(aspect, *but))))


def wild(draw: Draw) -> str:
    some = draw(st.lists(st.sampled_from(RANKS[::-1]), min_size=1, max_size=5, unique=True))
    kind = draw(st.sampled_from(policies("wild", "none")[::-1]))
    return str(kind).replace("2 3", " ".join(some))


NAMEABLE: Final = ("suit", "suit or none", "order")


def trump(draw: Draw, *, caller: bool, first: bool, twist: bool) -> str:
    """Returns a trump policy; with `first` trump may be named from the first cards."""
    named = [one.key for one in TABLE["trump"].policies if one.key.startswith("named")]
    kinds = policies("trump", *named, "suit", "rotates", "rotates throughout")[::-1]
    for who in ("dealer", "eldest", *["caller"] * caller):
        kinds += [f"named by {who} any {what}" for what in NAMEABLE]
    if first:
        who, cards = draw(st.sampled_from(["eldest", "dealer"])), draw(st.integers(1, 4))
        kinds += [f"named by {who} from {cards} cards any {what}" for what in NAMEABLE]
    kind = str(draw(st.sampled_from([*kinds, "a suit", "in turn"])))
    if kind == "in turn":
        some = draw(
            st.lists(st.sampled_from([*SUIT_NAMES.values(), "none"]), min_size=1, max_size=6)
        )
        throughout = "" if twist else draw(st.sampled_from(["", "throughout "]))
        return f"rotates {throughout}{' '.join(some)}"
    if kind == "a suit":
        return str(draw(st.sampled_from(list(SUIT_NAMES.values()))))
    return "order " + " ".join(draw(st.permutations(SUITS))) if kind == "order H C D S" else kind


def followings() -> list[str]:
    """Returns lists of classes to follow, with every class alone and after the suit."""
    others = policies("follow", "suit", "anything")
    lists = [("suit",), *(("suit", one) for one in others), *zip(others)]
    lists += [("higher suit", "suit", "higher trump", "trump"), ("higher trump", "suit")]
    reached = [one for one in lists if not Following((*one, "anything")).unreachable_classes]
    return ["anything", *(", else ".join([*one, "anything"]) for one in reached)]


PAST_BIDS: Final = ("previous_bid", "highest_bid", "same_bids")
IN_LIMITS: Final = ("bid", "bids", "cards", "deal", "players", *PAST_BIDS)
OF_PAST_BIDS: Final = (
    "bid != previous_bid",
    "same_bids = 0",
    "bid > highest_bid",
    "same_bids < 2 and bid <= highest_bid + 1",
)
"""Limits that depend on more than the sum of the earlier bids."""


def limit(draw: Draw, names: Names, *known: str) -> str:
    """Returns a limit on bids, which mostly leaves some, over `known` or all its possible names."""
    names = names.more(*(known or IN_LIMITS), *names.past, *names.past)
    more = policies("last_bid", "free", "keeps", "keeps otherwise")
    of_all = ["none"] if known else ["one", "none", "odd", "past"]
    match draw(st.sampled_from([*of_all, "any", "low", "high", "otherwise", *more])):
        case "one":
            return "keeps bids != cards"
        case "none":
            return "free"
        case "odd":
            by = draw(st.integers(2, 4))
            return f"keeps (bids + {whole(draw, names, 0)}) % {by} != 1, otherwise bid >= 0"
        case "past":
            kept = draw(st.sampled_from(OF_PAST_BIDS))
            return f"keeps {kept}, otherwise {draw(st.sampled_from(['free', 'bids != cards']))}"
        case "any":
            some = f"{truth(draw, names, 0)} or bid = 0"
            left = draw(st.sampled_from(["bid >= 0", "free", some]))
            return f"keeps {truth(draw, names)}, otherwise {left}"
        case "low":
            return f"keeps bid <= {whole(draw, names, 1)} or bid = 0"
        case "high":
            most = whole(draw, names, 0)
            return f"keeps bid > {most}, otherwise bid <= {most}"
        case "otherwise":
            return f"keeps {truth(draw, names)}, otherwise bid % 2 = {draw(st.integers(0, 1))}"
        case other:
            return str(other)


def score(draw: Draw, names: Names, *, bids: bool) -> str:
    """Returns a score over a few names, as tables have no room for all."""
    known = list(SCORED_WITH_BIDS if bids else SCORED)
    most = 1 if names.large else 3
    some = draw(st.lists(st.sampled_from(known), min_size=1, max_size=most, unique=True))
    conditions = ["made", "tricks > bid"] if bids else ["tricks > 1"]
    if not names.large:
        conditions.append(of_trump(draw))
    names = names.more(*names.past, "cards", *["deal"] * (not names.large), conditions=conditions)
    names = names.more(*some, *some)
    first = whole(draw, names)
    if draw(st.booleans()):
        first = f"{first} when {truth(draw, names)}, otherwise {whole(draw, names)}"
    # row_best has as many values as there are scores, which multiplies the size of a table
    small = not names.large and len(some) == 1
    of_row = draw(st.sampled_from(["", *(OF_ROWS[2 if names.past else 0 :] if small else ())]))
    return f"({first}) + ({of_row})" if of_row else first


def of_trump(draw: Draw) -> str:
    """Returns a condition about what is trump."""
    sign, word = draw(st.sampled_from(["=", "!="])), draw(st.sampled_from(TRUMP_WORDS))
    return f"trump {sign} {word}"


OF_ROWS: Final = (
    "row_best when row_made = row_deals, otherwise 0",
    "3 when row_best > 9 and row_made < row_deals, otherwise -row_made",
    "min(row_made, 3) * row_deals",
)
"""Terms about the row of the schedule that scores sometimes add; with a past only the last one."""


def completed(draw: Draw, names: Names, *, bids: bool) -> str:
    kinds = [*policies("completed", "when"), "when made" if bids else "when tricks > 0", "any"]
    kind = draw(st.sampled_from(kinds))
    return f"when {score_condition(draw, names, bids=bids)}" if kind == "any" else str(kind)


def score_condition(draw: Draw, names: Names, *, bids: bool) -> str:
    known = SCORED_WITH_BIDS if bids else SCORED
    some = [draw(st.sampled_from(known)), *["deal"] * (not names.large)]
    conditions = [*["made"] * bids, *([] if names.large else [of_trump(draw)])]
    return truth(draw, names.more(*some, conditions=conditions))


def worth(draw: Draw, names: Names) -> str:
    """Returns a trick's worth, which mostly varies with the trick or the winning card."""
    value = whole(draw, names.more("trick", "trick", "cards"), 1)
    rank = draw(st.sampled_from(RANKS))
    kinds = [value, f"trick + {value}", f"{value} - 2 * trick"]
    kinds += [f"{value} - 3 when won_with = {rank}, otherwise trick"]
    kinds += [f"trick + {value} when won_with != {rank}, otherwise 7"]
    return str(draw(st.sampled_from(kinds)))


def chosen(draw: Draw, names: Names, value: Callable[[], str]) -> str:
    """Returns a value, or two that depend on parameters, players, the deal or its cards."""
    first = value()
    if draw(st.integers(0, 3)) < 3:
        return first
    some = [*names.conditions, "players > 3", "players = 2"]
    if not names.large:
        some += ["cards > 2", "cards > 2", "cards * players < 12", "deal % 2 = 0", "deal > 1"]
    condition = draw(st.sampled_from(some))
    return f"{first} when {condition}, otherwise {value()}"


Clauses: TypeAlias = dict[str, str]


def clauses(draw: Draw, names: Names, *, caller: bool, twist: bool = False) -> Clauses:
    """Returns the clauses of a deal or a twist, by their keywords."""
    said: Clauses = {}

    def maybe(words: str, value: Callable[[], str], often: int = 2) -> None:
        if draw(st.integers(0, 9)) >= 10 - often:
            said[words] = chosen(draw, names, value)

    if not twist or draw(st.booleans()):
        first = not caller and not twist
        drawn = partial(trump, draw, caller=caller, first=first, twist=twist)
        said["trump"] = chosen(draw, names, drawn)
    auctioned = not names.large and draw(st.integers(0, 11)) >= (11 if twist else 9)
    bidding(draw, names.more(*["auction"] * 2 * auctioned), said, caller=caller, twist=twist)
    maybe("rank", lambda: ranks(draw))
    nobody = ["highest bidder", *["caller"] * (not caller)]
    if not said.get("bid", "in turn").startswith("in turn"):
        nobody.append("first bidder")  # P341
    maybe("lead", lambda: policy(draw, "lead", *nobody), 4)
    if (
        not twist
        and said["bid"] != "none"
        and "fixed" not in said["bid"]
        and draw(st.integers(0, 3)) == 3
    ):
        highest_bidder(draw, said)
    if auctioned:
        auction(draw, said)
    maybe("follow", lambda: draw(st.sampled_from(followings())))
    maybe("play", lambda: policy(draw, "play"), 3)
    maybe("open", lambda: policy(draw, "open"), 3)
    maybe("wild", lambda: draw(st.sampled_from(["none", *["some"] * 4])), 4)
    if said.get("wild", "none") != "none":
        said["wild"] = chosen(draw, names, lambda: wild(draw))
    if draw(st.integers(0, 3)) == 3:
        said["trick worth"] = worth(draw, names)
    maybe("won by", lambda: policy(draw, "won_by"))
    maybe("next dealer", lambda: policy(draw, "next_dealer", "right"), 3)
    if not caller and not twist:
        sight(draw, said)
    return said


def bidding(draw: Draw, names: Names, said: Clauses, *, caller: bool, twist: bool) -> None:
    """Adds the bid and the score, which refers to bids only if there are any."""
    if twist and draw(st.booleans()):
        return
    nobody = ["in turn, caller first"] * (not caller)
    bid = draw(st.sampled_from(["in turn", "in turn", *policies("bid", *nobody)[::-1]]))
    said["bid"] = f"fixed {draw(st.integers(0, 1))}" if bid == "fixed 0" else bid
    bids = bid != "none"
    said["score"] = score(draw, names, bids=bids)
    if not bids or draw(st.booleans()):
        said["completed"] = completed(draw, names, bids=bids)
    if bid.startswith("in turn"):
        for words in ("last bid", "each bid"):
            if draw(st.booleans()):
                said[words] = limit(draw, names)
    elif bid.startswith("together") and draw(st.booleans()):
        said["each bid"] = limit(draw, names, "bid", "cards", "deal", "players")
    if bid.endswith("again"):
        last = limit(draw, names, "bid", "bids", "cards", "deal", "players")
        said["last bid"] = "keeps bids != cards" if last == "free" else last


def highest_bidder(draw: Draw, said: Clauses) -> None:
    """Adds clauses for the highest bidder, who names trump, leads or does both."""
    does = draw(st.sampled_from(["trump", "both", "lead"]))
    if does != "lead":
        said["trump"] = f"named by highest bidder any {draw(st.sampled_from(NAMEABLE))}"
    if does != "trump":
        said["lead"] = "highest bidder"


SAID_IN_AUCTIONS: Final = (
    "1 to cards",
    "1 to cards",
    "1 to 1",
    "min(2, cards) to cards",
    "1 to 1 + deal % cards",
)


def auction(draw: Draw, said: Clauses) -> None:
    """Adds an auction, whose winner may get the trump, the first bid or the lead."""
    numbers = draw(st.sampled_from(SAID_IN_AUCTIONS))
    trumps = st.lists(st.sampled_from([*SUITS, "none"]), min_size=1, max_size=5, unique=True)
    said["auction"] = f"{numbers} {' '.join(draw(trumps))}"
    if draw(st.integers(0, 2)) < 2:
        said["trump"] = "named in auction"
    elif "trump" in said:
        said["trump"] = re.sub(r" from \d cards", "", said["trump"])
    if draw(st.booleans()):
        said["lead"] = "auction winner"
    if said.get("bid") == "in turn" and draw(st.booleans()):
        said["bid"] = "in turn, auction winner first"
        if not {"last bid", "each bid"} & set(said):
            said["each bid"] = "keeps bid >= auction"


def sight(draw: Draw, said: Clauses) -> None:
    """Adds when hands are seen and the turned card is shown, if the simulator supports it."""
    if "auction" in said or draw(st.integers(0, 2)) == 0:
        return
    said["shown"] = policy(draw, "shown")
    late = "highest bidder" in said["trump"]
    if "named" in said["trump"] and "from" not in said["trump"] and draw(st.integers(0, 4)) == 4:
        said["play"], said["sight"] = "top card", "others only"
    elif late or "named" not in said["trump"]:
        if not late and draw(st.integers(0, 4)) == 4:
            said["play"] = "top card"
        top = said.get("play") == "top card" and not late
        fixed = said["bid"] == "none" or "fixed" in said["bid"]
        never = [*sorted(UNSEEN) * (not top), *["by choice"] * fixed]
        often = [*sorted(UNSEEN) * top, *["by choice"] * (not fixed)]
        said["sight"] = draw(st.sampled_from([*policies("sight", "before bids", *never), *often]))
    if said.get("sight") == "by choice" and draw(st.integers(0, 2)) > 0:
        score, number = said["score"], draw(st.integers(-9, 9))
        scored = [
            f"({score}) + ({number} when blind, otherwise 1)",
            f"{number} when blind and made, bids when blind, otherwise ({score})",
            f"bid when bids > cards and not blind, {number} when blind, otherwise makers",
        ]
        said["score"] = draw(st.sampled_from(scored))
        if draw(st.booleans()):
            held = ["when made or blind", "when not blind", "when blind or bids > cards"]
            said["completed"] = draw(st.sampled_from(held))


def written(said: Clauses) -> str:
    return "".join(f"\n  {words} {value}" for words, value in said.items())


# --- calls ------------------------------------------------------------------------------


def call(draw: Draw, names: Names, called: str) -> str:
    """Returns a call clause and the twists and deals that it offers, sometimes only one."""
    clause = "\n  call " + draw(st.sampled_from(policies("call", "none")[::-1]))
    offers, used = "", set()
    forced = draw(st.integers(0, 4)) == 4
    for group in "a" if forced else "abc"[: draw(st.integers(1, 3))]:
        kind = "one of" if forced else draw(st.sampled_from(["one of", "at most one of", "any of"]))
        offered, here = [], set()
        for number in range(1 if forced else draw(st.integers(1, 3))):
            said = clauses(draw, names, caller=True, twist=True)
            taken = used | here if kind == "any of" else used
            said = {words: value for words, value in said.items() if words not in taken}
            if not consistent(said):
                continue
            here |= set(said)
            name = f"{called}{group}{number}"
            offered.append(name)
            head = draw(st.sampled_from([f"twist {name}", f"deal {name} is {called} with"]))
            offers += f"\n{head}{written(said)}"
        used |= here
        if offered:
            clause += f"\n    {kind} {', '.join(offered)}"
    assume(offers)
    return clause + offers


def consistent(said: Clauses) -> bool:
    """Returns whether a twist has clauses, and all that its bids require."""
    return bool(said) and ("bid" not in said or "none" not in said["bid"] or "score" in said)


# --- the file ---------------------------------------------------------------------------


ROW_CONDITIONS = (" when players = 3", " when players != 3 or players > 4")


def schedule(draw: Draw, deals: Sequence[str], most: int) -> str:
    """Returns a schedule with every deal in one of its rows."""
    rows, left = [], list(deals)
    for number in range(draw(st.integers(1, 3)), 0, -1):
        high = draw(st.one_of(st.integers(1, most), st.just(most)))
        low = draw(st.integers(max(1, high - 3), high))
        kinds = [f"{high}", f"{low} up to {high}", f"{high} down to {low}"]
        if high - low > 1:
            kinds += [f"{low} up to {high} by 2", f"{high} down to {low} by min(players, 3)"]
        if high > low:
            kinds.append(f"dealer picks {low} to {high}")
        some = draw(st.lists(st.sampled_from(list(deals)), min_size=1, max_size=2))
        left = [name for name in left if name not in some]
        if number == 1:
            some += left
        often = ["", "", "", "repeat 2 times ", "repeat min(players, 3) times "]
        repeat = draw(st.sampled_from(often))
        row = f"{repeat}{draw(st.sampled_from(kinds))} cards: {', '.join(some)}"
        # the last row has no condition, so that there is always a deal
        when = draw(st.sampled_from(["", "", *ROW_CONDITIONS])) if number > 1 else ""
        rows.append(row + when)
    if draw(st.sampled_from([False, False, True])):
        begin = draw(st.integers(0, len(rows) - 1))
        times = draw(st.sampled_from(["2", "min(players, 2)"]))
        rows[begin] = f"repeat {times} times ({rows[begin]}"
        rows[-1] += ")"
    return "  " + "\n  then ".join(rows)


@st.composite
def rules_files(draw: Draw) -> str:
    """Returns the text of a rules file."""
    low = draw(st.sampled_from([2, 3, 4, 5, 7, 9]))
    high = draw(st.integers(low, min(low + 2, 10)))
    largest = draw(st.sampled_from([2, 3, 4, 5, 5, 13, 26]))
    if largest > 5 and draw(st.booleans()):
        low = high = len(PACK) // largest
    parameters = draw(st.lists(st.sampled_from(sorted(PARAMETERS)), max_size=2, unique=True))
    conditions = {"hook": "hook", "base": "base > 0", "style": "style = strict"}
    names = Names(
        ("players", *(["base"] if "base" in parameters else [])),
        tuple(conditions[name] for name in parameters),
        large=largest > 5,
    )
    numbers = f"{low}" if low == high else f"{low} to {high}"
    lines = [f"clag {VERSIONS[-1]}", 'game "Drawn"', f"players {numbers}"]
    lines += [PARAMETERS[name] for name in parameters]
    if draw(st.booleans()):
        lines.append(f"let bonus = {whole(draw, names, 1)}")
        names = names.more("bonus")
    names = remembered(draw, names, lines)
    deals: list[str] = []
    for number in range(draw(st.integers(1, 3))):
        name = f"d{number + 1}"
        lines.append(deal(draw, names, name, deals))
        deals.append(name)
    pack = 51 if any(re.search(r"trump .*\bturned(?!, else)", line) for line in lines) else 52
    most = min(largest, pack // high)
    if "sight by choice" in "\n".join(lines) and draw(st.booleans()):
        lines = [BLIND_PAST.get(line.split(" ")[0], line) for line in lines]
    said, copies, size = pack_said("\n".join(lines), most * high + 52 - pack)
    if said:
        lines.insert(3, said)
    lines = specials_said(cases_said(lines, said), said, size)
    if copies > 1:
        lines = equal_cards_said(lines)
    lines = trumps_ranked(cards_valued(lines, said, largest), said, largest)
    lines += ["schedule", schedule(draw, deals, most)]
    criteria = draw(
        st.lists(
            st.sampled_from(["highest total", "fewest failed", "most completed", "lowest total"]),
            min_size=1,
            max_size=3,
            unique=True,
        )
    )
    lines.append(f"winner {', then '.join(criteria)}, then shared")
    lines += ending(draw, names)
    text = "\n".join(lines) + "\n"
    if not draw(st.sampled_from([True, True, False])):
        text = text.replace(lines[2], f"{lines[2]}, counterclockwise").replace(" left", " right")
    if draw(st.integers(0, 2)) == 2:
        when = draw(st.sampled_from(["", *(f" when {each}" for each in names.conditions)]))
        text = text.replace(lines[2], f"{lines[2]}, dealer drawn{when}")
    return text


def ending(draw: Draw, names: Names) -> list[str]:
    """Returns a line with a condition under which the match ends early, or nothing."""
    known = replace(names.more("highest_total", "lowest_total", "leaders", "deal"), past=())
    kind = draw(st.sampled_from(["", "", "", "total", "deal", "level", "any"]))
    if kind == "total":
        return [f"ends when highest_total >= {draw(st.integers(1, 40))}"]
    if kind == "deal":
        return [f"ends when deal * players > {draw(st.integers(3, 12))} or lowest_total < 0"]
    if kind == "level":
        return [f"ends when leaders = 1 and deal >= {draw(st.integers(1, 3))}"]
    return [f"ends when {truth(draw, known)}"] if kind == "any" else []


def equal_cards_said(lines: Sequence[str]) -> list[str]:
    """Returns the lines with an `equal cards` clause in every deal, and in some twists."""
    chance = random.Random("".join(lines))
    ways = policies("equal")
    better = [one for one in ways if "better" in one]
    some = better if chance.random() < 0.4 else [one for one in ways if one not in better]

    def said(head: re.Match[str]) -> str:
        if head[0].startswith("twist") and chance.random() < 0.7:
            return head[0]
        return f"{head[0]}\n  equal cards {chance.choice(some)}"

    return [re.sub(r"^(?:deal|twist) \w+$", said, one, flags=re.MULTILINE) for one in lines]


def in_pack(pack: str) -> tuple[list[str], tuple[str, ...]]:
    """Returns the ranks and suits that a pack statement has in full."""
    highest = re.search(r"highest (\d+)", pack)
    listed = re.match(r"pack ((?:(?:10|[2-9AKQJ])\s?)+)", pack)
    ranks = listed[1].split() if listed else list(RANKS[: int(highest[1]) if highest else 13])
    left_out = re.search(r"without (10|[2-9AKQJ])", pack)
    ranks = [rank for rank in ranks if left_out is None or rank != left_out[1]]
    some = re.search(r"(\d) suits", pack)
    suits = SUITS[: int(some[1]) if some else 4]
    return ranks, suits


def cases_said(lines: Sequence[str], pack: str) -> list[str]:
    """Returns the lines with cases for ranks, suits or cards where trump is turned, or unchanged.

    The choice depends on the text alone, as the pack does.
    """
    chance = random.Random("turned" + "".join(lines))
    ranks, suits = in_pack(pack)
    if chance.random() < 0.5 or len(ranks) < 5:
        return list(lines)
    hidden = any("sight" in line for line in lines) and chance.random() < 0.8
    named = [f"named by dealer any {what}" for what in NAMEABLE] * (not hidden)
    kinds = [*ranks[:4], f"{ranks[4]}{suits[0]}"]
    some = chance.sample(kinds, chance.randint(1, min(4, len(kinds))))
    if chance.random() < 0.2:
        some = [SUIT_NAMES[suits[0]]]
    place = chance.randint(0, len(some))
    groups = [group for group in (some[:place], some[place:]) if group]
    outcomes = [chance.choice(["none", "again", *named]) for _ in groups]
    cases = "".join(
        f", on {' '.join(group)} {outcome}" for group, outcome in zip(groups, outcomes, strict=True)
    )
    if "again" in outcomes:
        turned = r"\bturned(, else (none|last card))?"
        lines = [re.sub(turned, "turned, else none", line) for line in lines]
    return [
        re.sub(r"^ *trump .*$", partial(_with_cases, cases), line, flags=re.MULTILINE)
        for line in lines
    ]


def cards_valued(lines: Sequence[str], pack: str, largest: int) -> list[str]:
    """Returns the lines with worths of cards in some deals, or unchanged.

    Only cards in the pack have a worth. The choice depends on the text alone, as the pack does.
    """
    chance = random.Random("".join(lines) + "worth")
    if chance.random() < 0.6:
        return list(lines)
    ranks, suits = in_pack(pack)
    specials = [line.split()[1] for line in lines if line.startswith("special ")]

    def said(head: re.Match[str]) -> str:
        body = head.string[head.end() :].partition("\ndeal")[0].partition("\ntwist")[0]
        if "points" not in body and chance.random() < 0.8:
            return head[0]
        kinds = [f"{rank}{suit}" for rank in ranks[:3] for suit in suits[:2]]
        if largest < 6:  # with many cards there are more sums than a score's table can hold
            kinds += [*suits, *ranks[:2]]
        which = chance.sample(kinds, min(len(kinds), chance.randint(1, 3)))
        if specials and chance.random() < 0.5:
            which.append(chance.choice(specials))
        values = [f"{chance.choice((1, 1, 2, -1, 3))} {one}" for one in which]
        return f"{head[0]}\n  card worth {', '.join(values)}"

    return [re.sub(r"^(?:deal|twist) \w+$", said, one, flags=re.MULTILINE) for one in lines]


def trumps_ranked(lines: Sequence[str], pack: str, largest: int) -> list[str]:
    """Returns the lines with the highest trumps and worths of trumps in some deals, or unchanged.

    Special cards that are trumps are ranked in every deal. Wild ranks are never listed. The choice
    depends on the text alone, as the pack does.
    """
    chance = random.Random("trumps" + "".join(lines))
    special = [line.split()[1] for line in lines if re.fullmatch(r"special \w+ is trump", line)]
    if not special and chance.random() < 0.6:
        return list(lines)
    ranks, suits = in_pack(pack)
    wild = {rank for some in re.findall(r"wild (.*)", "\n".join(lines)) for rank in some.split()}
    ranks = [rank for rank in ranks if rank not in wild][:4]
    kinds = [*ranks, *(f"{rank}{suit}" for rank in ranks for suit in suits[:2])]

    def said(head: re.Match[str]) -> str:
        body = head.string[head.end() :].partition("\ndeal")[0].partition("\ntwist")[0]
        few = (0 if special else 1) if kinds else 0
        some = special + chance.sample(kinds, chance.randint(few, min(4, len(kinds))))
        if head[0].startswith("twist") and chance.random() < 0.6:
            return head[0]
        chance.shuffle(some)
        text = f"{head[0]}\n  rank of trump {' '.join(some)}" if some else head[0]
        if largest < 6 and "points" in body and chance.random() < 0.7:
            which = chance.sample([*kinds[:6], *special], min(2, len(kinds[:6]) + len(special)))
            values = [f"{chance.choice((0, 1, 2, -1, 3))} {card}" for card in which]
            text += f"\n  card worth of trump {', '.join(values) or 'none'}"
        return text

    return [re.sub(r"^(?:deal|twist) \w+$", said, line, flags=re.MULTILINE) for line in lines]


DEMANDED: Final[tuple[Demand, ...]] = get_args(Demand)


MANY_COPIES: Final = 24
"""Most copies of one special card."""


def specials_said(lines: Sequence[str], pack: str, size: int) -> list[str]:
    """Returns the lines with special cards in the pack of `size` cards, or unchanged.

    With special cards, each turned trump has cases for them.
    """
    chance = random.Random("special" + "".join(lines))
    room = min(MOST_CARDS - size, 9)
    if room < 1 or chance.random() < 0.6:
        return list(lines)
    declared, packed, cases = [], [], ""
    kinds, copies = chance.randint(1, min(3, room)), range(1, max(1, room // 3) + 1)
    if chance.random() < 0.2:
        kinds, copies = 1, range(min(5, room), min(MOST_CARDS - size, MANY_COPIES) + 1)
    for name in chance.sample(["Joker", "Wizard", "Fool"], kinds):
        demands = chance.sample(DEMANDED, chance.choice((1, 1, 2, 3, 5)))
        power = chance.choice(get_args(Powers))
        asks = "" if power == "trump" else f" asks {' or '.join(demands)}"
        declared.append(f"special {name} is {power}{asks}")
        packed.append(f"{chance.choice(copies)} {name}")
        hidden = any("sight" in line for line in lines) and chance.random() < 0.8
        named = f"named by dealer any {chance.choice(NAMEABLE)}"
        cases += f", on {name} {'none' if hidden or chance.random() < 0.4 else named}"
    changed = [
        re.sub(r"^ *trump .*$", partial(_with_cases, cases), line, flags=re.MULTILINE)
        for line in lines
    ]
    whole = re.sub(r"(?= when |$)", f", {', '.join(packed)}", pack or "pack all ranks")
    if pack:
        changed.remove(pack)
    return [*changed[:3], whole, *declared, *changed[3:]]


def _with_cases(cases: str, line: re.Match[str]) -> str:
    """Returns a trump clause with the cases for special cards."""
    return re.sub(r"\bturned\b", "turned" + cases, line[0])


def pack_said(text: str, needed: int) -> tuple[str, int, int]:
    """Returns a pack statement, the number of copies of each card, and the most cards of the pack.

    The pack has at least `needed` cards, and all ranks and suits that the file mentions. It depends
    on the text alone, so it does not affect other draws.
    """
    chance = random.Random(text)
    if chance.randint(0, 1) == 0:
        return "", 1, len(PACK)
    wild = {rank for said in re.findall(r"wild (.*)", text) for rank in said.split()}
    wild |= set(re.findall(r"won_with !?= (10|[2-9AKQJ])", text))
    named = re.findall(r"trump .*(spades|hearts|diamonds|clubs|order [SHDC])", text)
    named += re.findall(r"auction .* to .* [SHDC]\b", text)
    suits = 4 if named else chance.randint(1, 4)
    copies = chance.choice((1, 1, 2, 2, 3, 4))
    fewest = max(1, -(-(needed + copies) // (suits * copies)))
    if fewest > len(RANKS):
        suits, fewest = 4, max(1, -(-needed // (4 * copies)))
    most = min(len(RANKS), 64 // (suits * copies))
    if max(fewest, len(wild)) > most:
        copies, fewest, most = 1, -(-needed // suits), len(RANKS)
    if fewest > most:
        suits, fewest = 4, -(-needed // 4)
    many = chance.randint(fewest, most)
    some = list(RANKS[:many])
    if not wild <= set(some) or chance.random() < 0.5:
        some = [*sorted(wild & set(RANKS)), *(rank for rank in RANKS if rank not in wild)]
        some = some[: max(many, len(wild))]
        said = f"pack {' '.join(some)}"
    else:
        said = f"pack highest {many} + 0 * players ranks"
    said += f", {suits} suits" * (suits < 4)
    if (len(some) * suits - 1) * copies >= needed and len(some) > 1:
        said += f", without {some[-1]}{chance.choice(SUITS[:suits])}"
    of_each = f", {copies} of each" * (copies > 1)
    largest = len(RANKS) * suits * copies
    if (
        largest <= MOST_CARDS and chance.random() < 0.3
    ):  # the full suits at other numbers of players
        when = chance.choice(("players > 3", "players % 2 = 0"))
        whole = f"all ranks{f', {suits} suits' * (suits < 4)}{of_each}"
        return f"{said}{of_each} when {when}, otherwise {whole}", copies, largest
    return said + of_each, copies, len(some) * suits * copies


def remembered(draw: Draw, names: Names, lines: list[str]) -> Names:
    """Adds a run, a tally, both or neither to the lines; returns the names with them."""
    known = names.more("cards", "tricks", "most_count")
    kinds = draw(st.sampled_from(["", "", "run", "tally", "both"]))
    if kinds in ("run", "both"):
        of_suit = f"made and {of_trump(draw)}"
        some = ["bid = 0", "made", "not made", "scored > 5", of_suit, truth(draw, known)]
        held = draw(st.sampled_from(some))
        lines.append(f'run streak when {held} "deals in a row"')
        names = replace(names, past=(*names.past, "streak"))
    if kinds in ("tally", "both"):
        over = "tricks - bid when tricks > bid, otherwise 0"
        by_trump = f"tricks when {of_trump(draw)}, otherwise 0"
        small = f"min({whole(draw, known, 1)}, 9)"
        own = "min(abs(scored), 3)"
        added = draw(st.sampled_from([over, "min(points, 9)", own, by_trump, small]))
        lines.append(f"tally bags = {added}")
        names = replace(names, past=(*names.past, "bags"))
    return names


BLIND_PAST: Final = {
    "run": "run streak when blind and made",
    "tally": "tally bags = min(bids, 9) when blind, otherwise 0",
}
"""A run and a tally about blind bids; some deal must allow these."""


def deal(draw: Draw, names: Names, name: str, before: Sequence[str]) -> str:
    """Returns a deal, its own or based on an earlier one, with the twists that it may call."""
    if before and draw(st.booleans()):
        said = clauses(draw, names, caller=False, twist=True) if draw(st.booleans()) else {}
        said = said or {"rank": ranks(draw)}
        return f"deal {name} is {draw(st.sampled_from(list(before)))} with{written(said)}"
    caller = draw(st.integers(0, 2)) == 2
    text = f"deal {name}{written(clauses(draw, names, caller=caller))}"
    return text + call(draw, names, name) if caller else text


# --- games ------------------------------------------------------------------------------

IN_A_ROUND: Final = settings(
    max_examples=11,
    deadline=None,
    database=None,
    suppress_health_check=[
        HealthCheck.too_slow,
        HealthCheck.filter_too_much,
        HealthCheck.data_too_large,
    ],
)
"""Settings for few examples with each of several seeds.

After ten examples, Hypothesis mostly repeats parts of earlier ones. Of a hundred files, five in six
were another file with a part of it doubled, which plays the same.
"""


def in_rounds(
    rounds: int,
    look: Callable[[Any], object],
    drawn: st.SearchStrategy[Any],
    enough: Callable[[], bool] = lambda: False,
) -> None:
    """Runs `look` on ten fresh examples and the simplest one in each round, until `enough`."""
    for number in range(rounds):
        if not enough():
            seed(number)(IN_A_ROUND(given(drawn)(look)))()


def playable(text: str) -> PlayableGame:
    """Returns the game of a file, and skips the example if the checker refuses it."""
    try:
        return clagdsl.load(text=text)
    except RulesError:
        assume(False)
        raise


@contextmanager
def tabled() -> Iterator[None]:
    """Skips an example whose score depends on more than the simulator has tables for.

    `test_lowering` tests where that begins.
    """
    try:
        yield
    except ArgumentError as error:
        assume("depends on too much" not in error.reason)
        raise


def values_of(parameter: Parameter) -> list[Value]:
    """Returns some values of a parameter, its default first."""
    match parameter.range:
        case TruthRange():
            some: list[Value] = [False, True]
        case IntegerRange(low=low, high=high):
            some = [low, min(low + 1, high), min(high, 9), high]
        case WordRange(words=words):
            some = list(words)
    return [parameter.default, *(one for one in some if one != parameter.default)]


# --- coverage of features ---------------------------------------------------------------

NAMED: Final = [name for name, aspect in TABLE.items() if aspect.policies.listed]


def keys(aspect: AspectName) -> set[Any]:
    return {one.key for one in TABLE[aspect].policies}


def duties_said(text: str) -> tuple[str, ...]:
    """Returns the binding classes of a list to follow."""
    return Following(tuple(text.split(", else "))).duties  # type: ignore[arg-type]


KINDS: Final = {
    "players": {2, 3, 4, 5, 6, 7, 8, 9, 10},
    "cards": {1, 2, 3, 4, 5},
    "many cards": {False, True},
    "whole pack": {False, True},
    "size picked": {False, True},
    "deals": {1, 2, 3},
    "parameters": {0, 1, 2},
    "group": {"one of", "at most one of", "any of"},
    "options": {"one", "several"},
    "choice": {"twist", "deal"},
    **{name: keys(name) for name in NAMED if name != "follow"},
    "named by": {
        f"{what} by {who}"
        for what in NAMEABLE
        for who in ("dealer", "caller", "highest bidder", "eldest")
    },
    "first cards": {"all", "some"},
    "follow": {duties_said(classes) for classes in followings()},
    "wild top card": {False, True},
    "ranks": {"usual", "other"},
    "values": {"one", "differ", "by the card"},
    "cards worth": {False, True},
    "worth of": {"suit", "rank", "card", "special"},
    "scored by": set(SCORED_WITH_BIDS)
    | {"deal", "cards", "made", "blind", "trump", "row_deals", "row_made", "row_best"},
    "limited by": set(PAST_BIDS),
    "completed when": {"made", "other"},
    "remembered": {"run", "tally", "row_made", "row_best"},
    "criteria": {1, 2, 3},
    "ends": {False, True},
    "suits": {1, 2, 3, 4},
    "pack": {"ordinary", "short", "cards left out"},
    "pack varies": {False, True},
    "copies": {"none", "equal", "told apart"},
    "specials": {"none", *get_args(Powers)},
    "special copies": {"few", "many"},
    "demands": set(DEMANDED),
    "named where turned": {None, *NAMEABLE},
    "turned cases": set(get_args(TurnedKind)),
    "turned again": {False, True},
    "top trumps": set(get_args(TopTrumpKind)),
    "hanging": {"cards", "deal", "on what is picked"},
}
"""Every feature in which games differ, as far as it concerns the simulator, with its values."""


def kinds_of(table: Table) -> dict[str, set[Any]]:
    """Returns the values that a game at a table has for each feature."""
    game = table.game
    found: dict[str, set[Any]] = {kind: set() for kind in KINDS}
    found["players"] = {table.players}
    found["deals"] = {sum("a" not in deal.name for deal in game.deals)}
    found["parameters"] = {len(game.parameters)}
    found["remembered"] = {each.kind for each in game.past}
    found["remembered"] |= {each.name for each in table.remembered if each not in game.past}
    found["ends"] = {game.ends is not None}
    found["criteria"] = {len(game.winner.criteria)}
    found["suits"] = {len(table.deck.suits)}
    deck = table.deck
    whole = len(deck.ranks) * len(deck.suits) == len(deck.faces)
    short = "ordinary" if len(deck.faces) == len(PACK) else "short"
    equal = "told apart" if deck.distinguishes_copies else "equal" if deck.copies > 1 else "none"
    found["copies"] = {equal}
    found["pack"] = {short if whole else "cards left out"}
    found["specials"] = {each.power for each in game.specials} or {"none"}
    found["pack varies"] = {game.pack is not None and len(game.pack.alternatives) > 1}
    of_special = [deck.cards.count(card) for card in set(deck.cards) if is_special(card)]
    found["special copies"] = {"many" if many > 4 else "few" for many in of_special}
    found["demands"] = {demand for each in game.specials for demand in each.demands}
    for row in table.schedule:
        found["cards"] |= {row.low, row.high}
        found["many cards"].add(row.high > 8)
        found["whole pack"].add(table.players * row.high == table.deck.size)
        found["size picked"].add(row.low < row.high)
        plain = table.rules(row.name).call
        calls: Sequence[tuple[str, ...]] = ((),)
        if isinstance(plain, Call):
            calls = legal_calls(plain)
            found["options"].add("one" if len(calls) == 1 else "several")
            found["group"] |= {group.kind for group in plain.groups}
            named = {name for call in calls for name in call}
            found["choice"] |= {"deal" if game.deal(name) else "twist" for name in named}
        hangs = table.guard_dependencies(row.name)
        found["hanging"] |= hangs
        if row.low < row.high and "cards" in hangs:
            found["hanging"].add("on what is picked")
        for called in calls:
            for cards in table.distinct_sizes(row):
                rules = table.rules_with(row.name, called, row.number, cards)
                add_kinds(found, rules, cards)
    return found


def add_kinds(found: dict[str, set[Any]], rules: DealRules, cards: int) -> None:
    """Adds the values that a deal with all choices made has for each feature."""
    trump, wild, contract = rules.trump, rules.wild, rules.completed
    for name in NAMED:
        value = getattr(rules, name)
        found[name].add(rules.duties if name == "follow" else TABLE[name].policies.key_of(value))
    if isinstance(trump, NamedTrump):
        found["named by"].add(f"{trump.what} by {trump.by}")
        if trump.first is not None:
            found["first cards"].add("some" if trump.first < cards else "all")
    if isinstance(trump, TurnedTrump) and rules.deck.specials:
        found["named where turned"] |= {case.named for case in trump.on}
    if isinstance(trump, TurnedTrump):
        found["turned cases"] |= {case.kind for case in trump.on}
        found["turned again"] |= {case.again for case in trump.on}
    found["top trumps"] |= {entry.kind for entry in rules.trump_rank.top}
    found["wild top card"].add(bool(wild.ranks) and rules.play == "top card")
    found["ranks"].add("usual" if rules.ranks == rules.deck.ranks else "other")
    values = "differ" if len(set(trick_values(rules, cards))) > 1 else "one"
    found["values"].add("by the card" if rules.worth_by_rank else values)
    found["cards worth"].add(bool(rules.card_worth.worths) and "points" in variables(rules.score))
    found["worth of"] |= {worth.kind for worth in rules.card_worth.worths}
    found["scored by"] |= variables(rules.score)
    found["limited by"] |= limits_read(rules) & {*PAST_BIDS}
    if isinstance(contract, CompletedWhen):
        usual = contract.condition == Variable("made")
        found["completed when"].add("made" if usual else "other")
