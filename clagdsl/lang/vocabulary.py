"""The words of the language: the meaning of each in a sentence, its clause, and example lines.

The editor, `clagdsl explain WORD` and `clagdsl words` use these tables. The texts are shown to
users.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import pairwise
from typing import Final

from clagdsl.lang.aspects import TABLE

# --- example files ------------------------------------------------------------------------------
# Small rules files that together use every word of the language, for pages that explain words.
# `lines_with` finds lines in them; a test checks that each file is accepted. Earlier lines are
# shown first.


EXAMPLE_FILES: Final = (
    """\
clag 2
game "Friday" variant "Kitchen" from aunt "page 1"
source aunt "Aunt Mary's rules, 1987"
source club "The rules of our club"
players 3 to 6
param hook = true "the bids must not add up to the number of cards"
param stake = 5 in 0 to 100 "pence for each point" assume "as last year"
param loose = false "the dealer may bid anything"
param tied = both in both, nobody "who scores if two players take the most tricks"
let longest = min(8, 52 // players)
let bonus = max(10, players * 2)
let fewer = min(3, longest)
let more = max(fewer, longest - 1)
run misses when not made
run zeros when bid = 0
deal normal from aunt "page 2"
  rank A K Q J 10 9 8 7 6 5 4 3 2
  trump turned
  bid in turn
  last bid keeps bids != cards when hook and not loose, otherwise free
  each bid keeps bid < cards or cards = 1
  lead eldest
  follow suit, else anything
  score bonus + tricks when made, otherwise 0
  next dealer left
deal Misere as m is normal with bid fixed 0 score 10 when tricks = 0, otherwise -tricks
deal "No Trumps" as nt is normal with trump none lead dealer
deal Guess is normal with
  shown after bids assume "turned over when everybody has bid"
  won by most points
deal Blind is normal with
  shown after bids
  sight after bids when cards > 1, otherwise before bids
  score 10 - 2 * abs(bid - tricks)
deal Unseen is normal with
  trump spades
  sight never
  play top card
  follow anything
deal Glimpse is normal with
  trump hearts
  sight never when hook, otherwise before bids
  play top card when hook, otherwise any card
deal Most is normal with
  bid none
  wild none
  score 10 when tricks = most and (most_count = 1 or tied = both), otherwise 0
  completed not counted
  won by any points
  next dealer winner
deal Zero is normal with
  bid fixed 0
  score 5 - tricks
  completed when tricks <= 1
deal Twos is normal with
  wild 2 in suit when hook, otherwise none
  bid none
  completed not counted
  score 10 * tricks
deal Jacks is normal with
  trump hearts
  rank of trump J 9
  card worth of trump 20 J, 14 9
  trick worth 0
  score points
deal Level is Jacks with
  rank of trump none
  card worth of trump none
deal Wilder is normal with
  wild 2 3 in suit
  bid fixed 1
  score abs(tricks - 1)
  completed when tricks = 1
deal Up is normal with
  trick worth trick
  score points when made, otherwise 0
deal Down is normal with
  trick worth cards + 1 - trick
  score points when made, otherwise -points
deal Low is normal with
  rank K Q J 10 9 8 7 6 5 4 3 2 A
  follow suit, else trump, else anything
deal Secret is normal with
  bid together
  last bid free
  each bid free
deal Dealer is normal with
  trump named by dealer any suit
  bid in turn, dealer first
  lead dealer
deal Bidder is normal with
  trump named by highest bidder any suit or none
  last bid keeps bids > cards, otherwise bids != cards
  lead highest bidder
deal Order is normal with
  trump named by dealer any order
  wild none
deal Fixed is normal with
  trump order H C D S
  bid in turn, right of dealer first
deal Rotating is normal with
  trump rotates hearts spades
  follow higher suit, else suit, else anything
deal Around is normal with
  trump rotates throughout hearts spades
deal Together is normal with
  trump rotates throughout C D none
deal Turned is normal with
  trump turned, on J Q none, on A again, else none
deal Again is normal with
  trump turned, on 2H again, else none
deal Third is normal with
  trump rotates S D none
  bid together when hook, otherwise in turn
  won by any points when hook, otherwise most points
  completed not counted when hook, otherwise when made
deal Eldest is normal with
  trump named by eldest from 3 cards any suit
  follow suit, else higher trump, else trump, else anything
deal Lot is normal with
  trump drawn when players > 3, otherwise spades
  bid in turn, drawn first
  lead first bidder
  follow suit, else higher trump, else anything
deal Nothing is normal with
  trump turned, else last card
  open no trump until broken
  score 20 when made and misses = 0 and zeros < 3, 10 when made, otherwise 0
deal Fingers is normal with
  bid together, eldest again
  last bid keeps bids != cards
deal Thumbs is normal with
  bid together, dealer again
  last bid keeps bids != cards
deal Silent is normal with
  trump none
  bid in turn, right of dealer first when hook, otherwise in turn
  play any card
  score 10 when made and makers = 1, 5 when made, otherwise 0
deal Twelve is normal with
  score 20 when made and makers > 1 and most_count = 1, otherwise 0
  next dealer left when hook, otherwise winner
schedule
  1 up to longest cards: normal
  then 1 up to 7 by 2 cards: "No Trumps"
  then 7 cards: Misere, Guess, Blind, Most when hook
  then 7 cards: Unseen when players > 3 and hook
  then repeat 2 times 7 cards: Glimpse
  then 6 cards: Twelve, Zero
  then repeat 3 times (5 cards: Low then 4 cards: Secret)
  then dealer picks 3 to 7 cards: Dealer
  then dealer picks fewer to more cards: Dealer
  then 5 cards: Twos, Jacks, Level, Wilder, Up, Down, Bidder, Order, Fixed, Eldest, Lot, Nothing
  then repeat 2 times 4 cards: Rotating, Around, Together, Turned, Again, Fingers, Thumbs
  then repeat 3 times 3 cards: Third
  then longest down to 1 cards: normal
  then 7 down to 1 by 2 cards: Silent
winner highest total, then fewest failed, then most completed, then shared
settle loser pays winner stake * (winner.total - loser.total) + 10 * (loser.failed - winner.failed)
example "a bid made" in normal for 3 players: bid 2 tricks 2 scores 12
example "a bid missed" from club "page 1" in normal: bid 2 tricks 3 scores 0
example "the dealer" in normal with 7 cards for 4 players: bids 1 1 1 then may not bid 4
example "free" in normal with 7 cards for 4 players where hook = false: bids 1 1 1 then may bid 4
example "loose" in normal with 7 cards for 4 players where loose = true: bids 1 1 1 then may bid 4
example "trumps" in normal: trump hearts cards KS 2H AS won by 2H
example "following" in normal: trump hearts cards KS hand 2S AH may not play AH
example "a void" in normal: trump hearts cards KS hand 2C AH may play AH
example "Misere" in Misere for 4 players: tricks 0 1 2 4 scores 10 -1 -2 -4
example "the first trick is worth most" in Down: bid 2 taking 1 5 scores 6
example "each trick is worth its number" in Up: bid 2 taking 1 3 scores 4
example "the fourth deal" for 4 players: number 4 is normal with 4 cards
example "the first deal": number 1 is normal with 1 card
example "who pays": loser total 40 failed 2 pays 60 to winner total 50 failed 1
example "who wins": totals 50 50 40 failed 3 4 1 wins yes no no
example "completed" : totals 50 50 40 failed 3 3 1 completed 5 6 7 wins no yes no
example "a wild" in Wilder: trump clubs cards AC 2H as AC won by 2H as AC
example "an order" in Order: order H C D S cards KS 2H won by 2H
""",
    """\
clag 1
game "Our Pagat" extends pagat
change players 4 to 6
change param twos_in_suit = true
drop point_stake
drop contract_stake
change normal
  lead dealer
change "No Trumps" score 5 + tricks when made, otherwise 0
change winner highest total, then fewest failed, then most completed, then shared
drop Blind
drop "Highest Number"
drop settle
add Grand after Misere
add Last before "No Trumps"
deal Grand is Misere with score 20 when tricks = 0, otherwise 0
deal Last is Misere
""",
    """\
clag 2
game "Jester's Night" variant "Auction"
players 3 to 5, counterclockwise
pack highest 8 ranks, 2 of each, 4 Wizard, 4 Jester
special Wizard is high asks nothing
special Jester is low asks next card
ends when highest_total >= 101
deal normal
  trump turned, on Wizard named by dealer any suit, on Jester none, else none
  bid in turn
  lead eldest
  next dealer right
  open no hearts until broken
  follow suit, else anything
  equal cards first wins
  trick worth 0
  card worth 1 hearts, 13 QS
  score 10 + points when made, otherwise -points
deal Choice is normal with
  trump none
  sight by choice
  open no trump
  score 20 when made and blind, 10 when made, -5 when blind, otherwise 0
deal Auction is normal with
  trump named in auction
  auction 1 to cards C D H S none
  bid in turn, auction winner first
  lead auction winner
  score 10 * auction when tricks >= auction, otherwise -10
deal Neighbours is normal with
  each bid keeps bid != previous_bid, otherwise free
  last bid keeps bid >= previous_bid, otherwise bid < highest_bid
  score 10 + highest_bid when made and same_bids = 0, otherwise 0
deal Different is normal with
  each bid keeps same_bids = 0, otherwise free
deal Others is normal with
  trump drawn
  sight others only play top card
deal Calls is normal with
  call by dealer one of Nuloss, Ascending any of "Twos Wild"
  lead caller
  bid in turn, caller first
deal More is normal with
  call by winner of last deal at most one of Nuloss, Ascending
  trump named by caller any order
  auction none
  open anything
deal Both is normal with
  call by winner of last deal at most one of Nuloss, "Twos Wild" any of Ascending
deal Plain is normal with
  trump turned, on Wizard none, on Jester none, else last card
  call none
  card worth 1 A
twist Nuloss  rank 7 8 9 10 J Q K A
twist Ascending as asc  trick worth trick
twist "Twos Wild"  wild 7
schedule
  1 up to 5 cards: normal
  then 5 cards: Choice, Auction, Others, Calls, More, Both, Plain, Neighbours, Different
winner highest total, then shared
example "a wizard" in normal: trump hearts cards KS Wizard AH won by card 2
example "a jester" in normal: trump none cards Jester KS won by KS
example "broken" in normal: trump none broken hand AH KS may play AH
example "not broken" in normal: trump none hand AH KS may not play AH
example "called" in Calls with 5 cards calling Ascending: bid 1 tricks 1 points 4 scores 14
example "two calls" in Calls calling Nuloss, "Twos Wild": bid 1 tricks 1 points 5 scores 15
example "points" in normal: bid 1 tricks 1 points 14 scores 24
""",
    """\
clag 2
game "Two packs"
players 4 to 5, dealer drawn
pack all ranks, 2 of each, without 2S 2C
deal normal
  trump none
  bid in turn
  equal cards better pack wins
  score 10 when made, otherwise 0
deal Later is normal with
  sight by choice
  score 20 when made and blind, 10 when made, otherwise 0
  next dealer most missed
deal Peek is normal with
  play top card sight others only
  next dealer most missed when players > 3, otherwise lowest total
schedule
  1 up to 5 cards: normal
  then 3 cards: Later, Peek
winner highest total, then shared
ends when highest_total - lowest_total > 50 or lowest_total < -20 and leaders = 1
example "the second pack is better" in normal: cards AS1 AS2 won by AS1
""",
    """\
clag 2
game "Jokers"
players 3, counterclockwise
pack A K Q J 10 9 8 7, 3 suits, 2 of each, 2 Joker, 1 Fool
special Joker is high or low asks highest of named suit or lowest of named suit
special Fool is low asks nothing
deal normal
  trump named by eldest any suit or none
  bid in turn
  next dealer right
  auction none
  call none
  equal cards better pack wins
  score 10 when made, otherwise 0
schedule 2 cards: normal
winner highest total, then shared
example "a joker" in normal: trump hearts cards Joker high asks highest of hearts hand AH1 KS1
  may not play KS1
""",
    """\
clag 2
game "Our Wizard" extends wizard
change pack all ranks, 3 suits, 4 Wizard, 4 Jester
change schedule 8 cards: normal
change players 3 to 5
""",
    """\
clag 2
game "Our Plump" extends "oh-hell-to-101"
drop ends
drop play_off
""",
    """\
clag 2
game "To 61" extends "oh-hell-to-101"
change ends when highest_total >= 61 and leaders = 1
drop play_off
""",
    """\
clag 1
game "Two stakes" extends pagat
change param contract_stake = 20
change settle loser pays winner point_stake * (winner.total - loser.total) + contract_stake
""",
    """\
clag 1
game "For nothing" extends pagat
drop settle
drop point_stake
drop contract_stake
change schedule 7 cards: normal then 7 cards: Misere
drop "No Trumps"
drop "Guess Trumps"
drop Blind
drop "Twos Wild"
drop "Aces Low"
drop "Dealer Calls Trumps"
drop "Highest Number"
drop twos_in_suit
""",
    """\
clag 2
game "Rows"
tally overs = tricks when tricks > bid, otherwise 0
tally nils = 1 when bid = 0 and made, otherwise 0
tally mine = scored
run lost when scored < 0
players 3
pack highest 8 ranks, without 7S 7C
deal normal
  trump none
  bid in turn
  sight others only when cards = 1, otherwise never play top card
  score 10 when row_made = row_deals and nils < 2, 5 when made, otherwise 0
deal Best is normal with
  bid together
  trick worth 3 when won_with = A, 2 when won_with = K and trick > 1, otherwise 1
  score points when points > row_best, 1 when row_best > 5, otherwise 0
deal Aces is normal with
  trick worth 5 when won_with = A, otherwise 1
  score points when made and row_best = 0, otherwise 0
deal Own is normal with
  each bid keeps bid = 0 or mine < 30
  score 10 + tricks when made, -5 when lost = 0, otherwise 0
deal Fewer is normal with
  score -tricks when row_made = 0 and row_deals > 2, otherwise tricks - overs % 2
schedule
  1 up to 5 cards: normal
  then repeat 2 times 5 cards: Aces
  then 5 cards: Own
  then repeat 3 times 4 cards: Fewer
  then repeat 4 times 3 cards: Best
winner highest total, then most completed, then shared
settle loser pays winner max(5, 2 * (winner.completed - loser.completed))
""",
    """\
clag 1
game "Pence" extends pagat
drop contract_stake
change settle loser pays winner point_stake
  + winner.failed - loser.failed + winner.completed - loser.completed
""",
    """\
clag 2
game "Copies"
players 3 to 4
pack 9 10 J Q K A, 3 of each
param by_choice = true "a blind bid is worth more"
deal normal
  trump none
  sight by choice when by_choice, otherwise before bids
  bid in turn
  equal cards last wins
  score 10 when made and blind, 5 when made, -5 when blind, otherwise 0
schedule repeat 5 times 4 cards: normal
winner highest total, then shared
ends when lowest_total < -10
""",
    """\
clag 2
game "Copies too"
players 3 to 4
pack 9 10 J Q K A, 3 of each
param by_pack = true "the copy of the better pack wins"
deal normal
  trump none
  bid in turn
  equal cards better pack wins when by_pack, otherwise last wins
  score 0 when made, otherwise 10
schedule 4 cards: normal
winner lowest total, then shared
""",
)
"""Rules files without problems, from which example lines are taken."""


# --------------------------------------------------------------------------------------------------

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
        "special": "A card without suit and rank: `special Wizard is high asks nothing`,"
        " `special Big is trump`.",
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
        "tally": "`tally bags = tricks - bid when tricks > bid, otherwise 0`: the sum over a"
        " player's deals.",
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
        "or": "At least one of the conditions holds; `any suit or none` also allows no trumps.",
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
        "lowest": "`lowest total`: who has the fewest points, as winner or as next dealer.",
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
        "drop": "Takes a deal, run or the like out of inherited rules; `drop settle`: nobody pays;"
        " `drop ends`: all deals are played.",
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
"""The words of the grammar that neither aspects nor policies declare, by clause."""

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
"""Phrases that neither aspects nor policies declare."""


def _declared() -> dict[str, str]:
    """Returns the meanings of the words of the aspects and of their policies."""
    by_words = {aspect.keyword: aspect.meaning for aspect in TABLE.values()}
    for aspect in TABLE.values():
        for policy in aspect.policies:
            by_words |= policy.meanings
    return by_words


_DECLARED: Final = _declared()

WORDS: Final[Mapping[str, str]] = {
    **{word: text for words in _CLAUSES.values() for word, text in words.items()},
    **{words: meaning for words, meaning in _DECLARED.items() if " " not in words},
}
"""The meaning of every word of the grammar."""

PHRASES: Final[Mapping[str, str]] = {
    **_PHRASES,
    **{words: meaning for words, meaning in _DECLARED.items() if " " in words},
}
"""The meaning of every phrase of several words."""

VARIABLES: Final[Mapping[str, str]] = {
    "players": "How many play.",
    "deal": "The number of the deal in the match, from 1.",
    "cards": "How many cards each player has in this deal.",
    "bid": "The player's bid.",
    "bids": "The sum of the bids; in a limit, with the bid that is judged.",
    "previous_bid": "In a limit: the bid made right before this one, -1 for the first.",
    "highest_bid": "The highest bid; in a limit, of those before this one, -1 for the first.",
    "same_bids": "How many others have made the same bid; in a limit, those before.",
    "trick": "The number of the trick in the deal, from 1.",
    "tricks": "How many tricks the player has taken.",
    "made": "Whether the player took exactly as many tricks as bid.",
    "points": "The value of the tricks that the player has taken, by `trick worth` and"
    " `card worth`.",
    "most": "The largest number of tricks that anybody took.",
    "most_count": "How many players took that largest number of tricks.",
    "makers": "How many players made their bid.",
    "scored": "In a run or a tally: the player's score of the deal.",
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
    "leaders": "How many players are level at the top by the first criterion of `winner`.",
    "won_with": "The rank of the card that wins the trick, a wild as what it stands for:"
    " `won_with = 2`, `won_with = A`.",
    "trump": "What is trump in the deal: a suit, `none`, or `order` under an order of the suits:"
    " `trump = hearts`.",
    "row_deals": "How many deals the row of the schedule has.",
    "row_made": "In how many deals of the row, this one included, the player has made the bid.",
    "row_best": "The most that the player has scored in an earlier deal of the row, at least 0.",
}
"""The meaning of each name in expressions whose value the game supplies."""

DEFAULTS: Final[Mapping[str, str]] = {
    aspect.keyword: aspect.default.syntax for aspect in TABLE.values() if aspect.default is not None
}
"""The default of each aspect, in the syntax of rules files."""


def meaning(words: str) -> str | None:
    """Returns the meaning of a word or phrase of the language, or None."""
    explanation = PHRASES.get(words) or WORDS.get(words)
    default = DEFAULTS.get(words)
    if explanation is None or default is None or f"`{words} {default}`" in explanation:
        return explanation
    return f"{explanation} Default: `{default}`."


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
"""The number of example lines on the page of a word."""

LONG: Final = 60
"""The length, in characters, above which a line is shown only if no shorter one contains the word.
"""


def meanings(words: str) -> tuple[str, ...]:
    """Returns the meanings of words: as words of the language, and as a name in expressions."""
    return tuple(filter(None, (meaning(words), VARIABLES.get(words))))


def clause_meanings(text: str) -> tuple[str, ...]:
    """Returns the meaning of each word in a part of a clause, such as `lead first bidder`.

    The result is empty if some word has no meaning, or no example line contains the text.
    """
    explained: list[str] = []
    words = text.split() if _lines_containing(text) else []
    while words:
        lengths = range(len(words), 0, -1)
        part = next((p for n in lengths if meanings(p := " ".join(words[:n]))), None)
        if part is None:
            return ()
        explained.append(f"`{part}`: {meanings(part)[0]}")
        words = words[len(part.split()) :]
    return tuple(explained)


def lines_with(words: str) -> tuple[str, ...]:
    """Returns two example lines that contain `words`, preferring lines that begin with them.

    If only one line contains a phrase, the other one contains its first word.
    """
    lines: dict[str, None] = {}
    for part in (words, words.partition(" ")[0]):
        lines |= dict.fromkeys(_lines_containing(part))
    return tuple(lines)[:LINES]


def _lines_containing(words: str) -> list[str]:
    """Returns the example lines that contain `words`: first those that begin with them, and short
    ones before long ones.
    """
    whole = re.compile(rf"(?<![\w.]){re.escape(words)}(?![\w.])")
    having = [line for line in _lines() if whole.search(_STRING.sub('""', line))]
    return sorted(having, key=lambda line: (not whole.match(line), len(line) > LONG))


_STRING: Final = re.compile('"[^"]*"')


@cache
def _lines() -> tuple[str, ...]:
    """Returns the lines of the example files that are complete clauses or statements."""
    return tuple(line for text in EXAMPLE_FILES for line in _whole_lines(text))


def _whole_lines(text: str) -> Iterator[str]:
    lines = [*text.splitlines(), ""]
    for line, following in pairwise(lines):
        if _indentation(following) <= _indentation(line):
            yield line.strip()


def _indentation(line: str) -> int:
    return len(line) - len(line.lstrip())
