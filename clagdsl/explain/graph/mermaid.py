"""A picture as a Mermaid flowchart, which code hosts and note programs draw by themselves."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Final

from clagdsl.explain.graph.picture import Box, Diagram, Lane
from clagdsl.problems.safe_text import visible

_STYLES = {
    "chance": "fill:#eeeeee,stroke:#666666,color:#222222",
    "dealer": "fill:#fdebc8,stroke:#a86e00,color:#222222",
    "caller": "fill:#f9dcd4,stroke:#a8432a,color:#222222",
    "bidder": "fill:#e8dff5,stroke:#6a3fa0,color:#222222",
    "eldest": "fill:#f6e0ec,stroke:#9c3068,color:#222222",
    "players": "fill:#d9e8fb,stroke:#2a62a8,color:#222222",
    "rules": "fill:#e3f1de,stroke:#4b7f38,color:#222222",
    "skipped": "fill:#ffffff,stroke:#999999,stroke-dasharray:4 3,color:#666666",
}

_RARE = ("bidder", "eldest")
"""Who acts in few games."""


def mermaid(picture: Diagram) -> str:
    """The picture as Mermaid text."""
    title = json.dumps(visible(f"{picture.title}: {picture.subtitle}"))  # a text of YAML, too
    lines = ["---", f"title: {title}", "---", "%% made by clagdsl graph", "flowchart LR"]
    begin = "next deal" if picture.whole else "one deal"
    lines.append(f"  next[{quoted(begin, *picture.schedule)}]")
    for number, lane in enumerate(picture.lanes, 1):
        lines += [f"  {line}" for line in _lane(f"d{number}", lane, picture)]
    over = "the end" if picture.whole else "the deal is over"
    lines.append(f"  over([{quoted(over)}])")
    if picture.whole:
        lines.append(f"  next -- {quoted(picture.last)} --> over")
    if picture.never:
        lines.append(f"  never[{quoted('in every deal', *picture.never)}]:::skipped")
    used = {line.rpartition(":::")[2] for line in lines}
    lines += [
        f"  classDef {name} {style}"
        for name, style in _STYLES.items()
        if name in used or name not in _RARE
    ]
    return "\n".join(lines) + "\n"


def _lane(name: str, lane: Lane, picture: Diagram) -> Iterator[str]:
    after = "next" if picture.whole else "over"
    yield f"subgraph {name}[{quoted(', '.join(lane.deals))}]"
    yield "  direction LR"
    yield from (f"  {line}" for line in _chain(name, lane.boxes))
    for number, path in enumerate(lane.paths, 1):
        yield from (f"  {line}" for line in _chain(f"{name}_{number}", path.boxes))
    yield "end"
    first, last = _ends(name, lane.boxes)
    yield f"next --> {first}"
    if not lane.paths:
        yield f"{last} --> {after}"
    for number, path in enumerate(lane.paths, 1):
        start, end = _ends(f"{name}_{number}", path.boxes)
        yield f"{last} -- {quoted(path.condition)} --> {start}"
        yield f"{end} --> {after}"


def _ends(name: str, boxes: tuple[Box, ...]) -> tuple[str, str]:
    return f"{name}_{boxes[0].phase}", f"{name}_{boxes[-1].phase}"


def _chain(name: str, boxes: tuple[Box, ...]) -> Iterator[str]:
    """The boxes with arrows between them; past what is left out these are dotted."""
    before: Box | None = None
    for box in boxes:
        here = f"{name}_{box.phase}"
        if box.skipped:
            yield f"{here}[{quoted(box.title, box.note)}]:::skipped"
        else:
            yield f"{here}[{quoted(box.title, box.actor, box.note)}]:::{box.who}"
        if before is not None:
            dotted = box.skipped or before.skipped
            yield f"{name}_{before.phase} {'-.->' if dotted else '-->'} {here}"
        if box.again:
            yield f"{here} --> {here}"
        before = box


def quoted(*lines: str) -> str:
    """Lines of text as one label."""
    return '"' + "<br/>".join(_escaped(line) for line in lines) + '"'


_ENTITIES: Final = str.maketrans(
    {"#": "#35;", '"': "#quot;", "<": "#lt;", ">": "#gt;", "&": "#amp;", "`": "#96;"}
)
"""What Mermaid takes for its own, as it wants it written."""


def _escaped(text: str) -> str:
    return visible(text).translate(_ENTITIES)
