"""Words that are not keywords, with the keywords that they mean or the advice for them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from clagdsl.lang.cards import RANK_NAMES, SUIT_NAMES
from clagdsl.lang.numerals import NUMERALS
from clagdsl.problems.foreign_words import FOREIGN_WORDS

NO_WILD_JOKER: Final = (
    "only ranks can be wild, as in `wild 2`; a joker that wins or loses a trick is a special card "
    "since `clag 2`: `pack all ranks, 2 Joker` and `special Joker is high asks nothing`"
)

RESERVED: Final[Mapping[str, str]] = {
    "joker": NO_WILD_JOKER,
    "jokers": NO_WILD_JOKER,
}

NO_PARTNERSHIPS: Final = "every player plays for themselves"
NO_EXCHANGES: Final = "players play the cards that they are dealt"
BIDS_ARE_NUMBERS: Final = "a bid is a number that players say, not a card"

SEAT_WORDS: Final = frozenset({"seat", "seats", "chair", "chairs", "place", "places"})
"""Words of a line about players who exchange something other than cards."""

OUT_OF_SCOPE_WORDS: Final[Mapping[str, str]] = {
    **dict.fromkeys(("partner", "partners", "partnership", "partnerships"), NO_PARTNERSHIPS),
    **dict.fromkeys(("team", "teams"), NO_PARTNERSHIPS),
    **dict.fromkeys(("pass", "exchange", "swap", "trade"), NO_EXCHANGES),
    **dict.fromkeys(("kitty", "widow", "talon", "discard"), NO_EXCHANGES),
    **dict.fromkeys(("vote", "votes"), BIDS_ARE_NUMBERS),
    **dict.fromkeys(("tarot", "tarots"), "the cards come from an ordinary pack"),
    "circular": "ranks go from high to low, and the lowest beats no other",
}
"""Words of games outside the scope, with the fact about games in scope that they contradict."""

RANK_WORDS: Final[Mapping[str, str]] = {
    **{name: rank for rank, name in RANK_NAMES.items() if rank in "AKQJ"},
    **{name.removesuffix("s"): rank for rank, name in RANK_NAMES.items() if rank in "AKQJ"},
    **{NUMERALS[number]: str(number) for number in range(2, 11)},
    **dict.fromkeys(("twos", "deuces"), "2"),
    **dict.fromkeys(("1", "ass", "as"), "A"),
    **dict.fromkeys(("könig", "koenig", "roi"), "K"),
    **dict.fromkeys(("knave", "bube", "bauer", "valet"), "J"),
    "dame": "Q",
}
"""English, German and French words for ranks."""

SUIT_WORDS: Final[Mapping[str, str]] = {
    **dict.fromkeys(("pik", "pique", "piques"), "spades"),
    **dict.fromkeys(("herz", "coeur", "coeurs", "cœur", "cœurs"), "hearts"),
    **dict.fromkeys(("karo", "carreau", "carreaux"), "diamonds"),
    **dict.fromkeys(("kreuz", "treff", "trefle", "trefles", "trèfle", "trèfles"), "clubs"),
}
"""German and French names of suits."""

SUIT_TEXTS: Final = tuple(SUIT_NAMES.values())

SYNONYMS: Final[Mapping[str, tuple[str, ...]]] = {
    "else": ("otherwise",),
    "otherwise": ("else",),
    "if": ("when",),
    "card": ("cards",),
    "player": ("players",),
    "trumps": ("trump",),
    "upto": ("up",),
    "parameter": ("param",),
    "no": ("none",),
    "within": ("in",),
    "round": ("deal",),
    "hand": ("deal",),
    "count": ("tally",),
    "replace": ("change",),
    "points": ("score",),
    "remove": ("drop",),
    "delete": ("drop",),
    "-": ("to",),
    "and": (",",),
    **FOREIGN_WORDS,
}
"""Words and signs, with the keywords that each means if it fits, the likeliest first."""


SAME_MEANING: Final[Mapping[str, str]] = {
    **dict.fromkeys(("chosen", "picked", "called", "declared", "nominated"), "named"),
    **dict.fromkeys(("colour", "color"), "suit"),
    **dict.fromkeys(("colours", "colors"), "suits"),
    **dict.fromkeys(("needs", "satisfies", "meets"), "keeps"),
    **dict.fromkeys(("nt", "notrump", "notrumps"), "none"),
    **{"deck": "pack"},
    **{"top": "highest", "biggest": "highest", "bid": "bidder", "bidder": "bid"},
    **{"are": "is", "turns": "turn", "highest": "high", "lowest": "low"},
}
"""Words that can only mean a keyword where the parser accepts it and the rest of the line."""

FILLERS: Final = frozenset(
    (
        *(
            "a",
            "an",
            "the",
            "of",
            "to",
            "in",
            "on",
            "at",
            "for",
            "by",
            "with",
            "from",
            "into",
            "as",
        ),
        *("it", "its", "that", "this", "these", "those", "there", "here", "so", "such", "then"),
        *("he", "she", "they", "you", "i", "we", "him", "them", "me", "us", "who", "which", "what"),
        *("his", "her", "their", "your", "my", "our", "is", "are", "be", "been", "was", "were"),
        *("has", "have", "had", "does", "did", "do", "will", "would", "if", "when", "where", "how"),
        *("and", "just", "up", "out", "also", "too", "very", "got", "than", "through", "during"),
        *("always", "must", "should", "whenever", "please", "exactly", "simply", "only", "either"),
    )
)
"""Words of sentences that neither are values or names nor can be misspelt keywords."""


def is_filler(word: str) -> bool:
    """Returns whether a word of sentences has no meaning of its own in a rules file."""
    return word.lower() in FILLERS
