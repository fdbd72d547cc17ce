"""Writes examples: the scene and the fact."""

from __future__ import annotations

from typing import assert_never

from clagdsl.lang.cards import SUIT_NAMES, Card, Suit, is_special
from clagdsl.lang.special import Asked, PlayedAs
from clagdsl.syntax.format.print_names import (
    cards_text,
    name_text,
    names_text,
    setting_text,
    word_or_text,
)
from clagdsl.syntax.nodes import (
    BidFact,
    CardNumber,
    Fact,
    Figures,
    PaymentFact,
    PlayedCard,
    PlayFact,
    Scene,
    ScheduleFact,
    ScoreFact,
    TrickFact,
    WinnerFact,
)


def scene_text(scene: Scene) -> str:
    """Where an example plays, with a blank before every part."""
    parts: list[str] = []
    if scene.deal is not None:
        parts.append(f" in {name_text(scene.deal)}")
    if scene.number is not None:
        parts.append(f" as number {scene.number.value}")
    if scene.cards is not None:
        parts.append(f" with {cards_text(scene.cards)}")
    if scene.players is not None:
        parts.append(f" for {scene.players} players")
    if scene.calls:
        parts.append(f" calling {names_text(scene.calls)}")
    if scene.settings:
        settings = [f"{each.name.text} = {setting_text(each.setting)}" for each in scene.settings]
        parts.append(f" where {', '.join(settings)}")
    return "".join(parts)


def fact_text(fact: Fact) -> str:
    """What an example states."""
    match fact:
        case ScoreFact():
            return score_text(fact)
        case BidFact(bids=bids, allowed=allowed, bid=bid):
            return " ".join(["bids", *map(str, bids), "then", may(allowed), f"bid {bid}"])
        case TrickFact(trump=trump, cards=cards, winner=winner):
            if isinstance(winner, CardNumber):
                won_by = f"card {winner.number}"
            else:
                won_by = played_text(winner)
            return f"{trump_text(trump)}cards {played_texts(cards)} won by {won_by}"
        case PlayFact():
            return play_text(fact)
        case PaymentFact(loser=loser, amount=amount, winner=winner):
            return f"loser {figures_text(loser)} pays {amount} to winner {figures_text(winner)}"
        case WinnerFact():
            return winner_text(fact)
        case ScheduleFact(number=number, deal=deal, cards=cards, trump=trump):
            told = f"number {number} is {name_text(deal)} with {cards_text(cards)}"
            return f"{told} {trump_text(trump)}".rstrip()
        case _:
            assert_never(fact)


def score_text(fact: ScoreFact) -> str:
    """`bid 2 tricks 2 scores 14`."""
    parts: list[str] = []
    if fact.bids is not None:
        parts += ["bid" if len(fact.bids) == 1 else "bids", *map(str, fact.bids)]
    parts += ["taking" if fact.taking else "tricks", *map(str, fact.tricks)]
    if fact.points is not None:
        parts += ["points", *map(str, fact.points.value)]
    return " ".join([*parts, "scores", *map(str, fact.scores)])


def play_text(fact: PlayFact) -> str:
    """`trump hearts cards KS 6H hand 2C 9S may not play 2C as AH`."""
    cards = f"cards {played_texts(fact.cards)} " if fact.cards else ""
    hand = " ".join(map(card_text, fact.hand))
    action = f"{may(fact.allowed)} play {played_text(fact.play)}"
    broken = "broken " if fact.broken is not None else ""
    return f"{trump_text(fact.trump)}{broken}{cards}hand {hand} {action}"


def winner_text(fact: WinnerFact) -> str:
    """`totals 50 50 40 failed 3 4 1 wins yes no no`."""
    parts = ["totals", *map(str, fact.totals)]
    if fact.failed is not None:
        parts += ["failed", *map(str, fact.failed)]
    if fact.completed is not None:
        parts += ["completed", *map(str, fact.completed)]
    return " ".join([*parts, "wins", *("yes" if wins else "no" for wins in fact.wins)])


def may(allowed: bool) -> str:
    """`may` or `may not`."""
    return "may" if allowed else "may not"


def trump_text(trump: tuple[Suit, ...] | None) -> str:
    """The trumps of a fact with a blank after them, or nothing."""
    if trump is None:
        return ""
    if not trump:
        return "trump none "
    if len(trump) == 1:
        return f"trump {SUIT_NAMES[trump[0]]} "
    return f"order {' '.join(trump)} "


def played_text(card: PlayedCard) -> str:
    """`2H as AC`, `Joker low asks highest of hearts`."""
    said = card.stands_for
    if isinstance(said, PlayedAs):
        power = "" if said.power is None else f" {said.power}"
        return f"{card_text(card.card)}{power}" + asked_text(said.asks)
    if said is None:
        return card_text(card.card)
    return f"{card.card} as {said}"


def asked_text(asks: Asked | None) -> str:
    """` asks highest of hearts`, or nothing."""
    if asks is None:
        return ""
    if asks.suit is None:
        return f" asks {asks}"
    extreme = "" if asks.extreme is None else f"{asks.extreme} of "
    return f" asks {extreme}{SUIT_NAMES[asks.suit]}"


def card_text(card: Card) -> str:
    """A card as an example has it, a special one as a name."""
    return word_or_text(card.rank) if is_special(card) else str(card)


def played_texts(cards: tuple[PlayedCard, ...]) -> str:
    """The cards of a trick."""
    return " ".join(map(played_text, cards))


def figures_text(figures: Figures) -> str:
    """`total 142 failed 8`."""
    parts = [f"total {figures.total}"]
    if figures.failed is not None:
        parts.append(f"failed {figures.failed}")
    if figures.completed is not None:
        parts.append(f"completed {figures.completed}")
    return " ".join(parts)
