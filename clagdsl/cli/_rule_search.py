"""`clagdsl balance --search`: house rules that balance a game, with differences and rule sheets."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from shutil import rmtree
from tempfile import mkdtemp
from typing import TYPE_CHECKING

from clagdsl.check.loader import rules_from
from clagdsl.cli._output import write, write_json, write_lines
from clagdsl.cli._problems import FINE
from clagdsl.cli._progress import Interruption, ProgressLine, write_status
from clagdsl.explain.diff.compare import ComparedRules, compare
from clagdsl.explain.diff.text import comparison_json, comparison_lines
from clagdsl.lang.errors import FileError
from clagdsl.lang.files import cannot_write, write_file
from clagdsl.lang.resources import is_folder, path_exists
from clagdsl.simulation.runs.progress import Watch

if TYPE_CHECKING:
    from clagdsl.explain.diff.compare import GameComparison
    from clagdsl.simulation.balancing.rule_search import SearchRequest, SearchResult


def search_and_report(request: SearchRequest, output: str | None, *, as_json: bool) -> int:
    """Searches for house rules, writes them, and returns the exit status."""
    from clagdsl.simulation.balancing.rule_search import search_rules
    from clagdsl.simulation.balancing.rule_search_text import house_lines, search_json, search_lines

    _check_folder(output)
    interruption, line = Interruption(), ProgressLine()
    try:
        watch = Watch(line.show, lambda: interruption.is_requested, line.compiling, interruption)
        result = search_rules(request, watch)
    finally:
        line.clear()
    if result is None:
        kept = "nothing is saved without `--save X.json`"
        if request.save is not None:
            kept = f"the measurements are in `{request.save}`; the same command continues"
        write_status(f"interrupted: {kept}\n")
        return interruption.status
    comparisons = list(_comparisons(result))
    if output is not None:
        _write_folder(result, Path(output))
    if as_json:
        document = search_json(result)
        document["differences"] = [comparison_json(each) for each in comparisons]
        write_json(document)
        return FINE
    write_lines(search_lines(result))
    for number, (house, comparison) in enumerate(zip(result.found, comparisons, strict=True), 1):
        write("")
        write_lines(house_lines(number, house))
        # without the names of both games above, and the number of differences below
        write_lines(f"   {each}".rstrip() for each in list(comparison_lines(comparison))[2:-2])
    if output is not None:
        write("")
        write(f"{output} written: each game as a rules file and a rule sheet")
    return FINE


def _comparisons(result: SearchResult) -> Iterator[GameComparison]:
    """Yields the differences of each found game from the parent."""
    from clagdsl.simulation.balancing.rule_search import prove_candidate
    from clagdsl.simulation.runs.request import applicable_settings, values_of

    request = result.request
    reference = request.rules.reference
    own = request.rules.load().game
    settings = applicable_settings(own, request.parameters)
    parent = ComparedRules(reference, own, values_of(own, settings))
    for number, house in enumerate(result.found, 1):
        game = prove_candidate(house.candidate, f"House rules {number}", reference).game
        values = values_of(game, applicable_settings(game, request.parameters))
        yield compare(parent, ComparedRules(f"{number}.clag", game, values), result.table.players)


def _check_folder(output: str | None) -> None:
    if output is not None and (not output or path_exists(Path(output))):
        raise FileError(f"`-o {output}` exists: give the name of a new folder")
    if output is not None and not is_folder(Path(output).resolve().parent):
        raise cannot_write(Path(output), "No such file or directory")


def _write_folder(result: SearchResult, folder: Path) -> None:
    """Writes the rules and the sheet of each found game; the folder appears when it is complete."""
    from clagdsl.explain.rule_sheet.page import page
    from clagdsl.explain.rule_sheet.sheet_builder import rule_sheet
    from clagdsl.simulation.balancing.rule_search import prove_candidate

    parent = rules_from(result.request.rules.reference, folder / "1.clag")
    try:
        unfinished = Path(mkdtemp(dir=folder.resolve().parent))
    except OSError as error:
        raise cannot_write(folder, error) from error
    try:
        for number, house in enumerate(result.found, 1):
            title = f"House rules {number}"
            game = prove_candidate(house.candidate, title, result.request.rules.reference).game
            sheet = page(rule_sheet(game, result.table.players, {}), "a4")
            write_file(unfinished / f"{number}.clag", house.candidate.text(title, parent))
            write_file(unfinished / f"{number}.html", sheet)
        unfinished.chmod(0o755)
        unfinished.rename(folder)
    except OSError as error:
        raise cannot_write(folder, error) from error
    finally:
        rmtree(unfinished, ignore_errors=True)
