"""Hypothesis strategies for every syntax tree that the grammar can produce."""

from collections.abc import Callable
from functools import partial
from typing import Any, get_args

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from clagdsl.lang import rules, special_cards
from clagdsl.lang.aspects import TABLE
from clagdsl.lang.cards import PACK, RANKS, SUITS, copy_of, special_card
from clagdsl.lang.source import Span
from clagdsl.syntax import nodes

NOWHERE = Span(0, 0)
Strategy = SearchStrategy[Any]


def node(kind: Callable[..., Any], *parts: Strategy, **named: Strategy) -> Strategy:
    return st.builds(kind, st.just(NOWHERE), *parts, **named)


def part(kind: Callable[..., Any], *parts: Strategy) -> Strategy:
    """Returns a strategy for a part of an expression, which has no span."""
    return st.builds(kind, *parts)


def several(part: Strategy, least: int = 1, most: int = 3) -> Strategy:
    return st.lists(part, min_size=least, max_size=most).map(tuple)


KEYWORDS = [
    "deal",
    "bid",
    "trump",
    "settle",
    "schedule",
    "winner",
    "in",
    "as",
    "A",
    "H",
    "10H",
    "then",
]
words = st.one_of(
    st.sampled_from(["normal", "ante", "größe", "x_1", "players", "cards", "deal", "top"]),
    st.from_regex(r"[a-zé_][a-z0-9_]{0,5}", fullmatch=True).filter(
        lambda word: word not in ("true", "false", "min", "max", "abs", "not", "dealer")
    ),
)
texts = st.one_of(
    st.sampled_from(KEYWORDS),
    st.text(st.characters(codec="utf-8", exclude_categories=["C", "Z"]), max_size=8).map(
        lambda text: text.replace('"', "") or "x"
    ),
    st.sampled_from(["No Trumps", "Guess 'Em", "7 up", "# no note", "a\tb", " "]),
)
numbers = st.one_of(st.integers(0, 60), st.sampled_from([10**9, 10**9 - 1]))
integers = st.one_of(st.integers(-60, 60), st.just(-(10**9)))
quoted_names = node(nodes.Name, texts)
plain_names = node(nodes.Name, words)
names = st.one_of(plain_names, quoted_names)

cites = node(nodes.Cite, plain_names, st.none() | texts)
notes = st.builds(
    nodes.Notes,
    several(cites, 0, 2),
    several(node(nodes.Assumption, texts, several(cites, 0, 2)), 0, 2),
)
value_settings = node(nodes.Located, st.one_of(integers, st.booleans(), words))


OWNERS = ["winner", "loser", "x"]


def larger(inner: Strategy) -> Strategy:
    branch = part(nodes.Branch, inner, inner)
    return st.one_of(
        part(nodes.Negative, inner),
        part(nodes.Inverse, inner),
        part(nodes.Arithmetic, st.sampled_from(["+", "-", "*", "//", "%"]), inner, inner),
        part(nodes.Comparison, st.sampled_from(["=", "!=", "<", "<=", ">", ">="]), inner, inner),
        part(nodes.Logic, st.sampled_from(["and", "or"]), several(inner, 2)),
        part(nodes.Function, st.sampled_from(["min", "max"]), several(inner, 2)),
        part(nodes.Function, st.just("abs"), several(inner, 1, 1)),
        part(nodes.Choice, several(branch), inner),
    )


expressions = st.recursive(
    st.one_of(
        part(nodes.Number, numbers),
        part(nodes.Truth, st.booleans()),
        part(nodes.Reference, words),
        part(nodes.Reference, st.builds("{}.{}".format, st.sampled_from(OWNERS), words)),
    ),
    larger,
    max_leaves=8,
)


def located(*values: Strategy) -> Strategy:
    return node(nodes.Located, st.one_of(*values))


def plain(aspect: nodes.AspectName) -> Strategy:
    """Returns a strategy for the values of an aspect that are written as words alone."""
    declared = TABLE[aspect].policies
    return st.sampled_from([each.value for each in declared if each.value is not None])


def ranked(kind: Callable[..., Any], pack: tuple[str | None, ...], *more: Strategy) -> Strategy:
    return several(st.sampled_from(pack), 1, 13).flatmap(
        lambda ranks: node(
            nodes.Located,
            st.builds(kind, st.just(ranks), *more),
            st.just((NOWHERE,) * len(ranks)),
        )
    )


def limits(aspect: nodes.AspectName) -> Strategy:
    return located(plain(aspect), st.builds(rules.Keeps, expressions, st.none() | expressions))


named = st.sampled_from(["suit", "order"])
outcomes = st.sampled_from([None, "suit", "suit or none", "order"])
VALUES: dict[str, Strategy] = {
    "rank": ranked(rules.RankOrder, RANKS),
    "trump": st.one_of(
        located(plain("trump")),
        located(
            st.builds(
                rules.TurnedTrump,
                st.just("turned"),
                st.sampled_from([None, "none", "last card"]),
                several(
                    st.builds(rules.OnTurned, words, outcomes)
                    | st.builds(rules.OnTurned, st.sampled_from(RANKS), outcomes, st.just("rank"))
                    | st.builds(rules.OnTurned, st.sampled_from(SUITS), outcomes, st.just("suit"))
                    | st.builds(
                        rules.OnTurned, st.just("QS"), st.none(), st.just("card"), st.booleans()
                    )
                ),
            )
        ),
        located(
            st.builds(
                rules.NamedTrump,
                st.sampled_from(["dealer", "caller", "highest bidder", "eldest"]),
                st.sampled_from(["suit", "suit or none", "order"]),
                first=st.sampled_from([None, 1, 3]),
            )
        ),
        ranked(rules.FixedOrder, SUITS),
        located(st.builds(rules.FixedSuit, st.sampled_from(SUITS))),
        ranked(rules.RotatingTrump, (*SUITS, None)),
        ranked(partial(rules.RotatingTrump, throughout=True), (*SUITS, None)),
    ),
    "shown": located(plain("shown")),
    "sight": located(plain("sight")),
    "bid": located(plain("bid"), st.builds(rules.FixedBid, numbers)),
    "last_bid": limits("last_bid"),
    "each_bid": limits("each_bid"),
    "lead": located(plain("lead")),
    "follow": located(st.builds(rules.Following, several(plain("follow")))),
    "play": located(plain("play")),
    "wild": st.one_of(located(plain("wild")), ranked(rules.Wild, RANKS, st.booleans())),
    "auction": located(plain("auction"))
    | several(st.sampled_from((*SUITS, None)), 1, 5).flatmap(
        lambda trumps: node(
            nodes.Located,
            st.builds(rules.AuctionBids, expressions, expressions, st.just(trumps)),
            st.just((NOWHERE,) * len(trumps)),
        )
    ),
    "completed": located(plain("completed"), st.builds(rules.CompletedWhen, expressions)),
    "won_by": located(plain("won_by")),
    "next_dealer": located(plain("next_dealer")),
}


def alternatives(values: Strategy) -> Strategy:
    chosen = node(nodes.Alternative, values, expressions)
    last = node(nodes.Alternative, values, st.none())
    return st.builds(lambda some, final: (*some, final), several(chosen, 0, 2), last)


def clause_of(aspect: str) -> Strategy:
    none = st.just(())
    return node(nodes.Clause, st.just(aspect), alternatives(VALUES[aspect]), none, notes)


def formula_of(aspect: str) -> Strategy:
    value = node(nodes.Alternative, located(expressions), st.none())
    return node(nodes.Clause, st.just(aspect), several(value, 1, 1), st.just(()), notes)


worth_of = st.one_of(
    st.builds(rules.Worth, integers, st.just("suit"), st.sampled_from(SUITS)),
    st.builds(rules.Worth, integers, st.just("rank"), st.sampled_from(RANKS)),
    st.builds(rules.Worth, integers, st.just("card"), st.sampled_from(PACK).map(str)),
    st.builds(rules.Worth, integers, st.just("special"), words),
)
card_worth = several(worth_of, 1, 4).flatmap(
    lambda worths: node(
        nodes.Located,
        st.builds(rules.CardWorth, st.just(worths)),
        st.just((NOWHERE,) * len(worths)),
    )
)
groups = node(
    nodes.CallGroup, st.sampled_from(["one of", "any of", "at most one of"]), several(names)
)
callers = st.builds(rules.Call, st.sampled_from(["dealer", "winner of last deal"]), st.just(()))
no_call = several(node(nodes.Alternative, located(plain("call")), st.none()), 1, 1)
clauses = st.one_of(
    *map(clause_of, VALUES),
    formula_of("score"),
    formula_of("trick_worth"),
    node(
        nodes.Clause,
        st.just("card_worth"),
        several(node(nodes.Alternative, card_worth, st.none()), 1, 1),
        st.just(()),
        notes,
    ),
    node(nodes.Clause, st.just("call"), no_call, st.just(()), notes),
    node(
        nodes.Clause,
        st.just("call"),
        alternatives(located(callers)),
        several(groups),
        notes,
    ),
)

sizes = located(
    st.builds(rules.OneSize, expressions),
    st.builds(
        rules.Ladder,
        expressions,
        expressions,
        st.sampled_from(["up", "down"]),
        st.just(rules.ONE) | expressions,
    ),
    st.builds(rules.PickedSize, expressions, expressions),
)
row_conditions = st.none() | located(expressions)
rows = node(nodes.ScheduleRow, st.none() | expressions, sizes, several(names), row_conditions)
brackets = node(nodes.RepeatedRows, expressions, several(rows))
brackets = brackets | node(nodes.RepeatedRows, expressions, several(rows | brackets))
schedules = node(nodes.ScheduleStatement, several(rows | brackets), notes)
criteria = located(
    st.sampled_from(["highest total", "fewest failed", "most completed", "lowest total"])
)
winners = node(nodes.WinnerStatement, several(criteria), notes)
endings = node(nodes.EndsStatement, expressions, notes, st.just(NOWHERE))
settlements = node(nodes.SettleStatement, expressions, notes)
ways = st.none() | located(st.just("counterclockwise"))
players = (
    node(
        nodes.PlayersStatement,
        numbers,
        numbers,
        notes,
        st.just(False),
        ways,
        st.none() | located(st.just("drawn")),
    )
    | node(
        nodes.PlayersStatement,
        numbers,
        numbers,
        notes,
        st.just(False),
        ways,
        located(st.just("drawn")),
        expressions,
    )
    | numbers.flatmap(
        lambda one: node(
            nodes.PlayersStatement, st.just(one), st.just(one), notes, alone=st.just(True)
        )
    )
)

ranks_of_packs = st.one_of(
    ranked(rules.ListedRanks, RANKS),
    located(st.builds(rules.HighestRanks, expressions), st.just(rules.AllRanks())),
)
cards = st.builds(copy_of, st.sampled_from(PACK), st.integers(0, 9) | st.just(0))
said_of_packs = st.one_of(
    node(nodes.FewerSuits, expressions),
    node(nodes.LeftOut, several(cards)),
    node(nodes.Copies, expressions),
    node(nodes.PackedSpecials, numbers, names),
)
cards_of_packs = node(nodes.CardsOfPack, ranks_of_packs, several(said_of_packs, 0, 2))
chosen_packs = node(nodes.PackAlternative, cards_of_packs, expressions)
last_pack = node(nodes.PackAlternative, cards_of_packs, st.none())
some_packs = st.builds(lambda some, final: (*some, final), several(chosen_packs, 0, 2), last_pack)
packs = node(nodes.PackStatement, some_packs, notes)

asked = st.one_of(
    st.sampled_from([special_cards.NOTHING, special_cards.NEXT_CARD]),
    st.builds(
        special_cards.LeadDemand,
        st.sampled_from(SUITS),
        st.sampled_from([None, "highest", "lowest"]),
    ),
)


@st.composite
def played_specials(draw: st.DrawFn) -> nodes.PlayedCard:
    """Returns a special card by its name, perhaps with its power and demand."""
    name = draw(words)
    power, asks = draw(st.sampled_from([None, "high", "low"])), draw(st.none() | asked)
    said = special_cards.played_as(name, power, asks) if power or asks else None
    return nodes.PlayedCard(NOWHERE, special_card(name), said)


special_powers = located(
    st.sampled_from([p for p in get_args(special_cards.Powers) if p != "trump"])
)
demands = several(located(st.sampled_from(get_args(special_cards.Demand))))
trump_power = located(st.just("trump"))
specials = st.one_of(
    st.builds(nodes.SpecialStatement, st.just(NOWHERE), names, power, asks, notes, st.just(NOWHERE))
    for power, asks in ((special_powers, demands), (trump_power, st.just(())))
)

played = node(nodes.PlayedCard, cards, st.none() | cards) | played_specials()
each_seat = several(integers)
trumps = st.none() | several(st.sampled_from(SUITS), 1, 4)
figures = node(nodes.Figures, integers, st.none() | integers, st.none() | integers)
facts = st.one_of(
    node(
        nodes.ScoreFact,
        st.none() | each_seat,
        each_seat,
        st.booleans(),
        st.none() | located(each_seat),
        each_seat,
    ),
    node(nodes.BidFact, several(integers, 0), st.booleans(), numbers),
    node(
        nodes.TrickFact, trumps, several(played), played | node(nodes.CardNumber, st.integers(1, 9))
    ),
    node(
        nodes.PlayFact,
        trumps,
        st.none() | located(st.just(True)),
        several(played, 0),
        several(cards | st.builds(special_card, words)),
        st.booleans(),
        played,
    ),
    node(nodes.PaymentFact, figures, integers, figures),
    node(
        nodes.WinnerFact,
        each_seat,
        st.none() | each_seat,
        st.none() | each_seat,
        several(st.booleans()),
    ),
    node(nodes.ScheduleFact, numbers, names, numbers),
    node(
        nodes.TurnedFact,
        several(st.sampled_from([*PACK, special_card("Owl")])),
        st.just(()) | st.tuples(st.sampled_from(SUITS)),
    ),
)
scenes = node(
    nodes.Scene,
    st.none() | names,
    st.none() | located(numbers),
    st.none() | numbers,
    st.none() | numbers,
    several(names, 0),
    several(node(nodes.Binding, plain_names, value_settings), 0),
)
ranges = st.one_of(
    st.none(),
    located(st.builds(rules.IntegerRange, integers, integers)),
    node(nodes.Located, st.builds(rules.WordRange, several(words, 2))),
)
some_clauses = several(clauses)


def deal(name: Any, short: Any, base: Any, parts: Any, some_notes: Any) -> nodes.DealStatement:
    return nodes.DealStatement(NOWHERE, name, short, base, parts, some_notes)


statements = st.one_of(
    node(nodes.GameStatement, texts, st.none() | texts, st.none() | names, notes),
    players,
    node(nodes.SourceStatement, plain_names, texts),
    node(nodes.ParameterStatement, plain_names, value_settings, ranges, st.none() | texts, notes),
    node(nodes.LetStatement, plain_names, expressions, notes),
    node(nodes.RunStatement, plain_names, expressions, st.none() | texts, notes, st.just(NOWHERE)),
    node(
        nodes.TallyStatement, plain_names, expressions, st.none() | texts, notes, st.just(NOWHERE)
    ),
    st.builds(deal, names, st.none() | names, st.none() | names, some_clauses, notes),
    st.builds(deal, names, st.none() | names, names, st.just(()), notes),
    node(nodes.TwistStatement, names, st.none() | names, some_clauses, notes),
    schedules,
    winners,
    endings,
    settlements,
    packs,
    specials,
    node(nodes.ChangeDeal, names, some_clauses),
    node(
        nodes.ChangeStatement,
        st.one_of(schedules, winners, endings, settlements, players, packs),
    ),
    node(nodes.ChangeParameter, plain_names, value_settings, notes),
    node(nodes.DropStatement, names),
    st.just(nodes.DropSettle(NOWHERE)),
    st.just(nodes.DropEnds(NOWHERE, NOWHERE)),
    node(nodes.AddStatement, names, st.sampled_from(["after", "before"]), names, notes),
    node(nodes.ExampleStatement, texts, scenes, facts, notes),
)
files = node(nodes.File, st.just(1), several(statements, 0, 4))
