"""Rules files of whoever runs the server: read again when they change, told of when broken."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path
from threading import Event
from typing import Any

import pytest
from support.match_server import MatchPhone, MatchServer, served
from support.table_server import QUICK, new_key

from clagdsl.check.checker import CheckResult, check_path
from clagdsl.cli.main import main
from clagdsl.lang.resources import bundled_title
from clagdsl.problems.diagnostic import RulesError
from clagdsl.serve.offered_games import OfferedGames

TITLE = "Quick & <i>Small</i>"
BROKEN = "clag 1\nnonsense\n"
FOUR = {"name0": "Ann", "name1": "Bob", "name2": "Cai", "name3": "Dot"}


def named(title: str) -> str:
    return QUICK.replace(TITLE, title)


def written(path: Path, text: str) -> None:
    """Write a file, as if long ago: what has just changed is read again anyway."""
    path.write_text(text, "utf-8")
    old = path.stat().st_mtime_ns - 10**10
    os.utime(path, ns=(old, old + next(_ticks)))


_ticks: Iterator[int] = iter(range(1, 1000))


async def files(phone: MatchPhone) -> dict[str, Any]:
    """The operator's files of the first page, by their names."""
    games = (await phone.get("/home")).json["games"]
    return {one["file"]: one for one in games if one["group"] == "own"}


async def offered(phone: MatchPhone) -> list[str]:
    """The titles of the operator's games that can be begun."""
    return [one["title"] for one in (await files(phone)).values() if one["rules"] is not None]


def test_a_file_that_changes_counts_for_tables_that_are_opened_then(tmp_path: Path) -> None:
    written(tmp_path / "friday.clag", named("First"))

    async def use(server: MatchServer) -> None:
        phone = MatchPhone(server)
        before = await phone.ask("POST", "/new/file-friday", {"key": new_key(), **FOUR})
        written(tmp_path / "friday.clag", named("Second").replace("3 to 7", "3 to 5"))
        assert await offered(phone) == ["Second"]
        assert "name5" not in (await phone.get("/new/file-friday")).text
        written(tmp_path / "friday.clag", named("Third"))
        assert "Third" in (await phone.get("/rules/file-friday")).text
        written(tmp_path / "friday.clag", named("Fourth"))
        after = await phone.ask("POST", "/new/file-friday", {"key": new_key(), **FOUR})
        assert "Fourth" in (await phone.get(after.headers["location"] + "/plain")).text
        assert "Fourth" in (await phone.get("/rules/file-friday")).text, "the sheet is made anew"
        assert "First" in (await phone.get(before.headers["location"] + "/plain")).text

    served(tmp_path / "t.db", use, OfferedGames([str(tmp_path)]))


def test_a_file_that_is_broken_keeps_the_rules_that_it_had(tmp_path: Path) -> None:
    path = tmp_path / "friday.clag"
    written(path, named("First"))

    async def use(server: MatchServer) -> None:
        phone = MatchPhone(server)
        written(path, BROKEN)
        [shown] = (await files(phone)).values()
        assert await offered(phone) == ["First"], "the rules that it had before"
        [problem] = shown["problems"]
        assert problem["where"] == "friday.clag:2:1"
        assert problem["text"].startswith("error S")
        assert str(tmp_path) not in f"{shown}"
        for page in ("/new/file-friday", "/play/file-friday"):
            assert "These are its last valid rules" in (await phone.get(page)).text
            assert (
                "its last valid rules"
                not in (await phone.get(page.replace("file-friday", "pagat"))).text
            )
        assert (
            await phone.ask("POST", "/new/file-friday", {"key": new_key(), **FOUR})
        ).status == 303
        path.unlink()
        named_alone = OfferedGames([str(tmp_path)])
        assert named_alone.own.files == (), "a folder brings what it has"
        assert await offered(phone) == [], "and so it does while the server runs"
        written(tmp_path / "late.clag", named("Late"))
        assert await offered(phone) == ["Late"]
        written(path, named("Again"))
        assert await offered(phone) == ["Again", "Late"]
        assert "Again" in (await phone.get("/new/file-friday")).text, "its address is the same"

    served(tmp_path / "t.db", use, OfferedGames([str(tmp_path)]))


def test_what_a_file_extends_counts_as_the_file_does(tmp_path: Path) -> None:
    written(tmp_path / "base.clag", named("Base"))
    text = 'clag 1\ngame "Own" extends "{}.clag"\nchange players {}\n'
    written(tmp_path / "own.clag", text.format("base", "3 to 5"))
    games = OfferedGames([str(tmp_path / "own.clag")])
    [own] = games.own.files
    assert own.game is not None
    assert [str(one) for one in own.game.rules.players] == ["3", "5"]
    written(tmp_path / "base.clag", named("Base").replace("bonus + tricks", "bonus"))
    games.own.check_files()
    [changed] = games.own.files
    assert changed.game is not None
    assert changed.game.rules != own.game.rules
    (tmp_path / "base.clag").unlink()
    games.own.check_files()
    [lacking] = games.own.files
    assert lacking.game is changed.game
    assert "base.clag" in lacking.problems[0].text
    assert str(tmp_path) not in f"{lacking.problems}"
    games.own.check_files()
    assert games.own.files == (lacking,), "what stands as it stood is not checked again"
    written(tmp_path / "base.clag", named("Base"))
    games.own.check_files()
    assert games.own.files[0].problems == ()
    # a file that extends itself ends, too
    written(tmp_path / "own.clag", text.format("own", "3 to 5"))
    games.own.check_files()
    assert "C231" in games.own.files[0].problems[0].text


def test_who_reads_a_file_at_the_moment_of_a_change_reads_it_again(tmp_path: Path) -> None:
    path = tmp_path / "friday.clag"
    path.write_text(named("First"), "utf-8")
    games = OfferedGames([str(path)])
    stamp = path.stat().st_mtime_ns
    path.write_text(named("Other"), "utf-8")
    os.utime(path, ns=(stamp, stamp))
    games.own.check_files()
    assert games.own.files[0].title == "Other"


def test_good_files_are_served_beside_broken_ones(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "good.clag").write_text(named("Good"), "utf-8")
    (tmp_path / "wrong.clag").write_text(BROKEN, "utf-8")
    (tmp_path / "folder.clag").mkdir()
    asked: list[OfferedGames] = []
    monkeypatch.setattr("clagdsl.serve.server.serve", lambda games, *_: asked.append(games))
    assert main(["serve", str(tmp_path)]) == 0
    told = capsys.readouterr().out
    assert "wrong.clag:2:1: error" in told
    assert "wrong.clag is offered once it is fixed" in told

    async def use(server: MatchServer) -> None:
        shown = await files(MatchPhone(server))
        assert await offered(MatchPhone(server)) == ["Good"]
        assert shown["wrong.clag"]["problems"]
        assert "a folder" in shown["folder.clag"]["problems"][0]["text"]
        assert (await MatchPhone(server).get("/new/file-wrong")).status == 404
        (tmp_path / "wrong.clag").write_text(named("Mended"), "utf-8")
        assert "Mended" in await offered(MatchPhone(server))
        assert (await MatchPhone(server).get("/new/file-wrong")).status == 200

    served(tmp_path / "t.db", use, asked[0])
    (tmp_path / "none").mkdir()
    assert main(["serve", str(tmp_path / "none")]) == 0
    assert "There is no rules file in" in capsys.readouterr().out


def test_a_server_none_of_whose_files_can_be_offered_does_not_start(tmp_path: Path) -> None:
    for name in ("a", "b"):
        (tmp_path / f"{name}.clag").write_text(BROKEN, "utf-8")
    with pytest.raises(RulesError) as refused:
        OfferedGames([str(tmp_path)])
    places = [each.place for each in refused.value.diagnostics]
    assert [Path(each.file).name for each in places if each] == ["a.clag", "b.clag"]
    assert len(refused.value.sources) == 2


def test_there_is_a_bound_on_files_and_it_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("clagdsl.serve.offered_games.MOST_FILES", 2)
    for name in ("a", "b", "c"):
        (tmp_path / f"{name}.clag").write_text(named(name.upper()), "utf-8")
    games = OfferedGames([str(tmp_path)])
    assert [one.title for one in games.own.files] == ["A", "B"]

    async def use(server: MatchServer) -> None:
        assert (await MatchPhone(server).get("/home")).json["left_out"] == 1

    served(tmp_path / "t.db", use, games)


def test_nobody_waits_long_for_a_file_that_is_checked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "friday.clag"
    written(path, named("First"))
    games = OfferedGames([str(path)])
    begun, go_on = Event(), Event()
    in_time: list[bool] = []

    def slow(path: str) -> CheckResult:
        begun.set()
        in_time.append(go_on.wait(10))
        return check_path(path)

    async def use(server: MatchServer) -> None:
        phone = MatchPhone(server)
        written(path, named("Second"))
        shown = await offered(phone)
        assert begun.is_set()
        assert shown == ["First"]
        assert (await phone.get("/new/pagat")).status == 200
        go_on.set()
        monkeypatch.setattr("clagdsl.serve.offered_games.LONGEST_LOOK", 20.0)
        assert await offered(phone) == ["Second"]
        assert all(in_time)

    monkeypatch.setattr("clagdsl.serve.offered_games.LONGEST_LOOK", 0.05)
    monkeypatch.setattr("clagdsl.serve.offered_games.check_path", slow)
    served(tmp_path / "t.db", use, games)


def slugs(*names: Path) -> dict[str, str]:
    """How addresses name the files of a server that is started now."""
    return {one.title: one.slug for one in OfferedGames([str(name) for name in names]).own.files}


def test_an_address_stays_with_its_file_whatever_comes_beside_it(tmp_path: Path) -> None:
    for name in ("fri", "sat"):
        (tmp_path / f"{name}.clag").write_text(named(name), "utf-8")

    async def form(server: MatchServer) -> str:
        got = await MatchPhone(server).get("/new/file-sat")
        return got.field("key")

    key = served(tmp_path / "t.db", form, OfferedGames([str(tmp_path)]))
    for name in ("mon", "pagat"):
        (tmp_path / f"{name}.clag").write_text(named(name), "utf-8")

    async def begun(server: MatchServer) -> None:
        phone = MatchPhone(server)
        got = await phone.ask("POST", "/new/file-sat", {"key": key, **FOUR})
        assert got.status == 303
        assert (
            '<h1 class="where">sat</h1>'
            in (await phone.get(got.headers["location"] + "/plain")).text
        )
        bundled = (await phone.get("/new/pagat")).text
        headed = f"<h1>{bundled_title('pagat')}</h1>"
        assert headed in bundled, "a bundled game has its name"
        assert headed not in (await phone.get("/new/file-pagat")).text

    served(tmp_path / "t.db", begun, OfferedGames([str(tmp_path)]))


def test_addresses_are_made_of_safe_letters_and_are_unique(tmp_path: Path) -> None:
    stems = ("Saturday Night", "saturday-night", "../x".replace("/", " "), "é", "علی", "a" * 90)
    for place, stem in enumerate(stems):
        (tmp_path / f"{stem}.clag").write_text(named(f"Game {place}"), "utf-8")
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "é.clag").write_text(named("Another"), "utf-8")
    found = slugs(tmp_path, tmp_path / "other")
    assert len(set(found.values())) == len(stems) + 1
    assert all(re.fullmatch(r"file-[a-z0-9-]{1,80}", slug) for slug in found.values()), found
    assert found == slugs(tmp_path / "other", tmp_path), "in whatever order they are found"
    assert slugs(tmp_path / "other") == {"Another": "file-e"}


def test_a_file_that_is_named_twice_is_offered_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("fri.clag").write_text(named("Friday"), "utf-8")
    games = OfferedGames(["fri.clag", "./fri.clag", ".", str(tmp_path)])
    assert [one.slug for one in games.own.files] == ["file-fri"]
