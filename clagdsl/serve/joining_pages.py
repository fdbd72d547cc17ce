"""The pages on which a phone takes a seat with a single-use code."""

from __future__ import annotations

from clagdsl.serve.form_fields import LONGEST_NAME, WrongFormError, read_text
from clagdsl.serve.html_pages import rendered
from clagdsl.serve.http import WebRequest, WebResponse, redirect
from clagdsl.serve.join_codes import Invitation, JoinCodes
from clagdsl.serve.keeper_table import KeeperTable
from clagdsl.serve.lobby import Lobby
from clagdsl.serve.members import NotAllowedError
from clagdsl.serve.page_language import phrase, reported
from clagdsl.serve.rate_limit import IdempotencyCache
from clagdsl.serve.replies import cookies_of, request_key, sentence, too_often
from clagdsl.serve.seat_tokens import hash_token, new_key, new_name, new_token
from clagdsl.serve.table_events import Member, MemberSeated, PhoneReplaced
from clagdsl.serve.table_messages import TableMessage, Text


class JoiningPages:
    """Pages to enter a code and to redeem it."""

    def __init__(self, lobby: Lobby, codes: JoinCodes, responses: IdempotencyCache) -> None:
        self._lobby = lobby
        self._codes = codes
        self._responses = responses

    async def type_code(self, _request: WebRequest) -> WebResponse:
        """Returns a page with a form to enter a code."""
        return self._join_page("")

    async def invited(self, request: WebRequest) -> WebResponse:
        """Returns the page that a QR code opens; only its button redeems the code.

        This is because programs that preview links also request the page.
        """
        code = request.path_params["code"]
        if self._codes.is_crowded(request.client):
            return too_often()
        invitation = await self._codes.look_up(code, request.client)
        if invitation is None:
            return self._join_page("", phrase("join-expired"))
        try:
            return self._join_page(code, None, await self._player(invitation))
        except NotAllowedError as error:
            return self._join_page("", sentence(reported(str(error))))

    async def join(self, request: WebRequest) -> WebResponse:
        """Redeems a code: seats the member, sets the cookie and redirects to the table."""
        key = request_key(request.form)
        response = self._responses.response(key, request.form)
        if response is not None:
            return response
        if self._responses.is_used(key):
            key = new_key()
        if self._codes.is_crowded(request.client):
            return too_often()
        code = request.form.get("code", "")
        try:
            entered_name = read_text(request.form, "name", LONGEST_NAME)
        except WrongFormError as error:
            return self._join_page(code, str(error), status=422)
        invitation = await self._codes.redeem(code, request.client)
        if invitation is None:
            return self._join_page("", phrase("join-wrong"))
        name = entered_name or invitation.player or phrase("guest")
        token = new_token()
        did: MemberSeated | PhoneReplaced
        if invitation.member:
            by = invitation.member
            did = PhoneReplaced(by, hash_token(token))
        else:
            by = new_name(8)
            did = MemberSeated(Member(by, name, invitation.player, hash_token(token)))
        try:
            result = await self._lobby.act(invitation.table, key, None, by, did)
        except NotAllowedError as error:
            return self._join_page("", sentence(reported(str(error))))
        is_sheet = isinstance(result.table, KeeperTable)
        cookies = cookies_of(invitation.table, token, is_sheet=is_sheet)
        to = redirect(f"/t/{invitation.table}", cookies)
        return self._responses.remember(key, request.form, to)

    async def _player(self, invitation: Invitation) -> str | None:
        """Returns whose seat a code gives; raises NotAllowedError if its member has left."""
        if not invitation.member:
            return invitation.player
        table = await self._lobby.table(invitation.table)
        member = None if table is None else table.member(invitation.member)
        if member is None:
            raise NotAllowedError(TableMessage(Text.MEMBER_LEFT))
        return member.player or member.name

    def _join_page(
        self, code: str, problem: str | None = None, player: str | None = None, status: int = 404
    ) -> WebResponse:
        page = rendered("join.html", code=code, problem=problem, player=player, key=new_key())
        return WebResponse(page, status=200 if problem is None else status)
