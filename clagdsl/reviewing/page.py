"""A review as one self-contained HTML page."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import groupby
from pathlib import Path
from typing import Final

from clagdsl.explain.english import counted
from clagdsl.lang.cards import SUIT_SIGNS
from clagdsl.problems.html_text import html_page, html_text
from clagdsl.reviewing.model import (
    ActionWorth,
    DecisionKind,
    Review,
    ReviewedDecision,
    ReviewedPlayer,
)
from clagdsl.reviewing.text import NOT_WEIGHED, PARTLY, gain_text, points_text

MOST_DECISIONS: Final = 3_000
"""The maximum number of decisions shown with their alternatives; the JSON has all."""
MOST_ACTIONS: Final = 8
"""The maximum number of actions shown for a decision, those with the highest worth first."""
LONG_ACTION: Final = 24
"""The maximum length of an action that is kept on one line, in characters."""
_CARD: Final = re.compile(r"(?<![\w])(10|[2-9JQKA])([SHDC])(?=[\d\s]|$)")
_SIGNS: Final = {str(suit): sign for suit, sign in SUIT_SIGNS.items()}
_RED: Final = ("H", "D")

KIND_NAMES: Final[dict[DecisionKind, str]] = {
    "size": "number of cards",
    "call": "call",
    "auction": "auction",
    "name": "trump",
    "bid": "bid",
    "play": "play",
}


def page(review: Review) -> str:
    """Returns the whole page, in light and dark mode, for screens of any width and for print."""
    title = f"Review: {html_text(review.game)}"
    style = Path(__file__).with_name("page.css").read_text(encoding="utf-8")
    body = (
        '<p class="suits" aria-hidden="true">♠<b>♥♦</b>♣</p>',
        "<header>",
        f"<h1>{title}</h1>",
        f'<p class="summary">{_summary(review)}</p>',
        "</header>",
        "<main>",
        *_dearest(review),
        *_players(review.players),
        *_deals(review.decisions),
        *_not_reviewed(review),
        *_meanings(review),
        "</main>",
    )
    return html_page(title, "clagdsl review", f"\n{style}", body)


def _summary(review: Review) -> str:
    free = sum(player.decisions for player in review.players)
    mistakes = sum(player.mistakes for player in review.players)
    return (
        f"{counted(free, 'decision')} with a choice, {counted(mistakes, 'mistake')}, "
        f"as {html_text(review.reviewer)} sees it"
    )


def _dearest(review: Review) -> Iterator[str]:
    yield '<section aria-labelledby="dearest"><h2 id="dearest">The costliest mistakes</h2>'
    if review.dearest:
        yield '<ol class="dearest">'
        for mistake in review.dearest:
            yield f"<li>{html_text(mistake.told)}</li>"
        yield "</ol>"
    else:
        yield "<p>No mistakes: no other decision was clearly better.</p>"
    yield "</section>"


def _players(players: Sequence[ReviewedPlayer]) -> Iterator[str]:
    most = max((player.lost for player in players), default=Fraction(0)) or Fraction(1)
    kinds = [
        kind for kind in KIND_NAMES if any(_lost(player, kind) is not None for player in players)
    ]
    yield '<section aria-labelledby="players"><h2 id="players">Player by player</h2>'
    yield '<p class="hint">The cost of each player’s mistakes in points, in total and by kind.</p>'
    yield '<div class="wide" tabindex="0"><table><thead><tr>'
    yield '<th scope="col" class="words">Player</th>'
    yield '<th scope="col">Decisions</th><th scope="col">Mistakes</th>'
    yield '<th scope="col">Points lost</th>'
    yield '<th scope="col" class="bar broad"><span aria-hidden="true"></span></th>'
    yield "".join(
        f'<th scope="col" class="broad">{KIND_NAMES[kind].capitalize()}</th>' for kind in kinds
    )
    yield "</tr></thead><tbody>"
    for player in players:
        cells = "".join(f'<td class="broad">{_figure(_lost(player, kind))}</td>' for kind in kinds)
        yield (
            f'<tr><th scope="row">{html_text(player.player)}</th><td>{player.decisions}</td>'
            f"<td>{player.mistakes}</td><td>{points_text(player.lost)}</td>"
            f'<td class="bar broad">{_bar(player.lost / most)}</td>{cells}</tr>'
        )
    yield "</tbody></table></div></section>"


def _lost(player: ReviewedPlayer, kind: DecisionKind) -> Fraction | None:
    return next((line.lost for line in player.kinds if line.kind == kind), None)


def _figure(points: Fraction | None) -> str:
    return "" if points is None else points_text(points)


def _deals(decisions: Sequence[ReviewedDecision]) -> Iterator[str]:
    yield '<section aria-labelledby="deals"><h2 id="deals">Deal by deal</h2>'
    yield (
        '<p class="hint">Each line shows a decision and, after it, every other legal action with '
        "the points that it would have gained or lost. Actions in bold were clearly better. "
        "Decisions with only one legal action are left out.</p>"
    )
    free = [decision for decision in decisions if not decision.forced]
    shown = free[:MOST_DECISIONS]
    for deal, of_deal in groupby(shown, lambda decision: decision.deal):
        every = list(of_deal)
        lost = sum((decision.lost for decision in every), Fraction(0))
        mistakes = sum(decision.better is not None for decision in every)
        summary = f"{counted(mistakes, 'mistake')}, {points_text(lost)} points" if mistakes else ""
        yield f"<details><summary>Deal {deal} <small>{summary}</small></summary>"
        yield '<ol class="decisions">'
        yield from map(_decision, every)
        yield "</ol></details>"
    if len(free) > len(shown):
        more = f"The first {len(shown):,} of {len(free):,} decisions; the JSON has all."
        yield f'<p class="hint">{more}</p>'
    yield "</section>"


def _decision(decision: ReviewedDecision) -> str:
    when = (
        KIND_NAMES[decision.kind].capitalize()
        if decision.trick is None
        else f"Trick {decision.trick}"
    )
    mistake = decision.better is not None
    cost = f'<span class="cost">−{points_text(decision.lost)}</span>' if mistake else ""
    others = [worth for worth in decision.actions if worth.action != decision.action]
    shown = "".join(map(_other, others[:MOST_ACTIONS]))
    if not others:
        shown = f'<li class="long">{NOT_WEIGHED}</li>'
    if len(others) > MOST_ACTIONS:
        shown += f"<li>and {len(others) - MOST_ACTIONS} that were worth less</li>"
    return (
        f"<li{' class=mistake' if mistake else ''}>"
        f'<p><span class="when">{when}</span> <span>{html_text(decision.player)}</span> '
        f"<strong>{_action(decision.action)}</strong>{cost}</p>"
        f'<ul class="others">{shown}</ul></li>'
    )


def _other(worth: ActionWorth) -> str:
    classes = ["better"] * worth.better + ["long"] * (len(worth.action) > LONG_ACTION)
    kind = f' class="{" ".join(classes)}"' if classes else ""
    return f"<li{kind}>{_action(worth.action)} {gain_text(worth)}</li>"


def _action(action: str) -> str:
    """Returns an action with suit symbols, and without the word `play`."""
    shown = html_text(action.removeprefix("play "))
    if not action.startswith(("play ", "auction ")):
        return shown
    return _CARD.sub(_signs, shown)


def _signs(card: re.Match[str]) -> str:
    rank, suit = card.groups()
    text = f"{rank}{_SIGNS[suit]}"
    return f'<span class="red">{text}</span>' if suit in _RED else text


def _not_reviewed(review: Review) -> Iterator[str]:
    if not review.not_reviewed:
        return
    yield '<section aria-labelledby="left"><h2 id="left">Not reviewed, or not to the end</h2><dl>'
    for deal in review.not_reviewed:
        reason = PARTLY if review.is_reviewed_partly(deal.deal) else deal.reason
        yield f"<dt>Deal {deal.deal}</dt><dd>{html_text(reason)}</dd>"
    yield "</dl></section>"


def _meanings(review: Review) -> Iterator[str]:
    reviewer = html_text(review.reviewer)
    fewer = " Here the lowest total wins, and fewer points are better." if review.low_wins else ""
    unsure = (
        " ± ? means that only one layout was tried, so the error is not known."
        if review.is_unsure
        else ""
    )
    yield '<section aria-labelledby="meanings"><h2 id="meanings">How it is calculated</h2>'
    yield (
        f'<p class="hint">For each decision, {reviewer} deals the cards that the player had not '
        "seen in many possible layouts. In each layout it tries every legal action and plays "
        "the deal to its end. So nobody is blamed for what they could not know. An action is worth "
        "the player’s own points in the deal minus three tenths of the others’ average points."
        f"{fewer}</p>"
    )
    yield (
        '<p class="hint">± is two standard errors. A decision is a mistake if another action is '
        "better by more than that. Points lost count mistakes only. Now and then a mistake is "
        f"only chance.{unsure}</p></section>"
    )


def _bar(share: Fraction) -> str:
    return (
        '<svg viewBox="0 0 200 10" preserveAspectRatio="none" aria-hidden="true">'
        '<rect class="ground" width="200" height="10"/>'
        f'<rect class="loss" y="1" width="{float(share) * 200:.1f}" height="8"/></svg>'
    )
