"""A score keeper for a match with real cards: one self-contained HTML file that needs no server.

It contains the compiled rules, the program and the rule sheet. Entries stay in the browser.
"""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Mapping
from hashlib import sha256
from html import escape

from clagdsl.check.proof_report import ValuesTried
from clagdsl.explain.rule_sheet.page import page
from clagdsl.explain.rule_sheet.sheet_builder import rule_sheet
from clagdsl.explain.web_bundle import KEEPER_IN_A_FILE, bundle_styles, program_with_catalogue
from clagdsl.lang.game_json import game_json
from clagdsl.lang.json_value import JsonObject, JsonValue
from clagdsl.lang.rules import Game, Value, title_of
from clagdsl.problems.escape import escape_invisible


def keeper_page(
    game: Game,
    rules: str,
    tried: tuple[ValuesTried, ...] = (),
    settings: Mapping[str, Value] | None = None,
    *,
    sheet: str | None = None,
    match: JsonObject | None = None,
) -> str:
    """Returns the page as a complete HTML document.

    `rules` is the reference to the rules in the records that the page writes. `tried` holds the
    values of each parameter that are proved with the others at their defaults. `settings` are the
    parameters with which the page starts; they are proved together. `sheet` is the rule sheet as a
    page, if it is made already. The page opens `match`: its `id`, `begun`, `names`, `dealer`,
    `parameters`, `log`, and the `times` of the entries.
    """
    program = program_with_catalogue(KEEPER_IN_A_FILE)
    style = bundle_styles(KEEPER_IN_A_FILE)
    title = escape_invisible(title_of(game))
    data: dict[str, JsonValue] = {
        "rules": rules,
        "title": title,
        "compiled": game_json(game),
        "sheet": page(rule_sheet(game, settings=settings)) if sheet is None else sheet,
        "proved": {
            proof.parameter: None if proof.complete else list(proof.values) for proof in tried
        },
        "settings": dict(settings or {}),
        "match": match,
    }
    lines = [
        "<!DOCTYPE html>",
        '<html lang="en">',
        "<head>",
        '<meta charset="utf-8">',
        f'<meta http-equiv="Content-Security-Policy" content="{_policy(program)}">',
        '<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">',
        '<meta name="generator" content="clagdsl keep">',
        '<meta name="color-scheme" content="light dark">',
        '<meta name="referrer" content="no-referrer">',
        f"<title>{escape(title, quote=True)}: score keeper</title>",
        f"<style>\n{style}</style>",
        "</head>",
        "<body>",
        "<noscript>This page needs JavaScript, which is switched off here.</noscript>",
        '<div id="keeper"></div>',
        f'<script type="application/json" id="page-data">{_in_script(data)}</script>',
        f'<script type="module">{program}</script>',
        "</body>",
        "</html>",
    ]
    return "\n".join(lines) + "\n"


def _policy(program: str) -> str:
    """Returns a content security policy that allows only this program and forbids loading."""
    digest = b64encode(sha256(program.encode()).digest()).decode()
    return (
        f"default-src 'none'; script-src 'sha256-{digest}'; style-src 'unsafe-inline';"
        " base-uri 'none'; form-action 'none'"
    )


def _in_script(value: JsonValue) -> str:
    """Returns a value as JSON that cannot close the HTML element around it."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return text.replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")
