"""Checks names used as cards: each must be a special card that the game declares."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Final, Literal, TypeAlias

from clagdsl import problems
from clagdsl.check.hir import Document, Hir
from clagdsl.lang.cards import RANK_NAMES, Card, is_special, read_card
from clagdsl.lang.identifiers import is_word
from clagdsl.lang.limits import SHORTEST_CARD_NAME
from clagdsl.lang.source import Place, Span
from clagdsl.problems.diagnostic import Problem
from clagdsl.syntax import nodes

_OF_RANKS: Final = frozenset(
    each for name in RANK_NAMES.values() for each in (name, name.removesuffix("s"))
)


def may_name_a_card(name: str) -> bool:
    """Returns whether a name could be that of a special card: it must not look like a rank."""
    return is_distinguishable(name) and name.lower() not in _OF_RANKS


def unknown_cards(
    named: Iterable[tuple[str, Span]], declared: Collection[str]
) -> Iterator[tuple[str, Span, bool]]:
    """Yields each name that is not a declared card, its span, and whether a special card could have
    it.

    If there are several names that no special card could have, such as ranks, only the first is
    yielded: a list of ranks is one mistake.
    """
    has_rank = False
    for name, span in named:
        can_be = may_name_a_card(name)
        if name not in declared and (can_be or not has_rank):
            yield name, span, can_be
        has_rank = has_rank or not can_be


def unknown_special(
    hir: Hir,
    place: Place,
    name: str,
    *,
    can_be: bool = True,
    number: int = 1,
    ranks: str = "",
    clause: UseOfCards,
) -> problems.checks.UnknownSpecial:
    """Returns the problem of an undeclared special card, for the clause that names it.

    A card that some deal ranks among the trumps can only be declared as a trump.
    """
    is_trump = name in hir.ranked_trumps
    existing = tuple(
        each
        for each, declared in hir.specials.items()
        if not is_trump or declared.node.power.value == "trump"
    )
    pack = ""
    if hir.pack is None:
        pack = f", and add it to the pack, as in `pack all ranks, 1 {name}`"
    elif name not in {each.name.text for each in hir.packed_specials}:
        pack = f", and add `, 1 {name}` to the pack"
    return problems.checks.UnknownSpecial(
        place,
        name,
        existing,
        can_be,
        packed=clause == "pack",
        number=number,
        ranks=ranks,
        is_trump=is_trump,
        cards=CARDS_INSTEAD[clause],
        pack=pack,
    )


UseOfCards: TypeAlias = Literal["pack", "on", "rank", "worth"]
"""The part of the rules that names a card."""
CARDS_INSTEAD: Final[Mapping[UseOfCards, str]] = {
    "pack": "",
    "on": "a rank, a suit or a card without quotation marks, as in `on J none`",
    "rank": "ranks or cards, as in `rank of trump J 9`",
    "worth": "a rank, a suit or a card, as in `card worth 3 J`",
}
"""The advice for a name that no special card can have: other words for its place."""


def is_distinguishable(name: str) -> bool:
    """Returns whether a name cannot be confused with other words that occur with cards."""
    from clagdsl.syntax.printer import language_words  # few games have special cards

    return len(name) >= SHORTEST_CARD_NAME and is_word(name) and name not in language_words()


_IN_WORDS: Final = re.compile(r"\w+\s+of\s+\w+")


def declared_specials(documents: Iterable[Document]) -> set[str]:
    """Returns the names of the special cards that some files declare."""
    return {
        statement.name.text
        for document in documents
        for statement in document.tree.statements
        if isinstance(statement, nodes.SpecialStatement)
    }


def lint(documents: Sequence[Document]) -> Iterator[Problem]:
    """Reports undeclared names that are used as cards in examples."""
    declared = declared_specials(documents)
    for document in documents:
        end = 0  # the end of the last problem: a card may be written in three words
        for name in _names(document):
            text = document.source.text[name.start : name.end]
            if name.start < end or text in declared:
                continue
            problem = _not_a_card(document, name, any_declared=bool(declared))
            if problem is not None:
                end = name.start + len(problem.text)
                yield problem


def _not_a_card(
    document: Document, name: Span, *, any_declared: bool
) -> problems.syntax.NotACard | None:
    """Returns the problem of a name that is not a card, with a suggestion.

    Returns None if whether it is a card depends on the pack.
    """
    from clagdsl.syntax.lex_errors import advise_card, intended_card  # for faulty files

    source = document.source
    phrase = _IN_WORDS.match(source.text, name.start)
    card = None if phrase is None else read_card(phrase[0])
    text = source.text[name.start : name.end] if phrase is None or card is None else phrase[0]
    meant = intended_card(text) if card is None else str(card)
    mend = advise_card(meant or text)
    if mend is None and any_declared:
        return None  # perhaps the name of a special card
    mend = mend or "write a rank and the letter of a suit, such as `10H`"
    span = Span(name.start, name.start + len(text))
    return problems.syntax.NotACard(source.place(span), text, "card", mend, meant)


def _names(document: Document) -> Iterator[Span]:
    """Yields the names used as cards in a file's examples, in source order."""
    text = document.source.text
    for statement in document.tree.statements:
        if not isinstance(statement, nodes.ExampleStatement):
            continue
        fact = statement.fact
        if not isinstance(fact, nodes.TrickFact | nodes.PlayFact | nodes.TurnedFact):
            continue
        names = {card.rank for card in _cards(fact) if is_special(card)}
        for word in re.finditer(r"\w+", text[fact.span.start : fact.span.end]):
            if word[0] in names:
                yield Span(fact.span.start + word.start(), fact.span.start + word.end())


def _cards(fact: nodes.TrickFact | nodes.PlayFact | nodes.TurnedFact) -> Iterator[Card]:
    """Yields the cards of a fact: those turned or on the table, the winning or played one, and the
    hand.
    """
    if isinstance(fact, nodes.TurnedFact):
        yield from fact.cards
        return
    last = fact.winner if isinstance(fact, nodes.TrickFact) else fact.play
    yield from (one.card for one in (*fact.cards, last) if isinstance(one, nodes.PlayedCard))
    if isinstance(fact, nodes.PlayFact):
        yield from fact.hand
