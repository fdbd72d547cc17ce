"""Help in place: what can be typed now, and the rules of the deal as they are written."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from clagdsl.cli.play.display import Showing, paragraph
from clagdsl.cli.play.event_text import notes
from clagdsl.engine.actions import (
    LOOKED,
    NO_TRUMP,
    PLAY_TOP,
    TRUMPS,
    Bid,
    MakeCall,
    NameOrder,
    NameTrump,
    PickCards,
    Play,
    PlayTop,
    SayInAuction,
)
from clagdsl.engine.view import View
from clagdsl.lang.aspects import TABLE
from clagdsl.lang.auction_words import Said
from clagdsl.lang.cards import SUIT_NAMES, is_special
from clagdsl.lang.enumeration import listed
from clagdsl.lang.numerals import in_words
from clagdsl.lang.rules import Call
from clagdsl.lang.special import Demand
from clagdsl.problems.safe_text import visible
from clagdsl.problems.wording import cited
from clagdsl.table.deal_rules import DealRules

_ALWAYS: Final = (
    ("why ...", "whether that may be done, and if not, which rule says so: `why 3`, `why KS`"),
    ("score", "the score sheet"),
    ("rules", "the rules of this deal as the file has them"),
    ("table", "what lies on the table, once more"),
    ("Enter", "what the question shows for it; where it shows nothing, the same as `table`"),
    ("undo", "take your last decision back, as often as you like"),
    ("quit", "leave; the match is kept, and `--resume` goes on with it"),
)
_WITHOUT_CHOICE: Final[tuple[tuple[Demand, ...], ...]] = (("nothing",), ("next card",))
"""What special cards ask for of which nothing has to be said."""


def help_lines(showing: Showing, view: View) -> list[str]:
    """What can be typed now."""
    lines: list[str] = []
    for typed, meaning in (*_now(showing, view), *_ALWAYS):
        lines += paragraph(f"  {typed:<16} {meaning}", " " * 19)
    return lines


def _now(showing: Showing, view: View) -> Iterator[tuple[str, str]]:
    """What may be typed now, each an action that is allowed, and what it does."""
    rules = showing.rules(view)
    match view.phase:
        case "size":
            sizes = [one.number for one in view.legal if isinstance(one, PickCards)]
            number = _near(5, sizes)
            each = f"{_counted(number, 'card')} for each player"
            yield str(number), f"{each}; in full: `{PickCards(number)}`"
        case "call":
            yield from _calls(rules, [one for one in view.legal if isinstance(one, MakeCall)])
        case "auction":
            yield from _auction([one for one in view.legal if isinstance(one, SayInAuction)])
            yield "pass", "say nothing more in this auction"
        case "name":
            yield from _trumps(view)
        case "bid":
            yield from _bids([one for one in view.legal if isinstance(one, Bid)], view)
        case _:
            yield from _plays(rules, view)


def _near(wanted: int, numbers: Sequence[int]) -> int:
    """The number that comes next to one, of some."""
    return min(numbers, key=lambda number: abs(number - wanted))


def _counted(number: int, thing: str) -> str:
    return f"{in_words(number)} {thing}{'s' * (number != 1)}"


def _calls(rules: DealRules, legal: Sequence[MakeCall]) -> Iterator[tuple[str, str]]:
    """A call of two choices, or else of one, by their numbers in the list; and of none."""
    groups = rules.call.groups if isinstance(rules.call, Call) else ()
    choices = [choice for group in groups for choice in group.choices]
    some = [one for one in legal if one.names]
    if some:
        called = min(some, key=lambda one: abs(len(one.names) - 2))
        typed = " ".join(str(choices.index(name) + 1) for name in called.names)
        yield typed, f"call {visible(listed(called.names))}; in full: `{visible(str(called))}`"
    if MakeCall(()) in legal:
        yield "call", "call nothing"


def _auction(legal: Sequence[SayInAuction]) -> Iterator[tuple[str, str]]:
    """A suit and no trumps, as far as they may still be said; each with the fewest tricks."""
    suits = [one for one in legal if one.trump is not None]
    for said in [*suits[:1], *(one for one in legal if one.trump is None)][:2]:
        trump = "without trumps" if said.trump is None else f"with {SUIT_NAMES[said.trump]}"
        typed = str(Said(said.number, said.trump))
        yield typed, f"say {_counted(said.number, 'trick')} {trump}; in full: `{said}`"


def _trumps(view: View) -> Iterator[tuple[str, str]]:
    named = [one.suit for one in view.legal if isinstance(one, NameTrump)]
    suits = sorted((suit for suit in named if suit is not None), key=lambda suit: suit != "H")
    for suit in suits[:1]:
        name = SUIT_NAMES[suit]
        yield name, f"name the trump suit; or `{name[0]}`; in full: `{TRUMPS[suit]}`"
    if None in named:
        yield "none", f"name no trump; in full: `{NO_TRUMP}`"
    for order in [one for one in view.legal if isinstance(one, NameOrder)][:1]:
        typed = " ".join(order.suits)
        yield typed, f"name an order of suits, the highest first; or `{order}`"


def _bids(legal: Sequence[Bid], view: View) -> Iterator[tuple[str, str]]:
    if LOOKED in view.legal:
        yield "look", "look at your cards, and bid then"
    if legal:
        number = _near(2, [bid.number for bid in legal])
        blind = " blind" * legal[0].blind
        how = " without having looked" * legal[0].blind
        in_full = Bid(number, legal[0].blind)
        yield f"{number}{blind}", f"bid {_counted(number, 'trick')}{how}; in full: `{in_full}`"


def _plays(rules: DealRules, view: View) -> Iterator[tuple[str, str]]:
    if isinstance(view.legal[0], PlayTop):
        yield "top", f"play your top card; in full: `{PLAY_TOP}`"
        faces = [one.face for one in view.legal if isinstance(one, PlayTop) and one.face]
        cards = [face for face in faces if not is_special(face)]
        for face in cards[:1]:
            yield f"top as {face}", "the same; should it be wild, it stands for that card"
        for face in [face for face in faces if is_special(face)][:1]:
            yield f"top as {face}", f"the same; should it be a {face.rank}, it is played so"
        return
    plays = [one for one in view.legal if isinstance(one, Play)]
    plain = [one for one in plays if not is_special(one.card)]
    for play in [one for one in plain if one.face is None][:1]:
        marked = "play that card; cards in [brackets] may be played"
        yield str(play.card), f"{marked}; in full: `{play}`"
    for play in [one for one in plain if one.face is not None][:1]:
        yield f"{play.card} as {play.face}", "play a wild card and say what it stands for"
    for play in [one for one in plays if is_special(one.card)][:1]:
        yield str(play).removeprefix("play "), _special_play(rules)


def _special_play(rules: DealRules) -> str:
    """What playing a special card is, and whether there is a choice how one is played."""
    specials = [rules.specials[name] for name in rules.deck.specials]
    if any(len(one.powers) > 1 or one.demands not in _WITHOUT_CHOICE for one in specials):
        return "play a special card; what may be said of it stands behind its name"
    return "play a special card"


def rules_lines(showing: Showing, view: View) -> list[str]:
    """What is special in the deal, then its clauses as written, each with its source."""
    rules = showing.rules(view)
    lines = notes(showing, rules)
    for name, aspect in TABLE.items():
        origin = rules.origin(name)
        place, source = cited(origin)
        if place is None or aspect.between_deals:
            continue
        lines += paragraph(f"  {visible(showing.quote(place))}", " " * 6)
        if source:
            lines += paragraph(f"      {visible(source)}", " " * 6)
        for assumption in origin.assumptions:
            lines += paragraph(f"      assumed: {visible(assumption.text)}", " " * 6)
    return lines
