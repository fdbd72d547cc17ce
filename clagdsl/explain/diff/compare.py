"""The semantic diff of two games: the differences in the whole game, in each deal and in calls.

Input: two games, each with the parameters that are set, and optionally a number of players. Output:
a `GameComparison` with a `Difference` for each aspect that differs, both sides as short strings.

1. `parameter_tables` opens both games for every number of players that both allow.
2. `partial_eval` fills in known values and pairs the deals of the two games.
3. This module compares the parts of the games in order. Equal clauses are not a difference. If
   scores, limits on bids or openings (rules on the first lead of a suit) are written differently,
   `score_diff` checks whether they are equivalent at every table. That includes every value of the
   parameters that are not set. Deals are compared as they are after each call that either game
   allows. In this comparison, a twist that only one game has counts in both: it is a difference of
   its own, and must not hide others.
4. The `let` names that these strings mention are compared last and listed first.

Only rules that affect play count. Titles, citations and examples do not, and neither does the
wording of a rule: two scores that always give the same points are the same score. A twist is a set
of clauses that a call brings into force in a deal.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import chain, compress
from typing import Final, TypeAlias, TypeVar, assert_never

from clagdsl.explain.diff.parameter_tables import Changes, ParameterTables, TablePairs
from clagdsl.explain.diff.partial_eval import (
    Pairs,
    bindings_for,
    in_one_form,
    match_deals,
    partially_evaluate,
)
from clagdsl.explain.diff.score_diff import (
    Calls,
    DealPair,
    PointTable,
    card_worths_equivalent,
    limits_equivalent,
    openings_equivalent,
    paired_deals,
    past_equivalent,
    point_table,
    scores_equal,
    trump_ranks_equivalent,
)
from clagdsl.explain.phrases import follow_label, label
from clagdsl.lang.aspects import BID_LIMITS, CALLED, TABLE
from clagdsl.lang.cards import SUIT_NAMES
from clagdsl.lang.expr.ast import everything_in
from clagdsl.lang.expr.free_variables import variables
from clagdsl.lang.expr.simplify import NamedLet, Substitution, named_lets
from clagdsl.lang.expr.unparse import condition_text, expression_text
from clagdsl.lang.references import has_effect, subexpressions
from clagdsl.lang.rules import (
    ASPECTS,
    ONE,
    Alternative,
    AspectName,
    AuctionBids,
    Call,
    CallRule,
    CardWorth,
    Clause,
    Comparison,
    CompletedWhen,
    Deal,
    Expression,
    FixedOrder,
    FixedSuit,
    Following,
    Free,
    Game,
    IntegerRange,
    Keeps,
    Ladder,
    NoCall,
    OneSize,
    Parameter,
    PickedSize,
    RankOrder,
    RotatingTrump,
    ScheduleRow,
    Sizes,
    Special,
    Truth,
    TruthRange,
    TurnedTrump,
    Twist,
    Value,
    Variable,
    Wild,
    WordRange,
    cards_text,
    first_dealer_text,
    trump_word,
    turned_text,
)
from clagdsl.lang.rules import value_text as written_value
from clagdsl.table.choices import legal_calls
from clagdsl.table.history import rows_read
from clagdsl.table.schedule import ScheduledDeal
from clagdsl.table.table import PHASE_ASPECTS, Table, aspects_after

# --- one deal as text, one short phrase for each aspect -------------------------------------


V = TypeVar("V")

_HOOK: Final = Keeps(Comparison("!=", Variable("bids"), Variable("cards")))


def aspect_title(aspect: AspectName) -> str:
    """Returns the name of an aspect as written in a rules file, for example `last bid`."""
    return TABLE[aspect].keyword


def clause_text(aspect: AspectName, clause: Clause[object]) -> str:
    """Returns a clause as text, including the alternatives between which parameters choose."""
    *first, last = clause.alternatives
    parts = []
    for alternative in first:
        when = (
            ""
            if alternative.condition is None
            else f" when {condition_text(alternative.condition)}"
        )
        parts.append(f"{value_text(aspect, alternative.value)}{when}")
    otherwise = value_text(aspect, last.value)
    return ", ".join([*parts, f"otherwise {otherwise}"]) if parts else otherwise


def value_text(aspect: AspectName, value: object) -> str:
    """Returns the text of one value of an aspect."""
    match value:
        case RankOrder(ranks=ranks):
            usual = TABLE["rank"].default
            ace_high = usual is not None and value == usual.value
            return "ace high" if ace_high else f"{' '.join(ranks)}, high to low"
        case Keeps() if value == _HOOK and aspect == "last_bid":
            return "the bids must not add up to the number of cards"
        case Following(classes=classes):
            return follow_label(classes)
        case CardWorth():
            return value.text if value.worths else "nothing"
        case _ if isinstance(value, Expression):
            return expression_text(value)
        case _:
            return label(aspect, value, **_filled_in(value))


def _filled_in(value: object) -> dict[str, str]:
    """Returns the values of the placeholders in the label for an aspect's value, by name."""
    match value:
        case FixedOrder(suits=suits):
            return {"suits": ", ".join(SUIT_NAMES[suit] for suit in suits)}
        case TurnedTrump():
            return {"cases": turned_text(value).removeprefix("turned")}
        case FixedSuit(suit=suit):
            return {"suits": SUIT_NAMES[suit]}
        case RotatingTrump(trumps=trumps):
            return {"suits": ", ".join(map(trump_word, trumps))}
        case AuctionBids(low=low, high=high, trumps=trumps):
            bounds = {"low": expression_text(low), "high": expression_text(high)}
            return {**bounds, "trumps": ", ".join(map(trump_word, trumps))}
        case Keeps(condition=condition, otherwise=otherwise):
            rest = "" if otherwise is None else condition_text(otherwise)
            rest = "free" if otherwise == Truth(True) else rest
            return {"condition": condition_text(condition), "otherwise": rest}
        case Wild(ranks=ranks):
            return {"ranks": " ".join(ranks)}
        case CompletedWhen(condition=condition):
            return {"condition": condition_text(condition)}
        case Call(groups=groups):
            group_texts = (f"{group.kind} {', '.join(group.choices)}" for group in groups)
            return {"groups": "; ".join(group_texts)}
        case _:
            return {}


# --- the whole game as text ------------------------------------------------------------------


def players_text(players: tuple[int, int]) -> str:
    """Returns a range of players as text, such as `4 to 7`, or a single number."""
    low, high = players
    return str(low) if low == high else f"{low} to {high}"


def special_text(special: Special) -> str:
    """Returns a special card as text, such as `high, asks nothing`."""
    asks = f", asks {' or '.join(special.demands)}" if special.demands else ""
    return f"{special.power}{asks}"


def parameter_text(parameter: Parameter) -> str:
    """Returns the default of a parameter and its other possible values as text."""
    default = written_value(parameter.default)
    match parameter.range:
        case IntegerRange(low=low, high=high):
            return f"{default}: from {low} to {high}"
        case TruthRange():
            return f"{default}: true or false"
        case WordRange(words=words):
            return f"{default}: one of {', '.join(words)}"


def row_text(row: ScheduleRow) -> str:
    """Returns one row of a schedule as text."""
    repeat = "" if row.repeat is None else f"{expression_text(row.repeat)} times "
    when = "" if row.condition is None else f" when {condition_text(row.condition)}"
    return f"{repeat}{_sizes_text(row.sizes)}: {', '.join(row.deals)}{when}"


def _sizes_text(sizes: Sizes) -> str:
    match sizes:
        case OneSize(size=size):
            return f"{expression_text(size)} {'card' if expression_text(size) == '1' else 'cards'}"
        case Ladder(first=first, last=last, direction=direction, by=by):
            step = "" if by == ONE else f" by {expression_text(by)}"
            return f"{expression_text(first)} {direction} to {expression_text(last)}{step} cards"
        case PickedSize(low=low, high=high):
            return f"the dealer picks {expression_text(low)} to {expression_text(high)} cards"
        case _:
            assert_never(sizes)


def schedule_text(game: Game) -> str:
    """Returns all rows of the schedule as text, with brackets around rows repeated as a group."""
    texts = [row_text(row) for row in game.schedule]
    for whole in reversed(game.repeated):
        texts[whole.first] = f"{expression_text(whole.times)} times ({texts[whole.first]}"
        texts[whole.last] += ")"
    return "; ".join(texts)


def deal_text(deal: Deal) -> str:
    """Returns a whole deal as text: its base deal and the aspects that it sets itself."""
    clauses = _clauses_text(
        {
            aspect: clause
            for aspect, clause in deal.aspects.clauses_by_aspect().items()
            if (aspect in deal.replaced if deal.base else clause.origin.place is not None)
        }
    )
    return " with ".join(filter(None, (deal.base, clauses)))


def twist_text(twist: Twist) -> str:
    """Returns the aspects that a choice of a call replaces, as text."""
    return _clauses_text(twist.clauses_by_aspect()) or "no change"


def _clauses_text(clauses: Mapping[AspectName, Clause[object]]) -> str:
    return "; ".join(
        f"{aspect_title(key)}: {clause_text(key, clause)}" for key, clause in clauses.items()
    )


# --- both games side by side ----------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ComparedRules:
    """One side of a comparison: the reference to its rules, the game, and the parameters that are
    set.
    """

    reference: str
    game: Game
    parameters: Mapping[str, Value] = field(default_factory=dict)
    _evaluated: dict[int | None, Game] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )

    def evaluated(self, players: int | None) -> Game:
        """Returns the game with known names filled in, which is done once for each number of
        players.
        """
        if players not in self._evaluated:
            self._evaluated[players] = partially_evaluate(self.game, players, self.parameters)
        return self._evaluated[players]


@dataclass(frozen=True, slots=True)
class Difference:
    """An aspect in which two games differ; `a` or `b` is `None` if only the other game has it.

    `deal` is `None` for an aspect of the whole game. `also` names the deals that inherit the aspect
    from this one and therefore differ in the same way. `changes` are parameters with which the
    difference shows; it is empty if it shows with the default parameters.
    """

    deal: str | None
    aspect: str
    a: str | None
    b: str | None
    also: tuple[str, ...] = ()
    points: PointTable | None = None
    changes: Changes = ()


@dataclass(frozen=True, slots=True)
class GameComparison:
    """All differences between two games, and the pairs of deals that were compared."""

    a: ComparedRules
    b: ComparedRules
    differences: tuple[Difference, ...]
    pairs: Pairs
    tables: TablePairs
    """Both games at a table, for each number of players, with the default parameters."""
    players: int | None = None
    """The number of players to which the comparison is restricted; None for every number."""

    @property
    def same(self) -> bool:
        """True if the games do not differ."""
        return not self.differences


def compare(a: ComparedRules, b: ComparedRules, players: int | None = None) -> GameComparison:
    """Compares two games with `players` players, or with every number of players for None.

    If only the defaults of parameters differ, rules can be written alike and still differ. So the
    games are then compared again with their own defaults, which shows these rules.
    """
    comparison = _compare(a, b, players)
    own, other = ({one.name: one.default for one in side.game.parameters} for side in (a, b))
    if all(other[name] == default for name, default in own.items() if name in other):
        return comparison
    found = {(difference.deal, difference.aspect) for difference in comparison.differences}
    a, b = (
        replace(side, parameters={**defaults, **side.parameters})
        for side, defaults in ((a, own), (b, other))
    )
    further = tuple(
        difference
        for difference in _compare(a, b, players).differences
        if (difference.deal, difference.aspect) not in found
    )
    return replace(comparison, differences=comparison.differences + further)


def _compare(a: ComparedRules, b: ComparedRules, players: int | None) -> GameComparison:
    """Compares two games; where rules are not computed, as they are written."""
    every = ParameterTables((a.game, b.game), (a.parameters, b.parameters), players)
    tables = every.default
    first, second = a.evaluated(players), b.evaluated(players)
    pairs = match_deals(first, second, *(tables[0] if tables else (None, None)))
    games = (_with_twists_of(second, first), _with_twists_of(first, second))
    found = {pair[0].name: _differing(*pair, games, every) for pair in pairs}
    differences = [
        *_game_settings(first, second, tables),
        *_schedule(first, second, pairs, tables),
        *_past(first, second, every),
        *_end(first, second),
        *_deals(first, second, pairs, found, every),
        *_twists(first, second, pairs, found),
    ]
    bindings_a, bindings_b = (bindings_for(side.game, players, side.parameters) for side in (a, b))
    differences[:0] = _lets(bindings_a, bindings_b, differences)
    return GameComparison(a, b, tuple(differences), pairs, tables, players)


def _lets(a: Substitution, b: Substitution, differences: Sequence[Difference]) -> list[Difference]:
    """Returns the `let` names that differ and that differences mention, if only indirectly."""
    sides = (a, b)
    named = {**named_lets(b), **named_lets(a)}
    texts = (
        text
        for difference in differences
        for text in (difference.a, difference.b)
        if text is not None
    )
    mentioned_words = {word for text in texts for word in re.findall(r"\w+", text)}
    differing: list[Difference] = []
    for name in sorted(named, key=list(named).index, reverse=True):  # latest first
        if name not in mentioned_words:
            continue
        definitions = [
            _definition_of(bindings[name]) if name in bindings else None for bindings in sides
        ]
        mentioned_words.update(
            p.name for e in definitions if e for p in everything_in(e) if isinstance(p, NamedLet)
        )
        first, second = (None if e is None else expression_text(e) for e in definitions)
        differing += _compare_texts(f"let {name}", first, second)
    return differing[::-1]


def _definition_of(e: Expression) -> Expression:
    return e.definition if isinstance(e, NamedLet) else e


def _past(a: Game, b: Game, every: ParameterTables) -> Iterator[Difference]:
    """Yields the runs and tallies that only one game has, or that count differently."""
    sides = [{(each.name, each.kind): each.expression for each in game.past} for game in (a, b)]
    for name in dict.fromkeys(name for side in sides for name, _ in side):
        for kind in ("run", "tally"):
            first, second = (side.get((name, kind)) for side in sides)
            if in_one_form(first) == in_one_form(second):
                continue
            changes: Changes | None = ()
            if first is not None and second is not None and every.default:
                changes = _first_changes(
                    every.with_changes(), partial(past_equivalent, first, second)
                )
            if changes is not None:
                a_text = None if first is None else expression_text(first)
                b_text = None if second is None else expression_text(second)
                yield Difference(None, f"{kind} {name}", a_text, b_text, changes=changes)


def _first_changes(
    tables: Iterable[tuple[Changes, TablePairs] | None],
    equivalent: Callable[[TablePairs], bool | None],
) -> Changes | None:
    """Returns the first changes of parameters with which two rules differ; None if none do.

    Rules that `equivalent` cannot compare at some table (None) differ as they are written, with the
    default parameters.
    """
    for at in tables:
        same = None if at is None else equivalent(at[1])
        if at is None or same is None:
            return ()
        if not same:
            return at[0]
    return None


# --- the whole game ----------------------------------------------------------------------


def _compare_texts(
    aspect: str, a: str | None, b: str | None, deal: str | None = None
) -> Iterator[Difference]:
    if a != b:
        yield Difference(deal, aspect, a, b)


def _game_settings(a: Game, b: Game, tables: TablePairs) -> Iterator[Difference]:
    yield from _compare_texts("players", players_text(a.players), players_text(b.players))
    dealers = map(first_dealer_text, (a, b))
    shown = ("chosen by the players" if text == "said" else text for text in dealers)
    yield from _compare_texts("first dealer", *shown)
    yield from _compare_texts("direction", a.direction, b.direction)
    same = all(one.deck == two.deck for one, two in tables)
    if a.pack != b.pack and not (same and _is_fixed(a, b, tables)):
        yield from _compare_texts("pack", cards_text(a), cards_text(b))
    specials = ({one.name: special_text(one) for one in game.specials} for game in (a, b))
    yield from _by_name("special", *specials)
    yield from _parameters(a, b)


def _parameters(a: Game, b: Game) -> Iterator[Difference]:
    """Yields the parameters with other values, each with its description, which alone makes no
    difference.
    """
    first, second = ({one.name: one for one in game.parameters} for game in (a, b))
    for name in {**first, **second}:
        pair = (first.get(name), second.get(name))
        values = [None if one is None else parameter_text(one) for one in pair]
        if values[0] != values[1]:
            described = (f" ({one.description})" if one and one.description else "" for one in pair)
            texts = (value and value + text for value, text in zip(values, described, strict=True))
            yield from _compare_texts(f"param {name}", *texts)


def _is_fixed(a: Game, b: Game, tables: TablePairs) -> bool:
    """Returns whether the tables cover every way to play, because no parameter is left open."""
    return bool(tables) and not (a.parameters or b.parameters)


def _by_name(kind: str, a: Mapping[str, str], b: Mapping[str, str]) -> Iterator[Difference]:
    """Yields a difference for each name that only one game has, or that has different values."""
    for name in {**a, **b}:
        yield from _compare_texts(f"{kind} {name}", a.get(name), b.get(name))


def _end(a: Game, b: Game) -> Iterator[Difference]:
    sides = (a, b)
    yield from _compare_texts(
        "winner", *(", then ".join([*g.winner.criteria, "shared"]) for g in sides)
    )
    if in_one_form(a.ends) != in_one_form(b.ends):
        ends = (f"when {condition_text(g.ends.condition)}" if g.ends else None for g in sides)
        yield from _compare_texts("ends", *ends)
    paid = (expression_text(g.settlement.expression) if g.settlement else None for g in sides)
    yield from _compare_texts("settle", *paid)


def _schedule(a: Game, b: Game, pairs: Pairs, tables: TablePairs) -> Iterator[Difference]:
    renamed = {other.name: deal.name for deal, other in pairs}

    def rows(table: Table, names: Mapping[str, str]) -> list[ScheduledDeal]:
        return [replace(row, name=names.get(row.name, row.name)) for row in table.schedule]

    written = tuple(
        replace(row, deals=tuple(renamed.get(d, d) for d in row.deals)) for row in b.schedule
    )
    if a.schedule == written and a.repeated == b.repeated:
        return
    same = all(rows(one, {}) == rows(two, renamed) for one, two in tables)
    if rows_read(a) or rows_read(b):
        same = same and all(_row_positions(one) == _row_positions(two) for one, two in tables)
    if not (same and _is_fixed(a, b, tables)):
        yield Difference(None, "schedule", schedule_text(a), schedule_text(b))


def _row_positions(table: Table) -> list[tuple[int, int]]:
    """Returns the position of each deal in its row of the schedule, and the length of that row."""
    return [(row.in_row, row.row_deals) for row in table.schedule]


# --- deals and calls -------------------------------------------------------------------------


_Differing: TypeAlias = dict[tuple[str | None, AspectName], Changes]
"""The aspects in which two deals differ, each with the twist that states it (None for the deals),
and the changes of parameters with which the difference shows.
"""

_READ_WITH: Final[Mapping[AspectName, tuple[AspectName, ...]]] = {
    "score": ("bid", "trick_worth", "card_worth", "trump_worth"),
    **dict.fromkeys(BID_LIMITS, ("bid", *BID_LIMITS)),
    "open": ("rank", "trump", "trump_rank"),
    "trump_rank": ("rank",),
}
"""The other aspects on which the comparison of an aspect depends."""

_WORKED_OUT: Final[Mapping[AspectName, Callable[[Deal, Deal, Sequence[DealPair]], bool | None]]] = {
    "score": scores_equal,
    **{limit: partial(limits_equivalent, aspect=limit) for limit in BID_LIMITS},
    "open": openings_equivalent,
    "card_worth": card_worths_equivalent,
    "trump_rank": trump_ranks_equivalent,
}
"""The aspects that are compared case by case, and the functions that compare them."""

_NO_CALL: Final[Clause[CallRule]] = Clause((Alternative(NoCall()),))


def _deals(
    a: Game, b: Game, pairs: Pairs, found: Mapping[str, _Differing], every: ParameterTables
) -> list[Difference]:
    partners = {deal.name: other for deal, other in pairs}
    renamed = {other.name: deal.name for deal, other in pairs}
    differences: list[Difference] = []
    for deal in a.deals:
        other = partners.get(deal.name)
        if other is None:
            if deal.name in _choices(a):
                continue
            differences.append(Difference(deal.name, "deal", deal_text(deal), None))
            continue
        differences += _compare_texts("name", deal.name, other.name, deal.name)
        for aspect in ASPECTS:
            changes = found[deal.name].get((None, aspect))
            if changes is None:
                continue
            root = _inherited(deal, other, aspect, changes, partners, differences)
            if root is not None:
                differences[root] = replace(
                    differences[root], also=(*differences[root].also, deal.name)
                )
            else:
                differences.append(_aspect(deal, other, aspect, changes, every))
        if in_one_form(deal.aspects.trump) == in_one_form(other.aspects.trump):
            counted = (_rotation(a, deal, {}), _rotation(b, other, renamed))
            differences += _compare_texts("one rotation of trumps", *counted, deal.name)
    mine = {other.name for other in partners.values()} | _choices(b)
    added = [deal for deal in b.deals if deal.name not in mine]
    return differences + [Difference(deal.name, "deal", None, deal_text(deal)) for deal in added]


def _rotation(game: Game, deal: Deal, renamed: Mapping[str, str]) -> str:
    """Returns the deals that a clause with `rotates throughout` counts, or an empty text."""
    if not any(
        isinstance(each.value, RotatingTrump) and each.value.throughout
        for each in deal.aspects.trump.alternatives
    ):
        return ""
    owner = game.owner_of(deal.name, "trump")
    scheduled = {name for row in game.schedule for name in row.deals}
    shared = {name for name in scheduled if game.owner_of(name, "trump") == owner}
    return ", ".join(sorted(renamed.get(name, name) for name in shared))


def _choices(game: Game) -> set[str]:
    """Returns the names of the deals that are only called, never scheduled; `_twists` compares
    them.
    """
    scheduled = {name for row in game.schedule for name in row.deals}
    return {twist.name for twist in game.twists} - scheduled


def _inherited(
    deal: Deal,
    other: Deal,
    aspect: AspectName,
    changes: Changes,
    partners: Mapping[str, Deal],
    differences: list[Difference],
) -> int | None:
    """Returns the index of a difference between the base deals that both deals inherit, or None."""
    if deal.base is None or aspect in deal.replaced or aspect in other.replaced:
        return None
    base = partners.get(deal.base)
    if base is None or base.name != other.base:
        return None
    title = aspect_title(aspect)
    for place, difference in enumerate(differences):
        if (difference.aspect, difference.changes) == (title, changes) and deal.base in (
            difference.deal,
            *difference.also,
        ):
            return place
    return None


def _with_twists_of(other: Game, game: Game) -> Game:
    """Returns the second game with the twists that only the first has."""
    names = {twist.name for twist in game.twists}
    added = (twist for twist in other.twists if twist.name not in names)
    return replace(game, twists=(*game.twists, *added))


_TwistClauses: TypeAlias = Sequence[Mapping[str, Mapping[AspectName, Clause[object]]]]
"""The clauses of the twists of both games, by the name of the twist."""


def _differing(
    deal: Deal, other: Deal, games: tuple[Game, Game], every: ParameterTables
) -> _Differing:
    """Returns the aspects that differ between two deals after some call that either allows.

    `games` have the same twists by name. If a twist states a clause in one game only, the deal's
    own clause is in force in the other. So if either differs, the other is compared as well.
    """
    twists = [{twist.name: twist.clauses_by_aspect() for twist in game.twists} for game in games]
    differing = _differing_after_calls(deal, other, games, twists, every)
    for owner, aspect in list(differing):
        if owner is not None and _is_stated_once(twists, owner, aspect):
            changes = _changes(_without_call(deal), _without_call(other), aspect, every, ())
            if changes is not None:
                _add(differing, (None, aspect), changes)
    for (owner, aspect), changes in list(differing.items()):
        for name in chain(*_calls(deal), *_calls(other)) if owner is None else ():
            if _is_stated_once(twists, name, aspect):
                _add(differing, (name, aspect), changes)
    for aspect in BID_LIMITS:
        for one, two in ((deal, other), (other, deal)):
            if _is_limited(one, aspect) and not has_effect(two, aspect):
                differing[None, aspect] = ()
    if in_one_form(deal.aspects.call) != in_one_form(other.aspects.call):
        differing[None, "call"] = ()
    return differing


def _differing_after_calls(
    deal: Deal,
    other: Deal,
    games: tuple[Game, Game],
    twists: _TwistClauses,
    every: ParameterTables,
) -> _Differing:
    """Compares two deals after each call, once for all calls with the same relevant choices.

    A choice that only one of the deals offers has no rules at the tables of the other game, so
    clauses for which it is relevant are compared as written.
    """
    relevant = {
        aspect: {
            name
            for each in twists
            for name, clauses in each.items()
            if not clauses.keys().isdisjoint(_read_for(aspect))
        }
        for aspect in CALLED
    }
    differing: _Differing = {}
    compared: set[tuple[AspectName, Calls]] = set()
    calls, other_calls = _calls(deal), _calls(other)
    offered_by_both = set(chain(*calls)) & set(chain(*other_calls))
    allowed = calls | other_calls
    for call in sorted(allowed | {()}):
        for aspect in CALLED if call in allowed else PHASE_ASPECTS:
            choices = tuple(name for name in call if name in relevant[aspect])
            owners = [name for name in choices if any(aspect in each[name] for each in twists)]
            owner = owners[-1] if owners else None
            if (aspect, choices) in compared or differing.get((owner, aspect)) == ():
                continue
            compared.add((aspect, choices))
            one, two = (
                _without_call(replace(side, aspects=aspects_after(game, side.name, choices)))
                for side, game in zip((deal, other), games, strict=True)
            )
            at_tables = choices if offered_by_both.issuperset(choices) else None
            changes = _changes(one, two, aspect, every, at_tables)
            if changes is not None:
                _add(differing, (owner, aspect), changes)
    return differing


def _is_stated_once(twists: _TwistClauses, name: str, aspect: AspectName) -> bool:
    """Returns whether a twist states a clause in one of the games only."""
    return len([each for each in twists if aspect in each[name]]) == 1


def _without_call(deal: Deal) -> Deal:
    return replace(deal, aspects=replace(deal.aspects, call=_NO_CALL))


def _is_limited(deal: Deal, limit: AspectName) -> bool:
    """Returns whether a deal, if nothing is called, has bids that a limit restricts."""
    return has_effect(_without_call(deal), limit) and not _is_free(getattr(deal.aspects, limit))


def _read_for(aspect: AspectName) -> tuple[AspectName, ...]:
    """Returns an aspect and all others on which its comparison depends."""
    return (aspect, *_READ_WITH.get(aspect, ()))


def _add(differing: _Differing, key: tuple[str | None, AspectName], changes: Changes) -> None:
    """Adds a difference; of several changes with which it shows, the fewest are kept."""
    known = differing.get(key, changes)
    differing[key] = min(known, changes, key=lambda each: (len(each), str(each)))


def _calls(deal: Deal) -> set[Calls]:
    """Returns every call that a deal can allow, each in alphabetical order; the empty one if
    nothing is called.
    """
    rules = [each.value for each in deal.aspects.call.alternatives]
    return {
        tuple(sorted(call))
        for rule in rules
        for call in (legal_calls(rule) if isinstance(rule, Call) else ((),))
    }


def _aspect(
    deal: Deal, other: Deal, aspect: AspectName, changes: Changes, every: ParameterTables
) -> Difference:
    """Returns the difference in an aspect of two deals; a limit without an effect is left out."""
    a, b = (
        clause_text(aspect, getattr(side.aspects, aspect)) if has_effect(side, aspect) else None
        for side in (deal, other)
    )
    points = None
    if aspect == "score":
        points = point_table(deal, other, every.changed(changes))
    return Difference(deal.name, aspect_title(aspect), a, b, points=points, changes=changes)


def _changes(
    deal: Deal, other: Deal, aspect: AspectName, every: ParameterTables, call: Calls | None
) -> Changes | None:
    """Returns the changes of parameters with which an aspect of two deals differs after a call.

    Returns None if the clauses are equivalent, whatever the parameters. If `call` is None, they are
    compared as written.
    """
    first, second = getattr(deal.aspects, aspect), getattr(other.aspects, aspect)
    if in_one_form(first) == in_one_form(second):
        return None
    effective = [has_effect(side, aspect) for side in (deal, other)]
    if not all(effective):
        free = all(_is_free(side) for side in compress((first, second), effective))
        return None if free else ()
    equivalent = _WORKED_OUT.get(aspect)
    if equivalent is None or call is None:
        return ()
    read = _read_for(aspect)
    parts = [tuple(getattr(side.aspects, name) for name in read) for side in (deal, other)]
    compared: dict[tuple[object, ...], DealPair] = {}  # keeps alive the rules that the keys name

    def at_tables(tables: TablePairs) -> bool | None:
        """Returns whether the clauses are equivalent in the deals that were not yet compared."""
        pairs = []
        for pair in paired_deals(deal, other, tables, call):
            key = _pair_key(pair, read)
            if key not in compared:
                compared[key] = pair
                pairs.append(pair)
        return equivalent(deal, other, pairs) if compared else None

    return _first_changes(every.with_changes(parts), at_tables)


def _pair_key(pair: DealPair, read: Sequence[AspectName]) -> tuple[object, ...]:
    """Returns a key of everything on which the comparison of some aspects of two deals depends."""
    values = [getattr(rules, name) for rules in (pair.a, pair.b) for name in read]
    by_number = any("deal" in variables(e) for value in values for e in subexpressions(value))
    numbers = (pair.number_a, pair.number_b) if by_number else ()
    return (pair.cards, pair.a.deck, pair.b.deck, pair.a.players, numbers, *map(id, values))


def _is_free(limit: Clause[object]) -> bool:
    return all(isinstance(each.value, Free) for each in limit.alternatives)


def _twists(
    a: Game, b: Game, pairs: Pairs, found: Mapping[str, _Differing]
) -> Iterator[Difference]:
    """Yields the twists of one game alone, and the clauses of other twists that differ.

    The clauses of a twist that no pair of deals offers are compared as written.
    """
    first, second = ({twist.name: twist for twist in game.twists} for game in (a, b))
    called = set(chain(*(call for deal in chain(*pairs) for call in _calls(deal))))
    differing: _Differing = {}
    for key, changes in chain(*(each.items() for each in found.values())):
        _add(differing, key, changes)
    for name in {**first, **second}:
        one, two = first.get(name), second.get(name)
        if one is None or two is None:
            yield Difference(
                name, "twist", _text_or_none(twist_text, one), _text_or_none(twist_text, two)
            )
            continue
        for aspect in CALLED:
            old, new = (twist.clauses_by_aspect().get(aspect) for twist in (one, two))
            shown = differing.get((name, aspect))
            if shown is None and name not in called and in_one_form(old) != in_one_form(new):
                shown = ()
            if shown is not None:
                to_text = partial(clause_text, aspect)
                yield Difference(
                    name,
                    aspect_title(aspect),
                    _text_or_none(to_text, old),
                    _text_or_none(to_text, new),
                    changes=shown,
                )


def _text_or_none(text: Callable[[V], str], part: V | None) -> str | None:
    return None if part is None else text(part)
