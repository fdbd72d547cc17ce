"""Proves that every table has a valid pack, and that rules name only cards that are in it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from clagdsl import problems
from clagdsl.check.prove.alternatives import Chooser
from clagdsl.check.prove.call_variants import CalledDeal
from clagdsl.check.prove.parameter_space import Evaluator, Setting
from clagdsl.check.prove.reporter import (
    Finding,
    ValueFault,
    count_text,
    describe_setting,
    figures_table,
)
from clagdsl.lang.cards import ORDINARY, SUIT_NAMES, Deck, read_suit
from clagdsl.lang.expr.ast import everything_in
from clagdsl.lang.expr.evaluate import EvaluationError
from clagdsl.lang.expr.free_variables import variables
from clagdsl.lang.numerals import join_words
from clagdsl.lang.pack import NoPackError, deck_of
from clagdsl.lang.rules import (
    AuctionBids,
    CardWorth,
    Clause,
    Comparison,
    Expression,
    FixedOrder,
    FixedSuit,
    Game,
    NamedTrump,
    OnTurned,
    RankOrder,
    RotatingTrump,
    TopTrump,
    TrumpRanks,
    TrumpWorth,
    TurnedTrump,
    Wild,
    Word,
    Worth,
)
from clagdsl.problems.diagnostic import Problem
from clagdsl.table.trick_value import WON_WITH

_OF_CARDS: Final = (
    "rank",
    "wild",
    "trump",
    "trick_worth",
    "auction",
    "card_worth",
    "trump_rank",
    "trump_worth",
)
"""The aspects that may mention ranks or suits."""


class Packs:
    """The packs of one game, computed for each table."""

    def __init__(self, game: Game, evaluator: Evaluator, chooser: Chooser) -> None:
        self.game = game
        self.evaluator = evaluator
        self.chooser = chooser
        self.parameters = self._parameters()
        """The parameters that decide between packs or that the numbers in a pack depend on."""
        self._decks: dict[tuple[object, ...], Deck | Finding] = {}

    def deck(self, setting: Setting) -> Deck:
        """Returns the deck at a table, or the ordinary one if the pack is invalid there."""
        result = self._deck_or_finding(setting)
        return result if isinstance(result, Deck) else ORDINARY

    def faults(self, setting: Setting) -> Iterator[Finding]:
        """Yields the reasons why the pack is invalid at a table."""
        pack = self.game.pack
        if pack is not None:
            yield from self.chooser.choose(pack, setting).faults
        result = self._deck_or_finding(setting)
        if not isinstance(result, Deck):
            yield result

    def foreign_cards(self, called: CalledDeal, setting: Setting) -> Iterator[Problem]:
        """Yields a problem for each rank, suit or card that a deal names and the pack lacks."""
        if self.game.pack is None:
            return
        deck = self.deck(setting)
        self.evaluator.budget.spend(60)
        for aspect, clause in called.all_clauses:
            if aspect not in _OF_CARDS or clause.origin.place is None:
                continue
            value = self.chooser.value(clause, setting)
            if aspect == "trick_worth":
                yield from self._not_there(clause, "rank", _compared_ranks(value), deck, setting)
            else:
                yield from self._foreign_in(clause, value, deck, setting)

    def _foreign_in(
        self, clause: Clause[Any], value: object, deck: Deck, setting: Setting
    ) -> Iterator[Problem]:
        """Yields a problem for each rank, suit or card that a value names and the deck lacks."""
        match value:
            case RankOrder(ranks=ranks):
                yield from self._left_out(clause, "rank", deck.ranks, ranks)
            case Wild(ranks=ranks):
                yield from self._not_there(clause, "rank", ranks, deck, setting)
            case FixedSuit(suit=suit):
                yield from self._not_there(clause, "suit", (suit,), deck, setting)
            case FixedOrder(suits=suits):
                yield from self._left_out(clause, "suit", deck.suits, suits)
                yield from self._not_there(clause, "suit", suits, deck, setting)
            case RotatingTrump(trumps=trumps) | AuctionBids(trumps=trumps):
                named = tuple(suit for suit in trumps if suit is not None)
                yield from self._not_there(clause, "suit", named, deck, setting)
            case CardWorth(worths=worths) | TrumpWorth(worths=worths):
                yield from self._worth_nowhere(clause, worths, deck, setting)
            case TrumpRanks(top=top):
                ranks = tuple(entry.name for entry in top if entry.kind == "rank")
                yield from self._not_there(clause, "rank", ranks, deck, setting)
                yield from self._cards_not_there(clause, top, deck, setting)
            case TurnedTrump(on=on):
                yield from self._never_turned(clause, on, deck, setting)
            case NamedTrump(first=first) if first is not None and first > deck.size:
                if (place := clause.origin.place) is not None:
                    yield problems.checks.HowManyFirstCards(place, first, deck.size)
            case _:
                pass

    def _parameters(self) -> frozenset[str]:
        pack = self.game.pack
        if pack is None:
            return frozenset()
        names = set(self.chooser.parameters([pack]))
        for alternative in pack.alternatives:
            for number in alternative.value.numbers:
                names |= self.chooser.book.uses(number).parameters
        return frozenset(names)

    def _deck_or_finding(self, setting: Setting) -> Deck | Finding:
        if self.game.pack is None:
            return ORDINARY
        key = (setting.players, *setting.choose(self.parameters))
        cached = self._decks.get(key)
        if cached is None:
            cached = self._decks[key] = self._worked_out(self.game.pack, setting)
        return cached

    def _worked_out(self, clause: Clause[Any], setting: Setting) -> Deck | Finding:
        place = clause.origin.place
        self.evaluator.budget.spend(100)
        try:
            return deck_of(
                self.chooser.value(clause, setting),
                lambda number: self.evaluator.number(number, setting.names),
            )
        except EvaluationError as fault:
            return ValueFault(fault, place, setting)
        except NoPackError as error:
            when, table = describe_setting(setting), figures_table(setting)
            if error.card is None:
                return problems.proofs.ImpossiblePack(
                    place, error.number, error.trouble, when, table
                )
            card = str(error.card)
            if error.trouble != "card":
                return problems.proofs.EmptySuit(
                    place, card, SUIT_NAMES[error.card.suit], when, table
                )
            cards = count_text(error.number, "card")
            return problems.proofs.NotInThePack(place, "card", (card,), cards, when, table)

    def _left_out(
        self, clause: Clause[object], kind: str, required: tuple[str, ...], stated: tuple[str, ...]
    ) -> Iterator[Problem]:
        missing = tuple(one for one in required if one not in stated)
        place = clause.origin.place
        if missing and place is not None:
            yield problems.checks.NotListed(place, kind, missing)

    def _not_there(
        self,
        clause: Clause[object],
        kind: str,
        stated: tuple[str, ...],
        deck: Deck,
        setting: Setting,
    ) -> Iterator[Problem]:
        there: tuple[str, ...] = deck.ranks if kind == "rank" else deck.suits
        strange = tuple(one for one in dict.fromkeys(stated) if one not in there)
        if strange:
            place = clause.origin.place
            shown = tuple(_named(kind, one) for one in strange)
            held = join_words(tuple(_named(kind, one) for one in there), "and")
            when, table = describe_setting(setting), figures_table(setting)
            yield problems.proofs.NotInThePack(place, kind, shown, held, when, table)

    def _never_turned(
        self, clause: Clause[object], on: tuple[OnTurned, ...], deck: Deck, setting: Setting
    ) -> Iterator[Problem]:
        """Yields a problem for the ranks, suits and cards that have a case but are not in the pack;
        a special card may be in other packs only.
        """
        by_kind = {kind: [one for one in on if one.kind == kind] for kind in ("rank", "suit")}
        for kind, cases in by_kind.items():
            yield from self._not_there(clause, kind, tuple(c.name for c in cases), deck, setting)
        yield from self._cards_not_there(clause, on, deck, setting)

    def _cards_not_there(
        self,
        clause: Clause[object],
        entries: Sequence[OnTurned | TopTrump],
        deck: Deck,
        setting: Setting,
    ) -> Iterator[Problem]:
        """Yields a problem for the single cards in a list that are not in the pack."""
        faces = set(map(str, deck.faces))
        strange = tuple(
            entry.name for entry in entries if entry.kind == "card" and entry.name not in faces
        )
        if strange:
            when, table = describe_setting(setting), figures_table(setting)
            size = count_text(deck.size, "card")
            place = clause.origin.place
            yield problems.proofs.NotInThePack(place, "card", strange, size, when, table)

    def _worth_nowhere(
        self,
        clause: Clause[object],
        worths: tuple[Worth, ...],
        deck: Deck,
        setting: Setting,
    ) -> Iterator[Problem]:
        """Yields a problem for each rank, suit or card that has a value but is not in the pack."""
        place = clause.origin.place
        when, table = describe_setting(setting), figures_table(setting)
        there = {
            "rank": join_words(deck.ranks, "and"),
            "suit": join_words(tuple(_named("suit", suit) for suit in deck.suits), "and"),
            "card": count_text(deck.size, "card"),
            "special": join_words(deck.specials, "and") or "no special card",
        }
        for kind, held in there.items():
            strange = tuple(
                one.cards_meant
                for one in worths
                if one.kind == kind and not any(map(one.holds, deck.kinds))
            )
            if strange:
                which = "special card" if kind == "special" else kind
                yield problems.proofs.WorthNotInThePack(place, which, strange, held, when, table)


def _compared_ranks(worth: Expression) -> tuple[str, ...]:
    """Returns the ranks with which the winning card of a trick is compared."""
    return tuple(
        side.text
        for part in everything_in(worth)
        if isinstance(part, Comparison) and WON_WITH in variables(part)
        for side in (part.left, part.right)
        if isinstance(side, Word)
    )


def _named(kind: str, one: str) -> str:
    """Returns the English name of a suit, or a rank as written."""
    suit = read_suit(one) if kind == "suit" else None
    return one if suit is None else SUIT_NAMES[suit]
