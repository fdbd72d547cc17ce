"""Joins the modules and the style sheets of a web page into one program and one style sheet.

Each module becomes a function, called once, that returns its exports. These are assigned to
variables around all functions, with the names that they have in the sources. So a module reads the
exports of another one directly, and its other names are its own. An export with a name that is
taken gets another variable, and an import under another name a line of its own. A minifier shortens
all of these names. It may not shorten the properties of an object: with an object of exports for
each module, a page was 4 kB larger when compressed.

Only imports and exports by name are supported, as our own modules have them, and no cycles.
Comments are left out. A global of browsers must not have the name of an export.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from clagdsl.lang.resources import data_folder

# The forms of imports and exports.
_IMPORT: Final = re.compile(r'^import \{([^}]*)\} from "([^"]+)";\n', re.MULTILINE)
_PASSED_ON: Final = re.compile(r'^export \{([^}]*)\} from "([^"]+)";\n', re.MULTILINE)
_LISTED: Final = re.compile(r"^export \{([^}]*)\};\n", re.MULTILINE)
_EXPORT: Final = re.compile(r"^export (?=(?:const|class|(?:async )?function) (\w+))", re.MULTILINE)
# Comments on lines of their own.
_COMMENT: Final = re.compile(r"^ *(?://[^\n]*|/\*(?:(?!\*/).)*\*/)\n", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True, slots=True)
class WebPage:
    """The sources of a page in the folder `web`: its first module, its style sheets in order."""

    program: str
    styles: tuple[str, ...]

    @property
    def program_path(self) -> Path:
        """The file of the first module."""
        return data_folder("web") / self.program


KEEPER_STYLES: Final = (
    "look/tokens.css",
    "look/scores.css",
    "house/end.css",
    "house/paper.css",
    "keeper/keeper.css",
)
SERVED_PAGES: Final = {"keeper": WebPage("keeper/served.js", KEEPER_STYLES)}
"""The pages of the server by name; each loads one program and one style sheet."""
SERVED_FILES: Final = tuple(f"{page}.{kind}" for page in SERVED_PAGES for kind in ("js", "css"))
"""The names of these programs and style sheets."""


def served_text(name: str) -> str:
    """Returns the joined program or style sheet with this name, for a page of the server."""
    page_name, _, kind = name.partition(".")
    page = SERVED_PAGES[page_name]
    return bundle_modules(page.program_path) if kind == "js" else bundle_styles(page)


def bundle_styles(page: WebPage) -> str:
    """Returns the style sheets of a page as one."""
    return "".join((data_folder("web") / name).read_text("utf-8") for name in page.styles)


def bundle_modules(start: Path) -> str:
    """Returns a JavaScript module with all its imports as one program, dependencies first."""
    return "".join(_join(start).programs.values())


def module_paths(start: Path) -> tuple[Path, ...]:
    """Returns the files of a JavaScript module and of all its imports, dependencies first."""
    return tuple(_join(start).programs)


@dataclass(frozen=True, slots=True)
class _JoinedModules:
    """The modules joined so far: the program of each, and the variables of its exports by name."""

    programs: dict[Path, str] = field(default_factory=dict)
    variables: dict[Path, dict[str, str]] = field(default_factory=dict)
    taken: set[str] = field(default_factory=set)

    def add(self, path: Path) -> dict[str, str]:
        """Adds a module after its imports, unless it is there; returns its variables."""
        if path in self.variables:
            return self.variables[path]
        text = _COMMENT.sub("", path.read_text("utf-8"))
        passed_on: dict[str, str] = {}
        for names, source in _PASSED_ON.findall(text):
            variables = self.add((path.parent / source).resolve())
            passed_on |= {name: variables[name] for name in _names(names)}
        text = _PASSED_ON.sub("", text)
        text = _IMPORT.sub(lambda match: self._import(path, match[1], match[2]), text)
        exports = _EXPORT.findall(text)
        exports += [name for names in _LISTED.findall(text) for name in _names(names)]
        own = {name: self._variable(path, name) for name in exports}
        text = _EXPORT.sub("", _LISTED.sub("", text))
        target, result = ", ".join(own.values()), ", ".join(own)
        self.programs[path] = (
            f"// {path.parent.name}/{path.name}\n"
            f"const [{target}] = (() => {{\n{text}return [{result}];\n}})();\n"
        )
        self.variables[path] = own | passed_on
        return self.variables[path]

    def _import(self, path: Path, names: str, source: str) -> str:
        """Returns the lines for imported names that differ from the variables."""
        variables = self.add((path.parent / source).resolve())
        pairs = [name.partition(" as ")[::2] for name in _names(names)]
        return "".join(
            f"const {local or name} = {variables[name]};\n"
            for name, local in pairs
            if variables[name] != (local or name)
        )

    def _variable(self, path: Path, name: str) -> str:
        """Returns a new variable for an export."""
        variable = f"{name}_{path.parent.name}_{path.stem}" if name in self.taken else name
        self.taken.add(variable)
        return variable


def _join(start: Path) -> _JoinedModules:
    joined = _JoinedModules()
    joined.add(start.resolve())
    return joined


def _names(listed: str) -> list[str]:
    return [name.strip() for name in listed.split(",") if name.strip()]
