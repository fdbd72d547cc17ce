"""The pack in the words of a rule sheet."""

from __future__ import annotations

from itertools import groupby

from clagdsl.explain.english import card_single, plural, spans
from clagdsl.explain.rule_sheet.context import SheetContext
from clagdsl.lang.cards import ORDINARY, RANK_NAMES, SUIT_NAMES, Card, Deck, special_card
from clagdsl.lang.enumeration import listed
from clagdsl.lang.numerals import in_words
from clagdsl.table.table import Table


def pack_phrase(reading: SheetContext) -> str:
    """What everybody plays with: `with an ordinary pack of 52 cards.`"""
    decks = [(deck, list(tables)) for deck, tables in groupby(reading.tables, key=_deck)]
    if len(decks) == 1:
        return f"with {deck_text(decks[0][0])}."
    each = "; ".join(f"with {_players(tables)} players {deck_text(deck)}" for deck, tables in decks)
    return f"with a pack that depends on the number of players: {each}."


def deck_text(deck: Deck) -> str:
    """`32 cards, in each suit aces down to sevens`."""
    many, special = deck.copies, _special_cards(deck)
    if deck.faces == ORDINARY.faces:
        if many == 1:
            pack = f"an ordinary pack of {len(deck.faces)} cards"
            joint = " and " if len(deck.specials) == 1 else ", "
            return f"{pack}{joint}{special}: {deck.size} cards in all" if special else pack
        packs = f"{in_words(many)} ordinary packs, "
        return f"{packs}{special}, {deck.size} cards" if special else f"{packs}{deck.size} cards"
    whole = {Card(rank, suit) for suit in deck.suits for rank in deck.ranks}
    out = [card_single(card) for card in sorted(whole, key=_key) if card not in deck.faces]
    of_each = f"{in_words(many)} of each: " if many > 1 else ""
    parts = [f"{deck.size} cards", f"{of_each}in each suit {_ranks(deck)}"]
    if deck.suits != ORDINARY.suits:
        suits = listed([SUIT_NAMES[suit] for suit in deck.suits], "and")
        parts[1] = f"{of_each}in {suits} {_ranks(deck)}"
    if out:
        parts.append(f"without {listed(out, 'and')}")
    if special:
        parts.append(f"and {special}")
    return ", ".join(parts)


def _special_cards(deck: Deck) -> str:
    """`four Wizards and four Jesters`."""
    counts = [(deck.counts[special_card(name)], name) for name in deck.specials]
    named = [f"{in_words(many)} {name if many == 1 else plural(name)}" for many, name in counts]
    return listed(named, "and")


def _deck(table: Table) -> Deck:
    return table.deck


def _key(card: Card) -> tuple[int, int, int, str]:
    return card.sort_key


def _players(tables: list[Table]) -> str:
    return spans((table.players for table in tables), "or")


def _ranks(deck: Deck) -> str:
    first = ORDINARY.ranks.index(deck.ranks[0])
    if len(deck.ranks) == 1:
        return f"only {RANK_NAMES[deck.ranks[0]]}"
    if deck.ranks == ORDINARY.ranks[first : first + len(deck.ranks)]:
        return f"{RANK_NAMES[deck.ranks[0]]} down to {RANK_NAMES[deck.ranks[-1]]}"
    return listed([RANK_NAMES[rank] for rank in deck.ranks], "and")
