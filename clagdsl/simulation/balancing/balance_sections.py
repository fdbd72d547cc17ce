"""The answers of a balance, used by both the text and the page.

A `BalanceSection` answers one question in sentences, tables and charts. Tables and charts share the
same columns of figures, so a figure has the same name, scale and caption everywhere. Sentences use
the names of the games, tables A and B.

A sentence claims a difference only if its interval excludes 0. Otherwise it says that none shows,
with the interval, because more matches may show one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from clagdsl.lang.numerals import join_words
from clagdsl.lang.rules import Direction
from clagdsl.simulation.balancing.balance_report import (
    Balance,
    BalanceFigure,
    BidderBalance,
    Interval95,
    KindWeight,
    LimitBalance,
    SeatBalance,
    SkillBalance,
)

PERCENT: Final = 100.0
EXACT: Final = 1e-9
"""The half width below which an interval counts as zero, because all matches agreed."""

DECISIONS: Final = {
    "all": "all decisions",
    "bids": "bids",
    "cards": "cards played",
    "others": "all others",
}


@dataclass(frozen=True, slots=True)
class FigureColumn:
    """A column of figures, which becomes three columns if two games are compared.

    `caption` is the caption of a separate table for it. If `scale` is 100, figures are percentages.
    """

    head: str
    caption: str
    figures: tuple[BalanceFigure | None, ...]
    scale: float = 1.0


@dataclass(frozen=True, slots=True)
class BarPicture:
    """A chart of a column of figures with their intervals."""

    title: str
    along: str
    names: Sequence[str]
    column: FigureColumn
    even: float | None = None
    even_name: str = ""

    @property
    def bars(self) -> list[tuple[str, BalanceFigure]]:
        """The figures that have a value, with their names."""
        both = zip(self.names, self.column.figures, strict=True)
        return [(name, figure) for name, figure in both if figure is not None]


@dataclass(frozen=True, slots=True)
class BalanceTableText:
    """A table with a caption, headings and rows; `words` are the indices of text columns."""

    caption: str
    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    words: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class BalanceSection:
    """A designer's question: the answer in words, the tables, and the charts."""

    name: str
    title: str
    paragraphs: tuple[str, ...]
    tables: tuple[BalanceTableText, ...] = ()
    pictures: tuple[BarPicture, ...] = ()


# --- figures as text ----------------------------------------------------------------------


def decimals_for(within: float | None) -> int:
    """Returns the number of significant decimals for an interval with this half width."""
    if within is None or within >= 0.95:
        return 1
    return 2 if within >= 0.095 else 3


def figure_text(figure: Interval95, scale: float = 1.0, *, sign: bool = False) -> str:
    """Formats a figure with its interval: `3.1 ± 1.9`, or `3.1 -1.2 +1.9` if asymmetric."""
    figure = _times(figure, scale)
    within = figure.within
    exact = within is not None and within < EXACT
    places = 2 if exact else decimals_for(within)
    value = f"{figure.value:{'+' if sign else ''},.{places}f}"
    if not float(value.replace(",", "")):
        value = value.lstrip("+-")
    if exact:
        return value.removesuffix(".00")
    if within is None or figure.low is None or figure.high is None:
        return value
    below, above = figure.value - figure.low, figure.high - figure.value
    if abs(below - above) > EXACT:
        return f"{value} -{below:,.{places}f} +{above:,.{places}f}"
    return f"{value} ± {within:,.{places}f}"


def size_text(figure: Interval95, scale: float = 1.0) -> str:
    """Formats a figure without its sign, for sentences that express the sign in words."""
    return figure_text(figure, -scale if figure.value < 0 else scale)


def _times(figure: Interval95, scale: float) -> Interval95:
    """Returns a figure and its interval multiplied by `scale`."""
    low, high = (None if end is None else scale * end for end in (figure.low, figure.high))
    return Interval95(scale * figure.value, *((low, high) if scale > 0 else (high, low)))


def share_text(figure: Interval95) -> str:
    """Formats a share as a percentage with its interval."""
    return f"{figure_text(figure, PERCENT)} %"


def figure_tables(
    caption: str,
    head: str,
    names: Sequence[str],
    columns: Sequence[FigureColumn],
    *,
    compared: bool,
) -> tuple[BalanceTableText, ...]:
    """Returns one table of all columns or, if two games are compared, a table for each column."""
    if compared:
        return tuple(_compared(head, names, column) for column in columns)
    cells = [[row[0] for row in _cells(column)] for column in columns]
    rows = tuple(zip(names, *cells, strict=True))
    return (BalanceTableText(caption, (head, *(column.head for column in columns)), rows),)


def _cells(column: FigureColumn) -> Iterator[tuple[str, str, str]]:
    """Yields the texts for this game, for the other game and for the difference, row by row."""
    for each in column.figures:
        if each is None:
            yield "–", "–", "–"
        else:
            more = _cell(each.more, column.scale, sign=True)
            yield _cell(each.here, column.scale), _cell(each.other, column.scale), more


def _cell(figure: Interval95 | None, scale: float, *, sign: bool = False) -> str:
    return "–" if figure is None else figure_text(figure, scale, sign=sign)


def _compared(head: str, names: Sequence[str], column: FigureColumn) -> BalanceTableText:
    """Returns a column's table for both games, with the difference."""
    rows = tuple((name, *row) for name, row in zip(names, _cells(column), strict=True))
    return BalanceTableText(column.caption, (head, "A", "B", "A minus B"), rows)


def game_names(balance: Balance) -> tuple[str, str]:
    """Returns the names of both games for sentences, '' for a missing one.

    The names are the titles; with parameters if the titles are the same, else A and B. If a title
    contains a comma, both are quoted.
    """
    if balance.against is None:
        return balance.game.title, ""
    games = (balance.game, balance.against)
    quoted = any("," in each.title for each in games)
    titles = tuple(f"“{each.title}”" if quoted else each.title for each in games)
    full = tuple(
        f"{title} with {' and '.join(each.parameters)}" if each.parameters else title
        for title, each in zip(titles, games, strict=True)
    )
    for first, second in (titles, full):
        if first != second:
            return first, second
    return "A", "B"


def comparison_text(
    balance: Balance,
    figure: BalanceFigure | None,
    statement: str,
    verb: str,
    scale: float = 1.0,
    unit: str = "",
) -> str:
    """Returns two sentences comparing a figure with the other game's, or '' without a comparison.

    `statement` opens the first sentence, and `verb` is its verb.
    """
    if figure is None or figure.other is None or figure.more is None:
        return ""
    here, there = game_names(balance)
    more = figure.more
    other = figure_text(figure.other, scale)
    if (more.low, more.value, more.high) == (0, 0, 0):
        change = f"In {here}, it {verb} the same"
    elif not more.certain:
        change = f"The difference is not significant ({figure_text(more, scale, sign=True)}{unit})"
    else:
        word = "more" if more.value > 0 else "less"
        change = f"In {here}, it {verb} {size_text(more, scale)}{unit} {word}"
    return f"In {there}, {statement} {other}{unit}. {change}."


# --- the answers -------------------------------------------------------------------------


def sections(balance: Balance) -> Iterator[BalanceSection]:
    """Yields the answers in display order."""
    names = seat_names(balance.players, balance.game.direction)
    yield _seats(balance, names)
    yield _limit(balance)
    yield _skill(balance)
    yield _length(balance)
    yield _kinds(balance)


def _non_empty(*texts: str) -> tuple[str, ...]:
    return tuple(text for text in texts if text)


# --- seats --------------------------------------------------------------------------------


def seat_names(players: int, direction: Direction) -> tuple[str, ...]:
    """Returns the names of the seats, starting with the one after the first dealer."""
    side = "left" if direction == "clockwise" else "right"
    names = [f"{side} of the first dealer"]
    names += [f"{place} to the {side}" for place in range(2, players)]
    return (*names, "first dealer")


def _seat_name(place: int, balance: Balance, names: Sequence[str]) -> str:
    if place == balance.players - 1:
        return "being the first dealer"
    if place == 0:
        return f"sitting {names[0]}"
    return f"sitting {names[place]} of the first dealer"


def _seat_player(place: int, balance: Balance, names: Sequence[str]) -> str:
    if place == balance.players - 1:
        return "the first dealer"
    return f"the player {names[place]}{' of the first dealer' if place else ''}"


def _seats(balance: Balance, names: Sequence[str]) -> BalanceSection:
    seats = balance.seats
    points = FigureColumn("points", "Points a match", tuple(each.points for each in seats))
    caption = "What a seat is worth: points a match above the mean of all seats"
    worth = FigureColumn("worth", caption, tuple(each.worth for each in seats))
    won = FigureColumn("won", "Matches won, in %", tuple(each.won for each in seats), PERCENT)
    even = PERCENT / balance.players
    return BalanceSection(
        "seats",
        "Does it matter where you sit?",
        _non_empty(*_seat_paragraphs(balance, names)),
        figure_tables(
            "Seats: points a match, points above the mean of all seats, matches won in %",
            "seat",
            names,
            (points, worth, won),
            compared=balance.against is not None,
        ),
        (
            BarPicture("What a seat is worth", "points a match", names, worth, 0.0, "mean"),
            BarPicture("Matches won from a seat", "% of the matches", names, won, even, "even"),
        ),
    )


def _fairness_paragraphs(balance: Balance, names: Sequence[str]) -> Iterator[str]:
    """Yields the comparison of two games, then the spread between the best and the worst seat."""
    fairness = balance.fairness
    if fairness.other is not None and fairness.more is not None:
        yield _fairer_text(balance, fairness.here, fairness.other, fairness.more)
    if not fairness.here.certain:
        far = PERCENT * fairness.here.ends[1]
        yield (
            "No seat wins significantly more often than another: the best and the worst seat are at"
            f" most {far:.1f} points of win rate apart."
        )
        return
    even = f"{PERCENT / balance.players:.1f} % would be even"
    ordered = sorted(balance.seats, key=lambda each: each.won.here.value)
    worst, best = ordered[0], ordered[-1]
    yield (
        f"{_capitalised(_seat_player(best.seat, balance, names))} wins"
        f" {share_text(best.won.here)} of the matches, {_seat_player(worst.seat, balance, names)}"
        f" {share_text(worst.won.here)} ({even}). The best and the worst seat are"
        f" {figure_text(fairness.here, PERCENT)} points of win rate apart."
    )


def _fairer_text(balance: Balance, here: Interval95, other: Interval95, more: Interval95) -> str:
    """Returns the sentence that says which of two games is fairer, if that shows."""
    names = game_names(balance)
    apart = (PERCENT * here.value, PERCENT * other.value)
    if more.certain:
        fairer = 0 if more.value < 0 else 1
        return (
            f"{names[fairer]} is fairer: the best and the worst seat are {apart[fairer]:.1f} points"
            f" of win rate apart in {names[fairer]}, and {apart[1 - fairer]:.1f} in"
            f" {names[1 - fairer]}. The difference is {size_text(more, PERCENT)}."
        )
    if (more.low, more.value, more.high) == (0, 0, 0):
        return f"{names[0]} and {names[1]} are equally fair: every match ends the same way."
    return (
        f"{names[0]} and {names[1]} do not differ significantly in fairness: the best and the worst"
        f" seat are {apart[0]:.1f} points of win rate apart in {names[0]}, and {apart[1]:.1f} in"
        f" {names[1]}. The difference is {figure_text(more, PERCENT, sign=True)}."
    )


def _seat_paragraphs(balance: Balance, names: Sequence[str]) -> Iterator[str]:
    yield from _fairness_paragraphs(balance, names)
    good = -1 if balance.game.low_wins else 1
    sure = [each for each in balance.seats if each.worth.here.certain]
    by_worth = sorted(sure, key=lambda each: good * each.worth.here.value)
    for each in (*by_worth[-1:], *by_worth[: -1 if len(by_worth) > 1 else 0][:1]):
        yield _worth_sentence(each, balance, names)
    if not sure:
        furthest = max(
            (abs(end) for each in balance.seats for end in each.worth.here.ends), default=0
        )
        yield (
            f"No seat is significantly better than another: each is within {furthest:.1f} points a"
            " match of the mean of all seats."
        )
    if balance.against is not None and sure:
        best = by_worth[-1]
        where = _seat_name(best.seat, balance, names)
        yield comparison_text(balance, best.worth, f"{where} is worth", "is worth", unit=" points")


def _worth_sentence(seat_balance: SeatBalance, balance: Balance, names: Sequence[str]) -> str:
    where, worth = (
        _capitalised(_seat_name(seat_balance.seat, balance, names)),
        seat_balance.worth.here,
    )
    size = size_text(worth)
    if balance.game.low_wins:
        word = "more" if worth.value > 0 else "fewer"
        return f"{where} scores {size} points a match {word} than the mean; the lowest total wins."
    if worth.value > 0:
        return f"{where} is worth {size} points a match."
    return f"{where} costs {size} points a match."


def _capitalised(text: str) -> str:
    return text[:1].upper() + text[1:]


# --- the limit ----------------------------------------------------------------------------


def _limit(balance: Balance) -> BalanceSection:
    title = "What does the limit on the last bid cost?"
    limit = balance.limit
    if limit is None:
        paragraphs = ("The rules do not limit the last bid, so it costs nothing.",)
        return BalanceSection("limit", title, paragraphs)
    who = "dealer" if limit.dealer else "last bidder"
    bidders: list[tuple[str, BidderBalance | None]] = [
        (f"{who}, with the limit", limit.last),
        (f"{who}, without it", limit.free_last),
        ("others, with the limit", limit.others),
        ("others, without it", limit.free_others),
    ]
    present = [(name, each) for name, each in bidders if each is not None]
    names = [name for name, _ in present]
    points = FigureColumn(
        "points",
        "Deals whose last bid is limited: points a deal",
        tuple(each.points for _, each in present),
    )
    made = FigureColumn(
        "made", "Contracts made in them, in %", tuple(each.made for _, each in present), PERCENT
    )
    costs: list[tuple[str, BalanceFigure | None, float]] = [
        (f"the {who} loses, points a match", limit.cost_in_match, 1.0),
        (f"the {who} loses, points a deal", limit.cost, 1.0),
        ("each of the others loses, points a deal", limit.cost_of_others, 1.0),
        (f"the {who} fails more often, % of the contracts", limit.cost_made, PERCENT),
        (f"the {who} minus the others, points a deal", limit.apart, 1.0),
        ("the same without the limit", limit.free_apart, 1.0),
        ("limited deals in a match", limit.deals, 1.0),
    ]
    cost_rows = [(name, _scaled(each, scale)) for name, each, scale in costs if each is not None]
    caption = "What the limit takes away: the same packs without it minus with it"
    cost = FigureColumn("figure", caption, tuple(figure for _, figure in cost_rows))
    compared = balance.against is not None
    each_cost = FigureColumn(
        "points",
        f"What the limit takes from the {who} by number of cards: points a deal",
        tuple(each.cost for each in limit.costs),
    )
    cards = [_cards_text(each.cards) for each in limit.costs]
    by_cards = figure_tables(each_cost.caption, "", cards, (each_cost,), compared=compared)
    return BalanceSection(
        "limit",
        title,
        _non_empty(*_limit_paragraphs(balance, limit, who)),
        (
            *figure_tables(
                "Deals whose last bid is limited: points a deal, contracts made in %",
                "seat",
                names,
                (points, made),
                compared=compared,
            ),
            *figure_tables(
                caption, "", [name for name, _ in cost_rows], (cost,), compared=compared
            ),
            *(by_cards if limit.costs else ()),
        ),
        (BarPicture("Deals with a limit on the last bid", "points a deal", names, points),),
    )


def _scaled(figure: BalanceFigure, scale: float) -> BalanceFigure:
    """Returns a figure and its intervals multiplied by `scale`."""
    return BalanceFigure(
        _times(figure.here, scale),
        None if figure.other is None else _times(figure.other, scale),
        None if figure.more is None else _times(figure.more, scale),
    )


def _limit_paragraphs(balance: Balance, limit: LimitBalance, who: str) -> Iterator[str]:
    if limit.cost is None or limit.cost_in_match is None or limit.free_apart is None:
        yield (
            "Without the limit the rules do not check, so its cost cannot be measured. Compared"
            f" with the others, the {who} has {figure_text(limit.apart.here, sign=True)} points a"
            " deal."
        )
        return
    sign, verbs, end = 1, ("costs", "brings"), ""
    if balance.game.low_wins:
        sign, verbs, end = -1, ("gives", "spares"), "; the lowest total wins"
    cost, in_match = _times(limit.cost.here, sign), _scaled(limit.cost_in_match, sign)
    number = figure_text(limit.deals.here)
    deals = f"in {number} limited {'deal' if number == '1' else 'deals'} a match"
    if not cost.certain:
        yield (
            f"With the same packs the limit has no significant cost for the {who}:"
            f" {figure_text(in_match.here)} points a match ({figure_text(cost)} a deal"
            f" {deals}){end}."
        )
    else:
        yield (
            f"The limit {verbs[cost.value < 0]} the {who} {size_text(in_match.here)} points a match"
            f" ({size_text(cost)} a deal {deals}), compared with the same packs without it{end}."
        )
    if limit.cost_of_others is not None:
        others = _times(limit.cost_of_others.here, sign)
        if others.certain:
            verb = verbs[others.value < 0]
            yield f"It {verb} each of the others {size_text(others)} points a deal."
        else:
            text = figure_text(others)
            yield f"It has no significant cost for the others: {text} points a deal each."
    by_cards = [(each.cards, _times(each.cost.here, sign)) for each in limit.costs]
    yield from _cards_paragraphs(by_cards, who, verbs)
    advantage, free_advantage = limit.apart.here, limit.free_apart.here
    yield (
        f"With the limit the {who} has {_more_or_fewer(advantage)} than the others, without it"
        f" {_more_or_fewer(free_advantage)}."
    )
    yield comparison_text(
        balance, in_match, f"it {verbs[0]} the {who}", verbs[0], unit=" points a match"
    )


def _cards_paragraphs(
    costs: Sequence[tuple[int, Interval95]], who: str, verbs: tuple[str, str]
) -> Iterator[str]:
    """Yields a sentence with the range of the significant costs of the limit by number of cards."""
    sure = [each for each in costs if each[1].certain]
    if len(costs) < 2 or not sure:
        return
    (most, largest), (least, smallest) = (
        choose(sure, key=lambda each: each[1].value) for choose in (max, min)
    )
    verb, other = (verbs[each.value < 0] for each in (largest, smallest))
    high = f"{size_text(largest)} points a deal"
    low = f"{size_text(smallest)} with {_cards_text(least)}"
    unsure = [cards for cards, cost in costs if not cost.certain]
    if most == least:
        text = f"With {_cards_text(most)} it {verb} the {who} {high}"
    elif verb != other:
        text = f"It {verb} the {who} up to {high} with {_cards_text(most)}, and {other} up to {low}"
    elif not unsure:
        text = f"It {verb} the {who} from {high} with {_cards_text(most)} to {low}"
    else:
        sizes = join_words([str(cards) for cards, _ in sure], "or")
        low, high = (
            f"{size} ({_cards_text(cards)})"
            for size, cards in ((size_text(smallest), least), (high, most))
        )
        text = f"With {sizes} cards it {verb} the {who} between {low} and {high}"
    if unsure:
        sizes = join_words(list(map(str, unsure)), "or")
        far = max(abs(end) for _, cost in costs if not cost.certain for end in cost.ends)
        text += f"; with {sizes} the cost is not significant (at most {far:.2f})"
    yield f"{text}."


def _cards_text(cards: int) -> str:
    return "1 card" if cards == 1 else f"{cards} cards"


def _more_or_fewer(figure: Interval95) -> str:
    word = "fewer" if figure.value < 0 else "more"
    return f"{size_text(figure)} points a deal {word}"


# --- deals --------------------------------------------------------------------------------


def _kinds(balance: Balance) -> BalanceSection:
    kinds = balance.kinds
    decide = FigureColumn(
        "decide",
        "What all deals of a kind decide, in % of the spread of final totals",
        tuple(each.decides for each in kinds),
        PERCENT,
    )
    share = FigureColumn(
        "each",
        "What one deal of a kind decides, in even shares",
        tuple(each.each for each in kinds),
    )
    spread = FigureColumn(
        "spread",
        "Points between best and worst player in a deal",
        tuple(each.spread for each in kinds),
    )
    by_number = tuple(
        (
            str(each.number),
            each.name,
            "picked" if each.cards is None else str(each.cards),
            _cell(each.decides, PERCENT),
            figure_text(each.spread),
        )
        for each in balance.deals
    )
    names = [each.name for each in kinds]
    pictures = (
        BarPicture(
            "What one deal of a kind decides",
            "even shares of the spread of totals",
            names,
            share,
            1.0,
            "even",
        ),
        BarPicture("Points between best and worst player", "points in a deal", names, spread),
    )
    return BalanceSection(
        "deals",
        "How much does each kind of deal decide?",
        _non_empty(*_kind_paragraphs(balance)),
        (
            *figure_tables(
                "Kinds of deals: what all decide in %, what one decides in even shares, points"
                " between best and worst player",
                "deals",
                [f"{each.name}, {each.deals}" for each in kinds],
                (decide, share, spread),
                compared=balance.against is not None,
            ),
            BalanceTableText(
                "Deals: what each decides in %, points between best and worst player",
                ("deal", "name", "cards", "decides", "spread"),
                by_number,
                (1,),
            ),
        ),
        tuple(each for each in pictures if each.bars),
    )


def _kind_paragraphs(balance: Balance) -> Iterator[str]:
    weighed = [(each, each.each) for each in balance.kinds if each.each is not None]
    if not weighed:
        yield "All final totals are equal: no deal decides anything."
        return
    if len(weighed) == 1:
        kind = weighed[0][0]
        yield (
            f"All deals are of one kind: in each, {figure_text(kind.spread.here)} points lie"
            " between the best and the worst player."
        )
        return
    even = PERCENT / sum(kind.deals for kind in balance.kinds)
    groups: dict[int, list[str]] = {1: [], -1: [], 0: []}
    for kind, each in weighed:
        text = f"{kind.name} ({figure_text(each.here, even)} %)"
        groups[_compare_with_even(kind)].append(text)
    yield f"An equal share of the spread of final totals is {even:.1f} % for each deal."
    for side, statement in (
        (1, "Deals that decide significantly more:"),
        (-1, "Deals that decide significantly less:"),
        (0, "Deals that do not differ significantly from this:"),
    ):
        if groups[side]:
            yield f"{statement} {join_words(groups[side])}."
    compared = [(kind, each.more) for kind, each in weighed if each.more is not None]
    if compared:
        kind, _ = max(compared, key=lambda one: (one[1].certain, abs(one[1].value)))
        yield comparison_text(
            balance, kind.each, f"a deal of {kind.name} decides", "decides", unit=" even shares"
        )


def _compare_with_even(kind: KindWeight) -> int:
    """Compares the share of the result that one deal of a kind decides with an even share.

    Returns 1 if it is certainly larger, -1 if it is certainly smaller, else 0.
    """
    assert kind.each is not None
    low, high = kind.each.here.ends
    return (low > 1) - (high < 1)


# --- skill --------------------------------------------------------------------------------


def _skill(balance: Balance) -> BalanceSection:
    pairs = [f"{each.better} among {each.worse}" for each in balance.skill]
    points = FigureColumn(
        "points",
        "Points a match gained by one better player, in every seat",
        tuple(each.points for each in balance.skill),
    )
    won = FigureColumn(
        "won",
        "Matches won by one better player, in %",
        tuple(each.won for each in balance.skill),
        PERCENT,
    )
    even = PERCENT / balance.players
    picture = BarPicture(
        "Matches won by the better player", "% of the matches", pairs, won, even, "even"
    )
    return BalanceSection(
        "skill",
        "How much does skill matter?",
        _non_empty(*(text for each in balance.skill for text in _skill_paragraphs(balance, each))),
        figure_tables(
            f"One better player, in every seat: points a match gained, won in % (even {even:.1f})",
            "who",
            [
                f"{pair}, {each.packs} packs"
                for pair, each in zip(pairs, balance.skill, strict=True)
            ],
            (points, won),
            compared=balance.against is not None,
        ),
        (picture,) if pairs else (),
    )


def _skill_paragraphs(balance: Balance, skill: SkillBalance) -> Iterator[str]:
    points = skill.points.here
    size = f"{size_text(points)} points a match"
    if balance.game.low_wins:
        gained = f"scores {size} {'more' if points.value > 0 else 'fewer'} than"
    else:
        gained = f"{'gains' if points.value >= 0 else 'loses'} {size} over"
    packs = "" if skill.packs == balance.packs else f" ({skill.packs} sets of packs)"
    yield (
        f"One {skill.better} player among {skill.worse} players{packs} {gained} a"
        f" {skill.worse} player in the same seat with the same packs, and wins"
        f" {share_text(skill.won.here)} of the matches ({PERCENT * skill.fair:.1f} % would be"
        " even)."
    )
    yield comparison_text(balance, skill.won, f"{skill.better} wins", "wins", PERCENT, " %")


# --- length -------------------------------------------------------------------------------


def _length(balance: Balance) -> BalanceSection:
    title = "How long does a match take?"
    decisions = {each.name: each for each in balance.decisions}
    if "all" not in decisions:
        return BalanceSection("length", title, ("Decisions are not counted in this game.",))
    whole = decisions["all"]
    names = [DECISIONS[name] for name in decisions]
    made = FigureColumn("made", "Decisions a match", tuple(each.made for each in balance.decisions))
    choices = FigureColumn(
        "a choice",
        "Decisions a match in which the player has a choice",
        tuple(each.choices for each in balance.decisions),
    )
    parts = [
        f"{figure_text(decisions[name].made.here)} are {DECISIONS[name]}"
        for name in ("bids", "cards")
        if name in decisions
    ]
    many, chosen = whole.made.here, whole.choices.here
    paragraphs = [
        f"A match takes {figure_text(many)} decisions, {many.value / balance.players:,.1f} a seat:"
        f" {' and '.join(parts)}.",
        f"In {PERCENT * chosen.value / many.value:.0f} % of them the player has a choice.",
        comparison_text(balance, whole.made, "a match takes", "takes", unit=" decisions"),
    ]
    return BalanceSection(
        "length",
        title,
        _non_empty(*paragraphs),
        figure_tables(
            f"Decisions a match, and those with a choice, in {balance.counted} matches",
            "",
            names,
            (made, choices),
            compared=balance.against is not None,
        ),
        (BarPicture("Decisions with a choice", "decisions a match", names, choices),),
    )
