"""The summary of a checked game, as text and as JSON.

Schedules are printed as rows of the language. In the deals of a match, parameters and conditions
have already been applied, so `_rows` recovers three patterns: ladders (deals whose size changes by
a constant step), several deals of one size, and repeated groups of rows.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import field, replace
from types import MappingProxyType
from typing import Final, TypeAlias

from clagdsl.check.proof_report import Evidence, ValuesTried
from clagdsl.lang.expr.free_variables import UsesCache, past_values, variables
from clagdsl.lang.expr.unparse import condition_text
from clagdsl.lang.frozen import dataclass
from clagdsl.lang.json_value import JsonValue
from clagdsl.lang.numerals import join_words
from clagdsl.lang.references import effective_names
from clagdsl.lang.rules import (
    OF_ROWS,
    Aspects,
    Game,
    Parameter,
    RotatingTrump,
    Twist,
    cards_text,
    first_dealer_text,
    title_of,
    value_text,
)
from clagdsl.problems.escape import escape_invisible
from clagdsl.table.history import rows_read, scoring_expressions
from clagdsl.table.schedule import ScheduledDeal
from clagdsl.table.table import open_table


def summary_text(file: str, game: Game, evidence: Evidence) -> str:
    """Returns a text summary of the facts proved about a game."""
    dealer = first_dealer_text(game)
    way = "" if dealer == "said" else f", dealer {escape_invisible(dealer)}"
    way += "" if game.direction == "clockwise" else f", {game.direction}"
    separate_rows = bool(rows_read(game))
    lines = [
        f"{escape_invisible(file)}: {escape_invisible(title_of(game))}: no errors",
        f"  players      {between(game.players)}{way}",
        f"  deals        {_deals(game, evidence)}, of {between(evidence.cards)}"
        f" card{'s' if evidence.cards != (1, 1) else ''}",
        *_labelled("pack", pack_lines(game)),
        *_labelled(
            "schedule",
            schedule_lines(evidence, _trumps(game, evidence), separate_rows=separate_rows),
        ),
        *_labelled("ends", ends_lines(game)),
        f"  decisions    at most {evidence.decisions:,} in a match",
        f"  scores       {_scores(game, evidence)} for a player in a deal",
    ]
    title = "parameters"
    used = effective_names(game)
    for parameter in evidence.parameters:
        lines.append(f"  {title:<12} {escape_invisible(parameter_text(parameter))}")
        title = ""
        if parameter.name not in used:
            lines.append(f"  {title:<12}   nothing uses it: changing it has no effect")
        unproved = _unproved(parameter, evidence)
        if unproved:
            lines.append(f"  {title:<12}   {unproved}")
    if evidence.apart:
        lines.append(f"  {title:<12} {_combinations_not_tried(evidence.apart)}")
    title = "assumptions"
    for assumption in evidence.assumptions:
        lines.append(f"  {title:<12} {escape_invisible(assumption)}")
        title = ""
    lines.append(f"  examples     {_examples(evidence.examples)}")
    return "\n".join(lines)


def _deals(game: Game, evidence: Evidence) -> str:
    """Formats the number of deals in a match.

    These are bounds if a match may end early by its totals: the fewest deals are not proved then.
    """
    low, high = evidence.deals
    uses = None if game.ends is None else UsesCache(game.lets).uses(game.ends.condition)
    if uses is None or low == high or (uses.variables == {"deal"} and not uses.parameters):
        return between(evidence.deals)
    return f"at least {low}, at most {high}"


def _scores(game: Game, evidence: Evidence) -> str:
    """Returns the scores of a deal as text.

    These are bounds if earlier deals or the cards in tricks affect the scores, or if some deals of
    the schedule are never played: the proofs then combine figures that need not occur together in
    any match.
    """
    low, high = evidence.scores
    cut = game.ends is not None and any(
        len(open_table(game, players).schedule) > len(schedule)
        for players, schedule in evidence.schedules.items()
    )
    parts: list[Aspects | Twist] = [*(deal.aspects for deal in game.deals), *game.twists]
    expressions = (*scoring_expressions(game), *(each.expression for each in game.lets))
    read = frozenset[str]().union(*(variables(e) | past_values(e) for e in expressions))
    if (
        cut
        or read & ({each.name for each in game.past} | OF_ROWS)
        or ("points" in read and any(map(_is_worth_of_cards, parts)))
    ):
        return f"at least {low}, at most {high}"
    return between(evidence.scores)


def _is_worth_of_cards(part: Aspects | Twist) -> bool:
    """Returns whether the cards in a trick affect its value."""
    by_card = () if part.card_worth is None else part.card_worth.alternatives
    by_winner = () if part.trick_worth is None else part.trick_worth.alternatives
    return any(each.value.worths for each in by_card) or any(
        "won_with" in variables(each.value) for each in by_winner
    )


def _labelled(title: str, lines: Iterable[str]) -> Iterator[str]:
    """Yields the lines of one fact; the first line begins with its title."""
    for line in lines:
        yield f"  {title:<12} {escape_invisible(line)}"
        title = ""


def ends_lines(game: Game) -> Iterator[str]:
    """Yields a line with the condition that ends a match early, if the game has one."""
    if game.ends is not None:
        yield f"when {condition_text(game.ends.condition)}"


def pack_lines(game: Game) -> Iterator[str]:
    """Yields lines with the pack as declared, and its number of cards with default parameters."""
    if game.pack is None:
        return
    low, high = game.players
    sizes: dict[int, list[int]] = {}
    for players in range(low, high + 1):
        sizes.setdefault(open_table(game, players).deck.size, []).append(players)
    if len(sizes) == 1:
        yield f"{cards_text(game)}: {join_words([*map(str, sizes)])} cards"
        return
    yield cards_text(game)
    for size, numbers in sizes.items():
        yield f"  {size} cards for {join_words([*map(str, numbers)])} players"


MOST_ROWS: Final = 24
"""The most rows of schedules to show; the rest are only counted."""

MOST_NAMES: Final = 12
"""The most deal names to show in a row; the rest are only counted."""

MOST_TRUMPS: Final = 26
"""The most trumps to show after a row; the rest are only counted."""

Trumps: TypeAlias = tuple[str, ...]
"""The trump of each deal of a match as text; `?` if the schedule leaves it open."""


def _trumps(game: Game, evidence: Evidence) -> Mapping[int, Trumps]:
    """Returns the trumps of all deals, by number of players; empty if no trumps rotate."""
    values = (each.value for deal in game.deals for each in deal.aspects.trump.alternatives)
    if not any(isinstance(value, RotatingTrump) for value in values):
        return {}
    schedules = {players: open_table(game, players).schedule for players in evidence.schedules}
    return {
        players: tuple(
            "?" if deal.trump is None else "".join(deal.trump) or "none" for deal in schedule
        )
        for players, schedule in schedules.items()
    }


def schedule_lines(
    evidence: Evidence, trumps: Mapping[int, Trumps] = MappingProxyType({}), *, separate_rows: bool
) -> Iterator[str]:
    """Yields the deals of a match with default parameters, as rows of a schedule.

    Numbers of players with equal deals and `trumps` share their lines. With `separate_rows`, deals
    of different rows of the file are not merged, for games whose scores depend on rows.
    """
    groups: dict[tuple[tuple[ScheduledDeal, ...], Trumps], list[int]] = {}
    for players, schedule in evidence.schedules.items():
        shown = trumps.get(players, ("?",) * len(schedule))[: len(schedule)]
        groups.setdefault((schedule, shown), []).append(players)
    room = MOST_ROWS
    for (schedule, trump), numbers in groups.items():
        rows = _rows(schedule, trump, separate_rows=separate_rows)
        listed_rows = rows[: max(room, 0)]
        room -= len(rows)
        if len(groups) > 1:
            yield f"for {join_words([*map(str, numbers)])} player{'s' if numbers != [1] else ''}"
        indent = "  " if len(groups) > 1 else ""
        yield from (indent + row for row in listed_rows)
        if len(listed_rows) < len(rows):
            yield f"{indent}and {len(rows) - len(listed_rows)} more rows"
    if evidence.rescheduled:
        many = "s" if len(evidence.rescheduled) > 1 else ""
        yield f"it depends on the parameter{many} {join_words(evidence.rescheduled)}"


def _rows(schedule: Sequence[ScheduledDeal], trumps: Trumps, *, separate_rows: bool) -> list[str]:
    """Returns the deals as rows of a schedule: ladders, deals of one size, repeated groups."""
    rows: list[_Row] = []
    left = list(schedule)
    while left:
        row = left[: left[0].row_deals - left[0].in_row] if separate_rows else left
        begins = separate_rows and not left[0].in_row
        run = _run(row)
        text = _row(left[:run])
        written = frozenset(deal.row for deal in left[:run])
        dealt = trumps[len(schedule) - len(left) :][:run]
        del left[:run]
        if rows and rows[-1].text == text and not begins:
            times, before = rows[-1].times + 1, rows[-1].trumps
            rows[-1] = replace(rows[-1], times=times, trumps=(*before, *dealt))
        else:
            rows.append(_Row(text, written, trumps=dealt))
    return [*_with_brackets(rows)]


@dataclass(frozen=True, slots=True)
class _Row:
    """A row as shown, with the trumps of its deals and the rows of the file they come from."""

    text: str
    written: frozenset[int]
    times: int = 1
    trumps: Trumps = field(default=(), compare=False)

    def __str__(self) -> str:
        return self.text if self.times == 1 else f"repeat {self.times} times {self.text}"


def _with_brackets(rows: Sequence[_Row], *, inner: bool = False) -> Iterator[str]:
    """Yields the rows with their trumps, and with brackets around repeated groups.

    The trumps of rows in brackets (`inner`) follow the outermost bracket.
    """
    done = 0
    while done < len(rows):
        length, times = 1, 1
        for many in range(2, (len(rows) - done) // 2 + 1):
            if rows[done + many] == rows[done]:
                again = _times(rows[done:], many)
                together = frozenset[int]().union(*(row.written for row in rows[done:][:many]))
                if again > 1 and len(together) > 1 and again * many > length * times:
                    length, times = many, again
        text = str(rows[done])
        if times > 1:
            repeated = " then ".join(_with_brackets(rows[done : done + length], inner=True))
            text = f"repeat {times} times ({repeated})"
        trumps = [each for row in rows[done : done + length * times] for each in row.trumps]
        yield text if inner else text + _trumps_text(trumps)
        done += length * times


def _trumps_text(trumps: Sequence[str]) -> str:
    """Returns trumps as a suffix such as `, trumps S D none`; "" if all are left open."""
    if all(trump == "?" for trump in trumps):
        return ""
    more = f" and {len(trumps) - MOST_TRUMPS} more" if len(trumps) > MOST_TRUMPS else ""
    return f", trump{'s' if len(trumps) > 1 else ''} {' '.join(trumps[:MOST_TRUMPS])}{more}"


def _times(rows: Sequence[_Row], many: int) -> int:
    """Returns the number of times that the first `many` rows occur in succession."""
    times = 1
    while list(rows[times * many : (times + 1) * many]) == list(rows[:many]):
        times += 1
    return times


def _run(deals: Sequence[ScheduledDeal]) -> int:
    """Returns the number of deals at the start that form one row."""
    return max(1, _ladder(deals), _same_size_length(deals))


def _ladder(deals: Sequence[ScheduledDeal]) -> int:
    """Returns the length of the ladder at the start: deals of one name whose size changes by a
    constant step.
    """
    run = 1
    while (
        run < len(deals) and _next_rung(deals[run - 1], deals[run]) == _next_rung(*deals[:2]) != 0
    ):
        run += 1
    return run


def _next_rung(deal: ScheduledDeal, following: ScheduledDeal) -> int:
    """Returns the change in cards from a deal to the next; 0 if they do not form a ladder."""
    if deal.cards is None or following.cards is None or deal.name != following.name:
        return 0
    step = following.cards - deal.cards
    return step if abs(step) == 1 or deal.row == following.row else 0


def _same_size_length(deals: Sequence[ScheduledDeal]) -> int:
    """Returns the number of deals with different names and equal sizes before a ladder begins."""
    names: set[str] = set()
    for place, deal in enumerate(deals):
        same = (deal.low, deal.high) == (deals[0].low, deals[0].high)
        if (
            not same
            or deal.row != deals[0].row
            or deal.name in names
            or (names and _ladder(deals[place : place + 2]) > 1)
        ):
            break
        names.add(deal.name)
    return len(names)


def _row(deals: Sequence[ScheduledDeal]) -> str:
    first, last = deals[0], deals[-1]
    if first.low != first.high:
        sizes = f"dealer picks {first.low} to {first.high} cards"
    elif first.low != last.low:
        step = abs(deals[1].low - first.low)
        by = "" if step == 1 else f" by {step}"
        sizes = f"{first.low} {'up' if first.low < last.low else 'down'} to {last.low}{by} cards"
    else:
        sizes = "1 card" if first.low == 1 else f"{first.low} cards"
    names = list(dict.fromkeys(deal.name for deal in deals))
    more = f" and {len(names) - MOST_NAMES} more" if len(names) > MOST_NAMES else ""
    return f"{sizes}: {', '.join(names[:MOST_NAMES])}{more}"


def _tried_in_part(parameter: Parameter, evidence: Evidence) -> ValuesTried | None:
    """Returns the values of a parameter that were tried, or None if all of them were."""
    for tried in evidence.tried:
        if tried.parameter == parameter.name and not tried.complete:
            return tried
    return None


def _unproved(parameter: Parameter, evidence: Evidence) -> str:
    """Returns a note on a parameter whose values are not all proved; "" if they are."""
    tried = _tried_in_part(parameter, evidence)
    if tried is None:
        return ""
    return (
        f"only {len(tried.values):,} of its values were tried, including its ends: this summary is"
        " about these, and any other value is checked when you play with it"
    )


def _combinations_not_tried(names: Sequence[str]) -> str:
    """Returns a note that parameters were not tried in combination."""
    named = join_words([f"`{name}`" for name in names])
    return (
        f"{named} were checked one at a time: all this holds if you change one of them; if you "
        "change several, they are checked when you play"
    )


def _examples(number: int) -> str:
    match number:
        case 0:
            return "none"
        case 1:
            return "1 holds"
        case _:
            return f"{number} hold"


def between(ends: tuple[int, int]) -> str:
    """Returns a range as text such as `4 to 7`, or one number if both ends are equal."""
    low, high = ends
    return str(low) if low == high else f"{low} to {high}"


def parameter_text(parameter: Parameter) -> str:
    """Returns a parameter as text with its default, its range and its description."""
    described = f" ({parameter.description})" if parameter.description else ""
    return f"{parameter.name} = {value_text(parameter.default)}: {_range(parameter)}{described}"


def _range(parameter: Parameter) -> str:
    match parameter.range.kind:
        case "integer":
            return f"from {parameter.range.low} to {parameter.range.high}"
        case "truth":
            return "true or false"
        case "word":
            return "one of " + ", ".join(parameter.range.words)


def summary_json(file: str, game: Game, evidence: Evidence) -> dict[str, JsonValue]:
    """Returns the proved facts for `--format json`; `deals` is the largest number of deals."""
    return {
        "file": file,
        "game": game.title,
        "variant": game.variant,
        "players": list(game.players),
        "deals": evidence.deals[1],
        "decisions": evidence.decisions,
        "scores": list(evidence.scores),
        "assumptions": list(evidence.assumptions),
        "parameters": [
            _proved_json(parameter, game, evidence) for parameter in evidence.parameters
        ],
        "examples": evidence.examples,
        **({"one_at_a_time": list(evidence.apart)} if evidence.apart else {}),
    }


def _proved_json(parameter: Parameter, game: Game, evidence: Evidence) -> dict[str, JsonValue]:
    """Returns a parameter as JSON.

    Includes the number of values tried if these are not all, and whether the parameter is unused.
    """
    tried = _tried_in_part(parameter, evidence)
    document = parameter_json(parameter) | ({} if tried is None else {"tried": len(tried.values)})
    return document if parameter.name in effective_names(game) else {**document, "used": False}


def parameter_json(parameter: Parameter) -> dict[str, JsonValue]:
    """Returns a parameter with its default and its range as JSON."""
    may_be: dict[str, JsonValue]
    match parameter.range.kind:
        case "integer":
            may_be = {"low": parameter.range.low, "high": parameter.range.high}
        case "truth":
            may_be = {"values": [False, True]}
        case "word":
            may_be = {"values": list(parameter.range.words)}
    return {
        "name": parameter.name,
        "default": parameter.default,
        "description": parameter.description,
        **may_be,
    }
