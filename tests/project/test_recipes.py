"""CONTRIBUTING's recipe for a named policy, done in a copy: whoever follows it forgets nothing.

There are two words of different aspects: `red`, a class of cards (`follow suit, else red, else
anything`), and `dealer` (`next dealer dealer`: whoever deals goes on dealing).  Every reader takes
them when the steps are done; when one is left out, a test is red.
"""

import os
import shutil
import subprocess
import sys
from itertools import islice
from pathlib import Path

import pytest
from support.samples import every_nth

ROOT = Path(__file__).parent.parent.parent
TAKEN = ("clagdsl", "docs", "editors", "grammars", "rules", "tests", "web", "CONTRIBUTING.md")

POLICY = """    word_policy(
        "red",
        2,
        label="a red card",
        sentence="must play a red card",
        note=None,
        meanings={"red": "A heart or a diamond."},
    ),
"""
ANYTHING = '    word_policy(\n        "anything",\n        1,'

PROBLEM = """class MustBeRed(RuleProblem):
    code = "A316"
    title = "a red card must be played"
    text: str
    allowed: Sequence[Card]
    message = "`{text}` is not red, and a red card is owed; play {allowed:listed}"


"""
REFUSED = """        case "red":
            text, allowed = f"{card} as {face}" if face else str(card), _allowed(rules, turn)
            return problems.illegal_actions.MustBeRed(
                text, allowed, origin=rules.origin("follow")
            ).reason()
        case "suit" | "anything\""""

Edit = tuple[str, str, str]
STEPS: dict[str, list[Edit]] = {
    "type": [("lang/policies/play.py", 'trump", "anything"]\n', 'trump", "red", "anything"]\n')],
    "policy": [("lang/policies/play.py", ANYTHING, POLICY + ANYTHING)],
    "terminal": [
        ("grammars/terminals.lark", "REPEAT.1:", 'RED.1: "red" _NOT_A_WORD\nREPEAT.1:'),
        ("grammars/clag.lark", "RANK_WORD, REPEAT,", "RANK_WORD, RED, REPEAT,"),
    ],
    "grammar": [("grammars/clag.lark", "follow_class:", "follow_class: RED |")],
    "rule": [
        (
            "table/legal_plays.py",
            '        case "anything":\n            return counted.suits',
            '        case "red":\n            return ("hearts", "diamonds")\n'
            '        case "anything":\n            return counted.suits',
        ),
        (
            "lang/policies/play.py",
            '        case "anything":\n            return False',
            '        case "red" | "anything":\n            return False',
        ),
        ("table/legal_plays.py", '        case "suit" | "anything"', REFUSED),
        ("problems/illegal_actions.py", "class SuitRequired(", PROBLEM + "class SuitRequired("),
    ],
}
KERNELS: list[Edit] = [
    ("simulation/lowering/policy_codes.py", '"": 0,', '"": 0, "suit, else red": 9,')
]

TOLD = """
from clagdsl.check.checker import check_text
from clagdsl.engine.state import start_match
from clagdsl.explain.diff.compare import clause_text
from clagdsl.explain.phrases import follow_note
from clagdsl.explain.rule_sheet.document import markdown
from clagdsl.explain.rule_sheet.sheet_builder import rule_sheet
from clagdsl.lang.vocabulary import meaning
from clagdsl.lang.game_json import game_json
from clagdsl.lang.source import SourceText
from clagdsl.problems.arguments import ArgumentError
from clagdsl.simulation.lowering.lower import lower
from clagdsl.syntax.expected_tokens import fixed_words
from clagdsl.syntax.parser import language
from clagdsl.syntax.token import CLAUSES
from clagdsl.table.legal_plays import Turn, why_not_play
from clagdsl.table.table import make_table
from support.simulation_rules import followings
from support.table_games import card, cards, trick

found = check_text('''clag 2
game "X"
players 3 to 3
deal normal trump turned bid in turn score tricks follow suit, else red, else anything
schedule 3 cards: normal
winner highest total, then shared
''')
game = found.game
assert game is not None, found.diagnostics
follow = game.deals[0].aspects.follow
assert clause_text("follow", follow) == "follow suit, else a red card, else any card"
sheet = markdown(rule_sheet(game))
assert "players who cannot must play a red card, and those who have none may play any card" in sheet
assert follow_note(follow.alternatives[0].value.duties) == clause_text("follow", follow)
assert meaning("red") == "A heart or a diamond."
assert "red" in CLAUSES["follow"]
assert "red" in fixed_words(language().words).values()
assert "suit, else red, else anything" in followings()
assert "'suit', 'red', 'anything'" in str(game_json(game))
seen = Turn(cards("9H KS"), trick("5C"), ("S",))
refused = why_not_play(make_table(game).rules("normal"), seen, card("KS"))
assert refused is not None and refused.code == "A316", refused
assert refused.reason == "`KS` is not red, and a red card is owed; play `9H`"
try:
    lower(make_table(game))
except ArgumentError as error:
    assert error.code == "U627" and "`follow suit, else red` in `normal`" in error.reason
else:
    raise AssertionError("the kernels were not told of it")
"""


@pytest.fixture
def copied(tmp_path: Path) -> Path:
    """A copy of the project, without the parser's tables of this one."""
    skip = shutil.ignore_patterns("__pycache__", "_data", "golden", "mistakes")
    for name in TAKEN:
        source = ROOT / name
        if source.is_dir():
            shutil.copytree(source, tmp_path / name, ignore=skip)
        else:
            shutil.copy(source, tmp_path / name)
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    return tmp_path


def edit(project: Path, edits: list[Edit]) -> None:
    for name, old, new in edits:
        inside = project / "clagdsl" / name
        path = inside if inside.exists() else project / name
        text = path.read_text("utf-8")
        assert old in text, (name, old)
        path.write_text(text.replace(old, new), "utf-8")


def run(project: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    path = os.pathsep.join([str(project), str(project / "tests")])
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=project,
        env={
            **os.environ,
            "PYTHONPATH": path,
            "PYTHONDONTWRITEBYTECODE": "",  # many processes import the copy
            "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",  # none of these tests needs one
        },
        capture_output=True,
        text=True,
        check=False,
    )


def write(project: Path) -> None:
    for program in ("write_declared.py", "write_schemas.py"):
        done = run(project, f"docs/{program}")
        assert done.returncode == 0, done.stderr


def failed(project: Path, *tests: str) -> str:
    """What is red of some tests in the copy."""
    own = f"--basetemp={project / '.tests'}"  # else each looks at the folders of all runs before
    done = run(project, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", own, *tests)
    return "" if done.returncode == 0 else done.stdout + done.stderr


DECLARED = "tests/lang/test_declared.py"
FOLLOWING = "tests/table/test_following.py"
CODES = "tests/simulation/test_policy_codes.py"
MEANINGS = "tests/lsp/test_words.py"


def test_every_reader_takes_a_new_policy(copied: Path) -> None:
    for edits in STEPS.values():
        edit(copied, edits)
    write(copied)
    told = run(copied, "-c", TOLD)
    assert told.returncode == 0, told.stderr
    for name in ("docs/reference/language.md", "docs/reference/game.schema.json"):
        assert "red" in (copied / name).read_text("utf-8").split('"suit'[0], 1)[1], name
    row = ("docs/reference/language.md", "| `red` | 2 |  |", "| `red` | 2 | a heart or a diamond |")
    assert "`red` has no meaning" in failed(copied, DECLARED)
    edit(copied, [row])
    # The kernels are still to be told.
    assert "`follow suit, else red` in `normal`" in failed(copied, CODES)
    edit(copied, KERNELS)
    assert failed(copied, DECLARED, FOLLOWING, MEANINGS) == ""


FORGOTTEN = {
    "type": (DECLARED, "are not those of"),
    "policy": (DECLARED, "are not those of"),
    "terminal": (DECLARED, "RED"),
    "grammar": (DECLARED, "red"),
    "rule": (FOLLOWING, "red"),
}


@pytest.mark.parametrize("step", every_nth(STEPS, 5))
def test_a_step_that_is_left_out_is_noticed(copied: Path, step: str) -> None:
    for name, edits in STEPS.items():
        if name != step:
            edit(copied, edits)
    test, message = FORGOTTEN[step]
    assert message in failed(copied, test)


SAME_DEALER = """    word_policy(
        "dealer",
        2,
        label="the dealer deals again",
        sentence="Whoever deals goes on dealing.",
        note=None,
        meanings={},
    ),
"""
DEALS = "dealer and deals and next"
"""The tests of a match in which the dealer deals next."""
LEFT = '    word_policy(\n        "left",'
DEALER_WORD: list[Edit] = [
    (
        "lang/policies/deal_end.py",
        'Literal["left", "right", "winner"',
        'Literal["dealer", "left", "right", "winner"',
    ),
    ("lang/policies/deal_end.py", LEFT, SAME_DEALER + LEFT),
    ("grammars/clag.lark", "(LEFT | RIGHT | WINNER", "(DEALER | LEFT | RIGHT | WINNER"),
]
"""The steps that `red` leaves out, too."""
DEALER_STEPS: dict[str, tuple[list[Edit], str, tuple[str, ...]]] = {
    "role": (
        [
            ("lang/policies/deal_end.py", 'Literal["eldest"', 'Literal["dealer", "eldest"'),
            (
                "lang/policies/deal_end.py",
                '        "winner": "winner",',
                '        "dealer": "dealer",\n        "winner": "winner",',
            ),
        ],
        "differ in ['dealer']",
        (DECLARED,),
    ),
    "JavaScript": (
        [
            (
                "web/clag-score/src/score/scoring.js",
                "    eldest: circle",
                "    dealer: lines[dealer],\n    eldest: circle",
            )
        ],
        "test_who_deals_next_by_every_rule",
        ("tests/web/test_sheets_in_node.py", "-k", "who_deals_next"),
    ),
    "lanes": (
        [
            (
                "simulation/vector/phases.py",
                '                case "winner":\n                    return winner_seat',
                '                case "dealer":\n                    return dealer\n'
                '                case "winner":\n                    return winner_seat',
            )
        ],
        "Expected code to be unreachable, but got: 'dealer'",
        ("tests/simulation/test_agreement.py", "-k", DEALS),
    ),
    "step machine": (
        [
            (
                "simulation/lowering/policy_codes.py",
                '    "eldest": 0,\n',
                '    "dealer": 5,\n    "eldest": 0,\n',
            ),
            (
                "simulation/kernels/deal_phases.py",
                "    return winner if role == 1",
                "    if role == 5:\n        return dealer\n    return winner if role == 1",
            ),
        ],
        "'dealer'",
        (CODES,),
    ),
    "reference": (
        [
            (
                "tests/reference/compiled.py",
                '    due = {\n        "left"',
                '    due = {\n        "dealer": played.dealer,\n        "left"',
            )
        ],
        "'dealer': only",
        ("tests/conformance_suite/test_conformance_judged.py", "-k", DEALS),
    ),
}
"""The other steps of `next dealer dealer`: edits, and what is red without them in which tests."""


@pytest.mark.parametrize("every", [3, pytest.param(1, marks=pytest.mark.long)])
def test_score_sheets_records_and_javascript_take_a_new_policy(copied: Path, every: int) -> None:
    """All steps are enough; without each one, or every third one, a test is red."""
    edit(copied, DEALER_WORD)
    for edits, _, _ in DEALER_STEPS.values():
        edit(copied, edits)
    write(copied)
    edit(
        copied,
        [("docs/reference/language.md", "| `dealer` | 2 |  |", "| `dealer` | 2 | the dealer |")],
    )
    tests = {name for _, _, (name, *_) in DEALER_STEPS.values()}
    tests |= {"tests/records/test_next_dealer.py", "tests/web/test_known_words.py"}
    chosen = f"({DEALS}) or who_deals_next or not_is_reported or known_or_of_cards or declared"
    assert failed(copied, *sorted(tests), "-k", chosen) == ""
    for step, (edits, message, tests_of_step) in islice(DEALER_STEPS.items(), 0, None, every):
        edit(copied, [(name, new, old) for name, old, new in reversed(edits)])
        assert message in failed(copied, *tests_of_step), step
        edit(copied, edits)


def test_what_is_not_written_anew_is_noticed(copied: Path) -> None:
    for edits in STEPS.values():
        edit(copied, edits)
    assert "run write_declared.py" in failed(copied, DECLARED, "-k", "reference")
    assert "schema" in failed(copied, "tests/lang/test_schema_published.py", "-k", "types_give")
