"""What a balance says: in sentences first, then in tables, and what its pictures show."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

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
from clagdsl.simulation.balancing.figure_words import (
    PERCENT,
    BalanceSection,
    BalanceTableText,
    BarLine,
    BarPicture,
    FigureColumn,
    beside_text,
    figure_tables,
    figure_text,
    share_text,
    size_text,
)


def sections(balance: Balance) -> Iterator[BalanceSection]:
    """The answers in the order in which they are told."""
    names = seat_names(balance.players, balance.game.direction)
    yield _seats(balance, names)
    yield _limit(balance)
    yield _kinds(balance)
    yield _skill(balance)
    yield _length(balance)


def _said(*texts: str) -> tuple[str, ...]:
    return tuple(text for text in texts if text)


# --- seats --------------------------------------------------------------------------------


def seat_names(players: int, direction: Direction) -> tuple[str, ...]:
    """Where the seats are, from the one after the first dealer on."""
    side = "left" if direction == "clockwise" else "right"
    names = [f"{side} of the first dealer"]
    names += [f"{place} to the {side}" for place in range(2, players)]
    return (*names, "first dealer")


def _where(place: int, balance: Balance, names: Sequence[str]) -> str:
    if place == balance.players - 1:
        return "being the first dealer"
    if place == 0:
        return f"sitting {names[0]}"
    return f"sitting {names[place]} of the first dealer"


def _seats(balance: Balance, names: Sequence[str]) -> BalanceSection:
    compared = balance.against is not None
    columns = (
        FigureColumn("points", tuple(e.points for e in balance.seats), 1.0, "Points a match"),
        FigureColumn(
            "worth",
            tuple(e.worth for e in balance.seats),
            1.0,
            "What a seat is worth: points a match more than the mean of all",
        ),
        FigureColumn("won", tuple(e.won for e in balance.seats), PERCENT, "Matches won, in %"),
    )
    worth = tuple(BarLine(names[each.seat], each.worth) for each in balance.seats)
    won = tuple(BarLine(names[each.seat], each.won) for each in balance.seats)
    return BalanceSection(
        "seats",
        "Does it matter where one sits?",
        _said(*_seats_said(balance, names)),
        figure_tables(
            "Seats: points a match, how many more than the mean of all, matches won in %",
            "seat",
            [names[each.seat] for each in balance.seats],
            columns,
            compared=compared,
        ),
        (
            BarPicture("What a seat is worth", "points a match", worth, 0.0, "mean"),
            BarPicture(
                "Matches won from a seat",
                "% of the matches",
                won,
                PERCENT / balance.players,
                "even",
                PERCENT,
            ),
        ),
    )


def _seats_said(balance: Balance, names: Sequence[str]) -> Iterator[str]:
    good = -1 if balance.game.low_wins else 1
    sure = [each for each in balance.seats if each.worth.here.certain]
    by_worth = sorted(sure, key=lambda each: good * each.worth.here.value)
    for each in (*by_worth[-1:], *by_worth[: -1 if len(by_worth) > 1 else 0][:1]):
        yield _worth_said(each, balance, names)
    if not sure:
        furthest = max(
            (abs(end) for each in balance.seats for end in _ends(each.worth.here)), default=0
        )
        yield (
            f"No seat shows to be better than another: none is further than {furthest:.1f} points"
            " a match from the mean of all."
        )
    extreme = max(balance.seats, key=lambda each: abs(each.won.here.value - 1 / balance.players))
    where = _where(extreme.seat, balance, names)
    yield (
        f"{_capital(where)} wins {share_text(extreme.won.here)} of the matches, where"
        f" {PERCENT / balance.players:.1f} % would be even."
    )
    if balance.against is not None and sure:
        best = by_worth[-1]
        where = _where(best.seat, balance, names)
        yield beside_text(best.worth, f"{where} is worth", unit=" points")


def _worth_said(each: SeatBalance, balance: Balance, names: Sequence[str]) -> str:
    where, worth = _capital(_where(each.seat, balance, names)), each.worth.here
    told = size_text(worth)
    if balance.game.low_wins:
        word = "more" if worth.value > 0 else "fewer"
        return f"{where} brings {told} points a match {word} than the mean; the fewest win."
    if worth.value > 0:
        return f"{where} is worth {told} points a match."
    return f"{where} costs {told} points a match."


def _ends(figure: Interval95) -> tuple[float, float]:
    low = figure.value if figure.low is None else figure.low
    return low, figure.value if figure.high is None else figure.high


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


# --- the limit ----------------------------------------------------------------------------


def _limit(balance: Balance) -> BalanceSection:
    title = "What does the limit on the last bid cost?"
    limit = balance.limit
    if limit is None:
        said = ("The rules do not limit the last bid: nothing is lost by it.",)
        return BalanceSection("limit", title, said, ())
    compared = balance.against is not None
    who = "dealer" if limit.dealer else "last bidder"
    lines: list[tuple[str, BidderBalance | None]] = [
        (f"{who}, with the limit", limit.last),
        (f"{who}, without it", limit.free_last),
        ("others, with the limit", limit.others),
        ("others, without it", limit.free_others),
    ]
    found = [(name, each) for name, each in lines if each is not None]
    columns = (
        FigureColumn(
            "points",
            tuple(each.points for _, each in found),
            1.0,
            "Deals whose last bid is limited: points a deal",
        ),
        FigureColumn(
            "made", tuple(each.made for _, each in found), PERCENT, "Contracts made in them, in %"
        ),
    )
    costs: list[tuple[str, BalanceFigure | None, float]] = [
        (f"the {who} loses, points a deal", limit.cost, 1.0),
        ("each of the others loses, points a deal", limit.cost_of_others, 1.0),
        (f"the {who} fails, % of the contracts", limit.cost_made, PERCENT),
        (f"the {who} less the others, points a deal", limit.apart, 1.0),
        ("the same without the limit", limit.free_apart, 1.0),
        ("limited deals in a match", limit.deals, 1.0),
    ]
    told = [each for each in costs if each[1] is not None]
    caption = "What the limit costs: the same packs without it less those with it"
    scaled = tuple(_scaled(figure, scale) for _, figure, scale in told if figure is not None)
    return BalanceSection(
        "limit",
        title,
        _said(*_limit_said(limit, who)),
        (
            *figure_tables(
                "Deals whose last bid is limited: points a deal, contracts made in %",
                "seat",
                [name for name, _ in found],
                columns,
                compared=compared,
            ),
            *figure_tables(
                caption,
                "",
                [name for name, _, _ in told],
                (FigureColumn("cost", scaled, 1.0, caption),),
                compared=compared,
            ),
        ),
        (
            BarPicture(
                "Deals with a limit on the last bid",
                "points a deal",
                tuple(BarLine(name, each.points) for name, each in found),
            ),
        ),
    )


def _scaled(figure: BalanceFigure, scale: float) -> BalanceFigure:
    """The figure so often as is said, with its intervals."""

    def of(one: Interval95) -> Interval95:
        low = None if one.low is None else scale * one.low
        return Interval95(scale * one.value, low, None if one.high is None else scale * one.high)

    return BalanceFigure(
        of(figure.here),
        None if figure.other is None else of(figure.other),
        None if figure.more is None else of(figure.more),
    )


def _limit_said(limit: LimitBalance, who: str) -> Iterator[str]:
    cost = limit.cost
    if cost is None or limit.free_apart is None:
        yield (
            "The rules do not hold together without the limit, so that what it costs cannot be"
            f" played: the {who} has {figure_text(limit.apart.here, sign=True)} points a deal"
            " beside the others."
        )
        return
    if not cost.here.certain:
        yield (
            f"With the same packs the limit shows no cost for the {who}:"
            f" {figure_text(cost.here)} points a deal."
        )
    else:
        word = "costs" if cost.here.value > 0 else "brings"
        yield (
            f"The limit {word} the {who} {size_text(cost.here)} points a deal, beside the same"
            " packs without it."
        )
    if limit.cost_of_others is not None:
        others = limit.cost_of_others.here
        word = "costs" if others.value > 0 else "brings"
        if others.certain:
            yield f"It {word} each of the others {size_text(others)} points."
        else:
            yield f"It shows no cost for each of the others: {figure_text(others)} points."
    apart, free = limit.apart.here, limit.free_apart.here
    yield (
        f"With it the {who} has {_more_or_fewer(apart)} than the others, without it"
        f" {_more_or_fewer(free)}."
    )
    yield beside_text(cost, f"it costs the {who}", unit=" points a deal")


def _more_or_fewer(figure: Interval95) -> str:
    word = "fewer" if figure.value < 0 else "more"
    return f"{size_text(figure)} points a deal {word}"


# --- deals --------------------------------------------------------------------------------


def _kinds(balance: Balance) -> BalanceSection:
    compared = balance.against is not None
    columns = (
        FigureColumn(
            "decide",
            tuple(each.decides for each in balance.kinds),
            PERCENT,
            "What all deals of a kind decide, in % of how far final totals lie apart",
        ),
        FigureColumn(
            "each",
            tuple(each.each for each in balance.kinds),
            1.0,
            "What one deal of a kind decides, in even shares",
        ),
        FigureColumn(
            "spread",
            tuple(each.spread for each in balance.kinds),
            1.0,
            "Points between best and worst in a deal",
        ),
    )
    by_number = tuple(
        (
            str(each.number),
            each.name,
            "picked" if each.cards is None else str(each.cards),
            "–" if each.decides is None else figure_text(each.decides, PERCENT),
            figure_text(each.spread),
        )
        for each in balance.deals
    )
    return BalanceSection(
        "deals",
        "What does each kind of deal weigh?",
        _said(*_kinds_said(balance)),
        (
            *figure_tables(
                "Kinds of deals: what they decide in %, one of them in even shares, points"
                " between best and worst",
                "deals",
                [f"{each.name}, {each.deals}" for each in balance.kinds],
                columns,
                compared=compared,
            ),
            BalanceTableText(
                "Deals: what each decides in %, points between best and worst",
                ("deal", "name", "cards", "decides", "spread"),
                by_number,
                (1,),
            ),
        ),
        tuple(
            BarPicture(title, along, bars, even, even_name)
            for title, along, bars, even, even_name in (
                (
                    "What one deal of a kind decides",
                    "even shares of how far totals lie apart",
                    tuple(
                        BarLine(each.name, each.each)
                        for each in balance.kinds
                        if each.each is not None
                    ),
                    1.0,
                    "even",
                ),
                (
                    "Points between best and worst",
                    "points in a deal",
                    tuple(BarLine(each.name, each.spread) for each in balance.kinds),
                    None,
                    "",
                ),
            )
            if bars
        ),
    )


def _kinds_said(balance: Balance) -> Iterator[str]:
    weighed = [(each, each.each) for each in balance.kinds if each.each is not None]
    if not weighed:
        yield "Final totals never lie apart: no deal decides anything."
        return
    if len(weighed) == 1:
        kind = weighed[0][0]
        yield (
            f"All deals are of one kind: in each there are {figure_text(kind.spread.here)} points"
            " between best and worst."
        )
        return
    ordered = sorted(weighed, key=lambda one: one[1].here.value)
    (light, _), (heavy, _) = ordered[0], ordered[-1]
    if _from_one(heavy) > 0:
        yield f"{_kind_said(heavy, 'most')}."
    if _from_one(light) < 0:
        yield f"{_kind_said(light, 'least')}."
    if _from_one(heavy) <= 0 <= _from_one(light):
        yield "No kind of deal shows to decide more or less than an even share."
    if _from_one(heavy) > 0:
        yield beside_text(heavy.each, f"{heavy.name} decides", unit=" even shares")


def _from_one(kind: KindWeight) -> int:
    """1 where a deal of a kind surely decides more than an even share, -1 less, else 0."""
    assert kind.each is not None
    low, high = _ends(kind.each.here)
    return (low > 1) - (high < 1)


def _kind_said(kind: KindWeight, word: str) -> str:
    assert kind.each is not None
    assert kind.decides is not None
    how_many = "one deal" if kind.deals == 1 else f"{kind.deals} deals"
    return (
        f"{kind.name} decides {word} for a deal, {figure_text(kind.each.here)} times an even share"
        f" ({how_many}, {share_text(kind.decides.here)} of how far totals lie apart)"
    )


# --- skill --------------------------------------------------------------------------------


def _skill(balance: Balance) -> BalanceSection:
    compared = balance.against is not None
    names = [f"{_pair(each)}, {each.packs} packs" for each in balance.skill]
    columns = (
        FigureColumn(
            "points",
            tuple(each.points for each in balance.skill),
            1.0,
            "Points a match gained by one better player, in every seat",
        ),
        FigureColumn(
            "won",
            tuple(each.won for each in balance.skill),
            PERCENT,
            "Matches won by one better player, in %",
        ),
    )
    fair = PERCENT / balance.players
    return BalanceSection(
        "skill",
        "How much is skill?",
        _said(*(text for each in balance.skill for text in _skill_said(each))),
        figure_tables(
            f"One better player, in every seat: points a match gained, won in % (even {fair:.1f})",
            "who",
            names,
            columns,
            compared=compared,
        ),
        (
            BarPicture(
                "Matches won by the better player",
                "% of the matches",
                tuple(BarLine(_pair(each), each.won) for each in balance.skill),
                fair,
                "even",
                PERCENT,
            ),
        )
        if balance.skill
        else (),
    )


def _pair(each: SkillBalance) -> str:
    return f"{each.better} among {each.worse}"


def _skill_said(each: SkillBalance) -> Iterator[str]:
    points = each.points.here
    word = "gains" if points.value >= 0 else "loses"
    yield (
        f"One {each.better} player among {each.worse} ones {word} {size_text(points)} points a"
        f" match over a {each.worse} player in the same seat with the same packs, and wins"
        f" {share_text(each.won.here)} of the matches, where {PERCENT * each.fair:.1f} % would be"
        " even."
    )
    yield beside_text(each.won, f"{each.better} wins", PERCENT, " %")


# --- length -------------------------------------------------------------------------------


NAMES: Final = {
    "all": "all decisions",
    "bids": "bids",
    "cards": "cards played",
    "others": "all others",
}


def _length(balance: Balance) -> BalanceSection:
    title = "How long does a match take?"
    found = {each.name: each for each in balance.decisions}
    if "all" not in found:
        return BalanceSection("length", title, ("Decisions are not counted in this game.",), ())
    compared = balance.against is not None
    whole = found["all"]
    columns = (
        FigureColumn(
            "made", tuple(each.made for each in balance.decisions), 1.0, "Decisions a match"
        ),
        FigureColumn(
            "a choice",
            tuple(each.choices for each in balance.decisions),
            1.0,
            "Decisions a match with a choice between several actions",
        ),
    )
    made, choices = whole.made.here, whole.choices.here
    parts = [
        f"{figure_text(found[name].made.here)} are {NAMES[name]}"
        for name in ("bids", "cards")
        if name in found
    ]
    said = [
        f"A match takes {figure_text(made)} decisions, {made.value / balance.players:,.1f} a seat:"
        f" {' and '.join(parts)}.",
        f"In {PERCENT * choices.value / made.value:.0f} % of them there is a choice between several"
        " actions.",
        beside_text(whole.made, "a match takes", unit=" decisions"),
    ]
    return BalanceSection(
        "length",
        title,
        _said(*said),
        figure_tables(
            f"Decisions a match, and those with a choice, in {balance.counted} matches",
            "",
            [NAMES[each.name] for each in balance.decisions],
            columns,
            compared=compared,
        ),
        (
            BarPicture(
                "Decisions with a choice",
                "decisions a match",
                tuple(BarLine(NAMES[each.name], each.choices) for each in balance.decisions),
            ),
        ),
    )
