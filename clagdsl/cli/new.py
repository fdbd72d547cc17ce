"""`clagdsl new`: a new house-rules file.

A new file extends a game without changing it. It suggests up to four changes in comments. Each of
them, and all together, have no errors when they are uncommented; others are left out.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import click

from clagdsl.check.checker import check_text, load_checked
from clagdsl.check.loader import rules_from
from clagdsl.cli._output import format_option, shell_quoted, write, write_json
from clagdsl.cli._problems import FINE
from clagdsl.explain.english import rank_plural
from clagdsl.lang.cards import RANKS
from clagdsl.lang.expr.ast import Number
from clagdsl.lang.expr.free_variables import variables
from clagdsl.lang.expr.unparse import expression_text
from clagdsl.lang.files import cannot_write, create_file
from clagdsl.lang.identifiers import VERSIONS
from clagdsl.lang.numerals import join_words
from clagdsl.lang.references import used_names
from clagdsl.lang.rules import (
    Alternative,
    Call,
    Clause,
    Deal,
    Expression,
    FixedBid,
    Game,
    NoBid,
    RotatingTrump,
    Twist,
)
from clagdsl.problems.escape import escape_invisible, shorten_file_name
from clagdsl.syntax.nodes import ChangeStatement, File, ScheduleStatement
from clagdsl.syntax.printer import quote_if_needed, row_text
from clagdsl.table.table import open_table

# --- the text of a house file -----------------------------------------------------------------


UPSIDE_DOWN = "Upside Down"
"""The name of the deal that a new file adds as an example."""


def house_text(
    game: Game,
    files: Sequence[File],
    base: str,
    title: str,
    checks: Callable[[str], bool] = bool,
) -> str:
    """Returns the text of a house file that extends a checked game.

    `files` are the syntax trees of the game's file and of those that it extends. Changes whose text
    does not pass `checks`, alone or with the changes before them, are left out.
    """
    head = f'clag {VERSIONS[-1]}\ngame "{game.title}" variant "{title}" extends {base}\n'
    parts = [
        head,
        "# House rules: everything is as in the game above, except what this file changes.\n"
        "# To use a line below, remove the # in front of it, and change the line as you like.\n"
        "# `clagdsl check` reports whether the rules are complete and what they allow.\n",
    ]
    together = head
    for explanation, lines in suggested_changes(game, files):
        change = "".join(f"{line}\n" for line in lines)
        if checks(head + change) and (together == head or checks(together + change)):
            together += change
            parts.append(_commented_block(explanation, lines))
    return "\n".join(parts)


def _commented_block(explanation: str, lines: list[str]) -> str:
    """Returns a commented-out change: `##` before its explanation, `#` before its lines."""
    comment = [f"## {line}\n" for line in explanation.splitlines()]
    return "".join(comment) + "".join(f"# {line}\n" for line in lines)


def suggested_changes(game: Game, files: Sequence[File]) -> Iterator[tuple[str, list[str]]]:
    """Yields the most common changes, each as an explanation and its lines."""
    ordinary = ordinary_deal(game)
    yield points_change(game, ordinary)
    misere = next((name for name in _names(game) if name.casefold().startswith("mis")), None)
    if misere is not None:
        score = "10 when tricks = 0, otherwise -4 * tricks"
        explanation = "10 points for no trick, otherwise minus four points for each trick taken."
        if game.winner.low_wins:
            score, explanation = "4 * tricks", "four points for each trick taken."
        yield _drop_unused(
            game,
            _without_score(game, misere),
            f"{misere}: {explanation}",
            f"change {quote_if_needed(misere)} score {score}",
        )
    kept = {misere, ordinary.name, *(deal.base for deal in game.deals)}
    specials = [name for name in names_scheduled_once(game) if name not in kept]
    dropped = specials[-1] if specials else _last_choice(ordinary, kept)
    if dropped is not None:
        less = f"One deal fewer: {dropped} is not played."
        if not specials:
            less = f"One choice fewer: {dropped} cannot be called."
        yield _drop_unused(
            game, _without_deal(game, dropped), less, f"drop {quote_if_needed(dropped)}"
        )
    yield extra_deal(game, specials, dropped, files)


def ordinary_deal(game: Game) -> Deal:
    """Returns the deal that occurs in the most rows of the schedule; of several such deals, the
    last.

    Deals in which players choose their bids are preferred.
    """
    counts = Counter(name for row in game.schedule for name in row.deals)
    silent = {
        deal.name
        for deal in game.deals
        for one in deal.aspects.bid.alternatives
        if isinstance(one.value, FixedBid | NoBid)
    }
    if silent.issuperset(counts):
        silent.clear()
    for name in silent:
        counts.pop(name, None)
    # In some rules a first deal precedes the ones that are repeated.
    ordinary = game.deal(max(reversed(counts), key=lambda name: counts[name]))
    if ordinary is None:
        raise AssertionError("a checked schedule names deals of the game")
    return ordinary


def _drop_unused(game: Game, rest: Game, explanation: str, line: str) -> tuple[str, list[str]]:
    """Returns a change that also drops the names used by `game` but not by `rest`."""
    names = [each.name for each in (*game.parameters, *game.lets, *game.past)]
    gone = used_names(game) - used_names(rest)
    unused = [each for each in names if each in gone]
    if unused:
        explanation += f"\nNothing else uses {join_words(unused, 'or')}."
    return explanation, [line, *(f"drop {each}" for each in unused)]


def _without_deal(game: Game, name: str) -> Game:
    """Returns the game without one deal or twist."""
    return replace(
        game,
        deals=tuple(deal for deal in game.deals if deal.name != name),
        twists=tuple(twist for twist in game.twists if twist.name != name),
    )


def _without_score(game: Game, name: str) -> Game:
    """Returns the game with the score of a deal or twist replaced with 0, even if inherited."""
    changed: Deal | Twist | None = game.deal(name)
    if changed is None:
        changed = next(twist for twist in game.twists if twist.name == name)
    old = changed.aspects.score if isinstance(changed, Deal) else changed.score
    nothing = Clause((Alternative[Expression](Number(0)),))
    return replace(
        game,
        deals=tuple(
            replace(deal, aspects=replace(deal.aspects, score=nothing))
            if deal.aspects.score == old
            else deal
            for deal in game.deals
        ),
        twists=tuple(
            replace(twist, score=nothing) if old is not None and twist.score == old else twist
            for twist in game.twists
        ),
    )


def points_change(game: Game, ordinary: Deal) -> tuple[str, list[str]]:
    """Returns a change of the points for a trick; the change is to `trick worth` if the score
    depends on that.

    The explanation states the whole new rule, because the old one may differ in anything. If the
    lowest total wins, points are a cost, so a bid that was made has none.
    """
    aspects = ordinary.aspects
    name = quote_if_needed(ordinary.name)
    if any("points" in variables(one.value) for one in aspects.score.alternatives):
        explanation = f"{ordinary.name}: each trick is worth 3 points"
        if any(one.value.worths for one in aspects.card_worth.alternatives) or any(
            one.value.worths for one in aspects.trump_worth.alternatives
        ):
            explanation += " besides those of its cards"
        if any(isinstance(one.value, Call) for one in aspects.call.alternatives):
            explanation += ", unless a call changes that"
        others = [
            twist.name
            for twist in game.twists
            if twist.trick_worth is None and twist.score is not None
            if any("points" in variables(one.value) for one in twist.score.alternatives)
        ]
        if others:
            explanation += (
                f".\nThis also changes the score after a call of {join_words(others, 'or')}"
            )
        return f"{explanation}.", [f"change {name} trick worth 3"]
    points = 3
    score = f"10 + {points} * tricks when made, otherwise 0"
    if [expression_text(one.value) for one in aspects.score.alternatives] == [score]:
        points = 4
        score = f"10 + {points} * tricks when made, otherwise 0"
    explanation = (
        f"a made bid scores 10 points and {points} for each trick; a missed bid scores nothing."
    )
    if any(isinstance(one.value, NoBid) for one in aspects.bid.alternatives):
        explanation = "3 points for each trick."
        score = "3 * tricks"
    elif game.winner.low_wins:
        explanation = (
            "a made bid costs nothing; a missed bid costs 3 points for each trick too many or too"
            " few."
        )
        score = "0 when made, otherwise 3 * abs(bid - tricks)"
    return _drop_unused(
        game,
        _without_score(game, ordinary.name),
        f"{ordinary.name}: {explanation}",
        f"change {name} score {score}",
    )


def names_scheduled_once(game: Game) -> list[str]:
    """Returns the names of deals that occur only once in the schedule, in an unrepeated row with a
    single size.
    """
    counts = Counter(name for row in game.schedule for name in row.deals)
    return [
        name
        for number, row in enumerate(game.schedule)
        if row.sizes.kind == "one" and row.repeat is None
        if not any(each.first <= number <= each.last for each in game.repeated)
        for name in row.deals
        if counts[name] == 1
    ]


def _names(game: Game) -> list[str]:
    return [*(deal.name for deal in game.deals), *(twist.name for twist in game.twists)]


def _last_choice(ordinary: Deal, kept: set[str | None]) -> str | None:
    """Returns the last choice that is neither in `kept` nor the only one in its group, or None."""
    call = ordinary.aspects.call.alternatives[-1].value
    if not isinstance(call, Call):
        return None
    names = [
        name
        for group in call.groups
        if len(group.choices) > 1
        for name in group.choices
        if name not in kept
    ]
    return names[-1] if names else None


def extra_deal(
    game: Game, specials: list[str], dropped: str | None, files: Sequence[File]
) -> tuple[str, list[str]]:
    """Returns a change that adds a deal after another special deal, or at the schedule's end."""
    name = quote_if_needed(UPSIDE_DOWN)
    others = [each for each in specials if each != dropped]
    # a match that is over earlier does not reach a deal at the end of the schedule
    reached = "" if others or game.ends is None else ", if the match lasts that long"
    ordinary = ordinary_deal(game)
    order, effect = _turned_ranks(game, ordinary)
    explanation = f"One more deal{reached}: {effect}"
    deal = f"deal {name} is {quote_if_needed(ordinary.name)} with rank {' '.join(order)}"
    if any(isinstance(each.value, RotatingTrump) for each in ordinary.aspects.trump.alternatives):
        deal += " trump none"  # otherwise the new deal would change the rotation of trumps
        explanation += ", and there are no trumps"
    explanation += "."
    if others:
        return explanation, [deal, f"add {name} after {quote_if_needed(others[-1])}"]
    rows = [row_text(row) for row in _schedule(files).rows]
    return explanation, [
        deal,
        "change schedule",
        f"  {rows[0]}",
        *(f"  then {row}" for row in (*rows[1:], f"{_usual_size(game)} cards: {name}")),
    ]


def _turned_ranks(game: Game, ordinary: Deal) -> tuple[tuple[str, ...], str]:
    """Returns an order of ranks that differs from the ordinary deal's, and its description.

    The order is from low to high, or the usual one if the ordinary deal has that order already. The
    description holds for the pack of every number of players.
    """
    few, many = game.players
    decks = [open_table(game, players).deck for players in range(few, many + 1)]
    in_packs = {rank for deck in decks for rank in deck.ranks}
    order = RANKS[::-1]
    turned = [rank for rank in order if rank in in_packs]
    if all(
        [rank for rank in each.value.ranks if rank in in_packs] == turned
        for each in ordinary.aspects.rank.alternatives
    ):
        order, turned = RANKS, turned[::-1]
    suits = [[card.rank for card in deck.by_suit[suit]] for deck in decks for suit in deck.suits]
    ends = {(min(suit, key=order.index), max(suit, key=order.index)) for suit in suits}
    if len(ends) > 1:
        ranks = " ".join(turned)
        return order, f"from high to low the cards of a suit rank {ranks}, as far as it has them"
    ((high, low),) = ends
    within = " of a suit" if game.specials else ""
    if any(each.value.top for each in ordinary.aspects.trump_rank.alternatives):
        within = " of a plain suit"
    return (
        order,
        f"{rank_plural(high)} are the highest cards{within} and {rank_plural(low)} the lowest",
    )


def _usual_size(game: Game) -> int:
    """Returns 7, or the largest hand size for every number of players if that is less."""
    few, many = game.players
    tables = [open_table(game, players) for players in range(few, many + 1)]
    return min(7, *(max(row.high for row in table.schedule) for table in tables))


def _schedule(files: Sequence[File]) -> ScheduleStatement:
    """Returns the schedule in force: that of the first file that states one."""
    for statement in (each for file in files for each in file.statements):
        match statement:
            case ScheduleStatement():
                return statement
            case ChangeStatement(statement=ScheduleStatement() as inner):
                return inner
            case _:
                pass
    raise AssertionError("checked rules have a schedule")


# --- the command ------------------------------------------------------------------------------

ENDING = ".clag"
EXAMPLE = f"friday{ENDING}"


@click.command()
@click.argument("file")
@click.option(
    "--from", "base", default="pagat", metavar="FILE", help="The rules to change. [default: pagat]"
)
@format_option("text", "json")
def new(file: str, base: str, output_format: str) -> int:
    """Start a house-rules file with changes ready to uncomment."""
    path, shown = Path(file), shorten_file_name(file)
    if not file:
        raise click.UsageError(f"the name of the file is empty; name it `{EXAMPLE}`, say")
    if path.name == ENDING:
        say = shorten_file_name(shell_quoted(str(path.with_name(EXAMPLE))))
        raise click.UsageError(f"`{shown}` is only an ending; name it `{say}`, say")
    if path.suffix != ENDING:
        say = shorten_file_name(shell_quoted(file + ENDING))
        raise click.UsageError(f"`{shown}` does not end in `{ENDING}`; name it `{say}`")
    if os.path.lexists(path):
        raise click.UsageError(f"`{shown}` exists already and is not overwritten")
    text = _text(path, base)
    create_file(path, text)
    if output_format == "json":
        write_json({"written": file, "extends": base})
    else:
        next_step = f"then: clagdsl check {shell_quoted(file)}"
        write(f"{escape_invisible(file)} written; change it in an editor, {next_step}")
    return FINE


def _text(path: Path, base: str) -> str:
    from clagdsl.check.loader import is_bundled_name, looks_compiled
    from clagdsl.lang import resources
    from clagdsl.syntax.parser import parse
    from clagdsl.syntax.printer import quote_if_needed

    rules = load_checked(base)
    if any(looks_compiled(each.text) for each in rules.sources.values()):
        raise click.UsageError(f"`{base}` is a compiled game: only rules files can be extended")
    bundled = resources.bundled_path(base) if is_bundled_name(base) else None
    reference = quote_if_needed(base) if bundled else _relative(Path(base), path)
    files = [file for source in rules.chain if (file := parse(source).file) is not None]
    shown = "".join(" " if escape_invisible(sign) != sign else sign for sign in path.stem)
    title = " ".join(shown.replace("-", " ").replace("_", " ").split()).replace('"', "'")

    def checks(text: str) -> bool:
        # every change of a bundled game checks
        return bundled is not None or check_text(text, path.name, path).game is not None

    return house_text(rules.game, files, reference, title[:60] or "House rules", checks)


def _relative(base: Path, path: Path) -> str:
    """Returns the path of the base, quoted, relative to the folder of the new file."""
    try:
        relative = rules_from(base.resolve(), path.resolve())
    except (OSError, RuntimeError, ValueError) as error:
        raise cannot_write(path, error) from error
    if '"' in relative or escape_invisible(relative) != relative or "\n" in relative:
        raise click.UsageError(
            "the path of the rules has a character that a rules file cannot name"
        )
    return f'"{relative}"'
