"""Decides who wins a trick whose cards are written down, and why, for the command and for pages.

Input: the rules, and the trick as it was typed. A deal leaves open what its row and its calls do
not fix: the cards each, the trump suit, the order of the suits, the number of players. If one is
needed and missing, the error names the argument, as the caller calls it. The trick may be
incomplete. So without the number of players, the answer must hold with every number that the deal,
its cards and the cards played allow.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from clagdsl import problems
from clagdsl.api import select_deal
from clagdsl.engine.actions import card_reader
from clagdsl.lang.cards import Card, face_of, is_special, read_typed_suit, short_plays
from clagdsl.lang.errors import ClagError
from clagdsl.lang.numerals import in_words, join_words
from clagdsl.lang.rules import Game, NamedTrump, Value, fixed_trumps
from clagdsl.lang.special_cards import join_special_plays, matching_option, read_special_play
from clagdsl.playground.responses import ResponseTrick
from clagdsl.problems.diagnostic import ArgumentError, Reason
from clagdsl.table.choices import trump_names, why_not_order
from clagdsl.table.deal_rules import DealRules, Trumps
from clagdsl.table.legal_plays import Turn, why_not_play
from clagdsl.table.table import Table, open_table, scheduled_deal
from clagdsl.table.tricks import PlayedCard, TrickReason, explain_trick


class TrickError(ClagError):
    """Raised if a trick is not written so that it can be decided; the text explains why."""


class _NeededError(TrickError):
    """Raised if the rules need an argument that the caller has not given."""


class _CardsError(TrickError):
    """Raised if the trick has no cards, or more than there are players."""


@dataclass(frozen=True, slots=True)
class TrickRequest:
    """A trick as somebody typed it: the deal, its cards in order, and what the deal leaves open.

    `named` returns the caller's name of an argument, such as `--trump`.
    """

    deal: int | str
    played: str
    trump: str | None = None
    order: str | None = None
    calls: str | None = None
    cards: int | None = None
    players: int | None = None
    parameters: Mapping[str, Value] = field(default_factory=dict)
    named: Callable[[str], str] = str


@dataclass(frozen=True, slots=True)
class DecidedTrick:
    """The cards of a trick as they were played, and the reason why one of them wins."""

    played: tuple[PlayedCard, ...]
    reason: TrickReason

    @property
    def response(self) -> ResponseTrick:
        """The winner in the form of an answer."""
        reason, place = self.reason, self.reason.place
        return ResponseTrick(
            winner=reason.winner,
            card=str(self.played[reason.winner].card),
            stands_for=str(self.played[reason.winner].face),
            reason=reason.reason,
            rule=reason.aspect.replace("_", " "),
            file=place.file if place else None,
            line=place.line if place else None,
            column=place.column if place else None,
            source=reason.source,
        )


def decide_trick(game: Game, request: TrickRequest) -> DecidedTrick:
    """Returns the winner of a trick; raises TrickError or ArgumentError if it cannot be decided."""
    if request.players is not None:
        return _decide(open_table(game, request.players, request.parameters), request)
    decided: dict[int, DecidedTrick] = {}
    needed: dict[int, ClagError] = {}
    errors: list[ClagError] = []
    for players in range(game.players[0], game.players[1] + 1):
        try:
            table = open_table(game, players, request.parameters)
            decided[players] = _decide(table, request)
        except (TrickError, ArgumentError) as error:
            if _needs_argument(error, request):
                needed[players] = error
            else:
                errors.append(error)  # not a trick of that many players
    for players, missing in needed.items():
        if not decided:
            raise missing
        raise TrickError(f"give `{request.named('players')}`; with `{players}` players, {missing}")
    if not decided:
        others = [error for error in errors if not isinstance(error, _CardsError)]
        raise others[0] if others else errors[-1]
    first = next(iter(decided.values()))
    if any(each.response != first.response for each in decided.values()):
        choices = join_words([f"`{players}`" for players in decided], "or")
        named = request.named("players")
        raise TrickError(f"the answer depends on the number of players: give `{named}`, {choices}")
    return first


def _decide(table: Table, request: TrickRequest) -> DecidedTrick:
    rules = _rules(table, request)
    played = _played(rules, request.played)  # first: the error may exclude this many players
    trumps = _trumps(rules, _possible_trumps(table, rules, request), request)
    return DecidedTrick(played, explain_trick(rules, trumps, played))


def _needs_argument(error: ClagError, request: TrickRequest) -> bool:
    """Returns whether the error is a missing argument other than the number of players."""
    if not isinstance(error, ArgumentError):
        return isinstance(error, _NeededError)
    needed = {problems.arguments.CardsNotDealt.code} if request.cards is None else set()
    if request.calls is None:
        needed.add(problems.arguments.WrongCalls.code)
    return error.code in needed


def _rules(table: Table, request: TrickRequest) -> DealRules:
    """Returns the rules of a deal after a call.

    If the number of cards is not given, any number with the same rules is used.
    """
    deal, calls = request.deal, request.calls
    row = scheduled_deal(table, deal)
    candidates = [
        each
        for each in table.schedule
        if each.name == row.name
        and (request.cards is None or each.low <= request.cards <= each.high)
    ]
    if isinstance(deal, str) and len({each.trump for each in candidates}) > 1:
        reason = f"trump is not the same in every deal `{row.name}`"
        example = f"`{request.named('deal')} {candidates[0].number}`"
        raise _NeededError(f"{reason}: give its number in the schedule, as in {example}")
    try:
        if request.cards is None and len(table.distinct_sizes(row)) == 1:
            return select_deal(table, row.number, row.low, calls).rules
        return select_deal(table, deal, request.cards, calls).rules
    except ArgumentError as error:
        advice = "" if calls is None else _argument_meant(table.rules(row.name), calls, request)
        if error.code != problems.arguments.WrongCalls.code or not advice:
            raise
        raise ArgumentError(error.code, f"{error.reason}; {advice}") from error


def _argument_meant(rules: DealRules, calls: str, request: TrickRequest) -> str:
    """Returns a hint if `calls` contains suits that belong in another argument, otherwise ""."""
    words = calls.replace(",", " ").split()
    if fixed_trumps(rules.trump) is not None or not words or not all(map(read_typed_suit, words)):
        return ""
    if len(words) == 1:
        return f"give trumps as `{request.named('trump')} {words[0]}`"
    return f'give the order of the suits as `{request.named("order")} "{" ".join(words)}"`'


def _possible_trumps(table: Table, rules: DealRules, request: TrickRequest) -> frozenset[str]:
    """Returns every value that `trump` can have in a deal, at any size of it if none is given."""
    deal = request.deal
    return frozenset(
        name
        for row in table.schedule
        if row.number == deal or (row.name == rules.name and isinstance(deal, str))
        for size in row.sizes
        if request.cards in (None, size)
        for name in trump_names(rules.trump, rules.auction, table.deck, table.players * size)
    )


def _trumps(rules: DealRules, names: frozenset[str], request: TrickRequest) -> Trumps:
    """Returns the trumps fixed by the rules, or given by the caller if the rules leave them open.

    `names` are the values that `trump` can have.
    """
    trump, order = request.trump and request.trump.strip(), request.order
    give_trump, give_order = (f"give `{request.named(name)}`" for name in ("trump", "order"))
    settled = () if names == {"none"} else fixed_trumps(rules.trump)
    if settled is not None:
        if order is not None or (trump is not None and (settled or trump != "none")):
            raise TrickError(f"the rules of `{rules.name}` already settle what is trump")
        return settled
    if isinstance(rules.trump, NamedTrump) and rules.trump.what == "order":
        if trump is not None:
            raise_refusal(
                problems.illegal_actions.OrderRequired(origin=rules.origin("trump")).reason()
            )
        if order is None:
            raise _NeededError(f"in `{rules.name}` the suits have an order: {give_order}")
        suits = tuple(suit for word in order.split() if (suit := read_typed_suit(word)))
        if len(suits) != len(order.split()):
            raise TrickError(f"`{order}` is not a list of suits such as `S H C D`")
        raise_refusal(why_not_order(rules, suits))
        return suits
    if order is not None:
        needless = f"`{request.named('order')}` does not belong here"
        raise TrickError(f"in `{rules.name}` one suit is trump, so {needless}: {give_trump}")
    if trump is None:
        advice = f"`{rules.name}` has a trump suit: {give_trump}"
        if "none" in names:
            advice = f"`{rules.name}` has a trump suit or none: {give_trump}, a suit or `none`"
        raise _NeededError(advice)
    if trump == "none" and "none" in names:
        return ()
    suit = read_typed_suit(trump)
    if suit is None:
        raise TrickError(f"`{trump}` is not a suit such as `hearts`")
    return (suit,)


def _played(rules: DealRules, text: str) -> tuple[PlayedCard, ...]:
    played: list[PlayedCard] = []
    read = card_reader(rules.deck.specials)
    for word in short_plays(join_special_plays(text), rules.wild.ranks).replace(",", " ").split():
        name, equals, stands_for = word.partition("=")
        card, face = read(name), read(stands_for if equals else name)
        if card is not None and card.rank in rules.powers:
            _check_often(rules, card, played)
            played.append(_special(rules, card, stands_for, played))
            continue
        if card is None or face is None:
            raise TrickError(f"`{word}` is not a card such as `10H` or `2H=AC`")
        wild = card.rank in rules.wild.ranks
        if wild and not equals:
            raise_refusal(
                problems.illegal_actions.UnnamedWild(card, origin=rules.origin("wild")).reason()
            )
        if face != card and not wild:
            raise_refusal(
                problems.illegal_actions.NotWild(
                    card, rules.wild.ranks, origin=rules.origin("wild")
                ).reason()
            )
        _check_dealt(rules, card, face)
        _check_often(rules, card, played)
        named = [one.face for one in played if one.card.rank in rules.wild.ranks]
        times = rules.deck.face_counts.get(face, 1)
        if wild and named.count(face) >= times:
            raise_refusal(
                problems.illegal_actions.FaceTaken(
                    card, face, times, origin=rules.origin("wild")
                ).reason()
            )
        played.append(PlayedCard(len(played), card, face))
    if not 1 <= len(played) <= rules.players:
        raise _CardsError(f"a trick has 1 to {rules.players} cards, not {len(played)}")
    return tuple(played)


def _check_dealt(rules: DealRules, card: Card, face: Card) -> None:
    """Raises TrickError if a card is not in the pack, which may depend on the player count."""
    if card in rules.deck.counts and face_of(face) in {card, *rules.deck.face_counts}:
        return
    if card in rules.deck.counts and is_special(face):
        wild = rules.origin("wild")
        raise_refusal(problems.illegal_actions.FaceNotThere(card, face, origin=wild).reason())
    copies = [str(each) for each in rules.deck.counts if face_of(each) == card]
    if copies:
        raise TrickError(f"write which `{card}` it is: `{'` or `'.join(copies)}`")
    one = face if card in rules.deck.counts else card
    raise TrickError(f"with {rules.players} players the pack has no `{one}`")


def _check_often(rules: DealRules, card: Card, played: list[PlayedCard]) -> None:
    many = rules.deck.counts.get(card, 1)
    if sum(other.card == card for other in played) >= many:
        often = "twice" if many == 1 else f"{in_words(many + 1)} times"
        raise TrickError(f"`{card}` is played {often}: the pack has {in_words(many)}")


def _special(
    rules: DealRules, card: Card, description: str, played: list[PlayedCard]
) -> PlayedCard:
    """Returns a special card as it is played; raises an error if it cannot be played like that."""
    way = read_special_play(card.rank, description)
    if description and way is None:
        raise TrickError(f"`{description.replace('_', ' ')}` is not a way to play `{card}`")
    raise_refusal(why_not_play(rules, Turn((card,), played, ()), card, way))
    chosen = matching_option(rules.specials[card.rank], rules.deck.suits, way, leads=not played)
    return PlayedCard(len(played), card, chosen.full if chosen else card)


def raise_refusal(reason: Reason | None) -> None:
    """Raises ArgumentError with the reason for a refusal, unless it is None."""
    if reason is not None:
        raise ArgumentError(reason.code, reason.reason)
