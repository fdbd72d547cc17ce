"""House rules that stay outside of the language, or are said elsewhere, by how people write them.

Nothing is mended: the help says that the language cannot say it, or where it is said instead.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final

from clagdsl import problems
from clagdsl.lang.source import Span
from clagdsl.syntax.hints.parse_error import Trouble
from clagdsl.syntax.hints.phrasebook import clauses
from clagdsl.syntax.lex_errors import Report


@dataclass(frozen=True, slots=True)
class Unsaid:
    """A pattern in clauses, what is wrong with it, and what to do instead.

    A blank stands for any blanks, `~` for blanks or nothing, and the group `at` for what is shown.
    """

    said: str
    message: str
    help: str


CANNOT: Final = "the language cannot say this"
CARD: Final = r"(?:the )?(?:holder of )?(?:the )?(?-i:(?:10|[2-9AKQJ])[CDHS])\b"
TIES: Final = (
    f"{CANNOT}; a tie is decided by `highest total`, `lowest total`, `fewest failed` or "
    "`most completed`, or it is `shared`"
)
NOT_IN_THE_FILE: Final = f"{CANNOT}: agree on it at the table before the match"

UNSAID: Final = (
    Unsaid(
        r"^(?P<at>(?:[0-9]+ )?(?:lives?|out|eliminated?|elimination|knock(?:ed)?(?:[- ]?out)?)\b)"
        r"(?! \w+~:)",
        "nobody drops out of a match: all play to its end",
        f"{CANNOT}; a match ends for all, as in `ends when lowest_total <= -5`",
    ),
    Unsaid(
        r"^(?:the )?(?:losers?|players?|who) .*?(?P<at>\b(?:drops? out|(?:is|are) out|leaves?"
        r"|loses? a life)\b)",
        "nobody drops out of a match: all play to its end",
        f"{CANNOT}; a match ends for all, as in `ends when lowest_total <= -5`",
    ),
    Unsaid(
        r"^(?:the )?(?P<at>(?:manilha|vira)s?\b|.*\b(?:card|rank) (?:above|after|next to) the "
        r"(?:turned|trump)\b)",
        "which rank is the highest does not hang on the card turned",
        f"{CANNOT}; `rank` gives one order for all suits of a deal, and `trump turned` makes the "
        "suit of the card turned trump",
    ),
    Unsaid(
        r"^(?:equals?|same|two|cards|ranks|ties|tied) .*?(?P<at>\b(?:cancel(?:s|led|ed)?|annul"
        r"|kill|wipe)\b)",
        "no card takes another one out of a trick",
        f"{CANNOT}; of two cards of one rank the trump wins, or the one of the suit led, and which "
        "of two that are the same wins in a pack of several is said with `equal cards`",
    ),
    Unsaid(
        r"^(?:score|let|completed|run|tally)\b.*?(?P<at>\b\w+ (?:in|from)~(?:the |my |your |their "
        r"|a )?hand\b|\b(?:held|holds?|holding|was dealt|hand has)\b)",
        "what is scored does not hang on the cards that somebody was dealt",
        f"{CANNOT}; `card worth 5 QS` counts who wins a card, which a score reads as `points`",
    ),
    Unsaid(
        r"^(?:trick|tricks) (?:is )?worth\b.*?(?P<at>\b(?:(?:if|when) )?(?:won|taken) (?:with|by)\b"
        r".*)$",
        "what a trick is worth does not hang on the card that wins it",
        f"{CANNOT}; `trick worth` goes by the number of the trick, as in "
        "`trick worth 2 when trick = cards, otherwise 1`",
    ),
    Unsaid(
        rf"^(?:lead|first lead) (?P<at>{CARD})",
        "who leads does not hang on who holds a card",
        f"{CANNOT}; `lead eldest`, `lead dealer` or `lead highest bidder` says who leads to the "
        "first trick",
    ),
    Unsaid(
        rf"^(?P<at>{CARD}) (?:leads?|goes first|begins|starts)\b",
        "who leads does not hang on who holds a card",
        f"{CANNOT}; `lead eldest`, `lead dealer` or `lead highest bidder` says who leads to the "
        "first trick",
    ),
    Unsaid(
        r"^(?:holder of|who holds|player with) (?P<at>.*\b(?:leads?|goes first|begins|starts)\b)",
        "who leads does not hang on who holds a card",
        f"{CANNOT}; `lead eldest`, `lead dealer` or `lead highest bidder` says who leads to the "
        "first trick",
    ),
    Unsaid(
        r"^winner .*\bthen (?P<at>(?:the )?(?:youngest|oldest|eldest|first|dealer|drawn|random"
        r"|last (?:one )?in|last (?:one|deal|player|round)|cut|lot|play-?off"
        r"|(?:fewest|most) (?!failed|completed|total)\w+))",
        "what decides a tie is a total, or how many bids were made",
        TIES,
    ),
    Unsaid(
        r"^(?:the )?(?P<at>youngest|oldest)\b",
        "players have no ages here",
        f"{NOT_IN_THE_FILE}; who deals first may be drawn, `players 4, dealer drawn`",
    ),
    Unsaid(
        r"^(?:schedule|then)\b.*\d+ cards?~:.*?(?P<at>\b(?:double|triple|half|twice the)"
        r" (?:points?|scores?|value)\b)",
        "what a deal scores is not said in its row",
        "write a deal with a score of its own, as in `deal Double is normal with score 2 * tricks`"
        ", and its name in the row",
    ),
    Unsaid(
        r"^(?:schedule|then)\b(?:.*?\bthen)? (?P<at>(?:the )?(?:last|first|next|final|one more)"
        r" (?:deal|hand|round|one)~:?)",
        "a row says how many cards each player is dealt",
        "say it with a number, as in `then 8 cards: Blind` for one more deal of 8 cards",
    ),
    Unsaid(
        r"^(?:score|completed|let)\b.*?(?P<at>\b(?:[0-9]+|two|three|four|five) (?:misses|failures"
        r"|zer[o']e?s|nils|fails|wins|made)(?: deals?)? (?:in a row|on end|running"
        r"|in succession)\b)",
        "what happened in the deals before is counted by a `run`, which has a name",
        "declare it, as in `run misses when not made`, and let the score read it, as in "
        "`-50 when not made and misses = 2`, which is the third one in a row",
    ),
    Unsaid(
        r"^change (?P<at>let \w+)",
        "a `let` of the file that this one extends stays as it is",
        "change what reads it, as in `change schedule 7 down to 1 cards: normal`; "
        "a `param` of that file takes another value with `change param`",
    ),
    Unsaid(
        r"^pack (?P<at>[0-9]+ cards~(?:and|,|\+|with|&)~.*\bjokers?\b)",
        "a joker is a special card, and a pack says which ranks it has",
        "write `pack all ranks, 2 Joker` (of two jokers), and what a joker does, as in "
        "`special Joker is high asks nothing`; what is trump if one is turned says "
        "`trump turned, on Joker none`",
    ),
    Unsaid(
        r"^schedule (?P<at>until [0-9]+~:?)",
        "a schedule has rows, and a match that is over before its last deal `ends when` a "
        "condition holds",
        "write the most deals that there may be as rows, and `ends when highest_total >= ...` "
        "on a line of its own",
    ),
    Unsaid(
        r"^(?:schedule|then)\b.*?(?P<at>\b(?:every|each) (?:other|second|third|fourth|fifth|sixth"
        r"|[0-9]+(?:nd|rd|th)?) (?:deal|round|hand|one)\b)",
        "the deals of a row are named in turn",
        "name as many as there are before the last one, as in "
        "`repeat 4 times 5 cards: normal, normal, normal, normal, Blind`",
    ),
    Unsaid(
        r"^(?:schedule|then)\b.*?(?P<at>\b(?:as many (?:cards )?as possible|all|most possible|max)"
        r" cards?~:)",
        "a row says how many cards each player is dealt",
        "say it with a number, as in `52 // players cards`",
    ),
    Unsaid(
        r"^(?:last|each) bid keeps .*?(?P<at>,?~\b(?:except|but not|only) (?:in|for)\b.*)$",
        "which limit holds in a deal of another name is said there",
        "write it of that deal, as in `deal Blind is normal with last bid free`",
    ),
    Unsaid(
        r"^(?P<at>(?:the )?(?:jack|ace|king|queen|ten|nine|seven) (?:of trumps?|beats trumps?)\b)"
        r"(?! lead)",
        "one rank has the same place in all suits, trump and others",
        f"{CANNOT} of trump alone; `rank J A K Q 10 9 8 7 6 5 4 3 2` makes jacks the highest "
        "cards of their suits",
    ),
)
"""What people write, the particular before the general."""


@cache
def pattern(unsaid: Unsaid) -> re.Pattern[str]:
    """The pattern of a rule, whose blanks stand for any blanks."""
    return re.compile(unsaid.said.replace(" ", r"\s+").replace("~", r"\s*"), re.IGNORECASE)


def said_nowhere(trouble: Trouble) -> Report | None:
    """A rule that no clause says, or not in this place."""
    return first_of(UNSAID, trouble)


def first_of(rules: Sequence[Unsaid], trouble: Trouble) -> Report | None:
    """The first of some rules that a clause around a place seems to say."""
    for clause in clauses(trouble):
        for unsaid in rules:
            found = pattern(unsaid).search(clause.text)
            if found is None:
                continue
            start, end = (clause.span.start + at for at in found.span("at"))
            span = Span(start, end)
            place = trouble.source.place(span)
            told = problems.syntax.SaidDifferently(place, unsaid.message, unsaid.help)
            return Report(span, told.diagnostic())
    return None
