"""The draw of the seed by all phones: a host that cheats, a phone that cheats, and kills between.

A cheating host is played by what it shows to a phone, whose checks run in Node.
"""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Callable, Sequence
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

import pytest
from support.known_reports import is_known
from support.match_server import MatchPhone, MatchServer, served
from support.node import node
from support.table_server import Got

import clagdsl
from clagdsl.cli.main import main
from clagdsl.lang.record import Record
from clagdsl.records.reading import parse_record
from clagdsl.records.writing import write_record
from clagdsl.serve.lobby import private_events
from clagdsl.serve.seed_draw import FREE_ROUNDS

CHECKS: Final = Path(__file__).parents[1] / "support" / "draw_checks.mjs"
TOGETHER: Final = {"shuffle": "together"}
LATER: Final = 403


def nonce_of(seat: int, number: int) -> str:
    """The nonce of a seat in a round."""
    return sha256(f"{seat} {number}".encode()).hexdigest()[:32]


def commitment_of(table: str, number: int, seat: int, nonce: str) -> str:
    return sha256(f"clagdsl draw {table} {number} {seat + 1} {nonce}".encode()).hexdigest()


class Draw:
    """A match whose seed is drawn, with a phone for each of its people, who sit first."""

    def __init__(self, server: MatchServer, address: str, phones: list[MatchPhone]) -> None:
        self.server, self.address, self.phones = server, address, phones
        self.name = address.rpartition("/")[2]

    async def now(self, seat: int = 0) -> Any:
        return (await self.phones[seat].now(self.address))["draw"]

    async def send(self, seat: int, entry: str) -> Got:
        body = {"key": sha256(f"{seat} {entry}".encode()).hexdigest()[:32], "seen": 99, "deal": 1}
        return await self.phones[seat].post(self.address, {**body, "for": seat, "entry": entry})

    async def commit(self, seat: int, number: int = 1, nonce: str = "") -> int:
        nonce = nonce or nonce_of(seat, number)
        promise = commitment_of(self.name, number, seat, nonce)
        return (await self.send(seat, f"commit {number} {promise}")).status

    async def reveal(self, seat: int, number: int = 1, nonce: str = "") -> int:
        nonce = nonce or nonce_of(seat, number)
        return (await self.send(seat, f"reveal {number} {nonce}")).status

    async def go_on(self, seat: int, number: int) -> int:
        return (await self.send(seat, f"go on {number}")).status

    async def whole_round(self, number: int, *, without: Sequence[int] = ()) -> None:
        """All commit, and all but some reveal."""
        for seat in range(len(self.phones)):
            assert await self.commit(seat, number) == 201
        for seat in range(len(self.phones)):
            assert seat in without or await self.reveal(seat, number) == 201

    async def play_out(self) -> Record:
        """Lets bots play the match, and returns its record."""
        for seat in range(len(self.phones)):
            done = await self.phones[0].people(
                self.address, "play", seat=seat, policy="steady", back="table"
            )
            assert done.status == 303
        await self.server.bots.wait_until_idle()
        text = (await self.phones[0].get(f"{self.address}/record.toml")).text
        record = parse_record(text).record
        assert record is not None
        assert write_record(record) == text
        return record


async def begun(server: MatchServer, people: int, game: str = "scorecard") -> Draw:
    host = MatchPhone(server)
    seats = ["me", *["person"] * (people - 1), *["steady"] * (3 - people)]
    address = await host.open(game, *seats, **TOGETHER)
    phones = [host]
    for code in (await host.codes(address))[1:people]:
        phones.append(MatchPhone(server))
        assert (await phones[-1].join(code)).status == 303
    return Draw(server, address, phones)


def drawing(tmp_path: Path, people: int, use: Callable[[Draw], Any]) -> Any:
    """Uses a match of three seats at which so many people sit, before the draw."""

    async def run(server: MatchServer) -> Any:
        return await use(await begun(server, people))

    return served(tmp_path / "t.db", run)


# --- the draw -----------------------------------------------------------------------------


def test_all_phones_draw_the_seed_and_replay_checks_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async def use(draw: Draw) -> tuple[Record, Any, str]:
        promised = (await draw.phones[0].now(draw.address))["commitment"]
        await draw.whole_round(1)
        state = await draw.phones[1].now(draw.address)
        assert (state["draw"]["over"], state["commitment"]) == (True, promised)
        assert "secret" not in state
        assert state["deal"] == 1
        record = await draw.play_out()
        ended = await draw.phones[1].now(draw.address)
        return record, ended, promised

    record, ended, promised = drawing(tmp_path, 2, use)
    seed, nonce = ended["secret"].split(":")
    nonces = [nonce, nonce_of(0, 1), nonce_of(1, 1)]
    assert promised == commitment_of(ended["name"], 0, -1, nonce)
    assert int(seed) == int(sha256(" ".join(nonces).encode()).hexdigest()[:16], 16) == record.seed
    assert [one.nonce for one in record.draw] == nonces
    assert record.draw[0].commitment == promised
    assert record.version == 2
    assert clagdsl.replay(record).over
    file = tmp_path / "match.toml"
    file.write_text(write_record(record), "utf-8")
    assert main(["replay", str(file)]) == 0, capsys.readouterr().out
    first, second, third = record.draw
    swapped = replace(second, nonce=nonce_of(5, 5))
    forged = replace(swapped, commitment=commitment_of(ended["name"], 1, 0, swapped.nonce))
    broken = [
        replace(record, draw=(first, swapped, third)),
        replace(record, draw=(first, forged, third)),
        replace(record, draw=(first, third)),
        replace(record, draw=(second, first, third)),
        replace(record, draw=(first, second, replace(third, place=second.place))),
        replace(record, match=1),
        replace(record, seed=7),
        replace(record, seed=None),
    ]
    for wrong in broken:
        file.write_text(write_record(wrong), "utf-8")
        assert main(["replay", str(file)]) == 1
        assert "R564" in capsys.readouterr().out
        with pytest.raises(clagdsl.RecordError, match="R564"):
            clagdsl.replay(wrong)


def test_no_card_is_dealt_and_no_nonce_is_shown_too_early(tmp_path: Path) -> None:
    async def use(draw: Draw) -> None:
        server = draw.server
        table = await server.table(draw.address)
        watcher = MatchPhone(server)
        hidden = {table.secret.salt: 9, **{nonce_of(seat, 1): seat for seat in range(3)}}

        async def seen() -> set[int]:
            """Whose nonces are shown on any page or in an export of the whole file."""
            shown = "".join(server.store.export_lines(private_events))
            for phone in (*draw.phones, watcher):
                for page in ("now", "wall/now", "log", "plain", "people", "record.toml"):
                    got = await phone.get(f"{draw.address}/{page}")
                    assert got.status == (403 if page == "record.toml" else 200)
                    shown += got.text
                shown += (await phone.begun(f"{draw.address}/events?after=0")).text
            return {seat for nonce, seat in hidden.items() if nonce in shown}

        states = [await phone.now(draw.address) for phone in (*draw.phones, watcher)]
        for state in states:
            assert not {"hand", "legal", "phase", "trump"} & state.keys()
            del state["you"]
        assert all(state == states[0] for state in states), "the same for everybody"
        got = await draw.phones[0].post(
            draw.address, {"key": "0" * 32, "seen": 1, "deal": 1, "for": 0, "entry": "bid 0"}
        )
        assert got.status == 409
        page = await draw.phones[0].enter(draw.address, "bid 0")
        assert page.problem == "The phones have not drawn the deal yet."
        assert "All phones shuffle together" in page.text
        for seat in range(3):
            assert await draw.reveal(seat) == LATER
            await draw.commit(seat)
            assert await seen() == set()
        assert (await server.table(draw.address)).is_drawing
        for seat in range(3):
            await draw.reveal(seat)
            assert await seen() == set(range(seat + 1))
        table = await server.table(draw.address)
        assert not table.is_drawing
        shown = (await watcher.get(f"{draw.address}/now")).text
        assert str(table.secret.seed) not in shown

    drawing(tmp_path, 3, use)


def test_the_server_draws_alone_where_less_than_two_phones_take_part(tmp_path: Path) -> None:
    async def use(server: MatchServer) -> None:
        host = MatchPhone(server)
        for seats in (("me", "steady", "steady"), ("me", "person", "steady")):
            more = TOGETHER if seats.count("steady") > 1 else {}
            address = await host.open("scorecard", *seats, **more)
            now = await host.now(address)
            assert ("draw" in now, now["deal"]) == (False, 1)
            [first, *_] = server.store.events(address.rpartition("/")[2])
            assert "drawn" not in first.body, "as in files of older versions"

    served(tmp_path / "t.db", use)


def test_a_seat_that_becomes_a_bot_before_all_have_promised_takes_no_part(tmp_path: Path) -> None:
    async def use(draw: Draw) -> None:
        await draw.commit(0)
        await draw.commit(1)
        assert not (await draw.now())["reveals"]
        await draw.phones[0].people(draw.address, "play", seat=2, policy="steady", back="table")
        assert (await draw.now())["reveals"]
        await draw.reveal(1)
        await draw.reveal(0)
        assert (await draw.now())["over"]

    drawing(tmp_path, 3, use)


def test_a_new_phone_in_a_seat_promises_again(tmp_path: Path) -> None:
    async def use(draw: Draw) -> None:
        await draw.commit(1)
        code = (await draw.phones[0].codes(draw.address))[1]
        draw.phones[1] = MatchPhone(draw.server)
        assert (await draw.phones[1].join(code)).status == 303
        assert (await draw.now())["commitments"] == {}
        assert await draw.commit(1, nonce=nonce_of(7, 1)) == 201

    drawing(tmp_path, 2, use)


# --- a phone that cheats ------------------------------------------------------------------


def test_a_copied_commitment_and_a_foreign_seat_are_refused(tmp_path: Path) -> None:
    async def use(draw: Draw) -> None:
        await draw.commit(0)
        state = await draw.phones[0].now(draw.address)
        copies = (state["draw"]["commitments"]["0"], state["commitment"])
        for copy in (*copies, "", "0" * 63, copies[0].upper()):
            assert (await draw.send(1, f"commit 1 {copy}")).status in (403, 409, 422)
        body = {"key": "a" * 32, "seen": 1, "deal": 1, "for": 1, "entry": f"commit 1 {'0' * 64}"}
        assert (await draw.phones[0].post(draw.address, body)).status == 403
        assert await draw.commit(0) in (200, 403), "a second one"
        assert (await draw.now())["waits"] == [1]

    drawing(tmp_path, 2, use)


def test_a_commitment_to_a_copied_nonce_cannot_be_made(tmp_path: Path) -> None:
    """Whoever promises for their own seat what another one has promised must know the nonce."""

    async def use(draw: Draw) -> None:
        await draw.commit(0)
        await draw.commit(1, nonce=nonce_of(0, 1))  # as if it had been guessed
        assert await draw.reveal(0) == 201
        assert await draw.reveal(1, nonce=nonce_of(0, 1)) == 201
        assert (await draw.now())["failures"] == [[1]], "no nonce counts twice"

    drawing(tmp_path, 2, use)


def test_a_wrong_reveal_fails_the_round_and_everybody_sees_whose(tmp_path: Path) -> None:
    async def use(draw: Draw) -> None:
        for number in range(1, FREE_ROUNDS + 1):
            await draw.whole_round(number, without=[1, 2])
            assert await draw.reveal(1, number, nonce_of(8, 8)) == 201
            for phone in (*draw.phones, MatchPhone(draw.server)):
                shown = (await phone.now(draw.address))["draw"]
                assert (shown["round"], shown["failures"]) == (number + 1, [[1]] * number)
                assert (shown["commitments"], shown["nonces"]) == ({}, {})
        log = (await draw.phones[0].get(f"{draw.address}/log")).text
        assert "begins round 3 of the draw, without a reveal of" in log
        await draw.whole_round(3, without=[1])
        assert await draw.reveal(1, 3, nonce_of(8, 8)) == 403, "no third round for free"
        assert await draw.reveal(1, 3) == 201
        assert (await draw.now())["over"]
        log = (await draw.phones[0].get(f"{draw.address}/log")).text
        lines = re.findall("<td[^>]*>([^<]+ (?:begins round|deals from)[^<]+)</td>", log)
        assert [is_known(line) for line in lines] == [True] * 3, "in other languages"

    drawing(tmp_path, 3, use)


def test_who_withholds_a_reveal_is_left_out_only_if_all_others_agree(tmp_path: Path) -> None:
    async def use(draw: Draw) -> list[int]:
        for number in (1, 2):
            await draw.whole_round(number, without=[2])
            assert await draw.go_on(2, number) == 403, "who is waited for cannot"
            assert await draw.go_on(0, number) == 201
        await draw.whole_round(3, without=[2])
        assert await draw.go_on(0, 3) == 201
        shown = await draw.now(1)
        assert (shown["round"], shown["agreed"], shown["waits"]) == (3, [0], [2])
        assert await draw.go_on(1, 3) == 201
        shown = await draw.now(1)
        assert (shown["failures"], shown["waits"]) == ([[2]] * 3, [0, 1])
        assert await draw.commit(2, 4) == 403
        for step in (draw.commit, draw.reveal):
            for seat in (0, 1):
                assert await step(seat, 4) == 201
        assert (await draw.now())["over"]
        return [int(one.place.split()[2]) for one in (await draw.play_out()).draw]

    assert drawing(tmp_path, 3, use) == [0, 1, 2]


def test_a_late_reveal_ends_the_vote_about_a_phone(tmp_path: Path) -> None:
    async def use(draw: Draw) -> None:
        for number in (1, 2):
            await draw.whole_round(number, without=[2])
            await draw.go_on(0, number)
        await draw.whole_round(3, without=[1, 2])
        await draw.reveal(1, 3)
        assert await draw.go_on(0, 3) == 201
        assert (await draw.now())["agreed"] == [0]
        assert await draw.reveal(2, 3) == 201
        assert (await draw.now())["over"]

    drawing(tmp_path, 3, use)


def test_nonces_of_an_earlier_round_are_refused(tmp_path: Path) -> None:
    async def use(draw: Draw) -> None:
        await draw.whole_round(1, without=[1])
        await draw.go_on(0, 1)
        await draw.commit(0, 2, nonce_of(0, 1))
        await draw.commit(1, 2)
        assert await draw.reveal(0, 2, nonce_of(0, 1)) == 201
        assert (await draw.now())["failures"] == [[1], [0]]
        for stale in ("commit 1 " + "0" * 64, "reveal 1 " + nonce_of(1, 1), "go on 1"):
            assert (await draw.send(1, stale)).status == 403

    drawing(tmp_path, 2, use)


# --- a host that cheats -------------------------------------------------------------------


def test_a_phone_that_the_host_drops_after_the_promises_is_not_left_out(tmp_path: Path) -> None:
    async def use(draw: Draw) -> None:
        table = await draw.server.table(draw.address)
        member = table.member_of(table.names[2])
        assert member is not None
        for seat in range(3):
            await draw.commit(seat)
        await draw.phones[0].people(draw.address, "play", seat=1, policy="steady", back="table")
        done = await draw.phones[0].people(draw.address, "free", member=member.id)
        assert done.status == 303
        assert (await draw.server.table(draw.address)).member_of(table.names[2]) is None
        assert (await draw.now())["waits"] == [0, 1, 2]
        assert await draw.reveal(0) == 201
        assert await draw.reveal(1) == 201, "a bot plays for it, and its nonce counts"
        assert (await draw.now())["waits"] == [2]
        assert await draw.go_on(0, 1) == 201
        assert (await draw.now())["failures"] == [[2]]
        assert (await draw.now())["waits"] == [0, 1, 2], "it takes part in the next round"

    drawing(tmp_path, 3, use)


def checked(cases: list[dict[str, Any]]) -> list[list[str | None]]:
    """What a phone says of each state that it sees, case by case."""
    texts = ["", "abc", "x" * 55, "x" * 56, "x" * 64, "é" * 200]
    nonces = [nonce_of(seat, 1) for seat in range(3)]
    done = subprocess.run(
        [node(), str(CHECKS)],
        input=json.dumps({"cases": cases, "texts": texts, "nonces": nonces}),
        capture_output=True,
        text=True,
        check=True,
        encoding="utf-8",
    )
    answer = json.loads(done.stdout)
    assert answer["hashes"] == [sha256(text.encode()).hexdigest() for text in texts]
    whole = sha256(" ".join(nonces).encode()).hexdigest()
    assert answer["seed"] == str(int(whole[:16], 16))
    faults: list[list[str | None]] = answer["faults"]
    return faults


TABLE: Final = "abcdefghjk"
SERVER: Final = nonce_of(9, 0)


def shown_draw(**changes: Any) -> dict[str, Any]:
    """A state as an honest server shows it to the phone of seat 0, with changes."""
    seats = (0, 1, 2)
    draw = {
        "round": 1,
        "commitments": {str(s): commitment_of(TABLE, 1, s, nonce_of(s, 1)) for s in seats},
        "nonces": {},
        "reveals": True,
        "over": False,
        "waits": [0, 1, 2],
        "failures": [],
        "agreed": [],
    }
    promise = commitment_of(TABLE, 0, -1, SERVER)
    state = {"name": TABLE, "commitment": promise, "draw": draw, "you": {"seat": 0}}
    for name in ("commitment", "secret", "phase"):
        if name in changes:
            state[name] = changes.pop(name)
    state["draw"] = {**draw, **changes}
    return state


def secret_of(nonces: Sequence[str]) -> str:
    whole = sha256(" ".join(nonces).encode()).hexdigest()
    return f"{int(whole[:16], 16)}:{nonces[0]}"


NONCES: Final = {str(seat): nonce_of(seat, 1) for seat in range(3)}
HONEST: Final = [shown_draw(), shown_draw(nonces=NONCES, over=True, waits=[])]
OVER: Final = {"nonces": NONCES, "over": True, "waits": []}
OTHER: Final = nonce_of(3, 3)


@pytest.mark.parametrize(
    ("seen", "fault"),
    [
        ([*HONEST, shown_draw(**OVER, secret=secret_of([SERVER, *NONCES.values()]))], None),
        # it tries nonces of its own until a seed suits it
        ([*HONEST, shown_draw(**OVER, secret=secret_of([OTHER, *NONCES.values()]))], "seed"),
        # it deals by a seed of its own
        ([*HONEST, shown_draw(**OVER, secret=f"7:{SERVER}")], "seed"),
        # it never reveals
        ([*HONEST, shown_draw(**OVER, phase="over")], "withheld"),
        # it promises something else when it has seen the nonces
        ([HONEST[0], shown_draw(commitment=commitment_of(TABLE, 0, -1, OTHER))], "server"),
        # it exchanges a promise, so that a chosen nonce fits
        (
            [
                HONEST[0],
                shown_draw(
                    commitments={
                        **HONEST[0]["draw"]["commitments"],
                        "1": commitment_of(TABLE, 1, 1, OTHER),
                    },
                    nonces={**NONCES, "1": OTHER},
                ),
            ],
            "swapped",
        ),
        # it shows a nonce that does not fit
        ([HONEST[0], shown_draw(nonces={**NONCES, "1": OTHER})], "nonce"),
        # it promises in the name of this phone
        (
            [
                shown_draw(
                    commitments={
                        **HONEST[0]["draw"]["commitments"],
                        "0": commitment_of(TABLE, 1, 0, OTHER),
                    }
                )
            ],
            "foreign",
        ),
        # it leaves this phone out
        (
            [
                shown_draw(
                    commitments={
                        seat: HONEST[0]["draw"]["commitments"][seat] for seat in ("1", "2")
                    }
                )
            ],
            "foreign",
        ),
        # it replays the promise of another table
        (
            [
                shown_draw(
                    commitments={
                        **HONEST[0]["draw"]["commitments"],
                        "1": commitment_of("bcdefghjkm", 1, 1, NONCES["1"]),
                    },
                    nonces=NONCES,
                )
            ],
            "nonce",
        ),
        # two promises are one
        (
            [
                shown_draw(
                    commitments={
                        **HONEST[0]["draw"]["commitments"],
                        "2": HONEST[0]["draw"]["commitments"]["1"],
                    }
                )
            ],
            "copied",
        ),
    ],
)
def test_what_a_host_shows_is_noticed(seen: list[dict[str, Any]], fault: str | None) -> None:
    [faults] = checked([{"own": {"1": NONCES["0"]}, "seen": seen}])
    assert faults == [*[None] * (len(seen) - 1), fault]


def test_a_phone_that_the_host_accuses_falsely_says_so() -> None:
    seen = [shown_draw(round=2, reveals=False, commitments={}, failures=[[0, 1]])]
    own = {"1": NONCES["0"]}
    cases = [{"own": own, "revealed": revealed, "seen": seen} for revealed in ([1], [])]
    assert checked(cases) == [["blamed"], [None]]


def test_a_phone_says_that_it_did_not_agree_to_leave_another_one_out() -> None:
    seen = [shown_draw(round=4, reveals=False, commitments={}, failures=[[1], [1], [1]])]
    own = {str(number): nonce_of(0, number) for number in (1, 2, 3)}
    cases = [{"own": own, "agreed": agreed, "seen": seen} for agreed in ([], [3])]
    assert checked(cases) == [["agreed"], [None]]


# --- kills ----------------------------------------------------------------------------------


def test_the_draw_goes_on_after_a_kill_between_any_two_steps(tmp_path: Path) -> None:
    """Each step is made by a server of its own, which knows nothing but the file."""
    data = tmp_path / "t.db"
    draw = served(data, lambda server: begun(server, 2))
    steps: list[Callable[[Draw], Any]] = [
        lambda d: d.commit(0),
        lambda d: d.commit(1),
        lambda d: d.reveal(1),
        lambda d: d.go_on(1, 1),
        lambda d: d.commit(1, 2),
        lambda d: d.commit(0, 2),
        lambda d: d.reveal(0, 2),
        lambda d: d.reveal(1, 2),
    ]

    async def step(server: MatchServer, make: Callable[[Draw], Any]) -> Any:
        draw.server = server
        for phone in draw.phones:
            phone.server = server
        before = (await server.table(draw.address)).draw
        if seen:
            assert before == seen[-1], "as before the kill"
        assert await make(draw) == 201
        assert await make(draw) == 200, "a repeated request changes nothing"
        table = await server.table(draw.address)
        return table.draw, table.secret

    seen: list[Any] = []
    for make in steps:
        state, secret = served(data, lambda server, make=make: step(server, make))
        seen.append(state)
    assert state.is_over
    assert state.failures == ((0,),)

    async def again(server: MatchServer) -> Any:
        table = await server.table(draw.address)
        return table.secret, table.state.position.setting.seed

    assert served(data, again) == (secret, secret.seed)
