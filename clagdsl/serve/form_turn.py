"""The turn for which a form was rendered; the form carries it, and stale entries are refused."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from clagdsl.lang.frozen import dataclass
from clagdsl.problems.escape import escape_invisible, shorten
from clagdsl.serve.form_fields import WrongFormError
from clagdsl.serve.page_language import phrase
from clagdsl.serve.table_messages import TableMessage, Text

FIELD: Final = "for"
"""Name of the hidden form field that contains the turn."""
_NOW_TEXTS: Final[Mapping[str, Text]] = {
    "dealer": Text.DEALER_NOW,
    "first": Text.FIRST_NOW,
    "tricks": Text.TRICKS_NOW,
    "over": Text.OVER_NOW,
}
_PLAYER_TEXTS: Final[Mapping[str, Text]] = {
    "bid": Text.BID_NOW,
    "call": Text.CALL_NOW,
    "size": Text.SIZE_NOW,
    "name": Text.NAME_NOW,
    "auction": Text.AUCTION_NOW,
}
_ENTERED_TEXTS: Final[Mapping[str, Text]] = {
    "dealer": Text.DEALER_ENTERED,
    "first": Text.FIRST_ENTERED,
    "bid": Text.BID_ENTERED,
    "call": Text.CALL_ENTERED,
    "size": Text.SIZE_ENTERED,
    "name": Text.NAME_ENTERED,
    "auction": Text.AUCTION_ENTERED,
    "tricks": Text.TRICKS_ENTERED,
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
    def now_text(self) -> TableMessage:
        """The message that names the current turn: `Ann bids now`."""
        if self.player:
            text = _PLAYER_TEXTS.get(self.phase, Text.PLAYER_NOW)
            return TableMessage(text, {"player": self.player})
        text = _NOW_TEXTS.get(self.phase, Text.OTHER_NOW)
        return TableMessage(text, {"deal": self.deal})

    @property
    def entered_text(self) -> TableMessage:
        """The message that reports that this turn's entry was made: `Ann's bid was entered`."""
        text = _ENTERED_TEXTS.get(self.phase, Text.OTHER_ENTERED)
        return TableMessage(text, {"deal": self.deal, "player": self.player or "somebody"})


def read_turn(form: Mapping[str, str]) -> FormTurn | None:
    """Returns the turn for which a form was rendered, or None if the form has none.

    Raises WrongFormError if the field is malformed.
    """
    text = form.get(FIELD, "")
    if not text:
        return None
    match = _TEXT.fullmatch(text)
    if match is None:
        raise WrongFormError(phrase("form-turn-wrong", text=shorten(escape_invisible(text))))
    return FormTurn(int(match[1]), int(match[2]), match[3], match[4] or "")
