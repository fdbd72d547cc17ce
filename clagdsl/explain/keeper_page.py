"""A score keeper for a match with real cards: one self-contained HTML file that needs no server.

It contains the compiled rules, the program and the rule sheet. Entries stay in the browser.
"""

from __future__ import annotations

import json
import re
from base64 import b64encode
from collections.abc import Mapping
from hashlib import sha256
from html import escape
from pathlib import Path
from typing import Final

from clagdsl.check.proof_report import ValuesTried
from clagdsl.explain.rule_sheet.page import page
from clagdsl.explain.rule_sheet.sheet_builder import rule_sheet
from clagdsl.lang.game_json import game_json
from clagdsl.lang.json_value import JsonObject, JsonValue
from clagdsl.lang.resources import data_folder
from clagdsl.lang.rules import Game, Value, title_of
from clagdsl.problems.escape import escape_invisible

_PROGRAM: Final = "keeper/file.js"
KEEPER_STYLES: Final = (
    "look/tokens.css",
    "look/dialog.css",
    "look/scores.css",
    "house/end.css",
    "house/paper.css",
    "keeper/keeper.css",
)

# The forms of imports and exports that `bundle_modules` supports.
_IMPORT: Final = re.compile(r'^import \{([^}]*)\} from "([^"]+)";\n', re.MULTILINE)
_PASSED_ON: Final = re.compile(r'^export \{([^}]*)\} from "([^"]+)";\n', re.MULTILINE)
_LISTED: Final = re.compile(r"^export \{([^}]*)\};\n", re.MULTILINE)
# Comments on lines of their own, which `bundle_modules` leaves out.
_COMMENT: Final = re.compile(r"^ *(?://[^\n]*|/\*(?:(?!\*/).)*\*/)\n", re.MULTILINE | re.DOTALL)
_EXPORT: Final = re.compile(r"^export (?=(?:const|class|(?:async )?function) (\w+))", re.MULTILINE)


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
    folder = data_folder("web")
    program = bundle_modules(folder / _PROGRAM)
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
        f"<style>\n{joined_styles()}</style>",
        "</head>",
        "<body>",
        "<noscript>This page needs JavaScript, which is switched off here.</noscript>",
        '<div id="keeper"></div>',
        f'<script type="application/json" id="told">{_in_script(data)}</script>',
        f'<script type="module">{program}</script>',
        "</body>",
        "</html>",
    ]
    return "\n".join(lines) + "\n"


def joined_styles(names: tuple[str, ...] = KEEPER_STYLES) -> str:
    """Returns the styles of a page as one text, those of the score keeper by default."""
    folder = data_folder("web")
    return "".join((folder / name).read_text("utf-8") for name in names)


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


def bundle_modules(start: Path) -> str:
    """Returns a JavaScript module with all its imports as one program, dependencies first.

    Each module becomes a function that returns its exports, so names cannot clash. Only imports and
    exports by name are supported, as our own modules have them. Comments are left out.
    """
    parts: dict[Path, str] = {}

    def import_module(path: Path, name: str) -> str:
        module_path = (path.parent / name).resolve()
        if module_path not in parts:
            parts[module_path] = ""  # reserved, so that its own imports come before it
            text = wrap_module(module_path)
            del parts[module_path]
            parts[module_path] = text
        return _variable(module_path)

    def wrap_module(path: Path) -> str:
        text = _COMMENT.sub("", path.read_text(encoding="utf-8"))
        export_names = _EXPORT.findall(text)
        export_names += [name for names in _LISTED.findall(text) for name in _names(names)]
        passed = [
            f"{name}: {import_module(path, source)}.{name}"
            for names, source in _PASSED_ON.findall(text)
            for name in _names(names)
        ]
        text = _PASSED_ON.sub("", text)
        text = _IMPORT.sub(
            lambda match: (
                f"const {{{match[1].replace(' as ', ': ')}}} = {import_module(path, match[2])};\n"
            ),
            text,
        )
        text = _EXPORT.sub("", _LISTED.sub("", text))
        exports = ", ".join([*export_names, *passed])
        return f"const {_variable(path)} = (() => {{\n{text}return {{ {exports} }};\n}})();\n"

    whole = wrap_module(start.resolve())
    return "".join([*parts.values(), whole])


def _variable(path: Path) -> str:
    """Returns the variable of a module: files of different folders may have the same name."""
    return f"module_{path.parent.name}_{path.stem}"


def _names(listed: str) -> list[str]:
    return [name.strip() for name in listed.split(",") if name.strip()]
