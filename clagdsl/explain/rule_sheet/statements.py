"""Everything that is said about how deals are played: the ordinary one, the special ones, calls.

Each is told for every table of the sheet, and `for_all_players` draws together what is the same at
all of them.  A special deal is told by the deal it is made from, a call by the deal it is made in.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final, TypeAlias

from clagdsl.explain.english import spans, uncapital, with_article
from clagdsl.explain.phrases import follow_sentence, sentence
from clagdsl.explain.rule_sheet.card_sentences import (
    card_worth_sentences,
    rank_sentence,
    special_sentences,
    tricks_are_nothing,
    wild_sentences,
)
from clagdsl.explain.rule_sheet.context import SheetContext, in_deals, is_called, replaced_by
from clagdsl.explain.rule_sheet.deal_sentences import (
    auction_sentences,
    bid_sentences,
    group_sentences,
    lead_sentence,
    sight_sentences,
    top_card_sentences,
    trick_winner_sentence,
    trump_sentences,
)
from clagdsl.explain.rule_sheet.overrides import (
    changed_aspects,
    changes,
    exceptions,
    is_won_otherwise,
    may_differ,
    told_as_well,
    unlike,
)
from clagdsl.explain.rule_sheet.reachable import told_score
from clagdsl.explain.rule_sheet.score_sentences import (
    contracts_matter,
    early_end_sentences,
    payment_terms_told,
    score_sentence,
    trick_value_sentence,
    winning_sentences,
)
from clagdsl.lang.aspects import BID_LIMITS
from clagdsl.lang.enumeration import group, listed
from clagdsl.lang.expr.free_variables import variables
from clagdsl.lang.remembered import OF_ROWS
from clagdsl.lang.rules import (
    ASPECTS,
    AspectName,
    AuctionBids,
    Call,
    Game,
    RotatingTrump,
    TurnedTrump,
)
from clagdsl.lang.value_parts import value_parts
from clagdsl.table.deal_rules import DealRules
from clagdsl.table.phases import named_after_bids, turned_after_bids
from clagdsl.table.table import Table

Statements: TypeAlias = Mapping[str, tuple[str, ...]]
"""Everything that a sheet says, by what it is said of; "" is the ordinary deal."""


@dataclass(frozen=True, slots=True)
class Instruction:
    """A part of the ordinary deal."""

    title: str
    statements: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Deviation:
    """A special deal or a choice of a call: what it is told by, and what is different."""

    name: str
    told_by: str
    statements: tuple[str, ...]
    title: str
    """What it is told under."""
    caller: str = ""
    """The deal in which it may be called, "" for a deal of the schedule."""


_TURNED_ROUND: Final = {
    "clockwise": "counterclockwise",
    "dealer's left": "dealer's right",
    "dealer's right": "dealer's left",
}


def going_round(text: str, game: Game) -> str:
    """What is said of a game that goes clockwise, in the direction in which this one goes."""
    if game.direction == "clockwise":
        return text
    return re.sub("|".join(_TURNED_ROUND), lambda found: _TURNED_ROUND[found[0]], text)


def for_all_players(
    reading: SheetContext, tell: Callable[[SheetContext], Iterable[str]]
) -> tuple[str, ...]:
    """What is said; where that hangs on the number of players, with that number before it."""

    def told_at(table: Table) -> tuple[str, ...]:
        return tuple(going_round(text, reading.game) for text in tell(reading.at(table)))

    groups = group((told_at(table), table.players) for table in reading.tables)
    if len(groups) == 1:
        return next(iter(groups))
    first, *others = groups
    common = tuple(text for text in first if all(text in other for other in others))
    told = list(common)
    for texts, players in groups.items():
        own = [text for text in texts if text not in common]
        if own:
            who = f"With {spans(players, 'or')} players"
            when = len(own) == 1 and own[0].startswith(("If ", "The ", "There "))
            told.append(f"{who}, {uncapital(own[0])}" if when else f"{who}: {' '.join(own)}")
    return tuple(told)


# --- the ordinary deal --------------------------------------------------------------------


def steps(reading: SheetContext) -> list[Instruction]:
    """The ordinary deal from the cards to the next deal."""
    parts: list[tuple[str, Callable[[SheetContext], Iterable[str]]]] = [
        ("Cards", _cards),
        ("Call", _call),
        ("Auction", _auction),
        ("Trumps", _trumps),
        ("Bids", _bids),
        ("Play", _play),
        ("Next deal", _next),
    ]
    if turned_after_bids(reading.rules) or named_after_bids(reading.rules):
        parts[3], parts[4] = parts[4], parts[3]
    told = [Instruction(title, for_all_players(reading, tell)) for title, tell in parts]
    return [step for step in told if step.statements]


def score_statements(reading: SheetContext) -> tuple[str, ...]:
    """How the ordinary deal is scored."""

    def tell(r: SheetContext) -> Iterator[str]:
        if is_called(r.game, r.rules, "score"):
            yield "What is scored is as called."
            return
        if "points" in variables(told_score(r, r.rules)):
            if not (is_called(r.game, r.rules, "trick_worth") or tricks_are_nothing(r.rules)):
                yield trick_value_sentence(r, r.rules)
            if r.rules.card_worth.worths and not is_called(r.game, r.rules, "card_worth"):
                yield from card_worth_sentences(r.rules)
        yield score_sentence(r, r.rules)
        if contracts_matter(r.game):
            yield from exceptions(r, r.rules, "completed")

    return for_all_players(reading, tell)


def _cards(reading: SheetContext) -> Iterator[str]:
    rules = reading.rules
    rows = reading.table.deals_of(rules.name)
    picked = group(
        (f"from {row.low} to {row.high}", row.number) for row in rows if row.cards is None
    )
    fixed = any(row.cards for row in rows)
    who = "Where the deals above leave it to the dealer, the dealer" if fixed else "The dealer"
    ranges = list(picked)
    if len(picked) > 1:
        ranges = [f"{each} {in_deals(numbers)}" for each, numbers in picked.items()]
    if ranges:
        yield f"{who} decides how many cards each player is dealt, {listed(ranges)}."
    yield (
        "The dealer shuffles, the player on the dealer's right cuts, and the dealer deals the cards"
        " one at a time, face down and clockwise, first to eldest, the player on the dealer's left."
    )
    yield from sight_sentences(rules)
    yield from exceptions(reading, rules, "rank", "shown", "sight")


def _call(reading: SheetContext) -> Iterator[str]:
    call = reading.rules.call
    if isinstance(call, Call):
        yield sentence("call", call)
        yield from group_sentences(call)


def _auction(reading: SheetContext) -> Iterator[str]:
    if isinstance(reading.rules.auction, AuctionBids):
        yield from auction_sentences(reading, reading.rules)
    yield from exceptions(reading, reading.rules, "auction")


def _trumps(reading: SheetContext) -> Iterator[str]:
    rules = reading.rules
    if is_called(reading.game, rules, "trump"):
        yield "Trumps are as called. The cards that are left over are not used."
        return
    yield from trump_sentences(reading, rules)
    if isinstance(rules.trump, RotatingTrump) and any(
        isinstance(reading.rules_of(name).trump, RotatingTrump)
        for name in reading.scheduled()
        if name != rules.name
    ):
        yield f"Only {rules.name} deals are counted for this."
    yield from exceptions(reading, rules, "trump")
    left = _left_over(reading) - {0}
    turned = isinstance(rules.trump, TurnedTrump)
    if left == {1}:
        rest = "The other card is" if turned else "The card left over is"
    elif any(0 in _left_over(reading.at(table)) for table in reading.whole.tables):
        rest = "Any other cards are" if turned else "Any cards left over are"
    else:
        rest = "The other cards are" if turned else "The cards left over are"
    if left:
        yield f"{rest} put aside, face down, and not used."


def _left_over(reading: SheetContext) -> set[int]:
    """How many cards nobody needs in the deals of these at this table; all if there are none."""
    table, rules = reading.table, reading.rules
    cards, turned = len(table.deck.cards), 1 if isinstance(rules.trump, TurnedTrump) else 0
    sizes = {size for row in table.deals_of(rules.name) for size in row.sizes}
    return {max(0, cards - turned - rules.players * size) for size in sizes} or {cards}


def _bids(reading: SheetContext) -> Iterator[str]:
    yield from bid_sentences(reading, reading.rules)
    yield from exceptions(reading, reading.rules, "bid", *BID_LIMITS)


def _play(reading: SheetContext) -> Iterator[str]:
    rules = reading.rules
    yield lead_sentence(rules)
    if rules.holds_back:
        yield sentence("open", rules.open)
    if rules.plays_top:
        yield from top_card_sentences(rules)
    else:
        yield follow_sentence(rules.follow.duties)
    called = is_called(reading.game, rules, "trump")
    winner = trick_winner_sentence(rules, called)
    if not called and is_won_otherwise(reading, rules):
        winner = f"Except in deals for which Trumps says otherwise, {uncapital(winner)}"
    yield winner
    yield from special_sentences(rules)
    if any(table.deck.copies > 1 for table in reading.tables):
        yield sentence("equal", rules.equal)
    yield "Whoever wins a trick lays it face down and leads to the next."
    if rules.wild.ranks:
        yield from wild_sentences(rules)
    yield from exceptions(reading, rules, "lead", "open", "follow", "play", "equal", "wild")


def _next(reading: SheetContext) -> Iterator[str]:
    rules = reading.rules
    call = rules.call
    yield sentence("next_dealer", rules.next_dealer)
    yield from exceptions(reading, rules, "next_dealer")
    if rules.next_dealer == "winner" or (
        isinstance(call, Call) and call.by == "winner of last deal"
    ):
        yield sentence("won_by", rules.won_by)
        yield from exceptions(reading, rules, "won_by")


# --- special deals and calls --------------------------------------------------------------


def special_deals(reading: SheetContext) -> Iterator[Deviation]:
    """The deals of the schedule that are not the ordinary one, in the order they come."""
    for name, other in told_by_another(reading).items():
        yield Deviation(name, other, _different(reading, name, other), name)


def told_by_another(reading: SheetContext) -> Mapping[str, str]:
    """The deals that are told by what is different in them, each with the deal it is told by."""
    return reading.remember((told_by_another, reading.counts), lambda: _told_by(reading))


def _told_by(reading: SheetContext) -> Mapping[str, str]:
    found: dict[str, str] = {}
    for name in reading.scheduled():
        if name != reading.ordinary:
            deal = reading.game.deal(name)
            base = deal.base if deal and deal.base in found else None
            found[name] = base or reading.ordinary
    return found


def _different(reading: SheetContext, name: str, other: str) -> tuple[str, ...]:
    def tell(r: SheetContext) -> Iterator[str]:
        rules, reference = r.rules_of(name), r.rules_of(other)
        aspects = changed_aspects(rules, reference) | own_words(r, name, other)
        yield from changes(r, rules, reference, aspects)
        yield from exceptions(r, rules, *aspects, *unlike(r, rules, reference))

    return for_all_players(reading, tell)


def own_words(reading: SheetContext, name: str, other: str) -> frozenset[AspectName]:
    """The aspects that a deal takes over unchanged from another and still has to tell itself."""
    rules = reading.rules_of(name)
    return frozenset(
        aspect
        for aspect in filter(may_differ, ASPECTS)
        if not told_as_well(reading, rules, telling(reading, other, aspect), aspect)
    )


def telling(reading: SheetContext, name: str, aspect: AspectName) -> DealRules:
    """The deal whose words tell a clause of this one: another one where they are true of both."""
    told_by = told_by_another(reading.whole)
    chain = []
    known: dict[str, str] = reading.remember((telling, reading.counts, aspect), dict)
    while name in told_by and name not in known:
        chain.append(name)
        name = told_by[name]
    words = known.get(name, name)
    for each in reversed(chain):
        rules = reading.rules_of(each)
        same = getattr(rules, aspect) == getattr(reading.rules_of(told_by[each]), aspect)
        if not (same and told_as_well(reading, rules, reading.rules_of(words), aspect)):
            words = each
        known[each] = words
    return reading.rules_of(words)


def choices(reading: SheetContext) -> Iterator[Deviation]:
    """What may be called, in the order of the calls; by the deal where it changes each."""
    found: dict[tuple[str, tuple[str, ...]], str] = {}
    for name, choice in _offered(reading):
        found.setdefault((choice, _called(reading, name, choice)), name)
    for (choice, told), name in found.items():
        alone = sum(other == choice for other, _ in found) == 1
        title = choice if alone else f"{choice}, in {with_article(name)} deal"
        yield Deviation(choice, name, told, title, name)


def _offered(reading: SheetContext) -> Iterator[tuple[str, str]]:
    """The deals in which something may be called, with each thing that may.

    What may be called in the ordinary deal, too, is told again only where it is not the same.
    """
    others: dict[tuple[str, object], bool] = {}
    apart = _tells_numbers_apart(reading.game)
    for name in dict.fromkeys((reading.ordinary, *reading.scheduled())):
        call = reading.rules_of(name).call
        if not isinstance(call, Call):
            continue
        again = name != reading.ordinary and call == reading.rules.call
        for choices in call.groups:
            for choice in choices.choices:
                if not again:
                    yield name, choice
                    continue
                called = frozenset(filter(may_differ, replaced_by(reading.game, name, choice)))
                key = (choice, name if apart or not called else _call_scene(reading, name, called))
                if called and key not in others:
                    others[key] = _calls_other(reading, name, choice)
                if called and others[key]:
                    yield name, choice


def _tells_numbers_apart(game: Game) -> bool:
    """Whether a clause reads the number of the deal, or the row of the schedule that it is in."""
    said = [deal.aspects.said() for deal in game.deals] + [twist.said() for twist in game.twists]
    every = [one for clauses in said for clause in clauses.values() for one in clause.alternatives]
    parts = [part for one in every for part in value_parts(one.value)]
    parts += [one.condition for one in every if one.condition is not None]
    return any(variables(part) & {"deal", *OF_ROWS} for part in parts)


def _call_scene(reading: SheetContext, name: str, called: frozenset[AspectName]) -> int:
    """The same number for deals in which a call that replaces these aspects is told alike.

    That depends on the clauses it leaves as they are, and on the sizes of the deals.
    """

    def scene() -> int:
        deal = reading.game.deal(name)
        said = {} if deal is None else deal.aspects.said()
        left = tuple((aspect, clause) for aspect, clause in said.items() if aspect not in called)
        sizes = tuple(
            frozenset((row.low, row.high) for row in table.deals_of(name))
            for table in reading.whole.tables
        )
        key = (_call_scene, called, left, sizes)
        return reading.remember(key, lambda: len(reading.memory))

    return reading.remember((_call_scene, name, called), scene)


def _calls_other(reading: SheetContext, name: str, choice: str) -> bool:
    """Whether what a call means in the ordinary deal does not hold where it is made in another."""
    rules = reading.rules_of(name, (choice,))
    usual = reading.rules_of(reading.ordinary, (choice,))
    return not all(
        told_as_well(reading, rules, usual, aspect)
        for aspect in replaced_by(reading.game, name, choice)
    )


def _called(reading: SheetContext, name: str, choice: str) -> tuple[str, ...]:
    aspects = replaced_by(reading.game, name, choice)

    def tell(r: SheetContext) -> Iterator[str]:
        rules = r.rules_of(name, (choice,))
        yield from changes(r, rules, r.rules_of(name), aspects)
        yield from exceptions(r, rules, *aspects)

    return for_all_players(reading, tell)


# --- all of it ----------------------------------------------------------------------------


def statements(reading: SheetContext) -> Statements:
    """Everything that is said, by the deal or choice it is said of."""
    return reading.remember((statements, reading.counts), lambda: _statements(reading))


def _statements(reading: SheetContext) -> Statements:
    ordinary = tuple(text for step in steps(reading) for text in step.statements)
    usual = rank_sentence(reading, reading.rules.rank)
    end = (*early_end_sentences(reading), *winning_sentences(reading))
    settlement = reading.game.settlement
    paid = () if settlement is None else payment_terms_told(reading, settlement)
    told = {"": (usual, *ordinary, *score_statements(reading), *end, *paid)}
    for difference in (*special_deals(reading), *choices(reading)):
        told[difference.name] = difference.statements
    return told
