"""Converts the response of a page into one of the library."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from clagdsl.serve.exchange import WebResponse

if TYPE_CHECKING:
    from starlette.responses import Response

A_YEAR: Final = 365 * 24 * 3600


def sent(answer: WebResponse, *, secure: bool = False) -> Response:
    """Return an answer as the library sends it; `secure` keeps its cookie to TLS."""
    from starlette.responses import Response

    made = Response(answer.body, answer.status, media_type=answer.media_type)
    made.headers["content-security-policy"] = answer.policy
    if answer.to is not None:
        made.headers["location"] = answer.to
    if answer.wait is not None:
        made.headers["retry-after"] = str(answer.wait)
    if answer.file is not None:
        made.headers["content-disposition"] = f'attachment; filename="{answer.file}"'
    if answer.cookie is not None:
        made.set_cookie(
            answer.cookie.name,
            answer.cookie.value,
            max_age=A_YEAR,
            path=answer.cookie.path,
            secure=secure,
            httponly=True,
            samesite="strict",
        )
    return made
