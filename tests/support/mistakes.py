"""Common mistakes in rules files: a name, the correct text, and the mistaken one."""

from __future__ import annotations

GOOD = """clag 1
game "Kitchen Clag" variant "Friday"
source book "Our notebook"
players 3 to 7
param bonus = 10 in 0 to 20 "points for a good bid"
param hook = true "the last bid may not make the bids even"
let largest = 7
deal normal from book "page 1"
  trump turned
  bid in turn
  last bid keeps bids != cards when hook, otherwise free
  score bonus + 2 * tricks when made, otherwise 0
    assume "a failed bid scores nothing"
  next dealer left
deal "No Trumps" as nt is normal with trump none
deal Misere is normal with
  bid fixed 0
  score 10 when tricks = 0, otherwise -2 * tricks
deal "Aces Low" is normal with rank K Q J 10 9 8 7 6 5 4 3 2 A
deal "Twos Wild" is normal with wild 2
deal "Dealer Calls" is normal with trump named by dealer any suit
deal Blind is normal with sight after bids shown after bids
deal "Highest Number" is normal with
  bid none
  score 10 when tricks = most, otherwise 0
  completed not counted
schedule
  1 up to largest cards: normal
  then 7 cards: "No Trumps", Misere, "Aces Low", "Twos Wild", "Dealer Calls", Blind,
    "Highest Number"
  then 7 down to 1 cards: normal
winner highest total, then fewest failed, then shared
settle loser pays winner 5 * (winner.total - loser.total)
example "two of two" in normal with 7 cards: bid 2 tricks 2 scores 14
example "the hook" in normal with 7 cards for 4 players: bids 1 1 1 then may not bid 4
example "trumps" in normal: trump hearts cards KS 2H 10S won by 2H
example "no trumps" in nt: cards KS 2H AS won by AS
"""

HOUSE = """clag 1
game "Clag" variant "Friday" extends pagat
change normal score 10 + 2 * tricks when made, otherwise tricks
change Misere score 10 when tricks = 0, otherwise -2 * tricks
change param point_stake = 2
drop "Highest Number"
deal Nuloss is normal with rank 2 3 4 5 6 7 8 9 10 J Q K A
add Nuloss after "Aces Low"
"""

IN_GOOD = (
    # words for `otherwise`, for operators and for numbers that were misread
    ("else-minus", "tricks = 0, otherwise -2", "tricks = 0, else -2"),
    ("misspelt-otherwise-minus", "tricks = 0, otherwise -2", "tricks = 0, othewise -2"),
    ("plus-in-words", "score bonus + 2", "score bonus plus 2"),
    ("thousands-comma", "score 10 when tricks = most", "score 1,000 when tricks = most"),
    # spelling
    ("misspelt-statement", "players 3 to 7", "palyers 3 to 7"),
    ("misspelt-clause", "trump turned", "trmup turned"),
    ("misspelt-value", "trump turned", "trump tunred"),
    ("misspelt-deal-in-schedule", "1 up to largest cards: normal", "1 up to largest cards: nromal"),
    ("misspelt-name-in-score", "when made,", "when maed,"),
    ("misspelt-parameter", "score bonus +", "score bonsu +"),
    ("misspelt-let", "up to largest", "up to largset"),
    ("misspelt-source", "from book", "from bok"),
    ("misspelt-otherwise", "made, otherwise 0", "made, othewise 0"),
    ("misspelt-schedule", "schedule\n", "shedule\n"),
    ("misspelt-winner", "winner highest total", "winer highest total"),
    ("misspelt-criterion", "highest total", "higest total"),
    ("misspelt-keeps", "keeps bids", "kepps bids"),
    ("misspelt-base", "Misere is normal", "Misere is nromal"),
    ("misspelt-example", 'example "trumps"', 'exmaple "trumps"'),
    ("misspelt-member", "winner.total", "winner.totl"),
    ("misspelt-trump-suit", "trump hearts cards", "trump haerts cards"),
    # capitals
    ("capital-statement", "players 3", "Players 3"),
    ("capital-clause", "  bid in turn", "  Bid in turn"),
    ("capital-deal-name", "then 7 down to 1 cards: normal", "then 7 down to 1 cards: Normal"),
    ("small-deal-name", '"No Trumps", Misere', '"No Trumps", misere'),
    ("capital-variable", "when tricks = most", "when Tricks = most"),
    ("capital-value", "trump turned", "trump Turned"),
    ("small-card", "KS 2H 10S won by 2H", "ks 2H 10S won by 2H"),
    ("small-card-later", "KS 2H 10S won by 2H", "KS 2h 10S won by 2H"),
    ("queen-in-small-letters", "KS 2H 10S won by 2H", "KS 2H qs won by 2H"),
    ("card-in-three-words", "KS 2H 10S won by 2H", "KS 2H queen of spades won by 2H"),
    ("capital-suit", "trump hearts cards", "trump Hearts cards"),
    ("upper-case-header", "clag 1", "CLAG 1"),
    # operators and signs
    ("double-equals", "tricks = 0", "tricks == 0"),
    ("programmers-unequal", "bids != cards", "bids <> cards"),
    ("printed-unequal", "bids != cards", "bids ≠ cards"),
    ("printed-times", "2 * tricks when", "2 × tricks when"),
    ("dash-for-minus", "otherwise -2", "otherwise –2"),
    ("minus-sign", "otherwise -2", "otherwise −2"),
    ("long-dash", "otherwise -2", "otherwise —2"),
    ("ampersands", "tricks = most,", "tricks = most && most > 0,"),
    ("at-most", "players 3 to 7", "players 3 to 7;"),
    ("semicolon", "let largest = 7", "let largest = 7;"),
    ("full-stop", "next dealer left", "next dealer left."),
    ("colon-for-equals", "let largest = 7", "let largest: 7"),
    ("equals-for-colon", "to 1 cards: normal", "to 1 cards = normal"),
    ("assigned", "let largest = 7", "let largest := 7"),
    ("square-brackets", "(winner.total - loser.total)", "[winner.total - loser.total]"),
    ("letter-x-for-times", "2 * tricks when", "2 x tricks when"),
    ("nothing-for-times", "2 * tricks when", "2 tricks when"),
    ("run-together", "2 * tricks when", "2tricks when"),
    ("percent", "bonus + 2", "bonus% + 2"),
    ("decimal-comma", "5 * (winner", "5,0 * (winner"),
    ("decimal-point", "5 * (winner", "5.0 * (winner"),
    ("thousands", "scores 14", "scores 14 ."),
    ("slash-comment", "bid none", "bid none // nobody nominates"),
    ("plus-twice", "bonus + 2", "bonus ++ 2"),
    ("open-bracket", "(winner.total - loser.total)", "(winner.total - loser.total"),
    ("closing-bracket", "winner.total - loser.total)", "winner.total - loser.total))"),
    ("range-of-dots", "in 0 to 20", "in 0..20"),
    ("range-of-a-dash", "in 0 to 20", "in 0-20"),
    ("players-with-a-dash", "players 3 to 7", "players 3-7"),
    ("players-with-an-en-dash", "players 3 to 7", "players 3–7"),
    ("pound-sign", "5 * (winner", "£5 * (winner"),
    ("question-mark", "when tricks = 0, otherwise", "when tricks = 0?, otherwise"),
    # notation of other languages and of the card table
    ("square-sign", "otherwise -2 * tricks", "otherwise -tricks²"),
    ("square-with-a-caret", "otherwise -2 * tricks", "otherwise -tricks^2"),
    ("square-with-stars", "otherwise -2 * tricks", "otherwise -tricks**2"),
    ("square-in-words", "otherwise -2 * tricks", "otherwise -tricks squared"),
    ("square-of-a-bracket", "otherwise -2 * tricks", "otherwise -(tricks + 1)²"),
    ("square-of-a-sum", "otherwise -2 * tricks", "otherwise 1 - max(tricks, 1) ^ 2"),
    ("square-that-divides", "otherwise -2 * tricks", "otherwise -9 // (tricks + 1) ** 2"),
    ("square-of-a-number", "score 10 when tricks = 0", "score 5² when tricks = 0"),
    ("amount-between-bars", "made, otherwise 0", "made, otherwise -|bid - tricks|"),
    ("half-points", "otherwise -2 * tricks", "otherwise -2.5 * tricks"),
    ("half-points-alone", "score 10 when tricks = 0", "score 2.5 when tricks = 0"),
    ("row-with-dots", "then 7 down to 1 cards", "then 7...1 cards"),
    ("row-with-an-en-dash", "1 up to largest cards", "1–7 cards: normal then largest cards"),
    ("row-with-a-dash", "then 7 down to 1 cards", "then 1-7 cards"),
    ("row-that-ends-at-one", "then 7 down to 1 cards", "then largest to 1 cards"),
    ("row-of-two-lets", "then 7 down to 1 cards", "then largest to largest cards"),
    ("division-for-a-range", "in 0 to 20", "in 0 // 20"),
    ("half-points-behind", "otherwise -2 * tricks", "otherwise -tricks * 2.5"),
    ("if-and-else", "tricks when made, otherwise 0", "tricks if made else 0"),
    (
        "if-then-else",
        "bonus + 2 * tricks when made, otherwise 0",
        "if made then bonus + 2 * tricks else 0",
    ),
    ("most-points", "winner highest total", "winner most points"),
    (
        "most-points-alone",
        "winner highest total, then fewest failed, then shared",
        "winner most points",
    ),
    (
        "dealer-drawn",
        "players 3 to 7",
        "players 3 to 7, dealer drawn",
    ),
    ("limit-by-a-parameter", "when hook, otherwise free", "when hook"),
    (
        "limit-by-the-cards",
        "  next dealer left",
        "  each bid keeps bid < 7 when cards > 3\n  next dealer left",
    ),
    (
        "limit-by-the-cards-or-free",
        "  next dealer left",
        "  each bid keeps bid < 7 when cards > 3, otherwise free\n  next dealer left",
    ),
    (
        "limit-or-free",
        "  next dealer left",
        "  each bid keeps bid < cards, otherwise free\n  next dealer left",
    ),
    ("row-with-a-condition", "largest cards: normal", "largest cards: normal when hook"),
    ("row-with-two-deals-and-a-condition", "Blind,\n", "Blind when hook,\n"),
    (
        "repeat-in-brackets",
        "  1 up to largest cards: normal",
        "  repeat 2 times (1 up to largest cards: normal)",
    ),
    (
        "repeat-of-two-rows",
        "  1 up to largest cards: normal",
        "  repeat 2 times (1 up to largest cards: normal then 7 cards: normal)",
    ),
    ("game-that-ends", "winner highest", "ends when highest_total >= 100\nwinner highest"),
    ("one-number-of-players", "players 3 to 7", "players 4"),
    ("not-for-unequal", "keeps bids != cards", "keeps bids not cards"),
    ("is-not-for-unequal", "keeps bids != cards", "keeps bids is not cards"),
    ("bid-of-the-dealer", "  last bid keeps", "  dealer bid keeps"),
    ("bids-from-the-dealer", "  bid in turn", "  bid in turn from dealer"),
    ("parameter-after-with", "with 7 cards: bid 2", "with 7 cards with hook = true: bid 2"),
    (
        "trump-after-bids",
        'deal "Twos Wild" is normal with wild 2',
        'deal "Twos Wild" is nt with wild 2 trump turned after bids',
    ),
    ("limit-of-none", "  next dealer left", "  each bid none\n  next dealer left"),
    ("limit-that-anything-meets", "  next dealer", "  each bid keeps anything\n  next dealer"),
    ("else-without-comma", "made, otherwise 0", "made else 0"),
    ("else-without-when", "2 * tricks when made, otherwise 0", "2 * tricks else 0"),
    ("otherwise-without-when", "2 * tricks when made, otherwise 0", "2 * tricks, otherwise 0"),
    ("tie-without-then", "total, then fewest", "total and fewest"),
    ("total-forgotten", "highest total, then fewest", "highest, then fewest"),
    # commas
    ("no-comma-before-otherwise", "made, otherwise 0", "made otherwise 0"),
    ("no-comma-between-deals", '"No Trumps", Misere', '"No Trumps" Misere'),
    ("no-comma-before-then", "total, then fewest", "total then fewest"),
    ("comma-at-the-end", '"Highest Number"\n  then', '"Highest Number",\n  then'),
    ("comma-between-ranks", "rank K Q J", "rank K, Q J"),
    ("and-between-deals", 'Blind,\n    "Highest', 'Blind and\n    "Highest'),
    ("comma-after-clause", "  trump turned\n", "  trump turned,\n"),
    # quotation marks
    ("forgotten-quotes", 'cards: "No Trumps"', "cards: No Trumps"),
    ("forgotten-quotes-in-deal", 'deal "Aces Low"', "deal Aces Low"),
    ("curly-quotes", '"Our notebook"', "“Our notebook”"),
    ("single-quotes", '"Our notebook"', "'Our notebook'"),
    ("german-quotes", '"Our notebook"', "„Our notebook“"),
    ("french-quotes", '"Our notebook"', "«Our notebook»"),
    ("unclosed-quotes", '"Our notebook"', '"Our notebook'),
    ("title-without-quotes", 'game "Kitchen Clag"', "game Kitchen Clag"),
    ("doubled-quotes", '"Our notebook"', '""Our notebook""'),
    ("backticks", 'deal "Twos Wild" is', "deal `Twos Wild` is"),
    # cards, suits, ranks
    ("ace-for-a", "3 2 A\n", "3 2 ace\n"),
    ("words-for-ranks", "rank K Q J", "rank king Q J"),
    ("one-for-ace", "3 2 A\n", "3 2 1\n"),
    ("suit-in-the-singular", "trump hearts cards", "trump heart cards"),
    ("suit-letter-first", "KS 2H 10S won", "SK 2H 10S won"),
    ("card-in-words", "wild 2\n", "wild twos\n"),
    ("two-in-words", "wild 2\n", "wild two\n"),
    ("ranks-without-blanks", "rank K Q J", "rank KQJ"),
    ("rank-twice", "6 5 4 3 2 A", "6 5 4 4 3 2 A"),
    ("fixed-suit", "with trump named by dealer any suit", "with trump hearts"),
    # words of the schedule, players, bids
    ("one-to-seven", "1 up to largest cards", "1 to largest cards"),
    ("up-forgotten", "  then 7 down to 1 cards", "  then 7 to 1 cards"),
    ("cards-forgotten", "1 up to largest cards:", "1 up to largest:"),
    ("then-forgotten", "  then 7 down to", "  7 down to"),
    ("and-then", "  then 7 down to", "  and then 7 down to"),
    ("colon-forgotten", "down to 1 cards: normal", "down to 1 cards normal"),
    ("row-of-the-deal-first", "then 7 down to 1 cards: normal", "then normal: 7 down to 1 cards"),
    ("row-of-cards-first", "then 7 down to 1 cards: normal", "then cards 7 down to 1: normal"),
    ("row-without-a-colon", "then 7 down to 1 cards: normal", "then normal 7 down to 1 cards"),
    (
        "row-of-an-unquoted-deal",
        "then 7 down to 1 cards: normal",
        "then No Trumps: 7 cards when hook",
    ),
    ("keeps-first", "  last bid keeps bids", "  keeps last bid bids"),
    ("eight-players", "players 3 to 7", "players 3 to 8"),
    ("players-the-wrong-way-round", "players 3 to 7", "players 7 to 3"),
    ("eight-cards", "then 7 down to", "then 8 down to"),
    ("range-the-wrong-way-round", "in 0 to 20", "in 20 to 0"),
    ("no-range", "bonus = 10 in 0 to 20", "bonus = 10"),
    ("turn-forgotten", "bid in turn", "bid turn"),
    ("with-forgotten", "is normal with wild 2", "is normal wild 2"),
    ("if-for-when", "tricks when made", "tricks if made"),
    ("else-for-otherwise", "made, otherwise 0", "made, else 0"),
    ("otherwise-forgotten", "when made, otherwise 0", "when made"),
    ("condition-is-a-number", "when made,", "when tricks,"),
    ("assigned-points", "score 10 when tricks = most", "score = 10 when tricks = most"),
    ("hook-with-a-fixed-bid", "  bid fixed 0\n", "  bid fixed 0\n  last bid keeps bids != cards\n"),
    ("clause-twice", "  bid in turn\n", "  bid in turn\n  bid in turn\n"),
    ("header-forgotten", "clag 1\n", ""),
    ("version-three", "clag 1\n", "clag 3\n"),
    ("comparison-in-a-chain", "when tricks = most", "when 0 < tricks < 4"),
    ("tie-forgotten", "fewest failed, then shared", "fewest failed"),
    # other languages
    ("german-statement", "players 3 to 7", "spieler 3 to 7"),
    ("german-trump", "  trump turned\n", "  trumpf turned\n"),
    ("german-deal", "deal Blind is", "runde Blind is"),
    ("german-otherwise", "made, otherwise 0", "made, sonst 0"),
    ("german-when", "tricks when made", "tricks wenn made"),
    ("french-statement", "players 3 to 7", "joueurs 3 to 7"),
    ("french-otherwise", "made, otherwise 0", "made, sinon 0"),
    ("french-suit", "trump hearts cards", "trump coeurs cards"),
    ("german-bid", "  bid in turn", "  Gebot in turn"),
    ("german-bids", "keeps bids", "keeps Gebote"),
    ("german-none", "with trump none", "with trump keine"),
    ("german-made", "when made", "when geschafft"),
    ("german-range", "then 7 down to 1 cards", "then 7 bis 1 cards"),
    ("dutch-no-trump", "with trump none", "with geen troef"),
    ("german-suit", "trump hearts cards", "trump herz cards"),
    ("german-ace", "3 2 A\n", "3 2 Ass\n"),
    # synonyms from the card table
    ("points-for-score", "  score bonus", "  points bonus"),
    ("round-for-deal", "deal Blind is", "round Blind is"),
    ("trumps", "  trump turned", "  trumps turned"),
    ("no-trump", "with trump none", "with no trump"),
    ("no-for-none", "with trump none", "with trump no"),
    ("trump-by-turn", "trump turned", "trump turn"),
    ("seven-in-words", "then 7 cards:", "then seven cards:"),
    ("player-in-the-singular", "players 3 to 7", "player 3 to 7"),
    ("tricks-in-the-singular", "2 * tricks when", "2 * trick when"),
    ("hidden-blank", "  bid in turn", "  bid in\u00a0turn"),
    ("zero-width", "  bid in turn", "  bid in\u200b turn"),
)

IN_HOUSE = (
    ("unknown-base", "extends pagat", "extends paget"),
    ("base-with-a-capital", "extends pagat", "extends Pagat"),
    ("changed-deal-misspelt", "change Misere", "change Missere"),
    ("dropped-deal-misspelt", 'drop "Highest Number"', 'drop "Highest Numbers"'),
    ("dropped-without-quotes", 'drop "Highest Number"', "drop Highest Number"),
    ("added-deal-misspelt", "add Nuloss", "add Nulos"),
    ("neighbour-misspelt", 'after "Aces Low"', 'after "Ace Low"'),
    ("parameter-misspelt", "param point_stake = 2", "param points_stake = 2"),
    ("no-hook", "change Misere", "change normal no hook\nchange Misere"),
    ("no-last-bid", "change Misere", "change normal without the last bid\nchange Misere"),
    ("last-bid-dropped", "change Misere", "drop last bid\nchange Misere"),
    ("base-dropped", HOUSE, 'clag 1\ngame "Clag" extends pagat\ndrop normal\n'),
    ("extend-without-s", "extends pagat", "extend pagat"),
    ("remove-for-drop", 'drop "Highest', 'remove "Highest'),
    (
        "schedule-without-inherited-deals",
        'drop "Highest Number"\ndeal Nuloss is normal with rank 2 3 4 5 6 7 8 9 10 J Q K A\n'
        'add Nuloss after "Aces Low"\n',
        "change schedule 1 up to 7 cards: normal then 7 cards: Misere\n",
    ),
    ("misere-with-an-accent", "change Misere", "change Misère"),
)

MISTAKES = {
    name: (base, base.replace(right, wrong, 1))
    for base, mistakes in ((GOOD, IN_GOOD), (HOUSE, IN_HOUSE))
    for name, right, wrong in mistakes
}

ADVISED = frozenset(
    {
        "half-points-alone",
        "row-with-two-deals-and-a-condition",
        "last-bid-dropped",
        "nothing-for-times",
        "open-bracket",
        "closing-bracket",
        "row-that-ends-at-one",
        "row-of-two-lets",
        "dropped-without-quotes",
    }
)
"""Mistakes without a fix: the language cannot express them, or can in several ways."""
