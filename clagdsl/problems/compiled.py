"""What reading a compiled game can find: codes J701, J703, J705, J707 and J709.

What its texts say is reported by the codes of a rules file, at their places in these texts.
"""

from __future__ import annotations

from clagdsl.problems.model import PlacedProblem


class NotJson(PlacedProblem):
    code = "J701"
    title = "a compiled game that is no JSON"
    message: str
    help = "compile the rules again: `clagdsl compile FILE -o X.json`"


class OtherForm(PlacedProblem):
    code = "J703"
    title = "JSON that is no compiled game of this form"
    message: str
    help: str


class WrongTexts(PlacedProblem):
    code = "J705"
    title = "a compiled game with texts that `compile` does not write"
    message: str
    help = "compile the rules again, or see `game.schema.json` for what it holds"


class SaidOtherwise(PlacedProblem):
    code = "J707"
    title = "a compiled game that says something else than its texts"
    there: str
    meant: str
    message = "{there} stands here, but the texts of this game compile to {meant}"
    help = "change the rules file and compile it again: a compiled game is not edited"


class CompactGame(PlacedProblem):
    code = "J709"
    title = "a compact compiled game where rules are needed"
    message = "this compiled game is compact: it is for other programs, and has no texts of rules"
    help = "compile the rules without `--compact`, or name the rules file itself"
