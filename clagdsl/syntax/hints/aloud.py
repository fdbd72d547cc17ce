"""Limits on bids, leads and stakes in plain words, and the Clag that means the same.

The commonest rule of the family, the hook, is said in more ways than any other.
"""

from __future__ import annotations

import re
from typing import Final

from clagdsl.syntax.hints.sayings import HOOK, STAKE, Meant, Saying, saying

MAY_NOT: Final = (
    r"(?:may not|must not|can~not|can['’]?t|mustn['’]?t|shall not|should not|do not|don['’]?t"
    r"|never|not|(?:is |are )?not allowed to|(?:is |are )?forbidden to)"
)
LAST_BIDDER: Final = r"(?:dealer|last bidder|last bid|last player|last)(?:['’]s)?(?: bid)?"
SUM: Final = (
    r"(?:bids|all bids|total|sum|total bids|total bid"
    r"|(?:sum|total) of (?:all )?(?:the )?bids)"
)
JOINED: Final = (
    r"(?:bid|so|such|that|make|makes|making|let|the|it|them|this|all|bids|bids?|total|sum|of|add"
    r"|adds|adding|come|comes|be|is|are|equal|equals|match|up|out|even|to|bring|number|as|many"
    r"|same|exactly)"
)
ADDED: Final = r"(?:bids|total|sum|add|adds|adding|come|comes|it|them)"
TRICKS: Final = r"(?:the )?(?:number of )?(?:cards|tricks)(?: dealt| in hand| in the hand)?"
IS: Final = r"(?:is|are|be|=|equals?|equal to|equals? to|adds? up to|sums? to|comes? to)"
NUMBER: Final = r"((?:[0-9]+|cards|players)(?:~[-+*/]{1,2}~(?:[0-9]+|cards|players))?)"
COUNTS_ITSELF: Final = "in a limit on the last bid, `bids` is the sum of all bids, this one too"
SAYS_WHERE: Final = "a limit says what keeps it, and where no hook holds the bid is `free`"
A_LIMIT: Final = "a limit is a condition that the bid keeps"
OF_LAST: Final = "a limit stands on the last bid, which is the dealer's"


def hook_when(free: bool) -> str:
    """The last bid where a condition says whether it is free, or bound."""
    if free:
        return r"last bid free when \1, otherwise keeps bids != cards"
    return r"last bid keeps bids != cards when \1, otherwise free"


def hook_in_sizes(match: re.Match[str]) -> str:
    """The hook from a number of cards on."""
    return f"last bid keeps bids != cards when cards >= {match[1]}, otherwise free"


CONDITION: Final = r"((?:cards|players|deal)\b[^,]*?)"

HOOKS: Final = (
    saying(
        ("dealer", "last", "the"),
        rf"^(?:the )?{LAST_BIDDER} {MAY_NOT} (?=.*\b{ADDED}\b)"
        rf"(?:{JOINED} |=~)*{TRICKS}$",
        HOOK,
        OF_LAST,
    ),
    saying(
        ("bids", "all", "total", "sum", "the"),
        rf"^(?:the )?{SUM} {MAY_NOT} (?:{JOINED} |=~)*{TRICKS}$",
        HOOK,
        OF_LAST,
    ),
    saying(
        ("bids", "all", "total", "sum", "the"),
        rf"^(?:the )?{SUM}~(?:!=|<>|≠|(?:is|are) not(?: equal to)?|{IS} not)~{TRICKS}$",
        HOOK,
        OF_LAST,
    ),
    saying(
        ("bids", "all", "total", "sum", "the"),
        rf"^(?:the )?{SUM}~{IS}~{TRICKS} (?:is |are )?(?:not allowed|forbidden|illegal)$",
        HOOK,
        OF_LAST,
    ),
    saying(
        ("last", "dealer", "the"),
        rf"^(?:the )?{LAST_BIDDER} (?:keeps )?bid~(?:!=|<>|≠)~cards~-~bids$|"
        rf"^(?:the )?{LAST_BIDDER}~(?:!=|<>|≠)~cards~-~bids$",
        HOOK,
        COUNTS_ITSELF,
    ),
    saying(
        ("no", "without"),
        rf"^(?:no|without)(?: the)? hook (?:when|if|where) {CONDITION}$",
        hook_when(True),
        SAYS_WHERE,
    ),
    saying(
        ("no", "without"),
        rf"^(?:no|without)(?: the)? hook unless {CONDITION}$",
        hook_when(False),
        SAYS_WHERE,
    ),
    saying(
        ("hook",),
        rf"^hook (?:only )?(?:when|if|where) {CONDITION}$",
        hook_when(False),
        SAYS_WHERE,
    ),
    saying(
        ("hook",),
        rf"^hook,? (?:unless|except(?: when| if| where)) {CONDITION}$",
        hook_when(True),
        SAYS_WHERE,
    ),
    saying(
        ("hook", "last"),
        r"^(?:hook|last bid keeps bids~!=~cards) (?:from|only from|with at least) ([0-9]+) cards?"
        r"(?: on| up| onwards| or more)?$",
        hook_in_sizes,
        SAYS_WHERE,
    ),
    saying(
        ("last",),
        rf"^last bid keeps bids~!=~cards,? (?:unless|except(?: when| if| where)) {CONDITION}$",
        hook_when(True),
        SAYS_WHERE,
    ),
)

LIMITS: Final = (
    saying(
        ("auction", "winner", "the", "highest"),
        r"^(?:the )?(?:auction winner|winner of (?:the )?auction|winner|highest bidder)"
        r"(?: must| has to)?(?: to)? bids?~(?:(?:keeps )?bid~)?(?:at least|>=|not less than)~"
        r"(?:the |their |his |her )?auction(?: bid)?$",
        "each bid keeps bid >= auction",
        "a limit that reads `auction` stands on each bid, and binds the winner of the auction",
    ),
    saying(
        ("maximum", "max", "highest", "largest"),
        rf"^(?:maximum|max|highest|largest)\.? bid (?:is |of )?~=?~{NUMBER}$",
        r"each bid keeps bid <= \1",
        A_LIMIT,
    ),
    saying(
        ("minimum", "min", "lowest", "smallest"),
        rf"^(?:minimum|min|lowest|smallest)\.? bid (?:is |of )?~=?~{NUMBER}$",
        r"each bid keeps bid >= \1",
        A_LIMIT,
    ),
    saying(
        ("bid", "bids", "each", "every"),
        rf"^(?:each |every )?bids? (?:is |are )?(?:between|from) {NUMBER} (?:and|to) {NUMBER}$",
        r"each bid keeps bid >= \1 and bid <= \2",
        A_LIMIT,
    ),
    saying(
        ("last",),
        rf"^last bid (?:is )?(?:between|from) {NUMBER} (?:and|to) {NUMBER}$",
        r"last bid keeps bid >= \1 and bid <= \2",
        A_LIMIT,
    ),
    saying(
        ("bid", "bids", "each"),
        rf"^(?:each )?bids? (?:(?:is |are )?(?:at most|maximum|max|up to|not (?:more|higher) than)"
        rf"|no (?:more|higher) than|<=) {NUMBER}$",
        r"each bid keeps bid <= \1",
        A_LIMIT,
    ),
    saying(
        ("bid", "bids", "each"),
        rf"^(?:each )?bids? (?:(?:is |are )?(?:at least|minimum|min|not (?:less|lower) than)"
        rf"|no (?:less|lower|fewer) than|>=) {NUMBER}$",
        r"each bid keeps bid >= \1",
        A_LIMIT,
    ),
    saying(
        ("each", "last"),
        rf"^(each|last) bid(?: is |~=~){NUMBER}$",
        r"\1 bid keeps bid = \2",
        A_LIMIT,
    ),
    Saying(
        ("each", "last"),
        r"^(each|last) bid ([0-9]+)$",
        (
            Meant(r"\1 bid keeps bid = \2", "for exactly so many"),
            Meant(r"\1 bid keeps bid <= \2", "for so many at most"),
            Meant(r"\1 bid keeps bid >= \2", "for so many at least"),
        ),
        A_LIMIT,
    ),
    saying(
        ("each", "last"),
        r"^((?:each|last) bid keeps [^,]+?),? (?:unless|except|or|except for) (?:an? )?"
        r"(?:nil|zero|zeros?)(?: bids?)?$",
        r"\1 or bid = 0",
    ),
)

TABLE_TALK: Final = (
    saying(
        ("blind", "play", "playing", "bidding"),
        r"^(?:(?:play|playing|bidding) )?blind$",
        "sight after bids",
        "nobody sees a card before all have bid",
    ),
    saying(
        ("dealer", "eldest", "highest", "the", "auction"),
        r"^(?:the )?(dealer|eldest|highest bidder|auction winner)(?: hand)? leads?"
        r"(?: first| (?:to )?the first trick)?$",
        r"lead \1",
        "who leads to the first trick stands behind `lead`",
    ),
    saying(
        ("left", "player", "the"),
        r"^(?:the )?(?:player )?(?:(?:to|at|on) )?(?:the )?left of (?:the )?dealer leads?"
        r"(?: first| (?:to )?the first trick)?$",
        "lead eldest",
        "who sits at the dealer's left is eldest",
    ),
    saying(
        ("no", "trump", "trumps", "never"),
        r"^no trumps? (?:leads?|led) (?:until|before|unless|till)"
        r" (?:(?:it is|they are|trumps? (?:is |are |has been |have been )?))?~broken$",
        "open no trump until broken",
    ),
    saying(
        ("last", "final"),
        r"^(?:last|final) trick (?:is |counts |is worth |worth )(?:for )?([0-9]+)(?: tricks)?$",
        r"trick worth \1 when trick = cards, otherwise 1",
        "what a trick is worth stands behind `trick worth`",
    ),
    saying(
        ("last", "final"),
        r"^(?:last|final) trick (?:is |counts |is worth |worth )?(?:for )?(?:double|twice)$",
        "trick worth 2 when trick = cards, otherwise 1",
        "what a trick is worth stands behind `trick worth`",
    ),
    saying(
        ("first",),
        r"^first trick (?:is |counts |is worth |worth )(?:for )?([0-9]+)(?: tricks)?$",
        r"trick worth \1 when trick = 1, otherwise 1",
        "what a trick is worth stands behind `trick worth`",
    ),
    saying(
        ("trump",),
        r"^trump (?:the )?last card(?: (?:that is )?(?:dealt|turned))?$",
        "trump turned, else last card",
        "the dealer's last card shows trump only where no card is left to turn",
    ),
    saying(
        ("trump",),
        r"^(trump rotates .*?)~(?:,|then|and|\s)~(?:no[- ]?trumps?|NT|SA|without)$",
        r"\1 none",
        "a turn without trumps is `none`",
    ),
    saying(
        ("schedule", "then"),
        r"(?<!to\s)\b([0-9]+ cards?~:~\w+) twice\b",
        r"repeat 2 times \1",
    ),
    saying(
        ("schedule", "then"),
        r"(?<!to\s)\b([0-9]+ cards?~:~\w+) ([0-9]+) times\b",
        r"repeat \2 times \1",
    ),
    saying(
        ("param",),
        r"^(param \w+~=~-?[0-9]+)~,~(?:from |between |in )?(-?[0-9]+)"
        r"~(?:to|and|-|–|\.\.+)~(-?[0-9]+)",
        r"\1 in \2 to \3",
        "what a parameter may be set to stands behind `in`",
    ),
)

COINS: Final = r"(?:p|c|ct|cts|d|pence|pennies|cents?|points?|pts?|€|\$|£)"
TOTALS: Final = "(winner.total - loser.total)"

STAKES: Final = (
    Saying(
        ("settle", "stake", "stakes"),
        rf"^(?:settle(?: loser pays(?: winner)?)?|stakes?) \"~[€$£]?~([0-9]+)~{COINS}?~\"$",
        (
            Meant(rf"settle loser pays winner \1 * {TOTALS}", "for each point"),
            Meant(r"settle loser pays winner \1", "whatever the totals are"),
        ),
        STAKE,
    ),
    Saying(
        ("stake", "stakes"),
        rf"^stakes? (?:of |are |is )?~[€$£]?~([0-9]+)~{COINS}?$",
        (
            Meant(rf"settle loser pays winner \1 * {TOTALS}", "for each point"),
            Meant(r"settle loser pays winner \1", "whatever the totals are"),
        ),
        STAKE,
    ),
    saying(
        (),
        rf"^(?:(?:settle|stakes?|pay|losers? pays?(?: winner)?|settle loser pays(?: winner)?) )?"
        rf"\"?([0-9]+)~{COINS}?\"?(?: \*)? (?:for each|for every|per|a) point"
        r"(?: of (?:the )?difference)?$",
        rf"settle loser pays winner \1 * {TOTALS}",
        STAKE,
    ),
)

ALOUD: Final = (*HOOKS, *LIMITS, *TABLE_TALK, *STAKES)
"""The sayings of this page, which are looked up before those of notebooks."""
