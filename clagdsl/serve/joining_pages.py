"""The pages by which a phone takes a seat, with a code that works once."""

from __future__ import annotations

from clagdsl.serve.exchange import WebRequest, WebResponse, see
from clagdsl.serve.filled_in import WrongFormError, text_in
from clagdsl.serve.html_pages import rendered
from clagdsl.serve.join_codes import JoinCodes
from clagdsl.serve.keeper_changes import LONGEST_NAME
from clagdsl.serve.lobby import Lobby
from clagdsl.serve.members import NotAllowedError
from clagdsl.serve.opening_limits import AnsweredTaps
from clagdsl.serve.replies import cookie_of, sentence, tap_key, too_often
from clagdsl.serve.seat_tokens import hash_of, new_key, new_name, new_token
from clagdsl.serve.table_events import Member, MemberSeated


class JoiningPages:
    """Where codes are typed and used up."""

    def __init__(self, lobby: Lobby, codes: JoinCodes, answered: AnsweredTaps) -> None:
        self._lobby = lobby
        self._codes = codes
        self._answered = answered

    async def type_code(self, _asked: WebRequest) -> WebResponse:
        """Where a code is typed."""
        return self._join_page("")

    async def invited(self, asked: WebRequest) -> WebResponse:
        """Where a QR code leads: nothing is used up until it is said to be wanted."""
        code = asked.parts["code"]
        if self._codes.is_crowded(asked.client):
            return too_often()
        found = await self._codes.look_up(code, asked.client)
        if found is None:
            return self._join_page("", "This code is good no longer: ask the host for a new one.")
        return self._join_page(code, None, found.player)

    async def join(self, asked: WebRequest) -> WebResponse:
        """Take the seat that a code gives."""
        key = tap_key(asked.form)
        known = self._answered.answer(key, asked.form)
        if known is not None:
            return known
        if self._answered.is_used(key):
            key = new_key()
        if self._codes.is_crowded(asked.client):
            return too_often()
        code = asked.form.get("code", "")
        try:
            called = text_in(asked.form, "name", "A name", LONGEST_NAME)
        except WrongFormError as error:
            return self._join_page(code, str(error), status=422)
        found = await self._codes.redeem(code, asked.client)
        if found is None:
            return self._join_page("", "This code is not good, or no longer: ask for a new one.")
        name = called or found.player or "A guest"
        token = new_token()
        member = Member(new_name(8), name, found.player, hash_of(token))
        try:
            await self._lobby.act(found.table, key, None, member.id, MemberSeated(member))
        except NotAllowedError as error:
            return self._join_page("", sentence(str(error)))
        to = see(f"/t/{found.table}", cookie_of(found.table, token))
        return self._answered.remember(key, asked.form, to)

    def _join_page(
        self, code: str, problem: str | None = None, player: str | None = None, status: int = 404
    ) -> WebResponse:
        page = rendered("join.html", code=code, problem=problem, player=player, key=new_key())
        return WebResponse(page, status=200 if problem is None else status)
