"""The phrases for the values of aspects, as their policies declare them.

A label names the value in a diff, a sentence states it in a rule sheet, a note announces it before
a deal in the terminal. Placeholders in braces are filled in: `{namer}` and fields such as
`{number}` from the value, all others by the caller, who knows the deal.
"""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from typing import Final

from clagdsl.lang.aspects import TABLE
from clagdsl.lang.numerals import join_words
from clagdsl.lang.policies.play import FOLLOW, HIGHER
from clagdsl.lang.rules import AspectName, FollowClass, NamedTrump, TrumpRanks, TrumpWorth


def label(aspect: AspectName, value: object, **filled: str) -> str:
    """Returns the name that a diff uses for a value."""
    return _filled(TABLE[aspect].policies.of(value).label, value, filled)


def sentence(aspect: AspectName, value: object, **filled: str) -> str:
    """Returns the sentence that states a value in a rule sheet."""
    return _filled(TABLE[aspect].policies.of(value).sentence, value, filled)


def note(aspect: AspectName, value: object, **filled: str) -> str | None:
    """Returns the terminal's note on a value before a deal; None if the value needs no note."""
    text = TABLE[aspect].policies.of(value).note
    return None if text is None else _filled(text, value, filled)


def _filled(text: str, value: object, filled: dict[str, str]) -> str:
    own = {}
    if is_dataclass(value):
        parts = {field.name: getattr(value, field.name) for field in fields(value)}
        own = {name: str(part) for name, part in parts.items() if isinstance(part, str | int)}
    if isinstance(value, NamedTrump):
        own |= {"namer": value.namer, "first_cards": value.first_cards}
    if isinstance(value, TrumpRanks | TrumpWorth):
        own["listed"] = value.text
    return text.format_map(own | filled)


# --- duties to follow ------------------------------------------------------------------------


def follow_label(classes: tuple[FollowClass, ...]) -> str:
    """Returns the name that a diff uses for a list of duties."""
    return ", else ".join(FOLLOW[follow_class].label for follow_class in classes)


MOST_IN_A_SENTENCE: Final = 3
"""The number of duties from which on they are numbered, since a chain of clauses would be too long.
"""


def follow_sentence(duties: tuple[FollowClass, ...]) -> str:
    """Returns the rule sheet's sentence on the duties of players who follow."""
    if not duties:
        return "The others play in turn, clockwise, any card they like: nobody has to follow suit."
    if len(duties) >= MOST_IN_A_SENTENCE:
        options = [FOLLOW[one].sentence.partition(" ")[2] for one in (*duties, "anything")]
        text = "The others play in turn, clockwise, and must do the first of these that they can"
        return f"{text}: {', '.join(f'({number}) {one}' for number, one in enumerate(options, 1))}."
    text = f"The others play in turn, clockwise, and {FOLLOW[duties[0]].sentence} if they can"
    link = "; players who cannot "
    for one in (*duties[1:], "anything"):
        text += link + FOLLOW[one].sentence
        link = (
            ", and those who cannot do that either "
            if one in HIGHER
            else ", and those who have none "
        )
    return f"{text}."


def naming_sentence(duties: tuple[FollowClass, ...]) -> str:
    """Returns the sentence on the card that a wild card must represent while a duty applies."""
    bound = [f"if you hold {_another(duty)}, you must name it {_named(duty)}" for duty in duties]
    return f"A wild card may be played at any time, but {'; else, '.join(bound)}."


def duties_text(duties: tuple[FollowClass, ...]) -> str:
    """Returns the duties as a phrase after `When you`: `must follow suit or must play a trump`."""
    return join_words([FOLLOW[duty].sentence for duty in duties], "or")


def _another(follow_class: FollowClass) -> str:
    return (
        "another card of the suit led"
        if follow_class == "suit"
        else f"another {_bare(follow_class)}"
    )


def _named(follow_class: FollowClass) -> str:
    return "in that suit" if follow_class == "suit" else f"as {FOLLOW[follow_class].label}"


def _bare(follow_class: FollowClass) -> str:
    """Returns the phrase for a card of the class without its article: `trump`."""
    return FOLLOW[follow_class].label.partition(" ")[2]


def follow_note(duties: tuple[FollowClass, ...]) -> str | None:
    """Returns the terminal's note on the duties; None if they are the usual ones."""
    if duties == ("suit",):
        return None
    return follow_label((*duties, "anything")) if duties else FOLLOW["anything"].note
