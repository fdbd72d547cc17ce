"""What a record, or a file that it reaches, can make the program show: nothing of other files."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import clagdsl
from clagdsl.cli.main import main
from clagdsl.lang.fingerprint import rules_hash
from clagdsl.records.writing import write_record

SECRET = "wheelbarrow:x:0:0:a secret/line:/wheelbarrow\nbids 2 - 3\n"
RULES = 'clag 1\ngame "Mine" extends foss\n'
HEAD = 'record = 1\nplayers = ["Ann", "Bob", "Cai"]\n'
ROW = '[[deal]]\ndeal = 1\nbids = "1 1 0"\ntotals = "12 0 10"\n'
Capture = pytest.CaptureFixture[str]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of somebody else's files, with files of the reader beside it."""
    (tmp_path / "secret.txt").write_text(SECRET)
    (tmp_path / "outside.clag").write_text(RULES)
    inside = tmp_path / "theirs"
    (inside / "below").mkdir(parents=True)
    (inside / "mine.clag").write_text(RULES)
    (inside / "below" / "deep.clag").write_text(RULES)
    monkeypatch.chdir(inside)
    return inside


def told(capsys: Capture, *words: str) -> tuple[int, str]:
    status = main(list(words))
    output = capsys.readouterr()
    return status, output.out + output.err


def record(folder: Path, rules: str, more: str = "") -> str:
    text = HEAD + f"rules = {json.dumps(rules)}\n" + more + ROW
    (folder / "match.toml").write_text(text)
    return "match.toml"


NO_RULES = (
    *(SECRET, "# clag\n" + SECRET, "", "\0\0", "clagged " + SECRET),
    *(
        f"{head} {SECRET}"
        for head in ("clag is a", "Clag\n", "clag 1 is a", "clag 2, a", "clag 1. a")
    ),
)


@pytest.mark.parametrize("text", NO_RULES)
@pytest.mark.parametrize("command", ["check", "sheet", "fmt", "compile"])
def test_a_file_that_is_extended_and_holds_no_rules_is_not_shown(
    text: str, command: str, folder: Path, capsys: Capture
) -> None:
    (folder.parent / "secret.txt").write_text(text)
    (folder / "odd.clag").write_text(f'clag 1\ngame "M" extends "{folder.parent}/secret.txt"\n')
    status, shown = told(capsys, command, "odd.clag")
    assert (status, "C233" in shown) in ((1, True), (0, False))  # fmt asks nobody else
    assert "wheelbarrow" not in shown
    assert "bids" not in shown
    assert command != "check" or "begins with `clag 1`" in shown


@pytest.mark.parametrize("trust", [(), ("--trust",)])
def test_the_rules_of_a_record_that_are_no_rules_are_not_shown(
    trust: tuple[str, ...], folder: Path, capsys: Capture
) -> None:
    (folder / "beside.txt").write_text(SECRET)
    for rules in ("beside.txt", "../secret.txt", str(folder.parent / "secret.txt")):
        for format in ("text", "json"):
            name = record(folder, rules, "seed = 7\n")
            for words in (("replay", name, "--format", format), ("play", "--resume", name)):
                status, shown = told(capsys, *words, *trust)
                assert status == 1
                assert "R601" in shown
                assert "wheelbarrow" not in shown
        with pytest.raises(clagdsl.RulesError) as caught:
            clagdsl.replay(folder / "match.toml", trust=bool(trust))
        assert all("wheelbarrow" not in text.text for text in caught.value.sources.values())


@pytest.mark.parametrize("rules", ["../outside.clag", "below/../../outside.clag", "link.clag", "/"])
def test_a_record_reaches_its_own_folder_only_unless_it_is_trusted(
    rules: str, folder: Path, capsys: Capture
) -> None:
    (folder / "link.clag").symlink_to("../outside.clag")
    rules = str(folder.parent / "outside.clag") if rules == "/" else rules
    name = record(folder, rules)
    status, shown = told(capsys, "replay", name)
    assert status == 1
    assert "R601" in shown
    assert "--trust" in shown
    # A file that is not there is told alike: nobody learns from it what there is.
    (folder.parent / "outside.clag").rename(folder.parent / "moved.clag")
    assert told(capsys, "replay", name) == (status, shown)
    (folder.parent / "moved.clag").rename(folder.parent / "outside.clag")
    assert told(capsys, "replay", record(folder, rules), "--trust")[0] == 0


@pytest.mark.parametrize("rules", ["mine.clag", "./mine.clag", "below/deep.clag", "foss"])
def test_bundled_rules_and_files_beside_it_are_reached(
    rules: str, folder: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert told(capsys, "replay", record(folder, rules))[0] == 0
    monkeypatch.chdir("/")
    assert told(capsys, "replay", str(folder / "match.toml"))[0] == 0


def test_what_the_rules_of_a_record_extend_is_held_to_the_same(
    folder: Path, capsys: Capture
) -> None:
    (folder / "far.clag").write_text('clag 1\ngame "Far" extends "../outside.clag"\n')
    (folder / "near.clag").write_text('clag 1\ngame "Near" extends "below/deep.clag"\n')
    assert told(capsys, "check", "far.clag")[0] == 0  # named by the user, not by a record
    assert told(capsys, "replay", record(folder, "near.clag"))[0] == 0
    status, shown = told(capsys, "replay", record(folder, "far.clag"))
    assert (status, "--trust" in shown, "C233" in shown) == (1, True, True)
    assert told(capsys, "replay", "match.toml", "--trust")[0] == 0


def test_a_record_that_knows_the_rules_already_reaches_them(folder: Path, capsys: Capture) -> None:
    outside = folder.parent / "outside.clag"
    state = clagdsl.load(outside).start(seed=3)
    while (action := clagdsl.random_action(state)) is not None:
        state = state.apply(action)
    text = write_record(state.record())
    assert rules_hash(state.game) in text
    (folder / "kept.toml").write_text(text)
    assert told(capsys, "replay", "kept.toml")[0] == 0
    assert clagdsl.replay(folder / "kept.toml").totals == state.totals
    (folder / "kept.toml").write_text(text.replace(rules_hash(state.game), "sha256:0"))
    assert told(capsys, "replay", "kept.toml")[0] == 1
    with pytest.raises(clagdsl.RulesError):
        clagdsl.replay(folder / "kept.toml")
    assert clagdsl.replay(folder / "kept.toml", trust=True).totals == state.totals
