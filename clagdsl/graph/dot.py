"""A picture in the DOT language, which Graphviz and many other programs lay out."""

from __future__ import annotations

from collections.abc import Iterator

from clagdsl.graph.picture import LEGEND, Box, Lane, Picture, Who
from clagdsl.visible import visible

_FILLS: dict[Who, str] = {
    "chance": "#eeeeee",
    "dealer": "#fdebc8",
    "caller": "#f9dcd4",
    "players": "#d9e8fb",
    "rules": "#e3f1de",
}


def dot(picture: Picture) -> str:
    """The picture as DOT text."""
    lines = [
        "digraph rules {",
        f"  label={quoted(picture.title, picture.subtitle)}; labelloc=t; rankdir=LR;",
        '  node [shape=box, style="rounded,filled", fontname="Helvetica", fontsize=11];',
        '  edge [fontname="Helvetica", fontsize=10];',
        '  graph [fontname="Helvetica", fontsize=12];',
    ]
    begin = "next deal" if picture.whole else "one deal"
    label = quoted(begin, *picture.schedule)
    lines.append(f'  "next" [label={label}, shape=ellipse, fillcolor=white];')
    for number, lane in enumerate(picture.lanes, 1):
        lines += [f"  {line}" for line in _lane(f"d{number}", lane)]
    if picture.whole:
        lines.append(f'  "over" [label={quoted("the end")}, shape=ellipse, fillcolor=white];')
        lines.append(f'  "next" -> "over" [label={quoted("no deal is left")}];')
    if picture.never:
        label = quoted("in every deal", *picture.never)
        lines.append(f'  "never" [label={label}, shape=note, style=dashed];')
    return "\n".join([*lines, "}", ""])


def _lane(name: str, lane: Lane) -> Iterator[str]:
    yield f"subgraph cluster_{name} {{"
    yield f"  label={quoted(*lane.deals)}; style=rounded; color=gray;"
    yield from (f"  {line}" for line in _chain(name, lane.boxes))
    for number, path in enumerate(lane.paths, 1):
        yield from (f"  {line}" for line in _chain(f"{name}_{number}", path.boxes))
    yield "}"
    first, last = _ends(name, lane.boxes)
    yield f'"next" -> "{first}";'
    if not lane.paths:
        yield f'"{last}" -> "next";'
    for number, path in enumerate(lane.paths, 1):
        start, end = _ends(f"{name}_{number}", path.boxes)
        yield f'"{last}" -> "{start}" [label={quoted(path.condition)}];'
        yield f'"{end}" -> "next";'


def _ends(name: str, boxes: tuple[Box, ...]) -> tuple[str, str]:
    """The first and the last box that is not left out."""
    names = [f"{name}_{box.phase}" for box in boxes if not box.skipped]
    return names[0], names[-1]


def _chain(name: str, boxes: tuple[Box, ...]) -> Iterator[str]:
    """The boxes, and the arrows between them; what is left out stands beside with dotted lines."""
    before: str | None = None
    aside: str | None = None
    for box in boxes:
        here = f"{name}_{box.phase}"
        if box.skipped:
            label = quoted(box.title, box.note)
            yield f'"{here}" [label={label}, style=dashed, fontcolor="#666666"];'
            if before is not None:
                yield f'"{before}" -> "{here}" [style=dotted, arrowhead=none];'
            aside = here
            continue
        label = quoted(box.title, LEGEND[box.who], box.note)
        yield f'"{here}" [label={label}, fillcolor="{_FILLS[box.who]}"];'
        if before is not None:
            yield f'"{before}" -> "{here}";'
        elif aside is not None:
            yield f'"{aside}" -> "{here}" [style=dotted, arrowhead=none];'
        if box.again:
            yield f'"{here}" -> "{here}";'
        before = here


def quoted(*lines: str) -> str:
    """Lines of text as one label."""
    texts = (visible(line).replace("\\", "\\\\").replace('"', '\\"') for line in lines)
    return '"' + "\\n".join(texts) + '"'
