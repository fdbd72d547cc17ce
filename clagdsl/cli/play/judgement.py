"""Whether the person may do something, judged by the rules without a word of what is hidden."""

from __future__ import annotations

from clagdsl import problems
from clagdsl.cli.play.display import Showing, paragraph
from clagdsl.engine.actions import Action, Play, PlayTop
from clagdsl.engine.state import State
from clagdsl.engine.view import View
from clagdsl.lang.cards import is_special
from clagdsl.problems.model import Reason
from clagdsl.problems.safe_text import visible
from clagdsl.problems.wording import cited
from clagdsl.table.deal_rules import DealRules


def why_not(state: State, view: View, rules: DealRules, action: Action) -> Reason | None:
    """Why the person, whose view it is, may not do this, or None.

    Where the top card is played, the referee knows which it is and would tell: there only what
    the view offers may be done, and nothing is said about the cards.
    """
    if action in view.legal:
        return None
    if view.phase == "play" and rules.plays_top:
        match action:
            case Play():
                place, source = cited(rules.origin("play"))
                text = "the top card is played, whatever it is: `play top`"
                return Reason("A303", text, place, source)
            case PlayTop(face=face) if not (rules.wild.ranks or (face and is_special(face))):
                return problems.illegal_actions.NotWild(
                    None, (), origin=rules.origin("wild")
                ).reason()
            case _:
                pass
    return state.why_not(action)


def refusal_lines(showing: Showing, reason: Reason) -> list[str]:
    """A refusal in words, with the rule as it is written and where it comes from."""
    style = showing.style
    lines = [
        style.refusal(line) for line in paragraph(f"{reason.code}: {visible(reason.reason)}", "  ")
    ]
    if reason.place is not None:
        text = f"  rule    {visible(showing.quote(reason.place))} ({visible(str(reason.place))})"
        lines += paragraph(text, " " * 10)
    elif reason.code not in ("A101", "A103", "A301"):
        lines.append("  rule    as usual; the rules file says nothing else")
    if reason.source:
        lines += paragraph(f"  source  {visible(reason.source)}", " " * 10)
    return lines
