"""Special cards in the words of a rule sheet: what they do to a trick, and what they ask for."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import assert_never

from clagdsl.explain.english import capital, plural
from clagdsl.lang.cards import SUIT_NAMES
from clagdsl.lang.enumeration import listed
from clagdsl.lang.rules import FixedOrder, Nameable, OnSpecial, Special, TurnedTrump
from clagdsl.lang.special import Asked, Demand, Power, ways
from clagdsl.table.deal_rules import DealRules


def special_sentences(rules: DealRules) -> list[str]:
    """What the special cards of the pack do."""
    specials = [rules.specials[name] for name in rules.specials if name in rules.deck.specials]
    if not specials:
        return []
    names = listed([plural(special.name) for special in specials], "and")
    told = [f"{capital(names)} have no suit and may always be played."]
    for special in specials:
        if special.power == "high or low":
            told.append(f"Whoever plays {_a(special.name)} says whether it is high or low.")
    high, low = (_with_power(specials, power) for power in ("high", "low"))
    if high:
        told.append(f"The first {listed(high, 'or')} in a trick wins it.")
    if low:
        only = listed([plural(name) for name in low], "and")
        told.append(f"A trick of nothing but {only} is won by the first of them.")
    told += _asking_all(specials)
    if isinstance(rules.trump, FixedOrder) or getattr(rules.trump, "what", "") == "order":
        return told  # the highest suit wins, whatever was led
    if any(_leaves_open(special) for special in specials):
        told.append(
            "Where no suit is led, or nobody plays it, the trick is won as if the first suit played"
            " had been led."
        )
    return told


def _leaves_open(special: Special) -> bool:
    """Whether a card may be led that neither wins nor has the next card counted as led."""
    return "low" in special.powers and any(each != "next card" for each in special.demands)


def _asking_all(specials: Sequence[Special]) -> list[str]:
    """What happens where each of the cards is led; of those that ask for nothing in one go."""
    nothing = [special for special in specials if special.demands == ("nothing",)]
    told = []
    for special in specials:
        if special not in nothing:
            told.append(_asking(special))
        elif special is nothing[0]:
            which = listed([_a(each.name) for each in nothing], "or")
            told.append(f"If {which} is led, {_led('nothing')}.")
    return told


def said_beforehand(rules: DealRules) -> list[str]:
    """How special cards are played that nobody knows before they lie in a trick."""
    told = []
    for name in rules.deck.specials:
        first, *others = ways(rules.specials[name], rules.deck.suits, leads=True)
        if not others:
            continue
        power, asks = first.meant.power, first.meant.asks
        led = f"; led, it {_asks(asks)}" if asks is not None else ""
        told.append(
            f"How {_a(name)} is played is said before the card is known, should it be one."
            f" If nothing is said it is {power}{led}."
        )
    return told


def _asks(asked: Asked) -> str:
    """`asks for nothing`, `asks for the highest of spades`."""
    if asked.suit is None:
        return "leaves the suit to the next card" if asked.next_card else "asks for nothing"
    extreme = f"the {asked.extreme} card of " if asked.extreme else ""
    return f"asks for {extreme}{SUIT_NAMES[asked.suit]}"


def turned_cases(trump: TurnedTrump, specials: Collection[str]) -> str:
    """What is trump where special cards of the pack are turned, or no card is left."""
    there = [one for one in trump.on if one.name in specials]
    cases = [f"; if {_a(one.name)} is turned, {_trump_on(one)}" for one in there]
    match trump.nothing_left:
        case "none":
            cases.append("; where no card is left to turn, there are no trumps")
        case "last card":
            cases.append(
                "; where no card is left to turn, the dealer's last card is shown to all instead,"
                " and then taken into the hand"
            )
        case None:
            pass
        case _:
            assert_never(trump.nothing_left)
    return "".join(cases)


def _trump_on(on: OnSpecial) -> str:
    return "there are no trumps" if on.named is None else f"the dealer names {_named(on.named)}"


def _named(nameable: Nameable) -> str:
    match nameable:
        case "suit":
            return "the trump suit"
        case "suit or none":
            return "a trump suit or no trumps"
        case "order":
            return "an order of all suits, each of which trumps those after it"
        case _:
            assert_never(nameable)


def _a(name: str) -> str:
    """`a Wizard`, `an Excuse`, `a low Joker`."""
    return f"{'an' if name[0].upper() in 'AEIOU' else 'a'} {name}"


def _with_power(specials: list[Special], power: Power) -> list[str]:
    """The cards that may be played so, `low Joker` where the player says it."""
    return [
        special.name if special.power == power else f"{power} {special.name}"
        for special in specials
        if power in special.powers
    ]


def _asking(special: Special) -> str:
    """What happens where the card is led."""
    one = _a(special.name)
    if len(special.demands) > 1:
        asked = listed(_demanded(special.demands), "or")
        return f"Whoever leads {one} says what it asks for: {asked}."
    demand = special.demands[0]
    if demand in ("nothing", "next card"):
        return f"If {one} is led, {_led(demand)}."
    return f"Whoever leads {one} names a suit: {_led(demand)}."


def _led(demand: Demand) -> str:
    match demand:
        case "nothing":
            return "everybody may play any card to this trick"
        case "next card":
            return "the next card that is no special card counts as the card led"
        case "named suit":
            return "that suit counts as led"
        case "highest of named suit" | "lowest of named suit":
            extreme = demand.split()[0]
            return (
                f"that suit counts as led, and whoever holds it must play the {extreme} card of it,"
                " or a special card; whoever does not may play any card"
            )
        case _:
            assert_never(demand)


def _demanded(demands: Sequence[Demand]) -> list[str]:
    """What may be asked for; the highest and the lowest card of a suit are told as one."""
    told: list[str] = []
    extremes = [demand.split()[0] for demand in demands if demand.endswith(" of named suit")]
    for demand in demands:
        match demand:
            case "nothing":
                told.append("nothing (everybody may play any card)")
            case "next card":
                told.append("the next card that is no special card (which then counts as led)")
            case "named suit":
                told.append("a suit (which counts as led)")
            case "highest of named suit" | "lowest of named suit":
                if demand.startswith(extremes[0]):
                    which = listed([f"the {extreme}" for extreme in extremes], "or")
                    told.append(
                        f"{which} card of a suit (which counts as led; whoever holds it must play"
                        " that card of it, or a special card; whoever does not may play any card)"
                    )
            case _:
                assert_never(demand)
    return told
