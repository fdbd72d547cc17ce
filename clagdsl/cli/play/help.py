"""Help in place: what can be typed now, and the rules of the deal as they are written."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from clagdsl.cli.play.display import Showing, paragraph
from clagdsl.cli.play.event_text import notes
from clagdsl.engine.actions import LOOKED, PlayTop
from clagdsl.engine.view import View
from clagdsl.lang.aspects import TABLE
from clagdsl.lang.cards import is_special
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
    rules = showing.rules(view)
    match view.phase:
        case "size":
            yield "5", "five cards for each player; in full: `cards 5`"
        case "call":
            yield "1 4", "call the first and the fourth; in full: `call Precedence, Nuloss`"
            yield "call", "call nothing, where that is allowed"
        case "auction":
            yield "5C", "say five tricks with clubs, `6NT` without trumps; or `auction 5C`"
            yield "pass", "say nothing more in this auction"
        case "name":
            yield "hearts", "name the trump suit; or `h`; in full: `trump hearts`"
            yield "S H C D", "name an order of suits, the highest first; or `order S H C D`"
        case "bid" if LOOKED in view.legal:
            yield "look", "look at your cards, and bid then"
            yield "2 blind", "bid two tricks without having looked; in full: `bid 2 blind`"
        case "bid":
            yield "2", "bid two tricks; in full: `bid 2`"
        case _ if isinstance(view.legal[0], PlayTop):
            yield "top", "play your top card; in full: `play top`"
            if rules.wild.ranks:
                yield "top as AC", "the same; should it be wild, it stands for the ace of clubs"
            said = [one.face for one in view.legal if isinstance(one, PlayTop) and one.face]
            for face in [face for face in said if is_special(face)][:1]:
                yield f"top as {face}", f"the same; should it be a {face.rank}, it is played so"
        case _:
            yield "KS", "play that card; cards in [brackets] may be played; in full: `play KS`"
            if rules.wild.ranks:
                yield "2H as AC", "play a wild card and say what it stands for"
            for name in rules.deck.specials[:1]:
                yield name, _special_play(rules)


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
