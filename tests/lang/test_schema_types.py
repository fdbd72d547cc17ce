"""What dataclasses look like as JSON is what their generated schema allows, and nothing else."""

import copy
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Generic, Literal, TypeVar

import jsonschema
import pytest

from clagdsl.lang.json_schema import schema_of, to_json

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Box(Generic[T]):
    """What holds a thing.

    More about boxes.
    """

    content: T


@dataclass(frozen=True, slots=True)
class Tree:
    kind: Literal["tree"]
    branches: tuple["Tree", ...]


@dataclass(frozen=True, slots=True)
class Everything:
    number: int
    truth: bool
    text: str | None
    share: Fraction
    measure: float
    pair: tuple[int, str]
    box: Box[tuple[int, ...]]
    boxes: tuple[Box[str], ...]
    tree: Tree
    named: Mapping[str, int]


EVERYTHING = Everything(
    number=-3,
    truth=False,
    text=None,
    share=Fraction(5, 2),
    measure=0.25,
    pair=(1, "a"),
    box=Box((1, 2)),
    boxes=(Box("b"),),
    tree=Tree("tree", (Tree("tree", ()),)),
    named={"x": 1},
)


def test_what_is_written_fits_the_schema() -> None:
    schema = schema_of(Everything, title="everything")
    jsonschema.Draft202012Validator.check_schema(schema)
    written = to_json(EVERYTHING)
    jsonschema.validate(written, schema)
    assert isinstance(written, dict)
    assert written["share"] == "5/2"
    assert written["box"] == {"content": [1, 2]}


@pytest.mark.parametrize(
    ("field", "wrong"),
    [
        ("number", "1"),
        ("number", 1.5),
        ("truth", None),
        ("text", 7),
        ("share", 2.5),
        ("measure", "0.25"),
        ("pair", [1]),
        ("pair", [1, "a", "b"]),
        ("box", {"content": ["1"]}),
        ("boxes", [{"content": 1}]),
        ("tree", {"kind": "bush", "branches": []}),
        ("tree", {"kind": "tree", "branches": [{}]}),
        ("named", {"x": "1"}),
        ("more", 1),
    ],
)
def test_what_a_field_cannot_hold_does_not_fit(field: str, wrong: object) -> None:
    document = copy.deepcopy(to_json(EVERYTHING))
    assert isinstance(document, dict)
    document[field] = wrong
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(document, schema_of(Everything, title="everything"))


def test_a_missing_field_does_not_fit() -> None:
    document = to_json(EVERYTHING)
    assert isinstance(document, dict)
    del document["text"]
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(document, schema_of(Everything, title="everything"))


def test_a_description_is_the_first_paragraph_of_a_docstring() -> None:
    schema = schema_of(Everything, title="everything")
    properties = schema["$defs"]["Everything"]["properties"]
    assert properties["box"]["description"] == "What holds a thing."


@pytest.mark.parametrize("value", [1.5j, {1}, object(), b"bytes", float("nan"), float("inf")])
def test_what_has_no_json_form_is_refused(value: object) -> None:
    with pytest.raises(TypeError, match="no JSON form"):
        to_json(value)
