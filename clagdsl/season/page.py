"""A season as one self-contained HTML page."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby
from pathlib import Path
from typing import Final

from clagdsl.problems.html_text import html_page, html_text
from clagdsl.season.aggregate import FEW_TIMES
from clagdsl.season.columns import SAME_KIND, TABLES, decimal_text, share
from clagdsl.season.model import (
    BidLine,
    CallLine,
    GameLine,
    MatchLine,
    PairLine,
    PlayerLine,
    Season,
)

POOLED_BIDS_FROM: Final = 6
"""The lowest bid that shares a column with all higher ones."""
MOST_IN_MATRIX: Final = 12
"""Players in the head-to-head table; CSV and JSON have all."""
MATCHES_SHOWN: Final = 20
"""Number of matches shown initially; the others are collapsed."""
MOST_MATCHES: Final = 500
"""Matches on the page; CSV and JSON have all."""
MOST_CALLS: Final = 24
"""Calls of a game on the page."""
LONG_WORD: Final = 12
"""Maximum number of letters of a word that is never broken across lines."""
_MINUS: Final = "\N{MINUS SIGN}"


@dataclass(frozen=True, slots=True)
class PageLink:
    """A link at the head of the page; `here` is set if it leads to the page itself."""

    text: str
    address: str
    here: bool = False


def page_style() -> str:
    """Returns the content of the page's only style element."""
    return f"\n{Path(__file__).with_name('page.css').read_text(encoding='utf-8')}"


def page(season: Season, links: Sequence[PageLink] = (), downloads: Sequence[PageLink] = ()) -> str:
    """Returns the whole page, light and dark, for screens of any width and for print."""
    title = "All seasons" if season.year is None else f"The season {season.year}"
    body = (
        '<p class="suits" aria-hidden="true">♠<b>♥♦</b>♣</p>',
        "<header>",
        f"<h1>{title}</h1>",
        f'<p class="summary">{_summary(season)}</p>',
        "</header>",
        *_links(links, "Pages"),
        "<main>",
        *(_content(season) if season.matches else _empty_season(season)),
        "</main>",
        *_links(downloads, "To save"),
    )
    return html_page(title, "clagdsl season", page_style(), body)


def _links(links: Sequence[PageLink], label: str) -> Iterator[str]:
    if links:
        yield f'<nav aria-label="{label}">'
        for link in links:
            here = ' aria-current="page"' if link.here else ""
            yield f'<a href="{html_text(link.address)}"{here}>{html_text(link.text)}</a>'
        yield "</nav>"


def _summary(season: Season) -> str:
    deals = sum(match.deals for match in season.matches)
    parts = [
        _count(len(season.matches), "match", "matches"),
        _count(len(season.standings), "player", "players"),
        _count(len(season.games), "game", "games"),
        _count(deals, "deal", "deals"),
    ]
    days = [match.played for match in season.matches if match.played]
    if days:
        first, last = min(days), max(days)
        parts.append(first if first == last else f"{first} to {last}")
    return " · ".join(parts)


def _empty_season(season: Season) -> Iterator[str]:
    message = "No finished match yet. Matches played to the end are counted here."
    if season.year is not None:
        message = f"No finished match in {season.year}."
    yield f"<section><p>{message}</p></section>"


def _content(season: Season) -> Iterator[str]:
    yield from _tiles(season)
    yield from _standings(season.standings)
    yield from _bids(season)
    yield from _calls(season.calls)
    yield from _pairs(season)
    yield from _games(season.games)
    yield from _matches(season)
    yield from _meanings(season)


# --- at a glance --------------------------------------------------------------------------


def _tiles(season: Season) -> Iterator[str]:
    first = [line for line in season.standings if line.place == 1 and line.won]
    yield '<ul class="tiles">'
    if first:
        names = " and ".join(line.player for line in first[:3])
        won = f"{_matches_won_text(first[0].won)} of {_count(first[0].matches, 'match', 'matches')}"
        yield _tile("Won most", names, won)
    bidder = max(
        (line for line in season.standings if line.contracts >= FEW_TIMES),
        key=lambda line: (Fraction(line.made, line.contracts), line.contracts),
        default=None,
    )
    if bidder is not None:
        detail = (
            f"{_percent(share(bidder.made, bidder.contracts))} of {bidder.contracts:,} contracts"
        )
        yield _tile("Best bidder", bidder.player, detail)
    calls = [line for line in season.calls if line.times >= FEW_TIMES and line.calls]
    if calls:
        best = max(calls, key=lambda line: (line.ahead, line.times))
        detail = f"{_signed(best.ahead)} against the others, called {_times(best.times)}"
        yield _tile("Best call", ", ".join(best.calls), detail)
    pairs = [line for line in season.pairs if line.matches >= FEW_TIMES]
    if pairs:
        close = min(pairs, key=lambda line: (abs(line.higher - line.lower), -line.matches))
        detail = f"{close.higher} to {close.lower} in {close.matches} matches"
        yield _tile("Closest rivals", f"{close.player} and {close.other}", detail)
    yield "</ul>"


def _tile(title: str, name: str, detail: str) -> str:
    first, second, third = map(html_text, (title, name, detail))
    return f"<li><span>{first}</span><strong>{second}</strong><span>{third}</span></li>"


# --- the players --------------------------------------------------------------------------


def _standings(lines: Sequence[PlayerLine]) -> Iterator[str]:
    most = max((max(line.won, line.fair) for line in lines), default=Fraction(1)) or Fraction(1)
    yield '<section aria-labelledby="standings"><h2 id="standings">Standings</h2>'
    yield (
        '<p class="hint">Matches won; a shared win is divided. '
        '<span class="legend own"></span> won, <span class="legend mark"></span> an equal share of '
        "the wins at the same tables.</p>"
    )
    yield '<div class="wide" tabindex="0"><table><thead><tr><td></td>'
    yield '<th scope="col" class="words">Player</th><th scope="col">Won</th>'
    yield '<th scope="col" class="bar broad"><span aria-hidden="true"></span></th>'
    yield '<th scope="col">Outscored</th>'
    yield '<th scope="col" class="broad">Left early</th></tr></thead><tbody>'
    for line in lines:
        first = ' class="first"' if line.place == 1 and line.won else ""
        yield (
            f'<tr{first}><td class="place">{line.place}</td>'
            f"{_row_head(line.player)}<td>{_matches_won_text(line.won)} <small>of"
            f" {line.matches}</small></td>"
            f'<td class="bar broad">{_bar(line.won / most, line.fair / most)}</td>'
            f"<td>{_percent(share(line.higher, line.opponents))}</td>"
            f'<td class="broad">{line.left or ""}</td></tr>'
        )
    yield "</tbody></table></div></section>"


def _bids(season: Season) -> Iterator[str]:
    players = [line for line in season.standings if line.contracts]
    if not players:
        return
    players.sort(key=lambda line: (-Fraction(line.made, line.contracts), line.player))
    highest = min(max((line.bid for line in season.bids), default=0), POOLED_BIDS_FROM)
    by_player = {
        player: _by_column(list(lines))
        for player, lines in groupby(season.bids, lambda line: line.player)
    }
    heads = [str(bid) for bid in range(highest)]
    heads.append(f"{highest}+" if highest == POOLED_BIDS_FROM else str(highest))
    yield '<section aria-labelledby="bids"><h2 id="bids">Bids made</h2>'
    yield (
        '<p class="hint"><span class="legend own"></span> contracts made, '
        '<span class="legend mark"></span> what your group makes on average with the same '
        f"bids in {SAME_KIND}. Then bid by bid: green is above the group's average.</p>"
    )
    yield '<div class="wide" tabindex="0"><table class="heat"><thead><tr>'
    yield '<th scope="col" class="words">Player</th><th scope="col">Made</th>'
    yield '<th scope="col" class="bar broad"><span aria-hidden="true"></span></th>'
    yield '<th scope="col">Of</th>'
    yield "".join(f'<th scope="col">bid {head}</th>' for head in heads)
    yield "</tr></thead><tbody>"
    for line in players:
        made, par = share(line.made, line.contracts), share(line.par, line.contracts)
        cells = by_player.get(line.player, {})
        yield (
            f"<tr>{_row_head(line.player)}<td>{_percent(made)}</td>"
            f'<td class="bar broad">{_bar(made or Fraction(0), par or Fraction(0))}</td>'
            f"<td>{line.contracts:,}</td>"
            + "".join(_bid_cell(cells.get(bid)) for bid in range(len(heads)))
            + "</tr>"
        )
    yield "</tbody></table></div></section>"


@dataclass(slots=True)
class _BidCell:
    """The contracts of one bid, or of all high ones."""

    contracts: int = 0
    made: int = 0
    par: Fraction = Fraction(0)


def _by_column(lines: Sequence[BidLine]) -> dict[int, _BidCell]:
    cells: dict[int, _BidCell] = {}
    for line in lines:
        cell = cells.setdefault(min(line.bid, POOLED_BIDS_FROM), _BidCell())
        cell.contracts += line.contracts
        cell.made += line.made
        cell.par += line.par
    return cells


def _bid_cell(cell: _BidCell | None) -> str:
    if cell is None:
        return '<td class="s0"></td>'
    made, par = Fraction(cell.made, cell.contracts), cell.par / cell.contracts
    ahead = made - par
    tint = 0
    if cell.contracts >= FEW_TIMES:
        tint = 4 if ahead > Fraction(1, 10) else 3 if ahead > Fraction(1, 50) else 2
        if ahead < Fraction(-1, 20):
            tint = 1
    kind = f"s{tint}" + ("" if cell.contracts >= FEW_TIMES else " few")
    return f'<td class="{kind}">{_percent(made)}<br><small>of {cell.contracts}</small></td>'


# --- calls --------------------------------------------------------------------------------


def _calls(lines: Sequence[CallLine]) -> Iterator[str]:
    if not lines:
        return
    yield '<section aria-labelledby="calls"><h2 id="calls">Best call</h2>'
    yield (
        '<p class="hint">By how many points the caller was ahead of the others in the deal, on '
        f"average. Calls made fewer than {FEW_TIMES} times are in grey at the end: they may be "
        "luck.</p>"
    )
    for game, of_game in groupby(lines, lambda line: line.game):
        every = list(of_game)
        single = [line for line in every if len(line.calls) < 2]
        several = [line for line in every if len(line.calls) > 1 and line.times >= FEW_TIMES]
        yield from _call_table(game, single[:MOST_CALLS])
        if several:
            yield from _call_table("Called together", several[:MOST_CALLS])
    yield "</section>"


def _call_table(title: str, lines: Sequence[CallLine]) -> Iterator[str]:
    most = max((abs(line.ahead) for line in lines), default=Fraction(1)) or Fraction(1)
    deals = len({line.deal for line in lines}) > 1
    yield f'<h3>{html_text(title)}</h3><div class="wide" tabindex="0"><table><thead><tr>'
    yield '<th scope="col" class="words">Call</th><th scope="col">Ahead by</th>'
    yield '<th scope="col" class="bar broad"><span aria-hidden="true"></span></th>'
    yield '<th scope="col">Times</th><th scope="col" class="broad">Made</th>'
    yield '<th scope="col" class="words broad">Called most by</th></tr></thead><tbody>'
    for line in lines:
        called = ", ".join(line.calls) or "nothing called"
        where = f" <small>{html_text(line.deal)}</small>" if deals else ""
        caller = line.callers[0]
        css_class = ' class="few"' if line.times < FEW_TIMES else ""
        yield (
            f"<tr{css_class}>{_row_head(called, where)}<td>{_signed(line.ahead)}</td>"
            f'<td class="bar broad">{_signed_bar(line.ahead / most)}</td><td>{line.times}</td>'
            f'<td class="broad">{_percent(share(line.made, line.contracts))}</td>'
            f'<td class="words broad">{html_text(caller.player)} '
            f"<small>{caller.times}, {_signed(caller.ahead)}</small></td></tr>"
        )
    yield "</tbody></table></div>"


# --- head to head -------------------------------------------------------------------------


def _pairs(season: Season) -> Iterator[str]:
    if not season.pairs:
        return
    met = {player for line in season.pairs for player in (line.player, line.other)}
    players = [line.player for line in season.standings if line.player in met][:MOST_IN_MATRIX]
    by_players = {(line.player, line.other): line for line in season.pairs}
    yield '<section aria-labelledby="pairs"><h2 id="pairs">Head to head</h2>'
    more = len(met) - len(players)
    rest = f" The first {MOST_IN_MATRIX} of {len(met)} players." if more else ""
    yield (
        '<p class="hint">How often the player on the left finished above the player at the top, '
        f"and how often below, in the matches that both played to the end.{rest}</p>"
    )
    yield '<div class="wide" tabindex="0"><table class="heat"><thead><tr><td></td>'
    yield "".join(f'<th scope="col">{html_text(player)}</th>' for player in players)
    yield "</tr></thead><tbody>"
    for player in players:
        cells = "".join(_pair_cell(by_players, player, other) for other in players)
        yield f"<tr>{_row_head(player)}{cells}</tr>"
    yield "</tbody></table></div></section>"


def _pair_cell(by_players: dict[tuple[str, str], PairLine], player: str, other: str) -> str:
    if player == other:
        return '<td class="self">·</td>'
    line = by_players.get((player, other))
    higher, lower = (0, 0) if line is None else (line.higher, line.lower)
    if line is None:
        line = by_players.get((other, player))
        if line is None:
            return '<td class="s0"></td>'
        higher, lower = line.lower, line.higher
    tint = 2 if higher == lower else 4 if higher > lower else 1
    level = f"<br><small>{line.level} level</small>" if line.level else ""
    return f'<td class="s{tint}">{higher} : {lower}{level}</td>'


# --- games and matches --------------------------------------------------------------------


def _games(games: Sequence[GameLine]) -> Iterator[str]:
    yield '<section aria-labelledby="games"><h2 id="games">Game by game</h2>'
    yield '<p class="hint">Points are compared within one game only.</p>'
    for game in games:
        lowest = ", the lowest total wins" if game.low_wins else ""
        counts = (
            f"{_count(game.matches, 'match', 'matches')}, {_count(game.deals, 'deal', 'deals')}"
        )
        yield f"<h3>{html_text(game.game)} <small>{counts}{lowest}</small></h3>"
        yield '<div class="wide" tabindex="0"><table><thead><tr>'
        yield '<th scope="col" class="words">Player</th><th scope="col">Won</th>'
        yield '<th scope="col">Matches</th><th scope="col">Mean total</th>'
        yield '<th scope="col">Best</th><th scope="col">Contracts</th></tr></thead><tbody>'
        for line in game.players:
            mean = share(line.points, line.matches)
            yield (
                f"<tr>{_row_head(line.player)}<td>{_matches_won_text(line.won)}</td>"
                f"<td>{line.matches}</td><td>{'' if mean is None else _decimal(mean)}</td>"
                f"<td>{_whole(line.best) if line.matches else ''}</td>"
                f"<td>{_percent(share(line.made, line.contracts))}</td></tr>"
            )
        yield "</tbody></table></div>"
    yield "</section>"


def _matches(season: Season) -> Iterator[str]:
    yield '<section aria-labelledby="matches"><h2 id="matches">Matches</h2>'
    if season.undated and season.year is None:
        undated = _count(season.undated, "match has", "matches have")
        yield f'<p class="hint">{undated} no date and no year.</p>'
    shown, rest = season.matches[:MATCHES_SHOWN], season.matches[MATCHES_SHOWN:MOST_MATCHES]
    yield '<ol class="matches">'
    yield from map(_match, shown)
    yield "</ol>"
    if rest:
        yield f"<details><summary>Earlier matches: {len(rest)}</summary>"
        yield '<ol class="matches">'
        yield from map(_match, rest)
        yield "</ol></details>"
    if len(season.matches) > MOST_MATCHES:
        yield f'<p class="hint">The last {MOST_MATCHES} of {len(season.matches):,} matches.</p>'
    yield "</section>"


def _match(match: MatchLine) -> str:
    parts = [match.played or "no date", match.game]
    parts += ["ended early"] * match.ended + [match.note] * bool(match.note)
    when = " · ".join(map(html_text, parts))
    players = ", ".join(
        f"<b>{html_text(player.player)}</b> {_whole(player.total)}"
        if player.place == 1
        else f"{html_text(player.player)} "
        f"{'left' if player.place is None else _whole(player.total)}"
        for player in match.players
    )
    return f'<li><p class="when">{when}</p><p>{players}</p></li>'


# --- explanations -----------------------------------------------------------------------------


def _meanings(season: Season) -> Iterator[str]:
    yield '<section aria-labelledby="meanings"><h2 id="meanings">How it is counted</h2>'
    yield (
        '<p class="hint">Only finished matches that follow their rules count. Points of different '
        "games are never added up. Latecomers count like the others. For players who left before"
        " the end, only the contracts and calls of the deals that they played count.</p>"
    )
    for name in ("standings", "bids", "calls", "pairs"):
        if name == "calls" and not season.calls:
            continue
        table = TABLES[name]
        yield f"<details><summary>{html_text(table.title)}</summary><dl>"
        for column in table.columns:
            meaning = html_text(column.meaning.replace("`", ""))
            yield f"<dt>{html_text(column.heading)}</dt><dd>{meaning}</dd>"
        yield "</dl></details>"
    yield "</section>"


# --- figures ------------------------------------------------------------------------------


def _row_head(name: str, behind: str = "") -> str:
    """Returns the first cell of a row; a word too long for a phone may be broken."""
    long = (
        ' class="long"'
        if any(len(word) > LONG_WORD for word in name.replace("-", " ").split())
        else ""
    )
    return f'<th scope="row"{long}>{html_text(name)}{behind}</th>'


def _count(number: int, singular: str, plural: str) -> str:
    return f"{number:,} {singular if number == 1 else plural}"


def _times(number: int) -> str:
    return {1: "once", 2: "twice"}.get(number, f"{number} times")


def _percent(part: Fraction | None) -> str:
    return "" if part is None else f"{float(part) * 100:.0f}\N{NARROW NO-BREAK SPACE}%"


def _matches_won_text(number: Fraction) -> str:
    """Returns a number of matches won: common fractions as signs, others as decimals."""
    signs = {Fraction(1, 2): "½", Fraction(1, 3): "⅓", Fraction(2, 3): "⅔"}
    signs |= {Fraction(1, 4): "¼", Fraction(3, 4): "¾"}
    whole, rest = divmod(number, 1)
    if not rest or rest in signs:
        return f"{whole or ''}{signs[rest]}" if rest else str(whole)
    return decimal_text(number, 2)


def _whole(number: int) -> str:
    return str(number).replace("-", _MINUS)


def _decimal(number: Fraction) -> str:
    shown = f"{float(number):.1f}"
    return "0.0" if shown == "-0.0" else shown.replace("-", _MINUS)


def _signed(number: Fraction) -> str:
    shown = _decimal(number)
    return shown if shown.startswith(_MINUS) or shown == "0.0" else f"+{shown}"


def _bar(own: Fraction, mark: Fraction) -> str:
    """Returns a bar from the left, and a mark; both are fractions of the width."""
    mark_x = max(0.0, float(mark) * 200 - 1.5)
    return (
        '<svg viewBox="0 0 200 10" preserveAspectRatio="none" aria-hidden="true">'
        '<rect class="ground" width="200" height="10"/>'
        f'<rect class="own" y="1" width="{float(own) * 200:.1f}" height="8"/>'
        f'<rect class="mark" x="{mark_x:.1f}" width="3" height="10"/></svg>'
    )


def _signed_bar(share_of: Fraction) -> str:
    """Returns a bar from the middle to the right, or to the left if negative."""
    length = abs(float(share_of)) * 100
    start = 100.0 if share_of >= 0 else 100 - length
    kind = "own" if share_of >= 0 else "minus"
    return (
        '<svg viewBox="0 0 200 10" preserveAspectRatio="none" aria-hidden="true">'
        '<rect class="ground" width="200" height="10"/>'
        f'<rect class="{kind}" x="{start:.1f}" y="1" width="{length:.1f}" height="8"/>'
        '<rect class="mark" x="99.5" width="1" height="10"/></svg>'
    )
