"""The turn for which a form was rendered; the form carries it, and stale entries are refused."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from clagdsl.lang.frozen import dataclass
from clagdsl.problems.escape import escape_invisible, shorten
from clagdsl.serve.form_fields import WrongFormError

FIELD: Final = "for"
"""Name of the hidden form field that contains the turn."""
PHASE_VERBS: Final[Mapping[str, str]] = {
    "bid": "bids",
    "call": "calls",
    "size": "picks the cards",
    "name": "names trump",
    "auction": "speaks",
}
"""The verb for a player's turn in each phase; any other phase uses "is next"."""
_NOW_TEXTS: Final[Mapping[str, str]] = {
    "dealer": "who deals first is asked now",
    "first": "who was drawn to bid first is asked now",
    "tricks": "the tricks of deal {deal} are counted now",
    "over": "the match is over now",
}
_ENTERED_TEXTS: Final[Mapping[str, str]] = {
    "dealer": "who deals first was entered",
    "first": "who bids first was entered",
    "bid": "{player}'s bid was entered",
    "call": "{player}'s call was entered",
    "size": "{player}'s number of cards was entered",
    "name": "{player}'s trump was entered",
    "auction": "what {player} says was entered",
    "tricks": "the tricks of deal {deal} were entered",
}
_TEXT: Final = re.compile(r"([0-9]{1,8}) ([0-9]{1,5}) ([a-z]{1,20})(?: (.{1,200}))?", re.ASCII)


@dataclass(frozen=True, slots=True)
class FormTurn:
    """A phase of a deal, the player to act (or ""), and the number of the event that started it."""

    since: int
    deal: int
    phase: str
    player: str

    def __str__(self) -> str:
        """Returns the turn as the text of the hidden form field."""
        return " ".join(f"{self.since} {self.deal} {self.phase} {self.player}".split())

    @property
    def now_text(self) -> str:
        """A clause that names the current turn: `Ann bids now`."""
        if self.player:
            return f"{self.player} {PHASE_VERBS.get(self.phase, 'is next')} now"
        text = _NOW_TEXTS.get(self.phase, "something else in deal {deal} is asked now")
        return text.format(deal=self.deal)

    @property
    def entered_text(self) -> str:
        """A clause that reports that this turn's entry was made: `Ann's bid was entered`."""
        entered = _ENTERED_TEXTS.get(self.phase, "something else was entered")
        return entered.format(deal=self.deal, player=self.player or "somebody")


def read_turn(form: Mapping[str, str]) -> FormTurn | None:
    """Returns the turn for which a form was rendered, or None if the form has none.

    Raises WrongFormError if the field is malformed.
    """
    text = form.get(FIELD, "")
    if not text:
        return None
    match = _TEXT.fullmatch(text)
    if match is None:
        raise WrongFormError(
            f"“{shorten(escape_invisible(text))}” is no turn of a player: open the"
            f" page again, and enter"
            " it there."
        )
    return FormTurn(int(match[1]), int(match[2]), match[3], match[4] or "")
