"""The picture of a game's state machine: its content, and its source in DOT and Mermaid.

Input: the `StateMachine` of a game at a table. Output: a `Diagram` of plain text, which is written
by `dot` and `mermaid` below and by the module `svg`.

A lane is a row of boxes, one for each phase. Deals with the same phases share a lane. A phase that
is skipped has a box with the reason, unless it is skipped in every deal for the same reason. A lane
branches after a call if the rest depends on it.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final, Literal, TypeAlias

from clagdsl.explain.english import with_article
from clagdsl.lang.numerals import group, in_words, join_words
from clagdsl.lang.rules import Direction, FirstBidder
from clagdsl.problems.escape import escape_invisible
from clagdsl.table.deal_rules import Phase
from clagdsl.table.phases import PHASES
from clagdsl.table.schedule import ScheduledDeal
from clagdsl.table.states import Actor, Branch, Course, StateMachine, TurnedUp, Ways, ranges

Who: TypeAlias = Literal["chance", "dealer", "caller", "bidder", "eldest", "players", "rules"]

TITLES: Final[dict[Phase, str]] = {
    "size": "size",
    "deal": "deal",
    "call": "call",
    "auction": "auction",
    "name": "name trump",
    "rest": "deal the rest",
    "turn": "turn up",
    "first": "draw",
    "bid": "bid",
    "play": "play",
    "score": "score",
}

LEFT_OUT: Final[dict[Phase, str]] = {
    "size": "no choice of size",
    "deal": "no deal",
    "call": "no call",
    "auction": "no auction",
    "name": "no naming of trump",
    "rest": "no rest",
    "turn": "no card turned up",
    "first": "no draw",
    "bid": "no bidding",
    "play": "no play",
    "score": "no score",
}

_NOTES: Final[dict[Phase, str]] = {
    "size": "the dealer picks how many cards",
    "deal": "one card at a time, {direction}{at_first}",
    "call": "the caller chooses",
    "auction": "each in turn, until all but one have passed; thrown in if all pass",
    "name": "trump is named",
    "rest": "the cards after the first {first}{if_any}",
    "turn": "{turned}",
    "first": "for the first bidder",
    "bid": "{bids}",
    "play": "trick by trick{played}",
    "score": "points for everybody",
}

_BIDS: Final[dict[FirstBidder, str]] = {
    "eldest": "each in turn, once round",
    "dealer": "the dealer first, then each in turn",
    "caller": "the caller first, then each in turn",
    "drawn": "the player drawn first, then each in turn",
    "auction winner": "the winner of the auction first, then each in turn",
    "right of dealer": "the player right of the dealer first, then each in turn",
}
_TURNED: Final[dict[TurnedUp, str]] = {
    "next card": "the next card makes trump",
    "last card": "the dealer's last card makes trump",
    "none": "no card is left, and no trump",
    "drawn": "a suit is drawn as trump",
}
_NO_CARD_LEFT_NOTES: Final[dict[TurnedUp, str]] = {
    "next card": "",
    "last card": "; if none is left, the dealer's last one does",
    "none": "; if none is left, there is no trump",
    "drawn": "; or a suit is drawn",
}

_WHO: Final[dict[Actor, Who]] = {
    "chance": "chance",
    "dealer": "dealer",
    "caller": "caller",
    "highest bidder": "bidder",
    "eldest": "eldest",
    "players in turn": "players",
    "players together": "players",
    "nobody": "rules",
}

LEGEND: Final[dict[Who, str]] = {
    "chance": "chance",
    "dealer": "the dealer",
    "caller": "the caller",
    "bidder": "the highest bidder",
    "eldest": "eldest",
    "players": "the players in turn",
    "rules": "nobody: the rules decide",
}


@dataclass(frozen=True, slots=True)
class Box:
    """One phase: who acts and what happens, or the reason why it is skipped.

    `again` is True if the phase repeats, bid by bid or card by card; `at_once` is True if all
    players act simultaneously.
    """

    phase: Phase
    title: str
    note: str
    who: Who
    skipped: bool = False
    again: bool = False
    at_once: bool = False

    @property
    def actor(self) -> str:
        """The actor as a phrase."""
        return "all players" if self.at_once else LEGEND[self.who]


@dataclass(frozen=True, slots=True)
class Path:
    """The boxes after some of the calls; `condition` names these calls."""

    condition: str
    boxes: tuple[Box, ...]


@dataclass(frozen=True, slots=True)
class Lane:
    """The course of deals with the same phases: their names, boxes, and paths after a call."""

    deals: tuple[str, ...]
    boxes: tuple[Box, ...]
    paths: tuple[Path, ...]


@dataclass(frozen=True, slots=True)
class Diagram:
    """A whole picture.

    `never` lists the phases that every deal skips, with the reason; they have no boxes.
    """

    title: str
    subtitle: str
    schedule: tuple[str, ...]
    lanes: tuple[Lane, ...]
    never: tuple[str, ...]
    whole: bool
    """Whether the whole match is shown, rather than only some of its deals."""
    last: str = "no deal is left"
    """The condition under which the match is over."""


def make_picture(machine: StateMachine, courses: Sequence[Course] | None = None) -> Diagram:
    """Returns the picture of a game at a table, or of only some of its deals."""
    chosen = machine.courses if courses is None else tuple(courses)
    lanes = _lanes(chosen, machine.direction)
    # Some deals alone are shown in full, including what they share with all others.
    never = _always_skipped(lanes) if courses is None else []
    hidden = {phase for phase, _ in never}
    decisions = f"at most {machine.decisions:,} decisions"
    whole = courses is None
    lot = "the first dealer is drawn, " if machine.draws_dealer else ""
    shown = [row for row in machine.schedule if whole or any(_includes(c, row) for c in chosen)]
    return Diagram(
        machine.title,
        f"{machine.players} players, {lot}{machine.deals_text}, {decisions}"
        if whole
        else f"{machine.players} players",
        tuple(schedule_lines(shown)),
        tuple(_without(lane, hidden) for lane in lanes),
        tuple(f"{LEFT_OUT[phase]}: {why}" for phase, why in never),
        whole,
        "no deal is left, or the match ends early" if machine.ends else "no deal is left",
    )


def _includes(course: Course, row: ScheduledDeal) -> bool:
    return row.number in course.numbers


def schedule_lines(rows: Sequence[ScheduledDeal]) -> Iterator[str]:
    """Yields the lines of the schedule, with runs of deals merged: `1 to 7: normal, 1 up to 7
    cards`.
    """
    runs: list[list[ScheduledDeal]] = []
    for row in rows:
        if runs and _continues(runs[-1], row):
            runs[-1].append(row)
        else:
            runs.append([row])
    texts = [f"{run[0].name}, {_sizes(run)}" for run in runs]
    run_lengths = [(text, len(run)) for text, run in zip(texts, runs, strict=True)]
    period = _period(run_lengths)
    for text, run in list(zip(texts, runs, strict=True))[:period]:
        yield f"{ranges(row.number for row in run)}: {text}"
    if period < len(runs):
        again = [row.number for run in runs[period:] for row in run]
        yield f"{ranges(again)}: the same {in_words(len(runs) // period - 1)} times more"


def _period(rows: Sequence[object]) -> int:
    """Returns the length of the cycle if `rows` repeats one at least three times; otherwise the
    number of rows.
    """
    many = len(rows)
    for period in range(1, many // 3 + 1):
        if many % period == 0 and list(rows) == list(rows[:period]) * (many // period):
            return period
    return many


def _continues(run: list[ScheduledDeal], row: ScheduledDeal) -> bool:
    last = run[-1]
    if row.name != last.name or row.number != last.number + 1 or not row.cards or not last.cards:
        alike = (row.low, row.high) == (last.low, last.high)
        return row.name == last.name and row.number == last.number + 1 and alike
    step = row.cards - last.cards
    if len(run) == 1:
        return abs(step) <= 1 or row.row == last.row
    return step == (last.cards - (run[-2].cards or 0))


def _sizes(run: list[ScheduledDeal]) -> str:
    first, last = run[0], run[-1]
    if first.cards is None:
        return f"{first.low} to {first.high} cards as the dealer picks"
    if first.cards == last.cards:
        return "1 card" if first.cards == 1 else f"{first.cards} cards"
    direction = "up" if last.low > first.low else "down"
    step = abs(run[1].low - first.low)
    by = "" if step == 1 else f" by {step}"
    return f"{first.cards} {direction} to {last.cards}{by} cards"


# --- lanes --------------------------------------------------------------------------------


def _lanes(courses: Sequence[Course], direction: Direction) -> list[Lane]:
    def way(course: Course) -> tuple[tuple[Box, ...], tuple[Path, ...]]:
        paths = tuple(_path(branch, direction) for branch in course.branches)
        boxes = tuple(_boxes(course, direction))
        # nothing depends on the call
        return ((*boxes, *paths[0].boxes), ()) if len(paths) == 1 else (boxes, paths)

    alike = group((way(course), course) for course in courses)
    return [
        Lane(tuple(_deal_text(course) for course in same), boxes, paths)
        for (boxes, paths), same in alike.items()
    ]


def _deal_text(course: Course) -> str:
    word = "deal" if len(course.numbers) == 1 else "deals"
    return f"{course.deal} ({word} {ranges(course.numbers)})"


def _path(branch: Branch, direction: Direction) -> Path:
    return Path(branch.condition, tuple(_boxes(branch, direction)))


def _boxes(along: Course | Branch, direction: Direction) -> Iterator[Box]:
    """Yields the boxes in order, with skipped phases in their usual place."""
    reasons = dict(along.skipped)
    done = 0
    for phase in along.phases:
        place = PHASES.index(phase)
        for passed in PHASES[done:place]:
            if passed in reasons:
                yield Box(passed, LEFT_OUT[passed], reasons[passed], "rules", skipped=True)
        done = max(done, place + 1)
        at_once = phase == "bid" and along.bidders == "players together"
        if phase == "name" and "turn" in along.phases and not along.ways.named_on:
            yield Box(phase, LEFT_OUT[phase], "no card is left to turn", "rules", skipped=True)
            continue
        yield Box(
            phase,
            TITLES[phase],
            _note(phase, along, direction),
            _who(phase, along.namer),
            again=phase in ("auction", "bid", "play"),
            at_once=at_once,
        )


def _note(phase: Phase, along: Course | Branch, direction: Direction) -> str:
    if phase == "bid" and along.ways.looks:
        together = along.bidders == "players together"
        bids = _at_once(along.ways) if together else _bids(along.ways)
        return f"{bids}; each looks first or bids blind"
    if phase == "bid" and along.bidders == "players together":
        return _at_once(along.ways)
    if phase == "name" and along.ways.named_on:
        return (
            f"if {join_words([with_article(name) for name in along.ways.named_on], 'or')} is turned"
        )
    ways = along.ways
    first = join_words([str(cards) for cards in ways.first_cards], "or")
    return _NOTES[phase].format(
        direction=direction,
        bids=_bids(ways),
        turned=_turned(ways),
        first=first,
        at_first=f", {first} to each at first" if first else "",
        if_any=", if there are more" if ways.at_once else "",
        played=_played(ways),
    )


def _at_once(ways: Ways) -> str:
    if not ways.again:
        return "everybody at once"
    who = join_words([who if who == "eldest" else f"the {who}" for who in ways.again], "or")
    return f"everybody at once; {who} may bid again"


def _bids(ways: Ways) -> str:
    if len(ways.first) > 1:
        return "each in turn; the call decides who is first"
    return _BIDS[ways.first[0]] if ways.first else _BIDS["eldest"]


def _turned(ways: Ways) -> str:
    others = [turned_up for turned_up in ways.turned if turned_up != "next card"]
    if len(ways.turned) > len(others):
        return _TURNED["next card"] + "".join(
            _NO_CARD_LEFT_NOTES[turned_up] for turned_up in others[:1]
        )
    return _TURNED[others[0]] if others else ""


def _played(ways: Ways) -> str:
    """Returns a note if the top card is played; players who choose a card need none."""
    if len(ways.played) > 1:
        return ", after some calls each the top card"
    return ", each the top card, which nobody chooses" if "top card" in ways.played else ""


def _who(phase: Phase, namer: Actor) -> Who:
    match phase:
        case "deal" | "first":
            return "chance"
        case "size":
            return "dealer"
        case "call":
            return "caller"
        case "name":
            return _WHO[namer]
        case "auction" | "bid" | "play":
            return "players"
        case _:
            return "rules"


def _always_skipped(lanes: Sequence[Lane]) -> list[tuple[Phase, str]]:
    """Returns the phases that every lane skips for the same reason, each with that reason."""
    skipped: list[tuple[Phase, str]] = []
    for phase in PHASES:
        boxes = [
            box
            for lane in lanes
            for box in (*lane.boxes, *(b for path in lane.paths for b in path.boxes))
            if box.phase == phase
        ]
        reasons = {box.note for box in boxes}
        if boxes and all(box.skipped for box in boxes) and len(reasons) == 1:
            skipped.append((phase, reasons.pop()))
    return skipped


def _without(lane: Lane, hidden: set[Phase]) -> Lane:
    def kept(boxes: tuple[Box, ...]) -> tuple[Box, ...]:
        return tuple(box for box in boxes if box.phase not in hidden)

    paths = tuple(replace(path, boxes=kept(path.boxes)) for path in lane.paths)
    return Lane(lane.deals, kept(lane.boxes), paths)


# --- the picture as DOT for Graphviz, and as Mermaid for code hosts --------------------------


COLOURS: Final[dict[Who, tuple[str, str]]] = {
    "chance": ("#eeeeee", "#666666"),
    "dealer": ("#fdebc8", "#a86e00"),
    "caller": ("#f9dcd4", "#a8432a"),
    "bidder": ("#e8dff5", "#6a3fa0"),
    "eldest": ("#f6e0ec", "#9c3068"),
    "players": ("#d9e8fb", "#2a62a8"),
    "rules": ("#e3f1de", "#4b7f38"),
}
"""The fill and stroke of the boxes of each actor."""


@dataclass(frozen=True, slots=True)
class _Notation:
    """The templates of a graph language for each part of a picture."""

    line_end: str
    escapes: dict[int, str]
    begin: str
    over: str
    never: str
    lane: tuple[str, ...]
    lane_end: str
    box: str
    skipped: str
    arrow: str
    dotted: str
    labelled: str

    def quoted(self, *lines: str) -> str:
        """Returns lines of text as one quoted label."""
        escaped = (escape_invisible(line).translate(self.escapes) for line in lines)
        return f'"{self.line_end.join(escaped)}"'

    def lines(self, picture: Diagram) -> Iterator[str]:
        """Yields the lines of the graph, without the head and the end of the document."""
        begin = "next deal" if picture.whole else "one deal"
        yield self.begin.format(label=self.quoted(begin, *picture.schedule))
        for number, lane in enumerate(picture.lanes, 1):
            yield from self._lane(f"d{number}", lane, "next" if picture.whole else "over")
        yield self.over.format(
            label=self.quoted("the end" if picture.whole else "the deal is over")
        )
        if picture.whole:
            yield self.labelled.format("next", "over", label=self.quoted(picture.last))
        if picture.never:
            yield self.never.format(label=self.quoted("in every deal", *picture.never))

    def _lane(self, name: str, lane: Lane, after: str) -> Iterator[str]:
        paths = [(f"{name}_{n}", path) for n, path in enumerate(lane.paths, 1)]
        label = self.quoted(", ".join(lane.deals))
        yield from (line.format(name=name, label=label) for line in self.lane)
        for chain, boxes in ((name, lane.boxes), *((own, path.boxes) for own, path in paths)):
            yield from (f"  {line}" for line in self._chain(chain, boxes))
        yield self.lane_end
        last = f"{name}_{lane.boxes[-1].phase}"
        yield self.arrow.format("next", f"{name}_{lane.boxes[0].phase}")
        if not paths:
            yield self.arrow.format(last, after)
        for own, path in paths:
            first, label = f"{own}_{path.boxes[0].phase}", self.quoted(path.condition)
            yield self.labelled.format(last, first, label=label)
            yield self.arrow.format(f"{own}_{path.boxes[-1].phase}", after)

    def _chain(self, name: str, boxes: tuple[Box, ...]) -> Iterator[str]:
        """Yields the boxes with arrows between them, dotted to and from skipped boxes."""
        for before, box in zip((None, *boxes), boxes, strict=False):
            here = f"{name}_{box.phase}"
            actor = () if box.skipped else (box.actor,)
            yield (self.skipped if box.skipped else self.box).format(
                name=here,
                label=self.quoted(box.title, *actor, box.note),
                who=box.who,
                fill=COLOURS[box.who][0],
            )
            if before is not None:
                arrow = self.dotted if box.skipped or before.skipped else self.arrow
                yield arrow.format(f"{name}_{before.phase}", here)
            if box.again:
                yield self.arrow.format(here, here)


_DOT: Final = _Notation(
    line_end="\\n",
    escapes=str.maketrans({"\\": "\\\\", '"': '\\"'}),
    begin='"next" [label={label}, shape=ellipse, fillcolor=white];',
    over='"over" [label={label}, shape=ellipse, fillcolor=white];',
    never='"never" [label={label}, shape=note, style=dashed];',
    lane=("subgraph cluster_{name} {{", "  label={label}; style=rounded; color=gray;"),
    lane_end="}",
    box='"{name}" [label={label}, fillcolor="{fill}"];',
    skipped='"{name}" [label={label}, style=dashed, fontcolor="#666666"];',
    arrow='"{}" -> "{}";',
    dotted='"{}" -> "{}" [style=dotted];',
    labelled='"{}" -> "{}" [label={label}];',
)
_MERMAID: Final = _Notation(
    line_end="<br/>",
    escapes=str.maketrans(
        {"#": "#35;", '"': "#quot;", "<": "#lt;", ">": "#gt;", "&": "#amp;", "`": "#96;"}
    ),
    begin="next[{label}]",
    over="over([{label}])",
    never="never[{label}]:::skipped",
    lane=("subgraph {name}[{label}]", "  direction LR"),
    lane_end="end",
    box="{name}[{label}]:::{who}",
    skipped="{name}[{label}]:::skipped",
    arrow="{} --> {}",
    dotted="{} -.-> {}",
    labelled="{} -- {label} --> {}",
)

_RARE: Final = ("bidder", "eldest")
"""Actors that occur in few games; the style class of each is declared only if it is used."""


def dot(picture: Diagram) -> str:
    """Returns the picture as DOT text."""
    title = _DOT.quoted(picture.title, picture.subtitle)
    lines = [
        "digraph rules {",
        "  // made by clagdsl graph",
        f"  label={title}; labelloc=t; rankdir=LR;",
        '  node [shape=box, style="rounded,filled", fontname="Helvetica", fontsize=11];',
        '  edge [fontname="Helvetica", fontsize=10];',
        '  graph [fontname="Helvetica", fontsize=12];',
    ]
    return "\n".join([*lines, *(f"  {line}" for line in _DOT.lines(picture)), "}", ""])


def mermaid(picture: Diagram) -> str:
    """Returns the picture as Mermaid text."""
    title = json.dumps(
        escape_invisible(f"{picture.title}: {picture.subtitle}")
    )  # JSON is also valid YAML
    lines = ["---", f"title: {title}", "---", "%% made by clagdsl graph", "flowchart LR"]
    lines += [f"  {line}" for line in _MERMAID.lines(picture)]
    used = {line.rpartition(":::")[2] for line in lines}
    lines += [
        f"  classDef {who} fill:{fill},stroke:{stroke},color:#222222"
        for who, (fill, stroke) in COLOURS.items()
        if who in used or who not in _RARE
    ]
    gone = "fill:#ffffff,stroke:#999999,stroke-dasharray:4 3,color:#666666"
    return "\n".join([*lines, f"  classDef skipped {gone}", ""])
