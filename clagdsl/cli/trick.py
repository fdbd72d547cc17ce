"""`clagdsl trick`: the winner of a trick, and the rule that decides it with its source."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress

import click

from clagdsl import problems
from clagdsl.api import select_deal
from clagdsl.check.checker import load_checked
from clagdsl.cli._options import (
    deal_options,
    players_option,
    raise_refusal,
    read_deal,
    read_settings,
    set_option,
)
from clagdsl.cli._output import format_option, write, write_json
from clagdsl.cli._problems import FINE
from clagdsl.engine.actions import card_reader
from clagdsl.lang.aspects import TABLE
from clagdsl.lang.cards import Card, face_of, read_typed_suit, short_plays
from clagdsl.lang.numerals import in_words
from clagdsl.lang.rules import NamedTrump, fixed_trumps
from clagdsl.lang.special_cards import join_special_plays, matching_option, read_special_play
from clagdsl.problems.diagnostic import ArgumentError
from clagdsl.problems.escape import escape_invisible
from clagdsl.table.choices import trump_names, why_not_order
from clagdsl.table.deal_rules import DealRules, Trumps
from clagdsl.table.legal_plays import Turn, why_not_play
from clagdsl.table.table import Table, open_table, scheduled_deal
from clagdsl.table.tricks import PlayedCard, TrickReason, explain_trick


@click.command()
@click.argument("file")
@click.argument("cards_played", nargs=-1, required=True, metavar="CARD CARD=CARD...")
@deal_options
@click.option("--trump", metavar="SUIT", help="The trump suit, if the deal has one.")
@click.option("--order", metavar='"S H C D"', help="The order of the suits, highest first.")
@players_option
@set_option
@format_option("text", "json")
def trick(
    file: str,
    cards_played: tuple[str, ...],
    deal: str,
    cards: int | None,
    calls: str | None,
    trump: str | None,
    order: str | None,
    players: int | None,
    settings: tuple[str, ...],
    output_format: str,
) -> int:
    """Show who wins a trick and why.

    Write what a wild card stands for as `2H=AC` or `"2H as AC"`.
    """
    game = load_checked(file).game
    table = open_table(game, players, read_settings(game, settings))
    rules = _rules(table, read_deal(deal), cards, calls)
    # without `--players`, the trick may be one of any number of players
    tables = [table]
    for count in range(game.players[0], game.players[1] + 1) if players is None else ():
        with suppress(ArgumentError):  # these parameters may leave another number no deal
            tables.append(open_table(game, count, table.parameters))
    names = _possible_trumps(tables, rules, read_deal(deal), cards)
    trumps = _trumps(rules, names, trump and trump.strip(), order)
    most = rules.players if players is not None else game.players[1]
    played = _played(rules, " ".join(cards_played), most)
    reason = explain_trick(rules, trumps, played)
    if output_format == "json":
        _write_json(played, reason)
    else:
        _write_text(played, reason)
    return FINE


def _rules(table: Table, deal: int | str, cards: int | None, calls: str | None) -> DealRules:
    """Returns the rules of a deal after a call.

    Without `--cards`, any number of cards with the same rules is used.
    """
    row = scheduled_deal(table, deal)
    called_so = [each for each in table.schedule if each.name == row.name]
    if isinstance(deal, str) and len({each.trump for each in called_so}) > 1:
        number = called_so[0].number
        changes = f"the trump changes from one `{row.name}` to the next"
        raise click.UsageError(
            f"{changes}: give its number in the schedule, as in `--deal {number}`"
        )
    try:
        if cards is None and len(table.distinct_sizes(row)) == 1:
            return select_deal(table, row.number, row.low, calls).rules
        return select_deal(table, deal, cards, calls).rules
    except ArgumentError as error:
        option = "" if calls is None else _option_meant(table.rules(row.name), calls)
        if error.code != problems.arguments.WrongCalls.code or not option:
            raise
        raise ArgumentError(error.code, f"{error.reason}; {option}") from error


def _option_meant(rules: DealRules, calls: str) -> str:
    """Returns a hint if `calls` contains suits that belong in another option, otherwise ""."""
    words = calls.replace(",", " ").split()
    if fixed_trumps(rules.trump) is not None or not words or not all(map(read_typed_suit, words)):
        return ""
    if len(words) == 1:
        return f"give trumps as `--trump {words[0]}`"
    return f'give the order of the suits as `--order "{" ".join(words)}"`'


def _possible_trumps(
    tables: Sequence[Table], rules: DealRules, deal: int | str, cards: int | None
) -> frozenset[str]:
    """Returns every value that `trump` can have in a deal; without `--cards`, at any size of it."""
    return frozenset(
        name
        for table in tables
        for row in table.schedule
        if row.number == deal or (row.name == rules.name and isinstance(deal, str))
        for size in row.sizes
        if cards in (None, size)
        for name in trump_names(rules.trump, rules.auction, table.deck, table.players * size)
    )


def _trumps(
    rules: DealRules, names: frozenset[str], trump: str | None, order: str | None
) -> Trumps:
    """Returns the trumps fixed by the rules, or given by options if the rules leave them open.

    `names` are the values that `trump` can have.
    """
    settled = () if names == {"none"} else fixed_trumps(rules.trump)
    if settled is not None:
        if order is not None or (trump is not None and (settled or trump != "none")):
            raise click.UsageError(f"the rules of `{rules.name}` already settle what is trump")
        return settled
    if isinstance(rules.trump, NamedTrump) and rules.trump.what == "order":
        if trump is not None:
            raise_refusal(
                problems.illegal_actions.OrderRequired(origin=rules.origin("trump")).reason()
            )
        if order is None:
            raise click.UsageError(f"in `{rules.name}` the suits have an order: give `--order`")
        suits = tuple(suit for word in order.split() if (suit := read_typed_suit(word)))
        if len(suits) != len(order.split()):
            raise click.UsageError(f"`{order}` is not a list of suits such as `S H C D`")
        raise_refusal(why_not_order(rules, suits))
        return suits
    if order is not None:
        raise_refusal(problems.illegal_actions.SuitRequired(origin=rules.origin("trump")).reason())
    if trump is None:
        advice = f"`{rules.name}` has a trump suit: give `--trump`"
        if "none" in names:
            advice = f"`{rules.name}` has a trump suit or none: give `--trump`, a suit or `none`"
        raise click.UsageError(advice)
    if trump == "none" and "none" in names:
        return ()
    suit = read_typed_suit(trump)
    if suit is None:
        raise click.UsageError(f"`{trump}` is not a suit such as `hearts`")
    return (suit,)


def _played(rules: DealRules, text: str, most: int) -> tuple[PlayedCard, ...]:
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
            raise click.UsageError(f"`{word}` is not a card such as `10H` or `2H=AC`")
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
    if not 1 <= len(played) <= most:
        raise click.UsageError(f"a trick has 1 to {most} cards, not {len(played)}")
    return tuple(played)


def _check_dealt(rules: DealRules, card: Card, face: Card) -> None:
    """Raises UsageError if a card is not in the pack, which may depend on the player count."""
    if card in rules.deck.counts and face_of(face) in {card, *rules.deck.face_counts}:
        return
    copies = [str(each) for each in rules.deck.counts if face_of(each) == card]
    if copies:
        raise click.UsageError(f"write which `{card}` it is: `{'` or `'.join(copies)}`")
    one = face if card in rules.deck.counts else card
    raise click.UsageError(f"with {rules.players} players the pack has no `{one}`")


def _check_often(rules: DealRules, card: Card, played: list[PlayedCard]) -> None:
    many = rules.deck.counts.get(card, 1)
    if sum(other.card == card for other in played) >= many:
        often = "twice" if many == 1 else f"{in_words(many + 1)} times"
        raise click.UsageError(f"`{card}` is played {often}: the pack has {in_words(many)}")


def _special(
    rules: DealRules, card: Card, description: str, played: list[PlayedCard]
) -> PlayedCard:
    """Returns a special card as it is played; raises an error if it cannot be played like that."""
    way = read_special_play(card.rank, description)
    if description and way is None:
        raise click.UsageError(f"`{description.replace('_', ' ')}` is not a way to play `{card}`")
    raise_refusal(why_not_play(rules, Turn((card,), played, ()), card, way))
    chosen = matching_option(rules.specials[card.rank], rules.deck.suits, way, leads=not played)
    return PlayedCard(len(played), card, chosen.full if chosen else card)


def _write_text(played: tuple[PlayedCard, ...], reason: TrickReason) -> None:
    write(f"card {reason.winner + 1} of {len(played)}: {escape_invisible(reason.reason)}")
    rule = "special" if reason.aspect == "special" else TABLE[reason.aspect].keyword
    where = f"{rule}, {reason.place}" if reason.place else f"the usual {rule}"
    write(f"  rule:   {escape_invisible(where)}")
    if reason.source:
        write(f"  source: {escape_invisible(reason.source)}")


def _write_json(played: tuple[PlayedCard, ...], reason: TrickReason) -> None:
    place = reason.place
    write_json(
        {
            "winner": reason.winner,
            "card": str(played[reason.winner].card),
            "stands_for": str(played[reason.winner].face),
            "reason": reason.reason,
            "rule": reason.aspect.replace("_", " "),
            "file": place.file if place else None,
            "line": place.line if place else None,
            "column": place.column if place else None,
            "source": reason.source,
        }
    )
