"""The server for assistants, called by the client of the protocol's own library.

The client checks every structured answer against the schema of its tool.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import re
import signal
import socket
import subprocess
import sys
import time
import tomllib
import urllib.error
import urllib.request
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from mcp import Client, MCPError, StdioServerParameters
from support import hostile_texts

from clagdsl.assistant import measures, service
from clagdsl.assistant.folder import MOST_LISTED
from clagdsl.assistant.pages import PROBLEM_TEMPLATE, primer
from clagdsl.assistant.service import Assistant
from clagdsl.assistant.tools import FOLDER_TOOLS, TOOLS
from clagdsl.cli.main import main
from clagdsl.lang.json_value import JsonValue
from clagdsl.lang.resources import all_names, bundled_path
from clagdsl.playground.page_answers import answer
from clagdsl.problems.render import problem_kinds
from clagdsl.serve.user_rules import LONGEST_RULES
from clagdsl.serve.worker_pool import Workers, too_long

Connected = Callable[..., Any]
HOUSE = 'clag 1\ngame "House" extends pagat\nchange players 4 to 6\n'
SHORT = """clag 2
game "Short"
players 3
deal normal
  trump turned
  bid in turn
  last bid keeps bids != cards
  score 10 + tricks when made, otherwise 0
schedule 2 cards: normal
winner highest total, then shared
"""
UNFAIR = 'clag 1\ngame "X" extends pagat\nchange normal\n  last bid keeps bids > cards\n'


async def told(client: Client, name: str, **arguments: Any) -> Any:
    """Returns the structured answer of a tool, which its text repeats."""
    result = await client.call_tool(name, arguments)
    assert not result.is_error, result.content
    assert json.loads(result.content[0].text) == result.structured_content
    return result.structured_content


async def error_of(client: Client, name: str, **arguments: Any) -> Any:
    """Returns the error of a tool that gave no answer, which its text repeats.

    Some clients check it against the schema of the answer.
    """
    result = await client.call_tool(name, arguments)
    assert result.is_error, result.structured_content
    assert json.loads(result.content[0].text) == result.structured_content
    jsonschema.validate(result.structured_content, {**TOOLS, **FOLDER_TOOLS}[name].output_schema)
    return result.structured_content["error"]


async def refused(client: Client, name: str, **arguments: Any) -> str:
    """Returns why a tool gave no answer, as a line."""
    error = await error_of(client, name, **arguments)
    return f"{error['code']}: {error['message']} ({error['help']})"


def test_a_hole_is_found_shown_and_mended_over_standard_input() -> None:
    async def use() -> None:
        command = StdioServerParameters(command=sys.executable, args=["-m", "clagdsl", "mcp"])
        async with Client(command) as client:
            names = [tool.name for tool in (await client.list_tools()).tools]
            assert names == list(TOOLS)
            (problem,) = (await told(client, "check_rules", text=UNFAIR))["problems"]
            assert problem["code"] == "P306"
            assert problem["detail"][-1] == "dealer  none left"
            (edit,) = problem["fix"]
            lines = UNFAIR.split("\n")
            line, column = edit["line"] - 1, edit["column"] - 1
            lines[line] = lines[line][:column] + edit["text"] + lines[line][column:]
            mended = await told(client, "check_rules", text="\n".join(lines))
            assert (mended["title"], mended["problems"]) == ("X", [])

    asyncio.run(use())


def test_answers_are_those_of_the_playground(connected: Connected) -> None:
    questions: dict[str, dict[str, Any]] = {
        "check_rules": {},
        "fix_rules": {},
        "rule_sheet": {},
        "compare_rules": {"other": UNFAIR},
        "score_deal": {"deal": 7, "bids": [2, 0, 3, 1], "tricks": [2, 0, 3, 2]},
        "trick_winner": {"deal": 7, "trump": "hearts", "played": "AC 2H 5C KC"},
        "play_match": {"seed": "3", "policy": "random"},
        "check_score_sheet": {"sheet": "deal,Ann,Bob,Cai,Dot\n1,0,0,0,0\n", "figures": "totals"},
    }

    async def use(client: Client) -> None:
        for name, more in questions.items():
            found = await told(client, name, text=HOUSE, **more)
            expected: Any = answer({"wish": TOOLS[name].wish, "text": HOUSE, **more})
            del expected["wish"], expected["pages"]
            if name == "rule_sheet":
                del expected["sheet"]["html"]
            assert found == json.loads(json.dumps(expected)), name

    connected(use)


def test_every_schema_is_one_of_an_object_and_names_its_arguments() -> None:
    for name, tool in {**TOOLS, **FOLDER_TOOLS}.items():
        for schema in (tool.input_schema, tool.output_schema):
            jsonschema.Draft202012Validator.check_schema(schema)
            assert schema["type"] == "object"
            assert not {"wish", "pages", "html"} & {*schema["properties"]}, name
        assert "required" in tool.input_schema


def test_a_text_may_be_the_name_of_a_bundled_game(connected: Connected) -> None:
    async def use(client: Client) -> None:
        by_name = await told(client, "compare_rules", text="pagat", other="scottish")
        texts = [bundled_path(name) for name in ("pagat", "scottish")]
        whole = [path.read_text("utf-8") for path in texts if path is not None]
        assert by_name == await told(client, "compare_rules", text=whole[0], other=whole[1])

    connected(use)


def test_a_name_of_nothing_is_not_read_as_rules(connected: Connected) -> None:
    async def use(client: Client) -> None:
        for name in ("nofile.clag", "PAGAT", "../x", "my game.clag", "/home/me/my games/x.clag"):
            why = f"there is no file or game of the name `{name}`"
            assert why in await refused(client, "check_rules", text=name)
            assert why in await refused(client, "compare_rules", text=HOUSE, other=name)
            assert why in await refused(client, "check_score_sheet", text=HOUSE, sheet=name)
        for text in ("clag", "clag 2", 'game "X" extends pagat', "", "deal normal"):
            assert (await told(client, "check_rules", text=text))["problems"]
        assert await told(client, "check_score_sheet", text=HOUSE, sheet="deal,Ann,Bob,Cai,Dot")

    connected(use)


def test_a_problem_names_the_file_that_was_given(connected: Connected, tmp_path: Path) -> None:
    (tmp_path / "unfair.clag").write_text(UNFAIR, "utf-8")

    async def use(client: Client) -> None:
        for text, name in ((UNFAIR, "rules.clag"), ("unfair.clag", "unfair.clag")):
            (problem,) = (await told(client, "check_rules", text=text))["problems"]
            assert (problem["file"], problem["fix"][0]["file"]) == (name, name)
        trick = {"deal": 7, "trump": "hearts", "played": "AC 2H 5C KC"}
        found = await told(client, "trick_winner", text="pagat", **trick)
        assert found["trick"]["file"] == "pagat.clag"

    connected(use, tmp_path)


def test_a_wrong_call_is_told_to_the_assistant(connected: Connected) -> None:
    async def use(client: Client) -> None:
        assert "U626" in await refused(client, "check_rules")
        assert "U626" in await refused(client, "check_rules", text=HOUSE, seed="1")
        assert "U626" in await refused(client, "check_rules", text=3)
        assert "U604" in await refused(client, "score_deal", text=HOUSE, deal=99, tricks=[1] * 4)
        assert "U626" in await refused(client, "simulate", text=HOUSE, file="x")
        assert "U628" in await refused(client, "simulate", text=HOUSE, matches=10**9)
        assert "U628" in await refused(client, "balance", text=HOUSE, packs=1)
        assert "U629" in await refused(client, "simulate", text=HOUSE, policy="clever")
        assert "takes no `x`" in await refused(client, "read_page", address="", x=1)
        assert "no page" in await refused(client, "read_page", address="clagdsl://../x")
        assert "no folder" in await refused(client, "score_keeper", text=HOUSE, file="x.html")
        with pytest.raises(MCPError, match="no such tool"):
            await client.call_tool("save_file", {"file": "x.clag", "text": HOUSE})

    connected(use)


def test_help_is_what_an_assistant_can_do(connected: Connected) -> None:
    async def use(client: Client) -> None:
        (border,) = (await told(client, "check_rules", text=BEYOND))["problems"]
        assert border["code"] == "S151"
        assert border["help"].endswith("`clagdsl://problem/S151` shows what to do instead")
        names = "deal,Ann,Bob,Cai,Dot\n1,10,10,10,1\n"
        sheet = (await told(client, "check_score_sheet", text=HOUSE, sheet=names))["replay"]
        assert sheet["misfits"][0]["help"] == "add `figures: totals` or `figures: points`"
        asked = {"text": HOUSE, "deal": "normal", "tricks": [1, 0, 0, 0], "bids": [0, 0, 0, 0]}
        assert "`cards: 1`" in await refused(client, "score_deal", **asked)
        trick = {"text": HOUSE, "deal": 7, "played": "AC 2H", "order": "S H C D"}
        assert "`order` does not belong here" in await refused(client, "trick_winner", **trick)

    connected(use)


BEYOND = HOUSE + "change normal pass 3 cards left\n"


def test_a_whole_number_may_be_written_with_a_point(connected: Connected) -> None:
    async def use(client: Client) -> None:
        deal = {"text": HOUSE, "deal": 7, "bids": [2, 0, 3, 1], "tricks": [2, 0, 3, 2]}
        whole = await told(client, "score_deal", **deal)
        point = {"deal": 7.0, "bids": [2.0, 0, 3, 1]}
        assert await told(client, "score_deal", **{**deal, **point}) == whole
        for wrong in (7.5, True):
            assert "U626" in await refused(client, "score_deal", **{**deal, "deal": wrong})

    connected(use)


# --- pages ------------------------------------------------------------------------------------


def test_every_page_can_be_read_as_a_resource_and_by_the_tool(connected: Connected) -> None:
    async def use(client: Client) -> None:
        listed = (await client.list_resources()).resources
        addresses = [each.uri for each in listed]
        assert {f"clagdsl://game/{name}" for name in all_names()} < {*addresses}
        for address in addresses:
            (contents,) = (await client.read_resource(address)).contents
            assert contents.text
            assert contents.text == (await told(client, "read_page", address=address))["text"]
        assert (await told(client, "read_page", address=addresses[0]))["text"] == primer()
        (template,) = (await client.list_resource_templates()).resource_templates
        assert template.uri_template == PROBLEM_TEMPLATE
        for code, kind in problem_kinds().items():
            address = PROBLEM_TEMPLATE.replace("{code}", code)
            assert kind.title in (await told(client, "read_page", address=address))["text"]
        for wrong in ("clagdsl://game/../foss", "clagdsl://problem/P999", "file:///etc/passwd"):
            with pytest.raises(MCPError, match="no such page"):
                await client.read_resource(wrong)

    connected(use)


def test_a_score_keeper_is_a_page_that_can_be_read(
    connected: Connected, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def use(client: Client) -> None:
        kept = await told(client, "score_keeper", text=HOUSE)
        (contents,) = (await client.read_resource(kept["address"])).contents
        assert (kept["title"], kept["file"]) == ("House", None)
        assert contents.mime_type == "text/html"
        assert contents.text.startswith("<!DOCTYPE html>")
        monkeypatch.setattr(service, "MOST_KEEPERS", 1)
        await told(client, "score_keeper", text=HOUSE)
        gone = await refused(client, "read_page", address=kept["address"])
        assert "call `score_keeper` again" in gone
        wrong = await told(client, "score_keeper", text=UNFAIR)
        assert (wrong["address"], wrong["problems"][0]["code"]) == (None, "P306")

    connected(use)


# --- files ------------------------------------------------------------------------------------


def test_without_a_folder_no_file_is_read(
    connected: Connected, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.clag").write_text(HOUSE, "utf-8")

    async def use(client: Client) -> None:
        for folder in ("", f"{tmp_path}/"):
            mine, gone = [
                await refused(client, "check_rules", text=f"{folder}{name}.clag")
                for name in ("mine", "gone")
            ]
            assert mine.replace("mine", "gone") == gone

    connected(use)


def test_files_in_the_folder_are_listed_read_and_saved(
    connected: Connected, tmp_path: Path
) -> None:
    (tmp_path / "house.clag").write_text(HOUSE, "utf-8")
    (tmp_path / "notes.md").write_text("private", "utf-8")

    async def use(client: Client) -> None:
        assert [tool.name for tool in (await client.list_tools()).tools][-2:] == [*FOLDER_TOOLS]
        assert await told(client, "list_files") == {"files": ["house.clag"], "left_out": 0}
        assert (await told(client, "check_rules", text="house.clag"))["title"] == "House"
        await told(client, "save_file", file="new.clag", text=UNFAIR)
        assert "there already" in await refused(client, "save_file", file="new.clag", text=HOUSE)
        assert (tmp_path / "new.clag").read_text("utf-8") == UNFAIR
        await told(client, "save_file", file="new.clag", text=HOUSE, replace=True)
        assert (tmp_path / "new.clag").read_text("utf-8") == HOUSE
        await told(client, "score_keeper", text="new.clag", file="keeper.html")
        assert "score keeper" in (tmp_path / "keeper.html").read_text("utf-8")

    connected(use, tmp_path)


def test_nothing_outside_the_folder_is_reached(connected: Connected, tmp_path: Path) -> None:
    inside = tmp_path / "inside"
    inside.mkdir()
    secret = tmp_path / "secret.clag"
    secret.write_text(HOUSE, "utf-8")
    (inside / "link.clag").symlink_to(secret)
    (inside / "inner.clag").symlink_to(inside / "link.clag")
    (inside / "away").symlink_to(tmp_path)
    (inside / "own.html").write_text("mine", "utf-8")

    async def use(client: Client) -> None:
        assert (await told(client, "list_files"))["files"] == []
        names = ("link.clag", "inner.clag", "../secret.clag", str(secret), "away/secret.clag")
        for name in names:
            assert "no file or game" in await refused(client, "check_rules", text=name)
            await refused(client, "save_file", file=name, text=UNFAIR, replace=True)
            extending = f'clag 1\ngame "X" extends "{name}"\n'
            (problem,) = (await told(client, "check_rules", text=extending))["problems"]
            assert problem["code"] == "C233"
            assert "the folder of the user has no rules file" in problem["message"]
        for name in ("", ".", ".clag", "x.py", "notes.md", "a/b.clag", "x\0.clag", "x" * 300):
            await refused(client, "save_file", file=name, text=HOUSE, replace=True)
        for name in ("own.html", "../k.html", "k.clag", "away/k.html"):
            await refused(client, "score_keeper", text=HOUSE, file=name)

    connected(use, inside)
    assert secret.read_text("utf-8") == HOUSE
    there = sorted(each.name for each in inside.iterdir())
    assert there == ["away", "inner.clag", "link.clag", "own.html"]
    assert (inside / "own.html").read_text("utf-8") == "mine"
    assert sorted(each.name for each in tmp_path.iterdir()) == ["inside", "secret.clag"]


def test_what_is_not_an_ordinary_file_is_never_opened(connected: Connected, tmp_path: Path) -> None:
    for ending in ("clag", "html"):
        os.mkfifo(tmp_path / f"pipe.{ending}")
        (tmp_path / f"loop.{ending}").symlink_to(tmp_path / f"loop.{ending}")
        (tmp_path / f"folder.{ending}").mkdir()
        (tmp_path / f"fixed.{ending}").touch(0o400)
    (tmp_path / "house.clag").write_text(HOUSE, "utf-8")
    (tmp_path / "own.html").write_text("mine", "utf-8")

    async def use(client: Client) -> None:
        assert (await told(client, "list_files"))["files"] == ["fixed.clag", "house.clag"]
        for name in ("pipe", "loop", "folder", "fixed"):
            file, page = f"{name}.clag", f"{name}.html"
            saved = await refused(client, "save_file", file=file, text=HOUSE, replace=True)
            kept = await refused(client, "score_keeper", text=HOUSE, file=page)
            for why, shown in ((saved, file), (kept, page)):
                assert f"`{shown}`" in why
                assert str(tmp_path) not in why
        assert "`replace: true`" in await refused(
            client, "save_file", file="house.clag", text=HOUSE
        )
        assert "--force" not in await refused(client, "score_keeper", text=HOUSE, file="own.html")

    connected(use, tmp_path)


def test_why_a_name_is_none_and_what_is_too_large_are_told(
    connected: Connected, tmp_path: Path
) -> None:
    (tmp_path / "house.clag").write_text(HOUSE, "utf-8")
    (tmp_path / "large.clag").write_text(HOUSE + "#" * LONGEST_RULES, "utf-8")

    async def use(client: Client) -> None:
        assert await told(client, "list_files") == {"files": ["house.clag"], "left_out": 1}
        for name, why in (
            ("-x.clag", "begins with a letter or a figure"),
            ("x" * 200 + ".clag", "at most 100 characters"),
            ("x.py", "it ends in `.clag`, `.toml`, `.csv` or `.txt`"),
        ):
            assert why in await refused(client, "save_file", file=name, text=HOUSE)
        text = 'clag 2\ngame "X" extends "missing.clag"\n'
        (problem,) = (await told(client, "check_rules", text=text))["problems"]
        assert "did you mean" not in problem["help"]
        text = text.replace("missing", "hous")
        (problem,) = (await told(client, "check_rules", text=text))["problems"]
        assert problem["help"] == 'did you mean `"house.clag"`?'

    connected(use, tmp_path)


def test_a_file_extends_others_of_the_folder(connected: Connected, tmp_path: Path) -> None:
    (tmp_path / "house.clag").write_text(HOUSE, "utf-8")
    (tmp_path / "night.clag").write_text('clag 1\ngame "Night" extends "house.clag"\n', "utf-8")
    (tmp_path / "round.clag").write_text('clag 1\ngame "R" extends "./round.clag"\n', "utf-8")
    (tmp_path / "rules.clag").write_text(UNFAIR, "utf-8")
    late = 'clag 2\ngame "Late" extends "night.clag"\nchange players 5\n'

    async def use(client: Client) -> None:
        for text, title in (("night.clag", "Night"), (late, "Late")):
            found = await told(client, "check_rules", text=text)
            assert (found["title"], found["problems"]) == (title, [])
        await told(client, "save_file", file="late.clag", text=late)
        sheet = (await told(client, "rule_sheet", text="late.clag"))["sheet"]
        assert "5 players" in sheet["markdown"]
        assert (await told(client, "fix_rules", text="late.clag"))["problems"] == []
        same = await told(client, "compare_rules", text="night.clag", other="house.clag")
        assert same["comparison"]["same"]
        assert (await told(client, "play_match", text="late.clag"))["match"]["finished"]
        asked = {"matches": 2, "policy": "random"}
        played = await told(client, "simulate", text="late.clag", **asked)
        assert played["simulation"]["players"] == 5
        assert "house.clag" not in (await told(client, "score_keeper", text="late.clag"))["title"]
        for name, code, said in (
            ("round.clag", "C231", "leads back to this file"),
            ("nigth.clag", "C233", "the folder of the user has no rules file `nigth.clag`"),
        ):
            text = f'clag 1\ngame "X" extends "{name}"\n'
            (problem,) = (await told(client, "check_rules", text=text))["problems"]
            assert (problem["code"], said in problem["message"]) == (code, True), problem
        assert problem["fix"][0]["text"] == '"night.clag"'
        # a text that is not saved has no name of a file
        text = 'clag 1\ngame "X" extends "rules.clag"\nchange no\n'
        files = [
            each["file"] for each in (await told(client, "check_rules", text=text))["problems"]
        ]
        assert files[0] == "new-rules.clag"

    connected(use, tmp_path)


def test_without_a_folder_a_file_to_extend_is_explained(connected: Connected) -> None:
    async def use(client: Client) -> None:
        text = 'clag 1\ngame "X" extends "house.clag"\n'
        for tool in ("check_rules", "fix_rules", "rule_sheet"):
            (problem,) = (await told(client, tool, text=text))["problems"]
            assert problem["code"] == "C233"
            assert "the user has not given this assistant a folder" in problem["message"]
            assert "web page" not in problem["message"] + problem["help"]
            assert "write the rules of that file into the text itself" in problem["help"]

    connected(use)


def test_a_file_is_replaced_only_by_its_own_kind(connected: Connected, tmp_path: Path) -> None:
    record = 'record = 1\nrules = "pagat"\nplayers = ["Ann", "Bob", "Cai", "Dot"]\n'
    sheet = "deal,Ann bid,Ann total,Bob bid,Bob total\n1,0,10,0,11\n"
    texts = {"a.clag": HOUSE, "a.toml": record, "a.csv": sheet, "a.txt": "1 10 0 11 1\n"}
    diary = "Friday\nWe played until two.\n"

    async def use(client: Client) -> None:
        for file in texts:
            for other, text in {**texts, "diary": diary}.items():
                if other != file:
                    why = await refused(client, "save_file", file=file, text=text)
                    assert f"U690: the name `{file}` is for" in why
            await told(client, "save_file", file=file, text=texts[file])
            await told(client, "save_file", file=file, text=texts[file] + "\n", replace=True)
            (tmp_path / file).write_text(diary, "utf-8")
            why = await refused(client, "save_file", file=file, text=texts[file], replace=True)
            assert f"`{file}` is there already and is not" in why
            assert (tmp_path / file).read_text("utf-8") == diary
            (tmp_path / file).write_text("", "utf-8")
            await told(client, "save_file", file=file, text=texts[file], replace=True)

    connected(use, tmp_path)


def test_a_list_leaves_out_what_cannot_be_read(
    connected: Connected, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(MOST_LISTED + 5):
        (tmp_path / f"r{number:05}.clag").touch()
    closed = tmp_path / "closed.clag"
    closed.touch(0)
    access = os.access  # an administrator may read everything
    monkeypatch.setattr(os, "access", lambda path, mode: path != closed and access(path, mode))

    async def use(client: Client) -> None:
        found = await told(client, "list_files")
        assert found["files"] == [f"r{number:05}.clag" for number in range(MOST_LISTED)]
        assert found["left_out"] == 5

    connected(use, tmp_path)


def test_a_witness_names_the_rules_as_the_caller_did(connected: Connected, tmp_path: Path) -> None:
    (tmp_path / "house.clag").write_text(HOUSE + "change normal\n  trump none\n", "utf-8")

    async def use(client: Client) -> None:
        for text, other, names in (
            ("house.clag", "pagat", ("house.clag", "pagat")),
            ("pagat", HOUSE + "change normal\n  score tricks\n", ("pagat", "other.clag")),
        ):
            asked = {"text": text, "other": other, "witness": True}
            found = await told(client, "compare_rules", **asked)
            record = found["comparison"]["witness"]["record"]
            assert tomllib.loads(record)["rules"] in names

    connected(use, tmp_path)


# --- hostile texts ----------------------------------------------------------------------------


def test_a_hostile_text_is_answered_with_its_problems(connected: Connected) -> None:
    chance = random.Random(48)
    texts = [
        each if isinstance(each, str) else each.decode("utf-8", "replace")
        for kind in (hostile_texts.truncations, hostile_texts.swaps, hostile_texts.noise)
        for each in chance.sample([*kind(chance)], 8)
    ]
    texts += ["", "\0", "(" * 5000, "{" * 5000, '{"clagdsl_game": 1}', "\ud800", "x" * 60_000]

    async def use(client: Client) -> None:
        for text in texts:
            safe = text.encode("utf-8", "replace").decode()
            found = await told(client, "check_rules", text=safe)
            assert (found["title"] is None) == any(
                each["severity"] == "error" for each in found["problems"]
            )
            await told(client, "fix_rules", text=safe)
            await told(client, "check_score_sheet", text=HOUSE, sheet=safe)

    connected(use)


ENDLESS = (
    sys.executable,
    "-c",
    "import itertools, clagdsl.assistant.text_worker as worker;"
    " told = worker.respond;"
    " worker.respond = lambda asked:"
    " all(itertools.count(1)) if asked['question']['wish'] == 'compare' else told(asked);"
    " worker.main()",
)
"""A worker that never answers which rules differ."""


def test_a_text_that_takes_too_much_is_refused_and_the_next_answered(
    connected: Connected, monkeypatch: pytest.MonkeyPatch
) -> None:
    assistant = Assistant()
    monkeypatch.setattr(assistant, "_workers", Workers(ENDLESS, seconds=0.5))

    async def use(client: Client) -> None:
        long = await refused(client, "compare_rules", text=HOUSE, other=HOUSE + "#" * LONGEST_RULES)
        assert "S103: `other` has more than 65,536 bytes" in long
        error = await error_of(client, "compare_rules", text=HOUSE, other=HOUSE)
        assert error == {"code": None, "message": too_long(0.5), "help": ""}
        monkeypatch.setattr(assistant, "_workers", Workers(service.TEXT_COMMAND))
        assert (await told(client, "check_rules", text=HOUSE))["title"] == "House"

    connected(use, None, assistant)


# --- many matches -----------------------------------------------------------------------------


def test_matches_are_simulated_by_rules_that_a_worker_compiled(connected: Connected) -> None:
    async def use(client: Client) -> None:
        asked = {"matches": 50, "players": 5, "policy": "random", "seed": 3}
        found = await told(client, "simulate", text=HOUSE, **asked)
        assert (found["cut"], found["simulation"]["matches"]) == (None, 50)
        assert len(found["simulation"]["seats"]) == 5
        assert sum(seat["won"]["value"] for seat in found["simulation"]["seats"]) == pytest.approx(
            1
        )
        assert found == await told(client, "simulate", text=HOUSE, **asked)
        assert "U601" in await refused(client, "simulate", text=HOUSE, players=9, policy="random")
        assert "U602" in await refused(client, "simulate", text=HOUSE, parameters={"none": 1})
        wrong = await told(client, "simulate", text=UNFAIR)
        assert (wrong["simulation"], wrong["problems"][0]["code"]) == (None, "P306")

    connected(use)


def measured(question: dict[str, JsonValue], seconds: float = 600) -> Any:
    import clagdsl

    read = measures.read_measure_question({"text": "", **question})
    return measures.measure(read, clagdsl.load(text=SHORT), time.time() + seconds)


def test_a_simulation_that_is_cut_says_so() -> None:
    found = measured({"wish": "simulate", "matches": 5000, "policy": "random"}, 0)
    assert found["simulation"]["matches"] == 100
    assert found["cut"].startswith("only 100 of 5,000 matches")


@pytest.mark.late
def test_a_balance_is_played_in_steps_and_says_where_it_stopped() -> None:
    whole = measured({"wish": "balance", "packs": 8})
    assert (whole["cut"], whole["balance"]["packs"]) == (None, 8)
    cut = measured({"wish": "balance", "packs": 1000}, 0)
    assert cut["balance"]["packs"] == 16
    assert cut["cut"].startswith("only 16 of 1,000 packs")
    jsonschema.validate({**cut, "problems": []}, TOOLS["balance"].output_schema)


SLOW = (
    sys.executable,
    "-c",
    "import time, clagdsl.assistant.measure_worker as worker;"
    " respond = worker.respond;"
    " worker.respond = lambda asked: time.sleep(1) or respond(asked);"
    " time.sleep(0.5); worker.main()",
)
"""A worker that starts slowly, and that first compiles for a while."""


def test_every_call_is_answered_in_time_and_work_is_not_lost(
    connected: Connected, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(service, "MEASURE_COMMAND", SLOW)
    asked = {"text": "pagat", "matches": 2, "policy": "random"}

    async def use(client: Client) -> None:
        await told(client, "check_rules", text=HOUSE)
        monkeypatch.setattr(service, "LONGEST_CALL", 1.2)
        begun = time.monotonic()
        errors = await asyncio.gather(*(error_of(client, "simulate", **asked) for _ in range(4)))
        assert time.monotonic() - begun < 1.7
        assert {(each["code"], each["message"]) for each in errors} == {
            (None, "there is no answer within 1.2 seconds")
        }
        monkeypatch.setattr(service, "LONGEST_CALL", 50.0)
        assert (await told(client, "simulate", **asked))["simulation"]["matches"] == 2

    connected(use)


def test_a_missing_package_is_told_with_the_line_that_installs_it(
    connected: Connected, monkeypatch: pytest.MonkeyPatch
) -> None:
    without = "import sys; sys.modules['numpy'] = None;"
    run = "from clagdsl.assistant.measure_worker import main; main()"
    command = (sys.executable, "-P", "-c", without + run)
    monkeypatch.setattr(service, "MEASURE_COMMAND", command)

    async def use(client: Client) -> None:
        why = await refused(client, "simulate", text=HOUSE, policy="random")
        assert "pip install" in why

    connected(use)


def test_a_worker_that_measures_ends_with_the_server() -> None:
    busy = "import time; from clagdsl.assistant import measure_worker as worker;"
    busy += "worker.respond = lambda asked: time.sleep(60); worker.main()"
    server = f"""
import subprocess, sys
from subprocess import PIPE
command = [sys.executable, "-P", "-c", {busy!r}]
worker = subprocess.Popen(command, stdin=PIPE, stdout=PIPE, stderr=sys.stdout)
worker.stdout.readline()
worker.stdin.write(b'{{"id": 1, "asked": 1}}\\n')
worker.stdin.flush()
print("asked", flush=True)
worker.wait()
"""
    command = [sys.executable, "-c", server]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "asked\n"
        process.terminate()
        process.communicate(timeout=30)  # the worker has the other end of this pipe


# --- the command ------------------------------------------------------------------------------


def test_the_command_ends_with_its_input_and_by_signals() -> None:
    command = [sys.executable, "-m", "clagdsl", "mcp"]
    hello = {"protocolVersion": "2025-11-25", "capabilities": {}}
    hello["clientInfo"] = {"name": "test", "version": "1"}
    asked = {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": hello}
    for number in (None, signal.SIGINT, signal.SIGTERM):
        with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
            assert process.stdin is not None
            assert process.stdout is not None
            process.stdin.write(json.dumps(asked).encode() + b"\n")
            process.stdin.flush()
            assert b"clagdsl" in process.stdout.readline()
            if number is None:
                process.stdin.close()
            else:
                process.send_signal(number)
            assert process.wait(60) == (0 if number is None else -number)


DEEP = b'{"jsonrpc": "2.0", "id": 3, "method": "x", "params": {"a": %b%b}}'
BROKEN_LINES = {
    b"{": (None, -32700),
    b"hello": (None, -32700),
    b"\xff\xfe": (None, -32700),
    b"[" * 100_000: (None, -32700),
    b"[]": (None, -32600),
    b'{"jsonrpc": "2.0", "id": 1}': (1, -32600),
    b'{"jsonrpc": "2.0", "id": [1], "method": "ping"}': (None, -32600),
    b'{"jsonrpc": "2.0", "id": 1.5, "method": "ping"}': (None, -32600),
    b'{"jsonrpc": "2.0", "id": true, "method": "ping"}': (None, -32600),
    b'{"jsonrpc": "2.0", "id": null, "method": "ping"}': (None, -32600),
    b'{"jsonrpc": "2.0", "id": %b, "method": "ping"}' % (b"9" * 5000): (None, -32600),
    b'{"jsonrpc": "2.0", "id": 5, "method": "x", "params": %b}' % (b"9" * 5000): (5, -32600),
    DEEP % (b"[" * 300, b"]" * 300): (3, -32600),
    DEEP % (b"[" * 30_000, b"]" * 30_000): (None, -32700),
    b"": None,
}


def test_a_line_that_is_no_message_is_answered() -> None:
    command = [sys.executable, "-m", "clagdsl", "mcp"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for line, error in BROKEN_LINES.items():
            process.stdin.write(line + b"\n")
            process.stdin.flush()
            if error is not None:
                answered = json.loads(process.stdout.readline())
                assert (answered["id"], answered["error"]["code"]) == error, line[:80]
        process.stdin.write(b'{"jsonrpc": "2.0", "id": 7, "method": "none"}\n')
        process.stdin.flush()
        assert json.loads(process.stdout.readline())["id"] == 7
        process.stdin.close()
        assert process.wait(60) == 0


def test_the_command_ends_quietly_if_nobody_reads_its_answers() -> None:
    command = [sys.executable, "-m", "clagdsl", "mcp"]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with subprocess.Popen(command, **pipes) as process:
        process.stdout.close()
        process.stdin.write(b"{\n")
        process.stdin.close()
        assert (process.wait(60), process.stderr.read()) == (0, b"")


def test_what_the_command_cannot_do_is_a_wrong_usage(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["mcp", "--folder", "/none/such"]) == 2
    assert "is not a folder" in capsys.readouterr().err
    with socket.create_server(("127.0.0.1", 0)) as taken:
        assert main(["mcp", "--http", str(taken.getsockname()[1])]) == 2
    assert "cannot listen" in capsys.readouterr().err


def test_without_its_extra_the_command_names_the_line_that_installs_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "mcp", None)
    monkeypatch.delitem(sys.modules, "clagdsl.assistant.server", raising=False)
    assert main(["mcp"]) == 2
    error = capsys.readouterr().err
    assert "the `mcp` extra" in error
    assert "pip install" in error


def test_a_client_connects_over_http() -> None:
    command = [sys.executable, "-m", "clagdsl", "mcp", "--http", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        (address,) = re.findall(r"http://[\w.:/]+/mcp", process.stdout.readline())

        async def use() -> None:
            async with Client(address) as client:
                assert (await told(client, "check_rules", text=HOUSE))["title"] == "House"

        try:
            asyncio.run(use())
            headers = {"Content-Type": "application/json", "Origin": "http://example.org"}
            request = urllib.request.Request(address, b"{}", headers)
            with pytest.raises(urllib.error.HTTPError, match="403"):
                urllib.request.urlopen(request)
            for host, status in (("127.0.0.1", "406"), ("localhost", "406"), ("a.org", "421")):
                headers = {"Content-Type": "application/json", "Host": host}
                request = urllib.request.Request(address, b"{}", headers)
                with pytest.raises(urllib.error.HTTPError, match=status):
                    urllib.request.urlopen(request)
        finally:
            process.terminate()
