"""Write the gallery, static pages about games: `python docs/write_gallery.py [FOLDER [FILE...]]`.

It has the bundled games, and yours if you name their files. The default FOLDER is next to the built
playground. Build the playground first, because a game's page has a button that opens its rules
there. `--figures N` measures the balance of each FILE, or without FILEs of each bundled game, with
N sets of packs (default 20). This needs the `simulate` extra and takes five to twelve seconds of
processor time for a game; 0 leaves the figures out. Figures are saved in `build/gallery` under the
hash of the rules and the version, and shown whenever they are there.
"""

from __future__ import annotations

import argparse
import base64
import json
import re
import shutil
import zlib
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from html import escape
from itertools import chain, combinations
from pathlib import Path
from tempfile import TemporaryDirectory

from game_answers import FREE, OTHERS, QUESTIONS, SUBJECTS, TYPED, answers_of
from write_playground import POLICY

from clagdsl.check.checker import CheckedRules, load_checked
from clagdsl.explain.diff.compare import ComparedRules, GameComparison, compare, players_text
from clagdsl.explain.diff.text import comparison_lines, counted
from clagdsl.explain.graph.picture import make_picture
from clagdsl.explain.graph.svg import svg
from clagdsl.explain.rule_sheet.page import page as sheet_page
from clagdsl.explain.rule_sheet.sheet_builder import rule_sheet
from clagdsl.lang.errors import ClagError
from clagdsl.lang.fingerprint import rules_hash
from clagdsl.lang.game_json import game_json
from clagdsl.lang.resources import FAMILY, bundled_path, data_folder
from clagdsl.lang.rules import title_of
from clagdsl.problems.escape import escape_invisible
from clagdsl.simulation.optional_deps import check_extras
from clagdsl.simulation.request_error import MissingPackagesError
from clagdsl.table.states import make_machine
from clagdsl.table.table import open_table
from clagdsl.version import VERSION

ROOT = Path(__file__).parent.parent
SOURCES = ROOT / "docs" / "gallery"
SITE = ROOT / "docs" / "_build" / "gallery"
FIGURES = ROOT / "build" / "gallery"
"""The folder where figures are saved for later runs."""

GROUPS = {
    "Clag": data_folder("rules"),
    "Other games of the family": data_folder("rules") / FAMILY,
    "House rules": data_folder("rules") / "house",
}
ADDED = "Added games"
"""The group of the files that are not bundled."""

NAME = re.compile(r"[a-z0-9_-]+", re.IGNORECASE | re.ASCII)
PAGES = ("index", "which")
"""The names of the pages that are not about one game."""

SHORT_HASH = 12
"""How many digits of the hash of the rules are the name of a permalink."""

NEAREST = 3
"""How many of the nearest games a game's page shows."""

FEW = 6
"""The summary of a game that extends another one lists up to this many differences."""

ALL_LINES = 1_000
"""More lines than a table of points or schedules has: a page shows it as a whole."""

PASTE = (
    '<label class="field">A line for each player, and an empty line between deals'
    '<textarea id="deals" rows="6" placeholder="Anna bid 2 took 2 scored 12"></textarea></label>'
    '<p id="read" role="status"></p>'
)
"""The form for scored deals."""

CORE = "../../web/clag-score/src/score/"
"""Where the programs of the gallery import the core of the score from; in the site, `score/`."""

SEED = 0


@dataclass(frozen=True)
class Entry:
    """A game of the gallery."""

    path: Path
    group: str
    rules: CheckedRules

    @property
    def name(self) -> str:
        """The game's name, with which the names of its pages begin."""
        return self.path.stem

    @property
    def title(self) -> str:
        """The game's title."""
        return title_of(self.rules.game)

    @property
    def hash(self) -> str:
        """The beginning of the hash of the rules."""
        return rules_hash(self.rules.game).removeprefix("sha256:")[:SHORT_HASH]

    @cached_property
    def answers(self) -> dict[str, list[str]]:
        """What the game answers to each question."""
        return answers_of(self.rules)

    @cached_property
    def compared(self) -> ComparedRules:
        """The game as a side of a comparison."""
        return ComparedRules(self.name, self.rules.game)


# --- parts of pages -----------------------------------------------------------------------------


def text(words: str) -> str:
    """Returns text as HTML."""
    return escape(escape_invisible(words))


def bullets(lines: Iterable[str]) -> str:
    """Returns pieces of HTML as a list."""
    return f"<ul>{''.join(f'<li>{line}</li>' for line in lines)}</ul>"


def panel(heading: str, content: str) -> str:
    """Returns a part of a page with its heading."""
    return f'<section class="panel"><h2>{text(heading)}</h2>{content}</section>'


def page(title: str, content: str, *, up: str = "", head: str = "") -> str:
    """Returns a whole page; `up` is the path to the folder of the gallery."""
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{text(title)}</title>
<link rel="stylesheet" href="{up}tokens.css">
<link rel="stylesheet" href="{up}gallery.css">
{head}</head>
<body>
<nav class="bar"><a href="{up}index.html">All games</a> <a href="{up}which.html">Which game is \
mine?</a> <a href="{up}../index.html">Documentation</a></nav>
<main>
<h1>{text(title)}</h1>
{content}
</main>
</body>
</html>
"""


LINK_TO_DOCUMENTATION = re.compile(r' <a href="[./]*index\.html">Documentation</a>')


def write(path: Path, html: str) -> None:
    """Writes a page with a policy that lets it load nothing from elsewhere."""
    mark = '<meta charset="utf-8">'
    assert mark in html
    policy = f'{mark}\n<meta http-equiv="Content-Security-Policy" content="{POLICY}">'
    path.write_text(html.replace(mark, policy, 1), "utf-8")


def fragment(rules: str) -> str:
    """Returns rules as the part of a link that `web/playground/permalink.js` reads."""
    packed = zlib.compress(rules.encode(), 9, wbits=-zlib.MAX_WBITS)
    return f"#rules={base64.urlsafe_b64encode(packed).decode().rstrip('=')}"


# --- pages --------------------------------------------------------------------------------------


def own(answers: Iterable[str]) -> Iterator[str]:
    """Yields the answers to a question that are true of the game itself."""
    return (answer for answer in answers if answer not in OTHERS)


def summary(entry: Entry, parent: GameComparison | None) -> str:
    """Returns a line with the players, deals, cards and special rules."""
    evidence, answers = entry.rules.evidence, entry.answers
    low, high = evidence.usual_deals
    deals = players_text((low, high)) if entry.rules.game.ends is None else f"at most {high}"
    facts = (
        f"{players_text(entry.rules.game.players)} players, {deals} deals of"
        f" {players_text(evidence.usual_cards)} cards"
    )
    if parent is not None and len(parent.differences) <= FEW:
        changed = dict.fromkeys(
            " ".join(filter(None, (each.deal, each.aspect))) for each in parent.differences
        )
        return f"{facts}. {counted(parent)} from {parent.a.reference}: {', '.join(changed)}."
    limits = "; ".join(own(answers["limit"])).replace(f"; {FREE}", "; sometimes none")
    return (
        f"{facts}. Trumps: {'; or '.join(own(answers['trump']))}. Limits on bids: {limits}."
        f" Special deals: {', '.join(answers['special'])}."
    )


def index_page(entries: Mapping[str, Entry], summaries: Mapping[str, str]) -> str:
    """Returns the page of all games by group."""
    content = (
        '<label class="field" hidden>Search <input id="search" type="search"></label>'
        '<p><a class="button main" href="which.html">Which game is mine?</a></p>'
    )
    for group in dict.fromkeys(entry.group for entry in entries.values()):
        items = "".join(
            f'<li><a href="{name}.html">{text(entry.title)}</a> <code>{name}</code>'
            f"<p>{text(summaries[name])}</p></li>"
            for name, entry in entries.items()
            if entry.group == group
        )
        content += panel(group, f'<ul class="games">{items}</ul>')
    return page("All games", content, head='<script type="module" src="search.js"></script>\n')


def game_page(
    entry: Entry, line: str, nearest: list[GameComparison], measured: str, *, playground: bool
) -> str:
    """Returns the page of one game."""
    actions = f'<a class="button main" href="{entry.name}-sheet.html">Rule sheet</a>'
    if playground:
        link = f"../playground/index.html{fragment(entry.path.read_text('utf-8'))}"
        actions += f'<a class="button" href="{link}">Open in the playground</a>'
    actions += f'<a class="button" href="hash/{entry.hash}.html">Permalink</a>'
    relatives = "".join(
        f"<details><summary>{text(title_of(other.b.game))}: {counted(other)}</summary>"
        f'<pre tabindex="0">{escape(chr(10).join(comparison_lines(other, ALL_LINES)))}</pre>'
        f'<a href="{other.b.reference}.html">{text(title_of(other.b.game))}</a></details>'
        for other in nearest
    )
    picture = f'<img src="{entry.name}.svg" alt="The course of a match of {text(entry.title)}">'
    sources = bullets(text(source.title) for source in entry.rules.game.sources)
    return page(
        entry.title,
        f'<p>{text(line)}</p><p class="actions">{actions}</p>'
        + panel("Sources", sources)
        + panel("How a match goes", f'<div class="picture" tabindex="0">{picture}</div>')
        + panel("Nearest relatives", relatives)
        + panel("Balance", measured),
    )


def permalink_page(entries: list[Entry]) -> str:
    """Returns the page that links to the games with one hash; a single game opens at once."""
    links = [f'<a href="../{entry.name}.html">{text(entry.title)}</a>' for entry in entries]
    lead = f'<meta http-equiv="refresh" content="0; url=../{entries[0].name}.html">\n'
    head = lead if len(entries) == 1 else ""
    return page(f"Rules {entries[0].hash}", bullets(links), up="../", head=head)


def answer_field(question: str, choices: Iterable[str]) -> str:
    """Returns the field for the answer to a question: a number, or one of the choices."""
    if question in TYPED:
        return f'<input name="{question}" {TYPED[question]}>'
    options = "".join(f"<option>{text(each)}</option>" for each in sorted(choices))
    blank = '<option value="">I do not know</option>'
    return f'<select name="{question}">{blank}{options}</select>'


def which_page(entries: Iterable[Entry], distances: Mapping[str, Mapping[str, int]]) -> str:
    """Returns the page that finds a game by questions."""
    games = sorted(entries, key=lambda each: each.title)
    fields = ""
    for question, words in QUESTIONS.items():
        choices = {answer for game in games for answer in game.answers[question]}
        field = answer_field(question, choices)
        fields += f'<label class="field">{text(words)} {field}</label>'
    shown = [
        {
            "name": each.name,
            "title": each.title,
            "differences": [distances[each.name].get(other.name, 0) for other in games],
            "answers": {question: list(own(given)) for question, given in each.answers.items()},
            "resembles": sorted(OTHERS.intersection(chain.from_iterable(each.answers.values()))),
        }
        for each in games
    ]
    asked = {"games": shown, "questions": SUBJECTS}
    data = json.dumps(asked, ensure_ascii=False).replace("<", "\\u003c")
    return page(
        "Which game is mine?",
        "<p>Answer the questions that you can; leave the others empty. Games that agree with all"
        " your answers come first, then those that agree with all but one. The others are in the"
        " order of the differences that you can expect: the answers that disagree, and the rules"
        " that you are not asked about, estimated from games that are similar to yours.</p>"
        "<noscript><p>This page needs JavaScript.</p></noscript>"
        f'<form id="questions" class="panel questions">{fields}</form>'
        + panel("Or paste scored deals", PASTE)
        + panel("Nearest games", '<ol id="ranking" aria-live="polite"></ol>')
        + f'<script type="application/json" id="games">{data}</script>',
        head='<script type="module" src="which.js"></script>\n',
    )


def nearest_games(
    entry: Entry, entries: Mapping[str, Entry], distances: Mapping[str, int]
) -> list[str]:
    """Returns the names of the nearest games; if tied, games with more equal answers are nearer."""

    def shared(other: str) -> int:
        theirs = entries[other].answers
        return sum(not set(own(theirs[each])).isdisjoint(entry.answers[each]) for each in QUESTIONS)

    return sorted(distances, key=lambda other: (distances[other], -shared(other), other))[:NEAREST]


def distances_between(entries: Iterable[Entry]) -> dict[str, dict[str, int]]:
    """Returns the number of differences between every two games."""
    distances: dict[str, dict[str, int]] = defaultdict(dict)
    for one, other in combinations(entries, 2):
        number = len(compare(one.compared, other.compared).differences)
        distances[one.name][other.name] = distances[other.name][one.name] = number
    return distances


# --- figures ------------------------------------------------------------------------------------


def balance(entry: Entry, parent: Entry | None, packs: int, *, measuring: bool = True) -> str:
    """Returns the balance of a game as HTML, compared with the game that it extends.

    Figures that an earlier run has saved are shown; without them, the game is measured, or with
    `measuring=False` has none.
    """
    if not packs:
        return "<p>No figures: the gallery was built without them.</p>"
    games = "-".join(each.hash for each in (entry, parent) if each is not None)
    kept = FIGURES / f"{games}-{VERSION}-{packs}.json"
    if not kept.exists():
        if not measuring:
            return "<p>No figures: this game was not measured.</p>"
        print(f"measuring {entry.name}", flush=True)
        FIGURES.mkdir(parents=True, exist_ok=True)
        kept.write_text(json.dumps(measure(entry, packs)), "utf-8")
    title, sections = json.loads(kept.read_text("utf-8"))
    content = "".join(
        f"<h3>{text(heading)}</h3>{bullets(map(text, paragraphs))}"
        for heading, paragraphs in sections
    )
    return f"<p>{text(title)}</p>{content}"


def measure(entry: Entry, packs: int) -> tuple[str, list[tuple[str, tuple[str, ...]]]]:
    """Returns the settings of a balance, and its answers by question, each with its interval."""
    from clagdsl.simulation.balancing.balance_request import BalanceRequest
    from clagdsl.simulation.balancing.balance_result import play_balance
    from clagdsl.simulation.balancing.balance_sections import sections
    from clagdsl.simulation.balancing.balance_text import note_text
    from clagdsl.simulation.runs.progress import Watch
    from clagdsl.simulation.runs.request import RulesSource, cores

    rules = RulesSource(str(entry.path))
    request = BalanceRequest(rules, packs=packs, seed=SEED, threads=cores())
    result = play_balance(request, Watch())
    assert result is not None
    figures = result.figures
    sides = f"Compared with {figures.against.title}. " if figures.against else ""
    title = (
        f"{sides}{figures.packs} sets of packs, {figures.players} players, all {figures.player},"
        f" seed {figures.seed}. {note_text(figures)}"
    )
    return title, [(section.title, section.paragraphs) for section in sections(figures)]


# --- the whole site -----------------------------------------------------------------------------


def read_entries(files: Iterable[Path]) -> dict[str, Entry]:
    """Returns the bundled games and those in `files` by name; raises ClagError if one has errors.

    Raises ValueError if a file's name cannot be the name of its pages.
    """
    paths = [(path, group) for group in GROUPS for path in sorted(GROUPS[group].glob("*.clag"))]
    entries = {path.stem: Entry(path, group, load_checked(path)) for path, group in paths}
    for path in files:
        name = path.stem
        if not NAME.fullmatch(name) or name.lower() in (*PAGES, *map(str.lower, entries)):
            raise ValueError(
                f"rename `{path}`: its name is taken, or has other signs than a-z 0-9 -"
            )
        entries[name] = Entry(path, ADDED, load_checked(path))
    return entries


def write_site(site: Path, packs: int, files: Iterable[Path] = ()) -> None:
    """Writes all pages into a folder of their own, which replaces an earlier one at the end.

    If this is interrupted, the earlier pages are unchanged.
    """
    entries = read_entries(files)
    site.parent.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(dir=site.parent, prefix=f"{site.name}-") as folder:
        written = Path(folder) / "pages"
        write_pages(
            written, entries, packs, playground=(site.parent / "playground" / "index.html").exists()
        )
        # the documentation is built last, beside the default folder
        if site.resolve() != SITE.resolve() and not (site.parent / "variants.html").exists():
            for path in written.rglob("*.html"):
                path.write_text(LINK_TO_DOCUMENTATION.sub("", path.read_text("utf-8")), "utf-8")
        shutil.rmtree(site, ignore_errors=True)
        written.rename(site)


def write_pages(site: Path, entries: Mapping[str, Entry], packs: int, *, playground: bool) -> None:
    """Writes the pages of all games into a new folder."""
    (site / "hash").mkdir(parents=True)
    for source in (*SOURCES.iterdir(), ROOT / "web" / "look" / "tokens.css"):
        text_of_source = source.read_text("utf-8").replace(CORE, "./score/")
        (site / source.name).write_text(text_of_source, "utf-8")
    shutil.copytree(SOURCES / CORE, site / "score")
    all_bundled = all(entry.group != ADDED for entry in entries.values())
    distances = distances_between(entries.values())
    summaries, by_hash = {}, dict[str, list[Entry]]()
    for entry in entries.values():
        others = nearest_games(entry, entries, distances[entry.name])
        nearest = [compare(entry.compared, entries[other].compared) for other in others]
        extended = entry.rules.game.extends
        parent = entries.get(extended or "")
        comparison = None if parent is None else compare(parent.compared, entry.compared)
        line = summaries[entry.name] = summary(entry, comparison)
        measuring = all_bundled or entry.group == ADDED
        measured = balance(entry, parent, packs, measuring=measuring)
        # a page in a browser cannot read the file that another one extends
        opens = playground and (extended is None or bundled_path(extended) is not None)
        html = game_page(entry, line, nearest, measured, playground=opens)
        write(site / f"{entry.name}.html", html)
        write(site / f"{entry.name}-sheet.html", sheet_page(rule_sheet(entry.rules.game)))
        picture = svg(make_picture(make_machine(open_table(entry.rules.game))))
        (site / f"{entry.name}.svg").write_text(picture, "utf-8")
        by_hash.setdefault(entry.hash, []).append(entry)
    for digits, same in by_hash.items():
        write(site / "hash" / f"{digits}.html", permalink_page(same))
    compiled = {entry.name: game_json(entry.rules.game) for entry in entries.values()}
    compact = json.dumps(compiled, ensure_ascii=False, separators=(",", ":"))
    (site / "games.json").write_text(compact, "utf-8")
    write(site / "index.html", index_page(entries, summaries))
    write(site / "which.html", which_page(entries.values(), distances))


def main(words: list[str] | None = None) -> None:
    """Writes the gallery as the arguments of the command line ask."""
    parser = argparse.ArgumentParser(description="Write a gallery of the bundled games and yours.")
    parser.add_argument("folder", nargs="?", type=Path, default=SITE)
    parser.add_argument("files", nargs="*", type=Path, metavar="FILE", help="a game of your own")
    parser.add_argument("--figures", type=int, default=20, metavar="N", help="0: no figures")
    arguments = parser.parse_args(words)
    if arguments.figures < 0 or arguments.figures == 1:
        parser.error("--figures must be 0 or at least 2: an interval needs two sets of packs")
    if arguments.figures:
        try:
            check_extras({"simulate": "--figures"})
        except MissingPackagesError as error:
            parser.error(f"{error}, or leave the balance out with `--figures 0`")
    try:
        write_site(arguments.folder, arguments.figures, arguments.files)
    except (ClagError, ValueError) as error:
        parser.error(str(error))
    print(f"written to {arguments.folder}; open it through a server: `python -m http.server`")


if __name__ == "__main__":
    main()
