"""The words of the language: what each means in a sentence, its clause, two lines that have it.

The editor, `clagdsl explain WORD` and `clagdsl words` read these tables.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import pairwise
from typing import Final

from clagdsl.lang.aspects import TABLE
from clagdsl.lang.example_files import EXAMPLE_FILES

_CLAUSES: Final[Mapping[str, Mapping[str, str]]] = {
    "Files and sources": {
        "clag": "The first word of every rules file; the number is the version of the language.",
        "game": "The title of the game, with `variant` and `extends` where needed.",
        "variant": "Which variant of the game these rules are.",
        "extends": "The rules that this file changes: a bundled variant, or a file beside it.",
        "source": "A text that rules are taken from, with a name to cite it by.",
        "from": "Cites a declared source and a passage of it; or of how many cards trump is named:"
        " `named by eldest from 3 cards`.",
        "assume": "A reading that no source states, in words. It belongs to what stands before it.",
    },
    "Players and cards": {
        "players": "How many can play, such as `players 3 to 7`.",
        "counterclockwise": "`players 4, counterclockwise`: deal, bids and play go to the right.",
        "pack": "The cards of the game, such as `pack A K Q J 10 9 8 7`; else all 52.",
        "all": "`pack all ranks`: the thirteen ranks from the ace down to the two.",
        "ranks": "`highest 8 ranks`, `all ranks`: the ranks of the pack, each in every suit.",
        "highest": "`highest total`: who has the most points; `highest bidder`: who has bid most;"
        " `highest 8 ranks`: from the ace down.",
        "suits": "`3 suits`: of spades, hearts, diamonds and clubs the first so many.",
        "each": "`each bid`: a limit on every bid; `2 of each`: how many the pack has of each"
        " card.",
        "without": "`without 6S 6C`: the cards that are taken out of the pack.",
        "special": "A card without suit and rank: `special Wizard is high asks nothing`.",
        "high": "A special card that takes the trick: `special Wizard is high asks nothing`.",
        "low": "A special card that takes a trick only where nothing but low ones is played.",
        "asks": "What a special card asks for where it is led: `special Jester is low asks next"
        " card`.",
        "nothing": "`asks nothing`: nobody owes anything to a trick to which that card is led.",
    },
    "Parameters and figures": {
        "param": "A reading of the rules that can be chosen, with its default and what it may be.",
        "let": "A name for an expression over players, parameters and earlier `let` names.",
        "run": "`run zeros when bid = 0`: in how many deals on end, up to the one before, that"
        " held.",
        "tally": "`tally bags = tricks - bid when made, otherwise 0`: the sum over a player's"
        " deals.",
        "true": "The truth value for yes.",
        "false": "The truth value for no.",
    },
    "Deals and calls": {
        "deal": "A deal: every aspect of how it is played, said, inherited or left to its default.",
        "is": "Made from another deal: `deal Misere is normal with ...` keeps what it does not"
        " say.",
        "with": "What is different: `is normal with ...`; in an example, `with 7 cards`.",
        "as": "A short name for a deal (`deal Misere as m`), or the card that a wild stands for.",
        "twist": "Some aspects of a deal under a name, for a caller to pick.",
    },
    "What a clause may say": {
        "after": "Behind: `add X after Y`, or `shown after bids`.",
        "any": "Whatever its holder likes: `play any card`, `named by dealer any suit`, `any of`.",
        "at": "`at most one of`: none or one of the choices may be called.",
        "before": "In front of: `add X before Y`, or `sight before bids`.",
        "bids": "All bids of a deal: `shown after bids`; in an example those made, in turn.",
        "by": "Who does it: `named by dealer`, `won by most points`; how far apart sizes are:"
        " `1 up to 13 by 2 cards`.",
        "card": "`any card` or `top card`, and `1 card`; `card worth 13 QS`; in an example"
        " `won by card 2`.",
        "choice": "`sight by choice`: who is to bid may look at the cards first, or bid blind.",
        "drawn": "By lot: `bid in turn, drawn first`, `players 4 to 7, dealer drawn`, `trump"
        " drawn`.",
        "else": "If there is none: `follow suit, else anything`.",
        "equal": "`equal cards first wins`: which of equal cards wins, where there are any.",
        "hand": "In an example: the cards that the player holds.",
        "last": "`last bid`: a limit on the bid made last, as a rule the dealer's.",
        "most": "The most of all: `won by most points`, `most completed`, `at most one of`.",
        "next": "`next dealer`: who deals the next deal.",
        "no": "In an example: this player does not win.",
        "none": "There is none of it: `trump none`, `bid none`, `wild none`, `call none`.",
        "number": "In an example: the number of a deal in the schedule, counted from 1.",
        "of": "`one of`, `any of`, `at most one of`, `winner of last deal`, `2 of each`.",
        "one": "`one of`: exactly one of the choices must be called.",
        "only": "`sight others only`: players see everybody's cards but their own.",
        "others": "Everybody else: `sight others only`.",
        "points": "`most points`, `any points`: what `score` gives in a deal.",
        "trick": "`trick worth`: the value of a trick.",
        "won": "`won by`: who has won the deal; in an example, the card that wins the trick.",
        "worth": "`trick worth`: the value of a trick; `card worth 13 QS`: what a card adds to it.",
    },
    "Conditions and numbers": {
        "when": "On this condition: `10 when made, otherwise 0`; `7 cards: special when specials`;"
        " `ends when deal = 12`.",
        "otherwise": "What holds where no condition before it does.",
        "and": "Both conditions hold.",
        "or": "At least one of the conditions holds; `any suit or none`: no trumps may be named,"
        " too.",
        "not": "The condition does not hold; in an example, what may not be done.",
        "min": "The smallest of several numbers.",
        "max": "The largest of several numbers.",
        "abs": "The size of a number without its sign: `abs(bid - tricks)` is how far a bid was"
        " off.",
    },
    "Schedule": {
        "schedule": "Which deals are played, with how many cards; rows are joined with `then`.",
        "repeat": "`repeat 3 times ... cards: DEAL`: the row so many times.",
        "times": "How often a row of the schedule is repeated, or rows in brackets.",
        "cards": "How many cards each player gets; in an example the cards played to a trick.",
        "up": "`1 up to 7 cards`: one deal of each size, ever larger; `by 2` every other.",
        "to": "From one number to another, both included.",
        "down": "`7 down to 1 cards`: one deal of each size, ever smaller.",
        "picks": "`dealer picks 3 to 7 cards`: the dealer says how many.",
        "then": "And next: the next row of a schedule, the next criterion of `winner`.",
    },
    "Winner, end and payment": {
        "winner": "Who wins the match: criteria in order, the last is `shared`.",
        "total": "A player's points in the match so far.",
        "lowest": "`lowest total`: who has the fewest points.",
        "fewest": "`fewest failed`: of those who are tied, who has failed the fewest contracts.",
        "failed": "The number of contracts that a player has failed.",
        "shared": "Those who are still tied share the win.",
        "ends": "When a match is over before its schedule is: `ends when highest_total >= 101`,"
        " read after each deal.",
        "settle": "What each loser pays to each winner when the match is over.",
        "loser": "A player who has not won the match; `next dealer loser`: who scored least in"
        " the deal.",
        "pays": "`settle loser pays winner ...`: what each loser pays.",
    },
    "House rules": {
        "change": "Replaces what is named in inherited rules and keeps the rest.",
        "add": "Puts a deal into an inherited schedule: `add X after Y`, with as many cards as Y.",
        "drop": "Takes a deal or twist out of inherited rules, or `drop settle`: nobody pays;"
        " `drop ends`: the whole schedule is played.",
    },
    "Examples": {
        "example": "A fact that the checker verifies: the scene, a colon, what is so.",
        "in": "Where: `bid in turn`, `wild 2 in suit`, `param p = 5 in 0 to 100`, `in DEAL`.",
        "for": "In an example: how many play, such as `for 4 players`.",
        "calling": "In an example: what has been called.",
        "where": "In an example: the values of parameters.",
        "taking": "In an example: the numbers of the tricks that the player takes, from 1.",
        "tricks": "In an example: how many tricks each player takes.",
        "scores": "In an example: what is scored.",
        "may": "In an example: what may be bid or played, or `may not`.",
        "totals": "In an example: the totals of all players.",
        "wins": "In an example: who wins the match, player by player; also `first wins`.",
        "yes": "In an example: this player wins.",
    },
}
"""The words of the grammar that no aspect and no policy declares, by clause."""

_PHRASES: Final[Mapping[str, str]] = {
    "one of": "The caller must call exactly one of these.",
    "any of": "The caller may call none, one or several of these.",
    "at most one of": "The caller may call one of these, or none.",
    "change schedule": "Replaces the whole inherited schedule.",
    "change winner": "Replaces the whole inherited `winner`.",
    "change settle": "Replaces the whole inherited payment.",
    "change ends": "Replaces when an inherited match is over.",
    "change players": "Replaces how many can play.",
    "change pack": "Replaces the whole inherited pack.",
    "change param": "Gives an inherited parameter another default.",
    "drop settle": "Nobody pays.",
    "drop ends": "The match goes on to the end of its schedule.",
    "highest total": "Who has the most points.",
    "lowest total": "Who has the fewest points.",
    "fewest failed": "Of those who are tied, who has failed the fewest contracts.",
    "most completed": "Of those who are tied, who has completed the most contracts.",
    "dealer picks": "The dealer says how many cards are dealt.",
    "up to": "One deal of each size in turn, ever larger.",
    "down to": "One deal of each size in turn, ever smaller.",
    "then shared": "Those who are still tied share the win.",
}
"""Words that mean something together, likewise."""


def _declared() -> dict[str, str]:
    """What the words of the aspects and of their policies mean."""
    found = {aspect.keyword: aspect.meaning for aspect in TABLE.values()}
    for aspect in TABLE.values():
        for policy in aspect.policies:
            found |= policy.meanings
    return found


_DECLARED: Final = _declared()

WORDS: Final[Mapping[str, str]] = {
    **{word: text for words in _CLAUSES.values() for word, text in words.items()},
    **{words: meaning for words, meaning in _DECLARED.items() if " " not in words},
}
"""Every word of the grammar."""

PHRASES: Final[Mapping[str, str]] = {
    **_PHRASES,
    **{words: meaning for words, meaning in _DECLARED.items() if " " in words},
}
"""Words that mean something together."""

VARIABLES: Final[Mapping[str, str]] = {
    "players": "How many play.",
    "deal": "The number of the deal in the match, from 1.",
    "cards": "How many cards each player has in this deal.",
    "bid": "The player's bid.",
    "bids": "The sum of the bids; in a limit, with the bid that is judged.",
    "trick": "The number of the trick in the deal, from 1.",
    "tricks": "How many tricks the player has taken.",
    "made": "Whether the player took exactly as many tricks as bid.",
    "points": "The value of the tricks that the player has taken, by `trick worth` and"
    " `card worth`.",
    "most": "The largest number of tricks that anybody took.",
    "most_count": "How many players took that largest number of tricks.",
    "makers": "How many players made their bid.",
    "winner.total": "The winner's points.",
    "winner.failed": "How many contracts the winner failed.",
    "winner.completed": "How many contracts the winner completed.",
    "loser.total": "The loser's points.",
    "loser.failed": "How many contracts the loser failed.",
    "loser.completed": "How many contracts the loser completed.",
    "auction": "The number of tricks with which a player has won the auction, 0 for the others.",
    "blind": "Whether the player has bid without having looked at the cards, `sight by choice`.",
    "highest_total": "The most points that any player has in the match so far.",
    "lowest_total": "The fewest points that any player has in the match so far.",
    "won_with": "The rank of the card that wins the trick, a wild as what it stands for:"
    " `won_with = 2`, `won_with = A`.",
    "row_deals": "How many deals the row of the schedule has.",
    "row_made": "In how many deals of the row, this one included, the player has made the bid.",
    "row_best": "The most that the player has scored in an earlier deal of the row, at least 0.",
}
"""Names in expressions to which the game gives a value."""

DEFAULTS: Final[Mapping[str, str]] = {
    aspect.keyword: aspect.default.says for aspect in TABLE.values() if aspect.default is not None
}
"""What holds in a deal that does not say it."""


def meaning(words: str) -> str | None:
    """What a word or phrase of the language means."""
    found = PHRASES.get(words) or WORDS.get(words)
    default = DEFAULTS.get(words)
    if found is None or default is None or f"`{words} {default}`" in found:
        return found
    return f"{found} Default: `{default}`."


CLAUSES: Final[Mapping[str, Sequence[str]]] = {
    **{clause: tuple(words) for clause, words in _CLAUSES.items()},
    **{
        f"Clause `{aspect.keyword}`": tuple(
            dict.fromkeys(
                (aspect.keyword, *(words for each in aspect.policies for words in each.meanings))
            )
        )
        for aspect in TABLE.values()
    },
    "Values in expressions": tuple(VARIABLES),
}
"""The words and phrases of the language by clause."""

LINES: Final = 2
"""Lines of rules files that the page of a word shows."""

LONG: Final = 60
"""Signs; a longer line is shown only if no shorter one has the word."""


def meanings(words: str) -> tuple[str, ...]:
    """Returns what words mean: in the language, and as a name that has a value in expressions."""
    return tuple(filter(None, (meaning(words), VARIABLES.get(words))))


def lines_with(words: str) -> tuple[str, ...]:
    """Returns two lines of rules files with these words: those that begin with them first.

    If only one line has a phrase, the other one has its first word.
    """
    lines: dict[str, None] = {}
    for part in (words, words.partition(" ")[0]):
        whole = re.compile(rf"(?<![\w.]){re.escape(part)}(?![\w.])")
        having = [line for line in _lines() if whole.search(_STRING.sub('""', line))]
        having.sort(key=lambda line: (not whole.match(line), len(line) > LONG))
        lines |= dict.fromkeys(having)
    return tuple(lines)[:LINES]


_STRING: Final = re.compile('"[^"]*"')


@cache
def _lines() -> tuple[str, ...]:
    """The lines of the example files that hold a whole clause or statement."""
    return tuple(line for text in EXAMPLE_FILES for line in _whole_lines(text))


def _whole_lines(text: str) -> Iterator[str]:
    lines = [*text.splitlines(), ""]
    for line, following in pairwise(lines):
        if _indentation(following) <= _indentation(line):
            yield line.strip()


def _indentation(line: str) -> int:
    return len(line) - len(line.lstrip())
