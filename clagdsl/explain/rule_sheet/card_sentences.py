"""Sentences about cards: the pack, ranks, wild and special cards, the points of cards.

Input: a `SheetContext` or the `DealRules` of one deal. Output: whole sentences in the order in
which a sheet shows them. Nothing here depends on the number or the hand size of a deal.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import groupby
from operator import attrgetter
from typing import assert_never

from clagdsl.explain.english import (
    capital,
    card_single,
    counted,
    plural,
    rank_plural,
    rank_single,
    sentence,
    with_article,
)
from clagdsl.explain.phrases import duties_text, naming_sentence
from clagdsl.explain.phrases import sentence as phrase
from clagdsl.explain.rule_sheet.context import SheetContext, player_counts_text
from clagdsl.lang.cards import (
    ORDINARY,
    RANK_NAMES,
    SUIT_NAMES,
    SUIT_SIGNS,
    Card,
    Deck,
    read_card,
    read_suit,
    special_card,
)
from clagdsl.lang.numerals import in_words, join_words
from clagdsl.lang.policies.play import Worth, is_suit_led
from clagdsl.lang.rules import (
    FixedSuit,
    FollowClass,
    Nameable,
    OnTurned,
    RankOrder,
    Special,
    TopTrump,
    TrumpRanks,
    TurnedTrump,
    can_be_one_suit,
    is_suit_order,
)
from clagdsl.lang.special_cards import EXTREMES, Demand, LeadDemand, Power, play_options
from clagdsl.table.deal_rules import DealRules
from clagdsl.table.scoring import worths

# --- the pack ------------------------------------------------------------------------------


def pack_phrase(context: SheetContext) -> str:
    """Returns the phrase for the pack: `with an ordinary pack of 52 cards.`"""
    decks = [
        (deck, list(tables)) for deck, tables in groupby(context.tables, key=attrgetter("deck"))
    ]
    if len(decks) == 1:
        return f"with {deck_text(decks[0][0])}."
    pack_texts = "; ".join(
        f"with {player_counts_text(tables)} players {deck_text(deck)}" for deck, tables in decks
    )
    return f"with a pack that depends on the number of players: {pack_texts}."


def deck_text(deck: Deck) -> str:
    """Describes the cards of a pack: `32 cards: aces down to sevens in each suit`."""
    many, special = deck.copies, _special_cards(deck)
    if deck.faces == ORDINARY.faces:
        if many == 1:
            pack = f"an ordinary pack of {len(deck.faces)} cards"
            joint = " and " if len(deck.specials) == 1 else ", "
            return f"{pack}{joint}{special}: {deck.size} cards in all" if special else pack
        packs = f"{in_words(many)} ordinary packs, "
        return f"{packs}{special}, {deck.size} cards" if special else f"{packs}{deck.size} cards"
    whole = {Card(rank, suit) for suit in deck.suits for rank in deck.ranks}
    out = [
        card_single(card)
        for card in sorted(whole, key=attrgetter("sort_key"))
        if card not in deck.faces
    ]
    of_each = f", {in_words(many)} of each" if many > 1 else ""
    suits = "each suit"
    if deck.suits != ORDINARY.suits:
        suits = join_words([SUIT_NAMES[suit] for suit in deck.suits])
    parts = [f"{deck.size} cards{of_each}: {_ranks(deck)} in {suits}"]
    if out:
        parts.append(f"without {join_words(out, 'and')}")
    if special:
        parts.append(f"and {special}")
    return ", ".join(parts)


def _special_cards(deck: Deck) -> str:
    """Returns the special cards with their numbers: `four Wizards and four Jesters`."""
    counts = [(deck.counts[special_card(name)], name) for name in deck.specials]
    named = [f"{in_words(many)} {name if many == 1 else plural(name)}" for many, name in counts]
    return join_words(named)


def _ranks(deck: Deck) -> str:
    first = ORDINARY.ranks.index(deck.ranks[0])
    if len(deck.ranks) == 1:
        return f"only {RANK_NAMES[deck.ranks[0]]}"
    if deck.ranks == ORDINARY.ranks[first : first + len(deck.ranks)]:
        return f"{RANK_NAMES[deck.ranks[0]]} down to {RANK_NAMES[deck.ranks[-1]]}"
    return join_words([RANK_NAMES[rank] for rank in deck.ranks])


# --- ranks and wild cards ---------------------------------------------------------------------


def rank_sentence(
    context: SheetContext, order: RankOrder, usual: Sequence[str] = ORDINARY.ranks
) -> str:
    """Returns the sentence on the order of ranks, relative to a usual order if that is shorter.

    The pack may depend on the number of players; every rank in any of the packs is listed.
    """
    whole = context.whole
    ranks, usual = whole.ranks(order.ranks), whole.ranks(usual)
    every = " ".join(ranks)
    if len({table.deck.ranks for table in whole.tables}) > 1:
        every += ", as far as the pack has them"
    if ranks == usual[::-1]:
        high, low = capital(rank_plural(ranks[0])), rank_plural(ranks[-1])
        return f"The ranks are reversed. {high} are highest and {low} lowest: {every}."
    if ranks == (*usual[1:], usual[0]):
        return f"{capital(rank_plural(usual[0]))} are low. From high to low the cards rank {every}."
    return f"From high to low the cards of a suit rank {every}."


def trump_ranks(rules: DealRules) -> TrumpRanks:
    """Returns the highest trumps, without their ranks if no suit can be trump."""
    if can_be_one_suit(rules.trump):
        return rules.trump_rank
    return TrumpRanks(tuple(one for one in rules.trump_rank.top if one.kind != "rank"))


def follow_duties(rules: DealRules) -> tuple[FollowClass, ...]:
    """Returns the duties of `follow`, without those of trumps if an order of the suits leaves no
    card that counts as one.
    """
    duties = rules.follow.duties
    if not is_suit_order(rules.trump) or trump_ranks(rules).top:
        return duties
    return tuple(filter(is_suit_led, duties))


def trump_rank_sentence(context: SheetContext, rules: DealRules) -> str:
    """Returns the sentence on the highest trumps, and on the cards that are always trumps."""
    ranks = trump_ranks(rules)
    top = ranks.top
    if not top:
        return phrase("trump_rank", ranks)
    settled = rules.trump.suit if isinstance(rules.trump, FixedSuit) else None
    names = [_top_trump(entry) for entry in top]
    listed = {entry.name for entry in top if entry.kind == "rank"}
    listed |= {entry.name[:-1] for entry in top if entry.name[-1] == settled}
    others = [rank for rank in context.whole.ranks(rules.rank.ranks) if rank not in listed]
    rest = f", then {' '.join(others)}" if others and can_be_one_suit(rules.trump) else ""
    always = [
        name
        for entry, name in zip(top, names, strict=True)
        if entry.kind != "rank" and entry.name[-1] != settled
    ]
    are = "is always a trump" if len(always) == 1 else "are always trumps"
    return phrase(
        "trump_rank",
        ranks,
        listed=", ".join(names),
        rest=rest,
        always=f"; {join_words(always)} {are}, and of no other suit" if always else "",
    )


def _top_trump(entry: TopTrump) -> str:
    card = read_card(entry.name) if entry.kind == "card" else None
    return entry.name if card is None else f"{card.rank}{SUIT_SIGNS[card.suit]}"


def wild_sentences(rules: DealRules, usual: Collection[str] = ()) -> Iterator[str]:
    """Yields the sentences on wild cards; the `usual` ranks are those that are wild otherwise."""
    wild = rules.wild
    if not wild.ranks:
        yield phrase("wild", wild)
        return
    plural = join_words([rank_plural(rank) for rank in wild.ranks])
    single = join_words([rank_single(rank) for rank in wild.ranks], "or")
    it = "it" if len(wild.ranks) == 1 else "the card"
    dropped = [rank_plural(rank) for rank in usual if rank not in wild.ranks]
    no_longer = f", and {join_words(dropped)} are not" if dropped else ""
    yield (
        f"{capital(plural)} are wild{no_longer}. When you play {single}, name the card of the pack"
        " that it stands for, wherever the real one is."
        f" {capital(it)} counts as a copy of that card and beats the card itself."
    )
    many = rules.deck.copies
    if many > 1:
        yield f"In one trick, at most {in_words(many)} wild cards may stand for the same card."
    else:
        yield "Wild cards in the same trick must stand for different cards."
    yield from wild_duties(rules)
    yield led_wild_sentence(rules)


def led_wild_sentence(rules: DealRules) -> str:
    """Returns the sentence on leading a wild card."""
    freely = "may be named freely"
    if rules.holds_back:
        freely = "must be named in a suit that may be led, if you hold another card of such a suit"
    return f"A wild card that is led {freely}; the suit named is the suit led."


def wild_duties(rules: DealRules) -> list[str]:
    """Returns the sentences on the duties of a player who plays a wild card; empty if there are
    none.
    """
    duties = () if rules.plays_top else follow_duties(rules)
    if not duties:
        return []
    single = join_words([rank_single(rank) for rank in rules.wild.ranks], "or")
    return [
        naming_sentence(duties),
        phrase("wild", rules.wild, single=single, owed=duties_text(duties)),
    ]


# --- special cards -------------------------------------------------------------------------


def special_sentences(rules: DealRules) -> Iterator[str]:
    """Yields the sentences on the special cards in the pack."""
    specials = list(rules.powers.values())
    if not specials:
        return
    names = join_words([plural(special.name) for special in specials])
    yield f"{capital(names)} have no suit and may always be played."
    for special in specials:
        if special.power == "high or low":
            yield f"Whoever plays {with_article(special.name)} says whether it is high or low."
    high, low = (_with_power(specials, power) for power in ("high", "low"))
    if high:
        yield f"The first {join_words(high, 'or')} in a trick wins it."
    if low:
        only = join_words([plural(name) for name in low])
        yield f"In a trick of nothing but {only}, the first of them wins."
    yield from _asking_all(specials)
    # with an order of suits the highest suit wins, whatever was led
    if not is_suit_order(rules.trump) and any(_leaves_open(special) for special in specials):
        yield (
            "If no suit is led, or nobody plays it, the trick is won as if the first suit played"
            " had been led."
        )


def _leaves_open(special: Special) -> bool:
    """Returns whether the card can be led low without the next card counting as the lead."""
    return "low" in special.powers and any(demand != "next card" for demand in special.demands)


def _asking_all(specials: Sequence[Special]) -> Iterator[str]:
    """Yields a sentence on leading each special card; cards that ask for nothing share one
    sentence.
    """
    nothing = [special for special in specials if special.demands == ("nothing",)]
    for special in specials:
        if special not in nothing:
            yield _asking(special)
        elif special is nothing[0]:
            which = join_words([with_article(each.name) for each in nothing], "or")
            yield f"If {which} is led, {_led('nothing')}."


def demand_exceptions(rules: DealRules) -> list[str]:
    """Returns the sentence that excepts demands for the highest or lowest card of a suit from the
    duties to follow; empty if no special card makes such demands.
    """
    asking = {
        special.name: {demand.split()[0] for demand in special.demands} & {*EXTREMES}
        for special in rules.powers.values()
    }
    names = [with_article(name) for name, extremes in asking.items() if extremes]
    asked = [extreme for extreme in EXTREMES if any(extreme in own for own in asking.values())]
    if not names:
        return []
    return [
        f"If {join_words(names, 'or')} asks for the {join_words(asked, 'or')} card of a suit,"
        " that demand applies instead."
    ]


def announcement_sentences(rules: DealRules) -> list[str]:
    """Returns the sentences on special cards played unseen, and how they are announced."""
    sentences = []
    for name in rules.powers:
        first, *others = play_options(rules.powers[name], rules.deck.suits, leads=True)
        if not others:
            continue
        power, asks = first.full.power, first.full.demand
        led = f"; led, it {_asks(asks)}" if asks is not None else ""
        sentences.append(
            f"Before turning over the card, say how it is played if it is {with_article(name)}."
            f" If you say nothing, it is {power}{led}."
        )
    return sentences


def _asks(demand: LeadDemand) -> str:
    """Returns a phrase for the demand of a led card: `asks for nothing`, `asks for the highest of
    spades`.
    """
    if demand.suit is None:
        return "leaves the suit to the next card" if demand.next_card else "asks for nothing"
    extreme = f"the {demand.extreme} card of " if demand.extreme else ""
    return f"asks for {extreme}{SUIT_NAMES[demand.suit]}"


def turned_cases(trump: TurnedTrump, specials: Collection[str]) -> str:
    """Returns the clauses on trumps for the cases of cards that are turned up, and for that in
    which no card is left.
    """
    there = [case for case in trump.on if case.kind != "special" or case.name in specials]
    cases = []
    for outcome, alike in groupby(there, _outcome):
        cases.append(f"; if {_any_turned(alike)} is turned, {outcome}")
    match trump.nothing_left:
        case "none":
            cases.append("; if no card is left to turn, there are no trumps")
        case "last card":
            cases.append(
                "; if no card is left to turn, the dealer's last card is shown to all instead,"
                " and then taken into the hand"
            )
            if again := [case for case in there if case.again]:
                cases.append(f"; if that is {_any_turned(again)}, there are no trumps")
        case None:
            pass
        case _:
            assert_never(trump.nothing_left)
    return "".join(cases)


def _any_turned(cases: Iterable[OnTurned]) -> str:
    return join_words([_turned_up(case) for case in cases], "or")


def _turned_up(on: OnTurned) -> str:
    """Returns the cards of a case in words, such as `a jack` or `the ace of spades`."""
    match on.kind:
        case "special":
            return with_article(on.name)
        case "rank":
            return rank_single(on.name)
        case "suit":
            return with_article(on.cards_meant.removesuffix("s"))
        case "card":
            card = read_card(on.name)
            assert card is not None
            return card_single(card)


def _outcome(on: OnTurned) -> str:
    if on.again:
        return "the next card is turned as well"
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


def _with_power(specials: list[Special], power: Power) -> list[str]:
    """Returns the cards that may have a power; `low Joker` if the player chooses the power."""
    return [
        special.name if special.power == power else f"{power} {special.name}"
        for special in specials
        if power in special.powers
    ]


def _asking(special: Special) -> str:
    """Returns the sentence on leading the card."""
    card_text = with_article(special.name)
    if len(special.demands) > 1:
        options = join_words([*_demanded(special.demands)], "or")
        return f"Whoever leads {card_text} says what it asks for: {options}."
    demand = special.demands[0]
    if demand in ("nothing", "next card"):
        return f"If {card_text} is led, {_led(demand)}."
    return f"Whoever leads {card_text} names a suit: {_led(demand)}."


def _led(demand: Demand) -> str:
    match demand:
        case "nothing":
            return "everybody may play any card to this trick"
        case "next card":
            return "the next card that is not a special card counts as the card led"
        case "named suit":
            return "that suit counts as led"
        case "highest of named suit" | "lowest of named suit":
            extreme = demand.split()[0]
            return (
                f"that suit counts as led, and players who hold it must play the {extreme} card of"
                " it, or a special card; the others may play any card"
            )
        case _:
            assert_never(demand)


def _demanded(demands: Sequence[Demand]) -> Iterator[str]:
    """Yields a phrase for each possible demand; the highest and the lowest card of a suit share
    one.
    """
    extremes = [demand.split()[0] for demand in demands if demand.endswith(" of named suit")]
    for demand in demands:
        match demand:
            case "nothing":
                yield "nothing (everybody may play any card)"
            case "next card":
                yield "the next card that is not a special card (which then counts as led)"
            case "named suit":
                yield "a suit (which counts as led)"
            case "highest of named suit" | "lowest of named suit":
                if demand.startswith(extremes[0]):
                    which = join_words([f"the {extreme}" for extreme in extremes], "or")
                    yield (
                        f"{which} card of a suit (which counts as led; players who hold it must"
                        " play that card of it, or a special card; the others may play any card)"
                    )
            case _:
                assert_never(demand)


# --- the points of cards ----------------------------------------------------------------------


_FEW = 3
"""The most cards with points from two entries to list one by one."""


def card_worth_sentences(rules: DealRules, usual: Collection[Worth] = ()) -> list[str]:
    """Returns the sentences on the points that cards add to their trick.

    They mention other cards if some of the `usual` ones are worth nothing.
    """
    card_worths = rules.card_worth.worths
    if not card_worths:
        return ["No card is worth points by itself.", *trump_worth_sentences(rules)]
    worth_list = join_words(
        [f"{_which(worth, rules)} {counted(worth.points, 'point')}" for worth in card_worths]
    )
    named = {(worth.kind, worth.name) for worth in card_worths}
    if any((worth.kind, worth.name) not in named for worth in usual):
        worth_list += ", and other cards nothing"
    opening = "the cards in a trick add to its value"
    if tricks_are_nothing(rules):
        opening = "a trick is worth as much as the cards in it"
    sentences = [sentence(f"{opening}: {worth_list}"), *_twice(rules)]
    if rules.wild.ranks:
        sentences.append("A wild card is worth as much as the card that it stands for.")
    return [*sentences, *trump_worth_sentences(rules)]


def trump_worths(rules: DealRules) -> tuple[Worth, ...]:
    """Returns the points of trumps; empty if no card of the deal can count as a trump."""
    possible = can_be_one_suit(rules.trump) or trump_ranks(rules).top
    return rules.trump_worth.worths if possible else ()


def trump_worth_sentences(rules: DealRules) -> list[str]:
    """Returns the sentence on the points of trumps, if they are not those of other cards."""
    worth_list = trump_worths(rules)
    if not worth_list:
        return []
    texts = [f"{_which(worth, rules).removeprefix('each ')} {worth.points}" for worth in worth_list]
    return [phrase("trump_worth", rules.trump_worth, listed=", ".join(texts))]


def tricks_are_nothing(rules: DealRules) -> bool:
    """Returns whether a trick is worth only the points of its cards."""
    values = {
        value for values_by_rank in worths(rules, 1).by_rank for value in values_by_rank.values()
    }
    return values_cards(rules) and values == {0} and rules.trick_worth.kind == "number"


def values_cards(rules: DealRules) -> bool:
    """Returns whether a deal lists worths of cards."""
    return bool(rules.card_worth.worths or trump_worths(rules))


def shown_cards(rules: DealRules, trump: str) -> list[Card]:
    """Returns cards with points, one of each kind, as an example of a trick under this trump.

    If trumps have points of their own, the cards are trumps only if no other card has points.
    """
    trumps_apart, trump_only = bool(trump_worths(rules)), not rules.card_worth.worths
    possible = [
        face
        for face in rules.deck.kinds
        if face.rank not in rules.wild.ranks
        and (not trumps_apart or trump_only == rules.trump_rank.is_trump(face, read_suit(trump)))
    ]
    cards: list[Card] = []
    for worth in rules.card_worth.worths or rules.trump_worth.worths:
        held = [face for face in possible if worth.holds(face) and face not in cards]
        cards += held[:1]
    return cards[: rules.players]


def _which(worth: Worth, rules: DealRules) -> str:
    match worth.kind:
        case "suit":
            return f"each {worth.cards_meant.removesuffix('s')}"
        case "rank":
            return f"each {rank_single(worth.name).partition(' ')[2]}"
        case "card":
            card = read_card(worth.name)
            assert card is not None
            return card_single(card)
        case "special":
            several = rules.deck.counts[special_card(worth.name)] > 1
            return f"{'each' if several else 'the'} {worth.name}"
        case _:
            assert_never(worth.kind)


def _twice(rules: DealRules) -> list[str]:
    """Returns the sentence on cards named by several entries; otherwise an empty list."""
    card_worths, deck = rules.card_worth.worths, rules.deck
    both = [face for face in deck.kinds if sum(worth.holds(face) for worth in card_worths) > 1]
    if not both:
        return []
    worth_texts = [
        f"{card_single(face)} {counted(rules.card_worth.of(face), 'point')}" for face in both
    ]
    if len(both) <= _FEW:
        return [f"Cards named twice count twice: {join_words(worth_texts, 'and')} in all."]
    return [f"Cards named twice count twice, as {worth_texts[0]} in all."]
