"""Joins the modules and the style sheets of a web page into one program and one style sheet.

Each module becomes a function, called once, that returns its exports. These are assigned to
variables around all functions, with the names that they have in the sources. So a module reads the
exports of another one directly, and its other names are its own. An export with a name that is
taken gets another variable, and an import under another name a line of its own. A minifier shortens
all of these names. It may not shorten the properties of an object: with an object of exports for
each module, a page was 4 kB larger when compressed.

Comments are left out, and exports that nothing uses, such as the texts of other pages. Only imports
and exports by name are supported, as our own modules have them, and no cycles. A global of browsers
must not have the name of an export. In a page whose program is a module, a line of a module may
begin with `await`: what comes after it in the page waits.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from clagdsl.explain.catalogue import catalogue_line, numbered
from clagdsl.lang.resources import data_folder

# The forms of imports and exports.
_IMPORT: Final = re.compile(r'^import \{([^}]*)\} from "([^"]+)";\n', re.MULTILINE)
_PASSED_ON: Final = re.compile(r'^export \{([^}]*)\} from "([^"]+)";\n', re.MULTILINE)
_LISTED: Final = re.compile(r"^export \{([^}]*)\};\n", re.MULTILINE)
_EXPORT: Final = re.compile(r"^export (?=(?:const|class|(?:async )?function) (\w+))", re.MULTILINE)
# The declaration of an export: its line, and those after it that are indented or close a bracket.
_DECLARATION: Final = (
    r"^export (?:const|class|(?:async )?function) {name}\b.*\n(?:(?:[ \])}}].*)?\n)*"
)
# A line of a module that waits.
_AWAIT: Final = re.compile(r"^await ", re.MULTILINE)
# Comments on lines of their own.
_COMMENT: Final = re.compile(r"^ *(?://[^\n]*|/\*(?:(?!\*/).)*\*/)\n", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True, slots=True)
class WebPage:
    """The sources of a page in the folder `web`: its first module, its style sheets in order.

    `reports` are the groups of reports that the page can receive from the rules and the server.
    """

    program: str
    styles: tuple[str, ...]
    reports: tuple[str, ...] = ()

    @property
    def program_path(self) -> Path:
        """The file of the first module."""
        return data_folder("web") / self.program


_BEGINNING: Final = ("look/tokens.css", "look/people_form.css")
_KEEPER_STYLES: Final = (
    "look/dialog.css",
    "look/scores.css",
    "house/end.css",
    "house/paper.css",
    "keeper/keeper.css",
)
KEEPER_IN_A_FILE: Final = WebPage("keeper/file.js", (*_BEGINNING, *_KEEPER_STYLES), ("rule",))
SERVED_PAGES: Final = {
    "home": WebPage("house/home.js", (*_BEGINNING, "house/home.css"), ("rule-U",)),
    "keeper": WebPage("keeper/served.js", ("look/tokens.css", *_KEEPER_STYLES), ("rule", "table")),
    "table": WebPage(
        "table/served.js",
        (
            "look/tokens.css",
            "look/card_tokens.css",
            "look/cards.css",
            "look/dialog.css",
            "look/scores.css",
            "house/paper.css",
            "table/table.css",
        ),
        ("rule", "table", "did"),
    ),
}
"""The pages of the server by name; each loads one program and one style sheet."""
SERVED_FILES: Final = tuple(f"{page}.{kind}" for page in SERVED_PAGES for kind in ("js", "css"))
"""The names of these programs and style sheets."""
LATER_FILES: Final = {"shuffle.js": WebPage("table/shuffle.js", ())}
"""Programs that a page loads only if it needs them."""


def served_text(name: str) -> str:
    """Returns the joined program or style sheet with this name, for a page of the server."""
    page = _page_of(name)
    if name.endswith(".css"):
        return bundle_styles(page)
    program = numbered(bundle_modules(page.program_path))
    if name in LATER_FILES:
        start = page.program_path.resolve()
        return f"{program}export {{ {', '.join(_read_modules(start)[start].exports)} }};\n"
    # within a function, a minifier shortens the variables around all modules as well
    return f"(() => {{\n{program}}})();\n"


def served_catalogue(name: str, language: str) -> str:
    """Returns the line before the program with this name that gives it its messages."""
    page = _page_of(name)
    return catalogue_line(bundle_modules(page.program_path), page.reports, language)


def _page_of(name: str) -> WebPage:
    return LATER_FILES.get(name) or SERVED_PAGES[name.partition(".")[0]]


def program_with_catalogue(page: WebPage) -> str:
    """Returns the joined program of a page, with its messages in all languages."""
    program = bundle_modules(page.program_path)
    return catalogue_line(program, page.reports) + numbered(program)


def bundle_styles(page: WebPage) -> str:
    """Returns the style sheets of a page as one."""
    return "".join((data_folder("web") / name).read_text("utf-8") for name in page.styles)


def module_paths(start: Path) -> tuple[Path, ...]:
    """Returns the files of a JavaScript module and of all its imports, dependencies first."""
    return tuple(_read_modules(start))


def bundle_modules(start: Path) -> str:
    """Returns a JavaScript module with all its imports as one program, dependencies first."""
    modules = _read_modules(start)
    used: dict[Path, set[str]] = {path: set() for path in modules}
    used[start.resolve()].update(modules[start.resolve()].exports)
    for module in modules.values():
        for source, name, _ in module.imports:
            used[_origin(modules, source, name)].add(name)
    variables: dict[Path, dict[str, str]] = {}
    taken: set[str] = set()
    programs: list[str] = []
    for path, module in modules.items():
        own = variables[path] = {}
        for name in filter(used[path].__contains__, module.exports):
            own[name] = f"{name}_{path.parent.name}_{path.stem}" if name in taken else name
        taken.update(own.values())
        lines = "".join(
            f"const {local} = {variable};\n"
            for source, name, local in module.imports
            if (variable := variables[_origin(modules, source, name)][name]) != local
        )
        function = "await (async () => {" if _AWAIT.search(module.text) else "(() => {"
        programs.append(
            f"// {path.parent.name}/{path.name}\n"
            f"const [{', '.join(own.values())}] = {function}\n"
            f"{lines}{module.body(used[path])}return [{', '.join(own)}];\n}})();\n"
        )
    return "".join(programs)


@dataclass(frozen=True, slots=True)
class _Module:
    """A module: its text without comments, imports and exports; what these are.

    An import is a file, a name in it, and the name here. `passed_on` has the files of the exports
    that come from there.
    """

    text: str
    imports: list[tuple[Path, str, str]]
    exports: list[str]
    passed_on: dict[str, Path]

    def body(self, used: set[str]) -> str:
        """Returns the text, without the declarations of exports that nothing uses."""
        text = self.text
        for name in self.exports:
            if name not in used and len(re.findall(rf"\b{name}\b", text)) == 1:
                text = re.sub(_DECLARATION.format(name=name), "", text, flags=re.MULTILINE)
        return _EXPORT.sub("", text)


def _read_modules(start: Path) -> dict[Path, _Module]:
    """Returns a module and all its imports by their files, dependencies first."""
    modules: dict[Path, _Module] = {}

    def read(path: Path) -> None:
        text = _COMMENT.sub("", path.read_text("utf-8"))
        imports = [
            ((path.parent / source).resolve(), name, local or name)
            for names, source in _IMPORT.findall(text)
            for name, _, local in (name.partition(" as ") for name in _names(names))
        ]
        passed_on = {
            name: (path.parent / source).resolve()
            for names, source in _PASSED_ON.findall(text)
            for name in _names(names)
        }
        exports = _EXPORT.findall(text)
        exports += [name for names in _LISTED.findall(text) for name in _names(names)]
        for source in (*(source for source, _, _ in imports), *passed_on.values()):
            if source not in modules:
                read(source)
        for form in (_IMPORT, _PASSED_ON, _LISTED):
            text = form.sub("", text)
        modules[path] = _Module(text, imports, exports, passed_on)

    read(start.resolve())
    return modules


def _origin(modules: dict[Path, _Module], path: Path, name: str) -> Path:
    """Returns the file that declares an export of a module, which may pass it on."""
    while name in modules[path].passed_on:
        path = modules[path].passed_on[name]
    return path


def _names(listed: str) -> list[str]:
    return [name.strip() for name in listed.split(",") if name.strip()]
