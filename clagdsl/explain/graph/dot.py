"""A picture in the DOT language, which Graphviz and many other programs lay out."""

from __future__ import annotations

from collections.abc import Iterator

from clagdsl.explain.graph.picture import Box, Diagram, Lane, Who
from clagdsl.problems.safe_text import visible

_FILLS: dict[Who, str] = {
    "chance": "#eeeeee",
    "dealer": "#fdebc8",
    "caller": "#f9dcd4",
    "bidder": "#e8dff5",
    "eldest": "#f6e0ec",
    "players": "#d9e8fb",
    "rules": "#e3f1de",
}


def dot(picture: Diagram) -> str:
    """The picture as DOT text."""
    lines = [
        "digraph rules {",
        "  // made by clagdsl graph",
        f"  label={quoted(picture.title, picture.subtitle)}; labelloc=t; rankdir=LR;",
        '  node [shape=box, style="rounded,filled", fontname="Helvetica", fontsize=11];',
        '  edge [fontname="Helvetica", fontsize=10];',
        '  graph [fontname="Helvetica", fontsize=12];',
    ]
    begin = "next deal" if picture.whole else "one deal"
    label = quoted(begin, *picture.schedule)
    lines.append(f'  "next" [label={label}, shape=ellipse, fillcolor=white];')
    for number, lane in enumerate(picture.lanes, 1):
        lines += [f"  {line}" for line in _lane(f"d{number}", lane, picture)]
    over = "the end" if picture.whole else "the deal is over"
    lines.append(f'  "over" [label={quoted(over)}, shape=ellipse, fillcolor=white];')
    if picture.whole:
        lines.append(f'  "next" -> "over" [label={quoted(picture.last)}];')
    if picture.never:
        label = quoted("in every deal", *picture.never)
        lines.append(f'  "never" [label={label}, shape=note, style=dashed];')
    return "\n".join([*lines, "}", ""])


def _lane(name: str, lane: Lane, picture: Diagram) -> Iterator[str]:
    after = "next" if picture.whole else "over"
    yield f"subgraph cluster_{name} {{"
    yield f"  label={quoted(', '.join(lane.deals))}; style=rounded; color=gray;"
    yield from (f"  {line}" for line in _chain(name, lane.boxes))
    for number, path in enumerate(lane.paths, 1):
        yield from (f"  {line}" for line in _chain(f"{name}_{number}", path.boxes))
    yield "}"
    first, last = _ends(name, lane.boxes)
    yield f'"next" -> "{first}";'
    if not lane.paths:
        yield f'"{last}" -> "{after}";'
    for number, path in enumerate(lane.paths, 1):
        start, end = _ends(f"{name}_{number}", path.boxes)
        yield f'"{last}" -> "{start}" [label={quoted(path.condition)}];'
        yield f'"{end}" -> "{after}";'


def _ends(name: str, boxes: tuple[Box, ...]) -> tuple[str, str]:
    return f"{name}_{boxes[0].phase}", f"{name}_{boxes[-1].phase}"


def _chain(name: str, boxes: tuple[Box, ...]) -> Iterator[str]:
    """The boxes with arrows between them; past what is left out these are dotted."""
    before: Box | None = None
    for box in boxes:
        here = f"{name}_{box.phase}"
        if box.skipped:
            label = quoted(box.title, box.note)
            yield f'"{here}" [label={label}, style=dashed, fontcolor="#666666"];'
        else:
            label = quoted(box.title, box.actor, box.note)
            yield f'"{here}" [label={label}, fillcolor="{_FILLS[box.who]}"];'
        if before is not None:
            style = " [style=dotted]" if box.skipped or before.skipped else ""
            yield f'"{name}_{before.phase}" -> "{here}"{style};'
        if box.again:
            yield f'"{here}" -> "{here}";'
        before = box


def quoted(*lines: str) -> str:
    """Lines of text as one label."""
    texts = (visible(line).replace("\\", "\\\\").replace('"', '\\"') for line in lines)
    return '"' + "\\n".join(texts) + '"'
