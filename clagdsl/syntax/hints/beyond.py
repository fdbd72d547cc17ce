"""Knows the house rules that the language has no word for yet by how people write them."""

from __future__ import annotations

from typing import Final

from clagdsl.lang.cards import SUIT_NAMES
from clagdsl.problems.not_yet import (
    AFTER_A_SPECIAL_CARD,
    ALL_DIFFERENT,
    DEALT_AGAIN,
    FIRST_BID,
    HIDDEN_TRUMP,
    HIGHEST_BID,
    LOWEST_LEADS,
    NEIGHBOURS_BID,
    ORDER_OF_SPECIALS,
    OWN_TOTAL,
    RANK_TURNED,
    SUIT_OF_TRUMP,
    WHO_DEALS,
    NotYet,
)
from clagdsl.syntax.hints.parse_error import Trouble
from clagdsl.syntax.hints.unsaid import Unsaid, first_of
from clagdsl.syntax.lex_errors import Report


def attempt(said: str, meant: NotYet) -> Unsaid:
    """A pattern in clauses, with what is told of the rule that is meant by it."""
    return Unsaid(said, meant.message, meant.help)


SUITS: Final = "(?:" + "|".join(f"{suit}?" for suit in SUIT_NAMES.values()) + ")"
IS: Final = r"(?:is|are|was|were|=|!=)"
CONDITION: Final = r"(?:when|if|unless)"
THAN: Final = r"(?:!=|<>|<=|>=|=|<|>|\b(?:than|equals?|equal to|as|match(?:es)?|be|from)\b)"
PLAYER: Final = r"(?:left|right|previous|next|preceding|dealer|eldest|leader|neighbou?r)"
ANOTHERS: Final = rf"{PLAYER}(?:['’]?s)?(?: (?:player|hand|neighbou?r)(?:['’]?s)?)?"
SCORED: Final = r"(?:score|let|completed|run|tally)\b"
COURT: Final = r"(?:aces?|kings?|queens?|jacks?|(?-i:[AKQJ])\b|(?<=on\s)(?:[2-9]|10)\b)"

ATTEMPTS: Final = (
    attempt(
        rf"^{SCORED}.*?\b{CONDITION} (?:[^,]*? )??(?P<at>"
        rf"trumps?~{IS}?~{SUITS}\b|{SUITS} {IS} (?:the )?trumps?\b|no[- ]trumps?\b|notrumps?\b"
        rf"|trumps? {IS} (?:none|turned)\b)",
        SUIT_OF_TRUMP,
    ),
    attempt(
        rf"^(?:each|last) .*?{THAN}~(?:the )?(?P<at>(?:bid of )?(?:the )?{ANOTHERS}(?: bid)?)\b",
        NEIGHBOURS_BID,
    ),
    attempt(rf"^(?:each|last) .*?{THAN}~(?:the )?(?P<at>last bid)\b", NEIGHBOURS_BID),
    attempt(
        r"^(?:each|all|bids|no) .*?"
        r"(?P<at>(?:any |all |the )*others?(?: players?)?(?:['’]?s?)? bids?"
        r"|\bunique|\bdistinct|\bdiffer(?:s|ent)?|\bthe same bids?|\bsame)\b",
        ALL_DIFFERENT,
    ),
    attempt(
        r"^(?:no|each) (?P<at>bids? (?:may|can|must|shall)(?: not)?(?: only)? be"
        r" (?:repeated|made twice|said twice|used twice|made once|said once))\b",
        ALL_DIFFERENT,
    ),
    attempt(
        r"^(?P<at>(?:first|second|third|eldest(?:['’]?s)?|leader(?:['’]?s)?) bid) keeps\b",
        FIRST_BID,
    ),
    attempt(
        rf"^{SCORED}.*?\b(?P<at>(?:the )?(?:highest|lowest|biggest|smallest) bid(?:ders?|s)?)\b",
        HIGHEST_BID,
    ),
    attempt(
        rf"^{SCORED}.*?\b(?:{CONDITION}|and|or|not|for|is) (?:the )?"
        r"(?P<at>dealers?|eldest|leaders?|first bidder|last bidder)\b(?! (?:made|fails?|failed)\b)",
        WHO_DEALS,
    ),
    attempt(
        rf"^{SCORED}.*?\b(?:{CONDITION}|and|or) (?:your |the |my |own |their )*"
        rf"(?P<at>totals?\b(?! (?:bids|tricks)))",
        OWN_TOTAL,
    ),
    attempt(
        r"^trump (?:is )?(?P<at>(?:hidden|secret|unknown|concealed|closed|face down)\b)",
        HIDDEN_TRUMP,
    ),
    attempt(
        r"^(?:lead|next dealer|bid in turn,?) (?P<at>(?:by )?(?:the )?(?:lowest|losers?|last place"
        r"|worst|fewest|least)\b(?! bid)(?: total| score| points)?)",
        LOWEST_LEADS,
    ),
    attempt(
        rf"^trump turned\b[^\n]*?(?P<at>\b(?:on )?(?:an? )?{COURT})",
        RANK_TURNED,
    ),
    attempt(
        r"(?P<at>\b(?:re-?deal|mis-?deal)(?= (?:when|if|on)\b|~$)"
        r"|^(?:re-?deal|mis-?deal)\b|^(?:throw|thrown|toss|tossed) in\b|^(?:deal|dealt) again\b"
        r"(?= (?:when|if)\b|$)|^new deal(?= (?:when|if)\b)|^void(?= (?:when|if)\b))",
        DEALT_AGAIN,
    ),
    attempt(
        r"^special (?:(?!\basks\b).)*?(?P<at>\b(?:beats|over|above|below|before|outranks"
        r"|higher|highest|lower|lowest|strongest|stronger)\b(?: than)?)",
        ORDER_OF_SPECIALS,
    ),
    attempt(
        r"^special .*\basks .*?(?P<at>\b(?:beats|outranks|over|above)\b)",
        ORDER_OF_SPECIALS,
    ),
    attempt(
        r"^special .*\basks next card,?~(?P<at>(?:unless|until|but|except|nothing|if|when)\b)",
        AFTER_A_SPECIAL_CARD,
    ),
)


def no_word_yet(trouble: Trouble) -> Report | None:
    """A rule within the border for which there is no word yet."""
    return first_of(ATTEMPTS, trouble)
