"""Pictures of games: goldens of the three forms, and what must hold for every game.

`CLAGDSL_REWRITE=1 pytest tests/explain/test_graph_pictures.py` writes the pictures in
tests/golden/graph anew; look at them in a browser before they go in.
"""

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest
from support.expected import assert_as_reviewed

from clagdsl.check.checker import load_checked
from clagdsl.explain.graph.picture import dot, make_picture, mermaid
from clagdsl.explain.graph.svg import svg, wrapped
from clagdsl.lang.resources import bundled_names
from clagdsl.table.states import make_machine
from clagdsl.table.table import make_table

GOLDEN = Path(__file__).parent.parent / "golden" / "graph"
WRITERS = {"svg": svg, "dot": dot, "mmd": mermaid}
SVG = "{http://www.w3.org/2000/svg}"


def machine_of(name, players=None):
    return make_machine(make_table(load_checked(name).game, players))


@pytest.mark.parametrize("ending", WRITERS)
@pytest.mark.parametrize("name", ["pagat", "raf"])
def test_a_picture_stays_as_it_was(name, ending):
    text = WRITERS[ending](make_picture(machine_of(name)))
    assert_as_reviewed(text, GOLDEN / f"{name}.{ending}")


@pytest.mark.parametrize("name", bundled_names())
def test_a_picture_shows_every_phase_and_every_reason(name):
    machine = machine_of(name)
    picture = make_picture(machine)
    for course in machine.courses:
        lane = next(
            lane
            for lane in picture.lanes
            if any(text.startswith(f"{course.deal} (") for text in lane.deals)
        )
        left = [box.phase for box in lane.boxes if not box.skipped]
        assert left[: len(course.phases)] == list(course.phases)
        for phase, why in course.skipped:
            shown = any(box.phase == phase and box.note == why for box in lane.boxes)
            assert shown or any(text.endswith(why) for text in picture.never)
        if len(course.branches) > 1:
            assert [path.condition for path in lane.paths] == [b.condition for b in course.branches]
            for path, branch in zip(lane.paths, course.branches, strict=True):
                assert [b.phase for b in path.boxes if not b.skipped] == list(branch.phases)
    assert sum(len(lane.deals) for lane in picture.lanes) == len(machine.courses)


@pytest.mark.parametrize("name", bundled_names())
def test_nothing_in_an_svg_lies_outside_or_over_another_box(name):
    root = ElementTree.fromstring(svg(make_picture(machine_of(name))))
    wide, high = (float(root.get(side)) for side in ("width", "height"))
    boxes = []
    for shape in root.iter(f"{SVG}rect"):
        x, y = float(shape.get("x", 0)), float(shape.get("y", 0))
        right, bottom = x + float(shape.get("width")), y + float(shape.get("height"))
        assert x >= 0
        assert y >= 0
        assert right <= wide
        assert bottom <= high
        if shape.get("x"):
            boxes.append((x, y, right, bottom))
    for place, (x, y, right, bottom) in enumerate(boxes):
        for other in boxes[place + 1 :]:
            apart = other[0] >= right or other[2] <= x or other[1] >= bottom or other[3] <= y
            assert apart, (x, y, other)
    for text in root.iter(f"{SVG}text"):
        # Twelve points, of which a letter takes half at most but for a few wide ones.
        length = 6.6 * len(text.text) * (1.6 if text.get("class") == "title" else 1)
        start = float(text.get("x")) - (length / 2 if text.get("text-anchor") else 0)
        assert start >= 0
        assert start + length <= wide + 10, text.text
        assert 0 < float(text.get("y")) < high


@pytest.mark.parametrize("name", bundled_names())
@pytest.mark.parametrize("writer", [dot, mermaid])
def test_every_arrow_leads_from_a_node_to_a_node(name, writer):
    text = writer(make_picture(machine_of(name)))
    if writer is dot:
        nodes = set(re.findall(r'^ *"(\w+)" \[label', text, re.M))
        arrows = re.findall(r'^ *"(\w+)" -> "(\w+)"', text, re.M)
    else:
        nodes = set(re.findall(r"^ *(\w+)\(?\[", text, re.M))
        arrows = re.findall(r'^ *(\w+) (?:-- ".*" )?-\.?->? ?(?:->)? ?(\w+)$', text, re.M)
    assert arrows
    assert {end for arrow in arrows for end in arrow} <= nodes
    assert len(arrows) > len(nodes) // 2


def test_one_deal_alone_shows_all_that_is_left_out():
    machine = machine_of("pagat")
    course = next(course for course in machine.courses if course.deal == "Misere")
    picture = make_picture(machine, [course])
    assert picture.schedule == ("9: Misere, 7 cards",)
    assert picture.never == ()
    (lane,) = picture.lanes
    assert [box.phase for box in lane.boxes if box.skipped] == ["size", "call", "name", "bid"]
    assert "the deal is over" in mermaid(picture)
    assert "deal over" in svg(picture)


def test_texts_of_strangers_stay_texts():
    machine = machine_of("scottish")
    odd = 'a <b> & "c" `d` #e \\ \x1b'
    picture = make_picture(machine)
    odd_picture = type(picture)(odd, odd, (odd,), picture.lanes, (odd,), whole=True)
    ElementTree.fromstring(svg(odd_picture))
    assert "<b>" not in mermaid(odd_picture).split("---\n")[2]
    assert "\x1b" not in svg(odd_picture) + dot(odd_picture) + mermaid(odd_picture)
    assert '\\"c\\"' in dot(odd_picture)


def test_long_lines_are_broken_between_words():
    assert wrapped("one two three", 7) == ["one two", "three"]
    assert wrapped("unbreakable word", 4) == ["unbreakable", "word"]
