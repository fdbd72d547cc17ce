"""What reading a compiled game can find: codes J701 to J708.

What its rules say is told by the codes of a rules file, at the same places of the JSON.
"""

from __future__ import annotations

from typing import ClassVar

from clagdsl.lang.source import Place
from clagdsl.problems.model import PlacedProblem


class NotJson(PlacedProblem):
    code = "J701"
    title = "a compiled game that is no JSON"
    message: str
    help = "compile the rules again: `clagdsl compile FILE -o X.json`"


class KeyTwice(PlacedProblem):
    code = "J702"
    title = "a key that stands twice in one object"
    key: str
    first: Place
    message = "the key {key:excerpt} stands twice in one object"
    help = "keep one of the two: programs do not agree on which of them counts"
    label = "again"
    beside: ClassVar = {"first": "first here"}


class OtherForm(PlacedProblem):
    code = "J703"
    title = "JSON that is no compiled game of this form"
    message: str
    help: str


class TooMuchJson(PlacedProblem):
    code = "J704"
    title = "a compiled game that holds too much"
    message: str
    help = "compile a smaller file of rules: no rules need so much"


class WrongShape(PlacedProblem):
    code = "J705"
    title = "a value that the schema of compiled games does not have"
    message: str
    help: str


class NoRulesSay(PlacedProblem):
    code = "J706"
    title = "a value that no rules file can say"
    message: str
    help: str


class SaidOtherwise(PlacedProblem):
    code = "J707"
    title = "two parts of a compiled game that contradict each other"
    message: str
    help: str


class WrongFingerprint(PlacedProblem):
    code = "J708"
    title = "a fingerprint of other rules"
    now: str
    message = "this is not the fingerprint of these rules"
    help = "if they were changed on purpose, write `{now}`; else compile the rules again"
